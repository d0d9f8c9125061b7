"""Weak accesses to memory that several threads have added to by `red`, which returns nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import SimFault

if TYPE_CHECKING:
    from collections.abc import Callable

ALL = ("races", "scopes", "uninitialized")

# Every CTA adds to a sum; the last one to arrive at a counter reads it.
LAST = """
    ld.param.u64 %rd1, [sum];
    ld.param.u64 %rd2, [count];
    ld.param.u64 %rd3, [out];
    mov.u32 %r1, %tid.x;
    {add}
    {fence}
    bar.sync 0;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra DONE;
    atom.{order}.gpu.global.add.u32 %r2, [%rd2], 1;
    setp.ne.u32 %p2, %r2, 5;
    @%p2 bra DONE;
    {read}
    st.global.u32 [%rd3], %r3;
DONE:
"""
# A read of which the program tests nothing may have come before some of the additions.
TESTED = """
AGAIN:
    ld.relaxed.gpu.global.u32 %r3, [%rd1];
    setp.ne.u32 %p3, %r3, 384;
    @%p3 bra AGAIN;
    {then}
"""
ADD, READ = "red.relaxed.gpu.global.add.u32 [%rd1], 1;", "ld.global.u32 %r3, [%rd1];"


@pytest.mark.parametrize(
    ("add", "fence", "order", "read", "races"),
    [
        (ADD, "fence.acq_rel.gpu;", "acq_rel", READ, False),
        (ADD, "", "acq_rel", READ, False),
        (ADD, "", "relaxed", READ, True),
        (ADD, "fence.acq_rel.cta;", "relaxed", READ, True),
        (ADD, "", "relaxed", "ld.relaxed.gpu.global.u32 %r3, [%rd1];", False),
        (ADD, "", "relaxed", f"ld.relaxed.gpu.global.u32 %r3, [%rd1]; {READ}", True),
        (ADD, "", "relaxed", TESTED.format(then=READ), False),
        (ADD, "", "relaxed", f"atom.relaxed.gpu.global.add.u32 %r3, [%rd1], 0; {READ}", True),
        (ADD, "", "relaxed", "st.global.u32 [%rd1], 0; mov.u32 %r3, 384;", True),
        (
            "atom.relaxed.gpu.global.add.u32 %r9, [%rd1], 1;",
            "",
            "relaxed",
            "ld.relaxed.gpu.global.u32 %r3, [%rd1]; st.global.u32 [%rd1], 384;",
            True,
        ),
        (
            "atom.relaxed.gpu.global.add.u32 %r9, [%rd1], 1;",
            "",
            "relaxed",
            TESTED.format(then="st.global.u32 [%rd1], 384;"),
            False,
        ),
    ],
)
def test_the_last_cta_reads_a_sum(
    run: Callable[..., Any], add: str, fence: str, order: str, read: str, races: bool
) -> None:
    total, count, out = np.zeros(1, np.uint32), np.zeros(1, np.uint32), np.zeros(1, np.uint32)
    body = LAST.format(add=add, fence=fence, order=order, read=read)
    arguments = {"sum": total, "count": count, "out": out, "grid": 6, "block": 64, "checks": ALL}
    if races:
        with pytest.raises(SimFault, match="which another thread wrote") as caught:
            run(body, **arguments)
        assert caught.value.rule == "race"
    else:
        run(body, **arguments)
        assert out[0] == 384


# Warps add to a counter in shared memory; some of them meet, and one of these reads it.
SHARED = """
    .shared .align 4 .b32 sum;
    ld.param.u64 %rd3, [out];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 st.shared.u32 [sum], 0;
    bar.sync 0;
    red.shared.add.u32 [sum], 1;
    {meet}
    setp.ne.u32 %p2, %r1, 127;
    @%p2 bra DONE;
    ld.shared.u32 %r3, [sum];
    st.global.u32 [%rd3], %r3;
DONE:
"""
SOME = "setp.lt.u32 %p3, %r1, 32; @%p3 bra DONE; bar.sync 1, 96;"


@pytest.mark.parametrize(("meet", "races"), [("bar.sync 0;", False), (SOME, True), ("", True)])
def test_every_warp_that_added_comes_before(run: Callable[..., Any], meet: str, races: bool) -> None:
    out = np.zeros(1, np.uint32)
    body = SHARED.format(meet=meet)
    if races:
        with pytest.raises(SimFault, match="reads sum") as caught:
            run(body, out=out, block=128, checks=ALL)
        assert caught.value.rule == "race"
    else:
        run(body, out=out, block=128, checks=ALL)
        assert out[0] == 128
