# %% [markdown]
# # 4. Shuffles
#
# **How do the lanes of a warp exchange registers?**
#
# `shfl.sync` reads a register of another lane. With the mode `bfly`, lane `i` reads from lane `i ^
# distance`: after the distances 16, 8, 4, 2 and 1, every lane has the sum of all. No shared memory and no
# barrier are needed.

# %%
import numpy as np

import pyptx
from pyptx import SimFault, Tile, kernel, ptx, reg
from pyptx.inspect import shuffle
from pyptx.types import f32, u32

ALL = 0xFFFFFFFF


def sum_of_warp(value):
    """The sum over the lanes, in each of them."""
    total = +value
    for distance in (16, 8, 4, 2, 1):
        other = reg.scalar(f32)
        ptx.inst.shfl.sync.bfly.b32(other, total, distance, 31, ALL)
        total += other
    return total


@kernel(in_specs=(Tile("M", 32, f32),), out_specs=(Tile("M", f32),), grid=lambda M: (M,), block=(32, 1, 1))
def row_sum(X, S):
    px, ps = ptx.global_ptrs(X, S)
    lane = reg.from_(ptx.special.tid.x(), u32)
    row = reg.from_(ptx.special.ctaid.x(), u32)
    value = reg.scalar(f32)
    ptx.inst.ld.global_.f32(value, ptx.addr(px + (row * 32 + lane) * 4))
    total = sum_of_warp(value)
    with ptx.if_(lane == 0):
        ptx.inst.st.global_.f32(ptx.addr(ps + row * 4), total)


x = np.random.default_rng(0).integers(-9, 9, (3, 32)).astype(np.float32)
np.testing.assert_array_equal(row_sum(x), x.sum(axis=1))

# %% [markdown]
# The lanes that each lane reads in the five steps; a colour is a lane:

# %%
shuffle("bfly", 16, 8, 4, 2, 1)

# %% [markdown]
# `sum_of_warp` is a Python function, so its instructions are written where it is called. `total = +value`
# is a new register: `total += other` would otherwise change the register of the caller.
#
# `ptx.warp.reduce_sum(total)` writes the same five steps.
#
# ## Break it
#
# Every lane whose register is read must execute the shuffle. Here lanes 16 to 31 skip the block and end,
# and lane 0 reads from lane 16:


# %%
@kernel(in_specs=(Tile("M", 32, f32),), out_specs=(Tile("M", f32),), grid=lambda M: (M,), block=(32, 1, 1))
def in_a_branch(X, S):
    px, ps = ptx.global_ptrs(X, S)
    lane = reg.from_(ptx.special.tid.x(), u32)
    row = reg.from_(ptx.special.ctaid.x(), u32)
    value = reg.scalar(f32)
    ptx.inst.ld.global_.f32(value, ptx.addr(px + (row * 32 + lane) * 4))
    with ptx.if_(lane < 16):
        total = sum_of_warp(value)
        ptx.inst.st.global_.f32(ptx.addr(ps + row * 4), total)


try:
    in_a_branch(x)
except SimFault as fault:
    print(fault)

# %% [markdown]
# The value that came is undefined, and the report shows where it began and where it was used. The last
# operand of the shuffle, the mask, names the lanes that take part; a lane that is still running and does
# not come is [a fault of its own](../rules/member-mask.md).
#
# ## Exercise
#
# Write `scan`: lane `i` of each row stores the sum of the elements 0 to `i`. The mode `up` reads from lane
# `i - distance` and also gives a predicate that is false where that lane does not exist:
# `ptx.inst.shfl.sync.up.b32(other | valid, total, distance, 0, ALL)`.


# %%
def check(solution):
    x = np.random.default_rng(1).integers(-9, 9, (3, 32)).astype(np.float32)
    with pyptx.simulating(checks="all"):
        np.testing.assert_array_equal(solution(x), x.cumsum(axis=1))
    assert ".shared" not in solution.ptx(M=3), "shuffles need no shared memory"
