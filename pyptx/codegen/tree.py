"""The Python that PTX becomes, as a tree: expressions and statements. A pass is a function from body to body.

>>> offset = Binary("*", Name("row"), Number("4"))
>>> parts_of(Call("ptx.addr", (Binary("+", Name("src"), offset), Number("16"))))[1]
Number(text='16')
"""

from __future__ import annotations

from operator import is_, itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pyptx.ir import Instruction

Node = TypeVar("Node")


def kind(cls: type[Node]) -> type[Node]:
    """Let the nodes of a class be equal to no others, as tuples with the same items are."""
    cls.__eq__, cls.__ne__ = _is_equal, _differs  # type: ignore[method-assign, assignment]
    cls._replace = _replaced  # type: ignore[attr-defined]
    return cls


def _is_equal(one: tuple[object, ...], other: object) -> bool:
    return one is other or (type(one) is type(other) and tuple.__eq__(one, other))


def _differs(one: tuple[object, ...], other: object) -> bool:
    return not _is_equal(one, other)


def _replaced(node: Any, /, **changes: object) -> Any:
    """Return a node with other values of some fields: as that of `NamedTuple`, in one call."""
    made = tuple.__new__(node.__class__, map(changes.pop, node._fields, node))
    if changes:
        raise ValueError(f"{type(node).__name__} has no field {', '.join(changes)}")
    return made


@kind
class Name(NamedTuple):
    """A variable."""

    text: str


@kind
class Register(NamedTuple):
    """A variable for a register, or for the block that ends at a label, before it has a Python name.

    No finished tree has one.

    Attributes:
        name: The register, or the label.
    """

    name: str


@kind
class Number(NamedTuple):
    """A decimal number, as it is written."""

    text: str


ZERO = Number("0")
"""The number of most offsets."""


@kind
class Text(NamedTuple):
    """An expression that no pass changes: a literal text, a special register, an operand as PTX text."""

    text: str


@kind
class Format(NamedTuple):
    """``f"mov.u32 {r}, 1;"``.

    Attributes:
        parts: Texts, and the expressions between them.
    """

    parts: tuple[str | Expr, ...]


@kind
class Item(NamedTuple):
    """``base[key]``."""

    base: Expr
    key: Expr


@kind
class Affine(NamedTuple):
    """``4 * i + j + 2``: a number that follows the counters of loops.

    Attributes:
        first: The number where all counters are 0.
        terms: Step and name of each counter.
    """

    first: int
    terms: tuple[tuple[int, str], ...]


@kind
class Display(NamedTuple):
    """``[a, b]`` or ``(a, b)``.

    Attributes:
        items: Its members.
        brackets: ``[]`` or ``()``.
    """

    items: tuple[Expr, ...]
    brackets: str = "[]"


@kind
class Slice(NamedTuple):
    """``base[start:stop:step]``; a part that is None is left out."""

    base: Expr
    start: Expr | None
    stop: Expr | None
    step: int = 1


@kind
class Starred(NamedTuple):
    """``*items``, in a display."""

    items: Expr


@kind
class Call(NamedTuple):
    """``function(arguments, keyword=argument)``."""

    function: str
    arguments: tuple[Expr, ...] = ()
    keywords: tuple[tuple[str, Expr], ...] = ()


@kind
class Method(NamedTuple):
    """``receiver.name(arguments)``."""

    receiver: Expr
    name: str
    arguments: tuple[Expr, ...] = ()


@kind
class Binary(NamedTuple):
    """``left sign right``."""

    sign: str
    left: Expr
    right: Expr


@kind
class Unary(NamedTuple):
    """``-operand`` or ``~operand``."""

    sign: str
    operand: Expr


@kind
class Comprehension(NamedTuple):
    """``[element for target in iterable …]``."""

    element: Expr
    loops: tuple[tuple[Expr, Expr], ...]


@kind
class Hole(NamedTuple):
    """A place that a template leaves open: no finished tree has one.

    Attributes:
        is_number: Whether it holds numbers; otherwise registers.
        terms: For the number of an `Affine`, its terms.
    """

    is_number: bool
    terms: tuple[tuple[int, str], ...] = ()


Expr: TypeAlias = (
    "Name | Register | Number | Text | Format | Item | Affine | Display | Slice | Starred | Call | Method"
    " | Binary | Unary | Comprehension | Hole"
)


@kind
class Do(NamedTuple):
    """A call as a statement.

    Attributes:
        value: The call.
        stands_for: The instructions that it traces; empty where it traces none.
        note: A comment after it.
    """

    value: Expr
    stands_for: tuple[Instruction, ...] = ()
    note: str = ""


@kind
class Assign(NamedTuple):
    """``target = value``; with a sign ``target += value``."""

    target: Expr
    value: Expr
    stands_for: tuple[Instruction, ...] = ()
    note: str = ""
    sign: str = ""


@kind
class With(NamedTuple):
    """``with head as name:`` and its body; `name` may be empty."""

    head: Expr
    name: str
    body: Body
    stands_for: tuple[Instruction, ...] = ()
    note: str = ""


@kind
class For(NamedTuple):
    """``for target in iterable:`` and its body."""

    target: Expr
    iterable: Expr
    body: Body
    stands_for: tuple[Instruction, ...] = ()
    note: str = ""


@kind
class Def(NamedTuple):
    """``def name(parameters):`` with its body, which ends in ``return results`` if there are any."""

    head: Call
    body: Body
    results: tuple[Expr, ...] = ()
    stands_for: tuple[Instruction, ...] = ()
    note: str = ""


@kind
class Heading(NamedTuple):
    """``# text`` on a line of its own, or an empty line where it has no text."""

    text: str = ""
    stands_for: tuple[Instruction, ...] = ()
    note: str = ""


Statement: TypeAlias = "Do | Assign | With | For | Def | Heading"
Body: TypeAlias = "tuple[Statement, ...]"
Block: TypeAlias = "With | For | Def"
BLOCKS = (With, For, Def)
"""Statements with a body."""
_BLOCKS = frozenset(BLOCKS)


def parts_of(expr: Expr) -> tuple[Expr, ...]:
    """Return the expressions directly in an expression, in the order of the text."""
    kind = type(expr)
    if kind is Call and not expr.keywords:  # type: ignore[union-attr]
        return expr.arguments  # type: ignore[union-attr]
    parts = _PARTS.get(kind)
    return parts(expr) if parts else ()


_PARTS: dict[type, Callable[[Any], tuple[Expr, ...]]] = {
    Call: lambda call: (
        (*call.arguments, *[value for _, value in call.keywords]) if call.keywords else call.arguments
    ),
    Item: itemgetter(slice(0, 2)),
    Binary: itemgetter(slice(1, 3)),
    Display: itemgetter(0),
    Starred: itemgetter(slice(0, 1)),
    Unary: itemgetter(slice(1, 2)),
    Method: lambda method: (method.receiver, *method.arguments),
    Slice: lambda part: (part.base, *[each for each in (part.start, part.stop) if each is not None]),
    Comprehension: lambda made: (made.element, *[iterable for _, iterable in made.loops]),
    Format: lambda text: tuple([each for each in text.parts if not isinstance(each, str)]),
}
"""The parts of each kind of expression that has some."""


def registers_in(expr: Expr) -> list[str]:
    """Return the registers in an expression, in the order of the text."""
    return [expr.name] if type(expr) is Register else _leaves(expr, Register, [])


def names_in(expr: Expr) -> list[str]:
    """Return the names in an expression."""
    return [expr.text] if type(expr) is Name else _leaves(expr, Name, [])


def _leaves(expr: Expr, leaf: type, found: list[str]) -> list[str]:
    """Add the registers or the names among the parts of an expression."""
    kind = type(expr)
    parts = _PARTS.get(kind)
    if parts is None:
        if kind is Affine and leaf is Name:
            found += [name for _, name in expr.terms]  # type: ignore[union-attr]
        return found
    if kind is Comprehension:
        inside: list[str] = []
        for part in parts(expr):
            inside += names_in(part) if leaf is Name else registers_in(part)
        own = {name for target, _ in expr.loops for name in names_in(target)}  # type: ignore[union-attr]
        found += [name for name in inside if name not in own]
        return found
    for part in parts(expr):
        kind = type(part)
        if kind is leaf:
            found.append(part[0])  # type: ignore[arg-type]
        elif kind in _PARTS or kind is Affine:
            _leaves(part, leaf, found)
    return found


def rebuilt(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """Return an expression with its parts changed, in the order of `parts_of`; itself if none changes."""
    kind = type(expr)
    parts_of_kind = _PARTS.get(kind)
    if parts_of_kind is None:
        return expr
    parts = parts_of_kind(expr)
    made = tuple(map(change, parts))
    return expr if all(map(is_, made, parts)) else _WITH_PARTS[kind](expr, made)


def substituted(expr: Expr, leaf: type[Name | Register], values: Mapping[str, Expr]) -> Expr:
    """Return an expression with names or registers replaced by expressions; itself if it has none of them."""
    kind = type(expr)
    if kind is leaf:
        return values.get(expr[0], expr)  # type: ignore[arg-type]
    parts = _PARTS.get(kind)
    if parts is None:
        return _recounted(expr, values) if kind is Affine and leaf is Name else expr  # type: ignore[arg-type]
    made: list[Expr] = []
    is_other = False
    for part in parts(expr):
        new = part
        part_kind = type(part)
        if part_kind is leaf:
            new = values.get(part[0], part)  # type: ignore[arg-type]
        elif part_kind in _PARTS or part_kind is Affine:
            new = substituted(part, leaf, values)
        is_other = is_other or new is not part
        made.append(new)
    return _WITH_PARTS[kind](expr, tuple(made)) if is_other else expr


def _recounted(number: Affine, values: Mapping[str, Expr]) -> Affine:
    """Return a number with other names for its counters."""
    if not any(name in values for _, name in number.terms):
        return number
    named = [(step, values.get(name, Name(name))) for step, name in number.terms]
    return Affine(number.first, tuple([(step, each.text) for step, each in named if isinstance(each, Name)]))


def _call_with(call: Call, parts: tuple[Expr, ...]) -> Call:
    if not call.keywords:
        return Call(call.function, parts)
    count = len(call.arguments)
    keywords = tuple([(name, part) for (name, _), part in zip(call.keywords, parts[count:], strict=True)])
    return Call(call.function, parts[:count], keywords)


def _slice_with(part: Slice, parts: tuple[Expr, ...]) -> Slice:
    base, *bounds = parts
    start, stop = (None if each is None else bounds.pop(0) for each in (part.start, part.stop))
    return Slice(base, start, stop, part.step)


def _comprehension_with(made: Comprehension, parts: tuple[Expr, ...]) -> Comprehension:
    element, *iterables = parts
    targets = [target for target, _ in made.loops]
    return Comprehension(element, tuple(zip(targets, iterables, strict=True)))


def _format_with(text: Format, parts: tuple[Expr, ...]) -> Format:
    following = iter(parts)
    return Format(tuple([each if isinstance(each, str) else next(following) for each in text.parts]))


_WITH_PARTS: dict[type, Callable[[Any, tuple[Expr, ...]], Expr]] = {
    Call: _call_with,
    Item: lambda _, parts: Item(*parts),
    Binary: lambda binary, parts: Binary(binary.sign, *parts),
    Display: lambda display, parts: Display(parts, display.brackets),
    Starred: lambda _, parts: Starred(*parts),
    Unary: lambda unary, parts: Unary(unary.sign, *parts),
    Method: lambda method, parts: Method(parts[0], method.name, parts[1:]),
    Slice: _slice_with,
    Comprehension: _comprehension_with,
    Format: _format_with,
}
"""How an expression of each kind that has parts is made of others."""


def expressions_of(statement: Statement) -> tuple[Expr, ...]:
    """Return the expressions of a statement, without those of its body, in the order of the text."""
    kind = type(statement)
    if kind is Assign:
        return statement[:2]  # type: ignore[return-value]
    if kind is For:
        return statement[1:2]  # type: ignore[return-value]
    return () if kind is Heading else statement[:1]  # type: ignore[return-value]


def with_expressions(statement: Statement, made: Sequence[Expr]) -> Statement:
    """Return a statement with other expressions, in the order of `expressions_of`; itself if none differs."""
    kind = type(statement)
    if kind is Heading or all(map(is_, made, expressions_of(statement))):
        return statement
    if kind is Assign:
        return Assign(made[0], made[1], *statement[2:])
    if kind is For:
        return For(statement[0], made[0], *statement[2:])  # type: ignore[arg-type]
    return kind(made[0], *statement[1:])  # type: ignore[arg-type]


def with_bodies(body: Body, change: Callable[[Body], Body]) -> Body:
    """Return a body with the bodies of its blocks changed; itself if none changes."""
    if _BLOCKS.isdisjoint(map(type, body)):
        return body
    made = tuple([with_body(each, change(each.body)) if isinstance(each, BLOCKS) else each for each in body])
    return body if _is_same(made, body) else made


def with_body(block: Block, body: Body) -> Block:
    """Return a block with another body; itself if the body has the same statements."""
    return block if _is_same(body, block.body) else block._replace(body=body)


def _is_same(made: Body, body: Body) -> bool:
    """Whether two bodies have the same statements, not only equal ones."""
    return made is body or (len(made) == len(body) and all(map(is_, made, body)))


def map_expressions(body: Body, change: Callable[[Expr], Expr]) -> Body:
    """Return a body with each expression of its statements changed, those of statements in blocks too."""
    out: list[Statement] = []
    for statement in body:
        exprs = expressions_of(statement)
        made = [*map(change, exprs)]
        out.append(statement if all(map(is_, made, exprs)) else with_expressions(statement, made))
    mapped = body if all(map(is_, out, body)) else tuple(out)
    return with_bodies(mapped, lambda inner: map_expressions(inner, change))


def walk_statements(body: Body) -> list[Statement]:
    """Return every statement in the order of the text; a block comes before its body."""
    if _BLOCKS.isdisjoint(map(type, body)):
        return [*body]
    found: list[Statement] = []
    for statement in body:
        found.append(statement)
        if type(statement) in BLOCKS:
            found += walk_statements(statement.body)  # type: ignore[union-attr]
    return found


def walk_bodies(body: Body) -> Iterator[Body]:
    """Yield a body and those of its blocks."""
    yield body
    for statement in walk_statements(body):
        if isinstance(statement, BLOCKS):
            yield statement.body


def is_else(statement: Statement) -> bool:
    """Whether a statement is the second part of a conditional."""
    return type(statement) is With and statement.head == _ELSE


_ELSE = Call("ptx.else_")
