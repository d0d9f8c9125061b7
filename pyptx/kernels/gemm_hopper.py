"""GEMM for Hopper: `act(alpha * A @ B_T.T + beta * C + bias)` with `wgmma`, in two designs.

CTAs are persistent, in clusters of two: a cluster takes every n-th pair of tiles, one above the other, where
n is the number of clusters. Each CTA copies its rows of A and half of the rows of B_T, which both receive.

| design | tile of a CTA | stages | consumers |
|---|---|---|---|
| cooperative | 128 x 256 | 4 of 48 KiB | each has 64 rows of every tile |
| pingpong | 64 x 256 | 5 of 40 KiB | each has every other tile |

The cooperative design needs the fewest copies for each MMA. A consumer of the pingpong design writes the
results of a tile while the other one multiplies: that is worth more where a CTA has one or two tiles. It
waits for its stages when the other one has awaited those of the tile before: the parity of a
round of the ring is that of the round before the last, too.

Each consumer has a warp that stores for it: an idle warp of the producer's warpgroup. A consumer waits for a
free panel, writes it, arrives at a barrier, and goes on. The storing warp starts the copy, waits until it has
read the panel, and loads the next part of C to it.

Sizes are launch arguments, and arrays have any strides that a tensor map has: one kernel serves them all.
Each role counts stages in registers of its own. They are uniform registers then, and so are descriptors.

| barrier | arrival | awaited by | meaning |
|---|---|---|---|
| `full[stage]` | copies | consumers | A and B_T are in shared memory |
| `empty[stage]` | consumers of both CTAs | producer | they have been multiplied |
| `TURN + consumer` | the other consumer | consumer | it may wait for its stages (pingpong) |
| `free[panel]` | storing warp, or the copy of C | consumer | the panel may be written, and C is in it |
| `written[panel]` | warps of the consumer | storing warp | results are in the panel |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg, smem
from pyptx.kernel import kernel
from pyptx.kernels.epilogue import PANEL_BYTES, PANEL_ROWS, Epilogue, Panels, Results, output_type
from pyptx.specs import Dim, Tile
from pyptx.types import PtxType, bf16, f32, u32

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyptx.kernel import Kernel

COLUMNS, STEP = 256, 64
CTAS = 2
CONSUMERS, WARPS = 2, 4  # warps of each
SMS = 132
BAND = 8
TURN = 1  # barrier of the first consumer's turns; that of the second one follows
PRODUCER_REGISTERS, CONSUMER_REGISTERS = 40, 232


@dataclass(frozen=True)
class Design:
    """A way to divide the work of a CTA.

    Attributes:
        rows: Rows of its tiles.
        stages: Stages in shared memory.
        buffers: Panels of each consumer.
    """

    rows: int
    stages: int
    buffers: int

    @property
    def alternates(self) -> bool:
        """Whether a tile is that of one consumer."""
        return self.rows == PANEL_ROWS

    def tiles(self, m: int, n: int) -> int:
        """Return the number of tiles of a cluster in a matrix."""
        return -(-m // (self.rows * CTAS)) * -(-n // COLUMNS)


COOPERATIVE = Design(rows=2 * PANEL_ROWS, stages=4, buffers=2)
PINGPONG = Design(rows=PANEL_ROWS, stages=5, buffers=1)


def build_gemm_hopper(
    *, dtype: PtxType = bf16, out: PtxType | None = None, scaled: bool = False, bias: bool = False,
    activation: str | None = None, pingpong: bool = False, sms: int = SMS, arch: str = "sm_90a",
) -> Kernel:  # fmt: skip
    """Build `D = A @ B_T.T` for A[M, K] and B_T[N, K] of any sizes.

    Strides are multiples of 16 bytes; those of the columns are one element.

    Args:
        dtype: Element type of A and B_T: bf16 or f16.
        out: Element type of D: that of A, or f32.
        scaled: Whether it is `alpha * A @ B_T.T + beta * C`. C[M, N] is the input behind B_T, and alpha and
            beta are keyword arguments of the call.
        bias: Whether the numbers of the last input, bias[N], are added to each row.
        activation: Function of the result: `"relu"`, `"gelu"` (by tanh), or `"silu"`.
        pingpong: Whether the consumers have tiles of their own: for one or two tiles of each CTA.
        sms: Multiprocessors of the GPU: as many CTAs are launched, or fewer for fewer tiles.
        arch: Target.

    Raises:
        ValueError: There is no such kernel.
    """
    out = output_type(dtype, out)
    epilogue, design = Epilogue(out, scaled, bias, activation), PINGPONG if pingpong else COOPERATIVE
    m, n, k = (Dim(name, dynamic=True) for name in "MNK")

    def grid(M: int, N: int) -> tuple[int]:
        return (min(sms // CTAS, design.tiles(M, N)) * CTAS,)

    def body(A: Any, B_T: Any, D: Any, C: Any = None, Bias: Any = None) -> None:
        Roles(design, epilogue, A, B_T, D, C, Bias).run()
        ptx.ret()

    functions: dict[tuple[bool, bool], Callable[..., None]] = {
        (False, False): lambda A, B_T, D: body(A, B_T, D),
        (True, False): lambda A, B_T, C, D: body(A, B_T, D, C),
        (False, True): lambda A, B_T, Bias, D: body(A, B_T, D, Bias=Bias),
        (True, True): lambda A, B_T, C, Bias, D: body(A, B_T, D, C, Bias),
    }
    added = [Tile(m, n, out)] * scaled + [Tile(n, out)] * bias
    return kernel(
        in_specs=(Tile(m, k, dtype), Tile(n, k, dtype), *added),
        out_specs=(Tile(m, n, out),),
        raw_params=[("f32", "alpha"), ("f32", "beta")] if scaled else None,
        grid=grid,
        block=(128 * (1 + CONSUMERS), 1, 1),
        cluster=(CTAS, 1, 1),
        arch=arch,
        name="gemm_pingpong_hopper" if pingpong else "gemm_hopper",
    )(functions[scaled, bias])


class Roles:
    """The warps of a CTA: one copies, two store, and two warpgroups multiply."""

    def __init__(
        self, design: Design, epilogue: Epilogue, A: Any, B_T: Any, D: Any, C: Any, Bias: Any
    ) -> None:
        """Allocate memory, initialise the barriers, and compute what the roles share."""
        self.design, self.epilogue, self.dtype, self.bias = design, epilogue, A.dtype, Bias
        self.map_a = A.tma_desc(box=(design.rows, STEP), swizzle="128B", l2_promotion="256B")
        self.map_b = B_T.tma_desc(box=(COLUMNS // CTAS, STEP), swizzle="128B", l2_promotion="256B")
        panel = {"box": (PANEL_ROWS, epilogue.panel_columns), "swizzle": "128B"}
        self.map_d, self.map_c = D.tma_desc(**panel), C.tma_desc(**panel) if epilogue.scaled else None
        (M, self.K), (self.N, _) = A.shape, B_T.shape
        self.high, self.wide = ptx.ceil_div(M, design.rows * CTAS), ptx.ceil_div(self.N, COLUMNS)
        self.tid = reg.from_(ptx.special.tid.x(), u32)
        self.lane = self.tid & 31
        self.rank = reg.from_(ptx.special.cluster_ctarank(), u32)
        self.first = reg.from_(ptx.special.clusterid.x(), u32)
        self.clusters = reg.from_(ptx.special.nclusterid.x(), u32)
        self.warp = reg.scalar(u32)
        ptx.inst.shfl.sync.idx.b32(self.warp, self.tid >> 5, 0, 31, 0xFFFFFFFF)
        stages, counts = design.stages, CONSUMERS * design.buffers
        self.ring_a = smem.alloc(self.dtype, (stages, design.rows, STEP), "128B")
        self.ring_b = smem.alloc(self.dtype, (stages, COLUMNS, STEP), "128B")
        shape = CONSUMERS, design.buffers, PANEL_ROWS, epilogue.panel_columns
        self.panels = reg.from_(smem.alloc(epilogue.out, shape, "128B"), u32)
        self.full, self.empty = (ptx.mbarrier.array(smem.mbarrier(stages), 0, stages) for _ in range(2))
        self.free, self.written = (smem.mbarrier(counts) for _ in range(2))
        with ptx.if_(self.tid == 0):
            for tensor_map in (
                self.map_a,
                self.map_b,
                self.map_d,
                *([self.map_c] if epilogue.scaled else []),
            ):
                ptx.prefetch.tensormap(tensor_map)
            self.full.init_all(1)
            self.empty.init_all(CTAS if design.alternates else CONSUMERS * CTAS)
            ptx.mbarrier.array(self.free, 0, counts).init_all(1)
            ptx.mbarrier.array(self.written, 0, counts).init_all(WARPS)
            ptx.fence.mbarrier_init()
        ptx.cluster.sync()

    def run(self) -> None:
        """Trace the roles."""
        with ptx.if_(self.warp < WARPS):
            ptx.setmaxnreg_dec(PRODUCER_REGISTERS)
            with ptx.if_(self.lane == 0):
                with ptx.if_(self.warp == 0):
                    self.produce()
                with ptx.if_((self.warp > 0) & (self.warp <= CONSUMERS)):
                    self.store(self.warp - 1)
        with ptx.else_():
            ptx.setmaxnreg_inc(CONSUMER_REGISTERS)
            self.consume((self.warp >> 2) - 1)
        ptx.cluster.sync()

    def tiles(self) -> Iterator[Any]:
        """Trace a loop over the tiles of this cluster."""
        yield from ptx.range_(self.first, self.high * self.wide, self.clusters)

    def tiles_of(self, consumer: Any) -> Iterator[Any]:
        """Trace a loop over the tiles of a consumer."""
        yield from ptx.range_(self.first_of(consumer), self.high * self.wide, self.step)

    def first_of(self, consumer: Any) -> Any:
        """Return the first tile of a consumer."""
        return self.first + consumer * self.clusters if self.design.alternates else self.first

    @property
    def step(self) -> Any:
        """Tiles from one of a consumer to the next."""
        return self.clusters * CONSUMERS if self.design.alternates else self.clusters

    def own_row(self, consumer: Any) -> Any:
        """Return the row of a tile where those of a consumer begin."""
        return 0 if self.design.alternates else consumer * PANEL_ROWS

    def corner(self, tile: Any) -> tuple[Any, Any]:
        """First row and column of the part of a tile that is this CTA's."""
        above = tile // (self.wide * BAND) * BAND
        band = tile % (self.wide * BAND)
        rows = (self.high - above).min(BAND)
        return ((above + band % rows) * CTAS + self.rank) * self.design.rows, band // rows * COLUMNS

    def produce(self) -> None:
        """Fill the stages, tile after tile."""
        turns = ptx.pipeline(self.design.stages)
        half = self.rank * (COLUMNS // CTAS)
        for tile in self.tiles():
            row, column = self.corner(tile)
            for k in ptx.range_(0, self.K, STEP):
                stage, parity = turns.advance()
                full = self.full.at(stage)
                self.empty.at(stage).wait(parity ^ 1)
                full.arrive_expect_tx(self.ring_a[0].nbytes + self.ring_b[0].nbytes)
                ptx.cp.async_.bulk.tensor_2d(
                    dst=self.ring_a[stage], src=self.map_a, coord=(k, row), mbar=full
                )
                ptx.cp.async_.bulk.tensor_2d(
                    dst=ptx.addr(reg.from_(self.ring_b[stage], u32) + half * (STEP * 2)),
                    src=self.map_b,
                    coord=(k, column + half),
                    mbar=full,
                    multicast_mask=(1 << CTAS) - 1,
                )

    def panels_of(self, consumer: Any) -> Panels:
        """Return the panels of a consumer."""
        buffers = self.design.buffers
        free, written = (
            ptx.mbarrier.array(reg.from_(barriers, u32) + consumer * (8 * buffers), 0, buffers)
            for barriers in (self.free, self.written)
        )
        return Panels(self.panels + consumer * (buffers * PANEL_ROWS * PANEL_BYTES), free, written)

    def store(self, consumer: Any) -> None:
        """Store the panels of a consumer as they are written, and load C where they are free again."""
        panels, columns, buffers = self.panels_of(consumer), self.epilogue.panel_columns, self.design.buffers
        count, first = COLUMNS // columns, self.first_of(consumer)

        def place(panel: int, tile: Any) -> tuple[Any, tuple[Any, Any]]:
            """Address of a panel, and its first column and row."""
            row, column = self.corner(tile)
            here = ptx.addr(panels.address, panel % buffers * PANEL_ROWS * PANEL_BYTES)
            return here, (column + panel * columns, row + self.own_row(consumer))

        def fetch(panel: int, tile: Any) -> None:
            """Make a panel free, with C in it."""
            barrier = panels.free[panel % buffers]
            if self.map_c is None:
                barrier.arrive()
                return
            here, corner = place(panel, tile)
            barrier.arrive_expect_tx(PANEL_ROWS * PANEL_BYTES)
            ptx.cp.async_.bulk.tensor_2d(dst=here, src=self.map_c, coord=corner, mbar=barrier)

        with ptx.if_(first < self.high * self.wide):
            for panel in range(buffers):
                fetch(panel, first)
        for tile in self.tiles_of(consumer):
            following = tile + self.step
            for panel in range(count):
                panels.written[panel % buffers].wait(panel // buffers % 2)
                here, corner = place(panel, tile)
                ptx.cp.async_.bulk.tensor_2d.store(dst=self.map_d, src=here, coord=corner)
                ptx.cp.async_.bulk.commit_group()
                ptx.cp.async_.bulk.wait_group(0, read=True)
                if panel + buffers < count:
                    fetch(panel + buffers, tile)
                else:
                    with ptx.if_(following < self.high * self.wide):
                        fetch(panel + buffers - count, following)

    def consume(self, consumer: Any) -> None:
        """Multiply the stages as they come; write the panels of each tile."""
        design = self.design
        turns = ptx.pipeline(design.stages)
        acc = reg.wgmma_frag(m=PANEL_ROWS, n=COLUMNS, dtype=f32)
        base_a = reg.from_(self.ring_a, u32) + self.own_row(consumer) * (STEP * 2)
        matrix_a = ptx.wgmma.masked_descriptor(base_a)
        matrix_b = ptx.wgmma.masked_descriptor(reg.from_(self.ring_b, u32))
        releases = (self.tid & 127) < CTAS
        done = reg.scalar(u32, init=0)
        results = Results(self.epilogue, self.panels_of(consumer), self.warp, self.lane, self.bias, self.N)
        steps = ptx.ceil_div(self.K, STEP)
        filled = consumer * steps  # stages of the tiles before, where the consumers take turns

        def release() -> None:
            """Release a stage of this warpgroup: one thread arrives on the mbarrier of each CTA."""
            with ptx.if_(releases):
                self.empty.at(done).arrive_remote(self.tid & 127)

        if design.alternates:
            with ptx.if_(consumer == 1):
                ptx.bar.arrive(TURN, 128 * CONSUMERS)
        for tile in self.tiles_of(consumer):
            if design.alternates:
                ptx.inst.rem.u32(turns.cursor, filled, design.stages)
                ptx.inst.and_.b32(turns.phase, filled // design.stages, 1)
                ptx.inst.mad.lo.u32(filled, steps, CONSUMERS, filled)
                ptx.bar.sync(TURN + consumer, 128 * CONSUMERS)
            for k in ptx.range_(0, self.K, STEP):
                stage, parity = turns.advance()
                self.full.at(stage).wait(parity)
                here_a, here_b = reg.scalar(matrix_a.dtype), reg.scalar(matrix_b.dtype)
                ptx.inst.mad.wide.u32(here_a, stage, self.ring_a[0].nbytes >> 4, matrix_a)
                ptx.inst.mad.wide.u32(here_b, stage, self.ring_b[0].nbytes >> 4, matrix_b)
                later = k > 0
                ptx.wgmma.fence()
                for part in range(STEP // 16):
                    ptx.wgmma.mma_async(
                        shape=(PANEL_ROWS, COLUMNS, 16), dtype_d=f32, dtype_a=self.dtype, dtype_b=self.dtype,
                        d=acc, a=here_a, b=here_b, scale_d=later if part == 0 else True,
                        a_k_offset=32 * part, b_k_offset=32 * part,
                    )  # fmt: skip
                ptx.wgmma.commit_group()
                ptx.wgmma.wait_group(1)
                with ptx.if_(later):
                    release()
                ptx.inst.mov.u32(done, stage)
            if design.alternates:
                with ptx.if_(tile + self.clusters < self.high * self.wide):
                    ptx.bar.arrive(TURN + 1 - consumer, 128 * CONSUMERS)
            ptx.wgmma.wait_group(0)
            release()
            _, column = self.corner(tile)
            results.write(acc, column)
