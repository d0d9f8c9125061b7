"""Campaigns: every form of the rows, and mutants of them, checked with each ptxas.

A campaign runs opcode by opcode and makes a `Tally` for each; a difference left in a tally is an error.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from certification.judges import Question
from certification.leniencies import OF_THE_MODULE
from certification.verdicts import Difference, Tally, compare, mutants_of
from pyptx.arch import arch
from pyptx.isa import Candidate, availability, examples

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from certification.judges import Judge
    from pyptx.isa import Form
    from pyptx.isa.availability import Span

PREFERRED = ("sm_100a", "sm_90a", "sm_120a", "sm_107a", "sm_103a", "sm_110a")
"""Targets on which the operands of a form are varied: the first that supports the form."""

SPELLED_OUT = 24
"""Combinations of modifiers of each row for which every operand is varied; others have plain operands."""


def candidates_of(forms: Iterable[Form]) -> list[tuple[Candidate, ...]]:
    """Return forms with their modifiers: all if they are few, else a sample in which all pairs meet."""
    return [_candidates(form) for form in forms]


@cache
def _candidates(form: Form) -> tuple[Candidate, ...]:
    return tuple(Candidate(form, named, form.operands_for(named)) for named in examples.covering(form))


def spelled_out(forms: Sequence[Form], judge: Judge, *, once: bool = False) -> Tally:
    """Check every form of `candidates_of`, some with varied operands, on one target that supports it.

    Args:
        forms: The forms.
        judge: The ptxas.
        once: Whether operands written the same way are checked with one combination of a row's modifiers
            only. Every combination is checked with plain operands.
    """
    questions: list[Question] = []
    for candidates in candidates_of(forms):
        written: set[str] = set()
        for number, candidate in enumerate(candidates):
            place = _best_place(candidate, judge)
            if place is None:
                continue
            lines = [*examples.variants(candidate)] if number < SPELLED_OUT else [examples.plain(candidate)]
            if once:
                lines = lines[:1] + [line for line in lines[1:] if _operands(line) not in written]
                written.update(map(_operands, lines))
            option = examples.option(candidate.form)
            questions += [Question(line, *place, option) for line in lines]
    tally = Tally()
    _ask(tally, questions, judge, expected=True)
    return tally


def _operands(line: str) -> str:
    return line.partition(" ")[2]


def _best_place(candidate: Candidate, judge: Judge) -> tuple[str, tuple[int, int]] | None:
    """Return a judge's most capable target that supports a form, and the newest version; None for none."""
    spans = availability.spans(candidate.form, candidate.modifiers)
    having = [name for name in judge.targets if name in spans and judge.newest in spans[name]]
    for name in [*(name for name in PREFERRED if name in having), *reversed(having)]:
        return name, judge.newest
    dropped = ((name, spans[name].until) for name in judge.targets if name in spans)
    return next(((name, until) for name, until in dropped if until and until <= judge.newest), None)


def everywhere(forms: Sequence[Form], judge: Judge) -> Tally:
    """Check every combination of modifiers on every target: accepted exactly if the rows define it."""
    tally = Tally()
    for form in forms:
        for part in _parts(form):
            _judge_everywhere(tally, form, part, judge)
    return tally


_PART = 4000
"""Combinations that are checked together."""


def _parts(form: Form) -> Iterator[list[tuple[str, dict[str, Span]]]]:
    """Yield the plain lines of a form in parts, with the versions that support each."""
    combinations = form.combinations()
    while part := list(islice(combinations, _PART)):
        yield [
            (
                examples.plain(Candidate(form, named, form.operands_for(named))),
                availability.spans(form, named),
            )
            for named in part
        ]


def _judge_everywhere(
    tally: Tally, form: Form, part: Sequence[tuple[str, dict[str, Span]]], judge: Judge
) -> None:
    """Check plain lines of a form on every target, those that must be accepted separately from the others."""
    for expected in (True, False):
        questions = [
            Question(line, target, judge.newest, examples.option(form))
            for target in judge.targets
            for line, spans in part
            if (target in spans and judge.newest in spans[target]) is expected
        ]
        _ask(tally, questions, judge, expected=expected)


def _ask(tally: Tally, questions: Sequence[Question], judge: Judge, *, expected: bool) -> None:
    """Count the answers to questions that must all be accepted, or all be refused."""
    wrong = []
    for question, said in zip(questions, judge.answers(questions), strict=True):
        if expected is bool(said):
            wrong.append(Difference(question, said, judge.release))
    tally.differences += wrong
    if expected:
        tally.both_accept += len(questions) - len(wrong)
    else:
        tally.both_refuse += len(questions) - len(wrong)


def mutated(forms: Sequence[Form], judge: Judge, seed: str, count: int, targets: int = 0) -> Tally:
    """Check mutants of some forms, drawn by `seed`.

    Args:
        forms: The forms, with equal weight.
        judge: The ptxas.
        seed: Seed of the mutants.
        count: Number of mutants.
        targets: Number of its targets, also drawn by `seed`; 0 for all.
    """
    chance = random.Random(f"{seed} {forms[0].syntax}")
    if targets:
        judge = replace(judge, targets=_draw_targets(forms, judge, chance, targets))
    return compare(mutants_of(candidates_of(forms), chance, count, judge), judge)


def _draw_targets(forms: Sequence[Form], judge: Judge, chance: random.Random, count: int) -> tuple[str, ...]:
    """Draw some targets of a judge; all but one of them support one of the forms."""
    having = sorted({name for form in forms for name in availability.earliest(form)} & {*judge.targets})
    chosen = chance.sample(having, min(count, len(having)))
    others = [name for name in judge.targets if name not in chosen]
    return (*chosen, *chance.sample(others, min(1, len(others))))


FEW = 150
MANY = 2000


def many(forms: Sequence[Form]) -> int:
    """Return the number of mutants of an opcode in a full campaign: 2,000, or more for over 20 rows."""
    return MANY + 100 * max(0, len(forms) - 20)


CODE_OF_FORM = 6
"""Combinations of modifiers of each row for which code is generated."""


def generated(forms: Sequence[Form], judge: Judge) -> Tally:
    """Let ptxas generate code of some lines of each form, on each family of targets that supports it."""
    questions = []
    for candidates in candidates_of(forms):
        chosen = random.Random(candidates[0].form.syntax).sample(
            candidates, min(CODE_OF_FORM, len(candidates))
        )
        for candidate in chosen:
            line, option = examples.plain(candidate), examples.option(candidate.form)
            spans = availability.spans(candidate.form, candidate.modifiers)
            families = {
                arch(name).family: name
                for name in judge.targets
                if name in spans and judge.newest in spans[name]
            }
            questions += [Question(line, target, judge.newest, option) for target in families.values()]
    tally = Tally()
    for question, said in zip(questions, judge.answers(questions, codegen=True), strict=True):
        if not said or any(map(OF_THE_MODULE.search, said)):
            tally.both_accept += 1
        else:
            tally.differences.append(Difference(question, said, judge.release))
    return tally
