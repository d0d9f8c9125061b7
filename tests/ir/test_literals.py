"""Constants keep their value when they are written."""

from __future__ import annotations

import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyptx.ir.literals import SpelledInt, literal_value, read_int, spell


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("-7", -7),
        ("0x3340U", 0x3340),
        ("017", 15),
        ("0b101", 5),
        ("5U", 5),
        ("2.5", 2.5),
        ("1.", 1.0),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("0f3F800000", 1.0),
        ("0fFF800000", -math.inf),
        ("0dC000000000000000", -2.0),
    ],
)
def test_value(text: str, value: float) -> None:
    assert literal_value(text) == value
    assert type(literal_value(text)) is type(value)


@pytest.mark.parametrize(
    "text", ["", "-", "abc", "12abc", "0x", "0f3F80", "1.2.3", "08", "5 ", "%r1", "\u0661"]
)
def test_no_constant(text: str) -> None:
    with pytest.raises(ValueError, match="not a PTX constant"):
        literal_value(text)


@pytest.mark.parametrize(
    ("value", "type_name", "text"),
    [
        (2.5, "f32", "0f40200000"),
        (1, "f32", "0f3F800000"),
        (True, "f32", "0f3F800000"),
        (-0.0, "f32", "0f80000000"),
        (math.inf, "f64", "0d7FF0000000000000"),
        (1.0, "f16", "0x3C00"),
        (1.0, "bf16", "0x3F80"),
        (-2.0, "bf16", "0xC000"),
        (math.inf, "bf16", "0x7F80"),
        (True, "pred", "1"),
        (-3, "s64", "-3"),
        (-(1 << 31), "s32", "-2147483648"),
        ((1 << 32) - 1, "s32", "4294967295"),
        (-(1 << 63), "", "-9223372036854775808"),
        ((1 << 64) - 1, "", "18446744073709551615"),
    ],
)
def test_spelling(value: float, type_name: str, text: str) -> None:
    assert spell(value, type_name) == text


def test_nan_stays_nan() -> None:
    assert math.isnan(literal_value(spell(math.nan, "f32")))
    assert math.isnan(literal_value(spell(math.nan, "f64")))
    bits = int(spell(math.nan, "bf16"), 16)
    assert bits & 0x7F80 == 0x7F80
    assert bits & 0x7F


@pytest.mark.parametrize(
    ("value", "type_name"),
    [
        (1e300, "f32"),
        (-1e300, "f32"),
        (1e6, "f16"),
        (-(1 << 31) - 1, "s32"),
        (1 << 32, "s32"),
        (-(1 << 7) - 1, "u8"),
        (1 << 8, "u8"),
    ],
)
def test_a_number_beyond_the_type_is_refused(value: float, type_name: str) -> None:
    with pytest.raises(ValueError, match=type_name):
        spell(value, type_name)


@pytest.mark.parametrize("value", [4.0, 2.5, math.inf, math.nan])
def test_floats_are_no_integers(value: float) -> None:
    with pytest.raises(ValueError, match="a float where an integer is wanted"):
        spell(value, "u32")


@given(st.floats(allow_nan=False))
def test_doubles_come_back(value: float) -> None:
    back = literal_value(spell(value, "f64"))
    assert struct.pack("d", back) == struct.pack("d", value)


@given(st.floats(width=32, allow_nan=False))
def test_singles_come_back(value: float) -> None:
    back = literal_value(spell(value, "f32"))
    assert struct.pack("d", back) == struct.pack("d", value)


@given(st.floats(min_value=-3e38, max_value=3e38))
def test_bfloat_is_the_nearest(value: float) -> None:
    bits = int(spell(value, "bf16"), 16)
    sign = -1.0 if bits & 0x8000 else 1.0
    around = [bits & 0x7FFF, max((bits & 0x7FFF) - 1, 0), min((bits & 0x7FFF) + 1, 0x7F7F)]
    values = [sign * struct.unpack(">f", (b << 16).to_bytes(4, "big"))[0] for b in around]
    assert abs(values[0] - value) == min(abs(other - value) for other in values)


@given(st.integers(-(2**63), 2**64 - 1))
def test_integers_come_back(value: int) -> None:
    assert literal_value(spell(value, "s64")) == value


def test_integer_fields_keep_an_odd_spelling() -> None:
    assert type(read_int("12")) is int
    odd = read_int("0x10")
    assert isinstance(odd, SpelledInt)
    assert (odd, str(odd), f"{odd}") == (16, "0x10", "0x10")
    with pytest.raises(ValueError, match="not an integer"):
        SpelledInt("1.5")


@pytest.mark.parametrize("text", ["9" * 100_000, "0" + "7" * 100_000, "0x" + "F" * 100_000])
def test_numbers_of_any_length_are_read(text: str) -> None:
    assert literal_value(text) >= 1 << 64
