"""Exchanges and votes among the lanes of a warp (manual sections 9.7.10.5 and 9.7.15.9 to 9.7.15.15).

Every function here works on whole warps: arrays of shape (warps, 32), and words with a bit per lane.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.ir import Pair
from pyptx.layouts.lanes import source_lane
from pyptx.sim.abi import REAL
from pyptx.sim.definedness import Origin
from pyptx.sim.named_registers import numbers_in
from pyptx.sim.scheduler import WARP
from pyptx.sim.semantics.floating import canonical, extremum
from pyptx.sim.semantics.machine import machine
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.shadows import lowered_shadow, shadowed
from pyptx.sim.shadow.cells import NODE, VALUES_AND_NODES, elements_of
from pyptx.sim.shadow.magnitudes import SPREADS
from pyptx.sim.symbols import Register
from pyptx.types import from_name, u32

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from pyptx.sim.lowering.records import Followed, Record
    from pyptx.sim.lowering.shadow_step import StepShadows
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Run
    from pyptx.sim.shadow.state import ShadowState

_LANE = np.arange(WARP, dtype=np.int64)
_BITS = np.uint32(1) << np.arange(WARP, dtype=np.uint32)


@machine("shfl")
def shuffle(op: Operation) -> Run:
    """``shfl``: read a register of another lane of the segment that `c` describes.

    A lane that reads from a lane that does not take part, or that its mask does not name, gets an undefined
    value.
    """
    if "sync" in op.words:
        op.members = op.read("membermask", u32)
    members = op.members
    mode = op.modifiers["mode"]
    value, distance, clamp = op.read("a", u32), op.read("b", u32), op.read("c", u32)
    write, write_valid = op.write("d"), op.write_second("d")
    target = op.instruction.operands[0]
    found = op.entity(target.first if isinstance(target, Pair) else target)
    number = found.number if isinstance(found, Register) else -1
    given = numbers_in(op, op.operand("a")[0])
    steering = numbers_in(op, op.operand("b")[0]) + numbers_in(op, op.operand("c")[0])
    op.keeps = frozenset(given) - frozenset(steering)

    def spread(op: Operation, m: Machine, undefined: Mapping[int, NDArray[np.bool_]]) -> Callable[[], None]:
        source, _ = _source_lane(mode, _rows(distance(m)).astype(np.int64), _rows(clamp(m)).astype(np.int64))
        lanes = np.take_along_axis(_rows(undefined[given[0]]), source, axis=1).reshape(-1) & m.active()
        origin = m.origin(given[0])
        return lambda: m.defined.poison(number, lanes, origin)

    op.spread = spread if number >= 0 else None

    def run(m: Machine) -> None:
        source, valid = _source_lane(
            mode, _rows(distance(m)).astype(np.int64), _rows(clamp(m)).astype(np.int64)
        )
        result = np.take_along_axis(_rows(value(m)), source, axis=1).reshape(-1)
        present = m.active() if m.mask is not None or not m.scheduler.all_live else None
        write(m, result)
        if write_valid is not None:
            write_valid(m, valid.reshape(-1))
        if number < 0:
            return
        absent = np.zeros(m.lanes, np.bool_)
        if present is not None:
            absent |= ~np.take_along_axis(_rows(present), source, axis=1).reshape(-1)
        if members is not None:
            unnamed = (_rows(members(m)) >> source.astype(np.uint32)) & np.uint32(1) == 0
            absent |= unnamed.reshape(-1)
        if absent.any():
            lanes = absent if present is None else absent & present
            assert m.step is not None
            origin = Origin(m.step, lanes, m.code.registers[number].name, givers=source.reshape(-1))
            m.defined.poison(number, lanes, origin)

    return run


@shadowed(shuffle)
def shadow_shuffle(op: Operation, shadows: ShadowState) -> Callable[[], None] | None:
    """Take the shadow of the other lane."""
    distance, clamp = (shadows.raw(op, op.operand(name)[0], u32) for name in "bc")
    if distance is None or clamp is None:
        return None
    for name in "bc":
        shadows.note_ended(op, op.operand(name)[0], None)
    source, _ = _source_lane(
        op.modifiers["mode"], _rows(distance[0]).astype(np.int64), _rows(clamp[0]).astype(np.int64)
    )
    lanes = (source + WARP * np.arange(len(source))[:, None]).reshape(-1)
    word = shadows.of_lanes(shadows.word(op, op.operand("a")[0], 4), lanes)
    return lambda: shadows.write(op, op.operand("d")[0], word, 4)


@lowered_shadow(shadow_shuffle)
def lower_shadow_shuffle(step: StepShadows) -> Record:
    """Let the instruction show which lanes it reads."""
    target = step.op.operand("d")[0]
    second = target.second if isinstance(target, Pair) else None
    valid = step.op.entity(second)
    others = [part for name in "bc" for part in step.parts(step.op.operand(name)[0])]
    predicate = step.row(valid) if isinstance(valid, Register) else -1
    return step.move("shadow.shuffle", predicate=predicate, others=others)


def _source_lane(
    mode: str, b: NDArray[np.int64], c: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the lane that each lane reads, and whether it is inside the segment; if not, the own lane."""
    source, valid = source_lane(mode, _LANE, b, c)
    return np.where(valid, source, _LANE), valid


@machine("vote")
def vote(op: Operation) -> Run:
    """``vote``: combine a predicate over the lanes that take part."""
    if "sync" in op.words:
        op.members = op.read("membermask", u32)
    members = op.members
    mode, predicate, write = op.modifiers["mode"], op.read("a"), op.write("d")

    def run(m: Machine) -> None:
        present = _present(m, members(m) if members is not None else None)
        yes = _words(predicate(m) & m.active())[:, None] & present
        write(m, _VOTES[mode](yes, present).reshape(-1))

    return run


_VOTES: dict[str, Callable[[NDArray[Any], NDArray[Any]], NDArray[Any]]] = {
    "all": lambda yes, present: yes == present,
    "any": lambda yes, present: yes != 0,
    "uni": lambda yes, present: (yes == 0) | (yes == present),
    "ballot": lambda yes, present: yes,
}


@machine("match")
def match(op: Operation) -> Run:
    """``match``: the lanes of the mask that hold the same value as this lane, or whether all do."""
    op.members = members = op.read("membermask", u32)
    mode, value, write = op.modifiers["mode"], op.read("a"), op.write("d")
    write_all = op.write_second("d")

    def run(m: Machine) -> None:
        present = _present(m, members(m))
        rows = _rows(value(m))
        equal = ((rows[:, :, None] == rows[:, None, :]) * _BITS).sum(axis=2, dtype=np.uint32) & present
        same = equal == present
        write(m, (equal if mode == "any" else np.where(same, present, np.uint32(0))).reshape(-1))
        if write_all is not None:
            write_all(m, same.reshape(-1))

    return run


@machine("activemask")
def active_mask(op: Operation) -> Run:
    """``activemask``: the lanes of the warp that execute this together."""
    write = op.write("d")

    def run(m: Machine) -> None:
        present = m.scheduler.warps(m.executing())
        write(m, np.repeat(present, WARP))

    return run


@machine("elect")
def elect(op: Operation) -> Run:
    """``elect.sync``: choose one lane of the mask: the lowest."""
    op.members = members = op.read("membermask", u32)
    write, write_leader = op.write("d"), op.write_second("d")

    def run(m: Machine) -> None:
        present = _present(m, members(m))
        lowest = present & (~present + np.uint32(1))
        leader = np.log2(np.maximum(lowest, 1).astype(np.float64)).astype(np.uint32)
        write(m, leader.reshape(-1))
        if write_leader is not None:
            write_leader(m, (lowest == _BITS).reshape(-1))

    return run


@machine("redux")
def reduce(op: Operation) -> Run:
    """``redux.sync``: combine a value over the lanes of the mask."""
    op.members = members = op.read("membermask", u32)
    value, write = op.read("src"), op.write("dst")
    type_ = from_name(op.modifiers["type"])
    combine = _REDUCTIONS[op.modifiers["op"]]
    if type_.kind == "f":
        before = {"min": np.less, "max": np.greater}[op.modifiers["op"]]
        combine = lambda rows: canonical(extremum(op.modifiers, before, *rows.T))  # noqa: E731

    def run(m: Machine) -> None:
        rows = _rows(value(m))
        present = _present(m, members(m))
        masks, group = np.unique(present, axis=None, return_inverse=True)
        group = group.reshape(present.shape)
        result = np.zeros_like(rows)
        for index, word in enumerate(masks.tolist()):
            inside = (np.uint32(word) & _BITS) != 0
            if not inside.any():
                continue
            part = combine(rows[:, inside])
            result = np.where(group == index, part[:, None], result)
        write(m, result.reshape(-1))

    return run


@shadowed(reduce)
def shadow_reduce(op: Operation, shadows: ShadowState) -> Callable[[], None] | None:
    """Take the extremum of the shadows of all lanes of the mask; integers have none."""
    type_ = from_name(op.modifiers["type"])
    members = shadows.raw(op, op.operand("membermask")[0], u32)
    elements = elements_of(type_.name)
    if type_.kind != "f" or elements is None or members is None:
        return None
    given = shadows.values(op, op.operand("src")[0], type_, elements)
    if given is None:
        return None
    if "abs" in op.words:
        given = shadows.absolute(given)
    shadows.note_ended(op, op.operand("membermask")[0], None)
    combine = {"min": np.fmin, "max": np.fmax}[op.modifiers["op"]]
    present = _present(shadows.m, members[0]).reshape(-1)
    expected = given.copy()
    for warp in range(0, len(present), WARP):
        for word in np.unique(present[warp : warp + WARP]).tolist():
            lanes = warp + np.flatnonzero((np.uint32(word) & _BITS) != 0)
            if len(lanes):
                expected[..., lanes] = _extremum(shadows, given[..., lanes], combine)[..., None]

    def give_shadows() -> None:
        target = op.operand("dst")[0]
        raw = shadows.raw(op, target, type_)
        assert raw is not None
        actual = np.concatenate([elements.decode(each) for each in raw])
        real = shadows.add_rounding(expected, actual, elements, shadows.m.mask)
        numbers = [each.number for each in shadows.registers_of(op, target)]
        shadows.write_values(numbers, elements, real, shadows.m.where)

    return give_shadows


def _extremum(shadows: ShadowState, values: NDArray[Any], combine: np.ufunc) -> NDArray[Any]:
    """The extremum of the values of some lanes with their shadows: shape (copies + 1, values).

    Args:
        shadows: The shadows of the batch.
        values: The values with their shadows: shape (copies + 1, values, lanes).
        combine: The function of two values.
    """
    found: NDArray[Any] = combine.reduce(values, axis=-1)
    found[SPREADS] = values[SPREADS].max(-1)
    chosen = (values[-1] == found[-1][:, None]).argmax(-1)
    others = np.take_along_axis(values[0], chosen[:, None], axis=-1)[:, 0] != found[0]
    shadows.line.disagreements += int(others.any()) * values.shape[-1]
    shadows.line.choices += int(others.any()) * values.shape[-1]
    if shadows.provenance is not None:
        for number, held in enumerate(values[VALUES_AND_NODES].swapaxes(0, 1)):
            which = np.zeros(held.shape[-1] - 1, np.int64)
            found[NODE, number] = shadows.provenance.update(
                shadows.line, held[:, :1], held[:, 1:], which, combine
            )[0]
    return found


@lowered_shadow(shadow_reduce)
def lower_shadow_reduce(step: StepShadows) -> Record | None:
    """Name the extremum of one operand; the native engine reads the members from the record that follows."""
    op = step.op
    elements = elements_of(op.modifiers["type"])
    if elements is None:
        return None
    source, target = op.operand("src")[0], op.operand("dst")[0]
    step.precede("Redux")
    return step.record(
        "shadow.compute",
        function=REAL["maximum" if op.modifiers["op"] == "max" else "minimum"],
        relation=0,
        line=step.line(),
        flags=step.flags(),
        target=step.operand(target, elements.name, elements),
        targets=step.parts(target),
        operands=[step.operand(source, elements.name, elements)],
        sources=step.parts(source, elements),
    )


_REDUCTIONS: dict[str, Callable[[NDArray[Any]], NDArray[Any]]] = {
    "add": lambda rows: np.add.reduce(rows, axis=1, dtype=rows.dtype),
    "min": lambda rows: np.minimum.reduce(rows, axis=1),
    "max": lambda rows: np.maximum.reduce(rows, axis=1),
    "and": lambda rows: np.bitwise_and.reduce(rows, axis=1),
    "or": lambda rows: np.bitwise_or.reduce(rows, axis=1),
    "xor": lambda rows: np.bitwise_xor.reduce(rows, axis=1),
}


def _rows(value: NDArray[Any]) -> NDArray[Any]:
    """Lanes by warps."""
    return value.reshape(-1, WARP)


def _words(lanes: NDArray[np.bool_]) -> NDArray[np.uint32]:
    """A word per warp with a bit for each lane."""
    return np.packbits(_rows(lanes), axis=1, bitorder="little").view(np.uint32).reshape(-1)


def _present(m: Machine, members: NDArray[Any] | None) -> NDArray[np.uint32]:
    """For each lane, the lanes that take part with it: shape (warps, 32)."""
    together = _words(m.executing())[:, None]
    if members is None:
        return np.repeat(together, WARP, axis=1)
    return _rows(members.astype(np.uint32)) & together


# The native engine


@lowered(shuffle)
def lower_shuffle(step: StepLowering) -> None:
    """Give a handler of constants its numbers; the result may be undefined."""
    op = step.op
    operand, _ = op.operand("d")
    first = operand.first if isinstance(operand, Pair) else operand
    found = op.entity(first)
    value = step.read("a", u32)
    distance, bounds = (op.constant_of(op.operand(name)[0]) for name in "bc")
    if distance is not None and bounds is not None:
        fixed, distance, bounds = ".fixed", distance & 31, bounds & 0x1F1F
    else:
        fixed, distance, bounds = "", step.read("b", u32), step.read("c", u32)
    row = step.needed(step.write("d"), 32)
    if isinstance(found, Register):
        step.out.defines.remove(found.number)
        step.out.undefines = (found.number,)
        step.out.kept = op.keeps if step.program.follows and op.spread is not None else ()
    if step.out.after:
        raise step.uncovered("a result of another width")
    step.out.finish = _follow_shuffle
    step.emit(
        f"shfl.{op.modifiers['mode']}{fixed}",
        d=row,
        a=value,
        distance=distance,
        bounds=bounds,
        valid=step.write_second("d"),
        members=-1 if step.out.members == step.program.everyone else step.out.members,
    )


def _follow_shuffle(operands: dict[str, Any], at: Followed) -> None:
    """Name the register that receives values of other lanes, and their source register."""
    index, kept = at.numbers, at.made.kept
    operands["target"] = next((index[each] for each in at.made.undefines if each in index), -1)
    op = at.step.operation
    given = numbers_in(op, op.operand("a")[0]) if kept else []
    operands["source"] = max(
        (index[each] for each in given if each in kept and each in at.maybe_undefined), default=-1
    )


@lowered(vote)
def lower_vote(step: StepLowering) -> None:
    """Omit the mask if there is none."""
    op = step.op
    mode = op.modifiers["mode"]
    step.emit(
        f"vote.{mode}",
        d=step.needed(step.write("d"), 32 if mode == "ballot" else 1),
        a=step.read("a"),
        members=step.read("membermask", u32) if op.has("membermask") else -1,
    )


@lowered(match)
def lower_match(step: StepLowering) -> None:
    """Give the width of the values."""
    op = step.op
    type_ = from_name(op.modifiers["type"])
    step.emit(
        f"match.{op.modifiers['mode']}.b{type_.bits}",
        d=step.needed(step.write("d"), 32),
        a=step.read("a"),
        members=step.read("membermask", u32),
        alike=step.write_second("d"),
    )


@lowered(active_mask)
def lower_active_mask(step: StepLowering) -> None:
    """Write all bits."""
    step.emit("activemask", d=step.needed(step.write("d"), 32))


@lowered(elect)
def lower_elect(step: StepLowering) -> None:
    """Write the leader and whether it is this lane."""
    mask = step.read("membermask", u32)
    step.emit("elect", leader=step.write("d"), elected=step.write_second("d"), members=mask)


@lowered(reduce)
def lower_reduce(step: StepLowering) -> None:
    """Give the operation and the type."""
    op = step.op
    type_ = from_name(op.modifiers["type"])
    operation = op.modifiers["op"]
    words = (
        "redux",
        operation,
        "NaN" if "NaN" in op.words else "",
        "u32" if operation == "add" else type_.name,
    )
    step.emit(
        ".".join(filter(None, words)),
        d=step.needed(step.write("dst"), 32),
        a=step.read("src"),
        members=step.read("membermask", u32),
        abs="abs" in op.words,
    )
