"""The shadows of numbers whose bits integer instructions move, or to whose exponents they add.

An instruction moves a number if the bits of the result are the bits of the number, in order, for the present
values of the other operands; the sign may be flipped or set. An addition to the bits of a float that leaves
its
fraction as it is multiplies it by a power of two. Any other use of the bits ends the shadow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.abi import SHADOW_FLAG
from pyptx.sim.named_registers import registers_read, registers_written
from pyptx.sim.semantics import conversion, integer, logic
from pyptx.sim.semantics.registry import resolve
from pyptx.sim.semantics.rounding import FORMATS
from pyptx.sim.semantics.shadows import lowered_shadow, shadowed
from pyptx.sim.shadow.cells import (
    BOUND,
    CONSTANTS,
    E2M1,
    KINDS,
    MAGNITUDE,
    NODE,
    VALUES_AND_NODES,
    WIDTHS,
    Cell,
)
from pyptx.sim.shadow.double_double import high
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.sim.lowering.records import Record
    from pyptx.sim.lowering.shadow_step import StepShadows
    from pyptx.sim.operands import Operation
    from pyptx.sim.semantics.registry import Array
    from pyptx.sim.shadow.cells import Word
    from pyptx.sim.shadow.state import ShadowState

MARKS = 0x1B4D72C693A55E17
"""Bits that no shift repeats, of which a number gets as many as it has."""

_UNSIGNED = [CONSTANTS, MAGNITUDE, BOUND, NODE]
"""The copies of a shadow that do not change with its sign."""


@shadowed(
    logic.and_, logic.or_, logic.xor, logic.not_, logic.lop3, logic.shl, logic.shr, logic.shf,
    integer.bfe, integer.bfi, integer.szext, conversion.cvt,
)  # fmt: skip
def shadow_bits(op: Operation, shadows: ShadowState) -> Callable[[], None] | None:
    """Move the shadows with the bits; see the module."""
    pairs = [(operand, spec) for operand, spec in op.pairs() if spec.role == ":"]
    types = [from_name(spec.type or "s64") for _, spec in pairs]
    if any(type_.kind not in "bus" for type_ in (*types, from_name(op.pairs()[0][1].type))):
        return None
    words = [shadows.word_of_one(op, operand) for operand, _ in pairs]
    if not any(shadows.is_live(word) for word in words):
        return None
    (target, wanted), *_ = op.pairs()
    definition = resolve(op.instruction.opcode, op.instruction.modifiers)
    assert definition is not None
    bits = from_name(wanted.type).bits
    sources = [op.reader(operand, type_)(shadows.m) for (operand, _), type_ in zip(pairs, types, strict=True)]

    sources = [np.ascontiguousarray(np.broadcast_to(each, (shadows.m.lanes,))) for each in sources]

    def result(place: int, source: Array, others: list[Array]) -> Array:
        made = definition(op.modifiers, *others[:place], source, *others[place + 1 :])
        whole = made[0] if isinstance(made, tuple) else made
        found: Array = np.ascontiguousarray(whole).view(f"u{whole.itemsize}").astype(np.uint64)
        return found

    made: Word = {}
    for place, word in enumerate(words):
        source = sources[place]
        raw = source.view(f"u{source.itemsize}")
        shadows.note_cut(word, source.itemsize)
        contents = _contents_of_others(shadows, sources, words, place)
        for offset, cell in word.items():
            for width in np.unique(WIDTHS[cell.kind[cell.kind > 0]]).tolist():
                if offset + width > source.itemsize:
                    continue
                own = WIDTHS[cell.kind] == width
                mask = raw.dtype.type(_mask(offset, width))
                marked = raw & ~mask | raw.dtype.type(MARKS << 8 * offset & _mask(offset, width))
                variants = (raw & ~mask, raw | mask, marked, raw)
                results = [
                    [result(place, each.view(source.dtype), others) for each in variants]
                    for others in contents
                ]
                moved = np.zeros(shadows.m.lanes, np.bool_)
                for to in range(bits // 8 - width + 1):
                    here = own & np.logical_and.reduce([_moves(each[:3], to, width) for each in results])
                    if here.any():
                        top = 8 * (to + width) - 1
                        if E2M1 in cell.kind[here]:
                            here &= (cell.kind != E2M1) | _keeps_sign(results[0], top)
                        moved |= here
                        signed = _with_sign(shadows, cell, results, top, here)
                        _put(made, to, Cell(np.where(here, signed.kind, 0), signed.real))
                lost = own & ~moved & np.logical_or.reduce([each[0] != each[1] for each in results])
                shadows.note_loss(
                    Cell(np.where(lost, cell.kind, 0), cell.real), raw >> raw.dtype.type(8 * offset)
                )
    registers = shadows.registers_of(op, target)

    def give_shadows() -> None:
        for register in registers:
            shadows.write_bits(register, made)

    return give_shadows if len(registers) == 1 else None


@lowered_shadow(shadow_bits)
def lower_shadow_bits(step: StepShadows) -> Record | None:
    """Let the instruction show which bits it moves."""
    pairs = step.op.pairs()
    types = [from_name(spec.type or "s64") for _, spec in pairs if spec.role in ":="]
    if any(type_.kind not in "bus" for type_ in types) or len(step.parts(pairs[0][0])) != 1:
        return None
    sources = [part for operand, _ in step.sources() for part in step.parts(operand)]
    return step.move("shadow.bits", size=max(type_.bytes for type_ in types[1:]), sources=sources)


def _contents_of_others(
    shadows: ShadowState, sources: list[Array], words: list[Word], place: int
) -> list[list[Array]]:
    """Operands under which a number at a place must move: the actual ones, and those of other inputs.

    Whether bits move must not depend on bits of other operands that are zero only for these inputs.
    """
    if shadows.provenance is None:
        return [sources]
    found = [sources]
    cleared, filled = list(sources), list(sources)
    for other, word in enumerate(words):
        raw = sources[other].view(f"u{sources[other].itemsize}")
        bits = np.zeros_like(raw)
        for offset, cell in word.items():
            numbers = shadows.numbers.singles(cell)
            given = [shadows.provenance.varies(each.real[VALUES_AND_NODES]) for each in numbers]
            varies = (cell.kind > 0) & np.logical_or.reduce(given)
            for width in np.unique(WIDTHS[cell.kind[varies]]).tolist():
                if offset + width <= raw.itemsize:
                    bits[varies & (WIDTHS[cell.kind] == width)] |= raw.dtype.type(_mask(offset, width))
        if other != place and bits.any():
            cleared[other] = (raw & ~bits).view(sources[other].dtype)
            filled[other] = (raw | bits).view(sources[other].dtype)
            found = [sources, cleared, filled]
    return found


def _mask(offset: int, width: int) -> int:
    return ((1 << 8 * width) - 1) << 8 * offset


def _moves(variants: list[Array], to: int, width: int) -> Array:
    """Whether all bits of a number but its sign are those of a place in the result, in order.

    Args:
        variants: Results if the bits of the number are zeros, ones, and `MARKS`.
        to: The first byte of the place.
        width: Bytes of the number.
    """
    body = np.uint64(_mask(to, width) & ~(1 << 8 * (to + width) - 1))
    wanted = (0, body, np.uint64(MARKS << 8 * to & int(body)))
    found = [each & body == bits for each, bits in zip(variants, wanted, strict=True)]
    moves: Array = np.logical_and.reduce(found)
    return moves


def _with_sign(shadows: ShadowState, cell: Cell, results: list[list[Array]], top: int, lanes: Array) -> Cell:
    """The shadows of lanes with the sign that an instruction gives: their own, the other, or a fixed one.

    Args:
        shadows: The shadows of the batch.
        cell: The shadows.
        results: Results if the bits of the number are zeros, ones, marks and its own, for each contents of
            the other operands.
        top: The place of the sign in them.
        lanes: The lanes.
    """
    low, high, given = (_bit(results[0][number], top) for number in (0, 1, 3))
    real = cell.real.copy()
    fixed = np.where(given, -np.abs(real), np.abs(real))
    signed = np.where(low == high, fixed, np.where(low, -real, real))
    signed[_UNSIGNED] = real[_UNSIGNED]
    changed = lanes & ~_keeps_sign(results[0], top) & shadows.m.active()
    if shadows.provenance is not None and changed.any():
        held = real[VALUES_AND_NODES]
        depends = np.logical_or.reduce(
            [_bit(each[0], top) != low for each in results] + [_bit(each[1], top) != high for each in results]
        )
        shadows.provenance.ended(shadows.line, [held], changed & depends)
        nodes = np.where(low == high, shadows.provenance.absolute(held), held[1])
        made = shadows.provenance.scaled(np.stack((held[0], nodes)), np.where(low, -1.0, 1.0))
        signed[NODE] = np.where(changed, made, real[NODE])
    return Cell(cell.kind, signed)


def _bit(word: Array, place: int) -> Array:
    found: Array = word >> np.uint64(place) & np.uint64(1) == 1
    return found


def _keeps_sign(results: list[Array], top: int) -> Array:
    """Whether a result has the sign of the number, tested with a number of zeros and one of ones."""
    kept: Array = ~_bit(results[0], top) & _bit(results[1], top)
    return kept


def _put(word: Word, offset: int, cell: Cell) -> None:
    """Add the shadows of some lanes to those of others."""
    held = word.get(offset)
    if held is not None:
        some = cell.kind > 0
        cell = Cell(np.where(some, cell.kind, held.kind), np.where(some, cell.real, held.real))
    word[offset] = cell


def decide_by_exponent(op: Operation, shadows: ShadowState) -> Callable[[], None] | None:
    """Count the lanes whose shadow has another sign or exponent than the value that is read.

    Returns:
        Ends the shadows of the result; None if a number of four bits is read, whose bits are not those of
        an exponent.
    """
    active = shadows.m.active()
    words = [shadows.registers.word(number) for number in registers_read(op)]
    if any(E2M1 in cell.kind[active] for word in words for cell in word.values()):
        return None
    differs = np.zeros(shadows.m.lanes, np.bool_)
    for number in registers_read(op):
        for cell, actual in shadows.values_in(number):
            if shadows.provenance is not None:
                given = cell.real[VALUES_AND_NODES] * (cell.kind > 0)
                shadows.provenance.ended(shadows.line, [given], active)
            real = high(cell.real[0])
            other = (np.frexp(real)[1] != np.frexp(actual)[1]) | (np.signbit(real) != np.signbit(actual))
            differs |= other & (cell.kind > 0)
    shadows.line.disagreements += int((differs & active).sum())

    def give_shadows() -> None:
        for number in registers_written(op):
            shadows.registers.clear(number, shadows.m.where)

    return give_shadows


_ADDED = {"add": (0, 1), "sub": (0,), "mad": (2,)}
"""The sources that are added as they are, by opcode."""


@shadowed(integer.add, integer.sub, integer.mad)
def shadow_exponent(op: Operation, shadows: ShadowState) -> Callable[[], None] | None:
    """Multiply by a power of two the values that get another exponent."""
    sources = [operand for operand, spec in op.pairs() if spec.role == ":"]
    words = [shadows.word_of_one(op, operand) for operand in sources]
    live = [place for place, word in enumerate(words) if shadows.is_live(word)]
    opcode, widens = op.instruction.opcode, not {"hi", "wide", "sat"}.isdisjoint(op.words)
    added = _ADDED[opcode]
    if len(live) != 1 or live[0] not in added or widens or set(words[live[0]]) != {0}:
        return None
    (target, spec), source, cell = op.pairs()[0], sources[live[0]], words[live[0]][0]
    type_ = from_name(spec.type)
    kinds = np.unique(cell.kind[shadows.m.active() & (cell.kind > 0)])
    raw = shadows.raw(op, source, type_)
    if raw is None or len(kinds) != 1 or 8 * WIDTHS[kinds[0]] != type_.bits or kinds[0] == E2M1:
        return None
    format_ = FORMATS[KINDS[kinds[0]]]
    before = raw[0].copy()

    def give_shadows() -> None:
        after = shadows.raw(op, target, type_)
        assert after is not None
        change = (after[0] - before).view(f"i{type_.bits // 8}").astype(np.int64)
        power = change >> format_.mantissa
        most = (1 << type_.bits - 1 - format_.mantissa) - 1
        exponent = (before >> before.dtype.type(format_.mantissa)).astype(np.int64) & most
        fits = (exponent > 0) & (exponent < most) & (exponent + power > 0) & (exponent + power < most)
        fits = (change == power << format_.mantissa) & (fits | (change == 0))
        if shadows.provenance is not None:  # a zero has no exponent to change
            given = [cell.real[VALUES_AND_NODES]]
            shadows.provenance.decided(shadows.line, given, (change != 0) & shadows.m.active())
        real = shadows.scaled(cell.real, np.ldexp(1.0, power))
        ended = Cell(np.where(fits, 0, cell.kind), cell.real)
        shadows.note_loss(ended, raw[0])
        shadows.registers.write(
            shadows.registers_of(op, target)[0].number,
            {0: Cell(np.where(fits, cell.kind, 0), real)},
            shadows.m.where,
        )

    return give_shadows


@lowered_shadow(shadow_exponent)
def lower_shadow_exponent(step: StepShadows) -> Record | None:
    """Name the sources that are added as they are."""
    widens = not {"hi", "wide", "sat"}.isdisjoint(step.op.words)
    if widens or len(step.parts(step.op.pairs()[0][0])) != 1:
        return None
    sources = [part for operand, _ in step.sources() for part in step.parts(operand)]
    places = _ADDED[step.op.instruction.opcode]
    return step.move("shadow.exponent", flags=SHADOW_FLAG["lists"], sources=sources, places=places)
