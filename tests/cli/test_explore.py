"""`pyptx run --schedule` and `--explore`: what only some schedules show, and how to see it again."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from click.testing import CliRunner

from pyptx.cli import main

if TYPE_CHECKING:
    from click.testing import Result

SHARE = """.version 8.0
.target sm_80
.address_size 64
.visible .entry share(.param .u64 out)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<3>;
    .shared .b32 box[64];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd1, %rd1, %rd2;
    cvt.u32.u64 %r2, %rd2;
    {other}
    mov.u32 %r0, box;
    add.u32 %r2, %r2, %r0;
    add.u32 %r3, %r3, %r0;
    {first}
    st.shared.u32 [%r2], %r1;
    {second}
    ld.shared.u32 %r1, [%r3];
    st.global.u32 [%rd1], %r1;
    ret;
}
"""
FIRST, LAST = "and.b32 %r3, %r2, 127;", "or.b32 %r3, %r2, 128;"
"""The warp whose numbers all warps take: the first after the start, or after a barrier."""

WAIT, CLEAR = "bar.sync 0;", "st.shared.u32 [%r2], 99;\n    bar.sync 0;"

MAIN = """
import pathlib

import numpy as np

from pyptx.program import from_ptx

PROGRAM = from_ptx(pathlib.Path(__file__).with_name("share.ptx").read_text())

def main(how: str = "exit"):
    out = np.zeros(64, np.uint32)
    print("launching")
    PROGRAM.launch(out, grid=1, block=64)
    right = (out == np.arange(64) | 32).all()
    if how == "exit" and not right:
        raise SystemExit("wrong numbers")
    assert right, "not shared"
"""


def pyptx(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def share(folder: Path, first: str = "", second: str = "", other: str = FIRST) -> Path:
    path = folder / "share.ptx"
    text = SHARE.replace("{first}", first).replace("{second}", second).replace("{other}", other)
    path.write_text(text)
    return path


def run_command(command: str) -> Result:
    words = shlex.split(command)
    assert words[0] == "pyptx"
    return pyptx(*words[1:])


LAUNCH = ("--grid", "1", "--block", "64", "--arg", "out=u32[64]:rand")
NO_RACES = ("--check", "uninitialized")


def test_races_are_looked_for_unless_the_caller_selects_other_checks(tmp_path: Path) -> None:
    """Both threads of a pair write one number: no schedule shows a difference."""
    text = (
        share(tmp_path, CLEAR, WAIT)
        .read_text()
        .replace("[%r2], %r1", "[%r3], %r1")
        .replace("[%rd1], %r1", "[%rd1], 7")
    )
    path = tmp_path / "same.ptx"
    path.write_text(text)
    done = pyptx("run", path, *LAUNCH, "--explore", 3)
    assert (done.exit_code, "SimFault: race: " in done.stdout) == (1, True)
    repeated = run_command(done.stdout.splitlines()[-1].strip())
    assert (repeated.exit_code, repeated.stderr.startswith("SimFault: race: ")) == (1, True)
    for off in ("uninitialized", "none"):
        done = pyptx("run", path, *LAUNCH, "--explore", 3, "--check", off)
        assert (done.exit_code, done.stdout) == (0, "5 schedules, none fails\n")
    refused = pyptx("run", path, *LAUNCH, "--explore", 3, "--check", "none", "--check", "races")
    assert "--check none cannot be combined with other checks" in refused.output


def test_a_right_kernel_passes_all(tmp_path: Path) -> None:
    done = pyptx("run", share(tmp_path, CLEAR, WAIT), *LAUNCH, "--explore", 20)
    assert (done.exit_code, done.stdout) == (0, "22 schedules, none fails\n")


def test_zero_is_a_seed_and_a_number_of_random_schedules(tmp_path: Path) -> None:
    path = share(tmp_path, CLEAR, WAIT)
    done = pyptx("run", path, *LAUNCH, "--explore", 0)
    assert (done.exit_code, done.stdout) == (0, "2 schedules, none fails\n")
    done = pyptx("run", path, *LAUNCH, "--schedule", "random", "--seed", 0, "--arg-seed", 0)
    assert done.exit_code == 0
    for option in ("--explore", "--seed", "--arg-seed"):
        assert f"'{option}': -1 is not in the range" in pyptx("run", path, *LAUNCH, option, -1).stderr


def test_a_fault_that_the_usual_schedules_do_not_show(tmp_path: Path) -> None:
    path = share(tmp_path)
    for schedule in ("late", "early"):
        assert pyptx("run", path, *LAUNCH, "--schedule", schedule).exit_code == 0
    done = pyptx("run", path, *LAUNCH, *NO_RACES, "--explore", 50)
    assert done.exit_code == 1
    assert "SimFault: uninitialized-memory: " in done.stdout
    assert "ld.shared.u32" in done.stdout


def test_the_smallest_seed_is_reported_and_happens_again(tmp_path: Path) -> None:
    path = share(tmp_path)
    (failure,) = json.loads(pyptx("run", path, *LAUNCH, *NO_RACES, "--explore", 50, "--json").stdout)[
        "failures"
    ]
    assert (failure["schedule"], failure["rule"]) == ("random", "uninitialized-memory")
    for seed in range(failure["seed"]):
        assert pyptx("run", path, *LAUNCH, "--schedule", "random", "--seed", seed).exit_code == 0
    assert " --arg-seed 0 " in failure["replay"]
    repeated = run_command(failure["replay"])
    assert repeated.exit_code == 1
    assert repeated.stderr == f"SimFault: {failure['message']}\n"


def test_results_that_differ(tmp_path: Path) -> None:
    result = json.loads(
        pyptx("run", share(tmp_path, CLEAR), *LAUNCH, *NO_RACES, "--explore", 50, "--json").stdout
    )
    (failure,) = result["failures"]
    assert failure["type"] == "Difference"
    assert "out: " in failure["message"]
    assert ", not " in failure["message"]
    repeated = run_command(failure["replay"])
    assert repeated.exit_code == 1
    assert failure["message"] in repeated.stdout


def test_all_kinds_of_failures(tmp_path: Path) -> None:
    path = share(tmp_path, CLEAR)
    done = pyptx("run", path, *LAUNCH, *NO_RACES, "--explore", 12, "--keep-going", "--json")
    result = json.loads(done.stdout)
    assert result["runs"] == result["schedules"] == 14
    assert len(result["failures"]) == 1


@pytest.mark.parametrize(
    ("how", "said"), [("exit", "wrong numbers"), ("assert", "AssertionError: not shared")]
)
def test_a_main_that_fails(how: str, said: str, tmp_path: Path) -> None:
    share(tmp_path, CLEAR, other=LAST)
    path = tmp_path / "share.py"
    path.write_text(MAIN)
    assert pyptx("run", path, how).exit_code == 0
    (failure,) = json.loads(pyptx("run", path, how, *NO_RACES, "--explore", 50, "--json").stdout)["failures"]
    assert failure["message"].startswith(said)
    assert failure["output"] == "launching\n"
    assert "--arg-seed" not in failure["replay"]
    text = pyptx("run", path, how, *NO_RACES, "--explore", 50).stdout
    assert said in text
    assert failure["replay"] in text
    repeated = run_command(failure["replay"])
    assert repeated.exit_code == 1
    assert said in repeated.stderr


def test_a_main_that_fails_shows_its_launches_and_its_own_frames(tmp_path: Path) -> None:
    share(tmp_path, "", WAIT, LAST)
    path = tmp_path / "share.py"
    path.write_text(MAIN.replace("assert right", "assert not right"))
    done = pyptx("run", path, "assert", "--profile")
    assert done.exit_code == 1
    assert "bytes moved" in done.stdout
    first = done.stderr.splitlines()[1]
    assert f'{path}", line' in first
    assert "AssertionError: not shared" in done.stderr
    result = json.loads(pyptx("run", path, "assert", "--json").stdout)
    assert result["failed"] == "AssertionError: not shared"
    assert len(result["launches"]) == 1


def test_shadow() -> None:
    path = Path(__file__).resolve().parents[2] / "examples" / "ampere" / "gemm.py"
    words = ("run", path, 64, 64, 32, "--shadow")
    text = pyptx(*words).stdout
    assert "D: largest error" in text
    assert "reference engine" not in text
    (launch,) = json.loads(pyptx(*words, "--json").stdout)["launches"]
    (output,) = launch["shadow"]["outputs"]
    assert output["name"] == "D"
    assert "gemm.py" in output["shares"][0]["line"]


def test_double_double_shadows_run_on_the_reference_engine() -> None:
    path = Path(__file__).resolve().parents[2] / "examples" / "ampere" / "gemm.py"
    text = pyptx("run", path, 64, 64, 32, "--double-double").stdout
    assert "D: largest error" in text
    assert "on the slower reference engine: shadow= in double-double" in text


def test_profile(tmp_path: Path) -> None:
    path = share(tmp_path, "", WAIT, LAST)
    text = pyptx("run", path, *LAUNCH, "--profile").stdout
    assert "bytes moved" in text
    assert "ld.shared.u32 %r1, [%r3];  (PTX line" in text
    (launch,) = json.loads(pyptx("run", path, *LAUNCH, "--profile", "--json").stdout)["launches"]
    assert launch["profile"]["traffic"]["shared"]["written"] == 256
    assert launch["profile"]["histogram"]["st.shared.u32"] == 64
    assert set(launch["fidelity"].values()) == {"exact"}
    (tmp_path / "share.py").write_text(MAIN)
    done = pyptx("run", tmp_path / "share.py", "--profile")
    assert done.exit_code == 0
    assert "bytes moved" in done.stdout


def test_order(tmp_path: Path) -> None:
    path = tmp_path / "power.ptx"
    path.write_text(
        ".version 7.0\n.target sm_80\n.address_size 64\n"
        ".visible .entry power(.param .u64 out) {\n.reg .b32 %r<2>; .reg .f32 %f<5>; .reg .b64 %rd<2>;\n"
        "ld.param.u64 %rd1, [out]; mov.b32 %r1, 0x0C000C00;\n"  # two f16 of 2^-12
        "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r1, %r1}, {%r1},"
        " {0f3F800000, 0f3F800000, 0f3F800000, 0f3F800000};\n"
        "ex2.approx.f32 %f4, %f0; st.global.f32 [%rd1], %f0; ret;\n}\n"
    )
    launch = ("--grid", "1", "--block", "32", "--arg", "out=f32[1]", "--save", f"out={tmp_path / 'out.npy'}")
    for order, level, total in (("any", "approximate", 1 + 2.0**-21), ("sm_70", "hardware", 1.0)):
        done = pyptx("run", path, *launch, "--order", order)
        assert f"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 ({level})" in done.stdout
        assert "not exact: ex2.approx.f32 (rounded), mma" in done.stdout
        assert np.load(tmp_path / "out.npy")[0] == total
    assert "no order 'sm_1'" in pyptx("run", path, *launch, "--order", "sm_1").stderr


def test_trace(tmp_path: Path) -> None:
    path, out = share(tmp_path, "", WAIT, LAST), tmp_path / "trace.json"
    assert pyptx("run", path, *LAUNCH, "--trace", out).exit_code == 0
    trace = json.loads(out.read_text())
    assert trace["otherData"]["kernels"] == ["share"]
    assert {event["ph"] for event in trace["traceEvents"]} >= {"X", "M"}
    out.unlink()
    short = [word.replace("[64]", "[63]") for word in LAUNCH]
    assert pyptx("run", path, *short, "--trace", out).exit_code == 1  # a store out of bounds
    assert json.loads(out.read_text())["traceEvents"]
    silent = tmp_path / "silent.py"
    silent.write_text("def main(): pass")
    done = pyptx("run", silent, "--trace", tmp_path / "none.json")
    assert "none.json is not written" in done.stderr
    assert not (tmp_path / "none.json").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--explore", "2", "--schedule", "late"], "leave out --schedule"),
        (["--keep-going"], "--keep-going is for --explore"),
        (["--explore", "2", "--engine", "gpu"], "--explore is for the simulator"),
        (["--profile", "--engine", "gpu"], "--profile is for the simulator"),
        (["--explore", "2", "--profile"], "--profile is for one run"),
        (["--shadow", "--engine", "gpu"], "--shadow is for the simulator"),
        (["--explore", "2", "--shadow"], "--shadow is for one run"),
        (["--explore", "2", "--double-double"], "--double-double is for one run"),
        (["--order", "sm_90", "--engine", "gpu"], "--order is for the simulator"),
        (["--explore", "2", "--order", "sm_90"], "--order is for one run"),
        (["--trace", "x.json", "--engine", "gpu"], "--trace is for the simulator"),
        (["--explore", "2", "--trace", "x.json"], "--trace is for one run"),
        (["--explore", "2", "--save", "out=x.npy"], "--save is for one run"),
    ],
)
def test_words_without_a_meaning_together(words: list[str], message: str, tmp_path: Path) -> None:
    done = pyptx("run", share(tmp_path), *LAUNCH, *words)
    assert done.exit_code == 2
    assert message in done.stderr


INTERRUPTED = """
RUNS = []

def main():
    RUNS.append(None)
    if len(RUNS) == 3:
        raise KeyboardInterrupt
"""


def test_ctrl_c_ends_with_the_runs_so_far(tmp_path: Path) -> None:
    file = tmp_path / "kernel.py"
    file.write_text(INTERRUPTED)
    done = CliRunner().invoke(main, ["run", str(file), "--explore", "5"])
    assert done.exit_code == 1
    assert done.stdout == "interrupted: 2 of 7 schedules, none fails\n"
    assert done.stderr.splitlines()[-1] == "Aborted!"
