"""Triage: each kind of symptom is found, blamed on the right part, and reduced to a few instructions."""

from __future__ import annotations

import dataclasses
import functools
import json
import stat
from typing import TYPE_CHECKING

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from pyptx.cli import main
from pyptx.ir.visit import entries, instructions
from pyptx.parser import parse
from pyptx.program import ENGINES, directing, from_ptx
from pyptx.sim import simulate
from pyptx.toolchain import find_or_none
from pyptx.triage import SymptomFound, builds, builds_of, symptoms, triage
from pyptx.triage.reduction import minimal, reduce

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import Any

    from pyptx.program import Program
    from pyptx.triage import Build, Outcome, Verdict

needs_ptxas = pytest.mark.skipif(find_or_none("ptxas") is None, reason="needs ptxas")

REVERSE = """.version 8.0
.target sm_80
.address_size 64
.func unused() { ret; }
.visible .entry reverse(.param .u64 x, .param .u32 n)
.maxntid 64, 1, 1
{
    .reg .pred %p<2>;
    .reg .f32 %f<4>;
    .reg .b32 %r<6>;
    .reg .b64 %rd<4>;
    .shared .align 4 .f32 tile[64];
    ld.param.u64 %rd1, [x];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %tid.x;
    setp.lt.u32 %p1, %r2, %r1;
    mul.wide.u32 %rd2, %r2, 4;
    add.s64 %rd3, %rd1, %rd2;
    mov.u32 %r3, tile;
    shl.b32 %r4, %r2, 2;
    add.u32 %r3, %r3, %r4;
    { ld.global.f32 %f1, [%rd3]; }
    @%p1 st.shared.f32 [%r3], %f1;
    bar.sync 0;
    sub.u32 %r5, 252, %r4;
    mov.u32 %r4, tile;
    add.u32 %r5, %r5, %r4;
    ld.shared.f32 %f2, [%r5];
    fma.rn.f32 %f3, %f2, %f2, %f1;
    st.global.f32 [%rd3], %f3;
    ret;
}
"""

SMALL = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 x)
{
    .reg .f32 %f<4>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [x];
    ld.global.f32 %f1, [%rd1];
    { fma.rn.f32 %f1, %f1, %f1, %f1; }
    st.global.f32 [%rd1], %f1;
}
"""


@pytest.fixture
def planted(tmp_path: Path) -> Any:
    """Make the builds of a ptxas that misbehaves on texts with `fma`, and of one that copies any text."""

    def tool(name: str, release: str, action: str) -> str:
        wrapper = tmp_path / name
        wrapper.write_text(
            f'#!/bin/sh\n[ "$1" = --version ] && exec echo "release {release}, V{release}.0"\n'
            'for word; do case "$word" in *.ptx) text="$word";; esac; done; for out; do :; done\n'
            f'grep -q "fma\\." "$text" && {{ {action}; }}\nexec cp "$text" "$out"\n'
        )
        wrapper.chmod(wrapper.stat().st_mode | stat.S_IXUSR)
        return str(wrapper)

    def make(action: str) -> tuple[Build, ...]:
        return builds_of([tool("newer", "13.1", action), tool("older", "13.0", ":")], [3])

    return make


def opcodes(verdict: Verdict) -> list[str]:
    """Return the opcodes of the reduced program."""
    (entry,) = entries(parse(verdict.reduced))
    return [each.opcode for each in instructions(entry.body or ())]


@pytest.mark.parametrize(
    ("kind", "action", "said"),
    [
        ("crash", "kill -SEGV $$", "ended by signal 11"),
        (
            "crash",
            "echo 'ptxas fatal   : Internal error: (unnamed)' >&2; exit 255",
            "Internal error: (unnamed)",
        ),
        ("crash", "exit 3", "status 3 without a message"),
        ("refused", "echo 'ptxas in.ptx, line 9; error   : No fma today' >&2; exit 255", "No fma today"),
    ],
)
def test_a_defect_of_one_ptxas(kind: str, action: str, said: str, planted: Any) -> None:
    compared = planted(action)
    verdict = triage(from_ptx(SMALL), None, builds=compared)
    assert verdict.symptom is not None
    assert (verdict.symptom.kind, verdict.symptom.said) == (kind, said)
    assert (verdict.symptom.build, verdict.symptom.sound) == compared
    assert verdict.answer.startswith("ptxas is at fault")
    assert opcodes(verdict) == ["fma"]
    assert verdict.instructions == (4, 1)


def test_a_ptxas_that_does_not_end(planted: Any) -> None:
    verdict = triage(from_ptx(SMALL), None, builds=planted("exec sleep 60")[:1], timeout=0.2, seconds=0)
    assert verdict.symptom is not None
    assert (verdict.symptom.kind, verdict.symptom.said) == ("hang", "no end within 0.2 s")
    assert verdict._repr_mimebundle_()["text/plain"] == str(verdict)
    assert "does not end" in verdict.answer


def test_machine_code_that_changes_from_run_to_run(planted: Any) -> None:
    noisy, sound = planted('cp "$text" "$out"; date +%N >> "$out"; exit 0')
    verdict = triage(from_ptx(SMALL), None, builds=[sound, noisy])
    assert verdict.symptom is not None
    assert (verdict.symptom.kind, verdict.symptom.sound) == ("differs", sound)
    assert "not deterministic" in verdict.answer
    assert opcodes(verdict) == ["fma"]


@needs_ptxas
def test_a_program_that_the_verifier_refuses_too() -> None:
    text = REVERSE.replace("sub.u32 %r5, 252, %r4", "sub.u32 %r5, 252, %rd2")
    verdict = triage(from_ptx(text), None, builds=builds_of(levels=[3]))
    assert verdict.symptom is not None
    assert verdict.symptom.kind == "refused"
    assert verdict.answer.startswith("the program is at fault")
    assert opcodes(verdict) == ["sub"]


@needs_ptxas
def test_a_target_that_ptxas_does_not_have_is_no_refusal() -> None:
    text = REVERSE.replace(".version 8.0", ".version 99.0")
    verdict = triage(from_ptx(text), None, builds=builds_of(levels=[3]), symptom="refused")
    assert verdict.symptom is None
    assert {outcome.kind for outcome in verdict.outcomes} == {"unsupported"}


def test_a_race() -> None:
    text = REVERSE.replace("    bar.sync 0;\n", "")
    verdict = triage(from_ptx(text), [np.ones(64, np.float32), 64], block=(64, 1, 1), builds=())
    assert verdict.symptom is not None
    assert (verdict.symptom.kind, verdict.symptom.said) == ("fault", "race")
    assert verdict.answer.startswith("the program is at fault: it breaks the rule race")
    kept = opcodes(verdict)
    assert len(kept) <= 7
    assert "st" in kept
    assert "ld" in kept
    assert "fma" not in kept


def test_results_may_depend_on_the_order_of_atomics() -> None:
    changes = {
        "ld.global.f32 %f1, [%rd1]": ".reg .b32 %r<3>",
        "{ fma.rn.f32 %f1, %f1, %f1, %f1; }": "mov.u32 %r1, %tid.x;",
        "st.global.f32 [%rd1], %f1": "atom.global.exch.b32 %r2, [%rd1], %r1",
    }
    text = functools.reduce(lambda text, old: text.replace(old, changes[old]), changes, SMALL)
    verdict = triage(from_ptx(text), [np.ones(1, np.float32)], block=(64, 1, 1), builds=())
    assert verdict.symptom is not None
    assert verdict.symptom.kind == "schedule"
    assert verdict.answer.startswith("undecided: its results depend on the schedule")
    assert "atom" in opcodes(verdict)


def test_a_sound_program_writes_its_results() -> None:
    x = np.arange(64, dtype=np.float32)
    verdict = triage(from_ptx(REVERSE), [x, 64], block=(64, 1, 1), builds=())
    assert verdict.symptom is None
    old = np.arange(64, dtype=np.float32)
    assert (x == old[::-1] ** 2 + old).all()
    assert any("no ptxas" in note for note in verdict.notes)


def test_the_first_launch_with_a_symptom_ends_a_program() -> None:
    program = from_ptx(REVERSE)
    x = np.ones(64, np.float32)
    with directing("triage", builds=(), stop=True) as reports:
        program.launch(x, 64, grid=1, block=64)
        with pytest.raises(SymptomFound) as found:
            program.launch(x[:32].copy(), 64, grid=1, block=64)
    assert [report.detail.symptom for report in reports] == [None]
    assert found.value.verdict.symptom is not None
    assert found.value.verdict.symptom.said == "out-of-bounds"


def faulty(program: Program, args: Sequence[Any], **sizes: Any) -> None:
    """Stand in for a GPU: run machine code, whose text is `TEXTS`, and add 1 after an `fma` of -O3."""
    text, level = TEXTS[program.cubin]
    simulate(from_ptx(text), args, **sizes)
    if level == 3 and "fma" in text:
        args[0][...] += 1


TEXTS: dict[bytes, tuple[str, int]] = {}


@needs_ptxas
def test_values_of_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    genuine = builds.run

    def remembered(build: Build, text: str, target: str, timeout: float) -> Outcome:
        outcome = genuine(build, text, target, timeout)
        cubin = outcome.cubin + f"{len(TEXTS)}".encode()
        TEXTS[cubin] = text, build.level
        return dataclasses.replace(outcome, cubin=cubin)

    monkeypatch.setitem(ENGINES, "gpu", f"{__name__}:faulty")
    monkeypatch.setattr(builds, "run", remembered)
    monkeypatch.setattr(symptoms, "detect_arch", lambda: "sm_90a")
    compared = builds_of(levels=[3, 1])[:2]
    args = [np.ones(1, np.float32)]
    verdict = triage(from_ptx(SMALL), args, builds=compared, symptom="values")
    assert verdict.symptom is not None
    assert (verdict.symptom.build, verdict.symptom.sound) == compared
    assert "miscompiles" in verdict.answer
    assert opcodes(verdict) == ["fma"]


@given(st.sets(st.integers(0, 40), max_size=6), st.integers(41, 60))
def test_minimal_keeps_what_is_needed(needed: set[int], length: int) -> None:
    assert minimal(range(length), lambda kept: needed <= set(kept)) == sorted(needed)


def test_reduction_keeps_what_a_block_holds() -> None:
    module = parse(REVERSE)

    def shows(candidate: Any) -> bool:
        (entry,) = entries(candidate)
        return any(
            each.opcode == "ld" and "global" in each.modifiers for each in instructions(entry.body or ())
        )

    (entry,) = entries(reduce(module, "reverse", shows))
    assert [each.opcode for each in entry.body or ()] == ["ld"]  # type: ignore[union-attr]
    assert entry.directives == ()


def test_the_command(tmp_path: Path) -> None:
    path, out = tmp_path / "race.ptx", tmp_path / "reduced.ptx"
    path.write_text(REVERSE.replace("    bar.sync 0;\n", ""))
    words = ["triage", str(path), "--grid", "1", "--block", "64", "--arg", "x=f32[64]:ones", "--arg", "n=64"]
    done = CliRunner().invoke(main, [*words, "-O", "3", "--json", "-o", str(out)])
    (launch,) = json.loads(done.stdout)["launches"]
    assert done.exit_code == 1
    assert launch["symptom"]["said"] == "race"
    assert out.read_text() == launch["reduced"]
    done = CliRunner().invoke(main, [*words, "-O", "3", "--symptom", "refused"])
    assert (done.exit_code, "no symptom was found" in done.stdout) == (0, True)
