"""The number of stages of a ring has a name, so that one line changes it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.tree import (
    Assign,
    Binary,
    Call,
    Name,
    Number,
    expressions_of,
    map_expressions,
    parts_of,
    rebuilt,
    walk_statements,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr

LEAST = 2
"""Comparisons with a number from which on it has a name."""
STEMS = ("stage", "next_stage")
"""Variables that count the stages of a ring."""


class _Wrap(NamedTuple):
    """A comparison after which a ring starts again.

    Attributes:
        stage: The variable that is compared.
        number: The number that it is compared with.
    """

    stage: Name
    number: str


def name_stages(body: Body, facts: Facts) -> Body:
    """Name the number that the stages of a ring are compared with: their count, or the last stage.

    Rings of as many stages share the name: the tiles and barriers of a pipeline step together.

    >>> from pyptx.codegen.raising.facts import Facts
    >>> from pyptx.codegen.tree import Text
    >>> from pyptx.codegen.writer import render_body
    >>> from pyptx.ir import Instruction
    >>> def step(stage):
    ...     operands = Number("0"), Name(stage), Binary("==", Name(stage), Number("3"))
    ...     call = Call("ptx.inst.selp.b32", (Text("s32"), *operands))
    ...     return Assign(Name("x"), call, (Instruction("selp"),))
    >>> pool = {"stage": "stage", "stage_2": "stage"}
    >>> print(render_body(name_stages((step("stage"), step("stage_2")), Facts(pool=pool))))
    stages = 3
    x = ptx.inst.selp.b32(s32, 0, stage, stage == stages)
    x = ptx.inst.selp.b32(s32, 0, stage_2, stage_2 == stages)
    """
    if set(STEMS).isdisjoint(facts.pool.values()):
        return body
    statements = walk_statements(body)
    wraps = {
        each.target.text: wrap
        for each in statements
        if isinstance(each, Assign) and isinstance(each.target, Name)
        if (wrap := _wrap(each.value, facts)) is not None
    }
    found = [
        choice
        for each in statements
        if any(node.opcode == "selp" for node in each.stands_for)
        for expr in expressions_of(each)
        for choice in _choices(expr, wraps, facts)
    ]
    stems: dict[_Wrap, set[str]] = {}
    for wrap, stem in found:
        stems.setdefault(wrap, set()).add(stem)
    sure = {wrap: stem for wrap, known in stems.items() if len(known) == 1 for stem in known if stem}
    counts = Counter((sure[wrap], wrap.number) for wrap, _ in found if wrap in sure)
    chosen = [key for key, uses in counts.most_common() if uses >= LEAST]
    if not chosen:
        return body
    taken = {*facts.mentioned.all_names(body)}
    names: dict[tuple[str, str], Name] = {}
    for stem, compared in chosen:
        name = facts.free_name(stem, taken)
        taken.add(name)
        names[stem, compared] = Name(name)

    head = [Assign(name, Number(number)) for (_, number), name in names.items()]
    return (*head, *map_expressions(body, _Named(facts, sure, names).of))


class _Named(NamedTuple):
    """Writes comparisons with names.

    Attributes:
        facts: Facts about the body.
        sure: What the number of each comparison is.
        names: The name of each number.
    """

    facts: Facts
    sure: dict[_Wrap, str]
    names: dict[tuple[str, str], Name]

    def of(self, expr: Expr) -> Expr:
        """Return an expression with names in its comparisons."""
        wrap = _wrap(expr, self.facts)
        name = None if wrap is None else self.names.get((self.sure.get(wrap, ""), wrap.number))
        if wrap is None or name is None:
            return rebuilt(expr, self.of)
        return Binary("==", wrap.stage, name)


def _wrap(expr: Expr, facts: Facts) -> _Wrap | None:
    """Return a comparison of a stage with a number; None for another expression."""
    match expr:
        case Binary("==", Name(stage) as name, Number(count)) if facts.pool.get(stage) in STEMS:
            return _Wrap(name, count) if int(count) > 0 else None
    return None


def _choices(expr: Expr, wraps: dict[str, _Wrap], facts: Facts) -> Iterator[tuple[_Wrap, str]]:
    """Yield the comparisons that choose 0 or the next stage, with what their numbers are."""
    match expr:
        case Call(function, (_, Number("0"), chosen, condition)) if function.startswith("ptx.inst.selp."):
            wrap = wraps.get(condition.text) if isinstance(condition, Name) else _wrap(condition, facts)
            if wrap is not None:
                is_next = chosen == Binary("+", wrap.stage, Number("1"))
                yield wrap, "stages" if chosen == wrap.stage else "last_stage" if is_next else ""
    for part in parts_of(expr):
        yield from _choices(part, wraps, facts)
