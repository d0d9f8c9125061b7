"""Instructions of several lanes: those that the mask names come together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.lowering.records import DEEDS, Record

if TYPE_CHECKING:
    from pyptx.sim.lowering.passes.placed import Placed


def gathered(placed: Placed, records: list[Record]) -> list[Record]:
    """Check before the step that its lanes have come."""
    members = placed.made.members
    if members < 0:
        return records
    op = placed.step.operation
    deed = "members" if op.members_alike else "exchange" if op.exchanges else ""
    handler = "members.all" if members == placed.rows.everyone else "members"
    return [Record(handler, a=members, f=int(op.members_alike), site=DEEDS.get(deed, 0)), *records]
