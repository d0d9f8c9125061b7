"""The end of a body: the `ret` that PTX needs where control would run off it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ir import Directive, Instruction, Label
from pyptx.ir.visit import operand_names, walk
from pyptx.isa.vocabulary import TERMINATORS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.ir import Operand, Statement


def ended(body: Sequence[Statement]) -> list[Statement]:
    """The body with a `ret` where control would run off its end."""
    position = len(body)
    while position and isinstance(body[position - 1], (Label, Directive)):
        position -= 1
    last = body[position - 1] if position else None
    if isinstance(last, Instruction) and last.opcode in TERMINATORS and last.guard is None:
        labels = {end.name for end in body[position:] if isinstance(end, Label)}
        if not labels or not _goes_to(body, labels):
            return list(body)
    return [*body, Instruction("ret", source=last.source if isinstance(last, Instruction) else None)]


def _goes_to(body: Sequence[Statement], labels: set[str]) -> bool:
    """Whether an instruction or a directive names one of some labels."""
    operands: dict[int, Operand] = {}  # each once: many are one object in several instructions
    for statement in walk(body):
        if type(statement) is Instruction:
            operands.update(zip(map(id, statement.operands), statement.operands, strict=True))
        elif type(statement) is Directive and not labels.isdisjoint(statement.words):
            return True
    return any(not labels.isdisjoint(operand_names(operand)) for operand in operands.values())
