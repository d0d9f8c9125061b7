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
