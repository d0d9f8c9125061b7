# %% [markdown]
# # 12. Proxies and fences
#
# **When does another unit see what a thread wrote?**
#
# Two things can hide a write. The other side may look through another *proxy*, or it may be too far away.
#
# A **proxy** is a path to memory. Loads, stores and atomics of threads use the *generic* proxy. Bulk and
# tensor copies use the *async* proxy, and so does the reading of shared memory by the tensor cores of
# Hopper and Blackwell. A barrier orders accesses of one proxy. A **proxy fence** orders accesses of two.
#
# The kernel reverses each row. Threads write the row to shared memory, and one thread starts a bulk copy,
# which is a tensor copy without a map: a number of bytes from one address to another.

# %%
import numpy as np

import pyptx
from pyptx import SimFault, Tile, kernel, ptx, reg, smem
from pyptx.inspect import listing
from pyptx.types import f32, u32

matrix = Tile("M", 64, f32)


def reversing(*, fence):
    """A kernel; the fence is `"after"` the writes, `"before"` them, or None."""

    @kernel(in_specs=(matrix,), out_specs=(matrix,), grid=lambda M: (M,), block=(64, 1, 1), arch="sm_90")
    def reverse(X, Y, *, fence=fence):
        px, py = ptx.global_ptrs(X, Y)
        tid = reg.from_(ptx.special.tid.x(), u32)
        row = reg.from_(ptx.special.ctaid.x(), u32)
        line, value = smem.alloc(f32, (64,), name="line"), reg.scalar(f32)
        ptx.inst.ld.global_.f32(value, ptx.addr(px + (row * 64 + tid) * 4))
        if fence == "before":
            ptx.fence.proxy_async()
        line[63 - tid] = value
        if fence == "after":
            ptx.fence.proxy_async()
        ptx.bar.sync(0)
        with ptx.if_(tid == 0):
            ptx.cp.async_.bulk.store(ptx.addr(py + row * 256), line, 256)
            ptx.cp.async_.bulk.commit_group()
            ptx.cp.async_.bulk.wait_group(0)

    return reverse


x = np.arange(4 * 64, dtype=np.float32).reshape(4, 64)
reverse = reversing(fence="after")
np.testing.assert_array_equal(reverse(x), x[:, ::-1])

# %% [markdown]
# The order is: every thread that wrote executes the fence, *then* all meet at the barrier, *then* one
# thread starts the copy. In the other direction no fence is needed. A thread that has waited for the
# mbarrier of a load, as in lesson 11, sees all of its bytes: the completion includes the fence.
#
# `listing` shows each line of Python with its instructions. These are the store, the fence, the barrier and
# the copy:

# %%
text = listing(reverse.program(M=4))
print(text[text.index("line[63 - tid]") : text.index("ptx.cp.async_.bulk.commit")].rpartition("\n\n")[0])

# %% [markdown]
# ## Break it
#
# Leave out the fence:

# %%
try:
    with pyptx.simulating(checks="all"):
        reversing(fence=None)(x)
except SimFault as fault:
    print(fault)

# %% [markdown]
# On a card the numbers are right nearly always, which makes the mistake hard to find there.
#
# The place of the fence matters, too. A fence orders the accesses before it and those after it. Above the
# store it has nothing to order:

# %%
try:
    with pyptx.simulating(checks="all"):
        reversing(fence="before")(x)
except SimFault as fault:
    print(fault)

# %% [markdown]
# ## Far away
#
# `bar.sync` orders the threads of one CTA. Threads of other CTAs need a fence of a wider **scope**: `.cta`,
# `.cluster`, `.gpu` or `.sys`. This kernel sums a vector in one launch. Each CTA stores its part and takes
# a ticket from a counter. The CTA with the last ticket adds the parts:


# %%
def totalling(*, fence):
    @kernel(
        in_specs=(Tile("N", f32), Tile("P", f32), Tile(1, u32)),
        out_specs=(Tile(1, f32),),
        mutates=("Parts", "Count"),
        grid=lambda P: (P,),
        block=(32, 1, 1),
    )
    def total(X, Parts, Count, S, *, fence=fence):
        px, pp, pc, ps = ptx.global_ptrs(X, Parts, Count, S)
        lane = reg.from_(ptx.special.tid.x(), u32)
        cta = reg.from_(ptx.special.ctaid.x(), u32)
        value = reg.scalar(f32)
        ptx.inst.ld.global_.f32(value, ptx.addr(px + (cta * 32 + lane) * 4))
        ptx.warp.reduce_sum(value)
        with ptx.if_(lane == 0):
            ptx.inst.st.global_.f32(ptx.addr(pp + cta * 4), value)
            ticket, part = reg.scalar(u32), reg.scalar(f32)
            if fence:
                ptx.inst.fence.acq_rel.gpu()
            ptx.inst.atom.global_.add.u32(ticket, ptx.addr(pc), 1)
            with ptx.if_(ticket == Parts.shape[0] - 1):
                if fence:
                    ptx.inst.fence.acq_rel.gpu()
                result = reg.scalar(f32, init=0.0)
                for number in ptx.range_(0, Parts.shape[0]):
                    ptx.inst.ld.global_.f32(part, ptx.addr(pp + number * 4))
                    result += part
                ptx.inst.st.global_.f32(ptx.addr(ps), result)

    return total


def run(kernel):
    """Sum 0 to 127 with four CTAs; the caller gives the memory for the parts, and a counter that is 0."""
    return kernel(np.arange(128, dtype=np.float32), np.zeros(4, np.float32), np.zeros(1, np.uint32))


total = totalling(fence=True)
assert run(total) == 127 * 128 / 2

# %% [markdown]
# There are two fences because there are two sides. The writer *releases*: its store comes before its
# ticket. The reader *acquires*: its loads come after its ticket. CUDA C++ has
# `__threadfence()` for both, which writes the stronger `fence.sc.gpu`. Without the two:

# %%
try:
    with pyptx.simulating(checks="all"):
        run(totalling(fence=False))
except SimFault as fault:
    print(fault)
    race = fault

# %% [markdown]
# In a notebook a race is a picture of its two accesses:

# %%
race

# %% [markdown]
# | written by | read by | between them |
# |---|---|---|
# | a thread | a thread of the CTA | `bar.sync`, or arrival and wait of an mbarrier |
# | a thread | a thread of another CTA | release and acquire of `.cluster` or `.gpu` scope |
# | a thread | a bulk or tensor copy, `wgmma`, `tcgen05.mma` | `fence.proxy.async`, then one of the above |
# | a bulk or tensor load | a thread, `wgmma`, `tcgen05.mma` | the wait for its mbarrier |
# | a bulk or tensor store | a thread | `cp.async.bulk.wait_group` in the thread that started it |
#
# ## Exercise
#
# Write `total` without a fence. An atomic can release and acquire itself, if its name contains
# `.acq_rel.gpu`; [its page](../isa/atom.md) shows the place.


# %%
def check(solution):
    for schedule in ("late", "early", "random"):
        with pyptx.simulating(checks="all", schedule=schedule):
            assert run(solution) == 127 * 128 / 2
    assert "fence" not in solution.ptx(N=128, P=4), "the atomic is enough"
