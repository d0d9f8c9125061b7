"""The layout of the Python text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.texts import line_of, needs_brackets, text_of
from pyptx.codegen.tree import (
    BLOCKS,
    Affine,
    Binary,
    Call,
    Comprehension,
    Def,
    Display,
    For,
    Heading,
    Item,
    Method,
    Name,
    Unary,
    expressions_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pyptx.codegen.tree import Body, Expr

LINE_LENGTH = 110
"""Columns of a line, as in the sources of this project: a long call is read at once on one line."""
DEEP, WIDEST = 96, 120
"""Columns that a line in deep blocks has after its indentation, and its length at most."""
MANY = 8
"""Members of a list from which on several stand on a line."""
SEVERAL, SHORT = 6, 36
"""Arguments of a call from which on several stand on a line, if each has this many characters at most."""

ROW = 4
"""Short arguments between long ones from which on they share a line."""

FEW, LISTS = 1.8, 2
"""Lines that arguments may fill together, and the lists from which on each argument has its own."""


class Writer:
    """Lines of Python being written.

    Attributes:
        lines: The lines so far.
        depth: Indentation of the next line.
        room: The longest a line may be.
        starts: Numbers of the lines at which the statements of functions start.
    """

    def __init__(self, depth: int = 0) -> None:
        self.lines: list[str] = []
        self.starts: list[int] = []
        self._shown = ""
        self.depth = depth
        self.room = LINE_LENGTH

    @property
    def limit(self) -> int:
        """The longest a line may be here: deep blocks have longer ones."""
        more = min(WIDEST, DEEP + 4 * self.depth) - LINE_LENGTH
        return self.room + max(0, more)

    def line(self, text: str = "") -> None:
        """Write one line."""
        self.lines.append(f"{'    ' * self.depth}{text}" if text else "")

    def blank(self) -> None:
        """Leave one line empty, unless there is nothing to set apart."""
        last = self.lines[-1] if self.lines else ""
        if last and not last.endswith(":") and not last.lstrip().startswith("# "):
            self.lines.append("")

    def body(self, body: Body) -> None:
        r"""Write the statements of a block.

        >>> from pyptx.codegen.tree import Do, With
        >>> writer = Writer()
        >>> writer.body((With(Call("ptx.if_", (Name("p"),)), "", (Do(Call("f")),)), Do(Call("g"))))
        >>> writer.text_of()
        'with ptx.if_(p):\n    f()\ng()\n'
        """
        prefix, room, lines = "    " * self.depth, self.limit, self.lines
        count = len(lines)
        for statement in body:
            if type(statement) is Heading:
                self.blank()
                if not statement.text:
                    continue
            kind = type(statement)
            is_function = kind is Def
            if is_function:
                self.blank()
            if self.depth == 1:
                self.starts.append(len(lines))
            line = f"{prefix}{line_of(statement)}"
            if len(line) <= room and "\n" not in line:
                lines.append(line)
            else:
                value = expressions_of(statement)[-1]
                start, _, end = line[len(prefix) :].rpartition(text_of(value))
                self._expression(value, start, end)
            if statement.note:
                self._note(statement.note)
            if kind in BLOCKS:
                self.depth += 1
                self.body(statement.body)  # type: ignore[union-attr]
                if isinstance(statement, Def) and statement.results:
                    self.line(f"return {', '.join(map(text_of, statement.results))}")
                self.depth -= 1
                if is_function:
                    self.blank()
        if len(lines) == count:
            self.line("pass")

    def call(self, call: Call) -> None:
        """Write a call."""
        self._expression(call, "", "")

    def _note(self, note: str) -> None:
        """Write a comment after the last line, unless it is the same as before or does not fit."""
        if note != self._shown and len(self.lines[-1]) + len(note) + 4 <= self.limit:
            self.lines[-1] += f"  # {note}"
            self._shown = note

    def _expression(self, expr: Expr, start: str, end: str) -> None:
        r"""Write an expression between two texts, on several lines where one has no room for it.

        >>> writer = Writer()
        >>> writer.room = 30
        >>> rows = Comprehension(Call("f", (Name("b32"), Name("i"))), ((Name("i"), Call("rows")),))
        >>> writer._expression(rows, "rows = ", "  # of i")
        >>> writer.text_of()
        'rows = [\n    f(b32, i)\n    for i in rows()\n]  # of i\n'
        """
        text = f"{start}{text_of(expr)}{end}"
        several = isinstance(expr, Call) and len(expr.arguments) + len(expr.keywords) > 1
        if (not several) if "\n" in text else 4 * self.depth + len(text) <= self.limit:
            self.text(text)
            return
        match expr:
            case Call(function, arguments, keywords):
                said = [("", each) for each in arguments] + [(f"{name}=", each) for name, each in keywords]
                self._arguments(f"{start}{function}(", said, f"){end}")
            case Item(Call() as called, key):
                self._expression(called, start, f"[{text_of(key)}]{end}")
            case Method(receiver, name, arguments):
                said = [("", each) for each in arguments]
                self._arguments(f"{start}{text_of(Method(receiver, name))[:-1]}", said, f"){end}")
            case Display((item,), "()"):
                self.rows(f"{start}(", [text_of(item)], f"){end}")
            case Display(items, brackets) if text_of(expr)[0] == brackets[0]:
                plain = len(items) > MANY and all(_ITEM.fullmatch(text_of(each)) for each in items)
                if plain:
                    self.bracket(f"{start}{brackets[0]}", list(map(text_of, items)), f"{brackets[1]}{end}")
                else:
                    self._arguments(
                        f"{start}{brackets[0]}", [("", each) for each in items], f"{brackets[1]}{end}"
                    )
            case Comprehension(element, loops):
                self.line(f"{start}[")
                self.depth += 1
                self._expression(element, "", "")
                for target, iterable in loops:
                    self._expression(iterable, line_of(For(target, Name(""), ()))[:-1], "")
                self.depth -= 1
                self.line(f"]{end}")
            case Unary(sign, inner) if text_of(expr) != f"{sign}{text_of(inner)}":
                self._grouped(inner, f"{start}{sign}(", f"){end}")
            case Unary(sign, inner):
                self._expression(inner, f"{start}{sign}", end)
            case Binary():
                self._operands(expr, start, end)
            case _:
                self.line(text)

    def _grouped(self, expr: Expr, start: str, end: str) -> None:
        """Write an expression on lines of its own between two brackets."""
        self.line(start)
        self.depth += 1
        self._expression(expr, "", "")
        self.depth -= 1
        self.line(end)

    def _operands(self, expr: Binary, start: str, end: str) -> None:
        """Write operands and their signs: break the longest one with brackets, or fill lines."""
        operands = _operands_of(expr)
        terms = [
            f"{each.sign}({text_of(each.expr)})" if each.bracketed else f"{each.sign}{text_of(each.expr)}"
            for each in operands
        ]
        breakable = [
            at
            for at, each in enumerate(operands)
            if isinstance(each.expr, (Call, Method, Display, Comprehension))
            or (each.bracketed and not isinstance(each.expr, Affine))
        ]
        if breakable:
            at = max(breakable, key=lambda at: len(terms[at]))
            chosen = operands[at]
            before = "".join([start, *[f"{term} " for term in terms[:at]], chosen.sign])
            after = "".join([*[f" {term}" for term in terms[at + 1 :]], end])
            if 4 * self.depth + len(before) <= self.limit:
                if chosen.bracketed:
                    self._grouped(chosen.expr, f"{before}(", f"){after}")
                else:
                    self._expression(chosen.expr, before, after)
                return
        if start.endswith(" = "):
            self._filled(f"{start}(", terms, f"){end}")
        else:
            self.line(f"{start}{' '.join(terms)}{end}")

    def _arguments(self, head: str, given: Sequence[tuple[str, Expr]], end: str) -> None:
        """Write arguments between brackets, each on lines of its own where one line has no room for all."""
        self.line(head)
        self.depth += 1
        texts = [f"{name}{text_of(each)}" for name, each in given]
        joined = ", ".join(texts)
        if len(joined) <= self.limit - 4 * self.depth and "\n" not in joined:
            self.line(joined)
        elif "\n" not in joined and self._shares_lines(texts):
            self._fill(texts)
        else:
            short: list[str] = []
            for (name, each), text in zip(given, texts, strict=True):
                if len(text) <= SHORT and "\n" not in text:
                    short.append(text)
                    continue
                self._short_rows(short)
                short = []
                brackets = each.brackets if isinstance(each, Display) else ""
                if (
                    len(text) + 1 > self.limit - 4 * self.depth
                    and brackets
                    and text[len(name)] == brackets[0]
                ):
                    self.bracket(f"{name}{brackets[0]}", list(map(text_of, each.items)), f"{brackets[1]},")  # type: ignore[union-attr]
                else:
                    self.text(f"{text},")
            self._short_rows(short)
        self.depth -= 1
        self.line(end)

    def _shares_lines(self, texts: Sequence[str]) -> bool:
        """Whether arguments stand next to each other: many short ones, and those that fill few lines."""
        if len(texts) >= SEVERAL and max(map(len, texts)) <= SHORT:
            return True
        room = self.limit - 4 * self.depth
        lists = sum(text.startswith("[") for text in texts)
        return len(texts) >= ROW and lists < LISTS and sum(map(len, texts)) + 2 * len(texts) <= FEW * room

    def _short_rows(self, texts: list[str]) -> None:
        """Write short arguments in a row: several share a line, two do not."""
        if len(texts) >= ROW:
            self._fill(texts)
        else:
            self.lines += [f"{'    ' * self.depth}{text}," for text in texts]

    def rows(self, head: str, rows: Iterable[str], end: str) -> None:
        """Write a bracket, a row for each member, and the bracket that closes it."""
        self.line(head)
        self.depth += 1
        for row in rows:
            self.line(f"{row},")
        self.depth -= 1
        self.line(end)

    def text(self, text: str) -> None:
        """Write a text of one line or several; only the first is indented."""
        first, *rest = text.split("\n")
        self.line(first)
        self.lines += rest

    def text_of(self) -> str:
        """All of it."""
        return "\n".join(self.lines) + "\n"

    def _filled(self, head: str, words: Sequence[str], end: str) -> None:
        """Write words in brackets, as many on a line as there is room for."""
        self.line(head)
        self.depth += 1
        row = words[0]
        for word in words[1:]:
            if 4 * self.depth + len(row) + len(word) >= self.limit:
                self.line(row)
                row = word
            else:
                row += f" {word}"
        self.line(row)
        self.depth -= 1
        self.line(end)

    def bracket(self, head: str, items: Sequence[str], end: str) -> None:
        """Write items between brackets, as many on a line as there is room for."""
        self.line(head)
        self.depth += 1
        self._fill(items)
        self.depth -= 1
        self.line(end)

    def _fill(self, items: Sequence[str]) -> None:
        """Write items with commas, as many on a line as there is room for."""
        limit = self.limit - 4 * self.depth
        row: list[str] = []
        width = 0
        for item in items:
            if row and width + len(item) + 1 > limit:
                self.line(f"{', '.join(row)},")
                row, width = [], 0
            row.append(item)
            width += len(item) + 2
        self.line(f"{', '.join(row)},")


def render_body(body: Body) -> str:
    """Return the text of statements, for examples and tests."""
    writer = Writer()
    writer.body(body)
    return writer.text_of().rstrip("\n")


class _Operand(NamedTuple):
    """An operand in a chain of operators: its sign, and whether it has parentheses."""

    sign: str
    expr: Expr
    bracketed: bool


def _operands_of(expr: Binary, sign: str = "") -> list[_Operand]:
    """Return the operands of a chain, in the order of the text."""
    out: list[_Operand] = []
    for each, before, first in ((expr.left, sign, True), (expr.right, f"{expr.sign} ", False)):
        bracketed = needs_brackets(each, expr.sign, first=first)
        if isinstance(each, Binary) and not bracketed:
            out += _operands_of(each, before)
        else:
            out.append(_Operand(before, each, bracketed))
    return out


_ITEM = re.compile(r"[*\w\[\]\-]+|\*range\([-\d, ]+\)")
"""A member of a display that needs no line of its own."""
