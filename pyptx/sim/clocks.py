"""Vector clocks over the warps of a cluster, and over its asynchronous operations.

There is one time for the whole launch, which every access advances. A row is a vector clock: for each agent,
the time up to which its accesses are ordered before the owner of the row. Agents are warps, so that rows stay
short; lanes that release alone, without a barrier of their warp, have times of their own:

========  ===================================================================================================
`full`    time up to which the accesses of all lanes of an agent are ordered before
`lanes`   the same of single lanes, where it is later, by place in the cluster
`remote`     the same of warps of other clusters, by the number of the cluster
========  ===================================================================================================

Rows are joined by the maximum. Beyond the warps, `full` has columns for agents without lanes: the `wgmma` of
a warpgroup, and the copies that complete at an mbarrier object.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pyptx.sim.scheduler import WARP

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from numpy.typing import NDArray

    from pyptx.sim.scheduler import Scheduler

Array: TypeAlias = "NDArray[Any]"
LaneTimes: TypeAlias = "Mapping[int, int]"
Row: TypeAlias = "tuple[Array, LaneTimes]"
RemoteClocks: TypeAlias = "dict[int, Row]"
"""Clocks of clusters, by number in the grid. Neither it nor a row in it is ever changed."""

LANE_BIT = np.uint32(1) << np.arange(WARP, dtype=np.uint32)
FOREVER = np.iinfo(np.int32).max


class Rows:
    """Rows of clocks.

    Attributes:
        full: Times of agents, a line for each row.
        lanes: Times of lanes by row, for rows that have some.
        remote: Clocks of other clusters by row, for rows that have some.
        warps: Warps of a cluster, which have the first columns.
    """

    def __init__(self, count: int, columns: int, warps: int) -> None:
        self.full = np.zeros((count, columns), np.int32)
        self.lanes: dict[int, LaneTimes] = {}
        self.remote: dict[int, RemoteClocks] = {}
        self.warps = warps

    def join(self, at: Array, other: Rows, from_: Array) -> None:
        """Join rows, each named once, with rows of another table."""
        columns = other.full.shape[1]
        self.full[at, :columns] = np.maximum(self.full[at, :columns], other.full[from_])
        for mine, theirs in zip(at.tolist(), from_.tolist(), strict=True) if other.lanes else ():
            if theirs in other.lanes:
                self.join_lanes(mine, [other.lanes[theirs]])
        for mine, theirs in zip(at.tolist(), from_.tolist(), strict=True) if other.remote else ():
            if theirs in other.remote:
                self.remote[mine] = merged(self.remote.get(mine, {}), other.remote[theirs])

    def join_lanes(self, row: int, times: Iterable[LaneTimes]) -> None:
        """Join a row with times of lanes."""
        self._set_lanes(row, later_lanes(self.full[row], [self.lanes.get(row, {}), *times]))

    def _set_lanes(self, row: int, times: LaneTimes) -> None:
        if times:
            self.lanes[row] = times
        else:
            self.lanes.pop(row, None)

    def set(self, row: int, values: Row) -> None:
        """Replace a row, without its remote clocks."""
        self.full[row, : len(values[0])] = values[0]
        self._set_lanes(row, values[1])

    def copy(self, row: int) -> Row:
        """A copy of a row, without its remote clocks."""
        return self.full[row].copy(), self.lanes.get(row, {})

    def of_lanes(self, row: int) -> Array:
        """The time up to which the accesses of each lane of the cluster are ordered before a row."""
        found = np.repeat(self.full[row, : self.warps], WARP)
        times = self.lanes.get(row, {})
        at = np.fromiter(times, np.int64, len(times))
        found[at] = np.maximum(found[at], np.fromiter(times.values(), np.int64, len(times)))
        return found

    def clear(self, at: Array) -> None:
        """Empty rows."""
        self.full[at] = 0
        for table in (self.lanes, self.remote):
            for row in at.tolist() if table else ():
                table.pop(row, None)

    def resize(self, count: int, columns: int) -> None:
        """Grow to at least this many rows and agents."""
        longer, wider = max(count - len(self.full), 0), max(columns - self.full.shape[1], 0)
        self.full = np.pad(self.full, ((0, longer), (0, wider)))


def merged(mine: RemoteClocks, theirs: RemoteClocks) -> RemoteClocks:
    """Join two clocks of clusters."""
    if mine is theirs or not theirs:
        return mine
    made = {**mine, **theirs}
    for cluster in mine.keys() & theirs.keys():
        if mine[cluster] is not theirs[cluster]:
            made[cluster] = joined(mine[cluster], theirs[cluster])
    return made


def joined(mine: Row, theirs: Row) -> Row:
    """Join two rows; one may have columns that the other does not have yet.

    >>> long, short = (np.array([1, 4, 2]), {0: 3}), (np.array([3, 2]), {0: 5, 1: 2})
    >>> joined(long, short), joined(short, long)
    ((array([3, 4, 2]), {0: 5}), (array([3, 4, 2]), {0: 5}))
    """
    if len(mine[0]) < len(theirs[0]):
        mine, theirs = theirs, mine
    full, columns = mine[0].copy(), len(theirs[0])
    full[:columns] = np.maximum(full[:columns], theirs[0])
    return full, later_lanes(full, [mine[1]] if mine[1] is theirs[1] else [mine[1], theirs[1]])


def shared_clocks(mine: RemoteClocks, theirs: RemoteClocks) -> RemoteClocks:
    """The clocks that both clocks of clusters include.

    >>> mine, theirs = (np.array([5, 0]), {33: 7}), (np.array([2, 4]), {1: 3})
    >>> shared_clocks({0: mine, 1: mine}, {0: theirs})
    {0: (array([2, 0]), {1: 3, 33: 4})}
    """
    return {cluster: _common(mine[cluster], theirs[cluster]) for cluster in mine if cluster in theirs}


def _common(mine: Row, theirs: Row) -> Row:
    """Return the times that both of two rows include: the minimum."""
    columns = min(len(mine[0]), len(theirs[0]))
    least = {
        lane: min(max(int(full[lane // WARP]), lanes.get(lane, 0)) for full, lanes in (mine, theirs))
        for lane in sorted({*mine[1], *theirs[1]})
    }
    full = np.minimum(mine[0][:columns], theirs[0][:columns])
    return full, later_lanes(full, [least])


def later_lanes(full: Array, times: Collection[LaneTimes]) -> LaneTimes:
    """Join times of lanes, without those that `full` includes; it gets those of all lanes of a warp.

    >>> full = np.array([5, 0])
    >>> later_lanes(full, [{0: 4, 1: 7}, {1: 6, 32: 2}])
    {1: 7, 32: 2}
    >>> later_lanes(full, [dict.fromkeys(range(32), 8), {3: 9}]), full.tolist()
    ({3: 9}, [8, 0])
    """
    made: dict[int, int] = {}
    known = full.tolist() if any(times) else []
    for each in times:
        for lane, time in each.items():
            if time > known[lane // WARP] and time > made.get(lane, 0):
                made[lane] = time
    if len(made) < WARP:
        return made
    for warp, count in Counter(lane // WARP for lane in made).items():
        if count == WARP:
            full[warp] = min(made[lane] for lane in range(warp * WARP, warp * WARP + WARP))
    return {lane: time for lane, time in made.items() if time > full[lane // WARP]}


def minimum(rows: Rows, at: Array) -> Rows:
    """Return the minimum of several rows of a table, in a table with one row.

    >>> rows = Rows(2, 2, 2)
    >>> rows.set(0, (np.array([5, 1]), {3: 7, 40: 4}))
    >>> rows.set(1, (np.array([3, 2]), {3: 6}))
    >>> least = minimum(rows, np.array([0, 1]))
    >>> least.full.tolist(), sorted(least.lanes[0].items())
    ([[3, 1]], [(3, 6), (40, 2)])
    """
    found = Rows(1, rows.full.shape[1], rows.warps)
    found.full[0] = rows.full[at].min(0)
    some = {lane for row in at.tolist() for lane in rows.lanes.get(row, ())}
    if some:
        least = np.min([rows.of_lanes(row) for row in at.tolist()], axis=0)
        found.join_lanes(0, [{lane: int(least[lane]) for lane in some}])
    return found


class Clocks:
    """The clocks of the lanes of a batch.

    Attributes:
        rows: A row for each lane.
        warps: Warps of a cluster, which have the first columns.
        released: When lanes of each warp of the batch last released their clock.
    """

    def __init__(self, scheduler: Scheduler, cluster_size: int) -> None:
        self.scheduler = scheduler
        self.cta_warps = scheduler.lanes // WARP // max(scheduler.ctas, 1)
        self.warps = self.cta_warps * cluster_size
        self.rows = Rows(scheduler.lanes, self.warps, self.warps)
        self.released = np.zeros(scheduler.lanes // WARP, np.int64)
        absent = ~np.asarray(scheduler.exists.reshape(-1, WARP).any(1))[: self.warps]
        self.rows.full[:, absent] = FOREVER
        self._tables = [self.rows]
        self._agents: dict[tuple[Any, ...], int] = {}

    def table(self, count: int) -> Rows:
        """Rows beside those of the lanes: clocks that were released to barriers."""
        made = Rows(count, self.rows.full.shape[1], self.warps)
        self._tables.append(made)
        return made

    def agent(self, *key: object) -> int:
        """The column of an agent that is not a warp; those of different clusters share it."""
        found = self._agents.get(key)
        if found is None:
            found = self._agents[key] = self.warps + len(self._agents)
            if found >= self.rows.full.shape[1]:
                for table in self._tables:
                    table.resize(0, found + 8)
        return found

    def publish(self, lanes: Array, ids: Array, into: Rows, now: int, *, exited: bool = False) -> None:
        """Release the clocks of lanes to rows of a table, each to the row of its id.

        Args:
            lanes: The lanes.
            ids: The row of each.
            into: The table.
            now: The time.
            exited: Whether the accesses of exited lanes of their warps come before, as at barriers.
        """
        if not len(lanes):
            return
        self.released[lanes // WARP] = now
        order = np.argsort(ids, kind="stable")
        lanes, ids = lanes[order], ids[order]
        fresh = np.concatenate(([True], ids[1:] != ids[:-1]))
        starts, group = np.flatnonzero(fresh), np.cumsum(fresh) - 1
        heads, rows = ids[starts], self.rows
        full = np.maximum.reduceat(rows.full[lanes], starts, axis=0)
        warps = self.scheduler.lanes // WARP
        pairs, which = np.unique(group * warps + lanes // WARP, return_inverse=True)
        word = np.zeros(len(pairs), np.uint32)
        np.bitwise_or.at(word, which.reshape(-1), LANE_BIT[lanes % WARP])
        row, warp = np.divmod(pairs, warps)
        column = warp % self.warps
        exists = self.scheduler.warps(self.scheduler.exists)[warp]
        if exited:
            word |= exists & ~self.scheduler.warps(self.scheduler.live)[warp]
        whole = exists & ~word == 0
        full[row[whole], column[whole]] = now
        into.full[heads] = np.maximum(into.full[heads], full)
        times: dict[int, list[LaneTimes]] = {}
        for k in np.flatnonzero(~whole).tolist():
            some = int(column[k]) * WARP + np.flatnonzero(word[k] & LANE_BIT)
            times.setdefault(int(row[k]), []).append(dict.fromkeys(some.tolist(), now))
        for lane, number in zip(lanes.tolist(), group.tolist(), strict=True) if rows.lanes else ():
            if lane in rows.lanes:
                times.setdefault(number, []).append(rows.lanes[lane])
        for number, several in times.items():
            into.join_lanes(int(heads[number]), {id(each): each for each in several}.values())
        if rows.remote:
            for lane, id_ in zip(lanes.tolist(), ids.tolist(), strict=True):
                if lane in rows.remote:
                    into.remote[id_] = merged(into.remote.get(id_, {}), rows.remote[lane])

    def join_lanes(self, lanes: Array, ids: Array, now: int) -> None:
        """Join the clocks of lanes with the same id, which meet at a barrier."""
        names, rows = np.unique(ids, return_inverse=True)
        between = Rows(len(names), self.rows.full.shape[1], self.warps)
        self.publish(lanes, rows.reshape(-1), between, now, exited=True)
        self.rows.join(lanes, between, rows.reshape(-1))

    def join_ctas(self, now: int) -> None:
        """Join the clocks of all living lanes of each CTA."""
        rows, scheduler = self.rows, self.scheduler
        alive = np.asarray(scheduler.live.reshape(-1, self.cta_warps, WARP).any(2))
        exist = np.asarray(scheduler.exists.reshape(-1, self.cta_warps, WARP).any(2))
        if self.warps != self.cta_warps or rows.remote or (exist & ~alive).any():
            lanes = np.flatnonzero(scheduler.live)
            self.join_lanes(lanes, scheduler.cta[lanes].astype(np.int64), now)
            return
        shape = (scheduler.ctas, -1, rows.full.shape[1])
        self.released[:] = now
        full = rows.full.reshape(shape)
        seen = full[:, :, : self.warps]
        np.copyto(seen, np.int32(now), where=alive[:, None, :] & (seen != FOREVER))
        if shape[2] > self.warps:
            full[:, :, self.warps :] = full[:, :, self.warps :].max(1, keepdims=True)
        rows.lanes.clear()

    def share(self, table: Rows, lanes: Array, ids: Array) -> None:
        """Join the rows of a table of lanes with the same id; ids rise."""
        fresh = np.concatenate(([True], ids[1:] != ids[:-1]))
        starts, group = np.flatnonzero(fresh), np.cumsum(fresh) - 1
        table.full[lanes] = np.maximum.reduceat(table.full[lanes], starts, axis=0)[group]
        for some in np.split(lanes, starts[1:]) if table.lanes else ():
            several = [table.lanes[lane] for lane in some.tolist() if lane in table.lanes]
            if several:
                full = table.full[some[0]].copy()
                times = later_lanes(full, {id(each): each for each in several}.values())
                for lane in some.tolist():
                    table.set(lane, (full, times))

    def snapshot(self, lanes: Array, into: Rows, now: int) -> None:
        """Keep the clocks of lanes, with their accesses so far."""
        rows = self.rows
        self.released[lanes // WARP] = now
        into.full[lanes] = rows.full[lanes]
        for lane in lanes.tolist():
            into.lanes[lane] = {**rows.lanes.get(lane, {}), lane % (self.warps * WARP): now}
        for lane in lanes.tolist() if rows.remote or into.remote else ():
            into.remote[lane] = rows.remote.get(lane, {})

    def acquire(self, lane: int, row: Row) -> None:
        """Join the row of a lane with a row of its cluster."""
        self.rows.set(lane, joined(self.rows.copy(lane), row))
