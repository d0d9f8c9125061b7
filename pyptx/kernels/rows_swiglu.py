"""SwiGLU's fused `silu(gate) * up`: read two, write one, two accesses of each on their way in a thread.

Contiguous matrices are read as arrays of all their elements, so that any sizes are launch arguments and only
the last elements, fewer than an access, are loaded one by one. Rows that are apart, as in the halves of a
matrix of gates and factors, are divided among threads by `rows.py`, which also has the accesses.
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
    from pyptx.kernel import Kernel

B, M, F = (Dim(name, dynamic=True) for name in "BMF")
LOG2_E = log2(e)
THREADS, VECTORS = 256, 2
MOST_ELEMENTS = 2**31


class Matrix:
    """A contiguous matrix as one row: the vectors of a thread, and an element after the last vector."""

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

    def advance(self, pointer: Any, tensor: Any) -> bool:
        """Leave a pointer where it is, at the only row, whose pieces start at boundaries."""
        return True


class Elementwise:
    """The division of matrices whose elements are computed each for itself: as one row, or by rows.

    Attributes:
        geometry: The launch of the kernel.
    """

    def __init__(self, columns: int | None, dtype: PtxType, out: PtxType, *, inputs: int, arch: str) -> None:
        """Divide matrices of a number of columns, whose rows may be apart; None for contiguous ones.

        Args:
            columns: The columns, or None.
            dtype: Element type of the inputs.
            out: Pitch of the outputs.
            inputs: Number of inputs.
            arch: Target.

        Raises:
            ValueError: The kernels do not take such matrices.
        """
        if not {dtype, out} <= rows.TYPES:
            raise ValueError(f"dtype={dtype}, out={out}: this kernel takes f32, bf16 and f16")
        self.by_rows = None
        if columns is not None:
            self.by_rows = rows.divide(columns, dtype, out, arch=arch, inputs=inputs, held=inputs)
            self.geometry = self.by_rows.geometry
            return
        access = 32 if find_arch(arch).number >= 100 else 16
        self.plan = SimpleNamespace(access=access, vector=access // min(dtype.bytes, out.bytes))
        self.geometry = {"grid": self._grid, "block": (THREADS, 1, 1), "parallel": ("M",)}

    def _grid(self, M: int, F: int) -> tuple[int]:
        if M * F > MOST_ELEMENTS:
            raise ValueError(
                f"M={M}, F={F}: this kernel takes up to {MOST_ELEMENTS} elements; pass some rows"
            )
        return (-(-M * F // (THREADS * VECTORS * self.plan.vector)),)

    def tile(self, name: str, dtype: PtxType) -> Tile:
        """Return the tile of a matrix."""
        if self.by_rows is not None:
            return self.by_rows.tile(name, B, dtype)
        return Tile(M, F, dtype, align=min(self.plan.access, self.plan.vector * dtype.bytes))

    def pieces(self, tensor: Any) -> Any:
        """Return the pieces of this thread, whose boundaries are those of a matrix."""
        if self.by_rows is not None:
            return rows.Row(self.by_rows, tensor, reductions=0)
        high, columns = tensor.shape
        return Matrix(self.plan, high * columns)


def build_fused_silu_mul(
    *shape: int, dtype: PtxType = f32, out: PtxType | None = None, pitched: bool = False, pdl: bool = False,
    arch: str = "sm_80",
) -> Kernel:  # fmt: skip
    """Build `Out = silu(Gate) * Up` for Gate[M, F], Up[M, F] of any sizes, up to 2**31 elements.

    Arrays start at multiples of 16 bytes, or of 32 on Blackwell.

    Args:
        shape: M and F; they may be left out, because the kernel takes any. With `pitched` F is needed.
        dtype: Element type of Gate and Up: f32, bf16 or f16.
        out: Element type of Out: that of Gate, or another of these.
        pitched: Whether rows may be apart, as in views of some columns. They start at multiples of 16 bytes,
            or of 32 on Blackwell, if F is a multiple of that.
        pdl: Whether it may start before the previous kernel of the stream has ended; from `sm_90` on.
        arch: Target.

    Raises:
        ValueError: There is no such kernel.

    >>> import numpy
    >>> gate, up = numpy.ones((2, 128), "float32"), numpy.full((2, 128), 2, "float32")
    >>> round(float(build_fused_silu_mul()(gate, up)[0, 0]), 3)
    1.462
    """
    out = out or dtype
    if pitched and not shape:
        raise ValueError("pitched=True: the code depends on the number of columns; pass F")
    matrices = Elementwise(shape[-1] if pitched else None, dtype, out, inputs=2, arch=arch)

    @kernel(
        in_specs=(matrices.tile("Gate", dtype), matrices.tile("Up", dtype)),
        out_specs=(matrices.tile("Out", out),),
        pdl=pdl,
        arch=arch,
        **matrices.geometry,
    )
    def fused_silu_mul(Gate: Any, Up: Any, Out: Any) -> None:
        matrix = matrices.pieces(Gate)
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
