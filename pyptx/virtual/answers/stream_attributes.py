"""Attributes of streams: kept as the program sets them, because they change times and no results."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from pyptx.virtual.answers.registry import answer
from pyptx.virtual.answers.streams import nearest_priority, stream_of
from pyptx.virtual.results import CudaError

if TYPE_CHECKING:
    from pyptx.virtual.session import Session

WINDOW, WAITING, PRIORITY, DOMAINS, DOMAIN = 1, 3, 8, 9, 10
"""Numbers of the attributes: memory kept in the L2 cache, how the host waits, and what orders memory."""

_DEFAULTS: Final = {WINDOW: b"", WAITING: b"\1", DOMAINS: b"\0\1", DOMAIN: b""}
_NUMBER = struct.Struct("<i")


@answer("cuStreamGetAttribute")
def attribute(session: Session, handle: int, number: int) -> bytes:
    """Return an attribute of a stream."""
    stream = stream_of(session, handle)
    if number == PRIORITY:
        return _NUMBER.pack(stream.priority)
    if number not in _DEFAULTS:
        raise CudaError("INVALID_VALUE")
    return stream.attributes.get(number, _DEFAULTS[number])


@answer("cuStreamSetAttribute")
def set_attribute(session: Session, handle: int, number: int, value: bytes) -> None:
    """Set an attribute of a stream."""
    stream = stream_of(session, handle)
    (first,) = _NUMBER.unpack_from(value)
    if number == PRIORITY:
        stream.priority = nearest_priority(first)
        return
    legal = {WAITING: range(1, 5), DOMAIN: range(2)}
    if number not in _DEFAULTS or first not in legal.get(number, (first,)):
        raise CudaError("INVALID_VALUE")
    stream.attributes[number] = value


@answer("cuStreamCopyAttributes")
def copy(session: Session, to: int, source: int) -> None:
    """Give a stream the attributes of another one."""
    taken, given = stream_of(session, to), stream_of(session, source)
    taken.attributes, taken.priority = dict(given.attributes), given.priority
