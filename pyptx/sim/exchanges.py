"""Exchanges of values among lanes of warps, by `shfl`, `vote`, `match` and `redux`.

A lane that got a value continues after the earlier reads of the lanes that took part. That lane, and threads
that it releases to, may then overwrite the memory that they read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.scheduler import WARP

if TYPE_CHECKING:
    from pyptx.sim.clocks import Array

KEPT = 32
"""Exchanges of a warp that are kept, the last ones."""


class Exchanges:
    """The last exchanges of the warps of a batch.

    Args:
        warps: Number of warps.
    """

    def __init__(self, warps: int) -> None:
        self._count = np.zeros(warps, np.int64)
        self._times = np.zeros((warps, KEPT), np.int64)
        self._with = np.zeros((warps, KEPT, WARP), np.uint32)

    def note(self, lanes: Array, members: Array, released: Array, now: int) -> None:
        """Note that lanes exchange values.

        Args:
            lanes: The lanes.
            members: Member mask of each lane of the batch.
            released: When lanes of each warp last released their clock. The last of equal exchanges since
                then includes the others.
            now: The time.
        """
        there = np.zeros((len(self._count), WARP), np.bool_)
        there[lanes // WARP, lanes % WARP] = True
        warps = np.flatnonzero(there.any(1))
        bits = np.bitwise_or.reduce(
            np.where(there, np.uint32(1) << np.arange(WARP, dtype=np.uint32), 0), axis=1
        )
        with_ = np.where(there, members.reshape(-1, WARP) & bits[:, None], 0).astype(np.uint32)[warps]
        last = (self._count[warps] - 1) % KEPT
        again = (self._times[warps, last] > released[warps]) & (self._with[warps, last] == with_).all(1)
        self._count[warps[~again]] += 1
        last = (self._count[warps] - 1) % KEPT
        self._times[warps, last], self._with[warps, last] = now, with_

    def since(self, lane: int, time: int) -> tuple[Array, Array]:
        """Return the lanes that exchanged values with a lane at a time or later, and when."""
        warp = lane // WARP
        named = self._with[warp] >> np.uint32(lane % WARP) & np.uint32(1) != 0
        which, others = np.nonzero(named & (self._times[warp] >= time)[:, None])
        return warp * WARP + others, self._times[warp, which]
