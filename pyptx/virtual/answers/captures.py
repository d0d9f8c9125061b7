"""Captures of streams: their work becomes nodes of a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.virtual.answers.graphs import create_graph, graph_of, nodes_of
from pyptx.virtual.answers.registry import answer
from pyptx.virtual.answers.streams import stream_of
from pyptx.virtual.graphs import GLOBAL, RELAXED, Capture
from pyptx.virtual.results import CudaError

if TYPE_CHECKING:
    from pyptx.virtual.answers.streams import Stream
    from pyptx.virtual.graphs import Graph, Node
    from pyptx.virtual.session import Session

IDLE, ACTIVE, INVALID = range(3)
"""States of a stream."""

ADD, REPLACE = range(2)
"""Kinds of changes to the nodes that the next node of a capture waits for."""


def _begin(session: Session, handle: int, mode: int, graph: Graph | None, nodes: list[Node]) -> None:
    stream = stream_of(session, handle)
    if stream.is_default:
        said = "the default stream cannot be captured; create a stream, or take that of the thread"
        raise CudaError("STREAM_CAPTURE_UNSUPPORTED", session.used_by(said), rule="invalid-capture")
    if stream.capture is not None:
        raise CudaError("ILLEGAL_STATE")
    if not GLOBAL <= mode <= RELAXED:
        raise CudaError("INVALID_VALUE")
    graph = graph or graph_of(session, create_graph(session, 0))
    stream.capture = Capture(session.new_handle(), graph, stream.key, mode, session.thread)
    stream.capture.last[stream.key] = nodes
    session.captures.append(stream.capture)


@answer("cuStreamBeginCapture")
def begin_globally(session: Session, handle: int) -> None:
    """Begin to capture a stream."""
    _begin(session, handle, GLOBAL, None, [])


@answer("cuStreamBeginCapture_v2")
def begin(session: Session, handle: int, mode: int) -> None:
    """Begin to capture a stream."""
    _begin(session, handle, mode, None, [])


@answer("cuStreamBeginCaptureToGraph")
def begin_to_graph(
    session: Session, handle: int, graph: int, dependencies: list[int], edges: int, count: int, mode: int
) -> None:
    """Begin to capture a stream into a graph, after nodes of it."""
    found = graph_of(session, graph)
    _begin(session, handle, mode, found, nodes_of(session, found, dependencies))


@answer("cuStreamEndCapture")
def end(session: Session, handle: int) -> int:
    """End the capture of a stream and return the graph."""
    stream = stream_of(session, handle)
    capture = stream.capture
    if capture is None:
        raise CudaError("ILLEGAL_STATE")
    if capture.origin != stream.key:
        said = f"the capture of {capture.graph.name} did not begin in {stream.name}, which ends it"
        raise session.invalidate(capture, said, "STREAM_CAPTURE_UNMATCHED")
    if capture.mode != RELAXED and capture.thread != session.thread:
        said = f"thread {capture.thread} began the capture, and thread {session.thread} ends it"
        raise session.invalidate(capture, said, "STREAM_CAPTURE_WRONG_THREAD")
    session.captures.remove(capture)
    for each in session.streams.values():
        if each.capture is capture:
            each.capture = None
    session.valid(capture)
    left = capture.unjoined()
    if left:
        names = "".join(f"\n  {node}, of {session.streams[key].name}" for key, node in left)
        said = f"no event lets {stream.name} wait for work of another stream:{names}"
        raise session.invalidate(capture, said, "STREAM_CAPTURE_UNJOINED")
    return capture.graph.handle


def _state(stream: Stream) -> int:
    if stream.capture is None:
        return IDLE
    return INVALID if stream.capture.failure else ACTIVE


@answer("cuStreamIsCapturing")
def is_capturing(session: Session, handle: int) -> int:
    """Return the state of a stream."""
    return _state(stream_of(session, handle))


@answer("cuStreamGetCaptureInfo")
def info(session: Session, handle: int) -> tuple[int, int, int, bytes]:
    """Return the state of a stream, the capture, its graph, and the nodes that the next one waits for."""
    stream = stream_of(session, handle)
    capture = stream.capture
    if capture is None:
        return IDLE, 0, 0, b""
    nodes = b"".join(node.handle.to_bytes(8, "little") for node in capture.last[stream.key])
    return _state(stream), capture.number, capture.graph.handle, nodes


@answer("cuStreamUpdateCaptureDependencies")
def update(session: Session, handle: int, dependencies: list[int], count: int, flags: int) -> None:
    """Change the nodes that the next one of a captured stream waits for."""
    stream = stream_of(session, handle)
    capture = stream.capture
    if capture is None:
        raise CudaError("ILLEGAL_STATE")
    if flags not in (ADD, REPLACE):
        raise CudaError("INVALID_VALUE")
    nodes = nodes_of(session, session.valid(capture).graph, dependencies)
    before = capture.last[stream.key] if flags == ADD else []
    capture.last[stream.key] = list(dict.fromkeys([*before, *nodes]))


@answer("cuStreamUpdateCaptureDependencies_v2")
def update_with_edges(
    session: Session, handle: int, dependencies: list[int], edges: int, count: int, flags: int
) -> None:
    """Change the nodes that the next one of a captured stream waits for."""
    update(session, handle, dependencies, count, flags)


@answer("cuThreadExchangeStreamCaptureMode", anywhere=True)
def exchange_mode(session: Session, mode: int) -> int:
    """Set the capture mode of the thread, and return the previous one."""
    if not GLOBAL <= mode <= RELAXED:
        raise CudaError("INVALID_VALUE")
    before = session.capture_modes.get(session.thread, GLOBAL)
    session.capture_modes[session.thread] = mode
    return before
