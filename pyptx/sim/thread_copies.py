"""Races of `cp.async`: copies of threads, which access memory until their thread or an mbarrier waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.barrier_uses import BarrierUses
from pyptx.sim.epochs import ENGINE, PENDING, TIME_SHIFT, WHO, Copies
from pyptx.sim.scopes import CLUSTER

if TYPE_CHECKING:
    from pyptx.sim.clocks import Array
    from pyptx.sim.epochs import History
    from pyptx.sim.machine import Machine


class ThreadCopies(BarrierUses):
    """The race detector of the threads of a batch, with their copies."""

    def __init__(self, m: Machine, history: History) -> None:
        super().__init__(m, history)
        self._copies: list[Copies] = []
        self._tied: dict[int, list[int]] = {}

    def copies_started(
        self, lanes: Array, group: Array, source: Array, target: Array, size: int, read: Array
    ) -> None:
        """Lanes start `cp.async`: reads of global memory, and writes that last until a wait."""
        step = self.m.step
        now = self.history.tick(step)
        reading = read > 0
        for shadow, some in self.spaces(source[reading]):
            at, who = source[reading], lanes[reading]
            at, who = (at, who) if some is None else (at[some], who[some])
            self.touch(shadow, at, size, who, now, 0, write=False)
        values = self._copied(lanes, source, size, read)
        self.touch(self.shared, target, size, lanes, now, 0, write=True, values=values)
        number = self.history.operations.start(step, int(self.who[lanes[0]]), -1, 0, -1)
        epoch = ENGINE | now << TIME_SHIFT | number
        granules = self.shared.granules(target, size)
        self.shared.write[granules] = epoch
        epochs, tied = np.full(len(lanes), epoch), np.zeros(len(lanes), np.bool_)
        self._copies.append(Copies(lanes, group, granules, epochs, tied, step))

    def _starter_of(self, operation: int, at: int | None) -> int:
        """The thread that started an operation; of a pending `cp.async` of many, that whose copy is there."""
        if at is not None and self.m.memory.is_shared(at):
            granule = at - self.shared.start >> self.shared.shift
            for copies in self._copies:
                mine = (copies.epochs & WHO == operation) & (copies.granules == granule).any(1)
                if mine.any():
                    return int(self.who[copies.lanes[int(mine.argmax())]])
        return super()._starter_of(operation, at)

    def _copied(self, lanes: Array, source: Array, size: int, read: Array) -> Array:
        """The bytes that lanes copy, shape (bytes, L): zeros after the bytes that they read."""
        data, _ = self.m.memory.raw()
        byte = np.arange(size)
        there = byte < read[:, None]
        content = np.zeros((self.m.lanes, size), np.uint8)
        content[lanes] = np.where(there, data[np.where(there, source[:, None] + byte, 0)], 0)
        return content.T

    def copies_waited(self, before: Array | None, mask: Array) -> None:
        """Complete the copies that lanes waited for: those of the groups below `before`, or all."""
        if before is not None:
            self.history.operations.note_wait(self.m.step, self.who[mask])
        over, rest = [], []
        for copies in self._copies:
            done = mask[copies.lanes]
            if before is not None:
                done = done & (copies.group < before[copies.lanes])
            over += [copies.select(done)] if done.any() else []
            rest += [copies.select(~done)] if not done.all() else []
        self._copies = rest
        for copies in over:
            epochs = self.who[copies.lanes] | self.history.tick(copies.step) << TIME_SHIFT
            self._replace_epochs(copies, epochs)
            self._note_equal(copies, epochs)

    def _note_equal(self, copies: Copies, epochs: Array) -> None:
        """Note where several lanes copy to one place: lanes have waited for theirs, not for the others."""
        others = [each.granules.reshape(-1) for each in self._copies]
        shared = np.isin(copies.granules, np.concatenate(others)) if others else np.False_
        replaced = self.shared.write.take(copies.granules) != epochs[:, None]
        for row, column in np.argwhere(shared | replaced).tolist():
            granule, mine, copy = int(copies.granules[row, column]), int(epochs[row]), int(copies.epochs[row])
            pending = {
                int(each.epochs[number])
                for each in self._copies
                for number in np.flatnonzero((each.granules == granule).any(1)).tolist()
            }
            if replaced[row, column]:
                self._equal.copied(self.shared, granule, copy, mine, pending=copy in pending)
            else:
                for each in pending:
                    self._equal.add(self.shared, granule, each, mine)

    def _replace_epochs(self, copies: Copies, epochs: Array) -> None:
        """Replace the epochs of copies where nothing was written since."""
        held = self.shared.write.take(copies.granules)
        kept = held == copies.epochs[:, None]
        self.shared.write[copies.granules] = np.where(kept, epochs[:, None], held)

    def copies_tied(self, slots: Array, lanes: Array) -> None:
        """Objects get an arrival when the copies that lanes have started have completed.

        A copy that already belongs to an earlier object keeps its operation; both objects get its arrival.
        """
        self.mbarrier_arrived(slots, lanes, scope=CLUSTER, relaxed=False)
        slot_of = np.full(self.m.lanes, -1, np.int64)
        slot_of[lanes] = slots
        memory, operations = self.m.memory, self.history.operations
        for copies in self._copies:
            for slot in np.unique(slot_of[copies.lanes]).tolist():
                if slot < 0:
                    continue
                some = slot_of[copies.lanes] == slot
                numbers = self._tied.setdefault(slot, [])
                numbers += np.unique(copies.epochs[some & copies.tied] & WHO).tolist()
                some &= ~copies.tied
                if not some.any():
                    continue
                first = int(self.who[copies.lanes[some][0]])
                agent = self.agent_of(slot * 8 + memory.batch_start)
                number = operations.start(copies.step, first, -1, agent, first // self.cluster_lanes)
                epoch = ENGINE | (self.history.time << TIME_SHIFT) | number
                self._replace_epochs(copies.select(some), np.full(int(some.sum()), epoch))
                copies.epochs[some] = epoch
                copies.tied |= some
                numbers.append(number)

    def copies_arrived(self, slots: Array) -> None:
        """Objects get the arrival of completed copies."""
        for slot in np.unique(slots).tolist():
            for number in self._tied.pop(slot, ()):
                self._end(number, slot)

    def _end(self, number: int, slot: int) -> None:
        """End an operation, and release that to an object."""
        operations = self.history.operations
        if operations.end[number] == PENDING:
            operations.end[number] = self.history.tick(operations.steps[number])
        starter = np.array([operations.starters[number] - self.base])
        away = bool(self.in_other_ctas(np.array([slot]), starter)[0])
        table = self.released_remotely if away else self.released
        table.full[self.number[slot], operations.agent[number]] = operations.end[number]
