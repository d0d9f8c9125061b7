"""The types of PTX (manual section 5.2): `u32`, `f16x2`, `bf16`, `pred`.

>>> from pyptx.types import bf16, f32
>>> bf16, bf16.bits, bf16.register, f32.ptx
(bf16, 16, 'b16', '.f32')

Untyped bits and integers, and their registers:

>>> {t: t.register for t in (b8, b16, b32, b64, b128)}
{b8: 'b16', b16: 'b16', b32: 'b32', b64: 'b64', b128: 'b128'}
>>> {t: t.register for t in (u8, u16, u32, u64, s8, s16, s32, s64)}
{u8: 'u16', u16: 'u16', u32: 'u32', u64: 'u64', s8: 's16', s16: 's16', s32: 's32', s64: 's64'}

Floating-point numbers: the bits of 1.0, and the dtype of NumPy or ml_dtypes:

>>> for t in (f16, bf16, tf32, f32, f64, e4m3, e5m2, e3m2, e2m3, e2m1, ue8m0):
...     print(f"{t!r:5} {t.bits:2} {t.register:3} {t.encode(1.0):#10x} {t.numpy}")
f16   16 f16     0x3c00 float16
bf16  16 b16     0x3f80 bfloat16
tf32  32 b32 0x3f800000 float32
f32   32 f32 0x3f800000 float32
f64   64 f64 0x3ff0000000000000 float64
e4m3   8 b16       0x38 float8_e4m3fn
e5m2   8 b16       0x3c float8_e5m2
e3m2   8 b16        0xc float6_e3m2fn
e2m3   8 b16        0x8 float6_e2m3fn
e2m1   4 b16        0x2 float4_e2m1fn
ue8m0  8 b16       0x7f float8_e8m0fnu

Packed types have several numbers in one register:

>>> words = (f16x2, bf16x2, u16x2, s16x2, u8x4, s8x4, e4m3x4, e5m2x4, e3m2x4, e2m3x4)
>>> {t.register for t in words}, f32x2.register
({'b32'}, 'b64')
>>> pairs = (e4m3x2, e5m2x2, e3m2x2, e2m3x2, ue8m0x2, ue5m3x2, s2f6x2)
>>> {t.register for t in pairs}, e2m1x2.register, e2m1x4.register
({'b16'}, 'b8', 'b16')
"""

from __future__ import annotations

import math
import struct

from pyptx.record import record


@record(frozen=True, slots=True, repr=False)
class PtxType:
    """A fundamental, packed or alternate floating-point type.

    >>> from pyptx.types import e4m3x2
    >>> e4m3x2.ptx, e4m3x2.bits, e4m3x2.bytes, e4m3x2.register, e4m3x2.kind
    ('.e4m3x2', 16, 2, 'b16', 'f')

    Attributes:
        name: Spelling without the dot, such as ``"bf16x2"``.
        bits: Width of one value, in bits.
    """

    name: str
    bits: int

    def __repr__(self) -> str:
        return self.name

    @property
    def ptx(self) -> str:
        """Spelling with the dot, as an instruction modifier."""
        return f".{self.name}"

    @property
    def kind(self) -> str:
        """``"b"`` bits, ``"u"`` unsigned, ``"s"`` signed, ``"f"`` floating point or ``"pred"``."""
        return _KINDS[self.name]

    @property
    def register(self) -> str:
        """The type of its registers: ``.bf16`` registers are ``.b16``.

        Alternate and packed formats are instruction types only (manual sections 5.2.3, 5.2.5), and
        registers are at least 16 bits wide.
        """
        return _REGISTER_TYPES.get(self.name, self.name)

    @property
    def memory(self) -> str:
        """The type of `ld` and `st` for a value: its own, or bits if they do not have it.

        >>> bf16.memory, f16x2.memory, s8.memory, f32.memory
        ('b16', 'b32', 's8', 'f32')
        """
        return self.name if self.name in _MOVED_AS_THEY_ARE else f"b{self.bits}"

    @property
    def bytes(self) -> int:
        """Size of one value in memory, in bytes; 1 for `pred`."""
        return max(self.bits // 8, 1)

    @property
    def numpy(self) -> str | None:
        """Name of the NumPy (or ml_dtypes) dtype with these values, or None where there is none."""
        return _NUMPY_NAMES.get(self.name)

    def encode(self, value: float) -> int:
        """The bits of `value` in this format, rounded to nearest even; a packed format repeats it.

        >>> hex(from_name("bf16").encode(1.0)), hex(from_name("f16x2").encode(-2.0))
        ('0x3f80', '0xc000c000')

        Raises:
            ValueError: The format has no such value, or is not a floating-point format.
        """
        element, _, lanes = self.name.partition("x")
        if lanes:
            half = TYPES[element]
            return sum(half.encode(value) << half.bits * lane for lane in range(int(lanes)))
        if self.name in _STRUCT_CODES:
            code, bits = _STRUCT_CODES[self.name]
            try:
                return int.from_bytes(struct.pack(code, value), "little") & ((1 << bits) - 1)
            except (OverflowError, struct.error):
                shown = value if abs(value) < 1 << 128 else "the number"
                raise ValueError(f"{shown} is too large for {self.name}") from None
        if self.name not in _FORMATS:
            raise ValueError(f"{self.name} is not a floating-point format")
        return _encode(value, self.name, *_FORMATS[self.name])


_WIDTHS = {
    "b8": 8, "b16": 16, "b32": 32, "b64": 64, "b128": 128,
    "u8": 8, "u16": 16, "u32": 32, "u64": 64,
    "s8": 8, "s16": 16, "s32": 32, "s64": 64,
    "f16": 16, "bf16": 16, "tf32": 32, "f32": 32, "f64": 64,
    "f16x2": 32, "bf16x2": 32, "f32x2": 64, "u16x2": 32, "s16x2": 32, "u8x4": 32, "s8x4": 32,
    "e4m3": 8, "e5m2": 8, "e3m2": 8, "e2m3": 8, "e2m1": 4, "ue8m0": 8,
    "e4m3x2": 16, "e5m2x2": 16, "e3m2x2": 16, "e2m3x2": 16, "e2m1x2": 8,
    "ue8m0x2": 16, "ue5m3x2": 16, "s2f6x2": 16,
    "e4m3x4": 32, "e5m2x4": 32, "e3m2x4": 32, "e2m3x4": 32, "e2m1x4": 16, "e2m1p4x4": 32,
    "ue8m0x4": 32, "pred": 1,
}  # fmt: skip

_MOVED_AS_THEY_ARE = {
    "b8", "b16", "b32", "b64", "b128", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64",
    "f32", "f64", "pred",
}  # fmt: skip

_REGISTER_TYPES = {
    "b8": "b16", "u8": "u16", "s8": "s16",
    "bf16": "b16", "tf32": "b32", "f16x2": "b32", "bf16x2": "b32", "f32x2": "b64",
    "u16x2": "b32", "s16x2": "b32", "u8x4": "b32", "s8x4": "b32",
    "e4m3": "b16", "e5m2": "b16", "e3m2": "b16", "e2m3": "b16", "e2m1": "b16", "ue8m0": "b16",
    "e4m3x2": "b16", "e5m2x2": "b16", "e3m2x2": "b16", "e2m3x2": "b16", "e2m1x2": "b8", "ue8m0x2": "b16",
    "ue5m3x2": "b16", "s2f6x2": "b16", "e4m3x4": "b32", "e5m2x4": "b32", "e3m2x4": "b32", "e2m3x4": "b32",
    "e2m1x4": "b16", "e2m1p4x4": "b32", "ue8m0x4": "b32",
}  # fmt: skip

_NUMPY_NAMES = {
    "b8": "uint8", "b16": "uint16", "b32": "uint32", "b64": "uint64",
    "u8": "uint8", "u16": "uint16", "u32": "uint32", "u64": "uint64",
    "s8": "int8", "s16": "int16", "s32": "int32", "s64": "int64",
    "f16": "float16", "bf16": "bfloat16", "tf32": "float32", "f32": "float32", "f64": "float64",
    "e4m3": "float8_e4m3fn", "e5m2": "float8_e5m2", "e3m2": "float6_e3m2fn",
    "e2m3": "float6_e2m3fn", "e2m1": "float4_e2m1fn", "ue8m0": "float8_e8m0fnu",
    "pred": "bool",
}  # fmt: skip

_KINDS = {
    name: name[0] if name[1:].isdigit() or (name[0] in "us" and "x" in name) else "f" for name in _WIDTHS
} | {"pred": "pred"}

TYPES = {name: PtxType(name, bits) for name, bits in _WIDTHS.items()}
"""Every type by its name."""


def from_name(name: str) -> PtxType:
    """Return the type called `name`, with or without its dot.

    >>> from_name(".f32")
    f32

    Raises:
        ValueError: PTX has no such type.
    """
    try:
        return TYPES.get(name) or TYPES[name.removeprefix(".")]
    except (AttributeError, KeyError):
        raise ValueError(f"PTX has no type {name!r}; it has {', '.join(TYPES)}") from None


b8, b16, b32, b64, b128 = (TYPES[name] for name in ("b8", "b16", "b32", "b64", "b128"))
u8, u16, u32, u64 = (TYPES[name] for name in ("u8", "u16", "u32", "u64"))
s8, s16, s32, s64 = (TYPES[name] for name in ("s8", "s16", "s32", "s64"))
f16, bf16, tf32, f32, f64 = (TYPES[name] for name in ("f16", "bf16", "tf32", "f32", "f64"))
f16x2, bf16x2, f32x2 = (TYPES[name] for name in ("f16x2", "bf16x2", "f32x2"))
u16x2, s16x2, u8x4, s8x4 = (TYPES[name] for name in ("u16x2", "s16x2", "u8x4", "s8x4"))
e4m3, e5m2, e3m2, e2m3, e2m1 = (TYPES[name] for name in ("e4m3", "e5m2", "e3m2", "e2m3", "e2m1"))
e4m3x2, e5m2x2, e4m3x4, e5m2x4 = (TYPES[n] for n in ("e4m3x2", "e5m2x2", "e4m3x4", "e5m2x4"))
e3m2x2, e2m3x2, e2m1x2 = (TYPES[name] for name in ("e3m2x2", "e2m3x2", "e2m1x2"))
e3m2x4, e2m3x4, e2m1x4 = (TYPES[name] for name in ("e3m2x4", "e2m3x4", "e2m1x4"))
ue8m0, ue8m0x2, ue5m3x2, s2f6x2 = (TYPES[name] for name in ("ue8m0", "ue8m0x2", "ue5m3x2", "s2f6x2"))
pred = TYPES["pred"]


_STRUCT_CODES = {"f16": ("<e", 16), "f32": ("<f", 32), "f64": ("<d", 64)}
_FORMATS = {
    # sign, exponent bits, mantissa bits, bias, infinity, NaN, bits below the mantissa, largest finite code
    "bf16":  (True,  8, 7,  127, 0x7F80,     0x7FC0,     0,  0x7F7F),
    "tf32":  (True,  8, 10, 127, 0x3FC00,    0x3FE00,    13, 0x3FBFF),
    "e4m3":  (True,  4, 3,  7,   None,       0x7F,       0,  0x7E),
    "e5m2":  (True,  5, 2,  15,  0x7C,       0x7E,       0,  0x7B),
    "e3m2":  (True,  3, 2,  3,   None,       None,       0,  0x1F),
    "e2m3":  (True,  2, 3,  1,   None,       None,       0,  0x1F),
    "e2m1":  (True,  2, 1,  1,   None,       None,       0,  0x7),
    "ue8m0": (False, 8, 0,  127, None,       0xFF,       0,  0xFE),
}  # fmt: skip


def _encode(
    value: float,
    name: str,
    signed: bool,
    exponent_bits: int,
    mantissa_bits: int,
    bias: int,
    infinity: int | None,
    nan: int | None,
    shift: int,
    largest: int,
) -> int:
    """Round a double to a format of `_FORMATS`."""
    negative = math.copysign(1.0, value) < 0
    magnitude = abs(value)
    code: int | None
    if math.isnan(value):
        code, negative = nan, False
    elif math.isinf(value):
        code = infinity
    elif signed:
        code = _round_magnitude(magnitude, mantissa_bits, bias)
        code = code if code <= largest else None
    else:
        mantissa, exponent = math.frexp(magnitude)
        code = exponent - 1 + bias if mantissa == 0.5 and 0 <= exponent - 1 + bias <= largest else None
    if code is None or (negative and not signed):
        raise ValueError(f"{name} has no value {value!r}")
    return (code | (negative << (exponent_bits + mantissa_bits))) << shift


def _round_magnitude(magnitude: float, mantissa_bits: int, bias: int) -> int:
    """The exponent and mantissa fields of a magnitude; a carry out of the mantissa is right by itself."""
    if magnitude == 0.0:
        return 0
    exponent = max(math.frexp(magnitude)[1] - 1, 1 - bias)
    units = round(math.ldexp(magnitude, mantissa_bits - exponent))
    return ((exponent + bias - 1) << mantissa_bits) + units
