"""Gradients of attention on Hopper: three kernels; the second one has the MMAs.

`prepare` computes two numbers of each query and clears the sums of dQ, and `finish` rounds the sums: both are
in `attention_backward_rows.py`. The CTAs of a kernel start when those of the one before it run, and wait for
its end before they access memory (programmatic dependent launch).

The main kernel has a CTA for each block of 128 keys (64 for a width of 256) of a head of K and V. The CTA
walks the queries of all heads of Q that share them, in blocks; two consumers multiply:

    P = exp2(K @ Q.T * scale - logarithm)     dV += P @ dO
    dS = P * (V @ dO.T - product)             dK += dS @ Q         dQ += dS.T @ K

With a softcap c, scores s become `c * t`, where t is `tanh(s / c)`, and dS has the factor `1 - t * t`.

* Scores are computed transposed: a fragment of D is then one of A for dV and dK, in registers, and both sums
  stay in registers while the CTA walks. A group of heads is summed by one CTA, always in the same order.
* Each consumer has 64 of 128 keys. dS goes through shared memory, because dQ needs all keys. Each consumer
  computes 64 x 64 elements of dQ. A bulk copy of another warp adds them to sums in f32, in the order of the
  registers: see `attention_backward_writer.py`. For a width of 256 the consumers divide columns instead: see
  `attention_backward_wide.py`.
* CTAs add to dQ in any order, so that its last bits differ between launches; with `deterministic=True` they
  add in the order of their keys.
* Queries past the last one are zeros, and so are their rows of dS. Keys past the last one, and those that a
  query does not see, are masked in the blocks that have some; blocks of queries that see no key of the CTA
  are not read.
* Where sequences of different lengths follow each other, a tensor copy reads rows of the next one, too: the
  consumers set them to zero in shared memory, and store dK and dV row by row.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg, smem
from pyptx.kernel import kernel
from pyptx.kernels.arguments import ALIGNED_BYTES
from pyptx.kernels.attention_backward_consumer import BUFFERS, CONSUMERS, SHARED, STAGES, Walk
from pyptx.kernels.attention_backward_rows import (
    LINE,
    PANEL,
    PART,
    block_ids,
    find_block,
    place_of,
    started_ids,
    store_sums,
    write_panels,
    write_statistics,
)  # fmt: skip
from pyptx.kernels.attention_backward_wide import WideWalk
from pyptx.kernels.attention_backward_writer import Writer
from pyptx.kernels.attention_softmax import MASKS, edges
from pyptx.kernels.attention_tensors import Rows, box, clear_rows, copy, store_rows, with_parameters
from pyptx.specs import Dim, Tile
from pyptx.types import PtxType, bf16, f16, f32, s32, u32, u64

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

THREADS = 128 * (1 + CONSUMERS)


@dataclass(frozen=True)
class Design:
    """A way to divide the work.

    Attributes:
        keys: Keys of a CTA.
        rows: Queries of a block.
        walk: The work of a consumer.
        rounded: Matrices of 16 bits with an element for each score: slopes, and weights.
    """

    keys: int
    rows: int
    walk: type[Walk] = Walk
    rounded: int = 1


DESIGNS = {64: Design(128, 128), 128: Design(128, 64), 256: Design(64, 64, WideWalk, rounded=2)}
"""By the columns of a head."""
PRODUCER_REGISTERS, CONSUMER_REGISTERS = 24, 240
SCALE, CAP, EDGES = [("f32", "scale")], [("f32", "softcap")], [("s32", "left"), ("s32", "right")]


@dataclass(frozen=True)
class AttentionBackward:
    """The kernels that compute dQ, dK and dV.

    Attributes:
        rows: Queries of a block.
        prepare: Maps O, dO, the logarithms and their gradients to statistics of the queries, and to sums that
            are zeros; `blocks=` is the number of blocks, as `count` returns it. With `deterministic` counters
            follow.
        gradients: Maps Q, K, V, dO, and what `prepare` returns, to dK and dV, and adds dQ to the sums.
        finish: Maps the sums to dQ; `queries=` is the number of its rows.
    """

    rows: int
    prepare: Kernel
    gradients: Kernel
    finish: Kernel

    def count(self, queries: Any, sequences: Any = None) -> Any:
        """Return the number of blocks.

        Args:
            queries: Queries of a sequence, or of all sequences if they differ in length.
            sequences: Number of sequences if they differ in length.
        """
        return -(-queries // self.rows) if sequences is None else queries // self.rows + sequences


def build_attention_backward_hopper(
    width: int, *, mask: str = "full", dtype: PtxType = bf16, softcap: bool = False, ragged: bool = False,
    deterministic: bool = False, arch: str = "sm_90a",
) -> AttentionBackward:  # fmt: skip
    """Build the gradients of `softmax(Q @ K.T * scale) @ V`, in bf16 or f16.

    Q, O, dO and dQ have the shape (batch, queries, heads, width); K, V, dK and dV (batch, keys, shared heads,
    width), where the heads of Q are a multiple of the shared ones. The logarithms of the queries' sums of
    exponentials have the shape (batch, heads, queries), in f32. Sizes are launch arguments. Calls pass
    `scale`, a number above 0, by keyword, and `softcap`, `left` and `right` of a window as in the forward
    kernel. Q, K and V have any strides of a tensor map; O and dO are contiguous.

    With `ragged` the arrays have no axis for the batch: sequences follow each other, and each kernel takes
    the 32-bit numbers of the rows where they begin, and of the end of the last one, as its last inputs:
    those of queries, and `gradients` those of keys after them.

    Args:
        width: Columns: 64, 128 or 256.
        mask: `"full"`, `"causal"` or `"window"`, as in `build_attention_hopper`.
        dtype: Element type of all but logarithms and sums: bf16 or f16.
        softcap: Whether scores s were `softcap * tanh(s / softcap)`.
        ragged: Whether sequences differ in length.
        deterministic: Whether equal launches have equal bits in dQ. A CTA then waits until those with keys
            before its own have added to a block of the sums.
        arch: Target.

    Raises:
        ValueError: There are no such kernels.

    >>> import numpy
    >>> from pyptx.types import f16
    >>> q, k, v, out, grad = (numpy.full((1, 4, 1, 64), x, "float16") for x in (1, 0.5, 3, 3, 1))
    >>> logarithms = numpy.full((1, 1, 4), 4 + numpy.log(4), "float32")
    >>> kernels = build_attention_backward_hopper(64, dtype=f16)
    >>> statistics, sums = kernels.prepare(out, grad, logarithms, numpy.zeros((1, 1, 4), "float32"), blocks=1)
    >>> dk, dv = kernels.gradients(q, k, v, grad, statistics, sums, scale=0.125)
    >>> dq = kernels.finish(sums, queries=4, scale=0.125)
    >>> float(dv[0, 0, 0, 0]), float(dq[0, 0, 0, 0])  # equal scores and values: dQ is 0
    (1.0, 0.0)
    """
    if width not in DESIGNS:
        raise ValueError(f"width={width}: these kernels take one of {tuple(DESIGNS)}")
    if dtype not in (bf16, f16):
        raise ValueError(f"dtype={dtype}: these kernels take bf16 or f16")
    if mask not in MASKS:
        raise ValueError(f"mask={mask!r}: these kernels have {', '.join(map(repr, MASKS))}")
    design = DESIGNS[width]
    rows, parts = design.rows, design.rows * width * 4 // PART
    names = ("batch", "queries", "keys", "heads", "shared", "blocks", "ends")
    batch, queries, keys, heads, shared, blocks, ends = (Dim(name, dynamic=True) for name in names)
    lead = () if ragged else (batch,)
    many = Tile(*lead, queries, heads, width, dtype, align=ALIGNED_BYTES)
    few = Tile(*lead, keys, shared, width, dtype, align=ALIGNED_BYTES)
    numbers = Tile(*lead, heads, queries, f32)
    statistics = Tile(*lead, heads, blocks, 2 * rows, f32, align=ALIGNED_BYTES)
    sums = Tile(*lead, heads, blocks, rows * width, f32, align=ALIGNED_BYTES)
    query_ends = {"Cu_seqlens_q": Tile(ends, s32)} if ragged else {}
    key_ends = {"Cu_seqlens_k": Tile(ends, s32)} if ragged else {}

    state = {"Sums": sums}
    if deterministic:
        state |= {"Turns": Tile(*lead, heads, blocks, parts, u32), "Ticket": Tile(1, u32)}

    def grid_of_blocks(each: int) -> Any:
        if ragged:
            return lambda blocks, heads: (each * blocks, heads, 1)
        return lambda blocks, heads, batch: (each * blocks, heads, batch)

    def grid_of_keys(batch: int, keys: int, heads: int, shared: int) -> tuple[int, int, int]:
        check_heads(heads, shared)
        return -(-keys // design.keys), shared, batch

    def ragged_grid_of_keys(ends: int, keys: int, heads: int, shared: int) -> tuple[int, int, int]:
        check_heads(heads, shared)
        return keys // design.keys + ends - 1, shared, 1

    given = {"O": many, "DO": many, "Lse": numbers, "DLse": numbers, **query_ends}

    @kernel(
        in_specs=tuple(given.values()),
        out_specs=(statistics, *state.values()),
        grid=grid_of_blocks(1),
        block=(128, 1, 1),
        arch=arch,
        name="attention_backward_prepare",
    )
    @with_parameters(*given, "Stats", *state)
    def prepare(*passed: Any) -> None:
        ptx.griddepcontrol.launch_dependents()
        tensors = dict(zip((*given, "Stats", *state), passed, strict=True))
        write_statistics(rows, **tensors)
        ptx.ret()

    tensors = {
        "Q": many,
        "K": few,
        "V": few,
        "DO": many,
        "Stats": statistics,
        **state,
        **query_ends,
        **key_ends,
    }
    every = *tensors, "DK", "DV"

    @kernel(
        in_specs=tuple(tensors.values()),
        out_specs=(few, few),
        mutates=tuple(state),
        raw_params=[*SCALE, *CAP * softcap, *EDGES * (mask == "window")],
        grid=ragged_grid_of_keys if ragged else grid_of_keys,
        block=(THREADS, 1, 1),
        pdl=True,
        arch=arch,
        name="attention_backward",
    )
    @with_parameters(*every)
    def gradients(*passed: Any) -> None:
        ptx.griddepcontrol.launch_dependents()
        cap = ptx.param(f32, "softcap") if softcap else None
        Gradients(design, mask, cap, **dict(zip(every, passed, strict=True))).run()
        ptx.ret()

    @kernel(
        in_specs=(sums, *query_ends.values()),
        out_specs=(many,),
        raw_params=SCALE,
        grid=grid_of_blocks(parts),
        block=(128, 1, 1),
        pdl=True,
        arch=arch,
        name="attention_backward_finish",
    )
    @with_parameters("Sums", *query_ends, "DQ")
    def finish(*passed: Any) -> None:
        store_sums(rows, **dict(zip(("Sums", *query_ends, "DQ"), passed, strict=True)))
        ptx.ret()

    return AttentionBackward(rows, prepare, gradients, finish)


def check_heads(heads: int, shared: int) -> None:
    """Refuse heads that do not share others evenly.

    Raises:
        ValueError: The heads cannot be shared evenly.
    """
    if heads % shared:
        raise ValueError(f"heads={heads} are not a multiple of shared={shared}")


@dataclass(frozen=True)
class Blocks:
    """Blocks of queries that see some keys.

    Attributes:
        first: The first one.
        end: The one after the last.
        whole: The first one all of whose queries see all keys, if that is before `whole_end`.
        whole_end: The first block after it that is not whole.
    """

    first: Any
    end: Any
    whole: Any
    whole_end: Any


class Gradients:
    """The warps of a CTA: one copies, two add to dQ, and two warpgroups multiply.

    | barrier | arrival | awaited by | meaning |
    |---|---|---|---|
    | `loaded` | copies | consumers | K and V are in shared memory |
    | `full[stage]` | copies | consumers | a block of Q, dO and their statistics is in shared memory |
    | `empty[stage]` | consumers | producer | it has been multiplied |
    """

    def __init__(
        self, design: Design, mask: str, softcap: Any, *, Q: Any, K: Any, V: Any, DO: Any, Stats: Any,
        Sums: Any, DK: Any, DV: Any, Turns: Any = None, Ticket: Any = None, Cu_seqlens_q: Any = None,
        Cu_seqlens_k: Any = None,
    ) -> None:  # fmt: skip
        """Allocate memory, initialise the barriers, and compute the values that the roles share."""
        self.design, self.keys, self.rows, self.width = design, design.keys, design.rows, Q.shape[-1]
        self.foreign, self.axes = Cu_seqlens_q is not None, "bshd" if Cu_seqlens_q is None else "shd"
        self.dtype, self.stats, self.sums, self.turns = Q.dtype, Stats, Sums, Turns
        self.left, self.right = edges(mask)
        self.softcap = softcap
        self.panels, self.parts = self.width // PANEL, self.rows * self.width * 4 // PART
        number, self.shared_head, batch = block_ids() if Ticket is None else started_ids(Ticket)
        block = find_block(self.keys, number, batch, K.shape[-3], Cu_seqlens_k)
        self.sequence, self.lead = block.sequence, block.lead
        self.query_rows = Rows(Q, self.axes, block.sequence, Cu_seqlens_q)
        self.key_rows = Rows(K, self.axes, block.sequence, Cu_seqlens_k)
        self.group = self.query_rows.heads // self.key_rows.heads
        self.first_key = block.number * self.keys
        self.first_block: Any = 0
        if self.foreign:
            self.first_block = self.query_rows.first // self.rows + block.sequence
        self.map_q, self.map_do = (
            tensor.tma_desc(box=box(self.axes, self.rows), swizzle="128B") for tensor in (Q, DO)
        )
        self.map_k, self.map_v = (
            tensor.tma_desc(box=box(self.axes, self.keys), swizzle="128B", l2_promotion="256B")
            for tensor in (K, V)
        )
        self.dk, self.dv = DK, DV
        self.tid = reg.from_(ptx.special.tid.x(), s32)
        self.warpgroup = reg.scalar(s32)
        ptx.inst.shfl.sync.idx.b32(self.warpgroup, self.tid >> 7, 0, 31, 0xFFFFFFFF)

        self.key_panel, self.row_panel = self.keys * LINE, self.rows * LINE
        self.stage_bytes, self.stats_bytes = self.panels * self.row_panel, 2 * self.rows * 4
        self.k, self.v = (
            reg.from_(smem.alloc(self.dtype, (self.panels, self.keys, PANEL), "128B"), u32) for _ in range(2)
        )
        self.q, self.do = (
            reg.from_(smem.alloc(self.dtype, (STAGES, self.panels, self.rows, PANEL), "128B"), u32)
            for _ in range(2)
        )
        rounded = BUFFERS, design.rounded, self.keys // PANEL, self.rows, PANEL
        self.ds = reg.from_(smem.alloc(self.dtype, rounded, "128B"), u32)
        self.dq = None
        if design.walk is Walk:
            self.dq = reg.from_(smem.alloc(f32, (CONSUMERS, PART // 4)), u32)
        self.numbers = reg.from_(smem.alloc(f32, (STAGES, 2 * self.rows)), u32)
        self.full, self.empty = (ptx.mbarrier.array(smem.mbarrier(STAGES), 0, STAGES) for _ in range(2))
        (self.loaded,) = ptx.mbarrier.array(smem.mbarrier(1), 0, 1)

        self.blocks = self.bounds((self.query_rows.count + (self.rows - 1)) // self.rows)
        with ptx.if_(self.tid == 0):
            for tensor_map in (self.map_q, self.map_k, self.map_v, self.map_do):
                ptx.prefetch.tensormap(tensor_map)
            self.loaded.init(1)
            self.full.init_all(1)
            self.empty.init_all(CONSUMERS)
            ptx.fence.mbarrier_init()
        ptx.griddepcontrol.wait()
        ptx.bar.sync()

    def clear(self, places: list[Any], missing: Any, rows: int) -> None:
        """Set rows of other sequences to zero; all threads of the consumers do that."""
        clear_rows(self.tid - 128, 128 * CONSUMERS, places, missing, rows, self.panels)
        ptx.bar.sync(SHARED, 128 * CONSUMERS)

    def of_head(self, tensor: Any, head: Any) -> Any:
        """Return the address of the first block of the sequence in an array of blocks."""
        return place_of(tensor, *self.lead, head, self.first_block)

    def part_number(self, consumer: Any, block: Any) -> Any:
        """Return the number of the part of a head's sums to which a consumer adds in a block."""
        return reg.from_(block * self.parts + consumer * (self.parts // CONSUMERS), u32)

    def bounds(self, end: Any) -> Blocks:
        """Return the blocks of queries that see a key of this CTA, of those before `end`."""
        first, whole, whole_end = reg.scalar(s32, init=0), reg.scalar(s32, init=0), end
        self.shift = self.key_rows.count - self.query_rows.count
        self.ahead = self.first_key - self.shift  # the query whose own key is the first one
        if self.right is not None:
            seen = self.ahead - self.right  # the first query that sees the first key
            ptx.mov(first, seen.max(0) // self.rows)
            ptx.mov(whole, ((seen + (self.keys - 1 + self.rows - 1)).max(0) // self.rows).min(end))
        ptx.mov(whole, end, pred=self.first_key + self.keys > self.key_rows.count)
        if self.foreign:
            whole_end = self.query_rows.count // self.rows
        if self.left is not None:
            seen = self.ahead + self.left  # the last query that sees the first key
            whole_end = ((seen + 1).max(0) // self.rows).min(whole_end)
            end = ((seen + (self.keys - 1 + self.rows)).max(0) // self.rows).min(end)
        return Blocks(first, end, whole, whole_end)

    def run(self) -> None:
        """Trace the roles, if the sequence has keys of this CTA."""
        with ptx.if_(self.first_key < self.key_rows.count) if self.foreign else nullcontext():
            with ptx.if_(self.warpgroup == 0):
                ptx.setmaxnreg_dec(PRODUCER_REGISTERS)
                with ptx.if_(self.tid < 32), ptx.if_(self.tid == 0):
                    self.produce()
                if self.dq is not None or self.turns is not None:
                    with ptx.else_(), ptx.if_(self.tid < 32 * (1 + CONSUMERS)):
                        Writer(self, (self.tid >> 5) - 1).run()
            with ptx.else_():
                ptx.setmaxnreg_inc(CONSUMER_REGISTERS)
                self.consume(self.warpgroup - 1)

    def produce(self) -> None:
        """Load K and V, then the blocks of Q and dO with their statistics."""
        self.loaded.arrive_expect_tx(2 * self.panels * self.key_panel)
        for source, place in ((self.map_k, self.k), (self.map_v, self.v)):
            self.key_rows.load(
                source, place, self.first_key, self.shared_head, self.keys, self.width, self.loaded
            )
        turns = ptx.pipeline(STAGES)
        for member in ptx.range_(self.group):
            head = self.shared_head * self.group + member
            stats = self.of_head(self.stats, head)
            for block in ptx.range_(self.blocks.first, self.blocks.end):
                stage, parity = turns.advance()
                full = self.full.at(stage)
                self.empty.at(stage).wait(parity ^ 1)
                full.arrive_expect_tx(2 * self.stage_bytes + self.stats_bytes)
                for source, place in ((self.map_q, self.q), (self.map_do, self.do)):
                    self.query_rows.load(
                        source, place + stage * self.stage_bytes, block * self.rows, head, self.rows,
                        self.width, full,
                    )  # fmt: skip
                numbers = reg.scalar(u64)
                ptx.inst.mad.wide.u32(numbers, reg.from_(block, u32), self.stats_bytes, stats)
                ptx.cp.async_.bulk.load(
                    ptx.addr(self.numbers + stage * self.stats_bytes), ptx.addr(numbers), self.stats_bytes,
                    mbar=full,
                )  # fmt: skip

    def consume(self, consumer: Any) -> None:
        """Compute this consumer's part of dK, of dV, and of the contribution of this CTA's keys to dQ."""
        thread = self.tid & 127
        walk, blocks = self.design.walk(self, consumer, thread), self.blocks
        self.loaded.wait(0)
        if self.foreign:
            missing = self.key_rows.count - self.first_key
            with ptx.if_(missing < self.keys):
                self.clear([self.k, self.v], missing, self.keys)
        for member in ptx.range_(self.group):
            walk.sums = self.of_head(self.sums, self.shared_head * self.group + member)
            for block in ptx.range_(blocks.first, blocks.whole.min(blocks.end)):
                walk.step(block, masked=True)
            inner = blocks.first.max(blocks.whole)
            for block in ptx.range_(inner, blocks.whole_end):
                walk.step(block, masked=False)
            if self.left is not None or self.foreign:
                for block in ptx.range_(inner.max(blocks.whole_end), blocks.end):
                    walk.step(block, masked=True)
        self.store(walk)

    def store(self, walk: Walk) -> None:
        """Store the part of dK and dV that a consumer has."""
        if self.dq is not None:
            walk.free.sync()  # the last arrival of the writer
        ptx.bar.sync(SHARED, 128 * CONSUMERS)  # K is read by both, and dK takes its place
        scale, (key, first_panel) = ptx.param(f32, "scale"), walk.first
        panels, row, rows = len(walk.dk) // 32, self.first_key + key, self.key_rows
        sums = [(self.v, self.dv, list(walk.dv)), (self.k, self.dk, [x * scale for x in walk.dk])]
        for address, tensor, values in sums:
            source = address + walk.corner
            write_panels(walk.thread, values, source, self.dtype, panel_bytes=self.key_panel)
            if self.foreign:
                store_rows(
                    tensor, source, walk.thread, rows.first, row, rows.count, self.shared_head, panels=panels,
                    panel_bytes=self.key_panel, column=first_panel * PANEL,
                )  # fmt: skip
        ptx.fence.proxy_async_shared_cta()
        walk.own.sync()
        with ptx.if_(walk.thread == 0):
            for address, tensor, _ in sums * (not self.foreign):
                target = tensor.tma_desc(box=box(self.axes, 64), swizzle="128B")
                for panel in range(panels):
                    copy(self.axes).store(
                        dst=target, src=ptx.addr(address + walk.corner, panel * self.key_panel),
                        coord=rows.corner((first_panel + panel) * PANEL, row, self.shared_head),
                    )  # fmt: skip
            ptx.cp.async_.bulk.commit_group()
            ptx.cp.async_.bulk.wait_group(0, read=True)
