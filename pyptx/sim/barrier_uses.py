"""Races of mbarrier objects: their initialisation, uses and end, and the `expect_tx` of each phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.accesses import Accesses
from pyptx.sim.epochs import IDENTITY, TIME_SHIFT
from pyptx.sim.faults import OtherAccess, Trap
from pyptx.sim.object_uses import Expectation, Expectations, ObjectUses

if TYPE_CHECKING:
    from pyptx.sim.clocks import Array
    from pyptx.sim.epochs import History
    from pyptx.sim.machine import Machine


class BarrierUses(Accesses):
    """The race detector of the threads of a batch, with their uses of mbarrier objects."""

    def __init__(self, m: Machine, history: History) -> None:
        super().__init__(m, history)
        self._uses = ObjectUses(self.cluster_lanes)
        self._expectations = Expectations()

    def mbarrier_initialised(self, slots: Array, lanes: Array) -> None:
        """Lanes initialise objects: a write that comes before all uses."""
        index = slots * 8 + self.m.memory.batch_start
        now = self.history.tick(self.m.step)
        self.touch(self.shared, index, 8, lanes, now, 0, write=True)
        self.number_objects(slots)
        self._uses.forget(slots)
        for slot in slots.tolist():
            self._expectations.complete(slot)

    def mbarrier_invalidated(self, slots: Array, lanes: Array) -> None:
        """Lanes end objects: a write after the initialisation and all uses, before later accesses."""
        for slot, lane in zip(slots.tolist(), lanes.tolist(), strict=True):
            cluster = (self.base + lane) // self.cluster_lanes

            def over(lanes: Array, times: Array, lane: int = lane, cluster: int = cluster) -> Array:
                epochs = cluster * self.cluster_lanes + lanes | times << TIME_SHIFT
                return self.exchanged_since(epochs, np.full(len(lanes), lane))

            use = self._uses.unordered(slot, lane, self.clocks.rows, over)
            if use is None:
                continue
            name, address = self.m.memory.describe_at(slot * 8 + self.shared.start, 8)
            first = cluster * self.m.cluster_size
            thread = self.m.place_of(first + use.lane // self.cta_lanes, use.lane % self.cta_lanes)
            said = (
                f"this thread ends the mbarrier {name}, which another thread used, and nothing orders the "
                "two: a barrier must come between the last wait of every thread and mbarrier.inval"
            )
            other = OtherAccess(use.step, thread, "another thread", "used it")
            raise Trap("race", said, lane, address, other=other)
        index = slots * 8 + self.m.memory.batch_start
        known = np.delete(index, [k for k, _ in self._unordered_inits(slots, lanes)])
        self.shared.write[self.shared.granules(known, 8)] = 0  # a fence may order it, and no clock
        self.touch(self.shared, index, 8, lanes, self.history.tick(self.m.step), 0, write=True)

    def mbarrier_used(self, slots: Array, lanes: Array) -> None:
        """Check that the initialisation of objects is ordered before their use by lanes."""
        self._uses.note(slots, lanes, self.m.step, self.history.tick(self.m.step))
        if self.m.cluster_size > 1:
            self.note_remote_access(slots * 8 + self.shared.start, lanes)
        for k, epoch in self._unordered_inits(slots, lanes):
            raise self._not_initialised(epoch, int(lanes[k]), int(slots[k]))

    def _unordered_inits(self, slots: Array, lanes: Array) -> list[tuple[int, int]]:
        """The initialisations that nothing orders before lanes: place among the objects, and epoch."""
        epochs = self.shared.write.take(slots * 8 >> self.shared.shift)
        suspect = (epochs > self.floor[lanes]) & ((epochs & IDENTITY) != self.who[lanes])
        if not suspect.any():
            return []
        some = np.flatnonzero(suspect)
        bad = some[~self.ordered(epochs[some], self.clocks.rows, lanes[some], self.who[lanes[some]])]
        found = zip(bad.tolist(), epochs[bad].tolist(), strict=True)
        return [(k, epoch) for k, epoch in found if not self.init_fenced(epoch, int(lanes[k]))]

    def bytes_expected(self, slots: Array, lanes: Array) -> None:
        """Lanes make more bytes pending without an arrival."""
        lacked = self.m.barriers.bytes_[slots] > 0
        for slot, lane, some in zip(slots.tolist(), lanes.tolist(), lacked.tolist(), strict=True):
            epoch = int(self.who[lane]) | self.history.time << TIME_SHIFT
            self._expectations.add(slot, Expectation(lane, epoch, self.m.step, some))

    def bytes_started(self, slots: Array, lanes: Array, *, arrives: bool = False) -> None:
        """Lanes start copies that complete at objects, complete bytes there, or arrive."""
        for slot, lane in zip(slots.tolist(), lanes.tolist(), strict=True):

            def ordered(epochs: Array, lane: int = lane) -> Array:
                at, who = np.full(len(epochs), lane), np.full(len(epochs), self.who[lane])
                found: Array = self.ordered(epochs, self.clocks.rows, at, who) | (epochs & IDENTITY == who)
                return found

            self._expectations.cover(slot, ordered, arrives=arrives)

    def mbarrier_arrived(self, slots: Array, lanes: Array, *, scope: int, relaxed: bool) -> None:
        """Lanes arrive at objects."""
        super().mbarrier_arrived(slots, lanes, scope=scope, relaxed=relaxed)
        self.bytes_started(slots, lanes, arrives=True)

    def mbarrier_completed(self, slots: Array, lanes: Array | None) -> None:
        """Check that each `expect_tx` of the phase comes before an arrival that the phase waits for."""
        super().mbarrier_completed(slots, lanes)
        for slot in slots.tolist():
            made = self._expectations.complete(slot)
            if made is None:
                continue
            said = (
                f"{self.m.barriers.name(slot)}: this expect_tx may come after the end of its phase, because "
                "nothing orders it before an arrival that the phase waits for: expect the bytes before the "
                "arrival, or with it by mbarrier.arrive.expect_tx"
            )
            raise Trap("mbarrier-tx", said, made.lane, step=made.step)
