"""The author's frames at the start of a block: their names, the global ones, and the containers in them."""

from __future__ import annotations

import opcode
import sys
from types import FunctionType
from typing import TYPE_CHECKING, Any

from pyptx.trace.bytecode import bytecode_of
from pyptx.trace.rebinding.contents import (
    READERS,
    Container,
    collect_containers,
    read_cells,
    read_class,
    read_method,
)
from pyptx.trace.source import is_inside

if TYPE_CHECKING:
    from types import CodeType, FrameType

    from pyptx.trace.body import Trace


class Snapshot:
    """One frame of the author, at the start of a block."""

    __slots__ = ("containers", "frame", "globals", "names", "offset")

    def __init__(self, frame: FrameType, trace: Trace) -> None:
        self.frame = frame
        self.offset = frame.f_lasti
        self.names: dict[str, Any] = dict(frame.f_locals)
        self.globals = global_state(frame, trace.written_globals)
        self.containers: list[Container] = []
        seen: set[int] = set()
        for name, value in self.names.items():
            read = READERS[type(value)]
            if read is None or (
                read is read_cells and (value.__closure__ is None or not has_state(value, trace))
            ):
                continue
            collect_containers(self.containers, name, name, value, read, seen)
        for name, value in self.globals.items():
            read = READERS[type(value)]
            if read is not None and name not in self.names:
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
    """Whether a function has variables of a function that has returned: no frame shows them."""
    known = trace.closures.get(id(function))
    if known is None or known[0] is not function:
        names, values = read_cells(function)
        shown = [frame.f_locals for frame in author_frames(trace)] if names else []
        state = any(
            not any(name in each and each[name] is value for each in shown)
            for name, value in zip(names, values, strict=True)
        )
        known = trace.closures[id(function)] = function, state
    return known[1]


def global_state(frame: FrameType, known: dict[int, list[str]]) -> dict[str, Any]:
    """The global names that functions of a frame's module write, and the containers that it reads."""
    space, key = frame.f_globals, id(frame.f_code)
    names = known.get(key)
    if names is None and not frame.f_code.co_flags & _NEW_LOCALS:
        names = known[key] = []  # a module, whose names the frame shows
    if names is None:
        functions = [each.__code__ for each in space.values() if type(each) is FunctionType]
        names = known[key] = sorted(
            {name for code in (frame.f_code, *functions) for name in _stored_globals(code)}
            | {
                name
                for name in _mentioned(frame.f_code)
                if name in space
                and READERS[type(space[name])] not in (None, read_cells, read_class, read_method)
            }
        )
    return {name: space[name] for name in names if name in space} if names else {}


def _stored_globals(code: CodeType) -> frozenset[str]:
    """The names that a function stores as global ones, with the functions inside it."""
    known = _STORED.get(id(code))
    if known is None or known[0] is not code:
        found: set[str] = set()
        if _STORE_GLOBAL in code.co_code[::2]:
            for _, step in bytecode_of(code).steps():
                found.update(event.name for event in step.events if event.kind == "store global")
        for inner in code.co_consts:
            if hasattr(inner, "co_code"):
                found |= _stored_globals(inner)
        known = _STORED[id(code)] = code, frozenset(found)
    return known[1]


def _mentioned(code: CodeType) -> set[str]:
    """The names that a function mentions, with the functions inside it."""
    names = set(code.co_names)
    for inner in code.co_consts:
        if hasattr(inner, "co_code"):
            names |= _mentioned(inner)
    return names


_STORE_GLOBAL = opcode.opmap["STORE_GLOBAL"]
_NEW_LOCALS = 0x2
"""A flag of code, of which `inspect` has the name; that module takes long to load."""
_STORED: dict[int, tuple[CodeType, frozenset[str]]] = {}
