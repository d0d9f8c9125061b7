"""Unordered weak writes of one value to one location, and copies of one value, which are not races.

The epoch of the last writer does not suffice there: a later access may be ordered after that writer and not
after the others; and each of them may read the value that it wrote itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.epochs import ENGINE, IDENTITY, TIME_SHIFT, TIMES, WHO
from pyptx.sim.scheduler import WARP

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyptx.sim.clocks import Array
    from pyptx.sim.epochs import Shadow

INSTRUCTIONS, WRITERS = 64, 64
"""Number of kept instructions whose lanes wrote one value to one location, and of writers of a location."""

_ACCESS = ENGINE | WHO | TIMES << TIME_SHIFT


class EqualWrites:
    """The writes of equal values of a batch.

    Args:
        first: Number of the first thread of the batch.
        lanes: The number of its lanes.
    """

    def __init__(self, first: int, lanes: int) -> None:
        self._first, self._lanes = first, lanes
        self._together: dict[int, Array] = {}
        self._apart: dict[int, list[int]] = {}
        self._places = np.zeros(0, np.int64)

    def add(self, shadow: Shadow, place: int, before: int, mine: int) -> None:
        """Note two writes of one value to a granule by their epochs; the later one is `mine`."""
        at, mine = shadow.start + (place << shadow.shift), mine & _ACCESS
        writers = self._apart.get(at, [])
        kept = writers if before & _ACCESS in writers else [before & _ACCESS]
        self._apart[at] = [*(each for each in kept if (each ^ mine) & IDENTITY), mine][-WRITERS:]

    def copied(self, shadow: Shadow, place: int, copy: int, mine: int, *, pending: bool) -> None:
        """Note that a thread has waited for its copy to a granule.

        Args:
            shadow: The space of the granule.
            place: The granule.
            copy: Epoch of the copy, with those of other threads by the same instruction.
            mine: Epoch of the thread.
            pending: Whether one of the others is pending.
        """
        at, copy = shadow.start + (place << shadow.shift), copy & _ACCESS
        writers = self._apart.get(at, [])
        if copy in writers:
            kept = (each for each in writers if pending or each != copy)
            self._apart[at] = [*kept, mine & _ACCESS][-WRITERS:]

    def add_together(self, shadow: Shadow, granules: Array, lanes: Array, winners: Array) -> None:
        """Note lanes that wrote to granules what other lanes wrote with the same instruction.

        Args:
            shadow: The space of the granules.
            granules: The granules.
            lanes: A lane that wrote to each.
            winners: The epoch that the granule has.
        """
        time = int(winners[0]) >> TIME_SHIFT & TIMES
        other = ((winners & WHO) - self._first) // WARP != lanes // WARP
        for place, lane, winner in zip(granules[other], lanes[other], winners[other], strict=True):
            self.add(shadow, int(place), self._first + int(lane) | time << TIME_SHIFT, int(winner))
        if len(self._together) >= INSTRUCTIONS:
            self._together.pop(next(iter(self._together)))
        self._together[time] = np.sort(granules * self._lanes + lanes)

    def replaced_epochs(self, shadow: Shadow, granules: Array) -> Iterator[Array]:
        """The epochs of writes that unordered writes of the same value replaced; 0 for none."""
        if not self._apart:
            return
        if len(self._places) != len(self._apart):
            self._places = np.fromiter(self._apart, np.int64)
        held = np.argwhere(np.isin(shadow.start + (granules << shadow.shift), self._places)).tolist()
        lists = []
        for row, column in held:
            place = int(granules[row, column])
            last = int(shadow.write[place]) & _ACCESS
            lists.append([each for each in self._writers(shadow, place, last) if each != last])
        for number in range(max(map(len, lists), default=0)):
            found = np.zeros(granules.shape, np.int64)
            for (row, column), writers in zip(held, lists, strict=True):
                found[row, column] = writers[number] if number < len(writers) else 0
            yield found

    def time_of(self, shadow: Shadow, place: int, last: int, who: int) -> int:
        """Return the time when a thread wrote the granule's present value; 0 if it did not.

        Args:
            shadow: The space of the granule.
            place: The granule.
            last: Epoch of the last writer.
            who: The thread.
        """
        lane = who - self._first
        for each in (last & _ACCESS, *self._writers(shadow, place, last & _ACCESS)):
            time = each >> TIME_SHIFT & TIMES
            if each & IDENTITY == who:
                return time
            together = self._together.get(time)
            if together is not None and 0 <= lane < self._lanes:
                key = place * self._lanes + lane
                at = int(together.searchsorted(key))
                if at < len(together) and int(together[at]) == key:
                    return time
        return 0

    def own_writes(self, shadow: Shadow, places: Array, reads: Array) -> Array:
        """The epochs of threads' own writes of the value that they read later; 0 for none."""
        found = np.zeros(len(places), np.int64)
        for k, (place, read) in enumerate(zip(places.tolist(), reads.tolist(), strict=True)):
            last = int(shadow.write[place])
            if not (last | read) & ENGINE:
                time = self.time_of(shadow, place, last, read & WHO)
                if 0 < time <= read >> TIME_SHIFT & TIMES:
                    found[k] = read & WHO | time << TIME_SHIFT
        return found

    def _writers(self, shadow: Shadow, place: int, last: int) -> list[int]:
        """Return the writers of the value of a granule whose last writer is `last`."""
        writers = self._apart.get(shadow.start + (place << shadow.shift), [])
        return writers if last in writers else []
