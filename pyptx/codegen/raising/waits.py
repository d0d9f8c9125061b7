"""Loops that test an mbarrier until its phase is complete become ``ptx.mbarrier.wait(…)``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.operands import address_call, quoted
from pyptx.codegen.raising.flow import Flow, code_of, instruction_of, label_of, loop_label
from pyptx.codegen.texts import text_of
from pyptx.codegen.tree import Assign, Call, Do, Register, Text, With
from pyptx.ir import Address, Instruction, Label, Literal, Name
from pyptx.ptx.mbarrier_wait import FIRST_TRY_WAIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr, Statement
    from pyptx.ir import Operand


def raise_waits(body: Body, facts: Facts) -> Body:
    """Raise the loops that `ptx.mbarrier.wait` traces, word for word.

    They are ``again: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], phase; @!done bra again;``, as
    Triton and the DSL write it, ``… @done bra end; bra again; end:``, as CUTLASS does, and ``… selp n, 1, 0,
    done; setp.eq none, n, 0; @none bra again;``, as nvcc compiles libcu++. A loop is left if another
    branch goes to its labels, if it tests in another way, or if its registers have another use.

    >>> from pyptx.codegen.raising.body import example
    >>> from pyptx.codegen.writer import render_body
    >>> from pyptx.codegen.raising.loops import raise_loops
    >>> ptx = '''.reg .pred %p; .reg .b32 %r<2>;
    ...     again: mbarrier.try_wait.parity.shared::cta.b64 %p, [%r0], %r1; @!%p bra again; ret;'''
    >>> body, facts = example(ptx)
    >>> print(render_body(raise_waits(raise_loops(body, facts), facts)))
    r = reg.array(b32, 2)
    ptx.mbarrier.wait(ptx.addr(r[0]), r[1])
    """
    if facts.values is None or "mbarrier" not in facts.opcodes_of(body):
        return body
    return _Waits(facts.flow_of(body), facts).of(body)


class _Question(NamedTuple):
    """The mbarrier test of a wait loop.

    Attributes:
        ask: The instruction that tests the mbarrier.
        uni: Whether its branches are ``bra.uni``.
        exits: Whether it has a branch out.
        through: Instructions that convert the answer to a number and compare it; empty if there are none.
        move: The instruction that sets the address of the barrier in each round.
    """

    ask: Instruction
    uni: bool = False
    exits: bool = False
    through: tuple[Instruction, ...] = ()
    move: Instruction | None = None


class _Part(NamedTuple):
    """One statement of PTX in a loop.

    Attributes:
        node: The instruction or label.
        statement: Its Python.
        stop: Index of the statement after it; for the parts of a raised loop, after that.
    """

    node: Instruction | Label
    statement: Statement
    stop: int


SHORTEST, LONGEST = 3, 6
"""Statements of a wait: a label, a question and a branch, to the address, the question and three for it."""


class _Waits:
    """The waits of a body."""

    def __init__(self, flow: Flow, facts: Facts) -> None:
        self._flow = flow
        self._facts = facts

    def of(self, body: Body) -> Body:
        """The statements of a block."""
        out: list[Statement] = []
        code = code_of(body)
        index, start = 0, 0
        while index < len(code):
            place = code[index]
            out += body[start:place]
            statement = body[place]
            is_start = type(statement) is With or label_of(statement)
            made = self._wait(body, code, index) if is_start else None
            if made is not None:
                out.append(made[0])
                index = made[1]
            else:
                if type(statement) is With and statement.head != Call("ptx.scope"):
                    statement = statement._replace(body=self.of(statement.body))
                out.append(statement)
                index += 1
            start = code[index - 1] + 1
        return (*out, *body[start:])

    def _wait(self, body: Body, code: list[int], index: int) -> tuple[Statement, int] | None:
        """The wait that starts at a statement, and the index after it; None where there is none."""
        parts = _parts(body, code, index)
        for size in (LONGEST, LONGEST - 1, SHORTEST):
            if len(parts) < size or (len(parts) > size and parts[size - 1].stop == parts[size].stop):
                continue
            question = self._question([part.node for part in parts[:size]])
            call = None if question is None else self._call(question, parts[:size])
            if question is not None and call is not None:
                self._facts.report.waits += 1
                return Do(call, (question.ask,), parts[0].statement.note), parts[size - 1].stop
        return None

    def _question(self, nodes: Sequence[Instruction | Label]) -> _Question | None:
        """Return the question that these ask, if they are a wait."""
        again, *rest = nodes
        if not isinstance(again, Label) or not self._flow.is_sole(again.name):
            return None
        match rest:
            case [Instruction() as ask, Instruction() as back]:
                right = _asks(ask) and _repeats(back, again, done=ask.operands[0])
                return _Question(ask, uni=bool(back.modifiers)) if right else None
            case [Instruction() as ask, Instruction() as leave, Instruction() as back, Label() as end]:
                right = _asks(ask) and self._flow.is_sole(end.name)
                right = right and _exits(leave, back, again, end, ask.operands[0])
                return _Question(ask, uni=bool(leave.modifiers), exits=True) if right else None
            case [*before, Instruction() as ask, Instruction() as number, Instruction() as none, back]:
                if not _asks(ask) or not _is_number(number, none, back, again, done=ask.operands[0]):
                    return None
                moves = [each for each in before if isinstance(each, Instruction)]
                if len(moves) == len(before) and all(
                    _moves(each, none.modifiers[1], ask.operands[1]) for each in moves
                ):
                    return _Question(ask, through=(number, none), move=moves[0] if moves else None)
        return None

    def _call(self, question: _Question, parts: Sequence[_Part]) -> Call | None:
        """Return the call of `ptx.mbarrier.wait`; None if it would write other instructions."""
        facts, (ask, uni, exits, through, move) = self._facts, question
        suspended = facts.arch is not None and facts.arch.number >= FIRST_TRY_WAIT
        if ask.modifiers[0] == "try_wait" and not suspended:
            return None
        own = [part.statement for part in parts if part.node in (ask, *through, move)]
        if not self._is_own(question, own):
            return None
        (asked,) = [part.statement for part in parts if part.node is ask]
        assert isinstance(asked, Assign)
        assert isinstance(asked.value, Call)
        given = list(asked.value.arguments[1:])
        place = ask.operands[1]
        if move is not None and isinstance(place, Address):
            given[0] = self._moved(move.operands[1])
            if place.offset is not None:
                given[0] = address_call(given[0], place.offset)
        if any("spelled" in text_of(each) for each in given):
            return None
        words = [word for word in ask.modifiers[1:-2] if word != "parity"]
        keywords: tuple[tuple[str, Expr | None], ...] = (
            ("ticks", given[2] if len(given) > 2 else None),
            ("parity", None if "parity" in ask.modifiers else Text("False")),
            ("scope", Text(quoted(words[1])) if words else None),
            ("suspends", Text("False") if suspended and ask.modifiers[0] == "test_wait" else None),
            ("space", Text('"shared"') if ask.modifiers[-2] == "shared" else None),
            ("uni", Text("True") if uni else None),
            ("exits", Text("True") if exits else None),
            ("through", Text(quoted(through[1].modifiers[1])) if through else None),
        )
        said = tuple([(name, value) for name, value in keywords if value is not None])
        return Call("ptx.mbarrier.wait", tuple(given[:2]), said)

    def _moved(self, source: Operand) -> Expr:
        """The expression of an address that a loop moves to a register."""
        assert isinstance(source, Name)
        found = self._facts.names.find(source.name) if self._facts.names is not None else None
        return found[0] if found is not None and found[0] is not None else Text(quoted(source.name))

    def _is_own(self, question: _Question, statements: Sequence[Statement]) -> bool:
        """Whether only a wait names the registers that it sets, and it moves the address as `wait` does."""
        values, place = self._facts.values, question.ask.operands[1]
        assert values is not None
        base = place.base.name if isinstance(place, Address) and isinstance(place.base, Name) else ""
        if question.move is not None:
            source = question.move.operands[1]
            if isinstance(source, Name) and source.name in values.declared:
                return False
        elif question.through and base not in values.declared:
            return False
        return all(
            isinstance(each, Assign)
            and isinstance(each.target, Register)
            and values.counts[each.target.name] == 2
            for each in statements
        )


def _parts(body: Body, code: list[int], index: int) -> list[_Part]:
    """The statements from a label on that may be a wait; those of a loop one by one."""
    parts: list[_Part] = []
    while index < len(code) and len(parts) <= LONGEST:
        statement = body[code[index]]
        index += 1
        node = _node_of(statement)
        if node is not None and (parts or isinstance(node, Label)):
            parts.append(_Part(node, statement, index))
        elif not parts and type(statement) is With and (label := loop_label(statement)):
            inner = [statement.body[at] for at in code_of(statement.body)]
            if statement.stands_for[0].guard is not None:
                inner.pop()
            nodes = [_node_of(each) for each in inner]
            if len(nodes) > LONGEST or None in nodes:
                break
            parts.append(_Part(Label(label), statement, index))
            parts += [
                _Part(node, each, index) for node, each in zip(nodes, inner, strict=True) if node is not None
            ]
            parts.append(_Part(statement.stands_for[0], statement, index))
        else:
            break
    return parts


def _node_of(statement: Statement) -> Instruction | Label | None:
    """The instruction or label that a statement writes."""
    name = label_of(statement)
    return Label(name) if name else instruction_of(statement)


def _repeats(back: Instruction, again: Label, *, done: Operand) -> bool:
    """Whether a branch goes back until an answer is yes."""
    guard = back.guard
    return (
        guard is not None
        and guard.negated
        and Name(guard.register) == done
        and _goes(back, again)
        and back.modifiers in ((), ("uni",))
    )


def _exits(leave: Instruction, back: Instruction, again: Label, end: Label, done: Operand) -> bool:
    """Whether one branch goes to the end when an answer is yes, and another back."""
    guard, words = leave.guard, leave.modifiers
    return (
        guard is not None
        and not guard.negated
        and Name(guard.register) == done
        and words in ((), ("uni",))
        and _goes(leave, end)
        and _goes(back, again)
        and (back.modifiers, back.guard) == (words, None)
    )


def _goes(branch: Instruction, label: Label) -> bool:
    """Whether an instruction is a branch to a label."""
    return branch.opcode == "bra" and branch.operands == (Name(label.name),)


def _is_number(number: Instruction, none: Instruction, back: object, again: Label, *, done: Operand) -> bool:
    """Whether a branch goes back while the number that is made of an answer is 0."""
    zero, one = Literal("0"), Literal("1")
    return (
        isinstance(back, Instruction)
        and _goes(back, again)
        and back.modifiers == ()
        and (number.opcode, number.modifiers, number.guard) == ("selp", ("b32",), None)
        and number.operands[1:] == (one, zero, done)
        and none.opcode == "setp"
        and none.modifiers in (("eq", "s32"), ("eq", "b32"))
        and none.guard is None
        and none.operands[1:] == (number.operands[0], zero)
        and isinstance(none.operands[0], Name)
        and back.guard is not None
        and not back.guard.negated
        and back.guard.register == none.operands[0].name
    )


def _moves(move: Instruction, compared: str, place: Operand) -> bool:
    """Whether an instruction sets the address of a question, in the type that goes with the comparison."""
    return (
        (move.opcode, move.modifiers, move.guard) == ("mov", (_MOVED[compared],), None)
        and isinstance(place, Address)
        and move.operands[0] == place.base
        and isinstance(move.operands[1], Name)
    )


_MOVED = {"s32": "u32", "b32": "b32"}
"""The moves and comparisons by which nvcc compares addresses as numbers of a type."""


def _asks(node: Instruction) -> bool:
    """Whether an instruction tests an mbarrier as `ptx.mbarrier.wait` does."""
    words = tuple([word for word in node.modifiers if word != "parity"])
    order = words[1:-2]
    return (
        node.opcode == "mbarrier"
        and node.guard is None
        and words[:1] in (("try_wait",), ("test_wait",))
        and words[-2:] in (("shared::cta", "b64"), ("shared", "b64"))
        and (not order or (len(order) == 2 and order[0] == "acquire"))
        and len(node.operands) in (3, 4)
        and isinstance(node.operands[0], Name)
        and isinstance(node.operands[1], Address)
        and all(isinstance(operand, (Name, Literal)) for operand in node.operands[2:])
    )
