"""Turn a decoded program into the records that the native engine runs (``csrc/engine``).

A record names a handler and its operands: byte offsets of rows in the memory of a warp's registers. Constants
and special registers are rows too, filled before a CTA starts; a predicate is one word with a bit per lane. A
program is lowered whole or not at all: `lower` says which instruction the native engine does not know.

Whether a register was written before it is read is settled here where every way to the reader leads past a
writer; only the other registers are followed lane by lane while the program runs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.ir import Address, Expression, Group, Literal, Name, Negated, Pair, Vector
from pyptx.isa.special_registers import special_register
from pyptx.layouts.sparsity import metadata_fragment
from pyptx.sim.constants import dtype_of, evaluate, raw_of
from pyptx.sim.memory import SPACE_OF_WINDOW, WINDOWS
from pyptx.sim.operands import DYNAMIC_SPECIALS
from pyptx.sim.scheduler import WARP
from pyptx.sim.semantics.matrix_access import access_fragment, access_plan
from pyptx.sim.semantics.rounding import ROUNDINGS
from pyptx.sim.semantics.warp_matrix import element_positions, mma_form
from pyptx.sim.semantics.wgmma import form_of as wgmma_form
from pyptx.sim.stamps import scope_of, strength
from pyptx.sim.symbols import Callee, Register, Variable
from pyptx.types import PtxType, from_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from pyptx.ir import Operand
    from pyptx.layouts.fragments import Fragment
    from pyptx.sim.decode import Block, Code, Step
    from pyptx.sim.operands import Operation
    from pyptx.sim.semantics.wgmma import Form

ROW_BYTES = {1: 4, 8: 64, 16: 64, 32: 128, 64: 256, 128: 512}
"""Bytes of a row of 32 lanes of each width; rows of more than a predicate start at multiples of 64."""

STOP_STEP, STOP_GATE, STOP_CONTROL, STOP_HANDOVER = 1, 2, 3, 7

_SPACES = {"": 0, "global": 1, "shared": 2, "local": 3, "const": 4, "param": 5, "shared::cluster": 6}
_PERMUTE_MODES = ("f4e", "b4e", "rc8", "ecl", "ecr", "rc16")
_INTEGRAL = {"rni": 1, "rzi": 2, "rmi": 3, "rpi": 4}
_SHARED_START, _ZERO = 3, 11
_BY_CTA = {
    "%ctaid.x": 0, "%ctaid.y": 1, "%ctaid.z": 2, "%clusterid.x": 4, "%clusterid.y": 5, "%clusterid.z": 6,
    "%cluster_ctaid.x": 7, "%cluster_ctaid.y": 8, "%cluster_ctaid.z": 9, "%cluster_ctarank": 10,
}  # fmt: skip
"""Special registers whose value is a number of the CTA, and which: `Numbers` in csrc/engine/run.cpp."""

MASK64 = 0xFFFF_FFFF_FFFF_FFFF

_DEEDS = {
    "ld": 1, "st": 2, "atom": 3, "ldmatrix": 4, "stmatrix": 5, "cp.async": 6, "cp.async.wait": 7,
    "cp.async.mbarrier.arrive": 8, "cp.async.bulk.wait_group": 9, "cp.async.bulk.tensor.in": 10,
    "cp.async.bulk.tensor.out": 10, "cp.async.bulk.prefetch.tensor": 10, "mbarrier.init": 11,
    "mbarrier.tx": 12, "mbarrier.arrive": 13, "mbarrier.wait": 14, "barrier": 15, "members": 16,
    "barrier.cluster.arrive": 17, "barrier.cluster.wait": 18, "fence": 19, "fence.proxy": 20,
    "fence.mbarrier_init": 21, "wgmma.mma_async": 22, "wgmma.wait_group": 23,
}  # fmt: skip
"""What handlers do that who looks for races must know: `Deed` of csrc/engine/races.h."""

_ACQUIRES, _RELEASES, _RELAXED, _IN_SHARED, _IN_GLOBAL, _ATOM, _SWAPS = 1, 2, 4, 8, 16, 32, 64
"""`SiteFlags` of csrc/engine/races.h."""


class Uncovered(Exception):  # noqa: N818 - says what, as `Trap` does
    """An instruction that the native engine does not know.

    Attributes:
        instruction: Opcode and modifiers.
        reason: What of it is not known; empty where it is all of it.
    """

    def __init__(self, instruction: str, reason: str = "") -> None:
        super().__init__(f"{instruction}: {reason}" if reason else instruction)
        self.instruction = instruction
        self.reason = reason


@dataclass(slots=True)
class Record:
    """One call of a handler, as the engine reads it."""

    handler: str
    d: int = -1
    a: int = -1
    b: int = -1
    c: int = -1
    e: int = -1
    f: int = 0
    n: int = 0
    imm: int = 0
    extra: tuple[int, ...] = ()
    site: int = 0
    """What it does, for who looks for races: `Site` of csrc/engine/races.h."""
    tracks: int = -1
    """Register whose standing the handler itself changes: in `f`, at a barrier in the first extra word."""


@dataclass(slots=True)
class Lowered:
    """A program for the native engine.

    Attributes:
        records: One row of eleven words per record.
        extra: Words that records point to.
        blocks: First record of every block.
        gates: The barrier of every block, as a record; -1 where it has none.
        warp_gates: Which blocks are a ``bar.warp.sync``.
        warp_bytes: Bytes of the registers of a warp, and of all other rows, which come after them.
        register_bytes: Bytes of the registers alone.
        rows: Offset of every register, by number.
        constants: Rows with the same value in all lanes, with that value.
        specials: Rows of special registers: offset, name and NumPy type.
        varying: Rows of numbers of the CTA: offset, which number, bytes, what is added to it.
        tracked: Registers that are followed lane by lane, by number.
        asynchronous: Whether it has operations whose state only the engine knows.
        sites: What every record does, where it was lowered to look for races; else nothing.
    """

    records: NDArray[np.int64]
    extra: NDArray[np.int32]
    blocks: NDArray[np.int64]
    gates: NDArray[np.int64]
    warp_gates: NDArray[np.uint8]
    warp_bytes: int
    register_bytes: int
    rows: list[int]
    constants: list[tuple[int, bytes]]
    specials: list[tuple[int, str, np.dtype[Any]]]
    varying: list[tuple[int, int, int, int]]
    tracked: list[int]
    asynchronous: bool
    sites: NDArray[np.int64]


@dataclass(slots=True)
class _Lowering:
    """One step: the records before, of and after it, and what it does to the standing of registers."""

    records: list[Record] = field(default_factory=list)
    after: list[Record] = field(default_factory=list)
    defines: list[int] = field(default_factory=list)
    copies: tuple[int, int] | None = None
    clouds: int = -1
    members: int = -1
    members_alike: bool = False
    added: tuple[int, ...] = ()
    """Registers of an accumulator, which must be written where the product is added to it."""


def lower(code: Code, handlers: Mapping[str, int], *, races: bool = False) -> Lowered:
    """Lower a program.

    Args:
        code: The decoded program.
        handlers: Number of each handler, by name.
        races: Whether races will be looked for.

    Raises:
        Uncovered: The native engine does not know an instruction.
    """
    return _Program(code, handlers, races=races).lower()


def refusals(code: Code, handlers: Mapping[str, int]) -> list[tuple[Step, Uncovered]]:
    """Every instruction of a program that the native engine does not know, and why."""
    program = _Program(code, handlers)
    found = []
    for block in code.blocks:
        for step in _steps_of(block):
            try:
                _Step(program, step).lower()
            except Uncovered as refused:
                found.append((step, refused))
    return found


class _Program:
    """The lowering of one program."""

    def __init__(self, code: Code, handlers: Mapping[str, int], *, races: bool = False) -> None:
        self.code = code
        self.handlers = handlers
        self.races = races
        predicates = [register for register in code.registers if register.bits == 1]
        self.rows = [0] * len(code.registers)
        self.bytes = 0
        for register in predicates:
            self.rows[register.number] = self._take(1)
        self.bytes = -(-self.bytes // 64) * 64
        for register in code.registers:
            if register.bits != 1:
                self.rows[register.number] = self._take(register.bits)
        self.register_bytes = self.bytes
        self.spare_predicates = 0
        self.frames: dict[str, int] = {}
        self.constants: dict[bytes, int] = {}
        self.specials: dict[tuple[str, np.dtype[Any]], int] = {}
        self.varying: list[tuple[int, int, int, int]] = []
        self.shared: dict[tuple[int, int], int] = {}
        self.asynchronous = code.warpgroups
        self.watched = {key: position for position, key in enumerate(code.watched)}
        self.accumulators = {
            step.operation.accumulators
            for block in code.blocks
            for step in block.steps
            if step.operation.accumulators
        }
        self.shapes: dict[str, int] = {}
        self.spares: dict[tuple[int, int], int] = {}

    def _take(self, bits: int) -> int:
        at = self.bytes
        self.bytes += ROW_BYTES[bits]
        return at

    def row(self, bits: int) -> int:
        """A new row."""
        self.bytes = -(-self.bytes // 64) * 64
        return self._take(bits)

    def spare(self, bits: int, number: int) -> int:
        """A row for what lives only within one step."""
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
            if name in _BY_CTA:
                self.varying.append((found, _BY_CTA[name], dtype.itemsize, 0))
        return found

    def frame(self) -> int:
        """The row of the start of each lane's current frame."""
        known = "frame" in self.frames
        row = self._kept("frame", 64)
        if not known:
            self.varying.append((row, _ZERO, 8, 0))
        return row

    def site(self, callee: Callee) -> int:
        """The row of the call that a function goes back to; it is in one call at a time."""
        return self._kept(f"site of {callee.index}", 32)

    def _kept(self, name: str, bits: int) -> int:
        found = self.frames.get(name)
        if found is None:
            found = self.frames[name] = self.row(bits)
        return found

    def shared_address(self, offset: int, bits: int) -> int:
        """The row of an address in the shared memory of the own CTA."""
        found = self.shared.get((offset, bits))
        if found is None:
            found = self.shared[offset, bits] = self.row(bits)
            self.varying.append((found, _SHARED_START, bits // 8, offset))
        return found

    def lower(self) -> Lowered:
        """Lower every block, then put the records in order."""
        steps: dict[int, _Lowering] = {}
        for block in self.code.blocks:
            for step in _steps_of(block):
                steps[id(step)] = _Step(self, step).lower()
        standing = _Standing(self.code, steps)
        return self._assemble(steps, standing)

    def _assemble(self, steps: dict[int, _Lowering], standing: _Standing) -> Lowered:
        blocks, gates, warp_gates = [], [], []
        records: list[Record] = []
        numbers: list[int] = []
        for place, block in enumerate(self.code.blocks):
            blocks.append(len(records))
            gates.append(-1)
            warp_gates.append(block.gate is not None and block.gate.name == "bar.warp.sync")
            count = len(block.steps) + (block.end is not None)
            if block.gate is not None and block.gate.barrier is not None:
                records.append(Record("door", d=place))
                numbers.append(0)
            records.append(Record("block", d=place, n=count))
            numbers.append(0)
            for number, step in enumerate(_steps_of(block)):
                gate = step is block.gate
                made = self._step(step, steps[id(step)], standing, place, gate=gate)
                if gate and step.barrier is not None:
                    offset = next(k for k, record in enumerate(made) if record.handler == "barrier")
                    gates[-1] = len(records) + offset
                records += made
                numbers += [number] * len(made)
            leaves = block.end is not None and block.end.guard < 0
            if not leaves and not (block.end is not None and block.end.target is not None):
                records.append(Record("next", d=place + 1))
                numbers.append(0)
        return self._pack(records, numbers, blocks, gates, warp_gates, standing)

    def _step(
        self, step: Step, made: _Lowering, standing: _Standing, place: int, *, gate: bool
    ) -> list[Record]:
        """The records of a step, with its guard, its checks and what becomes of the registers it writes."""
        apart = gate or step.control
        kind = STOP_GATE if gate else STOP_CONTROL if step.control else STOP_STEP
        out: list[Record] = []
        guarded = step.guard >= 0
        checks = [
            Record("check", a=standing.index[number], f=kind)
            for number in step.reads
            if number in standing.unsettled[id(step)]
        ]
        if guarded and step.guard_register in standing.unsettled[id(step)]:
            out.append(Record("check", a=standing.index[step.guard_register], f=kind))
        body = [*checks]
        if made.members >= 0:
            site = _DEEDS["members"] if made.members_alike else 0
            body.append(Record("members", a=made.members, f=int(made.members_alike), site=site))
        for record in made.records:
            if record.tracks >= 0:
                index = standing.index.get(record.tracks, -1)
                if record.handler == "wgmma.mma_async":
                    unsettled = [
                        standing.index[each] for each in made.added if each in standing.unsettled[id(step)]
                    ]
                    record.extra = _product_extra(record.extra, unsettled)
                elif record.handler == "barrier":
                    record.extra = (index,)
                else:
                    record.f = index
            body.append(record)
        barrier = step.barrier is not None
        calling = body.pop() if made.records and made.records[-1].handler == "call" else None
        body += made.after
        for number in made.defines:
            if number in standing.index and not barrier:
                body.append(Record("mark", a=standing.index[number]))
        if made.copies is not None and made.copies[0] in standing.index:
            target, source = made.copies
            known = source not in standing.index or source not in standing.unsettled[id(step)]
            body.append(
                Record("mark", a=standing.index[target])
                if known
                else Record("mark_as", a=standing.index[target], b=standing.index[source])
            )
        if calling is not None:
            body.append(calling)
        if not guarded or (step.control and step.target is not None):
            return out + body
        guard = self.rows[step.guard_register]
        if apart:
            return [*out, Record("guard_apart", a=guard, f=int(step.negated), d=place + 1), *body]
        if not body:
            return out
        return [
            *out,
            Record("guard", a=guard, f=int(step.negated), n=len(body) + 1),
            *body,
            Record("unguard"),
        ]

    def _pack(
        self,
        records: Sequence[Record],
        numbers: Sequence[int],
        blocks: Sequence[int],
        gates: Sequence[int],
        warp_gates: Sequence[bool],
        standing: _Standing,
    ) -> Lowered:
        extra: list[int] = []
        words = np.zeros((len(records), 11), np.int64)
        for position, (record, number) in enumerate(zip(records, numbers, strict=True)):
            at = -1
            if record.extra:
                at = len(extra)
                extra += record.extra
            words[position] = (
                self.handlers[record.handler], record.d, record.a, record.b, record.c, record.e, record.f,
                record.n, number, record.imm, at,
            )  # fmt: skip
        varying = {offset for offset, *_ in self.varying}
        return Lowered(
            records=words,
            extra=np.array(extra or [0], np.int64).astype(np.int32),
            blocks=np.array(blocks, np.int64),
            gates=np.array(gates, np.int64),
            warp_gates=np.array(warp_gates, np.uint8),
            warp_bytes=-(-self.bytes // 64) * 64,
            register_bytes=self.register_bytes,
            rows=self.rows,
            constants=[(offset, raw) for raw, offset in self.constants.items()],
            specials=[
                (offset, name, dtype)
                for (name, dtype), offset in self.specials.items()
                if offset not in varying
            ],
            varying=self.varying,
            tracked=sorted(standing.index, key=standing.index.__getitem__),
            asynchronous=self.asynchronous,
            sites=np.array([record.site for record in records] if self.races else [], np.int64),
        )


class _Standing:
    """Which registers are surely written where they are read.

    Attributes:
        unsettled: For each step, by identity, the registers it reads that may be unwritten there.
        index: Number of every register that must be followed while the program runs.
    """

    def __init__(self, code: Code, steps: dict[int, _Lowering]) -> None:
        self.code = code
        self.steps = steps
        blocks = code.blocks
        everything = (1 << len(code.registers)) - 1
        entering = [everything] * len(blocks)
        entering[code.entry_block] = 0
        waiting = [code.entry_block]
        seen = {code.entry_block}
        while waiting:
            place = waiting.pop()
            leaving = entering[place]
            for step in _steps_of(blocks[place]):
                leaving = self._after(step, leaving)
            for following in _following(blocks[place], place):
                if following >= len(blocks):  # behind a call that does not return
                    continue
                merged = entering[following] & leaving
                if merged != entering[following] or following not in seen:
                    entering[following] = merged
                    seen.add(following)
                    waiting.append(following)
        self.unsettled: dict[int, frozenset[int]] = {}
        wanted: set[int] = set()
        for place, block in enumerate(blocks):
            known = entering[place]
            for step in _steps_of(block):
                reads = {*step.reads, *((step.guard_register,) if step.guard >= 0 else ())}
                reads.update(steps[id(step)].added)
                copied = steps[id(step)].copies
                missing = frozenset(
                    number
                    for number in (*reads, *((copied[1],) if copied else ()))
                    if not known >> number & 1
                )
                self.unsettled[id(step)] = missing
                wanted |= missing & reads
                known = self._after(step, known)
        # a register that is copied into a followed one is followed too
        grown = True
        while grown:
            grown = False
            for block in blocks:
                for step in _steps_of(block):
                    copied = steps[id(step)].copies
                    if copied and copied[0] in wanted and copied[1] in self.unsettled[id(step)] - wanted:
                        wanted.add(copied[1])
                        grown = True
        self.index = {number: position for position, number in enumerate(sorted(wanted))}

    def _after(self, step: Step, known: int) -> int:
        """The registers surely written after a step."""
        made = self.steps[id(step)]
        if step.guard < 0:
            for number in made.defines:
                known |= 1 << number
        if made.copies is not None:
            target, source = made.copies
            if not known >> source & 1:
                known &= ~(1 << target)
            elif step.guard < 0:
                known |= 1 << target
        if made.clouds >= 0:
            known &= ~(1 << made.clouds)
        return known


def _steps_of(block: Block) -> tuple[Step, ...]:
    return (*block.steps, *((block.end,) if block.end else ()))


def _following(block: Block, place: int) -> list[int]:
    """The blocks that lanes may go on to."""
    end = block.end
    if end is None:
        return [place + 1]
    beyond = [place + 1] if end.guard >= 0 or end.calls else []
    called = [callee.block for callee in end.calls or () if callee.node.body is not None]
    return [*beyond, *called, *(label.block for label in end.targets)]


class _Step:
    """The lowering of one step."""

    def __init__(self, program: _Program, step: Step) -> None:
        self.program = program
        self.step = step
        self.op: Operation = step.operation
        self.words = list(self.op.words)
        self.out = _Lowering()
        self.used = 0

    def lower(self) -> _Lowering:
        """Lower it.

        Raises:
            Uncovered: The native engine does not know it.
        """
        step = self.step
        rule = _RULES.get(self.op.instruction.opcode)
        if rule is None:
            raise self.uncovered()
        if step.members is not None:
            name = "membermask"
            self.out.members = (
                self.read(name) if self.op.has(name) else self.number(0xFFFF_FFFF, from_name("b32"))
            )
            self.out.members_alike = step.name == "bar.warp.sync"
        self._watch()
        rule(self)
        return self.out

    def _watch(self) -> None:
        """Note the registers of products that another instruction accesses, those of A if it writes them."""
        if self.op.instruction.opcode == "wgmma" or not self.program.watched:
            return
        accumulators = self.program.accumulators
        found: dict[int, None] = {}
        for number, writes in self.step.registers:
            for key, position in self.program.watched.items():
                if number in key and (key in accumulators or writes):
                    found[position] = None
        if found:
            self.emit("watch", n=len(found), extra=tuple(found))

    def uncovered(self, reason: str = "") -> Uncovered:
        """The exception that names this instruction."""
        return Uncovered(self.step.name, reason)

    def has(self, word: str) -> bool:
        """Whether it carries a modifier."""
        return word in self.op.words

    def take(self, *words: str) -> str:
        """The first modifier among these that it carries, which is then accounted for; empty for none."""
        for word in self.words:
            if word in words:
                self.words.remove(word)
                return word
        return ""

    def done(self) -> None:
        """Refuse what has a modifier that no one accounted for."""
        if self.words:
            raise self.uncovered(f".{self.words[0]} is not known here")

    def emit(self, handler: str, **fields: Any) -> None:
        """Add a record."""
        if handler not in self.program.handlers:
            raise self.uncovered()
        site = self.site(handler) if self.program.races else 0
        self.out.records.append(Record(handler, site=site, **fields))

    def site(self, handler: str) -> int:
        """What a record of this step does, for who looks for races."""
        head = handler.partition(".")[0]
        moves = head in ("ld", "st", "atom") and handler != "st.async"
        deed = _DEEDS.get(head if moves else handler, 0)
        if not moves:
            return deed | (_RELAXED << 32 if "relaxed" in self.op.words else 0)
        strong = strength(self.step)
        flags = strong.acquires * _ACQUIRES | strong.releases * _RELEASES
        if self.op.instruction.opcode == "atom":
            flags |= _ATOM | ("cas" in self.op.words) * _SWAPS
        *_, element, wide = (0, *("".join(filter(str.isdigit, part)) for part in handler.split(".")[1:]))
        sizes = (element, wide) if head != "atom" else (wide, wide)
        element_bytes, wide_bytes = (int(bits) // 8 for bits in sizes)
        return deed | strong.scope << 8 | element_bytes << 16 | wide_bytes << 24 | flags << 32

    def fence(self, name: str, *, scope: int = 0, flags: int = 0) -> None:
        """Add a record of a fence, which only who looks for races must know."""
        if self.program.races:
            self.emit("pass")
            self.out.records[-1].site = _DEEDS[name] | scope << 8 | flags << 32

    def block(self) -> tuple[int, Block]:
        """The block that the step closes, and its number."""
        blocks = self.program.code.blocks
        return next((place, block) for place, block in enumerate(blocks) if block.end is self.step)

    # Operands

    def specs(self) -> tuple[list[int], list[int]]:
        """Rows of all written and of all read operands, by the types of the row."""
        written: list[int] = []
        read: list[int] = []
        for operand, spec in self.op.pairs():
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
        if operand == Name("_"):
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
            return self._name(operand.name, type_)
        if isinstance(operand, Literal):
            if type_.name == "pred":
                return self.predicate(any(raw_of(operand.text, type_)))
            return self.program.constant(raw_of(operand.text, type_))
        if isinstance(operand, Expression):
            value = evaluate(operand.words, op._address_of)  # noqa: SLF001 - as its readers do
            if any(op._is_shared(word) for word in operand.words):  # noqa: SLF001
                return self.program.shared_address(value & MASK64, type_.bits)
            return self.number(value, type_)
        if isinstance(operand, Negated):
            inner = self.value(operand.operand, type_)
            if type_.name != "pred":
                raise self.uncovered("a negated operand")
            row = self.spare(1)
            self.emit("negated.pred", d=row, a=inner)
            return row
        raise self.uncovered("a vector operand")

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
        op = self.op
        found = op.scope.find(name)
        if isinstance(found, Register):
            return self.register(found, type_)
        if isinstance(found, Variable) and found.space == "shared":
            return self.program.shared_address(found.offset, type_.bits)
        if isinstance(found, Variable) and found.framed and self.op.caller.node.kind == "func":
            return self._framed(found, type_)
        if isinstance(found, Variable | Callee):
            return self.number(op._address_of(name) or 0, type_)  # noqa: SLF001 - as its readers do
        if found is not None:
            raise self.uncovered("a vector operand")
        return self._special(name, type_)

    def _special(self, name: str, type_: PtxType) -> int:
        """The row of a special register."""
        if name == "WARP_SZ":
            return self.number(WARP, type_)
        if special_register(name) is None or name in DYNAMIC_SPECIALS:
            raise self.uncovered(name)
        return self.program.special(name, dtype_of(type_))

    def _framed(self, variable: Variable, type_: PtxType) -> int:
        """The row of the address of a variable of the current frame."""
        u64 = from_name("u64")
        row = self.spare(64)
        self.emit("add.u64", d=row, a=self.program.frame(), b=self.number(variable.offset, u64))
        if type_.bits == 64:
            return row
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
        if operand == Name("_"):
            return -1
        found = self.op.scope.find(operand.name) if isinstance(operand, Name) else None
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
        self.out.after.append(Record(handler, d=row, a=spare))
        return spare

    def needed(self, row: int, bits: int) -> int:
        """A row that a handler may write, also where the program wants none."""
        return row if row >= 0 else self.spare(bits)

    def items(self, operand: Operand) -> tuple[Operand, ...]:
        """The registers of an operand in braces, or the only one."""
        if isinstance(operand, Vector):
            return operand.items
        found = self.op.scope.find(operand.name) if isinstance(operand, Name) else None
        if isinstance(found, tuple):
            return tuple(Name(part.name) for part in found)
        return (operand,)

    def place(self, name: str) -> tuple[int, int, int, int]:
        """Row, whether it has 32 bits, offset, and space of an address."""
        op = self.op
        operand, spec = op.operand(name)
        assert isinstance(operand, Address)
        space = spec.type if spec.type == "shared::cluster" else spec.type.partition("::")[0]
        offset = 0 if operand.offset is None else op.known(operand.offset) or 0
        base = operand.base
        found = op.scope.find(base.name) if isinstance(base, Name) else None
        u64 = from_name("u64")
        if isinstance(found, Variable) and found.space == "shared":
            row = self.program.shared_address((found.offset + offset) & MASK64, 64)
            return row, 0, 0, _SPACES[space if space == "shared::cluster" else "shared"]
        if isinstance(found, Variable) and found.framed and op.caller.node.kind == "func":
            return self.program.frame(), 0, found.offset + offset, _SPACES[found.space]
        if isinstance(found, Variable):
            return self.number(found.offset + offset, u64), 0, 0, _SPACES[found.space]
        if space == "param" and op.caller.node.kind == "func" and "entry" not in spec.type:
            space = "local"
        if isinstance(found, Register):
            if found.bits not in (32, 64):
                raise self.uncovered("an address of 16 bits")
            offset = (offset & MASK64) - ((offset & MASK64) >> 63 << 64)
            return self.program.rows[found.number], int(found.bits == 32), offset, _SPACES[space]
        if isinstance(base, Literal | Expression):
            value = (op.known(base) or 0) + offset
            if space == "shared":
                return self.program.shared_address(value & MASK64, 64), 0, 0, _SPACES[space]
            return self.number(value, u64), 0, 0, _SPACES[space]
        raise self.uncovered("its address")

    def place_words(self, name: str) -> tuple[int, ...]:
        """An address as extra words of a record: `PLACE_WORDS` of csrc/engine/transfers.inl."""
        row, narrow, offset, space = self.place(name)
        low, high = np.array([offset], np.int64).view(np.int32).tolist()
        return row, narrow, low, high, space

    def two_rows(self, items: Sequence[Operand], *, written: bool) -> tuple[int, int]:
        """The rows of the lower and upper words of a register of 128 bits."""
        item = items[0]
        found = self.op.scope.find(item.name) if isinstance(item, Name) else None
        if len(items) != 1 or not isinstance(found, Register) or found.bits != 128:
            raise self.uncovered("of 128 bits")
        if written:
            self.out.defines.append(found.number)
        row = self.program.rows[found.number]
        return row, row + ROW_BYTES[64]

    def inside(self, name: str, inner: str, type_: PtxType) -> list[int]:
        """The rows of an operand inside the brackets of an address."""
        operand, spec = self.op.operand(name)
        assert isinstance(operand, Address)
        item = next(item for item, part in zip(operand.rest, spec.rest, strict=True) if part.name == inner)
        return [self.value(each, type_) for each in self.items(item)]


_RULES: dict[str, Callable[[_Step], None]] = {}


def _rule(*opcodes: str) -> Callable[[Callable[[_Step], None]], Callable[[_Step], None]]:
    def register(rule: Callable[[_Step], None]) -> Callable[[_Step], None]:
        for opcode in opcodes:
            _RULES[opcode] = rule
        return rule

    return register


def _plain(word: str) -> str:
    """The handler's name of a type: bits are unsigned integers."""
    return f"u{word[1:]}" if word[0] == "b" and word[1:].isdigit() else word


_NUMERIC = ("u8", "s8", "b8", "u16", "s16", "b16", "u32", "s32", "b32", "u64", "s64", "b64")
_PACKED = ("u16x2", "s16x2")
_HALVES = ("f16", "f16x2", "bf16", "bf16x2")
_FIELDS = "abce"


def _emit_all(step: _Step, handler: str, **fields: Any) -> None:
    """A record whose operands are those of the row, in order."""
    written, read = step.specs()
    slots = dict(zip(_FIELDS, read, strict=False))
    type_ = from_name(next(spec.type for _, spec in step.op.pairs() if spec.role in "=+"))
    step.emit(handler, d=step.needed(written[0], max(type_.bits, 8)), **slots, **fields)


@_rule("add", "sub", "mul", "mad", "fma", "div", "rem", "abs", "neg", "min", "max", "sad", "rcp", "sqrt",
       "rsqrt", "sin", "cos", "lg2", "ex2", "tanh", "mul24", "mad24")  # fmt: skip
def _arithmetic(step: _Step) -> None:
    opcode = step.op.instruction.opcode
    if step.has("cc"):
        _carrying(step)
        return
    if type_ := step.take(*_HALVES):
        _half(step, opcode, type_)
    elif type_ := step.take("f32", "f32x2"):
        _single(step, opcode, type_)
    elif type_ := step.take("f64"):
        _double(step, opcode)
    else:
        type_ = step.take(*_NUMERIC, *_PACKED)
        part = step.take("lo", "hi", "wide")
        words = [opcode, part, step.take("relu"), step.take("sat"), _plain(type_)]
        step.done()
        _emit_all(step, ".".join(filter(None, words)))


def _single(step: _Step, opcode: str, type_: str) -> None:
    mode = step.take(*ROUNDINGS) or "rn"
    approximate = step.take("approx", "full")
    flags = [step.take("ftz"), step.take("sat")]
    head = [{"mad": "fma"}.get(opcode, opcode)]
    if opcode in ("add", "sub", "mul", "mad", "fma", "div", "rcp", "sqrt"):
        head.append("approx" if opcode == "div" and approximate == "approx" else mode)
    if opcode in ("min", "max"):
        head += [step.take("NaN"), step.take("xorsign"), step.take("abs")]
    step.done()
    handler = ".".join(filter(None, (*head, *flags, type_)))
    if opcode not in ("min", "max") or len(step.op.instruction.operands) == 3:
        _emit_all(step, handler)
        return
    if "abs" in head:
        raise step.uncovered("of three")
    written, (first, second, third) = step.specs()
    row, between = step.needed(written[0], 32), step.spare(32)
    step.emit(handler, d=between, a=first, b=second)
    step.emit(handler, d=row, a=between, b=third)


def _double(step: _Step, opcode: str) -> None:
    mode = step.take(*ROUNDINGS) or "rn"
    words = [{"mad": "fma"}.get(opcode, opcode), step.take("approx"), step.take("ftz"), "f64"]
    step.done()
    if mode != "rn":
        raise step.uncovered(f".{mode}")
    _emit_all(step, ".".join(filter(None, words)))


def _half(step: _Step, opcode: str, type_: str) -> None:
    step.take("rn")
    step.take("approx")
    flags = sum(bit for word, bit in (("ftz", 1), ("sat", 2), ("relu", 4)) if step.take(word))
    words = [opcode, step.take("NaN"), step.take("xorsign"), step.take("abs"), type_]
    step.done()
    if opcode in ("min", "max") and len(step.op.instruction.operands) != 3:
        raise step.uncovered("of three")
    _emit_all(step, ".".join(filter(None, words)), imm=flags)


@_rule("addc", "subc", "madc")
def _carrying(step: _Step) -> None:
    op = step.op
    opcode = op.instruction.opcode
    out = step.take("cc")
    part = step.take("lo", "hi")
    type_ = step.take(*_NUMERIC)
    step.done()
    flag = next(found for found in op.caller.registers if found.name == "CC.CF")
    row = step.program.rows[flag.number]
    written, read = step.specs()
    if opcode in ("mad", "madc"):
        product = step.spare(from_name(type_).bits)
        step.emit(f"mul.{part}.{_plain(type_)}", d=product, a=read[0], b=read[1])
        read = [product, read[2]]
    handler = ("subc" if opcode.startswith("sub") else "addc") + f".u{type_[1:]}"
    if out:
        step.out.defines.append(flag.number)
    step.emit(
        handler,
        d=step.needed(written[0], from_name(type_).bits),
        a=read[0],
        b=read[1],
        e=row if opcode.endswith("c") else -1,
        f=row if out else -1,
    )


@_rule("and", "or", "xor", "not", "cnot", "shl", "shr", "popc", "clz", "brev", "bfe", "bfi", "bfind")
def _bitwise(step: _Step) -> None:
    type_ = step.take(*_NUMERIC, "pred")
    words = [step.op.instruction.opcode, step.take("shiftamt"), _plain(type_)]
    step.done()
    _emit_all(step, ".".join(filter(None, words)))


@_rule("shf", "szext", "bmsk", "dp4a", "dp2a")
def _as_written(step: _Step) -> None:
    words = [word for word in step.op.words if word != "b32"]
    if step.op.instruction.opcode == "bmsk":
        words = [step.op.words[0]]
    _emit_all(step, ".".join((step.op.instruction.opcode, *words)))


@_rule("copysign", "testp")
def _of_floats(step: _Step) -> None:
    _emit_all(step, step.step.name)


@_rule("lop3")
def _lop3(step: _Step) -> None:
    if step.op.words != ("b32",):
        raise step.uncovered()
    step.emit(
        "lop3",
        d=step.needed(step.write("d"), 32),
        a=step.read("a"),
        b=step.read("b"),
        c=step.read("c"),
        imm=step.op.constant("immLut") & 0xFF,
    )


@_rule("prmt")
def _prmt(step: _Step) -> None:
    mode = step.take(*_PERMUTE_MODES)
    _emit_all(step, "prmt", imm=_PERMUTE_MODES.index(mode) if mode else -1)


_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu", "ltu", "leu", "gtu",
                "geu", "num", "nan")  # fmt: skip
_SIGNLESS = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}


def _compare(step: _Step, first: int, second: int) -> None:
    """The comparison and its combination with a predicate, into rows of predicates."""
    op = step.op
    comparison = step.take(*_COMPARISONS)
    logic = step.take("and", "or", "xor")
    flush = step.take("ftz")
    type_ = step.words.pop() if step.words else ""
    step.done()
    sources = [pair for pair in op.pairs() if pair[1].role == ":"]
    a, b, *c = (step.value(operand, from_name(spec.type)) for operand, spec in sources)
    if type_ in ("f16", "bf16") and not flush:  # which are all of f32, too
        wide = [step.spare(32) for _ in (a, b)]
        for row, value in zip(wide, (a, b), strict=True):
            step.emit(f"cvt.rn.f32.{type_}", d=row, a=value)
        (a, b), type_ = wide, "f32"
    handler = ".".join(filter(None, ("setp", _SIGNLESS.get(comparison, comparison), flush, _plain(type_))))
    step.emit(
        handler,
        d=first,
        e=second,
        a=a,
        b=b,
        c=c[0] if c else -1,
        f=("and", "or", "xor").index(logic) if logic else 0,
    )


@_rule("setp")
def _setp(step: _Step) -> None:
    _compare(step, step.write("p"), step.write_second("p"))


@_rule("set")
def _set(step: _Step) -> None:
    result = step.words[-2]
    if result not in ("u32", "s32", "f32"):
        raise step.uncovered()
    del step.words[-2]
    truth = step.spare(1)
    _compare(step, truth, -1)
    target = next(operand for operand, spec in step.op.pairs() if spec.role == "=")
    step.emit(
        "from_pred.u32",
        d=step.needed(step.target(target, from_name(result)), 32),
        a=truth,
        imm=0x3F80_0000 if result == "f32" else -1,
    )


@_rule("selp")
def _selp(step: _Step) -> None:
    _emit_all(step, f"selp.u{from_name(step.op.words[-1]).bits}")


@_rule("slct")
def _slct(step: _Step) -> None:
    if step.has("ftz"):
        raise step.uncovered(".ftz")
    _emit_all(step, f"slct.u{from_name(step.op.words[0]).bits}.{step.op.words[-1]}")


_FLOATS = ("f16", "bf16", "f32", "f64")


@_rule("cvt")
def _cvt(step: _Step) -> None:
    flags = sum(
        bit for word, bit in (("ftz", 1), ("sat", 2), ("relu", 4), ("satfinite", 8)) if step.take(word)
    )
    mode = step.take(*ROUNDINGS)
    integral = step.take(*_INTEGRAL)
    if len(step.words) != 2:
        raise step.uncovered()
    target, origin = step.words
    if target in _NUMERIC and origin in _NUMERIC:
        _emit_all(step, f"cvt.{'sat.' if flags & 2 else ''}{target}.{origin}")
    elif target in _NUMERIC:
        flush = "ftz." if flags & 1 and origin == "f32" else ""
        _emit_all(step, f"cvt.{integral or 'rzi'}.{flush}{target}.{origin}")
    elif origin in _NUMERIC:
        if flags & 2:
            raise step.uncovered(".sat")
        _emit_all(step, f"cvt.{mode or 'rn'}.{target}.{origin}")
    else:
        _emit_all(step, f"cvt.{mode or 'rn'}.{target}.{origin}", f=flags, n=_INTEGRAL.get(integral, 0))


# Data movement


@_rule("mov")
def _mov(step: _Step) -> None:
    op = step.op
    (target, wanted), (source, given) = op.pairs()
    type_ = from_name(op.words[-1])
    if type_.bits == 128:
        _mov_wide(step, target, source)
        return
    if wanted.count is not None and given.count is not None:
        part = from_name(wanted.type)
        values = [step.value(item, part) for item in step.items(source)]
        copies = [step.spare(part.bits) for _ in values]
        for spare, value in zip(copies, values, strict=True):
            step.emit(f"mov.u{part.bits}", d=spare, a=value)
        for item, spare in zip(step.items(target), copies, strict=True):
            row = step.target(item, part)
            if row >= 0:
                step.emit(f"mov.u{part.bits}", d=row, a=spare)
        return
    if wanted.count is not None:
        part = from_name(wanted.type)
        rows = [step.target(item, part) for item in step.items(target)]
        step.emit(f"unpack.u{type_.bits}", a=step.value(source, type_), n=len(rows), extra=tuple(rows))
        return
    if given.count is not None:
        part = from_name(given.type)
        rows = [step.value(item, part) for item in step.items(source)]
        step.emit(
            f"pack.u{type_.bits}",
            d=step.needed(step.target(target, type_), type_.bits),
            n=len(rows),
            extra=tuple(rows),
        )
        return
    value, row = step.value(source, type_), step.target(target, type_)
    step.emit(
        "mov.pred" if type_.name == "pred" else f"mov.u{type_.bits}", d=step.needed(row, type_.bits), a=value
    )
    found = op.scope.find(source.name) if isinstance(source, Name) else None
    home = op.scope.find(target.name) if isinstance(target, Name) else None
    if isinstance(found, Register) and isinstance(home, Register):
        step.out.defines.remove(home.number)
        step.out.copies = home.number, found.number


def _mov_wide(step: _Step, target: Operand, source: Operand) -> None:
    """``mov.b128`` between a register and the two words of it."""
    u64 = from_name("u64")
    if isinstance(source, Vector) == isinstance(target, Vector):
        raise step.uncovered("of 128 bits")
    if isinstance(source, Vector):
        values = [step.value(item, u64) for item in source.items]
        rows = list(step.two_rows((target,), written=True))
    else:
        values = list(step.two_rows((source,), written=False))
        rows = [step.target(item, u64) for item in step.items(target)]
    if len(values) != len(rows):
        raise step.uncovered("of 128 bits")
    for row, value in zip(rows, values, strict=True):
        if row >= 0:
            step.emit("mov.u64", d=row, a=value)


def _moves(step: _Step) -> PtxType:
    return from_name(step.op.modifiers["type"])


@_rule("ld", "ldu")
def _load(step: _Step) -> None:
    op, type_ = step.op, _moves(step)
    if op.used_bytes is not None:
        raise step.uncovered("with a mask of bytes")
    address, narrow, offset, space = step.place("a")
    operand, _ = op.operand("d")
    items = step.items(operand)
    if type_.bits == 128:
        halves = step.two_rows(items, written=True)
        step.emit("ld.u64.u64", a=address, e=narrow, imm=offset, f=space, n=2, extra=halves)
        return
    rows: list[int] = []
    widths: set[int] = set()
    for item in items:
        found = op.scope.find(item.name) if isinstance(item, Name) else None
        if item == Name("_"):
            rows.append(-1)
        elif isinstance(found, Register):
            step.out.defines.append(found.number)
            rows.append(step.program.rows[found.number])
            widths.add(found.bits)
        else:
            raise step.uncovered("its result")
    if len(widths) > 1:
        raise step.uncovered("registers of several widths")
    bits = next(iter(widths), type_.bits)
    kind = "s" if type_.kind == "s" and bits > type_.bits else "u"
    step.emit(
        f"ld.{kind}{type_.bits}.{kind}{bits}",
        a=address,
        e=narrow,
        imm=offset,
        f=space,
        n=len(rows),
        d=rows[0] if len(rows) == 1 else -1,
        extra=tuple(rows) if len(rows) > 1 else (),
    )


@_rule("st")
def _store(step: _Step) -> None:
    op = step.op
    if "async" in op.words:
        _remote(step, "st.async", from_name(op.modifiers.get("type", "b128")), others=False)
        return
    type_ = _moves(step)
    if "bulk" in op.words:
        raise step.uncovered()
    address, narrow, offset, space = step.place("a")
    operand, _ = op.operand("b")
    items = step.items(operand)
    if type_.bits == 128:
        halves = step.two_rows(items, written=False)
        step.emit("st.u64.u64", a=address, e=narrow, imm=offset, f=space, n=2, extra=halves)
        return
    rows: list[int] = []
    widths = set()
    for item in items:
        found = op.scope.find(item.name) if isinstance(item, Name) else None
        if item == Name("_"):
            rows.append(-1)
            continue
        if isinstance(found, Register):
            rows.append(step.program.rows[found.number])
            widths.add(found.bits)
        else:
            rows.append(step.value(item, type_))
            widths.add(type_.bits)
    if len(widths) > 1:  # some constants, or registers that are wider: bring all to the type
        rows = [step.value(item, type_) if item != Name("_") else -1 for item in items]
        widths = {type_.bits}
    step.emit(
        f"st.u{type_.bits}.u{widths.pop()}",
        a=address,
        e=narrow,
        imm=offset,
        f=space,
        n=len(rows),
        d=rows[0] if len(rows) == 1 else -1,
        extra=tuple(rows) if len(rows) > 1 else (),
    )


@_rule("atom", "red")
def _atomic(step: _Step) -> None:
    op, type_ = step.op, _moves(step)
    if "async" in op.words:
        _remote(step, f"red.async.{op.modifiers['op']}.{type_.name}", type_, others=True)
        return
    if op.operand("b")[1].count is not None:
        raise step.uncovered()
    operation = op.modifiers["op"]
    if type_.kind == "f" or operation in ("min", "max"):
        word = type_.name
    elif operation in ("add", "inc", "dec"):
        word = f"u{type_.bits}"
    else:
        word = f"b{type_.bits}"
    if type_.name == "f32" and "noftz" in op.words:
        raise step.uncovered(".noftz")
    address, narrow, offset, space = step.place("a")
    step.emit(
        f"atom.{operation}.{word}",
        d=step.write("d") if op.has("d") else -1,
        a=address,
        b=step.read("b", type_),
        c=step.read("c", type_) if op.has("c") else -1,
        e=narrow,
        imm=offset,
        f=space,
    )


@_rule("cvta")
def _cvta(step: _Step) -> None:
    op = step.op
    type_ = from_name(op.modifiers["size"])
    window = step.number(WINDOWS[op.modifiers["space"].partition("::")[0]], type_)
    handler = "sub" if "to" in op.words else "add"
    step.emit(
        f"{handler}.u{type_.bits}", d=step.needed(step.write("p"), type_.bits), a=step.read("a"), b=window
    )


@_rule("isspacep")
def _isspacep(step: _Step) -> None:
    space, _, part = step.op.modifiers["space"].partition("::")
    windows = {name: number for number, name in SPACE_OF_WINDOW.items()}
    own = space == "shared" and part != "cluster"
    address = step.value(step.op.operand("a")[0], from_name("u64"))
    step.emit("isspacep", d=step.needed(step.write("p"), 1), a=address, imm=windows.get(space, 0), f=int(own))


@_rule("createpolicy")
def _createpolicy(step: _Step) -> None:
    step.emit("mov.u64", d=step.needed(step.write("policy"), 64), a=step.number(0, from_name("u64")))


@_rule("prefetch", "prefetchu", "applypriority", "discard", "nanosleep", "pmevent", "griddepcontrol")
def _nothing(step: _Step) -> None:
    """What the simulator does nothing for."""
    del step


@_rule("fence", "membar")
def _fence(step: _Step) -> None:
    words = step.op.words
    if any("tensormap" in word for word in words):
        raise step.uncovered("of tensor maps")
    if "mbarrier_init" in words:
        step.fence("fence.mbarrier_init")
    elif words[0] != "proxy":
        step.fence("fence", scope=scope_of(words))
    elif words[1].startswith("async"):
        spaces = (("shared", _IN_SHARED), ("global", _IN_GLOBAL))
        flags = [flag for space, flag in spaces if any(word.startswith(space) for word in words[2:])]
        step.fence("fence.proxy", flags=sum(flags) or _IN_SHARED | _IN_GLOBAL)


# Control


@_rule("bra")
def _bra(step: _Step) -> None:
    target = step.step.target
    assert target is not None
    place, block = step.block()
    guarded = step.step.guard >= 0
    step.emit(
        "bra",
        d=target.block,
        a=step.program.rows[step.step.guard_register] if guarded else -1,
        f=int(step.step.negated),
        e=int(block.polls),
        n=place + 1,
    )


@_rule("brx")
def _brx(step: _Step) -> None:
    blocks = tuple(label.block for label in step.step.targets)
    _, block = step.block()
    step.emit(
        "brx", a=step.read("index", from_name("u32")), n=len(blocks), extra=blocks or (0,), e=int(block.polls)
    )


@_rule("exit", "ret")
def _exit(step: _Step) -> None:
    program, caller = step.program, step.op.caller
    if step.op.instruction.opcode == "exit" or caller.node.kind == "entry":
        step.emit("exit")
        return
    sites: list[int] = []
    count = 0
    for place, block in enumerate(program.code.blocks):
        end = block.end
        if end is None or end.instruction.opcode != "call" or caller not in (end.calls or ()):
            continue
        homes = _items_of_group(end.operation, "returns")
        moves = [
            _move(step, source, _home(end.operation, item))
            for source, item in zip(
                (_of_formal(step, formal) for formal in caller.returns), homes, strict=False
            )
            if item != Name("_")
        ]
        sites += [place, place + 1, end.operation.caller.frame, len(moves), *sum(moves, ())]
        count += 1
    step.emit("ret", a=program.frame(), b=program.site(caller), n=count, extra=tuple(sites or [0]))


@_rule("call")
def _call(step: _Step) -> None:
    op, program = step.op, step.program
    callees = step.step.calls or ()
    if len(callees) != 1 or callees[0].recursive:
        raise step.uncovered("by address, or of itself")
    (callee,) = callees
    program.asynchronous = True
    if callee.node.name == "vprintf":
        raise step.uncovered("vprintf")
    if callee.node.body is None:  # it ends the launch, and the definition says how
        step.emit("handover")
        return
    place, _ = step.block()
    moves: list[int] = []
    for item, formal in zip(_items_of_group(op, "arguments"), callee.params, strict=True):
        source = _home(op, item)
        if source is None:
            if not isinstance(formal, Variable | Register):
                raise step.uncovered("an argument")
            type_ = formal.type if isinstance(formal, Register) else from_name(formal.type)
            if type_.bits < 8 or (isinstance(formal, Variable) and formal.size != type_.bytes):
                raise step.uncovered("an argument")
            source = type_.bytes, 1, step.value(item, type_)
        moves += _move(step, source, _of_formal(step, formal))
        if isinstance(formal, Register):
            step.out.defines.append(formal.number)
    for item in _items_of_group(op, "returns"):
        found = op.scope.find(item.name) if isinstance(item, Name) else None
        if isinstance(found, Register):
            step.out.defines.append(found.number)
    step.emit(
        "call",
        d=callee.block,
        a=program.frame(),
        b=program.site(callee),
        c=place,
        e=op.caller.frame,
        f=callee.frame,
        n=len(moves) // 5,
        extra=tuple(moves or [0]),
    )


def _items_of_group(op: Operation, name: str) -> tuple[Operand, ...]:
    """The operands inside parentheses of a call."""
    if not op.has(name):
        return ()
    operand, _ = op.operand(name)
    return operand.items if isinstance(operand, Group) else ()


def _home(op: Operation, item: Operand) -> tuple[int, int, int] | None:
    """Bytes, whether a register, and place of what a call gives or takes; None for other operands."""
    found = op.scope.find(item.name) if isinstance(item, Name) else None
    if isinstance(found, Variable) and found.framed:
        return found.size, 0, found.offset
    if isinstance(found, Register) and found.bits == found.type.bits and found.bits in (8, 16, 32, 64):
        return found.bits // 8, 1, -1 - found.number
    return None


def _of_formal(step: _Step, formal: Any) -> tuple[int, int, int]:
    """The same of a parameter or result of a function."""
    if isinstance(formal, Variable):
        return formal.size, 0, formal.offset
    if isinstance(formal, Register) and formal.bits == formal.type.bits and formal.bits in (8, 16, 32, 64):
        return formal.bits // 8, 1, -1 - formal.number
    raise step.uncovered("a vector of registers as a parameter")


def _move(step: _Step, source: tuple[int, int, int], target: tuple[int, int, int] | None) -> tuple[int, ...]:
    """The words of a move: `MOVE_WORDS` of csrc/engine/control.cpp."""
    if target is None or source[0] != target[0]:
        raise step.uncovered("an argument")
    rows = step.program.rows
    places = [rows[-1 - place[2]] if place[1] and place[2] < 0 else place[2] for place in (source, target)]
    return source[0], source[1], places[0], target[1], places[1]


@_rule("trap", "brkpt")
def _trap(step: _Step) -> None:
    step.emit("trap")


# Lanes together


@_rule("bar", "barrier")
def _barrier(step: _Step) -> None:
    op, barrier = step.op, step.step.barrier
    if barrier is None:
        if op.words[0] == "cluster":
            step.program.asynchronous = True
            step.emit(f"barrier.cluster.{op.words[1]}")
        return
    u32 = from_name("u32")
    result = {"": "", "popc": "d"}.get(barrier.reduce, "p")
    row = step.write(result) if result else -1
    number = step.out.defines[0] if step.out.defines else -1
    if step.out.after:
        raise step.uncovered("a result of another width")
    step.emit(
        "barrier",
        d=row,
        a=step.read("a", u32),
        b=step.read("b", u32) if op.has("b") else -1,
        c=step.read("c") if barrier.reduce else -1,
        e=("sync", "arrive", "red").index(barrier.kind),
        f=int(barrier.aligned),
        imm=("popc", "and", "or").index(barrier.reduce) if barrier.reduce else 0,
        extra=(-1,),
        tracks=number,
    )


@_rule("shfl")
def _shfl(step: _Step) -> None:
    op = step.op
    u32 = from_name("u32")
    operand, _ = op.operand("d")
    first = operand.first if isinstance(operand, Pair) else operand
    found = op.scope.find(first.name) if isinstance(first, Name) else None
    value, distance, clamp = step.read("a", u32), step.read("b", u32), step.read("c", u32)
    row = step.needed(step.write("d"), 32)
    number = -1
    if isinstance(found, Register):
        step.out.defines.remove(found.number)
        step.out.clouds = number = found.number
    if step.out.after:
        raise step.uncovered("a result of another width")
    step.emit(
        f"shfl.{op.modifiers['mode']}",
        d=row,
        a=value,
        b=distance,
        c=clamp,
        e=step.write_second("d"),
        f=-1,
        imm=step.out.members,
        tracks=number,
    )


@_rule("vote")
def _vote(step: _Step) -> None:
    op = step.op
    mode = op.modifiers["mode"]
    step.emit(
        f"vote.{mode}",
        d=step.needed(step.write("d"), 32 if mode == "ballot" else 1),
        a=step.read("a"),
        b=step.read("membermask", from_name("u32")) if op.has("membermask") else -1,
    )


@_rule("match")
def _match(step: _Step) -> None:
    op = step.op
    type_ = from_name(op.modifiers["type"])
    step.emit(
        f"match.{op.modifiers['mode']}.b{type_.bits}",
        d=step.needed(step.write("d"), 32),
        a=step.read("a"),
        b=step.read("membermask", from_name("u32")),
        e=step.write_second("d"),
    )


@_rule("activemask")
def _activemask(step: _Step) -> None:
    step.emit("activemask", d=step.needed(step.write("d"), 32))


@_rule("elect")
def _elect(step: _Step) -> None:
    step.emit(
        "elect", d=step.write("d"), e=step.write_second("d"), b=step.read("membermask", from_name("u32"))
    )


@_rule("redux")
def _redux(step: _Step) -> None:
    op = step.op
    type_ = from_name(op.modifiers["type"])
    if type_.kind == "f" or "abs" in op.words or "NaN" in op.words:
        raise step.uncovered()
    operation = op.modifiers["op"]
    word = "u32" if operation == "add" else type_.name
    step.emit(
        f"redux.{operation}.{word}",
        d=step.needed(step.write("dst"), 32),
        a=step.read("src"),
        b=step.read("membermask", from_name("u32")),
    )


# Matrices


@_rule("ldmatrix", "stmatrix")
def _matrix_access(step: _Step) -> None:
    op = step.op
    fragment = access_fragment(op)
    address, narrow, offset, space = step.place("p")
    operand, _ = op.operand("r")
    b32 = from_name("b32")
    loads = op.instruction.opcode == "ldmatrix"
    rows = [step.target(item, b32) if loads else step.value(item, b32) for item in step.items(operand)]
    if loads:
        rows = [step.needed(row, 32) for row in rows]
    if fragment.elements * fragment.bits != 32:
        raise step.uncovered()
    elements, words = _access_words(fragment)
    givers = (1 << min(fragment.matrices * fragment.rows, 32)) - 1
    step.emit(
        op.instruction.opcode,
        a=address,
        e=narrow,
        imm=offset,
        f=space,
        n=len(rows),
        d=elements,
        b=fragment.columns * fragment.bits // 8,
        c=givers - (1 << 32 if givers >> 31 else 0),
        extra=(*rows, *words),
    )


@cache
def _access_words(fragment: Fragment) -> tuple[int, tuple[int, ...]]:
    """Elements of a register that are moved apart; of each the lanes that give rows, and bytes in them."""
    plan, size = access_plan(fragment), fragment.bits // 8
    elements = fragment.elements
    if all(
        (plan[0, :, e] == plan[0, :, 0]).all() and (plan[1, :, e] == plan[1, :, 0] + e * size).all()
        for e in range(elements)
    ):
        plan, elements = plan[:, :, :1], 1
    return elements, tuple(plan.transpose(1, 2, 0, 3).reshape(-1).tolist())


@_rule("movmatrix")
def _movmatrix(step: _Step) -> None:
    _emit_all(step, "movmatrix")


@_rule("mma")
def _mma(step: _Step) -> None:
    op = step.op
    if "sync" not in op.words or any("sp" in word or "block_scale" in word for word in op.words):
        raise step.uncovered()
    form = mma_form(op.modifiers)
    handler = f"mma.{form.d_type}.{form.a_type}.{form.b_type}.{form.c_type}"
    if handler not in step.program.handlers or form.a.matrices != 1 or form.b.columns != 8:
        raise step.uncovered()
    if form.d_type == "f64" and set(op.words) & {"rz", "rm", "rp"}:
        raise step.uncovered()
    extra: list[int] = []
    for name, fragment in (("a", form.a), ("b", form.b), ("c", form.c)):
        operand, spec = op.operand(name)
        rows = np.array([step.value(item, from_name(spec.type)) for item in step.items(operand)])
        register, offset = _fragment_places(fragment)
        extra += (rows[register] + offset).tolist()
    operand, spec = op.operand("d")
    type_ = from_name(spec.type)
    targets = [step.needed(step.target(item, type_), type_.bits) for item in step.items(operand)]
    extra += element_positions(form.d).tolist()
    step.emit(
        handler,
        a=form.a.rows,
        b=8,
        c=form.a.columns,
        d=int("satfinite" in op.words),
        e=len(targets),
        extra=(*extra, *targets),
    )


@cache
def _fragment_places(fragment: Fragment) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each element of a matrix laid flat, its register and its byte in the row of that."""
    number = element_positions(fragment)
    per_row = WARP * fragment.elements
    return number // per_row, number % per_row * (fragment.bits // 8)


# Barriers in shared memory


@_rule("mbarrier")
def _mbarrier(step: _Step) -> None:
    op = step.op
    kind = op.words[0]
    step.program.asynchronous = True
    u32 = from_name("u32")
    if op.has("cta_mask") or op.has("report_value") or "phase_type::conditional" in op.words:
        raise step.uncovered()
    if kind == "pending_count":
        step.emit("mbarrier.pending_count", d=step.needed(step.write("count"), 32), a=step.read("state"))
        return
    address, narrow, offset, space = step.place("addr")
    where = {"a": address, "e": narrow, "imm": offset, "f": space}
    if kind in ("init", "inval"):
        step.emit(f"mbarrier.{kind}", **where, b=step.read("count", u32) if kind == "init" else -1)
    elif kind in ("expect_tx", "complete_tx"):
        step.emit("mbarrier.tx", **where, b=step.read("tx_count", u32), n=int(kind == "complete_tx"))
    elif kind in ("arrive", "arrive_drop"):
        step.emit(
            "mbarrier.arrive",
            **where,
            d=step.write("state"),
            b=step.read("count", u32) if op.has("count") else -1,
            c=step.read("tx_count", u32) if op.has("tx_count") else -1,
            n=int(kind == "arrive_drop") | 2 * int("noComplete" in op.words),
        )
    else:
        by_parity = op.has("phase_parity")
        step.emit(
            "mbarrier.wait",
            **where,
            d=step.write("wait_complete"),
            b=step.read("phase_parity", u32) if by_parity else -1,
            c=-1 if by_parity else step.read("state"),
        )


# Copies


@_rule("cp")
def _copy(step: _Step) -> None:
    words = step.op.words
    if words[0] == "reduce" or "bulk" in words:
        _bulk(step)
    elif "mbarrier" in words:
        step.program.asynchronous = True
        address, narrow, offset, space = step.place("addr")
        step.emit(
            "cp.async.mbarrier.arrive", a=address, e=narrow, imm=offset, f=space, n=int("noinc" in words)
        )
    else:
        _copy_of_threads(step)


def _copy_of_threads(step: _Step) -> None:
    op = step.op
    words = op.words
    if words == ("async", "commit_group"):
        step.emit("cp.async.commit_group")
    elif words == ("async", "wait_group"):
        step.emit("cp.async.wait", a=0, imm=op.constant("n"))
    elif words == ("async", "wait_all"):
        step.emit("cp.async.wait", a=1, imm=0)
    elif op.has("cp_size"):
        to, narrow_to, offset_to, space_to = step.place("dst")
        source, narrow_from, offset_from, space_from = step.place("src")
        low, high = np.array([offset_from], np.int64).view(np.int32).tolist()
        step.emit(
            "cp.async",
            d=to,
            a=source,
            e=narrow_to | narrow_from << 1,
            f=space_to | space_from << 4,
            imm=offset_to,
            n=op.constant("cp_size"),
            b=step.read("src_size", from_name("u32")) if op.has("src_size") else -1,
            c=step.read("ignore_src", from_name("pred")) if op.has("ignore_src") else -1,
            extra=(low, high),
        )


def _bulk(step: _Step) -> None:
    """``cp.async.bulk``, ``cp.reduce.async.bulk``, with and without a tensor map, and their groups."""
    op = step.op
    words = op.words
    step.program.asynchronous = True
    if any(word.startswith("mbarrier::report") and not word.endswith("disabled") for word in words):
        raise step.uncovered("reports")
    if "ignore_oob" in words or op.has("byteMask"):
        raise step.uncovered("of some bytes")
    if "commit_group" in words:
        step.emit("cp.async.bulk.commit_group")
    elif "wait_group" in words:
        step.emit("cp.async.bulk.wait_group", imm=op.constant("n"), n=int("read" in words))
    elif "tensor" in words:
        _tensor(step)
    elif "prefetch" in words:
        size = step.read("size", from_name("u32"))
        step.emit("cp.async.bulk.prefetch", d=size, extra=step.place_words("srcMem"))
    else:
        _linear(step)


def _multicast(step: _Step) -> dict[str, int]:
    """The row of a mask of CTAs and its bytes."""
    if not step.op.has("ctaMask"):
        return {}
    _, spec = step.op.operand("ctaMask")
    return {"c": step.read("ctaMask"), "b": from_name(spec.type).bytes}


def _linear(step: _Step) -> None:
    op = step.op
    reduction = ""
    if op.words[0] == "reduce":
        noftz = "noftz" if "noftz" in op.words and op.words[-1] == "f32" else ""
        reduction = "".join(
            f".{word}" for word in (op.modifiers.get("op", "add"), noftz, op.words[-1]) if word
        )
    size = step.read("size", from_name("u32"))
    places = (*step.place_words("dstMem"), *step.place_words("srcMem"))
    head = "cp.reduce.async.bulk" if reduction else "cp.async.bulk"
    if "bulk_group" in op.words:
        step.emit(f"{head}.out{reduction}", d=size, extra=places)
        return
    _, source = op.operand("srcMem")
    step.emit(
        f"{head}.in{reduction}",
        d=size,
        n=int(source.type.startswith("shared")),
        extra=(*places, *step.place_words("mbar")),
        **_multicast(step),
    )


_BOXES = {"tile": 0, "tile::gather4": 1, "tile::scatter4": 1, "im2col": 2, "im2col_no_offs": 2}
_REDUCTIONS = ("add", "min", "max", "inc", "dec", "and", "or", "xor")


def _tensor(step: _Step) -> None:
    op = step.op
    mode = op.modifiers.get("mode", "tile")
    if (
        mode not in _BOXES
        or any(word.startswith("override") for word in op.words)
        or "cta_group::2" in op.words
    ):
        raise step.uncovered(f".{mode}")
    coordinates = step.inside("tensorMap", "tensorCoords", from_name("s32"))
    corners: list[int] = []
    if op.has("im2colInfo"):
        corners = [step.value(item, from_name("u16")) for item in step.items(op.operand("im2colInfo")[0])]
    box = (*step.place_words("tensorMap"), *coordinates, *corners)
    fields = {"e": _BOXES[mode], "n": len(coordinates), "f": len(corners), "imm": int(op.modifiers["dim"][0])}
    if "prefetch" in op.words:
        step.emit("cp.async.bulk.prefetch.tensor", extra=box, **fields)
    elif "bulk_group" in op.words:
        operation = _REDUCTIONS.index(op.modifiers["op"]) if op.words[0] == "reduce" else -1
        step.emit(
            "cp.async.bulk.tensor.out", d=operation, extra=(*box, *step.place_words("srcMem")), **fields
        )
    else:
        places = (*step.place_words("dstMem"), *step.place_words("mbar"))
        step.emit("cp.async.bulk.tensor.in", extra=(*box, *places), **fields, **_multicast(step))


# Clusters


@_rule("mapa")
def _mapa(step: _Step) -> None:
    type_ = from_name(step.op.modifiers["type"])
    step.program.asynchronous = True
    step.emit(
        f"mapa.u{type_.bits}",
        d=step.needed(step.write("d"), type_.bits),
        a=step.read("a", type_),
        b=step.read("b", from_name("u32")),
    )


@_rule("getctarank")
def _getctarank(step: _Step) -> None:
    operand, spec = step.op.operand("a")
    type_ = from_name(spec.type)
    step.emit(f"getctarank.u{type_.bits}", d=step.needed(step.write("d"), 32), a=step.value(operand, type_))


def _remote(step: _Step, handler: str, type_: PtxType, *, others: bool) -> None:
    """A store or reduction into the shared memory of the cluster."""
    op = step.op
    if "mbarrier::complete_tx::bytes" not in op.words or type_.bits == 128:
        raise step.uncovered()
    step.program.asynchronous = True
    rows = [step.value(item, type_) for item in step.items(op.operand("b")[0])]
    size = type_.bytes * len(rows)
    step.emit(
        handler,
        d=type_.bytes,
        n=len(rows),
        f=max(type_.bytes, size & -size),
        c=int(others),
        extra=(*step.place_words("a"), *step.place_words("mbar"), *rows),
    )


# Products of warpgroups


_ELEMENT_TYPES = ("f16", "bf16", "tf32", "e4m3", "e5m2", "s8", "u8", "b1")
_SUM_TYPES = ("f32", "f16", "s32")


@_rule("wgmma")
def _wgmma(step: _Step) -> None:
    op = step.op
    if op.words[0] != "mma_async":
        waits = op.words[0] == "wait_group"
        step.emit(f"wgmma.{op.words[0]}", **({"imm": op.constant("n")} if waits else {}))
        return
    form = wgmma_form(op)
    program = step.program
    shape = program.shapes.setdefault(form.shape, len(program.shapes))
    relations = []
    for key in program.watched:
        if key == form.key:
            relations.append(1)
        elif key == form.fragment_key:
            relations.append(2)
        else:
            relations.append(0 if set(key).isdisjoint((*form.key, *form.fragment_key)) else 3)
    flags = (form.mn_major_a, form.mn_major_b, form.negate, form.saturates)
    constant = op.known(op.operand("scale_d")[0])
    step.out.added = form.key
    step.out.defines += form.key
    step.emit(
        "wgmma.mma_async",
        a=step.read("a_desc") if op.has("a_desc") else -1,
        b=step.read("b_desc"),
        c=step.read("scale_d") if constant is None else -1,
        e=int(bool(constant)),
        f=sum(bit << position for position, bit in enumerate(flags)),
        n=form.n,
        tracks=form.key[0],
        extra=(
            _ELEMENT_TYPES.index(form.a_type),
            _ELEMENT_TYPES.index(form.b_type),
            _SUM_TYPES.index(form.d_type),
            form.k,
            shape,
            program.watched[form.key],
            program.watched[form.fragment_key] if form.a else -1,
            len(form.d),
            len(form.a),
            step.read("sp_meta", from_name("u32")) if form.sparse else -1,
            0,
            *relations,
            *(program.rows[register.number] for register in (*form.d, *form.a)),
            *(_metadata_places(form) if form.sparse else ()),
        ),
    )


def _metadata_places(form: Form) -> list[int]:
    """Where the metadata of each chunk of 16 rows of A is: eight times the lane, and which 4 bits."""
    fragment = metadata_fragment(form.shape, form.a_type, form.selector)
    places = [0] * (16 * fragment.columns)
    for lane in fragment.lanes:
        for element in range(fragment.elements if lane < WARP else 0):
            row, chunk = fragment.at(lane, 0, element)
            places[row * fragment.columns + chunk] = 8 * lane + element
    return places


def _product_extra(extra: tuple[int, ...], tracked: Sequence[int]) -> tuple[int, ...]:
    """The words of a product with the accumulator's registers that must be looked at, by tracked number."""
    return (*extra[:10], len(tracked), *extra[11:], *tracked)


@_rule("setmaxnreg")
def _setmaxnreg(step: _Step) -> None:
    step.emit("setmaxnreg", imm=step.op.constant("count"), n=int("inc" in step.op.words))
