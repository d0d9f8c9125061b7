"""Names in PTX: those in operands, and those that are taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ir import Instruction, Name
from pyptx.ir.visit import names_among, numbered, operand_names
from pyptx.isa.words import python_word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pyptx.ir import Declaration, Operand

PARAMETERS = frozenset({"param", "param::entry", "param::func"})
"""The name of the space of parameters in PTX."""


def function_of(node: Instruction) -> str:
    """Return the function of an instruction.

    >>> function_of(Instruction("and", ("b32",)))
    'ptx.inst.and_.b32'
    """
    return ".".join(["ptx.inst", *map(python_word, (node.opcode, *node.modifiers))])


def free_name(stem: str, is_taken: Callable[[str], bool]) -> str:
    """Return a name that is not taken: a stem, or the stem with a number.

    >>> free_name("row", {"row", "row_2"}.__contains__)
    'row_3'
    """
    name, number = stem, 2
    while is_taken(name):
        name, number = f"{stem}_{number}", number + 1
    return name


def names_of(node: Instruction) -> list[str]:
    """Return the names in the operands of an instruction, and its guard.

    >>> from pyptx.ir import Guard
    >>> names_of(Instruction("neg", ("s32",), (Name("%r1"), Name("%r2")), Guard("%p1")))
    ['%r1', '%r2', '%p1']
    """
    names = names_among(node.operands)
    return [*names] if node.guard is None else [*names, node.guard.register]


class Mentions:
    """Cache of the names in operands, which several passes read."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, tuple[str, ...]]] = {}

    def of(self, operand: Operand) -> tuple[str, ...]:
        """The names in an operand, in order."""
        known = self._known.get(id(operand))
        if known is None:
            known = self._known[id(operand)] = operand, operand_names(operand)
        return known[1]

    def names_in(self, operands: tuple[Operand, ...]) -> tuple[str, ...]:
        """Return the names in the operands of an instruction, in order."""
        known = self._known.get(id(operands))
        if known is None:
            known = self._known[id(operands)] = operands, names_among(operands)
        return known[1]


class Words:
    """Declared names; a declaration of ``%r<4>`` adds four.

    >>> from pyptx.ir import Declaration, Declarator
    >>> words = Words(["out"])
    >>> words.declare(Declaration("reg", "b32", (Declarator("r", 4),)))
    >>> [name in words for name in ("out", "r3", "r4", "r")]
    [True, True, False, False]
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = set(names)
        self._numbered: dict[str, int] = {}

    def add(self, name: str) -> None:
        """Mark a name as taken."""
        self._names.add(name)

    def declare(self, declaration: Declaration) -> None:
        """Mark the names of a declaration as taken."""
        for declarator in declaration.declarators:
            if declarator.count is None:
                self._names.add(declarator.name)
            else:
                known = self._numbered.get(declarator.name, 0)
                self._numbered[declarator.name] = max(known, declarator.count)

    def __contains__(self, name: str) -> bool:
        if name in self._names:
            return True
        return any(number < self._numbered.get(prefix, 0) for prefix, number in numbered(name))


def ptx_target(node: Instruction) -> str:
    """Return the label that a branch with one target goes to; empty for another instruction.

    >>> ptx_target(Instruction("bra", ("uni",), (Name("L"),)))
    'L'
    """
    if node.opcode == "bra" and len(node.operands) == 1 and type(node.operands[0]) is Name:
        return node.operands[0].name
    return ""
