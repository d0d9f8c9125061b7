"""Names of variables, derived from the values they are set to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.codegen.operands import Names, identifier
from pyptx.codegen.raising.scopes import plain_name
from pyptx.codegen.tree import (
    Assign,
    Call,
    Display,
    For,
    Number,
    Register,
    Text,
    With,
    expressions_of,
    rebuilt,
    with_expressions,
)
from pyptx.codegen.tree import Name as Variable
from pyptx.types import TYPES

if TYPE_CHECKING:
    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr, Statement


LONGEST = 32
"""A name that is longer and has a ``$`` says the function first, and what is meant after the last."""


def name_registers(body: Body, facts: Facts) -> Body:
    """Give the variables of registers their names, in the order in which they are set.

    >>> from pyptx.codegen.raising.facts import Facts
    >>> from pyptx.codegen.tree import Call, Do
    >>> from pyptx.codegen.writer import render_body
    >>> body = Assign(Register("%r7"), Call("f")), Do(Call("g", (Register("%r7"),)))
    >>> print(render_body(name_registers(body, Facts(stems={"%r7": "row"}, names=Names({})))))
    row = f()
    g(row)
    """
    return body if facts.names is None else _Named(facts.names, facts).of(body)


class _Named:
    """The names of one body."""

    def __init__(self, names: Names, facts: Facts) -> None:
        self._names = names
        self._facts = facts
        self._given: dict[str, Expr] = {}
        self._shared: dict[str, Variable] = {}

    def of(self, body: Body) -> Body:
        """The statements of a block."""
        out: list[Statement] = []
        for statement in body:
            kind = type(statement)
            if kind is Assign and type(statement.target) is Register:  # type: ignore[union-attr]
                value = self._named(statement.value)  # type: ignore[union-attr]
                name: str = statement.target.name  # type: ignore[union-attr]
                target = self._given.get(name) or self._bind(name)
                out.append(with_expressions(statement, (target, value)))
                continue
            if kind is Assign and type(statement.target) is Display:  # type: ignore[union-attr]
                value = self._named(statement.value)  # type: ignore[union-attr]
                targets = tuple(
                    [
                        self._bind(each.name)
                        if type(each) is Register and each.name not in self._given
                        else self._named(each)
                        for each in statement.target.items  # type: ignore[union-attr]
                    ]
                )
                out.append(with_expressions(statement, (Display(targets, "()"), value)))
                continue
            made = with_expressions(statement, [self._named(each) for each in expressions_of(statement)])
            if isinstance(made, For):
                target = self._bind(made.target.name) if type(made.target) is Register else made.target
                made = made._replace(target=target, body=self.of(made.body))
            elif isinstance(made, With):
                rest = self._names.variable("rest") if made.name else ""
                if rest:
                    self._given[made.name] = Variable(rest)
                made = made._replace(name=rest, body=self.of(made.body))
                if rest:
                    self._names.release(rest)
            out.append(made)
        return tuple(out)

    def _bind(self, name: str) -> Variable:
        """Return a name for a register; one for those that have the same name in opened scopes."""
        plain, block = plain_name(name)
        stem = self._facts.stems.get(name) or identifier(plain)
        self._facts.report.variables += 1
        if not block.isdigit():
            made = Variable(self._names.variable(stem))
        elif plain in self._shared:
            made = self._shared[plain]
        else:
            made = self._shared[plain] = Variable(self._names.variable(stem))
        self._given[name] = made
        self._facts.pool[made.text] = stem
        return made

    def _named(self, expr: Expr) -> Expr:
        kind = type(expr)
        if kind is Register:
            return self._given.get(expr.name, expr)  # type: ignore[union-attr]
        if kind is Variable or kind is Number:
            return expr
        if kind is Text:
            if expr.text in TYPES:  # type: ignore[union-attr]
                self._facts.types.add(expr.text)  # type: ignore[union-attr]
            return expr
        if type(expr) is not Call:
            return rebuilt(expr, self._named)
        if expr.function.startswith("reg."):
            self._facts.uses_registers = True
        if expr.keywords:
            return rebuilt(expr, self._named)
        made: list[Expr] = []
        is_other = False
        for each in expr.arguments:
            new = self._given.get(each.name, each) if type(each) is Register else self._named(each)
            is_other = is_other or new is not each
            made.append(new)
        return Call(expr.function, tuple(made)) if is_other else expr
