"""Streams: the order of work, and the time when it takes effect.

A stream is a queue. Eager streams carry work out at once, unless a function of the program is pending. Late
streams (``--streams late``) carry it out when something waits for it: a synchronisation, an event, a copy
that the host waits for. A program that uses a result before it has waited then gets the old bytes, on every
run. A function of the program is called when something waits for it, or by a thread of the library after a
moment, as the program may wait for the function by its own means. The call that carries out the work goes on
when the function returns (`Session.let_program_act`). The default stream waits for all other streams that are
not created as non-blocking, and these for it. Clocks (`pyptx.virtual.clocks`) follow the same rules and do
not depend on when work is carried out.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Final

from pyptx.record import record
from pyptx.virtual.answers.registry import answer
from pyptx.virtual.clocks import Clock, Operation, join
from pyptx.virtual.effects import CALL, PAUSE, STREAM_CALLBACK, WAKE, Turn
from pyptx.virtual.graphs import HOST, Task
from pyptx.virtual.results import CudaError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.virtual.graphs import Capture
    from pyptx.virtual.session import Session

DEFAULT, LEGACY, PER_THREAD = 0, 1, 2
"""Handles of the default streams: that of the calling convention, that of the context, that of the thread."""

NON_BLOCKING: Final = 1


@record(frozen=True, slots=True)
class Work:
    """An operation of a stream that is to be carried out."""

    operation: Operation
    task: Task

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
        capture: The capture that takes its work, if there is one.
        lanes: Numbers in clocks of the lanes of graphs that were launched in it, from the second on.
        attributes: The attributes that the program set, by number.
        function: The turn of the program while it runs a function of this stream.
        launch: The last operation, if it may let a launch start before it has ended.
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
    capture: Capture | None = None
    lanes: list[int] = field(default_factory=list)
    attributes: dict[int, bytes] = field(default_factory=dict)
    function: Turn | None = None
    launch: Operation | None = None

    def key_of_lane(self, lane: int, new_handle: Callable[[], int]) -> int:
        """Return the number of a lane in clocks."""
        while lane > len(self.lanes):
            self.lanes.append(-new_handle())
        return self.lanes[lane - 1] if lane else self.key

    def free_lane(self, clock: Clock) -> int:
        """Return the first lane all of whose operations a clock has."""
        keys = (self.key, *self.lanes)
        ended = (lane for lane, key in enumerate(keys) if clock.get(key, 0) >= self.clock.get(key, 0))
        return next(ended, len(keys))

    @property
    def is_in_function(self) -> bool:
        """Whether the program runs a function of the stream."""
        return self.function is not None and not self.function.is_done

    @property
    def is_default(self) -> bool:
        """Whether it is the default stream of its context."""
        return self.key == -self.context

    def is_in_order_with(self, other: Stream) -> bool:
        """Whether one is the default stream of their context, and the other one waits for it."""
        has_default = (
            self is not other and self.is_default != other.is_default and self.context == other.context
        )
        return has_default and not (self.flags | other.flags) & NON_BLOCKING


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


def submit(session: Session, handle: int, task: Task) -> Operation | None:
    """Add work to a stream, which carries it out at once or when something waits for it.

    Args:
        session: The device.
        handle: The stream.
        task: The work.

    Returns:
        The operation; None if the stream is captured, so that the work is a node of a graph.

    Raises:
        CudaError: The work cannot be captured, or disturbs a capture.
    """
    stream = stream_of(session, handle)
    if stream.capture is not None:
        if task.kind is None:
            raise session.invalidate(stream.capture, f"{session.plain_call} cannot be captured")
        node = stream.capture.add(session.new_handle(), stream.key, task)
        session.nodes[node.handle] = node
        return None
    check_implicit(session, stream)
    order(session, stream, stream.clock)
    return enqueue(session, stream, task)


def check_implicit(session: Session, stream: Stream) -> None:
    """Check that an operation does not make the default stream wait for a captured one.

    Raises:
        CudaError: The stream is the default one, and a stream that it waits for is captured.
    """
    for other in session.streams.values() if stream.is_default and session.captures else ():
        if other.capture is not None and stream.is_in_order_with(other):
            said = f"the default stream waits for {other.name}, which is captured"
            raise session.invalidate(other.capture, said, "STREAM_CAPTURE_IMPLICIT")


def order(session: Session, stream: Stream, clock: Clock) -> None:
    """Add to a clock the work of the host and of other streams that comes before a stream's next work."""
    join(clock, session.host)
    for other in session.streams.values():
        if stream.is_in_order_with(other):
            join(clock, other.clock)


def enqueue(session: Session, stream: Stream, task: Task) -> Operation:
    """Add an operation after all that the clock of a stream has, or beside a launch that permits it."""
    session.submitted += 1
    stream.count += 1
    join(stream.clock, task.acquired_clock())
    before, key, primary = stream.clock, stream.key, None
    if task.starts_early and stream.launch is not None and stream.launch.before is not None:
        primary, before = stream.launch, dict(stream.launch.before)
        order(session, stream, before)
        key = stream.key_of_lane(stream.free_lane(before), session.new_handle)
    clock = {**before, key: session.submitted}
    made = Operation(session.submitted, key, clock, task.what, stream.name, stream.count, site=session.site)
    stream.launch = None
    if task.permits_early_start:
        made.before, stream.launch = dict(before), made
    made.primary = primary
    join(stream.clock, clock)
    push(session, stream, made, task.announce(session, stream, made))
    advance(session, stream)
    return made


def push(session: Session, stream: Stream, operation: Operation, task: Task) -> None:
    """Add an operation to the pending work of a stream."""
    stream.pending.append(Work(operation, task))
    if task.calls_program:
        session.host_calls += 1
        session.effects.add(WAKE)


def advance(session: Session, stream: Stream) -> None:
    """Carry out the work of an eager stream."""
    if not session.is_deferring:
        drain(session, stream)


def check_not_captured(session: Session, stream: Stream) -> None:
    """Check that the host may wait for a stream.

    Raises:
        CudaError: The stream is being captured.
    """
    if stream.capture is not None:
        said = f"{session.plain_call} waits for {stream.name}, which is captured"
        raise session.invalidate(stream.capture, said)


def wait_for(session: Session, handle: int) -> None:
    """Carry out all work of a stream: the host waits for it.

    Raises:
        CudaError: The stream is captured.
    """
    stream = stream_of(session, handle)
    check_not_captured(session, stream)
    drain(session, stream)
    join(session.host, stream.clock)


def settle(session: Session) -> None:
    """Carry out all work of all streams, that of the newest stream first: the host waits for it."""
    for stream in reversed(list(session.streams.values())):
        drain(session, stream)
        join(session.host, stream.clock)
    join(session.host, session.ended)


def drain(session: Session, stream: Stream, last: int | None = None) -> None:
    """Carry out the work of a stream up to a number, all of it by default, and what must precede it.

    Other calls are answered while the program runs a function of a stream, so work leaves its stream only
    when all that precedes it has been carried out.
    """
    while True:
        _wait_for_function(session, stream)
        if not stream.pending or (last is not None and stream.pending[0].number > last):
            return
        work = stream.pending[0]
        for other, number in _before(session, stream, work):
            drain(session, other, number)
        if session.sticky:
            session.host_calls -= sum(each.task.calls_program for each in stream.pending)
            stream.pending.clear()
        elif stream.pending and stream.pending[0] is work:
            stream.pending.popleft()
            if session.effects.has_moves:
                session.let_program_act()
            if work.task.calls_program:
                _call_program(session, stream, work)
            else:
                work.task.run(session, work.operation)


def _before(session: Session, stream: Stream, work: Work) -> list[tuple[Stream, int]]:
    """Return the other streams whose work up to a number precedes the next one of a stream."""
    found = [(other, work.number) for other in session.streams.values() if stream.is_in_order_with(other)]
    return found if work.task.behind is None else [*found, work.task.behind]


def _call_program(session: Session, stream: Stream, work: Work) -> None:
    """Let the library call a function of the program, and then carry out what waited for it.

    The program may learn of the call by its own means, a flag or a lock, so the host counts as having waited.
    """
    join(session.host, work.operation.clock)
    session.guards.suspend(work.operation)
    session.guards.update()
    work.task.run(session, work.operation)
    stream.function = Turn(session.thread)
    session.let_program_act(stream.function)
    stream.function = None
    session.guards.resume(work.operation)
    session.host_calls -= 1
    for each in list(session.streams.values()):
        advance(session, each)


def _wait_for_function(session: Session, stream: Stream) -> None:
    """Wait for the end of the function of the program that a stream runs."""
    while stream.is_in_function and not session.is_finishing:
        session.effects.add(PAUSE)
        session.let_program_act()


def check_no_captures(session: Session, context: int) -> None:
    """Check that the host may wait for all work of a context.

    Raises:
        CudaError: One of its streams is captured.
    """
    for capture in session.captures:
        if capture.graph.context == context:
            said = f"{session.plain_call} waits for all streams, and one is captured"
            raise session.invalidate(capture, said)


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
    priority = nearest_priority(priority)
    session.streams[handle] = Stream(handle, handle, name, session.context.handle, flags, priority)
    session.memory.record_accesses()
    return handle


def nearest_priority(priority: int) -> int:
    """Return the priority that the device has for one that the program asks for."""
    return max(-5, min(priority, 0))


@answer("cuStreamDestroy_v2")
def destroy(session: Session, handle: int) -> None:
    """Destroy a stream; its work is carried out, and the host does not wait for it."""
    stream = stream_of(session, handle)
    if not stream.handle:
        raise CudaError("INVALID_HANDLE")
    if stream.capture is not None:
        raise session.invalidate(
            stream.capture, f"{session.plain_call} destroys {stream.name}, which is captured"
        )
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
    check_not_captured(session, stream)
    if stream.is_in_function or stream.pending:
        if not stream.is_in_function:
            drain(session, stream)
        raise CudaError("NOT_READY")
    join(session.host, stream.clock)


@answer("call_functions", anywhere=True)
def call_functions(session: Session) -> int:
    """Call the functions of the program that are pending; return how many there are now."""
    for stream in list(session.streams.values()):
        functions = [work.number for work in stream.pending if work.task.calls_program]
        if functions:
            drain(session, stream, functions[-1])
    return session.host_calls


@answer("cuStreamGetCtx")
def context(session: Session, handle: int) -> int:
    """Return the context of a stream."""
    return stream_of(session, handle).context


@answer("cuStreamGetCtx_v2")
def contexts(session: Session, handle: int) -> tuple[int, int]:
    """Return the context of a stream, and no context of a part of the device: there are none."""
    return context(session, handle), 0


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


@answer("cuStreamAttachMemAsync")
def attach(session: Session, handle: int, address: int, size: int, flags: int) -> None:
    """Let managed memory belong to a stream: it is one memory, so nothing moves."""
    check_not_captured(session, stream_of(session, handle))
    block = session.memory.allocation(address)
    if block is None:
        raise CudaError("INVALID_VALUE")


@dataclass(frozen=True, slots=True)
class HostCall(Task):
    """A call of a function of the program."""

    kind: ClassVar[int | None] = HOST
    calls_program: ClassVar[bool] = True

    function: int
    data: int

    def run(self, session: Session, operation: Operation) -> None:
        """Let the library call the function."""
        session.effects.add(CALL, self.function, self.data)


@dataclass(frozen=True, slots=True)
class Callback(Task):
    """A call of a function of the program, with the stream; no graph takes it."""

    kind: ClassVar[int | None] = None
    calls_program: ClassVar[bool] = True

    function: int
    data: int
    stream: int

    def run(self, session: Session, operation: Operation) -> None:
        """Let the library call the function."""
        session.effects.add(STREAM_CALLBACK, self.function, self.data, self.stream, 0)


def _check_function(address: int) -> None:
    if not address:
        raise CudaError("INVALID_VALUE")


@answer("cuStreamAddCallback")
def add_callback(session: Session, handle: int, callback: int, data: int, flags: int) -> None:
    """Call a function of the program when the work so far is done."""
    _check_function(callback)
    submit(session, handle, Callback(session.plain_call, callback, data, handle))


@answer("cuLaunchHostFunc")
def call_host(session: Session, handle: int, function: int, data: int) -> None:
    """Call a function of the program when the work so far is done; further work waits for it."""
    _check_function(function)
    submit(session, handle, HostCall(session.plain_call, function, data))


@answer("cuLaunchHostFunc_v2")
def call_host_with(session: Session, handle: int, function: int, data: int, mode: int) -> None:
    """Do the same; how a thread of the driver waits for the call changes no result."""
    if mode > 1:
        raise CudaError("INVALID_VALUE")
    call_host(session, handle, function, data)
