"""Tensor maps and the shared tiles their boxes fill or empty: what agrees, and what is refused."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.errors import TraceError
from pyptx.kernel import Kernel
from pyptx.layouts.tensor_map import TensorMap
from pyptx.layouts.tensor_map_words import Im2col
from pyptx.specs import Layout
from pyptx.types import b8, bf16, f16, f32, u8, u16, u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.types import PtxType

MATRIX = Tile(256, 256, bf16)
TURNED = Tile(64, 32, bf16, Layout.COL)
PANELS = Tile(256, 256, bf16, Layout.TMA_128B, tma_box=(64, 128), tma_rank=3)


def loads(tile: Callable[[], Any], tensor: Tile = MATRIX, *, store: bool = False, **options: Any) -> str:
    """Trace a copy between a tile and a box of a tensor."""

    def body(A: Any) -> None:
        place, bar = tile(), smem.mbarrier(1)
        source = A.tma_desc(**options) if options or tensor.tma_box is not None else A
        copies = ptx.cp.async_.bulk
        if tensor.tma_rank == 3:
            ptx.tma.load_3d(place, source, row=0, col=0, mbar=bar[0])
        elif store:
            copies.tensor_2d.store(dst=source, src=place, coord=(0, 0))
        else:
            copies.tensor_2d(dst=place, src=source, coord=(0, 0), mbar=bar[0])

    return Kernel(body, in_specs=(tensor,), arch="sm_90a").ptx()


def swizzled(*shape: int, swizzle: str | None = "128B", dtype: PtxType = bf16) -> Callable[[], Any]:
    return lambda: smem.alloc(dtype, shape, swizzle)


@pytest.mark.parametrize("store", [False, True])
@pytest.mark.parametrize(
    ("tile", "options"),
    [
        (swizzled(64, 64), {"box": (64, 64), "swizzle": "128B"}),
        (swizzled(64, 64), {"box": (32, 64), "swizzle": "128B"}),  # half of the rows
        (lambda: swizzled(4, 64, 64)()[2], {"box": (64, 64), "swizzle": "128B"}),
        (lambda: swizzled(4, 64, 64)()[reg.scalar(u32)], {"box": (64, 64), "swizzle": "128B"}),
        (swizzled(4, 64, 64), {"box": (64, 64), "swizzle": "128B"}),  # the first stage
        (swizzled(2, 64, 64), {"box": (128, 64), "swizzle": "128B"}),  # both halves
        (lambda: swizzled(64, 64)()[0], {"box": (64, 64), "swizzle": "128B"}),
        (lambda: ptx.addr(swizzled(128, 64)(), 8192), {"box": (64, 64), "swizzle": "128B"}),
        (lambda: ptx.addr(reg.from_(swizzled(64, 64)(), u32)), {"box": (256, 64), "swizzle": "NONE"}),
        (swizzled(64, 128), {"box": (64, 64), "swizzle": "128B"}),  # a block of rows wider than the swizzle
        (lambda: smem.wgmma_tile(bf16, (64, 256)), {"box": (64, 64), "swizzle": "128B"}),
        (swizzled(64, 64, swizzle=None), {"box": (64, 64)}),
        (swizzled(64, 64, swizzle=None), {"box": (64, 8)}),  # the 16-byte rows of an unswizzled operand
        (swizzled(4, 4096, swizzle=None), {"box": (64, 64)}),  # four stages of raw memory
        (swizzled(4096, swizzle=None), {"box": (64, 64)}),
        (swizzled(64, 32, swizzle=None, dtype=u32), {"box": (64, 64)}),  # read two by two
        (swizzled(8192, swizzle=None, dtype=b8), {"box": (64, 64)}),
        (swizzled(64, 64, swizzle=None, dtype=u16), {"box": (64, 64)}),
        (lambda: smem.alloc(bf16, (64, 64), align=1024), {"box": (64, 64), "swizzle": "128B"}),
        (lambda: smem.base(), {"box": (64, 64), "swizzle": "128B"}),
    ],
)
def test_boxes_that_agree(tile: Callable[[], Any], options: dict[str, Any], store: bool) -> None:
    assert "cp.async.bulk.tensor.2d" in loads(tile, store=store, **options)


@pytest.mark.parametrize("store", [False, True])
@pytest.mark.parametrize(
    ("tile", "options", "message"),
    [
        (
            swizzled(64, 64),
            {"box": (128, 64), "swizzle": "128B"},
            r"\(128, 64\) of bf16, has 16384 bytes; place .*8192",
        ),
        (lambda: swizzled(4, 64, 64)()[1], {"box": (128, 64), "swizzle": "128B"}, "has 16384 bytes; .* 8192"),
        (
            lambda: swizzled(4, 64, 64)()[reg.scalar(u32)],
            {"box": (128, 64), "swizzle": "128B"},
            "has 16384 bytes; .* 8192",
        ),
        (
            lambda: ptx.addr(swizzled(64, 64)(), 4096),
            {"box": (64, 64), "swizzle": "128B"},
            "4096 from there on",
        ),
        (
            lambda: ptx.addr(swizzled(64, 64)(), 64),
            {"box": (8, 64), "swizzle": "128B"},
            "multiple of 128 bytes",
        ),
        (swizzled(64, 64), {"box": (64, 64)}, "swizzle='128B', the map of A swizzle='NONE'"),
        (swizzled(64, 64), {"box": (64, 32), "swizzle": "64B"}, "swizzle='128B', the map of A swizzle='64B'"),
        (
            swizzled(64, 64, swizzle=None),
            {"box": (64, 64), "swizzle": "128B"},
            "declare it with swizzle='128B'",
        ),
        (swizzled(64, 64), {"box": (64, 32), "swizzle": "128B"}, "have 64 bytes, those of place .* 128"),
        (swizzled(64, 64, swizzle=None), {"box": (64, 32)}, "have 64 bytes, those of place .* 128"),
        (swizzled(32, 64, swizzle=None), {"box": (64, 32)}, "have 64 bytes, those of place .* 128"),
        (swizzled(64, 64, swizzle=None, dtype=f32), {"box": (64, 64)}, "of f32 .* filled from A, .* bf16"),
        (swizzled(64, 64, swizzle=None, dtype=f16), {"box": (64, 64)}, "of f16 .* filled from A, .* bf16"),
        (swizzled(4, 8, swizzle=None), {"box": (4, 8)}, "aligned to 16 bytes, a box to 128"),
    ],
)
def test_boxes_that_contradict(
    tile: Callable[[], Any], options: dict[str, Any], message: str, store: bool
) -> None:
    with pytest.raises(TraceError, match=f"{message}.*\n  at .*test_boxes.py"):
        loads(tile, store=store, **options)


def test_panels_fill_blocks_of_rows() -> None:
    for tile in (swizzled(2, 64, 64), swizzled(64, 128), lambda: smem.wgmma_tile(bf16, (64, 128))):
        assert "cp.async.bulk.tensor.3d" in loads(tile, PANELS)
    with pytest.raises(TraceError, match=r"\(2, 64, 64\) of bf16, has 16384 bytes; place"):
        loads(swizzled(64, 64), PANELS)


def box_of(tile: Callable[[], Any], tensor: Tile) -> TensorMap | None:
    """The map that a copy of a tensor itself takes."""

    def body(A: Any) -> None:
        ptx.cp.async_.bulk.tensor_2d.store(dst=A, src=tile(), coord=(0, 0))

    (param,) = Kernel(body, in_specs=(tensor,), arch="sm_90a").program().tensor_maps
    return param.map


def test_a_box_is_inferred_from_the_tile() -> None:
    whole = (256, 256)
    assert box_of(swizzled(64, 64), MATRIX) == TensorMap.tiled(bf16, whole, (64, 64), swizzle="128B")
    assert box_of(swizzled(32, 16, swizzle=None), MATRIX) == TensorMap.tiled(bf16, whole, (16, 32))
    assert box_of(lambda: swizzled(4, 64, 32, swizzle="64B")()[1], MATRIX) == TensorMap.tiled(
        bf16, whole, (32, 64), swizzle="64B"
    )
    assert box_of(swizzled(64, swizzle=None), MATRIX) == TensorMap.tiled(bf16, whole, (64, 1))
    given = Tile(256, 256, bf16, tma_box=(8, 64))
    assert box_of(swizzled(64, 64, swizzle=None), given) == TensorMap.tiled(bf16, whole, (64, 8))
    with pytest.raises(TraceError, match="it has 3 dimensions, A 2; index it down to one box, or say which"):
        box_of(swizzled(2, 64, 64), MATRIX)
    with pytest.raises(TraceError, match="swizzle '128B' takes rows of 128 bytes, not 256"):
        box_of(swizzled(64, 128), MATRIX)


def test_a_map_of_the_whole_tensor_is_told_from_one_of_the_tile() -> None:
    def body(A: Any) -> None:
        ptx.cp.async_.bulk.tensor_2d.store(dst=A.tma_desc(), src=smem.alloc(bf16, (8, 64)), coord=(0, 0))

    with pytest.raises(TraceError, match="or the tensor itself, A, to take the box of the tile"):
        Kernel(body, in_specs=(Tile(64, 64, bf16),), arch="sm_90a").ptx()


def test_a_tile_of_inferred_boxes_runs() -> None:
    @kernel(
        in_specs=(Tile("M", "N", f32),), out_specs=(Tile("M", "N", f32),),
        grid=lambda M, N: (-(-N // 32), -(-M // 8)), block=(32, 1, 1), arch="sm_90a",
    )  # fmt: skip
    def copied(A: Any, B: Any) -> None:
        tile, full = smem.alloc(f32, (8, 32), "128B"), smem.mbarrier(1)
        place = reg.from_(ptx.special.ctaid.x(), u32) * 32, reg.from_(ptx.special.ctaid.y(), u32) * 8
        first = ptx.special.tid.x() == 0
        with ptx.if_(first):
            ptx.mbarrier.init(full[0], 1)
            ptx.fence.mbarrier_init()
        ptx.bar.sync()
        with ptx.if_(first):
            ptx.mbarrier.arrive_expect_tx(full[0], tile.nbytes)
            ptx.cp.async_.bulk.tensor_2d(dst=tile, src=A, coord=place, mbar=full[0])
        ptx.mbarrier.wait(full[0], 0)
        with ptx.if_(first):
            ptx.cp.async_.bulk.tensor_2d.store(dst=B, src=tile, coord=place)
            ptx.cp.async_.bulk.commit_group()
            ptx.cp.async_.bulk.wait_group(0)

    x = np.arange(20 * 40, dtype=np.float32).reshape(20, 40)
    np.testing.assert_array_equal(copied(x), x)


@pytest.mark.parametrize(
    ("offset", "size", "message"),
    [
        (0, 256, ""),
        (128, 128, ""),
        (0, 272, "272 bytes; .* has 256 from"),
        (192, 128, "has 64 from"),
        (8, 16, "of 16"),
    ],
)
def test_bulk_copies_stay_in_their_array(offset: int, size: int, message: str) -> None:
    def body(A: Any) -> None:
        (pa,) = ptx.global_ptrs(A)
        array, bar = smem.alloc(u8, 256), smem.mbarrier(1)
        ptx.cp.async_.bulk.load(ptx.addr(array, offset), pa, size, mbar=bar[0])
        ptx.cp.async_.bulk.store(pa, ptx.addr(array, offset), size)

    made = Kernel(body, in_specs=(Tile(4096, u8),), arch="sm_90a")
    if not message:
        assert "cp.async.bulk" in made.ptx()
        return
    with pytest.raises(TraceError, match=message):
        made.ptx()


@pytest.mark.parametrize(
    ("copy", "message"),
    [
        ("tensor_3d", "the map of A has 2 dimensions, the copy 3"),
        ("tensor_1d", "the map of A has 2 dimensions, the copy 1"),
        ("tensor.im2col_3d", "the map of A has 2 dimensions, the copy 3"),
    ],
)
def test_maps_of_another_rank(copy: str, message: str) -> None:
    def body(A: Any) -> None:
        made = attrgetter(copy)(ptx.cp.async_.bulk)
        rank = int(copy[-2])
        place, bar, source = smem.alloc(bf16, (64, 64)), smem.mbarrier(1), A.tma_desc(box=(64, 64))
        made(dst=place, src=source, coord=(0,) * rank, mbar=bar[0])

    with pytest.raises(TraceError, match=message):
        Kernel(body, in_specs=(MATRIX,), arch="sm_90a").ptx()


def test_maps_of_another_mode() -> None:
    pixels = Im2col(lower=(0, 0), upper=(0, 0), channels=64, pixels=64)

    def body(A: Any, *, box: bool, tiles: bool) -> None:
        options: dict[str, Any] = {"box": (1, 1, 64, 64)} if box else {"im2col": pixels}
        place, bar, source = smem.alloc(bf16, (64, 64)), smem.mbarrier(1), A.tma_desc(**options)
        copies = ptx.cp.async_.bulk.tensor
        copy = copies.tile_4d if tiles else copies.im2col_4d
        copy(place, source, (0, 0, 0, 0), mbar=bar[0])

    def emit_copy(*, box: bool, tiles: bool) -> str:
        images = Tile(8, 56, 56, 64, bf16, tma_rank=4)
        return Kernel(lambda A: body(A, box=box, tiles=tiles), in_specs=(images,), arch="sm_90a").ptx()

    assert "cp.async.bulk.tensor.4d" in emit_copy(box=True, tiles=True)
    assert ".im2col." in emit_copy(box=False, tiles=False)
    with pytest.raises(TraceError, match="is for mode 'tile', the copy has mode 'im2col'"):
        emit_copy(box=True, tiles=False)
    with pytest.raises(TraceError, match="is for mode 'im2col', the copy has mode 'tile'"):
        emit_copy(box=False, tiles=True)
