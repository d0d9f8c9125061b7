from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyptx.errors import LaunchError, TraceError
from pyptx.specs import Layout, TensorSpec, Tile, unify_envs
from pyptx.types import PtxType, b8, b16, b32, b64, b128, bf16, f32, pred, s32, tf32, u32


def test_a_tile_reads_its_dimensions_type_and_layout_in_order() -> None:
    tile = Tile("M", 64, bf16, Layout.COL)
    assert tile.shape == ("M", 64)
    assert tile.dtype is bf16
    assert tile.layout is Layout.COL
    assert tile.rank == 2
    assert tile.symbolic_dims == ("M",)
    assert Tile("M", dtype=f32).layout is Layout.ROW


def test_tiles_compare_and_hash_by_value() -> None:
    assert Tile("M", "K", bf16) == Tile("M", "K", dtype=bf16)
    assert len({Tile("M", bf16), Tile("M", bf16), Tile("M", f32)}) == 2


def test_a_scalar_tile_has_rank_zero() -> None:
    assert Tile(f32).resolve_shape({}) == ()


@pytest.mark.parametrize(
    ("dims", "said"),
    [
        (("M", "K"), "no element type"),
        (("M", bf16, "K"), "no element type"),
        (("M*2", bf16), "'M\\*2' is not a name"),
        ((-1, bf16), "cannot be -1"),
        ((True, bf16), "True is not a dimension"),
        ((1.5, bf16), "1.5 is not a dimension"),
        ((bf16, "M", bf16), "bf16 is not a dimension"),
    ],
)
def test_what_is_no_tile_is_refused(dims: tuple[object, ...], said: str) -> None:
    with pytest.raises(TraceError, match=said):
        Tile(*dims)  # type: ignore[arg-type]


def test_a_box_has_the_rank_of_the_tensor() -> None:
    with pytest.raises(TraceError, match="tma_box"):
        Tile("M", "K", bf16, tma_box=(64,))
    with pytest.raises(TraceError, match="rank 1 to 5"):
        Tile("M", "K", bf16, tma_rank=6)


def test_two_types_for_one_tile_are_refused() -> None:
    with pytest.raises(
        TraceError, match=r"Tile\('M', 7, bf16, Layout.COL\): two element types, bf16 and dtype=f32"
    ):
        Tile("M", 7, bf16, Layout.COL, dtype=f32)


def test_an_array_binds_the_names() -> None:
    assert Tile("M", 8, "K", f32).extract_env((2, 8, 4)) == {"M": 2, "K": 4}
    assert Tile("M", f32).extract_env((0,)) == {"M": 0}


@pytest.mark.parametrize(
    ("tile", "shape", "said"),
    [
        (Tile("M", "K", f32), (4,), r"argument X has shape \(4,\), 1 dimensions; .* has 2"),
        (Tile("M", 8, f32), (4, 9), r"argument X has shape \(4, 9\): dimension 1 is 9, but .* says 8"),
        (Tile("N", "N", f32), (4, 5), r"dimension 1 is 5, but dimension 0, also N, says 4"),
    ],
)
def test_a_shape_that_does_not_fit_is_named(tile: Tile, shape: tuple[int, ...], said: str) -> None:
    with pytest.raises(LaunchError, match=said):
        tile.extract_env(shape, "X")


def test_shapes_resolve_from_the_environment() -> None:
    assert Tile("M", 8, f32).resolve_shape({"M": 3, "N": 5}) == (3, 8)
    with pytest.raises(LaunchError, match=r"the size of N \(known: M=3\); pass N=…"):
        Tile("M", "N", f32).resolve_shape({"M": 3})


def test_matches_looks_at_rank_numbers_and_type() -> None:
    tile = Tile("M", 8, f32)
    assert tile.matches((3, 8), "float32")
    assert not tile.matches((3, 8), "float64")
    assert not tile.matches((3, 9), "float32")
    assert not tile.matches((3, 8, 1), "float32")


def test_untyped_tiles_take_any_type_of_their_width() -> None:
    assert Tile("M", b16).takes_dtype("bfloat16")
    assert not Tile("M", b16).takes_dtype("float32")
    assert Tile("M", b32).takes_dtype("int32")
    assert Tile("M", tf32).takes_dtype("float32")
    assert not Tile("M", b32).takes_dtype("no such type")


def test_disagreeing_arguments_are_both_named() -> None:
    assert unify_envs([{"M": 1}, {"N": 2, "M": 1}]) == {"M": 1, "N": 2}
    with pytest.raises(LaunchError, match="dimension K is 16 in argument A but 8 in argument B"):
        unify_envs([{"K": 16}, {"K": 8}], ("A", "B"))


@pytest.mark.parametrize(
    ("k", "layout"),
    [
        (64, Layout.TMA_128B),
        (128, Layout.TMA_128B),
        (32, Layout.TMA_64B),
        (16, Layout.TMA_32B),
        (8, Layout.ROW),
        ("K", Layout.ROW),
    ],
)
def test_wgmma_operands_take_the_widest_swizzle(k: int | str, layout: Layout) -> None:
    assert Tile.wgmma_a("M", "K", bf16, tile_m=64, tile_k=k).layout is layout
    assert Tile.wgmma_b(16, k, bf16).layout is layout
    assert Tile.wgmma_b(16, k, bf16).tma_box == (16, k)


def test_a_tensor_outside_a_kernel_gives_a_handle_of_its_map() -> None:
    handle = TensorSpec("A", (4, 4), bf16, Layout.ROW).tma_desc()
    assert handle.name == "A_tma_desc"
    with pytest.raises(TraceError, match=r"A\.tma_desc\(\): A is not a tensor of the kernel"):
        handle.__ptx__()


def test_predicates_and_boxes_that_are_no_tuple_are_refused() -> None:
    with pytest.raises(TraceError, match="predicates live in registers"):
        Tile("M", pred)
    box: Any = 5
    with pytest.raises(TraceError, match="tma_box is 5; it must be a tuple"):
        Tile("M", f32, tma_box=box)


@pytest.mark.parametrize("dtype", [s32, u32])
def test_an_integer_tile_takes_both_signs(dtype: PtxType) -> None:
    taken = [name for name in ("int32", "uint32", "int64", "float32") if Tile("M", dtype).takes_dtype(name)]
    assert taken == ["int32", "uint32"]


def test_a_tensor_may_be_empty() -> None:
    tile = Tile("M", 0, f32)
    assert tile.resolve_shape({"M": 3}) == (3, 0)
    assert tile.matches((3, 0), "float32")


def test_one_type_may_be_given_twice() -> None:
    assert Tile("M", "K", bf16, dtype=bf16) == Tile("M", "K", bf16)


@pytest.mark.parametrize(
    "name",
    [
        *("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"),
        *("float16", "float32", "float64", "complex64", "complex128"),
    ],
)
def test_an_untyped_tile_takes_the_dtypes_of_its_width(name: str) -> None:
    assert widths_taken(name) == [8 * np.dtype(name).itemsize]


@pytest.mark.parametrize("name", ["bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu"])
def test_an_untyped_tile_takes_the_dtypes_of_ml_dtypes(name: str) -> None:
    assert widths_taken(name) == [8 * np.dtype(getattr(ml_dtypes, name)).itemsize]


def widths_taken(name: str) -> list[int]:
    return [type_.bits for type_ in (b8, b16, b32, b64, b128) if Tile(1, type_).takes_dtype(name)]


@pytest.mark.parametrize(
    ("spec", "attribute"),
    [(Tile(4, f32), "shape"), (TensorSpec("x"), "shape"), (TensorSpec("x").tma_desc(), "tensor")],
)
def test_attributes_of_specs_cannot_be_assigned(spec: object, attribute: str) -> None:
    value = getattr(spec, attribute)
    with pytest.raises(AttributeError):
        setattr(spec, attribute, value)
