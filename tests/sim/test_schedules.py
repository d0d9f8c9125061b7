"""The random schedule: warps run in any order, the same for the same seed; right kernels do not care."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import LaunchError, SimFault
from pyptx.sim import simulate
from pyptx.sim.native import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.program import Program

# Every warp takes a ticket: the order in which warps came.
TICKETS = """
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    shr.u32 %r2, %r1, 5;
    mov.u32 %r3, %ctaid.x;
    mad.lo.u32 %r2, %r3, 8, %r2;
    mov.u32 %r5, 0;
LOOP:
    add.u32 %r5, %r5, 1;
    setp.lt.u32 %p1, %r5, 50;
    @%p1 bra LOOP;
    and.b32 %r4, %r1, 31;
    setp.ne.u32 %p1, %r4, 0;
    @%p1 bra END;
    atom.global.add.u32 %r6, [%rd1], 1;
    mul.wide.u32 %rd2, %r2, 4;
    add.s64 %rd2, %rd2, %rd1;
    st.global.u32 [%rd2+4], %r6;
END:
    ret;
"""

# A chain of barriers: warp after warp adds to what the one before it left.
CHAIN = """
    .shared .b32 sum;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    shr.u32 %r2, %r1, 5;
    mov.u32 %r6, sum;
    setp.eq.u32 %p3, %r1, 0;
    @%p3 st.shared.u32 [%r6], 1;
    mov.u32 %r3, 0;
    bar.sync 0;
LOOP:
    setp.ne.u32 %p1, %r2, %r3;
    @%p1 bra NEXT;
    and.b32 %r4, %r1, 31;
    setp.ne.u32 %p2, %r4, 0;
    @%p2 bra NEXT;
    ld.shared.u32 %r5, [%r6];
    mad.lo.u32 %r5, %r5, 3, %r2;
    st.shared.u32 [%r6], %r5;
NEXT:
    bar.sync 0;
    add.u32 %r3, %r3, 1;
    setp.lt.u32 %p1, %r3, 8;
    @%p1 bra LOOP;
    @!%p3 bra END;
    ld.shared.u32 %r5, [%r6];
    mov.u32 %r4, %ctaid.x;
    mul.wide.u32 %rd2, %r4, 4;
    add.s64 %rd2, %rd2, %rd1;
    st.global.u32 [%rd2], %r5;
END:
    ret;
"""


@pytest.fixture(params=["numpy", "native"])
def engine(request: pytest.FixtureRequest) -> str:
    """Each engine, which has its own numbers from a seed."""
    if request.param == "native" and MISSING:
        pytest.skip(MISSING)
    return str(request.param)


def order(program: Callable[..., Program], engine: str, **options: Any) -> list[int]:
    out = np.zeros(33, np.uint32)
    found = program(TICKETS, ".param .u64 out")
    report = simulate(found, (out,), grid=(4, 1, 1), block=(256, 1, 1), native=engine == "native", **options)
    assert report.engine == engine
    assert sorted(out[1:].tolist()) == list(range(32))
    tickets: list[int] = out[1:].tolist()
    return tickets


def test_a_seed_gives_the_same_order_every_time(program: Callable[..., Program], engine: str) -> None:
    orders = {seed: order(program, engine, schedule="random", seed=seed) for seed in range(6)}
    assert orders == {seed: order(program, engine, schedule="random", seed=seed) for seed in range(6)}
    assert len({tuple(found) for found in orders.values()}) > 3


def test_warps_of_one_cta_overtake_each_other(program: Callable[..., Program], engine: str) -> None:
    firsts = [np.argsort(order(program, engine, schedule="random", seed=seed)[:8])[0] for seed in range(12)]
    assert len(set(firsts)) > 2


@pytest.mark.parametrize("schedule", ["late", "early"])
def test_other_schedules_keep_warps_together(
    program: Callable[..., Program], engine: str, schedule: str
) -> None:
    assert order(program, engine, schedule=schedule) == list(range(32))


@pytest.mark.parametrize("threads", [1, 2])
def test_a_seed_gives_each_cta_its_order_on_several_threads(
    program: Callable[..., Program], threads: int
) -> None:
    counters = np.zeros((4, 33), np.uint32)
    own = TICKETS.replace("mad.lo.u32 %r2, %r3, 8, %r2;", "mad.wide.u32 %rd1, %r3, 132, %rd1;")
    found = program(own, ".param .u64 out")
    simulate(
        found, (counters,), grid=(4, 1, 1), block=(256, 1, 1), schedule="random", seed=3, threads=threads
    )
    assert counters[:, 0].tolist() == [8] * 4
    alone = np.zeros((4, 33), np.uint32)
    simulate(found, (alone,), grid=(4, 1, 1), block=(256, 1, 1), schedule="random", seed=3)
    assert counters.tolist() == alone.tolist()


@pytest.mark.parametrize("seed", range(12))
def test_barriers_hold_under_every_order(run: Callable[..., Any], seed: int) -> None:
    out = np.zeros(3, np.uint32)
    run(CHAIN, out=out, grid=3, block=256, schedule="random", seed=seed)
    wanted = 1
    for warp in range(8):
        wanted = wanted * 3 + warp
    assert out.tolist() == [wanted] * 3


def test_there_is_no_other_schedule(run: Callable[..., Any]) -> None:
    with pytest.raises(LaunchError, match="no schedule 'worst'; there are 'late', 'early', 'random'"):
        run(TICKETS, out=np.zeros(33, np.uint32), schedule="worst")


def test_a_seed_is_no_negative_number(run: Callable[..., Any]) -> None:
    with pytest.raises(LaunchError, match="seed=-1; it must be 0 or more"):
        run(TICKETS, out=np.zeros(33, np.uint32), seed=-1)


@pytest.mark.parametrize(
    "start",
    [
        "cp.async.ca.shared.global [tile], [%rd1], 4;",
        "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [tile], 16;",
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %rd2, %rd2, 0, 1, 1, 0, 0;",
    ],
)
def test_a_loop_that_never_waits_ends(
    run: Callable[..., object], monkeypatch: pytest.MonkeyPatch, start: str
) -> None:
    monkeypatch.setattr("pyptx.sim.asynchrony.MOST_UNDER_WAY", 50)
    body = f"""
        .shared .align 128 .b8 tile[2048];
        ld.param.u64 %rd1, [x];
        mov.u64 %rd2, 0x4000004000010000;
        mov.u32 %r1, tile;
        st.shared.v4.u32 [%r1], {{%r1, %r1, %r1, %r1}};
        wgmma.fence.sync.aligned;
    MORE:
        {start}
        bra MORE;
    """
    with pytest.raises(SimFault, match="more than 50 asynchronous operations are pending"):
        run(body, x=np.zeros(4, np.uint32), block=128, uninitialized=(), checks=())
