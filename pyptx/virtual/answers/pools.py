"""Pools, from which streams allocate memory: they keep nothing, so accesses to freed memory are found."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pyptx.virtual.answers.devices import check_device
from pyptx.virtual.answers.registry import answer
from pyptx.virtual.answers.streams import stream_of, submit
from pyptx.virtual.clocks import span
from pyptx.virtual.graphs import Action
from pyptx.virtual.results import CudaError

if TYPE_CHECKING:
    from pyptx.virtual.clocks import Operation
    from pyptx.virtual.session import Session

DEFAULT: Final = 0x500
"""Handle of the pool of the device."""

READ_WRITE: Final = 3

(
    FOLLOWS_EVENTS, IS_OPPORTUNISTIC, HAS_DEPENDENCIES, THRESHOLD, RESERVED, MOST_RESERVED, USED, MOST_USED,
) = range(1, 9)  # fmt: skip
"""Attributes of a pool; a program sets the first four, and may reset the two maxima."""

REUSES: Final = (FOLLOWS_EVENTS, IS_OPPORTUNISTIC, HAS_DEPENDENCIES)
"""Ways to use freed memory again, which a pool may take at the start."""

_PROPERTIES = struct.Struct("<IIii")
PINNED: Final = 1
"""The kind of allocations of a pool."""

ON_DEVICE: Final = 1
"""The kind of place of a pool."""


@dataclass(slots=True)
class Pool:
    """A pool: the attributes that the program has set, the bytes in use, and their maximum since a reset."""

    attributes: dict[int, int] = field(default_factory=lambda: dict.fromkeys(REUSES, 1))
    used: int = 0
    most: int = 0


def _pool(session: Session, handle: int) -> Pool:
    if handle == DEFAULT:
        session.pools.setdefault(DEFAULT, Pool())
    found = session.pools.get(handle)
    if not isinstance(found, Pool):
        raise session.destroyed(handle, "pool", "destroyed-pool", "INVALID_VALUE")
    return found


@answer("cuDeviceGetDefaultMemPool", anywhere=True)
def default(session: Session, device: int) -> int:
    """Return the pool that the device has at the start."""
    check_device(device)
    return DEFAULT


@answer("cuDeviceGetMemPool", anywhere=True)
def current(session: Session, device: int) -> int:
    """Return the pool that allocations of streams come from."""
    check_device(device)
    return session.pool or DEFAULT


@answer("cuDeviceSetMemPool", anywhere=True)
def set_current(session: Session, device: int, handle: int) -> None:
    """Let allocations of streams come from a pool."""
    check_device(device)
    _pool(session, handle)
    session.pool = handle


@answer("cuMemPoolCreate")
def create(session: Session, properties: bytes) -> int:
    """Create a pool."""
    kind, shared, place, device = _PROPERTIES.unpack_from(properties)
    if kind != PINNED or place != ON_DEVICE:
        raise CudaError("INVALID_VALUE")
    check_device(device)
    if shared:
        raise CudaError("NOT_SUPPORTED", "pools that processes share are not supported", rule="unsupported")
    handle = session.new_handle()
    session.pools[handle] = Pool()
    return handle


@answer("cuMemPoolDestroy")
def destroy(session: Session, handle: int) -> None:
    """Destroy a pool; its allocations stay."""
    _pool(session, handle)
    if handle == DEFAULT:
        raise CudaError("INVALID_VALUE")
    del session.pools[handle]
    session.gone[handle] = session.place_of_call
    if session.pool == handle:
        session.pool = DEFAULT


@answer("cuMemPoolSetAttribute")
def set_attribute(session: Session, handle: int, attribute: int, value: int) -> None:
    """Set an attribute; a maximum may only be reset."""
    pool = _pool(session, handle)
    if attribute in (MOST_RESERVED, MOST_USED) and not value:
        pool.most = pool.used
    elif FOLLOWS_EVENTS <= attribute <= THRESHOLD:
        pool.attributes[attribute] = value
    else:
        raise CudaError("INVALID_VALUE")


@answer("cuMemPoolGetAttribute")
def attribute(session: Session, handle: int, number: int) -> int:
    """Return an attribute; the pool has reserved the bytes in use."""
    pool = _pool(session, handle)
    if not FOLLOWS_EVENTS <= number <= MOST_USED:
        raise CudaError("INVALID_VALUE")
    if number in (RESERVED, USED):
        return pool.used
    return pool.most if number in (MOST_RESERVED, MOST_USED) else pool.attributes.get(number, 0)


@answer("cuMemPoolTrimTo")
def trim(session: Session, handle: int, keep: int) -> None:
    """Give memory of a pool back: it keeps nothing."""
    _pool(session, handle)


@answer("cuMemPoolSetAccess")
def set_access(session: Session, handle: int, descriptions: int, count: int) -> None:
    """Take the accesses of devices: there is one, which has them all."""
    _pool(session, handle)


@answer("cuMemPoolGetAccess")
def access(session: Session, handle: int, location: bytes) -> int:
    """Return the accesses of the device to memory of a pool."""
    _pool(session, handle)
    return READ_WRITE


@answer("cuMemAllocFromPoolAsync")
def allocate(session: Session, size: int, handle: int, stream: int) -> int:
    """Allocate memory of a pool in the order of a stream: work of others that uses it comes after."""
    pool = _pool(session, handle)
    if stream_of(session, stream).capture is not None:
        raise CudaError("NOT_SUPPORTED", "allocations in a capture are not supported", rule="unsupported")
    address = session.allocate(size)
    session.blocks[address].pool = handle
    pool.used += size
    pool.most = max(pool.most, pool.used)

    def own(made: Operation) -> None:
        session.note_access(made, "own", span(address, size))

    submit(session, stream, Action(session.plain_call, own))
    return address


@answer("cuMemAllocAsync")
def allocate_in_stream(session: Session, size: int, stream: int) -> int:
    """Allocate memory of the current pool in the order of a stream."""
    return allocate(session, size, session.pool or DEFAULT, stream)
