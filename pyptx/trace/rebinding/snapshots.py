"""The author's frames at the start of a block: their names, the global ones, and the containers in them."""

from __future__ import annotations

import sys
from itertools import chain
from operator import is_
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

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
    from collections.abc import Callable, Mapping
    from types import FrameType

    from pyptx.trace.body import Trace
    from pyptx.trace.rebinding.contents import Contents


Holder: TypeAlias = "tuple[str, Any, Callable[[Any], Contents]]"
"""A name, its value, and how to read what is in that."""


class Names(NamedTuple):
    """The names of a frame, of which snapshots share one copy as long as they stay.

    Attributes:
        frame: The frame.
        names: Their values.
        holders: Those whose values hold others.
    """

    frame: FrameType
    names: dict[str, Any]
    holders: list[Holder]


class Snapshot:
    """One frame of the author, at the start of a block."""

    __slots__ = ("containers", "frame", "globals", "names", "offset")

    def __init__(self, frame: FrameType, trace: Trace) -> None:
        self.frame = frame
        self.offset = frame.f_lasti
        before = trace.frames.get(id(frame))
        names = frame.f_locals
        if before is None or not _are_same(names, before.names):
            before = trace.frames[id(frame)] = Names(frame, dict(names), holders_in(names, trace))
        self.names = before.names
        reached = trace.reached.get(id(frame.f_code))
        if reached is None:
            reached = trace.reached[id(frame.f_code)] = reached_globals(frame)
        space = frame.f_globals
        self.globals = {name: space[name] for name in reached.stored if name in space}
        seen: set[int] = set()
        self.containers: list[Container] = []
        for name, value, read in before.holders:
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


def snapshots(trace: Trace) -> list[Snapshot]:
    """Look at the author's frames; what was remembered of others is forgotten."""
    frames = author_frames(trace)
    current = {id(frame) for frame in frames}
    trace.frames = {key: names for key, names in trace.frames.items() if key in current}
    return [Snapshot(frame, trace) for frame in frames]


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


def containers_in(names: Mapping[str, Any], trace: Trace) -> list[Container]:
    """The containers that names of a frame lead to."""
    found: list[Container] = []
    seen: set[int] = set()
    for name, value, read in holders_in(names, trace):
        collect_containers(found, name, name, value, read, seen)
    return found


def holders_in(names: Mapping[str, Any], trace: Trace) -> list[Holder]:
    """The names of values that hold others, the values, and how these are read.

    Before CPython 3.13 the names of a frame change while they are read again.
    """
    return [
        (name, value, read)
        for name, value in tuple(names.items())
        if (read := READERS[type(value)]) is not None
        and (type(value) is not FunctionType or has_state(value, trace))
    ]


def _are_same(names: Mapping[str, Any], others: Mapping[str, Any]) -> bool:
    """Whether the same names have the same values."""
    return len(names) == len(others) and all(
        map(is_, chain(names, names.values()), chain(others, others.values()))
    )


def has_state(function: FunctionType, trace: Trace) -> bool:
    """Whether a function keeps values that no frame shows.

    They are variables of a function that has returned, default values of parameters, or attributes.
    """
    known = trace.closures.get(id(function))
    if known is not None and known[0] is function:
        return known[1]
    names, values = read_cells(function)
    shown = [frame.f_locals for frame in author_frames(trace)] if names else []
    state = (
        bool(function.__dict__)
        or any(READERS[type(value)] is not None for value in read_own(function).values)
        or any(
            not any(name in each and each[name] is value for each in shown)
            for name, value in zip(names, values, strict=True)
        )
    )
    trace.closures[id(function)] = function, state
    return state
