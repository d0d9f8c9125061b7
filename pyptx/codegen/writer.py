"""The layout of the Python text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LINE_LENGTH = 100


class Call(NamedTuple):
    """``head(args)``; an argument that is a list is ``[…]`` of its members, after one such as ``init=``."""

    head: str
    args: Sequence[str | list[str]]


class Writer:
    """Lines of Python being written.

    Attributes:
        lines: The lines so far.
        depth: How deep the next one is indented.
        room: The longest a line may be.
    """

    def __init__(self, depth: int = 0) -> None:
        self.lines: list[str] = []
        self.depth = depth
        self.room = LINE_LENGTH

    def line(self, text: str = "") -> None:
        """Write one line."""
        self.lines.append(f"{'    ' * self.depth}{text}" if text else "")

    def blank(self) -> None:
        """Leave one line empty, unless there is nothing to set apart."""
        if self.lines and self.lines[-1] and not self.lines[-1].endswith(":"):
            self.lines.append("")

    def call(self, call: Call, target: str = "") -> None:
        r"""Write a call on one line, or with its arguments on lines of their own.

        >>> writer = Writer()
        >>> writer.call(Call("ptx.inst.mov.b32", ["r[1]", ["r[2]", "r[3]"]]))
        >>> writer.text_of()
        'ptx.inst.mov.b32(r[1], [r[2], r[3]])\n'
        """
        head = f"{target} = {call.head}(" if target else f"{call.head}("
        args = [arg if isinstance(arg, str) else _list(arg) for arg in call.args]
        if sum(map(len, args)) < LINE_LENGTH:
            whole = f"{'    ' * self.depth}{head}{', '.join(args)})"
            if len(whole) <= LINE_LENGTH:
                self.lines.append(whole)
                return
        self.wrapped(head, call.args)

    def wrapped(self, head: str, args: Sequence[str | list[str]], end: str = ")") -> None:
        """Write a call with its arguments on lines of their own; `head` has the opening parenthesis."""
        self.line(head)
        self.depth += 1
        texts = [arg if isinstance(arg, str) else _list(arg) for arg in args]
        joined = ", ".join(texts)
        if len(joined) <= LINE_LENGTH - 4 * self.depth:
            self.line(joined)
        else:
            for arg, text in zip(args, texts, strict=True):
                self._argument(arg, text)
        self.depth -= 1
        self.line(end)

    def rows(self, head: str, rows: Iterable[str], end: str) -> None:
        """Write a bracket, a row for each member, and the bracket that closes it."""
        self.line(head)
        self.depth += 1
        for row in rows:
            self.line(f"{row},")
        self.depth -= 1
        self.line(end)

    def text(self, head: str, literal: str, end: str = ")") -> None:
        """Write a call with one literal, perhaps of several lines; `head` has the opening parenthesis."""
        first, *rest = f"{head}{literal}{end}".split("\n")
        self.line(first)
        self.lines += rest

    def text_of(self) -> str:
        """All of it."""
        return "\n".join(self.lines) + "\n"

    def _argument(self, arg: str | list[str], text: str) -> None:
        """Write one argument on a line of its own, a long list on several."""
        if isinstance(arg, str) or len(text) + 1 <= LINE_LENGTH - 4 * self.depth:
            self.line(f"{text},")
            return
        start = 1 if arg[0].endswith("=") else 0
        self.line(f"{arg[0]}[" if start else "[")
        self.depth += 1
        limit = LINE_LENGTH - 4 * self.depth
        row: list[str] = []
        width = 0
        for item in arg[start:]:
            if row and width + len(item) + 1 > limit:
                self.line(f"{', '.join(row)},")
                row, width = [], 0
            row.append(item)
            width += len(item) + 2
        self.line(f"{', '.join(row)},")
        self.depth -= 1
        self.line("],")


def _list(members: list[str]) -> str:
    """``[a, b]``, perhaps after ``init=``."""
    if members and members[0].endswith("="):
        return f"{members[0]}[{', '.join(members[1:])}]"
    return f"[{', '.join(members)}]"
