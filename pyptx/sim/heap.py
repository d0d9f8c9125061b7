"""The heap of a device: memory that `malloc` of a kernel takes, and that lives until `free` of any kernel.

A device has a range of addresses for it, of `Device.heap_bytes`. Each block is an allocation of the device,
so later launches check accesses to it as to any other. During a launch `LaunchHeap` has the blocks.
"""

from __future__ import annotations

from bisect import insort
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pyptx.sim.arena import ALLOCATED, WRITABLE
from pyptx.sim.segments import REDZONE_BYTES, Allocation, align_up
from pyptx.sim.written import no_bits

if TYPE_CHECKING:
    from pyptx.sim.addresses import Addresses
    from pyptx.sim.allocations import Allocations

ALIGN: Final = 16
"""Alignment of blocks (CUDA C++ Programming Guide, "Dynamic Global Memory Allocation")."""

GAP: Final = 16
"""Bytes between blocks that no program may touch."""


class Heap:
    """The heap of a device.

    Args:
        allocations: The allocations of the device.
        size: Bytes of the heap.

    Attributes:
        first: Offset of its first byte in the memory of the device.
        end: Offset after the last one.
        made: Blocks that were allocated so far.
        next: Offset from which on no block was allocated so far.
    """

    def __init__(self, allocations: Allocations, size: int) -> None:
        self._allocations = allocations
        self.first = allocations.free_offset(size + 2 * REDZONE_BYTES) + REDZONE_BYTES
        self.end = self.next = self.first
        self.end += size
        self.made = 0
        segment = allocations.segment
        segment.extent = max(segment.extent, self.end + REDZONE_BYTES)

    def blocks(self) -> dict[int, Allocation]:
        """Return the blocks, by offset."""
        every = self._allocations.segment.allocations
        return {each.offset: each for each in every if self.first <= each.offset < self.end}

    def take_over(self, launch: LaunchHeap) -> None:
        """Take over the blocks that a launch has made, and forget those that it has freed."""
        self.made, self.next = launch.made, launch.next
        before = self.blocks()
        for offset, block in before.items():
            if launch.blocks.get(offset) is not block:
                self._allocations.remove(block)
        for offset, block in launch.blocks.items():
            if before.get(offset) is not block:
                self._allocations.place(block)
        for block in launch.freed:
            if not block.content:  # the launch made it: its name stays, for uses of it in later launches
                self._allocations.place(block)
                self._allocations.remove(block)


class LaunchHeap:
    """The heap during a launch.

    Args:
        heap: The heap of the device.
        memory: The memory of the launch.

    Attributes:
        made: Blocks that were allocated so far.
        next: Offset from which on no block was allocated so far.
        blocks: The blocks, by offset.
        freed: Blocks that the launch has freed.
    """

    def __init__(self, heap: Heap, memory: Addresses) -> None:
        self._heap, self._memory = heap, memory
        segment = memory.global_
        self._before = segment.continued(segment.on_device) if segment.on_device else segment
        self.start()

    def start(self) -> None:
        """Start the launch, or start it again: the heap is as the launch before left it."""
        heap, segment, before = self._heap, self._memory.global_, self._before
        segment.take(before)
        self.made, self.next = heap.made, heap.next
        self.blocks = heap.blocks()
        self.freed: list[Allocation] = []
        self._starts = sorted(self.blocks)

    def malloc(self, size: int) -> int:
        """Allocate a block; return its address, or 0 if there is no room or nothing to allocate."""
        offset = self._find(size) if size else None
        if offset is None:
            return 0
        self.made += 1
        block = Allocation(
            f"heap block {self.made}", offset, size, f"{size} bytes of malloc", initialised=False,
            written=no_bits(size), room=size + GAP,
        )  # fmt: skip
        self.blocks[offset] = block
        insort(self._starts, offset)
        self._memory.global_.put_on_device(block)
        self._memory.set_states(offset, size, ALLOCATED | WRITABLE)
        return self._memory.global_.base + offset

    def free(self, address: int) -> str:
        """Free a block; return why that is wrong, or nothing."""
        segment = self._memory.global_
        offset = address - segment.base
        block = self.blocks.pop(offset, None)
        if block is not None:
            self._starts.remove(offset)
            self.freed.append(block)
            segment.remove_from_device(block, replace(block, note=f"{block.note}, freed"))
            self._memory.set_states(offset, block.size, 0)
            return ""
        described = self._memory.described("", address, 1)["text"]
        return f"free of {described}, which is not the start of a block that malloc returned"

    def _find(self, size: int) -> int | None:
        """The offset of free memory: after all blocks, and once there is none, in the first gap."""
        room = align_up(size + GAP, ALIGN)
        if self.next + room <= self._heap.end:
            self.next += room
            return self.next - room
        first = self._heap.first
        for start in self._starts:
            if first + room <= start:
                return first
            first = start + align_up(self.blocks[start].size + GAP, ALIGN)
        return first if first + room <= self._heap.end else None
