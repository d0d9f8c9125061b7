"""Steps of rings, which a compiler writes as three to five instructions, become calls of one function."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.raising.copies import called, start_of_branches
from pyptx.codegen.tree import (
    BLOCKS,
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
    walk_statements,
    with_body,
)
from pyptx.ir import Instruction
from pyptx.ir import Name as Symbol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr, Statement

LEAST = 2
"""Steps of one kind from which on they are calls of a function."""


class _Kind(NamedTuple):
    """What the steps that one function traces have in common.

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


class _Step(NamedTuple):
    """A step of a ring.

    Attributes:
        kind: What it has in common with others.
        operands: The stage and the phase before it.
        targets: The stage and the phase behind it.
        types: The types of those that are new; empty for a register that it writes.
        length: Number of its statements.
    """

    kind: _Kind
    operands: tuple[Expr, Expr]
    targets: tuple[Expr, Expr]
    types: tuple[str, str]
    length: int


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
    return steps.with_functions(steps.of(body)) if steps.names else body


class _Steps:
    """The steps of a body.

    Attributes:
        names: The function of each kind.
        types: The types of new results that its calls leave out.
    """

    def __init__(self, body: Body, facts: Facts) -> None:
        self._facts = facts
        self._mentions: Counter[str] = Counter()
        for statement in walk_statements(body):
            self._mentions.update(facts.mentioned.names(statement))
        found: dict[_Kind, list[_Step]] = {}
        for part in _bodies(body):
            at = 0
            while at < len(part):
                step = self._step(part, at)
                if step is not None:
                    found.setdefault(step.kind, []).append(step)
                at += 1 if step is None else step.length
        self.names: dict[_Kind, str] = {}
        self.types: dict[_Kind, tuple[str, str]] = {}
        for kind, steps in found.items():
            new = [Counter([step.types[at] for step in steps if step.types[at]]) for at in (0, 1)]
            if len(steps) >= LEAST:
                self.names[kind] = self._free("advance")
                self.types[kind] = tuple([(each or Counter(["s32"])).most_common(1)[0][0] for each in new])  # type: ignore[assignment]
                facts.types.update(self.types[kind], ["b32"])

    def of(self, body: Body) -> Body:
        """Return a body with calls for its steps."""
        out: list[Statement] = []
        at = 0
        while at < len(body):
            step = self._step(body, at)
            if step is not None and step.kind in self.names:
                out.append(self._call(step, body[at : at + step.length]))
                at += step.length
                continue
            each = body[at]
            out.append(with_body(each, self.of(each.body)) if isinstance(each, BLOCKS) else each)
            at += 1
        return tuple(out)

    def with_functions(self, body: Body) -> Body:
        """Return a body with the functions, each before the statement that calls it first."""
        for kind, name in self.names.items():
            at = next(
                index
                for index, each in enumerate(body)
                if any(called(inner) == name for inner in walk_statements((each,)))
            )
            at = start_of_branches(body, at)
            body = (*body[:at], self._function(kind, name), *body[at:])
        return body

    def _call(self, step: _Step, part: Body) -> Statement:
        """Return the call for a step."""
        keywords: tuple[tuple[str, Expr], ...] = ()
        defaults = self.types[step.kind]
        if step.types != defaults:
            places = [Text(each) if each else to for each, to in zip(step.types, step.targets, strict=True)]
            keywords = (("to", Display(tuple(places), "()")),)
        call = Call(self.names[step.kind], step.operands, keywords)
        traced = tuple([node for each in part for node in each.stands_for])
        note = next((each.note for each in part if each.note), "")
        if not any(step.types):
            return Do(call, traced, note)
        results = [to if each else Name("_") for each, to in zip(step.types, step.targets, strict=True)]
        return Assign(Display(tuple(results), "()"), call, traced, note)

    def _function(self, kind: _Kind, name: str) -> Def:
        """Return the function for the steps of a kind."""
        stage, phase, to, wraps = map(Name, ("stage", "phase", "to", "wraps"))
        following = Name("next_stage") if kind.adds else stage
        flip = Call("ptx.inst.selp.u32", (Text("b32"), Number("1"), Number("0"), wraps))
        results = Name("to_stage"), Name("to_phase")
        made: list[Statement] = [
            Assign(results[0], Call(_SELECT, (Item(to, Number("0")), Number("0"), following, wraps))),
            Assign(results[1], Call(_FLIP, (Item(to, Number("1")), phase, flip))),
        ]
        first: list[Statement] = [Assign(wraps, Binary("==", following, kind.stages))]
        if kind.adds:
            first.insert(0, Assign(following, Binary("+", stage, Number("1"))))
        types = Display(tuple(map(Text, self.types[kind])), "()")
        head = Call(name, (stage, phase), (("to", types),))
        return Def(head, (*first, *(made[::-1] if kind.flips_first else made)), results)

    def _step(self, body: Body, at: int) -> _Step | None:
        """Return the step that starts at a statement; None where there is none."""
        match body[at : at + 4]:
            case Assign(Name(text) as following, Binary("+", start, Number("1")), sign=""), *rest if (
                self._mentions[text] == 3
            ):
                sums: tuple[Expr, Expr] | None = (start, following)
                part = tuple(rest)
            case [_, *_] as rest:
                sums, part = None, tuple(rest[:3])
            case _:
                return None
        match part:
            case Assign(Name(wraps), Binary("==", compared, stages), sign=""), _, _ if self._mentions[
                wraps
            ] == 3 and self._is_constant(stages):
                pass
            case _:
                return None
        if sums is not None and compared != sums[1]:
            return None
        test = Name(wraps)
        selected, flipped = self._selected(part[1], test), self._flipped(part[2], test)
        flips_first = selected is None
        if flips_first:
            selected, flipped = self._selected(part[2], test), self._flipped(part[1], test)
        if selected is None or flipped is None or selected[0] != compared:
            return None
        length = len(part) + (sums is not None)
        nodes = [node for each in body[at : at + length] for node in each.stands_for]
        if any(node.guard is not None for node in nodes):
            return None
        traced = tuple([(node.opcode, node.modifiers) for node in nodes])
        kind = _Kind(stages, sums is not None, flips_first, traced)
        operands = compared if sums is None else sums[0], flipped[0]
        return _Step(kind, operands, (selected[1], flipped[1]), (selected[2], flipped[2]), length)

    def _is_constant(self, stages: Expr) -> bool:
        """Whether an expression is a number, or the name of one that `name_stages` gave."""
        return type(stages) is Number or (type(stages) is Name and stages.text not in self._facts.pool)

    def _selected(self, statement: Statement, wraps: Name) -> tuple[Expr, Expr, str] | None:
        """Return what a statement selects, its target and the type of a new one; None for another."""
        match statement:
            case Assign(Name() as target, Call("ptx.inst.selp.b32", (Text(type_), *operands)), sign=""):
                place: Expr = target
            case Do(Call("ptx.inst.selp.b32", (Name() | Item() as place, *operands))):
                type_ = ""
            case _:
                return None
        match operands:
            case [Number("0"), chosen, test] if test == wraps:
                return chosen, place, type_
        return None

    def _flipped(self, statement: Statement, wraps: Name) -> tuple[Expr, Expr, str] | None:
        """Return the phase that a statement flips, its target and the type of a new one."""
        type_ = ""
        place: Expr
        phase: Expr
        match statement:
            case Assign(Name() as target, flip, sign="^"):
                place = phase = target
            case Assign(
                Name() as target, Binary("^", phase, flip), (*_, Instruction(operands=(to, *_))), sign=""
            ):
                place, type_ = target, self._facts.views.get(to.name if type(to) is Symbol else "", "")
                if not type_:
                    return None
            case Do(Call("ptx.inst.xor.b32", (Name() | Item() as place, phase, flip))):
                pass
            case _:
                return None
        match flip:
            case Call("ptx.inst.selp.u32", (Text("b32"), Number("1"), Number("0"), test)) if test == wraps:
                return phase, place, type_
        return None

    def _free(self, stem: str) -> str:
        """Take a name."""
        facts, name, number = self._facts, stem, 2
        while (
            name in self._mentions
            or name in facts.taken
            or facts.is_taken(name)
            or name in self.names.values()
        ):
            name, number = f"{stem}_{number}", number + 1
        return name


def _bodies(body: Body) -> Iterator[Body]:
    """Yield a body and those of its blocks."""
    yield body
    for statement in walk_statements(body):
        if isinstance(statement, BLOCKS):
            yield statement.body


_SELECT, _FLIP = "ptx.inst.selp.b32", "ptx.inst.xor.b32"
