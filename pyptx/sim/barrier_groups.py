"""The warps that meet at each barrier of a CTA: the rule `barrier-groups`.

A barrier counts warps, and does not distinguish them. Unless a warp is ordered after a phase, that phase may
have counted it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.faults import Trap
from pyptx.sim.scheduler import BARRIERS, WARP

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyptx.sim.clocks import Array, Clocks


class BarrierGroups:
    """The warps of the current and the last phase of each barrier."""

    def __init__(self, clocks: Clocks) -> None:
        self._clocks = clocks
        self._coming: dict[int, dict[int, tuple[int, int]]] = {}
        self._met: dict[int, dict[int, tuple[int, int]]] = {}

    def come(self, lanes: Array, ids: Array, now: int, *, waits: bool) -> None:
        """Note the warps that come to barriers, and check that they could not have come a phase earlier.

        Args:
            lanes: Their lanes.
            ids: The barrier of each lane, by CTA and number.
            now: The time.
            waits: Whether they wait for the others.

        Raises:
            Trap: One is not ordered after the last phase, or comes twice in this one.
        """
        pairs, first, which = np.unique(ids << WARP | lanes // WARP, return_index=True, return_inverse=True)
        bits = np.zeros(len(pairs), np.int64)
        np.bitwise_or.at(bits, which, np.int64(1) << lanes % WARP)
        for pair, lane, mask in zip(pairs.tolist(), lanes[first].tolist(), bits.tolist(), strict=True):
            barrier, warp = pair >> WARP, pair & (1 << WARP) - 1
            coming, met = self._coming.setdefault(barrier, {}), self._met.get(barrier, {})
            _, before = coming.get(warp, (0, 0))
            if before & mask:
                raise self._second_arrival(barrier, lane, f"in the phase of {self._named(coming)}")
            coming[warp] = now, before if waits else before | mask
            rows = self._clocks.rows
            for other, (time, _) in met.items():
                place = other % self._clocks.warps
                if other != warp and rows.of_lanes(lane).reshape(-1, WARP)[place].max() < time:
                    if warp in met:
                        where = f"after the phase of {self._named(met)}, and nothing orders it after that"
                        raise self._second_arrival(barrier, lane, where)
                    raise self._other_group(barrier, lane, met)

    def complete(self, barrier: int) -> None:
        """The phase of a barrier has ended."""
        self._met[barrier] = self._coming.pop(barrier)

    def _named(self, met: Iterable[int]) -> str:
        """The warps that met at a barrier, in words."""
        warps = [str(warp % self._clocks.cta_warps) for warp in sorted(met)]
        return f"warp{'s' * (len(warps) > 1)} {', '.join(warps)}"

    @staticmethod
    def _second_arrival(barrier: int, lane: int, where: str) -> Trap:
        """The report of a warp that a barrier may count twice in one phase."""
        said = (
            f"this warp arrives at barrier {barrier % BARRIERS} again {where}: the barrier may count it "
            "twice, in place of a warp that has not arrived. Before it arrives again, it must wait at "
            "another barrier for the warps that meet here"
        )
        return Trap("barrier-groups", said, lane)

    def _other_group(self, barrier: int, lane: int, met: Iterable[int]) -> Trap:
        """The report of a warp that may reach a barrier together with the warps of another group."""
        said = (
            f"this warp reaches barrier {barrier % BARRIERS}, at which {self._named(met)} met before "
            "without it, and nothing orders it after that: it could have been counted there. Each group of "
            "warps that meet needs a barrier of its own"
        )
        return Trap("barrier-groups", said, lane)
