"""Lanes that exchange values have read before: one of them may release what all have read."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import SimFault

if TYPE_CHECKING:
    from collections.abc import Callable

SHUFFLES = "".join(
    f"shfl.sync.bfly.b32 %r10, %r7, {k}, 31, -1; add.u32 %r7, %r7, %r10;" for k in (16, 8, 4, 2, 1)
)
HALVES = "".join(
    f"shfl.sync.bfly.b32 %r10, %r7, {k}, 31, %r12; add.u32 %r7, %r7, %r10;" for k in (8, 4, 2, 1)
)
ARRIVAL = "@%p1 mbarrier.arrive.shared.b64 _, [%r8];"

# Warp 0 sums rows that warp 1 writes into two slots; its first lane returns them.
RING = """
    .shared .align 8 .b64 full[2];
    .shared .align 8 .b64 empty[2];
    .shared .align 4 .b32 words[64];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 31;
    and.b32 %r3, %r1, 16;
    mov.u32 %r12, 0xffff;
    shl.b32 %r12, %r12, %r3;
    setp.eq.u32 %p1, %r2, 0;
    mov.u32 %r3, 0;
    setp.ne.u32 %p2, %r1, 0;
    @%p2 bra MADE;
    mbarrier.init.shared.b64 [full], 32;
    mbarrier.init.shared.b64 [full+8], 32;
    mbarrier.init.shared.b64 [empty], 1;
    mbarrier.init.shared.b64 [empty+8], 1;
MADE:
    bar.sync 0;
NEXT:
    and.b32 %r4, %r3, 1;
    shr.u32 %r5, %r3, 1;
    and.b32 %r5, %r5, 1;
    shl.b32 %r6, %r4, 7;
    mad.lo.u32 %r6, %r2, 4, %r6;
    mov.u32 %r7, words;
    add.u32 %r6, %r6, %r7;
    shl.b32 %r4, %r4, 3;
    mov.u32 %r8, empty;
    add.u32 %r8, %r8, %r4;
    mov.u32 %r9, full;
    add.u32 %r9, %r9, %r4;
    setp.ge.u32 %p3, %r1, 32;
    @%p3 bra WRITE;
READ:
    mbarrier.try_wait.parity.shared.b64 %p4, [%r9], %r5;
    @!%p4 bra READ;
    ld.shared.u32 %r7, [%r6];
    {exchange}
    mul.wide.u32 %rd2, %r3, 4;
    add.s64 %rd2, %rd1, %rd2;
    @%p1 st.global.u32 [%rd2], %r7;
    bra END;
WRITE:
    xor.b32 %r5, %r5, 1;
FREE:
    mbarrier.try_wait.parity.shared.b64 %p4, [%r8], %r5;
    @!%p4 bra FREE;
    mad.lo.u32 %r7, %r3, 32, %r2;
    st.shared.u32 [%r6], %r7;
    mbarrier.arrive.shared.b64 _, [%r9];
END:
    add.u32 %r3, %r3, 1;
    setp.lt.u32 %p5, %r3, 6;
    @%p5 bra NEXT;
"""


@pytest.mark.parametrize(("schedule", "seed"), [("late", 0), ("random", 1)])
@pytest.mark.parametrize(
    ("exchange", "races"),
    [
        (f"{SHUFFLES} {ARRIVAL}", False),
        (f"redux.sync.add.u32 %r7, %r7, -1; {ARRIVAL}", False),
        (f"{ARRIVAL} {SHUFFLES}", True),
        (f"{HALVES} {ARRIVAL} shfl.sync.bfly.b32 %r10, %r7, 16, 31, -1; add.u32 %r7, %r7, %r10;", True),
    ],
    ids=["shfl", "redux", "arrival first", "halves"],
)
def test_one_lane_returns_the_slot_that_all_have_read(
    run: Callable[..., Any], exchange: str, races: bool, schedule: str, seed: int
) -> None:
    out = np.zeros(6, np.uint32)
    with pytest.raises(SimFault, match="another thread read") if races else nullcontext() as caught:
        run(RING.format(exchange=exchange), out=out, block=64, checks="all", schedule=schedule, seed=seed)
    if caught is None:
        assert out.tolist() == [32 * 32 * k + 31 * 16 for k in range(6)]
    else:
        assert caught.value.rule == "race"
        assert "ld.shared.u32 %r7, [%r6]" in str(caught.value)


# The second CTA reads a row, and its first lane acknowledges that to the first, which writes the next.
ACROSS_CTAS = """
    ld.param.u64 %rd1, [row];
    ld.param.u64 %rd2, [flags];
    ld.param.u64 %rd3, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mul.wide.u32 %rd4, %r1, 4;
    add.s64 %rd1, %rd1, %rd4;
    setp.eq.u32 %p1, %r1, 0;
    mov.u32 %r3, 0;
NEXT:
    add.u32 %r4, %r3, 1;
    setp.eq.u32 %p2, %r2, 1;
    @%p2 bra SECOND;
    @!%p1 bra FREE;
POLL:
    ld.acquire.gpu.global.u32 %r5, [%rd2+4];
    setp.ne.u32 %p3, %r5, %r3;
    @%p3 bra POLL;
FREE:
    bar.warp.sync -1;
    add.u32 %r6, %r3, %r1;
    st.global.u32 [%rd1], %r6;
    bar.warp.sync -1;
    @%p1 st.release.gpu.global.u32 [%rd2], %r4;
    bra END;
SECOND:
    @!%p1 bra READ;
WAIT:
    ld.acquire.gpu.global.u32 %r5, [%rd2];
    setp.ne.u32 %p3, %r5, %r4;
    @%p3 bra WAIT;
READ:
    bar.warp.sync -1;
    ld.global.u32 %r7, [%rd1];
    {exchange}
    @%p1 st.global.u32 [%rd3], %r7;
END:
    mov.u32 %r3, %r4;
    setp.lt.u32 %p4, %r3, 4;
    @%p4 bra NEXT;
"""
ACKNOWLEDGED = "@%p1 st.release.gpu.global.u32 [%rd2+4], %r4;"


@pytest.mark.parametrize(
    ("exchange", "races"), [(f"{SHUFFLES} {ACKNOWLEDGED}", False), (f"{ACKNOWLEDGED} {SHUFFLES}", True)]
)
def test_one_lane_tells_another_cta_what_all_have_read(
    run: Callable[..., Any], exchange: str, races: bool
) -> None:
    out = np.zeros(1, np.uint32)
    arguments = {"row": np.zeros(32, np.uint32), "flags": np.zeros(2, np.uint32), "out": out}
    with pytest.raises(SimFault, match="another thread read") if races else nullcontext() as caught:
        run(ACROSS_CTAS.format(exchange=exchange), **arguments, grid=2, checks="all")
    if caught is None:
        assert out[0] == 31 * 16 + 3 * 32
    else:
        assert caught.value.rule == "race"


# The last warp that leaves ends the barrier, as `cuda::pipeline` does.
LEAVING = """
    .shared .align 8 .b64 bar;
    .shared .align 4 .b32 left;
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 31;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra MADE;
    mbarrier.init.shared.b64 [bar], 64;
    st.shared.u32 [left], 64;
MADE:
    bar.sync 0;
    mbarrier.arrive.shared.b64 %rd1, [bar];
WAIT:
    mbarrier.try_wait.shared.b64 %p2, [bar], %rd1;
    @!%p2 bra WAIT;
    {exchange}
    setp.ne.u32 %p3, %r2, 0;
    @%p3 bra END;
    fence.sc.cta;
    atom.acquire.cta.shared.add.u32 %r3, [left], -32;
    setp.ne.u32 %p4, %r3, 32;
    @%p4 bra END;
    mbarrier.inval.shared.b64 [bar];
END:
"""


@pytest.mark.parametrize(("exchange", "races"), [("match.any.sync.b32 %r4, %r1, -1;", False), ("", True)])
def test_one_lane_of_each_warp_counts_those_that_leave(
    run: Callable[..., Any], exchange: str, races: bool
) -> None:
    with pytest.raises(SimFault, match="another thread used it") if races else nullcontext() as caught:
        run(LEAVING.format(exchange=exchange), block=64, checks="all")
    assert caught is None or caught.value.rule == "race"


# One CTA reads a row, its first lane says so, and the CTA ends; another overwrites the row.
READER_ENDS = """
    ld.param.u64 %rd1, [row];
    ld.param.u64 %rd2, [flag];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd1, %rd1, %rd3;
    setp.eq.u32 %p1, %r1, 0;
    setp.eq.u32 %p2, %r2, {writer};
    @%p2 bra WAIT;
    setp.ne.u32 %p2, %r2, {reader};
    @%p2 ret;
    ld.global.u32 %r7, [%rd1];
    {exchange}
    ret;
WAIT:
    @!%p1 bra WRITE;
POLL:
    ld.acquire.gpu.global.u32 %r5, [%rd2];
    setp.eq.u32 %p3, %r5, 0;
    @%p3 bra POLL;
WRITE:
    bar.warp.sync -1;
    st.global.u32 [%rd1], 7;
"""
SAID = "@%p1 st.release.gpu.global.u32 [%rd2], 1;"


@pytest.mark.parametrize(("reader", "writer", "grid"), [(0, 1, 2), (1, 0, 2), (0, 299, 300)])
@pytest.mark.parametrize(("exchange", "races"), [(f"{SHUFFLES} {SAID}", False), (f"{SAID} {SHUFFLES}", True)])
def test_the_cta_that_has_read_has_ended(
    run: Callable[..., Any], exchange: str, races: bool, reader: int, writer: int, grid: int
) -> None:
    row = np.arange(32, dtype=np.uint32)
    body = READER_ENDS.format(exchange=exchange, reader=reader, writer=writer)
    with pytest.raises(SimFault, match="another thread read") if races else nullcontext() as caught:
        run(body, row=row, flag=np.zeros(1, np.uint32), grid=grid, checks="all")
    if caught is None:
        assert (row == 7).all()
    else:
        assert caught.value.rule == "race"
