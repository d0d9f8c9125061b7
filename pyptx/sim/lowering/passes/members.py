"""Instructions of several lanes: those that the mask names come together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.abi import RACE_EVENT, SITE
from pyptx.sim.lowering.records import record

if TYPE_CHECKING:
    from pyptx.sim.lowering.passes.placed import Placed
    from pyptx.sim.lowering.records import Record


def gathered(placed: Placed, records: list[Record]) -> list[Record]:
    """Check before the step that its lanes have come."""
    members = placed.made.members
    if members < 0:
        return records
    op = placed.step.operation
    event = RACE_EVENT["meets_lanes" if op.members_alike else "exchanges" if op.exchanges else ""]
    handler = "members.all" if members == placed.rows.everyone else "members"
    site = SITE.word(event=event)
    across, whole = op.members_alike, op.needs_whole_warp
    return [record(handler, mask=members, across=across, whole=whole, race_site=site), *records]
