"""The shadows of a launch on either engine: those of its inputs, and the counts of its instructions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.address_chains import registers_used
from pyptx.sim.arena import UINT
from pyptx.sim.shadow.cells import (
    BOUND,
    CONSTANTS,
    E2M1,
    INPUTS,
    KINDS,
    LINES,
    MAGNITUDE,
    NODE,
    Cell,
    MemoryCells,
    as_double,
    elements_of,
    elements_of_kind,
    exact_copies,
    literal_values,
)
from pyptx.sim.shadow.double_double import high
from pyptx.sim.shadow.nibbles import CellNumbers, numbers_of_four_bits
from pyptx.sim.shadow.state import ShadowState

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from collections.abc import Set as AbstractSet

    from pyptx.sim.arguments import Arguments
    from pyptx.sim.machine import Machine
    from pyptx.sim.memory import Memory
    from pyptx.sim.observers import Array
    from pyptx.sim.shadow.cells import HeldCells
    from pyptx.sim.shadow.functions import LibraryFunctions
    from pyptx.sim.shadow.line_errors import LineErrors
    from pyptx.sim.shadow.provenance import Provenance
    from pyptx.sim.shadow.rounding_lines import RoundingLines
    from pyptx.sim.site import Site
    from pyptx.sim.steps import Code, Step

_FORMATS = {"float64": "f64", "float32": "f32", "float16": "f16", "bfloat16": "bf16"} | {
    "float8_e4m3fn": "e4m3",
    "float8_e5m2": "e5m2",
}


@dataclass(frozen=True, slots=True)
class ExactInput:
    """An input without rounding.

    Attributes:
        shadow: The values in float64.
        magnitude: The sums of magnitudes of their terms.
        constants: The change of each value if the constants that made it are half a last place off.
        nodes: The nodes of the values in `Provenance`; None if there are none yet.
        kind: The number of their format in `KINDS`; 0 for that of the array.
    """

    shadow: Array
    magnitude: Array
    constants: Array | float = 0.0
    nodes: Array | None = None
    kind: int = 0


class Shadows:
    """The shadows of a launch: those in memory, and what happened at each instruction.

    Attributes:
        names: The lines, by the number of the copy that takes their rounding errors.
        counted: Makes the records of the instructions that were executed, in the order of their first
            executions.
        bounded: Whether the bound of the rounding errors holds: matrix units of hardware keep fewer bits than
            the format of their sums.
        memory: The shadows in memory; None before the launch has started.
        numbers: The numbers in cells; None before the launch has started.
        provenance: The operands of all values; None in a launch without slices.
        precise: Whether shadows are double-double numbers.
    """

    def __init__(
        self,
        code: Code,
        lines: RoundingLines,
        arguments: Arguments,
        given: Mapping[str, ExactInput],
        *,
        provenance: Provenance | None = None,
        precise: bool = False,
    ) -> None:
        self._source, self._arguments, self._given = lines, arguments, given
        self.provenance, self.bounded, self.precise = provenance, code.unit is None, precise
        self.names = lines.names
        self._code = code
        self.record = lines.record
        self._lines: dict[Site, LineErrors] = {}
        self.counted = self._own_lines
        self.memory: HeldCells | None = None
        self.numbers: CellNumbers | None = None
        self._batches = 0

    @cached_property
    def _used(self) -> AbstractSet[int]:
        """The registers whose values are read, which only the reference engine needs."""
        return registers_used(self._code)

    @property
    def obstacle(self) -> str:
        """The reason why the native engine does not follow these shadows; empty for none."""
        if self.provenance is not None:
            return "shadow= with slices or terms"
        if self.precise:
            return "shadow= in double-double"
        return "shadow= of inputs of 4 bits" if self._takes_pairs else ""

    @property
    def _takes_pairs(self) -> bool:
        return any(each.kind == E2M1 for each in self._given.values())

    @cached_property
    def pairs(self) -> bool:
        """Whether bytes may hold two numbers of four bits."""
        words = (word for step in self._code.steps for word in step.operation.words)
        return self._takes_pairs or any("e2m1" in word for word in words)

    @property
    def has_shares(self) -> bool:
        """Whether lines have shares in the errors."""
        return len(self.names) > LINES

    def line(self, step: Site) -> LineErrors:
        """The record of an instruction."""
        found = self._lines.get(step)
        if found is None:
            found = self._lines[step] = self.record(step)
        return found

    def _own_lines(self) -> tuple[LineErrors, ...]:
        return tuple(self._lines.values())

    def clear(self) -> None:
        """Forget what an earlier attempt to run the launch counted."""
        self._lines.clear()
        self.counted = self._own_lines
        self.memory = None

    @property
    def exponent_steps(self) -> AbstractSet[Step]:
        """The integer instructions that read no bit of a fraction."""
        return self._source.exponent_steps

    def approximations(self) -> dict[str, frozenset[int]]:
        """The coefficients of the polynomials of the program, by the place of each."""
        return {self.record(each.step).place: each.coefficients for each in self._source.polynomials}

    @property
    def functions(self) -> LibraryFunctions:
        """The functions of libraries of the program."""
        return self._source.functions

    def copies_of_steps(self) -> dict[Step, int]:
        """The copy that takes the rounding errors of each instruction that has one."""
        return self._source.copies_of_steps()

    def place(self, memory: Memory, make: Callable[[int, int, int], HeldCells]) -> None:
        """Make the shadows in memory, which is laid out, and give the inputs theirs.

        Args:
            memory: The memory.
            make: Makes them of the bytes of the arena, the start of shared and local memory, and the copies.
        """
        size = memory.batch_start + len(memory.raw()[0])  # the arena may lack the bytes of arrays
        self.memory = make(size, memory.batch_start, len(self.names))
        self.numbers = CellNumbers(self.memory.copies, pairs=self.pairs)
        with np.errstate(all="ignore"):  # inputs may be infinite or NaN
            self._take_inputs(memory, self.memory)
        self._batches = 0

    def state_of(self, m: Machine) -> ShadowState:
        """Make the shadows of a batch."""
        assert isinstance(self.memory, MemoryCells)
        assert self.numbers is not None
        if self._batches:
            self.memory.forget_from(m.memory.batch_start)
        self._batches += 1
        return ShadowState(
            m, self.memory, self.numbers, self.provenance, self._used, self._source.constant_bits
        )

    def _take_inputs(self, held: Memory, memory: HeldCells) -> None:
        """Give the inputs the shadows that the caller has for them, and numbers their own."""
        assert self.numbers is not None
        for offset, value, type_ in self._arguments.numbers(held):
            index, elements = np.array([held.param.start + offset]), elements_of(type_)
            if elements is None or elements.count > 1:
                continue
            real = exact_copies(np.full(1, value), memory.copies, precise=self.precise)
            bits = held.content(held.param, offset, elements.bytes_).copy().view(UINT[elements.bytes_])
            real[INPUTS] = elements.decode(bits)[0]
            if real[INPUTS, 0] == value:  # given in its format, it may represent any number that rounds to it
                real[CONSTANTS] = literal_values(elements, bits, memory.copies)[CONSTANTS, 0]
            real[BOUND] = _errors_of_inputs(real)
            memory.put(index, Cell(np.full(1, elements.kind, np.uint8), self.numbers.store(real[:, None])))
        followed = set()  # a tensor map has the array of another parameter
        for name, array, start in self._arguments.placed():
            given = self._given.get(name)
            kind = kind_of(array)
            again = (start, array.nbytes) in followed
            followed.add((start, array.nbytes))
            if given is None and self.provenance is not None and kind and array.size and not again:
                exact = as_double(array)
                given = ExactInput(exact, np.abs(exact))
            if given is None or not (kind or given.kind):
                continue
            elements = elements_of_kind(given.kind or kind)
            values = array if kind else numbers_of_four_bits(array)
            index = held.global_.start + start + np.arange(0, array.nbytes, elements.bytes_)
            real = exact_copies(given.shadow.reshape(-1), memory.copies, precise=self.precise)
            real[INPUTS] = as_double(values.reshape(-1))
            real[CONSTANTS] = np.reshape(given.constants, -1)
            real[MAGNITUDE] = given.magnitude.reshape(-1)
            real[BOUND] = _errors_of_inputs(real)
            if self.provenance is not None:
                nodes = given.nodes if given.nodes is not None else self.provenance.inputs(name, values.shape)
                real[NODE] = nodes.reshape(-1)
            together = real.reshape(len(real), -1, elements.together).swapaxes(1, 2)
            cells = self.numbers.store(together)
            memory.put(index, Cell(np.full(len(index), elements.kind, np.uint8), cells))


def kind_of(array: Array) -> int:
    """The number in `KINDS` of the elements of an array; 0 for those without shadows."""
    return KINDS.index(_FORMATS.get(array.dtype.name, ""))


def _errors_of_inputs(real: Array) -> Array:
    """The rounding errors of inputs; zero for an infinity and for NaN, which are the same in any format."""
    error = np.abs(high(real[INPUTS] - real[0]))
    return np.where(np.isnan(error), 0.0, error)
