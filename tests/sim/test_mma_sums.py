"""Sums of `wgmma` and `tcgen05.mma`: the same bits on both, in float32 in the order of K."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyptx.sim.native import MISSING
from pyptx.types import f32

M, N, K = 128, 128, 128
EXAMPLES = Path(__file__).parents[2] / "examples"
RNG = np.random.default_rng(5)


def spread(low: int, high: int) -> Any:
    """Operands whose exponents are in a range."""
    shape = 2, M, K
    return RNG.normal(size=shape) * 2.0 ** RNG.integers(low, high, shape)


def special() -> Any:
    """Operands with infinities, NaN and negative zeros among others."""
    made = RNG.normal(size=(2, M, K))
    for value, part in ((np.inf, 5e-4), (np.nan, 5e-4), (-0.0, 0.3)):
        made[RNG.random(made.shape) < part] = value
    return made


def in_order(a: Any, b: Any) -> Any:
    """``a @ b.T`` in float32: one rounding for each product, of a sum with 64 bits."""
    total = np.zeros((M, N), np.float32)
    for k in range(K):
        products = np.outer(a[:, k], b[:, k]).astype(np.longdouble)
        total = (total + products).astype(np.float32)
    return np.where(np.isnan(total), np.uint32(0x7FFF_FFFF), total.view(np.uint32))


@pytest.fixture(scope="module")
def kernels() -> list[Any]:
    hopper = run_path(str(EXAMPLES / "hopper" / "gemm_warp_specialised.py"))["build_gemm_warp_specialised"]
    blackwell = run_path(str(EXAMPLES / "blackwell" / "gemm_highperf_blackwell.py"))["build_gemm"]
    return [hopper(M, N, K), blackwell(M, N, K, out=f32)]


@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
@pytest.mark.filterwarnings("ignore:invalid value encountered:RuntimeWarning")
@pytest.mark.parametrize(
    "values",
    [spread(0, 1), spread(-60, 60), spread(-76, -60), spread(56, 62), special()],
    ids=["alike", "wide", "subnormal sums", "overflow", "special"],
)
def test_sums_are_in_order(kernels: list[Any], values: Any) -> None:
    a, b = values.astype(ml_dtypes.bfloat16)
    out = np.zeros((M, N), np.float32)
    expected = in_order(a.astype(np.float64), b.astype(np.float64))
    for kernel in kernels:
        for native in (False,) if MISSING else (False, True):
            out[...] = 1
            kernel.program().launch(a, b, out, grid=kernel.grid, engine="sim", native=native)
            np.testing.assert_array_equal(out.view(np.uint32), expected)
