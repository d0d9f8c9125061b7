"""Copies and fills, as calls and as nodes of graphs."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

import numpy as np

from pyptx.errors import SimFault
from pyptx.virtual.answers.memory import no_range
from pyptx.virtual.answers.registry import answer
from pyptx.virtual.answers.streams import DEFAULT, check_not_captured, drain, stream_of, submit, wait_for
from pyptx.virtual.clocks import Access, span
from pyptx.virtual.effects import MOVE
from pyptx.virtual.graphs import COPY, FILL, Task
from pyptx.virtual.objects import DEVICE
from pyptx.virtual.results import CudaError, number_of

if TYPE_CHECKING:
    from pyptx.sim.touched import Spans
    from pyptx.virtual.answers.streams import Stream
    from pyptx.virtual.clocks import Operation
    from pyptx.virtual.session import Session

HOST_MEMORY, DEVICE_MEMORY, ARRAY, UNIFIED = 1, 2, 3, 4
"""Kinds of memory in the structures of copies."""

ROWS_2D = struct.Struct("<QQI4xQQQQ QQI4xQQQQ QQ")
_ROWS_3D = struct.Struct("<QQQQI4xQQQQQQ QQQQI4xQQQQQQ QQQ")
_FILL = struct.Struct("<QQIIQQ")


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a copy: the first byte, and the distances of rows and slices."""

    address: int
    pitch: int = 0
    slice: int = 0


def _is_on_device(session: Session, address: int) -> bool:
    return session.memory.start <= address < session.memory.end


def _is_defined(session: Session, address: int, size: int) -> bool:
    """Report bytes that go to the host, and that nothing has written; return whether there are none."""
    held = session.memory.allocation(address)
    if held is not None and held.written is not None:
        try:
            session.memory.check_read(address, size)
        except SimFault as fault:
            session.note_undefined(address, fault)
            return False
    return True


def _is_on_host(session: Session, side: Side) -> bool:
    found = session.block_of(side.address)
    return found is not None and found.kind != DEVICE


def _extent(side: Side, sizes: tuple[int, int, int]) -> int:
    """The bytes from the first to the last one."""
    width, height, depth = sizes
    return (depth - 1) * side.slice + (height - 1) * side.pitch + width


def _check(session: Session, side: Side, sizes: tuple[int, int, int]) -> None:
    """Check that a side of a copy is memory."""
    if not _is_on_device(session, side.address):
        if side.address < 4096:
            raise CudaError(
                "INVALID_VALUE",
                f"{side.address:#x} is the address of no memory, neither of the program nor of the device",
            )
        return
    size = _extent(side, sizes)
    if session.memory.allocation(side.address, size) is None:
        raise CudaError("INVALID_VALUE", no_range(session, side.address, size))


@dataclass(frozen=True, slots=True)
class Copy(Task):
    """A copy of bytes, rows or slices of rows; memory of the program is accessed in its process.

    Attributes:
        to: The side that is written.
        source: The side that is read.
        sizes: Bytes of a row, rows of a slice, slices.
    """

    kind: ClassVar[int | None] = COPY

    to: Side
    source: Side
    sizes: tuple[int, int, int]

    @classmethod
    def checked(cls, session: Session, to: Side, source: Side, sizes: tuple[int, int, int]) -> Copy:
        """Return a copy between two sides.

        Raises:
            CudaError: One of them is not memory.
        """
        if session.registered:
            to, source = (replace(each, address=session.on_device(each.address)) for each in (to, source))
        for side in (to, source) if all(sizes) else ():
            _check(session, side, sizes)
        return cls(session.plain_call, to, source, sizes)

    def announce(self, session: Session, stream: Stream, operation: Operation) -> Task:
        """Keep the program from memory of the host that is accessed."""
        for side, kind in ((self.source, "read"), (self.to, "write")) if session.is_deferring else ():
            if _is_on_device(session, side.address):
                spans = span(side.address, _extent(side, self.sizes))
                session.guard(Access(operation, kind, spans))
        return self

    def run(self, session: Session, operation: Operation) -> None:
        """Copy, and note the accesses; report undefined bytes that go to the host."""
        memory, to, source = session.memory, self.to, self.source
        width, height, depth = self.sizes
        if not all(is_there(session, operation, side, self.sizes) for side in (to, source)):
            return
        from_device, to_device = (_is_on_device(session, side.address) for side in (source, to))
        is_unchecked = from_device and (not to_device or _is_on_host(session, to))
        if not (from_device and to_device):
            _move(session, to, source, self.sizes)
        for z in range(depth):
            up, down = to.address + z * to.slice, source.address + z * source.slice
            if from_device:
                session.note_access(operation, "read", span(down, width, source.pitch, height))
            if to_device:
                session.note_access(operation, "write", span(up, width, to.pitch, height))
            for y in range(height):
                at, of = up + y * to.pitch, down + y * source.pitch
                if is_unchecked:
                    is_unchecked = _is_defined(session, of, width)
                if from_device and to_device:
                    memory.view(at, width)[...] = memory.view(of, width)
                    memory.copy_written(at, of, width)
                elif to_device:
                    memory.note_written(at, width)


def _move(session: Session, to: Side, source: Side, sizes: tuple[int, int, int]) -> None:
    """Let the library copy bytes in the process of the program."""
    width, height, depth = sizes
    for z in range(depth):
        up, down = to.address + z * to.slice, source.address + z * source.slice
        session.effects.add(MOVE, up, to.pitch, down, source.pitch, width, height)


def is_there(session: Session, operation: Operation, side: Side, sizes: tuple[int, int, int]) -> bool:
    """Whether a side of a copy or a fill is still memory; report it otherwise."""
    size = _extent(side, sizes)
    if not _is_on_device(session, side.address) or session.memory.allocation(side.address, size) is not None:
        return True
    session.sticky = number_of("ILLEGAL_ADDRESS")
    said = f"{operation}: {no_range(session, side.address, size)}"
    session.note_fault({"rule": "out-of-bounds", "message": said, "call": session.call})
    return False


def copy(
    session: Session, to: Side, source: Side, sizes: tuple[int, int, int], stream: int, *, waits: bool
) -> None:
    """Copy bytes, rows or slices of rows.

    Args:
        session: The device.
        to: The side that is written.
        source: The side that is read.
        sizes: Bytes of a row, rows of a slice, slices.
        stream: The stream whose work comes first.
        waits: Whether the host waits for the copy.
    """
    found = stream_of(session, stream)
    if waits:
        check_not_captured(session, found)
    if not all(sizes):
        return
    if submit(session, stream, Copy.checked(session, to, source, sizes)) is None:
        return
    from_device, to_device = (_is_on_device(session, side.address) for side in (source, to))
    shared = any(_is_on_host(session, side) for side in (source, to))
    if not to_device or (waits and (shared or not from_device)):
        wait_for(session, stream)
    elif not from_device:  # memory that is not pinned is copied at once
        drain(session, found)


_SIDES: Final = ("source", "destination")
_DIRECTION = re.compile(r"cuMemcpy([HD])to([HD])")
_KINDS: Final = {"H": HOST_MEMORY, "D": DEVICE_MEMORY}


def _check_direction(session: Session, to: int, source: int) -> None:
    """Check that the sides are where the name of the call says."""
    if found := _DIRECTION.match(session.call):
        _check_kind(session, _KINDS[found[1]], source, "source")
        _check_kind(session, _KINDS[found[2]], to, "destination")


def _check_kind(session: Session, kind: int, given: int, side: str) -> None:
    """Check that one side of a copy is memory of a kind. Managed and pinned memory is of both kinds.

    Raises:
        CudaError: It is not.
    """
    address = session.on_device(given)
    block = session.block_of(address)
    if kind == DEVICE_MEMORY and not _is_on_device(session, address):
        said = f"the {side}, {address:#x}, is not memory of the device"
    elif kind == HOST_MEMORY and block is not None and block.kind == DEVICE:
        said = f"the {side}, {session.name_of(address)}, is not memory of the host"
    else:
        return
    raise CudaError("INVALID_VALUE", said)


@answer("cuMemcpyHtoD_v2", "cuMemcpyDtoH_v2", "cuMemcpyDtoD_v2", "cuMemcpy", disturbs_captures=True)
def copy_bytes(session: Session, to: int, source: int, size: int) -> None:
    """Copy bytes and wait."""
    if size:
        _check_direction(session, to, source)
    copy(session, Side(to), Side(source), (size, 1, 1), DEFAULT, waits=True)


@answer("cuMemcpyHtoDAsync_v2", "cuMemcpyDtoHAsync_v2", "cuMemcpyDtoDAsync_v2", "cuMemcpyAsync")
def copy_bytes_in_stream(session: Session, to: int, source: int, size: int, stream: int) -> None:
    """Copy bytes in the order of a stream."""
    if size:
        _check_direction(session, to, source)
    copy(session, Side(to), Side(source), (size, 1, 1), stream, waits=False)


@answer("cuMemcpyPeer", disturbs_captures=True)
def copy_between(session: Session, to: int, of_to: int, source: int, of_source: int, size: int) -> None:
    """Copy bytes between contexts of the device."""
    copy_bytes(session, to, source, size)


@answer("cuMemcpyPeerAsync")
def copy_between_in_stream(
    session: Session, to: int, of_to: int, source: int, of_source: int, size: int, stream: int
) -> None:
    """Copy bytes between contexts of the device in the order of a stream."""
    copy_bytes_in_stream(session, to, source, size, stream)


def _address(kind: int, host: int, device: int) -> int:
    if kind == ARRAY:
        raise CudaError("NOT_SUPPORTED", "arrays (of textures) are not supported", rule="unsupported")
    if kind not in (HOST_MEMORY, DEVICE_MEMORY, UNIFIED):
        raise CudaError("INVALID_VALUE")
    return host if kind == HOST_MEMORY else device


@answer("cuMemcpy2D_v2", "cuMemcpy2DUnaligned_v2", disturbs_captures=True)
def copy_rows(session: Session, copied: bytes) -> None:
    """Copy rows and wait."""
    _copy_rows(session, copied, DEFAULT, waits=True)


@answer("cuMemcpy2DAsync_v2")
def copy_rows_in_stream(session: Session, copied: bytes, stream: int) -> None:
    """Copy rows in the order of a stream."""
    _copy_rows(session, copied, stream, waits=False)


def _copy_rows(session: Session, copied: bytes, stream: int, *, waits: bool) -> None:
    numbers = ROWS_2D.unpack(copied)
    width, height = numbers[14:]
    sides = []
    for side, (x, y, kind, host, device, _, pitch) in zip(_SIDES, (numbers[:7], numbers[7:14]), strict=True):
        if height > 1 and pitch < x + width:
            raise CudaError("INVALID_VALUE", f"a pitch of {pitch} for rows of {x + width} bytes")
        address = _address(kind, host, device)
        if width and height:
            _check_kind(session, kind, address, side)
        sides.append(Side(address + y * pitch + x, pitch))
    copy(session, sides[1], sides[0], (width, height, 1), stream, waits=waits)


@answer("cuMemcpy3D_v2", disturbs_captures=True)
def copy_slices(session: Session, copied: bytes) -> None:
    """Copy slices of rows and wait."""
    _copy_slices(session, copied, DEFAULT, waits=True)


@answer("cuMemcpy3DAsync_v2")
def copy_slices_in_stream(session: Session, copied: bytes, stream: int) -> None:
    """Copy slices of rows in the order of a stream."""
    _copy_slices(session, copied, stream, waits=False)


def _copy_slices(session: Session, copied: bytes, stream: int, *, waits: bool) -> None:
    slices = slices_of(session, copied)
    copy(session, slices.to, slices.source, slices.sizes, stream, waits=waits)


class Slices(NamedTuple):
    """Slices of rows that are copied."""

    to: Side
    source: Side
    sizes: tuple[int, int, int]


def slices_of(session: Session, copied: bytes) -> Slices:
    """Return the slices that a structure of the driver describes."""
    numbers = _ROWS_3D.unpack(copied)
    width, height, depth = numbers[22:]
    sides = []
    parts = zip(_SIDES, (numbers[:11], numbers[11:22]), strict=True)
    for side, (x, y, z, _, kind, host, device, _, _, pitch, rows) in parts:
        if (height > 1 and pitch < x + width) or (depth > 1 and rows < y + height):
            raise CudaError("INVALID_VALUE", f"a pitch of {pitch} and {rows} rows are too few")
        address = _address(kind, host, device)
        if width and height and depth:
            _check_kind(session, kind, address, side)
        sides.append(Side(address + (z * rows + y) * pitch + x, pitch, rows * pitch))
    return Slices(sides[1], sides[0], (width, height, depth))


def as_structure(made: Copy) -> bytes:
    """Return the structure of the driver for a copy."""
    sides = (
        (
            0,
            0,
            0,
            0,
            UNIFIED,
            0,
            side.address,
            0,
            0,
            side.pitch,
            side.slice // side.pitch if side.pitch else 0,
        )
        for side in (made.source, made.to)
    )
    return _ROWS_3D.pack(*(number for side in sides for number in side), *made.sizes)


# Fills


@dataclass(frozen=True, slots=True)
class Fill(Task):
    """A fill of rows.

    Attributes:
        to: The rows.
        value: The value of each element, as a number of its type.
        width: Elements of a row.
        height: Rows.
    """

    kind: ClassVar[int | None] = FILL

    to: Side
    value: Any
    width: int
    height: int

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Bytes of a row, and rows."""
        return self.width * self.value.itemsize, self.height, 1

    @classmethod
    def checked(cls, session: Session, to: Side, value: Any, width: int, height: int) -> Fill:
        """Return a fill of rows.

        Raises:
            CudaError: They are not memory of the device, or not aligned.
        """
        to = replace(to, address=session.on_device(to.address))
        made = cls(session.plain_call, to, value, width, height)
        if not (width and height):
            return made
        size = value.itemsize
        if to.address % size or (height > 1 and to.pitch % size):
            said = f"{to.address:#x}, pitch {to.pitch}: not a multiple of {size} bytes"
            raise CudaError("INVALID_VALUE", said)
        if height > 1 and to.pitch < width * size:
            raise CudaError("INVALID_VALUE", f"a pitch of {to.pitch} for rows of {width * size} bytes")
        if not _is_on_device(session, to.address):
            raise CudaError("INVALID_VALUE", session.place(to.address))
        _check(session, to, made.sizes)
        return made

    def announce(self, session: Session, stream: Stream, operation: Operation) -> Task:
        """Keep the program from memory of the host that is filled."""
        if session.is_deferring:
            session.guard(Access(operation, "write", self._spans))
        return self

    def run(self, session: Session, operation: Operation) -> None:
        """Fill, and note the access."""
        if not is_there(session, operation, self.to, self.sizes):
            return
        session.note_access(operation, "write", self._spans)
        size = self.sizes[0]
        for y in range(self.height):
            at = self.to.address + y * self.to.pitch
            session.memory.view(at, size).view(self.value.dtype)[...] = self.value
            session.memory.note_written(at, size)

    @property
    def _spans(self) -> Spans:
        return span(self.to.address, self.sizes[0], self.to.pitch, self.height)


def fill_of(session: Session, filled: bytes) -> Fill:
    """Return the fill that a structure of the driver describes."""
    to, pitch, value, size, width, height = _FILL.unpack(filled)
    kind = _TYPES.get(str(8 * size))
    if kind is None:
        raise CudaError("INVALID_VALUE", f"elements of {size} bytes; they have 1, 2 or 4")
    return Fill.checked(session, Side(to, pitch), kind(value & (1 << 8 * size) - 1), width, height)


def fill_as_structure(made: Fill) -> bytes:
    """Return the structure of the driver for a fill."""
    to, value = made.to, made.value
    return _FILL.pack(to.address, to.pitch, int(value), value.itemsize, made.width, made.height)


def _fill(session: Session, to: int, pitch: int, value: Any, width: int, height: int, stream: int) -> None:
    stream_of(session, stream)
    if width and height:
        submit(session, stream, Fill.checked(session, Side(to, pitch), value, width, height))


_TYPES: Final[dict[str, Any]] = {"8": np.uint8, "16": np.uint16, "32": np.uint32}


def _typed(session: Session, value: int) -> Any:
    """The value in the type that the name of the call ends with."""
    return _TYPES[session.call.removesuffix("_v2").removesuffix("Async").rpartition("D")[2]](value)


@answer("cuMemsetD8_v2", "cuMemsetD16_v2", "cuMemsetD32_v2")
def fill(session: Session, to: int, value: int, count: int) -> None:
    """Fill elements."""
    _fill(session, to, 0, _typed(session, value), count, 1, DEFAULT)


@answer("cuMemsetD8Async", "cuMemsetD16Async", "cuMemsetD32Async")
def fill_in_stream(session: Session, to: int, value: int, count: int, stream: int) -> None:
    """Fill elements in the order of a stream."""
    _fill(session, to, 0, _typed(session, value), count, 1, stream)


@answer("cuMemsetD2D8_v2", "cuMemsetD2D16_v2", "cuMemsetD2D32_v2")
def fill_rows(session: Session, to: int, pitch: int, value: int, width: int, height: int) -> None:
    """Fill rows."""
    _fill(session, to, pitch, _typed(session, value), width, height, DEFAULT)


@answer("cuMemsetD2D8Async", "cuMemsetD2D16Async", "cuMemsetD2D32Async")
def fill_rows_in_stream(
    session: Session, to: int, pitch: int, value: int, width: int, height: int, stream: int
) -> None:
    """Fill rows in the order of a stream."""
    _fill(session, to, pitch, _typed(session, value), width, height, stream)
