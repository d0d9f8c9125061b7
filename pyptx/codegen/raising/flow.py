"""The labels and branches of a body, numbered in the order of the text.

>>> from pyptx.codegen.tree import Number
>>> from pyptx.ir import Instruction
>>> from pyptx.ir import Name as Label
>>> bra = Do(Call("ptx.inst.bra", (Text('"L"'),)), (Instruction("bra", (), (Label("L"),)),))
>>> flow = Flow((Do(Call("ptx.label", (Text('"L"'),))), Do(Call("f")), bra))
>>> flow.labels, flow.branches, flow.closed(0, 2)
({'L': 0}, {'L': [2]}, True)
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from pyptx.codegen.tree import Assign, Call, Do, Heading, Text, Unary, With

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.codegen.tree import Body, Expr, Statement
    from pyptx.ir import Instruction

DEEPEST, DEEPEST_LOOPS = 8, 6
"""Blocks in blocks, and loops among them; Python nests at most 20."""


def label_of(statement: Statement) -> str:
    """Return the label that a statement places; empty for another one."""
    if type(statement) is Do and type(statement.value) is Call and statement.value.function == "ptx.label":
        return statement.value.arguments[0].text[1:-1]  # type: ignore[union-attr]
    return ""


def target_of(statement: Statement) -> str:
    """Return the label that a branch with one target goes to; empty for another statement."""
    if type(statement) is not Do or not statement.stands_for or statement.stands_for[-1].opcode != "bra":
        return ""
    call = statement.value
    if type(call) is not Call or len(call.arguments) != 1 or type(call.arguments[0]) is not Text:
        return ""
    return call.arguments[0].text[1:-1] if call.function.startswith(_BRANCH) else ""


_BRANCH = "ptx.inst.bra"


def condition_of(branch: Statement) -> Expr | None:
    """Return the condition under which a branch is taken; None for one that is always taken."""
    assert isinstance(branch, Do)
    assert isinstance(branch.value, Call)
    return branch.value.keywords[0][1] if branch.value.keywords else None


def inverse(condition: Expr) -> Expr:
    """Return the condition that holds where another does not."""
    return condition.operand if isinstance(condition, Unary) else Unary("~", condition)


def is_skip(branch: Statement) -> bool:
    """Whether a branch is one that ``rest.skip()`` traces."""
    if not target_of(branch):
        return False
    words, condition = branch.stands_for[-1].modifiers, condition_of(branch)
    return words == ("uni",) if condition is None else words == () and type(condition) is not Text


def is_code(statement: Statement) -> bool:
    """Whether a statement is more than a comment."""
    kind = type(statement)
    if kind is Do:
        value = statement.value  # type: ignore[union-attr]
        return type(value) is not Call or value.function != "ptx.comment"
    return kind is not Heading


def code_of(body: Body) -> list[int]:
    """Return the positions of the statements that are more than comments."""
    return [at for at, each in enumerate(body) if is_code(each)]


def instruction_of(statement: Statement) -> Instruction | None:
    """Return the instruction that a call or an assignment represents; None for other statements."""
    if type(statement) in (Do, Assign) and len(statement.stands_for) == 1:
        return statement.stands_for[0]
    return None


def loop_label(statement: Statement) -> str:
    """Return the label of ``with ptx.loop(…)``; empty for another statement."""
    if type(statement) is With and type(statement.head) is Call and statement.head.function == "ptx.loop":
        return statement.head.arguments[0].text[1:-1]  # type: ignore[union-attr]
    return ""


class Flow:
    """The labels of a body, and the branches to them.

    Attributes:
        body: The body.
        at: Number of each statement, by its identity.
        statements: The statements by number; a loop is there twice, as its end branches back.
        labels: Number of each label.
        branches: Numbers of the branches to it, in order.
        fixed: Labels that statements other than branches name, or that have a second meaning.
    """

    def __init__(self, body: Body, fixed: frozenset[str] = frozenset()) -> None:
        self.body = body
        self.at: dict[int, int] = {}
        self.statements: list[Statement] = []
        self.labels: dict[str, int] = {}
        self.branches: dict[str, list[int]] = {}
        self.fixed = fixed
        self._read(body)
        self._first, self._last = self._reach(len(self.statements))

    def _read(self, body: Body) -> None:
        for statement in body:
            number = len(self.statements)
            self.at[id(statement)] = number
            self.statements.append(statement)
            kind = type(statement)
            if kind is Do:
                if type(call := statement.value) is not Call:  # type: ignore[union-attr]
                    continue
                if call.function == "ptx.label":
                    self.labels.setdefault(label_of(statement), number)
                elif call.function.startswith(_BRANCH) and (name := target_of(statement)):
                    self.branches.setdefault(name, []).append(number)
            elif kind is With:
                name = loop_label(statement)
                if name:
                    self.labels.setdefault(name, number)
                self._read(statement.body)  # type: ignore[union-attr]
                if name:
                    self.branches.setdefault(name, []).append(len(self.statements))
                    self.statements.append(statement)

    @property
    def goes_back(self) -> bool:
        """Whether a branch goes to a label before it."""
        return any(at[-1] > self.labels.get(name, at[-1]) for name, at in self.branches.items())

    @property
    def goes_on(self) -> bool:
        """Whether all branches to some label come before it."""
        return any(at[-1] < self.labels.get(name, -1) for name, at in self.branches.items())

    def is_sole(self, name: str) -> bool:
        """Whether one branch goes to a label, and nothing else uses it."""
        return len(self.branches.get(name, ())) == 1 and name not in self.fixed

    def closed(self, first: int, last: int) -> bool:
        """Whether no branch from outside goes to a label between two numbers, both excluded."""
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
        self._order: Sequence[int] = [position for _, position in order]
        first: list[list[int]] = [[]]
        last: list[list[int]] = [[]]
        for name, position in order:
            if name in self.fixed:
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
