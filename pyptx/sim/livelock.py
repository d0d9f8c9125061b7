"""Find loops that threads never leave: the state of the machine repeats, and nothing new can come.

A machine without pending operations repeats itself for ever if its registers, places and barriers are equal
to those of an earlier moment, and no memory was written meanwhile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from pyptx.sim.machine import Machine


class LivelockDetector:
    """Compares a machine with its state at some moment after the last write.

    A new moment is chosen after one, two, four, eight times: a loop of any period is found.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._before: list[Any] | None = None
        self._since = self._period = 0
        self._room = 1

    def __call__(self, *, quiet: bool) -> bool:
        """Whether the state is unchanged; `quiet` means that nothing was written since the last check."""
        if not quiet:
            self._before = None
        now, before = self._state(), self._before
        if before is None:
            self._room = 1
        else:
            self._since += 1
            if all(np.array_equal(mine, theirs) for mine, theirs in zip(now, before, strict=True)):
                self._since, self._period = 0, self._since
                return True
            if self._since < self._period:
                return True
            if not self._period and self._since < self._room:
                return False
        self._before = [part.copy() for part in now]
        self._room *= 2
        self._since = self._period = 0
        return False

    def _state(self) -> list[Any]:
        """The state that determines the next steps of threads, except memory."""
        machine, scheduler = self._machine, self._machine.scheduler
        deepest = int(machine.calls.depth.max())
        return [
            np.array([scheduler.converged, scheduler.place]),
            scheduler.key,
            scheduler.parked_at,
            scheduler.live,
            machine.cta_barriers.arrived,
            machine.calls.depth,
            np.array(machine.calls.returns[:deepest]),
            *machine.files.values(),
        ]
