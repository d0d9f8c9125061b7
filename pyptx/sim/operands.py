"""Access of an instruction to its operands: functions made once, at decode, and called at every execution.

A reader gives the operand's value over the lanes of a machine, in the NumPy type of the instruction type; a
writer takes such a value and stores it in the lanes that are active. Registers wider than the instruction
type are truncated when read and sign- or zero-extended when written (manual section 9.4.1).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from pyptx.errors import VerifyError
from pyptx.ir import Address, Expression, Literal, Name, Negated, Pair, Vector
from pyptx.isa.special_registers import special_register, special_vector
from pyptx.sim.constants import dtype_of, evaluate, integer, raw_of, storage_of
from pyptx.sim.register_writers import Write, drop, register_writer
from pyptx.sim.symbols import Callee, Label, Register, Variable
from pyptx.types import PtxType, from_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from pyptx.ir import Instruction, Operand
    from pyptx.isa import OperandSpec
    from pyptx.sim.image import Pool
    from pyptx.sim.machine import Machine
    from pyptx.sim.symbols import Entity, Scope
    from pyptx.verify import Match

Array: TypeAlias = "NDArray[Any]"
Read: TypeAlias = Callable[["Machine"], "NDArray[Any]"]
Run: TypeAlias = Callable[["Machine"], None]
Spread: TypeAlias = Callable[["Operation", "Machine", "Mapping[int, NDArray[np.bool_]]"], Callable[[], None]]
"""Called before an instruction runs, with the lanes in which registers, by number, are undefined; returns a
function to call after it has run."""

Passing: TypeAlias = Callable[["Machine", "NDArray[np.bool_]"], "NDArray[np.bool_]"]

_MASK64 = 0xFFFF_FFFF_FFFF_FFFF

DYNAMIC_SPECIALS = frozenset(
    ("%clock", "%clock_hi", "%clock64", "%globaltimer", "%globaltimer_lo", "%globaltimer_hi")
)


class Place(NamedTuple):
    """The location that an address operand names.

    Attributes:
        space: Its state space; ``""`` for a generic address.
        read: The addresses, one unsigned 64-bit number per lane.
    """

    space: str
    read: Read


@dataclass(frozen=True, slots=True)
class CtaBarrier:
    """The operands of a ``bar`` or ``barrier``.

    Attributes:
        kind: ``"sync"``, ``"arrive"`` or ``"red"``.
        number: Reader of the barrier's number.
        count: Reader of the thread count; None for all threads of the CTA.
        predicate: Reader of the source of a reduction.
        reduce: ``"popc"``, ``"and"`` or ``"or"``.
        write: Writer of the reduction's result.
    """

    kind: str
    number: Read
    count: Read | None = None
    predicate: Read | None = None
    reduce: str = ""
    write: Write | None = None


@dataclass(eq=False)
class Operation:
    """One instruction at decode: its words, its row and the way to its operands.

    Attributes:
        instruction: The tree of the instruction.
        match: The row of the instruction.
        scope: The names visible to it.
        pool: The arrays of the program.
        caller: The function that contains it.
        sites: The calls of the program so far.
        used_bytes: The bytes of a load that matter, by bit; None for all.
        shape: The same object for instructions that differ only in their registers, whose types are the same,
            and in the offsets of their addresses, and name the same special registers; None if an operand is
            neither of these nor a literal.
        reads: Numbers of the registers whose values it needs, some of them twice.
        only: Its operands, where they are registers and literals, those in braces one by one and those of an
            address without its offset: a register, or the bytes of a literal.
        writes: Number of registers at the start of `only` that it writes; it reads the others.
        named: The role of each operand and the registers that it names, by number, once `registers_of` has
            found them; unused if `only` is there.
        keeps: Registers that may be undefined, by number: `spread` propagates those that are.
        computes: Whether its only effect is to write registers.
        spread: Propagates undefined values; None if reading one is a fault.
        members: Reader of the member mask of a warp-level instruction that waits; None for others.
        members_alike: Whether lanes may meet at different instructions of its kind.
        row_holders: For an instruction whose lanes access rows at addresses that other lanes give, the lane
            that represents those of a row, by the lane that gives its address; empty for others.
        bytes_across: For an access to the lines of a matrix, returns the bytes from its first element to its
            last, from the operand `stride`: None where it has none, 0 for the first line alone.
        barrier: The operands of a CTA barrier; None for other instructions.
        aligned: Whether all lanes of a warp must arrive together at this barrier of a CTA or a cluster.
        passing: Returns the arriving lanes that continue, and parks the others; None if all continue.
        unit: Number of the target whose matrix units decide how sums round; None for sums in any order.
        fidelity: Precision compared with hardware, for an instruction without a pure definition: see
            `pyptx.sim.Fidelity`.
        warpgroup: Whether it requires a whole warpgroup.
        meets: Key of the instructions at which warps of a warpgroup may meet; None if they must meet at the
            same one.
        accumulators: Registers of the accumulator of a `wgmma`, by number.
        fragments: Registers of A of a `wgmma`, by number.
        target: The label of a `bra`.
        targets: The labels of a `brx.idx`.
        carry: Number of the condition code that it writes; -1 where it writes none.
        control: Whether it sets the next block of its lanes.
        polls: Whether it reads a location that other threads may write while this one waits.
        polled: The location that it polls; None for an mbarrier object.
        calls: The function it calls by name.
        calls_by_address: Whether it calls through a register.
    """

    instruction: Instruction
    match: Match
    scope: Scope
    pool: Pool
    caller: Callee
    sites: list[Any]
    used_bytes: int | None = None
    shape: object | None = field(init=False, default=None)
    reads: tuple[int, ...] = field(init=False, default=())
    only: tuple[Register | bytes, ...] | None = field(init=False, default=None)
    writes: int = field(init=False, default=0)
    named: Sequence[tuple[str, list[int]]] | None = field(init=False, default=None)
    keeps: Collection[int] = field(init=False, default=())
    computes: bool = field(init=False, default=False)
    spread: Spread | None = field(init=False, default=None)
    members: Read | None = field(init=False, default=None)
    members_alike: bool = field(init=False, default=False)
    row_holders: tuple[int, ...] = field(init=False, default=())
    bytes_across: Callable[[int | None], int] | None = field(init=False, default=None)
    barrier: CtaBarrier | None = field(init=False, default=None)
    aligned: bool = field(init=False, default=False)
    passing: Passing | None = field(init=False, default=None)
    unit: int | None = None
    fidelity: str = field(init=False, default="exact")
    warpgroup: bool = field(init=False, default=False)
    meets: tuple[object, ...] | None = field(init=False, default=None)
    accumulators: tuple[int, ...] = field(init=False, default=())
    fragments: tuple[int, ...] = field(init=False, default=())
    target: Label | None = field(init=False, default=None)
    targets: tuple[Label, ...] = field(init=False, default=())
    carry: int = field(init=False, default=-1)
    control: bool = field(init=False, default=False)
    polls: bool = field(init=False, default=False)
    polled: Place | None = field(init=False, default=None)
    calls: Callee | None = field(init=False, default=None)
    calls_by_address: bool = field(init=False, default=False)

    @property
    def modifiers(self) -> Mapping[str, str]:
        """The modifiers, by slot."""
        return self.match.modifiers

    @property
    def callees(self) -> tuple[Callee, ...] | None:
        """The functions that it may call; None for all of them, by a call through a register."""
        if self.calls_by_address:
            return None
        return () if self.calls is None else (self.calls,)

    @property
    def spreads(self) -> bool:
        """Whether it propagates undefined values lane by lane."""
        return self.computes and self.spread is not None

    @property
    def needs_whole_warp(self) -> bool:
        """Whether it is undefined if a lane of the warp has exited: no barrier, and without a member mask."""
        return self.members is not None and not self.aligned and not self.has("membermask")

    @property
    def exchanges(self) -> bool:
        """Whether lanes receive values of other lanes, whose earlier reads are then ordered before."""
        return "exchanges" in self.match.form.effects

    @property
    def words(self) -> tuple[str, ...]:
        """The modifiers, as written."""
        return self.instruction.modifiers

    def entity(self, operand: Operand | None) -> Entity | None:
        """Return the entity of a name in the scope of the instruction; None for any other operand."""
        return self.scope.find(operand.name) if isinstance(operand, Name) else None

    def has(self, name: str) -> bool:
        """Whether an operand is there."""
        return name in [spec.name for spec in self.match.operands]

    def operand(self, name: str) -> tuple[Operand, OperandSpec]:
        """Return an operand and its specification, by its name in the row."""
        for operand, spec in zip(self.instruction.operands, self.match.operands, strict=True):
            if spec.name == name:
                return operand, spec
        raise KeyError(f"{self.instruction.opcode} has no operand {name}")

    def pairs(self) -> tuple[tuple[Operand, OperandSpec], ...]:
        """Every operand with its specification."""
        return tuple(zip(self.instruction.operands, self.match.operands, strict=True))

    @staticmethod
    def dtype(type_: PtxType) -> np.dtype[Any]:
        """The NumPy type of values of an instruction type."""
        return dtype_of(type_)

    def read(self, name: str, type_: PtxType | None = None) -> Read:
        """A reader of an operand: of one register or constant, or of several in braces."""
        operand, spec = self.operand(name)
        return self.reader(operand, type_ or from_name(spec.type or "s64"))

    def write(self, name: str) -> Write:
        """A writer of an operand; of the first half of a pair."""
        operand, spec = self.operand(name)
        if is_sink(operand):
            return drop
        return self.writer(operand.first if isinstance(operand, Pair) else operand, from_name(spec.type))

    def write_second(self, name: str) -> Write | None:
        """A writer of the second half of a pair; None where the program writes only the first."""
        operand, spec = self.operand(name)
        if not isinstance(operand, Pair) or spec.second is None:
            return None
        return self.writer(operand.second, from_name(spec.second.type))

    def constant(self, name: str) -> int:
        """The value of an immediate operand."""
        operand, _ = self.operand(name)
        value = self.constant_of(operand)
        if value is None:
            raise VerifyError(f"{self.instruction.opcode}: {name} must be a constant")
        return value

    def constant_of(self, operand: Operand) -> int | None:
        """The value of an integer operand that is constant; None for a register."""
        if isinstance(operand, Literal):
            return integer(operand.text)
        if isinstance(operand, Expression):
            return evaluate(operand.words, self._address_of)
        return 32 if operand == Name("WARP_SZ") else None

    def find_plain(self) -> bool:
        """Store the operands in `only`, if they are registers it writes, then registers and literals.

        Raises:
            VerifyError: A literal is not a value of its type.
        """
        values: list[Register | bytes] = []
        writes = 0
        names, find = self.scope.names, self.scope.find
        for operand, spec in zip(self.instruction.operands, self.match.operands, strict=True):
            reads = spec.role == ":"
            if not reads and (spec.role != "=" or len(values) > writes):
                return False
            parts = operand.items if type(operand) is Vector else (operand,)
            if type(operand) is Address and isinstance(operand.offset, Literal | None):
                parts = (operand.base, *operand.rest) if type(operand.base) is Name else (operand,)
            for part in parts:
                if type(part) is Name:
                    found = names.get(part.name) or find(part.name)
                    if type(found) is not Register:
                        return False
                    values.append(found)
                elif reads and type(part) is Literal:
                    values.append(raw_of(part.text, from_name(spec.type or "s64")))
                else:
                    return False
            if not reads:
                writes = len(values)
        self.only, self.writes = tuple(values), writes
        self.reads = tuple([each.number for each in values[writes:] if type(each) is Register])
        return True

    # Readers

    def reader(self, operand: Operand, type_: PtxType, *, needed: bool = True) -> Read:
        """Make a reader of any operand that has a value of an instruction type.

        Args:
            operand: The tree of the operand.
            type_: The instruction type.
            needed: Whether the values must be initialised.
        """
        if isinstance(operand, Name):
            return self._name_reader(operand.name, type_, needed=needed)
        if isinstance(operand, Literal):
            return self._pooled("constant", raw_of(operand.text, type_), dtype_of(type_))
        if isinstance(operand, Expression):
            return self._expression_reader(operand, type_)
        if isinstance(operand, Negated):
            inner = self.reader(operand.operand, type_, needed=needed)
            return lambda m: ~inner(m)
        if isinstance(operand, Vector):
            return self._vector_reader(operand.items, type_, needed=needed)
        raise VerifyError(f"{self.instruction.opcode}: {operand} is not a value")

    def _expression_reader(self, operand: Expression, type_: PtxType) -> Read:
        """A reader of a constant, or of the address of a variable with a constant added."""
        value = evaluate(operand.words, self._address_of)
        if any(map(self._is_shared, operand.words)):
            return self._pooled("shared", value & _MASK64, dtype_of(type_))
        if any(map(self.is_framed, operand.words)):
            start, dtype = np.uint64(value & _MASK64), dtype_of(type_)
            return lambda m: (m.calls.frame + start).astype(dtype)
        return self.constant_reader(value, type_)

    def _name_reader(self, name: str, type_: PtxType, *, needed: bool) -> Read:
        found = self.scope.find(name)
        if isinstance(found, Register):
            return self.register_reader(found, type_, needed=needed)
        if isinstance(found, tuple):
            return self._vector_reader(tuple(Name(part.name) for part in found), type_, needed=needed)
        if isinstance(found, Variable) and found.framed:
            offset, dtype = np.uint64(found.offset), dtype_of(type_)
            return lambda m: (m.calls.frame + offset).astype(dtype)
        if isinstance(found, Variable) and found.space == "shared":
            return self._pooled("shared", found.offset, dtype_of(type_))
        if found is not None:
            return self.constant_reader(self._address_of(name) or 0, type_)
        return self._special_reader(name, type_)

    def _special_reader(self, name: str, type_: PtxType) -> Read:
        """Make a reader of a predefined name."""
        if name == "WARP_SZ":
            return self.constant_reader(32, type_)
        if special_vector(name) is not None:
            parts = [self._special_reader(f"{name}.{axis}", type_) for axis in "xyzw"]
            return lambda m: np.stack([part(m) for part in parts])
        if special_register(name) is None:
            raise VerifyError(f"{self.instruction.opcode}: {name} is not declared")
        dtype = dtype_of(type_)
        if name in DYNAMIC_SPECIALS:
            return lambda m: m.timer(name).astype(dtype)
        return self._pooled("special", name, dtype)

    def register_reader(self, register: Register, type_: PtxType, *, needed: bool = True) -> Read:
        """A reader of a register as values of an instruction type."""
        if needed:
            self.reads += (register.number,)
        if register.bits == 1 or max(type_.bits, 8) == register.bits:
            return self._pooled("register", register.bits, register.row, dtype_of(type_))
        wide = self._pooled("register", register.bits, register.row, storage_of(register.bits))
        narrow, dtype = storage_of(max(type_.bits, 8)), dtype_of(type_)
        if register.bits == 128:
            return lambda m: wide(m)[0].astype(narrow).view(dtype)
        return lambda m: wide(m).astype(narrow).view(dtype)

    def _vector_reader(self, items: tuple[Operand, ...], type_: PtxType, *, needed: bool) -> Read:
        """Several registers in braces: a slice of their file where they follow each other, else a copy."""
        found = [self.entity(item) for item in items]
        rows = [part.row for part in found if isinstance(part, Register) and part.bits == type_.bits]
        if len(rows) == len(items) and rows == list(range(rows[0], rows[0] + len(rows))):
            if needed:
                self.reads += tuple([part.number for part in found if isinstance(part, Register)])
            return self._pooled("registers", type_.bits, rows[0], len(rows), dtype_of(type_))
        parts = [self.reader(item, type_, needed=needed) for item in items]
        return lambda m: np.stack([part(m) for part in parts])

    def constant_reader(self, value: int, type_: PtxType) -> Read:
        """Make a reader of a constant number."""
        bits = type_.bits
        raw = (value & ((1 << bits) - 1)).to_bytes(max(bits // 8, 1), "little")
        return self._pooled("constant", raw, dtype_of(type_))

    def _pooled(self, *recipe: Any) -> Read:
        return self.pool.reader(*recipe)

    def is_framed(self, name: str) -> bool:
        """Whether a name is that of a variable in the frame of a function."""
        found = self.scope.find(name)
        return isinstance(found, Variable) and found.framed

    def _is_shared(self, name: str) -> bool:
        """Whether a name is that of a shared variable."""
        found = self.scope.find(name)
        return isinstance(found, Variable) and found.space == "shared"

    def _address_of(self, name: str) -> int | None:
        """The address of a variable or function in its space; None if the name is neither."""
        found = self.scope.find(name)
        if isinstance(found, Variable):
            return found.offset
        return found.address if isinstance(found, Callee) else None

    # Writers

    def writer(self, operand: Operand, type_: PtxType) -> Write:
        """A writer of a register, of several in braces, or of the sink."""
        if isinstance(operand, Vector):
            return self._vector_writer(operand.items, type_)
        if is_sink(operand):
            return drop
        found = self.entity(operand)
        if isinstance(found, tuple):
            return self._vector_writer(tuple(Name(part.name) for part in found), type_)
        if not isinstance(found, Register):
            raise VerifyError(f"{self.instruction.opcode}: {operand} cannot be written")
        return register_writer(self.pool, found, type_)

    def _vector_writer(self, items: tuple[Operand, ...], type_: PtxType) -> Write:
        writers = [self.writer(item, type_) for item in items]

        def write(m: Machine, value: Array) -> None:
            for writer, part in zip(writers, value if value.ndim > 1 else value[None], strict=True):
                writer(m, part)

        return write

    # Addresses

    def offset_of(self, address: Address) -> int:
        """The bytes that an address adds to its base: a number of 64 bits with a sign."""
        given = 0 if address.offset is None else self.constant_of(address.offset) or 0
        return (given & _MASK64) - ((given & _MASK64) >> 63 << 64)

    def place(self, name: str) -> Place:
        """The location that an address operand names."""
        operand, spec = self.operand(name)
        if not isinstance(operand, Address):
            raise VerifyError(f"{self.instruction.opcode}: {name} must be an address")
        space = _plain_space(spec.type)
        offset = self.offset_of(operand)
        base = operand.base
        found = self.entity(base)
        if isinstance(found, Variable):
            where = found.space
            start = np.uint64((found.offset + offset) & _MASK64)
            if found.framed:
                return Place(where, lambda m: m.calls.frame + start)
            if where == "shared":
                return Place(
                    space if space == "shared::cluster" else where,
                    self._pooled("shared", int(start), np.dtype(np.uint64)),
                )
            return Place(
                where, self._pooled("constant", int(start).to_bytes(8, "little"), np.dtype(np.uint64))
            )
        if space == "param" and self.caller.node.kind == "func" and "entry" not in spec.type:
            space = "local"
        if isinstance(found, Register):
            return Place(space, self._register_place(found, offset))
        if isinstance(base, Literal | Expression):
            value = ((self.constant_of(base) or 0) + offset) & _MASK64
            if space == "shared":
                return Place(space, self._pooled("shared", value, np.dtype(np.uint64)))
            return Place(space, self._pooled("constant", value.to_bytes(8, "little"), np.dtype(np.uint64)))
        raise VerifyError(f"{self.instruction.opcode}: {base} is not an address")

    def _register_place(self, register: Register, offset: int) -> Read:
        """Addresses in a register: sums wrap at its width."""
        self.reads += (register.number,)
        dtype = storage_of(register.bits)
        read = self._pooled("register", register.bits, register.row, dtype)
        if register.bits == 64:
            if offset == 0:
                return read
            distance = np.uint64(offset & _MASK64)
            return lambda m: read(m) + distance
        narrow = dtype.type(offset & ((1 << register.bits) - 1))
        return lambda m: (read(m) + narrow).astype(np.uint64)

    def inner_operand(self, name: str, inner: str, type_: PtxType) -> Read:
        """Make a reader of an operand inside the brackets of an address: the coordinates of a tensor copy."""
        operand, spec = self.operand(name)
        if not isinstance(operand, Address):
            raise VerifyError(f"{self.instruction.opcode}: {name} must be an address")
        for item, part in zip(operand.rest, spec.rest, strict=True):
            if part.name == inner:
                return self.reader(item, type_)
        raise KeyError(f"{self.instruction.opcode}: the operand {name} has no part {inner}")

    def label(self, name: str) -> Label:
        """The label that an operand names."""
        operand, _ = self.operand(name)
        found = self.entity(operand)
        if not isinstance(found, Label):
            spelled = operand.name if isinstance(operand, Name) else repr(operand)
            raise VerifyError(f"{self.instruction.opcode}: {spelled} is not a label of this function")
        return found


def is_sink(operand: Operand) -> bool:
    """Whether an operand is ``_``, which discards a result."""
    return type(operand) is Name and operand.name == "_"


def _plain_space(space: str) -> str:
    """A state space without a redundant sub-qualifier, such as ``shared::cluster``."""
    return space if space == "shared::cluster" else space.partition("::")[0]
