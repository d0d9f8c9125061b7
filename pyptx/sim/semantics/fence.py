"""Memory fences (manual section 9.7.15.4).

Accesses are performed at once and in one order here, so that a fence has nothing left to order: only
observers see it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.abi import SITE_FLAG
from pyptx.sim.scopes import scope_of
from pyptx.sim.semantics.machine import machine, nothing
from pyptx.sim.semantics.native import lowered

if TYPE_CHECKING:
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Run


_MAPS = "tensormap::generic"


@machine("fence", "membar")
def fence(op: Operation) -> Run:
    """``fence``, ``membar``: order the memory accesses of a thread."""
    words = op.words
    if "mbarrier_init" in words:
        return _fence_inits
    if words[0] == "proxy":
        spaces = [
            space for space in ("shared", "global") if any(word.startswith(space) for word in words[2:])
        ]
        if words[1] != _MAPS and not words[1].startswith("async"):
            return nothing
        chosen = ["maps"] if words[1] == _MAPS else spaces or ["shared", "global"]

        def fence_proxy(m: Machine) -> None:
            for each in m.observers.proxy_fenced:
                each.proxy_fenced(m.executing(), chosen)

        return fence_proxy
    scope = scope_of(words)

    def run(m: Machine) -> None:
        for each in m.observers.fenced:
            each.fenced(m.executing(), scope)

    return run


def _fence_inits(m: Machine) -> None:
    for each in m.observers.inits_fenced:
        each.inits_fenced(m.executing())


# The native engine


@lowered(fence)
def lower_fence(step: StepLowering) -> None:
    """Make a record if races are checked: a fence has no other effect."""
    words = step.op.words
    if "mbarrier_init" in words:
        step.fence("fences_objects")
    elif words[0] != "proxy":
        step.fence("fences", scope=scope_of(words))
    elif words[1].startswith("async"):
        spaces = ("shared", "global")
        named = [space for space in spaces if any(word.startswith(space) for word in words[2:])]
        step.fence("fences_proxy", flags=sum(SITE_FLAG[f"in_{space}"] for space in named or spaces))
    elif words[1] == _MAPS:
        step.fence("fences_proxy")
