"""GEMM on tensor cores, step three: four stages in flight, an XOR swizzle, fragments loaded ahead.

A CTA of eight warps computes 128 x 128 of D in steps of 32 along K.

* Four stages of shared memory: three are being copied while one is multiplied.
* A row of a stage is 64 bytes, four chunks of 16. Chunk `c` of row `r` lies at `c ^ (r >> 1 & 3)`: the
  eight rows of an `ldmatrix` then touch every bank once, and no byte is spent on padding.
* Two sets of fragments: while the tensor cores work on one, `ldmatrix` fills the other, across the edge of
  a stage too.

Copies past the end of K have size zero, which writes zeros and reads nothing, so the loop has no branch
but its own.
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
STAGES = 4
CHUNK = 8
ROW_BYTES = STEP * 2
STAGE_BYTES = TILE * ROW_BYTES
RING_BYTES = STAGES * STAGE_BYTES


def build_gemm_highperf(M: int, N: int, K: int, *, arch: str = "sm_80") -> Kernel:
    """Build `D = A @ B_T.T` for A[M, K], B_T[N, K] in bf16 and D[M, N] in f32; K a multiple of 8."""
    if K % CHUNK:
        raise ValueError(f"K={K}: this kernel takes a multiple of {CHUNK}, the bf16 of one 16-byte copy")

    @kernel(
        in_specs=(Tile(M, K, bf16), Tile(N, K, bf16)),
        out_specs=(Tile(M, N, f32),),
        grid=(-(-N // TILE), -(-M // TILE)),
        block=(256, 1, 1),
        smem=2 * RING_BYTES,
        arch=arch,
    )
    def gemm_highperf(A, B_T, D):
        pa, pb, pd = ptx.global_ptrs(A, B_T, D)
        tid = reg.from_(ptx.special.tid.x(), u32)
        warp, lane = tid >> 5, tid & 31
        first_row = reg.from_(ptx.special.ctaid.y(), u32) * TILE
        first_column = reg.from_(ptx.special.ctaid.x(), u32) * TILE
        ring_a = smem.alloc(bf16, (STAGES, TILE, STEP))
        ring_b = smem.alloc(bf16, (STAGES, TILE, STEP))
        base_a, base_b = reg.from_(ring_a, u32), reg.from_(ring_b, u32)

        # A thread copies the chunk at (line, tid & 3) and the one 64 lines down, which swizzles alike.
        line = tid >> 2
        slot = line * ROW_BYTES + (((tid & 3) ^ ((line >> 1) & 3)) << 4)
        k = (tid & 3) * CHUNK

        def source(base, first, half, last):
            pointer = reg.scalar(base.dtype)
            ptx.inst.mad.wide.u32(pointer, (first + line + 64 * half).min(last) * K + k, 2, base)
            return pointer

        copies = [
            (base + slot, source(pointer, first, half, last), half * 64 * ROW_BYTES)
            for base, pointer, first, last in (
                (base_a, pa, first_row, M - 1),
                (base_b, pb, first_column, N - 1),
            )
            for half in range(2)
        ]
        write = reg.scalar(u32, init=0)

        def copy_stage():
            """Bring in the next step along K and commit it as one group."""
            size = reg.scalar(u32)
            ptx.selp(u32, size, 16, 0, k < K)
            for target, pointer, offset in copies:
                ptx.inst.cp.async_.cg.shared.global_(
                    ptx.addr(target + write, offset), ptx.addr(pointer), 16, size
                )
                pointer += 2 * STEP
            ptx.cp.async_.commit_group()
            ptx.inst.add.u32(k, k, STEP)
            ptx.inst.add.u32(write, write, STAGE_BYTES)
            ptx.inst.and_.b32(write, write, RING_BYTES - 1)

        # Warps stand 2 x 4 on the tile; each computes 64 x 32. Rows a multiple of 16 apart swizzle alike.
        warp_row, warp_column = (warp >> 2) * 64, (warp & 3) * 32
        line_a = lane & 15
        line_b = (lane & 7) + (lane >> 4) * 8
        rows_a = base_a + (warp_row + line_a) * ROW_BYTES
        rows_b = base_b + (warp_column + line_b) * ROW_BYTES
        chunks_a = [(((lane >> 4) + 2 * step) ^ ((line_a >> 1) & 3)) << 4 for step in range(2)]
        chunks_b = [((((lane >> 3) & 1) + 2 * step) ^ ((line_b >> 1) & 3)) << 4 for step in range(2)]
        read = reg.scalar(u32, init=0)
        a = [[reg.array(b32, 4) for _ in range(4)] for _ in range(2)]
        b = [[reg.array(b32, 4) for _ in range(2)] for _ in range(2)]

        def load_fragments(step):
            """Fill the set of fragments that `step` multiplies."""
            from_a, from_b = rows_a + chunks_a[step] + read, rows_b + chunks_b[step] + read
            for i, fragment in enumerate(a[step]):
                ptx.ldmatrix(dst=fragment, src=ptx.addr(from_a, i * 16 * ROW_BYTES))
            for j, fragment in enumerate(b[step]):
                ptx.ldmatrix(dst=fragment, src=ptx.addr(from_b, j * 16 * ROW_BYTES))

        acc = [[reg.array(f32, 4) for _ in range(4)] for _ in range(4)]
        for fragment in (fragment for tiles in acc for fragment in tiles):
            for value in fragment:
                ptx.inst.mov.f32(value, 0.0)

        def multiply(step):
            for i in range(4):
                for j in range(4):
                    ptx.mma.sync(
                        shape=(16, 8, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, dtype_c=f32,
                        d=acc[i][j], a=a[step][i], b=b[step][j // 2][j % 2 * 2 : j % 2 * 2 + 2], c=acc[i][j],
                    )  # fmt: skip

        for _ in range(STAGES - 1):
            copy_stage()
        ptx.cp.async_.wait_group(STAGES - 2)
        ptx.bar.sync()
        load_fragments(0)
        for _ in ptx.range_(0, K, STEP):
            load_fragments(1)
            copy_stage()
            multiply(0)
            ptx.inst.add.u32(read, read, STAGE_BYTES)
            ptx.inst.and_.b32(read, read, RING_BYTES - 1)
            ptx.cp.async_.wait_group(STAGES - 2)
            ptx.bar.sync()
            load_fragments(0)
            multiply(1)

        vec = 2 if N % 2 == 0 else 1
        row = first_row + warp_row + (lane >> 2)
        column = first_column + warp_column + (lane & 3) * 2
        for i in range(4):
            for half in range(2):
                y = row + (16 * i + 8 * half)
                for j in range(4):
                    for x_offset in range(0, 2, vec):
                        x = column + (8 * j + x_offset)
                        target = reg.scalar(pd.dtype)
                        ptx.inst.mad.wide.u32(target, y * N + x, 4, pd)
                        values = acc[i][j][2 * half + x_offset : 2 * half + x_offset + vec]
                        ptx.st(f32, ptx.addr(target), values, vec=vec, pred=(y < M) & (x < N))
        ptx.ret()

    return gemm_highperf


def gemm_ref(a: np.ndarray, b_t: np.ndarray) -> np.ndarray:
    """The same in NumPy, in f64."""
    return a.astype(np.float64) @ b_t.astype(np.float64).T


def main(M: int = 256, N: int = 256, K: int = 256, *, arch: str = "sm_80") -> None:
    """Run it once against the reference."""
    rng = np.random.default_rng(0)
    a = rng.uniform(-1, 1, (M, K)).astype(ml_dtypes.bfloat16)
    b_t = rng.uniform(-1, 1, (N, K)).astype(ml_dtypes.bfloat16)
    trial(build_gemm_highperf(M, N, K, arch=arch), (a, b_t), expected=gemm_ref(a, b_t), tolerance=1e-4)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
