"""RMSNorm of rows: one read and one write of memory, in f32, bf16 and f16.

`rows.py` divides a row among threads. This kernel sums the squares of its elements, and multiplies them by
`1 / sqrt(mean + eps)` and the weights. It can add a residual first.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

import numpy as np

from pyptx import Dim, Tile, kernel, ptx, reg
from pyptx.kernel import Kernel
from pyptx.runtime import trial
from pyptx.types import PtxType, bf16, f32

ROWS: Any = SimpleNamespace(**run_path(str(Path(__file__).with_name("rows.py"))))
B = Dim("B", dynamic=True)


def build_rms_norm(
    *shape: int, dtype: PtxType = f32, out: PtxType | None = None, residual: bool = False,
    statistics: bool = False, eps: float = 1e-6, arch: str = "sm_80",
) -> Kernel:  # fmt: skip
    """Build `Y[b, :] = S[b, :] * W / sqrt(mean(S[b, :] ** 2) + eps)` for S = X[B, N] and W[N], any B.

    Arrays start at multiples of 16 bytes, or of 32 on Blackwell.

    Args:
        shape: The rows B and the columns N, or N alone: the kernel takes any B.
        dtype: Element type of X, W and the residual: f32, bf16 or f16.
        out: Element type of Y and S: that of X, or another of these.
        residual: Whether S = X + R. R[B, N] is the last input, and S the second output.
        statistics: Whether `1 / sqrt(mean(…) + eps)`, in f32, is the last output.
        eps: Added to the mean of the squares.
        arch: Target.

    Raises:
        ValueError: There is no such kernel.
    """
    N, out = shape[-1], out or dtype
    plan = ROWS.divide(N, dtype, out, arch=arch, inputs=1 + residual)

    def body(X: Any, W: Any, Y: Any, R: Any = None, S: Any = None, Scale: Any = None) -> None:
        row = ROWS.Row(plan, X.shape[0], reductions=1)
        x = ROWS.Elements(row, X, *([R] if residual else []))
        total = reg.scalar(f32, init=0.0)
        for _, values in x:
            for value in values:
                ptx.inst.fma.rn.f32(total, value, value, total)
        row.sum(total)
        scale = reg.scalar(f32)
        ptx.inst.fma.rn.f32(scale, total, 1.0 / N, eps)
        ptx.inst.rsqrt.approx.f32(scale, scale)
        if statistics:
            row.put_number(Scale, scale)

        weights, y = ROWS.Columns(row, W, shared=True), ROWS.Columns(row, Y)
        sums = ROWS.Columns(row, S) if residual else None
        for piece, values, (w,) in ROWS.with_vectors(x, weights):
            if sums is not None:
                sums.store(piece, values)
            y.store(piece, [value * scale * weight for value, weight in zip(values, w, strict=True)])
        ptx.ret()

    functions: dict[tuple[bool, bool], Callable[..., None]] = {
        (False, False): lambda X, W, Y: body(X, W, Y),
        (False, True): lambda X, W, Y, Scale: body(X, W, Y, Scale=Scale),
        (True, False): lambda X, W, R, Y, S: body(X, W, Y, R, S),
        (True, True): lambda X, W, R, Y, S, Scale: body(X, W, Y, R, S, Scale),
    }
    return kernel(
        in_specs=(Tile(B, N, dtype), Tile(N, dtype), *[Tile(B, N, dtype)] * residual),
        out_specs=(*[Tile(B, N, out)] * (1 + residual), *[Tile(B, f32)] * statistics),
        arch=arch,
        name="rms_norm",
        **plan.geometry,
    )(functions[residual, statistics])


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
    x, w, r = (array.astype(ROWS.NUMPY[bf16]) for array in (x, w, r))
    whole = build_rms_norm(N, dtype=bf16, residual=True, statistics=True, arch=arch)
    trial(whole, (x, w, r), expected=rms_norm_outputs(x, w, r), tolerance=5e-3)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
