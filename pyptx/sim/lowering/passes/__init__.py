"""Passes over the records of a step in its place in the program, one file each.

A pass takes the step and its records so far, and returns them with its own records around them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.lowering.passes.array_bounds import bounded
from pyptx.sim.lowering.passes.definedness import checked, finished, marked
from pyptx.sim.lowering.passes.guards import guarded
from pyptx.sim.lowering.passes.members import gathered
from pyptx.sim.lowering.passes.observed import observed
from pyptx.sim.lowering.passes.placed import Placed
from pyptx.sim.lowering.passes.races import noted
from pyptx.sim.lowering.passes.shadowed import shadowed
from pyptx.sim.lowering.passes.timed import timed
from pyptx.sim.lowering.passes.undefined import loaded, spread
from pyptx.sim.lowering.passes.warpgroups import watched
from pyptx.sim.lowering.passes.wraps import followed

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.sim.lowering.assignment import DefiniteAssignment
    from pyptx.sim.lowering.records import LoweredStep, Record
    from pyptx.sim.lowering.rows import Rows
    from pyptx.sim.steps import Step

    Pass = Callable[[Placed, list[Record]], list[Record]]

PASSES: tuple[Pass, ...] = (
    noted, finished, loaded, watched, spread, followed, bounded, gathered, observed, checked, marked,
    shadowed, guarded, timed,
)  # fmt: skip
"""All passes, from the records of the instruction itself outwards."""
_OF_WATCHED: tuple[Pass, ...] = (watched,)
"""The passes of a step that only accesses registers of `wgmma`."""


class Passes:
    """The passes that a program needs: most have no race checking and no registers to track.

    Args:
        rows: The rows of the program.
        assignment: Its definite assignment.
    """

    def __init__(self, rows: Rows, assignment: DefiniteAssignment) -> None:
        tracked = bool(assignment.index)
        of_every_step: dict[Pass, bool] = {
            noted: rows.races,
            observed: rows.observes or rows.times,
            timed: rows.times,
            spread: rows.follows,
            followed: bool(rows.flags),
            bounded: bool(rows.bounded),
            shadowed: rows.shadows is not None,
        }
        of_some: dict[Pass, bool] = {loaded: tracked, watched: bool(rows.watched), checked: tracked}
        wanted = of_every_step | of_some
        self._rows, self._assignment = rows, assignment
        self._passes = tuple(each for each in PASSES if wanted.get(each, True))
        self._concern_every_step = any(of_every_step.values())
        self._tracked = tracked
        self._block = -1
        self._unmarked: set[int] = set()
        self._stays_marked = False

    def records_around(self, step: Step, made: LoweredStep, block: int, gate: bool) -> list[Record]:
        """Return the records of a step with those of the passes around them.

        Args:
            step: The step.
            made: Its own records.
            block: The block it is in.
            gate: Whether lanes wait at it.
        """
        records, assignment = made.records, self._assignment
        unmarked = self._unmarked
        if self._tracked and block != self._block:
            self._block, self._stays_marked = block, assignment.stays_marked(block)
            unmarked = self._unmarked = assignment.unmarked(block)
        if (
            self._concern_every_step
            or step.guard >= 0
            or made.is_surrounded
            or (unmarked and not unmarked.isdisjoint(made.given))
            or (self._tracked and assignment.maybe_undefined(step))
        ):
            passes = self._passes
        elif step.watched:
            passes = _OF_WATCHED
        else:
            return records
        placed = Placed(step, made, self._rows, assignment, block, gate, unmarked)
        for add in passes:
            records = add(placed, records)
        if self._stays_marked and step.guard < 0:
            unmarked.difference_update(made.given)
        return records
