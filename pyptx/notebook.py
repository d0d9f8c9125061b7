"""Notebooks of IPython: the names of their cells, and tracebacks without the frames of this package."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any


def cell_of(file: str) -> str | None:
    """Return the cell, such as ``In[3]``, that IPython compiled under the name of a file; None elsewhere."""
    shell = _shell()
    cell = shell.compile.format_code_name(file) if shell is not None else None
    return cell[1] if cell is not None else None


def render_traceback(error: BaseException) -> list[str]:
    """Return the traceback of an error as IPython writes it, without the frames of this package."""
    shell = _shell()
    traceback = shell.InteractiveTB.structured_traceback(
        type(error), error, _users_frames(error.__traceback__), tb_offset=None
    )
    return [*traceback]


def _users_frames(traceback: TracebackType | None) -> TracebackType | None:
    """A traceback without the frames of this package."""
    if traceback is None:
        return None
    rest = _users_frames(traceback.tb_next)
    if traceback.tb_frame.f_globals.get("__name__", "").partition(".")[0] == "pyptx":
        return rest
    return TracebackType(rest, traceback.tb_frame, traceback.tb_lasti, traceback.tb_lineno)


def _shell() -> Any:
    """The shell of IPython that runs this process, if one does."""
    return sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
