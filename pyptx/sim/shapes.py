"""The common parts of instructions that differ only in their registers, which later programs use too."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pyptx.ir import Address, Guard, Literal, Name, Vector
from pyptx.sim.symbols import Register
from pyptx.verify.symbols import address_kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.ir import Instruction, Operand
    from pyptx.sim.operands import Operation, Run, Spread
    from pyptx.sim.semantics import Builder, Pure
    from pyptx.sim.symbols import Scope
    from pyptx.verify import Match

MOST_SHAPES = 1 << 11
"""Forms, and shapes, that a cache keeps at most; a large kernel has 100 to 250 shapes."""


class Form(NamedTuple):
    """The common parts of all instructions with the same match.

    Attributes:
        match: The row of the instruction.
        name: Opcode and modifiers, dotted.
        definition: The definition, for an instruction that only computes.
        builder: Builds the execution of any other instruction.
        modelled: Whether the definition covers this row.
        gathers: Whether all lanes of a warp execute it together, if it only computes.
        spread: Propagates undefined values, where the instruction only computes: by lane, unless lanes
            compute together or the definition has a rule of its own.
        undefined: Names of the operands, a letter each, that may be undefined; all if empty.
        make: Makes the execution of one that only computes, without the condition code.
        fidelity: Precision compared with hardware; empty if each instruction sets it.
    """

    match: Match
    name: str
    definition: Pure | None
    builder: Builder | None
    modelled: bool
    gathers: bool
    spread: Spread | None
    undefined: str
    make: Callable[[Operation], Run] | None
    fidelity: str


class Shape(NamedTuple):
    """The common parts of instructions with the same types of registers, special registers and literals.

    Attributes:
        form: Their form.
        writes: Number of registers that they write, before all others; None if `Operation.only` is not used.
        literals: Positions of the literals among all operands, and their bytes.
    """

    form: Form
    writes: int | None
    literals: tuple[tuple[int, bytes], ...]

    def give_operands(self, op: Operation, registers: list[Register]) -> None:
        """Store the operands of an instruction of this shape in `Operation.only`, as `find_plain` does."""
        op.shape = self
        if self.writes is None:
            return
        op.writes = self.writes
        op.reads = tuple([each.number for each in registers[self.writes :]])
        operands: list[Register | bytes] = registers  # type: ignore[assignment]
        for position, raw in self.literals:
            operands.insert(position, raw)
        op.only = tuple(operands)


class ShapeCache(NamedTuple):
    """The shapes of the instructions of earlier programs, whose target and PTX version are the same.

    Attributes:
        forms: The forms, by the identity of their match.
        shapes: The shapes, by `shape_key`.
    """

    forms: dict[int, Form]
    shapes: dict[tuple[object, ...], Shape]

    def make_room(self) -> None:
        """Empty the cache once it is full."""
        if max(len(self.forms), len(self.shapes)) >= MOST_SHAPES:
            self.shapes.clear()
            self.forms.clear()


@lru_cache(maxsize=16)
def shape_cache(terms: tuple[object, ...], unit: int | None) -> ShapeCache:
    """Return the cache of a target and a PTX version.

    Args:
        terms: `Verifier.terms`: all that decides the row of an instruction besides its words.
        unit: As `Building.unit`.
    """
    return ShapeCache({}, {})


def shape_key(instruction: Instruction, scope: Scope) -> tuple[tuple[object, ...], list[Register]] | None:
    """Return the key of an instruction's shape, and its registers.

    Instructions with the same key differ only in their registers, whose types are the same, and in the
    offsets of their addresses. The result is None if an operand is neither a register, nor a literal, nor the
    name of a special register.
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
                key += (Address, address_kind(offset.text))
            else:
                return None
            items = (operand.base, *operand.rest)
            key.append(len(items))
        for item in items:
            if type(item) is Name:
                found = names.get(item.name) or find(item.name)
                if type(found) is Register:
                    key.append(found.type.name)
                    registers.append(found)
                elif found is None and item.name[0] == "%":
                    key.append(item.name)
                else:
                    return None
            elif type(item) is Literal:
                key.append(item.text)
            else:
                return None
    return tuple(key), registers
