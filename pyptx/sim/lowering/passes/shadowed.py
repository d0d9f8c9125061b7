"""The records around those of an instruction that follow the shadows of its operands and results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.lowering.shadows import shadow_records

if TYPE_CHECKING:
    from pyptx.sim.lowering.passes.placed import Placed
    from pyptx.sim.lowering.records import Record


def shadowed(placed: Placed, records: list[Record]) -> list[Record]:
    """Put the records of shadows around those of the instruction, inside its guard.

    Raises:
        Uncovered: The native engine does not follow shadows through the instruction.
    """
    if placed.rows.shadows is None:
        return records
    return shadow_records(placed.rows, placed.step, placed.made, records)
