"""The shadows of values that calls and returns pass, and of the registers that recursive functions save."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.ir import Literal
from pyptx.sim.shadow.cells import RegisterCells, part, shifted
from pyptx.sim.shadow.state import F32
from pyptx.sim.symbols import Variable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyptx.sim.operands import Operation
    from pyptx.sim.shadow.cells import Array, Mask, Word
    from pyptx.sim.shadow.state import ShadowState
    from pyptx.sim.symbols import Callee, Formal, Register


class CallShadows:
    """The shadows on their way between callers and functions."""

    def __init__(self, state: ShadowState) -> None:
        self._state, self._m = state, state.m
        self._saved = RegisterCells()
        self._words: list[Word] = []

    def take(self, op: Operation, places: Sequence[Formal | Literal | None]) -> None:
        """Keep the shadows of the values that the active lanes pass."""
        words = (
            self._state.word(op, each, F32.bytes_) if isinstance(each, Literal) else self._word(each)
            for each in places
        )
        self._words = [{offset: cell.copy() for offset, cell in word.items()} for word in words]

    def give(self, places: Sequence[Formal | None], lanes: Array) -> None:
        """Give the places in which lanes have got the values their shadows, or none."""
        for number, place in enumerate(places):
            word = self._words[number] if number < len(self._words) else {}
            if isinstance(place, Variable):
                self._state.memory.write(self._index(place, lanes), word, lanes)
            else:
                for first, register in _parts(place):
                    self._state.registers.write(
                        register.number, part(word, first, register.type.bytes), lanes
                    )

    def save(self, callee: Callee, lanes: Array) -> None:
        """Save the shadows in the registers of a recursive function that lanes enter."""
        for key, number, here in self._activations(callee, lanes):
            self._saved.write(key, self._state.registers.word(number), here)

    def restore(self, callee: Callee, lanes: Array) -> None:
        """Restore those of a recursive function that lanes leave."""
        for key, number, here in self._activations(callee, lanes):
            self._state.registers.write(number, self._saved.word(key), here)

    def _activations(self, callee: Callee, lanes: Array) -> Iterator[tuple[int, int, Array]]:
        """The number of each saved register and its own, with the lanes, by depth of the call."""
        depths = self._m.calls.depth
        for depth in np.unique(depths[lanes]).tolist() if callee.recursive else ():
            for register in callee.registers:
                key = depth * len(self._m.code.registers) + register.number
                yield key, register.number, lanes & (depths == depth)

    def _word(self, place: Formal | None) -> Word:
        """The shadows among the bytes of registers, or of a variable of the current frame."""
        if isinstance(place, Variable):
            return self._state.memory.word(self._index(place, self._m.mask), place.size)
        found: Word = {}
        for first, register in _parts(place):
            found.update(shifted(self._state.registers.word(register.number), first))
        return found

    def _index(self, place: Variable, mask: Mask) -> Array:
        address = self._m.calls.frame + np.uint64(place.offset)
        return self._m.memory.locate("local", address, place.size, mask, align=1)


def _parts(place: Register | tuple[Register, ...] | None) -> Iterator[tuple[int, Register]]:
    """The registers of a place, each with the number of its first byte there."""
    first = 0
    for register in () if place is None else place if isinstance(place, tuple) else (place,):
        yield first, register
        first += register.type.bytes
