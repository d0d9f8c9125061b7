"""Layouts drawn as text, and as SVG for notebooks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyptx.layouts.fragments import matrix_fragment, mma_fragment, wgmma_fragment
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
            of either; ``"x1"``, ``"x2"`` … of `ldmatrix` and of tensor memory.
        layout: ``"row"`` or ``"col"`` for `a` and `b` of ``m8n8k4`` of f16.
        kind: Kind of `mma`, if it decides the width of elements: ``"kind::f8f6f4"``.
        trans: Whether `ldmatrix` transposes.
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
    """Return the fragment that `ldmatrix` or `tcgen05.ld` loads, and a title."""
    if "x" in shape:
        return transfer_fragment(shape, int(count[1:])), f"tcgen05.ld.{shape}.{count}, {name}"
    held = matrix_fragment(shape, count, trans=trans)
    return held, f"ldmatrix.{shape}.{count}{'.trans' if trans else ''}, {name}"


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
    return Picture("\n".join(parts), drawing)


def _table(cells: Mapping[int, Sequence[str]]) -> str:
    """Rows by their numbers under the numbers of the columns, each column as wide as its widest cell."""
    columns = [[str(index), *column] for index, column in enumerate(zip(*cells.values(), strict=True))]
    widths = [max(map(len, column)) for column in columns]
    heads, *lines = (
        " ".join(word.rjust(width) for word, width in zip(line, widths, strict=True))
        for line in zip(*columns, strict=True)
    )
    return "\n".join([f"row {heads}", *(f"{row:3} {line}" for row, line in zip(cells, lines, strict=True))])


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
