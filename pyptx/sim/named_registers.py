"""The registers that an instruction names, in an operand or in all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ir import Address, Group, Name, Negated, Pair, Vector
from pyptx.sim.symbols import Register

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.ir import Operand
    from pyptx.sim.operands import Operation


def registers_in(op: Operation, operand: Operand) -> list[Register]:
    """The registers that an operand names, in order."""
    names, find = op.scope.names, op.scope.find
    if type(operand) is Name:
        found = names.get(operand.name) or find(operand.name)
        if type(found) is Register:
            return [found]
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
    return [(number, role in "=+") for role, numbers in _named(op) for number in numbers]


def registers_read(op: Operation) -> list[int]:
    """The registers that an instruction reads, by number, also for addresses."""
    if op.only is not None:
        return [each.number for each in op.only[op.writes :] if type(each) is Register]
    return [number for role, numbers in _named(op) if role != "=" for number in numbers]


def registers_written(op: Operation) -> list[int]:
    """The registers that an instruction writes, by number."""
    return [number for number, writes in registers_of(op) if writes]


def registers_changed(op: Operation) -> set[int]:
    """The registers that may differ after an instruction, by number; of a call all that it names."""
    if op.only is not None:
        return {each.number for each in op.only[: op.writes] if type(each) is Register}
    calls = "calls" in op.match.form.effects
    return {number for number, writes in registers_of(op) if writes or calls}


def _named(op: Operation) -> Sequence[tuple[str, list[int]]]:
    """The role of each operand, and the numbers of the registers that it names."""
    if op.named is None:
        op.named = [(spec.role, numbers_in(op, operand)) for operand, spec in op.pairs()]
    return op.named


def _parts(operand: Operand) -> tuple[Operand, ...]:
    """The operands in an operand; itself, if there are none."""
    if isinstance(operand, Vector | Group):
        return operand.items
    if isinstance(operand, Address):
        return (operand.base, *operand.rest)
    if isinstance(operand, Pair):
        return (operand.first, operand.second)
    return (operand.operand,) if isinstance(operand, Negated) else (operand,)
