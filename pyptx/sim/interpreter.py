"""Run a batch: the loop that executes blocks for the lanes of a machine."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pyptx.sim import gates, queues
from pyptx.sim.faults import Trap
from pyptx.sim.livelock import LivelockDetector
from pyptx.sim.named_registers import registers_written
from pyptx.sim.semantics.undefined import led_round

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pyptx.sim.machine import Machine
    from pyptx.sim.steps import Block, Code, Step


def connected(m: Machine) -> Machine:
    """A machine whose operations complete, and whose livelocks are reported, when no warp can run."""
    m.scheduler.call_back(
        stalled=partial(queues.advance, m),
        repeated=LivelockDetector(m),
        freed=m.asynchrony.take_turns,
    )
    return m


def run(m: Machine, code: Code) -> None:
    """Execute until every lane has exited.

    Raises:
        Trap: A rule was broken; `step` is the instruction.
    """
    for each in m.observers.started:
        each.started()
    try:
        _run_blocks(m, code)
        queues.complete(m)
        for each in m.observers.completed:
            each.completed()
    finally:
        for each in m.observers.stopped:
            each.stopped()


def _run_blocks(m: Machine, code: Code) -> None:
    scheduler, counters, asynchrony, blocks = m.scheduler, m.counters, m.asynchrony, code.blocks
    meetings = m.defined.undefined_branches
    while True:
        if counters.steps >= asynchrony.alarm:
            queues.tick(m)
        if scheduler.converged:
            count = scheduler.live_count
            if count == 0:
                break
            m.select(None if scheduler.all_live else scheduler.live, None)
        else:
            mask = scheduler.select()
            if mask is None:
                break
            count = scheduler.count
            if count == scheduler.live_count:
                continue
            m.select(mask, mask)
        place = scheduler.place
        block = blocks[place]
        counters.issue(place, count, len(block.steps) + (block.end is not None))
        if counters.steps > counters.limit:
            raise Trap("max-steps", "")
        if place in meetings:
            m.defined.meet(place, m.active())
        if block.gate is not None:
            gates.gate(m, code, block.gate, place)
            continue
        for step in block.steps:
            execute(m, step)
        if block.end is not None:
            control(m, code, block, place)
        else:
            scheduler.proceed(m.active(), place + 1)


def execute(m: Machine, step: Step) -> None:
    """Execute one instruction for the active lanes that its guard lets through."""
    m.begin(step)
    for each in m.observers.issued:
        each.issued(step, branches=False)
    if step.guard < 0:
        gates.run_step(m, step)
        return
    undefined = m.undefined(step.guard_register) if step.operation.computes else None
    origin = None if undefined is None else m.origin(step.guard_register)
    mask, where = m.mask, m.where
    taken = gates.guarded(m, step, checked=undefined is not None)
    if taken is None or taken.any():
        if taken is not None:
            m.select(taken, taken)
        gates.run_step(m, step)
        m.select(mask, where)
    if undefined is not None and origin is not None:
        m.defined.poison_all(undefined, registers_written(step.operation), origin)


def control(m: Machine, code: Code, block: Block, place: int) -> None:
    """Execute the instruction that closes a block."""
    step, scheduler = block.end, m.scheduler
    assert step is not None
    m.begin(step)
    for each in m.observers.issued:
        each.issued(step, branches=True)
    taken: NDArray[np.bool_] | None = None
    if step.guard >= 0:
        undefined = m.undefined(step.guard_register) if step.operation.target is not None else None
        around = None if undefined is None else led_round(code.blocks, place)
        taken = gates.guarded(m, step, checked=around is not None)
        if undefined is not None and around is not None:
            meeting, registers = around
            m.defined.branch(meeting, undefined, registers, m.origin(step.guard_register))
    if step.operation.target is not None:
        if taken is None:
            scheduler.jump(m.mask, step.operation.target.block, polls=block.polls)
        else:
            scheduler.branch(taken, m.mask, step.operation.target.block, place + 1, polls=block.polls)
        return
    scheduler.diverge()
    active = m.executing()
    going = active if taken is None else taken & active
    if taken is not None:
        scheduler.goto(active & ~going, place + 1)
    if not going.any():
        return
    going = going.copy()
    m.select(going, going)
    for number in step.reads:
        m.need_defined(number)
    gates.perform(m, step)
    gates.complete_exits(m, code)
