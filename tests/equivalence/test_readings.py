"""Rounded constants represent the simplest real number that rounds to them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pyptx.equivalence.readings import read

PI, LOG2_E = math.pi, math.log2(math.e)


def single(value: float) -> float:
    return float(np.float32(value))


READINGS = {
    "2 * pi": 2 * PI,
    "1/2 * pi": PI / 2,
    "-pi": -PI,
    "1 / pi": 1 / PI,
    "-2 / pi": -2 / PI,
    "sqrt(pi)": math.sqrt(PI),
    "1/3 * sqrt(pi)": math.sqrt(PI) / 3,
    "2 / sqrt(pi)": 2 / math.sqrt(PI),
    "sqrt(1/2) / sqrt(pi)": single((2 * PI) ** -0.5),
    "sqrt(1/2) * sqrt(pi)": math.sqrt(PI / 2),
    "-1/3": -1 / 3,
    "16/3": single(16 / 3),
    "16/8191": single(16 / 8191),
    "-1/100000": single(-1e-5),
    "2469/20000": single(0.12345),
    "-1 * sqrt(2)": -math.sqrt(2),
    "sqrt(8191)": single(math.sqrt(8191)),
    "-1/96 * sqrt(96)": single(-1 / math.sqrt(96)),
    "1/8 * log2(e)": single(LOG2_E / 8),
    "sqrt(3) * log2(e)": single(LOG2_E * math.sqrt(3)),
    "sqrt(3) * log(2)": single(math.sqrt(3) / LOG2_E),
    "8943/200000 * sqrt(2) / sqrt(pi)": single(math.sqrt(2 / PI) * 0.044715),
    "2 * sqrt(2) * log2(e) / sqrt(pi)": single(LOG2_E * 2 * math.sqrt(2 / PI)),
}
EXACT = [0.0, 0.75, 1e300, 0.1234567, single(17 / 3), single(17 / 8191), 5 * PI, single(math.sqrt(8193))]


@pytest.mark.parametrize("text", READINGS)
def test_constants_are_read_as_simple_numbers(text: str) -> None:
    reading = read(READINGS[text])
    assert reading.text == text
    number = float(reading.factor) * math.sqrt(reading.under)
    number *= LOG2_E**reading.log2_e * PI ** (reading.root_pi / 2)
    assert number == pytest.approx(READINGS[text], rel=1e-7)


@pytest.mark.parametrize("value", EXACT)
def test_other_constants_are_themselves(value: float) -> None:
    reading = read(value)
    assert (float(reading.factor), float(reading.under), reading.text) == (value, 1, "")
