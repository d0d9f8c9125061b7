"""The registers that an instruction names, in an operand or in all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ir import Address, Group, Name, Negated, Pair, Vector
from pyptx.sim.symbols import Register

if TYPE_CHECKING:
    from pyptx.ir import Operand
    from pyptx.sim.operands import Operation


def registers_in(op: Operation, operand: Operand) -> list[Register]:
    """The registers that an operand names, in order."""
    if isinstance(operand, Name):
        found = op.scope.find(operand.name)
        if type(found) is Register:
            return [found]
        return list(found) if isinstance(found, tuple) else []
    if isinstance(operand, Negated):
        return registers_in(op, operand.operand)
    if not isinstance(operand, Address | Pair | Vector | Group):
        return []
    registers: list[Register] = []
    for part in _parts(operand):
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
    calls = "calls" in op.match.form.effects
    return {number for number, writes in registers_of(op) if writes or calls}


def _parts(operand: Address | Pair | Vector | Group) -> tuple[Operand, ...]:
    if isinstance(operand, Address):
        return (operand.base, *operand.rest)
    return (operand.first, operand.second) if isinstance(operand, Pair) else operand.items
