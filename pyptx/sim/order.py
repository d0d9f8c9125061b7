"""The happens-before order of the threads of a batch: which accesses are ordered before which.

Ordering follows the PTX memory model (manual chapter 8). Releases and acquires change it
(`pyptx.sim.releases`), and so do barriers (`pyptx.sim.meetings`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.clocks import FOREVER, Clocks, RemoteClocks, Rows
from pyptx.sim.epochs import ENGINE, PENDING, TIME_SHIFT, TIMES, WHO, Shadow
from pyptx.sim.faults import OtherAccess, Trap
from pyptx.sim.observers import Observer
from pyptx.sim.scheduler import WARP

if TYPE_CHECKING:
    from pyptx.sim.clocks import Array
    from pyptx.sim.epochs import History
    from pyptx.sim.machine import Machine


class Order(Observer):
    """The clocks of a batch and their joins.

    Attributes:
        who: The linear index in the grid of the thread of each lane.
        clocks: The vector clock of every lane.
        floor: The epoch up to which accesses of threads to shared memory are ordered before each lane.
        remote: Whether threads accessed shared memory of other CTAs.
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
        self.proxy = {name: np.zeros(m.lanes, np.int64) for name in ("shared", "global", "maps")}
        self.proxied = {name: self.clocks.table(m.lanes) for name in self.proxy}
        alone = m.cluster_size == 1
        self.visits = np.zeros((0 if alone else scheduler.ctas, self.cluster_lanes), np.int64)
        self._relaxed_meeting = False
        self._earlier_grid = self.clocks.agent("grid")

    def ordered(self, epochs: Array, rows: Rows, at: Array, who: Array) -> Array:
        """Find the epochs that are ordered before rows of a table.

        Args:
            epochs: The epochs, not 0.
            rows: A table.
            at: The row of each epoch in the table.
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
            if self.history.earlier_grid:
                self._awaited(epochs, rows, at, over)
        own = cluster == who // self.cluster_lanes
        place = (identity - self.base) % self.cluster_lanes
        column = np.where(agent >= 0, agent, place // WARP)
        over |= own & (time <= rows.full[at, column])
        if over.all():
            return over
        rest = own & ~over & (agent < 0)
        for row in np.unique(at[rest]).tolist() if rows.lanes else ():
            if row in rows.lanes:
                some = rest & (at == row)
                over[some] = time[some] <= rows.of_lanes(row)[place[some]]
        for k in np.flatnonzero(~over & ~own).tolist() if rows.remote else ():
            row = rows.remote.get(int(at[k]), {}).get(int(cluster[k]))
            if row is None:
                continue
            full, lanes = row
            known = int(column[k]) < len(full) and time[k] <= full[column[k]]
            over[k] = known or (agent[k] < 0 and time[k] <= lanes.get(int(place[k]), 0))
        return over

    def _awaited(self, epochs: Array, rows: Rows, at: Array, over: Array) -> None:
        """Set which epochs of earlier grids are ordered before rows of a table."""
        awaited = self.history.of_earlier_grid(epochs)
        over[awaited] = rows.full[at[awaited], self._earlier_grid] > 0
        for k in np.flatnonzero(awaited & ~over).tolist() if rows.remote else ():
            over[k] = self._knows_earlier_grid(rows.remote.get(int(at[k]), {}), int(epochs[k]) & WHO)

    def _knows_earlier_grid(self, remote: RemoteClocks, operation: int) -> bool:
        """Whether accesses of the grid before are ordered before a clock: by a flag, or a wait elsewhere."""
        if not remote.keys().isdisjoint(self.history.earlier_grid[operation]):
            return True
        column = self._earlier_grid
        return any(len(full) > column and full[column] > 0 for full, _ in remote.values())

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
                len(full) > column and full[column] > 0 for full, _ in remote
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
            Trap: A CTA may not have started.
        """
        m, rows = self.m, self.clocks.rows
        home = (index - self.shared.start) // m.memory.shared_stride
        away = np.flatnonzero((home != m.cta[lanes]) & (m.clusters.waited[lanes] == 0))
        if not len(away) or (self._relaxed_meeting and m.clusters.phase.any()):
            return
        first = home[away] % m.cluster_size * self.clocks.cta_warps
        columns = first[:, None] + np.arange(self.clocks.cta_warps)
        full = rows.full[lanes[away, None], columns]
        unknown = ~((full > 0) & (full != FOREVER)).any(1)
        for k in np.flatnonzero(unknown).tolist() if rows.lanes else ():
            warps = {each // WARP for each in rows.lanes.get(int(lanes[away[k]]), ())}
            unknown[k] = warps.isdisjoint(columns[k].tolist())
        if unknown.any():
            at = int(away[int(unknown.argmax())])
            said = (
                f"{m.memory.shared_name(int(index[at]))} belongs to the CTA of rank "
                f"{int(home[at]) % m.cluster_size}, and nothing makes this thread wait until that CTA has "
                "started: barrier.cluster, or a wait for an mbarrier at which it arrives, must come first"
            )
            raise Trap("unstarted-cta", said, int(lanes[at]))

    def ctas_exited(self, ctas: Array) -> None:
        """Check that no other CTA may access shared memory of CTAs whose threads have all ended.

        Raises:
            Trap: Another CTA may still access the memory.
        """
        rows = self.clocks.rows
        for cta in ctas.tolist() if self.m.cluster_size > 1 else ():
            mine = range(cta * self.cta_lanes, (cta + 1) * self.cta_lanes)
            known = np.repeat(rows.full[mine, : self.clocks.warps].max(0), WARP)
            for lane in mine if rows.lanes else ():
                if lane in rows.lanes:
                    known = np.maximum(known, rows.of_lanes(lane))
            time = self.visits[cta]
            late = np.flatnonzero(time > known)
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
