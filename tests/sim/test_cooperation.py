"""Kernels whose threads work together as compilers and people have them, each with its mistakes."""

from __future__ import annotations

import numpy as np

from tests.sim.pipeline import Pipeline, pair_of_tests

WARP_SUM = "\n".join(
    f"shfl.sync.down.b32 %r12, %r10, {step}, 31, <mask>; add.s32 %r10, %r10, %r12;"
    for step in (16, 8, 4, 2, 1)
)

# Every warp adds up what it has by shuffles, the first warp adds up what the warps have.
SUM = Pipeline(
    f"""
    .shared .align 4 .b32 partial[4];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 31;
    shr.u32 %r3, %r1, 5;
    mov.u32 %r4, %ctaid.x;
    mad.lo.s32 %r5, %r4, 128, %r1;
    mul.wide.s32 %rd3, %r5, 4;
    add.s64 %rd1, %rd1, %rd3;
    ld.global.nc.u32 %r10, [%rd1];
    {WARP_SUM}
    mov.u32 %r6, partial;
    setp.eq.s32 %p1, %r2, 0;
    mad.lo.s32 %r7, %r3, 4, %r6;
    @%p1 st.shared.u32 [%r7], %r10;
    <meet>
    setp.gt.s32 %p2, %r1, 31;
    @%p2 bra DONE;
    <some>
    mov.u32 %r10, 0;
    setp.lt.s32 %p3, %r1, <parts>;
    mad.lo.s32 %r7, %r1, 4, %r6;
    @%p3 ld.shared.u32 %r10, [%r7];
    {WARP_SUM}
    setp.eq.s32 %p4, %r1, 0;
    mul.wide.s32 %rd4, %r4, 4;
    add.s64 %rd2, %rd2, %rd4;
    <guard> st.global.u32 [%rd2], %r10;
DONE:
    """,
    {"mask": "-1", "meet": "bar.sync 0;", "some": "", "parts": "4", "guard": "@%p4"},
    {
        "no barrier before the first warp adds": ({"meet": ""}, "race uninitialized-memory", "ld.shared"),
        "a barrier of the warp": ({"meet": "bar.warp.sync -1;"}, "race uninitialized-memory", "ld.shared"),
        "a barrier of two warps": ({"meet": "bar.sync 0, 64;"}, "barrier-groups deadlock", ""),
        "more parts than warps": ({"parts": "8"}, "out-of-bounds uninitialized-memory", "ld.shared"),
        "lanes that have left": (
            {"some": "setp.ge.s32 %p5, %r1, 4; @%p5 bra DONE;"},
            "deadlock member-mask uninitialized-register",
            "",
        ),
        "a mask without the upper lanes": ({"mask": "0xffff"}, "member-mask", "shfl.sync"),
        "all lanes store": ({"guard": ""}, "race", "st.global"),
    },
    {"grid": 3, "block": 128},
    lambda: {"x": np.arange(384, dtype=np.uint32), "out": np.zeros(3, np.uint32)},
    lambda a: a["out"].tolist() == a["x"].reshape(3, 128).sum(1).tolist(),
)

# A histogram of each CTA in shared memory, added to that of the grid.
HISTOGRAM = Pipeline(
    """
    .shared .align 4 .b32 bins[64];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, bins;
    setp.lt.s32 %p1, %r1, 64;
    mad.lo.s32 %r4, %r1, 4, %r3;
    @%p1 st.shared.u32 [%r4], 0;
    <zeroed>
    mov.u32 %r5, 0;
    mad.lo.s32 %r6, %r2, 512, %r1;
    mul.wide.s32 %rd3, %r6, 4;
    add.s64 %rd1, %rd1, %rd3;
NEXT:
    ld.global.nc.u32 %r7, [%rd1];
    and.b32 %r7, %r7, 63;
    mad.lo.s32 %r8, %r7, 4, %r3;
    <count>
    add.s64 %rd1, %rd1, 512;
    add.s32 %r5, %r5, 1;
    setp.lt.s32 %p2, %r5, 4;
    @%p2 bra NEXT;
    <counted>
    @!%p1 bra DONE;
    ld.shared.u32 %r9, [%r4];
    mul.wide.s32 %rd4, %r1, 4;
    add.s64 %rd2, %rd2, %rd4;
    <add>
DONE:
    """,
    {
        "zeroed": "bar.sync 0;",
        "count": "atom.shared.add.u32 %r10, [%r8], 1;",
        "counted": "bar.sync 0;",
        "add": "red.global.add.u32 [%rd2], %r9;",
    },
    {
        "counts may start before the zeros": ({"zeroed": ""}, "race uninitialized-memory", "shared"),
        "counts may go on while they are added": ({"counted": ""}, "race", "shared"),
        "counts without atomics": (
            {"count": "ld.shared.u32 %r10, [%r8]; add.u32 %r10, %r10, 1; st.shared.u32 [%r8], %r10;"},
            "race",
            "shared",
        ),
        "sums without atomics": (
            {"add": "ld.global.u32 %r11, [%rd2]; add.u32 %r11, %r11, %r9; st.global.u32 [%rd2], %r11;"},
            "race",
            "global",
        ),
        "atomics for one CTA only": ({"add": "red.relaxed.cta.global.add.u32 [%rd2], %r9;"}, "race", "red"),
    },
    {"grid": 3, "block": 128},
    lambda: {"x": (np.arange(1536, dtype=np.uint32) * 7) ^ 5, "out": np.zeros(64, np.uint32)},
    lambda a: a["out"].tolist() == np.bincount(a["x"] & 63, minlength=64).tolist(),
    {
        "relaxed": {"count": "red.relaxed.cta.shared.add.u32 [%r8], 1;"},
        "released": {"add": "red.release.gpu.global.add.u32 [%rd2], %r9;"},
    },
)

# Tiles of a sum over the grid: each CTA waits for the sum of those before it, and signals the next.
LOOK_BACK = Pipeline(
    """
    .shared .align 4 .b32 before;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [sums];
    ld.param.u64 %rd3, [flags];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mad.lo.s32 %r3, %r2, 32, %r1;
    mul.wide.s32 %rd4, %r3, 4;
    add.s64 %rd1, %rd1, %rd4;
    ld.global.u32 %r10, [%rd1];
    mov.u32 %r11, %r10;
    mov.u32 %r5, 1;
SCAN:
    shfl.sync.up.b32 %r12|%p1, %r11, %r5, 0, -1;
    @%p1 add.s32 %r11, %r11, %r12;
    shl.b32 %r5, %r5, 1;
    setp.lt.s32 %p2, %r5, 32;
    @%p2 bra SCAN;
    setp.ne.s32 %p3, %r1, 31;
    @%p3 bra TOLD;
    mov.u32 %r13, 0;
    mul.wide.s32 %rd5, %r2, 4;
    add.s64 %rd6, %rd3, %rd5;
    add.s64 %rd7, %rd2, %rd5;
    setp.eq.s32 %p4, %r2, 0;
    @%p4 bra FIRST;
POLL:
    <poll>
    setp.eq.s32 %p5, %r14, 0;
    @%p5 bra POLL;
    <after>
    ld.global.u32 %r13, [%rd7+-4];
FIRST:
    st.shared.u32 [before], %r13;
    add.s32 %r15, %r13, %r11;
    st.global.u32 [%rd7], %r15;
    <ahead>
    <flag>
TOLD:
    <meet>
    ld.shared.u32 %r16, [before];
    add.s32 %r11, %r11, %r16;
    st.global.u32 [%rd1], %r11;
    """,
    {
        "poll": "ld.acquire.gpu.global.u32 %r14, [%rd6+-4];",
        "after": "",
        "ahead": "",
        "flag": "st.release.gpu.global.u32 [%rd6], 1;",
        "meet": "bar.warp.sync -1;",
    },
    {
        "a flag that releases nothing": ({"flag": "st.relaxed.gpu.global.u32 [%rd6], 1;"}, "race", "global"),
        "a flag of the CTA": ({"flag": "st.release.cta.global.u32 [%rd6], 1;"}, "race", "global"),
        "a poll that acquires nothing": ({"poll": "ld.relaxed.gpu.global.u32 %r14, [%rd6+-4];"}, "race", ""),
        "a poll of the cluster": ({"poll": "ld.acquire.cluster.global.u32 %r14, [%rd6+-4];"}, "race", ""),
        "a weak poll": ({"poll": "ld.global.u32 %r14, [%rd6+-4];"}, "race", "%rd6+-4"),
        "a weak flag": ({"flag": "st.global.u32 [%rd6], 1;"}, "race", "%rd6"),
        "the flag before the sum": (
            {"ahead": "st.release.gpu.global.u32 [%rd6], 1; st.global.u32 [%rd7], %r15;", "flag": ""},
            "race",
            "%rd7",
        ),
        "lanes that do not wait for the last": ({"meet": ""}, "race uninitialized-memory", "[before]"),
    },
    {"grid": 5, "block": 32},
    lambda: {
        "x": np.arange(160, dtype=np.uint32) % 11,
        "sums": np.zeros(5, np.uint32),
        "flags": np.zeros(5, np.uint32),
    },
    lambda a: a["x"].tolist() == np.cumsum(np.arange(160) % 11).tolist(),
    {
        "fences": {
            "poll": "ld.volatile.global.u32 %r14, [%rd6+-4];",
            "after": "fence.acq_rel.gpu;",
            "ahead": "membar.gl;",
            "flag": "st.volatile.global.u32 [%rd6], 1;",
        },
        "an exchange": {"flag": "atom.release.gpu.global.exch.b32 %r17, [%rd6], 1;"},
    },
)

# CTAs add to one tile, each when it is its turn.
TURNS = Pipeline(
    """
    ld.param.u64 %rd1, [tile];
    ld.param.u64 %rd2, [turn];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mul.wide.s32 %rd3, %r1, 4;
    add.s64 %rd1, %rd1, %rd3;
    setp.ne.s32 %p1, %r1, 0;
    @%p1 bra ENTER;
POLL:
    <poll>
    setp.ne.s32 %p2, %r3, %r2;
    @%p2 bra POLL;
ENTER:
    <enter>
    ld.global.u32 %r4, [%rd1];
    mad.lo.u32 %r4, %r4, 3, %r2;
    st.global.u32 [%rd1], %r4;
    <leave>
    add.s32 %r5, %r2, 1;
    <pass>
    """,
    {
        "poll": "ld.global.acquire.gpu.b32 %r3, [%rd2];",
        "enter": "bar.sync 0;",
        "leave": "bar.sync 0;",
        "pass": "@!%p1 st.global.release.gpu.b32 [%rd2], %r5;",
    },
    {
        "who enters does not wait for the turn": ({"enter": ""}, "race", "[%rd1]"),
        "the turn passes before all have left": ({"leave": ""}, "race", "[%rd1]"),
        "a pass that releases nothing": (
            {"pass": "@!%p1 st.relaxed.gpu.global.b32 [%rd2], %r5;"},
            "race",
            "",
        ),
        "a pass of the CTA": ({"pass": "@!%p1 st.global.release.cta.b32 [%rd2], %r5;"}, "race", ""),
        "a poll that acquires nothing": ({"poll": "ld.global.volatile.b32 %r3, [%rd2];"}, "race", "[%rd1]"),
    },
    {"grid": 4, "block": 64},
    lambda: {"tile": np.ones(64, np.uint32), "turn": np.zeros(1, np.uint32)},
    lambda a: set(a["tile"].tolist()) == {(((3 + 0) * 3 + 1) * 3 + 2) * 3 + 3},
    {
        "by atomics": {
            "poll": "atom.acquire.gpu.global.or.b32 %r3, [%rd2], 0;",
            "pass": "@!%p1 red.release.gpu.global.add.u32 [%rd2], 1;",
        },
    },
)

# A thread takes the number of the next tile, all of the CTA work on it.
QUEUE = Pipeline(
    """
    .shared .align 4 .b32 next;
    ld.param.u64 %rd1, [head];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    setp.eq.s32 %p1, %r1, 0;
MORE:
    @%p1 <take>;
    @%p1 st.shared.u32 [next], %r2;
    <taken>
    ld.shared.u32 %r3, [next];
    <read>
    setp.ge.s32 %p2, %r3, 9;
    @%p2 bra DONE;
    mad.lo.s32 %r4, %r3, 64, %r1;
    mul.wide.s32 %rd3, %r4, 4;
    add.s64 %rd4, %rd2, %rd3;
    st.global.u32 [%rd4], %r4;
    bra MORE;
DONE:
    """,
    {"take": "atom.global.add.u32 %r2, [%rd1], 1", "taken": "bar.sync 0;", "read": "bar.sync 0;"},
    {
        "nobody waits for the number": ({"taken": ""}, "race uninitialized-memory aligned", ""),
        "the number is replaced before all have it": ({"read": ""}, "race", "[next]"),
    },
    {"grid": 2, "block": 64},
    lambda: {"head": np.zeros(1, np.uint32), "out": np.zeros(576, np.uint32)},
    lambda a: a["out"].tolist() == list(range(576)),
    {"relaxed": {"take": "atom.relaxed.gpu.global.inc.u32 %r2, [%rd1], 100"}},
)

# Fragments of a product from a tile that the warps wrote, added up by `mma`.
FRAGMENTS = Pipeline(
    """
    .shared .align 16 .b8 tile[<room>];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 31;
    mov.u32 %r3, tile;
    mul.wide.s32 %rd3, %r1, 8;
    add.s64 %rd3, %rd1, %rd3;
    ld.global.v2.u32 {%r4, %r5}, [%rd3];
    shr.u32 %r6, %r1, 2;
    and.b32 %r7, %r1, 3;
    mad.lo.s32 %r8, %r6, <pitch>, %r3;
    mad.lo.s32 %r8, %r7, 8, %r8;
    st.shared.v2.u32 [%r8], {%r4, %r5};
    <meet>
    and.b32 %r9, %r2, 15;
    shr.u32 %r10, %r2, 4;
    mad.lo.s32 %r9, %r9, <pitch>, %r3;
    mad.lo.s32 %r9, %r10, 16, %r9;
    ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r11, %r12, %r13, %r14}, [%r9+<offset>];
    mov.f32 %f1, 0f00000000;
    mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f2, %f3, %f4, %f5}, {%r11, %r12, %r13, %r14},
        {%r11, %r13}, {%f1, %f1, %f1, %f1};
    setp.lt.s32 %p1, %r1, 32;
    mul.wide.s32 %rd4, %r2, 16;
    add.s64 %rd2, %rd2, %rd4;
    @%p1 st.global.v4.f32 [%rd2], {%f2, %f3, %f4, %f5};
    """,
    {"room": "768", "pitch": "48", "meet": "bar.sync 0;", "offset": "0"},
    {
        "nobody waits for the tile": ({"meet": ""}, "race uninitialized-memory", "ldmatrix"),
        "warps wait for themselves only": (
            {"meet": "bar.warp.sync -1;"},
            "race uninitialized-memory",
            "ldmatrix",
        ),
        "rows of 40 bytes": ({"pitch": "40"}, "misaligned", "ldmatrix"),
        "an offset of 8 bytes": ({"offset": "8"}, "misaligned", "ldmatrix"),
        "beyond the tile": ({"offset": "16"}, "out-of-bounds uninitialized-memory", "ldmatrix"),
    },
    {"grid": 1, "block": 64},
    lambda: {"x": (np.arange(256) % 9).astype(np.float16), "out": np.zeros(128, np.float32)},
    lambda a: bool(
        (
            a["out"].reshape(32, 4)[0, :2]
            == (a["x"].reshape(16, 16).astype(np.float32) @ a["x"].reshape(16, 16).astype(np.float32)[:2].T)[
                0
            ]
        ).all()
    ),
)

# One half of a CTA writes words, the other half reads them after a barrier that only the readers wait at.
HALVES = Pipeline(
    """
    .shared .align 4 .b32 word[128];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, word;
    mov.u32 %r6, 0;
    and.b32 %r7, %r1, 63;
    mad.lo.s32 %r3, %r7, 4, %r2;
ROUND:
    and.b32 %r8, %r6, 1;
    mad.lo.s32 %r9, %r8, 256, %r3;
    setp.ge.s32 %p1, %r1, 64;
    @%p1 bra READ;
    <free>
    add.s32 %r10, %r1, %r6;
    st.shared.u32 [%r9], %r10;
    <signal>
    bra NEXT;
READ:
    <wait>
    ld.shared.u32 %r4, [%r9];
    <done>
    mad.lo.s32 %r11, %r6, 64, %r7;
    mul.wide.s32 %rd2, %r11, 4;
    add.s64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r4;
NEXT:
    add.s32 %r6, %r6, 1;
    setp.lt.s32 %p2, %r6, 5;
    @%p2 bra ROUND;
    <end>
    """,
    {
        "free": "setp.lt.s32 %p3, %r6, 2; @%p3 bra FREE; add.s32 %r12, %r8, 3; bar.sync %r12, 128; FREE:",
        "signal": "add.s32 %r12, %r8, 1; bar.arrive %r12, 128;",
        "wait": "add.s32 %r12, %r8, 1; bar.sync %r12, 128;",
        "done": "add.s32 %r12, %r8, 3; setp.ge.s32 %p3, %r6, 3; @%p3 bra LAST; bar.arrive %r12, 128; LAST:",
        "end": "",
    },
    {
        "a count that the readers alone complete": (
            {"wait": "add.s32 %r12, %r8, 1; bar.sync %r12, 64;"},
            "race barrier-count uninitialized-memory deadlock barrier",
            "",
        ),
        "a count that half of the readers complete": (
            {"wait": "add.s32 %r12, %r8, 1; bar.sync %r12, 96;"},
            "race barrier-count uninitialized-memory deadlock barrier",
            "",
        ),
        "no thread signals": ({"signal": ""}, "deadlock", "bar.sync"),
        "no thread waits for the value": ({"wait": ""}, "race uninitialized-memory", "ld.shared"),
        "nobody waits until words are free": ({"free": ""}, "race deadlock barrier-arrive barrier", ""),
        "one barrier for both stages": (
            {"wait": "bar.sync 1, 128;", "signal": "add.s32 %r12, %r8, 1; bar.arrive %r12, 128;"},
            "deadlock race barrier-groups",
            "",
        ),
    },
    {"grid": 2, "block": 128},
    lambda: {"out": np.zeros(320, np.uint32)},
    lambda a: a["out"].tolist() == [k + r for r in range(5) for k in range(64)],
    {"everybody waits": {"signal": "add.s32 %r12, %r8, 1; bar.sync %r12, 128;"}},
)

# A sum over prefixes in shared memory, a barrier in every step.
PREFIX = Pipeline(
    """
    .shared .align 4 .b32 sums[<room>];
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    mul.wide.s32 %rd2, %r1, 4;
    add.s64 %rd1, %rd1, %rd2;
    ld.global.u32 %r2, [%rd1];
    mov.u32 %r3, sums;
    mov.u32 %r4, 1;
    mov.u32 %r9, 0;
STEP:
    mad.lo.s32 %r5, %r1, 4, %r3;
    add.s32 %r5, %r5, %r9;
    st.shared.u32 [%r5], %r2;
    <written>
    setp.ge.s32 %p1, %r1, %r4;
    mul.lo.s32 %r6, %r4, 4;
    sub.s32 %r6, %r5, %r6;
    <guard> ld.shared.u32 %r7, [%r6];
    @%p1 add.s32 %r2, %r2, %r7;
    <read>
    shl.b32 %r4, %r4, 1;
    setp.lt.s32 %p2, %r4, 128;
    @%p2 bra STEP;
    st.global.u32 [%rd1], %r2;
    """,
    {"room": "128", "written": "bar.sync 0;", "guard": "@%p1", "read": "bar.sync 0;"},
    {
        "no barrier after the writes": ({"written": ""}, "race uninitialized-memory", "shared"),
        "no barrier after the reads": ({"read": ""}, "race", "shared"),
        "a barrier of the warp after the reads": ({"read": "bar.warp.sync -1;"}, "race", "shared"),
        "all threads read": ({"guard": ""}, "out-of-bounds", "ld.shared"),
        "some threads reach the barrier": (
            {"written": "@%p2 bar.sync 0;"},
            "uninitialized-register race aligned deadlock",
            "",
        ),
        "two barriers with one number": (
            {"read": "setp.lt.s32 %p3, %r1, 64; @%p3 bar.sync 0, 64;"},
            "race deadlock",
            "",
        ),
    },
    {"grid": 1, "block": 128},
    lambda: {"x": np.arange(128, dtype=np.uint32)},
    lambda a: a["x"].tolist() == np.cumsum(np.arange(128)).tolist(),
    {"two buffers": {"room": "256", "read": "xor.b32 %r9, %r9, 512;"}},
)

KERNELS = {
    "sum": SUM,
    "histogram": HISTOGRAM,
    "look-back": LOOK_BACK,
    "turns": TURNS,
    "queue": QUEUE,
    "fragments": FRAGMENTS,
    "halves": HALVES,
    "prefix": PREFIX,
}


test_right_kernels_are_clean, test_mistakes_are_reported = pair_of_tests(KERNELS)
