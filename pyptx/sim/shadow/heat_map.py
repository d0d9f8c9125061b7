"""Pictures of the rounding error of an array, by block of elements."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.notebook import Picture
from pyptx.svg import BAD, COLOURS, LINE, QUIET, Drawing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.shadow.outputs import ShadowedArray

    Array = NDArray[Any]

ROWS, COLUMNS = 16, 64
"""The most blocks of a picture."""

SHADES = " .:+*#"
"""No error, then errors up to a sixteenth, an eighth, a quarter, a half and the whole of the largest one."""

LOST, UNKNOWN = "!", "?"
"""Blocks with an infinite or NaN element whose shadow is finite; blocks without any shadow."""

CELL = 10
"""Pixels of a block."""


def heat_map(output: ShadowedArray) -> Picture:
    """Return the largest error of each block of an array, as text and as a drawing.

    The last dimension is a row; all dimensions before it count the rows.
    """
    width = max(output.shape[-1] if output.shape else 1, 1)
    rows = (math.prod(output.shape) // width, width)
    tile = tuple(-(-size // most) or 1 for size, most in zip(rows, (ROWS, COLUMNS), strict=True))
    lost = np.isfinite(output.shadow) & ~np.isfinite(output.value)
    blocks = _blocks(np.abs(np.nan_to_num(output.error)).reshape(rows), tile)
    lost, known = (_blocks(each.reshape(rows), tile) for each in (lost, output.known))
    largest = blocks.max(initial=0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        levels = np.clip(len(SHADES) + np.ceil(np.log2(blocks / (largest or 1.0))) - 1, 1, len(SHADES) - 1)
    levels = np.where(blocks > 0, levels, 0).astype(np.intp)
    marks = np.where(lost, LOST, np.where(known, np.array(list(SHADES))[levels], UNKNOWN))
    title = f"{output.name}: errors of blocks of {tile[0]} x {tile[1]} elements"
    said = f"{SHADES[-1]} is above half of the largest, {largest:.3g}; {' '.join(SHADES[-2:0:-1])} are below"
    text = "\n".join([title, *(f"  |{''.join(row)}|" for row in marks), f"  {said}"])
    return Picture(text, _drawing(title, said, marks, levels, blocks))


def _blocks(array: Array, tile: tuple[int, ...]) -> Array:
    """The largest element of each block."""
    for axis, size in enumerate(tile):
        array = np.maximum.reduceat(array, np.arange(0, array.shape[axis], size), axis=axis)
    return array


def _drawing(title: str, said: str, marks: Array, levels: Array, blocks: Array) -> Drawing:
    drawing = Drawing(title)
    drawing.text(0, LINE / 2, title, bold=True)
    for place in np.ndindex(marks.shape):
        y, x = (CELL * each for each in place)
        special = {LOST: BAD, UNKNOWN: QUIET}.get(str(marks[place]))
        colour = special or (COLOURS[4] if levels[place] else "")
        shade = 0.45 if special else float(levels[place]) / (len(SHADES) - 1)
        hint = f"block [{', '.join(map(str, place))}]: {blocks[place]:.3g}"
        drawing.box(x, LINE + y, CELL, CELL, colour=colour, hint=hint, shade=shade)
    drawing.text(0, 2 * LINE + CELL * len(marks), said)
    return drawing
