"""Steps of rings, which a compiler writes as four or five instructions, become calls of one function."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.raising.copies import with_function
from pyptx.codegen.tree import (
    BLOCKS,
    ZERO,
    Assign,
    Binary,
    Call,
    Def,
    Display,
    Do,
    Item,
    Name,
    Number,
    Text,
    names_in,
    walk_bodies,
    with_body,
)
from pyptx.ir import Instruction
from pyptx.ir import Name as Symbol

if TYPE_CHECKING:
    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr, Statement

LEAST = 2
"""Steps of one kind from which on they are calls of a function."""


class _Kind(NamedTuple):
    """A kind of step: one function traces all steps of it.

    Attributes:
        stages: The number that the stage is compared with.
        adds: Whether the step first adds 1 to the stage.
        flips_first: Whether the phase comes before the stage.
        traced: Opcode and modifiers of each instruction.
    """

    stages: Expr
    adds: bool
    flips_first: bool
    traced: tuple[tuple[str, tuple[str, ...]], ...]


class _Result(NamedTuple):
    """A statement that sets a register.

    Attributes:
        function: The function of its instruction.
        operands: The operands after the first.
        target: The register.
        to: The type of a new register; otherwise the register.
    """

    function: str
    operands: tuple[Expr, ...]
    target: Expr
    to: Expr

    @property
    def is_new(self) -> bool:
        """Whether the statement binds a name to a new register."""
        return type(self.to) is Text


class _Step(NamedTuple):
    """A step of a ring.

    Attributes:
        kind: What it has in common with others.
        operands: The stage and the phase before it.
        results: The statements that set the stage and the phase after it.
        length: Number of its statements.
    """

    kind: _Kind
    operands: tuple[Expr, Expr]
    results: tuple[_Result, _Result]
    length: int

    @property
    def to(self) -> Display:
        """The places of the next stage and its phase."""
        return Display(tuple([each.to for each in self.results]), "()")


def write_steps(body: Body, facts: Facts) -> Body:
    """Write the steps of rings as calls of a function that returns the next stage and its phase.

    The function takes where its results go: a type is a new register, as for any instruction.

    >>> from pyptx.codegen.raising.body import example
    >>> from pyptx.codegen.raising.expressions import fold_expressions
    >>> from pyptx.codegen.raising.meanings import name_values
    >>> from pyptx.codegen.raising.naming import name_registers
    >>> from pyptx.codegen.writer import render_body
    >>> ptx = '''.reg .b32 %r<9>; .reg .pred %p<3>; mov.u32 %r1, 0; mov.u32 %r2, 0;
    ...     add.s32 %r3, %r1, 1; setp.eq.s32 %p1, %r3, 4; selp.b32 %r4, 0, %r3, %p1;
    ...     selp.u32 %r5, 1, 0, %p1; xor.b32 %r6, %r2, %r5; bar.sync 0;
    ...     add.s32 %r7, %r4, 1; setp.eq.s32 %p2, %r7, 4; selp.b32 %r1, 0, %r7, %p2;
    ...     selp.u32 %r8, 1, 0, %p2; xor.b32 %r2, %r6, %r8; ret;'''
    >>> body, facts = example(ptx)
    >>> for each in (name_values, fold_expressions, name_registers, write_steps):
    ...     body = each(body, facts)
    >>> print(render_body(body))
    stage = ptx.inst.mov.u32(s32, 0)
    phase = reg.scalar(u32, init=0)
    <BLANKLINE>
    def advance(stage, phase, to=(s32, u32)):
        next_stage = stage + 1
        wraps = next_stage == 4
        to_stage = ptx.inst.selp.b32(to[0], 0, next_stage, wraps)
        to_phase = ptx.inst.xor.b32(to[1], phase, ptx.inst.selp.u32(b32, 1, 0, wraps))
        return to_stage, to_phase
    <BLANKLINE>
    stage_2, phase_2 = advance(stage, phase)
    ptx.inst.bar.sync(0)
    advance(stage_2, phase_2, to=(stage, phase))
    """
    if "stage" not in facts.pool.values():
        return body
    steps = _Steps(body, facts)
    return steps.with_functions(steps.of(body)) if steps.heads else body


class _Steps:
    """The steps of a body.

    Attributes:
        heads: The head of the function of each kind, whose default is where most results go.
    """

    def __init__(self, body: Body, facts: Facts) -> None:
        self._facts = facts
        self._mentions = Counter(facts.mentioned.all_names(body))
        self._numbers = [each.target for each in body if type(each) is Assign and type(each.value) is Number]
        self._steps: dict[tuple[int, int], _Step] = {}
        found: dict[_Kind, list[_Step]] = {}
        for part in walk_bodies(body):
            end = 0
            for at in range(len(part)):
                step = self._step(part, at) if at >= end else None
                if step is not None:
                    self._steps[id(part), at] = step
                    found.setdefault(step.kind, []).append(step)
                    end = at + step.length
        self.heads = {kind: self._head(steps) for kind, steps in found.items() if len(steps) >= LEAST}
        facts.report.functions += len(self.heads)

    def of(self, body: Body) -> Body:
        """Return a body with calls for its steps."""
        out: list[Statement] = []
        at = 0
        while at < len(body):
            each, step = body[at], self._steps.get((id(body), at))
            if step is not None and step.kind in self.heads:
                out.append(self._call(step, body[at : at + step.length]))
                at += step.length
            else:
                out.append(with_body(each, self.of(each.body)) if isinstance(each, BLOCKS) else each)
                at += 1
        return tuple(out)

    def with_functions(self, body: Body) -> Body:
        """Return a body with the functions, each before the statement that calls it first."""
        for kind, head in self.heads.items():
            body = with_function(body, _function(kind, head))
        return body

    def _head(self, steps: list[_Step]) -> Call:
        """Return the head of the function of some steps."""
        name = self._facts.free_name("advance", self._mentions)
        self._mentions[name] += 1
        types = [each.to.text for step in steps for each in step.results if type(each.to) is Text]
        self._facts.types.update(types, ["b32"])
        new = Counter([step.to for step in steps if all(each.is_new for each in step.results)])
        if not new:
            return Call(name, (_STAGE, _PHASE, _TO))
        return Call(name, (_STAGE, _PHASE), ((_TO.text, new.most_common(1)[0][0]),))

    def _call(self, step: _Step, part: Body) -> Statement:
        """Return the call for a step."""
        head = self.heads[step.kind]
        keywords = ((_TO.text, step.to),)
        call = Call(head.function, step.operands, () if keywords == head.keywords else keywords)
        traced = tuple([node for each in part for node in each.stands_for])
        note = next((each.note for each in part if each.note), "")
        if not any(each.is_new for each in step.results):
            return Do(call, traced, note)
        names = [each.target if each.is_new else Name("_") for each in step.results]
        return Assign(Display(tuple(names), "()"), call, traced, note)

    def _step(self, body: Body, at: int) -> _Step | None:
        """Return the step that starts at a statement; None where there is none."""
        start: Expr | None = None
        following: Expr | None = None
        match body[at : at + 4]:
            case (
                Assign(Name(text), Binary("+", Name() | Item() as before, Number("1")), sign=""),
                *rest,
            ) if self._mentions[text] == 3:
                start, following = before, Name(text)
            case part:
                rest = [*part[:3]]
        match rest:
            case [
                Assign(Name(text) as wraps, Binary("==", Name() | Item() as compared, stages), sign=""),
                one,
                other,
            ] if self._mentions[text] == 3 and (type(stages) is Number or stages in self._numbers):
                first, second = self._result(one), self._result(other)
            case _:
                return None
        if first is None or second is None or following not in (None, compared):
            return None
        flips_first = first.function == _FLIP
        select, flip = (second, first) if flips_first else (first, second)
        if select[:2] != (_SELECT, (ZERO, compared, wraps)):
            return None
        if flip.function != _FLIP or flip.operands[1:] != (_turn(wraps),):
            return None
        phase = flip.operands[0]
        read_last = compared if flips_first else phase
        is_rebound = first.is_new and first.target in [Name(each) for each in names_in(read_last)]
        if type(phase) not in (Name, Item) or is_rebound:
            return None
        length = len(rest) + (start is not None)
        nodes = [node for each in body[at : at + length] for node in each.stands_for]
        traced = tuple([(node.opcode, node.modifiers) for node in nodes])
        kind = _Kind(stages, start is not None, flips_first, traced)
        return _Step(kind, (start or compared, phase), (select, flip), length)

    def _result(self, statement: Statement) -> _Result | None:
        """Return what a statement sets; None for one that sets no register or has a guard."""
        match statement:
            case Assign(Name() as target, Call(function, (Text() as type_, *operands), ()), sign=""):
                return _Result(function, tuple(operands), target, type_)
            case Do(Call(function, (Name() | Item() as target, *operands), ())):
                return _Result(function, tuple(operands), target, target)
            case Assign(Name() as target, flip, sign="^"):
                return _Result(_FLIP, (target, flip), target, target)
            case Assign(
                Name() as target,
                Binary("^", phase, flip),
                (*_, Instruction(operands=(Symbol(register), *_))),
                sign="",
            ) if register in self._facts.views:
                return _Result(_FLIP, (phase, flip), target, Text(self._facts.views[register]))
        return None


def _function(kind: _Kind, head: Call) -> Def:
    """Return the function for the steps of a kind."""
    wraps = Name("wraps")
    following = Name("next_stage") if kind.adds else _STAGE
    results = Name("to_stage"), Name("to_phase")
    made: list[Statement] = [
        Assign(results[0], Call(_SELECT, (Item(_TO, ZERO), ZERO, following, wraps))),
        Assign(results[1], Call(_FLIP, (Item(_TO, Number("1")), _PHASE, _turn(wraps)))),
    ]
    first: list[Statement] = [Assign(wraps, Binary("==", following, kind.stages))]
    if kind.adds:
        first.insert(0, Assign(following, Binary("+", _STAGE, Number("1"))))
    return Def(head, (*first, *(made[::-1] if kind.flips_first else made)), results)


def _turn(wraps: Name) -> Call:
    """Return the bit that a phase flips."""
    return Call("ptx.inst.selp.u32", (Text("b32"), Number("1"), ZERO, wraps))


_STAGE, _PHASE, _TO = Name("stage"), Name("phase"), Name("to")
"""Parameters of a function."""
_SELECT, _FLIP = "ptx.inst.selp.b32", "ptx.inst.xor.b32"
