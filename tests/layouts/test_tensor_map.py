"""Tensor maps: what follows from them, the rules of the driver, and the 128 bytes of the simulator."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyptx.arch import arch
from pyptx.layouts.tensor_map import TensorMap
from pyptx.layouts.tensor_map_encoding import MAGIC, REPLACED, replaced
from pyptx.layouts.tensor_map_rules import RULES
from pyptx.layouts.tensor_map_words import (
    ELEMENTS,
    FILLS,
    INTERLEAVES,
    PROMOTIONS,
    SWIZZLES,
    Im2col,
    element_type,
)
from pyptx.types import TYPES, PtxType, bf16, e2m1, e4m3, f16, f32, pred, s8, u16

MATRIX = TensorMap.tiled(bf16, (512, 4096), (64, 128), swizzle="128B", address=0x7000)
IMAGES = TensorMap.pixels(f16, (64, 9, 14, 64), Im2col((-1, -1), (-1, -1), 64, 64), swizzle="128B")
WIDE = replace(IMAGES, im2col=Im2col((0,), (0,), 64, 128, "W"))
SLICES = TensorMap.tiled(u16, (8, 32, 64), (8, 8, 8), interleave="16B")
PADDED = TensorMap.tiled("b6x16_p32", (256, 64), (128, 8), swizzle="128B")


@pytest.mark.parametrize("tensor", [MATRIX, IMAGES, WIDE, SLICES, PADDED])
def test_good_maps_break_no_rule(tensor: TensorMap) -> None:
    assert tensor.problems() == ()
    assert tensor.checked(arch("sm_100a")) is tensor


@pytest.mark.parametrize("name", ELEMENTS)
def test_padding_aside_a_box_has_its_elements_bits(name: str) -> None:
    tensor = TensorMap.tiled(name, (256, 64), (128, 8))
    stored = 8 if name in ("b4x16_p64", "b6x16_p32") else ELEMENTS[name].bits
    assert (tensor.inner_bytes, tensor.box_bytes) == (128 * stored // 8, 128 * 8 * stored // 8)


BROKEN: tuple[tuple[str, TensorMap, dict[str, Any], str], ...] = (
    ("form", MATRIX, {"dtype": "e4m3"}, "dtype is 'e4m3'; it must be one of 'u8', 'u16'"),
    ("form", MATRIX, {"swizzle": "256B"}, "swizzle is '256B'; it must be one of 'NONE'"),
    ("form", MATRIX, {"interleave": None}, "interleave is None"),
    ("form", MATRIX, {"l2_promotion": "512B"}, "l2_promotion is '512B'"),
    ("form", MATRIX, {"oob_fill": "ONE"}, "oob_fill is 'ONE'; it must be one of 'ZERO', 'NAN'"),
    ("form", MATRIX, {"sizes": (1,) * 6}, "6 dimensions; tensor maps have 1 to 5"),
    ("form", MATRIX, {"sizes": ()}, "0 dimensions"),
    ("form", MATRIX, {"box": (64,)}, r"box is \(64,\); for 2 dimensions it has 2 numbers"),
    ("form", MATRIX, {"strides": ()}, r"strides is \(\); for 2 dimensions it has 1"),
    ("form", MATRIX, {"element_strides": (1,)}, "element_strides"),
    ("form", IMAGES, {"im2col": Im2col((0,), (0, 0), 64, 64)}, r"lower is \(0,\); it has a number for each"),
    ("form", WIDE, {"im2col": Im2col((0,), (0,), 64, 64, "H")}, "wide is 'H'; it must be None"),
    ("rank", MATRIX, {"interleave": "16B"}, "interleave 16B needs 3 to 5 dimensions, not 2"),
    ("rank", MATRIX, {"im2col": Im2col((), (), 64, 64), "box": ()}, "im2col needs 3 to 5 dimensions, not 2"),
    ("address", MATRIX, {"address": 8}, "the address is 0x8; in a tensor map it must be a multiple of 16"),
    ("address", PADDED, {"address": 16}, "of b6x16_p32 it must be a multiple of 32"),
    ("address", SLICES, {"address": 16, "interleave": "32B", "swizzle": "32B"}, "with interleave 32B"),
    ("sizes", MATRIX, {"sizes": (512, 0)}, "size 1 is 0; it must be 1 to 2"),
    ("sizes", MATRIX, {"sizes": (512, (1 << 32) + 1)}, "size 1 is 4294967297"),
    ("sizes", PADDED, {"sizes": (192, 64)}, "size 0 is 192; of b6x16_p32 it must be a multiple of 128"),
    ("sizes", PADDED, {"dtype": "b4x16", "sizes": (255, 64)}, "size 0 is 255; of b4x16 it must be even"),
    ("strides", MATRIX, {"strides": (1000,)}, "1 is 1000 bytes; in a tensor map it must be a multiple of 16"),
    ("strides", MATRIX, {"strides": (1 << 40,)}, "below 2"),
    ("strides", PADDED, {"strides": (208,)}, "of b6x16_p32 it must be a multiple of 32"),
    ("box_sizes", MATRIX, {"box": (64, 257)}, "box 1 is 257; it must be 1 to 256"),
    ("box_sizes", MATRIX, {"box": (0, 8)}, "box 0 is 0"),
    ("box_sizes", PADDED, {"box": (64, 8)}, "box 0 is 64; of b6x16_p32 it must be 128"),
    ("inner_box", MATRIX, {"box": (12, 8)}, "box 0 is 12 of bf16, 24 bytes; it must be a multiple"),
    ("element_strides", MATRIX, {"element_strides": (1, 9)}, "element stride 1 is 9; it must be 1 to 8"),
    ("element_strides", MATRIX, {"element_strides": (0, 1)}, "element stride 0 is 0"),
    ("corners", IMAGES, {"im2col": Im2col((-129, 0), (0, 0), 64, 64)}, "corner 0 is -129; .* -128 to 127"),
    ("corners", IMAGES, {"im2col": Im2col((0, 0), (0, 128), 64, 64)}, "upper corner 1 is 128"),
    ("corners", IMAGES, {"im2col": Im2col((4, 0), (-6, 0), 64, 64)}, "have no pixel between them.*, 2"),
    ("pixels", IMAGES, {"im2col": Im2col((0, 0), (0, 0), 257, 64), "swizzle": "NONE"}, "channels is 257"),
    ("pixels", IMAGES, {"im2col": Im2col((0, 0), (0, 0), 64, 1025)}, "pixels is 1025; it must be 1 to 1024"),
    ("swizzle_width", MATRIX, {"box": (128, 8)}, "256 bytes; with swizzle 128B .* 128: 64 of bf16"),
    ("swizzle_width", IMAGES, {"swizzle": "32B"}, "a row of the box has 128 bytes; with swizzle 32B"),
    ("interleave", SLICES, {"interleave": "32B"}, "interleave 32B needs swizzle 32B, not NONE"),
    ("interleave", WIDE, {"interleave": "16B"}, "im2col::w has no interleave, not 16B"),
    ("swizzle", WIDE, {"swizzle": "NONE"}, "im2col::w takes swizzle 64B, 96B, 128B or 128B_32B, not NONE"),
    ("swizzle", PADDED, {"swizzle": "128B_32B_FLIP"}, "b6x16_p32 takes swizzle NONE, 128B, 128B_32B or"),
    ("fill", SLICES, {"oob_fill": "NAN"}, "NAN is for floating-point elements; u16 is filled with ZERO"),
)  # fmt: skip


@pytest.mark.parametrize(("rule", "tensor", "changes", "said"), BROKEN)
def test_each_rule_says_what_is_there_and_what_is_legal(
    rule: str, tensor: TensorMap, changes: dict[str, Any], said: str
) -> None:
    broken = replace(tensor, **changes)
    assert rule in {problem.rule for problem in broken.problems()}
    with pytest.raises(ValueError, match=said):
        broken.checked()


def test_every_rule_is_broken_here_once() -> None:
    assert {rule for rule, *_ in BROKEN} | {"target"} == set(RULES)


@pytest.mark.parametrize(
    ("tensor", "target", "said"),
    [
        (MATRIX, "sm_80", "sm_80 has no tensor maps; they need sm_90 or newer"),
        (PADDED, "sm_90a", "elements of b6x16_p32 need sm_100 or newer, not sm_90a"),
        (WIDE, "sm_90a", "im2col::w needs sm_100 or newer"),
        (
            replace(WIDE, swizzle="96B", im2col=Im2col((0,), (0,), 48, 8, "W")),
            "sm_100a",
            "swizzle 96B needs sm_103a",
        ),
    ],
)
def test_targets_have_some_of_it(tensor: TensorMap, target: str, said: str) -> None:
    assert tensor.problems() == ()
    with pytest.raises(ValueError, match=said):
        tensor.checked(arch(target))


def test_all_broken_rules_are_reported_together() -> None:
    wrong = replace(MATRIX, address=4, box=(64, 300), strides=(3,))
    assert [problem.rule for problem in wrong.problems()] == ["address", "strides", "box_sizes"]


def test_overlapping_strides_are_legal() -> None:
    """As in the maps that see a matrix as panels of 64 columns: the panel's stride is less than a row's."""
    panels = TensorMap.tiled(bf16, (64, 4096, 8), (64, 128, 1), strides=(1024, 128), swizzle="128B")
    assert panels.problems() == ()
    assert TensorMap.tiled(f32, (64, 4), (64, 4), strides=(0,)).problems() == ()


def test_boxes_of_the_manual() -> None:
    tall = TensorMap.tiled(f16, (64, 100), (64, 32))
    assert (tall.box_bytes, tall.transaction_bytes) == (4096, 4096)
    every_other = TensorMap.tiled(f32, (8, 8), (8, 8), element_strides=(1, 2))
    assert every_other.extents == (8, 4)
    assert every_other.transaction_bytes == 128
    assert replace(every_other, element_strides=(4, 3)).extents == (8, 3)
    assert (IMAGES.extents, IMAGES.box_bytes, IMAGES.mode) == ((64, 64), 8192, "im2col")
    assert (WIDE.mode, replace(WIDE, im2col=Im2col((0,), (0,), 64, 7, "W128")).extents) == (
        "im2col::w",
        (64, 128),
    )


def test_padding_takes_shared_memory_but_is_not_transferred() -> None:
    four, six = TensorMap.tiled("b4x16_p64", (256, 64), (128, 8)), PADDED
    assert (four.box_bytes, four.transaction_bytes, four.strides) == (1024, 512, (128,))
    assert (six.box_bytes, six.transaction_bytes, six.strides) == (1024, 768, (192,))
    packed = TensorMap.tiled(e2m1, (256, 64), (128, 8))
    assert (packed.dtype, packed.box_bytes, packed.transaction_bytes) == ("b4x16", 512, 512)


@pytest.mark.parametrize(
    ("dtype", "name"),
    [
        (s8, "u8"),
        (e4m3, "u8"),
        (TYPES["f16x2"], "u32"),
        (TYPES["tf32"], "tf32"),
        (TYPES["s16"], "u16"),
        (f16, "f16"),
    ],
)
def test_elements_by_type(dtype: PtxType, name: str) -> None:
    assert element_type(dtype).name == name


def test_types_without_elements() -> None:
    with pytest.raises(ValueError, match="tensor maps have no elements of pred; they have u8, u16"):
        element_type(pred)
    with pytest.raises(ValueError, match="tensor maps have no elements of b128"):
        TensorMap.tiled(TYPES["b128"], (64,), (64,))


ROWS = {"NONE": 80, "32B": 32, "64B": 64, "128B": 128, "128B_32B": 128, "128B_64B": 128}


@pytest.mark.parametrize("swizzle", ROWS)
@pytest.mark.parametrize("dtype", ["u8", "bf16", "f32", "f64"])
@pytest.mark.parametrize("start", [0, 0x380, 0x2000])
def test_a_box_covers_its_bytes_once(swizzle: str, dtype: str, start: int) -> None:
    size = ELEMENTS[dtype].bits // 8
    tensor = TensorMap.tiled(dtype, (256, 64, 64), (ROWS[swizzle] // size, 8, 4), swizzle=swizzle)
    places = [
        tensor.place(index, start) + byte
        for index in product(*map(range, tensor.extents))
        for byte in range(size)
    ]
    assert len(places) == len(set(places)) == tensor.box_bytes
    lines = {place // 128 for place in places}
    assert lines == {(start + byte) // 128 for byte in range(tensor.box_bytes)}
    if tensor.box_bytes % 128 == 0 and swizzle != "NONE":
        assert min(places) == start


def test_places_of_the_manual() -> None:
    tile = TensorMap.tiled(f16, (64, 4096), (64, 64), swizzle="128B")
    assert tile.place((20, 11), 0x2000) == 0x2598
    assert (tile.alignment, replace(tile, swizzle="NONE").alignment) == (1024, 128)


def test_padded_elements_have_places_in_groups() -> None:
    plain = replace(PADDED, swizzle="NONE")
    groups = [plain.place((16 * group, row)) for row in range(8) for group in range(8)]
    assert groups == list(range(0, 1024, 16))
    with pytest.raises(ValueError, match="in groups of 16, not 5"):
        plain.place((5, 0))


@pytest.mark.parametrize(
    ("tensor", "said"),
    [
        (
            replace(MATRIX, box=(32, 8)),
            "rows of 64 bytes lie with swizzle 128B is not documented; .* 128 bytes",
        ),
        (replace(MATRIX, box=(48, 8), swizzle="96B"), "distance of rows with swizzle 96B is not documented"),
        (replace(MATRIX, swizzle="128B_32B_FLIP"), "does not say in which lines"),
        (SLICES, "boxes of interleave 16B"),
    ],
)
def test_what_is_not_documented_has_no_place(tensor: TensorMap, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        tensor.place((0,) * tensor.rank)


def test_places_outside() -> None:
    with pytest.raises(ValueError, match=r"index \(64, 0\) is outside a box of \(64, 128\)"):
        MATRIX.place((64, 0))
    with pytest.raises(ValueError, match="a box starts at a multiple of 128 bytes, not 0x40"):
        MATRIX.place((0, 0), 0x40)


def numbers(low: int, high: int, length: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.tuples(*[st.integers(low, high)] * length)


@st.composite
def tensor_maps(draw: st.DrawFn) -> TensorMap:
    im2col = draw(st.sampled_from(["", "plain", "W", "W128"]))
    rank = draw(st.integers(3 if im2col else 1, 5))
    columns = None
    if im2col:
        corners = numbers(-(1 << 15), (1 << 15) - 1, rank - 2 if im2col == "plain" else 1)
        pixels = draw(st.integers(0, 256)), draw(st.integers(0, 1024))
        columns = Im2col(draw(corners), draw(corners), *pixels, None if im2col == "plain" else im2col)
    return TensorMap(
        dtype=draw(st.sampled_from(sorted(ELEMENTS))),
        sizes=draw(numbers(0, 1 << 32, rank)),
        strides=draw(numbers(0, (1 << 40) - 1, rank - 1)),
        box=() if im2col else draw(numbers(0, 256, rank)),
        element_strides=draw(numbers(0, 8, rank)),
        address=draw(st.integers(0, (1 << 64) - 1)),
        interleave=draw(st.sampled_from(INTERLEAVES)),
        swizzle=draw(st.sampled_from(sorted(SWIZZLES))),
        l2_promotion=draw(st.sampled_from(PROMOTIONS)),
        oob_fill=draw(st.sampled_from(FILLS)),
        im2col=columns,
    )


@given(tensor_maps())
def test_encoding_keeps_every_field(tensor: TensorMap) -> None:
    data = tensor.encode()
    assert len(data) == 128
    assert int.from_bytes(data[:8], "little") == MAGIC
    assert TensorMap.decode(data) == tensor


@given(tensor_maps(), tensor_maps())
def test_replacing_every_field_makes_one_map_of_the_other(before: TensorMap, after: TensorMap) -> None:
    data = replace(before, im2col=None, box=before.box or (1,) * before.rank).encode()
    mode = SWIZZLES[after.swizzle]
    values: dict[str, Any] = {
        "global_address": after.address,
        "rank": after.rank - 1,
        "global_dim": after.sizes,
        "global_stride": after.strides,
        "box_dim": after.box or (2,) * after.rank,
        "element_stride": after.element_strides,
        "elemtype": after.element.field,
        "interleave_layout": INTERLEAVES.index(after.interleave),
        "swizzle_mode": mode.mode,
        "swizzle_atomicity": mode.atomicity,
        "fill_mode": FILLS.index(after.oob_fill),
    }
    assert set(values) == set(REPLACED)
    for field, value in values.items():
        for ordinal, number in enumerate(value if isinstance(value, tuple) else (value,)):
            data = replaced(data, field, number, ordinal)
    wanted = replace(after, im2col=None, box=after.box or (2,) * after.rank, l2_promotion=before.l2_promotion)
    assert TensorMap.decode(data) == wanted


def test_zeros_are_a_blank_map() -> None:
    blank = TensorMap.decode(bytes(128))
    assert (blank.rank, blank.dtype, blank.sizes, blank.address) == (1, "u8", (0,), 0)
    made = replaced(replaced(bytes(128), "global_dim", 64), "box_dim", 64)
    assert TensorMap.decode(replaced(made, "element_stride", 1)) == TensorMap.tiled("u8", (64,), (64,))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (bytes(64), "a tensor map has 128 bytes, not 64"),
        (b"\1" * 128, "these bytes are not a tensor map of pyptx"),
        (replaced(bytes(128), "rank", 6), "rank is 7; it must be 1 to 5"),
        (replaced(bytes(128), "interleave_layout", 3), "there is no interleave layout 3; there are 0 to 2"),
        (replaced(bytes(128), "swizzle_mode", 7), r"there is no swizzle \(7, 0\)"),
        (replaced(bytes(128), "swizzle_atomicity", 1), r"there is no swizzle \(0, 1\)"),
    ],
)
def test_bytes_that_are_no_map(data: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        TensorMap.decode(data)


def test_fields_that_cannot_be_replaced() -> None:
    with pytest.raises(ValueError, match="has no field 'box'; it has global_address, rank"):
        replaced(bytes(128), "box", 1)
    with pytest.raises(ValueError, match="global_stride has 4 ordinals, not 4"):
        replaced(bytes(128), "global_stride", 16, 4)
    with pytest.raises(ValueError, match="tensor map: box_dim1 is 0 to 65535, not 65536"):
        replaced(bytes(128), "box_dim", 1 << 16, 1)
    with pytest.raises(ValueError, match="tensor map: lower is -32768 to 32767, not 32768"):
        replace(IMAGES, im2col=Im2col((32768, 0), (0, 0), 1, 1)).encode()


def test_each_element_type_has_numbers_of_its_own() -> None:
    for numbers in ([each.driver for each in ELEMENTS.values()], [each.field for each in ELEMENTS.values()]):
        assert sorted(numbers) == list(range(len(ELEMENTS)))
