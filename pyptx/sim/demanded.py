"""The bytes of loaded and packed values that a body uses.

A structure with padding is copied word by word, and the padding may never have been written. Only the bytes
matter that an instruction uses. Moves, shuffles, conversions between integers, conversions that pack two
numbers, selections, masks and shifts use the bytes of their operands that their results need, and stores
those that they store; all other instructions use every byte.

Only pairs of numbers are converted to 8 bits: a compiler that needs one may leave the other one undefined.

>>> from pyptx.program import from_ptx
>>> from pyptx.sim.decode import decode
>>> program = from_ptx('''.version 8.0
... .target sm_80
... .address_size 64
... .entry k() { .reg .b64 %rd<2>; .reg .b16 %rs<3>; .reg .pred %p;
...   ld.global.nc.u64 %rd1, [%rd0];
...   cvt.u16.u64 %rs1, %rd1;
...   and.b16 %rs2, %rs1, 255;
...   setp.eq.b16 %p, %rs2, 0; }''')
>>> code = decode(program.module, "k", program.arch)
>>> code.steps[0].operation.used_bytes
1
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from pyptx.ir import Literal, Operand, Pair, Vector
from pyptx.ir.literals import literal_value
from pyptx.sim.named_registers import numbers_in, registers_read
from pyptx.sim.symbols import Register
from pyptx.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pyptx.ir import Instruction
    from pyptx.sim.operands import Operation
    from pyptx.sim.steps import Step

Needs: TypeAlias = Callable[[int], int]
"""The bytes of an operand that those of the result need."""


class Copy(NamedTuple):
    """Bytes of a register that an instruction copies to another one, or uses.

    Attributes:
        to: Number of the register that is written; -1 for a use.
        source: Number of the register that is read.
        needs: The bytes of it that those of the result need.
    """

    to: int
    source: int
    needs: Needs


Rule: TypeAlias = Callable[["Operation"], "Iterator[Copy]"]
"""The copies and uses of an instruction that does not use every byte; registers in addresses are used."""

_ALL: Final = (1 << 16) - 1
"""Every byte of the widest register."""

_INTEGERS: Final = {name for name in TYPES if name[0] in "us" and name[1:].isdecimal()}
_BITWISE: Final = {"and": 0x00, "or": 0xFF, "xor": None}
"""Bitwise instructions, and the byte of a literal that alone determines that of the result."""
_TO_THE_RIGHT: Final = {"shr": 1, "shl": -1}


def find_used_bytes(steps: Sequence[Step]) -> None:
    """Find the bytes that matter of the loads in a body of which not all do, unless a pragma names them.

    A load of which none does is left alone: it may be there for what it reads. A conversion of a pair
    to 8 bits no longer needs the number of which no byte matters.
    """
    whole: set[int] = set()
    loads: list[Operation] = []
    packs: list[Step] = []
    copying: list[tuple[Operation, Rule]] = []
    for step in steps:
        op = step.operation
        opcode = op.instruction.opcode
        rule = _RULES.get(opcode)
        if rule is not None:
            copying.append((op, rule))
            if rule is _converted and _packed_bytes(op) == 1:
                packs.append(step)
            if rule is _stored:
                place, _, *policy = op.instruction.operands
                if op.only is not None and not policy:
                    whole.add(op.reads[0])
                    continue
                for operand in (place, *policy):
                    whole.update(numbers_in(op, operand))
            continue
        whole.update(step.reads)
        if op.only is None:
            whole.update(registers_read(op))
        bytes_of = _LOADED.get(opcode)
        if bytes_of is not None and op.used_bytes is None and bytes_of(op.instruction) > 1:
            loads.append(op)
    loads = [op for op in loads if not whole.issuperset(_items(op, op.instruction.operands[0]))]
    if not loads and not packs:
        return
    made = [(op, op.instruction.operands[0]) for op in (*loads, *(step.operation for step in packs))]
    copies = _copies_of([number for op, to in made for number in _items(op, to)], copying, whole)
    needed = dict.fromkeys(whole, _ALL)
    for copy in copies.pop(-1, ()):
        needed[copy.source] = needed.get(copy.source, 0) | copy.needs(_ALL)
    waiting = list(needed)
    while waiting:
        number = waiting.pop()
        for copy in copies.get(number, ()):
            before = needed.get(copy.source, 0)
            needed[copy.source] = before | copy.needs(needed[number])
            if needed[copy.source] != before:
                waiting.append(copy.source)
    for op in loads:
        size, items = _bytes_of(op.instruction), _items(op, op.instruction.operands[0])
        used = sum((needed.get(number, 0) & _low(size)) << size * place for place, number in enumerate(items))
        if 0 < used < _low(size * len(items)):
            op.used_bytes = used
    for step in packs:
        matter = {copy.source for copy in _packed(step.operation) if copy.needs(needed.get(copy.to, 0))}
        if matter:
            step.reads = tuple(number for number in step.reads if number in matter)


def _copies_of(
    numbers: list[int], copying: Sequence[tuple[Operation, Rule]], whole: set[int]
) -> dict[int, list[Copy]]:
    """Return the copies of registers and of their copies, by target; -1 for uses.

    Args:
        numbers: The registers.
        copying: The instructions that copy, with their rules.
        whole: Registers of which every byte is needed anyway.
    """
    readers: dict[int, list[tuple[Operation, Rule]]] = defaultdict(list)
    for op, rule in copying:
        read = set(registers_read(op))
        if not read <= whole:
            for number in read:
                readers[number].append((op, rule))
    copies: dict[int, list[Copy]] = defaultdict(list)
    seen: set[int] = set()
    while numbers:
        for op, rule in readers.pop(numbers.pop(), ()):
            if id(op) in seen:
                continue
            seen.add(id(op))
            for copy in rule(op):
                copies[copy.to].append(copy)
                numbers.append(copy.to)
    return copies


def _low(count: int) -> int:
    """The mask of the first bytes."""
    return (1 << count) - 1


def _every_byte(_: int) -> int:
    return _ALL


def _bytes_of(instruction: Instruction) -> int:
    """The bytes of the last type of an instruction; 0 where it has none."""
    type_ = TYPES.get(instruction.modifiers[-1]) if instruction.modifiers else None
    return 0 if type_ is None else type_.bits // 8


def _items(op: Operation, operand: Operand) -> list[int]:
    """The numbers of an operand's registers, of those in its braces one by one; -1 for anything else."""
    found = op.entity(operand)
    if isinstance(found, tuple):
        return [part.number for part in found]
    items = operand.items if isinstance(operand, Vector) else (operand,)
    return [part.number if isinstance(part, Register) else -1 for part in map(op.entity, items)]


def _used(op: Operation) -> Iterator[Copy]:
    """All registers that an instruction names, with every byte."""
    return _uses(op, op.instruction.operands)


def _uses(op: Operation, operands: Iterable[Operand], needs: Needs = _every_byte) -> Iterator[Copy]:
    return (Copy(-1, number, needs) for operand in operands for number in numbers_in(op, operand))


def _stored(op: Operation) -> Iterator[Copy]:
    return _uses(op, op.instruction.operands[1:2], _part(0, _bytes_of(op.instruction)))


def _copied(op: Operation, count: int, needs: Needs) -> Iterator[Copy]:
    """Copies from the next `count` operands to the first one; the remaining operands are used."""
    to, *others = op.instruction.operands
    target = op.entity(to.first if isinstance(to, Pair) else to)
    if isinstance(target, Register):
        for each in others[:count]:
            yield from (Copy(target.number, number, needs) for number in numbers_in(op, each))
        yield from _uses(op, others[count:])
    else:
        yield from _used(op)


def _moved(op: Operation) -> Iterator[Copy]:
    """The bytes of a move, which may pack or unpack."""
    targets, sources = (_items(op, operand) for operand in op.instruction.operands)
    count = max(len(targets), len(sources))
    width = _bytes_of(op.instruction) // count
    for place in range(count):
        target, source = targets[place % len(targets)], sources[place % len(sources)]
        if target >= 0 and source >= 0:
            yield Copy(target, source, _part(width * place, width, unpacks=len(targets) > 1))


def _packed_bytes(op: Operation) -> int:
    """The bytes of each of the two numbers that a conversion packs; 0 for others."""
    names = [word for word in op.words if word in TYPES]
    if (
        len(names) != 2
        or names[1] != "f32"
        or not names[0].endswith("x2")
        or len(op.instruction.operands) != 3
    ):
        return 0
    return TYPES[names[0]].bits // 16


def _packed(op: Operation) -> Iterator[Copy]:
    """The copies of the upper number, which is the first operand, and of the lower one."""
    target, *sources = (_items(op, operand)[0] for operand in op.instruction.operands)
    count = _packed_bytes(op)
    for source, first in zip(sources, (count, 0), strict=True):
        if source >= 0:
            yield Copy(target, source, _any_of(first, count))


def _converted(op: Operation) -> Iterator[Copy]:
    if _packed_bytes(op) and _items(op, op.instruction.operands[0])[0] >= 0:
        return _packed(op)
    types = op.words
    is_plain = len(types) == 2 and _INTEGERS.issuperset(types)
    return _copied(op, 1, _converts(*types)) if is_plain else _used(op)


def _selected(op: Operation) -> Iterator[Copy]:
    return _copied(op, 2, _part(0, _bytes_of(op.instruction)))


def _shuffled(op: Operation) -> Iterator[Copy]:
    return _copied(op, 1, _part(0, _bytes_of(op.instruction)))


def _masked(op: Operation) -> Iterator[Copy]:
    instruction = op.instruction
    decides = _BITWISE[instruction.opcode]
    return _copied(op, 2, _masks(_bytes_of(instruction), decides, instruction.operands[1:]))


def _shifted(op: Operation) -> Iterator[Copy]:
    instruction = op.instruction
    by = instruction.operands[2]
    if not isinstance(by, Literal):
        return _used(op)
    bits = _TO_THE_RIGHT[instruction.opcode] * int(literal_value(by.text))
    is_signed = instruction.modifiers[-1].startswith("s")
    return _copied(op, 1, _shifts(_bytes_of(instruction), bits, is_signed=is_signed))


def _part(first: int, count: int, *, unpacks: bool = False) -> Needs:
    """The bytes of a part of the result, from one on, or of a part of the operand."""
    if unpacks:
        return lambda needed: (needed & _low(count)) << first
    return lambda needed: needed >> first & _low(count)


def _any_of(first: int, count: int) -> Needs:
    """Every byte of a number that some bytes of the result come from."""
    return lambda needed: _ALL if needed >> first & _low(count) else 0


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
    "st": _stored,
    "mov": _moved,
    "cvt": _converted,
    "selp": _selected,
    "shfl": _shuffled,
    **dict.fromkeys(_BITWISE, _masked),
    **dict.fromkeys(_TO_THE_RIGHT, _shifted),
}
_LOADED: Final = {"ld": _bytes_of, "ldu": _bytes_of}
"""The loads, and how many bytes each element has."""
