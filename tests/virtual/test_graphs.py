"""Graphs and captures: whole programs, right or with one bug, and random graphs against the definition."""

from __future__ import annotations

import contextlib
import struct
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyptx.errors import LaunchError, SimFault
from pyptx.virtual.direct import VirtualGpu

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.virtual.conftest import Ran

BUGS = {
    "fork_and_join": ("stream-race", "launch of scale(int const*, int*) at graphs.cu:", "launch of add("),
    "explicit": ("stream-race", "cuGraphAddMemcpyNode (node 2 of graph", "cuGraphAddMemcpyNode (node 3 of"),
    "changed_parameters": ("invalid-launch", "grid is (0, 1, 1)", ""),
    "child": ("stream-race", "launch of scale", "(node 2 of graph"),
    "unjoined": ("invalid-capture", "no event lets stream", "launch of fill(int*, int) at graphs.cu:"),
    "waited": ("invalid-capture", "cuStreamSynchronize waits for stream", "which is captured"),
    "allocated": ("invalid-capture", "cuMemAlloc is not permitted during a capture", ""),
    "legacy": ("invalid-capture", "the default stream waits for stream", "which is captured"),
    "isolated": ("invalid-capture", "waits for an event that was recorded outside the capture", ""),
    "destroyed": ("destroyed-graph", "was destroyed by call", "cuGraphInstantiateWithFlags, uses it"),
    "two_launches": ("stream-race", "(node 1 of graph", "in stream"),
    "read_early": ("host-race", "the host reads", "cuGraphAddMemcpyNode (node 1 of graph"),
    "recorded": ("stream-race", "launch of fill", "launch of scale"),
    "cyclic": ("invalid-graph", "wait for each other", "(node 2 of graph"),
}
"""For each bug: the rule, and what the report says of the two places."""


@pytest.fixture(scope="module")
def program(compiled: Callable[[str], str]) -> str:
    """The programs of ``clients/graphs.cu``."""
    return compiled("graphs.cu")


@pytest.mark.parametrize("streams", ["eager", "late"])
def test_right_programs_are_not_reported(on_gpu: Callable[..., Ran], program: str, streams: str) -> None:
    ran = on_gpu([program, "right"], "--streams", streams)
    assert (ran.printed, ran.rules, ran.code) == ("done", [], 0), ran.reported
    assert not ran.summary["refused"]


@pytest.mark.parametrize("streams", ["eager", "late"])
def test_each_bug_is_reported_with_both_places(
    on_gpu: Callable[..., Ran], program: str, streams: str
) -> None:
    ran = on_gpu([program, "wrong"], "--streams", streams)
    assert ran.printed == "done", ran.reported
    texts = dict(part.split("\n", 1) for part in ran.reported.split("case ")[1:])
    reports = {name: text for name, text in texts.items() if "pyptx gpu:" in text}
    assert reports.keys() == BUGS.keys(), ran.reported
    assert ran.rules == [BUGS[name][0] for name in reports]
    for name, text in reports.items():
        _, first, second = BUGS[name]
        assert first in text
        assert second in text


COUNT = 6
SIZE = 16
GRAPHS = st.lists(
    st.tuples(st.sets(st.integers(0, COUNT - 1), max_size=2), st.integers(0, 3), st.integers(1, 2)),
    min_size=1,
    max_size=COUNT,
)
"""For each node: earlier nodes that it waits for, the first piece of memory that it fills, and how many."""


def fill_node(gpu: VirtualGpu, graph: int, before: list[int], to: int, value: int, size: int) -> int:
    params = struct.pack("<QQIIQQ", to, 0, value, 1, size, 1)
    made: int = gpu.cuGraphAddMemsetNode(graph, before, len(before), params, 0)
    return made


def launch(nodes: list[tuple[set[int], int, int]], *, late: bool, inner: bool) -> tuple[bool, bytes]:
    """Launch a graph twice; return whether a race is reported, and the memory."""
    gpu = VirtualGpu(late=late)
    stream = gpu.cuStreamCreate(1)
    x = gpu.cuMemAlloc(5 * SIZE)
    gpu.cuMemsetD8(x, 0, 5 * SIZE)
    gpu.cuCtxSynchronize(0)
    graph = gpu.cuGraphCreate(0)
    handles: list[int] = []
    for number, (before, first, count) in enumerate(nodes):
        after = [handles[each] for each in sorted(before) if each < number]
        handles.append(fill_node(gpu, graph, after, x + first * SIZE, number + 1, count * SIZE))
    if inner:
        outer = gpu.cuGraphCreate(0)
        gpu.cuGraphAddChildGraphNode(outer, [gpu.cuGraphAddEmptyNode(outer, [], 0)], 1, graph)
        graph = outer
    executable = gpu.cuGraphInstantiateWithFlags(graph, 0)
    for _ in range(2):
        with contextlib.suppress(SimFault):
            gpu.cuGraphLaunch(executable, stream)
    with contextlib.suppress(SimFault):
        gpu.cuStreamSynchronize(stream)
    assert {fault["rule"] for fault in gpu.session.reports.faults} <= {"stream-race"}
    return bool(gpu.session.reports.faults), gpu.session.memory.view(x, 5 * SIZE).tobytes()


@settings(deadline=None, max_examples=100)
@given(GRAPHS, st.booleans())
def test_nodes_without_a_path_between_them_race(nodes: list[tuple[set[int], int, int]], inner: bool) -> None:
    ancestors: list[set[int]] = []
    for number, (before, _, _) in enumerate(nodes):
        direct = {each for each in before if each < number}
        ancestors.append(direct.union(*(ancestors[each] for each in direct)))
    pieces = [set(range(first, first + count)) for _, first, count in nodes]
    races = any(
        pieces[one] & pieces[two] and one not in ancestors[two]
        for two in range(len(nodes))
        for one in range(two)
    )
    eager, late = launch(nodes, late=False, inner=inner), launch(nodes, late=True, inner=inner)
    assert eager[0] == late[0] == races
    if not races:
        assert eager[1] == late[1]


def test_launches_of_one_executable_graph_wait_for_each_other() -> None:
    gpu = VirtualGpu(late=True)
    one, two = (gpu.cuStreamCreate(1) for _ in range(2))
    x = gpu.cuMemAlloc(SIZE)
    graph = gpu.cuGraphCreate(0)
    node = fill_node(gpu, graph, [], x, 1, SIZE)
    executable = gpu.cuGraphInstantiateWithFlags(graph, 0)
    gpu.cuGraphLaunch(executable, one)
    gpu.cuGraphExecMemsetNodeSetParams(executable, node, struct.pack("<QQIIQQ", x, 0, 2, 1, SIZE, 1), 0)
    gpu.cuGraphLaunch(executable, two)
    gpu.cuStreamSynchronize(two)
    assert gpu.session.memory.view(x, 1)[0] == 2
    gpu.cuStreamSynchronize(one)
    assert gpu.session.memory.view(x, 1)[0] == 2


def test_a_capture_goes_into_a_graph_behind_its_nodes() -> None:
    gpu = VirtualGpu()
    stream = gpu.cuStreamCreate(1)
    x = gpu.cuMemAlloc(SIZE)
    graph = gpu.cuGraphCreate(0)
    node = fill_node(gpu, graph, [], x, 1, SIZE)
    gpu.cuStreamBeginCaptureToGraph(stream, graph, [node], 0, 1, 2)
    state, number, same, last = gpu.cuStreamGetCaptureInfo(stream)
    assert (state, same, last) == (1, graph, node.to_bytes(8, "little"))
    gpu.cuMemsetD8Async(x, 2, SIZE, stream)
    gpu.cuStreamUpdateCaptureDependencies(stream, [node], 0, 1, 1)
    gpu.cuMemsetD8Async(x, 3, SIZE, stream)
    assert gpu.cuStreamEndCapture(stream) == graph
    assert number
    assert gpu.cuStreamGetCaptureInfo(stream)[0] == 0
    executable = gpu.cuGraphInstantiateWithFlags(graph, 0)
    with pytest.raises(SimFault, match=r"node 2 of graph 1.*\n.*node 3 of graph 1"):
        gpu.cuGraphLaunch(executable, stream)


def test_a_captured_launch_of_a_graph_is_a_node_of_another_one() -> None:
    gpu = VirtualGpu()
    stream = gpu.cuStreamCreate(1)
    x = gpu.cuMemAlloc(SIZE)
    graph = gpu.cuGraphCreate(0)
    fill_node(gpu, graph, [], x, 7, SIZE)
    executable = gpu.cuGraphInstantiateWithFlags(graph, 0)
    gpu.cuStreamBeginCapture(stream, 0)
    gpu.cuGraphLaunch(executable, stream)
    outer = gpu.cuStreamEndCapture(stream)
    gpu.cuGraphLaunch(gpu.cuGraphInstantiateWithFlags(outer, 0), stream)
    assert gpu.session.memory.view(x, 1)[0] == 7


@pytest.mark.parametrize("mode", [0, 1, 2])
@pytest.mark.parametrize("thread_mode", [0, 1, 2])
@pytest.mark.parametrize("is_own", [True, False])
def test_the_modes_of_a_capture_and_of_a_thread(mode: int, thread_mode: int, is_own: bool) -> None:
    gpu = VirtualGpu()
    stream = gpu.cuStreamCreate(1)
    gpu.cuStreamBeginCapture(stream, mode)
    if not is_own:
        gpu.thread = 2
        gpu.cuCtxSetCurrent(gpu.cuDevicePrimaryCtxRetain(0))
    gpu.cuThreadExchangeStreamCaptureMode(thread_mode)
    is_forbidden = thread_mode != 2 and (mode != 2 if is_own else mode == thread_mode == 0)
    if is_forbidden:
        with pytest.raises(SimFault, match="cuMemAlloc is not permitted during a capture"):
            gpu.cuMemAlloc(16)
    else:
        gpu.cuMemAlloc(16)
    gpu.thread = 1
    with (
        pytest.raises(LaunchError, match="CAPTURE_INVALIDATED") if is_forbidden else contextlib.nullcontext()
    ):
        gpu.cuStreamEndCapture(stream)


def test_another_thread_and_another_stream_end_no_capture() -> None:
    gpu = VirtualGpu()
    stream, other = (gpu.cuStreamCreate(1) for _ in range(2))
    gpu.cuStreamBeginCapture(stream, 0)
    with pytest.raises(LaunchError, match="ILLEGAL_STATE"):
        gpu.cuStreamEndCapture(other)
    event = gpu.cuEventCreate(0)
    gpu.cuEventRecord(event, stream)
    gpu.cuStreamWaitEvent(other, event, 0)
    with pytest.raises(SimFault, match="did not begin in stream 2"):
        gpu.cuStreamEndCapture(other)
    with pytest.raises(LaunchError, match="CAPTURE_INVALIDATED"):
        gpu.cuStreamEndCapture(stream)
    gpu.cuStreamBeginCapture(stream, 0)
    gpu.thread = 2
    gpu.cuCtxSetCurrent(gpu.cuDevicePrimaryCtxRetain(0))
    with pytest.raises(SimFault, match="thread 1 began the capture, and thread 2 ends it"):
        gpu.cuStreamEndCapture(stream)


def test_two_captures_are_not_joined() -> None:
    gpu = VirtualGpu()
    one, two = (gpu.cuStreamCreate(1) for _ in range(2))
    event = gpu.cuEventCreate(0)
    for stream in (one, two):
        gpu.cuStreamBeginCapture(stream, 2)
    gpu.cuEventRecord(event, one)
    with pytest.raises(SimFault, match="another capture has"):
        gpu.cuStreamWaitEvent(two, event, 0)
    with pytest.raises(LaunchError, match="CAPTURE_INVALIDATED"):
        gpu.cuEventSynchronize(event)


def test_a_graph_is_drawn(tmp_path: Path) -> None:
    gpu = VirtualGpu()
    graph = gpu.cuGraphCreate(0)
    first = gpu.cuGraphAddEmptyNode(graph, [], 0)
    second = gpu.cuGraphAddEmptyNode(graph, [first], 1)
    gpu.cuGraphDebugDotPrint(graph, str(tmp_path / "graph.dot"), 0)
    assert "node_1 -> node_2;" in (tmp_path / "graph.dot").read_text()
    gpu.cuGraphDestroyNode(first)
    assert gpu.cuGraphNodeGetType(second) == 5
    with pytest.raises(SimFault, match=r"the node .* was destroyed by call") as destroyed:
        gpu.cuGraphNodeGetType(first)
    assert destroyed.value.rule == "destroyed-graph"


def test_freed_memory_of_a_node_is_reported() -> None:
    gpu = VirtualGpu()
    x = gpu.cuMemAlloc(SIZE)
    graph = gpu.cuGraphCreate(0)
    fill_node(gpu, graph, [], x, 1, SIZE)
    executable = gpu.cuGraphInstantiateWithFlags(graph, 0)
    gpu.cuMemFree(x)
    with pytest.raises(SimFault, match=r"cuGraphAddMemsetNode \(node 1 of graph 1 .* inside one allocation"):
        gpu.cuGraphLaunch(executable, 0)


@pytest.mark.parametrize(
    ("case", "streams"), [("right", "eager"), ("right", "late"), ("again", "eager"), ("call", "late")]
)
def test_graphs_copy_memory_that_is_not_pinned_and_call_the_program_in_their_order(
    on_gpu: Callable[..., Ran], compiled: Callable[..., str], case: str, streams: str
) -> None:
    program = compiled("host_graphs.cu", options=("-g",))
    ran = on_gpu([program, case], "--streams", streams, timeout=300)
    assert ran.printed.split("\n") == ["0 0 wrong 0 0"] * 3 + ["wrong 0 used 1200"], ran.reported
    assert not ran.rules
