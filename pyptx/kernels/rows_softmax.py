"""Softmax of rows: maximum, exponentials and their sum without leaving the registers.

`rows.py` divides a row among threads. `exp(x - m)` is `ex2((x - m) * log2(e))`, which is one fused
multiply-add and one special-function instruction. Elements that do not exist are minus infinity.
"""

from __future__ import annotations

from math import e, inf, log2
from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg
from pyptx.kernel import kernel
from pyptx.kernels import rows
from pyptx.kernels.dependence import follow
from pyptx.specs import Dim, Tile
from pyptx.types import PtxType, f32

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

B = Dim("B", dynamic=True)
LOG2_E = log2(e)


def build_softmax(
    *shape: int, dtype: PtxType = f32, out: PtxType | None = None, statistics: bool = False,
    pdl: bool = False, arch: str = "sm_80",
) -> Kernel:  # fmt: skip
    """Build `Y[b, :] = exp(X[b, :] - max) / sum(exp(X[b, :] - max))` for X[B, N], any B.

    Arrays start at multiples of 16 bytes, or of 32 on Blackwell. Rows may have a pitch, as in a view of some
    columns; they start at such multiples too if N is one.

    Args:
        shape: The rows B and the columns N, or N alone: the kernel takes any B.
        dtype: Element type of X: f32, bf16 or f16.
        out: Element type of Y: that of X, or another of these.
        statistics: Whether the logarithms of the sums, `log(sum(exp(X[b, :])))` in f32, are the last output.
        pdl: Whether it may start before the previous kernel of the stream has ended; from `sm_90` on.
        arch: Target.

    Raises:
        ValueError: There is no such kernel.

    >>> import numpy
    >>> float(build_softmax(128)(numpy.ones((2, 128), "float32"))[0, 0]) == 1 / 128
    True
    """
    N, out = rows.columns_in(shape), out or dtype
    plan = rows.divide(N, dtype, out, arch=arch)

    def body(X: Any, Y: Any, Lse: Any = None) -> None:
        row = rows.Row(plan, X, reductions=2)
        follow(pdl=pdl)
        x = rows.Elements(row, X, missing=-inf)
        top = reg.scalar(f32, init=-inf)
        for _, values in x:
            for value in values:
                ptx.inst.max.f32(top, top, value)
        row.max(top)

        below = top * -LOG2_E

        def exponentials(values: list[Any]) -> list[Any]:
            powers = [reg.scalar(f32) for _ in values]
            for power, value in zip(powers, values, strict=True):
                ptx.inst.fma.rn.f32(power, value, LOG2_E, below)
                ptx.inst.ex2.approx.f32(power, power)
            return powers

        total = reg.scalar(f32, init=0.0)
        for _, values in x:
            for power in exponentials(values):
                total += power
        row.sum(total)
        if statistics:
            logarithm = reg.scalar(f32)
            ptx.inst.lg2.approx.f32(logarithm, total)
            row.put_number(Lse, logarithm * (1 / LOG2_E) + top)
        scale = reg.scalar(f32)
        ptx.inst.rcp.approx.f32(scale, total)

        y = rows.Columns(row, Y)
        for piece, values in x:
            y.store(piece, [power * scale for power in exponentials(values)])
        ptx.ret()

    return kernel(
        in_specs=(plan.tile("X", B, dtype),),
        out_specs=(plan.tile("Y", B, out), *[Tile(B, f32)] * statistics),
        pdl=pdl,
        arch=arch,
        name="softmax",
        **plan.geometry,
    )((lambda X, Y, Lse: body(X, Y, Lse)) if statistics else (lambda X, Y: body(X, Y)))
