"""Maxima and minima at random points: sets of arguments, without order and repetition.

The maximum of a set is a common part of its arguments plus an unknown function of the set of the rest, so
that ``max(a + c, b + c) = max(a, b) + c``. A positive constant that multiplies all of them is taken out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.equivalence import residues
from pyptx.equivalence.residues import POINTS
from pyptx.sim.shadow.terms import Operation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from pyptx.sim.shadow.terms import Terms

    Array = NDArray[Any]

_SALT = 0x6D6178


class Arguments:
    """The arguments of the maxima and minima of some terms; a minimum is that of the negative arguments.

    Args:
        found: Residues of each term.
        missing: Mask of the residues that a term lacks.
        terms: The terms.
        valued: Maxima and minima whose residues are computed; the others are only arguments of further ones.
    """

    def __init__(self, found: Array, missing: Array, terms: Terms, valued: Array) -> None:
        self._found, self._missing, self._terms = found, missing, terms
        self._fixed, self._valued = terms.fixed, valued
        self._sets: dict[int, tuple[int, frozenset[int]]] = {}
        self._numbers: dict[bytes, int] = {}
        self._kept: list[Array] = []
        self._without: list[Array] = []
        self._factors: list[float] = []
        self._factor_values: dict[float, Array] = {}
        self._constants: dict[int, float] = {}
        self._made: dict[frozenset[int], tuple[Array, Array]] = {}
        self._scaled: dict[tuple[frozenset[int], int], frozenset[int]] = {}

    def of(self, record: Operation, first: int) -> tuple[Array, Array]:
        """The values of a record, and where they are missing."""
        sign = -1 if record.name == "min" else 1
        values, missing = [], []
        for place, operands in enumerate(record.operands.T.tolist()):
            signed = [(term, sign) for term in operands]
            if record.name == "abs":
                signed = [(operands[0], 1), (operands[0], -1)]
            numbers = self._largest(
                frozenset(each for term, own in signed for each in self._arguments(term, own))
            )
            self._sets[first + place] = sign, numbers
            made, none = self._maximum(numbers if self._valued[first + place] else frozenset())
            values.append(made if sign > 0 else residues.negate(made))
            missing.append(none)
        return np.stack(values, axis=-1), np.stack(missing, axis=-1)

    def _arguments(self, term: int, sign: int) -> Iterable[int]:
        """The arguments of a term times a sign: those of a maximum, else itself; none for minus infinity."""
        fixed = float(self._fixed[term]) * sign
        if fixed == -np.inf:
            return ()
        own, numbers = self._sets.get(term, (0, frozenset()))
        if own == sign:
            return numbers
        factor, inner = self._factor(term)
        own, numbers = self._sets.get(inner, (0, frozenset()))
        if own and own == (sign if self._fixed[factor] > 0 else -sign):
            return self._times(numbers, factor)
        value = self._found[..., term] if sign > 0 else residues.negate(self._found[..., term])
        return (self._number(value, self._missing[..., term], self._scale(factor), fixed),)

    def _scale(self, factor: int) -> float:
        """The magnitude of a constant factor; 1 without one."""
        if not factor:
            return 1.0
        found = abs(float(self._fixed[factor]))
        if found not in self._factor_values:
            value = self._found[..., factor]
            self._factor_values[found] = value if self._fixed[factor] > 0 else residues.negate(value)
        return found

    def _factor(self, term: int) -> tuple[int, int]:
        """The constant and the other factor of a product; terms 0 if it is another one."""
        record, place = self._terms.record(term)
        if isinstance(record, Operation) and record.name == "mul":
            one, other = map(int, record.operands[:, place])
            for factor, rest in ((one, other), (other, one)):
                if np.isfinite(self._fixed[factor]) and self._fixed[factor] != 0:
                    return factor, rest
        return 0, 0

    def _times(self, numbers: frozenset[int], factor: int) -> frozenset[int]:
        """A set of arguments times the magnitude of a constant."""
        key = (numbers, factor)
        if key not in self._scaled:
            scale = self._scale(factor)
            self._scaled[key] = frozenset(
                self._number(
                    residues.multiply(self._kept[each], self._factor_values[scale]),
                    self._without[each] | self._missing[..., factor],
                    scale if self._factors[each] == 1.0 else 1.0,
                    self._constants.get(each, np.nan) * scale,
                )
                for each in numbers
            )
        return self._scaled[key]

    def _number(self, value: Array, missing: Array, scale: float, fixed: float) -> int:
        """The number of an argument: equal values have equal ones."""
        key = value.tobytes()
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self._kept)
            self._kept.append(value)
            self._without.append(missing)
            self._factors.append(scale)
            if not np.isnan(fixed):
                self._constants[found] = fixed
        return found

    def _largest(self, numbers: frozenset[int]) -> frozenset[int]:
        """The arguments, of constants only the largest."""
        fixed = sorted((each for each in numbers if each in self._constants), key=self._constants.__getitem__)
        return numbers.difference(fixed[:-1])

    def _maximum(self, numbers: frozenset[int]) -> tuple[Array, Array]:
        """The value of the maximum of some arguments, and where it is missing."""
        if numbers not in self._made:
            self._made[numbers] = self._compute(sorted(numbers))
        return self._made[numbers]

    def _compute(self, numbers: list[int]) -> tuple[Array, Array]:
        if not numbers:
            return np.zeros((2, POINTS), np.uint64), np.zeros((2, POINTS), np.bool_)
        values = np.stack([self._kept[each] for each in numbers], axis=-1)
        missing = np.logical_or.reduce([self._without[each] for each in numbers])
        if len(numbers) == 1:
            return values[..., 0], missing
        scales = {self._factors[each] for each in numbers if self._constants.get(each) != 0}
        scale = np.ones((2, POINTS), np.uint64)
        if len(scales) == 1 and (found := self._factor_values.get(scales.pop())) is not None:
            scale = found
            values = residues.multiply(values, residues.inverse(scale)[..., None])
        common = residues.multiply(residues.total(values, 2), residues.part(len(numbers)))
        rest = residues.add(values, residues.negate(common)[..., None])
        unknown = residues.spread(residues.hashed(rest).sum() ^ np.uint64(_SALT))
        return residues.multiply(scale, residues.add(common, unknown)), missing
