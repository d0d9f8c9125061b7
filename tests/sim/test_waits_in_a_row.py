"""Several waits at one location: a later one acquires no more than the branch after it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import SimFault

if TYPE_CHECKING:
    from collections.abc import Callable

# CTAs 0 to 2 write and set a bit each, or count; the last one comes only when CTA 3 lets it go. CTA 3 waits
# several times; then one of its threads reads what one of the others wrote.
SETTERS = """
    ld.param.u64 %rd1, [bits];
    ld.param.u64 %rd2, [data];
    ld.param.u64 %rd3, [out];
    ld.param.u64 %rd5, [go];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r9, %tid.x;
    setp.eq.u32 %p1, %r1, 3;
    @%p1 bra READER;
    setp.ne.u32 %p1, %r9, 0;
    @%p1 ret;
    setp.lt.u32 %p1, %r1, 2;
    @%p1 xor.b32 %r1, %r1, {turn};
    mad.wide.u32 %rd4, %r1, 4, %rd2;
    st.global.u32 [%rd4], 7;
    shl.b32 %r2, 1, %r1;
    setp.ne.u32 %p1, %r1, 2;
    @%p1 bra SET;
GO:
    ld.relaxed.gpu.global.u32 %r3, [%rd5];
    setp.eq.u32 %p1, %r3, 0;
    @%p1 bra GO;
SET:
    {set}
    ret;
READER:
"""
END = """
    setp.ne.u32 %p3, %r9, {reader};
    @%p3 ret;
    ld.global.u32 %r5, [%rd2+4*{place}];
    st.global.u32 [%rd3], %r5;
"""
WAIT = """
WAIT{number}:
    {read}
    and.b32 %r4, %r3, {mask};
    setp.ne.u32 %p2, %r4, {mask};
    @%p2 bra WAIT{number};
"""
GONE = "st.relaxed.gpu.global.u32 [%rd5], 1;"
OR, ADD = "red.release.gpu.global.or.b32 [%rd1], %r2;", "red.release.gpu.global.add.u32 [%rd1], 1;"
ACQUIRE, FENCE = "ld.acquire.gpu.global.u32 %r3, [%rd1];", "fence.acq_rel.gpu;"
RELAXED = "ld.relaxed.gpu.global.u32 %r3, [%rd1];"
READS = {
    "acquire": (ACQUIRE, ""),
    "relaxed": (RELAXED, FENCE),
    "fenced": (RELAXED + FENCE, ""),
    "add": ("atom.relaxed.gpu.global.add.u32 %r3, [%rd1], 0;", FENCE),
}


def judge(run: Callable[..., Any], body: str, *, races: bool, **options: Any) -> None:
    """Run a body: it has a race of its data, or writes what it reads there."""
    sizes = {"bits": 1, "data": 3, "out": 1, "go": 1}
    arrays = {name: np.zeros(size, np.uint32) for name, size in sizes.items()}
    options = {"grid": 4, "block": 1, "checks": "all", **options}
    if races:
        with pytest.raises(SimFault, match=r"race: this thread (reads|writes) data"):
            run(body, **arrays, **options)
        return
    run(body, **arrays, **options)
    assert arrays["out"][0] == 7


@pytest.mark.parametrize("name", READS)
@pytest.mark.parametrize(
    ("masks", "place", "races"),
    [
        ((2, 2), 1, False),
        ((2, 2), 0, True),
        ((2, 2), 2, True),
        ((2, 1), 0, False),
        ((2, 1), 1, False),
        ((2, 2, 2, 3), 0, False),
        ((2, 2, 2), 0, True),
        ((3, 2), 0, False),
        ((3, 3), 2, True),
        ((1, 2, 1), 2, True),
        ((1, 4, 1), 2, False),
    ],
)
@pytest.mark.parametrize(("gone", "turn"), [(0, 0), (1, 1)])
def test_waits_for_bits(
    run: Callable[..., Any], name: str, masks: tuple[int, ...], place: int, races: bool, gone: int, turn: int
) -> None:
    """Bits for which no wait asked may be set later, although each read had them."""
    read, after = READS[name]
    waits = [WAIT.format(read=read, mask=mask, number=number) for number, mask in enumerate(masks)]
    waits.insert(gone, GONE)
    body = SETTERS.format(set=OR, turn=turn) + "".join(waits) + after + END.format(reader=0, place=place)
    judge(run, body, races=races)


@pytest.mark.parametrize(
    ("levels", "gone", "places", "races"),
    [
        ((1, 3), 1, (0, 1, 2), False),
        ((3, 1), 0, (0, 1, 2), False),
        ((2, 2), 1, (0, 1), False),
        ((1, 1), 2, (0, 1), True),
        ((1, 1, 1), 0, (0, 1, 2), True),
        ((2, 2), 1, (2,), True),
    ],
)
@pytest.mark.parametrize("name", ["acquire", "relaxed"])
def test_waits_for_a_count(
    run: Callable[..., Any],
    levels: tuple[int, ...],
    gone: int,
    places: tuple[int, ...],
    races: bool,
    name: str,
) -> None:
    """A wait ends with any of the threads that count; the third does not before it is let go."""
    read, after = READS[name]
    waits = [
        WAIT.format(read=read, mask=-1, number=number).replace(
            "ne.u32 %p2, %r4, -1", f"lt.u32 %p2, %r4, {level}"
        )
        for number, level in enumerate(levels)
    ]
    waits.insert(gone, GONE)
    for place in places:
        end = after + END.format(reader=0, place=place)
        judge(run, SETTERS.format(set=ADD, turn=0) + "".join(waits) + end, races=races)


@pytest.mark.parametrize(("place", "races"), [(1, False), (0, True)])
@pytest.mark.parametrize("turn", [0, 1])
def test_a_wait_in_a_loop(run: Callable[..., Any], place: int, races: bool, turn: int) -> None:
    loop = GONE + "mov.u32 %r8, 0;\nLOOP:" + WAIT.format(read=ACQUIRE, mask=2, number=0)
    loop += "add.u32 %r8, %r8, 1; setp.lt.u32 %p4, %r8, 3; @%p4 bra LOOP;"
    judge(run, SETTERS.format(set=OR, turn=turn) + loop + END.format(reader=0, place=place), races=races)


@pytest.mark.parametrize("block", [2, 64])
@pytest.mark.parametrize(
    ("masks", "places", "races"), [((2, 2), (1,), False), ((2, 1), (0, 1), False), ((2, 2), (0, 2), True)]
)
@pytest.mark.parametrize("first", ["all", "one"])
def test_waits_of_several_threads(
    run: Callable[..., Any],
    block: int,
    masks: tuple[int, int],
    places: tuple[int, ...],
    races: bool,
    first: str,
) -> None:
    """A thread waits after a barrier behind a wait of another thread, or of all."""
    one, other = (WAIT.format(read=ACQUIRE, mask=mask, number=number) for number, mask in enumerate(masks))
    skip = "setp.ne.u32 %p4, %r9, 0; @%p4 bra MET;" if first == "one" else ""
    waits = f"{GONE} {skip} {one} MET: bar.sync 0; {other}"
    for place in places:
        end = END.format(reader=block - 1, place=place)
        judge(run, SETTERS.format(set=OR, turn=0) + waits + end, races=races, block=block)


# CTA 0 writes and counts itself; CTA 1 waits for it twice and reads.
TWICE = """
    ld.param.u64 %rd1, [bits];
    ld.param.u64 %rd2, [data];
    ld.param.u64 %rd3, [out];
    mov.u32 %r1, %ctaid.x;
    setp.eq.u32 %p1, %r1, 1;
    @%p1 bra READER;
    st.global.u32 [%rd2], 7;
    {release}
    red.relaxed.gpu.global.add.u32 [%rd1], 1;
    ret;
READER:
    ld.relaxed.gpu.global.u32 %r3, [%rd1];
    setp.lt.u32 %p2, %r3, 1;
    @%p2 bra READER;
AGAIN:
    {read}
    setp.lt.u32 %p2, %r3, 1;
    @%p2 bra AGAIN;
    {after}
    ld.global.u32 %r5, [%rd2];
    st.global.u32 [%rd3], %r5;
"""


@pytest.mark.parametrize(
    ("release", "read", "after", "races"),
    [
        (FENCE, RELAXED, FENCE, False),
        (FENCE, ACQUIRE, "", False),
        (FENCE, "mov.u32 %r3, 1;", FENCE, False),
        (FENCE, "atom.relaxed.gpu.global.add.u32 %r4, [%rd1], 1;", FENCE, False),
        (FENCE, "red.relaxed.gpu.global.add.u32 [%rd1], 1;", FENCE, False),
        (FENCE, "atom.relaxed.gpu.global.add.u32 %r4, [%rd1], 1;", "", True),
        (FENCE, RELAXED, "", True),
        ("", RELAXED, FENCE, True),
    ],
)
def test_waits_that_only_a_later_fence_completes(
    run: Callable[..., Any], release: str, read: str, after: str, races: bool
) -> None:
    judge(run, TWICE.format(release=release, read=read, after=after), races=races, grid=2)
