"""Streams and events: the order of work, and the time when it takes effect.

A stream is a queue. Eager streams carry work out at once. Late streams (``--streams late``) carry it out when
something waits for it: a synchronisation, an event, a copy that the host waits for. A program that uses a
result before it has waited then gets the old bytes, on every run. The default stream waits for all other
streams that are not created as non-blocking, and these for it. Clocks (`pyptx.virtual.clocks`) follow the
same rules and do not depend on when work is carried out.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from pyptx.virtual.answers.registry import answer
from pyptx.virtual.clocks import Clock, Operation, join
from pyptx.virtual.effects import CALL, STREAM_CALLBACK
from pyptx.virtual.results import CudaError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.virtual.session import Session

DEFAULT, LEGACY, PER_THREAD = 0, 1, 2
"""Handles of the default streams: that of the calling convention, that of the context, that of the thread."""

NON_BLOCKING: Final = 1
NO_TIMING: Final = 2


@dataclass(frozen=True, slots=True)
class Work:
    """An operation of a stream that is to be carried out."""

    operation: Operation
    run: Callable[[Operation], None]

    @property
    def number(self) -> int:
        """Its number in the order of calls."""
        return self.operation.number


@dataclass(slots=True)
class Stream:
    """A stream: its pending work, the oldest first.

    Attributes:
        handle: Its handle; 0 for a default stream.
        key: Its number in clocks.
        name: Its name in reports.
        context: Its context.
        flags: Flags with which the program created it.
        priority: Priority with which the program created it.
        pending: Work that is to be carried out.
        clock: The operations that are ordered before the next one.
        count: Operations that it was given.
    """

    handle: int
    key: int
    name: str
    context: int
    flags: int = 0
    priority: int = 0
    pending: deque[Work] = field(default_factory=deque)
    clock: Clock = field(default_factory=dict)
    count: int = 0

    @property
    def is_default(self) -> bool:
        """Whether it is the default stream of its context."""
        return self.key == -self.context

    def is_in_order_with(self, other: Stream) -> bool:
        """Whether one is the default stream of their context, and the other one waits for it."""
        has_default = self.is_default != other.is_default and self.context == other.context
        return has_default and not (self.flags | other.flags) & NON_BLOCKING


@dataclass(slots=True)
class Event:
    """An event: the stream and the number of the work that it was recorded behind, and the time.

    Attributes:
        handle: Its handle.
        context: Its context.
        made: The call that created it.
        flags: As the program created it.
        stream: The stream that it was recorded in; None before.
        number: Number of the operation that records it.
        time: When that was carried out; None before.
        clock: What comes before it.
    """

    handle: int
    context: int
    made: str
    flags: int = 0
    stream: Stream | None = None
    number: int = -1
    time: float | None = None
    clock: Clock = field(default_factory=dict)


def stream_of(session: Session, handle: int) -> Stream:
    """Return the stream of a handle.

    Raises:
        CudaError: There is none, or it was destroyed.
    """
    context = session.context.handle
    if handle in (DEFAULT, LEGACY, PER_THREAD):
        is_of_thread = handle == PER_THREAD or (handle == DEFAULT and session.per_thread)
        key = session.key_of_thread(context) if is_of_thread else -context
        if key not in session.streams:
            of = f" of thread {session.thread}" if is_of_thread else ""
            session.streams[key] = Stream(0, key, f"the default stream{of}", context)
        found = session.streams[key]
    else:
        found = session.streams.get(handle)
    if not isinstance(found, Stream):
        raise session.destroyed(handle, "stream")
    return found


def submit(session: Session, handle: int, run: Callable[[Operation], None], what: str = "") -> Operation:
    """Add work to a stream, which carries it out at once or when something waits for it.

    Args:
        session: The device.
        handle: The stream.
        run: What carries it out.
        what: Its name in reports; the call by default.
    """
    stream = stream_of(session, handle)
    join(stream.clock, session.host)
    for other in session.streams.values():
        if stream.is_in_order_with(other):
            join(stream.clock, other.clock)
    session.submitted += 1
    stream.count += 1
    stream.clock[stream.key] = session.submitted
    what = what or session.plain_call
    made = Operation(session.submitted, stream.key, dict(stream.clock), what, stream.name, stream.count)
    stream.pending.append(Work(made, run))
    if not session.options.late:
        drain(session, stream)
    return made


def wait_for(session: Session, handle: int) -> None:
    """Carry out all work of a stream: the host waits for it."""
    stream = stream_of(session, handle)
    drain(session, stream)
    join(session.host, stream.clock)


def settle(session: Session) -> None:
    """Carry out all work of all streams, that of the newest stream first: the host waits for it."""
    for stream in reversed(list(session.streams.values())):
        drain(session, stream)
        join(session.host, stream.clock)
    join(session.host, session.ended)


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
        work.run(work.operation)


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
    session.made_streams += 1
    name = f"stream {session.made_streams}"
    priority = max(-5, min(priority, 0))
    session.streams[handle] = Stream(handle, handle, name, session.context.handle, flags, priority)
    session.memory.record_accesses()
    return handle


@answer("cuStreamDestroy_v2")
def destroy(session: Session, handle: int) -> None:
    """Destroy a stream; its work is carried out, and the host does not wait for it."""
    stream = stream_of(session, handle)
    if not stream.handle:
        raise CudaError("INVALID_HANDLE")
    drain(session, stream)
    del session.streams[handle]
    session.gone[handle] = session.place_of_call
    join(session.ended, stream.clock)
    for other in session.streams.values():
        if stream.is_in_order_with(other):
            join(other.clock, stream.clock)


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
    join(session.host, stream.clock)


@answer("cuStreamWaitEvent")
def wait_event(session: Session, handle: int, event: int, flags: int) -> None:
    """Let the further work of a stream wait for an event."""
    found = event_of(session, event)
    behind, number = found.stream, found.number
    stream = stream_of(session, handle)
    if behind is not None:
        join(stream.clock, found.clock)
        submit(session, handle, lambda _: drain(session, behind, number))


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
    stream = stream_of(session, handle)
    return stream.handle or (LEGACY if stream.is_default else PER_THREAD)


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
    submit(session, handle, partial(_call, session, STREAM_CALLBACK, (callback, data, handle, 0)))


@answer("cuLaunchHostFunc")
def call_host(session: Session, handle: int, function: int, data: int) -> None:
    """Call a function of the program when the work so far is done; further work waits for it."""
    submit(session, handle, partial(_call, session, CALL, (function, data)))


def _call(session: Session, kind: int, numbers: tuple[int, ...], operation: Operation) -> None:
    """Let the library call a function of the program.

    The program may learn of the call by its own means, a flag or a lock, so the host counts as having waited.
    """
    join(session.host, operation.clock)
    session.guards.update()
    session.effects.add(kind, *numbers)


def event_of(session: Session, handle: int) -> Event:
    """Return the event of a handle.

    Raises:
        CudaError: There is none, or it was destroyed.
    """
    found = session.events.get(handle)
    if not isinstance(found, Event):
        raise session.destroyed(handle, "event")
    return found


@answer("cuEventCreate")
def create_event(session: Session, flags: int) -> int:
    """Create an event."""
    handle = session.new_handle()
    session.events[handle] = Event(handle, session.context.handle, session.place_of_call, flags)
    return handle


@answer("cuEventDestroy_v2")
def destroy_event(session: Session, handle: int) -> None:
    """Destroy an event."""
    event_of(session, handle)
    del session.events[handle]
    session.gone[handle] = session.place_of_call


@answer("cuEventRecord")
def record(session: Session, event: int, stream: int) -> None:
    """Record an event behind the work of a stream so far."""
    found = event_of(session, event)
    behind = stream_of(session, stream)
    if found.context != behind.context:
        said = f"the event {event:#x}, made by {found.made}, is of another context than {behind.name}"
        raise CudaError("INVALID_HANDLE", session.used_by(said), rule="foreign-event")
    found.stream, found.number, found.time = behind, session.submitted + 1, None

    def note(_: Operation) -> None:
        found.time = time.perf_counter()

    found.clock = submit(session, stream, note).clock


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
        assert event.stream is not None
        drain(session, event.stream, event.number)
        raise CudaError("NOT_READY")
    join(session.host, event.clock)


@answer("cuEventSynchronize")
def synchronise_event(session: Session, handle: int) -> None:
    """Wait for the work before an event."""
    event = event_of(session, handle)
    if event.stream is not None:
        drain(session, event.stream, event.number)
        join(session.host, event.clock)


@answer("cuEventElapsedTime", "cuEventElapsedTime_v2")
def elapsed(session: Session, start: int, end: int) -> float:
    """Return the milliseconds between two events, as the simulator took them."""
    first, last = event_of(session, start), event_of(session, end)
    if first.stream is None or last.stream is None or (first.flags | last.flags) & NO_TIMING:
        raise CudaError("INVALID_HANDLE")
    if first.time is None or last.time is None:
        raise CudaError("NOT_READY")
    return 1000 * (last.time - first.time)
