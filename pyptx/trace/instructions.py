"""Instructions of the author's functions: their names, arguments, and which may follow.

Offsets are in bytes, as frames have them; units are instructions with their arguments, two bytes each. The
caches behind an instruction are units that read as zeros.
"""

from __future__ import annotations

import opcode
import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import CodeType


class Instructions:
    """The instructions of a function.

    Attributes:
        code: The function.
        operations: The number of each unit's operation.
        arguments: The argument of each unit, without those of the prefixes before it.
    """

    def __init__(self, code: CodeType) -> None:
        self.code = code
        units = code.co_code
        self.operations, self.arguments = units[::2], units[1::2]

    def opname(self, unit: int) -> str:
        """The name of an instruction."""
        return opcode.opname[self.operations[unit]]

    def argument(self, unit: int) -> int:
        """The argument of an instruction, with those of the prefixes before it."""
        found, shift = self.arguments[unit], 8
        while unit and self.operations[unit - 1] == EXTENDED:
            unit -= 1
            found |= self.arguments[unit] << shift
            shift += 8
        return found

    def unit(self, offset: int) -> int:
        """The instruction that a frame is in; some frames name its last cache."""
        unit = offset // 2
        while not self.operations[unit]:
            unit -= 1
        return unit

    def next_unit(self, unit: int) -> int:
        """The instruction behind one."""
        return self._first_from(unit + 1)

    def _first_from(self, unit: int) -> int:
        """The first instruction from a unit on."""
        operations = self.operations
        while unit < len(operations) and operations[unit] in _PREFIXES:
            unit += 1
        return unit

    def previous_unit(self, unit: int) -> int:
        """The instruction before one."""
        unit -= 1
        while unit >= 0 and self.operations[unit] in _UNSEEN:
            unit -= 1
        return unit

    def target(self, unit: int) -> int | None:
        """The instruction that a jump leads to; None for other instructions."""
        operations, number = self.operations, self.operations[unit]
        if number in _ABSOLUTE:
            return self._first_from(self.argument(unit))
        if number not in _RELATIVE:
            return None
        after, last = unit + 1, len(operations)
        while after < last and not operations[after]:
            after += 1
        distance = self.argument(unit)
        return self._first_from(after - distance if number in _BACKWARD else after + distance)

    def following(self, unit: int) -> tuple[int, ...]:
        """The instructions that may run next, the target of a jump last; exceptions aside."""
        number = self.operations[unit]
        after = () if number in _STOPPING else (self._first_from(unit + 1),)
        target = None if number in _SETUPS else self.target(unit)
        return after if target is None else (*after, target)

    def block(self, entered: int, left: int) -> range:
        """The units of a block that was entered at one offset and left at another.

        A `for` statement is entered and left at the same one.
        """
        first, last = self.unit(entered), self.unit(left)
        if first == last and self.operations[first] == FOR_ITER:
            last = self.target(first) or last
        return range(first + 1, last)


def positions(
    of: re.Pattern[bytes], operations: bytes, first: int = 0, last: int = sys.maxsize
) -> Iterator[int]:
    """The units with an operation of a class, from one unit up to another."""
    return (match.start() for match in of.finditer(operations, first, last))


def numbers_of(prefixes: str, *others: str) -> frozenset[int]:
    """The numbers of the operations whose names start with one of some words, and of others."""
    starts = tuple(prefixes.split())
    return frozenset(
        number for name, number in opcode.opmap.items() if name in others or name.startswith(starts)
    )


def one_of(numbers: Iterable[int]) -> bytes:
    """A pattern for one of some operations; those beyond a byte are the compiler's own."""
    return b"[" + b"".join(b"\\x%02x" % number for number in numbers if number < _BYTE) + b"]"


_BYTE = 256
CACHES = sys.version_info >= (3, 11)
"""Whether instructions have caches behind them."""
EXTENDED = opcode.EXTENDED_ARG
_UNSEEN = numbers_of("", "CACHE", "EXTENDED_ARG", "PRECALL")
_ABSOLUTE, _RELATIVE = frozenset(opcode.hasjabs), frozenset(opcode.hasjrel)
ALWAYS = frozenset({"JUMP_FORWARD", "JUMP_ABSOLUTE", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT"})
_BACKWARD, _SETUPS = numbers_of("JUMP_BACKWARD POP_JUMP_BACKWARD"), numbers_of("SETUP_")
_ENDING = numbers_of("RETURN_VALUE RETURN_CONST RAISE_VARARGS RERAISE")
_STOPPING = _ENDING | numbers_of("", *ALWAYS)
_PREFIXES = frozenset({0, EXTENDED})
FOR_ITER = opcode.opmap["FOR_ITER"]
LOOPS = re.compile(one_of([FOR_ITER]))
JUMPING = re.compile(one_of((_ABSOLUTE | _RELATIVE | _ENDING) - _SETUPS))
