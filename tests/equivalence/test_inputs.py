"""The inputs on which kernels are compared have the properties that their kinds name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyptx import Tile
from pyptx.equivalence.inputs import KINDS, RAGGED, Case, Inputs, cases, finfo
from pyptx.types import bf16, e4m3, f16, f32, s8, s32, u8, u32


def draw_array(kind: str, *dims: int, dtype: Any = f32, seed: int = 3, **options: Any) -> Any:
    """Draw an array of a kind, in float64 if its numbers are fractions."""
    case = Case(kinds={"x": kind}, sizes={}, seed=seed, label=kind, **options)
    made = case.arguments(Inputs(lambda sizes: {"x": Tile(*dims, dtype)}, {}))["x"]
    return made if made.dtype.kind in "iu" else made.astype(np.float64)


@pytest.mark.parametrize(
    ("kind", "low", "high"), [("uniform", -1, 1), ("positive", 0.5, 2), ("constant rows", -1, 1)]
)
def test_numbers_fill_a_range(kind: str, low: float, high: float) -> None:
    found = draw_array(kind, 200, 3)
    width = high - low
    assert low <= found.min() < low + 0.1 * width
    assert high >= found.max() > high - 0.1 * width
    assert (found == found[:, :1]).all() == (kind == "constant rows")
    assert not (found == found[:1]).all()


def test_powers_of_two_have_both_signs_and_seven_exponents() -> None:
    found = draw_array("powers of two", 40, 5)
    expected = {sign * 2.0**exponent for sign in (1, -1) for exponent in range(-3, 4)}
    assert set(found.ravel()) == expected


def test_fixed_numbers() -> None:
    assert (draw_array("zeros", 3) == 0).all()
    assert (draw_array("ones", 3) == 1).all()
    assert draw_array("one-hot rows", 4, 3).tolist() == [[0, 0, 1], [0, 1, 0], [1, 0, 0], [0, 0, 1]]
    assert draw_array("one-hot rows", 0, 3).shape == (0, 3)


def test_permutations_of_sixteen_numbers() -> None:
    found = draw_array("permutations", 3, 32)
    assert (np.sort(found) == np.repeat(np.arange(16.0), 2)).all()
    assert len({tuple(row) for row in found}) == 3


@pytest.mark.parametrize(
    ("dtype", "exponent"), [(f32, 31), (bf16, 31), (f16, 3), (e4m3, 2)], ids=["f32", "bf16", "f16", "e4m3"]
)
def test_rows_of_large_and_of_small_numbers(dtype: Any, exponent: int) -> None:
    largest = np.abs(draw_array("large and small", 32, 64, dtype=dtype)).max(axis=1)
    large = largest > 1
    assert 0 < large.sum() < 32
    assert ((largest[large] > 0.7 * 2.0**exponent) & (largest[large] <= 2.0**exponent)).all()
    assert ((largest[~large] > 0.7 * 2.0**-exponent) & (largest[~large] <= 2.0**-exponent)).all()


@pytest.mark.parametrize("dtype", [f32, bf16, e4m3], ids=["f32", "bf16", "e4m3"])
def test_subnormal_numbers(dtype: Any) -> None:
    found = draw_array("subnormals", 30, 30, dtype=dtype)
    magnitudes = np.abs(found)
    info = finfo(dtype.numpy)
    least, normal = float(info.smallest_subnormal), float(info.smallest_normal)
    assert (magnitudes >= least).all()
    assert (magnitudes < normal).all()
    assert normal - magnitudes.max() < max(normal / 50, 2 * least)
    assert {-1.0, 1.0} == set(np.sign(found).ravel())


@pytest.mark.parametrize("kind", KINDS)
def test_scalars_of_every_kind(kind: str) -> None:
    assert np.isfinite(draw_array(kind)).all()
    assert draw_array(kind).shape == ()


@pytest.mark.parametrize(
    ("dtype", "low", "high"), [(u8, 0, 255), (s8, -128, 127), (u32, 0, 7), (s32, 0, 7)], ids=str
)
def test_integers(dtype: Any, low: int, high: int) -> None:
    found = draw_array("uniform", 4000, dtype=dtype)
    assert (found.min(), found.max()) == (low, high)


def test_zeros_and_ones_that_a_case_sets() -> None:
    found = draw_array("one-hot rows", 2, 2, zeros={"x": np.array([[False, True], [False, False]])})
    assert found.tolist() == [[0, 0], [1, 0]]
    assert draw_array("positive", 2, ones=True, zeros={"x": np.array([True, False])}).tolist() == [0, 1]
    assert draw_array("zeros", 2, ones=True).tolist() == [0, 0]


def test_arrays_of_a_case_have_their_own_numbers_and_constants_are_copied() -> None:
    table = np.arange(3)
    inputs = Inputs(lambda sizes: {"x": Tile(4, f32), "y": Tile(4, f32), "t": table, "n": 7}, {})
    case = Case({"x": "uniform", "y": "uniform"}, {}, 1, "uniform")
    one, other = case.arguments(inputs), case.arguments(inputs)
    assert (one["x"] == other["x"]).all()
    assert (one["x"] != one["y"]).all()
    assert one["t"] is not table
    assert one["t"].tolist() == [0, 1, 2]
    assert one["n"] == 7


def test_cases_of_two_arrays() -> None:
    inputs = Inputs(lambda sizes: {"x": Tile("M", 4, f32), "y": Tile("M", f32)}, {"M": 64})
    found = list(cases(inputs, ["uniform", "zeros", "positive"], draws=2, seed=5))
    assert [tuple(each.kinds.values()) for each in found] == [
        ("uniform", "uniform"), ("uniform", "uniform"),
        ("positive", "positive"), ("positive", "positive"), ("positive", "uniform"), ("uniform", "positive"),
        ("zeros", "zeros"), ("zeros", "uniform"), ("uniform", "zeros"),
    ]  # fmt: skip
    assert [each.seed for each in found] == [5 + 1000 * number for number in range(1, 10)]
    assert [each.label for each in found] == ["uniform"] * 2 + ["positive"] * 4 + ["zeros"] * 3
    assert all(each.sizes == {"M": 64} for each in found)


def test_ragged_sizes_are_multiples_below_the_largest() -> None:
    inputs = Inputs(lambda sizes: {"x": Tile("M", "K", f32)}, {"M": 64, "K": 3}, {"M": 8})
    found = [each.sizes for each in cases(inputs, [RAGGED], draws=40, seed=5)]
    assert found[:5] == [
        {"M": 56, "K": 3},
        {"M": 64, "K": 2},
        {"M": 8, "K": 3},
        {"M": 64, "K": 1},
        {"M": 8, "K": 1},
    ]
    assert all(each["M"] % 8 == 0 and each != {"M": 64, "K": 3} for each in found)
    assert {each["M"] for each in found} == set(range(8, 65, 8))
    assert {each["K"] for each in found} == {1, 2, 3}
    assert len(found) == len({tuple(each.values()) for each in found})


def test_sizes_to_try_instead_of_one() -> None:
    inputs = Inputs(lambda sizes: {"x": Tile("M", f32)}, {"M": 64}, {"M": 8})
    assert inputs.smaller("M", 64) == [8, 16, 24, 32, 56]
    assert Inputs(inputs.describe, {"M": 64}).smaller("M", 7) == [1, 2, 3, 6]
