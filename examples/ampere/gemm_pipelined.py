"""GEMM on tensor cores, step two: tiles staged in shared memory by `cp.async`, read with `ldmatrix`.

A CTA of eight warps computes 128 x 128 of D in steps of 32 along K. While the warps multiply one stage,
the next one is being copied. Rows of shared memory are 80 bytes apart, so that the eight rows an `ldmatrix`
reads at once lie in different banks. Step three is `gemm_highperf_ampere.py`.
"""

from __future__ import annotations

import sys

import ml_dtypes
import numpy as np

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.kernel import Kernel
from pyptx.runtime import trial
from pyptx.types import b32, bf16, f32, u32

TILE = 128
STEP = 32
PITCH = STEP + 8
CHUNK = 8
STAGE_BYTES = TILE * PITCH * 2


def build_gemm_pipelined(M: int, N: int, K: int, *, arch: str = "sm_80") -> Kernel:
    """Build `D = A @ B_T.T` for A[M, K], B_T[N, K] in bf16 and D[M, N] in f32; K a multiple of 8."""
    if K % CHUNK:
        raise ValueError(f"K={K}: this kernel takes a multiple of {CHUNK}, the bf16 of one 16-byte copy")

    @kernel(
        in_specs=(Tile(M, K, bf16), Tile(N, K, bf16)),
        out_specs=(Tile(M, N, f32),),
        grid=(-(-N // TILE), -(-M // TILE)),
        block=(256, 1, 1),
        arch=arch,
    )
    def gemm_pipelined(A, B_T, D):
        pa, pb, pd = ptx.global_ptrs(A, B_T, D)
        tid = reg.from_(ptx.special.tid.x(), u32)
        warp, lane = tid >> 5, tid & 31
        first_row = reg.from_(ptx.special.ctaid.y(), u32) * TILE
        first_column = reg.from_(ptx.special.ctaid.x(), u32) * TILE
        stages_a = smem.alloc(bf16, (2, TILE, PITCH))
        stages_b = smem.alloc(bf16, (2, TILE, PITCH))
        base_a, base_b = reg.from_(stages_a, u32), reg.from_(stages_b, u32)

        # A thread copies the chunk of 16 bytes at (line, chunk) and the one 64 lines further down.
        line, chunk = tid >> 2, (tid & 3) * CHUNK
        slot = line * (PITCH * 2) + chunk * 2

        def source(base, first, half, last):
            pointer = reg.scalar(base.dtype)
            ptx.inst.mad.wide.u32(pointer, (first + line + 64 * half).min(last) * K + chunk, 2, base)
            return pointer

        copies = [
            (base, source(pointer, first, half, last), half * 64 * PITCH * 2)
            for base, pointer, first, last in (
                (base_a, pa, first_row, M - 1),
                (base_b, pb, first_column, N - 1),
            )
            for half in range(2)
        ]
        write, read = reg.scalar(u32, init=0), reg.scalar(u32, init=0)

        def copy_stage():
            """Bring in the next step along K; columns past the end are zeros."""
            inside = chunk < K
            size = reg.scalar(u32)
            ptx.selp(u32, size, 16, 0, inside)
            for base, pointer, offset in copies:
                target = ptx.addr(base + slot + write, offset)
                ptx.inst.cp.async_.cg.shared.global_(target, ptx.addr(pointer), 16, size)
                pointer += 2 * STEP
            ptx.cp.async_.commit_group()
            ptx.inst.add.u32(chunk, chunk, STEP)
            ptx.inst.xor.b32(write, write, STAGE_BYTES)

        # The warps cover the tile 2 x 4; each computes 64 x 32.
        warp_row, warp_column = (warp >> 2) * 64, (warp & 3) * 32
        lane_a = (warp_row + (lane & 15)) * (PITCH * 2) + (lane >> 4) * 16
        lane_b = (warp_column + (lane & 7) + (lane >> 4) * 8) * (PITCH * 2) + ((lane >> 3) & 1) * 16
        acc = [[reg.array(f32, 4) for _ in range(4)] for _ in range(4)]
        for fragment in (fragment for tiles in acc for fragment in tiles):
            for value in fragment:
                ptx.inst.mov.f32(value, 0.0)
        a = [reg.array(b32, 4) for _ in range(4)]
        b = [reg.array(b32, 4) for _ in range(2)]

        copy_stage()
        for k in ptx.range_(0, K, STEP):
            ptx.cp.async_.wait_all()
            ptx.bar.sync()
            with ptx.if_(k + STEP < K):
                copy_stage()
            from_a, from_b = base_a + read + lane_a, base_b + read + lane_b
            for step in range(STEP // 16):
                for i, fragment in enumerate(a):
                    ptx.ldmatrix(dst=fragment, src=ptx.addr(from_a, i * 16 * PITCH * 2 + step * 32))
                for j, fragment in enumerate(b):
                    ptx.ldmatrix(dst=fragment, src=ptx.addr(from_b, j * 16 * PITCH * 2 + step * 32))
                for i in range(4):
                    for j in range(4):
                        ptx.mma.sync(
                            shape=(16, 8, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, dtype_c=f32,
                            d=acc[i][j], a=a[i], b=b[j // 2][j % 2 * 2 : j % 2 * 2 + 2], c=acc[i][j],
                        )  # fmt: skip
            ptx.inst.xor.b32(read, read, STAGE_BYTES)

        vec = 2 if N % 2 == 0 else 1
        row = first_row + warp_row + (lane >> 2)
        column = first_column + warp_column + (lane & 3) * 2
        for i in range(4):
            for half in range(2):
                y = row + (16 * i + 8 * half)
                for j in range(4):
                    for step in range(0, 2, vec):
                        x = column + (8 * j + step)
                        target = reg.scalar(pd.dtype)
                        ptx.inst.mad.wide.u32(target, y * N + x, 4, pd)
                        values = acc[i][j][2 * half + step : 2 * half + step + vec]
                        ptx.st(f32, ptx.addr(target), values, vec=vec, pred=(y < M) & (x < N))
        ptx.ret()

    return gemm_pipelined


def gemm_ref(a: np.ndarray, b_t: np.ndarray) -> np.ndarray:
    """Compute the reference in NumPy, in f64."""
    return a.astype(np.float64) @ b_t.astype(np.float64).T


def main(M: int = 256, N: int = 256, K: int = 256, *, arch: str = "sm_80") -> None:
    """Run it once against the reference."""
    rng = np.random.default_rng(0)
    a = rng.uniform(-1, 1, (M, K)).astype(ml_dtypes.bfloat16)
    b_t = rng.uniform(-1, 1, (N, K)).astype(ml_dtypes.bfloat16)
    trial(build_gemm_pipelined(M, N, K, arch=arch), (a, b_t), expected=gemm_ref(a, b_t), tolerance=1e-4)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
