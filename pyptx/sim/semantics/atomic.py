"""Atomic operations and reductions on memory (manual sections 9.7.15.5 and 9.7.15.6).

Lanes at the same address take turns in rising order; lanes at different addresses run together. A turn
computes with the definition of the ordinary instruction: ``atom.add.f32`` adds as ``add.f32`` does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pyptx.errors import VerifyError
from pyptx.isa import lookup
from pyptx.sim.abi import SHADOW_OPERAND, SHADOW_PART
from pyptx.sim.barriers import in_turns
from pyptx.sim.faults import Trap
from pyptx.sim.operands import is_sink
from pyptx.sim.scopes import CLUSTER
from pyptx.sim.semantics.async_release import lower_later, write_later
from pyptx.sim.semantics.async_store import lower_remote, write_remote
from pyptx.sim.semantics.machine import machine
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.registry import resolve
from pyptx.sim.semantics.shadows import lowered_shadow, shadowed
from pyptx.sim.shadow.cells import elements_of
from pyptx.types import from_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.lowering.records import Record, RowAddress
    from pyptx.sim.lowering.shadow_step import StepShadows
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Place, Run
    from pyptx.sim.shadow.state import ShadowState
    from pyptx.types import PtxType

Update: TypeAlias = Callable[["NDArray[Any]", "NDArray[Any]", "NDArray[Any] | None"], "NDArray[Any]"]
"""New contents of memory from the old, operand `b` and operand `c`.

The lane of a `Trap` that it raises is an index into the lanes passed to it.
"""


@machine("atom")
def atomic(op: Operation) -> Run:
    """``atom``: read memory, combine it with an operand, write it back, return the old contents."""
    type_ = from_name(op.modifiers["type"])
    place, write = op.place("a"), op.write("d")
    op.polls, op.polled = True, place
    turn = _turn(op, place, type_)

    def run(m: Machine) -> None:
        write(m, turn(m))

    return run


@machine("red", "multimem.red")
def reduction(op: Operation) -> Run:
    """``red``: an `atom` without a result."""
    turn = _turn(op, op.place("a"), from_name(op.modifiers["type"]))

    def run(m: Machine) -> None:
        turn(m)

    return run


@shadowed(atomic, reduction, rounds=True)
def shadow_atomic(op: Operation, shadows: ShadowState) -> Callable[[], None] | None:
    """Combine the shadows; old contents that an instruction reads start with shadows of their own."""
    type_, operation = from_name(op.modifiers["type"]), op.modifiers.get("op", "add")
    elements, combine = elements_of(type_.name), REAL_UPDATES.get(operation)
    values = shadows.values(op, op.operand("b")[0], type_, elements)
    if elements is None or combine is None or values is None:
        return None
    written = shadows.registers_of(op, op.operand("d")[0]) if op.has("d") else []
    given = shadows.word(op, op.operand("b")[0], type_.bytes)
    used = any(register.number in shadows.used for register in written)

    def give_shadows() -> None:
        if used:
            words = (given, *(access.word or {} for access in shadows.accesses))
            shadows.ended |= any(shadows.is_live(word) for word in words)
        for place, access in enumerate(shadows.accesses):
            first = place * elements.count
            shadows.update(access, elements, values[:, first : first + elements.count], combine)
        for register in written:
            shadows.registers.clear(register.number, shadows.m.where)

    return give_shadows


@lowered_shadow(shadow_atomic)
def lower_shadow_atomic(step: StepShadows) -> list[Record]:
    """Add to the shadows in memory, or end them: a record for each element of a vector."""
    op, (operand, _) = step.op, step.op.operand("b")
    type_, operation = from_name(op.modifiers["type"]), op.modifiers.get("op", "add")
    elements = elements_of(type_.name)
    if type_.bits > 64 or (elements and operation in ("min", "max")):
        raise step.uncovered()
    adds = elements is not None and operation == "add"
    step.precede("Atomic")
    ending = step.restart().operands or {}
    words = {name: ending[name] for name in ("flags", "sources")}
    results = [] if adds and not step.is_used() else ending["targets"]
    target = SHADOW_OPERAND.numbers(format=0, count=1, parts=0)
    targets = [SHADOW_PART.numbers(row=-1, bytes=0, literal=-1)] * len(results)
    items, made = step.items(operand), []
    for number, item in enumerate(items, start=1):
        if adds:
            target = step.operand(item, type_.name, elements)
            words = {"flags": step.flags(), "sources": step.parts(item, elements)}
        if number == len(items):
            targets = results  # results are written after the last update
        common = {"size": type_.bytes, "line": step.line(), "target": target, "targets": targets}
        made.append(step.record("shadow.update", **common, **words))
    return made


REAL_UPDATES = {"add": np.add, "min": np.fmin, "max": np.fmax}
"""The operations that the real numbers have, too."""


@machine("red.async", "multimem.red.async")
def reduction_async(op: Operation) -> Run:
    """``red.async``: a `red` on the shared memory of another CTA, then its bytes complete at a barrier.

    ``red.async.release`` on global memory takes effect some time later.
    """
    if "release" in op.words:
        return write_later(op, adds=True)
    type_ = from_name(op.modifiers["type"])
    places, size = (op.place("a"), op.place("mbar")), type_.bytes
    value, update = op.read("b", type_), update_of(op.modifiers["op"], type_, op)
    raw = f"uint{8 * size}"

    def run(m: Machine) -> None:
        operand = value(m).copy()

        def write(index: NDArray[np.int64], lanes: NDArray[np.int64]) -> None:
            position = np.zeros(m.lanes, np.int64)
            position[lanes] = np.arange(len(lanes))
            for turn in in_turns(index, lanes):
                at = index[position[turn]]
                m.memory.need_written(at, size, turn)
                old = m.memory.gather(at, size, 1).view(operand.dtype)
                m.memory.scatter(at, size, update(old, operand[turn], None).view(raw))

        write_remote(m, places, size, size, write, others_only=True, scope=CLUSTER)

    return run


def _turn(op: Operation, place: Place, type_: PtxType) -> Callable[[Machine], NDArray[Any]]:
    """Make the function that takes the turns of all lanes and returns the contents of memory before each."""
    space, address = place
    operation = op.modifiers.get("op", "add")
    b = op.read("b", type_)
    c = op.read("c", type_) if op.has("c") else None
    count = op.operand("b")[1].count
    flushes = type_.name == "f32" and operation == "add" and "noftz" not in op.words
    update, flushing = (
        update_of(operation, type_, op),
        update_of(operation, type_, op, flush=True) if flushes else None,
    )
    summing = operation == "add" and type_.kind in "us"

    def turns(m: Machine) -> NDArray[Any]:
        where, values = address(m), b(m)
        third = c(m) if c is not None else None
        if count is None:
            return take_turns(m, space, where, type_, (values, third), (update, flushing), summing=summing)
        m.memory.locate(space, where, len(values) * type_.bytes, m.mask)
        old = [
            take_turns(
                m,
                space,
                where + np.uint64(k * type_.bytes),
                type_,
                (part, None),
                (update, flushing),
                summing=summing,
            )
            for k, part in enumerate(values)
        ]
        return np.stack(old)

    return turns


def take_turns(
    m: Machine,
    space: str,
    address: NDArray[np.uint64],
    type_: PtxType,
    operands: tuple[NDArray[Any], NDArray[Any] | None],
    updates: tuple[Update, Update | None],
    *,
    summing: bool,
) -> NDArray[Any]:
    """Apply the turns of the active lanes to one element each."""
    memory, size = m.memory, type_.bytes
    index = memory.locate(space, address, size, m.mask)
    memory.need_initialised(space, address, index, size, m.mask)
    memory.need_writable(space, address, index, size, m.mask)
    for each in m.observers.updated:
        each.updated(index, size, m.mask)
    b, c = operands
    wide = type_.bits == 128
    dtype = np.dtype(np.uint64) if wide else b.dtype
    result = np.zeros((2, m.lanes) if wide else m.lanes, dtype)
    lanes = np.arange(m.lanes) if m.mask is None else np.flatnonzero(m.mask)
    order = lanes[np.argsort(index[lanes], kind="stable")]
    sorted_index = index[order]
    fresh = np.concatenate(([True], sorted_index[1:] != sorted_index[:-1]))
    starts = np.flatnonzero(fresh)
    group = np.cumsum(fresh) - 1
    rank = np.arange(len(order)) - starts[group]
    update = updates[0]
    if updates[1] is not None and memory.is_global(int(sorted_index[0])):
        update = updates[1]
    if summing and len(starts) < len(order):
        old = _sums(memory.gather(sorted_index[starts], size, 1).view(dtype), b[order], starts, group)
        result[order] = old
        last = np.append(starts[1:], len(order)) - 1
        total = old[last] + b[order][last]
        memory.scatter(sorted_index[starts], size, total.view(f"uint{8 * size}"))
        m.scheduler.note_progress()
        for each in m.observers.combined:
            each.combined(size, result + b, b)
        return result
    turn_order = np.argsort(rank, kind="stable")
    bounds = np.searchsorted(rank[turn_order], np.arange(int(rank.max()) + 2))
    left = np.zeros_like(result)
    for first, last in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        here = order[turn_order[first:last]]
        at = index[here]
        raw = memory.gather(at, 8 if wide else size, 2 if wide else 1)
        old = np.ascontiguousarray(raw).view(dtype)
        try:
            new = update(old, b[..., here], None if c is None else c[..., here])
        except Trap as trap:
            trap.lane = int(here[trap.lane or 0])
            raise
        result[..., here] = old
        new_raw = new.view(raw.dtype)
        if (new_raw != raw).any():
            m.scheduler.note_progress()
        memory.scatter(at, 8 if wide else size, new_raw)
        left[..., here] = new
    for each in m.observers.combined:
        each.combined(size, left, b)
    return result


def _sums(
    held: NDArray[Any], addends: NDArray[Any], starts: NDArray[np.intp], group: NDArray[np.intp]
) -> NDArray[Any]:
    """Return the contents of memory before each addition of a sequence, modulo the width."""
    before = np.cumsum(addends, dtype=addends.dtype) - addends
    return np.asarray(held[group] + before - before[starts][group])


def update_of(operation: str, type_: PtxType, op: Operation, *, flush: bool = False) -> Update:
    """Return the function that computes one turn."""
    own = _OWN.get(operation)
    if own is not None:
        return own
    words = [type_.name]
    if operation == "add" and type_.kind == "f":
        words = ["rn", *(["ftz"] if flush else []), type_.name]
    candidates = lookup(operation, tuple(words))
    definition = resolve(operation, words)
    if not candidates or definition is None:
        raise VerifyError(f"{op.instruction.opcode}: there is no {operation}.{'.'.join(words)} to apply")
    modifiers, function = candidates[0].modifiers, definition.function

    def update(old: NDArray[Any], b: NDArray[Any], c: NDArray[Any] | None) -> NDArray[Any]:
        del c
        result = function(modifiers, old, b)
        value: NDArray[Any] = result[0] if isinstance(result, tuple) else result
        return value

    return update


def _exchange(old: NDArray[Any], b: NDArray[Any], c: NDArray[Any] | None) -> NDArray[Any]:
    del old, c
    return np.ascontiguousarray(b)


def _compare_and_swap(old: NDArray[Any], b: NDArray[Any], c: NDArray[Any] | None) -> NDArray[Any]:
    assert c is not None
    same = (old == b).all(axis=0) if old.ndim > 1 else old == b
    return np.where(same, c, old)


def _increment(old: NDArray[Any], b: NDArray[Any], c: NDArray[Any] | None) -> NDArray[Any]:
    del c
    return np.where(old >= b, np.uint32(0), old + np.uint32(1))


def _decrement(old: NDArray[Any], b: NDArray[Any], c: NDArray[Any] | None) -> NDArray[Any]:
    del c
    return np.where((old == 0) | (old > b), b, old - np.uint32(1))


_OWN: dict[str, Update] = {
    "exch": _exchange,
    "cas": _compare_and_swap,
    "inc": _increment,
    "dec": _decrement,
}
"""Operations that only atomics have."""


# The native engine


@lowered(reduction_async)
def lower_reduction_async(step: StepLowering) -> None:
    """Combine in another CTA of the cluster, or in global memory."""
    if "release" in step.op.words:
        lower_later(step, adds=True)
        return
    operation, type_ = step.op.modifiers["op"], from_name(step.op.modifiers["type"])
    lower_remote(step, f"red.async.{operation}.{type_.name}", type_, others=True)


@lowered(atomic, reduction)
def lower_atomic(step: StepLowering) -> None:
    """Make one record per element of a vector, after a record that checks the whole address."""
    op = step.op
    type_ = from_name(op.modifiers["type"])
    operation = op.modifiers.get("op", "add")
    place = step.place("a")
    if type_.bits == 128:
        _atomic_wide(step, f"atom.{operation}.b128", place)
        return
    if type_.kind == "f" or operation in ("min", "max"):
        word = f"noftz.{type_.name}" if type_.name == "f32" and "noftz" in op.words else type_.name
    elif operation in ("add", "inc", "dec"):
        word = f"u{type_.bits}"
    else:
        word = f"b{type_.bits}"
    handler = f"atom.{operation}.{word}"
    operand, spec = op.operand("b")
    if spec.count is None:
        step.emit(
            handler,
            **place._asdict(),
            result=step.write("d") if op.has("d") else -1,
            operand=step.read("b", type_),
            other=step.read("c", type_) if op.has("c") else -1,
        )
        return
    values = [step.value(item, type_) for item in step.items(operand)]
    step.emit("reach", **place._asdict(), size=type_.bytes * len(values))
    found = [step.spare(type_.bits) if op.has("d") else -1 for _ in values]
    for part, (value, row) in enumerate(zip(values, found, strict=True)):
        at = place._replace(offset=place.offset + part * type_.bytes)
        step.emit(handler, **at._asdict(), result=row, operand=value)
    if op.has("d"):
        for item, row in zip(step.items(op.operand("d")[0]), found, strict=True):
            target = step.target(item, type_)
            if target >= 0:
                step.emit(f"mov.u{type_.bits}", d=target, a=row)


def _atomic_wide(step: StepLowering, handler: str, place: RowAddress) -> None:
    """``atom.cas.b128`` and ``atom.exch.b128``."""
    op = step.op
    step.program.asynchronous = True
    names = {"operand": "b", "other": "c"}
    sources = {
        operand: step.two_rows((op.operand(name)[0],), written=False)[0]
        for operand, name in names.items()
        if op.has(name)
    }
    target = op.operand("d")[0] if op.has("d") else None
    row = -1 if target is None or is_sink(target) else step.two_rows((target,), written=True)[0]
    step.emit(handler, **place._asdict(), result=row, **sources)
