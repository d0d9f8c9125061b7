"""The Python line that is tracing."""

from __future__ import annotations

import contextlib
import functools
import opcode
import os
import sys
from bisect import bisect_right
from typing import TYPE_CHECKING

from pyptx.ir import Source
from pyptx.trace.bytecode import bytecode_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType, FrameType


def caller() -> Source:
    """The Python line, in the innermost frame outside this package, that is tracing."""
    frame, lines = author()
    return UNKNOWN if frame is None else lines[frame.f_lasti]


def author() -> tuple[FrameType | None, Lines]:
    """The innermost frame outside this package, and the lines of its function."""
    frame: FrameType | None = sys._getframe(2)  # noqa: SLF001 - the one before asks, in this package
    while frame is not None:
        code = frame.f_code
        lines = _LINES.get(id(code))
        if lines is None:
            lines = _lines_of(code)
        if not lines.inside:
            return frame, lines
        frame = frame.f_back
    return None, _NONE


def assigned_name() -> str | None:
    """The name to which the author assigns the result of the call that runs; None if it is not one name.

    The name may be an attribute, and the assignment may be in a caller of the author's function that returns
    the result: ``self.full = make_barriers()``.
    """
    frame, _ = author()
    while frame is not None and not is_inside(frame.f_code):
        steps = bytecode_of(frame.f_code)
        following = steps.step(steps.start(frame.f_lasti)).following
        if len(following) != 1:
            return None
        step = steps.step(following[0])
        if step.opname == "UNPACK_SEQUENCE" and step.argument == 1:
            step = steps.step(step.following[0])
        if step.events and step.events[0].kind == "store":
            return step.events[0].name
        while step.opname.startswith(("LOAD_FAST", "LOAD_DEREF", "LOAD_NAME", "LOAD_ATTR")):
            step = steps.step(step.following[0])
        if step.opname != "RETURN_VALUE":
            return frame.f_code.co_names[step.argument] if step.opname == "STORE_ATTR" else None
        frame = frame.f_back
    return None


def source_in(code: CodeType, offset: int) -> Source:
    """The Python line of an instruction of a function."""
    lines = _LINES.get(id(code))
    return (_lines_of(code) if lines is None else lines)[offset]


def is_inside(code: CodeType) -> bool:
    """Whether a function is of this package, or only passes calls on to it."""
    lines = _LINES.get(id(code))
    return (_lines_of(code) if lines is None else lines).inside


class Lines(dict[int, Source]):
    """Source lines of a Python function's bytecode, by offset.

    A frame counts lines from the start of its function each time it is asked; here that is done once.

    Attributes:
        inside: Whether the function is of this package.
        renames: Offsets of the stores that may give a value a second name.
    """

    __slots__ = ("_code", "_numbers", "_starts", "inside", "renames")

    def __init__(self, code: CodeType) -> None:
        super().__init__()
        self.inside = code.co_filename.startswith(_SKIPPED)
        self.renames = () if self.inside else tuple(_renamings(code))
        self._code = code
        self._starts: list[int] = []
        self._numbers: list[int] = []

    def __missing__(self, offset: int) -> Source:
        if not self._starts:
            for start, _, line in self._code.co_lines():
                if line is not None:
                    self._starts.append(start)
                    self._numbers.append(line)
        line = self._numbers[bisect_right(self._starts, offset) - 1]
        found = self[offset] = Source(self._code.co_filename, line)
        return found


def _lines_of(code: CodeType) -> Lines:
    """The lines of a function, remembered while there are not too many functions."""
    if len(_LINES) >= _MOST:
        _LINES.clear()
    made = _LINES[id(code)] = Lines(code)
    return made


def _renamings(code: CodeType) -> Iterator[int]:
    """The offsets of assignments of a variable, of an element, or of one value to two names."""
    raw, is_held = code.co_code, False
    for offset in range(0, len(raw), 2):
        number = raw[offset]
        if number in _STORES and is_held:
            yield offset
        if number not in _BETWEEN:
            is_held = number in _HELD or (number == _BINARY and raw[offset + 1] == _SUBSCRIPT)


def at(source: Source | None) -> str:
    """The last line of a report: where in the user's Python it is."""
    return f"\n  at {source.file}:{source.line}" if source is not None else ""


_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_SKIPPED = (_PACKAGE, contextlib.__file__, functools.__file__)
UNKNOWN = Source("<unknown>", 0)
_STORES = {
    number
    for name, number in opcode.opmap.items()
    if name in ("STORE_FAST", "STORE_DEREF", "STORE_NAME", "STORE_FAST_STORE_FAST", "STORE_FAST_LOAD_FAST")
}
_HELD = {
    number
    for name, number in opcode.opmap.items()
    if name in ("BINARY_SUBSCR", "COPY", "DUP_TOP", "LOAD_NAME", "STORE_FAST_LOAD_FAST")
    or (name.startswith(("LOAD_FAST", "LOAD_DEREF")) and name != "LOAD_FAST_AND_CLEAR")
}
"""Instructions before a store whose value may have a name already."""
_BINARY, _SUBSCRIPT = opcode.opmap.get("BINARY_OP"), 26
"""The operation that is a subscript in CPython 3.14, and its argument there."""
_BETWEEN = {
    number
    for name, number in opcode.opmap.items()
    if name in ("CACHE", "EXTENDED_ARG", "SWAP") or name.startswith("ROT_")
}
_LINES: dict[int, Lines] = {}
"""By the identity of a function's code, which its lines keep alive: code is slow to hash."""
_MOST = 1024
_NONE = Lines(author.__code__)
