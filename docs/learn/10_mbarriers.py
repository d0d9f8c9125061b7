# %% [markdown]
# # 10. Barriers in memory
#
# **How do two groups of threads hand data to each other, without all of them meeting?**
#
# `bar.sync` stops every thread of the CTA until the last one comes. In the lessons so far each thread does
# the same work, so each has to stop. Here one warp produces, one warp consumes, and the producer may run
# two rows ahead. An **mbarrier** is a barrier that lies in shared memory. Arriving and waiting are separate
# instructions:
#
# * `mbarrier.init` sets the number of arrivals that a *phase* needs. Phase 0 begins.
# * `mbarrier.arrive` counts one arrival and goes on. After the last one the next phase begins.
# * `mbarrier.try_wait.parity` tests whether the phase with this parity, 0 or 1, has completed.
#   `ptx.mbarrier.wait` writes a loop around it. On a fresh mbarrier the test for parity 1 succeeds, as if a
#   phase before phase 0 had completed.
#
# From Ampere on there are mbarriers; Hopper added `try_wait`, which lets the hardware suspend the warp.

# %%
import numpy as np

import pyptx
from pyptx import SimFault, Tile, kernel, ptx, reg, smem
from pyptx.types import f32, u32

STAGES = 2


def summing(*, releases=True):
    """Sums of columns: warp 0 writes rows to shared memory, warp 1 adds them up."""

    @kernel(
        in_specs=(Tile("M", 32, f32),), out_specs=(Tile(32, f32),), grid=(1,), block=(64, 1, 1), arch="sm_90"
    )
    def sums(X, S, *, releases=releases):
        px, ps = ptx.global_ptrs(X, S)
        tid = reg.from_(ptx.special.tid.x(), u32)
        lane = tid % 32
        ring = smem.alloc(f32, (STAGES, 32))
        full, empty = (ptx.mbarrier.array(smem.mbarrier(STAGES), 0, STAGES) for _ in range(2))
        with ptx.if_(tid == 0):
            full.init_all(32)
            empty.init_all(32)
        ptx.bar.sync(0)

        rows = X.shape[0]
        turns = ptx.pipeline(STAGES)
        with ptx.if_(tid < 32):
            for row in ptx.range_(0, rows):
                stage, parity = turns.advance()
                empty.at(stage).wait(parity ^ 1)
                value = reg.scalar(f32)
                ptx.inst.ld.global_.f32(value, ptx.addr(px + (row * 32 + lane) * 4))
                ring[stage, lane] = value
                full.at(stage).arrive()
        with ptx.else_():
            total = reg.scalar(f32, init=0.0)
            for _ in ptx.range_(0, rows):
                stage, parity = turns.advance()
                full.at(stage).wait(parity)
                total += ring[stage, 31 - lane]
                if releases:
                    empty.at(stage).arrive()
            ptx.inst.st.global_.f32(ptx.addr(ps + (31 - lane) * 4), total)

    return sums


x = np.random.default_rng(0).integers(-9, 9, (6, 32)).astype(np.float32)
sums = summing()
np.testing.assert_array_equal(sums(x), x.sum(axis=0))

# %% [markdown]
# Each stage has two mbarriers. `full` is for the consumer: the row is there. `empty` is for the producer:
# the row has been read. `ptx.pipeline` counts: it gives the stages 0, 1, 0, 1 … and a parity that changes
# when the ring starts again. The producer waits for the *other* parity, so its first waits succeed at once.
#
# An arrival *releases*: the writes of the thread before it are visible to a thread that has waited. So the
# ring needs no other barrier, although each lane reads what another lane wrote.
#
# The timeline of the simulator has the warps and the phases of the mbarriers. An arrow is an arrival that
# lets a waiting warp continue:

# %%
_, report = sums.run(x, timeline=True)
report.detail.timeline.pipeline()

# %% [markdown]
# The producer fills two stages and waits. The consumer empties them and waits. On a GPU both also run at
# the same time; here one warp runs at a time.
#
# ## Break it
#
# The consumer does not arrive at `empty`:

# %%
try:
    summing(releases=False)(x)
except SimFault as fault:
    print(fault)

# %% [markdown]
# The kernel hangs, and a GPU gives no reason. The report names the waits, and of each mbarrier the phase,
# and the arrivals that have come and that are missing.
#
# ## Exercise
#
# Add a third warp, which finds the largest element of each column. The result has two rows, the sums and
# the maxima. Both consumers read each stage: how many arrivals make it empty?


# %%
def check(solution):
    for schedule in ("late", "early", "random"):
        with pyptx.simulating(checks="all", schedule=schedule):
            np.testing.assert_array_equal(solution(x), [x.sum(axis=0), x.max(axis=0)])
