"""The bodies of long files, compiled in pieces.

CPython needs about 150 bytes of memory for each character of Python that it compiles at once.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WHOLE = 1 << 19
"""Characters of a file that is compiled at once."""
BODY, PIECE = 1 << 12, 1 << 15
"""Characters of a body that is cut, at least, and of its pieces, at most, unless one statement has more."""


class Pieces:
    """The statements of a function, given as text piece by piece.

    Each piece is compiled and executed on its own, with the names of the pieces before it. Errors name the
    lines of the file.

    >>> def kernel(x):
    ...     execute = Pieces(globals(), locals())
    ...     execute('''
    ...         y = x + 1
    ...     ''')
    ...     execute('''
    ...         print(y)
    ...     ''')
    >>> kernel(1)
    2
    """

    def __init__(self, around: Mapping[str, Any], own: Mapping[str, Any]) -> None:
        """Start with the names around the function and its own."""
        self._names = {**around, **own}

    def __call__(self, text: str) -> None:
        """Execute indented statements that start in the line after the call."""
        frame = sys._getframe(1)  # noqa: SLF001 - the lines count from the one that calls
        above = "\n" * (frame.f_lineno - 1)
        exec(compile(f"{above}if True:{text}", frame.f_code.co_filename, "exec"), self._names)


def cut_bodies(lines: list[str], bodies: Sequence[tuple[range, Sequence[int]]]) -> bool:
    """Cut the bodies of a long file into pieces; return whether it is long.

    Args:
        lines: The lines of the file, which are changed.
        bodies: The lines of each body, and the numbers of those at which a statement starts.
    """
    if sum(map(len, lines)) < WHOLE:
        return False
    for body, starts in reversed(bodies):
        if sum([len(lines[at]) for at in body]) >= BODY:
            lines[body.start : body.stop] = _in_pieces(lines, body, starts)
    return True


def _in_pieces(lines: Sequence[str], body: range, starts: Sequence[int]) -> list[str]:
    """Return the lines of a body as calls of `Pieces`."""
    out = ["    execute = Pieces(globals(), locals())"]
    first, size = body.start, 0
    for start, end in zip(starts, [*starts[1:], body.stop], strict=True):
        length = sum([len(lines[at]) for at in range(start, end)])
        if size and size + length > PIECE:
            out += _piece(lines[first:start])
            first, size = start, 0
        size += length
    return out + _piece(lines[first : body.stop])


def _piece(lines: Sequence[str]) -> list[str]:
    """Return statements as a call."""
    text = "\n".join(lines)
    for quotes in ('"""', "'''"):
        if quotes not in text:
            return [f"    execute(r{quotes}", *lines, f"    {quotes})"]
    return [f"    execute({f'{chr(10)}{text}'!r})"]
