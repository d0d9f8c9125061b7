"""Flags that vector instructions read or write: each element releases or acquires on its own."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import SimFault

if TYPE_CHECKING:
    from collections.abc import Callable

# The first threads of four warps write data and raise a flag each; that of the fifth waits for all flags.
GATHER = """
    ld.param.u64 %rd1, [flags];
    ld.param.u64 %rd2, [data];
    ld.param.u64 %rd3, [out];
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 31;
    setp.ne.u32 %p1, %r2, 0;
    @%p1 ret;
    shr.u32 %r2, %r1, 5;
    mul.wide.u32 %rd4, %r2, 4;
    add.u64 %rd5, %rd4, %rd1;
    add.u64 %rd6, %rd4, %rd2;
    setp.eq.u32 %p1, %r2, 4;
    @%p1 bra READ;
    st.global.u32 [%rd6], 7;
    setp.ne.u32 %p1, %r2, {lacking};
    @%p1 fence.acq_rel.gpu;
    {raises};
    ret;
READ:
    {read}.v4.u32 {{%r4, %r5, %r6, %r7}}, [%rd1];
    and.b32 %r4, %r4, %r5;
    and.b32 %r6, %r6, %r7;
    and.b32 %r4, %r4, %r6;
    setp.ne.u32 %p1, %r4, 1;
    @%p1 bra READ;
    {fence}
    ld.global.v4.u32 {{%r4, %r5, %r6, %r7}}, [%rd2];
    add.u32 %r4, %r4, %r5;
    add.u32 %r6, %r6, %r7;
    add.u32 %r4, %r4, %r6;
    st.global.u32 [%rd3], %r4;
"""
READS = {"ld.relaxed.gpu.global": "fence.acq_rel.gpu;", "ld.acquire.gpu.global": ""}


def launch(run: Callable[..., Any], body: str, block: int, race: str) -> np.ndarray[Any, Any]:
    """Run on both engines, and return what the reader stored; `race` is the place of the expected fault."""
    arrays = {name: np.zeros(4, np.uint32) for name in ("flags", "data", "out")}
    fault = (
        pytest.raises(SimFault, match=rf"race: this thread (reads|writes) {race}") if race else nullcontext()
    )
    with fault:
        run(body, **arrays, block=block, checks="all")
    return arrays["out"]


@pytest.mark.parametrize("lacking", [4, 3, 0])
@pytest.mark.parametrize("read", READS)
@pytest.mark.parametrize(
    "raises", ["st.relaxed.gpu.global.u32 [%rd5], 1", "red.relaxed.gpu.global.or.b32 [%rd5], 1"]
)
def test_a_read_of_several_flags(run: Callable[..., Any], lacking: int, read: str, raises: str) -> None:
    """The reader acquires what each flag released: a race with the writer of data that lacks the fence."""
    body = GATHER.format(lacking=lacking, read=read, fence=READS[read], raises=raises)
    out = launch(run, body, 160, "" if lacking == 4 else rf"data\+{4 * lacking}")
    assert lacking < 4 or out[0] == 28


# A thread raises four flags to 1, writes data and raises them to 2; a thread of another warp waits for one.
SPREAD = """
    ld.param.u64 %rd1, [flags];
    ld.param.u64 %rd2, [data];
    ld.param.u64 %rd3, [out];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 32;
    @%p1 bra READ;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 ret;
    fence.acq_rel.gpu;
    st.relaxed.gpu.global.v4.u32 [%rd1], {{1, 1, 1, 1}};
    st.global.u32 [%rd2], 7;
    {fence}
    st.relaxed.gpu.global.v4.u32 [%rd1], {{2, 2, 2, 2}};
    ret;
READ:
    ld.acquire.gpu.global.u32 %r4, [%rd1+{place}];
    setp.lt.u32 %p1, %r4, {least};
    @%p1 bra READ;
    ld.global.u32 %r4, [%rd2];
    st.global.u32 [%rd3], %r4;
"""


@pytest.mark.parametrize("place", [0, 4, 12])
@pytest.mark.parametrize(("fence", "least"), [("fence.acq_rel.gpu;", 2), ("fence.acq_rel.gpu;", 1), ("", 2)])
def test_a_write_of_several_flags(run: Callable[..., Any], place: int, fence: str, least: int) -> None:
    """Each element releases with its value: a reader that goes on with the first one races."""
    right = bool(fence) and least == 2
    out = launch(run, SPREAD.format(place=place, fence=fence, least=least), 64, "" if right else r"data\+0")
    assert not right or out[0] == 7
