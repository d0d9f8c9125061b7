"""Functions of double-double numbers, each a pair of float64 arrays: the rounded numbers, and the rest.

Sums and products follow Knuth (1969) and Dekker (1971): each gives its rounding error as a number.
Quotients and roots are a step of Newton's method away from those of float64. Exponentials, logarithms and
trigonometric functions reduce their argument and add up a series.
"""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Array = NDArray[Any]
    Pair = tuple[Array, Array]

SPLIT = 2.0**27 + 1
"""A factor that splits a number of 53 bits into two of 26."""

MOST_SPLIT = 2.0**995
"""The largest number that is split: the product with `SPLIT` must be finite."""

MOST_ANGLE = 1e15
"""The angle from which a sine or cosine is that of float64: the number of turns has too many bits."""

HALVINGS = 8
"""The argument of an exponential is divided by two to this power."""


# Sums and products


def _two_sum(a: Array, b: Array) -> Pair:
    """A sum and its rounding error."""
    total = a + b
    other = total - a
    return total, (a - (total - other)) + (b - other)


def _fast_two_sum(a: Array, b: Array) -> Pair:
    """A sum and its rounding error, if the first number is the larger one."""
    total = a + b
    return total, b - (total - a)


def _split(a: Array) -> Pair:
    upper = a * SPLIT
    first = upper - (upper - a)
    return first, a - first


def _two_product(a: Array, b: Array) -> Pair:
    """A product and its rounding error."""
    total = a * b
    shrunk = [np.where(np.abs(each) > MOST_SPLIT, each * 2.0**-64, each) for each in (a, b)]
    grown = [np.where(np.abs(each) > MOST_SPLIT, 2.0**64, 1.0) for each in (a, b)]
    (first, second), (third, fourth) = map(_split, shrunk)
    scale = grown[0] * grown[1]
    scaled = np.where(scale == 1, total, shrunk[0] * shrunk[1])
    error = ((first * third - scaled) + first * fourth + second * third) + second * fourth
    return total, error * scale


def _finite(rounded: Array, made: Pair) -> Pair:
    """A result; if it is infinite or NaN, the result in float64."""
    return _where(np.isfinite(rounded), made, _double(rounded))


def _add(a: Pair, b: Pair) -> Pair:
    whole, error = _two_sum(a[0], b[0])
    rest, small = _two_sum(a[1], b[1])
    total, error = _fast_two_sum(whole, error + rest)
    return _finite(whole, _fast_two_sum(total, error + small))


def _negate(a: Pair) -> Pair:
    return -a[0], -a[1]


def _subtract(a: Pair, b: Pair) -> Pair:
    return _add(a, _negate(b))


def _multiply(a: Pair, b: Pair) -> Pair:
    total, error = _two_product(a[0], b[0])
    error = error + (a[0] * b[1] + a[1] * b[0])
    return _finite(total, _fast_two_sum(total, error))


def _divide(a: Pair, b: Pair) -> Pair:
    first = a[0] / b[0]
    rest = _subtract(a, _multiply(b, _double(first)))
    second = rest[0] / b[0]
    rest = _subtract(rest, _multiply(b, _double(second)))
    made = _add(_fast_two_sum(first, second), _double(rest[0] / b[0]))
    return _where(np.isfinite(first) & np.isfinite(b[0]), made, _double(first))


def _sqrt(a: Pair) -> Pair:
    first = np.sqrt(a[0])
    rest = _subtract(a, _two_product(first, first))
    made = _fast_two_sum(first, rest[0] / (2 * first))
    return _where(np.isfinite(first) & (first > 0), made, _double(first))


def _double(a: Array) -> Pair:
    return a, np.zeros_like(a)


def _matmul(a: Pair, b: Pair) -> Pair:
    """A product of matrices: sums of products in order, without rounding to float64."""
    outer = np.broadcast_shapes(a[0].shape[:-2], b[0].shape[:-2])
    total = _double(np.zeros((*outer, a[0].shape[-2], b[0].shape[-1])))
    for k in range(a[0].shape[-1]):
        column = a[0][..., k, None], a[1][..., k, None]
        line = b[0][..., k, None, :], b[1][..., k, None, :]
        total = _add(total, _multiply(column, line))
    return total


# Other functions


def _where(choice: Array, a: Pair, b: Pair) -> Pair:
    return np.where(choice, a[0], b[0]), np.where(choice, a[1], b[1])


def _is_less(a: Pair, b: Pair) -> Array:
    found: Array = (a[0] < b[0]) | ((a[0] == b[0]) & (a[1] < b[1]))
    return found


def _is_equal(a: Pair, b: Pair) -> Array:
    found: Array = (a[0] == b[0]) & (a[1] == b[1])
    return found


def _compared(holds: Callable[[Pair, Pair], Array]) -> Callable[[Pair, Pair], Array]:
    """A comparison, which does not hold for NaNs."""
    return lambda a, b: holds(a, b) & ~(np.isnan(a[0]) | np.isnan(b[0]))


def _minimum(a: Pair, b: Pair) -> Pair:
    return _where(_is_less(b, a) | np.isnan(b[0]), b, a)


def _maximum(a: Pair, b: Pair) -> Pair:
    return _where(_is_less(a, b) | np.isnan(b[0]), b, a)


def _fmin(a: Pair, b: Pair) -> Pair:
    return _where(_is_less(b, a) | np.isnan(a[0]), b, a)


def _fmax(a: Pair, b: Pair) -> Pair:
    return _where(_is_less(a, b) | np.isnan(a[0]), b, a)


def _copysign(a: Pair, b: Pair) -> Pair:
    return _where(np.signbit(a[0]) == np.signbit(b[0]), a, _negate(a))


def _absolute(a: Pair) -> Pair:
    return _where(np.signbit(a[0]), _negate(a), a)


def _floor(a: Pair) -> Pair:
    whole = np.floor(a[0])
    return _where((whole == a[0]) & (a[1] != 0), _fast_two_sum(whole, np.floor(a[1])), _double(whole))


def _ceil(a: Pair) -> Pair:
    return _negate(_floor(_negate(a)))


def _trunc(a: Pair) -> Pair:
    return _where(a[0] < 0, _ceil(a), _floor(a))


def _rint(a: Pair) -> Pair:
    """The nearest integer, the even one of two."""
    below = _floor(a)
    rest = _subtract(a, below)
    half = _double(np.full_like(a[0], 0.5))
    odd = np.remainder(np.where(np.abs(below[1]) > 0, below[1], below[0]), 2.0) == 1
    up = _is_less(half, rest) | (_is_equal(half, rest) & odd)
    made = _add(below, _double(np.where(up, 1.0, 0.0)))
    return _where(np.isfinite(a[0]), (np.copysign(made[0], a[0]), made[1]), a)


@cache
def _constant(name: str) -> tuple[float, float, float]:
    """A number as a sum of three float64 numbers."""
    with localcontext() as context:
        context.prec = 80
        exact = Fraction(Decimal(2).ln()) if name == "ln 2" else _half_pi()
    parts = []
    for _ in range(3):
        parts.append(float(exact))
        exact -= Fraction(parts[-1])
    return parts[0], parts[1], parts[2]


def _half_pi() -> Fraction:
    """Half of pi to 80 digits, by Machin's formula."""

    def arctangent(inverse: int) -> Fraction:
        return sum(
            (Fraction((-1) ** k, (2 * k + 1) * inverse ** (2 * k + 1)) for k in range(60)), Fraction(0)
        )

    return 8 * arctangent(5) - 2 * arctangent(239)


@cache
def _inverse_factorial(n: int) -> tuple[float, float]:
    exact = Fraction(1, math.factorial(n))
    return float(exact), float(exact - Fraction(float(exact)))


def _series(x: Pair, first: int, last: int, step: int) -> Pair:
    """The sum of x**(n - first) / n! for every step-th n: x is the power that one step adds."""
    total = _double(np.zeros_like(x[0]))
    for n in range(last, first - 1, -step):
        factor = (np.full_like(x[0], part) for part in _inverse_factorial(n))
        total = _add(_multiply(total, x), tuple(factor))  # type: ignore[arg-type]
    return total


def _number(parts: tuple[float, ...], like: Array) -> Pair:
    return np.full_like(like, parts[0]), np.full_like(like, parts[1])


def _exp2_minus_1(x: Pair) -> tuple[Pair, Array]:
    """A number p and an integer n: 2**x is (1 + p) * 2**n."""
    n = np.rint(np.where(np.isfinite(x[0]), np.clip(x[0], -1200, 1200), 0.0))
    rest = _multiply(_subtract(x, _double(n)), _number(_constant("ln 2"), x[0]))
    rest = _scaled(rest, -HALVINGS)
    made = _multiply(rest, _series(rest, 1, 14, 1))
    for _ in range(HALVINGS):
        made = _add(_scaled(made, 1), _multiply(made, made))
    return made, n


def _scaled(a: Pair, power: int | Array) -> Pair:
    """A number times a power of two."""
    which = np.asarray(power, np.int64)
    return np.ldexp(a[0], which), np.ldexp(a[1], which)


def _exp2(x: Pair) -> Pair:
    part, n = _exp2_minus_1(x)
    made = _scaled(_add(part, _double(np.ones_like(x[0]))), n)
    double = np.exp2(x[0])
    return _where(np.isfinite(double) & (double > 0) & np.isfinite(x[0]), made, _double(double))


def _log2(x: Pair) -> Pair:
    mantissa, exponent = np.frexp(x[0])
    small = mantissa < math.sqrt(0.5)  # so that a number close to 1 has no exponent, and nothing cancels
    n = exponent - small
    scaled = _scaled(x, -n)
    first = np.log2(scaled[0])
    inverse = _exp2(_double(-first))
    rest = _subtract(_multiply(scaled, inverse), _double(np.ones_like(first)))
    square = _scaled(_multiply(rest, rest), -1)
    rest = _divide(_subtract(rest, square), _number(_constant("ln 2"), first))
    made = _add(_add(_double(n.astype(np.float64)), _double(first)), rest)
    known = np.isfinite(x[0]) & (x[0] > 0)
    return _where(known, made, _double(np.log2(x[0])))


def _quarter_turns(x: Pair) -> tuple[Pair, Array]:
    """An angle less so many quarter turns that it is at most an eighth of a turn, and their number."""
    parts = _constant("half pi")
    n = np.rint(np.where(np.isfinite(x[0]), x[0], 0.0) / parts[0])
    rest = x
    for part in parts:
        rest = _subtract(rest, _two_product(n, np.full_like(n, part)))
    return rest, n


def _sine(x: Pair, quarters: int) -> Pair:
    """The sine of an angle and so many quarter turns."""
    rest, n = _quarter_turns(x)
    square = _negate(_multiply(rest, rest))
    sine = _multiply(rest, _alternating(square, 1))
    cosine = _alternating(square, 0)
    turn = np.remainder(n + quarters, 4)
    made = _where(turn % 2 == 0, sine, cosine)
    made = _where(turn >= 2, _negate(made), made)
    known = (np.abs(x[0]) < MOST_ANGLE) & (x[0] != 0)
    return _where(known, made, _double(np.cos(x[0]) if quarters else np.sin(x[0])))


def _alternating(square: Pair, first: int) -> Pair:
    return _series(square, first, first + 28, 2)


def _tanh(x: Pair) -> Pair:
    double = _scaled(_negate(_absolute(x)), 1)
    part, n = _exp2_minus_1(_divide(double, _number(_constant("ln 2"), x[0])))
    one, two = (_double(np.full_like(x[0], number)) for number in (1.0, 2.0))
    less = _add(_scaled(part, n), _subtract(_scaled(one, n), one))  # the exponential less 1
    made = _copysign(_divide(less, _add(less, two)), x)
    return _where((np.abs(x[0]) < 300) & (np.abs(x[0]) > 1e-150), made, _double(np.tanh(x[0])))


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.add: _add,
    np.subtract: _subtract,
    np.multiply: _multiply,
    np.divide: _divide,
    np.reciprocal: lambda a: _divide(_double(np.ones_like(a[0])), a),
    np.sqrt: _sqrt,
    np.negative: _negate,
    np.absolute: _absolute,
    np.copysign: _copysign,
    np.minimum: _minimum,
    np.maximum: _maximum,
    np.fmin: _fmin,
    np.fmax: _fmax,
    np.floor: _floor,
    np.ceil: _ceil,
    np.trunc: _trunc,
    np.rint: _rint,
    np.exp2: _exp2,
    np.log2: _log2,
    np.sin: lambda a: _sine(a, 0),
    np.cos: lambda a: _sine(a, 1),
    np.tanh: _tanh,
    np.matmul: _matmul,
    np.less: _compared(_is_less),
    np.less_equal: _compared(lambda a, b: ~_is_less(b, a)),
    np.greater: _compared(lambda a, b: _is_less(b, a)),
    np.greater_equal: _compared(lambda a, b: ~_is_less(a, b)),
    np.equal: _is_equal,
    np.not_equal: lambda a, b: ~_is_equal(a, b),
    np.isnan: lambda a: np.isnan(a[0]),
    np.isfinite: lambda a: np.isfinite(a[0]),
    np.isinf: lambda a: np.isinf(a[0]),
    np.signbit: lambda a: np.signbit(a[0]),
}
"""The functions, by those of NumPy that they replace."""
