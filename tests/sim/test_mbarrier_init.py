"""Uses of an mbarrier by asynchronous operations are ordered after its initialisation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import SimFault
from tests.sim.pipeline import SCHEDULES, wait

if TYPE_CHECKING:
    from collections.abc import Callable

# A thread of warp 0 initialises an mbarrier, and a thread starts an operation that completes at it.
KERNEL = """
    .shared .align 16 .b32 tile[64];
    .shared .align 8 .b64 full;
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, tile;
    mov.u32 %r3, full;
    mov.u32 %r4, %ctaid.x;
    setp.eq.u32 %p1, %r1, 0;
    setp.eq.u32 %p2, %r1, {starter};
    @%p1 mbarrier.init.shared::cta.b64 [full], 1;
    {order}
    @!%p2 bra STARTED;
    {operation}
STARTED:
    bar.sync 0;
    {wait}
"""
OPERATIONS = {
    "cp.async.bulk": """
        mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 256;
        cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2], [%rd1], 256, [%r3];
    """,
    "st.async": """
        mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 4;
        st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r2], %r1, [%r3];
    """,
    "cp.async.mbarrier.arrive": """
        cp.async.ca.shared.global [%r2], [%rd1], 16;
        cp.async.mbarrier.arrive.noinc.shared.b64 [%r3];
    """,
    "tcgen05.commit": "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r3];",
    "clusterlaunchcontrol.try_cancel": """
        mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 16;
        clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%r2], [%r3];
    """,
}


def launch(
    run: Callable[..., Any], operation: str, starter: int, order: str, schedule: str, seed: int
) -> None:
    body = KERNEL.format(
        operation=OPERATIONS[operation], starter=starter, order=order, wait=wait("%r3", "0", "W")
    )
    x = np.zeros(64, np.uint32)
    run(body, x=x, block=64, target="sm_100a", checks="all", schedule=schedule, seed=seed)


@pytest.mark.parametrize(("schedule", "seed"), SCHEDULES)
@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize(("starter", "order"), [(0, ""), (32, "bar.sync 1;")])
def test_after_the_initialisation(
    run: Callable[..., Any], operation: str, starter: int, order: str, schedule: str, seed: int
) -> None:
    """The thread that initialises needs no fence: the operations use the generic proxy for their mbarrier."""
    launch(run, operation, starter, order, schedule, seed)


@pytest.mark.parametrize(("schedule", "seed"), SCHEDULES)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_unordered_with_the_initialisation(
    run: Callable[..., Any], operation: str, schedule: str, seed: int
) -> None:
    with pytest.raises(SimFault) as caught:
        launch(run, operation, 32, "", schedule, seed)
    assert caught.value.rule in ("mbarrier-init", "mbarrier-uninitialized")


END = """
    .shared .align 8 .b64 bar;
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared::cta.b64 [bar], 1;
    {fence}
    barrier.cluster.arrive{release}.aligned;
    barrier.cluster.wait.aligned;
    {late}
    setp.eq.u32 %p1, %r1, 32;
    @%p1 mbarrier.inval.shared::cta.b64 [bar];
"""
FENCE = "@%p1 fence.mbarrier_init.release.cluster;"


@pytest.mark.parametrize(
    ("fence", "release", "late", "rule"),
    [
        (FENCE, ".relaxed", "", ""),
        ("", "", "", ""),
        ("", ".relaxed", "", "race"),
        ("", ".relaxed", FENCE, "race"),
    ],
)
def test_the_end_of_an_object_after_its_initialisation(
    run: Callable[..., Any], fence: str, release: str, late: str, rule: str
) -> None:
    """Between the two, a fence of the initialisation suffices with a relaxed barrier of the cluster."""
    body = END.format(fence=fence, release=release, late=late)
    launch = {"grid": 2, "cluster": (2, 1, 1), "block": 64, "checks": "all"}
    if not rule:
        run(body, **launch)
        return
    with pytest.raises(SimFault) as caught:
        run(body, **launch)
    assert caught.value.rule == rule
