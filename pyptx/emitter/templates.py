"""The gap before a node as a template, with slots for the comments in it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from pyptx.ir import Directive, Module

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@lru_cache(maxsize=1 << 10)  # compilers write few, around inline assembly and loops
def comments_of(gap: str) -> tuple[str, ...]:
    r"""Return the comments of a gap, line by line, without their delimiters.

    >>> comments_of("\t// one\n/* two\n three */")
    ('one', 'two', 'three')
    """
    found: list[str] = []
    for text in _COMMENT.findall(gap):
        if text.startswith("//"):
            found.append(text[2:].strip())
        else:
            found += [line.strip() for line in text[2:-2].strip().split("\n")]
    return tuple(found)


def source_files(module: Module) -> dict[str, str]:
    """The names of the source files of a module, without their folders, by their index."""
    return {
        item.words[0]: item.words[1].strip('"').rpartition("/")[2]
        for item in module.items
        if isinstance(item, Directive) and item.name == "file" and len(item.words) > 1
    }


def derived_comment(words: Sequence[str], files: Mapping[str, str]) -> str:
    """Return the comment that LLVM writes after a ``.loc``: the place as text.

    >>> derived_comment(("1", "6", "0"), {"1": "kernel.py"})
    'kernel.py:6:0'
    """
    return ":".join((files.get(words[0], ""), *words[1:3]) if words else ())


_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
BEGIN, END = "begin inline asm", "end inline asm"
_SLOT, _PAD, _NUL = "\x00", "\x01", "\x02"
"""In templates: a comment, the spaces before one, and the NUL that C strings leave at the end of a text."""
_COMMENT_COLUMN = 40


def classes_of(comments: list[str], derived: str = "") -> str:
    """Classify the comments of a gap."""
    return "".join(
        "P" if derived and text.startswith(derived) else "B" if text == BEGIN else "E" if text == END
        else "%" if text.startswith("%") else "c" if text else "0"
        for text in comments
    )  # fmt: skip


def template_of(gap: str, column: int) -> str:
    """A gap with slots for its comments."""
    gap = gap.replace("\0", _NUL)
    if "/" not in gap:
        return gap
    parts: list[str] = []
    end = 0
    for match in _COMMENT.finditer(gap):
        before, text = gap[end : match.start()], match[0]
        line = before.rpartition("\n")[2] if "\n" in before else None
        here = column if line is None else 0
        padded = " " * max(1, _COMMENT_COLUMN - here)
        space = before if line is None else line
        if space == padded:
            before = before[: len(before) - len(space)] + _PAD
        if text.startswith("//"):
            words = text[2:]
            body = words.strip()
            left = words[: len(words) - len(words.lstrip())] if body else ""
            right = words[len(left) + len(body) :]
            parts.append(f"{before}//{left}{_SLOT}{right}")
        else:
            inner = text[2:-2]
            words = inner.strip()
            slots = "\n".join(_SLOT for _ in words.split("\n"))
            marked = inner.replace(words, slots) if words else slots
            parts.append(f"{before}/*{marked}*/")
        end = match.end()
    parts.append(gap[end:])
    return "".join(parts)


def filled(template: str | None, comments: list[str], column: int, place: str) -> str:
    """A gap of a template with these comments; the plain one where it has not as many slots."""
    slots = -1 if template is None else template.count(_SLOT)
    if slots == len(comments) - 1 and "P" in place.rpartition(" ")[2]:
        comments = comments[1:]
    if template is None or slots != len(comments):
        return _plain(comments, place)
    parts: list[str] = []
    waiting = iter(comments)
    start = True
    for piece in re.split(f"([{_SLOT}{_PAD}{_NUL}\n])", template):
        if piece == _SLOT:
            parts.append(next(waiting))
        elif piece == _PAD:
            parts.append(" " * max(1, _COMMENT_COLUMN - (column if start else 0)))
        elif piece == _NUL:
            parts.append("\0")
        else:
            parts.append(piece)
        start = start and piece != "\n"
    return "".join(parts)


def _plain(comments: list[str], place: str) -> str:
    """The gap that a tree without gaps is written with."""
    first, _, rest = place.partition(" ")
    if first == "asm":
        first, _, rest = rest.partition(" ")
    depth = int(first) if first.isdigit() else 0
    if first in ("param",):
        depth = 1
    indent = "\t" * depth
    lines = "".join(f"\n{indent}// {text}".rstrip(" ") for text in comments)
    if first == "item":
        start = rest.startswith("start>")
        apart = re.match(r"\S*>(entry|func)|(entry|func)", rest) is not None
        return (
            lines[1:] + "\n" * bool(lines)
            if start
            else f"\n{lines}{chr(10) * apart if not lines else ''}" + ("\n" if lines else "")
        )
    if first in ("tail", "end", "directive"):
        return f"{lines}\n"
    if first == "return":
        return "" if rest.startswith("False") else " "
    if rest.startswith("close"):
        return f"{lines}\n{indent}"
    label = ">label" in rest
    return f"{lines}\n" if label else f"{lines}\n{indent}"
