"""Uses of mbarrier objects that come before another event.

`mbarrier.inval` comes after the last use by each thread, the end of a phase after each of its `expect_tx`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

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

    def unordered(
        self, slot: int, lane: int, rows: Rows, over: Callable[[Array, Array], Array]
    ) -> Use | None:
        """Find the latest use of an object by another lane that nothing orders before a lane.

        Args:
            slot: The object.
            lane: The lane.
            rows: The clocks of the lanes.
            over: Returns which uses by lanes at times something else orders before it.
        """
        if slot not in self._uses:
            return None
        time, steps = self._uses[slot]
        late = np.flatnonzero((time > rows.of_lanes(lane)) & (np.arange(self._lanes) != lane % self._lanes))
        late = late[~over(late, time[late])]
        if not len(late):
            return None
        last = int(late[time[late].argmax()])
        return Use(last, steps[last])


class Expectation(NamedTuple):
    """An `expect_tx` of a thread in the current phase of an object.

    Attributes:
        lane: The lane.
        epoch: Its thread and the time.
        step: The instruction.
        lacked_bytes: Whether the phase lacked bytes before, so that it waits for copies that start later.
    """

    lane: int
    epoch: int
    step: Site | None
    lacked_bytes: bool


class Expectations:
    """The `expect_tx` of each object that may come too late: the phase may complete before it.

    That is impossible if the phase still needs an arrival or bytes of an operation after the `expect_tx`.
    """

    def __init__(self) -> None:
        self._open: dict[int, list[Expectation]] = {}

    def add(self, slot: int, made: Expectation) -> None:
        """Note an `expect_tx`."""
        self._open.setdefault(slot, []).append(made)

    def cover(self, slot: int, ordered: Callable[[Array], Array], *, arrives: bool) -> None:
        """Drop those of an object that come before an arrival, the start of a copy or completed bytes.

        Args:
            slot: The object.
            ordered: Returns which epochs are ordered before the thread.
            arrives: Whether the thread arrives.
        """
        found = self._open.get(slot)
        if found:
            before = ordered(np.array([made.epoch for made in found]))
            self._open[slot] = [
                made
                for made, known in zip(found, before.tolist(), strict=True)
                if not known or not (arrives or made.lacked_bytes)
            ]

    def complete(self, slot: int) -> Expectation | None:
        """End a phase of an object, or the object; return an `expect_tx` that may come after that."""
        found = self._open.pop(slot, None)
        return found[0] if found else None
