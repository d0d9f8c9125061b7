"""Conversion of Python values to operands."""

from __future__ import annotations

import contextlib
import operator as python_operator
import re
from abc import abstractmethod
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, SupportsFloat, SupportsIndex, TypeAlias

from pyptx.errors import TraceError
from pyptx.ir import Address, Expression, Group, Instruction, Label, Literal, Name, Negated, Pair, Vector
from pyptx.ir.literals import spell
from pyptx.ir.visit import names_one, operand_names, walk
from pyptx.isa import lookup
from pyptx.trace.source import at, caller
from pyptx.types import PtxType

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pyptx.ir import Operand, Statement
    from pyptx.isa import OperandSpec


class Traced(Protocol):
    """Anything that can be an operand."""

    def __ptx__(self) -> Operand:
        """The operand that represents it."""
        ...


class Place:
    """A place in memory: its operand is an address, which no instruction reads as a number."""

    __slots__ = ()

    @abstractmethod
    def __ptx__(self) -> Operand:
        """The address of the place."""

    def refuse_number(self) -> NoReturn:
        """Refuse the place where a number is wanted.

        Raises:
            TraceError: Always.
        """
        raise TraceError(f"{self} is a place in memory, not a number{at(caller())}")


Value: TypeAlias = "Traced | Operand | SupportsFloat | SupportsIndex | str | Sequence[Value]"
"""Legal values for an operand; NumPy's scalars are numbers."""


def operand(value: Value, type_hint: PtxType | str | None = None) -> Operand:
    """The operand that represents a Python value.

    Args:
        value: A register or anything else with `__ptx__`, a tree operand, a number, a name, or a sequence
            of these for ``{…}``.
        type_hint: The type numbers are spelled in.

    Raises:
        TraceError: The value cannot be an operand.

    >>> operand(2.5, "f32"), operand(True, "pred"), operand(-1, "u32")
    (Literal(text='0f40200000'), Literal(text='1'), Literal(text='-1'))
    >>> operand("0f40200000")
    Literal(text='0f40200000')
    >>> operand([1, "%tid.x"])
    Vector(items=(Literal(text='1'), Name(name='%tid.x')), gaps=None)
    """
    if type(value) in _OPERANDS:
        return value  # type: ignore[return-value]
    if isinstance(value, PtxType):
        raise TraceError(
            f"{value} is a type, not an operand: types are modifiers, as in ptx.inst.add.{value}(d, a, b)"
            f"{at(caller())}"
        )
    ptx = getattr(value, "__ptx__", None)
    if ptx is not None and not isinstance(value, type):
        made: Operand = ptx()
        return made
    if isinstance(value, str):
        if _NAME.match(value) is not None:
            return Name(value)
        if _FLOAT_BITS.match(value) is not None:
            return Literal(value)
        raise TraceError(
            f"{value!r} is not a name: a string names a register, variable, parameter or label, or gives the "
            'bits of a floating-point number, "0f3F800000"; other numbers are Python\'s own, addresses '
            f"ptx.addr(base, offset){at(caller())}"
        )
    if isinstance(value, (list, tuple)):
        return Vector(tuple([operand(item, type_hint) for item in value]))
    hint = type_hint.name if isinstance(type_hint, PtxType) else type_hint or ""
    return constant(_number(value), hint)


def constant(value: float, type_name: str) -> Literal:
    """Spell a number in a type; integers in decimal, floating point by its bits.

    >>> constant(1, "f32").text, constant(float("-inf"), "f64").text, constant(1.0, "bf16").text
    ('0f3F800000', '0dFFF0000000000000', '0x3F80')

    Raises:
        TraceError: The type has no such value.
    """
    if type(value) is int or (value and value == value):
        return _remembered(value, type_name)
    return _spell_value(value, type_name)  # in a cache, 0.0 and -0.0 would be one key


@lru_cache(maxsize=8192)
def operand_types(opcode: str, modifiers: tuple[str, ...], count: int) -> tuple[str, ...]:
    """The type of each of `count` operands of an instruction; empty where the ISA gives none, or several.

    Where an operand may be in braces, it is the type of one that is not.

    >>> operand_types("mul", ("wide", "s32"), 3), operand_types("mov", ("b32",), 2)
    (('s64', 's32', 's32'), ('b32', 'b32'))
    """
    columns = (
        {spec.type if spec.kind == "value" else "" for spec in _outside_braces(specs)}
        for specs in operand_rows(opcode, modifiers, count)
    )
    return tuple(column.pop() if len(column) == 1 else "" for column in columns)


def _outside_braces(specs: Sequence[OperandSpec]) -> Sequence[OperandSpec]:
    """Return the forms of an operand that are not in braces; all forms where each one is."""
    return [spec for spec in specs if spec.count is None] or specs


@lru_cache(maxsize=8192)
def address_positions(opcode: str, modifiers: tuple[str, ...], count: int) -> frozenset[int]:
    """Return the positions of the operands, of `count`, that may be the address of a variable.

    >>> address_positions("st", ("shared", "u32"), 2), address_positions("mov", ("u32",), 2)
    (frozenset({0}), frozenset({1}))
    """
    columns = enumerate(operand_rows(opcode, modifiers, count))
    return frozenset(
        position
        for position, specs in columns
        if not specs or any(spec.kind != "value" or spec.variable for spec in specs)
    )


@lru_cache(maxsize=8192)
def written_positions(opcode: str, modifiers: tuple[str, ...], count: int) -> frozenset[int]:
    """Return the positions of the operands, of `count`, that an instruction may write.

    >>> written_positions("mul", ("wide", "s32"), 3)
    frozenset({0})
    """
    columns = enumerate(operand_rows(opcode, modifiers, count))
    return frozenset(position for position, specs in columns if any(spec.role != ":" for spec in specs))


def may_write(instruction: Instruction, name: str) -> bool:
    """Whether an instruction may write a register."""
    operands = instruction.operands
    positions = written_positions(instruction.opcode, instruction.modifiers, len(operands))
    for position in positions:
        operand = operands[position]
        if operand.name == name if type(operand) is Name else names_one(operand, name):
            return True
    return False


def written_names(statement: Statement) -> set[str]:
    """The names that a statement may write.

    Calls, and instructions that the database does not contain, may write every name in them.
    """
    if not isinstance(statement, Instruction):
        return set()
    operands = statement.operands
    places: Iterable[int] = written_positions(statement.opcode, statement.modifiers, len(operands))
    if statement.opcode == "call" or (not places and not lookup(statement.opcode, statement.modifiers)):
        places = range(len(operands))
    return {name for place in places for name in operand_names(operands[place])}


def mentioned_names(body: Iterable[Statement]) -> set[str]:
    """The names in instructions, in those of their blocks too."""
    found: set[str] = set()
    for statement in walk(body):
        if isinstance(statement, Instruction):
            found.update(name for operand in statement.operands for name in operand_names(operand))
            if statement.guard is not None:
                found.add(statement.guard.register)
    return found


def since(body: list[Statement], label: str) -> list[Statement]:
    """Return the statements after the last label with a name."""
    for position in range(len(body) - 1, -1, -1):
        statement = body[position]
        if isinstance(statement, Label) and statement.name == label:
            return body[position + 1 :]
    return body


@lru_cache(maxsize=8192)
def operand_rows(opcode: str, modifiers: tuple[str, ...], count: int) -> Sequence[Sequence[OperandSpec]]:
    """Return the legal kinds of each of `count` operands of an instruction."""
    columns: list[list[OperandSpec]] = [[] for _ in range(count)]
    for candidate in lookup(opcode, modifiers):
        specs = list(candidate.operands)
        spare = len(specs) - count
        for position in range(len(specs) - 1, -1, -1):
            if spare > 0 and specs[position].optional:
                del specs[position]
                spare -= 1
        if spare == 0:
            for column, spec in zip(columns, specs, strict=True):
                column.append(spec)
    return columns


COMPUTING = frozenset({"mov", "cvta", "add", "sub", "mad"})
"""Operations whose result may be an address that an operand is, or goes out from."""
ADDRESSING = COMPUTING | {"ld", "st", "red", "atom", "cp"}
"""These, and those that access tensors."""

_NAME = re.compile(r"[A-Za-z_$%][\w$]*(?:\.\w+)?\Z", re.ASCII)
"""A name, perhaps with the component that is meant: ``%tid.x``."""

_FLOAT_BITS = re.compile(r"0(?:[fF][0-9A-Fa-f]{8}|[dD][0-9A-Fa-f]{16})\Z", re.ASCII)
"""A floating-point constant by its bits (manual section 4.5.2)."""

_OPERANDS = frozenset({Name, Literal, Expression, Address, Vector, Pair, Negated, Group})


@lru_cache(maxsize=16384, typed=True)
def _remembered(value: float, type_name: str) -> Literal:
    return _spell_value(value, type_name)


def _spell_value(value: float, type_name: str) -> Literal:
    try:
        return Literal(spell(value, type_name))
    except ValueError as error:
        raise TraceError(f"{error}{at(caller())}") from None


def _number(value: object) -> int | float:
    """A Python number, also from a NumPy scalar or any other object that is one."""
    if isinstance(value, (int, float)):
        return value
    item = getattr(value, "item", None)
    if item is not None and getattr(value, "shape", None) == ():
        return _number(item())
    for convert in (python_operator.index, float):
        with contextlib.suppress(TypeError, ValueError):
            number: int | float = convert(value)  # type: ignore[arg-type]
            return number
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple) and shape:
        raise TraceError(
            f"an array of shape {shape} ({type(value).__name__}) cannot be an operand: a register holds one "
            "number of each thread; pass the array to the kernel, or take its numbers one by one: float(x[i])"
            f"{at(caller())}"
        )
    hint = "; call it: it needs parentheses" if callable(value) else ""
    if value is None:
        hint = (
            "; a call that writes a register it is given, such as ptx.ld or ptx.warp.reduce_sum, returns None"
        )
    raise TraceError(f"{value!r} ({type(value).__name__}) cannot be an operand{hint}{at(caller())}")


def is_operand(value: Any) -> bool:
    """Whether a value is an operand of instructions."""
    return hasattr(type(value), "__ptx__")


def is_register(value: Any) -> bool:
    """Whether a value is a register."""
    return hasattr(type(value), "plain_operand") and hasattr(value, "name")


def is_array(value: Any) -> bool:
    """Whether a value is an array of registers."""
    return hasattr(type(value), "plain_operand") and hasattr(type(value), "regs")
