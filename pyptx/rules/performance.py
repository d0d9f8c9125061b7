"""Rules of `pyptx perf`: slow spots."""

from pyptx.rules.rule import Rule, Section

PERFORMANCE = Section(
    "Performance",
    (
        Rule(
            "fence-in-matrix-loop",
            "A fence between threads in a loop with matrix instructions, or with their copies",
            "`MEMBAR`, `ERRBAR` and `CCTL` wait until all earlier memory accesses of the warp are visible, some hundred "
            "clocks, and the tensor cores have nothing to do. An operation with `.release` or `.acquire` at the scope of "
            "the cluster or the GPU contains such a fence.",
            "Move the fence after the loop, or take the narrowest scope and the weakest semantics that the data "
            "needs: an mbarrier of the CTA needs none.",
            """
 @kernel(out_specs=(Tile(32, 4, f32),), grid=(1,), block=(32,), arch="sm_80")
 def product(D):
     tid, a, b, d = zero_fragments()
     for _ in ptx.range_(0, 4096, 1):
         ptx.mma.sync(
             shape=(16, 8, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, dtype_c=f32, d=d, a=a, b=b, c=d
         )
-        ptx.inst.fence.acq_rel.gpu()
     store_row(D, tid, d)

 report = product.perf()
""",
        ),
        Rule(
            "local-memory",
            "Registers are spilled, or a loop accesses local memory",
            "The code needs more registers than a thread has, or a loop indexes an array of registers by a variable. `LDL` "
            "and `STL` move them to local memory and back, in a loop in each iteration.",
            "Give a thread more registers (fewer threads in a CTA, a larger `.maxnreg` or `setmaxnreg`), or less to "
            "hold: a smaller tile, fewer values alive at a time.",
            """
 @kernel(
     in_specs=(Tile(4096, f32),), out_specs=(Tile(32, 48, f32),), grid=(1,), block=(32,), arch="sm_80",
-    raw_directives=[("maxnreg", 24)],
+    raw_directives=[("maxnreg", 96)],
 )
 def sums(X, Y):
     px, py = ptx.global_ptrs(X, Y)
     tid, x, totals = reg.from_(ptx.special.tid.x(), u32), reg.array(f32, 4), reg.array(f32, 48)
     for total in totals:
         ptx.mov(total, 0.0)
     for place in ptx.range_(0, 4096, 4):
         ptx.ld(f32, x, ptx.addr(px + place * 4), vec=4)
         for number, total in enumerate(totals):
             ptx.inst.fma.rn.f32(total, total, x[number % 4], x[number % 3])
     for number, total in enumerate(totals):
         ptx.st(f32, ptx.addr(py + tid * 192, 4 * number), total)

 report = sums.perf()
""",
        ),
        Rule(
            "r2ur-in-matrix-loop",
            "Descriptors of `wgmma` or `tcgen05` are computed in ordinary registers",
            "`wgmma` and `tcgen05.mma` read their descriptors from uniform registers. If they depend on a value that may differ between the "
            "lanes of a warp, such as `tid >> 7`, ptxas computes them in ordinary registers and moves each with `R2UR`, "
            "in every iteration.",
            "Pass the index of the warpgroup through `shfl.sync.idx` of lane 0 first: then it is the same in all lanes.",
            """
 @kernel(out_specs=(Tile(256, 4, f32),), grid=(1,), block=(256,), arch="sm_90a")
 def product(D):
     tid, a, b, d = zero_tiles(8)
-    group = tid >> 7
+    group = reg.scalar(u32)
+    ptx.inst.shfl.sync.idx.b32(group, tid >> 7, 0, 31, 0xFFFFFFFF)
     first = ptx.wgmma.masked_descriptor(reg.from_(a, u32))
     here = reg.scalar(first.dtype)
     for place in ptx.range_(0, 4096, 1):
         ptx.inst.mad.wide.u32(here, (place + group) & 7, 128, first)
         ptx.wgmma.fence()
         ptx.wgmma.mma_async(
             shape=(64, 8, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=d, a=here, b=b, scale_d=True
         )
         ptx.wgmma.commit_group()
         ptx.wgmma.wait_group(0)
     store_row(D, tid, d)

 report = product.perf()
""",
        ),
        Rule(
            "wgmma-serialized",
            "ptxas serializes `wgmma`",
            "ptxas found that it cannot leave the MMAs pending (C7510 to C7519): it waits for each before the next. The "
            "tensor cores idle in between.",
            "Follow the advice: do not access accumulators between `commit_group` and `wait_group`, write "
            "`wgmma.fence`, keep the MMAs of a group in one block, and let the registers suffice.",
            """
 @kernel(out_specs=(Tile(128, 4, f32),), grid=(1,), block=(128,), arch="sm_90a")
 def product(D):
     tid, a, b, d = zero_tiles(1)
     for _ in ptx.range_(0, 4096, 1):
         ptx.wgmma.fence()
         ptx.wgmma.mma_async(
             shape=(64, 8, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=d, a=a, b=b, scale_d=True
         )
         ptx.wgmma.commit_group()
-        ptx.inst.add.f32(d[0], d[0], 1.0)
         ptx.wgmma.wait_group(0)
+        ptx.inst.add.f32(d[0], d[0], 1.0)
     store_row(D, tid, d)

 report = product.perf()
""",
        ),
        Rule(
            "setmaxnreg-ignored",
            "ptxas ignores `setmaxnreg`",
            "ptxas could not determine how many registers a thread has when the kernel starts, or the code after "
            "`setmaxnreg` needs more than it leaves; its advice names the reason. All warps keep the registers of the launch.",
            "State the registers of each thread at the start by `.maxnreg`: 168 for 384 threads, 136 for 256. Leave the warps "
            "that load with as many registers as they need.",
            """
 @kernel(
     out_specs=(Tile(384, 4, f32),), grid=(1,), block=(384,), arch="sm_90a",
+    raw_directives=[("maxnreg", 168)],
 )
 def product(D):
     tid, a, b, d = zero_tiles(3)
     ptx.setmaxnreg_dec(40)
     ptx.wgmma.fence()
     ptx.wgmma.mma_async(shape=(64, 8, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=d, a=a, b=b, scale_d=True)
     ptx.wgmma.commit_group()
     ptx.wgmma.wait_group(0)
     store_row(D, tid, d)

 report = product.perf()
""",
        ),
        Rule(
            "load-after-store",
            "A load waits behind a store that waits for an earlier load",
            "A load may read what the store before it wrote, so ptxas keeps their order. The store in turn waits for the value of "
            "an earlier load. Each load takes its whole latency, one after the other.",
            "Load all values before the first store, or read an array that the kernel does not write by `ld.global.nc`.",
            """
 @kernel(in_specs=(Tile(4, 1024, f32),), out_specs=(Tile(4, 1024, f32),), grid=(1,), block=(1024,), arch="sm_80")
 def double(X, Y):
     px, py = ptx.global_ptrs(X, Y)
     offset = reg.from_(ptx.special.tid.x(), u32) * 4
     values = reg.array(f32, 4)
     for part in range(4):
-        ptx.inst.ld.global_.f32(values[part], ptx.addr(px + offset, 4096 * part))
+        ptx.inst.ld.global_.nc.f32(values[part], ptx.addr(px + offset, 4096 * part))
         ptx.st(f32, ptx.addr(py + offset, 4096 * part), values[part] + values[part])

 report = double.perf()
""",
        ),
        Rule(
            "division-by-power-of-two",
            "A loop with an integer division by a constant power of two",
            "ptxas does not turn `div` and `rem` by a constant into shifts: it computes a reciprocal, about 15 "
            "instructions for 32 bits and 60 for 64. A signed quotient is rounded toward zero, so that a shift would give "
            "another number below 0.",
            "If the number is never below 0, divide it unsigned: `reg.from_(i, u32) // 32` writes a shift, and `%` a "
            "mask. If the quotient may be rounded down, write `i >> 5` and `i & 31`.",
            """
 @kernel(out_specs=(Tile(4096, s32),), grid=(1,), block=(128,), arch="sm_80")
 def rows(Y):
     (py,) = ptx.global_ptrs(Y)
-    tid = reg.from_(ptx.special.tid.x(), s32)
+    tid = reg.from_(ptx.special.tid.x(), u32)
     for i in ptx.range_(tid, 4096, 128):
         ptx.st(s32, ptx.addr(py + reg.from_(i, u64) * 4), i // 32)

 report = rows.perf()
""",
        ),
        Rule(
            "bank-conflict",
            "Lanes access different words of one bank",
            "Shared memory has 32 banks of 4 bytes, and each gives one word in a pass. The report compares the passes of the "
            "launch with the fewest for the same words; `pyptx perf` counts them where it runs the kernel.",
            'Pad the rows by 4 bytes (16 for accesses of 16 bytes), or swizzle the tile: `smem.alloc(…, "128B")`.',
            """
 @kernel(in_specs=(Tile(32, 32, f32),), out_specs=(Tile(32, 32, f32),), grid=(1,), block=(32, 32), arch="sm_80")
 def transpose(X, Y):
     px, py = ptx.global_ptrs(X, Y)
     row, column = (reg.from_(axis, u32) for axis in (ptx.special.tid.y(), ptx.special.tid.x()))
-    tile, x = smem.alloc(f32, (32, 32)), reg.scalar(f32)
+    tile, x = smem.alloc(f32, (32, 33)), reg.scalar(f32)
     ptx.ld(f32, x, ptx.addr(px + (row * 32 + column) * 4))
     tile[row, column] = x
     ptx.bar.sync()
     ptx.st(f32, ptx.addr(py + (row * 32 + column) * 4), tile[column, row])

 report = transpose.perf(np.zeros((32, 32), np.float32))
""",
        ),
        Rule(
            "scattered-access",
            "Lanes access global memory in more sectors than their bytes fill",
            "Global memory moves in sectors of 32 bytes. Lanes whose addresses are far apart move a sector each, and most of its "
            "bytes are not used. `pyptx perf` counts sectors where it runs the kernel.",
            "Let neighbouring lanes access neighbouring addresses; transpose through shared memory.",
            """
 @kernel(in_specs=(Tile(32, 32, f32),), out_specs=(Tile(32, 32, f32),), grid=(1,), block=(32, 32), arch="sm_80")
 def copy(X, Y):
     px, py = ptx.global_ptrs(X, Y)
     y, x = (reg.from_(axis, u32) for axis in (ptx.special.tid.y(), ptx.special.tid.x()))
     value = reg.scalar(f32)
-    place = (x * 32 + y) * 4
+    place = (y * 32 + x) * 4
     ptx.ld(f32, value, ptx.addr(px + place))
     ptx.st(f32, ptx.addr(py + place), value)

 report = copy.perf(np.zeros((32, 32), np.float32))
""",
        ),
        Rule(
            "few-bytes-in-flight",
            "Too few loads are pending to keep the memory busy",
            "Memory answers after some 400 ns. A multiprocessor keeps it busy only if the loads of its threads that are pending "
            "together have as many bytes as the memory delivers in that time. Where copies (`cp.async` and bulk copies) fill stages in shared memory, one "
            "stage is read while the others are filled: with one stage, nothing is pending meanwhile.",
            "Load 16 bytes at a time (`vec=4`), several before the first use, or run more threads on a multiprocessor. Give a ring "
            "more stages.",
            """
 @kernel(in_specs=(Tile(4096, f32),), out_specs=(Tile(4096, f32),), grid=(32,), block=(32,), arch="sm_80")
 def double(X, Y):
-    width = 1
+    width = 4
     first = (reg.from_(ptx.special.ctaid.x(), u32) * 32 + ptx.special.tid.x()) * (4 * width)
     px, py = (pointer + first for pointer in ptx.global_ptrs(X, Y))
     values = reg.array(f32, width)
     ptx.ld(f32, values, ptx.addr(px), vec=width)
     ptx.st(f32, ptx.addr(py), [value + value for value in values], vec=width)

 report = double.perf()
""",
        ),
    ),
    helpers='''
def zero_fragments():
    """The thread's number, and fragments A, B and D of an `mma` full of zeros."""
    tid = reg.from_(ptx.special.tid.x(), u32)
    a, b, d = reg.array(b32, 4), reg.array(b32, 2), reg.array(f32, 4)
    for value in (*a, *b):
        ptx.mov(value, 0)
    for value in d:
        ptx.mov(value, 0.0)
    return tid, a, b, d


def zero_tiles(groups):
    """The thread's number, tiles A of each warpgroup and B, and a fragment D of zeros."""
    tid = reg.from_(ptx.special.tid.x(), u32)
    a, b = smem.wgmma_tile(bf16, (64 * groups, 16)), smem.wgmma_tile(bf16, (8, 16))
    d = reg.wgmma_frag(m=64, n=8, dtype=f32)
    for value in d:
        ptx.mov(value, 0.0)
    return tid, a, b, d


def store_row(D, tid, values):
    """Store the registers of a thread as a row of D."""
    (start,) = ptx.global_ptrs(D)
    ptx.st(f32, ptx.addr(start + tid * 16), list(values), vec=4)
''',
    performance=True,
)
