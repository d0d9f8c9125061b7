"""The lines of the program that call the driver, by the numbers that the library gives them.

A text for a report holds the mark of a line, so that a line is looked up only for a report that is made.

>>> sites = Sites()
>>> sites.add(7, "/home/me/train.py:12", ())
>>> sites.readable(f"64 bytes of cuMemAlloc{mark(7)}")
'64 bytes of cuMemAlloc at train.py:12'
>>> sites.readable(f"64 bytes of cuMemAlloc{mark(8)}")
'64 bytes of cuMemAlloc'
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from pyptx.errors import ToolError
from pyptx.virtual.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Iterator

_MARK = re.compile("\x1f([0-9]+)\x1f")

_OF_LIBRARIES: Final = re.compile(
    r"^/usr/(local/)?include/|/targets/[^/]+/include/|/cuda[^/]*/include/|\.stub\.c$|/crt/[^/]+$"
)
"""Files of compilers and of CUDA, whose functions stand between a call in a program and the library."""


def mark(number: int) -> str:
    """Return the placeholder of a line in a text: the empty string for 0."""
    return f"\x1f{number}\x1f" if number else ""


class _Mapping(NamedTuple):
    start: int
    end: int
    offset: int
    access: str
    path: str = ""


class Sites:
    """The lines of a program.

    Attributes:
        process: Its number; 0 where it is this one.
        kernels: Names of kernels: the program has functions of these names that launch them.
    """

    def __init__(self) -> None:
        self.process = 0
        self.kernels: set[str] = set()
        self._known: dict[int, tuple[str, tuple[int, ...]]] = {}
        self._found: dict[int, str] = {}
        self._files: dict[str, Lines | None] = {}
        self._mappings: list[_Mapping] = []

    def add(self, number: int, line: str, addresses: tuple[int, ...]) -> None:
        """Note a line, or the return addresses of a call with the innermost first."""
        self._known[number] = line, addresses
        if addresses:
            self._mapping(addresses[0])  # the summary looks lines up when the program has ended

    def line(self, number: int) -> str:
        """Return the file and the line, or nothing where they are not known."""
        if number not in self._found:
            line, addresses = self._known.get(number, ("", ()))
            if addresses:
                line = next((each for each in map(self._line_at, addresses) if each), "")
            path, _, row = line.rpartition(":")
            self._found[number] = f"{Path(path).name}:{row}" if path else ""
        return self._found[number]

    def readable(self, text: str) -> str:
        """Return a text with lines in place of their marks."""
        if "\x1f" not in text:
            return text

        def at(found: re.Match[str]) -> str:
            line = self.line(int(found[1]))
            return f" at {line}" if line else ""

        return _MARK.sub(at, text)

    def _line_at(self, address: int) -> str:
        """The line of a return address in a function of the program, if its file has lines."""
        mapping = self._mapping(address)
        if mapping is None:
            return ""
        if mapping.path not in self._files:
            self._files[mapping.path] = _lines(mapping.path)
        lines = self._files[mapping.path]
        offset = address - 1 - mapping.start + mapping.offset
        found = None if lines is None else lines.at(offset)
        if lines is None or found is None or _OF_LIBRARIES.search(found[0]):
            return ""
        function = lines.function_at(offset)
        launches = function in self.kernels or "__device_stub__" in function
        return "" if launches else f"{found[0]}:{found[1]}"

    def _mapping(self, address: int) -> _Mapping | None:
        for fresh in (False, True):
            if fresh:
                self._mappings = [
                    each for each in self._all_mappings() if each.path.startswith("/") and "x" in each.access
                ]
            for each in self._mappings:
                if each.start <= address < each.end:
                    return each
        return None

    def is_memory(self, address: int) -> bool:
        """Whether an address is memory of the program."""
        return any(each.start <= address < each.end for each in self._all_mappings())

    def _all_mappings(self) -> Iterator[_Mapping]:
        try:
            rows = Path(f"/proc/{self.process or 'self'}/maps").read_text(encoding="utf-8").splitlines()
        except OSError:
            return
        for row in rows:
            span, access, offset, _, _, *path = row.split(maxsplit=5)
            start, _, end = span.partition("-")
            yield _Mapping(int(start, 16), int(end, 16), int(offset, 16), access, *path)


def _lines(path: str) -> Lines | None:
    try:
        return Lines(Path(path).read_bytes())
    except (OSError, ToolError):
        return None
