r"""Format strings of C's `printf`, which device code passes to the runtime function `vprintf`.

>>> pieces = parse("%-4d|%s %%\n")
>>> [piece if isinstance(piece, str) else piece.text for piece in pieces]
['%-4d', '|', '%s', ' ', '%%', '\n']
>>> argument_kinds("%*d %lld %s")
'448s'
>>> formatted("%*d|%s", [4, 7, "seven"])
'   7|seven'
>>> formatted("%p %p", [0, 4096])
'(nil) 0x1000'
"""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_ARGUMENTS = 32
"""Most arguments of one call, without the format: a card prints no more (CUDA C++ Programming Guide)."""

MOST_CHARACTERS = 4095
"""Largest width and precision of a conversion: C guarantees no more characters (C11, section 7.21.6.1)."""

_CONVERSION = re.compile(
    r"%(?P<flags>[-+ #0]*)(?P<width>\*|\d*)(?P<precision>\.(?:\*|\d*))?(?P<size>hh|h|ll|l|j|z|t)?"
    r"(?P<kind>[diouxXcspfFeEgGaA%])"
)
_SIZES = {"hh": 1, "h": 2, "l": 8, "ll": 8, "j": 8, "z": 8, "t": 8}
FLOATS = "fFeEgGaA"
INTEGERS = "diouxXc"


class Conversion(NamedTuple):
    """A conversion of a format string.

    Attributes:
        text: As written.
        flags: Its flags.
        width: Least number of characters: digits, ``"*"`` for an argument, or empty.
        precision: The same after a dot; empty without one.
        bytes: Bytes of the value that is printed, if that is an integer.
        kind: The letter at the end.
    """

    text: str
    flags: str
    width: str
    precision: str
    bytes: int
    kind: str

    @property
    def arguments(self) -> str:
        """A letter for each argument: 4 or 8 for its bytes, s for the address of a string."""
        before = "4" * (("*" in self.width) + ("*" in self.precision))
        if self.kind == "%":
            return ""
        if self.kind in FLOATS or self.kind == "p":
            return before + "8"
        return before + ("s" if self.kind == "s" else "8" if self.bytes == 8 and self.kind != "c" else "4")

    def show(self, values: Iterator[int | str]) -> str:
        """Return the text of the next arguments: unsigned words, and strings."""
        kind, flags = self.kind, self.flags
        if kind == "%":
            return "%"
        width = _bounded(_signed(_word(values), 4) if self.width == "*" else int(self.width or 0))
        precision = self.precision
        if precision:
            least = _signed(_word(values), 4) if precision == ".*" else int(precision[1:] or 0)
            precision = f".{_bounded(least)}" if least >= 0 else ""
        if kind == "s":
            return f"%{flags.replace('0', '')}{width}{precision}s" % next(values)
        word = _word(values)
        if kind in "cpaA":
            text = self._unpadded(word)
            return f"%{flags.replace('0', '')}{width}s" % (text.upper() if kind == "A" else text)
        if kind in FLOATS:
            return f"%{flags}{width}{precision}{kind}" % _double(word)
        return self._integer(word, width, precision)

    def _unpadded(self, word: int) -> str:
        """The text of a letter, a pointer or a hexadecimal float, without its width."""
        if self.kind == "c":
            return chr(word & 0xFF)
        if self.kind == "p":
            return f"{word:#x}" if word else "(nil)"
        return float.hex(_double(word))

    def _integer(self, word: int, width: str, precision: str) -> str:
        """The text of an integer, as C defines it: Python's own format differs in signs and zeros."""
        value = _signed(word, self.bytes) if self.kind in "di" else word & ((1 << 8 * self.bytes) - 1)
        digits = f"{abs(value):{'d' if self.kind in 'diu' else self.kind}}"
        if precision:
            digits = digits.zfill(int(precision[1:] or 0)) if value or precision[1:] else ""
        before = ""
        if self.kind in "di":
            before = "-" if value < 0 else "+" if "+" in self.flags else " " if " " in self.flags else ""
        elif "#" in self.flags and self.kind == "o" and digits[:1] != "0":
            digits = f"0{digits}"
        elif "#" in self.flags and self.kind in "xX" and value:
            before = f"0{self.kind}"
        room = int(width or 0)
        if "0" in self.flags and "-" not in self.flags and not precision:
            digits = digits.zfill(room - len(before))
        return f"{before + digits:{'<' if room < 0 or '-' in self.flags else '>'}{abs(room)}}"


def parse(form: str) -> list[str | Conversion]:
    """Return the pieces of a format string; text that is not a conversion of C stays as written."""
    pieces: list[str | Conversion] = []
    end = 0
    for found in _CONVERSION.finditer(form):
        if found.start() > end:
            pieces.append(form[end : found.start()])
        end = found.end()
        size = _SIZES.get(found["size"] or "", 4)
        pieces.append(
            Conversion(
                found[0], found["flags"], found["width"], found["precision"] or "", size, found["kind"]
            )
        )
    return [*pieces, form[end:]] if end < len(form) else pieces


def argument_kinds(form: str) -> str:
    """Return a letter for each argument of a format string: see `Conversion.arguments`."""
    return "".join(piece.arguments for piece in parse(form) if isinstance(piece, Conversion))


def formatted(form: str, values: Sequence[int | str]) -> str:
    """Return the text of a call.

    Args:
        form: The format string.
        values: One for each argument: a word, unsigned, or a string.
    """
    rest = iter(values)
    return "".join(piece if isinstance(piece, str) else piece.show(rest) for piece in parse(form))


def _word(values: Iterator[int | str]) -> int:
    value = next(values)
    assert isinstance(value, int)
    return value


def _bounded(count: int) -> str:
    """A width or a precision as written; empty for 0."""
    return str(max(-MOST_CHARACTERS, min(count, MOST_CHARACTERS))) if count else ""


def _double(word: int) -> float:
    value: float = struct.unpack("<d", word.to_bytes(8, "little"))[0]
    return value


def _signed(word: int, size: int) -> int:
    """The lower bytes of a word as a signed number."""
    bits = 8 * size
    value = word & ((1 << bits) - 1)
    return value - (1 << bits) if value >> (bits - 1) else value
