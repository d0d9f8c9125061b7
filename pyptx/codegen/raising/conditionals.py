"""Branches forward become ``with ptx.if_(…)`` and ``with ptx.else_()``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.codegen.raising.tree import DEEPEST, If, Loop, target_of
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
    other code. So a branch is left where another one goes to its label too, where something outside goes into
    what it skips, where only a jump is skipped, or where its guard is none of `predicates`.

    Args:
        body: The statements of the function, as `flow` counts them.
        nodes: The same with loops raised.
        flow: Its labels.
        predicates: Guards that Python has a variable for.
    """
    positions = {id(statement): position for position, statement in enumerate(body)}
    return _Level(positions, flow, predicates).of(nodes, 0)


class _Level:
    """Raises the statements of one block after the other."""

    def __init__(self, positions: dict[int, int], flow: Flow, predicates: Collection[str]) -> None:
        self._positions = positions
        self._flow = flow
        self._predicates = predicates

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
            elif type(node) is Instruction and node.guard is not None and depth < DEEPEST:
                made = self._if(nodes, index, high, places, depth)
                if made is not None:
                    node, index = made
                    out.append(node)
                    continue
                out.append(nodes[index])
            else:
                out.append(node)
            index += 1
        return tuple(out)

    def _if(
        self, nodes: Sequence[Node], index: int, high: int, places: dict[str, int], depth: int
    ) -> tuple[If, int] | None:
        """The block that a branch starts, and the index after it; None where there is none."""
        branch = nodes[index]
        assert isinstance(branch, Instruction)
        name = target_of(branch)
        if name is None or branch.modifiers or not self._is_sole(name):
            return None
        assert branch.guard is not None
        skip = places.get(name, -1)
        if branch.guard.register not in self._predicates or not index + 1 < skip < high:
            return None
        start, stop = self._positions[id(branch)], self._positions[id(nodes[skip])]
        last = nodes[skip - 1]
        if not self._flow.closed(start, stop) or (skip == index + 2 and _leaves(last)):
            return None
        if _leaves(last):
            made = self._else(nodes, index, skip, high, places, depth)
            if made is not None:
                return made
        label = nodes[skip]
        assert isinstance(label, Label)
        return If(branch, self._range(nodes, index + 1, skip, places, depth + 1), label), skip + 1

    def _else(
        self,
        nodes: Sequence[Node],
        index: int,
        skip: int,
        high: int,
        places: dict[str, int],
        depth: int,
    ) -> tuple[If, int] | None:
        """As `_if`, with a second part; None where there is none."""
        branch, leave, label = nodes[index], nodes[skip - 1], nodes[skip]
        assert isinstance(branch, Instruction)
        assert isinstance(leave, Instruction)
        assert isinstance(label, Label)
        name = target_of(leave)
        last = places.get(name or "", -1)
        if (
            name is None
            or leave.modifiers != ("uni",)
            or not skip + 1 < last < high
            or not self._is_sole(name)
        ):
            return None
        closing = nodes[last]
        assert isinstance(closing, Label)
        if not self._flow.closed(self._positions[id(label)], self._positions[id(closing)]):
            return None
        then = self._range(nodes, index + 1, skip - 1, places, depth + 1)
        otherwise = self._range(nodes, skip + 1, last, places, depth + 1)
        return If(branch, then, label, otherwise, closing), last + 1

    def _is_sole(self, name: str) -> bool:
        """Whether one branch goes to a label, and nothing else knows it."""
        flow = self._flow
        return len(flow.branches[name]) == 1 and name not in flow.held and name not in flow.tangled


def _leaves(node: Node) -> bool:
    """Whether a node is a branch that is always taken."""
    return target_of(node) is not None and isinstance(node, Instruction) and node.guard is None
