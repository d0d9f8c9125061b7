"""Asynchronous copies that are not bulk copies (manual section 9.7.10.28.3).

A copy lands as late as the program allows: when a wait covers it. Who reads shared memory before that sees
what was there, every time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.semantics.machine import machine
from pyptx.types import pred, u32

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.engine import Machine
    from pyptx.sim.operands import Operation, Run


@dataclass(slots=True)
class PendingCopy:
    """One `cp.async` of many lanes that has not landed in all of them.

    Attributes:
        lanes: Lanes whose copy is outstanding.
        group: The commit group of each, counted per lane.
        source: Arena index each reads from.
        target: Arena index each writes to.
        size: Bytes written.
        read: Bytes read; the rest is zero.
    """

    lanes: NDArray[np.int64]
    group: NDArray[np.int64]
    source: NDArray[np.int64]
    target: NDArray[np.int64]
    size: int
    read: NDArray[np.int64]

    def only(self, some: NDArray[np.bool_]) -> PendingCopy:
        """The copies of some of its lanes."""
        return PendingCopy(
            self.lanes[some],
            self.group[some],
            self.source[some],
            self.target[some],
            self.size,
            self.read[some],
        )


class CopyQueue:
    """The outstanding copies of a batch, and how many groups each lane has committed."""

    def __init__(self, lanes: int) -> None:
        self.committed = np.zeros(lanes, np.int64)
        self.pending: list[PendingCopy] = []

    def land(self, m: Machine, before: NDArray[np.int64], lanes: NDArray[np.bool_]) -> None:
        """Let the copies land whose group is below `before`, for the lanes given."""
        rest: list[PendingCopy] = []
        for copy in self.pending:
            done = lanes[copy.lanes] & (copy.group < before[copy.lanes])
            if not done.any():
                rest.append(copy)
                continue
            m.memory.copy(copy.source[done], copy.target[done], copy.size, copy.read[done])
            m.scheduler.idle = 0
            left = ~done
            if left.any():
                rest.append(copy.only(left))
        self.pending = rest


@machine("cp.async")
def copy_async(op: Operation) -> Run:
    """``cp.async``: copy 4, 8 or 16 bytes from global to shared memory, some time before a wait ends."""
    target_space, target = op.place("dst")
    source_space, source = op.place("src")
    size = op.constant("cp_size")
    read_bytes = op.read("src_size", u32) if op.has("src_size") else None
    ignore = op.read("ignore_src", pred) if op.has("ignore_src") else None

    def run(m: Machine) -> None:
        queue = copies(m)
        memory, active = m.memory, m.active() if m.mask is not None else m.scheduler.live
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
        queue.pending.append(
            PendingCopy(lanes, queue.committed[lanes], origin[lanes], index[lanes], size, amount[lanes])
        )

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

    return run


@machine("cp.async.wait_all")
def wait_all(op: Operation) -> Run:
    """``cp.async.wait_all``: wait for every copy, committed or not."""
    del op

    def run(m: Machine) -> None:
        queue = copies(m)
        queue.committed[m.active()] += 1
        queue.land(m, queue.committed, m.active())

    return run


def copies(m: Machine) -> CopyQueue:
    """The queue of a batch, made when it is first needed."""
    if m.copies is None:
        m.copies = CopyQueue(m.lanes)
    queue: CopyQueue = m.copies
    return queue
