"""GEMM on Hopper, step three: as many CTAs as the GPU runs at once, each with a list of tiles.

A cluster of two CTAs computes 256 x 256 of D at a time, a CTA 128 x 256, a consumer 64 x 256.

* A cluster takes every n-th tile, where n is the number of clusters. The rings, their phases and the
  registers continue from tile to tile: while the consumers store one, the producer loads the next.
* Tiles are walked in bands of `BAND` rows of tiles, column by column: concurrent tiles share rows of A and
  columns of B_T, which then come from the L2 cache.
* The first MMA of a tile does not add to the accumulator, so it need not be cleared.
* 256 columns need fewer loads per MMA than 128 do.
"""

from __future__ import annotations

import sys

import ml_dtypes
import numpy as np

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.kernel import Kernel
from pyptx.runtime import trial
from pyptx.types import bf16, f32, u32

ROWS, COLUMNS, STEP = 128, 256, 64
STAGES = 4
CTAS = 2
CONSUMERS = 2
SMS = 132
BAND = 8
BYTES_A, BYTES_B = ROWS * STEP * 2, COLUMNS * STEP * 2
ALIGNED = 8
PRODUCER_REGISTERS, CONSUMER_REGISTERS = 40, 232


def build_gemm_persistent(M: int, N: int, K: int, *, sms: int = SMS, arch: str = "sm_90a") -> Kernel:
    """Build `D = A @ B_T.T` for A[M, K], B_T[N, K] in bf16 and D[M, N] in f32; K a multiple of 8.

    Args:
        M: Rows of D.
        N: Columns of D.
        K: Extent of the sum.
        sms: Multiprocessors of the GPU: as many CTAs are launched, or fewer for fewer tiles.
        arch: Target.
    """
    if K % ALIGNED:
        raise ValueError(f"K={K}: this kernel takes a multiple of {ALIGNED}, the bf16 of 16 bytes")
    steps = -(-K // STEP)
    high, wide = -(-M // (ROWS * CTAS)), -(-N // COLUMNS)
    clusters = min(sms // CTAS, high * wide)

    @kernel(
        in_specs=(Tile(M, K, bf16), Tile(N, K, bf16)),
        out_specs=(Tile(M, N, f32),),
        grid=(clusters * CTAS,),
        block=(128 * (1 + CONSUMERS), 1, 1),
        cluster=(CTAS, 1, 1),
        arch=arch,
    )
    def gemm_persistent(A, B_T, D):
        map_a = A.tma_desc(box=(ROWS, STEP), swizzle="128B")
        map_b = B_T.tma_desc(box=(COLUMNS // CTAS, STEP), swizzle="128B")
        (pd,) = ptx.global_ptrs(D)
        tid = reg.from_(ptx.special.tid.x(), u32)
        rank = reg.from_(ptx.special.cluster_ctarank(), u32)
        cluster = reg.from_(ptx.special.clusterid.x(), u32)
        ring_a = smem.alloc(bf16, (STAGES, ROWS, STEP), "128B")
        ring_b = smem.alloc(bf16, (STAGES, COLUMNS, STEP), "128B")
        base_a, base_b = reg.from_(ring_a, u32), reg.from_(ring_b, u32)
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

            def release():
                """Release a stage of this warpgroup: one thread arrives on the mbarrier of each CTA."""
                with ptx.if_(releases):
                    empty.at(done).arrive_remote(thread)

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

                first_row, first_column = corner(tile)
                row = first_row + half + ((thread >> 5) * 16 + (lane >> 2))
                column = first_column + (lane & 3) * 2
                vec = 2 if N % 2 == 0 else 1
                for upper in range(2):
                    y = row + 8 * upper
                    start = reg.scalar(pd.dtype)
                    ptx.inst.mad.wide.u32(start, y * N + column, 4, pd)
                    for j in range(COLUMNS // 8):
                        for x_offset in range(0, 2, vec):
                            x = 8 * j + x_offset
                            first = 4 * j + 2 * upper + x_offset
                            ptx.st(
                                f32, ptx.addr(start, 4 * x), acc[first : first + vec],
                                vec=vec, pred=(y < M) & (column + x < N),
                            )  # fmt: skip

        with ptx.if_(warpgroup == 0):
            produce()
        with ptx.else_():
            consume()
        ptx.cluster.sync()
        ptx.ret()

    return gemm_persistent


def gemm_ref(a: np.ndarray, b_t: np.ndarray) -> np.ndarray:
    """Compute the reference in NumPy, in f64."""
    return a.astype(np.float64) @ b_t.astype(np.float64).T


def main(M: int = 512, N: int = 512, K: int = 128, *, arch: str = "sm_90a") -> None:
    """Run it once against the reference."""
    rng = np.random.default_rng(0)
    a = rng.uniform(-1, 1, (M, K)).astype(ml_dtypes.bfloat16)
    b_t = rng.uniform(-1, 1, (N, K)).astype(ml_dtypes.bfloat16)
    trial(build_gemm_persistent(M, N, K, arch=arch), (a, b_t), expected=gemm_ref(a, b_t), tolerance=1e-4)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
