"""A whole program: its rows, its blocks, and the records of its steps in order."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import numpy as np

from pyptx.collection import collection_paused
from pyptx.sim.abi import RECORD, WARP_GATE
from pyptx.sim.address_chains import address_chains
from pyptx.sim.handlers import operands_of
from pyptx.sim.lowering.assignment import DefiniteAssignment
from pyptx.sim.lowering.passes import Passes
from pyptx.sim.lowering.passes.races import decided
from pyptx.sim.lowering.passes.undefined import meet
from pyptx.sim.lowering.records import Lowered, Uncovered, record
from pyptx.sim.lowering.rows import Rows
from pyptx.sim.lowering.shadows import shadow_program
from pyptx.sim.lowering.step import StepLowering
from pyptx.sim.race_facts import RaceFacts
from pyptx.sim.semantics import defined
from pyptx.sim.semantics.native import LOWERINGS
from pyptx.sim.steps import steps_of
from pyptx.sim.tensor_windows import lacking_windows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyptx.sim.array_origins import BoundedAccess
    from pyptx.sim.lowering.records import LoweredStep, Record
    from pyptx.sim.steps import Code, Step


def lower(
    code: Code,
    handlers: Mapping[str, int],
    *,
    races: bool = False,
    wraps: bool = False,
    bounded: Mapping[Step, Sequence[BoundedAccess]] | None = None,
    facts: RaceFacts | None = None,
    follows: bool = False,
    observes: bool = False,
    times: bool = False,
    shadows: Mapping[Step, int] | None = None,
) -> Lowered:
    """Lower a program.

    Args:
        code: The decoded program.
        handlers: Number of each handler, by name.
        races: Whether race checking is on.
        wraps: Whether address arithmetic is checked.
        bounded: The accesses that must stay inside their shared arrays.
        facts: The instructions to which special rules of the race detector apply.
        follows: Whether undefined values are propagated lane by lane.
        observes: Whether accesses and waits are counted.
        times: Whether a timeline is recorded.
        shadows: With shadow values, the copy that takes the rounding errors of each instruction that has one.

    Raises:
        Uncovered: The native engine does not support an instruction.
    """
    with collection_paused():
        following = shadow_program(code, shadows) if shadows is not None else None
        if following is not None and (follows or races or wraps or bounded or observes or times):
            raise Uncovered("shadow= together with other checks or with observers")
        rows = Rows(
            code, handlers, races=races, follows=follows, observes=observes, times=times, shadows=following
        )
        if wraps:
            rows.follow_wraps(address_chains(code))
        rows.bounded, rows.facts = bounded or {}, facts or RaceFacts()
        rows.lack_windows = lacking_windows(code) if races else frozenset()
        return _program(rows)


def _program(rows: Rows) -> Lowered:
    """Lower all steps and put them in order; nothing of the way there is left for the collector."""
    steps: dict[int, LoweredStep] = {}
    for block in rows.code.blocks:
        inside = steps_of(block)
        rows.block_steps = len(inside)
        for step in inside:
            steps[id(step)] = rows.planned(step.operation) or _lowered(rows, step)
    return _assembled(rows, steps, DefiniteAssignment(rows.code, steps, follows=rows.follows))


def refusals(code: Code, handlers: Mapping[str, int]) -> list[tuple[Step, Uncovered]]:
    """Return every instruction of a program that the native engine does not support, and why."""
    rows = Rows(code, handlers)
    found = []
    for step in code.steps:
        try:
            _lowered(rows, step)
        except Uncovered as refused:
            found.append((step, refused))
    return found


def _lowered(rows: Rows, step: Step) -> LoweredStep:
    """Lower a step.

    Raises:
        Uncovered: The native engine does not support the instruction.
    """
    instruction = step.instruction
    definition, builder = defined(instruction.opcode, instruction.modifiers)
    lowering = StepLowering(rows, step, definition)
    function = builder or (definition and definition.function)
    lowers = LOWERINGS.get(function) if function else None
    if lowers:
        lowers(lowering)
    elif definition is None or builder is not None:
        raise lowering.uncovered()
    else:
        lowering.as_written()
    return lowering.out


def _assembled(rows: Rows, steps: Mapping[int, LoweredStep], assignment: DefiniteAssignment) -> Lowered:
    """Put all records in order."""
    blocks: list[int] = []
    gates: list[int] = []
    records: list[Record] = []
    numbers: list[int] = []
    passes = Passes(rows, assignment)
    deciding = {step for test in rows.facts.read_tests.values() for step in (*test.steps, test.branch)}
    deciding.update(rows.facts.read_tests)
    own: dict[Step, list[int]] = {}
    for place, block in enumerate(rows.code.blocks):
        blocks.append(len(records))
        gates.append(-1)
        inside = steps_of(block)
        if block.gate is not None and block.gate.operation.barrier is not None:
            records.append(record("door", number=place, steps=0))
        records.append(record("block", number=place, steps=len(inside)))
        if assignment.detours:
            records += meet(assignment, place)
        numbers += [0] * (len(records) - len(numbers))
        for number, step in enumerate(inside):
            made = steps[id(step)]
            gate = step is block.gate
            out = passes.records_around(step, made, place, gate)
            if gate and step.operation.barrier is not None:
                gates[-1] = len(records) + next(k for k, each in enumerate(out) if each is made.records[-1])
            if step in deciding:
                made_here = [id(each) for each in (*made.records, *made.after)]
                own[step] = [len(records) + k for k, each in enumerate(out) if id(each) in made_here]
            records += out
            numbers += [number] * len(out)
        if block.end is None or (block.end.guard >= 0 and block.end.operation.target is None):
            records.append(record("next", number=place + 1))
        numbers += [0] * (len(records) - len(numbers))
    decided(records, own, rows.facts)
    return _packed(rows, records, numbers, blocks, gates, assignment)


def _packed(
    rows: Rows,
    records: list[Record],
    numbers: list[int],
    blocks: list[int],
    gates: list[int],
    assignment: DefiniteAssignment,
) -> Lowered:
    """Pack the program into the arrays that the engine reads."""
    extra = array("q")
    words: list[int] = []
    handlers = rows.handlers
    for each, number in zip(records, numbers, strict=True):
        words += (handlers[each.handler], number, len(extra))
        if each.operands is None:
            words += (each.d, each.a, each.b, each.c, each.e, each.f, each.n, each.imm)
        else:
            operands = operands_of(each.handler)
            assert operands is not None
            words += operands.encode(each.handler, each.operands, extra)
    found = [None if block.gate is None else block.gate.operation for block in rows.code.blocks]
    warp_gates = [
        WARP_GATE["" if op is None else "meets" if op.members_alike else "aligned" if op.aligned else ""]
        for op in found
    ]
    varying = {offset for offset, *_ in rows.varying}
    return Lowered(
        records=np.frombuffer(array("q", words), RECORD.dtype),
        extra=np.frombuffer(extra or array("q", [0]), np.int64).astype(np.int32),
        blocks=np.array(blocks, np.int64),
        gates=np.array(gates, np.int64),
        warp_gates=np.array(warp_gates, np.uint8),
        warp_bytes=-(-rows.bytes // 64) * 64,
        register_bytes=rows.register_bytes,
        rows=rows.rows,
        constants=[(offset, raw) for raw, offset in rows.constants.items()],
        specials=[
            (offset, name, dtype) for (name, dtype), offset in rows.specials.items() if offset not in varying
        ],
        varying=rows.varying,
        tracked=sorted(assignment.index, key=assignment.index.__getitem__),
        detours=len(assignment.detours),
        asynchronous=rows.asynchronous,
        overlooks=rows.overlooks,
        sites=np.array([each.site for each in records] if rows.races else [], np.int64),
        follows=rows.follows,
        tensor_memory=rows.tensor_memory,
        planners=rows.planners,
        observed=np.array(
            [each.observed for each in records] if rows.observes or rows.times else [], np.int64
        ),
        frames=rows.frames,
        call_sites=rows.call_sites,
        shadows=rows.shadows,
    )
