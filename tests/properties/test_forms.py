"""Every row matches what it writes, and the table of files lists the opcodes of each file."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pyptx import types
from pyptx.isa import examples, forms_of, lookup, opcodes, section_forms
from pyptx.isa.availability import key, table, targets
from pyptx.isa.forms import SECTIONS
from pyptx.isa.special_registers import SPECIAL_REGISTERS


@pytest.mark.parametrize("name", SECTIONS)
def test_match_undoes_spell(name: str) -> None:
    for form in section_forms(name):
        for named in examples.covering(form):
            words = form.spell(named)
            matched = form.match(words)
            assert matched is not None, (form.syntax, words)
            assert form.spell(matched) == words
            assert any(candidate.form is form for candidate in lookup(form.opcode, words)), (
                form.syntax,
                words,
            )


@pytest.mark.parametrize("name", SECTIONS)
def test_operands_are_of_known_kinds_and_types(name: str) -> None:
    for form in section_forms(name):
        for named in examples.covering(form):
            for spec in form.operands_for(named):
                assert spec.role in ("=", "+", ":")
                if spec.kind == "value":
                    assert types.from_name(spec.type).name == spec.type


@pytest.mark.parametrize("name", SECTIONS)
def test_table_of_files_is_exact(name: str) -> None:
    assert sorted({form.opcode for form in section_forms(name)}) == sorted(SECTIONS[name].split())


@pytest.mark.parametrize("name", SECTIONS)
def test_every_form_has_a_section_of_the_manual(name: str) -> None:
    assert [form.syntax for form in section_forms(name) if not form.section.startswith("9.7.")] == []


def test_forms_are_distinct() -> None:
    forms = [(form.syntax, form.slots, form.column) for name in SECTIONS for form in section_forms(name)]
    assert len(forms) == len(set(forms))


def test_every_form_and_register_has_its_availability() -> None:
    keys = {key(form) for name in SECTIONS for form in section_forms(name)}
    assert keys == set(table()["forms"])
    assert set(SPECIAL_REGISTERS) == set(table()["registers"])


def test_what_is_newer_is_on_newer_targets() -> None:
    (packed,) = lookup("add", ("f32x2",))
    assert "sm_90a" not in targets(packed.form, packed.modifiers)
    assert "sm_100a" in targets(packed.form, packed.modifiers)


def test_opcodes_are_those_of_the_rows() -> None:
    assert "add" in opcodes()
    assert all(forms_of(opcode) for opcode in opcodes())
    assert forms_of("addd") == ()


def test_importing_the_isa_reads_no_rows() -> None:
    code = (
        "import sys, pyptx.isa; print([name for name in sys.modules if name.startswith('pyptx.isa.forms.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
