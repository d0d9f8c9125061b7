"""A GEMM of one CTA in the DSL: copies, products and epilogue in warps of their own, on the simulator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.errors import SimFault
from pyptx.types import b32, bf16, f32, u32

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

ROWS, COLUMNS, STEP, STAGES = 128, 64, 64, 3


def build(m: int, n: int, k: int, *, leave_out: str = "") -> Kernel:
    """D = A @ B_T.T in bf16, f32 out; `leave_out` names what a wrong one lacks."""
    steps = k // STEP

    @kernel(
        in_specs=(Tile(m, k, bf16), Tile(n, k, bf16)),
        out_specs=(Tile(m, n, f32),),
        grid=(m // ROWS, n // COLUMNS),
        block=(192, 1, 1),
        arch="sm_100a",
    )
    def gemm(A: Any, B_T: Any, D: Any) -> None:
        map_a = A.tma_desc(box=(ROWS, STEP), swizzle="128B")
        map_b = B_T.tma_desc(box=(COLUMNS, STEP), swizzle="128B")
        (pd,) = ptx.global_ptrs(D)
        tid = reg.from_(ptx.special.tid.x(), u32)
        row = reg.from_(ptx.special.ctaid.x(), u32) * ROWS
        column = reg.from_(ptx.special.ctaid.y(), u32) * COLUMNS
        ring_a = [smem.alloc(bf16, (ROWS, STEP), "128B") for _ in range(STAGES)]
        ring_b = [smem.alloc(bf16, (COLUMNS, STEP), "128B") for _ in range(STAGES)]
        full, empty, done = smem.mbarrier(STAGES), smem.mbarrier(STAGES), smem.mbarrier(1)
        slot = smem.alloc(u32, 1)
        warp = tid >> 5
        with ptx.if_(tid == 0):
            for stage in range(STAGES):
                ptx.mbarrier.init(full[stage], 1)
                ptx.mbarrier.init(empty[stage], 1)
            ptx.mbarrier.init(done[0], 1)
            ptx.fence.mbarrier_init()
        with ptx.if_(warp == 0):
            ptx.tcgen05.alloc(slot, COLUMNS)
            ptx.tcgen05.relinquish_alloc_permit()
        ptx.tcgen05.fence_before_thread_sync()
        ptx.bar.sync(0)
        ptx.tcgen05.fence_after_thread_sync()
        base = smem.load(b32, ptx.addr(slot))
        with ptx.if_(tid == 128):
            for step in range(steps):
                stage = step % STAGES
                ptx.mbarrier.wait(empty[stage], step // STAGES + 1 & 1)
                ptx.mbarrier.arrive_expect_tx(full[stage], (ROWS + COLUMNS) * STEP * 2)
                where = step * STEP
                for tile, source, start in ((ring_a, map_a, row), (ring_b, map_b, column)):
                    ptx.cp.async_.bulk.tensor_2d(
                        dst=tile[stage], src=source, coord=(where, start), mbar=full[stage]
                    )
        with ptx.if_(tid == 160):
            idesc = ptx.tcgen05.make_instr_desc("f16", m=ROWS, n=COLUMNS, a=bf16)
            for step in range(steps):
                stage = step % STAGES
                ptx.mbarrier.wait(full[stage], step // STAGES & 1)
                for part in range(0, STEP, 16):
                    ptx.tcgen05.mma(
                        base, ring_a[stage], ring_b[stage], idesc,
                        a_k_offset=2 * part, b_k_offset=2 * part, pred_operand=bool(step or part),
                    )  # fmt: skip
                if leave_out != "release":
                    ptx.tcgen05.commit(empty[stage])
            if leave_out != "commit":
                ptx.tcgen05.commit(done[0])
        with ptx.if_(warp < 4):
            if leave_out != "wait":
                ptx.mbarrier.wait(done[0], 0)
            if leave_out != "fence":
                ptx.tcgen05.fence_after_thread_sync()
            values = reg.array(b32, COLUMNS)
            mine = ptx.tcgen05.address(base, lane=(warp << 5))
            ptx.tcgen05.ld(values, mine, shape="32x32b", count=COLUMNS)
            ptx.tcgen05.wait_ld()
            at = pd + (reg.from_(row + tid, u32) * (4 * n) + column * 4)
            for place in range(COLUMNS):
                ptx.inst.st.global_.b32(ptx.addr(at, 4 * place), values[place])
        ptx.tcgen05.fence_before_thread_sync()
        ptx.bar.sync(0)
        if leave_out != "dealloc":
            with ptx.if_(warp == 0):
                ptx.tcgen05.dealloc(base, COLUMNS)

    return gemm


def product(m: int, n: int, k: int, leave_out: str = "", **options: Any) -> tuple[Any, Any]:
    rng = np.random.default_rng(0)
    a, b = (rng.integers(-8, 8, (rows, k)).astype(ml_dtypes.bfloat16) for rows in (m, n))
    program = build(m, n, k, leave_out=leave_out).program()
    out = np.zeros((m, n), np.float32)
    grid = m // ROWS, n // COLUMNS
    program.launch(a, b, out, engine="sim", grid=grid, block=192, **options)
    return out, a.astype(np.float32) @ b.astype(np.float32).T


@pytest.mark.parametrize(("schedule", "seed"), [("late", 0), ("early", 0), ("random", 3)])
def test_a_gemm(schedule: str, seed: int) -> None:
    found, expected = product(256, 128, 320, schedule=schedule, seed=seed, checks="all")
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    ("leave_out", "rule"),
    [
        ("release", "deadlock"),
        ("commit", "deadlock"),
        ("wait", "tensor-commit"),
        ("fence", "tensor-fence"),
        ("dealloc", "tensor-memory-leak"),
    ],
)
def test_a_gemm_that_lacks_something(leave_out: str, rule: str) -> None:
    with pytest.raises(SimFault) as caught:
        product(128, 64, 320, leave_out, checks="all")
    assert caught.value.rule in (rule, "uninitialized-tensor-memory")
    assert caught.value.rule == rule or leave_out == "wait"


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize("schedule", ["late", "early", "random"])
def test_every_warp_of_a_pair_may_allocate(schedule: str, native: bool | None) -> None:
    warps, columns = 4, 64

    @kernel(
        out_specs=(Tile(2, warps, u32),),
        grid=(2,),
        block=(32 * warps, 1, 1),
        cluster=(2, 1, 1),
        arch="sm_100a",
    )
    def allocations(Y: Any) -> None:
        (py,) = ptx.global_ptrs(Y)
        tid, slots = reg.from_(ptx.special.tid.x(), u32), smem.alloc(b32, (warps,))
        rank = reg.from_(ptx.special.cluster_ctarank(), u32)
        ptx.tcgen05.alloc(ptx.addr(reg.from_(slots, u32) + (tid >> 5) * 4), columns, cta_group=2)
        ptx.tcgen05.fence_before_thread_sync()
        ptx.cluster.sync()
        ptx.tcgen05.fence_after_thread_sync()
        with ptx.if_(tid < warps):
            ptx.st(u32, ptx.addr(py + (rank * warps + tid) * 4), slots[tid])
        with ptx.if_(tid < 32):
            for base in range(0, warps * columns, columns):
                ptx.tcgen05.dealloc(reg.scalar(b32, init=base), columns, cta_group=2)

    out, checks = np.zeros((2, warps), np.uint32), "all" if native is False else None
    allocations.program().launch(out, grid=2, checks=checks, schedule=schedule, native=native)
    assert np.sort(out).tolist() == [[0, 64, 128, 192]] * 2
