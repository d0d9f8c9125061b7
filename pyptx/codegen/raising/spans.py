"""Labels that only branches before them go to become the ends of ``with ptx.block() as rest:``."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from pyptx.codegen.raising.tree import DEEPEST, If, Loop, Range, Skip, Span, target_of
from pyptx.ir import Instruction, Label

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from pyptx.codegen.raising.flow import Flow
    from pyptx.codegen.raising.tree import Node

DEEPEST_SPANS = 2
"""Blocks of this pass in one another; where there are more, labels are easier to follow."""
OTHERWISE = 1 << 40
"""Counts for a branch that `Rest.skip` does not trace: more than there are to any label."""


def raise_spans(nodes: Sequence[Node], flow: Flow, predicates: Collection[str]) -> tuple[Node, ...]:
    """Raise ``… @p bra end; … end:``, label for label.

    The start of such a block is free: nothing is traced at its head. A label is left if a later branch goes
    there, if a branch is not one that `Rest.skip` traces, if all threads would leave the block at its head,
    or if blocks would nest too deeply.

    Args:
        nodes: A body after the passes that make other blocks.
        flow: Its labels.
        predicates: Guards that Python has a variable for.
    """
    spans = _Spans(flow, predicates)
    made = tuple(spans.of(nodes, 0).nodes)
    return _skipping(made, spans.ends) if spans.ends else made


class _Heights:
    """How deep the blocks in nodes are: the most among those from one on."""

    def __init__(self) -> None:
        self._peaks: list[tuple[int, int]] = []

    def note(self, index: int, height: int) -> None:
        """Note the height of a node, which is the last one."""
        while self._peaks and self._peaks[-1][1] <= height:
            self._peaks.pop()
        self._peaks.append((index, height))

    def over(self, first: int) -> int:
        """The height from a node on."""
        at = bisect_left(self._peaks, (first, 0))
        return self._peaks[at][1] if at < len(self._peaks) else 0

    def wrap(self, first: int, *, more: int) -> None:
        """Make one node of those from one on, which is higher."""
        height = self.over(first) + more
        while self._peaks and self._peaks[-1][0] >= first:
            self._peaks.pop()
        self.note(first, height)


class _Level:
    """The nodes of a block, and the targets of their branches.

    Attributes:
        nodes: The nodes in program order.
        targets: For each label at which no block ends, the number of the first statement with a branch to
            it, and the number of branches.
        blocks: Nesting depth of the blocks in the nodes.
        spans: Nesting depth of the blocks that this pass makes.
    """

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.targets: dict[str, tuple[int, int]] = {}
        self.blocks, self.spans = _Heights(), _Heights()
        self._starts: list[int] = []
        self._next = 0

    def add(self, node: Node) -> None:
        """Append a node."""
        self._starts.append(self._next)
        self._next += 1
        self.nodes.append(node)

    def goes(self, name: str, count: int) -> None:
        """Note that the last node has branches to a label."""
        first, before = self.targets.get(name, (self._starts[-1], 0))
        self.targets[name] = first, before + count

    def place(self, name: str) -> int:
        """Index of the first node with a branch to a label."""
        return bisect_right(self._starts, self.targets[name][0]) - 1

    def wrap(self, first: int, end: Label) -> None:
        """Make one block of the nodes from one on."""
        self.nodes[first:] = [Span(tuple(self.nodes[first:]), end)]
        del self._starts[first + 1 :]
        self.blocks.wrap(first, more=1)
        self.spans.wrap(first, more=1)


class _Spans:
    """The blocks of a body.

    Attributes:
        ends: Labels that are the end of one.
    """

    def __init__(self, flow: Flow, predicates: Collection[str]) -> None:
        self.ends: set[str] = set()
        self._flow = flow
        self._predicates = predicates

    def of(self, nodes: Sequence[Node], depth: int) -> _Level:
        """The nodes of a block so deep in others."""
        flow = self._flow
        level = _Level()
        for node in nodes:
            if type(node) is Label and self._ends(level, node, depth):
                self.ends.add(node.name)
                level.wrap(level.place(node.name), node)
                del level.targets[node.name]
                continue
            if isinstance(node, (If, Loop, Range)):
                self._block(level, node, depth)
                continue
            level.add(node)
            name = target_of(node)
            if name is not None and name in flow.labels:
                assert isinstance(node, Instruction)
                level.goes(name, 1 if self._is_skip(node) else OTHERWISE)
        return level

    def _ends(self, level: _Level, label: Label, depth: int) -> bool:
        """Whether a block ends at a label."""
        flow, name = self._flow, label.name
        if name in flow.held or name in flow.tangled or name not in level.targets:
            return False
        if level.targets[name][1] != len(flow.branches[name]):
            return False
        place = level.place(name)
        first = level.nodes[place]
        if isinstance(first, Instruction) and first.guard is None:
            return False
        return depth + level.blocks.over(place) < DEEPEST and level.spans.over(place) < DEEPEST_SPANS

    def _block(self, level: _Level, node: If | Loop | Range, depth: int) -> None:
        """Append a block."""
        made: list[_Level] = []

        def part(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
            made.append(self.of(nodes, depth + 1))
            return tuple(made[-1].nodes)

        level.add(_holding(node, part))
        index = len(level.nodes) - 1
        level.blocks.note(index, 1 + max(each.blocks.over(0) for each in made))
        level.spans.note(index, max(each.spans.over(0) for each in made))
        for each in made:
            for name, (_, count) in each.targets.items():
                level.goes(name, count)

    def _is_skip(self, node: Instruction) -> bool:
        """Whether a branch is one as `Rest.skip` traces them."""
        if node.guard is None:
            return node.modifiers == ("uni",)
        return node.modifiers == () and node.guard.register in self._predicates


def _skipping(nodes: tuple[Node, ...], ends: Collection[str]) -> tuple[Node, ...]:
    """The nodes with branches to the ends of blocks as what they are."""
    out: list[Node] = []
    for node in nodes:
        if isinstance(node, (If, Loop, Range, Span)):
            out.append(_holding(node, lambda part: _skipping(part, ends)))
        else:
            out.append(Skip(node) if type(node) is Instruction and target_of(node) in ends else node)
    return tuple(out)


def _holding(node: If | Loop | Range | Span, pass_: Callable[[tuple[Node, ...]], tuple[Node, ...]]) -> Node:
    """A block with what a pass makes of what it holds."""
    if isinstance(node, If):
        return node.holding(pass_)
    if isinstance(node, Span):
        return Span(pass_(node.body), node.end)
    if isinstance(node, Range):
        return Range(node.start, _loop(node.loop, pass_), node.end)
    return _loop(node, pass_)


def _loop(node: Loop, pass_: Callable[[tuple[Node, ...]], tuple[Node, ...]]) -> Loop:
    body, count = pass_(node.body), node.count
    if count is not None:
        at = next((at for at, each in enumerate(body) if each is count.add), None)
        count = None if at is None else count._replace(at=at)
    return Loop(node.label, body, node.back, count)
