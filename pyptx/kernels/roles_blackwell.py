"""The roles of a GEMM on Blackwell: warps that copy, multiply and store, and the barriers between them.

A CTA has six warps. Warp 4 issues the MMAs, warp 5 starts the tensor copies, warps 0 to 3 store. A kernel
whose MMAs read more than the accumulator from tensor memory has a seventh, which copies that from each stage.

* `tcgen05.mma` reads both matrices from shared memory and adds into tensor memory, so one thread issues the
  MMAs of a whole CTA, or of a pair of CTAs, and no register holds an accumulator.
* Tensor memory holds several accumulators. While warps 0 to 3 store one tile, warp 4 multiplies the next tile
  into another accumulator.
* Each ring has two mbarriers per stage. `full` counts the bytes of the copies, `empty` gets the arrival of
  `tcgen05.commit`. The barriers `ready` and `drained` do the same for the accumulators.
* Warp w of the epilogue reads lanes 32 w to 32 w + 31 of tensor memory: 32 rows of the tile. It rounds one
  panel of 128 bytes a row at a time and writes it, swizzled, to shared memory; the kernel stores the panel.

A kernel gives the parts that differ: its tiles, the copies of a stage, its MMAs, and how a panel is stored.
See
`gemm_blackwell.py`, `gemm_scaled_blackwell.py` and `gemm_grouped_blackwell.py`. The panels are those of
`panels_blackwell.py`. Attention has other roles; it shares `Warps` and `Panels`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from pyptx import ptx, reg, smem
from pyptx.types import b32, u32

ROWS = 128  # of a tile, in each CTA: the lanes of tensor memory
SMS = 148
ROW_BYTES = 128  # of A and B in a box
MMA_BYTES = 32  # of these, in one MMA
EPILOGUE_WARPS = 4
MMA_WARP, COPY_WARP, LOAD_WARP = 4, 5, 6
THREADS = 32 * (EPILOGUE_WARPS + 2)
BAND = 8

Tiles = Callable[[Callable[..., None]], None]
"""A function that calls its argument in the body of a loop over tiles; the arguments describe the tile.

The threads of a warp run it together.
"""


def barriers(count: int) -> Any:
    """Allocate an array of mbarriers."""
    return ptx.mbarrier.array(smem.mbarrier(count), 0, count)


def in_bands(tile: Any, high: Any, wide: Any) -> tuple[Any, Any]:
    """Row and column of a tile: eight rows of tiles column by column, so that they stay in the L2 cache."""
    above, inside = tile // (wide * BAND) * BAND, tile % (wide * BAND)
    rows = (high - above).min(BAND)
    return above + inside % rows, inside // rows


class EveryNth:
    """The source of the tiles of a kernel: each cluster has every n-th tile, where n is their number.

    Another source, whose clusters take tiles when they have time, is in the example
    `gemm_experimental_blackwell.py`.

    Attributes:
        threads: Threads of a CTA.
    """

    threads = THREADS

    def __init__(self, tiles: Any, _ctas: int) -> None:
        """Start at the cluster's own number."""
        self.tiles = tiles
        self.first = reg.from_(ptx.special.clusterid.x(), u32)
        self.clusters = reg.from_(ptx.special.nclusterid.x(), u32)

    @staticmethod
    def launched(tiles: int, together: int) -> int:
        """Clusters to launch, if this many run together."""
        return min(tiles, together)

    def run(self, roles: Roles) -> None:
        """Trace the role that finds tiles: there is none."""

    def each(self, act: Callable[[Any], None]) -> None:
        """Call `act` with the number of a tile, in a loop."""
        for tile in ptx.range_(self.first, self.tiles, self.clusters):
            act(tile)


@dataclass(frozen=True)
class Sizes:
    """Sizes of a pipeline.

    Attributes:
        ctas: CTAs that multiply together: 1, or 2 for a pair.
        stages: Stages of the ring.
        stage_bytes: Bytes that the copies of one CTA bring to a stage.
        steps: Stages that a tile takes.
        rounds: Rounds of the ring in one iteration of the loop.
        kept: Stages whose descriptors are computed once for the rounds of an iteration, in uniform registers.
            There is room for 32 MMAs.
        columns: Columns of an accumulator.
        accumulators: Accumulators in tensor memory.
        more_columns: Columns of tensor memory after the accumulators.
        sets: Sets of these columns that warp `LOAD_WARP` fills in turn: a divisor of the stages, more than
            one; 0 without that warp.
    """

    ctas: int
    stages: int
    stage_bytes: int
    steps: int
    rounds: int
    kept: int
    columns: int = 256
    accumulators: int = 2
    more_columns: int = 0
    sets: int = 0


class Warps:
    """The warps of a CTA and its tensor memory.

    Attributes:
        tid, lane, warp: Numbers of the thread, of its lane and of its warp.
        tensor_memory: Address of the first column.
    """

    def __init__(self, columns: int, *, issuer: int, ctas: int = 1) -> None:
        """Number the threads.

        Args:
            columns: Columns of tensor memory that the kernel uses; an allocation is a power of two.
            issuer: The warp that allocates and frees them.
            ctas: 2 for a pair.
        """
        self.pair = ctas == 2
        self._issuer, self._ctas = issuer, ctas
        self._columns = max(32, 1 << (columns - 1).bit_length())
        self.tid = reg.from_(ptx.special.tid.x(), u32)
        self.lane = self.tid & 31
        self.warp = reg.scalar(u32)
        ptx.inst.shfl.sync.idx.b32(self.warp, self.tid >> 5, 0, 31, 0xFFFFFFFF)

    def begin(self, arrivals: Sequence[tuple[Any, int]]) -> None:
        """Initialise arrays of barriers, each for this many arrivals, and allocate tensor memory."""
        address = smem.alloc(b32, (1,))
        with ptx.if_(self.tid == 0):
            for ring, count in arrivals:
                ring.init_all(count)
            ptx.fence.mbarrier_init()
        with ptx.if_(self.warp == self._issuer):
            ptx.tcgen05.alloc(address, self._columns, cta_group=self._ctas)
            ptx.tcgen05.relinquish_alloc_permit(cta_group=self._ctas)
        self._meet()
        self.tensor_memory = address[0]

    def end(self) -> None:
        """Free tensor memory when no warp uses it any more."""
        self._meet()
        with ptx.if_(self.warp == self._issuer):
            ptx.tcgen05.dealloc(self.tensor_memory, self._columns, cta_group=self._ctas)

    def _meet(self) -> None:
        """Order tensor memory before and after a barrier of the CTA, or of the pair."""
        ptx.tcgen05.fence_before_thread_sync()
        ptx.cluster.sync() if self.pair else ptx.bar.sync(0)
        ptx.tcgen05.fence_after_thread_sync()


class Roles(Warps):
    """The warps of a GEMM and their barriers.

    Attributes:
        rank: Rank of the CTA in the pair.
    """

    def __init__(self, sizes: Sizes) -> None:
        """Initialise the barriers and allocate tensor memory."""
        used = sizes.accumulators * sizes.columns + sizes.more_columns
        super().__init__(used, issuer=MMA_WARP, ctas=sizes.ctas)
        self.sizes = sizes
        self.rank = reg.from_(ptx.special.cluster_ctarank(), u32)
        self.full = barriers(sizes.stages)
        self.empty = barriers(sizes.stages)
        self.loaded = barriers(sizes.stages) if sizes.sets else self.full
        self.ready = barriers(sizes.accumulators)
        self.drained = barriers(sizes.accumulators)
        rings = [self.full, self.empty, self.ready, *[self.loaded] * (sizes.sets > 0)]
        self.begin([*((ring, 1) for ring in rings), (self.drained, EPILOGUE_WARPS * sizes.ctas)])

    def _leads(self) -> AbstractContextManager[Any]:
        """The block of the CTA that issues the MMAs of a pair."""
        return ptx.if_(self.rank == 0) if self.pair else nullcontext()

    def run(
        self,
        tiles: Tiles,
        *,
        fill: Callable[..., None],
        issue: Callable[[], Callable[..., None]],
        store: Callable[..., None],
        load: Callable[[int], None] | None = None,
    ) -> None:
        """Trace the roles, and free tensor memory after them.

        Args:
            tiles: The loop over tiles, which each warp of each role runs.
            fill: Starts the copies of a stage: called with the stage, its barrier, the step of the tile, and
                the tile.
            issue: Called once by the role that issues. Returns a function that issues the MMAs of a
                stage; its arguments are the stage, the number of its round in an iteration of the loop (None
                after the loop), the accumulator, whether earlier MMAs of the tile exist, and the
                predicate of the thread that issues.
            store: Stores an accumulator: called with a function that releases it, its address, and the tile.
            load: Copies a stage to its set of columns; only with `Sizes.sets`.
        """
        with ptx.if_(self.warp < EPILOGUE_WARPS):
            self._store(tiles, store)
        with ptx.if_(self.warp >= COPY_WARP):
            # One election for all roles: with one in each, ptxas keeps no descriptor in a uniform register.
            chosen = ptx.elect()
            with ptx.if_(self.warp == COPY_WARP):
                self._copy(tiles, fill, chosen)
            if load is not None:
                with ptx.if_(self.warp == LOAD_WARP):
                    self._load(tiles, load, chosen)
        with ptx.if_(self.warp == MMA_WARP), self._leads():
            self._multiply(tiles, issue)
        self.end()

    def _walk(self, parities: list[Any], act: Callable[..., None]) -> None:
        """Call `act` for each step of a tile: rounds of the ring in a loop, then the rest.

        Every tile starts at stage 0, so that the addresses in a round are constants. The first stages may
        complete a phase more than the others do: each group has its own parity.

        Args:
            parities: Registers with the parity of the stages that the rest reaches, and of the others.
            act: Called with the stage, the number of its round in an iteration (None after the loop), the
                parities of all stages, the step, and a predicate or a constant: whether the tile has an
                earlier step.
        """
        stages, together = self.sizes.stages, self.sizes.rounds
        whole, rest = divmod(self.sizes.steps, stages)
        loops = whole // together

        def of_stages(now: list[Any]) -> list[Any]:
            return [now[stage >= rest] for stage in range(stages)]

        def flip(registers: list[Any]) -> None:
            for parity in registers:
                ptx.inst.xor.b32(parity, parity, 1)

        if loops:
            for first in ptx.range_(0, loops * together * stages, together * stages):
                now = parities
                for turn in range(together):
                    if turn:
                        now = [parity ^ 1 for parity in now]
                    for stage in range(stages):
                        step = turn * stages + stage
                        act(stage, turn, of_stages(now), first + step, step > 0 or first > 0)
                if together % 2:
                    flip(parities)
        for turn in range(loops * together, whole):
            for stage in range(stages):
                act(stage, None, of_stages(parities), turn * stages + stage, turn + stage > 0)
            flip(parities)
        for stage in range(rest):
            act(stage, None, of_stages(parities), whole * stages + stage, whole + stage > 0)
        if rest:
            flip(parities[:1])

    def _copy(self, tiles: Tiles, fill: Callable[..., None], chosen: Any) -> None:
        """Fill the stages, tile after tile. One thread does it.

        In a pair it then waits until every stage has been read: `tcgen05.commit` of the other CTA arrives at
        `empty`, and a CTA must not end before.
        """
        sizes = self.sizes
        parities = [reg.scalar(u32, init=1) for _ in range(2)]
        signalled = self.full
        if self.pair:
            signalled = ptx.mbarrier.array(ptx.cluster.map_shared_u32(self.full[0], 0), 0, sizes.stages)
        leads = self.rank == 0 if self.pair else None

        def copies_of(*tile: Any) -> None:
            def begin(stage: int, _turn: int | None, parity: list[Any], step: Any, _later: Any) -> None:
                self.empty[stage].wait(parity[stage])
                self.full[stage].arrive_expect_tx(sizes.ctas * sizes.stage_bytes, pred=leads)
                fill(stage, signalled[stage], step, *tile)

            with ptx.if_(chosen):
                self._walk(parities, begin)

        tiles(copies_of)
        if self.pair:
            with ptx.if_(chosen):
                for stage in range(min(sizes.stages, sizes.steps)):
                    self.empty[stage].wait(parities[stage >= sizes.steps % sizes.stages])

    def _load(self, tiles: Tiles, load: Callable[[int], None], chosen: Any) -> None:
        """Copy stages to tensor memory. One thread does it.

        A set of columns is free when the MMAs of every stage that shares it have completed. The copy of a
        stage to shared memory waits for its own MMAs, and this thread for those of the others. It does not
        wait for its copies: the MMAs of the other thread are pipelined behind them.
        """
        stages, sets = self.sizes.stages, self.sizes.sets
        parities = [reg.scalar(u32, init=0) for _ in range(2)]

        def copies_of(*_tile: Any) -> None:
            def begin(stage: int, _turn: int | None, parity: list[Any], _step: Any, _later: Any) -> None:
                self.full[stage].wait(parity[stage])
                for other in range(stage % sets, stages, sets):
                    if other != stage:  # of this round, or of the round before
                        self.empty[other].wait(parity[other] if other < stage else parity[other] ^ 1)
                ptx.tcgen05.fence_after_thread_sync()
                load(stage)
                ptx.tcgen05.fence_before_thread_sync()
                self.loaded[stage].arrive()

            with ptx.if_(chosen):
                self._walk(parities, begin)

        tiles(copies_of)

    def _multiply(self, tiles: Tiles, begin: Callable[[], Callable[..., None]]) -> None:
        """Issue the MMAs. The whole warp waits, so that its registers are uniform; one thread issues."""
        sizes = self.sizes
        parities = [reg.scalar(u32, init=0) for _ in range(2)]
        turns = ptx.pipeline(sizes.accumulators)
        chosen, issue = ptx.elect(), begin()

        def commit(barrier: Any) -> None:
            """Arrive when the MMAs so far have completed, in both CTAs of a pair."""
            both: dict[str, Any] = (
                {"cta_group": 2, "multicast": True, "multicast_mask": 0b11} if self.pair else {}
            )
            ptx.tcgen05.commit(barrier, pred=chosen, **both)

        def mmas_of(*_tile: Any) -> None:
            turn, parity = turns.advance()
            self.drained.at(turn).wait(parity ^ 1)
            ptx.tcgen05.fence_after_thread_sync()
            accumulator = self.tensor_memory + turn * sizes.columns

            def multiply(stage: int, turn: int | None, parity: list[Any], _step: Any, later: Any) -> None:
                self.loaded[stage].wait(parity[stage])
                if sizes.sets:
                    ptx.tcgen05.fence_after_thread_sync()
                issue(stage, turn, accumulator, later, chosen)
                commit(self.empty[stage])

            self._walk(parities, multiply)
            commit(self.ready.at(turn))

        tiles(mmas_of)

    def _store(self, tiles: Tiles, store: Callable[..., None]) -> None:
        """Store one accumulator after the other, 32 rows a warp."""
        turns = ptx.pipeline(self.sizes.accumulators)
        starts = self.lane == 0

        def rows_of(*tile: Any) -> None:
            turn, parity = turns.advance()
            self.ready.at(turn).wait(parity)
            ptx.tcgen05.fence_after_thread_sync()

            def release() -> None:
                """Arrive for the warp where the MMAs are issued: its lanes have read the accumulator."""
                ptx.tcgen05.fence_before_thread_sync()
                ptx.warp.sync()
                drained = self.drained.at(turn)
                if self.pair:
                    drained.arrive_remote(0, pred=starts)
                else:
                    drained.arrive(pred=starts)

            store(release, self.tensor_memory + turn * self.sizes.columns + (self.warp << 21), *tile)

        tiles(rows_of)


def mmas(
    ring_a: Any, ring_b: Any, shape: int, sizes: Sizes, b_major: str = "K"
) -> Callable[[], Callable[..., None]]:
    """Return the argument `issue` of `Roles.run`: an MMA is 32 bytes of each row of A and B in a stage.

    The descriptors of all MMAs differ from the first by constants. ptxas keeps those that two rounds
    share in uniform registers, and fills these from other registers where they are too many. So stages that
    are not `Sizes.kept` have a copy of the first descriptor for each round: to ptxas it is another value.

    Args:
        ring_a: A in shared memory: stages, boxes, rows, and 128 bytes of elements, swizzled.
        ring_b: The ring of B, directly after that of A if K is its major.
        shape: The instruction descriptor.
        sizes: Sizes of the pipeline.
        b_major: The major of B. With "MN" a stage has boxes of 64 columns, with a row for each step of K.
    """
    first = ptx.tcgen05.masked_descriptor(reg.from_(ring_a, u32))
    boxes = ring_a.shape[1]
    depth, columns = boxes * ROW_BYTES // 2, ring_b[0].nbytes // (boxes * ROW_BYTES)
    columns_first = None
    if b_major == "MN":
        columns_first = ptx.tcgen05.auto_descriptor(
            reg.from_(ring_b, u32), dtype=ring_b.dtype, shape=(depth, columns), major="MN"
        )

    def begin() -> Callable[..., None]:
        copies = [copied(first) for _ in range(sizes.rounds if sizes.kept < sizes.stages else 0)]

        def issue(stage: int, turn: int | None, accumulator: Any, later: Any, chosen: Any) -> None:
            base = first if turn is None or stage < sizes.kept else copies[turn]
            for part in range(boxes * ROW_BYTES // MMA_BYTES):
                box, along = divmod(part * MMA_BYTES, ROW_BYTES)
                box += stage * boxes
                a = base + (box * ring_a[0, 0].nbytes + along >> 4)
                b = base + (ring_a.nbytes + box * ring_b[0, 0].nbytes + along >> 4)
                if columns_first is not None:
                    b = columns_first + (stage * ring_b[0].nbytes + part * (MMA_BYTES // 2) * ROW_BYTES >> 4)
                adds = True if part else later
                ptx.tcgen05.mma(
                    accumulator, a, b, shape, cta_group=sizes.ctas, enable_input_d=adds, pred=chosen
                )

        return issue

    return begin


def copied(descriptor: Any) -> Any:
    """Copy a descriptor by a shuffle of its lower half: to ptxas the copy is another value."""
    low, high, copy = reg.scalar(u32), reg.scalar(u32), reg.scalar(descriptor.dtype)
    ptx.inst.mov.b64([low, high], descriptor)
    ptx.inst.shfl.sync.idx.b32(low, low, 0, 31, 0xFFFFFFFF)
    ptx.inst.mov.b64(copy, [low, high])
    return copy
