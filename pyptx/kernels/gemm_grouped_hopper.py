"""Grouped GEMM for Hopper: rows of A are sorted by group, and each group has a matrix B of its own.

As in a mixture of experts, the number of rows of a group is known only on the GPU, and no group is padded.
CTAs are persistent; a tile belongs to one group. There are three designs:

| design | tile of D | stages | for |
|---|---|---|---|
| dense | 128 rows x 256 | 4 of 48 KiB | large N |
| narrow | 128 rows x 64 | 6 of 24 KiB | small N |
| swapped | 64 rows x 128 | 6 of 24 KiB | groups of less than 64 rows |

`wgmma` takes 64 rows or more of its first operand, and any multiple of 8 of its second one. In the swapped
design the first one is B_T, so that a group of few rows leaves less of the tensor cores idle.

* Producer and consumers walk the same list: the groups in order, and every n-th of their tiles, where n is
  the number of CTAs. They exchange no tile numbers. The ends of the groups are copied to shared memory first.
* One tensor map covers the matrices B of all groups, in three dimensions: columns of a tile past those of its
  group are loaded as zeros. Rows past its own belong to the next group; their results are unused.
* A tensor copy would store those rows too. Instead a warp writes results in 16 bits to shared memory with
  `stmatrix`, and reads them again row by row, to store only the rows of the group, 16 bytes a lane. Results
  in f32 are whole sectors as they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg, smem
from pyptx.kernel import kernel
from pyptx.kernels.arguments import ALIGNED_BYTES
from pyptx.kernels.dependence import follow
from pyptx.kernels.epilogue import output_type
from pyptx.kernels.roles import CONSUMER_REGISTERS, CONSUMERS, PRODUCER_REGISTERS, SMS, THREADS, hold
from pyptx.specs import Dim, Tile
from pyptx.types import PtxType, b32, bf16, f32, s32, u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.kernel import Kernel

LEFT, STEP = 128, 64  # rows of the first operand in a tile; elements along K of a stage
OWN = LEFT // CONSUMERS
PANEL = 64  # columns of B in a box, where they are adjacent
PANEL_BYTES = 2048  # of a warp: 16 rows of 64 columns, or 64 rows of 16 columns
MOST_GROUPS = 2048
ALIGNED = 8


@dataclass(frozen=True)
class Design:
    """A way to divide the work.

    Attributes:
        right: Rows of the second operand in a tile.
        stages: Stages in shared memory.
        swapped: Whether the first operand is B_T.
    """

    right: int
    stages: int
    swapped: bool = False

    @property
    def rows(self) -> int:
        """Rows of D in a tile."""
        return self.right if self.swapped else LEFT

    @property
    def columns(self) -> int:
        """Columns of D in a tile."""
        return LEFT if self.swapped else self.right


DESIGNS = {"dense": Design(256, 4), "narrow": Design(64, 6), "swapped": Design(64, 6, swapped=True)}


def build_gemm_grouped_hopper(
    *, dtype: PtxType = bf16, out: PtxType | None = None, design: str = "dense", rows_each: int | None = None,
    transposed: bool = False, pdl: bool = False, sms: int = SMS, arch: str = "sm_90a",
) -> Kernel:  # fmt: skip
    """Build `D[ends[g - 1] : ends[g]] = A[ends[g - 1] : ends[g]] @ B_T[g].T` for each group g.

    Inputs are A[rows, K], B_T[groups, N, K] and ends[groups], 32-bit numbers in ascending order: the rows
    where groups end. The output is D[rows, N]; rows past the last end are not written. N and K are multiples
    of 8.

    Args:
        dtype: Element type of A and B_T: bf16 or f16.
        out: Element type of D: that of A, or f32.
        design: `"dense"`, `"narrow"` for small N, or `"swapped"` for groups of less than 64 rows.
        rows_each: Rows of each group, where all have as many; then there is no input `ends`.
        transposed: Whether the second input is B[groups, K, N]; not in the swapped design.
        pdl: Whether it may start before the previous kernel of the stream has ended; from `sm_90` on.
        sms: Multiprocessors of the GPU: as many CTAs are launched.
        arch: Target.

    Raises:
        ValueError: There is no such kernel.

    >>> import numpy
    >>> from pyptx.types import f16
    >>> a, b_t = numpy.full((16, 64), 0.5, "float16"), numpy.full((2, 32, 64), 3, "float16")
    >>> ends = numpy.array([4, 16], "int32")  # rows 0 to 3 are of group 0, rows 4 to 15 of group 1
    >>> build_gemm_grouped_hopper(dtype=f16)(a, b_t, ends)[0, :2].tolist()
    [96.0, 96.0]
    """
    out = output_type(dtype, out)
    if design not in DESIGNS:
        raise ValueError(f"design={design!r}: this kernel has {', '.join(map(repr, DESIGNS))}")
    if transposed and DESIGNS[design].swapped:
        raise ValueError("the swapped design takes B_T[groups, N, K]: pass another design, or B_T")
    count, groups, n, k = (Dim(name, dynamic=True) for name in ("rows", "groups", "N", "K"))

    def grid(N: int, K: int, groups: int, rows: int) -> tuple[int]:
        if rows_each is not None and rows != groups * rows_each:
            raise ValueError(f"{rows} rows cannot be {groups} groups of {rows_each} rows")
        for name, size in (("N", N), ("K", K)):
            if size % ALIGNED:
                raise ValueError(f"{name}={size}: this kernel takes a multiple of {ALIGNED}")
        if groups > MOST_GROUPS:
            raise ValueError(f"groups={groups}: this kernel has shared memory for the ends of {MOST_GROUPS}")
        return (sms,)

    def body(A: Any, B_T: Any, Ends: Any, D: Any) -> None:
        product = Groups(DESIGNS[design], A, B_T, D, transposed=transposed)
        follow(pdl=pdl)
        product.hold_ends(rows_each if Ends is None else Ends)
        product.run()
        ptx.ret()

    matrices = Tile(groups, k, n, dtype) if transposed else Tile(groups, n, k, dtype)
    return kernel(
        in_specs=(Tile(count, k, dtype), matrices, *[Tile(groups, s32)] * (rows_each is None)),
        out_specs=(Tile(count, n, out, align=ALIGNED_BYTES),),
        grid=grid,
        block=(THREADS, 1, 1),
        pdl=pdl,
        arch=arch,
        name=f"gemm_grouped_{design}_hopper",
    )(
        (lambda A, B_T, Ends, D: body(A, B_T, Ends, D))
        if rows_each is None
        else (lambda A, B_T, D: body(A, B_T, None, D))
    )


def element(array: Any, number: Any) -> Any:
    """Load a 32-bit number."""
    (place,), value = ptx.global_ptrs(array), reg.scalar(b32)
    ptx.inst.mad.wide.u32(place, number, 4, place)
    ptx.ld(b32, value, ptx.addr(place))
    return value


def choose_design(rows: int, groups: int, n: int) -> str:
    """Return the design for groups of `rows / groups` rows on average, and matrices of `n` columns."""
    if rows < groups * DESIGNS["swapped"].rows:
        return "swapped"
    return "narrow" if n <= DESIGNS["narrow"].columns else "dense"


class Groups:
    """The warps of a CTA: one copies, and two warpgroups multiply and store."""

    def __init__(self, design: Design, A: Any, B_T: Any, D: Any, *, transposed: bool) -> None:
        """Allocate memory, and initialise the barriers."""
        self.design, self.dtype, self.out, self.transposed = design, A.dtype, D.dtype, transposed
        self.count, self.N, self.K = B_T.shape
        if transposed:
            self.K, self.N = self.N, self.K
        lines = {"swizzle": "128B", "l2_promotion": "256B"}
        self.map_a = A.tma_desc(box=(design.rows, STEP), **lines)
        self.map_b = B_T.tma_desc(box=(1, STEP, PANEL) if transposed else (1, design.columns, STEP), **lines)
        (self.d,) = ptx.global_ptrs(D)
        self.tid = reg.from_(ptx.special.tid.x(), u32)
        self.lane = self.tid & 31
        self.warpgroup = reg.scalar(u32)
        ptx.inst.shfl.sync.idx.b32(self.warpgroup, self.tid >> 7, 0, 31, 0xFFFFFFFF)
        stages = design.stages
        self.left = smem.alloc(self.dtype, (stages, LEFT, STEP), "128B")
        self.right = smem.alloc(self.dtype, (stages, design.right, STEP), "128B")
        self.panels = reg.from_(smem.alloc(u32, (4 * CONSUMERS, PANEL_BYTES // 4)), u32)
        self.ends = reg.from_(smem.alloc(s32, MOST_GROUPS), u32)
        self.full, self.empty = (ptx.mbarrier.array(smem.mbarrier(stages), 0, stages) for _ in range(2))
        with ptx.if_(self.tid == 0):
            for tensor_map in (self.map_a, self.map_b):
                ptx.prefetch.tensormap(tensor_map)
            self.full.init_all(1)
            self.empty.init_all(CONSUMERS)
            ptx.fence.mbarrier_init()

    def hold_ends(self, ends: Any) -> None:
        """Write the ends of the groups, or of groups of this many rows, to shared memory."""
        for group in ptx.range_(self.tid, self.count, THREADS):
            end = (group + 1) * ends if isinstance(ends, int) else element(ends, group)
            ptx.st(b32, ptx.addr(self.ends + group * 4), end, space="shared")
        ptx.bar.sync()

    def run(self) -> None:
        """Trace the roles. Small accumulators need no registers of the producer."""
        moves = self.design.right > LEFT
        with ptx.if_(self.warpgroup == 0):
            if moves:
                ptx.setmaxnreg_dec(PRODUCER_REGISTERS)
            with ptx.if_(self.tid == 0):
                self.produce()
        with ptx.else_():
            if moves:
                ptx.setmaxnreg_inc(CONSUMER_REGISTERS)
            self.consume(self.warpgroup - 1)

    def for_each_tile(self, work: Callable[[Any, Any, Any, Any], None], *, whole_warps: bool) -> None:
        """Trace `work(group, row, column, end)` for the tiles of this CTA.

        Args:
            work: Traces the work on a tile.
            whole_warps: Whether all lanes of the warp walk the list. Then the ends are reduced to uniform
                registers: only so ptxas counts stages, and computes descriptors, in such registers.
        """
        tile = reg.from_(ptx.special.ctaid.x(), u32)
        begin, end = reg.scalar(u32, init=0), reg.scalar(u32)
        wide, ctas = ptx.ceil_div(self.N, self.design.columns), reg.from_(ptx.special.nctaid.x(), u32)
        for group in ptx.range_(reg.scalar(u32, init=0), self.count):
            ptx.ld(u32, end, ptx.addr(self.ends + group * 4), space="shared")
            if whole_warps:
                ptx.inst.redux.sync.max.u32(end, end, 0xFFFFFFFF)
            tiles = (end - begin + (self.design.rows - 1)) // self.design.rows * wide
            for mine in ptx.range_(tile, tiles, ctas):
                row, column = mine // wide * self.design.rows, mine % wide * self.design.columns
                work(group, begin + row, column, end)
            # `mine` is the first tile that was not of this group
            ptx.inst.sub.u32(tile, mine, tiles)  # pyptx: fixed
            ptx.inst.mov.u32(begin, end)

    def produce(self) -> None:
        """Fill the stages, tile after tile."""
        turns = ptx.pipeline(self.design.stages)
        ring_a, ring_b = (self.right, self.left) if self.design.swapped else (self.left, self.right)

        def load(group: Any, row: Any, column: Any, _end: Any) -> None:
            for k in ptx.range_(0, self.K, STEP):
                stage, parity = turns.advance()
                full = self.full.at(stage)
                self.empty.at(stage).wait(parity ^ 1)
                full.arrive_expect_tx(ring_a[0].nbytes + ring_b[0].nbytes)
                ptx.cp.async_.bulk.tensor_2d(dst=ring_a[stage], src=self.map_a, coord=(k, row), mbar=full)
                columns, place = self.design.columns, reg.from_(ring_b[stage], u32)
                for first in range(0, columns, PANEL if self.transposed else columns):
                    there = column + first
                    ptx.cp.async_.bulk.tensor_3d(
                        dst=ptx.addr(place, first * STEP * 2), src=self.map_b, mbar=full,
                        coord=(there, k, group) if self.transposed else (k, there, group),
                    )  # fmt: skip

        self.for_each_tile(load, whole_warps=False)

    def consume(self, consumer: Any) -> None:
        """Multiply the stages as they come; store after each tile."""
        width = self.design.right
        turns = ptx.pipeline(self.design.stages)
        acc = reg.wgmma_frag(m=OWN, n=width, dtype=f32)
        left = ptx.wgmma.masked_descriptor(reg.from_(self.left, u32) + consumer * (OWN * STEP * 2))
        right, step = ptx.wgmma.masked_descriptor(reg.from_(self.right, u32)), 32
        if self.transposed:
            shape, step = (STEP, width), 16 * PANEL * 2
            right = ptx.wgmma.auto_descriptor(
                reg.from_(self.right, u32), dtype=self.dtype, shape=shape, major="MN"
            )
        done, releases = reg.scalar(u32, init=0), (self.tid & 127) == 0
        full = hold(self.full)
        first = consumer * OWN + (self.tid >> 5 & 3) * 16  # row of the first operand where this warp begins
        words = self.store_swapped_words if self.design.swapped else self.store_words
        store = words if self.out == f32 else self.store_chunks

        def release() -> None:
            """One thread releases a stage of this warpgroup."""
            with ptx.if_(releases):
                self.empty.at(done).arrive()

        def multiply(_group: Any, row: Any, column: Any, end: Any) -> None:
            for k in ptx.range_(0, self.K, STEP):
                stage, parity = turns.advance()
                full.at(stage).wait(parity)
                here_left, here_right = reg.scalar(left.dtype), reg.scalar(right.dtype)
                ptx.inst.mad.wide.u32(here_left, stage, self.left[0].nbytes >> 4, left)
                ptx.inst.mad.wide.u32(here_right, stage, self.right[0].nbytes >> 4, right)
                later = k > 0
                ptx.wgmma.fence()
                for part in range(STEP // 16):
                    ptx.wgmma.mma_async(
                        shape=(OWN, width, 16), dtype_d=f32, dtype_a=self.dtype, dtype_b=self.dtype, d=acc,
                        a=here_left, b=here_right, scale_d=later if part == 0 else True,
                        trans_b=int(self.transposed), a_k_offset=32 * part, b_k_offset=step * part,
                    )  # fmt: skip
                ptx.wgmma.commit_group()
                ptx.wgmma.wait_group(1)
                with ptx.if_(later):
                    release()
                ptx.inst.mov.u32(done, stage)
            ptx.wgmma.wait_group(0)
            release()
            store(acc, first, row, column, end)

        self.for_each_tile(multiply, whole_warps=True)

    def target(self, row: Any, column: Any) -> Any:
        """Return the address of an element of D."""
        place = reg.scalar(self.d.dtype)
        ptx.inst.mad.wide.u32(place, row, self.N, reg.from_(column, self.d.dtype))
        ptx.inst.mad.lo.u64(place, place, self.out.bytes, self.d)
        return place

    def store_words(self, acc: Any, first: Any, row: Any, column: Any, end: Any) -> None:
        """Store results in f32: the four lanes of a row of the fragment, each a pair, fill a sector."""
        line, pair = self.lane >> 2, (self.lane & 3) * 2
        for upper in range(2):
            y, x = row + first + line + 8 * upper, column + pair
            place = self.target(y, x)
            for tile in range(self.design.right // 8):
                values = acc[4 * tile + 2 * upper : 4 * tile + 2 * upper + 2]
                inside = (y < end) & (x + 8 * tile < self.N)
                ptx.st(f32, ptx.addr(place, 32 * tile), values, vec=2, pred=inside)

    def store_swapped_words(self, acc: Any, first: Any, row: Any, column: Any, end: Any) -> None:
        """Store results in f32 where rows of the fragment are columns of D: eight of them fill a sector."""
        line, pair = self.lane >> 2, (self.lane & 3) * 2
        down = reg.scalar(self.d.dtype)
        ptx.inst.mul.wide.u32(down, self.N, 8 * self.out.bytes)
        for upper in range(2):
            for i in range(2):
                y, x = row + pair + i, column + first + line + 8 * upper
                place = self.target(y, x)
                for tile in range(self.design.right // 8):
                    inside = (y + 8 * tile < end) & (x < self.N)
                    ptx.st(f32, ptx.addr(place), acc[4 * tile + 2 * upper + i], pred=inside)
                    place += down

    def store_chunks(self, acc: Any, first: Any, row: Any, column: Any, end: Any) -> None:
        """Round the accumulator, and store the rows of this warp that are of the group, panel by panel."""
        lane, panel = self.lane, self.panels + ((self.tid >> 5) - 4) * PANEL_BYTES
        across = 2 if self.design.swapped else 8  # chunks of 16 bytes in a row of the panel

        def place(line: Any, chunk: Any) -> Any:
            """Return the address of a chunk: the chunks of a matrix are in different banks."""
            turned = chunk ^ (line >> 2 & 1 if self.design.swapped else line & 7)
            return panel + line * (across * 16) + (turned << 4)

        for part in range(self.design.right // 64):
            for pair in range(4):
                begin = 4 * (8 * part + 2 * pair)
                rounded = reg.array(b32, 4)
                for i, word in enumerate(rounded):
                    low = begin + 2 * i
                    ptx.inst[f"cvt.rn.{self.out}x2.f32"](word, acc[low + 1], acc[low])
                if self.design.swapped:
                    there = place((lane >> 4) * 8 + (lane & 7) + 16 * pair, lane >> 3 & 1)
                else:
                    there = place(lane & 15, (lane >> 4) + 2 * pair)
                ptx.stmatrix(smem=ptx.addr(there), regs=rounded, trans=self.design.swapped)
            ptx.bar.warp.sync(0xFFFFFFFF)
            together = 32 // across
            for turn in range(4):
                line, chunk = lane // across + together * turn, lane % across
                if self.design.swapped:
                    y, x = row + line, column + first + chunk * 8
                else:
                    y, x = row + first + line, column + (chunk * 8 + part * 64)
                values = reg.array(b32, 4)
                ptx.ld(b32, values, ptx.addr(place(line, chunk)), space="shared")
                ptx.st(b32, ptx.addr(self.target(y, x)), values, pred=(y < end) & (x < self.N))
            ptx.bar.warp.sync(0xFFFFFFFF)
