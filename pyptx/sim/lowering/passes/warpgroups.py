"""Registers of `wgmma`: other instructions that access them are noted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.lowering.records import record

if TYPE_CHECKING:
    from pyptx.sim.lowering.passes.placed import Placed
    from pyptx.sim.lowering.records import Record


def watched(placed: Placed, records: list[Record]) -> list[Record]:
    """Note before the step the accumulators that it accesses, and the fragments of A that it writes."""
    watchers = placed.rows.watchers
    if not watchers or placed.step.operation.warpgroup:
        return records
    found: dict[int, None] = {}
    for number, writes in placed.step.registers:
        for position, always in watchers.get(number, ()):
            if always or writes:
                found[position] = None
    return [record("watch", sets=tuple(found)), *records] if found else records
