"""Common mistakes with MMAs and barriers, each beside the right kernel."""

from __future__ import annotations

import numpy as np

from tests.sim.pipeline import Pipeline, pair_of_tests, wait, words

LATE = [("late", 0)]
KERNELS: dict[str, Pipeline] = {}


WAITS = "wgmma.wait_group.sync.aligned 0;"
# A warpgroup: two MMAs from two tiles of A, which its threads write.
KERNELS["wgmma"] = Pipeline(
    """
    .shared .align 1024 .b8 a[4096];
    .shared .align 128 .b8 b[256];
    .reg .f32 %d<4>;
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, a;
    mov.u32 %r3, b;
    mad.lo.u32 %r4, %r1, 32, %r2;
    mov.u32 %r5, 0x3c003c00;  // ones
    st.shared.v4.u32 [%r4], {%r5, %r5, %r5, %r5};
    st.shared.v4.u32 [%r4+16], {%r5, %r5, %r5, %r5};
    setp.lt.u32 %p1, %r1, 16;
    mad.lo.u32 %r6, %r1, 16, %r3;
    @%p1 st.shared.v4.u32 [%r6], {%r5, %r5, %r5, %r5};
    <proxy>
    <meet>
    cvt.u64.u32 %rd3, %r2;
    shr.u64 %rd3, %rd3, 4;
    and.b64 %rd3, %rd3, 0x3fff;
    or.b64 %rd3, %rd3, 0x0000001000080000;
    cvt.u64.u32 %rd4, %r3;
    shr.u64 %rd4, %rd4, 4;
    and.b64 %rd4, %rd4, 0x3fff;
    or.b64 %rd4, %rd4, 0x0000001000080000;
    setp.ne.b32 %p2, 0, 0;
    setp.eq.b32 %p3, 0, 0;
    <zero>
    <order>
    wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%d0, %d1, %d2, %d3}, %rd3, %rd4, <start>, 1, 1, 0, 0;
    <close>
    add.u64 %rd3, %rd3, <next>;
    wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%d0, %d1, %d2, %d3}, %rd3, %rd4, %p3, 1, 1, 0, 0;
    <commit>
    <soon>
    <wait>
    <after>
    mad.wide.u32 %rd2, %r1, 16, %rd2;
    st.global.v4.f32 [%rd2], {%d0, %d1, %d2, %d3};
    ret;
""",
    {
        "proxy": "fence.proxy.async.shared::cta;",
        "meet": "bar.sync 0;",
        "zero": "",
        "order": "wgmma.fence.sync.aligned;",
        "start": "%p2",
        "close": "",
        "next": "128",
        "commit": "wgmma.commit_group.sync.aligned;",
        "soon": "",
        "wait": WAITS,
        "after": "",
    },
    {
        "no proxy fence": ({"proxy": ""}, "proxy-fence", ""),
        "no barrier": ({"meet": ""}, "race", ""),
        "no wgmma.fence after a write": (
            {"zero": "mov.f32 %d0, 0f00000000;", "order": "", "start": "%p3"},
            "wgmma-fence",
            "",
        ),
        "accumulates onto undefined registers": ({"start": "%p3"}, "uninitialized-register", ""),
        "no commit": ({"commit": ""}, "wgmma-hazard", ""),
        "no wait": ({"wait": ""}, "wgmma-hazard", ""),
        "waits for all but one": ({"wait": "wgmma.wait_group.sync.aligned 1;"}, "wgmma-hazard", ""),
        "scales before the wait": ({"soon": "mul.f32 %d1, %d1, 0f40000000;"}, "wgmma-hazard", ""),
        "a tile is overwritten before the wait": (
            {"soon": "st.shared.v4.u32 [%r4], {%r5, %r5, %r5, %r1};"},
            "race",
            "",
        ),
        "the second tile is beyond": ({"next": "8192"}, "out-of-bounds", ""),
        "the next tile of half a step": ({"next": "192"}, "out-of-bounds", ""),
        "three warps execute it": (
            {
                "order": "setp.lt.u32 %p4, %r1, 96; @!%p4 bra OVER; wgmma.fence.sync.aligned;",
                "after": "OVER:",
            },
            "uninitialized-register",
            "",
        ),
    },
    {"block": 128},
    lambda: {"out": np.zeros(512, np.float32)},
    lambda a: (a["out"] == 32).all(),
    variants={
        "two groups": {"close": "wgmma.commit_group.sync.aligned;"},
        "zeros": {"zero": "".join(f"mov.f32 %d{k}, 0f00000000;" for k in range(4)), "start": "%p3"},
    },
)


KERNELS["wgmma with A in registers"] = Pipeline(
    """
    .shared .align 128 .b8 b[256];
    .reg .f32 %d<4>;
    .reg .b32 %a<4>;
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r3, b;
    mov.u32 %r5, 0x3c003c00;
    setp.lt.u32 %p1, %r1, 16;
    mad.lo.u32 %r6, %r1, 16, %r3;
    @%p1 st.shared.v4.u32 [%r6], {%r5, %r5, %r5, %r5};
    fence.proxy.async.shared::cta;
    bar.sync 0;
    cvt.u64.u32 %rd4, %r3;
    shr.u64 %rd4, %rd4, 4;
    or.b64 %rd4, %rd4, 0x0000001000080000;
    setp.ne.b32 %p2, 0, 0;
    setp.eq.b32 %p3, 0, 0;
    mov.b32 %a0, %r5; mov.b32 %a1, %r5; mov.b32 %a2, %r5; <fourth>
    <order>
    wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
        {%d0, %d1, %d2, %d3}, {%a0, %a1, %a2, %a3}, %rd4, %p2, 1, 1, 0;
    <commit>
    <first>
    <change>
    <fence>
    wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
        {%d0, %d1, %d2, %d3}, {%a0, %a1, %a2, %a3}, %rd4, %p3, 1, 1, 0;
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
    mad.wide.u32 %rd2, %r1, 16, %rd2;
    st.global.v4.f32 [%rd2], {%d0, %d1, %d2, %d3};
    ret;
""",
    {
        "fourth": "mov.b32 %a3, %r5;",
        "order": "wgmma.fence.sync.aligned;",
        "commit": "wgmma.commit_group.sync.aligned;",
        "first": WAITS,
        "change": "mov.b32 %a0, 0;",
        "fence": "wgmma.fence.sync.aligned;",
    },
    {
        "A changes before the wait": ({"first": ""}, "wgmma-hazard", ""),
        "A changes after a wait for less": (
            {"first": "wgmma.wait_group.sync.aligned 1;"},
            "wgmma-hazard",
            "",
        ),
        "no fence after the change": ({"fence": ""}, "wgmma-fence", ""),
        "no fence at first": ({"order": ""}, "wgmma-fence", ""),
        "a register of A is undefined": ({"fourth": ""}, "uninitialized-register", ""),
    },
    {"block": 128},
    lambda: {"out": np.zeros(512, np.float32)},
    lambda a: a["out"].tolist() == [24, 24, 32, 32] * 128,
)


KERNELS["named barriers"] = Pipeline(
    """
    .shared .align 16 .b32 tile[128];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    shr.u32 %r2, %r1, 6;
    add.u32 %r3, %r2, 1;
    mov.u32 %r4, tile;
    mad.lo.u32 %r5, %r1, 4, %r4;
    st.shared.u32 [%r5], %r1;
    bar.sync <id>, <count>;
    xor.b32 %r6, %r1, <flip>;
    mad.lo.u32 %r6, %r6, 4, %r4;
    ld.shared.u32 %r7, [%r6];
    <again>
    mad.wide.u32 %rd2, %r1, 4, %rd2;
    st.global.u32 [%rd2], %r7;
    ret;
""",
    {"id": "%r3", "count": "64", "flip": "32", "again": ""},
    {
        "one barrier for both groups": ({"id": "1"}, "barrier-groups", ""),
        "all threads are counted": ({"count": "128"}, "deadlock", ""),
        "one warp is counted": ({"count": "32"}, "barrier-groups", ""),
        "reads of the other group": ({"flip": "64"}, "race", ""),
        "written again without a barrier": ({"again": "st.shared.u32 [%r5], %r7;"}, "race", ""),
    },
    {"block": 128},
    lambda: {"out": np.zeros(128, np.uint32)},
    lambda a: a["out"].tolist() == (words(128) ^ 32).tolist(),
)


KERNELS["transpose"] = Pipeline(
    """
    .shared .align 16 .b32 tile[<room>];
    .shared .align 16 .b32 next[32];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %tid.y;
    mov.u32 %r3, tile;
    mov.u32 %r20, next;
    mad.lo.u32 %r20, %r1, 4, %r20;
    setp.eq.u32 %p4, %r2, 0;
    @%p4 st.shared.u32 [%r20], %r1;
    mov.u32 %r10, 0;
NEXT:
    mad.lo.u32 %r4, %r2, 32, %r1;
    mad.lo.u32 %r4, %r10, 1024, %r4;
    mad.wide.u32 %rd3, %r4, 4, %rd1;
    ld.global.u32 %r5, [%rd3];
    mad.lo.u32 %r6, %r2, <pitch>, %r1;
    mad.lo.u32 %r6, %r6, 4, %r3;
    st.shared.u32 [%r6], %r5;
    <meet>
    mad.lo.u32 %r7, %r1, 33, %r2;
    mad.lo.u32 %r7, %r7, 4, %r3;
    ld.shared.u32 %r8, [%r7];
    mad.wide.u32 %rd4, %r4, 4, %rd2;
    st.global.u32 [%rd4], %r8;
    <free>
    add.u32 %r10, %r10, 1;
    setp.lt.u32 %p1, %r10, 2;
    @%p1 bra NEXT;
    ret;
""",
    {"room": "1056", "pitch": "33", "meet": "bar.sync 0;", "free": "bar.sync 0;"},
    {
        "no barrier": ({"meet": ""}, "race", ""),
        "no barrier at the end": ({"free": ""}, "race", ""),
        "room without the padding": ({"room": "1024"}, "array-bounds", ""),
        "pitch of 34": ({"pitch": "34"}, "array-bounds", ""),
        "bar.warp.sync": ({"meet": "bar.warp.sync 0xffffffff;"}, "race", ""),
        "half of the threads meet": ({"meet": "setp.lt.u32 %p2, %r2, 16; @%p2 bar.sync 0, 512;"}, "race", ""),
        "threads of a row leave the barrier out": (
            {"meet": "setp.lt.u32 %p2, %r1, 31; @!%p2 bra SKIP; bar.sync 0; SKIP:"},
            "race",
            "",
        ),
    },
    {"block": (32, 32, 1)},
    lambda: {"x": words(2048), "out": np.zeros(2048, np.uint32)},
    lambda a: (a["out"].reshape(2, 32, 32) == words(2048).reshape(2, 32, 32).transpose(0, 2, 1)).all(),
)


KERNELS["warp sums"] = Pipeline(
    """
    .shared .align 16 .b32 v[32];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, v;
    mad.lo.u32 %r3, %r1, 4, %r2;
    st.<kind>shared.u32 [%r3], %r1;
    bar.warp.sync 0xffffffff;
    mov.u32 %r4, 16;
NEXT:
    setp.lt.u32 %p1, %r1, %r4;
    mad.lo.u32 %r5, %r4, 4, %r3;
    @%p1 ld.<kind>shared.u32 %r6, [%r5];
    @%p1 ld.<kind>shared.u32 %r7, [%r3];
    <between>
    @%p1 add.u32 %r7, %r7, %r6;
    @%p1 st.<kind>shared.u32 [%r3], %r7;
    <meet>
    shr.u32 %r4, %r4, 1;
    setp.ne.u32 %p2, %r4, 0;
    @%p2 bra NEXT;
    ld.<kind>shared.u32 %r8, [v];
    mad.wide.u32 %rd2, %r1, 4, %rd2;
    st.global.u32 [%rd2], %r8;
    ret;
""",
    {"kind": "", "between": "bar.warp.sync 0xffffffff;", "meet": "bar.warp.sync 0xffffffff;"},
    {
        "no barrier": ({"meet": ""}, "race", ""),
        "volatile without barriers": ({"kind": "volatile.", "meet": "", "between": ""}, "race", ""),
        "halves meet apart": (
            {"meet": "setp.ge.u32 %p3, %r1, 16; selp.u32 %r9, 0xffff0000, 0xffff, %p3; bar.warp.sync %r9;"},
            "race",
            "",
        ),
        "a mask without the lanes that execute": ({"meet": "bar.warp.sync 0xffff;"}, "member-mask", ""),
        "only the lanes that write meet": ({"meet": "@%p1 bar.warp.sync 0xffffffff;"}, "race", ""),
    },
    {"block": 32},
    lambda: {"out": np.zeros(32, np.uint32)},
    lambda a: (a["out"] == 496).all(),
    variants={"no barrier between": {"between": ""}},
)


KERNELS["cp.async at an mbarrier"] = Pipeline(
    """
    .shared .align 16 .b32 tile[128];
    .shared .align 8 .b64 full;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared.b64 [full], <count>;
    bar.sync 0;
    mul.wide.u32 %rd3, %r1, 16;
    add.u64 %rd1, %rd1, %rd3;
    mov.u32 %r2, tile;
    mad.lo.u32 %r3, %r1, 16, %r2;
    cp.async.ca.shared.global [%r3], [%rd1], 16;
    <arrive>
    <own>
    <come>
    xor.b32 %r4, %r1, 7;
    mad.lo.u32 %r4, %r4, 16, %r2;
    ld.shared.u32 %r5, [%r4];
    mad.wide.u32 %rd2, %r1, 4, %rd2;
    st.global.u32 [%rd2], %r5;
    ret;
""",
    {
        "count": "32",
        "arrive": "cp.async.mbarrier.arrive.noinc.shared.b64 [full];",
        "own": "",
        "come": wait("full", "0", "COME"),
    },
    {
        "without noinc": ({"arrive": "cp.async.mbarrier.arrive.shared.b64 [full];"}, "deadlock", ""),
        "only an arrival": ({"arrive": "mbarrier.arrive.shared.b64 _, [full];"}, "race", ""),
        "one arrival is counted": ({"count": "1"}, "mbarrier-lapped", ""),
        "both arrive": ({"own": "mbarrier.arrive.shared.b64 _, [full];"}, "race", ""),
        "it is polled once": (
            {"come": "mbarrier.test_wait.parity.shared::cta.b64 %p6, [full], 0;"},
            "race",
            "",
        ),
    },
    {"block": 32},
    lambda: {"x": words(128), "out": np.zeros(32, np.uint32)},
    lambda a: a["out"].tolist() == (4 * (words(32) ^ 7)).tolist(),
    variants={
        "incremented, and own arrivals": {
            "arrive": "cp.async.mbarrier.arrive.shared.b64 [full];",
            "own": "mbarrier.arrive.shared.b64 _, [full];",
        }
    },
)


KERNELS["memory of an mbarrier"] = Pipeline(
    """
    .shared .align 16 .b64 bar;
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared.b64 [bar], <count>;
    <ready>
    mbarrier.arrive.shared.b64 %rd5, [bar];
    <wait>
    <done>
    <inval>
    <over>
    setp.eq.u32 %p2, %r1, 63;
    <reuse>
    mad.wide.u32 %rd2, %r1, 4, %rd2;
    st.global.u32 [%rd2], %r1;
    ret;
""",
    {
        "count": "64",
        "ready": "bar.sync 0;",
        "wait": wait("bar", "0", "COME"),
        "done": "bar.sync 0;",
        "inval": "@%p1 mbarrier.inval.shared.b64 [bar];",
        "over": "bar.sync 0;",
        "reuse": "@%p2 st.shared.u32 [bar], %r1;",
    },
    {
        "not made invalid": ({"inval": ""}, "mbarrier-access", ""),
        "made invalid while others wait": ({"done": ""}, "race", ""),
        "reused before it is made invalid": ({"over": ""}, "race", "a barrier"),
        "no barrier after init": ({"ready": ""}, "mbarrier-init", ""),
        "a warp is counted": ({"count": "32"}, "mbarrier-lapped", ""),
        "a phase too far": ({"wait": wait("bar", "1", "COME")}, "deadlock", ""),
        "init again": (
            {"inval": "@%p1 mbarrier.init.shared.b64 [bar], 64;", "reuse": ""},
            "mbarrier-live",
            "",
        ),
    },
    {"block": 64},
    lambda: {"out": np.zeros(64, np.uint32)},
    lambda a: a["out"].tolist() == words(64).tolist(),
)


test_right_kernels_are_clean, test_mistakes_are_reported = pair_of_tests(KERNELS, LATE)
