"""The arena: one array of bytes that holds all memory of a simulated grid, and its layout.

The native engine uses global memory where the caller has it, with the same bounds checks. If the launch may
have to run again, the engine saves the pages that it overwrites.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.layouts.swizzle import find
from pyptx.sim.abi import BYTE
from pyptx.sim.observers import Observers
from pyptx.sim.segments import (
    GLOBAL_ALIGN,
    GLOBAL_BASE,
    RANK_SHIFT,
    REDZONE_BYTES,
    Segment,
    Symbols,
    align_up,
)
from pyptx.sim.written import PART, all_are_set, no_bits, unpacked

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.observers import Array
    from pyptx.sim.segments import Allocation


UNWRITTEN = 0xFF
"""Value of output bytes that the program never wrote: the same in every run, and easy to recognise."""

SHARED_ALIGN = 1024
"""Alignment of a CTA's shared memory in the arena, so that arena indices can be swizzled like addresses.
"""

ALLOCATED, INITIALISED, WRITABLE, BARRIER = (
    BYTE[word] for word in ("allocated", "initialised", "writable", "barrier")
)
"""State of a byte; 0 is a redzone, and `BARRIER` alone a byte of a live mbarrier object."""

_NO_PLACES: Array = np.zeros(0, np.int64)
_NO_FLAGS: Array = np.zeros(0, np.bool_)

_PAGE = 1 << 16
"""Bytes of a large array that are taken into the arena together."""

UINT = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}


def swizzled(index: Array, name: str, start: int = 0) -> Array:
    """Return the positions, by a swizzle or ``"NONE"``, of bytes at linear arena indices of shared memory.

    Args:
        index: The linear indices.
        name: Name of the swizzle.
        start: Bytes from a multiple of its period to the start of the pattern.
    """
    pattern = find(name)
    return index if pattern is None else index ^ ((index - start & pattern.line_mask) >> pattern.shift)


class Room:
    """The bytes of an arena and their states, all zero, also as elements of each size.

    Args:
        size: Number of bytes, a multiple of 8.
    """

    def __init__(self, size: int) -> None:
        self.data: Array = np.zeros(size, np.uint8)
        self.state: Array = np.zeros(size, np.uint8)
        self.views = {each: self.data.view(dtype) for each, dtype in UINT.items()}
        self.states = {each: self.state.view(dtype) for each, dtype in UINT.items()}


class Arena:
    """The bytes of a grid and their states.

    Segments are filled with allocations first; `build` then lays the arena out; `start_batch` gives every CTA
    and thread of a batch fresh shared and local memory.

    Attributes:
        checks: Optional rules that are checked; bounds always are.
        batch_start: Arena index of the first byte of shared memory.
        cta_start: Arena index of the shared memory of each CTA of the batch.
        cluster: CTAs of a cluster; those of one follow each other in the batch.
        exited: Whether each CTA of the batch has ended; `any_exited`: whether one has.
        lends: Whether global memory is used where the caller has it: the arena has neither its bytes nor its
            states.
        missing: Index of the first byte of the arena that its arrays have.
        written: One bit for every byte, lowest first, that says whether the byte was written; by the offset
            of each allocation of the launch that was uninitialised before. The NumPy engine has states
            instead.
        discards: Whether the program has discarded bytes of initialised arrays.
        journal: Pages overwritten by a launch that is to run again; else None.
        observers: Observers of the batch.
    """

    def __init__(self, checks: frozenset[str], global_: Segment | None = None) -> None:
        self.checks = checks
        self.global_ = global_ or Segment("global", GLOBAL_BASE, REDZONE_BYTES)
        self.const = Segment("const", 0, REDZONE_BYTES)
        self.param = Segment("param", 0, 0)
        self.shared_bytes = 0
        self.local_bytes = 0
        self.shared_names = Symbols()
        self.local_names = Symbols()
        self._segments = {"global": self.global_, "const": self.const, "param": self.param}
        self.batch_start = 0
        self.cta_start: Array = _NO_PLACES
        self.exited: Array = _NO_FLAGS
        self.any_exited = False
        self.cluster = 1
        self._cta_of_lane: Array = _NO_PLACES
        self.observers = Observers()
        self._rank_base: Array | None = None
        self._shared_start: Array = _NO_PLACES
        self._local_start: Array = _NO_PLACES
        self.lends = False
        self.missing = 0
        self.discards = False
        self.written: dict[int, NDArray[np.uint8]] = {}
        self.journal: object = None
        self._fills_late = False
        self._copies: dict[int, Array] = {}
        self._absent: dict[int, tuple[Allocation, set[int]]] = {}

    def keep_journal(self, journal: object) -> None:
        """Keep the pages that a launch which is to run again has overwritten; None to keep none."""
        self.journal = journal

    def reserve(self, shared_bytes: int, local_bytes: int) -> None:
        """Set the shared memory of a CTA and the local memory of a thread."""
        self.shared_bytes, self.local_bytes = shared_bytes, local_bytes

    def observe(self, observers: Observers) -> None:
        """Let the observers of a batch see the accesses."""
        self.observers = observers

    def build(
        self,
        batch_bytes: int,
        *,
        lend: bool = False,
        overlooks: bool = False,
        spare: Room | None = None,
    ) -> None:
        """Lay the arena out, with room for the shared and local memory of one batch.

        Args:
            batch_bytes: Size of that memory.
            lend: Whether to use the caller's global memory in place, with bits of the bytes written.
                Misaligned arrays are copied.
            overlooks: Whether the program has loads that may read unwritten bytes without a fault.
            spare: Arena of a launch of the same kind that has ended.
        """
        end = REDZONE_BYTES
        for segment in self._segments.values():
            segment.start = end
            end = align_up(end + segment.extent + REDZONE_BYTES, GLOBAL_ALIGN)
        self.batch_start = align_up(end, SHARED_ALIGN)
        total = align_up(self.batch_start + batch_bytes, 64)
        self.missing = (self.const.start - REDZONE_BYTES) // SHARED_ALIGN * SHARED_ALIGN if lend else 0
        size = total - self.missing
        self._use(spare if spare is not None and len(spare.data) == size else Room(size))
        self.lends = lend
        self._absent.clear()
        for segment in (self.const, self.param) if lend else self._segments.values():
            for allocation in segment.allocations:
                self._fill(segment, allocation)
        if lend:
            self._lend(overlooks=overlooks)

    def _use(self, room: Room) -> None:
        self.room = room
        self._data, self._state, self.views, self._states = room.data, room.state, room.views, room.states

    def _lend(self, *, overlooks: bool) -> None:
        """Prepare the allocations of the launch that are used where the caller has them, and copy others."""
        self._fills_late = not overlooks and "uninitialized" in self.checks
        self.written.clear()
        self._copies.clear()
        for allocation in self.global_.own:
            if not allocation.initialised:
                self.written[allocation.offset] = no_bits(allocation.size)
            fresh = not (allocation.initialised or self._fills_late)
            if not allocation.host:
                copy = self._copies[allocation.offset] = np.zeros(align_up(allocation.size, 64), np.uint8)
                for offset, piece in allocation.content:
                    copy[offset : offset + len(piece)] = piece if allocation.initialised else UNWRITTEN
            elif fresh:
                for _, piece in allocation.content:
                    piece[...] = UNWRITTEN

    def _fill(self, segment: Segment, allocation: Allocation) -> None:
        """Give an allocation its first bytes and their states."""
        first = segment.start + allocation.offset - self.missing
        fresh = not allocation.initialised and allocation.written is None
        for offset, piece in allocation.content:
            self._data[first + offset : first + offset + len(piece)] = UNWRITTEN if fresh else piece
        self._set_states(allocation, first, 0, allocation.size, allocation.written)

    def _set_states(
        self, allocation: Allocation, start: int, first: int, size: int, bits: NDArray[np.uint8] | None
    ) -> None:
        """Set the states of bytes of an allocation.

        Args:
            allocation: The allocation.
            start: Address of its first byte.
            first: The first byte whose state is set.
            size: The number of bytes whose states are set.
            bits: Bits of its written bytes; None where all or none are.
        """
        known = INITIALISED if allocation.initialised and bits is None else 0
        states = self._state[start + first : start + first + size]
        states[...] = known | ALLOCATED | (WRITABLE if allocation.writable else 0)
        for done in range(0, size if bits is not None else 0, 8 * PART):
            part = states[done : done + 8 * PART]
            if bits is not None and bits[first + done >> 3 : (first + done + len(part) + 7) >> 3].any():
                part |= unpacked(bits, first + done, len(part)) * np.uint8(INITIALISED)

    def is_lent(self, allocation: Allocation) -> bool:
        """Whether an allocation of global memory uses the caller's bytes in place."""
        return self.lends and bool(allocation.host)

    def take_in(self) -> None:
        """Copy global memory into the arena, with its states; parts of large arrays once they are needed."""
        if not self.missing and not self.lends:
            return
        room = Room(self.missing + len(self._data))
        room.data[self.missing :], room.state[self.missing :] = self._data, self._state
        self.missing = 0
        self._use(room)
        for allocation in self.global_.allocations:
            if allocation.size > 2 * _PAGE:
                self._absent[allocation.offset] = allocation, set()
            else:
                self._take(allocation, 0, allocation.size)

    def fetch(self, index: Array, size: int) -> None:
        """Take in the bytes of large arrays at arena indices, if they were not."""
        for allocation, taken in self._absent.values():
            first = index - (self.global_.start + allocation.offset)
            inside = first[(first + size > 0) & (first < allocation.size)]
            low = np.maximum(inside, 0) // _PAGE
            high = np.minimum(inside + size, allocation.size) - 1
            pages: set[int] = set()
            for start, end in set(zip(low.tolist(), (high // _PAGE).tolist(), strict=True)):
                pages.update(range(start, end + 1))
            for page in pages - taken:
                self._take(allocation, page * _PAGE, min(_PAGE, allocation.size - page * _PAGE))
            taken |= pages

    def _take(self, allocation: Allocation, first: int, size: int) -> None:
        """Copy bytes of an allocation of global memory into the arena, with their states."""
        start, copy = self.global_.start + allocation.offset, self._copies.get(allocation.offset)
        for offset, piece in allocation.content if copy is None else ((0, copy[: allocation.size]),):
            low, high = max(first, offset), min(first + size, offset + len(piece))
            if low < high:
                self._data[start + low : start + high] = piece[low - offset : high - offset]
        bits = self.written.get(allocation.offset, allocation.written)
        self._set_states(allocation, start, first, size, bits)

    def fill_unwritten(self) -> None:
        """Fill the unwritten bytes of the caller's arrays.

        If every read is checked, no thread sees an earlier value; otherwise they are filled from the start.
        """
        for allocation in self.global_.own:
            bits = self.written.get(allocation.offset)
            if bits is None or not self.is_lent(allocation) or not self._fills_late:
                continue
            if all_are_set(bits):
                continue
            for offset, piece in allocation.content:
                for first in range(0, len(piece), PART):
                    part = piece[first : first + PART]
                    start = offset + first
                    held = bits[start // 8 : -(-(start + len(part)) // 8)]
                    if not held.any():
                        part[...] = UNWRITTEN
                        continue
                    known = np.unpackbits(held, bitorder="little")[start % 8 : start % 8 + len(part)]
                    np.copyto(part, UNWRITTEN, where=known == 0)

    def bits_written(self, allocation: Allocation) -> NDArray[np.uint8]:
        """One bit for every byte of an allocation in the arena's global memory: whether it was written."""
        first = self.global_.start + allocation.offset
        known = self._state[first : first + allocation.size] & INITIALISED != 0
        bits = no_bits(allocation.size)
        packed = np.packbits(known, bitorder="little")
        bits[: len(packed)] |= packed
        return bits

    def set_states(self, offset: int, size: int, state: int) -> None:
        """Set the states of bytes of global memory, by their offset in it."""
        first = self.global_.start + offset - self.missing
        self._state[first : first + size] = state

    def start_batch(self, cta_of_lane: Array, ctas: int, cluster: int = 1) -> None:
        """Give a batch fresh shared memory for each CTA and fresh local memory for each lane."""
        lanes = len(cta_of_lane)
        shared = self.shared_stride
        local = align_up(self.local_bytes, 16)
        end = self.batch_start + ctas * shared + lanes * local
        self._data[self.batch_start : end] = 0
        self._state[self.batch_start : end] = ALLOCATED | WRITABLE
        self.cta_start = self.batch_start + np.arange(ctas, dtype=np.int64) * shared
        self.exited = np.zeros(ctas, np.bool_)
        self.any_exited = False
        self.cluster = cluster
        self._cta_of_lane = cta_of_lane.astype(np.int64)
        self._rank_base = None
        if cluster > 1:
            self._rank_base = (self._cta_of_lane % cluster).astype(np.uint64) << np.uint64(RANK_SHIFT)
        self._shared_start = self.cta_start[cta_of_lane]
        self._local_start = self.batch_start + ctas * shared + np.arange(lanes, dtype=np.int64) * local

    def end_ctas(self, living: Array) -> Array:
        """Note that only these CTAs still have lanes; return those that have ended since the last call."""
        exited = np.ones(len(self.exited), np.bool_)
        exited[living] = False
        ended = np.flatnonzero(exited & ~self.exited)
        self.exited = exited
        self.any_exited = bool(exited.any())
        return ended

    @property
    def shared_stride(self) -> int:
        """Bytes from the shared memory of one CTA to that of the next, a multiple of the widest swizzle."""
        return align_up(self.shared_bytes, SHARED_ALIGN)

    def rank_base(self) -> Array:
        """The address at which shared memory of each lane's CTA starts, in the window of its cluster."""
        if self._rank_base is None:
            return np.zeros(len(self._cta_of_lane), np.uint64)
        return self._rank_base

    def shared_place(self, index: int) -> tuple[int, int]:
        """CTA of the batch and offset in its shared memory of an arena index."""
        cta, offset = divmod(index - self.batch_start, self.shared_stride)
        return cta, offset

    def shared_addresses(self, index: Array) -> Array:
        """The addresses, in the shared window of their cluster, of arena indices in shared memory."""
        cta, offset = np.divmod(index - self.batch_start, self.shared_stride)
        return np.asarray(offset + (cta % self.cluster << RANK_SHIFT), np.uint64)

    def is_shared(self, index: int) -> bool:
        """Whether an arena index lies in shared memory."""
        return 0 <= index - self.batch_start < len(self.cta_start) * self.shared_stride

    def is_global(self, index: int) -> bool:
        """Whether an arena index lies in global memory."""
        return self.global_.start <= index < self.global_.start + self.global_.extent

    def private(self, index: Array) -> Array:
        """Find the arena indices of shared or local memory."""
        found: Array = index >= self.batch_start
        return found

    def content(self, segment: Segment, offset: int, size: int) -> Array:
        """The bytes of a range of a segment; of global memory only those that the caller does not have."""
        if segment is self.global_ and self.lends:
            home = segment.at(offset)
            assert home is not None
            return self._copies[home.offset][offset - home.offset : offset - home.offset + size]
        start = segment.start + offset - self.missing
        return self._data[start : start + size]

    def raw(self) -> tuple[Array, Array]:
        """The bytes of the arena, and their states."""
        return self._data, self._state
