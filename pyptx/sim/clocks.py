"""Vector clocks over the warps of a cluster, and over its asynchronous operations.

There is one time for the whole launch, which every access advances. A row is a vector clock: for each agent,
the time up to which its accesses are ordered before the owner of the row. Agents are warps, so that rows stay
short; releases of single lanes of a warp, without a barrier of their warp, are kept beside:

========  ===================================================================================================
`full`    time up to which the accesses of all lanes of an agent are ordered before
`part`    time up to which those of some lanes of a warp are
`some`    these lanes, a bit each
`remote`     the same of warps of other clusters, by the number of the cluster
========  ===================================================================================================

Rows are joined by the maximum and the union: where some lanes of a warp release at different times, a row may
order a little too much, never too little. Where all of them have, `full` has the earlier time. Beyond the
warps, `full` has columns for agents without lanes: the `wgmma` of a warpgroup, and the copies that complete
at an mbarrier object.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pyptx.sim.scheduler import WARP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.scheduler import Scheduler

Array: TypeAlias = "NDArray[Any]"
Row: TypeAlias = "tuple[Array, Array, Array]"
RemoteClocks: TypeAlias = "dict[int, Row]"
"""Clocks of clusters, by number in the grid. Neither it nor a row in it is ever changed."""

LANE_BIT = np.uint32(1) << np.arange(WARP, dtype=np.uint32)
EVERY_LANE = np.uint32(0xFFFF_FFFF)
FOREVER = np.iinfo(np.int32).max


class Rows:
    """Rows of clocks."""

    def __init__(self, count: int, columns: int, warps: int) -> None:
        self.full = np.zeros((count, columns), np.int32)
        self.part = np.zeros((count, warps), np.int32)
        self.some = np.zeros((count, warps), np.uint32)
        self.remote: dict[int, RemoteClocks] = {}

    def join(self, at: Array, other: Rows, from_: Array) -> None:
        """Join rows, each named once, with rows of another table."""
        self.full[at], self.part[at], self.some[at] = joined(self.take(at), other.take(from_))
        if other.remote:
            for mine, theirs in zip(at.tolist(), from_.tolist(), strict=True):
                if theirs in other.remote:
                    self.remote[mine] = merged(self.remote.get(mine, {}), other.remote[theirs])

    def take(self, at: Array) -> Row:
        """Copies of rows."""
        return self.full[at], self.part[at], self.some[at]

    def clear(self, at: Array) -> None:
        """Empty rows."""
        self.full[at] = self.part[at] = 0
        self.some[at] = 0
        for row in at.tolist() if self.remote else ():
            self.remote.pop(row, None)

    def resize(self, count: int, columns: int) -> None:
        """Grow to at least this many rows and agents."""
        longer, wider = max(count - len(self.full), 0), max(columns - self.full.shape[1], 0)
        self.full = np.pad(self.full, ((0, longer), (0, wider)))
        self.part = np.pad(self.part, ((0, longer), (0, 0)))
        self.some = np.pad(self.some, ((0, longer), (0, 0)))


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
    """Join two rows, or rows of two tables one by one."""
    if mine[0].shape[-1] < theirs[0].shape[-1]:
        mine, theirs = theirs, mine
    full, columns = mine[0].copy(), theirs[0].shape[-1]
    full[..., :columns] = np.maximum(full[..., :columns], theirs[0])
    return with_lanes(full, newer(full, *mine[1:]), newer(full, *theirs[1:]))


def with_lanes(full: Array, mine: tuple[Array, Array], theirs: tuple[Array, Array]) -> Row:
    """Join the times of some lanes of two rows, which are later than `full`, or 0 for none."""
    (part, some), (part_of_theirs, some_of_theirs) = mine, theirs
    both = np.minimum(part, part_of_theirs)
    every = (some | some_of_theirs == EVERY_LANE) & (both > 0)
    seen = full[..., : part.shape[-1]]
    np.maximum(seen, both, out=seen, where=every)
    latest = np.where(part > part_of_theirs, some, some_of_theirs)
    return full, np.maximum(part, part_of_theirs), np.where(every, latest, some | some_of_theirs)


def newer(full: Array, part: Array, some: Array) -> tuple[Array, Array]:
    """Times and lanes of a row, without those that `full` includes."""
    kept = part > full[..., : part.shape[-1]]
    return np.where(kept, part, 0), np.where(kept, some, 0)


def minimum(rows: Row) -> Row:
    """Return the minimum of several rows; a time in `full` holds for each lane of the warp."""
    full, part, some = rows
    newest = full[:, : part.shape[1]]
    partly = part > newest
    lanes = np.bitwise_and.reduce(np.where(partly, some, ~np.uint32(0)), axis=0)
    return full.min(0), np.where(partly, part, newest).min(0), lanes


class Clocks:
    """The clocks of the lanes of a batch.

    Attributes:
        rows: A row for each lane.
        warps: Warps of a cluster, which have the first columns.
    """

    def __init__(self, scheduler: Scheduler, cluster_size: int) -> None:
        self.scheduler = scheduler
        self.cta_warps = scheduler.lanes // WARP // max(scheduler.ctas, 1)
        self.warps = self.cta_warps * cluster_size
        self.rows = Rows(scheduler.lanes, self.warps, self.warps)
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

    def publish(self, lanes: Array, ids: Array, into: Rows, now: int) -> None:
        """Release the clocks of lanes to rows of a table, each to the row of its id."""
        if not len(lanes):
            return
        order = np.argsort(ids, kind="stable")
        lanes, ids = lanes[order], ids[order]
        fresh = np.concatenate(([True], ids[1:] != ids[:-1]))
        starts, group = np.flatnonzero(fresh), np.cumsum(fresh) - 1
        heads, rows = ids[starts], self.rows
        full = np.maximum.reduceat(rows.full[lanes], starts, axis=0)
        part, some = newer(full[group], rows.part[lanes], rows.some[lanes])
        part = np.maximum.reduceat(part, starts, axis=0)
        some = np.bitwise_or.reduceat(some, starts, axis=0)
        warps = self.scheduler.lanes // WARP
        pairs, which = np.unique(group * warps + lanes // WARP, return_inverse=True)
        word = np.zeros(len(pairs), np.uint32)
        np.bitwise_or.at(word, which.reshape(-1), LANE_BIT[lanes % WARP])
        row, warp = np.divmod(pairs, warps)
        column = warp % self.warps
        word |= ~self.scheduler.warps(self.scheduler.live)[warp]
        whole = word == EVERY_LANE
        full[row[whole], column[whole]] = now
        at = row[~whole], column[~whole]
        mine = np.full(len(at[0]), now), word[~whole]
        full[at], part[at], some[at] = with_lanes(full[at], (part[at], some[at]), mine)
        into.full[heads], into.part[heads], into.some[heads] = joined(into.take(heads), (full, part, some))
        if rows.remote:
            for lane, id_ in zip(lanes.tolist(), ids.tolist(), strict=True):
                if lane in rows.remote:
                    into.remote[id_] = merged(into.remote.get(id_, {}), rows.remote[lane])

    def join_lanes(self, lanes: Array, ids: Array, now: int) -> None:
        """Join the clocks of lanes with the same id."""
        names, rows = np.unique(ids, return_inverse=True)
        between = Rows(len(names), self.rows.full.shape[1], self.warps)
        self.publish(lanes, rows.reshape(-1), between, now)
        self.rows.join(lanes, between, rows.reshape(-1))

    def join_ctas(self, now: int) -> None:
        """Join the clocks of all living lanes of each CTA."""
        rows = self.rows
        if self.warps != self.cta_warps or rows.remote:
            lanes = np.flatnonzero(self.scheduler.live)
            self.join_lanes(lanes, self.scheduler.cta[lanes].astype(np.int64), now)
            return
        alive = np.asarray(self.scheduler.live.reshape(-1, self.warps, WARP).any(2))
        shape = (self.scheduler.ctas, -1, rows.full.shape[1])
        full = rows.full.reshape(shape)
        seen = full[:, :, : self.warps]
        np.copyto(seen, np.int32(now), where=alive[:, None, :] & (seen != FOREVER))
        if shape[2] > self.warps:
            full[:, :, self.warps :] = full[:, :, self.warps :].max(1, keepdims=True)
        rows.part[...] = 0
        rows.some[...] = 0

    def share(self, table: Rows, lanes: Array, ids: Array) -> None:
        """Join the rows of a table of lanes with the same id; ids rise."""
        fresh = np.concatenate(([True], ids[1:] != ids[:-1]))
        starts, group = np.flatnonzero(fresh), np.cumsum(fresh) - 1
        table.full[lanes] = np.maximum.reduceat(table.full[lanes], starts, axis=0)[group]
        table.part[lanes] = np.maximum.reduceat(table.part[lanes], starts, axis=0)[group]
        table.some[lanes] = np.bitwise_or.reduceat(table.some[lanes], starts, axis=0)[group]

    def snapshot(self, lanes: Array, into: Rows, now: int) -> None:
        """Keep the clocks of lanes, with their accesses so far."""
        rows = self.rows
        into.full[lanes], into.part[lanes], into.some[lanes] = (
            rows.full[lanes],
            rows.part[lanes],
            rows.some[lanes],
        )
        column = lanes // WARP % self.warps
        into.part[lanes, column] = now
        into.some[lanes, column] |= LANE_BIT[lanes % WARP]
        for lane in lanes.tolist() if rows.remote or into.remote else ():
            into.remote[lane] = rows.remote.get(lane, {})

    def row(self, table: Rows, lane: int) -> Row:
        """A copy of a row."""
        return table.full[lane].copy(), table.part[lane].copy(), table.some[lane].copy()

    def acquire(self, lane: int, row: Row) -> None:
        """Join the row of a lane with a row of its cluster."""
        rows, size = self.rows, len(row[0])
        full, part, some = joined((rows.full[lane, :size], rows.part[lane], rows.some[lane]), row)
        rows.full[lane, :size], rows.part[lane], rows.some[lane] = full, part, some
