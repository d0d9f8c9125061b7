"""The timeline: what its events say, and whether they are trace events by the rules of the format."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import SimFault
from pyptx.sim.timeline import Timeline

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Event = dict[str, Any]

# Warp 0 counts before it arrives, warp 1 waits for it; then both meet.
HANDOVER = """
    .shared .align 8 .b64 full;
    mov.u32 %r1, %tid.x;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra MADE;
    mbarrier.init.shared::cta.b64 [full], 32;
MADE:
    bar.sync 0;
    setp.lt.u32 %p2, %r1, 32;
    mov.u32 %r2, 0;
    @%p2 bra COUNT;
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p4, [full], 0;
    @!%p4 bra WAIT;
    bra MEET;
COUNT:
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p3, %r2, 2000;
    @%p3 bra COUNT;
    mbarrier.arrive.shared::cta.b64 _, [full];
MEET:
    bar.sync 1;
    ret;
"""

# One thread copies 32 bytes in, and waits for them.
BULK = """
    .shared .align 8 .b64 full;
    .shared .align 16 .b8 tile[32];
    ld.param.u64 %rd1, [x];
    mbarrier.init.shared::cta.b64 [full], 1;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 32;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd1], 32, [full];
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p1, [full], 0;
    @!%p1 bra WAIT;
    ret;
"""

COPIES = """
    .shared .align 16 .b8 tile[1024];
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    shl.b32 %r2, %r1, 4;
    mov.u32 %r3, tile;
    add.u32 %r3, %r3, %r2;
    cvt.u64.u32 %rd2, %r2;
    add.s64 %rd1, %rd1, %rd2;
    cp.async.cg.shared.global [%r3], [%rd1], 16;
    cp.async.commit_group;
    cp.async.wait_group 0;
    ret;
"""


def checked(trace: Event) -> list[Event]:
    """The events of a trace that keeps the rules of the format.

    Spans of a thread lie beside or inside each other; what begins, ends; arrows go from one span to another,
    and not back in time.
    """
    assert json.loads(json.dumps(trace)) == trace
    events: list[Event] = trace["traceEvents"]
    spans = defaultdict(list)
    open_: dict[tuple[Any, ...], list[Event]] = defaultdict(list)
    for event in events:
        assert isinstance(event["pid"], int)
        assert event["pid"] > 0
        assert isinstance(event["name"], str)
        assert event["name"]
        if event["ph"] == "M":
            assert event["name"].split("_")[0] in ("process", "thread")
            continue
        assert event["ts"] >= 0
        match event["ph"]:
            case "X":
                assert event["dur"] > 0
                spans[event["pid"], event["tid"]].append((event["ts"], event["ts"] + event["dur"]))
            case "b" | "e":
                open_[event["pid"], event["cat"], event["id2"]["local"], event["name"]].append(event)
            case "s" | "f":
                open_[event["cat"], event["id"], event["name"]].append(event)
            case "C":
                assert all(isinstance(number, int) for number in event["args"].values())
            case other:
                raise AssertionError(other)
    for of_thread in spans.values():
        around: list[int] = []
        for start, end in sorted(of_thread, key=lambda span: (span[0], -span[1])):
            while around and around[-1] <= start:
                around.pop()
            assert not around or end <= around[-1]
            around.append(end)
    for first, second in open_.values():
        assert (first["ph"], second["ph"]) in (("b", "e"), ("s", "f"))
        assert first["ts"] < second["ts"]
        for end in (first, second) if first["ph"] == "s" else ():
            assert any(start <= end["ts"] < stop for start, stop in spans[end["pid"], end["tid"]])
    return events


def of(events: list[Event], **wanted: Any) -> list[Event]:
    return [event for event in events if all(event.get(key) == value for key, value in wanted.items())]


def name_of(events: list[Event], event: Event) -> str:
    (found,) = of(events, name="thread_name", tid=event["tid"])
    return str(found["args"]["name"])


@pytest.mark.parametrize("schedule", ["late", "early", "random"])
def test_who_waits_for_whom(run: Callable[..., Any], schedule: str) -> None:
    report = run(HANDOVER, block=64, timeline=True, schedule=schedule, seed=4)
    assert isinstance(report.timeline, Timeline)
    assert report.timeline.end == report.steps
    events = checked(report.timeline.to_json())
    (wait,) = of(events, ph="X", name="wait: mbarrier full+0, phase of parity 0")
    assert name_of(events, wait) == "warp 1"
    (start,), (end,) = of(events, ph="s"), of(events, ph="f")
    assert (name_of(events, start), name_of(events, end)) == ("warp 0", "warp 1")
    assert wait["ts"] < start["ts"] < wait["ts"] + wait["dur"] < end["ts"]
    lacks = [event["args"]["arrivals"] for event in of(events, ph="C", name="mbarrier full+0 lacks")]
    assert (lacks[0], lacks[-1]) == (32, 32)
    assert {name_of(events, event) for event in of(events, name="wait: barrier 1")} <= {"warp 0", "warp 1"}


def test_a_copy_lasts_until_it_lands(run: Callable[..., Any]) -> None:
    x = np.arange(8, dtype=np.uint32)
    late, early = (
        checked(run(BULK, x=x, block=1, timeline=True, schedule=schedule).timeline.to_json())
        for schedule in ("late", "early")
    )
    lengths = []
    for events in (late, early):
        (start,), (end,) = of(events, ph="b", cat="copy"), of(events, ph="e", cat="copy")
        assert start["name"] == "cp.async.bulk.shared::cluster"
        assert "[tile], [%rd1], 32" in start["args"]["instruction"]
        lengths.append(end["ts"] - start["ts"])
        bytes_ = [event["args"]["bytes"] for event in of(events, ph="C")]
        assert max(bytes_) == 32
        assert bytes_[-1] == 0
    assert lengths[0] > lengths[1] == 1
    assert of(late, cat="wait")
    assert not of(early, cat="wait")


def test_copies_of_threads_are_spans_of_their_warps(run: Callable[..., Any]) -> None:
    x = np.zeros(256, np.uint32)
    events = checked(run(COPIES, x=x, block=64, timeline=True).timeline.to_json())
    assert len(of(events, ph="b", name="cp.async.cg.shared")) == 2


def test_a_timeline_up_to_a_fault(run: Callable[..., Any]) -> None:
    with pytest.raises(SimFault) as caught:
        run(HANDOVER.replace("mbarrier.arrive.shared::cta.b64 _, [full];", ""), block=64, timeline=True)
    assert caught.value.rule == "deadlock"
    events = checked(caught.value.timeline.to_json())
    (wait,) = of(events, ph="X", name="wait: mbarrier full+0, phase of parity 0")
    assert wait["ts"] + wait["dur"] == caught.value.timeline.end
    assert of(events, ph="X", name="wait: barrier 1")


def test_launches_one_after_the_other(run: Callable[..., Any], tmp_path: Path) -> None:
    first, second = (run(HANDOVER, grid=2, block=64, timeline=True).timeline for _ in range(2))
    first.save(tmp_path / "trace.json", second)
    trace = json.loads((tmp_path / "trace.json").read_text())
    events = checked(trace)
    assert {event["pid"] for event in events} == {1, 2, 3, 4}
    assert min(event["ts"] for event in of(events, pid=3) if "ts" in event) >= first.end
    assert len(of(events, ph="s")) == 4
    assert trace["otherData"]["kernels"] == ["kernel", "kernel"]
    assert "instruction" in trace["otherData"]["time"]


def test_with_a_profile(run: Callable[..., Any]) -> None:
    x = np.zeros(8, np.uint32)
    report = run(BULK, x=x, block=1, timeline=True, profile=True)
    assert report.profile.traffic["global"].read == 32
    assert of(checked(report.timeline.to_json()), ph="b", cat="copy")
    assert run(BULK, x=x, block=1).timeline is None


def test_named_scopes_are_spans_around_what_warps_do_in_them(run: Callable[..., Any]) -> None:
    body = HANDOVER.replace(
        "MADE:\n    bar.sync 0;", "MADE:\n    // BEGIN meet\n    bar.sync 0;\n    // END meet"
    )
    body = body.replace("    @%p2 bra COUNT;", "    @%p2 bra COUNT;\n    // BEGIN consume\n    // BEGIN wait")
    body = body.replace("    bra MEET;", "    // END wait\n    bra MEET;\n    // END consume")
    events = checked(run(body, block=64, timeline=True).timeline.to_json())
    stays = {(scope["name"], name_of(events, scope)): scope for scope in of(events, cat="scope")}
    assert sorted(stays) == [
        ("consume", "warp 1"),
        ("meet", "warp 0"),
        ("meet", "warp 1"),
        ("wait", "warp 1"),
    ]
    consume, wait = stays["consume", "warp 1"], stays["wait", "warp 1"]
    assert consume["ts"] == wait["ts"]
    assert consume["dur"] > wait["dur"]
    (polling,) = of(events, name="wait: mbarrier full+0, phase of parity 0")
    assert wait["ts"] <= polling["ts"] <= polling["ts"] + polling["dur"] <= wait["ts"] + wait["dur"]
    assert {event["args"].get("scope") for event in of(events, cat="run")} == {
        None,
        "meet",
        "consume",
        "consume / wait",
    }


def test_a_name_that_does_not_end_is_no_scope(run: Callable[..., Any]) -> None:
    body = "// BEGIN lost\nmov.u32 %r1, 0;\n// BEGIN kept\nmov.u32 %r1, 1;\n// END kept\n// END other\nret;"
    timeline = run(body, timeline=True).timeline
    assert [event["name"] for event in timeline.events if event.get("cat") == "scope"] == ["kept"]
