"""The tool that certifies the rows: what is wrong in them it finds, and says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import certify
import pytest
from certification import campaign, cccl, files, manual
from certification.judges import Judge, Question, open_judge
from certification.names import read
from certification.verdicts import Case, Difference, Tally, compare, settle

from pyptx.isa import forms_of
from pyptx.isa.operand import read_operands

if TYPE_CHECKING:
    from pathlib import Path

    from pyptx.isa import Form


@pytest.fixture(scope="module")
def judge() -> Judge:
    return open_judge()


def row(opcode: str, syntax: str) -> Form:
    return next(form for form in forms_of(opcode) if form.syntax == syntax)


@pytest.mark.ptxas
def test_a_row_whose_rule_is_gone_is_found(judge: Judge) -> None:
    ruled = row("cvt", "cvt{.sat}.<dtype>.<atype>")
    assert ruled.rules
    assert campaign.spelled_out((ruled,), judge).differences == []
    found = campaign.spelled_out((replace(ruled, rules=()),), judge).differences
    assert {said for each in found for said in each.said} == {"Illegal modifier '.sat' for instruction 'cvt'"}


@pytest.mark.ptxas
def test_a_row_with_another_operand_is_found(judge: Judge) -> None:
    wrong = replace(row("testp", "testp.<op>.<type>"), operands=read_operands("p=pred, a:u64"))
    assert campaign.spelled_out((wrong,), judge).differences


@pytest.mark.ptxas
def test_a_row_said_to_be_elsewhere_is_found(judge: Judge) -> None:
    everywhere = campaign.everywhere(forms_of("elect"), replace(judge, targets=("sm_80", "sm_90")))
    assert (everywhere.both_accept, everywhere.both_refuse, everywhere.differences) == (1, 1, [])


@pytest.mark.ptxas
def test_differences_are_found_on_either_side(judge: Judge) -> None:
    legal = "add.u32 %u32_0, %u32_1, %u32_2;"
    wrong = "add.u32 %u32_0, %u32_1;"
    cases = [
        Case(read(line), Question(line, "sm_90a", (9, 0)), verified)
        for line, verified in ((legal, True), (legal, False), (wrong, True), (wrong, False))
    ]
    tally = compare(cases, judge)
    assert (tally.both_accept, tally.both_refuse, tally.explained.total()) == (1, 1, 0)
    refused, accepted = tally.differences
    assert str(refused).splitlines()[0] == wrong
    assert "ptxas refuses it: Arguments mismatch for instruction 'add'" in str(refused)
    assert "ptxas accepts it, the rows do not" in str(accepted)


@pytest.mark.ptxas
def test_what_another_release_settles_is_set_apart(judge: Judge) -> None:
    question = Question("add.u32 %u32_0, %u32_1, %u32_2;", "sm_90a", (9, 0))
    tally = Tally(
        differences=[
            Difference(question, ("it is too old for this",), "1.0"),
            Difference(question, (), "1.0"),
        ]
    )
    settle(tally, judge)
    assert (len(tally.releases), len(tally.differences)) == (1, 1)


@pytest.mark.ptxas
def test_the_same_seed_draws_the_same_mutants(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = []
    for _ in range(2):
        assert certify.main(["--opcode", "testp", "--seed", "5", "--mutants", "60"]) == 0
        tables.append(capsys.readouterr().out.splitlines()[:4])
    assert tables[0] == tables[1]
    assert tables[0][0].endswith("seed 5")
    difference = Difference(Question("line;", "sm_90", (9, 0)), ("no",), "1.0")
    monkeypatch.setattr(campaign, "mutated", lambda *_: Tally(differences=[difference]))
    monkeypatch.setattr(certify, "settle", lambda *_: None)
    assert certify.main(["--opcode", "testp"]) == 1
    said = capsys.readouterr().out
    assert "line;\n    sm_90, PTX 9.0, ptxas 1.0: ptxas refuses it: no\n" in said
    assert "1 without a reason" in said


def test_an_opcode_without_rows_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert certify.main(["--opcode", "frobnicate"]) == 2
    assert "no rows of frobnicate" in capsys.readouterr().err


HEADER = """
/*
// elect.sync is_elected, membermask; // PTX ISA 80, SM_90
template <typename = void>
*/
{{
  asm volatile("{{\\n\\t"
      ".reg .pred P_OUT; \\n\\t"
      "{} _|P_OUT, %1; \\n\\t"
      "selp.b32 %0, 1, 0, P_OUT; \\n"
      "}}"
      : "=r"(__out)
      : "r"(__membermask)
      :);
}}
"""


@pytest.mark.ptxas
def test_inline_assembly_of_cccl_is_read(
    tmp_path: Path, judge: Judge, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "cuda" / "__ptx" / "instructions" / "generated"
    folder.mkdir(parents=True)
    (folder / "elect_sync.h").write_text(HEADER.format("elect.sync"), encoding="utf-8")
    assert cccl.differences(tmp_path, judge) == []
    assert "1 pieces of assembly, 2 instructions" in capsys.readouterr().out
    monkeypatch.setattr(cccl, "match_of", lambda _: None)
    assert "elect.sync _|%pred_100, %b32_1; is in no row" in cccl.differences(tmp_path, judge)
    assert cccl.differences(tmp_path / "nowhere", judge)[0].startswith("no cuda/__ptx")


PAGE = """# testp

Syntax

    testp{} p, a;  // result is .pred

    .op   = {{ .finite, .infinite,
              .number, .notanumber,
              .normal, .subnormal }};
    .type = {{ .f32, .f64 }};

Description

Other text.
"""


def test_syntax_lines_of_the_manual_are_read(tmp_path: Path) -> None:
    page = tmp_path / "testp.md"
    page.write_text(PAGE.format(".op.type"), encoding="utf-8")
    assert manual.differences(tmp_path) == []
    page.write_text(PAGE.format(".type.op"), encoding="utf-8")
    line, form = manual.differences(tmp_path)
    assert line == "testp.md: no row is of testp.type.op p, a"
    assert form.endswith("no line is of testp.<op>.<type> p=pred, a:<type>")


@pytest.mark.parametrize(
    "code",
    [
        "mbarrier.pending_count.b64 count, state;",
        "mad{.hi,.lo}.cc.type d, a, b, c;\n.type = .other = { .u32, .s32, .u64, .s64 };",
        "mapa{.shared{::cluster}}.type d, a, b;\n.type = { u32, u64 }",
        "isspacep.space p, a;\n.space = { .const, .shared{::cta, ::cluster}, .param{::entry} };",
        "vset.atype.btype.cmp d, a, b;\n.atype = .btype = { .u32, .s32 };\n.cmp = { .eq, .ne, .lt }",
        "fabric.wait.sync_restrict::reads;",
    ],
)
def test_syntax_lines_are_read_however_a_page_writes_them(tmp_path: Path, code: str) -> None:
    (tmp_path / "page.md").write_text(f"Syntax\n\n```\n{code}\n```\n\nDescription\n", encoding="utf-8")
    assert [said for said in manual.differences(tmp_path) if "no row is of" in said] == []


def test_files_are_read_and_written_back(tmp_path: Path) -> None:
    text = ".version 8.0\n.target sm_90\n.entry k() {{ .reg .b32 %r<3>; {} ret; }}\n"
    (tmp_path / "right.ptx").write_text(text.format("add.u32 %r0, %r1, %r2;"), encoding="utf-8")
    assert files.differences(tmp_path) == []
    (tmp_path / "wrong.ptx").write_text(text.format("add.u33 %r0, %r1, %r2;"), encoding="utf-8")
    (found,) = files.differences(tmp_path)
    assert found.startswith("1 times, first wrong.ptx:")
