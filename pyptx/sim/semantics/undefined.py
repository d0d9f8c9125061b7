"""Undefined values: propagation, and the uses that are faults.

Compilers move undefined values, compute with them and store them, in code whose results are not used, such as
the missing half of a partial tile. So these results are undefined too, without a fault: a result computed
from an undefined value; a value stored to shared, local or tensor memory; rows and columns of an MMA; results
of an instruction under an undefined predicate; and results in code that only computes, between a branch by
such a predicate and the block where its paths meet. It is a fault if an undefined value decides anything
else, as a predicate, an address, or an operand of a barrier, or if it is stored to global memory, by a bulk
copy too. The report names the first instruction that read the value.

An operand that does not affect the result is ignored: the operand that `selp` does not choose, and the other
operand of an `and` with zero or an `or` with ones, because compilers evaluate conditions speculatively. A
register packed from words is defined if one of them is: the others may be padding of a structure. Bytes
that nothing uses do not matter (`pyptx.sim.demanded`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.ir import Literal, Negated, Vector
from pyptx.sim.definedness import Origin
from pyptx.sim.named_registers import numbers_in, registers_written
from pyptx.sim.semantics.registry import resolve
from pyptx.sim.symbols import Register
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from pyptx.ir import Operand
    from pyptx.sim.lowering.records import Followed
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Place, Spread
    from pyptx.sim.steps import Block
    from pyptx.types import PtxType

    Lanes = NDArray[np.bool_]

_ABSORBING = {"and": 0, "or": -1}
"""Operations, and the value of an operand that alone determines their result."""


def computed(op: Operation, m: Machine, undefined: Mapping[int, Lanes]) -> Callable[[], None]:
    """Propagate undefined values to the results of an instruction."""
    lanes = _undefined_results(op, m, undefined)
    written = registers_written(op)
    if op.carry >= 0:
        written.append(op.carry)
    origin = m.origin(next(iter(undefined)))

    def mark_registers() -> None:
        for number in written:
            m.defined.poison(number, lanes, origin)

    return mark_registers


def propagate_to_memory(place: Place, items: tuple[Operand, ...], type_: PtxType) -> Spread:
    """Propagate undefined values to shared or local memory by a store."""

    def spread(op: Operation, m: Machine, undefined: Mapping[int, Lanes]) -> Callable[[], None]:
        parts = [
            (position, number, undefined[number])
            for position, item in enumerate(items)
            for number in numbers_in(op, item)
            if number in undefined
        ]
        where = place.read(m).copy()
        for _, number, lanes in parts:
            index = m.memory.locate(place.space, where, type_.bytes * len(items), lanes)
            if not m.memory.private(index).all():
                m.need_defined(number)

        origins = [m.origin(number) for _, number, _ in parts]

        def mark_bytes() -> None:
            for (position, _, lanes), origin in zip(parts, origins, strict=True):
                index = m.memory.locate(place.space, where, type_.bytes * len(items), lanes)
                places = index[lanes] + position * type_.bytes
                m.memory.forget(places, type_.bytes)
                m.defined.stored.update(dict.fromkeys(places.tolist(), origin))

        return mark_bytes

    return spread


def unwritten(m: Machine, place: Place, index: NDArray[np.int64], size: int, mask: Lanes) -> Origin:
    """Return the origin of unwritten bytes that the lanes of a mask read."""
    assert m.step is not None
    missing = m.memory.unwritten(index, size)
    return Origin(m.step, mask & (missing > 0), "", place.space, place.read(m).copy(), size, missing)


def loaded(
    op: Operation,
    m: Machine,
    origin: Origin,
    items: Iterable[tuple[Operand, NDArray[np.int64]]],
    size: int,
    used: int = -1,
) -> None:
    """Mark registers undefined that were loaded from unwritten memory.

    Args:
        op: The load.
        m: The batch.
        origin: Origin of the unwritten bytes.
        items: The destinations, each with the arena index that every lane loads into it.
        size: Bytes of each item.
        used: The bytes that matter, one bit each, of all items in order.
    """
    m.defined.note_spread()
    for position, (item, index) in enumerate(items):
        lanes = m.active() & (m.memory.unwritten(index, size, used >> position * size) > 0)
        if lanes.any():
            before = m.defined.stored.get(int(index[lanes.argmax()]), origin)
            for number in numbers_in(op, item):
                m.defined.poison(number, lanes, before)


_MOST_BLOCKS = 64
"""Most blocks between a branch and the block where its paths meet."""


def led_round(blocks: Sequence[Block], place: int) -> tuple[int, frozenset[int]] | None:
    """Analyse a branch, which closes a block, around code that only computes.

    Returns:
        The block where the paths meet, and the registers written before it; None if a path has a loop or does
        anything but compute.
    """
    branch = blocks[place].end
    assert branch is not None
    assert branch.operation.target is not None
    ahead, given = {place + 1, branch.operation.target.block}, set[int]()
    for _ in range(_MOST_BLOCKS):
        first = min(ahead)
        if first <= place:
            return None
        if len(ahead) == 1:
            return first, frozenset(given)
        ahead.remove(first)
        block, end = blocks[first], blocks[first].end
        if block.gate is not None or not all(step.operation.computes for step in block.steps):
            return None
        given.update(number for step in block.steps for number in registers_written(step.operation))
        if end is None or end.guard >= 0:
            ahead.add(first + 1)
        if end is not None:
            if end.operation.target is None or end.operation.target.block <= first:
                return None
            ahead.add(end.operation.target.block)
    return None


def items_of(operand: Operand) -> tuple[Operand, ...]:
    """Return the operands in braces; any other operand by itself."""
    return operand.items if isinstance(operand, Vector) else (operand,)


def _undefined_results(op: Operation, m: Machine, undefined: Mapping[int, Lanes]) -> Lanes:
    """The lanes whose results depend on an undefined value."""
    sources = {
        spec.name: (operand, lacking(op, operand, undefined, m.lanes))
        for operand, spec in op.pairs()
        if spec.role in ":+"
    }
    if chooses(op):
        chosen = _value(op, m, sources["c"][0])
        assert chosen is not None  # a predicate in a register
        return sources["c"][1] | np.where(chosen, sources["a"][1], sources["b"][1])
    if parts := parts_of_a_structure(op):
        packed: Lanes = np.logical_and.reduce([lacking(op, part, undefined, m.lanes) for part in parts])
        return packed
    lanes: Lanes = np.logical_or.reduce(list(undefined.values()))
    names, absorbing_value = absorbing(op)
    for name in names:
        operand, unknown = sources[name]
        value = _value(op, m, operand)
        if value is not None:
            lanes = lanes & ~(~unknown & _absorbs(value, absorbing_value))
    return lanes


def chooses(op: Operation) -> bool:
    """Whether operand `c` chooses between `a` and `b`."""
    definition = resolve(op.instruction.opcode, op.words)
    return definition is not None and definition.chooses


def absorbing(op: Operation) -> tuple[str, int]:
    """Return the operands that can determine the result alone, and the value that does; empty for most."""
    joined = op.modifiers.get("bool")
    if joined and op.has("q"):  # only one of its two results depends on `q`
        return "", 0
    value = _ABSORBING.get(joined or op.instruction.opcode)
    return ("", 0) if value is None else ("c" if joined else "ab", value)


def parts_of_a_structure(op: Operation) -> tuple[Operand, ...]:
    """Return the words that a `mov` packs, if wide enough to be structure fields: 32 bits or more."""
    source, spec = op.pairs()[-1]
    if not op.has("d") or spec.name != "a" or spec.role != ":":
        return ()
    wide = from_name(spec.type).bits >= 32
    return source.items if wide and isinstance(source, Vector) else ()


def followed(at: Followed, name: str, wanted: Collection[int]) -> list[int]:
    """Return the place of each register of an operand that the native engine follows, -1 for the others.

    Args:
        at: The instruction and its registers that are followed.
        name: Name of the operand.
        wanted: The registers that matter, by number.
    """
    op = at.step.operation
    found = [numbers_in(op, item) for item in items_of(op.operand(name)[0])]
    return [next((at.numbers[each] for each in item if each in wanted), -1) for item in found]


def lacking(op: Operation, operand: Operand, undefined: Mapping[int, Lanes], count: int) -> Lanes:
    """Return the lanes, of `count`, in which an operand is undefined."""
    lanes = np.zeros(count, np.bool_)
    for number in numbers_in(op, operand):
        lanes = lanes | undefined.get(number, False)
    return lanes


def _absorbs(value: NDArray[Any], what: int) -> Lanes:
    wanted = bool(what) if value.dtype == np.bool_ else np.array(what).astype(value.dtype)
    found: Lanes = value == wanted
    return found


def _value(op: Operation, m: Machine, operand: Operand) -> NDArray[Any] | None:
    """The bits of a register or a number; None for anything else."""
    if isinstance(operand, Negated):
        inner = _value(op, m, operand.operand)
        return None if inner is None else ~inner
    if isinstance(operand, Literal):
        number = op.constant_of(operand)
        width = max(from_name(op.words[-1]).bits // 8, 1)
        return None if number is None else np.full(m.lanes, number).astype(f"u{width}")
    found = op.entity(operand)
    return m.files[found.bits][found.row] if isinstance(found, Register) else None
