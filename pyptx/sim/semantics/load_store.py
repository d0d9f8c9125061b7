"""Loads and stores: `ld`, `ldu`, `st`, `st.bulk`, `multimem.ld_reduce` (manual section 9.7.10)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.ir import Vector
from pyptx.sim.abi import SPACE
from pyptx.sim.arena import INITIALISED
from pyptx.sim.deferred import deferred
from pyptx.sim.faults import Trap
from pyptx.sim.named_registers import numbers_in
from pyptx.sim.operands import is_sink
from pyptx.sim.semantics.machine import machine
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.shadows import lowered_shadow, shadowed
from pyptx.sim.semantics.undefined import items_of, loaded, propagate_to_memory, unwritten
from pyptx.sim.shadow.lane_stores import note_shared_stores
from pyptx.sim.symbols import Register
from pyptx.types import PtxType, from_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pyptx.sim.lowering.records import Record, RowAddress
    from pyptx.sim.lowering.shadow_step import StepShadows
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Run
    from pyptx.sim.shadow.state import ShadowState

ZEROED = 8
"""Bytes of which `st.bulk` fills a multiple."""

_WAITABLE = frozenset({"volatile", "relaxed", "acquire", "mmio"})


@machine("ld", "ldu", "multimem.ld_reduce")
def load(op: Operation) -> Run:
    """``ld``: read one element, or two, four or eight consecutive ones.

    ``multimem.ld_reduce`` combines the replicas of all devices; here there is one device.
    """
    if not _WAITABLE.isdisjoint(op.words):
        place = op.place("a")
        if place.space not in ("param", "const", "local"):
            op.polls, op.polled = True, place
    op.computes = not op.polls
    return deferred(op, _load)


def _load(op: Operation) -> Run:
    type_ = from_name(op.modifiers["type"])
    place, write = op.place("a"), op.write("d")
    count = op.operand("d")[1].count or 1
    space, address = place
    items = items_of(op.operand("d")[0])
    size, parts, dtype = (8, 2, None) if type_.bits == 128 else (type_.bytes, count, op.dtype(type_))

    def run(m: Machine) -> None:
        used = -1 if op.used_bytes is None else op.used_bytes
        index, some = m.memory.readable(space, address(m), size * parts, m.mask, used)
        found = m.memory.gather(index, size, parts)
        origin = unwritten(m, place, index, size * parts, m.active()) if some else None
        write(m, found if dtype is None else found.view(dtype))
        if origin is not None:
            part = origin.size // len(items)
            loaded(op, m, origin, [(item, index + k * part) for k, item in enumerate(items)], part, used)

    return run


@shadowed(load)
def shadow_load(op: Operation, shadows: ShadowState) -> Callable[[], None]:
    """Take the shadows of the bytes, which the one replica of ``multimem`` has, too."""
    type_ = from_name(op.modifiers["type"])

    def give_shadows() -> None:
        (access,) = shadows.accesses
        shadows.ended |= bool(shadows.memory.are_parts(access.index, access.size)[shadows.m.active()].any())
        shadows.write(op, op.operand("d")[0], shadows.memory.word(access.index, access.size), type_.bytes)

    return give_shadows


@machine("st", "multimem.st")
def store(op: Operation) -> Run:
    """``st``: write one element, or two, four or eight consecutive ones; a sink leaves memory unchanged."""
    run = deferred(op, _store)
    if op.only is not None and len(op.instruction.operands) == 2:
        address, *values = op.reads
        op.keeps = frozenset(values).difference((address,))
    else:
        place, value = (op.operand(name)[0] for name in "ab")
        op.keeps = frozenset(numbers_in(op, value)).difference(numbers_in(op, place))
    return run


def _store(op: Operation) -> Run:
    operand, spec = op.operand("b")
    type_ = from_name(spec.type)
    place = op.place("a")
    space, address = place
    size = min(type_.bytes, 8)
    op.spread = propagate_to_memory(place, items_of(operand), type_)
    if isinstance(operand, Vector) and any(map(is_sink, operand.items)):
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
        if not is_sink(item)
    ]

    def run(m: Machine) -> None:
        m.scheduler.note_progress()
        where = address(m)
        m.memory.locate(space, where, total, m.mask)
        for offset, value in parts:
            m.memory.store(space, where + np.uint64(offset), size, value(m).view(bits), m.mask)

    return run


@lowered_shadow(shadow_load)
def lower_shadow_load(step: StepShadows) -> Record:
    """Read the bytes that the instruction loads."""
    type_ = from_name(step.op.modifiers["type"])
    targets = step.parts(step.op.operand("d")[0])
    step.precede("Load")
    size = type_.bytes * len(targets)
    return step.record("shadow.load", size=size, wanted=type_.bytes, targets=targets)


@shadowed(store)
def shadow_store(op: Operation, shadows: ShadowState) -> Callable[[], None]:
    """Give the bytes the shadows of the registers."""
    operand, spec = op.operand("b")
    size = from_name(spec.type).bytes
    items = [operand]
    if isinstance(operand, Vector) and any(map(is_sink, operand.items)):
        items = [item for item in operand.items if not is_sink(item)]
    words = [shadows.word(op, item, size) for item in items]

    def give_shadows() -> None:
        for access, word in zip(shadows.accesses, words, strict=True):
            note_shared_stores(shadows, access, word)
            shadows.memory.write(access.index, word, access.mask)

    return give_shadows


@lowered_shadow(shadow_store)
def lower_shadow_store(step: StepShadows) -> Record:
    """Write the bytes that the instruction stores."""
    operand, spec = step.op.operand("b")
    size = from_name(spec.type).bytes
    step.precede("Store")
    return step.ends(step.record("shadow.store", size=size, sources=step.parts(operand, size=size)))


@machine("st.bulk")
def store_zeros(op: Operation) -> Run:
    """``st.bulk``: fill a range of shared memory with zeros."""
    (space, address), size = op.place("a"), op.read("size")

    def run(m: Machine) -> None:
        m.scheduler.note_progress()
        where, sizes, memory = address(m), size(m).astype(np.int64), m.memory
        lanes = np.flatnonzero(m.executing())
        odd = sizes[lanes] % ZEROED != 0
        if odd.any():
            bad = int(lanes[int(odd.argmax())])
            said = f"st.bulk fills a multiple of {ZEROED} bytes, not {int(sizes[bad])}"
            raise Trap("bulk-size", said, bad)
        mask = m.mask_of(lanes[sizes[lanes] > 0])
        index = memory.ranges(space, where, sizes, mask, 1)
        for count in np.unique(sizes[mask]).tolist():
            some = mask & (sizes == count)
            memory.need_writable(space, where, index, count, some)
            for each in m.observers.stored:
                each.stored(index, count, some, np.broadcast_to(np.uint8(0), (count, m.lanes)))
            for lane in np.flatnonzero(some).tolist():
                at = int(index[lane])
                if not memory.is_shared(at):
                    said = f"the range is not in shared memory: {int(where[lane]):#x}"
                    raise Trap("out-of-bounds", said, lane)
                memory.write_span(at, np.zeros(count, np.uint8), np.full(count, INITIALISED, np.uint8))

    return run


# The native engine


@lowered(load)
def lower_load(step: StepLowering) -> None:
    """Give each register its row; if undefined values are tracked, name the bytes that matter."""
    op = step.op
    type_ = from_name(op.modifiers["type"])
    place = step.place("a")
    operand, _ = op.operand("d")
    items = step.items(operand)
    whole = (1 << type_.bytes * len(items)) - 1
    used = whole if op.used_bytes is None else op.used_bytes & whole
    follows = step.program.follows and place.space not in (SPACE["const"], SPACE["param"])
    looked = follows or used != whole
    if looked:
        step.program.overlooks = True
    if used != whole and not follows:
        _check_read(step, place, used)
    if follows:
        step.out.loaded_bytes = type_.bytes
        step.out.loads = tuple(
            (
                next(iter(numbers_in(op, item)), -1),
                used >> position * type_.bytes & (1 << type_.bytes) - 1,
            )
            for position, item in enumerate(items)
        )
    if type_.bits == 128:
        halves = step.two_rows(items, written=True)
        _load_to(step, "ld.u64.u64", place, halves, looked=looked)
        return
    rows: list[int] = []
    widths: set[int] = set()
    for item in items:
        found = op.entity(item)
        if is_sink(item):
            rows.append(-1)
        elif isinstance(found, Register):
            step.out.defines.append(found.number)
            rows.append(step.program.rows[found.number])
            widths.add(found.bits)
        else:
            raise step.uncovered("its result")
    if len(widths) > 1:
        raise step.uncovered("registers of several widths")
    bits = next(iter(widths), type_.bits)
    kind = "s" if type_.kind == "s" and bits > type_.bits else "u"
    name = f"ld.{kind}{type_.bits}.{kind}{bits}"
    if looked or "param" in op.words:  # functions have their parameters in other memory than kernels
        _load_to(step, name, place, rows, looked=looked)
    else:
        bind = partial(_bind_load, place.narrow, place.space)
        step.emit_bound(name, bind, [*rows, place.address], [place.offset])


def _bind_load(narrow: int, space: int, rows: list[int], offsets: list[int]) -> dict[str, Any]:
    """Return the operands of a load, from the rows of its results and its address."""
    *to, address = rows
    (offset,) = offsets
    place = {"address": address, "narrow": narrow, "offset": offset, "space": space}
    return {**place, "checked": True, "to": to}


def _load_to(
    step: StepLowering, name: str, place: RowAddress, rows: Sequence[int], *, looked: bool = False
) -> None:
    """Emit a load; `looked` if unwritten bytes are checked elsewhere."""
    step.emit(name, **place._asdict(), checked=not looked, to=rows)


def _check_read(step: StepLowering, place: RowAddress, used: int) -> None:
    """Check that the used bytes are written, by reads without a result, as wide as possible."""
    at = 0
    while used >> at:
        size = next(
            (
                size
                for size in (8, 4, 2, 1)
                if at % size == 0 and used >> at & (1 << size) - 1 == (1 << size) - 1
            ),
            0,
        )
        if size:
            _load_to(
                step, f"ld.u{8 * size}.u{max(8 * size, 16)}", place._replace(offset=place.offset + at), [-1]
            )
        at += size or 1


@lowered(store)
def lower_store(step: StepLowering) -> None:
    """Convert registers of several widths, and constants, to one width."""
    op = step.op
    operand, spec = op.operand("b")
    type_ = from_name(spec.type)
    place = step.place("a")
    items = step.items(operand)
    if type_.bits == 128:
        step.emit("st.u64.u64", **place._asdict(), values=step.two_rows(items, written=False))
        return
    rows: list[int] = []
    widths = set()
    keeps = []
    for position, item in enumerate(items):
        found = op.entity(item)
        if is_sink(item):
            rows.append(-1)
            continue
        if isinstance(found, Register):
            rows.append(step.program.rows[found.number])
            widths.add(found.bits)
            if found.number in op.keeps:
                keeps.append((found.number, position * type_.bytes, type_.bytes))
        else:
            rows.append(step.value(item, type_))
            widths.add(type_.bits)
    if len(widths) > 1:  # some constants, or wider registers: convert all to the type
        rows = [-1 if is_sink(item) else step.value(item, type_) for item in items]
        widths = {type_.bits}
    handler = f"st.u{type_.bits}.u{widths.pop()}"
    if "param" in op.words:
        step.emit(handler, **place._asdict(), values=rows)
    else:
        bind = partial(_bind_store, place.narrow, place.space)
        step.emit_bound(handler, bind, [place.address, *rows], [place.offset], stored=type_.bytes)
    step.out.kept, step.out.keeps = op.keeps, keeps


def _bind_store(narrow: int, space: int, rows: list[int], offsets: list[int]) -> dict[str, Any]:
    """Return the operands of a store, from the rows of its address and its values."""
    address, *values = rows
    (offset,) = offsets
    return {"address": address, "narrow": narrow, "offset": offset, "space": space, "values": values}


@lowered(store_zeros)
def lower_store_zeros(step: StepLowering) -> None:
    """Emit the range."""
    spec = step.op.operand("size")[1]
    type_ = from_name(spec.type)
    step.emit(
        "st.bulk",
        **step.place("a")._asdict(),
        size=step.read("size", type_),
        narrow_size=type_.bits == 32,
    )
