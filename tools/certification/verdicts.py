"""Comparison of the rows with ptxas on the same lines, and the unexplained differences."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from probe_ptxas import VERSIONS

from certification.judges import Question
from certification.leniencies import OF_THE_MODULE, explain
from certification.mutants import mutate, seeds
from certification.names import read_or_none, scope, symbol
from pyptx.arch import arch
from pyptx.errors import VerifyError
from pyptx.ir import Name
from pyptx.isa import availability, examples, lookup
from pyptx.verify import Match, Scope, Verifier
from pyptx.verify.messages import spell_instruction

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from certification.judges import Judge
    from pyptx.ir import Instruction
    from pyptx.isa import Candidate


@dataclass(frozen=True, slots=True)
class Difference:
    """A line on which the rows and ptxas disagree without a reason.

    Attributes:
        question: The line and its module.
        said: The message of ptxas; empty if it accepts a line that the rows do not define.
        release: Release of ptxas.
    """

    question: Question
    said: tuple[str, ...]
    release: str

    def __str__(self) -> str:
        major, minor = self.question.version
        where = f"{self.question.target}{self.question.option}, PTX {major}.{minor}, ptxas {self.release}"
        verdict = f"ptxas refuses it: {self.said[0]}" if self.said else "ptxas accepts it, the rows do not"
        return f"{self.question.line}\n    {where}: {verdict}"


@dataclass(slots=True)
class Tally:
    """The four-way table of some lines.

    Attributes:
        both_accept: Lines that the rows define and ptxas accepts.
        both_refuse: Lines that neither accepts.
        explained: Lines that only ptxas accepts, by leniency.
        differences: The other lines: each is an error of the rows, or a leniency not listed yet.
        releases: Lines on which the rows agree with the release of ptxas from which they are derived.
    """

    both_accept: int = 0
    both_refuse: int = 0
    explained: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)
    releases: list[Difference] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add the counts of another table."""
        self.both_accept += other.both_accept
        self.both_refuse += other.both_refuse
        self.explained += other.explained
        self.differences += other.differences
        self.releases += other.releases


def verified_match(verifier: Verifier, instruction: Instruction, symbol: Scope = symbol) -> Match | None:
    """Return the row of an instruction of an example line, if there is one."""
    if not lookup(instruction.opcode, instruction.modifiers):
        return None  # the verifier would report it at length
    try:
        match = verifier.verify(instruction, symbol)
    except VerifyError:
        return None
    for operand, spec in zip(instruction.operands, match.operands, strict=True):
        if spec.kind == "label" and isinstance(operand, Name) and symbol(operand.name) is None:
            return None  # the verifier of modules checks it
    return match


@cache
def verifier_of(target: str, version: tuple[int, int]) -> Verifier:
    """Return the verifier for the modules that a judge checks."""
    return Verifier(arch(target), version, address_size=64, kind="entry")


@dataclass(frozen=True, slots=True)
class Case:
    """An instruction to check, and the verdict of the rows.

    Attributes:
        instruction: The instruction of the question.
        question: The line and its module.
        verified: Whether the rows define it.
    """

    instruction: Instruction | None
    question: Question
    verified: bool


def case_of(line: str, target: str, version: tuple[int, int], option: str) -> Case:
    """Check a line with the rows.

    Args:
        line: An instruction with the names of `pyptx.isa.examples`.
        target: Target, such as ``"sm_90a"``.
        version: The PTX version of its module.
        option: Option of ``.target`` if the rows do not define the line.
    """
    instruction = read_or_none(line)
    match = None
    if instruction is not None:
        match = verified_match(verifier_of(target, version), instruction, scope(target, version))
    if match is not None:
        option = examples.option(match.form)
    return Case(instruction, Question(line, target, version, option), match is not None)


def mutants_of(
    forms: Sequence[Sequence[Candidate]], chance: random.Random, count: int, judge: Judge
) -> list[Case]:
    """Return mutants of some forms, each on a target that supports its seed, a few with an older version."""
    cases = []
    for seed in seeds(forms, chance, count):
        _, mutant = mutate(seed, chance)
        line = f"{spell_instruction(mutant)};"
        legal = lookup(seed.opcode, seed.modifiers)
        having = {name for each in legal for name in availability.targets(each.form, each.modifiers)}
        targets = sorted(having.intersection(judge.targets)) or judge.targets
        version = judge.newest
        if chance.random() < _ELSEWHERE:
            targets = judge.targets
        target = chance.choice(targets)
        if chance.random() < _ELSEWHERE:
            lowest = availability.lowest_version(target)
            version = chance.choice([each for each in VERSIONS if lowest <= each <= judge.newest])
        cases.append(case_of(line, target, version, examples.option(legal[0].form)))
    return cases


_ELSEWHERE = 0.06
"""Share of mutants that are checked on a target that need not support them; the same for versions."""


def compare(cases: Sequence[Case], judge: Judge) -> Tally:
    """Make the four-way table of cases.

    Lines that the rows define are checked separately: among refused lines, one more would be harder to see.
    """
    tally = Tally()
    for verified in (True, False):
        part = [case for case in cases if case.verified is verified]
        answers = judge.answers([case.question for case in part])
        for case, said in zip(part, answers, strict=True):
            _count(tally, case, said, judge)
    return tally


def _count(tally: Tally, case: Case, said: tuple[str, ...], judge: Judge) -> None:
    """Count a case and ptxas's answer."""
    if case.verified and (not said or any(map(OF_THE_MODULE.search, said))):
        tally.both_accept += 1
    elif not case.verified and said:
        tally.both_refuse += 1
    elif case.verified:
        tally.differences.append(Difference(case.question, said, judge.release))
    else:
        question = case.question
        names = explain(case.instruction, question.target, question.version) if case.instruction else ()
        if names:
            tally.explained[" + ".join(sorted(set(names)))] += 1
        else:
            tally.differences.append(Difference(question, (), judge.release))


def settle(tally: Tally, reference: Judge) -> None:
    """Move the differences on which `reference`, another release, agrees with the rows."""
    kept: list[Difference] = []
    answers = reference.answers([found.question for found in tally.differences])
    for found, said in zip(tally.differences, answers, strict=True):
        agrees = bool(said) is not bool(found.said) and found.question.target in reference.targets
        (tally.releases if agrees else kept).append(found)
    tally.differences = kept
