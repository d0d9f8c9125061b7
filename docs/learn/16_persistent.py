# %% [markdown]
# # 16. A persistent GEMM with tensor stores
#
# **What keeps the tensor cores busy while results are stored?**
#
# In lessons 14 and 15 a CTA ends when it has stored its tile, and the next CTA starts with an empty ring. A
# *persistent* kernel launches only as many CTAs as run at once, and each walks over many tiles. While the
# consumer stores one tile, the producer already loads the next. The ring and its parities go on from tile
# to tile.
#
# The store changes as well. The consumer rounds its accumulator to bf16 and writes it to shared memory with
# `stmatrix`, the reverse of `ldmatrix`. One thread starts a tensor copy from there, and all go on.

# %%
import ml_dtypes
import numpy as np

import pyptx
from pyptx import SimFault, Tile, kernel, ptx, reg, smem
from pyptx.types import b32, bf16, f32, u32

SIDE, STEP, STAGES, CTAS = 64, 64, 3, 2


def building(*, waits=True):
    @kernel(
        in_specs=(Tile("M", "K", bf16), Tile("N", "K", bf16)),
        out_specs=(Tile("M", "N", bf16),),
        grid=(CTAS,),
        block=(256, 1, 1),
        arch="sm_90a",
        raw_directives=[("maxnreg", 136)],
    )
    def gemm(A, B, D, *, waits=waits):
        tid = reg.from_(ptx.special.tid.x(), u32)
        lane, first = tid % 32, reg.from_(ptx.special.ctaid.x(), u32)
        (height, depth), width = A.shape, D.shape[1]
        across, tiles = width // SIDE, height // SIDE * (width // SIDE)
        ring_a = smem.alloc(bf16, (STAGES, SIDE, STEP), swizzle="128B")
        ring_b = smem.alloc(bf16, (STAGES, SIDE, STEP), swizzle="128B")
        panel = smem.alloc(bf16, (SIDE, SIDE), swizzle="128B", name="panel")
        full, empty = (ptx.mbarrier.array(smem.mbarrier(STAGES), 0, STAGES) for _ in range(2))
        with ptx.if_(tid == 0):
            full.init_all(1)
            empty.init_all(1)
            ptx.fence.mbarrier_init()
        ptx.bar.sync(0)
        turns = ptx.pipeline(STAGES)

        def produce():
            for tile in ptx.range_(first, tiles, CTAS):
                for k in ptx.range_(0, depth, STEP):
                    stage, parity = turns.advance()
                    empty.at(stage).wait(parity ^ 1)
                    full.at(stage).arrive_expect_tx(ring_a[0].nbytes + ring_b[0].nbytes)
                    for ring, tensor, place in ((ring_a, A, tile // across), (ring_b, B, tile % across)):
                        ptx.cp.async_.bulk.tensor_2d(
                            dst=ring[stage], src=tensor, coord=(k, place * SIDE), mbar=full.at(stage)
                        )

        def consume():
            acc = reg.wgmma_frag(m=SIDE, n=SIDE, dtype=f32)
            for tile in ptx.range_(first, tiles, CTAS):
                for k in ptx.range_(0, depth, STEP):
                    stage, parity = turns.advance()
                    full.at(stage).wait(parity)
                    ptx.wgmma.fence()
                    for part in range(0, STEP * 2, 32):
                        ptx.wgmma.mma_async(
                            shape=(SIDE, SIDE, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=acc,
                            a=ring_a[stage], b=ring_b[stage], a_k_offset=part, b_k_offset=part,
                            scale_d=k > 0 if part == 0 else True,
                        )  # fmt: skip
                    ptx.wgmma.commit_group()
                    ptx.wgmma.wait_group(0)
                    with ptx.if_(tid == 0):
                        empty.at(stage).arrive()
                store(acc, tile)
            with ptx.if_(tid == 0):
                ptx.cp.async_.bulk.wait_group(0)

        def store(acc, tile):
            if waits:
                with ptx.if_(tid == 0):
                    ptx.cp.async_.bulk.wait_group.read(0)
            ptx.bar.sync(1, 128)
            for column in range(0, SIDE, 16):
                words = reg.array(b32, 4)
                for i, word in enumerate(words):
                    low, high = acc[column // 2 + 2 * i], acc[column // 2 + 2 * i + 1]
                    ptx.inst.cvt.rn.bf16x2.f32(word, high, low)
                target = panel.address(tid // 32 * 16 + lane % 16, column + lane // 16 * 8)
                ptx.inst.stmatrix.sync.aligned.m8n8.x4.shared.b16(ptx.addr(target), words)
            ptx.fence.proxy_async()
            ptx.bar.sync(1, 128)
            with ptx.if_(tid == 0):
                corner = (tile % across * SIDE, tile // across * SIDE)
                ptx.cp.async_.bulk.tensor_2d.store(dst=D, src=panel, coord=corner)
                ptx.cp.async_.bulk.commit_group()

        with ptx.if_(tid < 128):
            ptx.setmaxnreg_inc(232)
            consume()
        with ptx.else_():
            ptx.setmaxnreg_dec(40)
            with ptx.if_(tid == 128):
                produce()

    return gemm


rng = np.random.default_rng(0)
a, b = (rng.integers(-2, 3, (rows, 128)).astype(ml_dtypes.bfloat16) for rows in (192, 128))
gemm = building()
expected = (a.astype(np.float32) @ b.astype(np.float32).T).astype(ml_dtypes.bfloat16)
np.testing.assert_array_equal(gemm(a, b), expected)

# %% [markdown]
# The new parts, line by line:
#
# * `scale_d=k > 0` starts a new sum at the first step of a tile: the register decides, so no accumulator is
#   cleared.
# * `ptx.bar.sync(1, 128)` is barrier 1, for the 128 threads of the consumer. The producer does not take
#   part.
# * `stmatrix` stores four 8 x 8 matrices of a warp. As with `ldmatrix`, each lane gives the address of one
#   row, and the swizzle of the panel keeps the rows in different banks.
# * The fence makes the panel visible to the copy (lesson 12).
# * `wait_group.read(0)` waits until the copies have *read* the panel. Then it may be written again. The
#   results need not have arrived; only the end of the kernel waits for that.
#
# Each CTA stores three tiles. The timeline shows the operations that are pending in the first CTA. The
# simulator lets a store last until a thread waits for it, here while the next tile is loaded and multiplied:

# %%
_, report = gemm.run(a, b, timeline=True)
report.detail.timeline.pipeline()

# %% [markdown]
# ## Break it
#
# Write the next tile without waiting for the copy of the last:

# %%
try:
    with pyptx.simulating(checks="all"):
        building(waits=False)(a, b)
except SimFault as fault:
    print(fault)

# %% [markdown]
# ## Exercise
#
# The consumer still waits until the panel has been read. Give it two panels that take turns:
# `smem.alloc(bf16, (2, SIDE, SIDE), swizzle="128B")`, and a register that is 0 and 1 in turn. How many
# copies may be pending when it begins to write a panel?


# %%
def check(solution):
    for schedule in ("late", "early", "random"):
        with pyptx.simulating(checks="all", schedule=schedule):
            np.testing.assert_array_equal(solution(a, b), expected)
    assert "wait_group.read 1;" in solution.ptx(M=192, N=128, K=128), "one copy may be pending"
