"""Streams and events: work in order, and when it takes effect.

A stream is a queue. Eager streams carry work out at once. Late streams (``--streams late``) carry it out when
something waits for it: a synchronisation, an event, a copy that the host waits for. A program that uses a
result before it has waited then gets the old bytes, on every run. The default stream waits for all other
streams that are not created as non-blocking, and these for it.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pyptx.virtual.answers.registry import answer
from pyptx.virtual.results import CudaError
from pyptx.virtual.session import CALL, STREAM_CALLBACK

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.virtual.session import Session

DEFAULT, LEGACY, PER_THREAD = 0, 1, 2
"""Handles of the default stream; streams are in order, so that of a thread is the same one."""

NON_BLOCKING: Final = 1
NO_TIMING: Final = 2


@dataclass(slots=True)
class Work:
    """A piece of work in a stream, numbered in the order of calls."""

    number: int
    run: Callable[[], None]


@dataclass(slots=True)
class Stream:
    """A stream: its pending work, the oldest first."""

    handle: int
    context: int
    flags: int = 0
    priority: int = 0
    pending: deque[Work] = field(default_factory=deque)

    def is_in_order_with(self, other: Stream) -> bool:
        """Whether one is the default stream, and the other one waits for it."""
        has_default = (self.handle == DEFAULT) != (other.handle == DEFAULT)
        return has_default and not (self.flags | other.flags) & NON_BLOCKING


@dataclass(slots=True)
class Event:
    """An event: the stream and the number of the work that it was recorded behind, and the time."""

    handle: int
    context: int
    flags: int = 0
    stream: Stream | None = None
    number: int = -1
    time: float | None = None


def stream_of(session: Session, handle: int) -> Stream:
    """Return the stream of a handle.

    Raises:
        CudaError: There is none, or it was destroyed.
    """
    if handle in (DEFAULT, LEGACY, PER_THREAD):
        context = session.context.handle
        found = session.streams.get(-context)
        if found is None:
            found = session.streams[-context] = Stream(0, context)
    else:
        found = session.streams.get(handle)
    if not isinstance(found, Stream):
        said = f"the stream {handle:#x} was destroyed" if handle in session.gone else ""
        raise CudaError("INVALID_HANDLE", said, rule="destroyed-stream")
    return found


def submit(session: Session, handle: int, run: Callable[[], None]) -> None:
    """Add work to a stream, which carries it out at once or when something waits for it."""
    stream = stream_of(session, handle)
    session.submitted += 1
    stream.pending.append(Work(session.submitted, run))
    if not session.options.late:
        drain(session, stream)


def wait_for(session: Session, handle: int) -> None:
    """Carry out all work of a stream: the host waits for it."""
    drain(session, stream_of(session, handle))


def settle(session: Session) -> None:
    """Carry out all work of all streams, that of the newest stream first."""
    for stream in [each for each in reversed(list(session.streams.values())) if isinstance(each, Stream)]:
        drain(session, stream)


def drain(session: Session, stream: Stream, last: int | None = None) -> None:
    """Carry out the work of a stream up to a number, all of it by default, and what must precede it."""
    while stream.pending and (last is None or stream.pending[0].number <= last):
        work = stream.pending.popleft()
        for other in list(session.streams.values()):
            if stream.is_in_order_with(other):
                drain(session, other, work.number)
        if session.sticky:
            stream.pending.clear()
            return
        work.run()


@answer("cuStreamCreate")
def create(session: Session, flags: int) -> int:
    """Create a stream."""
    return create_with_priority(session, flags, 0)


@answer("cuStreamCreateWithPriority")
def create_with_priority(session: Session, flags: int, priority: int) -> int:
    """Create a stream with a priority, which changes no result."""
    if flags & ~NON_BLOCKING:
        raise CudaError("INVALID_VALUE")
    handle = session.new_handle()
    session.streams[handle] = Stream(handle, session.context.handle, flags, max(-5, min(priority, 0)))
    return handle


@answer("cuStreamDestroy_v2")
def destroy(session: Session, handle: int) -> None:
    """Destroy a stream; its work is carried out."""
    stream = stream_of(session, handle)
    if not stream.handle:
        raise CudaError("INVALID_HANDLE")
    drain(session, stream)
    del session.streams[handle]
    session.gone.add(handle)


@answer("cuStreamSynchronize")
def synchronise(session: Session, handle: int) -> None:
    """Wait for the work of a stream."""
    wait_for(session, handle)


@answer("cuStreamQuery")
def query(session: Session, handle: int) -> None:
    """Fail while a stream has work; the next query finds that it was carried out."""
    stream = stream_of(session, handle)
    if stream.pending:
        drain(session, stream)
        raise CudaError("NOT_READY")


@answer("cuStreamWaitEvent")
def wait_event(session: Session, handle: int, event: int, flags: int) -> None:
    """Let the further work of a stream wait for an event."""
    found = event_of(session, event)
    stream, number = found.stream, found.number
    stream_of(session, handle)
    if stream is not None:
        behind = stream
        submit(session, handle, lambda: drain(session, behind, number))


@answer("cuStreamGetCtx")
def context(session: Session, handle: int) -> int:
    """Return the context of a stream."""
    return stream_of(session, handle).context


@answer("cuStreamGetDevice")
def device(session: Session, handle: int) -> int:
    """Return the device of a stream."""
    stream_of(session, handle)
    return 0


@answer("cuStreamGetFlags")
def flags(session: Session, handle: int) -> int:
    """Return the flags of a stream."""
    return stream_of(session, handle).flags


@answer("cuStreamGetPriority")
def priority(session: Session, handle: int) -> int:
    """Return the priority of a stream."""
    return stream_of(session, handle).priority


@answer("cuStreamGetId")
def identifier(session: Session, handle: int) -> int:
    """Return the number of a stream."""
    return stream_of(session, handle).handle or 1


@answer("cuStreamIsCapturing")
def is_capturing(session: Session, handle: int) -> int:
    """Return whether a stream is being captured: none is."""
    stream_of(session, handle)
    return 0


@answer("cuStreamAttachMemAsync")
def attach(session: Session, handle: int, address: int, size: int, flags: int) -> None:
    """Let managed memory belong to a stream: it is one memory, so nothing moves."""
    stream_of(session, handle)
    block = session.memory.allocation(address)
    if block is None:
        raise CudaError("INVALID_VALUE")


@answer("cuStreamAddCallback")
def add_callback(session: Session, handle: int, callback: int, data: int, flags: int) -> None:
    """Call a function of the program when the work so far is done."""
    stream_of(session, handle)
    effect = (STREAM_CALLBACK, (callback, data, handle, 0), b"")
    submit(session, handle, lambda: session.effects.append(effect))


@answer("cuLaunchHostFunc")
def call_host(session: Session, handle: int, function: int, data: int) -> None:
    """Call a function of the program when the work so far is done; further work waits for it."""
    stream_of(session, handle)
    submit(session, handle, lambda: session.effects.append((CALL, (function, data), b"")))


def event_of(session: Session, handle: int) -> Event:
    """Return the event of a handle.

    Raises:
        CudaError: There is none, or it was destroyed.
    """
    found = session.events.get(handle)
    if not isinstance(found, Event):
        said = f"the event {handle:#x} was destroyed" if handle in session.gone else ""
        raise CudaError("INVALID_HANDLE", said, rule="destroyed-event")
    return found


@answer("cuEventCreate")
def create_event(session: Session, flags: int) -> int:
    """Create an event."""
    handle = session.new_handle()
    session.events[handle] = Event(handle, session.context.handle, flags)
    return handle


@answer("cuEventDestroy_v2")
def destroy_event(session: Session, handle: int) -> None:
    """Destroy an event."""
    event_of(session, handle)
    del session.events[handle]
    session.gone.add(handle)


@answer("cuEventRecord")
def record(session: Session, event: int, stream: int) -> None:
    """Record an event behind the work of a stream so far."""
    found = event_of(session, event)
    behind = stream_of(session, stream)
    if found.context != behind.context:
        said = f"the event {event:#x} is of another context than the stream {stream:#x}"
        raise CudaError("INVALID_HANDLE", said, rule="foreign-event")
    found.stream, found.number, found.time = behind, session.submitted + 1, None

    def note() -> None:
        found.time = time.perf_counter()

    submit(session, stream, note)


@answer("cuEventRecordWithFlags")
def record_with(session: Session, event: int, stream: int, flags: int) -> None:
    """Record an event."""
    record(session, event, stream)


def _is_pending(event: Event) -> bool:
    if event.stream is None or not event.stream.pending:
        return False
    return event.stream.pending[0].number <= event.number


@answer("cuEventQuery")
def query_event(session: Session, handle: int) -> None:
    """Fail while the work before an event is pending; the next query finds that it was carried out."""
    event = event_of(session, handle)
    if _is_pending(event):
        synchronise_event(session, handle)
        raise CudaError("NOT_READY")


@answer("cuEventSynchronize")
def synchronise_event(session: Session, handle: int) -> None:
    """Wait for the work before an event."""
    event = event_of(session, handle)
    if event.stream is not None:
        drain(session, event.stream, event.number)


@answer("cuEventElapsedTime", "cuEventElapsedTime_v2")
def elapsed(session: Session, start: int, end: int) -> float:
    """Return the milliseconds between two events, as the simulator took them."""
    first, last = event_of(session, start), event_of(session, end)
    if first.stream is None or last.stream is None or (first.flags | last.flags) & NO_TIMING:
        raise CudaError("INVALID_HANDLE")
    if first.time is None or last.time is None:
        raise CudaError("NOT_READY")
    return 1000 * (last.time - first.time)
