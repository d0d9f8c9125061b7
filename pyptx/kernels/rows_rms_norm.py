"""RMSNorm of rows: one read and one write of memory, in f32, bf16 and f16.

`rows.py` divides a row among threads. This kernel sums the squares of its elements, and multiplies them by
`1 / sqrt(mean + eps)` and the weights. It can add a residual first.
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


def build_rms_norm(
    *shape: int, dtype: PtxType = f32, out: PtxType | None = None, residual: bool = False,
    statistics: bool = False, eps: float = 1e-6, pdl: bool = False, arch: str = "sm_80",
) -> Kernel:  # fmt: skip
    """Build `Y[b, :] = X[b, :] * Weight / sqrt(mean(X[b, :] ** 2) + eps)` for X[B, N] and Weight[N], any B.

    Arrays start at multiples of 16 bytes, or of 32 on Blackwell. Rows may have a pitch, as in a view of some
    columns; they start at such multiples too if N is one.

    Args:
        shape: The rows B and the columns N, or N alone: the kernel takes any B.
        dtype: Element type of X, Weight and the residual: f32, bf16 or f16.
        out: Element type of Y and S: that of X, or another of these.
        residual: Whether S = X + R is in place of X. R[B, N] is the last input, and S the second output.
        statistics: Whether `1 / sqrt(mean(…) + eps)`, in f32, is the last output.
        eps: Added to the mean of the squares.
        pdl: Whether it may start before the previous kernel of the stream has ended; from `sm_90` on.
        arch: Target.

    Raises:
        ValueError: There is no such kernel.

    >>> import numpy
    >>> x, weight = numpy.full((2, 128), 3, "float32"), numpy.full(128, 2, "float32")
    >>> build_rms_norm(128)(x, weight)[0, :2].round(3).tolist()
    [2.0, 2.0]
    """
    N, out = rows.columns_in(shape), out or dtype
    plan = rows.divide(N, dtype, out, arch=arch, inputs=1 + residual)

    def body(X: Any, Weight: Any, Y: Any, R: Any = None, S: Any = None, Scale: Any = None) -> None:
        row = rows.Row(plan, X, reductions=1)
        follow(pdl=pdl)
        x = rows.Elements(row, X, *([R] if residual else []))
        with_weights = rows.Vectors(x, row, Weight)
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

        y = rows.Columns(row, Y)
        sums = rows.Columns(row, S) if residual else None
        for piece, values, (w,) in with_weights:
            if sums is not None:
                sums.store(piece, values)
            y.store(piece, [value * scale * weight for value, weight in zip(values, w, strict=True)])
        ptx.ret()

    functions: dict[tuple[bool, bool], Callable[..., None]] = {
        (False, False): lambda X, Weight, Y: body(X, Weight, Y),
        (False, True): lambda X, Weight, Y, Scale: body(X, Weight, Y, Scale=Scale),
        (True, False): lambda X, Weight, R, Y, S: body(X, Weight, Y, R, S),
        (True, True): lambda X, Weight, R, Y, S, Scale: body(X, Weight, Y, R, S, Scale),
    }
    return kernel(
        in_specs=(plan.tile("X", B, dtype), plan.shared_tile(dtype), *[plan.tile("R", B, dtype)] * residual),
        out_specs=(
            plan.tile("Y", B, out),
            *[plan.tile("S", B, out)] * residual,
            *[Tile(B, f32)] * statistics,
        ),
        pdl=pdl,
        arch=arch,
        name="rms_norm",
        **plan.geometry,
    )(functions[residual, statistics])
