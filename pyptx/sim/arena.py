"""The arena: one array of bytes that holds all memory of a simulated grid, and its layout.

The native engine uses the caller's arrays in place of their part of the arena, with the same bounds checks.
If the launch may have to run again, it copies an array before the first store to bytes that were written
before the launch.
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
from pyptx.sim.written import PART, all_are_set, copied_bits, copy_present, no_bits

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

UINT = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}


def swizzled(index: Array, name: str) -> Array:
    """Return where a swizzle, or ``"NONE"``, puts the bytes at linear arena indices of shared memory."""
    pattern = find(name)
    return index if pattern is None else index ^ ((index & pattern.line_mask) >> pattern.shift)


class Arena:
    """The bytes of a grid and their states.

    Segments are filled with allocations first; `build` then lays the arena out; `start_batch` gives every CTA
    and thread of a batch fresh shared and local memory.

    Attributes:
        checks: Optional rules that are checked; bounds always are.
        batch_start: Arena index of the first byte of shared memory.
        cta_start: Arena index of the shared memory of each CTA of the batch.
        cluster: CTAs of a cluster; those of one follow each other in the batch.
        exited: Which CTAs of the batch have ended; `any_exited` whether one has.
        lends: Whether the caller's arrays are used in place where their allocations allow it: the arena has
            neither their bytes nor states.
        claimed: Offsets in global memory of those that were copied into the arena all the same.
        written: One bit for every byte, lowest first, that says whether the byte was written; by the offset
            of each allocation that was uninitialised before the launch. The NumPy engine has states instead.
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
        self.cta_start: Array = np.zeros(0, np.int64)
        self.exited: Array = np.zeros(0, np.bool_)
        self.any_exited = False
        self.cluster = 1
        self._cta_of_lane: Array = np.zeros(0, np.int64)
        self.observers = Observers()
        self._rank_base: Array | None = None
        self._shared_start: Array = np.zeros(0, np.int64)
        self._local_start: Array = np.zeros(0, np.int64)
        self.lends = False
        self.claimed: set[int] = set()
        self.written: dict[int, NDArray[np.uint8]] = {}
        self._fills_late = False

    def reserve(self, shared_bytes: int, local_bytes: int) -> None:
        """Set the shared memory of a CTA and the local memory of a thread."""
        self.shared_bytes, self.local_bytes = shared_bytes, local_bytes

    def observe(self, observers: Observers) -> None:
        """Let the observers of a batch see what is accessed."""
        self.observers = observers

    def build(self, batch_bytes: int, *, lend: bool = False, overlooks: bool = False) -> None:
        """Lay the arena out, with room for the shared and local memory of one batch.

        Args:
            batch_bytes: Size of that memory.
            lend: Whether to use the caller's arrays in place where their allocations allow it, and to record
                writes to global memory in bits.
            overlooks: Whether the program has loads that may read unwritten bytes without a fault.
        """
        end = REDZONE_BYTES
        for segment in self._segments.values():
            segment.start = end
            end = align_up(end + segment.extent + REDZONE_BYTES, GLOBAL_ALIGN)
        self.batch_start = align_up(end, SHARED_ALIGN)
        total = align_up(self.batch_start + batch_bytes, 64)
        self._data = np.zeros(total, np.uint8)
        self._state = np.zeros(total, np.uint8)
        self.views = {size: self._data.view(dtype) for size, dtype in UINT.items()}
        self._states = {size: self._state.view(dtype) for size, dtype in UINT.items()}
        self._fills_late = lend and not overlooks and "uninitialized" in self.checks
        own, on_device = self.global_.own, self.global_.on_device
        undefined = [each for each in own if not each.initialised]
        self.lends = lend
        self.claimed.clear()
        if on_device is not None:
            undefined += on_device.undefined
        self.written = {
            each.offset: no_bits(each.size) if each.written is None else copied_bits(each.written)
            for each in undefined
            if lend
        }
        for segment in self._segments.values():
            for allocation in own if segment is self.global_ and lend else segment.allocations:
                if segment is not self.global_ or not self.is_lent(allocation):
                    self._fill(segment, allocation)
                elif not (allocation.initialised or self._fills_late):
                    for _, piece in allocation.content:
                        piece[...] = UNWRITTEN

    def _fill(self, segment: Segment, allocation: Allocation) -> None:
        """Give an allocation its first bytes and their states."""
        first = segment.start + allocation.offset
        for offset, piece in allocation.content:
            place = slice(first + offset, first + offset + len(piece))
            fresh = not allocation.initialised and allocation.written is None
            self._data[place] = UNWRITTEN if fresh else piece
        self._set_states(allocation, first, allocation.written)

    def _set_states(self, allocation: Allocation, first: int, bits: NDArray[np.uint8] | None) -> None:
        """Set the states of an allocation that starts at an index; `bits` are of its written bytes."""
        known = INITIALISED if allocation.initialised and bits is None else 0
        states = self._state[first : first + allocation.size]
        states[...] = known | ALLOCATED | (WRITABLE if allocation.writable else 0)
        if bits is None:
            return
        for start in range(0, allocation.size, 8 * PART):
            part = states[start : start + 8 * PART]
            held = bits[start // 8 : start // 8 + PART]
            if held.any():
                part |= np.unpackbits(held, count=len(part), bitorder="little") * np.uint8(INITIALISED)

    def is_lent(self, allocation: Allocation) -> bool:
        """Whether the bytes of an allocation of global memory are those of the caller."""
        return self.lends and bool(allocation.host) and allocation.offset not in self.claimed

    def take_in(self) -> None:
        """Copy the caller's arrays into the arena, with their states."""
        for allocation in self.global_.allocations:
            first = self.global_.start + allocation.offset
            if self.is_lent(allocation):
                for offset, piece in allocation.content:
                    copy_present(piece, self._data[first + offset : first + offset + len(piece)])
            self._set_states(allocation, first, self.written.get(allocation.offset))

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
        """One bit for every byte of an allocation of global memory that was written until now."""
        bits = self.written.get(allocation.offset)
        if bits is None:
            first = self.global_.start + allocation.offset
            known = self._state[first : first + allocation.size] & INITIALISED != 0
            bits = no_bits(allocation.size)
            packed = np.packbits(known, bitorder="little")
            bits[: len(packed)] |= packed
        return bits

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
        """The bytes of a range of a segment."""
        return self._data[segment.start + offset : segment.start + offset + size]

    def raw(self) -> tuple[Array, Array]:
        """The bytes of the arena, and their states."""
        return self._data, self._state
