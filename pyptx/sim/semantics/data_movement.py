"""Data movement (manual section 9.7.10): registers, memory, address spaces and cache hints.

`prmt` only computes and is with the logic instructions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.ir import Name, Vector
from pyptx.sim.asynchrony import Transfer, Work
from pyptx.sim.barriers import in_turns
from pyptx.sim.faults import Trap
from pyptx.sim.observers import Region
from pyptx.sim.queues import TransferQueue
from pyptx.sim.segments import RANK_SHIFT, SPACE_OF_WINDOW, WINDOW_BYTES, WINDOWS
from pyptx.sim.semantics.machine import machine, nothing
from pyptx.sim.semantics.undefined import computed, items_of, kept, loaded, registers_in, unwritten
from pyptx.sim.semantics.unmodelled import unmodelled
from pyptx.sim.steps import Deferred
from pyptx.sim.symbols import Register
from pyptx.types import from_name, u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pyptx.ir import Operand
    from pyptx.sim.engine import Machine
    from pyptx.sim.operands import Operation, Place, Run
    from pyptx.types import PtxType

_WAITABLE = frozenset({"volatile", "relaxed", "acquire", "mmio"})


@machine("ld", "ldu", "multimem.ld_reduce")
def load(op: Operation) -> Run:
    """``ld``: read one element, or two, four or eight that lie one after the other.

    ``multimem.ld_reduce`` combines the replicas of all devices, of which there is one.
    """
    type_ = from_name(op.modifiers["type"])
    place, write = op.place("a"), op.write("d")
    count = op.operand("d")[1].count or 1
    if not _WAITABLE.isdisjoint(op.words) and place.space not in ("param", "const", "local"):
        op.polls, op.polled = True, place
    op.computes = not op.polls
    space, address = place
    items = items_of(op.operand("d")[0])
    size, parts, dtype = (8, 2, None) if type_.bits == 128 else (type_.bytes, count, op.dtype(type_))
    used = -1 if op.used_bytes is None else op.used_bytes

    def run(m: Machine) -> None:
        index, some = m.memory.readable(space, address(m), size * parts, m.mask, used)
        found = m.memory.gather(index, size, parts)
        origin = unwritten(m, place, index, size * parts, m.active()) if some else None
        write(m, found if dtype is None else found.view(dtype))
        if origin is not None:
            part = origin.size // len(items)
            loaded(op, m, origin, [(item, index + k * part) for k, item in enumerate(items)], part, used)

    return run


@machine("st", "multimem.st")
def store(op: Operation) -> Run:
    """``st``: write one element, or two, four or eight in a row; a sink leaves memory as it is."""
    type_ = from_name(op.modifiers["type"])
    place = op.place("a")
    space, address = place
    size = min(type_.bytes, 8)
    operand, _ = op.operand("b")
    items = operand.items if isinstance(operand, Vector) else (operand,)
    if "async" not in op.words and op.instruction.opcode == "st":
        where = {register.number for register in op.reads}
        op.keeps = frozenset(number for item in items for number in registers_in(op, item)) - where
        op.spread = kept(op, place, items, type_)
    if isinstance(operand, Vector) and Name("_") in operand.items:
        return _store_some(op, operand, type_)
    value = op.read("b", type_)
    bits = np.dtype(f"uint{8 * size}")

    def run(m: Machine) -> None:
        m.scheduler.note_progress()
        m.memory.store(space, address(m), size, value(m).view(bits), m.mask)

    return run


def _store_some(op: Operation, vector: Vector, type_: PtxType) -> Run:
    """``st`` of 256 bits with sinks: each element on its own, the whole address checked first."""
    space, address = op.place("a")
    size, bits = type_.bytes, np.dtype(f"uint{type_.bits}")
    total = size * len(vector.items)
    parts = [
        (size * position, op.reader(item, type_))
        for position, item in enumerate(vector.items)
        if item != Name("_")
    ]

    def run(m: Machine) -> None:
        m.scheduler.note_progress()
        where = address(m)
        m.memory.locate(space, where, total, m.mask)
        for offset, value in parts:
            m.memory.store(space, where + np.uint64(offset), size, value(m).view(bits), m.mask)

    return run


@machine("mov")
def move(op: Operation) -> Run:
    """``mov``: copy a value, or pack and unpack a vector of halves or quarters.

    A copy of a register that was never written stays one that was never written.
    """
    (target, wanted), (source, given) = op.pairs()
    op.spread = computed(op)
    if wanted.count is None and given.count is None:
        op.only = op.plain()
        op.keeps = registers_in(op, source)
        return Deferred(_copy, op, target, source) if op.only else _copy(op, target, source)
    op.keeps = registers_in(op, source)
    if wanted.count is not None and given.count is not None:
        part = from_name(wanted.type)
        reads, writes = op.reader(source, part), op.writer(target, part)
        return lambda m: writes(m, reads(m).copy())
    return _pack(op, target, source) if wanted.count is None else _unpack(op, target, source)


def _copy(op: Operation, target: Operand, source: Operand) -> Run:
    """``mov`` of one value."""
    type_ = from_name(op.words[-1])
    found = op.scope.find(source.name) if isinstance(source, Name) else None
    home = op.scope.find(target.name) if isinstance(target, Name) else None
    write = op.writer(target, type_)
    if not (isinstance(found, Register) and isinstance(home, Register)):
        read = op.reader(source, type_)
        return lambda m: write(m, read(m))
    read = op.reader(source, type_, needed=False)
    from_number, to_number = found.number, home.number

    def run(m: Machine) -> None:
        undefined = None if m.defined.full[from_number] else m.active() & ~m.defined.initialised[from_number]
        write(m, read(m))
        if undefined is not None:
            m.defined.taint(to_number, undefined)

    return run


def _unpack(op: Operation, target: Operand, source: Operand) -> Run:
    """``mov.b64 {lo, hi}, x``: the lowest part goes to the first register."""
    whole = from_name(op.words[-1])
    spec = op.match.operands[0]
    count, part = spec.count or 1, from_name(spec.type)
    read = op.reader(source, whole)
    write = op.writer(target, part)
    step, dtype = np.uint64(part.bits), op.dtype(part)

    def run(m: Machine) -> None:
        value = read(m)
        if whole.bits == 128:
            words = [value[k * part.bits // 64] >> np.uint64(k * part.bits % 64) for k in range(count)]
        else:
            words = [value.astype(np.uint64) >> (step * np.uint64(k)) for k in range(count)]
        write(m, np.stack(words).astype(dtype))

    return run


def _pack(op: Operation, target: Operand, source: Operand) -> Run:
    """``mov.b64 x, {lo, hi}``: the first register becomes the lowest part."""
    whole = from_name(op.words[-1])
    spec = op.match.operands[1]
    count, part = spec.count or 1, from_name(spec.type)
    read = op.reader(source, part)
    write = op.writer(target, whole)
    dtype = op.dtype(whole)
    per_word = max(count * 64 // whole.bits, 1) if whole.bits > 64 else count

    def run(m: Machine) -> None:
        parts = read(m).astype(np.uint64)
        words = [
            np.bitwise_or.reduce(
                [parts[first + k] << np.uint64(k * part.bits) for k in range(per_word)], axis=0
            )
            for first in range(0, count, per_word)
        ]
        write(m, np.stack(words) if whole.bits == 128 else words[0].astype(dtype))

    return run


@machine("cvta")
def convert_address(op: Operation) -> Run:
    """``cvta``: an address of a space to a generic one, or back with ``.to``."""
    space = op.modifiers["space"].partition("::")[0]
    type_ = from_name(op.modifiers["size"])
    read, write = op.read("a"), op.write("p")
    window = np.dtype(op.dtype(type_)).type(WINDOWS[space] & ((1 << type_.bits) - 1))
    if "to" in op.words:
        return lambda m: write(m, read(m) - window)
    return lambda m: write(m, read(m) + window)


@machine("isspacep")
def is_space(op: Operation) -> Run:
    """``isspacep``: whether a generic address lies in the window of a space."""
    space, _, part = op.modifiers["space"].partition("::")
    read, write = op.read("a"), op.write("p")
    windows = {name: number for number, name in SPACE_OF_WINDOW.items()}
    own_only = space == "shared" and part != "cluster"

    def run(m: Machine) -> None:
        address = read(m).astype(np.uint64)
        window = address // np.uint64(WINDOW_BYTES)
        if space == "global":
            write(m, ~np.isin(window, list(SPACE_OF_WINDOW)))
            return
        inside = window == windows[space]
        if own_only:
            rank = address % np.uint64(WINDOW_BYTES) >> np.uint64(RANK_SHIFT)
            inside &= rank == m.memory.rank_base() >> np.uint64(RANK_SHIFT)
        write(m, inside)

    return run


@machine("mapa")
def map_address(op: Operation) -> Run:
    """``mapa``: the address of the same place in the shared memory of another CTA of the cluster."""
    read, rank, write = op.read("a"), op.read("b", u32), op.write("d")
    dtype = np.dtype(op.dtype(from_name(op.modifiers["type"])))
    keep = dtype.type(((1 << 8 * dtype.itemsize) - 1) & ~(0xFF << RANK_SHIFT))

    def run(m: Machine) -> None:
        wanted = rank(m)
        beyond = m.active() & (wanted >= m.cluster_size)
        if beyond.any():
            lane = int(beyond.argmax())
            said = f"there is no CTA of rank {int(wanted[lane])} in a cluster of {m.cluster_size}"
            raise Trap("cluster-rank", said, lane)
        write(m, (read(m) & keep) | (wanted.astype(dtype) << dtype.type(RANK_SHIFT)))

    return run


@machine("getctarank")
def cta_rank(op: Operation) -> Run:
    """``getctarank``: the rank in the cluster of the CTA that an address belongs to."""
    read, write = op.read("a"), op.write("d")
    return lambda m: write(
        m, ((read(m).astype(np.uint64) >> np.uint64(RANK_SHIFT)) & np.uint64(0xFF)).astype(np.uint32)
    )


@machine("st.async")
def store_async(op: Operation) -> Run:
    """``st.async``: store into the shared memory of the cluster, then complete the bytes at a barrier."""
    if "mbarrier::complete_tx::bytes" not in op.words:
        unmodelled(op)
    type_ = from_name(op.modifiers.get("type", "b128"))
    target, told = op.place("a"), op.place("mbar")
    size = min(type_.bytes, 8)
    value = op.read("b", type_)
    bits = np.dtype(f"uint{8 * size}")

    def run(m: Machine) -> None:
        content = value(m).view(bits)
        content = content.reshape(-1, m.lanes).copy()
        write_remote(
            m,
            (target, told),
            size * len(content),
            size,
            lambda index, some: m.memory.scatter(index, size, content[:, some]),
        )

    return run


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
    """Start a write into shared memory of the cluster for every active lane, and what it tells.

    Args:
        m: The machine.
        places: Where to, and the barrier, which is in the same CTA.
        size: Bytes that each lane writes.
        align: Alignment of the elements.
        write: Writes to arena indices what some lanes bring.
        others_only: Whether the CTA must not be the lane's own.
        scope: Scope of writes that are atomic, for observers; 0 for others.
    """
    target, told = places
    memory = m.memory
    where, barrier = target.read(m), told.read(m)
    index = memory.locate(target.space, where, size, m.mask, align=max(align, size & -size))
    memory.need_writable(target.space, where, index, size, m.mask)
    object_ = memory.locate(told.space, barrier, 8, m.mask)
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

    told_at = tuple(np.unique(object_[lanes]).tolist())
    transfer = Transfer(Work(step, "copy"), int(lanes[0]), lambda: None, deliver, told_at)
    m.part(TransferQueue).start(m, transfer)


@machine("createpolicy")
def create_policy(op: Operation) -> Run:
    """``createpolicy``: an opaque cache policy; caches are not modelled, so any number will do."""
    write = op.write("policy")
    return lambda m: write(m, np.zeros(m.lanes, np.uint64))


@machine("prefetch", "prefetchu", "applypriority", "discard")
def hint(op: Operation) -> Run:
    """Hints to caches, which are not modelled: nothing happens."""
    del op
    return nothing
