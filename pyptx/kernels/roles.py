"""The warps of a persistent GEMM for Hopper: one copies, two store, and two warpgroups multiply.

CTAs are in clusters of two. A cluster takes every n-th tile of D, where n is the number of clusters. Tiles
are numbered in bands: clusters that run together share rows of A and B_T in the L2 cache.

Each consumer has a warp that stores for it: an idle warp of the producer's warpgroup. A consumer waits for a
free panel, writes it, arrives at a barrier, and goes on. The storing warp starts the copy, waits until it has
read the panel, and loads the next part of C to it.

| barrier | arrival | awaited by | meaning |
|---|---|---|---|
| `full[stage]` | copies | consumers | the operands are in shared memory |
| `empty[stage]` | consumers of both CTAs | producer | they have been multiplied |
| `free[panel]` | storing warp, or the copy of C | consumer | the panel may be written, and C is in it |
| `written[panel]` | warps of the consumer | storing warp | results are in the panel |
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg, smem
from pyptx.kernels.epilogue import PANEL_BYTES, PANEL_ROWS, Epilogue, Panels
from pyptx.types import u32

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CTAS = 2
CONSUMERS, WARPS = 2, 4  # warps of each
THREADS = 128 * (1 + CONSUMERS)
SMS = 132
BAND = 8
PRODUCER_REGISTERS, CONSUMER_REGISTERS = 40, 232


class Roles(ABC):
    """The roles of the warps of a CTA.

    Attributes:
        epilogue: The way from an accumulator to D.
        stages: Stages in shared memory.
        buffers: Panels of each consumer.
        panel_count: Panels that a consumer writes for each of its tiles; each buffer has an even number.
        map_d: Tensor map of D.
        map_c: Tensor map of C, or None.
        high: Tiles of a cluster from the top of D to its bottom.
        wide: Tiles of a cluster from side to side.
        first: First tile of this cluster.
        step: Distance between two tiles of a consumer, in tiles.
    """

    def __init__(
        self, epilogue: Epilogue, D: Any, C: Any, *, stages: int, buffers: int, panel_count: int,
        high: Any, wide: Any,
    ) -> None:  # fmt: skip
        """Compute the values that the roles share."""
        self.epilogue, self.stages, self.buffers, self.panel_count = epilogue, stages, buffers, panel_count
        panel = {"box": (PANEL_ROWS, epilogue.panel_columns), "swizzle": "128B"}
        self.map_d, self.map_c = D.tma_desc(**panel), C.tma_desc(**panel) if epilogue.scaled else None
        self.high, self.wide = high, wide
        self.tid = reg.from_(ptx.special.tid.x(), u32)
        self.lane = self.tid & 31
        self.rank = reg.from_(ptx.special.cluster_ctarank(), u32)
        self.first = reg.from_(ptx.special.clusterid.x(), u32)
        self.clusters = self.step = reg.from_(ptx.special.nclusterid.x(), u32)
        self.warp = reg.scalar(u32)
        ptx.inst.shfl.sync.idx.b32(self.warp, self.tid >> 5, 0, 31, 0xFFFFFFFF)

    def set_up(self, maps: Sequence[Any], releases: int) -> None:
        """Allocate panels and barriers, and initialise the barriers.

        Args:
            maps: Tensor maps of the operands.
            releases: Arrivals that make a stage empty.
        """
        counts = CONSUMERS * self.buffers
        shape = CONSUMERS, self.buffers, PANEL_ROWS, self.epilogue.panel_columns
        self.panels = reg.from_(smem.alloc(self.epilogue.out, shape, "128B"), u32)
        self.full, self.empty = (
            ptx.mbarrier.array(smem.mbarrier(self.stages), 0, self.stages) for _ in range(2)
        )
        self.free, self.written = (smem.mbarrier(counts) for _ in range(2))
        with ptx.if_(self.tid == 0):
            for tensor_map in (*maps, self.map_d, *([] if self.map_c is None else [self.map_c])):
                ptx.prefetch.tensormap(tensor_map)
            self.full.init_all(1)
            self.empty.init_all(releases)
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

    @abstractmethod
    def produce(self) -> None:
        """Fill the stages, tile after tile."""

    @abstractmethod
    def consume(self, consumer: Any) -> None:
        """Multiply the stages as they come; write the panels of each tile."""

    @abstractmethod
    def panel_corner(self, consumer: Any, panel: int, tile: Any) -> tuple[Any, Any]:
        """Return the first column and row of a panel of a consumer."""

    def first_of(self, consumer: Any) -> Any:
        """Return the first tile of a consumer."""
        return self.first

    def tiles(self, first: Any, step: Any) -> Iterator[Any]:
        """Trace a loop over tiles."""
        yield from ptx.range_(first, self.high * self.wide, step)

    def place(self, tile: Any) -> tuple[Any, Any]:
        """Return row and column of a tile, in tiles."""
        above = tile // (self.wide * BAND) * BAND
        band = tile % (self.wide * BAND)
        rows = (self.high - above).min(BAND)
        return above + band % rows, band // rows

    def panels_of(self, consumer: Any) -> Panels:
        """Return the panels of a consumer."""
        free, written = (
            ptx.mbarrier.array(reg.from_(barriers, u32) + consumer * (8 * self.buffers), 0, self.buffers)
            for barriers in (self.free, self.written)
        )
        return Panels(self.panels + consumer * (self.buffers * PANEL_ROWS * PANEL_BYTES), free, written)

    def remote_empty(self, thread: Any) -> tuple[Any, Any]:
        """Return whether this thread releases stages, and where it finds `empty` in the CTA it releases for.

        Args:
            thread: Number of the thread among those that release together, one for each CTA.
        """
        return thread < CTAS, ptx.cluster.map_shared_u32(self.empty[0].addr_reg(), thread % CTAS)

    def release(self, stage: Any, remote: tuple[Any, Any]) -> None:
        """Release a stage; `remote` is what `remote_empty` returned."""
        releases, empty = remote
        with ptx.if_(releases):
            ptx.inst.mbarrier.arrive.shared__cluster.b64("_", ptx.addr(empty + stage * 8))

    def store(self, consumer: Any) -> None:
        """Store the panels of a consumer as they are written, and load C where they are free again."""
        panels, buffers, count = self.panels_of(consumer), self.buffers, self.panel_count
        first = self.first_of(consumer)

        def address(panel: int) -> Any:
            """Return the address of a panel in shared memory."""
            return ptx.addr(panels.address, panel % buffers * PANEL_ROWS * PANEL_BYTES)

        def fetch(panel: int, tile: Any) -> None:
            """Make a panel free, with C in it."""
            barrier = panels.free[panel % buffers]
            if self.map_c is None:
                barrier.arrive()
                return
            corner = self.panel_corner(consumer, panel, tile)
            barrier.arrive_expect_tx(PANEL_ROWS * PANEL_BYTES)
            ptx.cp.async_.bulk.tensor_2d(dst=address(panel), src=self.map_c, coord=corner, mbar=barrier)

        with ptx.if_(first < self.high * self.wide):
            for panel in range(buffers):
                fetch(panel, first)
        for tile in self.tiles(first, self.step):
            following = tile + self.step
            for panel in range(count):
                panels.written[panel % buffers].wait(panel // buffers % 2)
                corner = self.panel_corner(consumer, panel, tile)
                ptx.cp.async_.bulk.tensor_2d.store(dst=self.map_d, src=address(panel), coord=corner)
                ptx.cp.async_.bulk.commit_group()
                ptx.cp.async_.bulk.wait_group(0, read=True)
                if panel + buffers < count:
                    fetch(panel + buffers, tile)
                else:
                    with ptx.if_(following < self.high * self.wide):
                        fetch(panel + buffers - count, following)


def hold(barriers: Any) -> Any:
    """Return the same mbarriers, with their address in a register.

    From a variable ptxas computes the address in each iteration; it keeps the result of a shuffle.
    """
    place = reg.scalar(u32)
    ptx.inst.shfl.sync.idx.b32(place, barriers[0].addr_reg(), 0, 31, 0xFFFFFFFF)
    return ptx.mbarrier.array(place, 0, len(barriers))
