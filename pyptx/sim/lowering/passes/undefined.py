"""Records that propagate undefined values lane by lane, as `pyptx.sim.semantics.undefined` defines.

Few programs have such values; those that do are lowered a second time, with these records. A load marks the
lanes that read unwritten bytes, and results computed from those lanes are undefined too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ir import Literal, Negated
from pyptx.sim.lowering.records import RowAddress, record
from pyptx.sim.named_registers import numbers_in
from pyptx.sim.semantics.undefined import absorbing, chooses, parts_of_a_structure
from pyptx.sim.symbols import Register
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from pyptx.ir import Operand
    from pyptx.sim.lowering.assignment import DefiniteAssignment
    from pyptx.sim.lowering.passes.placed import Placed
    from pyptx.sim.lowering.records import LoweredStep, Record
    from pyptx.sim.operands import Operation
    from pyptx.sim.steps import Step


def mark_guarded(step: Step, made: LoweredStep, index: Mapping[int, int]) -> Record:
    """Return the record after an instruction whose predicate may be undefined."""
    targets = [index[number] for number in sorted(made.given) if number in index]
    return record("mark_guarded", predicate=index[step.guard_register], targets=targets)


def depart(step: Step, assignment: DefiniteAssignment) -> Record | None:
    """Return the record that marks the lanes whose predicate is defined at a branch around computations."""
    detour = assignment.detours.get(id(step))
    if detour is None:
        return None
    return record("spread", targets=[detour.place], sources=[assignment.index[step.guard_register]])


def meet(assignment: DefiniteAssignment, block: int) -> list[Record]:
    """Return the records at the head of a block where the paths of branches around computations meet.

    Registers that were written on the way are undefined in the lanes whose predicate was.
    """
    found, index = [], assignment.index
    for detour in assignment.detours.values():
        if detour.meeting == block:
            places = [index[number] for number in detour.registers]
            found += [record("spread", targets=[place], sources=[place, detour.place]) for place in places]
        if block in (detour.meeting, assignment.code.entry_block):
            found.append(record("mark", target=detour.place))
    return found


def loaded(placed: Placed, records: list[Record]) -> list[Record]:
    """Add, between a load's address and the load, a record that marks the lanes with defined results."""
    made, index = placed.made, placed.assignment.index
    targets = [index.get(number, -1) for number, _ in made.loads]
    if max(targets, default=-1) < 0:
        return records
    made.marks = True
    *before, load = records
    used = [bytes_ for _, bytes_ in made.loads]
    place = {name: (load.operands or {})[name] for name in RowAddress._fields}
    mark = record("mark_loaded", **place, size=made.loaded_bytes, targets=targets, used=used)
    return [*before, mark, load]


def spread(placed: Placed, records: list[Record]) -> list[Record]:
    """Add, before an instruction that computes, a record that marks the lanes with defined results."""
    made, assignment = placed.made, placed.assignment
    found: Record | None = None
    if made.spread_matrices is not None and placed.maybe_undefined:
        found = record("spread.matrix", **made.spread_matrices(placed.followed))
    elif placed.spreads and made.copies is None:
        found = _spreading(
            placed.step, made.defines, placed.maybe_undefined, assignment.index, placed.rows.rows
        )
    if found is None:
        return records
    made.marks = True
    return [found, *records]


def _spreading(
    step: Step,
    defines: Iterable[int],
    maybe_undefined: Collection[int],
    index: Mapping[int, int],
    rows: Sequence[int],
) -> Record | None:
    """Return the record that marks the lanes with defined results; None if all surely are.

    Args:
        step: The instruction.
        defines: Registers that it writes.
        maybe_undefined: Registers that it reads and may be undefined.
        index: The tracked registers and their places.
        rows: The row of every register.
    """
    op = step.operation
    targets = [index[number] for number in defines if number in index]
    if not targets or not any(number in maybe_undefined for number in step.reads):
        return None

    def source(operand: Operand) -> int:
        return next((index[number] for number in numbers_in(op, operand) if number in maybe_undefined), -1)

    operands = {spec.name: operand for operand, spec in op.pairs() if spec.role in ":+"}
    if chooses(op):
        sources = [source(operands[name]) for name in "abc"]
        predicate = _row(op, operands["c"], rows)
        return record("spread.chosen", targets=targets, sources=sources, predicate=predicate)
    if parts := parts_of_a_structure(op):
        return record("spread.parts", targets=targets, sources=[source(part) for part in parts])
    settling, value = absorbing(op)
    if not settling:
        sources = [index[number] for number in step.reads if number in maybe_undefined]
        return record("spread", targets=targets, sources=sources)
    if any(_is(op, operands[name], value) for name in settling):
        return record("spread", targets=targets, sources=[])
    bits = max(_bits(op, operands[name]) for name in settling)
    found = [
        _row(op, operand, rows) if name in settling and _bits(op, operand) == bits else -1
        for name, operand in operands.items()
    ]
    negated = sum(1 << k for k, operand in enumerate(operands.values()) if isinstance(operand, Negated))
    sources = [source(operand) for operand in operands.values()]
    return record(
        "spread.absorbed",
        targets=targets,
        sources=sources,
        rows=found,
        bits=bits,
        value=value,
        negated=negated,
    )


def _register(op: Operation, operand: Operand) -> Register | None:
    inner = operand.operand if isinstance(operand, Negated) else operand
    found = op.entity(inner)
    return found if isinstance(found, Register) else None


def _row(op: Operation, operand: Operand, rows: Sequence[int]) -> int:
    found = _register(op, operand)
    return -1 if found is None else rows[found.number]


def _bits(op: Operation, operand: Operand) -> int:
    found = _register(op, operand)
    return 0 if found is None else found.bits


def _is(op: Operation, operand: Operand, value: int) -> bool:
    """Whether an operand is a constant that determines the result, whatever the others are."""
    if not isinstance(operand, Literal):
        return False
    number = op.constant_of(operand)
    return number is not None and (number - value) % (1 << from_name(op.words[-1]).bits) == 0
