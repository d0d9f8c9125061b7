"""RMSNorm of rows: one read and one write of memory, in f32, bf16 and f16.

The kernel is in the library, `pyptx/kernels/rows_rms_norm.py`; `rows.py` there divides rows among threads.
"""

from __future__ import annotations

import sys

import ml_dtypes
import numpy as np

from pyptx.kernels.rows_rms_norm import build_rms_norm
from pyptx.runtime import trial
from pyptx.types import bf16


def rms_norm_ref(x: np.ndarray, w: np.ndarray, eps: float = 1e-6) -> np.ndarray:
    """Y in NumPy, in f64."""
    return rms_norm_outputs(x, w, eps=eps)[0]


def rms_norm_outputs(
    x: np.ndarray, w: np.ndarray, residual: np.ndarray | None = None, *, eps: float = 1e-6
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Y, S and the factors of the rows, in NumPy, in f64."""
    s = x.astype(np.float64) + (0 if residual is None else residual.astype(np.float64))
    scale = 1 / np.sqrt((s**2).mean(axis=1) + eps)
    return s * scale[:, None] * w.astype(np.float64), s, scale


def main(B: int = 64, N: int = 4096, *, arch: str = "sm_80") -> None:
    """Run it against the reference: plain in f32, and with all that it can do in bf16."""
    rng = np.random.default_rng(0)
    x, r = (rng.standard_normal((B, N), dtype=np.float32) for _ in range(2))
    w = rng.standard_normal(N, dtype=np.float32)
    trial(build_rms_norm(N, arch=arch), (x, w), expected=rms_norm_ref(x, w), tolerance=1e-5)
    x, w, r = (array.astype(ml_dtypes.bfloat16) for array in (x, w, r))
    whole = build_rms_norm(N, dtype=bf16, residual=True, statistics=True, arch=arch)
    trial(whole, (x, w, r), expected=rms_norm_outputs(x, w, r), tolerance=5e-3)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
