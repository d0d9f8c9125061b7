"""A lowered step in its place in the program, the input of passes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pyptx.sim.abi import STOP
from pyptx.sim.lowering.records import Followed

if TYPE_CHECKING:
    from collections.abc import Collection

    from pyptx.sim.lowering.assignment import DefiniteAssignment
    from pyptx.sim.lowering.records import LoweredStep
    from pyptx.sim.lowering.rows import Rows
    from pyptx.sim.steps import Step


class Placed(NamedTuple):
    """A lowered step in its place.

    Attributes:
        step: The instruction.
        made: Its own records.
        rows: The rows of the program.
        assignment: The definite assignment of the program.
        block: The block it is in.
        gate: Whether lanes wait at it.
        unmarked: The tracked registers that may not be marked as written yet.
    """

    step: Step
    made: LoweredStep
    rows: Rows
    assignment: DefiniteAssignment
    block: int
    gate: bool
    unmarked: Collection[int]

    @property
    def stop(self) -> int:
        """The kind of a stop at this step."""
        return STOP["gate" if self.gate else "control" if self.step.operation.control else "step"]

    @property
    def maybe_undefined(self) -> Collection[int]:
        """The registers it reads that may be unwritten here."""
        return self.assignment.maybe_undefined(self.step)

    @property
    def followed(self) -> Followed:
        """The registers of it that are followed, for records that name them."""
        return Followed(self.step, self.made, self.assignment.index, self.maybe_undefined)

    @property
    def spreads(self) -> bool:
        """Whether undefined values are followed through its results, lane by lane."""
        return self.rows.follows and self.step.operation.spreads

    @property
    def guard_may_be_undefined(self) -> bool:
        """Whether its guard, and thus its results, may be undefined."""
        step = self.step
        return self.rows.follows and step.operation.computes and step.guard_register in self.maybe_undefined
