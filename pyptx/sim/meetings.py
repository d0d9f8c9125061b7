"""Barriers: those of a CTA, a warp and a cluster, and mbarrier objects.

The scopes of operations on mbarrier objects count only with `checks=("races", "scopes")`: much code leaves
that of a remote arrival at the CTA.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.barrier_groups import BarrierGroups
from pyptx.sim.clocks import merged
from pyptx.sim.epochs import TIME_SHIFT, TIMES, WHO
from pyptx.sim.releases import Releases
from pyptx.sim.scheduler import WARP
from pyptx.sim.scopes import CLUSTER, CTA, GPU, NO_SCOPE

if TYPE_CHECKING:
    from pyptx.sim.clocks import Array
    from pyptx.sim.epochs import History
    from pyptx.sim.machine import Machine
    from pyptx.sim.site import Site


class Meetings(Releases):
    """The clocks of a batch, with its barriers.

    Attributes:
        released: Clocks that mbarrier objects were given in this phase, by number.
        released_remotely: The same, by other CTAs; empty unless scopes are checked.
        limited: The last arrival or wait of each lane whose scope is narrower than the group of threads that
            meet, with this scope and its time.
        number: The numbers of objects, by slot.
    """

    def __init__(self, m: Machine, history: History) -> None:
        super().__init__(m, history)
        ctas = m.scheduler.ctas
        clusters = max(ctas // m.cluster_size, 1)
        self._named = self.clocks.table(ctas * 16)
        self._meetings = BarrierGroups(self.clocks)
        self._completed: set[int] = set()
        self._cluster_released, self._cluster_done = self.clocks.table(clusters), self.clocks.table(clusters)
        self.released, self._done = self.clocks.table(8), self.clocks.table(8)
        self.released_remotely, self._done_from_away = self.clocks.table(8), self.clocks.table(8)
        self._object_tables = (self.released, self._done, self.released_remotely, self._done_from_away)
        self._objects: dict[int, int] = {}
        self.limited: dict[int, tuple[Site, int, int]] = {}
        self.number = np.full((self.shared.stop - self.shared.start) // 8 + 1, -1, np.int32)

    def ctas_met(self) -> None:
        """All living lanes of every CTA meet."""
        self.clocks.join_ctas(self.history.time)
        lanes = np.arange(self.m.lanes)
        self._share_fences(lanes, self.m.cta)
        self.advance_epoch(lanes)
        self._drop_accesses()

    def _drop_accesses(self) -> None:
        """Drop the accesses to shared memory that are ordered before all living lanes."""
        live = self.m.scheduler.live
        if live.any():
            for log in (self.shared.log, self.shared.sums):
                log.drop(int(self.floor[live].min()) >> TIME_SHIFT)

    def barrier_arrived(self, mask: Array, numbers: Array) -> None:
        """Lanes arrive at barriers of their CTAs, and go on."""
        lanes = np.flatnonzero(mask)
        ids = self.m.cta[lanes].astype(np.int64) * 16 + numbers[lanes].astype(np.int64)
        self._meetings.come(lanes, ids, self.history.tick(self.m.step), waits=False)
        self.clocks.publish(lanes, ids, self._named, self.history.time, exited=True)

    def barrier_released(self, released: Array, complete: Array) -> None:
        """Lanes go on from the barrier at which they wait, whose phase some of them complete."""
        lanes, together = np.flatnonzero(released), np.flatnonzero(complete)
        ids = self._barrier_of(together)
        if not self._completed.issuperset(ids.tolist()):  # once for all instructions of a phase
            self._meetings.come(together, ids, self.history.tick(self.m.step), waits=True)
            self.clocks.publish(together, ids, self._named, self.history.time, exited=True)
            self._completed.update(ids.tolist())
        self.clocks.rows.join(lanes, self._named, self._barrier_of(lanes))
        self._share_fences(lanes, self.m.cta[lanes])
        self.advance_epoch(lanes)
        self._drop_accesses()

    def _barrier_of(self, lanes: Array) -> Array:
        """The row of the barrier at which lanes wait."""
        found: Array = self.m.cta[lanes].astype(np.int64) * 16 + self.m.scheduler.barrier[lanes]
        return found

    def barrier_completed(self, number: int) -> None:
        """Clear the clocks of the barriers of a number whose phases have ended."""
        scheduler, barriers = self.m.scheduler, self.m.cta_barriers
        coming = (scheduler.barrier == number) & barriers.passing
        here = coming.reshape(scheduler.ctas, -1).any(1)
        for each in [each for each in self._completed if each % 16 == number]:
            self._completed.remove(each)
            self._meetings.complete(each)
        empty = np.flatnonzero(~here & (barriers.arrived[:, number] == 0))
        self._named.clear(empty * 16 + number)

    def warps_met(self, lanes: Array, members: Array | None = None) -> None:
        """Lanes of each warp meet, those with one member mask among each other."""
        ids = lanes // WARP
        if members is not None:
            ids = ids.astype(np.int64) << WARP | members[lanes]
            order = np.argsort(ids, kind="stable")
            lanes, ids = lanes[order], ids[order]
        self.clocks.join_lanes(lanes, ids, self.history.time)
        self._share_fences(lanes, ids)
        self.advance_epoch(lanes)

    def cluster_arrived(self, mask: Array, *, relaxed: bool) -> None:
        """Lanes arrive at the barrier of their cluster."""
        lanes = np.flatnonzero(mask)
        ids = self.m.clusters.cluster[lanes]
        self._relaxed_meeting |= relaxed
        if not relaxed:
            self.clocks.publish(lanes, ids, self._cluster_released, self.history.time, exited=True)
            return
        self._note_limited(lanes, NO_SCOPE)
        for scope in (CLUSTER, GPU):
            table = self._fenced.get(scope)
            if table is not None:
                for lane, row in zip(lanes.tolist(), ids.tolist(), strict=True):
                    self._cluster_released.join(np.array([row]), table, np.array([lane]))

    def cluster_completed(self, done: Array) -> None:
        """Phases of clusters are complete."""
        ids = np.flatnonzero(done)
        self._cluster_done.join(ids, self._cluster_released, ids)
        self._cluster_released.clear(ids)

    def cluster_waited(self, mask: Array) -> None:
        """Lanes go on from the barrier of their cluster."""
        lanes = np.flatnonzero(mask)
        self.clocks.rows.join(lanes, self._cluster_done, self.m.clusters.cluster[lanes])
        self.advance_epoch(lanes)

    # mbarrier objects, by their slots

    def number_objects(self, slots: Array) -> None:
        """Give objects numbers, and empty clocks."""
        for slot in slots.tolist():
            self.number[slot] = self._objects.setdefault(slot, len(self._objects))
        if len(self._objects) > len(self.released.full):
            for table in self._object_tables:
                table.resize(2 * len(self._objects), 0)
        for table in self._object_tables:
            table.clear(self.number[slots])

    def mbarrier_arrived(self, slots: Array, lanes: Array, *, scope: int, relaxed: bool) -> None:
        """Lanes release their clocks to objects; a scope that excludes an object's CTA prevents it.

        Libraries leave out the scope, which defaults to the CTA, and arrive at other CTAs. So the default
        prevents a release only if scopes are checked; a scope of the CTA that is written always does. A
        relaxed arrival releases the clocks of the lanes' last fences.
        """
        away = self.in_other_ctas(slots, lanes)
        if self.m.cluster_size > 1:
            self.history.tick(self.m.step)
            self.visited(slots * 8 + self.shared.start, lanes)
            if scope < CLUSTER and self.m.step is not None and "cta" in self.m.step.instruction.modifiers:
                away = slots * 8 // self.m.memory.shared_stride != self.m.cta[lanes]
        now, numbers = self.history.time, self.number[slots]
        if scope < CLUSTER:
            self._note_limited(lanes[away], CTA)
        if relaxed:
            self._note_limited(lanes, NO_SCOPE)
        for level, some, released in ((CTA, ~away, self.released), (CLUSTER, away, self.released_remotely)):
            if level > scope:
                continue
            if not relaxed:
                self.clocks.publish(lanes[some], numbers[some], released, now)
            elif (fenced := self._fenced.get(level)) is not None:
                for lane, number in zip(lanes[some], numbers[some], strict=True):
                    released.join(np.array([number]), fenced, np.array([lane]))

    def _note_limited(self, lanes: Array, scope: int) -> None:
        """Note that an instruction orders lanes only with threads of a scope."""
        if self.m.step is not None:
            self.limited.update(dict.fromkeys(lanes.tolist(), (self.m.step, scope, self.history.time)))

    def in_other_ctas(self, slots: Array, lanes: Array) -> Array:
        """Find the objects in other CTAs than the lanes; none unless scopes are checked."""
        if "scopes" not in self.m.memory.checks:
            return np.zeros(len(lanes), np.bool_)
        return np.asarray(slots * 8 // self.m.memory.shared_stride != self.m.cta[lanes])

    def mbarrier_completed(self, slots: Array, lanes: Array | None) -> None:
        """Phases of objects are complete."""
        del lanes
        numbers = self.number[slots]
        for done, released in ((self._done, self.released), (self._done_from_away, self.released_remotely)):
            done.join(numbers, released, numbers)
            released.clear(numbers)

    def mbarrier_waited(self, slots: Array, lanes: Array, *, scope: int, relaxed: bool) -> None:
        """Lanes found a phase complete: they acquire its clock; after a relaxed wait a fence does."""
        if relaxed or self.m.step in self.history.facts.unread_waits:
            self._note_limited(lanes, NO_SCOPE)
            for slot, lane in zip(slots.tolist(), lanes.tolist(), strict=True):
                clocks = self._far_clock(self._done, int(self.number[slot]), lane)
                if scope >= CLUSTER:
                    clocks = merged(
                        clocks, self._far_clock(self._done_from_away, int(self.number[slot]), lane)
                    )
                cta = (self.base + lane) // self.cta_lanes
                at = slot * 8 + self.shared.start
                self.unread.setdefault(lane, {})[at] = scope, {(cta, scope): clocks}, self.m.step
        elif len(lanes):
            self.clocks.rows.join(lanes, self._done, self.number[slots])
            if scope >= CLUSTER:
                self.clocks.rows.join(lanes, self._done_from_away, self.number[slots])
            elif "scopes" in self.m.memory.checks:
                remote = self._done_from_away
                known = [number in remote.lanes or remote.full[number].any() for number in self.number[slots]]
                self._note_limited(lanes[known], CTA)
            self.advance_epoch(lanes)

    def agent_of(self, barrier: int) -> int:
        """The agent of the copies that complete at an object, by its arena index."""
        cta, offset = self.m.memory.shared_place(barrier)
        return self.clocks.agent("object", cta % self.m.cluster_size, offset)

    def agent_of_group(self, group: int) -> int:
        """The agent of the products of a warpgroup."""
        return self.clocks.agent("products", group % max(self.clocks.warps // 4, 1))

    def init_fenced(self, epoch: int, lane: int) -> bool:
        """Whether a fence, and the phase of the cluster's barrier after it, order an initialisation."""
        made, waited = epoch >> TIME_SHIFT & TIMES, int(self.m.clusters.waited[lane])
        fences = self._inits_fenced.get((epoch & WHO) - self.base, {})
        return any(time >= made and arrivals < waited for arrivals, time in fences.items())
