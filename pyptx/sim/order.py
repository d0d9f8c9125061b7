"""The happens-before order of the threads of a batch: which accesses are ordered before which.

Ordering follows the PTX memory model (manual chapter 8): barriers of a CTA, a warp and a cluster, mbarrier
objects, fences, and releases that acquires read, within their scopes. An atomic that reads a released value
acquires it, with or without ``.acquire``: many locks and counters rely on that. The scopes of operations on
mbarrier objects count only with `checks=("races", "scopes")`: much code leaves that of a remote arrival at
the CTA.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.barrier_groups import BarrierGroups
from pyptx.sim.clocks import FOREVER, Clocks, RemoteClocks, Rows, merged
from pyptx.sim.epochs import ENGINE, PENDING, TIME_SHIFT, TIMES, WHO, Shadow
from pyptx.sim.faults import OtherAccess, Trap
from pyptx.sim.observers import Observer
from pyptx.sim.scheduler import WARP
from pyptx.sim.scopes import CLUSTER, CTA, GPU, NO_SCOPE, Strength

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.sim.clocks import Array
    from pyptx.sim.epochs import History
    from pyptx.sim.machine import Machine
    from pyptx.sim.site import Site

Record = dict[tuple[int, int], RemoteClocks]
"""Clocks that were released at a location, by CTA and scope."""


class Order(Observer):
    """The clocks of a batch and their joins.

    Attributes:
        who: The linear index in the grid of the thread of each lane.
        clocks: The vector clock of every lane.
        floor: The epoch up to which accesses of threads to shared memory are ordered before each lane.
        remote: Whether threads accessed shared memory of other CTAs.
        released: Clocks that mbarrier objects were given in this phase, by number.
        released_remotely: The same, by other CTAs; empty unless scopes are checked.
        limited: The last arrival or wait of each lane whose scope is narrower than the group of threads that
            meet, with this scope and its time.
        unread: The clocks of strong writes that each lane read and has not acquired, by location: scope of
            the read, clocks, instruction. A fence behind it acquires them.
        number: The numbers of objects, by slot.
        proxy: Time of each lane's last proxy fence, by space; `proxied` has its clock then.
        visits: Time of the last access of each lane of a cluster to shared memory of each other CTA.
    """

    def __init__(self, m: Machine, history: History) -> None:
        self.m, self.history = m, history
        memory, scheduler = m.memory, m.scheduler
        self.cta_lanes = m.lanes // max(scheduler.ctas, 1)
        self.base = m.first * self.cta_lanes
        self.who = np.arange(m.lanes, dtype=np.int64) + self.base
        self.cluster_lanes = self.cta_lanes * m.cluster_size
        self.clocks = Clocks(scheduler, m.cluster_size)
        extent = scheduler.ctas * memory.shared_stride
        self.shared = Shadow.of(memory.batch_start, extent, history.granule, 2)
        self.floor = np.zeros(m.lanes, np.int64)
        self.remote = False
        self.proxy = {name: np.zeros(m.lanes, np.int64) for name in ("shared", "global")}
        self.proxied = {name: self.clocks.table(m.lanes) for name in self.proxy}
        alone = m.cluster_size == 1
        self.visits = np.zeros((0 if alone else scheduler.ctas, self.cluster_lanes), np.int64)
        clusters = max(scheduler.ctas // m.cluster_size, 1)
        self._named = self.clocks.table(scheduler.ctas * 16)
        self._meetings = BarrierGroups(self.clocks)
        self._completed: set[int] = set()
        self._relaxed_meeting = False
        self._cluster_released, self._cluster_done = self.clocks.table(clusters), self.clocks.table(clusters)
        self.released, self._done = self.clocks.table(8), self.clocks.table(8)
        self.released_remotely, self._done_from_away = self.clocks.table(8), self.clocks.table(8)
        self._object_tables = (self.released, self._done, self.released_remotely, self._done_from_away)
        self._objects: dict[int, int] = {}
        self.limited: dict[int, tuple[Site, int, int]] = {}
        self.number = np.full(extent // 8 + 1, -1, np.int32)
        self._earlier_grid = self.clocks.agent("grid")
        self._fenced: dict[int, Rows] = {}
        self.unread: dict[int, dict[int, tuple[int, Record, Site | None]]] = {}
        self._inits_fenced: dict[int, dict[int, int]] = {}
        self._later: deque[list[tuple[int, dict[tuple[int, int], RemoteClocks], bool]]] = deque()
        for index in [at for at in history.records if at >= memory.batch_start]:
            del history.records[index]

    def ordered(self, epochs: Array, rows: Rows, at: Array, who: Array) -> Array:
        """Find the epochs that are ordered before rows of a table.

        Args:
            epochs: The epochs, not 0.
            rows: A table.
            at: The row of each.
            who: The thread that accesses now, by number in the grid.
        """
        identity, time = epochs & WHO, epochs >> TIME_SHIFT & TIMES
        engine = (epochs & ENGINE) != 0
        agent = np.full(len(epochs), -1)
        over = np.zeros(len(epochs), np.bool_)
        operations = self.history.operations
        cluster = identity // self.cluster_lanes
        if engine.any():
            number = identity[engine]
            time[engine] = operations.end[number]
            identity[engine] = np.maximum(operations.thread[number], 0)
            agent[engine] = np.where(operations.thread[number] >= 0, -1, operations.agent[number])
            cluster[engine] = operations.cluster[number]
            over |= engine & (agent < 0) & (identity == who) & (time < PENDING)
            awaited = self.history.of_earlier_grid(epochs)
            over[awaited] = rows.full[at[awaited], self._earlier_grid] > 0
            for k in np.flatnonzero(awaited & ~over).tolist() if rows.remote else ():
                over[k] = self._knows_earlier_grid(rows.remote.get(int(at[k]), {}), int(epochs[k]) & WHO)
        own = cluster == who // self.cluster_lanes
        place = identity - self.base
        warp = place // WARP % self.clocks.warps
        column = np.where(agent >= 0, agent, warp)
        over |= own & (time <= rows.full[at, column])
        word = rows.some[at, warp] >> (place % WARP).astype(np.uint32)
        partly = (time <= rows.part[at, warp]) & (word & np.uint32(1) != 0) & (agent < 0)
        over |= own & partly
        rest = ~over & ~own
        if rest.any() and rows.remote:
            for k in np.flatnonzero(rest).tolist():
                row = rows.remote.get(int(at[k]), {}).get(int(cluster[k]))
                if row is None:
                    continue
                full, part, some = row
                known = int(column[k]) < len(full) and time[k] <= full[column[k]]
                bit = int(some[warp[k]]) >> int(place[k] % WARP) & 1
                over[k] = known or (agent[k] < 0 and bool(bit) and time[k] <= part[warp[k]])
        return over

    def _knows_earlier_grid(self, remote: RemoteClocks, operation: int) -> bool:
        """Whether accesses of the grid before are ordered before a clock: by a flag, or a wait elsewhere."""
        if not remote.keys().isdisjoint(self.history.earlier_grid[operation]):
            return True
        column = self._earlier_grid
        return any(len(full) > column and full[column] > 0 for full, _, _ in remote.values())

    def grids_awaited(self, mask: Array) -> None:
        """Lanes have waited for the grids before this one."""
        self.clocks.rows.full[mask, self._earlier_grid] = self.history.tick(self.m.step)
        self.history.waiting_ctas.update((self.who[mask] // self.cta_lanes).tolist())

    def dependents_launched(self, mask: Array) -> None:
        """Lanes let dependent grids start."""
        rows, column = self.clocks.rows, self._earlier_grid
        for lane in np.flatnonzero(mask).tolist():
            remote = rows.remote.get(lane, {}).values()
            waited = rows.full[lane, column] > 0 or any(
                len(full) > column and full[column] > 0 for full, _, _ in remote
            )
            self.history.triggers.setdefault(int(self.who[lane]) // self.cta_lanes, bool(waited))

    def advance_epoch(self, lanes: Array) -> None:
        """Find the epoch up to which all accesses to shared memory are ordered before lanes."""
        full = self.clocks.rows.full[lanes, : self.clocks.warps]
        if not self.remote and self.m.cluster_size > 1:
            first = self.m.cta[lanes] % self.m.cluster_size * self.clocks.cta_warps
            full = np.take_along_axis(full, first[:, None] + np.arange(self.clocks.cta_warps), axis=1)
        self.floor[lanes] = ((full.min(1).astype(np.int64) + 1) << TIME_SHIFT) - 1

    def note_remote_access(self, index: Array, lanes: Array) -> None:
        """Note that shared memory of another CTA is accessed: the clocks of other CTAs matter, too."""
        if (
            not self.remote
            and ((index - self.shared.start) // self.m.memory.shared_stride != self.m.cta[lanes]).any()
        ):
            self.remote = True
            self.advance_epoch(np.arange(self.m.lanes))

    def visited(self, index: Array, lanes: Array) -> None:
        """Note the lanes that access shared memory of other CTAs."""
        home = (index - self.shared.start) // self.m.memory.shared_stride
        away = home != self.m.cta[lanes]
        self.visits[home[away], lanes[away] % self.cluster_lanes] = self.history.time

    def need_started(self, index: Array, lanes: Array) -> None:
        """Check that something orders the start of other CTAs before accesses to their shared memory.

        Raises:
            Trap: One may not have.
        """
        m, rows = self.m, self.clocks.rows
        home = (index - self.shared.start) // m.memory.shared_stride
        away = np.flatnonzero((home != m.cta[lanes]) & (m.clusters.waited[lanes] == 0))
        if not len(away) or (self._relaxed_meeting and m.clusters.phase.any()):
            return
        first = home[away] % m.cluster_size * self.clocks.cta_warps
        columns = first[:, None] + np.arange(self.clocks.cta_warps)
        full, part = rows.full[lanes[away, None], columns], rows.part[lanes[away, None], columns]
        unknown = ~(((full > 0) & (full != FOREVER)) | (part > 0)).any(1)
        if unknown.any():
            at = int(away[int(unknown.argmax())])
            said = (
                f"{m.memory.shared_name(int(index[at]))} belongs to the CTA of rank "
                f"{int(home[at]) % m.cluster_size}, and nothing makes this thread wait until that CTA has "
                "started: barrier.cluster, or a wait for an mbarrier at which it arrives, comes first"
            )
            raise Trap("unstarted-cta", said, int(lanes[at]))

    def ctas_exited(self, ctas: Array) -> None:
        """Check that no other CTA may access shared memory of CTAs whose threads have all ended.

        Raises:
            Trap: One may.
        """
        rows = self.clocks.rows
        for cta in ctas.tolist() if self.m.cluster_size > 1 else ():
            mine = slice(cta * self.cta_lanes, (cta + 1) * self.cta_lanes)
            full, part = rows.full[mine].max(0), rows.part[mine].max(0)
            some = np.bitwise_or.reduce(rows.some[mine], axis=0)
            lane = np.arange(self.cluster_lanes)
            time, column = self.visits[cta], lane // WARP
            ordered = some[column] >> (lane % WARP).astype(np.uint32) & np.uint32(1) != 0
            late = np.flatnonzero((time > full[column]) & ~((time <= part[column]) & ordered))
            if len(late):
                last = int(late[time[late].argmax()])
                place = self.base // self.cta_lanes + cta // self.m.cluster_size * self.m.cluster_size
                thread = self.m.place_of(place + last // self.cta_lanes, last % self.cta_lanes)
                other = OtherAccess(self.history.steps[int(time[last])], thread, "another CTA", "accessed it")
                said = (
                    f"the CTA of rank {cta % self.m.cluster_size} ends, but another CTA accessed its shared "
                    "memory, and nothing orders that before the end: it waits for the others first, with a "
                    "barrier.cluster or at an mbarrier that they arrive at"
                )
                raise Trap("exited-cta", said, mine.start, other=other)

    # Barriers

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
        self.clocks.publish(lanes, ids, self._named, self.history.time)

    def barrier_released(self, released: Array, complete: Array) -> None:
        """Lanes go on from the barrier at which they wait, whose phase some of them complete."""
        lanes, together = np.flatnonzero(released), np.flatnonzero(complete)
        ids = self._barrier_of(together)
        if not self._completed.issuperset(ids.tolist()):  # once for all instructions of a phase
            self._meetings.come(together, ids, self.history.tick(self.m.step), waits=True)
            self.clocks.publish(together, ids, self._named, self.history.time)
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
            self.clocks.publish(lanes, ids, self._cluster_released, self.history.time)
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
        """Lanes release their clocks to objects, beyond their CTA only with a scope that includes those.

        Libraries leave out the scope, which defaults to the CTA, and arrive at other CTAs: the scope counts
        only if scopes are checked. A scope of the CTA that is written counts always. A relaxed arrival
        releases the
        clocks of the lanes' last fences.
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
                self._note_limited(lanes[self._done_from_away.full[self.number[slots]].any(1)], CTA)
            self.advance_epoch(lanes)

    def agent_of(self, barrier: int) -> int:
        """The agent of the copies that complete at an object, by its arena index."""
        cta, offset = self.m.memory.shared_place(barrier)
        return self.clocks.agent("object", cta % self.m.cluster_size, offset)

    def agent_of_group(self, group: int) -> int:
        """The agent of the products of a warpgroup."""
        return self.clocks.agent("products", group % max(self.clocks.warps // 4, 1))

    def init_fenced(self, epoch: int, lane: int) -> bool:
        """Whether a fence, and the phase of the cluster's barrier behind it, order an initialisation."""
        made, waited = epoch >> TIME_SHIFT & TIMES, int(self.m.clusters.waited[lane])
        fences = self._inits_fenced.get((epoch & WHO) - self.base, {})
        return any(time >= made and arrivals < waited for arrivals, time in fences.items())

    # Releases and acquires

    def fenced(self, mask: Array, scope: int) -> None:
        """Lanes execute a fence: it acquires the clocks that they read, and later strong writes release."""
        lanes = np.flatnonzero(mask)
        self.note_scope(lanes, scope)
        for level in range(CTA, scope + 1):
            if level not in self._fenced:
                self._fenced[level] = self.clocks.table(self.m.lanes)
            self.clocks.snapshot(lanes, self._fenced[level], self.history.time)
        if not self.unread:
            return
        for lane in self.unread.keys() & set(lanes.tolist()):
            for read_scope, record, _ in self.unread[lane].values():
                self._acquire(lane, record, min(scope, read_scope))
        # The values that were read are kept: a fence of a wider scope may follow.
        for level in range(CTA, scope + 1):
            self.clocks.snapshot(lanes, self._fenced[level], self.history.time)

    def note_scope(self, lanes: Array, scope: int) -> None:
        """Record the instruction that orders accesses of lanes to global memory, if its scope is narrow."""
        if scope < GPU and self.m.step is not None:
            found = dict.fromkeys(self.who[lanes].tolist(), (self.m.step, scope))
            self.history.narrow_orders.update(found)
        elif self.history.narrow_orders:
            for who in self.who[lanes].tolist():
                self.history.narrow_orders.pop(who, None)

    def _share_fences(self, lanes: Array, ids: Array) -> None:
        """Let strong writes release fences of others before a barrier: many counters rely on that."""
        if len(lanes):
            for table in self._fenced.values():
                self.clocks.share(table, lanes, ids)

    def inits_fenced(self, mask: Array) -> None:
        """Lanes execute `fence.mbarrier_init`; each keeps the last one before each arrival at a barrier."""
        for lane in np.flatnonzero(mask).tolist():
            fences = self._inits_fenced.setdefault(lane, {})
            fences[int(self.m.clusters.arrivals[lane])] = self.history.time

    def proxy_fenced(self, mask: Array, spaces: Sequence[str]) -> None:
        """Lanes execute `fence.proxy.async`."""
        lanes = np.flatnonzero(mask)
        for space in spaces:
            self.proxy[space][mask] = self.history.time
            self.clocks.snapshot(lanes, self.proxied[space], self.history.time)

    def synchronise(
        self, index: Array, lanes: Array, now: int, strong: Strength, *, write: bool, adds: bool
    ) -> None:
        """Order strong accesses, lane by lane; those that add to a value also pass on its released clock."""
        records = self.history.records
        if not (records or (write and (strong.releases or self._fenced))):
            return
        scoped = "scopes" in self.m.memory.checks
        later: list[tuple[int, dict[tuple[int, int], RemoteClocks], bool]] = []
        for at, lane in zip(index.tolist(), lanes.tolist(), strict=True):
            record = records.get(at)
            if strong.reads and record:
                if strong.acquires or (write and not scoped):
                    self._acquire(lane, record, strong.scope)
                self.unread.setdefault(lane, {})[at] = strong.scope, record, self.m.step
            elif record and self.m.step in self.history.facts.untested_reads:
                self.unread.setdefault(lane, {})[at] = NO_SCOPE, record, self.m.step
            if write:
                clocks = self._release(lane, now, strong)
                if strong.later:
                    later.append((at, clocks, adds))
                else:
                    self._publish(at, clocks, adds=adds)
        if strong.later:
            self._later.append(later)

    def release_landed(self) -> None:
        """The first of the asynchronous releases takes effect."""
        for at, clocks, adds in self._later.popleft():
            self._publish(at, clocks, adds=adds)

    def _publish(self, at: int, clocks: dict[tuple[int, int], RemoteClocks], *, adds: bool) -> None:
        """Release clocks at a location: with those that are there, or in their place."""
        kept = dict(self.history.records.get(at, {})) if adds else {}
        for key, remote in clocks.items():
            kept[key] = merged(kept.get(key, {}), remote)
        if kept:
            self.history.records[at] = kept
        else:
            self.history.records.pop(at, None)

    def _release(self, lane: int, now: int, strong: Strength) -> dict[tuple[int, int], RemoteClocks]:
        """The clocks that a strong write of a lane releases, by CTA and scope."""
        cta = (self.base + lane) // self.cta_lanes
        clocks: dict[tuple[int, int], RemoteClocks] = {}
        one = np.array([lane])
        if strong.releases:
            table = Rows(1, self.clocks.rows.full.shape[1], self.clocks.warps)
            self.clocks.publish(one, np.zeros(1, np.int64), table, now)
            clocks[cta, strong.scope] = self._far_clock(table, 0, lane)
        for scope, table in self._fenced.items():
            level = min(scope, strong.scope)
            if table.some[lane].any() and (cta, level) not in clocks:
                clocks[cta, level] = self._far_clock(table, lane, lane)
        return clocks

    def _far_clock(self, table: Rows, row: int, lane: int) -> RemoteClocks:
        """The clock in a row of a lane; its own cluster is one of the clusters."""
        own = (self.base + lane) // self.cluster_lanes
        return {**table.remote.get(row, {}), own: self.clocks.row(table, row)}

    def _acquire(self, lane: int, record: dict[tuple[int, int], RemoteClocks], scope: int) -> None:
        """Let a lane acquire a record, within the scopes."""
        mine = (self.base + lane) // self.cta_lanes
        size = self.m.cluster_size
        own = mine // size
        for (cta, released), remote in record.items():
            needed = CTA if cta == mine else CLUSTER if cta // size == own else GPU
            if min(released, scope) < needed:
                continue
            rest = {cluster: row for cluster, row in remote.items() if cluster != own}
            if own in remote:
                self.clocks.acquire(lane, remote[own])
            if rest:
                rows = self.clocks.rows
                rows.remote[lane] = merged(rows.remote.get(lane, {}), rest)
        self.advance_epoch(np.array([lane]))
