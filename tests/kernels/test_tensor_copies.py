"""Kernels of the documented names that load and store by tensor maps, run on the simulator and assembled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest

from pyptx import Layout, Tile, kernel, ptx, reg, smem
from pyptx.toolchain import ptxas
from pyptx.types import b32, bf16, f32, u32

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

BM = BN = 64


def build_gemm(M: int, N: int, K: int, *, tile_k: int = 16) -> Kernel:
    """One product of `wgmma` for each slice of K, operands by tensor copies."""

    @kernel(
        in_specs=(
            Tile.wgmma_a(M, K, bf16, tile_m=BM, tile_k=tile_k),
            Tile.wgmma_b(K, N, bf16, tile_k=tile_k, tile_n=BN),
        ),
        out_specs=(Tile(M, N, f32),),
        grid=(N // BN, M // BM, 1),
        block=(128, 1, 1),
        arch="sm_90a",
    )
    def gemm(A: Any, B: Any, C: Any) -> None:
        sA = smem.wgmma_tile(bf16, (BM, tile_k), major="K")
        sB = smem.wgmma_tile(bf16, (tile_k, BN), major="MN")
        bars = [smem.mbarrier(1) for _ in range(K // tile_k)]
        phases = [reg.scalar(b32, init=0) for _ in bars]
        acc = reg.array(f32, 32)
        row_off = reg.from_(ptx.special.ctaid.y(), u32) << 6
        col_off = reg.from_(ptx.special.ctaid.x(), u32) << 6
        tid = ptx.special.tid.x()
        with ptx.if_(tid == 0):
            for bar in bars:
                ptx.mbarrier.init(bar[0], 1)
            ptx.fence.proxy_async_shared_cta()
        ptx.bar.sync(0)
        for i, (bar, phase) in enumerate(zip(bars, phases, strict=True)):
            k_off = reg.scalar(u32, init=i * tile_k)
            with ptx.if_(tid == 0):
                ptx.mbarrier.arrive_expect_tx(bar[0], (BM + BN) * tile_k * 2)
                ptx.cp.async_.bulk.tensor_2d(dst=sA[0], src=A.tma_desc(), coord=(k_off, row_off), mbar=bar[0])
                ptx.cp.async_.bulk.tensor_2d(dst=sB[0], src=B.tma_desc(), coord=(col_off, k_off), mbar=bar[0])
            ptx.bar.sync(0)
            ptx.mbarrier.wait(bar[0], phase)
            ptx.wgmma.fence()
            ptx.wgmma.mma_async(
                shape=(64, 64, 16),
                dtype_d=f32,
                dtype_a=bf16,
                dtype_b=bf16,
                d=acc,
                a=sA,
                b=sB,
                scale_d=(i != 0),
                trans_a=0,
                trans_b=1,
            )
            ptx.wgmma.commit_group()
            ptx.wgmma.wait_group(0)
            ptx.bar.sync(0)
        thread = reg.from_(tid, u32)
        lane = thread & 31
        row = (thread >> 5 << 4) + (lane >> 2) + row_off
        col = ((lane & 3) << 1) + col_off
        (pc,) = ptx.global_ptrs(C)
        for i in range(32):
            place = (row + 8 * (i >> 1 & 1)) * N + col + i // 4 * 8 + (i & 1)
            ptx.inst.st.global_.f32(ptx.addr(pc + place * 4), acc[i])

    return gemm


@pytest.mark.ptxas
def test_a_product_of_boxes() -> None:
    gemm = build_gemm(64, 128, 32)
    ptxas.assemble(gemm.ptx(), "sm_90a")
    random = np.random.default_rng(0)
    a = random.standard_normal((64, 32)).astype(ml_dtypes.bfloat16)
    b = random.standard_normal((32, 128)).astype(ml_dtypes.bfloat16)
    np.testing.assert_allclose(gemm(a, b), a.astype(np.float32) @ b.astype(np.float32), atol=1e-4)


def build_exchange(M: int, N: int) -> Kernel:
    """Blocks of 64 rows and 128 columns in panels of 64 columns, their two panels exchanged."""

    @kernel(
        in_specs=(Tile(M, N, bf16, Layout.TMA_128B, tma_box=(64, 128), tma_rank=3),),
        out_specs=(Tile(M, N, bf16, tma_box=(64, 64), tma_rank=3),),
        grid=(N // 128, M // 64),
        block=(128,),
        arch="sm_90a",
    )
    def exchanged(A: Any, B: Any) -> None:
        panels, plain = smem.alloc(bf16, (2, 64, 64), "128B"), smem.alloc(bf16, (64, 64))
        full = smem.mbarrier(1)
        row = reg.from_(ptx.special.ctaid.y(), u32) * 64
        col = reg.from_(ptx.special.ctaid.x(), u32) * 128
        thread = reg.from_(ptx.special.tid.x(), u32)
        first = thread == 0
        with ptx.if_(first):
            ptx.mbarrier.init(full[0], 1)
            ptx.fence.mbarrier_init()
        ptx.bar.sync(0)
        with ptx.if_(first):
            ptx.mbarrier.arrive_expect_tx(full[0], 64 * 128 * 2)
            ptx.tma.load_3d(dst=panels, src=A.tma_desc(), row=row, col=col, mbar=full[0])
        ptx.mbarrier.wait(full[0], 0)
        for panel in range(2):
            for i in ptx.range_(thread, 64 * 64, 128):
                plain[i >> 6, i & 63] = panels[panel, i >> 6, i & 63]
            ptx.fence.proxy_async_shared_cta()
            ptx.bar.sync(0)
            with ptx.if_(first):
                ptx.tma.store_3d(dst=B.tma_desc(), src=plain, row=row, col=col + 64 * (1 - panel))
                ptx.cp.async_.bulk.commit_group()
                ptx.cp.async_.bulk.wait_group(0)
            ptx.bar.sync(0)

    return exchanged


@pytest.mark.ptxas
def test_panels_of_a_matrix() -> None:
    exchanged = build_exchange(128, 256)
    ptxas.assemble(exchanged.ptx(), "sm_90a")
    a = np.arange(128 * 256, dtype=np.uint16).view(ml_dtypes.bfloat16).reshape(128, 256)
    wanted = a.reshape(128, 2, 2, 64)[:, :, ::-1].reshape(128, 256)
    np.testing.assert_array_equal(exchanged(a).view(np.uint16), wanted.view(np.uint16))


def build_broadcast(rows: int) -> Kernel:
    """Both CTAs of a cluster get the rows that one of them loads; it stores them, the other adds them."""

    @kernel(
        in_specs=(Tile(rows, 32, f32, tma_box=(8, 32)),),
        out_specs=(Tile(rows, 32, f32, tma_box=(8, 32)),),
        grid=(2, rows // 8),
        block=(32,),
        cluster=(2, 1, 1),
        arch="sm_90a",
    )
    def broadcast(A: Any, B: Any) -> None:
        tile, full = smem.alloc(f32, (8, 32)), smem.mbarrier(1)
        row = reg.from_(ptx.special.ctaid.y(), u32) * 8
        first = reg.from_(ptx.special.tid.x(), u32) == 0
        with ptx.if_(first):
            ptx.mbarrier.init(full[0], 1)
            ptx.fence.mbarrier_init()
            ptx.mbarrier.arrive_expect_tx(full[0], 8 * 32 * 4)
        ptx.cluster.sync()
        leader = ptx.cluster.rank(0)
        with ptx.if_(first), ptx.if_(leader):
            ptx.cp.async_.bulk.tensor.tile_2d(tile, A, (0, row), mbar=full[0], multicast_mask=3)
        ptx.mbarrier.wait(full[0], 0)
        with ptx.if_(first):
            with ptx.if_(leader):
                ptx.cp.async_.bulk.tensor.store_2d(B, tile, (0, row))
                ptx.cp.async_.bulk.commit_group()
                ptx.cp.async_.bulk.wait_group(0)
            ptx.fence.proxy_async()
        ptx.cluster.sync()
        follower = ptx.cluster.rank(1)
        with ptx.if_(first), ptx.if_(follower):
            ptx.cp.reduce.async_.bulk.tensor.tile_2d("add", B, tile, (0, row))
            ptx.cp.async_.bulk.commit_group()
            ptx.cp.async_.bulk.wait_group(0)

    return broadcast


@pytest.mark.ptxas
def test_a_multicast_and_a_reduction() -> None:
    broadcast = build_broadcast(16)
    ptxas.assemble(broadcast.ptx(), "sm_90a")
    a = np.random.default_rng(0).standard_normal((16, 32), dtype=np.float32)
    np.testing.assert_array_equal(broadcast(a), 2 * a)
