"""Rows of statements that stand in several places of a body."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import chain, count, repeat
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pyptx.codegen.raising.mentioned import bound_by
from pyptx.codegen.raising.slots import ROOM, WRAPPED, Reader, names_of_target
from pyptx.codegen.texts import line_of
from pyptx.codegen.tree import (
    Assign,
    Call,
    Def,
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
    from pyptx.codegen.raising.slots import Reading, StatementTemplate
    from pyptx.codegen.tree import Body, Expr, Statement

LEAST, SAVED = 4, 4
"""Lines that a function has, and lines that it saves, at least."""
COMMON = 48
"""Statements that are more frequent start no copy."""
TRIES = 24
"""Rows of statements that are tried before the pass gives up."""
FEW = 4
"""Largest number of copies of which one may be left out."""
CUTS = ((0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (2, 2), (4, 0), (0, 4))
"""Statements that are left out at the start and at the end of a row, in the order in which they are tried."""
FREE_VALUES = 6
"""Number of parameters and results of a function that cost no line."""


Define: TypeAlias = "Callable[[list[list[Place]], Copies], tuple[Def, list[Statement]] | None]"
"""Makes the function of some copies and its calls; None where there is none."""
_Row: TypeAlias = "list[tuple[int, int]]"
"""The statements of a block: the key of the template of each, and its number in the order of the text."""


class Place(NamedTuple):
    """A statement in its block.

    Attributes:
        block: Number of the block.
        at: Place in the block.
        node: Its template.
        start: Its number in the order of the text.
    """

    block: int
    at: int
    node: StatementTemplate
    start: int


class _Shared(NamedTuple):
    """A function for copies.

    Attributes:
        saved: Lines that it saves.
        rows: The copies.
        function: The function.
        calls: Its calls.
    """

    saved: int
    rows: list[list[Place]]
    function: Def
    calls: list[Statement]


def _burden(function: Def, calls: list[Statement]) -> int:
    """Return the cost of a function in lines: wrapped calls, a `return`, each value beyond `FREE_VALUES`."""
    values = len(function.head.arguments) + len(function.results)
    wrapped = sum(len(line_of(call)) > ROOM for call in calls)
    return (WRAPPED - 1) * wrapped + bool(function.results) + max(values - FREE_VALUES, 0)


class _Reader(Reader):
    """Reads statements as templates that are equal at any depth; the results of a call are variables."""

    def _targets(self, target: Expr) -> tuple[Name, ...]:
        return names_of_target(target)

    def _level(self, depth: int) -> int:
        return 0


class Copies:
    """The rows of statements of a body that stand in several places.

    Most bodies have none, so statements are compared by the numbers of their templates; the templates of
    copies and the mentions of names are read once there are candidates.
    """

    def __init__(self, body: Body, facts: Facts) -> None:
        self._body, self.facts = body, facts
        self.reader = _Reader(body, facts.readings)
        self._mentions: dict[str, list[tuple[int, bool]]] = {}
        self._blocks: list[tuple[Body, bool]] = []
        self._readings: list[Reading] = []
        self._sizes: list[int] = []
        self._seats: list[tuple[int, int]] = []
        self._ends: list[int] = []
        self._bound: list[tuple[str, ...]] = []
        self._read: list[tuple[str, ...]] = []
        self._rebound: set[str] = set()
        self._numbers: dict[tuple[int, ...], int] = {}
        self._unlike = count(-1, -1)
        self._places: dict[int, Place] = {}
        rows: list[_Row] = []
        self._visit(body, rows, repeats=False)
        self._row = [each for row in rows for each in (*row, (next(self._unlike), -1))]
        self._keys = [key for key, _ in self._row]
        self._there: dict[int, list[int]] = {}
        for at, key in enumerate(self._keys):
            self._there.setdefault(key, []).append(at)

    def _visit(self, body: Body, rows: list[_Row], *, repeats: bool) -> _Row:
        """Note the statements of a block; return the key of each one's template, and its number."""
        row: _Row = []
        block = len(rows)
        rows.append(row)
        self._blocks.append((body, repeats))
        of, variables = self.facts.readings.of, self.reader.variables
        readings, sizes, seats, ends = self._readings, self._sizes, self._seats, self._ends
        for index, statement in enumerate(body):
            kind = type(statement)
            if kind is Heading:
                continue
            reading = of(statement, variables)
            number = len(readings)
            readings.append(reading)
            sizes.append(1 if reading.width <= ROOM else WRAPPED)
            seats.append((block, index))
            ends.append(number)
            key = reading.shape or next(self._unlike)
            if kind is With or kind is For:
                inside = self._visit(statement.body, rows, repeats=repeats or kind is For)  # type: ignore[union-attr]
                sizes[number] += sum([sizes[each] for _, each in inside])
                ends[number] = len(readings) - 1
                template = key, *[each for each, _ in inside]
                key = self._numbers.get(template) or self._numbers.setdefault(template, next(self._unlike))
            row.append((key, number))
        return row

    def _place(self, number: int) -> Place:
        """Return a statement with its template."""
        place = self._places.get(number)
        if place is None:
            block, at = self._seats[number]
            (node,) = self.reader.read((self._blocks[block][0][at],), map(float, count(number)))
            place = self._places[number] = Place(block, at, node, number)
        return place

    def _note_mentions(self) -> None:
        """Note where names are read and bound; a call reads the outer names that its function reads."""
        last, mentioned = self.reader.last, self.facts.mentioned
        statements = [self._blocks[block][0][at] for block, at in self._seats]
        self._bound = [*map(mentioned.bound, statements)]
        self._read = [*map(mentioned.reads, statements)]
        for number, reading in enumerate(self._readings):
            last.update(zip(reading.names, repeat(number)))
        functions = {
            each.head.function: {*mentioned.all_names(each.body)}.difference(own_names(each))
            for each in self._body
            if isinstance(each, Def)
        }
        for number, statement in enumerate(statements) if functions else ():
            if outer := functions.get(called(statement)):
                self._read[number] += tuple(outer)
                last.update({name: max(last.get(name, 0), number) for name in outer})
        bindings = Counter(chain.from_iterable(self._bound))
        for number, statement in enumerate(statements):
            if type(statement) is For:  # a counter is bound again and again
                bindings.update(self._bound[number])
        self._rebound = {name for name, times in bindings.items() if times > 1}

    @cached_property
    def names(self) -> set[str]:
        """The names that statements mention."""
        return {*chain.from_iterable(self._read), *chain.from_iterable(self._bound)}

    def _mentions_of(self, name: str) -> list[tuple[int, bool]]:
        """Return the numbers of the statements that mention a name, and whether they bind it."""
        found = self._mentions.get(name)
        if found is None:
            found = self._mentions[name] = []
            for number, (read, bound) in enumerate(zip(self._read, self._bound, strict=True)):
                if name in read:
                    found.append((number, False))
                if name in bound:
                    found.append((number, True))
        return found

    def replaced(self, define: Define) -> Body | None:
        """Return the body with the function that saves most lines; None where there is none."""
        candidates = sorted(self._candidates(), reverse=True)[:TRIES]
        if candidates:
            self._note_mentions()
        best: _Shared | None = None
        for most, backward, length in candidates:
            least = best.saved if best is not None else 0
            if most <= least:
                break
            best = self._shared(-backward, length, define, least) or best
        return None if best is None else self._with_function(*best[1:])

    def _shared(self, at: int, length: int, define: Define, least: int) -> _Shared | None:
        """Return a function for a row that starts at a place; None where it saves no more than some lines."""
        for starts, rest in self._attempts(at, length):
            saved = _saved(len(starts), self._lines(starts[0], rest))
            if saved <= least or not self._are_closed(starts, rest):
                continue
            rows = [self._places_of(start, rest) for start in starts]
            made = define(rows, self)
            if made is not None and saved - _burden(*made) > least:
                return _Shared(saved - _burden(*made), rows, *made)
        return None

    def _attempts(self, at: int, length: int) -> Iterator[tuple[list[int], int]]:
        """Yield where copies start, and their length: of a row, of its parts, and of the row less a copy.

        A copy that differs in more values than a function takes stays as it is.
        """
        for first, last in CUTS:
            rest = length - first - last
            starts = self._starts(at + first, rest)
            if starts:
                yield starts, rest
        starts = self._starts(at, length)
        if 2 < len(starts) <= FEW:
            for left_out in range(len(starts)):
                yield [*starts[:left_out], *starts[left_out + 1 :]], length

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
                        saved = _saved(len(self._starts(first, length)), self._lines(first, length))
                        if saved >= SAVED:
                            found.add((saved, -first, length))
        return found

    def _lines(self, at: int, length: int) -> int:
        """Return the lines of some statements."""
        return sum([self._sizes[number] for _, number in self._row[at : at + length] if number >= 0])

    def _places_of(self, start: int, length: int) -> list[Place]:
        """Return the statements of a copy."""
        return [self._place(number) for _, number in self._row[start : start + length]]

    def _span(self, start: int, length: int) -> tuple[int, int]:
        """Return the numbers of the first and the last statement of a copy, those in blocks included."""
        return self._row[start][1], self._ends[self._row[start + length - 1][1]]

    def _are_closed(self, starts: list[int], length: int) -> bool:
        """Whether copies may share a function: each binds its own names before it reads them.

        No statement after a copy reads them, and what it takes from around it is bound once, by no ``for``
        loop.
        """
        first, last = self._span(starts[0], length)
        bound = {*chain.from_iterable(self._bound[first : last + 1])}
        for block, at in self._seats[first : last + 1]:
            names = self.facts.mentioned.names(self._blocks[block][0][at])
            if not self._rebound.intersection(names) <= bound:
                return False
        own = self.own_names(first, last)
        return all(self._is_closed(own, start, length) for start in starts)

    def _is_closed(self, own: set[str], start: int, length: int) -> bool:
        """Whether a copy binds its own names before it reads them, and no statement after it reads them."""
        first, last = self._span(start, length)
        repeats = self._blocks[self._seats[first][0]][1]
        for name in own:
            mentions = self._mentions_of(name)
            inside = [binds for number, binds in mentions if first <= number <= last]
            after = [binds for number, binds in mentions if number > last]
            if inside[:1] != [True] or after[:1] == [False]:
                return False
            if repeats and any(binds for number, binds in mentions if number < first):
                return False
        return True

    def own_names(self, first: int, last: int) -> set[str]:
        """Return the names that some statements bind, other than variables in slots."""
        found: set[str] = set()
        for reading, bound in zip(
            self._readings[first : last + 1], self._bound[first : last + 1], strict=True
        ):
            in_slots = [token.text for token in reading.tokens[: reading.binds] if type(token) is Name]
            found.update([name for name in bound if name not in in_slots])
        return found

    def _starts(self, at: int, length: int) -> list[int]:
        """Return where the copies of some statements start; nothing where they may not be apart."""
        if length < 1:
            return []
        row = self._keys[at : at + length]
        found: list[int] = []
        end = 0
        for start in self._there[row[0]]:
            if start < end or self._keys[start : start + length] != row:
                continue
            block, first = self._seats[self._row[start][1]]
            last = self._seats[self._row[start + length - 1][1]][1]
            body = self._blocks[block][0]
            after = body[last + 1 : last + 2]
            together = last - first == length - 1
            if together and not is_else(body[first]) and not (after and is_else(after[0])):
                found.append(start)
                end = start + length
        return found if len(found) > 1 and self._lines(found[0], length) >= LEAST else []

    def _with_function(self, rows: list[list[Place]], function: Def, calls: list[Statement]) -> Body:
        """Return the body with a function and its calls."""
        starts = {(row[0].block, row[0].at): (len(row), call) for row, call in zip(rows, calls, strict=True)}
        return with_function(self._calling(self._body, starts, count()), function)

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


def _saved(copies: int, lines: int) -> int:
    """Return the lines that a function for copies of some lines saves, at most."""
    return (copies - 1) * lines - 2 * copies - 2


def with_function(body: Body, function: Def) -> Body:
    """Return a body with a function before the statement that calls it first."""
    name = function.head.function
    at = next(
        index
        for index, each in enumerate(body)
        if any(called(inner) == name for inner in walk_statements((each,)))
    )
    at = start_of_branches(body, at)
    return (*body[:at], function, *body[at:])


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


def parameters_of(function: Def) -> list[str]:
    """Return the parameters of a function, those with a default too."""
    arguments, keywords = function.head[1:]
    return [*[each.text for each in arguments if isinstance(each, Name)], *[name for name, _ in keywords]]


def own_names(function: Def) -> Iterator[str]:
    """Yield the names that are local to a function: its parameters, and those it binds."""
    yield from parameters_of(function)
    for each in walk_statements(function.body):
        yield from bound_by(each)


def called(statement: Statement) -> str:
    """Return the function that a statement calls; empty for another statement."""
    match statement:
        case Do(Call(function)) | Assign(_, Call(function)):
            return function
    return ""
