"""The bytes of a device that a launch reads and writes, for clocks of the streams that launches are in.

Both engines set a bit for each byte: the native one in `csrc/engine/memory.h`, the reference engine through
`pyptx.sim.touch_observer`.
"""

from __future__ import annotations

import mmap
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Spans(NamedTuple):
    """Ranges of bytes in rising order, which do not overlap: their starts, and their ends."""

    first: NDArray[np.int64]
    end: NDArray[np.int64]


class Accesses(NamedTuple):
    """Bytes that launches accessed: those that they read, wrote, or updated by atomic operations."""

    reads: Spans
    writes: Spans
    atomics: Spans


KINDS: Final = Accesses._fields


class Touched:
    """The bytes of a device that launches accessed, by offset.

    Bits that are not set take no memory of the host.

    >>> from pyptx.sim.written import set_bits
    >>> touched = Touched(1 << 20)
    >>> set_bits(touched.bits["writes"], 3, 10)
    >>> touched.take(0, 64).writes
    Spans(first=array([3]), end=array([13]))
    >>> len(touched.take(0, 64).writes.first)
    0

    Args:
        size: Bytes of the device.

    Attributes:
        bits: For each of `KINDS`, a bit for each byte.
    """

    def __init__(self, size: int) -> None:
        self.bits = {kind: _lazy_zeros(size // 8 + 8) for kind in KINDS}

    def take(self, offset: int, size: int) -> Accesses:
        """Return what was accessed of a range, and clear its bits.

        Args:
            offset: The first byte, a multiple of 8.
            size: Bytes.
        """
        parts = [bits[offset >> 3 : offset + size + 7 >> 3] for bits in self.bits.values()]
        return Accesses(*(_take_spans(part, offset) for part in parts))


def _take_spans(bits: NDArray[np.uint8], offset: int) -> Spans:
    if not bits.any():
        return Spans(np.zeros(0, np.int64), np.zeros(0, np.int64))
    found = _spans(bits, offset)
    bits[...] = 0
    return found


def _lazy_zeros(size: int) -> NDArray[np.uint8]:
    kind = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0)
    return np.frombuffer(mmap.mmap(-1, size, flags=kind), np.uint8)


def _spans(bits: NDArray[np.uint8], offset: int) -> Spans:
    """The runs of bits that are set, the first bit at an offset."""
    before = np.empty_like(bits)
    before[0], before[1:] = 0, bits[:-1] >> 7
    edges = np.bitwise_xor(bits, np.bitwise_or(np.left_shift(bits, 1), before), dtype=np.uint8)
    places = np.flatnonzero(edges)
    found = np.unpackbits(edges[places], bitorder="little").reshape(-1, 8)
    rows, columns = np.nonzero(found)
    at = places[rows] * 8 + columns + offset
    if len(at) % 2:
        at = np.append(at, offset + 8 * len(bits))
    return Spans(at[::2].copy(), at[1::2].copy())
