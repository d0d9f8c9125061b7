"""Shorter forms of long displays: ``[zero] * 64``, and ``*range(63, 47, -1)`` for consecutive numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyptx.codegen.texts import text_of
from pyptx.codegen.tree import (
    Binary,
    Call,
    Display,
    Name,
    Number,
    Starred,
    Text,
    map_expressions,
    parts_of,
    rebuilt,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr

LONG = 8
"""Least number of items of a display that is shortened."""
RUN = 5
"""Least number of consecutive numbers that become a range."""
TIMES = 4
"""Most repetitions that are written out instead of counted."""


def shorten_displays(body: Body, _: Facts | None = None) -> Body:
    """Shorten the long displays of a body; each keeps its items.

    >>> from pyptx.codegen.texts import line_of
    >>> from pyptx.codegen.tree import Do
    >>> numbers = Display(tuple([Number(str(n)) for n in (0, 1, 2, 3, 4, 5, 6, 9, 8)]), "()")
    >>> zeros = Call("st", (Display((Number("0"),) * 8),))
    >>> pairs = Display((Number("0"), Number("7")) * 4, "()")
    >>> [line_of(each) for each in shorten_displays((Do(numbers), Do(zeros), Do(pairs)))]
    ['(*range(7), 9, 8)', 'st([0] * 8)', '(0, 7) * 4']
    >>> pairs_and_half = Display((*pairs.items, Number("0")), "()")
    >>> [line_of(each) for each in shorten_displays((Do(pairs_and_half),))]
    ['(*(0, 7) * 4, 0)']
    """
    return map_expressions(body, lambda expr: _expression(expr) if _is_long(expr) else expr)


def _is_long(expr: Expr) -> bool:
    """Whether an expression has a display that may be shortened."""
    if type(expr) is Display and len(expr.items) >= LONG:
        return True
    for part in parts_of(expr):  # noqa: SIM110
        if type(part) not in _SINGLE and _is_long(part):
            return True
    return False


_SINGLE = frozenset({Name, Number, Text})
"""Kinds of expressions without parts."""


def _expression(expr: Expr) -> Expr:
    if type(expr) is not Display or len(expr.items) < LONG:
        return rebuilt(expr, _expression)
    texts = [text_of(item) for item in expr.items]
    if text_of(expr)[0] != expr.brackets[0] or not all(map(_ITEM.fullmatch, texts)):
        return rebuilt(expr, _expression)
    items = expr.items
    for period in range(1, len(items) // TIMES + 1):
        times, more = divmod(len(items), period)
        if items == items[:period] * times + items[:more]:
            counted = Binary(
                "*", Display(items[:period], "()" if more else expr.brackets), Number(str(times))
            )
            return Display((Starred(counted), *items[:more]), expr.brackets) if more else counted
    parts = _runs(items)
    if expr.brackets == "()" and len(parts) == 1 and isinstance(parts[0], Starred):
        return parts[0].items
    return Display(tuple(parts), expr.brackets)


def _runs(items: Sequence[Expr]) -> list[Expr]:
    """The items with numbers in a row as ranges."""
    numbers = [int(item.text) if type(item) is Number and "." not in item.text else None for item in items]
    parts: list[Expr] = []
    index = 0
    while index < len(items):
        first, second = numbers[index], numbers[index + 1] if index + 1 < len(items) else None
        end = index + 1
        if first is not None and second is not None and second != first:
            step = second - first
            while end < len(items) and numbers[end] == first + step * (end - index):
                end += 1
            if end - index >= RUN:
                parts.append(Starred(range_call(first, first + step * (end - index), step)))
                index = end
                continue
        parts.append(items[index])
        index += 1
    return parts


def range_call(start: int, stop: int, step: int = 1) -> Call:
    """``range(start, stop, step)``, without a start of 0 and a step of 1."""
    bounds = [stop] if (start, step) == (0, 1) else [start, stop] if step == 1 else [start, stop, step]
    return Call("range", tuple([Number(str(each)) for each in bounds]))


_ITEM = re.compile(r"-?\w+(?:\[\d+\])?")
"""A member that needs no line of its own."""
