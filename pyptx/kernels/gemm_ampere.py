"""GEMM for Ampere and later: `A @ B_T.T` with `mma.sync`, and results through shared memory.

A warp multiplies 64 x 64 of D, the widest part whose accumulator fits its registers: each fragment of A and B
then serves four tensor instructions, and shared memory is busy for less time than the tensor cores. There are
two tiles:

| tile | CTA | stages | CTAs of an SM |
|---|---|---|---|
| 128 x 128, 32 along K | 4 warps | 4 | 2 |
| 128 x 256, 64 along K | 8 warps | 3 | 1 |

* All stages but one are being copied while that one is multiplied.
* A row of a stage is 64 or 128 bytes. Its chunks of 16 bytes are swizzled: the eight rows of an `ldmatrix`
  touch every bank once, and no byte is spent on padding.
* Two sets of fragments: while the tensor cores work on one, `ldmatrix` fills the other, across the edge of
  a stage too.
* Copies past the end of K have size zero, which writes zeros and reads nothing, so the loop has no branch
  but its own. Rows past the end of A or B are copies of the last one; their results are not stored.
* Tiles are numbered in bands of eight rows of tiles, so that CTAs that run together share rows of A and B in
  the L2 cache.
* The stages become a tile of D at the end. A warp stores whole rows from there, 16 bytes a lane.
* Sizes are launch arguments: one kernel serves them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg, smem
from pyptx.kernel import kernel
from pyptx.kernels.arguments import ALIGNED_BYTES, pitched
from pyptx.kernels.dependence import follow
from pyptx.kernels.epilogue import output_type
from pyptx.specs import Dim
from pyptx.types import PtxType, b16, b32, bf16, f32, u32

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

ROWS = 128
WARP = 64  # rows and columns of a warp
CHUNK = 8  # elements of a chunk of 16 bytes
BAND = 8
SMS = 108


@dataclass(frozen=True)
class Shape:
    """The shape of a CTA's work.

    Attributes:
        columns: Columns of its tile of D.
        step: Elements along K of a stage.
        stages: Stages in shared memory.
    """

    columns: int
    step: int
    stages: int

    @property
    def threads(self) -> int:
        """Threads of a CTA: a warp for each part of 64 x 64."""
        return 32 * (ROWS // WARP) * (self.columns // WARP)

    @property
    def row_bytes(self) -> int:
        """Bytes of a row of a stage."""
        return 2 * self.step

    @property
    def stage_bytes(self) -> int:
        """Bytes of a stage: the rows of A, then those of B_T."""
        return (ROWS + self.columns) * self.row_bytes

    def swizzle(self, row: Any) -> Any:
        """Return the number that is combined with those of the chunks of a row."""
        return row & 7 if self.step == 64 else (row >> 1) & 3


SHAPES = {128: Shape(128, 32, 4), 256: Shape(256, 64, 3)}


def build_gemm_ampere(
    *, dtype: PtxType = bf16, out: PtxType | None = None, columns: int = 128, pdl: bool = False,
    arch: str = "sm_80",
) -> Kernel:  # fmt: skip
    """Build `D = A @ B_T.T` for A[M, K] and B_T[N, K] of any sizes; K is a multiple of 8.

    Rows may have a pitch, as in views of some columns; those of A and B_T start at multiples of 16 bytes.

    Args:
        dtype: Element type of A and B_T: bf16 or f16.
        out: Element type of D: that of A, or f32.
        columns: Columns of a tile: 128, or 256 for large matrices.
        pdl: Whether it may start before the previous kernel of the stream has ended; from `sm_90` on.
        arch: Target.

    Raises:
        ValueError: There is no such kernel.

    >>> import numpy
    >>> from pyptx.types import f16
    >>> a, b_t = numpy.full((16, 64), 0.5, "float16"), numpy.full((32, 64), 3, "float16")
    >>> build_gemm_ampere(dtype=f16)(a, b_t)[0, :2].tolist()
    [96.0, 96.0]
    """
    out = output_type(dtype, out)
    if columns not in SHAPES:
        raise ValueError(
            f"columns={columns}: this kernel has tiles of {' or '.join(map(str, SHAPES))} columns"
        )
    shape = SHAPES[columns]
    m, n, k = Dim("M", dynamic=True), Dim("N", dynamic=True), Dim("K", dynamic=True, multiple=CHUNK)

    @kernel(
        in_specs=(
            pitched("A", m, k, dtype, multiple=CHUNK, align=ALIGNED_BYTES, dynamic=True),
            pitched("B_T", n, k, dtype, multiple=CHUNK, align=ALIGNED_BYTES, dynamic=True),
        ),
        out_specs=(pitched("D", m, n, out, dynamic=True),),
        grid=lambda M, N: (-(-M // ROWS) * -(-N // columns),),
        block=(shape.threads, 1, 1),
        smem=shape.stages * shape.stage_bytes,
        pdl=pdl,
        parallel=("M",),
        arch=arch,
    )
    def gemm_ampere(A: Any, B_T: Any, D: Any) -> None:
        product = Product(shape, A, B_T, D)
        follow(pdl=pdl)
        product.multiply()
        product.write()
        product.store()
        ptx.ret()

    return gemm_ampere


class Product:
    """A tile of D."""

    def __init__(self, shape: Shape, A: Any, B_T: Any, D: Any) -> None:
        """Find the tile of this CTA, and the part of this warp."""
        self.shape, self.dtype, self.out = shape, A.dtype, D.dtype
        self.element_bytes: int = D.dtype.bytes
        (self.M, self.K), (self.N, _) = A.shape, B_T.shape
        self.pitch_a, self.pitch_b, self.pitch_d = (each.strides[0] for each in (A, B_T, D))
        self.a, self.b, self.d = ptx.global_ptrs(A, B_T, D)
        self.tid = reg.from_(ptx.special.tid.x(), u32)
        self.lane = self.tid & 31
        warp, across = self.tid >> 5, shape.columns // WARP
        self.warp_row, self.warp_column = warp // across * WARP, warp % across * WARP
        self.row, self.column = self.corner()
        self.ring = reg.from_(smem.alloc(self.dtype, (shape.stages, ROWS + shape.columns, shape.step)), u32)
        self.acc = [[reg.array(f32, 4) for _ in range(WARP // 8)] for _ in range(WARP // 16)]

    def corner(self) -> tuple[Any, Any]:
        """Return the first row and column of the tile."""
        tile = reg.from_(ptx.special.ctaid.x(), u32)
        high, wide = ptx.ceil_div(self.M, ROWS), ptx.ceil_div(self.N, self.shape.columns)
        above = tile // (wide * BAND) * BAND
        rows, place = (high - above).min(BAND), tile % (wide * BAND)
        return (above + place % rows) * ROWS, place // rows * self.shape.columns

    def multiply(self) -> None:
        """Compute the accumulator, stage by stage."""
        shape, last = self.shape, self.shape.step // 16 - 1
        ring = Ring(self)
        fragments = Fragments(self)
        for value in (value for tiles in self.acc for fragment in tiles for value in fragment):
            ptx.inst.mov.f32(value, 0.0)
        for _ in range(shape.stages - 1):
            ring.copy_stage()
        ptx.cp.async_.wait_group(shape.stages - 2)
        ptx.bar.sync()
        fragments.load(0)
        for _ in ptx.range_(0, self.K, shape.step):
            for part in range(last + 1):
                if part == last:
                    fragments.advance()
                    ptx.cp.async_.wait_group(shape.stages - 2)
                    ptx.bar.sync()
                    fragments.load(0)
                else:
                    fragments.load(part + 1)
                if part == 0:
                    ring.copy_stage()
                fragments.multiply(part)
        # The stages become a tile of D: copies past the end of K must not land there, nor be read.
        ptx.cp.async_.wait_group(0)
        ptx.bar.sync()

    def write(self) -> None:
        """Write the accumulator to shared memory, as a tile of D."""
        first = self.lane >> 2
        line = self.ring + (self.warp_row + first) * self.line_bytes + self.warp_column * self.element_bytes
        pair = (self.lane & 3) * (2 * self.element_bytes)
        swizzle = self.swizzle(first)
        places = [
            line + ((((pair >> 4) + chunk) ^ swizzle) << 4) + (pair & 15)
            for chunk in range(0, 8, self.element_bytes // 2)
        ]
        for i, tiles in enumerate(self.acc):
            for j, fragment in enumerate(tiles):
                panel, part = divmod(j, len(places))
                for half in range(2):
                    here = ptx.addr(places[part], (16 * i + 8 * half) * self.line_bytes + panel * 128)
                    self.put(here, fragment[2 * half : 2 * half + 2])
        ptx.bar.sync()

    def put(self, place: Any, pair: Any) -> None:
        """Write two adjacent elements."""
        if self.out == f32:
            ptx.st(f32, place, pair, vec=2, space="shared")
            return
        word = reg.scalar(b32)
        ptx.inst[f"cvt.rn.{self.out}x2.f32"](word, pair[1], pair[0])
        ptx.st(b32, place, word, space="shared")

    @property
    def line_bytes(self) -> int:
        """Bytes of a row of the tile of D."""
        return self.shape.columns * self.element_bytes

    def swizzle(self, row: Any) -> Any:
        """Return the number that is combined with those of the chunks of a row of the tile of D.

        A pair of f32 is half a chunk, and a store of a warp writes four rows at once; a pair of 16 bits is a
        quarter, and the store writes eight rows.
        """
        return (row & 3) << 1 if self.out == f32 else row & 7

    def store(self) -> None:
        """Store the rows and columns of the tile that D has."""
        chunks, elements = self.line_bytes // 16, 16 // self.element_bytes
        together = self.shape.threads // chunks  # rows that the CTA stores at once
        line, chunk = self.tid // chunks, self.tid % chunks
        held = self.ring + line * self.line_bytes + ((chunk ^ self.swizzle(line)) << 4)
        row, column = self.row + line, self.column + chunk * elements
        target, across = reg.scalar(self.d.dtype), reg.scalar(self.d.dtype)
        ptx.inst.mad.wide.u32(target, row, self.pitch_d, reg.from_(column, self.d.dtype))
        ptx.inst.mad.lo.u64(target, target, self.element_bytes, self.d)
        ptx.inst.mul.wide.u32(across, self.pitch_d, together * self.element_bytes)
        count = ROWS // together
        words = reg.array(b32, 4)
        sizes = self.N * self.element_bytes | self.pitch_d * self.element_bytes
        with ptx.if_(((reg.from_(self.d, u32) | sizes) & 15) == 0):
            for i in range(count):
                ptx.ld(b32, words, ptx.addr(held, i * together * self.line_bytes), space="shared")
                ptx.st(b32, ptx.addr(target), words, pred=(row + i * together < self.M) & (column < self.N))
                target += across
        with ptx.else_():
            for turn in ptx.range_(0, count):
                ptx.ld(b32, words, ptx.addr(held + turn * (together * self.line_bytes)), space="shared")
                for x, element in enumerate(self.elements(words)):
                    here = ptx.addr(target, x * self.element_bytes)
                    inside = (row + turn * together < self.M) & (column + x < self.N)
                    ptx.st(element.dtype, here, element, pred=inside)
                target += across

    def elements(self, words: Any) -> list[Any]:
        """Return the elements of a chunk."""
        if self.out == f32:
            return list(words)
        halves = reg.array(b16, 2 * len(words))
        for i, word in enumerate(words):
            ptx.inst.mov.b32(halves[2 * i : 2 * i + 2], word)
        return list(halves)


class Ring:
    """The stages, as the threads fill them.

    A thread copies one chunk of a row of A and of B_T, and of the rows a number of lines below that have the
    same swizzle.
    """

    def __init__(self, product: Product) -> None:
        """Compute the addresses of this thread."""
        shape = self.shape = product.shape
        chunks = shape.step // CHUNK
        line, chunk = product.tid // chunks, product.tid % chunks
        together = shape.threads // chunks
        self.K, self.k = product.K, chunk * CHUNK
        self.slot = product.ring + line * shape.row_bytes + ((chunk ^ shape.swizzle(line)) << 4)
        self.offset = reg.scalar(u32, init=0)
        self.copies = [
            (
                self.source(base, (first + line + i * together).min(size - 1), pitch),
                (above + i * together) * shape.row_bytes,
            )
            for base, pitch, first, size, above, lines in (
                (product.a, product.pitch_a, product.row, product.M, 0, ROWS),
                (product.b, product.pitch_b, product.column, product.N, ROWS, shape.columns),
            )
            for i in range(lines // together)
        ]

    def source(self, base: Any, row: Any, pitch: Any) -> Any:
        """Return the address of this thread's chunk in a row of A or B_T."""
        pointer = reg.scalar(base.dtype)
        ptx.inst.mad.wide.u32(pointer, row, pitch, reg.from_(self.k, base.dtype))
        return pointer * 2 + base

    def copy_stage(self) -> None:
        """Copy the next stage, as one group."""
        size, target = reg.scalar(u32), self.slot + self.offset
        ptx.selp(u32, size, 16, 0, self.k < self.K)
        for pointer, offset in self.copies:
            ptx.inst.cp.async_.cg.shared.global_.L2__128B(
                ptx.addr(target, offset), ptx.addr(pointer), 16, size
            )
            pointer += self.shape.row_bytes
        ptx.cp.async_.commit_group()
        ptx.inst.add.u32(self.k, self.k, self.shape.step)
        advance(self.offset, self.shape)


class Fragments:
    """The fragments of a warp: two sets, one that is multiplied and one that is loaded."""

    def __init__(self, product: Product) -> None:
        """Compute the addresses of this lane."""
        self.product, shape = product, product.shape
        lane = product.lane
        line_a, line_b = lane & 15, (lane & 7) + (lane >> 4) * 8
        self.rows_a = product.ring + (product.warp_row + line_a) * shape.row_bytes
        self.rows_b = product.ring + (product.warp_column + line_b + ROWS) * shape.row_bytes
        swizzle_a, swizzle_b = shape.swizzle(line_a), shape.swizzle(line_b)
        parts = range(shape.step // 16)
        self.chunks_a = [(((lane >> 4) + 2 * part) ^ swizzle_a) << 4 for part in parts]
        self.chunks_b = [(((lane >> 3 & 1) + 2 * part) ^ swizzle_b) << 4 for part in parts]
        self.offset = reg.scalar(u32, init=0)
        self.a, self.b = ([[reg.array(b32, 4) for _ in range(4)] for _ in range(2)] for _ in range(2))

    def advance(self) -> None:
        """Go on to the next stage."""
        advance(self.offset, self.product.shape)

    def load(self, part: int) -> None:
        """Fill a set with 16 of the elements along K of the current stage."""
        for rows, chunks, fragments in (
            (self.rows_a, self.chunks_a, self.a), (self.rows_b, self.chunks_b, self.b)
        ):  # fmt: skip
            start = rows + chunks[part] + self.offset
            for i, fragment in enumerate(fragments[part % 2]):
                ptx.ldmatrix(dst=fragment, src=ptx.addr(start, i * 16 * self.product.shape.row_bytes))

    def multiply(self, part: int) -> None:
        """Multiply a set; every other row of tiles backwards, so that neighbours share an operand."""
        dtype, acc = self.product.dtype, self.product.acc
        a, b = self.a[part % 2], self.b[part % 2]
        for i, tiles in enumerate(acc):
            for j in range(len(tiles)) if i % 2 == 0 else reversed(range(len(tiles))):
                ptx.mma.sync(
                    shape=(16, 8, 16), dtype_d=f32, dtype_a=dtype, dtype_b=dtype, dtype_c=f32,
                    d=tiles[j], a=a[i], b=b[j // 2][j % 2 * 2 : j % 2 * 2 + 2], c=tiles[j],
                )  # fmt: skip


def advance(offset: Any, shape: Shape) -> None:
    """Move an offset to the next stage."""
    moved = offset + shape.stage_bytes
    ptx.selp(u32, offset, 0, moved, moved == shape.stages * shape.stage_bytes)
