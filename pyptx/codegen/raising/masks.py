"""Numbers that are bit patterns, in hexadecimal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.codegen.tree import (
    Assign,
    Binary,
    Number,
    Text,
    expressions_of,
    line_of,
    rebuilt,
    with_bodies,
    with_expressions,
)

if TYPE_CHECKING:
    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr, Statement

SIGNS = ("&", "|", "^")
"""Operators on bits."""
LEAST = 128
"""Least number that is a pattern."""


def write_masks(body: Body, _: Facts | None = None) -> Body:
    """Write the operands of bit operators in hexadecimal, unless they are small.

    >>> from pyptx.codegen.tree import Name
    >>> masked = Binary("&", Binary("+", Name("x"), Number("1024")), Number("262016"))
    >>> line_of(write_masks((Assign(Name("y"), masked),))[0])
    'y = (x + 1024) & 0x3ff80'
    """
    return with_bodies(tuple([_statement(each) for each in body]), write_masks)


def _statement(statement: Statement) -> Statement:
    text = line_of(statement)
    if not any(f" {sign}" in text for sign in SIGNS):
        return statement
    made = [_expression(each) for each in expressions_of(statement)]
    if isinstance(statement, Assign) and statement.sign in SIGNS:
        made[1] = _pattern(made[1])
    return with_expressions(statement, made)


def _expression(expr: Expr) -> Expr:
    made = rebuilt(expr, _expression)
    if isinstance(made, Binary) and made.sign in SIGNS:
        return made._replace(left=_pattern(made.left), right=_pattern(made.right))
    return made


def _pattern(expr: Expr) -> Expr:
    if isinstance(expr, Number) and expr.text.isdecimal() and int(expr.text) >= LEAST:
        return Text(f"0x{int(expr.text):x}")
    return expr
