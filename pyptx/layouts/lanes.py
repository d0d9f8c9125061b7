"""The lane that ``shfl`` reads (manual section 9.7.10.6)."""

from __future__ import annotations

from typing import Any

MODES = ("up", "down", "bfly", "idx")


def source_lane(mode: str, lane: Any, b: Any, c: Any) -> tuple[Any, Any]:
    """Return the lane that a lane reads, and whether it is in its segment; if not, the own value is read.

    The arguments are numbers or arrays of them.

    >>> source_lane("bfly", 5, 16, 31), source_lane("up", 5, 8, 0)
    ((21, True), (-3, False))

    Args:
        mode: ``"up"``, ``"down"``, ``"bfly"`` or ``"idx"``.
        lane: The lane that reads.
        b: The distance, or the lane for ``"idx"``.
        c: The clamp in bits 0 to 4, and the mask of the segment in bits 8 to 12.
    """
    distance, clamp, segment = b & 31, c & 31, c >> 8 & 31
    last = (lane & segment) | (clamp & ~segment)
    if mode == "up":
        return lane - distance, lane - distance >= last
    sources = {
        "down": lane + distance,
        "bfly": lane ^ distance,
        "idx": (lane & segment) | (distance & ~segment),
    }
    return sources[mode], sources[mode] <= last
