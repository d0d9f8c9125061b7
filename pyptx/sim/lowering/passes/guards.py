"""Guards: the lanes for which a step runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.lowering.passes.undefined import doubting
from pyptx.sim.lowering.records import Record

if TYPE_CHECKING:
    from pyptx.sim.lowering.passes.placed import Placed


def guarded(placed: Placed, records: list[Record]) -> list[Record]:
    """Run the step for the lanes of its guard; a branch has the guard as its own operand."""
    step = placed.step
    if step.guard < 0:
        return records
    index = placed.standing.index
    checks: list[Record] = []
    if step.guard_register in placed.unsettled and not placed.doubtful:
        checks.append(Record("check", a=index[step.guard_register], f=placed.stop))
    if step.control and step.target is not None:
        return [*checks, *records]
    row, negated = placed.rows.rows[step.guard_register], int(step.negated)
    if placed.gate or step.control:
        return [*checks, Record("guard_apart", a=row, f=negated, d=placed.block + 1), *records]
    if not records:
        return checks
    held = [*checks, Record("guard", a=row, f=negated, n=len(records) + 1), *records, Record("unguard")]
    return [*held, doubting(step, placed.made, index)] if placed.doubtful else held
