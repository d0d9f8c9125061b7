"""Copies to tensor memory and shifts in it: `tcgen05.cp`, `tcgen05.shift` (manual section 9.7.18.9)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pyptx.layouts.fragments import WARP_LANES
from pyptx.layouts.tensor_memory import COPY_SHAPES
from pyptx.sim.arena import INITIALISED
from pyptx.sim.asynchrony import Work
from pyptx.sim.faults import Trap
from pyptx.sim.observers import TensorBox, TensorFootprint
from pyptx.sim.semantics.bulk_start import active_lanes
from pyptx.sim.semantics.machine import machine
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.tcgen05_operands import Elements, Tile, places, read_chunks, region, unpacked
from pyptx.sim.semantics.tcgen05_plan import given_of, plan_of_copy
from pyptx.sim.semantics.undefined_matrices import unwritten_lines, unwritten_origin
from pyptx.sim.tensor_cores import TensorCores, TensorOperation
from pyptx.sim.tensor_memory import TensorMemory, column_of, lane_of, need_group
from pyptx.types import u64

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pyptx.layouts.tensor_memory import CopyShape
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Run
    from pyptx.sim.site import Site

Array: TypeAlias = "NDArray[Any]"

SHIFTED_COLUMNS = 8
_FORMATS = {"b4x16_p64": 4, "b6x16_p32": 6}
_E2M1_SHIFT = 2


@machine("tcgen05.cp")
def copy(op: Operation) -> Run:
    """``tcgen05.cp``: copy rows of shared memory to lanes of tensor memory."""
    group = int(op.modifiers["cta_group"][-1])
    shape, bits = _shape_of(op)
    if bits or shape.rows == 4:
        op.fidelity = "unconfirmed"  # the byte that holds an element of 4 bits; the lanes of 4x256b
    address, descriptor = op.place("taddr").read, op.read("s_desc", u64)

    def run(m: Machine) -> None:
        where, words = address(m), descriptor(m)
        for lane in active_lanes(m).tolist():
            tile = Tile(
                int(words[lane]), shape.rows, shape.row_bytes, mn_major=False, elements=Elements("u8")
            )
            ctas = _ctas(m, lane, group)
            targets = [_targets(shape, int(where[lane]), cta) for cta in ctas]
            shared = [region(m, tile, cta, lane) for cta in ctas]
            memory = m.part(TensorMemory)
            for boxes in targets:
                for box in boxes:
                    memory.need_open(box, lane, "the destination of this copy")
            act = partial(_copy, m, shape, bits, tile, int(where[lane]), ctas, lane, m.step)
            written = [box for boxes in targets for box in boxes]
            _start(m, lane, act, ctas, TensorFootprint("cp", shared, (), written))

    return run


@machine("tcgen05.shift")
def shift(op: Operation) -> Run:
    """``tcgen05.shift.down``: give each of 31 lanes the values of the next one, in 8 columns.

    The manual does not say which way is down; refreshing the last lane of each warp with ``4x256b`` goes with
    this one.
    """
    group, op.fidelity = int(op.modifiers["cta_group"][-1]), "unconfirmed"
    address = op.place("taddr").read

    def run(m: Machine) -> None:
        where = address(m)
        for lane in active_lanes(m).tolist():
            first, column = lane_of(int(where[lane])), column_of(int(where[lane]))
            if first % WARP_LANES:
                said = f"tcgen05.shift starts at a lane that is a multiple of {WARP_LANES}, not {first}"
                raise Trap("tensor-memory-lane", said, lane)
            ctas = _ctas(m, lane, group)
            boxes = [
                TensorBox(cta, (first, first + WARP_LANES), (column, column + SHIFTED_COLUMNS))
                for cta in ctas
            ]
            for box in boxes:
                m.part(TensorMemory).need_open(box, lane, "what is shifted")
            _start(m, lane, partial(_shift, m, boxes, lane), ctas, TensorFootprint("shift", (), boxes, boxes))

    return run


def _shape_of(op: Operation) -> tuple[CopyShape, int]:
    """The shape of a copy, and the bits of elements that it widens to bytes; 0 for none."""
    name = ".".join(filter(None, (op.modifiers["shape"], op.modifiers.get("multicast", ""))))
    return COPY_SHAPES[name], _FORMATS.get(op.modifiers.get("src_fmt", ""), 0)


def _ctas(m: Machine, lane: int, group: int) -> tuple[int, ...]:
    """The CTAs that an instruction of a thread is for."""
    cta = int(m.cta[lane])
    need_group(m, cta, group, lane)
    return (cta,) if group == 1 else m.part(TensorMemory).pair(cta)


def _start(
    m: Machine, lane: int, act: Callable[[], None], ctas: tuple[int, ...], footprint: TensorFootprint
) -> None:
    """Start an operation."""
    for each in m.observers.tensor_started:
        each.tensor_started(lane, footprint)
    m.part(TensorCores).start(m, TensorOperation(Work(m.step, "tensor"), footprint.kind, lane, act, ctas))


def _targets(shape: CopyShape, address: int, cta: int) -> list[TensorBox]:
    """The rectangles that a copy writes."""
    first, column = lane_of(address), column_of(address)
    columns = column, column + shape.columns
    if shape.rows == 4:
        return [
            TensorBox(cta, (first + lane, first + lane + 1), columns)
            for row in range(4)
            for lane in shape.lanes(row)
        ]
    return [
        TensorBox(cta, (first + lane, first + lane + WARP_LANES), columns)
        for row in range(0, shape.rows, WARP_LANES)
        for lane in shape.lanes(row)
    ]


def _copy(
    m: Machine,
    shape: CopyShape,
    bits: int,
    tile: Tile,
    address: int,
    ctas: tuple[int, ...],
    lane: int,
    step: Site | None,
) -> None:
    """Let a copy take effect: words of unwritten bytes are undefined."""
    memory = m.part(TensorMemory)
    columns = column_of(address), column_of(address) + shape.columns
    for cta in ctas:
        chunks = places(m, tile, cta, lane)
        raw, state = read_chunks(m, chunks)
        known = (state & INITIALISED) != 0
        if bits:
            raw = unpacked(bits, raw[..., : 2 * bits]) << np.uint8(_E2M1_SHIFT if bits == 4 else 0)
            known = np.repeat(known[..., : 2 * bits].reshape(*known.shape[:2], 4, -1).all(-1), 4, axis=-1)
        words = np.ascontiguousarray(raw).reshape(shape.rows, -1).view(np.uint32)
        lacking = ~known.reshape(*words.shape, -1).all(-1)
        for box in _targets(shape, address, cta):
            memory.need_open(box, lane, "the destination of this copy")
        origin = None
        if lacking.any() and "uninitialized" in m.memory.checks and step is not None:
            first = unwritten_lines(m, chunks.reshape(1, 1, -1), state, 0, 2 * bits or 16)
            assert first is not None
            thread = np.arange(m.lanes) == lane
            origin = unwritten_origin(m, step, thread, np.full(m.lanes, int(first[0, 0])))
        for row in range(shape.rows):
            lanes = [lane_of(address) + at for at in shape.lanes(row)]
            for at in lanes:
                memory.write(TensorBox(cta, (at, at + 1), columns), words[row], lacking[row], origin)
            for each in m.observers.tensor_copied:
                each.tensor_copied(None if bits else chunks[row], (cta, lanes, slice(*columns)))


def _shift(m: Machine, boxes: list[TensorBox], lane: int) -> None:
    """Let a shift take effect."""
    memory = m.part(TensorMemory)
    for box in boxes:
        memory.need_open(box, lane, "what is shifted")
        memory.shift(box)
        for each in m.observers.tensor_shifted:
            each.tensor_shifted(box)


# The native engine


@lowered(copy)
def lower_copy(step: StepLowering) -> None:
    """Emit the address, the descriptor and the number of the planner."""
    step.uses_tensor_memory()
    op, target = step.op, step.program.code.target
    group, (shape, bits) = int(op.modifiers["cta_group"][-1]), _shape_of(op)

    def plan(raw: bytes) -> tuple[bytes, str]:
        return plan_of_copy(shape, bits, given_of(raw), target, group), ""

    step.emit(
        "tcgen05.cp",
        group=group,
        plan=step.planned_by(plan),
        taddr=step.tensor_address("taddr"),
        descriptor=step.read("s_desc", u64),
    )


@lowered(shift)
def lower_shift(step: StepLowering) -> None:
    """Emit the address."""
    step.uses_tensor_memory()
    group = int(step.op.modifiers["cta_group"][-1])
    step.emit("tcgen05.shift", group=group, taddr=step.tensor_address("taddr"))
