"""A warpgroup that computes 64 rows of the tiles of attention on Hopper.

The result leaves from the shared memory of Q: by tensor copies, or row by row if the rows after those of a
sequence are the next one's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg
from pyptx.kernels.attention_softmax import OnlineSoftmax, of_row
from pyptx.kernels.attention_tensors import LINE_BYTES, PANEL, box, clear_rows, copy, store_rows
from pyptx.types import b32, f32, u32

if TYPE_CHECKING:
    from pyptx.kernels.attention_tiles import QueryTile

OWN = 64  # rows of a consumer
STAGES = 4


class Consumer:
    """A warpgroup that multiplies, takes the softmax, and multiplies again."""

    def __init__(self, cta: Any) -> None:
        """Compute the addresses of this thread.

        Args:
            cta: State that the roles of the CTA share, an `Attention`.
        """
        self.cta, self.stages = cta, ptx.pipeline(STAGES)
        self.number, consumers = cta.warpgroup, cta.design.consumers
        self.half = (self.number - 1) * OWN
        self.thread, self.lane = cta.tid & 127, cta.tid & 31
        self.warp_row = (self.thread >> 5) * 16
        self.queries = cta.base_q + reg.from_(self.half * LINE_BYTES, u32)
        self.matrix_q = ptx.wgmma.masked_descriptor(self.queries)
        self.matrix_k = ptx.wgmma.masked_descriptor(cta.ring)
        self.matrix_v = ptx.wgmma.auto_descriptor(
            cta.ring, dtype=cta.dtype, shape=(cta.block, cta.width), major="MN"
        )
        self.scores = reg.wgmma_frag(m=OWN, n=cta.block, dtype=f32)
        self.weights = [reg.array(b32, 4) for _ in range(cta.block // 16)]
        self.out = reg.wgmma_frag(m=OWN, n=cta.width, dtype=f32)
        self.parity = reg.scalar(u32, init=1)
        scale = ptx.param(f32, "scale") if cta.variant.scale is None else cta.variant.scale
        self.softmax = OnlineSoftmax(scale, ptx.param(f32, "softcap") if cta.variant.softcap else None)
        following = self.number % consumers + 1
        self.turn, self.next_turn = (
            ptx.named_barrier(number, count=2 * 128) for number in (self.number, following)
        )

    def compute(self, tile: QueryTile) -> None:
        """Compute this warpgroup's rows of a tile, if the sequence has it."""
        with ptx.if_(tile.row >= 0):
            self.attend(tile)

    def attend(self, tile: QueryTile) -> None:
        """Walk the blocks of keys, and store the result."""
        cta, blocks, band = self.cta, tile.blocks, tile.band
        row = tile.row + self.half + self.warp_row + (self.lane >> 2)  # the first of this thread
        for value in self.out:
            ptx.inst.mov.f32(value, 0.0)
        self.softmax.start()
        # Consumers of a tile without blocks of keys take no turns.
        with ptx.if_((self.number == cta.design.consumers) & (blocks.last > blocks.first)):
            self.next_turn.arrive()
        ptx.inst.xor.b32(self.parity, self.parity, 1)
        cta.loaded.wait(self.parity)
        number = self.acquire()
        self.multiply_keys(number)
        ptx.wgmma.wait_group(0)
        self.release(number)
        self.weigh(self.soften(tile, row, blocks.last, masked=True))
        if tile.keys.foreign:
            self.clear_missing(tile)
        below = blocks.last - 1
        if band.right is not None:
            for block in ptx.range_(below, blocks.whole_last.max(blocks.first - 1), -1):
                self.step(tile, row, block, masked=True)
            below = below.min(blocks.whole_last)
        for block in ptx.range_(below, blocks.whole_first - 1, -1):
            self.step(tile, row, block, masked=False)
        if band.left is not None:
            for block in ptx.range_(below.min(blocks.whole_first - 1), blocks.first - 1, -1):
                self.step(tile, row, block, masked=True)
        number = self.acquire()
        self.multiply_values(number)
        ptx.wgmma.wait_group(0)
        self.release(number)
        self.finish(tile, row)

    def step(self, tile: QueryTile, row: Any, block: Any, *, masked: bool) -> None:
        """Take the scores of a block, while the values of the one after it are multiplied."""
        number_k = self.acquire()
        self.turn.sync()
        self.multiply_keys(number_k)
        number_v = self.acquire()
        self.multiply_values(number_v)
        # No consumer follows the last turn.
        later = block - tile.blocks.first + self.cta.design.consumers
        self.next_turn.arrive(pred=later > self.number)
        ptx.wgmma.wait_group(1)
        self.release(number_k)
        factors = self.soften(tile, row, block, masked=masked)
        ptx.wgmma.wait_group(0)
        self.release(number_v)
        self.weigh(factors)

    def acquire(self) -> Any:
        """Wait for the next stage, and return its number."""
        number, phase = self.stages.advance()
        self.cta.full.at(number).wait(phase)
        return number

    def release(self, number: Any) -> None:
        """One thread releases a stage for this warpgroup."""
        with ptx.if_(self.thread == 0):
            self.cta.empty.at(number).arrive()

    def at_stage(self, matrix: Any, number: Any) -> Any:
        """Return the descriptor of the same matrix in a stage."""
        here = reg.scalar(matrix.dtype)
        ptx.inst.mad.wide.u32(here, number, self.cta.stage_bytes >> 4, matrix)
        return here

    def multiply_keys(self, number: Any) -> None:
        """Start `scores = Q @ K.T`."""
        cta, here = self.cta, self.at_stage(self.matrix_k, number)
        ptx.wgmma.fence()
        for part in range(cta.width // 16):
            panel, offset = divmod(part * 16, PANEL)
            ptx.wgmma.mma_async(
                shape=(OWN, cta.block, 16), dtype_d=f32, dtype_a=cta.dtype, dtype_b=cta.dtype, d=self.scores,
                a=self.matrix_q, b=here, scale_d=part > 0,
                a_k_offset=panel * cta.query_panel + 2 * offset, b_k_offset=panel * cta.panel + 2 * offset,
            )  # fmt: skip
        ptx.wgmma.commit_group()

    def multiply_values(self, number: Any) -> None:
        """Start `out += weights @ V`."""
        cta, here = self.cta, self.at_stage(self.matrix_v, number)
        ptx.wgmma.fence()
        for part, fragment in enumerate(self.weights):
            ptx.wgmma.mma_async(
                shape=(OWN, cta.width, 16), dtype_d=f32, dtype_a=cta.dtype, dtype_b=cta.dtype, d=self.out,
                a=fragment, b=here, scale_d=True, trans_b=1, b_k_offset=part * 16 * LINE_BYTES,
            )  # fmt: skip
        ptx.wgmma.commit_group()

    def soften(self, tile: QueryTile, row: Any, block: Any, *, masked: bool) -> list[Any]:
        """Replace the scores of a block by exponentials; return the factors for the sums so far."""
        self.softmax.cap(self.scores)
        if masked:
            tile.band.apply(self.scores, row, block * self.cta.block + (self.lane & 3) * 2)
        return self.softmax.take(self.scores, masked=masked)

    def weigh(self, factors: list[Any]) -> None:
        """Round the exponentials to fragments of A, and scale the sums so far."""
        for part, fragment in enumerate(self.weights):
            for i, pair in enumerate(fragment):
                self.round(pair, self.scores, 8 * part + 2 * i)
        for upper, factor in enumerate(factors):
            for value in of_row(self.out, upper):
                ptx.inst.mul.f32(value, value, factor)

    def round(self, pair: Any, values: Any, first: int) -> None:
        """Round two adjacent values."""
        ptx.inst[f"cvt.rn.{self.cta.dtype}x2.f32"](pair, values[first + 1], values[first])

    def clear_missing(self, tile: QueryTile) -> None:
        """Set values after the last key to zero: with a weight of zero they are still NaN if they are.

        The values of the last block follow the keys of the block below it, if there is one. All consumers
        set some of the rows.
        """
        cta, last = self.cta, tile.blocks.last
        missing = tile.keys.count - last * cta.block
        with ptx.if_(missing < cta.block):
            stage, phase = reg.from_(self.stages.cursor, u32), reg.from_(self.stages.phase, u32)
            ptx.inst.add.u32(stage, stage, 1, pred=last != tile.blocks.first)
            wraps = stage >= STAGES
            ptx.inst.sub.u32(stage, stage, STAGES, pred=wraps)
            ptx.inst.xor.b32(phase, phase, 1, pred=wraps)
            cta.full.at(stage).wait(phase)
            threads, place = cta.design.consumers * 128, cta.ring + stage * cta.stage_bytes
            clear_rows(cta.tid - 128, threads, [place], missing, cta.block, cta.panels)
            ptx.bar.sync(2 * cta.design.consumers + 1, 128 * cta.design.consumers)

    def finish(self, tile: QueryTile, row: Any) -> None:
        """Divide by the sums, store the result, and release the shared memory of Q."""
        cta = self.cta
        for upper, inverse in enumerate(self.softmax.finish()):
            if cta.statistics is not None:
                self.store_logarithm(tile, row, upper)
            for value in of_row(self.out, upper):
                ptx.inst.mul.f32(value, value, inverse)
        line = self.queries + reg.from_((self.warp_row + (self.lane & 15)) * LINE_BYTES, u32)
        for part in range(cta.width // 16):
            panel, offset = divmod(part * 16, PANEL)
            chunk = ((self.lane >> 4) + offset // 8) ^ (self.lane & 7)
            rounded = reg.array(b32, 4)
            for i, pair in enumerate(rounded):
                self.round(pair, self.out, 8 * part + 2 * i)
            there = line + reg.from_(chunk << 4, u32)
            ptx.stmatrix(smem=ptx.addr(there, panel * cta.query_panel), regs=rounded)
        if tile.queries.foreign:
            store_rows(
                cta.out, self.queries, self.thread, tile.queries.first, tile.row + self.half,
                tile.queries.count, tile.head, panels=cta.panels, panel_bytes=cta.query_panel,
            )  # fmt: skip
            ptx.fence.proxy_async_shared_cta()
            ptx.bar.sync(self.number + cta.design.consumers, 128)
            with ptx.if_(self.thread == 0):
                cta.stored.arrive()
        else:
            self.store_tile(tile)

    def store_tile(self, tile: QueryTile) -> None:
        """Store 64 rows by tensor copies."""
        cta, axes = self.cta, self.cta.variant.query_axes
        target = cta.out.tma_desc(box=box(axes, OWN), swizzle="128B")
        ptx.fence.proxy_async_shared_cta()
        ptx.bar.sync(self.number + cta.design.consumers, 128)
        with ptx.if_(self.thread == 0):
            for panel in range(cta.panels):
                where = tile.queries.corner(panel * PANEL, tile.row + self.half, tile.head)
                source = ptx.addr(self.queries, panel * cta.query_panel)
                copy(axes).store(dst=target, src=source, coord=where)
            ptx.cp.async_.bulk.commit_group()
            ptx.cp.async_.bulk.wait_group(0, read=True)
            cta.stored.arrive()

    def store_logarithm(self, tile: QueryTile, row: Any, upper: int) -> None:
        """Store the logarithm of a row's sum, one thread of the four that have the row."""
        queries, query = tile.queries, row + 8 * upper
        (place,) = ptx.global_ptrs(self.cta.statistics)
        line = tile.head if queries.foreign else queries.sequence * queries.heads + tile.head
        ptx.inst.mad.wide.s32(place, line * queries.size + queries.first + query, 4, place)
        alone = ((self.lane & 3) == 0) & (query < queries.count)
        ptx.st(f32, ptx.addr(place), self.softmax.logarithm(upper), pred=alone)
