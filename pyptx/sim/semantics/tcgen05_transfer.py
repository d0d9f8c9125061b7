"""Tensor memory to registers and back: `tcgen05.ld`, `.st`, `.wait` (manual section 9.7.18.8).

A load writes its registers at once: an instruction that reads one of them waits for the load, with or without
``tcgen05.wait::ld`` (section 9.7.18.6.4.5). That does not complete its access to tensor memory: the race
detector requires the wait before other operations write the same columns. A store takes effect when the
schedule says, at the latest when ``tcgen05.wait::st`` covers it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from pyptx.layouts.tensor_memory import COLUMNS, LANE_SHIFT, transfer_fragment
from pyptx.sim.asynchrony import NEVER, need_room
from pyptx.sim.definedness import Origin
from pyptx.sim.faults import Trap
from pyptx.sim.machine import Part
from pyptx.sim.named_registers import numbers_in
from pyptx.sim.observers import TensorBox
from pyptx.sim.scheduler import WARP
from pyptx.sim.semantics.floating import canonical, extremum
from pyptx.sim.semantics.machine import machine
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.undefined import followed
from pyptx.sim.semantics.unmodelled import unmodelled
from pyptx.sim.tensor_memory import LANE_MASK, TensorMemory, column_of, lane_of
from pyptx.types import b32

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from pyptx.sim.lowering.records import Followed
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Run

Array: TypeAlias = "NDArray[Any]"

FULL_WARP = 0xFFFF_FFFF


class Plan(NamedTuple):
    """The locations in tensor memory of the registers of a warp.

    Attributes:
        lanes: Lane, counted from that of the address: shape (registers, threads, elements).
        columns: Column, shaped alike.
        height: Number of lanes that are accessed.
        width: Number of columns from the first to the last.
        spans: Runs of neighbouring columns that are accessed: first column and number.
    """

    lanes: Array
    columns: Array
    height: int
    width: int
    spans: tuple[tuple[int, int], ...]


@cache
def plan_of(shape: str, num: int, *, packed: bool, split: int) -> Plan:
    """Return the locations of a transfer.

    Args:
        shape: The shape.
        num: Number of repetitions.
        packed: Whether a register holds two columns.
        split: Columns from the first half to the second, for ``"16x32bx2"``.
    """
    fragment = transfer_fragment(shape, num, packed=packed)
    places = [
        [
            [
                (row, column + split * fragment.matrix(lane, register))
                for row, column in (fragment.at(lane, register, e) for e in range(fragment.elements))
            ]
            for lane in range(WARP)
        ]
        for register in range(fragment.registers)
    ]
    both = np.array(places, np.int64)
    wide = fragment.columns
    spans = ((0, wide), (split, wide)) if shape == "16x32bx2" and split else ((0, wide),)
    width = int(both[..., 1].max()) + 1
    return Plan(both[..., 0], both[..., 1], fragment.rows, width, spans)


@dataclass(slots=True, eq=False)
class Store:
    """A pending store to tensor memory.

    Attributes:
        warps: The warps that store, by number in the batch.
        at: CTA, lane and column of every value.
        values: The values, as words.
        known: Whether each value is defined.
        due: Step at which a random schedule completes it.
    """

    warps: Array
    at: tuple[Array, Array, Array]
    values: Array
    known: Array
    due: int


class Stores(Part):
    """The pending stores of a batch to tensor memory.

    Attributes:
        pending: The stores, in order.
    """

    def __init__(self, m: Machine) -> None:
        self.pending: list[Store] = []

    def start(self, m: Machine, store: Store) -> None:
        """Take a store that an instruction started."""
        if m.asynchrony.schedule == "early":
            _land(m, store)
            return
        store.due = m.asynchrony.due()
        need_room(len(self.pending))
        self.pending.append(store)

    def wait(self, m: Machine, warps: Array) -> None:
        """Let the stores of some warps take effect."""
        rest = []
        for store in self.pending:
            some = warps[store.warps]
            if not some.any():
                rest.append(store)
                continue
            _land(m, _part(store, some))
            if not some.all():
                rest.append(_part(store, ~some))
        self.pending = rest

    def tick(self, m: Machine, now: int) -> int:
        """Let the stores that are due take effect."""
        landing = [store for store in self.pending if store.due <= now]
        self.pending = [store for store in self.pending if store.due > now]
        for store in landing:
            _land(m, store)
        return min((store.due for store in self.pending), default=NEVER)


def _part(store: Store, some: Array) -> Store:
    """The stores of some of the warps."""
    cta, lane, column = store.at
    at = cta[some], lane[some], column[some]
    return Store(store.warps[some], at, store.values[some], store.known[some], store.due)


def _land(m: Machine, store: Store) -> None:
    """Let a store take effect."""
    memory = m.part(TensorMemory)
    memory.words[store.at] = store.values
    memory.known[store.at] = store.known


# Instructions


@machine("tcgen05.ld")
def load(op: Operation) -> Run:
    """``tcgen05.ld``: load lanes and columns into registers; ``.red`` also reduces those of each thread."""
    if "spcompress" in op.words:
        unmodelled(
            op,
            "the manual leaves open which of equal elements are kept; load all of them with tcgen05.ld, and "
            "choose in registers",
        )
    op.members = op.constant_reader(FULL_WARP, b32)
    plan, address, write = _plan(op), _address(op), op.write("r")
    numbers = numbers_in(op, op.operand("r")[0])
    reduce = _reduction(op) if op.words[1] == "red" else None
    write_reduced = op.write("redval") if reduce is not None else None
    reduced = numbers_in(op, op.operand("redval")[0]) if reduce is not None else []

    def run(m: Machine) -> None:
        memory = m.part(TensorMemory)
        warps, at = _places(m, plan, address(m))
        words = memory.words[at]
        _note(m, plan, address(m), warps, write=False)
        out = np.zeros((len(plan.lanes), m.lanes), np.uint32)
        grid = out.reshape(len(plan.lanes), -1, WARP)
        loaded = words[..., 0]
        if words.shape[-1] == 2:
            loaded = (words[..., 0] & np.uint32(0xFFFF)) | words[..., 1] << np.uint32(16)
        grid[:, warps] = loaded.swapaxes(0, 1)
        write(m, out)
        if write_reduced is not None and reduce is not None:
            result = np.zeros((1, m.lanes), np.uint32)
            result.reshape(-1, WARP)[warps] = reduce(loaded)
            write_reduced(m, result[0])
        if "uninitialized" in m.memory.checks:
            _poison(m, np.asarray(memory.known[at].all(-1)), warps, at, numbers, reduced)

    return run


@machine("tcgen05.st")
def store(op: Operation) -> Run:
    """``tcgen05.st``: store registers to lanes and columns, some time before ``tcgen05.wait::st`` ends."""
    op.members = op.constant_reader(FULL_WARP, b32)
    plan, address, value = _plan(op), _address(op), op.read("r", b32)
    numbers = numbers_in(op, op.operand("r")[0])
    op.keeps = frozenset(numbers)
    op.spread = _nothing_spreads
    if "unpack::16b" in op.words:
        op.fidelity = "unconfirmed"  # the other half of a column that .unpack::16b leaves

    def run(m: Machine) -> None:
        warps, at = _places(m, plan, address(m))
        _note(m, plan, address(m), warps, write=True)
        values = value(m)
        given = values if values.ndim > 1 else values[None]
        words = given.reshape(len(given), -1, WARP)[:, warps].swapaxes(0, 1)
        known = _defined(m, numbers, warps)
        if plan.lanes.shape[-1] == 2:
            words = np.stack([words & np.uint32(0xFFFF), words >> np.uint32(16)], axis=-1)
            known = np.repeat(known[..., None], 2, axis=-1)
        else:
            words, known = words[..., None], known[..., None]
        m.part(Stores).start(m, Store(warps, at, words.copy(), known, NEVER))

    return run


@machine("tcgen05.wait::ld", "tcgen05.wait::st")
def wait(op: Operation) -> Run:
    """``tcgen05.wait::ld``, ``tcgen05.wait::st``: wait until all loads, or stores, have completed."""
    op.members = op.constant_reader(FULL_WARP, b32)
    stores = op.words[0] == "wait::st"

    def run(m: Machine) -> None:
        warps = np.asarray(_active(m).any(1))
        if stores:
            m.part(Stores).wait(m, warps)
        for each in m.observers.tensor_waited:
            each.tensor_waited(np.flatnonzero(warps).tolist(), write=stores)

    return run


def _active(m: Machine) -> Array:
    """The lanes that execute the current instruction: shape (warps, 32)."""
    return m.executing().reshape(-1, WARP)


def _nothing_spreads(op: Operation, m: Machine, undefined: Mapping[int, Array]) -> Callable[[], None]:
    """Do nothing: a store records itself which of its values are undefined."""
    del op, m, undefined
    return _nothing


def _nothing() -> None:
    """Do nothing."""


def _defined(m: Machine, numbers: list[int], warps: Array) -> Array:
    """Return the defined registers of warps: shape (warps, registers, 32)."""
    known = np.ones((len(warps), len(numbers), WARP), np.bool_)
    if "uninitialized" in m.memory.checks:
        for place, number in enumerate(numbers):
            if not m.defined.full[number]:
                known[:, place] = m.defined.initialised[number].reshape(-1, WARP)[warps]
    return known


def _plan(op: Operation) -> Plan:
    packed = "pack" in op.modifiers or "unpack" in op.modifiers
    given = op.constant("imm_half_splitoff") if op.has("imm_half_splitoff") else 0
    split = (given + (1 << 31)) % (1 << 32) - (1 << 31)  # ptxas takes the low 32 bits
    return plan_of(op.modifiers["shape"], int(op.modifiers["num"][1:]), packed=packed, split=split)


def _address(op: Operation) -> Callable[[Machine], Array]:
    """Return the reader of a transfer's address, with the warp's own window in place of the first.

    The manual requires the window, but a GPU takes it from the warp's number, and some compiled kernels rely
    on that. The address of any other window is a fault; `pyptx.sim.tensor_windows` finds forgotten ones.
    """
    given = op.place("taddr").read

    def read(m: Machine) -> Array:
        address = given(m).astype(np.uint64)
        window = (m.thread // WARP % 4 * WARP).astype(np.uint64) << np.uint64(LANE_SHIFT)
        first = address >> np.uint64(LANE_SHIFT) & np.uint64(LANE_MASK) < WARP
        return np.where(first, address | window, address)

    return read


def places_of(op: Operation, m: Machine) -> tuple[Array, tuple[Array, Array, Array]]:
    """The warps that execute a transfer, and CTA, lane and column of every value."""
    return _places(m, _plan(op), _address(op)(m))


def _places(m: Machine, plan: Plan, address: Array) -> tuple[Array, tuple[Array, Array, Array]]:
    """Return the warps that execute a transfer, and CTA, lane and column of every value.

    Raises:
        Trap: A warp accesses lanes that are not its own, or columns that its CTA has not allocated.
    """
    active = _active(m)
    warps = np.flatnonzero(active.any(1))
    rows = address.reshape(-1, WARP)[warps]
    heads = active[warps].argmax(1)
    first = rows[np.arange(len(warps)), heads]
    differs = (rows != first[:, None]) & active[warps]
    if differs.any():
        place, lane = np.argwhere(differs)[0].tolist()
        said = "the address in tensor memory must be the same in all lanes of the warp"
        raise Trap("tcgen05-operand", said, int(warps[place]) * WARP + lane)
    cta = m.cta[warps * WARP].astype(np.int64)
    for warp, address_, home in zip(warps.tolist(), first.tolist(), cta.tolist(), strict=True):
        _need_window(m, plan, warp, address_)
        for start, wide in plan.spans:
            top, left = lane_of(address_), column_of(address_) + start
            box = TensorBox(home, (top, top + plan.height), (left, left + wide))
            m.part(TensorMemory).need_open(box, warp * WARP, "this transfer")
    lane = (first.astype(np.int64) >> LANE_SHIFT & LANE_MASK)[:, None, None, None] + plan.lanes
    column = (first & np.uint64(0xFFFF)).astype(np.int64)[:, None, None, None] + plan.columns
    return warps, (np.broadcast_to(cta[:, None, None, None], lane.shape), lane, column)


def _note(m: Machine, plan: Plan, address: Array, warps: Array, *, write: bool) -> None:
    """Notify observers of a transfer."""
    if m.observers.tensor_transferred:
        boxes = _boxes(m, plan, address, warps)
        for each in m.observers.tensor_transferred:
            each.tensor_transferred(warps.tolist(), boxes, write=write)


def _boxes(m: Machine, plan: Plan, address: Array, warps: Array) -> list[list[TensorBox]]:
    """The rectangles that each warp accesses."""
    active = _active(m)
    found = []
    for warp in warps.tolist():
        word = int(address[warp * WARP + int(active[warp].argmax())])
        row, home = lane_of(word), int(m.cta[warp * WARP])
        found.append(
            [
                TensorBox(
                    home, (row, row + plan.height), (column_of(word) + start, column_of(word) + start + wide)
                )
                for start, wide in plan.spans
            ]
        )
    return found


def _need_window(m: Machine, plan: Plan, warp: int, address: int) -> None:
    """Check that a warp stays in its quarter of the lanes, and that the address is aligned to the shape."""
    quarter = int(m.thread[warp * WARP]) // WARP % 4
    row, low = lane_of(address), WARP * quarter
    step = plan.height
    if not low <= row < low + WARP or row % step:
        starts = " or ".join(str(low + part) for part in range(0, WARP, step))
        said = (
            f"{address:#x} is the address of lane {row} of tensor memory; warp {quarter} of four reaches "
            f"lanes {low} to {low + WARP - 1}, and this shape starts at lane {starts}"
        )
        raise Trap("tensor-memory-lane", said, warp * WARP)


def _poison(
    m: Machine,
    known: Array,
    warps: Array,
    at: tuple[Array, Array, Array],
    numbers: list[int],
    reduced: list[int],
) -> None:
    """Mark registers undefined that were loaded from undefined tensor memory."""
    if known.all():
        return
    assert m.step is not None
    memory = m.part(TensorMemory)
    missing = np.zeros((known.shape[1], m.lanes), np.bool_)
    came = np.zeros((known.shape[1], m.lanes), np.int32)
    missing.reshape(known.shape[1], -1, WARP)[:, warps] = ~known.swapaxes(0, 1)
    missing &= m.active()
    came.reshape(known.shape[1], -1, WARP)[:, warps] = memory.origin_numbers(at).max(-1).swapaxes(0, 1)
    for register in np.flatnonzero(missing.any(1)).tolist():
        where = np.zeros((m.lanes // WARP, WARP), np.uint64)
        where[warps] = at[1][:, register, :, 0] << LANE_SHIFT | at[2][:, register, :, 0]
        origins = []
        for number in np.unique(came[register, missing[register]]).tolist():
            lanes = missing[register] & (came[register] == number)
            origin = memory.origin(number) or Origin(m.step, lanes, "", "tensor", where.reshape(-1))
            origins.append((lanes, origin))
        for target in (numbers[register], *reduced):
            m.defined.poison_parts(target, missing[register], origins)


def _reduction(op: Operation) -> Callable[[Array], Array]:
    """Return the function of ``.red`` on the loaded words: shape (warps, registers, 32) to (warps, 32).

    The manual leaves open whether ``.16x32bx2`` combines the two halves of a lane; here each thread reduces
    what it loads.
    """
    type_, least = op.words[-1], "min" in op.words
    if "16x32bx2" in op.words:
        op.fidelity = "unconfirmed"
    before = np.less if least else np.greater

    def reduce(words: Array) -> Array:
        if type_ != "f32":
            numbers = np.ascontiguousarray(words).view(np.int32 if type_ == "s32" else np.uint32)
            return np.asarray(numbers.min(1) if least else numbers.max(1)).view(np.uint32)
        values = np.ascontiguousarray(words).view(np.float32)
        return canonical(extremum(op.modifiers, before, *values.swapaxes(0, 1))).view(np.uint32)

    return reduce


# The native engine


@lowered(load)
def lower_load(step: StepLowering) -> None:
    """Emit the location of each register."""
    step.uses_tensor_memory()
    items = step.items(step.op.operand("r")[0])
    address = _lowered_transfer(step)
    rows = [step.target(item, b32) for item in items]
    step.emit("tcgen05.ld", **address, registers=rows, targets=(), reduced=-1)
    if step.has("red"):
        own = step.out.records
        step.out.records = []
        _lower_reduction(step, rows)
        step.out.records, step.out.after = own, step.out.records
    if step.program.follows:
        step.out.undefines, step.out.defines = tuple(step.out.defines), []
        step.out.finish = _follow_targets


def _follow_targets(operands: dict[str, Any], at: Followed) -> None:
    """Name the registers that may get words that were never written."""
    operands["targets"] = followed(at, "r", at.numbers)
    if at.step.operation.has("redval"):
        (operands["reduced"],) = followed(at, "redval", at.numbers)


def _follow_sources(operands: dict[str, Any], at: Followed) -> None:
    """Name the registers that may be undefined."""
    operands["sources"] = followed(at, "r", at.maybe_undefined)


def _lower_reduction(step: StepLowering, rows: list[int]) -> None:
    """Emit the minimum or maximum of the first two loaded registers, then of it and each other one."""
    operation = "min" if step.has("min") else "max"
    words = [word for word in ("NaN", "abs") if step.has(word)]
    handler = ".".join((operation, *words, step.op.words[-1]))
    target, best = step.needed(step.write("redval"), 32), rows[0]
    between = step.spare(32)  # the result may have the register of a value
    for number, row in enumerate(rows[1:], start=2):
        made = target if number == len(rows) else between
        step.emit(handler, d=made, a=best, b=row)
        best = made


@lowered(store)
def lower_store(step: StepLowering) -> None:
    """Emit the location of each register."""
    step.uses_tensor_memory()
    items = step.items(step.op.operand("r")[0])
    address = _lowered_transfer(step)
    step.out.kept, step.out.finish = step.op.keeps, _follow_sources
    step.emit("tcgen05.st", **address, registers=[step.value(item, b32) for item in items], sources=())


@lowered(wait)
def lower_wait(step: StepLowering) -> None:
    """Wait for stores; only race checking needs waits for loads, which write registers when they execute."""
    step.uses_tensor_memory()
    what = step.op.words[0]
    if what == "wait::st" or step.program.races:
        step.emit(f"tcgen05.{what}", stores=what == "wait::st")


def _lowered_transfer(step: StepLowering) -> dict[str, Any]:
    """Return the operands that describe the accessed locations."""
    plan = _plan(step.op)
    if not 0 <= plan.columns.min() <= plan.columns.max() < COLUMNS:
        raise step.uncovered("its distance between two halves")
    at = plan.lanes << LANE_SHIFT | plan.columns
    lanes, places = at[0, :, 0], at[:, 0, 0] - at[0, 0, 0]
    return {
        "taddr": step.tensor_address("taddr"),
        "strict": step.step in step.program.lack_windows,
        "height": plan.height,
        "packed": at.shape[2] == 2,
        "lanes": lanes.tolist(),
        "places": places.tolist(),
        "spans": [number for span in plan.spans for number in span],
        "follows": step.program.follows,
    }
