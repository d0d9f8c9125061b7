"""Arithmetic modulo pairs of primes ``p = 2q + 1``, on arrays of numbers.

Powers of two modulo ``p`` have exponents modulo ``q``, so that ``2^a * 2^b = 2^(a + b)`` holds for residues
as it does for real numbers. An array has the shape (2, `POINTS`, ...): row 0 has values modulo ``p``, row 1
values modulo ``q``, one pair of primes for each point.

>>> a, b = residues(Fraction(3, 4)), residues(Fraction(5))
>>> bool((multiply(a, b) == residues(Fraction(15, 4))).all())
True
>>> bool((power_of_two(add(a, b))[0] == multiply(*map(power_of_two, (a, b)))[0]).all())
True
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

_SMALLER = (1064552519, 1038612479, 1034730839, 1023001799)
"""Primes ``q`` of which ``p = 2q + 1`` is prime too. The primes up to 43 are squares modulo ``p``, so that
the root of ``c^2`` is ``c``, not ``-c``, for their products."""

POINTS = len(_SMALLER)

_LARGER = tuple(2 * prime + 1 for prime in _SMALLER)
_PRIMES = (_LARGER, _SMALLER)

_BITS = 31
_HALF = 16
_DEPTH = 32
"""Products of 16 and 31 bits that float64 sums exactly, with room to spare."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_WEIGHTS = np.random.default_rng(1).integers(1, 1 << 63, (2, POINTS), np.uint64) | np.uint64(1)


def _moduli(like: Array) -> Array:
    """The primes, in the shape that an array needs."""
    return np.array(_PRIMES, np.uint64).reshape(2, POINTS, *[1] * (like.ndim - 2))


def residues(value: Fraction) -> Array:
    """Return the residues of a rational number."""
    return np.array(
        [
            [value.numerator * pow(value.denominator, -1, prime) % prime for prime in primes]
            for primes in _PRIMES
        ],
        np.uint64,
    )


@cache
def part(size: int) -> Array:
    """Return the residues of one over a number."""
    return residues(Fraction(1, size))


def draw_residues(seed: list[int], size: int) -> Array:
    """Return random residues for a number of variables, the same ones for the same seed."""
    random = np.random.default_rng(seed)
    return np.stack([[random.integers(1, prime, size, np.uint64) for prime in primes] for primes in _PRIMES])


def add(*terms: Array) -> Array:
    """The sum."""
    return np.asarray(sum(terms[1:], terms[0]) % _moduli(terms[0]))


def total(terms: Array, axis: int) -> Array:
    """The sum along an axis."""
    found = terms.sum(axis)
    return np.asarray(found % _moduli(found))


def negate(value: Array) -> Array:
    """The residues of the negative number."""
    primes = _moduli(value)
    return np.asarray((primes - value) % primes)


def multiply(first: Array, second: Array) -> Array:
    """The product."""
    found = first * second
    return np.asarray(found % _moduli(found))


def _to_power(value: Array, exponents: Array) -> Array:
    """Powers with whole exponents, one for each prime."""
    found = np.ones_like(value)
    for bit in range(_BITS):
        chosen = np.asarray((exponents >> np.uint64(bit)) & np.uint64(1), np.bool_)
        found = np.where(chosen, multiply(found, value), found)
        value = multiply(value, value)
    return found


def inverse(value: Array) -> Array:
    """The reciprocal; 0 for 0."""
    return _to_power(value, _moduli(value) - np.uint64(2))


def root(value: Array) -> tuple[Array, Array]:
    """A square root, and where it is one: half of all numbers have none."""
    found = _to_power(value, (_moduli(value) + np.uint64(1)) // np.uint64(4))
    return found, multiply(found, found) == value


def power_of_two(exponent: Array) -> Array:
    """Two to a power, modulo ``p``, by an exponent modulo ``q``; modulo ``q``, an unknown function."""
    primes = _moduli(exponent)[:1]
    found, square = np.ones_like(exponent[:1]), np.full_like(exponent[:1], 2)
    for bit in range(_BITS):
        chosen = np.asarray((exponent[1:] >> np.uint64(bit)) & np.uint64(1), np.bool_)
        found = np.where(chosen, found * square % primes, found)
        square = square * square % primes
    return np.concatenate((found, mixed(np.concatenate((found, found)), 0)[1:]))


def product(left: Array, right: Array) -> Array:
    """The matrix product of two stacks of matrices."""
    primes = _moduli(left)
    found = np.zeros((*left.shape[:-1], right.shape[-1]), np.uint64)
    for start in range(0, left.shape[-1], _DEPTH):
        part = left[..., start : start + _DEPTH]
        other = right[..., start : start + _DEPTH, :].astype(np.float64)
        low = np.matmul((part & np.uint64((1 << _HALF) - 1)).astype(np.float64), other).astype(np.uint64)
        high = np.matmul((part >> np.uint64(_HALF)).astype(np.float64), other).astype(np.uint64)
        found = (found + low + (high % primes << np.uint64(_HALF))) % primes
    return found


def hashed(value: Array) -> Array:
    """A number of 64 bits for all residues of an element."""
    return _scrambled(np.asarray((value * _WEIGHTS.reshape(2, POINTS, *[1] * (value.ndim - 2))).sum((0, 1))))


def mixed(value: Array, salt: int) -> Array:
    """Residues that depend on all of those of an element, as those of an unknown function do."""
    return spread(hashed(value) ^ np.uint64(salt))


def spread(keys: Array) -> Array:
    """Return residues for numbers of 64 bits."""
    keys = np.asarray(keys, np.uint64)
    found = _scrambled(keys + _WEIGHTS.reshape(2, POINTS, *[1] * keys.ndim))
    return np.asarray(found % _moduli(found))


def _scrambled(value: Array) -> Array:
    with np.errstate(over="ignore"):
        value = value * _GOLDEN
        value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(value ^ (value >> np.uint64(31)))
