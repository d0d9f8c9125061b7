"""Advice about managed memory: kept for each page and returned, because it changes times and no results."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

import numpy as np

from pyptx.virtual.answers.memory import no_range
from pyptx.virtual.answers.registry import answer
from pyptx.virtual.effects import PAGE
from pyptx.virtual.results import CudaError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.virtual.session import Session

READ_MOSTLY, PREFERRED, ACCESSED, PREFETCHED = range(1, 5)
"""Attributes that each page keeps, by the driver's numbers; advice n sets attribute (n + 1) / 2."""

TYPES_AND_IDS: Final = {5: PREFERRED, 6: PREFERRED, 7: PREFETCHED, 8: PREFETCHED}
"""Attributes that are the type of a location, those of odd numbers, or its number."""

NOWHERE, ON_DEVICE, ON_HOST = range(3)
"""Types of locations; those above are nodes of the host."""

HOST, NO_DEVICE = -1, -2
"""Numbers in place of that of a device: the host, and none."""

_WORD = 1 << 32


def _location(device: int) -> int:
    """The location of a number: its type in the lower half, the number in the upper."""
    return ON_HOST if device == HOST else ON_DEVICE + device * _WORD


def _pages(session: Session, address: int, size: int, kind: int) -> NDArray[np.int64]:
    """Return the values of an attribute for the pages of a range.

    Raises:
        CudaError: The range is not inside one allocation.
    """
    found = session.memory.allocation(address, size) if size else None
    if found is None:
        raise CudaError("INVALID_VALUE", no_range(session, address, size))
    start = session.memory.start + found.offset
    kept = session.advice.setdefault(start, {})
    first = start // PAGE
    if kind not in kept:
        kept[kind] = np.zeros((start + found.size - 1) // PAGE - first + 1, np.int64)
    return kept[kind][address // PAGE - first : (address + size - 1) // PAGE - first + 1]


@answer("cuMemAdvise_v2")
def advise(session: Session, address: int, size: int, advice: int, location: int) -> None:
    """Take advice about a range."""
    kind, is_taken_back = divmod(advice + 1, 2)
    if not READ_MOSTLY <= kind <= ACCESSED:
        raise CudaError("INVALID_VALUE")
    _check(location, needed=not is_taken_back and kind != READ_MOSTLY)
    value = 1 if kind == READ_MOSTLY else location
    _pages(session, address, size, kind)[...] = 0 if is_taken_back else value


@answer("cuMemAdvise")
def advise_device(session: Session, address: int, size: int, advice: int, device: int) -> None:
    """Take advice about a range."""
    advise(session, address, size, advice, _location(device))


@answer("cuMemPrefetchAsync_v2")
def prefetch(session: Session, address: int, size: int, location: int, flags: int, stream: int) -> None:
    """Note where a range is wanted: it is one memory, so nothing moves."""
    _check(location, needed=True)
    _pages(session, address, size, PREFETCHED)[...] = location


@answer("cuMemPrefetchAsync")
def prefetch_to_device(session: Session, address: int, size: int, device: int, stream: int) -> None:
    """Note where a range is wanted."""
    prefetch(session, address, size, _location(device), 0, stream)


def _check(location: int, *, needed: bool) -> None:
    """Check a location.

    Raises:
        CudaError: There is no such device.
    """
    number, kind = divmod(location, _WORD)
    if needed and (kind == NOWHERE or (kind == ON_DEVICE and number)):
        raise CudaError("INVALID_DEVICE")


@answer("cuMemRangeGetAttribute")
def attribute(session: Session, number: int, address: int, size: int, count: int) -> bytes:
    """Return what all pages of a range have, in words, as many as the program has room for."""
    kind = TYPES_AND_IDS.get(number, number)
    if not READ_MOSTLY <= kind <= PREFETCHED or not count or (count > 1 and kind != ACCESSED):
        raise CudaError("INVALID_VALUE")
    pages = _pages(session, address, size, kind)
    location = int(pages[0]) if (pages == pages[0]).all() else NOWHERE
    device, place = divmod(location, _WORD)
    if number == READ_MOSTLY:
        found = location
    elif number in TYPES_AND_IDS:
        found = place if number % 2 else device
    else:
        found = {ON_DEVICE: device, ON_HOST: HOST}.get(place, NO_DEVICE)
    return struct.pack(f"<{count}i", found, *[NO_DEVICE] * (count - 1))
