"""Layouts of operand tiles, and the descriptors that say them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyptx.layouts import descriptors
from pyptx.layouts.descriptors import (
    TCGEN05_D_TYPES,
    TCGEN05_INSTRUCTION,
    TCGEN05_MATRIX,
    TCGEN05_MXF4_INSTRUCTION,
    TCGEN05_MXF8F6F4_INSTRUCTION,
    TCGEN05_SWIZZLES,
    TCGEN05_TYPES,
    WGMMA_MATRIX,
    ZERO_COLUMN_MASK,
    BitLayout,
    major_of,
    pick_tensor_layout,
)
from pyptx.layouts.swizzle import find
from pyptx.types import bf16, e4m3, f32, tf32
from pyptx.wgmma_layout import GmmaLayout, LayoutType, Major, layout_for_a, layout_for_b, pick_gmma_layout

WORDS = [each for each in vars(descriptors).values() if isinstance(each, BitLayout)]


@pytest.mark.parametrize("word", WORDS, ids=lambda word: word.name)
def test_fields_do_not_overlap(word: BitLayout) -> None:
    taken = 0
    for field in word.fields.values():
        assert not taken & field.mask
        taken |= field.mask


@pytest.mark.parametrize("word", WORDS, ids=lambda word: word.name)
@given(data=st.data())
def test_words_give_back_what_was_put_in(word: BitLayout, data: st.DataObject) -> None:
    values = {
        name: data.draw(st.integers(0, (1 << field.bits) - 1)) * field.unit
        for name, field in word.fields.items()
    }
    assert word.decode(word.encode(**values)) == values


@pytest.mark.parametrize(
    ("word", "width", "reserved"),
    [
        # the bits that belong to no field
        (WGMMA_MATRIX, 64, {14, 15, 30, 31, *range(46, 49), *range(52, 62)}),
        (TCGEN05_MATRIX, 64, {14, 15, 30, 31, *range(54, 61)}),
        (TCGEN05_INSTRUCTION, 32, {6, 23}),
        (TCGEN05_MXF8F6F4_INSTRUCTION, 32, {0, 1, 3, 6, 24, 25}),
        (TCGEN05_MXF4_INSTRUCTION, 32, {0, 1, 6, 15, 16, 25}),
        (ZERO_COLUMN_MASK, 64, {36, 37, 38, 62, 63}),
    ],
    ids=lambda given: given.name if isinstance(given, BitLayout) else "",
)
def test_each_bit_is_of_a_field_or_reserved(word: BitLayout, width: int, reserved: set[int]) -> None:
    for bit in range(width):
        if bit in reserved:
            with pytest.raises(ValueError, match="which are always 0"):
                word.decode(1 << bit)
        else:
            assert sum(value > 0 for value in word.decode(1 << bit).values()) == 1


def test_wgmma_descriptors() -> None:
    swizzled = {"address": 0x400, "stride": 1024, "swizzle": LayoutType.B128}
    assert WGMMA_MATRIX.encode(**swizzled, leading=16) == 0x4000004000010040
    assert WGMMA_MATRIX.encode(**swizzled) == 0x4000004000000040
    assert WGMMA_MATRIX.encode(leading=256, stride=128) == 8 << 32 | 16 << 16


@pytest.mark.parametrize(
    ("word", "values"),
    [
        (0x4000404000000040, {"stride": 1024, "swizzle": "128B"}),
        (0x4000404000010040, {"stride": 1024, "swizzle": "128B", "leading": 16}),
        (0x8000402000000040, {"stride": 512, "swizzle": "64B"}),
        (0xC000401000000040, {"stride": 256, "swizzle": "32B"}),
        (0x0000401000080040, {"stride": 256, "swizzle": "NONE", "leading": 128}),
    ],
)
def test_tcgen05_descriptors(word: int, values: dict[str, int | str]) -> None:
    swizzle = TCGEN05_SWIZZLES[str(values.pop("swizzle"))]
    numbers = {name: int(value) for name, value in values.items()}
    assert TCGEN05_MATRIX.encode(address=0x400, version=1, swizzle=swizzle, **numbers) == word


@pytest.mark.parametrize(
    ("word", "m", "n", "a", "b", "d"),
    [
        (0x08400490, 128, 256, "bf16", "bf16", "f32"),
        (0x08200010, 128, 128, "f16", "f16", "f32"),
        (0x04100910, 64, 64, "tf32", "tf32", "f32"),
        (0x081004A0, 128, 64, "s8", "s8", "s32"),
        (0x10400410, 256, 256, "e4m3", "e5m2", "f32"),
    ],
)
def test_instruction_descriptors(word: int, m: int, n: int, a: str, b: str, d: str) -> None:
    types = {"a_type": TCGEN05_TYPES[a], "b_type": TCGEN05_TYPES[b], "d_type": TCGEN05_D_TYPES[d]}
    assert TCGEN05_INSTRUCTION.encode(m=m, n=n, **types) == word


def test_scaled_instruction_descriptors() -> None:
    mxf8 = TCGEN05_MXF8F6F4_INSTRUCTION
    assert mxf8.encode(m=128, n=128, scale_type=1) == 0x08A00000
    assert mxf8.encode(m=128, n=128, scale_type=1, sfa_id=2, sfb_id=2) == 0x48A00020
    assert TCGEN05_MXF4_INSTRUCTION.encode(m=256, n=256, a_type=1, b_type=1) == 0x10400480


def test_values_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match=r"leading is 0 to 262128 in steps of 16, not 24"):
        WGMMA_MATRIX.encode(leading=24)
    with pytest.raises(ValueError, match=r"base_offset is 0 to 7, not 8"):
        WGMMA_MATRIX.encode(base_offset=8)
    with pytest.raises(ValueError, match=r"0x400000000000, which are always 0"):
        WGMMA_MATRIX.decode(1 << 46)


K_TILES = [(2, 64, 8), (2, 64, 16), (2, 128, 32), (2, 64, 64), (2, 64, 128), (4, 64, 8), (1, 64, 96)]
MN_TILES = [(2, 8, 16), (2, 16, 16), (2, 32, 64), (2, 64, 64), (2, 256, 64), (1, 128, 32)]


def tile(elem_bytes: int, mn: int, k: int, major: Major) -> GmmaLayout:
    return pick_gmma_layout(elem_bytes=elem_bytes, m_or_n=mn, k=k, major=major)


def test_a_layout_is_a_value() -> None:
    made = {tile(2, 64, k, Major.K) for k in (64, 64, 16)}
    assert len(made) == 2


TILES = [(*shape, Major.K) for shape in K_TILES] + [(*shape, Major.MN) for shape in MN_TILES]


@pytest.mark.parametrize(("elem_bytes", "mn", "k", "major"), TILES)
def test_a_layout_fills_its_tile(elem_bytes: int, mn: int, k: int, major: Major) -> None:
    layout = tile(elem_bytes, mn, k, major)
    swizzle = find(layout.smem_swizzle)
    places = {
        offset if swizzle is None else swizzle.apply(offset)
        for i in range(mn)
        for j in range(k)
        for offset in (layout.offset(i, j, elem_bytes=elem_bytes, major=major),)
    }
    assert places == set(range(0, mn * k * elem_bytes, elem_bytes))


@pytest.mark.parametrize(("elem_bytes", "mn", "k", "major"), TILES)
def test_a_tensor_copy_of_each_block_lands_where_the_layout_says(
    elem_bytes: int, mn: int, k: int, major: Major
) -> None:
    layout = tile(elem_bytes, mn, k, major)
    rows = mn if major == Major.K else k
    per_block = layout.row_bytes // elem_bytes
    for i in range(mn):
        for j in range(k):
            row, column = (i, j) if major == Major.K else (j, i)
            block, within = divmod(column, per_block)
            copied = block * rows * layout.row_bytes + row * layout.row_bytes + within * elem_bytes
            assert layout.offset(i, j, elem_bytes=elem_bytes, major=major) == copied


def test_known_layouts() -> None:
    a = layout_for_a(dtype=bf16, m=64, k=16)
    assert (a.layout_type, a.leading_byte_offset, a.stride_byte_offset) == (LayoutType.B32, 16, 256)
    assert (a.tma_swizzle, a.smem_swizzle, a.swizzle_code) == ("32B", "32B", 3)
    b = layout_for_b(dtype=bf16, k=16, n=8)
    assert (b.layout_type, b.leading_byte_offset, b.stride_byte_offset) == (LayoutType.INTERLEAVE, 128, 16)
    assert (b.tma_swizzle, b.smem_swizzle) == ("NONE", None)
    wide = layout_for_a(dtype=bf16, m=64, k=128)
    assert (wide.swizzle_code, wide.leading_byte_offset, wide.stride_byte_offset) == (1, 64 * 128, 1024)
    assert layout_for_a(dtype=f32, m=64, k=8).layout_type == LayoutType.B32
    assert layout_for_a(dtype=e4m3, m=64, k=128).layout_type == LayoutType.B128
    stacked = layout_for_b(dtype=bf16, k=64, n=128)
    assert (stacked.leading_byte_offset, stacked.stride_byte_offset) == (8192, 1024)
    assert stacked.offset(70, 13, elem_bytes=2, major=Major.MN) == 9868
    swizzle = find(stacked.smem_swizzle)
    assert swizzle is not None
    assert swizzle.apply(9868) == 0x26DC


def cute(shape: tuple[int, ...], steps: tuple[int, ...], index: int) -> int:
    """Return the place of an index in a CuTe layout ``shape:steps``, whose first extent varies fastest."""
    place = 0
    for extent, step in zip(shape, steps, strict=True):
        index, at = divmod(index, extent)
        place += at * step
    return place


INTERLEAVE, B32, B64 = LayoutType.INTERLEAVE, LayoutType.B32, LayoutType.B64
MN = Major.MN


@pytest.mark.parametrize(
    ("layout", "major", "elem_bytes", "mn", "k", "fields"),
    [
        # the examples of sections 9.7.17.5.1.2.1.3 and 9.7.18.3.3: exact layouts, in elements
        ((INTERLEAVE, 64 * 4, 32 * 4), Major.K, 4, ((8, 2), (4, 32)), ((4, 4), (1, 64)), (16, 8)),
        ((B32, 16, 64 * 4), Major.K, 4, ((8, 2), (8, 64)), ((4, 2), (1, 4)), (1, 16)),
        ((INTERLEAVE, 128 * 2, 64 * 2), MN, 2, ((8, 1, 2), (1, 8, 64)), ((8, 2), (8, 128)), (16, 8)),
        ((B32, 128 * 2, 256 * 2), MN, 2, ((8, 2, 2), (1, 8, 128)), ((8, 2), (16, 256)), (16, 32)),
        ((B64, 256 * 2, 512 * 2), MN, 2, ((8, 4, 2), (1, 8, 256)), ((8, 2), (32, 512)), (32, 64)),
    ],
)
def test_canonical_layouts_of_the_manual(
    layout: tuple[LayoutType, int, int],
    major: Major,
    elem_bytes: int,
    mn: tuple[tuple[int, ...], tuple[int, ...]],
    k: tuple[tuple[int, ...], tuple[int, ...]],
    fields: tuple[int, int],
) -> None:
    kind, leading, stride = layout
    made = GmmaLayout(kind, leading, stride, "", None)
    assert (leading >> 4, stride >> 4) == fields
    for i in range(math.prod(mn[0])):
        for j in range(math.prod(k[0])):
            wanted = (cute(*mn, i) + cute(*k, j)) * elem_bytes
            assert made.offset(i, j, elem_bytes=elem_bytes, major=major) == wanted


TENSOR_TILES = [*TILES, (4, 32, 8, Major.MN), (4, 64, 16, Major.MN), (4, 128, 32, Major.MN)]


@pytest.mark.parametrize(("elem_bytes", "mn", "k", "major"), TENSOR_TILES)
def test_a_layout_of_tcgen05_fills_its_tile(elem_bytes: int, mn: int, k: int, major: Major) -> None:
    layout = pick_tensor_layout(elem_bytes=elem_bytes, m_or_n=mn, k=k, major=major)
    swizzle = find(layout.swizzle)
    places = set()
    for i in range(mn):
        for j in range(k):
            offset = layout.offset(i, j, elem_bytes=elem_bytes)
            places.add(offset if swizzle is None else swizzle.apply(offset))
    assert places == set(range(0, mn * k * elem_bytes, elem_bytes))
    if elem_bytes == 4 and major == MN:
        with pytest.raises(ValueError, match="elements of 1 or 2 bytes"):
            tile(elem_bytes, mn, k, major)
    else:
        same = tile(elem_bytes, mn, k, major)
        assert (layout.leading, layout.stride) == (same.leading_byte_offset, same.stride_byte_offset)
        assert layout.swizzle == same.tma_swizzle


def test_tf32_along_m_moves_32_bytes_at_a_time() -> None:
    layout = pick_tensor_layout(elem_bytes=4, m_or_n=128, k=16, major=MN)
    for mn, k in ((0, 0), (33, 5), (127, 15)):
        wanted = mn % 32 * 4 + mn // 32 * layout.leading + k % 4 * 128 + k // 4 * layout.stride
        assert layout.offset(mn, k, elem_bytes=4) == wanted
    with pytest.raises(ValueError, match="M or N divisible by 32 and K by 8, not 16, 8"):
        pick_tensor_layout(elem_bytes=4, m_or_n=16, k=8, major=MN)


def test_tiles_without_a_layout() -> None:
    with pytest.raises(ValueError, match=r"K=12 elements has 24 bytes, not one of the canonical"):
        layout_for_a(dtype=bf16, m=64, k=12)
    with pytest.raises(ValueError, match="M divisible by 8, not 63"):
        layout_for_a(dtype=bf16, m=63, k=16)
    with pytest.raises(ValueError, match="K divisible by 8, not 15"):
        layout_for_b(dtype=bf16, k=15, n=8)
    with pytest.raises(ValueError, match="elements of 1 or 2 bytes, not 4"):
        layout_for_b(dtype=tf32, k=8, n=32)
    for empty in (0, -64):
        with pytest.raises(ValueError, match=f"a row of K={empty} elements has {2 * empty} bytes"):
            layout_for_a(dtype=bf16, m=64, k=empty)
        with pytest.raises(ValueError, match=f"M divisible by 8, not {empty}"):
            layout_for_a(dtype=bf16, m=empty, k=64)


def test_majors_have_names() -> None:
    assert [major_of(each) for each in ("K", "mn", 0, Major.MN)] == [Major.K, Major.MN, Major.K, Major.MN]
    for wrong in ("N", 2):
        with pytest.raises(ValueError, match='major is "K" or "MN"'):
            major_of(wrong)
