# %% [markdown]
# # 13. MMAs of a warpgroup
#
# **How does Hopper keep its tensor cores busy?**
#
# `wgmma` multiplies matrices that lie in shared memory, where tensor copies put them. Four warps issue it
# together, and it runs on while they continue. The accumulator is in their registers; nothing may touch it
# until a wait covers the MMA.

# %%
import ml_dtypes
import numpy as np

import pyptx
from pyptx import Layout, SimFault, Tile, kernel, ptx, reg, smem
from pyptx.inspect import fragment
from pyptx.types import bf16, f32, u32

M, N, K = 64, 64, 64


def product(*, waits=True):
    """D = A @ B.T; A and B have 64 elements of K in a row."""

    @kernel(
        in_specs=(
            Tile(M, K, bf16, Layout.TMA_128B, tma_box=(M, K)),
            Tile(N, K, bf16, Layout.TMA_128B, tma_box=(N, K)),
        ),
        out_specs=(Tile(M, N, f32),),
        grid=(1,),
        block=(128, 1, 1),
        arch="sm_90a",
    )
    def multiply(A, B, D, *, waits=waits):
        (pd,) = ptx.global_ptrs(D)
        tid = reg.from_(ptx.special.tid.x(), u32)
        tile_a, tile_b = smem.wgmma_tile(bf16, (M, K)), smem.wgmma_tile(bf16, (N, K))
        full = smem.mbarrier(1)
        with ptx.if_(tid == 0):
            ptx.mbarrier.init(full[0], 1)
            ptx.fence.mbarrier_init()
            ptx.mbarrier.arrive_expect_tx(full[0], (M + N) * K * 2)
            for tile, source in ((tile_a, A), (tile_b, B)):
                ptx.cp.async_.bulk.tensor_2d(dst=tile, src=source.tma_desc(), coord=(0, 0), mbar=full[0])
        ptx.bar.sync(0)
        ptx.mbarrier.wait(full[0], 0)

        acc = reg.wgmma_frag(m=M, n=N, dtype=f32)
        ptx.wgmma.fence()
        for k in range(0, K, 16):  # one instruction multiplies 16 columns, 32 bytes
            ptx.wgmma.mma_async(
                shape=(M, N, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=acc, a=tile_a, b=tile_b,
                a_k_offset=2 * k, b_k_offset=2 * k, scale_d=k > 0,
            )  # fmt: skip
        ptx.wgmma.commit_group()
        if waits:
            ptx.wgmma.wait_group(0)

        row, column = tid // 32 * 16 + tid % 32 // 4, tid % 4 * 2
        for pair in range(0, len(acc), 2):
            lower, group = pair // 2 % 2, pair // 4
            place = pd + ((row + 8 * lower) * N + column + 8 * group) * 4
            ptx.inst.st.global_.v2.f32(ptx.addr(place), [acc[pair], acc[pair + 1]])

    return multiply


rng = np.random.default_rng(0)
a, b = (rng.integers(-4, 4, (rows, K)).astype(ml_dtypes.bfloat16) for rows in (M, N))
expected = a.astype(np.float32) @ b.astype(np.float32).T
multiply = product()
np.testing.assert_array_equal(multiply(a, b), expected)

# %% [markdown]
# `smem.wgmma_tile` has the layout that the instruction reads, with the swizzle of the tensor map. The
# descriptors of the tiles, 64-bit numbers that describe to the tensor cores where and how the tile lies,
# are written at the head of the kernel. With `scale_d` false, the first MMA ignores what the accumulator
# held.
#
# The stores at the end follow the layout of the accumulator: a thread holds pairs of neighbours in rows 8
# apart. These are eight columns of rows 0 to 8, as lane of warp 0 and register:

# %%
fragment("m64n8k16", "f32", "d", rows=range(9))

# %% [markdown]
# ## Break it
#
# Store the accumulator without waiting for the MMAs:

# %%
try:
    product(waits=False)(a, b)
except SimFault as fault:
    print(fault)

# %% [markdown]
# ## Exercise
#
# Multiply with K = 128. The tiles of 64 columns are as wide as a swizzle allows, so load two of each, with
# one mbarrier, and add eight MMAs.


# %%
def check(solution):
    a, b = (rng.integers(-4, 4, (rows, 128)).astype(ml_dtypes.bfloat16) for rows in (M, N))
    with pyptx.simulating(checks="all"):
        np.testing.assert_array_equal(solution(a, b), a.astype(np.float32) @ b.astype(np.float32).T)
    assert solution.ptx().count("wgmma.mma_async") == 8
