"""Headers of a cubin: its target, its entries, their parameters."""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING

from pyptx.errors import ToolError
from pyptx.record import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_ELF = b"\x7fELF\x02"
_CUDA_MACHINE = 190
_RECENT_ABI = 8
_ENTRY = 0x10
_NO_CONTENTS = 8
_ATTRIBUTES = ".nv.info."
_PARAMETER, _LARGE_PARAMETER, _PARAMETER_BYTES = 0x17, 0x45, 0x19
_MAX_THREADS, _REQUIRED_THREADS = 0x05, 0x10
_WITH_BYTES, _WITH_HALF = 4, 3
_ARCH_OPTION = re.compile(rb"-arch[= ]sm_(\d+[af]?)\b")


@record(frozen=True, slots=True)
class CubinEntry:
    """An entry of a cubin.

    Attributes:
        name: Its symbol name.
        params: Offset and size of each parameter, in bytes.
        reqntid: Threads of a CTA that it requires in each direction; None where it requires none.
        maxntid: The largest number of threads of a CTA in each direction, or None.
    """

    name: str
    params: tuple[tuple[int, int], ...]
    reqntid: tuple[int, int, int] | None = None
    maxntid: tuple[int, int, int] | None = None


@record(frozen=True, slots=True)
class Cubin:
    """Machine code of one target.

    Attributes:
        target: Target, such as ``"sm_90a"``; without its letter if the assembler did not record its options.
        entries: Entries by name.
    """

    target: str
    entries: Mapping[str, CubinEntry]


def read_cubin(data: bytes) -> Cubin:
    """Read the headers of a cubin.

    Raises:
        ToolError: The bytes are not a cubin, or do not describe the parameters of an entry.
    """
    found = sections(data)
    try:
        (machine,) = struct.unpack_from("<H", data, 18)
        (flags,) = struct.unpack_from("<I", data, 48)
        if machine != _CUDA_MACHINE:
            raise ToolError(f"the ELF file is for machine {machine}; a cubin is for machine {_CUDA_MACHINE}")
        number = flags >> 8 & 0xFF if data[8] >= _RECENT_ABI else flags & 0xFF
        entries = {name: _entry(name, found.get(_ATTRIBUTES + name, b"")) for name in _entry_names(found)}
    except (struct.error, ValueError, IndexError) as error:
        raise ToolError(f"the bytes are not a cubin: {error}") from None
    options = _ARCH_OPTION.search(found.get(".note.nv.tkinfo", b""))
    letter = options[1].decode().lstrip("0123456789") if options else ""
    return Cubin(f"sm_{number}{letter}", entries)


def sections(data: bytes) -> dict[str, bytes]:
    """Return the contents of the sections of an ELF file of 64 bits, by name.

    Raises:
        ToolError: The bytes are not such a file.
    """
    try:
        if not data.startswith(_ELF):
            raise struct.error("no ELF file of 64 bits")  # noqa: TRY301 - as of any file that is cut short
        (offset,) = struct.unpack_from("<Q", data, 40)
        size, count, names = struct.unpack_from("<HHH", data, 58)
        rows = [struct.unpack_from("<IIQQQQIIQQ", data, offset + size * row) for row in range(count)]
        start = rows[names][4] if rows else 0
        found: dict[str, bytes] = {}
        for row in rows:
            at = start + row[0]
            contents = data[row[4] : row[4] + row[5]]
            if len(contents) < row[5] and row[1] != _NO_CONTENTS:
                raise struct.error("it is cut short")  # noqa: TRY301
            found[data[at : data.index(b"\0", at)].decode()] = contents
    except (struct.error, ValueError, IndexError) as error:
        raise ToolError(f"the bytes are not a cubin: {error}") from None
    return found


def _entry_names(found: Mapping[str, bytes]) -> Iterator[str]:
    """Names of the functions that a launch may call, in the order of the table."""
    symbols, strings = found.get(".symtab", b""), found.get(".strtab", b"")
    for name, _, other, _, _, _ in struct.iter_unpack("<IBBHQQ", symbols):
        if other & _ENTRY:
            spelled = strings[name : strings.index(b"\0", name)].decode()
            if f".text.{spelled}" in found:
                yield spelled


def _entry(name: str, attributes: bytes) -> CubinEntry:
    params: dict[int, tuple[int, int]] = {}
    threads: dict[int, tuple[int, int, int]] = {}
    total = 0
    at = 0
    while at < len(attributes):
        form, kind, value = struct.unpack_from("<BBH", attributes, at)
        at += 4
        if form == _WITH_HALF and kind == _PARAMETER_BYTES:
            total = value
        if form != _WITH_BYTES:
            continue
        if kind in (_PARAMETER, _LARGE_PARAMETER):
            _, ordinal, offset, size = struct.unpack_from("<IHHI", attributes, at)
            params[ordinal] = offset, size if kind == _LARGE_PARAMETER else size >> 18
        elif kind in (_MAX_THREADS, _REQUIRED_THREADS):
            threads[kind] = struct.unpack_from("<III", attributes, at)
        at += value
    ordered = tuple(params[ordinal] for ordinal in sorted(params))
    if sum(ordered[-1] if ordered else (0,)) != total:
        raise ToolError(f"the cubin does not describe the parameters of {name} ({total} bytes)")
    return CubinEntry(name, ordered, threads.get(_REQUIRED_THREADS), threads.get(_MAX_THREADS))
