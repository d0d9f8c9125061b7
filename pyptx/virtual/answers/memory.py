"""Memory: allocations, and the allocation of an address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyptx.sim.segments import align_up
from pyptx.virtual.answers.registry import answer
from pyptx.virtual.answers.streams import settle, submit
from pyptx.virtual.clocks import span
from pyptx.virtual.graphs import Action
from pyptx.virtual.objects import DEVICE, MANAGED, PINNED, REGISTERED
from pyptx.virtual.results import CudaError

if TYPE_CHECKING:
    from pyptx.virtual.clocks import Operation
    from pyptx.virtual.session import Session

HOST_MEMORY, DEVICE_MEMORY = 1, 2
"""Kinds of memory in attributes of pointers."""

PITCH: Final = 512


@answer("cuMemGetInfo_v2")
def information(session: Session) -> tuple[int, int]:
    """Return the free and the total bytes."""
    return session.memory.free_bytes, session.memory.most


@answer("cuMemAlloc_v2", disturbs_captures=True)
def allocate(session: Session, size: int) -> int:
    """Allocate memory of the device, which the host cannot access."""
    return session.allocate(size)


@answer("cuMemAllocPitch_v2", disturbs_captures=True)
def allocate_rows(session: Session, width: int, height: int, element: int) -> tuple[int, int]:
    """Allocate rows, each at a multiple of the pitch."""
    pitch = align_up(width, PITCH)
    if not width or not height or element not in (4, 8, 16):
        raise CudaError("INVALID_VALUE")
    return session.allocate(pitch * height), pitch


@answer("cuMemAllocManaged", disturbs_captures=True)
def allocate_managed(session: Session, size: int, flags: int) -> int:
    """Allocate memory that the host accesses too."""
    if flags not in (1, 2):
        raise CudaError("INVALID_VALUE")
    return session.allocate(size, MANAGED, flags)


@answer("cuMemAllocHost_v2", disturbs_captures=True)
def allocate_host(session: Session, size: int) -> int:
    """Allocate memory of the host that kernels access."""
    return session.allocate(size, PINNED)


@answer("cuMemHostAlloc", disturbs_captures=True)
def allocate_host_with(session: Session, size: int, flags: int) -> int:
    """Allocate memory of the host that kernels access."""
    if flags > 7:
        raise CudaError("INVALID_VALUE")
    return session.allocate(size, PINNED, flags)


@answer("cuMemFree_v2", disturbs_captures=True)
def free(session: Session, address: int) -> None:
    """Free memory, once all work is done; 0 is nothing."""
    block = session.blocks.get(address)
    if block is not None and block.kind == REGISTERED:
        said = f"{session.place(address)}, which cuMemHostUnregister ends"
        raise CudaError("INVALID_VALUE", said, rule="invalid-free")
    if address:
        settle(session)
        session.free(address)


@answer("cuMemFreeHost", disturbs_captures=True)
def free_host(session: Session, address: int) -> None:
    """Free memory of the host."""
    block = session.blocks.get(address)
    if block is None or block.kind != PINNED:
        said = f"{session.place(address)}, and not memory that cuMemAllocHost or cuMemHostAlloc allocated"
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

    submit(session, stream, Action(session.plain_call, run))


def no_range(session: Session, address: int, size: int) -> str:
    """Describe bytes that are not inside one allocation."""
    return f"the {size} bytes must be inside one allocation; {session.place(address)}"


@answer("cuMemGetAddressRange_v2")
def range_of(session: Session, address: int) -> tuple[int, int]:
    """Return the allocation that an address is in."""
    found = session.memory.allocation(address)
    if found is None:
        raise CudaError("NOT_FOUND")
    return session.memory.start + found.offset, found.size


@answer("cuMemHostGetDevicePointer_v2")
def device_pointer(session: Session, host: int, flags: int) -> int:
    """Return the address by which kernels access memory of the host: the same, unless it was registered."""
    address = session.on_device(host)
    if session.memory.allocation(address) is None:
        raise CudaError("INVALID_VALUE")
    return address


@answer("cuMemHostGetFlags")
def host_flags(session: Session, host: int) -> int:
    """Return the flags with which memory of the host was allocated."""
    block = session.blocks.get(session.on_device(host))
    if block is None or block.kind not in (PINNED, REGISTERED):
        raise CudaError("INVALID_VALUE")
    return block.flags


@answer("touched", after_fault=True, from_functions=True)
def touched(session: Session, address: int, writes: int) -> int:
    """Report an illegal access of the program to device memory; return whether the program may go on."""
    verb = "writes" if writes else "reads"
    session.call = "the program"
    block = session.block_of(address)
    if block is None or block.kind == DEVICE:
        said = f"the host {verb} memory of the device: {session.place(address)}"
        session.note_fault({"rule": "host-access", "message": said, "call": session.call})
        return 0
    found = session.guards.race(block.page, address, writes=bool(writes))
    if found is not None:
        said = f"the host {verb} {session.name_of(address)}, and has not waited for an operation:"
        session.note_race("host-race", (found.operation,), f"{said}\n  {found} it")
    return 1


@answer("pointer_attribute")
def pointer_attribute(session: Session, number: int, address: int) -> tuple[int, int]:
    """Return an attribute of an address and its bytes in C."""
    host, address = address, session.on_device(address)
    found = session.memory.allocation(address)
    if found is None:
        raise CudaError("INVALID_VALUE")
    start = session.memory.start + found.offset
    block = session.block_of(address)
    kind = block.kind if block is not None else DEVICE
    context = block.context if block is not None else session.context.handle
    on_host = kind != DEVICE
    for registered, each in session.registered.items():
        if each is block:
            host = registered + address - each.address
    answers = {
        1: (context, 8),
        2: (HOST_MEMORY if kind in (PINNED, REGISTERED) else DEVICE_MEMORY, 4),
        3: (address, 8),
        4: (host, 8),
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
