"""A virtual GPU: unchanged CUDA programs run on the simulator, with its checks.

``pyptx gpu -- COMMAND`` starts a program with libraries of this package in place of the driver's. Each
process of the program has a device of its own: a process that holds its memory and runs its kernels.

====================  ==================================================================================
`calls`, `wire`       the functions of the driver that are built, and how their arguments are sent
`results`, `facts`    numbers of the driver: results, attributes of devices and functions
`runtime`             the functions of the CUDA runtime, over those of the driver
`session`             the state of a device: contexts, modules, memory, streams
`objects`, `reports`  its objects that a program names, and what it reports
`answers`             a function for each call, in a file per section of the driver's interface
`images`              PTX in what a program loads: text, fat binaries, containers of this package
`device_runtime`      functions in PTX by which the blocks of a grid wait for each other
`graphs`              tasks, graphs of them, captures of streams, and the steps of a launch
`clocks`, `guards`    the order of operations, and memory that they may still access
`effects`             actions of the library in the program before a call returns
`direct`              a virtual GPU in this process, for examples and tests
`hub`                 starts the command, and a process for each client; adds up what they report
====================  ==================================================================================

The libraries are C, in ``csrc/virtual``; ``tools/generate.py`` writes their functions from `calls`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.late import late_names

if TYPE_CHECKING:
    from pyptx.virtual.environment import variables
    from pyptx.virtual.hub import Outcome, run
    from pyptx.virtual.options import Options

__all__ = ["Options", "Outcome", "run", "variables"]

_PLACES = {"Options": "options", "Outcome": "hub", "run": "hub", "variables": "environment"}

__getattr__, __dir__ = late_names(__name__, _PLACES)
