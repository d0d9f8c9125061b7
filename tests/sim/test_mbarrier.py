"""Barriers in shared memory, and instructions that are refused by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.sim import SimFault

if TYPE_CHECKING:
    from collections.abc import Callable

INIT = """
    .shared .align 8 .b64 bar;
    .shared .align 8 .b32 cell[32];
    setp.eq.u32 %p1, %r32, 0;
    @%p1 mbarrier.init.shared.b64 [bar], {count};
    bar.sync 0;
"""


def test_producer_and_consumer_warps(run: Callable[..., object], own: str) -> None:
    """Three rounds: warp 0 waits for the 32 arrivals of warp 1 in each."""
    out = np.zeros(64, np.uint32)
    run(
        own
        + INIT.format(count=32)
        + """
        mov.u32 %r20, cell;
        and.b32 %r1, %r32, 31;
        shl.b32 %r2, %r1, 2;
        add.u32 %r20, %r20, %r2;
        mov.u32 %r3, 0;
        mov.u32 %r5, 0;
        setp.ge.u32 %p2, %r32, 32;
        @%p2 bra PRODUCE;
    CONSUME:
        and.b32 %r4, %r3, 1;
    WAIT:
        mbarrier.try_wait.parity.shared.b64 %p3, [bar], %r4;
        @!%p3 bra WAIT;
        ld.shared.u32 %r6, [%r20];
        add.u32 %r5, %r5, %r6;
        bar.sync 1;
        add.u32 %r3, %r3, 1;
        setp.lt.u32 %p4, %r3, 3;
        @%p4 bra CONSUME;
        bra END;
    PRODUCE:
        add.u32 %r6, %r3, %r1;
        st.shared.u32 [%r20], %r6;
        mbarrier.arrive.shared.b64 %rd1, [bar];
        bar.sync 1;
        add.u32 %r3, %r3, 1;
        setp.lt.u32 %p4, %r3, 3;
        @%p4 bra PRODUCE;
    END:
        st.global.u32 [%rd32], %r5;
        """,
        block=64,
        out=out,
    )
    assert out.tolist() == [3 + 3 * lane for lane in range(32)] + [0] * 32


def test_a_warp_that_gives_up_polling_has_its_turns(run: Callable[..., object], own: str) -> None:
    """Warp 1 gives up after five polls that fail; until then, warp 0 completes phases of another mbarrier."""
    out = np.zeros(64, np.uint32)
    run(
        own
        + INIT.format(count=1)
        + """
        .shared .align 8 .b64 other;
        @%p1 mbarrier.init.shared.b64 [other], 1;
        @%p1 st.shared.u32 [cell], 0;
        bar.sync 0;
        mov.u32 %r3, 0;
        mov.u32 %r5, 0;
        setp.ge.u32 %p2, %r32, 32;
        @%p2 bra POLL;
    COMPLETE:
        @%p1 mbarrier.arrive.shared.b64 %rd1, [other];
    WAIT:
        mbarrier.try_wait.parity.shared.b64 %p3, [other], %r5;
        @!%p3 bra WAIT;
        xor.b32 %r5, %r5, 1;
        ld.volatile.shared.u32 %r4, [cell];
        setp.eq.u32 %p3, %r4, 0;
        @%p3 bra COMPLETE;
        bra END;
    POLL:
        add.u32 %r3, %r3, 1;
        mbarrier.try_wait.parity.shared.b64 %p3, [bar], 0;
        setp.lt.u32 %p4, %r3, 5;
        @%p4 bra POLL;
        st.volatile.shared.u32 [cell], 1;
    END:
        st.global.u32 [%rd32], %r3;
        """,
        block=64,
        out=out,
        max_steps=10_000,
    )
    assert out.tolist() == [0] * 32 + [5] * 32


def test_transactions_and_tokens(run: Callable[..., object], own: str) -> None:
    out = np.zeros(1, np.uint32)
    run(
        own
        + INIT.format(count=2)
        + """
        mbarrier.complete_tx.relaxed.cta.shared.b64 [bar], 4096;
        mbarrier.arrive.expect_tx.shared.b64 %rd1, [bar], 8192;
        mbarrier.pending_count.b64 %r1, %rd1;
        mbarrier.arrive.shared.b64 %rd2, [bar];
        mbarrier.test_wait.shared.b64 %p2, [bar], %rd2;
        mbarrier.complete_tx.relaxed.cta.shared.b64 [bar], 4096;
        mbarrier.test_wait.shared.b64 %p3, [bar], %rd2;
        mbarrier.test_wait.parity.shared.b64 %p4, [bar], 1;
        selp.b32 %r2, 10, 0, %p2;
        selp.b32 %r3, 100, 0, %p3;
        selp.b32 %r4, 1000, 0, %p4;
        add.u32 %r1, %r1, %r2;
        add.u32 %r1, %r1, %r3;
        add.u32 %r1, %r1, %r4;
        st.global.u32 [%rd32], %r1;
        """,
        block=1,
        out=out,
    )
    assert out[0] == 102


def test_copies_arrive(run: Callable[..., object], own: str) -> None:
    x = np.arange(32, dtype=np.uint32)
    out = np.zeros(32, np.uint32)
    run(
        own
        + INIT.format(count=32)
        + """
        ld.param.u64 %rd1, [x];
        mul.wide.u32 %rd2, %r32, 4;
        add.u64 %rd1, %rd1, %rd2;
        mov.u32 %r20, cell;
        shl.b32 %r2, %r32, 2;
        add.u32 %r20, %r20, %r2;
        cp.async.ca.shared.global [%r20], [%rd1], 4;
        cp.async.mbarrier.arrive.noinc.shared.b64 [bar];
    WAIT:
        mbarrier.test_wait.parity.shared.b64 %p3, [bar], 0;
        @!%p3 bra WAIT;
        ld.shared.u32 %r6, [%r20];
        st.global.u32 [%rd32], %r6;
        """,
        x=x,
        out=out,
    )
    assert np.array_equal(out, x)


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ("@%p1 mbarrier.arrive.noComplete.shared.b64 %rd1, [bar], 2;", "mbarrier-arrive"),
        ("@%p1 mbarrier.arrive.shared.b64 %rd1, [bar], 3;", "mbarrier-arrive"),
        (
            "@%p1 mbarrier.inval.shared.b64 [bar];\n mbarrier.arrive.shared.b64 %rd1, [bar];",
            "mbarrier-uninitialized",
        ),
        ("WAIT:\n mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0;\n @!%p2 bra WAIT;", "deadlock"),
        ("@%p1 mbarrier.init.shared.b64 [bar], 2;", "mbarrier-live"),
        ("ld.shared.b64 %rd1, [bar];", "mbarrier-access"),
        ("st.shared.b32 [bar+4], 0;", "mbarrier-access"),
        ("mbarrier.arrive.shared.b64 %rd1, [cell];", "mbarrier-uninitialized"),
        ("@%p1 mbarrier.expect_tx.relaxed.cta.shared.b64 [bar], 1048576;", "mbarrier-tx"),
        (
            "@%p1 mbarrier.arrive.shared.b64 %rd1, [bar], 2;\n @%p1 mbarrier.arrive.shared.b64 %rd1, [bar];",
            "mbarrier-lapped",
        ),
        (
            "mov.u64 %rd1, 0;\n@%p1 mbarrier.arrive.shared.b64 %rd1, [bar], 2;\n"
            "mbarrier.test_wait.parity.shared.b64 %p2, [bar], 0;\n"
            "@%p1 mbarrier.arrive.shared.b64 %rd2, [bar], 2;\n"
            "@%p1 mbarrier.test_wait.shared.b64 %p3, [bar], %rd1;",
            "mbarrier-lapped",
        ),
        ("mov.u32 %r9, 2;\n mbarrier.test_wait.parity.shared.b64 %p2, [bar], %r9;", "mbarrier-parity"),
    ],
)
def test_misuse(run: Callable[..., object], own: str, body: str, rule: str) -> None:
    with pytest.raises(SimFault) as caught:
        run(own + INIT.format(count=2) + body, out=np.zeros(32, np.uint32))
    assert caught.value.rule == rule


def test_the_thread_that_arrives_too_often_is_named(run: Callable[..., object], own: str) -> None:
    body = "setp.ge.u32 %p2, %r32, 3;\n @%p2 mbarrier.arrive.shared.b64 %rd1, [bar], 2;"
    with pytest.raises(SimFault, match="2 arrivals, but the phase has only 1 pending") as caught:
        run(own + INIT.format(count=5) + body, out=np.zeros(32, np.uint32))
    assert caught.value.thread is not None
    assert caught.value.thread["lane"] == 5


@pytest.mark.parametrize(
    ("lane", "advice"),
    [
        (0, "this thread has arrived in it already: before it arrives again it must wait for the end of"),
        (1, "mbarrier.init must count all arrivals of a phase"),
    ],
)
def test_an_arrival_in_a_phase_that_waits_for_bytes_is_too_many(
    run: Callable[..., object], own: str, lane: int, advice: str
) -> None:
    body = f"""@%p1 mbarrier.arrive.expect_tx.shared.b64 _, [bar], 16;
        setp.eq.u32 %p2, %r32, {lane};
        @%p2 mbarrier.arrive.shared.b64 _, [bar];"""
    said = f"1 arrival too many: the phase has all its arrivals and waits only for bytes; {advice}"
    with pytest.raises(SimFault, match=said):
        run(own + INIT.format(count=1) + body, out=np.zeros(32, np.uint32))


def test_an_arrival_may_drop_its_state(run: Callable[..., object], own: str) -> None:
    out = np.zeros(32, np.uint32)
    run(
        own
        + INIT.format(count=32)
        + """
        mbarrier.arrive.release.cluster.shared::cluster.b64 _, [bar];
        mbarrier.test_wait.parity.shared.b64 %p2, [bar], 0;
        selp.b32 %r1, 1, 0, %p2;
        st.global.u32 [%rd32], %r1;
        """,
        out=out,
    )
    assert out.tolist() == [1] * 32


TIMELINE = """
    mbarrier.test_wait.parity.shared.b64 %p2, [bar], 0;
    mbarrier.test_wait.parity.shared.b64 %p3, [bar], 1;
    selp.b32 %r2, 1, 0, %p2;
    selp.b32 %r3, 2, 0, %p3;
    or.b32 %r2, %r2, %r3;
    shl.b32 %r1, %r1, 2;
    or.b32 %r1, %r1, %r2;
"""


def test_bytes_may_come_before_they_are_expected(run: Callable[..., object], own: str) -> None:
    """Six events on an object of one arrival: the results of waits for parity 0 and 1 after each."""
    out = np.zeros(1, np.uint32)
    events = (
        "",
        "mbarrier.complete_tx.relaxed.cta.shared.b64 [bar], 4096;",
        "mbarrier.arrive.expect_tx.shared.b64 %rd1, [bar], 8192;",
        "mbarrier.complete_tx.relaxed.cta.shared.b64 [bar], 4096;",
        "mbarrier.arrive.expect_tx.shared.b64 %rd1, [bar], 8192;",
        "mbarrier.complete_tx.relaxed.cta.shared.b64 [bar], 8192;",
    )
    body = "mov.u32 %r1, 0;\n" + "".join(event + TIMELINE for event in events)
    run(own + INIT.format(count=1) + body + "st.global.u32 [%rd32], %r1;", block=1, out=out)
    assert [int(out[0]) >> 2 * (5 - k) & 3 for k in range(6)] == [2, 2, 2, 1, 1, 2]


def test_arrivals_that_drop_lower_the_next_phases(run: Callable[..., object], own: str) -> None:
    out = np.zeros(1, np.uint32)
    run(
        own
        + INIT.format(count=3)
        + """
        mbarrier.arrive_drop.shared.b64 %rd1, [bar], 2;
        mbarrier.arrive.shared.b64 %rd1, [bar];
        mbarrier.test_wait.shared.b64 %p2, [bar], %rd1;
        @!%p2 trap;
        mbarrier.arrive.shared.b64 %rd1, [bar];
        mbarrier.test_wait.shared.b64 %p2, [bar], %rd1;
        @!%p2 trap;
        st.global.u32 [%rd32], 1;
        """,
        block=1,
        out=out,
    )
    assert out[0] == 1


@pytest.mark.parametrize("schedule", ["late", "early", "random"])
@pytest.mark.parametrize("noinc", ["", ".noinc"])
def test_an_arrival_waits_for_the_copies_before_it(
    run: Callable[..., object], own: str, schedule: str, noinc: str
) -> None:
    """Lanes copy, then ask at once: late, the phase is not over; when it is, the bytes are there."""
    x = np.arange(1, 33, dtype=np.uint32)
    out = np.zeros(32, np.uint32)
    count, extra = (32, "") if noinc else (1, "@%p1 mbarrier.arrive.shared.b64 %rd3, [bar];")
    run(
        own
        + INIT.format(count=count)
        + f"""
        ld.param.u64 %rd1, [x];
        mul.wide.u32 %rd2, %r32, 4;
        add.u64 %rd1, %rd1, %rd2;
        mov.u32 %r20, cell;
        shl.b32 %r2, %r32, 2;
        add.u32 %r20, %r20, %r2;
        cp.async.ca.shared.global [%r20], [%rd1], 4;
        cp.async.mbarrier.arrive{noinc}.shared.b64 [bar];
        bar.warp.sync -1;
        {extra}
        mbarrier.test_wait.parity.shared.b64 %p3, [bar], 0;
        selp.b32 %r3, 100, 0, %p3;
    WAIT:
        mbarrier.try_wait.parity.shared.b64 %p3, [bar], 0;
        @!%p3 bra WAIT;
        ld.shared.u32 %r6, [%r20];
        add.u32 %r6, %r6, %r3;
        st.global.u32 [%rd32], %r6;
        """,
        x=x,
        out=out,
        schedule=schedule,
        seed=5,
    )
    early = {"late": 0, "early": 100, "random": int(out[0] > 100) * 100}[schedule]
    assert np.array_equal(out, x + early)


def test_deadlock_says_what_the_object_lacks(run: Callable[..., object], own: str) -> None:
    body = """
        setp.lt.u32 %p2, %r32, 32;
        @!%p2 bra OTHERS;
        @%p1 mbarrier.arrive.expect_tx.shared.b64 %rd1, [bar], 128;
    WAIT:
        mbarrier.try_wait.parity.shared.b64 %p3, [bar], 0;
        @!%p3 bra WAIT;
        ret;
    OTHERS:
        bar.sync 1, 64;
        ret;
    """
    with pytest.raises(SimFault) as caught:
        run(own + INIT.format(count=3) + body, block=64, out=np.zeros(64, np.uint32))
    fault = caught.value
    assert fault.rule == "deadlock"
    assert str(fault).startswith("deadlock: bar expected 3 arrivals in phase 0, 1 arrived; no thread can")
    assert "mbarrier.try_wait at PTX line" in str(fault)
    assert "bar lacks 2 of 3 arrivals and 128 bytes in phase 0" in str(fault)
    assert (fault.waiting[0]["pending_arrivals"], fault.waiting[0]["pending_bytes"]) == (2, 128)
    assert "barrier 1 has 32 of 64 threads" in str(fault)


PIPELINE = """
    .shared .align 16 .b32 tile[64];
    .shared .align 8 .b64 full;
    .shared .align 8 .b64 empty;
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    shr.u32 %r2, %r1, 5;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared::cta.b64 [full], 1;
    @%p1 mbarrier.init.shared::cta.b64 [empty], 64;
    bar.sync 0;
    mov.u32 %r3, 0;
    setp.ne.u32 %p2, %r2, 0;
    @%p2 bra CONSUME;
    setp.ne.u32 %p3, %r1, 0;
    @%p3 bra DONE;
PRODUCE:
    and.b32 %r4, %r3, 1;
    xor.b32 %r5, %r4, 1;
EMPTY:
    mbarrier.try_wait.parity.shared::cta.b64 %p4, [empty], %r5;
    @!%p4 bra EMPTY;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], {bytes};
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd1], 256, [full];
    add.u32 %r3, %r3, 1;
    setp.lt.u32 %p5, %r3, 3;
    @%p5 bra PRODUCE;
    bra DONE;
CONSUME:
    and.b32 %r4, %r3, 1;
FULL:
    mbarrier.try_wait.parity.shared::cta.b64 %p4, [full], %r4;
    @!%p4 bra FULL;
    {leave}
    mbarrier.arrive.shared::cta.b64 _, [empty];
    add.u32 %r3, %r3, 1;
    setp.lt.u32 %p5, %r3, 3;
    @%p5 bra CONSUME;
DONE:
"""


def test_a_deadlock_says_whose_bytes_came(run: Callable[..., Any]) -> None:
    x = np.arange(64, dtype=np.uint32)
    run(PIPELINE.format(bytes=256, leave=""), x=x, block=96)
    with pytest.raises(SimFault, match="deadlock") as caught:
        run(PIPELINE.format(bytes=272, leave=""), x=x, block=96)
    text = str(caught.value)
    assert "272 bytes are expected by warp 0" in text
    assert text.startswith("deadlock: full expected 272 bytes in phase 0, 256 arrived\n")
    assert "256 bytes completed by warp 0" in text
    assert "never executed: mbarrier.arrive at PTX line" in caught.value.waiting[-1]["absent"][0]


def test_a_deadlock_says_who_did_not_come_again_and_where_he_is(run: Callable[..., Any]) -> None:
    x = np.arange(64, dtype=np.uint32)
    leave = "setp.eq.u32 %p6, %r2, 2; setp.eq.and.u32 %p6, %r3, 1, %p6; @%p6 bra DONE;"
    with pytest.raises(SimFault, match="deadlock") as caught:
        run(PIPELINE.format(bytes=256, leave=leave), x=x, block=96)
    waits = {entry["warp"]: entry for entry in caught.value.waiting}
    assert waits[0]["mbarrier"].startswith("empty")
    assert "warp 1 of CTA (0, 0, 0)" in waits[0]["came"][0]
    assert "although they arrived in the previous phase: warp 2" in waits[0]["absent"][0]
    assert "which has exited" in waits[0]["absent"][0]
    assert "which waits at PTX line" in waits[1]["absent"][0]
    summary = str(caught.value).partition("\n")[0]
    assert summary.startswith(
        "deadlock: empty expected 64 arrivals in phase 1, 32 arrived; warp 2 of CTA (0, 0, 0)"
    )
    assert summary.endswith("arrived in the previous phase and exited since")
