"""Barriers of a CTA, and reports of deadlocks."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pyptx.sim import SimFault

if TYPE_CHECKING:
    from collections.abc import Callable


def test_a_barrier_orders_divergent_warps(run: Callable[..., object], own: str) -> None:
    out = np.zeros(256, np.uint32)
    run(
        own
        + """
        .shared .b32 tile[128];
        mov.u32 %r1, tile;
        shl.b32 %r2, %r32, 2;
        add.u32 %r2, %r1, %r2;
        shr.u32 %r3, %r32, 5;
        mov.u32 %r4, 0;
    WORK:
        add.u32 %r4, %r4, 1;
        setp.lt.u32 %p1, %r4, %r3;
        @%p1 bra WORK;
        st.shared.u32 [%r2], %r33;
        bar.sync 0;
        sub.u32 %r5, 508, %r2;
        add.u32 %r5, %r5, %r1;
        add.u32 %r5, %r5, %r1;
        ld.shared.u32 %r6, [%r5];
        st.global.u32 [%rd32], %r6;
        """,
        grid=2,
        block=128,
        out=out,
    )
    assert np.array_equal(out.reshape(2, 128), np.arange(256).reshape(2, 128)[:, ::-1])


def test_named_barriers_with_counts(run: Callable[..., object], own: str) -> None:
    """Warps 0 and 1 produce and go on; warps 2 and 3 wait for them."""
    out = np.zeros(128, np.uint32)
    run(
        own
        + """
        .shared .b32 tile[64];
        mov.u32 %r1, tile;
        and.b32 %r2, %r32, 63;
        shl.b32 %r2, %r2, 2;
        add.u32 %r1, %r1, %r2;
        setp.lt.u32 %p1, %r32, 64;
        @%p1 bra PRODUCE;
        bar.sync 3, 128;
        ld.shared.u32 %r3, [%r1];
        bra END;
    PRODUCE:
        add.u32 %r3, %r32, 500;
        st.shared.u32 [%r1], %r3;
        bar.arrive 3, 128;
        mov.u32 %r3, 1;
    END:
        st.global.u32 [%rd32], %r3;
        """,
        block=128,
        out=out,
    )
    assert np.array_equal(out, [1] * 64 + list(range(500, 564)))


def test_half_of_the_cta_meets_twice(run: Callable[..., object], own: str) -> None:
    out = np.zeros(128, np.uint32)
    run(
        own
        + """
        .shared .b32 tile[128];
        mov.u32 %r1, tile;
        shl.b32 %r2, %r32, 2;
        add.u32 %r2, %r1, %r2;
        shr.u32 %r9, %r32, 6;
        add.u32 %r9, %r9, 1;
        mov.u32 %r4, 0;
    AGAIN:
        st.shared.u32 [%r2], %r4;
        bar.sync %r9, 64;
        xor.b32 %r5, %r32, 32;
        shl.b32 %r5, %r5, 2;
        add.u32 %r5, %r5, %r1;
        ld.shared.u32 %r6, [%r5];
        bar.sync %r9, 64;
        add.u32 %r4, %r6, %r9;
        setp.lt.u32 %p1, %r4, 20;
        @%p1 bra AGAIN;
        st.global.u32 [%rd32], %r4;
        """,
        block=128,
        out=out,
    )
    assert out.tolist() == [20] * 128


def test_a_reduction_writes_the_register_of_its_own_lanes(run: Callable[..., object], own: str) -> None:
    out = np.zeros(64, np.uint32)
    run(
        own
        + """
        mov.u32 %r1, 7;
        mov.u32 %r2, 9;
        setp.lt.u32 %p2, %r32, 40;
        and.b32 %r3, %r32, 16;
        setp.eq.u32 %p1, %r3, 0;
        @%p1 bra LOW;
        barrier.red.popc.u32 %r2, 1, %p2;
        bra DONE;
    LOW:
        barrier.red.popc.u32 %r1, 1, %p2;
    DONE:
        mad.lo.u32 %r1, %r1, 100, %r2;
        st.global.u32 [%rd32], %r1;
        """,
        block=64,
        out=out,
    )
    assert out.reshape(2, 2, 16).tolist() == [[[4009] * 16, [740] * 16]] * 2


def test_reductions_over_the_cta(run: Callable[..., object], own: str) -> None:
    out = np.zeros(128, np.uint32)
    run(
        own
        + """
        setp.lt.u32 %p1, %r33, 70;
        bar.red.popc.u32 %r1, 0, %p1;
        bar.red.and.pred %p2, 0, %p1;
        bar.red.or.pred %p3, 0, !%p1;
        selp.b32 %r2, 1000, 0, %p2;
        selp.b32 %r3, 2000, 0, %p3;
        add.u32 %r1, %r1, %r2;
        add.u32 %r1, %r1, %r3;
        st.global.u32 [%rd32], %r1;
        """,
        grid=2,
        block=64,
        out=out,
    )
    assert out.reshape(2, 64)[:, 0].tolist() == [1064, 2006]
    assert (out.reshape(2, 64) == out.reshape(2, 64)[:, :1]).all()


def test_exited_threads_do_not_hold_a_barrier_up(run: Callable[..., object], own: str) -> None:
    out = np.zeros(100, np.uint32)
    run(
        own
        + """
        setp.ge.u32 %p1, %r32, 50;
        @%p1 bra LATE;
        bar.sync 0;
        st.global.u32 [%rd32], 1;
        ret;
    LATE:
        ret;
        """,
        block=100,
        out=out,
    )
    assert out.tolist() == [1] * 50 + [0] * 50


def test_deadlock_says_who_waits_for_whom(run: Callable[..., object]) -> None:
    with pytest.raises(SimFault) as caught:
        run(
            """
        mov.u32 %r1, %tid.x;
        setp.lt.u32 %p1, %r1, 64;
        @%p1 bra ONE;
        bar.sync 2, 96;
        ret;
    ONE:
        bar.sync 1;
        ret;
        """,
            block=96,
        )
    fault = caught.value
    assert fault.rule == "deadlock"
    assert str(fault) == (
        "deadlock: barrier 1 expected 96 threads, 64 arrived; warp 2 cannot reach it any more "
        "(and 1 more, below)\n"
        "  warps 0-1 of CTA (0, 0, 0) wait at bar.sync 1; at PTX line 21: "
        "barrier 1 has 64 of 96 threads; missing: warp 2\n"
        "  warp 2 of CTA (0, 0, 0) waits at bar.sync 2, 96; at PTX line 18: "
        "barrier 2 has 32 of 96 threads; missing: warps 0-1\n"
        "for more: pyptx explain deadlock"
    )
    assert [group["barrier"] for group in fault.waiting] == [1, 1, 2]
    assert fault.waiting[2]["missing_warps"] == [0, 1]


def test_lanes_of_a_warp_that_never_come(run: Callable[..., object]) -> None:
    with pytest.raises(SimFault) as caught:
        run(
            """
        mov.u32 %r1, %tid.x;
        setp.lt.u32 %p1, %r1, 8;
        @%p1 bra ONE;
        bar.warp.sync -1;
        bra END;
    ONE:
        bar.sync 0;
    END:
        ret;
        """
        )
    assert caught.value.rule == "deadlock"
    assert "lanes 0-7 of member mask 0xffffffff have not arrived" in str(caught.value)


def test_lanes_meet_at_different_warp_barriers(run: Callable[..., object], own: str) -> None:
    out = np.zeros(32, np.uint32)
    run(
        own
        + """
        .shared .b32 cell;
        setp.lt.u32 %p1, %r32, 8;
        @%p1 bra ONE;
        bar.warp.sync -1;
        ld.shared.u32 %r1, [cell];
        bra END;
    ONE:
        st.shared.u32 [cell], 5;
        bar.warp.sync -1;
        mov.u32 %r1, 6;
    END:
        st.global.u32 [%rd32], %r1;
        """,
        out=out,
    )
    assert out.tolist() == [6] * 8 + [5] * 24


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ("mov.u32 %r1, 16;\n bar.sync %r1;", "barrier-operand"),
        ("mov.u32 %r1, 33;\n bar.sync 0, %r1;", "barrier-operand"),
        (
            "mov.u32 %r1, %tid.x;\n setp.lt.u32 %p1, %r1, 32;\n @%p1 bra A;\n bar.sync 0, 96;\n ret;\n"
            "A:\n bar.arrive 0, 64;\n ret;",
            "barrier-count",
        ),
    ],
)
def test_wrong_operands(run: Callable[..., object], body: str, rule: str) -> None:
    with pytest.raises(SimFault) as caught:
        run(body, block=64)
    assert caught.value.rule == rule


def test_no_count_is_the_count_of_all_threads(run: Callable[..., object], own: str) -> None:
    body = """
        mov.u32 %r1, 1;
        setp.lt.u32 %p1, %r32, 32;
        @%p1 bra COUNTED;
        bar.sync 0;
        bra JOIN;
    COUNTED:
        bar.sync 0, {count};
    JOIN:
        st.global.u32 [%rd32], %r1;
    """
    out = np.zeros(64, np.uint32)
    run(own + body.format(count=64), block=64, out=out)
    assert out.tolist() == [1] * 64
    with pytest.raises(SimFault, match=r"a count of 32 threads, but .* used all threads"):
        run(own + body.format(count=32), block=64, out=out)


def test_the_last_warps_may_end_where_they_release_the_others(run: Callable[..., object], own: str) -> None:
    """Warps 0 and 1 wait at the end for warps 2 and 3, which have a barrier of their own on the way there."""
    out = np.zeros(128, np.uint32)
    run(
        own
        + """
        setp.lt.u32 %p1, %r32, 64;
        @%p1 bra END;
        bar.sync 2, 64;
        st.global.u32 [%rd32], 1;
    END:
        bar.sync 0;
        """,
        block=128,
        out=out,
    )
    assert out.tolist() == [0] * 64 + [1] * 64


@pytest.mark.parametrize(
    ("leave", "barrier", "rule"),
    [
        ("@%p1 bra OUT;", "bar.sync 0;", "aligned"),
        ("@%p1 exit;", "bar.sync 0;", ""),
        ("@%p1 bra OUT;", "barrier.sync 0;", ""),
        ("", "bar.sync 0;", ""),
        ("@%p1 bra OUT;", "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;", "aligned"),
        ("@%p1 bra OUT;", "barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait;", "aligned"),
        ("@%p1 exit;", "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;", ""),
        ("@%p1 bra OUT;", "barrier.cluster.arrive; barrier.cluster.wait;", ""),
        ("", "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;", ""),
    ],
)
def test_lanes_that_leave_their_warp_at_a_barrier(
    run: Callable[..., object], leave: str, barrier: str, rule: str
) -> None:
    """With race checking, lanes may exit before others of their warp arrive, and not after that."""
    body = f"mov.u32 %r1, %tid.x;\n setp.ge.u32 %p1, %r1, 48;\n {leave}\n {barrier}\nOUT:\n ret;"
    run(body, block=64, checks=())
    if not rule:
        run(body, block=64, checks="all")
        return
    with pytest.raises(SimFault, match="lanes 16-31 exit while other lanes of their warp wait") as caught:
        run(body, block=64, checks="all")
    assert caught.value.rule == rule
    assert caught.value.other is not None
    assert caught.value.other["instruction"] == "ret;"


@pytest.mark.parametrize("aligned", [".aligned", ""])
def test_lanes_reach_the_barrier_of_the_cluster_apart(run: Callable[..., object], aligned: str) -> None:
    """Halves of a warp come to one arrival one after the other; with ``.aligned`` it is for both together."""
    body = """
        mov.u32 %r1, %tid.x;
        and.b32 %r2, %r1, 16;
        setp.ne.u32 %p1, %r2, 0;
        @%p1 bra LATER;
    MEET:
        barrier.cluster.arrive<aligned>;
        barrier.cluster.wait<aligned>;
        ret;
    LATER:
        add.u32 %r1, %r1, 1;
        bra MEET;
    """.replace("<aligned>", aligned)
    run(body, grid=2, cluster=(2, 1, 1), checks="all")
    elsewhere = body.replace(
        "bra MEET", f"barrier.cluster.arrive{aligned}; barrier.cluster.wait{aligned}; ret"
    )
    with pytest.raises(SimFault) if aligned else nullcontext() as caught:
        run(elsewhere, grid=2, cluster=(2, 1, 1), checks="all")
    assert caught is None or caught.value.rule == "deadlock"
