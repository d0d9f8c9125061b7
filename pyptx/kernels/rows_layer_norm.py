"""LayerNorm of rows: the mean first, then the variance of what is already in registers.

`rows.py` divides a row among threads. Elements that do not exist count as zeros for the mean, and are left
out of the variance. The kernel can add a residual first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg
from pyptx.kernel import kernel
from pyptx.kernels import rows
from pyptx.kernels.dependence import follow
from pyptx.specs import Dim, Tile
from pyptx.types import PtxType, f32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.kernel import Kernel

B = Dim("B", dynamic=True)


def build_layer_norm(
    *shape: int, dtype: PtxType = f32, out: PtxType | None = None, residual: bool = False,
    statistics: bool = False, eps: float = 1e-5, pdl: bool = False, arch: str = "sm_80",
) -> Kernel:  # fmt: skip
    """Build `Y = (X - mean) / sqrt(variance + eps) * Weight + Bias` by row, for X[B, N], Weight[N], Bias[N].

    Arrays start at multiples of 16 bytes, or of 32 on Blackwell. Rows may have a pitch, as in a view of some
    columns; they start at such multiples too if N is one.

    Args:
        shape: The rows B and the columns N, or N alone: the kernel takes any B.
        dtype: Element type of X, Weight, Bias and the residual: f32, bf16 or f16.
        out: Element type of Y and S: that of X, or another of these.
        residual: Whether S = X + R is in place of X. R[B, N] is the last input, and S the second output.
        statistics: Whether the last two outputs are the means and `1 / sqrt(variance + eps)`, in f32.
        eps: Added to the variance.
        pdl: Whether it may start before the previous kernel of the stream has ended; from `sm_90` on.
        arch: Target.

    Raises:
        ValueError: There is no such kernel.

    >>> import numpy
    >>> x, weight = numpy.full((2, 128), 3, "float32"), numpy.ones(128, "float32")
    >>> build_layer_norm(128)(x, weight, 2 * weight)[0, :2].tolist()
    [2.0, 2.0]
    """
    N, out = rows.columns_in(shape), out or dtype
    plan = rows.divide(N, dtype, out, arch=arch, inputs=1 + residual, vectors=2)

    def body(
        X: Any, Weight: Any, Bias: Any, Y: Any, R: Any = None, S: Any = None, Mean: Any = None,
        Scale: Any = None,
    ) -> None:  # fmt: skip
        row = rows.Row(plan, X, reductions=2)
        follow(pdl=pdl)
        x = rows.Elements(row, X, *([R] if residual else []))
        with_weights = rows.Vectors(x, row, Weight, Bias)
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
        y, sums = rows.Columns(row, Y), rows.Columns(row, S) if residual else None
        for piece, values, (w, b) in with_weights:
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
        (False, False): lambda X, Weight, Bias, Y: body(X, Weight, Bias, Y),
        (False, True): lambda X, Weight, Bias, Y, Mean, Scale: body(
            X, Weight, Bias, Y, Mean=Mean, Scale=Scale
        ),
        (True, False): lambda X, Weight, Bias, R, Y, S: body(X, Weight, Bias, Y, R, S),
        (True, True): lambda X, Weight, Bias, R, Y, S, Mean, Scale: body(
            X, Weight, Bias, Y, R, S, Mean, Scale
        ),
    }
    return kernel(
        in_specs=(
            plan.tile("X", B, dtype),
            plan.shared_tile(dtype),
            plan.shared_tile(dtype),
            *[plan.tile("R", B, dtype)] * residual,
        ),
        out_specs=(
            plan.tile("Y", B, out),
            *[plan.tile("S", B, out)] * residual,
            *[Tile(B, f32)] * (2 * statistics),
        ),
        pdl=pdl,
        arch=arch,
        name="layer_norm",
        **plan.geometry,
    )(functions[residual, statistics])
