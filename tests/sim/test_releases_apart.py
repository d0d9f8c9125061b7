"""Lanes of a warp that release one by one, and atomics in any order: each orders its own accesses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import SimFault

if TYPE_CHECKING:
    from collections.abc import Callable

# Lanes 0 and 1 of a warp arrive at an mbarrier; a thread of the other warp waits and reads what both wrote.
ARRIVALS = """
    .shared .align 8 .b64 bar;
    .shared .align 4 .b32 box[2];
    ld.param.u64 %rd3, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, box;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared.b64 [bar], {count};
    bar.sync 0;
    setp.eq.u32 %p2, %r1, 32;
    @%p2 bra WAIT;
    setp.gt.u32 %p2, %r1, 1;
    @%p2 ret;
    mad.lo.u32 %r3, %r1, 4, %r2;
    @%p1 bra FIRST;
    st.shared.u32 [%r3], 7;
    {second}
    mbarrier.arrive.shared.b64 %rd4, [bar];
    ret;
FIRST:
    {first}
    ret;
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p3, [bar], 0;
    @!%p3 bra WAIT;
    ld.shared.u32 %r4, [%r2];
    ld.shared.u32 %r5, [%r2+4];
    add.u32 %r4, %r4, %r5;
    st.global.u32 [%rd3], %r4;
"""
WRITES, ARRIVES = "st.shared.u32 [%r3], 7;", "mbarrier.arrive.shared.b64 %rd4, [bar];"


@pytest.mark.parametrize(
    ("count", "first", "second", "races"),
    [
        (2, WRITES + ARRIVES, "", False),
        (2, ARRIVES + WRITES, "", True),
        (1, WRITES + "bar.warp.sync 3;", "bar.warp.sync 3;", False),
        (1, WRITES, "", True),
    ],
)
def test_lanes_that_arrive_one_by_one(
    run: Callable[..., Any], count: int, first: str, second: str, races: bool
) -> None:
    """The arrival of a lane orders its own accesses, not those of an exited lane or of an earlier one."""
    body, out = ARRIVALS.format(count=count, first=first, second=second), np.zeros(1, np.uint32)
    if races:
        with pytest.raises(SimFault, match=r"race: this thread reads box\+0"):
            run(body, out=out, block=64, checks="all")
        return
    run(body, out=out, block=64, checks="all")
    assert out[0] == 14


# Two lanes of a warp add to a counter in global memory, for which a thread of another CTA waits.
COUNTED = """
    ld.param.u64 %rd1, [count];
    ld.param.u64 %rd2, [data];
    ld.param.u64 %rd3, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    setp.eq.u32 %p1, %r2, 1;
    @%p1 bra READ;
    mad.wide.u32 %rd4, %r1, 4, %rd2;
    setp.eq.u32 %p2, %r1, {late};
    @%p2 bra LATE;
    st.global.u32 [%rd4], 7;
    {add}
    ret;
LATE:
    {write}
    ret;
READ:
    setp.ne.u32 %p2, %r1, 0;
    @%p2 ret;
POLL:
    ld.acquire.gpu.global.u32 %r5, [%rd1];
    setp.lt.u32 %p3, %r5, 2;
    @%p3 bra POLL;
    ld.global.u32 %r6, [%rd2];
    ld.global.u32 %r7, [%rd2+4];
    add.u32 %r6, %r6, %r7;
    st.global.u32 [%rd3], %r6;
"""
ADDS = (
    "red.release.gpu.global.add.u32 [%rd1], 1;",
    "fence.acq_rel.gpu; red.relaxed.gpu.global.add.u32 [%rd1], 1;",
)


@pytest.mark.parametrize("late", [0, 1])
@pytest.mark.parametrize("add", ADDS)
@pytest.mark.parametrize("races", [False, True])
def test_lanes_that_count_one_by_one(run: Callable[..., Any], late: int, add: str, races: bool) -> None:
    write = "st.global.u32 [%rd4], 7;"
    body = COUNTED.format(late=late, add=add, write=add + write if races else write + add)
    arrays = {name: np.zeros(size, np.uint32) for name, size in (("count", 1), ("data", 2), ("out", 1))}
    if races:
        with pytest.raises(SimFault, match=rf"race: this thread (reads|writes) data\+{4 * late}"):
            run(body, **arrays, grid=2, block=2, checks="all")
        return
    run(body, **arrays, grid=2, block=2, checks="all")
    assert arrays["out"][0] == 14


# Lanes 0 and 1 execute a proxy fence one by one; a thread of the other warp copies what lane 0 wrote.
FENCED = """
    .shared .align 16 .b32 box[4];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 0;
    setp.eq.u32 %p2, %r1, 1;
    mov.u32 %r2, 7;
    @%p1 bra FIRST;
    @%p2 bra SECOND;
    bra MET;
FIRST:
    {first}
    bra MET;
SECOND:
    fence.proxy.async;
MET:
    bar.sync 0;
    setp.ne.u32 %p3, %r1, 32;
    @%p3 ret;
    cp.async.bulk.global.shared::cta.bulk_group [%rd1], [box], 16;
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
"""


@pytest.mark.parametrize("races", [False, True])
def test_a_fence_of_another_lane(run: Callable[..., Any], races: bool) -> None:
    write, fence = "st.shared.v4.u32 [box], {%r2, %r2, %r2, %r2};", "fence.proxy.async;"
    out = np.zeros(4, np.uint32)
    if races:
        with pytest.raises(SimFault, match="proxy-fence"):
            run(FENCED.format(first=fence + write), out=out, block=64, checks="all")
        return
    run(FENCED.format(first=write + fence), out=out, block=64, checks="all")
    assert out.tolist() == [7] * 4


# Two CTAs set a bit each; a third waits for some of the bits and reads what both wrote.
BITS = """
    ld.param.u64 %rd1, [bits];
    ld.param.u64 %rd2, [data];
    ld.param.u64 %rd3, [out];
    mov.u32 %r1, %ctaid.x;
    setp.eq.u32 %p1, %r1, 2;
    @%p1 bra WAIT;
    mad.wide.u32 %rd4, %r1, 4, %rd2;
    st.global.u32 [%rd4], 7;
    add.u32 %r2, %r1, 1;
    red.release.gpu.global.{sets}.b32 [%rd1], %r2;
    ret;
WAIT:
    ld.acquire.gpu.global.b32 %r3, [%rd1];
    and.b32 %r4, %r3, {mask};
    setp.ne.u32 %p2, %r4, {mask};
    @%p2 bra WAIT;
    ld.global.u32 %r5, [%rd2];
    ld.global.u32 %r6, [%rd2+4];
    add.u32 %r5, %r5, %r6;
    st.global.u32 [%rd3], %r5;
"""


@pytest.mark.parametrize("sets", ["or", "xor"])
@pytest.mark.parametrize(("mask", "missing"), [(3, None), (2, 0), (1, 1)])
@pytest.mark.parametrize("schedule", ["late", "random"])
def test_a_wait_for_one_of_two_bits(
    run: Callable[..., Any], sets: str, mask: int, missing: int | None, schedule: str
) -> None:
    """The CTA that set the other bit may come later, whichever was first here."""
    body = BITS.format(sets=sets, mask=mask)
    arrays = {name: np.zeros(size, np.uint32) for name, size in (("bits", 1), ("data", 2), ("out", 1))}
    if missing is None:
        run(body, **arrays, grid=3, block=1, checks="all", schedule=schedule)
        assert arrays["out"][0] == 14
        return
    with pytest.raises(SimFault, match=rf"race: this thread (reads|writes) data\+{4 * missing}"):
        run(body, **arrays, grid=3, block=1, checks="all", schedule=schedule)


ATOMIC_READS = (
    "atom.acquire.gpu.global.or.b32 %r3, [%rd1], 0;",
    "atom.acquire.gpu.global.and.b32 %r3, [%rd1], -1;",
    "atom.acquire.gpu.global.max.u32 %r3, [%rd1], 0;",
    "atom.acquire.gpu.global.min.s32 %r3, [%rd1], 0x7fffffff;",
    "atom.acquire.gpu.global.cas.b32 %r3, [%rd1], %r1, %r1;",
    "mov.u32 %r9, 0; atom.acquire.gpu.global.add.u32 %r3, [%rd1], %r9;",
)


@pytest.mark.parametrize("read", ATOMIC_READS)
@pytest.mark.parametrize("races", [False, True])
@pytest.mark.parametrize("schedule", ["late", "random"])
def test_a_wait_by_an_atomic_that_keeps_the_value(
    run: Callable[..., Any], read: str, races: bool, schedule: str
) -> None:
    """It is a read, like a load."""
    body = BITS.format(sets="or", mask=2 if races else 3)
    body = body.replace("ld.acquire.gpu.global.b32 %r3, [%rd1];", read)
    arrays = {name: np.zeros(size, np.uint32) for name, size in (("bits", 1), ("data", 2), ("out", 1))}
    options: dict[str, Any] = {"grid": 3, "block": 1, "checks": "all", "schedule": schedule}
    if races:
        with pytest.raises(SimFault, match=r"race: this thread (reads|writes) data\+0"):
            run(body, **arrays, **options)
        return
    run(body, **arrays, **options)
    assert arrays["out"][0] == 14


# Two CTAs write, and raise a level to 1 and to 2, or lower it from 0; a third waits for a level and reads.
LEVELS = """
    ld.param.u64 %rd1, [level];
    ld.param.u64 %rd2, [data];
    ld.param.u64 %rd3, [out];
    mov.u32 %r1, %ctaid.x;
    setp.eq.u32 %p1, %r1, 2;
    @%p1 bra WAIT;
    xor.b32 %r1, %r1, {first};
    mad.wide.u32 %rd4, %r1, 4, %rd2;
    st.global.u32 [%rd4], 7;
    mad.lo.s32 %r2, %r1, {sign}, {sign};
    red.release.gpu.global.{sets} [%rd1], %r2;
    ret;
WAIT:
    ld.acquire.gpu.global.b32 %r3, [%rd1];
    mul.lo.s32 %r4, %r3, {sign};
    setp.lt.s32 %p2, %r4, {level};
    @%p2 bra WAIT;
    ld.global.u32 %r5, [%rd2+{read}];
    st.global.u32 [%rd3], %r5;
"""


@pytest.mark.parametrize(("sets", "sign"), [("max.u32", 1), ("min.s32", -1), ("add.u32", 1)])
@pytest.mark.parametrize(("level", "read"), [(1, 0), (1, 1), (2, 0), (2, 1)])
@pytest.mark.parametrize("first", [0, 1])
def test_a_wait_for_a_level(
    run: Callable[..., Any], sets: str, sign: int, level: int, read: int, first: int
) -> None:
    """A write is ordered if no order of the atomics reaches the level without it."""
    body = LEVELS.format(sets=sets, sign=sign, level=level, read=4 * read, first=first)
    arrays = {name: np.zeros(size, np.uint32) for name, size in (("level", 1), ("data", 2), ("out", 1))}
    if level == 2 and read == 1:
        run(body, **arrays, grid=3, block=1, checks="all")
        assert arrays["out"][0] == 7
        return
    with pytest.raises(SimFault, match=rf"race: this thread (reads|writes) data\+{4 * read}"):
        run(body, **arrays, grid=3, block=1, checks="all")


# CTA 0 writes and counts itself; two CTAs wait for it and set a flag; a fourth one waits for that and reads.
FLAGS = """
    ld.param.u64 %rd1, [count];
    ld.param.u64 %rd2, [flag];
    ld.param.u64 %rd3, [data];
    ld.param.u64 %rd4, [out];
    mov.u32 %r1, %ctaid.x;
    setp.eq.u32 %p1, %r1, 3;
    @%p1 bra READ;
    setp.ne.u32 %p2, %r1, 0;
    @%p2 bra MEET;
    st.global.u32 [%rd3], 7;
    red.release.gpu.global.add.u32 [%rd1], 1;
    ret;
MEET:
    ld.acquire.gpu.global.u32 %r2, [%rd1];
    setp.eq.u32 %p3, %r2, 0;
    @%p3 bra MEET;
    setp.eq.u32 %p4, %r1, 1;
    @%p4 red.{first} [%rd2], 1;
    @!%p4 red.{second} [%rd2], 1;
    ret;
READ:
    ld.acquire.gpu.global.u32 %r3, [%rd2];
    setp.eq.u32 %p5, %r3, 0;
    @%p5 bra READ;
    ld.global.u32 %r4, [%rd3];
    st.global.u32 [%rd4], %r4;
"""
SETS, RAISES, RELAXED = "release.gpu.global.or.b32", "release.gpu.global.max.u32", "relaxed.gpu.global.or.b32"


@pytest.mark.parametrize(
    ("first", "second", "schedule", "races"),
    [
        (SETS, SETS, "late", False),
        (SETS, SETS, "random", False),
        (RAISES, RAISES, "late", False),
        (SETS, RELAXED, "late", True),
        (RELAXED, SETS, "late", True),
        (RELAXED, RELAXED, "late", True),
    ],
)
def test_a_flag_that_several_threads_set(
    run: Callable[..., Any], first: str, second: str, schedule: str, races: bool
) -> None:
    """Whichever was first: what all of them released is ordered before the thread that waits for it."""
    body = FLAGS.format(first=first, second=second)
    arrays = {name: np.zeros(1, np.uint32) for name in ("count", "flag", "data", "out")}
    options: dict[str, Any] = {"grid": 4, "block": 1, "checks": "all", "schedule": schedule}
    if races:
        with pytest.raises(SimFault, match=r"race: this thread (reads|writes) data\+0"):
            run(body, **arrays, **options)
        return
    run(body, **arrays, **options)
    assert arrays["out"][0] == 7


# Two CTAs write, count themselves and wait; then one of them reads.
ARRIVED = """
    ld.param.u64 %rd1, [count];
    ld.param.u64 %rd2, [data];
    ld.param.u64 %rd3, [out];
    mov.u32 %r1, %ctaid.x;
    mad.wide.u32 %rd4, %r1, 4, %rd2;
    st.global.u32 [%rd4], 7;
    red.release.gpu.global.add.u32 [%rd1], 1;
WAIT:
    ld.acquire.gpu.global.u32 %r3, [%rd1];
    setp.lt.u32 %p1, %r3, {awaited};
    @%p1 bra WAIT;
    setp.ne.u32 %p2, %r1, {reader};
    @%p2 ret;
    xor.b32 %r2, %r1, 1;
    mad.wide.u32 %rd4, %r2, 4, %rd2;
    ld.global.u32 %r5, [%rd4];
    st.global.u32 [%rd3], %r5;
"""


@pytest.mark.parametrize("reader", [0, 1])
@pytest.mark.parametrize("awaited", [1, 2])
@pytest.mark.parametrize("schedule", ["late", "random"])
def test_a_wait_that_counts_the_thread_itself(
    run: Callable[..., Any], reader: int, awaited: int, schedule: str
) -> None:
    """A barrier of the grid that waits for one CTA too few orders nothing, whichever came last."""
    arrays = {name: np.zeros(size, np.uint32) for name, size in (("count", 1), ("data", 2), ("out", 1))}
    options: dict[str, Any] = {"grid": 2, "block": 1, "checks": "all", "schedule": schedule}
    body = ARRIVED.format(reader=reader, awaited=awaited)
    if awaited == 2:
        run(body, **arrays, **options)
        assert arrays["out"][0] == 7
        return
    with pytest.raises(SimFault, match=r"race: this thread (reads|writes) data"):
        run(body, **arrays, **options)


# Four CTAs meet in each of three rounds: the last that comes turns the highest bit over. A CTA may come to
# the next round, and add to the count again, before another one has seen that the bit has turned.
ROUNDS = """
    ld.param.u64 %rd1, [bar];
    ld.param.u64 %rd2, [data];
    mov.u32 %r1, %ctaid.x;
    add.u32 %r2, %r1, 1;
    and.b32 %r2, %r2, 3;
    setp.eq.u32 %p1, %r1, 0;
    selp.b32 %r3, {first}, 1, %p1;
    mad.wide.u32 %rd3, %r1, 4, %rd2;
    mad.wide.u32 %rd4, %r2, 4, %rd2;
    mov.u32 %r4, 0;
ROUND:
    and.b32 %r6, %r4, 1;
    mad.wide.u32 %rd5, %r6, 16, %rd4;
    ld.global.u32 %r5, [%rd5];
    add.u32 %r5, %r5, 1;
    xor.b32 %r6, %r6, 1;
    mad.wide.u32 %rd6, %r6, 16, %rd3;
    st.global.u32 [%rd6], %r5;
    membar.gl;
    atom.global.add.u32 %r7, [%rd1], %r3;
POLL:
    ld.volatile.global.u32 %r8, [%rd1];
    xor.b32 %r9, %r8, %r7;
    setp.ge.s32 %p2, %r9, 0;
    @%p2 bra POLL;
    {after}
    add.u32 %r4, %r4, 1;
    setp.lt.u32 %p3, %r4, 3;
    @%p3 bra ROUND;
"""


# The same with a count that only grows.
COUNTED_ROUNDS = (
    ROUNDS.replace("{first}", "1")
    .replace("xor.b32 %r9, %r8, %r7;", "mad.lo.u32 %r9, %r4, 4, 4;")
    .replace("setp.ge.s32 %p2, %r9, 0;", "setp.lt.u32 %p2, %r8, %r9;")
)


@pytest.mark.parametrize(("rounds", "seed"), [(ROUNDS, 1), (ROUNDS, 2), (COUNTED_ROUNDS, 8)])
def test_a_barrier_of_the_grid_whose_rounds_overlap(run: Callable[..., Any], rounds: str, seed: int) -> None:
    """Atomics of a next round come after those of this one, in whatever order the CTAs arrive."""
    data = np.zeros(8, np.uint32)
    body = rounds.format(first="0x7ffffffd", after="membar.gl;")
    options: dict[str, Any] = {"grid": 4, "block": 1, "checks": "all", "schedule": "random", "seed": seed}
    run(body, bar=np.zeros(1, np.uint32), data=data, **options)
    assert data[4:].tolist() == [3] * 4


@pytest.mark.parametrize(("first", "after"), [("0x7ffffffe", "membar.gl;"), ("0x7ffffffd", "")])
def test_a_barrier_of_the_grid_that_turns_too_early(run: Callable[..., Any], first: str, after: str) -> None:
    arrays = {"bar": np.zeros(1, np.uint32), "data": np.zeros(8, np.uint32)}
    with pytest.raises(SimFault, match=r"race: this thread (reads|writes) data"):
        run(ROUNDS.format(first=first, after=after), **arrays, grid=4, block=1, checks="all")


# CTA 0 writes, and adds to two counters after one fence. CTA 1 waits for the first and adds to the second.
# CTA 2 waits for that and reads.
TWO_COUNTS = """
    ld.param.u64 %rd1, [first];
    ld.param.u64 %rd2, [second];
    ld.param.u64 %rd3, [data];
    ld.param.u64 %rd4, [out];
    mov.u32 %r1, %ctaid.x;
    setp.eq.u32 %p1, %r1, 1;
    @%p1 bra PASS;
    setp.eq.u32 %p1, %r1, 2;
    @%p1 bra READ;
    st.global.u32 [%rd3], 7;
    fence.acq_rel.gpu;
    {adds}
    ret;
PASS:
    ld.acquire.gpu.global.u32 %r2, [%rd1];
    setp.eq.u32 %p2, %r2, 0;
    @%p2 bra PASS;
    red.relaxed.gpu.global.add.u32 [%rd2], 1;
    ret;
READ:
    ld.acquire.gpu.global.u32 %r3, [%rd2];
    setp.lt.u32 %p3, %r3, {awaited};
    @%p3 bra READ;
    ld.global.u32 %r4, [%rd3];
    st.global.u32 [%rd4], %r4;
"""
FIRST, SECOND = ("red.relaxed.gpu.global.add.u32 [%rd1], 1;", "red.relaxed.gpu.global.add.u32 [%rd2], 1;")


@pytest.mark.parametrize("adds", [FIRST + SECOND, SECOND + FIRST])
@pytest.mark.parametrize("awaited", [1, 2])
@pytest.mark.parametrize("schedule", ["early", "late", "random"])
def test_two_counters_after_one_fence(
    run: Callable[..., Any], adds: str, awaited: int, schedule: str
) -> None:
    """A thread that acquired by the first counter may add to the second before the other atomic does."""
    arrays = {name: np.zeros(1, np.uint32) for name in ("first", "second", "data", "out")}
    options: dict[str, Any] = {"grid": 3, "block": 1, "checks": "all", "schedule": schedule}
    body = TWO_COUNTS.format(adds=adds, awaited=awaited)
    if awaited == 2:
        run(body, **arrays, **options)
        assert arrays["out"][0] == 7
        return
    with pytest.raises(SimFault, match=r"race: this thread (reads|writes) data\+0"):
        run(body, **arrays, **options)


# Each of three CTAs adds a tile to an array by a bulk copy, and counts itself; the last one reads the sum.
SUMMED = """
    .shared .align 16 .b32 tile[4];
    ld.param.u64 %rd1, [sum];
    ld.param.u64 %rd2, [count];
    ld.param.u64 %rd3, [out];
    mov.u32 %r1, 1;
    st.shared.v4.u32 [tile], {%r1, %r1, %r1, %r1};
    fence.proxy.async;
    cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [tile], 16;
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
    fence.proxy.async;
    RELEASE
    atom.relaxed.gpu.global.add.u32 %r2, [%rd2], 1;
    setp.ne.u32 %p1, %r2, 2;
    @%p1 ret;
    fence.acq_rel.gpu;
    ld.global.u32 %r3, [%rd1];
    st.global.u32 [%rd3], %r3;
"""


@pytest.mark.parametrize("release", ["fence.acq_rel.gpu;", ""])
@pytest.mark.parametrize("schedule", ["late", "random"])
def test_sums_of_bulk_copies(run: Callable[..., Any], release: str, schedule: str) -> None:
    """A read is compared with the sums of all CTAs, not only with the last one, which is its own here."""
    arrays = {name: np.zeros(size, np.uint32) for name, size in (("sum", 4), ("count", 1), ("out", 1))}
    options: dict[str, Any] = {"grid": 3, "block": 1, "checks": "all", "schedule": schedule}
    body = SUMMED.replace("RELEASE", release)
    if release:
        run(body, **arrays, **options)
        assert arrays["out"][0] == 3
        return
    with pytest.raises(SimFault, match=r"race: this thread reads sum\+0"):
        run(body, **arrays, **options)
