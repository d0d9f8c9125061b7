"""Queries, keys and values in memory: a sequence each, concatenated sequences, or pages.

The axes of a tensor are letters, outermost first: `b` for sequences or pages, `s` for rows, `h` for heads and
`d` for columns. Tensor copies take boxes of rows of one head, whatever the order and the strides of the axes.
"""

from __future__ import annotations

import inspect
import math
from typing import TYPE_CHECKING, Any, TypeVar

from pyptx import ptx, reg
from pyptx.types import b32, s32, u32

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

F = TypeVar("F")

PANEL = 64  # columns of a box: 128 bytes
LINE_BYTES = 2 * PANEL


def with_parameters(*names: str) -> Callable[[F], F]:
    """Name the tensors of a kernel whose body takes any number of them, for `kernel`."""

    def name(body: F) -> F:
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        parameters = [inspect.Parameter(each, kind) for each in names]
        body.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # a function has it
        return body

    return name


def box(axes: str, rows: int) -> tuple[int, ...]:
    """Return the box of some rows of a head, a panel wide."""
    return tuple({"s": rows, "d": PANEL}.get(axis, 1) for axis in axes)


def page_box(page: int, rows: int) -> tuple[int, ...]:
    """Return the box of this many rows in pages: its rows divide both a page and a block."""
    return box("bshd", math.gcd(rows, page))


def corner(axes: str, **at: Any) -> tuple[Any, ...]:
    """Return the coordinates of a box, innermost first."""
    return tuple(at[axis] for axis in reversed(axes))


def copy(axes: str) -> Any:
    """Return the tensor copies of a rank."""
    return getattr(ptx.cp.async_.bulk, f"tensor_{len(axes)}d")


def integer(value: Any) -> Any:
    """Return a size as a signed register."""
    return reg.scalar(s32, init=value) if isinstance(value, int) else reg.from_(value, s32)


def quotient(value: Any, divisor: int) -> Any:
    """Return the quotient of a signed number from 0 on: unsigned, so that a power of two shifts."""
    return reg.from_(reg.from_(value, u32) // divisor, s32)


def element(tensor: Any, number: Any, count: int = 1, *, pred: Any = None) -> list[Any]:
    """Load integers from a number on; -1 where the predicate is false."""
    (place,) = ptx.global_ptrs(tensor)
    ptx.inst.mad.wide.s32(place, number, 4, place)
    values = [reg.scalar(s32, init=-1) for _ in range(count)]
    for i, value in enumerate(values):
        ptx.ld(s32, value, ptx.addr(place, 4 * i), space="global", pred=pred)
    return values


def store_rows(
    tensor: Any, source: Any, thread: Any, first: Any, row: Any, count: Any, head: Any, *, panels: int = 1,
    panel_bytes: int = 0, column: Any = 0,
) -> None:  # fmt: skip
    """Store those of the 64 rows of a warpgroup that are of a sequence, where others follow: four at once.

    Each warp stores the 16 rows that it has written.

    Args:
        tensor: The tensor, contiguous, of the shape (rows, heads, columns).
        source: Address of the rows in panels in shared memory.
        thread: Number of the thread in the warpgroup.
        first: Row of the tensor where the sequence begins.
        row: The first of the 64 rows, counted from there.
        count: Rows of the sequence.
        head: The head.
        panels: Number of panels.
        panel_bytes: Bytes from one to the next.
        column: First column of the first panel.
    """
    (start,), (_, heads, width) = ptx.global_ptrs(tensor), tensor.shape
    lane = thread & 31
    ptx.warp.sync()
    for turn in range(4):
        line, chunk = (thread >> 5) * 16 + (lane >> 3) + 4 * turn, lane & 7
        here = row + line
        place = reg.scalar(start.dtype)
        ptx.inst.mad.wide.s32(place, (first + here) * integer(heads) + head, 2 * width, start)
        ptx.inst.mad.wide.s32(place, chunk * 8 + column, 2, place)
        there = source + reg.from_(line * LINE_BYTES + ((chunk ^ (line & 7)) << 4), u32)
        for panel in range(panels):
            values = reg.array(b32, 4)
            ptx.ld(b32, values, ptx.addr(there, panel * panel_bytes), space="shared")
            ptx.st(b32, ptx.addr(place, panel * LINE_BYTES), values, pred=here < count)


def clear_rows(
    thread: Any, threads: int, places: Sequence[Any], missing: Any, rows: int, panels: int
) -> None:
    """Set the rows from `missing` on to zero, in panels of this many rows in shared memory at each place.

    A weight of zero does not hide values that are NaN. Copies and matrix products see the zeros once the
    threads have passed a barrier.
    """
    zeros = reg.array(b32, 4)
    for zero in zeros:
        ptx.inst.mov.b32(zero, 0)
    thread = reg.from_(thread, u32)
    start = reg.from_(missing.max(0), u32) + (thread >> 3)
    for line in ptx.range_(start, rows, threads // 8):
        offset = line * LINE_BYTES + ((thread & 7) << 4)
        for place in places:
            for panel in range(panels):
                ptx.st(b32, ptx.addr(place + offset, panel * rows * LINE_BYTES), zeros, space="shared")
    ptx.fence.proxy_async_shared_cta()


class Rows:
    """Rows of a sequence and of its heads.

    Attributes:
        axes: Axes of the tensor.
        first: Row of the tensor where the sequence begins.
        count: Rows of the sequence.
        heads: Heads of the tensor.
        size: Rows of the tensor.
        foreign: Whether rows of other sequences may follow.
    """

    def __init__(self, tensor: Any, axes: str, sequence: Any, ends: Any = None) -> None:
        """Find the sequence.

        Args:
            tensor: The tensor.
            axes: Its axes.
            sequence: Number of the sequence.
            ends: Rows where sequences begin and end, as `cu_seqlens`; None if each has its place on axis `b`.
        """
        sizes = dict(zip(axes, tensor.shape, strict=True))
        self.axes, self.sequence, self.foreign = axes, sequence, ends is not None
        self.heads, self.size = integer(sizes["h"]), integer(sizes["s"])
        if ends is None:
            self.first, self.count = 0, self.size
        else:
            self.first, end = element(ends, sequence, 2)
            self.count = end - self.first

    def boxes(self, rows: int) -> tuple[int, ...]:
        """Return the box of the tensor map that `load` takes for this many rows."""
        return box(self.axes, rows)

    def corner(self, column: int, row: Any, head: Any) -> tuple[Any, ...]:
        """Return the coordinates of a box of the sequence."""
        return corner(self.axes, d=column, s=row + self.first, h=head, b=self.sequence)

    def load(self, source: Any, place: Any, row: Any, head: Any, rows: int, width: int, full: Any) -> None:
        """Load rows into the panels of a stage.

        Args:
            source: Tensor map.
            place: Address of the stage.
            row: First row.
            head: Head.
            rows: Number of rows.
            width: Columns of a row.
            full: Barrier of the stage.
        """
        for panel in range(width // PANEL):
            copy(self.axes)(
                dst=ptx.addr(place, panel * rows * LINE_BYTES),
                src=source,
                coord=self.corner(panel * PANEL, row, head),
                mbar=full,
            )


class Pages:
    """Keys or values in pages: the pages of a sequence lie anywhere, in the order of a table.

    Rows that a page has after the last key hold anything, NaN among it.
    """

    foreign = True

    def __init__(self, tensor: Any, page: int, sequence: Any, lengths: Any, table: Any) -> None:
        """Find the sequence.

        Args:
            tensor: Pages of the shape (pages, rows, heads, columns).
            page: Rows of a page.
            sequence: Number of the sequence.
            lengths: Number of keys of each sequence.
            table: Numbers of the pages of each sequence.
        """
        self.page, self.table = page, table
        self.heads = integer(tensor.shape[2])
        (self.count,) = element(lengths, sequence)
        self.line = integer(table.shape[1]) * sequence

    def load(self, source: Any, place: Any, row: Any, head: Any, rows: int, width: int, full: Any) -> None:
        """Load rows into the panels of a stage, page by page; as zeros if there is no key."""
        high = math.gcd(rows, self.page)
        for part in ptx.range_(0, rows, high):
            here = row + part
            (number,) = element(self.table, self.line + here // self.page, pred=here < self.count)
            for panel in range(width // PANEL):
                copy("bshd")(
                    dst=ptx.addr(place + part * LINE_BYTES, panel * rows * LINE_BYTES),
                    src=source,
                    coord=corner("bshd", d=panel * PANEL, s=here % self.page, h=head, b=number),
                    mbar=full,
                )
