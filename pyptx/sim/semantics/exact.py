"""Exactly rounded sums, products, quotients and roots: the IEEE 754 core of the floating-point sections.

Narrow formats are computed in float64 rounded to odd (`odd_sum`) and then rounded once. float64 itself is
computed natively to nearest, and otherwise on 128-bit integers (`fma_f64`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.semantics.rounding import F64, leading_zeros, normalise, round_magnitude, unpack

if TYPE_CHECKING:
    from pyptx.sim.semantics.registry import Array

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ONE = np.uint64(1)


def odd_sum(a: Array, b: Array) -> Array:
    """`a + b` in float64, rounded to odd: exact for every later rounding to at most 51 bits.

    The error term of Knuth's two-sum gives the side of the nearest float64 on which the exact sum lies.
    """
    total = a + b
    virtual = total - a
    error = (a - (total - virtual)) + (b - virtual)
    bits = total.view(np.int64)
    inexact = (error != 0) & (bits & 1 == 0) & np.isfinite(total)
    if not inexact.any():
        return total
    outward = (error > 0) == (total > 0)
    return (bits + np.where(inexact, np.where(outward, 1, -1), 0)).view(np.float64)


def signed_zero(total: Array, a: Array, b: Array, mode: str) -> Array:
    """Give an exact zero sum of terms of unlike sign the sign -0, as rounding to -infinity does."""
    if mode != "rm":
        return total
    unlike = np.signbit(a) != np.signbit(b)
    return np.where((total == 0) & unlike, -np.abs(total), total)


def to_f32(x: Array, mode: str) -> Array:
    """Round float64 (exact or rounded to odd) to float32."""
    near = x.astype(np.float32)
    if mode == "rn":
        return near
    wide = near.astype(np.float64)
    if mode == "rz":
        return np.where(np.abs(wide) > np.abs(x), np.nextafter(near, np.float32(0)), near)
    if mode == "rm":
        return np.where(wide > x, np.nextafter(near, np.float32(-np.inf)), near)
    return np.where(wide < x, np.nextafter(near, np.float32(np.inf)), near)


def fma_f32(a: Array, b: Array, c: Array, mode: str = "rn") -> Array:
    """`a * b + c` of float32, rounded once.

    The product is exact in float64. For rounding to nearest, rounding the float64 sum again gives the right
    float32, except halfway between two of them and for subnormal results: these need the sum rounded to
    odd.
    """
    product = a.astype(np.float64) * b.astype(np.float64)
    addend = c.astype(np.float64)
    if mode == "rn":
        total = product + addend
        halfway = total.view(np.uint64) & np.uint64(0x1FFFFFFF) == np.uint64(0x10000000)
        if not (halfway | ((np.abs(total) < 2.0**-126) & (total != 0))).any():
            return total.astype(np.float32)
    return to_f32(signed_zero(odd_sum(product, addend), product, addend, mode), mode)


def sum_in_order(left: Array, right: Array, addend: Array) -> Array:
    """`addend + left @ right` in float32: an `fma_f32` for each product, in the order of K.

    Elements have at most 11 significant bits, so a product is exact in float32 unless it leaves the range of
    that type. In float64 it is always exact; a sum that is inexact there is not near the middle of two
    float32, and rounds on to the right one.
    """
    total = addend.astype(np.float32)
    precision = np.float32 if _products_fit_f32(left, right) else np.float64
    columns, rows = np.ascontiguousarray(left.T, precision), right.astype(precision)
    products = np.empty(total.shape, precision)
    for column, row in zip(columns, rows, strict=True):
        np.multiply(column[:, None], row, out=products)
        np.add(products, total, out=total, casting="same_kind")
    return total


def _products_fit_f32(left: Array, right: Array) -> bool:
    """Whether no finite product of two elements is subnormal or overflows in float32."""
    least, most = 1.0, 1.0
    for matrix in (left, right):
        sizes = np.abs(matrix[np.isfinite(matrix) & (matrix != 0)], dtype=np.float64)
        if not sizes.size:
            return True
        least, most = least * sizes.min(), most * sizes.max()
    return bool(least >= 2.0**-126 and most < 2.0**128)


def fma_f64(a: Array | float, b: Array | float, c: Array | float, mode: str = "rn") -> Array:
    """`a * b + c` of float64, rounded once."""
    a, b, c = np.broadcast_arrays(np.asarray(a), b, c)
    finite = np.isfinite(a) & np.isfinite(b)
    special = np.where(finite, c, a * b + c)
    ordinary = finite & np.isfinite(c)
    a, b, c = (np.where(ordinary, x, 0.0) for x in (a, b, c))
    return np.where(ordinary, _fma_finite(a, b, c, mode), special)


def div_f64(a: Array | float, b: Array, mode: str = "rn") -> Array:
    """`a / b` of float64."""
    native: Array = a / b
    if mode == "rn":
        return native
    regular = np.isfinite(a) & np.isfinite(b) & (a != 0) & (b != 0)
    one = np.float64(1)
    top, top_exponent = np.frexp(np.where(regular, np.abs(a), one))
    bottom, bottom_exponent = np.frexp(np.where(regular, np.abs(b), one))
    quotient = top / bottom
    rest = fma_f64(-quotient, bottom, top)
    scale = top_exponent.astype(np.int64) - bottom_exponent
    negative = np.signbit(a) != np.signbit(b)
    return np.where(regular, _round_with_remainder(quotient, rest, scale, negative, mode), native)


def sqrt_f64(a: Array, mode: str = "rn") -> Array:
    """The square root of float64."""
    native = np.sqrt(a)
    if mode == "rn":
        return native
    regular = np.isfinite(a) & (a > 0)
    mantissa, exponent = np.frexp(np.where(regular, a, np.float64(1)))
    odd = exponent & 1 == 1
    radicand = np.where(odd, mantissa * 2, mantissa)
    scale = ((exponent - odd) >> 1).astype(np.int64)
    root = np.sqrt(radicand)
    rest = fma_f64(-root, root, radicand)
    return np.where(
        regular, _round_with_remainder(root, rest, scale, np.zeros(root.shape, bool), mode), native
    )


def multiply_64(a: Array, b: Array) -> tuple[Array, Array]:
    """The 128-bit product of uint64, as high and low words."""
    a_high, a_low, b_high, b_low = a >> _HALF, a & _LOW, b >> _HALF, b & _LOW
    low = a_low * b_low
    cross = a_high * b_low + (low >> _HALF)
    middle = a_low * b_high + (cross & _LOW)
    high = a_high * b_high + (cross >> _HALF) + (middle >> _HALF)
    return high, (middle << _HALF) | (low & _LOW)


def _fma_finite(a: Array, b: Array, c: Array, mode: str) -> Array:
    """`a * b + c` of finite float64 on 128-bit integers.

    The product and the addend stand with their leading bit at 126, so that a sum cannot overflow. A product
    has at most 106 bits and an addend 53: bits are lost in aligning only at distances where no more than one
    leading bit can cancel, so the sticky last bit stays far below what is rounded.
    """
    a_negative, a_exponent, a_bits = unpack(a)
    b_negative, b_exponent, b_bits = unpack(b)
    c_negative, c_exponent, c_bits = unpack(c)
    p_negative = a_negative != b_negative
    p_high, p_low = multiply_64(a_bits >> _ONE, b_bits)
    p_exponent = a_exponent + b_exponent + 1
    short = p_high < np.uint64(1 << 62)
    p_high = np.where(short, (p_high << _ONE) | (p_low >> np.uint64(63)), p_high)
    p_low = np.where(short, p_low << _ONE, p_low)
    p_exponent = np.where((a == 0) | (b == 0), -(1 << 20), p_exponent - short)
    c_exponent = np.where(c == 0, -(1 << 20), c_exponent)
    c_high = c_bits >> _ONE
    c_low = np.zeros_like(c_high)

    c_greater = (c_exponent > p_exponent) | (
        (c_exponent == p_exponent) & ((c_high > p_high) | ((c_high == p_high) & (c_low > p_low)))
    )
    high = np.where(c_greater, c_high, p_high)
    low = np.where(c_greater, c_low, p_low)
    exponent = np.maximum(c_exponent, p_exponent)
    small_high, small_low = _shift_right_sticky(
        np.where(c_greater, p_high, c_high),
        np.where(c_greater, p_low, c_low),
        np.abs(c_exponent - p_exponent),
    )

    unlike = p_negative != c_negative
    low_sum, low_difference = low + small_low, low - small_low
    high_sum = high + small_high + (low_sum < low)
    high_difference = high - small_high - (low < small_low)
    high = np.where(unlike, high_difference, high_sum)
    low = np.where(unlike, low_difference, low_sum)
    zero = (high == 0) & (low == 0)
    negative = np.where(c_greater, c_negative, p_negative)
    negative = np.where(zero, np.where(unlike, mode == "rm", c_negative), negative)

    zeros = np.where(high != 0, leading_zeros(high), 64 + leading_zeros(low))
    high, low = _shift_left(high, low, np.minimum(zeros, 127))
    significand = high | (low != 0)
    exponent = np.where(zero, -(1 << 20), exponent + 1 - zeros)
    return _pack_f64(negative, exponent, significand, mode)


def _round_with_remainder(nearest: Array, rest: Array, scale: Array, negative: Array, mode: str) -> Array:
    """Round a magnitude given as its nearest float64 and the sign of the remainder."""
    _, exponent, significand = unpack(nearest)
    significand = (
        significand + np.where(rest > 0, _ONE, np.uint64(0)) - np.where(rest < 0, _ONE, np.uint64(0))
    )
    exponent, significand = normalise(exponent, significand)
    return _pack_f64(negative, exponent + scale, significand, mode)


def _pack_f64(negative: Array, exponent: Array, significand: Array, mode: str) -> Array:
    """Round to float64, overflow included."""
    magnitude = round_magnitude(F64, negative, exponent, significand, mode)
    upward = negative == (mode == "rm")
    infinite = upward if mode in ("rm", "rp") else np.full_like(negative, mode == "rn")
    over = np.where(infinite, np.uint64(0x7FF0000000000000), np.uint64(F64.largest))
    magnitude = np.where(magnitude > np.uint64(F64.largest), over, magnitude)
    bits: Array = magnitude | negative.astype(np.uint64) << np.uint64(63)
    return bits.view(np.float64)


def _shift_right_sticky(high: Array, low: Array, count: Array) -> tuple[Array, Array]:
    """Shift 128 bits right, setting the last bit if anything fell off."""
    far = count >= 64
    lost_word = np.where(far, low, np.uint64(0))
    low = np.where(far, high, low)
    high = np.where(far, np.uint64(0), high)
    beyond = count >= 128
    rest = np.where(far, np.minimum(count - 64, 63), count).astype(np.uint64)
    lost = low & ((_ONE << rest) - _ONE)
    carried = np.where(rest == 0, np.uint64(0), high << ((np.uint64(64) - rest) & np.uint64(63)))
    shifted = (low >> rest) | carried
    sticky = (lost | lost_word) != 0
    gone = (high | low | lost_word) != 0
    return np.where(beyond, np.uint64(0), high >> rest), np.where(beyond, gone, shifted | sticky).astype(
        np.uint64
    )


def _shift_left(high: Array, low: Array, count: Array) -> tuple[Array, Array]:
    """Shift 128 bits left by less than 128."""
    far = count >= 64
    high = np.where(far, low, high)
    low = np.where(far, np.uint64(0), low)
    rest = (count & 63).astype(np.uint64)
    carried = np.where(rest == 0, np.uint64(0), low >> ((np.uint64(64) - rest) & np.uint64(63)))
    return (high << rest) | carried, low << rest
