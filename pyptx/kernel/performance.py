"""Performance of a kernel for the sizes or the arrays of a call."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Any

from pyptx import perf, runtime
from pyptx.errors import LaunchError
from pyptx.kernel.declaration import grid_of, grid_parameters
from pyptx.program import Arguments, directing, recording
from pyptx.record import replace
from pyptx.runtime import arrays

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyptx.kernel.declaration import Declared
    from pyptx.kernel.kernel import Kernel
    from pyptx.perf import PerfReport
    from pyptx.program import Program


def performance(
    declared: Declared,
    program: Program,
    known: Mapping[str, Any],
    card: str | None,
) -> PerfReport:
    """Return the performance of a kernel for some sizes, without a run.

    Args:
        declared: The kernel's declaration.
        program: The program for these sizes.
        known: Dimensions, template parameters and launch scalars by name.
        card: Name of a card, or None.
    """
    grid = declared.options.grid
    is_known = not callable(grid) or known.keys() >= set(grid_parameters(grid))
    return perf.perf(
        program,
        grid=grid_of(grid, known) if is_known else None,
        arguments=_arguments(declared, known),
        card=card,
    )


def performance_of_call(
    kernel: Kernel, args: tuple[Any, ...], kwargs: Mapping[str, Any], card: str | None
) -> PerfReport:
    """Return the performance of a kernel for a call: on the simulator, or measured on the GPU of its tensors.

    Raises:
        LaunchError: An argument does not fit, or nothing is launched.
        SimFault: The simulated kernel faulted.
    """
    infos = [arrays.describe("argument", value) for value in args]
    on_gpu = any(info.device != "cpu" for info in infos)
    with recording() if on_gpu else directing("sim", profile=True) as reports:
        kernel(*args, **kwargs)
    if not reports:
        raise LaunchError(f"{kernel.__name__}: nothing was launched: an output has no elements")
    found = perf.perf_of_launch(reports[-1], card=card)
    if not on_gpu or infos[0].framework != "torch":
        return found
    return replace(
        found, measured=runtime.measure(lambda: kernel(*args, **kwargs), sys.modules["torch"].cuda)
    )


def _arguments(declared: Declared, known: Mapping[str, Any]) -> Arguments:
    """The facts about the arguments of a launch that tiles and sizes give."""
    shapes: dict[str, tuple[int, ...]] = {}
    moved = 0
    for name, tile in declared.tensors.items():
        sizes = (
            []
            if tile is None
            else [known.get(size, None) if isinstance(size, str) else size for size in tile.shape]
        )
        if tile is not None and all(isinstance(size, int) for size in sizes):
            shapes[name] = tuple(size for size in sizes if size is not None)
            moved += math.prod(shapes[name]) * tile.dtype.bits // 8
    whole = len(shapes) == len(declared.tensors)
    scalars = {name: value for name, value in known.items() if isinstance(value, int)}
    return Arguments(scalars, shapes, moved if whole else 0)
