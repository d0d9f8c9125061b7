"""Chains of one operation: ``m = a.max(b)``, ``m_2 = m.max(c)``, and so on.

A chain is written as one expression only after the pass that looks for loops: that pass sees each link as a
statement, so it finds the loop ``for value in values: m = m.max(value)``.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pyptx.codegen.texts import line_of
from pyptx.codegen.tree import (
    Assign,
    Binary,
    Method,
    Name,
    Register,
    names_in,
    registers_in,
    with_bodies,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr, Statement

LINKS = 6
"""Links of a chain that may be a loop, at least."""
LONGEST = 72
"""Characters of a statement with several links, at most."""


def links_of(body: Body, counts: Mapping[str, int]) -> frozenset[str]:
    """Return the registers that hand the value of a long chain from one link to the next.

    Args:
        body: The statements of a block; each is one instruction.
        counts: Number of mentions of each register.
    """
    chains: dict[str, tuple[object, list[str]]] = {}
    found: set[str] = set()
    for statement in body:
        if type(statement) is not Assign or type(statement.target) is not Register or statement.sign:
            continue
        if len(statement.stands_for) != 1 or statement.stands_for[0].guard is not None:
            continue
        key = statement.stands_for[0].opcode, statement.stands_for[0].modifiers
        members: list[str] = []
        for name in registers_in(statement.value):
            if counts[name] == 2 and name in chains and chains[name][0] == key:
                members = chains.pop(name)[1]
        members.append(statement.target.name)
        chains[statement.target.name] = key, members
        if len(members) == LINKS:
            found.update(members[:-1])
        elif len(members) > LINKS:
            found.add(members[-2])
    return frozenset(found)


def fold_chains(body: Body, facts: Facts) -> Body:
    """Write links that follow each other as one expression, if a line has room for it.

    >>> from pyptx.codegen.raising.facts import Facts
    >>> from pyptx.ir import Instruction
    >>> m, n, traced = Name("m"), Name("n"), (Instruction("max", ("f32",)),)
    >>> first = Assign(n, Method(m, "max", (Name("a"),)), traced)
    >>> second = Assign(m, Method(n, "max", (Name("b"),)), traced)
    >>> [line_of(each) for each in fold_chains((first, second), Facts())]
    ['m = m.max(a).max(b)']
    """
    return _folded(body, Counter(facts.mentioned.all_names(body)))


def _folded(body: Body, mentioned: Mapping[str, int]) -> Body:
    """Return the statements of a block with their chains."""
    out: list[Statement] = []
    for statement in body:
        may_join = type(statement) is Assign and type(statement.value) in _CHAINS and bool(out)
        joined = _joined(out[-1], statement, mentioned) if may_join else None
        if joined is None:
            out.append(statement)
        else:
            out[-1] = joined
    return with_bodies(tuple(out), lambda inner: _folded(inner, mentioned))


def _joined(before: Statement, statement: Statement, mentioned: Mapping[str, int]) -> Assign | None:
    """Return two links as one; None for other statements."""
    match before, statement:
        case (
            Assign(Name() as link, inner, (*_, first) as traced, note, ""),
            Assign(Name() as result, outer, (*_, second) as others, other_note, ""),
        ):
            is_handed = link == result or mentioned[link.text] == 2
            is_alike = (first.opcode, first.modifiers) == (second.opcode, second.modifiers)
            if is_handed and is_alike and names_in(outer).count(link.text) == 1:
                value = _at_start(outer, link, inner)
                if value is not None:
                    made = Assign(result, value, (*traced, *others), note or other_note)
                    return made if len(line_of(made)) <= LONGEST else None
    return None


_CHAINS = frozenset({Binary, Method})
"""Operations that a chain has."""


def start_of(value: Expr) -> Name | None:
    """Return the variable that the first operand of the first operation in a value is; None for none."""
    match value:
        case Name():
            return value
        case Binary(_, first) | Method(first):
            return start_of(first)
    return None


def _at_start(value: Expr, link: Name, inner: Expr) -> Expr | None:
    """Return a value whose first operand is the last link, with that link's value; None for another."""
    match value:
        case Binary(_, left):
            made = inner if left == link else _at_start(left, link, inner)
            return None if made is None else value._replace(left=made)
        case Method(receiver):
            made = inner if receiver == link else _at_start(receiver, link, inner)
            return None if made is None else value._replace(receiver=made)
    return None
