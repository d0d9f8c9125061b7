"""Miscellaneous instructions (manual section 9.7.21) and `griddepcontrol` (section 9.7.15.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.semantics.machine import machine, nothing
from pyptx.sim.semantics.native import no_records

if TYPE_CHECKING:
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Run


@machine("nanosleep")
def sleep(op: Operation) -> Run:
    """``nanosleep``: suspend the thread for a while; the loop around it lets others run."""
    op.read("t")
    op.polls = True
    return nothing


@machine("pmevent")
def accepted(op: Operation) -> Run:
    """``pmevent``: an event for a profiler."""
    del op
    return nothing


@machine("griddepcontrol")
def order_grids(op: Operation) -> Run:
    """``griddepcontrol``: grids run one after the other here; the race detector sees what overlaps."""

    def wait(m: Machine) -> None:
        for each in m.observers.grids_awaited:
            each.grids_awaited(m.executing())

    def launch(m: Machine) -> None:
        for each in m.observers.dependents_launched:
            each.dependents_launched(m.executing())

    return wait if "wait" in op.words else launch


no_records(sleep, accepted, order_grids)
