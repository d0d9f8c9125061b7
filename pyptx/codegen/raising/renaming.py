"""Fewer names: a variable that ends where another starts hands its name on, and numbers have no gaps."""

from __future__ import annotations

from collections import Counter
from operator import is_
from typing import TYPE_CHECKING

from pyptx.codegen.raising.chains import start_of
from pyptx.codegen.raising.copies import parameters_of
from pyptx.codegen.raising.flow import label_of
from pyptx.codegen.raising.mentioned import bound_by
from pyptx.codegen.tree import (
    BLOCKS,
    Assign,
    Def,
    For,
    Name,
    With,
    expressions_of,
    names_in,
    substituted,
    walk_statements,
    with_body,
    with_expressions,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.raising.mentioned import Mentioned
    from pyptx.codegen.tree import Body, Statement


def reuse_names(body: Body, facts: Facts) -> Body:
    """Let a value that continues another, which nothing reads any more, have its name.

    That is what a person writes: ``total = total + x``, not ``total_3 = total_2 + x``. A variable that is
    only copied has the name of the copy. The second variable is first mentioned where the first is last
    mentioned, in the block that binds the first, so no statement finds another value under a name. Behind a
    label, to which a branch may go back, variables are new.

    >>> from pyptx.codegen.raising.facts import Facts
    >>> from pyptx.codegen.texts import line_of
    >>> from pyptx.codegen.tree import Binary, Call, Do
    >>> names = Name("total"), Name("total_2"), Name("total_3")
    >>> sums = [Assign(new, Binary("+", old, Name("x"))) for old, new in zip(names, names[1:])]
    >>> body = Assign(names[0], Call("f")), *sums, Do(Call("g", (names[2],)))
    >>> facts = Facts(pool={name.text: "total" for name in names})
    >>> [line_of(each) for each in reuse_names(body, facts)]
    ['total = f()', 'total = total + x', 'total = total + x', 'g(total)']
    """
    reuse = _Reuse(body, facts)
    reuse.visit(body)
    names = {name: Name(reuse.name_of(name)) for name in reuse.names}
    return _renamed(body, names, facts.mentioned) if names else body


class _Reuse:
    """The names of a body that become others.

    Attributes:
        names: The variable whose name each gets.
    """

    def __init__(self, body: Body, facts: Facts) -> None:
        self.names: dict[str, str] = {}
        self._pool = facts.pool
        self._first: dict[str, int] = {}
        self._last: dict[str, int] = {}
        self._mentions = Counter(facts.mentioned.all_names(body))
        self._fixed = _names_of_functions(body)
        for number, statement in enumerate(walk_statements(body)):
            for name in facts.mentioned.names(statement):
                self._first.setdefault(name, number)
                self._last[name] = number
        self._number = 0

    def visit(self, body: Body) -> bool:
        """Look for names that end in the statements of a block; return whether it places a label."""
        bound: set[str] = set()
        places = False
        for statement in body:
            number, self._number = self._number, self._number + 1
            if isinstance(statement, Assign) and isinstance(statement.target, Name) and not statement.sign:
                self._assignment(statement, statement.target.text, number, bound)
                bound.add(statement.target.text)
            inside = isinstance(statement, BLOCKS) and self.visit(statement.body)
            if inside or label_of(statement):
                bound.clear()
                places = True
        return places

    def name_of(self, name: str) -> str:
        """Return the name that a variable has in the end."""
        while name in self.names:
            name = self.names[name]
        return name

    def _assignment(self, statement: Assign, name: str, number: int, bound: set[str]) -> None:
        """Give a variable the name of the one that it continues."""
        before = start_of(statement.value)
        if before is None or before.text not in bound or self._last[before.text] != number:
            return
        if self._first[name] != number or not self._fixed.isdisjoint((name, before.text)):
            return
        if names_in(statement.value).count(before.text) != 1:
            return
        stems = self._pool.get(name), self._pool.get(before.text)
        if None in stems:
            return
        if stems[0] == stems[1]:
            self.names[name] = before.text
        elif not statement.stands_for and self._mentions[before.text] == COPIED:
            self.names.setdefault(before.text, name)


COPIED = 2
"""Mentions of a variable that is only copied."""


def number_names(body: Body, facts: Facts) -> Body:
    """Number the variables with one stem without gaps, in the order of the text, in each function anew.

    >>> from pyptx.codegen.raising.facts import Facts
    >>> from pyptx.codegen.writer import render_body
    >>> from pyptx.codegen.tree import Call, Do
    >>> pool = {"row": "row", "row_2": "row", "row_3": "row", "row_4": "row"}
    >>> inner = Assign(Name("row_3"), Call("f")), Do(Call("g", (Name("row_3"),)))
    >>> body = Assign(Name("row_2"), Call("f")), Def(Call("copy"), inner), Do(Call("h", (Name("row_2"),)))
    >>> print(render_body(number_names(body, Facts(pool=pool))))
    row = f()
    <BLANKLINE>
    def copy():
        row = f()
        g(row)
    <BLANKLINE>
    h(row)
    """
    functions = {each.head.function for each in walk_statements(body) if type(each) is Def}
    return _Numbering(facts, functions).of(body)


class _Numbering:
    """Gives the variables of functions their numbers."""

    def __init__(self, facts: Facts, functions: set[str]) -> None:
        self._pool, self._mentioned, self._functions = facts.pool, facts.mentioned, functions
        self._stems: dict[str, list[str]] = {}
        for name, stem in self._pool.items():
            self._stems.setdefault(stem, []).append(name)
        self._known: dict[int, tuple[Def, dict[str, None]]] = {}

    def of(self, body: Body) -> Body:
        """Return the body of a kernel with other names."""
        return self._renamed(body, self._names(body, {}, ()))

    def _names(self, body: Body, around: Mapping[str, Name], own: Iterable[str]) -> Mapping[str, Name]:
        """Return the names that change in a body that binds some names as parameters."""
        bound = {*own, *[name for each in _outside_functions(body) for name in _bound(each)]}
        mentions = {**dict.fromkeys(own), **self._mentions(body)}
        taken = {around[name].text if name in around else name for name in mentions if name not in bound}
        taken.update(self._functions, [name for name in bound if name not in self._pool])
        names = {name: each for name, each in around.items() if name not in bound}
        following: dict[str, Iterator[str]] = {}
        for name in mentions:
            if name in bound and name in self._pool:
                stem = self._pool[name]
                free = following.setdefault(stem, iter(self._stems[stem]))
                made = next(each for each in free if each not in taken)
                if made != name:
                    names[name] = Name(made)
        return names

    def _mentions(self, body: Body) -> dict[str, None]:
        """Return the names in a body in order, with those that its functions take from around them."""
        found: dict[str, None] = {}
        for each in _outside_functions(body):
            if isinstance(each, Def):
                found.update(self._taken_by(each))
                continue
            if isinstance(each, For):
                found.update(dict.fromkeys(names_in(each.target)))
            found.update(dict.fromkeys(self._mentioned.names(each)))
        return found

    def _taken_by(self, function: Def) -> dict[str, None]:
        known = self._known.get(id(function))
        if known is None:
            own = {
                *parameters_of(function),
                *[name for each in _outside_functions(function.body) for name in _bound(each)],
            }
            names = self._mentions(function.body)
            names.update(dict.fromkeys(name for each in function.results for name in names_in(each)))
            known = self._known[id(function)] = function, {name: None for name in names if name not in own}
        return known[1]

    def _renamed(self, body: Body, names: Mapping[str, Name]) -> Body:
        out: list[Statement] = []
        for each in body:
            if isinstance(each, Def):
                parameters = parameters_of(each)
                inner = self._names(each.body, names, parameters)
                head, *results = (substituted(expr, Name, inner) for expr in (each.head, *each.results))
                made = self._renamed(each.body, inner)
                out.append(Def(head, made, tuple(results), each.stands_for, each.note))  # type: ignore[arg-type]
                continue
            changed: Statement = each
            if not names.keys().isdisjoint(self._mentioned.names(each)):
                changed = with_expressions(
                    each, [substituted(expr, Name, names) for expr in expressions_of(each)]
                )
            if isinstance(changed, For) and not names.keys().isdisjoint(names_in(changed.target)):
                changed = changed._replace(target=substituted(changed.target, Name, names))
            if isinstance(changed, (With, For)):
                changed = with_body(changed, self._renamed(changed.body, names))
            out.append(changed)
        return body if all(map(is_, out, body)) else tuple(out)


def _outside_functions(body: Body) -> list[Statement]:
    """Return the statements of a body without those in its functions."""
    found: list[Statement] = []
    for each in body:
        found.append(each)
        if type(each) is With or type(each) is For:
            found += _outside_functions(each.body)
    return found


def _bound(statement: Statement) -> list[str]:
    """Return the names that a statement binds in the function that it is in."""
    if isinstance(statement, Assign) and statement.sign:
        return names_in(statement.target) if isinstance(statement.target, Name) else []
    return bound_by(statement)


def _names_of_functions(body: Body) -> frozenset[str]:
    """Return the names that functions inside a body mention."""
    return frozenset(
        name
        for function in walk_statements(body)
        if isinstance(function, Def)
        for statement in walk_statements((function,))
        for expr in (*expressions_of(statement), *(statement.results if isinstance(statement, Def) else ()))
        for name in names_in(expr)
    )


def _renamed(body: Body, names: Mapping[str, Name], mentioned: Mentioned) -> Body:
    """Return a body with other names, without the assignments that say nothing any more."""
    out: list[Statement] = []
    for statement in body:
        made = statement
        if not names.keys().isdisjoint(mentioned.names(statement)):
            made = with_expressions(
                statement, [substituted(each, Name, names) for each in expressions_of(statement)]
            )
        if isinstance(made, BLOCKS):
            made = with_body(made, _renamed(made.body, names, mentioned))
        if not isinstance(made, Assign) or made.stands_for or made.target != made.value:
            out.append(made)
    return tuple(out)
