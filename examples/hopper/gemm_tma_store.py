"""GEMM on Hopper, step four: tensor copies store the results while the next tile is multiplied.

A consumer rounds its 64 x 256 part of D to bf16 and stores it in shared memory: four panels of 64 columns.

* `stmatrix` takes accumulators as `wgmma` leaves them: 16 x 16 elements in one instruction. The rows of a
  panel are 128 bytes, swizzled, so that the eight rows of each matrix touch every bank once.
* `fence.proxy.async` makes the stores visible to the tensor copies, which read through the async proxy. After
  a barrier of the warpgroup one thread starts the copies.
* A panel may be written again only after its copy has read it. Only the thread that started the copy can
  wait for that, so there is a second barrier. No thread waits for the writes of the copies.
* Elements outside D are not stored, so ragged sizes need no code here either.
* The panels use the memory of one stage: three of 48 KiB are left.
"""

from __future__ import annotations

import sys

import ml_dtypes
import numpy as np

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.kernel import Kernel
from pyptx.runtime import trial
from pyptx.types import b32, bf16, f32, u32

ROWS, COLUMNS, STEP = 128, 256, 64
PANEL = 64
STAGES = 3
CTAS = 2
CONSUMERS = 2
SMS = 132
BAND = 8
BYTES_A, BYTES_B = ROWS * STEP * 2, COLUMNS * STEP * 2
PANEL_BYTES = 64 * PANEL * 2
ALIGNED = 8
PRODUCER_REGISTERS, CONSUMER_REGISTERS = 40, 232


def build_gemm_tma_store(M: int, N: int, K: int, *, sms: int = SMS, arch: str = "sm_90a") -> Kernel:
    """Build `D = A @ B_T.T` for A[M, K], B_T[N, K] and D[M, N] in bf16; N and K multiples of 8.

    Args:
        M: Rows of D.
        N: Columns of D.
        K: Extent of the sum.
        sms: Multiprocessors of the GPU: as many CTAs are launched, or fewer for fewer tiles.
        arch: Target.
    """
    for name, size in (("N", N), ("K", K)):
        if size % ALIGNED:
            raise ValueError(
                f"{name}={size}: this kernel takes a multiple of {ALIGNED}, the bf16 of 16 bytes"
            )
    steps = -(-K // STEP)
    high, wide = -(-M // (ROWS * CTAS)), -(-N // COLUMNS)
    clusters = min(sms // CTAS, high * wide)

    @kernel(
        in_specs=(Tile(M, K, bf16), Tile(N, K, bf16)),
        out_specs=(Tile(M, N, bf16),),
        grid=(clusters * CTAS,),
        block=(128 * (1 + CONSUMERS), 1, 1),
        cluster=(CTAS, 1, 1),
        arch=arch,
    )
    def gemm_tma_store(A, B_T, D):
        map_a = A.tma_desc(box=(ROWS, STEP), swizzle="128B")
        map_b = B_T.tma_desc(box=(COLUMNS // CTAS, STEP), swizzle="128B")
        map_d = D.tma_desc(box=(64, PANEL), swizzle="128B")
        tid = reg.from_(ptx.special.tid.x(), u32)
        rank = reg.from_(ptx.special.cluster_ctarank(), u32)
        cluster = reg.from_(ptx.special.clusterid.x(), u32)
        ring_a = smem.alloc(bf16, (STAGES, ROWS, STEP), "128B")
        ring_b = smem.alloc(bf16, (STAGES, COLUMNS, STEP), "128B")
        panels = smem.alloc(bf16, (CONSUMERS, COLUMNS // PANEL, 64, PANEL), "128B")
        base_a, base_b, base_d = (reg.from_(array, u32) for array in (ring_a, ring_b, panels))
        barriers = smem.alloc(u32, (2 * STAGES, 2))
        full = ptx.mbarrier.array(barriers, 0, STAGES)
        empty = ptx.mbarrier.array(barriers, 8 * STAGES, STAGES)
        warpgroup = reg.scalar(u32)
        ptx.inst.shfl.sync.idx.b32(warpgroup, tid >> 7, 0, 31, 0xFFFFFFFF)

        with ptx.if_(tid == 0):
            full.init_all(1)
            empty.init_all(CONSUMERS * CTAS)
            ptx.fence.mbarrier_init()
        ptx.cluster.sync()

        def corner(tile):
            """First row and column of the part of a tile that is this CTA's."""
            above = tile // (BAND * wide) * BAND
            band = tile % (BAND * wide)
            rows = (high - above).min(BAND)
            return ((above + band % rows) * CTAS + rank) * ROWS, band // rows * COLUMNS

        def produce():
            """Fill the stages, tile after tile."""
            ptx.setmaxnreg_dec(PRODUCER_REGISTERS)
            turns = ptx.pipeline(STAGES)
            with ptx.if_(tid == 0):
                for tile in ptx.range_(cluster, high * wide, clusters):
                    row, column = corner(tile)
                    for k in ptx.range_(0, steps * STEP, STEP):
                        stage, phase = turns.advance()
                        empty.at(stage).wait(phase ^ 1)
                        full.at(stage).arrive_expect_tx(BYTES_A + BYTES_B)
                        ptx.cp.async_.bulk.tensor_2d(
                            dst=ptx.addr(base_a + stage * BYTES_A),
                            src=map_a,
                            coord=(k, row),
                            mbar=full.at(stage),
                        )
                        ptx.cp.async_.bulk.tensor_2d(
                            dst=ptx.addr(base_b + stage * BYTES_B + rank * (BYTES_B // CTAS)),
                            src=map_b,
                            coord=(k, column + rank * (COLUMNS // CTAS)),
                            mbar=full.at(stage),
                            multicast_mask=(1 << CTAS) - 1,
                        )

        def consume():
            """Multiply the stages as they come; store after each tile."""
            ptx.setmaxnreg_inc(CONSUMER_REGISTERS)
            turns = ptx.pipeline(STAGES)
            acc = reg.wgmma_frag(m=64, n=COLUMNS, dtype=f32)
            half = (warpgroup - 1) * 64
            matrix_a = ptx.wgmma.masked_descriptor(base_a + half * (STEP * 2))
            matrix_b = ptx.wgmma.masked_descriptor(base_b)
            thread, lane = tid & 127, tid & 31
            releases = thread < CTAS
            done = reg.scalar(u32, init=0)
            mine = base_d + (warpgroup - 1) * (COLUMNS // PANEL * PANEL_BYTES)
            ready = ptx.named_barrier(warpgroup, count=128)
            # Each lane has the address of a row of one of four matrices: 16 rows by two chunks of 16 bytes.
            line = mine + ((thread >> 5) * 16 + (lane & 15)) * (PANEL * 2)
            chunks = [line + (((lane >> 4) + 2 * pair ^ lane & 7) << 4) for pair in range(PANEL // 16)]

            def release():
                """Release a stage of this warpgroup: one thread arrives on the mbarrier of each CTA."""
                with ptx.if_(releases):
                    empty.at(done).arrive_remote(thread)

            def store(row, column):
                """Round the accumulator, and let it be copied to D."""
                with ptx.if_(thread == 0):
                    ptx.cp.async_.bulk.wait_group(0, read=True)
                ready.sync()
                for panel in range(COLUMNS // PANEL):
                    for pair, chunk in enumerate(chunks):
                        first = 32 * panel + 8 * pair
                        rounded = reg.array(b32, 4)
                        for i in range(4):
                            lower, upper = acc[first + 2 * i], acc[first + 2 * i + 1]
                            ptx.inst.cvt.rn.bf16x2.f32(rounded[i], upper, lower)
                        ptx.stmatrix(smem=ptx.addr(chunk, panel * PANEL_BYTES), regs=rounded)
                ptx.fence.proxy_async_shared_cta()
                ready.sync()
                with ptx.if_(thread == 0):
                    for panel in range(COLUMNS // PANEL):
                        ptx.cp.async_.bulk.tensor_2d.store(
                            dst=map_d,
                            src=ptx.addr(mine, panel * PANEL_BYTES),
                            coord=(column + panel * PANEL, row + half),
                        )
                    ptx.cp.async_.bulk.commit_group()

            for tile in ptx.range_(cluster, high * wide, clusters):
                for k in ptx.range_(0, steps * STEP, STEP):
                    stage, phase = turns.advance()
                    full.at(stage).wait(phase)
                    here_a, here_b = reg.scalar(matrix_a.dtype), reg.scalar(matrix_b.dtype)
                    ptx.inst.mad.wide.u32(here_a, stage, BYTES_A >> 4, matrix_a)
                    ptx.inst.mad.wide.u32(here_b, stage, BYTES_B >> 4, matrix_b)
                    later = k > 0
                    ptx.wgmma.fence()
                    for part in range(STEP // 16):
                        ptx.wgmma.mma_async(
                            shape=(64, COLUMNS, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=acc,
                            a=here_a, b=here_b, scale_d=later if part == 0 else True,
                            a_k_offset=32 * part, b_k_offset=32 * part,
                        )  # fmt: skip
                    ptx.wgmma.commit_group()
                    ptx.wgmma.wait_group(1)
                    with ptx.if_(later):
                        release()
                    ptx.inst.mov.u32(done, stage)
                ptx.wgmma.wait_group(0)
                release()

                store(*corner(tile))
            with ptx.if_(thread == 0):
                ptx.cp.async_.bulk.wait_group(0, read=True)

        with ptx.if_(warpgroup == 0):
            produce()
        with ptx.else_():
            consume()
        ptx.cluster.sync()
        ptx.ret()

    return gemm_tma_store


def gemm_ref(a: np.ndarray, b_t: np.ndarray) -> np.ndarray:
    """Compute the reference in NumPy, in f64."""
    return a.astype(np.float64) @ b_t.astype(np.float64).T


def main(M: int = 512, N: int = 512, K: int = 128, *, arch: str = "sm_90a") -> None:
    """Run it once against the reference."""
    rng = np.random.default_rng(0)
    a = rng.uniform(-1, 1, (M, K)).astype(ml_dtypes.bfloat16)
    b_t = rng.uniform(-1, 1, (N, K)).astype(ml_dtypes.bfloat16)
    trial(build_gemm_tma_store(M, N, K, arch=arch), (a, b_t), expected=gemm_ref(a, b_t), tolerance=4e-3)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
