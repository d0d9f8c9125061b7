# %% [markdown]
# # 7. Asynchronous copies
#
# **How does a thread compute while its next data is being copied?**
#
# `cp.async` copies 4, 8 or 16 bytes from global to shared memory without passing through a register, and
# the thread goes on. Copies are collected in groups: `commit_group` closes a group, and `wait_group` with
# the number `n` waits until at most the `n` newest groups are pending. With a ring of stages, the next rows
# are being copied while one is used.

# %%
import numpy as np

import pyptx
from pyptx import SimFault, Tile, kernel, ptx, reg, smem
from pyptx.types import f32, u32

THREADS = 64
matrix, row = Tile("M", THREADS, f32), Tile(THREADS, f32)


def column_sums(stages, pending):
    """A kernel; `pending` is the number of groups that may still be pending when a row is read."""

    @kernel(in_specs=(matrix,), out_specs=(row,), grid=(1,), block=(THREADS, 1, 1))
    def sums(X, S, *, stages=stages, pending=pending):
        px, ps = ptx.global_ptrs(X, S)
        tid = reg.from_(ptx.special.tid.x(), u32)
        ring = smem.alloc(f32, (stages, THREADS))
        source = px + tid * 4

        def fetch(row):
            if row < X.shape[0]:
                target = ring.address(row % stages, tid)
                ptx.inst.cp.async_.ca.shared.global_(ptx.addr(target), ptx.addr(source, row * THREADS * 4), 4)
            ptx.cp.async_.commit_group()

        for row in range(stages - 1):
            fetch(row)
        total = reg.scalar(f32, init=0.0)
        for row in range(X.shape[0]):
            fetch(row + stages - 1)
            ptx.cp.async_.wait_group(pending)
            total += ring[row % stages, tid]
        ptx.inst.st.global_.f32(ptx.addr(ps + tid * 4), total)

    return sums


x = np.random.default_rng(0).integers(-9, 9, (10, THREADS)).astype(np.float32)
two_stages = column_sums(2, pending=1)
np.testing.assert_array_equal(two_stages(x), x.sum(axis=0))

# %% [markdown]
# The loops over rows are Python's, so the code has ten copies of the body. A group is closed for every row,
# also where nothing is left to fetch: then the count of pending groups is right at the end, too. Each
# thread reads only what it copied itself, so no barrier is needed.
#
# In the timeline copies are pending while the warps run:

# %%
_, report = two_stages.run(x, timeline=True)
report.detail.timeline

# %% [markdown]
# ## Break it
#
# Wait for one group fewer than needed. On a card the sum is often right, because the copy is fast; the
# simulator lets a copy land as late as it may:

# %%
try:
    column_sums(2, pending=2)(x)
except SimFault as fault:
    print(fault)

# %% [markdown]
# The row was never written when it was read. Under another schedule the copy completes at once, and the
# numbers
# are right; a race check reports the missing wait under every schedule.
#
# ## Exercise
#
# Every thread shall sum the column of its *neighbour*, `(tid + 1) % 64`, which another thread copied. A
# wait covers the copies of its own thread only: which barriers does the loop need, and where?


# %%
def check(solution):
    for schedule in ("late", "early", "random"):
        with pyptx.simulating(checks="all", schedule=schedule):
            np.testing.assert_array_equal(solution(x), np.roll(x.sum(axis=0), -1))
    assert "cp.async" in solution.ptx(M=10)
