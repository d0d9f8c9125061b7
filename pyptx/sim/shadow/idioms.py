"""Idioms of mathematical libraries, found in a program: polynomials, and uses of exponents alone.

A library computes erf, tanh or log by a polynomial, and takes the exponent of a number by integer
instructions. The first is a function that differs a little from the wanted one, but is not a bug; the second
decides by a value, as a comparison does, and loses nothing of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pyptx.ir import Literal, Vector
from pyptx.sim.constants import raw_of
from pyptx.sim.named_registers import numbers_in, registers_read, registers_written
from pyptx.sim.semantics import comparison, data_movement, definition_of, floating, integer, logic
from pyptx.sim.shadow.cells import CONSTANTS, LINES, Elements, literal_values
from pyptx.types import b32, b64, from_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from pyptx.ir import Operand
    from pyptx.sim.operands import Operation
    from pyptx.sim.steps import Code, Step
    from pyptx.types import PtxType

LEAST_COEFFICIENTS = 3
"""Coefficients from which a chain of multiply-adds counts as a polynomial."""

MOST_ROUGH = 4
"""Coefficients of a polynomial that may be coarser than f32, such as one of an exponential before bf16."""

_ACCURATE = frozenset((0x3C80F082, 0x40233590, 0x363D0ADA))
"""The first coefficients of the short polynomials of CUDA's library: tanh, sinpi and cospi, sinh."""

_FRACTION = {32: 23, 64: 52}
"""Bits of the fraction of a number in a register, by its bits."""

_SIGNS = ((16, 0x8000), (32, 0x80008000))
"""The signs of numbers of 16 bits: bits of the operand, and those of the signs."""

_SINGLE = Elements("f32", 1)

_SELECTIONS = (data_movement.move, comparison.selp)
"""Instructions whose result is one of their operands."""

_BELOW, _ABOVE = ("lt", "ge", "lo", "hs"), ("gt", "le", "hi", "ls")
"""Comparisons that ignore the fraction if that of the constant is zero, and if it is all ones."""


@dataclass(frozen=True, slots=True)
class Polynomial:
    """A polynomial in f32 whose coefficients use more than half of the bits of their format.

    Attributes:
        step: The instruction that adds the last of these coefficients.
        coefficients: Their bits.
    """

    step: Step
    coefficients: frozenset[int]


def polynomials(code: Code) -> tuple[Polynomial, ...]:
    """Find the polynomials of a program: multiply-adds, each of the last one's result and a coefficient."""
    constants = _constants(code)
    found: dict[int, Polynomial] = {}  # by the register with the value
    ends: dict[Step, Polynomial] = {}
    for step in code.steps:
        op = step.operation
        written, definition = registers_written(op), _definition(op)
        if definition in _SELECTIONS and len(written) == 1:
            _keep_longest(found, written, (found[each] for each in registers_read(op) if each in found))
        if definition is not floating.fma or {"f32", "f32x2"}.isdisjoint(op.words):
            continue
        addend = _coefficients(op, op.operand("c")[0], constants)
        factors = [op.operand(name)[0] for name in "ab"]
        given = [found[each] for operand in factors for each in numbers_in(op, operand) if each in found]
        inner = max(given, key=_length, default=None)
        if not addend:
            continue
        own = addend.union(*(_coefficients(op, each, constants) for each in factors))
        if inner is not None:
            own |= inner.coefficients
            ends.pop(inner.step, None)
        made = Polynomial(step, own)
        _keep_longest(found, written, (made,))
        if len(own) >= LEAST_COEFFICIENTS:
            ends[step] = made
    return tuple(ends.values())


def is_rough(coefficients: frozenset[int]) -> bool:
    """Whether a polynomial may approximate a function with fewer bits than f32 has."""
    return len(coefficients) <= MOST_ROUGH and coefficients.isdisjoint(_ACCURATE)


def exponent_steps(code: Code) -> set[Step]:
    """Find the integer instructions whose result does not depend on the fraction of a floating-point operand.

    An addition of a constant is one of them if all instructions that read its result are.
    """
    constants = _constants(code)
    found = {step for step in code.steps if _ignores_fraction(step.operation, constants)}
    readers: dict[int, list[Step]] = {}
    for step in code.steps:
        for number in set(registers_read(step.operation)):
            readers.setdefault(number, []).append(step)
    for step in code.steps:
        op = step.operation
        written = registers_written(op)
        if _definition(op) not in (integer.add, integer.sub) or len(written) != 1:
            continue
        using = readers.get(written[0], [])
        if using and found.issuperset(using) and any(_values(op, each, constants) for each, _ in op.pairs()):
            found.add(step)
    return found


def constant_bits(code: Code) -> dict[int, str]:
    """Find the registers of 32 bits that hold one constant, moved as an integer: as literals of f32.

    An instruction that reads one as an f32 reads a constant, though the move is not one of a number.
    Constants that do not use the last bits of f32 are left out, since they are exact.
    """
    found = {}
    for number, texts in _constants(code).items():
        if len(texts) == 1 and code.registers[number].bits == b32.bits:
            (text,) = texts
            if _filling(text):
                found[number] = f"0f{raw_of(text, b32)[::-1].hex()}"
    return found


def _definition(op: Operation) -> object:
    return definition_of(op.instruction.opcode, op.instruction.modifiers)


def _length(polynomial: Polynomial) -> int:
    return len(polynomial.coefficients)


def _keep_longest(
    found: dict[int, Polynomial], registers: Iterable[int], given: Iterable[Polynomial]
) -> None:
    """Give registers the longest polynomial of those that they may hold."""
    for each in given:
        for number in registers:
            if number not in found or _length(found[number]) < _length(each):
                found[number] = each


def _ignores_fraction(op: Operation, constants: Mapping[int, frozenset[str]]) -> bool:
    """Whether the result depends on the sign and the exponent of a number alone."""
    definition = _definition(op)
    if definition not in (logic.and_, logic.shr, comparison.setp):
        return False
    type_ = from_name(op.operand("a")[1].type or "b32")
    values = [_values(op, op.operand(name)[0], constants) for name in "ab"]
    known = [each for each in values if each]
    if len(known) != 1 or type_.kind not in "bus" or (definition is not logic.and_ and not values[1]):
        return False
    return all(_keeps_exponent(definition, op.words, type_, text) for text in known[0])


def _keeps_exponent(definition: object, words: Collection[str], type_: PtxType, text: str) -> bool:
    """Whether an instruction with a constant as its last operand reads no bit of a fraction.

    It reads all of an exponent or its sign: the first byte alone may be a number of eight bits.
    """
    bits = type_.bits
    given = b32 if definition is logic.shr else from_name(f"b{bits}")
    value = int.from_bytes(raw_of(text, given), "little")
    if definition is logic.and_ and (bits, value) in _SIGNS:
        return True
    if bits not in _FRACTION:
        return False
    fraction = (1 << _FRACTION[bits]) - 1
    if definition is logic.and_:
        return value & fraction == 0 and value != 0xFF << bits - 8
    if definition is logic.shr:
        return value >= _FRACTION[bits] and value != bits - 8
    return any(word in words for word in (_BELOW if value & fraction == 0 else _ABOVE)) and (
        value & fraction in (0, fraction)
    )


def _constants(code: Code) -> dict[int, frozenset[str]]:
    """The constants that registers hold, by number, of those that hold nothing else."""
    found: dict[int, set[str]] = {}
    others: set[int] = set()
    for step in code.steps:
        op = step.operation
        written = registers_written(op)
        operands = [operand for operand, spec in op.pairs() if spec.role == ":" and spec.type != "pred"]
        texts = [each.text for operand in operands for each in _items(operand) if isinstance(each, Literal)]
        known = _definition(op) in _SELECTIONS and len(texts) == sum(len(_items(each)) for each in operands)
        for number in written:
            if known and len(written) == 1:
                found.setdefault(number, set()).update(texts)
            else:
                others.add(number)
    return {number: frozenset(texts) for number, texts in found.items() if number not in others}


def _items(operand: Operand) -> tuple[Operand, ...]:
    return operand.items if isinstance(operand, Vector) else (operand,)


def _values(op: Operation, operand: Operand, constants: Mapping[int, frozenset[str]]) -> frozenset[str]:
    """The constants that an operand may have, as written; none if it may be another value."""
    if isinstance(operand, Literal):
        return frozenset((operand.text,))
    numbers = numbers_in(op, operand)
    if not numbers or any(each not in constants for each in numbers):
        return frozenset()
    return frozenset().union(*(constants[each] for each in numbers))


def _coefficients(op: Operation, operand: Operand, constants: Mapping[int, frozenset[str]]) -> frozenset[int]:
    """The bits of the constants of an operand that use more than half of the bits of f32."""
    return frozenset().union(*map(_filling, _values(op, operand, constants)))


def _filling(text: str) -> frozenset[int]:
    """The numbers in f32 among the bits of a constant, one or two, that use more than half of their bits."""
    raw = np.frombuffer(raw_of(text, b32 if text[:2].lower() == "0f" else b64), np.uint32)
    fills = literal_values(_SINGLE, raw, LINES)[CONSTANTS].any(0)
    return frozenset(raw[fills].tolist())
