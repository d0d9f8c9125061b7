"""The way of a GEMM's accumulator to D, in warpgroups: `act(alpha * A @ B_T.T + beta * C + bias)`.

A consumer writes its results to panels in shared memory, and another warp stores them. C comes by the same
panels: a panel is free when its part of C has arrived, and the consumer reads its own elements with
`ldmatrix`, as `stmatrix` writes them to the same place. No thread computes an address of C or D.

There is no `stmatrix` for results in f32. Odd and even rows write their columns in different orders, so
that the eight-byte stores of half a warp touch every bank once.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg
from pyptx.types import PtxType, b16, b32, bf16, f16, f32, u32

if TYPE_CHECKING:
    from collections.abc import Iterator

PANEL_ROWS, PANEL_BYTES = 64, 128  # rows of a consumer; bytes of each of them in a panel
ACTIVATIONS = ("relu", "gelu", "silu")
LOG2_E = math.log2(math.e)
GELU = 2 * math.sqrt(2 / math.pi), 0.044715  # of the approximation by tanh


@dataclass(frozen=True)
class Epilogue:
    """The way from an accumulator to D.

    Attributes:
        out: Element type of D, C and the bias.
        scaled: Whether there are C and the launch arguments alpha and beta.
        bias: Whether there is a bias, one number for each column.
        activation: `"relu"`, `"gelu"`, `"silu"` or None.
    """

    out: PtxType
    scaled: bool = False
    bias: bool = False
    activation: str | None = None

    def __post_init__(self) -> None:
        if self.activation not in (None, *ACTIVATIONS):
            names = ", ".join(map(repr, ACTIVATIONS))
            raise ValueError(f"activation={self.activation!r}: this kernel has {names}")

    @property
    def panel_columns(self) -> int:
        """Columns of a panel."""
        return PANEL_BYTES // self.out.bytes


def output_type(dtype: PtxType, out: PtxType | None) -> PtxType:
    """Return the element type of D: that of A and B_T if none is given.

    Raises:
        ValueError: The kernels do not take these types.
    """
    out = out or dtype
    if dtype not in (bf16, f16) or out not in (dtype, f32):
        raise ValueError(f"dtype={dtype}, out={out}: this kernel takes bf16 or f16 and gives the same or f32")
    return out


@dataclass(frozen=True)
class Piece:
    """Elements of a panel that a thread reads and writes together.

    Attributes:
        values: The elements of the product.
        place: Their place in a panel.
        columns: Their columns: for each a register and a number that is added to it.
    """

    values: list[Any]
    place: Any
    columns: list[tuple[Any, int]]


@dataclass(frozen=True)
class Panels:
    """The panels of a consumer.

    Attributes:
        address: Address of the first one.
        free: Their barriers; a panel may be written when its phase is over, and C is in it then.
        written: Their barriers; each warp arrives when its results are in the panel.
    """

    address: Any
    free: Any
    written: Any

    @property
    def count(self) -> int:
        """Number of panels."""
        return len(self.free)


class Results:
    """The results of a consumer, from its accumulator to its panels."""

    def __init__(self, epilogue: Epilogue, panels: Panels, warp: Any, lane: Any, bias: Any, N: Any) -> None:
        """Compute the addresses of this thread.

        Args:
            epilogue: The operations from an accumulator to D.
            panels: The panels that receive the results.
            warp: Number of the warp; the warps of a consumer are four.
            lane: Number of the thread in its warp.
            bias: The bias tensor, or None.
            N: Columns of D.
        """
        self.epilogue, self.panels, self.lane, self.bias, self.N = epilogue, panels, lane, bias, N
        warp_row = (warp & 3) * 16
        self.column, self.odd = (lane & 3) * 2, (lane >> 2 & 1) == 1
        if epilogue.out == f32:
            line = panels.address + (warp_row + (lane >> 2)) * PANEL_BYTES + (lane & 1) * 8
            chunk = (lane >> 1 & 1) ^ (lane >> 2) ^ (lane >> 2 & 1) * 4
            self.chunks = [line + ((chunk ^ 2 * tile) << 4) for tile in range(2)]
            self.others = [place ^ 64 for place in self.chunks]
        else:
            # Lane by lane the rows of four matrices: 16 rows, in the left and in the right chunk of 16 bytes.
            line = panels.address + (warp_row + (lane & 15)) * PANEL_BYTES
            chunks = range(epilogue.panel_columns // 16)
            self.chunks = [line + (((lane >> 4) + 2 * pair ^ lane & 7) << 4) for pair in chunks]

    def write(self, acc: Any, column: Any) -> None:
        """Write the accumulator of a tile, panel by panel."""
        columns, panels = self.epilogue.panel_columns, self.panels
        for panel in range(2 * len(acc) // columns):
            turn, buffer = divmod(panel, panels.count)
            panels.free[buffer].wait(turn % 2)
            first = panel * columns // 2
            for piece in self.pieces(acc[first : first + columns // 2], column + panel * columns, buffer):
                self.put(piece.place, self.finish(piece))
            ptx.fence.proxy_async_shared_cta()
            ptx.warp.sync()
            panels.written[buffer].arrive(pred=self.lane == 0)

    def pieces(self, acc: Any, column: Any, buffer: int) -> Iterator[Piece]:
        """Divide a panel of the accumulator: 8 columns of 16 rows have four elements in each thread."""
        offset = buffer * PANEL_ROWS * PANEL_BYTES
        column = column + self.column
        if self.epilogue.out != f32:
            for pair, chunk in enumerate(self.chunks):
                columns = [(column, 16 * pair + 8 * (i // 4) + i % 2) for i in range(8)]
                yield Piece(list(acc[8 * pair : 8 * pair + 8]), ptx.addr(chunk, offset), columns)
            return
        for swapped, places in enumerate((self.chunks, self.others)):
            start = reg.scalar(u32)
            ptx.selp(u32, start, column + 16 * (1 - swapped), column + 16 * swapped, self.odd)
            for tile, place in enumerate(places):
                for upper in range(2):
                    even, odd = (4 * (tile + 2 * half) + 2 * upper for half in (swapped, 1 - swapped))
                    values = reg.array(f32, 2)
                    for i in range(2):
                        ptx.selp(f32, values[i], acc[odd + i], acc[even + i], self.odd)
                    here = ptx.addr(place, offset + upper * 8 * PANEL_BYTES)
                    yield Piece(list(values), here, [(start, 8 * tile + i) for i in range(2)])

    def finish(self, piece: Piece) -> list[Any]:
        """Scale, add and activate the elements of a piece."""
        values, epilogue = piece.values, self.epilogue
        if epilogue.scaled:
            alpha, beta = ptx.param(f32, "alpha"), ptx.param(f32, "beta")
            values = [x * alpha for x in values]
            for x, c in zip(values, self.get(piece.place, len(values)), strict=True):
                ptx.inst.fma.rn.f32(x, c, beta, x)
        if epilogue.bias:
            values = [x + self.bias_of(*where) for x, where in zip(values, piece.columns, strict=True)]
        return [activated(x, epilogue.activation) for x in values]

    def bias_of(self, start: Any, number: int) -> Any:
        """Load the bias of a column; 0 past the last column."""
        out, (bias,) = self.epilogue.out, ptx.global_ptrs(self.bias)
        held, place = reg.scalar(out if out == f32 else b16), reg.scalar(bias.dtype)
        ptx.inst.mad.wide.u32(place, start, out.bytes, bias)
        ptx.mov(held, 0.0 if out == f32 else 0)
        ptx.ld(held.dtype, held, ptx.addr(place, number * out.bytes), pred=start + number < self.N)
        return held if out == f32 else widened(held, out)

    def get(self, place: Any, count: int) -> list[Any]:
        """Read elements of C from a panel."""
        if self.epilogue.out == f32:
            values = reg.array(f32, count)
            ptx.ld(f32, values, place, vec=count, space="shared")
            return list(values)
        words, halves = reg.array(b32, count // 2), reg.array(b16, count)
        ptx.ldmatrix(dst=words, src=place)
        for i, word in enumerate(words):
            ptx.inst.mov.b32(halves[2 * i : 2 * i + 2], word)
        return [widened(half, self.epilogue.out) for half in halves]

    def put(self, place: Any, values: list[Any]) -> None:
        """Write elements to a panel."""
        if self.epilogue.out == f32:
            ptx.st(f32, place, values, vec=len(values), space="shared")
            return
        words = reg.array(b32, len(values) // 2)
        for i, word in enumerate(words):
            ptx.inst[f"cvt.rn.{self.epilogue.out}x2.f32"](word, values[2 * i + 1], values[2 * i])
        ptx.stmatrix(smem=place, regs=words)


def widened(half: Any, dtype: PtxType) -> Any:
    """Convert 16 bits to f32."""
    wide = reg.scalar(f32)
    ptx.inst[f"cvt.f32.{dtype}"](wide, half)
    return wide


def activated(x: Any, activation: str | None) -> Any:
    """The function of a number; of `x * sigmoid(y)` GELU and SiLU differ in y alone."""
    if activation is None:
        return x
    if activation == "relu":
        positive = reg.scalar(f32)
        ptx.inst.max.NaN.f32(positive, x, 0.0)  # without `.NaN` it would make 0 of a NaN
        return positive
    y = x if activation == "silu" else x * GELU[0] * (x * x * GELU[1] + 1.0)
    power = y * -LOG2_E
    ptx.inst.ex2.approx.f32(power, power)
    power += 1.0
    ptx.inst.rcp.approx.f32(power, power)
    return x * power
