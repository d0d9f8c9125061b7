"""Branches back to a label become ``with ptx.loop(…)``."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from pyptx.codegen.raising.tree import DEEPEST_LOOPS, Loop
from pyptx.ir import Instruction, Label
from pyptx.ir.visit import walk
from pyptx.trace import written_names

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from pyptx.codegen.raising.flow import Flow
    from pyptx.codegen.raising.tree import Node
    from pyptx.ir import Statement


def raise_loops(body: Sequence[Statement], flow: Flow, predicates: Collection[str]) -> tuple[Node, ...]:
    """Raise ``label: … @p bra label;``, which is what `ptx.loop` traces, word for word.

    A label is left if a branch before it goes there, if a branch from outside enters the body, or if the
    guard is not one of `predicates`, or one that the body does not write: `ptx.loop` refuses that.
    """
    return _Loops(body, flow, predicates).level(0, len(body), 0)


class _Loops:
    """The loops of a body, and where its predicates are written."""

    def __init__(self, body: Sequence[Statement], flow: Flow, predicates: Collection[str]) -> None:
        self._body = body
        self._flow = flow
        self._predicates = predicates
        self._writes: dict[str, list[int]] = {}
        for position, statement in enumerate(body):
            for inner in walk((statement,)):
                for name in written_names(inner):
                    self._writes.setdefault(name, []).append(position)

    def level(self, low: int, high: int, depth: int) -> tuple[Node, ...]:
        """The statements between two positions, with their loops raised."""
        out: list[Node] = []
        position = low
        while position < high:
            statement = self._body[position]
            if type(statement) is Label and depth < DEEPEST_LOOPS:
                end = self._end(statement.name, position, high)
                if end is not None:
                    back = self._body[end]
                    assert isinstance(back, Instruction)
                    out.append(Loop(statement, self.level(position + 1, end, depth + 1), back))
                    position = end + 1
                    continue
            out.append(statement)
            position += 1
        return tuple(out)

    def _end(self, name: str, start: int, high: int) -> int | None:
        """Position of the branch that ends the loop at a label; None where there is no loop to raise."""
        branches = self._flow.branches.get(name)
        if not branches or branches[0] < start or branches[-1] >= high or name in self._flow.tangled:
            return None
        end = branches[-1]
        back = self._body[end]
        if not isinstance(back, Instruction):
            return None
        guard = back.guard
        if back.modifiers != (("uni",) if guard is None else ()):
            return None
        if guard is not None and not (
            guard.register in self._predicates and self._is_written(guard.register, start, end)
        ):
            return None
        return end if self._flow.closed(start, end) else None

    def _is_written(self, register: str, start: int, end: int) -> bool:
        """Whether an instruction between two positions writes a register."""
        positions = self._writes.get(register, [])
        next_ = bisect_right(positions, start)
        return next_ < len(positions) and positions[next_] < end
