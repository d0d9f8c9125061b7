"""Executions without data: the same as those that the simulator counts."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path

import ml_dtypes
import numpy as np
import pytest

from pyptx.perf.arithmetic import FUNCTIONS, Type
from pyptx.perf.counts import count_executions
from pyptx.program import directing, from_ptx

EXAMPLES = Path(__file__).parents[2] / "examples"
WHOLE_WARPS = {"mma", "wgmma", "bar", "barrier", "ldmatrix", "setmaxnreg"}
"""Opcodes that all lanes of a warp execute together."""


@pytest.mark.parametrize(
    ("path", "builder", "sizes"),
    [
        ("ampere/gemm_pipelined", "build_gemm_pipelined", (256, 256, 192)),
        ("hopper/gemm", "build_gemm", (192, 256, 320)),
        ("hopper/gemm_warp_specialised", "build_gemm_warp_specialised", (256, 384, 320)),
        ("hopper/gemm_persistent", "build_gemm_persistent", (512, 512, 128)),
    ],
)
def test_executions_are_those_of_the_simulator(path: str, builder: str, sizes: tuple[int, int, int]) -> None:
    kernel = run_path(str(EXAMPLES / f"{path}.py"))[builder](*sizes)
    m, n, k = sizes
    a, b = (np.zeros(shape, ml_dtypes.bfloat16) for shape in ((m, k), (n, k)))
    with directing("sim", profile=True) as reports:
        kernel(a, b)
    (report,) = reports
    program = report.program
    assert program is not None
    counts = count_executions(program, report.grid, report.block, report.cluster, {})
    assert {(each.assumed, each.cut_off) for each in counts} == {((), False)}
    ctas = int(np.prod(report.grid))
    seen = 0
    for line in report.detail.profile.lines:
        if line.instruction.split(".")[0] in WHOLE_WARPS:
            each_cta = {sum(warp.get(line.ptx_line, 0) for warp in each.warps) for each in counts}
            assert each_cta == {line.executions / 32 / ctas}, line.instruction
            seen += 1
    assert seen


COUNTING = """\
.version 8.0
.target sm_80
.address_size 64
.visible .entry loops(.param .u64 data, .param .u32 count) .reqntid 128
{
	.reg .pred %p<4>;
	.reg .b32 %r<6>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [data];
	ld.param.u32 %r1, [count];
	mov.u32 %r2, %tid.x;
	shr.u32 %r2, %r2, 5;
	mov.u32 %r3, 0;
again:
	setp.ge.u32 %p1, %r3, %r1;
	@%p1 bra out;
	setp.lt.u32 %p2, %r2, 1;
	@%p2 st.global.u32 [%rd1], %r3;
	add.u32 %r3, %r3, 1;
	bra again;
out:
	ld.global.u32 %r4, [%rd1];
	setp.ne.u32 %p3, %r4, 0;
	@%p3 bra out;
	ret;
}
"""
ADD, STORE, LOAD, BRANCH = 19, 18, 22, 24


def test_guards_parameters_and_branches_on_data() -> None:
    (counts,) = count_executions(from_ptx(COUNTING), (1, 1, 1), (128, 1, 1), (1, 1, 1), {"count": 7})
    assert [warp[ADD] for warp in counts.warps] == [7, 7, 7, 7]
    assert [warp.get(STORE, 0) for warp in counts.warps] == [7, 0, 0, 0]
    assert list(counts.roles) == [(0,), (1, 2, 3)]
    assert counts.assumed == (BRANCH,)
    assert [warp[LOAD] for warp in counts.warps] == [1, 1, 1, 1]


def test_an_unknown_length_is_one_iteration() -> None:
    (counts,) = count_executions(from_ptx(COUNTING), (1, 1, 1), (32, 1, 1), (1, 1, 1), {})
    assert counts.warps[0][ADD] == 1
    assert len(counts.assumed) == 2


def test_where_the_work_of_ctas_changes_others_are_executed() -> None:
    text = COUNTING.replace("ld.param.u32 %r1, [count];", "mov.u32 %r1, %ctaid.x; min.u32 %r1, %r1, 1;")
    counts = count_executions(from_ptx(text), (100, 1, 1), (32, 1, 1), (1, 1, 1), {})
    work = {each.cluster: each.warps[0].get(ADD, 0) for each in counts}
    assert work[0] == 0
    assert work[1] == work[99] == 1  # the change between 0 and 1 is found


@pytest.mark.parametrize(
    ("written", "given", "result"),
    [
        ("add.u32", (0xFFFFFFFF, 2), 1),
        ("sub.s32", (1, 2), 0xFFFFFFFF),
        ("mul.wide.s32", (0xFFFFFFFF, 3), (1 << 64) - 3),
        ("mul.hi.u32", (1 << 31, 4), 2),
        ("mad.lo.u32", (3, 5, 7), 22),
        ("div.s32", (0xFFFFFFF9, 2), 0xFFFFFFFD),
        ("rem.s32", (0xFFFFFFF9, 2), 0xFFFFFFFF),
        ("shr.s32", (0x80000000, 4), 0xF8000000),
        ("shl.b32", (1, 40), 0),
        ("setp.lt.s32", (0xFFFFFFFF, 0), 1),
        ("setp.lt.u32", (0xFFFFFFFF, 0), 0),
        ("setp.eq.and.u32", (4, 4, 0), 0),
        ("selp.u32", (5, 6, 1), 5),
        ("selp.u32", (5, 6, None), None),
        ("lop3.b32", (0b1100, 0b1010, 0b0110, 0x96), 0),
        ("cvt.u64.s32", (0xFFFFFFFF,), (1 << 64) - 1),
        ("cvt.u64.u32", (0xFFFFFFFF,), 0xFFFFFFFF),
        ("add.f32", (1, 2), None),
        ("add.u32", (1, None), None),
    ],
)
def test_integer_instructions(written: str, given: tuple[int | None, ...], result: int | None) -> None:
    opcode, *modifiers = written.split(".")
    assert FUNCTIONS[opcode](modifiers, [Type.named(word) for word in modifiers])(*given) == result


def test_types() -> None:
    assert Type.named("s16") == Type(16, signed=True)
    assert Type.named("f32") is None


@pytest.mark.parametrize("axis", ["x", "y", "z"])
def test_each_cta_stands_for_those_with_as_much_work(axis: str) -> None:
    """The work falls along one axis of the grid, and repeats along the others."""
    own = f"mov.u32 %r1, %nctaid.{axis}; mov.u32 %r2, %ctaid.{axis}; sub.u32 %r1, %r1, %r2;"
    text = COUNTING.replace("ld.param.u32 %r1, [count];", own)
    counts = count_executions(from_ptx(text), (10, 11, 12), (32, 1, 1), (1, 1, 1), {})
    assert sum(each.weight for each in counts) == pytest.approx(10 * 11 * 12)
    size = {"x": 10, "y": 11, "z": 12}[axis]
    total = sum(each.weight * each.warps[0].get(ADD, 0) for each in counts)
    assert total == pytest.approx(10 * 11 * 12 * (size + 1) / 2)


def test_work_that_changes_along_two_axes_is_sampled_all_over_the_grid() -> None:
    own = "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ctaid.y; mad.lo.u32 %r1, %r1, %r2, 1;"
    text = COUNTING.replace("ld.param.u32 %r1, [count];", own)
    counts = count_executions(from_ptx(text), (20, 20, 1), (32, 1, 1), (1, 1, 1), {})
    total = sum(each.weight * each.warps[0].get(ADD, 0) for each in counts)
    assert total == pytest.approx(400 * (1 + 9.5**2), rel=0.15)


@pytest.mark.parametrize(("ctas", "period"), [(2048, 256), (1000, 125), (4096, 64), (700, 699)])
def test_work_that_rises_and_falls_along_the_grid_is_sampled_in_each_part_of_it(
    ctas: int, period: int
) -> None:
    own = f"mov.u32 %r1, %ctaid.x; rem.u32 %r1, %r1, {period};"
    text = COUNTING.replace("ld.param.u32 %r1, [count];", own)
    counts = count_executions(from_ptx(text), (ctas, 1, 1), (32, 1, 1), (1, 1, 1), {})
    total = sum(each.weight * each.warps[0].get(ADD, 0) for each in counts)
    assert total == pytest.approx(sum(cta % period for cta in range(ctas)), rel=0.03)


def test_instructions_that_only_read_their_first_operand_leave_it_known() -> None:
    number = "mov.u32 %r5, 3; bar.sync %r5, 128; ld.param.u32 %r1, [count]; min.u32 %r1, %r1, %r5;"
    text = COUNTING.replace("ld.param.u32 %r1, [count];", number)
    (counts,) = count_executions(from_ptx(text), (1, 1, 1), (128, 1, 1), (1, 1, 1), {"count": 7})
    assert [warp[ADD] for warp in counts.warps] == [3, 3, 3, 3]


@pytest.mark.parametrize(
    ("lines", "rounds"),
    [
        ("mov.u32 %r5, 1; shfl.sync.idx.b32 %r1|%p0, %r5, 0, 31, -1; selp.u32 %r1, 5, 6, %p0;", 5),
        ("mov.u32 %r5, 1; shfl.sync.idx.b32 %r1|%p0, %r5, 0, 7, -1; selp.u32 %r1, 5, 6, %p0;", None),
        ("lop3.or.b32 %r1|%p0, 42, 0, 0, 0xf0, 0; selp.u32 %r1, 5, 6, %p0;", None),
        ("lop3.or.b32 %r1|%p0, 7, 0, 0, 0xf0, 0;", 7),
        ("setp.lt.u32 %p1|%p0, 3, 4; selp.u32 %r1, 5, 6, %p0;", 6),
        ("setp.lt.u32 _|%p0, 3, 4; selp.u32 %r1, 5, 6, %p0;", 6),
        ("setp.lt.u32 %p1, 3, 4; setp.lt.and.u32 %p2|%p0, 3, 4, !%p1; selp.u32 %r1, 5, 6, %p0;", None),
        ("setp.lt.u32 %p1, 3, 4; setp.lt.and.u32 %p2|%p0, 3, 4, !%p1; selp.u32 %r1, 5, 6, %p2;", 6),
        ("mov.u32 %r1, 1; mov.u32 %r5, 2; cvt.pack.sat.u8.s32.b32 %r1, %r1, %r5, 0;", None),
        ("mov.u32 %r5, 300; cvt.sat.u8.u32 %r1, %r5; min.u32 %r1, %r1, 9;", None),
        ("min.relu.s32 %r1, -1, 5;", None),
    ],
)
def test_a_length_is_known_only_where_its_instructions_are_computed(lines: str, rounds: int | None) -> None:
    text = COUNTING.replace("ld.param.u32 %r1, [count];", lines)
    (counts,) = count_executions(from_ptx(text), (1, 1, 1), (32, 1, 1), (1, 1, 1), {})
    assert counts.warps[0][ADD] == (rounds or 1)
    assert len(counts.assumed) == (1 if rounds else 2)


RING = """\
.version 8.0
.target sm_90a
.address_size 64
.visible .entry ring(.param .u64 data) .reqntid 64
{
	.reg .pred %p<4>;
	.reg .b32 %r<8>;
	.reg .b64 %rd<4>;
	.shared .align 8 .b64 other;
	.shared .align 8 .b8 full[16];
	mov.u32 %r0, %tid.x;
	setp.ne.u32 %p0, %r0, 0;
	@%p0 bra DONE;
	mbarrier.init.shared::cta.b64 [other], 1;
	mbarrier.init.shared::cta.b64 [full], ARRIVALS;
	mbarrier.init.shared::cta.b64 [full+8], ARRIVALS;
	mbarrier.arrive.expect_tx.shared::cta.b64 %rd0, [other], 4096;
	mbarrier.arrive.expect_tx.shared::cta.b64 %rd0, [full], 1024;
	ld.param.u64 %rd1, [data];
	mov.u32 %r1, 1;
AGAIN:
	and.b32 %r2, %r1, 1;
	mov.u32 %r3, full + 0;
	PLACE
	mad.lo.u32 %r4, %r2, 8, %r3;
	mbarrier.arrive.expect_tx.shared::cta.b64 %rd0, [%r4], 1024;
	MORE
	add.u32 %r1, %r1, 1;
	setp.lt.u32 %p1, %r1, 12;
	@%p1 bra AGAIN;
DONE:
	ret;
}
"""


@pytest.mark.parametrize(
    ("arrivals", "place", "stages"),
    [
        (1, "", (1024, 1024)),
        (1, "mov.u32 %r2, 0;", (1024,)),
        # The last fill is the second one of the first stage.
        (1, "setp.gt.u32 %p2, %r1, 2;\n\t@%p2 bra DONE;", (1024, 1024)),
        (1, "setp.gt.u32 %p2, %r1, 1;\n\t@%p2 bra DONE;", ()),
        # Other lanes may expect bytes of the same phase.
        (32, "", None),
        (1, "ld.global.u32 %r2, [%rd1];", None),
    ],
)
def test_stages_are_the_bytes_of_the_mbarriers_of_a_ring(
    arrivals: int, place: str, stages: tuple[int, ...] | None
) -> None:
    text = RING.replace("ARRIVALS", str(arrivals)).replace("PLACE", place).replace("MORE", "")
    (counts,) = count_executions(from_ptx(text), (1, 1, 1), (64, 1, 1), (1, 1, 1), {})
    assert counts.stages == stages


def test_two_arrivals_of_a_phase_are_one_stage() -> None:
    twice = "mbarrier.arrive.expect_tx.shared::cta.b64 %rd0, [%r4], 512;"
    first = "mbarrier.arrive.expect_tx.shared::cta.b64 %rd0, [full], 1024;"
    text = RING.replace("ARRIVALS", "2").replace("PLACE", "").replace("MORE", twice).replace(first, "")
    (counts,) = count_executions(from_ptx(text), (1, 1, 1), (64, 1, 1), (1, 1, 1), {})
    assert counts.stages == (1536, 1536)
