"""Branches back to a label become ``with ptx.loop(…)``."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from pyptx.codegen.raising.flow import DEEPEST_LOOPS, condition_of, label_of
from pyptx.codegen.tree import Call, Do, Text, With, walk_statements
from pyptx.trace import written_names

if TYPE_CHECKING:
    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.raising.flow import Flow
    from pyptx.codegen.tree import Body, Statement

NEAR = 8
"""Statements before a branch in which most instructions stand that write its predicate."""


def raise_loops(body: Body, facts: Facts) -> Body:
    """Raise ``label: … @p bra label;``, which is what `ptx.loop` traces, word for word.

    A label is left if a branch before it goes there, if a branch from outside enters the body, or if the
    guard has no variable, or the body does not write it: `ptx.loop` refuses that.

    >>> from pyptx.codegen.raising.body import example
    >>> from pyptx.codegen.writer import render_body
    >>> ptx = ".reg .pred %p; .reg .b32 %r; L: add.s32 %r, %r, 1; setp.lt.s32 %p, %r, 8; @%p bra L; ret;"
    >>> print(render_body(raise_loops(*example(ptx))))
    with ptx.loop("L"):
        %r = reg.scalar(s32)
        ptx.inst.add.s32(%r, %r, 1)
        %p = %r < 8
        ptx.repeat_if(%p)
    """
    flow = facts.flow_of(body)
    if not flow.goes_back:
        return body
    loops = _Loops(body, flow)
    made = loops.level(0, len(body), 0)
    facts.report.loops += loops.count
    return made if loops.count else body


class _Loops:
    """The loops of a body.

    Attributes:
        count: Loops made.
    """

    def __init__(self, body: Body, flow: Flow) -> None:
        self.count = 0
        self._body = body
        self._flow = flow
        self._numbers = [flow.at[id(each)] for each in body]
        self._positions = {number: at for at, number in enumerate(self._numbers)}
        self._writes: dict[str, list[int]] = {}

    def level(self, low: int, high: int, depth: int) -> Body:
        """The statements between two positions, with their loops raised."""
        out: list[Statement] = []
        position = low
        while position < high:
            statement = self._body[position]
            name = label_of(statement)
            end = self._end(name, position, high) if name and depth < DEEPEST_LOOPS else None
            if end is None:
                out.append(statement)
                position += 1
                continue
            back = self._body[end]
            body = self.level(position + 1, end, depth + 1)
            condition = condition_of(back)
            if condition is not None:
                body = *body, Do(Call("ptx.repeat_if", (condition,)))
            head = Call("ptx.loop", (Text(f'"{name}"'),))
            out.append(With(head, "", body, back.stands_for, statement.note))
            self.count += 1
            position = end + 1
        return tuple(out)

    def _end(self, name: str, start: int, high: int) -> int | None:
        """Position of the branch that ends the loop at a label; None where there is no loop to raise."""
        branches = self._flow.branches.get(name)
        if not branches or name in self._flow.fixed or branches[0] < self._numbers[start]:
            return None
        end = self._positions.get(branches[-1])
        if end is None or end >= high:
            return None
        back = self._body[end]
        condition, (node,) = condition_of(back), back.stands_for
        if node.modifiers != (("uni",) if condition is None else ()) or type(condition) is Text:
            return None
        if node.guard is not None and not self._is_written(node.guard.register, start, end):
            return None
        return end if self._flow.closed(self._numbers[start], branches[-1]) else None

    def _is_written(self, register: str, start: int, end: int) -> bool:
        """Whether an instruction between two positions writes a register."""
        for statement in self._body[max(start + 1, end - NEAR) : end]:
            if any(register in written_names(node) for node in statement.stands_for):
                return True
        if not self._writes:
            for at, statement in enumerate(self._body):
                for each in walk_statements((statement,)):
                    for node in each.stands_for:
                        for name in written_names(node):
                            self._writes.setdefault(name, []).append(at)
        positions = self._writes.get(register, [])
        following = bisect_right(positions, start)
        return following < len(positions) and positions[following] < end
