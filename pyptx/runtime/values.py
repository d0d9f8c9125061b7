"""Scalar arguments of an entry: checked against their type, and packed into parameter bytes."""

from __future__ import annotations

import numbers
from typing import TYPE_CHECKING

from pyptx.errors import LaunchError
from pyptx.types import PtxType, from_name

if TYPE_CHECKING:
    from pyptx.program import Param

_FLOAT_WIDTHS = (16, 32, 64)
_FLOAT_LIMITS = {"f16": 65504.0, "bf16": 3.3895313892515355e38, "f32": 3.4028234663852886e38}


def check_value(name: str, type_name: str, value: object) -> int | float:
    """Return the Python number of a scalar argument; for untyped ``.b32`` the bits of a float.

    Raises:
        LaunchError: The value is not a number, or the type cannot hold it.
    """
    dtype = from_name(type_name)
    if dtype.kind == "f":
        return _float(name, dtype, value)
    if dtype.kind == "b" and isinstance(value, numbers.Real) and not isinstance(value, numbers.Integral):
        return _float_bits(name, dtype, value)
    if not isinstance(value, numbers.Integral):
        raise LaunchError(f"argument {name} is {value!r}; a .{type_name} parameter takes an integer")
    low, high = _range(dtype)
    number = int(value)
    if not low <= number <= high:
        raise LaunchError(f"argument {name} is {number}; a .{type_name} parameter holds {low} to {high}")
    return number


def checked_bytes(param: Param, value: object) -> bytes:
    """Return the bytes of an argument as a caller passed it.

    Raises:
        LaunchError: It does not fit the parameter.
    """
    if isinstance(value, bytes):
        return pack(param, value)
    return pack(param, check_value(param.name, param.type, value))


def pack(param: Param, value: float | bytes) -> bytes:
    """Return the bytes of an argument that `check_value` let pass.

    Raises:
        LaunchError: A structure has the wrong length.
    """
    if isinstance(value, bytes):
        if len(value) != param.bytes:
            raise LaunchError(
                f"argument {param.name} has {len(value)} bytes; the parameter has {param.bytes}"
            )
        return value
    dtype = from_name(param.type)
    bits = dtype.encode(float(value)) if dtype.kind == "f" else int(value) % (1 << dtype.bits)
    return bits.to_bytes(param.bytes, "little")


def _float(name: str, dtype: PtxType, value: object) -> float:
    if not isinstance(value, numbers.Real):
        raise LaunchError(f"argument {name} is {value!r}; a .{dtype.name} parameter takes a number")
    try:
        number = float(value)
    except OverflowError:
        raise LaunchError(f"argument {name} is a number that is too large for a .{dtype.name}") from None
    limit = _FLOAT_LIMITS.get(dtype.name)
    if limit is not None and limit < abs(number) < float("inf"):
        raise LaunchError(f"argument {name} is {number}; the largest .{dtype.name} is {limit}")
    return number


def _float_bits(name: str, dtype: PtxType, value: object) -> int:
    """The bits of a float, for a parameter that takes any of its width."""
    if dtype.bits not in _FLOAT_WIDTHS:
        raise LaunchError(
            f"argument {name} is {value!r}; no float has the {dtype.bits} bits of a .{dtype.name}"
        )
    wanted = from_name(f"f{dtype.bits}")
    return wanted.encode(_float(name, wanted, value))


def _range(dtype: PtxType) -> tuple[int, int]:
    """The integers a register of this type can be given; untyped bits take both signs."""
    high = (1 << dtype.bits) - 1
    if dtype.kind == "s":
        return -(1 << dtype.bits - 1), high >> 1
    return (-(1 << dtype.bits - 1) if dtype.kind == "b" else 0), high
