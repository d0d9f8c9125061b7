"""GEMM on Blackwell: tensor memory, one issuing thread, and an epilogue that overlaps the next tile.

The kernel is in the library, `pyptx/kernels/gemm_blackwell.py`, with its warps in `roles_blackwell.py`. Here
are the names of its two designs, for given sizes, and the reference.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import ml_dtypes
import numpy as np

from pyptx.kernel import Kernel
from pyptx.kernels.gemm_blackwell import PAIR, SINGLE, build_gemm_blackwell
from pyptx.runtime import trial
from pyptx.types import f32


def build_gemm(M: int, N: int, K: int, *, stages: int = SINGLE.stages, **options: Any) -> Kernel:
    """Build `D = A @ B_T.T` for A[M, K] and B_T[N, K] in bf16, with one CTA per tile of 128 x 256.

    Args:
        M: Rows of A and D.
        N: Rows of B_T, columns of D; D's rows are a multiple of 16 bytes.
        K: Columns of A and B_T, a multiple of 8.
        stages: Stages of the ring: 48 KB of shared memory each, at most 4.
        options: Those of `build_gemm_blackwell`.

    Raises:
        ValueError: A size is not a multiple that a tensor copy needs.
    """
    return build_gemm_blackwell(M, N, K, design=replace(SINGLE, stages=stages), **options)


def build_gemm_2sm(M: int, N: int, K: int, *, stages: int = PAIR.stages, **options: Any) -> Kernel:
    """Build the same with a pair of CTAs per tile of 256 x 256; a stage has 64 KB in each CTA."""
    return build_gemm_blackwell(M, N, K, design=replace(PAIR, stages=stages), **options)


build_gemm_persistent = build_gemm


def gemm_ref(a: np.ndarray, b_t: np.ndarray) -> np.ndarray:
    """Compute the reference in NumPy, in f64."""
    return a.astype(np.float64) @ b_t.astype(np.float64).T


def main(M: int = 512, N: int = 512, K: int = 256, *, arch: str = "sm_100a") -> None:
    """Run both once against the reference."""
    rng = np.random.default_rng(0)
    a = rng.uniform(-1, 1, (M, K)).astype(ml_dtypes.bfloat16)
    b_t = rng.uniform(-1, 1, (N, K)).astype(ml_dtypes.bfloat16)
    for build in (build_gemm, build_gemm_2sm):
        trial(build(M, N, K, out=f32, arch=arch), (a, b_t), expected=gemm_ref(a, b_t), tolerance=1e-4)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
