"""Registers and names of a block, and how they are declared."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ir import Address, Declaration, Declarator, Literal, Name
from pyptx.isa import special_register
from pyptx.record import field, record
from pyptx.trace.source import at, caller
from pyptx.verify import Symbol, all_alike, literal_kind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyptx.ir import Operand, Source, Statement, Vector

COMPONENTS = frozenset("xyzwrgba")
"""Letters that select an element of a vector register: ``%v.x``."""


@record(slots=True)
class Group:
    """Registers ``%r<n>`` that share one declaration."""

    prefix: str
    type: str
    count: int = 0


@record(slots=True)
class Scope:
    """The function body, or a `{ }` block in it."""

    number: int
    body: list[Statement] = field(default_factory=list)
    groups: dict[str, Group] = field(default_factory=dict)
    classes: dict[str, tuple[Group, Symbol]] = field(default_factory=dict)
    retired: list[Group] = field(default_factory=list)
    named: list[Declaration] = field(default_factory=list)
    labels: dict[str, Source] = field(default_factory=dict)
    pending: dict[str, Source] = field(default_factory=dict)
    introduced: list[str] = field(default_factory=list)
    numbered: list[str] = field(default_factory=list)
    hides: bool = False
    hidden: dict[str, Symbol | None] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)


class Names(dict[str, "Symbol | None"]):
    """The names in scope: those of a function, then those of its module; special registers always are."""

    def __init__(self, module: Mapping[str, Symbol] | None = None) -> None:
        super().__init__()
        self._module = {} if module is None else module
        self._numbered: dict[str, tuple[int, Symbol]] = {}
        self._alike: dict[int, tuple[Vector, object]] = {}

    def alike(self, vector: Vector) -> object:
        """Return the number of names in braces and their register type; None if they have several types."""
        known = self._alike.get(id(vector))
        if known is None:
            symbol = all_alike(vector.items, self.__getitem__)
            key = None if symbol is None else (len(vector.items), symbol)
            known = self._alike[id(vector)] = vector, key
        return known[1]

    def changed(self) -> None:
        """Note that names went out of scope, or have another meaning."""
        self._alike.clear()

    def key_of(self, operand: Operand) -> object:
        """Return an operand's part of the verification key; None if no short key exists."""
        if type(operand) is Literal:
            return operand.text
        if type(operand) is Address and type(operand.base) is Name and not operand.rest:
            symbol, offset = self[operand.base.name], operand.offset
            if symbol is not None and symbol.kind == "reg" and (offset is None or type(offset) is Literal):
                return symbol, None if offset is None else literal_kind(offset.text)
        return None

    def number(self, prefix: str, count: int, symbol: Symbol) -> str | None:
        """Bring ``%r0`` to ``%r<count - 1>`` into scope; return one that is already."""
        if count <= len(self) + 1:
            taken = next((name for n in range(count) if self.get(name := f"{prefix}{n}") is not None), None)
        else:
            taken = next((name for name in self if _number_of(name, prefix, count) and self[name]), None)
        if prefix in self._numbered and count:
            taken = f"{prefix}0"
        if taken is None:
            self._numbered[prefix] = count, symbol
        return taken

    def forget(self, prefix: str) -> None:
        """Take the names of `number` out of scope."""
        count, _ = self._numbered.pop(prefix)
        for name in [name for name in self if _number_of(name, prefix, count)]:
            del self[name]

    def __missing__(self, name: str) -> Symbol | None:
        stem = name.rstrip("0123456789")
        for end in range(len(stem), len(name)):
            known = self._numbered.get(name[:end])
            if known is not None and _number_of(name, name[:end], known[0]):
                self[name] = known[1]
                return known[1]
        symbol = self._module.get(name)
        if symbol is not None:
            return symbol
        vector, dot, component = name.rpartition(".")
        if dot and component in COMPONENTS:
            whole = self[vector]
            if whole is not None and whole.elements > 1:
                return whole._replace(elements=1)
        register = special_register(name)
        if register is None:
            return None
        symbol = self[name] = Symbol("sreg", register.type)
        return symbol


def is_complete_key(key: Sequence[object]) -> bool:
    """Whether a verification key is complete: every part is present, and all names are registers."""
    return bool(key) and all(
        part is not None and (type(part) is not Symbol or part.kind == "reg") for part in key
    )


def _number_of(name: str, prefix: str, count: int) -> bool:
    """Whether a name is one of ``prefix<count>``."""
    digits = name[len(prefix) :]
    return (
        name.startswith(prefix)
        and digits.isdecimal()
        and (digits[0] != "0" or digits == "0")
        and int(digits) < count
    )


def register_declarations(scope: Scope) -> list[Declaration]:
    """``.reg`` declarations of a block: the numbered groups, then the registers that the user named."""
    groups = sorted([*scope.retired, *scope.groups.values()], key=lambda group: _ORDER.index(group.type))
    numbered = [
        Declaration("reg", group.type, (Declarator(group.prefix, group.count),))
        for group in groups
        if group.count
    ]
    return [*numbered, *scope.named]


def is_identifier(name: object) -> bool:
    """Whether a name is legal in PTX (manual section 4.4).

    >>> [is_identifier(name) for name in ("%r1", "_", "a.b", "1st", "a b", 5)]
    [True, False, False, False, False, False]
    """
    return isinstance(name, str) and _IDENTIFIER.match(name) is not None


def check_identifier(name: str, what: str) -> None:
    """Refuse a name that is not legal in PTX, and those of special registers.

    Raises:
        TraceError: It is one of these.
    """
    if not is_identifier(name):
        raise TraceError(f"{name!r} is not a PTX identifier, so not a name for a {what}{at(caller())}")
    if name.startswith("%") and special_register(name) is not None:
        raise TraceError(f"{name} is a special register{at(caller())}")


CLASSES = {
    "pred": ("%p", "pred"), "b8": ("%c", "b8"),
    "u16": ("%rs", "b16"), "s16": ("%rs", "b16"), "b16": ("%rs", "b16"), "f16": ("%h", "f16"),
    "u32": ("%r", "b32"), "s32": ("%r", "b32"), "b32": ("%r", "b32"), "f32": ("%f", "f32"),
    "u64": ("%rd", "b64"), "s64": ("%rd", "b64"), "b64": ("%rd", "b64"), "f64": ("%fd", "f64"),
    "b128": ("%q", "b128"),
}  # fmt: skip
"""Prefix and declared type of the numbered registers, by the type a register needs."""
UNTYPED = CLASSES | {
    "f16": ("%rs", "b16"), "f32": ("%r", "b32"), "f64": ("%rd", "b64"),
}  # fmt: skip
"""The same where floating point is declared as bits, as LLVM does from 20 on."""
_ORDER = ("pred", "b8", "b16", "f16", "b32", "f32", "b64", "f64", "b128")
_IDENTIFIER = re.compile(r"(?:[A-Za-z][\w$]*|[_$%][\w$]+)\Z", re.ASCII)
