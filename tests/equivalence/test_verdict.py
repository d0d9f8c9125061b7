"""The texts of verdicts, examples and proofs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyptx.equivalence.differences import Difference
from pyptx.equivalence.inputs import Case
from pyptx.equivalence.proof import Proof
from pyptx.equivalence.verdict import Equivalence, Example, verdict_of

PROOF = Proof(1200, {"B": 2, "C": 3}, {0.5: "a half", 0.25: "a quarter"}, ("one", "two"), forms=1000)


def example(array: Any, difference: Difference, **sizes: int) -> Example:
    return Example(Case({"x": "ones"}, sizes, 7, "ones"), {"x": array, "n": 3}, difference)


def verdict(name: str, **options: Any) -> Equivalence:
    return Equivalence("f", "g", name, 1, ("ones",), 8, 0.25, **options)


def test_a_proof() -> None:
    assert str(PROOF).splitlines() == [
        "  1,200 elements for B=2, C=3, wherever both are defined",
        "  1,000 of them by canonical forms",
        "  constants are read as the numbers that they round: 0.25 as a quarter, 0.5 as a half",
        "  assumed: one",
        "  assumed: two",
    ]
    assert str(Proof(8, {}, {})) == "  8 elements, wherever both are defined"
    assert str(Proof(8, {}, {}, outside="no")) == "  no"
    assert str(Proof(8, {}, {}, gave_up="late")) == "  late"
    assert str(Proof(8, {}, {}, unequal="y[0]")).startswith("  the terms of y[0] differ, although no input")


@pytest.mark.parametrize(
    ("proof", "expected"),
    [
        (None, "equal"),
        (PROOF, "proved over the reals"),
        (Proof(0, {}, {}, outside="no"), "outside the fragment"),
        (Proof(0, {}, {}, unequal="y[0]"), "not proved"),
        (Proof(0, {}, {}, gave_up="late"), "gave up"),
    ],
)
def test_the_verdict_of_a_proof(proof: Proof | None, expected: str) -> None:
    assert verdict_of(proof) == expected
    assert bool(verdict(expected)) == (expected in ("equal", "proved over the reals"))
    assert proof is None or bool(proof) == (proof is PROOF)


def test_equal_sides() -> None:
    assert str(verdict("equal")).splitlines() == [
        "equal on 1 input of 1 kind: ones",
        "  largest difference 0.2 of the sum of magnitudes",
    ]
    proved = Equivalence(
        "f", "g", "proved over the reals", 2, ("ones", "zeros"), 8, 0, proof=Proof(8, {}, {})
    )
    assert str(proved).splitlines() == [
        "proved over the reals: f and g",
        "  8 elements, wherever both are defined",
        "  equal on 2 inputs of 2 kinds: ones, zeros",
        "  largest difference 0 of the sum of magnitudes",
    ]


def test_different_sides() -> None:
    doubts = tuple(f"doubt {number}" for number in range(9))
    found = Difference("y", "z", (1, 2), 1.0, 0.5, 0.25, doubts=doubts)
    text = str(verdict("different", example=example(np.ones((1, 2)), found, N=2)))
    assert text.splitlines() == [
        "different: f and g, on input 1",
        "  y (z)[1, 2] without rounding: 1 and 0.5; the difference is 0.25 of the sum of magnitudes",
        *(f"  this may be rounding: {each}" for each in doubts[:8]),
        "  input: ones, seed 7; N=2",
        "    x[0, 0] = 1, x[0, 1] = 1",
    ]
    overflow = Difference("y", "y", (0,), 3, 3, np.inf, results=(3.0, np.inf))
    text = str(verdict("different", example=example(np.zeros(2), overflow)))
    assert "  y[0] is 3 and inf; without rounding it is 3 and 3\n" in text
    assert text.endswith("  input: ones, seed 7; no sizes\n    x is 0")
    fault = Difference("", "", (), "faults: race", 0.0, np.inf)
    text = str(verdict("different", example=example(np.eye(9), fault)))
    assert "  f: faults: race\n  g: runs\n" in text
    assert text.endswith("x has 9 elements that are not 0")
    assert str(example(np.eye(8), fault)).endswith("x[7, 7] = 1; the others are 0")


@pytest.mark.parametrize(
    ("count", "last"), [(8, "  not compared: 7"), (10, "  and 2 more sizes not compared")]
)
def test_sizes_that_are_not_compared(count: int, last: str) -> None:
    refused = tuple(map(str, range(count)))
    assert str(verdict("equal", refused=refused)).splitlines()[-1] == last


def test_a_verdict_as_json() -> None:
    found = Difference("y", "y", (0,), 1.0, 0.5, 0.25)
    json = verdict("different", example=example(np.array([0, 2, 3]), found, N=2), proof=PROOF).to_json()
    assert json["example"]["nonzero"] == {"x": [[1, 2], [2, 3]]}
    assert json["example"]["slices"] == [None, None]
    assert json["example"]["difference"]["relative"] == 0.25
    assert json["proof"]["readings"] == [
        {"constant": 0.5, "reads": "a half"}, {"constant": 0.25, "reads": "a quarter"},
    ]  # fmt: skip
    assert verdict("equal").to_json()["example"] is None
