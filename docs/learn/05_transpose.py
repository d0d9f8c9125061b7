# %% [markdown]
# # 5. Transposition
#
# **Why do the addresses of a warp matter?**
#
# Global memory is read in sectors of 32 bytes: 32 lanes that read 32 consecutive f32 need four sectors, and
# 32 lanes that read a column need 32. A transposition reads rows or writes columns, unless it goes through
# shared memory. Shared memory has 32 banks of 4 bytes; lanes that use different words of one bank wait for
# each other.

# %%
import numpy as np

import pyptx
from pyptx import SimFault, Tile, kernel, ptx, reg, smem
from pyptx.sim import BankMap
from pyptx.types import f32, u32

SIDE = 32


def transposition(width, *, waits=True):
    """A kernel that transposes tiles of 32 x 32; `width` is the length of a row in shared memory."""

    @kernel(
        in_specs=(Tile("M", "N", f32),),
        out_specs=(Tile("N", "M", f32),),
        grid=lambda M, N: (N // SIDE, M // SIDE),
        block=(SIDE, 8, 1),
    )
    def transpose(X, Y, *, width=width, waits=waits):
        px, py = ptx.global_ptrs(X, Y)
        lane = reg.from_(ptx.special.tid.x(), u32)
        warp = reg.from_(ptx.special.tid.y(), u32)
        column = reg.from_(ptx.special.ctaid.x(), u32) * SIDE
        row = reg.from_(ptx.special.ctaid.y(), u32) * SIDE
        tile = smem.alloc(f32, (SIDE, width))
        for first in range(0, SIDE, 8):
            value = reg.scalar(f32)
            place = (row + warp + first) * X.shape[1] + column + lane
            ptx.inst.ld.global_.f32(value, ptx.addr(px + place * 4))
            tile[warp + first, lane] = value
        if waits:
            ptx.bar.sync(0)
        for first in range(0, SIDE, 8):
            place = (column + warp + first) * X.shape[0] + row + lane
            ptx.inst.st.global_.f32(ptx.addr(py + place * 4), tile[lane, warp + first])

    return transpose


x = np.arange(64 * 96, dtype=np.float32).reshape(64, 96)
plain = transposition(SIDE)
np.testing.assert_array_equal(plain(x), x.T)

# %% [markdown]
# A profile counts wavefronts, the passes that the banks need, beside the fewest possible, and sectors
# likewise:


# %%
def count(transpose):
    _, report = transpose.run(x, profile=True)
    for line in report.detail.profile.lines:
        for space, traffic in line.traffic.items():
            used = traffic.wavefronts if space == "shared" else traffic.sectors
            fewest = traffic.fewest_wavefronts if space == "shared" else traffic.fewest_sectors
            if used:
                print(f"{line.instruction:36} {used:5d}, at least {fewest}")


count(plain)

# %% [markdown]
# Global memory is accessed in rows on both sides, and no sector is wasted. But a column of the tile lies in
# one bank: its loads need 32 passes each. With rows of 33 words, the elements of a column lie in 32
# different banks:

# %%
padded = transposition(SIDE + 1)
np.testing.assert_array_equal(padded(x), x.T)
count(padded)

# %% [markdown]
# The map of banks shows the worst access of each instruction of the first kernel: the words that it needs
# from each bank. Each load needs 32 words of one bank:

# %%
banks = BankMap()
plain.run(x, observers=[banks.attach])
banks

# %% [markdown]
# ## Break it
#
# Without the barrier, a thread reads elements that another warp may not have written yet:

# %%
try:
    with pyptx.simulating(checks="all"):
        transposition(SIDE + 1, waits=False)(x)
except SimFault as fault:
    print(fault)

# %% [markdown]
# ## Exercise
#
# Padding costs memory, and tensor copies cannot write it. Use rows of 32 words and *swizzle* them: element
# `(r, c)` lies in column `c ^ r` of row `r`. Write the transposition that way; `tile[r, c ^ r]` is all it
# needs.


# %%
def check(solution):
    with pyptx.simulating(checks="all", profile=True) as reports:
        np.testing.assert_array_equal(solution(x), x.T)
    shared = [line.traffic["shared"] for line in reports[0].detail.profile.lines if "shared" in line.traffic]
    assert sum(each.wavefronts for each in shared) == sum(each.fewest_wavefronts for each in shared)
    assert sum(each.read for each in shared) == x.nbytes
    assert ".b8 tile[4096]" in solution.ptx(M=64, N=96), "the tile has 32 rows of 32 words"
