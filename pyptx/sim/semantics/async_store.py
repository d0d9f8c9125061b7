"""Stores that complete at an mbarrier: `st.async`, and the writes of `red.async` (manual section 9.7.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.ir import Literal
from pyptx.sim.asynchrony import Transfer, Work
from pyptx.sim.barriers import in_turns
from pyptx.sim.faults import Trap
from pyptx.sim.observers import Region
from pyptx.sim.queues import TransferQueue
from pyptx.sim.semantics.async_release import lower_later, write_later
from pyptx.sim.semantics.machine import machine
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.shadows import lowered_shadow, shadowed
from pyptx.types import PtxType, from_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pyptx.sim.lowering.records import Record
    from pyptx.sim.lowering.shadow_step import StepShadows
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Place, Run
    from pyptx.sim.shadow.state import ShadowState


@machine("st.async", "multimem.st.async")
def store_async(op: Operation) -> Run:
    """``st.async``: store into the shared memory of the cluster, then complete the bytes at a barrier.

    ``st.async.release`` to global memory takes effect some time later.
    """
    if "release" in op.words:
        return write_later(op, adds=False)
    type_ = from_name(op.modifiers.get("type", "b128"))
    target, mbar = op.place("a"), op.place("mbar")
    size = min(type_.bytes, 8)
    value = op.read("b", type_)
    bits = np.dtype(f"uint{8 * size}")

    def run(m: Machine) -> None:
        content = value(m).view(bits)
        content = content.reshape(-1, m.lanes).copy()
        write_remote(
            m,
            (target, mbar),
            size * len(content),
            size,
            lambda index, some: m.memory.scatter(index, size, content[:, some]),
        )

    return run


@shadowed(store_async)
def shadow_store_async(op: Operation, shadows: ShadowState) -> Callable[[], None]:
    """Keep the shadows of the registers: memory gets them when the store takes effect."""
    operand, spec = op.operand("b")
    shadows.sent = shadows.word(op, operand, from_name(spec.type).bytes)

    def forget() -> None:
        shadows.sent = None

    return forget


@lowered_shadow(shadow_store_async)
def lower_shadow_store_async(step: StepShadows) -> list[Record]:
    """Make no record: the engine takes the shadows of the registers when it takes their contents."""
    operand, _ = step.op.operand("b")
    if "release" in step.op.words or any(isinstance(item, Literal) for item in step.items(operand)):
        raise step.uncovered()
    return []


def write_remote(
    m: Machine,
    places: tuple[Place, Place],
    size: int,
    align: int,
    write: Callable[[NDArray[np.int64], NDArray[np.int64]], None],
    *,
    others_only: bool = False,
    scope: int = 0,
) -> None:
    """Start a write into shared memory of the cluster for every active lane, and its completion.

    Args:
        m: The machine.
        places: The destination, and the mbarrier in the same CTA.
        size: Bytes that each lane writes.
        align: Alignment of the elements.
        write: Writes the values of some lanes to arena indices.
        others_only: Whether the CTA must not be the lane's own.
        scope: Scope of writes that are atomic, for observers; 0 for others.
    """
    target, mbar = places
    memory = m.memory
    where, barrier = target.read(m), mbar.read(m)
    index = memory.locate(target.space, where, size, m.mask, align=max(align, size & -size))
    memory.need_writable(target.space, where, index, size, m.mask)
    object_ = memory.locate(mbar.space, barrier, 8, m.mask)
    lanes = np.flatnonzero(m.executing())
    cta = (index - memory.batch_start) // memory.shared_stride
    apart = cta != (object_ - memory.batch_start) // memory.shared_stride
    if apart[lanes].any():
        lane = int(lanes[int(apart[lanes].argmax())])
        memory.need_one_cta(int(index[lane]), int(object_[lane]), lane)
    if others_only and (cta == m.cta)[lanes].any():
        lane = int(lanes[int((cta == m.cta)[lanes].argmax())])
        raise Trap("remote-cta", "the destination must be in another CTA of the cluster", lane)
    slots = m.barriers.slots(object_[lanes], lanes)
    write_of = object()
    for each in m.observers.bulk_started:
        for lane in lanes.tolist():
            aims = [(Region(index[lane : lane + 1], size), int(object_[lane]))]
            each.bulk_started((write_of, lane), lane, None, aims, scope=scope, proxy=False)
    for each in m.observers.write_sent:
        each.write_sent(index, lanes)
    step, position = m.step, np.zeros(m.lanes, np.int64)
    position[lanes] = np.arange(len(lanes))

    def deliver(_: object) -> None:
        memory.need_running(index, m.mask_of(lanes))
        write(index[lanes], lanes)
        m.barriers.counted(slots, lanes, step, np.full(len(lanes), size, np.int64), came=True)
        for turn in in_turns(slots, lanes):
            for each in m.observers.bulk_landed:
                for lane in turn.tolist():
                    each.bulk_landed((write_of, lane), [int(object_[lane])])
            m.barriers.complete(slots[position[turn]], np.full(len(turn), size, np.int64), turn)

    signalled = tuple(np.unique(object_[lanes]).tolist())
    ctas = frozenset(cta[lanes].tolist())
    transfer = Transfer(Work(step, "copy"), int(lanes[0]), lambda: None, deliver, signalled, lambda: ctas)
    m.part(TransferQueue).start(m, transfer)


@lowered(store_async)
def lower_store_async(step: StepLowering) -> None:
    """Store to any CTA of the cluster, its own too, or to global memory."""
    if "release" in step.op.words:
        lower_later(step, adds=False)
        return
    lower_remote(step, "st.async", from_name(step.op.modifiers.get("type", "b128")), others=False)


def lower_remote(step: StepLowering, handler: str, type_: PtxType, *, others: bool) -> None:
    """Emit a store or reduction into the shared memory of the cluster.

    Args:
        step: The instruction.
        handler: Name of the handler.
        type_: Type of the values.
        others: Whether the CTA must not be the thread's own.
    """
    op = step.op
    if type_.bits == 128:
        raise step.uncovered("of 128 bits")
    step.program.asynchronous = True
    rows = [step.value(item, type_) for item in step.items(op.operand("b")[0])]
    size = type_.bytes * len(rows)
    step.emit(
        handler,
        value_bytes=type_.bytes,
        align=max(type_.bytes, size & -size),
        elsewhere=others,
        target=step.place("a").words(),
        barrier=step.place("mbar").words(),
        values=rows,
    )
