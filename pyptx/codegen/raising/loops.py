"""Branches back to a label become ``with ptx.loop(…)``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.codegen.raising.tree import DEEPEST_LOOPS, Loop
from pyptx.ir import Instruction, Label

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from pyptx.codegen.raising.flow import Flow
    from pyptx.codegen.raising.tree import Node
    from pyptx.ir import Statement


def raise_loops(body: Sequence[Statement], flow: Flow, predicates: Collection[str]) -> tuple[Node, ...]:
    """Raise ``label: … @p bra label;``, which is what `ptx.loop` traces, word for word.

    A label is left where a branch before it goes there, where something outside goes into the body, or where
    the guard is none of `predicates`.
    """
    return _level(body, 0, len(body), flow, predicates, 0)


def _level(
    body: Sequence[Statement], low: int, high: int, flow: Flow, predicates: Collection[str], depth: int
) -> tuple[Node, ...]:
    out: list[Node] = []
    position = low
    while position < high:
        statement = body[position]
        if type(statement) is Label and depth < DEEPEST_LOOPS:
            end = _end(body, statement.name, position, high, flow, predicates)
            if end is not None:
                back = body[end]
                assert isinstance(back, Instruction)
                held = _level(body, position + 1, end, flow, predicates, depth + 1)
                out.append(Loop(statement, held, back))
                position = end + 1
                continue
        out.append(statement)
        position += 1
    return tuple(out)


def _end(
    body: Sequence[Statement], name: str, start: int, high: int, flow: Flow, predicates: Collection[str]
) -> int | None:
    """Position of the branch that ends the loop at a label; None where there is no loop to raise."""
    branches = flow.branches.get(name)
    if not branches or branches[0] < start or branches[-1] >= high or name in flow.tangled:
        return None
    end = branches[-1]
    back = body[end]
    if not isinstance(back, Instruction):
        return None
    guard = back.guard
    traced = back.modifiers == ("uni",) if guard is None else back.modifiers == ()
    if not traced or (guard is not None and guard.register not in predicates):
        return None
    return end if flow.closed(start, end) else None
