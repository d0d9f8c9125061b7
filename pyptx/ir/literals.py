"""Constants: the value of a spelling, and the spelling of a value (manual section 4.5).

>>> literal_value("0f3F800000"), literal_value("-0x10"), spell(2.5, "f32")
(1.0, -16, '0f40200000')
"""

from __future__ import annotations

import re
import struct

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
    """Spell a Python number or truth value as a constant of a type.

    Floating-point constants are spelled by their bits, so that nothing is rounded twice; a value too large
    for ``f32`` becomes an infinity, as it does on the GPU. PTX has no 16-bit floating-point constants:
    instructions on ``.f16`` and ``.bf16`` take registers only, and ``mov.b16`` takes the bits, which is what
    comes back here. Whether an integer fits its type is for the verifier to say.

    >>> spell(1.0, "f64"), spell(float("-inf"), "f32"), spell(1.0, "bf16")
    ('0d3FF0000000000000', '0fFF800000', '0x3F80')
    >>> spell(True, "u32"), spell(-3, "s32")
    ('1', '-3')

    Raises:
        ValueError: A fraction, infinity or NaN where the type has only integers.
    """
    if type_name in {"f32", "tf32"}:
        return f"0f{_single_bits(float(value)):08X}"
    if type_name == "f64":
        return f"0d{struct.unpack('>Q', struct.pack('>d', value))[0]:016X}"
    if type_name == "f16":
        return f"0x{_half_bits(float(value)):04X}"
    if type_name == "bf16":
        return f"0x{_bfloat_bits(float(value)):04X}"
    if isinstance(value, float):
        if not value.is_integer():
            raise ValueError(f"{value!r} is not an integer, and .{type_name} has no fractions")
        value = int(value)
    return str(int(value))


def _read_integer(digits: str) -> int:
    """C's rules: ``0x`` hexadecimal, ``0b`` binary, a leading ``0`` octal."""
    if digits[:2] in {"0x", "0X", "0b", "0B"}:
        return int(digits, 0)
    return int(digits, 8 if digits[0] == "0" else 10)


def _single_bits(value: float) -> int:
    """The bits of the nearest f32; infinity beyond its range."""
    try:
        packed = struct.pack(">f", value)
    except OverflowError:
        packed = struct.pack(">f", float("inf") if value > 0 else float("-inf"))
    return int.from_bytes(packed, "big")


def _half_bits(value: float) -> int:
    """The bits of the nearest f16; infinity beyond its range."""
    try:
        packed = struct.pack(">e", value)
    except OverflowError:
        packed = struct.pack(">e", float("inf") if value > 0 else float("-inf"))
    return int.from_bytes(packed, "big")


def _bfloat_bits(value: float) -> int:
    """The bits of the nearest bf16, ties to even.

    Going through f32 would round twice; the f64 bits with a sticky bit below do not.
    """
    if value != value:
        return 0x7FFF
    single = _single_bits(value)
    nearest = struct.unpack(">f", single.to_bytes(4, "big"))[0]
    if single & 0xFFFF == 0x8000 and abs(nearest) != abs(value):
        single += 1 if abs(nearest) < abs(value) else -1
    high, low = single >> 16, single & 0xFFFF
    return high + (low > 0x8000 or (low == 0x8000 and high & 1 == 1))
