"""The roles of a kernel with specialised warps become functions.

Such a kernel is one conditional whose branches have hundreds of lines, one for the warps that copy and one
for those that multiply; each sets the number of its registers first. Their author wrote a function for each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.raising.copies import called, own_names, start_of_branches
from pyptx.codegen.raising.mentioned import bound_by
from pyptx.codegen.raising.sections import kinds_of_work
from pyptx.codegen.raising.words import function_of
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
    expressions_of,
    names_in,
    parts_of,
    walk_statements,
    with_body,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr, Statement

LEAST = 24
"""Statements of a role, at least."""
PARAMETERS, RESULTS = 6, 6
"""Parameters and results of a role, at most."""


def write_roles(body: Body, facts: Facts) -> Body:
    """Write the blocks that set the number of registers as functions.

    Names that a block binds become the function's own: a name that it reads first is a parameter, and one
    that is read after it a result. Functions that only the block calls move into the new one.

    >>> from pyptx.codegen.raising.facts import Facts
    >>> from pyptx.codegen.writer import render_body
    >>> lines = (Do(Call(SETTING)), *[Do(Call("f", (Name("x"),)))] * LEAST)
    >>> body = Assign(Name("x"), Call("g")), With(Call("ptx.if_", (Name("p"),)), "", lines)
    >>> print(render_body(write_roles(body, Facts())).replace(LEAST * (chr(10) + "    f(x)"), " …"))
    x = g()
    <BLANKLINE>
    def compute():
        ptx.setmaxnreg() …
    <BLANKLINE>
    with ptx.if_(p):
        compute()
    """
    if not any(_sets_registers(each) for each in walk_statements(body)):
        return body
    return _Roles(body, facts).body


class _Run(NamedTuple):
    """Statements in a row that may become a function.

    Attributes:
        path: Indexes of the blocks around them, from the outermost.
        start: Index of the first.
        stop: Index after the last.
    """

    path: tuple[int, ...]
    start: int
    stop: int


class _Roles:
    """The roles of a body.

    Attributes:
        body: The statements, with the roles that are functions so far.
    """

    def __init__(self, body: Body, facts: Facts) -> None:
        self.body = body
        self._facts = facts
        self._mentions = _Mentions()
        self._taken = {name for each in walk_statements(body) for name, _ in self._mentions.of(each)}
        while any(self._outline(run) for run in _runs(self.body, ())):
            pass

    def _outline(self, run: _Run) -> bool:
        """Make a run a function, unless Python would mean something else."""
        block = self.body
        for index in run.path:
            block = block[index].body  # type: ignore[union-attr]
        part = _without_signs(block[run.start : run.stop], set())
        body = _replaced(self.body, run, part)
        functions = {each.head.function: each for each in body if isinstance(each, Def)}
        free = _free_names(functions, self._mentions)
        inside = {id(each) for each in walk_statements(part)}
        outer = tuple([each for each in body if not isinstance(each, Def)])
        code = [each for each in walk_statements(outer) if not isinstance(each, Heading)]
        outside = [each for each in code if id(each) not in inside]
        moved = _called_only(functions, free, outside, self._mentions)
        mentions = [mention for each in walk_statements(part) for mention in self._mentions.of(each)]
        binds = {name for name, is_bound in mentions if is_bound}
        if any(not binds.isdisjoint(names) for name, names in free.items() if name not in moved):
            return False
        flow = _flow([(each, id(each) in inside) for each in code], free, binds, self._mentions)
        if flow is None or len(flow[0]) > PARAMETERS or len(flow[1]) > RESULTS:
            return False
        parameters, results = (tuple(map(Name, names)) for names in flow)
        call = Call(self._name((*moved.values(), *part)), parameters)
        traced = tuple([node for each in walk_statements(part) for node in each.stands_for])
        statement: Statement = Do(call, traced)
        if results:
            statement = Assign(results[0] if len(results) == 1 else Display(results, "()"), call, traced)
        made = list(_replaced(body, run, (statement,)))
        made.insert(start_of_branches(body, run.path[0]), Def(call, (*moved.values(), *part), results))
        self.body = tuple(
            [each for each in made if not (isinstance(each, Def) and each.head.function in moved)]
        )
        return True

    def _name(self, part: Body) -> str:
        """Return a name for a role, from what it does."""
        work = kinds_of_work(part)
        stem = next((verb for kind, verb in _VERBS.items() if kind in work), "compute")
        name = self._facts.free_name(stem, self._taken)
        self._taken.add(name)
        return name


def _runs(body: Body, path: tuple[int, ...]) -> Iterator[_Run]:
    """Yield the roles in a body: a block from the statement on that sets the number of registers."""
    for index, each in enumerate(body):
        if path and _sets_registers(each):
            if _size(body[index:]) >= LEAST:
                yield _Run(path, index, len(body))
            return
        if isinstance(each, With):
            yield from _runs(each.body, (*path, index))


def _sets_registers(statement: Statement) -> bool:
    return called(statement).startswith(SETTING)


def _size(body: Body) -> int:
    return sum(1 for _ in walk_statements(body))


class _Mentions:
    """The names in statements, which are read for each role."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Statement, tuple[tuple[str, bool], ...]]] = {}

    def of(self, statement: Statement) -> tuple[tuple[str, bool], ...]:
        """Return the names of a statement, and whether it binds them: first those that it reads."""
        known = self._known.get(id(statement))
        if known is None:
            known = self._known[id(statement)] = statement, tuple(_mentions(statement))
        return known[1]


def _mentions(statement: Statement) -> Iterator[tuple[str, bool]]:
    exprs = expressions_of(statement)
    is_plain = isinstance(statement, Assign) and not statement.sign
    targets = bound_by(statement)
    for each in exprs[int(is_plain) :]:
        yield from ((name, False) for name in _names(each))
    if is_plain:
        yield from ((name, name in targets) for name in _names(exprs[0]))
    elif isinstance(statement, Assign) and isinstance(statement.target, Name):
        yield statement.target.text, True
    else:
        yield from ((name, True) for name in targets)


def _names(expr: Expr) -> Iterator[str]:
    """Yield the names in an expression, with those of the functions and objects that it calls."""
    yield from names_in(expr)
    yield from _called_in(expr)


def _called_in(expr: Expr) -> Iterator[str]:
    if isinstance(expr, Call):
        yield expr.function.partition(".")[0]
    for part in parts_of(expr):
        yield from _called_in(part)


def _free_names(functions: Mapping[str, Def], mentions: _Mentions) -> dict[str, set[str]]:
    """Return the names that each function takes from around it, itself or in the functions that it calls."""
    free: dict[str, set[str]] = {}
    for name, function in functions.items():
        found = {text for each in function.results for text in _names(each)}
        for each in walk_statements(function.body):
            found.update(text for text, _ in mentions.of(each))
        free[name] = found.difference(own_names(function))
    while True:
        more = {
            name: names.union(*[free[each] for each in names & functions.keys()])
            for name, names in free.items()
        }
        if more == free:
            return free
        free = more


def _called_only(
    functions: Mapping[str, Def],
    free: Mapping[str, set[str]],
    outside: Sequence[Statement],
    mentions: _Mentions,
) -> dict[str, Def]:
    """Return the functions that no statements outside a role call."""
    called_there: set[str] = set()
    for each in outside if functions else ():
        names = {name for name, _ in mentions.of(each)} & functions.keys()
        called_there.update(names, *[free[name] & functions.keys() for name in names])
    return {name: function for name, function in functions.items() if name not in called_there}


def _flow(
    code: Sequence[tuple[Statement, bool]],
    free: Mapping[str, set[str]],
    binds: set[str],
    mentions: _Mentions,
) -> tuple[list[str], list[str]] | None:
    """Return the names that go into a role and those that come out; None where one is not known.

    Args:
        code: The statements in the order of the text, and whether they are in the role.
        free: The names that each function takes from around it.
        binds: The names that the role binds.
        mentions: The names in statements.
    """
    known: set[str] = set()
    settled: set[str] = set()
    parameters: list[str] = []
    results: list[str] = []
    assigned: set[str] = set()
    is_behind = False
    for each, is_inside in code:
        is_behind = is_behind or (not is_inside and bool(settled or assigned))
        own = mentions.of(each)
        through = [(read, False) for name, _ in own if name in free for read in sorted(free[name])]
        for name, is_bound in (*through, *own):
            if name not in binds:
                continue
            if is_inside:
                if name not in settled and (not is_bound or (isinstance(each, Assign) and each.sign)):
                    if name not in known:
                        return None
                    parameters.append(name)
                settled.add(name)
                if is_bound and not (isinstance(each, Assign) and each.sign):
                    assigned.add(name)
            elif is_behind:
                if name in assigned:
                    assigned.discard(name)
                    if not is_bound:
                        results.append(name)
            elif is_bound:
                known.add(name)
    return parameters, results


def _without_signs(body: Body, own: set[str]) -> Body:
    """Return statements that write registers of others as calls: ``x += 1`` would bind a name.

    Args:
        body: The statements.
        own: Names that are bound before them.
    """
    out: list[Statement] = []
    for each in body:
        made = each
        match each:
            case Assign(Name(name) as target, value, (*_, node), _, sign) if sign and name not in own:
                made = Do(Call(function_of(node), (target, target, value)), each.stands_for, each.note)
            case With(body=inner) | For(body=inner):
                own.update(bound_by(each))
                made = with_body(each, _without_signs(inner, own))
            case _:
                own.update(bound_by(each))
        out.append(made)
    return tuple(out)


def _replaced(body: Body, run: _Run, made: Body) -> Body:
    """Return a body with other statements in place of a run."""
    if not run.path:
        return (*body[: run.start], *made, *body[run.stop :])
    at, *path = run.path
    block = body[at]
    assert isinstance(block, With)
    inner = _replaced(block.body, run._replace(path=tuple(path)), made)
    return (*body[:at], with_body(block, inner), *body[at + 1 :])


SETTING = "ptx.setmaxnreg"
"""Calls with which a role starts."""
_VERBS = {"matrix products": "consume", "copies to shared memory": "produce", "stores": "store"}
"""Names of roles by their work."""
