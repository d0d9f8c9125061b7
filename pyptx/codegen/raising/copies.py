"""Rows of statements that stand in several places of a body."""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pyptx.codegen.raising.slots import Reader
from pyptx.codegen.tree import (
    Assign,
    Call,
    Def,
    Display,
    Do,
    For,
    Heading,
    Name,
    With,
    is_else,
    walk_statements,
    with_body,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.raising.slots import StatementTemplate
    from pyptx.codegen.tree import Body, Statement

LEAST, SAVED = 4, 4
"""Lines that a function has, and lines that it saves, at least."""
COMMON = 48
"""Statements that are more frequent start no copy."""
TRIES = 24
"""Rows of statements that are tried before the pass gives up."""


Define: TypeAlias = "Callable[[list[list[Place]], Copies], tuple[Def, list[Statement]] | None]"
"""Makes the function of some copies and its calls; None where there is none."""


class Place(NamedTuple):
    """A statement in its block.

    Attributes:
        block: Number of the block.
        at: Place in the block.
        node: Its template.
        start: Its number in the order of the text.
        repeats: Whether it is in a ``for`` loop.
    """

    block: int
    at: int
    node: StatementTemplate
    start: int
    repeats: bool


class _Reader(Reader):
    """Reads statements as templates that are equal at any depth."""

    def _level(self, depth: int) -> int:
        return 0


class Copies:
    """The rows of statements of a body that stand in several places."""

    def __init__(self, body: Body, facts: Facts) -> None:
        self._body, self.facts = body, facts
        self.reader = reader = _Reader(body, facts.readings)
        self._blocks: list[tuple[Body, list[Place]]] = []
        self.mentions: dict[str, list[tuple[int, bool]]] = {}
        self.bindings: Counter[str] = Counter()
        self._functions = {
            each.head.function: {*facts.mentioned.all_names(each.body)}.difference(_own_names(each))
            for each in body
            if isinstance(each, Def)
        }
        nodes = reader.read(body, map(float, count()))
        self._visit(body, nodes, count(), repeats=False)
        self._places: list[Place | None] = []
        for _, places in self._blocks:
            self._places += [*places, None]
        self._keys = [place.node.key if place else -1 - at for at, place in enumerate(self._places)]
        self._there: dict[int, list[int]] = {}
        for at, key in enumerate(self._keys):
            self._there.setdefault(key, []).append(at)

    def _visit(
        self, body: Body, nodes: list[StatementTemplate], numbers: Iterator[int], *, repeats: bool
    ) -> None:
        """Note the statements of a block, and the mentions of names in them."""
        places: list[Place] = []
        block = len(self._blocks)
        self._blocks.append((body, places))
        found = ((index, each) for index, each in enumerate(body) if not isinstance(each, Heading))
        for (index, statement), node in zip(found, nodes, strict=True):
            number = next(numbers)
            places.append(Place(block, index, node, number, repeats))
            if isinstance(statement, (With, For)):
                inside = repeats or isinstance(statement, For)
                self._visit(statement.body, node.held, numbers, repeats=inside)

    def _note_mentions(self) -> None:
        """Note where names are read and bound; a call reads the outer names that its function reads."""
        statements = (each for each in _outside_functions(self._body) if not isinstance(each, Heading))
        for number, statement in enumerate(statements):
            read = list(self.facts.mentioned.reads(statement))
            for name in self._functions.get(called(statement), ()):
                read.append(name)
                self.reader.last[name] = max(self.reader.last.get(name, 0), number)
            for name in read:
                self.mentions.setdefault(name, []).append((number, False))
            for name in bound_by(statement):
                times = 2 if isinstance(statement, For) else 1  # a counter is bound again and again
                self.mentions.setdefault(name, []).extend([(number, True)] * times)
                self.bindings[name] += times

    def replaced(self, define: Define) -> Body | None:
        """Return the body with the function that saves most lines; None where there is none."""
        candidates = sorted(self._candidates(), reverse=True)[:TRIES]
        if candidates:
            self._note_mentions()
        for _, backward, length in candidates:
            at = -backward
            for first, last in ((0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (2, 2), (4, 0), (0, 4)):
                rows = self._rows(at + first, length - first - last)
                made = define(rows, self) if rows else None
                if made is not None:
                    return self._with_function(rows, *made)
        return None

    def _candidates(self) -> set[tuple[int, int, int]]:
        """Return rows with copies: the lines that a function saves, the first place and the length."""
        found: set[tuple[int, int, int]] = set()
        known: set[tuple[int, int]] = set()
        keys = self._keys
        for there in self._there.values():
            if not 1 < len(there) <= COMMON:
                continue
            for at, first in enumerate(there):
                for second in there[at + 1 :]:
                    if first and keys[first - 1] == keys[second - 1]:
                        continue
                    length = 0
                    while first + length < second and keys[first + length] == keys[second + length]:
                        length += 1
                    if (first, length) not in known:
                        known.add((first, length))
                        saved = self._saved(first, length)
                        if saved >= SAVED:
                            found.add((saved, -first, length))
        return found

    def _saved(self, at: int, length: int) -> int:
        """Return the lines that a function for some statements saves, at most."""
        lines = sum(place.node.size for place in self._places[at : at + length] if place)
        if lines < LEAST:
            return 0
        copies = len(self._rows(at, length))
        return (copies - 1) * lines - 2 * copies - 2

    def _rows(self, at: int, length: int) -> list[list[Place]]:
        """Return the copies of some statements that do not overlap; none where they may not be apart."""
        if length < 1:
            return []
        row = self._keys[at : at + length]
        found: list[list[Place]] = []
        end = 0
        for start in self._there[row[0]]:
            if start < end or self._keys[start : start + length] != row:
                continue
            places = [place for place in self._places[start : start + length] if place]
            body = self._blocks[places[0].block][0]
            after = body[places[-1].at + 1 : places[-1].at + 2]
            together = places[-1].at - places[0].at == length - 1
            if together and not is_else(body[places[0].at]) and not (after and is_else(after[0])):
                found.append(places)
                end = start + length
        lines = sum(place.node.size for place in found[0]) if found else 0
        return found if len(found) > 1 and lines >= LEAST else []

    def _with_function(self, rows: list[list[Place]], function: Def, calls: list[Statement]) -> Body:
        """Return the body with a function and its calls."""
        starts = {(row[0].block, row[0].at): (len(row), call) for row, call in zip(rows, calls, strict=True)}
        body = self._calling(self._body, starts, count())
        name = function.head.function
        at = next(
            index
            for index, each in enumerate(body)
            if any(called(inner) == name for inner in walk_statements((each,)))
        )
        at = start_of_branches(body, at)
        return (*body[:at], function, *body[at:])

    def _calling(
        self, body: Body, starts: Mapping[tuple[int, int], tuple[int, Statement]], numbers: Iterator[int]
    ) -> Body:
        """Return a block with calls where copies start; it has the next of some numbers."""
        block = next(numbers)
        out: list[Statement] = []
        index = 0
        while index < len(body):
            each = body[index]
            length, call = starts.get((block, index), (1, None))
            if call is not None:
                for inner in walk_statements(body[index : index + length]):
                    if isinstance(inner, (With, For)):
                        next(numbers)
                each = call
            elif isinstance(each, (With, For)):
                each = with_body(each, self._calling(each.body, starts, numbers))
            out.append(each)
            index += length
        return tuple(out)


def start_of_branches(body: Body, at: int) -> int:
    """Return the index of the ``if_`` whose ``else_`` is at an index; the index for another statement."""
    while is_else(body[at]):
        at -= 1
    return at


def templates_in(node: StatementTemplate) -> Iterator[StatementTemplate]:
    """Yield a statement and those in it."""
    yield node
    for inner in node.held:
        yield from templates_in(inner)


def _outside_functions(body: Body) -> Iterator[Statement]:
    """Yield the statements of a body in the order of the text, without those of its functions."""
    for each in body:
        yield each
        if isinstance(each, (With, For)):
            yield from _outside_functions(each.body)


def bound_by(statement: Statement) -> list[str]:
    """Return the names that a statement binds."""
    match statement:
        case Assign(target, _, sign=""):
            items = target.items if isinstance(target, Display) else (target,)
        case For(target):
            items = target.items if isinstance(target, Display) else (target,)
        case With(_, name):
            return [name] if name else []
        case Def(head):
            return [head.function]
        case _:
            return []
    return [each.text for each in items if isinstance(each, Name)]


def _own_names(function: Def) -> Iterator[str]:
    """Yield the names that are local to a function: its parameters, and those it binds."""
    yield from [each.text for each in function.head.arguments if isinstance(each, Name)]
    for each in walk_statements(function.body):
        yield from bound_by(each)


def called(statement: Statement) -> str:
    """Return the function that a statement calls; empty for another statement."""
    match statement:
        case Do(Call(function)) | Assign(_, Call(function)):
            return function
    return ""
