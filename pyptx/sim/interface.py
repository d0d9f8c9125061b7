"""The language in which `pyptx.sim.abi` declares the native interface: enumerations, structures, operands.

Each is declared once, as rows of text: a name, a type and a note. The NumPy types and the words that Python
writes come from here, the C++ header from ``tools/engine_header.py``; neither side counts positions.

A row's type is one of

* ``i32``, ``u64``, ``f64``, ... and ``i32[16]``: a number, and an array of numbers;
* ``u8*``, ``Range*``: an address;
* the name of an enumeration or of a structure;
* for operands only: ``row`` (the offset of a row of registers), ``index`` (the place of a register that is
  tracked lane by lane), ``flag``, and ``row[]`` (any number of rows). With a ``?``, -1 represents none.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, MutableSequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np

_NUMBERS = {
    "i8": "i1",
    "u8": "u1",
    "u16": "u2",
    "i32": "i4",
    "u32": "u4",
    "i64": "i8",
    "u64": "u8",
    "f64": "f8",
}
SLOTS = ("d", "a", "b", "c", "e", "f", "n", "imm")
"""The numbers of a record, in the order in which operands take them: 32 bits each, the last 64."""


class Words(Mapping[str, int]):
    """An enumeration: words and their numbers.

    Args:
        name: Name of the C++ type.
        names: The words and their C++ names, or the words alone.
        prefix: Start of the C++ names if only words are given.
        base: The integer that holds one.
        flags: Whether each word is a bit.
        first: Number of the first word, if they are not bits.

    >>> Words("Relation", "apart same").numbers
    {'apart': 0, 'same': 1}
    """

    def __init__(
        self,
        name: str,
        names: str | Mapping[str, str],
        *,
        prefix: str = "",
        base: str = "i32",
        flags: bool = False,
        first: int = 0,
    ) -> None:
        if isinstance(names, str):
            names = {word: prefix + re.sub(r"\W", "_", word).upper() for word in names.split()}
        self.name, self.base = name, base
        self.numbers = {word: 1 << k if flags else first + k for k, word in enumerate(names)}
        self.cpp = dict(zip(names.values(), self.numbers.values(), strict=True))

    def __getitem__(self, word: str) -> int:
        return self.numbers[word]

    def __iter__(self) -> Iterator[str]:
        return iter(self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)

    def word(self, number: int) -> str:
        """The word of a number."""
        return next(word for word, each in self.numbers.items() if each == number)

    def digest(self) -> str:
        """A key of everything the layout depends on."""
        return f"{self.name} {self.base} {self.cpp}"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a declaration.

    Attributes:
        name: Name of the field or operand.
        type: Its type, without count, asterisk and question mark.
        count: Number of elements: 1, the length of an array, or 0 for any number.
        pointer: Whether the field holds the address of an element.
        optional: Whether -1 represents none.
        note: Meaning of the field.
    """

    name: str
    type: str
    count: int
    pointer: bool
    optional: bool
    note: str


_ROW = re.compile(r"(\w+)\s+([\w ]*?\w)(\*)?(\[\d*\])?(\?)?(?:\s{2,}(.*))?$")


def rows_of(text: str) -> tuple[Row, ...]:
    """Return the rows of a declaration; a line without a name continues the note of the row before.

    >>> rows_of("lanes  u32[2]  those that wait")[0].count
    2
    """
    found = []
    for line in filter(None, map(str.strip, text.splitlines())):
        match = _ROW.match(line)
        if match is None:
            raise ValueError(
                f"{line!r} is not a row of a declaration: a name, a type, and two spaces before the note"
            )
        name, type_, pointer, count, optional, note = match.groups()
        number = 1 if count is None else int(count[1:-1] or 0)
        found.append(Row(name, type_, number, bool(pointer), bool(optional), note or ""))
    return tuple(found)


class Struct:
    """A structure that both sides read and write.

    Args:
        name: Name of the C++ type.
        text: The rows of the structure.
        types: The enumerations and structures that rows name.
    """

    def __init__(self, name: str, text: str, types: Mapping[str, Words | Struct]) -> None:
        self.name = name
        self.rows = rows_of(text)
        parts = []
        for row in self.rows:
            kind = "u8" if row.pointer else row.type
            known = types.get(kind)
            base: Any
            if isinstance(known, Struct):
                base = known.dtype
            else:
                base = "<u8" if row.pointer else "<" + _NUMBERS[known.base if known else kind]
            parts.append((row.name, base) if row.count == 1 else (row.name, base, row.count))
        self.dtype: np.dtype[Any] = np.dtype(parts)
        self.names = tuple(row.name for row in self.rows)
        self.words = self.dtype.itemsize // 4
        """Size of the structure in numbers of 32 bits."""
        if any(self.dtype.fields[name][1] % dtype.alignment for name, dtype in self._placed()):  # type: ignore[index]
            raise ValueError(f"{name}: C++ would leave a gap before a field that is not aligned")

    def _placed(self) -> list[tuple[str, np.dtype[Any]]]:
        assert self.dtype.fields is not None
        return [(name, found[0].base) for name, found in self.dtype.fields.items()]

    def zeros(self, *shape: int) -> np.ndarray[Any, Any]:
        """Return an array of that many structures, all zero."""
        return np.zeros(shape, self.dtype)

    def make(self, **values: Any) -> np.ndarray[Any, Any]:
        """Make one structure from the values of its fields.

        Raises:
            TypeError: A field is missing or unknown.
        """
        _same_names(self.name, self.names, values)
        made = self.zeros()
        for name, value in values.items():
            made[name] = value
        return made

    def numbers(self, **values: Any) -> tuple[int, ...]:
        """Return the fields, all of 32 bits, as numbers in order.

        Raises:
            TypeError: A field is missing or unknown.
        """
        _same_names(self.name, self.names, values)
        found: list[int] = []
        for row in self.rows:
            if row.count == 1:
                found.append(int(values[row.name]))
            else:
                found += values[row.name]
        return tuple(found)

    def word(self, **values: int) -> int:
        """Return the structure's bytes as a number, first byte lowest; fields without a value are 0."""
        fields = self.dtype.fields
        assert fields is not None
        return sum(int(value) << 8 * fields[name][1] for name, value in values.items())

    def digest(self) -> str:
        """A key of everything the layout depends on."""
        return f"{self.name} {[(row.name, row.type, row.count, row.pointer) for row in self.rows]}"


def _same_names(what: str, wanted: tuple[str, ...], values: Mapping[str, Any]) -> None:
    missing, unknown = (
        [name for name in wanted if name not in values],
        [name for name in values if name not in wanted],
    )
    if missing or unknown:
        said = [f"no {', '.join(missing)}"] if missing else []
        raise TypeError(f"{what}: {' and '.join(said + [f'unknown {name}' for name in unknown])}")


@dataclass(slots=True)
class Operands:
    """The operands of the handlers of a name, or of all whose names start with it.

    Attributes:
        name: Name of the C++ type that reads the operands; ends in ``Args``.
        handlers: Names of handlers; ``.*`` at the end matches every continuation.
        event: Their event for the race detector, of `pyptx.sim.abi.RACE_EVENT`; empty for none.
        base: The operands that come first, shared with other handlers.
        rows: All operands, including those of `base`.
        structs: Structures that rows name.
        slots: The slot of each number, also of the count of each ``[]``; other operands are in the extra
            words.
        writing: For each row in order: its name, whether it is optional, a single one and a structure, and
            the place in `SLOTS` of its number or count; None where that is in the extra words.

    Raises:
        ValueError: Several operands have 64 bits: a record has one slot for them.
    """

    name: str
    handlers: tuple[str, ...]
    event: str
    base: Operands | None
    rows: tuple[Row, ...]
    structs: Mapping[str, Struct]
    slots: dict[str, str] = field(default_factory=dict)
    writing: list[tuple[str, bool, bool, bool, int | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        wide = [row.name for row in self.rows if row.type == "i64"]
        if len(wide) > 1:
            raise ValueError(f"{self.name}: a record has one operand of 64 bits, not {', '.join(wide)}")
        free = iter(SLOTS[: -len(wide) or None])
        for row in self.rows:
            if row.type == "i64":
                self.slots[row.name] = SLOTS[-1]
            elif row.type not in self.structs or row.count != 1:
                name = row.name if row.count == 1 else f"{row.name}_count"
                slot = next(free, None)
                if slot is not None:
                    self.slots[name] = slot
        for row in self.rows:
            slot = self.slots.get(row.name if row.count == 1 else f"{row.name}_count")
            place = None if slot is None else SLOTS.index(slot)
            self.writing.append((row.name, row.optional, row.count == 1, row.type in self.structs, place))

    def encode(self, handler: str, values: Mapping[str, Any], extra: MutableSequence[int]) -> list[int]:
        """Return the slots of a record; append the words without a slot to `extra`.

        Raises:
            TypeError: An operand is missing or unknown.
        """
        slots = [0] * len(SLOTS)
        known = 0
        for name, optional, one, structured, place in self.writing:
            if name in values:
                known += 1
                value = values[name]
            elif optional:
                value = -1
            else:
                raise TypeError(f"{handler}: no operand {name}")
            if one and structured:
                extra.extend(value)
                continue
            number = value if one else len(value)
            if place is None:
                extra.append(number)
            else:
                slots[place] = number
            if not one:
                extra.extend(chain.from_iterable(value) if structured else value)
        if known != len(values):
            unknown = sorted(set(values) - {row.name for row in self.rows})
            raise TypeError(f"{handler}: no operand is called {', '.join(unknown)}")
        return slots

    def digest(self) -> str:
        """A key of everything the layout depends on."""
        rows = [(row.name, row.type, row.count, row.optional) for row in self.rows]
        return f"{self.name} {self.handlers} {self.event} {rows}"


def digest_of(*declarations: Words | Struct | Operands, numbers: Mapping[str, int] | None = None) -> str:
    """Compute a hash of all declarations that both sides must agree on."""
    text = "\n".join([*(each.digest() for each in declarations), f"{numbers or {}}"])
    return hashlib.sha256(text.encode()).hexdigest()[:16]
