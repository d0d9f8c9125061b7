"""The host side that ``--harness`` writes: it runs, and lists the values that PTX does not contain."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pyptx.codegen import ptx_to_python
from pyptx.errors import CodegenError

if TYPE_CHECKING:
    from collections.abc import Sequence

CORPUS = Path(__file__).resolve().parents[1] / "corpus" / "ptx"
HEAD = ".version 8.6\n.target sm_90a\n.address_size 64\n"

FILES = (
    "cute/row_sum.sm_90a",
    "cuda/wmma.sm_90",
    "cuda/half.sm_80",
    "cuda/hopper_gemm.sm_90a",
    "cuda/memory.sm_80",
    "cuda/pipeline.sm_80",
    "cuda/reduce.sm_80",
    "cuda/saxpy.sm_90a",
    "numba/saxpy-fastmath.sm_80",
    "triton/attention.sm_90",
    "triton/layer_norm.sm_90",
    "triton/matmul_bf16.sm_90",
    "triton/matmul_e5m2.sm_90",
    "triton/softmax.sm_120",
)


def ran(text: str, **options: Any) -> str:
    """Execute the Python of a text and its ``main``; return the docstring of that."""
    names: dict[str, Any] = {"__name__": "raised"}
    exec(ptx_to_python(text, harness=True, **options), names)
    names["main"]()
    return str(names["main"].__doc__)


def guesses(listed: str) -> Sequence[str]:
    """The items of a docstring, from which Python 3.13 removes the indent."""
    items = (line.strip() for line in listed.splitlines())
    return [item.removeprefix("* ") for item in items if item.startswith("* ")]


@pytest.mark.parametrize("file", FILES)
def test_the_harness_of_a_compiled_kernel_runs(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    listed = ran((CORPUS / f"{file}.ptx").read_text(), sugar=True)
    printed = capsys.readouterr().out
    assert listed in printed
    assert any(guess.endswith(("one CTA", "one cluster")) for guess in guesses(listed))


@pytest.mark.parametrize("sugar", [False, True])
def test_a_kernel_reads_and_writes_its_arrays(sugar: bool, capsys: pytest.CaptureFixture[str]) -> None:
    text = f"""{HEAD}
.visible .entry twice(.param .u64 x, .param .u64 y, .param .u32 n, .param .f32 by)
{{
    .reg .b64 %rd<5>; .reg .f32 %f<4>; .reg .b32 %r<3>; .reg .pred %p<2>;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    ld.param.u32 %r1, [n];
    ld.param.f32 %f1, [by];
    setp.ne.s32 %p1, %r1, 64;
    @%p1 bra DONE;
    ld.global.f32 %f2, [%rd1];
    mul.f32 %f3, %f1, 0f40E00000;
    st.global.f32 [%rd2], %f3;
DONE:
    ret;
}}
"""
    listed = guesses(ran(text, sugar=sugar))
    assert listed == [
        "x: 1048576 normal f32",
        "y: 1048576 normal f32",
        "n: 64",
        "by: 1.0",
        "grid: one CTA",
        "block: 128 threads",
    ]
    assert "y: [ 7. " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("type_", "listed"),
    [
        ("f32", "1048576 normal f32"),
        ("f64", "1048576 normal f64"),
        ("u8", "1048576 integers below 64, of 8 bits"),
        ("s64", "1048576 integers below 64, of 64 bits"),
    ],
)
def test_an_array_alone_has_the_type_of_its_accesses(type_: str, listed: str) -> None:
    text = f"""{HEAD}
.visible .entry k(.param .u64 x) .reqntid 32
{{
    .reg .b64 %rd<2>; .reg .{"u16" if type_ == "u8" else type_} %v;
    ld.param.u64 %rd1, [x];
    ld.global.{type_} %v, [%rd1+8];
    st.global.{type_} [%rd1], %v;
    ret;
}}
"""
    assert guesses(ran(text, sugar=True))[0] == f"x: {listed}"


def test_the_box_of_a_tensor_map_fits_the_bytes_that_a_barrier_expects() -> None:
    listed = guesses(ran((CORPUS / "cuda/hopper_gemm.sm_90a.ptx").read_text(), sugar=True))
    # 32768 bytes for two boxes of 64 bfloat16 (128 bytes) in a row
    assert [guess for guess in listed if "box" in guess] == [
        f"tensor_map{number}: a tensor of 256 x 256 bf16, box (64, 128), swizzle 128B" for number in (0, 1)
    ]


def staged_copies(first: int, second: int, expected: int) -> str:
    """PTX that copies two tensors to a stage, which are at `first` and `second` bits of its number."""
    copy = "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
    return f"""{HEAD}
.visible .entry k(.param .align 64 .b8 a[128], .param .align 64 .b8 b[128], .param .u32 stage) .reqntid 1
{{
    .reg .b32 %r<8>; .reg .b64 %rd<3>; .shared .align 1024 .b8 tiles[98304]; .shared .align 8 .b64 full;
    .reg .pred %p;
    mov.b64 %rd1, a; cvta.param.u64 %rd1, %rd1; mov.b64 %rd2, b; cvta.param.u64 %rd2, %rd2;
    mov.u32 %r1, tiles; mov.u32 %r7, full;
    ld.param.u32 %r2, [stage]; and.b32 %r2, %r2, 1;
    shl.b32 %r3, %r2, {first}; add.s32 %r4, %r1, %r3;
    shl.b32 %r5, %r2, {second}; add.s32 %r6, %r1, %r5;
    mbarrier.init.shared::cta.b64 [%r7], 1; fence.mbarrier_init.release.cluster;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r7], {expected};
    {copy} [%r4], [%rd1, {{0, 0}}], [%r7];
    {copy} [%r6+32768], [%rd2, {{0, 0}}], [%r7];
again:
    mbarrier.try_wait.parity.shared::cta.b64 %p, [%r7], 0; @!%p bra again;
    ret;
}}
"""


@pytest.mark.parametrize(
    ("bits", "expected", "rows"),
    [((14, 15), 49152, (128, 256)), ((14, 14), 49152, (192, 192)), ((13, 14), 24576, (64, 128))],
)
def test_the_boxes_of_a_stage_are_as_far_apart_as_stages(
    bits: tuple[int, int], expected: int, rows: tuple[int, int]
) -> None:
    listed = guesses(ran(staged_copies(*bits, expected), sugar=True))
    boxes = [f"box (32, {each})" for each in rows]
    assert [box in guess for box, guess in zip(boxes, listed, strict=False)] == [True, True]


def test_a_tensor_that_is_only_fetched_ahead_is_not_written() -> None:
    text = staged_copies(14, 15, 49152)
    ahead = "cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%rd1, {0, 0}];"
    raised = ptx_to_python(text.replace("again:", f"{ahead} again:"), sugar=True)
    assert "a: in tensor map of rank 2; b: in tensor map of rank 2" in raised


def test_a_structure_is_zero_bytes_and_shared_memory_all_there_is() -> None:
    text = f"""{HEAD}
.extern .shared .align 128 .b8 buffer[];
.visible .entry k(.param .align 8 .b8 s[24]) .reqntid 32
{{
    .shared .align 4 .b8 fixed[4];
    ret;
}}
"""
    listed = guesses(ran(text))
    assert listed == ["s: a structure of 24 zero bytes", "grid: one CTA", "smem: all that sm_90a has"]
    # 227 KiB less 4 bytes, rounded up to the alignment of the dynamic array
    assert f"smem={227 * 1024 - 128}" in ptx_to_python(text, harness=True)


def test_a_kernel_that_reads_two_thread_indices_has_a_square_block() -> None:
    text = f"{HEAD}.visible .entry k() {{ .reg .b32 %r; mov.u32 %r, %tid.y; ret; }}\n"
    assert guesses(ran(text)) == ["grid: one CTA", "block: (16, 16) threads"]


def test_several_kernels_are_launched_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    text = f"{HEAD}.visible .entry a(.param .u32 n) {{ ret; }}\n.visible .entry main() {{ ret; }}\n"
    assert "a: n: 64" in guesses(ran(text))
    assert capsys.readouterr().out.splitlines()[-2:] == ["a: done", "main_2: done"]


def test_a_module_without_kernels_has_no_harness() -> None:
    with pytest.raises(CodegenError, match="no kernel that Python can launch"):
        ptx_to_python(f"{HEAD}.func f() {{ ret; }}\n", harness=True)


def test_a_sampler_has_no_argument() -> None:
    with pytest.raises(CodegenError, match=r"parameter s of type \.samplerref"):
        ptx_to_python(f"{HEAD}.visible .entry k(.param .samplerref s) {{ ret; }}\n", harness=True)


def test_tensor_maps_in_a_structure_are_at_their_offsets(capsys: pytest.CaptureFixture[str]) -> None:
    text = f"""{HEAD}.visible .entry k(.param .align 64 .b8 maps[512]) {{
        .reg .b32 %r<4>; .reg .b64 %rd<5>; .reg .pred %p<3>; .shared .align 1024 .b8 tile[32768];
        .shared .align 8 .b64 full; mov.b64 %rd1, maps; add.s64 %rd2, %rd1, 128; cvta.param.u64 %rd3, %rd2;
        mov.u32 %r3, %tid.x; setp.ne.u32 %p1, %r3, 0; @%p1 bra end;
        mov.u32 %r1, full; mov.u32 %r2, tile; mbarrier.init.shared::cta.b64 [%r1], 1;
        fence.mbarrier_init.release.cluster; mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], 32768;
        cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes
            [%r2], [%rd3, {{0, 0}}], [%r1];
        again: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r1], 0; @!%p2 bra again;
        end: ret; }}"""
    (first, *_) = guesses(ran(text, sugar=True))
    assert first.startswith(
        "maps: a structure of 512 zero bytes, with tensor maps at 128: a tensor of 256 x 256"
    )
    assert "k: done" in capsys.readouterr().out


def test_a_tensor_map_of_three_dimensions_has_one_plane() -> None:
    text = f"""{HEAD}.visible .entry k(.param .align 64 .b8 map[128]) .reqntid 1 {{
        .reg .b32 %r<3>; .reg .b64 %rd<3>; .reg .pred %p<2>; .shared .align 1024 .b8 tile[32768];
        .shared .align 8 .b64 full; mov.b64 %rd2, map; cvta.param.u64 %rd1, %rd2;
        mov.u32 %r1, full; mov.u32 %r2, tile; mbarrier.init.shared::cta.b64 [%r1], 1;
        fence.mbarrier_init.release.cluster; mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], 32768;
        cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes
            [%r2], [%rd1, {{0, 0, 0}}], [%r1];
        again: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r1], 0; @!%p1 bra again; ret; }}"""
    assert guesses(ran(text, sugar=True))[0] == (
        "map: a tensor of 256 x 256 x 1 f32, box (32, 256, 1), no swizzle"
    )
