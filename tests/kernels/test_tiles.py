"""Products of shared tiles as they are, on the simulator: the tile says its major, swizzle and type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.types import b32, bf16, f32, u32

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

N = K = 64


def fill(a: Any, b: Any, full: Any, tensors: tuple[Any, Any]) -> None:
    """Load both tiles, whose boxes are inferred."""
    ptx.mbarrier.arrive_expect_tx(full, a.nbytes + b.nbytes)
    for tile, tensor in zip((a, b), tensors, strict=True):
        ptx.cp.async_.bulk.tensor_2d(dst=tile, src=tensor, coord=(0, 0), mbar=full)


def warpgroup_product(major: str) -> Kernel:
    """One `wgmma` of 64 by 64 for each 16 of K."""

    @kernel(
        in_specs=(Tile(64, K, bf16), Tile(64, 64, bf16)), out_specs=(Tile(64, N, f32),),
        grid=(1,), block=(128, 1, 1), arch="sm_90a",
    )  # fmt: skip
    def product(A: Any, B: Any, C: Any) -> None:
        a, b, full = smem.wgmma_tile(bf16, (64, K)), smem.wgmma_tile(bf16, (64, 64), major), smem.mbarrier(1)
        acc, tid = reg.array(f32, 32), reg.from_(ptx.special.tid.x(), u32)
        with ptx.if_(tid == 0):
            ptx.mbarrier.init(full[0], 1)
            ptx.fence.mbarrier_init()
        ptx.bar.sync(0)
        with ptx.if_(tid == 0):
            fill(a, b, full[0], (A, B))
        ptx.mbarrier.wait(full[0], 0)
        ptx.wgmma.fence()
        for k in range(K // 16):
            ptx.wgmma.mma_async(
                shape=(64, N, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=acc, a=a, b=b, scale_d=k > 0,
                a_k_offset=32 * k, b_k_offset=(2048 if major == "MN" else 32) * k,
            )  # fmt: skip
        ptx.wgmma.commit_group()
        ptx.wgmma.wait_group(0)
        (pc,) = ptx.global_ptrs(C)
        row, column = (tid >> 5) * 16 + ((tid & 31) >> 2), (tid & 3) * 2
        for i in range(16):
            place = (row + 8 * (i % 2)) * N + column + 8 * (i // 2)
            ptx.st(f32, ptx.addr(pc + place * 4), acc[2 * i : 2 * i + 2])

    return product


def tensor_product(major: str) -> Kernel:
    """One `tcgen05.mma` of 128 by 64 for each 16 of K."""

    @kernel(
        in_specs=(Tile(128, K, bf16), Tile(64, 64, bf16)), out_specs=(Tile(128, N, f32),),
        grid=(1,), block=(128, 1, 1), arch="sm_100a",
    )  # fmt: skip
    def product(A: Any, B: Any, C: Any) -> None:
        a, b, bars = smem.wgmma_tile(bf16, (128, K)), smem.wgmma_tile(bf16, (64, 64), major), smem.mbarrier(2)
        slot, tid = smem.alloc(b32, 1), reg.from_(ptx.special.tid.x(), u32)
        with ptx.if_(tid == 0):
            for bar in bars:
                ptx.mbarrier.init(bar, 1)
            ptx.fence.mbarrier_init()
        with ptx.if_(tid < 32):
            ptx.tcgen05.alloc(slot, N)
            ptx.tcgen05.relinquish_alloc_permit()
        ptx.tcgen05.fence_before_thread_sync()
        ptx.bar.sync(0)
        ptx.tcgen05.fence_after_thread_sync()
        d = smem.load(b32, ptx.addr(slot))
        with ptx.if_(tid == 0):
            fill(a, b, bars[0], (A, B))
            ptx.mbarrier.wait(bars[0], 0)
            word = ptx.tcgen05.make_instr_desc("f16", m=128, n=N, a=bf16, b_major=major)
            for k in range(K // 16):
                offsets: dict[str, Any] = {
                    "a_k_offset": 32 * k,
                    "b_k_offset": (2048 if major == "MN" else 32) * k,
                }
                ptx.tcgen05.mma(d, a, b, word, enable_input_d=k > 0, **offsets)
            ptx.tcgen05.commit(bars[1])
        ptx.mbarrier.wait(bars[1], 0)
        ptx.tcgen05.fence_after_thread_sync()
        row = reg.array(f32, N)
        ptx.tcgen05.ld(row, ptx.tcgen05.address(d, lane=(tid >> 5) * 32), shape="32x32b", count=N)
        ptx.tcgen05.wait_ld()
        (pc,) = ptx.global_ptrs(C)
        for column in range(N):
            ptx.st(f32, ptx.addr(pc + (tid * N + column) * 4), row[column])
        ptx.tcgen05.fence_before_thread_sync()
        ptx.bar.sync(0)
        with ptx.if_(tid < 32):
            ptx.tcgen05.dealloc(d, N)

    return product


@pytest.mark.parametrize("major", ["K", "MN"])
@pytest.mark.parametrize(("build", "rows"), [(warpgroup_product, 64), (tensor_product, 128)])
def test_products_of_tiles(build: Any, rows: int, major: str) -> None:
    random = np.random.default_rng(rows)
    a, b = (random.standard_normal((size, 64)).astype(ml_dtypes.bfloat16) for size in (rows, 64))
    right = b.astype(np.float32)
    wanted = a.astype(np.float32) @ (right if major == "MN" else right.T)
    np.testing.assert_allclose(build(major)(a, b), wanted, atol=1e-4)
