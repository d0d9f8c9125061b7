"""Grouped GEMM on Blackwell: rows of A are sorted by group, and each group has a matrix B of its own.

The kernel is in the library, `pyptx/kernels/gemm_grouped_blackwell.py`; the reference is that for Hopper.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from runpy import run_path

from pyptx.kernels.gemm_grouped_blackwell import build_gemm_grouped_blackwell as build_grouped_gemm

HOPPER = run_path(str(Path(__file__).resolve().parents[1] / "hopper" / "grouped_gemm.py"))
grouped_gemm_ref = HOPPER["grouped_gemm_ref"]
main = partial(HOPPER["main"], arch="sm_100a", build=build_grouped_gemm)

if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
