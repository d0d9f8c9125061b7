"""Destinations and start of bulk operations that an mbarrier or a group of their thread tracks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pyptx.sim.asynchrony import Transfer, Work
from pyptx.sim.barriers import in_turns
from pyptx.sim.faults import Trap
from pyptx.sim.observers import Region
from pyptx.sim.queues import TransferQueue
from pyptx.sim.scopes import GPU

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Place, Read
    from pyptx.sim.semantics.bulk_bytes import Put


class Target(NamedTuple):
    """One destination in shared memory, and the mbarrier object that tracks the copy there.

    Attributes:
        place: Arena index of the place.
        barrier: Arena index of the object.
        cta: The CTA of the batch they are in.
    """

    place: int
    barrier: int
    cta: int


class CompletionBarrier(NamedTuple):
    """The mbarrier operand of a copy.

    Attributes:
        place: Location of the object.
        pair: Whether it may be in the other CTA of the pair that receives data (``.cta_group::2``).
    """

    place: Place
    pair: bool = False


def active_lanes(m: Machine) -> NDArray[np.int64]:
    """The lanes that execute the current instruction."""
    return np.flatnonzero(m.executing())


def targets(
    m: Machine,
    target: Place,
    mbar: CompletionBarrier,
    sizes: NDArray[np.int64],
    multicast: Read | None,
    align: int,
) -> dict[int, list[Target]]:
    """Return the destinations of each active lane's copy, with their mbarriers.

    Raises:
        Trap: A destination is out of bounds or misaligned, an mbarrier is not initialised, or either is in a
            CTA where it must not be.
    """
    lanes = active_lanes(m)
    mask = m.mask_of(lanes)
    where, memory = target.read(m), m.memory
    index = memory.ranges(target.space, where, sizes, mask, align)
    object_ = memory.locate(mbar.place.space, mbar.place.read(m), 8, mask)
    m.barriers.slots(object_[lanes], lanes)
    ranks = multicast(m).astype(np.int64) if multicast is not None else None
    found: dict[int, list[Target]] = {}
    for lane in lanes.tolist():
        at, barrier = int(index[lane]), int(object_[lane])
        cta, offset = memory.shared_place(at)
        home, slot = memory.shared_place(barrier)
        if not memory.is_shared(at):
            raise Trap(
                "out-of-bounds", f"the destination is not in shared memory: {int(where[lane]):#x}", lane
            )
        if not mbar.pair or home // 2 != cta // 2:
            memory.need_one_cta(at, barrier, lane)
        ctas = [cta]
        if ranks is not None:
            ctas = _multicast(m, lane, int(ranks[lane]))
        found[lane] = [
            Target(
                int(memory.cta_start[cta]) + offset,
                int(memory.cta_start[cta & ~1 | home & 1 if mbar.pair else cta]) + slot,
                cta,
            )
            for cta in ctas
        ]
        for place in found[lane]:
            memory.need_span(target.space, int(where[lane]), place.place, int(sizes[lane]), lane, write=True)
    return found


def _multicast(m: Machine, lane: int, mask: int) -> list[int]:
    """Return the CTAs of the batch that a mask of ranks names."""
    if mask >> m.cluster_size or not mask:
        said = f"the mask {mask:#x} names no CTA, or one that a cluster of {m.cluster_size} does not have"
        raise Trap("cluster-rank", said, lane)
    first = int(m.cta[lane]) // m.cluster_size * m.cluster_size
    return [first + rank for rank in range(m.cluster_size) if mask >> rank & 1]


def start(
    m: Machine,
    lane: int,
    places: list[Target],
    fetch: Callable[[], Any],
    size: int,
    put: Put,
    read: Callable[[], Region | None],
    *,
    scope: int = 0,
    swizzle: str | None = None,
) -> None:
    """Start an operation that completes its bytes at mbarrier objects.

    Args:
        m: The machine.
        lane: The lane that starts it.
        places: The destinations.
        fetch: Reads the source.
        size: Bytes, for each place; without any there is nothing to do.
        put: Writes to a destination.
        read: Returns the source, for observers; None if it is not memory.
        scope: Scope of writes that are atomic, for observers; 0 for others.
        swizzle: Swizzle of the destinations, for observers; None without one.
    """
    if not size:
        return
    key, step = object(), m.step
    for each in m.observers.bulk_started:
        targets = [(Region(np.array([place.place]), size, swizzle), place.barrier) for place in places]
        each.bulk_started(key, lane, read(), targets, scope=scope, proxy=True)

    def deliver(content: Any) -> None:
        data, state = content
        for target in places:
            need_running(m, target.cta, lane)
            put(target.place, data, state)
        for each in m.observers.bulk_landed:
            each.bulk_landed(key, [place.barrier for place in places])
        lanes, sizes = np.full(len(places), lane, np.int64), np.full(len(places), size, np.int64)
        slots = m.barriers.slots(np.array([place.barrier for place in places]), lanes)
        m.barriers.counted(slots, lanes, step, sizes, came=True)
        for turn in in_turns(slots, np.arange(len(slots))):
            m.barriers.complete(slots[turn], sizes[turn], lanes[turn])

    def ctas() -> frozenset[int]:
        source, targets = read(), frozenset(place.cta for place in places)
        from_ = int(source.index[0]) if source is not None and source.index.size else -1
        return targets | {m.memory.shared_place(from_)[0]} if m.memory.is_shared(from_) else targets

    barriers = tuple(place.barrier for place in places)
    m.part(TransferQueue).start(m, Transfer(Work(m.step, "copy"), lane, fetch, deliver, barriers, ctas))


def start_grouped(m: Machine, lane: int, fetch: Callable[[], Any], deliver: Callable[[Any], None]) -> None:
    """Start an operation that belongs to a bulk group of its thread."""
    queue = m.part(TransferQueue)
    queue.start(m, Transfer(Work(m.step, "copy"), lane, fetch, deliver, group=int(queue.groups[lane])))


def note_store(
    m: Machine, lane: int, read: Callable[[], Region], written: Callable[[], Region], *, atomic: bool
) -> None:
    """Notify observers of an operation that belongs to a bulk group."""
    for each in m.observers.store_started:
        group = int(m.part(TransferQueue).groups[lane])
        each.store_started(lane, group, read(), written(), scope=GPU if atomic else 0)


def need_running(m: Machine, cta: int, lane: int) -> None:
    """Check that another CTA has not ended before bytes sent to it arrive."""
    if m.memory.exited[cta] and cta != int(m.cta[lane]):
        rank = cta % m.cluster_size
        said = (
            f"the CTA of rank {rank} has exited, but this copy writes its shared "
            "memory: a CTA must not exit while its cluster uses its shared memory (write barrier.cluster at "
            "the end)"
        )
        raise Trap("exited-cta", said, lane)
