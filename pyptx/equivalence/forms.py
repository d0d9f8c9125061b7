"""Sums of monomials in canonical form: the ring of `pyptx.equivalence.algebra`, without its functions.

Monomials and forms are interned: equal ones have equal numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pyptx.sim.shadow.term_arrays import OutsideFragmentError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from fractions import Fraction

Number: TypeAlias = "int | Fraction"
Form: TypeAlias = "dict[int, Number]"
"""Coefficients by monomial; none is zero. A form is not changed once it is made."""

LOG2_E, ROOT_PI = "log2(e)", "sqrt(pi)"

UNIT = 0
"""The monomial 1."""

ONE: Form = {UNIT: 1}
ZERO: Form = {}
INFINITE: dict[int, Form] = {1: {-1: 1}, -1: {-1: -1}}
"""The forms of the infinities, by sign: only some operations take them."""

MOST_MONOMIALS = 200_000
"""Largest number of terms in a sum."""

_Powers: TypeAlias = "tuple[tuple[int, Number], ...]"


class Atom(NamedTuple):
    """A variable, a function of one form or a maximum of several, by their numbers."""

    kind: str
    form: int = 0
    forms: frozenset[int] = frozenset()
    element: int = 0


class Ring:
    """Makes forms with sums and products.

    Args:
        watch: Called before each product; may raise.
    """

    def __init__(self, watch: Callable[[], None] | None = None) -> None:
        self._watch = watch
        self._numbers: dict[frozenset[tuple[int, Number]], int] = {}
        self._forms: list[Form] = []
        self._atoms: dict[Atom, int] = {}
        self._kinds: list[Atom] = []
        self._monomials: dict[tuple[_Powers, int], int] = {}
        self._parts: list[tuple[_Powers, int]] = []
        self._roots: set[int] = set()
        self._products: dict[tuple[int, int], int] = {}
        self._sums: dict[tuple[int, int], int] = {}
        self._no_exponent = self._number(ZERO)
        self._monomial((), self._no_exponent)

    # Interned parts

    def _number(self, form: Form) -> int:
        """The number of a form: equal forms have equal ones."""
        key = frozenset(form.items())
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self._forms)
            self._forms.append(form)
        return found

    def _atom(self, atom: Atom) -> int:
        found = self._atoms.get(atom)
        if found is None:
            found = self._atoms[atom] = len(self._kinds)
            self._kinds.append(atom)
        return found

    def _monomial(self, powers: _Powers, exponent: int) -> int:
        key = (powers, exponent)
        found = self._monomials.get(key)
        if found is None:
            found = self._monomials[key] = len(self._parts)
            self._parts.append(key)
            if any(self._kinds[atom].kind == "sqrt" and power >= 2 for atom, power in powers):
                self._roots.add(found)
        return found

    def _of_atom(self, atom: Atom) -> Form:
        return {self._monomial(((self._atom(atom), 1),), self._no_exponent): 1}

    def _function(self, kind: str, form: Form) -> Form:
        return self._of_atom(Atom(kind, self._number(form)))

    # Sums and products

    def add(self, *forms: Form) -> Form:
        """The sum."""
        infinite = [each for each in forms if -1 in each]
        if infinite:
            if any(each != infinite[0] for each in infinite):
                raise OutsideFragmentError("infinities of both signs are added")
            return infinite[0]
        found = dict(forms[0])
        for form in forms[1:]:
            self._add_to(found, form, 1)
        return found

    @staticmethod
    def _add_to(found: Form, form: Form, factor: Number) -> None:
        for monomial, coefficient in form.items():
            total = found.get(monomial, 0) + coefficient * factor
            if total:
                found[monomial] = total
            else:
                found.pop(monomial, None)

    def negate(self, form: Form) -> Form:
        """The form with the other sign."""
        return {monomial: -coefficient for monomial, coefficient in form.items()}

    def subtract(self, first: Form, second: Form) -> Form:
        """The difference."""
        return self.add(first, self.negate(second))

    def multiply(self, first: Form, second: Form) -> Form:
        """The product."""
        if -1 in first or -1 in second:
            return self._infinite_product(first, second)
        return self._product(first, second)

    def sum_of_products(self, pairs: Iterable[tuple[Form, Form]], addend: Form) -> Form:
        """The sum of products and one more form."""
        found = dict(addend)
        for first, second in pairs:
            product = self.multiply(first, second)
            if -1 in product or -1 in found:
                found = dict(self.add(found, product))
            else:
                self._add_to(found, product, 1)
        return self._bounded(found)

    def _infinite_product(self, first: Form, second: Form) -> Form:
        sign = self._sign(first) * self._sign(second)
        if not sign:
            raise OutsideFragmentError("an infinity is multiplied by a value whose sign is not known")
        return INFINITE[sign]

    def _sign(self, form: Form) -> int:
        """The sign of an infinity, or of a constant; 0 if it is not known."""
        if -1 in form:
            return 1 if form[-1] > 0 else -1
        if len(form) != 1:
            return 0
        ((monomial, coefficient),) = form.items()
        powers, _ = self._parts[monomial]
        positive = all(self._is_positive(atom) for atom, _ in powers)
        return (1 if coefficient > 0 else -1) if positive else 0

    def _is_positive(self, atom: int) -> bool:
        """Whether an atom is a positive constant."""
        own = self._kinds[atom]
        return own.kind in (LOG2_E, ROOT_PI) or (own.kind == "sqrt" and set(self._forms[own.form]) == {UNIT})

    def _product(self, first: Form, second: Form) -> Form:
        if self._watch is not None:
            self._watch()
        if len(first) > len(second):
            first, second = second, first
        if len(first) * len(second) > 16 * MOST_MONOMIALS:
            raise OutsideFragmentError(f"a product has more than {16 * MOST_MONOMIALS:,} terms")
        found: Form = {}
        for one, factor in first.items():
            if one == UNIT:
                self._add_to(found, second, factor)
                continue
            for other, coefficient in second.items():
                monomial = self._products.get((one, other))
                if monomial is None:
                    monomial = self._products[one, other] = self._times(one, other)
                total = found.get(monomial, 0) + factor * coefficient
                if total:
                    found[monomial] = total
                else:
                    del found[monomial]
        if self._roots and not self._roots.isdisjoint(found):
            found = self._without_squares(found)
        return self._bounded(found)

    @staticmethod
    def _bounded(form: Form) -> Form:
        if len(form) > MOST_MONOMIALS:
            raise OutsideFragmentError(f"a sum has more than {MOST_MONOMIALS:,} terms")
        return form

    def _times(self, first: int, second: int) -> int:
        powers, exponent = self._parts[first]
        others, other = self._parts[second]
        merged = dict(powers)
        for atom, power in others:
            merged[atom] = merged.get(atom, 0) + power
        kept = tuple(sorted((atom, power) for atom, power in merged.items() if power))
        return self._monomial(kept, self._exponents(exponent, other))

    def _exponents(self, first: int, second: int) -> int:
        """The number of the sum of two exponents."""
        if first == self._no_exponent or second == self._no_exponent:
            return max(first, second)
        key = (first, second)
        found = self._sums.get(key)
        if found is None:
            found = self._sums[key] = self._number(self.add(self._forms[first], self._forms[second]))
        return found

    def _without_squares(self, form: Form) -> Form:
        """The form with squares of roots resolved."""
        found: Form = {}
        for monomial, coefficient in form.items():
            if monomial not in self._roots:
                self._add_to(found, {monomial: coefficient}, 1)
                continue
            powers, exponent = self._parts[monomial]
            rest, factors = [], []
            for atom, power in powers:
                own = self._kinds[atom]
                if own.kind == "sqrt" and power >= 2:
                    factors += [self._forms[own.form]] * (int(power) // 2)
                    power = power % 2
                if power:
                    rest.append((atom, power))
            made: Form = {self._monomial(tuple(rest), exponent): coefficient}
            for factor in factors:
                made = self._product(made, factor)
            self._add_to(found, made, 1)
        return found

    @staticmethod
    def _common(forms: list[Form]) -> Form:
        """For each monomial the least coefficient in any form: terms that all forms share."""
        found: Form = {}
        for monomial in {each for form in forms for each in form}:
            least = min(form.get(monomial, 0) for form in forms)
            if least:
                found[monomial] = least
        return found

    # Comparison

    def without_reciprocals(self, form: Form) -> Form | None:
        """A form that is zero where another one is, and has no reciprocals; None if those are many."""
        for _ in range(64):
            atom = self._some_reciprocal(form)
            if atom is None:
                return form
            form = self._multiplied_out(form, atom)
        return None

    def _some_reciprocal(self, form: Form) -> int | None:
        found = (
            atom
            for monomial in form
            for atom, power in self._parts[monomial][0]
            if self._kinds[atom].kind == "inv" and power > 0
        )
        return max(found, default=None)

    def _multiplied_out(self, form: Form, atom: int) -> Form:
        """The form times a power of a sum that cancels its reciprocal."""
        below = self._forms[self._kinds[atom].form]
        most = max(int(dict(self._parts[monomial][0]).get(atom, 0)) for monomial in form)
        found: Form = {}
        powers_of_below = [ONE]
        for _ in range(most):
            powers_of_below.append(self._product(powers_of_below[-1], below))
        for monomial, coefficient in form.items():
            powers, exponent = self._parts[monomial]
            own = int(dict(powers).get(atom, 0))
            rest = tuple(each for each in powers if each[0] != atom)
            made = {self._monomial(rest, exponent): coefficient}
            self._add_to(found, self._product(made, powers_of_below[most - own]), 1)
        return found


def simple(value: Fraction) -> Number:
    """Return a rational number as an integer, if it is one."""
    return value.numerator if value.denominator == 1 else value
