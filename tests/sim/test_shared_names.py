"""Reports name places in shared memory as the author of the kernel does, whichever rule is broken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pyptx import kernel, ptx, reg, smem
from pyptx.errors import SimFault
from pyptx.program import directing
from pyptx.types import bf16, f32, u32

if TYPE_CHECKING:
    from collections.abc import Callable

ENGINES = pytest.mark.parametrize("native", [None, False])
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


def make_tile() -> Any:
    tile = smem.alloc(u32, 32)
    tile[0] = 0
    return tile


@ENGINES
def test_arrays_of_one_name_have_their_variables_behind_it(native: bool | None) -> None:
    @kernel(grid=(1,), block=(32,), arch="sm_90a")
    def races() -> None:
        tid = reg.from_(ptx.special.tid.x(), u32)
        tiles = {"a": make_tile(), "b": make_tile()}
        tiles["b"][tid] = tid
        tiles["b"][31 - tid]

    with directing("sim", checks="all", native=native), pytest.raises(SimFault) as caught:
        races()
    assert "reads tile (smem_1)[31] (shared address 0xfc)" in str(caught.value)
