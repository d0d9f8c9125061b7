"""PTX as data: instruction forms, special registers and directives, and the versions that support them.

>>> from pyptx.isa import forms_of, lookup
>>> len(forms_of("testp"))
1
>>> [candidate.modifiers for candidate in lookup("testp", ("finite", "f32"))]
[{'op': 'finite', 'type': 'f32'}]
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module
from typing import NamedTuple

from pyptx.isa import availability
from pyptx.isa.form import Form, Modifiers, Rule, Slot, form, section
from pyptx.isa.forms import SECTIONS
from pyptx.isa.operand import OperandSpec, register_fits
from pyptx.isa.special_registers import SpecialRegister, special_register, special_vector

__all__ = [
    "Candidate",
    "Form",
    "Modifiers",
    "OperandSpec",
    "Rule",
    "Slot",
    "SpecialRegister",
    "availability",
    "form",
    "forms_of",
    "lookup",
    "opcodes",
    "register_fits",
    "section",
    "special_register",
    "special_vector",
]


class Candidate(NamedTuple):
    """A form that some modifiers choose, with its slots filled in."""

    form: Form
    modifiers: dict[str, str]
    operands: tuple[OperandSpec, ...]


@cache
def opcodes() -> frozenset[str]:
    """Return every opcode that has a row: the words before the first dot."""
    return frozenset(word for words in SECTIONS.values() for word in words.split())


@cache
def forms_of(opcode: str) -> tuple[Form, ...]:
    """Return the rows of an opcode, in the manual's order; none for an unknown opcode."""
    return tuple(
        row
        for name, words in SECTIONS.items()
        if opcode in words.split()
        for row in section_forms(name)
        if row.opcode == opcode
    )


def section_forms(name: str) -> tuple[Form, ...]:
    """Return the rows of one file of `pyptx.isa.forms`."""
    rows: tuple[Form, ...] = import_module(f"pyptx.isa.forms.{name}").FORMS
    return rows


@lru_cache(maxsize=16384)
def lookup(opcode: str, modifiers: tuple[str, ...]) -> tuple[Candidate, ...]:
    """Return the forms whose slots and rules these modifiers obey; several if their operands differ."""
    return tuple(
        Candidate(row, named, row.operands_for(named))
        for row in forms_of(opcode)
        if (named := row.match(modifiers)) is not None and row.broken_rule(named) is None
    )
