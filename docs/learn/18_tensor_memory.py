# %% [markdown]
# # 18. Tensor memory
#
# **Where does the accumulator lie on Blackwell?**
#
# On Hopper it fills the registers of a warpgroup. Data-center Blackwell, `sm_100a`, has a memory for it:
# **tensor memory**, 128 lanes of 512 columns in each multiprocessor, a word of 32 bits in each place. With
# the accumulator gone from the registers, no warpgroup has to issue MMAs: *one thread* does.
#
# The kernel is lesson 13 with these changes:
#
# | | Hopper | Blackwell |
# |---|---|---|
# | MMA | `wgmma`, 128 threads | `tcgen05.mma`, one thread |
# | accumulator | registers | tensor memory, which a warp allocates and frees |
# | shape and types | words of the instruction | a constant, the *instruction descriptor* |
# | completion | `wait_group` of the same threads | an arrival at an mbarrier, for any thread |

# %%
import ml_dtypes
import numpy as np

import pyptx
from pyptx import SimFault, Tile, kernel, ptx, reg, smem
from pyptx.inspect import fragment
from pyptx.sim import TensorMemoryMap
from pyptx.types import b32, bf16, f32, u32

M, N, K = 128, 64, 64


def product(*, waits=True, frees=True):
    """D = A @ B.T; row i of D is lane i of tensor memory."""

    @kernel(
        in_specs=(Tile(M, K, bf16), Tile(N, K, bf16)),
        out_specs=(Tile(M, N, f32),),
        grid=(1,),
        block=(128, 1, 1),
        arch="sm_100a",
    )
    def multiply(A, B, D, *, waits=waits, frees=frees):
        tid = reg.from_(ptx.special.tid.x(), u32)
        tile_a, tile_b = smem.alloc(bf16, (M, K), swizzle="128B"), smem.alloc(bf16, (N, K), swizzle="128B")
        (loaded, multiplied), address = smem.mbarrier(2), smem.alloc(b32, (1,))
        with ptx.if_(tid == 0):
            ptx.mbarrier.init(loaded, 1)
            ptx.mbarrier.init(multiplied, 1)
            ptx.fence.mbarrier_init()
        with ptx.if_(tid < 32):
            ptx.tcgen05.alloc(address, N)
            ptx.tcgen05.relinquish_alloc_permit()
        ptx.tcgen05.fence_before_thread_sync()
        ptx.bar.sync(0)
        ptx.tcgen05.fence_after_thread_sync()
        accumulator = address[0]

        with ptx.if_(tid == 0):
            ptx.mbarrier.arrive_expect_tx(loaded, tile_a.nbytes + tile_b.nbytes)
            for tile, source in ((tile_a, A), (tile_b, B)):
                ptx.cp.async_.bulk.tensor_2d(dst=tile, src=source, coord=(0, 0), mbar=loaded)
            ptx.mbarrier.wait(loaded, 0)
            shape = ptx.tcgen05.make_instr_desc("f16", m=M, n=N, a=bf16, d=f32)
            for part in range(0, K * 2, 32):  # one instruction multiplies 16 columns, 32 bytes
                ptx.tcgen05.mma(
                    accumulator, tile_a, tile_b, shape,
                    a_k_offset=part, b_k_offset=part, enable_input_d=part > 0,
                )  # fmt: skip
            ptx.tcgen05.commit(multiplied)
        if waits:
            ptx.mbarrier.wait(multiplied, 0)
        ptx.tcgen05.fence_after_thread_sync()

        row = reg.array(f32, N)
        lanes = ptx.tcgen05.address(accumulator + tid // 32 * (32 << 16))
        ptx.tcgen05.ld(row, lanes, shape="32x32b", count=N)
        ptx.tcgen05.wait_ld()
        (pd,) = ptx.global_ptrs(D)
        for column in range(0, N, 4):
            ptx.inst.st.global_.v4.f32(ptx.addr(pd + tid * (N * 4), column * 4), row[column : column + 4])

        ptx.tcgen05.fence_before_thread_sync()
        ptx.bar.sync(0)
        ptx.tcgen05.fence_after_thread_sync()
        if frees:
            with ptx.if_(tid < 32):
                ptx.tcgen05.dealloc(accumulator, N)

    return multiply


rng = np.random.default_rng(0)
a, b = (rng.integers(-4, 4, (rows, K)).astype(ml_dtypes.bfloat16) for rows in (M, N))
expected = a.astype(np.float32) @ b.astype(np.float32).T
multiply = product()
np.testing.assert_array_equal(multiply(a, b), expected)

# %% [markdown]
# Step by step:
#
# * One warp allocates 64 columns. The instruction writes the address of the first one to shared memory.
#   CTAs on one multiprocessor share the 512 columns; `relinquish_alloc_permit` lets another one allocate.
# * An address is `lane << 16 | column`. Row *i* of D lies in lane *i*, column *j* of D in column *j* of the
#   allocation.
# * `commit` makes the mbarrier receive an arrival when all MMAs of the thread have completed.
# * `tcgen05.ld` loads from tensor memory to registers. A warp reaches 32 lanes: warp *w* those from 32 *w*
#   on. `wait_ld` completes the load.
# * The mbarrier and `bar.sync` order threads. `fence_before_thread_sync` and `fence_after_thread_sync`
#   extend that order to the `tcgen05` operations around them.
# * The columns must be freed before the CTA ends, and after the last load.
#
# The map of the launch shows the allocation, D, and the part that each warp loads:

# %%
used = TensorMemoryMap()
multiply.run(a, b, observers=[used.attach])
used

# %% [markdown]
# In the shape `32x32b` a thread gets its lane, so each thread stores a row of D. Rows of this picture are
# lanes of tensor memory, and a cell is the lane of the warp and its register:

# %%
fragment("32x32b", "f32", "x8", rows=range(4))

# %% [markdown]
# ## Break it
#
# Load the accumulator without waiting for the MMAs:

# %%
try:
    with pyptx.simulating(checks="all"):
        product(waits=False)(a, b)
except SimFault as fault:
    print(fault)

# %% [markdown]
# Do not free the columns. On a card the next kernel on this multiprocessor would wait for them, perhaps
# forever:

# %%
try:
    with pyptx.simulating(checks="all"):
        product(frees=False)(a, b)
except SimFault as fault:
    print(fault)

# %% [markdown]
# ## Exercise
#
# Compute `D = A @ B.T + C`. Each thread loads its row of C and writes it to tensor memory with
# `tcgen05.st`, which takes the address and then the registers. `ptx.tcgen05.wait_st()` completes the store.
# The MMAs come after a barrier with both fences, and the first one has `enable_input_d=True`, too.


# %%
def check(solution):
    c = rng.integers(-9, 9, (M, N)).astype(np.float32)
    for schedule in ("late", "early", "random"):
        with pyptx.simulating(checks="all", schedule=schedule):
            np.testing.assert_array_equal(solution(a, b, c), expected + c)
    assert "tcgen05.st" in solution.ptx(), "C goes through tensor memory"
