"""Lines of addresses in programs: the tables of DWARF 2 to 5 in the section ``.debug_line``.

Source: the DWARF debugging information format, version 5, section 6.2.
"""

from __future__ import annotations

import posixpath
import struct
import zlib
from bisect import bisect_right
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from pyptx.errors import ToolError
from pyptx.toolchain.cubin import sections

if TYPE_CHECKING:
    from collections.abc import Iterator

_LOADED: Final = 1
_FUNCTION: Final = 2
_PATH, _DIRECTORY = 1, 2
"""Contents of the tables of files."""

_STRING, _STRING_OFFSET, _LINE_STRING_OFFSET, _NUMBER, _BLOCK = 0x08, 0x0E, 0x1F, 0x0F, 0x09
_SIZES: Final = {0x0B: 1, 0x05: 2, 0x06: 4, 0x07: 8, 0x1E: 16}
"""Forms with a fixed size."""


class _Row(NamedTuple):
    address: int
    file: str
    line: int
    """0 past the last address of a function."""


class Lines:
    """The lines of a program or library.

    Args:
        data: The file.

    Raises:
        ToolError: It is not an ELF file of 64 bits, or its tables are damaged.
    """

    def __init__(self, data: bytes) -> None:
        found = sections(data)
        self._sections = {name: _plain(each) for name, each in found.items() if "debug" in name}
        self._functions = sorted(_functions(found.get(".symtab", b""), found.get(".strtab", b"")))
        self._segments = list(_segments(data))
        try:
            self._rows = sorted(self._all_rows(), key=itemgetter(0))
        except (struct.error, IndexError, ValueError, UnicodeDecodeError) as error:
            raise ToolError(f"the lines of the file are damaged: {error}") from None
        self._addresses = [row.address for row in self._rows]

    def at(self, offset: int) -> tuple[str, int] | None:
        """Return file and line of the code at an offset in the file; None where there is none."""
        place = bisect_right(self._addresses, self._address(offset)) - 1
        if place >= 0 and self._rows[place].line:
            return self._rows[place].file, self._rows[place].line
        return None

    def function_at(self, offset: int) -> str:
        """Return the name of the function with the code at an offset in the file; empty for none."""
        address = self._address(offset)
        place = bisect_right(self._functions, address, key=itemgetter(0)) - 1
        if place < 0:
            return ""
        start, size, name = self._functions[place]
        return name if address < start + size else ""

    def _address(self, offset: int) -> int:
        parts = (
            offset - start + address
            for start, size, address in self._segments
            if start <= offset < start + size
        )
        return next(parts, -1)

    def _all_rows(self) -> Iterator[_Row]:
        table = _Reader(self._sections.get(".debug_line", b""))
        while table.at < len(table.data):
            yield from self._rows_of_unit(table)

    def _rows_of_unit(self, table: _Reader) -> Iterator[_Row]:
        """The rows of one table; the reader is past it afterwards."""
        size = table.number(4)
        wide = 8 if size == 0xFFFF_FFFF else 4
        end = (table.number(8) if wide == 8 else size) + table.at
        version = table.number(2)
        if not 2 <= version <= 5:
            table.at = end
            return
        if version == 5:
            table.at += 2  # sizes of addresses and of segments
        start = table.number(wide)
        start += table.at
        shortest = table.number(1)
        table.at += 2 if version >= 4 else 1  # operations of a bundle, whether rows are statements at first
        base, span, first = table.signed(), table.number(1), table.number(1)
        counts = [table.number(1) for _ in range(first - 1)]
        files = self._files(table, wide) if version == 5 else _old_files(table)
        table.at = start
        address, file, line, operation = 0, 1, 1, 0
        while table.at < end:
            code = table.number(1)
            if code >= first:
                code -= first
                address += code // span * shortest
                line += base + code % span
                yield _Row(address, files.get(file, ""), line)
            elif code == 0:
                size = table.leb()
                behind = table.at + size
                operation = table.number(1)
                if operation == 1:
                    yield _Row(address, "", 0)
                    address, file, line = 0, 1, 1
                elif operation == 2:
                    address = table.number(size - 1)
                table.at = behind
            elif code == 1:
                yield _Row(address, files.get(file, ""), line)
            elif code == 2:
                address += table.leb() * shortest
            elif code == 3:
                line += table.leb(signed=True)
            elif code == 4:
                file = table.leb()
            elif code == 8:
                address += (255 - first) // span * shortest
            elif code == 9:
                address += table.number(2)
            else:
                for _ in range(counts[code - 1]):
                    table.leb()

    def _files(self, table: _Reader, wide: int) -> dict[int, str]:
        """The files of a table of version 5."""
        folders = [str(each.get(_PATH, "")) for each in self._entries(table, wide)]
        files = {}
        for number, each in enumerate(self._entries(table, wide)):
            folder = int(each.get(_DIRECTORY, 0))
            head = folders[folder] if folder < len(folders) else ""
            files[number] = posixpath.join(folders[0] if folders else "", head, str(each.get(_PATH, "")))
        return files

    def _entries(self, table: _Reader, wide: int) -> list[dict[int, str | int]]:
        forms = [(table.leb(), table.leb()) for _ in range(table.number(1))]
        return [
            {content: self._value(table, form, wide) for content, form in forms} for _ in range(table.leb())
        ]

    def _value(self, table: _Reader, form: int, wide: int) -> str | int:
        if form == _STRING:
            return table.text()
        if form in (_STRING_OFFSET, _LINE_STRING_OFFSET):
            section = ".debug_str" if form == _STRING_OFFSET else ".debug_line_str"
            return _Reader(self._sections.get(section, b""), table.number(wide)).text()
        if form == _NUMBER:
            return table.leb()
        if form == _BLOCK:
            table.at += table.leb()
            return 0
        if form not in _SIZES:
            raise ValueError(f"form {form:#x}")
        return table.number(_SIZES[form])


class _Reader:
    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data = data
        self.at = at

    def number(self, size: int) -> int:
        self.at += size
        if self.at > len(self.data):
            raise ValueError("it is cut short")
        return int.from_bytes(self.data[self.at - size : self.at], "little")

    def signed(self) -> int:
        return (self.number(1) ^ 0x80) - 0x80

    def leb(self, *, signed: bool = False) -> int:
        """A number of any length, seven bits in each byte."""
        value = shift = 0
        while True:
            byte = self.number(1)
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                return value - (1 << shift) if signed and byte & 0x40 else value

    def text(self) -> str:
        end = self.data.index(b"\0", self.at)
        found = self.data[self.at : end].decode(errors="replace")
        self.at = end + 1
        return found


def _old_files(table: _Reader) -> dict[int, str]:
    """The files of a table of version 2 to 4."""
    folders = [""]
    while folder := table.text():
        folders.append(folder)
    files: dict[int, str] = {}
    while name := table.text():
        folder_number = table.leb()
        table.leb(), table.leb()
        head = folders[folder_number] if folder_number < len(folders) else ""
        files[len(files) + 1] = posixpath.join(head, name)
    return files


def _functions(symbols: bytes, names: bytes) -> Iterator[tuple[int, int, str]]:
    """Address, bytes and name of each function."""
    for name, kind, _, _, address, size in struct.iter_unpack("<IBBHQQ", symbols[: len(symbols) // 24 * 24]):
        if kind & 15 == _FUNCTION and size:
            yield address, size, names[name : names.index(b"\0", name)].decode(errors="replace")


def _plain(section: bytes) -> bytes:
    """The contents of a section, which may be compressed."""
    if section[:8] == b"\1\0\0\0\0\0\0\0":
        try:
            return zlib.decompress(section[24:])
        except zlib.error:
            return b""
    return section


def _segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Offset in the file, bytes and address of each part that is loaded."""
    (offset,) = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    for row in range(count):
        kind, _, start, address, _, length = struct.unpack_from("<IIQQQQ", data, offset + size * row)
        if kind == _LOADED:
            yield start, length, address
