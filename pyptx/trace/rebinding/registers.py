"""The registers that instructions name and write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.ir import Instruction, Label
from pyptx.ir.visit import operand_names, walk
from pyptx.isa import lookup
from pyptx.trace.operands import written

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyptx.ir import Statement
    from pyptx.trace.body import Trace


class Mentioned:
    """The names in the instructions since a label, computed on first use."""

    def __init__(self, trace: Trace, label: str) -> None:
        self._body = trace.body
        self._label = label
        self._names: set[str] | None = None

    def __contains__(self, name: str) -> bool:
        if self._names is None:
            self._names = set()
            for statement in walk(since(self._body, self._label)):
                if isinstance(statement, Instruction):
                    for operand in statement.operands:
                        self._names.update(operand_names(operand))
                    if statement.guard is not None:
                        self._names.add(statement.guard.register)
        return name in self._names


def since(body: list[Any], label: str) -> list[Any]:
    """Return the statements after the last label with a name."""
    for position in range(len(body) - 1, -1, -1):
        if isinstance(body[position], Label) and body[position].name == label:
            return body[position + 1 :]
    return body


def written_names(statement: Statement) -> set[str]:
    """The names that a statement may write.

    Calls, and instructions that the database does not contain, may write every name in them.
    """
    if not isinstance(statement, Instruction):
        return set()
    operands = statement.operands
    places: Iterable[int] = written(statement.opcode, statement.modifiers, len(operands))
    if not places and not lookup(statement.opcode, statement.modifiers):
        places = range(len(operands))
    return {name for place in places for name in operand_names(operands[place])}
