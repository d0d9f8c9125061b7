"""The author's names at one moment: those of the frames that trace, and global names that they may change."""

from __future__ import annotations

import sys
from functools import partial
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from pyptx.trace.accesses import accesses_of
from pyptx.trace.bytecode import bytecode_of, functions_inside, stored_globals
from pyptx.trace.contents import (
    READERS,
    Holder,
    is_users,
    is_users_module,
    read_cells,
    walk,
)
from pyptx.trace.source import is_inside

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from types import CodeType, FrameType

    from pyptx.trace.accesses import Access
    from pyptx.trace.body import Trace

Space: TypeAlias = dict[str, Any]
"""The global names of a module."""
_NEW_LOCALS = 0x2
"""A flag of code, of which `inspect` has the name; that module takes long to load."""


class Scope(NamedTuple):
    """The names of a frame of the author, or of a module, at one moment.

    Attributes:
        space: The names of a module, as they are now; not used for a frame.
        names: The values of the names at that moment.
        holders: The values with others inside that the names led to.
        frame: The frame, if they are its names.
        offset: Position of the frame.
    """

    space: Mapping[str, Any]
    names: dict[str, Any]
    holders: list[Holder]
    frame: FrameType | None = None
    offset: int = 0

    @property
    def now(self) -> Mapping[str, Any]:
        """The present values of the names."""
        return self.space if self.frame is None else self.frame.f_locals

    @property
    def code(self) -> CodeType:
        """The code of the frame."""
        assert self.frame is not None
        return self.frame.f_code

    def accesses(self, *, behind: bool = False) -> list[Access]:
        """The accesses of the frame since that moment, or those of the code after the place where it is."""
        if self.frame is None:
            return []
        code, left = bytecode_of(self.code), self.frame.f_lasti
        units = range(left // 2 + 1, len(code.operations)) if behind else code.block(self.offset, left)
        return [each for each in accesses_of(self.code) if each.unit in units]

    def find(self, name: str) -> Any:
        """The present value of a name of the frame or its module."""
        assert self.frame is not None
        return self.now.get(name, self.frame.f_globals.get(name))

    def is_live(self, name: str) -> tuple[bool, bool]:
        """Whether a name is read in the next iteration, and after the block; a global counts as read."""
        if self.frame is None:
            return True, True
        code = bytecode_of(self.code)
        return code.is_live_after(self.offset, name), code.is_live_after(self.frame.f_lasti, name)


class Memory:
    """The global names that the author's functions may change, found once for a trace."""

    def __init__(self) -> None:
        self._seen: dict[int, object] = {}
        self._globals: dict[int, tuple[Space, dict[str, None]]] = {}

    def look(self, trace: Trace) -> list[Scope]:
        """The names of the author's frames, the innermost first, and global names."""
        found = []
        for frame in author_frames(trace):
            names = dict(frame.f_locals)
            found.append(Scope({}, names, walk(names.items()), frame, frame.f_lasti))
            if id(frame.f_code) not in self._seen and frame.f_code.co_flags & _NEW_LOCALS:
                self._find_globals(Function(frame.f_code, frame.f_globals), names)
        for space, wanted in self._globals.values():
            names = {name: space[name] for name in wanted if name in space}
            found.append(Scope(space, names, walk(names.items())))
        return found

    def _find_globals(self, function: Function, names: dict[str, Any]) -> None:
        """Find global names that hold others, or that a function stores, of those that a frame can call."""
        for code, space in reached_from([function, *names.values()], self._seen):
            wanted = self._globals.setdefault(id(space), (space, {}))[1]
            wanted.update(dict.fromkeys(name for name in stored_globals(code) if name in space))
            for name in code.co_names:
                value = space.get(name)
                read = READERS[type(value)]
                if read is not None and (not callable(value) or read(value)):
                    wanted[name] = None


def author_frames(trace: Trace) -> list[FrameType]:
    """The author's frames, from the innermost to the one that started the trace."""
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - of this package
    found: list[FrameType] = []
    while frame is not None:
        if not is_inside(frame.f_code):
            found.append(frame)
        if frame is trace.outermost:
            return found
        frame = frame.f_back
    return found[:1]


class Function(NamedTuple):
    """Code of the author, and the global names of its module."""

    code: CodeType
    space: Space


def reached_from(values: Iterable[Any], seen: dict[int, object]) -> Iterator[Function]:
    """The author's functions that calling a value can run, without those in `seen`: code is slow to hash."""
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        kind = type(value)
        if kind is Function:
            if id(value.code) not in seen:
                seen[id(value.code)] = value.code
                yield value
                waiting += [Function(inner, value.space) for inner in functions_inside(value.code)]
                waiting += map(value.space.get, value.code.co_names)
        elif READERS[kind] is None or id(value) in seen:
            continue
        elif kind in (partial, MethodType):
            waiting.append(value.func if kind is partial else value.__func__)
        elif kind is FunctionType:
            if is_users_module(value.__globals__.get("__name__") or "") and not is_inside(value.__code__):
                seen[id(value)] = value
                waiting.append(Function(value.__code__, value.__globals__))
                waiting += [each for each in read_cells(value).values() if type(each) is FunctionType]
        elif is_users(owner := value if isinstance(value, type) else kind) and id(owner) not in seen:
            seen[id(owner)] = owner
            parts = vars(owner).values()
            methods = [getattr(each, "__func__", None) or getattr(each, "fget", each) for each in parts]
            waiting += [each for each in methods if type(each) is FunctionType]
