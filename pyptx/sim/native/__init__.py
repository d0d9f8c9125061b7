"""The native engine (``csrc/engine``), as the simulator uses it.

`extension` loads it, `grid` has the arguments of a launch, `arrays` holds the arrays of the engine, `running`
runs a launch, and `stops` explains why it stopped.
"""

from pyptx.sim.native.extension import MISSING, handlers, level
from pyptx.sim.native.grid import Grid
from pyptx.sim.native.running import MAX_STEPS, lowered, obstacle, restore, run_grid
from pyptx.sim.native.stops import HandedOver, Stopped

__all__ = [
    "MAX_STEPS",
    "MISSING",
    "Grid",
    "HandedOver",
    "Stopped",
    "handlers",
    "level",
    "lowered",
    "obstacle",
    "restore",
    "run_grid",
]
