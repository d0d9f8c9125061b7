"""Events: places in the work of streams, which other streams and the host wait for."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from pyptx.virtual.answers.registry import answer
from pyptx.virtual.answers.streams import drain, stream_of, submit
from pyptx.virtual.clocks import join
from pyptx.virtual.graphs import RECORD, WAIT, Barrier, Task
from pyptx.virtual.results import CudaError

if TYPE_CHECKING:
    from pyptx.virtual.answers.streams import Stream
    from pyptx.virtual.clocks import Clock, Operation
    from pyptx.virtual.graphs import Capture, Node
    from pyptx.virtual.session import Session

NO_TIMING: Final = 2
"""Flag of an event that takes no time."""

EXTERNAL: Final = 1
"""Flag of records and waits that become nodes of a captured graph."""


@dataclass(slots=True)
class Event:
    """An event: the operation that records it, and the time.

    Attributes:
        handle: Its handle.
        context: Its context.
        made: The call that created it.
        flags: As the program created it.
        stream: The stream that it was recorded in; None before.
        operation: The operation that records it; None before.
        time: When that was carried out; None before.
        captured: The capture that it was recorded in last, and the nodes that it is behind.
    """

    handle: int
    context: int
    made: str
    flags: int = 0
    stream: Stream | None = None
    operation: Operation | None = None
    time: float | None = None
    captured: tuple[Capture, list[Node]] | None = None


def event_of(session: Session, handle: int) -> Event:
    """Return the event of a handle.

    Raises:
        CudaError: There is none, or it was destroyed.
    """
    found = session.events.get(handle)
    if not isinstance(found, Event):
        raise session.destroyed(handle, "event")
    return found


def _uncaptured(session: Session, handle: int) -> Event:
    """Return an event that the host may wait for.

    Raises:
        CudaError: It was recorded in a capture.
    """
    event = event_of(session, handle)
    if event.captured is not None:
        capture, _ = event.captured
        said = f"{session.plain_call} waits for an event that was recorded in the capture"
        raise session.invalidate(capture, said, "CAPTURED_EVENT")
    return event


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


@dataclass(frozen=True, slots=True)
class Record(Task):
    """An event is recorded."""

    kind: ClassVar[int | None] = RECORD

    event: Event

    def announce(self, session: Session, stream: Stream, operation: Operation) -> Task:
        """Record the operations before the event, for later waits.

        Raises:
            CudaError: The event was destroyed.
        """
        event = event_of(session, self.event.handle)
        event.stream, event.operation, event.time, event.captured = stream, operation, None, None
        return self

    def run(self, session: Session, operation: Operation) -> None:
        """Take the time."""
        if self.event.operation is operation:
            self.event.time = time.perf_counter()


@dataclass(frozen=True, slots=True)
class Wait(Task):
    """The work that follows waits for an event."""

    kind: ClassVar[int | None] = WAIT

    event: Event

    def acquired_clock(self) -> Clock:
        """Return the clock of the work that the event recorded."""
        return {} if self.event.operation is None else self.event.operation.clock

    def announce(self, session: Session, stream: Stream, operation: Operation) -> Task:
        """Return the wait for the event as it is recorded now.

        Raises:
            CudaError: The event was destroyed.
        """
        event = event_of(session, self.event.handle)
        behind, last = event.stream, event.operation
        if behind is None or last is None:
            return self
        return Barrier(self.what, behind, last.number)


@answer("cuEventRecord")
def record(session: Session, event: int, handle: int) -> None:
    """Record an event after the work of a stream so far."""
    record_with(session, event, handle, 0)


@answer("cuEventRecordWithFlags")
def record_with(session: Session, event: int, handle: int, flags: int) -> None:
    """Record an event after the work of a stream so far; in a capture, after nodes of its graph."""
    found, stream = event_of(session, event), stream_of(session, handle)
    if found.context != stream.context:
        said = f"the event {event:#x}, made by {found.made}, is of another context than {stream.name}"
        raise CudaError("INVALID_HANDLE", session.used_by(said), rule="foreign-event")
    if stream.capture is None or flags & EXTERNAL:
        submit(session, handle, Record(session.plain_call, found))
    else:
        found.captured = stream.capture, list(session.valid(stream.capture).last[stream.key])


@answer("cuStreamWaitEvent")
def wait_event(session: Session, handle: int, event: int, flags: int) -> None:
    """Let the further work of a stream wait for an event; in a capture, for nodes of its graph."""
    found, stream = event_of(session, event), stream_of(session, handle)
    if found.captured is not None:
        _wait_in_capture(session, stream, *found.captured)
    elif stream.capture is not None and not flags & EXTERNAL:
        said = f"{stream.name}, which is captured, waits for an event that was recorded outside the capture"
        raise session.invalidate(stream.capture, said, "STREAM_CAPTURE_ISOLATION")
    elif found.stream is not None or stream.capture is not None:
        submit(session, handle, Wait(session.plain_call, found))


def _wait_in_capture(session: Session, stream: Stream, capture: Capture, nodes: list[Node]) -> None:
    """Let the work of a stream wait for nodes of a capture, in which the stream takes part from now on.

    Raises:
        CudaError: The capture has ended, or it is not that of the stream.
    """
    if capture not in session.captures:
        said = f"an event that was recorded in the capture of {capture.graph.name}, which has ended"
        raise CudaError("CAPTURED_EVENT", session.used_by(said), rule="invalid-capture")
    session.valid(capture)
    if stream.is_default:
        said = f"the default stream waits for an event of the capture of {capture.graph.name}"
        raise session.invalidate(capture, said, "STREAM_CAPTURE_IMPLICIT")
    if stream.capture not in (None, capture):
        assert stream.capture is not None
        session.invalidate(stream.capture, f"{stream.name} waits for an event of another capture")
        said = f"{stream.name}, which another capture has, waits for an event"
        raise session.invalidate(capture, said, "STREAM_CAPTURE_MERGE")
    stream.capture = capture
    capture.last[stream.key] = list(dict.fromkeys([*capture.last.get(stream.key, []), *nodes]))


def _is_pending(event: Event) -> bool:
    if event.stream is None or event.operation is None or not event.stream.pending:
        return False
    return event.stream.pending[0].number <= event.operation.number


@answer("cuEventQuery", disturbs_captures=True)
def query_event(session: Session, handle: int) -> None:
    """Fail while the work before an event is pending; the next query finds that it was carried out."""
    event = _uncaptured(session, handle)
    if event.stream is not None and event.stream.is_in_function and event.time is None:
        raise CudaError("NOT_READY")
    was_pending = _is_pending(event)
    _wait_for(session, event, is_host=not was_pending)
    if was_pending:
        raise CudaError("NOT_READY")


def _wait_for(session: Session, event: Event, *, is_host: bool = True) -> None:
    """Carry out the work before an event, for which the host waits."""
    if event.stream is not None and event.operation is not None:
        drain(session, event.stream, event.operation.number)
        if is_host:
            join(session.host, event.operation.clock)


@answer("cuEventSynchronize")
def synchronise_event(session: Session, handle: int) -> None:
    """Wait for the work before an event."""
    _wait_for(session, _uncaptured(session, handle))


@answer("cuEventElapsedTime", "cuEventElapsedTime_v2")
def elapsed(session: Session, start: int, end: int) -> float:
    """Return the milliseconds between two events, as the simulator took them."""
    first, last = _uncaptured(session, start), _uncaptured(session, end)
    if first.stream is None or last.stream is None or (first.flags | last.flags) & NO_TIMING:
        raise CudaError("INVALID_HANDLE")
    if first.time is None or last.time is None:
        raise CudaError("NOT_READY")
    return 1000 * (last.time - first.time)
