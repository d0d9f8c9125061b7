"""Shadows in registers and in memory.

A shadow belongs to a value at a byte offset: in a register the half, quarter or whole that holds the value,
in memory its first byte. Instructions that copy bytes copy the cells among them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np

from pyptx.sim.semantics.rounding import FORMATS, TF32, decode
from pyptx.sim.shadow.double_double import DoubleDouble, high, low

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Array: TypeAlias = "NDArray[Any]"
    Mask: TypeAlias = "NDArray[np.bool_] | None"

INPUTS, CONSTANTS, MAGNITUDE, BOUND, NODE, LINES = 1, 2, 3, 4, 5, 6
"""The copies of a shadow. 0 takes no rounding error, `INPUTS` that of the inputs, and from `LINES` on each
takes those of a line. Three are absolute values (`magnitudes`): the change if every constant that may be
rounded itself is half a last place off, the sum of magnitudes of the terms, a bound of the rounding errors.
`NODE` is the number of the value in a launch with slices (`provenance`)."""

VALUES_AND_NODES = [0, NODE]
"""The copies that `Provenance` reads."""

KINDS = ("", "f64", "f32", "f16", "bf16", "e4m3", "e5m2", "e2m3", "e3m2", "e2m1")
"""Formats whose values can have shadows, by number; 0 for no shadow."""

WIDTHS = np.array([0, 8, 4, 2, 2, 1, 1, 1, 1, 1], np.int64)
"""Bytes of a value of each; of two values of four bits."""

E2M1 = KINDS.index("e2m1")

_TYPE = re.compile(r"(f64|f32|tf32|f16|bf16|e4m3|e5m2|e2m3|e3m2|e2m1)(?:x(\d))?")


@dataclass(frozen=True, slots=True)
class Elements:
    """The floating-point values in a register of a type.

    Attributes:
        name: Format of a value.
        count: Number of them.
    """

    name: str
    count: int

    @property
    def kind(self) -> int:
        """The number of the format in `KINDS`: a tf32 is an f32 that is read with fewer bits."""
        return KINDS.index("f32" if self.name == "tf32" else self.name)

    @property
    def bytes_(self) -> int:
        """Bytes of a cell."""
        return int(WIDTHS[self.kind])

    @property
    def together(self) -> int:
        """Values of a cell: a byte holds two of four bits."""
        return 2 if self.kind == E2M1 else 1

    @property
    def place(self) -> float:
        """The last place of 1."""
        return float(2.0 ** -FORMATS[self.name].mantissa)

    @property
    def smallest(self) -> float:
        """The smallest normal number."""
        return float(2.0 ** (1 - FORMATS[self.name].bias))

    def decode(self, raw: Array) -> Array:
        """The values of registers, lowest first: shape (count, L)."""
        bits = 8 * self.bytes_ // self.together
        words = raw.astype(f"uint{max(bits * self.count, 8)}")
        mask = words.dtype.type((1 << bits) - 1)
        parts = np.stack([words >> words.dtype.type(bits * k) & mask for k in range(self.count)])
        codes = parts.astype(f"uint{max(bits, 8)}")
        if self.name == "tf32":
            return decode(TF32, codes >> np.uint32(13))
        return decode(FORMATS[self.name], codes)


@cache
def elements_of(type_: str) -> Elements | None:
    """Return the values in a register of a PTX type; None for integers and for formats without shadows.

    >>> elements_of("bf16x2"), elements_of("s32")
    (Elements(name='bf16', count=2), None)
    """
    found = _TYPE.fullmatch(type_)
    return Elements(found[1], int(found[2] or 1)) if found else None


@dataclass(slots=True)
class Cell:
    """The shadows of the values at one byte offset, over lanes.

    Attributes:
        kind: Format of the value in each lane; 0 where there is no shadow.
        real: The shadow and its copies: shape (copies, L), or twice as many rows; see `CellNumbers`.
    """

    kind: Array
    real: Array

    def copy(self) -> Cell:
        """Return a cell that can change on its own."""
        return Cell(self.kind.copy(), self.real.copy())


Word: TypeAlias = dict[int, Cell]
"""The shadows among some bytes, by offset."""


def elements_of_kind(kind: int) -> Elements:
    """Return the values of a cell of a format, by its number in `KINDS`."""
    return Elements(KINDS[kind], 2 if kind == E2M1 else 1)


def as_double(array: Array) -> Array:
    """The values of an array in float64: also signalling NaNs, of which NumPy would warn.

    >>> as_double(np.float32([1.5]))
    array([1.5])
    """
    with np.errstate(invalid="ignore"):
        found: Array = array.astype(np.float64)
    return found


def exact_copies(actual: Array, copies: int, *, precise: bool = False) -> Array:
    """Shadows of values that have no error: one axis more.

    Args:
        actual: The values.
        copies: Numbers of a shadow.
        precise: Whether these are double-double numbers.
    """
    found = np.repeat(actual[None], copies, axis=0)
    found[[CONSTANTS, BOUND, NODE]] = 0
    np.abs(found[MAGNITUDE], out=found[MAGNITUDE])
    return _as_numbers(found, precise=precise)


def may_be_rounded(numbers: Any, format_: str) -> Array:
    """Whether constants use more than half of the bits of their format, and are not whole.

    Such a constant may represent any number that rounds to it, such as log2(e). Zeros at its end are chance:
    of those in f32, one in 4,096 has so many that it counts as exact.

    >>> may_be_rounded(np.float32([0.1, 0.375, 1234567]), "f32")
    array([ True, False, False])
    """
    mantissa = np.frexp(numbers)[0].astype(np.float64)
    half = (FORMATS[format_].mantissa + 1) // 2
    found: Array = (np.ldexp(mantissa, half) % 1 != 0) & (numbers % 1 != 0)
    return found


def literal_values(elements: Elements, raw: Array, copies: int, *, precise: bool = False) -> Array:
    """A constant with its shadows: shape (copies, values, lanes); see `may_be_rounded`."""
    actual = elements.decode(raw)
    found = exact_copies(actual, copies, precise=precise)
    if elements.name in ("f32", "f16", "bf16"):
        fraction = FORMATS[elements.name].mantissa
        number = np.where(np.isfinite(actual), actual, 0.0)
        half_place = np.ldexp(0.5, np.frexp(number)[1] - fraction - 1)
        found[CONSTANTS] = np.where(may_be_rounded(number, elements.name), half_place, 0.0)
    return found


def zeros(shape: Sequence[int], *, precise: bool) -> Array:
    """Zeros, in float64 or as double-double numbers."""
    return _as_numbers(np.zeros(shape), precise=precise)


def _as_numbers(values: Any, *, precise: bool) -> Array:
    found: Any = DoubleDouble.of(values) if precise else values
    numbers: Array = found
    return numbers


def part(word: Word, start: int, size: int) -> Word:
    """Return the shadows that lie inside some bytes of a word."""
    found = {}
    for offset, cell in word.items():
        if start <= offset < start + size:
            fits = offset + WIDTHS[cell.kind] <= start + size
            found[offset - start] = cell if fits.all() else Cell(np.where(fits, cell.kind, 0), cell.real)
    return found


def shifted(word: Word, distance: int) -> Word:
    """Return a word whose bytes follow others."""
    return {offset + distance: cell for offset, cell in word.items()}


class RegisterCells:
    """The shadows in the registers of a batch."""

    def __init__(self) -> None:
        self._words: dict[int, Word] = {}

    def word(self, number: int) -> Word:
        """The shadows in a register; they are not to be changed."""
        return self._words.get(number, {})

    def clear(self, number: int, mask: Mask) -> None:
        """Forget the shadows of a register in some lanes."""
        if mask is None:
            self._words.pop(number, None)
            return
        for cell in self._words.get(number, {}).values():
            cell.kind[mask] = 0

    def write(self, number: int, word: Word, mask: Mask) -> None:
        """Replace the shadows of a register in some lanes."""
        if mask is None:
            self._words[number] = {offset: cell.copy() for offset, cell in word.items()}
            return
        given = {offset: (cell, cell.kind[mask]) for offset, cell in word.items()}
        self.clear(number, mask)  # the word may be that of this register
        own = self._words.setdefault(number, {})
        for offset, (cell, kind) in given.items():
            held = own.get(offset)
            if held is None:
                held = own[offset] = Cell(np.zeros_like(cell.kind), np.zeros_like(cell.real))
            held.kind[mask] = kind
            held.real[:, mask] = cell.real[:, mask]


class Columns(Protocol):
    """The values of an array, or some of them, and their shadows."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the values; those of the shadows are flat."""

    def values(self) -> Array:
        """The values, in their own type."""

    def kinds(self) -> Array:
        """The format of each: a number in `KINDS`."""

    def read(self, copy: int) -> Array:
        """A copy of each, in float64: of `INPUTS` and of lines, the error."""

    def rest(self) -> Array:
        """The second half of each shadow: zeros for those in float64."""

    def sizes(self, kind: int, copies: list[int]) -> Array:
        """The sums of the sizes of errors in some copies, over the values of a kind."""

    def of(self, places: Array) -> Columns:
        """The values at some places of the flat array, in the shape of the places."""


@dataclass(frozen=True, slots=True)
class HeldColumns:
    """Copies in arrays.

    Attributes:
        held: The values.
        cell: The copies and their formats.
    """

    held: Array
    cell: Cell

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the values."""
        return self.held.shape

    def values(self) -> Array:
        """The values."""
        return self.held

    def kinds(self) -> Array:
        """The format of each."""
        return self.cell.kind

    def read(self, copy: int) -> Array:
        """A copy of each."""
        real = self.cell.real
        with np.errstate(invalid="ignore"):
            found: Array = high(real[copy] - real[0] if copy == INPUTS or copy >= LINES else real[copy])
        return found

    def rest(self) -> Array:
        """The second half of each shadow."""
        found: Array = low(self.cell.real[0])
        return found

    def sizes(self, kind: int, copies: list[int]) -> Array:
        """The sums of the sizes of errors."""
        known = self.cell.kind == kind
        errors = np.abs([self.read(copy)[known] for copy in copies]).reshape(len(copies), known.sum())
        errors[~np.isfinite(errors)] = 0.0
        found: Array = errors.sum(1)
        return found

    def of(self, places: Array) -> HeldColumns:
        """Those at some places."""
        flat = places.reshape(-1)
        return HeldColumns(self.held.reshape(-1)[places], Cell(self.cell.kind[flat], self.cell.real[:, flat]))


class HeldCells(Protocol):
    """The shadows in the memory of a launch, on either engine: see `MemoryCells`."""

    copies: int

    def has_written(self, first: int, size: int) -> bool:
        """Whether the launch wrote to a range."""

    def columns(self, first: int, array: Array) -> Columns:
        """The values of an array at an index, as they are now, and their copies."""

    def release(self, first: int) -> None:
        """Free the shadows from an index on: the launch has ended."""

    def put(self, index: Array, cell: Cell) -> None:
        """Give bytes the shadows of a cell, or none where it has none."""


class MemoryCells:
    """The shadows in the memory of a launch, by arena index.

    Attributes:
        copies: Numbers that a shadow consists of.
        pairs: Whether the launch has bytes with two numbers, so that cells have the rows of two.
        precise: Whether these are double-double numbers.
        overwritten: Whether each byte was written during the launch.
    """

    def __init__(self, size: int, copies: int, *, pairs: bool = False, precise: bool = False) -> None:
        self.copies, self.pairs, self.precise = copies, pairs, precise
        self.overwritten = np.zeros(size, np.bool_)
        self._cut = np.zeros(size, np.bool_)  # the rest of values that were overwritten in part
        self._slot = np.zeros(size, np.int32)
        self._kind = np.zeros(1024, np.uint8)
        self._real = zeros((1024, self.rows), precise=precise)
        self._used = 1  # slot 0 stays without a shadow

    def other(self, size: int) -> MemoryCells:
        """Return the shadows of some bytes that are not in the arena; none yet."""
        return MemoryCells(size, self.copies, pairs=self.pairs, precise=self.precise)

    @property
    def rows(self) -> int:
        """Rows of a cell."""
        return self.copies * (2 if self.pairs else 1)

    def get(self, index: Array) -> Cell:
        """The shadows of the values that start at some bytes."""
        slots = self._slot[index]
        return Cell(self._kind[slots], self._real[slots].T)

    def has_kind(self, kind: int, first: int, size: int) -> bool:
        """Whether a value of a format starts in a range."""
        return bool((self._kind[self._slot[first : first + size]] == kind).any())

    def has_written(self, first: int, size: int) -> bool:
        """Whether the launch wrote to a range."""
        return bool(self.overwritten[first : first + size].any())

    def columns(self, first: int, array: Array) -> HeldColumns:
        """The values of an array at an index, as they are now, and their copies."""
        places = first + np.arange(array.size) * array.itemsize
        return HeldColumns(np.array(array, order="C"), self.get(places))

    def release(self, first: int) -> None:
        """Free nothing: columns are copies."""

    def put(self, index: Array, cell: Cell) -> None:
        """Give bytes the shadows of a cell, or none where it has none. The last of equal indices wins."""
        fresh = np.unique(index[(cell.kind > 0) & (self._slot[index] == 0)])
        while self._used + len(fresh) > len(self._kind):
            self._kind = np.concatenate((self._kind, np.zeros_like(self._kind)))
            self._real = np.concatenate((self._real, np.zeros_like(self._real)))
        self._slot[fresh] = np.arange(self._used, self._used + len(fresh))
        self._used += len(fresh)
        slots = self._slot[index]
        self._kind[slots] = cell.kind
        self._real[slots] = cell.real.T

    def clear(self, index: Array, size: int) -> None:
        """Discard the shadows of values that overlap the `size` bytes at each index."""
        index = index.reshape(-1)
        if size > 8 and len(index) == 1:
            spans: Array = np.arange(index[0], index[0] + size)
        else:
            spans = (index[:, None] + np.arange(size)).reshape(-1)
        self.overwritten[spans] = True
        if self._used == 1:
            return
        for slots, width, around in self._around(index, size):
            self._kind[slots[around]] = 0
            lost = around & self._real[slots][:, [BOUND, NODE]].any(1)  # others are plain bytes
            self._cut[(index[lost] & ~(width - 1))[:, None] + np.arange(width)] = True
        self._kind[self._slot[spans]] = 0
        self._cut[spans] = False

    def _around(self, index: Array, size: int) -> Iterator[tuple[Array, int, Array]]:
        """Slots of values that may overlap the bytes at each index, their width, and whether they do."""
        for width in (8, 4, 2):
            if size < width:
                slots = self._slot[index & ~(width - 1)]
                yield slots, width, WIDTHS[self._kind[slots]] == width

    def are_parts(self, index: Array, size: int) -> Array:
        """Whether the bytes at each index are a part of a wider value with a shadow."""
        found = np.zeros(len(index), np.bool_)
        for *_, around in self._around(index, size):
            found |= around
        return found

    def has_cut(self, index: Array, size: int, mask: Mask) -> bool:
        """Whether lanes read bytes of a value with a shadow whose other bytes were overwritten."""
        read = index if mask is None else index[mask]
        return any(self._cut[read + offset].any() for offset in range(size))

    def forget_from(self, first: int) -> bool:
        """Forget the shadows from an index on, as those of a batch that ended; whether there were any."""
        slots = self._slot[first:]
        self._cut[first:] = False
        found = bool(self._kind[slots].any())
        self._kind[slots] = 0
        return found

    def word(self, index: Array, size: int) -> Word:
        """The shadows among the bytes at each index."""
        if self._used == 1:
            return {}
        found = {}
        for offset in range(size):
            slots = self._slot[index + offset]
            kind = self._kind[slots]
            if kind.any():
                kind = np.where(offset + WIDTHS[kind] <= size, kind, 0).astype(np.uint8)
                found[offset] = Cell(kind, self._real[slots].T)
        return found

    def write(self, index: Array, word: Word, mask: Mask) -> None:
        """Give the bytes at each index the shadows of a word; their old ones are gone already."""
        for offset, cell in word.items():
            if mask is None:
                self.put(index + offset, cell)
            else:
                self.put(index[mask] + offset, Cell(cell.kind[mask], cell.real[:, mask]))

    def take(self, source: Array) -> Cell:
        """The shadows of the values that lie whole among bytes, in their order."""
        cell = self.get(source)
        return Cell(np.where(_lies_whole(source, cell.kind), cell.kind, 0), cell.real)

    def place(self, target: Array, cell: Cell) -> None:
        """Give bytes the shadows of those that were copied to them, in order."""
        self.put(target, Cell(np.where(_lies_whole(target, cell.kind), cell.kind, 0), cell.real))


def _lies_whole(index: Array, kind: Array) -> Array:
    """Whether the other bytes of the values that start at some bytes follow them."""
    width = WIDTHS[kind]
    last = np.arange(len(index)) + np.maximum(width, 1) - 1
    inside = np.minimum(last, len(index) - 1)
    found: Array = (last < len(index)) & (index[inside] - index == width - 1)
    return found
