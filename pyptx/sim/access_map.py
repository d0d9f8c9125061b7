"""A map of an array in global memory: the thread that reads or writes each element.

`AccessMap` observes a launch on the reference engine: ``kernel.run(x, observers=[written.attach])``. It shows
the accesses of threads; bulk and tensor copies are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pyptx.errors import LaunchError
from pyptx.notebook import Displayed
from pyptx.sim.observers import Observer
from pyptx.sim.scheduler import WARP
from pyptx.svg import COLOURS, LINE, Drawing, width_of

if TYPE_CHECKING:
    from pyptx.sim.geometry import Dim3
    from pyptx.sim.machine import Machine
    from pyptx.sim.observers import Array, Mask

_MOST_ROWS = 32


class Thread(NamedTuple):
    """A thread of a launch.

    Attributes:
        ctaid: Its CTA.
        number: Its number in the CTA; x is the fastest dimension.
    """

    ctaid: Dim3
    number: int

    def __str__(self) -> str:
        return f"thread {self.number} of CTA {self.ctaid}"


class Run(NamedTuple):
    """Neighbouring elements that belong to consecutive threads of a CTA, or to one thread.

    Attributes:
        first: Number of the first element in the array.
        elements: How many elements.
        thread: The thread of the first element.
        step: 1 for consecutive threads, 0 for one thread.
    """

    first: int
    elements: int
    thread: Thread
    step: int


class AccessMap(Displayed):
    """The threads that write the elements of an array in a launch, or that read them.

    Args:
        name: Parameter of the kernel that is the array.
        columns: Elements in a row of the picture.
        element_bytes: Bytes of an element.
        reads: Whether reads count, not writes.
    """

    def __init__(self, name: str, *, columns: int = 32, element_bytes: int = 4, reads: bool = False) -> None:
        if columns < 1 or element_bytes < 1:
            raise ValueError(f"columns={columns}, element_bytes={element_bytes}: both are at least 1")
        self.name, self.columns, self.element_bytes, self.reads = name, columns, element_bytes, reads
        self._threads: dict[int, dict[Thread, None]] = {}

    def attach(self, m: Machine) -> Observer:
        """Make the observer of a batch, for ``observers=`` of a launch on the simulator.

        Raises:
            LaunchError: The launch has no array of this name.
        """
        segment = m.memory.global_
        found = [each for each in segment.allocations if self.name in each.name.split("/")]
        if not found:
            names = ", ".join(each.name for each in segment.allocations) or "none"
            raise LaunchError(f"AccessMap({self.name!r}): the launch has no such array, but {names}")
        first = segment.start + found[0].offset
        return _Accesses(m, self, range(first, first + found[0].size))

    def add(self, element: int, thread: Thread) -> None:
        """Record an access."""
        self._threads.setdefault(element, {})[thread] = None

    @property
    def threads(self) -> dict[int, tuple[Thread, ...]]:
        """The threads that accessed each element, by its number, in the order of the accesses."""
        return {element: tuple(found) for element, found in sorted(self._threads.items())}

    @property
    def runs(self) -> tuple[Run, ...]:
        """The elements with the first thread of each, as few runs as the order of the elements allows."""
        runs: list[Run] = []
        for element, (thread, *_) in self.threads.items():
            if (
                runs
                and element == runs[-1].first + runs[-1].elements
                and thread.ctaid == runs[-1].thread.ctaid
            ):
                last = runs[-1]
                moved = thread.number - last.thread.number
                step = moved if last.elements == 1 else last.step
                if step in (0, 1) and moved == step * last.elements:
                    runs[-1] = last._replace(elements=last.elements + 1, step=step)
                    continue
            runs.append(Run(element, 1, thread, 0))
        return tuple(runs)

    def __str__(self) -> str:
        return "\n".join([self._title(), *(f"  {self._words(run)}" for run in self.runs)])

    def _title(self) -> str:
        return f"{self.name}: threads that {'read' if self.reads else 'write'} each element"

    def _words(self, run: Run) -> str:
        if run.elements == 1:
            return f"{self.name}[{run.first}]: {run.thread}"
        elements = f"{self.name}[{run.first}:{run.first + run.elements}]"
        if not run.step:
            return f"{elements}: {run.thread}"
        first, last = run.thread.number, run.thread.number + run.elements - 1
        return f"{elements}: threads {first} to {last} of CTA {run.thread.ctaid}"

    def _picture(self) -> str:
        """A box for each element with the number of its thread, in the colour of the warp."""
        drawing, threads = Drawing(self._title()), self.threads
        drawing.text(0, LINE / 2, drawing.title, bold=True)
        rows = 1 + max(threads, default=0) // self.columns
        left = width_of(f"{rows * self.columns} ")
        cell = width_of(str(max((found[0].number for found in threads.values()), default=0))) + 4
        for row in range(min(rows, _MOST_ROWS)):
            drawing.text(left - 4, (row + 1.5) * LINE, str(row * self.columns), anchor="end")
        colours: dict[tuple[Dim3, int], str] = {}
        for element, found in threads.items():
            row, column = divmod(element, self.columns)
            if row < _MOST_ROWS:
                thread = found[0]
                key = thread.ctaid, thread.number // WARP
                colour = colours.setdefault(key, COLOURS[len(colours) % len(COLOURS)])
                others = f", and {len(found) - 1} more" if len(found) > 1 else ""
                x, y = left + column * cell, (row + 1) * LINE
                hint = f"{self.name}[{element}]: {thread}{others}"
                drawing.box(x, y, cell, LINE, colour=colour, text=str(thread.number), hint=hint)
        y, x = (min(rows, _MOST_ROWS) + 1) * LINE + 4, 0.0
        for (ctaid, warp), colour in colours.items():
            words = f"CTA {ctaid} warp {warp}"
            if x and x + width_of(words) > left + self.columns * cell:
                x, y = 0.0, y + LINE
            drawing.box(x, y, LINE - 4, LINE - 4, colour=colour)
            drawing.text(x + LINE, y + LINE / 2 - 2, words)
            x += width_of(words) + 2 * LINE
        if rows > _MOST_ROWS:
            drawing.text(0, y + 1.5 * LINE, f"{rows - _MOST_ROWS} more rows; print() shows all")
        return str(drawing)


class _Accesses(Observer):
    """Records the accesses of a batch to a range of the arena."""

    def __init__(self, m: Machine, found: AccessMap, place: range) -> None:
        self._m, self._found, self._place = m, found, place

    def loaded(self, index: Array, size: int, mask: Mask) -> None:
        """Record reads."""
        if self._found.reads:
            self._note(index, size, mask)

    def stored(self, index: Array, size: int, mask: Mask, values: Array) -> None:
        """Record writes."""
        del values
        if not self._found.reads:
            self._note(index, size, mask)

    def updated(self, index: Array, size: int, mask: Mask) -> None:
        """Record atomics, which read and write."""
        self._note(index, size, mask)

    def _note(self, index: Array, size: int, mask: Mask) -> None:
        inside = (index >= self._place.start) & (index < self._place.stop)
        if mask is not None:
            inside &= mask
        m, each = self._m, self._found.element_bytes
        for lane in np.flatnonzero(inside).tolist():
            first = int(index[lane]) - self._place.start
            thread = Thread(m.geometry.ctaid(m.first + int(m.cta[lane])), int(m.thread[lane]))
            for element in range(first // each, -(-(first + size) // each)):
                self._found.add(element, thread)
