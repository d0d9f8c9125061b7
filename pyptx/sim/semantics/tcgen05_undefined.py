"""Undefined values through `tcgen05.mma`.

An undefined element of A, or a factor of its row, makes the row of D undefined; one of B, or a factor of its
column, the column.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pyptx.layouts.tensor_memory import LANE_SHIFT
from pyptx.sim.definedness import Origin
from pyptx.sim.semantics.undefined_matrices import unwritten_origin
from pyptx.sim.tensor_memory import TensorMemory

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from pyptx.sim.machine import Machine
    from pyptx.sim.observers import TensorBox
    from pyptx.sim.semantics.tcgen05_form import Block, Product
    from pyptx.sim.site import Site

Array: TypeAlias = "NDArray[Any]"


class UndefinedLines:
    """The undefined lines of the operands of an MMA that takes effect.

    Attributes:
        checked: Whether undefined values matter.
        rows: For each row of A, by its copies in tensor memory, the number of an origin; 0 for a defined one.
        columns: For each column of B, the number of an origin; 0 for a defined one.
    """

    def __init__(self, m: Machine, product: Product, step: Site | None) -> None:
        self._m, self._product, self._step = m, product, step
        self._origins: list[Origin] = []
        self.checked = "uninitialized" in m.memory.checks
        self.rows = np.zeros((max(len(product.a_boxes()), 1), product.idesc.m), np.int64)
        self.columns = np.zeros(product.idesc.n, np.int64)

    def note_shared(self, lines: Array, unwritten: Array | None) -> None:
        """Note lines of a matrix in shared memory.

        Args:
            lines: Elements of `rows` or `columns` to note.
            unwritten: An unwritten byte of each line, -1 where there is none; None if there are none.
        """
        if unwritten is None:
            return
        some = unwritten >= 0
        assert self._step is not None
        at = np.full(self._m.lanes, int(unwritten[some][0]))
        self._note(lines, some, unwritten_origin(self._m, self._step, self._thread(), at))

    def note_words(self, rows: Array, box: TensorBox) -> None:
        """Note rows of A in a rectangle of tensor memory, whose elements of `rows` are given."""
        missing = ~self._m.part(TensorMemory).known[box.place]
        if self.checked and missing.any():
            row, column = np.argwhere(missing)[0].tolist()
            origin = self._origin_of(box.cta, box.lanes[0] + row, box.columns[0] + column)
            self._note(rows, np.asarray(missing.any(1)), origin)

    def note_factors(self, lines: Array, missing: Mapping[int, str]) -> None:
        """Note lines that have an undefined scale factor, by number, with the sentence of a report."""
        if self._step is None:
            return
        for line, said in missing.items():
            some = np.arange(lines.shape[-1]) == line
            self._note(lines, some, Origin(self._step, self._thread(), said=said))

    def shift(self) -> None:
        """Give each row of A but the last of each CTA the state of the next one."""
        own = self.rows.reshape(len(self.rows), -1, self._product.rows)
        own[..., :-1] = own[..., 1:].copy()

    def mark(self, block: Block, box: TensorBox, writes: Array | None) -> None:
        """Mark the undefined words of a rectangle of D whose lanes, those of `writes`, were just written."""
        if not self._origins:
            return
        rows = self.rows[block.band if len(self.rows) > 1 else 0, block.rows]
        numbers = np.where(rows[:, None] > 0, rows[:, None], self.columns[None, block.columns])
        if writes is not None:
            numbers = np.where(writes[:, None], numbers, 0)
        for number, origin in enumerate(self._origins, start=1):
            self._m.part(TensorMemory).forget(box, numbers == number, origin)
        self._m.defined.note_spread()

    def note_added(self, box: TensorBox, writes: Array | None) -> None:
        """Note words of D that are added but were never written: they stay undefined."""
        memory = self._m.part(TensorMemory)
        missing = ~memory.known[box.place]
        if not (self._product.adds and self.checked and missing.any()):
            return
        lanes, columns = (np.arange(*each) for each in (box.lanes, box.columns))
        missing &= memory.origin_numbers((np.array(box.cta), lanes[:, None], columns[None])) == 0
        if writes is not None:
            missing &= writes[:, None]
        if missing.any():
            row, column = np.argwhere(missing)[0].tolist()
            said = (
                f"lane {lanes[row]}, column {columns[column]} of tensor memory is added as D, but was never "
                "written: enable-input-d of 0 starts from zero"
            )
            assert self._step is not None
            memory.forget(box, missing, Origin(self._step, self._thread(), said=said))

    def _origin_of(self, cta: int, lane: int, column: int) -> Origin:
        """Return the origin of an undefined word of tensor memory."""
        memory = self._m.part(TensorMemory)
        number = int(memory.origin_numbers((np.array(cta), np.array(lane), np.array(column))))
        found = memory.origin(number)
        if found is not None:
            return found
        assert self._step is not None
        address = np.full(self._m.lanes, lane << LANE_SHIFT | column, np.uint64)
        return Origin(self._step, self._thread(), "", "tensor", address)

    def _note(self, lines: Array, some: Array, origin: Origin) -> None:
        self._origins.append(origin)
        lines[some & (lines == 0)] = len(self._origins)

    def _thread(self) -> Array:
        """The lane that started the MMA."""
        return np.asarray(np.arange(self._m.lanes) == self._product.lane)
