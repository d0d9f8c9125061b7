"""Values at random points decide whether terms are one function, without multiplying out."""

from __future__ import annotations

import math
import time
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import pyptx
from pyptx import Tile
from pyptx.equivalence import Search
from pyptx.equivalence.points import agreeing
from pyptx.sim.shadow.terms import Terms
from pyptx.types import f32
from tests.equivalence.test_forms import AT_POINTS, POINTS, RATIONAL, value

Array = np.ndarray[Any, Any]


def compared(first: Any, second: Any, *shapes: tuple[int, ...]) -> tuple[bool, bool]:
    """Whether two functions of arrays are proved equal, and whether they differ for sure."""
    sides = []
    for function in (first, second):
        terms = Terms()
        arrays = [terms.array(terms.variables(f"x{number}", shape)) for number, shape in enumerate(shapes)]
        sides.append((terms, function(*arrays).ids.reshape(-1)))
    equal, different, _ = agreeing(sides[0], sides[1], lambda: None)
    return bool(equal.all()), bool(different.any())


def computed(expression: Any, x: Any, y: Any) -> Any:
    """The terms of a rational expression."""
    if not isinstance(expression, tuple):
        return {"x": x, "y": y}[expression] if isinstance(expression, str) else expression + 0 * x
    name, *operands = expression
    first, second = (computed(each, x, y) for each in operands)
    if name == "square":
        return first * first
    if name == "div":
        return first / second
    return first + second if name == "add" else first - second if name == "sub" else first * second


@given(RATIONAL, RATIONAL)
@settings(deadline=None, max_examples=25)
def test_rational_functions_agree_at_points_if_their_values_do(first: Any, second: Any) -> None:
    same = all(value(first, *point) == value(second, *point) for point in POINTS)
    found = compared(lambda x, y: computed(first, x, y), lambda x, y: computed(second, x, y), (1,), (1,))
    assert found == (same, not same)


def test_maxima_agree_at_points_if_their_values_do() -> None:
    terms = Terms()
    arrays = [terms.array(terms.variables(name, (1,))) for name in "xyz"]
    made = [(number, each(*arrays).ids.item()) for number, equal in enumerate(AT_POINTS) for each in equal]
    pairs = list(combinations(made, 2))
    first, second = (np.array([pair[side][1] for pair in pairs]) for side in (0, 1))
    equal, different, _ = agreeing((terms, first), (terms, second), lambda: None)
    assert equal.tolist() == [one[0] == other[0] for one, other in pairs]
    assert not (different & equal).any()


def softmax(x: Any) -> Any:
    powers = np.exp(x - x.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def variance(x: Any) -> Any:
    distance = x - x.mean(axis=-1, keepdims=True)
    return (distance * distance).mean(axis=-1, keepdims=True)


def norm(x: Any) -> Any:
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(variance(x) + 1e-5)


def online_softmax(x: Any) -> Any:
    largest, total = x[:, :1], x[:, :1] * 0 + 1
    for column in range(1, x.shape[-1]):
        new = np.maximum(largest, x[:, column : column + 1])
        total = total * np.exp(largest - new) + np.exp(x[:, column : column + 1] - new)
        largest = new
    return np.exp(x - largest) / total


EQUAL = {
    "softmax-without-its-maximum": (softmax, lambda x: np.exp(x) / np.exp(x).sum(axis=-1, keepdims=True)),
    "online-softmax": (softmax, online_softmax),
    "variance-by-squares": (
        variance,
        lambda x: (x * x).mean(axis=-1, keepdims=True) - x.mean(axis=-1, keepdims=True) ** 2,
    ),
    "norm-of-a-multiple": (
        norm,
        lambda x: (x * 3 - (x * 3).mean(-1, keepdims=True)) / np.sqrt(variance(x * 3) + 9e-5),
    ),
    "maxima-in-another-order": (
        lambda x: x.max(-1),
        lambda x: np.maximum(x[:, ::-2].max(-1), x[:, ::2].max(-1)),
    ),
    "maximum-of-multiples": (lambda x: x.max(-1) * 0.3, lambda x: (x * 0.3).max(-1)),
    "maximum-of-sums": (lambda x: x.max(-1) + x[:, 0], lambda x: (x + x[:, :1]).max(-1)),
    "minimum-by-maximum": (lambda x: x.min(-1), lambda x: -(-x).max(-1)),
    "root-of-a-product": (lambda x: np.sqrt(x * 4) * np.sqrt(x), lambda x: 2 * x),
    "hyperbolic-tangent": (np.tanh, lambda x: 2 / (1 + np.exp(-2 * x)) - 1),
    "constants-of-pi-in-two-formats": (
        lambda x: x * float(np.float32(math.sqrt(2 / math.pi))),
        lambda x: x * math.sqrt(2 / math.pi),
    ),
    "constants-in-a-maximum": (
        lambda x: np.maximum(np.maximum(np.maximum(x, 1.0), 3.0), 2.0),
        lambda x: np.maximum(x, 3.0),
    ),
    "quotients-by-infinity": (lambda x: x + x / np.inf, lambda x: x),
    "roots-in-a-product-on-the-left": (
        lambda x: (np.sqrt(x[:, :1]) * np.sqrt(x[:, :1])) @ x[:, :1].T,
        lambda x: x[:, :1] @ x[:, :1].T,
    ),
    "roots-in-products-on-the-right": (
        lambda x: x.reshape(32, 1, 1) @ (np.sqrt(x) * np.sqrt(x)).reshape(32, 1, 1),
        lambda x: (x * x).reshape(32, 1, 1),
    ),
    "logarithms-of-equal-sums": (
        lambda x: np.log(x.sum(-1)),
        lambda x: np.log2(x[:, ::-1].sum(-1)) * np.log(2.0),
    ),
}

UNEQUAL = {
    "softmax-without-an-element": (
        softmax,
        lambda x: np.exp(x) / np.exp(x[:, :-1]).sum(axis=-1, keepdims=True),
    ),
    "variance-of-a-sample": (variance, lambda x: variance(x) * (x.shape[-1] / (x.shape[-1] - 1))),
    "another-epsilon": (norm, lambda x: (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(variance(x) + 1.1e-5)),
    "maximum-without-an-element": (lambda x: x.max(-1), lambda x: x[:, 1:].max(-1)),
    "maximum-of-negative-multiples": (lambda x: x.max(-1) * -2, lambda x: (x * -2).max(-1)),
    "smaller-constant-in-a-maximum": (
        lambda x: np.maximum(np.maximum(x, 1.0), 3.0),
        lambda x: np.maximum(x, 1.0),
    ),
    "minimum-for-maximum": (lambda x: x.max(-1), lambda x: x.min(-1)),
    "root-of-a-square": (lambda x: np.sqrt(x * x), lambda x: x),
    "other-base": (np.exp, np.exp2),
    "other-function": (np.sin, np.cos),
}


@pytest.mark.parametrize("name", EQUAL)
def test_equal_functions_agree(name: str) -> None:
    assert compared(*EQUAL[name], (2, 16)) == (True, False)


@pytest.mark.parametrize("name", UNEQUAL)
def test_other_functions_do_not_agree(name: str) -> None:
    equal, _ = compared(*UNEQUAL[name], (2, 16))
    assert not equal


@pytest.mark.parametrize("function", [softmax, norm])
def test_long_rows_are_not_multiplied_out(function: Any) -> None:
    assert compared(function, lambda x: function(x[:, ::-1])[:, ::-1], (1, 512)) == (True, False)


def test_a_product_of_large_matrices() -> None:
    shapes = (96, 128), (128, 96)
    assert compared(lambda a, b: a @ b, lambda a, b: a[:, 64:] @ b[64:] + a[:, :64] @ b[:64], *shapes) == (
        True,
        False,
    )
    assert compared(lambda a, b: a @ b, lambda a, b: a[:, 1:] @ b[1:], *shapes) == (False, True)


@pytest.mark.parametrize(
    "stage", ["terms of softmax", "values at random points", "canonical forms of output"]
)
def test_a_proof_gives_up_when_its_time_is_over(stage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    passed = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: passed)

    def note(now: str) -> None:
        nonlocal passed
        passed += 10.0 * now.startswith(stage)

    search = Search(kinds=("uniform",), draws=1, budget=5.0, note=note)
    found = pyptx.equal(
        lambda x: np.log(np.exp(softmax(x))), softmax, Tile(1, 4, f32), search=search, prove=True
    )
    assert found.verdict == "gave up"
    assert f"5 s are over, in the stage: {stage}" in str(found)


def test_progress_of_a_proof() -> None:
    stages: list[str] = []
    search = Search(kinds=("uniform",), draws=1, note=stages.append)
    assert pyptx.equal(softmax, online_softmax, Tile(1, 32, f32), search=search, prove=True)
    assert {"terms of softmax", "terms of online_softmax", "values at random points"} <= {
        stage.partition(" (")[0] for stage in stages
    }
