"""LayerNorm of rows: the mean first, then the variance of what is already in registers.

`rows.py` divides a row among threads. Elements that do not exist count as zeros for the mean, and are left
out of the variance. The kernel can add a residual first.
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


def build_layer_norm(
    *shape: int, dtype: PtxType = f32, out: PtxType | None = None, residual: bool = False,
    statistics: bool = False, eps: float = 1e-5, arch: str = "sm_80",
) -> Kernel:  # fmt: skip
    """Build `Y = (S - mean) / sqrt(variance + eps) * W + Bias` by row, for S = X[B, N], W[N], Bias[N], any B.

    Arrays start at multiples of 16 bytes, or of 32 on Blackwell.

    Args:
        shape: The rows B and the columns N, or N alone: the kernel takes any B.
        dtype: Element type of X, W, Bias and the residual: f32, bf16 or f16.
        out: Element type of Y and S: that of X, or another of these.
        residual: Whether S = X + R. R[B, N] is the last input, and S the second output.
        statistics: Whether the last two outputs are the means and `1 / sqrt(variance + eps)`, in f32.
        eps: Added to the variance.
        arch: Target.

    Raises:
        ValueError: There is no such kernel.
    """
    N, out = shape[-1], out or dtype
    plan = ROWS.divide(N, dtype, out, arch=arch, inputs=1 + residual)

    def body(
        X: Any, W: Any, Bias: Any, Y: Any, R: Any = None, S: Any = None, Mean: Any = None, Scale: Any = None
    ) -> None:
        row = ROWS.Row(plan, X.shape[0], reductions=2)
        x = ROWS.Elements(row, X, *([R] if residual else []))
        mean = reg.scalar(f32, init=0.0)
        for _, values in x:
            for value in values:
                mean += value
        row.sum(mean)
        mean *= 1.0 / N

        variance = reg.scalar(f32, init=0.0)
        for piece, values in x:
            for value in values:
                distance = value - mean
                ptx.inst.fma.rn.f32(variance, distance, distance, variance, pred=piece.inside)
        row.sum(variance)
        scale = reg.scalar(f32)
        ptx.inst.fma.rn.f32(scale, variance, 1.0 / N, eps)
        ptx.inst.rsqrt.approx.f32(scale, scale)
        if statistics:
            row.put_number(Mean, mean)
            row.put_number(Scale, scale)

        shift = -mean * scale
        weights, biases = (ROWS.Columns(row, vector, shared=True) for vector in (W, Bias))
        y, sums = ROWS.Columns(row, Y), ROWS.Columns(row, S) if residual else None
        for piece, values, (w, b) in ROWS.with_vectors(x, weights, biases):
            if sums is not None:
                sums.store(piece, values)
            results = []
            for value, weight, bias in zip(values, w, b, strict=True):
                result = reg.scalar(f32)
                ptx.inst.fma.rn.f32(result, value, scale, shift)
                ptx.inst.fma.rn.f32(result, result, weight, bias)
                results.append(result)
            y.store(piece, results)
        ptx.ret()

    functions: dict[tuple[bool, bool], Callable[..., None]] = {
        (False, False): lambda X, W, Bias, Y: body(X, W, Bias, Y),
        (False, True): lambda X, W, Bias, Y, Mean, Scale: body(X, W, Bias, Y, Mean=Mean, Scale=Scale),
        (True, False): lambda X, W, Bias, R, Y, S: body(X, W, Bias, Y, R, S),
        (True, True): lambda X, W, Bias, R, Y, S, Mean, Scale: body(X, W, Bias, Y, R, S, Mean, Scale),
    }
    return kernel(
        in_specs=(Tile(B, N, dtype), Tile(N, dtype), Tile(N, dtype), *[Tile(B, N, dtype)] * residual),
        out_specs=(*[Tile(B, N, out)] * (1 + residual), *[Tile(B, f32)] * (2 * statistics)),
        arch=arch,
        name="layer_norm",
        **plan.geometry,
    )(functions[residual, statistics])


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
    x, w, b, r = (array.astype(ROWS.NUMPY[bf16]) for array in (x, w, b, r))
    whole = build_layer_norm(N, dtype=bf16, residual=True, statistics=True, arch=arch)
    trial(whole, (x, w, b, r), expected=layer_norm_outputs(x, w, b, r), tolerance=5e-3)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
