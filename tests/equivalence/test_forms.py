"""Canonical forms of rational functions are equal if, and only if, their values are."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pyptx.equivalence.algebra import Algebra

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
    forms = [form(algebra, each) for each in operands]
    if name == "square":
        return algebra.multiply(forms[0], forms[0])
    return algebra.apply(name, forms)


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
        forms = [each.form if isinstance(each, Real) else self.algebra.constant(each) for each in operands]
        return Real(self.algebra, self.algebra.apply(name, forms))


FUNCTIONS: dict[str, Any] = {"max": max, "min": min, "exp2": lambda x: 2.0**x}


def applied(name: str, *operands: Any) -> Any:
    """A function of floats, or of forms, by its name."""
    for each in operands:
        if isinstance(each, Real):
            return each.of(name, *operands)
    return (FUNCTIONS.get(name) or getattr(math, name))(*operands)


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
OF_ANY: list[list[Any]] = [
    [lambda x, y, z: largest(x, y) * 2.0 + z, lambda x, y, z: largest(x * 2.0 + z, y * 2.0 + z)],
    [lambda x, y, z: largest(x, y) * LOG2_E, lambda x, y, z: largest(x * LOG2_E, y * LOG2_E)],
    [
        lambda x, y, z: largest(x * LOG2_E, y) * LOG2_E,
        lambda x, y, z: largest(x * LOG2_E * LOG2_E, y * LOG2_E),
    ],
    [lambda x, y, z: largest(x, y) * ROOT_3, lambda x, y, z: largest(x * ROOT_3, y * ROOT_3)],
    [lambda x, y, z: largest(x, y) * -2.0, lambda x, y, z: least(x * -2.0, y * -2.0)],
    [
        lambda x, y, z: largest(largest(x, y), z),
        lambda x, y, z: largest(x, largest(y, z)),
        lambda x, y, z: largest(z, x, y, x),
    ],
    [
        lambda x, y, z: largest(largest(x, y) * 2.0 + z, y),
        lambda x, y, z: largest(x * 2.0 + z, y * 2.0 + z, y),
    ],
    [lambda x, y, z: largest(largest(x, y) * -2.0 + z, y)],
    [lambda x, y, z: -least(x, y), lambda x, y, z: largest(-x, -y)],
    [lambda x, y, z: largest(x + y, x + z), lambda x, y, z: x + largest(y, z)],
    [lambda x, y, z: largest(x * y, x * z)],
    [lambda x, y, z: x * largest(y, z)],
    [lambda x, y, z: largest(x * largest(y, z), y)],
    [lambda x, y, z: largest(x, 1.0, 2.0), lambda x, y, z: largest(largest(2.0, x), 1.0)],
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
    [lambda x, y, z: largest(x, y) * largest(x, y)],
    [lambda x, y, z: largest(x, y) * largest(x, z)],
    [lambda x, y, z: largest(x, y) / (x * x + 1.0), lambda x, y, z: 1.0 / ((x * x + 1.0) / largest(x, y))],
    [lambda x, y, z: tanh(x), lambda x, y, z: -tanh(-x), lambda x, y, z: 1.0 - 2.0 / (exp(x * 2.0) + 1.0)],
    [
        lambda x, y, z: sin(largest(x * LOG2_E * ROOT_3, y * LOG2_E)),
        lambda x, y, z: sin(largest(y, x * ROOT_3) * LOG2_E),
    ],
    [lambda x, y, z: sin(largest(x + y, x + z) * 3.0), lambda x, y, z: sin(largest(y, z) * 3.0 + x * 3.0)],
    [lambda x, y, z: sin(largest(x, y) * -2.0), lambda x, y, z: sin(least(x * -2.0, y * -2.0))],
    [lambda x, y, z: sin(x) + sin(y), lambda x, y, z: sin(y) + sin(x)],
    [lambda x, y, z: (x * x - y * y) / (x + y), lambda x, y, z: x - y],
    [lambda x, y, z: 1.0 / x + 1.0 / y, lambda x, y, z: (x + y) / (x * y)],
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
    made = [(number, each(*reals).form, [each(*point) for point in points]) for number, each in every]
    for (one, form, values), (other, second, others) in combinations(made, 2):
        assert (values == pytest.approx(others)) == (one == other)
        assert algebra.are_equal(form, second) == (one == other), (one, other)
