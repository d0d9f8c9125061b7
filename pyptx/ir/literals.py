"""Constants: the value of a spelling, and the spelling of a value (manual section 4.5).

>>> literal_value("0f3F800000"), literal_value("-0x10"), spell(2.5, "f32")
(1.0, -16, '0f40200000')
"""

from __future__ import annotations

import re
import struct

from pyptx.types import TYPES, from_name

LITERAL = re.compile(
    r"-?(?:"
    r"(?P<single>0[fF][\da-fA-F]{8})|(?P<double>0[dD][\da-fA-F]{16})"
    r"|(?P<integer>0[xX][\da-fA-F]+|0[bB][01]+|0[0-7]*|[1-9]\d*)[uU]?"
    r"|(?P<decimal>(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)"
    r")",
    re.ASCII,
)
"""Every spelling of a constant, with its own minus sign if any."""


class SpelledInt(int):
    """An integer field that the source did not write in plain decimal, such as ``.align 0x10``.

    >>> SpelledInt("0x10") == 16, SpelledInt("0x10").text
    (True, '0x10')
    """

    text: str

    def __new__(cls, text: str) -> SpelledInt:  # noqa: PYI034 - Self is not in Python 3.10
        """Read an integer constant and remember its spelling."""
        value = literal_value(text)
        if not isinstance(value, int):
            raise ValueError(f"{text!r} is not an integer constant")  # noqa: TRY004 - the text is at fault
        number = super().__new__(cls, value)
        number.text = text
        return number

    def __str__(self) -> str:
        return self.text

    def __format__(self, spec: str) -> str:
        return format(int(self), spec) if spec else self.text


def read_int(text: str) -> int:
    """An integer field as written; the spelling is kept only where it is not plain decimal.

    Raises:
        ValueError: The text is not an integer constant.
    """
    return int(text) if text.isdecimal() and (text[0] != "0" or text == "0") else SpelledInt(text)


def literal_value(text: str) -> int | float:
    """The value of a constant as written.

    >>> literal_value("0x3340U"), literal_value("017"), literal_value("0b101"), literal_value("1.5e3")
    (13120, 15, 5, 1500.0)

    Raises:
        ValueError: PTX has no such constant.
    """
    match = LITERAL.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a PTX constant")
    negative = text.startswith("-")
    body = text[1:] if negative else text
    value: int | float
    if match["integer"]:
        value = _read_integer(match["integer"])
    elif match["single"]:
        value = struct.unpack(">f", bytes.fromhex(body[2:]))[0]
    elif match["double"]:
        value = struct.unpack(">d", bytes.fromhex(body[2:]))[0]
    else:
        value = float(body)
    return -value if negative else value


def spell(value: float, type_name: str) -> str:
    """Return a Python number or truth value as a PTX constant of a type.

    Floating-point constants are written by their bits, so that they are not rounded twice. PTX has no
    floating-point constants of 16 bits or less, nor packed ones: instructions on ``.f16`` and ``.bf16`` take
    registers only, and `mov` takes the bits, which are returned here. For ``b32`` and ``b64`` a float is also
    written by its bits.

    >>> spell(1.0, "f64"), spell(float("-inf"), "f32"), spell(1.0, "bf16"), spell(1.0, "b32")
    ('0d3FF0000000000000', '0fFF800000', '0x3F80', '0f3F800000')
    >>> spell(True, "u32"), spell(-3, "s32")
    ('1', '-3')

    Args:
        value: The number.
        type_name: The type; ``""`` for an integer of 64 bits or a double.

    Raises:
        ValueError: The type has no such value.
    """
    fraction = isinstance(value, float)
    floating = _IN_BITS.get(type_name, type_name) if fraction else type_name
    if floating in _FLOATS:
        known = from_name(floating)
        return f"{_PREFIXES.get(floating, '0x')}{known.encode(value):0{max(known.bits, 8) // 4}X}"
    if fraction:
        raise ValueError(
            f"{value!r} is not a constant of type {type_name}: a float where an integer is wanted; "
            "use int(...), or reg.from_(...) to convert"
        )
    bits = from_name(type_name).bits if type_name and type_name != "pred" else 64
    if not -(1 << (bits - 1)) <= value < 1 << bits:
        shown = value if abs(value) < 1 << 128 else f"a number of {int(value).bit_length()} bits"
        raise ValueError(f"{shown} does not fit {type_name or 'a constant'}, which has {bits} bits")
    return str(int(value))


_IN_BITS = {"b32": "f32", "b64": "f64", "": "f64"}
_PREFIXES = {"f32": "0f", "f64": "0d"}
_FLOATS = frozenset(name for name in TYPES if from_name(name).kind == "f")


MOST_DIGITS = 4000
"""Digits of a number that is read; Python refuses a few more."""

BEYOND = 1 << MOST_DIGITS
"""A number that no type holds."""


def _read_integer(digits: str) -> int:
    """C's rules: ``0x`` hexadecimal, ``0b`` binary, a leading ``0`` octal; `BEYOND` for what is that long."""
    if len(digits) > MOST_DIGITS:
        return BEYOND
    if digits[:2] in {"0x", "0X", "0b", "0B"}:
        return int(digits, 0)
    return int(digits, 8 if digits[0] == "0" else 10)
