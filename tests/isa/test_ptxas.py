"""ptxas certifies the rows: what they allow it accepts, and what it refuses they refuse.

This is the first tier of ``tools/certify.py``; the others take longer and are run by hand.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest
from certification import campaign
from certification.judges import Judge, Question, open_judge
from certification.leniencies import LENIENCIES, Leniency, explain
from certification.names import read, scope
from certification.verdicts import verified_match, verifier_of
from probe_ptxas import VERSIONS

from pyptx.isa import Candidate, availability, examples, section_forms
from pyptx.isa.forms import SECTIONS

pytestmark = pytest.mark.ptxas(current=True)


@cache
def judge() -> Judge:
    return open_judge()


@pytest.mark.parametrize("name", SECTIONS)
def test_every_form_is_accepted(name: str) -> None:
    tally = campaign.spelled_out(section_forms(name), judge(), once=True)
    assert [str(found) for found in tally.differences] == []
    assert tally.both_accept > 0


def test_versions_are_the_first_and_the_last_that_accept() -> None:
    chance = random.Random(1)
    forms = [form for name in SECTIONS for form in section_forms(name)]
    every = [candidate for group in campaign.candidates_of(forms) for candidate in group]
    dropped = [
        each
        for each in every
        if availability.targets(each.form, each.modifiers)
        and not availability.is_current(each.form, each.modifiers)
    ]
    asked: list[tuple[Question, bool]] = []
    for candidate in chance.sample(every, 300) + chance.sample(dropped, 60):
        spans = availability.spans(candidate.form, candidate.modifiers)
        target = chance.choice(judge().targets if candidate not in dropped else list(spans))
        span = spans.get(target)
        line, option = examples.plain(candidate), examples.option(candidate.form)
        if span is None:
            asked.append((Question(line, target, judge().newest, option), False))
            continue
        asked.append((Question(line, target, span.since, option), True))
        asked.append((Question(line, target, span.until or judge().newest, option), True))
        if span.since > availability.lowest_version(target):
            before = VERSIONS[VERSIONS.index(span.since) - 1]
            asked.append((Question(line, target, before, option), False))
        if span.until is not None:
            asked.append((Question(line, target, availability.following(span.until), option), False))
    answers = judge().answers([question for question, _ in asked])
    wrong = [(*each, said) for each, said in zip(asked, answers, strict=True) if (not said) is not each[1]]
    assert wrong == []


def test_operands_have_versions_and_targets_of_their_own() -> None:
    chance = random.Random(2)
    having = [
        (form, name)
        for section in SECTIONS
        for form in section_forms(section)
        for name in availability.operands_of_their_own(form)
    ]
    asked: list[tuple[Question, bool]] = []
    for form, name in chance.sample(having, 60):
        named = chance.choice(examples.covering(form))
        lines = dict(examples.beyond_plain(Candidate(form, named, form.operands_for(named))))
        target = chance.choice(judge().targets)
        span = availability.span(form, named, target, (name,))
        option = examples.option(form)
        if span is None:
            asked.append((Question(lines[name], target, judge().newest, option), False))
            continue
        asked.append((Question(lines[name], target, span.since, option), True))
        if span.since > availability.lowest_version(target):
            before = VERSIONS[VERSIONS.index(span.since) - 1]
            asked.append((Question(lines[name], target, before, option), False))
    answers = judge().answers([question for question, _ in asked])
    wrong = [(*each, said) for each, said in zip(asked, answers, strict=True) if (not said) is not each[1]]
    assert wrong == []


@pytest.mark.parametrize("target", ["sm_80", "sm_90a", "sm_100a", "sm_107a", "sm_120a"])
def test_mutants_are_taken_by_both_or_neither(target: str) -> None:
    forms = [
        form for name in SECTIONS for form in section_forms(name) if target in availability.earliest(form)
    ]
    tally = campaign.mutated(forms, replace(judge(), targets=(target,)), target, 400)
    assert [str(found) for found in tally.differences] == []
    assert min(tally.both_accept, tally.explained.total()) > 0
    assert tally.both_refuse > 200


def test_names_are_declared_in_the_modules_that_have_them() -> None:
    names = [
        "%f32_3", "in_local", "callee_00", "callee_01", "callee_10", "callee_11",
        "in_surfref", "in_param", "table_11",
        "targets", "%b128_0",
    ]  # fmt: skip
    for target, version, count in (
        ("sm_10", (1, 0), 6), ("sm_20", (2, 1), 9), ("sm_60", (5, 0), 9), ("sm_90a", (9, 0), 11),
    ):  # fmt: skip
        symbol = scope(target, version)
        assert [name for name in names if symbol(name) is not None] == names[:count]


@pytest.mark.parametrize("leniency", LENIENCIES, ids=lambda leniency: leniency.name)
def test_leniency_is_one(leniency: Leniency) -> None:
    version = judge().newest
    assert judge().answers([Question(leniency.example, leniency.target, version)]) == [()]
    instruction = read(leniency.example)
    assert verified_match(verifier_of(leniency.target, version), instruction) is None
    assert explain(instruction, leniency.target, version) == (leniency.name,)
