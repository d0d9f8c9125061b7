"""Executable graphs: instantiation, launches, and changes of single nodes or of all."""

from __future__ import annotations

import itertools
import struct
from typing import TYPE_CHECKING, Any, Final

from pyptx.virtual.answers.copies import Copy, fill_of, slices_of
from pyptx.virtual.answers.events import Record, Wait, event_of
from pyptx.virtual.answers.graphs import graph_of, launch_of
from pyptx.virtual.answers.registry import answer
from pyptx.virtual.answers.streams import HostCall, advance, check_implicit, order, push, stream_of, submit
from pyptx.virtual.clocks import Operation, join
from pyptx.virtual.graphs import FAILED, SUCCESS, Barrier, Child, Executable, Graph, pairs
from pyptx.virtual.results import CudaError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.virtual.answers.streams import Stream
    from pyptx.virtual.graphs import Node, Step, Task
    from pyptx.virtual.session import Session

FREES_ON_LAUNCH, UPLOADS, ON_DEVICE, HAS_PRIORITIES = 1, 2, 4, 8
"""Flags of an instantiation."""

_UPDATE = struct.Struct("<i4xQQ")
_TWO: Final = struct.Struct("<QQ")


def _executable(session: Session, handle: int) -> Executable:
    found = session.executables.get(handle)
    if found is None:
        raise session.destroyed(handle, "executable graph", "destroyed-graph", "INVALID_VALUE")
    return found


@answer("cuGraphInstantiateWithFlags")
def instantiate(session: Session, handle: int, flags: int) -> int:
    """Make an executable graph."""
    graph = graph_of(session, handle)
    if flags & ~(FREES_ON_LAUNCH | UPLOADS | ON_DEVICE | HAS_PRIORITIES):
        raise CudaError("INVALID_VALUE")
    if flags & ON_DEVICE:
        raise CudaError(
            "NOT_SUPPORTED", "launches of graphs by kernels are not supported", rule="unsupported"
        )
    cycle = set(graph.nodes) - set(graph.ordered())
    if cycle:
        named = "".join(f"\n  {node}" for node in sorted(cycle, key=lambda node: node.place))
        raise CudaError(
            "INVALID_VALUE", f"nodes of a graph wait for each other:{named}", rule="invalid-graph"
        )
    made = session.new_handle()
    session.executables[made] = Executable(made, graph.clone(session.new_handle), flags)
    return made


@answer("cuGraphExecGetFlags")
def flags_of(session: Session, handle: int) -> int:
    """Return the flags of an executable graph."""
    return _executable(session, handle).flags


@answer("cuGraphExecDestroy")
def destroy(session: Session, handle: int) -> None:
    """Destroy an executable graph; launches of it are carried out."""
    _executable(session, handle)
    del session.executables[handle]
    session.gone[handle] = session.place_of_call


@answer("cuGraphUpload")
def upload(session: Session, handle: int, stream: int) -> None:
    """Do nothing: an executable graph is on the device at once."""
    _executable(session, handle)
    stream_of(session, stream)


# Launches


@answer("cuGraphLaunch")
def launch(session: Session, handle: int, stream_handle: int) -> None:
    """Launch a graph in a stream: after the work of the stream, and after the last launch of the graph."""
    found, stream = _executable(session, handle), stream_of(session, stream_handle)
    if found.context != stream.context:
        said = f"{found.graph.name} is of another context than {stream.name}"
        raise CudaError("INVALID_HANDLE", session.used_by(said), rule="foreign-stream")
    if stream.capture is not None:
        submit(session, stream_handle, Child(session.plain_call, found.graph.clone(session.new_handle)))
        return
    check_implicit(session, stream)
    steps = found.steps(newest=session.options.late)
    order(session, stream, stream.clock)
    stream.launch = None
    join(stream.clock, found.clock)
    last, key = found.last
    other = session.streams.get(key)
    if other is not None and other is not stream:
        _enqueue_wait(session, stream, other, last)
    _add_steps(session, steps, stream)
    found.last, found.clock = (session.submitted, stream.key), dict(stream.clock)
    advance(session, stream)


def _enqueue_wait(session: Session, stream: Stream, other: Stream, last: int) -> None:
    """Let a stream carry out its further work after an operation of another one."""
    wait = Barrier(session.plain_call, other, last)
    session.submitted += 1
    clock = dict(stream.clock)
    made = Operation(
        session.submitted, stream.key, clock, wait.what, stream.name, stream.count, site=session.site
    )
    push(session, stream, made, wait)


def _add_steps(session: Session, steps: Sequence[Step], stream: Stream) -> None:
    """Add the steps of a launch to a stream, each with the clock of those that it waits for."""
    before = dict(stream.clock)
    clocks: list[dict[int, int]] = []
    for step in steps:
        task = step.node.task
        clock = dict(before)
        for each in itertools.chain((clocks[number] for number in step.before), (task.acquired_clock(),)):
            join(clock, each)
        session.submitted += 1
        key = stream.key_of_lane(step.lane, session.new_handle)
        clock[key] = session.submitted
        clocks.append(clock)
        node = step.node
        owner = f"{node.graph.name} in {stream.name}"
        made = Operation(
            session.submitted, key, clock, task.what, owner, node.place, is_node=True, site=session.site
        )
        push(session, stream, made, task.announce(session, stream, made))
        join(stream.clock, clock)


# Changes


def _change(session: Session, handle: int, source: int, task: Task) -> None:
    found = _executable(session, handle)
    node = _node(found, source)
    if node.task.kind != task.kind:
        raise CudaError("INVALID_VALUE")
    found.change(node, task=task)


def _node(found: Executable, source: int) -> Node:
    node = found.node(source)
    if node is None:
        raise CudaError("INVALID_VALUE")
    return node


@answer("cuGraphExecKernelNodeSetParams")
def set_kernel(session: Session, handle: int, source: int, function: int, *launch: Any) -> None:
    """Change the launch of a node."""
    before = _node(_executable(session, handle), source).task
    _change(session, handle, source, launch_of(session, before, function, launch))


@answer("cuGraphExecMemcpyNodeSetParams")
def set_copy(session: Session, handle: int, source: int, copied: bytes, context: int) -> None:
    """Change the copy of a node."""
    _change(session, handle, source, Copy.checked(session, *slices_of(session, copied)))


@answer("cuGraphExecMemsetNodeSetParams")
def set_fill(session: Session, handle: int, source: int, filled: bytes, context: int) -> None:
    """Change the fill of a node."""
    _change(session, handle, source, fill_of(session, filled))


@answer("cuGraphExecHostNodeSetParams")
def set_host(session: Session, handle: int, source: int, call: bytes) -> None:
    """Change the call of a node."""
    _change(session, handle, source, HostCall(session.plain_call, *_TWO.unpack(call)))


@answer("cuGraphExecEventRecordNodeSetEvent")
def set_record(session: Session, handle: int, source: int, event: int) -> None:
    """Change the event that a node records."""
    _change(session, handle, source, Record(session.plain_call, event_of(session, event)))


@answer("cuGraphExecEventWaitNodeSetEvent")
def set_wait(session: Session, handle: int, source: int, event: int) -> None:
    """Change the event that a node waits for."""
    _change(session, handle, source, Wait(session.plain_call, event_of(session, event)))


@answer("cuGraphExecChildGraphNodeSetParams")
def set_child(session: Session, handle: int, source: int, child: int) -> None:
    """Change the nodes of the graph inside a node; its edges must be the same."""
    found = _executable(session, handle)
    task = _node(found, source).task
    if not isinstance(task, Child) or _update(found, task.graph, graph_of(session, child))[0] != SUCCESS:
        raise CudaError("INVALID_VALUE")


@answer("cuGraphExecUpdate")
def update(session: Session, handle: int, graph: int) -> bytes:
    """Change all nodes to those of another graph; return the result, and two nodes that differ."""
    found = _executable(session, handle)
    result, mine, other = _update(found, found.graph, graph_of(session, graph))
    return _UPDATE.pack(result, other.handle if other else 0, mine.source if mine else 0)


def _update(found: Executable, old: Graph, new: Graph) -> tuple[int, Node | None, Node | None]:
    paired = list(pairs(old, new))
    if set(new.nodes) - set(new.ordered()):
        return FAILED, None, None
    if paired and paired[-1][0] != SUCCESS:
        return paired[-1]
    for _, mine, other in paired:
        if mine is not None and other is not None:
            found.change(mine, task=other.task)
    return SUCCESS, None, None


@answer("cuGraphNodeSetEnabled")
def set_enabled(session: Session, handle: int, source: int, enabled: int) -> None:
    """Let launches carry out a node, or not."""
    found = _executable(session, handle)
    found.change(_node(found, source), is_enabled=bool(enabled))


@answer("cuGraphNodeGetEnabled")
def is_enabled(session: Session, handle: int, source: int) -> int:
    """Return whether launches carry out a node."""
    return int(_node(_executable(session, handle), source).is_enabled)
