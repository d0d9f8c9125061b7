"""Floating-point formats, and the one rounding that every conversion and every sum ends in.

A real number on its way to a format is a sign, an exponent and a 64-bit significand that was *rounded to
odd*: truncated, and its last bit set if anything was cut off. Rounding that to a format of at most 62 bits
gives what rounding the real number itself would (the last bit decides ties and directions exactly as the lost
tail would). float64 serves as such a carrier for formats of at most 51 bits.

>>> import numpy as np
>>> hex(int(round_to(E4M3, np.array([0.3]))[0]))
'0x2a'
>>> float(decode(E4M3, np.array([0x2a]))[0])
0.3125
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from pyptx.sim.semantics.registry import Array

ROUNDINGS = frozenset({"rn", "rna", "rz", "rm", "rp", "rs"})
"""Floating-point rounding modifiers (manual section 9.7.9.21)."""


@dataclass(frozen=True, slots=True)
class Format:
    """A binary floating-point format.

    Attributes:
        name: Its PTX type.
        bits: Width.
        mantissa: Bits of the fraction that are stored.
        bias: Bias of the exponent.
        largest: Encoding of the largest finite magnitude (``MAX_NORM``).
        infinity: Encoding of infinity, or None if the format has none.
        nan: Encoding of the canonical NaN, or None if the format has none.
    """

    name: str
    bits: int
    mantissa: int
    bias: int
    largest: int
    infinity: int | None
    nan: int | None

    @property
    def sign(self) -> int:
        """The sign bit."""
        return 1 << (self.bits - 1)


F64  = Format("f64",  64, 52, 1023, 0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000, 0x7FF8000000000000)  # fmt: skip
F32  = Format("f32",  32, 23,  127, 0x7F7FFFFF, 0x7F800000, 0x7FFFFFFF)  # fmt: skip
TF32 = Format("tf32", 19, 10,  127, 0x3FBFF,    0x3FC00,    0x3FFFF)  # fmt: skip
F16  = Format("f16",  16, 10,   15, 0x7BFF,     0x7C00,     0x7FFF)  # fmt: skip
BF16 = Format("bf16", 16,  7,  127, 0x7F7F,     0x7F80,     0x7FFF)  # fmt: skip
E4M3 = Format("e4m3",  8,  3,    7, 0x7E,       None,       0x7F)  # fmt: skip
E5M2 = Format("e5m2",  8,  2,   15, 0x7B,       0x7C,       0x7F)  # fmt: skip
E2M3 = Format("e2m3",  6,  3,    1, 0x1F,       None,       None)  # fmt: skip
E3M2 = Format("e3m2",  6,  2,    3, 0x1F,       None,       None)  # fmt: skip
E2M1 = Format("e2m1",  4,  1,    1, 0x07,       None,       None)  # fmt: skip

FORMATS = {fmt.name: fmt for fmt in (F64, F32, TF32, F16, BF16, E4M3, E5M2, E2M3, E3M2, E2M1)}


def round_to(
    fmt: Format,
    x: Array,
    mode: str = "rn",
    *,
    satfinite: bool = False,
    relu: bool = False,
    random: Array | None = None,
    random_bits: int = 0,
) -> Array:
    """Encode float64 numbers in a narrower format.

    Args:
        fmt: Format of at most 51 bits of precision.
        x: float64, exact or rounded to odd.
        mode: Rounding modifier; ``"rs"`` adds `random` to the bits cut off.
        satfinite: Clamp to the largest finite magnitude where the format would overflow.
        relu: Clamp negative results, -0 among them, to +0.
        random: Random bits of ``.rs``, right-aligned.
        random_bits: Number of random bits.

    Returns:
        The encodings, as uint64.
    """
    if mode == "rn" and fmt in (F16, BF16):
        return _nearest_half(fmt, x, satfinite=satfinite, relu=relu)
    negative, exponent, significand = unpack(x)
    magnitude = round_magnitude(
        fmt, negative, exponent, significand, mode, random=random, random_bits=random_bits
    )
    return _finish(
        fmt,
        negative,
        magnitude,
        mode,
        infinite=np.isinf(x),
        nan=np.isnan(x),
        satfinite=satfinite,
        relu=relu,
    )


def round_integer(fmt: Format, a: Array, mode: str = "rn") -> Array:
    """Encode integers of up to 64 bits, as uint64."""
    negative = a < 0
    wide = a.astype(np.int64).view(np.uint64) if a.dtype.kind == "i" else a.astype(np.uint64)
    significand = np.where(negative, np.uint64(0) - wide, wide)
    exponent, significand = normalise(np.full(a.shape, 63, np.int64), significand)
    magnitude = round_magnitude(fmt, negative, exponent, significand, mode)
    none = np.zeros(a.shape, bool)
    return _finish(fmt, negative, magnitude, mode, infinite=none, nan=none)


def decode(fmt: Format, bits: Array) -> Array:
    """The float64 values of encodings, exactly; NaN as NaN."""
    if fmt is F64:
        return np.ascontiguousarray(bits, np.uint64).view(np.float64)
    if fmt is F32:
        return np.ascontiguousarray(bits, np.uint32).view(np.float32).astype(np.float64)
    if fmt is F16:
        return np.ascontiguousarray(bits, np.uint16).view(np.float16).astype(np.float64)
    if fmt is BF16:
        return np.asarray(bits.astype(np.uint32) << np.uint32(16)).view(np.float32).astype(np.float64)
    if fmt is TF32:
        return np.asarray(bits.astype(np.uint32) << np.uint32(13)).view(np.float32).astype(np.float64)
    return np.take(_table(fmt), bits.astype(np.intp) & ((1 << fmt.bits) - 1))


def unpack(x: Array) -> tuple[Array, Array, Array]:
    """Sign, exponent of the leading bit, and significand with its leading bit at 63, of finite float64."""
    bits = np.ascontiguousarray(x, np.float64).view(np.uint64)
    biased = ((bits >> np.uint64(52)) & np.uint64(0x7FF)).astype(np.int64)
    fraction = bits & np.uint64(0xFFFFFFFFFFFFF)
    implicit = (biased > 0).astype(np.uint64) << np.uint64(52)
    exponent = np.maximum(biased, 1) - 1023
    subnormal = (biased == 0) & (fraction != 0)
    significand = (fraction | implicit) << np.uint64(11)
    if subnormal.any():
        exponent, significand = normalise(exponent, significand)
    return bits >> np.uint64(63) != 0, exponent, significand


def normalise(exponent: Array, significand: Array) -> tuple[Array, Array]:
    """Shift the leading bit to 63; zero gets the least exponent."""
    zeros = leading_zeros(significand)
    shifted = significand << np.minimum(zeros, 63).astype(np.uint64)
    return np.where(significand == 0, -(1 << 20), exponent - zeros), shifted


def leading_zeros(a: Array) -> Array:
    """Leading zeros of uint64, as int64."""
    high = a >> np.uint64(32)
    half = np.where(high != 0, high, a & np.uint64(0xFFFFFFFF))
    length = np.frexp(half.astype(np.float64))[1].astype(np.int64)
    return np.where(high != 0, 32, 64) - length


def round_magnitude(
    fmt: Format,
    negative: Array,
    exponent: Array,
    significand: Array,
    mode: str,
    *,
    random: Array | None = None,
    random_bits: int = 0,
) -> Array:
    """Round `significand * 2**(exponent - 63)` to a format; overflow runs on past its largest encoding."""
    one = np.uint64(1)
    biased = np.maximum(exponent + fmt.bias, 1)
    cut = biased - fmt.bias - fmt.mantissa - exponent + 63
    beyond = np.clip(cut - 63, 0, 63).astype(np.uint64)
    if beyond.any():
        lost = significand & ((one << beyond) - one)
        significand = (significand >> beyond) | (lost != 0)
    shift = np.minimum(cut, 63).astype(np.uint64)
    kept = significand >> shift
    rest = significand & ((one << shift) - one)
    half = one << (shift - one)
    if mode == "rn":
        up = (rest > half) | ((rest == half) & (kept & one == one))
    elif mode == "rna":
        up = rest >= half
    elif mode == "rz":
        up = np.zeros(rest.shape, bool)
    elif mode == "rs":
        if random is None:
            raise ValueError("rounding .rs needs its random bits")
        width = np.uint64(random_bits)
        up = (rest >> (shift - width)) + random.astype(np.uint64) >= one << width
    else:
        up = (rest != 0) & (negative if mode == "rm" else ~negative)
    magnitude: Array = ((biased - 1).astype(np.uint64) << np.uint64(fmt.mantissa)) + kept + up
    return magnitude


def _nearest_half(fmt: Format, x: Array, *, satfinite: bool, relu: bool) -> Array:
    """Round to the nearest f16 or bf16 in few steps: kernels convert to these most often.

    NumPy rounds float64 to float16 once. A bf16 is the rounded upper half of the f32 that is rounded to odd.
    """
    if fmt is F16:
        bits = x.astype(np.float16).view(np.uint16)
    else:
        near = x.astype(np.float32)
        word = near.view(np.int32)
        error = x - near
        inexact = (error != 0) & (word & 1 == 0) & np.isfinite(near)
        if inexact.any():
            outward = np.where((error > 0) == (near > 0), np.int32(1), np.int32(-1))
            word = word + np.where(inexact, outward, np.int32(0))
        wide = word.view(np.uint32)
        bits = ((wide + np.uint32(0x7FFF) + (wide >> np.uint32(16) & np.uint32(1))) >> np.uint32(16)).astype(
            np.uint16
        )
    if satfinite:
        infinite = bits & np.uint16(0x7FFF) == np.uint16(fmt.infinity or 0)
        bits = np.where(infinite, bits & np.uint16(0x8000) | np.uint16(fmt.largest), bits)
    if relu:
        bits = np.where(np.signbit(x), np.uint16(0), bits)
    nan = np.isnan(x)
    return (np.where(nan, np.uint16(fmt.nan or 0), bits) if nan.any() else bits).astype(np.uint64)


def _finish(
    fmt: Format,
    negative: Array,
    magnitude: Array,
    mode: str,
    *,
    infinite: Array,
    nan: Array,
    satfinite: bool = False,
    relu: bool = False,
) -> Array:
    """Settle overflow, infinities, NaN and sign."""
    largest = np.uint64(fmt.largest)
    if satfinite or fmt.infinity is None:
        bits = np.where(infinite, largest, np.minimum(magnitude, largest))
    else:
        infinity = np.uint64(fmt.infinity)
        if mode == "rz":
            over: Array = np.broadcast_to(largest, magnitude.shape)
        elif mode in ("rm", "rp"):
            over = np.where(negative == (mode == "rm"), infinity, largest)
        else:
            over = np.broadcast_to(infinity, magnitude.shape)
        bits = np.where(infinite, infinity, np.where(magnitude > largest, over, magnitude))
    signed = np.where(negative, np.uint64(0) if relu else bits | np.uint64(fmt.sign), bits)
    return np.where(nan, np.uint64(fmt.largest if fmt.nan is None else fmt.nan), signed)


def _table(fmt: Format) -> Array:
    """Values of the encodings of a format of at most 8 bits."""
    if fmt.name not in _TABLES:
        codes = np.arange(1 << fmt.bits)
        magnitude = codes & (fmt.sign - 1)
        field = magnitude >> fmt.mantissa
        fraction = magnitude & ((1 << fmt.mantissa) - 1)
        significand = np.where(field > 0, fraction + (1 << fmt.mantissa), fraction).astype(np.float64)
        value = np.ldexp(significand, np.maximum(field, 1) - fmt.bias - fmt.mantissa)
        if fmt.infinity is not None:
            value = np.where(magnitude == fmt.infinity, np.inf, value)
        if fmt.nan is not None:
            first_nan = fmt.largest + 1 if fmt.infinity is None else fmt.infinity + 1
            value = np.where(magnitude >= first_nan, np.nan, value)
        _TABLES[fmt.name] = np.where(codes & fmt.sign, -value, value)
    return _TABLES[fmt.name]


_TABLES: dict[str, Array] = {}
