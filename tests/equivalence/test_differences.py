"""The elements in which two outputs differ, and those left in doubt, with the reason."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyptx.equivalence.differences import compared, difference, excluded, fit, pairs
from pyptx.equivalence.outcomes import Outcome, Output
from pyptx.errors import LaunchError
from pyptx.sim.shadow.report import APPROXIMATION


def computed(value: Any, shadow: Any = None, *, magnitude: float = 1.0, dtype: Any = np.float32) -> Output:
    """An array of a kernel; without its own shadow, that of its value."""
    made = np.array(value, dtype)
    exact = made.astype(np.float64) if shadow is None else np.array(shadow, np.float64)
    return Output(
        made, exact, np.full(made.shape, magnitude), np.zeros(made.shape), np.zeros(made.shape, int)
    )


def line(place: str, **counts: int) -> Any:
    return SimpleNamespace(place=place, **{"restarts": 0, "disagreements": 0, "choices": 0, **counts})


def side(output: Output, *lines: Any, name: str = "side", **options: Any) -> Outcome:
    return Outcome(name, {"y": output}, lines, **options)


def test_the_element_that_differs_most_is_named() -> None:
    first, second = side(computed([[1, 2, 3], [4, 5, 6]])), side(computed([[1, 2, 3.5], [4, 7, 6]]))
    found, largest = difference(first, second, 1e-3)
    assert found is not None
    assert (found.name, found.element, found.first, found.second) == ("y", (1, 1), 5.0, 7.0)
    assert (found.relative, found.wrong, found.doubts, found.results) == (2.0, 2, (), None)
    assert largest == 1e-3


def test_differences_within_the_tolerance_are_none() -> None:
    found, largest = difference(side(computed([1, 2])), side(computed([1, 2 + 2**-12])), 2**-12)
    assert found is None
    assert largest == 2**-12
    assert difference(side(computed([1, 2])), side(computed([1, 2 + 2**-12])), 2**-13)[0] is not None
    assert difference(side(computed([])), side(computed([])), 1e-9) == (None, 0.0)


def test_a_difference_is_relative_to_the_larger_sum_of_magnitudes() -> None:
    for sizes in ((4.0, 1.0), (1.0, 4.0)):
        one, other = (computed([1 + k], magnitude=size) for k, size in enumerate(sizes))
        found, _ = difference(side(one), side(other), 0.1)
        assert found is not None
        assert found.relative == 0.25


def test_integers_are_compared_as_they_are() -> None:
    one, other = (computed([2**60 + k], magnitude=1e20, dtype=np.int64) for k in range(2))
    assert difference(side(one), side(one), 0.1)[0] is None
    found, _ = difference(side(one), side(other), 0.1)
    assert found is not None
    assert (found.first, found.second) == (2**60, 2**60 + 1)


def test_shapes_of_the_same_elements_fit() -> None:
    assert fit((1, 4), (4,))
    assert fit((2, 3), (6,))
    assert fit((6,), (3, 2))
    assert not fit((2, 3), (3, 2))
    assert not fit((2, 3), (5,))
    found, _ = difference(side(computed([[1, 2], [3, 4]])), side(computed([1, 2, 3, 5])), 1e-3)
    assert found is not None
    assert found.element == (1, 1)
    with pytest.raises(LaunchError, match=r"y has the shape \(2,\) on side and \(3,\) on side"):
        difference(side(computed([1, 2])), side(computed([1, 2, 3])), 1e-3)


def test_outputs_are_compared_by_name_or_in_order() -> None:
    def of(*names: str) -> Outcome:
        return Outcome("side", dict.fromkeys(names, computed([1])))

    assert list(pairs(of("a", "b"), of("b", "a"))) == [("a", "a"), ("b", "b")]
    assert list(pairs(of("a", "b"), of("a", "c"))) == [("a", "a"), ("b", "c")]
    for sides in ((of("a"), of("a", "b")), (of("a", "b"), of("a"))):
        with pytest.raises(LaunchError, match="the sides write different arrays"):
            list(pairs(*sides))


def test_a_result_of_numpy_is_rounded_to_the_format_of_the_other_side() -> None:
    """1e6 is infinite in f16: not a difference from NumPy, but one from a kernel with a wider format."""
    narrow = side(computed([np.inf], [1e6], dtype=np.float16))
    assert difference(narrow, side(Output.exact(np.array([1e6]))), 1e-9)[0] is None
    for sides in ((narrow, side(computed([1e6]))), (side(computed([1e6])), narrow)):
        found, _ = difference(*sides, 1e-9)
        assert found is not None
        assert (found.relative, found.wrong) == (np.inf, 1)
        assert sorted(found.results or ()) == [1e6, np.inf]
    wide = side(computed([1e6], dtype=np.float64))
    assert difference(narrow, wide, 1e-9)[0] is not None


def test_elements_that_exceed_float64_are_left_out() -> None:
    one, other = computed([np.inf, 1], [np.inf, 1]), computed([5, np.nan], [5, np.nan])
    for sides in (
        (side(one, exceeds=True), side(computed([5, 1]))),
        (side(computed([5, 1])), side(one, exceeds=True)),
    ):
        assert difference(*sides, 1e-9)[0] is None
        assert excluded(*sides)
        assert compared(*sides) == 1
    plain = side(one), side(computed([5, 1]))
    assert difference(*plain, 1e-9)[0] is not None
    assert not excluded(*plain)
    assert compared(side(other), side(other)) == 1


@pytest.mark.parametrize("second", [False, True])
def test_doubts_name_lines_of_their_side(second: bool) -> None:
    """A branch of other shadows always raises a doubt; shadows that ended, only for small differences."""
    lines = (
        line("k.cu:3", restarts=1),
        line("k.cu:5", disagreements=2, choices=1),
        line("k.cu:7", disagreements=2, choices=2),
        line("k.cu:5", disagreements=1),
    )

    def doubts(relative: float) -> tuple[str, ...]:
        sides = [side(computed([1.0]), *(lines if k == second else ())) for k in range(2)]
        sides[1] = Outcome("side", {"y": computed([1 + relative])}, sides[1].lines)
        found, _ = difference(sides[0], sides[1], 1e-9)
        assert found is not None
        return found.doubts

    who = "second" if second else "first"
    branch = f"k.cu:5 of the {who} side decides otherwise without rounding"
    assert doubts(0.1) == (branch,)
    assert doubts(64 * 2.0**-23) == (branch, f"shadows end at k.cu:3 of the {who} side")
    assert doubts(65 * 2.0**-23) == (branch,)


def test_numbers_of_four_bits_without_shadows_are_in_doubt() -> None:
    """Half a last place of the format may be rounding."""
    four = np.array([1.0], ml_dtypes.float4_e2m1fn)
    made = side(Output.exact(four))
    found, _ = difference(made, side(computed([1.5])), 1e-9)
    assert found is not None
    assert found.doubts == ("y of the first side has numbers of 4 bits without shadows",)
    assert difference(made, side(computed([1.0])), 1e-9)[0] is None


def test_the_surest_difference_comes_first() -> None:
    """The shadows of `a` ended, and it differs less than rounding explains."""
    small = computed([1 + 2.0**-20])
    first = Outcome("side", {"a": computed([1]), "b": computed([1])}, (line("k.cu:3", restarts=1),))
    for last in (3, 1 + 2.0**-10):
        found, _ = difference(first, Outcome("side", {"a": small, "b": computed([last])}), 1e-9)
        assert found is not None
        assert (found.name, found.doubts) == ("b", ())


def test_polynomials_of_one_side_may_approximate_a_function() -> None:
    near = computed([1.0]), computed([1 + APPROXIMATION / 2], dtype=np.float64)
    other = frozenset({frozenset({1, 2})})
    assert difference(side(near[0]), side(near[1]), 1e-9)[0] is not None
    assert difference(side(near[0], polynomials=other), side(near[1]), 1e-9)[0] is None
    assert difference(side(near[0], polynomials=other), side(near[1], polynomials=other), 1e-9)[0] is not None
