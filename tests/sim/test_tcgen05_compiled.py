"""Kernels that Triton compiled for sm_100a: right results, and no report, under every schedule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyptx.program import from_ptx
from pyptx.sim import simulate

FOLDER = Path(__file__).parents[1] / "corpus" / "ptx" / "triton"
SCHEDULES = pytest.mark.parametrize(("schedule", "seed"), [("late", 0), ("early", 0), ("random", 1)])


def launch(name: str, args: list[Any], grid: tuple[int, int, int], **options: Any) -> None:
    """Run a kernel with its scratch memory, which it may write."""
    program = from_ptx((FOLDER / name).read_text())
    scratch = [np.zeros(1 << 16, np.uint8) for _ in range(2)]
    simulate(program, [*args, *scratch], grid=grid, block=(128, 1, 1), smem=120_000, checks="all", **options)


@SCHEDULES
@pytest.mark.parametrize(
    ("name", "dtype", "out"),
    [
        ("matmul_f16.sm_100.ptx", np.float16, np.float16),
        ("matmul_bf16.sm_100.ptx", ml_dtypes.bfloat16, np.float32),
        ("matmul_e5m2.sm_100.ptx", ml_dtypes.float8_e5m2, np.float32),
    ],
)
def test_products(name: str, dtype: Any, out: Any, schedule: str, seed: int) -> None:
    rng = np.random.default_rng(0)
    m, n, k = 128, 64, 96
    a, b = rng.normal(size=(m, k)).astype(dtype), rng.normal(size=(k, n)).astype(dtype)
    c = np.zeros((m, n), out)
    launch(name, [a, b, c, m, n, k, k, n, n], (m // 64, n // 64, 1), schedule=schedule, seed=seed)
    expected = a.astype(np.float64) @ b.astype(np.float64)
    np.testing.assert_allclose(c, expected, rtol=1e-3, atol=2e-2 if out is np.float16 else 1e-4)


@SCHEDULES
def test_products_of_tensor_copies(schedule: str, seed: int) -> None:
    rng = np.random.default_rng(0)
    m, n, k = 128, 128, 128
    a, b = (rng.normal(size=(rows, k)).astype(np.float16) for rows in (m, n))
    c = np.zeros((m, n), np.float16)
    args = [a, b, c, m, n, k]
    launch("matmul_by_descriptor.sm_100.ptx", args, (m // 128, n // 64, 1), schedule=schedule, seed=seed)
    np.testing.assert_allclose(c, a.astype(np.float64) @ b.astype(np.float64).T, rtol=1e-3, atol=2e-2)


@SCHEDULES
def test_attention_with_its_probabilities_in_tensor_memory(schedule: str, seed: int) -> None:
    rng = np.random.default_rng(0)
    length, depth, scale = 128, 64, np.float32(0.125 * np.log2(np.e))
    q, k, v = (rng.normal(size=(length, depth)).astype(np.float16) for _ in range(3))
    out = np.zeros_like(q)
    args = [q, k, v, out, length, scale]
    launch("attention.sm_100.ptx", args, (length // 64, 1, 1), schedule=schedule, seed=seed)
    scores = q.astype(np.float64) @ k.astype(np.float64).T * float(scale)
    scores[~np.tril(np.ones((length, length), np.bool_))] = -np.inf
    weights = 2.0 ** (scores - scores.max(1, keepdims=True))
    expected = weights @ v.astype(np.float64) / weights.sum(1, keepdims=True)
    np.testing.assert_allclose(out, expected, atol=3e-3)
