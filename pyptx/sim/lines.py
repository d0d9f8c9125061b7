"""Lines of the instructions of a program: in its text, and in the source that wrote it."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pyptx.errors import cut

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.sim.site import Site

_FILE = re.compile(r'\s*\.file\s+(\d+)\s+"([^"]*)"')
_LOC = re.compile(r"\s*\.loc\s+(\d+)\s+(\d+)")
_SCOPE = re.compile(r"\s*// (BEGIN|END) (.*\S)")
_FUNCTION = re.compile(r"(?:\s*\.(?:visible|extern|weak|common))*\s*\.(?:entry|func)\b")


class NamedScope(NamedTuple):
    """Instructions between two comments of the text, ``// BEGIN name`` and ``// END name``.

    Attributes:
        name: The name.
        line: Line of the first comment: scopes of one name differ in it.
    """

    name: str
    line: int


class Lines:
    """Lines of the statements of a program, and of the source that its ``.loc`` name."""

    def __init__(self, text: str, numbers: Sequence[Sequence[int]]) -> None:
        self._text = text.split("\n")
        self._numbers = numbers

    @cached_property
    def _sources(self) -> tuple[list[int], list[tuple[str, int] | None]]:
        """The lines from which on something else is the source, and what; None at the head of a function."""
        files: dict[str, str] = {}
        lines: list[int] = []
        places: list[tuple[str, int] | None] = []
        for number, line in enumerate(self._text, 1):
            if (file := _FILE.match(line)) is not None:
                files[file[1]] = file[2]
            elif _FUNCTION.match(line) is not None:
                lines.append(number)
                places.append(None)
            elif (place := _LOC.match(line)) is not None:
                lines.append(number)
                places.append((place[1], int(place[2])))
        sources = [None if at is None else (files.get(at[0], f"file {at[0]}"), at[1]) for at in places]
        return lines, sources

    def source(self, step: Site) -> tuple[str, int] | None:
        """The file and line that wrote an instruction: of Python, or what the ``.loc`` before it says."""
        source = step.instruction.source
        if source is not None:
            return source.file, source.line
        lines, sources = self._sources
        last = bisect_right(lines, self.of(step)[0]) - 1
        return sources[last] if last >= 0 else None

    @cached_property
    def _scopes(self) -> tuple[list[int], list[tuple[NamedScope, ...]]]:
        """The lines from which on the named scopes are others, and the scopes, outermost first.

        A comment without its partner in the same function names nothing.
        """
        begun: list[NamedScope] = []
        ended: dict[int, NamedScope] = {}
        for number, line in enumerate(self._text, 1):
            if (comment := _SCOPE.match(line)) is None:
                if begun and _FUNCTION.match(line) is not None:
                    begun.clear()
            elif comment[1] == "BEGIN":
                begun.append(NamedScope(comment[2], number))
            elif any(scope.name == comment[2] for scope in begun):
                while (scope := begun.pop()).name != comment[2]:
                    pass
                ended[number] = scope
        began = {scope.line: scope for scope in ended.values()}
        lines = sorted([*ended, *began])
        around: list[tuple[NamedScope, ...]] = []
        inside: tuple[NamedScope, ...] = ()
        for number in lines:
            inside = (*inside, began[number]) if number in began else inside[:-1]
            around.append(inside)
        return lines, around

    def scopes(self, step: Site) -> tuple[NamedScope, ...]:
        """The named scopes that an instruction is in, outermost first."""
        lines, around = self._scopes
        last = bisect_right(lines, self.of(step)[0]) - 1
        return around[last] if last >= 0 else ()

    def place(self, step: Site) -> str:
        """The place of an instruction, in words."""
        source, line = self.source(step), self.of(step)[0]
        return f"{source[0]}:{source[1]} (PTX line {line})" if source else f"PTX line {line}"

    def of(self, step: Site) -> tuple[int, str]:
        """Line number and text of an instruction."""
        function, position = step.place
        numbers = self._numbers[function]
        line = numbers[min(position, len(numbers) - 1)] if numbers else 0
        return line, cut(self._text[line - 1].strip()) if 0 < line <= len(self._text) else step.name
