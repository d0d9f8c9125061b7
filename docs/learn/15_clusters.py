# %% [markdown]
# # 15. Clusters and multicast
#
# **How do two CTAs share what they load?**
#
# CTAs in one column of the grid multiply the same tile of B. In lesson 14 each loads it. A **cluster** is a
# group of CTAs that run at the same time, near each other, and can reach each other's shared memory. Here
# two CTAs form a cluster. Each loads *half* of the tile of B and sends it to both: the copy is a
# **multicast**. The data arrives at the same offset in each CTA, and the mbarrier at the same offset in each
# CTA counts its bytes.
#
# The kernel is that of lesson 14 with these changes. To keep it short, the consumer waits for its MMAs
# before it releases their stage.

# %%
import ml_dtypes
import numpy as np

import pyptx
from pyptx import SimFault, Tile, kernel, ptx, reg, smem
from pyptx.sim import ClusterMap
from pyptx.types import bf16, f32, u32

ROWS, COLUMNS, STEP, STAGES, CTAS = 64, 64, 64, 3, 2
HALF = COLUMNS // CTAS


def building(*, releases_both=True, meets=True):
    @kernel(
        in_specs=(Tile("M", "K", bf16), Tile("N", "K", bf16)),
        out_specs=(Tile("M", "N", f32),),
        grid=lambda M, N: (M // ROWS, N // COLUMNS),
        block=(256, 1, 1),
        cluster=(CTAS, 1, 1),
        arch="sm_90a",
        raw_directives=[("maxnreg", 136)],
    )
    def gemm(A, B, D, *, releases_both=releases_both, meets=meets):
        tid = reg.from_(ptx.special.tid.x(), u32)
        rank = reg.from_(ptx.special.cluster_ctarank(), u32)
        first_row = reg.from_(ptx.special.ctaid.x(), u32) * ROWS
        first_column = reg.from_(ptx.special.ctaid.y(), u32) * COLUMNS
        depth, width = A.shape[1], D.shape[1]
        map_b = B.tma_desc(box=(HALF, STEP), swizzle="128B")
        ring_a = smem.alloc(bf16, (STAGES, ROWS, STEP), swizzle="128B")
        ring_b = smem.alloc(bf16, (STAGES, COLUMNS, STEP), swizzle="128B")
        full, empty = (ptx.mbarrier.array(smem.mbarrier(STAGES), 0, STAGES) for _ in range(2))
        with ptx.if_(tid == 0):
            full.init_all(1)
            empty.init_all(CTAS)
            ptx.fence.mbarrier_init()
        ptx.cluster.sync()

        def produce():
            ptx.setmaxnreg_dec(40)
            turns = ptx.pipeline(STAGES)
            with ptx.if_(tid == 128):
                for k in ptx.range_(0, depth, STEP):
                    stage, parity = turns.advance()
                    empty.at(stage).wait(parity ^ 1)
                    full.at(stage).arrive_expect_tx(ring_a[0].nbytes + ring_b[0].nbytes)
                    ptx.cp.async_.bulk.tensor_2d(
                        dst=ring_a[stage], src=A, coord=(k, first_row), mbar=full.at(stage)
                    )
                    ptx.cp.async_.bulk.tensor_2d(
                        dst=ptx.addr(ring_b.address(stage, rank * HALF, 0)),
                        src=map_b,
                        coord=(k, first_column + rank * HALF),
                        mbar=full.at(stage),
                        multicast_mask=(1 << CTAS) - 1,
                    )

        def consume():
            ptx.setmaxnreg_inc(232)
            turns = ptx.pipeline(STAGES)
            acc = reg.wgmma_frag(m=ROWS, n=COLUMNS, dtype=f32)
            for value in acc:
                ptx.inst.mov.f32(value, 0.0)
            for _ in ptx.range_(0, depth, STEP):
                stage, parity = turns.advance()
                full.at(stage).wait(parity)
                ptx.wgmma.fence()
                for part in range(0, STEP * 2, 32):
                    ptx.wgmma.mma_async(
                        shape=(ROWS, COLUMNS, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=acc,
                        a=ring_a[stage], b=ring_b[stage], a_k_offset=part, b_k_offset=part, scale_d=True,
                    )  # fmt: skip
                ptx.wgmma.commit_group()
                ptx.wgmma.wait_group(0)
                if releases_both:
                    with ptx.if_(tid < CTAS):
                        empty.at(stage).arrive_remote(tid)
                else:
                    with ptx.if_(tid == 0):
                        ptx.mbarrier.arrive(empty.at(stage), count=CTAS)

            (pd,) = ptx.global_ptrs(D)
            row, column = first_row + tid // 32 * 16 + tid % 32 // 4, first_column + tid % 4 * 2
            for pair in range(0, len(acc), 2):
                place = pd + ((row + 8 * (pair // 2 % 2)) * width + column + 8 * (pair // 4)) * 4
                ptx.inst.st.global_.v2.f32(ptx.addr(place), [acc[pair], acc[pair + 1]])

        with ptx.if_(tid < 128):
            consume()
        with ptx.else_():
            produce()
        if meets:
            ptx.cluster.sync()

    return gemm


rng = np.random.default_rng(0)
a, b = (rng.integers(-4, 4, (rows, 384)).astype(ml_dtypes.bfloat16) for rows in (128, 64))
gemm = building()
np.testing.assert_array_equal(gemm(a, b), a.astype(np.float32) @ b.astype(np.float32).T)

# %% [markdown]
# `empty` needs an arrival from each CTA of the cluster, because each of them reads what this CTA sends.
# `arrive_remote(tid)` arrives at the same mbarrier in CTA `tid`: thread 0 in the one, thread 1 in the
# other. `full` needs nothing new. It expects the bytes of a whole stage, from whichever CTA they come.
#
# `ptx.cluster.sync()` is the `bar.sync` of a cluster. It is in two places. At the start no CTA sends
# before the mbarriers of the other are initialised. At the end no CTA leaves while another still signals
# it.
#
# A copy is counted once, where it reads global memory. Two CTAs read their own halves of B:

# %%
_, report = gemm.run(a, b, profile=True)
for line in report.detail.profile.lines:
    if line.instruction.startswith("cp.async.bulk.tensor"):
        kind = "B, multicast" if "multicast" in line.instruction else "A"
        print(
            f"{kind:12} {line.traffic['global'].read:6d} bytes read, {line.traffic['shared'].written} written"
        )

# %% [markdown]
# Each CTA loads its tile of A for itself and its half of B for both, and releases the stages of both:

# %%
cluster = ClusterMap()
gemm.run(a, b, observers=[cluster.attach])
cluster

# %% [markdown]
# ## Break it
#
# Release a stage in the own CTA only, with two arrivals:

# %%
try:
    with pyptx.simulating(checks="all"):
        building(releases_both=False)(a, b)
except SimFault as fault:
    print(fault)

# %% [markdown]
# This CTA has read its copy of the stage, the other CTA perhaps not. The next multicast overwrites both.
#
# Let a CTA end without the other:

# %%
try:
    with pyptx.simulating(checks="all"):
        building(meets=False)(a, b)
except SimFault as fault:
    print(fault)

# %% [markdown]
# ## Exercise
#
# Share the tiles of A, too: a cluster of 2 x 2 CTAs. Those with the same `%cluster_ctaid.x` need the same
# rows of A, those with the same `.y` the same rows of B. The rank is `x + 2 * y`. Each CTA loads half of
# its tile of A and half of its tile of B, with a mask for each. How many CTAs have to release a stage
# before this one may fill it?


# %%
def check(solution):
    a, b = (rng.integers(-4, 4, (128, 384)).astype(ml_dtypes.bfloat16) for _ in range(2))
    for schedule in ("late", "early", "random"):
        with pyptx.simulating(checks="all", schedule=schedule):
            np.testing.assert_array_equal(solution(a, b), a.astype(np.float32) @ b.astype(np.float32).T)
    text = solution.ptx(M=128, N=128, K=384)
    assert text.count(".multicast::cluster") == 2, "both copies are sent to two CTAs"
