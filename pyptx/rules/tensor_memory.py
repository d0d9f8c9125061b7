"""Rules of tensor memory."""

from pyptx.rules.rule import Rule, Section

TENSOR_MEMORY = Section(
    "Tensor memory",
    (
        Rule(
            "tensor-memory-size",
            "An allocation of a number of columns that there is not",
            "`tcgen05.alloc` takes a power of two from 32 to 512; the CTAs of a pair name the same number.",
            "Round up to a power of two.",
            """
 @kernel(out_specs=(Tile(1, u32),), grid=(1,), block=(32,), arch="sm_100a")
 def allocate(Y):
     (py,), address = ptx.global_ptrs(Y), smem.alloc(b32, 1)
-    columns = reg.scalar(u32, init=48)
+    columns = reg.scalar(u32, init=64)
     ptx.tcgen05.alloc(address, columns)
     ptx.tcgen05.relinquish_alloc_permit()
     ptx.bar.sync()
     ptx.st(b32, ptx.addr(py), address[0])
     ptx.tcgen05.dealloc(address[0], columns)

 allocate()
""",
        ),
        Rule(
            "tensor-memory-growth",
            "An allocation that is larger than the one before",
            "The allocations of a CTA must not grow.",
            "Allocate the largest first, or all columns at once.",
            """
 @kernel(out_specs=(Tile(1, u32),), grid=(1,), block=(32,), arch="sm_100a")
 def allocate(Y):
     (py,), addresses = ptx.global_ptrs(Y), smem.alloc(b32, 2)
-    sizes = 32, 64
+    sizes = 64, 32
     for index, columns in enumerate(sizes):
         ptx.tcgen05.alloc(ptx.addr(addresses, 4 * index), columns)
     ptx.tcgen05.relinquish_alloc_permit()
     ptx.bar.sync()
     ptx.st(b32, ptx.addr(py), addresses[0])
     for index, columns in enumerate(sizes):
         ptx.tcgen05.dealloc(addresses[index], columns)

 allocate()
""",
        ),
        Rule(
            "tensor-memory-permit",
            "An allocation after `relinquish_alloc_permit`",
            "A CTA that has executed `tcgen05.relinquish_alloc_permit` must not allocate any more.",
            "Allocate first.",
            """
 @kernel(out_specs=(Tile(1, u32),), grid=(1,), block=(32,), arch="sm_100a")
 def allocate(Y):
     (py,), address = ptx.global_ptrs(Y), smem.alloc(b32, 1)
-    ptx.tcgen05.relinquish_alloc_permit()
     ptx.tcgen05.alloc(address, 32)
+    ptx.tcgen05.relinquish_alloc_permit()
     ptx.bar.sync()
     ptx.st(b32, ptx.addr(py), address[0])
     ptx.tcgen05.dealloc(address[0], 32)

 allocate()
""",
        ),
        Rule(
            "tensor-memory-hold",
            "A warp that holds columns asks for more, and may wait for ever",
            "CTAs that share a multiprocessor run at any pace. Some may each hold the columns of an earlier "
            "allocation and wait for the next one, while too few are free for any of them. How many CTAs may "
            "share one follows from the grid, their threads and their shared memory. Their registers are not "
            "counted, because ptxas chooses their number: a GPU runs fewer CTAs if these do not fit, and then "
            "the wait may end. While an exclusive allocation lives, there is no other.",
            "Allocate all columns at once, and relinquish the permit.",
            """
 @kernel(out_specs=(Tile(1, u32),), grid=(296,), block=(32,), arch="sm_100a")
 def allocate(Y):
     (py,), addresses = ptx.global_ptrs(Y), smem.alloc(b32, 2)
-    sizes = 256, 256
+    sizes = (512,)
     for index, columns in enumerate(sizes):
         ptx.tcgen05.alloc(ptx.addr(addresses, 4 * index), columns)
     ptx.tcgen05.relinquish_alloc_permit()
     ptx.bar.sync()
     ptx.st(b32, ptx.addr(py), addresses[0])
     for index, columns in enumerate(sizes):
         ptx.tcgen05.dealloc(addresses[index], columns)

 allocate()
""",
        ),
        Rule(
            "tensor-memory-free",
            "A `dealloc` that does not match an allocation",
            "`tcgen05.dealloc` names the address and the number of columns of one allocation that is not freed yet; it "
            "is `.exclusive` if and only if that is.",
            "Free what was allocated, once.",
            """
 @kernel(out_specs=(Tile(1, u32),), grid=(1,), block=(32,), arch="sm_100a")
 def allocate(Y):
     (py,), address = ptx.global_ptrs(Y), smem.alloc(b32, 1)
     ptx.tcgen05.alloc(address, 64)
     ptx.tcgen05.relinquish_alloc_permit()
     ptx.bar.sync()
     ptx.st(b32, ptx.addr(py), address[0])
-    ptx.tcgen05.dealloc(address[0], 32)
+    ptx.tcgen05.dealloc(address[0], 64)

 allocate()
""",
        ),
        Rule(
            "tensor-memory-leak",
            "A CTA ends without freeing its tensor memory",
            "Columns that a CTA leaves allocated are lost to the CTAs that follow on its multiprocessor.",
            "Execute `tcgen05.dealloc` for each allocation.",
            """
 @kernel(out_specs=(Tile(1, u32),), grid=(1,), block=(32,), arch="sm_100a")
 def allocate(Y):
     (py,), address = ptx.global_ptrs(Y), smem.alloc(b32, 1)
     ptx.tcgen05.alloc(address, 32)
     ptx.tcgen05.relinquish_alloc_permit()
     ptx.bar.sync()
     ptx.st(b32, ptx.addr(py), address[0])
+    ptx.tcgen05.dealloc(address[0], 32)

 allocate()
""",
        ),
        Rule(
            "tensor-memory-lane",
            "A lane of tensor memory that the warp or the operand cannot have",
            "A warp accesses the 32 lanes of its number modulo 4, and operands of an MMA start at the lanes that "
            "their layout allows. A GPU takes the lanes of a warp from its number if the address names the first "
            "32; with race checking on that is reported, too, if the address comes from `tcgen05.alloc`.",
            "Add the warp's first lane to the address: `address + ((tid >> 5) << 21)`.",
            """
 @kernel(out_specs=(Tile(128, 4, f32),), grid=(1,), block=(128,), arch="sm_100a")
 def ones(Y):
     with tensor_memory(32) as (tid, base):
         values = reg.array(f32, 4)
         for value in values:
             ptx.mov(value, 1.0)
-        ptx.tcgen05.st(ptx.tcgen05.address(base + ((tid >> 5) << 16)), values, shape="32x32b", count=4)
+        ptx.tcgen05.st(ptx.tcgen05.address(base + ((tid >> 5) << 21)), values, shape="32x32b", count=4)
         ptx.tcgen05.wait_st()
         store_row(Y, tid, read_row(base, tid, 4))

 ones()
""",
        ),
        Rule(
            "tensor-memory-bounds",
            "Columns outside the CTA's allocations",
            "An instruction accesses columns that its CTA has not allocated. The report lists those that it has.",
            "Allocate as many columns as the kernel uses.",
            """
 @kernel(out_specs=(Tile(128, 4, f32),), grid=(1,), block=(128,), arch="sm_100a")
 def ones(Y):
-    with tensor_memory(32) as (tid, base):
+    with tensor_memory(64) as (tid, base):
         write_row(base, tid, 64)
         store_row(Y, tid, read_row(base, tid, 4))

 ones()
""",
        ),
        Rule(
            "uninitialized-tensor-memory",
            "A read of tensor memory that was never written",
            "The result of an MMA or a load that reads words of tensor memory without a value decides something or is "
            "stored to global memory: an accumulator starts undefined.",
            "Start a sum with `enable_input_d=False`, or write the words first.",
            """
 @kernel(
     in_specs=(Tile(128, 64, bf16), Tile(64, 64, bf16)), out_specs=(Tile(128, 64, f32),),
     grid=(1,), block=(128,), arch="sm_100a",
 )
 def product(A, B, D):
     with tensor_memory(64) as (tid, base):
         a, b, done = tiles(tid, A, B)
         with ptx.if_(tid == 0):
-            ptx.tcgen05.mma(base, a, b, SHAPE, enable_input_d=True)
+            ptx.tcgen05.mma(base, a, b, SHAPE, enable_input_d=False)
             ptx.tcgen05.commit(done)
         wait(done)
         store_row(D, tid, read_row(base, tid, 64))

 product(LEFT, RIGHT)
""",
        ),
        Rule(
            "cta-group",
            "One kernel uses both `cta_group`s, or a pair that does not exist",
            "All `tcgen05` instructions of a kernel name the same group, and `cta_group::2` needs clusters of an even "
            "size.",
            "Give all of them one `cta_group=`.",
            '''
 program = from_ptx("""
 .version 8.7
 .target sm_100a
 .address_size 64
 .visible .entry allocate()
 {
     .reg .b32 %r1;
     .shared .b32 address;
     tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [address], 32;
     tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;
     bar.sync 0;
     ld.shared.b32 %r1, [address];
     tcgen05.dealloc.cta_group::2.sync.aligned.b32 %r1, 32;
     barrier.cluster.arrive;
     barrier.cluster.wait;
     ret;
 }
 """)
-program.launch(grid=2, block=32)
+program.launch(grid=2, block=32, cluster=2)
''',
        ),
        Rule(
            "tensor-instruction",
            "An instruction descriptor that does not describe an MMA",
            "The 32 bits do not encode types, a shape and majors that the kind of the MMA has.",
            "Make the descriptor with `ptx.tcgen05.make_instr_desc`.",
            """
 @kernel(
     in_specs=(Tile(128, 64, bf16), Tile(64, 64, bf16)), out_specs=(Tile(128, 64, f32),),
     grid=(1,), block=(128,), arch="sm_100a",
 )
 def product(A, B, D):
     with tensor_memory(64) as (tid, base):
         a, b, done = tiles(tid, A, B)
-        shape = reg.scalar(b32, init=SHAPE & 0xFFFF)
+        shape = reg.scalar(b32, init=SHAPE)
         with ptx.if_(tid == 0):
             ptx.tcgen05.mma(base, a, b, shape, enable_input_d=False)
             ptx.tcgen05.commit(done)
         wait(done)
         store_row(D, tid, read_row(base, tid, 64))

 product(LEFT, RIGHT)
""",
        ),
        Rule(
            "tensor-descriptor",
            "A matrix descriptor that the MMA cannot use",
            "The 64 bits do not encode a matrix in shared memory, or the operand's type and major do not allow its "
            "swizzle.",
            "Pass the tile itself, or make the descriptor with `ptx.tcgen05.auto_descriptor`.",
            """
 @kernel(
     in_specs=(Tile(128, 64, bf16), Tile(64, 64, bf16)), out_specs=(Tile(128, 64, f32),),
     grid=(1,), block=(128,), arch="sm_100a",
 )
 def product(A, B, D):
     with tensor_memory(64) as (tid, base):
         a, b, done = tiles(tid, A, B)
         word = reg.scalar(b64)
-        ptx.mov(word, ptx.wgmma.masked_descriptor(reg.from_(a, u32)))
+        ptx.mov(word, ptx.tcgen05.auto_descriptor(a, dtype=bf16, shape=(128, 64)))
         with ptx.if_(tid == 0):
             ptx.tcgen05.mma(base, word, b, SHAPE, enable_input_d=False)
             ptx.tcgen05.commit(done)
         wait(done)
         store_row(D, tid, read_row(base, tid, 64))

 product(LEFT, RIGHT)
""",
        ),
        Rule(
            "tensor-scale",
            "Scale factors that differ between the four groups of lanes, or a wrong factor id",
            "Each of the four groups of 32 lanes holds all scale factors, and the instruction descriptor names a byte "
            "that the kind and its block size have.",
            "Copy the factors with `tcgen05.cp.32x128b.warpx4`, or store them from all four warps.",
            """
 @kernel(
     in_specs=(Tile(128, 128, e4m3), Tile(64, 128, e4m3)), out_specs=(Tile(128, 64, f32),),
     grid=(1,), block=(128,), arch="sm_100a",
 )
 def product(A, B, D):
     shape = ptx.tcgen05.make_instr_desc("mxf8f6f4", m=128, n=64, a=e4m3)
     with tensor_memory(128) as (tid, base):
         a, b, done = tiles(tid, A, B)
         factors = ptx.tcgen05.address(base, column=64)
-        ones = reg.from_(0x7F7F7F7F - (tid >> 5), b32)
+        ones = reg.scalar(b32, init=0x7F7F7F7F)
         ptx.tcgen05.st(window(base + 64, tid), [ones] * 4, shape="32x32b", count=4)
         ptx.tcgen05.wait_st()
         synchronise()
         with ptx.if_(tid == 0):
             ptx.tcgen05.mma(
                 base, a, b, shape, kind="mxf8f6f4", sfa=factors, sfb=factors, enable_input_d=False
             )
             ptx.tcgen05.commit(done)
         wait(done)
         store_row(D, tid, read_row(base, tid, 64))

 product(*(np.ones((rows, 128), ml_dtypes.float8_e4m3fn) for rows in (128, 64)))
""",
        ),
        Rule(
            "tensor-overlap",
            "D of an MMA overlaps another operand",
            "A in tensor memory, metadata and scale factors must not lie in the columns of D.",
            "Give each operand columns of its own.",
            """
 @kernel(
     in_specs=(Tile(64, 64, bf16),), out_specs=(Tile(128, 64, f32),),
     grid=(1,), block=(128,), arch="sm_100a",
 )
 def product(B, D):
     with tensor_memory(128) as (tid, base):
         write_row(base, tid, 128)
         b, done = tiles(tid, B)
-        left = ptx.tcgen05.address(base, column=32)
+        left = ptx.tcgen05.address(base, column=64)
         with ptx.if_(tid == 0):
             ptx.tcgen05.mma(base, left, b, SHAPE, a_is_tmem=True, enable_input_d=False)
             ptx.tcgen05.commit(done)
         wait(done)
         store_row(D, tid, read_row(base, tid, 64))

 product(RIGHT)
""",
        ),
        Rule(
            "tensor-collector",
            "A collector buffer is used without its `fill`",
            "`.collector::a::use` lets the MMA take A from the buffer, in which an earlier MMA of the thread must "
            "have left the same A with `::fill`.",
            "Give the first MMA `::fill`, and use the buffer only for the same operand.",
            """
 @kernel(
     in_specs=(Tile(128, 64, bf16), Tile(64, 64, bf16)), out_specs=(Tile(128, 64, f32),),
     grid=(1,), block=(128,), arch="sm_100a",
 )
 def product(A, B, D):
     with tensor_memory(64) as (tid, base):
         a, b, done = tiles(tid, A, B)
         with ptx.if_(tid == 0):
-            ptx.tcgen05.mma(base, a, b, SHAPE, enable_input_d=False, collector_a="use")
+            ptx.tcgen05.mma(base, a, b, SHAPE, enable_input_d=False, collector_a="fill")
             ptx.tcgen05.commit(done)
         wait(done)
         store_row(D, tid, read_row(base, tid, 64))

 product(LEFT, RIGHT)
""",
        ),
        Rule(
            "tcgen05-operand",
            "An operand of a `tcgen05` instruction differs within the warp",
            "Addresses of tensor memory are operands of the whole warp: its 32 threads give the same.",
            "Give each warp one address; the instruction adds the lanes itself.",
            """
 @kernel(out_specs=(Tile(128, 4, f32),), grid=(1,), block=(128,), arch="sm_100a")
 def ones(Y):
     with tensor_memory(32) as (tid, base):
         write_row(base, tid, 4)
         values = reg.array(f32, 4)
-        place = base + (tid << 16)
+        place = base + ((tid >> 5) << 21)
         ptx.tcgen05.ld(values, ptx.tcgen05.address(place), shape="32x32b", count=4)
         ptx.tcgen05.wait_ld()
         store_row(Y, tid, values)

 ones()
""",
        ),
        Rule(
            "tensor-unfinished",
            "A CTA ends while a `tcgen05` operation may still access its memory",
            "The operations are asynchronous: no commit follows the operation, or no thread waits for the mbarrier of "
            "that commit.",
            "Commit the operation to an mbarrier and wait for it before the CTA ends.",
            """
 @kernel(
     in_specs=(Tile(128, 64, bf16), Tile(64, 64, bf16)), out_specs=(Tile(128, f32),),
     grid=(1,), block=(128,), arch="sm_100a",
 )
 def product(A, B, D):
     with tensor_memory(64) as (tid, base):
         a, b, done = tiles(tid, A, B)
         with ptx.if_(tid == 0):
             ptx.tcgen05.mma(base, a, b, SHAPE, enable_input_d=False)
             ptx.tcgen05.commit(done)
+        wait(done)
         (start,) = ptx.global_ptrs(D)
         ptx.st(f32, ptx.addr(start + tid * 4), 0.0)

 product(LEFT, RIGHT)
""",
        ),
        Rule(
            "tensor-commit",
            "An access to memory that a pending `tcgen05` operation uses",
            "An MMA, a copy or a shift of tensor memory may still be running: a commit, or the wait for its mbarrier, "
            "is missing.",
            "Execute `ptx.tcgen05.commit(bar)` after the operation and wait for the mbarrier before the access.",
            """
 @kernel(
     in_specs=(Tile(128, 64, bf16), Tile(64, 64, bf16)), out_specs=(Tile(128, 64, f32),),
     grid=(1,), block=(128,), arch="sm_100a",
 )
 def product(A, B, D):
     with tensor_memory(64) as (tid, base):
         a, b, done = tiles(tid, A, B)
         write_row(base, tid, 64)
         synchronise()
         with ptx.if_(tid == 0):
             ptx.tcgen05.mma(base, a, b, SHAPE, enable_input_d=False)
             ptx.tcgen05.commit(done)
+        wait(done)
         store_row(D, tid, read_row(base, tid, 64))

 product(LEFT, RIGHT)
""",
            checked=True,
        ),
        Rule(
            "tensor-wait-ld",
            "An access to tensor memory that a load may still read",
            "`tcgen05.ld` is asynchronous: until `tcgen05.wait::ld` it may read the columns, also after its registers "
            "were used. A store of values computed from these registers does not replace the wait (manual section "
            "9.7.18.6.4.5), although FlashAttention-4's forward kernel relies on that. `dealloc` counts as an access.",
            "Put `ptx.tcgen05.wait_ld()` after the load.",
            """
 @kernel(out_specs=(Tile(128, 4, f32),), grid=(1,), block=(128,), arch="sm_100a")
 def clear(Y):
     with tensor_memory(32) as (tid, base):
         write_row(base, tid, 4)
         values = reg.array(f32, 4)
         ptx.tcgen05.ld(values, window(base, tid), shape="32x32b", count=4)
+        ptx.tcgen05.wait_ld()
         write_row(base, tid, 4)
-        ptx.tcgen05.wait_ld()
         store_row(Y, tid, values)

 clear()
""",
            checked=True,
        ),
        Rule(
            "tensor-wait-st",
            "An access to tensor memory that a store may still write",
            "`tcgen05.st` is asynchronous: until `tcgen05.wait::st` it may write the columns.",
            "Put `ptx.tcgen05.wait_st()` after the store.",
            """
 @kernel(out_specs=(Tile(128, 4, f32),), grid=(1,), block=(128,), arch="sm_100a")
 def ones(Y):
     with tensor_memory(32) as (tid, base):
         values = reg.array(f32, 4)
         for value in values:
             ptx.mov(value, 1.0)
         ptx.tcgen05.st(window(base, tid), values, shape="32x32b", count=4)
+        ptx.tcgen05.wait_st()
         store_row(Y, tid, read_row(base, tid, 4))

 ones()
""",
            checked=True,
        ),
        Rule(
            "tensor-pipeline",
            "An MMA on an accumulator that an MMA of another shape may still write",
            "MMAs of one thread take effect in order if their kind and shape are the same. Others are not pipelined.",
            "Commit the first MMA and wait for the mbarrier before one of another kind or shape.",
            """
 @kernel(
     in_specs=(Tile(128, 64, bf16), Tile(64, 64, bf16)), out_specs=(Tile(128, 64, f32),),
     grid=(1,), block=(128,), arch="sm_100a",
 )
 def product(A, B, D):
     narrow = ptx.tcgen05.make_instr_desc("f16", m=128, n=32, a=bf16)
     with tensor_memory(64) as (tid, base):
         a, b, done = tiles(tid, A, B)
         part = ptx.tcgen05.auto_descriptor(ptx.addr(b), dtype=bf16, shape=(32, 64), major="K")
         with ptx.if_(tid == 0):
             ptx.tcgen05.mma(base, a, b, SHAPE, enable_input_d=False)
-            ptx.tcgen05.mma(base, a, part, narrow)
+            ptx.tcgen05.mma(base, a, b, SHAPE)
             ptx.tcgen05.commit(done)
         wait(done)
         store_row(D, tid, read_row(base, tid, 64))

 product(LEFT, RIGHT)
""",
            checked=True,
        ),
        Rule(
            "tensor-fence",
            "A `tcgen05.fence` around a barrier is missing",
            "A barrier orders threads. `tcgen05.fence::before_thread_sync` before it and `::after_thread_sync` after "
            "it extend that order to their `tcgen05` operations. Checked in programs that contain such fences.",
            "Put both fences around the barrier; after the wait for a `tcgen05.commit`, `after_thread_sync` is enough.",
            """
 @kernel(
     in_specs=(Tile(128, 64, bf16), Tile(64, 64, bf16)), out_specs=(Tile(128, 64, f32),),
     grid=(1,), block=(128,), arch="sm_100a",
 )
 def product(A, B, D):
     with tensor_memory(64) as (tid, base):
         a, b, done = tiles(tid, A, B)
         with ptx.if_(tid == 0):
             ptx.tcgen05.mma(base, a, b, SHAPE, enable_input_d=False)
             ptx.tcgen05.commit(done)
         ptx.mbarrier.wait(done, 0)
+        ptx.tcgen05.fence_after_thread_sync()
         store_row(D, tid, read_row(base, tid, 64))

 product(LEFT, RIGHT)
""",
            checked=True,
        ),
    ),
    helpers='''
SHAPE = ptx.tcgen05.make_instr_desc("f16", m=128, n=64, a=bf16)
LEFT, RIGHT = (np.ones((rows, 64), ml_dtypes.bfloat16) for rows in (128, 64))


def synchronise():
    """Order tensor memory before and after a barrier of the CTA."""
    ptx.tcgen05.fence_before_thread_sync()
    ptx.bar.sync()
    ptx.tcgen05.fence_after_thread_sync()


@contextmanager
def tensor_memory(columns):
    """Allocate columns, give the thread's number and their address, and free the columns at the end."""
    tid, address = reg.from_(ptx.special.tid.x(), u32), smem.alloc(b32, 1)
    with ptx.if_(tid < 32):
        ptx.tcgen05.alloc(address, columns)
        ptx.tcgen05.relinquish_alloc_permit()
    synchronise()
    base = address[0]
    yield tid, base
    synchronise()
    with ptx.if_(tid < 32):
        ptx.tcgen05.dealloc(base, columns)


def tiles(tid, *matrices):
    """Copy matrices to shared memory; give the tiles, and an mbarrier for one arrival."""
    loaded, done = smem.mbarrier(1), smem.mbarrier(1)
    shared = [smem.alloc(matrix.dtype, matrix.shape, "128B") for matrix in matrices]
    with ptx.if_(tid == 0):
        ptx.mbarrier.init(loaded[0], 1)
        ptx.mbarrier.init(done[0], 1)
        ptx.fence.mbarrier_init()
        ptx.mbarrier.arrive_expect_tx(loaded[0], sum(tile.nbytes for tile in shared))
        for tile, matrix in zip(shared, matrices, strict=True):
            ptx.cp.async_.bulk.tensor_2d(dst=tile, src=matrix, coord=(0, 0), mbar=loaded[0])
    synchronise()
    ptx.mbarrier.wait(loaded[0], 0)
    return [*shared, done[0]]


def wait(done):
    """Wait for the operations that one thread committed."""
    ptx.mbarrier.wait(done, 0)
    ptx.tcgen05.fence_after_thread_sync()


def window(base, tid):
    """The address of a warp's own 32 lanes."""
    return ptx.tcgen05.address(base + ((tid >> 5) << 21))


def write_row(base, tid, count):
    """Store zeros to the columns of each thread's lane."""
    values = reg.array(f32, count)
    for value in values:
        ptx.mov(value, 0.0)
    ptx.tcgen05.st(window(base, tid), values, shape="32x32b", count=count)
    ptx.tcgen05.wait_st()


def read_row(base, tid, count):
    """Load the columns of each thread's lane."""
    values = reg.array(f32, count)
    ptx.tcgen05.ld(values, window(base, tid), shape="32x32b", count=count)
    ptx.tcgen05.wait_ld()
    return values


def store_row(target, tid, values):
    """Store the registers of a thread as one row of an output."""
    (start,) = ptx.global_ptrs(target)
    for first in range(0, len(values), 4):
        place = ptx.addr(start + tid * (4 * len(values)), 4 * first)
        ptx.st(f32, place, values[first : first + 4], vec=4)
''',
)
