"""The Python line that is tracing."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from bisect import bisect_right
from typing import TYPE_CHECKING

from pyptx.ir import Source
from pyptx.trace.bytecode import bytecode_of, gives_second_names

if TYPE_CHECKING:
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


def is_written_operand(number: int) -> bool:
    """Whether the author's operator or call has this number as a constant, not as the value of a name."""
    frame, _ = author()
    return frame is None or bytecode_of(frame.f_code).has_constant(frame.f_lasti, number)


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
        renames: Whether a store of it may give a value a second name.
    """

    __slots__ = ("_code", "_numbers", "_starts", "inside", "renames")

    def __init__(self, code: CodeType) -> None:
        super().__init__()
        self.inside = code.co_filename.startswith(_SKIPPED) and not code.co_filename.startswith(_KERNELS)
        self.renames = not self.inside and gives_second_names(code)
        self._code = code
        self._starts: list[int] = []
        self._numbers: list[int] = []

    def __missing__(self, offset: int) -> Source:
        if not self._starts:
            for start, _, line in self._code.co_lines():
                if line is not None and line != (self._numbers[-1] if self._numbers else None):
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


def at(source: Source | None) -> str:
    """The last line of a report: where in the user's Python it is."""
    return f"\n  at {source}" if source is not None else ""


_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_KERNELS = _PACKAGE + "kernels" + os.sep  # written like a user's: reports name their lines
_SKIPPED = (_PACKAGE, contextlib.__file__, functools.__file__)
UNKNOWN = Source("<unknown>", 0)
_LINES: dict[int, Lines] = {}
"""By the identity of a function's code, which its lines keep alive: code is slow to hash."""
_MOST = 1024
_NONE = Lines(author.__code__)
