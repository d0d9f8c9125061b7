"""Attention on Blackwell, forward: scores and weights in tensor memory, a group of warps for each role.

A CTA computes 256 rows of `softmax(Q @ K.T / sqrt(width)) @ V` for one head, as two tiles of 128 rows. It
walks the keys in blocks of 128; while one tile has its softmax, the tensor cores multiply for the other.

* Warps 0 to 3 and 4 to 7, softmax: a warpgroup for each tile, a thread for each row. A thread loads its row
  of scores from tensor memory, writes the exponentials back as 16-bit weights, and sums them.
* Warps 8 to 11, correction: scale a row of the result when the largest score of the row has grown, and at
  the end divide by the sum, round, and store. The softmax does not wait for that.
* Warp 12, copies: loads Q, then K and V of each block into one ring.
* Warp 13, MMAs: one thread issues all of them. Warps 14 and 15 only complete their warpgroup, which
  gives registers to the others.

Tensor memory has 512 columns. Row i of a tile is in lane i; with a head dimension of 128:

```text
    0      64     128    192    256           384           512
    | scores 0    | scores 1    | result 0    | result 1    |
           |weights|     |weights|
```

The weights take columns of scores that their thread has loaded. `tcgen05.mma` reads them there as A. The
tensor cores run the MMAs of a thread in the order of their issue, so the next scores replace the weights
without a wait.

| barrier | arrival | awaited by | meaning |
|---|---|---|---|
| `loaded[tile]` | copies | MMAs | Q is in shared memory |
| `full[stage]` | copies | MMAs | so is a block of K or V |
| `empty[stage]` | commit | copies | the MMAs have read it |
| `scored[tile]` | commit | softmax | the scores are complete, and all MMAs before them |
| `scaled[tile]` | softmax | correction | the factors of the rows are in shared memory |
| `weighted[tile]` | softmax, correction | MMAs | the weights are written, the result is scaled |
| `summed[tile]` | softmax | correction | the inverse sums are in shared memory |
| `multiplied[tile]` | commit | correction | the result is complete |

* The online softmax is in units of log2, for `ex2`. Until the largest score of a row exceeds the one in use
  by more than 8, that one stays in use, and no result is scaled: weights of up to 256 are as exact.
* The walk starts at the first key that a row of the CTA sees. Only blocks that an edge of a window crosses,
  the diagonal, or the last key are masked, in loops of their own.
* The unit for `ex2` is as busy as the tensor cores, with a head dimension of 64 twice as busy. On sm_100a a
  quarter of the exponentials are polynomials instead; sm_103a has a faster unit.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg, smem
from pyptx.kernel import kernel
from pyptx.kernels.attention_position_blackwell import KEYS, TILES, Position, Variant
from pyptx.kernels.attention_rows_blackwell import exponentials, multiply_by, raise_largest
from pyptx.kernels.attention_softmax import LOG2_E, MASKS, cap_scores
from pyptx.kernels.attention_tensors import PANEL, Rows, box, copy
from pyptx.kernels.dependence import follow
from pyptx.kernels.panels_blackwell import Panels, rounded
from pyptx.kernels.roles_blackwell import EPILOGUE_WARPS, ROWS, Warps, barriers
from pyptx.specs import Dim, Tile
from pyptx.types import PtxType, bf16, f16, f32, pred, s32, u32

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

WEIGHTS = KEYS // 2  # columns from the scores to the weights of the same tile
STAGES = {64: 8, 128: 4}
WIDTHS = tuple(STAGES)
SOFTMAX_WARPS, CORRECTION_WARPS = 4, EPILOGUE_WARPS  # of each tile; of both
CORRECTION_WARP = TILES * SOFTMAX_WARPS
COPY_WARP, MMA_WARP = CORRECTION_WARP + 4, CORRECTION_WARP + 5
THREADS = 32 * 16
SOFTMAX_REGISTERS, CORRECTION_REGISTERS, OTHER_REGISTERS = 184, 96, 48
LOADED = 32  # columns of a load from tensor memory
COMPUTED = {"sm_100a": 4}  # one pair of exponentials in this many is computed without `ex2`


def build_attention_blackwell(
    width: int, *, dtype: PtxType = bf16, mask: str = "full", softcap: bool = False, statistics: bool = False,
    scale: float | None = None, pdl: bool = False, sizes: tuple[int, int, int, int] | None = None,
    arch: str = "sm_100a", name: str = "attention_blackwell",
) -> Kernel:  # fmt: skip
    """Build `softmax(Q @ K.T * scale) @ V` for every head of every sequence.

    Q and the result have the shape (batch, queries, heads, width), K and V (batch, keys, shared, width);
    heads are a multiple of shared. Strides are multiples of 16 bytes, and columns are adjacent. All sizes are
    launch arguments, and so are the keywords `scale`, `softcap`, and `left` and `right` of a window.

    Args:
        width: Columns of a head: 64 or 128.
        dtype: Element type of Q, K, V and the result: bf16 or f16.
        mask: `"full"`, or `"causal"`: a query sees the keys up to its own, and that of the last query is the
            last one; `"window"`: it sees those from `left` before its own to `right` after it.
        softcap: Whether scores s become `softcap * tanh(s / softcap)`.
        statistics: Whether the logarithms of each query's sum of exponentials are the second output, in f32:
            (batch, heads, queries).
        scale: The factor as a constant, in place of the launch argument.
        pdl: Whether it may start before the previous kernel of the stream has ended; from `sm_90` on.
        sizes: Heads, shared heads, queries and keys as constants; tensors are (heads, rows, width) then.
        arch: Target.
        name: Name of the kernel.

    Raises:
        ValueError: There is no such kernel.

    >>> import numpy
    >>> from pyptx.types import f16
    >>> q, k, v = (numpy.full((1, 4, 2, 64), x, "float16") for x in (1, 0.5, 3))
    >>> float(build_attention_blackwell(64, dtype=f16)(q, k, v, scale=0.125)[0, 0, 0, 0])
    3.0
    """
    if width not in WIDTHS:
        raise ValueError(f"width={width}: this kernel takes one of {', '.join(map(str, WIDTHS))}")
    if dtype not in (bf16, f16):
        raise ValueError(f"dtype={dtype}: this kernel takes bf16 or f16")
    if mask not in MASKS:
        raise ValueError(f"mask={mask!r}: this kernel has {', '.join(map(repr, MASKS))}")
    if scale is not None and not 0 < scale < math.inf:
        raise ValueError(f"scale={scale}: this kernel takes a number above 0; for a negative scale, negate Q")
    axes = "hsd" if sizes else "bshd"
    variant = Variant(width, dtype, mask, softcap, scale, COMPUTED.get(arch, 0), axes)
    scalars = [("f32", "scale")] * (scale is None) + [("f32", "softcap")] * softcap
    scalars += [("s32", "left"), ("s32", "right")] * (mask == "window")
    names = ("batch", "heads", "shared", "queries", "keys")
    size: dict[str, Dim | int] = {each: Dim(each, dynamic=True) for each in names}
    if sizes is not None:
        size |= zip(names[1:], sizes, strict=True)

    def tile(heads: str, rows: str) -> Tile:
        of = {"b": size["batch"], "s": size[rows], "h": size[heads], "d": width}
        return Tile(*[of[axis] for axis in axes], dtype)

    lines = [size[each] for each in ("batch", "heads", "queries")[sizes is not None :]]

    def grid(batch: int, heads: int, queries: int) -> tuple[int, ...]:
        return -(-queries // (TILES * ROWS)), heads, batch

    def body(Q: Any, K: Any, V: Any, Out: Any, Lse: Any = None) -> None:
        roles = Attention(variant, Q, K, V, Out, Lse)
        follow(pdl=pdl)
        roles.run()
        ptx.ret()

    return kernel(
        in_specs=(tile("heads", "queries"), tile("shared", "keys"), tile("shared", "keys")),
        out_specs=(tile("heads", "queries"), *[Tile(*lines, f32)] * statistics),
        raw_params=scalars or None,
        grid=grid if sizes is None else grid(1, sizes[0], sizes[2]),
        block=(THREADS, 1, 1),
        pdl=pdl,
        parallel=() if sizes else ("batch",),
        arch=arch,
        name=name,
    )(
        (lambda Q, K, V, Out, Lse: body(Q, K, V, Out, Lse))
        if statistics
        else (lambda Q, K, V, Out: body(Q, K, V, Out))
    )


def arrive(barrier: Any, pred: Any) -> None:
    """Arrive in one thread of the warp, for all of its lanes."""
    ptx.warp.sync()
    barrier.arrive(pred=pred)


class Attention:
    """The roles of the warps of a CTA, with their barriers and their memory."""

    def __init__(self, variant: Variant, Q: Any, K: Any, V: Any, Out: Any, Lse: Any) -> None:
        """Allocate memory, initialise the barriers, and compute what the roles share."""
        self.variant, self.tensors, self.out, self.statistics = variant, (Q, K, V), Out, Lse
        width, dtype, stages = variant.width, variant.dtype, STAGES[variant.width]
        panels = width // PANEL
        self.tile_q = smem.alloc(dtype, (TILES, panels, ROWS, PANEL), "128B")
        self.ring = smem.alloc(dtype, (stages, panels, KEYS, PANEL), "128B")
        self.numbers = smem.alloc(f32, (2, TILES, ROWS))  # factors of the rows, inverse sums
        self.cta = Warps(TILES * (KEYS + width), issuer=MMA_WARP)
        self.full, self.empty = barriers(stages), barriers(stages)
        self.loaded, self.scored, self.scaled, self.summed, self.weighted, self.multiplied = (
            barriers(TILES) for _ in range(6)
        )
        one = [
            (barriers, 1) for barriers in (self.full, self.empty, self.loaded, self.scored, self.multiplied)
        ]
        by_softmax = [(barriers, SOFTMAX_WARPS) for barriers in (self.scaled, self.summed)]
        self.cta.begin([*one, *by_softmax, (self.weighted, SOFTMAX_WARPS + CORRECTION_WARPS)])

    def run(self) -> None:
        """Trace the roles."""
        warp = self.cta.warp
        with ptx.if_(warp < CORRECTION_WARP):
            ptx.setmaxnreg_inc(SOFTMAX_REGISTERS)
            self.soften()
        with ptx.if_((warp >= CORRECTION_WARP) & (warp < COPY_WARP)):
            ptx.setmaxnreg_dec(CORRECTION_REGISTERS)
            self.correct()
        with ptx.if_(warp >= COPY_WARP):
            ptx.setmaxnreg_dec(OTHER_REGISTERS)
            with ptx.if_(warp == COPY_WARP), ptx.if_(ptx.elect()):
                self.copy()
            with ptx.if_(warp == MMA_WARP):
                self.multiply()
        self.cta.end()

    def position(self) -> Position:
        """Find the work of the CTA, in registers of the role that calls it."""
        return Position(self.variant, *self.tensors[:2])

    def window(self) -> Any:
        """The lanes of tensor memory that this warp reaches."""
        return self.cta.tensor_memory + ((self.cta.warp & 3) << 21)

    def result(self, base: Any, tile: int, column: int = 0) -> Any:
        """The address of some columns of a result."""
        return ptx.tcgen05.address(base, column=TILES * KEYS + tile * self.variant.width + column)

    def copy(self) -> None:
        """Load both tiles of Q, then K and V of each block."""
        at, width = self.position(), self.variant.width
        boxes = at.queries.boxes(ROWS), *[at.keys.boxes(KEYS)] * 2
        map_q, map_k, map_v = (
            tensor.tma_desc(box=box, swizzle="128B", l2_promotion="256B")
            for tensor, box in zip(self.tensors, boxes, strict=True)
        )

        def load(rows: Rows, source: Any, target: Any, row: Any, head: Any, barrier: Any) -> None:
            barrier.arrive_expect_tx(target.nbytes)
            rows.load(source, reg.from_(target, u32), row, head, target.shape[1], width, barrier)

        for tile in range(TILES):
            row = at.first_row + tile * ROWS
            load(at.queries, map_q, self.tile_q[tile], row, at.head, self.loaded[tile])
        shared_head = at.head // (at.queries.heads // at.keys.heads)
        turns = ptx.pipeline(len(self.full))
        for row in ptx.range_(at.first * KEYS, at.end * KEYS, KEYS):
            for source in (map_k, map_v):
                stage, parity = turns.advance()
                self.empty.at(stage).wait(parity ^ 1)
                load(at.keys, source, self.ring[stage], row, shared_head, self.full.at(stage))

    def multiply(self) -> None:
        """Issue the MMAs. The whole warp waits, so that its registers are uniform; one thread issues."""
        width, dtype = self.variant.width, self.variant.dtype
        chosen, memory, blocks = ptx.elect(), self.cta.tensor_memory, reg.scalar(s32)
        # ptxas would keep the descriptors of a constant number of blocks out of uniform registers.
        ptx.inst.shfl.sync.idx.b32(blocks, self.position().blocks, 0, 31, 0xFFFFFFFF)
        stages = len(self.full)
        to_scores = ptx.tcgen05.make_instr_desc("f16", m=ROWS, n=KEYS, a=dtype, d=f32)
        to_result = ptx.tcgen05.make_instr_desc("f16", m=ROWS, n=width, a=dtype, d=f32, b_major="MN")
        base = reg.from_(self.ring, u32)
        matrix_q = ptx.tcgen05.masked_descriptor(reg.from_(self.tile_q, u32))
        matrix_k = ptx.tcgen05.masked_descriptor(base)
        matrix_v = ptx.tcgen05.auto_descriptor(base, dtype=dtype, shape=(KEYS, width), major="MN")

        def matrix_in(stage: int, matrix: Any) -> Any:
            """The descriptor of a matrix in a stage."""
            return matrix + (self.ring[0].nbytes * stage >> 4)

        def multiply_keys(tile: int, keys: Any) -> None:
            for part in range(width // 16):
                panel, along = divmod(part * 32, 2 * PANEL)
                a = matrix_q + (self.tile_q[0].nbytes * tile + self.tile_q[0, 0].nbytes * panel + along >> 4)
                b = keys + (self.ring[0, 0].nbytes * panel + along >> 4)
                scores = ptx.tcgen05.address(memory, column=tile * KEYS)
                ptx.tcgen05.mma(scores, a, b, to_scores, enable_input_d=part > 0, pred=chosen)
            ptx.tcgen05.commit(self.scored[tile], pred=chosen)

        def multiply_values(tile: int, values: Any, parity: Any, later: Any) -> None:
            self.weighted[tile].wait(parity)
            ptx.tcgen05.fence_after_thread_sync()
            for part in range(KEYS // 16):
                weights = ptx.tcgen05.address(memory, column=tile * KEYS + WEIGHTS + 8 * part)
                ptx.tcgen05.mma(
                    self.result(memory, tile), weights, values + (part * 16 * 2 * PANEL >> 4), to_result,
                    a_is_tmem=True, enable_input_d=True if part else later, pred=chosen,
                )  # fmt: skip

        def advance(turn: int, parity: Any, *, later: Any) -> None:
            """Multiply the values of one block and the keys of the next one; stages and parities repeat."""
            stage_v, stage_k = 2 * turn + 1, (2 * turn + 2) % stages
            values, keys = matrix_in(stage_v, matrix_v), matrix_in(stage_k, matrix_k)
            self.full[stage_v].wait(parity)
            multiply_values(0, values, turn % 2, later)
            self.full[stage_k].wait(parity if stage_k else parity ^ 1)
            multiply_keys(0, keys)
            multiply_values(1, values, turn % 2, later)
            ptx.tcgen05.commit(self.empty[stage_v], pred=chosen)
            multiply_keys(1, keys)
            ptx.tcgen05.commit(self.empty[stage_k], pred=chosen)

        self.full[0].wait(0)
        for tile in range(TILES):
            self.loaded[tile].wait(0)
            multiply_keys(tile, matrix_k)
        ptx.tcgen05.commit(self.empty[0], pred=chosen)
        parity = reg.scalar(u32, init=0)
        for block in ptx.range_(1, blocks, stages // 2):
            advance(0, parity, later=block > 1)
            for turn in range(1, stages // 2):
                with ptx.if_(block + turn < blocks):
                    advance(turn, parity, later=True)
            parity ^= 1
        last = reg.from_(2 * blocks - 1, u32)
        stage, values = last % stages, reg.scalar(matrix_v.dtype)
        self.full.at(stage).wait(last // stages & 1)
        ptx.inst.mad.wide.u32(values, stage, self.ring[0].nbytes >> 4, matrix_v)
        for tile in range(TILES):
            multiply_values(tile, values, reg.from_(blocks - 1 & 1, u32), blocks > 1)
            ptx.tcgen05.commit(self.multiplied[tile], pred=chosen)

    def soften(self) -> None:
        """Make the scores of a row weights, block by block."""
        variant, at, tile = self.variant, self.position(), self.cta.warp // SOFTMAX_WARPS
        thread = reg.from_(ptx.special.tid.x(), s32)  # also the row, of both tiles
        starts = thread % 32 == 0
        scale, cap = variant.scale or ptx.param(f32, "scale"), None
        if variant.softcap:
            cap, scale = scale / ptx.param(f32, "softcap"), ptx.param(f32, "softcap")
        scale *= LOG2_E
        scores = self.window() + tile * KEYS
        scored, scaled, summed, weighted = (
            barriers.at(tile) for barriers in (self.scored, self.scaled, self.summed, self.weighted)
        )
        numbers = reg.from_(self.numbers, u32) + thread * 4
        first, unmasked = at.unmasked(at.first_row + (thread & -ROWS))
        largest, total = reg.scalar(f32, init=-math.inf), reg.scalar(f32, init=0.0)
        parity = reg.scalar(u32, init=0)

        def step(block: Any, *, masked: bool) -> None:
            scored.wait(parity)
            ptx.tcgen05.fence_after_thread_sync()
            values = reg.array(f32, KEYS)
            for first in range(0, KEYS, LOADED):
                place = ptx.tcgen05.address(scores, column=first)
                ptx.tcgen05.ld(values[first : first + LOADED], place, shape="32x32b", count=LOADED)
            ptx.tcgen05.wait_ld()
            cap_scores(values, cap)
            if masked:
                self.hide(values, block)
            factor = raise_largest(values, largest, scale)
            ptx.st(f32, ptx.addr(numbers), factor, space="shared")
            arrive(scaled, starts & (block > at.first))
            ptx.inst.mul.f32(total, total, factor)
            below, computed = -largest * scale, 0 if masked else variant.computed
            if masked:  # a row that has seen no key yet has no largest score
                ptx.inst.mov.f32(below, 0.0, pred=largest == -math.inf)
            for first in range(0, WEIGHTS, LOADED):
                part = values[2 * first : 2 * (first + LOADED)]
                ptx.inst.add.f32(total, total, exponentials(part, scale, below, computed=computed))
                words = rounded(part, variant.dtype)
                place = ptx.tcgen05.address(scores, column=WEIGHTS + first)
                ptx.tcgen05.st(place, words, shape="32x32b", count=LOADED)
            ptx.tcgen05.wait_st()
            ptx.tcgen05.fence_before_thread_sync()
            arrive(weighted, starts)
            ptx.inst.xor.b32(parity, parity, 1)

        if at.left is not None:
            for block in ptx.range_(at.first, first):
                step(block, masked=True)
        for block in ptx.range_(first, unmasked):
            step(block, masked=False)
        for block in ptx.range_(unmasked, at.end):
            step(block, masked=True)

        inverse = reg.scalar(f32)
        ptx.inst.rcp.approx.ftz.f32(inverse, total)
        ptx.inst.mov.f32(inverse, 0.0, pred=total == 0.0)  # of a row that sees no key
        ptx.st(f32, ptx.addr(numbers, self.numbers[0].nbytes), inverse, space="shared")
        arrive(summed, starts)
        if self.statistics is not None:
            logarithm = reg.scalar(f32)
            ptx.inst.lg2.approx.ftz.f32(logarithm, total)
            ptx.inst.fma.rn.f32(logarithm, largest, scale, logarithm)
            self.store_logarithm(logarithm * math.log(2))

    def hide(self, values: Any, block: Any) -> None:
        """Set the scores of the keys of a block that this thread's row does not see to minus infinity."""
        at = self.position()  # again: in registers, it would leave too few for the scores
        query = at.first_row + reg.from_(ptx.special.tid.x(), s32)
        end = at.visible(query) - block * KEYS
        for column, value in enumerate(values):
            ptx.inst.mov.f32(value, -math.inf, pred=end <= column)
        if at.left is not None:
            begin = at.first_seen(query) - block * KEYS
            for column, value in enumerate(values):
                ptx.inst.mov.f32(value, -math.inf, pred=begin > column)

    def store_logarithm(self, logarithm: Any) -> None:
        """Store the logarithm of the sum of a thread's row."""
        at, (place,) = self.position(), ptx.global_ptrs(self.statistics)
        query, line = (
            at.first_row + reg.from_(ptx.special.tid.x(), s32),
            at.head + at.queries.heads * at.queries.sequence,
        )
        ptx.inst.mad.wide.s32(place, line * at.queries.count + query, 4, place)
        ptx.st(f32, ptx.addr(place), logarithm, pred=query < at.queries.count)

    def correct(self) -> None:
        """Scale the results when the largest score of a row has grown; at the end divide and store them."""
        variant, at, window = self.variant, self.position(), self.window()
        width = variant.width
        thread = reg.from_(ptx.special.tid.x(), u32) - 32 * CORRECTION_WARP
        starts = thread % 32 == 0
        parity = reg.scalar(u32, init=0)
        numbers = reg.from_(self.numbers, u32) + thread * 4

        def number_of(kind: int, tile: int) -> Any:
            """The factor or the inverse sum of this thread's row."""
            number = reg.scalar(f32)
            ptx.ld(f32, number, ptx.addr(numbers, (kind * TILES + tile) * ROWS * 4), space="shared")
            return number

        for tile in range(TILES):
            self.weighted[tile].arrive(pred=starts)  # the first MMAs replace the result
        for _ in ptx.range_(1, at.blocks):
            for tile in range(TILES):
                self.scaled[tile].wait(parity)
                factor = number_of(0, tile)
                grown = reg.scalar(pred)
                ptx.vote("any", grown, factor != 1.0)
                with ptx.if_(grown):
                    ptx.tcgen05.fence_after_thread_sync()
                    self.rescale(window, tile, factor)
                    ptx.tcgen05.fence_before_thread_sync()
                arrive(self.weighted[tile], starts)
            parity ^= 1
        panels = Panels(self.cta, variant.dtype, first=CORRECTION_WARP)
        map_out = self.out.tma_desc(box=box(variant.axes, 32), swizzle="128B")
        for tile in range(TILES):
            self.summed[tile].wait(0)
            inverse = number_of(1, tile)
            self.multiplied[tile].wait(0)
            ptx.tcgen05.fence_after_thread_sync()
            row = at.first_row + reg.from_(panels.warp * 32 + tile * ROWS, s32)

            def store(panel: Any, first: int, tile: int = tile, row: Any = row) -> None:
                where = at.queries.corner(first - tile * width, row, at.head)
                copy(variant.axes).store(dst=map_out, src=panel, coord=where)

            for first in range(tile * width, (tile + 1) * width, panels.columns):
                values = panels.load(self.result(window, 0), first)
                multiply_by(values, inverse)
                panels.store(values, first, store)
        panels.finish()

    def rescale(self, window: Any, tile: int, factor: Any) -> None:
        """Multiply each row of the result by its factor."""
        for first in range(0, self.variant.width, LOADED):
            values = reg.array(f32, LOADED)
            part = self.result(window, tile, first)
            ptx.tcgen05.ld(values, part, shape="32x32b", count=LOADED)
            ptx.tcgen05.wait_ld()
            multiply_by(values, factor)
            ptx.tcgen05.st(part, values, shape="32x32b", count=LOADED)
        ptx.tcgen05.wait_st()
