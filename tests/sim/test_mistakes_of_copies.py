"""Common mistakes with rings of copies, clusters and matrices, each beside the right kernel."""

from __future__ import annotations

import numpy as np

from tests.sim.pipeline import Pipeline, pair_of_tests, wait, words

LATE = [("late", 0)]
KERNELS: dict[str, Pipeline] = {}


# Warp 0 loads 7 tiles of 32 words through 3 stages; warp 1 adds them up.
KERNELS["ring"] = Pipeline(
    """
    .shared .align 128 .b32 stages[96];
    .shared .align 8 .b64 full[3];
    .shared .align 8 .b64 empty[3];
    .shared .align 8 .b32 other[32];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 31;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra READY;
    mbarrier.init.shared.b64 [full], 1;
    mbarrier.init.shared.b64 [full+8], 1;
    mbarrier.init.shared.b64 [full+16], 1;
    mbarrier.init.shared.b64 [empty], <count>;
    mbarrier.init.shared.b64 [empty+8], <count>;
    mbarrier.init.shared.b64 [empty+16], <count>;
    fence.mbarrier_init.release.cluster;
    fence.proxy.async.shared::cta;
READY:
    mov.u32 %r20, 0;
    st.shared.u32 [other], %r20;
    bar.sync 0;
    mov.u32 %r3, 0;   // tile
    mov.u32 %r4, 0;   // stage
    mov.u32 %r5, 0;   // phase
    mov.u32 %r6, full;
    mov.u32 %r7, empty;
    mov.u32 %r8, stages;
    mov.u32 %r12, 0;
    setp.ge.u32 %p2, %r1, 32;
    @%p2 bra SUM;
    setp.ne.u32 %p3, %r2, 0;
    @%p3 bra END;
LOAD:
    mad.lo.u32 %r9, %r4, 8, %r6;
    mad.lo.u32 %r10, %r4, 8, %r7;
    mad.lo.u32 %r11, %r4, 128, %r8;
    xor.b32 %r13, %r5, <first>;
    <room>
    mbarrier.arrive.expect_tx.shared.b64 _, [%r9], <bytes>;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r11], [%rd1], 128, [<bell>];
    add.u64 %rd1, %rd1, 128;
    add.u32 %r4, %r4, 1;
    setp.eq.u32 %p4, %r4, <wrap>;
    @%p4 xor.b32 %r5, %r5, 1;
    @%p4 mov.u32 %r4, 0;
    add.u32 %r3, %r3, 1;
    setp.lt.u32 %p5, %r3, <loads>;
    @%p5 bra LOAD;
    bra END;
SUM:
    mad.lo.u32 %r9, %r4, 8, %r6;
    mad.lo.u32 %r10, %r4, 8, %r7;
    mad.lo.u32 %r11, %r4, 128, %r8;
    mad.lo.u32 %r11, %r2, 4, %r11;
    <come>
    <early>
    ld.shared.u32 %r14, [%r11];
    add.u32 %r12, %r12, %r14;
    <sync>
    <taken>
    add.u32 %r4, %r4, 1;
    setp.eq.u32 %p4, %r4, 3;
    @%p4 mov.u32 %r4, 0;
    setp.eq.u32 %p4, %r4, <flip>;
    @%p4 xor.b32 %r5, %r5, 1;
    add.u32 %r3, %r3, 1;
    setp.lt.u32 %p5, %r3, 7;
    @%p5 bra SUM;
    mad.wide.u32 %rd2, %r2, 4, %rd2;
    st.global.u32 [%rd2], %r12;
END:
    ret;
""",
    {
        "count": "1",
        "first": "1",
        "bytes": "128",
        "bell": "%r9",
        "wrap": "3",
        "flip": "0",
        "loads": "7",
        "room": wait("%r10", "%r13", "ROOM"),
        "come": wait("%r9", "%r5", "COME"),
        "early": "",
        "sync": "bar.warp.sync 0xffffffff;",
        "taken": "setp.eq.u32 %p7, %r2, 0; @%p7 mbarrier.arrive.shared.b64 _, [%r10];",
    },
    {
        "phase flips a stage late": ({"flip": "1"}, "race", ""),
        "empty starts at parity 0": ({"first": "0"}, "deadlock", ""),
        "half of the bytes are expected": ({"bytes": "64"}, "deadlock", ""),
        "twice the bytes": ({"bytes": "256"}, "deadlock", ""),
        "all lanes release": ({"taken": "mbarrier.arrive.shared.b64 _, [%r10];"}, "mbarrier-lapped", ""),
        "released before the read": (
            {"taken": "", "early": "setp.eq.u32 %p7, %r2, 0; @%p7 mbarrier.arrive.shared.b64 _, [%r10];"},
            "race",
            "",
        ),
        "no warp barrier before the release": ({"sync": ""}, "race", ""),
        "stage wraps one late": ({"wrap": "4"}, "array-bounds", ""),
        "bytes counted at the empty barrier": ({"bell": "%r10"}, "deadlock", ""),
        "one load too many": ({"loads": "8"}, "out-of-bounds", ""),
        "one load too few": ({"loads": "6"}, "deadlock", ""),
        "no wait for room": ({"room": ""}, "mbarrier-arrive", ""),
        "no wait for data": ({"come": ""}, "race", ""),
        "count for a warp, one arrives": ({"count": "32"}, "deadlock", ""),
    },
    {"block": 64},
    lambda: {"x": words(224), "out": np.zeros(32, np.uint32)},
    lambda a: a["out"].tolist() == words(224).reshape(7, 32).sum(0).tolist(),
    variants={"32 releases": {"count": "32", "taken": "mbarrier.arrive.shared.b64 _, [%r10];", "sync": ""}},
)


# A thread of each warp loads half of a tile; both halves complete at one mbarrier.
HALF = "[%r6], [%rd3], 128, [full];"
HALVES_COPY = "@%p3 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes " + HALF
EXPECT_BEHIND = """
    @%p3 mbarrier.arrive.shared.b64 _, [full];
    @%p3 mbarrier.expect_tx.relaxed.cta.shared.b64 [full], 128;
"""
KERNELS["halves"] = Pipeline(
    """
    .shared .align 128 .b32 tile[64];
    .shared .align 8 .b64 full;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 31;
    setp.eq.u32 %p1, %r1, 0;
    setp.eq.u32 %p3, %r2, 0;
    @%p1 mbarrier.init.shared.b64 [full], 2;
    @%p1 fence.mbarrier_init.release.cluster;
    mov.u32 %r5, tile;
    mad.lo.u32 %r6, %r1, 4, %r5;
    mad.wide.u32 %rd3, %r1, 4, %rd1;
    mad.wide.u32 %rd4, %r1, 4, %rd2;
    bar.sync 0;
    <load>
    <more>
    <come>
    ld.shared.u32 %r7, [%r6];
    st.global.u32 [%rd4], %r7;
    ret;
""",
    {
        "load": "@%p3 mbarrier.arrive.expect_tx.shared.b64 _, [full], 128;" + HALVES_COPY,
        "more": "",
        "come": wait("full", "0", "COME"),
    },
    {
        "bytes are expected after the arrival": (
            {"load": EXPECT_BEHIND + HALVES_COPY},
            "mbarrier-tx race",
            "",
        ),
        "the second warp expects after its arrival": (
            {
                "load": "setp.lt.u32 %p4, %r1, 32; @%p4 bra FIRST;" + EXPECT_BEHIND + "bra COPY; FIRST: "
                "@%p3 mbarrier.arrive.expect_tx.shared.b64 _, [full], 128; COPY: " + HALVES_COPY
            },
            "mbarrier-tx race",
            "",
        ),
    },
    {"block": 64},
    lambda: {"x": words(64), "out": np.zeros(64, np.uint32)},
    lambda a: a["out"].tolist() == words(64).tolist(),
    variants={
        "an expect_tx before the arrival": {
            "load": "@%p3 mbarrier.expect_tx.relaxed.cta.shared.b64 [full], 128;"
            + HALVES_COPY
            + "@%p3 mbarrier.arrive.shared.b64 _, [full];"
        },
        "relaxed arrivals": {
            "load": "@%p3 mbarrier.expect_tx.relaxed.cta.shared.b64 [full], 128;"
            + HALVES_COPY
            + "@%p3 mbarrier.arrive.relaxed.cta.shared.b64 _, [full];"
        },
        "one warp expects all, the other arrives after a barrier": {
            "load": "@%p1 mbarrier.expect_tx.relaxed.cta.shared.b64 [full], 256; bar.sync 0;"
            + HALVES_COPY
            + "@%p3 mbarrier.arrive.shared.b64 _, [full];"
        },
        "more bytes while a copy has not started": {
            "load": "mov.u32 %r8, 128; @%p1 mov.u32 %r8, 132;"
            "@%p3 mbarrier.arrive.expect_tx.shared.b64 _, [full], %r8;" + HALVES_COPY,
            "more": "@%p1 mbarrier.expect_tx.relaxed.cta.shared.b64 [full], 12;"
            "@%p1 mbarrier.complete_tx.relaxed.cta.shared.b64 [full], 16;",
        },
    },
)


# CTA 0 of a pair sends a tile to both.
KERNELS["multicast"] = Pipeline(
    """
    .shared .align 128 .b32 tile[32];
    .shared .align 8 .b64 full;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %cluster_ctarank;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared.b64 [full], 1;
    @%p1 fence.mbarrier_init.release.cluster;
    <proxy>
    <start>
    setp.eq.u32 %p2, %r2, 0;
    and.pred %p3, %p1, %p2;
    <expect>
    <quit>
    mov.b16 %h1, <mask>;
    @%p3 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster
        [tile], [%rd1], 128, [full], %h1;
    <come>
    mov.u32 %r3, tile;
    mad.lo.u32 %r3, %r1, 4, %r3;
    ld.shared.u32 %r4, [%r3];
    mad.lo.u32 %r5, %r2, 32, %r1;
    mad.wide.u32 %rd2, %r5, 4, %rd2;
    st.global.u32 [%rd2], %r4;
    <end>
    ret;
""",
    {
        "proxy": "",
        "start": "barrier.cluster.arrive; barrier.cluster.wait;",
        "expect": "@%p1 mbarrier.arrive.expect_tx.shared.b64 _, [full], 128;",
        "quit": "",
        "mask": "3",
        "come": wait("full", "0", "COME"),
        "end": "",
    },
    {
        "only the sender expects": (
            {"expect": "@%p3 mbarrier.arrive.expect_tx.shared.b64 _, [full], 128;"},
            "deadlock",
            "",
        ),
        "the peer leaves at once": ({"quit": "@!%p2 ret;"}, "exited-cta", ""),
        "a third CTA in the mask": ({"mask": "7"}, "cluster-rank", ""),
        "an empty mask": ({"mask": "0"}, "cluster-rank", ""),
        "only itself in the mask": ({"mask": "1"}, "deadlock", ""),
        "no start of the cluster": ({"start": "bar.sync 0;"}, "mbarrier-init", ""),
        "the peer does not wait": ({"come": "@!%p2 bra GO;" + wait("full", "0", "COME") + "GO:"}, "race", ""),
        "waits for the phase before": ({"come": wait("full", "1", "COME")}, "race", ""),
    },
    {"grid": 2, "block": 32, "cluster": (2, 1, 1)},
    lambda: {"x": words(32), "out": np.zeros(64, np.uint32)},
    lambda a: a["out"].tolist() == np.tile(words(32), 2).tolist(),
)


KERNELS["cluster barrier"] = Pipeline(
    """
    .shared .align 16 .b32 box[32];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %cluster_ctarank;
    setp.lt.u32 %p1, %r1, 32;
    mov.u32 %r3, box;
    mad.lo.u32 %r4, %r1, 4, %r3;
    mad.lo.u32 %r5, %r2, 100, %r1;
    @%p1 st.shared.u32 [%r4], %r5;
    <first>
    xor.b32 %r6, %r2, <peer>;
    mapa.shared::cluster.u32 %r7, %r4, %r6;
    @%p1 ld.shared::cluster.u32 %r8, [%r7];
    <last>
    mad.lo.u32 %r9, %r2, 32, %r1;
    mad.wide.u32 %rd2, %r9, 4, %rd2;
    @%p1 st.global.u32 [%rd2], %r8;
    ret;
""",
    {
        "first": "barrier.cluster.arrive; barrier.cluster.wait;",
        "last": "barrier.cluster.arrive; barrier.cluster.wait;",
        "peer": "1",
    },
    {
        "arrives twice": (
            {"first": "barrier.cluster.arrive; barrier.cluster.arrive; barrier.cluster.wait;"},
            "cluster-barrier",
            "",
        ),
        "waits without arriving": ({"first": "barrier.cluster.wait;"}, "cluster-barrier", ""),
        "arrives and never waits": ({"last": "barrier.cluster.arrive;"}, "exited-cta", ""),
        "relaxed arrival": ({"first": "barrier.cluster.arrive.relaxed; barrier.cluster.wait;"}, "race", ""),
        "bar.sync instead": ({"first": "bar.sync 0;"}, "unstarted-cta", ""),
        "no barrier at the end": ({"last": ""}, "exited-cta", ""),
        "a rank beyond": ({"peer": "2"}, "cluster-rank", ""),
    },
    {"grid": 2, "block": 64, "cluster": (2, 1, 1)},
    lambda: {"out": np.zeros(64, np.uint32)},
    lambda a: a["out"].tolist() == [*range(100, 132), *range(32)],
    variants={
        "fence and relaxed": {
            "first": "fence.acq_rel.cluster; barrier.cluster.arrive.relaxed; barrier.cluster.wait.acquire;"
        }
    },
)


# Six tiles of 128 words through three stages.
KERNELS["cp.async"] = Pipeline(
    """
    .shared .align 16 .b32 stages[384];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 16;
    add.u64 %rd1, %rd1, %rd3;
    add.u64 %rd1, %rd1, <skew>;
    mov.u32 %r2, stages;
    mad.lo.u32 %r3, %r1, 16, %r2;
    cp.async.cg.shared.global [%r3], [%rd1], 16;
    <commit>
    cp.async.cg.shared.global [%r3+512], [%rd1+512], 16;
    cp.async.commit_group;
    mov.u32 %r4, 0;   // tile
    mov.u32 %r5, 0;   // stage read
    mov.u32 %r6, 2;   // stage written
    mov.u32 %r12, 0;
    xor.b32 %r13, %r1, 31;
NEXT:
    <wait>
    <meet>
    setp.lt.u32 %p1, %r4, <last>;
    mad.lo.u32 %r7, %r6, 512, %r3;
    mul.wide.u32 %rd4, %r4, 512;
    add.u64 %rd4, %rd1, %rd4;
    @%p1 cp.async.cg.shared.global [%r7], [%rd4+1024], 16;
    <close>
    mad.lo.u32 %r8, %r5, 512, %r2;
    mad.lo.u32 %r8, %r13, 16, %r8;
    ld.shared.u32 %r9, [%r8];
    add.u32 %r12, %r12, %r9;
    add.u32 %r5, %r5, 1;
    setp.eq.u32 %p2, %r5, 3;
    @%p2 mov.u32 %r5, 0;
    add.u32 %r6, %r6, 1;
    setp.eq.u32 %p2, %r6, <stages>;
    @%p2 mov.u32 %r6, 0;
    add.u32 %r4, %r4, 1;
    setp.lt.u32 %p2, %r4, 6;
    @%p2 bra NEXT;
    mad.wide.u32 %rd2, %r1, 4, %rd2;
    st.global.u32 [%rd2], %r12;
    ret;
""",
    {
        "skew": "0",
        "commit": "cp.async.commit_group;",
        "wait": "cp.async.wait_group 1;",
        "meet": "bar.sync 0;",
        "last": "4",
        "close": "cp.async.commit_group;",
        "stages": "3",
    },
    {
        "waits for one group less": ({"wait": "cp.async.wait_group 2;"}, "race", ""),
        "commits only with a copy": ({"close": "@%p1 cp.async.commit_group;"}, "race", ""),
        "no barrier": ({"meet": ""}, "race", ""),
        "the barrier before the wait": (
            {"wait": "bar.sync 0;", "meet": "cp.async.wait_group 1;"},
            "race",
            "",
        ),
        "the first two in one group": ({"commit": ""}, "race", ""),
        "the last loads are beyond": ({"last": "5"}, "out-of-bounds", ""),
        "two stages written": ({"stages": "2"}, "out-of-bounds", ""),
        "a skewed source": ({"skew": "4"}, "misaligned", ""),
        "four stages written": ({"stages": "4"}, "out-of-bounds", ""),
    },
    {"block": 32},
    lambda: {"x": words(768), "out": np.zeros(32, np.uint32)},
    lambda a: a["out"].tolist() == words(768).reshape(6, 32, 4)[:, ::-1, 0].sum(0).tolist(),
    variants={"wait for all": {"wait": "cp.async.wait_all;"}},
)


KERNELS["ldmatrix"] = Pipeline(
    """
    .shared .align 16 .b8 tile[<room>];
    .shared .align 16 .b32 other[64];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, tile;
    // each lane writes 16 bytes twice: row lane/2, half lane%2, of 16 rows of 32 bytes with padding
    shr.u32 %r3, %r1, 1;
    and.b32 %r4, %r1, 1;
    mad.lo.u32 %r5, %r3, <stride>, %r2;
    mad.lo.u32 %r5, %r4, 16, %r5;
    st.shared.v4.u32 [%r5], {%r1, %r1, %r1, %r1};
    mov.u32 %r20, other;
    mad.lo.u32 %r20, %r1, 8, %r20;
    st.shared.v2.u32 [%r20], {%r1, %r1};
    <meet>
    and.b32 %r6, %r1, <rows>;
    shr.u32 %r7, %r1, 4;
    mad.lo.u32 %r8, %r6, <read>, %r2;
    mad.lo.u32 %r8, %r7, 16, %r8;
    ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%r8];
    <again>
    mad.wide.u32 %rd2, %r1, 16, %rd2;
    st.global.v4.u32 [%rd2], {%r10, %r11, %r12, %r13};
    ret;
""",
    {
        "room": "768",
        "stride": "48",
        "meet": "bar.warp.sync 0xffffffff;",
        "rows": "15",
        "read": "48",
        "again": "",
    },
    {
        "no barrier": ({"meet": ""}, "race", ""),
        "rows of all lanes": ({"rows": "31"}, "array-bounds", ""),
        "a stride of 40 bytes": ({"read": "40"}, "misaligned", ""),
        "padding only for the writer": ({"read": "64"}, "array-bounds", ""),
        "room for rows without padding": ({"room": "512"}, "array-bounds", ""),
        "overwritten at once": ({"again": "st.shared.v4.u32 [%r5], {%r10, %r10, %r10, %r10};"}, "race", ""),
    },
    {"block": 32},
    lambda: {"out": np.zeros(128, np.uint32)},
    lambda a: a["out"].any(),
    variants={"no padding": {"room": "512", "stride": "32", "read": "32"}},
)


KERNELS["stmatrix and store"] = Pipeline(
    """
    .shared .align 128 .b8 tile[512];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, tile;
    and.b32 %r3, %r1, 15;
    shr.u32 %r4, %r1, 4;
    mad.lo.u32 %r5, %r3, 32, %r2;
    mad.lo.u32 %r5, %r4, 16, %r5;
    setp.eq.u32 %p1, %r1, 0;
    mov.u32 %r6, 0;
NEXT:
    add.u32 %r7, %r1, %r6;
    stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r5], {%r7, %r7, %r7, %r7};
    <fence>
    <meet>
    <behind>
    @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd2], [tile], 512;
    <commit>
    <free>
    <met>
    add.u64 %rd2, %rd2, 512;
    add.u32 %r6, %r6, 1;
    setp.lt.u32 %p2, %r6, 3;
    @%p2 bra NEXT;
    <end>
    ret;
""",
    {
        "fence": "fence.proxy.async.shared::cta;",
        "meet": "bar.sync 0;",
        "behind": "",
        "commit": "@%p1 cp.async.bulk.commit_group;",
        "free": "@%p1 cp.async.bulk.wait_group.read 0;",
        "met": "bar.sync 0;",
        "end": "@%p1 cp.async.bulk.wait_group 0;",
    },
    {
        "no fence": ({"fence": ""}, "proxy-fence", ""),
        "no barrier": ({"meet": ""}, "race", ""),
        "no wait before the next tile": ({"free": ""}, "race", ""),
        "a wait that leaves one group": ({"free": "@%p1 cp.async.bulk.wait_group.read 1;"}, "race", ""),
        "no barrier after the wait": ({"met": ""}, "race", ""),
        "no commit": ({"commit": ""}, "race", ""),
        "another thread waits": (
            {"free": "setp.eq.u32 %p3, %r1, 1; @%p3 cp.async.bulk.wait_group.read 0;"},
            "race",
            "",
        ),
    },
    {"block": 32},
    lambda: {"out": np.zeros(384, np.uint32)},
    lambda a: a["out"][-1] > 0,
)


KERNELS["red.async"] = Pipeline(
    """
    .shared .align 16 .b32 sums[32];
    .shared .align 8 .b64 full;
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %cluster_ctarank;
    mov.u32 %r3, sums;
    mov.u32 %r4, full;
    mad.lo.u32 %r5, %r1, 4, %r3;
    mov.u32 %r6, 0;
    <zero>
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared.b64 [full], 1;
    @%p1 fence.mbarrier_init.release.cluster;
    @%p1 mbarrier.arrive.expect_tx.shared.b64 _, [full], <bytes>;
    barrier.cluster.arrive; barrier.cluster.wait;
    mov.u32 %r7, 0;
    xor.b32 %r20, %r2, 1;
    add.u32 %r21, %r2, 2;
NEXT:
    mapa.shared::cluster.u32 %r8, %r5, <to>;
    mapa.shared::cluster.u32 %r9, %r4, <bell>;
    add.u32 %r10, %r1, %r2;
    red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r8], %r10, [%r9];
    add.u32 %r7, %r7, 1;
    setp.lt.u32 %p2, %r7, <turns>;
    @%p2 bra NEXT;
    <come>
    ld.shared.u32 %r11, [%r5];
    mad.lo.u32 %r12, %r2, 32, %r1;
    mad.wide.u32 %rd2, %r12, 4, %rd2;
    st.global.u32 [%rd2], %r11;
    <end>
    ret;
""",
    {
        "zero": "st.shared.u32 [%r5], %r6;",
        "bytes": "256",
        "to": "%r20",
        "bell": "%r20",
        "turns": "2",
        "come": wait("full", "0", "COME"),
        "end": "barrier.cluster.arrive; barrier.cluster.wait;",
    },
    {
        "sums are not set to zero": ({"zero": ""}, "uninitialized-memory", ""),
        "bytes of one CTA": ({"bytes": "128"}, "mbarrier-tx", ""),
        "bytes of three": ({"bytes": "384"}, "deadlock", ""),
        "a rank beyond": ({"to": "%r21", "bell": "%r21"}, "cluster-rank", ""),
        "a turn too many": ({"turns": "3"}, "mbarrier-tx", ""),
        "the own barrier": ({"bell": "%r2"}, "mbarrier-cta", ""),
        "no wait": ({"come": ""}, "race", ""),
        "the own sums": ({"to": "%r2"}, "mbarrier-cta", ""),
    },
    {"grid": 2, "block": 32, "cluster": (2, 1, 1)},
    lambda: {"out": np.zeros(64, np.uint32)},
    lambda a: a["out"].tolist() == [*(2 * words(32) + 2), *(2 * words(32))],
    variants={"no barrier at the end": {"end": ""}},
)


test_right_kernels_are_clean, test_mistakes_are_reported = pair_of_tests(KERNELS, LATE)
