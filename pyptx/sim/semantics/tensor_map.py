"""Tensor maps in memory: `tensormap`, and the fence of their proxy (manual sections 9.7.10.29, 9.7.15.17)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from pyptx.layouts.tensor_map import TensorMap
from pyptx.layouts.tensor_map_encoding import BITS, bits_of, replaced
from pyptx.layouts.tensor_map_words import BYTES, SWIZZLES
from pyptx.sim.faults import Trap
from pyptx.sim.machine import Machine, Part
from pyptx.sim.semantics.bulk_start import active_lanes
from pyptx.sim.semantics.machine import machine, nothing
from pyptx.sim.semantics.native import lowered, no_records
from pyptx.types import u32, u64

if TYPE_CHECKING:
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.operands import Operation, Run

MAP_ALIGN = 64
BOX_ALIGN = 128


@machine("tensormap.replace")
def replace_field(op: Operation) -> Run:
    """``tensormap.replace``: change one field of a tensor map in memory."""
    space, address = op.place("addr")
    field, ordinal = op.modifiers["field"], op.constant("ord") if op.has("ord") else 0
    value = op.read("new_val", u64 if "b64" in op.words else u32)

    def run(m: Machine) -> None:
        where, values = address(m), value(m)
        lanes = active_lanes(m)
        mask = m.mask_of(lanes)
        index = m.memory.locate(space, where, BYTES, mask, align=MAP_ALIGN)
        m.memory.need_writable(space, where, index, BYTES, mask)
        m.memory.need_initialised(space, where, index, BYTES, mask)
        for lane in lanes.tolist():
            for each in m.observers.updated:
                each.updated(index, BYTES, m.mask_of(np.array([lane])))
            data, state = m.memory.read_span(int(index[lane]), BYTES)
            try:
                made = replaced(data.tobytes(), field, int(values[lane]), ordinal)
            except ValueError as error:
                raise Trap("tensor-map", str(error), lane) from None
            m.memory.write_span(int(index[lane]), np.frombuffer(made, np.uint8), state)
            m.part(MapProxy).record_write(int(index[lane]))
        m.scheduler.note_progress()

    return run


@machine("tensormap.cp_fenceproxy")
def copy_map(op: Operation) -> Run:
    """``tensormap.cp_fenceproxy``: copy a tensor map from shared to global memory, for copies to use."""
    op.members = op.constant_reader(0xFFFF_FFFF, u32)
    target, source = op.place("dst"), op.place("src")

    def run(m: Machine) -> None:
        lanes = active_lanes(m)
        mask = m.mask_of(lanes)
        sizes = np.full(m.lanes, BYTES, np.int64)
        from_ = m.memory.ranges(source.space, source.read(m), sizes, mask, BOX_ALIGN)
        to = m.memory.ranges(target.space, target.read(m), sizes, mask, BOX_ALIGN)
        m.memory.need_initialised(source.space, source.read(m), from_, BYTES, mask)
        m.memory.need_writable(target.space, target.read(m), to, BYTES, mask)
        if len(np.unique(to[lanes])) == 1:
            lanes = lanes[:1]
        for lane in lanes.tolist():
            for each in m.observers.loaded:
                each.loaded(from_, BYTES, m.mask_of(np.array([lane])))
            for each in m.observers.updated:
                each.updated(to, BYTES, m.mask_of(np.array([lane])))
            data, state = m.memory.read_span(int(from_[lane]), BYTES)
            m.memory.write_span(int(to[lane]), data, state)
            m.part(MapProxy).record_write(int(to[lane]))
        for each in m.observers.proxy_fenced:
            each.proxy_fenced(m.executing(), ["maps"])
        m.scheduler.note_progress()

    return run


@machine("fence.proxy.tensormap::generic.acquire")
def acquire_map(op: Operation) -> Run:
    """``fence.proxy.tensormap::generic.acquire``: make a written tensor map visible to later copies.

    A lane whose address is zero has no effect: warps without a map in CUTLASS's grouped GEMM execute it.
    """
    space, address = op.place("addr")

    def run(m: Machine) -> None:
        where = address(m)
        lanes = active_lanes(m)
        lanes = lanes[where[lanes] != 0]
        if not lanes.size:
            return
        index = m.memory.locate(space, where, BYTES, m.mask_of(lanes), align=MAP_ALIGN)
        for lane in lanes.tolist():
            m.part(MapProxy).acquired(int(index[lane]), int(m.cta[lane]))
            for each in m.observers.map_acquired:
                each.map_acquired(int(index[lane]), int(m.cta[lane]))

    return run


@machine("prefetch.tensormap", "prefetch.const.tensormap", "prefetch.param.tensormap")
def prefetch_map(op: Operation) -> Run:
    """``prefetch.tensormap``: a hint to a cache."""
    del op
    return nothing


class MapProxy(Part):
    """The tensor maps that the program wrote, and the CTAs that have made them visible to copies."""

    def __init__(self, m: Machine) -> None:
        del m
        self._writes: dict[int, int] = {}
        self._seen: dict[tuple[int, int], int] = {}

    def record_write(self, index: int) -> None:
        """Record that a map was written through the generic proxy."""
        self._writes[index] = self._writes.get(index, 0) + 1

    def acquired(self, index: int, cta: int) -> None:
        """Record that a thread of a CTA executed an acquiring proxy fence on a map."""
        self._seen[index, cta] = self._writes.get(index, 0)

    def stale(self, index: int, cta: int) -> bool:
        """Whether a CTA may still see an older map."""
        return self._seen.get((index, cta), 0) < self._writes.get(index, 0)


def decoded(m: Machine, index: int, lane: int) -> TensorMap:
    """The tensor map at an arena index."""
    data, _ = m.memory.read_span(index, BYTES)
    return simulated_map(data.tobytes(), lane)


def simulated_map(data: bytes, lane: int = 0) -> TensorMap:
    """The tensor map that bytes encode.

    Raises:
        Trap: The bytes do not encode a tensor map, or copies with it are not simulated.
    """
    try:
        tensor = _map(data)
    except ValueError as error:
        raise Trap("tensor-map", str(error), lane) from None
    if tensor.interleave != "NONE" or tensor.mode.startswith("im2col::"):
        what = f"interleave {tensor.interleave}" if tensor.interleave != "NONE" else tensor.dtype
        raise Trap("unmodelled", f"tensor copies of {what} in mode {tensor.mode} are not simulated", lane)
    pattern = tensor.pattern
    if pattern is not None and tensor.inner_bytes != SWIZZLES[tensor.swizzle].row_bytes:
        said = (
            f"where rows of {tensor.inner_bytes} bytes lie with swizzle {tensor.swizzle} is not documented: "
            f"make the innermost box {SWIZZLES[tensor.swizzle].row_bytes} bytes"
        )
        raise Trap("unmodelled", said, lane)
    return tensor


@lru_cache(maxsize=256)
def _map(data: bytes) -> TensorMap:
    return TensorMap.decode(data).checked()


# The native engine

no_records(prefetch_map)


@lowered(replace_field)
def lower_replace(step: StepLowering) -> None:
    """Emit the bits of the field."""
    op, wide = step.op, "b64" in step.op.words
    name = bits_of(op.modifiers["field"], op.constant("ord") if op.has("ord") else 0)
    if name not in BITS.fields:
        raise step.uncovered("of a dimension that tensor maps do not have")
    field = BITS.fields[name]
    step.program.asynchronous = True
    step.emit(
        "tensormap.replace",
        **step.place("addr")._asdict(),
        value=step.read("new_val", u64 if wide else u32),
        wide=wide,
        low=field.low,
        bits=field.bits,
    )


@lowered(copy_map)
def lower_copy(step: StepLowering) -> None:
    """Emit both places, and the release."""
    step.program.asynchronous = True
    step.emit("tensormap.cp_fenceproxy", target=step.place("dst").words(), source=step.place("src").words())
    step.fence("fences_proxy")


@lowered(acquire_map)
def lower_acquire(step: StepLowering) -> None:
    """Emit the place."""
    step.program.asynchronous = True
    step.emit("fence.tensormap", **step.place("addr")._asdict())
