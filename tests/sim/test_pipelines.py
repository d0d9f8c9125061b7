"""Pipelines as kernels have them, and each with a mistake that is easily made: which rule says so."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from tests.sim.pipeline import Pipeline, pair_of_tests, wait


def fragment(a: Any, b: Any) -> Any:
    """Return D of a warpgroup by thread: 64 by 8, with K = 64."""
    product = a.astype(np.float32).reshape(64, 64) @ b.astype(np.float32).reshape(8, 64).T
    thread = np.arange(128)
    row, column = thread // 32 * 16 + thread % 32 // 4, thread % 4 * 2
    return np.stack([product[row + r, column + c] for r in (0, 8) for c in (0, 1)], axis=1)


# A warp fills a ring of four stages by bulk copies, and two warps add up the data.
BULK = Pipeline(
    """
    .shared .align 128 .b8 ring[4096];
    .shared .align 8 .b64 full[4];
    .shared .align 8 .b64 empty[4];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, ring;
    mov.u32 %r3, full;
    mov.u32 %r4, empty;
    setp.eq.s32 %p1, %r1, 0;
    @!%p1 bra MADE;
    mov.u32 %r5, 0;
MAKE:
    mad.lo.s32 %r6, %r5, 8, %r3;
    mbarrier.init.shared::cta.b64 [%r6], <fills>;
    mad.lo.s32 %r6, %r5, 8, %r4;
    mbarrier.init.shared::cta.b64 [%r6], <empties>;
    add.s32 %r5, %r5, <step>;
    setp.lt.s32 %p2, %r5, 4;
    @%p2 bra MAKE;
    <again>
MADE:
    <made>
    setp.ge.s32 %p3, %r1, 32;
    @%p3 bra TAKE;
    <leader>
    mov.u32 %r10, 0;
    mov.u32 %r11, 0;
    mov.u32 %r12, <parity>;
FILL:
    mad.lo.s32 %r13, %r11, 8, %r4;
    mad.lo.s32 %r14, %r11, 8, %r3;
    mad.lo.s32 %r15, %r11, 1024, %r2;
    <emptied>
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r14], <bytes>;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r15], [%rd1], 1024, [<barrier>];
    add.s64 %rd1, %rd1, 1024;
    add.s32 %r10, %r10, 1;
    add.s32 %r11, %r11, 1;
    setp.eq.s32 %p5, %r11, 4;
    <turn>
    @%p5 mov.u32 %r11, 0;
    setp.lt.s32 %p4, %r10, 10;
    @%p4 bra FILL;
    bra DONE;
TAKE:
    sub.s32 %r20, %r1, 32;
    mov.u32 %r10, 0;
    mov.u32 %r11, 0;
    mov.u32 %r12, 0;
    mov.u32 %r21, 0;
SUM:
    mad.lo.s32 %r13, %r11, 8, %r4;
    mad.lo.s32 %r14, %r11, 8, %r3;
    mad.lo.s32 %r15, %r11, 1024, %r2;
    <filled>
    <early>
    mad.lo.s32 %r16, %r20, 16, %r15;
    ld.shared.v4.u32 {%r17, %r18, %r19, %r22}, [%r16];
    add.s32 %r21, %r21, %r17;
    add.s32 %r21, %r21, %r22;
    <release>
    add.s32 %r10, %r10, 1;
    add.s32 %r11, %r11, 1;
    setp.eq.s32 %p5, %r11, 4;
    <over>
    @%p5 mov.u32 %r11, 0;
    setp.lt.s32 %p4, %r10, 10;
    @%p4 bra SUM;
    mul.wide.s32 %rd3, %r20, 4;
    add.s64 %rd4, %rd2, %rd3;
    st.global.u32 [%rd4], %r21;
DONE:
    <end>
    """,
    {
        "fills": "1",
        "empties": "64",
        "step": "1",
        "again": "",
        "made": "bar.sync 0;",
        "leader": "@!%p1 bra DONE;",
        "parity": "1",
        "emptied": wait("%r13", "%r12", "EMPTY"),
        "bytes": "1024",
        "barrier": "%r14",
        "turn": "@%p5 xor.b32 %r12, %r12, 1;",
        "filled": wait("%r14", "%r12", "FULL"),
        "early": "",
        "release": "mbarrier.arrive.shared::cta.b64 _, [%r13];",
        "over": "@%p5 xor.b32 %r12, %r12, 1;",
        "end": "",
    },
    {
        "nobody waits for the initialisation": (
            {"made": ""},
            "mbarrier-uninitialized mbarrier-init race",
            "mbarrier",
        ),
        "a warp alone waits for it": (
            {"made": "bar.warp.sync 0xffffffff;"},
            "mbarrier-uninitialized mbarrier-init race",
            "mbarrier",
        ),
        "the first parity of the producer": ({"parity": "0"}, "deadlock", "mbarrier.try_wait"),
        "the producer keeps its parity": ({"turn": ""}, "race deadlock mbarrier-lapped mbarrier-arrive", ""),
        "the producer flips at every stage": (
            {"turn": "xor.b32 %r12, %r12, 1;"},
            "race deadlock mbarrier-lapped mbarrier-arrive",
            "",
        ),
        "the consumers keep their parity": ({"over": ""}, "race deadlock mbarrier-lapped", ""),
        "the producer does not wait": ({"emptied": ""}, "race mbarrier-lapped mbarrier-arrive", ""),
        "the consumers do not wait": ({"filled": ""}, "race uninitialized-memory", "ld.shared.v4"),
        "they ask once": (
            {"filled": "mbarrier.test_wait.parity.shared::cta.b64 %p6, [%r14], %r12;"},
            "race uninitialized-memory mbarrier-lapped",
            "",
        ),
        "nobody releases a stage": ({"release": ""}, "deadlock", "mbarrier.try_wait"),
        "a stage is released before it is read": (
            {"early": "mbarrier.arrive.shared::cta.b64 _, [%r13];", "release": ""},
            "race",
            "cp.async.bulk",
        ),
        "too few bytes expected": (
            {"bytes": "512"},
            "mbarrier-tx deadlock mbarrier-lapped mbarrier-arrive race",
            "",
        ),
        "too many bytes expected": ({"bytes": "2048"}, "deadlock", "mbarrier.try_wait"),
        "all lanes copy": ({"leader": ""}, "mbarrier-arrive race mbarrier-lapped mbarrier-tx", ""),
        "the copy signals the wrong mbarrier": (
            {"barrier": "%r13"},
            "deadlock mbarrier-tx mbarrier-lapped mbarrier-arrive uninitialized-memory race",
            "",
        ),
        "more releases counted than come": ({"empties": "96"}, "deadlock", "mbarrier.try_wait"),
        "fewer releases counted than come": ({"empties": "32"}, "race mbarrier-lapped mbarrier-arrive", ""),
        "an arrival counted that never comes": ({"fills": "2"}, "deadlock", "mbarrier.try_wait"),
        "half of the objects made": ({"step": "2"}, "mbarrier-uninitialized", "mbarrier"),
        "an object made twice": (
            {"again": "mbarrier.init.shared::cta.b64 [full], 1;"},
            "mbarrier-live",
            "mbarrier.init",
        ),
        "a barrier that counts who has gone": ({"end": "bar.sync 1, 128;"}, "deadlock", "bar.sync"),
    },
    {"grid": 1, "block": 96},
    lambda: {"x": np.arange(2560, dtype=np.uint32), "out": np.zeros(64, np.uint32)},
    lambda a: bool((a["out"] == a["x"].reshape(10, 64, 4)[:, :, [0, 3]].sum((0, 2))).all()),
    {
        "a lane of each warp releases": {
            "empties": "2",
            "release": "and.b32 %r30, %r1, 31; setp.eq.s32 %p7, %r30, 0; bar.warp.sync 0xffffffff;"
            "@%p7 mbarrier.arrive.shared::cta.b64 _, [%r13];",
        },
    },
)

# Threads fill a ring of three stages, two ahead of the one that they add up.
THREADS = Pipeline(
    """
    .shared .align 16 .b8 ring[<ring>];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 16;
    add.s64 %rd4, %rd1, %rd3;
    mov.u32 %r2, ring;
    mad.lo.s32 %r3, %r1, 16, %r2;
    xor.b32 %r4, %r1, 32;
    mad.lo.s32 %r5, %r4, 16, %r2;
    cp.async.cg.shared.global [%r3], [%rd4], 16;
    cp.async.commit_group;
    cp.async.cg.shared.global [%r3+1024], [%rd4+1024], 16;
    <second>
    mov.u32 %r6, 0;
    mov.u32 %r7, 0;
    mov.u32 %r8, 2048;
    mov.u32 %r9, 0;
    add.s64 %rd5, %rd4, 2048;
SUM:
    <wait>
    <barrier>
    add.s32 %r10, %r5, %r7;
    ld.shared.v4.u32 {%r11, %r12, %r13, %r14}, [%r10];
    add.s32 %r9, %r9, %r11;
    add.s32 %r9, %r9, %r14;
    add.s32 %r15, %r6, 2;
    setp.lt.s32 %p1, %r15, <last>;
    add.s32 %r16, %r3, %r8;
    @%p1 cp.async.cg.shared.global [%r16], [%rd5], 16;
    <commit>
    add.s64 %rd5, %rd5, 1024;
    add.s32 %r7, %r7, 1024;
    setp.eq.s32 %p2, %r7, 3072;
    selp.b32 %r7, 0, %r7, %p2;
    add.s32 %r8, %r8, 1024;
    setp.eq.s32 %p2, %r8, 3072;
    selp.b32 %r8, 0, %r8, %p2;
    add.s32 %r6, %r6, 1;
    setp.lt.s32 %p3, %r6, 8;
    @%p3 bra SUM;
    mul.wide.u32 %rd6, %r1, 4;
    add.s64 %rd7, %rd2, %rd6;
    st.global.u32 [%rd7], %r9;
    """,
    {
        "ring": "3072",
        "second": "cp.async.commit_group;",
        "wait": "cp.async.wait_group 1;",
        "barrier": "bar.sync 0;",
        "last": "8",
        "commit": "cp.async.commit_group;",
    },
    {
        "one group too few awaited": (
            {"wait": "cp.async.wait_group 2;"},
            "race uninitialized-memory",
            "ld.shared.v4",
        ),
        "nothing awaited": ({"wait": ""}, "race uninitialized-memory", "ld.shared.v4"),
        "no barrier": ({"barrier": ""}, "race uninitialized-memory", "shared"),
        "the barrier before the wait": (
            {"wait": "bar.sync 0;", "barrier": "cp.async.wait_group 1;"},
            "race uninitialized-memory",
            "shared",
        ),
        "a stage that is not committed": ({"second": ""}, "race uninitialized-memory", "ld.shared.v4"),
        "commits that end with the copies": (
            {"commit": "@!%p1 bra NONE; cp.async.commit_group; NONE:"},
            "race uninitialized-memory",
            "ld.shared.v4",
        ),
        "a copy beyond the end": ({"last": "9"}, "out-of-bounds", "cp.async.cg"),
        "a ring that is too small": ({"ring": "2048"}, "out-of-bounds", "cp.async.cg"),
    },
    {"grid": 1, "block": 64},
    lambda: {"x": np.arange(2048, dtype=np.uint32), "out": np.zeros(64, np.uint32)},
    lambda a: bool(
        (a["out"][np.arange(64) ^ 32] == a["x"].reshape(8, 64, 4)[:, :, [0, 3]].sum((0, 2))).all()
    ),
)

# A tile is stored by the async proxy and written anew, three times.
STORES = Pipeline(
    """
    .shared .align 128 .b32 tile[128];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    setp.eq.s32 %p1, %r1, 0;
    mov.u32 %r2, tile;
    mad.lo.s32 %r3, %r1, 4, %r2;
    mov.u32 %r4, 0;
TILE:
    add.s32 %r5, %r4, %r1;
    st.shared.u32 [%r3], %r5;
    <fence>
    <barrier>
    <late>
    @!%p1 bra STORED;
    cp.async.bulk.global.shared::cta.bulk_group [%rd1], [tile], <bytes>;
    <commit>
    <wait>
STORED:
    <again>
    add.s64 %rd1, %rd1, 512;
    add.s32 %r4, %r4, 1;
    setp.lt.s32 %p2, %r4, 3;
    @%p2 bra TILE;
    <end>
    """,
    {
        "fence": "fence.proxy.async.shared::cta;",
        "barrier": "bar.sync 0;",
        "late": "",
        "bytes": "512",
        "commit": "cp.async.bulk.commit_group;",
        "wait": "cp.async.bulk.wait_group.read 0;",
        "again": "bar.sync 0;",
        "end": "@%p1 cp.async.bulk.wait_group 0;",
    },
    {
        "no fence": ({"fence": ""}, "proxy-fence", "cp.async.bulk.global"),
        "who stores fences before it knows what others wrote": (
            {"fence": "@%p1 fence.proxy.async.shared::cta;"},
            "proxy-fence",
            "cp.async.bulk.global",
        ),
        "a fence for global memory": (
            {"fence": "fence.proxy.async.global;"},
            "proxy-fence",
            "cp.async.bulk.global",
        ),
        "no barrier": ({"barrier": ""}, "race proxy-fence uninitialized-memory", "cp.async.bulk.global"),
        "nothing committed": ({"commit": ""}, "race unfinished-copy", ""),
        "nothing awaited": ({"wait": ""}, "race", "st.shared"),
        "one group too few awaited": ({"wait": "cp.async.bulk.wait_group.read 1;"}, "race", "st.shared"),
        "the others do not wait": ({"again": ""}, "race", "st.shared"),
        "the end before the copy": (
            {"wait": "", "again": "bar.sync 0; setp.ge.s32 %p5, %r4, 0; @%p5 ret;"},
            "unfinished-copy",
            "cp.async.bulk",
        ),
        "more bytes than there are": ({"bytes": "1024"}, "out-of-bounds", "cp.async.bulk.global"),
    },
    {"grid": 1, "block": 128},
    lambda: {"out": np.zeros(384, np.uint32)},
    lambda a: bool((a["out"].reshape(3, 128) == np.arange(3)[:, None] + np.arange(128)).all()),
    {"who stores fences after the barrier": {"fence": "", "late": "fence.proxy.async;"}},
)

# Each CTA of a pair reads what the other wrote to its shared memory.
PEERS = Pipeline(
    """
    .shared .align 16 .b32 mine[64];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %cluster_ctarank;
    mov.u32 %r3, mine;
    mad.lo.s32 %r4, %r1, 4, %r3;
    mad.lo.s32 %r5, %r2, 100, %r1;
    st.shared.u32 [%r4], %r5;
    <written>
    <peer>
    mapa.shared::cluster.u32 %r7, %r4, %r6;
    ld.shared::cluster.u32 %r8, [%r7];
    mov.u32 %r9, %ctaid.x;
    mad.lo.s32 %r10, %r9, 64, %r1;
    mul.wide.s32 %rd2, %r10, 4;
    add.s64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r8;
    <read>
    """,
    {
        "written": "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;",
        "peer": "xor.b32 %r6, %r2, 1;",
        "read": "barrier.cluster.arrive; barrier.cluster.wait;",
    },
    {
        "no barrier before": ({"written": ""}, "unstarted-cta", "ld.shared::cluster"),
        "a barrier of the CTA": (
            {"written": "bar.sync 0;"},
            "unstarted-cta",
            "ld.shared::cluster",
        ),
        "an arrival that tells nothing": (
            {"written": "barrier.cluster.arrive.relaxed; barrier.cluster.wait;"},
            "race",
            "ld.shared::cluster",
        ),
        "an arrival without its wait": (
            {"written": "barrier.cluster.arrive;", "read": "barrier.cluster.wait;"},
            "unstarted-cta",
            "ld.shared::cluster",
        ),
        "a wait without its arrival": ({"written": "barrier.cluster.wait;"}, "cluster-barrier", "wait"),
        "two arrivals": (
            {"written": "barrier.cluster.arrive; barrier.cluster.arrive; barrier.cluster.wait;"},
            "cluster-barrier",
            "arrive",
        ),
        "a rank that is not there": ({"peer": "add.u32 %r6, %r2, 1;"}, "cluster-rank", "ld.shared::cluster"),
        "no barrier at the end": ({"read": ""}, "exited-cta", "ld.shared::cluster"),
        "an arrival at the end, and no wait": (
            {"read": "barrier.cluster.arrive;"},
            "exited-cta",
            "ld.shared::cluster",
        ),
    },
    {"grid": 4, "block": 64, "cluster": (2, 1, 1)},
    lambda: {"out": np.zeros(256, np.uint32)},
    lambda a: bool((a["out"].reshape(4, 64) == np.array([100, 0, 100, 0])[:, None] + np.arange(64)).all()),
)

# Each CTA of a pair sends the other a word of each thread, and waits for its bytes.
MAIL = Pipeline(
    """
    .shared .align 16 .b32 box[64];
    .shared .align 8 .b64 full;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %cluster_ctarank;
    setp.eq.s32 %p1, %r1, 0;
    mov.u32 %r3, box;
    mad.lo.s32 %r4, %r1, 4, %r3;
    mov.u32 %r5, full;
    @%p1 mbarrier.init.shared::cta.b64 [full], 1;
    <fence>
    <made>
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], <bytes>;
    xor.b32 %r6, %r2, 1;
    mapa.shared::cluster.u32 %r7, %r4, %r6;
    mapa.shared::cluster.u32 %r8, %r5, <barrier>;
    mad.lo.s32 %r9, %r2, 100, %r1;
    st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%r7], %r9, [%r8];
    <wait>
    ld.shared.u32 %r10, [%r4];
    mov.u32 %r11, %ctaid.x;
    mad.lo.s32 %r12, %r11, 64, %r1;
    mul.wide.s32 %rd2, %r12, 4;
    add.s64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r10;
    """,
    {
        "fence": "@%p1 fence.mbarrier_init.release.cluster;",
        "made": "barrier.cluster.arrive.relaxed; barrier.cluster.wait;",
        "bytes": "256",
        "barrier": "%r6",
        "wait": wait("full", "0", "FULL"),
    },
    {
        "no fence after the initialisation": ({"fence": ""}, "mbarrier-init race", "st.async"),
        "CTAs that have not met": (
            {"made": "bar.sync 0;"},
            "mbarrier-uninitialized mbarrier-init race",
            "st.async",
        ),
        "bytes of one warp expected": ({"bytes": "128"}, "mbarrier-tx", "st.async"),
        "bytes of half a warp expected": ({"bytes": "64"}, "mbarrier-tx", "st.async"),
        "more bytes expected": ({"bytes": "512"}, "deadlock", "mbarrier.try_wait"),
        "no wait": ({"wait": ""}, "race uninitialized-memory exited-cta", ""),
        "the mbarrier of the own CTA is signalled": ({"barrier": "%r2"}, "mbarrier-cta", "st.async"),
    },
    {"grid": 2, "block": 64, "cluster": (2, 1, 1)},
    lambda: {"out": np.zeros(128, np.uint32)},
    lambda a: bool((a["out"].reshape(2, 64) == np.array([100, 0])[:, None] + np.arange(64)).all()),
)

# A warpgroup writes two swizzled tiles and multiplies them, 16 columns at a time.
PRODUCTS = Pipeline(
    """
    .shared .align 1024 .b8 left[8192];
    .shared .align 1024 .b8 right[1024];
    ld.param.u64 %rd1, [a];
    ld.param.u64 %rd2, [b];
    ld.param.u64 %rd3, [d];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, left;
    mov.u32 %r3, right;
    mov.u32 %r4, %r1;
LEFT:
    shl.b32 %r5, %r4, 4;
    and.b32 %r6, %r5, 0x380;
    shr.u32 %r6, %r6, 3;
    xor.b32 %r7, %r5, %r6;
    add.u32 %r7, %r7, %r2;
    mul.wide.u32 %rd4, %r4, 16;
    add.s64 %rd5, %rd1, %rd4;
    ld.global.v4.u32 {%r10, %r11, %r12, %r13}, [%rd5];
    st.shared.v4.u32 [%r7], {%r10, %r11, %r12, %r13};
    add.s32 %r4, %r4, 128;
    setp.lt.s32 %p1, %r4, 512;
    @%p1 bra LEFT;
    setp.lt.s32 %p2, %r1, 64;
    @!%p2 bra WRITTEN;
    shl.b32 %r5, %r1, 4;
    and.b32 %r6, %r5, 0x380;
    shr.u32 %r6, %r6, 3;
    xor.b32 %r7, %r5, %r6;
    add.u32 %r7, %r7, %r3;
    mul.wide.u32 %rd4, %r1, 16;
    add.s64 %rd5, %rd2, %rd4;
    ld.global.v4.u32 {%r10, %r11, %r12, %r13}, [%rd5];
    st.shared.v4.u32 [%r7], {%r10, %r11, %r12, %r13};
WRITTEN:
    <proxy>
    <barrier>
    shr.u32 %r8, %r2, 4;
    cvt.u64.u32 %rd6, %r8;
    or.b64 %rd6, %rd6, 0x4000004000010000;
    shr.u32 %r9, %r3, 4;
    cvt.u64.u32 %rd7, %r9;
    or.b64 %rd7, %rd7, 0x4000004000010000;
    mov.f32 %f0, 0f00000000;
    mov.f32 %f1, %f0;
    mov.f32 %f2, %f0;
    mov.f32 %f3, %f0;
    <fence>
    <some>
    mov.u32 %r20, 0;
MORE:
    wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f0, %f1, %f2, %f3}, %rd6, %rd7, 1, 1, 1, 0, 0;
    <between>
    add.s64 %rd6, %rd6, 2;
    add.s64 %rd7, %rd7, <step>;
    add.u32 %r20, %r20, 1;
    setp.lt.u32 %p3, %r20, 4;
    @%p3 bra MORE;
    <commit>
    <early>
    <wait>
    mul.wide.u32 %rd8, %r1, 16;
    add.s64 %rd9, %rd3, %rd8;
    st.global.v4.f32 [%rd9], {%f0, %f1, %f2, %f3};
    """,
    {
        "proxy": "fence.proxy.async.shared::cta;",
        "barrier": "bar.sync 0;",
        "fence": "wgmma.fence.sync.aligned;",
        "some": "",
        "between": "",
        "step": "2",
        "commit": "wgmma.commit_group.sync.aligned;",
        "early": "",
        "wait": "wgmma.wait_group.sync.aligned 0;",
    },
    {
        "no fence of the proxy": ({"proxy": ""}, "proxy-fence", "wgmma.mma_async"),
        "no barrier": ({"barrier": ""}, "race proxy-fence uninitialized-memory", "wgmma.mma_async"),
        "no fence of the registers": ({"fence": ""}, "wgmma-fence", "wgmma.mma_async"),
        "nothing committed": ({"commit": ""}, "wgmma-hazard", "st.global"),
        "nothing awaited": ({"wait": ""}, "wgmma-hazard", "st.global"),
        "one group too few awaited": (
            {"wait": "wgmma.wait_group.sync.aligned 1;"},
            "wgmma-hazard",
            "st.global",
        ),
        "a sum touched between": (
            {"between": "add.f32 %f0, %f0, %f0;"},
            "wgmma-hazard wgmma-fence",
            "add.f32",
        ),
        "a tile overwritten before the wait": (
            {"early": "st.shared.u32 [left], %r20;"},
            "race",
            "st.shared.u32 [left]",
        ),
        "half of the warps": ({"some": "setp.lt.s32 %p7, %r1, 64; @!%p7 ret;"}, "aligned deadlock", "wgmma"),
        "steps beyond the tile": (
            {"step": "32"},
            "out-of-bounds uninitialized-memory wgmma-descriptor",
            "wgmma.mma_async",
        ),
    },
    {"grid": 1, "block": 128},
    lambda: {
        "a": (np.arange(4096) % 7).astype(ml_dtypes.bfloat16),
        "b": (np.arange(512) % 5).astype(ml_dtypes.bfloat16),
        "d": np.zeros(512, np.float32),
    },
    lambda a: bool((a["d"].reshape(128, 4) == fragment(a["a"], a["b"])).all()),
)

PIPELINES = {
    "bulk": BULK,
    "threads": THREADS,
    "stores": STORES,
    "peers": PEERS,
    "mail": MAIL,
    "products": PRODUCTS,
}


test_right_kernels_are_clean, test_mistakes_are_reported = pair_of_tests(PIPELINES)
