"""Statements that stand in several places become a function.

A compiler copies the body of a loop: once before it, twice in it, once for the last iteration. The copies are
not next to each other, so no ``for`` loop says them. This pass looks for the longest rows of statements that
differ in few values; the copies call one function inside the kernel, which traces the instructions at each
call. Values that differ are its parameters, and values that are read after a copy are its results.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.operands import RESERVED
from pyptx.codegen.raising.copies import Copies, Place, called, templates_in
from pyptx.codegen.raising.plurals import singular
from pyptx.codegen.raising.sections import kinds_of_work
from pyptx.codegen.raising.sequences import element_of, integer_of, path_of, root_of
from pyptx.codegen.raising.words import free_name, function_of
from pyptx.codegen.tree import (
    Affine,
    Assign,
    Call,
    Def,
    Display,
    Do,
    For,
    Item,
    Name,
    Number,
    With,
    names_in,
    walk_statements,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.raising.slots import StatementTemplate
    from pyptx.codegen.tree import Body, Expr, Statement

PARAMETERS, RESULTS, EACH = 6, 4, 2
"""Parameters and results of a function, at most, and lines for each parameter, at least."""
OFTEN = 4
"""Copies from which on a function may have a parameter for every line but one."""
MOST = 8
"""Functions of one kernel, at most."""
APART = 16
"""Least distance of two numbers that one parameter gives: smaller distances agree by chance."""


def write_functions(body: Body, facts: Facts) -> Body:
    """Write statements that stand in several places as a function.

    >>> from pyptx.codegen.raising.facts import Facts
    >>> from pyptx.codegen.tree import Number, Text
    >>> from pyptx.codegen.writer import render_body
    >>> def copy(at):
    ...     made = Assign(Name(f"x{at}"), Call("load", (Name("a"), Number(str(at)))))
    ...     uses = [Do(Call(f"use{number}", (Name(f"x{at}"),))) for number in range(9)]
    ...     return (made, *uses)
    >>> block = With(Call("ptx.if_", (Name("p"),)), "", copy(8))
    >>> print(render_body(write_functions((*copy(4), block), Facts())).replace(2 * chr(10), chr(10)))
    def compute(number):
        x4 = load(a, number)
        use0(x4)
        use1(x4)
        use2(x4)
        use3(x4)
        use4(x4)
        use5(x4)
        use6(x4)
        use7(x4)
        use8(x4)
    compute(4)
    with ptx.if_(p):
        compute(8)
    """
    for _ in range(MOST):
        made = Copies(body, facts).replaced(_defined)
        if made is None:
            break
        body = made
        facts.report.functions += 1
    return body


def _defined(rows: list[list[Place]], copies: Copies) -> tuple[Def, list[Statement]] | None:
    return _Function(rows, copies).define()


class _Function:
    """One function for copies of statements."""

    def __init__(self, rows: list[list[Place]], copies: Copies) -> None:
        self._rows, self._reader = rows, copies.reader
        self._copies = copies
        self._facts = copies.facts
        self._nodes = [place.node for place in rows[0]]
        self._columns: list[tuple[Expr, ...]] = list(
            zip(*[[token for place in row for token in place.node.tokens] for row in rows], strict=True)
        )
        self._defined: list[int] = []
        start = 0
        for node in self._nodes:
            self._defined += [start + position for position in node.defines]
            start += len(node.tokens)
        self._own = copies.own_names(rows[0][0].start, int(self._nodes[-1].last))
        self._parameters: dict[tuple[Expr, ...], str] = {}
        self._shifted: dict[tuple[Expr, ...], _Parameter] = {}
        self._starts: dict[tuple[Expr, ...], str] = {}

    def define(self) -> tuple[Def, list[Statement]] | None:
        """Return the function and its calls; None where Python would mean something else."""
        last, ends = self._reader.last, [row[-1].node.last for row in self._rows]
        results = [
            slot
            for slot in self._defined
            if any(
                last.get(_text(name), -1) > end for name, end in zip(self._columns[slot], ends, strict=True)
            )
        ]
        lines = sum(node.size for node in self._nodes)
        most = min(PARAMETERS, lines // EACH, lines - len(results) - 1)
        if len(self._rows) >= OFTEN:
            most = min(PARAMETERS, lines - 1)
        if len(results) > RESULTS or most < 0 or self._takes_more(most):
            return None
        values: list[Expr | _Parameter] = []
        self._find_shifted()
        for slot, column in enumerate(self._columns):
            value = self._value(slot, column)
            if value is None or len(self._parameters) > most:
                return None
            values.append(value)
        body = self._statements(values)
        if body is None:
            return None
        head = Call(self._name(body), tuple([Name(name) for name in self._parameters.values()]))
        function = Def(head, body, tuple([self._columns[slot][0] for slot in results]))
        return function, [self._call(copy, head.function, results) for copy in range(len(self._rows))]

    def _call(self, copy: int, name: str, results: list[int]) -> Statement:
        """Return the call for one of the copies."""
        call = Call(name, tuple([column[copy] for column in self._parameters]))
        body = [place.node for place in self._rows[copy]]
        traced = tuple(
            [node for each in body for inner in templates_in(each) for node in inner.statement.stands_for]
        )
        note = body[0].statement.note
        targets = tuple([self._columns[slot][copy] for slot in results])
        if not targets:
            return Do(call, traced, note)
        return Assign(targets[0] if len(targets) == 1 else Display(targets, "()"), call, traced, note)

    def _outside_slots(self) -> set[str]:
        """Return the names in the statements outside slots."""
        outside: set[str] = set()
        for node in self._nodes:
            for each in templates_in(node):
                names = Counter(self._facts.mentioned.names(each.statement))
                names.subtract([name for token in each.tokens[: each.own] for name in names_in(token)])
                outside.update(+names)
        return outside

    def _takes_more(self, most: int) -> bool:
        """Whether the copies differ in so many variables from around them that a function takes too many."""
        own = self._binding_slots[0]
        given: set[tuple[Expr, ...]] = set()
        for column in self._columns:
            first = column[0]
            # equal tokens of a body are one object
            if type(first) is Name and first not in own and any(each is not first for each in column):
                given.add(column)
                if len(given) > most:
                    return True
        return False

    def _value(self, slot: int, column: tuple[Expr, ...]) -> Expr | _Parameter | None:
        """Return the function's expression for a slot; None where the copies differ in kind."""
        first = column[0]
        if type(first) is Number and column.count(first) == len(column):
            return first
        if type(first) is Number or column in self._shifted:
            place = self._shifted.get(column) or _Parameter(column)
            self._parameters.setdefault(place.column, "")
            return place
        roots = [root_of(each) for each in column]
        bound = [own.get(root) for root, own in zip(roots, self._binding_slots, strict=True)]
        if bound[0] is not None:
            alike = bound.count(bound[0]) == len(bound) and len({*map(path_of, column)}) == 1
            return element_of(roots[0], path_of(first)) if alike and bound[0] <= slot else None
        if bound.count(None) < len(bound):
            return None
        if column.count(first) == len(column):
            return first
        path: tuple[Expr, ...] = ()
        if tuple(roots) in self._lists and len({*map(path_of, column)}) == 1:
            path, column = path_of(first), tuple(roots)
        self._parameters.setdefault(column, "")
        return _Parameter(column, path=path)

    @cached_property
    def _binding_slots(self) -> list[dict[Expr, int]]:
        """For each copy, its own variables and the last slots that bind them."""
        return [
            {self._columns[slot][copy]: slot for slot in self._defined} for copy in range(len(self._rows))
        ]

    @cached_property
    def _lists(self) -> set[tuple[Expr, ...]]:
        """The lists, one of each copy, of which several elements differ."""
        roots = Counter(tuple(map(root_of, column)) for column in {*self._columns} if type(column[0]) is Item)
        return {root for root, count in roots.items() if count > 1}

    def _find_shifted(self) -> None:
        """Find numbers that are the same distance apart in every copy, which one parameter gives.

        The same goes for the indexes of elements of one array.
        """
        groups: dict[tuple[Expr | None, tuple[int, ...]], dict[tuple[Expr, ...], int]] = {}
        for column in dict.fromkeys(self._columns):
            if type(column[0]) not in (Number, Item) or column.count(column[0]) == len(column):
                continue
            bases = {each.base if type(each) is Item else None for each in column}
            numbers = [integer_of(each.key if type(each) is Item else each) for each in column]
            (base, *others) = bases
            if others or None in numbers or any(base in own for own in self._binding_slots):
                continue
            first = numbers[0]
            steps = tuple([number - first for number in numbers[1:]])  # type: ignore[operator]
            if any(abs(step) >= (1 if base else APART) for step in steps):
                groups.setdefault((base, steps), {})[column] = first  # type: ignore[assignment]
        for (base, _), found in groups.items():
            if len(found) > 1:
                start = min(found.values())
                least = next(column for column, first in found.items() if first == start)
                numbers_of = tuple([each.key if type(each) is Item else each for each in least])
                self._starts[numbers_of] = f"{_text(base)}_start" if base else "offset"
                for column, first in found.items():
                    self._shifted[column] = _Parameter(numbers_of, first - start, base)

    def _statements(self, values: list[Expr | _Parameter]) -> Body | None:
        """Return the statements of the function."""
        taken = {*self._own, *self._outside_slots(), *RESERVED}
        for each in values:
            parts = (each.base, *each.path) if isinstance(each, _Parameter) else (each,)
            taken.update([name for part in parts if part is not None for name in names_in(part)])
        for column in self._parameters:
            stem = re.sub(r"_\d+$", "", _text(root_of(column[0]))) or self._starts.get(column, "number")
            if type(column[0]) is Item:
                stem = singular(stem)
            name = free_name(stem, taken.__contains__)
            taken.add(name)
            self._parameters[column] = name
        given = [
            each.of(self._parameters[each.column]) if isinstance(each, _Parameter) else each
            for each in values
        ]
        out: list[Statement] = []
        start = 0
        for copies in zip(*[[place.node for place in row] for row in self._rows], strict=True):
            made, start = self._statement(copies, start, given)
            if made is None:
                return None
            out.append(made)
        return tuple(out)

    def _statement(
        self, copies: Sequence[StatementTemplate], start: int, given: list[Expr]
    ) -> tuple[Statement | None, int]:
        """Return a statement of the function, and the slot after it."""
        node = copies[0]
        made = node.filled(given[start : start + node.own])
        made = made._replace(note="") if made.note else made
        if isinstance(made, Assign) and made.sign and root_of(made.target) not in self._binding_slots[0]:
            traced = {
                function_of(each.statement.stands_for[-1]) for each in copies if each.statement.stands_for
            }
            if len(traced) != 1:
                return None, start
            made = Do(Call(traced.pop(), (made.target, made.target, made.value)), made.stands_for)
        start += node.own
        inner: list[Statement] = []
        for held in zip(*[each.held for each in copies], strict=True):
            statement, start = self._statement(held, start, given)
            if statement is None:
                return None, start
            inner.append(statement)
        return (made._replace(body=tuple(inner)) if isinstance(made, (With, For)) else made), start

    def _name(self, body: Body) -> str:
        """Return a name for the function, from its instructions."""
        work = kinds_of_work(body)
        calls = {called(each) for each in walk_statements(body)}
        stem = next((verb for call, verb in _CALLS.items() if call in calls), "compute")
        stem = next((verb for kind, verb in _VERBS.items() if kind in work), stem)
        return self._facts.free_name(stem, self._copies.names)


class _Parameter(NamedTuple):
    """A place for a parameter.

    Attributes:
        column: The values of the parameter in the copies.
        shift: The number that the place has beside the parameter; None if the parameter is the value.
        base: The array whose element their sum selects; None if the sum is the value.
        path: Indexes that lead from the parameter to the value.
    """

    column: tuple[Expr, ...]
    shift: int | None = None
    base: Expr | None = None
    path: tuple[Expr, ...] = ()

    def of(self, name: str) -> Expr:
        """Return the expression of the place; the parameter has a name."""
        if self.shift is None:
            return element_of(Name(name), self.path)
        number = Affine(self.shift, ((1, name),))
        return number if self.base is None else Item(self.base, number)


def _text(expr: Expr) -> str:
    return expr.text if type(expr) is Name else ""


_VERBS = {
    "matrix products": "multiply", "copies to shared memory": "copy", "stores": "store", "atomics": "update",
    "exchange between lanes": "exchange", "loads from shared memory": "load", "loads": "load",
}  # fmt: skip
"""Names of functions by their work."""
_CALLS = {"ptx.inst.elect.sync": "elect", "ptx.mbarrier.wait": "wait"}
"""Names of functions without such work, by what they call."""
