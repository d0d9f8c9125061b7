"""Registers and names of a block, and how they are declared."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ir import Declaration, Declarator
from pyptx.isa import special_register
from pyptx.trace.source import at, caller
from pyptx.verify import Symbol

if TYPE_CHECKING:
    from pyptx.ir import Source, Statement


@dataclass(slots=True)
class Group:
    """Registers ``%r<n>`` that share one declaration."""

    prefix: str
    type: str
    count: int = 0


@dataclass(slots=True)
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


class Names(dict[str, "Symbol | None"]):
    """The names in sight; a special register is always in sight."""

    def __missing__(self, name: str) -> Symbol | None:
        register = special_register(name)
        if register is None:
            return None
        symbol = self[name] = Symbol("sreg", register.type)
        return symbol


def register_declarations(scope: Scope) -> list[Declaration]:
    """``.reg`` declarations of a block: the numbered groups, then what the user named."""
    groups = sorted([*scope.retired, *scope.groups.values()], key=lambda group: _ORDER.index(group.type))
    numbered = [
        Declaration("reg", group.type, (Declarator(group.prefix, group.count),))
        for group in groups
        if group.count
    ]
    return [*numbered, *scope.named]


def is_identifier(name: object) -> bool:
    """Whether PTX can spell a name (manual section 4.4).

    >>> [is_identifier(name) for name in ("%r1", "_", "a.b", "1st", "a b", 5)]
    [True, False, False, False, False, False]
    """
    return isinstance(name, str) and _IDENTIFIER.match(name) is not None


def check_identifier(name: str, what: str) -> None:
    """Refuse a name PTX cannot spell, and those of special registers.

    Raises:
        TraceError: It is one of these.
    """
    if not is_identifier(name):
        raise TraceError(f"{name!r} is no PTX identifier, so no name for a {what}{at(caller())}")
    if name.startswith("%") and special_register(name) is not None:
        raise TraceError(f"{name} is a special register{at(caller())}")


CLASSES = {
    "pred": ("%p", "pred"),
    "u16": ("%rs", "b16"), "s16": ("%rs", "b16"), "b16": ("%rs", "b16"), "f16": ("%h", "f16"),
    "u32": ("%r", "b32"), "s32": ("%r", "b32"), "b32": ("%r", "b32"), "f32": ("%f", "f32"),
    "u64": ("%rd", "b64"), "s64": ("%rd", "b64"), "b64": ("%rd", "b64"), "f64": ("%fd", "f64"),
    "b128": ("%q", "b128"),
}  # fmt: skip
"""Prefix and declared type of the numbered registers, by the type a register needs."""
_ORDER = ("pred", "b16", "f16", "b32", "f32", "b64", "f64", "b128")
_IDENTIFIER = re.compile(r"(?:[A-Za-z][\w$]*|[_$%][\w$]+)\Z", re.ASCII)
