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
* A CTA takes every n-th tile, where n is the number of CTAs, in the order of `attention_tiles.py`. A
  persistent kernel has a CTA for each multiprocessor: its producer loads the first keys of the next tile
  while the consumers store. Otherwise there is a CTA for each tile, and the hardware starts the next one
  where one ends.
* The consumers are in `attention_consumer.py`, the mask and the softmax in `attention_softmax.py`, the places
  of rows in memory in `attention_tensors.py`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg, smem
from pyptx.kernel import kernel
from pyptx.kernels.arguments import ALIGNED_BYTES
from pyptx.kernels.attention_consumer import OWN, STAGES, Consumer
from pyptx.kernels.attention_softmax import MASKS, Band, edges
from pyptx.kernels.attention_tensors import (
    LINE_BYTES,
    PANEL,
    Pages,
    Rows,
    box,
    integer,
    page_box,
    quotient,
    with_parameters,
)  # fmt: skip
from pyptx.kernels.attention_tiles import QueryTile, TileOrder
from pyptx.kernels.dependence import follow
from pyptx.specs import Dim, Tile
from pyptx.types import PtxType, bf16, f16, f32, s32, u32

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyptx.kernel import Kernel

SMS = 132
LEAST_PAGE = 16


@dataclass(frozen=True)
class Design:
    """A way to divide the work of a CTA.

    Attributes:
        keys: Keys of a block.
        paged_keys: The same where pages are a multiple of 64: fewer, larger copies.
        consumers: Warpgroups that multiply.
        registers: Registers of a thread of the producer, and of a consumer.
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
    consumers: int = 2, persistent: bool | None = None, pdl: bool = False, sms: int = SMS,
    sizes: tuple[int, int, int, int] | None = None, arch: str = "sm_90a", name: str = "attention_hopper",
) -> Kernel:  # fmt: skip
    """Build `softmax(Q @ K.T * scale) @ V` for every head of every sequence.

    Q and the result have the shape (batch, queries, heads, width), K and V (batch, keys, shared, width);
    heads are a multiple of shared. Strides are multiples of 16 bytes, and columns are adjacent. All sizes are
    launch arguments, and so are the keywords `scale`, `softcap`, `left` and `right` of a window, and
    `max_queries`.

    The options `ragged` and `page` add inputs of 32-bit numbers after Q, K and V, in this order:

    | option | shapes | inputs |
    |---|---|---|
    | `ragged` | Q[queries, heads, width] | rows where sequences begin, and the end of the last one |
    | `page` | K, V[pages, page, shared, width] | keys of each sequence; its pages, [batch, count] |
    | `ragged`, no `page` | K, V[keys, shared, width] | rows where keys begin, and the end of the last one |

    Args:
        width: Columns of a head: 64, 128 or 256.
        dtype: Element type of Q, K, V and the result: bf16 or f16.
        mask: `"full"`; `"causal"`: a query sees the keys up to its own, and that of the last query is the
            last one; `"window"`: it sees those from `left` before its own to `right` after it.
        softcap: Whether scores s become `softcap * tanh(s / softcap)`.
        ragged: Whether sequences differ in length; the longest has `max_queries`.
        page: Keys of a page, a multiple of 16; None for K and V without pages.
        statistics: Whether the logarithms of each query's sum of exponentials are the second output, in f32:
            (batch, heads, queries), or (heads, rows) if ragged.
        scale: The factor as a constant, in place of the launch argument.
        consumers: Warpgroups that multiply: 2, or 3 for a width of 64, of 64 rows each.
        persistent: Whether a CTA computes several tiles; None for those that take equally long: the tiles of
            the mask `"full"` of sequences of one length.
        pdl: Whether it may start before the previous kernel of the stream has ended; from `sm_90` on.
        sms: CTAs of a persistent kernel.
        sizes: Heads, shared heads, queries and keys as constants; tensors are (heads, rows, width) then.
        arch: Target.
        name: Name of the kernel.

    Raises:
        ValueError: There is no such kernel.

    >>> import numpy
    >>> from pyptx.types import f16
    >>> q, k, v = (numpy.full((1, 4, 2, 64), x, "float16") for x in (1, 0.5, 3))
    >>> float(build_attention_hopper(64, dtype=f16)(q, k, v, scale=0.125)[0, 0, 0, 0])
    3.0
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
        return Tile(*[of[axis] for axis in axes], dtype, align=ALIGNED_BYTES)

    tensors = {"Q": tile(variant.query_axes, "queries", "heads")}
    if page is not None:
        pages = Tile(Dim("pages", dynamic=True), page, size["shared"], width, dtype)
        tensors |= {"K": pages, "V": pages}
    else:
        tensors |= {each: tile(variant.key_axes, "keys", "shared") for each in "KV"}
    if ragged:
        tensors["Cu_seqlens_q"] = Tile(ends, s32)
    if page is not None:
        batch = Dim("lengths", dynamic=True) if ragged else size["batch"]
        tensors["Seqlens_k"] = Tile(batch, s32)
        tensors["Block_table"] = Tile(batch, Dim("count", dynamic=True), s32)
    elif ragged:
        tensors["Cu_seqlens_k"] = Tile(ends, s32)
    outputs = {"Out": tensors["Q"]}
    if statistics:
        shape = [axis for axis in "bhs" if axis in variant.query_axes]
        of = {"b": size["batch"], "h": size["heads"], "s": size["queries"]}
        outputs["Lse"] = Tile(*[of[axis] for axis in shape], f32)
    rows, most = design.rows, sms if persistent or (persistent is None and variant.is_even) else None
    scalars = [("f32", "scale")] * (scale is None) + [("f32", "softcap")] * softcap
    scalars += [("s32", "left"), ("s32", "right")] * (mask == "window") + [("u32", "max_queries")] * ragged

    def ctas(lines: int, longest: int) -> tuple[int]:
        tiles = -(-longest // rows) * lines
        return (tiles if most is None else min(tiles, most),)

    def grid(ends: int, heads: int, max_queries: int) -> tuple[int]:
        return ctas(heads * (ends - 1), max_queries)

    def dense_grid(batch: int, heads: int, queries: int) -> tuple[int]:
        return ctas(heads * batch, queries)

    @with_parameters(*tensors, *outputs)
    def body(*passed: Any) -> None:
        roles = Attention(variant, **dict(zip((*tensors, *outputs), passed, strict=True)))
        follow(pdl=pdl)
        roles.run()
        ptx.ret()

    return kernel(
        in_specs=tuple(tensors.values()),
        out_specs=tuple(outputs.values()),
        raw_params=scalars or None,
        grid=grid if ragged else dense_grid if sizes is None else dense_grid(1, sizes[0], sizes[2]),
        block=(128 * (1 + consumers), 1, 1),
        pdl=pdl,
        parallel=() if ragged or sizes else ("batch",),
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

    @property
    def is_even(self) -> bool:
        """Whether every tile takes equally long."""
        return self.mask == "full" and not self.ragged and self.page is None


class Attention:
    """The roles of the warps of a CTA: a producer and its consumers."""

    def __init__(
        self, variant: Variant, Q: Any, K: Any, V: Any, Out: Any, Lse: Any = None, Cu_seqlens_q: Any = None,
        Cu_seqlens_k: Any = None, Seqlens_k: Any = None, Block_table: Any = None,
    ) -> None:  # fmt: skip
        """Allocate memory, initialise the barriers, and compute what the roles share."""
        self.variant, self.design = variant, variant.design
        self.width, self.dtype, self.panels = variant.width, variant.dtype, variant.width // PANEL
        self.block = self.design.block(variant.page)
        self.stage_bytes = self.block * self.width * 2
        rows = self.design.rows
        self.query_panel, self.panel = rows * LINE_BYTES, self.block * LINE_BYTES
        self.tensor_q, self.tensor_k, self.out, self.statistics = Q, K, Out, Lse
        self.ends, self.key_ends = Cu_seqlens_q, Cu_seqlens_k
        self.lengths, self.table = Seqlens_k, Block_table
        self.tid = reg.from_(ptx.special.tid.x(), s32)
        key_box = page_box(variant.page, self.block) if variant.page else box(variant.key_axes, self.block)
        boxes = box(variant.query_axes, rows), key_box, key_box
        self.map_q, self.map_k, self.map_v = (
            tensor.tma_desc(box=box, swizzle="128B", l2_promotion="256B")
            for tensor, box in zip((Q, K, V), boxes, strict=True)
        )
        tile_q = smem.alloc(self.dtype, (self.panels, rows, PANEL), "128B")
        ring = smem.alloc(self.dtype, (STAGES, self.panels, self.block, PANEL), "128B")
        self.base_q, self.ring = reg.from_(tile_q, u32), reg.from_(ring, u32)
        barriers = smem.alloc(u32, (2 * STAGES + 2, 2))
        self.full = ptx.mbarrier.array(barriers, 0, STAGES)
        self.empty = ptx.mbarrier.array(barriers, 8 * STAGES, STAGES)
        self.loaded, self.stored = ptx.mbarrier.array(barriers, 16 * STAGES, 2)
        self.warpgroup = reg.scalar(s32)
        ptx.inst.shfl.sync.idx.b32(self.warpgroup, self.tid >> 7, 0, 31, 0xFFFFFFFF)
        with ptx.if_(self.tid == 0):
            for tensor_map in (self.map_q, self.map_k, self.map_v):
                ptx.prefetch.tensormap(tensor_map)
            self.loaded.init(1)
            self.stored.init(self.design.consumers)
            self.full.init_all(1)
            self.empty.init_all(self.design.consumers)
            ptx.fence.mbarrier_init()
        ptx.bar.sync()

    def order(self) -> TileOrder:
        """Return the order of the tiles."""
        variant = self.variant
        queries = dict(zip(variant.query_axes, self.tensor_q.shape, strict=True))
        keys = dict(zip(variant.key_axes, self.tensor_k.shape, strict=True))
        heads, shared = integer(queries["h"]), integer(keys["h"])
        if variant.ragged:
            sequences = integer(self.ends.shape[0]) - 1
            longest = reg.from_(ptx.param(u32, "max_queries"), s32)
        else:
            sequences = integer(queries["b"]) if "b" in queries else integer(1)
            longest = integer(queries["s"])
        if variant.page is not None:
            length = integer(self.table.shape[1]) * variant.page
        else:
            length = integer(keys["s"])
            if variant.ragged:
                length //= sequences.max(1)
        high = quotient(longest + (self.design.rows - 1), self.design.rows)
        return TileOrder.of(high, heads, shared, sequences, length.max(1) * (4 * self.width))

    def tile(self, order: TileOrder, number: Any) -> QueryTile:
        """Return the tile of a number."""
        variant, rows = self.variant, self.design.rows
        above, head, sequence = order.place(number)
        queries = Rows(self.tensor_q, variant.query_axes, sequence, self.ends)
        keys: Rows | Pages
        if variant.page is not None:
            keys = Pages(self.tensor_k, variant.page, sequence, self.lengths, self.table)
        else:
            keys = Rows(self.tensor_k, variant.key_axes, sequence, self.key_ends)
        row = (quotient(queries.count + (rows - 1), rows) - 1 - above) * rows
        band = Band(queries.count, keys.count, *edges(variant.mask))
        return QueryTile(head, row, queries, keys, band, band.blocks(row, rows, self.block))

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
            self.consume()

    def consume(self) -> None:
        """Compute this CTA's tiles."""
        consumer = Consumer(self)
        for tile in self.tiles():
            consumer.compute(tile)

    def produce(self) -> None:
        """Load the tensors of this CTA's tiles."""
        stages, parity = ptx.pipeline(STAGES), reg.scalar(u32, init=0)
        for tile in self.tiles():
            self.load_tile(tile, stages, parity)

    def tiles(self) -> Iterator[QueryTile]:
        """Trace a loop over the tiles of this CTA.

        The order is computed for each tile: consumers have no registers to keep it in.
        """
        number = reg.from_(ptx.special.ctaid.x(), s32)
        with ptx.loop("tile"):
            yield self.tile(self.order(), number)
            number += reg.from_(ptx.special.nctaid.x(), s32)
            ptx.repeat_if(number < self.order().count)

    def load_tile(self, tile: QueryTile, stages: Any, parity: Any) -> None:
        """Load a block of K, then Q, then K and V as they are multiplied."""
        keys, blocks, first = tile.keys, tile.blocks, tile.blocks.first
        shared_head = tile.head // (tile.queries.heads // keys.heads)

        def load(source: Any, block: Any) -> None:
            """Fill the next stage with a block of K or V."""
            stage, phase = stages.advance()
            full = self.full.at(stage)
            self.empty.at(stage).wait(phase ^ 1)
            full.arrive_expect_tx(self.stage_bytes)
            place = self.ring + stage * self.stage_bytes
            keys.load(source, place, block * self.block, shared_head, self.block, self.width, full)

        with ptx.if_(tile.row >= 0):
            load(self.map_k, blocks.last)
            ptx.inst.xor.b32(parity, parity, 1)
            self.stored.wait(parity)
            self.loaded.arrive_expect_tx(self.design.rows * self.width * 2)
            tile.queries.load(
                self.map_q, self.base_q, tile.row, tile.head, self.design.rows, self.width, self.loaded
            )
            for block in ptx.range_(blocks.last - 1, first - 1, -1):
                load(self.map_k, block)
                load(self.map_v, block + 1)
            load(self.map_v, first if tile.band.left is not None else reg.scalar(s32, init=0))
