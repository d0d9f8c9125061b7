"""GEMM of fp8 on Hopper, with scales for rows of A and blocks of B_T, as DeepSeek's models have them.

The kernel is in the library, `pyptx/kernels/gemm_fp8_hopper.py`. Here are the quantisation and the reference:

* 128 elements of a row of A share a scale. The scales are stored with M as the last dimension: a stage needs
  those of its rows side by side. Their rows begin at multiples of 16 bytes.
* 128 x 128 elements of B_T share a scale.
"""

from __future__ import annotations

import sys

import ml_dtypes
import numpy as np

from pyptx.kernels.gemm_fp8_hopper import BLOCK, build_gemm_fp8_hopper
from pyptx.runtime import trial

LARGEST = float(ml_dtypes.finfo(ml_dtypes.float8_e4m3fn).max)


def quantise_rows(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the e4m3 of x[M, K], and scales[ceil(K / 128), M]."""
    rows, blocks = len(x), -(-x.shape[1] // BLOCK)
    scales = np.ones((blocks, -(-rows // 4) * 4), np.float32)[:, :rows]
    for block in range(blocks):
        scales[block] = np.abs(x[:, block * BLOCK : (block + 1) * BLOCK]).max(axis=1) / LARGEST
    return (x / spread(scales.T, 1, x.shape)).astype(ml_dtypes.float8_e4m3fn), scales


def quantise_blocks(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the e4m3 of x[N, K], and scales[ceil(N / 128), ceil(K / 128)]."""
    high, wide = (-(-size // BLOCK) for size in x.shape)
    scales = np.ones((high, wide), np.float32)
    for i, j in np.ndindex(high, wide):
        scales[i, j] = np.abs(x[i * BLOCK :, j * BLOCK :][:BLOCK, :BLOCK]).max() / LARGEST
    return (x / spread(scales, BLOCK, x.shape)).astype(ml_dtypes.float8_e4m3fn), scales


def spread(scales: np.ndarray, rows: int, shape: tuple[int, ...]) -> np.ndarray:
    """Return the scale of each element, where so many rows share one."""
    return scales.repeat(rows, axis=0).repeat(BLOCK, axis=1)[: shape[0], : shape[1]]


def gemm_ref(a: np.ndarray, scales_a: np.ndarray, b_t: np.ndarray, scales_b: np.ndarray) -> np.ndarray:
    """Compute the reference in NumPy, in f64."""
    left = a.astype(np.float64) * spread(scales_a.T, 1, a.shape)
    return left @ (b_t.astype(np.float64) * spread(scales_b, BLOCK, b_t.shape)).T


def example(M: int, N: int, K: int) -> tuple[np.ndarray, ...]:
    """The inputs of the kernel."""
    rng = np.random.default_rng(M + N + K)
    a, b_t = rng.standard_normal((M, K)), rng.standard_normal((N, K))
    return *quantise_rows(a), *quantise_blocks(b_t)


def main(M: int = 512, N: int = 512, K: int = 400, *, arch: str = "sm_90a") -> None:
    """Run it once against the reference."""
    inputs = example(M, N, K)
    expected = gemm_ref(*inputs)
    tolerance = 2**-8 * float(np.abs(expected).max())
    trial(build_gemm_fp8_hopper(arch=arch), inputs, expected=expected, tolerance=tolerance)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
