"""The names in statements of Python, which several passes count."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.tree import (
    Assign,
    Def,
    Display,
    For,
    Name,
    With,
    expressions_of,
    names_in,
    walk_statements,
)

if TYPE_CHECKING:
    from pyptx.codegen.tree import Body, Statement


class Mentioned:
    """The names in the statements of a body: most statements stay from one pass to the next.

    >>> from pyptx.codegen.tree import Call, Do
    >>> statement = Assign(Name("a"), Call("f", (Name("b"),)))
    >>> Mentioned().names(statement), Mentioned().reads(statement)
    (('a', 'b'), ('b',))
    """

    def __init__(self) -> None:
        self._known: dict[int, _Names] = {}

    def names(self, statement: Statement) -> tuple[str, ...]:
        """Return the names in the expressions of a statement."""
        return (self._known.get(id(statement)) or self._of(statement)).all

    def reads(self, statement: Statement) -> tuple[str, ...]:
        """Return the names that a statement reads."""
        return (self._known.get(id(statement)) or self._of(statement)).read

    def bound(self, statement: Statement) -> tuple[str, ...]:
        """Return the names that a statement binds."""
        return (self._known.get(id(statement)) or self._of(statement)).bound

    def all_names(self, body: Body) -> list[str]:
        """Return the names in all statements of a body, in the order of the text."""
        found: list[str] = []
        for statement in walk_statements(body):
            found += (self._known.get(id(statement)) or self._of(statement)).all
        return found

    def _of(self, statement: Statement) -> _Names:
        if type(statement) is Assign:
            targets, read = names_in(statement.target), names_in(statement.value)
            names = *targets, *read
            made = _Names(statement, names, names if statement.sign else (*read,), (*bound_by(statement),))
        else:
            names = tuple([name for each in expressions_of(statement) for name in names_in(each)])
            made = _Names(statement, names, names, (*bound_by(statement),))
        self._known[id(statement)] = made
        return made


class _Names(NamedTuple):
    """The names in the expressions of a statement, those it reads, and those it binds."""

    statement: Statement
    all: tuple[str, ...]
    read: tuple[str, ...]
    bound: tuple[str, ...]


def bound_by(statement: Statement) -> list[str]:
    """Return the names that a statement binds."""
    match statement:
        case Assign(target, sign="") | For(target):
            if type(target) is Name:
                return [target.text]
            return (
                [each.text for each in target.items if type(each) is Name] if type(target) is Display else []
            )
        case With(_, name):
            return [name] if name else []
        case Def(head):
            return [head.function]
    return []
