"""Notebooks of IPython: objects as HTML, names of cells, tracebacks without the frames of this package."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Any

from pyptx.late import late

if TYPE_CHECKING:
    import html
else:
    html = late("html")

MOST_LINES = 400
"""Lines of a text that a notebook shows."""
PRE = '<pre style="font-family: monospace">'
"""The start of a text in columns: JupyterLab shows `pre` in the font of its prose."""


class Displayed:
    """An object that a notebook shows as HTML: its picture, if it has one, and its text.

    The HTML has no scripts and loads nothing.
    """

    __slots__ = ()

    def _picture(self) -> str:
        """The SVG or HTML above the text; empty without one."""
        return ""

    def _text(self) -> str:
        """The text; `str()` unless it has a better one."""
        return str(self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The object for a notebook, as text and as HTML."""
        del include, exclude
        text, picture = self._text(), self._picture()
        return {"text/plain": cut(text), "text/html": picture + folded(text, is_open=not picture)}


class Picture(str, Displayed):
    """A text that a notebook shows as a drawing.

    Attributes:
        svg: The drawing.
    """

    __slots__ = ("svg",)
    svg: str

    def __new__(cls, text: str, svg: object) -> Picture:  # noqa: PYI034 - typing has no Self in 3.10
        """Join a text and a drawing."""
        made = super().__new__(cls, text)
        made.svg = str(svg)
        return made

    def _picture(self) -> str:
        return self.svg

    def save(self, path: str) -> None:
        """Write the drawing to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


def html_of(value: Displayed) -> str:
    """Return the HTML that a notebook shows of an object."""
    return value._repr_mimebundle_()["text/html"]


def folded(text: str, *, is_open: bool = True) -> str:
    r"""Return a text as HTML under its first line, which folds it; long ones are cut.

    >>> folded("one <line>")
    '<pre style="font-family: monospace">one &lt;line&gt;</pre>'
    >>> folded("head\nrest").partition("<pre")[0]
    '<details open><summary>head</summary>'
    """
    lines = cut(text).split("\n")
    if len(lines) == 1:
        return f"{PRE}{html.escape(text)}</pre>"
    rest = html.escape("\n".join(lines[1:]).lstrip("\n"))
    head = f"<details{' open' if is_open else ''}><summary>{html.escape(lines[0])}</summary>"
    return f"{head}{PRE}{rest}</pre></details>"


def cut(text: str, most: int = MOST_LINES) -> str:
    r"""Return the first lines of a text, and the number of the others.

    >>> cut("a\nb\nc\nd", 2)
    'a\nb\n… 2 more lines; print() shows all'
    """
    lines = text.split("\n")
    rest = len(lines) - most
    return text if rest <= 0 else "\n".join((*lines[:most], f"… {rest:,} more lines; print() shows all"))


def cell_of(file: str) -> str | None:
    """Return the cell, such as ``In[3]``, that IPython compiled under the name of a file; None elsewhere."""
    shell = _shell()
    cell = shell.compile.format_code_name(file) if shell is not None else None
    return cell[1] if cell is not None else None


def render_traceback(error: BaseException) -> list[str]:
    """Return the traceback of an error as IPython writes it, without the frames of this package."""
    shell = _shell()
    traceback = shell.InteractiveTB.structured_traceback(
        type(error), error, users_frames(error.__traceback__), tb_offset=None
    )
    return [*traceback]


def users_frames(traceback: TracebackType | None) -> TracebackType | None:
    """Return a traceback without the frames of this package."""
    if traceback is None:
        return None
    rest = users_frames(traceback.tb_next)
    if traceback.tb_frame.f_globals.get("__name__", "").partition(".")[0] == "pyptx":
        return rest
    return TracebackType(rest, traceback.tb_frame, traceback.tb_lasti, traceback.tb_lineno)


def _shell() -> Any:
    """The shell of IPython that runs this process, if one does."""
    return sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
