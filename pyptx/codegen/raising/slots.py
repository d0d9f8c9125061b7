"""Statements as templates: trees with holes for the parts that change."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pyptx.codegen.tree import (
    Affine,
    Assign,
    Binary,
    Call,
    Comprehension,
    Display,
    Do,
    For,
    Format,
    Heading,
    Hole,
    Item,
    Method,
    Name,
    Number,
    Slice,
    Text,
    Unary,
    With,
    expressions_of,
    line_of,
    parts_of,
    rebuilt,
    text_of,
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
    tokens: tuple[Expr, ...]
    own: int
    defines: tuple[int, ...]
    lines: tuple[int, ...]
    depth: int
    last: float
    held: list[StatementTemplate] = field(default_factory=list)
    height: int = 0
    size: int = 1
    _holes: tuple[Expr, ...] = ()

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

    @property
    def holes(self) -> tuple[Expr, ...]:
        """Its expressions with holes."""
        exprs = expressions_of(self.statement)
        if self.own and not self._holes:
            tokens = iter(self.tokens)
            following: Expr | None = next(tokens)
            made: list[Expr] = []
            for each in exprs:
                holed, following = _holed(each, tokens, following)
                made.append(holed)
            self._holes = tuple(made)
        return self._holes or exprs


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
        self._tokens: dict[str | tuple[str, ...], Expr] = {}

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
        shape: tuple[object, ...] = (number,)
        most = ROOM
        if not _is_unique(statement):
            parts: list[str] = []
            for each in expressions_of(statement):
                self._write(each, parts, tokens, number)
            words = _words(statement)
            text = "".join(parts)
            shape = (depth, type(statement), text, *words)
            most = 4 * (depth + 1) + len(text) + sum(map(_width, tokens)) + len(str(words)) + AROUND
        if isinstance(statement, (With, For)):
            statement = statement._replace(body=())
        key = self._number(shape)
        binds = isinstance(statement, Assign) and not statement.sign and tokens[:1] == [statement.target]
        return StatementTemplate(
            key,
            key,
            statement,
            tuple(tokens),
            len(tokens),
            (0,) if binds and type(tokens[0]) is Name else (),
            (0,) * len(tokens),
            depth,
            number,
            size=1 if most < ROOM else _size(statement, depth),
        )

    def _write(self, expr: Expr, parts: list[str], tokens: list[Expr], number: float) -> None:
        """Add the text of an expression, with signs for holes, and what is in them; it is never too short."""
        kind = type(expr)
        if kind is Number:
            tokens.append(self._tokens.setdefault(expr.text, expr))  # type: ignore[union-attr]
            parts.append(NUMBER_SIGN)
            return
        name = expr.base if kind is Item and type(expr.key) is Number else expr  # type: ignore[union-attr]
        if type(name) is Name and name.text in self.variables:
            if self.last.get(name.text, -1) < number:
                self.last[name.text] = number
            key = (name.text,) if name is expr else (name.text, expr.key.text)  # type: ignore[union-attr]
            tokens.append(self._tokens.setdefault(key, expr))
            parts.append(REGISTER_SIGN)
        elif kind is Name or kind is Text:
            parts.append(expr.text)  # type: ignore[union-attr]
        elif kind is Affine:
            first = str(expr.first)  # type: ignore[union-attr]
            tokens.append(self._tokens.setdefault(first, Number(first)))
            parts.append(f"{NUMBER_SIGN}{expr.terms}")  # type: ignore[union-attr]
        elif kind is Call and not expr.keywords:  # type: ignore[union-attr]
            parts.append(f"{expr.function}(")  # type: ignore[union-attr]
            for each in expr.arguments:  # type: ignore[union-attr]
                self._write(each, parts, tokens, number)
                parts.append(", ")
            parts.append(")")
        else:
            parts.append(f"({kind.__name__} {_other_words(expr)}")
            for each in parts_of(expr):
                self._write(each, parts, tokens, number)
                parts.append(", ")
            parts.append(")")

    def _number(self, key: object) -> int:
        return self._keys.setdefault(key, len(self._keys))


NUMBER, REGISTER = Hole(is_number=True), Hole(is_number=False)
NUMBER_SIGN, REGISTER_SIGN = "\0", "\1"
"""Holes in the text of a template."""
AROUND = 16
"""Characters of a statement around its expressions, at most."""


def _holed(expr: Expr, tokens: Iterator[Expr], following: Expr | None) -> tuple[Expr, Expr | None]:
    """Return an expression with holes for the tokens in it, and the first token behind it."""
    if type(expr) is Number or expr == following:
        return NUMBER if type(expr) is Number else REGISTER, next(tokens, None)
    if type(expr) is Affine:
        return Hole(is_number=True, terms=expr.terms), next(tokens, None)

    def change(part: Expr) -> Expr:
        nonlocal following
        made, following = _holed(part, tokens, following)
        return made

    return rebuilt(expr, change), following


def _width(token: Expr) -> int:
    """Return the characters of a token."""
    if type(token) is Item:
        return _width(token.base) + _width(token.key) + 2
    return len(token.text)  # type: ignore[union-attr]


def _other_words(expr: Expr) -> str:  # noqa: PLR0911
    """Return the properties of an expression besides its parts, as text that differs where they do."""
    match expr:
        case Call(function, _, keywords):
            return f"{function} {' '.join([name for name, _ in keywords])} "
        case Method(_, name):
            return f"{name} "
        case Binary(sign) | Unary(sign) | Display(_, sign):
            return sign
        case Slice(_, start, stop, step):
            return f"{start is None} {stop is None} {step}"
        case Comprehension(_, loops):
            return " ".join([f"for {text_of(target)} in" for target, _ in loops])
        case Format(parts):
            return repr([each for each in parts if isinstance(each, str)])
    return ""


def _is_unique(statement: Statement) -> bool:
    """Whether a statement is like no other: it declares an array, or keeps PTX as text."""
    value = statement.value if isinstance(statement, (Do, Assign)) else None
    if not isinstance(value, Call) or any(isinstance(each, Format) for each in value.arguments):
        return False
    return value.function in ("reg.array", "ptx.raw", "ptx.declare")


def _words(statement: Statement) -> tuple[object, ...]:
    """Return the properties of a statement besides its expressions and its body."""
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
