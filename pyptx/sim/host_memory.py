"""Host memory that holds the arrays of devices: to which device an array belongs, and whether it was freed.

An array of a device is an ordinary array of the host, and so is every view of it, in any framework: a launch
recognises it by its host address.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from operator import itemgetter
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from weakref import ref

    from numpy.typing import NDArray

FEW = 64
"""Arrays up to which those whose memory is gone stay in the table."""


@dataclass(slots=True, eq=False)
class HeldArray:
    """Host memory that holds an array of a device.

    Attributes:
        start: Host address of its first byte.
        size: Bytes.
        offset: Offset of its allocation in the global memory of the device.
        name: Its name and kind, for messages.
        owner: Its device.
        memory: The owner of the host memory; views keep it too, after it was freed.
        freed: Whether the device has freed it.
    """

    start: int
    size: int
    offset: int
    name: str
    owner: ref[Any]
    memory: ref[Any]
    freed: bool = False

    @property
    def is_gone(self) -> bool:
        """Whether the memory or the device is gone: an ordinary array is left, or none."""
        return self.memory() is None or self.owner() is None


class HostMemory:
    """The arrays of all devices, by host address."""

    def __init__(self) -> None:
        self._held: list[tuple[int, HeldArray]] = []
        self._most = FEW
        self._lock = Lock()

    def add(self, held: HeldArray) -> None:
        """Add an array."""
        with self._lock:
            if len(self._held) >= self._most:
                self._held = [each for each in self._held if not each[1].is_gone]
                self._most = max(FEW, 2 * len(self._held))
            place = bisect_right(self._held, held.start, key=_START)
            while place and _is_over(self._held[place - 1][1], held):
                place -= 1
                del self._held[place]
            while place < len(self._held) and _is_over(self._held[place][1], held):
                del self._held[place]
            self._held.insert(place, (held.start, held))

    def at(self, start: int) -> HeldArray | None:
        """Return the array that starts at a host address."""
        with self._lock:
            place = bisect_right(self._held, start, key=_START) - 1
            return self._held[place][1] if place >= 0 and self._held[place][0] == start else None

    def find(self, array: NDArray[Any]) -> tuple[HeldArray, int] | None:
        """Return the memory that all elements of an array lie in and the offset of its first element."""
        first, start, end = _bounds(array)
        with self._lock:
            place = bisect_right(self._held, start, key=_START)
            while place and self._held[place - 1][1].is_gone:
                place -= 1
            held = self._held[place - 1][1] if place else None
        if held is None or end > held.start + held.size:
            return None
        return held, first - held.start


HOST_MEMORY = HostMemory()

_START = itemgetter(0)


def _is_over(earlier: HeldArray, held: HeldArray) -> bool:
    """Whether an array was in memory that another one now has."""
    return earlier.start < held.start + held.size and held.start < earlier.start + earlier.size


def _bounds(array: NDArray[Any]) -> tuple[int, int, int]:
    """Host address of the first element, of the lowest byte, and of the one after the highest."""
    first = int(array.__array_interface__["data"][0])
    if array.flags.c_contiguous:
        return first, first, first + array.nbytes
    reach = [(count - 1) * stride for count, stride in zip(array.shape, array.strides, strict=True)]
    low, high = (sum(select(each, 0) for each in reach) for select in (min, max))
    return first, first + low, first + high + array.itemsize
