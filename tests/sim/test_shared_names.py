"""Reports name places in shared memory as the author of the kernel does, whichever rule is broken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from pyptx import kernel, ptx, reg, smem
from pyptx.errors import SimFault
from pyptx.program import directing
from pyptx.types import bf16, f32, u32

if TYPE_CHECKING:
    from collections.abc import Callable

ENGINES = pytest.mark.parametrize("native", [None, False])
RING = [1]
ORDER = "which another thread wrote, and nothing orders the two"


def races_in_a_list(tid: Any) -> None:
    ring = [smem.alloc(f32, (8, 4)) for _ in range(3)]
    ring[2][tid // 4, tid % 4] = 1.0
    ring[2][(31 - tid) // 4, tid % 4]


def races_in_a_pair(tid: Any) -> None:
    first, second = smem.alloc(f32, 32), smem.alloc(f32, 32)
    first[tid] = second[tid] = 1.0
    second[31 - tid]


def races_in_a_swizzled_tile(tid: Any) -> None:
    tile = smem.alloc(bf16, (32, 64), "128B")
    tile[tid, 8] = 1.0
    tile[31 - tid, 8]


def reads_too_early(tid: Any) -> None:
    mine, theirs = smem.alloc(f32, (2, 32)), smem.alloc(f32, 32)
    theirs[tid] = 1.0
    with ptx.if_(mine[1, tid] > 0.0):
        theirs[tid] = 2.0


def is_misaligned(tid: Any) -> None:
    tile = smem.alloc(f32, 64)
    smem.load(f32, tile.address(tid) + 2)


def leaves_its_array(tid: Any) -> None:
    small, large = smem.alloc(u32, 16), smem.alloc(u32, 32)
    large[tid] = small[tid + 32] = tid


def leaves_shared_memory(tid: Any) -> None:
    tile = smem.alloc(u32, 32)
    tile[tid + 1] = tid


def overwrites_a_barrier(tid: Any) -> None:
    full, empty = (smem.mbarrier(2) for _ in range(2))
    with ptx.if_(tid == 0):
        ptx.mbarrier.init(full[0], 1)
        ptx.mbarrier.init(empty[1], 1)
        ptx.st(u32, ptx.addr(empty[1]), 0, space="shared")


@ENGINES
@pytest.mark.parametrize(
    ("body", "said"),
    [
        (races_in_a_list, f"race: this thread reads ring[2][7, 0] (shared address 0x170), {ORDER}"),
        (races_in_a_pair, f"race: this thread reads second[31] (shared address 0xfc), {ORDER}"),
        (races_in_a_swizzled_tile, f"race: this thread reads tile[31, 8] (shared address 0xfe0), {ORDER}"),
        (
            reads_too_early,
            "uninitialized-memory: 4 of 4 bytes read at mine[1, 0] (shared address 0x80; mine is 256 bytes, "
            "shared memory of the CTA: 384 bytes) were never written",
        ),
        (
            is_misaligned,
            "misaligned: 4 bytes at tile[0]+2 (shared address 0x2; tile is 256 bytes, shared memory of the "
            "CTA: 256 bytes) are not aligned to 4 bytes",
        ),
        (
            leaves_its_array,
            "array-bounds: 4 bytes at small+128 (shared address 0x80, in large) are outside small, from "
            "which their address was computed: it has 64 bytes",
        ),
        (
            leaves_shared_memory,
            "out-of-bounds: 4 bytes at tile+128 (shared address 0x80; tile is 128 bytes, shared memory of "
            "the CTA: 128 bytes) are out of bounds",
        ),
        (
            overwrites_a_barrier,
            "mbarrier-access: 4 bytes at empty[1] (shared address 0x18; empty is 16 bytes, shared memory of "
            "the CTA: 32 bytes) hold",
        ),
    ],
)
def test_report(native: bool | None, body: Callable[[Any], None], said: str) -> None:
    @kernel(grid=(1,), block=(32,), arch="sm_90a")
    def kernel_with_a_mistake() -> None:
        body(reg.from_(ptx.special.tid.x(), u32))

    with directing("sim", checks="all", native=native), pytest.raises(SimFault) as caught:
        kernel_with_a_mistake()
    assert str(caught.value).startswith(said)


class Stage(NamedTuple):
    tile: Any
    full: Any


@dataclass
class Pair:
    first: Any
    second: Any


class Buffers:
    def __init__(self) -> None:
        self.tiles = {"x": make_tile(), "y": make_tile()}
        self.ring = [Stage(make_tile(), smem.mbarrier(1)) for _ in range(2)]


def in_a_display() -> Any:
    tiles = {"a": smem.alloc(u32, 32), "b": smem.alloc(u32, 32)}
    return tiles["b"]


def in_a_dict_comprehension() -> Any:
    tiles = {name: smem.alloc(u32, 32) for name in "ab"}
    return tiles["b"]


def in_a_dict_of_lists() -> Any:
    tiles = {"a": [smem.alloc(u32, 32) for _ in range(2)]}
    return tiles["a"][1]


def under_a_key() -> Any:
    tiles: dict[Any, Any] = {}
    tiles["a"] = smem.alloc(u32, 32)
    tiles[7] = smem.alloc(u32, 32)
    return tiles[7]


def appended() -> Any:
    tiles = []
    for _ in range(3):
        tiles.append(smem.alloc(u32, 32))
    return tiles[2]


def in_a_named_tuple() -> Any:
    stage = Stage(smem.alloc(u32, 32), full=smem.mbarrier(2))
    return stage.tile


def in_a_dataclass() -> Any:
    pair = Pair(smem.alloc(u32, 32), second=smem.alloc(u32, 32))
    return pair.second


def in_a_list_of_objects() -> Any:
    pairs = [Pair(smem.alloc(u32, 32), smem.alloc(u32, 32)) for _ in range(2)]
    return pairs[1].first


def in_an_attribute() -> Any:
    buffers = Buffers()
    return buffers.tiles["y"]


def in_a_stage_of_an_attribute() -> Any:
    buffers = Buffers()
    return buffers.ring[1].tile


def from_a_helper() -> Any:
    tiles = dict(zip("ab", (make_tile(), make_tile()), strict=True))
    return tiles["b"]


def unpacked() -> Any:
    first, (second, *rest) = make_tile(), [smem.alloc(u32, 32) for _ in range(4)]
    del first, second
    return rest[2]


def conditional_tile() -> Any:
    tile = smem.alloc(u32, 32) if RING else make_tile()
    return tile  # noqa: RET504


@ENGINES
@pytest.mark.parametrize(
    ("tile_of", "name"),
    [
        (in_a_display, 'tiles["b"]'),
        (in_a_dict_comprehension, 'tiles["b"]'),
        (in_a_dict_of_lists, 'tiles["a"][1]'),
        (under_a_key, "tiles[7]"),
        (appended, "tiles[2]"),
        (in_a_named_tuple, "stage.tile"),
        (in_a_dataclass, "pair.second"),
        (in_a_list_of_objects, "pairs[1].first"),
        (in_an_attribute, 'buffers.tiles["y"]'),
        (in_a_stage_of_an_attribute, "buffers.ring[1].tile"),
        (from_a_helper, 'tiles["b"]'),
        (unpacked, "rest[2]"),
        (conditional_tile, "tile"),
    ],
)
def test_an_array_in_a_container(native: bool | None, tile_of: Callable[[], Any], name: str) -> None:
    @kernel(grid=(1,), block=(32,), arch="sm_90a")
    def races() -> None:
        tid = reg.from_(ptx.special.tid.x(), u32)
        wanted = tile_of()
        wanted[tid] = tid
        wanted[31 - tid]

    with directing("sim", checks="all", native=native), pytest.raises(SimFault) as caught:
        races()
    assert f"reads {name}[31] (shared address" in str(caught.value)


def make_tile() -> Any:
    tile = smem.alloc(u32, 32)
    tile[0] = 0
    return tile


@ENGINES
def test_arrays_of_one_name_have_their_variables_behind_it(native: bool | None) -> None:
    @kernel(grid=(1,), block=(32,), arch="sm_90a")
    def races() -> None:
        tid = reg.from_(ptx.special.tid.x(), u32)
        tile = make_tile()
        for _ in range(1):
            tile = make_tile()
        tile[tid] = tid
        tile[31 - tid]

    with directing("sim", checks="all", native=native), pytest.raises(SimFault) as caught:
        races()
    assert "reads tile (smem_1)[31] (shared address 0xfc)" in str(caught.value)
