"""Which Python line is tracing."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from typing import TYPE_CHECKING

from pyptx.ir import Source

if TYPE_CHECKING:
    from types import FrameType


def caller() -> Source:
    """The Python line, in the innermost frame outside this package, that is tracing."""
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001
    while frame is not None:
        file = frame.f_code.co_filename
        inside = _INSIDE.get(file)
        if inside is None:
            inside = _INSIDE[file] = file.startswith(_SKIPPED)
        if not inside:
            return Source(file, frame.f_lineno)
        frame = frame.f_back
    return Source("<unknown>", 0)


def at(source: Source | None) -> str:
    """The last line of a report: where in the user's Python it is."""
    return f"\n  at {source.file}:{source.line}" if source is not None else ""


_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_SKIPPED = (_PACKAGE, contextlib.__file__, functools.__file__)
_INSIDE: dict[str, bool] = {}
