"""The shadows of asynchronous writes: bulk copies and reductions, tensor copies, `st.async`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pyptx.sim.semantics.atomic import REAL_UPDATES
from pyptx.sim.shadow.cells import BOUND, MAGNITUDE, NODE, VALUES_AND_NODES, Cell, elements_of
from pyptx.sim.shadow.magnitudes import SPREADS

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.sim.asynchrony import Transfer
    from pyptx.sim.shadow.cells import Array, Elements, Mask, Word
    from pyptx.sim.shadow.line_errors import LineErrors
    from pyptx.sim.shadow.state import ShadowState
    from pyptx.sim.site import Site


class Reduction(NamedTuple):
    """Elements that a transfer combines with those at its destination.

    Attributes:
        places: Arena index of each.
        held: The old contents with their shadows: shape (copies + 1, elements).
        values: The elements themselves.
        elements: Their format.
        combine: A NumPy function of two operands.
    """

    places: Array
    held: Array
    values: Array
    elements: Elements
    combine: Callable[..., Any]


class TransferShadows:
    """The shadows on their way between places in memory.

    Args:
        state: The shadows of the batch.
        line_of: Returns the record of an instruction.
    """

    def __init__(self, state: ShadowState, line_of: Callable[[Site], LineErrors]) -> None:
        self._state, self._line_of = state, line_of
        self._reading: list[tuple[Array, Mask]] | None = None
        self._writing: list[Array] = []
        self._reductions: list[Reduction | None] = []
        self._lost = False
        self._sent: tuple[Array, Word] | None = None

    # While an operation takes effect

    def fetched(self, index: Array, size: int, inside: Mask) -> None:
        """Keep the places that it reads."""
        if self._reading is not None:
            self._reading.append((bytes_of(index, size), None if inside is None else np.repeat(inside, size)))

    def overwritten(self, index: Array, size: int) -> None:
        """Keep the places that it writes."""
        if self._reading is not None:
            self._writing.append(bytes_of(index, size))

    def combining(self, index: Array, values: Array, type_: str, operation: str) -> None:
        """Keep the contents of the elements that it combines with others."""
        elements, combine = elements_of(type_), REAL_UPDATES.get(operation)
        kinds = self._state.memory.get(bytes_of(index, values.itemsize)).kind
        self._lost |= bool(np.any((kinds > 0) & (kinds != (elements.kind if elements and combine else 0))))
        if elements is None or elements.count > 1 or combine is None:
            self._reductions.append(None)
            return
        raw = self._state.m.memory.gather(index, elements.bytes_, 1)
        held = self._state.with_shadows(index, elements.decode(raw)[0], elements)
        actual = elements.decode(values.view(f"u{elements.bytes_}"))[0]
        self._reductions.append(Reduction(index, held, actual, elements, combine))

    # Operations

    def sending(self, index: Array, lanes: Array, word: Word) -> None:
        """Keep the shadows of registers that lanes write later; those of no other instruction."""
        self._sent = index[lanes].copy(), self._state.of_lanes(word, lanes)

    def start(self, transfer: Transfer) -> None:
        """Let the shadows of a transfer move when it takes effect."""
        if self._sent is not None:
            self._send(transfer, *self._sent)
            self._sent = None
            return
        fetch, deliver, step = transfer.fetch, transfer.deliver, transfer.work.step
        taken: list[tuple[Cell, Array]] = []

        def fetching() -> Any:
            reading: list[tuple[Array, Mask]] = []
            self._reading = reading
            content = fetch()
            self._reading = None
            for index, inside in reading:
                kept = np.ones(len(index), np.bool_) if inside is None else inside
                cell = self._state.memory.take(index)
                if step is not None and self._state.memory.has_cut(index, 1, inside):
                    self._line_of(step).restarts += 1
                taken.append((Cell(np.where(kept, cell.kind, 0), cell.real), kept))
            return content

        def delivering(content: Any) -> None:
            self._reading, self._writing, self._reductions, self._lost = [], [], [], False
            deliver(content)
            combined, self._reading = self._reading, None
            if self._reductions and len(taken) == 1 and step is not None:
                kept = self._reduce(step, *taken[0])
            else:
                fits = len(taken) == 1 and not combined
                kept = fits and all(self._place(index, *taken[0]) for index in self._writing)
            lost = self._lost or (not kept and any(cell.kind.any() for cell, _ in taken))
            if lost and step is not None:
                self._line_of(step).restarts += 1

        transfer.fetch, transfer.deliver = fetching, delivering

    def _send(self, transfer: Transfer, index: Array, word: Word) -> None:
        """Let the values of registers have their shadows when they are written."""
        deliver = transfer.deliver

        def delivering(content: Any) -> None:
            deliver(content)
            self._state.memory.write(index, word, None)

        transfer.deliver = delivering

    def _place(self, index: Array, cell: Cell, kept: Array) -> bool:
        """Give bytes that a copy has written the shadows of those that it read; whether they are as many."""
        if len(index) == len(kept):
            self._state.memory.place(index, cell)
        elif len(index) == np.count_nonzero(kept):
            self._state.memory.place(index, Cell(cell.kind[kept], cell.real[:, kept]))
        else:
            return False
        return True

    def _reduce(self, step: Site, cell: Cell, kept: Array) -> bool:
        """Combine the shadows of bytes with those at the destination; whether it has a meaning for all."""
        state, first, used = self._state, 0, 0
        before, state.line = state.line, self._line_of(step)
        kinds, reals = cell.kind[kept], cell.real[:, kept]
        for each in self._reductions:
            if each is None:
                continue
            elements = each.elements
            starts = slice(first, first + elements.bytes_ * len(each.places), elements.bytes_)
            first = starts.stop
            known = kinds[starts] == elements.kind
            used += int(np.count_nonzero(known))
            given = state.exact(each.values)
            own = Cell(kinds[starts], reals[:, starts])
            given[:-1] = np.where(known, state.numbers.load(own, elements)[:, 0], given[:-1])
            expected = each.combine(each.held, given)
            expected[SPREADS] = each.held[SPREADS] + given[SPREADS]
            expected[BOUND] += elements.place * expected[MAGNITUDE]
            if state.provenance is not None:
                nodes = (each.held[VALUES_AND_NODES], given[VALUES_AND_NODES])
                which = np.arange(len(each.places))
                expected[NODE] = state.provenance.update(state.line, *nodes, which, each.combine)
            raw = state.m.memory.gather(each.places, elements.bytes_, 1)
            real = state.add_rounding(expected, elements.decode(raw)[0], elements, None)
            kind = np.full(len(each.places), elements.kind, np.uint8)
            state.memory.put(each.places, Cell(kind, state.numbers.store(real[:, None])))
        state.line = before
        return None not in self._reductions and used == np.count_nonzero(kinds)


def bytes_of(index: Array, size: int) -> Array:
    """The bytes of units, in order."""
    found: Array = (index.reshape(-1)[:, None] + np.arange(size)).reshape(-1)
    return found
