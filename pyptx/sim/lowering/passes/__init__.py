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

    from pyptx.sim.lowering.assignment import DefiniteAssignment
    from pyptx.sim.lowering.passes.placed import Placed
    from pyptx.sim.lowering.records import Record
    from pyptx.sim.lowering.rows import Rows

    Pass = Callable[[Placed, list[Record]], list[Record]]

PASSES: tuple[Pass, ...] = (
    noted, finished, loaded, watched, spread, gathered, checked, marked, guarded,
)  # fmt: skip
"""From the records of the instruction itself outwards."""


def passes_of(rows: Rows, assignment: DefiniteAssignment) -> list[Pass]:
    """The passes that a program needs: most programs have no races to look for and no registers to follow."""
    followed = bool(assignment.index)
    wanted: dict[Pass, bool] = {
        noted: rows.races,
        loaded: followed,
        watched: bool(rows.watchers),
        spread: rows.follows,
        checked: followed,
    }
    return [each for each in PASSES if wanted.get(each, True)]
