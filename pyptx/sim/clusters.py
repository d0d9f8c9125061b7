"""The barrier of a cluster (manual section 9.7.15.3): its threads arrive once in every phase, then wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.faults import Trap
from pyptx.sim.scheduler import CLUSTER_BARRIER

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.observers import Observers
    from pyptx.sim.scheduler import Scheduler


class ClusterBarriers:
    """One hardware barrier for each cluster of a batch.

    Attributes:
        phase: Phases completed, by cluster.
        arrivals: Number of arrivals of each lane.
        waited: Phases for whose end each lane has begun to wait.
    """

    def __init__(self, scheduler: Scheduler, size: int, observers: Observers) -> None:
        self.scheduler = scheduler
        self.cluster = (scheduler.cta // size).astype(np.int64)
        self.clusters = max(scheduler.ctas // size, 1)
        self.phase = np.zeros(self.clusters, np.int64)
        self.arrivals = np.zeros(scheduler.lanes, np.int64)
        self.waited = np.zeros(scheduler.lanes, np.int64)
        self.used = False
        self._observers = observers

    def arrive(self, mask: NDArray[np.bool_], *, relaxed: bool = False) -> None:
        """Let lanes arrive; `relaxed` releases nothing.

        Raises:
            Trap: A lane has arrived already and not waited since.
        """
        again = mask & (self.arrivals > self.waited)
        if again.any():
            said = "barrier.cluster.arrive, but the thread has arrived before and not waited since"
            raise Trap("cluster-barrier", said, int(again.argmax()))
        self.used = True
        for each in self._observers.cluster_arrived:
            each.cluster_arrived(mask, relaxed=relaxed)
        self.arrivals[mask] += 1
        self.scheduler.note_progress()
        self.complete_phases()

    def wait(self, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The lanes of the mask that need not wait; the others are to be parked.

        Raises:
            Trap: A lane has not arrived.
        """
        early = mask & (self.arrivals == self.waited)
        if early.any():
            said = (
                "barrier.cluster.wait, but the thread has not arrived: barrier.cluster.arrive must come first"
            )
            raise Trap("cluster-barrier", said, int(early.argmax()))
        self.waited[mask] += 1
        going: NDArray[np.bool_] = mask & (self.arrivals <= self.phase[self.cluster])
        for each in self._observers.cluster_waited:
            each.cluster_waited(going)
        return going

    def complete_phases(self) -> None:
        """Complete the phases in which all living threads have arrived, and release those that wait."""
        if not self.used:
            return
        scheduler = self.scheduler
        behind = scheduler.live & (self.arrivals <= self.phase[self.cluster])
        incomplete = np.zeros(self.clusters, np.bool_)
        incomplete[self.cluster[behind]] = True
        present = np.zeros(self.clusters, np.bool_)
        present[self.cluster[scheduler.live]] = True
        done = present & ~incomplete
        if not done.any():
            return
        self.phase[done] += 1
        for each in self._observers.cluster_completed:
            each.cluster_completed(done)
        scheduler.note_progress()
        if scheduler.parked:
            going = (scheduler.barrier == CLUSTER_BARRIER) & (self.arrivals <= self.phase[self.cluster])
            for each in self._observers.cluster_waited:
                each.cluster_waited(going)
            scheduler.release(going)

    def missing(self, lane: int) -> NDArray[np.int64]:
        """The living lanes of a lane's cluster that have not arrived in the phase it waits for."""
        same = self.cluster == self.cluster[lane]
        return np.flatnonzero(same & self.scheduler.live & (self.arrivals < self.arrivals[lane]))
