"""Gradients of attention on Hopper: three kernels, of which the second one multiplies.

`prepare` computes two numbers of each query and clears the sums of dQ, and `finish` rounds the sums: both are
in `attention_backward_rows.py`. The CTAs of a kernel start when those of the one before it run, and wait for
its end before they access memory (programmatic dependent launch).

The main kernel has a CTA for each block of 128 keys of a head of K and V. The CTA walks the queries of all
heads of Q that share them, in blocks, and each of two consumers has 64 keys:

    P = exp2(K @ Q.T * scale - logarithm)     dV += P @ dO
    dS = P * (V @ dO.T - product)             dK += dS @ Q         dQ += dS.T @ K

With a softcap c, scores s become `c * t`, where t is `tanh(s / c)`, and dS has the factor `1 - t * t`.

* Scores are computed transposed: a fragment of D is then one of A for dV and dK, in registers, and both sums
  stay in registers while the CTA walks. A group of heads is summed by one CTA, always in the same order.
* dS goes through shared memory, because dQ needs all 128 keys. Each consumer computes 64 x 64 elements of dQ.
  A bulk copy adds them to sums in f32, in the order of the registers. CTAs add in any order, so that the
  last bits of dQ differ between launches; with `deterministic=True` they add in the order of their keys.
* Queries past the last one are zeros, and so are their rows of dS. Keys past the last one, and those that a
  query does not see, are masked in the blocks that have some; blocks of queries that see no key of the CTA
  are not read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg, smem
from pyptx.kernel import kernel
from pyptx.kernels.attention_backward_consumer import BUFFERS, CONSUMERS, KEYS, OWN, SHARED, STAGES, Walk
from pyptx.kernels.attention_backward_rows import (
    LINE,
    PANEL,
    PART,
    block_ids,
    clear_turns,
    place_of,
    started_ids,
    store_sums,
    write_panels,
    write_statistics,
)  # fmt: skip
from pyptx.kernels.attention_softmax import MASKS, edges
from pyptx.kernels.attention_tensors import with_parameters
from pyptx.specs import Dim, Tile
from pyptx.types import PtxType, bf16, f16, f32, s32, u32, u64

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.kernel import Kernel

THREADS = 128 * (1 + CONSUMERS)
ROWS = {64: 128, 128: 64}
"""Queries of a block, by the width of a head: each consumer holds 64 x 64 elements of a block of dQ."""
PRODUCER_REGISTERS, CONSUMER_REGISTERS = 24, 240
SCALE, CAP, EDGES = [("f32", "scale")], [("f32", "softcap")], [("s32", "left"), ("s32", "right")]


@dataclass(frozen=True)
class AttentionBackward:
    """The kernels that compute dQ, dK and dV.

    Attributes:
        rows: Queries of a block.
        prepare: Maps O, dO, the logarithms and their gradients to statistics of the queries, and to sums that
            are zeros; `blocks=` is the number of blocks. With `deterministic` counters follow.
        gradients: Maps Q, K, V, dO, and what `prepare` returns, to dK and dV, and adds dQ to the sums.
        finish: Maps the sums to dQ; `queries=` is the number of its rows.
    """

    rows: int
    prepare: Kernel
    gradients: Kernel
    finish: Kernel


def build_attention_backward_hopper(
    width: int, *, mask: str = "full", dtype: PtxType = bf16, softcap: bool = False,
    deterministic: bool = False, arch: str = "sm_90a",
) -> AttentionBackward:  # fmt: skip
    """Build the gradients of `softmax(Q @ K.T * scale) @ V`, in bf16 or f16.

    Q, O, dO and dQ have the shape (batch, queries, heads, width); K, V, dK and dV (batch, keys, shared heads,
    width), where the heads of Q are a multiple of the shared ones. The logarithms of the queries' sums of
    exponentials have the shape (batch, heads, queries), in f32. Sizes are launch arguments. Calls pass
    `scale`, a number above 0, by keyword, and `softcap`, `left` and `right` of a window as in the forward
    kernel. Q, K and V have any strides of a tensor map; O and dO are contiguous.

    Args:
        width: Columns: 64 or 128.
        mask: `"full"`, `"causal"` or `"window"`, as in `build_attention_hopper`.
        dtype: Element type of all but logarithms and sums: bf16 or f16.
        softcap: Whether scores s were `softcap * tanh(s / softcap)`.
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
    if width not in ROWS:
        raise ValueError(f"width={width}: these kernels take one of {tuple(ROWS)}")
    if dtype not in (bf16, f16):
        raise ValueError(f"dtype={dtype}: these kernels take bf16 or f16")
    if mask not in MASKS:
        raise ValueError(f"mask={mask!r}: these kernels have {', '.join(map(repr, MASKS))}")
    rows = ROWS[width]
    names = ("batch", "queries", "keys", "heads", "shared", "blocks")
    batch, queries, keys, heads, shared, blocks = (Dim(name, dynamic=True) for name in names)
    many, few = Tile(batch, queries, heads, width, dtype), Tile(batch, keys, shared, width, dtype)
    numbers = Tile(batch, heads, queries, f32)
    statistics = Tile(batch, heads, blocks, 2 * rows, f32)
    sums = Tile(batch, heads, blocks, rows * width, f32)

    state = {"Sums": sums}
    if deterministic:
        state |= {"Turns": Tile(batch, heads, blocks, CONSUMERS, u32), "Ticket": Tile(1, u32)}

    @kernel(
        in_specs=(many, many, numbers, numbers),
        out_specs=(statistics, *state.values()),
        grid=lambda blocks, heads, batch: (blocks, heads, batch),
        block=(128, 1, 1),
        arch=arch,
        name="attention_backward_prepare",
    )
    @with_parameters("O", "DO", "Lse", "DLse", "Stats", *state)
    def prepare(*passed: Any) -> None:
        ptx.griddepcontrol.launch_dependents()
        if deterministic:
            clear_turns(*passed[6:])
        write_statistics(rows, *passed[:6])
        ptx.ret()

    tensors = ("Q", "K", "V", "DO", "Stats", *state, "DK", "DV")

    def grid(batch: int, keys: int, heads: int, shared: int) -> tuple[int, int, int]:
        if heads % shared:
            raise ValueError(f"heads={heads} are not a multiple of shared={shared}")
        return -(-keys // KEYS), shared, batch

    @kernel(
        in_specs=(many, few, few, many, statistics, *state.values()),
        out_specs=(few, few),
        mutates=tuple(state),
        raw_params=[*SCALE, *CAP * softcap, *EDGES * (mask == "window")],
        grid=grid,
        block=(THREADS, 1, 1),
        pdl=True,
        arch=arch,
        name="attention_backward",
    )
    @with_parameters(*tensors)
    def gradients(*passed: Any) -> None:
        ptx.griddepcontrol.launch_dependents()
        cap = ptx.param(f32, "softcap") if softcap else None
        Gradients(mask, cap, **dict(zip(tensors, passed, strict=True))).run()
        ptx.ret()

    @kernel(
        in_specs=(sums,),
        out_specs=(many,),
        raw_params=SCALE,
        grid=lambda blocks, heads, batch: (2 * blocks, heads, batch),
        block=(128, 1, 1),
        pdl=True,
        arch=arch,
        name="attention_backward_finish",
    )
    def finish(Sums: Any, DQ: Any) -> None:
        store_sums(rows, Sums, DQ)
        ptx.ret()

    return AttentionBackward(rows, prepare, gradients, finish)


@dataclass(frozen=True)
class Blocks:
    """Blocks of queries that see some keys.

    Attributes:
        first: The first one.
        end: The one behind the last.
        whole: The first one all of whose queries see all keys, if that is before `whole_end`.
        whole_end: The first one behind that for which this is false.
    """

    first: Any
    end: Any
    whole: Any
    whole_end: Any


class Gradients:
    """The warps of a CTA: one copies, and two warpgroups multiply.

    | barrier | arrival | awaited by | meaning |
    |---|---|---|---|
    | `loaded` | copies | consumers | K and V are in shared memory |
    | `full[stage]` | copies | consumers | a block of Q, dO and their statistics is in shared memory |
    | `empty[stage]` | consumers | producer | it has been multiplied |
    """

    def __init__(
        self, mask: str, softcap: Any, *, Q: Any, K: Any, V: Any, DO: Any, Stats: Any, Sums: Any, DK: Any,
        DV: Any, Turns: Any = None, Ticket: Any = None,
    ) -> None:  # fmt: skip
        """Allocate memory, initialise the barriers, and compute what the roles share."""
        (_, queries, heads, self.width), (_, keys, shared, _) = Q.shape, K.shape
        self.queries, self.keys, heads, shared = (
            reg.from_(size, s32) for size in (queries, keys, heads, shared)
        )
        self.dtype, self.stats, self.sums, self.turns = Q.dtype, Stats, Sums, Turns
        self.left, self.right = edges(mask)
        self.softcap = softcap
        self.rows, self.panels = ROWS[self.width], self.width // PANEL
        block, self.shared_head, self.batch = block_ids() if Ticket is None else started_ids(Ticket)
        self.group = heads // shared
        self.first_key = block * KEYS
        self.map_q, self.map_do = (
            tensor.tma_desc(box=(1, self.rows, 1, PANEL), swizzle="128B") for tensor in (Q, DO)
        )
        self.map_k, self.map_v = (
            tensor.tma_desc(box=(1, KEYS, 1, PANEL), swizzle="128B", l2_promotion="256B") for tensor in (K, V)
        )
        self.map_dk, self.map_dv = (
            tensor.tma_desc(box=(1, KEYS // CONSUMERS, 1, PANEL), swizzle="128B") for tensor in (DK, DV)
        )
        self.tid = reg.from_(ptx.special.tid.x(), s32)
        self.warpgroup = reg.scalar(s32)
        ptx.inst.shfl.sync.idx.b32(self.warpgroup, self.tid >> 7, 0, 31, 0xFFFFFFFF)

        self.key_panel, self.row_panel = KEYS * LINE, self.rows * LINE
        self.stage_bytes, self.stats_bytes = self.panels * self.row_panel, 2 * self.rows * 4
        self.k, self.v = (
            reg.from_(smem.alloc(self.dtype, (self.panels, KEYS, PANEL), "128B"), u32) for _ in range(2)
        )
        self.q, self.do = (
            reg.from_(smem.alloc(self.dtype, (STAGES, self.panels, self.rows, PANEL), "128B"), u32)
            for _ in range(2)
        )
        self.ds = reg.from_(smem.alloc(self.dtype, (BUFFERS, KEYS // PANEL, self.rows, PANEL), "128B"), u32)
        self.dq = reg.from_(smem.alloc(f32, (CONSUMERS, PART // 4)), u32)
        self.numbers = reg.from_(smem.alloc(f32, (STAGES, 2 * self.rows)), u32)
        self.full, self.empty = (ptx.mbarrier.array(smem.mbarrier(STAGES), 0, STAGES) for _ in range(2))
        (self.loaded,) = ptx.mbarrier.array(smem.mbarrier(1), 0, 1)

        self.blocks = self.bounds((self.queries - 1) // self.rows + 1)
        with ptx.if_(self.tid == 0):
            for tensor_map in (self.map_q, self.map_k, self.map_v, self.map_do, self.map_dk, self.map_dv):
                ptx.prefetch.tensormap(tensor_map)
            self.loaded.init(1)
            self.full.init_all(1)
            self.empty.init_all(CONSUMERS)
            ptx.fence.mbarrier_init()
        ptx.griddepcontrol.wait()
        ptx.bar.sync()

    def bounds(self, end: Any) -> Blocks:
        """Return the blocks of queries that see a key of this CTA, of those before `end`."""
        first, whole, whole_end = reg.scalar(s32, init=0), reg.scalar(s32, init=0), end
        self.ahead = self.first_key - (self.keys - self.queries)  # the query whose own key is the first one
        if self.right is not None:
            seen = self.ahead - self.right  # the first query that sees the first key
            ptx.mov(first, seen.max(0) // self.rows)
            ptx.mov(whole, ((seen + (KEYS - 1 + self.rows - 1)).max(0) // self.rows).min(end))
        ptx.mov(whole, end, pred=self.first_key + KEYS > self.keys)
        if self.left is not None:
            seen = self.ahead + self.left  # the last query that sees the first key
            whole_end = ((seen + 1).max(0) // self.rows).min(end)
            end = ((seen + (KEYS - 1 + self.rows)).max(0) // self.rows).min(end)
        return Blocks(first, end, whole, whole_end)

    def run(self) -> None:
        """Trace the roles."""
        with ptx.if_(self.warpgroup == 0):
            ptx.setmaxnreg_dec(PRODUCER_REGISTERS)
            with ptx.if_(self.tid == 0):
                self.produce()
        with ptx.else_():
            ptx.setmaxnreg_inc(CONSUMER_REGISTERS)
            self.consume(self.warpgroup - 1)

    def load(self, source: Any, address: Any, panel_bytes: int, coord: Sequence[Any], barrier: Any) -> None:
        """Copy the panels of a block: `coord` are its head, row and sequence."""
        for panel in range(self.panels):
            ptx.cp.async_.bulk.tensor_4d(
                dst=ptx.addr(address, panel * panel_bytes), src=source, coord=(panel * PANEL, *coord),
                mbar=barrier,
            )  # fmt: skip

    def produce(self) -> None:
        """Load K and V, then the blocks of Q and dO with their statistics."""
        corner = (self.shared_head, self.first_key, self.batch)
        self.loaded.arrive_expect_tx(2 * self.panels * self.key_panel)
        self.load(self.map_k, self.k, self.key_panel, corner, self.loaded)
        self.load(self.map_v, self.v, self.key_panel, corner, self.loaded)
        turns = ptx.pipeline(STAGES)
        for member in ptx.range_(self.group):
            head = self.shared_head * self.group + member
            stats = place_of(self.stats, self.batch, head)
            for block in ptx.range_(self.blocks.first, self.blocks.end):
                stage, parity = turns.advance()
                full = self.full.at(stage)
                self.empty.at(stage).wait(parity ^ 1)
                full.arrive_expect_tx(2 * self.stage_bytes + self.stats_bytes)
                corner = (head, block * self.rows, self.batch)
                offset = stage * self.stage_bytes
                self.load(self.map_q, self.q + offset, self.row_panel, corner, full)
                self.load(self.map_do, self.do + offset, self.row_panel, corner, full)
                source = reg.scalar(u64)
                ptx.inst.mad.wide.u32(source, reg.from_(block, u32), self.stats_bytes, stats)
                ptx.cp.async_.bulk.load(
                    ptx.addr(self.numbers + stage * self.stats_bytes), ptx.addr(source), self.stats_bytes,
                    mbar=full,
                )  # fmt: skip

    def consume(self, consumer: Any) -> None:
        """Compute dK and dV of 64 keys, and half of what the keys of this CTA add to dQ."""
        thread = self.tid & 127
        walk, blocks = Walk(self, consumer, thread), self.blocks
        self.loaded.wait(0)
        for member in ptx.range_(self.group):
            walk.sums = place_of(self.sums, self.batch, self.shared_head * self.group + member)
            for block in ptx.range_(blocks.first, blocks.whole.min(blocks.end)):
                walk.step(block, masked=True)
            inner = blocks.first.max(blocks.whole)
            for block in ptx.range_(inner, blocks.whole_end):
                walk.step(block, masked=False)
            if self.left is not None:
                for block in ptx.range_(inner.max(blocks.whole_end), blocks.end):
                    walk.step(block, masked=True)

        own = reg.from_(consumer * (KEYS // CONSUMERS * LINE), u32)
        ptx.bar.sync(SHARED, 128 * CONSUMERS)  # K is read by both, and dK takes its place
        scale = ptx.param(f32, "scale")
        for address, values in ((self.v, list(walk.dv)), (self.k, [x * scale for x in walk.dk])):
            write_panels(thread, values, address + own, self.dtype, panel_bytes=self.key_panel)
        ptx.fence.proxy_async_shared_cta()
        ptx.bar.sync(consumer + OWN, 128)
        with ptx.if_(thread == 0):
            row = self.first_key + consumer * (KEYS // CONSUMERS)
            for address, target in ((self.v, self.map_dv), (self.k, self.map_dk)):
                for panel in range(self.panels):
                    ptx.cp.async_.bulk.tensor_4d.store(
                        dst=target, src=ptx.addr(address + own, panel * self.key_panel),
                        coord=(panel * PANEL, self.shared_head, row, self.batch),
                    )  # fmt: skip
            ptx.cp.async_.bulk.commit_group()
            ptx.cp.async_.bulk.wait_group(0, read=True)
