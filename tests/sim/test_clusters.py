"""Clusters: ranks, shared memory of other CTAs, the barrier of the cluster, remote arrivals and stores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.program import from_ptx
from pyptx.sim import SimFault, simulate
from tests.sim.conftest import text

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.program import Program

SYNC = "barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;"


@pytest.mark.parametrize("seed", [0, 3])
def test_ranks_and_coordinates(run: Callable[..., object], seed: int) -> None:
    """A grid of 4 by 4 in clusters of 2 by 2: every CTA knows its place."""
    out = np.zeros((16, 8), np.uint32)
    run(
        """
        ld.param.u64 %rd1, [out];
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %ctaid.y;
        mad.lo.u32 %r3, %r2, 4, %r1;
        mul.wide.u32 %rd2, %r3, 32;
        add.u64 %rd1, %rd1, %rd2;
        mov.u32 %r4, %cluster_ctarank;
        mov.u32 %r5, %cluster_nctarank;
        mov.u32 %r6, %clusterid.x;
        mov.u32 %r7, %clusterid.y;
        mov.u32 %r8, %cluster_ctaid.x;
        mov.u32 %r9, %cluster_ctaid.y;
        mov.u32 %r10, %nclusterid.x;
        mov.pred %p1, %is_explicit_cluster;
        selp.u32 %r11, 1, 0, %p1;
        st.global.v4.u32 [%rd1], {%r4, %r5, %r6, %r7};
        st.global.v4.u32 [%rd1+16], {%r8, %r9, %r10, %r11};
        """,
        grid=(4, 4, 1),
        block=1,
        cluster=(2, 2, 1),
        seed=seed,
        out=out,
    )
    for y in range(4):
        for x in range(4):
            rank = x % 2 + 2 * (y % 2)
            assert out[4 * y + x].tolist() == [rank, 4, x // 2, y // 2, x % 2, y % 2, 2, 1]


def test_a_ring_through_distributed_shared_memory(run: Callable[..., object], own: str) -> None:
    """Every CTA writes into its right neighbour, and reads from its left one."""
    out = np.zeros(4 * 32 * 2, np.uint32)
    run(
        """
        .shared .align 4 .b32 cell[32];
        .shared .align 4 .b32 box[32];
        ld.param.u64 %rd1, [out];
        mov.u32 %r1, %cluster_ctarank;
        mov.u32 %r2, %tid.x;
        add.u32 %r3, %r1, 1;
        rem.u32 %r3, %r3, 4;
        mov.u32 %r4, cell;
        shl.b32 %r5, %r2, 2;
        add.u32 %r4, %r4, %r5;
        mad.lo.u32 %r6, %r1, 100, %r2;
        mapa.shared::cluster.u32 %r7, %r4, %r3;
        getctarank.shared::cluster.u32 %r8, %r7;
        setp.ne.u32 %p1, %r8, %r3;
        @%p1 trap;
        mov.u32 %r9, box;
        add.u32 %r9, %r9, %r5;
        st.shared::cta.u32 [%r9], %r6;
        """
        + SYNC
        + """
        st.shared::cluster.u32 [%r7], %r6;
        """
        + SYNC
        + """
        ld.shared.u32 %r10, [%r4];
        cvta.shared.u64 %rd3, box;
        add.u32 %r11, %r1, 3;
        rem.u32 %r11, %r11, 4;
        mapa.u64 %rd4, %rd3, %r11;
        isspacep.shared::cta %p2, %rd4;
        @%p2 trap;
        isspacep.shared::cluster %p2, %rd4;
        @!%p2 trap;
        cvt.u64.u32 %rd5, %r5;
        add.u64 %rd4, %rd4, %rd5;
        ld.u32 %r12, [%rd4];
        mov.u32 %r13, %ctaid.x;
        mad.lo.u32 %r14, %r13, 32, %r2;
        mul.wide.u32 %rd6, %r14, 8;
        add.u64 %rd1, %rd1, %rd6;
        st.global.v2.u32 [%rd1], {%r10, %r12};
        """
        + SYNC,
        grid=4,
        cluster=(4, 1, 1),
        out=out,
    )
    left = np.array([(rank - 1) % 4 * 100 + np.arange(32) for rank in range(4)]).reshape(-1)
    assert np.array_equal(out.reshape(-1, 2), np.stack([left, left], axis=1))


def test_atomics_on_another_cta(run: Callable[..., object]) -> None:
    """All threads of a cluster count in the CTA of rank 1."""
    out = np.zeros(8, np.uint32)
    run(
        """
        .shared .align 4 .b32 counter;
        mov.u32 %r9, %tid.x;
        setp.eq.u32 %p1, %r9, 0;
        @%p1 st.shared.u32 [counter], 0;
        """
        + SYNC
        + """
        mov.u32 %r1, counter;
        mapa.shared::cluster.u32 %r2, %r1, 1;
        atom.shared::cluster.add.u32 %r3, [%r2], 1;
        red.relaxed.cluster.shared::cluster.add.u32 [%r2], 10;
        """
        + SYNC
        + """
        ld.shared.u32 %r4, [counter];
        ld.param.u64 %rd1, [out];
        mov.u32 %r5, %ctaid.x;
        mul.wide.u32 %rd2, %r5, 4;
        add.u64 %rd1, %rd1, %rd2;
        @%p1 st.global.u32 [%rd1], %r4;
        """,
        grid=8,
        cluster=(2, 1, 1),
        out=out,
    )
    assert out.tolist() == [0, 2 * 32 * 11] * 4


REMOTE = """
    .shared .align 8 .b64 full;
    .shared .align 16 .b32 inbox[64];
    ld.param.u64 %rd30, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %cluster_ctarank;
    xor.b32 %r3, %r2, 1;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared::cta.b64 [full], {count};
    fence.mbarrier_init.release.cluster;
    mov.u32 %r4, inbox;
    shl.b32 %r5, %r1, 3;
    add.u32 %r4, %r4, %r5;
    st.shared.v2.u32 [%r4], {{5, 6}};
    barrier.cluster.arrive.release;
    barrier.cluster.wait.acquire;
    mov.u32 %r6, full;
    mapa.shared::cluster.u32 %r7, %r6, %r3;
    mapa.shared::cluster.u32 %r8, %r4, %r3;
    mad.lo.u32 %r9, %r2, 1000, %r1;
    {send}
WAIT:
    mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [full], 0;
    @!%p2 bra WAIT;
    ld.shared.v2.u32 {{%r10, %r11}}, [%r4];
    mad.lo.u32 %r12, %r2, 32, %r1;
    mul.wide.u32 %rd1, %r12, 8;
    add.u64 %rd1, %rd30, %rd1;
    st.global.v2.u32 [%rd1], {{%r10, %r11}};
    barrier.cluster.arrive;
    barrier.cluster.wait;
"""


@pytest.mark.parametrize("schedule", ["late", "early", "random"])
def test_remote_stores_complete_bytes(run: Callable[..., object], schedule: str) -> None:
    out = np.zeros(2 * 32 * 2, np.uint32)
    send = """
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 256;
    st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.u32 [%r8], {%r9, %r2}, [%r7];
    """
    run(REMOTE.format(count=1, send=send), grid=2, cluster=(2, 1, 1), out=out, schedule=schedule, seed=7)
    expected = [[(1 - rank) * 1000 + lane, 1 - rank] for rank in range(2) for lane in range(32)]
    assert out.reshape(-1, 2).tolist() == expected


def test_remote_reductions_complete_bytes(run: Callable[..., object]) -> None:
    out = np.zeros(2 * 32 * 2, np.uint32)
    send = """
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 256;
    red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r8], %r9, [%r7];
    red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.max.u32 [%r8+4], %r1, [%r7];
    """
    run(REMOTE.format(count=1, send=send), grid=2, cluster=(2, 1, 1), out=out)
    expected = [[5 + (1 - rank) * 1000 + lane, max(6, lane)] for rank in range(2) for lane in range(32)]
    assert out.reshape(-1, 2).tolist() == expected


def test_arrivals_at_another_cta(run: Callable[..., object]) -> None:
    out = np.zeros(2 * 32 * 2, np.uint32)
    send = """
    st.shared::cluster.u32 [%r8], %r9;
    mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r7];
    """
    run(REMOTE.format(count=32, send=send), grid=2, cluster=(2, 1, 1), out=out)
    expected = [[(1 - rank) * 1000 + lane, 6] for rank in range(2) for lane in range(32)]
    assert out.reshape(-1, 2).tolist() == expected


@pytest.mark.parametrize(
    ("body", "rule", "said"),
    [
        ("barrier.cluster.wait;", "cluster-barrier", "has not arrived"),
        ("barrier.cluster.arrive;\n barrier.cluster.arrive;", "cluster-barrier", "has arrived before"),
        *(
            (
                f"mov.u32 %r1, cell;\n mapa.shared::cluster.u32 %r2, %r1, {rank};\n"
                "st.shared::cluster.u32 [%r2], 1;",
                "cluster-rank",
                f"no CTA of rank {found}",
            )
            for rank, found in ((2, 2), (5, 5), (256, 255), (-1, 255))
        ),
        (
            "mov.u32 %r1, cell;\n mov.u32 %r9, %cluster_ctarank;\n xor.b32 %r9, %r9, 1;\n"
            "mapa.shared::cluster.u32 %r2, %r1, %r9;\n st.shared.u32 [%r2], 1;",
            "out-of-bounds",
            "reaches the own CTA only",
        ),
        (
            "mov.u32 %r1, 0x5000000;\n ld.shared::cluster.u32 %r2, [%r1];",
            "cluster-rank",
            "no CTA of rank 5",
        ),
    ],
)
def test_misuse(run: Callable[..., object], body: str, rule: str, said: str) -> None:
    with pytest.raises(SimFault, match=said) as caught:
        run(".shared .b32 cell;\n" + body, grid=2, cluster=(2, 1, 1))
    assert caught.value.rule == rule


def test_a_rank_that_is_only_mapped(run: Callable[..., object]) -> None:
    """Compilers map the ranks of all lanes in front of the branch that selects lanes."""
    body = "mov.u32 %r1, cell;\n mov.u32 %r3, %tid.x;\n mapa.shared::cluster.u32 %r2, %r1, %r3;"
    run(".shared .b32 cell;\n" + body, grid=2, cluster=(2, 1, 1))


def test_a_cta_that_has_left(run: Callable[..., object]) -> None:
    body = """
        .shared .b32 cell;
        mov.u32 %r1, %cluster_ctarank;
        setp.eq.u32 %p1, %r1, 0;
        @%p1 bra END;
        mov.u32 %r2, cell;
        mapa.shared::cluster.u32 %r3, %r2, 0;
        mov.u32 %r4, 0;
    SLOW:
        add.u32 %r4, %r4, 1;
        setp.lt.u32 %p2, %r4, 10000;
        @%p2 bra SLOW;
        st.shared::cluster.u32 [%r3], 1;
    END:
        ret;
    """
    with pytest.raises(SimFault, match="the CTA of rank 0, which has exited") as caught:
        run(body, grid=2, cluster=(2, 1, 1))
    assert caught.value.rule == "exited-cta"
    assert caught.value.thread is not None
    assert caught.value.thread["ctaid"] == (1, 0, 0)


@pytest.mark.parametrize("native", [None, False])
def test_a_store_that_arrives_after_its_cta_has_left(
    program: Callable[..., Program], native: bool | None
) -> None:
    body = """
        .shared .align 8 .b64 full;
        .shared .b32 cell;
        mov.u32 %r1, %cluster_ctarank;
        setp.eq.u32 %p1, %r1, 0;
        mbarrier.init.shared::cta.b64 [full], 1;
        fence.mbarrier_init.release.cluster;
        barrier.cluster.arrive; barrier.cluster.wait;
        mov.u32 %r2, cell;
        mapa.shared::cluster.u32 %r2, %r2, 0;
        mov.u32 %r3, full;
        mapa.shared::cluster.u32 %r3, %r3, 0;
        @!%p1 st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r2], 7, [%r3];
        barrier.cluster.arrive; barrier.cluster.wait;
        @%p1 ret;
        mov.u32 %r4, 0;
    SLOW:
        add.u32 %r4, %r4, 1;
        setp.lt.u32 %p2, %r4, 200;
        @%p2 bra SLOW;
    """
    code, faults = program(body, ""), []
    options: dict[str, Any] = {"cluster": (2, 1, 1), "checks": (), "schedule": "random", "native": native}
    for seed in range(6):  # in some orders it arrives before
        try:
            simulate(code, (), grid=(2, 1, 1), block=(1, 1, 1), seed=seed, **options)
        except SimFault as fault:
            faults.append(fault)
    assert {fault.rule for fault in faults} == {"exited-cta"}


@pytest.mark.parametrize("end", ["", "barrier.cluster.arrive; barrier.cluster.wait;"])
def test_the_arrival_at_a_cta_that_may_have_left_is_named(run: Callable[..., object], end: str) -> None:
    body = f"""
        .shared .align 8 .b64 bar;
        .shared .b32 cell;
        mov.u32 %r1, %cluster_ctarank;
        mov.u32 %r2, bar;
        mbarrier.init.shared::cta.b64 [bar], 2;
        fence.mbarrier_init.release.cluster;
        barrier.cluster.arrive; barrier.cluster.wait;
        xor.b32 %r1, %r1, 1;
        mapa.shared::cluster.u32 %r3, %r2, %r1;
        st.shared.u32 [cell], 1;
        mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r3];
        ld.shared.u32 %r4, [cell];
        {end}
    """
    options = {"grid": 2, "block": 1, "cluster": (2, 1, 1), "checks": ("races",)}
    if end:
        run(body, **options)
        return
    with pytest.raises(SimFault) as caught:
        run(body, **options)
    assert caught.value.rule == "exited-cta"
    assert caught.value.other is not None
    assert caught.value.other["instruction"].startswith("mbarrier.arrive")


SENT = """
    .shared .align 8 .b64 full;
    .shared .align 16 .b32 inbox[64];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %cluster_ctarank;
    xor.b32 %r3, %r2, 1;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared::cta.b64 [full], 1;
    fence.mbarrier_init.release.cluster;
    mov.u32 %r4, inbox;
    mad.lo.u32 %r4, %r1, 4, %r4;
    st.shared.u32 [%r4], %r1;
    fence.proxy.async;
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 128;
    barrier.cluster.arrive.release;
    barrier.cluster.wait.acquire;
    mov.u32 %r5, full;
    mapa.shared::cluster.u32 %r5, %r5, %r3;
    add.u32 %r6, %r4, 128;
    mapa.shared::cluster.u32 %r6, %r6, %r3;
"""
SENDERS = (
    "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r6], %r1, [%r5];",
    "@%p1 cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r6], [inbox], 128, [%r5];",
)
AWAIT = """
WAIT:
    mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [full], 0;
    @!%p2 bra WAIT;
"""


@pytest.mark.parametrize("send", SENDERS, ids=["st.async", "cp.async.bulk"])
def test_a_cta_waits_for_what_others_send_it(run: Callable[..., object], send: str) -> None:
    options = {"grid": 2, "cluster": (2, 1, 1), "checks": "all"}
    meet = "barrier.cluster.arrive; barrier.cluster.wait;"
    run(SENT + send + AWAIT + meet, **options)
    with pytest.raises(SimFault, match="ends before this copy has arrived in its shared memory") as caught:
        run(SENT + send + meet, **options)
    assert caught.value.rule == "exited-cta"


def test_deadlock_at_the_barrier_of_the_cluster(run: Callable[..., object]) -> None:
    body = """
        mov.u32 %r1, %cluster_ctarank;
        mov.u32 %r2, %tid.x;
        setp.eq.u32 %p1, %r1, 1;
        setp.ge.and.u32 %p1, %r2, 32, %p1;
        @%p1 bra OTHER;
        barrier.cluster.arrive;
        barrier.cluster.wait;
        ret;
    OTHER:
        bar.sync 1, 64;
    """
    with pytest.raises(SimFault) as caught:
        run(body, grid=2, cluster=(2, 1, 1), block=64)
    assert caught.value.rule == "deadlock"
    assert "the barrier of the cluster; missing: warp 1 of the CTA of rank 1" in str(caught.value)
    assert caught.value.waiting[0]["missing"] == [((1, 0, 0), [1])]


# Each CTA of a pair writes into the other one, and arrives at the mbarrier there.
REMOTE_ARRIVAL = """
    .shared .align 16 .b32 tile[32];
    .shared .align 8 .b64 full;
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %cluster_ctarank;
    xor.b32 %r2, %r2, 1;
    mov.u32 %r3, tile;
    mad.lo.u32 %r3, %r1, 4, %r3;
    mapa.shared::cluster.u32 %r4, %r3, %r2;
    mov.u32 %r5, full;
    mapa.shared::cluster.u32 %r6, %r5, %r2;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared::cta.b64 [full], 32;
    @%p1 fence.mbarrier_init.release.cluster;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    st.shared::cluster.u32 [%r4], %r1;
    {arrive}
WAIT:
    mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [full], 0;
    @!%p2 bra WAIT;
    ld.shared.u32 %r7, [%r3];
    barrier.cluster.arrive;
    barrier.cluster.wait;
"""


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize(
    ("scope", "right"), [(".release.cluster", True), ("", True), (".release.cta", False)]
)
def test_a_remote_arrival_that_names_the_scope_of_its_cta(
    native: bool | None, scope: str, right: bool
) -> None:
    body = REMOTE_ARRIVAL.format(arrive=f"mbarrier.arrive{scope}.shared::cluster.b64 _, [%r6];")
    program = from_ptx(text(body))

    def launch() -> None:
        program.launch(grid=2, block=32, cluster=2, checks="all", native=native)

    if right:
        launch()
        return
    with pytest.raises(SimFault, match=r"arrive\.release\.cta.* orders only threads of its CTA") as caught:
        launch()
    assert caught.value.rule == "race"
