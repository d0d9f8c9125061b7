"""Layouts drawn as text, and as SVG for notebooks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyptx.layouts.fragments import WARP_LANES, matrix_fragment, mma_fragment, wgmma_fragment
from pyptx.layouts.lanes import MODES, source_lane
from pyptx.layouts.sparsity import metadata_fragment
from pyptx.layouts.swizzle import CHUNK_BYTES, LINE_BYTES
from pyptx.layouts.swizzle import find as find_swizzle
from pyptx.layouts.tensor_memory import transfer_fragment
from pyptx.notebook import Picture
from pyptx.svg import COLOURS, LINE, Drawing, width_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pyptx.layouts.fragments import Fragment
    from pyptx.types import PtxType

BANK_BYTES = 4
_COUNT = re.compile(r"x\d+")
LDMATRIX_ROWS = 8


def fragment(
    shape: str,
    dtype: PtxType | str,
    operand: str,
    *,
    layout: str = "",
    kind: str = "",
    trans: bool = False,
    sparse: bool = False,
    selector: int = 0,
    rows: range | None = None,
) -> Picture:
    """Draw which lane and register holds each element of a matrix.

    A cell ``5:r2.1`` is lane 5, its register 2 of the operand, element 1 from the low bits; the element is
    left out where a register holds one. The picture is a string; notebooks show its drawing, which `save`
    writes to a file, with a colour for each register.

    >>> print(fragment("m16n8k8", "f16", "b"))
    b of mma.m16n8k8, f16: 8 x 8, lane:register.element
    row      0      1       2       3       4       5       6       7
      0 0:r0.0 4:r0.0  8:r0.0 12:r0.0 16:r0.0 20:r0.0 24:r0.0 28:r0.0
      1 0:r0.1 4:r0.1  8:r0.1 12:r0.1 16:r0.1 20:r0.1 24:r0.1 28:r0.1
      2 1:r0.0 5:r0.0  9:r0.0 13:r0.0 17:r0.0 21:r0.0 25:r0.0 29:r0.0
      3 1:r0.1 5:r0.1  9:r0.1 13:r0.1 17:r0.1 21:r0.1 25:r0.1 29:r0.1
      4 2:r0.0 6:r0.0 10:r0.0 14:r0.0 18:r0.0 22:r0.0 26:r0.0 30:r0.0
      5 2:r0.1 6:r0.1 10:r0.1 14:r0.1 18:r0.1 22:r0.1 26:r0.1 30:r0.1
      6 3:r0.0 7:r0.0 11:r0.0 15:r0.0 19:r0.0 23:r0.0 27:r0.0 31:r0.0
      7 3:r0.1 7:r0.1 11:r0.1 15:r0.1 19:r0.1 23:r0.1 27:r0.1 31:r0.1

    Args:
        shape: Of `mma`, such as ``"m16n8k16"``; of `wgmma`, such as ``"m64n64k16"``; of `ldmatrix` and
            `stmatrix`, such as ``"m8n8"``; of `tcgen05.ld` and `tcgen05.st`, such as ``"16x64b"``, where
            rows are lanes.
        dtype: Type of the elements.
        operand: ``"a"``, ``"b"``, ``"c"`` or ``"d"`` of `mma`, ``"a"`` or ``"d"`` of `wgmma`, ``"metadata"``
            of either; ``"x1"``, ``"x2"`` … of `ldmatrix`, `stmatrix` and of tensor memory.
        layout: ``"row"`` or ``"col"`` for `a` and `b` of ``m8n8k4`` of f16.
        kind: Kind of `mma`, if it decides the width of elements: ``"kind::f8f6f4"``.
        trans: Whether `ldmatrix` or `stmatrix` transposes.
        sparse: Whether A is the half that is kept of a sparse one.
        selector: Of ``"metadata"``, the sparsity selector; a column is then a chunk of A.
        rows: Rows to draw; all if None.

    Raises:
        ValueError: There is no such operand, or it has fewer rows.
    """
    name = str(dtype)
    if operand == "metadata":
        held, title = metadata_fragment(shape, name, selector, kind), f"metadata of {shape}, {name}"
    elif operand in ("a", "b", "c", "d"):
        held = (
            wgmma_fragment(shape, operand, name, sparse=sparse)
            if shape.startswith("m64")
            else mma_fragment(shape, operand, name, layout, kind, sparse=sparse)
        )
        title = f"{operand} of {'wgmma' if shape.startswith('m64') else 'mma'}.{shape}, {name}"
    elif _COUNT.fullmatch(operand):
        held, title = _moved(shape, name, operand, trans)
    else:
        raise ValueError(f"no operand {operand!r}; mma has a, b, c, d and metadata, ldmatrix x1, x2 and x4")
    shown = range(held.rows) if rows is None else rows
    if not shown or not set(shown) <= set(range(held.rows)):
        raise ValueError(f"fragment: rows={rows} of a matrix with the rows 0 to {held.rows - 1}")
    grids: list[dict[tuple[int, int], str]] = [{} for _ in range(held.matrices)]
    for (lane, register, element), (matrix, row, column) in held.places():
        part = f".{element}" if held.elements > 1 else ""
        grids[matrix][row, column] = f"{lane}:r{register}{part}"
    meaning = "lane:register.element" if held.elements > 1 else "lane:register"
    parts = [f"{title}: {held.rows} x {held.columns}, {meaning}"]
    drawing = Drawing(parts[0])
    for matrix, grid in enumerate(grids):
        if held.matrices > 1:
            parts.append(f"matrix {matrix}")
        cells = {row: [grid[row, column] for column in range(held.columns)] for row in shown}
        parts.append(_table(cells))
        _draw(drawing, matrix * (len(cells) + 2.5) * LINE, parts[-2], cells, _colour_of_register)
    return Picture("\n".join(parts), drawing)


def _colour_of_register(cell: str) -> int:
    return int(cell.partition(":r")[2].partition(".")[0])


def _moved(shape: str, name: str, count: str, trans: bool) -> tuple[Fragment, str]:
    """Return the fragment that a load or store of matrices or tensor memory moves, and a title."""
    if "x" in shape:
        return transfer_fragment(shape, int(count[1:])), f"tensor memory, {shape}.{count}, {name}"
    held = matrix_fragment(shape, count, trans=trans)
    return held, f"matrices, {shape}.{count}{'.trans' if trans else ''}, {name}"


def swizzle(name: str | None, *, row_bytes: int | None = None, rows: int = 8) -> Picture:
    """Draw the banks of shared memory of each 16-byte chunk of a tile, and the cost of reading a column.

    The picture is a string; notebooks show its drawing, with a colour for each group of four banks.

    Args:
        name: ``"32B"``, ``"64B"``, ``"128B"``, or None for none.
        row_bytes: Bytes from one row to the next; the width of the swizzle if None, 128 without one.
        rows: Rows to draw.

    Raises:
        ValueError: There is no such swizzle, or a row is not a whole number of chunks.
    """
    mode = find_swizzle(name)
    pitch = row_bytes if row_bytes is not None else mode.row_bytes if mode else LINE_BYTES
    if pitch < CHUNK_BYTES or pitch % CHUNK_BYTES or rows < 1:
        raise ValueError(f"{rows} rows of {pitch} bytes: a row is one or more chunks of {CHUNK_BYTES} bytes")
    chunks = pitch // CHUNK_BYTES
    places = [[row * pitch + chunk * CHUNK_BYTES for chunk in range(chunks)] for row in range(rows)]
    lies = [[mode.apply(place) if mode else place for place in row] for row in places]
    groups = [[place % LINE_BYTES // CHUNK_BYTES for place in row] for row in lies]
    width = CHUNK_BYTES // BANK_BYTES
    cells = {
        number: [f"{group * width}-{group * width + width - 1}" for group in row]
        for number, row in enumerate(groups)
    }
    what = f"{mode.name} swizzle" if mode else "no swizzle"
    parts = [f"{what}, rows of {pitch} bytes: the banks of each 16-byte chunk"]
    parts.append(_table(cells))
    if rows >= LDMATRIX_ROWS:
        column = [row[0] for row in groups[:LDMATRIX_ROWS]]
        passes = max(column.count(group) for group in column)
        cost = "1 pass, without conflict" if passes == 1 else f"{passes} passes"
        parts.append(f"one chunk of {LDMATRIX_ROWS} rows, as ldmatrix reads them: {cost}")
    drawing = Drawing(parts[0])
    _draw(drawing, 0, parts[0], cells, lambda cell: int(cell.partition("-")[0]) // width)
    for line in parts[2:]:
        drawing.text(0, (rows + 2.5) * LINE, line)
    return Picture("\n".join(parts), drawing)


def shuffle(mode: str, *values: int, c: int | None = None) -> Picture:
    """Draw the lane that each lane of a warp reads with ``shfl.sync``.

    A dot is a lane that keeps its own value, with a false predicate. The picture is a string; notebooks show
    its drawing, with a colour for each lane that is read.

    >>> print(shuffle("up", 1, c=0x1C00))  # segments of four lanes
    lanes that shfl.sync.up reads, c = 0x1c00
      b 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
      1 . 0 1 2 . 4 5 6 .  8  9 10  . 12 13 14  . 16 17 18  . 20 21 22  . 24 25 26  . 28 29 30

    Args:
        mode: ``"up"``, ``"down"``, ``"bfly"`` or ``"idx"``.
        values: Values of the operand ``b``, the distance or the lane: a row for each.
        c: The operand ``c``; if None, the one without segments: 0 for ``"up"`` and 31 for the others.

    Raises:
        ValueError: There is no such mode, or no value, or one is not a lane.
    """
    if mode not in MODES:
        raise ValueError(f"shuffle: mode {mode!r}; it must be one of {', '.join(MODES)}")
    if not values or not all(0 <= value < WARP_LANES for value in values):
        raise ValueError(f"shuffle: values {values}; each is 0 to {WARP_LANES - 1}, and there is one or more")
    clamp = c if c is not None else 0 if mode == "up" else WARP_LANES - 1
    cells = {}
    for value in values:
        read = [source_lane(mode, lane, value, clamp) for lane in range(WARP_LANES)]
        cells[value] = [str(source) if valid else "." for source, valid in read]
    title = f"lanes that shfl.sync.{mode} reads, c = {clamp:#x}"
    drawing = Drawing(title)
    _draw(drawing, 0, title, cells, lambda cell: int(cell) if cell != "." else -1)
    return Picture(f"{title}\n{_table(cells, '  b')}", drawing)


def _table(cells: Mapping[int, Sequence[str]], head: str = "row") -> str:
    """Rows by their numbers under the numbers of the columns, each column as wide as its widest cell."""
    columns = [[str(index), *column] for index, column in enumerate(zip(*cells.values(), strict=True))]
    widths = [max(map(len, column)) for column in columns]
    heads, *lines = (
        " ".join(word.rjust(width) for word, width in zip(line, widths, strict=True))
        for line in zip(*columns, strict=True)
    )
    return "\n".join(
        [f"{head} {heads}", *(f"{row:3} {line}" for row, line in zip(cells, lines, strict=True))]
    )


def _draw(
    drawing: Drawing, top: float, title: str, cells: Mapping[int, Sequence[str]], colour: Callable[[str], int]
) -> None:
    """Draw a table from `top` down; `colour` numbers the colour of a cell."""
    drawing.text(0, top + LINE / 2, title, bold=True)
    left = width_of("000 ")
    width = max(width_of(cell) for row in cells.values() for cell in row) + 6
    for column in range(len(next(iter(cells.values())))):
        drawing.text(left + (column + 0.5) * width, top + 1.5 * LINE, str(column), anchor="middle")
    for line, (number, row) in enumerate(cells.items()):
        y = top + (line + 2) * LINE
        drawing.text(left - 4, y + LINE / 2, str(number), anchor="end")
        for column, cell in enumerate(row):
            shade = COLOURS[colour(cell) % len(COLOURS)]
            drawing.box(left + column * width, y, width, LINE, colour=shade, text=cell)
