"""Attention for Hopper, forward: the scores of a block of keys exist in registers only.

A CTA computes a tile of rows of `softmax(Q @ K.T * scale) @ V` for one head. It walks the keys in blocks,
from the last to the first; each of its consumers, a warpgroup, has 64 rows.

| columns of a head | rows of a tile | keys of a block |
|---|---|---|
| 64, 128 | 128 | 176, or 128 if pages are a multiple of 64 |
| 64, three consumers | 192 | 128 |
| 256 | 128 | 80, or 64 |

* The producer loads Q, then blocks of K and V into one ring, in the order in which they are multiplied: the
  keys of a block before the values of the block after it.
* Blocks are the largest that the registers of a consumer hold with its 64 rows of the result. The more keys a
  block has, the fewer instructions are left for each score.
* A fragment of D in f32 becomes one of A in 16 bits in registers: no weight is ever stored. V is read in its
  own layout, with adjacent columns.
* While the scores of a block become exponentials, the tensor cores multiply: the values of the block before
  it, and for the other consumer. A barrier makes them take turns.
* Only blocks that cross an edge of the mask, or the last key, are masked; those beyond are not loaded.
* The mask and the softmax are in `attention_softmax.py`, the places of rows in memory in
  `attention_tensors.py`.
* The result leaves from the shared memory of Q: by tensor copies, or row by row if the rows behind those of a
  sequence are the next one's.
"""

from __future__ import annotations

import inspect
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg, smem
from pyptx.kernel import kernel
from pyptx.kernels.attention_softmax import Band, OnlineSoftmax, of_row
from pyptx.kernels.attention_tensors import LINE_BYTES, PANEL, Pages, Rows, box, copy
from pyptx.specs import Dim, Tile
from pyptx.types import PtxType, b32, bf16, f16, f32, s32, u32

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

OWN = 64  # rows of a consumer
STAGES = 4
MASKS = ("full", "causal", "window")
LEAST_PAGE = 16


@dataclass(frozen=True)
class Design:
    """A way to divide the work of a CTA.

    Attributes:
        keys: Keys of a block.
        paged_keys: The same where pages are a multiple of 64: fewer, larger copies.
        consumers: Warpgroups that multiply.
        registers: Those of a thread of the producer, and of a consumer.
        paged_registers: The same where the producer finds pages.
    """

    keys: int
    paged_keys: int
    consumers: int = 2
    registers: tuple[int, int] = 24, 240
    paged_registers: tuple[int, int] = 40, 232

    @property
    def rows(self) -> int:
        """Rows of a tile."""
        return OWN * self.consumers

    def block(self, page: int | None) -> int:
        """Return the keys of a block."""
        return self.keys if page is None or page % 64 else self.paged_keys


DESIGNS = {
    (64, 2): Design(176, 128),
    (64, 3): Design(128, 128, 3, registers=(32, 160), paged_registers=(32, 160)),
    (128, 2): Design(176, 128),
    (256, 2): Design(80, 64),
}
"""By columns of a head, and consumers."""
WIDTHS = tuple({width: None for width, _ in DESIGNS})


def build_attention_hopper(
    width: int, *, dtype: PtxType = bf16, mask: str = "full", softcap: bool = False, ragged: bool = False,
    page: int | None = None, statistics: bool = False, scale: float | None = None,
    consumers: int = 2, sizes: tuple[int, int, int, int] | None = None, arch: str = "sm_90a",
    name: str = "attention_hopper",
) -> Kernel:  # fmt: skip
    """Build `softmax(Q @ K.T * scale) @ V` for every head of every sequence.

    Q and the result have the shape (batch, queries, heads, width), K and V (batch, keys, shared, width);
    heads are a multiple of shared. Strides are multiples of 16 bytes, and columns are adjacent. All sizes are
    launch arguments, and so are the keywords `scale`, `softcap`, `left` and `right` of a window, and
    `max_queries`.

    The options `ragged` and `page` add inputs of 32-bit numbers behind Q, K and V, in this order:

    | option | shapes | inputs |
    |---|---|---|
    | `ragged` | Q[queries, heads, width] | rows where sequences begin, and the end of the last one |
    | `page` | K, V[pages, page, shared, width] | keys of each sequence; its pages, [batch, count] |
    | `ragged`, no `page` | K, V[keys, shared, width] | rows where keys begin, and the end of the last one |

    Args:
        width: Columns of a head: 64, 128 or 256.
        dtype: Element type of Q, K, V and the result: bf16 or f16.
        mask: `"full"`; `"causal"`: a query sees the keys up to its own, and that of the last query is the
            last one; `"window"`: it sees those from `left` before its own to `right` behind it.
        softcap: Whether scores s become `softcap * tanh(s / softcap)`.
        ragged: Whether sequences differ in length; the longest has `max_queries`.
        page: Keys of a page, a multiple of 16; None for K and V without pages.
        statistics: Whether the logarithms of each query's sum of exponentials are the second output, in f32:
            (batch, heads, queries), or (heads, rows) if ragged.
        scale: The factor as a constant, in place of the launch argument.
        consumers: Warpgroups that multiply: 2, or 3 for a width of 64, of 64 rows each.
        sizes: Heads, shared heads, queries and keys as constants; tensors are (heads, rows, width) then.
        arch: Target.
        name: Name of the kernel.

    Raises:
        ValueError: There is no such kernel.
    """
    if width not in WIDTHS:
        raise ValueError(f"width={width}: this kernel takes one of {', '.join(map(str, WIDTHS))}")
    if (width, consumers) not in DESIGNS:
        raise ValueError(f"consumers={consumers}: this kernel has 2, and for width=64 also 3")
    if dtype not in (bf16, f16):
        raise ValueError(f"dtype={dtype}: this kernel takes bf16 or f16")
    if mask not in MASKS:
        raise ValueError(f"mask={mask!r}: this kernel has {', '.join(map(repr, MASKS))}")
    if scale is not None and not 0 < scale < math.inf:
        raise ValueError(f"scale={scale}: this kernel takes a number above 0; negate Q for one below")
    if page is not None and (page % LEAST_PAGE or page < LEAST_PAGE):
        raise ValueError(f"page={page}: this kernel takes a multiple of {LEAST_PAGE}")
    if sizes is not None and (ragged or page):
        raise ValueError("sizes are those of one sequence: pass neither ragged nor page")
    design = DESIGNS[width, consumers]
    variant = Variant(design, width, dtype, mask, softcap, ragged, page, scale, "hsd" if sizes else "bshd")
    names = ("batch", "heads", "shared", "queries", "keys")
    size: dict[str, Dim | int] = {each: Dim(each, dynamic=True) for each in names}
    if sizes is not None:
        size |= zip(names[1:], sizes, strict=True)
    ends = Dim("ends", dynamic=True)

    def tile(axes: str, rows: str, heads: str) -> Tile:
        of = {"b": size["batch"], "s": size[rows], "h": size[heads], "d": width}
        return Tile(*[of[axis] for axis in axes], dtype)

    tensors = {"Q": tile(variant.query_axes, "queries", "heads")}
    if page is not None:
        pages = Tile(Dim("pages", dynamic=True), page, size["shared"], width, dtype)
        tensors |= {"K": pages, "V": pages}
    else:
        tensors |= {each: tile(variant.key_axes, "keys", "shared") for each in "KV"}
    if ragged:
        tensors["Ends"] = Tile(ends, s32)
    if page is not None:
        batch = Dim("lengths", dynamic=True) if ragged else size["batch"]
        tensors["Lengths"] = Tile(batch, s32)
        tensors["Table"] = Tile(batch, Dim("count", dynamic=True), s32)
    elif ragged:
        tensors["KeyEnds"] = Tile(ends, s32)
    outputs = {"Out": tensors["Q"]}
    if statistics:
        shape = [axis for axis in "bhs" if axis in variant.query_axes]
        of = {"b": size["batch"], "h": size["heads"], "s": size["queries"]}
        outputs["Lse"] = Tile(*[of[axis] for axis in shape], f32)
    rows = design.rows
    scalars = [("f32", "scale")] * (scale is None) + [("f32", "softcap")] * softcap
    scalars += [("s32", "left"), ("s32", "right")] * (mask == "window") + [("u32", "max_queries")] * ragged

    def grid(ends: int, heads: int, max_queries: int) -> tuple[int, ...]:
        return -(-max_queries // rows), heads, ends - 1

    def dense_grid(batch: int, heads: int, queries: int) -> tuple[int, ...]:
        return -(-queries // rows), heads, batch

    def body(*passed: Any) -> None:
        Attention(variant, **dict(zip((*tensors, *outputs), passed, strict=True))).run()
        ptx.ret()

    kinds = inspect.Parameter.POSITIONAL_OR_KEYWORD
    named = [inspect.Parameter(each, kinds) for each in (*tensors, *outputs)]
    body.__signature__ = inspect.Signature(named)  # type: ignore[attr-defined]  # read by `kernel`
    return kernel(
        in_specs=tuple(tensors.values()),
        out_specs=tuple(outputs.values()),
        raw_params=scalars or None,
        grid=grid if ragged else dense_grid if sizes is None else (-(-sizes[2] // rows), sizes[0]),
        block=(128 * (1 + consumers), 1, 1),
        arch=arch,
        name=name,
    )(body)


@dataclass(frozen=True)
class Variant:
    """The constants of a kernel's code: its design, and options of `build_attention_hopper`."""

    design: Design
    width: int
    dtype: PtxType
    mask: str
    softcap: bool
    ragged: bool
    page: int | None
    scale: float | None
    axes: str

    @property
    def query_axes(self) -> str:
        """Axes of Q and the result."""
        return "shd" if self.ragged else self.axes

    @property
    def key_axes(self) -> str:
        """Axes of K and V."""
        return "bshd" if self.page is not None else self.query_axes


class Attention:
    """The roles of the warps of a CTA: a producer and its consumers."""

    def __init__(
        self, variant: Variant, Q: Any, K: Any, V: Any, Out: Any, Lse: Any = None, Ends: Any = None,
        KeyEnds: Any = None, Lengths: Any = None, Table: Any = None,
    ) -> None:  # fmt: skip
        """Allocate memory, initialise the barriers, and compute what the roles share."""
        self.variant, self.design = variant, variant.design
        self.width, self.dtype, self.panels = variant.width, variant.dtype, variant.width // PANEL
        self.block = self.design.block(variant.page)
        self.stage_bytes = self.block * self.width * 2
        self.query_panel, self.panel = self.design.rows * LINE_BYTES, self.block * LINE_BYTES
        self.out, self.statistics = Out, Lse
        self.tid = reg.from_(ptx.special.tid.x(), s32)
        self.head = reg.from_(ptx.special.ctaid.y(), s32)
        sequence = reg.from_(ptx.special.ctaid.z(), s32) if "b" in variant.query_axes or variant.ragged else 0
        self.queries = Rows(Q, variant.query_axes, sequence, Ends)
        self.keys: Rows | Pages
        if variant.page is not None:
            self.keys = Pages(K, variant.page, sequence, Lengths, Table)
        else:
            self.keys = Rows(K, variant.key_axes, sequence, KeyEnds)
        rows = self.design.rows
        # The last queries of causal attention see most keys: their CTAs come first.
        tiles = (self.queries.count + (rows - 1)) // rows
        self.row = (tiles - 1 - reg.from_(ptx.special.ctaid.x(), s32)) * rows
        if variant.ragged:
            ptx.ret(pred=self.row < 0)
        boxes = self.queries.boxes(rows), *[self.keys.boxes(self.block)] * 2
        self.map_q, self.map_k, self.map_v = (
            tensor.tma_desc(box=box, swizzle="128B", l2_promotion="256B")
            for tensor, box in zip((Q, K, V), boxes, strict=True)
        )
        self.band = Band(self.queries.count, self.keys.count, *self.edges())
        self.blocks = self.band.blocks(self.row, rows, self.block)
        tile_q = smem.alloc(self.dtype, (self.panels, rows, PANEL), "128B")
        ring = smem.alloc(self.dtype, (STAGES, self.panels, self.block, PANEL), "128B")
        self.base_q, self.ring = reg.from_(tile_q, u32), reg.from_(ring, u32)
        barriers = smem.alloc(u32, (2 * STAGES + 1, 2))
        self.full = ptx.mbarrier.array(barriers, 0, STAGES)
        self.empty = ptx.mbarrier.array(barriers, 8 * STAGES, STAGES)
        (self.loaded,) = ptx.mbarrier.array(barriers, 16 * STAGES, 1)
        self.warpgroup = reg.scalar(s32)
        ptx.inst.shfl.sync.idx.b32(self.warpgroup, self.tid >> 7, 0, 31, 0xFFFFFFFF)
        with ptx.if_(self.tid == 0):
            for tensor_map in (self.map_q, self.map_k, self.map_v):
                ptx.prefetch.tensormap(tensor_map)
            self.loaded.init(1)
            self.full.init_all(1)
            self.empty.init_all(self.design.consumers)
            ptx.fence.mbarrier_init()
        ptx.bar.sync()

    def edges(self) -> tuple[Any, Any]:
        """Return the edges of the mask."""
        if self.variant.mask == "window":
            return ptx.param(s32, "left"), ptx.param(s32, "right")
        return None, 0 if self.variant.mask == "causal" else None

    def run(self) -> None:
        """Trace the roles."""
        paged = self.variant.page is not None
        producer, consumer = self.design.paged_registers if paged else self.design.registers
        with ptx.if_(self.warpgroup == 0):
            ptx.setmaxnreg_dec(producer)
            with ptx.if_(self.tid == 0):
                self.produce()
        with ptx.else_():
            ptx.setmaxnreg_inc(consumer)
            Consumer(self).run()

    def produce(self) -> None:
        """Load Q, then K and V as they are multiplied."""
        stages, keys, first = ptx.pipeline(STAGES), self.keys, self.blocks.first
        shared_head = self.head // (self.queries.heads // keys.heads)

        def load(source: Any, block: Any) -> None:
            """Fill the next stage with a block of K or V."""
            stage, phase = stages.advance()
            full = self.full.at(stage)
            self.empty.at(stage).wait(phase ^ 1)
            full.arrive_expect_tx(self.stage_bytes)
            place = self.ring + stage * self.stage_bytes
            keys.load(source, place, block * self.block, shared_head, self.block, self.width, full)

        self.loaded.arrive_expect_tx(self.design.rows * self.width * 2)
        self.queries.load(
            self.map_q, self.base_q, self.row, self.head, self.design.rows, self.width, self.loaded
        )
        load(self.map_k, self.blocks.last)
        for block in ptx.range_(self.blocks.last - 1, first - 1, -1):
            load(self.map_k, block)
            load(self.map_v, block + 1)
        load(self.map_v, first if self.band.left is not None else reg.scalar(s32, init=0))


class Consumer:
    """A warpgroup that multiplies, takes the softmax, and multiplies again."""

    def __init__(self, cta: Attention) -> None:
        """Compute the addresses of this thread, and start the sums with zero."""
        self.cta, self.stages, variant = cta, ptx.pipeline(STAGES), cta.variant
        self.number, consumers = cta.warpgroup, cta.design.consumers
        self.half = (self.number - 1) * OWN
        self.thread, self.lane = cta.tid & 127, cta.tid & 31
        self.warp_row = (self.thread >> 5) * 16
        self.row = cta.row + self.half + self.warp_row + (self.lane >> 2)  # the first of this thread
        self.queries = cta.base_q + reg.from_(self.half * LINE_BYTES, u32)
        self.matrix_q = ptx.wgmma.masked_descriptor(self.queries)
        self.matrix_k = ptx.wgmma.masked_descriptor(cta.ring)
        self.matrix_v = ptx.wgmma.auto_descriptor(
            cta.ring, dtype=cta.dtype, shape=(cta.block, cta.width), major="MN"
        )
        self.scores = reg.wgmma_frag(m=OWN, n=cta.block, dtype=f32)
        self.weights = [reg.array(b32, 4) for _ in range(cta.block // 16)]
        self.out = reg.wgmma_frag(m=OWN, n=cta.width, dtype=f32)
        for value in self.out:
            ptx.inst.mov.f32(value, 0.0)
        scale = ptx.param(f32, "scale") if variant.scale is None else variant.scale
        self.softmax = OnlineSoftmax(scale, ptx.param(f32, "softcap") if variant.softcap else None)
        following = self.number % consumers + 1
        self.turn, self.next_turn = (
            ptx.named_barrier(number, count=2 * 128) for number in (self.number, following)
        )

    def run(self) -> None:
        """Walk the blocks, and store the result."""
        cta, blocks = self.cta, self.cta.blocks
        with ptx.if_(self.number == cta.design.consumers):
            self.next_turn.arrive()
        cta.loaded.wait(0)
        number = self.acquire()
        self.multiply_keys(number)
        ptx.wgmma.wait_group(0)
        self.release(number)
        self.weigh(self.soften(blocks.last, masked=True))
        if cta.keys.foreign:
            self.clear_missing()
        below = blocks.last - 1
        if cta.band.right is not None:
            for block in ptx.range_(below, blocks.whole_last.max(blocks.first - 1), -1):
                self.step(block, masked=True)
            below = below.min(blocks.whole_last)
        for block in ptx.range_(below, blocks.whole_first - 1, -1):
            self.step(block, masked=False)
        if cta.band.left is not None:
            for block in ptx.range_(below.min(blocks.whole_first - 1), blocks.first - 1, -1):
                self.step(block, masked=True)
        number = self.acquire()
        self.multiply_values(number)
        ptx.wgmma.wait_group(0)
        self.release(number)
        self.finish()

    def step(self, block: Any, *, masked: bool) -> None:
        """Take the scores of a block, while the values of the one after it are multiplied."""
        number_k = self.acquire()
        self.turn.sync()
        self.multiply_keys(number_k)
        number_v = self.acquire()
        self.multiply_values(number_v)
        # No consumer follows the last turn.
        later = block - self.cta.blocks.first + self.cta.design.consumers
        self.next_turn.arrive(pred=later > self.number)
        ptx.wgmma.wait_group(1)
        self.release(number_k)
        factors = self.soften(block, masked=masked)
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

    def soften(self, block: Any, *, masked: bool) -> list[Any]:
        """Make the scores of a block exponentials; return the factors of what was summed so far."""
        self.softmax.cap(self.scores)
        if masked:
            self.cta.band.apply(self.scores, self.row, block * self.cta.block + (self.lane & 3) * 2)
        return self.softmax.take(self.scores, masked=masked)

    def weigh(self, factors: list[Any]) -> None:
        """Round the exponentials to fragments of A, and scale what was summed so far."""
        for part, fragment in enumerate(self.weights):
            for i, pair in enumerate(fragment):
                self.round(pair, self.scores, 8 * part + 2 * i)
        for upper, factor in enumerate(factors):
            for value in of_row(self.out, upper):
                ptx.inst.mul.f32(value, value, factor)

    def round(self, pair: Any, values: Any, first: int) -> None:
        """Round two adjacent values."""
        ptx.inst[f"cvt.rn.{self.cta.dtype}x2.f32"](pair, values[first + 1], values[first])

    def clear_missing(self) -> None:
        """Set values behind the last key to zero: with a weight of zero they are still NaN if they are.

        The stage is that of the last block's values, the first of all; both consumers set some of the rows.
        """
        cta, last = self.cta, self.cta.blocks.last
        missing = cta.keys.count - last * cta.block
        with ptx.if_(missing < cta.block):
            stage = reg.scalar(u32, init=2)
            ptx.inst.mov.u32(stage, 1, pred=last == cta.blocks.first)
            cta.full.at(stage).wait(0)
            thread = reg.from_(cta.tid - 128, u32)
            zeros = reg.array(b32, 4)
            for zero in zeros:
                ptx.inst.mov.b32(zero, 0)
            start = reg.from_(missing.max(0), u32) + (thread >> 3)
            for line in ptx.range_(start, cta.block, cta.design.consumers * 16):
                place = cta.ring + stage * cta.stage_bytes + line * LINE_BYTES + ((thread & 7) << 4)
                for panel in range(cta.panels):
                    ptx.st(b32, ptx.addr(place, panel * cta.panel), zeros, space="shared")
            ptx.fence.proxy_async_shared_cta()
            ptx.bar.sync(2 * cta.design.consumers + 1, 128 * cta.design.consumers)

    def finish(self) -> None:
        """Divide by the sums, and store the result."""
        cta = self.cta
        for upper, inverse in enumerate(self.softmax.finish()):
            if cta.statistics is not None:
                self.store_logarithm(upper)
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
        if cta.queries.foreign:
            self.store_rows()
        else:
            self.store_tile()

    def store_tile(self) -> None:
        """Store 64 rows by tensor copies."""
        cta, axes = self.cta, self.cta.variant.query_axes
        target = cta.out.tma_desc(box=box(axes, OWN), swizzle="128B")
        ptx.fence.proxy_async_shared_cta()
        ptx.bar.sync(self.number + cta.design.consumers, 128)
        with ptx.if_(self.thread == 0):
            for panel in range(cta.panels):
                where = cta.queries.corner(panel * PANEL, cta.row + self.half, cta.head)
                source = ptx.addr(self.queries, panel * cta.query_panel)
                copy(axes).store(dst=target, src=source, coord=where)
            ptx.cp.async_.bulk.commit_group()
            ptx.cp.async_.bulk.wait_group(0, read=True)

    def store_rows(self) -> None:
        """Store the rows of this warp that are of the sequence, four at once."""
        cta, (out,) = self.cta, ptx.global_ptrs(self.cta.out)
        ptx.warp.sync()
        for turn in range(4):
            line, chunk = self.warp_row + (self.lane >> 3) + 4 * turn, self.lane & 7
            query = cta.row + self.half + line
            place, row = reg.scalar(out.dtype), cta.queries.first + query
            ptx.inst.mad.wide.s32(place, row * cta.queries.heads + cta.head, 2 * cta.width, out)
            ptx.inst.mad.wide.s32(place, chunk, 16, place)
            here = self.queries + reg.from_(line * LINE_BYTES + ((chunk ^ (line & 7)) << 4), u32)
            for panel in range(cta.panels):
                values = reg.array(b32, 4)
                ptx.ld(b32, values, ptx.addr(here, panel * cta.query_panel), space="shared")
                ptx.st(b32, ptx.addr(place, panel * LINE_BYTES), values, pred=query < cta.queries.count)

    def store_logarithm(self, upper: int) -> None:
        """Store the logarithm of a row's sum, one thread of the four that have the row."""
        cta, queries, query = self.cta, self.cta.queries, self.row + 8 * upper
        (place,) = ptx.global_ptrs(cta.statistics)
        line = cta.head if queries.foreign else queries.sequence * queries.heads + cta.head
        ptx.inst.mad.wide.s32(place, line * queries.size + queries.first + query, 4, place)
        alone = ((self.lane & 3) == 0) & (query < queries.count)
        ptx.st(f32, ptx.addr(place), self.softmax.logarithm(upper), pred=alone)
