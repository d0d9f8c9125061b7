"""The strong reads whose values decide one branch and nothing else, such as those of loops that poll a flag.

A thread goes on in the same way whatever value it reads, as long as the branch goes the same way.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from pyptx.ir import Literal, Name
from pyptx.sim.constants import bits_of
from pyptx.sim.named_registers import registers_changed, registers_read
from pyptx.sim.scopes import strength
from pyptx.sim.symbols import Register
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyptx.ir import Operand
    from pyptx.sim.reaching import ReachingWriters
    from pyptx.sim.steps import Block, Code, Step
    from pyptx.types import PtxType

_WIDTHS = (32, 64)
_COPIED = {"mov": "a"}
"""The operand that an instruction copies, by opcode."""


class ReadTest(NamedTuple):
    """The way from a value that is read to the branch that it decides.

    Attributes:
        register: Number of the register that gets the value.
        steps: The instructions that compute the guard of the branch from it, in order.
        branch: The branch, which closes the block of the read.
    """

    register: int
    steps: tuple[Step, ...]
    branch: Step


def read_tests(code: Code, writers: ReachingWriters) -> dict[Step, ReadTest]:
    """Return the reads of a program whose values only decide a branch, each with its test."""
    reads = [
        (block, step)
        for block in code.blocks
        if block.end is not None and block.end.guard >= 0 and block.end.operation.target is not None
        for step in block.steps
        if step.guard < 0 and _reads_one_value(step, writers)
    ]
    if not reads:
        return {}
    uses: dict[Step, set[Step]] = defaultdict(set)
    for step in code.steps:
        for number in _read_by(step):
            for writer in writers.before(step, number):
                uses[writer].add(step)
    found = {step: _test_of(block, step, uses, writers) for block, step in reads}
    return {step: test for step, test in found.items() if test is not None}


def _reads_one_value(step: Step, writers: ReachingWriters) -> bool:
    """Whether an instruction is a strong read of a register's width that leaves memory as it is."""
    op = step.operation
    if (
        "reads" not in step.effects
        or not strength(step).scope
        or not op.has("d")
        or "type" not in op.modifiers
    ):
        return False
    type_, target = from_name(op.modifiers["type"]), op.operand("d")[0]
    register = op.scope.find(target.name) if isinstance(target, Name) else None
    if type_.bits not in _WIDTHS or not isinstance(register, Register) or register.bits != type_.bits:
        return False
    if "writes" not in step.effects:
        return "op" not in op.modifiers  # `multimem.ld_reduce` reads several values
    values = [op.operand(name)[0] for name in ("b", "c") if op.has(name)]
    constants = [_constant(step, value, type_, writers) for value in values]
    if op.modifiers.get("op") == "cas":
        return values[0] == values[1] or (constants[0] is not None and constants[0] == constants[1])
    return constants[:1] == [_neutral(op.modifiers.get("op", ""), type_)] and constants[0] is not None


def _neutral(op: str, type_: PtxType) -> int | None:
    """The bits of the operand with which an atomic changes no value; None if there is none."""
    ones, sign = (1 << type_.bits) - 1, 1 << type_.bits - 1
    least, most = (sign, sign - 1) if type_.kind == "s" else (0, ones)
    neutral = {"add": 0, "or": 0, "xor": 0, "and": ones, "max": least, "min": most}
    return None if type_.kind == "f" else neutral.get(op)


def _constant(step: Step, operand: Operand, type_: PtxType, writers: ReachingWriters) -> int | None:
    """The bits of an operand that is a literal, or a register to which literals of one value are moved."""
    if isinstance(operand, Literal):
        return bits_of(operand.text, type_)
    register = step.operation.scope.find(operand.name) if isinstance(operand, Name) else None
    if not isinstance(register, Register) or register.bits != type_.bits:
        return None
    moved = set()
    for writer in writers.before(step, register.number):
        copied = _COPIED.get(writer.instruction.opcode, "")
        source = writer.operation.operand(copied)[0] if writer.operation.has(copied) else None
        moved.add(bits_of(source.text, type_) if isinstance(source, Literal) else None)
    return moved.pop() if len(moved) == 1 else None


def _read_by(step: Step) -> set[int]:
    """The registers that an instruction reads, by number, its guard among them."""
    return {*registers_read(step.operation), *((step.guard_register,) if step.guard >= 0 else ())}


def _test_of(
    block: Block, read: Step, uses: Mapping[Step, set[Step]], writers: ReachingWriters
) -> ReadTest | None:
    """Return the test of a read, if its value goes nowhere else."""
    assert block.end is not None
    after = {step: place for place, step in enumerate(block.steps)}
    found, waiting = {read}, [read]
    while waiting:
        for step in uses[waiting.pop()] - found:
            found.add(step)
            if step is block.end:
                continue
            if not _is_pure(step) or after.get(step, -1) <= after[read]:
                return None
            waiting.append(step)
    if block.end not in found:
        return None
    behind, waiting = set(block.steps[after[read] :]), [*found - {read}]
    while waiting:  # with what computes the other operands after the read
        step = waiting.pop()
        for number in _read_by(step):
            for writer in (behind - found).intersection(writers.before(step, number)):
                if not _is_pure(writer):
                    return None
                found.add(writer)
                waiting.append(writer)
    steps = tuple(sorted(found - {read, block.end}, key=lambda step: after[step]))
    return ReadTest(next(iter(registers_changed(read.operation))), steps, block.end)


def _is_pure(step: Step) -> bool:
    """Whether an instruction without a guard computes registers of its own lane."""
    op = step.operation
    return op.computes and step.guard < 0 and op.members is None and not op.exchanges
