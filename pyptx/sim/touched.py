"""The bytes of a device that a launch reads and writes, for clocks of the streams that launches are in.

Both engines set a bit for each byte: the native one in `csrc/engine/memory.h`, the reference engine through
`pyptx.sim.touch_observer`.
"""

from __future__ import annotations

import mmap
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from pyptx.sim.written import set_bits

if TYPE_CHECKING:
    from collections.abc import Sequence

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

_PAGE: Final = 1 << 12
"""Bytes of a page: ``PAGE_BITS`` of ``csrc/engine/engine.h``."""

_NEAR: Final = 32
"""Pages without accesses that are examined together with those around them."""


class Touched:
    """The bytes of a device that launches accessed, by offset.

    Bits that are not set take no memory of the host.

    >>> touched = Touched(1 << 20)
    >>> touched.note("writes", 3, 10)
    >>> touched.take(1 << 20).writes
    Spans(first=array([3]), end=array([13]))
    >>> touched.take(1 << 20) is None
    True

    Args:
        size: Bytes of the device.

    Attributes:
        bits: For each of `KINDS`, a bit for each byte.
        pages: A byte for each page: whether it has bits that are set.
        addresses: The addresses of all of these, by the names of the fields of a `LAUNCH`.
    """

    def __init__(self, size: int) -> None:
        self.bits = {kind: _lazy_zeros(size // 8 + _PAGE) for kind in KINDS}
        self.pages = _lazy_zeros(size // _PAGE + 1)
        self.addresses = {
            name: int(each.ctypes.data) for name, each in {**self.bits, "pages": self.pages}.items()
        }

    def note(self, kind: str, first: int, size: int) -> None:
        """Note an access to at least one byte."""
        set_bits(self.bits[kind], first, size)
        self.pages[first // _PAGE : (first + size - 1) // _PAGE + 1] = 1

    def take(self, end: int) -> Accesses | None:
        """Return the accesses before an offset, if any, and discard them."""
        (pages,) = self.pages[: -(-end // _PAGE)].nonzero()
        if not len(pages):
            return None
        self.pages[pages] = 0
        breaks = np.flatnonzero(np.diff(pages) > _NEAR)
        firsts, lasts = pages[[0, *(breaks + 1)]].tolist(), pages[[*breaks, -1]].tolist()
        parts = [slice(a * _PAGE // 8, (b + 1) * _PAGE // 8) for a, b in zip(firsts, lasts, strict=True)]
        return Accesses(*(_take_runs(bits, parts) for bits in self.bits.values()))


_NONE: Final = Spans(np.zeros(0, np.int64), np.zeros(0, np.int64))


def _take_runs(bits: NDArray[np.uint8], parts: Sequence[slice]) -> Spans:
    """Return the runs of set bits in parts of an array, and clear these parts."""
    found = [_NONE]
    for part in parts:
        if bits[part].any():
            found.append(_spans(bits[part], 8 * part.start))
            bits[part] = 0
    return found[-1] if len(found) <= 2 else Spans(*map(np.concatenate, zip(*found, strict=True)))


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
