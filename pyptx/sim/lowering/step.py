"""One instruction: the rows of its operands, and the records made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.ir import Address, Expression, Literal, Name, Negated, Pair, Vector
from pyptx.isa.special_registers import special_register
from pyptx.sim.abi import RACE_EVENT, SITE, SPACE
from pyptx.sim.constants import dtype_of, evaluate, raw_of
from pyptx.sim.handlers import operands_of
from pyptx.sim.lowering.plans import BoundPlan, PlainPlan, bound_to, kinds_of
from pyptx.sim.lowering.records import (
    MASK32,
    MASK64,
    ROW_BYTES,
    LoweredStep,
    Planner,
    Record,
    RowAddress,
    Uncovered,
)
from pyptx.sim.operands import DYNAMIC_SPECIALS
from pyptx.sim.scheduler import WARP
from pyptx.sim.symbols import Callee, Register, Variable
from pyptx.types import PtxType, from_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.ir import Operand
    from pyptx.sim.lowering.plans import Bind
    from pyptx.sim.lowering.records import Plans
    from pyptx.sim.lowering.rows import Rows
    from pyptx.sim.operands import Operation
    from pyptx.sim.semantics.registry import Pure
    from pyptx.sim.steps import Block, Step

_FIELDS = "abce"
"""Fields of a record for the source operands, in order."""


class StepLowering:
    """The lowering of one step.

    Attributes:
        program: The rows of the program.
        step: The instruction.
        op: The words, row and scope of the instruction.
        definition: The definition, for an instruction that only computes.
        out: The records so far.
    """

    def __init__(self, program: Rows, step: Step, definition: Pure | None = None) -> None:
        self.program = program
        self.step = step
        self.op: Operation = step.operation
        self.out = LoweredStep([], [])
        self.used = 0
        self.definition = definition
        if step.operation.members is not None:
            named = self.op.has("membermask")
            self.out.members = self.read("membermask") if named else program.everyone

    def as_written(self) -> None:
        """Add the record of the handler beside the definition: the only one of its step."""
        handler, imm = self.handler()
        self.emit_all(handler, imm=imm)

    def handler(self, without: str = "") -> tuple[str, int]:
        """Return the handler beside the definition, and its flags, as if a modifier was absent."""
        assert self.definition is not None
        op = self.op
        words = [word for word in op.words if word != without]
        named = {slot: word for slot, word in op.modifiers.items() if word != without}
        try:
            return self.definition.native.handler(op.instruction.opcode, words, named)
        except LookupError as unknown:
            raise self.uncovered(str(unknown)) from None

    def uncovered(self, reason: str = "") -> Uncovered:
        """Make the exception that names this instruction."""
        return Uncovered(self.step.name, reason)

    def has(self, word: str) -> bool:
        """Whether the instruction has a modifier."""
        return word in self.op.words

    def emit(self, handler: str, **fields: Any) -> None:
        """Add a record."""
        if handler not in self.program.handlers:
            raise self.uncovered()
        if operands_of(handler) is None:
            self.out.records.append(Record(handler, **fields))
        else:
            self.out.records.append(Record(handler, operands=fields))

    def emit_bound(
        self, handler: str, bind: Bind, rows: list[int], offsets: list[int], *, stored: int = 0
    ) -> None:
        """Add a record, and lower all instructions of this form to such a record, if their operands allow it.

        Args:
            handler: Name of the handler.
            bind: Makes the operands of the record from rows and from the offsets of addresses.
            rows: The rows of its registers, in the order of the operands. The caller must keep this order for
                every instruction of the form: the comparison below does not detect another order where two
                operands of this instruction are the same register.
            offsets: The offsets of its addresses, in the order of the operands.
            stored: Bytes of each element that it stores; 0 for no store.
        """
        op, out = self.op, self.out
        self.emit(handler, **bind(rows, offsets))
        is_alone = len(out.records) == 1 and not out.after and not self.program.follows
        if op.only is None or not is_alone or (rows, offsets) != bound_to(self.program, op):
            return
        if op.members is not None and op.has("membermask"):
            return
        self.program.note_plan(op, BoundPlan(handler, kinds_of(op), bind, out.members, stored))

    def emit_leaving(self, handler: str, **fields: Any) -> None:
        """Add a record after all others of the step, which moves its lanes to another block."""
        self.emit(handler, **fields)
        self.out.leaving = [*self.out.leaving, self.out.records.pop()]

    def emit_all(self, handler: str, *, f: int = 0, n: int = 0, imm: int = 0) -> None:
        """Add a record whose operands are those of the row, in order: the only one of its step."""
        written, read = self.specs()
        type_ = from_name(next(spec.type for spec in self.op.match.operands if spec.role in "=+"))
        slots = dict(zip(_FIELDS, read, strict=False))
        self.emit(handler, d=self.needed(written[0], max(type_.bits, 8)), **slots, f=f, n=n, imm=imm)
        self.plan(handler, f=f, n=n, imm=imm)

    def plan(self, handler: str, *, f: int = 0, n: int = 0, imm: int = 0, copies: bool = False) -> None:
        """Lower all instructions of this form to such a record, if their operands allow it."""
        specs = self.op.match.operands
        if [spec.role for spec in specs] != ["=", *":" * (len(specs) - 1)] or len(specs) > 1 + len(_FIELDS):
            return
        if any(spec.count is not None for spec in specs):
            return
        bits = [from_name(spec.type or "s64").bits for spec in specs]
        widths = [each if each == 1 else max(each, 8) for each in bits]
        absent = (-1,) * (1 + len(_FIELDS) - len(specs))
        self.program.note_plan(self.op, PlainPlan(handler, absent, (f, n, imm), widths, copies))

    def fence(self, event: str, *, scope: int = 0, flags: int = 0) -> None:
        """Add a record of a fence, which only the race detector needs."""
        if self.program.races:
            self.emit("pass")
            self.out.records[-1].site = SITE.word(event=RACE_EVENT[event], scope=scope, flags=flags)

    def uses_tensor_memory(self) -> None:
        """Record that the program uses tensor memory."""
        self.program.asynchronous = self.program.tensor_memory = True

    def planned_by(self, plan: Plans) -> int:
        """Return the number of the planner of the operations that the instruction starts."""
        self.program.planners.append(Planner(self.step.name, plan))
        return len(self.program.planners) - 1

    def block(self) -> tuple[int, Block]:
        """The block that the step closes, and its number."""
        return self.program.closed[id(self.step)]

    # Operands

    def specs(self) -> tuple[list[int], list[int]]:
        """Rows of all written and of all read operands, with the types of the instruction's row."""
        written: list[int] = []
        read: list[int] = []
        for operand, spec in zip(self.op.instruction.operands, self.op.match.operands, strict=True):
            type_ = from_name(spec.type or "s64")
            if spec.role in ":+":
                read.append(self.value(operand, type_))
            if spec.role in "=+":
                first = operand.first if isinstance(operand, Pair) else operand
                written.append(self.target(first, type_))
        return written, read

    def read(self, name: str, type_: PtxType | None = None) -> int:
        """The row of an operand, by name."""
        operand, spec = self.op.operand(name)
        return self.value(operand, type_ or from_name(spec.type or "s64"))

    def write(self, name: str) -> int:
        """The row to write an operand to, by name; of the first half of a pair."""
        operand, spec = self.op.operand(name)
        if isinstance(operand, Name) and operand.name == "_":
            return -1
        return self.target(operand.first if isinstance(operand, Pair) else operand, from_name(spec.type))

    def write_second(self, name: str) -> int:
        """The row to write the second half of a pair to; -1 where there is none."""
        operand, spec = self.op.operand(name)
        if not isinstance(operand, Pair) or spec.second is None:
            return -1
        return self.target(operand.second, from_name(spec.second.type))

    def value(self, operand: Operand, type_: PtxType) -> int:
        """The row of an operand that is read."""
        op = self.op
        if isinstance(operand, Name):
            found = op.scope.find(operand.name)
            return self.register(found, type_) if type(found) is Register else self._name(operand.name, type_)
        if isinstance(operand, Literal):
            if type_.name == "pred":
                return self.predicate(any(raw_of(operand.text, type_)))
            return self.program.constant(raw_of(operand.text, type_))
        if isinstance(operand, Expression):
            return self._expression(operand, type_)
        if isinstance(operand, Negated):
            inner = self.value(operand.operand, type_)
            if type_.name != "pred":
                raise self.uncovered("a negated operand")
            row = self.spare(1)
            self.emit("negated.pred", d=row, a=inner)
            return row
        raise self.uncovered("a vector operand")

    def _expression(self, operand: Expression, type_: PtxType) -> int:
        """The row of a constant, or of the address of a variable with a constant added."""
        op = self.op
        value = evaluate(operand.words, op._address_of)  # noqa: SLF001 - as its readers do
        if any(map(op._is_shared, operand.words)):  # noqa: SLF001
            return self.program.shared_address(value & MASK64, type_.bits)
        if op.caller.node.kind == "func" and any(map(op.is_framed, operand.words)):
            return self._framed(value, type_)
        return self.predicate(bool(value)) if type_.name == "pred" else self.number(value, type_)

    def spare(self, bits: int) -> int:
        """A row for within this step."""
        self.used += 1
        return self.program.spare(bits, self.used)

    def number(self, value: int, type_: PtxType) -> int:
        """The row of a number known now."""
        if type_.bits < 8:
            raise self.uncovered("a constant of less than a byte")
        return self.program.constant((value & ((1 << type_.bits) - 1)).to_bytes(type_.bits // 8, "little"))

    def predicate(self, value: bool) -> int:
        """The row of a constant predicate: a word whose bits are all alike."""
        return self.program.constant((0xFFFF_FFFF if value else 0).to_bytes(4, "little"))

    def _name(self, name: str, type_: PtxType) -> int:
        """The row of a name that is not a register."""
        op = self.op
        found = op.scope.find(name)
        if isinstance(found, Variable) and found.space == "shared":
            return self.program.shared_address(found.offset, type_.bits)
        if isinstance(found, Variable) and found.framed and self.op.caller.node.kind == "func":
            return self._framed(found.offset, type_)
        if isinstance(found, Variable | Callee):
            return self.number(op._address_of(name) or 0, type_)  # noqa: SLF001 - as its readers do
        if found is not None:
            raise self.uncovered("a vector operand")
        return self._special(name, type_)

    def _special(self, name: str, type_: PtxType) -> int:
        """The row of a special register."""
        if name == "WARP_SZ":
            return self.number(WARP, type_)
        if special_register(name) is None:
            raise self.uncovered(name)
        if name in DYNAMIC_SPECIALS:
            row = self.spare(64)
            self.emit("timer", d=row, b=32 if name.endswith("_hi") else 0, imm=self.program.block_steps)
            return row if type_.bits == 64 else self._narrowed(row, type_)
        return self.program.special(name, dtype_of(type_))

    def _framed(self, offset: int, type_: PtxType) -> int:
        """The row of an address in the current frame."""
        u64 = from_name("u64")
        row = self.spare(64)
        self.emit("add.u64", d=row, a=self.program.frame(), b=self.number(offset, u64))
        return row if type_.bits == 64 else self._narrowed(row, type_)

    def _narrowed(self, row: int, type_: PtxType) -> int:
        """The row of the lower bits of words of 64."""
        narrow = self.spare(type_.bits)
        self.emit(f"resize.u{type_.bits}.u64", d=narrow, a=row)
        return narrow

    def register(self, register: Register, type_: PtxType) -> int:
        """The row of a register as values of an instruction type."""
        row = self.program.rows[register.number]
        width = max(type_.bits, 8)
        if register.bits == 1 or width == register.bits:
            return row
        spare = self.spare(width)
        self.emit(f"resize.u{width}.u{register.bits}", d=spare, a=row)
        return spare

    def target(self, operand: Operand, type_: PtxType) -> int:
        """The row that takes a result; -1 for the sink."""
        name = operand.name if isinstance(operand, Name) else ""
        if name == "_":
            return -1
        found = self.op.scope.find(name)
        if not isinstance(found, Register):
            raise self.uncovered("a vector result")
        self.out.defines.append(found.number)
        row = self.program.rows[found.number]
        width = max(type_.bits, 8)
        if found.bits == 1 or width == found.bits:
            return row
        spare = self.spare(width)
        kind = "s" if type_.kind == "s" else "u"
        handler = f"resize.{kind}{found.bits}.{kind}{width}"
        if handler not in self.program.handlers:
            raise self.uncovered()
        self.out.after = [*self.out.after, Record(handler, d=row, a=spare)]
        return spare

    def needed(self, row: int, bits: int) -> int:
        """A row that a handler may write, even if the program discards the result."""
        return row if row >= 0 else self.spare(bits)

    def items(self, operand: Operand) -> tuple[Operand, ...]:
        """The registers of an operand in braces, or the single operand."""
        if isinstance(operand, Vector):
            return operand.items
        found = self.op.entity(operand)
        if isinstance(found, tuple):
            return tuple(Name(part.name) for part in found)
        return (operand,)

    def place(self, name: str) -> RowAddress:
        """The location that an address operand names."""
        op = self.op
        operand, spec = op.operand(name)
        assert isinstance(operand, Address)
        space = spec.type if spec.type == "shared::cluster" else spec.type.partition("::")[0]
        offset = op.offset_of(operand)
        base = operand.base
        found = op.entity(base)
        u64 = from_name("u64")
        if isinstance(found, Variable) and found.space == "shared":
            row = self.program.shared_address((found.offset + offset) & MASK32, 64)
            return RowAddress(row, 0, 0, SPACE[space if space == "shared::cluster" else "shared"])
        if isinstance(found, Variable) and found.framed and op.caller.node.kind == "func":
            return RowAddress(self.program.frame(), 0, _signed(found.offset + offset), SPACE[found.space])
        if isinstance(found, Variable):
            return RowAddress(self.number(found.offset + offset, u64), 0, 0, SPACE[found.space])
        if space == "param" and op.caller.node.kind == "func" and "entry" not in spec.type:
            space = "local"
        if isinstance(found, Register):
            return RowAddress(*self._address_row(found, space), offset, SPACE[space])
        if isinstance(base, Literal | Expression):
            value = (op.constant_of(base) or 0) + offset
            if space == "shared":
                return RowAddress(self.program.shared_address(value & MASK32, 64), 0, 0, SPACE[space])
            return RowAddress(self.number(value, u64), 0, 0, SPACE[space])
        raise self.uncovered("its address")

    def _address_row(self, register: Register, space: str) -> tuple[int, int]:
        """Row of an address in a register, and whether it has 32 bits; in shared memory it is truncated."""
        if register.bits not in (32, 64):
            raise self.uncovered("an address of 16 bits")
        row = self.program.rows[register.number]
        if register.bits == 32 or space not in ("shared", "shared::cluster"):
            return row, int(register.bits == 32)
        narrow = self.spare(32)
        self.emit("resize.u32.u64", d=narrow, a=row)
        return narrow, 1

    def tensor_address(self, name: str) -> int:
        """Return the row of a 32-bit address in tensor memory."""
        u32 = from_name("u32")
        row, narrow, offset, _ = self.place(name)
        if not narrow:
            wide, row = row, self.spare(32)
            self.emit("resize.u32.u64", d=row, a=wide)
        if offset:
            base, row = row, self.spare(32)
            self.emit("add.u32", d=row, a=base, b=self.number(offset, u32))
        return row

    def two_rows(self, items: Sequence[Operand], *, written: bool) -> tuple[int, int]:
        """The rows of the lower and upper words of a register of 128 bits."""
        item = items[0]
        found = self.op.entity(item)
        if len(items) != 1 or not isinstance(found, Register) or found.bits != 128:
            raise self.uncovered("of 128 bits")
        if written:
            self.out.defines.append(found.number)
        row = self.program.rows[found.number]
        return row, row + ROW_BYTES[64]

    def inner_operand(self, name: str, inner: str, type_: PtxType) -> list[int]:
        """The rows of an operand inside the brackets of an address."""
        operand, spec = self.op.operand(name)
        assert isinstance(operand, Address)
        item = next(item for item, part in zip(operand.rest, spec.rest, strict=True) if part.name == inner)
        return [self.value(each, type_) for each in self.items(item)]


def _signed(offset: int) -> int:
    """The lower 64 bits of an offset as a signed number."""
    return (offset & MASK64) - ((offset & MASK64) >> 63 << 64)
