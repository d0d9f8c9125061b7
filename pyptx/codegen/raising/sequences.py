"""The values of a slot over the iterations of a loop, as the sequence that the loop goes over."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.texts import text_of
from pyptx.codegen.tree import Display, Item, Name, Number, Slice, Starred

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyptx.codegen.tree import Expr


class Values(dict["Expr", "Expr"]):
    """Values of tokens, computed on first use.

    Attributes:
        homes: Places of registers that had a name of their own.
    """

    def __init__(self) -> None:
        super().__init__()
        self.homes: dict[str, Expr] = {}

    def __missing__(self, token: Expr) -> Expr:
        value = token
        if type(token) is Name:
            value = self.homes.get(token.text, token)
        if type(value) is Item:
            value = Item(self[value.base], value.key)
        self[token] = value
        return value

    def move(self, homes: Mapping[str, Expr]) -> None:
        """Record new places of registers."""
        self.homes.update(homes)
        self.clear()


def root_of(value: Expr) -> Expr:
    """Return the variable that a value is an element of, or the value itself."""
    while type(value) is Item:
        value = value.base
    return value


def path_of(value: Expr) -> tuple[Expr, ...]:
    """Return the indexes that lead from its variable to a value."""
    path: list[Expr] = []
    while type(value) is Item:
        path.insert(0, value.key)
        value = value.base
    return tuple(path)


def element_of(base: Expr, path: Sequence[Expr]) -> Expr:
    """Return the element that indexes lead to."""
    for index in path:
        base = Item(base, index)
    return base


def integer_of(value: Expr) -> int | None:
    """Return the value of a whole number; None for another expression.

    >>> integer_of(Number("-7")), integer_of(Number("2.0")), integer_of(Name("x"))
    (-7, None, None)
    """
    return _integer(value.text) if type(value) is Number else None


@lru_cache(maxsize=1 << 12)
def _integer(text: str) -> int | None:
    return int(text) if text.removeprefix("-").isdecimal() else None


def affine(indexes: Sequence[int], dims: Sequence[int]) -> tuple[int, ...]:
    """The first number of a sequence, and its steps; the step of the innermost counter comes last."""
    steps = [indexes[1] - indexes[0]]
    steps += [indexes[period] - indexes[0] for period in dims[:-1]]
    return (indexes[0], *steps[::-1])


class IteratedSequence(NamedTuple):
    """The sequence that a loop iterates over.

    Attributes:
        expr: Its expression.
        list: The list that its numbers index; None if the sequence is the values.
    """

    expr: Expr
    list: Expr | None


def gone_over(values: Sequence[Expr], sizes: Mapping[Expr, int]) -> IteratedSequence:
    """Return values as a Python sequence; elements of one list in irregular order as their numbers."""
    expr = _spread(values, sizes)
    first = values[0]
    if len(text_of(expr)) > WIDE and type(first) is Item:
        numbers = [value.key for value in values if type(value) is Item and value.base == first.base]
        if len(numbers) == len(values):
            return IteratedSequence(Display(tuple(numbers), "()"), first.base)
    return IteratedSequence(expr, None)


WIDE = 40
"""Characters of a sequence of elements; a longer one is written as a loop over their indexes."""


def _spread(values: Sequence[Expr], sizes: Mapping[Expr, int]) -> Expr:
    """A sequence of values as Python.

    >>> text_of(_spread([Name("a"), *[Item(Name("x"), Number(str(n))) for n in (3, 4, 5)]], {}))
    '(a, *x[3:6])'
    """
    parts: list[Expr] = []
    index = 0
    while index < len(values):
        value = values[index]
        end = index + 1
        if type(value) is Item:
            first, step = number_of(value), 0
            while end < len(values):
                other = values[end]
                if type(other) is not Item or other.base != value.base:
                    break
                step = step or number_of(other) - first
                if step not in (1, -1) or number_of(other) != first + step * (end - index):
                    break
                end += 1
            if end - index > 2:
                parts.append(Starred(sliced(value, end - index, step, sizes)))
                index = end
                continue
            end = index + 1
        parts.append(value)
        index = end
    if len(parts) == 1 and isinstance(parts[0], Starred):
        return parts[0].items
    return Display(tuple(parts), "()")


def number_of(item: Item) -> int:
    """Return the number of an element."""
    number = integer_of(item.key)
    assert number is not None
    return number


def sliced(first: Item, count: int, step: int, sizes: Mapping[Expr, int]) -> Expr:
    """Elements of a list in a row as Python, the whole list by its name."""
    if count == sizes.get(first.base):
        return first.base if step > 0 else Slice(first.base, None, None, -1)
    number = number_of(first)
    stop = number + count * step
    return Slice(first.base, first.key, Number(str(stop)) if stop >= 0 else None, step)


class NumberedSequence(NamedTuple):
    """Contents of a slot over the iterations of a loop.

    Attributes:
        list: The list that the values are elements of, or the lists, in their order; None for numbers.
        indexes: Their numbers.
        periods: Numbers of iterations after which they repeat.
    """

    list: Expr | NumberedSequence | None
    indexes: tuple[int, ...]
    periods: tuple[int, ...]


def sequence_of(values: Sequence[Expr]) -> NumberedSequence | None:
    """Return values as numbers with few steps, or as elements of lists with such numbers.

    >>> rows = [Item(Name("x"), Number(str(row))) for row in (0, 2)]
    >>> sequence_of([Item(row, Number(str(column))) for row in rows for column in (0, 1, 2)]).periods
    (3, 6)
    """
    base: Expr | NumberedSequence | None = None
    if type(values[0]) is not Item:
        found = [*map(integer_of, values)]
    else:
        items = [value for value in values if type(value) is Item]
        if len(items) < len(values):
            return None
        base = items[0].base
        if any(each.base is not base and each.base != base for each in items):
            lists = [each.base for each in items]
            base = sequence_of(lists) if {Item}.issuperset(map(type, lists)) else None
            if base is None:
                return None
        found = [integer_of(each.key) for each in items]
    indexes = [number for number in found if number is not None]
    periods = _periods(indexes) if len(indexes) == len(found) else None
    if periods is None:
        return None
    of_lists = base.periods if isinstance(base, NumberedSequence) else ()
    return NumberedSequence(base, tuple(indexes), tuple(sorted({*periods, *of_lists})))


def _periods(indexes: Sequence[int]) -> tuple[int, ...] | None:
    """Return the periods of a sequence whose steps have one size between restarts; None if there are none.

    >>> _periods([0, 1, 2, 3]), _periods([0, 4, 8, 1, 5, 9]), _periods([0, 0, 1, 1, 2, 2])
    ((4,), (3, 6), (2, 6))
    """
    count = len(indexes)
    step = indexes[1] - indexes[0]
    for at in range(2, count):
        if indexes[at] - indexes[at - 1] != step:
            if count % at or any(
                indexes[start + other] != indexes[start] + other * step
                for start in range(0, count, at)
                for other in range(at)
            ):
                return None
            rest = _periods(indexes[::at])
            return None if rest is None else (at, *[at * other for other in rest])
    return (count,)
