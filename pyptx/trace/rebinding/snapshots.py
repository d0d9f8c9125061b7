"""The author's frames and the global names that they reach, at one moment of a trace."""

from __future__ import annotations

import sys
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

from pyptx.trace.rebinding.contents import (
    READERS,
    Container,
    Tables,
    collect_containers,
    is_unchanged,
    read_cells,
    read_own,
)
from pyptx.trace.rebinding.functions import Seen, Space, reached_globals
from pyptx.trace.source import is_inside

if TYPE_CHECKING:
    from types import FrameType

    from pyptx.trace.body import Trace


class Snapshot(NamedTuple):
    """One frame of the author.

    Attributes:
        frame: The frame.
        offset: Where it was.
        names: The values of its names.
        holders: The names whose values hold others, and these values.
        containers: The containers that they lead to.
    """

    frame: FrameType
    offset: int
    names: dict[str, Any]
    holders: list[tuple[str, Any]]
    containers: list[Container]


class State(NamedTuple):
    """The author's frames, from the innermost to the one that started the trace, and the global names.

    Attributes:
        snapshots: The frames.
        globals: Global names, the names of their modules, and the values.
        containers: The containers that these lead to.
    """

    snapshots: list[Snapshot]
    globals: list[tuple[str, Space, Any]]
    containers: list[Container]


class Memory:
    """The names of frames, as long as they stay, and global names, for all snapshots of one trace.

    Attributes:
        unheld: Since the last look: registers that no container held, by their identity, with the identity
            of the frame that wrote them and the count of their references then.
        fewest: The fewest references that a register had without a second name, by the call that wrote it:
            the identity of its function's code, the offset, and the type of what it writes.
    """

    def __init__(self) -> None:
        self.unheld: dict[int, tuple[int, int]] = {}
        self.fewest: dict[tuple[int, int, type], int] = {}
        self._snapshots: dict[int, Snapshot] = {}
        self._stateful: dict[int, tuple[FunctionType, bool]] = {}
        self._entered: Seen = {}
        self._reached: Seen = {}
        self._globals: dict[tuple[str, int], Space] = {}
        self._tables: Tables = {}

    def look(self, trace: Trace) -> State:
        """Look at the author's frames; what was remembered of others is forgotten."""
        self.unheld.clear()
        frames = author_frames(trace)
        shown = [dict(frame.f_locals) for frame in frames]
        made = [self._snapshot(frame, names, shown) for frame, names in zip(frames, shown, strict=True)]
        self._snapshots = {id(snapshot.frame): snapshot for snapshot in made}
        if not self._globals:
            return State(made, [], [])
        found = [(name, space, space[name]) for (name, _), space in self._globals.items() if name in space]
        values = ((name, value) for name, _, value in found)
        containers = collect_containers(values, are_global=True, tables=self._tables)
        return State(made, found, containers)

    def _snapshot(self, frame: FrameType, names: dict[str, Any], shown: list[dict[str, Any]]) -> Snapshot:
        last = self._snapshots.get(id(frame))
        if last is not None and is_unchanged(last.names, names):
            names, holders = last.names, last.holders
        else:
            holders = self._holders(names, shown)
        if id(frame.f_code) not in self._entered:
            self._entered[id(frame.f_code)] = frame.f_code
            for name, space in reached_globals(frame, names, self._reached):
                self._globals[name, id(space)] = space
        containers = collect_containers(holders, tables=self._tables) if holders else []
        return Snapshot(frame, frame.f_lasti, names, holders, containers)

    def containers_in(self, trace: Trace, names: dict[str, Any]) -> list[Container]:
        """The containers that names of a frame lead to."""
        return collect_containers(self._holders(names, [frame.f_locals for frame in author_frames(trace)]))

    def _holders(self, names: dict[str, Any], shown: list[dict[str, Any]]) -> list[tuple[str, Any]]:
        """The names whose values hold others, which no frame shows, and these values."""
        return [
            (name, value)
            for name, value in names.items()
            if READERS[type(value)] is not None
            and (type(value) is not FunctionType or self._has_state(value, shown))
        ]

    def _has_state(self, function: FunctionType, shown: list[dict[str, Any]]) -> bool:
        """Whether a function keeps values that no frame shows.

        They are variables of a function that has returned, default values of parameters, or attributes.
        """
        known = self._stateful.get(id(function))
        if known is None:
            state = (
                bool(function.__dict__)
                or any(READERS[type(value)] is not None for value in read_own(function).values())
                or any(
                    not any(name in each and each[name] is value for each in shown)
                    for name, value in read_cells(function).items()
                )
            )
            known = self._stateful[id(function)] = function, state
        return known[1]


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
