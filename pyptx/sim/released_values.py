"""The values that strong writes left at a location, each with the clocks that were released with it.

The thread that reads a value may as well have read an earlier one, if no later one was ordered before it. A
loop that waits for too small a value ends with several of them: only what was released with the earliest is
ordered before the thread.
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
        seen: Epochs of the thread that wrote it and of threads that read it, by thread.
    """

    value: bytes | None
    record: Record | None
    seen: dict[int, int] = field(default_factory=dict)


class ReleasedValues(Generic[Record]):
    """The values of all locations at which clocks were released, by arena index and size."""

    def __init__(self) -> None:
        self._values: dict[int, list[ReleasedValue[Record]]] = {}

    def __bool__(self) -> bool:
        return bool(self._values)

    def wrote(
        self, at: int, before: bytes, record: Record | None, who: int, epoch: int
    ) -> ReleasedValue[Record] | None:
        """Add a value whose bytes follow; None if the location is not followed.

        Args:
            at: The location.
            before: Its contents before the write.
            record: The clocks that are released there from now on.
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
        made = ReleasedValue(None, record, {who: epoch})
        values.append(made)
        if len(values) > VALUES:
            del values[0]
        return made

    def note_release(self, at: int, record: Record | None) -> None:
        """Note that a write which leaves the value as it is releases clocks."""
        values = self._values.get(at)
        if values:
            values[-1].record = record

    def read(self, at: int, value: bytes, who: int, epoch: int) -> list[ReleasedValue[Record]]:
        """Note a read; return the values, the last of which it reads: only that one if the thread saw it."""
        values = self._values.get(at)
        if values is None:
            return []
        last = values[-1]
        if last.value != value:
            del self._values[at]
            return []
        seen = who in last.seen
        if seen or len(last.seen) < READERS:
            last.seen[who] = epoch
        return [last] if seen else values

    def forget(self, locations: set[int]) -> None:
        """Forget locations that weak writes change."""
        for at in self._values.keys() & locations:
            del self._values[at]

    def forget_from(self, start: int) -> None:
        """Forget the locations from an arena index on."""
        self.forget({at for at in self._values if at >= start})

    def __iter__(self) -> Iterator[int]:
        return iter(self._values)
