"""Benchmarks that need a GPU run on the simulator with `--dry`, every line but the GPU's."""

from __future__ import annotations

import json
from pathlib import Path
from runpy import run_path

import pytest

torch = pytest.importorskip("torch")

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


def test_gemms_for_blackwell_run_dry(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = tmp_path / "results.json"
    run_path(str(BENCHMARKS / "bench_blackwell_gemm.py"))["main"](["--dry", "64", "--json", str(written)])
    results = json.loads(written.read_text())
    names = [row["name"] for row in results["rows"]]
    assert names == ["cuBLASLt (torch)", "pyptx, one CTA", "pyptx, pairs"]
    assert all(row["error"] < 0.01 and row["microseconds"] > 0 for row in results["rows"])
    printed = capsys.readouterr().out
    assert all(name in printed for name in names)
    assert results["conditions"]["card"] == "none: the simulator"


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_without_a_gpu_they_name_the_option() -> None:
    with pytest.raises(SystemExit, match="--dry runs without one"):
        run_path(str(BENCHMARKS / "bench_blackwell_gemm.py"))["main"]([])
