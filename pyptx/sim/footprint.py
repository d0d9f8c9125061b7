"""Global memory that a grid accessed, for a dependent grid that may start before that one has ended.

To the race detector of the dependent grid, these are accesses of pending operations. `griddepcontrol.wait`
orders them before the thread that executes it, and so before all that synchronise with that thread. A thread
that acquires a flag which the first grid released is ordered after the accesses that came before the release.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pyptx.sim.epochs import ENGINE, SCOPE_SHIFT, SCOPES, TIME_SHIFT, TIMES, WHO
from pyptx.sim.scheduler import WARP
from pyptx.sim.scopes import GPU

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyptx.sim.arguments import Arguments
    from pyptx.sim.clocks import Array, RemoteClocks, Row
    from pyptx.sim.epochs import History

START = 1
"""The time of the accesses: before all those of the dependent grid."""

MOST_FLAGS = 256
"""Released locations that are kept; accesses before the releases of others count as not released."""


class Kind(NamedTuple):
    """Accesses that are alike to a dependent grid.

    Attributes:
        level: 1 more than their scope.
        flags: Whether they come before the release of each flag.
    """

    level: int
    flags: tuple[bool, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Footprint:
    """The accesses of a grid to the arrays of a launch.

    Attributes:
        spans: By host address of an array, an array each for weak writes, strong writes and reads: for every
            byte 0, or 1 more than the number of the kind of the last of them.
        kinds: The kinds of accesses.
        flags: Host addresses of the locations that threads released at the end.
        overlaps: Whether a thread executed `griddepcontrol.launch_dependents`: if not, a dependent grid
            starts when this one has ended.
        earlier: Those of grids further back, the first one first, that may not have ended when a dependent
            grid starts: no thread waited for them before this grid let that start.
    """

    spans: Mapping[int, tuple[Array, ...]]
    kinds: tuple[Kind, ...]
    flags: tuple[int, ...]
    overlaps: bool
    earlier: tuple[Footprint, ...] = ()

    @classmethod
    def of(
        cls,
        history: History,
        arguments: Arguments,
        cluster_lanes: int,
        before: Footprint | None,
        *,
        overlaps: bool,
    ) -> Footprint:
        """Return the footprint of a grid that has run with race checking, after the grid before."""
        shadow, spans = history.global_, {}
        kinds: dict[Kind, int] = {}
        hosts = arguments.hosts().items()
        released: dict[int, list[RemoteClocks]] = {}
        for index, record in history.records.items():
            fars = [far for (_, scope), far in record.items() if scope >= GPU]
            for host, each in hosts if fars and len(released) < MOST_FLAGS else ():
                if 0 <= index - shadow.start - each.offset < each.size:
                    released[host + index - shadow.start - each.offset] = fars
        for host, each in hosts:
            first, within = divmod(each.offset, 1 << shadow.shift)
            last = (each.offset + each.size - 1 >> shadow.shift) + 1
            spans[host] = tuple(
                np.repeat(
                    _kinds_of(epochs[first:last], history, list(released.values()), cluster_lanes, kinds),
                    1 << shadow.shift,
                )[within:][: each.size]
                for epochs in (*shadow.writes, *shadow.reads)
            )
        earlier = before.unfinished if before is not None and history.overlaps_grid_before() else ()
        return cls(spans, tuple(kinds), tuple(released), overlaps, earlier)

    @property
    def unfinished(self) -> tuple[Footprint, ...]:
        """The accesses of grids that may still run when a grid that depends on this one starts."""
        return (*self.earlier, self) if self.overlaps else self.earlier

    def precede(self, history: History, arguments: Arguments) -> None:
        """Leave the accesses of this grid, and of grids further back, in the history of a dependent grid."""
        flags = 0
        for footprint in self.unfinished:
            history.grid_before = len(history.operations.steps)
            footprint.leave(history, arguments, flags)
            flags += len(footprint.flags)
        if not self.overlaps:
            history.grid_before = len(history.operations.steps)

    def leave(self, history: History, arguments: Arguments, first_flag: int) -> None:
        """Leave the accesses of this grid, whose flags have numbers from `first_flag` on."""
        first = len(history.operations.steps)
        for kind in self.kinds:
            number = history.operations.start(None, -1, -1, -1, -1)
            flags = {flag_number(first_flag + k) for k, before in enumerate(kind.flags) if before}
            history.earlier_grid[number] = flags
        none: Row = np.zeros(0, np.int32), {}
        for host, allocation in arguments.hosts().items():
            for k, flag in enumerate(self.flags):
                if 0 <= flag - host < allocation.size:
                    index = history.global_.start + allocation.offset + flag - host
                    number = flag_number(first_flag + k)
                    history.records[index] = {(number, GPU): {number: none}}
            for start, parts in self.spans.items():
                low, high = max(host, start), min(host + allocation.size, start + len(parts[0]))
                if low < high:
                    self._leave(
                        history,
                        allocation.offset + low - host,
                        first,
                        [part[low - start : high - start] for part in parts],
                    )

    def _leave(self, history: History, offset: int, first: int, parts: list[Array]) -> None:
        """Leave the epochs of consecutive bytes, of operations from `first` on."""
        shadow = history.global_
        levels = np.array([kind.level for kind in self.kinds], np.int64)
        for epochs, part in zip((*shadow.writes, *shadow.reads), parts, strict=True):
            accessed = np.flatnonzero(part)
            kind = part[accessed].astype(np.int64) - 1
            order = np.argsort(-levels[kind], kind="stable")  # the weakest of a granule last
            accessed, kind = accessed[order], kind[order]
            granules = offset + accessed >> shadow.shift
            epochs[granules] = ENGINE | (levels[kind] - 1) << SCOPE_SHIFT | first + kind
            if epochs is not shadow.write and epochs is not shadow.strong:
                granules = np.unique(granules)
                shadow.log.add(START, granules, epochs[granules])


def flag_number(place: int) -> int:
    """The number of a flag in clocks of a dependent grid, where those of clusters are from 0 on."""
    return -2 - place


def _kinds_of(
    epochs: Array,
    history: History,
    released: list[list[RemoteClocks]],
    cluster_lanes: int,
    kinds: dict[Kind, int],
) -> Array:
    """For each epoch of this grid 1 more than the number of its kind, 0 for others."""
    found, inverse = np.unique(epochs, return_inverse=True)
    mine = (found != 0) & ~history.of_earlier_grid(found)
    before = np.array([_is_before(found, fars, history, cluster_lanes) for fars in released], np.bool_)
    before = before.reshape(len(released), len(found))
    numbers = np.zeros(len(found), np.int32)
    for place in np.flatnonzero(mine).tolist():
        kind = Kind(1 + (int(found[place]) >> SCOPE_SHIFT & SCOPES), tuple(before[:, place].tolist()))
        numbers[place] = 1 + kinds.setdefault(kind, len(kinds))
    return numbers[inverse.reshape(-1)]


def _is_before(epochs: Array, fars: list[RemoteClocks], history: History, cluster_lanes: int) -> Array:
    """Whether epochs come before a release of any of some clocks."""
    operations = history.operations
    engine = (epochs & ENGINE) != 0
    who, time = epochs & WHO, epochs >> TIME_SHIFT & TIMES
    number = np.where(engine, who, 0)
    cluster = np.where(engine, operations.cluster[number], who // cluster_lanes)
    time = np.where(engine, operations.end[number], time)
    agent = np.where(engine & (operations.thread[number] < 0), operations.agent[number], -1)
    lane = np.where(engine, np.maximum(operations.thread[number], 0), who) % cluster_lanes
    over = np.zeros(len(epochs), np.bool_)
    for far in fars:
        for home, (full, lanes) in far.items():
            if home < 0:
                continue
            at = np.flatnonzero((cluster == home) & (agent < len(full)))
            warp = lane[at] // WARP
            over[at] |= time[at] <= full[np.where(agent[at] >= 0, agent[at], warp)]
            if lanes:
                known = np.array([lanes.get(each, 0) for each in lane[at].tolist()])
                over[at] |= (agent[at] < 0) & (time[at] <= known)
    return over
