"""GEMM on tensor cores, step three: 64 x 64 warps, stages in flight, and results through shared memory.

The kernel is in the library, `pyptx/kernels/gemm_ampere.py`. Compared with `gemm_pipelined.py`:

* A warp multiplies 64 x 64 of D: each fragment serves four tensor instructions, and shared memory is busy for
  less time than the tensor cores.
* All stages but one are being copied while that one is multiplied.
* Chunks of 16 bytes are swizzled, which spends no byte on padding.
* Fragments are loaded while others are multiplied, across the edge of a stage too.
* Results go through shared memory, and leave as whole rows of a tile.
* Sizes are launch arguments, and tiles are numbered in bands, so that CTAs share rows in the L2 cache.
"""

from __future__ import annotations

import sys
from typing import Any

import ml_dtypes
import numpy as np

from pyptx.kernel import Kernel
from pyptx.kernels import gemm_ampere
from pyptx.runtime import trial
from pyptx.types import PtxType, bf16, f32


def build_gemm_highperf(*sizes: int, out: PtxType = f32, **options: Any) -> Kernel:
    """Build the kernel, with D in f32; M, N and K may be left out, because it takes any sizes."""
    return gemm_ampere.build_gemm_ampere(out=out, **options)


def gemm_ref(a: np.ndarray, b_t: np.ndarray) -> np.ndarray:
    """Compute the reference in NumPy, in f64."""
    return a.astype(np.float64) @ b_t.astype(np.float64).T


def main(M: int = 256, N: int = 256, K: int = 256, *, arch: str = "sm_80") -> None:
    """Run both tiles against the reference, one with results in 16 bits and one in f32."""
    rng = np.random.default_rng(0)
    a = rng.uniform(-1, 1, (M, K)).astype(ml_dtypes.bfloat16)
    b_t = rng.uniform(-1, 1, (N, K)).astype(ml_dtypes.bfloat16)
    expected = gemm_ref(a, b_t)
    trial(
        build_gemm_highperf(out=bf16, arch=arch),
        (a, b_t),
        expected=expected,
        tolerance=2**-8 * np.abs(expected).max(),
    )
    wide = build_gemm_highperf(columns=256, arch=arch)
    trial(wide, (a, b_t), expected=expected, tolerance=1e-4)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
