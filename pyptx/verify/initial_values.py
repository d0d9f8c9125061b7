"""Legality of the initial values of variables: their shape, their kind, and the addresses in them.

>>> from pyptx.parser import parse
>>> (variable,) = parse(".global .v2 .u32 pairs[2] = {{1, 2}, {3, 4.0}};").items
>>> wrong_initial_value(variable, {}.get)
'pairs[1].y is a .u32 and has the initial value 4.0, a fraction; write an integer'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import VerifyError, counted
from pyptx.ir import Expression, Literal, Name, Vector
from pyptx.isa.operand import OPAQUE
from pyptx.verify.constants import constant_value
from pyptx.verify.messages import spell
from pyptx.verify.symbols import describe, integer_value
from pyptx.verify.values import names_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.ir import Declaration, Declarator, Operand
    from pyptx.verify.symbols import Scope

_OF_ADDRESSES = ("u32", "u64")
_OF_BYTES = ("u8", *_OF_ADDRESSES)
_MASKS = frozenset(0xFF << 8 * byte for byte in range(8))
_PLACED = "only variables in .global and .const and functions have an address before the launch"
_FORMS = "an address is written as name, name+4 or generic(name)+4, and its second byte as 0xFF00(name)"


def wrong_initial_value(declaration: Declaration, scope: Scope) -> str | None:
    """Explain why an initial value of a declaration is illegal; None if all are legal, or absent.

    Those of textures and samplers are properties.

    Args:
        declaration: A declaration of variables.
        scope: The names declared before, and its own.
    """
    if declaration.type in OPAQUE:
        return None
    for declarator in declaration.declarators:
        said = _wrong(declaration, declarator, scope)
        if said is not None:
            return said
    return None


def _wrong(declaration: Declaration, declarator: Declarator, scope: Scope) -> str | None:
    name, value, type_ = declarator.name, declarator.initializer, declaration.type or "b64"
    if value is None:
        return None
    said = None
    if declaration.space not in ("global", "const"):
        said = f"; in .{declaration.space} there are none"
    elif "extern" in declaration.linkage:
        said = ", and is .extern, so defined elsewhere"
    elif type_ in _BITS:
        said = f"; a variable of .{type_} has none, one of .{_BITS[type_]} its bits"
    if said is not None:
        return f"{name} has an initial value{said}"
    sizes = [integer_value(dim.text) if isinstance(dim, Literal) else 0 for dim in declarator.dims]
    return _wrong_shape(name, value, sizes, declaration.vector, type_, scope)


_BITS = {"f16": "b16", "f16x2": "b32"}


def _wrong_shape(
    what: str, value: Operand, sizes: Sequence[int], vector: str | None, type_: str, scope: Scope
) -> str | None:
    """Explain an error in the value of an array, a vector or a number.

    Args:
        what: Its name, such as ``x[1]``.
        value: The value.
        sizes: The sizes of the dimensions that are left; 0 for an open one.
        vector: The vector that each element is, such as ``"v4"``.
        type_: The type of the numbers.
        scope: The names declared before.
    """
    if not sizes and vector is None:
        if isinstance(value, Vector):
            return f"{what} is one .{type_}, and its initial value {spell(value)} is in braces"
        return _wrong_number(what, value, type_, scope)
    if not isinstance(value, Vector):
        of = "an array" if sizes else f"a .{vector}"
        return f"{what} is {of} and has the initial value {spell(value)}; write its elements in braces"
    count, inner = len(value.items), sizes[1:]
    if sizes:
        if sizes[0] and count > sizes[0]:
            return f"{what} has {count} initial values for {counted(sizes[0], 'element')}"
        names = [f"{what}[{place}]" for place in range(count)]
    else:
        if count != int((vector or "")[1:]):
            return f"{what} is a .{vector} and has {counted(count, 'initial value')}; write all of them"
        names, vector = [f"{what}.{axis}" for axis in "xyzw"], None
    said = (
        _wrong_shape(each, item, inner, vector, type_, scope)
        for each, item in zip(names, value.items, strict=False)
    )
    return next(filter(None, said), None)


def _wrong_number(what: str, value: Operand, type_: str, scope: Scope) -> str | None:
    """Explain why a value is not a number of a type, or an address that it can be."""
    has = f"{what} is a .{type_} and has the initial value {spell(value)}"
    if isinstance(value, (Literal, Name)):
        words: tuple[str, ...] = (value.text if isinstance(value, Literal) else value.name,)
    elif isinstance(value, Expression):
        words = value.words
    else:
        return f"{has}; write a constant"
    if names_in(words):
        return _wrong_address(what, has, words, type_, scope)
    try:
        number = constant_value(words)
    except VerifyError as error:
        return f"{has}: {error}"
    if isinstance(number, float) and type_[0] not in "bf":
        return f"{has}, a fraction; write an integer"
    if isinstance(number, int) and type_[0] == "f":
        return f"{has}, an integer; write a fraction, such as {number}.0"
    return None


def _wrong_address(what: str, has: str, words: tuple[str, ...], type_: str, scope: Scope) -> str | None:
    """Explain why words with a name are not an address, or a byte of one, that a type can hold."""
    types: tuple[str, ...] = _OF_ADDRESSES
    inner = words
    if words[1:2] == ("(",) and words[-1] == ")" and words[0][0].isdigit():
        types, inner = _OF_BYTES, words[2:-1]
        if integer_value(words[0]) not in _MASKS:
            return f"{has}; the mask of a byte has all of its bits, as 0xFF00"
    generic = inner[:2] == ("generic", "(") and inner[3:4] == (")",)
    name, offset = (inner[2], inner[4:]) if generic else (inner[0], inner[1:])
    if not names_in((name,)) or (offset and (offset[0] != "+" or names_in(offset[1:]))):
        return f"{has}; {_FORMS}"
    symbol = scope(name)
    if symbol is None:
        return f"{what} has the initial value {name}, which is not declared before"
    if symbol.kind == "function":
        said = "; the address of a function is its name alone" if generic or offset else ""
    else:
        is_placed = symbol.kind == "var" and symbol.space in ("global", "const")
        said = "" if is_placed else f", {describe(symbol)}; {_PLACED}"
    if not said and type_ not in types:
        said = ", an address; that is a .u64 or .u32, and a byte of it, as 0xFF(name), also a .u8"
    return f"{has}{said}" if said else _wrong_offset(has, offset)


def _wrong_offset(has: str, offset: tuple[str, ...]) -> str | None:
    """Explain why the words after an address are not an offset."""
    if not offset:
        return None
    try:
        number = constant_value(offset[1:])
    except VerifyError as error:
        return f"{has}: {error}"
    return f"{has}; the offset is an integer" if isinstance(number, float) else None
