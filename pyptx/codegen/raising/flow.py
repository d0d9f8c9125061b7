"""Positions of a function's labels, and the branches to them."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from pyptx.codegen.raising.tree import target_of
from pyptx.ir import Block, Declaration, Directive, Instruction, Label
from pyptx.ir.visit import walk

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from pyptx.codegen.raising.tree import Mentions
    from pyptx.ir import Statement


class Flow:
    """The labels of a body, by the positions of its statements.

    Attributes:
        labels: Position of each label of the body itself.
        branches: Positions of the branches to it, in order.
        held: Labels that a statement other than a branch names: they stay, under their names.
        tangled: Labels whose name has a second meaning.
    """

    def __init__(self, body: Sequence[Statement], held: Collection[str], mentions: Mentions) -> None:
        """Look through a body; `held` are names that the module uses outside functions."""
        self.labels: dict[str, int] = {}
        self.branches: dict[str, list[int]] = {}
        self.held: set[str] = set()
        self.tangled: set[str] = set()
        named: set[str] = set()
        for position, statement in enumerate(body):
            if type(statement) is Label:
                if statement.name in self.labels:
                    self.tangled.add(statement.name)
                self.labels[statement.name] = position
                continue
            for node in walk((statement,)) if type(statement) is Block else (statement,):
                if type(node) is Instruction:
                    target = target_of(node) if node.opcode == "bra" else None
                    if target is None:
                        named.update(mentions.names_in(node.operands))
                    else:
                        self.branches.setdefault(target, []).append(position)
                elif type(node) is Label:
                    self.tangled.add(node.name)
                elif type(node) is Directive:
                    named.update(node.words)
                elif type(node) is Declaration:
                    named.update(declarator.name for declarator in node.declarators)
        self.held = {name for name in self.labels if name in named or name in held}
        self._first, self._last = self._reach(len(body))

    def closed(self, first: int, last: int) -> bool:
        """Whether no branch from outside goes to a label between two positions, both excluded."""
        low, high = bisect_left(self._order, first + 1), bisect_left(self._order, last)
        if low >= high:
            return True
        level = (high - low).bit_length() - 1
        other = high - (1 << level)
        return (
            min(self._first[level][low], self._first[level][other]) >= first
            and max(self._last[level][low], self._last[level][other]) <= last
        )

    def _reach(self, end: int) -> tuple[list[list[int]], list[list[int]]]:
        """Return the first and the last branch to any label in runs of 1, 2, 4 … labels."""
        order = sorted(self.labels.items(), key=lambda row: row[1])
        self._order = [position for _, position in order]
        first: list[list[int]] = [[]]
        last: list[list[int]] = [[]]
        for name, position in order:
            if name in self.held or name in self.tangled:
                first[0].append(-1)
                last[0].append(end)
            else:
                at = self.branches.get(name, [position])
                first[0].append(min(at))
                last[0].append(max(at))
        step = 1
        while 2 * step <= len(order):
            below, above = first[-1], last[-1]
            count = len(below) - step
            first.append([min(below[at], below[at + step]) for at in range(count)])
            last.append([max(above[at], above[at + step]) for at in range(count)])
            step *= 2
        return first, last
