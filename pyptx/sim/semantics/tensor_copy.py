"""Tensor copies and tensor maps (manual sections 9.7.10.28.5, 9.7.10.29, 9.7.15.17 and 5.5).

Loads fill elements outside the tensor, and stores skip them; they count among the bytes
completed at the mbarrier.

Undocumented cases are rejected: interleaved layouts, boxes narrower than their swizzle, and NaN fill for
types whose pattern is not published.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pyptx.layouts.tensor_map_words import BYTES, PADDED_BOX
from pyptx.sim.abi import BOX, COMBINE
from pyptx.sim.faults import Trap
from pyptx.sim.observers import Region
from pyptx.sim.semantics.atomic import update_of
from pyptx.sim.semantics.bulk_copy import lower_multicast, shadow_reduce
from pyptx.sim.semantics.bulk_start import (
    CompletionBarrier,
    active_lanes,
    note_store,
    start,
    start_grouped,
    targets,
)
from pyptx.sim.semantics.machine import machine
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.shadows import shadowed
from pyptx.sim.semantics.tensor_boxes import Box, element_bytes, gathered, pixels, tile, unit_of
from pyptx.sim.semantics.tensor_map import BOX_ALIGN, MAP_ALIGN, MapProxy, decoded
from pyptx.sim.semantics.unmodelled import unmodelled
from pyptx.types import from_name, s32, u16

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.layouts.tensor_map import TensorMap
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Run

_OOB_NAN = {"f16": 0x7FF7, "bf16": 0x7FF7}
_MODES = {
    "im2col_no_offs": "im2col",
    "im2col_no_offs::w": "im2col::w",
    "tile::gather4": "tile",
    "tile::scatter4": "tile",
}


@machine("cp.async.bulk.tensor")
def copy(op: Operation) -> Run:
    """``cp.async.bulk.tensor``: copy a box between a tensor and shared memory."""
    _refuse(op)
    boxes = _boxes(op)
    if "bulk_group" in op.words:
        return _store(op, boxes, None)
    multicast = op.read("ctaMask") if op.has("ctaMask") else None
    target, mbar, pair = op.place("dstMem"), op.place("mbar"), "cta_group::2" in op.words

    def run(m: Machine) -> None:
        found = boxes(m, loading=True)
        sizes = np.zeros(m.lanes, np.int64)
        for lane, (box, _) in found.items():
            sizes[lane] = box.bytes_
        for lane, places in targets(
            m, target, CompletionBarrier(mbar, pair), sizes, multicast, BOX_ALIGN
        ).items():
            box, origin = found[lane]
            _need_bounds(m, box, origin, lane, write=False)
            read = partial(_region, box, origin)
            fetch, put = _reader(m, box, origin), _filler(m, box)
            start(m, lane, places, fetch, box.moved, put, read, swizzle=box.tensor.swizzle)

    return run


@machine("cp.reduce.async.bulk.tensor")
def reduce(op: Operation) -> Run:
    """``cp.reduce.async.bulk.tensor``: combine a box in shared memory with elements of a tensor."""
    _refuse(op)
    return _store(op, _boxes(op), op.modifiers["op"])


shadowed(reduce, rounds=True)(shadow_reduce)


@machine("cp.async.bulk.prefetch.tensor")
def prefetch(op: Operation) -> Run:
    """``cp.async.bulk.prefetch.tensor``: a hint to a cache; the map must be one."""
    _refuse(op)
    boxes = _boxes(op)

    def run(m: Machine) -> None:
        boxes(m, loading=True)

    return run


# Boxes

Boxes: TypeAlias = Callable[..., "dict[int, tuple[Box, int]]"]
"""Box and arena index of the start of its tensor, for every active lane."""


def _boxes(op: Operation) -> Boxes:
    """Read the operands of a tensor copy."""
    space, address = op.place("tensorMap")
    coordinates = op.inner_operand("tensorMap", "tensorCoords", s32)
    info = op.read("im2colInfo", u16) if op.has("im2colInfo") else None
    written = op.modifiers.get("mode", "tile")
    mode = _MODES.get(written, written)
    gathers = written in ("tile::gather4", "tile::scatter4")
    rank = int(op.modifiers["dim"][0])

    def boxes(m: Machine, *, loading: bool) -> dict[int, tuple[Box, int]]:
        lanes = active_lanes(m)
        where = address(m)
        mask = m.mask_of(lanes)
        index = m.memory.locate(space, where, BYTES, mask, align=MAP_ALIGN)
        m.memory.need_initialised(space, where, index, BYTES, mask)
        given = coordinates(m)
        given = given if given.ndim > 1 else given[None]
        offsets = info(m) if info is not None else None
        found = {}
        for lane in lanes.tolist():
            at = int(index[lane])
            if m.part(MapProxy).stale(at, int(m.cta[lane])):
                said = (
                    "the tensor map was changed by this kernel; "
                    "fence.proxy.tensormap::generic.acquire on it comes "
                    "before a copy may use it"
                )
                raise Trap("tensormap-proxy", said, lane)
            for each in m.observers.map_used:
                each.map_used(at, BYTES, lane)
            tensor = decoded(m, at, lane)
            if (tensor.rank, tensor.mode) != (rank, mode):
                said = (
                    f"the tensor map is for {tensor.mode} of {tensor.rank} dimensions, not {mode} of {rank}"
                )
                raise Trap("tensor-map", said, lane)
            place = tuple(int(part[lane]) for part in given)
            if not loading and not gathers and min(place) < 0:
                raise Trap("tensor-coordinates", f"a store starts inside the tensor, not at {place}", lane)
            if place[0] * tensor.element.bits % 8:
                said = f"coordinate 0 of {tensor.dtype} begins a byte of the tensor, and {place[0]} does not"
                raise Trap("tensor-coordinates", said, lane)
            if tensor.element.padded and place[0] % PADDED_BOX:
                said = f"coordinate 0 of {tensor.dtype} is a multiple of {PADDED_BOX}, not {place[0]}"
                raise Trap("tensor-coordinates", said, lane)
            if not loading and tensor.element.padded:
                raise Trap("unmodelled", f"stores of {tensor.dtype} are not simulated", lane)
            if gathers:
                box = gathered(tensor, place, lane)
            elif tensor.im2col is not None:
                corner = (
                    tuple(int(part[lane]) for part in offsets) if offsets is not None else (0,) * (rank - 2)
                )
                box = pixels(tensor, place, corner)
            else:
                box = tile(tensor, place)
            found[lane] = box, _origin(m, tensor, lane)
        return found

    return boxes


def _origin(m: Machine, tensor: TensorMap, lane: int) -> int:
    """Arena index of the start of a tensor."""
    segment = m.memory.global_
    offset = tensor.address - segment.base
    if not 0 <= offset < segment.extent:
        said = f"the tensor map's address {tensor.address:#x} is not in global memory"
        raise Trap("out-of-bounds", said, lane, {"space": "global", "value": tensor.address})
    return segment.start + offset


def _need_bounds(m: Machine, box: Box, origin: int, lane: int, *, write: bool) -> None:
    """Check that the elements of a box that are inside the tensor are memory of the program."""
    rows = box.rows[box.inside]
    low, high = max(box.first, 0), min(box.first + box.row_bytes, box.end)
    if not len(rows) or low >= high:
        return
    m.memory.need_rows(origin + rows + low, high - low, lane, write=write)


def _region(box: Box, origin: int) -> Region:
    """The elements of the tensor that are in a box."""
    unit = unit_of(box, origin)
    index, inside = box.elements(origin, unit)
    return Region(index[inside], unit)


# Moving elements


def _reader(m: Machine, box: Box, origin: int) -> Callable[[], Any]:
    """Return the function that reads a box from a tensor: units with their states, filled if outside."""
    unit = unit_of(box, origin)

    def fetch() -> Any:
        index, inside = box.elements(origin, unit)
        if box.is_inside:
            return m.memory.gather_units(index, unit)
        data, state = m.memory.gather_units(
            np.where(inside, index, index[inside][0] if inside.any() else 0), unit, inside
        )
        fill = _fill(box.tensor, unit)
        return np.where(inside, data, fill), np.where(inside, state, m.memory.known_units(unit))

    return fetch


def _fill(tensor: TensorMap, unit: int) -> Any:
    """The bits of an element outside the tensor."""
    bits = fill_of(tensor)
    if bits is None:
        raise Trap("unmodelled", f"the NaN that fills elements of {tensor.dtype} is not documented")
    return np.dtype(f"uint{8 * unit}").type(bits)


def fill_of(tensor: TensorMap) -> int | None:
    """Return the bits of an element outside the tensor; None if they are not published."""
    return 0 if tensor.oob_fill == "ZERO" else _OOB_NAN.get(tensor.dtype)


def _filler(m: Machine, box: Box) -> Any:
    """Return the function that writes the units of a load to shared memory."""
    flushes = box.tensor.dtype.endswith(".ftz")

    def put(index: int, data: Any, state: Any) -> None:
        unit = data.dtype.itemsize
        if flushes:
            data = _flushed(data)
        m.memory.scatter_units(box.places(index, unit), unit, data, state)

    return put


def _flushed(data: NDArray[Any]) -> NDArray[Any]:
    """Replace subnormal f32 elements by zeros of their sign."""
    words = np.ascontiguousarray(data).view(np.uint32)
    small = (words & np.uint32(0x7F80_0000)) == 0
    return np.where(small, words & np.uint32(0x8000_0000), words).view(data.dtype)


def _store(op: Operation, boxes: Boxes, operation: str | None) -> Run:
    """A store or reduction of a box, which belongs to a bulk group."""
    source = op.place("srcMem")

    def run(m: Machine) -> None:
        found = boxes(m, loading=False)
        sizes = np.zeros(m.lanes, np.int64)
        for lane, (box, _) in found.items():
            sizes[lane] = box.bytes_
        lanes = active_lanes(m)
        where = source.read(m)
        index = m.memory.ranges(source.space, where, sizes, m.mask_of(lanes), BOX_ALIGN)
        for lane, (box, origin) in found.items():
            at = int(index[lane])
            m.memory.need_span(source.space, int(where[lane]), at, int(sizes[lane]), lane, write=False)
            _need_bounds(m, box, origin, lane, write=True)
            read = partial(Region, np.array([at]), int(sizes[lane]), box.tensor.swizzle)
            note_store(m, lane, read, partial(_region, box, origin), atomic=operation is not None)
            if operation is None:
                fetch, deliver = _gatherer(m, box, origin, at, lane), _storer(m, box, origin)
            else:
                fetch = _gatherer(m, box, origin, at, lane, unit=element_bytes(box.tensor))
                deliver = _combiner(m, op, box, origin, operation, lane)
            start_grouped(m, lane, fetch, deliver)

    return run


def _gatherer(
    m: Machine, box: Box, origin: int, start: int, lane: int, unit: int | None = None
) -> Callable[[], Any]:
    """Return the function that reads a box from shared memory; units inside the tensor must be written."""
    unit = unit or unit_of(box, origin)

    def fetch() -> Any:
        places = box.places(start, unit)
        _, inside = box.elements(origin, unit)
        data, state = m.memory.gather_units(places, unit, inside)
        m.memory.need_known_units(places, state, inside, unit, lane)
        return data

    return fetch


def _storer(m: Machine, box: Box, origin: int) -> Callable[[Any], None]:
    """Return the function that writes units to the tensor."""

    def deliver(data: Any) -> None:
        unit = data.dtype.itemsize
        index, inside = box.elements(origin, unit)
        m.memory.scatter_units(index[inside], unit, data[inside], None)

    return deliver


def _combiner(
    m: Machine, op: Operation, box: Box, origin: int, operation: str, lane: int
) -> Callable[[Any], None]:
    """Return the function that combines elements with those of the tensor, row by row."""
    name = box.tensor.dtype.removesuffix(".ftz")
    if operation in ("and", "or", "xor"):
        name = f"b{box.tensor.element.bits}"
    if (operation, name) not in _REDUCTIONS:
        raise Trap("tensor-map", f"there is no reduction {operation} of elements of {box.tensor.dtype}", lane)
    type_ = from_name(name)
    update = update_of(operation, type_, op, flush=name == "f32")
    dtype = op.dtype(type_)

    def deliver(data: Any) -> None:
        unit = data.dtype.itemsize
        index, inside = box.elements(origin, unit)
        for at, values, taken in zip(index, data, inside, strict=True):
            if not taken.any():
                continue
            held, known = m.memory.gather_units(at[taken], unit)
            m.memory.need_known_units(at[taken], known, None, unit, lane)
            for each in m.observers.combining:
                given = np.ascontiguousarray(values[taken]).view(dtype)
                each.combining(at[taken], given, type_.name, operation)
            new = update(held.view(dtype), np.ascontiguousarray(values[taken]).view(dtype), None)
            m.memory.scatter_units(at[taken], unit, np.ascontiguousarray(new).view(held.dtype), None)

    return deliver


_REDUCTIONS = frozenset(
    (operation, name)
    for operations, names in (
        ("add", "u32 s32 u64 f32 f16 bf16"),
        ("min max", "u32 s32 u64 s64 f16 bf16"),
        ("inc dec", "u32"),
        ("and or xor", "b32 b64"),
    )
    for operation in operations.split()
    for name in names.split()
)


def _refuse(op: Operation) -> None:
    """Reject features of newer targets: overrides of the map, reports of errors, wide im2col."""
    words = op.words
    reports = any(word.startswith("mbarrier::report") and not word.endswith("disabled") for word in words)
    if reports or any(word.startswith(("override", "im2col::", "im2col_no_offs::")) for word in words):
        unmodelled(op)


# The native engine


_BOXES = {
    "tile": BOX["tile"],
    "tile::gather4": BOX["gather"],
    "tile::scatter4": BOX["gather"],
    "im2col": BOX["pixels"],
    "im2col_no_offs": BOX["pixels"],
}


def lower_box(step: StepLowering) -> dict[str, Any]:
    """Return the operands of a record that describe the box and the tensor."""
    op = step.op
    step.program.asynchronous = True
    mode = op.modifiers.get("mode", "tile")
    if mode not in _BOXES:
        raise step.uncovered(f".{mode}")
    coordinates = step.inner_operand("tensorMap", "tensorCoords", s32)
    corners: list[int] = []
    if op.has("im2colInfo"):
        corners = [step.value(item, u16) for item in step.items(op.operand("im2colInfo")[0])]
    return {
        "mode": _BOXES[mode],
        "rank": int(op.modifiers["dim"][0]),
        "map": step.place("tensorMap").words(),
        "coordinates": coordinates,
        "corners": corners,
    }


@lowered(prefetch)
def lower_prefetch(step: StepLowering) -> None:
    """Check the map."""
    step.emit("cp.async.bulk.prefetch.tensor", **lower_box(step))


@lowered(copy, reduce)
def lower_copy(step: StepLowering) -> None:
    """Give the reduction, and whether an mbarrier or a group tracks the copy."""
    op, box = step.op, lower_box(step)
    if "bulk_group" in op.words:
        operation = COMBINE[op.modifiers["op"]] if "op" in op.modifiers else -1
        step.emit("cp.async.bulk.tensor.out", **box, operation=operation, source=step.place("srcMem").words())
        return
    step.emit(
        "cp.async.bulk.tensor.in",
        **box,
        target=step.place("dstMem").words(),
        barrier=step.place("mbar").words(),
        pair="cta_group::2" in op.words,
        **lower_multicast(step),
    )
