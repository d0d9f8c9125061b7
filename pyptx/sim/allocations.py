"""The global memory of a device: allocations by address, freed ones, and which bytes were written."""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import ref

import numpy as np

from pyptx.errors import LaunchError
from pyptx.sim.abi import RANGE
from pyptx.sim.host_memory import HOST_MEMORY, HeldArray
from pyptx.sim.segments import (
    GLOBAL_ALIGN,
    GLOBAL_BASE,
    REDZONE_BYTES,
    Allocation,
    DeviceAllocations,
    Segment,
    align_up,
)
from pyptx.sim.written import all_are_set, move_bits, no_bits, set_bits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.touched import Touched

    Bytes = NDArray[np.uint8]

MOST_FREED = 1 << 30
"""Bytes of freed allocations that a device remembers, and whose addresses it gives to no other."""


class Allocations:
    """The allocations of a device.

    Args:
        owner: The device.
        backing: Host memory of all, in which the byte at ``GLOBAL_BASE + n`` is byte n; by default each
            allocation has memory of its own.

    Attributes:
        segment: The allocations, by address.
        bytes: Bytes of all.
        touched: The record of the bytes that launches access; None without one.
    """

    def __init__(self, owner: object, backing: Bytes | None = None) -> None:
        self._owner = ref(owner)
        self._backing = backing
        self._most_freed = MOST_FREED if backing is None else min(MOST_FREED, len(backing) // 4)
        self.segment = Segment("global", GLOBAL_BASE, REDZONE_BYTES)
        self._freed: deque[Allocation] = deque()
        self.segment.freed = self._freed
        self._freed_room = 0
        self._room = 0
        self._end = GLOBAL_ALIGN
        self.bytes = 0
        self._gaps: list[tuple[int, int]] = []
        self._dropped = 0
        self._rows = np.zeros(64, RANGE.dtype)
        self._undefined: OrderedDict[int, Allocation] = OrderedDict()
        self.touched: Touched | None = None
        self._known = DeviceAllocations(0, (), self._rows[:0])

    def add(
        self,
        name: str,
        size: int,
        note: str,
        *,
        initialised: bool = True,
        writable: bool = True,
        align: int = GLOBAL_ALIGN,
        phase: int = 0,
    ) -> Allocation:
        """Allocate memory, whose contents are the caller's to write.

        Args:
            name: Its name in reports.
            size: Bytes.
            note: Its kind, for reports.
            initialised: Whether kernels may read all of it.
            writable: Whether kernels may write to it.
            align: Alignment of its start; the memory from its end to the next multiple stays free.
            phase: Bytes between such a multiple and its start.

        Raises:
            MemoryError: The machine or the backing lacks the memory.
        """
        offset, room = self.free_offset(size + phase, align) + phase, _room(size + phase, align) - phase
        allocation = Allocation(
            name,
            offset,
            size,
            note,
            initialised,
            writable,
            written=None if initialised else no_bits(size),
            room=room,
        )
        self.place(allocation)
        held = HeldArray(
            allocation.host, size, offset, f"{name}, {note}", self._owner, ref(allocation.bytes.base)
        )
        HOST_MEMORY.add(held)
        return allocation

    def place(self, allocation: Allocation) -> None:
        """Add an allocation that has its offset.

        Raises:
            MemoryError: The machine or the backing lacks the memory.
        """
        content = self._content(allocation.offset, allocation.size)
        allocation.content = ((0, content),)
        allocation.host = int(content.ctypes.data)
        place, count = self.segment.put(allocation), len(self.segment.allocations)
        if count > len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
        self._move_rows(place, place + 1, count - 1 - place)
        bits = 0 if allocation.written is None else int(allocation.written.ctypes.data)
        end = allocation.offset + allocation.size
        self._rows[place] = (allocation.offset, end, allocation.host, bits, int(allocation.writable), 0, 0)
        if allocation.written is not None:
            self._undefined[allocation.offset] = allocation
        self.bytes += allocation.size
        self._room += allocation.room

    def remove(self, allocation: Allocation) -> None:
        """Free an allocation; its addresses are given to no other soon."""
        held = HOST_MEMORY.at(allocation.host)
        if held is not None:
            held.freed = True
        place = self.segment.remove(allocation)
        count = len(self.segment.allocations)
        self._move_rows(place + 1, place, count - place)
        self._undefined.pop(allocation.offset, None)
        self.bytes -= allocation.size
        self._room -= allocation.room
        note = f"{allocation.note}, freed" if allocation.note else "freed"
        self._freed.append(replace(allocation, note=note, content=(), written=None))
        self._freed_room += allocation.room
        while self._freed_room > self._most_freed:
            dropped = self._freed.popleft().room
            self._freed_room -= dropped
            self._dropped += dropped

    def _move_rows(self, source: int, to: int, count: int) -> None:
        """Move rows, as bytes: NumPy copies structures field by field, 150 times slower."""
        held, size = self._rows.view(np.uint8).data, self._rows.itemsize
        held[to * size : (to + count) * size] = held[source * size : (source + count) * size]

    def at(self, address: int, size: int) -> tuple[Allocation, int]:
        """Return the allocation that holds all bytes from an address on, and the offset of the first in it.

        Raises:
            LaunchError: No allocation holds them all.
        """
        offset = address - GLOBAL_BASE
        found = self.segment.at(offset)
        if size >= 0 and found is not None and offset + size <= found.offset + found.size:
            return found, offset - found.offset
        near = self.segment.nearest(offset)
        kind = "" if near is None or not near.note else f", {near.note}"
        where = f"; near is {near.name}{offset - near.offset:+d}, of {near.size} bytes{kind}" if near else ""
        raise LaunchError(
            f"{size} bytes at global address {address:#x} are not in one allocation of the device{where}"
        )

    def freed(self, address: int) -> Allocation | None:
        """Return the allocation that was freed at an address, if it is remembered."""
        offset = address - GLOBAL_BASE
        held = (each for each in self._freed if each.offset <= offset < each.offset + each.size)
        return next(held, None)

    def places(self, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the places of the allocations that hold offsets, which all are in one."""
        firsts = self._rows["first"][: len(self.segment.allocations)].view(np.int64)
        return np.searchsorted(firsts, offsets, "right") - 1

    def note_written(self, allocation: Allocation, first: int, count: int) -> None:
        """Record that bytes of an allocation were written."""
        if allocation.written is not None and count:
            set_bits(allocation.written, first, count)
            self.drop_full_bits(allocation)

    def drop_full_bits(self, allocation: Allocation) -> None:
        """Keep no bits of an allocation whose bytes were all written."""
        if allocation.written is not None and all_are_set(allocation.written):
            allocation.initialised, allocation.written = True, None
            self._undefined.pop(allocation.offset, None)
            self._rows["written"][self.segment.place(allocation)] = 0

    def drop_next_full_bits(self) -> None:
        """Do the same for one allocation, another at each call: a launch does not say which it wrote to."""
        if self._undefined:
            offset, allocation = next(iter(self._undefined.items()))
            self._undefined.move_to_end(offset)
            self.drop_full_bits(allocation)

    def copy_written(self, written: Allocation, first: int, read: Allocation, start: int, size: int) -> None:
        """Record that bytes are copies of others, and were written where those were."""
        if read.written is None:
            self.note_written(written, first, size)
        elif size:
            if written.written is None:
                written.initialised, written.written = False, no_bits(written.size)
                written.written[...] = 0xFF
                self._undefined[written.offset] = written
                self._rows["written"][self.segment.place(written)] = written.written.ctypes.data
            move_bits(read.written, start, written.written, first, size)
            self.drop_full_bits(written)

    @property
    def allocations(self) -> DeviceAllocations:
        """The allocations, as a launch uses them."""
        count, known = len(self.segment.allocations), self._known
        if known.count != count or known.ranges.base is not self._rows or known.touched is not self.touched:
            known = DeviceAllocations(count, self._undefined.values(), self._rows[:count], self.touched)
            self._known = known
        return known

    def free_offset(self, size: int, align: int = GLOBAL_ALIGN) -> int:
        """Return the offset of free memory: after all allocations, or once much was freed, the first gap."""
        room = _room(size, align)
        if self._end - self._room - self._freed_room > self._most_freed:
            found = self._gap(room, align)
            if found is None and self._dropped > self._most_freed // 8:
                self._gaps, self._dropped = self._all_gaps(), 0
                found = self._gap(room, align)
            if found is not None:
                return found
        offset = align_up(self._end, align)
        self._end = offset + room
        return offset

    def _gap(self, room: int, align: int) -> int | None:
        """Take the first gap with room; return its offset."""
        for place, (offset, end) in enumerate(self._gaps):
            start = align_up(offset, align)
            if start + room <= end:
                self._gaps[place] = start + room, end
                return start
        return None

    def _all_gaps(self) -> list[tuple[int, int]]:
        """The unused memory between allocations that exist or are remembered, from offset to offset."""
        every = (*self.segment.allocations, *self._freed)
        gaps, first = [], GLOBAL_ALIGN
        for offset, room in sorted((each.offset, each.room) for each in every):
            if first < offset:
                gaps.append((first, offset))
            first = max(first, offset + room)
        return gaps

    def _content(self, offset: int, size: int) -> Bytes:
        if self._backing is None:
            try:
                room = np.zeros(size + GLOBAL_ALIGN, np.uint8)
            except ValueError:
                raise MemoryError(f"this machine does not have {size} bytes of memory") from None
            first = -room.ctypes.data % GLOBAL_ALIGN
            return room[first : first + size]
        if offset + size + REDZONE_BYTES > len(self._backing):
            raise MemoryError(f"no {size} bytes together")
        return self._backing[offset : offset + size]


def _room(size: int, align: int = GLOBAL_ALIGN) -> int:
    """Bytes reserved for an allocation: its own, and the redzone after them, which no program may touch."""
    return align_up(align_up(size, align) + REDZONE_BYTES, GLOBAL_ALIGN)
