# %% [markdown]
# # 1. Vector addition
#
# **How does a thread find its element?**
#
# A grid has CTAs (thread blocks), and each CTA has threads. All threads run the same instructions. They
# differ in special registers: `%ctaid` is the number of the CTA and `%tid` the number of the thread in it;
# CUDA C++ calls them `blockIdx` and `threadIdx`.

# %%
import numpy as np

import pyptx
from pyptx import SimFault, Tile, kernel, ptx, reg
from pyptx.sim import AccessMap
from pyptx.types import f32, u32

vector = Tile("N", f32)


@kernel(in_specs=(vector, vector), out_specs=(vector,), grid=lambda N: (-(-N // 128),), block=(128, 1, 1))
def add(X, Y, Z):
    i = reg.from_(ptx.special.ctaid.x(), u32) * 128 + ptx.special.tid.x()
    with ptx.if_(i < X.shape[0]):
        px, py, pz = (pointer + i * 4 for pointer in ptx.global_ptrs(X, Y, Z))
        x, y = reg.scalar(f32), reg.scalar(f32)
        ptx.inst.ld.global_.f32(x, ptx.addr(px))
        ptx.inst.ld.global_.f32(y, ptx.addr(py))
        ptx.inst.st.global_.f32(ptx.addr(pz), x + y)


x, y = np.arange(300, dtype=np.float32), np.ones(300, dtype=np.float32)
np.testing.assert_array_equal(add(x, y), x + y)

# %% [markdown]
# The function ran once, when it was traced, and each of its operations wrote an instruction. `i` is a
# register: it has a number on the GPU, and a name in the trace. This is the text that a GPU, or here the
# simulator, runs:

# %%
print(add.ptx(N=300))

# %% [markdown]
# The loads read registers `%rd…` that hold addresses in bytes: an f32 has four, so the element `i` is at `X
# + i * 4`.
#
# The map shows the thread that writes each element of `Z`, with a colour for each warp of 32 threads:

# %%
written = AccessMap("Z")
add.run(x, y, observers=[written.attach])
written

# %% [markdown]
# ## Break it
#
# 300 is not a multiple of 128. The last CTA has 84 threads too many, and `ptx.if_` keeps them from the
# memory past the end of the arrays. Without it:


# %%
@kernel(in_specs=(vector, vector), out_specs=(vector,), grid=lambda N: (-(-N // 128),), block=(128, 1, 1))
def unguarded(X, Y, Z):
    i = reg.from_(ptx.special.ctaid.x(), u32) * 128 + ptx.special.tid.x()
    px, py, pz = (pointer + i * 4 for pointer in ptx.global_ptrs(X, Y, Z))
    x, y = reg.scalar(f32), reg.scalar(f32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px))
    ptx.inst.ld.global_.f32(y, ptx.addr(py))
    ptx.inst.st.global_.f32(ptx.addr(pz), x + y)


try:
    unguarded(x, y)
except SimFault as fault:
    print(fault)

# %% [markdown]
# The report names the instruction, its line in the cell, and the first thread: number 44 of CTA 2 is
# element 300.
#
# ## Exercise
#
# Change `add` so that each thread adds **two** elements, `i` and `i + 128`, and each CTA 256. The grid has
# to follow. `check` raises until the kernel is right.


# %%
def check(solution):
    for n in (1, 128, 129, 256, 1000):
        x, y = np.arange(n, dtype=np.float32), np.ones(n, dtype=np.float32)
        with pyptx.simulating(checks="all") as reports:
            np.testing.assert_array_equal(solution(x, y), x + y)
        assert reports[0].grid[0] == -(-n // 256), f"{reports[0].grid[0]} CTAs for {n} elements"
