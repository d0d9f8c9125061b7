"""Shared arrays, sub-tiles, swizzles and barriers, as the PTX they trace."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyptx import ptx, reg, smem
from pyptx.emitter import emit, emit_statement
from pyptx.errors import TraceError, VerifyError
from pyptx.layouts.swizzle import SWIZZLES
from pyptx.toolchain import find_or_none, ptxas
from pyptx.trace import Trace, tracing
from pyptx.types import b128, bf16, e4m3, f16, f32, f64, pred, s8, s64, u16, u32

if TYPE_CHECKING:
    from collections.abc import Callable

needs_ptxas = pytest.mark.skipif(find_or_none("ptxas") is None, reason="ptxas is not installed")


def body(kernel: Callable[[], object], **target: object) -> list[str]:
    """The statements a kernel traces."""
    with tracing(Trace("k", **target)) as trace:  # type: ignore[arg-type]
        kernel()
    return [emit_statement(statement) for statement in trace.body]


def text(kernel: Callable[[], object], **target: object) -> str:
    """The whole module of a kernel."""
    with tracing(Trace("k", **target)) as trace:  # type: ignore[arg-type]
        kernel()
    return emit(trace.module())


def test_numbers_as_indices_cost_one_instruction() -> None:
    def kernel() -> None:
        tile = smem.alloc(f32, (4, 8))
        tile[3, 7] = tile[1, 2]
        tile[-1, 0] = 2.5

    assert body(kernel) == [
        "ld.shared.f32 %f0, [smem_0+40];",
        "st.shared.f32 [smem_0+124], %f0;",
        "st.shared.f32 [smem_0+96], 0f40200000;",
    ]


def test_registers_as_indices_are_scaled_in_32_bits() -> None:
    def kernel() -> None:
        tile = smem.alloc(f32, (4, 8))
        row, column = reg.scalar(u32), reg.scalar(u32)
        tile[row, column] = tile[row, 2]

    assert body(kernel) == [
        "mov.u32 %r2, smem_0;",
        "mad.lo.u32 %r3, %r0, 32, %r2;",
        "ld.shared.f32 %f0, [%r3+8];",
        "mov.u32 %r4, smem_0;",
        "mad.lo.u32 %r5, %r0, 32, %r4;",
        "mad.lo.u32 %r6, %r1, 4, %r5;",
        "st.shared.f32 [%r6], %f0;",
    ]


def test_sizes_and_counts_may_be_numbers_of_numpy() -> None:
    one: Any = np.int64(1)

    def kernel() -> None:
        tile = smem.alloc(f32, (4 * one, 8))
        assert tile.shape == (4, 8)
        tile[one, 0] = tile[3, -one]
        assert smem.mbarrier(2 * one).count == 2

    lines = body(kernel)
    assert "ld.shared.f32 %f0, [smem_0+124];" in lines
    assert "st.shared.f32 [smem_0+32], %f0;" in lines


def test_indices_of_other_widths_are_narrowed_by_their_sign() -> None:
    def kernel() -> None:
        tile = smem.alloc(s8, 64)
        tile[reg.scalar(s64)] = tile[reg.scalar(u16)]

    lines = body(kernel)
    assert "cvt.u32.u16 %r1, %rs0;" in lines
    assert "cvt.u32.s64 %r4, %rd0;" in lines
    assert lines[-1].startswith("st.shared.s8 [%r")


def test_special_registers_index_too() -> None:
    lines = body(lambda: smem.alloc(f32, 32)[ptx.special.tid.x()])
    assert lines[-1] == "ld.shared.f32 %f0, [%r1];"
    assert any(line.endswith(", %tid.x;") for line in lines)


def test_arrays_of_any_rank() -> None:
    assert body(lambda: smem.alloc(f64, 9)[5])[-1] == "ld.shared.f64 %fd0, [smem_0+40];"
    assert body(lambda: smem.alloc(f32, (2, 3, 4, 5))[1, 2, 3, 4])[-1] == "ld.shared.f32 %f0, [smem_0+476];"


def test_a_stage_is_a_sub_tile_with_its_own_address() -> None:
    def kernel() -> None:
        ring = smem.alloc(bf16, (3, 64, 64))
        stage = ring[2]
        assert isinstance(stage, smem.SharedSlice)
        assert (stage.shape, stage.byte_offset, stage.nbytes, stage.stage) == ((64, 64), 16384, 8192, 2)
        assert (stage.name, stage.dtype, stage.alloc) == (ring.name, bf16, ring)
        ptx.ldmatrix(dst=reg.array(u32, 4), src=stage)
        ptx.ldmatrix(dst=reg.array(u32, 4), src=ring[0])
        reg.from_(stage[1], u32)
        stage[1][2] = stage[1, 3]

    lines = body(kernel)
    assert lines[0].endswith("{%r0, %r1, %r2, %r3}, [smem_0+16384];")
    assert lines[1].endswith("{%r4, %r5, %r6, %r7}, [smem_0];")
    assert lines[2:] == [
        "mov.u32 %r8, smem_0+16512;",
        "ld.shared.b16 %rs0, [smem_0+16518];",
        "st.shared.b16 [smem_0+16516], %rs0;",
    ]


def test_a_stage_chosen_on_the_gpu_is_a_sub_tile() -> None:
    def kernel() -> None:
        ring = smem.alloc(f32, (3, 8, 4))
        stage = ring[reg.scalar(u32)]
        assert isinstance(stage, smem.SharedSlice)
        stage[1, 2] = 1.0
        ptx.ld(f32, reg.scalar(f32), stage[1], space="shared")

    assert body(kernel) == [
        "mov.u32 %r1, smem_0;",
        "mad.lo.u32 %r2, %r0, 128, %r1;",
        "st.shared.f32 [%r2+24], 0f3F800000;",
        "add.u32 %r3, %r2, 16;",
        "ld.shared.f32 %f0, [%r3];",
    ]


def test_a_stage_chosen_on_the_gpu_starts_at_its_register() -> None:
    def kernel() -> None:
        stage = smem.alloc(f32, (3, 4))[reg.scalar(u32)]
        ptx.ld(f32, reg.scalar(f32), stage, space="shared")

    assert body(kernel)[2:] == ["ld.shared.f32 %f0, [%r2];"]


def test_tiles_and_barriers_are_named_as_the_author_names_them() -> None:
    with tracing(Trace("k")):
        ring, own, full = smem.alloc(f32, (3, 4, 8)), smem.alloc(f32, 4, name="own"), smem.mbarrier(2)
        assert [*map(str, (ring, ring[1], ring[1][2], own, full))] == [
            "ring", "ring[1]", "ring[1, 2]", "own", "full",
        ]  # fmt: skip
        assert len(ring[1]) == 4
        assert not any("Trace" in repr(made) for made in (ring, full))
        other = own
        assert str(other) == "own"


def test_tiles_and_barriers_do_not_change() -> None:
    with tracing(Trace("k")):
        for made, name in (
            (smem.alloc(f32, 4), "shape"),
            (smem.alloc(f32, (2, 4))[1], "byte_offset"),
            (smem.mbarrier(2), "count"),
            (smem.mbarrier(2)[1], "idx"),
        ):
            with pytest.raises(AttributeError):
                setattr(made, name, getattr(made, name))


def test_iterating_gives_the_parts() -> None:
    def kernel() -> None:
        first, second = smem.alloc(f32, (2, 4))
        first[0] = second[0]

    assert body(kernel) == ["ld.shared.f32 %f0, [smem_0+16];", "st.shared.f32 [smem_0], %f0;"]


def test_iterating_gives_the_mbarrier_objects() -> None:
    def kernel() -> None:
        for mbarrier in smem.mbarrier(2, "full"):
            ptx.mbarrier.init(mbarrier, 1)

    assert body(kernel) == [
        "mbarrier.init.shared::cta.b64 [full], 1;",
        "mbarrier.init.shared::cta.b64 [full+8], 1;",
    ]


def test_types_without_a_load_of_their_own_move_as_bits() -> None:
    def kernel() -> None:
        for dtype in (bf16, f16, e4m3, b128):
            tile = smem.alloc(dtype, 4)
            tile[1] = tile[0]
        smem.alloc(bf16, 2)[1] = 1.0

    lines = body(kernel)
    assert [line.split()[0] for line in lines[::2]] == [
        "ld.shared.b16", "ld.shared.b16", "ld.shared.b8", "ld.shared.b128", "st.shared.b16",
    ]  # fmt: skip
    assert lines[-1] == "st.shared.b16 [smem_4+2], 0x3F80;"


def test_addresses_of_elements() -> None:
    def kernel() -> None:
        tile = smem.alloc(f32, (4, 8))
        tile.address()
        tile.address(1, 2)
        tile[2].address(reg.scalar(u32))
        tile.address(reg.scalar(u32), 3)

    assert body(kernel) == [
        "mov.u32 %r0, smem_0;",
        "mov.u32 %r1, smem_0+40;",
        "mov.u32 %r3, smem_0;",
        "mad.lo.u32 %r4, %r2, 4, %r3;",
        "add.u32 %r5, %r4, 64;",
        "mov.u32 %r7, smem_0;",
        "mad.lo.u32 %r8, %r6, 32, %r7;",
        "add.u32 %r9, %r8, 12;",
    ]


@pytest.mark.parametrize("mode", sorted(SWIZZLES))
@given(row=st.integers(0, 63), column=st.integers(0, 63))
def test_numbers_index_through_the_swizzle(mode: str, row: int, column: int) -> None:
    (line,) = body(lambda: smem.alloc(f16, (64, 64), swizzle=mode)[row, column])
    offset = SWIZZLES[mode].apply(row * 128 + column * 2)
    assert line == f"ld.shared.b16 %h0, [smem_0{f'+{offset}' if offset else ''}];"


def test_elements_of_one_byte_are_not_scaled() -> None:
    assert body(lambda: smem.alloc(e4m3, 8)[reg.scalar(u32)])[1:] == [
        "add.u32 %r2, %r1, %r0;",
        "ld.shared.b8 %rs0, [%r2];",
    ]


def test_registers_index_through_the_swizzle() -> None:
    def kernel() -> None:
        smem.alloc(f16, (64, 64), swizzle="128B")[reg.scalar(u32), 3]

    assert body(kernel) == [
        "mov.u32 %r1, smem_0;",
        "mad.lo.u32 %r2, %r0, 128, %r1;",
        "add.u32 %r3, %r2, 6;",
        "and.b32 %r4, %r3, 896;",
        "shr.u32 %r5, %r4, 3;",
        "xor.b32 %r6, %r3, %r5;",
        "ld.shared.b16 %h0, [%r6];",
    ]


def test_a_swizzled_stage_starts_where_it_starts() -> None:
    def kernel() -> None:
        ring = smem.alloc(bf16, (2, 64, 64), swizzle="128B")
        reg.from_(ring[1], u32)
        ring.address(1, 3)

    assert body(kernel) == ["mov.u32 %r0, smem_0+8192;", f"mov.u32 %r1, smem_0+{8192 + 3 * 128 + 3 * 16};"]


def test_apply_swizzle_traces_three_instructions() -> None:
    def kernel() -> None:
        smem.apply_swizzle(reg.scalar(u32), "32B")

    assert body(kernel) == ["and.b32 %r1, %r0, 128;", "shr.u32 %r2, %r1, 3;", "xor.b32 %r3, %r0, %r2;"]
    assert smem.apply_swizzle(0x490, "128B") == 0x480
    assert smem.apply_swizzle(0x490, None) == smem.apply_swizzle(0x490, "NONE") == 0x490
    with pytest.raises(TraceError, match="no swizzle '8B'"):
        smem.apply_swizzle(0, "8B")


def test_declarations_say_alignment_and_bytes() -> None:
    def kernel() -> None:
        smem.alloc(f32, (3, 5), name="table")
        smem.alloc(bf16, 8, swizzle="64B")
        smem.alloc(bf16, 8, align=128)
        smem.alloc(b128, 1, align=4)
        smem.mbarrier(2)

    declared = re.findall(r"\.shared[^;]*", text(kernel))
    assert declared == [
        ".shared .align 16 .b8 table[60]",
        ".shared .align 512 .b8 smem_0[16]",
        ".shared .align 128 .b8 smem_1[16]",
        ".shared .align 16 .b8 smem_2[16]",
        ".shared .align 8 .b64 mbar_0[2]",
    ]


def test_barriers_are_eight_bytes_apart() -> None:
    def kernel() -> None:
        full = smem.mbarrier(3, name="full")
        assert (full[2].name, full[2].byte_offset, len(full)) == ("full", 16, 3)
        ptx.inst.mbarrier.init.shared__cta.b64(ptx.addr(full[2]), 1)
        ptx.inst.mbarrier.init.shared__cta.b64(ptx.addr(full[-3]), 1)
        ptx.inst.mbarrier.init.shared__cta.b64(ptx.addr(full[reg.scalar(u32)]), 1)

    assert body(kernel) == [
        "mbarrier.init.shared::cta.b64 [full+16], 1;",
        "mbarrier.init.shared::cta.b64 [full], 1;",
        "mov.u32 %r1, full;",
        "mad.lo.u32 %r2, %r0, 8, %r1;",
        "mbarrier.init.shared::cta.b64 [%r2], 1;",
    ]


def test_more_than_48_kib_moves_into_one_dynamic_array_without_overlap() -> None:
    def kernel() -> None:
        first, second = smem.alloc(f32, (128, 128)), smem.alloc(f32, (2, 64, 64), name="second")
        bar = smem.mbarrier(2)
        first[0, 1] = second[1, 0, 1]
        second[reg.scalar(u32), 0, 0] = 0.0
        reg.from_(bar[1], u32)

    with tracing(Trace("k")) as trace:
        kernel()
    whole = emit(trace.module())
    assert ".extern .shared .align 1024 .b8 dynamic_smem[];" in whole
    assert "ld.shared.f32 %f0, [dynamic_smem+81924];" in whole
    assert "st.shared.f32 [dynamic_smem+4], %f0;" in whole
    assert "mov.u32 %r1, dynamic_smem+65536;" in whole
    assert f"dynamic_smem + {65536 + 32768 + 8}" in whole or f"dynamic_smem+{65536 + 32768 + 8}" in whole
    assert "smem_0" not in whole
    assert "second" not in whole
    assert trace.shared.dynamic_bytes == 65536 + 32768 + 16
    assert trace.shared.static_bytes == 0


def test_smem_bytes_asked_for_make_every_array_dynamic() -> None:
    with tracing(Trace("k", dynamic_shared=4096)) as trace:
        smem.alloc(f32, 4)[1] = 0.0
    assert "st.shared.f32 [dynamic_smem+4], 0f00000000;" in emit(trace.module())
    assert trace.shared.dynamic_bytes == 4096


def test_the_kernels_own_array_is_never_handed_out() -> None:
    with tracing(Trace("k", dynamic_shared=4096, extern_shared="pool")) as trace:
        smem.base()
        smem.alloc(f32, (128, 128))[0, 0] = 0.0
    whole = emit(trace.module())
    assert ".extern .shared .align 1024 .b8 pool[];" in whole
    assert "mov.u32 %r0, pool;" in whole
    assert "st.shared.f32 [pool+4096], 0f00000000;" in whole
    assert trace.shared.dynamic_bytes == 4096 + 65536


def test_base_load_and_store() -> None:
    def kernel() -> None:
        base = smem.base()
        smem.store(f32, base + 4, smem.load(f32, base))
        smem.store(f32, smem.alloc(f32, 4), 1)
        smem.base("smem_0")

    assert body(kernel, extern_shared="pool") == [
        "mov.u32 %r0, pool;",
        "add.u32 %r1, %r0, 4;",
        "ld.shared.f32 %f0, [%r0];",
        "st.shared.f32 [%r1], %f0;",
        "st.shared.f32 [smem_0], 0f3F800000;",
        "mov.u32 %r2, smem_0;",
    ]


def test_too_much_shared_memory_lists_the_arrays() -> None:
    def kernel() -> None:
        smem.alloc(f32, (128, 128), name="a")
        smem.alloc(f32, (256, 128), name="b")

    with pytest.raises(
        TraceError, match=r"needs 196608 bytes .* sm_86 has 101376 per CTA: a 65536, b 131072"
    ):
        text(kernel, arch="sm_86")
    assert "dynamic_smem" in text(kernel, arch="sm_90a")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: smem.alloc(f32, (4, 8))[4, 0], "index 4 is outside dimension 0, of size 4"),
        (lambda: smem.alloc(f32, (4, 8))[0, -9], "index -9 is outside dimension 1, of size 8"),
        (lambda: smem.alloc(f32, (2, 4, 8))[1][4], "index 4 is outside dimension 1, of size 4"),
        (lambda: smem.alloc(f32, (4, 8))[0, 1, 2], r"3 indices, but its shape is \(4, 8\)"),
        (lambda: smem.alloc(f32, (4, 8))["x"], "index is a number or an integer register"),  # type: ignore[index]
        (lambda: smem.alloc(f32, (4, 8))[1:2], r"a sub-tile, smem_0\[i\]"),  # type: ignore[index]
        (lambda: smem.alloc(f32, 4)[True], "index is a number or an integer register"),
        (lambda: smem.alloc(f32, 4)[reg.scalar(f32)], "index is an integer register; %f0 is f32"),
        (lambda: smem.alloc(f32, (4, 8)).__setitem__(0, 1.0), r"sub-tile of shape \(8,\)"),
        (lambda: smem.alloc(f32, ()), "a shape is positive numbers"),
        (lambda: smem.alloc(f32, 4.0), "a shape is positive numbers, not 4.0"),  # type: ignore[arg-type]
        (lambda: smem.alloc("f32", 4), "a type of pyptx.types, not 'f32'"),  # type: ignore[arg-type]
        (lambda: smem.alloc(f32, (4, 0)), "a shape is positive numbers"),
        (lambda: smem.alloc(f32, (4, reg.scalar(u32))), "a shape is positive numbers"),  # type: ignore[arg-type]
        (lambda: smem.alloc(pred, 4), "elements are whole bytes, .* not pred"),
        (lambda: smem.alloc(f32, 4, swizzle="256B"), "no swizzle '256B'"),
        (lambda: smem.alloc(f32, 4, align=24), "align=24 is not a power of two"),
        (lambda: smem.wgmma_tile(bf16, (64, 64), align=48), "align=48 is not a power of two"),
        (lambda: smem.wgmma_tile(bf16, (64,)), "a tile has rows and columns, not 1 dimensions"),  # type: ignore[arg-type]
        (lambda: smem.alloc(f32, 4, name="9lives"), "'9lives' is not a PTX identifier"),
        (lambda: (smem.alloc(f32, 4, name="a"), smem.alloc(f32, 4, name="a")), "the name a is taken"),
        (lambda: smem.mbarrier(0), "a count is a positive number"),
        (lambda: smem.base("nothing"), "nothing is not a shared variable of this kernel"),
        (lambda: smem.mbarrier(2)[2], "index 2 is outside dimension 0, of size 2"),
    ],
)  # fmt: skip
def test_misuse_names_the_line(wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(TraceError, match=said) as raised:
        body(wrong)
    assert "test_shared.py:" in str(raised.value)


def test_values_of_another_type_are_not_stored() -> None:
    with pytest.raises(VerifyError, match=r"st\.shared\.f32"):
        body(lambda: smem.alloc(f32, 4).__setitem__(0, reg.scalar(u32)))


def test_a_tile_is_not_a_number() -> None:
    with tracing(Trace("k")):
        ring = smem.alloc(f32, (3, 4, 8))
        for tile, element in ((ring, "ring[i, j, k]"), (ring[2], "ring[2, i, j]")):
            with pytest.raises(TraceError, match=re.escape(f"an element is {element};")):
                tile + 1


def test_outside_a_kernel_there_is_no_shared_memory() -> None:
    with pytest.raises(TraceError, match="no kernel is being traced"):
        smem.alloc(f32, 4)


@pytest.mark.ptxas
@needs_ptxas
@pytest.mark.parametrize("bytes_asked", [0, 65536])
@pytest.mark.parametrize("rows", [4, 2048])
def test_ptxas_takes_every_way_to_address(bytes_asked: int, rows: int) -> None:
    def kernel() -> None:
        tile = smem.alloc(f32, (rows, 8))
        ring = smem.alloc(bf16, (2, 64, 64), swizzle="128B")
        bar = smem.mbarrier(2)
        i = reg.from_(ptx.special.tid.x(), u32)
        tile[i, 3] = tile[1, i]
        ring[i, 2, i] = ring[1, i, 5]
        ptx.ldmatrix(dst=reg.array(u32, 4), src=ring[1])
        ptx.ldmatrix(dst=reg.array(u32, 4), src=ptx.addr(ring[i], 16))
        ptx.inst.mbarrier.init.shared__cta.b64(ptx.addr(bar[1]), 1)
        smem.store(u32, smem.base() + 4, reg.from_(bar[1], u32))

    ptxas.assemble(text(kernel, dynamic_shared=bytes_asked), "sm_90a")


def test_arrays_that_tensor_copies_reach_are_aligned_for_them() -> None:
    def kernel() -> None:
        smem.alloc(f32, 31)
        smem.alloc(f32, 32)
        smem.alloc(bf16, (16, 8), align=16)
        smem.wgmma_tile(bf16, (16, 8), "MN", name="b")
        smem.wgmma_tile(bf16, (64, 64), name="a")

    assert re.findall(r"\.align (\d+) \.b8", text(kernel, arch="sm_90a")) == [
        "16",
        "128",
        "16",
        "128",
        "1024",
    ]


def test_wgmma_tiles_carry_their_layout() -> None:
    def kernel() -> None:
        tile = smem.wgmma_tile(bf16, (16, 64), "mn")
        assert (tile.swizzle, tile.gmma_major) == ("128B", "MN")
        assert tile.gmma_layout is not None
        assert tile.gmma_layout.stride_byte_offset == 1024
        plain = smem.alloc_with_layout(bf16, 64, gmma_layout=tile.gmma_layout, gmma_major="K")
        assert (plain.shape, plain.gmma_major) == ((64,), "K")
        tile[3, 0] = tile[2, 8]

    load, store = body(kernel)
    assert re.fullmatch(r"ld\.shared\.b16 %\w+, \[smem_0\+304\];", load)
    assert re.fullmatch(r"st\.shared\.b16 \[smem_0\+432\], %\w+;", store)


def test_rows_in_several_blocks_have_an_address_at_their_start_only() -> None:
    def kernel() -> None:
        wide = smem.wgmma_tile(bf16, (64, 128))
        wide.address()
        wide.address(0, 0)
        for index in ((1, 0), (0, 1), (0, 64), (-1, 0)):
            with pytest.raises(TraceError, match="its rows of 256 bytes are kept as blocks of 128"):
                wide.address(*index)

    assert body(kernel, arch="sm_90a") == ["mov.u32 %r0, smem_0;", "mov.u32 %r1, smem_0;"]
