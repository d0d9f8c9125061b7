"""The registers that an instruction names, in an operand or in all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ir import Address, Group, Guard, Literal, Name, Negated, Pair, Vector
from pyptx.sim.symbols import Register
from pyptx.verify.symbols import signed_kind

if TYPE_CHECKING:
    from pyptx.ir import Instruction, Operand
    from pyptx.sim.operands import Operation
    from pyptx.sim.symbols import Scope


def shape_of(instruction: Instruction, scope: Scope) -> tuple[tuple[object, ...], list[Register]] | None:
    """Return the shape and the registers of an instruction that names only registers and literals; else None.

    Instructions of one shape differ only in their registers, whose types are the same, and in the offsets of
    their addresses.
    """
    names, find = scope.names, scope.find
    key: list[object] = [instruction.opcode, instruction.modifiers]
    registers: list[Register] = []
    if instruction.guard is not None:
        guard = find(instruction.guard.register)
        if type(guard) is not Register:
            return None
        key += (Guard, guard.type.name)
    for operand in instruction.operands:
        kind = type(operand)
        items: tuple[Operand, ...] = (operand,)
        if kind is Vector:
            items = operand.items  # type: ignore[union-attr]
            key.append(len(items))
        elif type(operand) is Address:
            offset = operand.offset
            if offset is None:
                key.append(Address)
            elif type(offset) is Literal:
                key += (Address, signed_kind(offset.text))
            else:
                return None
            items = (operand.base, *operand.rest)
            key.append(len(items))
        for item in items:
            if type(item) is Name:
                found = names.get(item.name) or find(item.name)
                if type(found) is not Register:
                    return None
                key.append(found.type.name)
                registers.append(found)
            elif type(item) is Literal:
                key.append(item.text)
            else:
                return None
    return tuple(key), registers


def registers_in(op: Operation, operand: Operand) -> list[Register]:
    """The registers that an operand names, in order."""
    names, find = op.scope.names, op.scope.find
    registers: list[Register] = []
    for part in _parts(operand):
        if type(part) is Name:
            found = names.get(part.name) or find(part.name)
            if type(found) is Register:
                registers.append(found)
            elif isinstance(found, tuple):
                registers += found
        elif part is not operand:
            registers += registers_in(op, part)
    return registers


def numbers_in(op: Operation, operand: Operand) -> list[int]:
    """The numbers of the registers that an operand names, in order."""
    return [register.number for register in registers_in(op, operand)]


def registers_of(op: Operation) -> list[tuple[int, bool]]:
    """The registers that an instruction names, by number, and whether it writes them."""
    if op.only is not None:
        writes = op.writes
        return [(each.number, at < writes) for at, each in enumerate(op.only) if type(each) is Register]
    return [(number, spec.role in "=+") for operand, spec in op.pairs() for number in numbers_in(op, operand)]


def registers_read(op: Operation) -> list[int]:
    """The registers that an instruction reads, by number, also for addresses."""
    if op.only is not None:
        return [each.number for each in op.only[op.writes :] if type(each) is Register]
    return [number for operand, spec in op.pairs() if spec.role != "=" for number in numbers_in(op, operand)]


def registers_written(op: Operation) -> list[int]:
    """The registers that an instruction writes, by number."""
    return [number for number, writes in registers_of(op) if writes]


def registers_changed(op: Operation) -> set[int]:
    """The registers that may differ after an instruction, by number; of a call all that it names."""
    if op.only is not None:
        return {each.number for each in op.only[: op.writes] if type(each) is Register}
    calls = "calls" in op.match.form.effects
    return {number for number, writes in registers_of(op) if writes or calls}


def _parts(operand: Operand) -> tuple[Operand, ...]:
    """The operands in an operand; itself, if there are none."""
    if isinstance(operand, Vector | Group):
        return operand.items
    if isinstance(operand, Address):
        return (operand.base, *operand.rest)
    if isinstance(operand, Pair):
        return (operand.first, operand.second)
    return (operand.operand,) if isinstance(operand, Negated) else (operand,)
