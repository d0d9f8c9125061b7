"""State spaces as the program addresses them: windows of generic addresses, segments, names.

===========  ===================  ==============================================
space        window               contents
===========  ===================  ==============================================
``.shared``  ``SHARED_WINDOW``    one block per CTA, from its rank << 24
``.local``   ``LOCAL_WINDOW``     one stack per thread; addresses start at 0
``.const``   ``CONST_WINDOW``     constant variables of the module; addresses start at 0
``.param``   ``PARAM_WINDOW``     parameters of the kernel; addresses start at 0
``.global``  ``GLOBAL_BASE`` up   arrays of the caller and variables of the module
===========  ===================  ==============================================

A generic address of a window is the window plus the address in the space (manual section 6.4.1.1);
everything from `GLOBAL_BASE` up is global memory. Shared addresses carry the rank of their CTA in the bits
from 24 up, so that one address means the same byte to all CTAs of a cluster: ``.shared::cta`` reaches the own
block only, ``.shared::cluster`` and generic addresses those of all CTAs of the cluster.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pyptx.mangling import brief
from pyptx.sim.abi import NUMBERS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from numpy.typing import NDArray

    from pyptx.layouts.shared_names import SharedName
    from pyptx.sim.touched import Touched

SHARED_WINDOW = 0x0001_0000_0000
LOCAL_WINDOW = 0x0002_0000_0000
CONST_WINDOW = 0x0003_0000_0000
PARAM_WINDOW = 0x0004_0000_0000
WINDOW_BYTES = 0x0001_0000_0000
SHARED_MASK = 0xFFFF_FFFF
"""The bits that matter of a shared address in a wider register (manual section 6.4.1)."""
GLOBAL_BASE = NUMBERS["GLOBAL_BASE"]

WINDOWS = {
    "shared": SHARED_WINDOW,
    "local": LOCAL_WINDOW,
    "const": CONST_WINDOW,
    "param": PARAM_WINDOW,
    "global": 0,
}
"""Offsets that `cvta` adds to an address of a space to make it generic: none for global addresses."""

SPACE_OF_WINDOW = {1: "shared", 2: "local", 3: "const", 4: "param"}

RANK_SHIFT = NUMBERS["RANK_SHIFT"]
OFFSET_MASK = (1 << RANK_SHIFT) - 1
"""Bits of the rank of a CTA in a shared address, and of the offset in its block."""

LAST_RANK = SHARED_MASK >> RANK_SHIFT
"""The highest rank that a shared address has room for; no cluster has a CTA of it."""

REDZONE_BYTES = 256

ARRAY_GAP_BYTES = 1 << 16
"""Bytes between the arrays of a launch: a row too far is outside of its array, and in no other one."""

GLOBAL_ALIGN = 256
"""Alignment of allocations of global memory."""


def align_up(offset: int, align: int) -> int:
    """The next multiple of `align`."""
    return -(-offset // align) * align


@dataclass(slots=True)
class Allocation:
    """One array, module variable or parameter.

    Attributes:
        name: Its name in the program.
        offset: First byte, from the start of its segment.
        size: Bytes.
        note: Its kind, for messages: ``"float32 (4, 8)"``.
        initialised: Whether every byte was written before the kernel started.
        writable: Whether a kernel may write to it.
        content: Bytes to start with, each piece with its offset; zeros elsewhere.
        host: Host address of the caller's bytes, if the native engine may use them in place; 0 otherwise.
        written: For memory of a device that is not initialised, one bit for every byte that was written.
        room: For memory of a device, bytes from its start that no other allocation gets.
    """

    name: str
    offset: int
    size: int
    note: str = ""
    initialised: bool = True
    writable: bool = True
    content: tuple[tuple[int, NDArray[Any]], ...] = ()
    host: int = 0
    written: NDArray[Any] | None = None
    room: int = 0

    @property
    def bytes(self) -> NDArray[Any]:
        """Its bytes in place, if it is of a device."""
        return self.content[0][1]


@dataclass(frozen=True, slots=True)
class DeviceAllocations:
    """The allocations of a device, as a launch finds them.

    Attributes:
        count: Their number.
        undefined: Allocations with bytes that were never written.
        ranges: A `RANGE` of the native engine for each, in rising order.
        touched: The record of the bytes that a launch accesses; None without one.
    """

    count: int
    undefined: Collection[Allocation]
    ranges: NDArray[Any]
    touched: Touched | None = None


@dataclass(slots=True)
class Segment:
    """A state space that all threads of the grid see alike: ``.global``, ``.const`` or kernel ``.param``.

    Attributes:
        space: Its state space.
        base: Address of its first byte.
        redzone: Bytes between allocations that no program may touch.
        start: Index of its first byte in the arena.
        extent: Bytes.
        allocations: Its allocations, by rising offset.
        freed: Allocations that a device has freed.
        on_device: The first of its allocations, if they are of a device.
        protected: Places of allocations that a launch must not write, though others may.
    """

    space: str
    base: int
    redzone: int
    start: int = 0
    extent: int = 0
    allocations: list[Allocation] = field(default_factory=list)
    freed: Collection[Allocation] = ()
    on_device: DeviceAllocations | None = None
    protected: set[int] = field(default_factory=set)
    _offsets: list[int] = field(default_factory=list)
    _is_shared: bool = False

    def add(self, allocation: Allocation, align: int, phase: int = 0, gap: int = 0) -> Allocation:
        """Give an allocation its offset after all others, `phase` bytes after a multiple of `align`.

        Args:
            allocation: The allocation.
            align: A power of two.
            phase: Less than that.
            gap: Bytes between it and the others, where the red zone is smaller.
        """
        gap = max(gap, self.redzone) if self.extent else self.redzone
        allocation.offset = align_up(self.extent + gap, align) + phase
        self.put(allocation)
        return allocation

    def put(self, allocation: Allocation) -> int:
        """Add an allocation that has its offset; return its place among all."""
        self._own_lists()
        place = bisect_right(self._offsets, allocation.offset)
        self.allocations.insert(place, allocation)
        self._offsets.insert(place, allocation.offset)
        self.extent = max(self.extent, allocation.offset + allocation.size)
        return place

    def remove(self, allocation: Allocation) -> int:
        """Remove an allocation; those after it keep their offsets. Return its place among all."""
        self._own_lists()
        place = self.place(allocation)
        del self.allocations[place], self._offsets[place]
        return place

    def place(self, allocation: Allocation) -> int:
        """The place of an allocation among all."""
        return bisect_right(self._offsets, allocation.offset) - 1

    def protect(self, allocation: Allocation) -> None:
        """Let the program not write to an allocation."""
        self._own_lists()
        place = self.place(allocation)
        self.protected.add(place)
        self.allocations[place] = replace(self.allocations[place], writable=False)

    def continued(self, on_device: DeviceAllocations) -> Segment:
        """Return the memory of a launch: the same allocations, `on_device`, and room for others."""
        self._is_shared = True
        return Segment(
            self.space, self.base, self.redzone, self.start, self.extent, self.allocations, self.freed,
            on_device, _offsets=self._offsets, _is_shared=True,
        )  # fmt: skip

    def take(self, other: Segment) -> None:
        """Have the allocations of another segment."""
        other._is_shared = self._is_shared = True
        self.allocations, self._offsets = other.allocations, other._offsets
        self.freed, self.on_device = other.freed, other.on_device

    def put_on_device(self, allocation: Allocation) -> None:
        """Add an allocation to those of a device, during a launch."""
        assert self.on_device is not None
        self.put(allocation)
        self.on_device = replace(self.on_device, count=self.on_device.count + 1)

    def remove_from_device(self, allocation: Allocation, freed: Allocation) -> None:
        """Remove an allocation of a device during a launch; reports name it as `freed`."""
        assert self.on_device is not None
        self.remove(allocation)
        self.freed = [*self.freed, freed]
        self.on_device = replace(self.on_device, count=self.on_device.count - 1)

    def _own_lists(self) -> None:
        """Copy the lists before a change, if another segment has them too."""
        if self._is_shared:
            self.allocations, self._offsets = self.allocations.copy(), self._offsets.copy()
            self._is_shared = False

    @property
    def own(self) -> list[Allocation]:
        """The allocations that are not of a device."""
        return self.allocations if self.on_device is None else self.allocations[self.on_device.count :]

    def at(self, offset: int) -> Allocation | None:
        """The last allocation that starts at or before an offset."""
        index = bisect_right(self._offsets, offset) - 1
        return self.allocations[index] if index >= 0 else None

    def nearest(self, offset: int) -> Allocation | None:
        """The allocation that an offset lies in, or that was freed there; else the nearer one around it."""
        before = self.at(offset)
        if before is not None and offset < before.offset + before.size:
            return before
        for each in self.freed:
            if each.offset <= offset < each.offset + each.size:
                return each
        index = bisect_right(self._offsets, offset)
        after = self.allocations[index] if index < len(self.allocations) else None
        if before is None or after is None:
            return before or after
        return before if offset - (before.offset + before.size) <= after.offset - offset else after


@dataclass(slots=True)
class Symbols:
    """Names of the variables of a per-CTA or per-thread space, for messages."""

    names: list[str] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    _arrays: list[tuple[int, SharedName]] = field(default_factory=list)

    def add(self, name: str, offset: int, size: int) -> None:
        """Add a variable."""
        self.names.append(name)
        self.offsets.append(offset)
        self.sizes.append(size)

    def extend(self, other: Symbols) -> None:
        """Add the variables of another table."""
        self.names += other.names
        self.offsets += other.offsets
        self.sizes += other.sizes

    def rename(self, arrays: Iterable[SharedName]) -> None:
        """Give arrays, and the variables that they fill, the names of their author."""
        places = dict(zip(self.names, enumerate(self.offsets), strict=True))
        for array in arrays:
            if array.variable in places:
                place, start = places[array.variable]
                self._arrays.append((start + array.offset, array))
                if not array.offset and array.bytes == self.sizes[place]:
                    self.names[place] = array.name

    def place(self, offset: int) -> str:
        """The name of a byte: the element of an array that holds it, or a variable with an offset."""
        for start, array in reversed(self._arrays):
            if start <= offset < start + array.bytes:
                return array.element(offset - start)
        name, start, _ = self.at(offset) or ("", 0, 0)
        return f"{brief(name)}{offset - start:+d}" if name else ""

    def at(self, offset: int) -> tuple[str, int, int] | None:
        """Name, offset and size of the variable that an offset is in, or the one before; else the first."""
        best = None
        for name, start, size in zip(self.names, self.offsets, self.sizes, strict=True):
            if best is None or (best[1] <= start <= offset or start < best[1] > offset):
                best = (name, start, size)
        return best
