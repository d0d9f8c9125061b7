"""The bytes of loaded values that a body uses.

A structure with padding is copied word by word, and the padding may never have been written. Only the bytes
matter that an instruction uses. Moves, shuffles, conversions between integers, selections, masks and shifts
use the bytes of their operands that their results need, and stores those that they store; all other
instructions use every byte.

>>> from pyptx.parser import parse
>>> body = parse('''.version 8.0
... .target sm_80
... .address_size 64
... .entry k() { .reg .b64 %rd<2>; .reg .b16 %rs<3>; .reg .pred %p;
...   ld.global.nc.u64 %rd1, [%rd0];
...   cvt.u16.u64 %rs1, %rd1;
...   and.b16 %rs2, %rs1, 255;
...   setp.eq.b16 %p, %rs2, 0; }''').items[-1].body
>>> list(used_bytes(body).values())
[1]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from pyptx.ir import Address, Instruction, Literal, Name, Operand, Pair, Vector
from pyptx.ir.literals import literal_value
from pyptx.ir.visit import instructions, operand_names
from pyptx.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pyptx.ir import Statement

Needs: TypeAlias = Callable[[int], int]
"""The bytes of an operand that those of the result need."""


class Copy(NamedTuple):
    """Bytes of a register that an instruction copies to another one, or uses.

    Attributes:
        to: The register that is written; None for a use.
        source: The register that is read.
        needs: The bytes of it that those of the result need.
    """

    to: str | None
    source: str
    needs: Needs


Rule: TypeAlias = Callable[["Instruction"], "Iterator[Copy]"]
"""The copies and uses of an instruction that does not use every byte."""

_ALL: Final = (1 << 16) - 1
"""Every byte of the widest register."""

_INTEGERS: Final = {name for name in TYPES if name[0] in "us" and name[1:].isdecimal()}
_BITWISE: Final = {"and": 0x00, "or": 0xFF, "xor": None}
"""Bitwise instructions, and the byte of a literal that alone determines that of the result."""
_TO_THE_RIGHT: Final = {"shr": 1, "shl": -1}


def used_bytes(body: Sequence[Statement]) -> dict[int, int]:
    """Return the bytes that matter of the loads of which not all do, by bit, by the identity of each.

    A load of which none does is not among them: it may be there for what it reads.
    """
    whole: set[str] = set()
    loads: list[Instruction] = []
    copying: list[tuple[Instruction, Rule]] = []
    for each in instructions(body):
        operands, rule = each.operands, _RULES.get(each.opcode)
        if rule is not None:
            copying.append((each, rule))
            operands = tuple([operand for operand in operands if type(operand) is Address])
            if rule is _loaded and _bytes_of(each) > 1:
                loads.append(each)
        for operand in operands:
            if type(operand) is Name:
                whole.add(operand.name)
            elif type(operand) is not Literal:
                whole.update(_names_in(operand))
    if all(name in whole for load in loads for name in _items(load.operands[0])):
        return {}
    copies: dict[str, list[Copy]] = {}
    needed = dict.fromkeys(whole, _ALL)
    for each, rule in copying:
        if all(whole.issuperset(_names_in(operand)) for operand in each.operands[1:]):
            continue  # its sources are needed wholly anyway
        for copy in rule(each):
            if copy.to is None:
                needed[copy.source] = needed.get(copy.source, 0) | copy.needs(_ALL)
            else:
                copies.setdefault(copy.to, []).append(copy)
    waiting = list(needed)
    while waiting:
        name = waiting.pop()
        for copy in copies.get(name, ()):
            before = needed.get(copy.source, 0)
            needed[copy.source] = before | copy.needs(needed[name])
            if needed[copy.source] != before:
                waiting.append(copy.source)
    found = {}
    for load in loads:
        size, items = _bytes_of(load), _items(load.operands[0])
        used = sum(
            (needed.get(name, 0) & _low(size)) << size * place for place, name in enumerate(items) if name
        )
        if 0 < used < _low(size * len(items)):
            found[id(load)] = used
    return found


def _low(count: int) -> int:
    """The mask of the first bytes."""
    return (1 << count) - 1


def _every_byte(_: int) -> int:
    return _ALL


def _bytes_of(instruction: Instruction) -> int:
    """The bytes of the last type of an instruction; 0 where it has none."""
    type_ = TYPES.get(instruction.modifiers[-1]) if instruction.modifiers else None
    return 0 if type_ is None else type_.bits // 8


def _items(operand: Operand) -> list[str]:
    """The names of an operand or of those in its braces, empty for others."""
    items = operand.items if isinstance(operand, Vector) else (operand,)
    return [each.name if isinstance(each, Name) else "" for each in items]


def _used(instruction: Instruction) -> Iterator[Copy]:
    """All names of an instruction, with every byte."""
    return _names(instruction.operands)


def _names(operands: Iterable[Operand], needs: Needs = _every_byte) -> Iterator[Copy]:
    return (Copy(None, name, needs) for operand in operands for name in _names_in(operand))


def _names_in(operand: Operand) -> Iterable[str]:
    """The names in an operand, quickly for the usual ones."""
    if isinstance(operand, Name):
        return (operand.name,)
    if isinstance(operand, Literal):
        return ()
    if isinstance(operand, Address) and isinstance(operand.base, Name) and not operand.rest:
        return (operand.base.name,)
    return operand_names(operand)


def _loaded(instruction: Instruction) -> Iterator[Copy]:
    return _names(instruction.operands[1:])


def _stored(instruction: Instruction) -> Iterator[Copy]:
    place, *values = instruction.operands
    yield from _names([place])
    yield from _names(values, _part(0, _bytes_of(instruction)) if len(values) == 1 else _every_byte)


def _copied(instruction: Instruction, count: int, needs: Needs) -> Iterator[Copy]:
    """The copies of some operands behind the first to that; other operands are used."""
    to, *others = instruction.operands
    target = to.first if isinstance(to, Pair) else to
    if isinstance(target, Name):
        yield from (Copy(target.name, each.name, needs) for each in others[:count] if isinstance(each, Name))
        yield from _names(others[count:])
    else:
        yield from _used(instruction)


def _moved(instruction: Instruction) -> Iterator[Copy]:
    """The bytes of a move, which may pack or unpack."""
    targets, sources = map(_items, instruction.operands)
    count = max(len(targets), len(sources))
    width = _bytes_of(instruction) // count
    for place in range(count):
        target, source = targets[place % len(targets)], sources[place % len(sources)]
        if target and source:
            yield Copy(target, source, _part(width * place, width, unpacks=len(targets) > 1))


def _converted(instruction: Instruction) -> Iterator[Copy]:
    types = instruction.modifiers
    is_plain = len(types) == 2 and _INTEGERS.issuperset(types)
    return _copied(instruction, 1, _converts(*types)) if is_plain else _used(instruction)


def _selected(instruction: Instruction) -> Iterator[Copy]:
    return _copied(instruction, 2, _part(0, _bytes_of(instruction)))


def _shuffled(instruction: Instruction) -> Iterator[Copy]:
    return _copied(instruction, 1, _part(0, _bytes_of(instruction)))


def _masked(instruction: Instruction) -> Iterator[Copy]:
    decides = _BITWISE[instruction.opcode]
    return _copied(instruction, 2, _masks(_bytes_of(instruction), decides, instruction.operands[1:]))


def _shifted(instruction: Instruction) -> Iterator[Copy]:
    by = instruction.operands[2]
    if not isinstance(by, Literal):
        return _used(instruction)
    bits = _TO_THE_RIGHT[instruction.opcode] * int(literal_value(by.text))
    is_signed = instruction.modifiers[-1].startswith("s")
    return _copied(instruction, 1, _shifts(_bytes_of(instruction), bits, is_signed=is_signed))


def _part(first: int, count: int, *, unpacks: bool = False) -> Needs:
    """The bytes of a part of the result, from one on, or of a part of the operand."""
    if unpacks:
        return lambda needed: (needed & _low(count)) << first
    return lambda needed: needed >> first & _low(count)


def _converts(to: str, source: str) -> Needs:
    """The bytes of a conversion; those beyond the shorter type are zeros or copies of its sign."""
    count = min(TYPES[to].bits, TYPES[source].bits) // 8
    sign = 1 << count - 1 if "s" in (to[0], source[0]) else 0
    return lambda needed: needed & _low(count) | (sign if needed >> count else 0)


def _masks(size: int, decides: int | None, operands: Sequence[Operand]) -> Needs:
    """The bytes of a bitwise instruction, without those that a literal determines."""
    mask = _low(size)
    for each in operands:
        if isinstance(each, Literal):
            value = int(literal_value(each.text))
            for place in range(size):
                if value >> 8 * place & 0xFF == decides:
                    mask &= ~(1 << place)
    return lambda needed: needed & mask


def _shifts(size: int, by: int, *, is_signed: bool) -> Needs:
    """The bytes of a shift to the right by some bits, or to the left by less than none."""

    def needs(needed: int) -> int:
        found = 0
        for place in range(size):
            if needed >> place & 1:
                for bit in (8 * place + by, 8 * place + 7 + by):
                    if 0 <= bit < 8 * size:
                        found |= 1 << bit // 8
                    elif is_signed and bit >= 8 * size:
                        found |= 1 << size - 1
        return found

    return needs


_RULES: Final[dict[str, Rule]] = {
    "ld": _loaded,
    "ldu": _loaded,
    "st": _stored,
    "mov": _moved,
    "cvt": _converted,
    "selp": _selected,
    "shfl": _shuffled,
    **dict.fromkeys(_BITWISE, _masked),
    **dict.fromkeys(_TO_THE_RIGHT, _shifted),
}
