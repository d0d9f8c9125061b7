"""The arrays of a launch on the native engine, and the `LAUNCH` that points to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.abi import (
    CTA_STATE,
    FINDING,
    LAUNCH,
    MAP_TYPE,
    RANGE,
    SCHEDULE,
    SHADOW_COUNT,
    SHADOWS,
    STOP_AT,
    TALLY,
    TENSOR_MAP,
    VARYING,
    WARP_STATE,
)
from pyptx.sim.arena import INITIALISED
from pyptx.sim.faults import Trap
from pyptx.sim.machine import cta_warps
from pyptx.sim.native.shadows import NativeCells
from pyptx.sim.native.traced import lines_of_records
from pyptx.sim.scheduler import WARP
from pyptx.sim.scopes import has_narrow_scopes
from pyptx.sim.segments import align_up
from pyptx.sim.semantics.tensor_copy import fill_of
from pyptx.sim.semantics.tensor_map import simulated_map
from pyptx.sim.tensor_memory import crowd_of
from pyptx.sim.touched import KINDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.lowering import Lowered
    from pyptx.sim.memory import Memory
    from pyptx.sim.native.grid import Grid
    from pyptx.sim.segments import Segment
    from pyptx.sim.shadow.launch_shadows import Shadows
    from pyptx.sim.steps import Code


_WORD = (1 << 64) - 1

_UNTOUCHED = dict.fromkeys((*KINDS, "pages"), 0)
"""The addresses of `pyptx.sim.touched.Touched` for a launch that does not record its accesses."""


class Arrays:
    """The arrays of a launch, and the launch itself, which has their addresses."""

    def __init__(self, grid: Grid) -> None:
        code, program, memory, geometry = grid.code, grid.program, grid.memory, grid.geometry
        self.warps = cta_warps(code, geometry)
        self.slots = grid.threads * grid.resident
        self.bytes = program.warp_bytes
        self.tracked = len(program.tracked) + program.detours
        self.registers = _aligned(self.slots * self.warps * self.bytes)
        self.image = self._image(grid)
        self.known = np.zeros((self.slots, self.warps, max(self.tracked, 1)), np.uint32)
        self.states = WARP_STATE.zeros(self.slots, self.warps)
        self.ctas = CTA_STATE.zeros(self.slots)
        self.issues = np.zeros((grid.threads, len(code.blocks)), np.int64)
        self.lanes = np.zeros((grid.threads, len(code.blocks)), np.int64)
        self.tallies = TALLY.zeros(grid.threads, 0 if grid.counts is None else len(program.observed))
        self.lines = lines_of_records(grid) if grid.trace is not None else None
        self.cancelled = np.zeros(1, np.int64)
        self.stop = STOP_AT.zeros()
        self.finding = FINDING.zeros()
        self.stopped, self.rule = self.stop["kind"], self.finding["rule"]
        self.ranges = _ranges(memory, restored=_may_run_again(program, memory))
        self._address_of_ranges = _at(self.ranges)
        self.varying = np.array(program.varying, VARYING.dtype)
        self.order = None if geometry.order is None else np.ascontiguousarray(geometry.order, np.int64)
        self.shadow_counts = SHADOW_COUNT.zeros(0)
        self.shadows = None
        if grid.shadows is not None:
            assert program.shadows is not None
            self.shadow_counts = SHADOW_COUNT.zeros(len(program.shadows.steps))
            self.literals = program.shadows.packed_literals()
            self.shadows = SHADOWS.make(
                memory=_shadow_memory(grid.shadows),
                counts=_at(self.shadow_counts),
                literals=_at(self.literals),
            )
        counted = (self.issues, self.lanes, self.cancelled, self.states, self.ctas, self.shadow_counts)
        self._zeros_at_start = [array.view(np.uint8) for array in counted]
        data, state = memory.raw()
        fixed = code.registers_at_start
        self._raw = _at(data), _at(state)
        self._given = self._placed(memory, grid)
        self.launch = LAUNCH.make(
            **self._given,
            shared_bytes=memory.shared_bytes,
            local_bytes=memory.local_bytes,
            need_known=INITIALISED if "uninitialized" in memory.checks else 0,
            need_finished="exits" in memory.checks,
            schedule=SCHEDULE[grid.schedule],
            threads=grid.threads,
            resident=grid.resident,
            warps=self.warps,
            warp_bytes=self.bytes,
            registers=_at(self.registers),
            image=_at(self.image),
            image_start=program.register_bytes,
            known=_at(self.known),
            tracked=self.known.shape[2],
            warp_states=_at(self.states),
            cta_states=_at(self.ctas),
            issues=_at(self.issues),
            lanes=_at(self.lanes),
            stop=_at(self.stop),
            ctas=geometry.ctas,
            cancelled=_at(self.cancelled),
            shared_stride=memory.shared_stride,
            local_stride=align_up(memory.local_bytes, 16),
            block_threads=geometry.threads,
            entry=code.entry_block,
            code=_at(program.records),
            code_count=len(program.records),
            extra=_at(program.extra),
            blocks=_at(program.blocks),
            gates=_at(program.gates),
            warp_gates=_at(program.warp_gates),
            block_count=len(code.blocks),
            varying=_at(self.varying),
            varying_count=len(program.varying),
            grid_x=geometry.grid[0],
            grid_y=geometry.grid[1],
            order=_at(self.order),
            cluster_x=geometry.cluster[0],
            cluster_y=geometry.cluster[1],
            cluster_z=geometry.cluster[2],
            thread_registers=-1 if fixed is None else fixed,
            watched=len(code.watched),
            sites=_at(program.sites) if len(program.sites) else 0,
            observed=_at(program.observed) if len(program.observed) else 0,
            tallies=_at(self.tallies) if self.tallies.size else 0,
            lines=_at(self.lines),
            together=grid.together,
            finding=_at(self.finding),
            guesses=_guesses(code),
            narrow=has_narrow_scopes(code),
            scopes="scopes" in memory.checks,
            swizzles="swizzles" in memory.checks,
            tensor=program.tensor_memory,
            crowd=crowd_of(geometry),
            keeps=grid.keeps_readers,
            shadows=_at(self.shadows),
        )
        self.address = _at(self.launch)

    def _placed(self, memory: Memory, grid: Grid) -> dict[str, Any]:
        """The fields that depend on the arrays of the caller, or differ between launches of one kind."""
        data, state = self._raw
        on_device = memory.global_.on_device
        touched = None if on_device is None else on_device.touched
        return {
            "data": data - memory.missing & _WORD,
            "state": state - memory.missing & _WORD,
            "global": _segment(memory.global_),
            "constant": _segment(memory.const),
            "param": _segment(memory.param),
            "ranges": self._address_of_ranges,
            "range_count": len(self.ranges),
            **(_UNTOUCHED if touched is None else touched.addresses),
            "batch_start": memory.batch_start,
            "limit": grid.counters.limit,
            "seed": grid.seed & _WORD,
        }

    def renew(self, grid: Grid) -> None:
        """Use the arrays again for a launch of the same kind, in the same arena."""
        for array in self._zeros_at_start:
            array.fill(0)
        if self.shadows is not None:
            assert grid.shadows is not None
            self.shadows["memory"] = _shadow_memory(grid.shadows)
        restored = _may_run_again(grid.program, grid.memory)
        ranges = _ranges(grid.memory, restored=restored, spare=self.ranges)
        if ranges is not self.ranges:
            self.ranges, self._address_of_ranges = ranges, _at(ranges)
        given = self._placed(grid.memory, grid)
        for name, value in given.items():
            if value != self._given[name]:
                self.launch[name] = value
        self._given = given

    def _image(self, grid: Grid) -> NDArray[np.uint8]:
        """The registers of a CTA before it starts: zeros, constants and special registers."""
        image = _aligned(self.warps * self.bytes).reshape(self.warps, self.bytes)
        for offset, raw in grid.program.constants:
            row = np.tile(np.frombuffer(raw, np.uint8), WARP)
            image[:, offset : offset + len(row)] = row
        lanes = self.warps * WARP
        first, thread = np.zeros(lanes, np.int64), np.arange(lanes, dtype=np.int64)
        for offset, name, dtype in grid.program.specials:
            values = np.ascontiguousarray(grid.geometry.special(name, first, thread).astype(dtype))
            rows = values.reshape(self.warps, WARP).view(np.uint8)
            image[:, offset : offset + rows.shape[1]] = rows
        return image


def _shadow_memory(shadows: Shadows) -> int:
    assert isinstance(shadows.memory, NativeCells)
    address: int = shadows.memory.address
    return address


def _may_run_again(program: Lowered, memory: Memory) -> bool:
    """Whether a launch may stop and run again on the reference engine."""
    spreads = "uninitialized" in memory.checks and (
        program.tracked or memory.shared_bytes or memory.local_bytes
    )
    return bool(program.asynchronous or len(program.sites) or program.shadows or spreads)


def _guesses(code: Code) -> bool:
    """Whether a program compares and swaps: such a thread may read before without order."""
    return any("cas" in step.instruction.modifiers for step in code.steps)


def map_words(data: bytes) -> bytes | None:
    """Return a tensor map as a `TENSOR_MAP`; None for one that is not simulated."""
    try:
        tensor = simulated_map(data)
    except Trap:
        return None
    bits = tensor.element.bits
    pattern, fill, im2col = tensor.pattern, fill_of(tensor), tensor.im2col
    name = tensor.dtype.removesuffix(".ftz")
    fields = TENSOR_MAP.make(
        rank=tensor.rank,
        element=max(bits // 8, 1),
        bits=bits,
        padded=tensor.element.padded,
        inner_bytes=tensor.inner_bytes,
        line_mask=pattern.line_mask if pattern else 0,
        shift=pattern.shift if pattern else 0,
        address=tensor.address,
        pixels=im2col.pixels if im2col else 0,
        fill=-1 if fill is None else _signed(fill),
        flushes=name != tensor.dtype,
        type=MAP_TYPE.get(name, MAP_TYPE[""]),
        box1=tensor.box[1] if len(tensor.box) > 1 else 0,
        sizes=_filled(_bytewise(tensor.sizes, bits), 5),
        strides=_filled(tensor.strides, 5),
        extents=_filled(_bytewise(tensor.extents, bits), 5),
        steps=_filled(tensor.element_strides, 5),
        lower=_filled(im2col.lower if im2col else (), 3),
        upper=_filled(im2col.upper if im2col else (), 3),
    )
    return fields.tobytes()


def _bytewise(counts: tuple[int, ...], bits: int) -> tuple[int, ...]:
    """Count dimension 0 in bytes where an element is narrower."""
    return counts if bits >= 8 else (counts[0] * bits // 8, *counts[1:])


def _filled(values: tuple[int, ...], count: int) -> tuple[int, ...]:
    return (*map(_signed, values), *(0,) * (count - len(values)))


def _signed(word: int) -> int:
    """A word of 64 bits as a signed number."""
    return word - (1 << 64) if word >> 63 == 1 else word


def _segment(segment: Segment) -> tuple[int, int, int]:
    return segment.base, segment.start, segment.extent


def _ranges(memory: Memory, *, restored: bool, spare: NDArray[Any] | None = None) -> NDArray[Any]:
    """Return the allocations of global memory.

    Args:
        memory: The memory.
        restored: Whether their contents are saved before they are overwritten, because the launch may run
            again.
            That of outputs, which is undefined, is not.
        spare: Ranges of an earlier launch, which are overwritten unless they are those of the device.
    """
    segment = memory.global_
    found = []
    for each in segment.own:
        written = memory.written.get(each.offset)
        found.append(
            (
                each.offset, each.offset + each.size,
                each.host or _at(memory.content(segment, each.offset, each.size)),
                0 if written is None else _at(written), int(each.writable),
                int(restored and written is None), 0,
            )
        )  # fmt: skip
    if segment.on_device is None:
        return np.array(found, RANGE.dtype)
    held = segment.on_device.ranges
    if not (found or segment.protected or restored):
        return held
    count = segment.on_device.count
    size = count + len(found)
    ranges = spare
    if ranges is None or ranges.base is not None or len(ranges) != size:
        ranges = np.empty(size, RANGE.dtype)
    ranges[:count].view(np.uint8)[...] = held.view(np.uint8)
    if found:
        ranges[count:] = found
    ranges["restored"][:count] = restored
    if segment.protected:
        ranges["writable"][list(segment.protected)] = 0
    return ranges


def _aligned(size: int) -> NDArray[np.uint8]:
    """Zeros, aligned to 64 bytes."""
    room = np.zeros(size + 64, np.uint8)
    first = -room.ctypes.data % 64
    return room[first : first + size]


def _at(array: NDArray[Any] | None) -> int:
    return 0 if array is None else int(array.ctypes.data)
