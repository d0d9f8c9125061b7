"""Grouped GEMM on Hopper: rows of A are sorted by group, and each group has a matrix B of its own.

As in a mixture of experts, the number of rows of a group is known only on the GPU, and no group is padded.
CTAs are persistent, as in `gemm_persistent.py`; a tile is 128 x 128 of D and belongs to one group.

* Producer and consumers walk the same list: the groups in order, and every n-th of their tiles, where n is
  the number of CTAs. Both read the ends of the groups, and exchange no tile numbers.
* One tensor map covers the matrices B of all groups, in three dimensions: columns of a tile past those of
  its group are loaded as zeros. Rows past its own belong to the next group; their results are unused.
* A tensor copy would store those rows too. Instead a warp writes its 16 rows of D to shared memory with
  `stmatrix`, and reads them again row by row, to store only the rows of the group, 16 adjacent bytes a lane.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import ml_dtypes
import numpy as np

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.kernel import Kernel
from pyptx.runtime import trial
from pyptx.types import b32, bf16, f32, s32, u32

ROWS, COLUMNS, STEP = 128, 128, 64
STAGES = 5
CONSUMERS = 2
PANEL = 64
SMS = 132
BYTES_A, BYTES_B = ROWS * STEP * 2, COLUMNS * STEP * 2
PANEL_BYTES = 16 * PANEL * 2
ALIGNED = 8
PRODUCER_REGISTERS, CONSUMER_REGISTERS = 40, 232


def build_gemm_grouped(
    rows: int, groups: int, N: int, K: int, *, sms: int = SMS, arch: str = "sm_90a"
) -> Kernel:
    """Build `D[ends[g - 1] : ends[g]] = A[ends[g - 1] : ends[g]] @ B_T[g].T` for each group g.

    A has the shape (rows, K), B_T (groups, N, K), D (rows, N), all in bf16; N and K are multiples of 8.
    `ends` has a 32-bit number for each group, in ascending order: where its rows end. Rows past the last end
    are not written.

    Args:
        rows: Rows of A and D.
        groups: Matrices in B_T.
        N: Columns of D.
        K: What is summed over.
        sms: Multiprocessors of the GPU: as many CTAs are launched.
        arch: Target.
    """
    for name, size in (("N", N), ("K", K)):
        if size % ALIGNED:
            raise ValueError(
                f"{name}={size}: this kernel takes a multiple of {ALIGNED}, the bf16 of 16 bytes"
            )
    steps = -(-K // STEP)
    wide = -(-N // COLUMNS)

    @kernel(
        in_specs=(Tile(rows, K, bf16), Tile(groups, N, K, bf16), Tile(groups, s32)),
        out_specs=(Tile(rows, N, bf16),),
        grid=(sms,),
        block=(128 * (1 + CONSUMERS), 1, 1),
        arch=arch,
    )
    def gemm_grouped(A, B_T, Ends, D):
        map_a = A.tma_desc(box=(ROWS, STEP), swizzle="128B")
        map_b = B_T.tma_desc(box=(1, COLUMNS, STEP), swizzle="128B")
        ends, pd = ptx.global_ptrs(Ends, D)
        tid = reg.from_(ptx.special.tid.x(), u32)
        ring_a = smem.alloc(bf16, (STAGES, ROWS, STEP), "128B")
        ring_b = smem.alloc(bf16, (STAGES, COLUMNS, STEP), "128B")
        panels = smem.alloc(bf16, (4 * CONSUMERS, COLUMNS // PANEL, 16, PANEL), "128B")
        base_a, base_b, base_d = (reg.from_(array, u32) for array in (ring_a, ring_b, panels))
        barriers = smem.alloc(u32, (2 * STAGES, 2))
        full = ptx.mbarrier.array(barriers, 0, STAGES)
        empty = ptx.mbarrier.array(barriers, 8 * STAGES, STAGES)
        warpgroup = reg.scalar(u32)
        ptx.inst.shfl.sync.idx.b32(warpgroup, tid >> 7, 0, 31, 0xFFFFFFFF)

        with ptx.if_(tid == 0):
            full.init_all(1)
            empty.init_all(CONSUMERS)
            ptx.fence.mbarrier_init()
        ptx.bar.sync()

        def for_each_tile(work):
            """Trace `work(group, row, column, end)` for the tiles of this CTA."""
            tile = reg.from_(ptx.special.ctaid.x(), u32)
            begin, end = reg.scalar(u32, init=0), reg.scalar(u32)
            for group in ptx.range_(reg.scalar(u32, init=0), groups):
                place = reg.scalar(ends.dtype)
                ptx.inst.mad.wide.u32(place, group, 4, ends)
                ptx.inst.ld.global_.u32(end, ptx.addr(place))
                tiles = (end - begin + (ROWS - 1)) // ROWS * wide
                for mine in ptx.range_(tile, tiles, sms):
                    work(group, begin + mine // wide * ROWS, mine % wide * COLUMNS, end)
                # `mine` is the first tile that was not of this group
                ptx.inst.sub.u32(tile, mine, tiles)  # pyptx: fixed
                ptx.inst.mov.u32(begin, end)

        def produce():
            """Fill the stages, tile after tile."""
            ptx.setmaxnreg_dec(PRODUCER_REGISTERS)
            turns = ptx.pipeline(STAGES)

            def load(group, row, column, _end):
                for k in ptx.range_(0, steps * STEP, STEP):
                    stage, phase = turns.advance()
                    empty.at(stage).wait(phase ^ 1)
                    full.at(stage).arrive_expect_tx(BYTES_A + BYTES_B)
                    ptx.cp.async_.bulk.tensor_2d(
                        dst=ptx.addr(base_a + stage * BYTES_A), src=map_a, coord=(k, row), mbar=full.at(stage)
                    )
                    ptx.cp.async_.bulk.tensor_3d(
                        dst=ptx.addr(base_b + stage * BYTES_B),
                        src=map_b,
                        coord=(k, column, group),
                        mbar=full.at(stage),
                    )

            with ptx.if_(tid == 0):
                for_each_tile(load)

        def consume():
            """Multiply the stages as they come; store after each tile."""
            ptx.setmaxnreg_inc(CONSUMER_REGISTERS)
            turns = ptx.pipeline(STAGES)
            acc = reg.wgmma_frag(m=64, n=COLUMNS, dtype=f32)
            thread, lane = tid & 127, tid & 31
            half = (warpgroup - 1) * 64
            matrix_a = ptx.wgmma.masked_descriptor(base_a + half * (STEP * 2))
            matrix_b = ptx.wgmma.masked_descriptor(base_b)
            done = reg.scalar(u32, init=0)
            first_line = half + (thread >> 5) * 16
            mine = base_d + ((tid >> 5) - 4) * (COLUMNS // PANEL * PANEL_BYTES)

            def release():
                """One thread tells that this warpgroup is done with a stage."""
                with ptx.if_(thread == 0):
                    empty.at(done).arrive()

            def place(line, chunk):
                """Return the address of 16 bytes in a row of a panel."""
                return mine + line * (PANEL * 2) + ((chunk ^ (line & 7)) << 4)

            def store(row, column, end):
                """Round the accumulator, and store the rows of this warp that are of the group."""
                for part in range(COLUMNS // 16):
                    panel, offset = divmod(part * 16, PANEL)
                    rounded = reg.array(b32, 4)
                    for i, pair in enumerate(rounded):
                        ptx.inst.cvt.rn.bf16x2.f32(pair, acc[8 * part + 2 * i + 1], acc[8 * part + 2 * i])
                    there = place(lane & 15, (lane >> 4) + offset // 8)
                    ptx.stmatrix(smem=ptx.addr(there, panel * PANEL_BYTES), regs=rounded)
                ptx.bar.warp.sync(0xFFFFFFFF)
                for panel in range(COLUMNS // PANEL):
                    for four in range(0, 16, 4):
                        line, chunk = (lane >> 3) + four, lane & 7
                        y, x = row + first_line + line, column + (chunk * 8 + panel * PANEL)
                        values, target = reg.array(b32, 4), reg.scalar(pd.dtype)
                        ptx.ld(b32, values, ptx.addr(place(line, chunk), panel * PANEL_BYTES), space="shared")
                        ptx.inst.mad.wide.u32(target, y * N + x, 2, pd)
                        ptx.st(b32, ptx.addr(target), values, pred=(y < end) & (x < N))
                ptx.bar.warp.sync(0xFFFFFFFF)

            def multiply(_group, row, column, end):
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
                store(row, column, end)

            for_each_tile(multiply)

        with ptx.if_(warpgroup == 0):
            produce()
        with ptx.else_():
            consume()
        ptx.ret()

    return gemm_grouped


def gemm_grouped_ref(a: np.ndarray, b_t: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """The same in NumPy, in f64."""
    parts = np.split(a.astype(np.float64), ends[:-1])
    return np.concatenate([part @ b.astype(np.float64).T for part, b in zip(parts, b_t, strict=True)])


def main(
    N: int = 256, K: int = 128, *sizes: int, arch: str = "sm_90a",
    build: Callable[..., Kernel] = build_gemm_grouped,
) -> None:  # fmt: skip
    """Run it once against the reference; `sizes` are the rows of the groups."""
    ends = np.cumsum(sizes or (100, 0, 300, 17), dtype=np.int32)
    rows, groups = int(ends[-1]), len(ends)
    rng = np.random.default_rng(0)
    a = rng.uniform(-1, 1, (rows, K)).astype(ml_dtypes.bfloat16)
    b_t = rng.uniform(-1, 1, (groups, N, K)).astype(ml_dtypes.bfloat16)
    made = build(rows, groups, N, K, sms=4, arch=arch)
    trial(made, (a, b_t, ends), expected=gemm_grouped_ref(a, b_t, ends), tolerance=4e-3)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
