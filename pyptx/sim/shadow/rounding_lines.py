"""The lines of a program that round, each with the number of the copies of shadows that take its errors."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pyptx.sim.semantics import defined
from pyptx.sim.semantics.shadows import ROUNDING
from pyptx.sim.semantics.tcgen05_mma import multiply as tensor_multiply
from pyptx.sim.semantics.tensor_copy import reduce as tensor_reduce
from pyptx.sim.shadow.cells import INPUTS, LINES, elements_of
from pyptx.sim.shadow.functions import LibraryFunctions, library_functions
from pyptx.sim.shadow.idioms import constant_bits, exponent_steps, polynomials
from pyptx.sim.shadow.line_errors import LineErrors

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyptx.sim.lines import Lines
    from pyptx.sim.shadow.cells import Elements
    from pyptx.sim.shadow.idioms import Polynomial
    from pyptx.sim.site import Site
    from pyptx.sim.steps import Code, Step

MOST_LINES = 32
"""Most lines with a share of their own, those of narrow formats first; the others of a program share one."""

OTHERS = "other lines"


class RoundingLines:
    """The lines of a program, found once: launches with shadows share them.

    Args:
        code: The program.
        source: Its lines.
        shares: Whether lines have shares in the errors.

    Attributes:
        names: The lines, by the number of the copy that takes their rounding errors.
    """

    def __init__(self, code: Code, source: Lines, *, shares: bool) -> None:
        self._code, self._source = code, source
        self._records: dict[Site, tuple[str, str, str, int]] = {}
        self.names = [""] * LINES
        self.names[INPUTS] = "rounding of the inputs"
        self._copies: dict[str, int] = {}
        places: dict[str, float] = {}
        for step in _rounding(code) if shares else ():
            label = self._label(step)
            places[label] = max(places.get(label, 0.0), _last_place(step))
        coarsest = set(sorted(places, key=lambda label: -places[label])[:MOST_LINES])
        for label in (each for each in places if each in coarsest):
            self._copies[label] = len(self.names)
            self.names.append(label)
        if len(places) > len(coarsest):
            self._copies |= dict.fromkeys(places.keys() - coarsest, len(self.names))
            self.names.append(OTHERS)

    def _label(self, step: Site) -> str:
        source = self._source.source(step)
        return str(source) if source else f"PTX line {self._source.of(step)[0]}"

    def record(self, step: Site) -> LineErrors:
        """Return an empty record of an instruction."""
        found = self._records.get(step)
        if found is None:
            label = self._label(step)
            found = self._source.place(step), label, step.name, self._copies.get(label, -1)
            self._records[step] = found
        return LineErrors(*found)

    @cached_property
    def polynomials(self) -> tuple[Polynomial, ...]:
        """The polynomials of the program."""
        return polynomials(self._code)

    @cached_property
    def functions(self) -> LibraryFunctions:
        """The functions of libraries to which these polynomials belong."""
        return library_functions(self._code, self.polynomials)

    @cached_property
    def exponent_steps(self) -> set[Step]:
        """The integer instructions that read no bit of a fraction."""
        return exponent_steps(self._code)

    @cached_property
    def constant_bits(self) -> dict[int, str]:
        """The constants in f32 of registers that hold their bits."""
        return constant_bits(self._code)

    def copies_of_steps(self) -> dict[Step, int]:
        """The copy that takes the rounding errors of each instruction that has one."""
        if not self._copies:
            return {}
        found = {step: self._copies.get(self._label(step), -1) for step in self._code.steps}
        return {step: copy for step, copy in found.items() if copy >= 0}


def _rounding(code: Code) -> Iterable[Step]:
    """The instructions of a program that may round."""
    for step in code.steps:
        definition, builder = defined(step.instruction.opcode, step.instruction.modifiers)
        rule = builder or (None if definition is None else definition.function)
        rounds = builder is None and definition is not None and definition.real and not definition.decides
        if (rule in ROUNDING or rounds) and (
            any(_floats(step)) or builder in (tensor_multiply, tensor_reduce)
        ):
            yield step


def _last_place(step: Site) -> float:
    """The last place of 1 in the format of a result; 0 if no modifier is a format."""
    return next((each.place for each in _floats(step) if each is not None), 0.0)


def _floats(step: Site) -> list[Elements | None]:
    """The formats among the modifiers of an instruction."""
    return [elements_of(word) for word in step.instruction.modifiers]
