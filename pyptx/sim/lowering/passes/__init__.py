"""What is added to the records of a step once it stands in its place in the program: one pass, one file.

A pass takes the step and the records made so far, and returns the records with its own around them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.lowering.passes.definedness import checked, finished, marked
from pyptx.sim.lowering.passes.guards import guarded
from pyptx.sim.lowering.passes.members import gathered
from pyptx.sim.lowering.passes.races import noted
from pyptx.sim.lowering.passes.undefined import loaded, spread
from pyptx.sim.lowering.passes.warpgroups import watched

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.sim.lowering.passes.placed import Placed
    from pyptx.sim.lowering.records import Record

PASSES: tuple[Callable[[Placed, list[Record]], list[Record]], ...] = (
    noted, finished, loaded, watched, spread, gathered, checked, marked, guarded,
)  # fmt: skip
"""From the records of the instruction itself outwards."""


def placed_records(placed: Placed) -> list[Record]:
    """All records of a step, in order."""
    records = placed.made.records
    for each in PASSES:
        records = each(placed, records)
    return records
