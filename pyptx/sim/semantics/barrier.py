"""Barriers of a CTA, of a warp and of a cluster (manual sections 9.7.15.1 to 9.7.15.3).

The instructions only record the barrier; the scheduler blocks and wakes the lanes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.abi import BARRIER_KIND, BARRIER_REDUCTION
from pyptx.sim.operands import CtaBarrier
from pyptx.sim.scheduler import CLUSTER_BARRIER
from pyptx.sim.semantics.machine import machine, nothing
from pyptx.sim.semantics.native import lowered, no_records
from pyptx.types import u32

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.lowering.records import Followed
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Run


@machine("barrier")
def cta_barrier(op: Operation) -> Run:
    """``barrier``: arrive at one of the sixteen barriers of a CTA, and wait unless ``.arrive``."""
    op.aligned = "aligned" in op.words
    return _arrive(op)


@machine("bar")
def aligned_cta_barrier(op: Operation) -> Run:
    """``bar``: a ``barrier.aligned``."""
    op.aligned = True
    return _arrive(op)


def _arrive(op: Operation) -> Run:
    """Describe the barrier to the scheduler."""
    kind = next(word for word in op.words if word in ("sync", "arrive", "red"))
    reduction = next((word for word in op.words if word in ("popc", "and", "or")), "")
    result = {"": None, "popc": "d"}.get(reduction, "p")
    op.barrier = CtaBarrier(
        kind=kind,
        number=op.read("a", u32),
        count=op.read("b", u32) if op.has("b") else None,
        predicate=op.read("c") if reduction else None,
        reduce=reduction,
        write=op.write(result) if result is not None else None,
    )
    return nothing


@machine("barrier.cluster.arrive")
def cluster_arrive(op: Operation) -> Run:
    """``barrier.cluster.arrive``: arrive at the barrier of the cluster, without waiting."""
    relaxed = "relaxed" in op.words
    if "aligned" in op.words:
        op.aligned = True
        op.members = op.constant_reader(0xFFFF_FFFF, u32)

    def run(m: Machine) -> None:
        mask = m.active().copy() if m.mask is not None else m.scheduler.live.copy()
        m.clusters.arrive(mask, relaxed=relaxed)

    return run


@machine("barrier.cluster.wait")
def cluster_wait(op: Operation) -> Run:
    """``barrier.cluster.wait``: wait until every thread of the cluster that has not exited has arrived."""

    def passing(m: Machine, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        going = m.clusters.wait(mask)
        waiting = mask & ~going
        if not waiting.any():
            return mask
        m.scheduler.park(waiting, CLUSTER_BARRIER)
        return going

    op.passing = passing
    return nothing


@machine("bar.warp.sync")
def warp_barrier(op: Operation) -> Run:
    """``bar.warp.sync``: wait until every lane that the mask names has come."""
    members = op.members = op.read("membermask", u32)
    op.members_alike = True

    def run(m: Machine) -> None:
        for each in m.observers.warps_met:
            each.warps_met(np.flatnonzero(m.scheduler.met), members(m))

    return run


# The native engine


@lowered(cta_barrier, aligned_cta_barrier)
def lower_cta_barrier(step: StepLowering) -> None:
    """Give the barrier its kind and reduction."""
    op = step.op
    barrier = op.barrier
    assert barrier is not None
    result = {"": "", "popc": "d"}.get(barrier.reduce, "p")
    row = step.write(result) if result else -1
    step.out.marks, step.out.finish = True, _follow_result
    if step.out.after:
        raise step.uncovered("a result of another width")
    step.emit(
        "barrier",
        number=step.read("a", u32),
        count=step.read("b", u32) if op.has("b") else -1,
        predicate=step.read("c") if barrier.reduce else -1,
        result=row,
        kind=BARRIER_KIND[barrier.kind],
        reduction=BARRIER_REDUCTION[barrier.reduce or "popc"],
    )


def _follow_result(operands: dict[str, Any], at: Followed) -> None:
    """Name the register of the reduction, which the engine marks when the barrier completes."""
    result = at.made.defines[0] if at.made.defines else -1
    operands["target"] = at.numbers.get(result, -1)


@lowered(cluster_arrive, cluster_wait)
def lower_cluster_barrier(step: StepLowering) -> None:
    """Arrive or wait, by the second word."""
    step.program.asynchronous = True
    step.emit(f"barrier.cluster.{step.op.words[1]}")


no_records(warp_barrier)
