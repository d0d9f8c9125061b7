"""Memory fences (manual section 9.7.15.4).

Accesses are performed at once and in one order here, so that a fence has nothing left to order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.semantics.machine import machine, nothing

if TYPE_CHECKING:
    from pyptx.sim.operands import Operation, Run


@machine("fence", "membar")
def fence(op: Operation) -> Run:
    """``fence``, ``membar``: order the memory accesses of a thread."""
    del op
    return nothing
