"""Branches forward become ``with ptx.if_(…)`` and ``with ptx.else_()``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.raising.flow import (
    DEEPEST,
    Flow,
    code_of,
    condition_of,
    inverse,
    is_code,
    is_skip,
    label_of,
    loop_label,
    target_of,
)
from pyptx.codegen.tree import Call, Do, Method, Register, Text, With

if TYPE_CHECKING:
    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Statement


def raise_conditionals(body: Body, facts: Facts) -> Body:
    """Raise ``@p bra skip; … skip:`` and ``@p bra skip; … bra.uni end; skip: … end:``.

    They are what `ptx.if_` and `ptx.else_` trace, label for label: two labels in one place can lead ptxas to
    other code. Further branches to `skip` from between the first and the label, and to `end` from either
    part, leave the block early; ``@p bra then; bra.uni skip; then:`` starts a block too. A branch is left if
    another one goes to its label from elsewhere, if a branch from outside enters the skipped part, or if its
    guard has no variable.

    >>> from pyptx.codegen.raising.body import example
    >>> from pyptx.codegen.writer import render_body
    >>> ptx = ".reg .pred %p; @%p bra L1; bar.sync 0; bra.uni L2; L1: exit; L2: ret;"
    >>> print(render_body(raise_conditionals(*example(ptx))))
    p = reg.array(pred, 1)
    with ptx.if_(~p[0]):
        ptx.inst.bar.sync(0)
    with ptx.else_():
        ptx.inst.exit()
    """
    raising = _Conditionals(facts.flow_of(body))
    made = raising.of(body, 0)
    facts.report.conditionals += raising.count
    return made


def left_early(branch: Statement, rest: str, *, past: bool = False) -> Do:
    """Return ``rest.skip(…)`` for a branch to the end of a block; ``rest.leave(…)`` past its second part."""
    condition = condition_of(branch)
    given = () if condition is None else (condition,)
    call = Method(Register(rest), "leave" if past else "skip", given)
    return Do(call, branch.stands_for, branch.note)


class _Head(NamedTuple):
    """The start of a block.

    Attributes:
        branch: Its first branch.
        away: The jump after it, where there is one: ``bra.uni skip; then:``.
        skip: The label after the block.
        first: Index of the first statement in it.
    """

    branch: Statement
    away: Statement | None
    skip: str
    first: int


class _Level(NamedTuple):
    """The statements of a block.

    Attributes:
        body: The statements.
        code: Positions of those that are more than comments.
        places: Index in `code` of each label.
    """

    body: Body
    code: list[int]
    places: dict[str, int]

    def at(self, index: int) -> Statement:
        """The statement at an index in `code`."""
        return self.body[self.code[index]]


class _Conditionals:
    """Raises the statements of each block in order; places count statements other than comments.

    Attributes:
        count: Blocks made.
    """

    def __init__(self, flow: Flow) -> None:
        self.count = 0
        self._flow = flow
        self._rests: dict[str, str] = {}
        self._past: set[str] = set()
        self._left: set[str] = set()

    def of(self, body: Body, depth: int) -> Body:
        """The statements of a block."""
        if not any(target_of(each) or loop_label(each) for each in body):
            return body
        code = code_of(body)
        places = {name: at for at, place in enumerate(code) if (name := label_of(body[place]))}
        return self._range(_Level(body, code, places), 0, len(code), depth)

    def _range(self, level: _Level, low: int, high: int, depth: int) -> Body:
        """The statements from one up to another, with the comments before each."""
        out: list[Statement] = []
        index = low
        start = level.code[low - 1] + 1 if low else 0
        while index < high:
            place = level.code[index]
            out += level.body[start:place]
            statement = level.body[place]
            if loop_label(statement):
                assert isinstance(statement, With)
                out.append(statement._replace(body=self.of(statement.body, depth + 1)))
            elif name := target_of(statement):
                made = self._if(level, index, high, depth) if depth < DEEPEST else None
                if made is not None:
                    out += made[0]
                    index = made[1]
                    start = level.code[index - 1] + 1
                    continue
                rest = self._rests.get(name)
                if rest is not None:
                    self._left.add(rest)
                    statement = left_early(statement, rest, past=name in self._past)
                out.append(statement)
            else:
                out.append(statement)
            index += 1
            start = place + 1
        end = level.code[high] if high < len(level.code) else len(level.body)
        return (*out, *level.body[start:end])

    def _if(self, level: _Level, index: int, high: int, depth: int) -> tuple[Body, int] | None:
        """The block that a branch starts, and the index after it; None where there is none."""
        for head in self._heads(level, index, high):
            skip = level.places.get(head.skip, -1)
            if head.first < skip < high and self._is_block(level, head, skip):
                return self._make_block(level, head, skip, high, depth)
        return None

    def _heads(self, level: _Level, index: int, high: int) -> list[_Head]:
        """Return the block that could start at a branch."""
        branch = level.at(index)
        name, condition = target_of(branch), condition_of(branch)
        words = branch.stands_for[-1].modifiers
        if words not in ((), ("uni",)) or condition is None or type(condition) is Text:
            return []
        heads = [_Head(branch, None, name, index + 1)]
        if index + 2 < high and not words and label_of(level.at(index + 2)) == name:
            away = level.at(index + 1)
            skip = target_of(away)
            if skip and self._flow.is_sole(name) and condition_of(away) is None and is_skip(away):
                heads.insert(0, _Head(branch, away, skip, index + 3))
        return heads

    def _is_block(self, level: _Level, head: _Head, skip: int) -> bool:
        """Whether a head skips a block whose only entry is that head."""
        start, stop = self._flow.at[id(head.branch)], self._flow.at[id(level.at(skip))]
        if not self._flow.closed(start, stop):
            return False
        first = start if head.away is None else self._flow.at[id(head.away)]
        if not self._is_left(head.skip, first, stop):
            return False
        last = level.at(skip - 1)
        return head.first + 1 < skip or not _leaves(last) or is_skip(last)

    def _make_block(self, level: _Level, head: _Head, skip: int, high: int, depth: int) -> tuple[Body, int]:
        """Return the block from a head to its label, with the second part that follows it."""
        self.count += 1
        condition = condition_of(head.branch)
        assert condition is not None
        flags = (("uni", bool(head.branch.stands_for[-1].modifiers)), ("jumps", head.away is not None))
        call = Call(
            "ptx.if_",
            (inverse(condition) if head.away is None else condition,),
            tuple([(name, Text("True")) for name, is_set in flags if is_set]),
        )
        lead: Body = ()
        if head.away is not None:
            low, stop = level.code[head.first - 3], level.code[head.first - 1]
            lead = tuple([each for each in level.body[low:stop] if not is_code(each)])
        last = self._end(level, head, skip, high)
        if last is None:
            then, rest = self._part(level, head.first, skip, head.skip, depth)
            return (With(call, rest, (*lead, *then), head.branch.stands_for, head.branch.note),), skip + 1
        closing = label_of(level.at(last))
        then, rest = self._part(level, head.first, skip - 1, head.skip, depth, past=closing)
        otherwise, other = self._part(level, skip + 1, last, closing, depth)
        between = level.body[level.code[skip - 1] + 1 : level.code[skip]]
        first = With(call, rest, (*lead, *then, *between), head.branch.stands_for, head.branch.note)
        return (first, With(Call("ptx.else_"), other, otherwise)), last + 1

    def _part(
        self, level: _Level, low: int, high: int, end: str, depth: int, *, past: str = ""
    ) -> tuple[Body, str]:
        """One part of a block and, if branches leave it early, its end, which names the rest of it."""
        before = {name: self._rests.get(name) for name in (end, past) if name}
        self._rests |= dict.fromkeys(before, end)
        self._past |= {past} - {""}
        made = self._range(level, low, high, depth + 1)
        self._past.discard(past)
        for name, known in before.items():
            if known is None:
                del self._rests[name]
            else:
                self._rests[name] = known
        return made, end if end in self._left else ""

    def _end(self, level: _Level, head: _Head, skip: int, high: int) -> int | None:
        """Index of the label that ends the second part after a label; None where there is no such part."""
        flow = self._flow
        leave, label = level.at(skip - 1), level.at(skip)
        name = target_of(leave)
        last = level.places.get(name, -1) if name else -1
        if not _leaves(leave) or not is_skip(leave) or not skip + 1 < last < high:
            return None
        start, stop = flow.at[id(label)], flow.at[id(level.at(last))]
        if not flow.closed(start, stop) or name in flow.fixed:
            return None
        first, own = flow.at[id(head.branch)], flow.at[id(leave)]
        for other in flow.branches[name]:
            if other != own and not (first < other < stop and is_skip(flow.statements[other])):
                return None
        return last

    def _is_left(self, name: str, first: int, stop: int) -> bool:
        """Whether a label is where the branch at `first` goes and, after it, nothing but skips do."""
        flow = self._flow
        if name in flow.fixed:
            return False
        at, *others = flow.branches[name]
        return at == first and all(other < stop and is_skip(flow.statements[other]) for other in others)


def _leaves(statement: Statement) -> bool:
    """Whether a statement is a branch that is always taken."""
    return bool(target_of(statement)) and condition_of(statement) is None
