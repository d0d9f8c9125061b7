"""SwiGLU's fused `silu(gate) * up`: read two, write one, two accesses of each on their way in a thread.

Rows do not matter here: the matrices are read as arrays of all their elements, so that any sizes are launch
arguments and only the last elements, fewer than an access, are loaded one by one. `rows.py` has the accesses.
`silu(g) = g / (1 + exp(-g))`, with `ex2.approx` and `rcp.approx` for the exponential and the division.
"""

from __future__ import annotations

from math import e, log2
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg
from pyptx.arch import arch as find_arch
from pyptx.kernel import kernel
from pyptx.kernels import rows
from pyptx.kernels.dependence import follow
from pyptx.specs import Dim, Tile
from pyptx.types import PtxType, f32, u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.kernel import Kernel

M, F = Dim("M", dynamic=True), Dim("F", dynamic=True)
LOG2_E = log2(e)
THREADS, VECTORS = 256, 2
MOST_ELEMENTS = 2**31


class Matrix:
    """A matrix as one row: the vectors of a thread, and an element behind the last vector."""

    def __init__(self, plan: Any, elements: Any) -> None:
        """Find the pieces of this thread."""
        self.plan = plan
        cta, thread = (reg.from_(x, u32) for x in (ptx.special.ctaid.x(), ptx.special.tid.x()))
        stride, behind = THREADS * plan.vector, elements & -plan.vector
        first = cta * (VECTORS * stride) + thread * plan.vector
        edge = behind + cta * THREADS + thread
        self.starts = [first, edge]
        offsets = [index * stride for index in range(VECTORS)]
        self.pieces = [
            *(rows.Piece(0, offset, plan.vector, first + offset < behind, kept=True) for offset in offsets),
            rows.Piece(1, 0, 1, edge < elements, kept=True),
        ]

    def advance(self, pointer: Any, dtype: PtxType) -> None:
        """Leave a pointer where it is: at the only row."""


def grid_of_vectors(vector: int) -> Callable[[int, int], tuple[int]]:
    """Return the grid of kernels whose threads have two vectors of M x F elements each."""

    def grid(M: int, F: int) -> tuple[int]:
        if M * F > MOST_ELEMENTS:
            raise ValueError(
                f"M={M}, F={F}: this kernel takes up to {MOST_ELEMENTS} elements; pass some rows"
            )
        return (-(-M * F // (THREADS * VECTORS * vector)),)

    return grid


def build_fused_silu_mul(
    *shape: int, dtype: PtxType = f32, out: PtxType | None = None, pdl: bool = False, arch: str = "sm_80"
) -> Kernel:
    """Build `Out = silu(Gate) * Up` for Gate[M, F], Up[M, F] of any sizes, up to 2**31 elements.

    Arrays start at multiples of 16 bytes, or of 32 on Blackwell.

    Args:
        shape: M and F; they may be left out, because the kernel takes any.
        dtype: Element type of Gate and Up: f32, bf16 or f16.
        out: Element type of Out: that of Gate, or another of these.
        pdl: Whether it may start before the kernel before it in the stream has ended; from `sm_90` on.
        arch: Target.

    Raises:
        ValueError: There is no such kernel.

    >>> import numpy
    >>> gate, up = numpy.ones((2, 128), "float32"), numpy.full((2, 128), 2, "float32")
    >>> round(float(build_fused_silu_mul()(gate, up)[0, 0]), 3)
    1.462
    """
    out = out or dtype
    if not {dtype, out} <= rows.TYPES:
        raise ValueError(f"dtype={dtype}, out={out}: this kernel takes f32, bf16 and f16")
    access = 32 if find_arch(arch).number >= 100 else 16
    plan = SimpleNamespace(access=access, vector=access // min(dtype.bytes, out.bytes))

    @kernel(
        in_specs=(Tile(M, F, dtype), Tile(M, F, dtype)),
        out_specs=(Tile(M, F, out),),
        grid=grid_of_vectors(plan.vector),
        block=(THREADS, 1, 1),
        pdl=pdl,
        arch=arch,
    )
    def fused_silu_mul(Gate: Any, Up: Any, Out: Any) -> None:
        high, columns = Gate.shape
        matrix: Any = Matrix(plan, high * columns)
        follow(pdl=pdl)
        gates, ups = rows.Elements(matrix, Gate), rows.Elements(matrix, Up)
        results = rows.Columns(matrix, Out)
        for (piece, gated), (_, raised) in zip(gates, ups, strict=True):
            values = []
            for gate, up in zip(gated, raised, strict=True):
                sigmoid = gate * -LOG2_E
                ptx.inst.ex2.approx.f32(sigmoid, sigmoid)
                sigmoid += 1.0
                ptx.inst.rcp.approx.f32(sigmoid, sigmoid)
                values.append(gate * sigmoid * up)
            results.store(piece, values)
        ptx.ret()

    return fused_silu_mul
