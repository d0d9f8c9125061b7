"""The memory of a warp's registers: rows of 32 lanes for registers, constants and other operands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pyptx.ir import Address
from pyptx.sim.abi import NUMBER
from pyptx.sim.lowering.records import MASK64, ROW_BYTES, LoweredStep, Planner, Record
from pyptx.sim.race_facts import RaceFacts
from pyptx.sim.symbols import Register

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    import numpy as np

    from pyptx.sim.address_chains import AddressChains
    from pyptx.sim.array_origins import BoundedAccess
    from pyptx.sim.lowering.shadow_program import ShadowProgram
    from pyptx.sim.operands import Operation
    from pyptx.sim.steps import Code, Step
    from pyptx.sim.symbols import Callee
    from pyptx.verify import Match

    Bind = Callable[[list[int], list[int]], dict[str, Any]]


class Plan(NamedTuple):
    """The lowering of all instructions of one form: a register result, then register or literal sources.

    Attributes:
        match: The form: one for all instructions of a program with the same words and operand types.
        handler: Handler of the record, whose fields `d`, `a`, `b`, `c` and `e` are the operands.
        absent: The fields of the operands that it does not have.
        fields: The fields `f`, `n` and `imm` of the record.
        widths: Bits of each operand; registers of another width and literal predicates need more than this
            record.
        copies: Whether it copies its operand if that is a register.
    """

    match: Match
    handler: str
    absent: tuple[int, ...]
    fields: tuple[int, int, int]
    widths: list[int]
    copies: bool

    def lower(self, program: Rows, op: Operation) -> LoweredStep | None:
        """Return the record of an instruction; None if its operands need more."""
        values, rows = op.only, []
        if values is None or op.members is not None:
            return None
        for value, width in zip(values, self.widths, strict=True):
            if type(value) is Register:
                if value.bits != width and value.bits != 1:
                    return None
                rows.append(program.rows[value.number])
            elif width == 1:
                return None
            else:
                assert type(value) is bytes
                rows.append(program.constants.get(value) or program.constant(value))
        d, a, b, c, e = (*rows, *self.absent)
        records = [Record(self.handler, d, a, b, c, e, *self.fields)]
        target, source = values[0], values[-1]
        assert type(target) is Register
        if self.copies and isinstance(source, Register):
            return LoweredStep(records, [], (target.number, source.number))
        return LoweredStep(records, [target.number])


class BoundPlan(NamedTuple):
    """The lowering of all instructions of one form to one record whose operands have names.

    Attributes:
        match: The form, as in `Plan`.
        handler: Handler of the record.
        kinds: Bits of each register, and each literal; instructions with others need more than this record.
        bind: Makes the operands of the record, from the rows of registers and the offsets of addresses.
        members: The row of the mask of the lanes that execute it together; -1 for none.
        stored: Bytes of each element that it stores; 0 for no store.
    """

    match: Match
    handler: str
    kinds: list[int | bytes]
    bind: Bind
    members: int
    stored: int

    def lower(self, program: Rows, op: Operation) -> LoweredStep | None:
        """Return the record of an instruction; None if its operands need more."""
        if op.only is None or op.used_bytes is not None or kinds_of(op) != self.kinds:
            return None
        rows, offsets = bound_to(program, op)
        written = [each.number for each in op.only[: op.writes] if type(each) is Register]
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


class Rows:
    """The rows of one program, and the common state of its steps."""

    def __init__(
        self,
        code: Code,
        handlers: Mapping[str, int],
        *,
        races: bool = False,
        follows: bool = False,
        observes: bool = False,
        times: bool = False,
        shadows: ShadowProgram | None = None,
    ) -> None:
        self.code = code
        self.shadows = shadows
        self.handlers = handlers
        self.races = races
        self.facts = RaceFacts()
        self.lack_windows: Collection[Step] = ()
        self.follows = follows
        self.observes = observes
        self.times = times
        self.rows = [0] * len(code.registers)
        self.block_steps = 0
        at = 0
        for register in code.registers:
            if register.bits == 1:
                self.rows[register.number] = at
                at += ROW_BYTES[1]
        at = -(-at // 64) * 64
        for register in code.registers:
            if register.bits != 1:
                self.rows[register.number] = at
                at += ROW_BYTES[register.bits]
        self.bytes = self.register_bytes = at
        self.frames: dict[str, int] = {}
        self.constants: dict[bytes, int] = {}
        self.specials: dict[tuple[str, np.dtype[Any]], int] = {}
        self.everyone = self.constant(b"\xff" * 4)
        """The row of a mask that names all lanes."""
        self.varying: list[tuple[int, int, int, int]] = []
        self.shared: dict[tuple[int, int], int] = {}
        self.asynchronous = code.warpgroups
        self.overlooks = False
        self.tensor_memory = False
        self.planners: list[Planner] = []
        self.watched = {key: position for position, key in enumerate(code.watched)}
        self.closed = {id(block.end): (place, block) for place, block in enumerate(code.blocks)}
        self.shapes: dict[str, int] = {}
        self.plans: dict[int, Plan | BoundPlan] = {}
        """Plans of instructions that need only their form, by the identity of the match."""
        self.spares: dict[tuple[int, int], int] = {}
        self.chains: AddressChains | None = None
        self.flags: dict[int, int] = {}
        """Rows of the registers on the way to an address: masks of the lanes without each reading."""

        self.bounded: Mapping[Step, Sequence[BoundedAccess]] = {}
        """The accesses that must stay inside their shared arrays."""

    def follow_wraps(self, chains: AddressChains) -> None:
        """Give the registers on the way to an address rows for their flags."""
        self.chains = chains
        self.flags = {number: self.row(64) for number in sorted(chains.registers)}

    def _take(self, bits: int) -> int:
        at = self.bytes
        self.bytes += ROW_BYTES[bits]
        return at

    def row(self, bits: int) -> int:
        """A new row."""
        self.bytes = -(-self.bytes // 64) * 64
        return self._take(bits)

    def spare(self, bits: int, number: int) -> int:
        """A row for a value that lives only within one step."""
        found = self.spares.get((bits, number))
        if found is None:
            found = self.spares[bits, number] = self.row(bits)
        return found

    def constant(self, raw: bytes) -> int:
        """The row of a constant."""
        found = self.constants.get(raw)
        if found is None:
            found = self.constants[raw] = self.row(8 * len(raw))
        return found

    def special(self, name: str, dtype: np.dtype[Any]) -> int:
        """The row of a special register."""
        found = self.specials.get((name, dtype))
        if found is None:
            found = self.specials[name, dtype] = self.row(8 * dtype.itemsize)
            if name in NUMBER:
                self.varying.append((found, NUMBER[name], dtype.itemsize, 0))
        return found

    def frame(self) -> int:
        """The row of the start of each lane's current frame."""
        known = "frame" in self.frames
        row = self._frame_row("frame", 64)
        if not known:
            self.varying.append((row, NUMBER["zero"], 8, 0))
        return row

    def site(self, callee: Callee) -> int:
        """The row of the call to which a function returns; it is in one call at a time."""
        return self._frame_row(f"site of {callee.index}", 32)

    def _frame_row(self, name: str, bits: int) -> int:
        found = self.frames.get(name)
        if found is None:
            found = self.frames[name] = self.row(bits)
        return found

    def shared_address(self, offset: int, bits: int) -> int:
        """The row of an address in the shared memory of the own CTA."""
        found = self.shared.get((offset, bits))
        if found is None:
            found = self.shared[offset, bits] = self.row(bits)
            added = (offset + (1 << 63) & MASK64) - (1 << 63)  # two's complement, as the engine adds it
            self.varying.append((found, NUMBER["shared_start"], bits // 8, added))
        return found
