"""Format strings of printf, as the C library of this machine formats them."""

from __future__ import annotations

import ctypes
import itertools
import struct
import sys
from typing import Any

import pytest

from pyptx.printf import formatted

INTEGERS, FLOATS = "dioxXu", "feEgG"
FLAGS = ("", "-", "0", "+", " ", "-0", "+0", "#", "#0")
WIDTHS, PRECISIONS = ("", "1", "8", "*"), ("", ".", ".0", ".3", ".12", ".*")
STARS = {"*": 10, ".*": 5}


def by_the_c_library(form: str, values: list[Any]) -> str:
    text = ctypes.create_string_buffer(4096)
    ctypes.CDLL(None).snprintf(text, len(text), form.encode(), *values)
    return text.value.decode()


def double(value: float) -> int:
    (word,) = struct.unpack("<Q", struct.pack("<d", value))
    return int(word)


@pytest.mark.skipif(sys.platform == "win32", reason="the C library of Windows has another name")
@pytest.mark.parametrize("kind", [*INTEGERS, *(f"ll{kind}" for kind in INTEGERS), *FLOATS])
def test_conversions_are_those_of_c(kind: str) -> None:
    whole = kind[-1] in INTEGERS
    values = (0, 7, 0x80000005) if whole else (0.0, -2.5, 1234567.891, 1e-7)
    wide = ctypes.c_longlong if kind.startswith("ll") else ctypes.c_uint
    for flags, width, precision, value in itertools.product(FLAGS, WIDTHS, PRECISIONS, values):
        if "#" in flags and kind[-1] in "diu":
            continue  # undefined in C
        form = f"[%{flags}{width}{precision}{kind}]"
        stars = [STARS[part] for part in (width, precision) if part in STARS]
        word = value if whole else double(value)
        expected = by_the_c_library(form, [*stars, wide(int(value)) if whole else ctypes.c_double(value)])
        assert formatted(form, [*stars, int(word)]) == expected, form


def test_widths_are_bounded() -> None:
    assert len(formatted("%999999999999d", [3])) == 4095
    assert len(formatted("%*s", [0x7FFFFFFF, "x"])) == 4095
    assert len(formatted("%.*f", [0x7FFFFFFF, double(1.5)])) == len("1.") + 4095


def test_text_that_is_no_conversion_stays() -> None:
    assert formatted("5 %q", []) == "5 %q"
    assert formatted("%c%c", [ord("o"), ord("k")]) == "ok"
    assert formatted("%-6s|%p", ["ab", 0x10]) == "ab    |0x10"
