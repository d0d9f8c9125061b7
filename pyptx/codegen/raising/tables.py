"""Loops over elements of a list in order, by the counter that the loop has anyway."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.codegen.raising.sequences import number_of
from pyptx.codegen.tree import (
    Affine,
    Call,
    Display,
    For,
    Item,
    Name,
    Number,
    Slice,
    map_expressions,
    substituted,
    walk_statements,
    with_bodies,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr


def index_tables(body: Body, _: Facts | None = None) -> Body:
    """Index lists by the counter of a loop that goes over their elements in order.

    >>> from pyptx.codegen.texts import line_of
    >>> from pyptx.codegen.tree import Do, Method
    >>> row = Display(tuple([Item(Name("rows"), Number(str(n))) for n in (1, 3, 5)]), "()")
    >>> values = Display((Name("a"), Name("b"), Name("c")), "()")
    >>> together = Call("zip", (Call("range", (Number("3"),)), row, values))
    >>> targets = Display((Name("i"), Name("u"), Name("v")), "()")
    >>> loop = For(targets, together, (Do(Method(Name("u"), "append", (Name("v"),))),))
    >>> (made,) = index_tables((loop,))
    >>> line_of(made), line_of(made.body[0])
    ('for i, v in enumerate((a, b, c)):', 'rows[2 * i + 1].append(v)')
    """
    return with_bodies(tuple([_loop(each) if isinstance(each, For) else each for each in body]), index_tables)


def _loop(loop: For) -> For:
    """Return a loop without the lists that its counter can index."""
    columns = _columns(loop)
    counters = [name for name, listed in columns.items() if _is_count(listed)]
    if len(counters) != 1 or counters[0] in _bound_inside(loop.body):
        return loop
    (counter,) = counters
    items: dict[str, Expr] = {}
    for name, listed in columns.items():
        element = _element(listed, counter) if name != counter else None
        if element is not None and name not in _bound_inside(loop.body):
            items[name] = element
    if not items:
        return loop
    left = {name: listed for name, listed in columns.items() if name not in items}
    return _over(left, counter, _replaced(loop.body, items), loop)


def _columns(loop: For) -> dict[str, Expr]:
    """Return the iterable of each variable of a loop; nothing for a loop of another kind."""
    match loop.target, loop.iterable:
        case Display(targets), Call("zip", listed):
            return {
                each.text: column for each, column in zip(targets, listed, strict=True) if type(each) is Name
            }
        case Display((Name(counter), Name(name))), Call("enumerate", (Display() as listed,)):
            return {counter: Call("range", (Number(str(len(listed.items))),)), name: listed}
    return {}


def _is_count(listed: Expr) -> bool:
    """Whether a list is the numbers from 0 on."""
    return isinstance(listed, Call) and listed.function == "range" and len(listed.arguments) == 1


def _element(listed: Expr, counter: str) -> Expr | None:
    """Return the element of a list of elements at the place that a counter has; None for another list."""
    if isinstance(listed, Slice) and listed.start is not None and abs(listed.step) == 1:
        if isinstance(listed.start, Number):
            return Item(listed.base, Affine(int(listed.start.text), ((listed.step, counter),)))
        return None
    if not isinstance(listed, Display) or len(listed.items) < LEAST:
        return None
    items = [each for each in listed.items if isinstance(each, Item) and type(each.key) is Number]
    if len(items) != len(listed.items) or len({each.base for each in items}) != 1:
        return None
    first, second = map(number_of, items[:2])
    step = second - first
    if step == 0 or any(number_of(each) != first + step * at for at, each in enumerate(items)):
        return None
    return Item(items[0].base, Affine(first, ((step, counter),)))


LEAST = 3
"""Elements of a list that is worth it."""


def _over(columns: Mapping[str, Expr], counter: str, body: Body, loop: For) -> For:
    """Return a loop over the columns that are left."""
    others = [name for name in columns if name != counter]
    if not others:
        return loop._replace(target=Name(counter), iterable=columns[counter], body=body)
    targets = Display((Name(counter), *map(Name, others)), "()")
    if len(others) == 1:
        return loop._replace(target=targets, iterable=Call("enumerate", (columns[others[0]],)), body=body)
    assert isinstance(loop.iterable, Call)
    listed = (columns[counter], *[columns[name] for name in others])
    return loop._replace(target=targets, iterable=loop.iterable._replace(arguments=listed), body=body)


def _bound_inside(body: Body) -> set[str]:
    """Return the variables of the loops in a body."""
    bound: set[str] = set()
    for statement in walk_statements(body):
        if isinstance(statement, For):
            targets = statement.target.items if isinstance(statement.target, Display) else (statement.target,)
            bound.update(each.text for each in targets if type(each) is Name)
    return bound


def _replaced(body: Body, items: Mapping[str, Expr]) -> Body:
    """Return statements with elements in place of variables."""
    return map_expressions(body, lambda expr: substituted(expr, Name, items))
