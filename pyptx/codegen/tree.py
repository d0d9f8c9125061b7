"""The Python that PTX becomes, as a tree: expressions, statements, and their text on one line.

A pass is a function from body to body; `pyptx.codegen.writer` breaks long lines.

>>> offset = Binary("*", Name("row"), Number("4"))
>>> call = Call("ptx.addr", (Binary("+", Name("src"), offset), Number("16")))
>>> text_of(call), line_of(Assign(Name("at"), call))
('ptx.addr(src + row * 4, 16)', 'at = ptx.addr(src + row * 4, 16)')
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
    return cls


def _is_equal(one: tuple[object, ...], other: object) -> bool:
    return one is other or (type(one) is type(other) and tuple.__eq__(one, other))


def _differs(one: tuple[object, ...], other: object) -> bool:
    return not _is_equal(one, other)


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
        note: A comment behind it.
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


def text_of(expr: Expr) -> str:
    """Return an expression on one line."""
    render = _TEXTS.get(type(expr))
    return render(expr) if render else expr.text  # type: ignore[union-attr]


def line_of(statement: Statement) -> str:
    """Return a statement, or the head of a block, on one line."""
    kind = type(statement)
    if kind is Do:
        return text_of(statement.value)  # type: ignore[union-attr]
    if kind is Assign:
        return f"{_unparenthesised(statement.target)} {statement.sign}= {text_of(statement.value)}"  # type: ignore[union-attr]
    match statement:
        case With(head, name):
            return f"with {text_of(head)} as {name}:" if name else f"with {text_of(head)}:"
        case For(target, iterable):
            return f"for {_unparenthesised(target)} in {text_of(iterable)}:"
        case Def(head):
            return f"def {text_of(head)}:"
        case Heading(text):
            return f"# {text}" if text else ""
    raise TypeError(statement)


def parts_of(expr: Expr) -> tuple[Expr, ...]:
    """Return the expressions directly in an expression, in the order of the text."""
    parts = _PARTS.get(type(expr))
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
    made = tuple([change(each) for each in parts])
    return expr if all(map(is_, made, parts)) else _WITH_PARTS[kind](expr, made)


def substituted(expr: Expr, leaf: type[Name | Register], values: Mapping[str, Expr]) -> Expr:
    """Return an expression with others in place of names, or of registers; itself if it has none of them."""
    kind = type(expr)
    if kind is leaf:
        return values.get(expr[0], expr)  # type: ignore[arg-type]
    parts = _PARTS.get(kind)
    if parts is None:
        return expr
    made: list[Expr] = []
    is_other = False
    for part in parts(expr):
        new = part
        part_kind = type(part)
        if part_kind is leaf:
            new = values.get(part[0], part)  # type: ignore[arg-type]
        elif part_kind in _PARTS:
            new = substituted(part, leaf, values)
        is_other = is_other or new is not part
        made.append(new)
    return _WITH_PARTS[kind](expr, tuple(made)) if is_other else expr


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
    made = tuple([with_expressions(each, [change(expr) for expr in expressions_of(each)]) for each in body])
    return with_bodies(body if _is_same(made, body) else made, lambda inner: map_expressions(inner, change))


def walk_statements(body: Body) -> Iterator[Statement]:
    """Yield every statement in the order of the text; a block comes before its body."""
    for statement in body:
        yield statement
        if type(statement) in BLOCKS:
            yield from walk_statements(statement.body)  # type: ignore[union-attr]


def is_else(statement: Statement) -> bool:
    """Whether a statement is the second part of a conditional."""
    return isinstance(statement, With) and statement.head == Call("ptx.else_")


def _render_call(call: Call) -> str:
    """The text of a call; an offset of 0 is not written."""
    function, arguments, keywords = call
    if function == "ptx.addr" and arguments[1:] == NO_OFFSET:
        arguments = arguments[:1]
    texts = [text_of(each) for each in arguments]
    if keywords:
        texts += [f"{name}={text_of(value)}" for name, value in keywords]
    return f"{function}({', '.join(texts)})"


NO_OFFSET = (Number("0"),)


def _render_slice(part: Slice) -> str:
    bounds = ["" if each is None else text_of(each) for each in (part.start, part.stop)]
    return f"{text_of(part.base)}[{':'.join(bounds)}{'' if part.step == 1 else f':{part.step}'}]"


def _render_binary(binary: Binary) -> str:
    sign, left, right = binary
    return f"{_operand(left, sign, first=True)} {sign} {_operand(right, sign, first=False)}"


def _render_comprehension(made: Comprehension) -> str:
    heads = [f"for {_unparenthesised(target)} in {text_of(iterable)}" for target, iterable in made.loops]
    return f"[{text_of(made.element)} {' '.join(heads)}]"


def _render_format(made: Format) -> str:
    text = repr("".join([_format_part(each) for each in made.parts]))
    return f'f"{text[1:-1]}"' if '"' not in text else f"f{text}"


def _format_part(part: str | Expr) -> str:
    """The text of a part, with its braces doubled; an expression in braces."""
    return part.replace("{", "{{").replace("}", "}}") if isinstance(part, str) else f"{{{text_of(part)}}}"


def _unparenthesised(target: Expr) -> str:
    return ", ".join(map(text_of, target.items)) if isinstance(target, Display) else text_of(target)


def _bracketed(expr: Expr) -> str:
    """The text of an expression, in parentheses where something binds to it."""
    text = text_of(expr)
    return text if _is_atom(expr) and text[0] != "-" else f"({text})"


def _is_atom(expr: Expr) -> bool:
    if type(expr) is Affine:
        return text_of(expr).isidentifier() or text_of(expr).isdecimal()
    return type(expr) not in (Binary, Unary)


def _operand(expr: Expr, sign: str, *, first: bool) -> str:
    text = text_of(expr)
    if type(expr) in (Name, Number, Text, Call):
        return f"({text})" if first and text[0] == "-" else text
    return f"({text})" if needs_brackets(expr, sign, first=first) else text


def needs_brackets(expr: Expr, sign: str, *, first: bool) -> bool:
    """Whether an operand has parentheses: unless everyone knows how it binds, as in ``a * b + c``."""
    if _is_atom(expr):
        return first and text_of(expr)[0] == "-"
    inner = expr.sign if isinstance(expr, Binary) else ""
    if sign in ("+", "-"):
        return inner not in ("*", "/", "//", "%") and not (first and inner in ("+", "-"))
    return not (first and inner == sign == "*")


def _render_affine(affine: Affine) -> str:
    first, terms = affine
    said = [(step, name if abs(step) == 1 else f"{abs(step)} * {name}") for step, name in terms if step]
    if first or not said:
        said.insert(0 if said and said[0][0] < 0 else len(said), (first, str(abs(first))))
    said.sort(key=lambda term: term[0] < 0)
    text = f"{'-' if said[0][0] < 0 else ''}{said[0][1]}"
    return text + "".join(f" {'-' if step < 0 else '+'} {term}" for step, term in said[1:])


SHORTEST_SLICE = 2
"""Items in a row that a slice says better than a list."""


def _render_display(display: Display) -> str:
    """A list or tuple; items in a row are a slice."""
    items, brackets = display
    if brackets == "[]" and len(items) >= SHORTEST_SLICE and (row := _row(items)) is not None:
        return row
    comma = "," if len(items) == 1 and brackets == "()" else ""
    return f"{brackets[0]}{', '.join(map(text_of, items))}{comma}{brackets[1]}"


def _row(items: tuple[Expr, ...]) -> str | None:
    """``r[4:8]`` for all items of a list in a row; None for others."""
    first = items[0]
    if type(first) is not Item:
        return None
    start = _index(first.key)
    if start is None:
        return None
    for step, item in enumerate(items):
        if (
            type(item) is not Item
            or item.base != first.base
            or _index(item.key) != (start[0] + step, start[1])
        ):
            return None
    stop = Affine(start[0] + len(items), start[1])
    return f"{text_of(first.base)}[{text_of(first.key)}:{text_of(stop)}]"


def _index(index: Expr) -> tuple[int, tuple[tuple[int, str], ...]] | None:
    """Return an index as a number and its counters; None for another expression."""
    if type(index) is Number:
        return int(index.text), ()
    return (index.first, index.terms) if type(index) is Affine else None


_TEXTS: dict[type, Callable[[Any], str]] = {
    Call: _render_call,
    Item: lambda item: f"{text_of(item.base)}[{text_of(item.key)}]",
    Affine: _render_affine,
    Display: _render_display,
    Slice: _render_slice,
    Starred: lambda starred: f"*{text_of(starred.items)}",
    Method: lambda method: (
        f"{_bracketed(method.receiver)}.{method.name}({', '.join(map(text_of, method.arguments))})"
    ),
    Binary: _render_binary,
    Unary: lambda unary: f"{unary.sign}{_bracketed(unary.operand)}",
    Comprehension: _render_comprehension,
    Register: lambda register: register.name,
    Format: _render_format,
}
"""The text of each kind of expression that is not a text itself."""
