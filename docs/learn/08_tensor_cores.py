# %% [markdown]
# # 8. Tensor cores of a warp
#
# **Which lane holds which element?**
#
# `mma.sync.m16n8k16` multiplies a 16 x 16 matrix by a 16 x 8 matrix and adds a third: an MMA, a *matrix
# multiply-accumulate*. The matrices are in registers of the 32 lanes. This picture shows the place
# of each element of A, with f16 elements, two in each register:

# %%
import numpy as np

import pyptx
from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.inspect import fragment
from pyptx.types import b32, f16, f32, u32

fragment("m16n8k16", "f16", "a")

# %% [markdown]
# `ldmatrix` loads this arrangement from shared memory: it reads up to four 8 x 8 matrices, and each lane
# gets the elements of its place. The addresses of the rows come from the lanes: lanes 0 to 7 give the rows of
# the first matrix, lanes 8 to 15 those of the second.

# %%
M, N, K = 16, 8, 16


def product(transposed):
    @kernel(
        in_specs=(Tile(M, K, f16), Tile(K, N, f16)),
        out_specs=(Tile(M, N, f32),),
        grid=(1,),
        block=(32, 1, 1),
    )
    def multiply(A, B, D, *, transposed=transposed):
        pa, pb, pd = ptx.global_ptrs(A, B, D)
        lane = reg.from_(ptx.special.tid.x(), u32)
        tile_a, tile_b = smem.alloc(f16, (M, K)), smem.alloc(f16, (K, N))
        for tile, source, chunks in ((tile_a, pa, 32), (tile_b, pb, 16)):
            with ptx.if_(lane < chunks):  # 16 bytes each
                words = reg.array(b32, 4)
                ptx.inst.ld.global_.v4.b32(words, ptx.addr(source + lane * 16))
                ptx.inst.st.shared.v4.b32(ptx.addr(reg.from_(tile.address(0, 0), u32) + lane * 16), words)
        ptx.bar.warp.sync(0xFFFFFFFF)

        a, b = reg.array(b32, 4), reg.array(b32, 2)
        ptx.inst.ldmatrix.sync.aligned.m8n8.x4.shared.b16(
            a, ptx.addr(tile_a.address(lane % 16, lane // 16 * 8))
        )
        load = ptx.inst.ldmatrix.sync.aligned.m8n8.x2
        (load.trans if transposed else load).shared.b16(b, ptx.addr(tile_b.address(lane % 16, 0)))

        d = reg.array(f32, 4)
        ptx.inst.mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32(d, a, b, [0.0, 0.0, 0.0, 0.0])
        place = pd + (lane // 4 * N + lane % 4 * 2) * 4
        ptx.inst.st.global_.v2.f32(ptx.addr(place), [d[0], d[1]])
        ptx.inst.st.global_.v2.f32(ptx.addr(place, 8 * N * 4), [d[2], d[3]])

    return multiply


rng = np.random.default_rng(0)
a, b = rng.integers(-4, 4, (M, K)).astype(np.float16), rng.integers(-4, 4, (K, N)).astype(np.float16)
multiply = product(transposed=True)
np.testing.assert_array_equal(multiply(a, b), a.astype(np.float32) @ b.astype(np.float32))

# %% [markdown]
# B lies in memory row by row, and the instruction takes two elements of a *column* in a register: `.trans`
# transposes each 8 x 8 matrix as it is loaded.
#
# ## Break it
#
# Without `.trans` every address is legal, so there is no report. The numbers are wrong; a matrix with a
# single one shows where its elements went:

# %%
one = np.zeros((K, N), np.float16)
one[2, 5] = 1
wrong = product(transposed=False)(a, one)
print("column 5 should be column 2 of A; nonzero columns are", np.flatnonzero(wrong.any(axis=0)))

# %% [markdown]
# Row 2 and column 5 have changed places within their 8 x 8 matrix.
#
# ## Exercise
#
# Multiply with K = 64: four MMAs, each added to the last. `mma` takes the sum so far as its fourth operand.


# %%
def check(solution):
    a, b = rng.integers(-4, 4, (M, 64)).astype(np.float16), rng.integers(-4, 4, (64, N)).astype(np.float16)
    with pyptx.simulating(checks="all"):
        np.testing.assert_array_equal(solution(a, b), a.astype(np.float32) @ b.astype(np.float32))
    assert solution.ptx().count("mma.sync") == 4
