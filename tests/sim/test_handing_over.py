"""Kernels that hand data over through mbarriers, the async proxy and clusters, and each with its mistakes."""

from __future__ import annotations

import numpy as np

from tests.sim.pipeline import Pipeline, pair_of_tests, wait

# A warp writes a ring of two stages by ordinary stores, another warp reads it.
HANDED = Pipeline(
    """
    .shared .align 16 .b32 ring[64];
    .shared .align 8 .b64 full[2];
    .shared .align 8 .b64 empty[2];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 31;
    setp.ne.s32 %p1, %r1, 0;
    @%p1 bra MADE;
    mbarrier.init.shared::cta.b64 [full], <fills>;
    mbarrier.init.shared::cta.b64 [full+8], <fills>;
    mbarrier.init.shared::cta.b64 [empty], <takes>;
    mbarrier.init.shared::cta.b64 [empty+8], <takes>;
MADE:
    bar.sync 0;
    mov.u32 %r3, 0;
    mul.wide.s32 %rd3, %r2, 4;
    add.s64 %rd1, %rd1, %rd3;
    add.s64 %rd2, %rd2, %rd3;
AGAIN:
    and.b32 %r4, %r3, 1;
    shr.u32 %r5, %r3, 1;
    and.b32 %r5, %r5, 1;
    xor.b32 %r6, %r5, 1;
    mov.u32 %r7, full;
    mad.lo.s32 %r7, %r4, 8, %r7;
    mov.u32 %r8, empty;
    mad.lo.s32 %r8, %r4, 8, %r8;
    mov.u32 %r9, ring;
    mad.lo.s32 %r9, %r4, 128, %r9;
    mad.lo.s32 %r9, %r2, 4, %r9;
    setp.ge.s32 %p2, %r1, 32;
    @%p2 bra TAKE;
    <emptied>
    ld.global.u32 %r10, [%rd1];
    st.shared.u32 [%r9], %r10;
    <filled>
    bra NEXT;
TAKE:
    <come>
    ld.shared.u32 %r10, [%r9<mine>];
    <taken>
    add.u32 %r10, %r10, 1;
    st.global.u32 [%rd2], %r10;
NEXT:
    add.s64 %rd1, %rd1, 128;
    add.s64 %rd2, %rd2, 128;
    add.s32 %r3, %r3, 1;
    setp.lt.s32 %p3, %r3, 7;
    @%p3 bra AGAIN;
    """,
    {
        "fills": "32",
        "takes": "32",
        "emptied": wait("%r8", "%r6", "EMPTY"),
        "filled": "mbarrier.arrive.shared::cta.b64 _, [%r7];",
        "come": wait("%r7", "%r5", "FULL"),
        "mine": "",
        "taken": "mbarrier.arrive.shared::cta.b64 _, [%r8];",
    },
    {
        "arrivals that release nothing": (
            {"filled": "mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [%r7], 1;"},
            "race uninitialized-memory",
            "ld.shared",
        ),
        "an arrival for all, without a meeting": (
            {
                "fills": "1",
                "filled": "setp.eq.s32 %p4, %r2, 0; @%p4 mbarrier.arrive.shared::cta.b64 _, [%r7];",
            },
            "race uninitialized-memory",
            "shared",
        ),
        "a release for all, without a meeting": (
            {
                "takes": "1",
                "taken": "setp.eq.s32 %p4, %r2, 0; @%p4 mbarrier.arrive.shared::cta.b64 _, [%r8];",
            },
            "race",
            "shared",
        ),
        "a stage is released before it is read": (
            {"come": wait("%r7", "%r5", "FULL") + "mbarrier.arrive.shared::cta.b64 _, [%r8];", "taken": ""},
            "race",
            "shared",
        ),
        "nobody waits until it is empty": (
            {"emptied": ""},
            "race mbarrier-lapped mbarrier-arrive deadlock",
            "",
        ),
        "nobody waits until it is full": ({"come": ""}, "race uninitialized-memory", "ld.shared"),
        "one arrival too few": ({"fills": "33"}, "deadlock", "try_wait"),
        "one arrival too many": (
            {"fills": "31"},
            "race mbarrier-lapped mbarrier-arrive deadlock uninitialized-memory",
            "",
        ),
        "the other parity": ({"come": wait("%r7", "%r6", "FULL")}, "race uninitialized-memory deadlock", ""),
    },
    {"grid": 2, "block": 64},
    lambda: {"x": np.arange(224, dtype=np.uint32), "out": np.zeros(224, np.uint32)},
    lambda a: a["out"].tolist() == (a["x"] + 1).tolist(),
    {
        "one thread of a warp arrives": {
            "fills": "1",
            "filled": "bar.warp.sync -1; setp.eq.s32 %p4, %r2, 0;"
            "@%p4 mbarrier.arrive.shared::cta.b64 _, [%r7];",
        },
        "one thread waits for its warp": {
            "come": "setp.ne.s32 %p4, %r2, 0; @%p4 bra LATER;"
            + wait("%r7", "%r5", "FULL")
            + "LATER: bar.warp.sync -1;",
        },
    },
)

# Each thread writes to global memory; its CTA then copies the values to shared memory with one bulk copy.
THROUGH = Pipeline(
    """
    .shared .align 128 .b32 tile[64];
    .shared .align 8 .b64 full;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mul.wide.s32 %rd5, %r2, 256;
    add.s64 %rd1, %rd1, %rd5;
    add.s64 %rd2, %rd2, %rd5;
    mul.wide.s32 %rd3, %r1, 4;
    add.s64 %rd4, %rd1, %rd3;
    setp.ne.s32 %p1, %r1, 0;
    @!%p1 mbarrier.init.shared::cta.b64 [full], 1;
    add.u32 %r3, %r1, 7;
    st.global.u32 [%rd4], %r3;
    <fence>
    <meet>
    <later>
    @%p1 bra COME;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], <bytes>;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd1], 256, [full];
COME:
    <wait>
    mov.u32 %r4, tile;
    xor.b32 %r5, %r1, 63;
    mad.lo.s32 %r4, %r5, 4, %r4;
    ld.shared.u32 %r6, [%r4];
    add.s64 %rd4, %rd2, %rd3;
    st.global.u32 [%rd4], %r6;
    """,
    {
        "fence": "fence.proxy.async;",
        "meet": "bar.sync 0;",
        "later": "",
        "bytes": "256",
        "wait": wait("full", "0", "FULL"),
    },
    {
        "no fence of the proxies": ({"fence": ""}, "proxy-fence", "cp.async.bulk"),
        "a fence for shared memory": (
            {"fence": "fence.proxy.async.shared::cta;"},
            "proxy-fence",
            "cp.async.bulk",
        ),
        "nobody waits for the others": ({"meet": ""}, "race mbarrier-uninitialized mbarrier-init", ""),
        "nobody waits for the copy": ({"wait": ""}, "race uninitialized-memory", "ld.shared"),
        "too few bytes": (
            {"bytes": "128"},
            "mbarrier-tx race uninitialized-memory unfinished-copy deadlock",
            "",
        ),
        "too many bytes": ({"bytes": "272"}, "deadlock", "try_wait"),
        "the other parity": ({"wait": wait("full", "1", "FULL")}, "race uninitialized-memory deadlock", ""),
    },
    {"grid": 2, "block": 64},
    lambda: {"x": np.zeros(128, np.uint32), "out": np.zeros(128, np.uint32)},
    lambda a: a["out"].tolist() == [70 - k for k in range(64)] * 2,
    {"who copies fences": {"fence": "", "later": "fence.proxy.async;"}},
)

# CTAs of a cluster count in the shared memory of the first.
CLUSTER = Pipeline(
    """
    .shared .align 4 .b32 bins[32];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, bins;
    mad.lo.s32 %r3, %r1, 4, %r2;
    st.shared.u32 [%r3], 0;
    <start>
    mapa.shared::cluster.u32 %r4, %r3, 0;
    <count>
    <end>
    mov.u32 %r5, %cluster_ctarank;
    setp.ne.s32 %p1, %r5, 0;
    @%p1 bra DONE;
    ld.shared.u32 %r6, [%r3];
    mul.wide.s32 %rd2, %r1, 4;
    add.s64 %rd1, %rd1, %rd2;
    st.global.u32 [%rd1], %r6;
DONE:
    """,
    {
        "start": "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;",
        "count": "red.relaxed.cluster.shared::cluster.add.u32 [%r4], 1;",
        "end": "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;",
    },
    {
        "no barrier before the counts": ({"start": ""}, "unstarted-cta", ""),
        "a barrier of the CTA before them": (
            {"start": "bar.sync 0;"},
            "unstarted-cta",
            "",
        ),
        "no barrier after the counts": ({"end": ""}, "race exited-cta", ""),
        "a barrier that orders nothing": (
            {"end": "barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.aligned;"},
            "race exited-cta",
            "",
        ),
        "a barrier that the others do not wait at": (
            {"end": "barrier.cluster.arrive.aligned;"},
            "race exited-cta barrier-cluster unfinished-cluster",
            "",
        ),
        "atomics of the CTA": ({"count": "red.relaxed.cta.shared::cluster.add.u32 [%r4], 1;"}, "race", "red"),
        "no atomics": (
            {
                "count": "ld.shared::cluster.u32 %r7, [%r4]; add.u32 %r7, %r7, 1;"
                "st.shared::cluster.u32 [%r4], %r7;"
            },
            "race",
            "shared::cluster",
        ),
        "beyond the cluster": (
            {
                "start": "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
                "add.u32 %r3, %r3, 0x4000000;"
            },
            "out-of-bounds",
            "",
        ),
    },
    {"grid": 4, "block": 32, "cluster": (4, 1, 1)},
    lambda: {"out": np.zeros(32, np.uint32)},
    lambda a: a["out"].tolist() == [4] * 32,
)

# A CTA sends words to another one, whose first thread copies them to global memory.
SENT = Pipeline(
    """
    .shared .align 128 .b32 tile[64];
    .shared .align 8 .b64 full;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %cluster_ctarank;
    mov.u32 %r3, tile;
    mov.u32 %r4, full;
    mad.lo.s32 %r3, %r1, 4, %r3;
    setp.ne.s32 %p1, %r1, 0;
    setp.ne.s32 %p2, %r2, 0;
    @%p1 bra MADE;
    mbarrier.init.shared::cta.b64 [full], 1;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 256;
    fence.mbarrier_init.release.cluster;
MADE:
    st.shared.u32 [%r3], 0;
    fence.proxy.async.shared::cta;
    <start>
    @!%p2 bra TAKE;
    mapa.shared::cluster.u32 %r5, %r3, 0;
    mapa.shared::cluster.u32 %r6, %r4, 0;
    <send>
    bra DONE;
TAKE:
    <takes>
    @%p1 bra DONE;
    <fence>
    cp.async.bulk.global.shared::cta.bulk_group [%rd1], [tile], 256;
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
DONE:
    <start>
    """,
    {
        "start": "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;",
        "send": "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r5], %r1, [%r6];",
        "takes": wait("full", "0", "FULL"),
        "fence": "fence.proxy.async.shared::cta;",
    },
    {
        "no fence": ({"fence": ""}, "proxy-fence", "cp.async.bulk.global"),
        "no fence after additions": (
            {
                "fence": "",
                "send": "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 "
                "[%r5], %r1, [%r6];",
            },
            "proxy-fence",
            "cp.async.bulk.global",
        ),
        "a fence before the wait": (
            {"takes": "fence.proxy.async.shared::cta;" + wait("full", "0", "FULL"), "fence": ""},
            "proxy-fence",
            "cp.async.bulk.global",
        ),
        "the fence of another thread, without a barrier": (
            {"takes": wait("full", "0", "FULL") + "@%p1 fence.proxy.async.shared::cta;", "fence": ""},
            "proxy-fence",
            "cp.async.bulk.global",
        ),
        "no wait": ({"takes": ""}, "race", "cp.async.bulk.global"),
    },
    {"grid": 2, "block": 64, "cluster": (2, 1, 1)},
    lambda: {"out": np.zeros(64, np.uint32)},
    lambda a: a["out"].tolist() == list(range(64)),
    {
        "additions": {
            "send": "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 "
            "[%r5], %r1, [%r6];"
        },
        "the fence of another thread, before a barrier": {
            "takes": wait("full", "0", "FULL") + "@%p1 fence.proxy.async.shared::cta; bar.sync 0;",
            "fence": "",
        },
    },
)

# A copy for both CTAs of a pair into a ring, which both must have released.
MULTICAST = Pipeline(
    f"""
    .shared .align 128 .b8 ring[512];
    .shared .align 8 .b64 full[2];
    .shared .align 8 .b64 empty[2];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %cluster_ctarank;
    setp.ne.s32 %p1, %r1, 0;
    @%p1 bra MADE;
    mbarrier.init.shared::cta.b64 [full], 1;
    mbarrier.init.shared::cta.b64 [full+8], 1;
    mbarrier.init.shared::cta.b64 [empty], <takes>;
    mbarrier.init.shared::cta.b64 [empty+8], <takes>;
    <fence>
MADE:
    <start>
    mov.u32 %r3, 0;
    sub.s32 %r13, %r1, 32;
    mul.wide.s32 %rd3, %r13, 8;
    add.s64 %rd2, %rd2, %rd3;
    mul.wide.s32 %rd4, %r2, 1536;
    add.s64 %rd2, %rd2, %rd4;
AGAIN:
    and.b32 %r4, %r3, 1;
    shr.u32 %r5, %r3, 1;
    and.b32 %r5, %r5, 1;
    xor.b32 %r6, %r5, 1;
    mov.u32 %r7, full;
    mad.lo.s32 %r7, %r4, 8, %r7;
    mov.u32 %r8, empty;
    mad.lo.s32 %r8, %r4, 8, %r8;
    mov.u32 %r9, ring;
    mad.lo.s32 %r9, %r4, 256, %r9;
    setp.ge.s32 %p2, %r1, 32;
    @%p2 bra TAKE;
    @%p1 bra NEXT;
    <armed>
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r7], 256;
    setp.ne.s32 %p4, %r2, 0;
    @%p4 bra NEXT;
    <emptied>
    mov.b16 %h1, <both>;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster
        [%r9], [%rd1], 256, [%r7], %h1;
    bra NEXT;
TAKE:
    {wait("%r7", "%r5", "FULL")}
    mad.lo.s32 %r10, %r13, 8, %r9;
    ld.shared.v2.u32 {{%r11, %r12}}, [%r10];
    mapa.shared::cluster.u32 %r14, %r8, 0;
    <release>
    st.global.v2.u32 [%rd2], {{%r11, %r12}};
NEXT:
    add.s64 %rd1, %rd1, 256;
    add.s64 %rd2, %rd2, 256;
    add.s32 %r3, %r3, 1;
    setp.lt.s32 %p3, %r3, 6;
    @%p3 bra AGAIN;
    <end>
    """,
    {
        "takes": "64",
        "fence": "fence.mbarrier_init.release.cluster;",
        "start": "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;",
        "armed": wait("%r7", "%r6", "ARMED"),
        "emptied": wait("%r8", "%r6", "EMPTY"),
        "both": "3",
        "release": "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r14];",
        "end": "bar.warp.sync -1; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;",
    },
    {
        "nobody asks the other CTA": (
            {
                "takes": "32",
                "release": "setp.eq.s32 %p5, %r2, 0; @%p5 mbarrier.arrive.shared::cta.b64 _, [%r8];",
            },
            "race mbarrier-lapped mbarrier-tx deadlock mbarrier-arrive",
            "",
        ),
        "half of the arrivals": (
            {"takes": "32"},
            "race mbarrier-lapped mbarrier-tx deadlock mbarrier-arrive",
            "",
        ),
        "each releases its own": (
            {"release": "mbarrier.arrive.shared::cta.b64 _, [%r8];"},
            "deadlock",
            "try_wait",
        ),
        "nobody waits until it is empty": (
            {"emptied": ""},
            "race mbarrier-tx mbarrier-lapped deadlock mbarrier-arrive",
            "",
        ),
        "a barrier of the CTA at the start": (
            {"start": "bar.sync 0;"},
            "mbarrier-init mbarrier-uninitialized race cluster-start",
            "",
        ),
        "no barrier at the start": (
            {"start": ""},
            "mbarrier-init mbarrier-uninitialized race cluster-start",
            "",
        ),
        "the other CTA gets nothing": ({"both": "1"}, "deadlock", "try_wait"),
        "a CTA that is not there": ({"both": "7"}, "cluster-rank", ""),
        "no barrier at the end": ({"end": ""}, "exited-cta race", ""),
    },
    {"grid": 2, "block": 64, "cluster": (2, 1, 1)},
    lambda: {"x": np.arange(384, dtype=np.uint32), "out": np.zeros(768, np.uint32)},
    lambda a: a["out"].tolist() == a["x"].tolist() * 2,
)

# Threads load a tile by copies that complete at an mbarrier.
ARRIVALS_OF_COPIES = Pipeline(
    """
    .shared .align 16 .b8 tile[1024];
    .shared .align 8 .b64 full;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.s32 %rd3, %r1, 16;
    add.s64 %rd1, %rd1, %rd3;
    add.s64 %rd2, %rd2, %rd3;
    setp.eq.s32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared::cta.b64 [full], <count>;
    bar.sync 0;
    mov.u32 %r2, tile;
    mad.lo.s32 %r3, %r1, 16, %r2;
    cp.async.cg.shared.global [%r3], [%rd1], 16;
    <arrive>
    <wait>
    xor.b32 %r4, %r1, 63;
    mad.lo.s32 %r4, %r4, 16, %r2;
    ld.shared.v4.u32 {%r5, %r6, %r7, %r8}, [%r4];
    st.global.v4.u32 [%rd2], {%r5, %r6, %r7, %r8};
    """,
    {
        "count": "64",
        "arrive": "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [full];",
        "wait": wait("full", "0", "FULL"),
    },
    {
        "an arrival that counts itself": (
            {"arrive": "cp.async.mbarrier.arrive.shared::cta.b64 [full];"},
            "deadlock",
            "try_wait",
        ),
        "an arrival of the thread": (
            {"arrive": "mbarrier.arrive.shared::cta.b64 _, [full];"},
            "race uninitialized-memory unfinished-copy",
            "",
        ),
        "too few arrivals": (
            {"count": "32"},
            "race uninitialized-memory mbarrier-arrive mbarrier-lapped",
            "",
        ),
        "too many arrivals": ({"count": "65"}, "deadlock", "try_wait"),
        "nobody waits": ({"wait": ""}, "race uninitialized-memory", "ld.shared"),
        "each waits for its own": (
            {"arrive": "cp.async.commit_group;", "wait": "cp.async.wait_group 0;"},
            "race uninitialized-memory",
            "ld.shared",
        ),
        "a group too many may be open": (
            {"arrive": "cp.async.commit_group;", "wait": "cp.async.wait_group 1; bar.sync 0;"},
            "race uninitialized-memory",
            "ld.shared",
        ),
    },
    {"grid": 1, "block": 64},
    lambda: {"x": np.arange(256, dtype=np.uint32), "out": np.zeros(256, np.uint32)},
    lambda a: a["out"].tolist() == a["x"].reshape(64, 4)[::-1].reshape(-1).tolist(),
    {
        "both arrivals": {
            "arrive": "cp.async.mbarrier.arrive.shared::cta.b64 [full];"
            "mbarrier.arrive.shared::cta.b64 _, [full];"
        },
        "a group": {"arrive": "cp.async.commit_group;", "wait": "cp.async.wait_group 0; bar.sync 0;"},
    },
)

KERNELS = {
    "handed": HANDED,
    "through": THROUGH,
    "cluster": CLUSTER,
    "sent": SENT,
    "multicast": MULTICAST,
    "arrivals of copies": ARRIVALS_OF_COPIES,
}


test_right_kernels_are_clean, test_mistakes_are_reported = pair_of_tests(KERNELS)
