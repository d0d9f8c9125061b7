"""The pyptx command: what it prints, where, and how it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from click.testing import CliRunner

from pyptx.cli import main
from pyptx.sim.native import extension
from pyptx.toolchain import cache, find_or_none, ptxas, sass

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

SCALE = """.version 8.0
.target sm_80
.address_size 64
.visible .entry scale(.param .u64 x, .param .f32 by)
{
    .reg .f32 %f<3>;
    .reg .b32 %r<2>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [x];
    ld.param.f32 %f1, [by];
    cvta.to.global.u64 %rd2, %rd1;
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd2, %rd2, %rd3;
    ld.global.f32 %f2, [%rd2];
    mul.f32 %f2, %f2, %f1;
    st.global.f32 [%rd2], %f2;
    ret;
}
"""

KERNELS = """
import numpy as np
from pyptx import Tile, kernel, ptx
from pyptx.runtime import trial
from pyptx.types import u32

@kernel(out_specs=(Tile("N", u32),), arch="sm_80")
def seven(Y, *, value=7):
    (py,) = ptx.global_ptrs(Y)
    ptx.inst.st.global_.u32(ptx.addr(py), value)

def build_scaled(K: int, *, arch: str = "sm_80"):
    return kernel(out_specs=(Tile(K, u32),), arch=arch)(lambda Y: ptx.ret())

def build_rows(*shape: int):
    if not shape:
        raise ValueError("a row has columns")
    return build_scaled(shape[-1])

def main(expected: int = 7, arch: str = "sm_80") -> None:
    trial(seven, (), expected=np.array([expected]), tolerance=0.0, N=1)
"""


def pyptx(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def scale(tmp_path: Path) -> Path:
    path = tmp_path / "scale.ptx"
    path.write_text(SCALE)
    return path


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PYPTX_LIBCUDA", "/nowhere/libcuda.so")
    path = tmp_path / "kernels.py"
    path.write_text(KERNELS)
    return path


LAUNCH = ("--grid", 1, "--block", 8, "--arg", "x=f32[8]:arange", "--arg", "by=3")


def test_run_a_ptx_file(scale: Path) -> None:
    done = pyptx("run", scale, *LAUNCH)
    assert done.exit_code == 0
    assert "scale: simulator, grid 1x1x1, block 8x1x1" in done.stdout
    assert "x: float32[8] min 0 max 21 mean 10.5: 0, 3, 6" in done.stdout


def test_json_has_no_numbers_that_json_does_not_have(scale: Path) -> None:
    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is not JSON")

    for fill, word in (("nan", "NaN"), ("inf", "Infinity"), ("-inf", "-Infinity")):
        np.save(scale.parent / "x.npy", np.full(4, float(fill), np.float32))
        words = ("--grid", 1, "--block", 4, "--arg", f"x={scale.parent / 'x.npy'}", "--arg", "by=1.0")
        result = json.loads(pyptx("run", scale, *words, "--json").stdout, parse_constant=refuse)
        assert result["arrays"]["x"]["max"] == word
        assert result["arrays"]["x"]["values"] == [word] * 4


def test_run_as_json(scale: Path) -> None:
    result = json.loads(pyptx("run", scale, *LAUNCH, "--json").stdout)
    assert result["launches"][0]["engine"] == "sim"
    assert result["arrays"]["x"]["values"] == [0, 3, 6, 9, 12, 15, 18, 21]


def test_run_with_a_description_and_save(scale: Path, tmp_path: Path) -> None:
    description, out = tmp_path / "launch.json", tmp_path / "out.npy"
    args = {"x": "f32[4]:2", "by": 0.5}
    description.write_text(json.dumps({"entry": "scale", "grid": [1], "block": 4, "args": args}))
    done = pyptx("run", scale, "--launch", description, "--save", f"x={out}")
    assert done.exit_code == 0
    assert np.load(out).tolist() == [1.0] * 4
    assert pyptx("run", scale, "--launch", description, "--arg", f"x={out}").exit_code == 0


def test_random_arguments_are_the_same_every_time(scale: Path) -> None:
    words = ("run", scale, "--grid", 1, "--block", 4, "--arg", "x=f32[4]:randn", "--arg", "by=1", "--json")
    first, second, other = (json.loads(pyptx(*words, *more).stdout)["arrays"]["x"]["values"] for more in
                            ((), (), ("--seed", 1)))  # fmt: skip
    assert first == second != other


def test_a_fault_is_a_finding(scale: Path) -> None:
    words = ("run", scale, "--grid", 1, "--block", 64, "--arg", "x=f32[8]", "--arg", "by=1")
    done = pyptx(*words)
    assert done.exit_code == 1
    assert "SimFault: out-of-bounds" in done.stderr
    assert "Traceback" not in done.stderr
    error = json.loads(pyptx(*words, "--json").stdout)["error"]
    assert (error["type"], error["rule"], error["ptx_line"]) == ("SimFault", "out-of-bounds", 15)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--grid", "1", "--block", "8", "--arg", "by=1"],
            "parameter x (.u64) has no argument; give --arg x=",
        ),
        ([*LAUNCH, "--arg", "z=1"], "scale has no parameter z (it has x, by)"),
        (["--block", "8", "--arg", "x=f32[8]", "--arg", "by=1"], "no grid given"),
        ([*LAUNCH, "--grid", "one"], "'one' is not one to three numbers"),
        ([*LAUNCH, "--arg", "x"], "'x' is not NAME=SPEC"),
        ([*LAUNCH, "--arg", "x=f33[8]"], "PTX has no type 'f33'"),
        ([*LAUNCH, "--arg", "x=f32[8]:many"], "'many' is neither a number"),
        ([*LAUNCH, "--arg", "x=nothing.npy"], "cannot read nothing.npy"),
        ([*LAUNCH, "--arg", "by=much"], "'much' is not an argument"),
        ([*LAUNCH, "--entry", "scales"], "did you mean scale?"),
        ([*LAUNCH, "9"], "arguments of a PTX kernel are given with --arg"),
    ],
)
def test_wrong_usage(words: list[object], message: str, scale: Path) -> None:
    done = pyptx("run", scale, *words)
    assert done.exit_code == 2
    assert message in done.stderr


@pytest.mark.parametrize(
    ("description", "message"),
    [
        (b"[1]", "no JSON object"),
        (b'{"args": 5}', "args is an object of names and arguments"),
        (b'{"args": {"x": [300], "by": 1}}', "[300] is not a list of bytes"),
        (b"\xff", "cannot read"),
    ],
)
def test_wrong_descriptions(description: bytes, message: str, scale: Path, tmp_path: Path) -> None:
    (tmp_path / "launch.json").write_bytes(description)
    done = pyptx("run", scale, "--launch", tmp_path / "launch.json")
    assert done.exit_code == 2
    assert message in done.stderr


def test_files_that_cannot_be_read_or_written(scale: Path, tmp_path: Path) -> None:
    (tmp_path / "machine.ptx").write_bytes(b"\xff\xfe")
    assert "cannot read" in pyptx("run", tmp_path / "machine.ptx", "--grid", 1).stderr
    saved = pyptx(
        "run", scale, "--grid", 1, "--block", 32, "--arg", "x=f32[32]", "--arg", "by=2",
        "--save", f"x={tmp_path}/none/x.npy",
    )  # fmt: skip
    assert saved.exit_code == 2
    assert "No such file or directory" in saved.stderr


def test_what_the_machine_lacks_is_code_3(scale: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYPTX_LIBCUDA", "/nowhere/libcuda.so")
    done = pyptx("run", scale, *LAUNCH, "--engine", "gpu")
    assert done.exit_code == 3
    assert "MissingDeviceError: no CUDA driver" in done.stderr


def test_run_a_python_file(kernels: Path) -> None:
    done = pyptx("run", kernels)
    assert done.exit_code == 0
    assert "seven on the simulator: largest error 0" in done.stdout
    assert "seven: simulator, grid 1x1x1, block 1x1x1" in done.stdout
    result = json.loads(pyptx("run", kernels, "--json").stdout)
    assert [launch["entry"] for launch in result["launches"]] == ["seven"]


def test_wrong_numbers_are_a_finding(kernels: Path) -> None:
    done = pyptx("run", kernels, "expected=8")
    assert done.exit_code == 1
    assert "wrong numbers" in done.stderr
    assert json.loads(pyptx("run", kernels, "8", "--json").stdout)["failed"].startswith("seven: wrong")


def test_a_main_that_does_not_take_the_arguments(kernels: Path, tmp_path: Path) -> None:
    done = pyptx("run", kernels, "size=8")
    assert done.exit_code == 2
    assert "unexpected keyword argument 'size'" in done.stderr
    (tmp_path / "empty.py").write_text("")
    assert "has no main()" in pyptx("run", tmp_path / "empty.py").stderr


SWAP = """
from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.types import u32

@kernel(out_specs=(Tile(64, u32),), grid=1, block=64)
def reverse(Y):
    (py,) = ptx.global_ptrs(Y)
    tid, tile = reg.from_(ptx.special.tid.x(), u32), smem.alloc(u32, 64)
    tile[tid] = tid
    ptx.bar.sync(0)
    ptx.st(u32, ptx.addr(py + tid * 4), tile[63 - tid])

assert reverse()[0] == 63
"""


def test_a_file_without_main_runs_under_the_options(tmp_path: Path) -> None:
    right, wrong, falls = tmp_path / "right.py", tmp_path / "wrong.py", tmp_path / "falls.py"
    right.write_text(SWAP)
    wrong.write_text(SWAP.replace("    ptx.bar.sync(0)\n", ""))
    falls.write_text(SWAP.replace("== 63", "== 62"))
    done = pyptx("run", right, "--check", "races")
    assert done.exit_code == 0
    assert done.stdout.startswith("reverse: simulator, grid 1x1x1, block 64x1x1")
    assert "3 schedules, none fails" in pyptx("run", right, "--explore", 1).stdout
    done = pyptx("run", wrong, "--check", "races")
    assert done.exit_code == 1
    assert "SimFault: race: this thread reads tile[63]" in done.stderr
    assert pyptx("run", falls).exit_code == 1
    for word in ("5", "--arch=sm_90"):
        assert "has no main()" in pyptx("run", right, word).stderr


def test_emit(kernels: Path) -> None:
    done = pyptx("emit", f"{kernels}:seven", "value=9")
    assert done.exit_code == 0
    assert done.stdout.startswith(".version")
    assert ".entry seven" in done.stdout
    assert ", 9;" in done.stdout
    assert pyptx("emit", kernels).stdout.count(".entry seven") == 1
    assert ".loc" in pyptx("emit", kernels, "--lineinfo").stdout
    built = pyptx("emit", f"{kernels}:build_scaled", "K=4", "arch=sm_90a", "--json")
    assert json.loads(built.stdout)["arch"] == "sm_90a"
    assert (
        pyptx("emit", f"{kernels}:build_rows", "shape=2,4").stdout
        == pyptx("emit", f"{kernels}:build_rows", "shape=4").stdout
        != ""
    )


@pytest.mark.parametrize(
    ("target", "words", "code", "message"),
    [
        (":eight", [], 2, "the file has no kernel 'eight' (it has seven, build_scaled, build_rows)"),
        (":build_scaled", [], 2, "build_scaled needs K=…"),
        (":build_rows", [], 2, "build_rows: a row has columns (it takes shape=…,…)"),
        (":seven", ["values=1"], 2, "did you mean value?"),
        (":seven", ["9"], 2, "'9' is not NAME=VALUE"),
        (":seven", ["value=1.5"], 1, "TraceError"),
        ("x.py", [], 2, "cannot read"),
    ],
)
def test_emit_says_what_is_wrong(
    target: str, words: list[str], code: int, message: str, kernels: Path
) -> None:
    done = pyptx("emit", f"{kernels}{target}", *words)
    assert message in done.stderr
    assert done.exit_code == code


SIZE = "A size is a word without an option: N=256"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["k.py:f", "--set", "N=256"], SIZE),
        (["k.py:f", "--N", "256"], SIZE),
        (["k.py:f", "--N=256"], SIZE),
        (["k.py:f", "-DN=256"], SIZE),
        (["k.py:f", "-N256", "--json"], SIZE),
        (["k.ptx", "--n", "4"], "Did you mean --arg n=4?"),
        (["k.ptx", "--smen", "4"], "--smem"),
        (["k.py:f", "--races"], "Did you mean --check races?"),
        (["k.py:f", "--random"], "Did you mean --schedule random?"),
        (["k.ptx", "--threads", "64"], "Did you mean --block?"),
    ],
)
def test_an_option_that_does_not_exist_names_what_was_meant(words: list[str], message: str) -> None:
    done = pyptx("run", *words)
    assert message in done.stderr
    assert done.exit_code == 2


def test_a_kernel_without_a_colon(kernels: Path) -> None:
    kernels.write_text(f"{kernels.read_text()}\ndef main(K: int) -> None: ...\n")
    done = pyptx("run", kernels, "build_scaled", "K=4")
    assert f"did you mean {kernels}:build_scaled?" in done.stderr


def test_emit_of_ptx_names_what_it_takes(scale: Path) -> None:
    done = pyptx("emit", scale)
    assert done.exit_code == 2
    assert f"{scale} is PTX; this takes FILE.py[:KERNEL]" in done.stderr


@pytest.mark.ptxas
@pytest.mark.skipif(find_or_none("nvdisasm") is None, reason="nvdisasm is not installed")
def test_emit_machine_code(kernels: Path) -> None:
    assert "STG" in pyptx("emit", kernels, "--sass").stdout


def test_check(scale: Path, tmp_path: Path) -> None:
    done = pyptx("check", scale, "--no-ptxas")
    assert done.exit_code == 0
    assert "no findings by parser and verifier" in done.stdout
    bad = tmp_path / "bad.ptx"
    bad.write_text(SCALE.replace("mul.f32", "mul.f33"))
    done = pyptx("check", scale, bad, "--no-ptxas")
    assert done.exit_code == 1
    assert "bad.ptx:16: verifier: mul.f33" in done.stdout
    bad.write_text(SCALE.replace("ret;", "ret"))
    found = json.loads(pyptx("check", bad, "--json").stdout)["files"][0]["findings"]
    assert [finding["by"] for finding in found] == ["parser"]
    assert pyptx("check", tmp_path / "nothing.ptx").exit_code == 2


@pytest.mark.ptxas
def test_check_asks_ptxas(scale: Path, tmp_path: Path) -> None:
    assert "and ptxas" in pyptx("check", scale).stdout
    bad = tmp_path / "bad.ptx"
    bad.write_text(SCALE.replace("mul.f32", "mul.f33"))
    assert "bad.ptx:16: ptxas error: Unknown modifier '.f33'" in pyptx("check", bad).stdout


@pytest.mark.ptxas
def test_check_says_which_target_ptxas_was_asked_about(tmp_path: Path) -> None:
    old = tmp_path / "old.ptx"
    text = ".version 7.0\n.target sm_50\n.address_size 64\n.entry k() { .reg .b32 %r; WHAT; ret; }\n"
    old.write_text(text.replace("WHAT", "popc.b32 %r, %r"))
    done = pyptx("check", old)
    assert done.exit_code == 0
    assert "which does not support sm_50 and assembled for sm_75" in done.stdout
    result = json.loads(pyptx("check", old, "--json").stdout)["files"][0]
    assert (result["target"], result["assembled_for"]) == ("sm_50", "sm_75")
    old.write_text(text.replace("WHAT", "redux.sync.add.s32 %r, %r, 1"))
    done = pyptx("check", old)
    assert "verifier: redux.sync.add.s32 %r, %r, 1: needs PTX >= 7.0 and sm_80 or newer" in done.stdout
    assert "ptxas error" in done.stdout


def test_doctor(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PYPTX_LIBCUDA", "/nowhere/libcuda.so")
    monkeypatch.setenv("PYPTX_CACHE_DIR", str(tmp_path))
    done = pyptx("doctor")
    assert done.exit_code == 0
    assert "help: install NVIDIA's driver" in done.stdout
    result: dict[str, Any] = json.loads(pyptx("doctor", "--json").stdout)
    assert result["engines"]["sim"]["works"]
    assert not result["engines"]["gpu"]["works"]
    assert set(result["tools"]) == {"ptxas", "nvdisasm", "cuobjdump"}
    assert result["packages"]["numpy"]["works"]


@pytest.mark.parametrize(
    ("name", "said", "works"),
    [
        ("STALE", "_native.so was built from other sources\n  help: python -m pip install pyptx", False),
        ("MISSING", "pyptx._native is not installed; install pyptx again", True),
    ],
)
def test_doctor_names_an_older_and_an_absent_native_engine(
    monkeypatch: pytest.MonkeyPatch, name: str, said: str, works: bool
) -> None:
    monkeypatch.setattr(extension, "STALE", "")
    monkeypatch.setattr(extension, name, said)
    done = pyptx("doctor", "--json")
    found = json.loads(done.stdout)["engines"]["sim"]
    assert found["works"] is works
    assert "install pyptx" in found["help"]
    assert done.exit_code == (0 if works else 3)


def test_the_cache_is_listed_checked_and_emptied(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PYPTX_CACHE_DIR", str(tmp_path))
    assert "0 entries, 0.0 MB of 1074 MB" in pyptx("cache", "ls").stdout
    for number in range(3):
        cache.store(cache.key(str(number)), bytes(1000))
    name = cache.key("1")
    listed = pyptx("cache", "ls").stdout
    assert f"{name[:16]}        1.0 kB      0 s" in listed
    now = time.time()
    for entry, age in zip(cache.entries(), (200_000, 30, 7300), strict=True):
        os.utime(entry.path, (now - age, now - age))
    rows = pyptx("cache", "ls").stdout.splitlines()
    ages = [row.split(" kB ")[1].split(maxsplit=2) for row in rows[:3]]
    assert ages == [[*age, "no kernel"] for age in (("30", "s"), ("2", "h"), ("2", "d"))]
    result: dict[str, Any] = json.loads(pyptx("cache", "ls", "--json").stdout)
    assert (len(result["entries"]), result["bytes"]) == (3, 3096)
    assert pyptx("cache", "verify").exit_code == 0
    (tmp_path / name[:2] / name).write_bytes(b"torn")
    done = pyptx("cache", "verify")
    assert done.exit_code == 1
    assert f"{name} was damaged, and is removed\n2 of 3 entries are intact" in done.stdout
    with monkeypatch.context() as locked:
        locked.setattr(cache.Entry, "remove", lambda _: False)
        done = pyptx("cache", "clear")
        assert (done.exit_code, done.stdout) == (3, "0 entries removed; 2 cannot be\n")
    done = pyptx("cache", "clear")
    assert (done.exit_code, done.stdout) == (0, "2 entries removed\n")
    assert list(cache.entries()) == []


def test_the_module_is_the_command(scale: Path) -> None:
    words = [sys.executable, "-m", "pyptx", "check", "--no-ptxas", str(scale)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "no findings" in done.stdout
    assert subprocess.run([*words, "--wrong"], capture_output=True, check=False).returncode == 2


ROWS = """
from pyptx import Tile, kernel, ptx, reg
from pyptx.types import f32

@kernel(in_specs=(Tile("N", f32),), out_specs=(Tile("N", f32),), grid=(1,), block=(32,), arch="sm_80")
def twice(X, Y, *, factor=2.0):
    px, py = ptx.global_ptrs(X, Y)
    offset = ptx.special.tid.x() * 4
    x = reg.scalar(f32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px + offset))
    ptx.inst.st.global_.f32(ptx.addr(py + offset), x * factor)

def main(code=0):
    return code
"""


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "rows.py"
    path.write_text(ROWS)
    return path


def test_one_kernel_of_a_file_runs_on_random_arrays(rows: Path) -> None:
    done = pyptx("run", f"{rows}:twice", "N=32", "--arg", "X=f32[32]:arange", "factor=3.0", "--json")
    assert done.exit_code == 0, done.output
    result = json.loads(done.stdout)
    assert result["launches"][0]["entry"] == "twice"
    assert result["arrays"]["Y"]["values"] == [3.0 * number for number in range(32)]
    random = [pyptx("run", f"{rows}:twice", "N=32", "--seed", seed).stdout for seed in ("1", "1", "2")]
    values = [said.partition("Y: ")[2] for said in random]
    assert values[0] == values[1] != values[2]


def test_one_kernel_of_a_file_runs_under_many_schedules(rows: Path) -> None:
    done = pyptx("run", f"{rows}:twice", "N=32", "--explore", "2")
    assert done.stdout == "4 schedules, none fails\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["twice"], "twice needs N=…"),
        (["twice", "N=32", "--arg", "Z=f32[32]"], "--arg Z: twice has the inputs X"),
        (["twice", "N=32", "--grid", "2"], "--grid is for a PTX file"),
        (["twice", "N=32", "--save", "Z=z.npy"], "there is no array Z (there are Y)"),
        (["thrice"], "no kernel 'thrice'"),
        (["", "--arg", "X=1"], "--arg is for a PTX file or one kernel, FILE.py:NAME"),
        (["", "--block", "1"], "--block is for a PTX file"),
        (["main", "--arg", "X=1"], "--arg is for one kernel, FILE.py:NAME"),
        (["main", "--save", "X=x.npy"], "--save is for one kernel, FILE.py:NAME"),
    ],
)
def test_options_that_a_kernel_does_not_take_are_refused(rows: Path, words: list[str], said: str) -> None:
    name, *rest = words
    done = pyptx("run", f"{rows}:{name}" if name else rows, *rest)
    assert done.exit_code == 2
    assert said in done.stderr


@pytest.mark.parametrize(("returned", "code"), [("0", 0), ("None", 0), ("4", 4), ("[1]", 0), ("False", 0)])
def test_the_number_that_main_returns_is_the_exit_code(rows: Path, returned: str, code: int) -> None:
    assert pyptx("run", rows, f"code={returned}").exit_code == code


@pytest.mark.parametrize("command", ["run", "perf", "view"])
def test_main_may_be_named(kernels: Path, tmp_path: Path, command: str) -> None:
    words = ("-o", tmp_path / "page.html") if command == "view" else ()
    named, whole = (pyptx(command, target, *words) for target in (f"{kernels}:main", kernels))
    assert named.exit_code == whole.exit_code
    assert "returns NoneType" not in named.output


def test_a_kernel_may_be_called_main(rows: Path) -> None:
    rows.write_text(ROWS.replace("def main", "def other").replace("def twice", "def main"))
    done = pyptx("run", f"{rows}:main", "N=32", "--arg", "X=f32[32]:arange", "--json")
    assert json.loads(done.stdout)["arrays"]["Y"]["values"] == [2.0 * number for number in range(32)]


@pytest.mark.parametrize("command", ["run", "perf", "emit"])
def test_a_syntax_error_is_reported_without_frames(tmp_path: Path, command: str) -> None:
    path = tmp_path / "wrong.py"
    path.write_text("def f(:\n")
    done = pyptx(command, path)
    assert done.exit_code == 2
    assert f'File "{path}", line 1' in done.stderr
    assert "Traceback" not in done.output


@pytest.mark.parametrize("command", ["run", "emit"])
def test_an_error_in_a_kernel_is_reported_with_the_frames_of_its_file(rows: Path, command: str) -> None:
    rows.write_text(ROWS.replace("ptx.global_ptrs(", "int.nothing(", 1))
    done = pyptx(command, f"{rows}:twice", "N=32")
    assert done.exit_code == 1
    assert "type object 'int' has no attribute 'nothing'" in done.stderr
    assert done.stderr.count("  File ") == 1
    assert f'File "{rows}"' in done.stderr


def test_check_reads_standard_input_and_goes_on_after_a_file_it_cannot_read(scale: Path) -> None:
    done = CliRunner().invoke(
        main, ["check", "--no-ptxas", "-", "none.ptx", str(scale), "rows.py"], input=SCALE
    )
    assert done.exit_code == 2
    lines = done.stdout.splitlines()
    assert any(line.startswith("cannot read none.ptx") for line in lines)
    assert "rows.py is Python; check its PTX: pyptx emit rows.py:KERNEL | pyptx check -" in lines
    assert [line for line in lines if "no findings" in line] == [
        "-: no findings by parser and verifier",
        f"{scale}: no findings by parser and verifier",
    ]


def test_the_cache_lists_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if find_or_none("ptxas") is None:
        pytest.skip("ptxas is not installed")
    monkeypatch.setenv("PYPTX_CACHE_DIR", str(tmp_path))
    ptxas.assemble(SCALE, "sm_80")
    assert pyptx("cache", "ls").stdout.splitlines()[0].endswith("  scale")
    assert json.loads(pyptx("cache", "ls", "--json").stdout)["entries"][0]["kernels"] == ["scale"]


def test_the_cache_lists_the_kernels_of_listings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if find_or_none("ptxas") is None or not (find_or_none("nvdisasm") or find_or_none("cuobjdump")):
        pytest.skip("ptxas and a disassembler are not installed")
    monkeypatch.setenv("PYPTX_CACHE_DIR", str(tmp_path))
    cubin = ptxas.assemble(SCALE, "sm_80").cubin
    assert sass(cubin) == sass(cubin)
    rows = pyptx("cache", "ls").stdout.splitlines()
    assert sorted(row.rpartition("  ")[2] for row in rows[:2]) == ["listing of scale", "scale"]
    entries = json.loads(pyptx("cache", "ls", "--json").stdout)["entries"]
    assert [entry["kernels"] for entry in entries if entry["listing"]] == [["scale"]]


def test_the_list_of_commands_has_whole_sentences() -> None:
    listed = CliRunner().invoke(main, ["--help"], terminal_width=80).output.partition("Commands:")[2]
    assert len(listed.splitlines()) > 10
    assert "..." not in listed
