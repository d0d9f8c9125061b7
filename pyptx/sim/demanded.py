"""The bytes of registers that a body uses.

A structure with padding is copied word by word, and the padding may never have been written. Only pairs of
numbers are converted to 8 bits, and compilers join bytes in pairs by `prmt`: one that needs a single number
may leave the other one undefined. Only the bytes matter that an instruction uses. Moves, shuffles,
conversions between integers, conversions that pack two numbers, selections, bitwise instructions, and
permutations, shifts and bit fields at constant places use the bytes of their operands that their results
need, and stores those that they store; all other instructions use every byte. A register that several
instructions write has a value of each, and a use counts for the values that may reach it.

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
from functools import lru_cache, reduce
from itertools import product
from operator import or_
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np

from pyptx.ir import Operand, Pair, Vector
from pyptx.sim.named_registers import numbers_in, registers_changed, registers_read
from pyptx.sim.reaching import ReachingWriters
from pyptx.sim.semantics.registry import resolve
from pyptx.sim.semantics.undefined import parts_of_a_structure
from pyptx.sim.steps import following_in_body, steps_of
from pyptx.sim.symbols import Register
from pyptx.types import TYPES, from_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from pyptx.ir import Instruction
    from pyptx.sim.operands import Operation
    from pyptx.sim.steps import Block, Step
    from pyptx.types import PtxType

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


Value: TypeAlias = "int | tuple[int, Step]"
"""A value of a register: its number, with the instruction that writes it if it has several values."""

Rule: TypeAlias = Callable[["Operation"], "Iterator[Copy]"]
"""The copies and uses of an instruction that does not use every byte; registers in addresses are used."""

_ALL: Final = (1 << 16) - 1
"""Every byte of the widest register."""

_INTEGERS: Final = {name for name in TYPES if name[0] in "us" and name[1:].isdecimal()}
_BITWISE: Final = {"and": 2, "or": 2, "xor": 2, "not": 1, "lop3": 3}
"""Instructions whose bits depend on the same bits of their first operands, and how many those are."""
_RELOCATE: Final = {"shl": 1, "shr": 1, "shf": 2, "bfe": 1, "bfi": 2, "prmt": 2}
"""Instructions that copy bits of their first operands to places that the others determine."""


def find_used_bytes(blocks: Sequence[Block]) -> None:
    """Find the bytes that matter of the loads in a body of which not all do, unless a pragma names them.

    A load of which none does is left alone: it may be there for what it reads. Other instructions no longer
    need the operands of which no byte matters.
    """
    whole, copied = set[int](), set[int]()
    loads: list[Step] = []
    combining: list[Step] = []
    copying: list[tuple[Step, Rule]] = []
    steps = [step for block in blocks for step in steps_of(block)]
    for step in steps:
        op = step.operation
        opcode = op.instruction.opcode
        rule = _RULES.get(opcode)
        if rule is not None:
            copying.append((step, rule))
            if rule is _stored:
                whole.update(_used_whole(step))
            else:
                copied.update(op.reads, op.keeps)
            combines = _COMBINE.get(opcode)
            if combines is not None and step.reads and combines(op):
                combining.append(step)
            continue
        whole.update(step.reads if op.only is not None else _used_whole(step))
        bytes_of = _LOADED.get(opcode)
        if bytes_of is not None and op.used_bytes is None and bytes_of(op.instruction) > 1:
            loads.append(step)
    changed: dict[Step, set[int]] = {}
    for step in steps:
        op = step.operation
        if op.only is not None and op.writes == 1:
            (written,) = op.only[:1]
            if written.number in copied:  # type: ignore[union-attr]
                changed[step] = {written.number}  # type: ignore[union-attr]
        elif not copied.isdisjoint(numbers := registers_changed(op)):
            changed[step] = numbers
    several = _written_again(changed.values()) & copied
    settled = whole - several
    loads = [step for step in loads if not settled.issuperset(_results(step))]
    combining = [step for step in combining if _may_leave_out(step, settled)]
    if not loads and not combining:
        return
    made = [number for step in (*loads, *combining) for number in _results(step)]
    copying, reached = _followed(made, copying, settled)
    given = {step: list(rule(step.operation)) for step, rule in copying}
    values = _Values(blocks, changed, several & reached)
    needed: dict[Value, int] = dict.fromkeys(whole - values.split, _ALL)
    for step in steps if values.split else ():
        if step.operation.only is None or not values.split.isdisjoint(step.reads):
            for number in values.split.intersection(_used_whole(step)):
                needed.update(dict.fromkeys(values.values_read(step, number), _ALL))
    _propagate(_copies(given, values), needed)
    for step in loads:
        op, items = step.operation, _results(step)
        size = _bytes_of(op.instruction)
        parts = [needed.get(values.value_written(step, number), 0) & _low(size) for number in items]
        used = sum(part << size * place for place, part in enumerate(parts))
        if 0 < used < _low(size * len(items)):
            op.used_bytes = used
    for step in combining:
        found = given.get(step) or list(_RULES[step.operation.instruction.opcode](step.operation))
        wanted = [needed.get(values.value_written(step, copy.to), 0) for copy in found]
        if any(wanted):
            matter = {copy.source for copy, bits in zip(found, wanted, strict=True) if copy.needs(bits)}
            idle = {copy.source for copy in found} - matter
            step.reads = tuple(number for number in step.reads if number not in idle)


class _Values:
    """The values of registers: one of each register, or one of each instruction that writes it.

    Attributes:
        split: The registers that have a value of each instruction that writes them.
    """

    def __init__(self, blocks: Sequence[Block], changed: Mapping[Step, set[int]], split: set[int]) -> None:
        self.split = split
        if split:
            found = {step: split & numbers for step, numbers in changed.items() if numbers & split}
            self._writers = ReachingWriters(blocks, following_in_body, found)

    def value_written(self, step: Step, number: int) -> Value:
        """Return the value that an instruction writes to a register."""
        return (number, step) if number in self.split else number

    def values_read(self, step: Step, number: int) -> Sequence[Value]:
        """Return the values that a register may have where an instruction reads it."""
        if number not in self.split:
            return (number,)
        return [(number, writer) for writer in self._writers.before(step, number)]


def _written_again(changed: Iterable[set[int]]) -> set[int]:
    """The registers that several instructions write, from those that each writes."""
    once, again = set[int](), set[int]()
    for numbers in changed:
        if not once.isdisjoint(numbers):
            again |= once & numbers
        once |= numbers
    return again


def _used_whole(step: Step) -> Collection[int]:
    """The registers of which an instruction uses every byte, without those that its rule gives."""
    op = step.operation
    rule = _RULES.get(op.instruction.opcode)
    if rule is None:
        return step.reads if op.only is not None else (*step.reads, *registers_read(op))
    if rule is not _stored:
        return ()
    place, _, *policy = op.instruction.operands
    if op.only is not None and not policy:
        return op.reads[:1]
    return [number for operand in (place, *policy) for number in numbers_in(op, operand)]


def _may_leave_out(step: Step, settled: set[int]) -> bool:
    """Whether not all bytes of the result may be needed, nor of an operand.

    Args:
        step: The instruction.
        settled: Registers of which every byte is needed of every value.
    """
    items = _results(step)
    return (
        len(items) == 1 and items[0] >= 0 and items[0] not in settled and not settled.issuperset(step.reads)
    )


def _followed(
    numbers: list[int], copying: Sequence[tuple[Step, Rule]], settled: set[int]
) -> tuple[list[tuple[Step, Rule]], set[int]]:
    """Return the instructions that copy registers or their copies, and all these registers.

    Args:
        numbers: The registers.
        copying: The instructions that copy, with their rules.
        settled: Registers of which every byte is needed of every value.
    """
    readers: dict[int, list[tuple[Step, Rule]]] = defaultdict(list)
    for step, rule in copying:
        read = set(registers_read(step.operation))
        if not read <= settled:
            for number in read:
                readers[number].append((step, rule))
    found: dict[Step, Rule] = {}
    reached = set(numbers)
    while numbers:
        for step, rule in readers.pop(numbers.pop(), ()):
            if step not in found:
                found[step] = rule
                changed = registers_changed(step.operation)
                reached |= changed
                numbers += changed
    return list(found.items()), reached


def _copies(given: Mapping[Step, list[Copy]], values: _Values) -> dict[Value, list[tuple[Value, Needs]]]:
    """The copies of values, by the copy; by -1 the uses."""
    copies: dict[Value, list[tuple[Value, Needs]]] = defaultdict(list)
    split = values.split
    for step, found in given.items():
        for copy in found:
            to: Value = copy.to if copy.to not in split else (copy.to, step)
            if copy.source not in split:
                copies[to].append((copy.source, copy.needs))
            else:
                sources = values.values_read(step, copy.source)
                copies[to] += [(source, copy.needs) for source in sources]
    return copies


def _propagate(copies: dict[Value, list[tuple[Value, Needs]]], needed: dict[Value, int]) -> None:
    """Add the bytes of values that uses and other values need to those that are needed."""
    for source, needs in copies.pop(-1, ()):
        needed[source] = needed.get(source, 0) | needs(_ALL)
    waiting = list(needed)
    while waiting:
        value = waiting.pop()
        for source, needs in copies.get(value, ()):
            before = needed.get(source, 0)
            needed[source] = before | needs(needed[value])
            if needed[source] != before:
                waiting.append(source)


def _low(count: int) -> int:
    """The mask of the first bits."""
    return (1 << count) - 1


def _every_byte(_: int) -> int:
    return _ALL


def _bytes_of(instruction: Instruction) -> int:
    """The bytes of the last type of an instruction; 0 where it has none."""
    type_ = TYPES.get(instruction.modifiers[-1]) if instruction.modifiers else None
    return 0 if type_ is None else type_.bits // 8


def _results(step: Step) -> list[int]:
    """The numbers of the registers that an instruction's first operand names; see `_items`."""
    return _items(step.operation, step.operation.instruction.operands[0])


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


def _combined(op: Operation) -> Iterator[Copy]:
    """The data operands of a bitwise or relocating instruction, if the others are constants."""
    instruction = op.instruction
    opcode = instruction.opcode
    count = _BITWISE.get(opcode) or _RELOCATE[opcode]
    target, *sources = instruction.operands
    to = op.entity(target)
    constants = tuple([op.constant_of(each) for each in sources])
    if None in constants[count:] or not isinstance(to, Register) or instruction.modifiers[-1:] == ("pred",):
        yield from _used(op)
        return
    specs = op.match.operands[1:]
    types = tuple([spec.type or "s64" for spec in specs])
    masks = _masks(opcode, instruction.modifiers, tuple(op.modifiers.items()), types, constants)
    for operand, mask in zip(sources[:count], masks, strict=True):
        yield from (Copy(to.number, number, _union_of(mask)) for number in numbers_in(op, operand))


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


def _union_of(masks: Sequence[int]) -> Needs:
    """The bytes of an operand, from those that each byte of the result needs."""

    def needs(needed: int) -> int:
        found = 0
        for place, mask in enumerate(masks):
            if needed >> place & 1:
                found |= mask
        return found

    return needs


@lru_cache(4096)
def _masks(
    opcode: str,
    words: tuple[str, ...],
    modifiers: tuple[tuple[str, str], ...],
    types: tuple[str, ...],
    constants: tuple[int | None, ...],
) -> tuple[tuple[int, ...], ...]:
    """The bytes of each data operand that each byte of the result depends on, by the definition.

    A bit of a bitwise instruction depends on an operand if it changes with it for some other operands, all
    zeros or all ones. The result of a relocation is a sum without carries of what each bit gives.

    Args:
        opcode: The opcode.
        words: Its modifiers, as written.
        modifiers: Its modifiers, by slot.
        types: The types of the operands that it reads.
        constants: The values of these operands; None for a register.
    """
    definition = resolve(opcode, words)
    assert definition is not None
    bits, bitwise = from_name(types[0]).bits, _BITWISE.get(opcode)

    def result(values: Sequence[Sequence[int]]) -> list[int]:
        columns = zip(zip(*values, strict=True), types, strict=True)
        sources = [_typed(column, from_name(type_)) for column, type_ in columns]
        found: Any = definition(dict(modifiers), *sources)
        return [int(each) & (1 << bits) - 1 for each in found]

    def changes(place: int) -> list[int]:
        """The bits of the result that each bit of an operand changes."""

        def replaced(value: int) -> list[tuple[int, ...]]:
            return [(*row[:place], value, *row[place + 1 :]) for row in rows]

        if bitwise is not None:
            rows = list(product(*((0, -1) if value is None else (value,) for value in constants)))
            pairs = zip(result(replaced(0)), result(replaced(-1)), strict=True)
            dependent = reduce(or_, (zeros ^ ones for zeros, ones in pairs))
            return [dependent & 1 << bit for bit in range(bits)]
        rows = [tuple(value or 0 for value in constants)]
        base, *others = result(
            [row for value in (0, *(1 << bit for bit in range(bits))) for row in replaced(value)]
        )
        return [base ^ other for other in others]

    count = bitwise or _RELOCATE[opcode]
    return tuple(_by_byte(changes(place), bits // 8) for place in range(count))


def _by_byte(changes: Sequence[int], size: int) -> tuple[int, ...]:
    """For each byte of a result, the bytes of an operand with bits that change it."""
    return tuple(
        sum({1 << bit // 8 for bit, changed in enumerate(changes) if changed >> 8 * byte & 0xFF})
        for byte in range(size)
    )


def _typed(values: Sequence[int], type_: PtxType) -> np.ndarray[Any, Any]:
    """Values as lanes of a type; bits are unsigned integers."""
    size = type_.bits // 8
    unsigned = np.array([value & _low(type_.bits) for value in values], f"u{size}")
    return unsigned.view(f"i{size}") if type_.name.startswith("s") else unsigned


_RULES: Final[dict[str, Rule]] = {
    "st": _stored,
    "mov": _moved,
    "cvt": _converted,
    "selp": _selected,
    "shfl": _shuffled,
    **dict.fromkeys((*_BITWISE, *_RELOCATE), _combined),
}
_COMBINE: Final[dict[str, Callable[[Operation], bool]]] = {
    "mov": lambda op: not parts_of_a_structure(op),
    "cvt": lambda op: _packed_bytes(op) > 0,
    **dict.fromkeys(("shl", "shf", "bfi", "prmt", "lop3"), lambda _: True),
}
"""Instructions that put bytes next to others, if some bytes of the result may need no byte of an operand."""
_LOADED: Final = {"ld": _bytes_of, "ldu": _bytes_of}
"""The loads, and how many bytes each element has."""
