"""Attention of few queries over many keys, as in decoding: the keys of a sequence are split among CTAs.

The kernel reads K and V once and computes little: memory bounds it. So it has no tensor copies, barriers of
warpgroups or `wgmma`, whose 64 rows would be empty for the most part, and runs from sm_80 on:

* Rows of Q are the queries of all heads that share a head of K and V, up to 16, the rows of `mma.sync`.
  From 17 rows on more CTAs read the same keys, from the L2 cache.
* Each warp is on its own: it copies 16 keys and their values to three stages in shared memory by `cp.async`,
  and keeps the largest score, the sum of exponentials and the result of its keys. There is no barrier until
  the end, where the four warps of a CTA join their results. 64 KiB are in flight for each CTA of width 128,
  and two CTAs fit on an SM of Hopper.
* Copies past the last key have size zero and write zeros: the memory there is never multiplied.
* With several splits, a CTA stores a result in f32 and its logarithm, and `combine` weighs the results of
  all splits. A split without keys has a logarithm of minus infinity. From sm_90 on CTAs of `combine` start
  when those of `attend` run, and wait for their results (programmatic dependent launch).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg, smem
from pyptx.arch import arch as find_arch
from pyptx.kernel import kernel
from pyptx.kernels.arguments import ALIGNED_BYTES
from pyptx.kernels.attention_backward_rows import LOG2_E, block_ids, place_of
from pyptx.kernels.attention_tensors import with_parameters
from pyptx.kernels.dependence import follow
from pyptx.specs import Dim, Tile
from pyptx.types import PtxType, b32, bf16, f16, f32, s32, u32, u64

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

ROWS, KEYS = 16, 16  # of a warp
WARPS, STAGES = 4, 3
WIDTHS = (64, 128)
LANES = 0xFFFFFFFF
PAIR_BYTES = 4  # of a query that a thread loads
PADDING = 32  # bytes after a row of a result, so that four rows are in different banks


@dataclass(frozen=True)
class AttentionDecode:
    """The kernels of attention of few queries.

    Attributes:
        attend: Maps Q, K, V and the inputs of the options to results and logarithms, of each split if there
            are several.
        combine: Maps results and logarithms of the splits to those of all keys; None without splits.
    """

    attend: Kernel
    combine: Kernel | None


def build_attention_decode(
    width: int, *, dtype: PtxType = bf16, split: bool = True, ragged: bool = False, page: int | None = None,
    causal: bool = True, pdl: bool = False, arch: str = "sm_80",
) -> AttentionDecode:  # fmt: skip
    """Build `softmax(Q @ K.T * scale) @ V` for few queries.

    Q has the shape (batch, queries, heads, width), and so has the result; K and V (batch, keys, shared,
    width), where heads are a multiple of shared. Q is contiguous; rows of K and V begin at multiples of 16
    bytes. The logarithms of the queries' sums of exponentials have the shape (batch, heads, queries), in f32.
    Sizes and strides are launch arguments. Calls pass `scale`, a number above 0, and `splits`, the number of
    parts of the keys of a sequence, by keyword. Results and logarithms of the splits have one more dimension
    in front, and are in f32.

    Args:
        width: Columns of a head: 64 or 128.
        dtype: Element type of Q, K, V and the result: bf16 or f16.
        split: Whether there are several splits.
        ragged: Whether the number of keys of each sequence is an input after V, (batch,) in s32.
        page: For K and V in pages, (pages, page, shared, width): keys of a page, a multiple of 16. After the
            numbers of keys the numbers of the pages of each sequence are an input, (batch, count) in s32.
        causal: Whether a query sees only the keys up to its own; the last query's own key is the last one.
        pdl: Whether `attend` may start before the kernel before it in the stream has ended; from `sm_90` on.
            There `combine` always may.
        arch: Target, from sm_80 on.

    Raises:
        ValueError: There are no such kernels.

    >>> import numpy
    >>> from pyptx.types import f16
    >>> q, k, v = (numpy.full((1, n, 2, 64), x, "float16") for n, x in ((1, 1), (4, 0.5), (4, 3)))
    >>> result, logarithms = build_attention_decode(64, dtype=f16, split=False).attend(q, k, v, scale=0.125)
    >>> float(result[0, 0, 0, 0]), round(float(logarithms[0, 0, 0]), 3)
    (3.0, 5.386)
    """
    if width not in WIDTHS:
        raise ValueError(f"width={width}: these kernels take one of {WIDTHS}")
    if dtype not in (bf16, f16):
        raise ValueError(f"dtype={dtype}: these kernels take bf16 or f16")
    if page is not None and (page <= 0 or page % KEYS):
        raise ValueError(f"page={page}: these kernels take a multiple of {KEYS}")
    names = ("batch", "queries", "keys", "heads", "shared", "splits", "pages", "count")
    size = {name: Dim(name, dynamic=True) for name in names}
    result = size["batch"], size["queries"], size["heads"], width
    logarithms = size["batch"], size["heads"], size["queries"]
    parts = (Tile(size["splits"], *result, f32), Tile(size["splits"], *logarithms, f32))
    whole = (Tile(*result, dtype), Tile(*logarithms, f32))
    blocks, rows = (size["batch"], size["keys"]) if page is None else (size["pages"], page)
    tensors = {"Q": Tile(*result, dtype, align=PAIR_BYTES)}
    for name in "KV":
        steps = (Dim(f"{name}_{axis}_step", dynamic=True, multiple=8) for axis in ("block", "key", "head"))
        tensors[name] = Tile(
            blocks, rows, size["shared"], width, dtype, strides=(*steps, 1), align=ALIGNED_BYTES
        )
    if ragged or page is not None:
        tensors["Seqlens_k"] = Tile(size["batch"], s32)
    if page is not None:
        tensors["Block_table"] = Tile(size["batch"], size["count"], s32)

    def grid(splits: int, queries: int, heads: int, shared: int, batch: int) -> tuple[int, int, int]:
        if heads % shared:
            raise ValueError(f"heads={heads} are not a multiple of shared={shared}")
        return splits, shared * -(-queries * (heads // shared) // ROWS), batch

    def single(queries: int, heads: int, shared: int, batch: int) -> tuple[int, int, int]:
        return grid(1, queries, heads, shared, batch)

    dependent = split and find_arch(arch).has_dependent_grids

    @with_parameters(*tensors, "Out", "Lse")
    def body(*passed: Any) -> None:
        follow(pdl=pdl)
        if dependent and not pdl:
            ptx.griddepcontrol.launch_dependents()
        named = dict(zip((*tensors, "Out", "Lse"), passed, strict=True))
        Decode(width, dtype, causal=causal, page=page, split=split, **named).run()
        ptx.ret()

    attend = kernel(
        in_specs=tuple(tensors.values()),
        out_specs=parts if split else whole,
        raw_params=[("f32", "scale")],
        grid=grid if split else single,
        block=(32 * WARPS, 1, 1),
        pdl=pdl,
        arch=arch,
        name="attention_decode",
    )(body)
    if not split:
        return AttentionDecode(attend, None)

    @kernel(
        in_specs=parts,
        out_specs=whole,
        grid=lambda queries, heads, batch: (queries, heads, batch),
        block=(32, 1, 1),
        pdl=dependent,
        arch=arch,
        name="attention_decode_combine",
    )
    def combine(Parts: Any, Logs: Any, Out: Any, Lse: Any) -> None:
        if dependent:
            ptx.griddepcontrol.wait()
        weigh_parts(Parts, Logs, Out, Lse)
        ptx.ret()

    return AttentionDecode(attend, combine)


def weigh_parts(Parts: Any, Logs: Any, Out: Any, Lse: Any) -> None:
    """Weigh the results of the splits by their sums of exponentials; a warp has a query of a head."""
    query, head, batch = block_ids(u32)
    splits, width, dtype = Parts.shape[0], Out.shape[3], Out.dtype
    lane = reg.from_(ptx.special.tid.x(), u32)
    each = width // 32
    source = place_of(Parts, 0, batch, query, head, lane * each)
    logs = place_of(Logs, 0, batch, head, query)
    strides = [place_of(tensor, 1) - place_of(tensor, 0) for tensor in (Parts, Logs)]
    largest, total = reg.scalar(f32, init=-math.inf), reg.scalar(f32, init=0.0)
    out = reg.array(f32, each)
    for value in out:
        ptx.mov(value, 0.0)
    for _ in ptx.range_(splits):
        logarithm, part = reg.scalar(f32), reg.array(f32, each)
        ptx.ld(f32, logarithm, ptx.addr(logs))
        ptx.ld(f32, part, ptx.addr(source), vec=each)
        with ptx.if_(logarithm != -math.inf):  # NaN of a NaN in the arrays, too
            top = reg.scalar(f32)
            ptx.inst.max.f32(top, largest, logarithm)
            before, here = (power(x - top) for x in (largest, logarithm))
            ptx.mov(largest, top)
            ptx.inst.fma.rn.f32(total, total, before, here)
            for value, x in zip(out, part, strict=True):
                ptx.inst.mul.f32(value, value, before)
                ptx.inst.fma.rn.f32(value, x, here, value)
        source += strides[0]
        logs += strides[1]
    inverse, logarithm = finished(largest * LOG2_E, total)
    words = rounded([value * inverse for value in out], dtype)
    ptx.st(b32, ptx.addr(place_of(Out, batch, query, head, lane * each)), words, vec=len(words))
    ptx.st(f32, ptx.addr(place_of(Lse, batch, head, query)), logarithm, pred=lane == 0)


def power(x: Any) -> Any:
    """Return e to the power of a number."""
    made = reg.scalar(f32)
    ptx.inst.ex2.approx.ftz.f32(made, x * LOG2_E)
    return made


def finished(largest: Any, total: Any) -> tuple[Any, Any]:
    """Return the factor of a result, and its logarithm; 0 and minus infinity where no key was seen.

    Args:
        largest: The largest score, in units of log2.
        total: The sum of exponentials.
    """
    inverse, logarithm = reg.scalar(f32), reg.scalar(f32)
    ptx.inst.rcp.approx.ftz.f32(inverse, total)
    ptx.inst.lg2.approx.f32(logarithm, total)
    ptx.inst.add.f32(logarithm, logarithm, largest)
    ptx.inst.mul.f32(logarithm, logarithm, 1 / LOG2_E)
    none = total == 0.0
    ptx.mov(inverse, 0.0, pred=none)
    ptx.mov(logarithm, -math.inf, pred=none)
    return inverse, logarithm


def rounded(values: list[Any], dtype: PtxType) -> Any:
    """Round numbers to words of two."""
    words = reg.array(b32, len(values) // 2)
    for i, word in enumerate(words):
        ptx.inst[f"cvt.rn.{dtype}x2.f32"](word, values[2 * i + 1], values[2 * i])
    return words


class Source:
    """The keys or values of a head, in all sequences or pages or in one of them.

    Attributes:
        start: Address of the first one.
        block_bytes: Bytes from one page to the next.
        pitch: Bytes from one key to the next.
    """

    def __init__(self, tensor: Any, sequence: Any, head: Any, column: Any) -> None:
        """Compute the address; without a `sequence` keys are in pages."""
        block, key, step, _ = tensor.strides
        (first,) = ptx.global_ptrs(tensor)
        size = tensor.dtype.bytes
        self.block_bytes, self.pitch = (reg.from_(stride, u32) * size for stride in (block, key))
        offset = reg.scalar(u64)
        ptx.inst.mul.wide.u32(offset, head, reg.from_(step, u32))
        if sequence is not None:
            ptx.inst.mad.wide.u32(offset, sequence, reg.from_(block, u32), offset)
        self.start = reg.scalar(u64)
        ptx.inst.mad.lo.u64(self.start, offset + reg.from_(column, u64), size, first)

    def address(self, page: Any, row: Any) -> Any:
        """Return the address of a row of a page, or of the sequence if `page` is None."""
        address = reg.scalar(u64)
        ptx.inst.mad.wide.u32(address, row, self.pitch, self.start)
        if page is not None:
            ptx.inst.mad.wide.u32(address, page, self.block_bytes, address)
        return address


class Decode:
    """A warp, and the memory that it shares with the others of its CTA."""

    def __init__(
        self, width: int, dtype: PtxType, *, causal: bool, page: int | None, split: bool, Q: Any,
        K: Any, V: Any, Out: Any, Lse: Any, Seqlens_k: Any = None, Block_table: Any = None,
    ) -> None:  # fmt: skip
        """Find the rows of Q and the keys of this CTA, and the addresses of this thread."""
        self.width, self.dtype, self.page, self.split, self.table = width, dtype, page, split, Block_table
        self.out, self.lse, self.tensor_q = Out, Lse, Q
        _, queries, heads, _ = Q.shape
        _, keys, shared, _ = K.shape
        self.queries, shared = reg.from_(queries, u32), reg.from_(shared, u32)
        self.group = reg.from_(heads, u32) // shared
        self.number, tile, self.batch = block_ids(u32)
        self.count = self.group * self.queries
        tiles = (self.count - 1) // ROWS + 1
        self.shared_head, self.first_row = tile // tiles, tile % tiles * ROWS
        tid = reg.from_(ptx.special.tid.x(), u32)
        self.tid, self.lane, self.warp = tid, tid & 31, tid >> 5
        self.length = reg.scalar(s32)
        if Seqlens_k is None:
            ptx.mov(self.length, reg.from_(keys, s32))
        else:
            ptx.ld(s32, self.length, ptx.addr(place_of(Seqlens_k, self.batch)))
        step = KEYS * WARPS
        steps = (self.length + (step - 1)) // step
        splits = reg.from_(Out.shape[0], s32) if split else 1
        each = (steps + (splits - 1)) // splits
        first = each * reg.from_(self.number, s32) if split else reg.scalar(s32, init=0)
        self.steps = (steps - first).min(each)
        self.end = ((first + each) * step).min(self.length)
        self.key = first * step + reg.from_(self.warp * KEYS, s32)  # the first of this warp
        self.causal_limits(causal)

        self.line_bytes, self.lanes = width * 2, width // 8
        self.tile_bytes = KEYS * self.line_bytes
        self.stage_bytes = 2 * self.tile_bytes
        self.memory = reg.from_(smem.alloc(dtype, (WARPS, STAGES, 2, KEYS, width)), u32)
        self.ring = self.memory + self.warp * (STAGES * self.stage_bytes)
        line, chunk = self.lane // self.lanes, self.lane % self.lanes
        self.lines = 32 // self.lanes  # rows of a copy of all lanes
        self.line = reg.from_(line, s32)
        self.places = [
            line * self.line_bytes + ((chunk ^ line ^ (turn * self.lines)) << 4)
            for turn in range(8 // self.lines)
        ]
        sequence = None if page is not None else self.batch
        self.sources = [Source(tensor, sequence, self.shared_head, chunk * 8) for tensor in (K, V)]

    def causal_limits(self, causal: bool) -> None:
        """Compute the number of keys that each row of this thread sees."""
        self.rows = [self.first_row + (self.lane >> 2) + 8 * upper for upper in range(2)]
        self.limits = []
        for row in self.rows:
            limit = reg.from_(self.length, s32)
            if causal:
                limit = limit - reg.from_(self.queries, s32) + 1 + reg.from_(row // self.group, s32)
            self.limits.append(limit)

    def run(self) -> None:
        """Walk the keys of this warp, join the results of all warps, and store them."""
        self.load_queries()
        self.acc = [reg.array(f32, 4) for _ in range(self.width // 8)]
        for tile in self.acc:
            for value in tile:
                ptx.mov(value, 0.0)
        self.largest = [reg.scalar(f32, init=-math.inf) for _ in range(2)]
        self.total = [reg.scalar(f32, init=0.0) for _ in range(2)]
        self.scale = ptx.param(f32, "scale") * LOG2_E
        filled, used = ptx.pipeline(STAGES), ptx.pipeline(STAGES)
        self.next_key = reg.from_(self.key, s32)
        self.next_page = self.page_of(self.next_key)
        for _ in range(STAGES - 1):
            self.copy(filled)
        for number in ptx.range_(self.steps):
            ptx.cp.async_.wait_group(STAGES - 2)
            ptx.warp.sync()
            self.copy(filled)
            stage, _ = used.advance()
            self.step(self.ring + stage * self.stage_bytes, self.key + number * (KEYS * WARPS))
        ptx.cp.async_.wait_group(0)
        ptx.bar.sync()
        self.join()

    def load_queries(self) -> None:
        """Load the fragments of Q; rows after the last one are zeros."""
        self.q = [reg.array(b32, 4) for _ in range(self.width // 16)]
        for upper, row in enumerate(self.rows):
            query, head = row // self.group, self.shared_head * self.group + row % self.group
            place = place_of(self.tensor_q, self.batch, query, head, (self.lane & 3) * 2)
            for part, fragment in enumerate(self.q):
                for half in range(2):
                    word = fragment[upper + 2 * half]
                    ptx.mov(word, 0)
                    here = ptx.addr(place, part * 32 + half * 16)
                    ptx.ld(b32, word, here, pred=row < self.count)

    def page_of(self, key: Any) -> Any:
        """Return the number of the page of a key, 0 past the last key of this CTA; None without pages."""
        if self.page is None:
            return None
        number = reg.scalar(u32, init=0)
        place = place_of(self.table, self.batch, reg.from_(key, u32) // self.page)
        ptx.ld(u32, number, ptx.addr(place), pred=key < self.end)
        return number

    def copy(self, filled: Any) -> None:
        """Copy the next keys and values of this warp to the next stage."""
        stage, _ = filled.advance()
        target = self.ring + stage * self.stage_bytes
        key = self.next_key
        row = reg.from_(key, u32) if self.page is None else reg.from_(key, u32) % self.page
        row = row + reg.from_(self.line, u32)
        for number, origin in enumerate(self.sources):
            tile, source = number * self.tile_bytes, origin.address(self.next_page, row)
            pitch = reg.from_(origin.pitch * self.lines, u64)
            for part in range(KEYS // self.lines):
                place = self.places[part % len(self.places)]
                size = reg.scalar(u32)
                inside = key + self.line + part * self.lines < self.end
                ptx.selp(u32, size, 16, 0, inside)
                ptx.inst.cp.async_.cg.shared.global_.L2__128B(
                    ptx.addr(target + place, tile + part * self.lines * self.line_bytes),
                    ptx.addr(source), 16, size,
                )  # fmt: skip
                source = source + pitch
        ptx.cp.async_.commit_group()
        ptx.inst.add.s32(self.next_key, self.next_key, KEYS * WARPS)
        if self.page is not None:
            ptx.mov(self.next_page, self.page_of(self.next_key))

    def step(self, stage: Any, key: Any) -> None:
        """Multiply the keys of a stage, take the softmax, and multiply the values."""
        lane = self.lane
        scores = [reg.array(f32, 4) for _ in range(2)]
        for value in (*scores[0], *scores[1]):
            ptx.mov(value, 0.0)
        swizzle = lane & 7
        line = stage + ((lane >> 4) * 8 + (lane & 7)) * self.line_bytes
        for part, q in enumerate(self.q):
            fragment = reg.array(b32, 4)
            chunk = (2 * part + (lane >> 3 & 1)) ^ swizzle
            ptx.ldmatrix(dst=fragment, src=ptx.addr(line + (chunk << 4)))
            for tile in range(2):
                self.multiply(scores[tile], q, fragment[2 * tile : 2 * tile + 2])
        weights = self.soften(scores, key)
        line = stage + ((lane >> 3 & 1) * 8 + (lane & 7)) * self.line_bytes
        for pair in range(self.width // 16):
            fragment = reg.array(b32, 4)
            chunk = (2 * pair + (lane >> 4)) ^ swizzle
            ptx.ldmatrix(dst=fragment, src=ptx.addr(line + (chunk << 4), self.tile_bytes), trans=True)
            for tile in range(2):
                self.multiply(self.acc[2 * pair + tile], weights, fragment[2 * tile : 2 * tile + 2])

    def multiply(self, d: Any, a: Any, b: Any) -> None:
        """Add an MMA to D."""
        ptx.mma.sync(
            shape=(16, 8, 16), dtype_d=f32, dtype_a=self.dtype, dtype_b=self.dtype, dtype_c=f32,
            d=d, a=a, b=b, c=d,
        )  # fmt: skip

    def soften(self, scores: Any, key: Any) -> Any:
        """Return the exponentials of the scores as a fragment of A; scale the sums so far."""
        for upper in range(2):
            values = [tile[2 * upper + i] for tile in scores for i in range(2)]
            seen = self.limits[upper] - key - reg.from_((self.lane & 3) * 2, s32)
            top = reg.from_(self.largest[upper], f32)
            for value, column in zip(values, (0, 1, 8, 9), strict=True):
                ptx.inst.mul.f32(value, value, self.scale)
                ptx.mov(value, -math.inf, pred=seen <= column)
                ptx.inst.max.f32(top, top, value)
            top = across(top, (1, 2), "max")
            base = reg.from_(top, f32)
            ptx.mov(base, 0.0, pred=top == -math.inf)  # a row that has seen no key yet
            factor = reg.scalar(f32)
            ptx.inst.ex2.approx.ftz.f32(factor, self.largest[upper] - base)
            ptx.mov(self.largest[upper], top)
            ptx.inst.mul.f32(self.total[upper], self.total[upper], factor)
            for value in values:
                ptx.inst.ex2.approx.ftz.f32(value, value - base)
                ptx.inst.add.f32(self.total[upper], self.total[upper], value)
            for tile in self.acc:
                for value in tile[2 * upper : 2 * upper + 2]:
                    ptx.inst.mul.f32(value, value, factor)
        return rounded([*scores[0], *scores[1]], self.dtype)

    def join(self) -> None:
        """Join the results of the warps in shared memory, and store them."""
        pitch = self.width * 4 + PADDING
        numbers = self.memory + WARPS * ROWS * pitch  # of each warp and row: largest score and sum
        for upper in range(2):
            row = (self.lane >> 2) + 8 * upper
            place = self.memory + (self.warp * ROWS + row) * pitch + (self.lane & 3) * 8
            for number, tile in enumerate(self.acc):
                pair = list(tile[2 * upper : 2 * upper + 2])
                ptx.st(f32, ptx.addr(place, number * 32), pair, vec=2, space="shared")
            total = across(self.total[upper], (1, 2), "add")
            there = ptx.addr(numbers + (self.warp * ROWS + row) * 8)
            first = (self.lane & 3) == 0
            ptx.st(f32, there, [self.largest[upper], total], vec=2, space="shared", pred=first)
        ptx.bar.sync()

        row, lane = self.tid >> 3, self.tid & 7
        pairs = [reg.array(f32, 2) for _ in range(WARPS)]
        largest = reg.scalar(f32, init=-math.inf)
        for warp, held in enumerate(pairs):
            ptx.ld(f32, held, ptx.addr(numbers + row * 8, warp * ROWS * 8), vec=2, space="shared")
            ptx.inst.max.f32(largest, largest, held[0])
        base = reg.from_(largest, f32)
        ptx.mov(base, 0.0, pred=largest == -math.inf)
        total, factors = reg.scalar(f32, init=0.0), [reg.scalar(f32) for _ in pairs]
        for factor, held in zip(factors, pairs, strict=True):
            ptx.inst.ex2.approx.ftz.f32(factor, held[0] - base)
            ptx.inst.fma.rn.f32(total, held[1], factor, total)
        inverse, logarithm = finished(base, total)
        row_of_all = self.first_row + row
        query = row_of_all // self.group
        head = self.shared_head * self.group + row_of_all % self.group
        part = [self.number] if self.split else []
        inside = row_of_all < self.count
        for turn in range(self.width // 32):
            column = lane * 4 + turn * 32
            sums = reg.array(f32, 4)
            for x in sums:
                ptx.mov(x, 0.0)
            for warp, factor in enumerate(factors):
                own = reg.array(f32, 4)
                here = ptx.addr(self.memory + row * pitch + lane * 16, warp * ROWS * pitch + turn * 128)
                ptx.ld(f32, own, here, vec=4, space="shared")
                for x, value in zip(sums, own, strict=True):
                    ptx.inst.fma.rn.f32(x, value, factor, x)
            results = [x * inverse for x in sums]
            target = ptx.addr(place_of(self.out, *part, self.batch, query, head, column))
            if self.split:
                ptx.st(f32, target, results, vec=4, pred=inside)
            else:
                ptx.st(b32, target, rounded(results, self.dtype), vec=2, pred=inside)
        there = ptx.addr(place_of(self.lse, *part, self.batch, head, query))
        ptx.st(f32, there, logarithm, pred=inside & (lane == 0))


def across(value: Any, distances: tuple[int, ...], operation: str) -> Any:
    """Combine the values of lanes at some distances."""
    made = reg.from_(value, f32)
    for distance in distances:
        other = reg.scalar(f32)
        ptx.inst.shfl.sync.bfly.b32(other, made, distance, 31, LANES)
        ptx.inst[f"{operation}.f32"](made, made, other)
    return made
