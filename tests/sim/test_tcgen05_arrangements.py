"""GEMMs whose warps and CTAs share stages and completion in other ways than those of the library."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.errors import SimFault
from pyptx.program import directing
from pyptx.sim.native import MISSING
from pyptx.types import b32, bf16, f32, u32

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyptx.kernel import Kernel

ROWS, COLUMNS, STEP, STAGES, DEPTH = 128, 64, 64, 2, 320
ENGINES = pytest.mark.parametrize(
    "native", [False, pytest.param(True, marks=pytest.mark.skipif(bool(MISSING), reason=MISSING))]
)
SCHEDULES = pytest.mark.parametrize("schedule", ["late", "early", "random"])
STEPS = [(step, step % STAGES, step // STAGES & 1) for step in range(DEPTH // STEP)]


def synchronise(*, cluster: bool = False) -> None:
    ptx.tcgen05.fence_before_thread_sync()
    ptx.cluster.sync() if cluster else ptx.bar.sync(0)
    ptx.tcgen05.fence_after_thread_sync()


@contextlib.contextmanager
def tensor_memory(
    columns: int, arrivals: dict[str, tuple[int, int]], *, cluster: bool = False
) -> Iterator[Any]:
    """The number of the thread, the columns, and arrays of mbarriers: how many, and for how many arrivals."""
    tid, slot = reg.from_(ptx.special.tid.x(), u32), smem.alloc(b32, (1,))
    arrays = [ptx.mbarrier.array(smem.mbarrier(number), 0, number) for number, _ in arrivals.values()]
    with ptx.if_(tid == 0):
        for array, (_, count) in zip(arrays, arrivals.values(), strict=True):
            array.init_all(count)
        ptx.fence.mbarrier_init()
    with ptx.if_(tid < 32):
        ptx.tcgen05.alloc(slot, columns)
        ptx.tcgen05.relinquish_alloc_permit()
    synchronise(cluster=cluster)
    base = slot[0]
    yield tid, base, *arrays
    synchronise(cluster=cluster)
    with ptx.if_(tid < 32):
        ptx.tcgen05.dealloc(base, columns)


def multiply(d: Any, a: Any, b: Any, *, first: bool) -> None:
    """Issue the MMAs of a stage; `b` is a tile, or the place of a part of one."""
    shape = ptx.tcgen05.make_instr_desc("f16", m=ROWS, n=COLUMNS, a=bf16, d=f32)
    for at in range(0, 2 * STEP, 32):
        ptx.tcgen05.mma(d, a, b, shape, a_k_offset=at, b_k_offset=at, enable_input_d=not first or at > 0)


def store(D: Any, row: Any, base: Any, tid: Any) -> None:
    """Store the lane of each of 128 threads as a row of D."""
    columns = D.shape[1]
    values = reg.array(f32, columns)
    ptx.tcgen05.ld(values, ptx.tcgen05.address(base + ((tid >> 5) << 21)), shape="32x32b", count=columns)
    ptx.tcgen05.wait_ld()
    (out,) = ptx.global_ptrs(D)
    for column in range(0, columns, 4):
        at = ptx.addr(out + row * (columns * f32.bytes), column * f32.bytes)
        ptx.st(f32, at, values[column : column + 4], vec=4)


def run(gemm: Kernel, m: int, n: int, schedule: str, *, native: bool) -> None:
    """Run a GEMM with all checks, and compare it with NumPy."""
    rng = np.random.default_rng(0)
    a, b = (rng.integers(-3, 4, (rows, DEPTH)).astype(ml_dtypes.bfloat16) for rows in (m, n))
    with directing("sim", checks="all", schedule=schedule, seed=1, native=native):
        found = gemm(a, b)
    np.testing.assert_array_equal(found, a.astype(np.float32) @ b.astype(np.float32).T)


def relayed(*, waits: bool = True, fence: bool = True) -> Kernel:
    """One thread waits for the commit, and passes its completion on by another mbarrier."""

    @kernel(
        in_specs=(Tile(ROWS, DEPTH, bf16), Tile(COLUMNS, DEPTH, bf16)),
        out_specs=(Tile(ROWS, COLUMNS, f32),),
        grid=(1,), block=(192, 1, 1), arch="sm_100a",
    )  # fmt: skip
    def gemm(A: Any, B: Any, D: Any) -> None:
        a, b = (smem.alloc(bf16, (len(STEPS), rows, STEP), "128B") for rows in (ROWS, COLUMNS))
        marks = {"full": (1, 1), "done": (1, 1), "relay": (1, 1)}
        with tensor_memory(COLUMNS, marks) as (tid, base, full, done, relay):
            with ptx.if_(tid == 160):
                full[0].arrive_expect_tx(a.nbytes + b.nbytes)
                for step, _, _ in STEPS:
                    for tile, source in ((a, A), (b, B)):
                        ptx.cp.async_.bulk.tensor_2d(
                            dst=tile[step], src=source, coord=(STEP * step, 0), mbar=full[0]
                        )
                full[0].wait(0)
                for step, _, _ in STEPS:
                    multiply(base, a[step], b[step], first=step == 0)
                ptx.tcgen05.commit(done[0])
            with ptx.if_(tid == 128):
                if waits:
                    done[0].wait(0)
                relay[0].arrive()
            with ptx.if_(tid < 128):
                relay[0].wait(0)
                if fence:
                    ptx.tcgen05.fence_after_thread_sync()
                store(D, tid, base, tid)

    return gemm


@ENGINES
@SCHEDULES
def test_a_thread_passes_completion_on(schedule: str, native: bool) -> None:
    run(relayed(), ROWS, COLUMNS, schedule, native=native)
    with pytest.raises(SimFault, match=r"^tensor-fence"):
        run(relayed(fence=False), ROWS, COLUMNS, schedule, native=native)
    with pytest.raises(SimFault, match=r"^(tensor-commit|uninitialized-tensor-memory)"):
        run(relayed(waits=False), ROWS, COLUMNS, schedule, native=native)


def halved(arrivals: int) -> Kernel:
    """Two threads multiply halves of B, and both free a stage."""

    @kernel(
        in_specs=(Tile(ROWS, DEPTH, bf16), Tile(2 * COLUMNS, DEPTH, bf16)),
        out_specs=(Tile(ROWS, 2 * COLUMNS, f32),),
        grid=(1,), block=(256, 1, 1), arch="sm_100a",
    )  # fmt: skip
    def gemm(A: Any, B: Any, D: Any) -> None:
        a = smem.alloc(bf16, (STAGES, ROWS, STEP), "128B")
        b = smem.alloc(bf16, (STAGES, 2, COLUMNS, STEP), "128B")
        marks = {"full": (STAGES, 1), "empty": (STAGES, arrivals), "done": (1, 2)}
        with tensor_memory(2 * COLUMNS, marks) as (tid, base, full, empty, done):
            with ptx.if_(tid == 128):
                for step, stage, parity in STEPS:
                    empty[stage].wait(parity ^ 1)
                    full[stage].arrive_expect_tx(a[stage].nbytes + b[stage].nbytes)
                    for tile, source, row in (
                        (a[stage], A, 0),
                        *((b[stage, h], B, h * COLUMNS) for h in (0, 1)),
                    ):
                        ptx.cp.async_.bulk.tensor_2d(
                            dst=tile, src=source, coord=(STEP * step, row), mbar=full[stage]
                        )
            for half, thread in enumerate((160, 192)):
                with ptx.if_(tid == thread):
                    for step, stage, parity in STEPS:
                        full[stage].wait(parity)
                        d = ptx.tcgen05.address(base, column=half * COLUMNS)
                        multiply(d, a[stage], b[stage, half], first=step == 0)
                        ptx.tcgen05.commit(empty[stage])
                    ptx.tcgen05.commit(done[0])
            with ptx.if_(tid < 128):
                done[0].wait(0)
                ptx.tcgen05.fence_after_thread_sync()
                store(D, tid, base, tid)

    return gemm


@ENGINES
@SCHEDULES
def test_two_threads_issue_products_of_a_stage(schedule: str, native: bool) -> None:
    run(halved(2), ROWS, 2 * COLUMNS, schedule, native=native)
    with pytest.raises(SimFault, match=r"^(mbarrier-lapped|mbarrier-arrive|race)"):
        run(halved(1), ROWS, 2 * COLUMNS, schedule, native=native)


def shared(*, arrivals: int = 2, both: bool = True) -> Kernel:
    """Two CTAs with products of their own; each copies half of B to both, and frees stages of both."""
    rows = COLUMNS // 2

    @kernel(
        in_specs=(Tile(2 * ROWS, DEPTH, bf16), Tile(COLUMNS, DEPTH, bf16)),
        out_specs=(Tile(2 * ROWS, COLUMNS, f32),),
        grid=(2,), cluster=(2, 1, 1), block=(192, 1, 1), arch="sm_100a",
    )  # fmt: skip
    def gemm(A: Any, B: Any, D: Any) -> None:
        a, b = (smem.alloc(bf16, (STAGES, rows, STEP), "128B") for rows in (ROWS, COLUMNS))
        half = B.tma_desc(box=(rows, STEP), swizzle="128B")
        marks = {"full": (STAGES, 1), "empty": (STAGES, arrivals), "done": (1, 1)}
        with tensor_memory(COLUMNS, marks, cluster=True) as (tid, base, full, empty, done):
            rank = reg.from_(ptx.special.cluster_ctarank(), u32)
            with ptx.if_(tid == 128):
                for step, stage, parity in STEPS:
                    empty[stage].wait(parity ^ 1)
                    full[stage].arrive_expect_tx(a[stage].nbytes + b[stage].nbytes)
                    ptx.cp.async_.bulk.tensor_2d(
                        dst=a[stage], src=A, coord=(STEP * step, rank * ROWS), mbar=full[stage]
                    )
                    ptx.cp.async_.bulk.tensor_2d(
                        dst=ptx.addr(reg.from_(b[stage], u32) + rank * (rows * 2 * STEP)), src=half,
                        coord=(STEP * step, rank * rows), mbar=full[stage], multicast_mask=0b11,
                    )  # fmt: skip
                for _, stage, parity in STEPS[-STAGES:]:  # commits of the other CTA arrive before the end
                    empty[stage].wait(parity)
            with ptx.if_(tid == 160):
                to: dict[str, Any] = {"multicast": True, "multicast_mask": 0b11} if both else {}
                for step, stage, parity in STEPS:
                    full[stage].wait(parity)
                    multiply(base, a[stage], b[stage], first=step == 0)
                    ptx.tcgen05.commit(empty[stage], **to)
                ptx.tcgen05.commit(done[0])
            with ptx.if_(tid < 128):
                done[0].wait(0)
                ptx.tcgen05.fence_after_thread_sync()
                store(D, rank * ROWS + tid, base, tid)

    return gemm


@ENGINES
@SCHEDULES
def test_two_ctas_copy_b_for_each_other(schedule: str, native: bool) -> None:
    run(shared(), 2 * ROWS, COLUMNS, schedule, native=native)
    with pytest.raises(SimFault, match=r"^deadlock"):
        run(shared(both=False), 2 * ROWS, COLUMNS, schedule, native=native)
    with pytest.raises(SimFault, match=r"^(mbarrier-lapped|mbarrier-arrive|race)"):
        run(shared(arrivals=1), 2 * ROWS, COLUMNS, schedule, native=native)
