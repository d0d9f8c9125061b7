"""The names in statements of Python, which several passes count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.codegen.tree import Assign, expressions_of, names_in, walk_statements

if TYPE_CHECKING:
    from pyptx.codegen.tree import Body, Statement


class Mentioned:
    """The names in the statements of a body: most statements stay from one pass to the next.

    >>> from pyptx.codegen.tree import Call, Do, Name
    >>> statement = Assign(Name("a"), Call("f", (Name("b"),)))
    >>> Mentioned().names(statement), Mentioned().reads(statement)
    (('a', 'b'), ('b',))
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[Statement, tuple[str, ...], int]] = {}

    def names(self, statement: Statement) -> tuple[str, ...]:
        """Return the names in the expressions of a statement."""
        return (self._known.get(id(statement)) or self._of(statement))[1]

    def reads(self, statement: Statement) -> tuple[str, ...]:
        """Return the names that a statement reads."""
        _, names, bound = self._known.get(id(statement)) or self._of(statement)
        return names[bound:]

    def all_names(self, body: Body) -> list[str]:
        """Return the names in all statements of a body, in the order of the text."""
        found: list[str] = []
        for statement in walk_statements(body):
            found += (self._known.get(id(statement)) or self._of(statement))[1]
        return found

    def _of(self, statement: Statement) -> tuple[Statement, tuple[str, ...], int]:
        """Return a statement, its names, and how many of them come first because it only binds them."""
        if type(statement) is Assign:
            targets = names_in(statement.target)
            names, bound = [*targets, *names_in(statement.value)], 0 if statement.sign else len(targets)
        else:
            names, bound = [name for each in expressions_of(statement) for name in names_in(each)], 0
        known = self._known[id(statement)] = statement, tuple(names), bound
        return known
