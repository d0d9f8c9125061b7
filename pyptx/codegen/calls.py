"""Instructions as calls, operands as Python expressions.

Each expression is one that the DSL turns back into the operand it came from, spelling and all; where Python
has no such expression the operand's PTX text is passed to ``ptx.spelled``.
"""

from __future__ import annotations

import keyword
import math
import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pyptx.emitter.operands import spell_operand
from pyptx.errors import TraceError
from pyptx.ir import Address, Group, Literal, Name, Negated, Pair, Vector
from pyptx.ir.literals import literal_value
from pyptx.ir.visit import without_gaps
from pyptx.isa import special_register
from pyptx.isa.words import ptx_word, python_word
from pyptx.trace import constant, operand_types
from pyptx.types import TYPES, pred

if TYPE_CHECKING:
    from pyptx.ir import Guard, Instruction, Operand
    from pyptx.types import PtxType

SHORTEST_SLICE = 3
"""Registers in a row that a slice says better than a list."""


class Call(NamedTuple):
    """``head(args)``; an argument that is a list is ``[…]`` of its members."""

    head: str
    args: list[str | list[str]]


class Register(NamedTuple):
    """What Python calls a register.

    Attributes:
        variable: The Python variable.
        position: Index in it; None where it is the register itself.
        dtype: Declared type.
    """

    variable: str
    position: int | None
    dtype: PtxType

    def __str__(self) -> str:
        return self.variable if self.position is None else f"{self.variable}[{self.position}]"


class Registers:
    """The Python variables of the registers in sight, block by block."""

    def __init__(self) -> None:
        self._blocks: list[dict[str, tuple[str, int | None, PtxType]]] = [{}]

    def open(self) -> None:
        """Enter a block."""
        self._blocks.append({})

    def close(self) -> None:
        """Leave a block: its registers are out of sight."""
        self._blocks.pop()

    def add(self, name: str, count: int | None, dtype: PtxType) -> str:
        """Choose the variable for registers declared as ``name`` or ``name<count>``."""
        taken = {row[0] for block in self._blocks for row in block.values()}
        variable = stem = identifier(name)
        number = 2
        while variable in taken:
            variable = f"{stem}_{number}"
            number += 1
        self._blocks[-1][name if count is None else f"{name}<>"] = variable, count, dtype
        return variable

    def find(self, name: str) -> Register | None:
        """What Python calls the register `name`; None for what is no register of Python's."""
        for block in reversed(self._blocks):
            alone = block.get(name)
            if alone is not None:
                return Register(alone[0], None, alone[2])
            for cut in range(len(name) - 1, 0, -1):
                digits = name[cut:]
                if not digits.isdecimal():
                    break
                row = block.get(f"{name[:cut]}<>")
                if (
                    row is not None
                    and row[1] is not None
                    and str(int(digits)) == digits
                    and int(digits) < row[1]
                ):
                    return Register(row[0], int(digits), row[2])
        return None


def identifier(name: str) -> str:
    """A Python name for a PTX name.

    >>> [identifier(name) for name in ("%rd", "$x$y", "%in", "u32", "%0")]
    ['rd', 'x_y', 'in_', 'u32_', 'r0']
    """
    word = re.sub(r"\W", "_", name.lstrip("%$"), flags=re.ASCII)
    if not word or word[0].isdigit():
        word = f"r{word}"
    return f"{word}_" if keyword.iskeyword(word) or word in _RESERVED else word


def instruction_call(instruction: Instruction, registers: Registers) -> Call | None:
    """The call that traces an instruction; None where its words are not Python's."""
    words = (instruction.opcode, *instruction.modifiers)
    if not all(map(_WORD.match, words)) or any(
        isinstance(operand, Group) for operand in instruction.operands
    ):
        return None
    types = operand_types(instruction.opcode, instruction.modifiers, len(instruction.operands))
    args: list[str | list[str]] = [
        operand_expression(operand, type_, registers)
        for operand, type_ in zip(instruction.operands, types, strict=True)
    ]
    if instruction.guard is not None:
        args.append(f"pred={_guard(instruction.guard, registers)}")
    return Call(_path(words), args)


def operand_expression(operand: Operand, type_name: str, registers: Registers) -> str | list[str]:
    """The Python expression of an operand of an instruction; a list for one in braces.

    Args:
        operand: The operand.
        type_name: Type that the instruction spells its numbers in; empty where it has none.
        registers: The registers in sight.
    """
    made: str | list[str] | None = None
    match operand:
        case Name(name):
            made = _name(name, registers)
        case Literal(text):
            made = _number(text, type_name)
        case Vector(items):
            made = _vector(items, type_name, registers)
        case Address():
            made = _address(operand, registers)
        case Pair(Name(first), Name(second)):
            left, right = registers.find(first), registers.find(second)
            if left and right and pred in (left.dtype, right.dtype):
                made = f"{left} | {right}"
        case Negated(Name(name)):
            register = registers.find(name)
            if register and register.dtype == pred:
                made = f"~{register}"
    return _spelled(operand) if made is None else made


def _path(words: tuple[str, ...]) -> str:
    """``ptx.inst.ld.global_.f32``."""
    names = [python_word(word) for word in words]
    if all(
        name.isidentifier() and not name.startswith("__") and ptx_word(name) == word
        for name, word in zip(names, words, strict=True)
    ):
        return f"ptx.inst.{'.'.join(names)}"
    return f"ptx.inst[{quoted('.'.join(words))}]"


def _guard(guard: Guard, registers: Registers) -> str:
    """What ``pred=`` takes."""
    register = registers.find(guard.register)
    if register is None or register.dtype != pred:
        return _spelled(Negated(Name(guard.register))) if guard.negated else quoted(guard.register)
    return f"~{register}" if guard.negated else str(register)


def _name(name: str, registers: Registers) -> str:
    register = registers.find(name)
    if register is not None:
        return str(register)
    if special_register(name) is None:
        return quoted(name)
    stem, _, axis = name[1:].partition(".")
    if axis in ("x", "y", "z") and special_register(f"%{stem}.w") is not None:
        return f"ptx.special.{stem}.{axis}()"
    return f"ptx.special.{stem}()" if not axis and stem.isidentifier() else f"ptx.sreg({quoted(name)})"


def _vector(items: tuple[Operand, ...], type_name: str, registers: Registers) -> str | list[str]:
    """A list, or a slice of registers in a row."""
    if len(items) >= SHORTEST_SLICE:
        row = [registers.find(item.name) if isinstance(item, Name) else None for item in items]
        first = row[0]
        if first is not None and first.position is not None:
            start = first.position
            wanted = [Register(first.variable, start + step, first.dtype) for step in range(len(items))]
            if row == wanted:
                return f"{first.variable}[{start}:{start + len(items)}]"
    members: list[str] = []
    for item in items:
        made = operand_expression(item, type_name, registers)
        members.append(made if isinstance(made, str) else f"[{', '.join(made)}]")
    return members


def _address(address: Address, registers: Registers) -> str | None:
    """``ptx.addr(base, offset)``; None for what it does not write."""
    if address.rest or not isinstance(address.base, Name):
        return None
    base = _name(address.base.name, registers)
    if special_register(address.base.name) is not None:
        return None
    if address.offset is None:
        return f"ptx.addr({base})"
    if isinstance(address.offset, Literal) and re.fullmatch(r"-?[1-9]\d*", address.offset.text):
        return f"ptx.addr({base}, {address.offset.text})"
    return None


@lru_cache(maxsize=4096)
def _number(text: str, type_name: str) -> str | None:
    """The Python number that is spelled back as `text` in a type; None where there is none.

    >>> _number("0f3DCCCCCD", "f32"), _number("0x10", "u32"), _number("-7", "s32")
    ('0.1', None, '-7')
    """
    value = literal_value(text)
    if isinstance(value, int):
        candidates = [repr(value)] if repr(value) == text else []
    elif math.isfinite(value):
        candidates = [repr(float(f"{value:.{digits}g}")) for digits in (6, 7, 8, 9, 17)]
    else:
        candidates = []
    for candidate in candidates:
        number = int(candidate) if isinstance(value, int) else float(candidate)
        try:
            if constant(number, type_name).text == text:
                return candidate
        except TraceError:
            return None
    return None


def _spelled(operand: Operand) -> str:
    """``ptx.spelled("…")``."""
    return f"ptx.spelled({quoted(spell_operand(without_gaps(operand)))})"


def quoted(text: str) -> str:
    """A Python string literal in double quotes where that needs no escape."""
    plain = '"' not in text and "\\" not in text and text.isprintable()
    return f'"{text}"' if plain else repr(text)


_RESERVED = frozenset({"kernel", "print", "ptx", "reg", *TYPES})
_WORD = re.compile(r"[\w:]+\Z", re.ASCII)
