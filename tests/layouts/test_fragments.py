"""Fragments against the formulas that the manual prints for each shape, and against each other."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyptx.layouts.fragments import (
    Fragment,
    address_lane,
    draw,
    matrix_fragment,
    mma_fragment,
    mma_shape,
    wgmma_fragment,
)

Formula = Callable[[int, int, int], tuple[int, int]]

# (group, thread in group, index of the element) -> (row, column), as in sections 9.7.16.5.2 to 9.7.16.5.13
A: dict[tuple[str, str], Formula] = {
    ("m8n8k4", "f64"): lambda g, t, i: (g, t),
    ("m8n8k16", "s8"): lambda g, t, i: (g, t * 4 + i),
    ("m8n8k32", "u4"): lambda g, t, i: (g, t * 8 + i),
    ("m8n8k128", "b1"): lambda g, t, i: (g, t * 32 + i),
    ("m16n8k4", "tf32"): lambda g, t, i: (g if i == 0 else g + 8, t),
    ("m16n8k4", "f64"): lambda g, t, i: (g if i == 0 else g + 8, t),
    ("m16n8k8", "f16"): lambda g, t, i: (g if i < 2 else g + 8, t * 2 + (i & 1)),
    ("m16n8k8", "bf16"): lambda g, t, i: (g if i < 2 else g + 8, t * 2 + (i & 1)),
    ("m16n8k8", "tf32"): lambda g, t, i: (g if i in (0, 2) else g + 8, t if i < 2 else t + 4),
    ("m16n8k8", "f64"): lambda g, t, i: (g if i in (0, 2) else g + 8, t if i < 2 else t + 4),
    ("m16n8k16", "f16"): lambda g, t, i: (
        g if i < 2 or 4 <= i < 6 else g + 8, t * 2 + (i & 1) + (0 if i < 4 else 8)),
    ("m16n8k16", "bf16"): lambda g, t, i: (
        g if i < 2 or 4 <= i < 6 else g + 8, t * 2 + (i & 1) + (0 if i < 4 else 8)),
    ("m16n8k16", "f64"): lambda g, t, i: (
        g if i % 2 == 0 else g + 8, i * 2 + t if i % 2 == 0 else i * 2 - 2 + t),
    ("m16n8k16", "s8"): lambda g, t, i: (g if i < 4 else g + 8, t * 4 + (i & 3)),
    ("m16n8k16", "e4m3"): lambda g, t, i: (g if i < 4 else g + 8, t * 4 + (i & 3)),
    ("m16n8k32", "s4"): lambda g, t, i: (g if i < 8 else g + 8, t * 8 + (i & 7)),
    ("m16n8k32", "u8"): lambda g, t, i: (
        g if i < 4 or 8 <= i < 12 else g + 8, t * 4 + (i & 3) + (0 if i < 8 else 16)),
    ("m16n8k32", "e5m2"): lambda g, t, i: (
        g if i < 4 or 8 <= i < 12 else g + 8, t * 4 + (i & 3) + (0 if i < 8 else 16)),
    ("m16n8k64", "s4"): lambda g, t, i: (
        g if i < 8 or 16 <= i < 24 else g + 8, t * 8 + (i & 7) + (0 if i < 16 else 32)),
    ("m16n8k64", "e2m1"): lambda g, t, i: (
        g if i < 8 or 16 <= i < 24 else g + 8, t * 8 + (i & 7) + (0 if i < 16 else 32)),
    ("m16n8k128", "b1"): lambda g, t, i: (g if i < 32 else g + 8, t * 32 + (i & 31)),
    ("m16n8k256", "b1"): lambda g, t, i: (
        g if i < 32 or 64 <= i < 96 else g + 8, t * 32 + (i & 31) + (0 if i < 64 else 128)),
}  # fmt: skip

B: dict[tuple[str, str], Formula] = {
    ("m8n8k4", "f64"): lambda g, t, i: (t, g),
    ("m8n8k16", "s8"): lambda g, t, i: (t * 4 + i, g),
    ("m8n8k32", "u4"): lambda g, t, i: (t * 8 + i, g),
    ("m8n8k128", "b1"): lambda g, t, i: (t * 32 + i, g),
    ("m16n8k4", "tf32"): lambda g, t, i: (t, g),
    ("m16n8k4", "f64"): lambda g, t, i: (t, g),
    ("m16n8k8", "f16"): lambda g, t, i: (t * 2 + i, g),
    ("m16n8k8", "tf32"): lambda g, t, i: (t if i == 0 else t + 4, g),
    ("m16n8k8", "f64"): lambda g, t, i: (t if i == 0 else t + 4, g),
    ("m16n8k16", "bf16"): lambda g, t, i: (t * 2 + (i & 1) + (0 if i < 2 else 8), g),
    ("m16n8k16", "f64"): lambda g, t, i: (t + i * 4, g),
    ("m16n8k16", "s8"): lambda g, t, i: (t * 4 + i, g),
    ("m16n8k32", "s4"): lambda g, t, i: (t * 8 + i, g),
    ("m16n8k32", "u8"): lambda g, t, i: (t * 4 + (i & 3) + (0 if i < 4 else 16), g),
    ("m16n8k64", "u4"): lambda g, t, i: (t * 8 + (i & 7) + (0 if i < 8 else 32), g),
    ("m16n8k128", "b1"): lambda g, t, i: (t * 32 + i, g),
    ("m16n8k256", "b1"): lambda g, t, i: (t * 32 + (i & 31) + (0 if i < 32 else 128), g),
}

C: dict[tuple[str, str], Formula] = {
    ("m8n8k4", "f64"): lambda g, t, i: (g, t * 2 + i),
    ("m8n8k16", "s32"): lambda g, t, i: (g, t * 2 + i),
    ("m8n8k128", "s32"): lambda g, t, i: (g, t * 2 + i),
    ("m16n8k8", "f32"): lambda g, t, i: (g if i < 2 else g + 8, t * 2 + (i & 1)),
    ("m16n8k16", "f16"): lambda g, t, i: (g if i < 2 else g + 8, t * 2 + (i & 1)),
    ("m16n8k16", "f64"): lambda g, t, i: (g if i < 2 else g + 8, t * 2 + (i & 1)),
    ("m16n8k64", "s32"): lambda g, t, i: (g if i < 2 else g + 8, t * 2 + (i & 1)),
}

ALL = [(matrix, *key) for matrix, table in (("a", A), ("b", B), ("d", C)) for key in table]


def everywhere(fragment: Fragment) -> None:
    """Every element of every matrix has exactly one place."""
    places = sorted(place for _, place in fragment.places())
    assert places == [
        (matrix, row, column)
        for matrix in range(fragment.matrices)
        for row in range(fragment.rows)
        for column in range(fragment.columns)
    ]


@pytest.mark.parametrize(("matrix", "shape", "type_"), ALL)
def test_formulas_of_the_manual(matrix: str, shape: str, type_: str) -> None:
    fragment = mma_fragment(shape, matrix, type_)
    formula = {"a": A, "b": B, "d": C}[matrix][shape, type_]
    everywhere(fragment)
    for (lane, register, element), (_, row, column) in fragment.places():
        index = register * fragment.elements + element
        assert (row, column) == formula(lane >> 2, lane % 4, index)


def test_volta_computes_four_products() -> None:
    """Section 9.7.16.5.1: of m8n8k4 with f16, lanes 4q.. and 16+4q.. hold product q."""

    def half(lane: int) -> int:
        return 4 if lane >= 16 else 0

    formulas: dict[tuple[str, str], Formula] = {
        ("a", "row"): lambda lane, _, i: (lane % 4 + half(lane), i),
        ("a", "col"): lambda lane, _, i: (i % 4 + half(lane), lane % 4),
        ("b", "row"): lambda lane, _, i: (lane % 4, i + half(lane)),
        ("b", "col"): lambda lane, _, i: (i, lane % 4 + half(lane)),
        ("d", "f16"): lambda lane, _, i: (lane % 4 + half(lane), i),
        ("d", "f32"): lambda lane, _, i: ((lane & 1) + (i & 2) + half(lane), (i & 4) + (lane & 2) + (i & 1)),
    }
    for (matrix, word), formula in formulas.items():
        fragment = mma_fragment(
            "m8n8k4", matrix, "f16" if matrix != "d" else word, word if matrix != "d" else ""
        )
        everywhere(fragment)
        for (lane, register, element), (product, row, column) in fragment.places():
            assert product == lane % 16 // 4
            assert (row, column) == formula(lane, 0, register * fragment.elements + element), (matrix, word)
    with pytest.raises(ValueError, match="'row' or 'col'"):
        mma_fragment("m8n8k4", "a", "f16")


def test_elements_of_f8f6f4_stand_in_bytes() -> None:
    for type_ in ("e4m3", "e3m2", "e2m1"):
        fragment = mma_fragment("m16n8k32", "a", type_, kind="kind::f8f6f4")
        assert (fragment.registers, fragment.elements, fragment.bits) == (4, 4, 8)
        everywhere(fragment)
    assert mma_fragment("m16n8k64", "a", "e2m1", kind="kind::mxf4").bits == 4


@pytest.mark.parametrize(("shape", "num", "trans"), [
    ("m8n8", "x1", False), ("m8n8", "x2", False), ("m8n8", "x4", False), ("m8n8", "x1", True),
    ("m8n8", "x4", True),
    ("m8n16", "x1", False), ("m8n16", "x4", False), ("m16n16", "x1", True), ("m16n16", "x2", True),
])  # fmt: skip
def test_matrices_in_shared_memory(shape: str, num: str, trans: bool) -> None:
    fragment = matrix_fragment(shape, num, trans=trans)
    everywhere(fragment)
    lanes = [
        address_lane(fragment, matrix, row)
        for matrix in range(fragment.matrices)
        for row in range(fragment.rows)
    ]
    assert lanes == list(range(fragment.matrices * fragment.rows))


def test_ldmatrix_loads_what_mma_multiplies() -> None:
    """Quarters of a 16 by 16 tile, left half first, are fragment A; two are B, transposed if row-major."""
    a, loaded = mma_fragment("m16n8k16", "a", "f16"), matrix_fragment("m8n8", "x4")
    for (lane, register, element), (matrix, row, column) in loaded.places():
        assert a.at(lane, register, element) == (row + 8 * (matrix % 2), column + 8 * (matrix // 2))
    b = mma_fragment("m16n8k16", "b", "f16")
    for (lane, register, element), (matrix, row, column) in matrix_fragment("m8n8", "x2").places():
        assert b.at(lane, register, element) == (column + 8 * matrix, row)
    for (lane, register, element), (matrix, row, column) in matrix_fragment(
        "m8n8", "x2", trans=True
    ).places():
        assert b.at(lane, register, element) == (row + 8 * matrix, column)


def test_an_accumulator_is_the_next_a() -> None:
    """The reason attention kernels need no shuffles: D of f32 holds the elements of A of f16."""
    d, a = mma_fragment("m16n8k16", "d", "f32"), mma_fragment("m16n8k16", "a", "f16")
    for lane in range(32):
        for index in range(4):
            assert d.at(lane, index, 0) == a.at(lane, index // 2, index % 2)


def test_stmatrix_stores_an_accumulator_of_bytes_by_columns() -> None:
    """Bytes 0 to 3 of a lane are (g, 2q), (g, 2q + 1), (g + 8, 2q), (g + 8, 2q + 1) of a 16 by 8 tile."""
    stored = matrix_fragment("m16n8", "x4", trans=True)
    everywhere(stored)
    accumulator = mma_fragment("m16n8k32", "d", "s32")
    for (lane, _, element), (matrix, row, column) in stored.places():
        assert accumulator.at(lane, element, 0) == (column, row)
        assert 0 <= matrix < 4


@pytest.mark.parametrize(
    ("shape", "matrix", "type_", "registers"),
    [
        ("m64n8k16", "d", "f32", 4), ("m64n256k16", "d", "f32", 128), ("m64n256k16", "d", "f16", 64),
        ("m64n48k32", "d", "s32", 24), ("m64n8k16", "a", "bf16", 4), ("m64n8k8", "a", "tf32", 4),
        ("m64n8k32", "a", "e4m3", 4), ("m64n8k32", "a", "s8", 4), ("m64n8k256", "a", "b1", 4),
    ],
)  # fmt: skip
def test_a_warpgroup_holds_sixteen_rows_a_warp(shape: str, matrix: str, type_: str, registers: int) -> None:
    """Numbers of registers are those of section 9.7.17.5.1.1; places agree with other libraries' formulas."""
    fragment = wgmma_fragment(shape, matrix, type_)
    everywhere(fragment)
    assert fragment.registers == registers
    for (t, register, element), (_, row, column) in fragment.places():
        warp, g, q = t >> 5, (t >> 2) & 7, t & 3
        if matrix == "d":
            i = register * fragment.elements + element
            assert (row, column) == (16 * warp + g + 8 * ((i >> 1) & 1), 8 * (i >> 2) + 2 * q + (i & 1))
        else:
            p = fragment.elements
            wanted = 16 * warp + g + 8 * (register & 1), q * p + element + 4 * p * (register >> 1)
            assert (row, column) == wanted


def test_known_places_of_a_warpgroup() -> None:
    assert wgmma_fragment("m64n128k16", "d", "f32").at(77, 5, 0) == (35, 11)
    assert wgmma_fragment("m64n128k16", "a", "f16").at(77, 3, 0) == (43, 10)
    with pytest.raises(ValueError, match="m64 has 'a' and 'd', B is in shared memory"):
        wgmma_fragment("m64n8k16", "b", "f16")


def test_what_there_is_not() -> None:
    with pytest.raises(ValueError, match="not a shape"):
        mma_shape("m16n8")
    with pytest.raises(ValueError, match="no matrix of 'u32'"):
        mma_fragment("m16n8k16", "a", "u32")
    with pytest.raises(ValueError, match="no fragment of shape m16n16"):
        matrix_fragment("m16n16", "x1")


def test_a_drawing_shows_lanes_and_registers() -> None:
    lines = draw(mma_fragment("m16n8k8", "a", "tf32")).splitlines()
    assert len(lines) == 16
    assert lines[9].split() == ["T4:r1", "T5:r1", "T6:r1", "T7:r1", "T4:r3", "T5:r3", "T6:r3", "T7:r3"]
