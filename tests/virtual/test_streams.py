"""Clocks over streams: whole programs, right or with one bug, and random ones against the definition."""

from __future__ import annotations

import contextlib
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyptx.errors import LaunchError, SimFault
from pyptx.virtual.direct import VirtualGpu

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.virtual.conftest import Ran

ATOMIC = """
.version 8.0
.target sm_80
.address_size 64
.visible .entry add(.param .u64 x) {
    .reg .b64 %rd1;
    ld.param.u64 %rd1, [x];
    red.global.add.u32 [%rd1], 1;
    ret;
}
"""

BUGS = {
    "double_buffer": ("host-race", "the host writes", "cuMemcpyHtoDAsync (operation 1 of stream 1) reads it"),
    "early_event": ("stream-race", "launch of fill(int*, int, int) at streams.cu:", "launch of scale"),
    "other_event": ("stream-race", "launch of fill", "cuMemcpyDtoDAsync (operation 2 of stream 6) reads it"),
    "early_read": ("host-race", "the host reads", "cuMemcpyDtoHAsync (operation 2 of stream 7) writes it"),
    "managed": ("host-race", "bytes of cuMemAllocManaged", "of the default stream) writes it"),
    "reused": ("host-race", "the host writes", "cuMemcpyHtoDAsync (operation 1 of stream 9) reads it"),
    "freed": (
        "stream-race",
        "launch of scale",
        "cuMemFreeAsync (operation 4 of stream 11) allocates or frees",
    ),
    "legacy": ("stream-race", "launch of fill", "of the default stream) reads it"),
    "per_thread": ("stream-race", "of the default stream of thread", "(operation 1 of stream 15) reads it"),
    "parts": ("stream-race", "+1996 (", "(operation 1 of stream 18) writes it"),
    "counters": ("stream-race", "launch of count(int*, bool)", "launch of count(int*, bool)"),
    "fork_and_join": ("stream-race", "launch of scale", "(operation 4 of stream 21)"),
    "destroyed": ("destroyed-event", "was destroyed by call", "cuEventRecord, uses it"),
}
"""For each bug: the rule, and what the report says of the two places."""


@pytest.fixture(scope="module")
def program(compiled: Callable[[str], str]) -> str:
    """The programs of ``clients/streams.cu``."""
    return compiled("streams.cu")


@pytest.mark.parametrize("streams", ["eager", "late"])
def test_right_programs_are_not_reported(on_gpu: Callable[..., Ran], program: str, streams: str) -> None:
    ran = on_gpu([program, "right"], "--streams", streams)
    assert (ran.printed, ran.rules, ran.code) == ("done", [], 0), ran.reported


@pytest.mark.parametrize("streams", ["eager", "late"])
def test_each_bug_is_reported_with_both_places(
    on_gpu: Callable[..., Ran], program: str, streams: str
) -> None:
    ran = on_gpu([program, "wrong"], "--streams", streams)
    texts = dict(part.split("\n", 1) for part in ran.reported.split("case ")[1:])
    reports = {name: text for name, text in texts.items() if "pyptx gpu:" in text}
    bugs = {name for name in BUGS if (name, streams) != ("managed", "late")}
    assert reports.keys() == bugs, ran.reported
    assert set(ran.rules) == {BUGS[name][0] for name in bugs}
    assert len(ran.rules) == ran.reported.count("pyptx gpu: ")
    for name in bugs:
        rule, first, second = BUGS[name]
        assert rule != "stream-race" or "nothing orders two accesses" in reports[name]
        assert rule != "host-race" or "has not waited for an operation" in reports[name]
        assert first in reports[name]
        assert second in reports[name]


def test_the_guide_has_a_real_report(on_gpu: Callable[..., Ran], compiled: Callable[..., str]) -> None:
    guide = Path(__file__).parents[2] / "docs" / "guides" / "gpu-ci.md"
    sample = guide.read_text(encoding="utf-8").split("$ pyptx gpu -- ./streams wrong\n")[1].split("```")[0]
    ran = on_gpu([compiled("streams.cu", options=("-g",)), "wrong"])
    assert sample in ran.reported
    lines = (Path(__file__).parent / "clients" / "streams.cu").read_text(encoding="utf-8").splitlines()
    for text in ("const int early = host[10];", "host[half * N + i] = turn;", "host[0] = 6;"):
        (number,) = (place for place, line in enumerate(lines, 1) if text in line)
        assert f"pyptx gpu: the program at streams.cu:{number}: the host " in ran.reported


@pytest.mark.parametrize("checks", [None, ("races",), ("races", "uninitialized")])
def test_atomics_of_two_streams_are_no_race(checks: tuple[str, ...] | None) -> None:
    gpu = VirtualGpu(checks=checks)
    kernel = gpu.cuModuleGetFunction(gpu.cuModuleLoadData(ATOMIC.encode()), "add")
    x = gpu.cuMemAlloc(4)
    gpu.cuMemsetD32(x, 0, 1)
    gpu.cuCtxSynchronize(0)
    for _ in range(2):
        gpu.launch_in(kernel, gpu.cuStreamCreate(1), x.to_bytes(8, "little"))
    gpu.cuCtxSynchronize(0)
    assert gpu.session.memory.view(x, 1)[0] == 2


DEPENDENT = """
.version 8.0
.target sm_90
.address_size 64
.visible .entry add(.param .u64 x) {{
    .reg .b64 %rd1;
    .reg .b32 %r1;
    {}
    ld.param.u64 %rd1, [x];
    ld.global.u32 %r1, [%rd1];
    add.u32 %r1, %r1, 1;
    st.global.u32 [%rd1], %r1;
    {}
    ret;
}}
"""
CONTROLS = {"trigger": "griddepcontrol.launch_dependents;", "wait": "griddepcontrol.wait;"}
MAY_START_EARLY = 2


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(
    ("kernels", "between", "races"),
    [
        (["x trigger", "x"], "", True),
        (["x trigger", "wait x"], "", False),
        (["x", "x"], "", False),
        (["x trigger", "x"], "sync", False),
        (["x trigger", "x"], "event", False),
        (["x trigger", "trigger y", "wait x"], "", True),
        (["x trigger", "wait trigger y", "wait x"], "", False),
        (["x trigger", *["wait trigger x"] * 4], "", False),
    ],
)
def test_a_dependent_launch_that_does_not_wait_races_with_the_one_before(
    kernels: list[str], between: str, *, races: bool, late: bool
) -> None:
    gpu = VirtualGpu(late=late)
    stream = gpu.cuStreamCreate(1)
    memory = {"x": gpu.cuMemAlloc(4), "y": gpu.cuMemAlloc(4)}
    for address in memory.values():
        gpu.cuMemsetD32(address, 0, 1)
    gpu.cuCtxSynchronize(0)

    def launch(words: str) -> None:
        (name,) = memory.keys() & words.split()
        first, last = words.split(name)
        text = DEPENDENT.format(
            *(" ".join(CONTROLS[word] for word in part.split()) for part in (first, last))
        )
        kernel = gpu.cuModuleGetFunction(gpu.cuModuleLoadData(text.encode()), "add")
        one, parameters = struct.pack("<3I", 1, 1, 1), memory[name].to_bytes(8, "little")
        gpu.launch(kernel, one, one, bytes(12), 0, MAY_START_EARLY, stream, parameters)

    with pytest.raises(SimFault, match="stream-race") if races else contextlib.nullcontext():
        for words in kernels:
            launch(words)
            if between == "sync":
                gpu.cuStreamSynchronize(stream)
            elif between:
                gpu.cuEventRecord(gpu.cuEventCreate(0), stream)
        gpu.cuStreamSynchronize(stream)
    gpu.cuMemsetD32Async(memory["x"], 0, 1, stream)  # comes last
    gpu.cuStreamSynchronize(stream)
    assert len(gpu.session.reports.faults) == races


SIZE = 64
Step = tuple[Any, ...]
STREAMS = st.integers(0, 3)
STEPS = st.one_of(
    st.tuples(st.just("fill"), STREAMS, st.integers(0, 7), st.integers(1, 4)),
    st.tuples(st.just("copy"), STREAMS, st.integers(0, 3), st.integers(4, 7)),
    st.tuples(st.just("record"), STREAMS, st.integers(0, 1)),
    st.tuples(st.just("wait"), STREAMS, st.integers(0, 1)),
    st.tuples(st.just("sync"), STREAMS),
    st.tuples(st.just("sync_event"), st.integers(0, 1)),
)


class Model:
    """The order of operations by its definition: all pairs, and the paths between them."""

    def __init__(self) -> None:
        self.before: list[set[int]] = []
        self.last: dict[int, set[int]] = {stream: set() for stream in range(4)}
        self.events: dict[int, set[int]] = {}
        self.host: set[int] = set()
        self.accesses: list[tuple[set[int], set[int]]] = []
        self.races = False

    def operation(self, stream: int, reads: set[int] = frozenset(), writes: set[int] = frozenset()) -> None:  # type: ignore[assignment]
        """Add an operation: stream 0 is the default one, 1 and 2 wait for it, 3 does not."""
        before = self.host | self.last[stream]
        for other in range(4):
            if 3 not in (stream, other) and (stream == 0) != (other == 0):
                before = before | self.last[other]
        before = before.union(*(self.before[each] for each in before))
        for number, (read, written) in enumerate(self.accesses):
            if number not in before and (writes & (read | written) or reads & written):
                self.races = True
        self.last[stream] = before | {len(self.before)}
        self.before.append(before)
        self.accesses.append((set(reads), set(writes)))


def run(steps: list[Step], *, late: bool) -> tuple[bool, bytes]:
    """Run steps; return whether a race is reported, and the memory at the end."""
    gpu = VirtualGpu(late=late)
    streams = [0, *(gpu.cuStreamCreate(flags) for flags in (0, 0, 1))]
    events = [gpu.cuEventCreate(0) for _ in range(2)]
    x = gpu.cuMemAlloc(8 * SIZE)
    gpu.cuMemsetD8(x, 0, 8 * SIZE)
    gpu.cuCtxSynchronize(0)
    for kind, *numbers in steps:
        with contextlib.suppress(SimFault):  # counted below
            if kind == "fill":
                stream, first, size = numbers
                gpu.cuMemsetD8Async(x + first * SIZE // 2, 1, size * SIZE // 2, streams[stream])
            elif kind == "copy":
                stream, source, to = numbers
                gpu.cuMemcpyDtoDAsync(x + to * SIZE, x + source * SIZE, SIZE, streams[stream])
            elif kind == "record":
                gpu.cuEventRecord(events[numbers[1]], streams[numbers[0]])
            elif kind == "wait":
                gpu.cuStreamWaitEvent(streams[numbers[0]], events[numbers[1]], 0)
            elif kind == "sync":
                gpu.cuStreamSynchronize(streams[numbers[0]])
            else:
                gpu.cuEventSynchronize(events[numbers[0]])
    with contextlib.suppress(SimFault):
        gpu.cuCtxSynchronize(0)
    assert {fault["rule"] for fault in gpu.session.reports.faults} <= {"stream-race"}
    return bool(gpu.session.reports.faults), gpu.session.memory.view(x, 8 * SIZE).tobytes()


@settings(deadline=None, max_examples=150)
@given(st.lists(STEPS, max_size=12))
def test_races_are_those_of_the_definition(steps: list[Step]) -> None:
    model = Model()
    for kind, *numbers in steps:
        if kind == "fill":
            stream, first, size = numbers
            model.operation(stream, writes=set(range(first * SIZE // 2, (first + size) * SIZE // 2)))
        elif kind == "copy":
            stream, source, to = numbers
            span = range(SIZE)
            model.operation(
                stream, {source * SIZE + each for each in span}, {to * SIZE + each for each in span}
            )
        elif kind == "record":
            model.operation(numbers[0])
            model.events[numbers[1]] = set(model.last[numbers[0]])
        elif kind == "wait":
            if numbers[1] in model.events:
                model.last[numbers[0]] |= model.events[numbers[1]]
                model.operation(numbers[0])
        elif kind == "sync":
            model.host |= model.last[numbers[0]]
        else:
            model.host |= model.events.get(numbers[0], set())
    eager, late = run(steps, late=False), run(steps, late=True)
    assert eager[0] == late[0] == model.races
    if not model.races:
        assert eager[1] == late[1]


def test_an_event_of_another_context_and_a_destroyed_one_are_named() -> None:
    gpu = VirtualGpu()
    event = gpu.cuEventCreate(0)
    gpu.cuCtxCreate_v2(0, 0)
    stream = gpu.cuStreamCreate(0)
    with pytest.raises(
        SimFault, match=r"made by call 4, cuEventCreate, .* call 7, cuEventRecord, uses it"
    ) as foreign:
        gpu.cuEventRecord(event, stream)
    assert foreign.value.rule == "foreign-event"


def test_threads_have_default_streams_of_their_own() -> None:
    gpu = VirtualGpu()
    x = gpu.cuMemAlloc(SIZE)
    gpu.cuMemsetD8Async(x, 1, SIZE, 2)
    gpu.thread = 2
    gpu.cuCtxSetCurrent(gpu.cuDevicePrimaryCtxRetain(0))
    with pytest.raises(
        SimFault, match=r"of the default stream of thread 1\) writes.*\n.* of thread 2\) writes"
    ):
        gpu.cuMemsetD8Async(x, 1, SIZE, 2)
    gpu.cuMemsetD8Async(x, 1, SIZE, 1)  # that of the context waits for both
    gpu.cuMemsetD8Async(x, 1, SIZE, 2)


def test_host_memory_is_free_again_after_a_wait() -> None:
    gpu = VirtualGpu()
    stream = gpu.cuStreamCreate(1)
    x = gpu.cuMemHostAlloc(3 * 4096, 0)
    gpu.cuMemsetD8Async(x, 1, 4096, stream)
    gpu.read(x + 4096, 8)
    with pytest.raises(SimFault, match="the host reads"):
        gpu.read(x + 4, 8)
    gpu.cuMemsetD8Async(x, 1, 4096, stream)
    gpu.cuStreamSynchronize(stream)
    gpu.read(x, 8)
    y = gpu.cuMemAlloc(4096)
    gpu.cuMemcpyHtoDAsync(y, x, 4096, stream)
    gpu.read(x, 8)
    with pytest.raises(SimFault, match="the host writes"):
        gpu.touched(x, 1)


@pytest.mark.parametrize("streams", ["eager", "late"])
def test_work_behind_a_function_of_the_program_reads_what_that_wrote(
    on_gpu: Callable[..., Ran], compiled: Callable[..., str], streams: str
) -> None:
    program = compiled("host_calls.cu", options=("-g",))
    ran = on_gpu([program], "--streams", streams, timeout=300)
    printed = ["same 0", "event 0", "default 0", "thread 0 600 0", "polled 0", "graph 0 0"]
    assert ran.printed.split("\n") == printed, ran.reported
    assert not ran.rules
    broken = on_gpu([program, "bug"], "--streams", streams, timeout=300)
    assert broken.rules == ["stream-race"], broken.reported
    assert "(operation 9 of stream 1)" in broken.summary["faults"][0]["message"]


def test_the_way_of_waiting_for_a_function_of_the_program_changes_nothing() -> None:
    gpu = VirtualGpu()
    x = gpu.cuMemAlloc(SIZE)
    gpu.cuLaunchHostFunc_v2(0, 1, 2, 1)
    gpu.cuMemsetD8Async(x, 7, SIZE, 0)
    assert gpu.session.memory.view(x, 1)[0] == 0  # after the function, which nothing waits for
    gpu.cuStreamSynchronize(0)
    assert gpu.session.memory.view(x, 1)[0] == 7
    with pytest.raises(LaunchError, match="INVALID_VALUE"):
        gpu.cuLaunchHostFunc_v2(0, 1, 2, 2)
