"""Which Python line is tracing."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from typing import TYPE_CHECKING

from pyptx.ir import Source

if TYPE_CHECKING:
    from types import CodeType, FrameType


def caller() -> Source:
    """The Python line, in the innermost frame outside this package, that is tracing."""
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001
    while frame is not None:
        code = frame.f_code
        inside = _INSIDE.get(code)
        if inside is None:
            inside = _INSIDE[code] = code.co_filename.startswith(_SKIPPED)
        if not inside:
            return Source(code.co_filename, frame.f_lineno)
        frame = frame.f_back
    return Source("<unknown>", 0)


def at(source: Source | None) -> str:
    """The last line of a report: where in the user's Python it is."""
    return f"\n  at {source.file}:{source.line}" if source is not None else ""


_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_SKIPPED = (_PACKAGE, contextlib.__file__, functools.__file__)
_INSIDE: dict[CodeType, bool] = {}
