"""Barriers in shared memory (manual section 9.7.15.16): the instructions of `Barriers`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from pyptx.sim.barriers import MOST_ARRIVALS, in_turns
from pyptx.sim.faults import Trap
from pyptx.sim.scopes import CTA, scope_of
from pyptx.sim.semantics.async_copy import copies
from pyptx.sim.semantics.machine import machine
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.unmodelled import unmodelled
from pyptx.types import u32, u64

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Place, Run

PENDING_SHIFT = 32
"""Bit position, in the state of an arrival, of the pending arrivals; below are the completed phases."""


@machine("mbarrier.init")
def initialise(op: Operation) -> Run:
    """``mbarrier.init``: phase 0, with this many arrivals expected in every phase."""
    if "layout::v1" in op.words:
        unmodelled(op)
    place = op.place("addr")
    count = op.read("count", u32)

    def run(m: Machine) -> None:
        index, lanes = _named(m, place, live=False)
        arrivals = count(m).astype(np.int64)[lanes]
        wrong = (arrivals < 1) | (arrivals > MOST_ARRIVALS)
        if wrong.any():
            bad = int(wrong.argmax())
            said = f"a count of {int(arrivals[bad])} is not in 1..{MOST_ARRIVALS}"
            raise Trap("mbarrier-count", said, int(lanes[bad]))
        for turn in in_turns(index[lanes], lanes):
            m.barriers.initialise(index[turn], count(m).astype(np.int64)[turn], turn)
        m.scheduler.note_progress()

    return run


@machine("mbarrier.inval")
def invalidate(op: Operation) -> Run:
    """``mbarrier.inval``: the memory is free for other use; its contents are undefined."""
    place = op.place("addr")

    def run(m: Machine) -> None:
        index, lanes = _named(m, place)
        for turn in in_turns(index[lanes], lanes):
            m.barriers.invalidate(index[turn], turn)

    return run


@machine("mbarrier.expect_tx", "mbarrier.complete_tx")
def transactions(op: Operation) -> Run:
    """``mbarrier.expect_tx``, ``mbarrier.complete_tx``: more, or fewer, bytes are pending in this phase."""
    completes = "complete_tx" in op.words
    objects = _objects(op)
    count = op.read("tx_count", u32)

    def run(m: Machine) -> None:
        slots, lanes = objects(m)
        amount = count(m).astype(np.int64)[lanes]
        for each in m.observers.mbarrier_used:
            each.mbarrier_used(slots, lanes)
        for each in m.observers.bytes_started if completes else ():
            each.bytes_started(slots, lanes)
        for each in () if completes else m.observers.bytes_expected:
            each.bytes_expected(slots, lanes)
        m.barriers.counted(slots, lanes, m.step, amount, came=completes)
        change = m.barriers.complete if completes else m.barriers.expect
        for turn in in_turns(slots, np.arange(len(slots))):
            change(slots[turn], amount[turn], lanes[turn])
        m.scheduler.note_progress()

    return run


@machine("mbarrier.arrive", "mbarrier.arrive_drop")
def arrive(op: Operation) -> Run:
    """``mbarrier.arrive``: fewer arrivals are pending; give the state of the phase arrived in.

    With ``.expect_tx`` bytes are added to those pending first; ``.arrive_drop`` lowers the arrivals that
    later phases expect.
    """
    expects, drops, holds = "expect_tx" in op.words, "arrive_drop" in op.words, "noComplete" in op.words
    relaxed, scope = "relaxed" in op.words, scope_of(op.words, default=CTA)
    objects = _objects(op)
    count = op.read("count", u32) if op.has("count") else None
    bytes_ = op.read("tx_count", u32) if expects else None
    write = op.write("state")

    def run(m: Machine) -> None:
        slots, lanes = objects(m)
        amount = np.ones(len(lanes), np.int64) if count is None else count(m).astype(np.int64)[lanes]
        coming = None if bytes_ is None else bytes_(m).astype(np.int64)[lanes]
        state = np.zeros(m.lanes, np.uint64)
        barriers = m.barriers
        barriers.visited(slots, lanes, m.step)
        if coming is not None:
            barriers.counted(slots, lanes, m.step, coming, came=False)
        for each in m.observers.mbarrier_used:
            each.mbarrier_used(slots, lanes)
        for each in m.observers.mbarrier_arrived:
            each.mbarrier_arrived(slots, lanes, scope=scope, relaxed=relaxed)
        for turn in in_turns(slots, np.arange(len(slots))):
            slot = slots[turn]
            pending = barriers.pending[slot].astype(np.uint64) << np.uint64(PENDING_SHIFT)
            state[lanes[turn]] = pending | barriers.phase[slot].astype(np.uint64)
            if coming is not None:
                barriers.expect(slot, coming[turn], lanes[turn])
            barriers.arrive(slot, amount[turn], lanes[turn], drop=drops, hold=holds)
        m.scheduler.note_progress()
        write(m, state)

    return run


@machine("mbarrier.test_wait", "mbarrier.try_wait")
def wait(op: Operation) -> Run:
    """``mbarrier.test_wait``, ``mbarrier.try_wait``: whether a phase is complete.

    Neither blocks here: a group of lanes whose polls all fail lets other threads run first.
    """
    if (
        op.has("report_value")
        or "phase_type::conditional" in op.words
        or op.match.operands[0].second is not None
    ):
        unmodelled(op)
    op.polls = True
    place = op.place("addr")
    write = op.write("wait_complete")
    parity = op.read("phase_parity", u32) if op.has("phase_parity") else None
    token = op.read("state", u64) if parity is None else None
    may_give_up, relaxed = op.words[0] == "try_wait", "relaxed" in op.words
    scope = scope_of(op.words, default=CTA)
    if op.has("time_hint"):
        op.read("time_hint", u32)

    def run(m: Machine) -> None:
        index, lanes = _named(m, place)
        barriers = m.barriers
        slot = barriers.slots(index[lanes], lanes)
        for each in m.observers.mbarrier_used:
            each.mbarrier_used(slot, lanes)
        phase = barriers.phase[slot]
        if parity is not None:
            asked = parity(m)[lanes].astype(np.int64)
            if (asked > 1).any():
                bad = int((asked > 1).argmax())
                raise Trap("mbarrier-parity", f"a parity is 0 or 1, not {int(asked[bad])}", int(lanes[bad]))
        else:
            assert token is not None
            given = (token(m)[lanes] & np.uint64(0xFFFF_FFFF)).astype(np.int64)
            _need_recent(m, given, phase, lanes)
            asked = given & 1
        over = (phase & 1) != asked
        if may_give_up and over.any() and m.asynchrony.times_out():
            over = np.zeros_like(over)
        barriers.seen[slot[over]] = phase[over]
        for each in m.observers.mbarrier_waited:
            each.mbarrier_waited(slot[over], lanes[over], scope=scope, relaxed=relaxed)
        done, wanted = np.zeros(m.lanes, np.bool_), np.zeros(m.lanes, np.int8)
        done[lanes], wanted[lanes] = over, asked
        m.await_barrier(index, wanted, done)
        write(m, done)

    return run


def _need_recent(
    m: Machine, given: NDArray[np.int64], phase: NDArray[np.int32], lanes: NDArray[np.int64]
) -> None:
    """Check that states are of the current phase or of the one before it."""
    old = (given < phase - 1) | (given > phase)
    if old.any():
        bad = int(old.argmax())
        said = (
            f"the state is of phase {int(given[bad])}, but the object is in phase "
            f"{int(phase[bad])}: a wait is "
            "legal only for the current phase and the one before it"
        )
        raise Trap("mbarrier-lapped", said, int(lanes[bad]))


@machine("mbarrier.pending_count")
def pending_count(op: Operation) -> Run:
    """``mbarrier.pending_count``: the pending arrivals in the state that an arrival returned."""
    if "layout::v1" in op.words:
        unmodelled(op)
    token, write = op.read("state", u64), op.write("count")
    return lambda m: write(m, (token(m) >> np.uint64(PENDING_SHIFT)).astype(np.uint32))


@machine("cp.async.mbarrier.arrive")
def arrive_after_copies(op: Operation) -> Run:
    """``cp.async.mbarrier.arrive``: arrive when the earlier copies of the thread have completed.

    Without ``.noinc`` it first adds a pending arrival to this phase, so that the count stays the same.
    """
    place = op.place("addr")
    counts = "noinc" in op.words

    def run(m: Machine) -> None:
        index, lanes = _named(m, place)
        slots = m.barriers.slots(index[lanes], lanes)
        if not counts:
            m.barriers.add_pending(slots)
        for each in m.observers.mbarrier_used:
            each.mbarrier_used(slots, lanes)
        for each in m.observers.copies_tied:
            each.copies_tied(slots, lanes)
        copies(m).arrive(m, lanes, slots)

    return run


def _named(m: Machine, place: Place, *, live: bool = True) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the arena index of the object of every lane, and the lanes that take part."""
    space, address = place
    where = address(m)
    lanes = np.flatnonzero(m.executing())
    mask: NDArray[np.bool_] | None = m.mask
    if mask is None and not m.scheduler.all_live:
        mask = m.scheduler.live
    index = m.memory.locate(space, where, 8, mask)
    if not live:
        outside = ~np.array([m.memory.is_shared(at) for at in index[lanes].tolist()])
        if outside.any():
            said = "an mbarrier object lies in shared memory; this address does not"
            raise Trap("mbarrier-space", said, int(lanes[int(outside.argmax())]))
        fresh = np.zeros(m.lanes, np.bool_)
        fresh[lanes] = ~m.memory.is_barrier(index[lanes])
        m.memory.need_writable(space, where, index, 8, fresh)
    return index, lanes


Objects: TypeAlias = "Callable[[Machine], tuple[NDArray[np.int64], NDArray[np.int64]]]"
"""Returns the slots of the objects that an instruction names, and the lane that names each."""


def _objects(op: Operation) -> Objects:
    """Return the function that finds the objects: with a mask of ranks, those at one offset in several CTAs.

    A generic address of an object lies in the shared window.
    """
    place = op.place("addr")
    ranks = op.read("cta_mask") if op.has("cta_mask") else None

    def found(m: Machine) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        index, lanes = _named(m, place)
        if ranks is None:
            return m.barriers.slots(index[lanes], lanes), lanes
        memory, masks = m.memory, ranks(m).astype(np.int64)[lanes]
        wrong = (masks == 0) | (masks >> m.cluster_size != 0)
        if wrong.any():
            bad = int(wrong.argmax())
            said = f"the mask {int(masks[bad]):#x} names no CTA, or one outside a cluster of {m.cluster_size}"
            raise Trap("cluster-rank", said, int(lanes[bad]))
        which, rank = np.nonzero(masks[:, None] >> np.arange(m.cluster_size) & 1)
        lanes = lanes[which]
        offset = (index[lanes] - memory.batch_start) % memory.shared_stride
        cta = m.cta[lanes] // m.cluster_size * m.cluster_size + rank
        gone = memory.exited[cta]
        if gone.any():
            bad = int(gone.argmax())
            said = f"the CTA of rank {int(rank[bad])} has exited, but this instruction uses its mbarrier"
            raise Trap("exited-cta", said, int(lanes[bad]))
        return m.barriers.slots(memory.cta_start[cta] + offset, lanes), lanes

    return found


# The native engine


def _mask(step: StepLowering) -> int:
    """The row of a mask of CTAs, -1 without one."""
    return step.read("cta_mask") if step.op.has("cta_mask") else -1


@lowered(initialise)
def lower_initialise(step: StepLowering) -> None:
    """Read the count with 32 bits."""
    step.program.asynchronous = True
    step.emit("mbarrier.init", **step.place("addr")._asdict(), count=step.read("count", u32))


@lowered(invalidate)
def lower_invalidate(step: StepLowering) -> None:
    """Name the object."""
    step.program.asynchronous = True
    step.emit("mbarrier.inval", **step.place("addr")._asdict())


@lowered(transactions)
def lower_transactions(step: StepLowering) -> None:
    """Give the sign of the bytes."""
    step.program.asynchronous = True
    step.emit(
        "mbarrier.tx",
        **step.place("addr")._asdict(),
        bytes=step.read("tx_count", u32),
        completes="complete_tx" in step.op.words,
        mask=_mask(step),
    )


@lowered(arrive)
def lower_arrive(step: StepLowering) -> None:
    """Omit a count of one and absent bytes."""
    op = step.op
    step.program.asynchronous = True
    step.emit(
        "mbarrier.arrive",
        **step.place("addr")._asdict(),
        state=step.write("state"),
        count=step.read("count", u32) if op.has("count") else -1,
        bytes=step.read("tx_count", u32) if op.has("tx_count") else -1,
        drops="arrive_drop" in op.words,
        holds="noComplete" in op.words,
        mask=_mask(step),
    )


@lowered(wait)
def lower_wait(step: StepLowering) -> None:
    """Give the parity or the state."""
    op = step.op
    step.program.asynchronous = True
    by_parity = op.has("phase_parity")
    step.emit(
        "mbarrier.wait",
        **step.place("addr")._asdict(),
        done=step.write("wait_complete"),
        parity=step.read("phase_parity", u32) if by_parity else -1,
        state=-1 if by_parity else step.read("state"),
        gives_up="try_wait" in op.words,
    )


@lowered(pending_count)
def lower_pending_count(step: StepLowering) -> None:
    """Take the upper half of the state."""
    step.emit("mbarrier.pending_count", d=step.needed(step.write("count"), 32), a=step.read("state"))


@lowered(arrive_after_copies)
def lower_arrive_after_copies(step: StepLowering) -> None:
    """Give whether the arrival is already expected."""
    step.program.asynchronous = True
    expected = "noinc" in step.op.words
    step.emit("cp.async.mbarrier.arrive", **step.place("addr")._asdict(), expected=expected)
