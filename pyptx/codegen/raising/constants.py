"""Constants in names: the words for them, and which of them mask a value."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pyptx.errors import PtxError
from pyptx.ir import Literal
from pyptx.ir.literals import literal_value

if TYPE_CHECKING:
    from pyptx.ir import Operand


def constant_word(operand: Operand) -> str:
    """Return a constant as a part of a name; empty for another than a small whole number.

    >>> [constant_word(Literal(text)) for text in ("-3", "0f40000000", "0f3F333333", "0x3fc")]
    ['minus_3', '2', '', '0x3fc']
    """
    return _word_of(operand.text) if type(operand) is Literal else ""


@cache
def _word_of(text: str) -> str:
    try:
        number = literal_value(text)
    except PtxError:
        return ""
    if number != number or abs(number) > MOST or number != int(number):
        return ""
    made = text.lower() if text[:2] in ("0x", "0X") else str(abs(int(number)))
    return f"minus_{made}" if number < 0 else made


@cache
def masks(text: str) -> bool:
    """Whether a constant takes the place of values that do not count: 0, or far below all others.

    >>> [masks(text) for text in ("0", "0fFF800000", "0fC9742400", "16")]
    [True, True, True, False]
    """
    try:
        number = literal_value(text)
    except PtxError:
        return False
    return number == 0 or (isinstance(number, float) and number <= MASK)


MASK = -1e4
"""Numbers of floating point from which on a constant masks a value."""
MOST = 1 << 20
"""Constants that are larger say nothing in a name."""
