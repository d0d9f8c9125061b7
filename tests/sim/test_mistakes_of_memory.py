"""Common mistakes with memory that threads share, each beside the right kernel."""

from __future__ import annotations

import numpy as np

from tests.sim.pipeline import Pipeline, pair_of_tests, words

LATE = [("late", 0)]
KERNELS: dict[str, Pipeline] = {}


KERNELS["last block sums"] = Pipeline(
    """
    .shared .align 4 .b32 last;
    ld.param.u64 %rd1, [part];
    ld.param.u64 %rd2, [out];
    ld.param.u64 %rd3, [count];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mad.lo.u32 %r3, %r2, 64, %r1;
    mad.wide.u32 %rd4, %r3, 4, %rd1;
    <store> [%rd4], %r3;
    <fence>
    <meet>
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra READ;
    <own>
    <ticket> %r4, [%rd3], <limit>;
    st.shared.u32 [last], %r4;
READ:
    <share>
    ld.shared.u32 %r5, [last];
    setp.ne.u32 %p2, %r5, 2;
    @%p2 bra END;
    <acquire>
    mad.wide.u32 %rd5, %r1, 4, %rd1;
    <load> %r6, [%rd5];
    <load> %r7, [%rd5+256];
    <load> %r8, [%rd5+512];
    add.u32 %r6, %r6, %r7;
    add.u32 %r6, %r6, %r8;
    mad.wide.u32 %rd2, %r1, 4, %rd2;
    st.global.u32 [%rd2], %r6;
END:
    ret;
""",
    {
        "store": "st.global.u32",
        "fence": "fence.acq_rel.gpu;",
        "meet": "bar.sync 0;",
        "own": "",
        "ticket": "atom.global.inc.u32",
        "limit": "2",
        "share": "bar.sync 0;",
        "acquire": "fence.acq_rel.gpu;",
        "load": "ld.global.u32",
    },
    {
        "no fence": ({"fence": "", "acquire": ""}, "race", ""),
        "a fence of the CTA": ({"fence": "fence.acq_rel.cta;"}, "race", ""),
        "only the first thread's fence, no barrier": (
            {"fence": "", "meet": "", "own": "fence.acq_rel.gpu;"},
            "race",
            "",
        ),
        "a ticket of the CTA": ({"ticket": "atom.relaxed.cta.global.inc.u32"}, "race", ""),
        "the ticket is not shared in order": ({"share": ""}, "race", ""),
        "no barrier before the ticket": ({"meet": ""}, "race", ""),
        "the cached load of what others wrote": ({"load": "ld.global.nc.u32"}, "read-only-load", ""),
    },
    {"grid": 3, "block": 64},
    lambda: {
        "part": np.zeros(192, np.uint32),
        "out": np.zeros(64, np.uint32),
        "count": np.zeros(1, np.uint32),
    },
    lambda a: a["out"].tolist() == words(192).reshape(3, 64).sum(0).tolist(),
    variants={
        "one fence after the barrier": {"fence": "", "own": "fence.acq_rel.gpu;"},
        "membar": {"fence": "membar.gl;", "acquire": "membar.gl;"},
        "acq_rel ticket": {"fence": "", "ticket": "atom.acq_rel.gpu.global.inc.u32", "acquire": ""},
    },
)


KERNELS["chained scan"] = Pipeline(
    """
    ld.param.u64 %rd1, [flags];
    ld.param.u64 %rd2, [sums];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 ret;
    mad.wide.u32 %rd3, %r2, 4, %rd1;
    mad.wide.u32 %rd4, %r2, 4, %rd2;
    mov.u32 %r5, 1;
    setp.eq.u32 %p2, %r2, 0;
    @%p2 bra PUT;
SPIN:
    <poll> %r4, [%rd3<back>];
    setp.eq.u32 %p3, %r4, 0;
    @%p3 bra SPIN;
    <behind>
    <read> %r6, [%rd4+-4];
    add.u32 %r5, %r5, %r6;
PUT:
    mov.u32 %r7, 1;
    <swapped>
    st.global.u32 [%rd4], %r5;
    <before>
    <signal> [%rd3], %r7;
    ret;
""",
    {
        "poll": "ld.acquire.gpu.global.u32",
        "back": "+-4",
        "behind": "",
        "read": "ld.global.u32",
        "swapped": "",
        "before": "",
        "signal": "st.release.gpu.global.u32",
    },
    {
        "relaxed poll": ({"poll": "ld.relaxed.gpu.global.u32"}, "race", ""),
        "weak poll": ({"poll": "ld.global.u32"}, "race", ""),
        "relaxed signal": ({"signal": "st.relaxed.gpu.global.u32"}, "race", ""),
        "weak signal after a fence": (
            {"signal": "st.global.u32", "before": "fence.acq_rel.gpu;"},
            "race",
            "",
        ),
        "signal of the CTA": ({"signal": "st.release.cta.global.u32"}, "race", ""),
        "poll of the CTA": ({"poll": "ld.acquire.cta.global.u32"}, "race", ""),
        "the flag before the data": (
            {"swapped": "st.release.gpu.global.u32 [%rd3], %r7;", "signal": "st.relaxed.gpu.global.u32"},
            "race",
            "",
        ),
        "the own flag": ({"back": "+0"}, "livelock", ""),
    },
    {"grid": 4, "block": 32},
    lambda: {"flags": np.zeros(4, np.uint32), "sums": np.zeros(4, np.uint32)},
    lambda a: a["sums"].tolist() == [1, 2, 3, 4],
    variants={
        "fences": {
            "poll": "ld.relaxed.gpu.global.u32",
            "behind": "fence.acq_rel.gpu;",
            "before": "fence.acq_rel.gpu;",
            "signal": "st.relaxed.gpu.global.u32",
        },
        "volatile": {
            "poll": "ld.volatile.global.u32",
            "behind": "membar.gl;",
            "before": "membar.gl;",
            "signal": "st.volatile.global.u32",
        },
    },
)


KERNELS["rows"] = Pipeline(
    """
    .shared .align 16 .b32 halo[34];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mad.lo.u32 %r3, %r2, 32, %r1;
    mul.wide.u32 %rd3, %r3, 4;
    add.u64 %rd4, %rd1, %rd3;
    mov.u32 %r4, halo;
    mad.lo.u32 %r5, %r1, 4, %r4;
    ld.global.u32 %r6, [%rd4];
    st.shared.u32 [%r5+4], %r6;
    mov.u32 %r7, 0;
    setp.eq.u32 %p1, %r1, 0;
    setp.ne.u32 %p2, %r2, 0;
    and.pred %p2, %p1, %p2;
    <left>
    @%p1 st.shared.u32 [halo], %r7;
    mov.u32 %r8, 0;
    setp.eq.u32 %p3, %r1, 31;
    setp.ne.u32 %p4, %r2, 2;
    and.pred %p4, %p3, %p4;
    <right>
    <edge>
    bar.sync 0;
    ld.shared.u32 %r10, [%r5];
    ld.shared.u32 %r11, [%r5+4];
    ld.shared.u32 %r12, [%r5+8];
    add.u32 %r10, %r10, %r11;
    add.u32 %r10, %r10, %r12;
    add.u64 %rd5, %rd2, %rd3;
    <store>
    ret;
""",
    {
        "left": "@%p2 ld.global.u32 %r7, [%rd4+-4];",
        "right": "@%p4 ld.global.u32 %r8, [%rd4+4];",
        "edge": "@%p3 st.shared.u32 [halo+132], %r8;",
        "store": "st.global.u32 [%rd5], %r10;",
    },
    {
        "no guard at the left": ({"left": "@%p1 ld.global.u32 %r7, [%rd4+-4];"}, "out-of-bounds", ""),
        "no guard at the right": ({"right": "@%p3 ld.global.u32 %r8, [%rd4+4];"}, "out-of-bounds", ""),
        "the edge is not written": ({"edge": ""}, "uninitialized-memory", ""),
        "in place": ({"store": "st.global.u32 [%rd4], %r10;"}, "race", ""),
        "the edge is one further": ({"edge": "@%p3 st.shared.u32 [halo+136], %r8;"}, "out-of-bounds", ""),
        "all at one place": ({"store": "st.global.u32 [%rd2], %r10;"}, "race", ""),
        "eight bytes": ({"store": "st.global.v2.u32 [%rd5], {%r10, %r10};"}, "misaligned", ""),
        "an undefined register": (
            {"left": "@%p2 ld.global.u32 %r17, [%rd4+-4]; @%p1 mov.u32 %r7, %r17;"},
            "uninitialized-register",
            "",
        ),
    },
    {"grid": 3, "block": 32},
    lambda: {"x": words(96), "out": np.zeros(96, np.uint32)},
    lambda a: a["out"].tolist() == np.convolve(words(96), [1, 1, 1], "same").tolist(),
)


KERNELS["lock"] = Pipeline(
    """
    ld.param.u64 %rd1, [lock];
    ld.param.u64 %rd2, [sum];
    mov.u32 %r1, %tid.x;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 ret;
SPIN:
    <take> %r2, [%rd1], 0, 1;
    setp.ne.u32 %p2, %r2, 0;
    @%p2 bra SPIN;
    <behind>
    ld.global.u32 %r3, [%rd2];
    add.u32 %r3, %r3, 5;
    <add> [%rd2], %r3;
    <give>
    ret;
""",
    {
        "take": "atom.acquire.gpu.global.cas.b32",
        "behind": "",
        "add": "st.global.u32",
        "give": "atom.release.gpu.global.exch.b32 %r4, [%rd1], 0;",
    },
    {
        "given by a plain store": ({"give": "st.global.u32 [%rd1], 0;"}, "race", ""),
        "given without release": ({"give": "atom.relaxed.gpu.global.exch.b32 %r4, [%rd1], 0;"}, "race", ""),
        "release of the CTA": ({"give": "atom.release.cta.global.exch.b32 %r4, [%rd1], 0;"}, "race", ""),
        "never given": ({"give": ""}, "livelock", ""),
        "given before the store": (
            {"add": "atom.release.gpu.global.exch.b32 %r4, [%rd1], 0; st.global.u32", "give": ""},
            "race",
            "",
        ),
    },
    {"grid": 4, "block": 32},
    lambda: {"lock": np.zeros(1, np.uint32), "sum": np.zeros(1, np.uint32)},
    lambda a: a["sum"][0] == 20,
    variants={
        "fences": {
            "take": "atom.relaxed.gpu.global.cas.b32",
            "behind": "fence.acq_rel.gpu;",
            "give": "fence.acq_rel.gpu; st.relaxed.gpu.global.u32 [%rd1], 0;",
        }
    },
)


KERNELS["bulk sums"] = Pipeline(
    """
    .shared .align 128 .b32 part[64];
    ld.param.u64 %rd1, [sum];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, part;
    mad.lo.u32 %r3, %r1, 4, %r2;
    st.shared.u32 [%r3], 1;
    fence.proxy.async.shared::cta;
    bar.sync 0;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra END;
    cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [part], <size>;
    <again>
    cp.async.bulk.commit_group;
    <wait>
    <fence>
    ld.global.u32 %r4, [%rd1];
    st.global.u32 [%rd2], %r4;
END:
    ret;
""",
    {"size": "256", "again": "", "wait": "cp.async.bulk.wait_group 0;", "fence": "fence.proxy.async.global;"},
    {
        "waits for the reads only": ({"wait": "cp.async.bulk.wait_group.read 0;"}, "race", ""),
        "beyond the array": ({"size": "272"}, "out-of-bounds", ""),
        "part of it changes at once": ({"again": "st.shared.u32 [part+8], 3;"}, "race", ""),
        "no wait": ({"wait": ""}, "race", ""),
    },
    {"block": 64},
    lambda: {"sum": np.zeros(64, np.uint32), "out": np.zeros(1, np.uint32)},
    lambda a: (a["sum"] == 1).all() and a["out"][0] == 1,
)


# CTA 0 publishes a word with a flag; CTA 1 reads both.
SPIN = "setp.eq.u32 %p2, %r2, 0; @%p2 bra WAIT;"
KERNELS["flag"] = Pipeline(
    """
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %ctaid.x;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra WAIT;
    st.global.u32 [%rd1+4], 7;
    st.release.gpu.global.u32 [%rd1], 1;
    ret;
WAIT:
    <read>
    <test>
    <again>
    ld.global.u32 %r3, [%rd1+4];
    st.global.u32 [%rd2], %r3;
    st.global.u32 [%rd2+4], %r2;
    ret;
""",
    {"read": "ld.acquire.gpu.global.u32 %r2, [%rd1];", "test": SPIN, "again": ""},
    {
        "the flag is read once": ({"test": ""}, "race", "no instruction tests the value"),
        "an atomic whose value is only stored": (
            {"read": "atom.acquire.gpu.global.add.u32 %r2, [%rd1], 0;", "test": ""},
            "race",
            "no instruction tests the value",
        ),
        "a fence after an untested read": (
            {"read": "ld.relaxed.gpu.global.u32 %r2, [%rd1];", "test": "", "again": "fence.acq_rel.gpu;"},
            "race",
            "no instruction tests the value",
        ),
        "an untested read of the word itself": (
            {
                "read": "ld.relaxed.gpu.global.u32 %r2, [%rd1];",
                "test": "",
                "again": "st.global.u32 [%rd1], 5; ret;",
            },
            "race",
            "x+0",
        ),
    },
    {"grid": 2, "block": 1},
    lambda: {"x": np.zeros(2, np.uint32), "out": np.zeros(2, np.uint32)},
    lambda a: a["out"].tolist() == [7, 1],
    variants={
        "the value decides an address": {
            "test": "and.b32 %r4, %r2, 0; cvt.u64.u32 %rd3, %r4; add.u64 %rd1, %rd1, %rd3;"
        },
        "acquired after a relaxed wait": {
            "read": "ld.relaxed.gpu.global.u32 %r2, [%rd1];",
            "again": "ld.acquire.gpu.global.u32 %r4, [%rd1];",
        },
    },
)


# CTA 1 hands three partial tiles to CTA 0 through one place in memory; each waits for the other.
KERNELS["partial tiles"] = Pipeline(
    """
    ld.param.u64 %rd1, [place];
    ld.param.u64 %rd2, [turns];
    ld.param.u64 %rd3, [out];
    mov.u32 %r1, %tid.x;
    mad.wide.u32 %rd1, %r1, 4, %rd1;
    mad.wide.u32 %rd3, %r1, 4, %rd3;
    setp.eq.u32 %p1, %r1, 0;
    mov.u32 %r2, 0;
    mov.u32 %r3, %ctaid.x;
    setp.ne.u32 %p2, %r3, 0;
    @%p2 bra MAKE;
TAKE:
    add.u32 %r4, %r2, 1;
    @!%p1 bra CAME;
COME:
    ld.acquire.gpu.global.u32 %r5, [%rd2];
    setp.lt.u32 %p3, %r5, %r4;
    @%p3 bra COME;
CAME:
    bar.sync 0;
    ld.global.u32 %r6, [%rd1];
    ld.global.u32 %r7, [%rd3];
    add.u32 %r7, %r7, %r6;
    st.global.u32 [%rd3], %r7;
    <read>
    @%p1 st.release.gpu.global.u32 [%rd2+4], %r4;
    mov.u32 %r2, %r4;
    setp.lt.u32 %p4, %r2, 3;
    @%p4 bra TAKE;
    ret;
MAKE:
    <taken>
    bar.sync 0;
    add.u32 %r6, %r1, %r2;
    st.global.u32 [%rd1], %r6;
    <made>
    add.u32 %r2, %r2, 1;
    @%p1 st.release.gpu.global.u32 [%rd2], %r2;
    setp.lt.u32 %p4, %r2, 3;
    @%p4 bra MAKE;
    ret;
""",
    {
        "read": "bar.sync 0;",
        "made": "bar.sync 0;",
        "taken": "@!%p1 bra FREE; ROOM: ld.acquire.gpu.global.u32 %r5, [%rd2+4];"
        "setp.ne.u32 %p3, %r5, %r2; @%p3 bra ROOM; FREE:",
    },
    {
        "released before the other lanes have read": ({"read": ""}, "race", "place+"),
        "released before the other lanes have written": ({"made": ""}, "race", "place+"),
    },
    {"grid": 2, "block": 32},
    lambda: {
        "place": np.zeros(32, np.uint32),
        "turns": np.zeros(2, np.uint32),
        "out": np.zeros(32, np.uint32),
    },
    lambda a: a["out"].tolist() == (3 * words(32) + 3).tolist(),
    variants={"a barrier of the warp": {"read": "bar.warp.sync 0xffffffff;"}},
)


KERNELS["counts of two sizes"] = Pipeline(
    """
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    setp.ge.u32 %p1, %r1, 32;
    @%p1 red.global.add.u64 [%rd1], 1;
    <sync>
    @!%p1 red.global.add.u32 [%rd1+<second>], 1;
    ret;
""",
    {"sync": "", "second": "8"},
    {"both count in one word": ({"second": "4"}, "race", "only if they have one size")},
    {"block": 64},
    lambda: {"x": np.zeros(4, np.uint32)},
    lambda a: a["x"].sum() == 64,
    variants={"one after the other": {"sync": "bar.sync 0;", "second": "4"}},
)


KERNELS["discarded line"] = Pipeline(
    """
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    mad.wide.u32 %rd2, %r1, 4, %rd1;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 discard.global.L2 [%rd1+<first>], 128;
    <sync>
    <write>
    ld.global.u32 %r2, [%rd2];
    st.global.u32 [%rd2+128], %r2;
    ret;
""",
    {"first": "0", "sync": "bar.warp.sync 0xffffffff;", "write": "st.global.u32 [%rd2], %r1;"},
    {
        "read before it is written": ({"write": ""}, "uninitialized-memory", "discarded"),
        "discarded by another lane at the same time": ({"sync": ""}, "race", ""),
        "half of a line": ({"first": "64"}, "misaligned", ""),
        "beyond the array": ({"first": "256"}, "out-of-bounds", ""),
    },
    {"block": 32},
    lambda: {"x": np.zeros(64, np.uint32)},
    lambda a: a["x"].tolist() == 2 * list(range(32)),
)


test_right_kernels_are_clean, test_mistakes_are_reported = pair_of_tests(KERNELS, LATE)
