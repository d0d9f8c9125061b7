"""Placement of shared variables: static as declared, or as parts of one dynamic array."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from pyptx.ir import Address, Block, Expression, Instruction, Literal, Name, Vector
from pyptx.record import replace
from pyptx.types import from_name

if TYPE_CHECKING:
    from pyptx.ir import Declaration, Declarator, Operand, Statement


def layout(declarations: list[Declaration], start: int) -> tuple[dict[str, int], int]:
    """Offsets of shared variables in the order declared, each aligned, and the end."""
    offsets, end = {}, start
    for declaration in declarations:
        align = declaration.align or from_name(declaration.type or "b8").bytes
        for declarator in declaration.declarators:
            end = -(-end // align) * align
            offsets[declarator.name] = end
            end += size(declaration, declarator)
    return offsets, end


def moved(statement: Statement, moves: dict[str, tuple[str, int]]) -> Statement:
    """The statement with each moved variable spelled as the dynamic array and an offset."""
    if isinstance(statement, Block):
        return replace(statement, body=tuple(moved(inner, moves) for inner in statement.body))
    if not isinstance(statement, Instruction):
        return statement
    operands = tuple(_moved_operand(made, moves) for made in statement.operands)
    return statement if operands == statement.operands else replace(statement, operands=operands)


def _moved_operand(made: Operand, moves: dict[str, tuple[str, int]]) -> Operand:  # noqa: PLR0911
    match made:
        case Name(name) if name in moves:
            symbol, offset = moves[name]
            return Expression((symbol, "+", str(offset))) if offset else Name(symbol)
        case Address(Name(name), offset, rest) if name in moves:
            symbol, start = moves[name]
            rest = tuple(_moved_operand(item, moves) for item in rest)
            if offset is None:
                return Address(Name(symbol), Literal(str(start)) if start else None, rest)
            if isinstance(offset, Literal):
                return Address(Name(symbol), Literal(str(int(offset.text, 0) + start)), rest)
            words = offset.words if isinstance(offset, Expression) else ()
            return Address(Name(symbol), Expression((str(start), "+", *words)), rest)
        case Address(base, offset, rest):
            rest = tuple(_moved_operand(item, moves) for item in rest)
            return replace(made, base=_moved_operand(base, moves), rest=rest)
        case Vector(items):
            return replace(made, items=tuple(_moved_operand(item, moves) for item in items))
        case Expression((name, "+", number)) if name in moves and number.isdecimal():
            symbol, offset = moves[name]
            return Expression((symbol, "+", str(offset + int(number))))
        case Expression(words) if any(word in moves for word in words):
            spelled = [
                ("(", moves[word][0], "+", str(moves[word][1]), ")") if word in moves else (word,)
                for word in words
            ]
            return Expression(tuple(chain.from_iterable(spelled)))
        case _:
            return made


def size(declaration: Declaration, declarator: Declarator) -> int:
    """Size of one declared variable, in bytes."""
    total = from_name(declaration.type or "b8").bytes * int((declaration.vector or "v1")[1:])
    for dim in declarator.dims:
        total *= int(dim.text, 0) if isinstance(dim, Literal) else 0
    return total
