"""Undefined elements of the matrices that asynchronous MMAs read: the lines of D that depend on them.

An undefined element of A makes its row of D undefined, one of B its column: tiles are padded, and the results
of the padding are not stored. A report names the instruction that stores or uses such a result, and the MMA
that read the unwritten bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.arena import INITIALISED
from pyptx.sim.definedness import Origin

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.machine import Machine
    from pyptx.sim.site import Site

    Array = NDArray[Any]

CHUNK = 16
"""Bytes that an operation reads at once."""


def unwritten_lines(m: Machine, index: Array, state: Array, element: int, used: int = CHUNK) -> Array | None:
    """Return the first unwritten byte of each row of A or column of B.

    Args:
        m: The machine.
        index: Arena indices of the chunks: shape (matrices, rows, chunks).
        state: The states of their bytes, as `Memory.gather_units` returns them.
        element: Bytes of an element of an MN-major matrix, whose lines lie across the rows; 0 for others.
        used: Bytes of each chunk that matter, from its first one.

    Returns:
        Arena indices, -1 for a line whose bytes were all written: shape (matrices, lines). None if all were.
    """
    if "uninitialized" not in m.memory.checks:
        return None
    states = np.ascontiguousarray(state).view(np.uint8).reshape(*index.shape, CHUNK)
    missing = (states & INITIALISED) == 0
    missing[..., used:] = False
    if not missing.any():
        return None
    count, rows, _ = index.shape
    at = index[..., None] + np.arange(CHUNK)
    if element:
        missing, at = (
            each.reshape(count, rows, -1, element).swapaxes(1, 2).reshape(count, -1, rows * element)
            for each in (missing, at)
        )
    else:
        missing, at = (each.reshape(count, rows, -1) for each in (missing, at))
    first = missing.argmax(-1)[..., None]
    return np.where(missing.any(-1), np.take_along_axis(at, first, -1)[..., 0], -1)


def first_of(lines: list[Array | None]) -> Array | None:
    """Return the first unwritten byte of each line, over several matrices with the same lines."""
    found: Array | None = None
    for each in lines:
        if each is not None:
            found = each if found is None else np.where(found < 0, each, found)
    return found


def unwritten_origin(m: Machine, step: Site, lanes: Array, index: Array) -> Origin:
    """Return the origin of undefined results of an operation that read unwritten shared memory.

    Args:
        m: The machine.
        step: The instruction of the operation.
        lanes: The lanes that get undefined results, or the lane that started the operation.
        index: For each lane the arena index of an unwritten byte that its results depend on.
    """
    first = int(index[int(lanes.argmax())])
    stored = m.defined.stored.get(first)
    if stored is not None:
        return stored
    chunk = np.where(lanes, index, first) // CHUNK * CHUNK
    missing = m.memory.unwritten(chunk, CHUNK)
    return Origin(step, lanes, "", "shared", m.memory.shared_addresses(chunk), CHUNK, missing)
