"""Gradients of attention, before and after the products: statistics of the queries, and the sums of dQ.

For each query `write_statistics` computes the negative logarithm of its sum of exponentials, in units of
log2, and the gradient of the logarithm less the product of the result with its gradient.

The sums of dQ are in the order of the registers of the main kernel, in parts of 64 x 64 elements.
`store_sums` scales them, rounds them, and stores them in the layout of Q.

Statistics and sums are arrays of blocks. With sequences of different lengths, the blocks of sequence i, which
begins at row r, have the numbers from `r // rows + i` on: these suffice for any lengths, and bisection finds
the sequence of a block.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg, smem
from pyptx.kernels.attention_tensors import element, integer, store_rows
from pyptx.kernels.epilogue import widened
from pyptx.types import PtxType, b16, b32, f32, s32, u32, u64

if TYPE_CHECKING:
    from collections.abc import Sequence

PANEL = 64
LINE = PANEL * 2  # bytes of a row of a panel
PART = 64 * 64 * 4  # bytes of a part of the sums of dQ
LOG2_E = math.log2(math.e)


@dataclass(frozen=True)
class Block:
    """A block of rows of a sequence.

    Attributes:
        sequence: Number of the sequence.
        number: Number of the block in its sequence.
        stored: Number of the block in arrays of blocks.
        first: Row of the tensor where the sequence begins.
        count: Rows of the sequence.
        lead: First indices of arrays with an axis for sequences: `sequence`, or none.
    """

    sequence: Any
    number: Any
    stored: Any
    first: Any
    count: Any
    lead: tuple[Any, ...] = ()


def find_block(rows: int, number: Any, batch: Any, count: Any, ends: Any = None) -> Block:
    """Return a block.

    Args:
        rows: Rows of a block.
        number: Number of the block, of those of all sequences if there are `ends`.
        batch: Number of the sequence if there are none.
        count: Its rows.
        ends: Rows where sequences of different lengths begin, and the end of the last one.
    """
    if ends is None:
        return Block(batch, number, number, 0, integer(count), (batch,))
    low, high = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
    ptx.inst.sub.s32(high, integer(ends.shape[0]), 2)
    with ptx.loop("sequence"):
        middle = (low + high + 1) >> 1
        (begin,) = element(ends, middle)
        later = begin // rows + middle > number
        ptx.mov(low, middle, pred=~later)
        ptx.mov(high, middle - 1, pred=later)
        ptx.repeat_if(low < high)
    first, end = element(ends, low, 2)
    return Block(low, number - (first // rows + low), number, first, end - first)


def clear_turns(Turns: Any, Ticket: Any, block: Block, head: Any) -> None:
    """Clear the counters of a block of queries, and that of the CTAs of the main kernel that have started."""
    tid = reg.from_(ptx.special.tid.x(), s32)
    place = place_of(Turns, *block.lead, head, block.stored, tid)
    ptx.st(u32, ptx.addr(place), 0, pred=tid < Turns.shape[-1])
    first = (block.stored | head | block.sequence | tid) == 0
    ptx.st(u32, ptx.addr(place_of(Ticket, 0)), 0, pred=first)


def started_ids(Ticket: Any) -> list[Any]:
    """Return the three numbers of a CTA, in the order in which CTAs start: one may wait for those before."""
    held = smem.alloc(u32, (1,))
    with ptx.if_(ptx.special.tid.x() == 0):
        number = reg.scalar(u32)
        ptx.griddepcontrol.wait()
        ptx.atom("add", u32, number, ptx.addr(place_of(Ticket, 0)), 1)
        held[0] = number
    ptx.bar.sync()
    number = held[0]
    across, down = (reg.from_(size, u32) for size in (ptx.special.nctaid.x(), ptx.special.nctaid.y()))
    rest = number // across
    return [reg.from_(x, s32) for x in (number % across, rest % down, rest // down)]


def write_statistics(
    rows: int, *, O: Any, DO: Any, Lse: Any, DLse: Any, Stats: Any, Sums: Any, Turns: Any = None,  # noqa: E741
    Ticket: Any = None, Cu_seqlens_q: Any = None,
) -> None:  # fmt: skip
    """Write the values that each query of a block needs, and clear the sums and counters of the block.

    A thread of the main kernel has four of each 16 queries: their numbers are adjacent.
    """
    *_, queries, _, width = O.shape
    dtype, (number, head, batch) = O.dtype, block_ids()
    block = find_block(rows, number, batch, queries, Cu_seqlens_q)
    if Turns is not None:
        clear_turns(Turns, Ticket, block, head)
    tid = reg.from_(ptx.special.tid.x(), u32)
    lanes = width // 8
    line, lane = tid // lanes, tid % lanes
    stats, sums = (place_of(tensor, *block.lead, head, block.stored) for tensor in (Stats, Sums))
    zeros = [0.0] * 4
    for part in range(rows * width // 512):
        ptx.st(f32, ptx.addr(sums + reg.from_(tid * 16, u64), part * 2048), zeros, vec=4)
    for first in range(0, rows, 128 // lanes):
        row = line + first
        query = block.number * rows + reg.from_(row, s32)
        inside = query < block.count
        query += block.first
        words = [reg.array(b32, 4) for _ in range(2)]
        with ptx.if_(inside):
            for tensor, word in zip((O, DO), words, strict=True):
                source = place_of(tensor, *block.lead, query, head, lane * 8)
                ptx.ld(b32, word, ptx.addr(source), vec=4, cache="nc")
        with ptx.else_():
            for zero in (*words[0], *words[1]):
                ptx.mov(zero, 0)
        product = reg.scalar(f32, init=0.0)
        for ours, theirs in zip(*words, strict=True):
            pairs = [halves(word, dtype) for word in (ours, theirs)]
            for x, y in zip(*pairs, strict=True):
                ptx.inst.fma.rn.f32(product, x, y, product)
        for distance in (1 << bit for bit in range(lanes.bit_length() - 1)):
            other = reg.scalar(f32)
            ptx.inst.shfl.sync.bfly.b32(other, product, distance, 31, 0xFFFFFFFF)
            product = product + other
        with ptx.if_(lane == 0):
            logarithm, change = (reg.scalar(f32, init=0.0) for _ in range(2))
            for tensor, held in ((Lse, logarithm), (DLse, change)):
                ptx.ld(f32, held, ptx.addr(place_of(tensor, *block.lead, head, query)), pred=inside)
            none = logarithm == -math.inf  # a query that sees no key: its weights are masked
            for held in (logarithm, change):
                ptx.mov(held, 0.0, pred=none)
            place = (row & ~15) + (row >> 1 & 3) * 4 + (row >> 3 & 1) * 2 + (row & 1)
            there = stats + reg.from_(place * 4, u64)
            ptx.st(f32, ptx.addr(there), logarithm * -LOG2_E)
            ptx.st(f32, ptx.addr(there, rows * 4), change - product)


def halves(word: Any, dtype: PtxType) -> list[Any]:
    """Return the two numbers of a word, in f32."""
    parts = reg.array(b16, 2)
    ptx.inst.mov.b32(parts, word)
    return [widened(part, dtype) for part in parts]


def store_sums(rows: int, Sums: Any, DQ: Any, Cu_seqlens_q: Any = None) -> None:
    """Scale, round and store a part of dQ."""
    *_, queries, _, width = DQ.shape
    parts = rows * width * 4 // PART
    number, head, batch = block_ids()
    block, part = find_block(rows, number // parts, batch, queries, Cu_seqlens_q), number % parts
    tid = reg.from_(ptx.special.tid.x(), s32)
    tile = smem.alloc(DQ.dtype, (64, PANEL), "128B")
    source = place_of(Sums, *block.lead, head, block.stored, part * (PART // 4) + tid * 4)
    ptx.griddepcontrol.wait()
    values = reg.array(f32, 32)
    for i in range(8):
        ptx.ld(
            f32, values[4 * i : 4 * i + 4], ptx.addr(source, i * 2048), vec=4
        )  # not .nc: they change until the wait
    scale = ptx.param(f32, "scale")
    address = reg.from_(tile, u32)
    write_panels(tid, [x * scale for x in values], address, DQ.dtype, panel_bytes=0)
    column, row = (part * PANEL, block.number * rows) if rows == 64 else (0, block.number * rows + part * 64)
    if Cu_seqlens_q is not None:
        store_rows(DQ, address, tid, block.first, row, block.count, head, column=column)
        return
    map_dq = DQ.tma_desc(box=(1, 64, 1, PANEL), swizzle="128B")
    ptx.fence.proxy_async_shared_cta()
    ptx.bar.sync()
    with ptx.if_(tid == 0):
        ptx.cp.async_.bulk.tensor_4d.store(dst=map_dq, src=tile, coord=(column, head, row, batch))
        ptx.cp.async_.bulk.commit_group()
        ptx.cp.async_.bulk.wait_group(0, read=True)


def write_panels(
    thread: Any, values: Sequence[Any], address: Any, dtype: PtxType, *, panel_bytes: int
) -> None:
    """Round the 64 rows of a warpgroup, and write them to panels of 64 columns in shared memory."""
    lane = thread & 31
    line = address + reg.from_(((thread >> 5) * 16 + (lane & 15)) * LINE, u32)
    for part in range(len(values) // 8):
        panel, offset = divmod(part * 16, PANEL)
        chunk = ((lane >> 4) + offset // 8) ^ (lane & 7)
        rounded = reg.array(b32, 4)
        for i, pair in enumerate(rounded):
            ptx.inst[f"cvt.rn.{dtype}x2.f32"](pair, values[8 * part + 2 * i + 1], values[8 * part + 2 * i])
        ptx.stmatrix(smem=ptx.addr(line + reg.from_(chunk << 4, u32), panel * panel_bytes), regs=rounded)


def place_of(tensor: Any, *indices: Any) -> Any:
    """Return the address of an element of a contiguous tensor; missing indices are zeros."""
    (start,) = ptx.global_ptrs(tensor)
    shape = tensor.shape
    offset = reg.from_(indices[0], u64)
    for size, index in zip(shape[1:], (*indices[1:], *[0] * len(shape)), strict=False):
        here = reg.scalar(u64)
        ptx.inst.mad.lo.u64(here, offset, wide(size), wide(index))
        offset = here
    place = reg.scalar(u64)
    ptx.inst.mad.lo.u64(place, offset, tensor.dtype.bytes, start)
    return place


def wide(number: Any) -> Any:
    """Return a number in 64 bits."""
    return number if isinstance(number, int) else reg.from_(number, u64)


def block_ids(dtype: PtxType = s32) -> list[Any]:
    """Return the three numbers of this CTA."""
    ids = ptx.special.ctaid
    return [reg.from_(number, dtype) for number in (ids.x(), ids.y(), ids.z())]
