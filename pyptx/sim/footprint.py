"""Global memory that a grid accessed, for a dependent grid that may start before that one has ended.

To the race detector of the dependent grid, these are accesses of one pending operation. `griddepcontrol.wait`
orders it before the thread that executes it, and so before all that synchronise with that thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.stamps import ENGINE, IDENTITY, SCOPE_SHIFT, SCOPES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyptx.sim.arguments import Arguments
    from pyptx.sim.clocks import Array
    from pyptx.sim.stamps import History

START = 1
"""The time of the accesses: before all those of the dependent grid."""


@dataclass(frozen=True, slots=True, eq=False)
class Footprint:
    """The accesses of a grid to the arrays of a launch.

    Attributes:
        spans: By host address of an array, an array each for weak writes, strong writes and reads: for every
            byte 0, or 1 more than the scope of the last of them.
        overlaps: Whether a thread executed `griddepcontrol.launch_dependents`: if not, a dependent grid
            starts when this one has ended.
    """

    spans: Mapping[int, tuple[Array, ...]]
    overlaps: bool

    @classmethod
    def of(cls, history: History, arguments: Arguments, *, overlaps: bool) -> Footprint:
        """Return the footprint of a grid that has run with race checking."""
        shadow = history.global_
        spans = {}
        for host, allocation in arguments.hosts().items():
            first, within = divmod(allocation.offset, 1 << shadow.shift)
            last = (allocation.offset + allocation.size - 1 >> shadow.shift) + 1
            spans[host] = tuple(
                np.repeat(_levels(stamps[first:last], history), 1 << shadow.shift)[within:][: allocation.size]
                for stamps in (*shadow.writes, *shadow.reads)
            )
        return cls(spans, overlaps)

    def precede(self, history: History, arguments: Arguments) -> None:
        """Leave the accesses in the history of a dependent grid."""
        if not self.overlaps:
            return
        history.earlier_grid = history.operations.start(None, -1, -1, -1, -1)
        for host, allocation in arguments.hosts().items():
            for start, levels in self.spans.items():
                low, high = max(host, start), min(host + allocation.size, start + len(levels[0]))
                if low < high:
                    parts = [level[low - start : high - start] for level in levels]
                    self._leave(history, allocation.offset + low - host, parts)

    def _leave(self, history: History, offset: int, parts: list[Array]) -> None:
        """Leave the epochs of consecutive bytes."""
        shadow = history.global_
        for stamps, part in zip((*shadow.writes, *shadow.reads), parts, strict=True):
            accessed = np.flatnonzero(part)
            accessed = accessed[np.argsort(-part[accessed], kind="stable")]  # the weakest of a granule last
            granules = offset + accessed >> shadow.shift
            scope = part[accessed].astype(np.int64) - 1
            stamps[granules] = ENGINE | scope << SCOPE_SHIFT | history.earlier_grid
            if stamps is not shadow.write and stamps is not shadow.strong:
                granules = np.unique(granules)
                shadow.log.add(START, granules, stamps[granules])


def _levels(stamps: Array, history: History) -> Array:
    """For each epoch of this grid 1 more than its scope, 0 for others."""
    mine = (stamps != 0) & (stamps & IDENTITY != ENGINE | history.earlier_grid)
    found: Array = np.where(mine, 1 + (stamps >> SCOPE_SHIFT & SCOPES), 0).astype(np.uint8)
    return found
