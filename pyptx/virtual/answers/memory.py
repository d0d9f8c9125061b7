"""Memory: allocations, copies, fills, and what an address belongs to."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pyptx.errors import SimFault
from pyptx.sim.segments import align_up
from pyptx.virtual.answers.devices import check_pool
from pyptx.virtual.answers.registry import answer
from pyptx.virtual.answers.streams import DEFAULT, drain, settle, stream_of, submit, wait_for
from pyptx.virtual.clocks import Access, span
from pyptx.virtual.effects import MOVE
from pyptx.virtual.results import CudaError
from pyptx.virtual.session import DEVICE, MANAGED, PINNED

if TYPE_CHECKING:
    from pyptx.virtual.clocks import Operation
    from pyptx.virtual.session import Session

HOST_MEMORY, DEVICE_MEMORY, ARRAY, UNIFIED = 1, 2, 3, 4
"""Kinds of memory in the structures of copies, and in attributes of pointers."""

PITCH: Final = 512

_ROWS_2D = struct.Struct("<QQI4xQQQQ QQI4xQQQQ QQ")
_ROWS_3D = struct.Struct("<QQQQI4xQQQQQQ QQQQI4xQQQQQQ QQQ")


@answer("cuMemGetInfo_v2")
def information(session: Session) -> tuple[int, int]:
    """Return the free and the total bytes."""
    return session.memory.most - session.memory.bytes_in_use, session.memory.most


@answer("cuMemAlloc_v2")
def allocate(session: Session, size: int) -> int:
    """Allocate memory of the device, which the host cannot access."""
    return session.allocate(size)


@answer("cuMemAllocPitch_v2")
def allocate_rows(session: Session, width: int, height: int, element: int) -> tuple[int, int]:
    """Allocate rows, each at a multiple of the pitch."""
    pitch = align_up(width, PITCH)
    if not width or not height or element not in (4, 8, 16):
        raise CudaError("INVALID_VALUE")
    return session.allocate(pitch * height), pitch


@answer("cuMemAllocManaged")
def allocate_managed(session: Session, size: int, flags: int) -> int:
    """Allocate memory that the host accesses too."""
    if flags not in (1, 2):
        raise CudaError("INVALID_VALUE")
    return session.allocate(size, MANAGED, flags)


@answer("cuMemAllocHost_v2")
def allocate_host(session: Session, size: int) -> int:
    """Allocate memory of the host that kernels access."""
    return session.allocate(size, PINNED)


@answer("cuMemHostAlloc")
def allocate_host_with(session: Session, size: int, flags: int) -> int:
    """Allocate memory of the host that kernels access."""
    if flags > 7:
        raise CudaError("INVALID_VALUE")
    return session.allocate(size, PINNED, flags)


@answer("cuMemAllocAsync")
def allocate_in_stream(session: Session, size: int, stream: int) -> int:
    """Allocate memory in the order of a stream: work of others that uses it comes after."""
    stream_of(session, stream)
    address = session.allocate(size)
    submit(session, stream, lambda made: session.note_access(made, "own", span(address, size)))
    return address


@answer("cuMemAllocFromPoolAsync")
def allocate_from_pool(session: Session, size: int, pool: int, stream: int) -> int:
    """Allocate memory of a pool in the order of a stream."""
    check_pool(pool)
    return allocate_in_stream(session, size, stream)


@answer("cuMemFree_v2")
def free(session: Session, address: int) -> None:
    """Free memory, once all work is done; 0 is nothing."""
    if address:
        settle(session)
        session.free(address)


@answer("cuMemFreeHost")
def free_host(session: Session, address: int) -> None:
    """Free memory of the host."""
    block = session.blocks.get(address)
    if block is None or block.kind != PINNED:
        said = f"{session.place(address)}, not memory of the host that the driver allocated"
        raise CudaError("INVALID_VALUE", said, rule="invalid-free")
    free(session, address)


@answer("cuMemFreeAsync")
def free_in_stream(session: Session, address: int, stream: int) -> None:
    """Free memory in the order of a stream."""
    if address not in session.blocks:
        raise CudaError("INVALID_VALUE", session.place(address), rule="invalid-free")
    size = session.blocks[address].size

    def run(made: Operation) -> None:
        session.note_access(made, "own", span(address, size))
        session.free(address)

    submit(session, stream, run)


@answer("cuMemPoolSetAttribute")
def set_pool_attribute(session: Session, pool: int, attribute: int, value: int) -> None:
    """Take an attribute of the pool: it keeps nothing, so that freed memory is found."""
    check_pool(pool)


@answer("cuMemPoolTrimTo")
def trim_pool(session: Session, pool: int, keep: int) -> None:
    """Give memory of the pool back: it keeps nothing."""
    check_pool(pool)


@answer("cuMemPrefetchAsync", "cuMemPrefetchAsync_v2", "cuMemAdvise", "cuMemAdvise_v2")
def advise(session: Session, address: int, size: int, *rest: int) -> None:
    """Take advice about managed memory: it is one memory, so nothing moves."""
    if session.memory.allocation(address, size) is None:
        raise CudaError("INVALID_VALUE", _no_range(session, address, size))


@answer("cuMemGetAddressRange_v2")
def range_of(session: Session, address: int) -> tuple[int, int]:
    """Return the allocation that an address is in."""
    found = session.memory.allocation(address)
    if found is None:
        raise CudaError("NOT_FOUND")
    return session.memory.start + found.offset, found.size


@answer("cuMemHostGetDevicePointer_v2")
def device_pointer(session: Session, host: int, flags: int) -> int:
    """Return the address by which kernels access memory of the host: the same."""
    found = session.memory.allocation(host)
    if found is None:
        raise CudaError("INVALID_VALUE")
    return host


@answer("cuMemHostGetFlags")
def host_flags(session: Session, host: int) -> int:
    """Return the flags with which memory of the host was allocated."""
    block = session.blocks.get(host)
    if block is None or block.kind != PINNED:
        raise CudaError("INVALID_VALUE")
    return block.flags


@answer("touched", after_fault=True)
def touched(session: Session, address: int, writes: int) -> int:
    """Return whether the program may go on that accessed memory of the device, and report what is wrong."""
    verb = "writes" if writes else "reads"
    session.call = "the program"
    block = session.block_of(address)
    if block is None or block.kind == DEVICE:
        said = f"the host {verb} memory of the device: {session.place(address)}"
        session.note_fault({"rule": "host-access", "message": said, "call": session.call})
        return 0
    found = session.guards.race(block.address, address, writes=bool(writes))
    if found is not None:
        said = f"the host {verb} {session.name_of(address)}, and has not waited for an operation:"
        session.note_race("host-race", (found.operation,), f"{said}\n  {found} it")
    return 1


@answer("pointer_attribute")
def pointer_attribute(session: Session, number: int, address: int) -> tuple[int, int]:
    """Return an attribute of an address and its bytes in C."""
    found = session.memory.allocation(address)
    if found is None:
        raise CudaError("INVALID_VALUE")
    start = session.memory.start + found.offset
    block = session.block_of(address)
    kind = block.kind if block is not None else DEVICE
    context = block.context if block is not None else session.context.handle
    on_host = kind != DEVICE
    answers = {
        1: (context, 8),
        2: (HOST_MEMORY if kind == PINNED else DEVICE_MEMORY, 4),
        3: (address, 8),
        4: (address, 8),
        6: (1, 1),  # copies of it are in order with the host
        7: (start, 8),  # a number of the allocation
        8: (int(kind == MANAGED), 1),
        9: (0, 4),  # the device
        10: (0, 1),  # other processes cannot open it
        11: (start, 8),
        12: (found.size, 8),
        13: (1, 1),
        14: (0, 8),
        15: (0, 1),
        16: (3, 4),  # kernels read and write it
        17: (0, 8),
    }
    if number not in answers or (number == 4 and not on_host):
        raise CudaError("INVALID_VALUE")
    return answers[number]


# Copies


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a copy: the first byte, and the distances of rows and slices."""

    address: int
    pitch: int = 0
    slice: int = 0


def _no_range(session: Session, address: int, size: int) -> str:
    return f"the {size} bytes must be inside one allocation; {session.place(address)}"


def _is_on_device(session: Session, address: int) -> bool:
    return session.memory.start <= address < session.memory.end


def _check_defined(session: Session, address: int, size: int) -> None:
    """Report bytes that go to the host, and that nothing has written."""
    held = session.memory.allocation(address)
    if held is not None and held.written is not None:
        try:
            session.memory.check_read(address, size)
        except SimFault as fault:
            session.note_undefined(address, fault)


def _is_on_host(session: Session, side: Side) -> bool:
    found = session.block_of(side.address)
    return found is not None and found.kind != DEVICE


def _checked(session: Session, side: Side, width: int, height: int, depth: int) -> bool:
    """Check that a side of a copy is memory; return whether it is in the memory of the device."""
    if not _is_on_device(session, side.address):
        if side.address < 4096:
            raise CudaError(
                "INVALID_VALUE",
                f"{side.address:#x} is the address of no memory, neither of the program nor of the device",
            )
        return False
    size = (depth - 1) * side.slice + (height - 1) * side.pitch + width
    if session.memory.allocation(side.address, size) is None:
        raise CudaError("INVALID_VALUE", _no_range(session, side.address, size))
    return True


def copy(
    session: Session, to: Side, source: Side, sizes: tuple[int, int, int], stream: int, *, waits: bool
) -> None:
    """Copy bytes, rows or slices of rows; memory of the program is accessed in its process.

    Args:
        session: The device.
        to: The side that is written.
        source: The side that is read.
        sizes: Bytes of a row, rows of a slice, slices.
        stream: The stream whose work comes first.
        waits: Whether the host waits for the copy.
    """
    width, height, depth = sizes
    stream_of(session, stream)
    if not (width and height and depth):
        return
    here = [_checked(session, side, width, height, depth) for side in (to, source)]
    rows = [(z * to.slice, z * source.slice) for z in range(depth)]
    on_host = [not each or _is_on_host(session, side) for each, side in zip(here, (to, source), strict=True)]

    def run(made: Operation) -> None:
        memory = session.memory
        for up, down in rows:
            for side, kind, more, is_here in ((source, "read", down, here[1]), (to, "write", up, here[0])):
                if is_here:
                    session.note_access(made, kind, span(side.address + more, width, side.pitch, height))
            if not all(here):
                numbers = (to.address + up, to.pitch, source.address + down, source.pitch, width, height)
                session.effects.add(MOVE, *numbers)
            for y in range(height):
                at, of = to.address + up + y * to.pitch, source.address + down + y * source.pitch
                if here[1] and on_host[0]:
                    _check_defined(session, of, width)
                if all(here):
                    memory.view(at, width)[...] = memory.view(of, width)
                    memory.copy_written(at, of, width)
                elif here[0]:
                    memory.note_written(at, width)

    made = submit(session, stream, run)
    if session.options.late:
        for side, kind, is_here in ((source, "read", here[1]), (to, "write", here[0])):
            if is_here:
                spans = span(side.address, (depth - 1) * side.slice + (height - 1) * side.pitch + width)
                session.guard(Access(made, kind, spans))
    if (waits and any(on_host)) or not here[0]:
        wait_for(session, stream)
    elif not here[1]:  # memory that is not pinned is copied at once
        drain(session, stream_of(session, stream))


@answer("cuMemcpyHtoD_v2", "cuMemcpyDtoH_v2", "cuMemcpyDtoD_v2", "cuMemcpy")
def copy_bytes(session: Session, to: int, source: int, size: int) -> None:
    """Copy bytes and wait."""
    copy(session, Side(to), Side(source), (size, 1, 1), DEFAULT, waits=True)


@answer("cuMemcpyHtoDAsync_v2", "cuMemcpyDtoHAsync_v2", "cuMemcpyDtoDAsync_v2", "cuMemcpyAsync")
def copy_bytes_in_stream(session: Session, to: int, source: int, size: int, stream: int) -> None:
    """Copy bytes in the order of a stream."""
    copy(session, Side(to), Side(source), (size, 1, 1), stream, waits=False)


@answer("cuMemcpyPeer")
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


@answer("cuMemcpy2D_v2", "cuMemcpy2DUnaligned_v2")
def copy_rows(session: Session, copied: bytes) -> None:
    """Copy rows and wait."""
    _copy_rows(session, copied, DEFAULT, waits=True)


@answer("cuMemcpy2DAsync_v2")
def copy_rows_in_stream(session: Session, copied: bytes, stream: int) -> None:
    """Copy rows in the order of a stream."""
    _copy_rows(session, copied, stream, waits=False)


def _copy_rows(session: Session, copied: bytes, stream: int, *, waits: bool) -> None:
    numbers = _ROWS_2D.unpack(copied)
    width, height = numbers[14:]
    sides = []
    for x, y, kind, host, device, _, pitch in (numbers[:7], numbers[7:14]):
        if height > 1 and pitch < x + width:
            raise CudaError("INVALID_VALUE", f"a pitch of {pitch} for rows of {x + width} bytes")
        sides.append(Side(_address(kind, host, device) + y * pitch + x, pitch))
    copy(session, sides[1], sides[0], (width, height, 1), stream, waits=waits)


@answer("cuMemcpy3D_v2")
def copy_slices(session: Session, copied: bytes) -> None:
    """Copy slices of rows and wait."""
    _copy_slices(session, copied, DEFAULT, waits=True)


@answer("cuMemcpy3DAsync_v2")
def copy_slices_in_stream(session: Session, copied: bytes, stream: int) -> None:
    """Copy slices of rows in the order of a stream."""
    _copy_slices(session, copied, stream, waits=False)


def _copy_slices(session: Session, copied: bytes, stream: int, *, waits: bool) -> None:
    numbers = _ROWS_3D.unpack(copied)
    width, height, depth = numbers[22:]
    sides = []
    for x, y, z, _, kind, host, device, _, _, pitch, rows in (numbers[:11], numbers[11:22]):
        if (height > 1 and pitch < x + width) or (depth > 1 and rows < y + height):
            raise CudaError("INVALID_VALUE", f"a pitch of {pitch} and {rows} rows are too few")
        start = _address(kind, host, device) + (z * rows + y) * pitch + x
        sides.append(Side(start, pitch, rows * pitch))
    copy(session, sides[1], sides[0], (width, height, depth), stream, waits=waits)


# Fills


def _fill(session: Session, to: int, pitch: int, value: Any, width: int, height: int, stream: int) -> None:
    size = value.itemsize
    stream_of(session, stream)
    if not (width and height):
        return
    if to % size or (height > 1 and (pitch < width * size or pitch % size)):
        raise CudaError("INVALID_VALUE", f"{to:#x}, pitch {pitch}: not a multiple of {size} bytes")
    if not _is_on_device(session, to):
        raise CudaError("INVALID_VALUE", session.place(to))
    _checked(session, Side(to, pitch), width * size, height, 1)

    def run(made: Operation) -> None:
        session.note_access(made, "write", span(to, width * size, pitch, height))
        for y in range(height):
            session.memory.view(to + y * pitch, width * size).view(value.dtype)[...] = value
            session.memory.note_written(to + y * pitch, width * size)

    made = submit(session, stream, run)
    if session.options.late:
        session.guard(Access(made, "write", span(to, width * size, pitch, height)))


_TYPES = {"8": np.uint8, "16": np.uint16, "32": np.uint32}


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
