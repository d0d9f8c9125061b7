"""Softmax of rows: maximum, exponentials and their sum without leaving the registers.

The kernel is in the library, `pyptx/kernels/rows_softmax.py`; `rows.py` there divides rows among threads.
"""

from __future__ import annotations

import sys

import ml_dtypes
import numpy as np

from pyptx.kernels.rows_softmax import build_softmax
from pyptx.runtime import trial
from pyptx.types import bf16


def softmax_ref(x: np.ndarray) -> np.ndarray:
    """Y in NumPy, in f64."""
    return softmax_outputs(x)[0]


def softmax_outputs(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Y and the logarithms of the sums, in NumPy, in f64."""
    wide = x.astype(np.float64)
    top = wide.max(axis=1, keepdims=True)
    powers = np.exp(wide - top)
    total = powers.sum(axis=1, keepdims=True)
    return powers / total, (top + np.log(total))[:, 0]


def main(B: int = 64, N: int = 4096, *, arch: str = "sm_80") -> None:
    """Run it against the reference: plain in f32, and with the logarithms in bf16."""
    x = np.random.default_rng(0).standard_normal((B, N), dtype=np.float32)
    trial(build_softmax(N, arch=arch), (x,), expected=softmax_ref(x), tolerance=1e-5)
    x = x.astype(ml_dtypes.bfloat16)
    whole = build_softmax(N, dtype=bf16, statistics=True, arch=arch)
    trial(whole, (x,), expected=softmax_outputs(x), tolerance=5e-3)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
