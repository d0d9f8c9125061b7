"""GEMM on Hopper, step one: a warpgroup multiplies tiles that tensor copies load into a ring of stages.

A CTA of four warps, one warpgroup, computes 64 x 128 of D in steps of 64 along K.

* A tensor copy loads a whole tile, swizzled as `wgmma` reads it: one thread issues it, and no thread
  computes an address. Elements outside the matrices are loaded as zeros, so ragged sizes need no code.
* The mbarrier of a stage counts the bytes: its phase completes when both tiles have arrived.
* `wgmma` reads both operands from shared memory. The barrier of the CTA ensures that all four warps have
  read a stage before it is filled again.
"""

from __future__ import annotations

import sys

import ml_dtypes
import numpy as np

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.kernel import Kernel
from pyptx.runtime import trial
from pyptx.types import bf16, f32, u32

ROWS, COLUMNS, STEP = 64, 128, 64
STAGES = 4
BYTES_A, BYTES_B = ROWS * STEP * 2, COLUMNS * STEP * 2
ALIGNED = 8


def build_gemm(M: int, N: int, K: int, *, arch: str = "sm_90a") -> Kernel:
    """Build `D = A @ B_T.T` for A[M, K], B_T[N, K] in bf16 and D[M, N] in f32; K a multiple of 8."""
    if K % ALIGNED:
        raise ValueError(f"K={K}: this kernel takes a multiple of {ALIGNED}, the bf16 of 16 bytes")

    @kernel(
        in_specs=(Tile(M, K, bf16), Tile(N, K, bf16)),
        out_specs=(Tile(M, N, f32),),
        grid=(-(-N // COLUMNS), -(-M // ROWS)),
        block=(128, 1, 1),
        arch=arch,
    )
    def gemm(A, B_T, D):
        map_a = A.tma_desc(box=(ROWS, STEP), swizzle="128B")
        map_b = B_T.tma_desc(box=(COLUMNS, STEP), swizzle="128B")
        (pd,) = ptx.global_ptrs(D)
        tid = reg.from_(ptx.special.tid.x(), u32)
        first_row = reg.from_(ptx.special.ctaid.y(), u32) * ROWS
        first_column = reg.from_(ptx.special.ctaid.x(), u32) * COLUMNS
        ring_a = smem.alloc(bf16, (STAGES, ROWS, STEP), "128B")
        ring_b = smem.alloc(bf16, (STAGES, COLUMNS, STEP), "128B")
        base_a, base_b = reg.from_(ring_a, u32), reg.from_(ring_b, u32)
        full = ptx.mbarrier.array(smem.alloc(u32, (STAGES, 2)), 0, STAGES)
        leader = tid == 0

        def fill(stage, k):
            """Let the copies of one step start."""
            full.at(stage).arrive_expect_tx(BYTES_A + BYTES_B)
            for to, source, row, bytes_ in (
                (base_a, map_a, first_row, BYTES_A),
                (base_b, map_b, first_column, BYTES_B),
            ):
                ptx.cp.async_.bulk.tensor_2d(
                    dst=ptx.addr(to + stage * bytes_), src=source, coord=(k, row), mbar=full.at(stage)
                )

        with ptx.if_(leader):
            full.init_all(1)
            ptx.fence.mbarrier_init()
        ptx.bar.sync()
        steps = -(-K // STEP)
        with ptx.if_(leader):
            for step in range(min(STAGES, steps)):
                fill(reg.scalar(u32, init=step), step * STEP)

        acc = reg.wgmma_frag(m=ROWS, n=COLUMNS, dtype=f32)
        for value in acc:
            ptx.inst.mov.f32(value, 0.0)
        matrix_a, matrix_b = ptx.wgmma.masked_descriptor(base_a), ptx.wgmma.masked_descriptor(base_b)
        stage, phase = reg.scalar(u32, init=0), reg.scalar(u32, init=0)
        for k in ptx.range_(0, steps * STEP, STEP):
            full.at(stage).wait(phase)
            here_a, here_b = reg.scalar(matrix_a.dtype), reg.scalar(matrix_b.dtype)
            ptx.inst.mad.wide.u32(here_a, stage, BYTES_A >> 4, matrix_a)
            ptx.inst.mad.wide.u32(here_b, stage, BYTES_B >> 4, matrix_b)
            ptx.wgmma.fence()
            for part in range(STEP // 16):
                ptx.wgmma.mma_async(
                    shape=(ROWS, COLUMNS, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=acc,
                    a=here_a, b=here_b, scale_d=True, a_k_offset=32 * part, b_k_offset=32 * part,
                )  # fmt: skip
            ptx.wgmma.commit_group()
            ptx.wgmma.wait_group(0)
            ptx.bar.sync()
            ahead = k + STAGES * STEP
            with ptx.if_(leader & (ahead < steps * STEP)):
                fill(stage, ahead)
            ptx.inst.add.u32(stage, stage, 1)
            with ptx.if_(stage == STAGES):
                ptx.inst.mov.u32(stage, 0)
                ptx.inst.xor.b32(phase, phase, 1)

        lane = tid & 31
        row = first_row + ((tid >> 5) * 16 + (lane >> 2))
        column = first_column + (lane & 3) * 2
        vec = 2 if N % 2 == 0 else 1
        for half in range(2):
            y = row + 8 * half
            for j in range(COLUMNS // 8):
                for x_offset in range(0, 2, vec):
                    x = column + (8 * j + x_offset)
                    target = reg.scalar(pd.dtype)
                    ptx.inst.mad.wide.u32(target, y * N + x, 4, pd)
                    first = 4 * j + 2 * half + x_offset
                    ptx.st(f32, ptx.addr(target), acc[first : first + vec], vec=vec, pred=(y < M) & (x < N))
        ptx.ret()

    return gemm


def gemm_ref(a: np.ndarray, b_t: np.ndarray) -> np.ndarray:
    """Compute the reference in NumPy, in f64."""
    return a.astype(np.float64) @ b_t.astype(np.float64).T


def main(M: int = 256, N: int = 256, K: int = 256, *, arch: str = "sm_90a") -> None:
    """Run it once against the reference."""
    rng = np.random.default_rng(0)
    a = rng.uniform(-1, 1, (M, K)).astype(ml_dtypes.bfloat16)
    b_t = rng.uniform(-1, 1, (N, K)).astype(ml_dtypes.bfloat16)
    trial(build_gemm(M, N, K, arch=arch), (a, b_t), expected=gemm_ref(a, b_t), tolerance=1e-4)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
