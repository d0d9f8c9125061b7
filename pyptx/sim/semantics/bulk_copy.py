"""Bulk copies and reductions without a tensor map, and bulk groups (manual sections 9.7.10.28.4 and .6).

Every thread that executes one starts an operation of its own; `Transfer` and the schedule decide when it
takes effect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pyptx.sim.abi import SHADOW_OPERAND
from pyptx.sim.arena import INITIALISED
from pyptx.sim.faults import Trap
from pyptx.sim.observers import Region
from pyptx.sim.queues import TransferQueue
from pyptx.sim.scopes import GPU
from pyptx.sim.semantics.atomic import update_of
from pyptx.sim.semantics.bulk_bytes import (
    BULK_ALIGN,
    Put,
    ignored_bytes,
    padded,
    put_selected,
    selected_bytes,
    single_bytes,
)
from pyptx.sim.semantics.bulk_start import (
    CompletionBarrier,
    active_lanes,
    note_store,
    start,
    start_grouped,
    targets,
)
from pyptx.sim.semantics.machine import machine, nothing
from pyptx.sim.semantics.native import lowered, no_records
from pyptx.sim.semantics.shadows import lowered_shadow, shadowed
from pyptx.sim.semantics.unmodelled import unmodelled
from pyptx.sim.shadow.cells import KINDS, elements_of
from pyptx.types import from_name, u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pyptx.sim.lowering.records import Record
    from pyptx.sim.lowering.shadow_step import StepShadows
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Place, Read, Run
    from pyptx.sim.shadow.state import ShadowState

IGNORED = ("ignoreBytesLeft", "ignoreBytesRight")


@machine("cp.async.bulk", "multimem.cp.async.bulk")
def copy(op: Operation) -> Run:
    """``cp.async.bulk``: copy bytes between global and shared memory, or to another CTA of the cluster.

    ``multimem.cp.async.bulk`` writes the replicas of all devices; here there is one device.
    """
    _refuse_reports(op)
    source, size = op.place("srcMem"), op.read("size", u32)
    if "bulk_group" in op.words:
        return _to_global(op, source, size, None)
    left, right = (op.read(name, u32) if op.has(name) else None for name in IGNORED)
    multicast = op.read("ctaMask") if op.has("ctaMask") else None
    target, mbar = op.place("dstMem"), op.place("mbar")
    remote = source.space.startswith("shared")

    def run(m: Machine) -> None:
        sizes = _sizes(m, size)
        before, behind = (
            ignored_bytes(m, each, name) for each, name in zip((left, right), IGNORED, strict=True)
        )
        inner = np.maximum(sizes - before - behind, 0)
        origin = _sources(m, source, inner, before)
        found = targets(m, target, CompletionBarrier(mbar), sizes, multicast, BULK_ALIGN)
        for lane, places in found.items():
            if remote and places[0].cta == int(m.cta[lane]):
                raise Trap("remote-cta", "the destination must be in another CTA of the cluster", lane)
            bytes_, from_ = int(sizes[lane]), int(origin[lane])
            read = _span(from_, int(inner[lane]))
            fetch = padded(_fetcher(m, from_, int(inner[lane])), int(before[lane]), bytes_ - int(inner[lane]))
            start(m, lane, places, fetch, bytes_, _put(m), read)

    return run


@machine("cp.reduce.async.bulk", "multimem.cp.reduce.async.bulk")
def reduce(op: Operation) -> Run:
    """``cp.reduce.async.bulk``: combine elements with those at the destination, one by one."""
    source, size = op.place("srcMem"), op.read("size", u32)
    apply = combiner(op)
    if "bulk_group" in op.words:
        return _to_global(op, source, size, apply)
    target, mbar = op.place("dstMem"), op.place("mbar")

    def run(m: Machine) -> None:
        sizes = _sizes(m, size)
        origin = _sources(m, source, sizes)
        found = targets(m, target, CompletionBarrier(mbar), sizes, None, BULK_ALIGN)
        for lane, places in found.items():
            if places[0].cta == int(m.cta[lane]):
                raise Trap("remote-cta", "the destination must be in another CTA of the cluster", lane)
            bytes_, from_ = int(sizes[lane]), int(origin[lane])
            fetch = _fetcher(m, from_, bytes_, written=lane)
            start(m, lane, places, fetch, bytes_, apply(m, lane), _span(from_, bytes_), scope=GPU)

    return run


@shadowed(reduce, rounds=True)
def shadow_reduce(op: Operation, shadows: ShadowState) -> Callable[[], None]:
    """Do nothing: the shadows are combined when the reduction takes effect."""
    del op, shadows
    return lambda: None


@lowered_shadow(shadow_reduce)
def lower_shadow_reduce(step: StepShadows) -> Record:
    """Name the format of the elements; a tensor map has that of a tensor copy."""
    elements = elements_of(step.op.modifiers.get("type", step.op.words[-1]))
    if elements and step.op.modifiers.get("op", "add") != "add":
        raise step.uncovered()
    kind = KINDS.index(elements.name) if elements else 0
    step.precede("TensorOut" if "tensor" in step.op.words else "BulkOut")
    if not step.beside:
        step.precede("BulkIn")
    target = SHADOW_OPERAND.numbers(format=kind, count=1, parts=0)
    return step.ends(step.record("shadow.reduce", line=step.line(), flags=step.flags(), target=target))


@machine("cp.async.bulk.prefetch")
def prefetch(op: Operation) -> Run:
    """``cp.async.bulk.prefetch``: a hint to a cache, of memory that must exist."""
    source, size = op.place("srcMem"), op.read("size", u32)

    def run(m: Machine) -> None:
        _sources(m, source, _sizes(m, size))

    return run


@machine("cp.async.bulk.commit_group")
def commit(op: Operation) -> Run:
    """``cp.async.bulk.commit_group``: close the group of the thread's bulk copies since the last commit."""
    del op

    def run(m: Machine) -> None:
        m.part(TransferQueue).groups[m.active()] += 1

    return run


@machine("cp.async.bulk.wait_group")
def wait_group(op: Operation) -> Run:
    """``cp.async.bulk.wait_group n``: wait for all groups but the last `n`; ``.read``: for their reads."""
    count, reading = op.constant("n"), "read" in op.words

    def run(m: Machine) -> None:
        lanes = m.executing()
        queue = m.part(TransferQueue)
        queue.wait(m, lanes, count, reading=reading)
        for each in m.observers.stores_waited:
            each.stores_waited(lanes, queue.groups - count, reading=reading)

    return run


@machine("applypriority.async")
def priority(op: Operation) -> Run:
    """``applypriority.async.bulk``: a hint to a cache, which completes with its bulk group."""
    del op
    return nothing


def _to_global(op: Operation, source: Place, size: Read, apply: Combiner | None) -> Run:
    """Make a copy or reduction from shared to global memory, which belongs to a bulk group.

    With ``.cp_mask`` bit i of a mask selects byte i of every 16 bytes.
    """
    target = op.place("dstMem")
    masks = op.read("byteMask") if op.has("byteMask") else None

    def run(m: Machine) -> None:
        sizes = _sizes(m, size)
        origin = _sources(m, source, sizes)
        lanes = active_lanes(m)
        mask = m.mask_of(lanes)
        where = target.read(m)
        index = m.memory.ranges(target.space, where, sizes, mask, BULK_ALIGN)
        for lane in lanes.tolist():
            bytes_, at = int(sizes[lane]), int(index[lane])
            m.memory.need_span(target.space, int(where[lane]), at, bytes_, lane, write=True)
            if not bytes_:
                continue
            put = _put(m) if apply is None else apply(m, lane)
            from_ = int(origin[lane])
            read, written = _span(from_, bytes_), _span(at, bytes_)
            fetch = _fetcher(m, from_, bytes_, written=lane)
            if masks is not None:
                chosen = selected_bytes(int(masks(m)[lane]), bytes_)
                read, written = single_bytes(from_ + chosen), single_bytes(at + chosen)
                fetch, put = _fetcher(m, from_, bytes_, written=lane, chosen=chosen), put_selected(m, chosen)
            note_store(m, lane, read, written, atomic=apply is not None)
            start_grouped(m, lane, fetch, _at(put, at))

    return run


# Instructions that start an operation


Combiner: TypeAlias = "Callable[[Machine, int], Put]"
"""Makes the function that combines a lane's reduction with the destination."""


def _span(index: int, size: int) -> Callable[[], Region]:
    """Describe consecutive bytes, for observers."""
    return lambda: Region(np.array([index]), size)


def combiner(op: Operation) -> Combiner:
    """Return the function that combines arriving bytes with those at the destination."""
    type_ = from_name(op.modifiers.get("type", op.words[-1]))
    operation = op.modifiers.get("op", "add")
    flushes = type_.name == "f32" and operation == "add" and "noftz" not in op.words
    update = update_of(operation, type_, op, flush=flushes)
    dtype = op.dtype(type_)

    def of_lane(m: Machine, lane: int) -> Put:
        def put(index: int, data: NDArray[np.uint8], state: NDArray[np.uint8]) -> None:
            del state
            held, known = m.memory.read_span(index, len(data))
            m.memory.need_defined(index, known, lane)
            for each in m.observers.combining:
                at = np.arange(index, index + len(data), type_.bytes)
                each.combining(at, np.ascontiguousarray(data).view(dtype), type_.name, operation)
            new = update(held.view(dtype), np.ascontiguousarray(data).view(dtype), None)
            m.memory.write_span(index, np.ascontiguousarray(new).view(np.uint8), known)

        return put

    return of_lane


def _put(m: Machine) -> Put:
    return m.memory.write_span


def _at(put: Put, index: int) -> Callable[[Any], None]:
    return lambda content: put(index, *content)


def _fetcher(
    m: Machine, index: int, size: int, *, written: int = -1, chosen: NDArray[np.int64] | None = None
) -> Callable[[], Any]:
    """Return the function that reads a range.

    If `written` is a lane, the bytes must have been written: all of them, or those of `chosen`.
    """

    def fetch() -> Any:
        data, state = m.memory.read_span(index, size)
        if written >= 0:
            needed = state
            if chosen is not None:
                needed = np.full_like(state, INITIALISED)
                needed[chosen] = state[chosen]
            m.memory.need_defined(index, needed, written)
        return data, state

    return fetch


def _sizes(m: Machine, size: Read) -> NDArray[np.int64]:
    """Return the size of every lane's operation, a multiple of 16."""
    sizes = size(m).astype(np.int64)
    odd = np.zeros(m.lanes, np.bool_)
    lanes = active_lanes(m)
    odd[lanes] = sizes[lanes] % BULK_ALIGN != 0
    if odd.any():
        lane = int(odd.argmax())
        raise Trap("bulk-size", f"a bulk copy has a multiple of 16 bytes, not {int(sizes[lane])}", lane)
    return sizes


def _sources(
    m: Machine, source: Place, sizes: NDArray[np.int64], before: NDArray[np.int64] | None = None
) -> NDArray[np.int64]:
    """Return the arena indices of the sources of the active lanes.

    Args:
        m: The machine.
        source: Addresses of the sources.
        sizes: Bytes that are read.
        before: Bytes from the address to the first that is read.

    Raises:
        Trap: A source is out of bounds or misaligned.
    """
    lanes = active_lanes(m)
    where = source.read(m)
    mask = m.mask_of(lanes)
    first, align = where, BULK_ALIGN
    if before is not None and before[lanes].any():
        odd = where[lanes] % BULK_ALIGN != 0
        if odd.any():
            lane = int(lanes[int(odd.argmax())])
            said = f"the source {int(where[lane]):#x} is not aligned to {BULK_ALIGN} bytes"
            raise Trap("misaligned", said, lane)
        first, align = where + before.astype(where.dtype), 1
    index = m.memory.ranges(source.space, first, sizes, mask, align)
    for lane in lanes.tolist():
        m.memory.need_span(
            source.space, int(first[lane]), int(index[lane]), int(sizes[lane]), lane, write=False
        )
    return index


def _refuse_reports(op: Operation) -> None:
    """Reject an addition of PTX 9.3: reports of fabric errors."""
    reports = any(word.startswith("mbarrier::report") and not word.endswith("disabled") for word in op.words)
    if reports:
        unmodelled(op)


# The native engine


def lower_multicast(step: StepLowering) -> dict[str, int]:
    """The row of a mask of CTAs, and its bytes."""
    if not step.op.has("ctaMask"):
        return {"mask": -1, "mask_bytes": 0}
    _, spec = step.op.operand("ctaMask")
    return {"mask": step.read("ctaMask"), "mask_bytes": from_name(spec.type).bytes}


@lowered(copy, reduce)
def lower_copy(step: StepLowering) -> None:
    """Give the element type and operation, and whether an mbarrier or a group tracks the copy."""
    op = step.op
    step.program.asynchronous = True
    reduction = ""
    if "reduce" in op.words:
        noftz = "noftz" if "noftz" in op.words and op.words[-1] == "f32" else ""
        reduction = "".join(
            f".{word}" for word in (op.modifiers.get("op", "add"), noftz, op.words[-1]) if word
        )
    size = step.read("size", u32)
    places = {"target": step.place("dstMem").words(), "source": step.place("srcMem").words()}
    head = "cp.reduce.async.bulk" if reduction else "cp.async.bulk"
    if "bulk_group" in op.words:
        chosen = step.read("byteMask") if op.has("byteMask") else -1
        step.emit(f"{head}.out{reduction}", size=size, chosen=chosen, **places)
        return
    _, source = op.operand("srcMem")
    before, behind = (step.read(name, u32) if op.has(name) else -1 for name in IGNORED)
    step.emit(
        f"{head}.in{reduction}",
        size=size,
        remote=source.type.startswith("shared"),
        before=before,
        behind=behind,
        **places,
        barrier=step.place("mbar").words(),
        **lower_multicast(step),
    )


@lowered(prefetch)
def lower_prefetch(step: StepLowering) -> None:
    """Check the memory."""
    step.program.asynchronous = True
    step.emit("cp.async.bulk.prefetch", size=step.read("size", u32), source=step.place("srcMem").words())


@lowered(commit)
def lower_commit(step: StepLowering) -> None:
    """Close a group."""
    step.program.asynchronous = True
    step.emit("cp.async.bulk.commit_group")


@lowered(wait_group)
def lower_wait(step: StepLowering) -> None:
    """Give whether completed reads suffice."""
    step.program.asynchronous = True
    op = step.op
    step.emit("cp.async.bulk.wait_group", allowed=op.constant("n"), reads="read" in op.words)


no_records(priority)
