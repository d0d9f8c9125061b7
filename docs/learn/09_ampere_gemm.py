# %% [markdown]
# # 9. A GEMM for Ampere
#
# **How do copies and tensor cores work at the same time?**
#
# A GEMM multiplies large matrices, here `D = A @ B.T`. It joins three lessons: the swizzled tile (6), the
# ring of asynchronous copies (7) and the tensor cores (8). A CTA of four warps computes 64 x 64 of D. It
# walks along K in steps of 32. While it multiplies one stage, the copies of the next three are pending.

# %%
import numpy as np

import pyptx
from pyptx import SimFault, Tile, kernel, ptx, reg, smem
from pyptx.types import b32, f16, f32, u32

SIDE, STEP, STAGES = 64, 32, 4
CHUNKS = STEP // 8  # 16 bytes are eight f16


def building(*, synced=True):
    @kernel(
        in_specs=(Tile("M", "K", f16), Tile("N", "K", f16)),
        out_specs=(Tile("M", "N", f32),),
        grid=lambda M, N: (N // SIDE, M // SIDE),
        block=(128, 1, 1),
    )
    def gemm(A, B, D, *, synced=synced):
        pa, pb, pd = ptx.global_ptrs(A, B, D)
        tid = reg.from_(ptx.special.tid.x(), u32)
        lane, warp = tid % 32, tid // 32
        first_row = reg.from_(ptx.special.ctaid.y(), u32) * SIDE
        first_column = reg.from_(ptx.special.ctaid.x(), u32) * SIDE
        width, depth = D.shape[1], A.shape[1]  # N and K
        steps = depth // STEP
        ring_a = smem.alloc(f16, (STAGES, SIDE, STEP), swizzle="64B")
        ring_b = smem.alloc(f16, (STAGES, SIDE, STEP), swizzle="64B")

        # A thread copies one chunk of row `line` and one of row `line + 32`, of A and of B.
        line, chunk = tid // CHUNKS, tid % CHUNKS * 8
        copies = [
            (ring, line + half, source + ((first + line + half) * depth + chunk) * 2)
            for ring, source, first in ((ring_a, pa, first_row), (ring_b, pb, first_column))
            for half in (0, 32)
        ]

        def fetch(step):
            """Copy the next columns of A and B to the stage of this step, as one group."""
            with ptx.if_(step < steps):
                for ring, row, source in copies:
                    target = ring[step & (STAGES - 1)].address(row, chunk)
                    ptx.inst.cp.async_.cg.shared.global_(ptx.addr(target), ptx.addr(source), 16)
                    source += STEP * 2
            ptx.cp.async_.commit_group()

        # A warp computes 32 x 32 of D: two by four MMAs of 16 x 8.
        row, column = warp // 2 * 32, warp % 2 * 32
        acc = [[reg.array(f32, 4, init=0.0) for _ in range(4)] for _ in range(2)]
        a, b = ([reg.array(b32, 4) for _ in range(2)] for _ in range(2))

        def multiply(step):
            """Add the MMAs of the stage of this step."""
            stage_a, stage_b = ring_a[step & (STAGES - 1)], ring_b[step & (STAGES - 1)]
            for k in range(0, STEP, 16):
                for i in range(2):
                    left = stage_a.address(row + 16 * i + lane % 16, k + lane // 16 * 8)
                    ptx.inst.ldmatrix.sync.aligned.m8n8.x4.shared.b16(a[i], ptx.addr(left))
                    right = stage_b.address(
                        column + 16 * i + lane // 16 * 8 + lane % 8, k + lane // 8 % 2 * 8
                    )
                    ptx.inst.ldmatrix.sync.aligned.m8n8.x4.shared.b16(b[i], ptx.addr(right))
                for i in range(2):
                    for j in range(4):
                        columns = b[j // 2][j % 2 * 2 : j % 2 * 2 + 2]
                        ptx.inst.mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32(
                            acc[i][j], a[i], columns, acc[i][j]
                        )

        ahead = reg.scalar(u32, init=0)
        for _ in range(STAGES - 1):
            fetch(ahead)
            ahead += 1
        for step in ptx.range_(0, steps):
            ptx.cp.async_.wait_group(STAGES - 2)
            if synced:
                ptx.bar.sync(0)
            fetch(ahead)
            ahead += 1
            multiply(step)

        place = pd + ((first_row + row + lane // 4) * width + first_column + column + lane % 4 * 2) * 4
        for i in range(2):
            for j in range(4):
                for half in range(2):
                    pair = acc[i][j][2 * half : 2 * half + 2]
                    offset = (16 * i + 8 * half) * width + 8 * j
                    ptx.inst.st.global_.v2.f32(ptx.addr(place, offset * 4), pair)

    return gemm


rng = np.random.default_rng(0)
a, b = (rng.integers(-4, 4, (rows, 160)).astype(np.float16) for rows in (128, 64))
gemm = building()
np.testing.assert_array_equal(gemm(a, b), a.astype(np.float32) @ b.astype(np.float32).T)

# %% [markdown]
# The loop runs on the GPU, so the PTX does not grow with K. `step & (STAGES - 1)` is the remainder, because
# four is a power of two. `step % STAGES` would write `rem`, a dozen instructions in each step: a loop with
# constant bounds counts in a signed register, and `%` writes a mask for unsigned ones only. The loop needs
# one barrier for each step, and the barrier does two things:
#
# * A wait covers the copies of its own thread. After the barrier the copies of *all* threads have completed.
# * All warps have finished the step before. Its stage is the one that `fetch` fills next.
#
# B lies in memory by its own rows, which are the columns of `B.T`. `ldmatrix` needs no `.trans` here.
#
# The profile counts executions, here by warps, and passes through the banks of shared memory. A warp does
# sixteen MMAs for eight `ldmatrix`, and the swizzle leaves no conflict:

# %%
_, report = gemm.run(a, b, profile=True)
for word in ("cp.async.cg", "ldmatrix", "mma.sync"):
    lines = [line for line in report.detail.profile.lines if line.instruction.startswith(word)]
    passes, fewest = (
        sum(getattr(line.traffic["shared"], name) for line in lines if "shared" in line.traffic)
        for name in ("wavefronts", "fewest_wavefronts")
    )
    times = sum(line.executions for line in lines) // 32
    print(f"{word:12} {times:4d} times, {passes:5d} passes, at least {fewest}")

# %% [markdown]
# In the timeline of one CTA, copies are pending from the first step until the last wait:

# %%
_, report = gemm.run(a[:64], b, timeline=True)
report.detail.timeline

# %% [markdown]
# ## Break it
#
# Leave out the barrier:

# %%
try:
    with pyptx.simulating(checks="all"):
        building(synced=False)(a, b)
except SimFault as fault:
    print(fault)

# %% [markdown]
# The report is about the first of the two reasons: another thread copied the chunk, and nothing orders its
# copy before this `ldmatrix`.
#
# The kernel of the library, `pyptx.kernels.build_gemm_ampere`, has the same parts. Its warps have 64 x 64
# of D, it loads fragments one step ahead, and it stores whole rows through shared memory.
#
# ## Exercise
#
# Let K be any multiple of eight. The last step is then narrower than 32. `cp.async` takes one more operand,
# the bytes to *read*: with 0 it reads nothing and fills the 16 bytes with zeros. Count the columns that a
# thread has copied in a register, and choose 16 or 0 with `ptx.selp(u32, size, 16, 0, p)`. How many steps
# are there?


# %%
def check(solution):
    for k in (8, 40, 64, 168):
        a, b = (rng.integers(-4, 4, (64, k)).astype(np.float16) for _ in range(2))
        with pyptx.simulating(checks="all"):
            np.testing.assert_array_equal(solution(a, b), a.astype(np.float32) @ b.astype(np.float32).T)
