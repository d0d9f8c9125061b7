"""The instructions of a program as `counts` executes them, each decoded once.

A run of instructions without guards and branches is a list of writes: functions that compute one result each.
Only results that decide branches, guards, descriptors or stages are computed, through others; all others are
counted.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pyptx.emitter import emit_with_lines
from pyptx.ir import Function, Instruction, Label, Literal, Name
from pyptx.ir.literals import literal_value
from pyptx.ir.operands import Address, Expression, Negated, Pair, Vector
from pyptx.ir.visit import operand_names, walk
from pyptx.isa.vocabulary import TERMINATORS
from pyptx.perf.arithmetic import FUNCTIONS, NOT_COMPUTED, Type
from pyptx.perf.stages import concerns_stages, operands_of_stages
from pyptx.record import record
from pyptx.trace import written_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pyptx.ir import Operand
    from pyptx.program import Program

    Registers = dict[str, int | None]
    """Values by register; None and missing ones are unknown."""
    Write = Callable[[Registers], None]
    Value = Callable[[Mapping[str, int | None]], int | None]

POLLS = {"try_wait", "test_wait"}
_LAST_LANE = 31


@record(slots=True)
class Step:
    """An instruction as it is executed.

    Attributes:
        instruction: The instruction.
        line: Its PTX line.
        names: The registers of its first operand.
        stages: Whether it concerns the stages of an mbarrier.
        descriptor: The register with its instruction descriptor; empty without one.
        target: The step that a branch goes to.
        write: Computes its result, if that decides a branch, a guard, a descriptor or a stage.
        end: The end of the run of steps without guards and branches that starts here; its own place where no
            run starts.
        writes: The writes of this run, after its first execution.
    """

    instruction: Instruction
    line: int
    names: tuple[str, ...]
    stages: bool
    descriptor: str
    target: int | None = None
    write: Write | None = None
    end: int = 0
    writes: tuple[Write, ...] | None = None


def decode(program: Program, values: Mapping[str, int]) -> tuple[list[Step], frozenset[str]]:
    """Return the instructions of the entry in order, and the registers that decide how often each runs.

    Args:
        program: The program.
        values: Values of scalar parameters, by name.
    """
    _, lines = emit_with_lines(program.module)
    functions = [item for item in program.module.items if isinstance(item, Function)]
    (numbers,) = (found for item, found in zip(functions, lines, strict=True) if item is program.function)
    steps: list[Step] = []
    labels: dict[str, int] = {}
    for statement, line in zip(walk(program.function.body or ()), numbers, strict=True):
        if isinstance(statement, Label):
            labels[statement.name] = len(steps)
        elif isinstance(statement, Instruction):
            stages = concerns_stages(statement)
            steps.append(Step(statement, line, tuple(_results(statement)), stages, _descriptor(statement)))
    for step in steps:
        if step.instruction.opcode == "bra" and isinstance(named := step.instruction.operands[0], Name):
            step.target = labels.get(named.name)
    deciding = _deciding(steps)
    for step in steps:
        if not deciding.isdisjoint(step.names):
            step.write = _write(step, values)
    end = len(steps)
    for place in range(len(steps) - 1, -1, -1):
        if not _in_run(steps[place]):
            end = place
        steps[place].end = end
    return steps, deciding


def run_from(steps: Sequence[Step], place: int) -> tuple[Write, ...]:
    """Return the writes of the run that starts at a place."""
    first = steps[place]
    if first.writes is None:
        first.writes = tuple(step.write for step in steps[place : first.end] if step.write is not None)
    return first.writes


def read(operand: Operand, registers: Mapping[str, int | None]) -> int | None:
    """Return the value of an operand, None if it is unknown."""
    if isinstance(operand, Name):
        return registers.get(operand.name)
    if isinstance(operand, Literal):
        return _number(operand.text)
    if isinstance(operand, Expression) and set(operand.words[1::2]) == {"+"}:
        parts = [registers.get(word) if word in registers else _number(word) for word in operand.words[::2]]
        return None if None in parts else sum(part or 0 for part in parts)
    if isinstance(operand, Negated):
        opposite = read(operand.operand, registers)
        return None if opposite is None else 1 - opposite
    return None


def _in_run(step: Step) -> bool:
    """Whether a step has no guard, branch, stage or descriptor."""
    instruction = step.instruction
    leaves = instruction.opcode in TERMINATORS or instruction.guard is not None
    return not leaves and not step.stages and not step.descriptor


def _deciding(steps: list[Step]) -> frozenset[str]:
    """The registers that decide branches, guards, descriptors or stages, through others."""
    wanted = {step.instruction.guard.register for step in steps if step.instruction.guard is not None}
    for step in steps:
        if step.descriptor:
            wanted.add(step.descriptor)
        if step.stages:
            wanted.update(
                name for each in operands_of_stages(step.instruction) for name in operand_names(each)
            )
    writers: dict[str, list[Step]] = {}
    for step in steps:
        for name in step.names:
            writers.setdefault(name, []).append(step)
    waiting = list(wanted)
    while waiting:
        for step in writers.get(waiting.pop(), ()):
            found = [name for name in _sources(step.instruction) if name not in wanted]
            waiting += found
            wanted.update(found)
    return frozenset(wanted)


def _results(instruction: Instruction) -> Iterator[str]:
    """Registers that an instruction may write, those of its first operand, in order."""
    if written := written_names(instruction):
        yield from (name for name in operand_names(instruction.operands[0]) if name in written)


def _sources(instruction: Instruction) -> list[str]:
    found = [name for operand in instruction.operands[1:] for name in operand_names(operand)]
    return found + ([instruction.guard.register] if instruction.guard is not None else [])


def _descriptor(instruction: Instruction) -> str:
    """The register with the instruction descriptor of a `tcgen05.mma`; empty for others."""
    if instruction.opcode != "tcgen05" or instruction.modifiers[0] != "mma" or len(instruction.operands) < 4:
        return ""
    operand = instruction.operands[3]
    return operand.name if isinstance(operand, Name) else ""


def _write(step: Step, values: Mapping[str, int]) -> Write:
    """The function that writes the results of an instruction, None for unknown values."""
    names = step.names
    if step.instruction.opcode == "elect":
        return lambda registers: registers.__setitem__(names[-1], 1)
    written = step.instruction.operands[0]
    if isinstance(written, Pair) and len(names) == 2:
        decide, decide_second = _value(step, values), _second_value(step.instruction)

        def both(registers: Registers) -> None:
            value = decide(registers)
            registers[names[0]], registers[names[1]] = value, decide_second(value)

        return both
    if len(names) != 1 or isinstance(written, Vector):
        return lambda registers: forget(names, registers)
    (name,), compute = names, _value(step, values)

    def one(registers: Registers) -> None:
        registers[name] = compute(registers)

    return one


def _second_value(instruction: Instruction) -> Callable[[int | None], int | None]:
    """The function that computes the second result of a pair from the first."""
    operands = instruction.operands
    if instruction.opcode == "setp" and len(operands) == 3:  # no further predicate
        return lambda value: None if value is None else 1 - value
    if instruction.opcode == "shfl" and "idx" in instruction.modifiers:
        clamp = read(operands[3], {})
        in_range = 1 if clamp is not None and clamp & _LAST_LANE == _LAST_LANE else None
        return lambda value: in_range
    return lambda value: None


def forget(names: Sequence[str], registers: Registers) -> None:
    """Make the values of registers unknown."""
    for name in names:
        registers[name] = None


def _value(step: Step, values: Mapping[str, int]) -> Value:
    """The function that computes the result of an instruction."""
    instruction = step.instruction
    opcode, modifiers, operands = instruction.opcode, instruction.modifiers, instruction.operands
    if opcode == "mbarrier" and modifiers[0] in POLLS:
        return lambda registers: 1
    if opcode == "ld" and isinstance(place := operands[1], Address) and isinstance(place.base, Name):
        known = values.get(place.base.name) if "param" in modifiers and place.offset is None else None
        return lambda registers: known
    if opcode == "shfl" and "idx" in modifiers:
        return _reader(operands[1])
    if opcode not in FUNCTIONS or not modifiers or not NOT_COMPUTED.isdisjoint(modifiers):
        return lambda registers: None
    compute = FUNCTIONS[opcode](modifiers, [Type.named(word) for word in modifiers])
    readers = [_reader(operand) for operand in operands[1:]]
    if len(readers) != 2:
        return lambda registers: compute(*[reader(registers) for reader in readers])
    first, second = readers
    return lambda registers: compute(first(registers), second(registers))


def _reader(operand: Operand) -> Value:
    """The function that reads an operand."""
    if isinstance(operand, Name):
        name = operand.name
        return lambda registers: registers.get(name)
    if isinstance(operand, Literal):
        number = _number(operand.text)
        return lambda registers: number
    return lambda registers: read(operand, registers)


@lru_cache(maxsize=4096)
def _number(text: str) -> int | None:
    """The value of an integer literal; None for other words."""
    try:
        value = literal_value(text)
    except ValueError:
        return None
    return value if isinstance(value, int) else None
