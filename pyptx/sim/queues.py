"""Queues of asynchronous operations, and when those of all queues of a machine take effect."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

import numpy as np

from pyptx.sim.asynchrony import NEVER, Transfer, need_room
from pyptx.sim.faults import Trap
from pyptx.sim.machine import Machine, Part

if TYPE_CHECKING:
    from numpy.typing import NDArray


def tick(m: Machine) -> None:
    """Let the operations take effect that are due, and pause other warps if it is time to."""
    now = m.counters.steps
    m.asynchrony.pause(now)
    m.asynchrony.wake([part.tick(m, now) for part in m.parts()])


def advance(m: Machine) -> bool:
    """Let operations take effect because no warp can run; whether any did."""
    parts = m.parts()
    if not parts:
        return False
    wanted = set(m.awaited[m.awaited >= 0].tolist()) if m.awaited is not None else set()
    for aim in (wanted, None):
        moved = [part.advance(m, aim) for part in parts]
        if any(moved):
            return True
    return False


def complete(m: Machine) -> None:
    """Complete the operations without a wait: the grid ends after all of them."""
    for part in m.parts():
        part.complete(m)


class TransferQueue(Part):
    """The bulk copies, remote stores and remote reductions of a batch.

    Attributes:
        tracked: Operations that complete at mbarrier objects, or that no thread waits for.
        grouped: Operations of bulk groups.
        groups: Bulk groups that each lane has committed.
        ordered: Step at which the last of the operations that complete in order is due.
    """

    def __init__(self, m: Machine) -> None:
        self.tracked: list[Transfer] = []
        self.grouped: list[Transfer] = []
        self.groups = np.zeros(m.lanes, np.int64)
        self.ordered = 0

    def start_in_order(self, m: Machine, transfer: Transfer) -> None:
        """Take an operation that nothing waits for, and that takes effect after those before it."""
        self.start(m, transfer)
        if m.asynchrony.schedule == "random":
            self.ordered = transfer.due = max(transfer.due, self.ordered)

    def start(self, m: Machine, transfer: Transfer) -> None:
        """Take an operation that an instruction started."""
        for each in m.observers.transfer_started:
            each.transfer_started(transfer)
        for each in m.observers.work_started:
            each.work_started(transfer.work)
        if m.asynchrony.schedule == "early":
            _land(m, transfer)
            if transfer.group < 0:
                return
            transfer.due = -1
        else:
            transfer.due = m.asynchrony.due()
        need_room(len(self.tracked) + len(self.grouped))
        if transfer.group < 0:
            self.tracked.append(transfer)
            return
        self.grouped.append(transfer)

    def wait(self, m: Machine, lanes: NDArray[np.bool_], allowed: int, *, reading: bool) -> None:
        """Complete the groups of some lanes except the last `allowed`; `reading` only their reads."""
        before = self.groups - allowed
        rest = []
        for transfer in self.grouped:
            if not lanes[transfer.lane] or transfer.group >= before[transfer.lane]:
                rest.append(transfer)
            elif reading:
                transfer.read()
                transfer.covered = True
                rest.append(transfer)
            else:
                _land(m, transfer)
        self.grouped = rest

    def exited(self, m: Machine) -> None:
        """Report a CTA that ends while its copies may still access its shared memory, or let them read it.

        With race checking, report one that ends before a copy of another CTA has arrived there.

        Raises:
            Trap: One does, and the check is on.
        """
        if m.cluster_size > 1 and "races" in m.memory.checks:
            self._need_arrived(m)
        checked, exited = "exits" in m.memory.checks, m.memory.exited
        for transfer in self.grouped:
            if transfer.covered or not exited[m.cta[transfer.lane]]:
                continue
            if checked:
                is_committed = transfer.group < self.groups[transfer.lane]
                missing = "wait_group.read 0" if is_committed else "commit_group and wait_group.read 0"
                _report_unfinished(transfer, f"cp.async.bulk.{missing} of its thread must come")
            transfer.read()
            transfer.covered = True
        for transfer in self.tracked if checked else ():
            own = int(m.cta[transfer.lane])
            if exited[own] and own in transfer.ctas():
                _report_unfinished(transfer, "a wait for the mbarrier at which it completes must come")

    def _need_arrived(self, m: Machine) -> None:
        memory = m.memory
        for transfer in self.tracked:
            for barrier in transfer.barriers:
                cta = (barrier - memory.batch_start) // memory.shared_stride
                if memory.exited[cta] and cta != m.cta[transfer.lane]:
                    said = (
                        f"the CTA of rank {cta % m.cluster_size} ends before this copy has arrived in its "
                        "shared memory: its threads must wait for the mbarrier of the copy first"
                    )
                    raise Trap("exited-cta", said, transfer.lane, step=transfer.work.step)

    def advance(self, m: Machine, wanted: set[int] | None) -> bool:
        """Complete the copies whose barriers are awaited; else all copies with barriers; else all stores."""
        chosen = [
            transfer
            for transfer in self.tracked
            if wanted is None or not wanted.isdisjoint(transfer.barriers)
        ]
        if wanted is None and not chosen:
            chosen = [transfer for transfer in self.grouped if transfer.due >= 0]
            for transfer in chosen:
                _land(m, transfer)
                transfer.due = -1
            return bool(chosen)
        if chosen:
            picked = set(map(id, chosen))
            self.tracked = [transfer for transfer in self.tracked if id(transfer) not in picked]
            for transfer in chosen:
                _land(m, transfer)
        return bool(chosen)

    def tick(self, m: Machine, now: int) -> int:
        """Let those take effect that are due."""
        landing = [transfer for transfer in (*self.tracked, *self.grouped) if 0 <= transfer.due <= now]
        self.tracked = [transfer for transfer in self.tracked if not 0 <= transfer.due <= now]
        for transfer in landing:
            _land(m, transfer)
            transfer.due = -1
        left = (transfer.due for transfer in (*self.tracked, *self.grouped) if transfer.due >= 0)
        return min(left, default=NEVER)

    def complete(self, m: Machine) -> None:
        """Let the writes to global memory take effect; shared memory is gone with the CTAs."""
        for transfer in (*self.grouped, *(each for each in self.tracked if not each.barriers)):
            _land(m, transfer)
        self.tracked, self.grouped = [], []


def _report_unfinished(transfer: Transfer, remedy: str) -> NoReturn:
    said = f"the CTA ends while this copy may still access its shared memory: {remedy} before the end"
    raise Trap("unfinished-copy", said, transfer.lane, step=transfer.work.step)


def _land(m: Machine, transfer: Transfer) -> None:
    """Let an operation take effect unless it has."""
    if transfer.due == -1:
        return
    transfer.write()
    for each in m.observers.work_completed:
        each.work_completed(transfer.work, np.array([transfer.lane]))
    m.scheduler.note_progress()
