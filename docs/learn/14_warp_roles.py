# %% [markdown]
# # 14. A GEMM with warp roles
#
# **How do copies run ahead of the tensor cores on Hopper?**
#
# In lesson 13 all threads wait for the copy, and then all multiply. Now the roles part, as in lesson 10:
# one thread starts tensor copies, and one warpgroup multiplies. Between them is a ring of stages, with two
# mbarriers each. `full` counts the bytes of the copies; `empty` counts one arrival when the tensor cores
# have read the stage. This is *warp specialisation*.

# %%
import ml_dtypes
import numpy as np

import pyptx
from pyptx import SimFault, Tile, kernel, ptx, reg, smem
from pyptx.types import bf16, f32, u32

ROWS, COLUMNS, STEP, STAGES = 64, 64, 64, 3


def building(*, pending=1):
    """D = A @ B.T; `pending` is the number of groups of MMAs pending when the stage before is released."""

    @kernel(
        in_specs=(Tile("M", "K", bf16), Tile("N", "K", bf16)),
        out_specs=(Tile("M", "N", f32),),
        grid=lambda M, N: (N // COLUMNS, M // ROWS),
        block=(256, 1, 1),
        arch="sm_90a",
        raw_directives=[("maxnreg", 136)],
    )
    def gemm(A, B, D, *, pending=pending):
        tid = reg.from_(ptx.special.tid.x(), u32)
        first_row = reg.from_(ptx.special.ctaid.y(), u32) * ROWS
        first_column = reg.from_(ptx.special.ctaid.x(), u32) * COLUMNS
        depth, width = A.shape[1], D.shape[1]  # K and N
        ring_a = smem.alloc(bf16, (STAGES, ROWS, STEP), swizzle="128B")
        ring_b = smem.alloc(bf16, (STAGES, COLUMNS, STEP), swizzle="128B")
        full, empty = (ptx.mbarrier.array(smem.mbarrier(STAGES), 0, STAGES) for _ in range(2))
        with ptx.if_(tid == 0):
            full.init_all(1)
            empty.init_all(1)
            ptx.fence.mbarrier_init()
        ptx.bar.sync(0)

        def produce():
            ptx.setmaxnreg_dec(40)
            turns = ptx.pipeline(STAGES)
            with ptx.if_(tid == 128):
                for k in ptx.range_(0, depth, STEP):
                    stage, parity = turns.advance()
                    empty.at(stage).wait(parity ^ 1)
                    full.at(stage).arrive_expect_tx(ring_a[0].nbytes + ring_b[0].nbytes)
                    for ring, tensor, first in ((ring_a, A, first_row), (ring_b, B, first_column)):
                        ptx.cp.async_.bulk.tensor_2d(
                            dst=ring[stage], src=tensor, coord=(k, first), mbar=full.at(stage)
                        )

        def consume():
            ptx.setmaxnreg_inc(232)
            turns = ptx.pipeline(STAGES)
            acc = reg.wgmma_frag(m=ROWS, n=COLUMNS, dtype=f32)
            for value in acc:
                ptx.inst.mov.f32(value, 0.0)
            before = reg.scalar(u32, init=0)
            for k in ptx.range_(0, depth, STEP):
                stage, parity = turns.advance()
                full.at(stage).wait(parity)
                ptx.wgmma.fence()
                for part in range(0, STEP * 2, 32):
                    ptx.wgmma.mma_async(
                        shape=(ROWS, COLUMNS, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=acc,
                        a=ring_a[stage], b=ring_b[stage], a_k_offset=part, b_k_offset=part, scale_d=True,
                    )  # fmt: skip
                ptx.wgmma.commit_group()
                ptx.wgmma.wait_group(pending)
                with ptx.if_((tid == 0) & (k > 0)):
                    empty.at(before).arrive()
                ptx.mov(before, stage)
            ptx.wgmma.wait_group(0)

            (pd,) = ptx.global_ptrs(D)
            row, column = first_row + tid // 32 * 16 + tid % 32 // 4, first_column + tid % 4 * 2
            for pair in range(0, len(acc), 2):
                place = pd + ((row + 8 * (pair // 2 % 2)) * width + column + 8 * (pair // 4)) * 4
                ptx.inst.st.global_.v2.f32(ptx.addr(place), [acc[pair], acc[pair + 1]])

        with ptx.if_(tid < 128):
            consume()
        with ptx.else_():
            produce()

    return gemm


rng = np.random.default_rng(0)
a, b = (rng.integers(-4, 4, (rows, 384)).astype(ml_dtypes.bfloat16) for rows in (128, 64))
gemm = building()
np.testing.assert_array_equal(gemm(a, b), a.astype(np.float32) @ b.astype(np.float32).T)

# %% [markdown]
# The producer copies until the ring is full, and then waits for `empty`. The consumer issues the MMAs of a
# stage and lets them run. When only these are pending, those of the stage *before* have completed, and one
# thread releases that stage. So the tensor cores always have work.
#
# `setmaxnreg` moves registers from the producer's warpgroup to the consumer's. `.maxnreg 136` states how many
# each thread has at the start; without it ptxas ignores `setmaxnreg` here, and `pyptx perf` reports that. The
# numbers add up: 2 * 136 = 40 + 232. All four warps of a warpgroup execute it, so the producer has a
# warpgroup to itself, although one thread does its work.
# Nothing has to meet at the end: each role returns when it has finished.
#
# The pipeline of one CTA over time: its warps, the pending copies and MMAs, and the phases of the mbarriers.
# An arrow is an arrival that lets a waiting warp continue:

# %%
_, report = gemm.run(a[:64], b, timeline=True)
report.detail.timeline.pipeline()

# %% [markdown]
# A stage is two copies and four MMAs. The producer fills three stages, and then waits for `empty`. From then
# on copies and MMAs overlap.
#
# ## Break it
#
# Let two groups of MMAs be pending when the stage before is released:

# %%
try:
    with pyptx.simulating(checks="all"):
        building(pending=2)(a, b)
except SimFault as fault:
    print(fault)

# %% [markdown]
# The tensor cores may still read the stage that the next copy overwrites. On a card the copy takes longer
# than the MMAs, nearly always.
#
# ## Exercise
#
# Give a CTA 128 rows of D and *two* consumers, 384 threads in all. Both multiply the same tile of B with
# their own 64 rows of A. A stage is empty when both have read it. Three warpgroups start with other
# registers than two: 40 + 2 * 232 = 3 * 168.


# %%
def check(solution):
    for schedule in ("late", "early", "random"):
        with pyptx.simulating(checks="all", schedule=schedule) as reports:
            np.testing.assert_array_equal(solution(a, b), a.astype(np.float32) @ b.astype(np.float32).T)
        assert reports[0].grid[:2] == (1, 1), f"128 x 64 elements are one CTA, not {reports[0].grid}"
