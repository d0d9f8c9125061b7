"""Allocation of tensor memory: `tcgen05.alloc`, `.dealloc`, `.relinquish_alloc_permit` (section 9.7.18.7.1).

A warp executes them, of a pair of CTAs one warp in each. An allocation waits until its columns are free.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from pyptx.layouts.tensor_memory import ALLOCATIONS, COLUMNS, LANES
from pyptx.sim.faults import Trap
from pyptx.sim.observers import TensorBox
from pyptx.sim.scheduler import WARP
from pyptx.sim.semantics.machine import machine, nothing
from pyptx.sim.semantics.native import lowered
from pyptx.sim.tensor_memory import GRANULE, Request, TensorMemory, column_of, lane_of, need_group
from pyptx.types import u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Read, Run
    from pyptx.sim.tensor_memory import Owner

FULL_WARP = np.uint32(0xFFFF_FFFF)

WIDER, WIDER_COLUMNS = 107, 576
"""The number of the target with more columns, and how many it has (manual table 58)."""


@machine("tcgen05.alloc")
def allocate(op: Operation) -> Run:
    """``tcgen05.alloc``: allocate columns, wait until they are free, write their address to shared memory."""
    group, exclusive = _group(op), "exclusive" in op.words
    place, count = op.place("dst"), op.read("n_cols", u32)

    def ready(m: Machine, lane: int) -> bool:
        memory, cta = m.part(TensorMemory), int(m.cta[lane])
        need_group(m, cta, group, lane)
        owner = memory.owners[cta]
        if lane in owner.granted:
            return True
        if owner.wanted is None:
            columns = _uniform(m, count, lane, "the number of columns")
            _need_size(columns, lane, m.code.target, exclusive=exclusive)
            _need_permit(owner, columns, lane)
            request = Request(columns, -1, m.step, lane, exclusive)
            _need_end_of_wait(owner, request, memory.crowd)
            owner.wanted = request
        return owner.wanted.lane == lane and _serve(m, memory, cta, group)

    def run(m: Machine) -> None:
        memory = m.part(TensorMemory)
        base, first = np.zeros(m.lanes, np.uint32), np.zeros(m.lanes, np.bool_)
        for lane in _warps(m):
            base[lane] = memory.owners[int(m.cta[lane])].granted.pop(lane)
            first[lane] = True
        if m.mask is not None:
            first &= m.mask
        if first.any():
            m.memory.store(place.space, place.read(m), 4, base, first)
            for each in m.observers.tensor_address_written:
                each.tensor_address_written()

    _wait_by_warps(op, ready)
    return run


@machine("tcgen05.dealloc")
def free(op: Operation) -> Run:
    """``tcgen05.dealloc``: give the columns of an allocation back."""
    group, exclusive = _group(op), "exclusive" in op.words
    address, count = op.read("taddr", u32), op.read("n_cols", u32)

    def ready(m: Machine, lane: int) -> bool:
        memory, cta = m.part(TensorMemory), int(m.cta[lane])
        need_group(m, cta, group, lane)
        owner = memory.owners[cta]
        if lane in owner.released:
            owner.released.remove(lane)
            return True
        if owner.freeing is not None:
            return False
        where = _uniform(m, address, lane, "the address")
        columns = _uniform(m, count, lane, "the number of columns")
        base = _need_held(owner, where, columns, lane, exclusive=exclusive)
        for each in m.observers.tensor_freed:
            each.tensor_freed(lane, TensorBox(cta, (0, LANES), (base, base + columns)))
        owner.freeing = Request(columns, base, m.step, lane, exclusive)
        return _release(m, memory, cta, group)

    _wait_by_warps(op, ready)
    return nothing


@machine("tcgen05.relinquish_alloc_permit")
def relinquish(op: Operation) -> Run:
    """``tcgen05.relinquish_alloc_permit``: no thread of the CTA allocates from now on."""
    group = _group(op)
    op.members = op.constant_reader(int(FULL_WARP), u32)

    def run(m: Machine) -> None:
        for lane in _warps(m):
            cta = int(m.cta[lane])
            need_group(m, cta, group, lane)
            m.part(TensorMemory).owners[cta].relinquished = True

    return run


def _group(op: Operation) -> int:
    """The number of CTAs that work together: 1 or 2."""
    return int(op.modifiers["cta_group"][-1])


def _warps(m: Machine) -> list[int]:
    """The first active lane of each warp that executes the current instruction."""
    lanes = m.executing().reshape(-1, WARP)
    warps = np.flatnonzero(lanes.any(1))
    return [int(warp) * WARP + int(lanes[warp].argmax()) for warp in warps]


def _wait_by_warps(op: Operation, ready: Callable[[Machine, int], bool]) -> None:
    """Bring the lanes of each warp together; let a warp wait while `ready` is false for it."""

    def passing(m: Machine, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        scheduler = m.scheduler
        name = m.step.name if m.step is not None else ""
        whole = scheduler.gather_warps(np.full(m.lanes, FULL_WARP), mask, name, None, whole=True)
        if whole is None:
            return np.zeros(m.lanes, np.bool_)
        waiting = np.zeros(m.lanes, np.bool_)
        before = m.mask, m.where
        m.select(whole, whole)
        late = [lane for lane in _warps(m) if not ready(m, lane)]
        # A warp may serve others that came with it, so all are tried until none can pass.
        while passed := [lane for lane in late if ready(m, lane)]:
            late = [lane for lane in late if lane not in passed]
        for lane in late:
            warp = slice(lane // WARP * WARP, (lane // WARP + 1) * WARP)
            waiting[warp] = whole[warp]
        m.select(*before)
        m.scheduler.note_progress()
        if not waiting.any():
            return mask if (whole == mask).all() else whole
        m.park(waiting, m.part(TensorMemory))
        return whole & ~waiting

    op.members = op.constant_reader(int(FULL_WARP), u32)
    op.passing = passing


def _uniform(m: Machine, read: Read, lane: int, what: str) -> int:
    """The value of an operand, which must be the same in all lanes of a warp.

    Raises:
        Trap: The value differs between lanes.
    """
    first = lane // WARP * WARP
    values = read(m)[first : first + WARP][m.active()[first : first + WARP]]
    if (values != values[0]).any():
        said = f"{what} must be the same in all lanes of the warp, but lane 0 has {int(values[0])}"
        raise Trap("tcgen05-operand", said, lane + int((values != values[0]).argmax()))
    return int(values[0])


# Requests


def _serve(m: Machine, memory: TensorMemory, cta: int, group: int) -> bool:
    """Serve the pending allocation of a CTA or its pair; return whether the columns were free."""
    owner = memory.owners[cta]
    assert owner.wanted is not None
    request, also, peer = owner.wanted, -1, None
    if group == 2:
        also, peer = cta ^ 1, memory.owners[cta ^ 1].wanted
        if peer is None:
            _need_peer(m, cta, request.lane, "tcgen05.alloc")
            return False
        if peer.columns != request.columns:
            said = (
                f"this CTA of the pair allocates {request.columns} columns of tensor memory, the other "
                f"{peer.columns}: both name the same number"
            )
            raise Trap("tensor-memory-size", said, request.lane)
    base = memory.take(
        cta, request.columns, exclusive=request.exclusive, also=also, step=request.step, lane=request.lane
    )
    if base < 0:
        return False
    for each, served in ((owner, request), *(((memory.owners[also], peer),) if peer is not None else ())):
        each.wanted, each.smallest = None, served.columns
        each.granted[served.lane] = base
    m.scheduler.retry(m.waiting(memory))
    return True


def _release(m: Machine, memory: TensorMemory, cta: int, group: int) -> bool:
    """Take columns back, of a pair when both CTAs give them; whether that is done."""
    owner = memory.owners[cta]
    assert owner.freeing is not None
    request, ctas = owner.freeing, [cta]
    if group == 2:
        peer = memory.owners[cta ^ 1].freeing
        if peer is None:
            _need_peer(m, cta, request.lane, "tcgen05.dealloc")
            return False
        if peer.base != request.base:
            said = (
                f"this CTA of the pair frees tensor memory from column {request.base}, the other from column "
                f"{peer.base}: both name the same allocation"
            )
            raise Trap("tensor-memory-free", said, request.lane)
        memory.owners[cta ^ 1].released.add(peer.lane)
        ctas.append(cta ^ 1)
    for each in ctas:
        memory.give(each, request.base)
        memory.owners[each].freeing = None
    m.scheduler.retry(m.waiting(memory))
    return True


# Rules


def _need_size(columns: int, lane: int, target: int, *, exclusive: bool) -> None:
    if exclusive:
        if target == WIDER and COLUMNS < columns <= WIDER_COLUMNS and columns % GRANULE == 0:
            said = (
                f"{columns} columns are requested; of the {WIDER_COLUMNS} columns of tensor memory of "
                f"sm_{WIDER}, {COLUMNS} are simulated"
            )
            raise Trap("unmodelled", said, lane)
        if columns % GRANULE or not 0 < columns <= COLUMNS:
            said = (
                f"an exclusive allocation has a multiple of {GRANULE} columns up to {COLUMNS}, not {columns}"
            )
            raise Trap("tensor-memory-size", said, lane)
    elif columns not in ALLOCATIONS:
        said = f"an allocation has {', '.join(map(str, ALLOCATIONS))} columns, not {columns}"
        raise Trap("tensor-memory-size", said, lane)


def _need_permit(owner: Owner, columns: int, lane: int) -> None:
    if owner.relinquished:
        said = (
            "tcgen05.alloc, but a thread of the CTA has executed tcgen05.relinquish_alloc_permit: all "
            "allocations come before it"
        )
        raise Trap("tensor-memory-permit", said, lane)
    if columns > owner.smallest:
        said = (
            f"an allocation of {columns} columns after one of {owner.smallest}: the allocations of a CTA "
            "must not grow, so the largest must come first"
        )
        raise Trap("tensor-memory-growth", said, lane)


def _need_end_of_wait(owner: Owner, request: Request, crowd: int) -> None:
    """Check that a warp that holds columns cannot wait for ever for more.

    CTAs of one multiprocessor run at any pace. If each holds the columns of some of its allocations and waits
    for the next one, and too few columns are left for all of them, none continues.

    Args:
        owner: The allocations of the CTA.
        request: The allocation that its warp requests.
        crowd: CTAs of the grid that may run on one multiprocessor.

    Raises:
        Trap: Some CTAs may hold so many columns that none gets its next ones.
    """
    mine = [held for held in owner.held.values() if held.lane // WARP == request.lane // WARP]
    if not mine:
        return
    total, columns = sum(held.columns for held in mine), request.columns
    if request.exclusive or any(held.exclusive for held in mine):
        said = (
            f"an allocation of {columns} columns by a warp that holds {total}: an exclusive allocation is "
            "the only one while it lives, so the others are freed first"
        )
        raise Trap("tensor-memory-hold", said, request.lane)
    steps = list(accumulate(held.columns for held in mine))
    taken = {total}
    for ctas in range(2, crowd + 1):
        taken |= {each + step for each in taken for step in steps if each + step <= COLUMNS}
        if most := max((each for each in taken if each + columns > COLUMNS), default=0):
            said = (
                f"an allocation of {columns} columns by a warp that holds {total}: if {ctas} CTAs of "
                f"a multiprocessor hold {most} together, {COLUMNS - most} are free and none gets more "
                "(if their registers let them share it); allocate all columns at once"
            )
            raise Trap("tensor-memory-hold", said, request.lane)


def _need_held(owner: Owner, where: int, columns: int, lane: int, *, exclusive: bool) -> int:
    """The first column of the allocation that is freed.

    Raises:
        Trap: There is none, or it has another size, or only one of both is exclusive.
    """
    base = column_of(where)
    held = owner.held.get(base)
    if held is None or lane_of(where):
        parts = [f"column {first} ({each.columns} columns)" for first, each in owner.held.items()]
        said = (
            f"{where:#x} is not the address of an allocation: the CTA holds "
            f"{'those at ' + ', '.join(parts) if parts else 'none (it was freed before, or never made)'}"
        )
        raise Trap("tensor-memory-free", said, lane)
    if held.columns != columns:
        said = f"{columns} columns are freed, but the allocation at {where:#x} has {held.columns}"
        raise Trap("tensor-memory-free", said, lane)
    if held.exclusive != exclusive:
        made, freed = (("exclusive", "without"), ("not exclusive", "with"))[exclusive]
        said = f"the allocation at {where:#x} is {made}, but it is freed {freed} .exclusive"
        raise Trap("tensor-memory-free", said, lane)
    return base


def _need_peer(m: Machine, cta: int, lane: int, name: str) -> None:
    """Check that the other CTA of a pair runs, and can still execute the instruction, too."""
    if m.memory.exited[cta ^ 1]:
        said = (
            f"{name} of cta_group::2 is executed by a warp of each CTA of the pair, but the other has exited"
        )
        raise Trap("exited-cta", said, lane)


# The native engine


@lowered(allocate)
def lower_allocate(step: StepLowering) -> None:
    """Emit the destination of the address."""
    step.uses_tensor_memory()
    step.emit(
        "tcgen05.alloc",
        **step.place("dst")._asdict(),
        count=step.read("n_cols", u32),
        group=_group(step.op),
        exclusive=step.has("exclusive"),
    )


@lowered(free)
def lower_free(step: StepLowering) -> None:
    """Emit the allocation."""
    step.uses_tensor_memory()
    step.emit(
        "tcgen05.dealloc",
        taddr=step.read("taddr", u32),
        count=step.read("n_cols", u32),
        group=_group(step.op),
        exclusive=step.has("exclusive"),
    )


@lowered(relinquish)
def lower_relinquish(step: StepLowering) -> None:
    """Emit the CTA group."""
    step.uses_tensor_memory()
    step.emit("tcgen05.relinquish_alloc_permit", group=_group(step.op))
