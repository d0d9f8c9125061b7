"""LayerNorm of rows: the mean first, then the variance of the values already in registers.

The kernel is in the library, `pyptx/kernels/rows_layer_norm.py`; `rows.py` there divides rows among threads.
"""

from __future__ import annotations

import sys

import ml_dtypes
import numpy as np

from pyptx.kernels.rows_layer_norm import build_layer_norm
from pyptx.runtime import trial
from pyptx.types import bf16


def layer_norm_ref(x: np.ndarray, w: np.ndarray, b: np.ndarray, eps: float = 1e-5) -> np.ndarray:
    """Y in NumPy, in f64."""
    return layer_norm_outputs(x, w, b, eps=eps)[0]


def layer_norm_outputs(
    x: np.ndarray, w: np.ndarray, b: np.ndarray, residual: np.ndarray | None = None, *, eps: float = 1e-5
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Y, S, the means and the factors of the rows, in NumPy, in f64."""
    s = x.astype(np.float64) + (0 if residual is None else residual.astype(np.float64))
    mean = s.mean(axis=1)
    centred = s - mean[:, None]
    scale = 1 / np.sqrt((centred**2).mean(axis=1) + eps)
    return centred * scale[:, None] * w.astype(np.float64) + b.astype(np.float64), s, mean, scale


def main(B: int = 64, N: int = 4096, *, arch: str = "sm_80") -> None:
    """Run it against the reference: plain in f32, and with all that it can do in bf16."""
    rng = np.random.default_rng(0)
    x, r = (rng.standard_normal((B, N), dtype=np.float32) for _ in range(2))
    w, b = (rng.standard_normal(N, dtype=np.float32) for _ in range(2))
    trial(build_layer_norm(N, arch=arch), (x, w, b), expected=layer_norm_ref(x, w, b), tolerance=1e-5)
    x, w, b, r = (array.astype(ml_dtypes.bfloat16) for array in (x, w, b, r))
    whole = build_layer_norm(N, dtype=bf16, residual=True, statistics=True, arch=arch)
    trial(whole, (x, w, b, r), expected=layer_norm_outputs(x, w, b, r), tolerance=5e-3)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
