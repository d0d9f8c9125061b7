"""The rule `unfinished-copy`: a CTA that ends while a bulk copy may still access its shared memory."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import SimFault
from pyptx.program import from_ptx
from tests.sim.conftest import text

if TYPE_CHECKING:
    from collections.abc import Callable

# A thread copies 128 bytes into the own shared memory.
LOAD = """
    .shared .align 128 .b32 tile[32];
    .shared .align 8 .b64 full;
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared::cta.b64 [full], 1;
    fence.mbarrier_init.release.cluster;
    fence.proxy.async.shared::cta;
    bar.sync 0;
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 128;
    @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd1], 128, [full];
"""
WAIT = """
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [full], 0;
    @!%p2 bra WAIT;
"""

# Each of two CTAs copies its tile into the shared memory of the other.
EXCHANGE = """
    .shared .align 128 .b32 mine[32];
    .shared .align 128 .b32 theirs[32];
    .shared .align 8 .b64 full;
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %cluster_ctarank;
    xor.b32 %r3, %r2, 1;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared::cta.b64 [full], 1;
    fence.mbarrier_init.release.cluster;
    mov.u32 %r4, mine;
    mad.lo.u32 %r5, %r1, 4, %r4;
    st.shared.u32 [%r5], %r1;
    fence.proxy.async;
    barrier.cluster.arrive; barrier.cluster.wait;
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 128;
    mov.u32 %r6, theirs;
    mapa.shared::cluster.u32 %r6, %r6, %r3;
    mov.u32 %r7, full;
    mapa.shared::cluster.u32 %r7, %r7, %r3;
    @%p1 cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r6], [%r4], 128, [%r7];
"""
CLUSTER = {"grid": 2, "cluster": (2, 1, 1)}


def words() -> np.ndarray[Any, Any]:
    return np.arange(32, dtype=np.uint32)


@pytest.mark.parametrize("checks", ["exits", "all"])
def test_a_load_that_no_thread_waits_for(run: Callable[..., Any], checks: str) -> None:
    with pytest.raises(
        SimFault, match="the CTA ends while this copy may still access its shared memory"
    ) as caught:
        run(f"{LOAD} ret;", x=words(), checks=checks)
    assert caught.value.rule == "unfinished-copy"
    assert "cp.async.bulk.shared::cluster.global" in str(caught.value)


@pytest.mark.parametrize(
    ("commit", "missing"),
    [("", "commit_group and wait_group.read 0"), ("cp.async.bulk.commit_group;", "wait_group.read 0")],
)
def test_a_report_names_what_a_store_lacks(run: Callable[..., Any], commit: str, missing: str) -> None:
    body = f"""
    .shared .align 128 .b32 tile[32];
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 0;
    st.shared.u32 [tile], 1;
    fence.proxy.async.shared::cta;
    bar.sync 0;
    @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [tile], 16;
    @%p1 {commit or "nanosleep.u32 1;"}
"""
    with pytest.raises(SimFault, match="unfinished-copy") as caught:
        run(f"{body} ret;", x=words(), checks="exits")
    assert f": cp.async.bulk.{missing} of its thread must come before the end\n" in str(caught.value)
    run(
        f"{body} cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0; ret;", x=words(), checks="exits"
    )


def test_a_response_that_no_thread_waits_for(run: Callable[..., Any]) -> None:
    body = LOAD[: LOAD.index("    @%p1 cp.async.bulk")].replace("128;", "16;")
    request = "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128"
    request = f"@%p1 {request} [tile], [full];"
    with pytest.raises(SimFault, match="unfinished-copy"):
        run(f"{body} {request} ret;", x=words(), target="sm_100a", checks="all")
    run(f"{body} {request} {WAIT} ret;", x=words(), target="sm_100a", checks="all")


@pytest.mark.parametrize(
    "end",
    [
        pytest.param(f"{WAIT} ret;", id="every thread waits"),
        pytest.param(f"@!%p1 ret; {WAIT} ret;", id="one thread waits"),
        pytest.param(f"@!%p1 bra END; {WAIT} END: bar.sync 0; ret;", id="a barrier after the wait"),
    ],
)
def test_a_load_that_has_completed(run: Callable[..., Any], end: str) -> None:
    run(f"{LOAD} {end}", x=words(), checks="all")


NOTHING = """
    .shared .align 128 .b32 tile[32];
    .shared .align 8 .b64 full;
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, {size};
    mov.u32 %r4, %cluster_ctarank;
    mov.u32 %r3, full;
    mov.u32 %r5, tile;
    mapa.shared::cluster.u32 %r6, %r5, {rank};
    mapa.shared::cluster.u32 %r7, %r3, {rank};
    setp.ne.u32 %p1, %r1, 0;
    setp.ne.or.u32 %p1, %r4, 0, %p1;
    setp.eq.u32 %p2, %r1, 0;
    @%p2 mbarrier.init.shared::cta.b64 [full], 1;
    mad.lo.u32 %r8, %r1, 4, %r5;
    st.shared.u32 [%r8], %r1;
    fence.mbarrier_init.release.cluster;
    fence.proxy.async;
    barrier.cluster.arrive; barrier.cluster.wait;
    @%p1 bra END;
    {copy};
    cp.async.bulk.commit_group;
END:
    barrier.cluster.arrive; barrier.cluster.wait;
    ret;
"""
TO_CTA = "shared::cluster.shared::cta.mbarrier::complete_tx::bytes"


@pytest.mark.parametrize("checks", ["exits", "all"])
@pytest.mark.parametrize("size", [0, 16])
@pytest.mark.parametrize(
    ("copy", "rank"),
    [
        ("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd1], %r2, [full]", 0),
        ("cp.async.bulk.global.shared::cta.bulk_group [%rd1], [tile], %r2", 0),
        (f"cp.async.bulk.{TO_CTA} [%r6], [%r5], %r2, [%r7]", 1),
        ("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [tile], %r2", 0),
        (f"cp.reduce.async.bulk.{TO_CTA}.add.u32 [%r6], [%r5], %r2, [%r7]", 1),
    ],
)
def test_a_copy_without_bytes_needs_no_wait(
    run: Callable[..., Any], copy: str, rank: int, size: int, checks: str
) -> None:
    body = NOTHING.format(copy=copy, rank=rank, size=size)
    with pytest.raises(SimFault) if size else nullcontext() as caught:
        run(body, x=words(), **CLUSTER, checks=checks)
    assert caught is None or caught.value.rule in ("unfinished-copy", "race", "exited-cta")


def test_a_load_whose_wait_is_of_another_phase(run: Callable[..., Any]) -> None:
    with pytest.raises(SimFault, match="unfinished-copy"):
        run(f"{LOAD} {WAIT.replace('[full], 0', '[full], 1')} ret;", x=words(), checks="all")


def test_without_the_check_it_is_dropped(run: Callable[..., Any]) -> None:
    run(f"{LOAD} ret;", x=words(), checks=("uninitialized",))


def test_a_copy_from_the_memory_of_a_cta_that_ends(run: Callable[..., Any]) -> None:
    """The CTA of rank 0 does not wait until the other one has its tile."""
    leaves = "setp.eq.u32 %p3, %r2, 0; @%p3 ret;"
    end = "barrier.cluster.arrive; barrier.cluster.wait; ret;"
    run(f"{EXCHANGE} {WAIT} {end}", x=words(), checks="all", **CLUSTER)
    with pytest.raises(SimFault, match=r"unfinished-copy|exited-cta"):
        run(f"{EXCHANGE} {leaves} {WAIT} {end}", x=words(), checks="exits", **CLUSTER)


INIT = "@%p1 mbarrier.init.shared::cta.b64 [full], 1;"
WITH_DONE = EXCHANGE.replace(INIT, ".shared .align 8 .b64 done;" + INIT + INIT.replace("full", "done"))
DONE = """
    mov.u32 %r8, done;
    mapa.shared::cluster.u32 %r9, %r8, %r3;
    @%p1 mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r9];
WAIT_DONE:
    mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [done], 0;
    @!%p2 bra WAIT_DONE;
"""


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize("schedule", ["late", "early", "random"])
@pytest.mark.parametrize(
    ("end", "rule"),
    [
        pytest.param("", "unfinished-copy", id="it waits for its own tile only"),
        pytest.param("barrier.cluster.arrive; barrier.cluster.wait;", "", id="a barrier of the cluster"),
        pytest.param("barrier.cluster.arrive.relaxed; barrier.cluster.wait;", "", id="a relaxed barrier"),
        pytest.param(DONE, "", id="the other one arrives when it has its tile"),
    ],
)
def test_a_cta_ends_before_the_other_one_has_its_tile(
    end: str, rule: str, schedule: str, native: bool | None
) -> None:
    """The copies may have completed when the CTA ends: nothing makes it wait for that."""
    program = from_ptx(text(f"{WITH_DONE} {WAIT} {end} ret;", params=".param .u64 x"))
    launch: dict[str, Any] = {"block": 32, "checks": "all", "schedule": schedule, "native": native, **CLUSTER}
    if not rule:
        program.launch(words(), **launch)
        return
    with pytest.raises(SimFault) as caught:
        program.launch(words(), **launch)
    assert caught.value.rule in (rule, "exited-cta")
    assert "cp.async.bulk" in str(caught.value)
