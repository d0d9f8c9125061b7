# %% [markdown]
# # 20. Compiled kernels: read, edit, prove
#
# **What can you do with a kernel whose source you do not have?**
#
# A library contains PTX, and `cuobjdump --dump-ptx` prints it. pyptx reads the PTX of any compiler: it can
# run it, turn it into Python, and write it back. This is a kernel as nvcc might have made it. It sums rows
# of 64 elements with two warps. Now and then a sum is wrong.

# %%
import numpy as np

from pyptx import SimFault
from pyptx.codegen import ptx_to_python
from pyptx.inspect import diff
from pyptx.program import directing, from_ptx

COMPILED = """
.version 8.0
.target sm_80
.address_size 64

.visible .entry row_sums(.param .u64 row_sums_param_0, .param .u64 row_sums_param_1)
{
    .reg .pred %p<3>;
    .reg .b32 %r<12>;
    .reg .f32 %f<15>;
    .reg .b64 %rd<9>;
    .shared .align 4 .b8 parts[8];

    ld.param.u64 %rd1, [row_sums_param_0];
    ld.param.u64 %rd2, [row_sums_param_1];
    cvta.to.global.u64 %rd3, %rd1;
    cvta.to.global.u64 %rd4, %rd2;
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    shl.b32 %r3, %r2, 6;
    add.s32 %r4, %r3, %r1;
    mul.wide.u32 %rd5, %r4, 4;
    add.s64 %rd6, %rd3, %rd5;
    ld.global.f32 %f1, [%rd6];
    shfl.sync.bfly.b32 %f2, %f1, 16, 31, -1;
    add.f32 %f3, %f1, %f2;
    shfl.sync.bfly.b32 %f4, %f3, 8, 31, -1;
    add.f32 %f5, %f3, %f4;
    shfl.sync.bfly.b32 %f6, %f5, 4, 31, -1;
    add.f32 %f7, %f5, %f6;
    shfl.sync.bfly.b32 %f8, %f7, 2, 31, -1;
    add.f32 %f9, %f7, %f8;
    shfl.sync.bfly.b32 %f10, %f9, 1, 31, -1;
    add.f32 %f11, %f9, %f10;
    and.b32 %r5, %r1, 31;
    setp.ne.s32 %p1, %r5, 0;
    @%p1 bra $L1;
    shr.u32 %r6, %r1, 5;
    shl.b32 %r7, %r6, 2;
    mov.u32 %r8, parts;
    add.s32 %r9, %r8, %r7;
    st.shared.f32 [%r9], %f11;
$L1:
    setp.ne.s32 %p2, %r1, 0;
    @%p2 bra $L2;
    ld.shared.f32 %f12, [parts];
    ld.shared.f32 %f13, [parts+4];
    add.f32 %f14, %f12, %f13;
    mul.wide.u32 %rd7, %r2, 4;
    add.s64 %rd8, %rd4, %rd7;
    st.global.f32 [%rd8], %f14;
$L2:
    ret;
}
"""

# %% [markdown]
# ## Run it
#
# A program from text is launched with a grid, a block, and arrays for its pointers.

# %%
x = np.random.default_rng(0).integers(-9, 9, (4, 64)).astype(np.float32)


def sums_of(program, block=64, **options):
    """Sum rows of `block` elements, and compare."""
    rows, sums = x.reshape(-1, block), np.zeros(x.size // block, np.float32)
    program.launch(rows, sums, grid=len(rows), block=block, **options)
    np.testing.assert_array_equal(sums, rows.sum(axis=1))


try:
    sums_of(from_ptx(COMPILED), checks="all")
except SimFault as fault:
    race = fault
    print(fault)

# %% [markdown]
# The report gives the reason. Thread 0 adds the parts of both warps, and nothing makes it wait for the
# second one. As a picture:

# %%
race

# %% [markdown]
# ## Read it
#
# `ptx_to_python` writes a kernel of pyptx that gives the same instructions. With `sugar=True` it also finds
# loops, conditionals, names and expressions:

# %%
python = ptx_to_python(COMPILED, sugar=True)
print(python[python.index("@kernel") : python.index("k =")].rstrip())

# %% [markdown]
# `diff` compares instructions and ignores the names of registers. The Python gives back what was compiled:


# %%
def load(text):
    """Execute the Python of a module, as an import would."""
    names = {}
    exec(text, names)
    return names


original = load(python)["k"]
assert diff(COMPILED, original.module()).same

# %% [markdown]
# ## Edit it
#
# The barrier belongs between the two conditionals. In an editor that is one line. This lesson has to run by
# itself, so it inserts the line by its neighbour:

# %%
reader = "    with ptx.if_(tid_x == 0, inverted=True):\n"
assert python.count(reader) == 1
names = load(python.replace(reader, "    ptx.bar.sync(0)\n" + reader))
repaired = names["k"]
diff(COMPILED, repaired.module())

# %% [markdown]
# ## Prove it
#
# The difference is the one instruction. The sums are right under every schedule, with every check:

# %%
for options in ({"schedule": "late"}, {"schedule": "early"}, {"schedule": "random", "seed": 1}):
    sums_of(repaired.program(), checks="all", **options)

# %% [markdown]
# ## Break it
#
# Would this test have noticed? The engine `"mutants"` runs the kernel once more for each barrier, fence and
# wait that is left out, here one barrier. It lists the rule that reported the change:

# %%
with directing("mutants") as reports:
    sums_of(repaired.program())
for outcome in reports[0].detail.outcomes:
    print(f"{outcome.instruction:40} {outcome.kind:10} {outcome.rule}")

# %% [markdown]
# On the command line, `pyptx transpile FILE.ptx --sugar --verify -o FILE.py` also compares the machine code
# that ptxas makes of both. The text of `repaired.ptx()` can go back to the program it came from, with the
# same name and parameters. [Changing a compiled kernel](../editing.md) does this with a larger one, and
# [PyTorch, JAX](../frameworks.md) shows how to call it there.
#
# ## Exercise
#
# Make it sum rows of 128 elements, with a block of 128 threads. Print the Python, copy it to a file, and
# edit: which constants depend on the length of a row?


# %%
def check(solution):
    for schedule in ("late", "early", "random"):
        sums_of(solution.program(), block=128, checks="all", schedule=schedule)
