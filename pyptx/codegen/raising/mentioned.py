"""The names in statements of Python, which several passes count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.codegen.tree import Assign, expressions_of, names_in, walk_statements

if TYPE_CHECKING:
    from collections.abc import Iterator

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
        return self._of(statement)[1]

    def reads(self, statement: Statement) -> tuple[str, ...]:
        """Return the names that a statement reads."""
        _, names, bound = self._of(statement)
        return names[bound:]

    def all_names(self, body: Body) -> Iterator[str]:
        """Yield the names in all statements of a body, in the order of the text."""
        for statement in walk_statements(body):
            yield from self._of(statement)[1]

    def _of(self, statement: Statement) -> tuple[Statement, tuple[str, ...], int]:
        """Return a statement, its names, and how many of them come first because it only binds them."""
        known = self._known.get(id(statement))
        if known is None:
            names = tuple([name for each in expressions_of(statement) for name in names_in(each)])
            bound = 0
            if isinstance(statement, Assign) and not statement.sign:
                bound = len(names_in(statement.target))
            known = self._known[id(statement)] = statement, names, bound
        return known
