"""Integer arithmetic (manual section 9.7.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.semantics.exact import multiply_64
from pyptx.sim.semantics.packed import PACKED_INTEGERS, choice, has, join, split
from pyptx.sim.semantics.registry import pure
from pyptx.sim.semantics.rounding import leading_zeros

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.sim.semantics.registry import Array, Modifiers

SCALARS = "u8 u16 u32 u64 s8 s16 s32 s64 b16 b32 b64"
TYPES = f"{SCALARS} u16x2 s16x2 u8x4 s8x4"


@pure("add", types=TYPES)
def add(m: Modifiers, a: Array, b: Array) -> Array:
    """``add``: the sum, wrapped or with ``.sat`` clamped."""
    return _by_element(m, _saturated_add if has(m, "sat") else np.add, a, b)


@pure("sub", types=TYPES)
def sub(m: Modifiers, a: Array, b: Array) -> Array:
    """``sub``: the difference, wrapped or with ``.sat`` clamped."""
    return _by_element(m, _saturated_sub if has(m, "sat") else np.subtract, a, b)


@pure("mul", types=SCALARS)
def mul(m: Modifiers, a: Array, b: Array) -> Array:
    """``mul.lo``, ``mul.hi``, ``mul.wide``: half of the product, or all of it."""
    return product(choice(m, ("lo", "hi", "wide")), a, b)


@pure("mad", types=SCALARS)
def mad(m: Modifiers, a: Array, b: Array, c: Array) -> Array:
    """``mad.lo``, ``mad.hi``, ``mad.wide``: half of the product, or all of it, plus `c`."""
    part = product(choice(m, ("lo", "hi", "wide")), a, b)
    return _saturated_add(part, c) if has(m, "sat") else part + c.astype(part.dtype, copy=False)


@pure("mul24")
def mul24(m: Modifiers, a: Array, b: Array) -> Array:
    """``mul24``: 32 of the 48 bits of a product of 24-bit integers, the low or the high ones."""
    whole = _low_24(a) * _low_24(b)
    return (whole >> 16 if has(m, "hi") else whole).astype(a.dtype)


@pure("mad24")
def mad24(m: Modifiers, a: Array, b: Array, c: Array) -> Array:
    """``mad24``: `mul24` plus `c`."""
    part = mul24(m, a, b)
    return _saturated_add(part, c) if has(m, "sat") else part + c


@pure("sad")
def sad(m: Modifiers, a: Array, b: Array, c: Array) -> Array:
    """``sad``: `c` plus the absolute difference of `a` and `b`."""
    del m
    return c + np.where(a < b, b - a, a - b)


@pure("div", types=SCALARS)
def div(m: Modifiers, a: Array, b: Array) -> Array:
    """``div``: the quotient, truncated.

    PTX leaves division by zero unspecified; the result is all ones, as in NVIDIA's division routines.
    """
    del m
    quotient, _ = _truncated_division(a, b)
    return quotient


@pure("rem")
def rem(m: Modifiers, a: Array, b: Array) -> Array:
    """``rem``: the remainder of the truncated quotient, with the sign of `a`; all ones if `b` is zero."""
    del m
    _, remainder = _truncated_division(a, b)
    return remainder


@pure("abs", types=TYPES)
def abs_(m: Modifiers, a: Array) -> Array:
    """``abs``: the absolute value; the least integer is its own."""
    return _by_element(m, np.abs, a)


@pure("neg", types=TYPES)
def neg(m: Modifiers, a: Array) -> Array:
    """``neg``: the two's complement."""
    return _by_element(m, np.negative, a)


@pure("min", types=TYPES, native="{opcode}.{relu}.{type}")
def min_(m: Modifiers, a: Array, b: Array) -> Array:
    """``min``: the lesser; with ``.relu`` at least 0."""
    return _by_element(m, lambda x, y: _relu(m, np.minimum(x, y)), a, b)


@pure("max", types=TYPES, native="{opcode}.{relu}.{type}")
def max_(m: Modifiers, a: Array, b: Array) -> Array:
    """``max``: the greater; with ``.relu`` at least 0."""
    return _by_element(m, lambda x, y: _relu(m, np.maximum(x, y)), a, b)


@pure("popc")
def popc(m: Modifiers, a: Array) -> Array:
    """``popc``: the number of bits set."""
    del m
    return population(a).astype(np.uint32)


@pure("clz")
def clz(m: Modifiers, a: Array) -> Array:
    """``clz``: the number of leading zeros; the width if no bit is set."""
    del m
    return (leading_zeros(a.astype(np.uint64)) - (64 - _width(a))).astype(np.uint32)


@pure("bfind")
def bfind(m: Modifiers, a: Array) -> Array:
    """``bfind``: position of the highest bit that is not a sign bit; all ones if there is none."""
    bits = unsigned(np.where(a < 0, ~a, a))
    position = 63 - leading_zeros(bits.astype(np.uint64))
    found = bits != 0
    if has(m, "shiftamt"):
        position = _width(a) - 1 - position
    return np.where(found, position, 0xFFFFFFFF).astype(np.uint32)


@pure("fns")
def fns(m: Modifiers, mask: Array, base: Array, offset: Array) -> Array:
    """``fns``: position of the `offset`-th set bit of `mask` from `base` on, upwards or downwards."""
    del m
    base, offset = base.astype(np.int64), offset.view(np.int32).astype(np.int64)
    left = np.maximum(np.abs(offset) - 1, 0)
    step = np.sign(offset)
    found = np.full(mask.shape, 0xFFFFFFFF, np.int64)
    for distance in range(32):
        position = base + step * distance
        inside = (position >= 0) & (position < 32) & ((distance == 0) | (step != 0))
        is_set = mask >> np.clip(position, 0, 31).astype(np.uint32) & np.uint32(1) != 0
        here = inside & is_set & (found == 0xFFFFFFFF)
        found = np.where(here & (left == 0), position, found)
        left = left - here
    return found.astype(np.uint32)


@pure("brev")
def brev(m: Modifiers, a: Array) -> Array:
    """``brev``: the bits in reverse."""
    del m
    width, pattern = _width(a), a
    for level, mask in enumerate(_SWAP_MASKS):
        if 1 << level < width:
            by, keep = a.dtype.type(1 << level), a.dtype.type(mask & ((1 << width) - 1))
            pattern = ((pattern >> by) & keep) | ((pattern & keep) << by)
    return pattern


@pure("bfe")
def bfe(m: Modifiers, a: Array, b: Array, c: Array) -> Array:
    """``bfe``: the field of `c` bits at bit `b`, sign- or zero-extended."""
    del m
    width = _width(a)
    position, length = _byte(b), _byte(c)
    zeros = np.maximum(width - position - length, 0)
    sign = np.minimum(position + length, width) - 1
    bits = unsigned(a)
    top = shift_right(bits, np.maximum(sign, 0)) & bits.dtype.type(1) != 0
    fill = top & (length > 0) if a.dtype.kind == "i" else np.zeros(a.shape, bool)
    field = shift_right(shift_right(shift_left(bits, zeros), zeros), position)
    kept = np.minimum(length, np.maximum(width - position, 0))
    zero = np.zeros_like(bits)
    ones = ~zero
    whole: Array = np.where(length == 0, zero, field) | np.where(fill, shift_left(ones, kept), zero)
    return whole.view(a.dtype)


@pure("bfi")
def bfi(m: Modifiers, a: Array, b: Array, c: Array, d: Array) -> Array:
    """``bfi``: `b` with the low `d` bits of `a` at bit `c`."""
    del m
    position, length = _byte(c), _byte(d)
    mask = shift_left(~shift_left(~np.zeros_like(a), length), position)
    return (b & ~mask) | (shift_left(a, position) & mask)


@pure("szext")
def szext(m: Modifiers, a: Array, b: Array) -> Array:
    """``szext``: the low `b` bits, sign- or zero-extended."""
    bits = unsigned(a)
    count = b & np.uint32(31)
    whole = (b >= 32) & has(m, "clamp")
    high = np.where(whole, np.uint32(0), np.uint32(0xFFFFFFFF) << count)
    sign = (bits >> ((count - np.uint32(1)) & np.uint32(31))) & np.uint32(1) != 0
    fill = sign & (count != 0) & ~whole & (a.dtype.kind == "i")
    return ((bits & ~high) | np.where(fill, high, np.uint32(0))).view(a.dtype)


@pure("bmsk")
def bmsk(m: Modifiers, a: Array, b: Array) -> Array:
    """``bmsk``: `b` ones from bit `a` on."""
    start, width = a.astype(np.int64), b.astype(np.int64)
    if has(m, "wrap"):
        start, width = start & 31, width & 31
    ones = np.full(a.shape, 0xFFFFFFFF, np.uint32)
    return shift_left(ones, start) & ~shift_left(ones, np.minimum(start, 32) + width)


@pure("dp4a")
def dp4a(m: Modifiers, a: Array, b: Array, c: Array) -> Array:
    """``dp4a``: `c` plus the dot product of four bytes with four bytes."""
    del m
    x, y = split(a, _narrow(a, 1)).astype(np.int64), split(b, _narrow(b, 1)).astype(np.int64)
    total: Array = c.astype(np.int64) + (x * y).sum(-1)
    return total.astype(c.dtype)


@pure("dp2a")
def dp2a(m: Modifiers, a: Array, b: Array, c: Array) -> Array:
    """``dp2a``: `c` plus the dot product of two halves with two bytes, the low or the high ones."""
    x = split(a, _narrow(a, 2)).astype(np.int64)
    y = split(b, _narrow(b, 1)).astype(np.int64)
    chosen = y[..., 2:] if has(m, "hi") else y[..., :2]
    total: Array = c.astype(np.int64) + (x * chosen).sum(-1)
    return total.astype(c.dtype)


@pure("clmad")
def clmad(m: Modifiers, a: Array, b: Array, c: Array) -> Array:
    """``clmad``: `c` xor half of the carry-less product."""
    result = c
    for bit in range(1 if has(m, "hi") else 0, 64):
        chosen = a >> np.uint64(bit) & np.uint64(1) != 0
        part = b >> np.uint64(64 - bit) if has(m, "hi") else b << np.uint64(bit)
        result = np.where(chosen, result ^ part, result)
    return result


def product(part: str, a: Array, b: Array) -> Array:
    """The low half, the high half or the whole (``"wide"``) of a product."""
    if part == "lo":
        return a * b
    width, kind = _width(a), a.dtype.kind
    if width == 64:
        high, _ = multiply_64(unsigned(a), unsigned(b))
        if kind == "i":
            high = high.view(np.int64) - np.where(a < 0, b, 0) - np.where(b < 0, a, 0)
        return high
    wide = np.dtype(f"{kind}{a.dtype.itemsize * 2}")
    whole: Array = a.astype(wide) * b.astype(wide)
    return whole if part == "wide" else (whole >> wide.type(width)).astype(a.dtype)


def shift_left(a: Array, count: Array) -> Array:
    """Shift left by any amount; by the width or more gives zero."""
    width = a.dtype.itemsize * 8
    return np.where(count < width, a << np.minimum(count, width - 1).astype(a.dtype), np.zeros_like(a))


def shift_right(a: Array, count: Array) -> Array:
    """Shift right by any amount; by the width or more leaves the sign, or zero."""
    width = a.dtype.itemsize * 8
    shifted: Array = a >> np.minimum(count, width - 1).astype(a.dtype)
    return shifted if a.dtype.kind == "i" else np.where(count < width, shifted, np.zeros_like(a))


def unsigned(a: Array) -> Array:
    """Reinterpret the bits as unsigned."""
    return a.view(f"u{a.dtype.itemsize}")


def population(a: Array) -> Array:
    """Count the bits set in each unsigned value."""
    counts: Array = _POPULATION[split(a, np.uint8)].sum(-1)
    return counts


_POPULATION = np.array([bin(byte).count("1") for byte in range(256)], np.int64)
_SWAP_MASKS = (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x00FF00FF00FF00FF,
               0x0000FFFF0000FFFF, 0x00000000FFFFFFFF)  # fmt: skip


def _by_element(m: Modifiers, function: Callable[..., Array], *sources: Array) -> Array:
    """Apply to registers, or to the elements of packed ones."""
    element = PACKED_INTEGERS.get(choice(m, PACKED_INTEGERS))
    if element is None:
        return function(*sources)
    return join(function(*(split(source, element) for source in sources)), sources[0].dtype)


def _saturated_add(a: Array, b: Array) -> Array:
    """Add, clamped to the type."""
    total = a + b
    if a.dtype.kind == "u":
        return np.where(total < a, ~a.dtype.type(0), total)
    overflow = (a ^ total) & (b ^ total) < 0
    limits = np.iinfo(a.dtype)
    return np.where(overflow, np.where(a < 0, limits.min, limits.max), total).astype(a.dtype)


def _saturated_sub(a: Array, b: Array) -> Array:
    """Subtract, clamped to the type."""
    difference = a - b
    if a.dtype.kind == "u":
        return np.where(a < b, a.dtype.type(0), difference)
    overflow = (a ^ b) & (a ^ difference) < 0
    limits = np.iinfo(a.dtype)
    return np.where(overflow, np.where(a < 0, limits.min, limits.max), difference).astype(a.dtype)


def _truncated_division(a: Array, b: Array) -> tuple[Array, Array]:
    """Quotient and remainder on magnitudes, then signed."""
    by_zero = b == 0
    top, bottom = _magnitude(a), np.where(by_zero, unsigned(b).dtype.type(1), _magnitude(b))
    quotient = (top // bottom).view(a.dtype)
    remainder = (top % bottom).view(a.dtype)
    if a.dtype.kind == "i":
        quotient = np.where((a < 0) != (b < 0), -quotient, quotient)
        remainder = np.where(a < 0, -remainder, remainder)
    ones = ~a.dtype.type(0)
    return np.where(by_zero, ones, quotient), np.where(by_zero, ones, remainder)


def _magnitude(a: Array) -> Array:
    """The absolute value, unsigned."""
    return unsigned(np.abs(a)) if a.dtype.kind == "i" else a


def _relu(m: Modifiers, a: Array) -> Array:
    """Clamp to 0 from below with ``.relu``."""
    return np.maximum(a, a.dtype.type(0)) if has(m, "relu") else a


def _low_24(a: Array) -> Array:
    """The low 24 bits, sign-extended if the type is signed."""
    if a.dtype.kind == "i":
        return (a << np.int32(8) >> np.int32(8)).astype(np.int64)
    return (a & np.uint32(0xFFFFFF)).astype(np.uint64).view(np.int64)


def _narrow(a: Array, size: int) -> np.dtype[Any]:
    """The element type of `size` bytes of this signedness."""
    return np.dtype(f"{a.dtype.kind}{size}")


def _byte(a: Array) -> Array:
    """Reduce positions and lengths modulo 256."""
    return np.asarray(a & a.dtype.type(0xFF)).astype(np.int64)


def _width(a: Array) -> int:
    """Bits of the type."""
    return a.dtype.itemsize * 8
