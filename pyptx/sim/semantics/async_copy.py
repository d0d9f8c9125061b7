"""Asynchronous copies that are not bulk copies (manual section 9.7.10.28.3).

With the schedule ``"late"`` a copy completes as late as the program allows: when a wait covers it. A thread
that reads shared memory before that gets the old value, on every run.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.asynchrony import NEVER, Work, need_room
from pyptx.sim.barriers import in_turns
from pyptx.sim.deferred import deferred
from pyptx.sim.faults import Trap
from pyptx.sim.machine import Machine, Part
from pyptx.sim.semantics.machine import machine
from pyptx.sim.semantics.native import lowered
from pyptx.types import pred, u32

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.lowering.records import RowAddress
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.operands import Operation, Run
    from pyptx.sim.site import Site


@dataclass(slots=True)
class PendingCopy:
    """One `cp.async` of many lanes that is pending in some of them.

    Attributes:
        lanes: Lanes whose copy is outstanding.
        group: The commit group of each, counted per lane.
        source: Arena index that each lane reads from.
        target: Arena index that each lane writes to.
        size: Bytes written.
        read: Bytes read; the rest is zero.
        due: Step at which a random schedule completes it.
        work: The operation, for observers.
    """

    lanes: NDArray[np.int64]
    group: NDArray[np.int64]
    source: NDArray[np.int64]
    target: NDArray[np.int64]
    size: int
    read: NDArray[np.int64]
    due: int
    work: Work

    def select(self, some: NDArray[np.bool_]) -> PendingCopy:
        """Select the copies of some of its lanes."""
        return PendingCopy(
            self.lanes[some],
            self.group[some],
            self.source[some],
            self.target[some],
            self.size,
            self.read[some],
            self.due,
            self.work,
        )

    def land(self, m: Machine) -> None:
        """Write the copied bytes."""
        m.memory.copy(self.source, self.target, self.size, self.read)
        m.scheduler.note_progress()
        for each in m.observers.work_completed:
            each.work_completed(self.work, self.lanes)


@dataclass(slots=True)
class PendingArrival:
    """An arrival that is pending until the copies before it have completed.

    Attributes:
        lanes: Lanes whose arrival is outstanding.
        slots: The mbarrier objects.
        after: The copies before it, of any lane.
        step: The instruction.
    """

    lanes: NDArray[np.int64]
    slots: NDArray[np.int64]
    after: int
    step: Site | None


class CopyQueue(Part):
    """The outstanding copies of a batch.

    Attributes:
        pending: The copies.
        numbers: The number of each, in the order of their start.
        arrivals: Arrivals that wait for copies.
        committed: Commit groups of each lane.
    """

    def __init__(self, m: Machine) -> None:
        self.pending: list[PendingCopy] = []
        self.numbers: list[int] = []
        self.arrivals: list[PendingArrival] = []
        self.issued = 0
        self.committed = np.zeros(m.lanes, np.int64)

    def start(self, m: Machine, copy: PendingCopy) -> None:
        """Take copies that an instruction started."""
        for each in m.observers.work_started:
            each.work_started(copy.work)
        if m.asynchrony.schedule == "early":
            copy.land(m)
            return
        need_room(len(self.pending))
        copy.due = m.asynchrony.due()
        self.pending.append(copy)
        self.numbers.append(self.issued)
        self.issued += 1

    def arrive(self, m: Machine, lanes: NDArray[np.int64], slots: NDArray[np.int64]) -> None:
        """Let lanes arrive when their earlier copies have completed."""
        need_room(len(self.arrivals))
        self.arrivals.append(PendingArrival(lanes, slots, self.issued, m.step))
        self._arrive_after_copies(m)

    def land(self, m: Machine, before: NDArray[np.int64] | None, lanes: NDArray[np.bool_]) -> None:
        """Complete the copies whose group is below `before`, for the lanes given; all of them for None."""
        rest, numbers = [], []
        for copy, number in zip(self.pending, self.numbers, strict=True):
            done = lanes[copy.lanes]
            if before is not None:
                done = done & (copy.group < before[copy.lanes])
            if done.any():
                copy.select(done).land(m)
                copy = copy.select(~done)
            if len(copy.lanes):
                rest.append(copy)
                numbers.append(number)
        self.pending, self.numbers = rest, numbers
        self._arrive_after_copies(m)

    def _arrive_after_copies(self, m: Machine) -> None:
        """Perform the arrivals whose copies have completed."""
        rest = []
        for arrival in self.arrivals:
            held = np.zeros(m.lanes, np.bool_)
            for copy, number in zip(self.pending, self.numbers, strict=True):
                if number < arrival.after:
                    held[copy.lanes] = True
            free = ~held[arrival.lanes]
            if free.any():
                _arrive(m, arrival.slots[free], arrival.lanes[free], arrival.step)
            if not free.all():
                left = ~free
                rest.append(
                    PendingArrival(arrival.lanes[left], arrival.slots[left], arrival.after, arrival.step)
                )
        self.arrivals = rest

    def advance(self, m: Machine, wanted: set[int] | None) -> bool:
        """Complete the copies that an awaited barrier waits for, or all that delay an arrival."""
        lanes = np.zeros(m.lanes, np.bool_)
        for arrival in self.arrivals:
            index = arrival.slots * 8 + m.memory.batch_start
            lanes[arrival.lanes[np.isin(index, list(wanted))] if wanted is not None else arrival.lanes] = True
        if not lanes.any():
            return False
        self.land(m, None, lanes)
        return True

    def tick(self, m: Machine, now: int) -> int:
        """Complete the copies that are due."""
        due = [copy for copy in self.pending if copy.due <= now]
        kept = [
            (copy, number) for copy, number in zip(self.pending, self.numbers, strict=True) if copy.due > now
        ]
        self.pending, self.numbers = [copy for copy, _ in kept], [number for _, number in kept]
        for copy in due:
            copy.land(m)
        self._arrive_after_copies(m)
        return min((copy.due for copy in self.pending), default=NEVER)


def _arrive(m: Machine, slots: NDArray[np.int64], lanes: NDArray[np.int64], step: Site | None) -> None:
    """Let lanes arrive at mbarrier objects."""
    m.scheduler.note_progress()
    m.barriers.visited(slots, lanes, step)
    for each in m.observers.copies_arrived:
        each.copies_arrived(slots)
    position = np.zeros(m.lanes, np.int64)
    position[lanes] = np.arange(len(lanes))
    try:
        for turn in in_turns(slots, lanes):
            here = slots[position[turn]]
            m.barriers.arrive(here, np.ones(len(turn), np.int64), turn, drop=False, hold=False)
    except Trap as trap:
        trap.step = trap.step or step
        raise


@machine("cp.async")
def copy_async(op: Operation) -> Run:
    """``cp.async``: copy 4, 8 or 16 bytes from global to shared memory, some time before a wait ends."""
    return deferred(op, _copy_async)


def _copy_async(op: Operation) -> Run:
    target_space, target = op.place("dst")
    source_space, source = op.place("src")
    size = op.constant("cp_size")
    read_bytes = op.read("src_size", u32) if op.has("src_size") else None
    ignore = op.read("ignore_src", pred) if op.has("ignore_src") else None

    def run(m: Machine) -> None:
        queue = copies(m)
        memory, active = m.memory, m.executing()
        where_to, where_from = target(m), source(m)
        index = memory.locate(target_space, where_to, size, m.mask)
        memory.need_writable(target_space, where_to, index, size, m.mask)
        amount: NDArray[Any] = np.full(m.lanes, size, np.int64)
        if read_bytes is not None:
            amount = np.minimum(read_bytes(m).astype(np.int64), size)
        if ignore is not None:
            amount = np.where(ignore(m), 0, amount)
        reading = active & (amount > 0)
        origin = np.zeros(m.lanes, np.int64)
        for part in np.unique(amount[reading]).tolist():
            some = reading & (amount == part)
            found = memory.locate(source_space, where_from, part, some, align=size)
            memory.need_allocated(source_space, where_from, found, part, some)
            origin = np.where(some, found, origin)
        lanes = np.flatnonzero(active)
        group = queue.committed[lanes]
        places = origin[lanes], index[lanes]
        for each in m.observers.copies_started:
            each.copies_started(lanes, group, *places, size, amount[lanes])
        queue.start(m, PendingCopy(lanes, group, *places, size, amount[lanes], NEVER, Work(m.step, "copy")))

    return run


@machine("cp.async.commit_group")
def commit(op: Operation) -> Run:
    """``cp.async.commit_group``: close the group of the copies since the last commit."""
    del op

    def run(m: Machine) -> None:
        copies(m).committed[m.active()] += 1

    return run


@machine("cp.async.wait_group")
def wait_group(op: Operation) -> Run:
    """``cp.async.wait_group n``: wait for all committed groups but the last `n`."""
    count = op.constant("n")

    def run(m: Machine) -> None:
        queue = copies(m)
        queue.land(m, queue.committed - count, m.active())
        for each in m.observers.copies_waited:
            each.copies_waited(queue.committed - count, m.active())

    return run


@machine("cp.async.wait_all")
def wait_all(op: Operation) -> Run:
    """``cp.async.wait_all``: wait for every copy, committed or not."""
    del op

    def run(m: Machine) -> None:
        queue = copies(m)
        queue.committed[m.active()] += 1
        queue.land(m, queue.committed, m.active())
        for each in m.observers.copies_waited:
            each.copies_waited(None, m.active())

    return run


def copies(m: Machine) -> CopyQueue:
    """The queue of a batch."""
    return m.part(CopyQueue)


# The native engine


@lowered(copy_async)
def lower_copy_async(step: StepLowering) -> None:
    """Omit the bytes that are read, or the predicate that none are, if the program does not give them."""
    op = step.op
    to, source, size = step.place("dst"), step.place("src"), op.constant("cp_size")
    if op.has("src_size") or op.has("ignore_src"):
        step.emit(
            "cp.async",
            **to._asdict(),
            source=source.words(),
            size=size,
            read=step.read("src_size", u32) if op.has("src_size") else -1,
            ignored=step.read("ignore_src", pred) if op.has("ignore_src") else -1,
        )
    else:
        bind = partial(_bind_copy, to, source, size)
        step.emit_bound("cp.async", bind, [to.address, source.address], [to.offset, source.offset])


def _bind_copy(
    to: RowAddress, source: RowAddress, size: int, rows: list[int], offsets: list[int]
) -> dict[str, Any]:
    """Return the operands of a copy of all bytes, from the rows of the target's and the source's address."""
    return {
        **to._replace(address=rows[0], offset=offsets[0])._asdict(),
        "source": source._replace(address=rows[1], offset=offsets[1]).words(),
        "size": size,
        "read": -1,
        "ignored": -1,
    }


@lowered(commit)
def lower_commit(step: StepLowering) -> None:
    """Close a group."""
    step.emit("cp.async.commit_group")


@lowered(wait_group, wait_all)
def lower_wait(step: StepLowering) -> None:
    """Commit before a wait for all."""
    op = step.op
    some = op.has("n")
    step.emit("cp.async.wait", commits=not some, allowed=op.constant("n") if some else 0)
