"""The layout of the Python text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LINE_LENGTH = 100
MANY = 8
"""Members of a list from which on several stand on a line."""


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
        if sum(map(len, args)) < self.room:
            whole = f"{'    ' * self.depth}{head}{', '.join(args)})"
            if len(whole) <= self.room:
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

    def statement(self, text: str) -> None:
        r"""Write a statement; what its last brackets hold goes on lines of its own if it is long.

        >>> writer = Writer()
        >>> writer.room = 30
        >>> writer.statement("rows = [ptx.inst.mov.b32(b32, i) for i in range(32)]")
        >>> writer.text_of()
        'rows = [\n    ptx.inst.mov.b32(b32, i)\n    for i in range(32)\n]\n'
        >>> writer.lines.clear()
        >>> writer.statement("total = (first + second + third) * 2")
        >>> writer.text_of()
        'total = (\n    first + second + third\n) * 2\n'
        """
        if "\n" in text:
            first, *rest = text.split("\n")
            self.line(first)
            self.lines += rest
            return
        if 4 * self.depth + len(text) <= self.room:
            self.line(text)
            return
        head, parts, end = split_at_brackets(text)
        if not parts or 4 * self.depth + len(head) > self.room:
            assigned = _ASSIGNED.match(text)
            if assigned is not None and len(terms := _terms(text[assigned.end() :])) > 1:
                self._filled(f"{assigned[0]}(", terms, ")")
                return
        if not parts:
            self.line(text)
            return
        if len(parts) > MANY and _DISPLAY.search(head) and all(map(_ITEM.fullmatch, parts)):
            self._bracket(head, parts, end, text)
            return
        if not parts[-1].startswith("for ") and not (len(parts) == 1 and _GROUPING.search(head)):
            self.wrapped(head, [_members(part) for part in parts], end)
            return
        self.line(head)
        self.depth += 1
        for part in parts:
            self.statement(part)
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
        if isinstance(arg, str) and arg[0] == "(" and arg[-1] == ")":
            head, parts, end = split_at_brackets(arg)
            if head == "(" and end == ")" and parts:
                self._bracket("(", parts, "),", text)
                return
        if isinstance(arg, str):
            self.line(f"{text},")
            return
        start = 1 if arg[0].endswith("=") else 0
        self._bracket(f"{arg[0]}[" if start else "[", arg[start:], "],", text)

    def _filled(self, head: str, words: Sequence[str], end: str) -> None:
        """Write words in brackets, as many on a line as there is room for."""
        self.line(head)
        self.depth += 1
        row = words[0]
        for word in words[1:]:
            if 4 * self.depth + len(row) + len(word) >= self.room:
                self.line(row)
                row = word
            else:
                row += f" {word}"
        self.line(row)
        self.depth -= 1
        self.line(end)

    def _bracket(self, head: str, items: Sequence[str], end: str, text: str) -> None:
        """Write items in brackets, on one line or several."""
        if len(text) + 1 <= LINE_LENGTH - 4 * self.depth:
            self.line(f"{text},")
            return
        self.line(head)
        self.depth += 1
        limit = LINE_LENGTH - 4 * self.depth
        row: list[str] = []
        width = 0
        for item in items:
            if row and width + len(item) + 1 > limit:
                self.line(f"{', '.join(row)},")
                row, width = [], 0
            row.append(item)
            width += len(item) + 2
        self.line(f"{', '.join(row)},")
        self.depth -= 1
        self.line(end)


def _list(members: list[str]) -> str:
    """``[a, b]``, perhaps after ``init=``."""
    if members and members[0].endswith("="):
        return f"{members[0]}[{', '.join(members[1:])}]"
    return f"[{', '.join(members)}]"


def split_at_brackets(text: str) -> tuple[str, list[str], str]:
    """Split a statement at its longest brackets: the text before, the items, the rest.

    >>> split_at_brackets("f(a, g(b, c))"), split_at_brackets("x = [g(i) for i in y]")
    (('f(', ['a', 'g(b, c)'], ')'), ('x = [', ['g(i)', 'for i in y'], ']'))
    >>> split_at_brackets("x = []")
    ('x = []', [], '')
    """
    spans: list[tuple[int, int]] = []
    depth = start = 0
    for found in _BRACKET.finditer(text):
        sign = found[0]
        if sign in "([{":
            if not depth:
                start = found.end()
            depth += 1
        elif sign in ")]}":
            depth -= 1
            if not depth and not text.endswith("ptx.inst", 0, start - 1):
                spans.append((start, found.start()))
    start, stop = max(spans, key=lambda span: (span[1] - span[0], span[0]), default=(0, 0))
    if start == stop:
        return text, [], ""
    parts: list[str] = []
    first, looping = start, False
    for found in _BRACKET.finditer(text, start, stop):
        sign = found[0]
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif not depth and sign == ", " and not looping:
            parts.append(text[first : found.start()])
            first = found.end()
        elif not depth and sign == " for ":
            parts.append(text[first : found.start()])
            first, looping = found.start() + 1, True
    parts.append(text[first:stop])
    return text[:start], parts, text[stop:]


def _terms(text: str) -> list[str]:
    """The terms of a sum, each with its sign.

    >>> _terms("a + f(b - c) - -d")
    ['a', '+ f(b - c)', '- -d']
    """
    terms: list[str] = []
    depth = start = 0
    for found in _SIGN.finditer(text):
        sign = found[0]
        if sign in ("(", "[", "{"):
            depth += 1
        elif sign in (")", "]", "}"):
            depth -= 1
        elif not depth and sign == " ":
            terms.append(text[start : found.start()])
            start = found.end()
    terms.append(text[start:])
    return terms


def _members(text: str) -> str | list[str]:
    """A list of plain items, taken apart."""
    if text[0] == "[" and text[-1] == "]":
        head, parts, end = split_at_brackets(text)
        if head == "[" and end == "]" and parts and not parts[-1].startswith("for "):
            return parts
    return text


_DISPLAY = re.compile(r"(?<![\w\])])[(\[]$")
"""The bracket of a list or a tuple."""
_ITEM = re.compile(r"[*\w\[\]\-]+|\*range\([-\d, ]+\)")
"""A member of one that needs no line of its own."""
_ASSIGNED = re.compile(r"[\w\[\]]+ = ")
_SIGN = re.compile(r"""[(\[{)\]}]| (?=[+-] )|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'""")
"""A bracket, the space before a sign, and texts, in which neither is one."""
_GROUPING = re.compile(r"(?<![\w\])])\($|[\w\])]\[$")
"""The brackets around an expression or an index: a comma behind that would make a tuple of it."""
_BRACKET = re.compile(r"""[(\[{)\]}]|, | for |"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'""")
