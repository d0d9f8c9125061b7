"""GEMM on Blackwell: tensor memory, one issuing thread, and an epilogue that overlaps the next tile.

A CTA has six warps. Warp 4 starts the tensor copies, warp 5 issues the products, warps 0 to 3 store.

* `tcgen05.mma` reads both matrices from shared memory and adds into tensor memory, so one thread issues the
  products of a whole CTA and no register holds an accumulator.
* Tensor memory holds two accumulators of 128 lanes and 256 columns. While warps 0 to 3 store one tile, warp 5
  multiplies the next tile into the other accumulator.
* Each ring has two mbarriers per stage. `full` counts the bytes of the copies, `empty` gets the arrival of
  `tcgen05.commit`. The barriers `ready` and `drained` do the same for the accumulators.
* Warp w of the epilogue reads lanes 32 w to 32 w + 31 of tensor memory: 32 rows of the tile. It converts one
  panel of 128 bytes a row at a time into shared memory and starts the copy of the panel to D.
* `build_gemm_2sm` gives a tile of 256 x 256 to a pair of CTAs. Each CTA copies its 128 rows of A and half of
  the rows of B_T, and the leader issues one `tcgen05.mma.cta_group::2` for both: an SM reads 8 KB of shared
  memory per product instead of 12 KB.
"""

from __future__ import annotations

import sys

import ml_dtypes
import numpy as np

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.kernel import Kernel
from pyptx.runtime import trial
from pyptx.types import PtxType, b32, bf16, f32, u32

ROWS, COLUMNS, STEP = 128, 256, 64
K_OF_MMA = 16
PANEL_BYTES = 128
EPILOGUE_WARPS = 4
COPY_WARP, MMA_WARP = 4, 5
ACCUMULATORS = 2
SMS = 148
BAND = 8
ALIGNED_BYTES = 16


def build_gemm(M: int, N: int, K: int, *, stages: int = 4, out: PtxType = bf16, sms: int = SMS,
               arch: str = "sm_100a") -> Kernel:  # fmt: skip
    """Build `D = A @ B_T.T` for A[M, K] and B_T[N, K] in bf16, with one CTA per tile of 128 x 256.

    Args:
        M: Rows of A and D.
        N: Rows of B_T, columns of D; D's rows are a multiple of 16 bytes.
        K: Columns of A and B_T, a multiple of 8.
        stages: Stages of the ring: 48 KB of shared memory each, at most 4.
        out: Element type of D: bf16, f16 or f32.
        sms: Multiprocessors of the GPU; as many CTAs are launched, or fewer for fewer tiles.
        arch: Target.

    Raises:
        ValueError: A size is not a multiple of what a tensor copy needs.
    """
    return _build(M, N, K, ctas=1, stages=stages, out=out, sms=sms, arch=arch)


def build_gemm_2sm(M: int, N: int, K: int, *, stages: int = 6, out: PtxType = bf16, sms: int = SMS,
                   arch: str = "sm_100a") -> Kernel:  # fmt: skip
    """Build the same product with a pair of CTAs per tile of 256 x 256; a stage takes 32 KB in each CTA."""
    return _build(M, N, K, ctas=2, stages=stages, out=out, sms=sms, arch=arch)


def _build(M: int, N: int, K: int, *, ctas: int, stages: int, out: PtxType, sms: int, arch: str) -> Kernel:
    for name, size, bits in (("K", K, bf16.bits), ("N", N, out.bits)):
        if size * bits % (8 * ALIGNED_BYTES):
            multiple = 8 * ALIGNED_BYTES // bits
            raise ValueError(f"{name}={size}: tensor copies take rows of 16 bytes, a multiple of {multiple}")
    pair = ctas == 2
    scope = "cluster" if pair else None
    columns_b = COLUMNS // ctas
    bytes_a, bytes_b = ROWS * STEP * bf16.bytes, columns_b * STEP * bf16.bytes
    panel = PANEL_BYTES // out.bytes
    steps = -(-K // STEP)
    rounds, rest = divmod(steps, stages)
    high, wide = -(-M // (ROWS * ctas)), -(-N // COLUMNS)
    clusters = min(sms // ctas, high * wide)
    shape = ptx.tcgen05.make_instr_desc("f16", m=ROWS * ctas, n=COLUMNS, a=bf16, d=f32, cta_group=ctas)

    @kernel(
        in_specs=(Tile(M, K, bf16), Tile(N, K, bf16)),
        out_specs=(Tile(M, N, out),),
        grid=(clusters * ctas,),
        block=(32 * (EPILOGUE_WARPS + 2), 1, 1),
        cluster=(ctas, 1, 1),
        arch=arch,
    )
    def gemm_highperf_blackwell(A, B_T, D):
        map_a = A.tma_desc(box=(ROWS, STEP), swizzle="128B")
        map_b = B_T.tma_desc(box=(columns_b, STEP), swizzle="128B")
        map_d = D.tma_desc(box=(32, panel), swizzle="128B")
        tid = reg.from_(ptx.special.tid.x(), u32)
        lane = tid & 31
        rank = reg.from_(ptx.special.cluster_ctarank(), u32)
        cluster = reg.from_(ptx.special.clusterid.x(), u32)
        leads = rank == 0
        warp = reg.scalar(u32)
        ptx.inst.shfl.sync.idx.b32(warp, tid >> 5, 0, 31, 0xFFFFFFFF)

        ring_a = smem.alloc(bf16, (stages, ROWS, STEP), "128B")
        ring_b = smem.alloc(bf16, (stages, columns_b, STEP), "128B")
        panels = smem.alloc(out, (EPILOGUE_WARPS, 2, 32, panel), "128B")
        address = smem.alloc(b32, (1,))
        base_a = reg.from_(ring_a, u32)
        full, empty, ready, drained = (
            ptx.mbarrier.array(smem.mbarrier(count), 0, count)
            for count in (stages, stages, ACCUMULATORS, ACCUMULATORS)
        )

        def meet():
            """Wait for every thread of the CTA, or of the pair."""
            if pair:
                ptx.cluster.sync()
            else:
                ptx.bar.sync(0)

        with ptx.if_(tid == 0):
            full.init_all(1)
            empty.init_all(1)
            ready.init_all(1)
            drained.init_all(EPILOGUE_WARPS * ctas)
            ptx.fence.mbarrier_init()
        with ptx.if_(warp == MMA_WARP):
            ptx.tcgen05.alloc(address, ACCUMULATORS * COLUMNS, cta_group=ctas)
            ptx.tcgen05.relinquish_alloc_permit(cta_group=ctas)
        ptx.tcgen05.fence_before_thread_sync()
        meet()
        ptx.tcgen05.fence_after_thread_sync()
        accumulators = address[0]

        def corner(tile):
            """First row of the part of a tile that is this CTA's, and first column of the tile."""
            above = tile // (BAND * wide) * BAND
            band = tile % (BAND * wide)
            rows = (high - above).min(BAND)
            return ((above + band % rows) * ctas + rank) * ROWS, band // rows * COLUMNS

        def walk(parities, act):
            """Call `act` for each step of a tile: whole rounds of the ring in a loop, then the rest.

            Every tile starts at stage 0, so that the addresses in a round are constants. Stages below `rest`
            complete a phase more than the others do: each group has its own parity.

            Args:
                parities: Registers with the parity of the stages below `rest`, and of the others.
                act: Called with the stage, its parity, the first column, and a predicate or a constant:
                    whether an earlier step of the tile exists.
            """
            if rounds:
                for first in ptx.range_(0, rounds * stages * STEP, stages * STEP):
                    for stage in range(stages):
                        act(stage, parities[stage >= rest], first + stage * STEP, stage > 0 or first > 0)
                    for parity in parities:
                        ptx.inst.xor.b32(parity, parity, 1)
            for stage in range(rest):
                act(stage, parities[0], (rounds * stages + stage) * STEP, rounds > 0 or stage > 0)
            if rest:
                ptx.inst.xor.b32(parities[0], parities[0], 1)

        def copy():
            """Fill the stages, tile after tile; then wait until every stage has been read."""
            parities = [reg.scalar(u32, init=1) for _ in range(2)]
            signalled = full
            if pair:
                signalled = ptx.mbarrier.array(ptx.cluster.map_shared_u32(full[0], 0), 0, stages)
            for tile in ptx.range_(cluster, high * wide, clusters):
                row, column = corner(tile)
                column_b = column + rank * columns_b

                def fill(stage, parity, k, _, row=row, column=column_b):
                    empty[stage].wait(parity)
                    full[stage].arrive_expect_tx(ctas * (bytes_a + bytes_b), pred=leads if pair else None)
                    for ring, tensor, start in ((ring_a, map_a, row), (ring_b, map_b, column)):
                        ptx.cp.async_.bulk.tensor_2d(
                            dst=ring[stage],
                            src=tensor,
                            coord=(k, start),
                            mbar=signalled[stage],
                            cta_group=ctas,
                        )

                walk(parities, fill)
            for stage in range(min(stages, steps)):
                empty[stage].wait(parities[stage >= rest])

        def multiply():
            """Issue the products of the CTA, or of the pair."""
            parities = [reg.scalar(u32, init=0) for _ in range(2)]
            matrices = ptx.tcgen05.masked_descriptor(base_a)
            turns = ptx.pipeline(ACCUMULATORS)
            with ptx.if_(ptx.elect()):
                for _ in ptx.range_(cluster, high * wide, clusters):
                    turn, parity = turns.advance()
                    drained.at(turn).wait(parity ^ 1, scope=scope)
                    ptx.tcgen05.fence_after_thread_sync()
                    accumulator = accumulators + turn * COLUMNS

                    def issue(stage, parity, _, later, accumulator=accumulator):
                        full[stage].wait(parity)
                        ptx.tcgen05.fence_after_thread_sync()
                        for part in range(STEP // K_OF_MMA):
                            step = part * K_OF_MMA * bf16.bytes
                            a = matrices + (stage * bytes_a + step >> 4)
                            b = matrices + (stages * bytes_a + stage * bytes_b + step >> 4)
                            ptx.tcgen05.mma(
                                accumulator,
                                a,
                                b,
                                shape,
                                cta_group=ctas,
                                enable_input_d=True if part else later,
                            )
                        finish(empty[stage])

                    walk(parities, issue)
                    finish(ready.at(turn))

        def finish(barrier):
            """Arrive when the products so far have completed, in both CTAs of a pair."""
            if pair:
                ptx.tcgen05.commit(barrier, cta_group=2, multicast=True, multicast_mask=0b11)
            else:
                ptx.tcgen05.commit(barrier)

        def store():
            """Convert and store one accumulator after the other, 32 rows a warp."""
            turns = ptx.pipeline(ACCUMULATORS)
            mine = reg.from_(panels, u32) + warp * (2 * 32 * PANEL_BYTES)
            line = mine + lane * PANEL_BYTES
            chunks = [line + ((chunk ^ lane & 7) << 4) for chunk in range(PANEL_BYTES // 16)]
            starts = lane == 0
            for tile in ptx.range_(cluster, high * wide, clusters):
                turn, parity = turns.advance()
                ready.at(turn).wait(parity)
                ptx.tcgen05.fence_after_thread_sync()
                accumulator = accumulators + turn * COLUMNS + (warp << 21)
                row, column = corner(tile)
                for first in range(0, COLUMNS, panel):
                    buffer = first // panel % 2 * (32 * PANEL_BYTES)
                    values = reg.array(f32, panel)
                    ptx.tcgen05.ld(
                        values, ptx.tcgen05.address(accumulator, column=first), shape="32x32b", count=panel
                    )
                    ptx.tcgen05.wait_ld()
                    with ptx.if_(starts):
                        ptx.cp.async_.bulk.wait_group(1, read=True)
                    ptx.tcgen05.fence_before_thread_sync()
                    ptx.warp.sync()
                    if first + panel == COLUMNS:
                        release(drained.at(turn), starts)
                    words = values if out == f32 else rounded(values)
                    for chunk, place in enumerate(chunks):
                        part = words[4 * chunk : 4 * chunk + 4]
                        ptx.st(words[0].dtype, ptx.addr(place, buffer), part, vec=4, space="shared")
                    ptx.fence.proxy_async_shared_cta()
                    ptx.warp.sync()
                    with ptx.if_(starts):
                        ptx.cp.async_.bulk.tensor_2d.store(
                            dst=map_d, src=ptx.addr(mine, buffer), coord=(column + first, row + warp * 32)
                        )
                        ptx.cp.async_.bulk.commit_group()
            with ptx.if_(starts):
                ptx.cp.async_.bulk.wait_group(0, read=True)

        def release(barrier, chosen):
            """Arrive for one warp where the products are issued."""
            if pair:
                barrier.arrive_remote(0, pred=chosen)
            else:
                barrier.arrive(pred=chosen)

        def rounded(values):
            """Round pairs of numbers to the halves of registers."""
            words = reg.array(b32, len(values) // 2)
            for index in range(len(words)):
                ptx.inst[f"cvt.rn.{out}x2.f32"](words[index], values[2 * index + 1], values[2 * index])
            return words

        with ptx.if_(warp < EPILOGUE_WARPS):
            store()
        with ptx.if_(warp == COPY_WARP), ptx.if_(ptx.elect()):
            copy()
        with ptx.if_((warp == MMA_WARP) & leads if pair else warp == MMA_WARP):
            multiply()
        ptx.tcgen05.fence_before_thread_sync()
        meet()
        ptx.tcgen05.fence_after_thread_sync()
        with ptx.if_(warp == MMA_WARP):
            ptx.tcgen05.dealloc(accumulators, ACCUMULATORS * COLUMNS, cta_group=ctas)
        ptx.ret()

    return gemm_highperf_blackwell


def gemm_ref(a: np.ndarray, b_t: np.ndarray) -> np.ndarray:
    """The same in NumPy, in f64."""
    return a.astype(np.float64) @ b_t.astype(np.float64).T


def main(M: int = 512, N: int = 512, K: int = 256, *, arch: str = "sm_100a") -> None:
    """Run both once against the reference."""
    rng = np.random.default_rng(0)
    a = rng.uniform(-1, 1, (M, K)).astype(ml_dtypes.bfloat16)
    b_t = rng.uniform(-1, 1, (N, K)).astype(ml_dtypes.bfloat16)
    for build in (build_gemm, build_gemm_2sm):
        trial(build(M, N, K, out=f32, arch=arch), (a, b_t), expected=gemm_ref(a, b_t), tolerance=1e-4)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
