"""Three variations of the GEMM on Blackwell, each a lesson: other tiles, another order, no tensor copies.

* `build_gemm_stealing`: the clusters of a large grid take the tiles of clusters that have not started
  (`clusterlaunchcontrol`). One warp requests them, and a ring of responses passes their numbers to the
  others. A cluster that runs late takes fewer tiles, and no number of multiprocessors is part of the kernel.
* `build_gemm_snake`: a pair of CTAs, six short stages, an order of tiles that turns around at the end of each
  line, and one copy of 128 rows stores a panel of the whole warpgroup: the shape of the kernel that Pallas's
  guide to Blackwell ends with.
* `build_gemm_plain`: one tile in each CTA, loaded and stored by ordinary instructions, without a ring. Start
  here if the numbers of another kernel are wrong: the operands have the same layout in shared memory, every
  thread can read and print them, and no step overlaps another. Each step needs a fence, because threads write
  what `tcgen05.mma` reads by another proxy; of the CTA alone it is `MEMBAR.ALL.CTA` in machine code.

The first two are designs of `pyptx/kernels/gemm_blackwell.py`; only the differences are here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import ml_dtypes
import numpy as np

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.kernel import Kernel
from pyptx.kernels import gemm_blackwell, roles_blackwell
from pyptx.runtime import trial
from pyptx.types import b32, b128, bf16, f32, u32

ROWS = roles_blackwell.ROWS
SCHEDULE_WARP = roles_blackwell.LOAD_WARP  # which has no work in these GEMMs
ANSWERS, ANSWER_BYTES = 2, 16
STRIP = 4
COLUMNS, BOX = 128, 64
ALIGNED = 8


class Stealing:
    """A source of tiles: a cluster has the tile of its number, then those of clusters that have not started.

    `SCHEDULE_WARP` requests tiles, at most `ANSWERS` before the slowest role needs them. An answer completes
    16 bytes at the barrier `full` of each CTA, like a copy. Each warp that has read it arrives at `empty` of
    the leader, which then requests another answer in its place.

    Attributes:
        threads: Threads of a CTA.
    """

    threads = roles_blackwell.THREADS + 32

    def __init__(self, _tiles: Any, ctas: int) -> None:
        """Initialise the ring of answers; `Roles` then orders this before its use."""
        self.pair = ctas == 2
        self.answers = reg.from_(smem.alloc(b128, (ANSWERS,)), u32)
        self.full = ptx.mbarrier.array(smem.mbarrier(ANSWERS), 0, ANSWERS)
        self.empty = ptx.mbarrier.array(smem.mbarrier(ANSWERS), 0, ANSWERS)
        tid = reg.from_(ptx.special.tid.x(), u32)
        self.chosen = tid & 31 == 0
        with ptx.if_(tid == 0):
            self.full.init_all(1)
            self.empty.init_all(ctas * (roles_blackwell.EPILOGUE_WARPS + 2) + 1)  # the leader also multiplies

    @staticmethod
    def launched(tiles: int, _together: int) -> int:
        """Clusters to launch: one for each tile. The first ones to run take the tiles of most others."""
        return tiles

    def run(self, roles: Any) -> None:
        """Trace the role that requests tiles, until a request is declined.

        The whole warp waits: if a part of it did, ptxas would keep the descriptors of `tcgen05.mma` out of
        uniform registers, in another warp.
        """
        with ptx.if_(roles.warp == SCHEDULE_WARP):
            requests, answers = ptx.pipeline(ANSWERS), ptx.pipeline(ANSWERS)
            leads = roles.rank == 0
            with ptx.loop("request"):
                turn, parity = requests.advance()
                full, place = self.full.at(turn), ptx.addr(self.answers + turn * ANSWER_BYTES)
                self.empty.at(turn).wait(parity ^ 1, pred=leads if self.pair else None)
                full.arrive_expect_tx(ANSWER_BYTES, pred=self.chosen)
                ptx.clusterlaunchcontrol.try_cancel(
                    place, full, multicast=self.pair, pred=self.chosen & leads
                )
                ptx.repeat_if(self._read(answers, reg.scalar(u32)))

    def each(self, act: Callable[[Any], None]) -> None:
        """Call `act` with the number of a tile, in a loop."""
        answers, tile = ptx.pipeline(ANSWERS), reg.scalar(u32)
        ptx.mov(tile, ptx.special.clusterid.x())
        with ptx.loop("tile"):
            act(tile)
            ptx.repeat_if(self._read(answers, tile))

    def _read(self, answers: Any, tile: Any) -> Any:
        """Read the next answer into `tile`; return whether it has a tile."""
        turn, parity = answers.advance()
        self.full.at(turn).wait(parity)
        answer = reg.scalar(b128)
        ptx.ld(b128, answer, ptx.addr(self.answers + turn * ANSWER_BYTES), space="shared")
        query = ptx.clusterlaunchcontrol.query_cancel
        taken = query.is_canceled(answer)
        query.first_ctaid(answer, "x", tile, pred=taken)
        if self.pair:
            ptx.inst.shr.u32(tile, tile, 1, pred=taken)
        ptx.fence.proxy_async_shared_cta()  # the async proxy writes the next answer
        ptx.warp.sync()
        empty = self.empty.at(turn)
        if self.pair:
            empty.arrive_remote(0, pred=self.chosen)
        else:
            empty.arrive(pred=self.chosen)
        return taken


def in_snake(tile: Any, high: Any, wide: Any) -> tuple[Any, Any]:
    """Row and column of a tile: strips of four columns, walked down and up in turn, right and left in turn.

    Tiles with consecutive numbers share rows of A or of B_T, also where a line or a strip ends.
    """
    strip, inside = tile // (high * STRIP), tile % (high * STRIP)
    columns = (wide - strip * STRIP).min(STRIP)
    line, place = inside // columns, inside % columns
    row, column = reg.scalar(u32), reg.scalar(u32)
    ptx.selp(u32, row, high - 1 - line, line, strip & 1 == 1)
    ptx.selp(u32, column, columns - 1 - place, place, line & 1 == 1)
    return row, strip * STRIP + column


STEALING = replace(gemm_blackwell.SINGLE, source=Stealing)
STEALING_2SM = replace(gemm_blackwell.PAIR, source=Stealing)
SNAKE = replace(gemm_blackwell.PAIR, boxes=1, stages=6, kept=3, order=in_snake, panel_rows=ROWS)


def build_gemm_stealing(M: int, N: int, K: int, **options: Any) -> Kernel:
    """Build `D = A @ B_T.T` with one CTA per tile; the options are the same as for `build_gemm_blackwell`."""
    return gemm_blackwell.build_gemm_blackwell(M, N, K, design=STEALING, **options)


def build_gemm_stealing_2sm(M: int, N: int, K: int, **options: Any) -> Kernel:
    """Build the same with a pair of CTAs per tile."""
    return gemm_blackwell.build_gemm_blackwell(M, N, K, design=STEALING_2SM, **options)


def build_gemm_snake(M: int, N: int, K: int, **options: Any) -> Kernel:
    """Build `D = A @ B_T.T` with a pair of CTAs per tile, in the order of `in_snake`."""
    return gemm_blackwell.build_gemm_blackwell(M, N, K, design=SNAKE, **options)


def build_gemm_plain(M: int, N: int, K: int, *, arch: str = "sm_100a") -> Kernel:
    """Build `D = A @ B_T.T` for A[M, K] and B_T[N, K] in bf16 and D in f32, with a tile of 128 x 128 a CTA.

    Args:
        M: Rows of A and D.
        N: Rows of B_T, columns of D.
        K: Columns of A and B_T, a multiple of 8.
        arch: Target.

    Raises:
        ValueError: K is not a multiple of 8.
    """
    if K % ALIGNED:
        raise ValueError(f"K={K}: this kernel takes a multiple of {ALIGNED}, the bf16 of 16 bytes")
    shape = ptx.tcgen05.make_instr_desc("f16", m=ROWS, n=COLUMNS, a=bf16, d=f32)

    @kernel(
        in_specs=(Tile(M, K, bf16), Tile(N, K, bf16)),
        out_specs=(Tile(M, N, f32),),
        grid=(-(-N // COLUMNS), -(-M // ROWS)),
        block=(ROWS, 1, 1),
        arch=arch,
    )
    def gemm_plain(A, B_T, D):
        pa, pb, pd = ptx.global_ptrs(A, B_T, D)
        tid = reg.from_(ptx.special.tid.x(), u32)
        row, column = ptx.special.ctaid.y() * ROWS, ptx.special.ctaid.x() * COLUMNS
        a, b = smem.alloc(bf16, (ROWS, BOX), "128B"), smem.alloc(bf16, (COLUMNS, BOX), "128B")
        done, address = smem.mbarrier(1), smem.alloc(b32, (1,))

        def meet():
            ptx.tcgen05.fence_before_thread_sync()
            ptx.bar.sync(0)
            ptx.tcgen05.fence_after_thread_sync()

        def load(tile, matrix, first, rows, k):
            """Load 64 columns of a tile, 16 bytes a thread, with zeros after the matrix."""
            for above in range(0, ROWS, 16):
                line, chunk = (tid >> 3) + above, tid & 7
                y, x = first + line, k + chunk * 8
                words, place = reg.array(b32, 4), reg.scalar(matrix.dtype)
                for word in words:
                    ptx.mov(word, 0)
                ptx.inst.mad.wide.u32(place, y * K + x, bf16.bytes, matrix)
                ptx.ld(b32, words, ptx.addr(place), vec=4, pred=(y < rows) & (x < K))
                here = reg.from_(tile, u32) + line * (BOX * bf16.bytes) + ((chunk ^ line & 7) << 4)
                ptx.st(b32, ptx.addr(here), words, vec=4, space="shared")

        with ptx.if_(tid == 0):
            ptx.mbarrier.init(done[0], 1)
            ptx.fence.mbarrier_init()
        with ptx.if_(tid < 32):
            ptx.tcgen05.alloc(address, COLUMNS)
            ptx.tcgen05.relinquish_alloc_permit()
        meet()
        accumulator = address[0]
        parity = reg.scalar(u32, init=0)
        for k in ptx.range_(0, K, BOX):
            load(a, pa, row, M, k)
            load(b, pb, column, N, k)
            ptx.fence.proxy_async_shared_cta()  # tcgen05.mma reads by the async proxy
            ptx.bar.sync(0)
            with ptx.if_(tid == 0):
                for along in range(0, BOX * bf16.bytes, roles_blackwell.MMA_BYTES):
                    ptx.tcgen05.mma(
                        accumulator, a, b, shape, a_k_offset=along, b_k_offset=along,
                        enable_input_d=True if along else k > 0,
                    )  # fmt: skip
                ptx.tcgen05.commit(done[0])
            ptx.mbarrier.wait(done[0], parity)
            ptx.inst.xor.b32(parity, parity, 1)
        ptx.tcgen05.fence_after_thread_sync()

        y = row + tid
        for first in range(0, COLUMNS, 32):
            values = reg.array(f32, 32)
            window = ptx.tcgen05.address(accumulator + ((tid >> 5) << 21), column=first)
            ptx.tcgen05.ld(values, window, shape="32x32b", count=32)
            ptx.tcgen05.wait_ld()
            for index, value in enumerate(values):
                x, place = column + (first + index), reg.scalar(pd.dtype)
                ptx.inst.mad.wide.u32(place, y * N + x, f32.bytes, pd)
                ptx.st(f32, ptx.addr(place), value, pred=(y < M) & (x < N))
        meet()
        with ptx.if_(tid < 32):
            ptx.tcgen05.dealloc(accumulator, COLUMNS)
        ptx.ret()

    return gemm_plain


def gemm_ref(a: np.ndarray, b_t: np.ndarray) -> np.ndarray:
    """Compute the reference in NumPy, in f64."""
    return a.astype(np.float64) @ b_t.astype(np.float64).T


def main(M: int = 512, N: int = 768, K: int = 192, *, arch: str = "sm_100a") -> None:
    """Run each once against the reference."""
    rng = np.random.default_rng(0)
    a = rng.uniform(-1, 1, (M, K)).astype(ml_dtypes.bfloat16)
    b_t = rng.uniform(-1, 1, (N, K)).astype(ml_dtypes.bfloat16)
    kernels = [
        build(M, N, K, out=f32, arch=arch)
        for build in (build_gemm_stealing, build_gemm_stealing_2sm, build_gemm_snake)
    ]
    for each in (*kernels, build_gemm_plain(M, N, K, arch=arch)):
        trial(each, (a, b_t), expected=gemm_ref(a, b_t), tolerance=1e-4)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
