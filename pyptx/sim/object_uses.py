"""The last use of mbarrier objects by each thread, which `mbarrier.inval` must come after."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pyptx.sim.scheduler import WARP

if TYPE_CHECKING:
    from pyptx.sim.clocks import Array, Rows
    from pyptx.sim.site import Site


class Use(NamedTuple):
    """The last use of an object by a thread.

    Attributes:
        lane: The lane, in its cluster.
        step: The instruction.
    """

    lane: int
    step: Site


class ObjectUses:
    """The last uses of the objects of a batch.

    Args:
        lanes: Lanes of a cluster.
    """

    def __init__(self, lanes: int) -> None:
        self._lanes = lanes
        self._uses: dict[int, tuple[Array, Array]] = {}

    def note(self, slots: Array, lanes: Array, step: Site | None, now: int) -> None:
        """Note that lanes use objects."""
        for slot in np.unique(slots).tolist():
            held = self._uses.get(slot)
            if held is None:
                held = self._uses[slot] = np.zeros(self._lanes, np.int64), np.empty(self._lanes, np.object_)
            some = lanes[slots == slot] % self._lanes
            held[0][some], held[1][some] = now, step

    def forget(self, slots: Array) -> None:
        """Forget the uses of objects that are initialised."""
        for slot in slots.tolist():
            self._uses.pop(slot, None)

    def unordered(self, slot: int, lane: int, rows: Rows) -> Use | None:
        """Find the latest use of an object by another lane that nothing orders before a lane."""
        if slot not in self._uses:
            return None
        time, steps = self._uses[slot]
        of_lane = np.arange(self._lanes)
        full, part, some = (table[lane, of_lane // WARP] for table in (rows.full, rows.part, rows.some))
        partly = (time <= part) & (some >> (of_lane % WARP).astype(np.uint32) & np.uint32(1) != 0)
        late = np.flatnonzero((time > full) & ~partly & (of_lane != lane % self._lanes))
        if not len(late):
            return None
        last = int(late[time[late].argmax()])
        return Use(last, steps[last])
