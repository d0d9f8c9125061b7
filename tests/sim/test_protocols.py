"""Locks, lists and barriers that people build from atomics and flags, each with its mistakes."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.sim.pipeline import Pipeline, pair_of_tests, wait

# The first thread of a CTA goes on, at element %rd3 of what it was given for its CTA.
FIRST = """
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra DONE;
    mul.wide.u32 %rd3, %r2, 4;
"""

# A sequence lock: a writer increments a count before and after; readers keep data if it is even and the same.
SEQUENCE = Pipeline(
    FIRST
    + """
    ld.param.u64 %rd1, [count];
    ld.param.u64 %rd2, [data];
    ld.param.u64 %rd4, [out];
    setp.eq.u32 %p2, %r2, 0;
    @%p2 bra BEGIN;
READ:
    ld.acquire.gpu.global.u32 %r4, [%rd1];
    <read> %r5, [%rd2];
    <read> %r6, [%rd2+4];
    fence.acq_rel.gpu;
    ld.relaxed.gpu.global.u32 %r7, [%rd1];
    setp.ne.u32 %p4, %r4, %r7;
    @%p4 bra READ;
    setp.lt.u32 %p4, %r4, 10;
    @%p4 bra READ;
    sub.u32 %r8, %r6, %r5;
    add.s64 %rd4, %rd4, %rd3;
    st.global.u32 [%rd4], %r8;
    bra DONE;
BEGIN:
    mov.u32 %r3, 1;
WRITE:
    st.relaxed.gpu.global.u32 [%rd1], %r3;
    <begin>
    <first> [%rd2], %r3;
    <second> [%rd2+4], %r3;
    add.u32 %r3, %r3, 1;
    <end> [%rd1], %r3;
    add.u32 %r3, %r3, 1;
    setp.lt.u32 %p3, %r3, <last>;
    @%p3 bra WRITE;
DONE:
    """,
    {
        "begin": "fence.acq_rel.gpu;",
        "first": "st.relaxed.gpu.global.u32",
        "second": "st.relaxed.gpu.global.u32",
        "end": "st.release.gpu.global.u32",
        "last": "10",
        "read": "ld.relaxed.gpu.global.u32",
    },
    {
        "weak writes": ({"first": "st.global.u32"}, "race", "[%rd2]"),
        "weak reads": ({"read": "ld.global.u32"}, "race", "[%rd2]"),
        "writes of the CTA": ({"second": "st.relaxed.cta.global.u32"}, "race", "[%rd2+4]"),
        "the count of the CTA": ({"end": "st.release.cta.global.u32"}, "race", "[%rd1]"),
        "an end too soon": ({"last": "8"}, "livelock", "count+0"),
    },
    {"grid": 4, "block": 32},
    lambda: {
        "count": np.zeros(1, np.uint32),
        "data": np.zeros(2, np.uint32),
        "out": np.ones(4, np.uint32),
    },
    lambda a: a["out"].tolist() == [1, 0, 0, 0],
)

# Each CTA that wants the lock joins the end of the queue, and spins on its own flag.
QUEUED_LOCK = Pipeline(
    FIRST
    + """
    ld.param.u64 %rd1, [tail];
    ld.param.u64 %rd2, [next];
    ld.param.u64 %rd4, [held];
    ld.param.u64 %rd5, [shared];
    add.u32 %r3, %r2, 1;
    add.s64 %rd6, %rd2, %rd3;
    add.s64 %rd7, %rd4, %rd3;
    mov.u32 %r4, 0;
AGAIN:
    st.relaxed.gpu.global.u32 [%rd6+4], 0;
    st.relaxed.gpu.global.u32 [%rd7+4], 1;
    <enter> %r5, [%rd1], %r3;
    setp.eq.u32 %p2, %r5, 0;
    @%p2 bra MINE;
    mul.wide.u32 %rd8, %r5, 4;
    add.s64 %rd9, %rd2, %rd8;
    st.release.gpu.global.u32 [%rd9], %r3;
SPIN:
    <spin> %r6, [%rd7+4];
    nanosleep.u32 20;
    setp.ne.u32 %p3, %r6, 0;
    @%p3 bra SPIN;
MINE:
    ld.global.u32 %r7, [%rd5];
    mad.lo.u32 %r7, %r7, 3, 1;
    st.global.u32 [%rd5], %r7;
    ld.acquire.gpu.global.u32 %r8, [%rd6+4];
    setp.ne.u32 %p4, %r8, 0;
    @%p4 bra PASS;
    <free> %r9, [%rd1], %r3, 0;
    setp.eq.u32 %p5, %r9, %r3;
    @%p5 bra LEFT;
AWAIT:
    ld.acquire.gpu.global.u32 %r8, [%rd6+4];
    setp.eq.u32 %p4, %r8, 0;
    @%p4 bra AWAIT;
PASS:
    mul.wide.u32 %rd8, %r8, 4;
    add.s64 %rd9, %rd4, %rd8;
    <pass>
LEFT:
    add.u32 %r4, %r4, 1;
    setp.lt.u32 %p6, %r4, 3;
    @%p6 bra AGAIN;
DONE:
    """,
    {
        "enter": "atom.acq_rel.gpu.global.exch.b32",
        "spin": "ld.acquire.gpu.global.u32",
        "free": "atom.release.gpu.global.cas.b32",
        "pass": "st.release.gpu.global.u32 [%rd9], 0;",
    },
    {
        "it is passed on without a release": (
            {"pass": "st.relaxed.gpu.global.u32 [%rd9], 0;"},
            "race",
            "[%rd5]",
        ),
        "the flag is not acquired": ({"spin": "ld.relaxed.gpu.global.u32"}, "race", "[%rd5]"),
        "it is not passed on": ({"pass": ""}, "livelock", "held+"),
        "the flag is read weakly": ({"spin": "ld.global.u32"}, "race livelock", ""),
    },
    {"grid": 4, "block": 32, "alike": False},
    lambda: {
        "tail": np.zeros(1, np.uint32),
        "next": np.zeros(5, np.uint32),
        "held": np.zeros(5, np.uint32),
        "shared": np.zeros(1, np.uint32),
    },
    lambda a: a["shared"][0] == (3**12 - 1) // 2,
)

# Threads push an item onto a list and pop one; a count in the head distinguishes it from an earlier head.
STACK = Pipeline(
    """
    ld.param.u64 %rd1, [head];
    ld.param.u64 %rd2, [below];
    ld.param.u64 %rd3, [value];
    ld.param.u64 %rd4, [out];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %tid.x;
    mad.lo.u32 %r3, %r1, 16, %r2;
    mul.wide.u32 %rd5, %r3, 4;
    add.s64 %rd6, %rd2, %rd5;
    add.s64 %rd7, %rd3, %rd5;
    add.s64 %rd8, %rd4, %rd5;
    add.u32 %r4, %r3, 1;
    mul.lo.u32 %r5, %r3, 7;
    st.global.u32 [%rd7+4], %r5;
    ld.relaxed.gpu.global.u64 %rd10, [%rd1];
PUSH:
    cvt.u32.u64 %r6, %rd10;
    <link>
    <publish>
    mov.u64 %rd11, %rd10;
    shr.u64 %rd12, %rd10, 32;
    cvt.u32.u64 %r7, %rd12;
    add.u32 %r7, %r7, 1;
    mov.b64 %rd13, {%r4, %r7};
    <push>
    setp.ne.u64 %p1, %rd10, %rd11;
    @%p1 bra PUSH;
POP:
    ld.acquire.gpu.global.u64 %rd10, [%rd1];
    mov.b64 {%r6, %r7}, %rd10;
    setp.eq.u32 %p2, %r6, 0;
    @%p2 bra POP;
    mul.wide.u32 %rd14, %r6, 4;
    add.s64 %rd15, %rd2, %rd14;
    ld.relaxed.gpu.global.u32 %r8, [%rd15];
    add.u32 %r7, %r7, 1;
    mov.b64 %rd13, {%r8, %r7};
    atom.acq_rel.gpu.global.cas.b64 %rd11, [%rd1], %rd10, %rd13;
    setp.ne.u64 %p3, %rd10, %rd11;
    @%p3 bra POP;
    add.s64 %rd16, %rd3, %rd14;
    ld.global.u32 %r9, [%rd16];
    st.global.u32 [%rd8], %r9;
    """,
    {
        "link": "st.relaxed.gpu.global.u32 [%rd6+4], %r6;",
        "publish": "fence.acq_rel.gpu;",
        "push": "atom.relaxed.gpu.global.cas.b64 %rd10, [%rd1], %rd11, %rd13;",
    },
    {
        "it is published before it is written": ({"publish": ""}, "race", "global"),
        "the head is stored": (
            {"push": "st.global.u64 [%rd1], %rd13; mov.u64 %rd10, %rd11;"},
            "race livelock",
            "",
        ),
        "the links are one too few": (
            {"link": "st.relaxed.gpu.global.u32 [%rd6+8], %r6;"},
            "out-of-bounds race",
            "",
        ),
    },
    {"grid": 2, "block": 16, "alike": False},
    lambda: {
        "head": np.zeros(1, np.uint64),
        "below": np.zeros(33, np.uint32),
        "value": np.zeros(33, np.uint32),
        "out": np.zeros(32, np.uint32),
    },
    lambda a: sorted(a["out"]) == [7 * k for k in range(32)],
    {"a release": {"publish": "", "push": "atom.acq_rel.gpu.global.cas.b64 %rd10, [%rd1], %rd11, %rd13;"}},
)

# All CTAs meet; the last one turns the sense over. What a CTA wrote before, its neighbour reads after.
MEETING = Pipeline(
    """
    ld.param.u64 %rd1, [bar];
    ld.param.u64 %rd2, [data];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %nctaid.x;
    mad.lo.u32 %r4, %r2, 64, %r1;
    add.u32 %r5, %r2, 1;
    rem.u32 %r5, %r5, %r3;
    mad.lo.u32 %r5, %r5, 64, %r1;
    mul.wide.u32 %rd3, %r4, 4;
    mul.wide.u32 %rd4, %r5, 4;
    add.s64 %rd3, %rd2, %rd3;
    add.s64 %rd4, %rd2, %rd4;
    setp.ne.u32 %p1, %r1, 0;
    mov.u32 %r6, 0;
ROUND:
    ld.global.u32 %r7, [%rd3];
    bra MEET;
BACK:
    <come>
    @%p1 bra JOIN;
    <before>
    ld.relaxed.gpu.global.u32 %r8, [%rd1+4];
    atom.relaxed.gpu.global.add.u32 %r9, [%rd1], 1;
    add.u32 %r10, %r9, 1;
    setp.ne.u32 %p2, %r10, <all>;
    @%p2 bra SPIN;
    <reset>
    <open>
    bra OPEN;
SPIN:
    <spin> %r11, [%rd1+4];
    setp.eq.u32 %p3, %r11, %r8;
    @%p3 bra SPIN;
OPEN:
    <after>
JOIN:
    <go>
    and.b32 %r12, %r6, 1;
    setp.eq.u32 %p4, %r12, 1;
    add.u32 %r6, %r6, 1;
    @%p4 bra NEXT;
    ld.global.u32 %r13, [%rd4];
    add.u32 %r7, %r7, %r13;
    bra BACK;
NEXT:
    st.global.u32 [%rd3], %r7;
    setp.lt.u32 %p5, %r6, 6;
    @%p5 bra ROUND;
    bra DONE;
MEET:
    bra BACK;
DONE:
    """,
    {
        "come": "bar.sync 0;",
        "before": "fence.acq_rel.gpu;",
        "all": "%r3",
        "reset": "st.relaxed.gpu.global.u32 [%rd1], 0;",
        "open": "atom.release.gpu.global.add.u32 %r11, [%rd1+4], 1;",
        "spin": "ld.relaxed.gpu.global.u32",
        "after": "fence.acq_rel.gpu;",
        "go": "bar.sync 0;",
    },
    {
        "no barrier of the CTA before": ({"come": ""}, "race deadlock", ""),
        "no barrier of the CTA after": ({"go": ""}, "race", "global"),
        "no fence before": ({"before": ""}, "race", "global"),
        "no fence after": ({"after": ""}, "race", "global"),
        "a fence of the CTA": ({"before": "fence.acq_rel.cta;"}, "race", "global"),
        "one too many is waited for": ({"all": "5"}, "livelock", "bar+4"),
        "the count goes on": ({"reset": ""}, "livelock", "bar+4"),
        "nobody turns it over": ({"open": ""}, "livelock", "bar+4"),
        "a weak spin": ({"spin": "ld.global.u32"}, "race", "[%rd1+4]"),
    },
    {"grid": 4, "block": 64},
    lambda: {"bar": np.zeros(2, np.uint32), "data": np.arange(256, dtype=np.uint32)},
    lambda a: a["data"].tolist() == _summed(np.arange(256).reshape(4, 64), 3).reshape(-1).tolist(),
)


def _summed(rows: np.ndarray[Any, Any], rounds: int) -> np.ndarray[Any, Any]:
    """Add to each row its neighbour, several times."""
    for _ in range(rounds):
        rows = rows + np.roll(rows, -1, 0)
    return rows


# Two warps fill buffers for two others, and take them back; the last returned ones are not taken.
TOKENS = Pipeline(
    """
    .shared .align 4 .b32 tile[128];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 63;
    mul.wide.u32 %rd3, %r2, 4;
    add.s64 %rd1, %rd1, %rd3;
    add.s64 %rd2, %rd2, %rd3;
    mov.u32 %r3, tile;
    mov.u32 %r4, 0;
    setp.ge.u32 %p1, %r1, 64;
NEXT:
    and.b32 %r5, %r4, 1;
    add.u32 %r6, %r5, 1;
    add.u32 %r7, %r5, 3;
    mad.lo.u32 %r8, %r5, 256, %r3;
    @%p1 bra TAKE;
    setp.lt.u32 %p2, %r4, 2;
    mad.lo.u32 %r9, %r2, 4, %r8;
    ld.global.u32 %r10, [%rd1];
    @%p2 bra FILL;
    <empty>
FILL:
    <early>
    st.shared.u32 [%r9], %r10;
    <full>
    bra ON;
TAKE:
    <wait>
    xor.b32 %r11, %r2, 63;
    mad.lo.u32 %r9, %r11, 4, %r8;
    ld.shared.u32 %r10, [%r9];
    st.global.u32 [%rd2], %r10;
    <back>
ON:
    add.s64 %rd1, %rd1, 256;
    add.s64 %rd2, %rd2, 256;
    add.u32 %r4, %r4, 1;
    setp.lt.u32 %p3, %r4, 6;
    @%p3 bra NEXT;
    """,
    {
        "empty": "bar.sync %r7, 128;",
        "early": "",
        "full": "bar.arrive %r6, 128;",
        "wait": "bar.sync %r6, 128;",
        "back": "bar.arrive %r7, 128;",
    },
    {
        "buffers are not waited for": ({"empty": ""}, "race", "shared"),
        "buffers are not given back": ({"back": ""}, "deadlock", "128 threads; missing: warps 2-3"),
        "they are full before they are filled": (
            {"early": "bar.arrive %r6, 128;", "full": ""},
            "race uninitialized-memory",
            "shared",
        ),
        "fewer threads come than are waited for": (
            {"wait": "bar.sync %r6, 160;", "full": "bar.arrive %r6, 160;"},
            "deadlock",
            "of 160 threads",
        ),
        "counts differ": ({"full": "bar.arrive %r6, 96;"}, "barrier-count deadlock", "96"),
    },
    {"grid": 1, "block": 128},
    lambda: {"x": np.arange(384, dtype=np.uint32), "out": np.zeros(384, np.uint32)},
    lambda a: a["out"].tolist() == a["x"].reshape(6, 64)[:, ::-1].reshape(-1).tolist(),
)

# CTAs of a cluster send what they have round a ring by `st.async`, and tell who sent that it was read.
SENT = Pipeline(
    """
    .shared .align 16 .b32 box[64];
    .shared .align 8 .b64 full[2];
    .shared .align 8 .b64 empty[2];
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %cluster_ctarank;
    mad.lo.u32 %r3, %r2, 32, %r1;
    mul.wide.u32 %rd2, %r3, 4;
    add.s64 %rd1, %rd1, %rd2;
    add.u32 %r4, %r2, 1;
    and.b32 %r4, %r4, 3;
    add.u32 %r5, %r2, 3;
    and.b32 %r5, %r5, 3;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra MADE;
    mbarrier.init.shared::cta.b64 [full], 1;
    mbarrier.init.shared::cta.b64 [full+8], 1;
    mbarrier.init.shared::cta.b64 [empty], <takes>;
    mbarrier.init.shared::cta.b64 [empty+8], <takes>;
MADE:
    <made>
    ld.global.u32 %r10, [%rd1];
    mov.u32 %r11, %r10;
    mov.u32 %r6, 0;
NEXT:
    and.b32 %r7, %r6, 1;
    shr.u32 %r8, %r6, 1;
    and.b32 %r8, %r8, 1;
    xor.b32 %r9, %r8, 1;
    mov.u32 %r12, full;
    mad.lo.u32 %r12, %r7, 8, %r12;
    mov.u32 %r13, empty;
    mad.lo.u32 %r13, %r7, 8, %r13;
    mov.u32 %r14, box;
    mad.lo.u32 %r14, %r7, 128, %r14;
    mad.lo.u32 %r14, %r1, 4, %r14;
    @!%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r12], <bytes>;
    <room>
    mapa.shared::cluster.u32 %r15, %r14, %r4;
    mapa.shared::cluster.u32 %r16, %r12, <bell>;
    mapa.shared::cluster.u32 %r17, %r13, %r5;
    st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r15], %r10, [%r16];
    <come>
    ld.shared.u32 %r10, [%r14];
    <taken>
    add.u32 %r11, %r11, %r10;
    add.u32 %r6, %r6, 1;
    setp.lt.u32 %p2, %r6, 3;
    @%p2 bra NEXT;
    st.global.u32 [%rd1], %r11;
    <leave>
    """,
    {
        "takes": "32",
        "made": "barrier.cluster.arrive; barrier.cluster.wait;",
        "bytes": "128",
        "room": wait("%r13", "%r9", "ROOM"),
        "bell": "%r4",
        "come": wait("%r12", "%r8", "COME"),
        "taken": "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r17];",
        "leave": "barrier.cluster.arrive; barrier.cluster.wait;",
    },
    {
        "a barrier of the CTA": ({"made": "bar.sync 0;"}, "mbarrier-init", "mbarrier"),
        "boxes are not waited for": ({"room": ""}, "race mbarrier-lapped", ""),
        "they are read at once": ({"come": ""}, "race mbarrier-lapped", ""),
        "nobody tells that they were read": ({"taken": ""}, "deadlock", "lacks 32 of 32 arrivals"),
        "one too few tells": ({"takes": "33"}, "deadlock", "lacks 1 of 33 arrivals"),
        "more bytes are expected": ({"bytes": "132"}, "deadlock", "lacks 4 bytes"),
        "fewer bytes": ({"bytes": "124"}, "mbarrier-tx", "full"),
        "the own barrier": ({"bell": "%r2"}, "mbarrier-cta", "of rank 1, but the mbarrier full+0"),
        "a CTA leaves": ({"leave": ""}, "exited-cta", "barrier.cluster"),
    },
    {"grid": 4, "block": 32, "cluster": (4, 1, 1)},
    lambda: {"x": np.arange(128, dtype=np.uint32)},
    lambda a: a["x"].tolist() == np.tile(np.arange(128).reshape(4, 32).sum(0), 4).tolist(),
)

# Warps add up tiles of theirs in global memory by bulk reductions, from two buffers in turns.
ADDED = Pipeline(
    """
    .shared .align 128 .b32 tile[128];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mad.lo.u32 %r3, %r2, 256, %r1;
    mul.wide.u32 %rd3, %r3, 4;
    add.s64 %rd1, %rd1, %rd3;
    setp.ne.u32 %p1, %r1, 0;
    mov.u32 %r4, 0;
    mov.u32 %r5, tile;
NEXT:
    and.b32 %r6, %r4, 1;
    mad.lo.u32 %r7, %r6, 256, %r5;
    mad.lo.u32 %r8, %r1, 4, %r7;
    ld.global.u32 %r9, [%rd1];
    <free>
    <ready>
    st.shared.u32 [%r8], %r9;
    <fence>
    <stored>
    @%p1 bra ON;
    cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd2], [%r7], <size>;
    <commit>
ON:
    add.s64 %rd1, %rd1, 256;
    add.u32 %r4, %r4, 1;
    setp.lt.u32 %p2, %r4, 4;
    @%p2 bra NEXT;
    <end>
    """,
    {
        "free": "cp.async.bulk.wait_group.read 1;",
        "ready": "bar.sync 0;",
        "fence": "fence.proxy.async.shared::cta;",
        "stored": "bar.sync 0;",
        "size": "256",
        "commit": "cp.async.bulk.commit_group;",
        "end": "cp.async.bulk.wait_group 0;",
    },
    {
        "buffers are not waited for": ({"free": ""}, "race", "tile"),
        "one group more is pending": ({"free": "cp.async.bulk.wait_group.read 2;"}, "race", "tile"),
        "others do not wait": ({"ready": ""}, "race", "tile"),
        "no proxy fence": ({"fence": ""}, "proxy-fence", "tile"),
        "a proxy fence of global memory": ({"fence": "fence.proxy.async.global;"}, "proxy-fence", "tile"),
        "others may still store": ({"stored": ""}, "race proxy-fence uninitialized-memory", "tile"),
        "no groups": ({"commit": ""}, "race", "tile"),
        "nobody waits at the end": ({"end": ""}, "unfinished-copy", "wait_group"),
        "tiles are too long": ({"size": "512"}, "out-of-bounds uninitialized-memory race", ""),
    },
    {"grid": 3, "block": 64},
    lambda: {"x": np.arange(768, dtype=np.uint32), "out": np.zeros(64, np.uint32)},
    lambda a: a["out"].tolist() == a["x"].reshape(12, 64).sum(0).tolist(),
)

KERNELS = {
    "sequence": SEQUENCE,
    "queued lock": QUEUED_LOCK,
    "stack": STACK,
    "meeting": MEETING,
    "tokens": TOKENS,
    "sent": SENT,
    "added": ADDED,
}


test_right_kernels_are_clean, test_mistakes_are_reported = pair_of_tests(KERNELS)
