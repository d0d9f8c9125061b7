"""Memory of the program that it registers: its pages become pages of the device, at other addresses there.

Kernels take the address of ``cuMemHostGetDevicePointer``; calls of the driver take both. The library moves
the pages after `register` and before `unregister`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.virtual.answers.registry import answer
from pyptx.virtual.answers.streams import settle
from pyptx.virtual.effects import PAGE
from pyptx.virtual.objects import REGISTERED
from pyptx.virtual.results import CudaError

if TYPE_CHECKING:
    from pyptx.virtual.objects import Block
    from pyptx.virtual.session import Session

MOST_FLAGS = 15


def _registered(session: Session, host: int) -> Block:
    found = session.registered.get(host)
    if found is None:
        raise CudaError("HOST_MEMORY_NOT_REGISTERED")
    return found


@answer("host_register", disturbs_captures=True)
def register(session: Session, host: int, size: int, flags: int, obstacle: str) -> int:
    """Register memory of the program, and return its address on the device."""
    session.call = "cuMemHostRegister"
    if flags > MOST_FLAGS:
        raise CudaError("INVALID_VALUE")
    for other, block in session.registered.items():
        if host < other + block.size and other < host + size:
            raise CudaError("HOST_MEMORY_ALREADY_REGISTERED")
    if obstacle:
        said = f"{size} bytes at {host:#x} cannot be registered: {obstacle}"
        raise CudaError("NOT_SUPPORTED", said, rule="unsupported")
    address = session.allocate(size, REGISTERED, flags, phase=host % PAGE)
    session.registered[host] = session.blocks[address]
    return address


@answer("host_settle", disturbs_captures=True)
def finish(session: Session, host: int) -> None:
    """Carry out all work, which may access memory that is about to leave the device."""
    session.call = "cuMemHostUnregister"
    _registered(session, host)
    settle(session)


@answer("host_unregister", after_fault=True)
def unregister(session: Session, host: int) -> None:
    """Free the pages of the device that were those of the program."""
    session.call = "cuMemHostUnregister"
    address = _registered(session, host).address
    del session.registered[host]
    session.free(address)
