"""Changes of the native engine's sources for `engine_outcomes.py`; `engine_build` compiles them."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator
    from pathlib import Path

GENERATED = "abi.h"

OPERATORS = {
    "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&&": "||", "||": "&&",
    "+": "-", "-": "+", "*": "+", "<<": ">>", ">>": "<<", "&": "|", "|": "&",
    "+=": "-=", "-=": "+=", "|=": "&=", "&=": "|=", "true": "false", "false": "true", "!": "",
}  # fmt: skip

_PLACE = re.compile(
    r'(?P<skipped>//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\])+\'|^#(?!define)[^\n]*|static_assert[^;]*;)'
    rf"|(?<=\s)(?P<operator>{'|'.join(map(re.escape, sorted(OPERATORS, key=len, reverse=True)))})(?=\s)"
    r"|(?<![\w.])(?P<number>\d+)(?=[uUlL]*\b(?![.\w]))"
    r"|\b(?P<word>true|false)\b|(?P<not>!)(?=[\w(])|\bif (?P<condition>\()"
    r"|^ +(?P<call>(?!free|return)[\w.:>-]+\([^\n]*\);)$",
    re.DOTALL | re.MULTILINE,
)
"""A place that has a change: clang-format puts spaces around binary operators, and around nothing else."""


@dataclass(frozen=True)
class CppMutant:
    """A change of one place of a file.

    Attributes:
        path: The file.
        start: Offset of its first character.
        end: Offset after its last character.
        text: The new text of the place.
    """

    path: Path
    start: int
    end: int
    text: str

    def apply(self) -> str:
        """Write the change into the file; return it as a diff."""
        before = self.path.read_text(encoding="utf-8")
        after = before[: self.start] + self.text + before[self.end :]
        self.path.write_text(after, encoding="utf-8")
        lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
        return "\n".join(lines)


def find_places(path: Path, source: str) -> Iterator[tuple[CppMutant, ...]]:
    r"""Yield the changes of each place of a file: operators, constants, conditions, calls without a result.

    >>> from pathlib import Path
    >>> places = find_places(Path("a.cpp"), "  if (a < 3) // 1\n  f(x);\n")
    >>> [[each.text for each in place] for place in places]
    [['(!(a < 3))'], ['<='], ['4', '2'], [';']]
    """
    for match in _PLACE.finditer(source):
        kind, text = match.lastgroup, match[0]
        start, end = match.span(kind) if kind else match.span()
        if kind == "condition":
            end = _closing(source, start)
            texts: tuple[str, ...] = (f"(!{source[start:end]})",)
        elif kind == "number":
            texts = (str(int(text) + 1), *([str(int(text) - 1)] if int(text) else []))
        elif kind == "call":
            texts = (";",)
        else:
            texts = (OPERATORS[text],) if kind != "skipped" else ()
        if texts:
            yield tuple(CppMutant(path, start, end, text) for text in texts)


def draw(files: list[Path], dice: random.Random) -> Iterator[CppMutant]:
    """Yield a change of each place of the files, in random order."""
    sources = [path for path in files if path.name != GENERATED]
    places = [place for path in sources for place in find_places(path, path.read_text(encoding="utf-8"))]
    for place in dice.sample(places, len(places)):
        yield dice.choice(place)


def _closing(source: str, opening: int) -> int:
    """Return the position after the parenthesis that closes the one at `opening`."""
    depth = 0
    for position in range(opening, len(source)):
        depth += {"(": 1, ")": -1}.get(source[position], 0)
        if depth == 0:
            break
    return position + 1
