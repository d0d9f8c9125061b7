"""Single values of operands: registers, names, constants and expressions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyptx.errors import VerifyError
from pyptx.ir import Address, Expression, Group, Literal, Name, Negated, Pair, Vector
from pyptx.isa import register_fits, special_register
from pyptx.isa.operand import OPAQUE, SELECTORS
from pyptx.types import from_name
from pyptx.verify.constants import constant_value
from pyptx.verify.messages import must, spell
from pyptx.verify.symbols import describe, literal_kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pyptx.ir import Operand
    from pyptx.isa import OperandSpec
    from pyptx.verify.symbols import Scope, Symbol

PREDEFINED = frozenset({"_", "WARP_SZ"})
"""Names that need no declaration."""


def constant_words(operand: Operand) -> tuple[str, ...] | None:
    """Return the words of a constant or constant expression; None for anything else."""
    if isinstance(operand, Literal):
        return (operand.text,)
    if isinstance(operand, Expression):
        return None if names_in(operand.words) else operand.words
    return ("WARP_SZ",) if operand == Name("WARP_SZ") else None


def constant_kind(words: Sequence[str]) -> str:
    """Return the kind of `literal_kind` of a constant, or of an expression's value; ``""`` for none."""
    if len(words) == 1 and words[0] != "WARP_SZ":
        return literal_kind(words[0])
    try:
        return "." if isinstance(constant_value(words), float) else "i"
    except VerifyError:
        return ""


def explain_value(operand: Operand, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why an operand is not the required register or constant."""
    said: str | None
    match operand:
        case Name(name):
            said = _name(name, spec, scope)
        case Literal(text):
            said = _constant(text, spec)
        case Negated(inner) if spec.negatable:
            said = explain_value(inner, spec, scope)
        case Expression(("-", name)) if spec.signed:
            said = _name(name, spec, scope)
        case Expression(words):
            said = _expression(operand, words, spec, scope)
        case Vector(items):
            said = must(operand, f"{len(items)} operands in braces", spec)
        case _:
            said = must(operand, sort_of(operand), spec)
    return said


def _constant(text: str, spec: OperandSpec) -> str | None:
    """Explain why a constant does not have the required type."""
    if not spec.takes_constant:
        return must(Literal(text), "a constant", spec)
    kind, type_ = literal_kind(text), spec.type
    if kind == "f" and text[0] in "+-":
        return f"{spec.name} is {text}; the bits of an .f32 have no sign but their own"
    if kind in _LITERAL_KINDS[type_]:
        return None
    if type_ in ("f32", "f64"):
        return f"{spec.name} is {text}, an integer; a constant of .{type_} has a point, as {text}.0, or bits"
    if kind == ".":
        return f"{spec.name} is {text}, a fraction; a constant of .{type_} is an integer"
    return f"{spec.name} is {text}, the bits of another type than .{type_}"


_LITERAL_KINDS = {
    "f32": "fd.", "f64": "fd.", "b32": "if", "b64": "id.", "pred": "i",
    **dict.fromkeys(("b8", "b16", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64"), "i"),
}  # fmt: skip
"""The kinds of `literal_kind` that are constants of each type (manual section 4.5)."""


def _name(name: str, spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why a name is not the required register."""
    symbol, selector = select(name, scope)
    if symbol is None or symbol.kind == "sreg":
        return _undeclared(name, spec)
    said = None
    if selector and (
        symbol.kind != "reg" or not spec.selector or not SELECTORS[spec.selector].fullmatch(selector)
    ):
        said = must(Name(name), f"part .{selector} of {describe(symbol)}", spec)
    elif spec.selected and not selector:
        said = must(Name(name), "a whole register", spec)
    elif symbol.kind == "reg":
        held = symbol.text_type if spec.exact else symbol.type
        fits = register_fits(held, spec.type, wider=spec.wider, exact=spec.exact)
        if symbol.elements != 1 or not fits:
            said = must(Name(name), describe(symbol), spec)
    elif not (
        spec.variable and symbol.kind in ("var", "param", "function") and is_in_space(symbol, spec.space)
    ) or (
        symbol.type in OPAQUE and not spec.type.endswith("64")  # its address is a handle of 64 bits
    ):
        said = must(Name(name), describe(symbol), spec)
    return said


def select(name: str, scope: Scope) -> tuple[Symbol | None, str]:
    """Resolve a name and, if it has a selector, the part: ``%r1.b0`` is part ``b0`` of ``%r1``."""
    symbol = scope(name)
    if symbol is not None or "." not in name or special_register(name) is not None:
        return symbol, ""
    whole, _, selector = name.partition(".")
    return scope(whole), selector


def is_in_space(symbol: Symbol, space: str) -> bool:
    """Whether a variable is in a state space, or of an opaque type; ``""`` matches any."""
    if space in OPAQUE:
        return symbol.type == space or (symbol.space == "tex" and space == "texref")
    return not space or symbol.space == space.partition("::")[0]


def _undeclared(name: str, spec: OperandSpec) -> str | None:
    """Explain why a name without a symbol, such as the sink or a special register, does not match."""
    said = None
    if name == "_":
        said = None if spec.sink else must(Name(name), "the sink", spec)
    elif name == "WARP_SZ":
        fits = spec.takes_constant and spec.type[0] in "bus"
        said = None if fits else must(Name(name), "an integer", spec)
    elif (register := special_register(name)) is None:
        parts = [f"{name}.{part}" for part in "xyzw" if special_register(f"{name}.{part}") is not None]
        said = f"{name} is not declared" + (f"; its parts are {' '.join(parts)}" if parts else "")
    elif spec.role != ":":
        said = must(Name(name), "a special register, which is read-only", spec)
    elif not spec.special:
        first = f"mov it to a register of type .{register.type} first"
        if from_name(spec.type).bits < from_name(register.type).bits:
            first = f"mov it to a register of type .{register.type}, and cvt that to .{spec.type}"
        said = f"{spec.name} is {name}, a special register; {first}"
    elif not any(register_fits(type_, spec.type) for type_ in (register.type, *register.also)):
        said = must(Name(name), f"a special register of type .{register.type}", spec)
    return said


def _expression(operand: Expression, words: Sequence[str], spec: OperandSpec, scope: Scope) -> str | None:
    """Explain why an expression is not the required constant, or address of a variable."""
    names = names_in(words)
    if not names:
        try:
            kind = "." if isinstance(constant_value(words), float) else "i"
        except VerifyError as error:
            return f"{spec.name} is not a constant: {error}"
        fits = spec.takes_constant and kind in _LITERAL_KINDS[spec.type]
        return None if fits else must(operand, "a constant expression", spec)
    symbol = scope(names[0])
    if symbol is None:
        return f"{names[0]} is not declared"
    if not _has_address(symbol, spec):
        return must(operand, f"an expression with {describe(symbol)}", spec)
    if words[1] == "+" and names == [words[0]] and constant_kind(words[2:]) == "i":
        return None
    return f"{spec.name} is {spell(operand)}; to the address of a variable a constant may be added, no more"


def _has_address(symbol: Symbol, spec: OperandSpec) -> bool:
    """Whether an operand may be the address of a symbol plus a constant.

    ptxas accepts it wherever an integer constant is legal; the address alone only where the row allows it.
    """
    if spec.variable:
        return symbol.kind in ("var", "param") and is_in_space(symbol, spec.space)
    return (
        symbol.kind == "var"
        and spec.takes_constant
        and spec.kind == "value"
        and spec.type[0] in "bus"
        and spec.count is None
    )


def names_in(words: Iterable[str]) -> list[str]:
    """Return the names of an expression that need a declaration."""
    return [word for word in words if _IDENTIFIER.match(word) and word not in PREDEFINED]


_IDENTIFIER = re.compile(r"(?:[A-Za-z]|[_$%][\w$])[\w$.]*\Z", re.ASCII)


def describe_operand(operand: Operand, scope: Scope) -> str:
    """Describe an operand; for a name, describe its symbol."""
    symbol = scope(operand.name) if isinstance(operand, Name) else None
    return sort_of(operand) if symbol is None else describe(symbol)


def sort_of(operand: Operand) -> str:
    """Describe the kind of an operand."""
    return _SORTS[type(operand)]


_SORTS: dict[type, str] = {
    Address: "an address",
    Expression: "an expression",
    Group: "a list in parentheses",
    Literal: "a constant",
    Name: "a name",
    Negated: "negated",
    Pair: "a pair",
    Vector: "a vector",
}
