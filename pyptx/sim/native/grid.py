"""A launch on the native engine: what it is given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyptx.sim.counters import Counters
    from pyptx.sim.engine import Machine
    from pyptx.sim.geometry import Geometry
    from pyptx.sim.lowering import Lowered
    from pyptx.sim.memory import Memory
    from pyptx.sim.steps import Code


@dataclass(slots=True)
class Grid:
    """A launch on the native engine.

    Attributes:
        code: The program.
        program: It, for the engine.
        memory: Its memory, with room for `slots` CTAs.
        geometry: Grid and block.
        counters: What was executed.
        threads: Operating system threads.
        resident: CTAs that run together on each.
        schedule: One of `SCHEDULES`.
        seed: Of the random one.
        met: The machine that first met a value nobody defined, where that is why the launch runs again.
    """

    code: Code
    program: Lowered
    memory: Memory
    geometry: Geometry
    counters: Counters
    threads: int
    resident: int
    schedule: str
    seed: int
    met: Machine | None = None
