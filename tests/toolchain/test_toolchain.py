"""ptxas, nvdisasm and the cache, through the names of pyptx.toolchain."""

from __future__ import annotations

import logging
import os
import stat
import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from pyptx.errors import ToolError
from pyptx.ir import Source
from pyptx.toolchain import Advisory, cache, find, find_or_none, installed, ptxas, sass

if TYPE_CHECKING:
    from pathlib import Path

GOOD = """.version 9.0
.target sm_90a
.address_size 64
.visible .entry twice(.param .u64 p)
{
    .reg .b32 %r<3>;
    .reg .b64 %rd<3>;
    .shared .align 4 .b8 tile[400];
    ld.param.u64 %rd1, [p];
    cvta.to.global.u64 %rd2, %rd1;
    ld.global.u32 %r1, [%rd2];
    add.u32 %r2, %r1, %r1;
    st.global.u32 [%rd2], %r2;
    ret;
}
"""
BAD = GOOD.replace("add.u32 %r2, %r1, %r1;", "add.u32 %r2, %r1;")

needs_ptxas = pytest.mark.ptxas
needs_nvdisasm = pytest.mark.skipif(find_or_none("nvdisasm") is None, reason="nvdisasm is not installed")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYPTX_CACHE_DIR", str(tmp_path / "cache"))


def executable(path: Path, script: str) -> Path:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


BROKEN = {
    "nothing": (":", r"wrote 0 bytes of machine code for sm_90a.*\n  help: .* TMPDIR"),
    "a part": (
        '{real} "$@"; head -c 900 "$out" > "$out.part"; mv "$out.part" "$out"',
        "wrote 900 bytes .* not all",
    ),
    "what it cannot": (
        "echo 'ptxas fatal   : Internal error: writing file' >&2; exit 1",
        r"writing file\n  help: .* TMPDIR",
    ),
    "until it is killed": ("kill -KILL $$", "was ended by signal 9 as it made code for sm_90a"),
}


@needs_ptxas
@pytest.mark.parametrize(("script", "message"), BROKEN.values(), ids=BROKEN.keys())
def test_a_ptxas_that_writes(
    script: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Machine code that is not all there is refused, and not kept."""
    real = find("ptxas").path
    last = 'for out in "$@"; do :; done; case "$1" in --version) exec {real} --version;; esac; '
    tool = executable(tmp_path / "ptxas", (last + script).replace("{real}", str(real)))
    monkeypatch.setenv("PYPTX_PTXAS", str(tool))
    monkeypatch.setenv("PYPTX_CACHE_DIR", str(tmp_path / "cache"))
    with pytest.raises(ToolError, match=message):
        ptxas.assemble(GOOD, "sm_90a")
    assert list(cache.entries()) == []


@needs_ptxas
def test_a_good_text_becomes_a_cubin_with_its_usage() -> None:
    compiled = ptxas.assemble(GOOD, "sm_90a")
    assert compiled.cubin.startswith(b"\x7fELF")
    assert 0 < compiled.registers <= 32
    assert compiled.spill_bytes == 0
    assert compiled.smem == 400
    assert list(compiled.functions) == ["twice"]
    assert compiled.warnings == ()
    empty = ptxas.assemble(GOOD.partition(".visible")[0], "sm_90a")
    assert (dict(empty.functions), empty.registers, empty.spill_bytes, empty.smem) == ({}, 0, 0, 0)


@needs_ptxas
def test_a_text_may_end_as_in_c() -> None:
    assert ptxas.assemble(f"{GOOD}\0", "sm_90a").cubin == ptxas.assemble(GOOD, "sm_90a").cubin
    assert ptxas.check(f"{GOOD}\0", "sm_90a") == ptxas.check(GOOD, "sm_90a")


@needs_ptxas
def test_errors_name_the_ptx_line_and_the_python_line() -> None:
    line = 1 + BAD.splitlines().index("    add.u32 %r2, %r1;")
    with pytest.raises(ToolError) as raised:
        ptxas.assemble(BAD, "sm_90a", lines={line: Source("gemm.py", 11)})
    report = str(raised.value)
    assert "Arguments mismatch" in report
    assert f"PTX line {line}: add.u32 %r2, %r1;" in report
    assert "at gemm.py:11" in report


@needs_ptxas
def test_check_reports_without_raising() -> None:
    assert ptxas.check(GOOD, "sm_90a") == ()
    (found,) = ptxas.check(BAD, "sm_90a")
    assert (found.severity, found.line) == ("error", 12)


@needs_ptxas
@needs_nvdisasm
def test_sass_of_a_cubin() -> None:
    assert "LDG" in sass(ptxas.assemble(GOOD, "sm_90a").cubin)


@needs_nvdisasm
def test_sass_of_garbage_is_refused() -> None:
    with pytest.raises(ToolError, match="refused the cubin"):
        sass(b"not a cubin")


def counted(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file that gets a line for each run of a tool from now on."""
    counter = folder / "runs"
    script = f'case "$*" in *--version*) ;; *) echo x >> {counter};; esac\nexec {find(name).path} "$@"'
    monkeypatch.setenv(f"PYPTX_{name.upper()}", str(executable(folder / name, script)))
    return counter


@needs_ptxas
def test_the_second_time_comes_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counter = counted("ptxas", tmp_path, monkeypatch)
    first = ptxas.assemble(GOOD, "sm_90a")
    second = ptxas.assemble(GOOD, "sm_90a")
    assert second == first
    assert counter.read_text() == "x\n"
    ptxas.assemble(GOOD, "sm_90a", ["-O1"])
    assert counter.read_text() == "x\nx\n"


@needs_ptxas
@needs_nvdisasm
def test_listings_come_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counter = counted("nvdisasm", tmp_path, monkeypatch)
    cubin = ptxas.assemble(GOOD, "sm_90a").cubin
    plain, annotated = (sass(cubin, annotated=bits) for bits in (False, True))
    assert plain != annotated
    assert [sass(cubin, annotated=bits) for bits in (False, True)] == [plain, annotated]
    assert counter.read_text() == "x\nx\n"


def test_a_damaged_entry_is_not_used(caplog: pytest.LogCaptureFixture) -> None:
    name = cache.key("an", "entry")
    cache.store(name, b"payload")
    assert cache.load(name) == b"payload"
    (path,) = [path for path in cache.directory().rglob("*") if path.is_file()]
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    with caplog.at_level(logging.WARNING, "pyptx"):
        assert cache.load(name) is None
    assert "damaged" in caplog.text


def test_no_temporary_file_stays_behind() -> None:
    for number in range(3):
        cache.store(cache.key("entry"), bytes([number]))
    files = [path for path in cache.directory().rglob("*") if path.is_file()]
    assert [path.name for path in files] == [cache.key("entry")]


def test_what_was_not_used_for_longest_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [cache.key(str(number)) for number in range(8)]
    for age, name in enumerate(names):
        cache.store(name, bytes(968))
        os.utime(cache.directory() / name[:2] / name, (10_000_000.0 - age,) * 2)
    assert cache.load(names[7]) == bytes(968)
    monkeypatch.setenv("PYPTX_CACHE_BYTES", "5000")
    assert cache.prune() == 4
    assert {entry.name for entry in cache.entries()} == {*names[:3], names[7]}
    assert cache.prune() == 0


def test_stores_prune_from_time_to_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYPTX_CACHE_BYTES", "3000")
    for number in range(130):
        cache.store(cache.key(str(number)), bytes(68))
    assert sum(entry.bytes for entry in cache.entries()) < 3000 + 64 * 100


def test_a_limit_that_is_no_number_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PYPTX_CACHE_BYTES", "1GB")
    with caplog.at_level(logging.WARNING, "pyptx"):
        assert cache.limit() == cache.DEFAULT_BYTES
    assert "'1GB', which is not a number of bytes" in caplog.text


def test_processes_share_a_folder(tmp_path: Path) -> None:
    script = (
        "import sys\nfrom pyptx.toolchain import cache\n"
        "for turn in range(200):\n"
        "    name = cache.key(str(turn % 5))\n"
        "    cache.store(name, str(turn % 5).encode() * 5000)\n"
        "    found = cache.load(name)\n"
        "    if found not in (None, str(turn % 5).encode() * 5000): sys.exit('torn')\n"
        "    if turn % 20 == 0: cache.prune()\n"
    )
    environment = {**os.environ, "PYPTX_CACHE_BYTES": "12000"}
    running = [subprocess.Popen([sys.executable, "-c", script], env=environment) for _ in range(3)]
    assert [process.wait() for process in running] == [0, 0, 0]
    assert all(entry.is_intact() for entry in cache.entries())


def test_a_cache_that_cannot_be_written_only_warns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("PYPTX_CACHE_DIR", str(blocked / "cache"))
    with caplog.at_level(logging.WARNING, "pyptx"):
        cache.store(cache.key("x"), b"payload")
    assert "nothing is cached" in caplog.text


def test_a_missing_tool_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYPTX_PTXAS", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert find_or_none("ptxas") is None
    with pytest.raises(ToolError, match=r"pip install nvidia-cuda-nvcc"):
        find("ptxas")


def test_wheels_come_before_triton_and_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    preferred = {
        "nvidia/cu13/bin": "nvidia wheel",
        "nvidia/cu9/bin": "nvidia wheel",
        "nvidia/cuda_nvcc/bin": "nvidia wheel",
        "triton/backends/nvidia/bin": "Triton",
        "bin": "PATH",
    }
    wanted = []
    for number, (folder, origin) in enumerate(preferred.items()):
        (tmp_path / folder).mkdir(parents=True)
        version = f"{number}.0.0"
        path = executable(tmp_path / folder / "ptxas", f"echo 'release {number}.0, V{version}'")
        wanted.append((str(path), origin, version))
    monkeypatch.delenv("PYPTX_PTXAS", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    monkeypatch.setattr(
        "importlib.util.find_spec",
        lambda name: SimpleNamespace(submodule_search_locations=[str(tmp_path / name)]),
    )
    assert [(tool.path, tool.origin, tool.version) for tool in installed("ptxas")][:5] == wanted
    for each in wanted:
        tool = find("ptxas")
        assert (tool.path, tool.origin, tool.version) == each
        os.remove(tool)


def test_the_environment_chooses_the_tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = executable(tmp_path / "my-ptxas", "echo 'Cuda compilation tools, release 99.1, V99.1.7'")
    monkeypatch.setenv("PYPTX_PTXAS", str(tool))
    assert (find("ptxas").origin, find("ptxas").version) == ("PYPTX_PTXAS", "99.1.7")
    assert os.fspath(find("ptxas")) == str(tool)
    monkeypatch.setenv("PYPTX_PTXAS", str(tmp_path / "nothing"))
    with pytest.raises(ToolError, match="is not an executable file"):
        find("ptxas")


def test_an_advisory_reports_line_and_source() -> None:
    advisory = Advisory("warning", "unused", 2)
    assert (
        advisory.report("a\n  b\n", {2: Source("k.py", 3)}) == "warning: unused\n  PTX line 2: b\n  at k.py:3"
    )
    assert Advisory("fatal", "no version", None).report("") == "fatal: no version"
