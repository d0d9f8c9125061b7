"""The text of a tree, on one line; `pyptx.codegen.writer` breaks long lines.

>>> from pyptx.codegen.tree import Assign, Binary, Call, Name, Number
>>> offset = Binary("*", Name("row"), Number("4"))
>>> call = Call("ptx.addr", (Binary("+", Name("src"), offset), Number("16")))
>>> text_of(call), line_of(Assign(Name("at"), call))
('ptx.addr(src + row * 4, 16)', 'at = ptx.addr(src + row * 4, 16)')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.codegen.tree import (
    ZERO,
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
    Item,
    Method,
    Name,
    Number,
    Register,
    Slice,
    Starred,
    Text,
    Unary,
    With,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.codegen.tree import Expr, Statement


def text_of(expr: Expr) -> str:
    """Return an expression on one line."""
    render = _TEXTS.get(type(expr))
    return render(expr) if render else expr.text  # type: ignore[union-attr]


def line_of(statement: Statement) -> str:
    """Return a statement, or the head of a block, on one line."""
    kind = type(statement)
    if kind is Do:
        value = statement.value  # type: ignore[union-attr]
        return _render_call(value) if type(value) is Call else text_of(value)
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


def _render_call(call: Call) -> str:
    """The text of a call; an offset of 0 is not written."""
    function, arguments, keywords = call
    if function == "ptx.addr" and arguments[1:] == NO_OFFSET:
        arguments = arguments[:1]
    texts = [
        render(each) if (render := _TEXTS.get(type(each))) else each.text  # type: ignore[union-attr]
        for each in arguments
    ]
    if keywords:
        texts += [f"{name}={text_of(value)}" for name, value in keywords]
    return f"{function}({', '.join(texts)})"


NO_OFFSET = (ZERO,)


def _render_item(item: Item) -> str:
    """The text of an element; that of a numbered register at once."""
    base, key = item
    if type(base) is Name and type(key) is Number:
        return f"{base.text}[{key.text}]"
    return f"{text_of(base)}[{text_of(key)}]"


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
    if not terms:
        return str(first)
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
    base, (number, terms) = first.base, start
    for item in items:
        if type(item) is not Item or (item.base is not base and item.base != base):
            return None
        if _index(item.key) != (number, terms):
            return None
        number += 1
    stop = Affine(number, terms)
    return f"{text_of(first.base)}[{text_of(first.key)}:{text_of(stop)}]"


def _index(index: Expr) -> tuple[int, tuple[tuple[int, str], ...]] | None:
    """Return an index as a number and its counters; None for another expression."""
    if type(index) is Number:
        return int(index.text), ()
    return (index.first, index.terms) if type(index) is Affine else None


_TEXTS: dict[type, Callable[[Any], str]] = {
    Call: _render_call,
    Item: _render_item,
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
