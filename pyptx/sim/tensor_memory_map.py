"""A map of the tensor memory of a launch: allocations, operands of MMAs, and the loads and stores of warps.

`TensorMemoryMap` observes a launch on the reference engine. Its text and picture show, for each group of CTAs
that use tensor memory alike, the 128 lanes by 512 columns:

    used = TensorMemoryMap()
    gemm.run(a, b, observers=[used.attach])
    print(used)
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from pyptx.layouts.tensor_memory import COLUMNS, LANES
from pyptx.notebook import Displayed
from pyptx.sim.observers import Observer
from pyptx.sim.scheduler import WARP
from pyptx.sim.tensor_memory import TensorMemory
from pyptx.svg import COLOURS, LINE, QUIET, Drawing, width_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pyptx.sim.geometry import Dim3
    from pyptx.sim.machine import Machine
    from pyptx.sim.observers import TensorBox, TensorFootprint
    from pyptx.sim.site import Site

_COLUMN, _LANE = 1.4, 1.1
"""Pixels of a column and of a lane."""
_COPIES = {"cp": "copy (cp)", "shift": "shift"}
_ORDER = ("alloc", "mma", *_COPIES, "st", "ld")
"""Kinds of uses, in the order of a list."""


class TensorUse(NamedTuple):
    """Instructions of one line that use a rectangle of tensor memory in the same way.

    Attributes:
        kind: ``"alloc"``, ``"mma"``, ``"cp"``, ``"shift"``, ``"ld"`` or ``"st"``.
        what: Meaning of the rectangle, such as ``"D, layout F"``.
        lanes: Its first lane, and the one after its last.
        columns: Its first column, and the one after its last.
        place: The Python line of the instruction, else its name.
    """

    kind: str
    what: str
    lanes: tuple[int, int]
    columns: tuple[int, int]
    place: str


class TensorMemoryMap(Displayed):
    """The uses of tensor memory by the CTAs of a launch."""

    def __init__(self) -> None:
        self._uses: defaultdict[Dim3, dict[TensorUse, None]] = defaultdict(dict)

    def attach(self, m: Machine) -> Observer:
        """Make the observer of a batch, for ``observers=`` of a launch on the simulator."""
        return _Uses(m, self)

    def add(self, ctaid: Dim3, use: TensorUse) -> None:
        """Record a use by a CTA."""
        self._uses[ctaid][use] = None

    @property
    def uses(self) -> dict[Dim3, tuple[TensorUse, ...]]:
        """The uses by each CTA, neighbouring rectangles of one line joined, in order of kind and place."""
        return {
            ctaid: tuple(_joined(sorted(found, key=_kind_and_place)))
            for ctaid, found in sorted(self._uses.items())
        }

    def __str__(self) -> str:
        parts = [self._title()]
        for ctas, uses in self._groups():
            parts.append(_named(ctas))
            rows = [("lanes", "columns", "use", "line")]
            rows += [(_range(use.lanes), _range(use.columns), use.what, use.place) for use in uses]
            widths = [max(len(row[column]) for row in rows) for column in range(3)]
            for *cells, line in rows:
                parts.append(
                    "".join(f"  {cell:{wide}}" for cell, wide in zip(cells, widths, strict=True))
                    + f"  {line}"
                )
        return "\n".join(parts)

    def _title(self) -> str:
        return f"tensor memory: {LANES} lanes x {COLUMNS} columns of 32 bits"

    def _groups(self) -> list[tuple[list[Dim3], tuple[TensorUse, ...]]]:
        """The CTAs that have the same uses, and these."""
        groups: defaultdict[tuple[TensorUse, ...], list[Dim3]] = defaultdict(list)
        for ctaid, uses in self.uses.items():
            groups[uses].append(ctaid)
        return [(ctas, uses) for uses, ctas in groups.items()]

    def _picture(self) -> str:
        """For each group of CTAs, panels of operands, of stores and of loads, under the allocations."""
        drawing = Drawing(self._title())
        drawing.text(0, LINE / 2, drawing.title, bold=True)
        top = 1.5 * LINE
        for ctas, uses in self._groups():
            allocated = [use for use in uses if use.kind == "alloc"]
            drawing.text(0, top + LINE / 2, _named(ctas))
            panels = (
                ("MMAs, copies", [use for use in uses if use.kind in ("mma", *_COPIES)]),
                ("stores of warps", [use for use in uses if use.kind == "st"]),
                ("loads of warps", [use for use in uses if use.kind == "ld"]),
            )
            top += LINE
            for title, shown in panels:
                if shown:
                    top = _draw_panel(drawing, top, title, allocated, shown)
            top += LINE / 2
        return str(drawing)


class _Uses(Observer):
    """Records the uses of tensor memory by a batch."""

    def __init__(self, m: Machine, found: TensorMemoryMap) -> None:
        self._m, self._found = m, found

    def tensor_started(self, lane: int, footprint: TensorFootprint) -> None:
        """Record the operands of an MMA, or the rectangles of a copy or shift."""
        self._note_allocations(int(self._m.cta[lane]))
        operands = footprint.operands or {_COPIES.get(footprint.kind, footprint.kind): footprint.writes}
        for name, boxes in operands.items():
            what = f"D, layout {footprint.layout}" if name == "D" else name
            self._note(footprint.kind, what, boxes)

    def tensor_transferred(
        self, warps: Sequence[int], boxes: Sequence[Sequence[TensorBox]], *, write: bool
    ) -> None:
        """Record the rectangles of a load or store."""
        kind = "st" if write else "ld"
        for warp, found in zip(warps, boxes, strict=True):
            self._note_allocations(int(self._m.cta[warp * WARP]))
            self._note(kind, f"{kind} of warp {int(self._m.thread[warp * WARP]) // WARP}", found)

    def _note_allocations(self, cta: int) -> None:
        """Record the columns that a CTA holds."""
        for base, held in self._m.part(TensorMemory).owners[cta].held.items():
            use = TensorUse("alloc", "allocation", (0, LANES), (base, base + held.columns), _place(held.step))
            self._found.add(self._ctaid(cta), use)

    def _note(self, kind: str, what: str, boxes: Iterable[TensorBox]) -> None:
        place = _place(self._m.step)
        for box in boxes:
            self._found.add(self._ctaid(box.cta), TensorUse(kind, what, box.lanes, box.columns, place))

    def _ctaid(self, cta: int) -> Dim3:
        return self._m.geometry.ctaid(self._m.first + cta)


def _draw_panel(
    drawing: Drawing, top: float, title: str, allocated: Sequence[TensorUse], uses: Sequence[TensorUse]
) -> float:
    """Draw one view of tensor memory, with the window of each warp; return its lower edge."""
    left = width_of("lanes 96-127, warp 3 ")
    drawing.text(left, top + LINE / 2, title)
    top += LINE
    for use in allocated:
        x, width = left + use.columns[0] * _COLUMN, (use.columns[1] - use.columns[0]) * _COLUMN
        hint = f"columns {_range(use.columns)}, allocated at {use.place}"
        drawing.box(x, top, width, LINE, colour=QUIET, text=_fitted(_range(use.columns), width), hint=hint)
    top += LINE
    drawing.box(left, top, COLUMNS * _COLUMN, LANES * _LANE)
    for window in range(LANES // WARP):
        y = top + window * WARP * _LANE
        words = f"lanes {_range((window * WARP, (window + 1) * WARP))}, warp {window}"
        drawing.text(left - 6, y + WARP * _LANE / 2, words, anchor="end")
        if window:
            drawing.line(left, y, left + COLUMNS * _COLUMN, y, colour=QUIET, dashed=True)
    names = list(dict.fromkeys(use.what for use in uses))
    for use in sorted(uses, key=_area, reverse=True):
        x, y = left + use.columns[0] * _COLUMN, top + use.lanes[0] * _LANE
        width, height = (use.columns[1] - use.columns[0]) * _COLUMN, (use.lanes[1] - use.lanes[0]) * _LANE
        hint = f"{use.what}: lanes {_range(use.lanes)}, columns {_range(use.columns)}, at {use.place}"
        colour = COLOURS[names.index(use.what) % len(COLOURS)]
        drawing.box(x, y, width, height, colour=colour, hint=hint)
        if height >= LINE and (words := _fitted(use.what, width)):
            drawing.text(x + 3, y + min(height, WARP * _LANE) / 2, words)
    top += LANES * _LANE + 4
    x = left
    for number, name in enumerate(names):
        if x + width_of(name) > left + COLUMNS * _COLUMN:
            x, top = left, top + LINE
        drawing.box(x, top + 2, LINE - 4, LINE - 4, colour=COLOURS[number % len(COLOURS)])
        drawing.text(x + LINE, top + LINE / 2, name)
        x += width_of(name) + 2 * LINE
    return top + 1.5 * LINE


def _joined(uses: Iterable[TensorUse]) -> list[TensorUse]:
    """Join rectangles of one line and meaning that are side by side."""
    joined: list[TensorUse] = []
    for use in uses:
        for place, other in enumerate(joined):
            if (*use[:3], use.place) == (*other[:3], other.place) and other.columns[1] == use.columns[0]:
                joined[place] = other._replace(columns=(other.columns[0], use.columns[1]))
                break
        else:
            joined.append(use)
    return joined


def _kind_and_place(use: TensorUse) -> tuple[object, ...]:
    return _ORDER.index(use.kind), len(use.what), use.what, use.lanes, use.columns, use.place


def _area(use: TensorUse) -> int:
    return (use.lanes[1] - use.lanes[0]) * (use.columns[1] - use.columns[0])


def _fitted(words: str, width: float) -> str:
    """The words if they fit into a box, else nothing."""
    return words if width_of(words) + 4 <= width else ""


def _range(ends: tuple[int, int]) -> str:
    return f"{ends[0]}-{ends[1] - 1}"


def _named(ctas: Sequence[Dim3]) -> str:
    """Name CTAs that do the same: the first three, and the number of others."""
    more = f" and {len(ctas) - 3:,} more" if len(ctas) > 3 else ""
    return f"CTA{'s' * (len(ctas) > 1)} {', '.join(map(str, ctas[:3]))}{more}"


def _place(step: Site | None) -> str:
    """The Python line of an instruction, else its name."""
    if step is None:
        return ""
    source = step.instruction.source
    return source.short if source is not None else step.name
