"""GEMM on Hopper, step five: `act(alpha * A @ B_T.T + beta * C + bias)`, in two designs.

The kernel is in the library, `pyptx/kernels/gemm_hopper.py`. Compared with `gemm_tma_store.py`:

* The results of a consumer leave by two panels in turn. They take 32 KiB in all, so that four stages of
  48 KiB fit.
* Each consumer has a warp that stores for it, and loads C.
* Sizes are launch arguments, and arrays have any strides that a tensor map has: one kernel serves them all.
* In the pingpong design each consumer has its own tiles, and writes one while the other one multiplies.
"""

from __future__ import annotations

import sys

import ml_dtypes
import numpy as np

from pyptx.kernels.epilogue import GELU
from pyptx.kernels.gemm_hopper import build_gemm_hopper as build_gemm_highperf
from pyptx.runtime import trial
from pyptx.types import PtxType, bf16, f16, f32


def gemm_ref(
    a: np.ndarray, b_t: np.ndarray, c: np.ndarray | None = None, bias: np.ndarray | None = None, *,
    alpha: float = 1.0, beta: float = 0.0, activation: str | None = None,
) -> np.ndarray:  # fmt: skip
    """Compute the reference in NumPy, in f64."""
    x = alpha * (a.astype(np.float64) @ b_t.astype(np.float64).T)
    for added in (None if c is None else beta * c.astype(np.float64), bias):
        if added is not None:
            x = x + added.astype(np.float64)
    if activation == "relu":
        return np.maximum(x, 0)
    if activation is None:
        return x
    y = x if activation == "silu" else GELU[0] * (x + GELU[1] * x**3)
    return x / (1 + np.exp(-y))


def example(
    M: int, N: int, K: int, *, dtype: PtxType = bf16, out: PtxType | None = None, scaled: bool = False,
    bias: bool = False,
) -> list[np.ndarray]:  # fmt: skip
    """The inputs of a kernel."""
    rng = np.random.default_rng(M + N + K)
    shapes = [(M, K), (N, K), *([(M, N)] if scaled else []), *([(N,)] if bias else [])]
    types = [dtype, dtype, out or dtype, out or dtype]
    elements = {bf16: ml_dtypes.bfloat16, f16: np.float16, f32: np.float32}
    return [rng.uniform(-1, 1, shape).astype(elements[of]) for shape, of in zip(shapes, types, strict=False)]


def main(M: int = 512, N: int = 512, K: int = 128, *, arch: str = "sm_90a") -> None:
    """Run it once against the reference, alone and with all that it can add."""
    a, b_t, c, bias = example(M, N, K, scaled=True, bias=True)
    plain = build_gemm_highperf(arch=arch)
    trial(plain, (a, b_t), expected=gemm_ref(a, b_t), tolerance=4e-3)
    pingpong = build_gemm_highperf(pingpong=True, arch=arch)
    trial(pingpong, (a, b_t), expected=gemm_ref(a, b_t), tolerance=4e-3)
    whole = build_gemm_highperf(scaled=True, bias=True, activation="gelu", arch=arch)
    factors = {"alpha": 0.5, "beta": 2.0}
    expected = gemm_ref(a, b_t, c, bias, activation="gelu", **factors)
    trial(whole, (a, b_t, c, bias), expected=expected, tolerance=1e-2, **factors)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
