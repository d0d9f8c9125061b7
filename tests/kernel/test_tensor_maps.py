"""Tensor maps of the tensors of a kernel: their parameters, their descriptions, and launches with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Layout, Tile, kernel, ptx, reg, smem
from pyptx.errors import LaunchError, SimFault, TraceError
from pyptx.kernel import Kernel, TensorSpec, TmaDescriptorHandle
from pyptx.layouts.tensor_map import TensorMap
from pyptx.layouts.tensor_map_words import Im2col
from pyptx.program import from_ptx
from pyptx.toolchain import ptxas
from pyptx.types import bf16, e2m1, f16, f32, u8, u32

if TYPE_CHECKING:
    from collections.abc import Callable


def copy_kernel(dtype: Any = f32, box: tuple[int, int] = (8, 32), layout: Layout = Layout.TMA_128B) -> Kernel:
    """A kernel that copies a matrix box by box, by tensor copies."""

    @kernel(
        in_specs=(Tile("M", "N", dtype, layout, tma_box=box),),
        out_specs=(Tile("M", "N", dtype, layout, tma_box=box),),
        grid=lambda M, N: (-(-N // box[1]), -(-M // box[0])),
        block=(32, 1, 1),
        arch="sm_90a",
    )
    def tma_copy(A, B):  # type: ignore[no-untyped-def]
        swizzle = {Layout.TMA_128B: "128B", Layout.TMA_64B: "64B"}.get(layout)
        tile, full = smem.alloc(dtype, box, swizzle, align=128), smem.mbarrier(1)
        row = reg.from_(ptx.special.ctaid.y(), u32) * box[0]
        column = reg.from_(ptx.special.ctaid.x(), u32) * box[1]
        first = ptx.special.tid.x() == 0
        with ptx.if_(first):
            ptx.mbarrier.init(full[0], 1)
            ptx.fence.mbarrier_init()
        ptx.bar.sync(0)
        with ptx.if_(first):
            ptx.mbarrier.arrive_expect_tx(full[0], box[0] * box[1] * dtype.bytes)
            ptx.cp.async_.bulk.tensor_2d(dst=tile, src=A.tma_desc(), coord=(column, row), mbar=full[0])
        ptx.mbarrier.wait(full[0], 0)
        with ptx.if_(first):
            ptx.cp.async_.bulk.tensor_2d.store(dst=B, src=tile, coord=(column, row))
            ptx.cp.async_.bulk.commit_group()
            ptx.cp.async_.bulk.wait_group(0)

    return tma_copy


def maps(made: Kernel, **kwargs: Any) -> dict[str, TensorMap | None]:
    return {param.name: param.map for param in made.program(**kwargs).tensor_maps}


def test_a_map_is_a_parameter_by_value_after_all_others() -> None:
    made = copy_kernel()
    program = made.program(M=64, N=64)
    assert [param.name for param in program.params] == ["A", "B", "A_tma_desc", "B_tma_desc"]
    assert [param.bytes for param in program.params] == [8, 8, 128, 128]
    assert ".param .align 64 .b8 A_tma_desc[128]" in program.ptx
    body = program.ptx[program.ptx.index("{") :]
    assert body.count("A_tma_desc") == 1
    assert 0 < body.index("A_tma_desc;") < body.index("%ctaid.y")
    wanted = TensorMap.tiled(f32, (64, 64), (32, 8), swizzle="128B")
    assert [param.map for param in program.tensor_maps] == [wanted, wanted]
    assert program.ptx == made.ptx(M=4096, N=32)


@pytest.mark.ptxas
def test_ptxas_takes_it() -> None:
    ptxas.assemble(copy_kernel().ptx(M=64, N=64), "sm_90a")
    ptxas.assemble(copy_kernel(f16, (16, 32), Layout.TMA_64B).ptx(), "sm_90a")


@pytest.mark.parametrize(
    ("dtype", "box", "layout"),
    [(f32, (8, 32), Layout.TMA_128B), (f16, (16, 32), Layout.TMA_64B), (u8, (4, 16), Layout.ROW)],
)
@pytest.mark.parametrize("shape", [(32, 64), (33, 80), (1, 16)])
def test_copies_on_the_simulator(
    dtype: Any, box: tuple[int, int], layout: Layout, shape: tuple[int, int]
) -> None:
    made = copy_kernel(dtype, box, layout)
    values = np.random.default_rng(0).integers(0, 100, shape).astype(dtype.numpy)
    np.testing.assert_array_equal(made(values), values)


def test_torch_and_outputs_of_the_caller() -> None:
    torch = pytest.importorskip("torch")
    values = torch.arange(32 * 64, dtype=torch.float32).reshape(32, 64)
    out = torch.zeros_like(values)
    copy_kernel()(values, out=out)
    assert torch.equal(values, out)


def test_an_output_that_is_read_before_it_is_written_is_reported() -> None:
    @kernel(out_specs=(Tile(8, 32, f32),), block=(32, 1, 1), arch="sm_90a")
    def early(B):  # type: ignore[no-untyped-def]
        B.tma_desc()
        (pb,) = ptx.global_ptrs(B)
        x = reg.scalar(f32)
        ptx.inst.ld.global_.f32(x, ptx.addr(pb))
        ptx.inst.st.global_.f32(ptx.addr(pb), x)

    with pytest.raises(SimFault, match=r"uninitialized-memory: 4 of 4 bytes read at B\+0 .* B is 1024 bytes"):
        early()


def traced(body: Any, *tiles: Tile, arch: str = "sm_90a", **kwargs: Any) -> Kernel:
    """A kernel with tensors of these tiles."""
    return Kernel(body, arch, in_specs=tiles, **kwargs)


def test_maps_with_options_of_their_own() -> None:
    def body(A):  # type: ignore[no-untyped-def]
        first = A.tma_desc(box=(16, 64))
        assert A.tma_desc(box=(16, 64)) is first
        other = A.tma_desc(
            box=(8, 32), swizzle="64B", element_strides=(2, 1), l2_promotion="256B", oob_fill="NAN"
        )
        assert other is not first

    made = maps(traced(body, Tile("M", "N", bf16)), M=100, N=128)
    assert made == {
        "A_tma_desc": TensorMap.tiled(bf16, (128, 100), (64, 16)),
        "A_tma_desc_0": TensorMap.tiled(
            bf16,
            (128, 100),
            (32, 8),
            swizzle="64B",
            element_strides=(1, 2),
            l2_promotion="256B",
            oob_fill="NAN",
        ),
    }


def test_boxes_by_name_and_the_whole_tensor() -> None:
    def body(A, B, *, BK=32):  # type: ignore[no-untyped-def]
        A.tma_desc()
        B.tma_desc()

    tiles = Tile.wgmma_a("M", "K", bf16, tile_m=64, tile_k=64), Tile(16, "K", f32, tma_box=(8, "BK"))
    made = maps(traced(body, *tiles), M=256, K=128, BK=4)
    assert made["A_tma_desc"] == TensorMap.tiled(bf16, (128, 256), (64, 64), swizzle="128B")
    assert made["B_tma_desc"] == TensorMap.tiled(f32, (128, 16), (4, 8))
    assert maps(traced(lambda A: A.tma_desc(), Tile(16, 64, f32)))["A_tma_desc"] == TensorMap.tiled(
        f32, (64, 16), (64, 16)
    )


def load_kernel(
    tile: tuple[Any, ...], shape: tuple[int, ...], swizzle: str | None = None, layout: Layout = Layout.ROW
) -> Kernel:
    """A kernel that loads a tile in shared memory by a map taken for that tile."""

    @kernel(in_specs=(Tile(*tile, bf16, layout),), out_specs=(), grid=1, block=32, arch="sm_90a")
    def load(A):  # type: ignore[no-untyped-def]
        part, full = smem.alloc(bf16, shape, swizzle, align=128), smem.mbarrier(1)
        coord = (0,) * len(tile)
        getattr(ptx.cp.async_.bulk, f"tensor_{len(tile)}d")(dst=part, src=A, coord=coord, mbar=full[0])

    return load


@pytest.mark.parametrize(
    ("tile", "shape", "box"),
    [
        ((64, 64), (64, 64), (64, 64)),
        ((64, 64), (1, 64, 64), (64, 64)),
        ((64, 64), (1, 1, 16, 64), (64, 16)),
        ((4, 64, 64), (16, 64), (64, 16, 1)),
        ((4, 64, 64), (2, 16, 64), (64, 16, 2)),
        ((64, 64), (1, 64), (64, 1)),
        ((64,), (1, 64), (64,)),
    ],
)
def test_a_tile_in_shared_memory_is_the_box(
    tile: tuple[int, ...], shape: tuple[int, ...], box: tuple[int, ...]
) -> None:
    (found,) = maps(load_kernel(tile, shape)).values()
    assert found is not None
    assert found.box == box


@pytest.mark.parametrize("place", [lambda tile: ptx.addr(tile, 128), lambda tile: reg.scalar(u32, init=tile)])
def test_at_an_address_in_shared_memory_the_box_is_that_of_the_tensor(place: Callable[[Any], Any]) -> None:
    @kernel(in_specs=(Tile(16, 64, bf16),), grid=1, arch="sm_90a")
    def load(A):  # type: ignore[no-untyped-def]
        tile, full = smem.alloc(bf16, (32, 64), align=128), smem.mbarrier(1)
        ptx.cp.async_.bulk.tensor_2d(dst=place(tile), src=A, coord=(0, 0), mbar=full[0])

    assert maps(load) == {"A_tma_desc": TensorMap.tiled(bf16, (64, 16), (64, 16))}


def test_rows_of_a_tile_are_columns_of_a_column_major_tensor() -> None:
    (found,) = maps(load_kernel((128, 32), (8, 64), layout=Layout.COL)).values()
    assert found == TensorMap.tiled(bf16, (128, 32), (64, 8))


@pytest.mark.parametrize("shape", [(2, 64, 64), (2, 1, 64)])
def test_a_tile_of_several_boxes_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(
        TraceError, match=r"is more than one box of A: it has 3 dimensions, A 2; index it down to one box"
    ):
        load_kernel((64, 64), shape).ptx()


def test_rows_wider_than_the_swizzle_are_refused() -> None:
    assert load_kernel((64, 64), (8, 32), "64B").ptx()
    with pytest.raises(TraceError, match=r"swizzle '64B' takes rows of 64 bytes, not 128"):
        load_kernel((64, 64), (8, 64), "64B").ptx()


def test_panels_of_64_columns() -> None:
    tile = Tile("M", "N", bf16, Layout.TMA_128B, tma_box=(128, 256), tma_rank=3)
    padded = Tile("M", "N", bf16, tma_box=(64, 128), tma_rank=3, tma_padding=True)

    def body(A, C):  # type: ignore[no-untyped-def]
        A.tma_desc()
        C.tma_desc()

    made = maps(traced(body, tile, padded), M=512, N=1024)
    assert made["A_tma_desc"] == TensorMap.tiled(
        bf16, (64, 512, 16), (64, 128, 4), strides=(2048, 128), swizzle="128B"
    )
    assert made["C_tma_desc"] == TensorMap.tiled(bf16, (64, 512, 16), (72, 64, 2), strides=(2048, 128))


def test_columns_of_pixels_and_column_major_tensors() -> None:
    columns = Im2col((-1, -1), (-1, -1), 64, 128)

    def body(X, Y, Z):  # type: ignore[no-untyped-def]
        X.tma_desc(im2col=columns, swizzle="128B")
        Y.tma_desc()
        Z.tma_desc()

    tiles = (
        Tile("N", "H", "W", 64, f16),
        Tile("M", "K", f16, Layout.COL, tma_box=(64, 8)),
        Tile(4, "H", 8, f16, Layout.INTERLEAVED, tma_box=(1, 4, 8)),
    )
    made = maps(traced(body, *tiles), N=8, H=56, W=56, M=128, K=32)
    assert made["X_tma_desc"] == TensorMap.pixels(f16, (64, 56, 56, 8), columns, swizzle="128B")
    assert made["Y_tma_desc"] == TensorMap.tiled(f16, (128, 32), (64, 8))
    assert made["Z_tma_desc"] == TensorMap.tiled(f16, (8, 56, 4), (8, 4, 1), interleave="16B")


@pytest.mark.parametrize(
    ("tile", "options", "said"),
    [
        (Tile("M", "N", bf16), {}, r"A\.tma_desc\(\): box 1 is 4096; it must be 1 to 256"),
        (Tile("M", "N", bf16, Layout.TMA_64B, tma_box=(8, 64)), {}, "with swizzle 64B it has at most 64"),
        (Tile("M", "N", bf16, tma_box=(8, 4)), {}, "box 0 is 4 of bf16, 8 bytes; it must be a multiple"),
        (Tile("M", "N", bf16, tma_box=(8, 8), tma_rank=4), {}, "tma_rank=4 of a tensor of 2 dimensions"),
        (Tile("M", "N", bf16, tma_box=(8, 32), tma_rank=3), {}, "panels of 64 columns, but its box has 32"),
        (Tile("M", "N", bf16, tma_box=(8, 64)), {"swizzle": "256B"}, "swizzle is '256B'; it must be one of"),
        (Tile("M", "N", bf16, tma_box=(8, 64)), {"box": (8,)}, r"box is \(8,\); for 2 dimensions it has 2"),
        (Tile("M", "N", bf16, tma_box=(8, 64)), {"boxes": (8, 8)}, "unexpected keyword argument 'boxes'"),
        (Tile("M", "N", e2m1, tma_box=(8, 64)), {}, "elements of b4x16 need sm_100 or newer, not sm_90a"),
    ],
)  # fmt: skip
def test_maps_that_break_a_rule_are_refused_where_they_are_taken(
    tile: Tile, options: dict[str, Any], said: str
) -> None:
    sizes = {dim: size for dim, size in {"M": 4096, "N": 128}.items() if dim in tile.shape}
    with pytest.raises((TraceError, TypeError), match=said) as caught:
        traced(lambda A: A.tma_desc(**options), tile).ptx(**sizes)
    if caught.type is TraceError:
        assert "test_tensor_maps.py:" in str(caught.value)


def test_other_targets_and_tensors_without_a_tile() -> None:
    with pytest.raises(TraceError, match="sm_80 has no tensor maps; they need sm_90"):
        traced(lambda A: A.tma_desc(), Tile(8, 64, bf16), arch="sm_80").ptx()
    with pytest.raises(TraceError, match=r"A\.tma_desc\(\): A has no Tile"):
        Kernel(lambda A: A.tma_desc()).ptx()


def test_sizes_may_come_later_than_the_text() -> None:
    made = copy_kernel()
    assert made.ptx() == made.ptx(M=64, N=64)
    values = np.arange(8 * 32, dtype=np.float32).reshape(8, 32)
    copied = np.zeros_like(values)
    made.program().launch(values, copied, grid=1)
    assert np.array_equal(copied, values)
    with pytest.raises(LaunchError, match="argument A is 4096; its tensor map depends on its shape"):
        made.program().launch(4096, copied, grid=1)


def test_sizes_of_a_map_without_a_box_may_come_later_than_the_text() -> None:
    columns = Im2col((-1, -1), (-1, -1), 64, 128)

    def body(X, Y):  # type: ignore[no-untyped-def]
        X.tma_desc(im2col=columns)
        Y.tma_desc()

    made = traced(body, Tile("N", "H", "W", 64, f16), Tile("M", 64, bf16))
    assert maps(made) == {"X_tma_desc": None, "Y_tma_desc": None}
    assert maps(made, N=8, H=56, W=56, M=128) == {
        "X_tma_desc": TensorMap.pixels(f16, (64, 56, 56, 8), columns),
        "Y_tma_desc": TensorMap.tiled(bf16, (64, 128), (64, 128)),
    }


@pytest.mark.ptxas
def test_maps_taken_in_blocks_serve_the_whole_kernel() -> None:
    def body(A):  # type: ignore[no-untyped-def]
        p = ptx.special.tid.x() == 0
        with ptx.if_(p), ptx.scope():
            inside = A.tma_desc()
            ptx.prefetch.tensormap(inside)
        ptx.prefetch.tensormap(A)
        ptx.inst.prefetch.tensormap(ptx.addr(A.tma_desc()))

    text = traced(body, Tile(8, 64, bf16)).ptx()
    assert text.count("cvta.param") == 1
    assert text.index("cvta.param") < text.index("%tid.x")
    ptxas.assemble(text, "sm_90a")


def test_a_handle_outside_a_kernel_has_a_name_only() -> None:
    handle = TensorSpec("A", (4, 4), bf16, Layout.ROW).tma_desc()
    assert isinstance(handle, TmaDescriptorHandle)
    assert (handle.tensor.name, handle.name) == ("A", "A_tma_desc")
    outside = TensorSpec("A", (4, 64), bf16)
    with pytest.raises(TraceError, match=r"A\.tma_desc\(\): A is not a tensor of the kernel that is traced"):
        traced(lambda B: ptx.prefetch.tensormap(outside), Tile(8, 64, bf16)).ptx()


def test_a_name_that_is_taken() -> None:
    def body(A):  # type: ignore[no-untyped-def]
        A.tma_desc()

    made = traced(body, Tile(8, 64, bf16), raw_params=[("u32", "A_tma_desc")])
    assert [param.name for param in made.program().params] == ["A", "A_tma_desc", "A_tma_desc_0"]


def test_a_program_from_text_takes_a_map_of_an_array() -> None:
    text = copy_kernel().ptx(M=16, N=32)
    program = from_ptx(text)
    values = np.arange(512, dtype=np.float32).reshape(16, 32)
    out = np.zeros_like(values)
    box = TensorMap.tiled(f32, (32, 16), (32, 8), swizzle="128B")
    program.launch(values, out, box.of(values), box.of(out), grid=(1, 2), block=32)
    np.testing.assert_array_equal(values, out)
    with pytest.raises(LaunchError, match="takes 4 arguments"):
        program.launch(values, out, grid=(1, 2), block=32)
    wide = TensorMap.tiled(f32, (32, 16), (64, 8), swizzle="128B")
    with pytest.raises(LaunchError, match=r"A_tma_desc.*swizzle 128B"):
        program.launch(values, out, wide.of(values), box.of(out), grid=(1, 2), block=32)


@pytest.mark.parametrize(
    ("shape", "strides", "expected"),
    [
        ((8, 64), None, (256,)),
        ((8, 64), (256, 4), (256,)),
        ((8, 64), (512, 4), (512,)),
        ((1, 60), None, (240,)),
        ((1, 61), None, (256,)),
        ((1, 61), (7, 4), (256,)),
        ((8, 1), (16, 99), (16,)),
        ((2, 3, 64), None, (256, 768)),
        ((2, 3, 64), (2048, 512, 4), (512, 2048)),
        ((2, 1, 64), (4096, 7, 4), (256, 4096)),
        ((1, 3, 64), (7, 512, 4), (512, 1536)),
        ((8, 64), (256, 8), None),
        ((8, 64), (4,), None),
        ((8, 1), (4,), None),
    ],
)
def test_a_map_has_the_strides_of_its_array(
    shape: tuple[int, ...], strides: tuple[int, ...] | None, expected: tuple[int, ...] | None
) -> None:
    names = ("L", "M", "N")[-len(shape) :]
    made = traced(lambda A: A.tma_desc(box=(1, 1, 4)[-len(shape) :]), Tile(*names, f32))
    sized: Any = made.program().tensor_maps[0].sized
    if expected is None:
        with pytest.raises(ValueError, match="of a tensor of sizes"):
            sized(shape, strides)
    else:
        found = sized(shape, strides)
        assert (found.sizes, found.strides) == (shape[::-1], expected)


@pytest.mark.parametrize(
    ("layout", "swizzle", "given"),
    [
        (Layout.ROW, None, "NONE"),
        (Layout.ROW, "64B", "64B"),
        (Layout.TMA_64B, "64B", "64B"),
        (Layout.TMA_128B, "128B", "128B"),
        (Layout.TMA_32B, "32B", "32B"),
    ],
)
def test_a_map_has_the_swizzle_of_the_layout_or_of_the_shared_tile(
    layout: Layout, swizzle: str | None, given: str
) -> None:
    (found,) = maps(load_kernel((64, 64), (8, 16), swizzle, layout)).values()
    assert found is not None
    assert found.swizzle == given


def test_a_shared_tile_of_several_swizzled_panels_is_one_box_of_panels() -> None:
    @kernel(in_specs=(Tile(64, 256, bf16, tma_rank=3),), grid=1, arch="sm_90a")
    def load(A):  # type: ignore[no-untyped-def]
        tile, full = smem.alloc(bf16, (8, 128), "128B", align=1024), smem.mbarrier(1)
        ptx.cp.async_.bulk.tensor_3d(dst=tile, src=A, coord=(0, 0, 0), mbar=full[0])

    assert maps(load) == {
        "A_tma_desc": TensorMap.tiled(bf16, (64, 64, 4), (64, 8, 2), strides=(512, 128), swizzle="128B")
    }


@pytest.mark.parametrize(
    ("shape", "rank", "refused"),
    [
        ((8, 64), 2, ""),
        ((4, 8, 64), 2, ""),
        ((4, 8, 64), 3, ""),
        ((2, 4, 8, 64), 3, "tma_rank=3 of a tensor of 4 dimensions"),
        ((2, 4, 8, 64), 4, ""),
        ((8, 100), 3, "panels of 64 columns, but the tensor has 100"),
    ],
)
def test_the_rank_of_a_map(shape: tuple[int, ...], rank: int, refused: str) -> None:
    made = traced(lambda A: A.tma_desc(), Tile(*shape, bf16, tma_rank=rank))
    if refused:
        with pytest.raises(TraceError, match=refused):
            made.ptx()
    else:
        (found,) = maps(made).values()
        assert found is not None
        assert found.rank == len(shape)


def test_a_tensor_of_another_kernel_is_refused() -> None:
    kept: list[Any] = []

    def outer(A: Any) -> None:
        kept.append(A)

    traced(outer, Tile(8, 64, bf16)).ptx()
    with pytest.raises(TraceError, match=r"A\.tma_desc\(\): A is a tensor of outer"):
        traced(lambda B: kept[0].tma_desc(), Tile(8, 64, bf16)).ptx()
