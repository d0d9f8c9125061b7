"""The shadows in memory of a launch on the native engine, and its counts of each instruction."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.abi import SHADOW_COLUMN, SHADOW_COUNT
from pyptx.sim.native import extension
from pyptx.sim.shadow.cells import BOUND, CONSTANTS, INPUTS, LINES, MAGNITUDE, NODE, Cell, HeldColumns

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from pyptx.sim.lowering import Lowered
    from pyptx.sim.shadow.cells import Array
    from pyptx.sim.shadow.launch_shadows import Shadows
    from pyptx.sim.shadow.line_errors import LineErrors
    from pyptx.sim.site import Site
    from pyptx.sim.steps import Step

_COUNTS = SHADOW_COUNT.names[1:]
"""Those of an instruction, without its place in the order of first executions."""


class NativeCells:
    """The shadows in memory, by arena index: what a launch reads and writes of `MemoryCells`.

    Registers, shared and local memory hold the number in float64, its magnitude and bound in float32, and
    the error of each line that reaches it in float32. A value in global memory takes 12 bytes, 2 for the
    change by constants, 1 for its format, and 1 for each line that reaches a value of its page of a kilobyte.
    Magnitude, change and bound are bf16 there, rounded up; an error is a part of the bound, with four bits of
    exponent and three of fraction. The report reads these numbers when they are used, and copies only the
    array.

    Attributes:
        copies: Numbers that a shadow consists of.
        address: Address of the memory of shadows in the engine.
    """

    def __init__(self, size: int, fast: int, copies: int) -> None:
        self.copies = copies
        self._rows = [CONSTANTS, INPUTS, *range(LINES, copies)]
        self._memory, self.address = extension.engine.shadow_memory(size, fast, len(self._rows))

    def put(self, index: Array, cell: Cell) -> None:
        """Give bytes the shadows of a cell, or none where it has none."""
        value = cell.real[0]
        errors = cell.real[self._rows[1:]] - value
        numbers = np.stack([value, *cell.real[[MAGNITUDE, BOUND, CONSTANTS]], *errors], axis=1)
        kind, index = np.ascontiguousarray(cell.kind, np.uint8), np.ascontiguousarray(index, np.int64)
        addresses = (each.ctypes.data for each in (index, kind, np.ascontiguousarray(numbers)))
        extension.engine.shadow_put(self._memory, *addresses, len(index))

    def has_written(self, first: int, size: int) -> bool:
        """Whether the launch wrote to a range."""
        found: bool = extension.engine.shadow_written(self._memory, first, size)
        return found

    def columns(self, first: int, array: Array) -> NativeColumns:
        """The values of an array at an index, as they are now, and their copies."""
        array = np.ascontiguousarray(array).reshape(array.shape)
        apart = extension.engine.shadow_keep(self._memory, first, array.ctypes.data, array.nbytes)
        rows = tuple(self._rows)
        return NativeColumns(self._memory, rows, first, array.nbytes, apart, array.dtype, 0, array.shape)

    def release(self, first: int) -> None:
        """Free the shadows from an index on: the launch has ended."""
        extension.engine.shadow_release(self._memory, first)


@dataclass(frozen=True, slots=True)
class NativeColumns:
    """Values of an array and their copies in the memory of the engine, read when a method is called.

    Attributes:
        memory: The shadows in memory.
        rows: The copies in its rows.
        first: Index of the array.
        size: Bytes of the array.
        apart: The contents of pages that do not keep them.
        dtype: Type of the values.
        start: Place of the first value in the flat array.
        shape: Shape of the values.
    """

    memory: Any
    rows: tuple[int, ...]
    first: int
    size: int
    apart: bytes
    dtype: np.dtype[Any]
    start: int
    shape: tuple[int, ...]

    @property
    def _count(self) -> int:
        return math.prod(self.shape)

    @property
    def _index(self) -> int:
        """Index of the first value."""
        return self.first + self.start * self.dtype.itemsize

    def values(self) -> Array:
        """The values."""
        found = np.empty(self.shape, self.dtype)
        part = self.start * self.dtype.itemsize, found.nbytes, found.ctypes.data
        extension.engine.shadow_contents(self.memory, self.apart, self.first, self.size, *part)
        return found

    def kinds(self) -> Array:
        """The format of each."""
        return self._column(SHADOW_COLUMN["kind"])

    def read(self, copy: int) -> Array:
        """A copy of each."""
        if copy == NODE:
            return np.zeros(self._count)
        words = {0: "value", MAGNITUDE: "magnitude", BOUND: "bound"}
        if copy in words:
            return self._column(SHADOW_COLUMN[words[copy]])
        return self._column(SHADOW_COLUMN["rows"] + self.rows.index(copy))

    def rest(self) -> Array:
        """Zeros: the shadows are float64 numbers."""
        return np.zeros(self._count)

    def _column(self, number: int) -> Array:
        found = np.empty(self._count)
        extension.engine.shadow_column(
            self.memory, self._index, self._count, self.dtype.itemsize, number, found.ctypes.data
        )
        return found

    def sizes(self, kind: int, copies: list[int]) -> Array:
        """The sums of the sizes of errors."""
        found = np.zeros(len(self.rows))
        extension.engine.shadow_sizes(self.memory, self._index, self._count, kind, found.ctypes.data)
        sums: Array = found[[self.rows.index(copy) for copy in copies]]
        return sums

    def of(self, places: Array) -> HeldColumns:
        """Those at some places of the flat array."""
        flat, read = places.reshape(-1), self
        if len(flat) == 1:
            read = replace(self, start=self.start + int(flat[0]), shape=(1,))
            flat = np.zeros(1, np.int64)
        copies = sorted({0, NODE, MAGNITUDE, BOUND, *self.rows})
        real = np.array([read.read(copy) for copy in copies])
        real[[copy for copy in self.rows if copy != CONSTANTS]] += real[0]
        held = read.values().reshape(-1)[flat].reshape(places.shape)
        return HeldColumns(held, Cell(read.kinds()[flat], real[:, flat]))


def count_shadows(shadows: Shadows, program: Lowered, counts: NDArray[Any]) -> None:
    """Keep the counts of the instructions, for records that are made when they are read."""
    assert program.shadows is not None
    shadows.counted = partial(_lines, shadows.record, program.shadows.steps, counts.copy())


def _lines(
    record: Callable[[Site], LineErrors], steps: Sequence[Step], counts: NDArray[Any]
) -> tuple[LineErrors, ...]:
    """Make the records of the instructions, in the order of their first executions."""
    executed = np.flatnonzero(counts["first"])
    executed = executed[np.argsort(counts["first"][executed])]
    lines = []
    for number, (_, *found) in zip(executed.tolist(), counts[executed].tolist(), strict=True):
        line = record(steps[number])
        for name, count in zip(_COUNTS, found, strict=True):
            setattr(line, name, count)
        lines.append(line)
    return tuple(lines)
