"""Equal shadows that ended on the way do not hide a difference of the results."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pyptx.equivalence.differences import ROUNDINGS, difference
from pyptx.equivalence.outcomes import Outcome, Output


def outcome(value: float, *, restarts: int) -> Outcome:
    """A side whose result is a value, while its shadow is 1 with a sum of magnitudes of 1e6."""
    one = np.ones(3)
    output = Output(np.array([1, value, 1], np.float32), one, 1e6 * one, 0 * one)
    line: Any = SimpleNamespace(place="k.cu:7", restarts=restarts, disagreements=0, choices=0)
    return Outcome("side", {"y": output}, (line,))


@pytest.mark.parametrize(
    ("value", "restarts", "hidden"),
    [
        (1.01, 1, True),
        (1.000001, 1, False),
        (1 - ROUNDINGS * 2.0**-23, 1, False),
        (1 - (ROUNDINGS + 1) * 2.0**-23, 1, True),
        (1.01, 0, False),
    ],
)
def test_results_that_differ_are_in_doubt_if_shadows_ended(value: float, restarts: int, hidden: bool) -> None:
    found, _ = difference(outcome(1.0, restarts=0), outcome(value, restarts=restarts), 1e-9)
    assert (found is not None) == hidden
    if found is not None:
        assert found.element == (1,)
        assert found.doubts == ("shadows end at k.cu:7 of the second side",)
        assert found.results == pytest.approx((1.0, value))
