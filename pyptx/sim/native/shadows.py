"""The shadows in memory of a launch on the native engine, and its counts of each instruction."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.abi import SHADOW_COUNT
from pyptx.sim.native import extension
from pyptx.sim.shadow.cells import BOUND, CONSTANTS, INPUTS, LINES, MAGNITUDE, Cell

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    from pyptx.sim.lowering import Lowered
    from pyptx.sim.shadow.cells import Array
    from pyptx.sim.shadow.observer import Shadows


class NativeCells:
    """The shadows in memory, by arena index: what a launch reads and writes of `MemoryCells`.

    Attributes:
        copies: Numbers that a shadow consists of.
        overwritten: Whether each byte was written during the launch.
        address: Address of the memory of shadows in the engine.
    """

    def __init__(self, size: int, copies: int) -> None:
        self.copies = copies
        self.overwritten = np.zeros(size, np.bool_)
        errors = copies - LINES + 1
        self._errors = [INPUTS, *range(LINES, copies)]
        self._memory, self.address = extension.engine.shadow_memory(
            size, errors, self.overwritten.ctypes.data
        )

    def get(self, index: Array) -> Cell:
        """The shadows of the values that start at some bytes."""
        index = np.ascontiguousarray(index, np.int64)
        kind, numbers = np.zeros(len(index), np.uint8), np.zeros((len(index), 4 + len(self._errors)))
        self._copy(index, kind, numbers, writes=False)
        real = np.zeros((self.copies, len(index)))
        real[0], real[CONSTANTS], real[MAGNITUDE], real[BOUND] = numbers[:, :4].T
        real[self._errors] = real[0] + numbers[:, 4:].T
        return Cell(kind, real)

    def put(self, index: Array, cell: Cell) -> None:
        """Give bytes the shadows of a cell, or none where it has none."""
        value = cell.real[0]
        spreads = (value, cell.real[CONSTANTS], cell.real[MAGNITUDE], cell.real[BOUND])
        numbers = np.stack([*spreads, *(cell.real[self._errors] - value)], axis=1)
        kind = np.ascontiguousarray(cell.kind, np.uint8)
        self._copy(np.ascontiguousarray(index, np.int64), kind, np.ascontiguousarray(numbers), writes=True)

    def _copy(self, index: Array, kind: NDArray[Any], numbers: NDArray[Any], *, writes: bool) -> None:
        addresses = (each.ctypes.data for each in (index, kind, numbers))
        extension.engine.shadow_cells(self._memory, *addresses, len(index), writes)


def count_shadows(shadows: Shadows, program: Lowered, counts: NDArray[Any]) -> None:
    """Add the counts of the instructions to their records, in the order of their first executions."""
    assert program.shadows is not None
    executed = np.flatnonzero(counts["first"])
    for number in executed[np.argsort(counts["first"][executed])].tolist():
        line = shadows.line(program.shadows.steps[number])
        for name in SHADOW_COUNT.names:
            if name == "worst":
                line.worst = max(line.worst, float(counts[name][number]))
            elif name != "first":
                setattr(line, name, getattr(line, name) + int(counts[name][number]))
