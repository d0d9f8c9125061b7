"""The record before each instruction by which a timeline follows the clock of its warp."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.lowering.records import record
from pyptx.sim.steps import steps_of

if TYPE_CHECKING:
    from pyptx.sim.lowering.passes.placed import Placed
    from pyptx.sim.lowering.records import Record


def timed(placed: Placed, records: list[Record]) -> list[Record]:
    """Put a record of the clock before the others, outside their guard."""
    step, inside = placed.step, steps_of(placed.rows.code.blocks[placed.block])
    left = next(len(inside) - place for place, each in enumerate(inside) if each is step)
    branches = step is placed.rows.code.blocks[placed.block].end
    return [record("issue", left=left, polls=branches or step.polls), *records]
