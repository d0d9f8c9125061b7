"""Steps of a ring of stages, as calls of `ptx.pipeline`.

>>> from pyptx.codegen.raising.facts import Facts
>>> from pyptx.codegen.texts import line_of
>>> from pyptx.ir import Instruction
>>> def zero(name):
...     return Assign(Name(name), Call("reg.scalar", (U32,), (("init", Number("0")),)), ())
>>> cursor, parity, place, turn = map(Name, ("r1", "r2", "r3", "r4"))
>>> lines = [
...     Assign(Name("p1"), Binary("==", cursor, Number("4"))),
...     Assign(Name("r5"), Binary("^", parity, Number("1"))),
...     Assign(place, Call("ptx.inst.selp.u32", (U32, Number("0"), cursor, Name("p1")))),
...     Assign(turn, Call("ptx.inst.selp.u32", (U32, Name("r5"), parity, Name("p1")))),
...     Do(Call("ptx.inst.add.u32", (cursor, place, Number("1")))),
...     Do(Call("ptx.inst.mov.u32", (parity, turn))),
... ]
>>> step = [each._replace(stands_for=(Instruction(*traced),)) for each, traced in zip(lines, _TRACED)]
>>> for each in write_pipelines((zero("r1"), zero("r2"), *step), Facts()):
...     print(line_of(each))
ring = ptx.pipeline(4)
stage, phase = ring.advance()
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.tree import (
    Assign,
    Binary,
    Call,
    Display,
    Do,
    Name,
    Number,
    Text,
    expressions_of,
    names_in,
    substituted,
    walk_bodies,
    walk_statements,
    with_bodies,
    with_expressions,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Statement

STEP = 6
"""Instructions of a step."""


class _Step(NamedTuple):
    """The registers of a step.

    Attributes:
        stages: Number of stages, as it is written.
        cursor: Register with the stage that comes next.
        parity: Register with its parity.
        stage: New register with the stage.
        phase: New register with the parity.
    """

    stages: str
    cursor: str
    parity: str
    stage: str
    phase: str


def write_pipelines(body: Body, facts: Facts) -> Body:
    """Write the instructions that `PipelineState.advance` traces as a call of it.

    They are the same instructions in the same order, on the cursor and the parity of one ring, and nothing
    else reads the registers in between. Other ways to step a ring are left.
    """
    if not any(_is_step(part, at) for part in walk_bodies(body) for at in range(len(part))):
        return body
    pipelines = _Pipelines(body, facts)
    return pipelines.of(body) if pipelines.rings else body


class _Pipelines:
    """The rings of a body.

    Attributes:
        rings: Their names, by stages, cursor and parity.
    """

    def __init__(self, body: Body, facts: Facts) -> None:
        self._facts = facts
        self._mentions: dict[str, int] = {}
        self._makers: dict[str, list[Assign]] = {}
        for statement in walk_statements(body):
            for name in [name for expr in expressions_of(statement) for name in names_in(expr)]:
                self._mentions[name] = self._mentions.get(name, 0) + 1
            if isinstance(statement, Assign) and isinstance(statement.target, Name):
                self._makers.setdefault(statement.target.text, []).append(statement)
        parts = [*walk_bodies(body)]
        steps = [step for part in parts for at in range(len(part)) if (step := self._step(part, at))]
        self.rings: dict[tuple[str, str, str], str] = {}
        self._names: dict[str, Name] = {}
        for step in steps:
            if step[:3] not in self.rings and any(self._is_made_in(part, step) for part in parts):
                self.rings[step[:3]] = self._free("ring")
        for step in steps:
            if step[:3] in self.rings:
                for name, stem in ((step.stage, "stage"), (step.phase, "phase")):
                    if _GIVEN.fullmatch(name) and name not in self._names:
                        self._names[name] = Name(self._free(stem))
        counts = {key: sum(step[:3] == key for step in steps) for key in self.rings}
        self._own = {
            key
            for key, count in counts.items()
            if self._mentions[key[1]] == 1 + 3 * count == self._mentions[key[2]]
        }

    def of(self, body: Body) -> Body:
        """Return a body with its rings."""
        out: list[Statement] = []
        at = 0
        while at < len(body):
            step = self._step(body, at)
            if step is not None and (ring := self.rings.get(step[:3])) is not None:
                traced = tuple([each for part in body[at : at + STEP] for each in part.stands_for])
                results = [self._names.get(each) or Name(each) for each in (step.stage, step.phase)]
                out.append(
                    Assign(Display(tuple(results), "()"), Call(f"{ring}.advance"), traced, body[at].note)
                )
                at += STEP
                continue
            new = self._new_ring(body, at)
            if new is not None:
                out.append(new)
                at += 2
                continue
            out.append(
                with_expressions(
                    body[at], [substituted(each, Name, self._names) for each in expressions_of(body[at])]
                )
            )
            at += 1
            for key, ring in self.rings.items():
                makers = [self._makers[name][0] for name in key[1:]]
                if body[at - 1] in makers and all(each in body[:at] for each in makers):
                    registers = ("cursor", Name(key[1])), ("phase", Name(key[2]))
                    out.append(Assign(Name(ring), Call("ptx.pipeline", (Number(key[0]),), registers)))
        return with_bodies(tuple(out), self.of)

    def _new_ring(self, body: Body, at: int) -> Assign | None:
        """Return the call that makes a ring with registers of its own, if two statements make these."""
        for key, ring in self.rings.items():
            first, second = (self._makers[name][0] for name in key[1:])
            if (
                key in self._own
                and body[at : at + 2] == (first, second)
                and _is_zero(first)
                and _is_zero(second)
            ):
                traced = (*first.stands_for, *second.stands_for)
                return Assign(Name(ring), Call("ptx.pipeline", (Number(key[0]),)), traced, first.note)
        return None

    def _is_made_in(self, part: Body, step: _Step) -> bool:
        """Whether the block declares the two registers of a ring, both unsigned."""
        makers = [self._makers.get(name, []) for name in (step.cursor, step.parity)]
        return all(len(each) == 1 and _is_unsigned(each[0]) and each[0] in part for each in makers)

    def _step(self, body: Body, at: int) -> _Step | None:
        """Return the step that starts at a statement; None where there is none."""
        if not _is_step(body, at):
            return None
        part = body[at : at + STEP]
        match part:
            case (
                Assign(Name(wraps), Binary("==", Name(cursor), Number(stages)), _, _, ""),
                Assign(Name(flipped), Binary("^", Name(parity), Number("1")), _, _, ""),
                Assign(Name(stage), Call(arguments=stages_of), _, _, ""),
                Assign(Name(phase), Call(arguments=phases), _, _, ""),
                Do(Call(arguments=added)),
                Do(Call(arguments=moved)),
            ):
                made = _Step(stages, cursor, parity, stage, phase)
                expected = (
                    (U32, Number("0"), Name(cursor), Name(wraps)),
                    (U32, Name(flipped), Name(parity), Name(wraps)),
                    (Name(cursor), Name(stage), Number("1")),
                    (Name(parity), Name(phase)),
                )
                alone = self._mentions[wraps] == 3 and self._mentions[flipped] == 2
                alone = alone and stages.isdecimal() and int(stages) > 0
                return made if alone and (stages_of, phases, added, moved) == expected else None
        return None

    def _free(self, stem: str) -> str:
        """Take a name."""
        name = self._facts.free_name(stem, self._mentions)
        self._mentions[name] = self._mentions.get(name, 0)
        return name


def _is_step(body: Body, at: int) -> bool:
    """Whether the next statements trace the instructions of a step, on some registers."""
    first = body[at].stands_for
    if len(first) != 1 or first[0].opcode != "setp":
        return False
    return tuple([each for line in body[at : at + STEP] for each in _traced(line)]) == _TRACED


def _traced(statement: Statement) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield opcode and modifiers of each instruction of a statement; no opcode for one with a guard."""
    for each in statement.stands_for:
        yield (each.opcode if each.guard is None else "", each.modifiers)


def _is_unsigned(maker: Assign) -> bool:
    """Whether Python takes a register for u32 from its first write on."""
    return isinstance(maker.value, Call) and maker.value.arguments[:1] == (U32,) and not maker.sign


def _is_zero(maker: Assign) -> bool:
    """Whether a statement makes a register with 0."""
    return maker.value == Call("reg.scalar", (U32,), (("init", Number("0")),))


U32 = Text("u32")
_TRACED = (
    ("setp", ("eq", "u32")),
    ("xor", ("b32",)),
    ("selp", ("u32",)),
    ("selp", ("u32",)),
    ("add", ("u32",)),
    ("mov", ("u32",)),
)
"""The instructions of `PipelineState.advance`."""
_GIVEN = re.compile(r"r\d+|choice(?:_\d+)?")
"""Variables without a name of their own, or with that of a `selp`."""
