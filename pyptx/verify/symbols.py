"""Symbols: the meaning of the names and constants of an instruction."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pyptx import types
from pyptx.errors import VerifyError
from pyptx.ir.literals import LITERAL, literal_value
from pyptx.isa.operand import OPAQUE

if TYPE_CHECKING:
    from pyptx.ir import Declaration


class Symbol(NamedTuple):
    """The declaration of a name.

    Attributes:
        kind: ``"reg"``, ``"var"``, ``"param"``, ``"label"``, ``"function"`` or ``"sreg"``.
        type: Declared type of a register, or of an element of a variable; for a label, the statement after
            it: ``"code"``, ``"branchtargets"``, ``"callprototype"``, ``"calltargets"``; ``""`` if not known.
        space: State space of a variable; else ``""``.
        elements: Elements of a vector register, such as 4 of ``.reg .v4 .f32``.
        declared: Type in the text if `type` is more specific: ``"b32"`` for a traced u32 register.
        role: Role of a parameter: ``"entry"`` of a kernel, ``"given"`` to a function or ``"returned"`` by it;
            ``""`` for a variable that a call passes.
    """

    kind: str
    type: str = ""
    space: str = ""
    elements: int = 1
    declared: str = ""
    role: str = ""

    @property
    def text_type(self) -> str:
        """The type in the text, which ptxas sees."""
        return self.declared or self.type


Scope: TypeAlias = Callable[[str], Symbol | None]
"""Resolves a name at an instruction. Special registers and labels further down need no symbol."""


def symbol_of(declaration: Declaration, role: str = "") -> Symbol:
    """Return the symbol of the names of a declaration.

    Args:
        declaration: A declaration of registers, variables or parameters.
        role: Role of parameters, as in `Symbol.role`.
    """
    space, elements = declaration.space, int((declaration.vector or "v1")[1:])
    if space == "reg":
        return Symbol("reg", declaration.type or "", "", elements)
    if space == "param":
        return Symbol("param", declaration.type or "", space, elements, role=role)
    return Symbol("var", declaration.type or "", space, elements)


def require_type(declaration: Declaration) -> None:
    """Check the type of a declaration: it must be a PTX type, and one of registers or variables.

    Raises:
        VerifyError: The type is illegal; the message lists the legal ones.
    """
    name = declaration.type
    if name is None or name in DECLARED or (name in OPAQUE and declaration.space != "reg"):
        return
    first = declaration.declarators[0].name
    if name in types.TYPES:
        held = types.from_name(name).register
        raise VerifyError(f"{first} is declared as .{name}, a type of instructions; declare it as .{held}")
    raise VerifyError(f"{first} is declared as .{name}; there are {', '.join(DECLARED)}")


DECLARED = tuple(
    name
    for name in types.TYPES
    if types.from_name(name).register == name or name in ("b8", "u8", "s8", "f16x2")
)
"""The types of registers and variables (manual sections 5.2.1, 5.2.3): others are only for instructions."""


@lru_cache(maxsize=65536)
def literal_kind(text: str) -> str:
    """Return the kind of a constant: ``"i"`` integer, ``"."`` decimal, ``"f"`` or ``"d"`` bits, ``""`` none.

    >>> [literal_kind(text) for text in ("0f3F800000", "-2.5", "1e3", "0x1F", "-7", "5U", "name")]
    ['f', '.', '.', 'i', 'i', 'i', '']
    """
    found = LITERAL.fullmatch(text)
    return _KINDS[found.lastgroup or ""] if found else ""


@lru_cache(maxsize=65536)
def signed_kind(text: str) -> str:
    """Return the kind of a constant after a minus sign; the bits of an ``.f32`` take no sign.

    >>> [signed_kind(text) for text in ("-2.5", "0f3F800000", "-0f3F800000")]
    ['.', 'f', '-f']
    """
    kind = literal_kind(text)
    return f"-{kind}" if kind == "f" and text[0] == "-" else kind


_KINDS = {"single": "f", "double": "d", "integer": "i", "decimal": ".", "": ""}


@lru_cache(maxsize=65536)
def address_kind(text: str) -> str:
    """Return the kind of a constant in an address: `signed_kind`, or ``"wide"`` if 64 bits do not hold it.

    >>> [address_kind(text) for text in ("-8", "18446744073709551615", "18446744073709551616", "1.5")]
    ['i', 'i', 'wide', '.']
    """
    return "wide" if constant_shape(text)[1] > 64 else signed_kind(text)


@lru_cache(maxsize=65536)
def constant_shape(text: str) -> tuple[str, int]:
    """Return the kind of a constant; for an integer also the bits of its narrowest type: 8 to 64, or 128.

    Two constants with the same result fit the same types, and the same instructions except for bounds.

    >>> [constant_shape(text) for text in ("255", "-1", "0x100", "0f3F800000", "-0f3F800000")]
    [('i', 8), ('i', 8), ('i', 16), ('f', 0), ('f', -1)]
    """
    kind = literal_kind(text)
    if kind != "i":
        return kind, -1 if text[0] == "-" else 0
    value = integer_value(text)
    return kind, next((bits for bits in (8, 16, 32, 64) if -(1 << (bits - 1)) <= value < 1 << bits), 128)


@lru_cache(maxsize=65536)
def integer_value(text: str) -> int:
    """Return the value of an integer constant.

    >>> integer_value("0x1FU"), integer_value("-7"), integer_value("017")
    (31, -7, 15)
    """
    return int(literal_value(text))


def describe(symbol: Symbol) -> str:
    """Describe a symbol.

    >>> describe(Symbol("reg", "f32")), describe(Symbol("var", "b8", "shared"))
    ('a register of type .f32', 'a variable in .shared')
    >>> describe(Symbol("label", "branchtargets")), describe(Symbol("label", "code"))
    ('a label of .branchtargets', 'a label')
    >>> describe(Symbol("sreg", "u32"))
    'a special register of type .u32'
    """
    if symbol.kind == "reg":
        many = f"a vector of {symbol.elements} registers" if symbol.elements > 1 else "a register"
        return f"{many} of type .{symbol.type}"
    if symbol.kind == "var":
        return f"a variable in .{symbol.space}"
    if symbol.kind == "sreg":
        return f"a special register of type .{symbol.type}"
    if symbol.kind == "label" and symbol.type not in ("", "code"):
        return f"a label of .{symbol.type}"
    return _PARAMETERS[symbol.role] if symbol.kind == "param" else f"a {symbol.kind}"


_PARAMETERS = {
    "": "a variable in .param",
    "entry": "a parameter of the kernel",
    "given": "a parameter of the function",
    "returned": "what the function returns",
}
