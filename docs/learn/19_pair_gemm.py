# %% [markdown]
# # 19. A GEMM for pairs of CTAs
#
# **How do two multiprocessors work on one MMA?**
#
# A `tcgen05.mma` with `cta_group::2` multiplies 256 rows. Two CTAs of a cluster give one half each: each
# has 128 rows of A and of D, and *half* of B. The tensor cores of both read both halves of B. One thread of
# one CTA, the *leader* with rank 0, issues the MMA for both. In lesson 15 the halves of B were sent to both
# CTAs; here no multicast is needed, and the tile of B takes half the memory.
#
# The kernel joins this with the warp roles of lesson 14 and the tensor memory of lesson 18:
#
# | warp | in the leader | in the other CTA |
# |---|---|---|
# | 0 to 3 | store D | store D |
# | 4 | copies to its own shared memory | copies to its own shared memory |
# | 5 | issues MMAs for both | has nothing to do |

# %%
import ml_dtypes
import numpy as np

import pyptx
from pyptx import SimFault, Tile, kernel, ptx, reg, smem
from pyptx.types import b32, bf16, f32, u32

ROWS, COLUMNS, STEP, STAGES = 128, 64, 64, 3


def building(*, both=True):
    """D = A @ B.T; `both` is whether the bytes of both CTAs are expected."""

    @kernel(
        in_specs=(Tile("M", "K", bf16), Tile("N", "K", bf16)),
        out_specs=(Tile("M", "N", f32),),
        grid=lambda M, N: (M // ROWS, N // COLUMNS),
        block=(192, 1, 1),
        cluster=(2, 1, 1),
        arch="sm_100a",
    )
    def gemm(A, B, D, *, both=both):
        tid = reg.from_(ptx.special.tid.x(), u32)
        rank = reg.from_(ptx.special.cluster_ctarank(), u32)
        first_row = reg.from_(ptx.special.ctaid.x(), u32) * ROWS
        first_column = reg.from_(ptx.special.ctaid.y(), u32) * COLUMNS
        depth, width = A.shape[1], D.shape[1]
        ring_a = smem.alloc(bf16, (STAGES, ROWS, STEP), swizzle="128B")
        ring_b = smem.alloc(bf16, (STAGES, COLUMNS // 2, STEP), swizzle="128B")
        full, empty = (ptx.mbarrier.array(smem.mbarrier(STAGES), 0, STAGES) for _ in range(2))
        (ready,), address = smem.mbarrier(1), smem.alloc(b32, (1,))

        def meet():
            """Order the threads of both CTAs, and their operations on tensor memory."""
            ptx.tcgen05.fence_before_thread_sync()
            ptx.cluster.sync()
            ptx.tcgen05.fence_after_thread_sync()

        with ptx.if_(tid == 0):
            full.init_all(1)
            empty.init_all(1)
            ptx.mbarrier.init(ready, 1)
            ptx.fence.mbarrier_init()
        with ptx.if_(tid < 32):
            ptx.tcgen05.alloc(address, COLUMNS, cta_group=2)
            ptx.tcgen05.relinquish_alloc_permit(cta_group=2)
        meet()
        accumulator = address[0]
        turns = ptx.pipeline(STAGES)

        def copy():
            """Fill the stages of this CTA; the leader's mbarrier counts the bytes of both."""
            leaders = ptx.mbarrier.array(ptx.cluster.map_shared_u32(full[0], 0), 0, STAGES)
            for k in ptx.range_(0, depth, STEP):
                stage, parity = turns.advance()
                empty.at(stage).wait(parity ^ 1)
                stage_bytes = ring_a[0].nbytes + ring_b[0].nbytes
                full.at(stage).arrive_expect_tx((2 if both else 1) * stage_bytes, pred=rank == 0)
                for ring, tensor, first in (
                    (ring_a, A, first_row),
                    (ring_b, B, first_column + rank * (COLUMNS // 2)),
                ):
                    ptx.cp.async_.bulk.tensor_2d(
                        dst=ring[stage], src=tensor, coord=(k, first), mbar=leaders.at(stage), cta_group=2
                    )

        def multiply():
            """Issue the MMAs of both CTAs."""
            shape = ptx.tcgen05.make_instr_desc("f16", m=2 * ROWS, n=COLUMNS, a=bf16, d=f32, cta_group=2)
            for k in ptx.range_(0, depth, STEP):
                stage, parity = turns.advance()
                full.at(stage).wait(parity)
                for part in range(0, STEP * 2, 32):
                    ptx.tcgen05.mma(
                        accumulator, ring_a[stage], ring_b[stage], shape, cta_group=2,
                        a_k_offset=part, b_k_offset=part, enable_input_d=k > 0 if part == 0 else True,
                    )  # fmt: skip
                ptx.tcgen05.commit(empty.at(stage), cta_group=2, multicast=True, multicast_mask=0b11)
            ptx.tcgen05.commit(ready, cta_group=2, multicast=True, multicast_mask=0b11)

        def store():
            """Store the row of D in this thread's lane."""
            ptx.mbarrier.wait(ready, 0)
            ptx.tcgen05.fence_after_thread_sync()
            row = reg.array(f32, COLUMNS)
            lanes = ptx.tcgen05.address(accumulator + tid // 32 * (32 << 16))
            ptx.tcgen05.ld(row, lanes, shape="32x32b", count=COLUMNS)
            ptx.tcgen05.wait_ld()
            (pd,) = ptx.global_ptrs(D)
            line = pd + ((first_row + tid) * width + first_column) * 4
            for column in range(0, COLUMNS, 4):
                ptx.inst.st.global_.v4.f32(ptx.addr(line, column * 4), row[column : column + 4])

        with ptx.if_(tid < 128):
            store()
        with ptx.if_(tid == 128):
            copy()
        with ptx.if_((tid == 160) & (rank == 0)):
            multiply()
        meet()
        with ptx.if_(tid < 32):
            ptx.tcgen05.dealloc(accumulator, COLUMNS, cta_group=2)

    return gemm


rng = np.random.default_rng(0)
a, b = (rng.integers(-4, 4, (rows, 320)).astype(ml_dtypes.bfloat16) for rows in (256, 128))
gemm = building()
np.testing.assert_array_equal(gemm(a, b), a.astype(np.float32) @ b.astype(np.float32).T)

# %% [markdown]
# Three things reach across:
#
# * The copies of both CTAs count at `full` of the leader, because only the leader waits for a stage. With
#   `cta_group=2` a copy may name an mbarrier of the other CTA of the pair. The leader expects the bytes of
#   both.
# * `commit` with a mask arrives in both CTAs: at `empty`, so both may copy again, and at `ready`, so both
#   store.
# * `meet()` is the barrier of the cluster. Both CTAs allocate and free their columns together.
#
# The instruction descriptor has the 256 rows of the pair. A CTA's tile of B is `COLUMNS // 2` rows high,
# and its part of D has all `COLUMNS`. The profile counts the bytes that came to shared memory:

# %%
_, report = gemm.run(a, b, profile=True)
for line in report.detail.profile.lines:
    if line.instruction.startswith("cp.async.bulk.tensor"):
        print(f"{line.traffic['shared'].written:7d} bytes")

# %% [markdown]
# A is twice as high as B, and all of B comes once for each pair: the ratio is four. With CTAs alone it is
# two.
#
# The timeline of the leader has the phases of its mbarriers, which the copies of both CTAs complete:

# %%
_, report = gemm.run(a, b, timeline=True)
report.detail.timeline.pipeline()

# %% [markdown]
#
# ## Break it
#
# Let the leader expect only its own bytes:

# %%
try:
    with pyptx.simulating(checks="all"):
        building(both=False)(a, b)
except SimFault as fault:
    print(fault)

# %% [markdown]
# The report starts with the cause: the bytes that were expected and that came, each with its line. Then
# come all the warps that wait because of it.
#
# ## Exercise
#
# Let each pair compute *two* tiles of 64 columns, one after the other. Each has its own columns of tensor
# memory and its own `ready`, so the first is stored while the second is multiplied. The ring goes on from
# one to the other.


# %%
def check(solution):
    for schedule in ("late", "early", "random"):
        with pyptx.simulating(checks="all", schedule=schedule) as reports:
            np.testing.assert_array_equal(solution(a, b), a.astype(np.float32) @ b.astype(np.float32).T)
        assert reports[0].grid[:2] == (2, 1), f"256 x 128 elements are one pair, not {reports[0].grid}"
