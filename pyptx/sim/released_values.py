"""The values that strong writes left at a location, each with the clocks that were released with it.

The thread that reads a value may as well have read an earlier one, if no later one was ordered before it. A
loop that waits for too small a value ends with several of them: only what was released with the earliest is
ordered before the thread. Atomics that add, or set bits, come in any order: a loop that waits for one of two
bits ends without the other, whichever was set first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

Record = TypeVar("Record")

VALUES, LOCATIONS, READERS = 64, 1 << 16, 64
"""Numbers of kept values of a location, of locations, and of kept readers of a value."""


@dataclass(slots=True, eq=False)
class ReleasedValue(Generic[Record]):
    """A value of a location.

    Attributes:
        value: Its bytes; None if they are not known.
        record: The clocks that its readers acquire; None without.
        own: Those that its atomic released itself, if other atomics may come before it; None otherwise.
        seen: Epochs of the thread that wrote it and of threads that read it, by thread.
    """

    value: bytes | None
    record: Record | None
    own: Record | None = None
    seen: dict[int, int] = field(default_factory=dict)

    def note(self, who: int, epoch: int) -> None:
        """Note a thread that reads it."""
        if who in self.seen or len(self.seen) < READERS:
            self.seen[who] = epoch


def undo_atomic(values: list[ReleasedValue[Record]], place: int) -> bytes | None:
    r"""Return the last of several values as it were without the atomic that left one; None if not known.

    >>> bits = [ReleasedValue(bytes([bits]), None, {}) for bits in (0, 2, 3)]
    >>> undo_atomic(bits, 1), undo_atomic(bits, 2)
    (b'\x01', b'\x02')
    """
    last, after, before = values[-1].value, values[place].value, values[place - 1].value
    if last is None or after is None or before is None:
        return None
    change = int.from_bytes(after, "little") - int.from_bytes(before, "little")
    size = len(last)
    return ((int.from_bytes(last, "little") - change) % (1 << 8 * size)).to_bytes(size, "little")


class ReleasedValues(Generic[Record]):
    """The values of all locations at which clocks were released, by arena index and size."""

    def __init__(self) -> None:
        self._values: dict[int, list[ReleasedValue[Record]]] = {}

    def __bool__(self) -> bool:
        return bool(self._values)

    def wrote(
        self, at: int, before: bytes, record: Record | None, own: Record | None, who: int, epoch: int
    ) -> ReleasedValue[Record] | None:
        """Add a value whose bytes follow; None if the location is not followed.

        Args:
            at: The location.
            before: Its contents before the write.
            record: The clocks that are released there from now on.
            own: Those that the write releases itself, if it is an atomic that others may come before.
            who: The thread that writes.
            epoch: Its epoch.
        """
        values = self._values.get(at)
        if values is None:
            if record is None or len(self._values) >= LOCATIONS:
                return None
            values = self._values[at] = [ReleasedValue(before, None)]
        if any(each.value is not None and len(each.value) != len(before) for each in values):
            del self._values[at]
            return None
        made = ReleasedValue(None, record, own, {who: epoch})
        values.append(made)
        if len(values) > VALUES:
            del values[0]
        return made

    def note_release(self, at: int, record: Record | None) -> None:
        """Note that a write which leaves the value as it is releases clocks."""
        values = self._values.get(at)
        if values:
            values[-1].record = record

    def at(self, at: int, value: bytes) -> list[ReleasedValue[Record]]:
        """Return the values of a location that has this one now, in order; none if it is not followed."""
        values = self._values.get(at)
        if values is None:
            return []
        if values[-1].value != value:
            del self._values[at]
            return []
        return values

    def forget(self, locations: set[int]) -> None:
        """Forget locations that weak writes change."""
        for at in self._values.keys() & locations:
            del self._values[at]

    def forget_from(self, start: int) -> None:
        """Forget the locations from an arena index on."""
        self.forget({at for at in self._values if at >= start})

    def __iter__(self) -> Iterator[int]:
        return iter(self._values)
