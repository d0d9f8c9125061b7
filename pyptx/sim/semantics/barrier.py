"""Barriers of a CTA and of a warp (manual sections 9.7.15.1 and 9.7.15.2).

The scheduler does the waiting; the instructions only say what for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.scheduler import CtaBarrier
from pyptx.sim.semantics.machine import machine, nothing
from pyptx.types import u32

if TYPE_CHECKING:
    from pyptx.sim.operands import Operation, Run


@machine("bar", "barrier")
def cta_barrier(op: Operation) -> Run:
    """``bar``, ``barrier``: arrive at one of the sixteen barriers of a CTA, and wait unless ``.arrive``."""
    kind = next(word for word in op.words if word in ("sync", "arrive", "red"))
    reduction = next((word for word in op.words if word in ("popc", "and", "or")), "")
    result = {"": None, "popc": "d"}.get(reduction, "p")
    op.barrier = CtaBarrier(
        kind=kind,
        number=op.read("a", u32),
        count=op.read("b", u32) if op.has("b") else None,
        predicate=op.read("c") if reduction else None,
        reduce=reduction,
        write=op.write(result) if result is not None else None,
    )
    return nothing


@machine("bar.warp.sync")
def warp_barrier(op: Operation) -> Run:
    """``bar.warp.sync``: wait until every lane that the mask names has come."""
    op.members = op.read("membermask", u32)
    return nothing
