"""Loops that count become ``with ptx.counting(…)`` and ``for i in ptx.range_(…)``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.codegen.operands import number, quoted
from pyptx.codegen.raising.flow import Flow, code_of, instruction_of, is_code, label_of, loop_label
from pyptx.codegen.texts import text_of
from pyptx.codegen.tree import Assign, Call, For, Number, Register, Text, With, registers_in, walk_statements
from pyptx.ir import Instruction, Literal, Name
from pyptx.trace import written_names
from pyptx.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr, Statement
    from pyptx.ir import Operand


def raise_counting(body: Body, facts: Facts) -> Body:
    """Write counting loops with `ptx.range_` and `ptx.counting`.

    ``label: … add i, i, step; setp p, i, stop; @p bra label;`` is what `ptx.counting` traces, word for word,
    and ``mov i, start; label: setp.ge p, i, stop; @p bra end; … add i, i, step; bra.uni label; end:`` what
    `ptx.range_` traces. Any other loop is left, one whose label or end another branch goes to, one whose
    predicate has another use, and one whose body writes the counter or a bound: `ptx.range_` refuses that.

    >>> from pyptx.codegen.raising.body import example
    >>> from pyptx.codegen.writer import render_body
    >>> from pyptx.codegen.raising.loops import raise_loops
    >>> ptx = '''.reg .pred %p; .reg .b32 %i; mov.b32 %i, 0;
    ...     L: bar.sync 0; add.s32 %i, %i, 2; setp.lt.s32 %p, %i, 8; @%p bra L; ret;'''
    >>> body, facts = example(ptx)
    >>> print(render_body(raise_counting(raise_loops(body, facts), facts)))
    %i = ptx.inst.mov.b32(s32, 0)
    with ptx.counting(%i, 8, 2):
        ptx.inst.bar.sync(0)
    """
    if facts.values is None or not any(map(loop_label, walk_statements(body))):
        return body
    return _Counting(facts.flow_of(body), facts).of(body, 0)


class _Counting:
    """The counted loops of a body."""

    def __init__(self, flow: Flow, facts: Facts) -> None:
        self._flow = flow
        self._facts = facts

    def of(self, body: Body, depth: int) -> Body:
        """The statements of a block in this many loops over ranges."""
        out: list[Statement] = []
        code = code_of(body)
        index, start = 0, 0
        while index < len(code):
            place = code[index]
            statement = body[place]
            out += body[start:place]
            made = self._range(body, code[index : index + 3], depth)
            if made is not None:
                last = code[index + 2]
                out += [each for each in body[place:last] if not is_code(each)]
                out.append(made)
                index += 3
                start = last + 1
                continue
            if type(statement) is With and statement.head != Call("ptx.scope"):
                counted = self._count(statement) if loop_label(statement) else None
                statement = statement if counted is None else counted
                statement = statement._replace(body=self.of(statement.body, depth))
            out.append(statement)
            index += 1
            start = place + 1
        return (*out, *body[start:])

    def _count(self, loop: With) -> With | None:
        """Return a loop that tests at its end as ``with ptx.counting(…):``; None for another one."""
        facts, back = self._facts, loop.stands_for[0]
        code = code_of(loop.body)
        guard = back.guard
        if len(code) < 3 or guard is None or guard.negated or not self._flow.is_sole(loop_label(loop)):
            return None
        first, second = loop.body[code[-3]], loop.body[code[-2]]
        add, compare = instruction_of(first), instruction_of(second)
        if add is None or compare is None or not _counts_up(add, compare, guard.register):
            return None
        (word,), (comparison, type_) = add.modifiers, compare.modifiers
        counter = self._bound(add.operands[0], word)
        step, stop = self._bound(add.operands[2], word), self._bound(compare.operands[2], type_)
        if counter is None or step is None or stop is None or not self._is_own(second):
            return None
        inside = [each for each in walk_statements(loop.body) if isinstance(each, Assign)]
        set_inside = {name for each in inside for name in registers_in(each.target)}
        is_set = any(isinstance(each, Register) and each.name in set_inside for each in (step, stop))
        is_bound = any(each.target == counter and not each.sign for each in inside)  # an undefined one
        if is_set or is_bound or facts.views.get(add.operands[0].name) != word:  # type: ignore[union-attr]
            return None
        said = [counter, stop] if step == Number("1") else [counter, stop, step]
        keywords: tuple[tuple[str, Expr], ...] = ()
        usual = "gt" if text_of(step)[0] == "-" else "lt"
        if (comparison, type_) != (usual, word):
            compared = comparison if type_ == word else f"{comparison}.{type_}"
            keywords = (("compare", Text(quoted(compared))),)
        facts.report.counted += 1
        inner = (*loop.body[: code[-3]], *[each for each in loop.body[code[-3] :] if not is_code(each)])
        head = Call("ptx.counting", tuple(said), keywords)
        return With(head, "", inner, (add, compare, back), loop.note)

    def _range(self, body: Body, places: Sequence[int], depth: int) -> For | None:
        """Return ``for i in ptx.range_(…):`` for a start, a loop and a label; None for others."""
        if len(places) < 3 or type(body[places[1]]) is not With:
            return None
        first, loop, end = [body[place] for place in places]
        start, name = instruction_of(first), label_of(end)
        if not isinstance(loop, With) or start is None or not name or not loop_label(loop):
            return None
        code = code_of(loop.body)
        is_sole = self._flow.is_sole(loop_label(loop)) and self._flow.is_sole(name)
        if len(code) < 3 or not is_sole or loop.stands_for[0].guard is not None:
            return None
        compare, leave, add = (instruction_of(loop.body[code[at]]) for at in (0, 1, -1))
        if compare is None or leave is None or add is None or not _is_range(start, compare, leave, add, name):
            return None
        counter, (word,) = add.operands[0], add.modifiers
        assert isinstance(counter, Name)
        inside = loop.body[code[1] + 1 : code[-1]]
        bounds = start.operands[1], compare.operands[2], add.operands[2]
        fixed = {each.name for each in (counter, *bounds[1:]) if isinstance(each, Name)}
        nodes = (node for each in walk_statements(inside) for node in each.stands_for)
        said = [made for each in bounds if (made := self._bound(each, word)) is not None]
        if (
            len(said) < 3
            or not (isinstance(first, Assign) and first.target == Register(counter.name) and not first.sign)
            or not self._is_own(loop.body[code[0]])
            or self._facts.views.get(counter.name) != word
            or not self._counts(bounds, compare, word)
            or any(fixed & written_names(node) for node in nodes)
        ):
            return None
        if said[2] == Number("1"):
            del said[2]
            if said[0] == Number("0"):
                del said[0]
        self._facts.report.counted += 1
        self._facts.stems[counter.name] = "ijklmnop"[depth % 8]
        marks = [each for each in loop.body[: code[1]] if not is_code(each)]
        inner = self.of((*marks, *inside), depth + 1)
        stands_for = (start, compare, add)
        return For(Register(counter.name), Call("ptx.range_", tuple(said)), inner, stands_for, first.note)

    def _counts(self, bounds: tuple[Operand, ...], compare: Instruction, word: str) -> bool:
        """Whether `ptx.range_` counts between bounds in a type, and compares like an instruction."""
        facts = self._facts
        kinds = tuple(
            [
                int(each.text) if isinstance(each, Literal) else facts.views[each.name]  # type: ignore[union-attr]
                for each in bounds
            ]
        )
        step = kinds[2]
        comparison = "le" if isinstance(step, int) and step < 0 else "ge"
        if compare.modifiers[0] != comparison or facts.interpreter is None:
            return False
        return facts.interpreter.counts(kinds) == word

    def _is_own(self, test: Statement) -> bool:
        """Whether nothing but one branch reads the predicate of a test."""
        values = self._facts.values
        assert values is not None
        return (
            isinstance(test, Assign)
            and isinstance(test.target, Register)
            and values.counts[test.target.name] == 2
        )

    def _bound(self, operand: Operand, type_: str) -> Expr | None:
        """Return a bound of a loop that counts in a type; None if the operand cannot be one."""
        if isinstance(operand, Literal):
            text = number(operand.text, type_)
            return None if text is None else Number(text)
        view = self._facts.views.get(operand.name) if isinstance(operand, Name) else None
        if view not in _COUNTING or TYPES[view].bits != TYPES[type_].bits:
            return None
        return self._variable(operand.name)  # type: ignore[union-attr]

    def _variable(self, register: str) -> Expr:
        """The Python expression of a register."""
        assert self._facts.names is not None
        return self._facts.names.variable_of(register)


def _counts_up(add: Instruction, compare: Instruction, predicate: str) -> bool:
    """Whether instructions step a counter by a bound, and compare it with another one."""
    counter = add.operands[0] if add.operands else None
    return (
        _adds(add)
        and counter is not None
        and _asks(compare, counter)
        and compare.operands[0] == Name(predicate)
        and counter not in (add.operands[2], compare.operands[2])
    )


def _is_range(
    start: Instruction, compare: Instruction, leave: Instruction, add: Instruction, end: str
) -> bool:
    """Whether instructions start, test, leave and step a loop that asks before each round."""
    if not _adds(add):
        return False
    counter = add.operands[0]
    return (
        start.opcode == "mov"
        and start.modifiers == add.modifiers
        and start.guard is None
        and start.operands[0] == counter
        and _asks(compare, counter)
        and compare.modifiers[1:] == add.modifiers
        and (leave.opcode, leave.modifiers, leave.operands) == ("bra", (), (Name(end),))
        and leave.guard is not None
        and not leave.guard.negated
        and compare.operands[0] == Name(leave.guard.register)
        and counter not in (start.operands[1], compare.operands[2], add.operands[2])
    )


def _adds(node: Instruction) -> bool:
    """Whether an instruction is ``add i, i, step``."""
    return (
        node.opcode == "add"
        and len(node.modifiers) == 1
        and node.guard is None
        and isinstance(node.operands[0], Name)
        and node.operands[0] == node.operands[1]
        and _is_bound(node.operands[2])
    )


def _asks(node: Instruction, counter: Operand) -> bool:
    """Whether an instruction is ``setp p, i, stop``."""
    return (
        node.opcode == "setp"
        and len(node.modifiers) == 2
        and node.guard is None
        and len(node.operands) == 3
        and node.operands[1] == counter
        and _is_bound(node.operands[2])
    )


def _is_bound(operand: Operand) -> bool:
    return isinstance(operand, (Name, Literal))


_COUNTING = frozenset({"b32", "u32", "s32", "b64", "u64", "s64"})
"""Types in which loops count."""
