"""Registers of `wgmma`: other instructions that access them are noted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.lowering.records import record

if TYPE_CHECKING:
    from pyptx.sim.lowering.passes.placed import Placed
    from pyptx.sim.lowering.records import Record


def watched(placed: Placed, records: list[Record]) -> list[Record]:
    """Note before the step the accumulators that it accesses, and the fragments of A that it writes."""
    sets = placed.step.watched
    return [record("watch", sets=sets), *records] if sets else records
