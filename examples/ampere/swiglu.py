"""SwiGLU's fused `silu(gate) * up`: read two, write one, two accesses of each on their way in a thread.

The kernel is in the library, `pyptx/kernels/rows_swiglu.py`; `rows.py` there divides rows among threads.
"""

from __future__ import annotations

import sys

import ml_dtypes
import numpy as np

from pyptx.kernels.rows_swiglu import build_fused_silu_mul
from pyptx.runtime import trial
from pyptx.types import bf16, f32


def fused_silu_mul_ref(gate: np.ndarray, up: np.ndarray) -> np.ndarray:
    """Compute the reference in NumPy, in f64."""
    wide = gate.astype(np.float64)
    return wide / (1 + np.exp(-wide)) * up.astype(np.float64)


def main(M: int = 64, F: int = 4096, *, arch: str = "sm_80") -> None:
    """Run it against the reference, in f32 and in bf16."""
    rng = np.random.default_rng(0)
    gate, up = (rng.standard_normal((M, F), dtype=np.float32) for _ in range(2))
    for dtype, element, tolerance in ((f32, np.float32, 1e-5), (bf16, ml_dtypes.bfloat16, 5e-3)):
        gate, up = (array.astype(element) for array in (gate, up))
        kernel = build_fused_silu_mul(dtype=dtype, arch=arch)
        trial(kernel, (gate, up), expected=fused_silu_mul_ref(gate, up), tolerance=tolerance)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
