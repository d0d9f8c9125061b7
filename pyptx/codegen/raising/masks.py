"""Numbers that are bit patterns, in hexadecimal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.codegen.tree import (
    Affine,
    Assign,
    Binary,
    Call,
    Display,
    For,
    Name,
    Number,
    Text,
    expressions_of,
    parts_of,
    rebuilt,
    walk_statements,
    with_bodies,
    with_expressions,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr, Statement

SIGNS = ("&", "|", "^")
"""Operators on bits."""
CALLS = ("ptx.inst.and_.", "ptx.inst.or_.", "ptx.inst.xor.")
"""Functions on bits."""
KEYWORDS = ("mask", "const_bits")
"""Their arguments that are bits."""
LEAST = 128
"""Least number that is a pattern."""
OPCODES = frozenset({"and", "or", "xor", "mov"})
"""Opcodes of the instructions that all of these trace."""
MOVES = ("ptx.inst.mov.u64", "ptx.inst.mov.b64")
"""Functions whose numbers are patterns where only upper bits are set, as in cache policies."""


def write_masks(body: Body, _: Facts | None = None) -> Body:
    """Write the operands of bit operators and instructions in hexadecimal, unless they are small.

    64-bit constants whose lower half is zero, such as cache policies, are hexadecimal too.

    >>> from pyptx.codegen.raising.body import example
    >>> from pyptx.codegen.writer import render_body
    >>> body, facts = example(".reg .b32 %r<3>; mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 262016; ret;")
    >>> print(render_body(write_masks(body, facts)))
    %r1 = reg.from_(ptx.special.tid.x(), u32)
    %r2 = %r1 & 0x3ff80
    """
    out = [_loop(each) if isinstance(each, For) else each for each in body]
    return with_bodies(tuple([_statement(each) for each in out]), write_masks)


def _loop(loop: For) -> For:
    """Return a loop that goes over patterns in hexadecimal.

    >>> table = Display((Number("1"), Number("262112")), "()")
    >>> from pyptx.codegen.texts import line_of
    >>> loop = For(Name("u"), table, (Assign(Name("y"), Binary("&", Name("x"), Name("u"))),))
    >>> line_of(_loop(loop))
    'for u in (0x1, 0x3ffe0):'
    """
    lists = _lists(loop.iterable)
    targets = loop.target.items if isinstance(loop.target, Display) else (loop.target,)
    if not lists or len(lists) != len(targets):
        return loop
    patterns: set[Expr] = set()
    for statement in walk_statements(loop.body):
        for expr in expressions_of(statement):
            patterns.update(_patterns_in(expr))
    if patterns.isdisjoint(targets):
        return loop
    written = [
        _hexadecimal(each) if target in patterns and isinstance(each, Display) else each
        for target, each in zip(targets, lists, strict=True)
    ]
    match loop.iterable:
        case Call("zip"):
            return loop._replace(iterable=loop.iterable._replace(arguments=tuple(written)))
        case Call("enumerate"):
            return loop._replace(iterable=loop.iterable._replace(arguments=(written[1],)))
    return loop._replace(iterable=written[0])


def _hexadecimal(listed: Display) -> Display:
    """Return a list with all numbers in hexadecimal, if one of them is large."""
    numbers = [each for each in listed.items if isinstance(each, Number) and each.text.isdecimal()]
    if all(int(each.text) < LEAST for each in numbers):
        return listed
    made: dict[Expr, Expr] = {each: Text(f"0x{int(each.text):x}") for each in numbers}
    return listed._replace(items=tuple([made.get(each, each) for each in listed.items]))


def _lists(iterable: Expr) -> tuple[Expr, ...]:
    """Return the values of the variables of a loop."""
    match iterable:
        case Call("zip", arguments):
            return arguments
        case Call("enumerate", (listed,)):
            return iterable, listed
    return (iterable,)


def _patterns_in(expr: Expr) -> Iterator[Expr]:
    """Yield the variables that are patterns in an expression."""
    match expr:
        case Binary(sign, left, right) if sign in SIGNS:
            yield from (left, right)
        case Call(function, arguments, keywords):
            yield from arguments if function.startswith(CALLS) else ()
            yield from [each for name, each in keywords if name in KEYWORDS]
    for part in parts_of(expr):
        yield from _patterns_in(part)


def _statement(statement: Statement) -> Statement:
    if OPCODES.isdisjoint([node.opcode for node in statement.stands_for]):
        return statement
    made = [_expression(each) for each in expressions_of(statement)]
    if isinstance(statement, Assign) and statement.sign in SIGNS:
        made[1] = _pattern(made[1])
    return with_expressions(statement, made)


def _expression(expr: Expr) -> Expr:
    if type(expr) in _SINGLE:
        return expr
    made = rebuilt(expr, _expression)
    if isinstance(made, Binary) and made.sign in SIGNS:
        return made._replace(left=_pattern(made.left), right=_pattern(made.right))
    if isinstance(made, Call):
        if made.function.startswith(CALLS):
            made = made._replace(arguments=tuple([_pattern(each) for each in made.arguments]))
        elif made.function in MOVES:
            made = made._replace(
                arguments=tuple([_pattern(each) if _is_high(each) else each for each in made.arguments])
            )
        if made.keywords:
            keywords = [(name, _pattern(each) if name in KEYWORDS else each) for name, each in made.keywords]
            made = made._replace(keywords=tuple(keywords))
    return made


_SINGLE = frozenset({Name, Number, Text})
"""Kinds of expressions without parts."""


def _is_high(expr: Expr) -> bool:
    """Whether only the upper bits of a number are set."""
    return isinstance(expr, Number) and expr.text.isdecimal() and int(expr.text) % (1 << 32) == 0


def _pattern(expr: Expr) -> Expr:
    if isinstance(expr, Number) and expr.text.isdecimal() and int(expr.text) >= LEAST:
        return Text(f"0x{int(expr.text):x}")
    if isinstance(expr, Affine) and expr.first >= LEAST and len(expr.terms) == 1 and expr.terms[0][0] > 1:
        ((step, counter),) = expr.terms
        return Binary("+", Text(f"0x{expr.first:x}"), Binary("*", Number(str(step)), Name(counter)))
    return expr
