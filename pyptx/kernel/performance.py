"""Performance of a kernel for the sizes or the arrays of a call."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from pyptx import perf
from pyptx.kernel.declaration import grid_of, grid_parameters
from pyptx.program import Arguments

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyptx.kernel.declaration import Declared
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
    settled = not callable(grid) or known.keys() >= set(grid_parameters(grid))
    return perf.perf(
        program,
        grid=grid_of(grid, known) if settled else None,
        arguments=_arguments(declared, known),
        card=card,
    )


def _arguments(declared: Declared, known: Mapping[str, Any]) -> Arguments:
    """The arguments of a launch, as far as tiles and sizes give them."""
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
