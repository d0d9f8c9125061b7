"""Canonical forms of rational functions are equal if, and only if, their values are."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from itertools import accumulate, combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pyptx.equivalence import forms
from pyptx.equivalence.algebra import Algebra
from pyptx.equivalence.forms import ONE
from pyptx.sim.shadow.term_arrays import OutsideFragmentError

POINTS = [
    (Fraction(3, 7), Fraction(-5, 11)),
    (Fraction(13, 3), Fraction(17, 19)),
    (Fraction(-23), Fraction(2, 29)),
]
LEAVES = st.sampled_from(["x", "y", 1.0, -2.0, 0.5, 3.0])
RATIONAL = st.recursive(
    LEAVES,
    lambda inner: st.tuples(st.sampled_from(["add", "sub", "mul", "div", "square"]), inner, inner),
    max_leaves=5,
)


def value(expression: Any, x: Fraction, y: Fraction) -> Fraction:
    """The value of a rational expression."""
    if not isinstance(expression, tuple):
        return {"x": x, "y": y}[expression] if isinstance(expression, str) else Fraction(expression)
    name, *operands = expression
    first, second = (value(each, x, y) for each in operands)
    if name == "div":
        assume(second)
        return first / second
    if name == "square":
        return first * first
    return first + second if name == "add" else first - second if name == "sub" else first * second


def form(algebra: Algebra, expression: Any) -> Any:
    if not isinstance(expression, tuple):
        known = isinstance(expression, str)
        return algebra.variable(expression, 0) if known else algebra.constant(expression)
    name, *operands = expression
    made = [form(algebra, each) for each in operands]
    if name == "square":
        return algebra.multiply(made[0], made[0])
    return algebra.apply(name, made)


@given(RATIONAL, RATIONAL)
@settings(deadline=None)
def test_rational_functions_are_equal_if_their_values_are(first: Any, second: Any) -> None:
    same = all(value(first, *point) == value(second, *point) for point in POINTS)
    algebra = Algebra()
    assert algebra.are_equal(form(algebra, first), form(algebra, second)) == same
    twice = algebra.add(form(algebra, first), form(algebra, second))
    assert algebra.are_equal(twice, form(algebra, ("add", second, first)))


@dataclass
class Real:
    """A form, with operators."""

    algebra: Algebra
    form: Any

    def __add__(self, other: Any) -> Real:
        return self.of("add", self, other)

    def __sub__(self, other: Any) -> Real:
        return self.of("sub", self, other)

    def __mul__(self, other: Any) -> Real:
        return self.of("mul", self, other)

    def __truediv__(self, other: Any) -> Real:
        return self.of("div", self, other)

    def __rtruediv__(self, other: float) -> Real:
        return self.of("div", other, self)

    def __rsub__(self, other: float) -> Real:
        return self.of("sub", other, self)

    def __abs__(self) -> Real:
        return self.of("abs", self)

    def __neg__(self) -> Real:
        return self.of("neg", self)

    def of(self, name: str, *operands: Any) -> Real:
        made = [each.form if isinstance(each, Real) else self.algebra.constant(each) for each in operands]
        return Real(self.algebra, self.algebra.apply(name, made))


OF_MANY = {"max": np.maximum, "min": np.minimum}


def applied(name: str, *operands: Any) -> Any:
    """A function of floats, of arrays, or of forms, by its name."""
    for each in operands:
        if isinstance(each, Real):
            return each.of(name, *operands)
    return reduce(OF_MANY[name], operands) if name in OF_MANY else getattr(np, name)(*operands)


root, power, log2, largest, least, tanh, sin, exp, log = (
    partial(applied, name) for name in ("sqrt", "exp2", "log2", "max", "min", "tanh", "sin", "exp", "log")
)
LOG2_E, ROOT_3 = math.log2(math.e), math.sqrt(3.0)
OF_POSITIVE: list[list[Any]] = [
    [lambda x, y, z: root(x * 450.0), lambda x, y, z: root(x * 2.0) * 15.0],
    [lambda x, y, z: root(x / 12.0), lambda x, y, z: root(x * 3.0) / 6.0],
    [lambda x, y, z: root(x * 9.0 + y * 18.0), lambda x, y, z: root(x + y * 2.0) * 3.0],
    [lambda x, y, z: root(power(x + y) + power(x)), lambda x, y, z: power(x * 0.5) * root(power(y) + 1.0)],
    [lambda x, y, z: root(power(x + x)), lambda x, y, z: power(x), lambda x, y, z: 1.0 / power(-x)],
    [lambda x, y, z: power(x + 1.5), lambda x, y, z: power(x + 0.5) * 2.0],
    [lambda x, y, z: root(1.0 / (x + y)), lambda x, y, z: 1.0 / root(x + y)],
    [lambda x, y, z: root(x + y) / (x + y) * z, lambda x, y, z: z / root(x + y)],
    [lambda x, y, z: root(x + y) * root(x + y), lambda x, y, z: x + y, lambda x, y, z: 1.0 / (1.0 / (x + y))],
    [lambda x, y, z: 1.0 / (x + y) / (x + y), lambda x, y, z: 1.0 / (x * x + x * y * 2.0 + y * y)],
    [lambda x, y, z: root((y - x) * 4.0), lambda x, y, z: root(y - x) * 2.0],
    [lambda x, y, z: root(y + z), lambda x, y, z: root(y + z) * root(x) * root(x) / x],
    [lambda x, y, z: root(y), lambda x, y, z: root(y) * root(y) * root(y) / y],
    [lambda x, y, z: log2((y - x) * 3.0) + log2(x), lambda x, y, z: log2(y - x) + log2(x * 3.0)],
    [lambda x, y, z: log2(power(x) * (y + z)), lambda x, y, z: x + log2(y + z)],
    [lambda x, y, z: log2(x) + 3.0, lambda x, y, z: log(x) * LOG2_E + 3.0],
    [lambda x, y, z: exp(x) + exp(y), lambda x, y, z: (exp(x - y) + 1.0) * power(y * LOG2_E)],
]
AT_POINTS: list[list[Any]] = [
    [lambda x, y, z: largest(x, y) * LOG2_E, lambda x, y, z: largest(x * LOG2_E, y * LOG2_E)],
    [
        lambda x, y, z: largest(x * LOG2_E, y) * LOG2_E,
        lambda x, y, z: largest(x * LOG2_E * LOG2_E, y * LOG2_E),
    ],
    [lambda x, y, z: largest(x, y) * ROOT_3, lambda x, y, z: largest(x * ROOT_3, y * ROOT_3)],
    [lambda x, y, z: largest(x, y) * -2.0, lambda x, y, z: least(x * -2.0, y * -2.0)],
    [
        lambda x, y, z: largest(x, y) * -0.5,
        lambda x, y, z: least(x * -0.5, y * -0.5),
        lambda x, y, z: -largest(x * 0.5, y * 0.5),
    ],
    [
        lambda x, y, z: largest(largest(x, y), z),
        lambda x, y, z: largest(x, largest(y, z)),
        lambda x, y, z: largest(z, x, y, x),
    ],
    [lambda x, y, z: largest(largest(x, y) * -2.0 + z, y)],
    [lambda x, y, z: -least(x, y), lambda x, y, z: largest(-x, -y)],
    [lambda x, y, z: largest(x + y, x + z), lambda x, y, z: x + largest(y, z)],
    [lambda x, y, z: largest(x * y, x * z)],
    [lambda x, y, z: x * largest(y, z)],
    [lambda x, y, z: largest(x * largest(y, z), y)],
    [lambda x, y, z: largest(x, 1.0, 2.0), lambda x, y, z: largest(largest(2.0, x), 1.0)],
    [lambda x, y, z: largest(x, y) * largest(x, y)],
    [lambda x, y, z: largest(x, y) * largest(x, z)],
    [lambda x, y, z: largest(x, y) / (x * x + 1.0), lambda x, y, z: 1.0 / ((x * x + 1.0) / largest(x, y))],
    [lambda x, y, z: tanh(x), lambda x, y, z: -tanh(-x), lambda x, y, z: 1.0 - 2.0 / (exp(x * 2.0) + 1.0)],
    [lambda x, y, z: sin(largest(x + y, x + z) * 3.0), lambda x, y, z: sin(largest(y, z) * 3.0 + x * 3.0)],
    [lambda x, y, z: sin(largest(x, y) * -2.0), lambda x, y, z: sin(least(x * -2.0, y * -2.0))],
    [lambda x, y, z: sin(x) + sin(y), lambda x, y, z: sin(y) + sin(x)],
    [lambda x, y, z: (x * x - y * y) / (x + y), lambda x, y, z: x - y],
    [lambda x, y, z: 1.0 / x + 1.0 / y, lambda x, y, z: (x + y) / (x * y)],
]
"""Functions of any numbers; values at random points prove those of one group equal."""

OF_ANY: list[list[Any]] = [
    *AT_POINTS,
    [
        lambda x, y, z: largest(x + z, y + z, x * 0.5 + y * 0.5 + z, 1.0),
        lambda x, y, z: largest(x + z, y + z, 1.0),
    ],
    [lambda x, y, z: largest(x + z, y + z, x * 0.5 + y * 0.5 + z * 2.0, 1.0)],
    [lambda x, y, z: largest(x, y) * 2.0 + z, lambda x, y, z: largest(x * 2.0 + z, y * 2.0 + z)],
    [
        lambda x, y, z: largest(largest(x, y) * 2.0 + z, y),
        lambda x, y, z: largest(x * 2.0 + z, y * 2.0 + z, y),
    ],
    [
        lambda x, y, z: abs(x - y),
        lambda x, y, z: abs(y - x),
        lambda x, y, z: largest(x, y) - least(x, y),
        lambda x, y, z: largest(x, y) * 2.0 - x - y,
    ],
    [
        lambda x, y, z: largest(least(x, y), least(largest(x, y), z)),
        lambda x, y, z: least(largest(x, y), largest(least(x, y), z)),
    ],
    [lambda x, y, z: least(largest(x, y), x), lambda x, y, z: x],
    [
        lambda x, y, z: sin(largest(x * LOG2_E * ROOT_3, y * LOG2_E)),
        lambda x, y, z: sin(largest(y, x * ROOT_3) * LOG2_E),
    ],
]


@pytest.mark.parametrize(
    ("functions", "points"),
    [
        (OF_POSITIVE, [(0.7, 1.3, 2.9), (0.4, 5.1, 0.3)]),
        (OF_ANY, [(0.7, -1.3, 2.9), (-0.4, 5.1, -3.3), (-7.2, -1.1, -0.6), (3.1, 0.2, -1.7)]),
    ],
    ids=["roots and logarithms", "maxima"],
)
def test_functions_are_equal_if_their_values_are(functions: list[list[Any]], points: Any) -> None:
    algebra = Algebra()
    reals = [Real(algebra, algebra.variable(name, 0)) for name in "xyz"]
    every = [(number, each) for number, equal in enumerate(functions) for each in equal]
    made = [(number, each(*reals).form) for number, each in every]
    values = np.array([[each(*point) for point in points] for _, each in every])
    near = np.isclose(values[:, None], values).all(-1)
    for (k, (one, form)), (j, (other, second)) in combinations(enumerate(made), 2):
        assert near[k, j] == (one == other)
        assert algebra.are_equal(form, second) == (one == other), (one, other)


def test_forms_of_too_many_terms_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A product of 64 pairs of terms may be taken, if no more than 4 remain."""
    monkeypatch.setattr(forms, "MOST_MONOMIALS", 4)
    algebra = Algebra()
    x = algebra.variable("x", 0)
    powers = list(accumulate(range(32), lambda power, _: algebra.multiply(power, x), initial=ONE))
    difference = algebra.subtract(x, ONE)
    last = algebra.multiply(powers[31], x)
    assert algebra.multiply(algebra.add(*powers[:32]), difference) == algebra.subtract(last, ONE)
    with pytest.raises(OutsideFragmentError, match="a product has more than 64 terms"):
        algebra.multiply(algebra.add(*powers), difference)
    four = algebra.add(*powers[:4])
    assert len(algebra.multiply(four, x)) == 4
    with pytest.raises(OutsideFragmentError, match="a sum has more than 4 terms"):
        algebra.multiply(four, algebra.add(x, ONE))


def test_forms_of_infinities() -> None:
    algebra = Algebra()
    x = algebra.variable("x", 0)
    infinity, minus, two = (algebra.constant(value) for value in (math.inf, -math.inf, 2.0))
    assert algebra.sum_of_products([(x, x), (two, infinity), (x, x)], x) == infinity
    assert algebra.sum_of_products([(two, x)], minus) == minus
    assert algebra.multiply(algebra.constant(-2.0), infinity) == algebra.multiply(minus, infinity) == minus
    assert algebra.multiply(algebra.constant(LOG2_E), minus) == minus
    assert algebra.maximum(x, infinity) == infinity
    assert algebra.maximum(minus, x) == x
    assert algebra.maximum(minus, minus) == minus
    assert algebra.exp2(minus) == algebra.reciprocal(minus) == algebra.constant(0.0)
    assert algebra.are_equal(infinity, infinity)
    assert not algebra.are_equal(infinity, minus)
    assert not algebra.are_equal(infinity, x)


@pytest.mark.parametrize(
    ("name", "operands", "reason"),
    [
        ("sub", (math.inf, math.inf), "infinities of both signs are added"),
        ("mul", (math.inf, "x"), "an infinity is multiplied by a value whose sign is not known"),
        ("mul", (math.inf, 0.0), "an infinity is multiplied by a value whose sign is not known"),
        ("exp2", (math.inf,), "a power of two with an infinite exponent"),
        ("sqrt", (math.inf,), "the square root of an infinity"),
        ("log2", (math.inf,), "the logarithm of an infinity"),
        ("sin", (-math.inf,), "sin of an infinity"),
        ("log2", (0.0,), "the logarithm of zero"),
        ("div", ("x", 0.0), "a division by zero"),
        ("neg", (math.nan,), "a value is NaN"),
    ],
)
def test_functions_without_a_form(name: str, operands: tuple[Any, ...], reason: str) -> None:
    with pytest.raises(OutsideFragmentError, match=reason):
        form(Algebra(), (name, *operands))


def test_products_of_infinities_of_both_signs_have_no_sum() -> None:
    algebra = Algebra()
    pairs = [(algebra.constant(sign), algebra.constant(math.inf)) for sign in (1.0, -2.0)]
    with pytest.raises(OutsideFragmentError, match="infinities of both signs are added"):
        algebra.sum_of_products(pairs, algebra.variable("x", 0))
