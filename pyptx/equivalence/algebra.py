"""A canonical form of real expressions: sums of monomials, with functions as atoms.

A monomial is a product of powers of atoms and one power of two, whose exponent is a form too, so that
``2^a * 2^b`` and ``2^(a + b)`` are one form. Atoms are the elements of inputs, and functions of normalised
forms: a sum inside a reciprocal, a root or a logarithm has no factor that could stand outside, and a maximum
no term and no positive factor that all its arguments share. Two expressions of one form are equal wherever
both are defined; the reverse does not hold.

>>> algebra = Algebra()
>>> x, y = algebra.variable("x", 0), algebra.variable("y", 0)
>>> softmax = algebra.divide(algebra.exp2(x), algebra.add(algebra.exp2(x), algebra.exp2(y)))
>>> shifted = algebra.divide(
...     algebra.exp2(algebra.subtract(x, y)), algebra.add(algebra.exp2(algebra.subtract(x, y)), ONE)
... )
>>> softmax == shifted, softmax == x
(True, False)
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from pyptx.equivalence.forms import INFINITE, LOG2_E, ONE, ROOT_PI, UNIT, ZERO, Atom, Form, Number, simple
from pyptx.equivalence.maxima import Lattice
from pyptx.equivalence.readings import read
from pyptx.sim.shadow.term_arrays import OutsideFragmentError

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_EXPONENT = 4096
"""Largest power of two that becomes a coefficient: larger ones stay an atom."""

_METHODS = {
    "sub": "subtract",
    "mul": "multiply",
    "div": "divide",
    "max": "maximum",
    "min": "minimum",
    "neg": "negate",
    "abs": "absolute",
    "sum": "add",
}


class Algebra(Lattice):
    """Makes forms with functions. Forms of one algebra are comparable.

    Attributes:
        readings: The real numbers that rounded constants represent, by their text.

    Args:
        watch: Called before each product; may raise.
    """

    def __init__(self, watch: Callable[[], None] | None = None) -> None:
        super().__init__(watch)
        self.readings: dict[float, str] = {}
        self._constants: dict[float, Form] = {}

    # Leaves

    def variable(self, name: str, element: int) -> Form:
        """The form of an element of an input."""
        return self._of_atom(Atom(f"element of {name}", element=element))

    def constant(self, value: float) -> Form:
        """The form of a constant of a program, read as the real number that it represents."""
        found = self._constants.get(value)
        if found is None:
            found = self._constants[value] = self._constant(value)
        return found

    def _constant(self, value: float) -> Form:
        if value != value:
            raise OutsideFragmentError("a value is NaN")
        if value in (float("inf"), float("-inf")):
            return INFINITE[1 if value > 0 else -1]
        reading = read(value)
        if reading.text:
            self.readings[value] = reading.text
        found = self._product(self._rational(reading.factor), self.sqrt(self._rational(reading.under)))
        for kind, power in ((LOG2_E, reading.log2_e), (ROOT_PI, reading.root_pi)):
            if power:
                powers = ((self._atom(Atom(kind)), power),)
                found = self._product(found, {self._monomial(powers, self._no_exponent): 1})
        return found

    @staticmethod
    def _rational(value: Fraction) -> Form:
        whole: Number = value.numerator if value.denominator == 1 else value
        return {UNIT: whole} if value else ZERO

    # Functions

    def exp2(self, form: Form) -> Form:
        """Two to the power of a form."""
        if -1 in form:
            if form[-1] > 0:
                raise OutsideFragmentError("a power of two with an infinite exponent")
            return ZERO
        whole = form.get(UNIT, 0)
        power = whole.numerator // whole.denominator
        if abs(power) > MOST_EXPONENT:
            return {self._monomial((), self._number(form)): 1}
        rest = self.add(form, self._rational(Fraction(-power)))
        return {self._monomial((), self._number(rest)): simple(Fraction(2) ** power)}

    def reciprocal(self, form: Form) -> Form:
        """One over a form."""
        if not form:
            raise OutsideFragmentError("a division by zero")
        if -1 in form:
            return ZERO
        content, rest = (form, ONE) if len(form) == 1 else self._factored(form)
        inverse = self._inverse(content)
        return inverse if rest == ONE else self._product(inverse, self._function("inv", rest))

    def divide(self, first: Form, second: Form) -> Form:
        """The quotient."""
        return self.multiply(first, self.reciprocal(second))

    def _inverse(self, form: Form) -> Form:
        """One over a form of one monomial."""
        ((monomial, coefficient),) = form.items()
        powers, exponent = self._parts[monomial]
        negative = self._number(self.negate(self._forms[exponent]))
        found: Form = {self._monomial((), negative): simple(1 / Fraction(coefficient))}
        for atom, power in powers:
            own = self._kinds[atom]
            if own.kind == "inv":
                factor, times = self._forms[own.form], power
            elif own.kind == "sqrt":
                under = self.reciprocal(self._forms[own.form])
                factor, times = self._product({self._monomial(((atom, 1),), self._no_exponent): 1}, under), 1
            else:
                factor, times = {self._monomial(((atom, -power),), self._no_exponent): 1}, 1
            for _ in range(int(times)):
                found = self._product(found, factor)
        return found

    def sqrt(self, form: Form) -> Form:
        """The square root."""
        if not form:
            return ZERO
        self._require_finite("the square root", form)
        content, rest = self._factored(form, powers=False)
        ((monomial, coefficient),) = content.items()
        if coefficient < 0:
            coefficient, rest = -coefficient, self.negate(rest)
        outside, inside = _root(Fraction(coefficient))
        _, exponent = self._parts[monomial]
        half = self._number(self._product(self._forms[exponent], {UNIT: Fraction(1, 2)}))
        found: Form = {self._monomial((), half): outside}
        if inside != 1:
            found = self._product(found, self._function("sqrt", {UNIT: inside}))
        if rest == ONE:
            return found
        below = self._below(rest)
        if below is not None:  # the root of a reciprocal
            return self._product(found, self.reciprocal(self.sqrt(below)))
        return self._product(found, self._function("sqrt", rest))

    def _below(self, form: Form) -> Form | None:
        """The sum in the denominator of a reciprocal; None for another form."""
        powers, exponent = self._parts[next(iter(form))]
        if len(form) > 1 or len(powers) != 1 or exponent != self._no_exponent or powers[0][1] != 1:
            return None
        own = self._kinds[powers[0][0]]
        return self._forms[own.form] if own.kind == "inv" else None

    @staticmethod
    def _require_finite(what: str, form: Form) -> None:
        if -1 in form:
            raise OutsideFragmentError(f"{what} of an infinity")

    def log2(self, form: Form) -> Form:
        """The logarithm to base two."""
        if not form:
            raise OutsideFragmentError("the logarithm of zero")
        self._require_finite("the logarithm", form)
        content, rest = self._factored(form, powers=False)
        ((monomial, coefficient),) = content.items()
        if coefficient < 0:
            coefficient, rest = -coefficient, self.negate(rest)
        _, exponent = self._parts[monomial]
        found = self._forms[exponent]
        for each in (self._rational(Fraction(coefficient)), rest):
            if each != ONE:
                found = self.add(found, self._function("log2", each))
        return found

    def exp(self, form: Form) -> Form:
        """The exponential."""
        return self.exp2(self.multiply(form, self._of_atom(Atom(LOG2_E))))

    def log(self, form: Form) -> Form:
        """The natural logarithm."""
        return self.divide(self.log2(form), self._of_atom(Atom(LOG2_E)))

    def tanh(self, form: Form) -> Form:
        """The hyperbolic tangent: ``1 - 2 / (1 + e^2x)``."""
        below = self.add(ONE, self.exp(self.multiply(form, {UNIT: 2})))
        return self.add(ONE, self._product({UNIT: -2}, self.reciprocal(below)))

    def function(self, name: str, form: Form) -> Form:
        """A function without laws, such as the sine."""
        self._require_finite(name, form)
        return self._function(name, form)

    def absolute(self, form: Form) -> Form:
        """The magnitude."""
        return self.maximum(form, self.negate(form))

    def apply(self, name: str, forms: list[Form]) -> Form:
        """The result of an operation by its name in `pyptx.sim.shadow.terms`."""
        if name in ("sin", "cos", "erf"):
            return self.function(name, *forms)
        form: Form = getattr(self, _METHODS.get(name, name))(*forms)
        return form

    def maximum(self, *forms: Form) -> Form:
        """The largest of some forms."""
        arguments = [part for form in forms if form != INFINITE[-1] for part in self._flattened(form)]
        if any(-1 in each for each in arguments):
            return INFINITE[1]
        if not arguments:
            return INFINITE[-1]
        arguments = self._distinct(arguments)
        common = self._common(arguments)
        inner = self._distinct([self.subtract(each, common) for each in arguments])
        if len(inner) == 1:
            return self.add(common, inner[0])
        factor = self._positive_factor(inner)
        inverse = self._inverse(factor)
        numbers = frozenset(self._number(self._product(inverse, each)) for each in inner)
        return self.add(common, self._product(factor, self._of_atom(Atom("max", forms=numbers))))

    def minimum(self, *forms: Form) -> Form:
        """The smallest of some forms."""
        return self.negate(self.maximum(*map(self.negate, forms)))

    def _flattened(self, form: Form) -> list[Form]:
        """The arguments of a maximum plus other terms, with these terms; else the form itself."""
        found = None
        for monomial, coefficient in form.items():
            powers, exponent = self._parts[monomial] if monomial >= 0 else ((), self._no_exponent)
            inner = [(atom, power) for atom, power in powers if self._kinds[atom].kind == "max"]
            if inner:
                positive = all(self._is_positive(each[0]) for each in powers if each not in inner)
                is_linear = len(inner) == 1 and inner[0][1] == 1 and exponent == self._no_exponent
                if found or not positive or not is_linear or coefficient < 0:
                    return [form]
                found = monomial, inner[0][0]
        if found is None:
            return [form]
        monomial, atom = found
        rest = {each: coefficient for each, coefficient in form.items() if each != monomial}
        powers = tuple(each for each in self._parts[monomial][0] if each[0] != atom)
        factor = {self._monomial(powers, self._no_exponent): form[monomial]}
        arguments = (self._forms[number] for number in self._kinds[atom].forms)
        return [self.add(self._product(factor, each), rest) for each in arguments]

    def _distinct(self, forms: list[Form]) -> list[Form]:
        """Different forms, of constants only the largest."""
        constants = [form.get(UNIT, 0) for form in forms if not form.keys() - {UNIT}]
        others = {self._number(form): form for form in forms if form.keys() - {UNIT}}
        largest = [self._rational(Fraction(max(constants)))] if constants else []
        return [*others.values(), *largest]

    def _positive_factor(self, forms: list[Form]) -> Form:
        """A positive constant that all forms share: the largest coefficient and powers of constants."""
        monomials = [monomial for form in forms for monomial in form]
        coefficients = [coefficient for form in forms for coefficient in form.values()]
        largest: Number = max(*coefficients, *(-each for each in coefficients))
        shared: dict[int, Number] = {}
        for number, monomial in enumerate(monomials):
            own = {atom: power for atom, power in self._parts[monomial][0] if self._is_positive(atom)}
            atoms = own.keys() | shared.keys()
            if not number:
                shared = own
            else:
                shared = {atom: min(own.get(atom, 0), shared.get(atom, 0)) for atom in atoms}
        powers = tuple(sorted((atom, power) for atom, power in shared.items() if power))
        return {self._monomial(powers, self._no_exponent): largest}

    def _factored(self, form: Form, *, powers: bool = True) -> tuple[Form, Form]:
        """Split a form into one monomial and a rest without a factor that could stand before it.

        Args:
            form: The form.
            powers: Whether atoms are factors, beside coefficients and powers of two.
        """
        parts = [self._parts[monomial] for monomial in form]
        exponent = self._number(self._common([self._forms[each] for _, each in parts]))
        shared: dict[int, Number] = {}
        if powers:
            every = [dict(each) for each, _ in parts]
            shared = {
                atom: least
                for atom in {atom for each in every for atom in each}
                if (least := min(each.get(atom, 0) for each in every))
            }
        kept = tuple(sorted(shared.items()))
        without = tuple((atom, -power) for atom, power in kept)
        negative = self._number(self.negate(self._forms[exponent]))
        outside = self._monomial(kept, exponent)
        rest = self._product({self._monomial(without, negative): 1}, form)
        leading: Number = rest[min(rest)]
        return {outside: leading}, self._product({UNIT: simple(1 / Fraction(leading))}, rest)


def _root(value: Fraction) -> tuple[Number, Number]:
    """The square root of a positive number, as a rational number and the rest under the root."""
    under, outside = value.numerator * value.denominator, Fraction(1, value.denominator)
    prime = 2
    while prime * prime <= under and prime < 1 << 12:
        while under % (prime * prime) == 0:
            under //= prime * prime
            outside *= prime
        prime += 1
    return simple(outside), under
