"""Common mistakes with mbarriers, barriers, flags and lanes, each beside the right kernel."""

from __future__ import annotations

import numpy as np

from tests.sim.pipeline import Pipeline, pair_of_tests, wait, words

KERNELS: dict[str, Pipeline] = {}


RELAXED_ARRIVAL = "mbarrier.arrive.relaxed.cta.shared.b64 %rd5, [full];"
RELAXED_WAIT = "COME: mbarrier.try_wait.parity.relaxed.cta.shared.b64 %p6, [full], 0; @!%p6 bra COME;"
FENCE = "fence.acq_rel.cta;"

# Two warps exchange words: each thread writes one, and reads the one of a thread of the other warp.
EXCHANGE = """
    .shared .align 8 .b64 full;
    .shared .align 4 .b32 words[64];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared.b64 [full], <count>;
    mov.u32 %r3, words;
    mad.lo.u32 %r4, %r1, 4, %r3;
    xor.b32 %r5, %r1, 63;
    mad.lo.u32 %r5, %r5, 4, %r3;
    setp.lt.u32 %p2, %r1, 32;
    bar.sync 0;
    st.shared.u32 [%r4], %r1;
    <arrive>
    <late>
    <wait>
    ld.shared.u32 %r6, [%r5];
    mad.wide.u32 %rd4, %r1, 4, %rd1;
    st.global.u32 [%rd4], %r6;
    ret;
"""
KERNELS["exchange at an mbarrier"] = Pipeline(
    EXCHANGE,
    {
        "count": "64",
        "arrive": "mbarrier.arrive.shared.b64 %rd5, [full];",
        "late": "",
        "wait": wait("full", "0", "COME"),
    },
    {
        "relaxed arrival": ({"arrive": RELAXED_ARRIVAL}, "race", "words+"),
        "relaxed wait": ({"wait": RELAXED_WAIT}, "race", "words+"),
        "a fence after the wait only": (
            {"arrive": RELAXED_ARRIVAL, "wait": RELAXED_WAIT + FENCE},
            "race",
            "",
        ),
        "a fence before the arrival only": (
            {"arrive": FENCE + RELAXED_ARRIVAL, "wait": RELAXED_WAIT},
            "race",
            "",
        ),
        "one arrival too few is counted": ({"count": "63"}, "race mbarrier-arrive mbarrier-lapped", ""),
        "one too many": ({"count": "65"}, "deadlock", "lacks 1 of 65 arrivals"),
        "each arrives for two": (
            {"arrive": "mbarrier.arrive.shared.b64 %rd5, [full], 2;"},
            "race mbarrier-arrive mbarrier-lapped",
            "",
        ),
        "one thread does not arrive": (
            {"arrive": "setp.ne.u32 %p3, %r1, 63; @%p3 mbarrier.arrive.shared.b64 %rd5, [full];"},
            "deadlock",
            "lacks 1 of 64 arrivals",
        ),
        "a word is written after the arrival": ({"late": "st.shared.u32 [%r4], 3;"}, "race", "words+"),
        "the object is read as data": (
            {"late": "ld.shared.u64 %rd6, [full];"},
            "mbarrier-access race",
            "full",
        ),
        "the object is overwritten": (
            {"late": "@%p1 st.shared.u32 [full], 0;"},
            "mbarrier-access race",
            "full",
        ),
        "bytes that are not expected": (
            {"arrive": "@%p1 mbarrier.complete_tx.relaxed.cta.shared.b64 [full], 16; " + RELAXED_ARRIVAL},
            "mbarrier-tx deadlock",
            "",
        ),
    },
    {"block": 64},
    lambda: {"out": np.zeros(64, np.uint32)},
    lambda a: a["out"].tolist() == words(64)[::-1].tolist(),
    variants={
        "fences around relaxed operations": {"arrive": FENCE + RELAXED_ARRIVAL, "wait": RELAXED_WAIT + FENCE},
        "a relaxed arrival after a fence": {"arrive": FENCE + RELAXED_ARRIVAL},
        "a relaxed wait before a fence": {"wait": RELAXED_WAIT + FENCE},
    },
)


KERNELS["exchange at a barrier"] = Pipeline(
    """
    .shared .align 4 .b32 words[64];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r3, words;
    mad.lo.u32 %r4, %r1, 4, %r3;
    xor.b32 %r5, %r1, 63;
    mad.lo.u32 %r5, %r5, 4, %r3;
    setp.lt.u32 %p2, %r1, 32;
    st.shared.u32 [%r4], %r1;
    @%p2 bra FIRST;
    <second>
    bra MET;
FIRST:
    <first>
MET:
    ld.shared.u32 %r6, [%r5];
    mad.wide.u32 %rd4, %r1, 4, %rd1;
    st.global.u32 [%rd4], %r6;
    ret;
""",
    {"first": "bar.sync 1, 64;", "second": "bar.sync 1, 64;"},
    {
        "a reduction and none": (
            {"first": "bar.red.popc.u32 %r7, 1, 64, %p2;"},
            "barrier-reduction",
            "barrier 1",
        ),
        "a reduction after an arrival": (
            {"first": "bar.arrive 1, 64;", "second": "bar.red.popc.u32 %r7, 1, 64, %p2;"},
            "barrier-reduction race",
            "",
        ),
        "one warp only arrives": ({"first": "bar.arrive 1, 64;"}, "race", "words"),
        "two barriers": ({"first": "bar.sync 2, 64;"}, "deadlock", "bar.sync"),
        "only the own warp": ({"first": "bar.sync 2, 32;", "second": "bar.sync 1, 32;"}, "race", "words"),
        "a fence of memory instead": (
            {"first": "membar.cta;", "second": "membar.cta;"},
            "race uninitialized-memory",
            "",
        ),
    },
    {"block": 64},
    lambda: {"out": np.zeros(64, np.uint32)},
    lambda a: a["out"].tolist() == words(64)[::-1].tolist(),
    variants={
        "reductions": {
            "first": "bar.red.popc.u32 %r7, 1, 64, %p2;",
            "second": "bar.red.or.pred %p3, 1, 64, %p2;",
        },
        "a reduction in the next phase": {
            "first": "bar.sync 1, 64; bar.red.popc.u32 %r7, 1, 64, %p2;",
            "second": "bar.sync 1, 64; bar.red.popc.u32 %r7, 1, 64, %p2;",
        },
    },
)


# A warp hands a number to another one through a flag.
KERNELS["flag"] = Pipeline(
    """
    .shared .align 4 .b32 number;
    .shared .align 4 .b32 flag;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 0;
    setp.ge.u32 %p2, %r1, 32;
    @%p1 st.shared.u32 [flag], 0;
    bar.sync 0;
    @%p2 bra POLL;
    @!%p1 bra END;
    st.shared.u32 [number], 7;
    <before>
    <signal>
    bra END;
POLL:
    <poll> %r4, [flag];
    setp.eq.u32 %p3, %r4, 0;
    @%p3 bra POLL;
    <behind>
    ld.shared.u32 %r5, [number];
    mad.wide.u32 %rd4, %r1, 4, %rd1;
    st.global.u32 [%rd4], %r5;
END:
    ret;
""",
    {
        "before": "fence.acq_rel.cta;",
        "signal": "red.relaxed.cta.shared.add.u32 [flag], 1;",
        "poll": "ld.relaxed.cta.shared.u32",
        "behind": "fence.acq_rel.cta;",
    },
    {
        "no fence before": ({"before": ""}, "race", "number"),
        "no fence behind": ({"behind": ""}, "race", "number"),
        "a volatile poll without a fence": (
            {"poll": "ld.volatile.shared.u32", "behind": ""},
            "race",
            "number",
        ),
        "a weak signal": ({"signal": "st.shared.u32 [flag], 1;"}, "race", "flag"),
        "a weak poll": ({"poll": "ld.shared.u32"}, "race livelock", "flag"),
        "bar.warp.sync after it": ({"behind": "bar.warp.sync 0xffffffff;"}, "race", "number"),
    },
    {"block": 64},
    lambda: {"out": np.zeros(64, np.uint32)},
    lambda a: a["out"].tolist() == [0] * 32 + [7] * 32,
    variants={
        "release and acquire": {
            "before": "",
            "signal": "st.release.cta.shared.u32 [flag], 1;",
            "poll": "ld.acquire.cta.shared.u32",
            "behind": "",
        }
    },
)


# CTA 0 sends three tiles through one stage to both CTAs of a pair.
KERNELS["multicast through one stage"] = Pipeline(
    """
    .shared .align 128 .b32 tile[32];
    .shared .align 8 .b64 full;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r5, %cluster_ctarank;
    setp.eq.u32 %p1, %r1, 0;
    setp.eq.u32 %p2, %r5, 0;
    and.pred %p3, %p1, %p2;
    @%p1 mbarrier.init.shared.b64 [full], 1;
    @%p1 fence.mbarrier_init.release.cluster;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    mov.u32 %r3, tile;
    mad.lo.u32 %r4, %r1, 4, %r3;
    mov.u32 %r7, 0;
    mov.u32 %r8, 0;
    mov.b16 %h1, 3;
LOOP:
    @%p1 mbarrier.arrive.expect_tx.shared.b64 _, [full], 128;
    @%p3 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster
        [tile], [%rd1], 128, [full], %h1;
    <come>
    ld.shared.u32 %r6, [%r4];
    <meet>
    <turn>
    add.u32 %r7, %r7, 1;
    setp.lt.u32 %p4, %r7, 3;
    @%p4 bra LOOP;
    mad.lo.u32 %r9, %r5, 32, %r1;
    mad.wide.u32 %rd4, %r9, 4, %rd2;
    st.global.u32 [%rd4], %r6;
    ret;
""",
    {
        "come": wait("full", "%r8", "COME"),
        "meet": "barrier.cluster.arrive; barrier.cluster.wait;",
        "turn": "xor.b32 %r8, %r8, 1;",
    },
    {
        "the peer is not awaited": ({"meet": "bar.sync 0;"}, "race mbarrier-tx mbarrier-lapped", ""),
        "only the warp meets": (
            {"meet": "bar.warp.sync 0xffffffff;"},
            "race mbarrier-tx mbarrier-lapped",
            "",
        ),
        "a relaxed meeting": (
            {"meet": "barrier.cluster.arrive.relaxed; barrier.cluster.wait;"},
            "race",
            "tile",
        ),
        "the parity stays": ({"turn": ""}, "race deadlock mbarrier-tx mbarrier-lapped mbarrier-arrive", ""),
    },
    {"grid": 2, "block": 32, "cluster": (2, 1, 1)},
    lambda: {"x": words(32), "out": np.zeros(64, np.uint32)},
    lambda a: a["out"].tolist() == np.tile(words(32), 2).tolist(),
)


# Threads write to global memory what one of them then loads in bulk.
KERNELS["bulk load of written words"] = Pipeline(
    """
    .shared .align 128 .b32 tile[32];
    .shared .align 8 .b64 full;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 0;
    mad.wide.u32 %rd4, %r1, 4, %rd1;
    @%p1 mbarrier.init.shared.b64 [full], 1;
    @%p1 fence.mbarrier_init.release.cluster;
    st.global.u32 [%rd4], %r1;
    <fence>
    bar.sync 0;
    @%p1 mbarrier.arrive.expect_tx.shared.b64 _, [full], 128;
    @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd1], 128, [full];
    <come>
    mov.u32 %r3, tile;
    mad.lo.u32 %r4, %r1, 4, %r3;
    ld.shared.u32 %r5, [%r4];
    add.u32 %r5, %r5, 1;
    <met>
    st.global.u32 [%rd4], %r5;
    ret;
""",
    {"fence": "fence.proxy.async;", "come": wait("full", "0", "COME"), "met": ""},
    {
        "no fence": ({"fence": ""}, "proxy-fence", "out"),
        "a fence of shared memory": ({"fence": "fence.proxy.async.shared::cta;"}, "proxy-fence", "out"),
        "a fence of threads": ({"fence": "fence.acq_rel.gpu;"}, "proxy-fence", "out"),
        "one thread fences": ({"fence": "@%p1 fence.proxy.async;"}, "proxy-fence", "out"),
        "a relaxed wait": ({"come": RELAXED_WAIT}, "race", "tile"),
    },
    {"block": 32},
    lambda: {"out": np.zeros(32, np.uint32)},
    lambda a: a["out"].tolist() == words(33)[1:].tolist(),
    variants={
        "a fence of global memory": {"fence": "fence.proxy.async.global;"},
        "a relaxed wait and a fence": {"come": RELAXED_WAIT + FENCE},
    },
)


KERNELS["lanes"] = Pipeline(
    """
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p2, %r1, 16;
    mov.u32 %r4, 0;
    <exchange>
    mad.wide.u32 %rd4, %r1, 4, %rd1;
    st.global.u32 [%rd4], %r4;
    ret;
""",
    {"exchange": "shfl.sync.down.b32 %r4, %r1, 1, 31, 0xffffffff;"},
    {
        "the mask lacks a reader": (
            {"exchange": "shfl.sync.down.b32 %r4, %r1, 1, 31, 0xfffffffe;"},
            "member-mask",
            "shfl",
        ),
        "the mask lacks a source": (
            {"exchange": "@%p2 shfl.sync.down.b32 %r4, %r1, 1, 31, 0xffff;"},
            "uninitialized-register",
            "",
        ),
        "a vote of all in a branch of some": (
            {
                "exchange": "@!%p2 bra OVER; vote.sync.ballot.b32 %r4, %p2, 0xffffffff; "
                "OVER: bar.warp.sync 0xffffffff;"
            },
            "deadlock member-mask",
            "vote",
        ),
        "two votes, each of all": (
            {
                "exchange": "@!%p2 bra OTHER; vote.sync.ballot.b32 %r4, %p2, 0xffffffff; bra OVER; "
                "OTHER: vote.sync.ballot.b32 %r4, %p2, 0xffffffff; OVER:"
            },
            "deadlock member-mask",
            "vote",
        ),
        "a sum of half of them": (
            {"exchange": "redux.sync.add.u32 %r4, %r1, 0xffff;"},
            "member-mask",
            "redux",
        ),
        "a mask of a branch that has ended": (
            {
                "exchange": "mov.u32 %r5, 0xffffffff; @!%p2 bra OVER; activemask.b32 %r5; "
                "OVER: and.b32 %r5, %r5, 0xffff; shfl.sync.idx.b32 %r4, %r1, 0, 31, %r5;"
            },
            "member-mask",
            "shfl",
        ),
    },
    {"block": 32},
    lambda: {"out": np.zeros(32, np.uint32)},
    lambda a: a["out"].tolist() == [*range(1, 32), 31],
    variants={
        "two halves": {
            "exchange": "selp.u32 %r5, 0xffff, 0xffff0000, %p2; shfl.sync.down.b32 %r4, %r1, 1, 31, %r5; "
            "setp.eq.u32 %p3, %r1, 15; @%p3 mov.u32 %r4, 16;"
        },
    },
)


test_right_kernels_are_clean, test_mistakes_are_reported = pair_of_tests(KERNELS)
