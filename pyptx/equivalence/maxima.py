"""Maxima of minima: forms that are piecewise sums, compared as differences of two maxima.

Maxima and minima distribute over each other, so such an expression has many canonical forms. Each is
``max(A) - max(B)`` for two sets of forms without maxima, and two of them are equal if ``max(A1 + B2)`` and
``max(A2 + B1)`` are, whose sums are those of all pairs.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from pyptx.equivalence.forms import UNIT, ZERO, Form, Ring

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyptx.equivalence.forms import Number

MOST_TERMS = 64
"""Largest number of forms in a set: larger ones are not compared."""


class Lattice(Ring):
    """Compares forms that have maxima."""

    def are_equal(self, first: Form, second: Form) -> bool:
        """Whether two forms are equal wherever both are defined; reciprocals are multiplied out."""
        if first == second:
            return True
        if -1 in first or -1 in second:
            return False
        rest = self.without_reciprocals(self.subtract(first, second))
        if rest is None or not rest:
            return rest is not None
        sets = self._difference(rest)
        return sets is not None and set(map(self._number, sets[0])) == set(map(self._number, sets[1]))

    def _difference(self, form: Form) -> tuple[list[Form], list[Form]] | None:
        """Two sets with ``form == max(first) - max(second)``; None if there are none, or only large ones."""
        plain: Form = {}
        above, below = [ZERO], [ZERO]
        for monomial, coefficient in form.items():
            powers, exponent = self._parts[monomial]
            inner = [(atom, power) for atom, power in powers if self._kinds[atom].kind == "max"]
            if not inner:
                plain[monomial] = coefficient
                continue
            others = tuple(each for each in powers if each not in inner)
            if len(inner) > 1 or inner[0][1] != 1 or exponent != self._no_exponent:
                return None
            if not all(self._is_positive(atom) for atom, _ in others):
                return None
            sets = self._difference_of_maximum([self._forms[each] for each in self._kinds[inner[0][0]].forms])
            if sets is None:
                return None
            factor: Form = {self._monomial(others, self._no_exponent): max(coefficient, -coefficient)}
            one, other = ([self._product(factor, each) for each in part] for part in sets)
            if coefficient < 0:
                one, other = other, one
            above, below = self._pairwise_sums(above, one), self._pairwise_sums(below, other)
            if max(len(above), len(below)) > MOST_TERMS:
                return None
        return [self.add(plain, each) for each in above], below

    def _difference_of_maximum(self, forms: list[Form]) -> tuple[list[Form], list[Form]] | None:
        """Return the two sets of a maximum: its terms, each with the subtrahends of the others."""
        parts = []
        for form in forms:
            part = self._difference(form)
            if part is None:
                return None
            parts.append(part)
        above: list[Form] = []
        below = [ZERO]
        for place, (one, own) in enumerate(parts):
            for number, (_, other) in enumerate(parts):
                one = self._pairwise_sums(one, other) if number != place else one
            above = self._largest([*above, *one])
            below = self._pairwise_sums(below, own)
            if max(len(above), len(below)) > MOST_TERMS:
                return None
        return above, below

    def _pairwise_sums(self, first: list[Form], second: list[Form]) -> list[Form]:
        return self._largest(self.add(one, two) for one in first for two in second)

    def _largest(self, forms: Iterable[Form]) -> list[Form]:
        """Without the forms that two others, or one, exceed everywhere."""
        found: dict[int, Form] = {}
        for form in forms:
            key = self._number(_varying(form))
            if key not in found or found[key].get(UNIT, 0) < form.get(UNIT, 0):
                found[key] = form
        kept = list(found.values())
        if len(kept) > MOST_TERMS:
            return kept
        for form in list(kept):
            others = [each for each in kept if each is not form]
            if any(_is_between(form, one, two) for one, two in combinations(others, 2)):
                kept = others
        return kept


def _varying(form: Form) -> Form:
    return {monomial: coefficient for monomial, coefficient in form.items() if monomial != UNIT}


def _is_between(form: Form, one: Form, two: Form) -> bool:
    """Whether a form is at most a weighted mean of two others."""
    share: Number | None = None
    for monomial in (form.keys() | one.keys() | two.keys()) - {UNIT}:
        start, end, own = (each.get(monomial, 0) for each in (one, two, form))
        if start == end:
            if own != start:
                return False
            continue
        found = Fraction(own - start) / Fraction(end - start)
        if (share is not None and found != share) or not 0 < found < 1:
            return False
        share = found
    if share is None:
        return False
    return form.get(UNIT, 0) <= one.get(UNIT, 0) * (1 - share) + two.get(UNIT, 0) * share
