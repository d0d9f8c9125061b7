"""Proofs that two sides are equal over the real numbers, for given sizes.

Both sides run once with terms beside the numbers (`pyptx.sim.shadow.terms`). Elements of outputs are compared
by their values at random points of prime fields (`pyptx.equivalence.points`); those that this leaves open are
brought into canonical form (`pyptx.equivalence.algebra`). Two checks precede the comparison: neither control
flow nor addresses depend on the inputs, and the terms give the values of further runs on other inputs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.equivalence.algebra import Algebra
from pyptx.equivalence.budget import Budget, GaveUpError
from pyptx.equivalence.differences import fit, pairs
from pyptx.equivalence.inputs import Case
from pyptx.equivalence.points import agreeing
from pyptx.equivalence.side_races import first_shared_store
from pyptx.errors import LaunchError
from pyptx.sim.shadow.launch_shadows import kind_of
from pyptx.sim.shadow.report import APPROXIMATION, TOLERANCE
from pyptx.sim.shadow.term_arrays import OutsideFragmentError
from pyptx.sim.shadow.terms import Constants, Operation, Product, Terms, Variables

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from pyptx.equivalence.forms import Form
    from pyptx.equivalence.inputs import Inputs
    from pyptx.equivalence.sides import Side

    Array = NDArray[Any]

CHECKS = ("uniform", "positive", "permutations")
"""Kinds of the inputs on which the values of terms are compared with those of runs."""

_SEED = 20_000

_RACE = "lanes of a warp store different values to one location"

_SHOWN = 3
"""Lines of a function in the text of a proof."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of an attempt to prove that two sides are equal.

    Attributes:
        elements: Elements of outputs whose forms are equal.
        sizes: The sizes for which it holds.
        readings: The real numbers that rounded constants represent, by constant.
        assumptions: Its assumptions about sides whose Python code it does not follow.
        outside: Why a side is outside the fragment, with its line; empty if it is not.
        unequal: The first element whose forms differ; empty if there is none.
        gave_up: The stage and the line at which its time was over; empty if it was not.
        forms: Elements that are compared by their canonical forms: those that values at random points do not
            decide.
    """

    elements: int
    sizes: Mapping[str, Any]
    readings: Mapping[float, str]
    assumptions: tuple[str, ...] = ()
    outside: str = ""
    unequal: str = ""
    gave_up: str = ""
    forms: int = 0

    def __bool__(self) -> bool:
        return not self.outside and not self.unequal and not self.gave_up

    def __str__(self) -> str:
        if self.outside or self.gave_up:
            return f"  {self.outside or self.gave_up}"
        if self.unequal:
            return f"  the terms of {self.unequal} differ, although no input was found that shows it"
        sizes = ", ".join(f"{name}={size}" for name, size in self.sizes.items())
        rows = [f"  {self.elements:,} elements{f' for {sizes}' if sizes else ''}, wherever both are defined"]
        if self.forms:
            rows.append(f"  {self.forms:,} of them by canonical forms")
        if self.readings:
            read = ", ".join(f"{value:.9g} as {text}" for value, text in sorted(self.readings.items()))
            rows.append(f"  constants are read as the numbers that they round: {read}")
        return "\n".join([*rows, *(f"  assumed: {each}" for each in self.assumptions)])

    def to_json(self) -> dict[str, Any]:
        """The proof as JSON values."""
        return {
            "elements": self.elements,
            "sizes": dict(self.sizes),
            "readings": [{"constant": value, "reads": text} for value, text in self.readings.items()],
            "assumptions": list(self.assumptions),
            "outside": self.outside,
            "unequal": self.unequal,
            "gave_up": self.gave_up,
            "forms": self.forms,
        }


def prove(sides: tuple[Side, Side], inputs: Inputs, budget: Budget | None = None) -> Proof:
    """Attempt to prove that two sides, which are equal on all inputs tried, are equal.

    Args:
        sides: The sides.
        inputs: Their arguments: arrays that vary must be of floating-point numbers.
        budget: The time that it may take.
    """
    attempt = _Attempt(sides, inputs, budget or Budget())
    elements, forms = 0, 0
    reasons: dict[str, str] = {}
    try:
        elements, forms, reasons["unequal"] = attempt.result()
    except OutsideFragmentError as error:
        reasons["outside"] = str(error)
    except GaveUpError as error:
        reasons["gave_up"] = str(error)
    assumptions = dict.fromkeys(each.assumption for each in sides if each.assumption)
    assumptions |= dict.fromkeys(attempt.assumptions)
    return Proof(elements, inputs.sizes, attempt.readings, tuple(assumptions), forms=forms, **reasons)


class _Attempt:
    """An attempt to prove that two sides are equal.

    Attributes:
        readings: The real numbers that rounded constants represent, by constant.
        assumptions: The functions that polynomials are read as.
    """

    def __init__(self, sides: tuple[Side, Side], inputs: Inputs, budget: Budget) -> None:
        self._sides, self._inputs, self._budget = sides, inputs, budget
        self._algebra = Algebra(budget.check)
        self.readings: dict[float, str] = self._algebra.readings
        self.assumptions: list[str] = []

    def result(self) -> tuple[int, int, str]:
        """Return how many elements are equal, how many of them by forms, and the first one that is not."""
        budget, algebra = self._budget, self._algebra
        first, second = (_Forms(side, self._inputs, algebra, budget) for side in self._sides)
        for side in (first, second):
            self.assumptions += _approximated(side.terms.functions)
        places: list[tuple[str, tuple[int, ...]]] = []  # of the elements, output after output
        left, right = [], []
        for name, other in pairs(first, second):
            one, two = first.outputs[name], second.outputs[other]
            if not fit(one.shape, two.shape):
                raise LaunchError(f"{name} has the shape {one.shape} and {two.shape}")
            left.append(one.reshape(-1))
            right.append(two.reshape(-1))
            places += [(name, one.shape)] * one.size

        def name_of(element: int) -> str:
            name, shape = places[element]
            start = places.index((name, shape))
            return f"{name}[{', '.join(map(str, map(int, np.unravel_index(element - start, shape))))}]"

        budget.enter("values at random points")
        terms = (first.terms, np.concatenate(left)), (second.terms, np.concatenate(right))
        equal, different, readings = agreeing(*terms, budget.check)
        self.readings.update(readings)
        if different.any():
            return int(equal.sum()), 0, name_of(int(different.argmax()))
        forms = 0
        for element in np.flatnonzero(~equal).tolist():
            budget.enter(f"canonical forms of {name_of(element)}")
            if not algebra.are_equal(
                *(side.form(int(ids[element])) for side, (_, ids) in zip((first, second), terms, strict=True))
            ):
                return int(equal.sum()) + forms, forms, name_of(element)
            forms += 1
        return len(places), forms, ""


def _approximated(functions: Mapping[str, str]) -> Iterator[str]:
    """The functions that are read from polynomials, by line, in words."""
    for name in dict.fromkeys(functions.values()):
        places = [place for place, each in functions.items() if each == name]
        more = f" and {len(places) - _SHOWN} more lines" if len(places) > _SHOWN else ""
        yield f"{', '.join(places[:_SHOWN])}{more}: {name}, which the instructions approximate in f32"


class _Forms:
    """The outputs of a side as terms, and their forms.

    Attributes:
        name: Name of the side.
        terms: The terms of all values.
        outputs: Forms of the outputs, by name.
    """

    def __init__(self, side: Side, inputs: Inputs, algebra: Algebra, budget: Budget) -> None:
        self.name = side.name
        self._side, self._inputs, self._algebra, self._budget = side, inputs, algebra, budget
        self.terms = Terms(budget.check)
        self._forms: dict[int, Form] = {}
        budget.enter(f"races of {self.name}")
        shared = self._shared_store()
        budget.enter(f"terms of {self.name}")
        arguments = self._case(CHECKS[0], 0).arguments(inputs)
        varying = {name: arguments[name] for name in inputs.tiles}
        for name, array in varying.items():
            if not kind_of(array):
                raise OutsideFragmentError(
                    f"{name} is an array of {array.dtype}, of which terms are not made; give its contents"
                )
        variables = {name: self.terms.variables(name, array.shape) for name, array in varying.items()}
        self.outputs = side.terms_of(arguments, inputs.sizes, self.terms, variables)
        budget.enter(f"stores of lanes of {self.name}")
        self._check_stores(shared)
        budget.enter(f"further runs of {self.name}")
        for number, kind in enumerate(CHECKS):
            self._check(self._case(kind, number + 1))

    def _case(self, kind: str, seed: int) -> Case:
        return Case(dict.fromkeys(self._inputs.tiles, kind), self._inputs.sizes, _SEED + 1000 * seed, kind)

    def _shared_store(self) -> str:
        """Return the place of a store whose lanes may differ in rounding; refuse a side with a race.

        Zeros have no rounding: a kernel that still stores different bits has a race.
        """
        varying, zeros = (self._case(kind, 0).arguments(self._inputs) for kind in (CHECKS[0], "zeros"))
        found = first_shared_store(self._side, varying, self._inputs.sizes)
        if found and (place := first_shared_store(self._side, zeros, self._inputs.sizes)):
            raise OutsideFragmentError(_RACE, place)
        return found

    def _check_stores(self, shared: str) -> None:
        """Refuse lanes that store values to one location of which the terms differ.

        Args:
            shared: The place of a store whose lanes gave one location different bits; empty for none.
        """
        if shared and shared not in self.terms.shared_stores:
            raise OutsideFragmentError(_RACE, shared)
        for place, noted in self.terms.shared_stores.items():
            first, second = np.unique(np.concatenate(noted, axis=1), axis=1)
            equal, _, readings = agreeing((self.terms, first), (self.terms, second), self._budget.check)
            self._algebra.readings.update(readings)
            for one, other in zip(first[~equal].tolist(), second[~equal].tolist(), strict=True):
                if not self._algebra.are_equal(self.form(one), self.form(other)):
                    raise OutsideFragmentError(_RACE, place)

    def _check(self, case: Case) -> None:
        """Refuse terms whose values on other inputs differ from those of a run."""
        given = case.arguments(self._inputs)
        values = self.terms.evaluate({name: given[name] for name in self._inputs.tiles})
        outcome = self._side.run(case.arguments(self._inputs), case.sizes)
        if outcome.outputs.keys() != self.outputs.keys():
            raise OutsideFragmentError("which arrays it writes depends on the inputs", self._side.name)
        tolerance = APPROXIMATION if self.terms.functions else TOLERANCE
        for name, output in outcome.outputs.items():
            made = values[self.outputs[name]].reshape(output.shadow.shape)
            with np.errstate(all="ignore"):
                same = np.abs(made - output.shadow) <= tolerance * np.maximum(output.magnitude, np.abs(made))
            same |= (made == output.shadow) | (np.isnan(made) & np.isnan(output.shadow))
            if not same.all():
                at = ", ".join(str(int(each)) for each in np.argwhere(~same)[0])
                reason = (
                    f"{name}[{at}] is another function on other inputs: it depends on their values or bits"
                )
                raise OutsideFragmentError(reason, self._side.name)

    def form(self, term: int) -> Form:
        """The form of a term."""
        pending = [term]
        needed: set[int] = set()
        while pending:
            each = pending.pop()
            if each not in needed and each not in self._forms:
                needed.add(each)
                pending += self._operands(each)
        for each in sorted(needed):  # operands have smaller numbers
            self._budget.check()
            self._forms[each] = self._compute(each)
        return self._forms[term]

    def _operands(self, term: int) -> list[int]:
        match self.terms.record(term):
            case Operation() as record, place:
                return [int(each) for each in record.operands[:, place]]
            case Product() as record, place:
                left, right, addend = record.operands(place)
                return [*map(int, left), *map(int, right), addend]
        return []

    def _compute(self, term: int) -> Form:
        record, place = self.terms.record(term)
        forms, algebra = self._forms, self._algebra
        if isinstance(record, Constants):
            return algebra.constant(float(record.values[place]))
        if isinstance(record, Variables):
            return algebra.variable(record.name, place)
        try:
            if isinstance(record, Product):
                left, right, addend = record.operands(place)
                pairs_ = ((forms[int(one)], forms[int(two)]) for one, two in zip(left, right, strict=True))
                return algebra.sum_of_products(pairs_, forms[addend])
            return algebra.apply(record.name, [forms[int(each)] for each in record.operands[:, place]])
        except OutsideFragmentError as error:
            raise OutsideFragmentError(error.reason, record.line or self._side.name) from None
