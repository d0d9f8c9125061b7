"""Sparse A: what is kept, and where the metadata lies."""

from __future__ import annotations

import pytest

from pyptx.layouts.fragments import Fragment, mma_fragment, mma_shape, wgmma_fragment
from pyptx.layouts.sparsity import chunk_columns, indices, metadata_fragment, stored_parts, tensor_metadata

# shape, type of A, lanes of a quad that have metadata: from the lists in section 9.7.16.6.1
SPARSE = [
    ("m16n8k16", "f16", 1), ("m16n8k16", "bf16", 1), ("m16n8k32", "f16", 2), ("m16n8k32", "bf16", 2),
    ("m16n8k8", "tf32", 1), ("m16n8k16", "tf32", 2),
    ("m16n8k32", "s8", 2), ("m16n8k32", "u8", 2), ("m16n8k64", "s4", 2), ("m16n8k64", "u4", 2),
    ("m16n8k64", "s8", 4), ("m16n8k64", "e4m3", 4), ("m16n8k128", "s4", 4), ("m16n8k128", "e2m1", 4),
    ("m64n8k32", "f16", 2), ("m64n8k16", "tf32", 2), ("m64n8k64", "e5m2", 4), ("m64n8k64", "s8", 4),
]  # fmt: skip

# section 9.7.16.6.2: row, and first column of the chunks, of element i of a sparse A
# g = group, t = thread in group
COLUMNS = {
    ("m16n8k16", "f16"):  lambda g, t, i: (g if i < 2 else g + 8, t * 4),
    ("m16n8k32", "f16"):  lambda g, t, i: (g if i < 2 or 4 <= i < 6 else g + 8, t * 4 + (0 if i < 4 else 16)),
    ("m16n8k16", "tf32"): lambda g, t, i: (g if i in (0, 2) else g + 8, t * 2 + (0 if i < 2 else 8)),
    ("m16n8k8",  "tf32"): lambda g, t, i: (g if i == 0 else g + 8, t * 2),
    ("m16n8k32", "u8"):   lambda g, t, i: (g if i < 4 else g + 8, t * 8),
    ("m16n8k64", "s8"):   lambda g, t, i: (g + (i // 4 % 2) * 8, t * 8 + (0 if i < 8 else 32)),
    ("m16n8k64", "e4m3"): lambda g, t, i: (g + (i // 4 % 2) * 8, t * 8 + (0 if i < 8 else 32)),
    ("m16n8k64", "u4"):   lambda g, t, i: (g if i < 8 else g + 8, t * 16),
    ("m16n8k128", "s4"):  lambda g, t, i: (g + (i // 8 % 2) * 8, t * 16 + (0 if i < 16 else 64)),
}  # fmt: skip


def everywhere(fragment: Fragment) -> None:
    places = sorted(place for _, place in fragment.places())
    assert places == [(0, row, column) for row in range(fragment.rows) for column in range(fragment.columns)]


@pytest.mark.parametrize(("shape", "type_"), COLUMNS)
def test_registers_hold_what_is_kept_of_the_columns_the_manual_says(shape: str, type_: str) -> None:
    fragment = mma_fragment(shape, "a", type_, sparse=True)
    everywhere(fragment)
    assert fragment.columns * 2 == mma_shape(shape)[2]
    span = 2 * fragment.elements  # columns of A that the elements of a register come from
    for (lane, register, element), (_, row, column) in fragment.places():
        index = register * fragment.elements + element
        first = 2 * (column // fragment.elements * fragment.elements)
        assert (row, first) == COLUMNS[shape, type_](lane >> 2, lane % 4, index)
        assert first + span <= mma_shape(shape)[2]


@pytest.mark.parametrize(("shape", "type_", "lanes"), SPARSE)
def test_each_selector_has_metadata_of_all_of_a(shape: str, type_: str, lanes: int) -> None:
    for selector in range(4 // lanes):
        fragment = metadata_fragment(shape, type_, selector)
        everywhere(fragment)
        assert {lane % 4 for lane in fragment.lanes} == set(range(selector * lanes, (selector + 1) * lanes))
        assert (fragment.registers, fragment.elements * fragment.bits) == (1, 32)
        assert fragment.columns * chunk_columns(type_) == mma_shape(shape)[2]
    with pytest.raises(ValueError, match=f"is below {4 // lanes}"):
        metadata_fragment(shape, type_, 4 // lanes)


@pytest.mark.parametrize("shape", ["m16n8k32", "m64n8k32"])
def test_metadata_of_16_bits(shape: str) -> None:
    """Bits x of a lane speak of row g + 8 (x >> 4), of columns 16 (q & 1) + x % 16."""
    for (lane, _, element), (_, row, chunk) in metadata_fragment(shape, "f16", 1).places():
        bit = 4 * element
        assert row == 16 * (lane // 32) + lane % 32 // 4 + 8 * (bit >> 4)
        assert 4 * chunk == 16 * (lane & 1) + bit % 16


def test_metadata_of_tf32_and_8_bits() -> None:
    for (lane, _, element), (_, row, chunk) in metadata_fragment("m16n8k16", "tf32").places():
        assert (row, 2 * chunk) == (lane // 4 + 8 * (element // 4), 8 * (lane & 1) + 2 * (element % 4))
    for (lane, _, element), (_, row, chunk) in metadata_fragment("m16n8k64", "s8").places():
        assert (row, 4 * chunk) == (lane // 4 + 8 * (lane & 1), 32 * (lane % 4 >> 1) + 4 * element)


def test_a_selector_of_a_narrow_shape_is_a_part_of_the_wide_one() -> None:
    """So a register with metadata for K serves two products of K / 2."""
    for narrow, wide, type_ in (
        ("m16n8k16", "m16n8k32", "f16"), ("m16n8k8", "m16n8k16", "tf32"), ("m16n8k32", "m16n8k64", "s8"),
    ):  # fmt: skip
        whole = dict(metadata_fragment(wide, type_).places())
        for selector in (0, 1):
            for place, (_, row, chunk) in metadata_fragment(narrow, type_, selector).places():
                half = metadata_fragment(narrow, type_, selector).columns
                assert whole[place] == (0, row, chunk + selector * half)


def test_indices_are_those_of_the_manual() -> None:
    pairs = {0b0100: (0, 1), 0b1000: (0, 2), 0b1100: (0, 3), 0b1001: (1, 2), 0b1101: (1, 3), 0b1110: (2, 3)}
    for bits, positions in pairs.items():
        for type_ in ("f16", "s8", "e2m1"):
            assert (indices(positions, type_), stored_parts(bits, type_)) == (bits, positions)
    assert stored_parts(0b0110, "f16") == (2, 1)
    assert [indices((each,), "tf32") for each in (0, 1)] == [0b0100, 0b1110]
    assert [stored_parts(bits, "tf32") for bits in (0b0100, 0b1110)] == [(0,), (1,)]
    for invalid in (0b0000, 0b0101, 0b1010, 0b1111):
        with pytest.raises(ValueError, match=r"the metadata 0b\d+ does not select elements of f16"):
            stored_parts(invalid, "f16")


def test_what_is_not_kept() -> None:
    with pytest.raises(ValueError, match=r"keeps two of 0 to 3, not \(1, 1\)"):
        indices((1, 1), "f16")
    with pytest.raises(ValueError, match="keeps one of 0 and 1"):
        indices((0, 1), "tf32")
    legal = "the metadata 0b0110 does not select elements of tf32; 0b0100 and 0b1110 do"
    with pytest.raises(ValueError, match=legal):
        stored_parts(0b0110, "tf32")
    with pytest.raises(ValueError, match="no sparse A is of 'f64'"):
        chunk_columns("f64")
    with pytest.raises(ValueError, match="no sparse MMA of f16 has the shape m16n8k8"):
        metadata_fragment("m16n8k8", "f16")


@pytest.mark.parametrize(
    ("type_", "packed", "chunks", "columns"),
    [("f16", False, 8, 1), ("bf16", False, 8, 1), ("tf32", False, 8, 1), ("s8", False, 16, 2),
     ("e4m3", False, 16, 2), ("e2m1", False, 16, 2), ("e2m1", True, 16, 2)],
)  # fmt: skip
def test_tensor_memory_holds_metadata_of_all_of_a(
    type_: str, packed: bool, chunks: int, columns: int
) -> None:
    places = {
        tensor_metadata(type_, row, chunk, packed=packed) for row in range(128) for chunk in range(chunks)
    }
    assert places == {
        (lane, column, 4 * part) for lane in range(128) for column in range(columns) for part in range(8)
    }
    with pytest.raises(ValueError, match="the row must be below 128"):
        tensor_metadata(type_, 128, 0, packed=packed)


def test_known_metadata_in_tensor_memory() -> None:
    for m, k in ((0, 0), (9, 20), (127, 31), (70, 5)):
        lane, column, bit = tensor_metadata("f16", m, k // 4)
        assert (lane, column) == ((m % 8) + 8 * (k // 16) + 16 * (m // 16), 0)
        assert bit + k % 4 == (k % 16) + 16 * ((m // 8) % 2)
    assert tensor_metadata("tf32", 9, 4) == (9 % 8 + 8, 0, 16)
    assert tensor_metadata("s8", 70, 9) == (70, 1, 4)
    with pytest.raises(ValueError, match="tcgen05 has no sparse A of u4"):
        tensor_metadata("u4", 0, 0)


def test_sparse_fragments_of_a_warpgroup() -> None:
    fragment = wgmma_fragment("m64n8k32", "a", "f16", sparse=True)
    everywhere(fragment)
    assert (fragment.rows, fragment.columns, fragment.registers) == (64, 16, 4)


@pytest.mark.parametrize("shape", ["m8n8k32", "m32n8k32", "m16n8k24", "m16n8k128"])
def test_shapes_without_a_sparse_mma_have_no_metadata(shape: str) -> None:
    with pytest.raises(ValueError, match=f"no sparse MMA of f16 has the shape {shape}"):
        metadata_fragment(shape, "f16", 0)
