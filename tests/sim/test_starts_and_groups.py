"""Race checking: CTAs that may not have started, and groups of warps that share a barrier."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import SimFault

if TYPE_CHECKING:
    from collections.abc import Callable

SYNC = "barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;"

# Rank 0 writes into the CTA of rank 1, which reads the word after the barrier of the cluster.
PUSH = """
    .shared .align 8 .b32 word;
    .shared .align 8 .b64 ready;
    mov.u32 %r1, %cluster_ctarank;
    mov.u32 %r2, word;
    mapa.shared::cluster.u32 %r3, %r2, 1;
    {first}
    setp.eq.u32 %p1, %r1, 0;
    @%p1 st.shared::cluster.u32 [%r3], 7;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    ld.param.u64 %rd1, [out];
    setp.eq.u32 %p2, %r1, 1;
    @%p2 ld.shared.u32 %r4, [%r2];
    @%p2 st.global.u32 [%rd1], %r4;
"""


def push(run: Callable[..., Any], first: str, *, checks: Any = "all") -> int:
    out = np.zeros(1, np.uint32)
    run(PUSH.replace("{first}", first), out=out, grid=2, block=1, cluster=(2, 1, 1), checks=checks)
    return int(out[0])


STARTED = {
    "barrier of the cluster": SYNC,
    "relaxed barrier of the cluster": """
        barrier.cluster.arrive.relaxed.aligned;
        barrier.cluster.wait.aligned;
    """,
    "flag of the other CTA": """
        ld.param.u64 %rd1, [out];
        setp.eq.u32 %p3, %r1, 1;
        @%p3 st.release.gpu.global.u32 [%rd1], 1;
        @%p3 bra GO;
    AGAIN:
        ld.acquire.gpu.global.u32 %r5, [%rd1];
        setp.eq.u32 %p4, %r5, 0;
        @%p4 bra AGAIN;
    GO:
    """,
}


def test_a_write_to_a_cta_that_may_not_have_started_is_reported(run: Callable[..., Any]) -> None:
    assert push(run, "", checks=()) == 7
    with pytest.raises(SimFault, match="unstarted-cta") as caught:
        push(run, "")
    assert caught.value.rule == "unstarted-cta"
    assert (
        "belongs to the CTA of rank 1, and nothing makes this thread wait until that CTA has started"
        in str(caught.value)
    )


@pytest.mark.parametrize("case", STARTED)
def test_a_write_to_a_cta_that_has_started_is_not_reported(run: Callable[..., Any], case: str) -> None:
    assert push(run, STARTED[case]) == 7


def test_the_own_shared_memory_needs_no_start(run: Callable[..., Any]) -> None:
    own = "mapa.shared::cluster.u32 %r6, %r2, %r1; st.shared::cluster.u32 [%r6], 3;"
    assert push(run, own + SYNC) == 7


# Warps 0 and 1 meet at barrier 1, and then warps 2 and 3 at the barrier OTHER.
GROUPS = """
    mov.u32 %r1, %tid.x;
    shr.u32 %r2, %r1, 5;
    setp.ge.u32 %p1, %r2, 2;
    @%p1 bra SECOND;
    bar.sync 1, 64;
    {between}
    bra DONE;
SECOND:
    {between}
    bar.sync {other}, 64;
DONE:
    ret;
"""


def groups(run: Callable[..., Any], between: str, other: int) -> None:
    run(GROUPS.format(between=between, other=other), block=128, checks="all")


def test_two_groups_at_one_barrier_are_reported(run: Callable[..., Any]) -> None:
    with pytest.raises(SimFault, match="barrier-groups") as caught:
        groups(run, "", 1)
    assert caught.value.rule == "barrier-groups"
    assert "nothing orders it after that: it could have been counted there" in str(caught.value)


@pytest.mark.parametrize(("between", "other"), [("", 2), ("bar.sync 0;", 1), ("barrier.sync 3, 128;", 1)])
def test_groups_with_an_order_or_barriers_of_their_own_are_not_reported(
    run: Callable[..., Any], between: str, other: int
) -> None:
    groups(run, between, other)


def test_a_group_that_changes_one_warp_at_a_time_is_reported_without_an_order(
    run: Callable[..., Any],
) -> None:
    """Warp 0 meets warp 1, then warp 2, which could be counted in the place of warp 1."""
    body = """
        mov.u32 %r1, %tid.x;
        shr.u32 %r2, %r1, 5;
        setp.eq.u32 %p1, %r2, 0;
        @%p1 bar.sync 1, 64;
        bar.sync 1, 64;
        ret;
    """
    with pytest.raises(SimFault, match="barrier-groups"):
        run(body, block=96, checks="all")


RING_OF_ONE = """
    .shared .align 4 .b32 word;
    mov.u32 %r1, %tid.x; mov.u32 %r2, 0; setp.ge.u32 %p1, %r1, 32;
    @%p1 bra CONSUME;
PRODUCE:
    {waits}
    st.shared.u32 [word], %r2;
    bar.arrive 1, 64;
    add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 3; @%p2 bra PRODUCE;
    bra DONE;
CONSUME:
    {free}
AGAIN:
    bar.sync 1, 64;
    ld.shared.u32 %r3, [word];
    add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 3;
    @%p2 {free}
    @%p2 bra AGAIN;
DONE:
    ret;
"""


@pytest.mark.parametrize(
    ("waits", "free", "twice"),
    [
        ("bar.sync 2, 64;", "bar.arrive 2, 64;", False),
        ("", "bar.arrive 2, 64;", True),
        ("bar.sync 1, 64;", "bar.arrive 1, 64;", True),
    ],
)
@pytest.mark.parametrize("schedule", ["late", "random"])
def test_a_warp_that_a_barrier_may_count_twice_is_reported(
    run: Callable[..., Any], waits: str, free: str, twice: bool, schedule: str
) -> None:
    """The producer, or the consumer, is counted in place of the other one."""
    with pytest.raises(SimFault, match="arrives at barrier 1 again") if twice else nullcontext() as caught:
        run(RING_OF_ONE.format(waits=waits, free=free), block=64, checks="all", schedule=schedule)
    assert not twice or (caught is not None and caught.value.rule == "barrier-groups")


@pytest.mark.parametrize("elected", [0, 5])
def test_a_lane_may_wait_for_its_warp(run: Callable[..., Any], elected: int) -> None:
    """One lane of the producer waits until its value is read, and the others wait for that lane."""
    body = f"""
        .shared .align 8 .b64 read;
        mov.u32 %r1, %tid.x; mov.u32 %r2, 0; setp.eq.u32 %p3, %r1, 0;
        @%p3 mbarrier.init.shared::cta.b64 [read], 32;
        bar.sync 0;
        setp.ge.u32 %p1, %r1, 32;
        @%p1 bra CONSUME;
    PRODUCE:
        bar.arrive 1, 64;
        setp.ne.u32 %p2, %r1, {elected}; @%p2 bra NEXT;
    WAIT:
        mbarrier.try_wait.parity.shared::cta.b64 %p4, [read], %r2; @!%p4 bra WAIT;
    NEXT:
        bar.warp.sync -1;
        add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 2; @%p2 bra PRODUCE;
        bra DONE;
    CONSUME:
        bar.sync 1, 64;
        mbarrier.arrive.shared::cta.b64 _, [read];
        add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 2; @%p2 bra CONSUME;
    DONE:
        ret;
    """
    run(body, block=64, checks="all")


def test_a_producer_and_its_consumer_share_two_barriers(run: Callable[..., Any]) -> None:
    body = """
        .shared .align 4 .b32 word;
        mov.u32 %r1, %tid.x;
        setp.lt.u32 %p1, %r1, 32;
        mov.u32 %r2, 0;
    AGAIN:
        @%p1 bra PRODUCER;
        bar.sync 1, 64;
        ld.shared.u32 %r3, [word];
        bar.arrive 2, 64;
        bra NEXT;
    PRODUCER:
        setp.eq.u32 %p2, %r1, 0;
        @%p2 st.shared.u32 [word], %r2;
        bar.warp.sync 0xffffffff;
        bar.arrive 1, 64;
        bar.sync 2, 64;
    NEXT:
        add.u32 %r2, %r2, 1;
        setp.lt.u32 %p3, %r2, 4;
        @%p3 bra AGAIN;
        ret;
    """
    run(body, block=64, checks="all")


# Thread 0 of the CTA of a rank writes into the CTA of rank 0 and arrives there; a thread of that CTA reads.
SCOPED = """
    .shared .align 8 .b32 box[2];
    .shared .align 8 .b64 bar;
    mov.u32 %r1, %cluster_ctarank;
    mov.u32 %r2, %tid.x;
    mov.u32 %r3, bar;
    mov.u32 %r4, box;
    mapa.shared::cluster.u32 %r5, %r3, 0;
    mapa.shared::cluster.u32 %r6, %r4, 0;
    setp.eq.u32 %p1, %r2, 0;
    @%p1 mbarrier.init.shared.b64 [bar], 1;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    setp.eq.u32 %p2, %r1, <rank>;
    and.pred %p2, %p1, %p2;
    @!%p2 bra WRITTEN;
    st.shared::cluster.u32 [%r6], 7;
    mbarrier.arrive<words>.shared::cluster.b64 _, [%r5];
WRITTEN:
    setp.eq.u32 %p3, %r1, 0;
    setp.eq.u32 %p4, %r2, 32;
    and.pred %p3, %p3, %p4;
    @!%p3 bra READ;
AGAIN:
    mbarrier.try_wait.parity<wait>.shared::cta.b64 %p5, [bar], 0;
    @!%p5 bra AGAIN;
    <fence>
    ld.shared.u32 %r7, [box];
READ:
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
"""


@pytest.mark.parametrize(
    ("rank", "words", "wait", "checks", "advice"),
    [
        (0, "", "", "races", ""),
        (0, ".release.cta", "", "races", ""),
        (0, ".release.cta", "", "scopes", ""),
        (0, ".relaxed.cta", "", "races", "orders accesses only with a fence: leave out .relaxed"),
        (0, "", ".relaxed.cta", "races", "orders accesses only with a fence: leave out .relaxed"),
        (0, "", ".relaxed.cta fence.acq_rel.cta;", "races", ""),
        (1, "", "", "races", ""),
        (1, ".release.cta", "", "races", "orders only threads of its CTA: give it the scope .cluster"),
        (1, ".release.cluster", "", "races", ""),
        (1, "", "", "scopes", "orders only threads of its CTA: give it the scope .cluster"),
        (1, ".release.cluster", "", "scopes", "orders only threads of its CTA: give it the scope .cluster"),
        (1, ".release.cluster", ".acquire.cluster", "scopes", ""),
        (1, ".relaxed.cluster", ".acquire.cluster", "scopes", "only with a fence: leave out .relaxed"),
    ],
)
def test_the_scopes_of_arrivals_and_waits(
    run: Callable[..., Any], rank: int, words: str, wait: str, checks: str, advice: str
) -> None:
    wait, _, fence = wait.partition(" ")
    body = SCOPED.replace("<rank>", str(rank)).replace("<words>", words).replace("<wait>", wait)
    body = body.replace("<fence>", fence)
    raises = pytest.raises(SimFault, match=advice) if advice else nullcontext()
    with raises as caught:
        run(body, grid=2, block=64, cluster=(2, 1, 1), checks=tuple({"races", checks}))
    assert caught is None or caught.value.rule == "race"


# A thread of the CTA of a rank arrives at the mbarrier of rank 0, which thread 0 there initialises.
USED = """
    .shared .align 8 .b64 bar;
    mov.u32 %r1, %cluster_ctarank;
    mov.u32 %r2, %tid.x;
    mov.u32 %r3, bar;
    mapa.shared::cluster.u32 %r4, %r3, 0;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    mad.lo.u32 %r5, %r1, 64, %r2;
    setp.eq.u32 %p1, %r5, 0;
    @%p1 mbarrier.init.shared.b64 [bar], 1;
    <order>
    setp.eq.u32 %p2, %r5, <user>;
    @%p2 mbarrier.arrive.shared::cluster.b64 _, [%r4];
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
"""


@pytest.mark.parametrize(
    ("user", "order", "advice"),
    [
        (32, "", "a barrier of the CTA must come between mbarrier.init and the use by other threads"),
        (32, "bar.sync 0;", ""),
        (64, "bar.sync 0;", "fence.mbarrier_init.release.cluster and the barrier of the cluster must come"),
        (64, SYNC, ""),
    ],
)
def test_an_mbarrier_is_initialised_before_its_use(
    run: Callable[..., Any], user: int, order: str, advice: str
) -> None:
    body = USED.replace("<user>", str(user)).replace("<order>", order)
    with pytest.raises(SimFault, match=advice) if advice else nullcontext() as caught:
        run(body, grid=2, block=64, cluster=(2, 1, 1), checks="all")
    assert caught is None or caught.value.rule == "mbarrier-init"


@pytest.mark.parametrize("visitor", [1, 2, 5])
def test_the_visitor_of_a_cta_that_may_have_ended_is_named(run: Callable[..., Any], visitor: int) -> None:
    """One thread of one CTA writes to the other CTA of its cluster, and no barrier follows."""
    body = f"""
        .shared .b32 word;
        mov.u32 %r1, %tid.x;
        mov.u32 %r2, %ctaid.x;
        mov.u32 %r3, %cluster_ctarank;
        xor.b32 %r3, %r3, 1;
        {SYNC}
        mov.u32 %r4, word;
        mapa.shared::cluster.u32 %r4, %r4, %r3;
        setp.eq.u32 %p1, %r2, {visitor};
        setp.eq.and.u32 %p1, %r1, 37, %p1;
        @%p1 st.shared::cluster.u32 [%r4], 7;
    """
    with pytest.raises(SimFault, match=f"the CTA of rank {1 - visitor % 2} ends, but another CTA") as caught:
        run(body, grid=6, block=64, cluster=(2, 1, 1), checks=("races",))
    assert caught.value.rule == "exited-cta"
    assert caught.value.thread is not None
    assert caught.value.thread["ctaid"] == (visitor ^ 1, 0, 0)
    assert caught.value.other is not None
    other = caught.value.other["thread"]
    assert (other["ctaid"], other["tid"]) == ((visitor, 0, 0), (37, 0, 0))


# Thread 0 arrives at the last of many mbarrier objects, beside its write; a thread of the other warp waits.
MANY_OBJECTS = """
    .shared .align 8 .b64 bars[{count}];
    .shared .align 4 .b32 box;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, bars;
    mov.u32 %r3, 0;
    setp.eq.u32 %p1, %r1, 0;
    @!%p1 bra MET;
INIT:
    mbarrier.init.shared.b64 [%r2], 1;
    add.u32 %r2, %r2, 8;
    add.u32 %r3, %r3, 1;
    setp.lt.u32 %p2, %r3, {count};
    @%p2 bra INIT;
MET:
    bar.sync 0;
    @%p1 bra FIRST;
    setp.ne.u32 %p3, %r1, 32;
    @%p3 ret;
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [bars+{last}], 0;
    @!%p2 bra WAIT;
    ld.shared.u32 %r4, [box];
    st.global.u32 [%rd1], %r4;
    ret;
FIRST:
    {lines}
"""


@pytest.mark.parametrize("count", [1, 8, 9, 40])
def test_each_of_many_mbarriers_orders_accesses(run: Callable[..., Any], count: int) -> None:
    lines, out = (
        ("st.shared.u32 [box], 7;", "mbarrier.arrive.shared.b64 %rd4, [bars+{last}];"),
        np.zeros(1, int),
    )
    for right in (True, False):
        body = MANY_OBJECTS.replace("{lines}", "".join(lines if right else lines[::-1]))
        with (
            nullcontext() if right else pytest.raises(SimFault, match=r"race: this thread (reads|writes) box")
        ):
            run(body.format(count=count, last=8 * count - 8), out=out, block=64, checks="all")
    assert out[0] == 7
