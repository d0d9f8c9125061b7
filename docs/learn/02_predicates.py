# %% [markdown]
# # 2. Predicates
#
# **How does a GPU do `if`?**
#
# A comparison of registers writes a predicate, a register with one bit. A branch or a single instruction
# can depend on it. `with ptx.if_(p):` writes a branch around a block: threads where `p` is false skip it. A
# warp, 32 threads, runs both sides one after the other where its threads disagree.

# %%
import numpy as np

import pyptx
from pyptx import Tile, TraceError, kernel, ptx, reg
from pyptx.sim import AccessMap
from pyptx.types import f32, u32

vector = Tile("N", f32)


@kernel(in_specs=(vector,), out_specs=(vector,), grid=lambda N: (-(-N // 128),), block=(128, 1, 1))
def leaky_relu(X, Y):
    i = reg.from_(ptx.special.ctaid.x(), u32) * 128 + ptx.special.tid.x()
    with ptx.if_(i < X.shape[0]):
        px, py = (pointer + i * 4 for pointer in ptx.global_ptrs(X, Y))
        x = reg.scalar(f32)
        ptx.inst.ld.global_.f32(x, ptx.addr(px))
        with ptx.if_(x < 0.0):
            x *= 0.125
        ptx.inst.st.global_.f32(ptx.addr(py), x)


x = np.linspace(-1, 1, 200, dtype=np.float32)
expected = np.where(x < 0, x * np.float32(0.125), x)
np.testing.assert_array_equal(leaky_relu(x), expected)

# %% [markdown]
# `x *= 0.125` writes the same register, so `x` has one value after the block whichever way a thread went.
# The instructions:

# %%
print(*[line for line in leaky_relu.ptx(N=200).splitlines() if "%p" in line or "mul.f32" in line], sep="\n")

# %% [markdown]
# The profile counts the threads that executed each instruction: all 256 compare, 200 load, and half of these
# multiply.

# %%
_, report = leaky_relu.run(x, profile=True)
for line in report.detail.profile.lines:
    if line.instruction.startswith(("setp", "ld.global", "mul.f32")):
        print(f"{line.executions:4d}  {line.instruction}")

# %% [markdown]
# Threads that skip a block write nothing in it. This kernel stores inside the block, in place:


# %%
@kernel(in_specs=(vector,), grid=lambda N: (-(-N // 128),), block=(128, 1, 1), mutates=("X",))
def shrink_negatives(X):
    i = reg.from_(ptx.special.ctaid.x(), u32) * 128 + ptx.special.tid.x()
    with ptx.if_(i < X.shape[0]):
        px = ptx.global_ptrs(X)[0] + i * 4
        x = reg.scalar(f32)
        ptx.inst.ld.global_.f32(x, ptx.addr(px))
        with ptx.if_(x < 0.0):
            ptx.inst.st.global_.f32(ptx.addr(px), x * 0.125)


# %% [markdown]
# The map shows the thread that writes each element. The first 100 elements are below zero, so of
# warp 3 only four lanes write:

# %%
written = AccessMap("X")
shrink_negatives.run(x.copy(), observers=[written.attach])
written

# %% [markdown]
# ## Break it
#
# Python's own `if` cannot work: it runs once, during the trace, when `x` has no value. pyptx refuses it and
# names the alternative.


# %%
@kernel(in_specs=(vector,), out_specs=(vector,), grid=(1,), block=(32, 1, 1))
def python_if(X, Y):
    px, py = ptx.global_ptrs(X, Y)
    x = reg.scalar(f32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px))
    if x < 0.0:
        x *= 0.125
    ptx.inst.st.global_.f32(ptx.addr(py), x)


try:
    python_if(x)
except TraceError as error:
    print(error)

# %% [markdown]
# Less obvious: `x = x * 0.125` inside the block gives the *name* `x` a new register. Python would use that
# register after the block in every thread, also in those that skipped the block. pyptx compares the names
# at the end of each block:


# %%
@kernel(in_specs=(vector,), out_specs=(vector,), grid=(1,), block=(32, 1, 1))
def rebound(X, Y):
    px, py = ptx.global_ptrs(X, Y)
    x = reg.scalar(f32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px))
    with ptx.if_(x < 0.0):
        x = x * 0.125
    ptx.inst.st.global_.f32(ptx.addr(py), x)


try:
    rebound(x)
except TraceError as error:
    print(error)

# %% [markdown]
# ## Exercise
#
# Write `leaky_relu` without a branch around the multiplication: compute both values, and let `ptx.selp(f32,
# y, when_true, when_false, p)` choose. Every thread of a warp then runs the same instructions.


# %%
def check(solution):
    text = solution.ptx(N=200)
    assert text.count("bra") == 1, "one branch is enough: the one that guards the end of the array"
    with pyptx.simulating(checks="all"):
        np.testing.assert_array_equal(solution(x), expected)
