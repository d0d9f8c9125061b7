"""Graphs: nodes and their dependencies."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyptx.virtual.answers.copies import Copy, Fill, as_structure, fill_as_structure, fill_of, slices_of
from pyptx.virtual.answers.events import Record, Wait, event_of
from pyptx.virtual.answers.launches import KEEPS_ATTRIBUTES, Launch, Sizes, name_of
from pyptx.virtual.answers.modules import function_of
from pyptx.virtual.answers.registry import answer
from pyptx.virtual.answers.streams import HostCall
from pyptx.virtual.graphs import COPY, EMPTY, FILL, HOST, RECORD, WAIT, Child, Graph, Node, Task
from pyptx.virtual.results import CudaError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyptx.virtual.session import Session

_TWO = struct.Struct("<QQ")
_KERNEL = struct.Struct("<Q12s12s12sII")


def graph_of(session: Session, handle: int) -> Graph:
    """Return the graph of a handle.

    Raises:
        CudaError: There is none, or it was destroyed.
    """
    found = session.graphs.get(handle)
    if found is None:
        raise session.destroyed(handle, "graph", result="INVALID_VALUE")
    return found


def node_of(session: Session, handle: int) -> Node:
    """Return the node of a handle.

    Raises:
        CudaError: There is none, or it was destroyed.
    """
    found = session.nodes.get(handle)
    if found is None:
        raise session.destroyed(handle, "node", "destroyed-graph", "INVALID_VALUE")
    return found


def nodes_of(session: Session, graph: Graph, handles: Iterable[int]) -> list[Node]:
    """Return nodes of a graph.

    Raises:
        CudaError: One is not of this graph.
    """
    found = [node_of(session, handle) for handle in handles]
    for node in found:
        if node.graph is not graph:
            raise CudaError("INVALID_VALUE", session.used_by(f"{node} is not a node of {graph.name}"))
    return found


@answer("cuGraphCreate")
def create_graph(session: Session, flags: int) -> int:
    """Create a graph."""
    if flags:
        raise CudaError("INVALID_VALUE")
    session.made_graphs += 1
    handle = session.new_handle()
    session.graphs[handle] = Graph(handle, f"graph {session.made_graphs}", session.context.handle)
    session.memory.record_accesses()
    return handle


def keep(session: Session, graph: Graph) -> Graph:
    """Let the program name a graph and its nodes."""
    session.graphs[graph.handle] = graph
    for node in graph.nodes:
        session.nodes[node.handle] = node
        if isinstance(node.task, Child):
            keep(session, node.task.graph)
    return graph


@answer("cuGraphClone")
def clone(session: Session, handle: int) -> int:
    """Copy a graph."""
    return keep(session, graph_of(session, handle).clone(session.new_handle)).handle


@answer("cuGraphDestroy")
def destroy(session: Session, handle: int) -> None:
    """Destroy a graph; its instances stay."""
    _forget(session, graph_of(session, handle))


def _forget(session: Session, graph: Graph) -> None:
    del session.graphs[graph.handle]
    session.gone[graph.handle] = session.place_of_call
    for node in graph.nodes:
        _forget_node(session, node)


def _forget_node(session: Session, node: Node) -> None:
    del session.nodes[node.handle]
    session.gone[node.handle] = session.place_of_call
    if isinstance(node.task, Child):
        _forget(session, node.task.graph)


@answer("cuGraphDestroyNode")
def destroy_node(session: Session, handle: int) -> None:
    """Remove a node and its edges."""
    node = node_of(session, handle)
    for other in node.graph.dependents(node):
        other.dependencies.remove(node)
    node.graph.nodes.remove(node)
    _forget_node(session, node)


# Nodes


def _add(session: Session, graph: int, dependencies: list[int], task: Task) -> int:
    found = graph_of(session, graph)
    node = found.add(session.new_handle(), task, nodes_of(session, found, dependencies))
    session.nodes[node.handle] = node
    return node.handle


def _copy(session: Session, copied: bytes) -> Copy:
    return Copy.checked(session, *slices_of(session, copied))


def _host_call(session: Session, call: bytes) -> HostCall:
    return HostCall(session.plain_call, *_TWO.unpack(call))


def _child(session: Session, graph: int) -> Child:
    return Child(session.plain_call, keep(session, graph_of(session, graph).clone(session.new_handle)))


def _record(session: Session, event: int) -> Record:
    return Record(session.plain_call, event_of(session, event))


def _wait(session: Session, event: int) -> Wait:
    return Wait(session.plain_call, event_of(session, event))


def launch_of(session: Session, before: Task | None, function: int, launch: tuple[Any, ...]) -> Launch:
    """Return the launch of a node.

    Args:
        session: The device.
        before: The present task of the node, whose attributes the launch may keep.
        function: The kernel.
        launch: Grid, block, cluster, shared bytes, flags and parameters.
    """
    *numbers, parameters = launch
    sizes = Sizes(*numbers)
    if sizes.flags & KEEPS_ATTRIBUTES and isinstance(before, Launch):
        sizes = sizes._replace(cluster=before.sizes.cluster, flags=before.sizes.flags)
    found = function_of(session, function)
    session.call = f"launch of {name_of(found)}"
    return Launch.checked(session, found, sizes, parameters)


@answer("cuGraphAddKernelNode")
def add_kernel(
    session: Session, graph: int, dependencies: list[int], count: int, function: int, *launch: Any
) -> int:
    """Add a launch of a kernel."""
    return _add(session, graph, dependencies, launch_of(session, None, function, launch))


@answer("cuGraphAddMemcpyNode")
def add_copy(
    session: Session, graph: int, dependencies: list[int], count: int, copied: bytes, context: int
) -> int:
    """Add a copy."""
    return _add(session, graph, dependencies, _copy(session, copied))


@answer("cuGraphAddMemsetNode")
def add_fill(
    session: Session, graph: int, dependencies: list[int], count: int, filled: bytes, context: int
) -> int:
    """Add a fill."""
    return _add(session, graph, dependencies, fill_of(session, filled))


@answer("cuGraphAddHostNode")
def add_host(session: Session, graph: int, dependencies: list[int], count: int, call: bytes) -> int:
    """Add a call of a function of the program."""
    return _add(session, graph, dependencies, _host_call(session, call))


@answer("cuGraphAddChildGraphNode")
def add_child(session: Session, graph: int, dependencies: list[int], count: int, child: int) -> int:
    """Add a copy of a graph."""
    return _add(session, graph, dependencies, _child(session, child))


@answer("cuGraphAddEmptyNode")
def add_empty(session: Session, graph: int, dependencies: list[int], count: int) -> int:
    """Add a node that does nothing."""
    return _add(session, graph, dependencies, Task(session.plain_call))


@answer("cuGraphAddEventRecordNode")
def add_record(session: Session, graph: int, dependencies: list[int], count: int, event: int) -> int:
    """Add a record of an event."""
    return _add(session, graph, dependencies, _record(session, event))


@answer("cuGraphAddEventWaitNode")
def add_wait(session: Session, graph: int, dependencies: list[int], count: int, event: int) -> int:
    """Add a wait for an event."""
    return _add(session, graph, dependencies, _wait(session, event))


def change(node: Node, task: Task) -> None:
    """Change the task of a node.

    Raises:
        CudaError: It is of another kind.
    """
    if node.task.kind != task.kind:
        raise CudaError("INVALID_VALUE")
    node.task = task


@answer("cuGraphKernelNodeSetParams")
def set_kernel(session: Session, handle: int, function: int, *launch: Any) -> None:
    """Change the launch of a node."""
    node = node_of(session, handle)
    change(node, launch_of(session, node.task, function, launch))


@answer("cuGraphMemcpyNodeSetParams")
def set_copy(session: Session, handle: int, copied: bytes) -> None:
    """Change the copy of a node."""
    change(node_of(session, handle), _copy(session, copied))


@answer("cuGraphMemsetNodeSetParams")
def set_fill(session: Session, handle: int, filled: bytes) -> None:
    """Change the fill of a node."""
    change(node_of(session, handle), fill_of(session, filled))


@answer("cuGraphHostNodeSetParams")
def set_host(session: Session, handle: int, call: bytes) -> None:
    """Change the call of a node."""
    change(node_of(session, handle), _host_call(session, call))


@answer("cuGraphEventRecordNodeSetEvent")
def set_record(session: Session, handle: int, event: int) -> None:
    """Change the event that a node records."""
    change(node_of(session, handle), _record(session, event))


@answer("cuGraphEventWaitNodeSetEvent")
def set_wait(session: Session, handle: int, event: int) -> None:
    """Change the event that a node waits for."""
    change(node_of(session, handle), _wait(session, event))


def _task(session: Session, handle: int, kind: int) -> Task:
    task = node_of(session, handle).task
    if task.kind != kind:
        raise CudaError("INVALID_VALUE")
    return task


@answer("cuGraphNodeGetType")
def kind_of(session: Session, handle: int) -> int:
    """Return the kind of a node."""
    kind = node_of(session, handle).task.kind
    return EMPTY if kind is None else kind


@answer("cuGraphKernelNodeGetParams")
def kernel(session: Session, handle: int) -> tuple[bytes, bytes]:
    """Return the launch of a node: the kernel with the sizes, and the bytes of the parameters."""
    task = node_of(session, handle).task
    if not isinstance(task, Launch):
        raise CudaError("INVALID_VALUE")
    return _KERNEL.pack(task.function.handle, *task.sizes), task.parameters


@answer("cuGraphMemcpyNodeGetParams")
def copy_of(session: Session, handle: int) -> bytes:
    """Return the copy of a node."""
    task = _task(session, handle, COPY)
    assert isinstance(task, Copy)
    return as_structure(task)


@answer("cuGraphMemsetNodeGetParams")
def fill_of_node(session: Session, handle: int) -> bytes:
    """Return the fill of a node."""
    task = _task(session, handle, FILL)
    assert isinstance(task, Fill)
    return fill_as_structure(task)


@answer("cuGraphHostNodeGetParams")
def call_of(session: Session, handle: int) -> bytes:
    """Return the call of a node."""
    task = _task(session, handle, HOST)
    assert isinstance(task, HostCall)
    return _TWO.pack(task.function, task.data)


@answer("cuGraphEventRecordNodeGetEvent")
def recorded(session: Session, handle: int) -> int:
    """Return the event that a node records."""
    task = _task(session, handle, RECORD)
    assert isinstance(task, Record)
    return task.event.handle


@answer("cuGraphEventWaitNodeGetEvent")
def awaited(session: Session, handle: int) -> int:
    """Return the event that a node waits for."""
    task = _task(session, handle, WAIT)
    assert isinstance(task, Wait)
    return task.event.handle


@answer("cuGraphChildGraphNodeGetGraph")
def graph_inside(session: Session, handle: int) -> int:
    """Return the graph inside a node."""
    task = node_of(session, handle).task
    if not isinstance(task, Child):
        raise CudaError("INVALID_VALUE")
    return task.graph.handle


@answer("cuGraphNodeFindInClone")
def find_in_clone(session: Session, original: int, handle: int) -> int:
    """Return the copy of a node in a copy of its graph."""
    for node in graph_of(session, handle).nodes:
        if node.source == original != node.handle:
            return node.handle
    raise CudaError("INVALID_VALUE")


# Edges


def _edges(session: Session, graph: int, sources: list[int], targets: list[int]) -> list[tuple[Node, Node]]:
    found = graph_of(session, graph)
    return list(zip(nodes_of(session, found, sources), nodes_of(session, found, targets), strict=True))


@answer("cuGraphAddDependencies")
def add_edges(session: Session, graph: int, sources: list[int], targets: list[int], count: int) -> None:
    """Let nodes wait for others."""
    for source, target in _edges(session, graph, sources, targets):
        if source is target or source in target.dependencies:
            raise CudaError("INVALID_VALUE")
        target.dependencies.append(source)


@answer("cuGraphAddDependencies_v2")
def add_edges_with(
    session: Session, graph: int, sources: list[int], targets: list[int], edges: int, count: int
) -> None:
    """Let nodes wait for others."""
    add_edges(session, graph, sources, targets, count)


@answer("cuGraphRemoveDependencies")
def remove_edges(session: Session, graph: int, sources: list[int], targets: list[int], count: int) -> None:
    """Let nodes no longer wait for others."""
    for source, target in _edges(session, graph, sources, targets):
        if source not in target.dependencies:
            raise CudaError("INVALID_VALUE")
        target.dependencies.remove(source)


@answer("cuGraphRemoveDependencies_v2")
def remove_edges_with(
    session: Session, graph: int, sources: list[int], targets: list[int], edges: int, count: int
) -> None:
    """Let nodes no longer wait for others."""
    remove_edges(session, graph, sources, targets, count)


NODES, ROOTS, EDGES, DEPENDENCIES, DEPENDENTS = range(5)
"""Lists that the library asks for; edges are pairs."""


@answer("graph_list")
def listed(session: Session, what: int, handle: int) -> bytes:
    """Return nodes of a graph, or those around a node."""
    if what in (DEPENDENCIES, DEPENDENTS):
        node = node_of(session, handle)
        found = node.dependencies if what == DEPENDENCIES else node.graph.dependents(node)
    else:
        nodes = graph_of(session, handle).nodes
        found = [node for node in nodes if what == NODES or not node.dependencies]
        if what == EDGES:
            found = [each for node in nodes for source in node.dependencies for each in (source, node)]
    return b"".join(node.handle.to_bytes(8, "little") for node in found)


@answer("cuGraphDebugDotPrint")
def draw(session: Session, handle: int, path: str, flags: int) -> None:
    """Write a graph as a file for Graphviz."""
    graph = graph_of(session, handle)
    lines = [f'  node_{node.place} [label="{node.place}: {node.task.what}"];' for node in graph.nodes]
    lines += [
        f"  node_{each.place} -> node_{node.place};" for node in graph.nodes for each in node.dependencies
    ]
    try:
        Path(path).write_text("\n".join(["digraph {", *lines, "}", ""]), encoding="utf-8")
    except OSError:
        raise CudaError("OPERATING_SYSTEM") from None
