"""The arithmetic of attention on a row of scores in the registers of a thread.

Instructions for `f32x2` compute two numbers at a time, packed in one 64-bit register.
"""

from __future__ import annotations

from typing import Any

from pyptx import ptx, reg
from pyptx.reg import Reg
from pyptx.types import b32, b64, f32

RISE = 8.0  # in log2: the largest score of a row may grow by this much without a correction
POLYNOMIAL = 0.0558382829462154, 0.24263947854625822, 0.6931367338836223, 0.9999245569508709
"""Coefficients of `exp2` from -0.5 to 0.5, the highest power first, from its values at Chebyshev's points."""
ROUNDING = 1.5 * 2**23  # a sum with it has the nearest integer in its low bits
SMALLEST = -126.0  # exponent of a normal number
SUMS = 2  # in turn, so that no addition waits for the one before it


def raise_largest(values: Any, largest: Any, scale: Any) -> Any:
    """Raise the largest score of a row if one is far above it; return the factor for the sums so far."""
    tops = [reg.from_(value, f32) for value in values[:4]]
    for first in range(4, len(values), 2):
        top = tops[first // 2 % 4]
        ptx.inst.max.f32(top, top, *values[first : first + 2])
    top = tops[0].max(tops[1]).max(tops[2].max(tops[3])).max(largest)
    rise, factor = (top - largest) * scale, reg.scalar(f32, init=1.0)
    with ptx.if_(rise > RISE):
        ptx.inst.ex2.approx.ftz.f32(factor, -rise)
        ptx.inst.mov.f32(largest, top)
    return factor


def exponentials(values: Any, scale: Any, below: Any, *, computed: int) -> Any:
    """Make scores `exp2(score * scale + below)`, two at a time; their sum.

    Args:
        values: The scores.
        scale: Factor of the scores, a number or a register.
        below: Added to them, a register.
        computed: One pair in this many is computed by `power_of_two`; 0 for none.
    """
    factors, terms = pair_of(scale, scale), pair_of(below, below)
    sums: list[Any] = []
    for index in range(len(values) // 2):
        pair = values[2 * index : 2 * index + 2]
        both = pair_of(*pair)
        ptx.inst.fma.rn.f32x2(both, both, factors, terms)
        ptx.inst.mov.b64(pair, both)
        if computed and index % computed == computed - 1:
            power_of_two(pair)
        else:
            for value in pair:
                ptx.inst.ex2.approx.ftz.f32(value, value)
        both = pair_of(*pair)
        if index < SUMS:
            sums.append(both)
        else:
            ptx.inst.add.rn.f32x2(sums[index % SUMS], sums[index % SUMS], both)
    for other in sums[1:]:
        ptx.inst.add.rn.f32x2(sums[0], sums[0], other)
    left, right = reg.scalar(f32), reg.scalar(f32)
    ptx.inst.mov.b64([left, right], sums[0])
    return left + right


def power_of_two(pair: Any) -> None:
    """Make two numbers their `exp2` without `ex2`, with a relative error below 2**-13.

    A polynomial gives that of the part after the point; the nearest integer is added to its exponent.
    """
    for value in pair:
        ptx.inst.max.f32(value, value, SMALLEST)
    both, whole, rest = pair_of(*pair), reg.scalar(b64), reg.scalar(b64)
    shift, (result, *others) = pair_of(ROUNDING, ROUNDING), [pair_of(c, c) for c in POLYNOMIAL]
    ptx.inst.add.rn.f32x2(whole, both, shift)
    ptx.inst.sub.rn.f32x2(rest, whole, shift)
    ptx.inst.sub.rn.f32x2(rest, both, rest)
    for coefficient in others:
        ptx.inst.fma.rn.f32x2(result, result, rest, coefficient)
    exponents, mantissas = (reg.array(b32, 2) for _ in range(2))
    ptx.inst.mov.b64(exponents, whole)
    ptx.inst.mov.b64(mantissas, result)
    for value, exponent, mantissa in zip(pair, exponents, mantissas, strict=True):
        ptx.inst.mov.b32(value, (exponent << 23) + mantissa)


def pair_of(first: Any, second: Any) -> Any:
    """Two numbers in one register, as the instructions for f32x2 take them."""
    both = reg.scalar(b64)
    ptx.inst.mov.b64(both, [x if isinstance(x, Reg) else reg.scalar(f32, init=x) for x in (first, second)])
    return both


def multiply_by(values: Any, factor: Any) -> None:
    """Multiply numbers by a factor."""
    factors = pair_of(factor, factor)
    for first in range(0, len(values), 2):
        both = pair_of(*values[first : first + 2])
        ptx.inst.mul.rn.f32x2(both, both, factors)
        ptx.inst.mov.b64(values[first : first + 2], both)
