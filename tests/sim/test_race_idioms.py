"""Idioms of right kernels in which nothing is reported, and the one thing in each without which there is."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import SimFault

if TYPE_CHECKING:
    from collections.abc import Callable

# All CTAs meet twice at a counter in global memory; in between each reads what its neighbour wrote.
GRID_BARRIER = """
    ld.param.u64 %rd1, [count];
    ld.param.u64 %rd2, [data];
    ld.param.u64 %rd3, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %nctaid.x;
    mad.lo.u32 %r4, %r2, 64, %r1;
    mul.wide.u32 %rd4, %r4, 4;
    add.s64 %rd5, %rd2, %rd4;
    st.global.u32 [%rd5], %r4;
    {enter}
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra MET;
    {before}
    atom.global.add.u32 %r5, [%rd1], 1;
SPIN:
    {poll}
    setp.lt.u32 %p2, %r6, %r3;
    @%p2 bra SPIN;
    {after}
MET:
    {leave}
    add.u32 %r7, %r2, 1;
    rem.u32 %r7, %r7, %r3;
    mad.lo.u32 %r7, %r7, 64, %r1;
    xor.b32 %r7, %r7, 32;
    mul.wide.u32 %rd6, %r7, 4;
    add.s64 %rd6, %rd2, %rd6;
    ld.global.u32 %r8, [%rd6];
    add.s64 %rd7, %rd3, %rd4;
    st.global.u32 [%rd7], %r8;
"""
MEETS = {
    "enter": "bar.sync 0;",
    "before": "membar.gl;",
    "poll": "ld.volatile.global.u32 %r6, [%rd1];",
    "after": "membar.gl;",
    "leave": "bar.sync 0;",
}


@pytest.mark.parametrize(
    ("change", "races"),
    [
        ({}, False),
        (
            {"before": "fence.acq_rel.gpu;", "poll": "ld.acquire.gpu.global.u32 %r6, [%rd1];", "after": ""},
            False,
        ),
        ({"before": "", "enter": "membar.gl; bar.sync 0;"}, False),
        ({"enter": ""}, True),
        ({"before": ""}, True),
        ({"after": ""}, True),
        ({"leave": ""}, True),
        ({"before": "membar.cta;"}, True),
    ],
)
def test_a_barrier_of_the_grid(run: Callable[..., Any], change: dict[str, str], races: bool) -> None:
    count, data, out = np.zeros(1, np.uint32), np.zeros(384, np.uint32), np.zeros(384, np.uint32)
    body = GRID_BARRIER.format(**(MEETS | change))
    arguments = {"count": count, "data": data, "out": out, "grid": 6, "block": 64, "checks": "all"}
    if races:
        with pytest.raises(SimFault, match="race"):
            run(body, **arguments)
        return
    run(body, **arguments)
    assert np.array_equal(out.reshape(6, 64), np.roll(np.arange(384).reshape(6, 64), -1, axis=0) ^ 32)


# A thread of each CTA takes a lock; the whole CTA then adds to what no atomic protects.
LOCKED = """
    ld.param.u64 %rd1, [lock];
    ld.param.u64 %rd2, [sums];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd3, %rd2, %rd3;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra TAKEN;
TAKE:
    atom.global.cas.b32 %r2, [%rd1], 0, 1;
    setp.ne.u32 %p2, %r2, 0;
    @%p2 bra TAKE;
    membar.gl;
TAKEN:
    {enter}
    ld.global.u32 %r3, [%rd3];
    add.u32 %r3, %r3, 1;
    st.global.u32 [%rd3], %r3;
    {leave}
    @%p1 bra DONE;
    {fence}
    atom.global.exch.b32 %r4, [%rd1], 0;
DONE:
"""


@pytest.mark.parametrize(
    ("enter", "leave", "fence", "races"),
    [
        ("bar.sync 0;", "bar.sync 0;", "membar.gl;", False),
        ("bar.sync 0;", "membar.gl; bar.sync 0;", "", False),
        ("bar.sync 0;", "bar.sync 0;", "", True),
        ("bar.sync 0;", "", "membar.gl;", True),
        ("", "bar.sync 0;", "membar.gl;", True),
    ],
)
def test_a_lock_around_a_cta(
    run: Callable[..., Any], enter: str, leave: str, fence: str, races: bool
) -> None:
    lock, sums = np.zeros(1, np.uint32), np.zeros(64, np.uint32)
    body = LOCKED.format(enter=enter, leave=leave, fence=fence)
    arguments = {"lock": lock, "sums": sums, "grid": 5, "block": 64, "checks": "all"}
    if races:
        with pytest.raises(SimFault, match=r"race: this thread (reads|writes) sums"):
            run(body, **arguments)
        return
    run(body, **arguments)
    assert sums.tolist() == [5] * 64


# One warp fills a buffer, another empties it: each arrives at one named barrier and waits at the other.
PING_PONG = """
    .shared .align 4 .b32 box[32];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 31;
    mov.u32 %r3, box;
    mad.lo.u32 %r4, %r2, 4, %r3;
    xor.b32 %r5, %r2, 1;
    mad.lo.u32 %r5, %r5, 4, %r3;
    mov.u32 %r6, 0;
    mov.u32 %r7, 0;
    setp.ge.u32 %p1, %r1, 32;
    @%p1 bra TAKE;
FILL:
    {emptied}
    add.u32 %r8, %r6, %r2;
    st.shared.u32 [%r4], %r8;
    {full}
    add.u32 %r6, %r6, 1;
    setp.lt.u32 %p2, %r6, 4;
    @%p2 bra FILL;
    bra DONE;
TAKE:
    bar.arrive 1, 64;
AGAIN:
    {filled}
    ld.shared.u32 %r8, [%r5];
    add.u32 %r7, %r7, %r8;
    add.u32 %r6, %r6, 1;
    setp.ge.u32 %p2, %r6, 4;
    @%p2 bra SUM;
    {empty}
    bra AGAIN;
SUM:
    mul.wide.u32 %rd2, %r2, 4;
    add.s64 %rd1, %rd1, %rd2;
    st.global.u32 [%rd1], %r7;
DONE:
"""
TURNS = {
    "emptied": "bar.sync 1, 64;",
    "full": "bar.arrive 2, 64;",
    "filled": "bar.sync 2, 64;",
    "empty": "bar.arrive 1, 64;",
}


def test_named_barriers_hand_a_buffer_over(run: Callable[..., Any]) -> None:
    out = np.zeros(32, np.uint32)
    for schedule, seed in (("late", 0), ("random", 1), ("random", 2)):
        body = PING_PONG.format(**TURNS)
        run(body, out=out, block=64, checks="all", schedule=schedule, seed=seed)
        assert out.tolist() == [6 + 4 * (k ^ 1) for k in range(32)]


@pytest.mark.parametrize("missing", sorted(TURNS))
def test_each_turn_is_needed(run: Callable[..., Any], missing: str) -> None:
    with pytest.raises(SimFault, match=r"race|deadlock|never written|barrier"):
        run(PING_PONG.format(**(TURNS | {missing: ""})), out=np.zeros(32, np.uint32), block=64, checks="all")


def test_counts_in_shared_memory(run: Callable[..., Any]) -> None:
    body = """
        .shared .align 4 .b32 bins[8];
        ld.param.u64 %rd1, [out];
        mov.u32 %r1, %tid.x;
        mov.u32 %r2, bins;
        and.b32 %r3, %r1, 7;
        mad.lo.u32 %r4, %r3, 4, %r2;
        setp.lt.u32 %p1, %r1, 8;
        @%p1 st.shared.u32 [%r4], 0;
        {zeroed}
        red.shared.add.u32 [%r4], 1;
        {counted}
        @!%p1 bra DONE;
        ld.shared.u32 %r5, [%r4];
        mul.wide.u32 %rd2, %r1, 4;
        add.s64 %rd1, %rd1, %rd2;
        red.global.add.u32 [%rd1], %r5;
    DONE:
    """
    out = np.zeros(8, np.uint32)
    run(body.format(zeroed="bar.sync 0;", counted="bar.sync 0;"), out=out, grid=3, block=128, checks="all")
    assert out.tolist() == [48] * 8
    for zeroed, counted in (("", "bar.sync 0;"), ("bar.sync 0;", "")):
        with pytest.raises(SimFault, match=r"race: this thread (reads|writes) bins"):
            run(body.format(zeroed=zeroed, counted=counted), out=out, grid=3, block=128, checks="all")


# Halves of a warp add up without a barrier, as before Volta, when the lanes of a warp ran in lockstep.
REDUCTION = """
    .shared .align 4 .b32 box[64];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, box;
    mad.lo.u32 %r4, %r1, 4, %r2;
    mov.u32 %r6, %r1;
    st.{kind}shared.u32 [%r4], %r6;
    st.{kind}shared.u32 [%r4+128], 0;
    {barrier}
    ld.{kind}shared.u32 %r5, [%r4+64];
    {barrier}
    add.u32 %r6, %r6, %r5;
    st.{kind}shared.u32 [%r4], %r6;
    {barrier}
    ld.{kind}shared.u32 %r5, [%r4+32];
    add.u32 %r6, %r6, %r5;
    setp.eq.u32 %p3, %r1, 0;
    @%p3 st.global.u32 [%rd1], %r6;
"""


@pytest.mark.parametrize("kind", ["volatile.", ""])
@pytest.mark.parametrize("target", ["sm_60", "sm_70", "sm_90a"])
def test_reductions_of_a_warp_need_a_barrier(run: Callable[..., Any], target: str, kind: str) -> None:
    out = np.zeros(1, np.uint32)
    version = {"version": "8.0", "target": target}
    barrier = "" if target == "sm_60" else "bar.warp.sync 0xffffffff;"
    if kind or barrier:
        run(REDUCTION.format(kind=kind, barrier=barrier), out=out, checks="all", **version)
        assert out[0] == 0 + 16 + 8 + 24
    if kind and not barrier:
        return
    with pytest.raises(SimFault, match=r"race: .*bar\.warp\.sync"):
        run(REDUCTION.format(kind=kind, barrier=""), out=out, checks="all", **version)


def test_a_volatile_read_before_the_write_of_another_lane(run: Callable[..., Any]) -> None:
    """Each lane reads its element, then writes the next one, which another lane may not have read."""
    body = """
        .shared .align 4 .b32 box[64];
        mov.u32 %r1, %tid.x;
        mov.u32 %r2, box;
        mad.lo.u32 %r4, %r1, 4, %r2;
        st.volatile.shared.u32 [%r4], %r1;
        bar.warp.sync 0xffffffff;
        ld.volatile.shared.u32 %r5, [%r4];
        {barrier}
        st.volatile.shared.u32 [%r4+4], %r5;
    """
    run(body.format(barrier="bar.warp.sync 0xffffffff;"), checks="all")
    with pytest.raises(SimFault, match="race: this thread writes box"):
        run(body.format(barrier=""), checks="all")


@pytest.mark.parametrize(
    ("access", "races"),
    [("ld.volatile.shared.u32 %r5, [%r4+4];", True), ("st.volatile.shared.u32 [%r4+4], 7;", False)],
)
def test_a_volatile_access_after_the_write_of_another_lane(
    run: Callable[..., Any], access: str, races: bool
) -> None:
    """A read is the second half of an exchange; a write of another value is not."""
    body = f"""
        .shared .align 4 .b32 box[64];
        mov.u32 %r1, %tid.x;
        mov.u32 %r2, box;
        mov.u32 %r5, 0;
        mad.lo.u32 %r4, %r1, 4, %r2;
        st.volatile.shared.u32 [%r4], %r1;
        {{barrier}}
        {access}
        bar.warp.sync 0xffffffff;
        ld.volatile.shared.u32 %r6, [%r4];
        bar.warp.sync 0xffffffff;
        add.u32 %r6, %r6, %r5;
        st.volatile.shared.u32 [%r4], %r6;
    """
    run(body.format(barrier="bar.warp.sync 0xffffffff;"), checks="all")
    with pytest.raises(SimFault, match="race: this thread reads box") if races else nullcontext():
        run(body.format(barrier=""), checks="all")


FLAGS_OF_LANES = """
    .shared .align 4 .b32 box[64];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, box;
    mad.lo.u32 %r3, %r1, 4, %r2;
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd2, %rd1, %rd2;
    st.shared.u32 [%r3], 0;
    bar.sync 0;
"""


def test_a_volatile_flag_for_each_lane(run: Callable[..., Any]) -> None:
    """Each lane waits for the flag of the lane before it, takes its value, and raises its own."""
    body = (
        FLAGS_OF_LANES
        + """
        setp.eq.u32 %p1, %r1, 0;
        mov.u32 %r5, 0;
        @%p1 bra RAISE;
    WAIT:
        ld.volatile.shared.u8 %h1, [%r3+-4];
        and.b16 %h1, %h1, 255;
        setp.eq.u16 %p2, %h1, 0;
        @%p2 bra WAIT;
        {fence}
        ld.shared.u32 %r5, [%r3+124];
    RAISE:
        add.u32 %r5, %r5, %r1;
        st.shared.u32 [%r3+128], %r5;
        {fence}
        st.volatile.shared.u8 [%r3], 1;
        st.global.u32 [%rd2], %r5;
    """
    )
    out = np.zeros(32, np.uint32)
    run(body.format(fence="fence.acq_rel.cta;"), out=out, checks="all")
    assert out.tolist() == np.cumsum(np.arange(32)).tolist()
    with pytest.raises(SimFault, match="race: this thread reads box"):
        run(body.format(fence=""), out=out, checks="all")


def test_a_volatile_flag_with_its_value(run: Callable[..., Any]) -> None:
    """Each lane waits for a word of the lane before it, which has a flag and a sum, and passes its own on."""
    body = (
        FLAGS_OF_LANES
        + """
        setp.eq.u32 %p1, %r1, 0;
        mov.u32 %r5, 0;
        @%p1 bra PASS;
    WAIT:
        ld.volatile.shared.u32 %r5, [%r3+-4];
        {decide}
        @%p2 bra WAIT;
        and.b32 %r5, %r5, 0xffff;
    PASS:
        add.u32 %r5, %r5, %r1;
        or.b32 %r6, %r5, 0x10000;
        st.volatile.shared.u32 [%r3], %r6;
        st.global.u32 [%rd2], %r5;
    """
    )
    out = np.zeros(32, np.uint32)
    run(body.format(decide="shr.u32 %r7, %r5, 16; setp.eq.u32 %p2, %r7, 0;"), out=out, checks="all")
    assert out.tolist() == np.cumsum(np.arange(32)).tolist()
    with pytest.raises(SimFault, match="race: "):  # one look, whatever it finds
        run(body.format(decide="setp.ne.u32 %p2, 0, 0;"), out=out, checks="all")


def test_volatile_locks_of_some_lanes(run: Callable[..., Any]) -> None:
    """Four locks: a lane looks at the one it wants before it tries to take it."""
    body = (
        FLAGS_OF_LANES
        + """
        and.b32 %r4, %r1, 3;
        mad.lo.u32 %r4, %r4, 4, %r2;
        mov.u32 %r5, 0;
    TRY:
        ld.volatile.shared.u32 %r6, [%r4];
        setp.ne.u32 %p1, %r6, 0;
        @%p1 bra NEXT;
        atom.shared.cas.b32 %r6, [%r4], 0, 1;
        setp.ne.u32 %p1, %r6, 0;
        @%p1 bra NEXT;
        {fence}
        ld.shared.u32 %r7, [%r4+64];
        add.u32 %r7, %r7, 1;
        st.shared.u32 [%r4+64], %r7;
        {fence}
        st.volatile.shared.u32 [%r4], 0;
        mov.u32 %r5, 1;
    NEXT:
        setp.eq.u32 %p2, %r5, 0;
        @%p2 bra TRY;
        bar.sync 0;
        ld.shared.u32 %r7, [%r4+64];
        st.global.u32 [%rd2], %r7;
    """
    )
    out = np.zeros(32, np.uint32)
    run(body.format(fence="fence.acq_rel.cta;"), out=out, checks="all")
    assert (out == 8).all()
    with pytest.raises(SimFault, match="race: "):
        run(body.format(fence=""), out=out, checks="all")


def test_a_volatile_flag_of_all_lanes(run: Callable[..., Any]) -> None:
    """Lanes that all name one location poll it, or use it to end early: there is no order to miss."""
    body = """
        .shared .align 4 .b32 flag;
        ld.param.u64 %rd1, [out];
        mov.u32 %r1, %tid.x;
        setp.eq.u32 %p1, %r1, 0;
        @%p1 st.shared.u32 [flag], 0;
        bar.sync 0;
        setp.eq.u32 %p2, %r1, 5;
        @%p2 st.volatile.shared.u32 [flag], 1;
        ld.volatile.shared.u32 %r2, [flag];
        setp.eq.u32 %p3, %r2, 1;
        @%p3 st.global.u32 [%rd1], 1;
    """
    out = np.zeros(1, np.uint32)
    run(body, out=out, checks="all")
    assert out[0] == 1


# A warp fills two stages, and says of each when it is full; another waits for them in turn.
STAGES = """
    .shared .align 16 .b32 tile[128];
    .shared .align 8 .b64 full[2];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared::cta.b64 [full], 32;
    @%p1 mbarrier.init.shared::cta.b64 [full+8], 32;
    bar.sync 0;
    and.b32 %r2, %r1, 31;
    mov.u32 %r3, tile;
    mad.lo.u32 %r4, %r2, 4, %r3;
    mul.wide.u32 %rd3, %r2, 4;
    add.s64 %rd1, %rd1, %rd3;
    add.s64 %rd2, %rd2, %rd3;
    setp.ge.u32 %p2, %r1, 32;
    @%p2 bra TAKE;
    cp.async.ca.shared.global [%r4], [%rd1], 4;
    cp.async.mbarrier.arrive.noinc.shared.b64 [full];
    cp.async.ca.shared.global [%r4+256], [%rd1+128], 4;
    cp.async.mbarrier.arrive.noinc.shared.b64 [full+8];
    ret;
TAKE:
    {first}
    ld.shared.u32 %r5, [%r4];
    {second}
    ld.shared.u32 %r6, [%r4+256];
    add.u32 %r5, %r5, %r6;
    st.global.u32 [%rd2], %r5;
"""
FIRST = "ONE: mbarrier.try_wait.parity.shared::cta.b64 %p3, [full], 0; @!%p3 bra ONE;"
SECOND = "TWO: mbarrier.try_wait.parity.shared::cta.b64 %p3, [full+8], 0; @!%p3 bra TWO;"


@pytest.mark.parametrize(
    ("first", "second", "races"),
    [(FIRST, SECOND, False), (SECOND, "", False), (FIRST, "", True), ("", FIRST, True)],
)
@pytest.mark.parametrize("schedule", ["late", "early"])
def test_stages_of_copies_of_threads(
    run: Callable[..., Any], first: str, second: str, races: bool, schedule: str
) -> None:
    x, out = np.arange(64, dtype=np.uint32), np.zeros(32, np.uint32)
    body = STAGES.format(first=first, second=second)
    arguments = {"x": x, "out": out, "block": 64, "checks": ("races",), "schedule": schedule}
    if races:
        with pytest.raises(SimFault, match="race: this thread reads tile"):
            run(body, **arguments)
        return
    run(body, **arguments)
    assert out.tolist() == [2 * k + 32 for k in range(32)]


# The last step of a reduction: what lanes read of the partial sums goes round, and all write the sum.
SUM_OF_SUMS = """
    .shared .align 4 .b32 sums[4];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 31;
    shr.u32 %r3, %r1, 5;
    shl.b32 %r4, %r3, 2;
    mov.u32 %r5, sums;
    add.u32 %r6, %r5, %r4;
    setp.eq.u32 %p1, %r2, 0;
    @%p1 st.shared.u32 [%r6], %r3;
    bar.sync 0;
    setp.ne.u32 %p2, %r3, 0;
    @%p2 bra MET;
    mov.u32 %r7, 0;
    setp.lt.u32 %p3, %r2, 4;
    shl.b32 %r8, %r2, 2;
    add.u32 %r8, %r5, %r8;
    @%p3 ld.shared.u32 %r7, [%r8];
    {exchange}
    st.shared.u32 [sums], %r7;
MET:
    bar.sync 0;
    ld.shared.u32 %r9, [sums];
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd1, %rd1, %rd2;
    st.global.u32 [%rd1], %r9;
"""
ROUNDS = "".join(
    f"shfl.sync.bfly.b32 %r10, %r7, {k}, 31, -1; add.u32 %r7, %r7, %r10;" for k in (16, 8, 4, 2, 1)
)


@pytest.mark.parametrize(
    ("exchange", "races"),
    [
        (ROUNDS, False),
        ("redux.sync.add.s32 %r7, %r7, -1;", False),
        ("vote.sync.ballot.b32 %r7, %p3, -1; mov.u32 %r7, 6;", False),
        ("mov.u32 %r7, 6;", True),
        ("@%p1 shfl.sync.idx.b32 %r10, %r7, 0, 31, 1; mov.u32 %r7, 6;", True),
    ],
)
def test_values_that_went_round_were_read(run: Callable[..., Any], exchange: str, races: bool) -> None:
    out = np.zeros(128, np.uint32)
    body = SUM_OF_SUMS.format(exchange=exchange)
    if not races:
        run(body, out=out, block=128, checks=("races",))
        assert (out == 6).all()
        return
    with pytest.raises(SimFault, match="another thread read") as caught:
        run(body, out=out, block=128, checks=("races",))
    assert caught.value.rule == "race"


@pytest.mark.parametrize(("members", "races"), [("0xffff", True), ("0xffff0000", True), ("-1", False)])
def test_only_members_of_an_exchange_have_read(run: Callable[..., Any], members: str, races: bool) -> None:
    """Half of the lanes, or all, exchange what they read; then lanes 0 and 16 of these write."""
    body = f"""
        .shared .b32 word;
        mov.u32 %r1, %tid.x;
        ld.shared.u32 %r2, [word];
        shl.b32 %r3, 1, %r1;
        and.b32 %r3, %r3, {members};
        setp.eq.u32 %p1, %r3, 0;
        @%p1 bra END;
        shfl.sync.down.b32 %r4, %r2, 1, 31, {members};
        and.b32 %r5, %r1, 15;
        setp.eq.u32 %p2, %r5, 0;
        @%p2 st.shared.u32 [word], 7;
    END:
    """
    with pytest.raises(SimFault, match="another thread read") if races else nullcontext():
        run(body, checks=("races",))


RELEASED_BY_ONE = """
    .shared .align 8 .b64 empty;
    .shared .align 4 .b32 words[128];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, words;
    and.b32 %r3, %r1, 127;
    shl.b32 %r4, %r3, 2;
    add.u32 %r2, %r2, %r4;
    setp.lt.u32 %p1, %r1, 128;
    setp.eq.u32 %p2, %r1, 0;
    @%p2 mbarrier.init.shared.b64 [empty], 4;
    @%p1 st.shared.u32 [%r2], %r1;
    bar.sync 0;
    @!%p1 bra NEXT;
    ld.shared.u32 %r5, [%r2];
    {meet}
    and.b32 %r6, %r1, 31;
    setp.eq.u32 %p3, %r6, 0;
    @%p3 mbarrier.arrive.shared.b64 _, [empty];
    ld.param.u64 %rd1, [out];
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd1, %rd1, %rd2;
    st.global.u32 [%rd1], %r5;
    ret;
NEXT:
    mbarrier.try_wait.parity.shared.b64 %p3, [empty], 0;
    @!%p3 bra NEXT;
    st.shared.u32 [%r2], 7;
"""


@pytest.mark.parametrize(("meet", "races"), [("wgmma.fence.sync.aligned;", False), ("", True)])
def test_one_lane_releases_what_a_warpgroup_read(run: Callable[..., Any], meet: str, races: bool) -> None:
    out = np.zeros(128, np.uint32)
    body = RELEASED_BY_ONE.format(meet=meet)
    if not races:
        run(body, out=out, block=256, checks=("races",))
        assert out.tolist() == list(range(128))
        return
    with pytest.raises(SimFault, match="another thread read") as caught:
        run(body, out=out, block=256, checks=("races",))
    assert caught.value.rule == "race"


# Lane i gives the address of row i of 8 by 8 matrices, whose elements lanes 4i to 4i+3 hold.
ROWS = """
    .shared .align 16 .b8 tile[512];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, tile;
    mad.lo.u32 %r3, %r1, 16, %r2;
    st.shared.v4.b32 [%r3], {%r1, %r1, %r1, %r1};
    bar.warp.sync -1;
    mov.b32 %r4, %r1;
    mov.b32 %r5, %r1;
    mov.b32 %r6, %r1;
    mov.b32 %r7, %r1;
    {first}
    {barrier}
    {second}
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd1, %rd1, %rd2;
    st.global.b32 [%rd1], %r4;
"""
OF_A_ROW = {
    "ld": "ld.shared.v4.b32 {%r4, %r5, %r6, %r7}, [%r3];",
    "st": "st.shared.v4.b32 [%r3], {%r4, %r5, %r6, %r7};",
    "ldmatrix": "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r4, %r5, %r6, %r7}, [%r3];",
    "ldmatrix.trans": "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r4, %r5, %r6, %r7}, [%r3];",
    "ldmatrix.x1": "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r4}, [%r3];",
    "stmatrix": "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r3], {%r4, %r5, %r6, %r7};",
    "stmatrix.b8": "stmatrix.sync.aligned.m16n8.x4.trans.shared.b8 [%r3], {%r4, %r5, %r6, %r7};",
}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        *(("st", load) for load in ("ldmatrix", "ldmatrix.trans", "ldmatrix.x1")),
        *((load, "st") for load in ("ldmatrix", "ldmatrix.trans", "ldmatrix.x1")),
        *((store, "ld") for store in ("stmatrix", "stmatrix.b8")),
    ],
)
def test_rows_of_a_matrix_are_accessed_by_the_lanes_that_hold_them(
    run: Callable[..., Any], first: str, second: str
) -> None:
    """A lane whose own row the warp loads or stores needs a barrier, as for a row of another lane."""
    options = {"target": "sm_100a" if "b8" in first else "sm_90a", "checks": "all", "alike": True}
    body = ROWS.replace("{first}", OF_A_ROW[first]).replace("{second}", OF_A_ROW[second])
    run(body.replace("{barrier}", "bar.warp.sync -1;"), out=np.zeros(32, np.uint32), **options)
    with pytest.raises(SimFault, match=r"race: .*bar\.warp\.sync"):
        run(body.replace("{barrier}", ""), out=np.zeros(32, np.uint32), **options)


# Two CTAs hand a value on: the first writes it in three steps and counts them, the second waits for some.
COUNTED = """
    ld.param.u64 %rd1, [count];
    ld.param.u64 %rd2, [data];
    ld.param.u64 %rd3, [out];
    mov.u32 %r1, %ctaid.x;
    setp.ne.u32 %p1, %r1, {writer};
    @%p1 bra READ;
    mov.u32 %r2, 0;
STEP:
    mad.wide.u32 %rd4, %r2, 4, %rd2;
    st.global.u32 [%rd4], 7;
    {count}
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p2, %r2, 3;
    @%p2 bra STEP;
    ret;
READ:
    {poll} %r5, {at};
    {test}
    @%p3 bra READ;
    {after}
    ld.global.u32 %r6, [%rd2+8];
    st.global.u32 [%rd3], %r6;
"""
COUNTS = {
    "red": "red.release.gpu.global.add.u32 [%rd1], 1;",
    "atom": "fence.acq_rel.gpu; atom.relaxed.gpu.global.inc.u32 %r9, [%rd1], 9;",
    "st": "add.u32 %r8, %r2, 1; st.release.gpu.global.u32 [%rd1], %r8;",
    "volatile": "add.u32 %r8, %r2, 1; membar.gl; st.volatile.global.u32 [%rd1], %r8;",
}
POLLS = {
    "acquire": ("ld.acquire.gpu.global.u32", "[%rd1]", ""),
    "volatile": ("ld.volatile.global.u32", "[%rd1]", "membar.gl;"),
    "or": ("atom.acquire.gpu.global.or.b32", "[%rd1], 0", ""),
    "cas": ("atom.acquire.gpu.global.cas.b32", "[%rd1], 0, 0", ""),
}
TESTS = {
    "count": "setp.lt.u32 %p3, %r5, {least};",
    "difference": "sub.s32 %r7, %r5, {least}; setp.lt.s32 %p3, %r7, 0;",
    "operand after the read": "mov.u32 %r7, {least}; setp.lt.u32 %p3, %r5, %r7;",
}


WAITS = [
    *((count, "acquire", "count") for count in COUNTS),
    ("red", "volatile", "difference"),
    ("atom", "or", "operand after the read"),
    ("st", "cas", "count"),
    ("volatile", "volatile", "count"),
]


@pytest.mark.parametrize(
    ("count", "poll", "test", "least", "writer"),
    [
        *((*wait, least, 0) for wait in WAITS for least in (3, 2)),
        ("red", "acquire", "count", 1, 0),
        ("red", "acquire", "count", 2, 1),
    ],
)
def test_a_wait_for_too_small_a_count(
    run: Callable[..., Any], count: str, poll: str, test: str, least: int, writer: int
) -> None:
    """It is reported even if the thread reads the last count."""
    load, at, after = POLLS[poll]
    tested = TESTS[test].format(least=least)
    body = COUNTED.format(writer=writer, count=COUNTS[count], poll=load, at=at, test=tested, after=after)
    out = np.zeros(1, np.uint32)
    arguments = {"count": np.zeros(1, np.uint32), "data": np.zeros(3, np.uint32), "out": out}
    if least < 3:
        with pytest.raises(SimFault, match=r"race: this thread reads data\+8") as caught:
            run(body, **arguments, grid=2, block=1, checks="all")
        assert f"{load} waits for too early a value" in str(caught.value)
        assert f"it reads 3 here, but goes on with {least} too" in str(caught.value)
        return
    run(body, **arguments, grid=2, block=1, checks="all")
    assert out[0] == 7


@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize(("schedule", "seed"), [("late", 0), ("random", 1)])
def test_a_flag_that_is_set_before_the_launch(
    run: Callable[..., Any], start: int, schedule: str, seed: int
) -> None:
    body = """
        ld.param.u64 %rd1, [flag];
        ld.param.u64 %rd2, [out];
        mov.u32 %r1, %ctaid.x;
        setp.eq.u32 %p1, %r1, 1;
        @%p1 bra WAIT;
        st.global.u32 [%rd2], 7;
        st.release.gpu.global.u32 [%rd1], 1;
        ret;
    WAIT:
        ld.acquire.gpu.global.u32 %r2, [%rd1];
        setp.eq.u32 %p2, %r2, 0;
        @%p2 bra WAIT;
        ld.global.u32 %r3, [%rd2];
        st.global.u32 [%rd2+4], %r3;
    """
    arguments = {"flag": np.full(1, start, np.uint32), "out": np.zeros(2, np.uint32)}
    options = {"grid": 2, "block": 1, "checks": "all", "schedule": schedule, "seed": seed}
    with pytest.raises(SimFault, match="race") if start else nullcontext() as caught:
        run(body, **arguments, **options)
    if caught is None:
        assert arguments["out"].tolist() == [7, 7]
    else:
        assert caught.value.rule == "race"
        assert "it reads 1, which is there before any thread writes it" in str(caught.value)


@pytest.mark.parametrize("poll", ["acquire", "or"])
@pytest.mark.parametrize("most", [6, 5])
def test_a_barrier_of_the_grid_that_waits_for_one_too_few(
    run: Callable[..., Any], poll: str, most: int
) -> None:
    load, at, _ = POLLS[poll]
    body = GRID_BARRIER.format(**(MEETS | {"before": "fence.acq_rel.gpu;", "poll": f"{load} %r6, {at};"}))
    body = body.replace("%r6, %r3;", f"%r6, {most};")
    arrays = {
        "count": np.zeros(1, np.uint32),
        "data": np.zeros(384, np.uint32),
        "out": np.zeros(384, np.uint32),
    }
    if most == 6:
        run(body, **arrays, grid=6, block=64, checks="all")
        return
    with pytest.raises(SimFault, match=r"race: this thread (reads|writes) data"):
        run(body, **arrays, grid=6, block=64, checks="all")


# A flag that goes 1, 0, 1: the second round waits for a value that the flag had before.
ROUNDS = """
    ld.param.u64 %rd1, [flag];
    ld.param.u64 %rd2, [data];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, 0;
    setp.eq.u32 %p1, %r1, 1;
    @%p1 bra TAKE;
GIVE:
    mad.wide.u32 %rd3, %r2, 4, %rd2;
    st.global.u32 [%rd3], 7;
    st.release.gpu.global.u32 [%rd1], 1;
TAKEN:
    ld.acquire.gpu.global.u32 %r3, [%rd1];
    setp.ne.u32 %p2, %r3, 0;
    @%p2 bra TAKEN;
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p3, %r2, 3;
    @%p3 bra GIVE;
    ret;
TAKE:
    ld.acquire.gpu.global.u32 %r3, [%rd1];
    setp.ne.u32 %p2, %r3, 1;
    @%p2 bra TAKE;
    mad.wide.u32 %rd3, %r2, 4, %rd2;
    ld.global.u32 %r4, [%rd3];
    {reset}
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p3, %r2, 3;
    @%p3 bra TAKE;
"""


@pytest.mark.parametrize(("awaited", "rule"), [("setp.ne.u32", ""), ("setp.gt.u32", "livelock")])
def test_a_flag_that_is_used_again(run: Callable[..., Any], awaited: str, rule: str) -> None:
    """A reader that has reset the flag waits for its next value, not for an old one."""
    body = ROUNDS.replace("%p2, %r3, 0;", "%p2, %r3, {least};").replace("setp.ne.u32", awaited, 1)
    body = body.format(reset="st.release.gpu.global.u32 [%rd1], 0;", least=0 if not rule else 1)
    arguments = {"flag": np.zeros(1, np.uint32), "data": np.zeros(3, np.uint32), "grid": 2, "block": 1}
    if not rule:
        run(body, **arguments, checks="all")
        return
    with pytest.raises(SimFault) as caught:
        run(body, **arguments, checks="all", max_steps=100_000)
    assert caught.value.rule == rule
