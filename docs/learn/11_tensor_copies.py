# %% [markdown]
# # 11. Tensor copies
#
# **How does one thread move a whole tile?**
#
# From Hopper on, a thread can hand a copy to the hardware unit for tensor memory access (TMA). It names a
# *tensor map*, which describes the matrix and the box to move, the coordinates of the box, and an mbarrier.
# The mbarrier of the last lesson now also counts **bytes**. `arrive.expect_tx` announces a number of bytes
# and arrives; the copy counts them off as they land. A phase completes when all arrivals have come and no
# announced byte is missing.

# %%
import numpy as np

import pyptx
from pyptx import Layout, SimFault, Tile, TraceError, kernel, ptx, reg, smem
from pyptx.layouts.tensor_map import TensorMap
from pyptx.types import f32, u32

ROWS, COLUMNS = 8, 32
matrix = Tile("M", "N", f32, Layout.TMA_128B, tma_box=(ROWS, COLUMNS))


def doubling(*, announced=ROWS * COLUMNS * 4, waits=True):
    @kernel(
        in_specs=(matrix,),
        out_specs=(matrix,),
        grid=lambda M, N: (N // COLUMNS, M // ROWS),
        block=(COLUMNS, 1, 1),
        arch="sm_90a",
    )
    def double(X, Y, *, announced=announced, waits=waits):
        lane = reg.from_(ptx.special.tid.x(), u32)
        column = reg.from_(ptx.special.ctaid.x(), u32) * COLUMNS
        row = reg.from_(ptx.special.ctaid.y(), u32) * ROWS
        tile, full = smem.alloc(f32, (ROWS, COLUMNS), swizzle="128B"), smem.mbarrier(1)
        with ptx.if_(lane == 0):
            ptx.mbarrier.init(full[0], 1)
            ptx.fence.mbarrier_init()
            ptx.mbarrier.arrive_expect_tx(full[0], announced)
            ptx.cp.async_.bulk.tensor_2d(dst=tile, src=X.tma_desc(), coord=(column, row), mbar=full[0])
        ptx.bar.sync(0)
        if waits:
            ptx.mbarrier.wait(full[0], 0)
        for line in range(ROWS):
            value = tile[line, lane]
            tile[line, lane] = value + value
        ptx.fence.proxy_async()
        ptx.bar.sync(0)
        with ptx.if_(lane == 0):
            ptx.cp.async_.bulk.tensor_2d.store(dst=Y.tma_desc(), src=tile, coord=(column, row))
            ptx.cp.async_.bulk.commit_group()
            ptx.cp.async_.bulk.wait_group(0)

    return double


x = np.arange(16 * 64, dtype=np.float32).reshape(16, 64)
double = doubling()
np.testing.assert_array_equal(double(x), 2 * x)

# %% [markdown]
# One thread announces 1,024 bytes, starts the copy, and arrives; every thread waits for phase 0.
# `tile[line, lane]` applies the swizzle of the tile, which is that of the tensor map. The store goes the
# other way; the thread waits for its group before the CTA ends. `ptx.fence.proxy_async()` has the next
# lesson to itself.
#
# A tensor map has the sizes and the box, innermost dimension first. The box of this kernel in the matrix of
# 16 x 64 elements:

# %%
TensorMap.tiled("f32", sizes=(64, 16), box=(COLUMNS, ROWS), swizzle="128B")

# %% [markdown]
# The timeline of the simulator has the pending arrivals and bytes of an mbarrier. These are the changes of
# `full[0]` in the first CTA:

# %%
_, report = double.run(x, timeline=True)
for event in report.detail.timeline.events:
    if event["ph"] == "C" and event["pid"] == 1:
        print(f"step {event['ts']:3}: {event['args']}")

# %% [markdown]
# ## Break it
#
# Announce too few bytes. Both numbers are constants, so the trace compares them:

# %%
try:
    doubling(announced=512)(x)
except TraceError as error:
    print(error)

# %% [markdown]
# Read the tile without waiting for it:

# %%
try:
    with pyptx.simulating(checks="all"):
        doubling(waits=False)(x)
except SimFault as fault:
    print(fault)

# %% [markdown]
# ## Exercise
#
# Let each CTA double *two* boxes, one below the other, with the one tile and the one mbarrier. The second
# wait is for parity 1, and the second load must not start before the first store has read the tile:
# `ptx.cp.async_.bulk.wait_group.read(0)` waits for that.


# %%
def check(solution):
    for schedule in ("late", "early"):
        with pyptx.simulating(checks="all", schedule=schedule) as reports:
            np.testing.assert_array_equal(solution(x), 2 * x)
        assert reports[0].grid[:2] == (2, 1), f"the grid of 16 x 64 elements is 2 x 1, not {reports[0].grid}"
