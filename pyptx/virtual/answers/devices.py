"""The device: its number, name and attributes."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from pyptx.virtual.answers.registry import answer
from pyptx.virtual.facts import DEVICE_ATTRIBUTES, DRIVER_VERSION, MOST_ATTRIBUTE, PCI_BUS_ID, UUID
from pyptx.virtual.results import CudaError

if TYPE_CHECKING:
    from pyptx.virtual.session import Session


def check_device(device: int) -> None:
    """Check the number of a device: there is one.

    Raises:
        CudaError: There is no such device.
    """
    if device:
        said = f"there is no device {device}: the virtual GPU is one device, with the number 0"
        raise CudaError("INVALID_DEVICE", said, rule="unsupported")


_INSTEAD: Final = {
    **dict.fromkeys(
        ("Tex", "Surf", "Array", "ChannelDesc"),
        "read memory of cudaMalloc or cudaMallocPitch through a pointer instead of a texture",
    ),
    "GraphConditional": "let the host read the condition and launch the graph of the body",
    "with an event": "record an event after the launch",
    **dict.fromkeys(("MemAddress", "MemCreate", "MemMap"), "allocate by cudaMalloc or cudaMallocAsync"),
}
"""The alternative to each function that is not supported, by a part of its name."""


@answer("cuInit", anywhere=True)
def initialise(session: Session, flags: int) -> None:
    """Start the driver in the process."""
    if flags:
        raise CudaError("INVALID_VALUE")
    session.initialised = True


@answer("cuDriverGetVersion", anywhere=True)
def version(session: Session) -> int:
    """Return the version of the driver."""
    return DRIVER_VERSION


@answer("cuDeviceGetCount", anywhere=True)
def count(session: Session) -> int:
    """Return the number of devices."""
    return 1


@answer("cuDeviceGet", anywhere=True)
def device(session: Session, ordinal: int) -> int:
    """Return a device."""
    check_device(ordinal)
    return ordinal


@answer("cuDeviceGetName", anywhere=True)
def name(session: Session, length: int, device: int) -> str:
    """Return the name of the device."""
    check_device(device)
    return f"pyptx virtual GPU ({session.options.arch.name})"


@answer("cuDeviceGetUuid", "cuDeviceGetUuid_v2", anywhere=True)
def uuid(session: Session, device: int) -> bytes:
    """Return the identifier of the device."""
    check_device(device)
    return UUID


@answer("cuDeviceTotalMem_v2", anywhere=True)
def total(session: Session, device: int) -> int:
    """Return the bytes of its memory."""
    check_device(device)
    return session.memory.most


@answer("cuDeviceGetAttribute", anywhere=True)
def attribute(session: Session, number: int, device: int) -> int:
    """Return an attribute of the device."""
    check_device(device)
    if not 0 < number <= MOST_ATTRIBUTE:
        raise CudaError("INVALID_VALUE")
    found = DEVICE_ATTRIBUTES.get(number)
    return found(session.options.arch) if found else 0


@answer("cuDeviceGetPCIBusId", anywhere=True)
def bus_id(session: Session, length: int, device: int) -> str:
    """Return the place of the device on its bus."""
    check_device(device)
    return PCI_BUS_ID


@answer("cuDeviceGetByPCIBusId", anywhere=True)
def device_at(session: Session, text: str) -> int:
    """Return the device at a place on the bus."""
    if text.lower() not in (PCI_BUS_ID, PCI_BUS_ID[5:], PCI_BUS_ID[5:-2]):
        raise CudaError("INVALID_DEVICE")
    return 0


@answer("cuDeviceComputeCapability", anywhere=True)
def capability(session: Session, device: int) -> tuple[int, int]:
    """Return the compute capability."""
    check_device(device)
    return session.options.arch.capability


@answer("cuDeviceCanAccessPeer", anywhere=True)
def can_access_peer(session: Session, device: int, peer: int) -> int:
    """Return whether one device reaches the memory of another."""
    check_device(device)
    check_device(peer)
    return 0


@answer("cuDeviceGetP2PAttribute", anywhere=True)
def peer_attribute(session: Session, number: int, device: int, peer: int) -> int:
    """Refuse: it is about two devices."""
    raise CudaError("INVALID_DEVICE")


@answer("site", anywhere=True, after_fault=True)
def site(session: Session, number: int, line: str, addresses: bytes) -> None:
    """Note a line of the program that calls the driver."""
    session.reports.sites.add(number, line, struct.unpack(f"<{len(addresses) // 8}Q", addresses))


@answer("refused", anywhere=True)
def refuse(session: Session, text: str) -> None:
    """Note a call of a function that is not built; name what the program can do instead."""
    instead = next((words for part, words in _INSTEAD.items() if part in text), "")
    session.reports.refuse(text, instead, session.site)
    raise CudaError("NOT_SUPPORTED")
