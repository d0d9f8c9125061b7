"""Half-precision arithmetic: f16, bf16 and their pairs (manual section 9.7.4), each result rounded once.

Every NaN result is the canonical 0x7fff.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import ml_dtypes
import numpy as np

from pyptx.sim.semantics.exact import odd_sum
from pyptx.sim.semantics.floating import extremum, real_max, real_min
from pyptx.sim.semantics.packed import choice, has, join, split
from pyptx.sim.semantics.registry import Native, named_real, over_reals, pure
from pyptx.sim.semantics.rounding import BF16, F16, Format, decode, round_to

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.sim.semantics.registry import Array, Modifiers

TYPES = "f16 f16x2 bf16 bf16x2"

_NATIVE = Native("{opcode}.{oob}.{NaN}.{xorsign}.{abs}.{type}", flags="ftz sat relu", ignoring="rn approx")

OOB_NAN = 0x7FF7
"""The NaN that represents an element outside a tensor (manual section 5.5.3.3); ``fma.oob`` makes it zero.

The manual does not give its encoding; this is what hardware was seen to use, for f16 and bf16 alike.
"""


@pure("add", types=TYPES, native=_NATIVE, real=over_reals(np.add))
def add(m: Modifiers, a: Array, b: Array) -> Array:
    """``add``: the sum."""
    return _arithmetic(m, odd_sum, a, b)


@pure("sub", types=TYPES, native=_NATIVE, real=over_reals(np.subtract))
def sub(m: Modifiers, a: Array, b: Array) -> Array:
    """``sub``: the difference."""
    return _arithmetic(m, lambda x, y: odd_sum(x, -y), a, b)


@pure("mul", types=TYPES, native=_NATIVE, real=over_reals(np.multiply))
def mul(m: Modifiers, a: Array, b: Array) -> Array:
    """``mul``: the product, which is exact in float64."""
    return _arithmetic(m, np.multiply, a, b)


@named_real("fma")
def real_fma(m: Modifiers, a: Array, b: Array, c: Array) -> Array | None:
    """``fma`` of real numbers; None with ``.oob``, which depends on the bits of a NaN."""
    return None if has(m, "oob") else a * b + c


@pure("fma", types=TYPES, native=_NATIVE, real=real_fma)
def fma(m: Modifiers, a: Array, b: Array, c: Array) -> Array:
    """``fma``: `a * b + c`; with ``.oob`` +0 where `a` or `b` is the out-of-bounds NaN."""
    result = _arithmetic(m, lambda x, y, z: odd_sum(x * y, z), a, b, c)
    if not has(m, "oob"):
        return result
    _, packed = _format(m)
    outside = (_bits(a) == OOB_NAN) | (_bits(b) == OOB_NAN)
    return _from_bits(m, np.where(outside, np.uint16(0), _bits(result)), packed=packed)


@pure("abs", types=TYPES, native=_NATIVE, real=over_reals(np.abs))
def abs_(m: Modifiers, a: Array) -> Array:
    """``abs``: the magnitude."""
    return _arithmetic(m, np.abs, a)


@pure("neg", types=TYPES, native=_NATIVE, real=over_reals(np.negative))
def neg(m: Modifiers, a: Array) -> Array:
    """``neg``: the other sign."""
    return _arithmetic(m, np.negative, a)


@pure("min", types=TYPES, native=_NATIVE, real=real_min, decides="choice")
def min_(m: Modifiers, *sources: Array) -> Array:
    """``min``: the lesser; a NaN only if both are, or with ``.NaN`` either is."""
    return _arithmetic(m, lambda *terms: extremum(m, np.less, *terms), *sources)


@pure("max", types=TYPES, native=_NATIVE, real=real_max, decides="choice")
def max_(m: Modifiers, *sources: Array) -> Array:
    """``max``: the greater; a NaN only if both are, or with ``.NaN`` either is."""
    return _arithmetic(m, lambda *terms: extremum(m, np.greater, *terms), *sources)


@pure("tanh", types=TYPES, native=_NATIVE, real=over_reals(np.tanh))
def tanh(m: Modifiers, a: Array) -> Array:
    """``tanh``: the hyperbolic tangent."""
    return _arithmetic(m, np.tanh, a)


@pure("ex2", types=TYPES, native=_NATIVE, real=over_reals(np.exp2))
def ex2(m: Modifiers, a: Array) -> Array:
    """``ex2``: 2 to the power `a`."""
    return _arithmetic(m, np.exp2, a)


def values(type_: str, a: Array) -> Array:
    """The float64 values of operands of a half type; packed ones in a new last axis, lower half first."""
    return decode(_FORMATS[type_.removesuffix("x2")], _bits(a))


def _arithmetic(m: Modifiers, function: Callable[..., Array], *sources: Array) -> Array:
    """Apply a float64 definition, around it ``.ftz``, ``.sat`` and ``.relu``."""
    fmt, packed = _format(m)
    operands = [decode(fmt, _bits(source)) for source in sources]
    if has(m, "ftz"):
        operands = [_flush(fmt, x) for x in operands]
    result = function(*operands)
    if has(m, "sat"):
        result = np.where(result > 0, np.minimum(result, 1.0), 0.0)
    bits = _round(fmt, result, relu=has(m, "relu"))
    if has(m, "ftz"):
        magnitude = bits & np.uint16(0x7FFF)
        bits = np.where(magnitude < np.uint16(1 << fmt.mantissa), bits & np.uint16(0x8000), bits)
    return _from_bits(m, bits, packed=packed)


def _format(m: Modifiers) -> tuple[Format, bool]:
    """The element format, and whether two are packed."""
    type_ = choice(m, TYPES.split())
    return _FORMATS[type_.removesuffix("x2")], type_.endswith("x2")


_FORMATS = {"f16": F16, "bf16": BF16}


def _bits(a: Array) -> Array:
    """The encodings."""
    return split(a, np.uint16) if a.dtype.itemsize == 4 else np.ascontiguousarray(a).view(np.uint16)


def _from_bits(m: Modifiers, bits: Array, *, packed: bool) -> Array:
    """The operand that holds these encodings."""
    if packed:
        return join(bits.astype(np.uint16, copy=False), np.uint32)
    dtype = ml_dtypes.bfloat16 if _format(m)[0] is BF16 else np.float16
    return bits.astype(np.uint16, copy=False).view(dtype)


def _round(fmt: Format, x: Array, *, relu: bool) -> Array:
    """Round float64 to nearest."""
    return round_to(fmt, x, relu=relu).astype(np.uint16)


def _flush(fmt: Format, x: Array) -> Array:
    """Replace subnormals by zeros of their sign."""
    return np.where(np.abs(x) < 2.0 ** (1 - fmt.bias), np.copysign(0.0, x), x)
