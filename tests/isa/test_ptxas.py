"""ptxas certifies the rows: what they allow it accepts, and what it refuses they refuse."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from pyptx.arch import arch
from pyptx.errors import VerifyError
from pyptx.ir import Instruction, Literal, Name, Negated, Vector
from pyptx.isa import Candidate, availability, examples, forms_of, section_forms
from pyptx.isa.forms import SECTIONS
from pyptx.isa.leniencies import LENIENCIES, REFUSED, Leniency
from pyptx.isa.operand import OPAQUE
from pyptx.parser import parse_statements
from pyptx.toolchain.oracle import judge
from pyptx.verify import Match, Symbol, Verifier
from pyptx.verify.messages import spell_instruction

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pyptx.ir import Operand

pytestmark = pytest.mark.ptxas

NEWEST = (9, 5)
PREFERRED = ("sm_100a", "sm_90a", "sm_120a", "sm_107a", "sm_103a", "sm_110a")
SPELLED_OUT = 24
"""Combinations of modifiers of each row for which every operand is varied; the others are tried plain."""


@pytest.mark.parametrize("name", SECTIONS)
def test_every_form_is_accepted(name: str) -> None:
    refused: dict[str, str] = {}
    for target, lines in by_target(candidates(name)).items():
        verdicts = judge(lines, target, *examples.frame(target, NEWEST))
        refused |= {line: said[0] for line, said in zip(lines, verdicts, strict=True) if said}
    assert {line: said for line, said in refused.items() if line not in REFUSED} == {}


@cache
def candidates(name: str) -> tuple[Candidate, ...]:
    """Every form of a section with modifiers: all where they are few, else a sample."""
    return tuple(
        Candidate(form, named, form.operands_for(named))
        for form in section_forms(name)
        for named in examples.covering(form)
    )


def by_target(asked: Iterable[Candidate]) -> dict[str, list[str]]:
    """Lines to judge, under a target that has them."""
    lines: dict[str, list[str]] = defaultdict(list)
    seen: dict[str, int] = defaultdict(int)
    for candidate in asked:
        key = availability.key(candidate.form)
        seen[key] += 1
        varied = examples.variants(candidate) if seen[key] <= SPELLED_OUT else [examples.plain(candidate)]
        for target in targets_of(candidate)[:1]:
            lines[target + examples.option(candidate.form)] += varied
    return lines


def targets_of(candidate: Candidate) -> list[str]:
    """The targets that have a form, the most capable first; none for what is only of older targets."""
    having = availability.targets(candidate.form, candidate.modifiers)
    return [target for target in PREFERRED if target in having] or list(having)


def test_versions_are_the_first_that_accept() -> None:
    chance = random.Random(1)
    every = [candidate for name in SECTIONS for candidate in candidates(name)]
    asked: dict[tuple[str, tuple[int, int]], list[tuple[str, bool]]] = defaultdict(list)
    for candidate in chance.sample(every, 600):
        target = chance.choice(list(availability.table()["versions"]))
        since = availability.first_version(candidate.form, candidate.modifiers, target)
        line, option = examples.plain(candidate), examples.option(candidate.form)
        asked[target + option, since or NEWEST].append((line, since is not None))
        if since is not None and since > availability.lowest_version(target):
            major, minor = since
            before = (major, minor - 1) if minor else {7: (6, 5), 8: (7, 8), 9: (8, 8)}[major]
            asked[target + option, before].append((line, False))
    wrong = []
    for (target, version), lines in asked.items():
        verdicts = judge([line for line, _ in lines], target, *examples.frame(target, version))
        wrong += [
            (line, target, version, said)
            for (line, expected), said in zip(lines, verdicts, strict=True)
            if (not said) is not expected
        ]
    assert wrong == []


@pytest.mark.parametrize("target", ["sm_80", "sm_90a", "sm_100a", "sm_107a", "sm_120a"])
def test_mutants_that_are_verified_are_accepted(target: str) -> None:
    chance = random.Random(target)
    verifier = Verifier(arch(target), NEWEST)
    verified: dict[str, set[str]] = defaultdict(set)
    for mutant in mutants(chance, target, 1500):
        match = verified_match(verifier, mutant)
        if match is not None:
            verified[examples.option(match.form)].add(f"{spell_instruction(mutant)};")
    for option, mutated in verified.items():
        lines = sorted(mutated - REFUSED)
        verdicts = judge(lines, target, *examples.frame(target + option, NEWEST))
        assert {line: said for line, said in zip(lines, verdicts, strict=True) if said} == {}
    assert len(verified[""]) > 100


def mutants(chance: random.Random, target: str, count: int) -> Iterator[Instruction]:
    """Instructions one or two edits away from those that a target has, of all sections alike.

    Calls are left out: whether arguments are those of the callee is not a fact of the instruction.
    """
    sections = sections_of(target)
    for candidate in (chance.choice(chance.choice(sections)) for _ in range(count)):
        line = chance.choice(list(islice(examples.variants(candidate), 40)))
        (instruction,) = parse_statements(line)
        assert isinstance(instruction, Instruction)
        for _ in range(chance.choice((1, 1, 2))):
            instruction = chance.choice((with_other_modifiers, with_other_operands))(instruction, chance)
        yield instruction


def sections_of(target: str) -> list[list[Candidate]]:
    """What a target has, section by section."""
    sections = [
        [each for each in candidates(name) if target in availability.targets(each.form, each.modifiers)]
        for name in SECTIONS
        if name != "control"
    ]
    return [section for section in sections if section]


def with_other_modifiers(instruction: Instruction, chance: random.Random) -> Instruction:
    """Replace, drop, add or swap a modifier."""
    words = sorted({w for form in forms_of(instruction.opcode) for slot in form.slots for w in slot.choices})
    modifiers = list(instruction.modifiers)
    at = chance.randrange(len(modifiers) + 1)
    edit = chance.randrange(4)
    if edit == 0 and words:
        modifiers.insert(at, chance.choice(words))
    elif at < len(modifiers):
        if edit == 1:
            del modifiers[at]
        elif edit == 2:
            modifiers[at] = chance.choice(words)
        else:
            other = chance.randrange(len(modifiers))
            modifiers[at], modifiers[other] = modifiers[other], modifiers[at]
    return Instruction(instruction.opcode, tuple(modifiers), instruction.operands)


def with_other_operands(instruction: Instruction, chance: random.Random) -> Instruction:
    """Replace, drop, repeat or swap an operand."""
    operands = list(instruction.operands)
    if operands:
        at = chance.randrange(len(operands))
        edit = chance.randrange(6)
        if edit == 0:
            del operands[at]
        elif edit == 1:
            operands.insert(at, operands[at])
        elif edit == 2:
            other = chance.randrange(len(operands))
            operands[at], operands[other] = operands[other], operands[at]
        else:
            operands[at] = any_operand(operands[at], chance)
    return Instruction(instruction.opcode, instruction.modifiers, tuple(operands))


def any_operand(operand: Operand, chance: random.Random) -> Operand:
    """Something else in place of an operand."""
    register = Name(f"%{chance.choice(examples.REGISTER_TYPES)}_{chance.randrange(8)}")
    if isinstance(operand, Vector) and chance.random() < 0.7:
        items = list(operand.items)
        items[chance.randrange(len(items))] = register
        return Vector(tuple(items))
    constants = ("0", "1", "-1", "7", "300", "1.5", "0f3F800000", "0d3FF0000000000000")
    return chance.choice(
        (register, register, register, Literal(chance.choice(constants)), Negated(Name("%pred_1")),
         Name("in_shared"), Name("%tid.x"), Vector((register, register)))
    )  # fmt: skip


def verified_match(verifier: Verifier, instruction: Instruction) -> Match | None:
    """The row of an instruction, if there is one."""
    try:
        return verifier.verify(instruction, symbol)
    except VerifyError:
        return None


_REGISTER = re.compile(r"%(\w+)_(\d+)\Z")


def symbol(name: str) -> Symbol | None:
    """What the names of example lines stand for."""
    register = _REGISTER.match(name)
    if register is not None:
        return Symbol("reg", register[1])
    if name.startswith("in_"):
        space = name.removeprefix("in_")
        where = "global" if space in OPAQUE else space
        return Symbol("param" if space == "param" else "var", space if space in OPAQUE else "b8", where)
    if name == "parameter":
        return Symbol("param", "b8", "param")
    if name.startswith("table"):
        return Symbol("var", "u64", "global")
    if name.startswith("callee"):
        return Symbol("function")
    return Symbol("label") if name in ("done", "targets") or name.startswith("prototype") else None


@pytest.mark.parametrize("leniency", LENIENCIES, ids=lambda leniency: leniency.name)
def test_leniency_is_one(leniency: Leniency) -> None:
    (instruction,) = parse_statements(leniency.example)
    assert isinstance(instruction, Instruction)
    assert judge([leniency.example], leniency.target, *examples.frame(leniency.target, NEWEST)) == [()]
    assert verified_match(Verifier(arch(leniency.target)), instruction) is None


def test_lines_that_only_ptxas_refuses() -> None:
    assert all(judge(sorted(REFUSED), "sm_90a", *examples.frame("sm_90a", NEWEST)))
