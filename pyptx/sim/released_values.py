"""The values that strong writes left at a location, each with the clocks that were released with it.

The thread that reads a value may as well have read an earlier one, if no later one was ordered before it. A
loop that waits for too small a value ends with several of them: only what was released with the earliest is
ordered before the thread. Atomics that add, set bits, or keep a maximum or minimum come in any order: a loop
that waits for one of two bits ends without the other, whichever was set first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pyptx.types import PtxType

Record = TypeVar("Record")

VALUES, LOCATIONS, READERS = 64, 1 << 16, 1024
"""Numbers of kept values of a location, of locations, and of kept readers of a value."""


@dataclass(slots=True, eq=False)
class ReleasedValue(Generic[Record]):
    """A value of a location.

    Attributes:
        value: Its bytes; None if they are not known.
        record: The clocks that its readers acquire; None without.
        own: Those that its atomic released itself, if other atomics may come before it; None otherwise.
        written: Epoch of its write; 0 for the value before all writes.
        read: Epochs of threads that read it, by thread: they have read all that came before it, too. Its
            writer is among them unless other atomics may come before that.
        included: Epochs of threads that read a value which includes its atomic in any order of the atomics,
            by thread.
        number: Its place among all values of the location.
        after: Numbers of the values whose writes are ordered before that of this one.
        atomic: The operation of its atomic and its type, such as ``("max", s32)``.
        operand: The operand of that.
    """

    value: bytes | None
    record: Record | None
    own: Record | None = None
    written: int = 0
    read: dict[int, int] = field(default_factory=dict)
    included: dict[int, int] = field(default_factory=dict)
    number: int = 0
    after: frozenset[int] = frozenset()
    atomic: tuple[str, PtxType] | None = None
    operand: bytes = b""

    def note_read(self, who: int, epoch: int) -> None:
        """Note a thread that reads it."""
        if len(self.read) < READERS:
            self.read.setdefault(who, epoch)

    def note_included(self, who: int, epoch: int) -> None:
        """Note a thread that reads a value which includes its atomic."""
        if len(self.included) < READERS:
            self.included.setdefault(who, epoch)


def undo_atomics(values: Sequence[ReleasedValue[Record]], places: Iterable[int]) -> bytes | None:
    r"""Return the last of several values as it were without some atomics; None if not known.

    Atomics that are ordered after them do not take place, either.

    Args:
        values: The value before the atomics, then one for each of them.
        places: Places of those that are left out.

    >>> from pyptx.types import u8
    >>> bits = [ReleasedValue(bytes([bits]), None, number=bits) for bits in range(4)]
    >>> for one, operand in zip(bits[1:], (b"\1", b"\2", b"\1"), strict=True):
    ...     one.atomic, one.operand = ("or", u8), operand
    >>> [undo_atomics(bits[:3], places) for places in ([1], [2])]
    [b'\x02', b'\x01']
    >>> [undo_atomics(bits, places) for places in ([1], [1, 3])]
    [b'\x03', b'\x02']
    """
    first, *rest = values
    if first.value is None:
        return None
    held, gone = int.from_bytes(first.value, "little"), {values[place].number for place in places}
    for each in rest:
        if each.number in gone or not gone.isdisjoint(each.after):
            gone.add(each.number)
        elif each.atomic is None:
            return None
        else:
            held = _combined(*each.atomic, held, int.from_bytes(each.operand, "little"))
    return held.to_bytes(len(first.value), "little")


def _combined(operation: str, type_: PtxType, held: int, operand: int) -> int:
    """Apply an integer atomic to the bits of a value.

    >>> from pyptx.types import s32, u32
    >>> _combined("max", u32, 1, 0xFFFFFFFF) == 0xFFFFFFFF, _combined("max", s32, 1, 0xFFFFFFFF)
    (True, 1)
    """
    sign = 1 << type_.bits - 1 if type_.kind == "s" else 0
    choices = {"max": max, "min": min}
    if operation in choices:
        return choices[operation](held, operand, key=lambda bits: bits ^ sign)
    others = {"add": held + operand, "and": held & operand, "or": held | operand, "xor": held ^ operand}
    return others[operation] & (1 << type_.bits) - 1


class ReleasedValues(Generic[Record]):
    """The values of all locations at which clocks were released, by arena index and size."""

    def __init__(self) -> None:
        self._values: dict[int, list[ReleasedValue[Record]]] = {}

    def __bool__(self) -> bool:
        return bool(self._values)

    def wrote(
        self, at: int, before: bytes, record: Record | None, own: Record | None, epoch: int
    ) -> ReleasedValue[Record] | None:
        """Add a value whose bytes follow; None if the location is not followed.

        Args:
            at: The location.
            before: Its contents before the write.
            record: The clocks that are released there from now on.
            own: Those that the write releases itself, if it is an atomic that others may come before.
            epoch: Epoch of the write.
        """
        values = self._values.get(at)
        if values is None:
            if record is None or len(self._values) >= LOCATIONS:
                return None
            values = self._values[at] = [ReleasedValue(before, None)]
        if any(each.value is not None and len(each.value) != len(before) for each in values):
            del self._values[at]
            return None
        made = ReleasedValue(None, record, own, epoch, number=values[-1].number + 1)
        values.append(made)
        if len(values) > VALUES:
            del values[0]
        return made

    def before(self, at: int, value: ReleasedValue[Record]) -> list[ReleasedValue[Record]]:
        """Return the values of a location that came before one."""
        return [each for each in self._values.get(at, ()) if each.number < value.number]

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
