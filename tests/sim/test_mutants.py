"""Variants of right programs: a needed instruction is noticed when it is missing, others are listed."""

from __future__ import annotations

import contextlib
import json
import runpy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from click.testing import CliRunner
from ml_dtypes import bfloat16

from pyptx.cli import main
from pyptx.errors import LaunchError, SimFault, agreeing
from pyptx.program import Program, directing, from_ptx
from pyptx.sim.campaign import Campaign, Outcome, campaign, joined
from pyptx.sim.mutants import mutants

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# A thread loads pieces into a ring of two stages; two warps double them; a thread stores what they made.
RING = """
.version 8.0
.target sm_90a
.address_size 64
.visible .entry ring(.param .u64 x, .param .u64 out)
{
    .reg .pred %p<9>;
    .reg .b32 %r<32>;
    .reg .b64 %rd<9>;
    .shared .align 16 .b32 tile[128];
    .shared .align 16 .b32 made[64];
    .shared .align 8 .b64 full[2];
    .shared .align 8 .b64 empty[2];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 0;
    @!%p1 bra READY;
    mbarrier.init.shared::cta.b64 [full], 1;
    mbarrier.init.shared::cta.b64 [full+8], 1;
    mbarrier.init.shared::cta.b64 [empty], 2;
    mbarrier.init.shared::cta.b64 [empty+8], 2;
READY:
    bar.sync 0;
    mov.u32 %r2, 0;
    mov.u32 %r10, full;
    mov.u32 %r11, empty;
    mov.u32 %r12, tile;
    mov.u32 %r13, made;
    setp.ge.u32 %p2, %r1, 32;
    @%p2 bra DOUBLE;
    setp.ne.u32 %p3, %r1, 0;
    @%p3 bra DONE;
LOAD:
    and.b32 %r3, %r2, 1;
    shr.u32 %r4, %r2, 1;
    and.b32 %r4, %r4, 1;
    xor.b32 %r5, %r4, 1;
    mad.lo.u32 %r6, %r3, 8, %r11;
    mad.lo.u32 %r7, %r3, 8, %r10;
    mad.lo.u32 %r8, %r3, 256, %r12;
EMPTY:
    mbarrier.try_wait.parity.shared::cta.b64 %p4, [%r6], %r5;
    @!%p4 bra EMPTY;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r7], 256;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r8], [%rd1], 256, [%r7];
    add.s64 %rd1, %rd1, 256;
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p5, %r2, 5;
    @%p5 bra LOAD;
    bra DONE;
DOUBLE:
    and.b32 %r3, %r2, 1;
    shr.u32 %r4, %r2, 1;
    and.b32 %r4, %r4, 1;
    mad.lo.u32 %r6, %r3, 8, %r11;
    mad.lo.u32 %r7, %r3, 8, %r10;
    mad.lo.u32 %r8, %r3, 256, %r12;
FULL:
    mbarrier.try_wait.parity.shared::cta.b64 %p4, [%r7], %r4;
    @!%p4 bra FULL;
    sub.u32 %r14, %r1, 32;
    mad.lo.u32 %r15, %r14, 4, %r8;
    ld.shared.u32 %r16, [%r15];
    bar.warp.sync 0xffffffff;
    and.b32 %r17, %r1, 31;
    setp.eq.u32 %p6, %r17, 0;
    @%p6 mbarrier.arrive.shared::cta.b64 _, [%r6];
    shl.b32 %r16, %r16, 1;
    mad.lo.u32 %r18, %r14, 4, %r13;
    st.shared.u32 [%r18], %r16;
    fence.proxy.async.shared::cta;
    bar.sync 1, 64;
    setp.ne.u32 %p7, %r1, 32;
    @%p7 bra STORED;
    cp.async.bulk.global.shared::cta.bulk_group [%rd2], [made], 256;
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group.read 0;
STORED:
    bar.sync 1, 64;
    add.s64 %rd2, %rd2, 256;
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p5, %r2, 5;
    @%p5 bra DOUBLE;
DONE:
    ret;
}
"""


def ring() -> tuple[Program, np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    return from_ptx(RING), np.arange(320, dtype=np.uint32), np.zeros(320, np.uint32)


def test_everything_that_a_pipeline_needs_is_noticed() -> None:
    program, x, out = ring()
    found = campaign(program, (x, out), grid=(1, 1, 1), block=(96, 1, 1), seeds=1)
    assert np.array_equal(out, 2 * x)
    assert len(found.outcomes) > 30
    left = [(outcome.instruction, outcome.what) for outcome in found.survivors]
    assert left == [], str(found)
    assert found.redundant == ()
    assert found._repr_mimebundle_()["text/plain"] == str(found)
    rules = {outcome.rule for outcome in found.outcomes if outcome.noticed == "report"}
    assert {"race", "proxy-fence", "deadlock", "mbarrier-uninitialized"} <= rules


def test_barriers_that_can_do_without_each_other_are_listed() -> None:
    program = from_ptx(RING.replace("    sub.u32 %r14", "    bar.sync 1, 64;\n    sub.u32 %r14"))
    _, x, out = ring()
    found = campaign(program, (x, out), grid=(1, 1, 1), block=(96, 1, 1), seeds=1, kinds=("barrier",))
    left = [(outcome.instruction, outcome.what) for outcome in found.survivors]
    assert left.count(("bar.sync 1, 64;", "without it")) == 2
    assert {what for _, what in left} <= {
        "without it",
        "32 threads",
    }  # some order of warps may show the count
    assert f"{len(left)} {agreeing(len(left), 'go')} unnoticed" in str(found)


def test_a_redundant_instruction_is_listed_with_the_reason() -> None:
    program = from_ptx(RING.replace("READY:\n", "    fence.mbarrier_init.release.cluster;\nREADY:\n"))
    _, x, out = ring()
    found = campaign(program, (x, out), grid=(1, 1, 1), block=(96, 1, 1), seeds=1, kinds=("fence",))
    assert [outcome.instruction for outcome in found.redundant] == ["fence.mbarrier_init.release.cluster;"]
    assert found.survivors == ()
    text = str(found)
    assert "2 variants, 0 go unnoticed; 1 lacks a redundant instruction" in text
    assert "1 reported, 0 with another result, 1 redundant, 0 unnoticed" in text
    assert "redundant: fence.mbarrier_init.release.cluster; (PTX line " in text
    assert "the barrier after it releases the initialisation" in text


def test_what_no_thread_comes_to_is_not_run() -> None:
    skipped = "setp.lt.u32 %p8, %r1, 96;\n    @%p8 bra READY;\n    bar.sync 2;\nREADY:\n    bar"
    program = from_ptx(RING.replace("READY:\n    bar", skipped))
    _, x, out = ring()
    found = campaign(program, (x, out), grid=(1, 1, 1), block=(96, 1, 1), seeds=1, kinds=("barrier",))
    idle = [outcome.instruction for outcome in found.outcomes if not outcome.executed]
    assert idle == ["bar.sync 2;"]
    assert "1 more is of instructions that no thread reached" in str(found)


def test_a_wrong_program_has_no_campaign() -> None:
    program = from_ptx(RING.replace("fence.proxy.async.shared::cta;", ""))
    _, x, out = ring()
    with pytest.raises(SimFault, match="proxy-fence"):
        campaign(program, (x, out), grid=(1, 1, 1), block=(96, 1, 1))


def test_kinds_are_known() -> None:
    program, x, out = ring()
    with pytest.raises(LaunchError, match="no kind of variant 'bars'"):
        campaign(program, (x, out), grid=(1, 1, 1), block=(96, 1, 1), kinds=("bars",))


def test_variants_are_programs_of_one_change() -> None:
    program, *_ = ring()
    made = list(mutants(program))
    assert {mutant.kind for mutant in made} >= {
        "barrier",
        "fence",
        "wait",
        "phase",
        "bytes",
        "count",
        "arrive",
    }
    for mutant in made:
        assert mutant.program is not None
        assert mutant.program.ptx != program.ptx


def test_a_descriptor_of_another_swizzle_is_noticed() -> None:
    example = Path(__file__).resolve().parents[2] / "examples/hopper/gemm.py"
    product = runpy.run_path(str(example))["build_gemm"](128, 128, 64)
    a, b = (np.random.default_rng(seed).uniform(-1, 1, (128, 64)).astype(bfloat16) for seed in (1, 2))
    with directing("mutants", kinds=("swizzle",), seeds=0) as reports:
        product(a, b)
    outcomes = [outcome for outcome in reports[0].detail.outcomes if outcome.ptx_line]
    assert {outcome.what for outcome in outcomes} == {"another swizzle of A", "another swizzle of B"}
    assert all(outcome.noticed for outcome in outcomes), str(reports[0].detail)


def test_launches_of_others_can_be_campaigns() -> None:
    program, x, out = ring()
    with directing("mutants", kinds=("fence",), seeds=0) as reports:
        program.launch(x, out, grid=1, block=96)
    assert np.array_equal(out, 2 * x)
    (outcome,) = reports[0].detail.outcomes
    assert (outcome.noticed, outcome.rule, outcome.schedule) == ("report", "proxy-fence", "late")


def test_a_report_of_variants_prints_as_a_table() -> None:
    program, x, out = ring()
    with directing("mutants", kinds=("fence", "barrier"), seeds=0) as reports:
        program.launch(x, out, grid=1, block=96)
    launch, *table = str(reports[0]).splitlines()
    assert launch.startswith("ring: engine mutants, grid 1x1x1, block 96x1x1, cluster 1x1x1, ")
    assert table == str(reports[0].detail).splitlines()
    assert len(repr(reports[0])) < 200


def test_the_command_tells_what_became_of_them(tmp_path: Path) -> None:
    file = tmp_path / "ring.ptx"
    file.write_text(RING)
    words = ["run", str(file), "--grid", "1", "--block", "96", "--arg", "x=u32[320]:arange"]
    words += ["--arg", "out=u32[320]", "--mutate", "fence", "--mutate", "commit"]
    shown = CliRunner().invoke(main, words)
    assert shown.exit_code == 0, shown.output
    assert "ring: 2 variants, 0 go unnoticed" in shown.output
    printed = CliRunner().invoke(main, [*words, "--json"])
    variants = json.loads(printed.output)["launches"][0]["variants"]
    assert [variant["rule"] for variant in variants] == ["proxy-fence", "race"]
    refused = CliRunner().invoke(main, [*words, "--schedule", "late"])
    assert refused.exit_code == 2
    assert "leave out --schedule" in refused.output


def test_a_sample_of_the_variants() -> None:
    def ran(**options: Any) -> list[tuple[int, str]]:
        program, x, out = ring()
        with directing("mutants", kinds=("wait", "arrive", "count"), seeds=0, **options) as reports:
            program.launch(x, out, grid=1, block=96)
        return [(each.ptx_line, each.what) for each in reports[0].detail.outcomes if each.executed]

    every, some = ran(), ran(sample=3)
    assert [each for each in every if each in some] == some == ran(sample=3) != ran(sample=3, seed=1)
    assert (len(some), ran(sample=99)) == (3, every)


def test_ctrl_c_ends_a_campaign_with_the_outcomes_so_far() -> None:
    program, x, out = ring()

    def interrupt(done: int, of: int) -> None:
        assert of == 2
        if done == 1:
            raise KeyboardInterrupt

    with directing("mutants", kinds=("fence", "commit"), seeds=0, progress=interrupt) as reports:
        program.launch(x, out, grid=1, block=96)
    found = reports[0].detail
    assert ([outcome.rule for outcome in found.outcomes], found.left) == (["proxy-fence"], 1)
    assert str(found).startswith("ring: 1 variant, 0 go unnoticed; interrupted, 1 did not run")


def test_ctrl_c_ends_the_command_with_an_exit_status(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextlib.contextmanager
    def interrupting(*_: object, **__: object) -> Iterator[Callable[[int, int], None]]:
        def count(done: int, of: int) -> None:
            if done:
                raise KeyboardInterrupt

        yield count

    monkeypatch.setattr("pyptx.cli.mutate.working", interrupting)
    file = tmp_path / "ring.ptx"
    file.write_text(RING)
    words = ["run", str(file), "--grid", "1", "--block", "96", "--arg", "x=u32[320]:arange"]
    words += ["--arg", "out=u32[320]", "--mutate", "fence", "--mutate", "commit"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 1
    assert "ring: 1 variant, 0 go unnoticed; interrupted, 1 did not run" in done.stdout
    assert done.stderr.splitlines()[-1] == "Aborted!"


SEVERAL = """
import numpy as np
from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.types import f32, u32

@kernel(out_specs=(Tile(64, f32),), grid=(1,), block=(64, 1, 1), arch="sm_80")
def shifted(Y, *, by):
    tid = reg.from_(ptx.special.tid.x(), u32)
    tile = smem.alloc(f32, (64,))
    tile[tid] = 1.0
    ptx.bar.sync(0)
    ptx.st(f32, ptx.addr(ptx.global_ptrs(Y)[0] + tid * 4), tile[(tid + by) % 64])

def main():
    for by in BY:
        shifted(by=by)
    STOP
"""


@pytest.mark.parametrize(
    ("by", "stop", "shown"),
    [
        ("1, 1", "", "shifted, 2 launches: 1 variant, 0 go unnoticed\n"),
        ("0,", "", "shifted: 1 variant, 1 goes unnoticed\n"),
        ("1, 1, 1", "raise KeyboardInterrupt", "shifted, 3 launches: 1 variant, 0 go unnoticed\n"),
        ("", "raise KeyboardInterrupt", "interrupted before a variant ran\n"),
    ],
)
def test_launches_of_one_kernel_are_shown_together(tmp_path: Path, by: str, stop: str, shown: str) -> None:
    file = tmp_path / "shifted.py"
    file.write_text(SEVERAL.replace("BY", f"[{by}]").replace("STOP", stop))
    done = CliRunner().invoke(main, ["run", str(file), "--mutate", "barrier", "--explore", "0"])
    assert done.stdout.startswith(shown)
    assert done.exit_code == bool(stop)


def test_a_variant_is_detected_if_one_launch_detects_it() -> None:
    def outcome(noticed: str) -> Outcome:
        return Outcome("barrier", "missing", "bar.sync 0;", 9, None, noticed)

    program, x, out = ring()
    report = program.launch(x, out, grid=1, block=96).detail
    made = [Campaign("k", (outcome(noticed),), 1.0, report) for noticed in ("", "report", "")]
    assert [each.survivors for each in joined(made[::2])] == [(outcome(""),)]
    (together,) = joined(made)
    assert (together.outcomes, together.launches) == ((outcome("report"),), 3)
