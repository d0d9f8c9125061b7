"""Memory fences (manual section 9.7.15.4).

Accesses are performed at once and in one order here, so that a fence has nothing left to order; but who looks
for races is told of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.semantics.machine import machine, nothing
from pyptx.sim.stamps import scope_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pyptx.sim.engine import Machine
    from pyptx.sim.operands import Operation, Run


def _lanes(m: Machine) -> NDArray[np.bool_]:
    return m.scheduler.live if m.mask is None else m.mask


@machine("fence", "membar")
def fence(op: Operation) -> Run:
    """``fence``, ``membar``: order the memory accesses of a thread."""
    words = op.words
    if "mbarrier_init" in words:
        return lambda m: m.races.fence_inits(_lanes(m)) if m.races is not None else None
    if words[0] == "proxy":
        spaces = [
            space for space in ("shared", "global") if any(word.startswith(space) for word in words[2:])
        ]
        if not words[1].startswith("async"):
            return nothing
        chosen = spaces or ["shared", "global"]
        return lambda m: m.races.fence_proxy(_lanes(m), chosen) if m.races is not None else None
    scope = scope_of(words)
    return lambda m: m.races.fence(_lanes(m), scope) if m.races is not None else None
