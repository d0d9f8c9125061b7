"""Labels that only branches before them go to become the ends of ``with ptx.block() as rest:``."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from pyptx.codegen.raising.conditionals import left_early
from pyptx.codegen.raising.flow import DEEPEST, Flow, condition_of, is_code, is_skip, label_of, target_of
from pyptx.codegen.tree import Call, For, With, is_else

if TYPE_CHECKING:
    from collections.abc import Collection

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Statement

DEEPEST_SPANS = 2
"""Blocks of this pass in one another; where there are more, labels are easier to follow."""
OTHERWISE = 1 << 40
"""Counts for a branch that `Rest.skip` does not trace: more than there are to any label."""


def raise_spans(body: Body, facts: Facts) -> Body:
    """Raise ``… @p bra end; … end:``, label for label.

    The start of such a block is free: nothing is traced at its head. A label is left if a later branch goes
    there, if a branch is not one that `Rest.skip` traces, if all threads would leave the block at its head,
    or if blocks would nest too deeply.

    >>> from pyptx.codegen.raising.body import example
    >>> from pyptx.codegen.writer import render_body
    >>> ptx = ".reg .pred %p; bar.sync 0; @%p bra L; bar.sync 1; @!%p bra L; bar.sync 2; L: ret;"
    >>> print(render_body(raise_spans(*example(ptx))))
    p = reg.array(pred, 1)
    ptx.inst.bar.sync(0)
    with ptx.block() as L:
        L.skip(p[0])
        ptx.inst.bar.sync(1)
        L.skip(~p[0])
        ptx.inst.bar.sync(2)
    """
    flow = facts.flow_of(body)
    if not flow.goes_on:
        return body
    spans = _Spans(flow)
    made = tuple(spans.of(body, 0).body)
    facts.report.spans += len(spans.ends)
    return _skipping(made, spans.ends) if spans.ends else body


class _Level:
    """The statements of a block, and the targets of their branches.

    Attributes:
        body: The statements in program order.
        targets: For each label at which no block ends, the number of the first statement with a branch to
            it, and the number of branches.
        heights: Nesting depth of the blocks in each statement, and of those that this pass makes.
    """

    def __init__(self) -> None:
        self.body: list[Statement] = []
        self.targets: dict[str, tuple[int, int]] = {}
        self.heights: list[tuple[int, int]] = []
        self._starts: list[int] = []
        self._next = 0

    def add(self, statement: Statement, height: tuple[int, int] = (0, 0)) -> None:
        """Append a statement of a height."""
        self.heights.append(height)
        self._starts.append(self._next)
        self._next += 1
        self.body.append(statement)

    def goes(self, name: str, count: int) -> None:
        """Note that the last statement has branches to a label."""
        first, before = self.targets.get(name, (self._starts[-1], 0))
        self.targets[name] = first, before + count

    def place(self, name: str) -> int:
        """Index of the first statement with a branch to a label; an ``else_`` belongs to its ``if_``."""
        index = bisect_right(self._starts, self.targets[name][0]) - 1
        return index - is_else(self.body[index])

    def wrap(self, first: int, end: str) -> None:
        """Make one block of the statements from one on."""
        self.body[first:] = [With(Call("ptx.block"), end, tuple(self.body[first:]))]
        del self._starts[first + 1 :]
        blocks, spans = self.height(first)
        self.heights[first:] = [(blocks + 1, spans + 1)]

    def height(self, first: int = 0) -> tuple[int, int]:
        """The nesting depth of the statements from one on: of all blocks, and of those of this pass."""
        heights = self.heights[first:] or [(0, 0)]
        return max(blocks for blocks, _ in heights), max(spans for _, spans in heights)


class _Spans:
    """The blocks of a body.

    Attributes:
        ends: Labels that are the end of one.
    """

    def __init__(self, flow: Flow) -> None:
        self.ends: set[str] = set()
        self._flow = flow

    def of(self, body: Body, depth: int) -> _Level:
        """The statements of a block so deep in others."""
        level = _Level()
        for statement in body:
            name = label_of(statement)
            if name and self._ends(level, name, depth):
                self.ends.add(name)
                level.wrap(level.place(name), name)
                del level.targets[name]
                continue
            if isinstance(statement, (With, For)) and (
                isinstance(statement, For) or statement.head != Call("ptx.scope")
            ):
                inner = self.of(statement.body, depth + 1)
                blocks, made = inner.height()
                level.add(statement._replace(body=tuple(inner.body)), (1 + blocks, made))
                for target, (_, count) in inner.targets.items():
                    level.goes(target, count)
                continue
            level.add(statement)
            target = target_of(statement)
            if target in self._flow.labels:
                level.goes(target, 1 if is_skip(statement) else OTHERWISE)
        return level

    def _ends(self, level: _Level, name: str, depth: int) -> bool:
        """Whether a block ends at a label."""
        flow = self._flow
        if name in flow.fixed or name not in level.targets:
            return False
        if level.targets[name][1] != len(flow.branches[name]):
            return False
        place = level.place(name)
        first = level.body[place]
        if target_of(first) and condition_of(first) is None:
            return False
        blocks, made = level.height(place)
        return depth + blocks < DEEPEST and made < DEEPEST_SPANS


def _skipping(body: Body, ends: Collection[str]) -> Body:
    """The statements, with branches to the ends of blocks written as branches."""
    out: list[Statement] = []
    for statement in body:
        if isinstance(statement, (With, For)):
            out.append(statement._replace(body=_skipping(statement.body, ends)))
        else:
            name = target_of(statement) if is_code(statement) else ""
            out.append(left_early(statement, name) if name in ends else statement)
    return tuple(out)
