"""The number of stages of a ring has a name, so that one line changes it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pyptx.codegen.tree import (
    Assign,
    Binary,
    Name,
    Number,
    expressions_of,
    map_expressions,
    names_in,
    parts_of,
    rebuilt,
    walk_statements,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr

LEAST = 2
"""Comparisons with a number of stages from which on it has a name, and the least number of stages."""
STEMS = ("stage", "next_stage")
"""Variables that count the stages of a ring."""


def name_stages(body: Body, facts: Facts) -> Body:
    """Name the number that the stages of a ring are compared with.

    Rings of as many stages share the name: the tiles and barriers of a pipeline step together.

    >>> from pyptx.codegen.raising.facts import Facts
    >>> from pyptx.codegen.writer import render_body
    >>> def wraps(stage):
    ...     return Assign(Name("wraps"), Binary("==", Name(stage), Number("3")))
    >>> pool = {"stage": "stage", "stage_2": "stage"}
    >>> print(render_body(name_stages((wraps("stage"), wraps("stage_2")), Facts(pool=pool))))
    stages = 3
    wraps = stage == stages
    wraps = stage_2 == stages
    """
    counts = Counter(
        count
        for each in walk_statements(body)
        for expr in expressions_of(each)
        for count in _compared(expr, facts)
    )
    chosen = [count for count, uses in counts.most_common() if uses >= LEAST]
    if not chosen:
        return body
    taken = {
        name for each in walk_statements(body) for expr in expressions_of(each) for name in names_in(expr)
    }
    names: dict[str, Name] = {}
    for count in chosen:
        name, number = "stages", 2
        while name in taken or name in facts.taken or facts.is_taken(name):
            name, number = f"stages_{number}", number + 1
        taken.add(name)
        names[count] = Name(name)

    def named(expr: Expr) -> Expr:
        match expr:
            case Binary("==", left, Number(count)) if count in names and _counts_stages(left, facts):
                return Binary("==", left, names[count])
        return rebuilt(expr, named)

    head = [Assign(name, Number(count)) for count, name in names.items()]
    return (*head, *map_expressions(body, named))


def _compared(expr: Expr, facts: Facts) -> Iterator[str]:
    """Yield the numbers that stages are compared with in an expression."""
    match expr:
        case Binary("==", left, Number(count)) if _counts_stages(left, facts) and int(count) >= LEAST:
            yield count
    for part in parts_of(expr):
        yield from _compared(part, facts)


def _counts_stages(expr: Expr, facts: Facts) -> bool:
    return isinstance(expr, Name) and facts.pool.get(expr.text) in STEMS
