"""What `pyptx.sim.abi` declares the native engine's interface with: enumerations, structures, named operands.

Each is declared once, as rows of text: a name, its type, and what it is. The NumPy types and the words that
Python writes come from here, the C++ header from ``tools/engine_header.py``; neither side counts positions.

A row's type is one of

* ``i32``, ``u64``, ... and ``i32[16]``: numbers, and so many of them;
* ``u8*``, ``Range*``: an address;
* the name of an enumeration or of a structure;
* of operands only: ``row`` (the offset of a row of registers), ``index`` (the place of a register that is
  followed lane by lane), ``flag``, and ``row[]`` (any number of them). A ``?`` says that -1 stands for none.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

_NUMBERS = {"i8": "i1", "u8": "u1", "i32": "i4", "u32": "u4", "i64": "i8", "u64": "u8"}
SLOTS = ("d", "a", "b", "c", "e", "f", "n", "imm")
"""The numbers of a record, which operands take in order: of 32 bits but for the last, which has 64."""


class Words(Mapping[str, int]):
    """An enumeration: the numbers of words.

    Args:
        name: Of the C++ type.
        names: The words and their C++ names, or the words alone.
        prefix: What C++ names start with where only words are given.
        base: The integer that holds one.
        flags: Whether each is a bit.
        first: Number of the first one, where they are no bits.

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
        """What the layout depends on."""
        return f"{self.name} {self.base} {self.cpp}"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a declaration.

    Attributes:
        name: Of the field or operand.
        type: Its type, without count, asterisk and question mark.
        count: How many of it there are: 1, a number, or 0 for any number.
        pointer: Whether it is the address of one.
        optional: Whether -1 stands for none.
        note: What it is.
    """

    name: str
    type: str
    count: int
    pointer: bool
    optional: bool
    note: str


_ROW = re.compile(r"(\w+)\s+([\w ]*?\w)(\*)?(\[\d*\])?(\?)?(?:\s{2,}(.*))?$")


def rows_of(text: str) -> tuple[Row, ...]:
    """The rows of a declaration; a line that has no name goes on with the note of the one before.

    >>> rows_of("lanes  u32[2]  those that wait")[0].count
    2
    """
    found = []
    for line in filter(None, map(str.strip, text.splitlines())):
        match = _ROW.match(line)
        if match is None:
            raise ValueError(
                f"{line!r} is no row of a declaration: a name, a type, and two spaces before the note"
            )
        name, type_, pointer, count, optional, note = match.groups()
        number = 1 if count is None else int(count[1:-1] or 0)
        found.append(Row(name, type_, number, bool(pointer), bool(optional), note or ""))
    return tuple(found)


class Struct:
    """A structure that both sides read and write.

    Args:
        name: Of the C++ type.
        text: Its rows.
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
        """Numbers of 32 bits of it."""
        if any(self.dtype.fields[name][1] % dtype.alignment for name, dtype in self._placed()):  # type: ignore[index]
            raise ValueError(f"{name}: C++ would leave a gap before a field that is not aligned")

    def _placed(self) -> list[tuple[str, np.dtype[Any]]]:
        assert self.dtype.fields is not None
        return [(name, found[0].base) for name, found in self.dtype.fields.items()]

    def zeros(self, *shape: int) -> np.ndarray[Any, Any]:
        """That many of them, all zero."""
        return np.zeros(shape, self.dtype)

    def make(self, **values: Any) -> np.ndarray[Any, Any]:
        """One of them.

        Raises:
            TypeError: A field is missing, or there is none of a name.
        """
        _same_names(self.name, self.names, values)
        made = self.zeros()
        for name, value in values.items():
            made[name] = value
        return made

    def numbers(self, **values: Any) -> tuple[int, ...]:
        """The numbers of one whose fields all have 32 bits, in order.

        Raises:
            TypeError: A field is missing, or there is none of a name.
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
        """The bytes of one as a number, the first the lowest; fields that are not named are 0."""
        fields = self.dtype.fields
        assert fields is not None
        return sum(int(value) << 8 * fields[name][1] for name, value in values.items())

    def digest(self) -> str:
        """What the layout depends on."""
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
        name: Of the C++ type that reads them, which ends in ``Args``.
        handlers: Names; one that ends in ``.*`` stands for all that go on.
        deed: What they do that the race detector must see, of `pyptx.sim.abi.DEED`; empty for nothing.
        base: Those that they start with.
        rows: All of them, with those of `base`.
        structs: Structures that rows name.
        slots: The slot of each number, of the count of each ``[]`` too; the others are in the extra words.
        places: The same, as numbers of `SLOTS`.
    """

    name: str
    handlers: tuple[str, ...]
    deed: str
    base: Operands | None
    rows: tuple[Row, ...]
    structs: Mapping[str, Struct]
    slots: dict[str, str] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        wide = [row.name for row in self.rows if row.type == "i64"]
        free = iter(SLOTS[: -len(wide) or None])
        for row in self.rows:
            if row.type == "i64":
                self.slots[row.name] = SLOTS[-1]
            elif row.type not in self.structs or row.count != 1:
                name = row.name if row.count == 1 else f"{row.name}_count"
                slot = next(free, None)
                if slot is not None:
                    self.slots[name] = slot
        self.places = {name: SLOTS.index(slot) for name, slot in self.slots.items()}

    def encode(self, handler: str, values: Mapping[str, Any], extra: list[int]) -> list[int]:
        """The slots of a record; the words that have none are added to `extra`.

        Raises:
            TypeError: An operand is missing, or there is none of a name.
        """
        slots = [0] * len(SLOTS)
        known = 0
        for row in self.rows:
            name = row.name
            if name in values:
                known += 1
                value = values[name]
            elif row.optional:
                value = -1
            else:
                raise TypeError(f"{handler}: no operand {name}")
            if row.count == 1 and row.type in self.structs:
                extra += value
                continue
            number = int(value) if row.count == 1 else len(value)
            place = self.places.get(name if row.count == 1 else f"{name}_count")
            if place is None:
                extra.append(number)
            else:
                slots[place] = number
            if row.count != 1:
                extra += (word for each in value for word in each) if row.type in self.structs else value
        if known != len(values):
            unknown = sorted(set(values) - {row.name for row in self.rows})
            raise TypeError(f"{handler}: no operand is called {', '.join(unknown)}")
        return slots

    def digest(self) -> str:
        """What the layout depends on."""
        rows = [(row.name, row.type, row.count, row.optional) for row in self.rows]
        return f"{self.name} {self.handlers} {self.deed} {rows}"


def digest_of(*declarations: Words | Struct | Operands, numbers: Mapping[str, int] | None = None) -> str:
    """A number for all that both sides must agree on."""
    text = "\n".join([*(each.digest() for each in declarations), f"{numbers or {}}"])
    return hashlib.sha256(text.encode()).hexdigest()[:16]
