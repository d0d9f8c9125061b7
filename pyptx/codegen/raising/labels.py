"""Labels that are left get short names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.codegen.raising.tree import If, Loop, Range, Skip, Span, Wait, Words, target_of, walk_nodes
from pyptx.ir import Block, Declaration, Directive, Instruction, Label, Name
from pyptx.ir.visit import map_statements, walk
from pyptx.record import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pyptx.codegen.raising.flow import Flow
    from pyptx.codegen.raising.tree import Node
    from pyptx.ir import Statement


def shorten_labels(
    nodes: Sequence[Node], flow: Flow, is_taken: Callable[[str], bool]
) -> tuple[tuple[Node, ...], dict[str, str]]:
    """Call the labels ``L1``, ``L2`` … in the order of the text.

    Labels that a statement other than a branch names, such as a section for debuggers, keep their names.

    Args:
        nodes: A body after the passes that remove labels.
        flow: Its labels.
        is_taken: Whether a name has another meaning.

    Returns:
        The body, and the new names by the old.
    """
    placed: list[str] = []
    for node in walk_nodes(nodes):
        if type(node) is Instruction:
            continue
        if isinstance(node, Loop):
            placed.append(node.label.name)
        elif isinstance(node, Label):
            placed.append(node.name)
    names: dict[str, str] = {}
    number = 0
    for name in placed:
        if name in flow.held or name in flow.tangled:
            continue
        number += 1
        while is_taken(f"L{number}"):
            number += 1
        names[name] = f"L{number}"
    return _Renaming(names).of(nodes), names


def drop_labels(body: Sequence[Statement], flow: Flow) -> tuple[Statement, ...]:
    """Leave out labels that nothing names, but not those that a directive other than ``.loc`` follows."""
    named = flow.branches.keys() | flow.held | flow.tangled
    out: list[Statement] = []
    for position, statement in enumerate(body):
        if type(statement) is Label and statement.name not in named:
            after = body[position + 1] if position + 1 < len(body) else None
            if type(after) is not Directive or after.name == "loc":
                continue
        out.append(statement)
    return tuple(out)


def names_in_sight(body: Sequence[Statement], flow: Flow) -> Words:
    """The names that a body declares, and labels that keep theirs."""
    names = Words(flow.held | flow.tangled)
    for statement in body:
        if type(statement) in (Block, Declaration):
            for node in walk((statement,)):
                if type(node) is Label:
                    names.add(node.name)
                elif type(node) is Declaration:
                    names.declare(node)
    return names


class _Renaming:
    """Gives labels other names."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def of(self, nodes: Sequence[Node]) -> tuple[Node, ...]:
        out: list[Node] = []
        for node in nodes:
            if type(node) is Instruction:
                out.append(self._branch(node) if node.opcode == "bra" else node)
            elif isinstance(node, Loop):
                out.append(self._loop(node))
            elif isinstance(node, Range):
                out.append(Range(node.start, self._loop(node.loop), self._label(node.end)))
            elif isinstance(node, Wait):
                out.append(Wait(self.of(node.nodes), node.question))
            elif isinstance(node, If):
                out.append(node.holding(self.of))
            elif isinstance(node, Span):
                out.append(Span(self.of(node.body), node.end))
            elif isinstance(node, Block):
                out += map_statements((node,), self._statement)
            else:
                out.append(node if isinstance(node, Skip) else self._statement(node))
        return tuple(out)

    def _loop(self, node: Loop) -> Loop:
        return Loop(self._label(node.label), self.of(node.body), self._branch(node.back), node.count)

    def _statement(self, node: Statement) -> Statement:
        if isinstance(node, Label):
            return self._label(node)
        return self._branch(node) if isinstance(node, Instruction) else node

    def _label(self, label: Label) -> Label:
        name = self._names.get(label.name)
        return label if name is None else replace(label, name=name)

    def _branch(self, node: Instruction) -> Instruction:
        name = self._names.get(target_of(node) or "")
        return node if name is None else replace(node, operands=(Name(name),))
