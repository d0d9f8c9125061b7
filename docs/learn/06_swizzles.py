# %% [markdown]
# # 6. Swizzles
#
# **How do wide accesses avoid bank conflicts without padding?**
#
# A thread may load or store 16 bytes at once. We call 16 aligned bytes a *chunk*. Shared memory gives 128
# bytes in one pass: eight chunks, if they lie in different banks. The tile of the last lesson now has
# chunks as elements, and its rows are eight chunks: 128 bytes, each bank once. A row is read in one pass.
# The chunks of a *column* all lie in the same four banks.
#
# Padding would help again, but tensor copies and tensor cores, which come later, need rows without gaps.
# They swizzle: the chunk `c` of row `r` lies in place `c ^ (r % 8)` of its row. The hardware knows three
# such patterns. This is the widest; a cell shows the banks of a chunk:

# %%
import re

import numpy as np

import pyptx
from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.inspect import swizzle
from pyptx.types import f32, u32

swizzle("128B")

# %% [markdown]
# Each column has all banks. Eight threads that read one column of chunks are served in one
# pass.
#
# The kernel transposes a matrix of chunks, four f32 each. Only the tile differs from lesson 5: its elements
# are wide, and `smem.alloc` takes the name of the swizzle. `tile.address(row, column)` applies it.

# %%
ROWS, CHUNKS = 32, 8


def transposition(pattern):
    """A kernel that transposes tiles of 32 x 8 chunks of four f32."""

    @kernel(
        in_specs=(Tile("M", "N", 4, f32),),
        out_specs=(Tile("N", "M", 4, f32),),
        grid=lambda M, N: (N // CHUNKS, M // ROWS),
        block=(ROWS * CHUNKS, 1, 1),
    )
    def transpose(X, Y, *, pattern=pattern):
        px, py = ptx.global_ptrs(X, Y)
        tid = reg.from_(ptx.special.tid.x(), u32)
        first_row = reg.from_(ptx.special.ctaid.y(), u32) * ROWS
        first_chunk = reg.from_(ptx.special.ctaid.x(), u32) * CHUNKS
        tile = smem.alloc(f32, (ROWS, CHUNKS * 4), swizzle=pattern)
        values = reg.array(f32, 4)

        row, chunk = tid // CHUNKS, tid % CHUNKS  # eight threads have one row
        source = px + ((first_row + row) * X.shape[1] + first_chunk + chunk) * 16
        ptx.inst.ld.global_.v4.f32(values, ptx.addr(source))
        ptx.inst.st.shared.v4.f32(ptx.addr(tile.address(row, chunk * 4)), values)
        ptx.bar.sync(0)
        chunk, row = tid // ROWS, tid % ROWS  # 32 threads have one column
        ptx.inst.ld.shared.v4.f32(values, ptx.addr(tile.address(row, chunk * 4)))
        target = py + ((first_chunk + chunk) * X.shape[0] + first_row + row) * 16
        ptx.inst.st.global_.v4.f32(ptx.addr(target), values)

    return transpose


x = np.arange(64 * 16 * 4, dtype=np.float32).reshape(64, 16, 4)
swizzled = transposition("128B")
np.testing.assert_array_equal(swizzled(x), x.swapaxes(0, 1))

# %% [markdown]
# `tile.address` writes the swizzle in three instructions: bits 7 to 9 of the address, the row modulo eight,
# are combined with bits 4 to 6, the chunk.

# %%
print(*[line for line in swizzled.ptx(M=64, N=16).splitlines() if re.search("and|shr|xor", line)], sep="\n")

# %% [markdown]
# ## Break it
#
# Leave out the swizzle. No rule is broken and the result is right, so there is no report. The profile shows
# the price:


# %%
def count(kernel):
    _, report = kernel.run(x, profile=True)
    for line in report.detail.profile.lines:
        traffic = line.traffic.get("shared")
        if traffic is not None and traffic.wavefronts:
            print(
                f"{line.instruction:45} {traffic.wavefronts:4d} passes, at least {traffic.fewest_wavefronts}"
            )


plain = transposition(None)
np.testing.assert_array_equal(plain(x), x.swapaxes(0, 1))
count(plain)
count(swizzled)

# %% [markdown]
# A swizzle is a promise between the thread that writes and the thread that reads. Nothing in memory records
# it. Threads that write with one pattern and read with another get the wrong chunks, and no rule is broken.
# Where pyptx sees both sides, for example a tile and the tensor copy that fills it, it compares the
# patterns and [reports a difference](../rules/swizzle-mismatch.md).
#
# ## Exercise
#
# A row may be shorter. Transpose tiles of 32 x 4 chunks: 64 bytes in a row. The pattern is `"64B"`, which
# combines the chunk with the row *divided by two*, modulo four. Print `swizzle("64B")` to see why. Then
# write the address yourself: `tile = smem.alloc(f32, (32, 16))` without a pattern, and `^` where it
# belongs.


# %%
def check(solution):
    with pyptx.simulating(checks="all", profile=True) as reports:
        np.testing.assert_array_equal(solution(x), x.swapaxes(0, 1))
    assert reports[0].grid[:2] == (4, 2), f"16 columns of chunks are 4 tiles, not {reports[0].grid[0]}"
    shared = [line.traffic["shared"] for line in reports[0].detail.profile.lines if "shared" in line.traffic]
    assert sum(each.wavefronts for each in shared) == sum(each.fewest_wavefronts for each in shared)
    assert ".b8 tile[2048]" in solution.ptx(M=64, N=16), "the tile has 32 rows of 64 bytes, without padding"
