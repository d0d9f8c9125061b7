"""Programmatic dependent launch: a grid that may start before the one before it has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import LaunchError, SimFault
from pyptx.sim import SimReport, simulate

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.program import Program

# Each thread adds 1 to its element; a dependent grid doubles what its neighbour in the CTA has.
FIRST = """
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mad.lo.u32 %r1, %r2, 64, %r1;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd1, %rd1, %rd3;
    add.s64 %rd2, %rd2, %rd3;
    {launch}
    ld.global.u32 %r3, [%rd1];
    add.u32 %r3, %r3, 1;
    st.global.u32 [%rd2], %r3;
    red.global.add.u32 [%rd1+1024], 1;
"""
SECOND = """
    ld.param.u64 %rd1, [y];
    ld.param.u64 %rd2, [z];
    ld.param.u64 %rd4, [x];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mad.lo.u32 %r4, %r2, 64, %r1;
    xor.b32 %r4, %r4, 32;
    mul.wide.u32 %rd3, %r4, 4;
    add.s64 %rd1, %rd1, %rd3;
    add.s64 %rd2, %rd2, %rd3;
    add.s64 %rd4, %rd4, %rd3;
    setp.eq.u32 %p1, %r1, 0;
    {early}
    {wait}
    {load}
    add.u32 %r5, %r5, %r5;
    st.global.u32 [%rd2], %r5;
    {late}
"""
LAUNCH = "griddepcontrol.launch_dependents;"
WAIT = "griddepcontrol.wait;"
LOAD = "ld.global.u32 %r5, [%rd1];"
ARGUMENTS = ".param .u64 x, .param .u64 y"


def launch_both(
    program: Callable[..., Program], *, launch: str = LAUNCH, **change: str
) -> np.ndarray[Any, Any]:
    """Launch a grid and the one that depends on it; return what that writes."""
    x, y, z = np.arange(512, dtype=np.uint32), np.zeros(256, np.uint32), np.zeros(256, np.uint32)
    options: dict[str, Any] = {"grid": (4, 1, 1), "block": (64, 1, 1), "checks": "all"}
    first = program(FIRST.format(launch=launch), ARGUMENTS)
    lines = {"early": "", "wait": WAIT, "load": LOAD, "late": "", **change}
    second = program(SECOND.format(**lines), ".param .u64 y, .param .u64 z, .param .u64 x")
    report = simulate(first, (x, y), footprint=True, **options)
    simulate(second, (y, z, x), after=report, **options)
    return z


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"load": "ld.global.nc.u32 %r5, [%rd1];"},
        {"wait": "@%p1 griddepcontrol.wait; bar.sync 0;"},
        {"early": "ld.global.u32 %r6, [%rd4];"},  # both grids read it
        {"early": "st.global.u32 [%rd2], 5;"},
        {"early": "red.global.add.u32 [%rd4+1024], 1;"},  # both add to it
        {"early": "add.u32 %r7, %r4, 1; st.global.u32 [%rd1], %r7;"},  # what the first grid stored
        {"late": "st.global.u32 [%rd4], 5;"},
        {"wait": "", "launch": ""},  # starts when the first has ended
    ],
)
def test_after_the_wait(program: Callable[..., Program], change: dict[str, str]) -> None:
    z = launch_both(program, **change)
    assert z.tolist() == [2 * (k + 1) for k in range(256)]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"wait": ""}, "this thread reads y.*, which the grid before this one wrote"),
        ({"wait": "", "load": "ld.volatile.global.u32 %r5, [%rd1];"}, "this thread reads y"),
        ({"wait": "@%p1 griddepcontrol.wait;"}, "this thread reads y"),
        ({"wait": LOAD, "load": WAIT}, "this thread reads y"),
        (
            {"early": "st.global.u32 [%rd4], 5;"},
            "this thread writes x.*, which the grid before this one read",
        ),
        (
            {"early": "st.global.u32 [%rd1], 5;"},
            "this thread writes y.*, which the grid before this one wrote",
        ),
        ({"early": "ld.global.u32 %r6, [%rd4+1024];"}, "this thread reads x"),
    ],
)
def test_before_the_wait(program: Callable[..., Program], change: dict[str, str], said: str) -> None:
    with pytest.raises(SimFault, match=f"grid-dependency: {said}.*griddepcontrol.wait must come") as caught:
        launch_both(program, **change)
    assert caught.value.rule == "grid-dependency"
    assert caught.value.other is not None
    assert caught.value.other["thread"] is None


# Thread 0 of the dependent grid copies what the first one wrote, and all threads read the copy.
COPIES = """
    .shared .align 16 .b32 box[4];
    .shared .align 8 .b64 bar;
    @%p1 mbarrier.init.shared.b64 [bar], 1;
    @%p1 fence.proxy.async;
    bar.sync 0;
    @%p1 mbarrier.arrive.expect_tx.shared.b64 %rd5, [bar], 16;
    @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [box], [%rd1], 16, [bar];
    {awaited}
    ld.shared.u32 %r6, [box];
"""
AWAITED = "COPIED: mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0; @!%p2 bra COPIED;"


@pytest.mark.parametrize("launch", ["", LAUNCH])
def test_the_wait_orders_no_operation_of_the_second_grid(
    program: Callable[..., Program], launch: str
) -> None:
    z = launch_both(program, launch=launch, late=COPIES.format(awaited=AWAITED))
    assert z.tolist() == [2 * (k + 1) for k in range(256)]
    with pytest.raises(SimFault, match=r"reads box\+0 .*may still write") as caught:
        launch_both(program, launch=launch, late=COPIES.format(awaited=""))
    assert caught.value.rule == "race"


# Thread 0 releases a flag; a thread of the dependent grid waits for it before the others read.
RELEASES = """
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [flag];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd1, %rd1, %rd3;
    setp.eq.u32 %p1, %r1, 0;
    griddepcontrol.launch_dependents;
    st.global.u32 [%rd1], 7;
    {meet}
    @%p1 {release}
    {late}
"""
ACQUIRES = """
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [flag];
    ld.param.u64 %rd4, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd1, %rd1, %rd3;
    add.s64 %rd4, %rd4, %rd3;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra GO;
WAIT:
    {acquire}
    setp.eq.u32 %p2, %r2, 0;
    @%p2 bra WAIT;
GO:
    {join}
    ld.global.u32 %r3, [%rd1];
    st.global.u32 [%rd4], %r3;
"""
BARRIER = "bar.sync 0;"
RELAXED = "ld.relaxed.gpu.global.u32 %r2, [%rd2];"
FLAG = ".param .u64 x, .param .u64 flag"


@pytest.mark.parametrize(
    ("change", "right"),
    [
        ({}, True),
        (
            {
                "release": "atom.add.acq_rel.gpu.global.u32 %r5, [%rd2], 1;",
                "acquire": "atom.or.acquire.gpu.global.b32 %r2, [%rd2], 0;",
            },
            True,
        ),
        (
            {
                "release": "fence.acq_rel.gpu; @%p1 st.relaxed.gpu.global.u32 [%rd2], 1;",
                "acquire": f"{RELAXED} fence.acq_rel.gpu;",
            },
            True,
        ),
        ({"release": "st.relaxed.gpu.global.u32 [%rd2], 1;"}, False),
        ({"release": "st.release.cta.global.u32 [%rd2], 1;"}, False),
        ({"acquire": RELAXED}, False),
        ({"meet": ""}, False),  # other threads of the first grid are not ordered before the release
        ({"join": ""}, False),
        ({"late": "st.global.u32 [%rd1], 7;"}, False),  # after the release
    ],
)
def test_a_flag_of_the_first_grid_that_a_thread_acquires(
    program: Callable[..., Program], change: dict[str, str], right: bool
) -> None:
    lines = {
        "meet": BARRIER,
        "release": "st.release.gpu.global.u32 [%rd2], 1;",
        "acquire": "ld.acquire.gpu.global.u32 %r2, [%rd2];",
        "join": BARRIER,
        "late": "",
        **change,
    }
    x, flag, out = np.zeros(64, np.uint32), np.zeros(1, np.uint32), np.zeros(64, np.uint32)
    options: dict[str, Any] = {"grid": (1, 1, 1), "block": (64, 1, 1), "checks": "all"}
    report = simulate(program(RELEASES.format(**lines), FLAG), (x, flag), footprint=True, **options)
    second = program(ACQUIRES.format(**lines), f"{FLAG}, .param .u64 out")
    if right:
        simulate(second, (x, flag, out), after=report, **options)
        assert (out == 7).all()
        return
    with pytest.raises(SimFault) as caught:
        simulate(second, (x, flag, out), after=report, **options)
    assert caught.value.rule == "grid-dependency"


@pytest.mark.parametrize("wait", [WAIT, ""])
def test_a_wait_in_another_cta(program: Callable[..., Program], wait: str) -> None:
    """The CTA that waited for the first grid releases a flag, which orders another CTA after it, too."""
    first = program(RELEASES.format(meet="", release="exit;", late=""), FLAG)
    body = f"""
        ld.param.u64 %rd1, [x];
        ld.param.u64 %rd2, [flag];
        mov.u32 %r1, %ctaid.x;
        setp.ne.u32 %p1, %r1, 0;
        @%p1 bra WAIT;
        {wait}
        st.release.gpu.global.u32 [%rd2], 1;
        exit;
    WAIT:
        ld.acquire.gpu.global.u32 %r2, [%rd2];
        setp.eq.u32 %p2, %r2, 0;
        @%p2 bra WAIT;
        ld.global.u32 %r3, [%rd1];
    """
    x, flag = np.zeros(64, np.uint32), np.zeros(1, np.uint32)
    report = simulate(first, (x, flag), grid=(1, 1, 1), block=(64, 1, 1), checks="all", footprint=True)
    options: dict[str, Any] = {"grid": (2, 1, 1), "block": (1, 1, 1), "checks": "all", "after": report}
    if wait:
        simulate(program(body, FLAG), (x, flag), **options)
        return
    with pytest.raises(SimFault) as caught:
        simulate(program(body, FLAG), (x, flag), **options)
    assert caught.value.rule == "grid-dependency"


# The second grid of a chain of three; the third one reads what the first one wrote.
MIDDLE = """
    ld.param.u64 %rd2, [y];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mad.lo.u32 %r4, %r2, 64, %r1;
    mul.wide.u32 %rd3, %r4, 4;
    add.s64 %rd2, %rd2, %rd3;
    setp.eq.u32 %p1, %r1, 0;
    setp.eq.u32 %p2, %r2, 0;
    {body}
    st.global.u32 [%rd2], 5;
"""
LAST = """
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd1, %rd1, %rd3;
    add.s64 %rd2, %rd2, %rd3;
    {wait}
    ld.global.u32 %r3, [%rd1];
    st.global.u32 [%rd2+512], %r3;
"""


@pytest.mark.parametrize(
    ("body", "wait", "right"),
    [
        (LAUNCH, "", False),
        (f"{LAUNCH} {WAIT}", "", False),
        (f"@%p1 {LAUNCH} {WAIT}", "", False),  # one thread lets the third grid start for its CTA
        ("", "", False),  # the third grid starts when the second one ends, which waits for nothing
        (f"{WAIT} {LAUNCH}", "", True),
        (f"@%p2 {WAIT} {LAUNCH}", "", True),  # one CTA holds the third grid back
        (f"@%p1 {WAIT} bar.sync 0; {LAUNCH}", "", True),
        (f"@%p1 {LAUNCH} @%p2 {WAIT}", "", False),
        (WAIT, "", True),
        (LAUNCH, WAIT, True),
    ],
)
def test_a_third_grid_overlaps_the_first_if_the_second_does_not_wait(
    program: Callable[..., Program], body: str, wait: str, right: bool
) -> None:
    x, flag, y = np.zeros(64, np.uint32), np.zeros(1, np.uint32), np.zeros(256, np.uint32)
    options: dict[str, Any] = {"block": (64, 1, 1), "checks": "all"}
    first = program(RELEASES.format(meet="", release="exit;", late=""), FLAG)
    report = simulate(first, (x, flag), grid=(1, 1, 1), footprint=True, **options)
    middle = program(MIDDLE.format(body=body), ".param .u64 y")
    report = simulate(middle, (y,), grid=(2, 1, 1), footprint=True, after=report, **options)
    last = program(LAST.format(wait=wait), ".param .u64 x, .param .u64 y")
    if right:
        simulate(last, (x, y), grid=(1, 1, 1), after=report, **options)
        assert (y[128:192] == 7).all()
        return
    with pytest.raises(SimFault, match=r"reads x.*which an earlier grid wrote") as caught:
        simulate(last, (x, y), grid=(1, 1, 1), after=report, **options)
    assert caught.value.rule == "grid-dependency"


def test_launches_that_do_not_fit(program: Callable[..., Program]) -> None:
    x, y = np.zeros(512, np.uint32), np.zeros(256, np.uint32)
    first = program(FIRST.format(launch=LAUNCH), ARGUMENTS)

    def launch(**options: Any) -> SimReport:
        return simulate(first, (x, y), grid=(1, 1, 1), block=(64, 1, 1), **options)

    with pytest.raises(LaunchError, match="race checking"):
        launch(footprint=True)
    with pytest.raises(LaunchError, match="footprint=True"):
        launch(after=launch(checks="all"), checks="all")
    with pytest.raises(LaunchError, match="footprint=True"):
        launch(footprint=True, checks="all", native=True)
    report = first.launch(x, y, grid=1, block=64, footprint=True, checks="all")
    with pytest.raises(LaunchError, match=r"the detail of a simulated launch's report, not Report"):
        first.launch(x, y, grid=1, block=64, after=report, checks="all")
