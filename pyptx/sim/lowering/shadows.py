"""The records by which the native engine follows shadow values.

One record before those of an instruction reads the shadows of its operands; one after them writes the
shadows of its results. The first is made by the function that is registered beside the rule of the
instruction (`pyptx.sim.semantics.shadows.lowered_shadow`); an instruction that only computes needs none if
its function over the real numbers has a name (`pyptx.sim.semantics.registry.REAL_NAMES`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.ir import Literal
from pyptx.sim.address_chains import formal_registers, registers_used
from pyptx.sim.last_uses import last_uses
from pyptx.sim.lowering.records import Record
from pyptx.sim.lowering.shadow_program import ShadowProgram
from pyptx.sim.lowering.shadow_step import StepShadows, parts_of
from pyptx.sim.named_registers import registers_of, registers_read, registers_written
from pyptx.sim.semantics import defined
from pyptx.sim.semantics.shadows import LOWERED_SHADOWS, ROUNDING, SHADOWS
from pyptx.sim.shadow.cells import elements_of
from pyptx.sim.shadow.idioms import constant_bits, exponent_steps
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyptx.sim.lowering.records import LoweredStep
    from pyptx.sim.lowering.rows import Rows
    from pyptx.sim.semantics.registry import Pure
    from pyptx.sim.semantics.shadows import ShadowRule
    from pyptx.sim.steps import Code, Step

_MOVES = frozenset(("reads", "writes", "atomic", "copies", "calls"))
"""Effects of instructions that may move or end shadows in memory."""


def shadow_program(code: Code, lines: Mapping[Step, int]) -> ShadowProgram:
    """Find the registers of a program that may hold values with shadows.

    Args:
        code: The program.
        lines: The copy that takes the rounding errors of each instruction that has one.
    """
    steps = code.steps
    holders = _holders(code, steps)
    return ShadowProgram(
        code,
        steps,
        lines,
        holders,
        registers_used(code),
        exponent_steps(code),
        constant_bits(code),
        last_uses(code, holders - formal_registers(code)),
    )


def shadow_records(rows: Rows, step: Step, made: LoweredStep, records: list[Record]) -> list[Record]:
    """Return the records of a step with those of its shadows around them.

    Raises:
        Uncovered: The native engine does not follow shadows through the instruction.
    """
    assert rows.shadows is not None
    lowering = StepShadows(rows.shadows, rows, step, made)
    found = _records(rows, lowering)
    if not found:
        return records
    own = [*made.records, *made.after]
    beside = lowering.beside[-len(found) :] or own[:1]
    place = {id(each): number for number, each in enumerate(records)}
    last = place[id(own[-1])] + 1 if own else 0
    starts = [place[id(each)] for each in beside] or [0]
    result = records[: starts[0]]
    for each, start, end in zip(found, starts, [*starts[1:], last], strict=True):
        each.operands["records"] = end - start  # type: ignore[index]
        result += [each, *records[start:end]]
    behind = [Record("shadow.finish", operands={"number": lowering.number})] if lowering.finishes else []
    return [*result, *behind, *lowering.forgets(), *records[last:]]


def _records(rows: Rows, step: StepShadows) -> list[Record]:
    """The records before those of an instruction; none if no shadow is concerned.

    Raises:
        Uncovered: The native engine does not follow shadows through the instruction.
    """
    effects, (definition, builder) = step.step.effects, _defined(step.step)
    if "copies" in effects and "reduce" not in step.op.words:
        return []  # the engine moves the shadows when a copy completes
    rule = _rule(step.step)
    concerned = (
        not effects.isdisjoint(_MOVES)
        or _computes_matrix(step.step)
        or (rule is not None and "asynchronous" in effects)
    )
    assert rows.shadows is not None
    named = (number for number, _ in registers_of(step.op))
    if not concerned and rows.shadows.holders.isdisjoint(named):
        return []
    if step.step in rows.shadows.exponent_steps:
        return [step.restart(decides=True)]
    if rule is not None:
        lowers = LOWERED_SHADOWS.get(rule)
        if lowers is None:
            raise step.uncovered()
        lowered = lowers(step)
        if lowered is not None:
            return lowered if isinstance(lowered, list) else [lowered]
    if builder is None and definition is not None and definition.real is not None:
        made = step.computed(definition)
        if made is not None:
            return [made]
    if concerned:
        raise step.uncovered()
    return [step.restart()]


def _holders(code: Code, steps: Sequence[Step]) -> set[int]:
    """Follow the registers that floating-point instructions, loads and copies of those may write."""
    found = formal_registers(code)
    moves: list[tuple[set[int], set[int]]] = []
    has_numbers = any(from_name(variable.type).kind == "f" for variable in code.params)
    for step in steps:
        pairs, given = step.operation.pairs(), set(registers_written(step.operation))
        loads = not step.effects.isdisjoint(("reads", "asynchronous"))
        if loads and "param" in step.instruction.modifiers and not has_numbers:
            continue
        if _rule(step) is not None:
            moves.append((set(registers_read(step.operation)), given))
        if (
            loads
            or "calls" in step.effects
            or _computes_matrix(step)
            or any(elements_of(spec.type or "") for _, spec in pairs if spec.role in "=+")
            or any(
                isinstance(each, Literal) and each.text[:2].lower() == "0f"
                for operand, _ in pairs
                for each in parts_of(operand)
            )
        ):
            found |= given
    while True:
        more = {number for read, given in moves if read & found for number in given} - found
        if not more:
            return found
        found |= more


def _computes_matrix(step: Step) -> bool:
    """Whether the values of an instruction have the type of its matrices, not that of its operands."""
    definition, builder = _defined(step)
    return (builder or (definition.function if definition else None)) in ROUNDING


def _defined(step: Step) -> tuple[Pure | None, Any]:
    return defined(step.instruction.opcode, step.instruction.modifiers)


def _rule(step: Step) -> ShadowRule | None:
    """The rule of an instruction that copies values or needs the machine."""
    definition, builder = _defined(step)
    return SHADOWS.get(builder or (definition.function if definition else None))  # type: ignore[arg-type]
