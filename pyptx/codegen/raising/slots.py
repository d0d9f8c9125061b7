"""Statements as templates: trees with holes for the parts that change."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from pyptx.codegen.texts import line_of, text_of
from pyptx.codegen.tree import (
    Affine,
    Assign,
    Binary,
    Call,
    Comprehension,
    Def,
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
    parts_of,
    rebuilt,
    walk_statements,
    with_expressions,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from pyptx.codegen.raising.sequences import Values
    from pyptx.codegen.tree import Body, Expr, Statement

ROOM, WRAPPED = 88, 3
"""Characters of a statement that fits into a line at any depth, and the lines of one that has more."""


@dataclass(slots=True)
class StatementTemplate:
    """A statement as a template; of a block, with its contents.

    Attributes:
        key: Number of its template, contents included.
        head: Number of its own template.
        statement: The statement as it was read; a block without its contents.
        tokens: Contents of its slots, then of those of the statements in it.
        own: Number of tokens of its own.
        defines: Indexes of the tokens it binds.
        lines: Number of each token's line in the statement.
        depth: Number of the blocks around it.
        last: Number of the last statement of the body that it replaces.
        head_size: Number of its lines without its contents.
        size: Number of its lines.
        others: Its names outside slots, with the counters of its numbers.
        held: Statements in the block.
        height: Nesting depth of blocks in it.
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
    head_size: int
    size: int
    others: tuple[str, ...]
    held: list[StatementTemplate] = field(default_factory=list)
    height: int = 0
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

    def __init__(self, body: Body, readings: Readings) -> None:
        """Start; `readings` may be those of other bodies with the same statements."""
        bound = Counter(
            [
                name.text
                for each in walk_statements(tuple([each for each in body if type(each) is not Def]))
                if type(each) is Assign and not each.sign
                for name in self._targets(each.target)
            ]
        )
        self.bound = frozenset(bound)
        self.variables = {name for name, count in bound.items() if count == 1}
        self.last: dict[str, float] = {}
        self._keys: dict[object, int] = {}
        self._readings = readings

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
        size = node.head_size
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
        reading = self._readings.of(statement, self.variables)
        last = self.last
        for name in reading.names:
            if last.get(name, -1) < number:
                last[name] = number
        key = self._number((self._level(depth), reading.shape) if reading.shape else (number,))
        tokens, binds = reading.tokens, reading.binds
        own = len(tokens)
        size = 1 if reading.width <= ROOM else WRAPPED
        defines = _FIRST[binds] if binds < len(_FIRST) else tuple(range(binds))
        lines = (0,) * own
        return StatementTemplate(
            key, key, reading.head, tokens, own, defines, lines, depth, number, size, size, reading.others
        )

    def _targets(self, target: Expr) -> tuple[Name, ...]:
        """Return the names of the target of an assignment that may be in slots."""
        return (target,) if type(target) is Name else ()

    def _level(self, depth: int) -> int:
        """Return the key that separates a template from the same one at another depth."""
        return depth

    def _number(self, key: object) -> int:
        return self._keys.setdefault(key, len(self._keys))


class Reading(NamedTuple):
    """The parts of a statement, without its contents.

    Attributes:
        statement: The statement.
        head: The statement without its contents.
        shape: Number of its template; 0 if it is like no other statement.
        tokens: Contents of its slots.
        names: Variables in them.
        others: Its names outside slots, which no single statement binds, with the counters of its numbers.
        width: Characters of the statement, at most.
        binds: Number of the first slots whose variables the statement binds.
        is_exact: Whether it has this many characters.
    """

    statement: Statement
    head: Statement
    shape: int
    tokens: tuple[Expr, ...]
    names: tuple[str, ...]
    others: tuple[str, ...]
    width: int
    binds: int
    is_exact: bool = False


class Readings:
    """Readings of statements, for several passes."""

    def __init__(self) -> None:
        self._known: dict[int, Reading] = {}
        self._shapes: dict[tuple[object, ...], int] = {}
        self._tokens: dict[str | tuple[str, ...], Expr] = {}

    def of(self, statement: Statement, variables: set[str]) -> Reading:
        """Read a statement, of whose names some are variables."""
        reading = self._known.get(id(statement))
        if reading is None or not (
            variables.issuperset(reading.names) and variables.isdisjoint(reading.others)
        ):
            reading = self._known[id(statement)] = self._read(statement, variables)
        if reading.width > ROOM and not reading.is_exact:
            reading = reading._replace(width=len(line_of(statement)), is_exact=True)
            self._known[id(statement)] = reading
        return reading

    def _read(self, statement: Statement, variables: set[str]) -> Reading:
        kind = type(statement)
        head, width = statement, SIGN
        if isinstance(statement, (With, For)):
            head = statement._replace(body=())
            width = len(statement.name if isinstance(statement, With) else text_of(statement.target)) + BLOCK
        if _is_unique(statement):
            return Reading(statement, head, 0, (), (), (), ROOM, 0)
        parts = _Parts(variables, self._tokens)
        for each in expressions_of(statement):
            width += parts.read(each)
        shape = kind, *_words(statement), *parts.parts
        number = self._shapes.setdefault(shape, len(self._shapes) + 1)
        tokens = tuple(parts.tokens)
        binds = 0
        if type(statement) is Assign and not statement.sign:
            target = statement.target
            targets = (target,) if type(target) is Name else names_of_target(target)
            binds = sum([each.text in variables for each in targets])
        return Reading(statement, head, number, tokens, tuple(parts.names), tuple(parts.others), width, binds)


def names_of_target(target: Expr) -> tuple[Name, ...]:
    """Return the names that an assignment binds; none where one of several targets is not a name.

    >>> names_of_target(Display((Name("stage"), Name("phase")), "()"))
    (Name(text='stage'), Name(text='phase'))
    """
    targets = target.items if type(target) is Display else (target,)
    return targets if {Name}.issuperset(map(type, targets)) else ()  # type: ignore[return-value]


class _Parts:
    """The parts of expressions: words, and the classes of tokens in their places."""

    def __init__(self, variables: AbstractSet[str], known: dict[str | tuple[str, ...], Expr]) -> None:
        self.parts: list[object] = []
        self.tokens: list[Expr] = []
        self.names: list[str] = []
        self.others: list[str] = []
        self._variables, self._known = variables, known

    def read(self, expr: Expr) -> int:
        """Add an expression; return its characters, at most."""
        if type(expr) is Call:
            function, arguments, keywords = expr
            self.parts += function, len(arguments)
            width = len(function) + 2 * len(arguments) + 2 + self.read_all(arguments)
            for word, each in keywords:
                self.parts.append(word)
                width += len(word) + 3 + self.read(each)
            return width
        return self.read_all((expr,))

    def read_all(self, exprs: Iterable[Any]) -> int:
        """Add expressions; return their characters, at most."""
        parts, tokens, known = self.parts, self.tokens, self._known
        width = 0
        for expr in exprs:
            kind = type(expr)
            if kind is Number:
                text: str = expr.text
                parts.append(Number)
                tokens.append(known.get(text) or known.setdefault(text, expr))
                width += len(text)
            elif kind is Name:
                text = expr.text
                if text in self._variables:
                    self.names.append(text)
                    parts.append(Name)
                    tokens.append(known.get((text,)) or known.setdefault((text,), expr))
                    width += len(text) + 2
                else:
                    self.others.append(text)
                    parts.append(text)
                    width += len(text)
            elif kind is Text:
                text = expr.text
                parts.append(text)
                width += len(text)
            elif kind is Call:
                width += self.read(expr)
            else:
                width += self._read_other(kind, expr)
        return width

    def _read_other(self, kind: type, expr: Any) -> int:
        """Add an expression that is less common."""
        if kind is Item:
            base, key = expr
            if type(base) is Name and type(key) is Number and base.text in self._variables:
                self.names.append(base.text)
                return self._token(Name, (base.text, key.text), expr)
        elif kind is Affine:
            first, terms = expr
            width = self._token(Number, str(first), Number(str(first)))
            self.parts.append(terms)
            self.others += [name for _, name in terms]
            return width + sum([len(str(step)) + len(name) + TERM for step, name in terms])
        inner = parts_of(expr)
        self.parts += kind, _other_words(expr), len(inner)
        return MORE.get(kind, ROOM) + 2 * len(inner) + self.read_all(inner)

    def _token(self, kind: type, key: str | tuple[str, ...], token: Expr) -> int:
        """Add a token; return its characters."""
        self.parts.append(kind)
        self.tokens.append(self._known.setdefault(key, token))
        return len(key) if type(key) is str else sum(map(len, key)) + 2


_FIRST = (), (0,)
"""Indexes of the slots that a statement binds: most bind one variable or none."""
NUMBER, REGISTER = Hole(is_number=True), Hole(is_number=False)
SIGN, BLOCK, TERM = 4, 11, 6
"""Characters of an assignment, a head of a block and a term of an `Affine` beside their parts, at most."""
MORE = {Binary: 3, Display: 2, Item: 0, Unary: 1}
"""Characters of some expressions beside their parts, at most, with 2 for each of these."""


def _holed(expr: Expr, tokens: Iterator[Expr], following: Expr | None) -> tuple[Expr, Expr | None]:
    """Return an expression with holes for the tokens in it, and the first token after it."""
    if type(expr) is Number or expr == following:
        return NUMBER if type(expr) is Number else REGISTER, next(tokens, None)
    if type(expr) is Affine:
        return Hole(is_number=True, terms=expr.terms), next(tokens, None)

    def change(part: Expr) -> Expr:
        nonlocal following
        made, following = _holed(part, tokens, following)
        return made

    return rebuilt(expr, change), following


def _other_words(expr: Expr) -> str:
    """Return the properties of an expression besides its parts, as text that differs where they do."""
    match expr:
        case Method(_, name):
            return name
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
    value = statement.value if type(statement) is Assign or type(statement) is Do else None
    if type(value) is not Call or value.function not in _UNIQUE:
        return False
    return not any(isinstance(each, Format) for each in value.arguments)


_UNIQUE = frozenset({"reg.array", "ptx.raw", "ptx.declare"})
"""Calls that declare arrays and keep PTX as text."""


def _words(statement: Statement) -> tuple[object, ...]:
    """Return the properties of a statement besides its expressions and its body."""
    kind = type(statement)
    if kind is Assign:
        return (statement.sign,)  # type: ignore[union-attr]
    if kind is With:
        return (statement.name,)  # type: ignore[union-attr]
    return (statement.target,) if kind is For else ()  # type: ignore[union-attr]
