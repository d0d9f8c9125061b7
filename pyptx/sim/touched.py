"""The bytes of a device that a launch reads and writes, for clocks of the streams that launches are in.

Both engines set a bit for each byte: the native one in `csrc/engine/memory.h`, the reference engine through
`pyptx.sim.touch_observer`. A byte that a thread reads and writes as one, as atomic operations do, is written.
"""

from __future__ import annotations

import mmap
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Spans(NamedTuple):
    """Ranges of bytes in rising order, which do not overlap: their starts, and their ends."""

    first: NDArray[np.int64]
    end: NDArray[np.int64]


class Touched:
    """A bit for each byte of a device, by its offset: whether a launch read it, and whether one wrote it.

    Bits that are not set take no memory of the host.

    >>> from pyptx.sim.written import set_bits
    >>> touched = Touched(1 << 20)
    >>> set_bits(touched.writes, 3, 10)
    >>> reads, writes = touched.take(0, 64)
    >>> len(reads.first), writes
    (0, Spans(first=array([3]), end=array([13])))
    >>> len(touched.take(0, 64)[1].first)
    0

    Args:
        size: Bytes of the device.
    """

    def __init__(self, size: int) -> None:
        self.reads, self.writes = (_lazy_zeros(size // 8 + 8) for _ in range(2))

    def take(self, offset: int, size: int) -> tuple[Spans, Spans]:
        """Return what was read and what was written of a range, and clear its bits.

        Args:
            offset: The first byte, a multiple of 8.
            size: Bytes.
        """
        found = []
        for bits in (self.reads, self.writes):
            part = bits[offset >> 3 : offset + size + 7 >> 3]
            if part.any():
                found.append(_spans(part, offset))
                part[...] = 0
            else:
                found.append(Spans(np.zeros(0, np.int64), np.zeros(0, np.int64)))
        return found[0], found[1]


def _lazy_zeros(size: int) -> NDArray[np.uint8]:
    kind = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0)
    return np.frombuffer(mmap.mmap(-1, size, flags=kind), np.uint8)


def _spans(bits: NDArray[np.uint8], offset: int) -> Spans:
    """The runs of bits that are set, the first bit at an offset."""
    before = np.empty_like(bits)
    before[0], before[1:] = 0, bits[:-1] >> 7
    edges: NDArray[np.uint8] = bits ^ (bits << 1 | before)  # bits that differ from the one before
    places = np.flatnonzero(edges)
    found = np.unpackbits(edges[places], bitorder="little").reshape(-1, 8)
    rows, columns = np.nonzero(found)
    at = places[rows] * 8 + columns + offset
    if len(at) % 2:
        at = np.append(at, offset + 8 * len(bits))
    return Spans(at[::2].copy(), at[1::2].copy())
