"""Values that nobody defined, and what may be done with them.

Compilers move such values about, compute with them and keep them in memory, where it will be seen to that
nothing depends on the result: the last tile of a partition works that is only half there. So what is
computed of a value that nobody defined is one as well, and so is what was kept in shared or local memory, the
rows and columns of a product of fragments, what an instruction computes under such a predicate, and all that
a branch by it leads round to where its ways meet again. It is a fault where such a value decides something
else, as a predicate, an address, the operand of a barrier or of a `wgmma`, or where it leaves for global
memory; the report names the instruction that read it first.

What a choice leaves aside does not count: the other operand of `selp`, and that of an `and` with zero or of
an `or` with ones, as conditions are that a compiler evaluates before it knows whether it needs them. A
register packed of words of which one is defined is so as a whole: the others may be the gaps of a structure.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.ir import Literal, Name, Negated, Pair, Vector
from pyptx.sim.definedness import Origin
from pyptx.sim.semantics.registry import resolve
from pyptx.sim.symbols import Register
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from pyptx.ir import Operand
    from pyptx.sim.engine import Machine
    from pyptx.sim.operands import Operation, Place, Spread
    from pyptx.sim.steps import Block
    from pyptx.types import PtxType

    Lanes = NDArray[np.bool_]

_ABSORBING = {"and": 0, "or": -1}
"""Operations and the value of an operand that settles their result."""


def computed(op: Operation, beside: Iterable[int] = ()) -> Spread:
    """What is computed of a value that nobody defined is none either.

    Args:
        op: The instruction.
        beside: Registers that it writes and does not name.
    """
    op.computes = True
    return partial(_taint_results, op, tuple(beside))


def _taint_results(
    op: Operation, beside: tuple[int, ...], m: Machine, undefined: Mapping[int, Lanes]
) -> Callable[[], None]:
    lanes = _undefined_results(op, m, undefined)
    written = [*given_by(op), *beside]
    origin = m.origin(next(iter(undefined)))

    def after() -> None:
        for number in written:
            m.defined.taint(number, lanes, origin)

    return after


def kept(op: Operation, place: Place, items: tuple[Operand, ...], type_: PtxType) -> Spread:
    """What is stored to shared or local memory stays undefined there."""

    def spread(m: Machine, undefined: Mapping[int, Lanes]) -> Callable[[], None]:
        parts = [
            (position, number, undefined[number])
            for position, item in enumerate(items)
            for number in registers_in(op, item)
            if number in undefined
        ]
        where = place.read(m).copy()
        for _, number, lanes in parts:
            index = m.memory.locate(place.space, where, type_.bytes * len(items), lanes)
            if not m.memory.private(index).all():
                m.need_defined(number)

        origins = [m.origin(number) for _, number, _ in parts]

        def after() -> None:
            for (position, _, lanes), origin in zip(parts, origins, strict=True):
                index = m.memory.locate(place.space, where, type_.bytes * len(items), lanes)
                places = index[lanes] + position * type_.bytes
                m.memory.forget(places, type_.bytes)
                m.defined.stored.update(dict.fromkeys(places.tolist(), origin))

        return after

    return spread


def unwritten(m: Machine, place: Place, index: NDArray[np.int64], size: int, mask: Lanes) -> Origin:
    """What the lanes of a mask read of memory that nobody wrote."""
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
    """Registers have no defined value where they were loaded from memory that nobody wrote.

    Args:
        op: The load.
        m: The batch.
        origin: What nobody wrote of what it reads.
        items: Its destinations, each with the arena index of what every lane has in it.
        size: Bytes of each item.
        used: The bytes that matter, by bit, of the items one after the other.
    """
    m.defined.note_spread()
    for position, (item, index) in enumerate(items):
        lanes = m.active() & (m.memory.unwritten(index, size, used >> position * size) > 0)
        if lanes.any():
            before = m.defined.stored.get(int(index[lanes.argmax()]), origin)
            for number in registers_in(op, item):
                m.defined.taint(number, lanes, before)


_MOST_BLOCKS = 64
"""Blocks that a branch may lead round, for what is computed in them to be followed."""


def led_round(blocks: Sequence[Block], place: int) -> tuple[int, frozenset[int]] | None:
    """What hangs on the branch that closes a block and does nothing but compute.

    Returns:
        The block where its ways meet again, and the registers that are given values before; None if something
        else than computing is on the way, or a loop.
    """
    branch = blocks[place].end
    assert branch is not None
    assert branch.target is not None
    ahead, given = {place + 1, branch.target.block}, set[int]()
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
        given.update(number for step in block.steps for number in given_by(step.operation))
        if end is None or end.guard >= 0:
            ahead.add(first + 1)
        if end is not None:
            if end.target is None or end.target.block <= first:
                return None
            ahead.add(end.target.block)
    return None


def given_by(op: Operation) -> list[int]:
    """The registers that an instruction gives values, by number."""
    return [
        number for operand, spec in op.pairs() if spec.role in "=+" for number in registers_in(op, operand)
    ]


def items_of(operand: Operand) -> tuple[Operand, ...]:
    """What a vector has in it; anything else by itself."""
    return operand.items if isinstance(operand, Vector) else (operand,)


def registers_in(op: Operation, operand: Operand) -> list[int]:
    """The registers that an operand names, by number."""
    if isinstance(operand, Negated):
        return registers_in(op, operand.operand)
    if isinstance(operand, Pair):
        return registers_in(op, operand.first) + registers_in(op, operand.second)
    if isinstance(operand, Vector):
        return [number for item in operand.items for number in registers_in(op, item)]
    found = op.scope.find(operand.name) if isinstance(operand, Name) else None
    if isinstance(found, Register):
        return [found.number]
    return [part.number for part in found] if isinstance(found, tuple) else []


def _undefined_results(op: Operation, m: Machine, undefined: Mapping[int, Lanes]) -> Lanes:
    """The lanes whose results hang on a value that nobody defined."""
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
    settling, settled = absorbing(op)
    for name in settling:
        operand, unknown = sources[name]
        value = _value(op, m, operand)
        if value is not None:
            lanes = lanes & ~(~unknown & _absorbs(value, settled))
    return lanes


def chooses(op: Operation) -> bool:
    """Whether its operand `c` decides which of `a` and `b` matters."""
    definition = resolve(op.instruction.opcode, op.words)
    return definition is not None and definition.chooses


def absorbing(op: Operation) -> tuple[str, int]:
    """The operands that may settle its result alone, each with a value that does; empty for most."""
    joined = op.modifiers.get("bool")
    if joined and op.has("q"):  # of its two results only one hangs on `q`
        return "", 0
    value = _ABSORBING.get(joined or op.instruction.opcode)
    return ("", 0) if value is None else ("c" if joined else "ab", value)


def parts_of_a_structure(op: Operation) -> tuple[Operand, ...]:
    """What a `mov` packs that may have gaps, as structures do: words of 32 bits and more."""
    source, spec = op.pairs()[-1]
    if not op.has("d") or spec.name != "a" or spec.role != ":":
        return ()
    wide = from_name(spec.type).bits >= 32
    return source.items if wide and isinstance(source, Vector) else ()


def lacking(op: Operation, operand: Operand, undefined: Mapping[int, Lanes], count: int) -> Lanes:
    """In which of `count` lanes an operand has no defined value."""
    lanes = np.zeros(count, np.bool_)
    for number in registers_in(op, operand):
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
        number = op.known(operand)
        width = max(from_name(op.words[-1]).bits // 8, 1)
        return None if number is None else np.full(m.lanes, number).astype(f"u{width}")
    found = op.scope.find(operand.name) if isinstance(operand, Name) else None
    return m.files[found.bits][found.row] if isinstance(found, Register) else None
