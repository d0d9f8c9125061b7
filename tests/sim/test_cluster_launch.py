"""Persistent kernels: clusters that take the work of clusters that have not started."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pyptx.program import from_ptx
from pyptx.sim import SimFault, simulate
from pyptx.sim.native import MISSING

if TYPE_CHECKING:
    from pyptx.program import Program
    from pyptx.sim import SimReport

TRY = "clusterlaunchcontrol.try_cancel.async{}.mbarrier::complete_tx::bytes{}.b128"
QUERY = "clusterlaunchcontrol.query_cancel"
CONSUMED = """
    fence.proxy.async.shared::cta;
    barrier.cluster.arrive;
    barrier.cluster.wait;
"""


def persistent(
    *, again: str = "", guard: str = "@%p1", consumed: str = CONSUMED, whole: bool = False
) -> Program:
    """One warp in each CTA: every tile counts itself, then the cluster asks for another.

    Args:
        again: What follows the loop.
        guard: The guard of the reading of the coordinates.
        consumed: What comes between reading a response and asking for the next.
        whole: Whether the coordinates come as a vector.
    """
    read = (
        f"{guard} {QUERY}.get_first_ctaid.v4.b32.b128 {{%x, %y, %z, _}}, %answer;"
        if whole
        else "\n".join(
            f"{guard} {QUERY}.get_first_ctaid::{axis}.b32.b128 %{axis}, %answer;" for axis in "xyz"
        )
    )
    return from_ptx(f"""
.version 8.7
.target sm_100a
.address_size 64
.visible .entry kernel(.param .u64 out)
{{
    .reg .pred %p<4>;
    .reg .b32 %r<16>, %x, %y, %z, %phase;
    .reg .b64 %rd<8>;
    .reg .b128 %answer;
    .shared .align 16 .b8 response[16];
    .shared .align 8 .b64 bar;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p0, %r1, 0;
    @%p0 mbarrier.init.shared::cta.b64 [bar], 1;
    fence.mbarrier_init.release.cluster;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    mov.u32 %r2, %cluster_ctarank;
    setp.eq.and.u32 %p2, %r2, 0, %p0;
    mov.u32 %r3, response;
    mov.u32 %r4, bar;
    mov.u32 %phase, 0;
    mov.u32 %x, %ctaid.x;
    mov.u32 %y, %ctaid.y;
    mov.u32 %z, %ctaid.z;
    mov.u32 %r5, %cluster_ctaid.x;
    sub.u32 %x, %x, %r5;
loop:
    @%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 16;
    @%p2 {TRY.format(".shared::cta", ".multicast::cluster::all")} [%r3], [%r4];
    mov.u32 %r6, %nctaid.x;
    mov.u32 %r7, %nctaid.y;
    mad.lo.u32 %r8, %z, %r7, %y;
    add.u32 %r9, %x, %r5;
    mad.lo.u32 %r8, %r8, %r6, %r9;
    mul.wide.u32 %rd2, %r8, 4;
    add.u64 %rd2, %rd1, %rd2;
    @%p0 red.global.add.u32 [%rd2], 1;
wait:
    mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 %p3, [bar], %phase;
    @!%p3 bra wait;
    xor.b32 %phase, %phase, 1;
    ld.shared.b128 %answer, [%r3];
    {QUERY}.is_canceled.pred.b128 %p1, %answer;
    {read}
    {consumed}
    @%p1 bra loop;
    {again}
    barrier.cluster.arrive;
    barrier.cluster.wait;
    ret;
}}
""")


@pytest.fixture(
    params=[False, pytest.param(True, marks=pytest.mark.skipif(bool(MISSING), reason=MISSING))],
    ids=["numpy", "native"],
)
def native(request: pytest.FixtureRequest) -> bool:
    """Whether the native engine runs the launches of a test."""
    return bool(request.param)


def launch(program: Program, grid: tuple[int, int, int], **options: object) -> tuple[np.ndarray, SimReport]:
    out = np.zeros(int(np.prod(grid)), np.uint32)
    report = simulate(program, (out,), grid=grid, block=(32, 1, 1), **options)  # type: ignore[arg-type]
    return out, report


@pytest.mark.parametrize("checks", [None, "all"])
@pytest.mark.parametrize("schedule", ["late", "early", "random"])
@pytest.mark.parametrize(("grid", "cluster"), [((6, 1, 1), 1), ((12, 3, 2), 2), ((1, 1, 1), 1)])
def test_every_tile_is_done_once(
    grid: tuple[int, int, int], cluster: int, schedule: str, checks: str | None, native: bool
) -> None:
    for whole in (False, True):
        program = persistent(whole=whole)
        out, report = launch(
            program,
            grid,
            cluster=(cluster, 1, 1),
            schedule=schedule,
            seed=5,
            checks=checks,
            native=native,
        )
        assert (out == 1).all()
        assert report.engine == ("native" if native else "numpy")


def test_a_quarter_of_a_grid_starts_and_takes_the_rest(native: bool) -> None:
    out, report = launch(persistent(), (12, 1, 1), native=native)
    requests = {name: count for name, count in report.histogram.items() if "try_cancel" in name}
    assert (out == 1).all()
    assert list(requests.values()) == [12 * 32]  # counted for whole warps, before their guard
    assert report.batches == 1


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_threads_of_the_engine_share_the_clusters_that_are_left() -> None:
    out, report = launch(persistent(), (60, 1, 1), cluster=(2, 1, 1), threads=3, native=True)
    assert (out == 1).all()
    assert report.engine == "native"


def test_a_random_schedule_refuses_requests_too(native: bool) -> None:
    batches = [
        launch(persistent(), (3, 1, 1), schedule="random", seed=seed, native=native) for seed in range(40)
    ]
    assert all((out == 1).all() for out, _ in batches)
    assert {report.batches for _, report in batches} >= {1, 2}


AGAIN = (
    "@%p2 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 16;\n"
    f"@%p2 {TRY.format('.shared::cta', '')} [%r3], [%r4];"
)


def test_no_request_after_a_failure_was_seen(native: bool) -> None:
    with pytest.raises(SimFault, match=r"has seen that a request failed") as caught:
        launch(persistent(again=AGAIN), (6, 1, 1), native=native)
    assert caught.value.rule == "cancel-request"


@pytest.mark.parametrize("whole", [False, True])
def test_coordinates_that_nothing_uses_may_be_read_after_a_failure(whole: bool, native: bool) -> None:
    """CuTe DSL compiles its schedulers to that."""
    out, report = launch(persistent(guard="", whole=whole), (12, 1, 1), checks="all", native=native)
    assert (out == 1).all()
    assert report.engine == ("native" if native else "numpy")


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize(
    "use", ["st.global.u32 [%rd1], %y;", "add.u32 %r9, %z, 1;\nst.global.u32 [%rd1], %r9;"]
)
def test_the_coordinates_of_a_failure_are_none(use: str, whole: bool, native: bool) -> None:
    with pytest.raises(SimFault, match=r"(?s)cancelled no cluster.*get_first_ctaid.*is used here") as caught:
        launch(persistent(guard="", whole=whole, again=use), (6, 1, 1), native=native)
    assert caught.value.rule == "cancel-response"


def test_a_response_is_read_after_its_wait(native: bool) -> None:
    early = persistent(
        consumed="mov.b128 %answer, {%rd1, %rd1};\n" + f"{QUERY}.is_canceled.pred.b128 %p1, %answer;"
    )
    with pytest.raises(SimFault, match="not a response of") as caught:
        launch(early, (6, 1, 1), native=native)
    assert caught.value.rule == "cancel-response"


def test_the_next_response_may_not_overtake_the_reading_of_the_last(native: bool) -> None:
    with pytest.raises(SimFault) as caught:
        launch(persistent(consumed=""), (12, 1, 1), cluster=(2, 1, 1), checks="all", native=native)
    assert caught.value.rule in ("race", "proxy-fence")
