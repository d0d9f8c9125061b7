"""Plans: the lowering of all instructions of one shape to one record, by the rows of their registers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pyptx.ir import Address
from pyptx.sim.lowering.records import LoweredStep, Record
from pyptx.sim.symbols import Register

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.sim.lowering.rows import Rows
    from pyptx.sim.operands import Operation

    Bind = Callable[[list[int], list[int]], dict[str, Any]]


class PlainPlan(NamedTuple):
    """The lowering of instructions with a register result, then register or literal sources.

    Attributes:
        handler: Handler of the record, whose fields `d`, `a`, `b`, `c` and `e` are the operands.
        absent: The fields of the operands that it does not have.
        fields: The fields `f`, `n` and `imm` of the record.
        widths: Bits of each operand; registers of another width and literal predicates need more than this
            record.
        copies: Whether it copies its operand if that is a register.
    """

    handler: str
    absent: tuple[int, ...]
    fields: tuple[int, int, int]
    widths: list[int]
    copies: bool

    def fits(self, op: Operation) -> bool:
        """Whether this is the lowering of an instruction of its form, and of all others of its shape."""
        if op.only is None or op.members is not None:
            return False
        return all(
            value.bits in (width, 1) if type(value) is Register else width > 1
            for value, width in zip(op.only, self.widths, strict=True)
        )

    def lower(self, program: Rows, op: Operation) -> LoweredStep:
        """Return the record of an instruction that it fits."""
        values, row_of = op.only or (), program.rows
        rows = [
            row_of[each.number] if type(each) is Register else program.constant(each)  # type: ignore[arg-type]
            for each in values
        ]
        d, a, b, c, e = (*rows, *self.absent)
        records = [Record(self.handler, d, a, b, c, e, *self.fields)]
        target, source = values[0], values[-1]
        assert type(target) is Register
        if self.copies and type(source) is Register:
            return LoweredStep(records, [], (target.number, source.number))
        return LoweredStep(records, [target.number])


class BoundPlan(NamedTuple):
    """The lowering of instructions to one record whose operands have names.

    Attributes:
        handler: Handler of the record.
        kinds: Bits of each register, and each literal, of the instructions.
        bind: Makes the operands of the record, from the rows of registers and the offsets of addresses.
        members: The row of the mask of the lanes that execute it together; -1 for none.
        stored: Bytes of each element that it stores; 0 for no store.
    """

    handler: str
    kinds: list[int | bytes]
    bind: Bind
    members: int
    stored: int

    def fits(self, op: Operation) -> bool:
        """Whether this is the lowering of an instruction of its form, and of all others of its shape."""
        return op.only is not None and kinds_of(op) == self.kinds

    def lower(self, program: Rows, op: Operation) -> LoweredStep | None:
        """Return the record of an instruction that it fits; None for a load of which not all bytes matter."""
        if op.used_bytes is not None:
            return None
        rows, offsets = bound_to(program, op)
        written = [each.number for each in (op.only or ())[: op.writes] if type(each) is Register]
        made = LoweredStep([Record(self.handler, operands=self.bind(rows, offsets))], written)
        made.members = self.members
        if self.stored:
            made.kept, made.keeps = op.keeps, kept_values(op, self.stored)
        return made


def kinds_of(op: Operation) -> list[int | bytes]:
    """The bits of each register, and each literal, that an instruction names."""
    return [each.bits if type(each) is Register else each for each in op.only or ()]  # type: ignore[misc]


def bound_to(program: Rows, op: Operation) -> tuple[list[int], list[int]]:
    """The rows of the registers that an instruction names, and the offsets of its addresses."""
    rows = [program.rows[each.number] for each in op.only or () if type(each) is Register]
    return rows, [op.offset_of(each) for each in op.instruction.operands if type(each) is Address]


def kept_values(op: Operation, size: int) -> list[tuple[int, int, int]]:
    """The registers that a store may read undefined, with the offset and size of the element of each."""
    _, *values = op.only or ()
    return [
        (each.number, at * size, size)
        for at, each in enumerate(values)
        if type(each) is Register and each.number in op.keeps
    ]
