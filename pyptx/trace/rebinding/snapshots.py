"""The author's frames at the start of a block: their names, the global ones, and the containers in them."""

from __future__ import annotations

import sys
from types import FunctionType
from typing import TYPE_CHECKING, Any

from pyptx.trace.bytecode import bytecode_of
from pyptx.trace.rebinding.contents import (
    READERS,
    Container,
    collect_containers,
    read_cells,
    read_own,
)
from pyptx.trace.rebinding.reached import reached_globals
from pyptx.trace.source import is_inside

if TYPE_CHECKING:
    from types import FrameType

    from pyptx.trace.body import Trace


class Snapshot:
    """One frame of the author, at the start of a block."""

    __slots__ = ("containers", "frame", "globals", "names", "offset")

    def __init__(self, frame: FrameType, trace: Trace) -> None:
        self.frame = frame
        self.offset = frame.f_lasti
        self.names: dict[str, Any] = dict(frame.f_locals)
        reached = trace.reached.get(id(frame.f_code))
        if reached is None:
            reached = trace.reached[id(frame.f_code)] = reached_globals(frame)
        space = frame.f_globals
        self.globals = {name: space[name] for name in reached.stored if name in space}
        self.containers: list[Container] = []
        seen: set[int] = set()
        for name, value in self.names.items():
            read = READERS[type(value)]
            if read is None or (type(value) is FunctionType and not has_state(value, trace)):
                continue
            collect_containers(self.containers, name, name, value, read, seen)
        for name, value in self.globals.items():
            self._collect_global(name, value, seen)
        for name, home in reached.holders:
            if name in home and (home is not space or name not in self.globals):
                self._collect_global(name, home[name], seen)

    def _collect_global(self, name: str, value: Any, seen: set[int]) -> None:
        read = READERS[type(value)]
        if read is not None:
            collect_containers(self.containers, "", name, value, read, seen)

    def is_read(self, name: str) -> tuple[bool, bool]:
        """Whether the frame reads a name in the next iteration, and after the block."""
        code = bytecode_of(self.frame.f_code)
        return code.is_live_after(self.offset, name), code.is_live_after(self.frame.f_lasti, name)


def author_frames(trace: Trace) -> list[FrameType]:
    """The author's frames, from the innermost to the one that started the trace."""
    frame: FrameType | None = sys._getframe(2)  # noqa: SLF001 - those before are of this package
    found: list[FrameType] = []
    while frame is not None:
        if not is_inside(frame.f_code):
            found.append(frame)
        if frame is trace.outermost:
            return found
        frame = frame.f_back
    return found[:1]


def has_state(function: FunctionType, trace: Trace) -> bool:
    """Whether a function keeps values that no frame shows.

    They are variables of a function that has returned, default values of parameters, or attributes.
    """
    known = trace.closures.get(id(function))
    if known is None or known[0] is not function:
        names, values = read_cells(function)
        shown = [frame.f_locals for frame in author_frames(trace)] if names else []
        state = any(READERS[type(value)] is not None for value in read_own(function).values)
        state = (
            state
            or bool(function.__dict__)
            or any(
                not any(name in each and each[name] is value for each in shown)
                for name, value in zip(names, values, strict=True)
            )
        )
        known = trace.closures[id(function)] = function, state
    return known[1]
