"""The sixteen hardware barriers of each CTA of a batch (manual section 9.7.15.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.errors import counted
from pyptx.sim.faults import Trap
from pyptx.sim.scheduler import BARRIERS, WARP

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pyptx.sim.scheduler import Scheduler

REDUCES = 1


class CtaBarriers:
    """The arrivals at the barriers of each CTA; the lanes that wait are parked with the scheduler.

    Attributes:
        warps: Warps of a CTA.
        passing: Lanes whose last arrival does not wait.
        predicate: The source of a reduction, of the lanes that wait.
        arrived: Threads that have arrived without waiting, by CTA and barrier.
        wanted: Threads of the current phase, by CTA and barrier: 0 for all of the CTA, -1 before the first;
            with `REDUCES` added if its instructions are reductions.
    """

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self.warps = int(scheduler.exists.reshape(-1, WARP).any(1).sum()) // max(scheduler.ctas, 1)
        self.passing = np.zeros(scheduler.lanes, np.bool_)
        self.predicate = np.zeros(scheduler.lanes, np.bool_)
        self.arrived = np.zeros((scheduler.ctas, BARRIERS), np.int32)
        self.wanted = np.full((scheduler.ctas, BARRIERS), -1, np.int32)

    def passes_at_once(self, numbers: NDArray[Any], counts: NDArray[Any] | None) -> bool:
        """Whether all lanes execute the barrier together, so that none has to wait."""
        if not self._scheduler.converged or self.arrived.any():
            return False
        if counts is not None and not (counts == self.warps * WARP).all():
            return False
        return bool((numbers == numbers[0]).all()) and int(numbers[0]) < BARRIERS

    def arrive(
        self,
        numbers: NDArray[Any],
        counts: NDArray[Any] | None,
        predicate: NDArray[np.bool_] | None,
        mask: NDArray[np.bool_],
        *,
        waits: bool,
    ) -> list[int]:
        """Park lanes at a barrier and return the numbers of the barriers.

        Args:
            numbers: The barrier of every lane.
            counts: The thread count of every lane; None for all threads of the CTA.
            predicate: The source of a reduction.
            mask: The lanes that arrive.
            waits: Whether the lanes wait for the others.
        """
        lane = int(mask.argmax())
        wrong = mask & (numbers >= BARRIERS)
        if wrong.any():
            lane = int(wrong.argmax())
            raise Trap(
                "barrier-operand", f"barrier {int(numbers[lane])} does not exist; there are 0 to 15", lane
            )
        wanted = np.zeros(self._scheduler.lanes, np.int32) if counts is None else counts.astype(np.int32)
        odd = mask & ((wanted % WARP != 0) | (wanted < 0))
        if odd.any():
            lane = int(odd.argmax())
            raise Trap("barrier-operand", f"thread count {int(wanted[lane])} is not a multiple of 32", lane)
        ctas, ids = self._scheduler.cta[mask], numbers[mask].astype(np.intp)
        known = self.wanted[ctas, ids]
        reduces = REDUCES if predicate is not None else 0
        mixed = (known >= 0) & (known & REDUCES != reduces)
        if mixed.any():
            index = int(mixed.argmax())
            others = "a reduction" if not reduces else "bar.sync or bar.arrive"
            raise Trap(
                "barrier-reduction",
                f"lanes that came to barrier {int(ids[index])} before executed {others}: all lanes of a "
                "phase execute reductions, or none does",
                int(np.flatnonzero(mask)[index]),
            )
        whole, count = self.warps * WARP, known & ~REDUCES
        clash = (known >= 0) & (
            np.where(count == 0, whole, count) != np.where(wanted[mask] == 0, whole, wanted[mask])
        )
        if clash.any():
            index = int(clash.argmax())
            lane = int(np.flatnonzero(mask)[index])
            raise Trap(
                "barrier-count",
                f"barrier {int(ids[index])} is used with a count of {_count(int(wanted[lane]))}, "
                f"but lanes that came before used {_count(int(count[index]))}",
                lane,
            )
        self.wanted[ctas, ids] = wanted[mask] | reduces
        self._scheduler.park(mask, ids)
        self.passing[mask] = not waits
        if predicate is not None:
            self.predicate[mask] = predicate[mask]
        return [int(number) for number in np.unique(ids)]

    def release_complete(
        self,
        number: int,
        finish: Callable[[int, NDArray[np.bool_], NDArray[Any]], None],
        split: Callable[[NDArray[np.int32], int], None],
    ) -> bool:
        """Release the lanes whose barrier is complete.

        A warp arrives when all its living lanes have (manual section 9.7.15.1), and counts as 32 threads.

        Args:
            number: The barrier.
            finish: Called with a block, the lanes released there and all lanes released.
            split: Called with the blocks and a lane of a warp that arrived at several instructions.

        Returns:
            Whether more warps wait than a phase takes: they may complete the next phase.
        """
        here = self._scheduler.barrier == number
        alive = self._scheduler.live.reshape(-1, WARP)
        lanes = here.reshape(-1, WARP)
        arrived = lanes.any(1) & (lanes | ~alive).all(1)
        if arrived.any():
            self._find_splits(arrived, split)
        passing = arrived & (self.passing.reshape(-1, WARP) & lanes).any(1)
        if passing.any():
            np.add.at(self.arrived, (self._scheduler.cta[::WARP][passing], number), WARP)
            self._scheduler.release(np.repeat(passing, WARP) & here)
            here = self._scheduler.barrier == number
        waiting = arrived & ~passing
        warps = waiting.reshape(self._scheduler.ctas, -1)
        wanted = self.wanted[:, number]
        everyone = WARP * alive.any(1).reshape(self._scheduler.ctas, -1).sum(1)
        count = wanted & ~REDUCES
        need = np.where(count > 0, count, everyone) - self.arrived[:, number]
        rank = np.cumsum(warps, axis=1) * WARP
        complete = (warps.sum(1) * WARP >= need) & (wanted >= 0)
        complete &= warps.any(1) | (need <= 0)
        if not complete.any():
            return False
        chosen = warps & (rank <= np.maximum(need, WARP)[:, None]) & complete[:, None]
        released = np.repeat(chosen.reshape(-1), WARP) & here
        self.arrived[complete, number] = 0
        self._scheduler.note_progress()
        leftover = (warps & ~chosen).any(1)
        self.wanted[complete & ~leftover, number] = -1
        for block in np.unique(self._scheduler.parked_at[released]).tolist():
            finish(block, released & (self._scheduler.parked_at == block), released)
        self._scheduler.release(released)
        return bool((complete & leftover).any())

    def _find_splits(
        self, arrived: NDArray[np.bool_], split: Callable[[NDArray[np.int32], int], None]
    ) -> None:
        """Find the warps that arrived at a barrier at several instructions."""
        at = self._scheduler.parked_at.reshape(-1, WARP)
        alive = self._scheduler.live.reshape(-1, WARP)
        first = np.where(alive, at, -1).max(1, keepdims=True)
        apart = arrived & ((at != first) & alive).any(1)
        for warp in np.flatnonzero(apart).tolist():
            split(np.unique(at[warp][alive[warp]]), warp * WARP + int(alive[warp].argmax()))

    def progress(self, cta: int, number: int) -> tuple[int, int]:
        """Return the number of threads that have arrived at a barrier of a CTA, and the number it needs."""
        lanes = ((self._scheduler.barrier == number) & (self._scheduler.cta == cta)).reshape(-1, WARP)
        alive = self._scheduler.live.reshape(-1, WARP)
        whole = lanes.any(1) & (lanes | ~alive).all(1)
        wanted = int(self.wanted[cta, number])
        if wanted <= 0:
            wanted = WARP * int((alive.any(1) & (self._scheduler.cta[::WARP] == cta)).sum())
        return int(whole.sum()) * WARP + int(self.arrived[cta, number]), wanted

    def in_use(self) -> list[int]:
        """The barriers at which lanes wait."""
        return [int(number) for number in np.unique(self._scheduler.barrier) if 0 <= number < BARRIERS]


def _count(wanted: int) -> str:
    return counted(wanted, "thread") if wanted else "all threads"
