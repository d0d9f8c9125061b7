"""Bytes that a bulk copy leaves out: ``.cp_mask`` and ``.ignore_oob`` (manual section 9.7.10.28.4.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pyptx.sim.faults import Trap
from pyptx.sim.observers import Region

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Read

BULK_ALIGN = 16

Put: TypeAlias = "Callable[[int, NDArray[np.uint8], NDArray[np.uint8]], None]"
"""Writes bytes, with their states, to an arena index."""


def padded(fetch: Callable[[], Any], before: int, missing: int) -> Callable[[], Any]:
    """Return the function that reads a range and puts undefined bytes before and after it."""
    if not missing:
        return fetch
    around = before, missing - before

    def fetch_all() -> Any:
        data, state = fetch()
        return np.pad(data, around), np.pad(state, around)

    return fetch_all


def selected_bytes(mask: int, size: int) -> NDArray[np.int64]:
    """Return the bytes of a range that a mask selects: bit i those at i in each 16.

    >>> selected_bytes(0b101, 32).tolist()
    [0, 2, 16, 18]
    """
    bits = mask >> np.arange(BULK_ALIGN) & 1
    return np.flatnonzero(np.tile(bits, size // BULK_ALIGN))


def single_bytes(index: NDArray[np.int64]) -> Callable[[], Region]:
    """Describe bytes, for observers."""
    return lambda: Region(index, 1)


def put_selected(m: Machine, chosen: NDArray[np.int64]) -> Put:
    """Return the function that writes some bytes of a range and leaves the others as they are."""
    runs = np.split(chosen, np.flatnonzero(np.diff(chosen) > 1) + 1) if len(chosen) else []

    def put(index: int, data: NDArray[np.uint8], state: NDArray[np.uint8]) -> None:
        for run in runs:
            first, end = int(run[0]), int(run[-1]) + 1
            m.memory.write_span(index + first, data[first:end], state[first:end])

    return put


def ignored_bytes(m: Machine, count: Read | None, name: str) -> NDArray[np.int64]:
    """Return the bytes at one end of the source of every lane that may be outside memory.

    Raises:
        Trap: They are more than 15.
    """
    if count is None:
        return np.zeros(m.lanes, np.int64)
    counts = count(m).astype(np.int64)
    lanes = np.flatnonzero(m.executing())
    many = counts[lanes] >= BULK_ALIGN
    if many.any():
        lane = int(lanes[int(many.argmax())])
        raise Trap("bulk-size", f"{name} is 0 to {BULK_ALIGN - 1}, not {int(counts[lane])}", lane)
    return counts
