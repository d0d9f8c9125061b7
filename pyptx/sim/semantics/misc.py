"""Miscellaneous instructions (manual section 9.7.21) and `griddepcontrol` (section 9.7.15.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.semantics.machine import machine, nothing
from pyptx.sim.semantics.native import no_records

if TYPE_CHECKING:
    from pyptx.sim.operands import Operation, Run


@machine("nanosleep")
def sleep(op: Operation) -> Run:
    """``nanosleep``: suspend the thread for a while; the loop around it lets others run."""
    op.read("t")
    op.polls = True
    return nothing


@machine("pmevent", "griddepcontrol")
def accepted(op: Operation) -> Run:
    """Events for a profiler, and the order of grids, of which there is only one."""
    del op
    return nothing


no_records(sleep, accepted)
