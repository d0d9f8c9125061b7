"""A whole program: its rows, its blocks, and the records of its steps in order."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.collection import collection_paused
from pyptx.sim.lowering.records import (
    BY_CTA,
    DEEDS,
    MASK64,
    ROW_BYTES,
    SHARED_START,
    STOP_CONTROL,
    STOP_GATE,
    STOP_STEP,
    ZERO,
    Lowered,
    LoweredStep,
    Record,
    Uncovered,
)
from pyptx.sim.lowering.standing import Standing, steps_of
from pyptx.sim.lowering.step import Plan, StepLowering
from pyptx.sim.lowering.undefined import doubting, spreading, spreads, weighing
from pyptx.sim.lowering.wgmma import product_extra
from pyptx.sim.semantics.undefined import registers_in

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from pyptx.sim.steps import Code, Step
    from pyptx.sim.symbols import Callee


def lower(code: Code, handlers: Mapping[str, int], *, races: bool = False, follows: bool = False) -> Lowered:
    """Lower a program.

    Args:
        code: The decoded program.
        handlers: Number of each handler, by name.
        races: Whether races will be looked for.
        follows: Whether values that nobody defined are followed lane by lane.

    Raises:
        Uncovered: The native engine does not know an instruction.
    """
    with collection_paused():
        return ProgramLowering(code, handlers, races=races, follows=follows).lower()


def refusals(code: Code, handlers: Mapping[str, int]) -> list[tuple[Step, Uncovered]]:
    """Every instruction of a program that the native engine does not know, and why."""
    program = ProgramLowering(code, handlers)
    found = []
    for block in code.blocks:
        for step in steps_of(block):
            try:
                StepLowering(program, step).lower()
            except Uncovered as refused:
                found.append((step, refused))
    return found


class ProgramLowering:
    """The lowering of one program."""

    def __init__(
        self, code: Code, handlers: Mapping[str, int], *, races: bool = False, follows: bool = False
    ) -> None:
        self.code = code
        self.handlers = handlers
        self.races = races
        self.follows = follows
        predicates = [register for register in code.registers if register.bits == 1]
        self.rows = [0] * len(code.registers)
        self.bytes = self.block_steps = 0
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
        self.everyone = self.constant(b"\xff" * 4)
        """The row of a mask that names all lanes."""
        self.varying: list[tuple[int, int, int, int]] = []
        self.shared: dict[tuple[int, int], int] = {}
        self.asynchronous = code.warpgroups
        self.overlooks = False
        self.watched = {key: position for position, key in enumerate(code.watched)}
        self.closed = {id(block.end): (place, block) for place, block in enumerate(code.blocks)}
        accumulators = {step.operation.accumulators for block in code.blocks for step in block.steps}
        self.watchers: dict[int, list[tuple[int, bool]]] = {}
        for key, position in self.watched.items():
            for number in key:
                self.watchers.setdefault(number, []).append((position, key in accumulators))
        self.shapes: dict[str, int] = {}
        self.plans: dict[int, Plan] = {}
        """What instructions become that ask nothing but their form, by the identity of its match."""
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
            if name in BY_CTA:
                self.varying.append((found, BY_CTA[name], dtype.itemsize, 0))
        return found

    def frame(self) -> int:
        """The row of the start of each lane's current frame."""
        known = "frame" in self.frames
        row = self._kept("frame", 64)
        if not known:
            self.varying.append((row, ZERO, 8, 0))
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
            added = (offset + (1 << 63) & MASK64) - (1 << 63)  # two's complement, as the engine adds it
            self.varying.append((found, SHARED_START, bits // 8, added))
        return found

    def lower(self) -> Lowered:
        """Lower every block, then put the records in order."""
        steps: dict[int, LoweredStep] = {}
        for block in self.code.blocks:
            inside = steps_of(block)
            self.block_steps = len(inside)
            for step in inside:
                steps[id(step)] = self._planned(step) or StepLowering(self, step).lower()
        standing = Standing(self.code, steps, follows=self.follows)
        return self._assemble(steps, standing)

    def _planned(self, step: Step) -> LoweredStep | None:
        """What a step becomes as others of its form did; None where there is none, or more to it."""
        plan = self.plans.get(id(step.operation.match))
        return None if plan is None or step.members is not None else plan.lower(self, step)

    def watches(self, step: Step) -> list[Record]:
        """What notes registers of products that another instruction accesses, or writes if they are of A."""
        if not self.watchers or step.instruction.opcode == "wgmma":
            return []
        found: dict[int, None] = {}
        for number, writes in step.registers:
            for position, always in self.watchers.get(number, ()):
                if always or writes:
                    found[position] = None
        return [Record("watch", n=len(found), extra=tuple(found))] if found else []

    def _assemble(self, steps: dict[int, LoweredStep], standing: Standing) -> Lowered:
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
            for number, step in enumerate(steps_of(block)):
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
        self, step: Step, made: LoweredStep, standing: Standing, place: int, *, gate: bool
    ) -> list[Record]:
        """The records of a step, with its guard, its checks and what becomes of the registers it writes."""
        apart = gate or step.control
        kind = STOP_GATE if gate else STOP_CONTROL if step.control else STOP_STEP
        out: list[Record] = []
        guarded = step.guard >= 0
        unsettled = standing.unsettled[id(step)]
        kept: Collection[int] = {number for number, *_ in made.keeps}
        spreading_record = None
        if self.follows and (spreads(step) or step.instruction.opcode == "shfl"):
            kept = step.operation.keeps if step.operation.spread is not None else kept
            if made.copies is None and spreads(step):
                spreading_record = spreading(step, made.defines, unsettled, standing.index, self.rows)
        checks = [
            Record("check", a=standing.index[number], f=kind)
            for number in step.reads
            if number in unsettled and number not in kept
        ]
        doubtful = guarded and self.follows and step.operation.computes and step.guard_register in unsettled
        if guarded and step.guard_register in unsettled and not doubtful:
            out.append(Record("check", a=standing.index[step.guard_register], f=kind))
        body = [*checks]
        if made.members >= 0:
            deed = "members" if made.members_alike else "exchange" if made.exchanges else ""
            site = DEEDS.get(deed, 0)
            handler = "members.all" if made.members == self.everyone else "members"
            body.append(Record(handler, a=made.members, f=int(made.members_alike), site=site))
        before = spreading_record or weighing(made, standing.index)
        if spreading_record is not None:
            body.append(spreading_record)
        for record in made.records:
            if before is not spreading_record and before is not None and record is made.records[-1]:
                body.append(before)  # behind what made its address
            if record.tracks >= 0:
                index = standing.index.get(record.tracks, -1)
                if self.follows and record.handler.startswith("shfl."):
                    given = registers_in(step.operation, step.operation.operand("a")[0])
                    record.n = (
                        max(
                            (
                                standing.index[number]
                                for number in given
                                if number in kept and number in unsettled
                            ),
                            default=-1,
                        )
                        + 1
                    )
                if record.handler == "wgmma.mma_async":
                    added = [standing.index[each] for each in made.added if each in unsettled]
                    record.extra = product_extra(record.extra, added)
                elif record.handler == "barrier":
                    record.extra = (index,)
                else:
                    record.f = index
            body.append(record)
        barrier = step.barrier is not None
        calling = body.pop() if made.records and made.records[-1].handler == "call" else None
        body += made.after
        for number, offset, size in made.keeps:
            if number in unsettled:
                to = made.records[-1]
                body.append(
                    Record(
                        "forget",
                        d=standing.index[number],
                        a=to.a,
                        e=to.e,
                        imm=to.imm + offset,
                        f=to.f,
                        n=size,
                    )
                )
        for number in made.defines if before is None else ():
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
        held = [
            *out,
            Record("guard", a=guard, f=int(step.negated), n=len(body) + 1),
            *body,
            Record("unguard"),
        ]
        return [*held, doubting(step, made, standing.index)] if doubtful else held

    def _pack(
        self,
        records: Sequence[Record],
        numbers: Sequence[int],
        blocks: Sequence[int],
        gates: Sequence[int],
        warp_gates: Sequence[bool],
        standing: Standing,
    ) -> Lowered:
        extra: list[int] = []
        words = array("q")
        for record, number in zip(records, numbers, strict=True):
            at = -1
            if record.extra:
                at = len(extra)
                extra += record.extra
            words.extend(
                (
                    self.handlers[record.handler], record.d, record.a, record.b, record.c, record.e, record.f,
                    record.n, number, record.imm, at,
                )
            )  # fmt: skip
        varying = {offset for offset, *_ in self.varying}
        return Lowered(
            records=np.frombuffer(words, np.int64).reshape(-1, 11),
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
            overlooks=self.overlooks,
            sites=np.array([record.site for record in records] if self.races else [], np.int64),
            follows=self.follows,
        )
