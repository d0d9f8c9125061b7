"""One bit for each byte of an allocation, lowest first: whether the byte was written.

Bits are kept in whole words of 64; those after the last byte are set. Long parts of bits that are not set
take no memory of the host.

>>> bits = no_bits(20)
>>> set_bits(bits, 3, 10)
>>> first_unset(bits, 3, 10) is None, first_unset(bits, 4, 12), all_are_set(bits)
(True, 13, False)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bits = NDArray[np.uint8]

PART = 1 << 18
"""Bytes of bits that are examined together."""

_ALL = (1 << 64) - 1


def no_bits(count: int) -> Bits:
    """Return bits with the first `count` cleared."""
    bits = np.zeros(-(-count // 64) * 8, np.uint8)
    if count % 64:
        bits[-8:].view("<u8")[0] = _ALL >> count % 64 << count % 64
    return bits


def all_are_set(bits: Bits) -> bool:
    """Whether all bits are set."""
    ends = not len(bits) or bool(bits[0] == 0xFF == bits[-1])
    return ends and all((bits[first : first + PART] == 0xFF).all() for first in range(0, len(bits), PART))


def set_bits(bits: Bits, first: int, count: int) -> None:
    """Set `count` bits from one on."""
    start, end = first >> 3, first + count >> 3
    if start == end:
        bits[start : start + 1] |= np.uint8(((1 << count) - 1) << first % 8)
        return
    bits[start] |= np.uint8(0xFF << first % 8 & 0xFF)
    bits[start + 1 : end] = 0xFF
    bits[end : end + 1] |= np.uint8((1 << (first + count) % 8) - 1)


def first_unset(bits: Bits, first: int, count: int) -> int | None:
    """Return the first bit that is not set, of `count` from one on; None if all are set."""
    for start in range(first, first + count, 8 * PART):
        some = min(8 * PART, first + count - start)
        part = bits[start >> 3 : start + some + 7 >> 3]
        if not (part == 0xFF).all():
            lacking = unpacked(bits, start, some) == 0
            if lacking.any():
                return start + int(lacking.argmax())
    return None


def count_unset(bits: Bits, first: int, count: int) -> int:
    """Return the number of clear bits among `count` bits from one on."""
    return sum(
        some - int(np.count_nonzero(unpacked(bits, start, some)))
        for start in range(first, first + count, 8 * PART)
        if (some := min(8 * PART, first + count - start))
    )


def unpacked(bits: Bits, first: int, count: int) -> NDArray[np.uint8]:
    """Return `count` bits from one on, one in each byte."""
    part = np.unpackbits(bits[first >> 3 : first + count + 7 >> 3], bitorder="little")
    return part[first % 8 : first % 8 + count]


def move_bits(source: Bits, start: int, to: Bits, first: int, count: int) -> None:
    """Make `count` bits from `first` on the same as those of `source` from `start` on."""
    for done in range(0, count, 8 * PART):
        some = min(8 * PART, count - done)
        place = slice(first + done >> 3, first + done + some + 7 >> 3)
        whole = np.unpackbits(to[place], bitorder="little")
        inside = (first + done) % 8
        whole[inside : inside + some] = unpacked(source, start + done, some)
        to[place] = np.packbits(whole, bitorder="little")
