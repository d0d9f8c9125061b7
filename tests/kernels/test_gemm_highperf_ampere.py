"""The fastest GEMM for Ampere: numbers, sizes, races, and its machine code."""

from __future__ import annotations

import re
from pathlib import Path
from runpy import run_path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyptx.errors import LaunchError
from pyptx.types import PtxType, bf16, f16, f32
from tests.kernels.kept import keeping
from tests.kernels.loops import report_of, smallest_loop

SOURCE = run_path(
    str(Path(__file__).resolve().parents[2] / "examples" / "ampere" / "gemm_highperf_ampere.py")
)
built_gemm = keeping(SOURCE["build_gemm_highperf"])
KINDS: dict[str, dict[str, Any]] = {
    "bf16": {"out": bf16},
    "f16": {"dtype": f16, "out": f16},
    "f32": {"dtype": f16},
    "256 columns": {"columns": 256, "out": bf16},
    "256 columns, f32": {"columns": 256},
}
"""Options of the builder."""
ELEMENTS: dict[PtxType, Any] = {bf16: ml_dtypes.bfloat16, f16: np.float16}


def inputs(kind: str, m: int, n: int, k: int) -> tuple[np.ndarray, np.ndarray]:
    rng, dtype = np.random.default_rng(m + n + k), ELEMENTS[KINDS[kind].get("dtype", bf16)]
    return rng.uniform(-1, 1, (m, k)).astype(dtype), rng.uniform(-1, 1, (n, k)).astype(dtype)


def check(kind: str, made: np.ndarray, a: np.ndarray, b_t: np.ndarray) -> None:
    out = KINDS[kind].get("out", f32)
    relative = {bf16: 2**-8, f16: 2**-11, f32: 1e-5}[out]
    np.testing.assert_allclose(made.astype(np.float64), SOURCE["gemm_ref"](a, b_t), rtol=relative, atol=1e-4)


@pytest.mark.parametrize(
    "sizes", [(16, 8, 16), (128, 256, 64), (300, 264, 136), (130, 77, 200), (1, 1, 8), (5, 1030, 72)], ids=str
)
@pytest.mark.parametrize("kind", KINDS)
def test_gemm(kind: str, sizes: tuple[int, int, int]) -> None:
    a, b_t = inputs(kind, *sizes)
    check(kind, built_gemm(**KINDS[kind])(a, b_t), a, b_t)


def test_sizes_are_launch_arguments(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "pyptx.kernel")
    kernel = built_gemm()
    for sizes in ((64, 64, 64), (1300, 140, 200), (17, 8, 24)):
        a, b_t = inputs("bf16", *sizes)
        check("bf16", kernel(a, b_t), a, b_t)
    traces = [record for record in caplog.records if "traced" in record.getMessage()]
    assert len(traces) == 1


@pytest.mark.parametrize("kind", ["bf16", "256 columns, f32"])
def test_an_output_between_other_bytes(kind: str) -> None:
    """D starts two elements after a multiple of 16 bytes: no store is wider than an element."""
    a, b_t = inputs(kind, 70, 64, 40)
    element = np.float32 if "f32" in kind else a.dtype
    whole = np.full(70 * 64 + 4, 99, element)
    out = whole[2:-2].reshape(70, 64)
    built_gemm(**KINDS[kind])(a, b_t, out=out)
    check(kind, out, a, b_t)
    assert (whole[[0, 1, -2, -1]] == 99).all()


@pytest.mark.ptx_sim(seeds=5, gpu=False)
@pytest.mark.parametrize("sizes", [(150, 264, 264), (70, 131, 72)], ids=str)
@pytest.mark.parametrize("kind", ["bf16", "256 columns, f32"])
def test_it_is_free_of_races(kind: str, sizes: tuple[int, int, int]) -> None:
    """The ring goes round, and a part of each tile is outside D."""
    a, b_t = inputs(kind, *sizes)
    check(kind, built_gemm(**KINDS[kind])(a, b_t), a, b_t)


@pytest.mark.parametrize("kind", KINDS)
def test_shared_and_global_memory_are_accessed_without_waste(kind: str) -> None:
    size, options = 256, KINDS[kind]
    a, b_t = inputs(kind, size, size, size)
    out = np.zeros((size, size), a.dtype if "out" in options else np.float32)
    program = built_gemm(**options).program()
    grid = (2 * size // options.get("columns", 128),)
    report = program.launch(a, b_t, out, *[size] * 6, grid=grid, engine="sim", profile=True)
    check(kind, out, a, b_t)
    shared, memory = (report.detail.profile.traffic[space] for space in ("shared", "global"))
    assert shared.conflicts == 0
    assert memory.sectors == memory.fewest_sectors


@pytest.mark.parametrize(("columns", "step"), [(128, 32), (256, 64)])
def test_shared_memory_is_busy_for_three_quarters_of_the_time(columns: int, step: int) -> None:
    """Wavefronts of two launches, whose K differ by 512, beside the clocks of the tensor cores."""
    kernel, wavefronts = built_gemm(columns=columns, out=bf16), []
    for k in (512, 1024):
        a, b_t = inputs("bf16", 128, columns, k)
        out = np.zeros((128, columns), a.dtype)
        sizes = k, k, columns, k, 128, columns  # rows of A, B_T and D; K, M and N
        report = kernel.program().launch(a, b_t, out, *sizes, grid=(1,), engine="sim", profile=True)
        check("bf16", out, a, b_t)
        wavefronts.append(report.detail.profile.traffic["shared"].wavefronts)
    clocks = 128 * columns * 512 / 1024  # 1024 multiply-adds a clock
    assert 0.5 < (wavefronts[1] - wavefronts[0]) / clocks <= 0.75


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize("kind", KINDS)
def test_machine_code(kind: str) -> None:
    """CUTLASS has 1.13 to 1.53 other instructions for each `HMMA`."""
    kernel = built_gemm(**KINDS[kind])
    report, wide = report_of(kernel), "256" in kind
    assert report.messages == ()
    assert report.spill_store_bytes == report.spill_load_bytes == 0
    assert report.ctas_per_sm == (1 if wide else 2)
    products = 128 if wide else 64
    body = smallest_loop(kernel, "HMMA", products)
    assert sum("HMMA" in line for line in body) == products
    assert len(body) - products <= (0.75 if wide else 1.0) * products
    assert sum("LDSM" in line for line in body) == products // 4
    assert not re.search("MEMBAR|ERRBAR|CCTL|LDL|STL", "\n".join(body))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"dtype": f32}, "dtype=f32, out=f32: this kernel takes bf16 or f16"),
        ({"out": f16}, "dtype=bf16, out=f16"),
        ({"columns": 192}, "columns=192: this kernel has tiles of 128 or 256 columns"),
    ],
)
def test_it_says_what_it_takes(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        built_gemm(**options)


def test_a_k_that_no_copy_divides_is_refused() -> None:
    a, b_t = inputs("bf16", 64, 64, 12)
    with pytest.raises(LaunchError, match="K=12, which is not a multiple of 8"):
        built_gemm()(a, b_t)
