"""Comparison of two PTX programs regardless of names."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any, TypeAlias

from pyptx import parser
from pyptx.emitter import emit_with_lines
from pyptx.inspect.alignment import align
from pyptx.inspect.lineup import Scopes, lines_of_function, lines_of_items
from pyptx.inspect.propagation import constants_of, flattened, sets_constant, with_constants
from pyptx.inspect.unread import without_unread_moves
from pyptx.ir import Function, Module
from pyptx.mangling import readable, stem
from pyptx.notebook import PRE, Displayed
from pyptx.record import record, replace
from pyptx.svg import BAD, GOOD

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from pyptx.inspect.lineup import Line, Symbol
    from pyptx.program import Program

Paint: TypeAlias = "Callable[[str, str], str]"
"""Called with a line and its kind: ``"title"``, ``"place"``, ``"removed"``, ``"added"`` or ``"same"``."""

Normalise: TypeAlias = "Callable[[Function, Sequence[int]], tuple[Function, Sequence[int]]]"
"""Returns a function and the numbers of its statements in the form in which functions are compared."""

ROUNDS = 3
"""Number of times that lines are aligned again with the names matched so far."""


@record(frozen=True)
class Change:
    """A line of the first program, a line of the second, or both side by side.

    Attributes:
        first: The line of the first program; None if it was added.
        second: The line of the second program; None if it was removed.
        same: Whether both lines are the same.
        renamed: The second line with the names that the first program has.
    """

    first: Line | None
    second: Line | None
    same: bool
    renamed: str = ""

    @property
    def kind(self) -> str:
        """``"same"``, ``"changed"``, ``"removed"`` or ``"added"``."""
        if self.same:
            return "same"
        if self.first is None:
            return "added"
        return "removed" if self.second is None else "changed"


@record(frozen=True)
class FunctionDiff:
    """The changes of one function; without a name, of the items outside functions.

    Attributes:
        first: Its name in the first program; None if the program lacks it.
        second: Its name in the second program; None if the program lacks it.
        changes: Its lines in order.
    """

    first: str | None
    second: str | None
    changes: tuple[Change, ...]

    @property
    def same(self) -> bool:
        """Whether every line is the same."""
        return all(change.same for change in self.changes)

    @property
    def name(self) -> str:
        """Its name for people."""
        one, other = (readable(name) for name in (self.first or "", self.second or ""))
        if not one and not other:
            return "the module"
        if not other:
            return f"{one}, only in the first"
        if not one:
            return f"{other}, only in the second"
        return one if self.first == self.second else f"{one}, {other} in the second"

    def counts(self) -> dict[str, int]:
        """The numbers of changed, removed and added lines."""
        found = Counter(change.kind for change in self.changes)
        return {kind: found[kind] for kind in ("changed", "removed", "added")}

    def rows(self, context: int) -> Iterator[tuple[str, str]]:
        """The lines that differ and `context` others around them: kind of row and text."""
        yield "title", self.name
        shown = -2
        wanted = [index for index, change in enumerate(self.changes) if not change.same]
        near = {each for index in wanted for each in range(index - context, index + context + 1)}
        for index in sorted(near.intersection(range(len(self.changes)))):
            if index != shown + 1:
                yield "place", _line_range(self.changes[index:])
            shown = index
            change = self.changes[index]
            if change.same and change.first is not None:
                yield "same", f"  {change.first.text}"
                continue
            if change.first is not None:
                yield "removed", f"- {change.first.text}"
            if change.second is not None:
                yield "added", f"+ {change.renamed}"


@record(frozen=True)
class Diff(Displayed):
    """The differences of two programs.

    >>> from pyptx.inspect import diff
    >>> head = ".version 8.0 .target sm_80 .address_size 64 .visible .entry double(.param .u64 x)"
    >>> body = ".reg .u64 %x; ld.param.u64 %x, [x]; st.global.u32 [%x], {}; ret;"
    >>> found = diff(*(f"{head} {{ {body.format(value)} }}" for value in (1, 2)))
    >>> print(found)
    double
    @@ 1, 1 @@
      .visible .entry double
      .param .u64 x
      ld.param.u64 %x, [x];
    - st.global.u32 [%x], 1;
    + st.global.u32 [%x], 2;
      ret;
    (1 changed)
    >>> [function.name for function in found.functions]
    ['the module', 'double']

    Attributes:
        functions: The items outside functions, then each function, in the order of the first program.
        moves: Number of moves of the first and of the second program that are not among the lines: of a
            number that all uses of the register have in its place, and of a value that nothing reads.
    """

    functions: tuple[FunctionDiff, ...]
    moves: tuple[int, int] = (0, 0)

    @property
    def same(self) -> bool:
        """Whether they are one program under other names, without `moves`."""
        return all(function.same for function in self.functions)

    @property
    def note(self) -> str:
        """Sentence about the `moves` that are left aside; empty if there are none."""
        if not any(self.moves):
            return ""
        first, second = self.moves
        return (
            "compared without moves of numbers that their uses may have and of values that nothing reads: "
            f"{first} of the first program, {second} of the second"
        )

    def text(self, context: int = 3, paint: Paint = lambda text, _: text) -> str:
        """Return the differences as lines that start with ``-`` and ``+``; "" if there are none.

        Args:
            context: Number of equal lines shown around each different one.
            paint: Colours a line; called with its text and its kind.
        """
        rows = []
        for function in self.functions:
            if not function.same:
                rows += [paint(text, kind) for kind, text in function.rows(context)]
                counts = ", ".join(f"{count} {kind}" for kind, count in function.counts().items() if count)
                rows += [paint(f"({counts})", "place"), ""]
        if rows and self.note:
            rows += [paint(f"({self.note})", "place"), ""]
        return "\n".join(rows[:-1])

    def _picture(self) -> str:
        """The lines, coloured."""
        colours = {"removed": BAD, "added": GOOD}
        said = self.text(
            paint=lambda text, kind: (
                f'<span style="color:{colours.get(kind, "inherit")}">{escape(text)}</span>'
            )
        )
        return f"{PRE}{said}</pre>"

    def __str__(self) -> str:
        return self.text()

    def to_json(self) -> dict[str, Any]:
        """Return the differences as data: functions with their changed lines."""
        return {
            "same": self.same,
            "moves": list(self.moves),
            "functions": [
                {
                    "first": function.first,
                    "second": function.second,
                    "same": function.same,
                    **function.counts(),
                    "changes": [
                        {
                            "kind": change.kind,
                            "first": _line_record(change.first),
                            "second": _line_record(change.second),
                        }
                        for change in function.changes
                        if not change.same
                    ],
                }
                for function in self.functions
            ],
        }


def diff(first: Module | Program | str, second: Module | Program | str) -> Diff:
    """Compare two PTX programs by their instructions.

    Names of registers, labels, parameters and variables are left aside, and so are spacing, comments, line
    information and the declarations of registers: two programs are the same where one becomes the other by
    other names. A register that one `mov` of a number sets may be that number in the other, and a `mov` whose
    value nothing reads may be left out, as ``pyptx transpile --sugar`` writes it: both are compared without
    moves of the first kind, or of both kinds, if fewer lines differ then, and `Diff.moves` counts them. A
    function is compared with the one of the same name, or of the same name in C++, or else with one of the
    same lines.

    >>> one = ".version 8.0 .target sm_80 .entry k() { .reg .f32 %f<2>; add.f32 %f0, %f1, 1.0; ret; }"
    >>> two = ".version 8.0 .target sm_80 .entry k() { .reg .f32 x, y; add.f32 y, x, 2.0; ret; }"
    >>> print(diff(one, two))
    k
    @@ 1, 1 @@
      .entry k
    - add.f32 %f0, %f1, 1.0;
    + add.f32 %f0, %f1, 2.0;
      ret;
    (1 changed)

    Args:
        first: A module, a program, or PTX text.
        second: The program to compare with it.

    Raises:
        ParseError: A text is not PTX.
    """
    modules = one, other = _module(first), _module(second)
    lines = _functions(one), _functions(other)
    best, tried = _Comparison(*lines, modules).diff(), [lines]
    for unread in (False, True):
        if best.same:
            break
        normalise = partial(_without_moves, unread=unread)
        fewer = _functions(one, normalise), _functions(other, normalise)
        if fewer not in tried:
            tried.append(fewer)
            moves = (
                _line_count(lines[0]) - _line_count(fewer[0]),
                _line_count(lines[1]) - _line_count(fewer[1]),
            )
            found = replace(_Comparison(*fewer, modules).diff(), moves=moves)
            best = min(best, found, key=_differing_lines)
    return best


def _differing_lines(found: Diff) -> int:
    return sum(sum(function.counts().values()) for function in found.functions)


def _line_count(functions: Mapping[str, Sequence[Line]]) -> int:
    return sum(map(len, functions.values()))


def _module(given: Module | Program | str) -> Module:
    if isinstance(given, str):
        return parser.parse(given)
    return given if isinstance(given, Module) else given.module


def _line_record(line: Line | None) -> dict[str, Any] | None:
    return None if line is None else {"line": line.number, "text": line.text}


def _line_range(changes: Sequence[Change]) -> str:
    """Return the line numbers in both texts."""
    numbers = []
    for side in ("first", "second"):
        lines = (getattr(change, side) for change in changes)
        numbers.append(next((str(line.number) for line in lines if line is not None and line.number), "end"))
    return f"@@ {', '.join(numbers)} @@"


class _Pair:
    """Lines that are compared, and how they go together."""

    def __init__(self, names: tuple[str | None, str | None], first: list[Line], second: list[Line]) -> None:
        self.names = names
        self.first = first
        self.second = second
        self.same: list[tuple[int, int]] = []
        table: dict[Hashable, int] = {}
        one, other = (
            [table.setdefault(line.shape, len(table)) for line in lines] for lines in (first, second)
        )
        self._shapes = one, other
        self._kinds = [line.kind for line in first], [line.kind for line in second]
        self._place_beside(align(*self._shapes), self._kinds)

    @property
    def is_equal(self) -> bool:
        """Whether every line is the same as one of the other program."""
        return len(self.same) == len(self.first) == len(self.second)

    def votes(self) -> Iterator[tuple[Symbol, Symbol]]:
        """Names in one place of lines that stand side by side; twice where only names may differ."""
        one, other = self._shapes
        for i, j in self._beside:
            names = self.first[i].symbols, self.second[j].symbols
            if one[i] == other[j]:
                yield from zip(*names, strict=True)
                yield from zip(*names, strict=True)
            elif len(names[0]) == len(names[1]):
                yield from zip(*names, strict=True)

    def rename(self, renamed: Mapping[Symbol, Symbol]) -> None:
        """Put lines side by side, now that names are known: first those that differ in a result at most."""
        unknown = (-1, "")
        one = [
            (shape, *[renamed.get(symbol, unknown) for symbol in line.symbols])
            for shape, line in zip(self._shapes[0], self.first, strict=True)
        ]
        other = [(shape, *line.symbols) for shape, line in zip(self._shapes[1], self.second, strict=True)]
        self.same = align(one, other)
        sources = [line[:1] + line[2:] for line in one], [line[:1] + line[2:] for line in other]
        self._place_beside(self.same, sources, self._shapes, self._kinds)

    def changes(self, back: Mapping[Symbol, Symbol]) -> Iterator[Change]:
        """Every line, in order; `back` has the first program's name for each of the second."""
        same = set(self.same)
        known = {name for line in self.first for _, name in line.symbols}
        i = j = 0
        for i_end, j_end in (*self._beside, (len(self.first), len(self.second))):
            yield from (Change(line, None, same=False) for line in self.first[i:i_end])
            for line in self.second[j:j_end]:
                yield Change(None, line, same=False, renamed=_renamed(line, back, known))
            if i_end < len(self.first) and j_end < len(self.second):
                one, other = self.first[i_end], self.second[j_end]
                if (i_end, j_end) in same:
                    yield Change(one, other, same=True)
                else:
                    yield Change(one, other, same=False, renamed=_renamed(other, back, known))
            i, j = i_end + 1, j_end + 1

    def _place_beside(
        self, same: list[tuple[int, int]], *keys: tuple[Sequence[Hashable], Sequence[Hashable]]
    ) -> None:
        """Put lines side by side that are the same, and between them those with equal keys."""
        self._beside = same
        for one, other in keys:
            self._beside = sorted([*self._beside, *self._between(one, other)])

    def _between(self, first: Sequence[Hashable], second: Sequence[Hashable]) -> Iterator[tuple[int, int]]:
        """Yield the equal lines between those already aligned."""
        i = j = 0
        for i_end, j_end in (*self._beside, (len(first), len(second))):
            if i < i_end and j < j_end:
                yield from ((i + a, j + b) for a, b in align(first[i:i_end], second[j:j_end]))
            i, j = i_end + 1, j_end + 1


def _renamed(line: Line, back: Mapping[Symbol, Symbol], known: AbstractSet[str]) -> str:
    """The text of a line in the names of the first program; a stroke marks one that means another there."""
    names = {
        symbol[1]: back[symbol][1] if symbol in back else f"{symbol[1]}'" * (symbol[1] in known) or symbol[1]
        for symbol in line.symbols
    }
    return _NAME.sub(lambda found: names.get(found[0], found[0]), line.text)


_NAME = re.compile(r"[A-Za-z_$%][\w$]*", re.ASCII)


class _Comparison:
    """Two modules being compared."""

    def __init__(
        self, one: dict[str, list[Line]], other: dict[str, list[Line]], modules: tuple[Module, Module]
    ) -> None:
        first, second = modules
        matches = _matches(one, other)
        self._names = {(0, a): (0, b) for a, b in matches.items()}
        self._pairs = [_Pair((None, None), lines_of_items(first), lines_of_items(second))]
        for name, lines in one.items():
            match = matches.get(name)
            self._pairs.append(_Pair((name, match), lines, other[match] if match is not None else []))
        taken = set(matches.values())
        self._pairs += [_Pair((None, name), [], lines) for name, lines in other.items() if name not in taken]

    def diff(self) -> Diff:
        """Find the pairs of names with the most equal lines."""
        best, chosen = -1, self._renaming()
        names = chosen
        for _ in range(ROUNDS):
            self._rename(names)
            same = sum(len(pair.same) for pair in self._pairs)
            if same <= best:
                self._rename(chosen)
                break
            best, chosen = same, names
            if all(pair.is_equal for pair in self._pairs):
                break
            names = self._renaming()
        return Diff(
            tuple(
                FunctionDiff(*pair.names, tuple(pair.changes({other: one for one, other in names.items()})))
                for pair, names in zip(self._pairs, chosen, strict=True)
            )
        )

    def _rename(self, names: Sequence[Mapping[Symbol, Symbol]]) -> None:
        for pair, renamed in zip(self._pairs, names, strict=True):
            pair.rename(renamed)

    def _renaming(self) -> list[dict[Symbol, Symbol]]:
        """For each pair the second program's name for each of the first: one for one, as most lines say."""
        shared: Counter[tuple[Symbol, Symbol]] = Counter()
        own: list[Counter[tuple[Symbol, Symbol]]] = []
        for pair in self._pairs:
            votes = Counter(pair.votes())
            of_module = {vote: count for vote, count in votes.items() if not vote[0][0]}
            shared.update(of_module)
            own.append(Counter({vote: count for vote, count in votes.items() if vote not in of_module}))
        known = _elected(shared, self._names)
        return [_elected(votes, known) for votes in own]


def _elected(votes: Counter[tuple[Symbol, Symbol]], known: Mapping[Symbol, Symbol]) -> dict[Symbol, Symbol]:
    names = dict(known)
    taken = set(names.values())
    for (one, other), _ in sorted(votes.items(), key=lambda vote: (-vote[1], vote[0][0] != vote[0][1])):
        if one not in names and other not in taken and (one[0] == 0) == (other[0] == 0):
            names[one] = other
            taken.add(other)
    return names


def _functions(module: Module, normalise: Normalise = lambda *given: given) -> dict[str, list[Line]]:
    """Return the lines of each function; those of its body where it has a prototype, too.

    Args:
        module: The module.
        normalise: Brings functions into the form in which they are compared.
    """
    functions = [item for item in module.items if isinstance(item, Function)]
    found: dict[str, list[Line]] = {}
    scopes = Scopes(module)
    for function, numbers in zip(functions, emit_with_lines(module)[1], strict=True):
        if function.body is not None or function.name not in found:
            found[function.name] = lines_of_function(scopes, *normalise(function, numbers))
    return found


def _without_moves(
    function: Function, numbers: Sequence[int], *, unread: bool
) -> tuple[Function, Sequence[int]]:
    """Return a function with constants in place of registers, and the numbers of its statements.

    Args:
        function: The function.
        numbers: The numbers of its statements.
        unread: Whether moves of values that nothing reads are left out, too.
    """
    if function.body is None:
        return function, numbers
    body, kept = without_unread_moves(function.body, numbers) if unread else (function.body, numbers)
    code, type_of = flattened(body)
    constants = constants_of(code, type_of)
    kept = [number for node, number in zip(code, kept, strict=True) if not sets_constant(node, constants)]
    return replace(function, body=tuple(with_constants(body, constants))), kept


def _matches(first: Mapping[str, list[Line]], second: Mapping[str, list[Line]]) -> dict[str, str]:
    """Match functions: by name, by C++ name, by their lines, or the only ones left."""
    matches = {name: name for name in first if name in second}
    for key in _KEYS:
        one = _functions_by_key(key, first, matches.keys())
        other = _functions_by_key(key, second, set(matches.values()))
        matches |= {name: other[what] for what, name in one.items() if what in other}
    return matches


def _functions_by_key(
    key: Callable[[str, list[Line]], Hashable], lines: Mapping[str, list[Line]], taken: AbstractSet[str]
) -> dict[Hashable, str]:
    """Return the functions not yet taken, by a key that no other of them has."""
    by_key: dict[Hashable, list[str]] = {}
    for name, of_function in lines.items():
        if name not in taken:
            by_key.setdefault(key(name, of_function), []).append(name)
    return {what: names[0] for what, names in by_key.items() if len(names) == 1}


_KEYS: tuple[Callable[[str, list[Line]], Hashable], ...] = (
    lambda name, _: readable(name),
    lambda name, _: stem(name),
    lambda _, lines: tuple(line.shape for line in lines),
    lambda _, lines: lines[0].shape,
)
"""Keys by which two functions match; the last, the words before the name, is for the only ones left."""
