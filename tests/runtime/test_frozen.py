"""Keys of Python values: two are equal exactly where a trace cannot differ."""

from __future__ import annotations

import copy
import dataclasses
from decimal import Decimal
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np
import pytest

from pyptx.record import record
from pyptx.runtime.frozen import frozen


@dataclasses.dataclass(frozen=True)
class Settings:
    scale: float = 0.0
    note: str = dataclasses.field(default="", compare=False)


@record(frozen=True, slots=True)
class Record:
    scale: float = 0.0


class Pair(NamedTuple):
    scale: float = 0.0


MAKERS: list[Any] = [
    float, np.float16, np.float32, np.float64, ml_dtypes.bfloat16, complex, Decimal, Settings, Record, Pair,
    lambda value: [float(value)], lambda value: {"scale": float(value)}, lambda value: np.full(3, value),
]  # fmt: skip


@pytest.mark.parametrize("made", MAKERS)
def test_numbers_are_told_apart_by_their_bits(made: Any) -> None:
    negative = made("-0.0") if made is Decimal else made(-0.0)
    assert frozen(made(0.0)) != frozen(negative)
    assert frozen(made(0.0)) == frozen(made(0.0))
    nan = made("nan") if made is Decimal else made(float("nan"))
    assert frozen(nan) == frozen(copy.deepcopy(nan))
    hash(frozen(nan))


def test_fields_that_a_class_does_not_compare_are_left_out() -> None:
    assert frozen(Settings(1.0, "a")) == frozen(Settings(1.0, "b")) != frozen(Record(1.0))


def test_numbers_of_different_types_are_different() -> None:
    values = [1, 1.0, True, np.int32(1), np.int64(1), np.float64(1), Decimal(1), 1 + 0j, "1"]
    assert len({frozen(value) for value in values}) == len(values)


def test_arrays_of_objects_are_refused() -> None:
    with pytest.raises(TypeError):
        frozen(np.array([object()]))
