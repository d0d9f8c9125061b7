"""Races on the native engine, whose verdict is that of the reference engine."""

from __future__ import annotations

import random
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import SimFault
from pyptx.sim import simulate
from pyptx.sim.native import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.program import Program
    from pyptx.sim import SimReport

BOX = 2048
HEAD = f"""
    .shared .align 16 .b8 box[{BOX}];
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    shr.u32 %r2, %r1, 5;
    and.b32 %r3, %r1, 31;
    mov.u32 %r4, box;
    mov.u32 %r20, %ctaid.x;
    mad.lo.u32 %r21, %r20, 4096, %r1;
"""
PLACES = {
    "row": "mul.lo.u32 %r5, {lane}, {size};",
    "shifted": "add.u32 %r5, {lane}, 5; mul.lo.u32 %r5, %r5, {size};",
    "crossed": "xor.b32 %r5, {lane}, 31; mul.lo.u32 %r5, %r5, {size};",
    "one": "mov.u32 %r5, 0;",
    "one of a warp": "mul.lo.u32 %r5, %r2, {size};",
    "fragment": "shr.u32 %r5, {lane}, 2; shl.b32 %r6, %r5, 3; and.b32 %r5, {lane}, 3; add.u32 %r5, %r5, %r6;"
    "mul.lo.u32 %r5, %r5, {size};",
    "strided": "mul.lo.u32 %r5, {lane}, 3; mul.lo.u32 %r5, %r5, {size};",
    "rows of nine": "mul.lo.u32 %r5, {lane}, 9; mul.lo.u32 %r5, %r5, {size};",
    "falling": "sub.u32 %r5, 127, {lane}; mul.lo.u32 %r5, %r5, 5; mul.lo.u32 %r5, %r5, {size};",
}
GUARDS = (
    "setp.ne.u32 %p1, %r4, 0xffffffff;", "setp.ne.u32 %p1, %r4, 0xffffffff;", "setp.eq.u32 %p1, %r2, 1;",
    "setp.lt.u32 %p1, %r3, 8;", "setp.eq.u32 %p1, %r1, 33;",
)  # fmt: skip
ORDERS = ("bar.sync 0;", "bar.sync 0;", "bar.warp.sync 0xffffffff;", "membar.gl;")
VALUES = {
    1: (".u8", "%h1"), 2: (".u16", "%h1"), 4: (".u32", "%r7"), 8: (".v2.u32", "{%r7, %r8}"),
    16: (".v4.u32", "{%r7, %r8, %r9, %r10}"),
}  # fmt: skip


def accesses(rng: random.Random) -> str:
    """A few loads, stores and atomics of all sizes and patterns, barriers among them."""
    lines = [HEAD]
    for _ in range(rng.randint(2, 7)):
        if rng.random() < 0.3:
            lines.append(rng.choice(ORDERS))
            continue
        kind, space = rng.choice(("ld", "ld", "st", "st", "atom")), rng.choice(("shared", "shared", "global"))
        size = 4 if kind == "atom" else rng.choice(tuple(VALUES))
        type_, value = VALUES[size]
        place = rng.choice(tuple(PLACES.values())).format(lane=rng.choice(("%r1", "%r3")), size=size)
        offset = rng.choice((0, 0, size, 64, 512)) // size * size
        lines += [place, f"add.u32 %r5, %r5, {offset}; and.b32 %r5, %r5, {(BOX - 1) & ~(size - 1)};"]
        lines += [
            rng.choice(GUARDS),
            "add.u32 %r6, %r4, %r5; cvt.u64.u32 %rd2, %r5; add.s64 %rd2, %rd1, %rd2;",
        ]
        lines += ["add.u32 %r21, %r21, 1000; cvt.u16.u32 %h1, %r21;"]
        lines += [f"add.u32 %r{number}, %r21, {number};" for number in (7, 8, 9, 10)]
        address = "[%r6]" if space == "shared" else "[%rd2]"
        if kind == "ld":
            lines.append(f"@%p1 ld.{space}{type_} {value}, {address};")
        elif kind == "st":
            lines.append(f"@%p1 st.{space}{type_} {address}, {value};")
        else:
            lines.append(f"@%p1 atom.{space}.add.u32 %r11, {address}, %r7;")
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(40))
def test_both_engines_find_the_same(run: Callable[..., Any], seed: int) -> None:
    rng = random.Random(seed)
    body, grid, block = accesses(rng), rng.choice((1, 1, 2)), rng.choice((32, 64, 96, 100))
    with suppress(SimFault):  # which `run` has compared
        run(body, x=np.zeros(BOX, np.uint8), grid=grid, block=block, checks=("races",))


@pytest.mark.parametrize("meets", ["bar.sync 0;", "bar.warp.sync 0xffffffff;", ""])
@pytest.mark.parametrize("distance", [0, 1, 32])
@pytest.mark.parametrize(("size", "stride"), [(4, 36), (8, 40), (16, 48), (4, 132)])
@pytest.mark.parametrize("space", ["shared", "global"])
def test_threads_with_rows_of_their_own(
    run: Callable[..., Any], space: str, size: int, stride: int, distance: int, meets: str
) -> None:
    """Each thread of two warps writes its row and reads that of another thread, twice."""
    type_, value = VALUES[size]
    base = ("%rd1", "%rd2", "%rd4", "u64") if space == "global" else ("%r4", "%r5", "%r6", "u32")
    array, mine, other, address = base
    product = "mul.wide" if address == "u64" else "mul.lo"
    body = [
        f".shared .align 16 .b8 box[{64 * stride}]; mov.u32 %r4, box;",
        "ld.param.u64 %rd1, [x]; mov.u32 %r1, %tid.x;",
        f"xor.b32 %r2, %r1, {distance}; mov.u32 %r7, 1; mov.u32 %r8, 1; mov.u32 %r9, 1; mov.u32 %r10, 1;",
        f"{product}.u32 {mine}, %r1, {stride}; add.{address} {mine}, {mine}, {array};",
        f"{product}.u32 {other}, %r2, {stride}; add.{address} {other}, {other}, {array};",
    ]
    for _ in range(2):
        body += [f"st.{space}{type_} [{mine} + {k}], {value};" for k in range(0, 32, size)]
        body += [meets, *(f"ld.{space}{type_} {value}, [{other} + {k}];" for k in range(0, 32, size)), meets]
        body.append("add.u32 %r7, %r7, 1;")
    ordered = distance == 0 or meets.startswith("bar.sync") or (distance < 32 and bool(meets))
    with nullcontext() if ordered else pytest.raises(SimFault, match=r"^race"):
        run("\n".join(body), x=np.zeros(64 * stride, np.uint8), block=64, checks=("races",))


ROW = ".shared .align 128 .b8 box[8192]; mov.u32 %r4, box; mov.u32 %r1, %tid.x; cvt.u16.u32 %h1, %r1;"
COLUMN = "mad.lo.u32 %r6, %r1, 128, %r4;"


@pytest.mark.parametrize("row", ["%r1", "%r3"])
@pytest.mark.parametrize("size", [4, 8, 16])
@pytest.mark.parametrize("accesses", ["ld", "st", "ld st", "st ld"])
def test_two_warps_at_one_row(run: Callable[..., Any], accesses: str, size: int, row: str) -> None:
    """Whole lines of global memory, which the native engine checks at once."""
    type_, value = VALUES[size]
    texts = {"ld": f"ld.global{type_} {value}, [%rd2];", "st": f"st.global{type_} [%rd2], {value};"}
    lines = [texts[each] for each in accesses.split()]
    place = f"mov.u32 %r7, %r1; mul.wide.u32 %rd2, {row}, {size}; add.u64 %rd2, %rd1, %rd2;"
    is_race = row == "%r3" and "st" in accesses
    with pytest.raises(SimFault, match="race") if is_race else nullcontext():
        run("\n".join((HEAD, place, *lines)), x=np.zeros(256, np.uint32), block=64, checks=("races",))


@pytest.mark.parametrize("access", ["ld.shared.u32 %r7, [%r6];", "st.shared.u32 [%r6], %r1;"])
@pytest.mark.parametrize("meets", ["bar.warp.sync 0xffffffff;", ""])
@pytest.mark.parametrize("size", [1, 2])
def test_a_word_that_several_threads_wrote(
    run: Callable[..., Any], size: int, meets: str, access: str
) -> None:
    """Thread 0 wrote the first byte of the word that it accesses next, other threads the rest of it."""
    body = (
        f"{ROW} mad.lo.u32 %r5, %r1, {size}, %r4; st.shared.u{8 * size} [%r5], %h1; {meets} {COLUMN} {access}"
    )
    with nullcontext() if meets else pytest.raises(SimFault, match=r"^race"):
        run(body, checks=("races",))


@pytest.mark.parametrize("space", ["shared", "global"])
@pytest.mark.parametrize("earlier", [3, 37])
def test_two_lanes_that_write_different_values(run: Callable[..., Any], earlier: int, space: str) -> None:
    """A thread wrote before a barrier: the report names none but the two lanes that write behind it."""
    place = "[box]" if space == "shared" else "[%rd1]"
    body = f"""{HEAD}
        setp.eq.u32 %p1, %r1, {earlier}; setp.eq.u32 %p2, %r1, 3; setp.eq.or.u32 %p2, %r1, 5, %p2;
        @%p1 st.{space}.u32 {place}, 1;
        bar.sync 0;
        @%p2 st.{space}.u32 {place}, %r1;
    """
    with pytest.raises(SimFault, match="race") as caught:
        run(body, x=np.zeros(256, np.uint32), block=64, checks=("races",))
    assert "thread (3, 0, 0)" in str(caught.value)


@pytest.mark.parametrize("meets", ["bar.warp.sync 0xffffffff;", ""])
def test_words_of_a_row_of_which_threads_rewrote_some(run: Callable[..., Any], meets: str) -> None:
    """Thread 0 reads the word of thread 3, which it wrote itself in another row some time before."""
    body = f"""
        {ROW}
        mad.lo.u32 %r5, %r1, 4, %r4;
        setp.eq.u32 %p1, %r1, 0; setp.eq.u32 %p2, %r1, 1;
        @%p1 st.shared.u32 [box+4108], %r1;
        @%p2 st.shared.u32 [box+4116], %r1;
        bar.warp.sync 0xffffffff;
        st.shared.u32 [%r5+4096], %r1;
        st.shared.u32 [%r5], %r1;
        setp.eq.u32 %p1, %r1, 5; setp.eq.u32 %p2, %r1, 7;
        @%p1 st.shared.u32 [%r5], %r1;
        @%p2 st.shared.u32 [%r5], %r1;
        {meets}
        {COLUMN}
        ld.shared.u32 %r7, [%r6+12];
    """
    with nullcontext() if meets else pytest.raises(SimFault, match=r"^race"):
        run(body, checks=("races",))


# Few locations, and every kind of synchronisation except flags, which depend on timing.
MEETS_OFTEN = f"""
    .shared .align 8 .b64 objects[10];
    {HEAD}
    setp.lt.u32 %p1, %r1, 10;
    mov.u32 %r22, objects;
    mad.lo.u32 %r22, %r1, 8, %r22;
    @%p1 mbarrier.init.shared::cta.b64 [%r22], 32;
    bar.sync 0;
"""
WHO = (
    "setp.ne.u32 %p1, %r4, 0xffffffff;", "setp.eq.u32 %p1, %r2, 0;", "setp.eq.u32 %p1, %r2, 1;",
    "setp.eq.u32 %p1, %r1, 0;", "setp.eq.u32 %p1, %r1, 37;", "setp.lt.u32 %p1, %r3, 8;",
)  # fmt: skip
EVENTS = (
    "@%p1 ld.shared.u32 %r7, [%r5];",
    "@%p1 st.shared.u32 [%r5], %r21;",
    "@%p1 cp.async.ca.shared.global [%r5], [%rd2], 4;",
    "cp.async.commit_group;",
    "cp.async.wait_group 0;",
    "cp.async.wait_group 1;",
    "fence.proxy.async;",
    "@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [box], 128; @%p1 cp.async.bulk.commit_group;",
    "@%p1 cp.async.bulk.wait_group.read 0;",
    "@%p1 cp.async.bulk.wait_group 0;",
)
MEETINGS = (
    "bar.sync 0;",
    "bar.warp.sync 0xffffffff;",
    "setp.lt.u32 %p1, %r3, 16; @%p1 bar.warp.sync 0xffff;",
    "setp.eq.u32 %p1, %r2, 0; @%p1 bar.arrive 1, 64; setp.eq.u32 %p1, %r2, 1; @%p1 bar.sync 1, 64;",
    "setp.eq.u32 %p1, %r2, 1; @%p1 bar.arrive 2, 64; setp.eq.u32 %p1, %r2, 0; @%p1 bar.sync 2, 64;",
)


def meetings(rng: random.Random) -> str:
    """A few operations of some threads at few places, meetings of others among them."""
    lines = [MEETS_OFTEN]
    for number in range(rng.randint(4, 10)):
        where = rng.choice(("mov.u32 %r5, 0;", "shl.b32 %r5, %r3, 2;", "shl.b32 %r5, %r1, 2;"))
        lines += [where, "cvt.u64.u32 %rd2, %r5; add.s64 %rd2, %rd1, %rd2; add.u32 %r5, %r4, %r5;"]
        lines += ["add.u32 %r21, %r21, 1000;", rng.choice(WHO)]
        if rng.random() < 0.6:
            lines.append(rng.choice(EVENTS))
        elif rng.random() < 0.6:
            lines.append(rng.choice(MEETINGS))
        else:  # a warp arrives at an object; it and some others wait
            arrives = rng.choice(
                ("mbarrier.arrive.shared::cta.b64 _,", "cp.async.mbarrier.arrive.noinc.shared.b64")
            )
            lines.append(f"setp.eq.u32 %p2, %r2, {rng.randrange(2)}; @%p2 {arrives} [objects+{8 * number}];")
            lines.append(f"or.pred %p1, %p1, %p2; @!%p1 bra ON{number};")
            lines.append(
                f"WAIT{number}: mbarrier.try_wait.parity.shared::cta.b64 %p3, [objects+{8 * number}], 0;"
            )
            lines.append(f"@!%p3 bra WAIT{number}; ON{number}:")
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(60))
def test_both_engines_know_what_is_in_order(run: Callable[..., Any], seed: int) -> None:
    rng = random.Random(seed)
    with suppress(SimFault):  # which `run` has compared
        run(meetings(rng), x=np.arange(BOX, dtype=np.uint8), block=64, checks=("races",))


# The second warp reads only if the first one was before it, which only the native engine brings about.
MEETS = """
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 32;
    @%p1 bra FIRST;
    ld.volatile.global.u32 %r2, [%rd1];
    setp.eq.u32 %p2, %r2, 0;
    @%p2 bra LAST;
    ld.global.u32 %r3, [%rd1+4];
LAST:
    ret;
FIRST:
    st.global.u32 [%rd1+4], 7;
    st.volatile.global.u32 [%rd1], 1;
"""


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_what_only_one_order_shows_is_not_lost(program: Callable[..., Program]) -> None:
    made = program(MEETS)

    def launched(native: bool | None) -> SimReport:
        x = np.zeros(2, np.uint32)
        return simulate(made, (x,), grid=(1, 1, 1), block=(64, 1, 1), checks="all", native=native)

    assert launched(native=False).engine == "numpy"
    with pytest.raises(SimFault, match=r"race: this thread reads x\+4") as caught:
        launched(native=None)
    fault = caught.value
    assert "another thread wrote:\n    st.global.u32 [%rd1+4], 7;" in str(fault)
    assert "found as each warp ran on until it waited" in str(fault)
    assert fault.instruction == "ld.global.u32 %r3, [%rd1+4];"
    assert fault.thread is not None
    assert fault.other is not None
    assert (fault.thread["warp"], fault.other["thread"]["warp"]) == (1, 0)


@pytest.mark.parametrize("schedule", ["early", "late"])
@pytest.mark.parametrize(("first", "races"), [(0, False), (1, True)])
def test_the_copy_of_a_lane_that_does_not_arrive(
    run: Callable[..., Any], first: int, schedule: str, *, races: bool
) -> None:
    """Lane 7 reads what lane 0 has copied over a value that was there before."""
    body = f"""{HEAD}
        .shared .align 8 .b64 full;
        setp.eq.u32 %p1, %r1, 0; setp.ge.u32 %p2, %r1, {first};
        @%p1 mbarrier.init.shared.b64 [full], {32 - first};
        mul.wide.u32 %rd2, %r1, 16; add.u64 %rd2, %rd1, %rd2;
        mad.lo.u32 %r5, %r1, 16, %r4;
        st.shared.v4.u32 [%r5], {{%r1, %r1, %r1, %r1}};
        bar.sync 0;
        cp.async.ca.shared.global [%r5], [%rd2], 16;
        @%p2 cp.async.mbarrier.arrive.noinc.shared.b64 [full];
    WAIT:
        mbarrier.try_wait.parity.shared.b64 %p3, [full], 0;
        @!%p3 bra WAIT;
        xor.b32 %r6, %r1, 7; mad.lo.u32 %r6, %r6, 16, %r4; ld.shared.u32 %r7, [%r6];
    """
    with pytest.raises(SimFault, match="race") if races else nullcontext():
        run(body, x=np.zeros(128, np.uint32), checks=("races",), schedule=schedule)


# A warpgroup multiplies a tile of A with one of B, after thread 0 has written some chunks of A once more.
MULTIPLIES = """
    .shared .align 1024 .b8 tile[12288];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 0;
    mov.u32 %r2, tile;
    mad.lo.u32 %r3, %r1, 16, %r2;
    mov.u32 %r4, 0;
    {zeros}
    fence.proxy.async.shared::cta;
    bar.sync 0;
    {again}
    bar.sync 0;
    cvt.u64.u32 %rd1, %r2;
    shr.u64 %rd1, %rd1, 4;
    or.b64 %rd2, %rd1, {of_a};
    add.u64 %rd3, %rd1, {of_b};
    wgmma.fence.sync.aligned;
    wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {{%f0, %f1, %f2, %f3}}, %rd2, %rd3, 0, 1, 1, 0, 0;
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
"""


@pytest.mark.parametrize("width", [16, 32, 64, 128])
@pytest.mark.parametrize("reads", [False, True])
def test_an_mma_reads_the_chunks_of_its_swizzle(run: Callable[..., Any], width: int, reads: bool) -> None:
    """Thread 0 writes the last chunk that the MMA reads, or those around, with no proxy fence behind it."""
    offsets = [
        row // 8 * 256 + row % 8 * 16 + 128 * chunk if width == 16 else row * width + 16 * chunk
        for row in range(64)
        for chunk in range(2)
    ]
    flips = {16: 0, 32: 0x80, 64: 0x180, 128: 0x380}[width]
    read = {offset ^ (offset & flips) >> 3 for offset in offsets}
    behind = max(read) + 16
    again = [max(read)] if reads else [at for at in (*range(0, 1024, 16), behind) if at not in read]
    stride = 256 if width == 16 else 8 * width
    body = MULTIPLIES.format(
        zeros="".join(
            f"st.shared.v4.u32 [%r3+{at}], {{%r4, %r4, %r4, %r4}};" for at in range(0, 12288, 2048)
        ),
        again="".join(f"@%p1 st.shared.v4.u32 [%r2+{at}], {{%r4, %r4, %r4, %r4}};" for at in again),
        of_a=128 >> 4 << 16 | stride >> 4 << 32 | {16: 0, 32: 3, 64: 2, 128: 1}[width] << 62,
        of_b=10240 >> 4 | 128 >> 4 << 16 | 256 >> 4 << 32,
    )
    with pytest.raises(SimFault, match="proxy") if reads else nullcontext():
        run(body, x=np.zeros(4, np.uint32), block=128, checks=("races",))


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
@pytest.mark.parametrize(
    ("space", "racing", "cluster", "started"),
    [
        ("shared", 1, 1, [1, 1, 0, 0]),
        ("shared", 0, 2, [1, 1, 0, 0]),
        ("shared", 2, 2, [1, 1, 1, 1]),
        ("shared", 257, 1, [1] * 258 + [0] * 6),
        ("global", 1, 1, [1, 1, 1, 1]),
    ],
    ids=["first batch", "cluster", "second cluster", "second batch", "global"],
)
def test_ctas_after_a_race_in_shared_memory_do_not_start(
    program: Callable[..., Program], space: str, racing: int, cluster: int, started: list[int]
) -> None:
    """The reference engine runs the CTAs up to the race, 256 in a batch.

    In global memory other CTAs may take part in one.
    """
    grid = len(started)
    source = program(
        f"""
        .shared .align 4 .b32 cell;
        ld.param.u64 %rd1, [out];
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %tid.x;
        mul.wide.u32 %rd2, %r1, 4;
        add.s64 %rd2, %rd1, %rd2;
        setp.eq.u32 %p1, %r2, 0;
        @%p1 st.global.u32 [%rd2], 1;
        setp.ne.u32 %p2, %r1, {racing};
        @%p2 ret;
        st.{space}.u32 [{"cell" if space == "shared" else f"%rd1+{4 * grid}"}], %r2;
        """,
        params=".param .u64 out",
    )
    out = np.zeros(grid + 1, np.uint32)
    with pytest.raises(SimFault) as caught:
        simulate(source, [out], grid=(grid, 1, 1), block=(64, 1, 1), cluster=(cluster, 1, 1), checks="all")
    assert caught.value.rule == "race"
    assert f"in CTA ({racing}, 0, 0)" in str(caught.value)
    assert out[:grid].tolist() == started
