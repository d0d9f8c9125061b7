"""Operands as Python expressions, and the Python names of registers, variables and labels.

Each expression is one that the DSL turns back into the operand it came from, spelling and all; where Python
has no such expression the operand's PTX text is passed to ``ptx.spelled``.
"""

from __future__ import annotations

import keyword
import math
import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pyptx.codegen.tree import ZERO, Binary, Call, Display, Item, Number, Text, Unary
from pyptx.codegen.tree import Name as Variable
from pyptx.emitter.operands import spell_operand
from pyptx.errors import TraceError
from pyptx.ir import Address, Group, Literal, Name, Negated, Pair, Vector
from pyptx.ir.literals import literal_value
from pyptx.ir.visit import numbered, without_gaps
from pyptx.isa import special_register
from pyptx.trace import constant
from pyptx.trace.names import COMPONENTS
from pyptx.types import TYPES
from pyptx.verify import Symbol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyptx.codegen.tree import Expr
    from pyptx.ir import Operand

PREDICATE = Symbol("reg", "pred")
_DIGITS = "0123456789"


class Numbered(NamedTuple):
    """Registers declared as ``%r<count>``.

    Attributes:
        variable: The Python variable of the array; "" if it has none.
        size: Number of registers.
        symbol: The symbol of each register.
    """

    variable: str
    size: int
    symbol: Symbol

    def item(self, number: int) -> Expr | None:
        """Return one of the registers; None if they have no variable."""
        return _item(self.variable, number) if self.variable else None


@lru_cache(maxsize=1 << 14)
def _item(variable: str, number: int) -> Item:
    """Return an element of an array; functions have the same names for most of theirs."""
    return Item(_array(variable), Number(str(number)))


@lru_cache(maxsize=1 << 10)
def _array(variable: str) -> Variable:
    """Return the variable of an array, one object for all elements, which are compared often."""
    return Variable(variable)


Found: TypeAlias = "tuple[Expr | None, Symbol]"
"""The Python expression of a name, None if it has none, and its symbol."""


class Names:
    """The Python expressions of a function's names, block by block.

    Attributes:
        module: Symbols of the module's names.
        labels: Every label of the function.
    """

    def __init__(self, module: Mapping[str, Symbol]) -> None:
        self.module = module
        self.labels: set[str] = set()
        self._variables: set[str] = set()
        self._numbers: dict[str, int] = {}
        self._alone: list[dict[str, Found]] = [{}]
        self._seen: dict[str, Found | None] = {}
        self._numbered: list[dict[str, Numbered]] = [{}]

    def open(self) -> None:
        """Enter a block."""
        self._alone.append({})
        self._numbered.append({})

    def close(self) -> None:
        """Leave a block: its names are out of scope."""
        alone, numbered_ = self._alone.pop(), self._numbered.pop()
        for name, (variable, _) in alone.items():
            self._seen.pop(name, None)
            if type(variable) is Variable:
                self._variables.discard(variable.text)
        for row in numbered_.values():
            self._variables.discard(row.variable)
        if numbered_:
            self._seen = {}
        self._numbers = {}

    def variable(self, name: str) -> str:
        """A Python variable for a PTX name that no other in scope has."""
        stem = made = identifier(name)
        if made in self._variables:
            number = self._numbers.get(stem, 2)
            while (made := f"{stem}_{number}") in self._variables:
                number += 1
            self._numbers[stem] = number + 1
        self._variables.add(made)
        return made

    def release(self, variable: str) -> None:
        """Release a Python variable, so that the next name with its stem may take its number."""
        self._variables.discard(variable)
        stem, _, number = variable.rpartition("_")
        if number.isdecimal() and stem in self._numbers:
            self._numbers[stem] = min(self._numbers[stem], int(number))

    def taken_names(self) -> set[str]:
        """The Python variables in scope."""
        return set(self._variables)

    def add(self, name: str, variable: Expr | None, symbol: Symbol) -> None:
        """Bring a name into scope; `variable` is None where Python calls it by its text."""
        self._seen[name] = self._alone[-1][name] = variable, symbol

    def add_numbered(self, prefix: str, variable: str, count: int, symbol: Symbol) -> None:
        """Bring ``%r0`` to ``%r<count - 1>`` into scope."""
        self._numbered[-1][prefix] = Numbered(variable, count, symbol)
        self._seen = {}

    def is_taken(self, name: str, count: int | None, *, here: bool) -> bool:
        """Whether a name, or one of `count` numbered ones, is visible.

        Args:
            name: The name or prefix.
            count: Number of names; None for one name.
            here: Whether only the innermost block counts.
        """
        first = len(self._alone) - 1 if here else 0
        alone, rows = self._alone[first:], self._numbered[first:]
        if count is None:
            return any(name in layer for layer in alone) or any(
                prefix in layer and number < layer[prefix].size
                for layer in rows
                for prefix, number in numbered(name)
            )
        if any(name in layer for layer in rows):
            return True
        names = [f"{name}{number}" for number in range(min(count, max(map(len, alone))))]
        for layer in alone:
            if count <= len(layer):
                found = not layer.keys().isdisjoint(names)
            else:
                places = (place for other in layer for place in numbered(other))
                found = any(prefix == name and number < count for prefix, number in places)
            if found:
                return True
        return False

    def shared_variables(self) -> dict[str, str]:
        """Return the variables in shared memory that have a Python name of their own, by that name."""
        return {
            variable.text: name
            for name, (variable, symbol) in self._alone[0].items()
            if type(variable) is Variable and symbol.space == "shared"
        }

    def find(self, name: str) -> Found | None:
        """Return the Python expression of a name (None if it has none), and its symbol."""
        if name in self._seen:
            return self._seen[name]
        found = self._seen[name] = self._found(name)
        return found

    def variable_of(self, name: str) -> Expr:
        """Return the Python expression of a name that has one."""
        found = self.find(name)
        assert found is not None
        assert found[0] is not None
        return found[0]

    def _found(self, name: str) -> Found | None:
        found = self._alone[-1].get(name)
        if found is not None:
            return found
        stem = name.rstrip(_DIGITS)
        row = self._numbered[-1].get(stem)
        if row is not None and (digits := name[len(stem) :]) and (digits[0] != "0" or digits == "0"):
            number = int(digits)
            if number < row.size:
                return row.item(number), row.symbol
        return self._found_farther(name)

    def _found_farther(self, name: str) -> Found | None:
        """The same of a name that a block around declares, or a row whose own name ends with a digit."""
        places: list[tuple[str, int]] | None = None
        for alone, rows in zip(reversed(self._alone), reversed(self._numbered), strict=True):
            found = alone.get(name)
            if found is not None:
                return found
            if rows:
                places = list(numbered(name)) if places is None else places
                for prefix, number in places:
                    row = rows.get(prefix)
                    if row is not None and number < row.size:
                        return row.item(number), row.symbol
        return None

    def __call__(self, name: str) -> Symbol | None:
        """Return the symbol of a name, as the trace sees it."""
        found = self.find(name)
        if found is not None:
            return found[1]
        symbol = self.module.get(name)
        if symbol is not None:
            return symbol
        vector, dot, component = name.rpartition(".")
        if dot and component in COMPONENTS:
            whole = self(vector)
            if whole is not None and whole.elements > 1:
                return whole._replace(elements=1)
        register = special_register(name)
        return None if register is None else Symbol("sreg", register.type)


@lru_cache(maxsize=1 << 14)
def identifier(name: str) -> str:
    """A Python name for a PTX name.

    >>> [identifier(name) for name in ("%rd", "$x$y", "%in", "u32", "%0", "%_")]
    ['rd', 'x_y', 'in_', 'u32_', 'r0', 'r_']
    """
    word = re.sub(r"\W", "_", name.lstrip("%$"), flags=re.ASCII)
    if not word.strip("_") or word[0].isdigit():
        word = f"r{word}"
    return f"{word}_" if keyword.iskeyword(word) or word in RESERVED else word


def expression(operand: Operand, names: Names) -> Expr | None:  # noqa: PLR0911
    """The Python expression of an operand of an instruction; None where it depends on the instruction."""
    match operand:
        case Name(name):
            return _name(name, names)
        case Literal():
            return None
        case Address():
            return _address(operand, names) or spelled_call(operand)
        case Vector(items):
            return _vector(items, "", names, numbers=False)
        case Pair(Name(first), Name(second)):
            left, right = names.find(first), names.find(second)
            if left and right and left[0] and right[0] and PREDICATE in (left[1], right[1]):
                return Binary("|", left[0], right[0])
        case Negated(Name(name)):
            found = names.find(name)
            if found and found[0] and found[1] == PREDICATE:
                return Unary("~", found[0])
        case Group(items):
            return None
    return spelled_call(operand)


def typed_expression(
    operand: Operand, type_name: str, opcode: str, names: Names, *, values: bool = False
) -> Expr:
    """The Python expression of an operand where `expression` has none.

    Args:
        operand: The operand.
        type_name: Type of the instruction's constants; "" if it has none.
        opcode: Opcode of the instruction.
        names: The visible names.
        values: Whether a number may be written differently if its value is the same.
    """
    match operand:
        case Literal(text):
            return constant_expression(text, type_name, values)
        case Name(name):
            return special_call(name) if opcode == "mov" else spelled_call(operand)
        case Vector(items):
            return _vector(items, type_name, names, numbers=True) or spelled_call(operand)
        case Group(items):
            made = [expression(item, names) or typed_expression(item, "", opcode, names) for item in items]
            return Call("ptx.args", tuple(made))
    return spelled_call(operand)


@lru_cache(maxsize=65536)
def constant_expression(text: str, type_name: str, values: bool) -> Expr:
    """The Python expression of a constant where a type is expected; as `typed_expression`."""
    written = number(text, type_name)
    if written is not None:
        return Number(written)
    written = _infinity(text, type_name) or (hexadecimal(text, type_name) if values else None)
    return spelled_call(Literal(text)) if written is None else Text(written)


def guard_expression(register: str, names: Names) -> Expr | None:
    """Return the argument of ``pred=`` for a predicate register; None for any other."""
    found = names.find(register)
    if found is None or found[1] != PREDICATE:
        return None
    return found[0] or Text(quoted(register))


def negated(guard: Expr, register: str) -> Expr:
    """Return the negation of a result of `guard_expression`."""
    return spelled_call(Negated(Name(register))) if type(guard) is Text else Unary("~", guard)


def _name(name: str, names: Names) -> Expr | None:
    found = names.find(name)
    if found is not None:
        return found[0] or Text(quoted(name))
    if name in names.module or special_register(name) is None:
        return Text(quoted(name))
    return None


def special_call(name: str) -> Text:
    """A special register, as `mov` takes it; a volatile one by its name, as its function reads it at once."""
    found = special_register(name)
    if found is not None and found.volatile:
        return Text(quoted(name))
    stem, _, axis = name[1:].partition(".")
    if axis in ("x", "y", "z") and special_register(f"%{stem}.w") is not None:
        return Text(f"ptx.special.{stem}.{axis}()")
    plain = not axis and stem.isidentifier()
    return Text(f"ptx.special.{stem}()" if plain else f"ptx.sreg({quoted(name)})")


def _vector(items: tuple[Operand, ...], type_name: str, names: Names, *, numbers: bool) -> Expr | None:
    """A list; None where it has numbers, unless these have a type."""
    members: list[Expr] = []
    for item in items:
        made = expression(item, names)
        if made is None:
            if not numbers:
                return None
            if isinstance(item, Name):
                return spelled_call(Vector(items))
            made = typed_expression(item, type_name, "", names)
        members.append(made)
    return Display(tuple(members))


def address_call(base: Expr, offset: Operand | None = None) -> Call:
    """``ptx.addr(base, offset)``; an offset of 0 is not written."""
    return Call("ptx.addr", (base, Number(offset.text) if isinstance(offset, Literal) else ZERO))


def _address(address: Address, names: Names) -> Call | None:
    """``ptx.addr(base, offset)``; None for an address that it cannot write."""
    base = address.base
    if not isinstance(base, Name):
        return None
    if address.rest:
        return _tensor(address, names)
    made = _name(base.name, names)
    if made is None or (type(made) is Text and not _PLAIN.fullmatch(base.name)):
        return None
    if address.offset is None or is_offset(address.offset):
        return address_call(made, address.offset)
    return None


def is_offset(operand: Operand | None) -> bool:
    """Whether an operand is an offset that ``ptx.addr`` takes as a number and writes back alike."""
    return type(operand) is Literal and _OFFSET.fullmatch(operand.text) is not None


def _tensor(address: Address, names: Names) -> Call | None:
    """``ptx.addr(map, coord=[x, 0])``; None for other addresses of several parts."""
    match address:
        case Address(Name() as base, None, (Vector(items),)):
            place = _address(Address(base), names)
            said = [
                _number(item.text, "s32") if isinstance(item, Literal) else expression(item, names)
                for item in items
            ]
            if place is not None and None not in said:
                return place._replace(keywords=(("coord", Display(tuple(said))),))  # type: ignore[arg-type]
    return None


@lru_cache(maxsize=65536)
def number(text: str, type_name: str) -> str | None:
    """The Python number that is spelled back as `text` in a type; None where there is none.

    >>> number("0f3DCCCCCD", "f32"), number("0x10", "u32"), number("-7", "s32")
    ('0.1', None, '-7')
    """
    value = literal_value(text)
    if isinstance(value, int):
        candidates = [repr(value)] if repr(value) == text else []
    elif math.isfinite(value):
        candidates = [repr(float(f"{value:.{digits}g}")) for digits in (6, 7, 8, 9, 17)]
    else:
        candidates = []
    for candidate in candidates:
        made = int(candidate) if isinstance(value, int) else float(candidate)
        try:
            if constant(made, type_name).text == text:
                return candidate
        except TraceError:
            return None
    return None


def _number(text: str, type_name: str) -> Number | None:
    made = number(text, type_name)
    return None if made is None else Number(made)


def _infinity(text: str, type_name: str) -> str | None:
    """``0fFF800000`` as Python writes it; None for any other text, or a type of integers.

    >>> _infinity("0fFF800000", "f32"), _infinity("0f7F800000", "b32"), _infinity("0fFF800000", "u32")
    ('float("-inf")', 'float("inf")', None)
    """
    if not type_name.startswith(("f", "b")):
        return None
    for sign in ("", "-"):
        try:
            if constant(float(f"{sign}inf"), type_name).text == text:
                return f'float("{sign}inf")'
        except TraceError:
            return None
    return None


def hexadecimal(text: str, type_name: str) -> str | None:
    """``0x3340U`` as Python writes it; None for any other text, or a number of 32 bits.

    >>> hexadecimal("0x3340U", "b32"), hexadecimal("0xFFFFFFFF", "b32"), hexadecimal("0f00000000", "f32")
    ('0x3340', None, None)
    """
    found = _HEXADECIMAL.fullmatch(text)
    if found is None or int(found[1], 16) >= 1 << 31 or type_name[:1] not in ("b", "u", "s", ""):
        return None
    value = int(found[1], 16)
    try:
        constant(value, type_name)
    except TraceError:
        return None
    return str(value) if value < 10 else f"0x{found[1]}"


def spelled_call(operand: Operand) -> Text:
    """``ptx.spelled("…")``."""
    return Text(f"ptx.spelled({quoted(spell_operand(without_gaps(operand)))})")


def quoted(text: str) -> str:
    """A Python string literal in double quotes where that needs no escape."""
    plain = '"' not in text and "\\" not in text and text.isprintable()
    return f'"{text}"' if plain else repr(text)


def quoted_text(text: str) -> str:
    """A Python literal of a text of one line or several."""
    lines = text.split("\n")
    several = len(lines) > 1 and "\\" not in text and '"""' not in text and not text.endswith('"')
    if several and all(line.replace("\t", " ").isprintable() for line in lines):
        return f'"""{text}"""'
    return quoted(text)


RESERVED = frozenset({
    "abs", "enumerate", "execute", "float", "globals", "kernel", "locals", "module", "print", "ptx", "range",
    "reg", "zip", "Module", "Pieces", "TextLayout", *TYPES,
})  # fmt: skip
"""Python names that generated files use."""

_HEXADECIMAL = re.compile(r"0[xX]([0-9a-fA-F]+)U?")
_PLAIN = re.compile(r"[A-Za-z_$%][\w$]*", re.ASCII)
_OFFSET = re.compile(r"-?[1-9]\d*", re.ASCII)
