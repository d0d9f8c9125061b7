# %% [markdown]
# # 3. A sum over a row
#
# **How do threads of a CTA exchange values?**
#
# Through shared memory: every thread writes its part, a barrier waits for all, and then each may read the
# parts of the others. Here one CTA sums one row. Each thread adds up every 128th element, and a tree of
# additions joins the 128 sums.

# %%
import numpy as np

import pyptx
from pyptx import SimFault, Tile, kernel, ptx, reg, smem
from pyptx.types import f32, u32

THREADS = 128


def summing(*, synced=True):
    @kernel(
        in_specs=(Tile("M", "N", f32),),
        out_specs=(Tile("M", f32),),
        grid=lambda M, N: (M,),
        block=(THREADS, 1, 1),
    )
    def row_sum(X, S, *, synced=synced):
        px, ps = ptx.global_ptrs(X, S)
        tid = reg.from_(ptx.special.tid.x(), u32)
        row = reg.from_(ptx.special.ctaid.x(), u32)
        total = reg.scalar(f32, init=0.0)
        for column in ptx.range_(tid, X.shape[1], THREADS):
            value = reg.scalar(f32)
            ptx.inst.ld.global_.f32(value, ptx.addr(px + (row * X.shape[1] + column) * 4))
            total += value
        parts = smem.alloc(f32, (THREADS,))
        parts[tid] = total
        for half in (64, 32, 16, 8, 4, 2, 1):
            if synced:
                ptx.bar.sync(0)
            with ptx.if_(tid < half):
                parts[tid] = parts[tid] + parts[tid + half]
        with ptx.if_(tid == 0):
            ptx.inst.st.global_.f32(ptx.addr(ps + row * 4), parts[tid])

    return row_sum


row_sum = summing()
x = np.random.default_rng(0).integers(-9, 9, (4, 300)).astype(np.float32)
np.testing.assert_array_equal(row_sum(x), x.sum(axis=1))

# %% [markdown]
# `synced` is a template parameter, a constant of the trace. There are two kinds of loops here. `for half in
# (64, …)` is Python's: it runs seven times during the trace and writes seven pieces of code, each with its
# own constant. `for column in ptx.range_(…)` is a loop of the GPU: its body is traced once, and `column` is
# a register.
#
# The timeline has the warps of the CTA that sums the first row. They wait at each barrier for the slowest:

# %%
_, report = row_sum.run(x[:1], timeline=True)
report.detail.timeline

# %% [markdown]
# ## Break it
#
# Leave out the barrier:

# %%
try:
    with pyptx.simulating(checks="all"):
        summing(synced=False)(x)
except SimFault as fault:
    print(fault)

# %% [markdown]
# The report names both accesses. It does not depend on luck: the simulator tracks which accesses are
# ordered, so it finds the race although the numbers may be right.
#
# The last steps involve only the first warp. `ptx.bar.warp.sync` would do there, and shuffles do better:
# the next lesson.
#
# ## Exercise
#
# Write `row_max`, the largest element of each row. A row may have fewer than 128 elements; which value must
# the threads without an element start from?


# %%
def check(solution):
    for shape in ((4, 300), (3, 40), (1, 1)):
        x = np.random.default_rng(1).standard_normal(shape).astype(np.float32) - 5
        with pyptx.simulating(checks="all"):
            np.testing.assert_array_equal(solution(x), x.max(axis=1))
