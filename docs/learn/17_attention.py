# %% [markdown]
# # 17. Attention
#
# **How can a softmax over a whole row be computed block by block?**
#
# Attention is `softmax(Q @ K.T * scale) @ V`. Its scores are a matrix of queries by keys, too large to
# store. The kernel walks over the keys in blocks of 64 and keeps the scores of one block in registers. For
# each row it carries three things: the largest score so far, the sum of the exponentials, and the sum of
# the weighted values. When a block has a larger score, the two sums are scaled:
#
# `old sum * exp(old largest - new largest)`
#
# One warpgroup has 64 queries. Two MMAs, both `wgmma`, frame the softmax. The second one takes its left
# matrix, the weights, from *registers*: an accumulator of f32, rounded to pairs of bf16, has the layout of
# an operand A.

# %%
import math

import ml_dtypes
import numpy as np

import pyptx
from pyptx import SimFault, Tile, kernel, ptx, reg, smem
from pyptx.inspect import fragment
from pyptx.types import b32, bf16, f32, u32

fragment("m64n16k16", "f32", "d", rows=range(3))

# %%
fragment("m64n16k16", "bf16", "a", rows=range(3))

# %% [markdown]
# These are the first rows. Where D has registers 0 and 1, A has both halves of its register 0. So a
# thread rounds neighbours, and no value moves to another thread.

# %%
ROWS = KEYS = WIDTH = 64
SCALE = math.log2(math.e) / math.sqrt(WIDTH)  # scores count powers of two: ex2 is an instruction


def building(*, waits=True):
    @kernel(
        in_specs=(Tile("M", WIDTH, bf16), Tile("N", WIDTH, bf16), Tile("N", WIDTH, bf16)),
        out_specs=(Tile("M", WIDTH, f32),),
        grid=lambda M: (M // ROWS,),
        block=(128, 1, 1),
        arch="sm_90a",
    )
    def attention(Q, K, V, Out, *, waits=waits):
        tid = reg.from_(ptx.special.tid.x(), u32)
        first_row = reg.from_(ptx.special.ctaid.x(), u32) * ROWS
        queries = smem.wgmma_tile(bf16, (ROWS, WIDTH))
        keys = smem.wgmma_tile(bf16, (KEYS, WIDTH))
        values = smem.wgmma_tile(bf16, (KEYS, WIDTH), major="MN")
        loaded = smem.mbarrier(1)
        with ptx.if_(tid == 0):
            ptx.mbarrier.init(loaded[0], 1)
            ptx.fence.mbarrier_init()
            ptx.mbarrier.expect_tx(loaded[0], queries.nbytes)
            ptx.cp.async_.bulk.tensor_2d(dst=queries, src=Q, coord=(0, first_row), mbar=loaded[0])
        ptx.bar.sync(0)

        scores, out = (reg.wgmma_frag(m=ROWS, n=size, dtype=f32) for size in (KEYS, WIDTH))
        for value in out:
            ptx.inst.mov.f32(value, 0.0)
        largest = [reg.scalar(f32, init=-math.inf) for _ in range(2)]
        total = [reg.scalar(f32, init=0.0) for _ in range(2)]
        parity = reg.scalar(u32, init=0)

        def of_row(accumulator, lower):
            """The registers of one of the thread's two rows."""
            return [value for i, value in enumerate(accumulator) if i // 2 % 2 == lower]

        for block in ptx.range_(0, K.shape[0], KEYS):
            with ptx.if_(tid == 0):
                ptx.mbarrier.arrive_expect_tx(loaded[0], keys.nbytes + values.nbytes)
                for tile, source in ((keys, K), (values, V)):
                    ptx.cp.async_.bulk.tensor_2d(dst=tile, src=source, coord=(0, block), mbar=loaded[0])
            ptx.mbarrier.wait(loaded[0], parity)
            parity ^= 1

            ptx.wgmma.fence()
            for part in range(0, WIDTH * 2, 32):
                ptx.wgmma.mma_async(
                    shape=(ROWS, KEYS, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=scores,
                    a=queries, b=keys, a_k_offset=part, b_k_offset=part, scale_d=part > 0,
                )  # fmt: skip
            ptx.wgmma.commit_group()
            ptx.wgmma.wait_group(0)

            for lower in range(2):
                row = of_row(scores, lower)
                top = +largest[lower]
                for score in row:
                    ptx.inst.max.f32(top, top, score)
                ptx.warp.reduce_max(top, width=4)
                factor, below = reg.scalar(f32), -(top * SCALE)
                ptx.inst.fma.rn.f32(factor, largest[lower], SCALE, below)
                ptx.inst.ex2.approx.ftz.f32(factor, factor)
                ptx.mov(largest[lower], top)
                total[lower] *= factor
                for value in of_row(out, lower):
                    value *= factor
                for score in row:
                    ptx.inst.fma.rn.f32(score, score, SCALE, below)
                    ptx.inst.ex2.approx.ftz.f32(score, score)
                    total[lower] += score

            weights = [reg.array(b32, 4) for _ in range(KEYS // 16)]
            for part, operand in enumerate(weights):
                for i, pair in enumerate(operand):
                    ptx.inst.cvt.rn.bf16x2.f32(pair, scores[8 * part + 2 * i + 1], scores[8 * part + 2 * i])
            ptx.wgmma.fence()
            for part, operand in enumerate(weights):
                ptx.wgmma.mma_async(
                    shape=(ROWS, WIDTH, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=out,
                    a=operand, b=values, b_k_offset=part * 16 * WIDTH * 2, scale_d=True,
                )  # fmt: skip
            ptx.wgmma.commit_group()
            if waits:
                ptx.wgmma.wait_group(0)

        (po,) = ptx.global_ptrs(Out)
        row, column = first_row + tid // 32 * 16 + tid % 32 // 4, tid % 4 * 2
        for lower in range(2):
            ptx.warp.reduce_sum(total[lower], width=4)
            inverse, line = reg.scalar(f32), of_row(out, lower)
            ptx.inst.rcp.approx.ftz.f32(inverse, total[lower])
            for i in range(0, len(line), 2):
                place = po + ((row + 8 * lower) * WIDTH + column + 4 * i) * 4
                ptx.inst.st.global_.v2.f32(ptx.addr(place), [line[i] * inverse, line[i + 1] * inverse])

    return attention


def reference(q, k, v, seen=True):
    q, k, v = (matrix.astype(np.float64) for matrix in (q, k, v))
    scores = np.where(seen, q @ k.T / math.sqrt(WIDTH), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True) @ v


rng = np.random.default_rng(0)
q, k, v = (rng.standard_normal((rows, WIDTH)).astype(ml_dtypes.bfloat16) for rows in (128, 192, 192))
attention = building()
np.testing.assert_allclose(attention(q, k, v), reference(q, k, v), atol=1e-2)

# %% [markdown]
# A thread has parts of two rows, as lesson 13 showed; `lower` chooses the row. Four neighbouring lanes
# share a row, so `ptx.warp.reduce_max(top, width=4)` joins them with two shuffles. The sums of the four
# lanes stay apart until the end, because all are scaled by the same factor.
#
# `V` lies in memory with a row for each key, and the MMA sums over keys. The tile has `major="MN"`: its
# adjacent elements are columns of D, not steps of K. In the first block the largest score is minus
# infinity, the factor is `exp(-inf)`, 0, and nothing is scaled wrongly.
#
# ## Break it
#
# Leave out the wait for the second MMA:

# %%
try:
    with pyptx.simulating(checks="all"):
        building(waits=False)(q, k, v)
except SimFault as fault:
    print(fault)

# %% [markdown]
# Not every mistake breaks a rule. A kernel that forgets to scale the sums is a legal program. Its result
# depends on the order of the keys, and the right one does not:

# %%
order = rng.permutation(192)
np.testing.assert_allclose(attention(q, k[order], v[order]), attention(q, k, v), atol=1e-2)

# %% [markdown]
# `examples/hopper/flash_attention.py` is the fast kernel. A producer copies, as in lesson 14. Two consumers
# take turns: the one multiplies while the other computes exponentials.
#
# ## Exercise
#
# Make the attention *causal*: query `i` sees the keys 0 to `i`. A masked score is `-math.inf`, before the
# largest is sought. Blocks beyond the last query of the CTA need not be loaded at all.


# %%
def check(solution):
    q, k, v = (rng.standard_normal((192, WIDTH)).astype(ml_dtypes.bfloat16) for _ in range(3))
    with pyptx.simulating(checks="all", profile=True) as reports:
        result = solution(q, k, v)
    np.testing.assert_allclose(result, reference(q, k, v, np.tri(192, dtype=bool)), atol=1e-2)
    copies = [line for line in reports[0].detail.profile.lines if "cp.async.bulk.tensor" in line.instruction]
    count = sum(line.traffic["shared"].written for line in copies) // (ROWS * WIDTH * 2)
    assert count == 3 + 2 * (1 + 2 + 3), f"{count} tiles were copied: 3 of Q and 12 of K and V are enough"
