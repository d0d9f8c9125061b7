"""Constants of PTX (manual section 4.5) as bits and NumPy arrays.

>>> integer("0x10"), integer("-0b11")
(16, -3)
"""

from __future__ import annotations

import functools
import math
import struct
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from pyptx.errors import VerifyError
from pyptx.types import TYPES
from pyptx.verify import literal_kind, literal_value
from pyptx.verify.constants import evaluate as evaluate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.types import PtxType

_NUMBERS: dict[str, Any] = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f32": np.float32,
    "f64": np.float64,
    "pred": np.bool_,
    "s8": np.int8,
    "s16": np.int16,
    "s32": np.int32,
    "s64": np.int64,
}
_UNSIGNED = {
    1: np.uint8,
    4: np.uint8,
    6: np.uint8,
    8: np.uint8,
    16: np.uint16,
    32: np.uint32,
    64: np.uint64,
    128: np.uint64,
}
_DTYPES: dict[str, np.dtype[Any]] = {
    name: np.dtype(_NUMBERS.get(name, _UNSIGNED[type_.bits])) for name, type_ in TYPES.items()
}
_STORAGE = {bits: np.dtype(np.bool_ if bits == 1 else kind) for bits, kind in _UNSIGNED.items()}


def dtype_of(type_: PtxType) -> np.dtype[Any]:
    """The NumPy type of a value of an instruction type; raw unsigned bits for packed and alternate formats.

    >>> from pyptx.types import bf16x2, f32, s16
    >>> dtype_of(f32), dtype_of(s16), dtype_of(bf16x2)
    (dtype('float32'), dtype('int16'), dtype('uint32'))
    """
    return _DTYPES[type_.name]


def storage_of(bits: int) -> np.dtype[Any]:
    """The NumPy type that a register of this width is kept in."""
    return _STORAGE[bits]


@functools.lru_cache(maxsize=4096)
def integer(text: str) -> int:
    """The value of an integer constant."""
    return int(literal_value(text))


def bits_of(text: str, type_: PtxType) -> int:
    """The bits that a literal represents where an operand of this type is wanted.

    >>> from pyptx.types import b32, f32, f64, s16
    >>> hex(bits_of("0f3F800000", f32)), hex(bits_of("1.5", f64)), hex(bits_of("-1", s16))
    ('0x3f800000', '0x3ff8000000000000', '0xffff')
    """
    return _bits_of(text, type_.name)  # by name, which is faster to hash than a type


@functools.lru_cache(maxsize=4096)
def _bits_of(text: str, type_name: str) -> int:
    type_ = TYPES[type_name]
    kind = literal_kind(text)
    if kind == "i" and type_.kind != "f":
        return integer(text) & ((1 << type_.bits) - 1)
    value = float(integer(text)) if kind == "i" else _floating(text, kind)
    if type_.name == "f64":
        return _pack("<d", "<Q", value)
    if type_.name == "f32":
        if kind == "f" and not text.startswith("-"):
            return int(text[2:], 16)
        return int(np.float32(value).view(np.uint32))
    if type_.name in ("f16", "bf16"):
        return int(np.asarray(value, dtype_of(type_)).view(np.uint16))
    if kind == "." and not math.isfinite(value):
        raise VerifyError(f"{text} is not a value of type .{type_.name}")
    return int(text.lstrip("-")[2:], 16) if kind in "fd" else int(value)


def array_of(text: str, type_: PtxType) -> NDArray[Any]:
    """A literal as a zero-dimensional array of the operand's NumPy type."""
    if type_.name == "pred":
        return np.asarray(integer(text) != 0)
    raw = np.asarray(bits_of(text, type_) & 0xFFFF_FFFF_FFFF_FFFF, np.uint64)
    return raw.astype(_UNSIGNED[type_.bits]).view(dtype_of(type_))


def raw_of(text: str, type_: PtxType) -> bytes:
    """The bytes of a literal where an operand of a type is wanted."""
    return _raw_of(text, type_.name)


@functools.lru_cache(maxsize=4096)
def _raw_of(text: str, type_name: str) -> bytes:
    return array_of(text, TYPES[type_name]).tobytes()


def _floating(text: str, kind: str) -> float:
    sign, digits = (-1.0, text[1:]) if text.startswith("-") else (1.0, text)
    if kind == "f":
        return sign * float(struct.unpack("<f", struct.pack("<I", int(digits[2:], 16)))[0])
    if kind == "d":
        return sign * float(struct.unpack("<d", struct.pack("<Q", int(digits[2:], 16)))[0])
    return sign * float(digits)


def _pack(value_format: str, bits_format: str, value: float) -> int:
    return int(struct.unpack(bits_format, struct.pack(value_format, value))[0])
