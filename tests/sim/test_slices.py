"""The lines behind an element, and the elements of inputs that they read."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest

from pyptx import LaunchError
from pyptx.program import from_ptx
from pyptx.sim import simulate

if TYPE_CHECKING:
    from pyptx.sim.shadow.report import ShadowReport

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
Array = np.ndarray[Any, Any]
LANES = 32

TEXT = """.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 out)
{{
    .reg .pred %p<4>; .reg .b16 %h<9>; .reg .b32 %r<16>; .reg .f32 %f<16>; .reg .b64 %q<9>;
    .shared .align 16 .b8 s[1024];
    ld.param.u64 %q0, [a]; ld.param.u64 %q1, [b]; ld.param.u64 %q2, [out];
    mov.u32 %r0, %tid.x;
    mul.wide.u32 %q3, %r0, 4;
    add.u64 %q0, %q0, %q3; add.u64 %q1, %q1, %q3; add.u64 %q2, %q2, %q3;
    ld.global.f32 %f0, [%q0];
    ld.global.f32 %f1, [%q1];
    {body}
    st.global.f32 [%q2], %f9;
    ret;
}}
"""
FIRST = TEXT[: TEXT.index("    {body}")].count("\n") + 1
"""The line of the first instruction of a body."""


def sliced(*body: str) -> ShadowReport:
    text = TEXT.format(body="\n".join(body))
    arrays = [np.random.default_rng(seed).uniform(0.5, 2, LANES).astype(np.float32) for seed in (1, 2)]
    out = np.zeros(LANES, np.float32)
    found = simulate(
        from_ptx(text), (*arrays, out), grid=(1, 1, 1), block=(LANES, 1, 1), shadow="slices"
    ).shadow
    assert found is not None
    return found


def origin(report: ShadowReport, *element: int) -> tuple[list[int], dict[str, str]]:
    """The lines of a body behind an element, from 0, and what they read."""
    found = report.slice(element)
    lines = [int(line.removeprefix("PTX line ")) - FIRST for line in found.lines]
    return lines, {name: str(region) for name, region in found.reads.items()}


def test_only_the_lines_through_which_the_value_came() -> None:
    report = sliced(
        "add.f32 %f2, %f0, %f1;",
        "mul.f32 %f3, %f0, %f0;",  # not used
        "mul.f32 %f9, %f2, 0f40400000;",
    )
    assert origin(report, 5) == ([0, 2], {"a": "[5]", "b": "[5]"})


def test_packed_halves_are_told_apart() -> None:
    report = sliced(
        "cvt.rn.bf16x2.f32 %r1, %f0, %f1;",
        "mov.b32 {%h0, %h1}, %r1;",
        "cvt.f32.bf16 %f9, %h1;",
    )
    assert origin(report, 3) == ([0, 2], {"a": "[3]"})


def test_both_operands_of_a_minimum_and_of_a_copysign() -> None:
    assert origin(sliced("min.f32 %f9, %f0, %f1;"), 1) == ([0], {"a": "[1]", "b": "[1]"})
    assert origin(sliced("copysign.f32 %f9, %f0, %f1;"), 1) == ([0], {"a": "[1]", "b": "[1]"})


def test_shuffles_shared_memory_and_atomics() -> None:
    report = sliced("shfl.sync.bfly.b32 %f2, %f0, 4, 31, -1;", "add.f32 %f9, %f2, %f1;")
    assert origin(report, 3) == ([1], {"a": "[7]", "b": "[3]"})
    report = sliced(
        "mov.u32 %r2, s; shl.b32 %r1, %r0, 2; add.u32 %r3, %r2, %r1;",
        "mul.f32 %f2, %f0, %f0;",
        "st.shared.f32 [%r3], %f2;",
        "bar.sync 0;",
        "ld.shared.f32 %f9, [%r2+36];",
    )
    assert origin(report, 0) == ([1], {"a": "[9]"})
    report = sliced(
        "setp.eq.u32 %p0, %r0, 0; mov.u32 %r2, s; @%p0 st.shared.f32 [%r2], 0f00000000; bar.sync 0;",
        "setp.lt.u32 %p1, %r0, 4;",
        "@%p1 red.shared.add.f32 [%r2], %f0;",
        "bar.sync 0; ld.shared.f32 %f9, [%r2];",
    )
    assert origin(report, 20) == ([2], {"a": "[0:4]"})


def test_a_copy_and_a_constant() -> None:
    report = sliced("mov.f32 %f9, %f1;")
    assert str(report.slice((4,))) == "the value is a copy, which reads b[4]"
    report = sliced("mov.f32 %f9, 0f3F800000;")
    assert str(report.slice((4,))) == "no computation on floating-point values leads to it"


def test_a_verdict_names_the_lines_of_a_wrong_element() -> None:
    report = sliced("add.f32 %f9, %f0, %f1;")
    wanted = report.output().shadow.copy()
    assert report.compare(wanted).origin is None
    wanted[6] += 1
    verdict = report.compare(wanted)
    assert str(verdict).endswith(f"; the value comes from PTX line {FIRST}, which reads a[6] and b[6]")
    assert verdict.origin is not None
    assert verdict.origin.to_json() == {"lines": [f"PTX line {FIRST}"], "reads": {"a": [6], "b": [6]}}


def bf16(*shape: int, seed: int) -> Array:
    return np.random.default_rng(seed).uniform(-1, 1, shape).astype(ml_dtypes.bfloat16)


GEMMS = {
    "mma": ("ampere/gemm_pipelined.py", "build_gemm_pipelined", (64, 64, 64)),
    "wgmma": ("hopper/gemm_warp_specialised.py", "build_gemm_warp_specialised", (128, 128, 128)),
}


@pytest.mark.parametrize("name", GEMMS)
def test_an_element_of_a_gemm_reads_a_row_and_a_column(name: str) -> None:
    path, build, sizes = GEMMS[name]
    m, n, k = sizes
    built = run_path(str(EXAMPLES / path))[build](*sizes)
    report = built.run(bf16(m, k, seed=1), bf16(n, k, seed=2), shadow="slices").report.detail.shadow
    for row, column in ((0, 0), (3, n - 1), (m - 1, 17)):
        reads = report.slice((row, column)).reads
        assert {name: str(region) for name, region in reads.items()} == {
            "A": f"[{row}, 0:{k}]",
            "B_T": f"[{column}, 0:{k}]",
        }


def test_attention_reads_one_query_all_keys_and_one_column() -> None:
    names = run_path(str(EXAMPLES / "hopper/flash_attention.py"))
    q, k, v = (bf16(1, size, 64, seed=size) for size in (64, 96, 96))
    built = names["build_flash_attention"](1, 64, 96, 64)
    report = built.run(q, k, v, shadow="slices").report.detail.shadow
    found = report.slice((0, 5, 7))
    reads = {name: str(region) for name, region in found.reads.items()}
    assert reads == {"Q": "[0, 5, 0:64]", "K": "[0, 0:96, 0:64]", "V": "[0, 0:96, 7]"}
    assert any("attention_softmax.py" in line for line in found.lines)


def test_exactly_the_elements_of_a_slice_change_an_output() -> None:
    built = run_path(str(EXAMPLES / "ampere/layer_norm.py"))["build_layer_norm"](40)
    random = np.random.default_rng(0)
    arrays = [random.uniform(0.5, 1, shape).astype(np.float32) for shape in ((3, 40), (40,), (40,))]

    def report(inputs: list[Array], shadow: Any = True) -> ShadowReport:
        found: ShadowReport = built.run(*inputs, shadow=shadow).report.detail.shadow
        return found

    first = report(arrays, "slices")
    element = (1, 33)
    reads = first.slice(element).reads
    before = first.output().shadow[element]
    for name, array in zip(("X", "Weight", "Bias"), arrays, strict=True):
        inside = reads[name].elements
        for place in {int(each) for each in (*random.integers(0, array.size, 3), *inside[:2])}:
            changed = [each.copy() for each in arrays]
            next(each for each, old in zip(changed, arrays, strict=True) if old is array).reshape(-1)[
                place
            ] += 1
            moved = report(changed).output().shadow[element] != before
            assert moved == (place in inside), (name, place)


def test_wrong_uses_are_refused() -> None:
    report = simulate(
        from_ptx(TEXT.format(body="mov.f32 %f9, %f0;")),
        tuple(np.zeros(LANES, np.float32) for _ in range(3)),
        grid=(1, 1, 1),
        block=(LANES, 1, 1),
        shadow=True,
    ).shadow
    assert report is not None
    with pytest.raises(ValueError, match='needs a launch with shadow="slices"'):
        report.slice((0,))
    with pytest.raises(LaunchError, match="shadow='slice'; it must be True, 'double-double', 'slices'"):
        simulate(
            from_ptx(TEXT.format(body="mov.f32 %f9, %f0;")),
            tuple(np.zeros(LANES, np.float32) for _ in range(3)),
            grid=(1, 1, 1),
            block=(LANES, 1, 1),
            shadow="slice",  # type: ignore[arg-type]
        )
