"""Whether the simulator executes an instruction, as its own decoder says."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from pyptx.arch import arch
from pyptx.errors import SimFault
from pyptx.isa import Candidate, availability, examples
from pyptx.parser import parse
from pyptx.sim.decode import decode
from pyptx.sim.semantics import resolve
from pyptx.sim.semantics.machine import resolve_machine
from pyptx.sim.semantics.unmodelled import unmodelled

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pyptx.ir import Module
    from pyptx.isa import Form

    Version = tuple[int, int]

EXACT = "exact"
APPROXIMATE = "approximate"
NOT_MODELLED = "not modelled"


@cache
def of_form(form: Form) -> frozenset[str]:
    """The execution of a form, one or several of the words above; none if no target has the form."""
    if not availability.earliest(form):
        return frozenset()
    kinds: set[str] = set()
    built: dict[tuple[str, Version], list[str]] = {}
    for named in each_word(form):
        words = form.spell(named)
        builder, definition = resolve_machine(form.opcode, words), resolve(form.opcode, words)
        versions = availability.versions(form, named)
        if builder is unmodelled or (builder is None and definition is None):
            kinds.add(NOT_MODELLED)
        elif builder is None and definition is not None:
            kinds.add(EXACT if definition.is_exact(named) else APPROXIMATE)
        elif versions:
            target, version = next(iter(versions.items()))
            line = examples.plain(Candidate(form, dict(named), form.operands_for(named)))
            built.setdefault((target + examples.option(form), version), []).append(line)
    for (target, version), lines in built.items():
        kinds |= _of_lines(lines, target, version)
    return frozenset(kinds)


def runs(module: Module, entry: str, target: str) -> bool:
    """Whether the simulator executes all of a kernel."""
    try:
        decode(module, entry, arch(target))
    except SimFault as fault:
        if fault.rule != "unmodelled":
            raise
        return False
    return True


def each_word(form: Form) -> Iterator[Mapping[str, str]]:
    """Modifiers in which every word of a form occurs once."""
    seen: set[tuple[str, str]] = set()
    for named in examples.covering(form):
        new = set(named.items()) - seen
        if new or not seen:
            seen |= new
            yield named


def _of_lines(lines: Sequence[str], target: str, version: Version) -> set[str]:
    """The execution of instructions that need the machine: a definition may refuse a part of its own."""
    if _are_built(lines, target, version):
        return {EXACT}
    each = {_are_built([line], target, version) for line in lines}
    return {EXACT if built else NOT_MODELLED for built in each}


def _are_built(lines: Sequence[str], target: str, version: Version) -> bool:
    """Whether the definitions of these instructions take them."""
    return runs(module_of(lines, target, version), ENTRY, target.partition(",")[0])


ENTRY = "lines"
"""Name of the kernel that has example lines."""


def module_of(lines: Sequence[str], target: str, version: Version) -> Module:
    """Make a module of example lines, without variables that no line needs."""
    head, tail = examples.frame(target, version)
    used = {f".{name}" for line in lines for name in _REGISTER.findall(line)}
    kept = (line for line in head if not line.startswith((".reg", ".tex")) or line.split()[1] in used)
    return parse("\n".join((*kept, *lines, *tail, "")))


_REGISTER = re.compile(r"%(\w+)_\d+")
