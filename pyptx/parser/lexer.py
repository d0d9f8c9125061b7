"""The words of PTX (manual sections 4.2 to 4.5) and the gaps between them.

A gap is white space, comments and the line markers that a preprocessor leaves (``# 3 "kernel.cu"``).

>>> [token.text for token in tokenize("@!%p1 ld.f32 %f1, [a+4]; // load")]
['@', '!', '%p1', 'ld', '.f32', '%f1', ',', '[', 'a', '+', '4', ']', ';', '']
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pyptx.errors import ParseError


class LexError(ParseError):
    """A character that begins no word of PTX, or a comment or string that does not end."""


class Token(NamedTuple):
    """One word, and the gap before it; the last token of a text is its end and has no word.

    Attributes:
        kind: ``"name"``, ``"dotted"``, ``"number"``, ``"string"``, ``"mark"`` or ``"end"``.
        text: The word.
        gap: The gap between the previous word and this one.
        line: Line of the word, counted from 1.
        col: Column of the word, counted from 1.
    """

    kind: str
    text: str
    gap: str
    line: int
    col: int


NAME = r"[A-Za-z][\w$]*|[_$%][\w$]+|_"

WORD = re.compile(
    r"(?P<gap>(?:\s+|//[^\n]*|/\*.*?\*/|\#[ \t]+\d[^\n]*)*)"
    r"(?:"
    rf"(?P<name>{NAME})"
    r"|(?P<dotted>\.\d+[eE][+-]\d+|\.\w[\w$]*(?:::\w+(?::\d+)?)*)"
    r"|(?P<number>\d+(?:\.\d*)?(?:[eE][+-]?\d+)?\w*)"
    r'|(?P<string>"(?:[^"\\\n]|\\.)*")'
    r"|(?P<mark><<|>>|<=|>=|==|!=|&&|\|\||/(?!\*)|[][,;:{}()<>=|!@+\-*%&^~?])"
    r"|)",
    re.ASCII | re.DOTALL,
)
"""A gap and the word after it; matches everywhere, with only the gap where no word follows."""


def tokenize(source: str) -> list[Token]:
    """Split a text into words; joining gaps and words restores the text.

    Raises:
        LexError: A part of the text is not a word of PTX.
    """
    tokens = []
    position, line, line_start = 0, 1, 0
    while True:
        match = WORD.match(source, position)
        if match is None:
            raise AssertionError("the word pattern matches everywhere")
        gap = match["gap"]
        kind = match.lastgroup or "gap"
        start = match.end("gap")
        if kind == "gap":
            check_end(source, start)
            gap, start, kind = source[position:], len(source), "end"
        breaks = gap.count("\n")
        if breaks:
            line += breaks
            line_start = source.rindex("\n", position, start) + 1
        word = source[start : match.end()] if kind != "end" else ""
        tokens.append(Token(kind, word, gap, line, start - line_start + 1))
        if kind == "end":
            return tokens
        position = match.end()


def check_end(source: str, position: int) -> None:
    """Accept the end of the text, with or without the NUL that C strings leave there.

    Raises:
        LexError: The text at `position` does not begin a word.
    """
    if not source[position : position + 1].strip("\0"):
        if not source[position:].strip("\0 \t\r\n\f\v"):
            return
        raise error_at(source, position, "a NUL character inside the text", LexError)
    if source.startswith("/*", position):
        raise error_at(source, position, "this comment is never closed", LexError)
    if source[position] == '"':
        raise error_at(source, position, "this string is never closed", LexError)
    raise error_at(source, position, f"{source[position]!r} begins no word of PTX", LexError)


def error_at(source: str, position: int, message: str, kind: type[ParseError] = ParseError) -> ParseError:
    r"""An error that shows the line and points at the column.

    >>> print(error_at("ret\n", 3, "expected ';'"))
    line 1, column 4: expected ';'
      ret
         ^
    """
    line_start = source.rfind("\n", 0, position) + 1
    line_end = source.find("\n", position)
    line = source[line_start : len(source) if line_end < 0 else line_end].rstrip("\r\0")
    number = source.count("\n", 0, position) + 1
    column = position - line_start
    first = max(column - 80, 0) if len(line) > 120 else 0
    shown = line[first : first + 120]
    pad = "".join("\t" if char == "\t" else " " for char in line[first:column])
    report = f"line {number}, column {column + 1}: {message}\n  {shown}\n  {pad}^"
    return kind(report, number, column + 1)
