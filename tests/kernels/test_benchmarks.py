"""Every line of the benchmarks runs without a GPU: `--dry` replaces one, or takes small sizes."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from contextlib import redirect_stdout
from functools import cache
from itertools import filterfalse
from pathlib import Path
from runpy import run_path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from pyptx.sim.native import MISSING
from tests.frameworks import torch

pytestmark = pytest.mark.needs("torch")

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
NAMES = [path.stem for path in BENCHMARKS.glob("bench_*.py")]
CASES = {
    "bench_blackwell_gemm": ["GEMM bf16"],
    "bench_blackwell_kernels": [
        "attention bf16", "GEMM mxfp8", "GEMM mxfp4", "GEMM nvfp4", "grouped GEMM", "rms_norm", "layer_norm",
        "softmax", "swiglu",
    ],
    "bench_hopper_gemm": ["GEMM bf16", "GEMM fp8"],
    "bench_hopper_kernels": [
        "attention bf16", "attention forward and backward", "decode", "grouped GEMM", "rms_norm",
        "layer_norm", "softmax", "swiglu",
    ],
    "bench_ampere_kernels": ["GEMM bf16", "rms_norm", "layer_norm", "softmax", "swiglu"],
}  # fmt: skip
"""How the names of the cases of each script begin."""


@cache
def script(name: str) -> dict[str, Any]:
    """Return the globals of a script; some import torch."""
    return run_path(str(BENCHMARKS / f"{name}.py"))


def compares(name: str) -> bool:
    return "from comparison import" in (BENCHMARKS / f"{name}.py").read_text("utf-8")


def test_the_speed_of_the_simulator_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    script("bench_sim")["main"](["--dry"])
    printed = capsys.readouterr().out
    expected = ["wgmma GEMM", "tcgen05 GEMM", "start-up of hopper"]
    if not MISSING:
        expected += [
            "divergent branch: ",
            "rows of 36 bytes",
            "empty CTAs of 1024 threads",
            "RMSNorm 2x4096                     native no checks",
        ]
        expected += [
            f"loop of {instruction.split()[0]} " for instruction in script("bench_sim")["BESIDE_FMA"]
        ]
    assert [start for start in expected if f"\n{start}" not in printed] == []


def test_one_command_runs_all_scripts_that_compare() -> None:
    assert {*filter(compares, NAMES)} == script("run_all")["BENCHMARKS"].keys()


OTHERS = {"bench_sim", "bench_launch", "bench_virtual"}
"""Scripts that need no card and have tests of their own."""


@pytest.mark.parametrize("name", sorted({*filterfalse(compares, NAMES)} - OTHERS))
def test_a_script_that_needs_no_card_runs_dry(name: str) -> None:
    """It prints its table; other tests run the scripts of the simulator and of launches."""
    done = subprocess.run(
        [sys.executable, str(BENCHMARKS / f"{name}.py"), "--dry"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert len(re.findall(r"\d\.\d", done.stdout)) >= 4, done.stdout


@pytest.mark.skipif(bool(MISSING), reason="the virtual GPU needs the native module")
def test_programs_of_other_packages_run_dry_where_these_are_installed() -> None:
    command = [sys.executable, str(BENCHMARKS / "bench_virtual.py"), "--dry"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for package in ("numba", "triton"):
        rows = [line for line in done.stdout.splitlines() if line.startswith(package)]
        is_measured = [bool(re.search(r" s +virtual GPU +\d+\.\d+ s +\d", row)) for row in rows]
        assert is_measured == [True] * 5 or ["not measured: " in row for row in rows] == [True], done.stdout


@cache
def run_dry(name: str) -> tuple[str, str]:
    """Run a script in this process, which has torch already; return its results in JSON and its output."""
    path, printed = BENCHMARKS / f"{name}.py", io.StringIO()
    with TemporaryDirectory() as folder, redirect_stdout(printed), pytest.MonkeyPatch.context() as patch:
        file = Path(folder) / "results.json"
        patch.setattr(sys, "argv", [str(path), "--dry", "--json", str(file)])
        run_path(str(path), run_name="__main__")
        return file.read_text(), printed.getvalue()


@pytest.mark.parametrize("name", CASES)
def test_a_script_that_compares_runs_dry(name: str) -> None:
    results, printed = run_dry(name)
    check_results(name, results)
    assert "none: the simulator" in printed


def test_the_table_has_the_results_of_all_targets(tmp_path: Path) -> None:
    names = "bench_hopper_gemm", "bench_ampere_kernels"
    for name in names:
        (tmp_path / f"{name}.json").write_text(run_dry(name)[0])
    tables = script("run_all")["table"](tmp_path).split("| case | candidate |")[1:]
    for name, own in zip(names, tables, strict=True):
        assert all(f"| {each} |" in own for each in check_results(name, run_dry(name)[0]))


def check_results(name: str, made: str) -> list[str]:
    """Return the names of the candidates of a script, which are right in each of its cases."""
    results = json.loads(made)
    assert results["conditions"]["card"] == "none: the simulator"
    rows = results["rows"]
    for case in CASES[name]:
        names = [row["name"] for row in rows if row["case"].startswith(case)]
        assert any(name.startswith("pyptx") for name in names)
        # On a CPU torch has no product of matrices with scales of blocks.
        assert case.startswith(("GEMM mx", "GEMM fp8", "GEMM nvfp4")) or any(
            "torch" in name for name in names
        )
    assert all(row["error"] <= row["tolerance"] < 0.1 and row["microseconds"] > 0 for row in rows)
    return [row["name"] for row in rows]


@pytest.mark.ptxas
def test_one_command_runs_a_script_launches_and_bars_dry(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other tests run the other scripts, and compare all kernels with their bars."""
    main, name = script("run_all")["main"], "bench_ampere_kernels"
    assert CASES.keys() == script("run_all")["BENCHMARKS"].keys()
    monkeypatch.setitem(main.__globals__, "BENCHMARKS", {name: script("run_all")["BENCHMARKS"][name]})
    monkeypatch.setitem(main.__globals__, "BARS", {"bars": ["benchmarks/bars.py", "swiglu"]})
    main([str(tmp_path), "--dry"])
    assert (tmp_path / "bars.txt").read_text().count("| none |\n") == 2
    launches = (tmp_path / "bench_launch.txt").read_text()
    assert "kernel(x, y, out=z)" in launches
    assert "not measured, --dry" in launches
    table = (tmp_path / "table.md").read_text()
    assert table in capsys.readouterr().out
    assert all(each in table for each in check_results(name, (tmp_path / f"{name}.json").read_text()))


@pytest.mark.parametrize(
    ("capability", "own"),
    [
        ((10, 0), ["tcgen05_suite", "bench_blackwell_gemm", "bench_blackwell_kernels"]),
        ((10, 3), ["tcgen05_suite", "bench_blackwell_gemm", "bench_blackwell_kernels"]),
        ((9, 0), ["bench_hopper_gemm", "bench_hopper_kernels"]),
        ((8, 0), ["bench_ampere_kernels"]),
    ],
)
def test_a_card_has_the_steps_of_its_target(
    capability: tuple[int, int], own: list[str], tmp_path: Path
) -> None:
    steps = script("run_all")["steps"](tmp_path, capability)
    assert list(steps) == ["tests", *own, "bench_launch", "bars"]
    if capability[0] == 10:
        assert steps["tcgen05_suite"][-1] == f"sm_10{capability[1]}a"


def compare(*arguments: str) -> None:
    """Compare functions that return 1, where that is right, with one that returns more and one that fails."""

    def case(name: str, **calls: Any) -> Any:
        exact = {"exact": lambda x: x + 0}
        return script("comparison")["Case"](
            name, lambda _: (torch.ones(4),), lambda x: x, exact | calls, bytes=32
        )

    cases = [case("wrong", more=lambda x: x + 0.5), case("broken", raises=lambda x: x @ "x"), case("right")]
    script("comparison")["main"]("Ones.", {(9, 0): "sm_90a"}, lambda _: iter(cases), list(arguments))


def test_a_wrong_output_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    compare("--dry", "--only", "right")
    with pytest.raises(SystemExit, match=r"^wrong numbers: wrong: more$"):
        compare("--dry", "--only", "wrong")
    printed = capsys.readouterr().out
    assert "copy (torch)" in printed
    assert "error 5.0e-01  more" in printed
    assert "error 0.0e+00  exact" in printed


def test_a_candidate_that_fails_does_not_stop_the_other_cases(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match=r"^failed:\nbroken: TypeError"):
        compare("--dry")
    assert "\nright\n" in capsys.readouterr().out


def test_no_case_is_an_error() -> None:
    with pytest.raises(SystemExit, match="no case has 'left' in its name"):
        compare("--dry", "--only", "left")


def test_without_a_gpu_they_name_the_option(tmp_path: Path) -> None:
    if torch.cuda.is_available():
        pytest.skip("there is a GPU")
    for start in (compare, lambda: script("run_all")["main"]([str(tmp_path)])):
        with pytest.raises(SystemExit, match="--dry runs without one"):
            start()
