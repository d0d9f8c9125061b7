"""The reference engine's record of the bytes of a device that a launch accesses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.observers import Observer

if TYPE_CHECKING:
    from pyptx.sim.machine import Machine
    from pyptx.sim.observers import Array, Mask
    from pyptx.sim.touched import Touched


class TouchObserver(Observer):
    """Sets the bits of a launch on the reference engine."""

    def __init__(self, machine: Machine, touched: Touched) -> None:
        self._machine = machine
        self._segment = machine.memory.global_
        self._touched = touched

    def loaded(self, index: Array, size: int, mask: Mask) -> None:
        """Lanes read."""
        self._touch("reads", index if mask is None else index[mask], size)

    def fetched(self, index: Array, size: int, inside: Mask) -> None:
        """A copy has read."""
        self._touch("reads", index if inside is None else index[inside], size)

    def copied(self, source: Array, target: Array, size: int, read: Array) -> None:
        """Lanes have copied the first bytes, each lane its own number."""
        for each in np.unique(read).tolist():
            if each:
                self._touch("reads", source[read == each], each)

    def overwritten(self, index: Array, size: int) -> None:
        """Bytes get other contents."""
        step = self._machine.step
        is_atomic = step is not None and "atomic" in step.effects
        self._touch("atomics" if is_atomic else "writes", index, size)

    def _touch(self, kind: str, index: Array, size: int) -> None:
        first = np.unique(index) - self._segment.start
        for each in first[(first >= 0) & (first < self._segment.extent)].tolist():
            self._touched.note(kind, each, size)
