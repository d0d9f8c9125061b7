"""The page of the instructions that the native engine does not have, as its lowering says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.arch import arch
from pyptx.isa import Candidate, availability, examples
from pyptx.sim.decode import decode
from pyptx.sim.lowering import refusals
from pyptx.sim.native.extension import expected_handlers
from reference import simulation
from reference.indexes import refer
from reference.instructions import rows_by_name
from reference.pages import cell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyptx.isa import Form


def engine_page() -> str:
    """Write the forms that the simulator executes on the reference engine alone."""
    handlers = {name: number for number, name in enumerate(expected_handlers())}
    rows: dict[str, None] = {}
    for name, forms in rows_by_name().items():
        for form in forms:
            words = refused_words(form, handlers)
            if words is not None:
                said = " or ".join(f"`.{word}`" for word in words) or "all words"
                rows[f"| {refer(name)} | `{cell(form.syntax)}` | {said} |\n"] = None
    return f"{_HEAD}{''.join(rows)}"


_HEAD = """# Only on the NumPy engine

The simulator executes these instructions on its NumPy engine alone, and so every launch of a kernel that has
one of them. The native engine has all others that the simulator executes. Some operands and options of a
launch move it to the NumPy engine, too: see [the two engines](../simulator.md#two-engines).

| instruction | syntax | with |
|---|---|---|
"""


def refused_words(form: Form, handlers: Mapping[str, int]) -> list[str] | None:
    """Return the words with which a form has no records for the native engine.

    Returns:
        No words if it has none with any; None if it has records with all.

    Raises:
        ValueError: No word alone decides whether it has.
    """
    if simulation.of_form(form) <= {simulation.NOT_MODELLED}:
        return None
    taken: list[set[str]] = []
    refused: list[set[str]] = []
    for named in simulation.each_word(form):
        found = is_refused(form, named, handlers)
        if found is not None:
            (refused if found else taken).append(set(form.spell(named)))
    if not refused or not taken:
        return [] if refused else None
    deciding = set().union(*refused).difference(*taken)
    words = [word for word in deciding if all(word in each for each in refused)] or sorted(deciding)
    if not all(each.intersection(words) for each in refused):
        raise ValueError(f"{form.syntax}: no word decides whether the native engine has it")
    return sorted(words)


def is_refused(form: Form, named: Mapping[str, str], handlers: Mapping[str, int]) -> bool | None:
    """Whether the native engine lacks an instruction; None if the simulator does not execute it at all."""
    versions = availability.versions(form, dict(named))
    if not versions:
        return None
    target, version = next(iter(versions.items()))
    line = examples.plain(Candidate(form, dict(named), form.operands_for(dict(named))))
    module = simulation.module_of([line], target + examples.option(form), version)
    if not simulation.runs(module, simulation.ENTRY, target):
        return None
    return bool(refusals(decode(module, simulation.ENTRY, arch(target)), handlers))
