"""Instructions at which lanes wait for others: those of a warp, and the barriers of a CTA."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.faults import OtherAccess, Trap, lane_ranges
from pyptx.sim.scheduler import BARRIERS, WARP, WARPGROUP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import CtaBarrier
    from pyptx.sim.steps import Code, Step


def run_step(m: Machine, step: Step) -> None:
    """Execute an instruction for the lanes of the mask."""
    full = m.defined.full
    for number in step.reads:
        if not full[number] and m.undefined(number) is not None:
            _spread(m, step)
            return
    perform(m, step)


def perform(m: Machine, step: Step) -> None:
    """Run an instruction, between the hooks that see its operands and its results."""
    for each in m.observers.executing:
        each.executing(step)
    step.run(m)
    for each in m.observers.executed:
        each.executed(step)


def _spread(m: Machine, step: Step) -> None:
    """Execute an instruction on undefined values."""
    operation = step.operation
    found = {number: m.undefined(number) for number in step.reads}
    undefined = {number: lanes for number, lanes in found.items() if lanes is not None}
    for number in undefined:
        if operation.spread is None or number not in operation.keeps:
            m.need_defined(number)
    assert operation.spread is not None
    after = operation.spread(operation, m, undefined)
    perform(m, step)
    after()
    m.defined.note_spread()


def guarded(m: Machine, step: Step, *, checked: bool = False) -> NDArray[np.bool_] | None:
    """The active lanes that a guard lets through, unless `checked` defined in all; None for all lanes."""
    if not checked:
        m.need_defined(step.guard_register)
    guard = m.values[step.guard]
    taken: NDArray[np.bool_] = ~guard if step.negated else guard
    if m.mask is not None:
        return taken & m.mask
    return None if taken.all() else taken.copy()


def gate(m: Machine, code: Code, step: Step, place: int) -> None:
    """Execute an instruction at which lanes wait for others."""
    m.begin(step)
    for each in m.observers.issued:
        each.issued(step, branches=False)
    came = m.executing().copy() if m.observers.gated else None
    _gate(m, code, step, place)
    if came is not None:
        for each in m.observers.gated:
            each.gated(step, place, came)


def _gate(m: Machine, code: Code, step: Step, place: int) -> None:
    scheduler = m.scheduler
    active = m.mask
    if step.guard >= 0:
        taken = guarded(m, step)
        if taken is not None:
            scheduler.diverge()
            around = (scheduler.live if active is None else active) & ~taken
            scheduler.goto(around, place + 1)
            if not taken.any():
                return
            m.select(taken, taken)
    for number in step.reads:
        if number not in step.operation.keeps:
            m.need_defined(number)
    op = step.operation
    if op.barrier is not None:
        _barrier(m, code, op.barrier, place)
    elif op.passing is not None:
        _pass(m, step, place)
    else:
        _gather(m, code, step, place)


def _gather(m: Machine, code: Code, step: Step, place: int) -> None:
    """Execute an instruction for which the lanes of a member mask come together."""
    scheduler = m.scheduler
    assert step.operation.members is not None
    members = step.operation.members(m)
    everyone = scheduler.converged and scheduler.live_count == int(np.count_nonzero(scheduler.exists))
    if everyone and (members == np.uint32(0xFFFF_FFFF)).all():
        scheduler.meet(m.executing())
    else:
        ready = scheduler.gather_warps(
            members, m.executing(), step.name, _alike(code, step), whole=step.operation.needs_whole_warp
        )
        if ready is None:
            return
        if not scheduler.converged:
            m.select(ready, ready)
    run_step(m, step)
    if step.operation.exchanges:
        for each in m.observers.values_exchanged:
            each.values_exchanged(np.flatnonzero(scheduler.met), members)
    scheduler.proceed(m.active(), place + 1)


def _alike(code: Code, step: Step) -> NDArray[np.bool_] | None:
    """The blocks of ``bar.warp.sync``, which need not be the same one for all lanes; None for others."""
    if not step.operation.members_alike:
        return None
    gates = [block.gate for block in code.blocks]
    return np.array([found is not None and found.operation.members_alike for found in gates])


def _pass(m: Machine, step: Step, place: int) -> None:
    """Execute an instruction that decides itself which of its lanes go on."""
    assert step.operation.passing is not None
    scheduler = m.scheduler
    mask = scheduler.live.copy() if m.mask is None else m.mask
    going = step.operation.passing(m, mask)
    if scheduler.converged and going is mask:
        perform(m, step)
        scheduler.proceed(mask, place + 1)
        return
    scheduler.diverge()
    if not going.any():
        return
    m.select(going, going)
    perform(m, step)
    scheduler.goto(going, place + 1)


def gather_warpgroups(m: Machine, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Bring the four warps of each warpgroup of the mask together.

    Returns:
        The lanes of whole warpgroups. Some may have waited here, others still wait at a block whose
        instruction meets this one: see `Image.meetings`.

    Raises:
        Trap: A lane of the warpgroup has exited or does not exist.
    """
    scheduler = m.scheduler
    here = mask
    if scheduler.parked:
        waiting = np.flatnonzero(scheduler.barrier == WARPGROUP)
        here = mask.copy()
        meetings = m.code.meetings
        here[waiting] |= meetings[scheduler.parked_at[waiting]] == meetings[scheduler.place]
        at = np.where(mask, scheduler.place, scheduler.parked_at).reshape(-1, WARP)
        split = np.repeat((at != at[:, :1]).any(1), WARP)  # the lanes of one warp meet at one instruction
        here &= mask | ~split
    name = m.step.name if m.step is not None else ""
    whole = here.reshape(-1, 4 * WARP).all(1)
    touched = mask.reshape(-1, 4 * WARP).any(1)
    if (whole | ~touched).all():
        ready = mask if here is mask else here & np.repeat(whole, 4 * WARP)
        if ready is not mask:
            scheduler.rejoin(ready & (scheduler.parked_at == scheduler.place))
        return ready
    gone = (~scheduler.live).reshape(-1, 4 * WARP).any(1) & touched
    if gone.any():
        lanes = np.flatnonzero(np.repeat(gone, 4 * WARP) & mask)
        said = f"{name} is for whole warpgroups, but threads of this one have exited or do not exist"
        raise Trap("aligned", said, int(lanes[0]))
    ready = here & np.repeat(whole, 4 * WARP)
    scheduler.rejoin(ready & (scheduler.parked_at == scheduler.place))
    early = mask & ~ready
    if early.any():
        scheduler.park(early, WARPGROUP)
    return ready


# Barriers of a CTA


def _barrier(m: Machine, code: Code, barrier: CtaBarrier, place: int) -> None:
    """Execute a barrier of a CTA: pass, or park and release the lanes whose phase is complete."""
    scheduler = m.scheduler
    numbers = barrier.number(m)
    counts = barrier.count(m) if barrier.count is not None else None
    if counts is not None and not counts.any():
        counts = None
    predicate = barrier.predicate(m) if barrier.predicate is not None else None
    waits = barrier.kind != "arrive"
    if waits and m.cta_barriers.passes_at_once(numbers, counts):
        if predicate is not None:
            _reduce(m, barrier, scheduler.live, predicate)
        for each in m.observers.ctas_met:
            each.ctas_met()
        scheduler.proceed(scheduler.live, place + 1)
        scheduler.note_progress()
        return
    mask = m.executing().copy()
    arrived_at = m.cta_barriers.arrive(numbers, counts, predicate, mask, waits=waits)
    if not waits:
        for each in m.observers.barrier_arrived:
            each.barrier_arrived(mask, numbers)
    for number in arrived_at:
        _complete_barrier(m, code, number)


def complete_exits(m: Machine, code: Code) -> None:
    """Release the lanes that waited only for lanes that have exited since the last call."""
    exited, alone = m.scheduler.take_exits()
    if exited is None:
        return
    if "races" in m.memory.checks:
        _need_whole_arrivals(m, code, exited, alone)
    for number in m.cta_barriers.in_use():
        _complete_barrier(m, code, number)
    for each in m.observers.exited:
        each.exited()


def _need_whole_arrivals(m: Machine, code: Code, exited: NDArray[np.bool_], alone: NDArray[np.bool_]) -> None:
    """Check that no lane waits at an ``.aligned`` barrier that other lanes of its warp left without it.

    The manual requires the whole warp there. Programs whose threads return early run nevertheless: hardware
    does not wait for lanes that have exited. So only race checking reports it.

    Args:
        m: The batch.
        code: The program.
        exited: The lanes that have exited.
        alone: The lanes that waited for lanes of their warp, and go on because these have exited.

    Raises:
        Trap: A lane waits without the others.
    """
    scheduler = m.scheduler
    left = np.repeat(scheduler.warps(exited) != 0, WARP)
    waiting = left & (scheduler.barrier >= 0) & (scheduler.barrier < BARRIERS) | alone
    at = np.where(alone, scheduler.key, scheduler.parked_at)
    for lane in np.flatnonzero(waiting & scheduler.live).tolist():
        step = code.blocks[int(at[lane])].gate
        if step is None or not step.operation.aligned:
            continue
        warp = slice(lane // WARP * WARP, (lane // WARP + 1) * WARP)
        gone = np.flatnonzero(exited[warp]).tolist()
        other = OtherAccess(m.step, m.thread_of(warp.start + gone[0]), "another lane of the warp", "exits")
        said = (
            f"{step.name} is for whole warps, but lanes {lane_ranges(gone)} exit while other lanes of their "
            "warp wait here: all lanes of a warp reach the barrier, or exit before any of them comes"
        )
        raise Trap("aligned", said, lane, step=step, other=other)


def _complete_barrier(m: Machine, code: Code, number: int) -> None:
    """Release the lanes whose barrier is complete."""
    more = True
    while more:
        more = m.cta_barriers.release_complete(
            number, partial(_finish, m, code), partial(_report_split, code)
        )
        for each in m.observers.barrier_completed:
            each.barrier_completed(number)


def _finish(m: Machine, code: Code, block: int, lanes: NDArray[np.bool_], complete: NDArray[Any]) -> None:
    """Write the result of a reduction for the lanes that a barrier releases."""
    for each in m.observers.barrier_released:
        each.barrier_released(lanes, complete)
    step = code.blocks[block].gate
    if step is None or step.operation.barrier is None:
        return
    mask, where = m.mask, m.where
    m.select(lanes, lanes)
    _reduce(m, step.operation.barrier, complete, m.cta_barriers.predicate)
    m.select(mask, where)


def _reduce(
    m: Machine, barrier: CtaBarrier, complete: NDArray[np.bool_], predicate: NDArray[np.bool_]
) -> None:
    """Reduce a predicate over the lanes of each CTA that took part, if the instruction does."""
    if barrier.write is None:
        return
    counts = np.zeros(m.scheduler.ctas, np.int64)
    np.add.at(counts, m.cta[complete & predicate], 1)
    present = np.zeros(m.scheduler.ctas, np.int64)
    np.add.at(present, m.cta[complete], 1)
    result: NDArray[Any]
    if barrier.reduce == "popc":
        result = counts.astype(np.uint32)
    else:
        result = counts == present if barrier.reduce == "and" else counts > 0
    barrier.write(m, result[m.cta])


def _report_split(code: Code, blocks: NDArray[np.int32], lane: int) -> None:
    """Report a warp whose lanes reached one barrier at several instructions, one of which is ``.aligned``.

    Raises:
        Trap: One of the instructions is ``.aligned``.
    """
    steps = [code.blocks[block].gate for block in blocks.tolist()]
    for step in steps:
        if step is not None and step.operation.aligned:
            others = ", ".join(other.name for other in steps if other is not None and other is not step)
            said = (
                f"{step.name} requires all lanes of a warp to execute it together, but some reached the "
                f"barrier at another instruction ({others})"
            )
            raise Trap("aligned", said, lane, step=step)
