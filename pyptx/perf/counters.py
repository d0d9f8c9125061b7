"""Slow spots that the simulator's counters show: conflicts of banks, scattered accesses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pyptx.ir import Source
from pyptx.perf.lints import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

SECTOR = 32
LEAST_RATIO = 1.5
"""Sectors over the fewest: arrays that do not begin at a sector have 1.25."""
LEAST_RATIO_OF_PARTS = 2
"""The same for accesses that leave parts of their sectors to others."""
_ADDRESS = re.compile(r"\[\s*([%\w]+)\s*(?:\+\s*(-?\d+))?\s*\]")

_ELEMENTS = re.compile(r"(?:\.v(\d))?\.[a-z]+(\d+) ")

LEAST_PART = 0.02
"""Part of all passes or sectors of a launch that a line must waste to be reported."""


def counted_findings(profile: Any) -> list[Finding]:
    """Return the slow spots of a profile of `pyptx.sim`."""
    total = profile.traffic
    passes = total["shared"].wavefronts if "shared" in total else 0
    sectors = total["global"].sectors if "global" in total else 0
    return [*_conflicts(profile, passes), *_scattered(profile, sectors)]


def _conflicts(profile: Any, passes: int) -> Iterator[Finding]:
    for line in profile.lines:
        moved = line.traffic.get("shared")
        if moved is not None and moved.conflicts > LEAST_PART * passes:
            ratio = moved.wavefronts / moved.fewest_wavefronts
            said = (
                f"{moved.wavefronts:,} passes through the banks of shared memory, {ratio:.1f} times the "
                f"fewest ({moved.fewest_wavefronts:,})"
            )
            yield _at("bank-conflict", said, line)


def _scattered(profile: Any, sectors: int) -> Iterator[Finding]:
    for line in profile.lines:
        moved = line.traffic.get("global")
        if moved is None or moved.sectors - moved.fewest_sectors <= LEAST_PART * sectors:
            continue
        ratio = moved.sectors / moved.fewest_sectors
        least = LEAST_RATIO_OF_PARTS if _has_parts(line, profile.lines) else LEAST_RATIO
        if ratio > least * _sharing(line, profile.lines):
            said = (
                f"{moved.sectors:,} sectors of 32 bytes of global memory, {ratio:.1f} times the fewest "
                f"({moved.fewest_sectors:,})"
            )
            yield _at("scattered-access", said, line)


def _has_parts(line: Any, lines: Any) -> bool:
    """Whether lanes access parts of rows: a guard ends the rows, or Python unrolled a loop over them."""
    moved, elements = line.traffic["global"], _ELEMENTS.search(line.instruction)
    if elements is not None:
        size = int(elements[1] or 1) * int(elements[2]) // 8
        if moved.read + moved.written < line.executions * size:
            return True
    turns = sum(other.source == line.source and "global" in other.traffic for other in lines)
    return line.source is not None and turns > 1


def _sharing(line: Any, lines: Any) -> int:
    """Accesses of the kernel to the same sectors: by the same register, and a near offset."""
    own = _ADDRESS.search(line.instruction)
    if own is None:
        return 1
    near = 0
    for other in lines:
        found = _ADDRESS.search(other.instruction)
        same = found is not None and found[1] == own[1] and other.instruction[:2] == line.instruction[:2]
        near += same and found is not None and abs(int(found[2] or 0) - int(own[2] or 0)) < SECTOR
    return near


def _at(rule: str, message: str, line: Any) -> Finding:
    source = None if line.source is None else Source(*line.source)
    return Finding(rule, message, line.ptx_line, source, line.instruction)
