"""Observed records: the counts of a profile, and the waits and polls of a timeline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.sim.abi import OBSERVE, OBSERVED
from pyptx.sim.handlers import operands_of
from pyptx.sim.lowering.records import Uncovered
from pyptx.types import from_name

if TYPE_CHECKING:
    from pyptx.sim.lowering.passes.placed import Placed
    from pyptx.sim.lowering.records import Record
    from pyptx.sim.steps import Step

_KINDS = {
    "Load": "accesses",
    "Store": "accesses",
    "Atomic": "accesses",
    "AddLater": "accesses",
    "LoadMatrix": "rows",
    "StoreMatrix": "rows",
    "CopyAsync": "copies",
    "Remote": "remote",
}
"""The kind of counting of records, by the names of their operands."""

_READS, _WRITES = {"reads", "atomic"}, {"writes"}


def observed(placed: Placed, records: list[Record]) -> list[Record]:
    """Give each record the counts for observers.

    Raises:
        Uncovered: The native engine does not count the accesses of an instruction.
    """
    if placed.rows.observes:
        _count_accesses(placed)
    for each in placed.made.records:
        operands = operands_of(each.handler)
        if operands is not None and operands.name == "ObjectWait":
            each.observed = OBSERVED.word(kind=OBSERVE["polls"])
        elif placed.rows.times and "ends" in placed.step.effects:
            each.observed = OBSERVED.word(kind=OBSERVE["exits"])
    if placed.gate:
        for each in records:
            operands = operands_of(each.handler)
            name = operands.name if operands is not None else ""
            if name == "Members" or each is placed.made.records[-1]:
                kind = "barriers" if name == "Barrier" else "gates"
                each.observed = each.observed or OBSERVED.word(kind=OBSERVE[kind])
    return records


def _count_accesses(placed: Placed) -> None:
    step, accesses = placed.step, 0
    for each in placed.made.records:
        operands = operands_of(each.handler)
        kind = _KINDS.get(operands.name, "") if operands is not None else ""
        if kind:
            accesses += 1
            each.observed = OBSERVED.word(
                kind=OBSERVE[kind],
                reads=not step.effects.isdisjoint(_READS),
                writes=not step.effects.isdisjoint(_WRITES),
                size=_size(each) if kind == "accesses" else 0,
            )
    if _is_counted(step) and accesses != 1 and not _is_constant(step):
        raise Uncovered(step.name, "with profile=True")


def _is_counted(step: Step) -> bool:
    """Whether a profile counts accesses of the lanes that execute an instruction."""
    copies = "copies" in step.effects and "bulk" not in step.instruction.modifiers
    return copies or not step.effects.isdisjoint(_READS | _WRITES)


def _is_constant(step: Step) -> bool:
    """Whether an instruction only loads constants or parameters, which are not counted."""
    return not {"param", "const"}.isdisjoint(step.instruction.modifiers)


def _size(record: Record) -> int:
    """Return the bytes that a lane accesses."""
    assert record.operands is not None
    *_, element, wide = record.handler.split(".")
    if "to" in record.operands:
        return from_name(element).bytes * len(record.operands["to"])
    if "values" in record.operands:
        return from_name(element).bytes * len(record.operands["values"])
    return from_name(wide).bytes
