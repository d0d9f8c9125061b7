"""Canonical forms of rational functions are equal if, and only if, their values are."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

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
