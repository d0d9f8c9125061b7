"""Tensor memory: addresses, transfers, where products and copies put what."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pyptx.layouts.fragments import mma_fragment
from pyptx.layouts.scaling import (
    atom_offset,
    factor_id,
    scale_columns,
    scale_fragment,
    tensor_scale,
    tensor_scale_of_pair,
)
from pyptx.layouts.tensor_memory import (
    COPY_SHAPES,
    DataPath,
    address,
    data_path,
    lane_and_column,
    transfer_fragment,
)

if TYPE_CHECKING:
    from collections.abc import Callable

PATHS = [
    # M, CTAs, sparse, .ws -> letter, lane alignment: the table of section 9.7.18.10.5
    (32, 1, False, True, "G", (0,)), (32, 1, True, True, "G", (0,)),
    (64, 1, False, True, "E", (0,)), (64, 1, True, True, "E", (0,)),
    (64, 1, False, False, "F", (0, 16)), (64, 1, True, False, "F", (0, 16)),
    (128, 1, False, False, "D", (0,)), (128, 1, True, True, "D", (0,)),
    (128, 2, False, False, "B", (0,)), (128, 2, True, False, "C", (0, 16)),
    (256, 2, False, False, "A", (0,)), (256, 2, True, False, "A", (0,)),
]  # fmt: skip

# registers by shape and .num: tables 52 and 53 of the manual (9.3)
REGISTERS = {"32x32b": 1, "16x64b": 1, "16x32bx2": 1, "16x128b": 2, "16x256b": 4}
SPANS = {"32x32b": (32, 1), "16x64b": (16, 2), "16x32bx2": (16, 1), "16x128b": (16, 4), "16x256b": (16, 8)}


def test_addresses() -> None:
    assert address(96, 0x80) == 0x00600080
    for lane, column in ((0, 0), (127, 511), (16, 3)):
        assert lane_and_column(address(lane, column)) == (lane, column)
    for lane, column in ((128, 0), (0, 512), (-1, 0)):
        with pytest.raises(ValueError, match="lanes 0 to 127 and columns 0 to 511"):
            address(lane, column)


@pytest.mark.parametrize("shape", REGISTERS)
@pytest.mark.parametrize("packed", [False, True])
def test_transfers_cover_what_they_reach_once(shape: str, packed: bool) -> None:
    num = 1
    while num * REGISTERS[shape] <= 128:
        fragment = transfer_fragment(shape, num, packed=packed)
        assert fragment.registers == num * REGISTERS[shape]
        lanes, columns = SPANS[shape]
        assert (fragment.rows, fragment.columns) == (lanes, columns * num * (1 + packed))
        places = sorted(place for _, place in fragment.places())
        assert places == [
            (matrix, row, column)
            for matrix in range(2 if shape == "16x32bx2" else 1)
            for row in range(fragment.rows)
            for column in range(fragment.columns)
        ]
        num *= 2
    for wrong in (num, 0, 3):
        with pytest.raises(ValueError, match=f"{shape} is repeated"):
            transfer_fragment(shape, wrong)


@pytest.mark.parametrize(
    ("shape", "thread", "register", "place"),
    [
        ("16x64b", 7, 1, (9, 3)),
        ("16x128b", 9, 3, (10, 5)),
        ("16x256b", 9, 6, (10, 10)),
        ("32x32b", 5, 2, (5, 2)),
        ("16x32bx2", 21, 3, (5, 3)),
    ],
)
def test_known_transfers(shape: str, thread: int, register: int, place: tuple[int, int]) -> None:
    assert transfer_fragment(shape, 8).at(thread, register, 0) == place


def test_wide_transfers_load_what_mma_accumulates() -> None:
    """16 lanes by 8 columns lie in registers as D of ``m16n8`` does."""
    d, loaded = mma_fragment("m16n8k16", "d", "f32"), transfer_fragment("16x256b")
    assert [place for _, place in d.places()] == [place for _, place in loaded.places()]


@pytest.mark.parametrize(("m", "ctas", "sparse", "ws", "name", "lanes"), PATHS)
def test_data_paths_are_those_of_the_manual(
    m: int, ctas: int, sparse: bool, ws: bool, name: str, lanes: tuple[int, ...]
) -> None:
    path = data_path(m, cta_group=ctas, sparse=sparse, ws=ws)
    assert (path.name, path.alignments) == (name, lanes)
    for lane in lanes:
        covered(path, 64, lane)


def covered(path: DataPath, n: int, lane: int) -> None:
    """Each element of D has a place of its own, and they fill their lanes and columns."""
    places = {path.at(row, column, n, lane=lane) for row in range(path.m) for column in range(n)}
    assert len(places) == path.m * n
    used = {each for _, each, _ in places}
    assert {column for _, _, column in places} == set(range(path.columns(n)))
    assert len(places) == path.ctas * len(used) * path.columns(n)
    assert used <= set(range(128))
    assert len(used) == (64 if path.halved else 128)


@pytest.mark.parametrize(
    ("path", "row", "column", "n", "place"),
    [
        (data_path(64), 37, 5, 8, (0, 69, 5)),
        (data_path(128, cta_group=2), 70, 200, 256, (1, 70, 72)),
        (data_path(32, ws=True), 3, 100, 128, (0, 99, 4)),
        (data_path(256, cta_group=2), 130, 7, 16, (1, 2, 7)),
        (data_path(64, ws=True), 3, 40, 64, (0, 67, 8)),
    ],
)
def test_known_places(path: DataPath, row: int, column: int, n: int, place: tuple[int, int, int]) -> None:
    assert path.at(row, column, n) == place


def test_a_lies_in_the_lanes_of_d() -> None:
    for m, ctas in ((64, 1), (128, 1), (256, 2)):
        path = data_path(m, cta_group=ctas)
        for row in range(m):
            cta, (lane,) = path.a_lanes(row)
            assert (cta, lane, 0) == path.at(row, 0, 64)
    assert data_path(128, cta_group=2).a_lanes(70) == (1, (6, 70))


def test_products_there_are_not() -> None:
    with pytest.raises(ValueError, match=r"tcgen05.mma.ws.cta_group::2 has no M of 64"):
        data_path(64, cta_group=2, ws=True)
    with pytest.raises(ValueError, match="layout F: D is 64 x 8 at lane 0 or 16"):
        data_path(64).at(64, 0, 8)


@pytest.mark.parametrize("size", COPY_SHAPES)
def test_copies_reach_the_lanes_of_their_warps(size: str) -> None:
    shape = COPY_SHAPES[size]
    rows, bits = (int(word) for word in size.partition(".")[0].removesuffix("b").split("x"))
    assert (shape.rows, shape.row_bytes * 8) == (rows, bits)
    lanes = [lane for row in range(rows) for lane in shape.lanes(row)]
    assert sorted(lanes) == ([0, 32, 64, 96] if rows == 4 else list(range(128)))
    shared = {frozenset(lane // 32 for lane in shape.lanes(row)) for row in range(rows)}
    wanted: dict[str, list[list[int]]] = {
        "": [[0], [1], [2], [3]],
        "warpx2::02_13": [[0, 2], [1, 3]],
        "warpx2::01_23": [[0, 1], [2, 3]],
        "warpx4": [[0, 1, 2, 3]],
    }
    assert shared == {frozenset(each) for each in wanted[shape.multicast]}


def test_known_copies() -> None:
    assert COPY_SHAPES["32x128b.warpx4"].lanes(5) == (5, 37, 69, 101)
    assert COPY_SHAPES["64x128b.warpx2::02_13"].lanes(40) == (40, 104)
    assert COPY_SHAPES["64x128b.warpx2::01_23"].lanes(40) == (72, 104)
    assert COPY_SHAPES["4x256b"].lanes(2) == (64,)
    assert COPY_SHAPES["128x256b"].columns == 8


@pytest.mark.parametrize("vector", [1, 2, 4])
def test_scale_factors_of_mma_are_in_the_lanes_the_manual_says(vector: int) -> None:
    for matrix, threads in (("a", 2), ("b", 4)):
        for thread in range(threads):
            fragment = scale_fragment(matrix, vector, thread_id=thread)
            quad = {lane % 4 for lane in fragment.lanes}
            assert quad == ({2 * thread, 2 * thread + 1} if matrix == "a" else {thread})
            places = sorted(place for _, place in fragment.places())
            rows = 16 if matrix == "a" else 8
            assert places == [(0, row, factor) for row in range(rows) for factor in range(vector)]


def test_known_scale_factors() -> None:
    a = {row: lane for (lane, _, _), (_, row, _) in scale_fragment("a", 1, thread_id=1).places()}
    b = {column: lane for (lane, _, _), (_, column, _) in scale_fragment("b", 1, thread_id=3).places()}
    assert (a[5], a[13], b[5]) == (22, 23, 23)
    for wrong in (("c", 1, 0), ("a", 3, 0), ("a", 1, 2), ("b", 1, 4)):
        with pytest.raises(ValueError, match="factors"):
            scale_fragment(wrong[0], wrong[1], thread_id=wrong[2])


@pytest.mark.parametrize("extent", [128, 256])
def test_scale_factors_in_tensor_memory_lie_side_by_side(extent: int) -> None:
    seen = set()
    for index in range(extent):
        for factor in range(8):
            lanes, column, byte = tensor_scale(index, factor, extent=extent)
            assert [lane // 32 for lane in lanes] == [0, 1, 2, 3]
            seen |= {(lane, column, byte) for lane in lanes}
    columns = 2 * scale_columns(extent)
    assert seen == {(lane, col, byte) for lane in range(128) for col in range(columns) for byte in range(4)}
    with pytest.raises(ValueError, match="rows or columns are 0 to"):
        tensor_scale(extent, 0, extent=extent)


def test_a_copy_of_an_atom_puts_factors_where_products_read_them() -> None:
    """Byte b of row r of shared memory goes to byte b % 4 of column b // 4 of lanes r, r + 32 …."""
    copy = COPY_SHAPES["32x128b.warpx4"]
    for index in range(128):
        for factor in range(4):
            row, byte = divmod(atom_offset(index, factor), 16)
            assert (copy.lanes(row), byte // 4, byte % 4) == tensor_scale(index, factor)
    assert sorted(atom_offset(i, f) for i in range(128) for f in range(4)) == list(range(512))
    with pytest.raises(ValueError, match="an atom has factors 0 to 3"):
        atom_offset(128, 0)


def test_a_copy_puts_factors_of_a_pair_where_products_read_them() -> None:
    copy, n = COPY_SHAPES["64x128b.warpx2::01_23"], 256
    for column in range(n):
        lanes, at, byte = tensor_scale_of_pair(column, 3, n)
        half, within = divmod(column, n // 2)
        assert (copy.lanes(32 * half + within % 32), at, byte) == (lanes, within // 32, 3)


@pytest.mark.parametrize("factors", [1, 2, 3, 4, 6])
def test_successive_products_take_successive_factors(factors: int) -> None:
    at = [factor_id(step, factors) for step in range(9)]
    assert [column // 4 * 4 + byte for column, byte in at] == [step * factors for step in range(9)]
    assert {byte for _, byte in at} == {1: {0, 1, 2, 3}, 2: {0, 2}, 3: {0, 1, 2, 3}, 4: {0}, 6: {0, 2}}[
        factors
    ]


@pytest.mark.parametrize(
    ("column", "factor", "n"), [(0, 4, 64), (0, -1, 64), (64, 0, 64), (-1, 0, 64), (0, 0, 257)]
)
def test_factors_of_a_pair_outside_of_its_columns(column: int, factor: int, n: int) -> None:
    with pytest.raises(ValueError, match=f"factor {factor} of column {column}"):
        tensor_scale_of_pair(column, factor, n)


@pytest.mark.parametrize(
    ("place", "inside", "outside"),
    [
        (
            tensor_scale,
            {(0, 0): ((0, 32, 64, 96), 0, 0), (127, 7): ((31, 63, 95, 127), 7, 3)},
            [(-1, 0), (128, 0), (0, -1)],
        ),
        (
            lambda index, factor: tensor_scale(index, factor, extent=256),
            {(255, 0): ((31, 63, 95, 127), 7, 0), (0, 4): ((0, 32, 64, 96), 8, 0)},
            [(256, 0)],
        ),
        (
            lambda column, factor: tensor_scale_of_pair(column, factor, 256),
            {(0, 0): ((0, 32), 0, 0), (255, 3): ((95, 127), 3, 3), (128, 0): ((64, 96), 0, 0)},
            [(-1, 0), (256, 0), (0, -1), (0, 4)],
        ),
        (atom_offset, {(0, 0): 0, (127, 3): 511, (32, 0): 4}, [(-1, 0), (128, 0), (0, -1), (0, 4)]),
    ],
)
def test_scale_factors_have_places_up_to_the_edges(
    place: Callable[[int, int], object],
    inside: dict[tuple[int, int], object],
    outside: list[tuple[int, int]],
) -> None:
    assert {factor: place(*factor) for factor in inside} == inside
    for factor in outside:
        with pytest.raises(ValueError, match="factor"):
            place(*factor)


def test_no_tile_has_more_than_256_rows_or_columns() -> None:
    with pytest.raises(ValueError, match="rows or columns are 0 to 255"):
        tensor_scale(0, 0, extent=257)
    with pytest.raises(ValueError, match="factor 0 of column 0"):
        tensor_scale_of_pair(0, 0, 257)
