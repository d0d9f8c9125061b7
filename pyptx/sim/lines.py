"""Lines of the instructions of a program: in its text, and in the source that wrote it."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pyptx.emitter import emit_statement
from pyptx.errors import cut, shorten_vectors
from pyptx.ir import Source

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyptx.sim.site import Site

_FILE = re.compile(r'\s*\.file\s+(\d+)\s+"([^"]*)"')
_LOC = re.compile(r"\s*\.loc\s+(\d+)\s+(\d+)\s+(\d+)(?:.*\binlined_at\s+(\d+)\s+(\d+)\s+(\d+))?")
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


class SourcePlace(NamedTuple):
    """The source of an instruction, with the calls that were inlined; each place is a file and a line.

    Attributes:
        author: The innermost place in the file of the kernel; the place itself, if nothing is inlined.
        inner: The place of the instruction, in the function that was inlined last.
        outer: The place in the kernel.
    """

    author: Source
    inner: Source
    outer: Source

    def __str__(self) -> str:
        """The author's place, the functions inlined there, and the call in the kernel.

        >>> print(SourcePlace(Source("a.cu", 6), Source("b.h", 448), Source("a.cu", 15)))
        a.cu:6 (inlined b.h:448), called from a.cu:15
        """
        author, inner, outer = map(str, self)
        return (
            author + f" (inlined {inner})" * (inner != author) + f", called from {outer}" * (outer != author)
        )


def _place_without_calls(files: Mapping[str, str], number: str, line: str) -> SourcePlace | None:
    """A place without calls; None for line 0."""
    source = Source(files.get(number, f"file {number}"), int(line))
    return SourcePlace(source, source, source) if source[1] else None


class Lines:
    """Lines of the statements of a program, and of the source that its ``.loc`` name."""

    def __init__(self, text: str, numbers: Sequence[Sequence[int]]) -> None:
        self._text = text.split("\n")
        self._numbers = numbers

    @cached_property
    def _sources(self) -> tuple[list[int], list[SourcePlace | None]]:
        """The PTX lines at which the source line changes, and the new source line; None where it is unknown.

        It is unknown at the head of a function, and where the compiler wrote line 0.
        ``inlined_at`` continues the last ``.loc`` of that file, line and column (manual 11.5.4).
        """
        files = {file[1]: file[2] for line in self._text if (file := _FILE.match(line)) is not None}
        lines: list[int] = []
        places: list[SourcePlace | None] = []
        last: dict[tuple[str, str, str], SourcePlace | None] = {}
        for number, line in enumerate(self._text, 1):
            if _FUNCTION.match(line) is not None:
                last.clear()
                lines.append(number)
                places.append(None)
            elif (loc := _LOC.match(line)) is not None:
                found = _place_without_calls(files, loc[1], loc[2])
                if loc[4] is not None:
                    call = _place_without_calls(files, loc[4], loc[5])
                    around = last.get((loc[4], loc[5], loc[6]), call) or call
                    if found is None or around is None:
                        found = found or around
                    else:
                        inner = found.inner
                        author = inner if inner[0] == around.outer[0] else around.author
                        found = SourcePlace(author, inner, around.outer)
                last[loc[1], loc[2], loc[3]] = found
                lines.append(number)
                places.append(found)
        return lines, places

    def _source(self, step: Site) -> SourcePlace | None:
        """The source of an instruction: Python, or the ``.loc`` before it."""
        source = step.instruction.source
        if source is not None:
            return SourcePlace(source, source, source)
        lines, sources = self._sources
        last = bisect_right(lines, self._line(step)) - 1
        return sources[last] if last >= 0 else None

    def source(self, step: Site, calls: Sequence[Site] = ()) -> Source | None:
        """The file and line of the author that led to an instruction: of Python, or of ``.loc``.

        Args:
            step: The instruction.
            calls: The calls of functions around it, the innermost first.
        """
        sources = [source for each in (step, *calls) if (source := self._source(each)) is not None]
        if not sources:
            return None
        home = sources[-1].outer[0]
        return next((each.author for each in sources if each.author[0] == home), sources[0].author)

    @cached_property
    def _scopes(self) -> tuple[list[int], list[tuple[NamedScope, ...]]]:
        """The lines at which the named scopes change, and the new scopes, outermost first.

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
        last = bisect_right(lines, self._line(step)) - 1
        return around[last] if last >= 0 else ()

    def place(self, step: Site) -> str:
        """The place of an instruction, in words."""
        source, line = self._source(step), self._line(step)
        return f"{source} (PTX line {line})" if source else f"PTX line {line}"

    def of(self, step: Site) -> tuple[int, str]:
        """Line number and text of an instruction; without the other statements of its line."""
        line = self._line(step)
        if not 0 < line <= len(self._text):
            return line, step.name
        function, position = step.place
        numbers = self._numbers[function]
        shared = line in (*numbers[position - 1 : position], *numbers[position + 1 : position + 2])
        text = emit_statement(step.instruction) if shared else self._text[line - 1]
        return line, cut(shorten_vectors(text.strip()))

    def _line(self, step: Site) -> int:
        """Line number of an instruction; 0 if its function has none."""
        function, position = step.place
        numbers = self._numbers[function]
        return numbers[min(position, len(numbers) - 1)] if numbers else 0
