"""Branches forward become ``with ptx.if_(…)`` and ``with ptx.else_()``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.raising.tree import DEEPEST, If, Jump, Loop, Skip, target_of
from pyptx.ir import Instruction, Label

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from pyptx.codegen.raising.flow import Flow
    from pyptx.codegen.raising.tree import Node
    from pyptx.ir import Statement


def raise_conditionals(
    body: Sequence[Statement], nodes: Sequence[Node], flow: Flow, predicates: Collection[str]
) -> tuple[Node, ...]:
    """Raise ``@p bra skip; … skip:`` and ``@p bra skip; … bra.uni end; skip: … end:``.

    They are what `ptx.if_` and `ptx.else_` trace, label for label: two labels in one place can lead ptxas to
    other code. Further branches to `skip` from between the first and the label, and to `end` from either
    part, are `Skip`; ``@p bra then; bra.uni skip; then:`` starts a block too. A branch is left if
    another one goes to its label from elsewhere, if a branch from outside enters the skipped part, or if its
    guard is not one of `predicates`.

    Args:
        body: The statements of the function, as `flow` counts them.
        nodes: The same with loops raised.
        flow: Its labels.
        predicates: Guards that Python has a variable for.
    """
    return _Level(body, flow, predicates).of(nodes, 0)


class _Head(NamedTuple):
    """How a block starts.

    Attributes:
        branch: Its first branch.
        jump: The second, where there is one, and the label that the first goes to.
        skip: The label behind the block.
        first: Index of the first node in it.
    """

    branch: Instruction
    jump: Jump | None
    skip: str
    first: int


class _Level:
    """Raises the statements of one block after the other."""

    def __init__(self, body: Sequence[Statement], flow: Flow, predicates: Collection[str]) -> None:
        self._body = body
        self._positions = {id(statement): position for position, statement in enumerate(body)}
        self._flow = flow
        self._predicates = predicates
        self._ends: set[str] = set()
        self._past: set[str] = set()

    def of(self, nodes: Sequence[Node], depth: int) -> tuple[Node, ...]:
        """The nodes of a block."""
        places = {node.name: index for index, node in enumerate(nodes) if type(node) is Label}
        return self._range(nodes, 0, len(nodes), places, depth)

    def _range(
        self, nodes: Sequence[Node], low: int, high: int, places: dict[str, int], depth: int
    ) -> tuple[Node, ...]:
        out: list[Node] = []
        index = low
        while index < high:
            node = nodes[index]
            if type(node) is Loop:
                body = self.of(node.body, depth + 1)
                out.append(Loop(node.label, body, node.back))
            elif type(node) is Instruction and node.opcode == "bra":
                made = self._if(nodes, index, high, places, depth) if depth < DEEPEST else None
                if made is not None:
                    node, index = made
                    out.append(node)
                    continue
                name = target_of(node)
                skips = name in self._ends or name in self._past
                out.append(Skip(node, past=name in self._past) if skips else node)
            else:
                out.append(node)
            index += 1
        return tuple(out)

    def _if(
        self, nodes: Sequence[Node], index: int, high: int, places: dict[str, int], depth: int
    ) -> tuple[If, int] | None:
        """The block that a branch starts, and the index after it; None where there is none."""
        for head in self._heads(nodes, index, high):
            skip = places.get(head.skip, -1)
            if head.first < skip < high and self._is_block(nodes, head, skip):
                return self._make_block(nodes, head, skip, high, places, depth)
        return None

    def _heads(self, nodes: Sequence[Node], index: int, high: int) -> list[_Head]:
        """How a block could start at a branch."""
        branch = nodes[index]
        assert isinstance(branch, Instruction)
        name = target_of(branch)
        guard = branch.guard
        if name is None or branch.modifiers not in ((), ("uni",)):
            return []
        if guard is None or guard.register not in self._predicates:
            return []
        heads = [_Head(branch, None, name, index + 1)]
        if index + 2 < high and not branch.modifiers:
            away, then = nodes[index + 1 : index + 3]
            skip = target_of(away)
            if skip is not None and isinstance(then, Label) and then.name == name and self._is_sole(name):
                assert isinstance(away, Instruction)
                if away.guard is None and away.modifiers == ("uni",):
                    heads.insert(0, _Head(branch, Jump(away, then), skip, index + 3))
        return heads

    def _is_block(self, nodes: Sequence[Node], head: _Head, skip: int) -> bool:
        """Whether what a head skips is a block, with nothing but that head leading into it."""
        start, stop = self._positions[id(head.branch)], self._positions[id(nodes[skip])]
        if not self._flow.closed(start, stop):
            return False
        if not self._is_left(head.skip, start if head.jump is None else start + 1, stop):
            return False
        last = nodes[skip - 1]
        return head.first + 1 < skip or not _leaves(last) or _is_uniform(last)

    def _make_block(
        self, nodes: Sequence[Node], head: _Head, skip: int, high: int, places: dict[str, int], depth: int
    ) -> tuple[If, int]:
        """Return the block from a head to its label, with the second part that follows it."""
        label = nodes[skip]
        assert isinstance(label, Label)
        last = self._end(nodes, head, skip, high, places)
        if last is None:
            then = self._part(nodes, head.first, skip, label, places, depth)
            return If(head.branch, then, label, jump=head.jump), skip + 1
        closing = nodes[last]
        assert isinstance(closing, Label)
        self._past.add(closing.name)
        then = self._part(nodes, head.first, skip - 1, label, places, depth)
        self._past.discard(closing.name)
        otherwise = self._part(nodes, skip + 1, last, closing, places, depth)
        return If(head.branch, then, label, otherwise, closing, head.jump), last + 1

    def _part(
        self, nodes: Sequence[Node], low: int, high: int, end: Label, places: dict[str, int], depth: int
    ) -> tuple[Node, ...]:
        """One part of a block, in which branches to its end skip."""
        self._ends.add(end.name)
        made = self._range(nodes, low, high, places, depth + 1)
        self._ends.discard(end.name)
        return made

    def _end(
        self, nodes: Sequence[Node], head: _Head, skip: int, high: int, places: dict[str, int]
    ) -> int | None:
        """Index of the label that ends the second part behind a label; None where there is no such part."""
        leave, label = nodes[skip - 1], nodes[skip]
        name = target_of(leave)
        last = places.get(name or "", -1)
        if name is None or not _leaves(leave) or not _is_uniform(leave) or not skip + 1 < last < high:
            return None
        start, stop = self._positions[id(label)], self._positions[id(nodes[last])]
        if not self._flow.closed(start, stop) or name in self._flow.held or name in self._flow.tangled:
            return None
        first = self._positions[id(head.branch)]
        for other in self._flow.branches[name]:
            if other != start - 1 and not (first < other < stop and self._skips(self._body[other])):
                return None
        return last

    def _is_left(self, name: str, first: int, stop: int) -> bool:
        """Whether a label is where the branch at `first` goes and, behind it, nothing but skips do."""
        flow = self._flow
        if name in flow.held or name in flow.tangled:
            return False
        at, *others = flow.branches[name]
        return at == first and all(other < stop and self._skips(self._body[other]) for other in others)

    def _skips(self, node: Statement) -> bool:
        """Whether a node is a branch as `Rest.skip` traces them."""
        if not isinstance(node, Instruction):
            return False
        if node.guard is None:
            return node.modifiers == ("uni",)
        return node.modifiers == () and node.guard.register in self._predicates

    def _is_sole(self, name: str) -> bool:
        """Whether one branch goes to a label, and nothing else knows it."""
        flow = self._flow
        return len(flow.branches[name]) == 1 and name not in flow.held and name not in flow.tangled


def _leaves(node: Node) -> bool:
    """Whether a node is a branch that is always taken."""
    return target_of(node) is not None and isinstance(node, Instruction) and node.guard is None


def _is_uniform(node: Node) -> bool:
    return isinstance(node, Instruction) and node.modifiers == ("uni",)
