"""Grouped GEMM on Blackwell: each group of rows of A is multiplied by a matrix B of its own.

The kernel is in the library, `pyptx/kernels/gemm_grouped_blackwell.py`. The functions and the references are
those for Hopper, with one difference: a flat B of `build_grouped_gemm(G, M, N, K)` is B_T of the shape
(G * N, K), while B with an axis for groups is (G, K, N), with adjacent columns.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from runpy import run_path
from typing import Any

from pyptx.kernels.gemm_grouped_blackwell import build_gemm_grouped_blackwell as build_ragged_gemm
from pyptx.kernels.roles_blackwell import SMS
from pyptx.types import PtxType, f32

HOPPER = run_path(str(Path(__file__).resolve().parents[1] / "hopper" / "grouped_gemm.py"))
grouped_gemm_ref, ragged_gemm_ref = HOPPER["grouped_gemm_ref"], HOPPER["ragged_gemm_ref"]


def build_grouped_gemm(
    G: int, M: int, N: int, K: int, *, out: PtxType = f32, sms: int = SMS, arch: str = "sm_100a"
) -> Any:
    """Build `C[g] = A[g] @ B[g]` for A[G, M, K] and B[G, K, N] in bf16, or flat (G * M, K) and (G * N, K).

    Args:
        G: Groups.
        M: Rows of A and C in a group.
        N: Columns of B and C, a multiple of 8.
        K: Columns of A; a multiple of 8.
        out: Element type of C: f32 or bf16.
        sms: Multiprocessors of the GPU.
        arch: Target.
    """
    kernels = (
        build_ragged_gemm(M * G, G, N, K, out=out, rows_each=M, transposed=transposed, sms=sms, arch=arch)
        for transposed in (True, False)
    )
    return HOPPER["EqualGroups"]((G, M, N, K), *kernels)


main = partial(HOPPER["main"], arch="sm_100a", build=build_ragged_gemm, build_equal=build_grouped_gemm)

if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
