"""Hostile environments: nothing is launched or lost, and the error names the cause."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Dim, LaunchError, Tile, ToolError, kernel, load_ptx, ptx, reg
from pyptx.toolchain import cache
from pyptx.types import f32, u32

if TYPE_CHECKING:
    from pyptx.kernel import Kernel


class OnGpu:
    """An array that the CUDA array interface describes."""

    def __init__(
        self, shape: tuple[int, ...], address: int, typestr: str | None = "<f4", ordinal: int = 0, **more: Any
    ) -> None:
        self.interface = {"shape": shape, "typestr": typestr, "data": (address, False), "version": 3, **more}
        self.device = type("Device", (), {"id": ordinal})()

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return self.interface


def launches(said: Any) -> list[str]:
    return [row for row in said() if row.startswith("launch")]


TEXT = """.version 8.0
.target sm_80
.address_size 64
.visible .entry e(.param .u64 x, .param .u32 n) { ret; }
"""

WRONG: dict[str, tuple[OnGpu, str]] = {
    "element type": (OnGpu((8,), 0x1000, "<f2"), "argument X is float16, but Tile.* takes float32"),
    "sign of the bytes": (OnGpu((8,), 0x1000, "<i4"), "argument X is int32"),
    "rank": (OnGpu((8, 1), 0x1000), r"argument X has shape \(8, 1\), 2 dimensions"),
    "size": (OnGpu((9,), 0x1000), "dimension N is 9 in argument X but 8 in argument Y"),
    "strides": (OnGpu((8,), 0x1000, strides=(8,)), "argument X .* is not contiguous"),
    "expanded": (OnGpu((8,), 0x1000, strides=(0,)), "argument X .* is not contiguous"),
    "backwards": (OnGpu((8,), 0x1000, strides=(-4,)), "argument X .* is not contiguous"),
    "alignment": (OnGpu((8,), 0x1002), "argument X is at 0x1002, which is not a multiple of the 4 bytes"),
    "another device": (
        OnGpu((8,), 0x1000, ordinal=1),
        "argument Y is on cuda:0, but argument X is on cuda:1",
    ),
    "over the output": (OnGpu((8,), 0x301C), "out= Z shares memory with argument X"),
    "mask": (OnGpu((8,), 0x1000, mask=1), "argument X has a mask"),
    "byte order": (OnGpu((8,), 0x1000, ">f4"), "argument X has foreign byte order"),
    "odd strides": (
        OnGpu((8,), 0x1000, strides=(6,)),
        r"argument X has strides of \(6,\) bytes, of elements of 4",
    ),
    "nowhere": (OnGpu((8,), 0), "argument X has elements, and no memory"),
    "no element type": (OnGpu((8,), 0x1000, None), "argument X has elements of None"),
    "no address": (OnGpu((8,), 0x1000, data=()), "argument X has a __cuda_array_interface__ without"),
}


@pytest.mark.parametrize(("wrong", "message"), WRONG.values(), ids=WRONG.keys())
def test_arrays_that_do_not_fit(
    wrong: OnGpu, message: str, axpy: Kernel, said: Any, without_ptxas: None
) -> None:
    y, z = OnGpu((8,), 0x2000), OnGpu((8,), 0x3000)
    with pytest.raises(LaunchError, match=message):
        axpy(wrong, y, out=z, alpha=1.0)
    with pytest.raises(LaunchError, match=message):
        axpy.prepare(wrong, y, out=z, alpha=1.0)
    assert launches(said) == []
    axpy(OnGpu((8,), 0x1000), y, out=z, alpha=1.0)
    assert len(launches(said)) == 1


def test_outputs_that_do_not_fit(axpy: Kernel, said: Any, without_ptxas: None) -> None:
    x = OnGpu((8,), 0x1000)
    for out, message in (
        (OnGpu((8,), 0x3000, strides=(0,)), "argument Z .* is not contiguous"),
        (OnGpu((9,), 0x3000), "dimension N is 8 in argument X but 9 in argument Z"),
        (OnGpu((8,), 0x3001), "argument Z is at 0x3001"),
        (OnGpu((8,), 0x3000, data=(0x3000, True)), "argument Z is read-only, and axpy writes to it"),
        (x, "out= Z shares memory with argument X"),
        ((x, x), "1 outputs, but out= has 2"),
        (7, "argument Z is an int"),
    ):
        with pytest.raises(LaunchError, match=message):
            axpy(x, OnGpu((8,), 0x2000), out=out, alpha=1.0)
    assert launches(said) == []


def test_outputs_over_each_other(said: Any, without_ptxas: None) -> None:
    @kernel(in_specs=(Tile("N", f32),), out_specs=(Tile("N", f32),) * 2)
    def two(X: Any, Y: Any, Z: Any) -> None:
        ptx.ret()

    with pytest.raises(LaunchError, match="out= Y shares memory with argument Z"):
        two(OnGpu((8,), 0x1000), out=(OnGpu((8,), 0x2000), OnGpu((8,), 0x2010)))
    assert launches(said) == []


def test_inputs_that_are_written(said: Any, without_ptxas: None) -> None:
    @kernel(in_specs=(Tile("N", f32),) * 3, mutates=("X", "Y"))
    def move(X: Any, Y: Any, Z: Any) -> None:
        ptx.ret()

    x, y, z = (OnGpu((8,), address) for address in (0x1000, 0x2000, 0x3000))
    for args, message in (
        (
            (x, x, z),
            "argument X, which it writes to, shares its memory with argument Y, which it writes to, too",
        ),
        ((x, OnGpu((8,), 0x1010), z), "argument X, .* shares a part of its memory with argument Y"),
        (
            (x, y, OnGpu((8,), 0x2010)),
            "argument Y, which it writes to, shares a part of its memory with argument Z;",
        ),
        ((x, OnGpu((8,), 0x2000, data=(0x2000, True)), z), "argument Y is read-only, and move writes to it"),
    ):
        with pytest.raises(LaunchError, match=message):
            move(*args)
    assert launches(said) == []
    move(x, y, x)
    move(x, y, OnGpu((8,), 0x3000, data=(0x3000, True)))
    assert len(launches(said)) == 2


def test_outputs_of_numpy_that_are_read_only(axpy: Kernel) -> None:
    x, out = np.ones(8, np.float32), np.zeros(8, np.float32)
    out.flags.writeable = False
    with pytest.raises(LaunchError, match="argument Z is read-only, and axpy writes to it; pass a copy"):
        axpy(x, x, out=out, alpha=1.0)


def test_numbers_beyond_any_float() -> None:
    go = load_ptx(TEXT.replace(".u32 n", ".f64 n")).launch(grid=1, block=1, engine="sim")
    with pytest.raises(LaunchError, match=r"argument n is a number that is too large for a \.f64"):
        go(np.zeros(1), 1 << 2000)


def test_arrays_without_elements(axpy: Kernel, said: Any, without_ptxas: None) -> None:
    nothing = OnGpu((0,), 0)
    assert axpy(nothing, nothing, out=nothing, alpha=1.0) is nothing
    assert axpy.prepare(nothing, nothing, out=nothing, alpha=1.0)() is nothing
    assert launches(said) == []


def test_sizes_beyond_a_register() -> None:
    @kernel(in_specs=(Tile(Dim("M", dynamic=True), f32),), grid=1, arch="sm_80")
    def k(X: Any) -> None:
        with ptx.if_(X.shape[0] == 0):
            ptx.ret()

    with pytest.raises(
        LaunchError, match=r"argument M is 4294967296; a \.u32 parameter holds 0 to 4294967295"
    ):
        k.launch(grid=1, engine="sim")(np.zeros(1, np.float32), 1 << 32)


def test_grids_beyond_the_card(said: Any, without_ptxas: None) -> None:
    @kernel(in_specs=(Tile("N", f32),), grid=lambda N: (1, N), arch="sm_80")
    def k(X: Any) -> None:
        ptx.ret()

    with pytest.raises(
        LaunchError, match=r"grid is \(1, 70000, 1\): y is 70000, and must be from 1 to 65535"
    ):
        k(OnGpu((70000,), 0x1000))
    assert launches(said) == []


def test_unaligned_host_arrays(axpy: Kernel) -> None:
    memory = np.zeros(41, np.uint8)
    shifted = memory[1:33].view(np.float32) if memory.ctypes.data % 4 == 0 else memory[2:34].view(np.float32)
    good = np.ones(8, np.float32)
    with pytest.raises(LaunchError, match=r"argument Y is at 0x.*, which is not a multiple of the 4 bytes"):
        axpy(good, shifted, alpha=1.0)
    with pytest.raises(LaunchError, match="not a multiple of the 4 bytes"):
        axpy.launch(N=8)(good, good, shifted, 1.0)
    assert not memory.any()


def test_threads_call_with_new_sizes(axpy: Kernel) -> None:
    wrong: list[Any] = []

    def call(seed: int) -> None:
        for size in range(1 + seed, 90, 7):
            x = np.full(size, seed, np.float32)
            made = axpy(x, x, alpha=2.0)
            if made.shape != x.shape or (made != 3 * x).any():
                wrong.append((seed, size))

    threads = [threading.Thread(target=call, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_threads_load_once_and_launch_each(said: Any, without_ptxas: None) -> None:
    failed: list[Exception] = []

    def call(stream: int) -> None:
        try:
            go = load_ptx(TEXT).launch(grid=1, block=1, stream=stream)
            for number in range(20):
                go(0x1000 * stream, number)
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=call, args=(stream,)) for stream in (1, 2, 3, 4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rows = said()
    assert failed == []
    assert sum(row.startswith("load") for row in rows) == 1
    made = {row.split("stream ")[1] for row in rows if row.startswith("launch")}
    assert made == {
        f"{stream} attributes 0 first {0x1000 * stream:x} second {n:x}"
        for stream in (1, 2, 3, 4)
        for n in range(20)
    }


def test_a_kernel_loads_while_another_is_assembled(said: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    started, go_on = threading.Event(), threading.Event()

    def assemble(program: Any, target: str) -> Any:
        if program.entry == "slow":
            started.set()
            assert go_on.wait(30)
        return SimpleNamespace(cubin=b"\x7fELF")

    monkeypatch.setattr("pyptx.runtime.driver.assemble", assemble)
    monkeypatch.setattr("pyptx.runtime.driver.find_or_none", lambda name: name)
    slow, fast = (
        load_ptx(TEXT.replace(".entry e", f".entry {name}")).launch(grid=1, block=1)
        for name in ("slow", "fast")
    )
    waiting = threading.Thread(target=slow, args=(0x1000, 1))
    waiting.start()
    assert started.wait(30)
    quick = threading.Thread(target=fast, args=(0x1000, 1))
    quick.start()
    quick.join(10)
    assert not quick.is_alive()
    go_on.set()
    waiting.join()
    quick.join()
    assert [row.split()[1] for row in said() if row.startswith("function")] == ["fast", "slow"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning", "ignore:.*fork:RuntimeWarning")
def test_a_forked_child_is_told_so_and_may_simulate(axpy: Kernel, said: Any, without_ptxas: None) -> None:
    x = np.ones(8, np.float32)
    go = axpy.launch(N=8)
    for _ in range(2):
        go(0x1000, 0x2000, 0x3000, 1.0)
    said()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            go(0x1000, 0x2000, 0x3000, 1.0)
        except LaunchError as error:
            os.write(writing, str(error).encode())
        os.write(writing, f" {axpy(x, x, alpha=2.0).tolist()}".encode())
        os._exit(0)
    os.waitpid(child, 0)
    os.close(writing)
    printed = os.read(reading, 10000).decode()
    os.close(reading)
    assert "initialised before this process was forked" in printed
    assert printed.endswith(str([3.0] * 8))
    assert launches(said) == []


# The cache


def stamped(number: int) -> Kernel:
    """A kernel that no other test assembles."""

    @kernel(grid=1, arch="sm_90a", block=(32,), raw_params=[("u32", "n")])
    def stamp(X: Any) -> None:
        (px,) = ptx.global_ptrs(X)
        ptx.inst.st.global_.u32(ptx.addr(px), reg.scalar(u32, init=number))

    return stamp


@pytest.mark.ptxas
def test_a_full_disk_costs_time_only(
    said: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*args: Any, **words: Any) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("pyptx.toolchain.cache.os.fdopen", full)
    cache._warn_unwritable.cache_clear()
    for number in (1, 2):
        stamped(number)(OnGpu((4,), 0x1000, "<u4"), n=number)
    assert len(launches(said)) == 2
    assert [record.getMessage() for record in caplog.records if "No space left" in record.getMessage()]
    assert [path for path in cache.directory().rglob("*") if path.is_file()] == []


@pytest.mark.ptxas
@pytest.mark.parametrize("damage", ["cut", "other bytes", "empty"])
def test_a_damaged_entry_is_made_again(
    damage: str, said: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stamp = stamped(3)
    code = stamp.compiled().cubin
    (entry,) = cache.entries()
    data = entry.path.read_bytes()
    broken = {"cut": data[:-10], "other bytes": data[:-10] + bytes(10), "empty": b""}
    entry.path.write_bytes(broken[damage])
    assert stamp.compiled().cubin == code
    stamp(OnGpu((4,), 0x1000, "<u4"), n=3)
    assert said()[0] == "load cubin"
    assert "is damaged; it will be made again" in caplog.text
    assert [found.is_intact() for found in cache.entries()] == [True]


@pytest.mark.ptxas
def test_a_full_folder_of_temporary_files_is_named(monkeypatch: pytest.MonkeyPatch, said: Any) -> None:
    def full(*args: Any, **words: Any) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(ToolError, match=r"cannot be written to .*in\.ptx: .*No space left(.|\n)*TMPDIR"):
        stamped(4).compiled()


@pytest.mark.ptxas
def test_a_cache_folder_that_is_a_file(said: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "file"
    place.touch()
    monkeypatch.setenv("PYPTX_CACHE_DIR", str(place))
    stamped(5)(OnGpu((4,), 0x1000, "<u4"), n=5)
    assert len(launches(said)) == 1
    assert list(cache.entries()) == []


def test_what_killed_writers_left_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYPTX_CACHE_DIR", str(tmp_path))
    cache.store("ab12", b"code")
    (tmp_path / "ab" / "cd").mkdir()
    left, new = tmp_path / "ab" / ".ab12.left", tmp_path / "ab" / ".ab12.new"
    for path in (left, new):
        path.write_bytes(b"half")
    os.utime(left, (0, 0))
    cache.prune()
    assert (left.exists(), new.exists()) == (False, True)
    assert [entry.name for entry in cache.entries()] == ["ab12"]
    assert cache.load("ab12") == b"code"


@pytest.mark.ptxas
def test_processes_assemble_and_launch_at_once(said: Any, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        textwrap.dedent(f"""\
        import pyptx
        go = pyptx.load_ptx({TEXT!r}).launch(grid=1, block=1)
        for number in range(3):
            go(0x1000, number)
        """)
    )
    running = [subprocess.Popen([sys.executable, str(program)], stderr=subprocess.PIPE) for _ in range(4)]
    assert [process.communicate()[1] for process in running] == [b""] * 4
    rows = said()
    assert sum(row.startswith("launch") for row in rows) == 12
    assert rows.count("load cubin") == 4
    entries = list(cache.entries())
    assert [entry.is_intact() for entry in entries] == [True]
