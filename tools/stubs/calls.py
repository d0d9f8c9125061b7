"""Calls of instructions in stubs: operands as parameters, and docstrings."""

from __future__ import annotations

import keyword
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from pyptx.isa import availability
from pyptx.verify.messages import spell_syntax

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.isa import Candidate, OperandSpec


class Parameter(NamedTuple):
    """An operand: its name, and the types of `pyptx.ptx.signatures` that it may have."""

    name: str
    types: frozenset[str]


@dataclass(frozen=True, slots=True)
class Signature:
    """Operands of which the last may be absent.

    Attributes:
        parameters: All parameters.
        required: Number of required parameters.
    """

    parameters: tuple[Parameter, ...]
    required: int


@dataclass(frozen=True, slots=True)
class Call:
    """The calls of some spellings.

    Attributes:
        signatures: The ways to give the operands.
        said: Descriptions of the rows, one for each section and availability.
    """

    signatures: tuple[Signature, ...]
    said: tuple[str, ...]


def call_of(candidates: Sequence[Candidate]) -> Call:
    """Return the calls of the instructions with one spelling."""
    ways = dict.fromkeys(way for candidate in candidates for way in _ways(candidate.operands))
    return Call(_signatures(tuple(ways)), _describe_rows(candidates))


Way = tuple[Parameter, ...]


@cache
def _ways(specs: tuple[OperandSpec, ...]) -> tuple[Way, ...]:
    """Return every choice of the optional operands."""
    presence = product(*((True, False) if spec.optional else (True,) for spec in specs))
    return tuple(
        tuple(
            Parameter(spec.name, _types(spec) if position else _first(spec))
            for position, (spec, is_there) in enumerate(zip(specs, there, strict=True))
            if is_there
        )
        for there in presence
    )


def _first(spec: OperandSpec) -> frozenset[str]:
    """Return the types of the first operand: if it is written, a type makes a register."""
    types = _types(spec)
    return _plain(types | {"Destination"}) if "Register" in types and spec.role != ":" else types


def _types(spec: OperandSpec) -> frozenset[str]:
    """Return the types of the legal operands."""
    if spec.kind != "value":
        return frozenset({_KINDS[spec.kind]})
    if spec.count is not None:
        return frozenset({"Registers"})
    types = {"Source"} if spec.takes_constant else set() if spec.negatable else {"Register"}
    if spec.negatable:
        types.add("Condition")
    if spec.braces:
        types.add("Registers")
    if spec.variable:
        types.add("Variable")
    if spec.selector or spec.signed:
        types.add("Part")
    return _plain(frozenset(types))


_KINDS = {
    "address": "Bracketed",
    "imm": "Constant",
    "label": "Symbol",
    "function": "Symbol",
    "table": "Symbol",
    "sreg": "Register",
    "sink": "Register",
    "group": "Parenthesised",
}


@cache
def _signatures(ways: tuple[Way, ...]) -> tuple[Signature, ...]:
    """Return the fewest signatures that cover these calls."""
    left = _united(ways)
    signatures = []
    while left:
        longest = max(left, key=len)
        left.remove(longest)
        required = len(longest)
        while (shorter := _without_names(longest[: required - 1])) in map(_without_names, left) and required:
            left = [way for way in left if _without_names(way) != shorter]
            required -= 1
        signatures.append(Signature(longest, required))
    return tuple(sorted(signatures, key=lambda signature: signature.required))


def _united(ways: Sequence[Way]) -> list[Way]:
    """Merge calls that differ in one operand."""
    united: list[Way] = []
    for way in ways:
        for index, other in enumerate(united):
            if (both := _union(other, way)) is not None:
                united[index] = both
                break
        else:
            united.append(way)
    return united if len(united) == len(ways) else _united(united)


def _union(one: Way, other: Way) -> Way | None:
    """Merge two calls; None if the result would allow a third."""
    if len(one) != len(other):
        return None
    united = tuple(Parameter(a.name, _plain(a.types | b.types)) for a, b in zip(one, other, strict=True))
    differ = [index for index, (a, b) in enumerate(zip(one, other, strict=True)) if a.types != b.types]
    types = _without_names(united)
    return united if len(differ) <= 1 or types in (_without_names(one), _without_names(other)) else None


def _plain(types: frozenset[str]) -> frozenset[str]:
    """Return the types without those that others include."""
    return types - {narrow for wide in types for narrow in _INCLUDED.get(wide, ())}


_INCLUDED = {
    "Source": ("Register", "Constant", "Symbol", "Part"),
    "Condition": ("Register", "Symbol"),
    "Register": ("Symbol",),
    "Destination": ("Register", "Symbol"),
    "Part": ("Register", "Symbol"),
    "Variable": ("Register", "Symbol", "Part"),
}
"""Types that each type includes, except numbers given as operands."""


def _without_names(way: Way) -> tuple[frozenset[str], ...]:
    return tuple(parameter.types for parameter in way)


def spell_parameters(signature: Signature) -> str:
    """Write the parameters of a stub's function."""
    names: list[str] = []
    for parameter in signature.parameters:
        name = f"{parameter.name}_" if keyword.iskeyword(parameter.name) else parameter.name
        names.append(name if name not in names else f"{name}{len(names)}")
    written = [
        f"{name}: {' | '.join(sorted(parameter.types))}{' = ...' if index >= signature.required else ''}"
        for index, (name, parameter) in enumerate(zip(names, signature.parameters, strict=True))
    ]
    return ", ".join(("self: object", *written, *(["/"] if written else []), "*", "pred: Guard = None"))


def _describe_rows(candidates: Sequence[Candidate]) -> tuple[str, ...]:
    """Describe rows: syntax, section, availability."""
    syntax: dict[tuple[str, str], dict[str, None]] = {}
    for candidate in candidates:
        versions = tuple(availability.versions(candidate.form, candidate.modifiers).items())
        lines = syntax.setdefault((candidate.form.section, _support(versions)), {})
        lines[f"``{spell_syntax(candidate.form)}``"] = None
    return tuple(
        "\n\n".join((*lines, f"Manual {section}. {support}")) for (section, support), lines in syntax.items()
    )


@cache
def _support(versions: tuple[tuple[str, tuple[int, int]], ...]) -> str:
    """Return the lowest PTX version of an instruction, and its targets."""
    major, minor = min(version for _, version in versions)
    return f"PTX {major}.{minor}; {availability.spell_targets(target for target, _ in versions)}."
