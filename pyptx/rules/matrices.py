"""Rules of matrix instructions."""

from pyptx.rules.rule import Rule, Section

MATRICES = Section(
    "Matrix instructions",
    (
        Rule(
            "wgmma-fence",
            "Registers of a `wgmma` are accessed without `wgmma.fence`",
            "`wgmma.mma_async` accesses its registers asynchronously. `wgmma.fence` orders the accesses of threads "
            "before it, and comes before the first one.",
            "Execute `ptx.wgmma.fence()` after the registers are written and before the MMA.",
            """
 @kernel(out_specs=(Tile(128, 4, f32),), grid=(1,), block=(128,), arch="sm_90a")
 def product(D):
     tid, a, b = zero_tiles()
     d = reg.wgmma_frag(m=64, n=8, dtype=f32)
     for value in d:
         ptx.mov(value, 1.0)
+    ptx.wgmma.fence()
     ptx.wgmma.mma_async(shape=(64, 8, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=d, a=a, b=b)
     ptx.wgmma.commit_group()
     ptx.wgmma.wait_group(0)
     store_fragment(D, tid, d)

 product()
""",
        ),
        Rule(
            "wgmma-hazard",
            "Registers of a pending `wgmma` are accessed",
            "The MMA may read and write its registers until a wait covers its group, and a group has the MMAs before "
            "`commit_group`.",
            "Put `ptx.wgmma.commit_group()` and `ptx.wgmma.wait_group(0)` between the MMA and the access.",
            """
 @kernel(out_specs=(Tile(128, 4, f32),), grid=(1,), block=(128,), arch="sm_90a")
 def product(D):
     tid, a, b = zero_tiles()
     d = reg.wgmma_frag(m=64, n=8, dtype=f32)
     ptx.wgmma.fence()
     ptx.wgmma.mma_async(
         shape=(64, 8, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=d, a=a, b=b, scale_d=False
     )
     ptx.wgmma.commit_group()
-    ptx.wgmma.wait_group(1)
+    ptx.wgmma.wait_group(0)
     store_fragment(D, tid, d)

 product()
""",
        ),
        Rule(
            "wgmma-operand",
            "An operand of a `wgmma` differs within the warpgroup",
            "Descriptors and `scale-d` are operands of the whole warpgroup: its 128 threads give the same.",
            "Compute them from values that all threads of the warpgroup share.",
            """
 @kernel(out_specs=(Tile(128, 4, f32),), grid=(1,), block=(128,), arch="sm_90a")
 def product(D):
     tid, a, b = zero_tiles()
     d = reg.wgmma_frag(m=64, n=8, dtype=f32)
     for value in d:
         ptx.mov(value, 0.0)
     ptx.wgmma.fence()
     ptx.wgmma.mma_async(
         shape=(64, 8, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=d, a=a, b=b,
-        scale_d=tid > 0,
+        scale_d=tid < 128,
     )
     ptx.wgmma.commit_group()
     ptx.wgmma.wait_group(0)
     store_fragment(D, tid, d)

 product()
""",
        ),
        Rule(
            "wgmma-descriptor",
            "A matrix descriptor that `wgmma` cannot use",
            "The 64 bits do not encode an address, offsets and a swizzle as the manual describes them.",
            "Pass the tile itself, or make the descriptor with `ptx.wgmma.auto_descriptor`.",
            """
 @kernel(out_specs=(Tile(128, 4, f32),), grid=(1,), block=(128,), arch="sm_90a")
 def product(D):
     tid, a, b = zero_tiles()
     d, word = reg.wgmma_frag(m=64, n=8, dtype=f32), reg.scalar(b64)
-    ptx.inst.cvt.u64.u32(word, reg.from_(a, u32) | 0x80000000)
+    ptx.mov(word, ptx.wgmma.auto_descriptor(a, dtype=bf16, shape=(64, 16), major="K"))
     ptx.wgmma.fence()
     ptx.wgmma.mma_async(
         shape=(64, 8, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=d, a=word, b=b, scale_d=False
     )
     ptx.wgmma.commit_group()
     ptx.wgmma.wait_group(0)
     store_fragment(D, tid, d)

 product()
""",
        ),
        Rule(
            "wmma-operand",
            "An operand of a `wmma` instruction differs within the warp",
            "The address and the stride of a matrix are operands of the whole warp: its 32 threads give the same.",
            "Compute the address of the matrix, not of a thread's element.",
            """
 @kernel(in_specs=(Tile(16, 16, f16),), out_specs=(Tile(16, 16, f16),), grid=(1,), block=(32,))
 def copy(X, Y):
     px, py = ptx.global_ptrs(X, Y)
     shape, tid = (16, 16, 16), reg.from_(ptx.special.tid.x(), u32)
     c = ptx.wmma.fragment("c", shape, f16)
-    first = px + tid * 32
+    first = px
     ptx.wmma.load("c", c, ptx.addr(first), shape=shape, dtype=f16, space="global")
     ptx.wmma.store(ptx.addr(py), c, shape=shape, dtype=f16, space="global")

 copy(np.zeros((16, 16), np.float16))
""",
        ),
        Rule(
            "sparse-metadata",
            "Sparsity metadata that does not select elements",
            "The metadata of a sparse A names two different elements of each chunk, and with "
            "`.sp::ordered_metadata` in rising order.",
            "Compute the metadata with `pyptx.layouts.sparsity.metadata`.",
            """
 @kernel(out_specs=(Tile(32, 4, f32),), grid=(1,), block=(32,), arch="sm_80")
 def product(D):
     tid, a, b = reg.from_(ptx.special.tid.x(), u32), reg.array(b32, 4), reg.array(b32, 4)
     d, metadata = reg.array(f32, 4), reg.scalar(b32)
     for value in (*a, *b):
         ptx.mov(value, 0)
     for value in d:
         ptx.mov(value, 0.0)
-    ptx.mov(metadata, 0x00000000)
+    ptx.mov(metadata, 0x44444444)
     ptx.mma.sync(
         shape=(16, 8, 32), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, dtype_c=f32, d=d, a=a, b=b, c=d,
         sparse_metadata=metadata, ordered_metadata=True,
     )
     store_fragment(D, tid, d)

 product()
""",
        ),
    ),
    helpers='''
def zero_tiles():
    """The thread's number, and tiles A of 64 x 16 and B of 8 x 16 full of zeros."""
    tid = reg.from_(ptx.special.tid.x(), u32)
    a, b = smem.wgmma_tile(bf16, (64, 16)), smem.wgmma_tile(bf16, (8, 16))
    for tile, words in ((a, 4), (b, 1)):
        for index in range(words):
            place = ptx.addr(reg.from_(tile, u32) + tid * 4, 512 * index)
            ptx.st(u32, place, 0, space="shared", pred=tid < tile.nbytes // 4)
    ptx.fence.proxy_async_shared_cta()
    ptx.bar.sync()
    return tid, a, b


def store_fragment(D, tid, values):
    """Store the registers of a thread as a row of D."""
    (start,) = ptx.global_ptrs(D)
    ptx.st(f32, ptx.addr(start + tid * 16), list(values), vec=4)
''',
)
