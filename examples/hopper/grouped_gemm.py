"""Grouped GEMM on Hopper: rows of A are sorted by group, and each group has a matrix B of its own.

The kernel is in the library, `pyptx/kernels/gemm_grouped_hopper.py`, in three designs: for large matrices,
for matrices of few columns, and for groups of few rows. Here are the choice for sizes, and the reference.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import ml_dtypes
import numpy as np

from pyptx.kernel import Kernel
from pyptx.kernels.gemm_grouped_hopper import build_gemm_grouped_hopper, choose_design
from pyptx.kernels.roles import SMS
from pyptx.runtime import trial
from pyptx.types import PtxType


def build_grouped_gemm(
    rows: int, groups: int, N: int, K: int, *, out: PtxType | None = None, sms: int = SMS,
    arch: str = "sm_90a",
) -> Kernel:  # fmt: skip
    """Build the kernel for bf16 of these sizes; it takes others, too."""
    design = choose_design(rows, groups, N)
    return build_gemm_grouped_hopper(out=out, design=design, sms=sms, arch=arch)


def grouped_gemm_ref(a: np.ndarray, b_t: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """The same in NumPy, in f64."""
    parts = np.split(a.astype(np.float64), ends[:-1])
    return np.concatenate([part @ b.astype(np.float64).T for part, b in zip(parts, b_t, strict=True)])


def main(
    N: int = 256, K: int = 128, *sizes: int, arch: str = "sm_90a",
    build: Callable[..., Kernel] = build_grouped_gemm,
) -> None:  # fmt: skip
    """Run it once against the reference; `sizes` are the rows of the groups."""
    ends = np.cumsum(sizes or (100, 0, 300, 17), dtype=np.int32)
    rows, groups = int(ends[-1]), len(ends)
    rng = np.random.default_rng(0)
    a = rng.uniform(-1, 1, (rows, K)).astype(ml_dtypes.bfloat16)
    b_t = rng.uniform(-1, 1, (groups, N, K)).astype(ml_dtypes.bfloat16)
    made = build(rows, groups, N, K, sms=4, arch=arch)
    trial(made, (a, b_t, ends), expected=grouped_gemm_ref(a, b_t, ends), tolerance=4e-3)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
