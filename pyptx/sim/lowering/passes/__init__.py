"""Passes over the records of a step in its place in the program, one file each.

A pass takes the step and its records so far, and returns them with its own records around them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.lowering.passes.definedness import checked, finished, marked
from pyptx.sim.lowering.passes.guards import guarded
from pyptx.sim.lowering.passes.members import gathered
from pyptx.sim.lowering.passes.races import noted
from pyptx.sim.lowering.passes.undefined import loaded, spread
from pyptx.sim.lowering.passes.warpgroups import watched
from pyptx.sim.lowering.passes.wraps import followed

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.sim.lowering.assignment import DefiniteAssignment
    from pyptx.sim.lowering.passes.placed import Placed
    from pyptx.sim.lowering.records import Record
    from pyptx.sim.lowering.rows import Rows

    Pass = Callable[[Placed, list[Record]], list[Record]]

PASSES: tuple[Pass, ...] = (
    noted, finished, loaded, watched, spread, followed, gathered, checked, marked, guarded,
)  # fmt: skip
"""All passes, from the records of the instruction itself outwards."""


def passes_of(rows: Rows, assignment: DefiniteAssignment) -> list[Pass]:
    """Return the passes that a program needs: most have no race checking and no registers to track."""
    tracked = bool(assignment.index)
    wanted: dict[Pass, bool] = {
        noted: rows.races,
        loaded: tracked,
        watched: bool(rows.watched),
        spread: rows.follows,
        checked: tracked,
        followed: bool(rows.flags),
    }
    return [each for each in PASSES if wanted.get(each, True)]
