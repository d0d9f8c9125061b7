"""An independent check: the syntax lines of the manual's pages, as Markdown.

ptxas accepts modifiers in almost any order, so this is the only check of the order in the rows. A syntax line
is read as the pattern of its modifiers and the number of its operands; each line must match a row, and each
row a line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyptx.isa import examples, forms_of, opcodes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pyptx.isa import Form


@dataclass(frozen=True, slots=True)
class Line:
    """A syntax line.

    Attributes:
        page: File of the page.
        text: Text of the line, unchanged.
        opcode: First word of the line.
        pattern: Pattern of the words from the opcode on, with their dots.
        operands: The least and the greatest number of operands.
    """

    page: str
    text: str
    opcode: str
    pattern: re.Pattern[str]
    operands: tuple[int, int]


def differences(folder: Path) -> list[str]:
    """Return the syntax lines that match no row, and the rows of their opcodes that match no line."""
    lines = [line for page in sorted(folder.rglob("*.md")) for line in read(page)]
    if not lines:
        return [f"no syntax lines in *.md below {folder}"]
    found = [
        f"{line.page}: no row is of {line.text}" for line in lines if not any(map(_of(line), _forms(line)))
    ]
    names = {line.opcode for line in lines}
    rows = [form for name in sorted(names) for form in forms_of(name)]
    for form in rows:
        of_opcode = [line for line in lines if line.opcode == form.opcode]
        if not any(_of(line)(form) for line in of_opcode):
            found.append(f"{form.section}: no line is of {form.syntax} {form.column}")
    print(f"{len(lines)} syntax lines of {len(names)} opcodes, {len(rows)} rows")
    return found


def _forms(line: Line) -> tuple[Form, ...]:
    return forms_of(line.opcode)


class _of:  # noqa: N801 - a predicate
    """Whether a form matches a line."""

    def __init__(self, line: Line) -> None:
        self.line = line

    def __call__(self, form: Form) -> bool:
        least = sum(not column.spec.optional and not column.when for column in form.operands)
        low, high = self.line.operands
        if least > high or len(form.operands) < low:
            return False
        for named in examples.covering(form)[:_TRIED]:
            if self.line.pattern.fullmatch(".".join((form.opcode, *form.spell(named)))):
                return True
        return False


_TRIED = 400
"""Combinations of modifiers of a form that are tried on a line."""

_SYNTAX = re.compile(
    r"^[^\w\n]*Syntax[^\w\n]*$(?P<body>.*?)(?=^[^\w\n]*(?:Description|Semantics|PTX ISA Notes)[^\w\n]*$|\Z)",
    re.DOTALL | re.MULTILINE,
)
_CODE = re.compile(
    r"^```[^\n]*\n(?P<fenced>.*?)^```|^(?P<indented>(?:(?: {4}|\t)[^\n]*\n|[ \t]*\n)+)",
    re.DOTALL | re.MULTILINE,
)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_DEFINITION = re.compile(
    r"(?P<names>[.:]*[\w:]+(?:\s*[,=]\s*[.:]*[\w:]+)*)\s*=\s*\{(?P<words>(?:[^{}]|\{[^{}]*\})*)\}\s*;?"
)
_WORD = re.compile(r"(?P<word>[.:]*[\w:.]+)(?:\{(?P<ends>::[^{}]*)\})?")


def read(page: Path) -> Iterator[Line]:
    """Yield the syntax lines of a page."""
    text = page.read_text(encoding="utf-8")
    for section in _SYNTAX.finditer(text):
        blocks = (block["fenced"] or block["indented"] or "" for block in _CODE.finditer(section["body"]))
        code = _COMMENT.sub("", "\n".join(blocks))
        words: dict[str, set[str]] = {}
        for definition in _DEFINITION.finditer(code):
            for name in re.findall(r"[.:]*[\w:]+", definition["names"]):
                chosen = _choices(definition["words"], "::" if name.startswith("::") else ".")
                words.setdefault(name if name[0] in ".:" else f".{name}", set()).update(chosen)
        for statement in re.split(r";|\n\s*\n|\n(?=[a-z]\w*[.{])", _DEFINITION.sub("", code)):
            line = _line(page.name, " ".join(statement.split()), words)
            if line is not None:
                yield line


def _choices(text: str, sign: str) -> Iterator[str]:
    """Yield the words of a definition; ``.shared{::cta}`` is two. Some pages omit their sign."""
    for found in _WORD.finditer(text):
        yield found["word"] if found["word"][0] in ".:" else f"{sign}{found['word']}"
        for end in (found["ends"] or "").split(","):
            if end.strip():
                yield found["word"] + end.strip()


def _line(page: str, text: str, words: dict[str, set[str]]) -> Line | None:
    """Read a statement as a syntax line, if it starts with an opcode."""
    head = re.match(r"(?P<opcode>[a-z]\w*)(?P<rest>\S*)", text)
    if head is None or head["opcode"] not in opcodes():
        return None
    at, depth = head.end("opcode"), 0
    while at < len(text) and (text[at] in ".{}_:" or text[at].isalnum() or (depth and text[at] == ",")):
        depth += (text[at] == "{") - (text[at] == "}")
        if text[at] == "{" and text[at + 1 : at + 2] not in (".", ":"):
            break
        at += 1
    pattern = head["opcode"] + _pattern(text[head.end("opcode") : at], words)
    return Line(page, text, head["opcode"], re.compile(pattern), _count(text[at:]))


def _pattern(modifiers: str, words: dict[str, set[str]]) -> str:
    """Return a regular expression of the modifiers of a line."""
    parts = []
    for part in re.findall(r"\{|\}|,|\.[\w:]+|::\w+", modifiers):
        if part == "{":
            parts.append("(?:")
        elif part == "}":
            parts.append(")?")
        elif part == ",":
            parts.append("|")
        else:
            parts.append(
                f"(?:{'|'.join(map(re.escape, sorted(words.get(part, {part}), key=len, reverse=True)))})"
            )
    return "".join(parts)


def _count(operands: str) -> tuple[int, int]:
    """Return the least and the greatest number of operands of a line."""
    inside = re.sub(r"\[[^\]]*\]|\([^)]*\)|\{\s*[^\s,{}][^{}]*\}", "x", operands)
    optional = sum(group.count(",") for group in re.findall(r"\{\s*,[^{}]*\}", inside))
    plain = re.sub(r"\{\s*,[^{}]*\}", "", inside).strip()
    least = plain.count(",") + 1 if plain else 0
    return least, least + optional
