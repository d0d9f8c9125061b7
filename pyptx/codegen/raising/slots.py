"""Statements as templates: trees with holes for the parts that change."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pyptx.codegen.tree import (
    Affine,
    Assign,
    Call,
    Do,
    For,
    Format,
    Heading,
    Hole,
    Item,
    Name,
    Number,
    Text,
    With,
    expressions_of,
    line_of,
    rebuilt,
    walk_statements,
    with_expressions,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyptx.codegen.raising.sequences import Values
    from pyptx.codegen.tree import Body, Expr, Statement

ROOM, WRAPPED = 92, 3
"""Characters of a line, and the lines of a statement that has more."""


@dataclass(slots=True)
class StatementTemplate:
    """A statement as a template; of a block, with its contents.

    Attributes:
        key: Number of its template, contents included.
        head: Number of its own template.
        statement: The statement as it was read, of a block without its contents.
        holes: Its expressions with holes.
        tokens: Contents of its slots, then of those of the statements in it.
        own: Number of tokens of its own.
        defines: Indexes of the tokens it binds.
        lines: Number of each token's line in the statement.
        depth: Number of the blocks around it.
        last: Number of the last statement of the body that it replaces.
        held: Statements in the block.
        height: Nesting depth of blocks in it.
        size: Number of its lines.
    """

    key: int
    head: int
    statement: Statement
    holes: tuple[Expr, ...]
    tokens: tuple[Expr, ...]
    own: int
    defines: tuple[int, ...]
    lines: tuple[int, ...]
    depth: int
    last: float
    held: list[StatementTemplate] = field(default_factory=list)
    height: int = 0
    size: int = 1

    def with_values(self, values: Values) -> Statement:
        """Return the statement with the present values of its tokens."""
        tokens = self.tokens[: self.own]
        present = [values[token] for token in tokens]
        statement = self.statement if (*present,) == tokens else self.filled(present)
        if isinstance(statement, (With, For)):
            return statement._replace(body=tuple([inner.with_values(values) for inner in self.held]))
        return statement

    def filled(self, values: Sequence[Expr]) -> Statement:
        """Return the statement with expressions in its slots."""
        given = iter(values)
        return with_expressions(self.statement, [_filled(each, given) for each in self.holes])


def _filled(expr: Expr, given: Iterator[Expr]) -> Expr:
    """Return an expression with its holes filled, in order."""
    if type(expr) is not Hole:
        return rebuilt(expr, lambda part: _filled(part, given))
    value = next(given)
    if not expr.terms:
        return value
    match value:
        case Number(text):
            return Affine(int(text), expr.terms)
        case Affine(first, terms):
            return Affine(first, (*expr.terms, *terms))
        case Name(counter):
            return Affine(0, (*expr.terms, (1, counter)))
    raise TypeError(value)


class Reader:
    """Reads the statements of one body.

    Attributes:
        bound: Names that some statement binds.
        variables: Variables that one statement binds: they may be in slots.
        last: Number of the last statement that names a variable.
    """

    def __init__(self, body: Body) -> None:
        bound = Counter(
            each.target.text
            for each in walk_statements(body)
            if isinstance(each, Assign) and type(each.target) is Name and not each.sign
        )
        self.bound = frozenset(bound)
        self.variables = {name for name, count in bound.items() if count == 1}
        self.last: dict[str, float] = {}
        self._keys: dict[object, int] = {}

    def read(self, body: Body, numbers: Iterator[float], depth: int = 0) -> list[StatementTemplate]:
        """Return statements as templates; each has the next of some numbers."""
        nodes: list[StatementTemplate] = []
        for statement in body:
            if isinstance(statement, Heading):
                continue
            node = self._node(statement, depth, next(numbers))
            if isinstance(statement, (With, For)):
                self.close(self.read(statement.body, numbers, depth + 1), node)
            nodes.append(node)
        return nodes

    def close(self, held: list[StatementTemplate], node: StatementTemplate) -> None:
        """Set the contents of a block."""
        node.held = held
        tokens, defines, lines = list(node.tokens), list(node.defines), list(node.lines)
        size = node.size = _size(node.statement, node.depth)
        for inner in held:
            defines += [position + len(tokens) for position in inner.defines]
            lines += [line + size for line in inner.lines]
            tokens += inner.tokens
            size += inner.size
        node.tokens, node.defines, node.lines = tuple(tokens), tuple(defines), tuple(lines)
        node.key = self._number((node.key, *[inner.key for inner in held]))
        node.last = max(node.last, held[-1].last) if held else node.last
        node.height = 1 + max((inner.height for inner in held), default=0)
        node.size = size

    def _node(self, statement: Statement, depth: int, number: float) -> StatementTemplate:
        """Return the template of a statement, of a block without its contents."""
        tokens: list[Expr] = []
        holes = expressions_of(statement)
        shape: tuple[object, ...] = (number,)
        if not _is_unique(statement):
            holes = tuple([self._holed(each, tokens, number) for each in holes])
            shape = (depth, type(statement), holes, *_words(statement))
        if isinstance(statement, (With, For)):
            statement = statement._replace(body=())
        key = self._number(shape)
        binds = isinstance(statement, Assign) and not statement.sign and tokens[:1] == [statement.target]
        return StatementTemplate(
            key,
            key,
            statement,
            holes,
            tuple(tokens),
            len(tokens),
            (0,) if binds and type(tokens[0]) is Name else (),
            (0,) * len(tokens),
            depth,
            number,
            size=_size(statement, depth),
        )

    def _holed(self, expr: Expr, tokens: list[Expr], number: float) -> Expr:
        """Return an expression with holes; note what is in them."""
        kind = type(expr)
        if kind is Text:
            return expr
        if kind is Number:
            tokens.append(expr)
            return NUMBER
        if isinstance(expr, Affine):
            tokens.append(Number(str(expr.first)))
            return Hole(is_number=True, terms=expr.terms)
        name = expr.base if isinstance(expr, Item) and isinstance(expr.key, Number) else expr
        if isinstance(name, Name):
            if name.text in self.variables:
                if self.last.get(name.text, -1) < number:
                    self.last[name.text] = number
                tokens.append(expr)
                return REGISTER
            if name is expr:
                return expr
        return rebuilt(expr, lambda part: self._holed(part, tokens, number))

    def _number(self, key: object) -> int:
        return self._keys.setdefault(key, len(self._keys))


NUMBER, REGISTER = Hole(is_number=True), Hole(is_number=False)


def _is_unique(statement: Statement) -> bool:
    """Whether a statement is like no other: it declares an array, or keeps PTX as text."""
    value = statement.value if isinstance(statement, (Do, Assign)) else None
    if not isinstance(value, Call) or any(isinstance(each, Format) for each in value.arguments):
        return False
    return value.function in ("reg.array", "ptx.raw", "ptx.declare")


def _words(statement: Statement) -> tuple[object, ...]:
    """Return what a statement has beside its expressions and its body."""
    match statement:
        case Assign(sign=sign):
            return (sign,)
        case With(name=name):
            return (name,)
        case For(target=target):
            return (target,)
    return ()


def _size(statement: Statement, depth: int) -> int:
    return 1 if 4 * (depth + 1) + len(line_of(statement)) <= ROOM else WRAPPED
