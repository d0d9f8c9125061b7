"""The real numbers that rounded constants represent.

A program has log2(e), 1/96 or 1e-5 rounded to its format. A proof is about the real number: the simplest one
of a few kinds that rounds to the constant.

>>> read(1.44269502162933349609375).text, read(0.5).text, read(float(np.float32(1e-5))).text
('log2(e)', '', '1/100000')
>>> read(0.7978845608028654).text, read(float(np.float32(math.pi))).text
('sqrt(2) / sqrt(pi)', 'pi')
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.shadow.cells import may_be_rounded

if TYPE_CHECKING:
    from collections.abc import Iterator

_LOG2_E = Fraction(math.log2(math.e))

_LARGEST_NUMERATOR, _LARGEST_DENOMINATOR, _DIGITS = 16, 8192, 5

_LARGEST_BESIDE_PI = 16
"""Largest numerator and denominator of a number under a root that stands beside pi."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A real number: a rational one, times a square root and powers of log2(e) and of the root of pi.

    Attributes:
        factor: The rational number.
        under: The number under the root.
        log2_e: The power of log2(e): 1, 0 or -1.
        root_pi: The power of the square root of pi: -2 to 2.
        text: The number in words; empty if the constant is exact.
    """

    factor: Fraction
    under: Fraction = Fraction(1)
    log2_e: int = 0
    root_pi: int = 0
    text: str = ""


def read(value: float) -> Reading:
    """Return the real number that a constant represents: itself if no simpler one rounds to it."""
    exact = Fraction(value)
    with np.errstate(over="ignore"):
        single = float(np.float32(value)) == value
    if not may_be_rounded(np.float64(value), "f32" if single else "f64"):
        return Reading(exact)
    for log2_e in (0, 1, -1):
        base = _LOG2_E**log2_e
        for factor, under in _simple(exact / base):
            if _rounds_to(float(factor * base) * math.sqrt(under), value, single=single):
                return Reading(factor, under, log2_e, text=_text(factor, under, log2_e))
    return _read_with_pi(exact, value, single=single) or Reading(exact)


def _read_with_pi(exact: Fraction, value: float, *, single: bool) -> Reading | None:
    """The reading of a small fraction, or the root of one, times a power of the root of pi.

    For GELU it may be a short decimal number, or one times log2(e), times the root of 2 / pi.
    """
    for root_pi in (2, 1, -1, -2):
        square = (exact / Fraction(math.pi**0.5) ** root_pi) ** 2
        under = square.limit_denominator(_LARGEST_BESIDE_PI)
        near = math.copysign(math.sqrt(under * Fraction(math.pi) ** root_pi), value)
        is_small = 0 < under.numerator <= _LARGEST_BESIDE_PI
        if not is_small or not _rounds_to(near, value, single=single):
            continue
        root = Fraction(math.sqrt(under)).limit_denominator(_LARGEST_BESIDE_PI)
        words = [str(root) if root**2 == under else f"sqrt({under})"] if under != 1 or root_pi < 0 else []
        joined = (" / " if root_pi < 0 else " * ").join([*words, "pi" if root_pi % 2 == 0 else "sqrt(pi)"])
        factor = Fraction(-1 if value < 0 else 1, under.denominator)
        radicand = Fraction(under.numerator * under.denominator)
        return Reading(factor, radicand, 0, root_pi, f"-{joined}" if value < 0 else joined)
    for log2_e in (0, 1):
        base = _LOG2_E**log2_e * Fraction(math.sqrt(2 / math.pi))
        factor = _decimal(exact / base)
        if _rounds_to(float(factor * base), value, single=single):
            return Reading(
                factor, Fraction(2), log2_e, -1, f"{_text(factor, Fraction(2), log2_e)} / sqrt(pi)"
            )
    return None


def _rounds_to(near: float, value: float, *, single: bool) -> bool:
    """Whether a number, computed with an error of float64, rounds to a constant."""
    return float(np.float32(near)) == value if single else math.isclose(near, value, rel_tol=2**-51)


def _decimal(value: Fraction) -> Fraction:
    """The decimal number of a few digits near a number."""
    return Fraction(f"{float(value):.{_DIGITS - 1}e}")


def _simple(value: Fraction) -> Iterator[tuple[Fraction, Fraction]]:
    """Simple numbers near a number: fractions, short decimals, and roots with their radicands."""
    near, one = value.limit_denominator(_LARGEST_DENOMINATOR), Fraction(1)
    if 0 < abs(near.numerator) <= _LARGEST_NUMERATOR:
        yield near, one
    yield _decimal(value), one
    for square in (value**2, 1 / value**2):
        whole = round(square)
        if 1 < whole <= _LARGEST_DENOMINATOR:
            sign = one if value > 0 else -one
            yield (sign, Fraction(whole)) if square == value**2 else (sign / whole, Fraction(whole))


def _text(factor: Fraction, under: Fraction, log2_e: int) -> str:
    words = [str(factor)] if factor != 1 else []
    words += [f"sqrt({under})"] if under != 1 else []
    words += [("", "log2(e)", "log(2)")[log2_e]] if log2_e else []
    return " * ".join(words)
