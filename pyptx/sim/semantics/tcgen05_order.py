"""Ordering of tensor memory: `tcgen05.commit` and `tcgen05.fence` (sections 9.7.18.11 and .12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.abi import SITE_FLAG, SPACE
from pyptx.sim.asynchrony import Work
from pyptx.sim.faults import Trap
from pyptx.sim.semantics.bulk_start import active_lanes
from pyptx.sim.semantics.machine import machine
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.unmodelled import unmodelled
from pyptx.sim.symbols import Register
from pyptx.sim.tensor_cores import Commit, TensorCores
from pyptx.sim.tensor_memory import need_group
from pyptx.types import from_name

if TYPE_CHECKING:
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Run


@machine("tcgen05.commit")
def commit(op: Operation) -> Run:
    """``tcgen05.commit``: arrive at mbarriers once all earlier operations of the thread have completed."""
    if any(word.startswith("sync_restrict") for word in op.words):
        unmodelled(
            op,
            "an MMA reads A and completes at one time in the simulator; without the word, the commit arrives "
            "once the MMAs have completed, which is later",
        )
    group, place = int(op.modifiers["cta_group"][-1]), op.place("mbar")
    space = "shared::cluster" if place.space == "shared" or _is_narrow(op) else place.space
    ranks = op.read("cta_mask") if op.has("cta_mask") else None

    def run(m: Machine) -> None:
        lanes = active_lanes(m)
        mask = m.mask_of(lanes)
        index = m.memory.locate(space, place.read(m), 8, mask)
        masks = ranks(m).astype(np.int64) if ranks is not None else None
        for lane in lanes.tolist():
            cta = int(m.cta[lane])
            need_group(m, cta, group, lane)
            named, offset = m.memory.shared_place(int(index[lane]))
            ctas = [named] if masks is None else _named(m, lane, int(masks[lane]))
            objects = tuple(int(m.memory.cta_start[each]) + offset for each in ctas)
            slots = m.barriers.slots(np.array(objects, np.int64), np.full(len(objects), lane))
            made = Commit(Work(m.step, "commit"), lane, objects)
            for each in m.observers.tensor_committed:
                each.tensor_committed(made, lane, slots)
            m.part(TensorCores).start(m, made)

    return run


@machine("tcgen05.fence::before_thread_sync", "tcgen05.fence::after_thread_sync")
def fence(op: Operation) -> Run:
    """``tcgen05.fence``: order asynchronous operations before or after thread synchronisation."""
    after = op.words[0].endswith("after_thread_sync")

    def run(m: Machine) -> None:
        for each in m.observers.tensor_fenced:
            each.tensor_fenced(active_lanes(m), after=after)

    return run


def _is_narrow(op: Operation) -> bool:
    """Whether a 32-bit register names the mbarrier: an address of shared memory without its space."""
    base = getattr(op.operand("mbar")[0], "base", None)
    found = op.entity(base)
    return isinstance(found, Register) and found.bits == 32


def _named(m: Machine, lane: int, mask: int) -> list[int]:
    """Return the CTAs of the batch whose ranks a mask names.

    Raises:
        Trap: The mask is zero, or has a rank outside the cluster.
    """
    if not mask or mask >> m.cluster_size:
        said = f"the mask {mask:#x} is zero, or has a rank outside the cluster of {m.cluster_size} CTAs"
        raise Trap("cluster-rank", said, lane)
    first = int(m.cta[lane]) // m.cluster_size * m.cluster_size
    return [first + rank for rank in range(m.cluster_size) if mask >> rank & 1]


# The native engine


@lowered(commit)
def lower_commit(step: StepLowering) -> None:
    """Emit the barrier and the mask of CTAs."""
    step.uses_tensor_memory()
    op, place = step.op, step.place("mbar")
    if place.space == SPACE["shared"] or _is_narrow(op):
        place = place._replace(space=SPACE["shared::cluster"])
    mask, mask_bytes = -1, 0
    if op.has("cta_mask"):
        mask, mask_bytes = step.read("cta_mask"), from_name(op.operand("cta_mask")[1].type).bytes
    step.emit(
        "tcgen05.commit",
        **place._asdict(),
        group=int(op.modifiers["cta_group"][-1]),
        mask=mask,
        mask_bytes=mask_bytes,
    )


@lowered(fence)
def lower_fence(step: StepLowering) -> None:
    """Emit a record for race checking; fences have no other effect."""
    step.uses_tensor_memory()
    after = step.op.words[0].endswith("after_thread_sync")
    step.fence("fences_tensor", flags=SITE_FLAG["acquires" if after else "releases"])
