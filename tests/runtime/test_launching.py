"""Launches by address, and entries from files."""

from __future__ import annotations

import ctypes
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import (
    LaunchError,
    ParseError,
    ToolError,
    TraceError,
    detect_arch,
    kernel,
    load_cubin,
    load_ptx,
    ptx,
)
from pyptx.errors import MissingDeviceError
from pyptx.kernel import Entry
from pyptx.program import ENGINES, from_cubin, recording
from pyptx.runtime import driver
from pyptx.toolchain import ptxas, read_cubin

if TYPE_CHECKING:
    from pathlib import Path

    from pyptx.kernel import Kernel

AXPY = """.version 8.0
.target sm_80
.address_size 64
.visible .entry axpy(.param .u64 x, .param .u64 y, .param .f32 alpha, .param .u32 n)
{
    .reg .b64 %p<3>; .reg .f32 %f<4>; .reg .b32 %r<3>; .reg .pred %q;
    ld.param.u64 %p0, [x]; ld.param.u64 %p1, [y]; ld.param.f32 %f0, [alpha]; ld.param.u32 %r0, [n];
    cvta.to.global.u64 %p0, %p0; cvta.to.global.u64 %p1, %p1;
    mov.u32 %r1, %tid.x;
    setp.ge.u32 %q, %r1, %r0;
    @%q ret;
    mul.wide.u32 %p2, %r1, 4;
    add.u64 %p0, %p0, %p2; add.u64 %p1, %p1, %p2;
    ld.global.f32 %f1, [%p0]; ld.global.f32 %f2, [%p1];
    fma.rn.f32 %f2, %f0, %f1, %f2;
    st.global.f32 [%p1], %f2;
    ret;
}
.visible .entry other(.param .b64 out, .param .b32 value, .param .align 8 .b8 pair[16]) .reqntid 32 { ret; }
"""


def x() -> Any:
    return np.arange(8, dtype=np.float32)


# Text


def test_text_runs_on_the_simulator() -> None:
    go = load_ptx(AXPY, "axpy").launch(grid=1, block=32)
    y = np.ones(8, np.float32)
    go(x(), y, 2.0, 8)
    np.testing.assert_array_equal(y, 2 * x() + 1)
    go(x(), y, 2.0, 4)
    np.testing.assert_array_equal(y, np.where(x() < 4, 4 * x() + 1, 2 * x() + 1))


def test_a_file_is_the_same(tmp_path: Path) -> None:
    path = tmp_path / "axpy.ptx"
    path.write_text(AXPY)
    for source in (path, str(path)):
        found = load_ptx(source, "axpy")
        assert (found.__name__, found.ptx()) == ("axpy", AXPY)
        assert repr(found) == "<entry axpy(x: .u64, y: .u64, alpha: .f32, n: .u32), sm_80>"
    assert load_ptx("// says nothing\n" + AXPY, "other").params[2].bytes == 16


def test_what_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(LaunchError, match="the module has 2 entries; choose one of axpy, other"):
        load_ptx(AXPY)
    with pytest.raises(LaunchError, match="no entry 'axpi'; there are axpy, other; did you mean axpy"):
        load_ptx(AXPY, "axpi")
    with pytest.raises(
        LaunchError, match=r"cannot read '.*nowhere\.ptx': .*\(PTX text starts with \.version\)"
    ):
        load_ptx(str(tmp_path / "nowhere.ptx"))
    with pytest.raises(ParseError):
        load_ptx(".version 8.0\n.target sm_80\nthis is none")
    binary = tmp_path / "code.cubin"
    binary.write_bytes(b"\x7fELF\x02")
    with pytest.raises(LaunchError, match=r"is not text; load machine code with pyptx\.load_cubin"):
        load_ptx(binary)
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LaunchError, match="is not PTX"):
        load_ptx(binary)


def test_arguments_that_do_not_fit() -> None:
    go = load_ptx(AXPY, "axpy").launch(grid=1, block=32)
    y = np.ones(8, np.float32)
    cases: list[tuple[tuple[Any, ...], str]] = [
        ((x(), y, 2.0), r"axpy takes 4 arguments \(x: \.u64, y: \.u64, alpha: \.f32, n: \.u32\), but got 3"),
        ((x(), y, "2", 8), "argument alpha is '2'; a .f32 parameter takes a number"),
        ((x(), y, 2.0, 2**32), "argument n is 4294967296; a .u32 parameter holds 0 to 4294967295"),
        ((x(), y, 1e39, 1), "the largest .f32"),
        ((x(), y[::2], 2.0, 4), "argument y .* is not contiguous"),
        ((x(), y, y, 4), "argument alpha is an array"),
        ((x(), None, 2.0, 4), "argument y is None"),
    ]
    for args, message in cases:
        with pytest.raises(LaunchError, match=message):
            go(*args)
    assert y.tolist() == [1] * 8


def test_sizes_that_do_not_fit() -> None:
    axpy, other = load_ptx(AXPY, "axpy"), load_ptx(AXPY, "other")
    for sizes, message in (
        ({"grid": 1}, "no block given"),
        ({"grid": 0, "block": 32}, "grid is .*: x is 0, and must be from 1"),
        ({"grid": (1, 65536), "block": 32}, "y is 65536, and must be from 1 to 65535"),
        ({"grid": 1, "block": 2048}, "x is 2048, and must be from 1 to 1024"),
        ({"grid": 1, "block": (32, 64)}, "has 2048 threads"),
        ({"grid": 1, "block": 32, "smem": 1 << 20}, "smem is 1048576 bytes"),
        ({"grid": 2, "block": 32, "cluster": 2}, "sm_80 has no clusters"),
    ):
        with pytest.raises(LaunchError, match=message):
            axpy.launch(**sizes)
    with pytest.raises(LaunchError, match=r"requires \(32, 1, 1\)"):
        other.launch(grid=1, block=64)
    with pytest.raises(LaunchError, match="stream is 'main'; it must be a handle"):
        axpy.launch(grid=1, block=32, stream="main")
    for wrong in (-1, "0", True):
        with pytest.raises(LaunchError, match=f"device is {wrong!r}; it must be the ordinal of a GPU"):
            axpy.launch(grid=1, block=32, device=wrong)
    with pytest.raises(LaunchError, match="priority is 'high'; it must be an integer"):
        axpy.launch(grid=1, block=32, priority="high")


# The GPU


def test_addresses_go_to_the_gpu(said: Any, without_ptxas: None) -> None:
    go = load_ptx(AXPY, "axpy").launch(grid=(2, 3), block=32, stream=9, smem=512)
    for alpha in (1.0, 2.0, 4.0):
        go(0x1000, 0x2000, alpha, 8)
    rows = said()
    assert rows[:3] == ["load ptx", "function axpy", "attribute 8 512"]
    launch = "launch 7 grid 2 3 1 block 32 1 1 shared 512 stream 9 attributes 0 first 1000 second 2000"
    assert [row for row in rows[3:] if row.startswith("launch ")] == [launch] * 3
    wrong = [
        (0x1000, -1, 1.0, 8), (0x1000, 2**64, 1.0, 8), (1, 2, 1.0, True, 5), (1, 2, "1", 5), (True, 2, 1.0, 5)
    ]  # fmt: skip
    for args in wrong:
        with pytest.raises(LaunchError):
            go(*args)
    assert said() == []


def test_how_a_grid_is_started(said: Any, without_ptxas: None) -> None:
    axpy = load_ptx(AXPY.replace("sm_80", "sm_90"), "axpy")
    axpy.launch(grid=4, block=32, cluster=2, cooperative=True, pdl=True, priority=-3)(16, 32, 1.0, 8)
    assert "attributes 4 id 4 cluster 2 1 1 id 2 is 1 id 6 is 1 id 8 is -3" in said()[-1]


def test_a_kernel_that_always_starts_early(said: Any, without_ptxas: None) -> None:
    @kernel(grid=4, block=32, pdl=True, raw_params=[("u64", "x"), ("u64", "y")])
    def waits() -> None:
        ptx.griddepcontrol.wait()
        ptx.ret()

    waits.launch()(16, 32)
    waits.program().launch(16, 32, grid=4, engine="gpu")
    launches = [row for row in said() if row.startswith("launch ")]
    assert ["attributes 1 id 6 is 1" in row for row in launches] == [True, True]
    assert waits.program().arch.name == "sm_90"
    with pytest.raises(TraceError, match="pdl=True"):
        kernel(grid=4, pdl=True, arch="sm_80")(lambda: ptx.ret()).ptx()


def test_a_launch_without_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYPTX_LIBCUDA", "/nowhere/libcuda.so")
    go = load_ptx(AXPY, "axpy").launch(grid=1, block=32)
    with pytest.raises(MissingDeviceError, match="or pass CPU arrays, which run on the simulator"):
        go(16, 32, 1.0, 8)


def test_the_current_device_is_taken(said: Any, without_ptxas: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKECUDA_DEVICES", "3")
    monkeypatch.setenv("FAKECUDA_CURRENT", "2")
    go = load_ptx(AXPY, "axpy").launch(grid=1, block=32)
    for _ in range(2):
        go(16, 32, 1.0, 8)
    assert "push 102" in said()
    load_ptx(AXPY, "axpy").launch(grid=1, block=32, device=1)(16, 32, 1.0, 8)
    assert "push 101" in said()
    with pytest.raises(LaunchError, match="cuDeviceGet failed"):
        load_ptx(AXPY, "axpy").launch(grid=1, block=32, device=7)(16, 32, 1.0, 8)


class Stream:
    def __init__(self, **names: Any) -> None:
        vars(self).update(names)


def test_streams_of_libraries(said: Any, without_ptxas: None) -> None:
    of_core = type("Core", (), {"__cuda_stream__": lambda self: (0, 33)})()
    for stream, number in ((Stream(cuda_stream=11), 11), (Stream(ptr=22), 22), (of_core, 33), (44, 44)):
        load_ptx(AXPY, "axpy").launch(grid=1, block=32, stream=stream)(16, 32, 1.0, 8)
        assert f"stream {number} " in said()[-1]


def test_host_arrays_on_a_stream_are_waited_for(said: Any, without_ptxas: None) -> None:
    y = np.ones(8, np.float32)
    load_ptx(AXPY, "axpy").launch(grid=1, block=32, stream=5, engine="gpu")(x(), y, 1.0, 8)
    rows = said()
    assert rows.index("synchronize") < rows.index("free")


def test_the_limits_of_the_gpu(said: Any, without_ptxas: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKECUDA_CAPABILITY", "86")
    axpy = load_ptx(AXPY, "axpy")
    with pytest.raises(
        LaunchError, match=r"uses 0 \+ 150000 bytes .* a CTA of Fake GPU \(sm_86\) has at most"
    ):
        axpy.launch(grid=1, block=32, smem=150000)(16, 32, 1.0, 8)
    monkeypatch.setenv("FAKECUDA_STATIC", "50000")
    with pytest.raises(LaunchError, match=r"uses 50000 \+ 60000 bytes of shared memory"):
        axpy.launch(grid=1, block=32, smem=60000)(16, 32, 1.0, 8)
    monkeypatch.setenv("FAKECUDA_MAX_THREADS", "256")
    with pytest.raises(
        LaunchError, match="has 512 threads; with 32 registers for each, Fake GPU runs at most 256"
    ):
        axpy.launch(grid=1, block=512)(16, 32, 1.0, 8)
    assert not [row for row in said() if row.startswith("launch")]


def test_streams_that_are_no_handles_launch_nothing(said: Any, without_ptxas: None) -> None:
    axpy = load_ptx(AXPY, "axpy")
    library = SimpleNamespace(__cuda_stream__=lambda: (0, -1))
    for stream, handle in (
        *((number, number) for number in (-1, 1 << 64, 1 << 65)),
        (library, -1),
        (SimpleNamespace(ptr=-3), -3),
    ):
        with pytest.raises(
            LaunchError, match=f"stream is {handle}; a handle is a number of 64 bits, not negat"
        ):
            axpy.launch(grid=1, block=32, stream=stream)(16, 32, 1.0, 8)
    for malformed in ((), 5, None):
        with pytest.raises(LaunchError, match="it must be a handle, or a stream of torch"):
            axpy.launch(grid=1, block=32, stream=SimpleNamespace(__cuda_stream__=lambda: malformed))  # noqa: B023
    assert said() == []


def test_a_late_failure_names_the_last_launches(
    said: Any, without_ptxas: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    axpy = load_ptx(AXPY, "axpy")
    go = axpy.launch(grid=5, block=32)
    axpy.launch(grid=4, block=32)(16, 32, 1.0, 8)
    go(16, 32, 1.0, 8)
    monkeypatch.setenv("FAKECUDA_LAUNCH", "700")
    message = (
        r"(?s)of axpy failed: CUDA_ERROR_FAKE \(700\).*a kernel launched before met an illegal address; the "
        r"last launches, the newest first:\n  axpy, grid \(5, 1, 1\)\n  axpy, grid \(4, 1, 1\)"
        r".*help: CUDA_LAUNCH_BLOCKING=1"
    )
    for call in (go, axpy.launch(grid=6, block=32)):  # in native code, on the general path
        with pytest.raises(LaunchError, match=message):
            call(16, 32, 1.0, 8)
    monkeypatch.setenv("CUDA_LAUNCH_BLOCKING", "1")
    with pytest.raises(
        LaunchError, match=r"\n  axpy met an illegal address\n  help: the simulator"
    ) as caught:
        go(16, 32, 1.0, 8)
    assert "launched before" not in str(caught.value)
    monkeypatch.delenv("CUDA_LAUNCH_BLOCKING")
    monkeypatch.setenv("FAKECUDA_LAUNCH", "1")
    with pytest.raises(LaunchError) as caught:
        go(16, 32, 1.0, 8)
    assert "launched before" not in str(caught.value)


# Machine code


@pytest.mark.ptxas
def test_machine_code_launches_as_text_does(said: Any, tmp_path: Path) -> None:
    path = tmp_path / "axpy.cubin"
    path.write_bytes(ptxas.assemble(AXPY.replace("sm_80", "sm_90a"), "sm_90a").cubin)
    axpy = load_cubin(path, "axpy")
    assert [(param.name, param.bytes) for param in axpy.params] == [
        ("p0", 8),
        ("p1", 8),
        ("p2", 4),
        ("p3", 4),
    ]
    assert axpy.program.arch.name == "sm_90a"
    for _ in range(2):
        axpy.launch(grid=1, block=64)(0x1000, 0x2000, 1.0, 8)
    assert (
        said()
        == ["load cubin", "function axpy"]
        + ["launch 7 grid 1 1 1 block 64 1 1 shared 0 stream 0 attributes 0 first 1000 second 2000"] * 2
    )
    other = load_cubin(path.read_bytes(), "other")
    other.launch(grid=1)(0x1000, 2.5, bytes(16))
    assert said()[-1].endswith("first 1000 second 40200000")
    with pytest.raises(LaunchError, match=r"requires \(32, 1, 1\)"):
        other.launch(grid=1, block=64)
    with pytest.raises(LaunchError, match="argument p2 has 8 bytes; the parameter has 16"):
        other.launch(grid=1)(0x1000, 2.5, bytes(8))


@pytest.mark.ptxas
def test_machine_code_is_for_one_generation(said: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    code = load_cubin(ptxas.assemble(AXPY, "sm_80").cubin, "axpy")
    with pytest.raises(
        LaunchError, match="axpy is machine code for sm_80, which sm_90a does not run; load its PTX"
    ):
        code.launch(grid=1, block=32)(16, 32, 1.0, 8)
    monkeypatch.setenv("FAKECUDA_CAPABILITY", "86")
    code.launch(grid=1, block=32)(16, 32, 1.0, 8)
    with pytest.raises(LaunchError, match=r"machine code; there is its \.sass\(\), and no PTX"):
        code.ptx()


@pytest.mark.ptxas
def test_machine_code_cannot_be_simulated() -> None:
    code = load_cubin(ptxas.assemble(AXPY, "sm_80").cubin, "axpy")
    y = np.ones(8, np.float32)
    with pytest.raises(LaunchError, match="axpy is machine code, which only a GPU runs"):
        code.launch(grid=1, block=32)(x(), y, 1.0, 8)
    assert y.tolist() == [1] * 8


@pytest.mark.ptxas
@pytest.mark.parametrize(
    "target", ["sm_75", "sm_80", "sm_90", "sm_90a", "sm_100a", "sm_100f", "sm_103a", "sm_120a"]
)
def test_what_a_cubin_says_of_itself(target: str) -> None:
    text = AXPY.replace("8.0", "8.8").replace("sm_80", target)
    found = read_cubin(ptxas.assemble(text, target).cubin)
    assert (found.target, sorted(found.entries)) == (target, ["axpy", "other"])
    assert [size for _, size in found.entries["other"].params] == [8, 4, 16]
    assert (found.entries["axpy"].reqntid, found.entries["other"].reqntid) == (None, (32, 1, 1))


@pytest.mark.ptxas
def test_large_parameters_of_a_cubin() -> None:
    entry = ".entry big(.param .b8 a[20000], .param .u16 b) { ret; }"
    text = f".version 8.6\n.target sm_90a\n.address_size 64\n{entry}"
    program = from_cubin(ptxas.assemble(text, "sm_90a").cubin)
    assert [param.bytes for param in program.params] == [20000, 2]


@pytest.mark.ptxas
def test_what_is_no_cubin(tmp_path: Path) -> None:
    code = ptxas.assemble(AXPY, "sm_80").cubin
    path = tmp_path / "broken.cubin"
    for data in (b"", b"\x7fELF", code[:100], code[: len(code) // 2], AXPY.encode()):
        path.write_bytes(data)
        with pytest.raises(ToolError, match=r"broken\.cubin: the bytes are not a cubin"):
            load_cubin(path)
    with pytest.raises(LaunchError, match="cannot read"):
        load_cubin(tmp_path / "nowhere.cubin")
    with pytest.raises(LaunchError, match="2 entries"):
        load_cubin(code)
    with pytest.raises(LaunchError, match="no entry 'axpi'"):
        load_cubin(code, "axpi")


# Kernels


def test_a_kernel_launches_by_address(axpy: Kernel) -> None:
    z = np.empty(100, np.float32)
    y = np.ones(100, np.float32)
    axpy.launch(N=100)(y, y, z, 3.0)
    np.testing.assert_array_equal(z, 4 * y)
    axpy.launch(N=100, grid=1, twice=True)(y, y, z, 3.0)
    np.testing.assert_array_equal(z, np.where(np.arange(100) < 64, 8, 4))
    with pytest.raises(LaunchError, match="grid"):
        axpy.launch(N=100, grid=0)
    with pytest.raises(LaunchError, match="no parameter 'M'"):
        axpy.launch(M=100)


def test_a_prepared_call_runs_again(axpy: Kernel, negate: Kernel) -> None:
    a, b = np.ones(100, np.float32), np.arange(100, dtype=np.float32)
    run = axpy.prepare(a, b, alpha=2.0)
    z = run()
    np.testing.assert_array_equal(z, 2 + b)
    a[:] = 5
    assert run() is z
    np.testing.assert_array_equal(z, 10 + b)
    out = np.empty(100, np.float32)
    assert axpy.prepare(a, b, out=out, alpha=1.0)() is out
    again = negate.prepare(a)
    assert again() is None
    assert again() is None
    assert a.tolist() == [5] * 100
    assert repr(run) == "<prepared <launch of axpy, grid (2, 1, 1), block (64, 1, 1)>>"


def test_what_cannot_be_prepared(axpy: Kernel) -> None:
    a = np.ones(100, np.float32)
    with pytest.raises(LaunchError, match="argument Y is float64"):
        axpy.prepare(a, a.astype(np.float64), alpha=1.0)
    with pytest.raises(LaunchError, match=r"alpha .* is missing"):
        axpy.prepare(a, a)
    with pytest.raises(LaunchError, match="shares memory"):
        axpy.prepare(a, a, out=a, alpha=1.0)
    empty = np.ones(0, np.float32)
    assert axpy.prepare(empty, empty, alpha=1.0)().shape == (0,)


def test_an_entry_is_prepared() -> None:
    y = np.ones(8, np.float32)
    run = load_ptx(AXPY, "axpy").prepare(x(), y, 1.0, 8, grid=1, block=32)
    run()
    run()
    np.testing.assert_array_equal(y, 2 * x() + 1)
    with pytest.raises(LaunchError, match="takes 4 arguments"):
        load_ptx(AXPY, "axpy").prepare(y, grid=1, block=32)


# Targets and engines


@pytest.mark.parametrize(
    ("capability", "target"),
    [(75, "sm_75"), (80, "sm_80"), (86, "sm_86"), (89, "sm_89"), (90, "sm_90a"), (100, "sm_100a"),
     (103, "sm_103a"), (110, "sm_110a"), (120, "sm_120a"), (121, "sm_121a")],
)  # fmt: skip
def test_every_card_has_its_most_specific_target(
    capability: int, target: str, said: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKECUDA_CAPABILITY", str(capability))
    assert detect_arch() == target


def test_the_driver_assembles_where_ptxas_is_missing_and_that_is_said_once(
    said: Any, without_ptxas: None, caplog: pytest.LogCaptureFixture
) -> None:
    driver._say_jit.cache_clear()
    for number in range(3):
        load_ptx(AXPY.replace("axpy", f"axpy{number}"), f"axpy{number}").launch(grid=1, block=32)(
            16, 32, 1.0, 8
        )
    assert said().count("load ptx") == 3
    messages = [record.getMessage() for record in caplog.records]
    assert messages == [
        "ptxas was not found, so the driver assembles kernels: slower to start, and spills are not "
        "reported; pip install nvidia-cuda-nvcc"
    ]


def test_a_program_takes_ctypes_addresses(said: Any, without_ptxas: None) -> None:
    memory = ctypes.create_string_buffer(64)
    entry = load_ptx(AXPY, "axpy")
    assert isinstance(entry, Entry)
    entry.launch(grid=1, block=32)(ctypes.addressof(memory), 0, 1.0, 0)
    assert said()[-1].endswith(f"first {ctypes.addressof(memory):x} second 0")


def test_an_engine_needs_no_option_about_arrays(axpy: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    def launch(
        program: Any, args: Any, *, grid: Any, block: Any, cluster: Any, smem: int, note: str = ""
    ) -> Any:
        return program.entry, grid, [type(value) for value in args], note

    monkeypatch.setitem(sys.modules, "engine_of_a_test", SimpleNamespace(launch=launch))
    monkeypatch.setitem(ENGINES, "noting", "engine_of_a_test:launch")
    x = np.ones(64, np.float32)
    with recording() as reports:
        axpy(x, x, alpha=2.0, engine="noting")
        axpy.program(N=64).launch(x, x, x, 2.0, grid=1, engine="noting", note="here")
    array = np.ndarray
    assert [report.detail[2:] for report in reports] == [
        ([array] * 3 + [float], ""),
        ([array] * 3 + [float], "here"),
    ]
    with pytest.raises(TypeError, match="the engine 'noting' has no option 'nots'; did you mean note"):
        axpy.program(N=64).launch(x, x, x, 2.0, grid=1, engine="noting", nots="here")
