"""Grouped GEMM on Hopper: each group of rows of A is multiplied by a matrix B of its own.

The kernel is in the library, `pyptx/kernels/gemm_grouped_hopper.py`, in three designs: for large matrices,
for matrices of few columns, and for groups of few rows. Here are the choice for sizes, and the references.

* `build_grouped_gemm(G, M, N, K)`: G groups of M rows each, and B as it lies, with adjacent columns.
* `build_ragged_gemm(rows, groups, N, K)`: groups of any number of rows, which only the GPU needs to know, and
  the transposes of the matrices B.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from pyptx.kernel import Kernel
from pyptx.kernels.gemm_grouped_hopper import build_gemm_grouped_hopper, choose_design
from pyptx.kernels.roles import SMS
from pyptx.runtime import trial
from pyptx.types import PtxType, f32


@dataclass(frozen=True)
class EqualGroups:
    """A grouped GEMM of arrays with an axis for groups, or of flat ones, where groups are below each other.

    Attributes:
        sizes: Groups, rows of each group, columns of its result, and columns of A.
        kernel: The kernel for A of the shape (G * M, K) and B of the shape (G, K, N).
        flat_kernel: The kernel for a flat B_T of the shape (G * N, K); None where a flat B is (G * K, N).
    """

    sizes: tuple[int, int, int, int]
    kernel: Kernel
    flat_kernel: Kernel | None = None

    def __call__(self, a: Any, b: Any) -> Any:
        """Return `a[g] @ b[g]` for each group g, flat if A is flat.

        Raises:
            ValueError: The arrays have other shapes.
        """
        groups, rows, n, k = self.sizes
        flat = (groups * k, n) if self.flat_kernel is None else (groups * n, k)
        for name, array, shapes in (
            ("A", a, ((groups, rows, k), (groups * rows, k))),
            ("B", b, ((groups, k, n), flat)),
        ):
            if tuple(array.shape) not in shapes:
                raise ValueError(
                    f"{name} has the shape {tuple(array.shape)}: pass {shapes[0]} or {shapes[1]}"
                )
        left = a.reshape(groups * rows, k)
        if len(b.shape) == len(flat) and self.flat_kernel is not None:
            made = self.flat_kernel(left, b.reshape(groups, n, k))
        else:
            made = self.kernel(left, b.reshape(groups, k, n))
        return made.reshape(*a.shape[:-1], n)


def build_grouped_gemm(
    G: int, M: int, N: int, K: int, *, out: PtxType = f32, sms: int = SMS, arch: str = "sm_90a"
) -> EqualGroups:
    """Build `C[g] = A[g] @ B[g]` for A[G, M, K] and B[G, K, N] in bf16, or flat (G * M, K) and (G * K, N).

    Args:
        G: Groups.
        M: Rows of A and C in a group.
        N: Columns of B and C, a multiple of 8.
        K: Columns of A, rows of B in a group; a multiple of 8.
        out: Element type of C: f32 or bf16.
        sms: Multiprocessors of the GPU.
        arch: Target.
    """
    design = "narrow" if choose_design(M * G, G, N) != "dense" else "dense"
    made = build_gemm_grouped_hopper(out=out, design=design, rows_each=M, transposed=True, sms=sms, arch=arch)
    return EqualGroups((G, M, N, K), made)


def build_ragged_gemm(
    rows: int, groups: int, N: int, K: int, *, out: PtxType | None = None, sms: int = SMS,
    arch: str = "sm_90a",
) -> Kernel:  # fmt: skip
    """Build the kernel for A[rows, K], B_T[groups, N, K] and the ends of the groups; it takes other sizes."""
    design = choose_design(rows, groups, N)
    return build_gemm_grouped_hopper(out=out, design=design, sms=sms, arch=arch)


def grouped_gemm_ref(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Compute the reference of `build_grouped_gemm` in NumPy, in f64, for arrays with an axis for groups."""
    return a.astype(np.float64) @ b.astype(np.float64)


def ragged_gemm_ref(a: np.ndarray, b_t: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Compute the reference of `build_ragged_gemm` in NumPy, in f64."""
    parts = np.split(a.astype(np.float64), ends[:-1])
    return np.concatenate([part @ b.astype(np.float64).T for part, b in zip(parts, b_t, strict=True)])


def main(
    N: int = 256, K: int = 128, *sizes: int, arch: str = "sm_90a",
    build: Callable[..., Kernel] = build_ragged_gemm,
    build_equal: Callable[..., EqualGroups] = build_grouped_gemm,
) -> None:  # fmt: skip
    """Run both once against the references; `sizes` are the rows of the ragged groups."""
    ends = np.cumsum(sizes or (100, 0, 300, 17), dtype=np.int32)
    rows, groups = int(ends[-1]), len(ends)
    rng = np.random.default_rng(0)
    a = rng.uniform(-1, 1, (rows, K)).astype(ml_dtypes.bfloat16)
    b_t = rng.uniform(-1, 1, (groups, N, K)).astype(ml_dtypes.bfloat16)
    made = build(rows, groups, N, K, sms=4, arch=arch)
    trial(made, (a, b_t, ends), expected=ragged_gemm_ref(a, b_t, ends), tolerance=4e-3)
    a, b = (rng.uniform(-1, 1, (3, *shape)).astype(ml_dtypes.bfloat16) for shape in ((100, K), (K, N)))
    equal = build_equal(3, 100, N, K, sms=4, arch=arch).kernel
    trial(equal, (a.reshape(-1, K), b), expected=grouped_gemm_ref(a, b).reshape(-1, N), tolerance=1e-4)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
