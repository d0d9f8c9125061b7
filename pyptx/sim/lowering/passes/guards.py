"""Guards: the lanes for which a step runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.lowering.passes.undefined import depart, mark_guarded
from pyptx.sim.lowering.records import record

if TYPE_CHECKING:
    from pyptx.sim.lowering.passes.placed import Placed
    from pyptx.sim.lowering.records import Record


def guarded(placed: Placed, records: list[Record]) -> list[Record]:
    """Run the step for the lanes of its guard; a branch has the guard as its own operand."""
    step = placed.step
    if step.guard < 0:
        return records
    index = placed.assignment.index
    checks: list[Record] = []
    if (departure := depart(step, placed.assignment)) is not None:
        checks.append(departure)
    elif step.guard_register in placed.maybe_undefined and not placed.guard_may_be_undefined:
        checks.append(record("check", source=index[step.guard_register], kind=placed.stop))
    if step.operation.control and step.operation.target is not None:
        return [*checks, *records]
    row, negated = placed.rows.rows[step.guard_register], step.negated
    if placed.gate or step.operation.control:
        return [
            *checks,
            record("guard_apart", predicate=row, negated=negated, next=placed.block + 1),
            *records,
        ]
    if not records:
        return checks
    held = [
        *checks,
        record("guard", predicate=row, negated=negated, held=len(records) + 1),
        *records,
        record("unguard"),
    ]
    return [*held, mark_guarded(step, placed.made, index)] if placed.guard_may_be_undefined else held
