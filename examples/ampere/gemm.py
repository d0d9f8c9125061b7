"""GEMM on tensor cores, step one: `mma.sync` with operands from global memory.

A CTA of four warps computes a 64 x 64 tile of D, a warp 32 x 32 of it as 2 x 4 `m16n8k16` fragments. Every
lane loads the pairs of bf16 of its fragments (manual section 9.7.15.5.8). Nothing is staged in shared
memory: every warp reads its operands through the caches. Step two is `gemm_pipelined.py`.
"""

from __future__ import annotations

import sys

import ml_dtypes
import numpy as np

from pyptx import Tile, kernel, ptx, reg
from pyptx.kernel import Kernel
from pyptx.runtime import trial
from pyptx.types import b32, bf16, f32, u32

TILE = 64
WARP_TILE = 32
STEP = 16


def build_gemm(M: int, N: int, K: int, *, arch: str = "sm_80") -> Kernel:
    """Build `D = A @ B_T.T` for A[M, K], B_T[N, K] in bf16 and D[M, N] in f32; K a multiple of 16."""
    if K % STEP:
        raise ValueError(f"K={K}: this kernel takes a multiple of {STEP}")

    @kernel(
        in_specs=(Tile(M, K, bf16), Tile(N, K, bf16)),
        out_specs=(Tile(M, N, f32),),
        grid=(-(-N // TILE), -(-M // TILE)),
        block=(128, 1, 1),
        arch=arch,
    )
    def gemm(A, B_T, D):
        pa, pb, pd = ptx.global_ptrs(A, B_T, D)
        tid = reg.from_(ptx.special.tid.x(), u32)
        warp, lane = tid >> 5, tid & 31
        group, pair = lane >> 2, (lane & 3) * 2
        row = reg.from_(ptx.special.ctaid.y(), u32) * TILE + (warp >> 1) * WARP_TILE + group
        column = reg.from_(ptx.special.ctaid.x(), u32) * TILE + (warp & 1) * WARP_TILE

        def line(base, index, last):
            """Return the address of this lane's pairs in a line; lines past the edge repeat the last one."""
            pointer = reg.scalar(base.dtype)
            ptx.inst.mad.wide.u32(pointer, index.min(last) * K + pair, 2, base)
            return pointer

        a_lines = [line(pa, row + 8 * i, M - 1) for i in range(WARP_TILE // 8)]
        b_lines = [line(pb, column + group + 8 * i, N - 1) for i in range(WARP_TILE // 8)]
        acc = [[reg.array(f32, 4) for _ in range(4)] for _ in range(2)]
        for fragment in (fragment for tiles in acc for fragment in tiles):
            for value in fragment:
                ptx.inst.mov.f32(value, 0.0)

        a = [reg.array(b32, 4) for _ in range(2)]
        b = [reg.array(b32, 2) for _ in range(4)]
        for _ in ptx.range_(0, K, STEP):
            for i, tile in enumerate(a):
                for j, value in enumerate(tile):
                    ptx.inst.ld.global_.b32(value, ptx.addr(a_lines[2 * i + j % 2], j // 2 * 16))
            for tile, pointer in zip(b, b_lines, strict=True):
                for j, value in enumerate(tile):
                    ptx.inst.ld.global_.b32(value, ptx.addr(pointer, j * 16))
            for i in range(2):
                for j in range(4):
                    ptx.mma.sync(
                        shape=(16, 8, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, dtype_c=f32,
                        d=acc[i][j], a=a[i], b=b[j], c=acc[i][j],
                    )  # fmt: skip
            for pointer in (*a_lines, *b_lines):
                pointer += 2 * STEP

        vec = 2 if N % 2 == 0 else 1
        for i in range(2):
            for half in range(2):
                y = row + (16 * i + 8 * half)
                for j in range(4):
                    for k in range(0, 2, vec):
                        x = column + pair + (8 * j + k)
                        target = reg.scalar(pd.dtype)
                        ptx.inst.mad.wide.u32(target, y * N + x, 4, pd)
                        values = acc[i][j][2 * half + k : 2 * half + k + vec]
                        ptx.st(f32, ptx.addr(target), values, vec=vec, pred=(y < M) & (x < N))
        ptx.ret()

    return gemm


def gemm_ref(a: np.ndarray, b_t: np.ndarray) -> np.ndarray:
    """Compute the reference in NumPy, in f64."""
    return a.astype(np.float64) @ b_t.astype(np.float64).T


def main(M: int = 256, N: int = 256, K: int = 256, *, arch: str = "sm_80") -> None:
    """Run it once against the reference."""
    rng = np.random.default_rng(0)
    a = rng.uniform(-1, 1, (M, K)).astype(ml_dtypes.bfloat16)
    b_t = rng.uniform(-1, 1, (N, K)).astype(ml_dtypes.bfloat16)
    trial(build_gemm(M, N, K, arch=arch), (a, b_t), expected=gemm_ref(a, b_t), tolerance=1e-4)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
