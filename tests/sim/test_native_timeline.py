"""Both engines record the same timelines: examples of three generations, and random programs.

Each engine counts time in its own way, so how long a warp waits may differ, and whether it waits at all.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import groupby
from runpy import run_path
from typing import TYPE_CHECKING, Any

import pytest

from pyptx.errors import SimFault
from pyptx.program import from_ptx
from pyptx.sim import simulate
from pyptx.sim.native import MISSING
from tests.sim.conftest import text
from tests.sim.test_native_profile import EXAMPLES, KERNELS
from tests.sim.test_random_control_flow import Generator
from tests.sim.test_timeline import HANDOVER, checked, of

if TYPE_CHECKING:
    from pyptx.sim.timeline import Timeline

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


def recorded(timeline: Timeline | None) -> list[Any]:
    """The parts of a timeline that do not depend on when warps run."""
    assert timeline is not None
    events = checked(timeline.to_json())
    runs: dict[tuple[int, int], list[tuple[int, str, int]]] = defaultdict(list)
    for event in of(events, ph="X", cat="run"):
        runs[event["pid"], event["tid"]].append((event["ts"], event["name"], event["dur"]))
    lines = {
        track: [
            (name, sum(part[2] for part in parts))
            for name, parts in groupby(sorted(spans), lambda span: span[1])
        ]
        for track, spans in runs.items()
    }
    counted = [event for event in events if event["ph"] in "be" or event.get("cat") == "scope"]
    operations = Counter((event["pid"], event["cat"], event["name"]) for event in counted)
    last = {(event["pid"], event["name"]): event["args"] for event in of(events, ph="C")}
    names = sorted((event["pid"], event.get("tid", 0), str(event["args"])) for event in of(events, ph="M"))
    return [lines, operations, last, names]


@pytest.mark.parametrize("name", KERNELS)
def test_examples(name: str) -> None:
    path, builder, sizes, inputs = KERNELS[name]
    kernel = run_path(str(EXAMPLES / path))[builder](*sizes)
    found = []
    for native in (True, False):
        _, report = kernel.run(*inputs(), timeline=True, native=native)
        assert report.detail.engine == ("native" if native else "numpy")
        found.append(recorded(report.detail.timeline))
    assert found[0] == found[1]


@pytest.mark.parametrize("seed", range(8))
def test_random_programs_of_one_warp_take_the_same_time(seed: int) -> None:
    """With one warp there is one order of instructions, so the times are the same, too."""
    lines, _ = Generator(seed).body(3)
    start = [
        ".reg .b32 %v<4>, %t; .reg .pred %q;",
        *(f"add.u32 %v{number}, %r1, {number};" for number in range(4)),
    ]
    program = from_ptx(text("\n".join(["mov.u32 %r1, %tid.x;", *start, *lines, "ret;"])))
    native, reference = (
        simulate(program, (), grid=(1, 1, 1), block=(32, 1, 1), timeline=True, native=native).timeline
        for native in (True, False)
    )
    assert native is not None
    assert reference is not None
    assert native.end == reference.end
    assert recorded(native) == recorded(reference)
    assert [event for event in native.events if event["ph"] == "X"] == [
        event for event in reference.events if event["ph"] == "X"
    ]


@pytest.mark.parametrize("schedule", ["late", "random"])
def test_a_warp_waits_until_another_arrives(schedule: str) -> None:
    program = from_ptx(text(HANDOVER))
    report = simulate(
        program, (), grid=(2, 1, 1), block=(64, 1, 1), timeline=True, native=True, schedule=schedule, seed=3
    )
    events = checked(report.timeline.to_json() if report.timeline else {})
    waits = of(events, ph="X", name="wait: mbarrier full+0, phase of parity 0")
    assert len(waits) == 2
    assert {event["pid"] for event in waits} == {1, 2}
    for wait, start, end in zip(waits, of(events, ph="s"), of(events, ph="f"), strict=True):
        assert wait["dur"] > 2000
        assert wait["ts"] < start["ts"] < wait["ts"] + wait["dur"] < end["ts"]


def test_a_fault_has_the_timeline_up_to_it() -> None:
    program = from_ptx(text("mov.u32 %r1, 4; mov.u64 %rd1, 64; st.global.u32 [%rd1], %r1; ret;"))
    for native in (True, False):
        with pytest.raises(SimFault) as raised:
            simulate(program, (), grid=(1, 1, 1), block=(32, 1, 1), timeline=True, native=native)
        assert raised.value.timeline is not None
        (span,) = [event for event in raised.value.timeline.events if event["ph"] == "X"]
        assert (span["ts"], span["dur"]) == (0, 3)


def test_race_checking_records_the_same() -> None:
    path, builder, sizes, inputs = KERNELS["hopper"]
    kernel = run_path(str(EXAMPLES / path))[builder](*sizes)
    plain, checks = (
        kernel.run(*inputs(), timeline=True, checks=checks)[1].detail for checks in (None, "all")
    )
    assert checks.engine == "native"
    assert recorded(plain.timeline) == recorded(checks.timeline)


def test_batches_follow_each_other() -> None:
    """CTAs beyond those that run together start when others have ended."""
    program = from_ptx(text("mov.u32 %r1, %tid.x; add.u32 %r1, %r1, 1; ret;"))
    for native in (True, False):
        timeline = simulate(
            program, (), grid=(40, 1, 1), block=(1024, 1, 1), timeline=True, native=native
        ).timeline
        assert timeline is not None
        starts = Counter(event["ts"] for event in timeline.events if event["ph"] == "X")
        assert starts == {0: 16 * 32, 3: 16 * 32, 6: 8 * 32}
        assert timeline.end == 9
