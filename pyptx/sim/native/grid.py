"""The inputs of a launch on the native engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyptx.sim.counters import Counters
    from pyptx.sim.faults import Trap
    from pyptx.sim.geometry import Geometry
    from pyptx.sim.lowering import Lowered
    from pyptx.sim.machine import Machine
    from pyptx.sim.memory import Memory
    from pyptx.sim.printing import Output
    from pyptx.sim.profile import Counts
    from pyptx.sim.shadow.launch_shadows import Shadows
    from pyptx.sim.steps import Code
    from pyptx.sim.timeline import Trace


@dataclass(slots=True)
class Grid:
    """A launch on the native engine.

    Attributes:
        code: The program.
        program: The program, lowered for the engine.
        memory: The memory, with room for `slots` CTAs.
        geometry: Grid and block.
        counters: Counts of executed instructions.
        threads: Operating system threads.
        resident: CTAs that run together on each thread.
        schedule: One of `SCHEDULES`.
        seed: Seed of the random schedule.
        output: The buffer of `printf`.
        counts: The counts of a profile; None without.
        trace: The recorded events of the timeline; None without one.
        together: CTAs that start together in a timeline.
        keeps_readers: Whether all unordered reads of global memory are kept for race checking.
        met: If the launch runs again because of an undefined value, the machine that first read one.
        shadows: The shadows of the launch; None without.
        malformed: The fault of operands without a plan for an operation on tensor memory.
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
    output: Output
    counts: Counts | None
    trace: Trace | None
    together: int
    keeps_readers: bool = False
    met: Machine | None = None
    shadows: Shadows | None = None
    malformed: Trap | None = None
