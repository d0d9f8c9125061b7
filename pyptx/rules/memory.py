"""Rules of memory and registers."""

from pyptx.rules.rule import Rule, Section

MEMORY = Section(
    "Memory and registers",
    (
        Rule(
            "out-of-bounds",
            "An access outside every allocation",
            "An address is outside every array, variable and parameter of the launch, or in shared or local memory "
            "that the kernel did not declare. The report names the nearest allocation and the distance to it.",
            "Guard the access with the size of the array, or make the array as large as the grid needs.",
            """
 @kernel(out_specs=(Tile(100, u32),), grid=(1,), block=(128,), arch="sm_80")
 def number(Y):
     (py,) = ptx.global_ptrs(Y)
     tid = reg.from_(ptx.special.tid.x(), u32)
-    ptx.st(u32, ptx.addr(py + tid * 4), tid)
+    ptx.st(u32, ptx.addr(py + tid * 4), tid, pred=tid < 100)

 number()
""",
        ),
        Rule(
            "misaligned",
            "An address that is not a multiple of the access size",
            "An access of n bytes needs an address that is a multiple of n; a vector access counts as one access of "
            "its whole size, and a bulk copy needs 16 bytes.",
            "Step by the size of the whole access, or use a narrower one.",
            """
 @kernel(in_specs=(Tile(64, f32),), out_specs=(Tile(64, f32),), grid=(1,), block=(16,), arch="sm_80")
 def move(X, Y):
     px, py = ptx.global_ptrs(X, Y)
     tid, values = reg.from_(ptx.special.tid.x(), u32), reg.array(f32, 4)
-    ptx.ld(f32, values, ptx.addr(px + tid * 4), vec=4)
+    ptx.ld(f32, values, ptx.addr(px + tid * 16), vec=4)
     ptx.st(f32, ptx.addr(py + tid * 16), values, vec=4)

 move(np.ones(64, np.float32))
""",
        ),
        Rule(
            "read-only",
            "A write to an array that the launch passed as read-only",
            "The launch passed an array in `read_only=`, and the kernel writes to it.",
            "Write to another array, or leave the name out of `read_only=`.",
            """
 @kernel(in_specs=(Tile(32, f32),), grid=(1,), block=(32,), arch="sm_80", mutates=("X",))
 def double(X):
     (px,) = ptx.global_ptrs(X)
     tid, x = reg.from_(ptx.special.tid.x(), u32), reg.scalar(f32)
     ptx.ld(f32, x, ptx.addr(px + tid * 4))
     ptx.st(f32, ptx.addr(px + tid * 4), x + x)

-double.program().launch(np.ones(32, np.float32), grid=1, read_only=("X",))
+double.program().launch(np.ones(32, np.float32), grid=1)
""",
        ),
        Rule(
            "uninitialized-register",
            "A register without a value decides something",
            "A register that its thread never wrote, or that holds a value computed from undefined ones, decides a "
            "branch or an address, or its value is stored to global memory.",
            "Give the register a value on every path: `reg.scalar(type, init=0)`.",
            """
 @kernel(out_specs=(Tile(32, u32),), grid=(1,), block=(32,), arch="sm_80")
 def halves(Y):
     (py,) = ptx.global_ptrs(Y)
     tid = reg.from_(ptx.special.tid.x(), u32)
-    half = reg.scalar(u32)
+    half = reg.scalar(u32, init=0)
     with ptx.if_(tid >= 16):
         ptx.mov(half, 1)
     ptx.st(u32, ptx.addr(py + tid * 4), half)

 halves()
""",
        ),
        Rule(
            "uninitialized-memory",
            "Memory without a value decides something",
            "Bytes that were never written decide a branch or an address, or are stored to global memory. Shared "
            "memory starts undefined in each CTA, and an output that the call allocates starts undefined, too.",
            "Write the bytes first, or pass an output that has contents (`out=`).",
            """
 @kernel(out_specs=(Tile(32, u32),), grid=(1,), block=(32,), arch="sm_80")
 def counts(Y):
     (py,) = ptx.global_ptrs(Y)
     tid, count = reg.from_(ptx.special.tid.x(), u32), smem.alloc(u32, 1)
+    with ptx.if_(tid == 0):
+        count[0] = 0
     ptx.bar.sync()
     ptx.inst.red.shared.add.u32(ptx.addr(count), 1)
     ptx.bar.sync()
     ptx.st(u32, ptx.addr(py + tid * 4), count[0])

 counts()
""",
        ),
        Rule(
            "race",
            "Two accesses without an order",
            "Two threads, or a thread and an asynchronous operation, access the same bytes; one of them writes, and "
            "nothing orders the two. On a GPU the result depends on timing. An mbarrier orders threads of other CTAs even if "
            "the scope of the arrival or of the wait is the CTA, which is the default of both and common in libraries; with "
            '`checks=("all", "scopes")` it does not.',
            "Put the operation that the report names between the two accesses: a barrier of the warp, the CTA or the cluster, an "
            "mbarrier, the wait for a copy, or a release and an acquire for threads of other CTAs.",
            """
 @kernel(out_specs=(Tile(64, u32),), grid=(1,), block=(64,), arch="sm_80")
 def reverse(Y):
     (py,) = ptx.global_ptrs(Y)
     tid, tile = reg.from_(ptx.special.tid.x(), u32), smem.alloc(u32, 64)
     tile[tid] = tid
+    ptx.bar.sync()
     ptx.st(u32, ptx.addr(py + tid * 4), tile[63 - tid])

 reverse()
""",
            checked=True,
        ),
        Rule(
            "proxy-fence",
            "A copy or MMA reads what threads wrote without a proxy fence",
            "Bulk copies, `wgmma` and `tcgen05` access shared memory through the async proxy. A barrier does not make "
            "the writes of threads visible there.",
            "Execute `fence.proxy.async` in the threads that wrote, before the barrier.",
            """
 @kernel(out_specs=(Tile(32, u32),), grid=(1,), block=(32,), arch="sm_90a")
 def store(Y):
     (py,) = ptx.global_ptrs(Y)
     tid, row = reg.from_(ptx.special.tid.x(), u32), smem.alloc(u32, 32)
     row[tid] = tid
+    ptx.fence.proxy_async_shared_cta()
     ptx.bar.sync()
     with ptx.if_(tid == 0):
         ptx.cp.async_.bulk.store(ptx.addr(py), row, 128)
         ptx.cp.async_.bulk.commit_group()
         ptx.cp.async_.bulk.wait_group(0)

 store()
""",
            checked=True,
        ),
        Rule(
            "array-bounds",
            "An access leaves the shared or local array that its address was computed from",
            "Shared arrays lie next to each other, and so do the local arrays of a thread. An index beyond one reaches "
            "the next, and the access is inside an allocation. The report names both arrays. An access to the padding "
            "between shared arrays is reported, too.",
            "Correct the index, or make the array as large as the index needs.",
            """
 @kernel(out_specs=(Tile(33, u32),), grid=(1,), block=(33,), arch="sm_80")
 def sums(Y):
     (py,) = ptx.global_ptrs(Y)
     tid = reg.from_(ptx.special.tid.x(), u32)
-    first, second = smem.alloc(u32, 32), smem.alloc(u32, 33)
+    first, second = smem.alloc(u32, 33), smem.alloc(u32, 33)
     second[tid] = 1
     ptx.bar.sync()
     first[tid] = tid
     ptx.st(u32, ptx.addr(py + tid * 4), first[tid] + second[tid])

 sums()
""",
            checked=True,
        ),
        Rule(
            "address-wrap",
            "An access uses an address that 32-bit arithmetic wrapped",
            "An offset was computed in 32 bits, its exact value does not fit, and the access goes to another place.",
            "Compute the offset in 64 bits: `mul.wide`, `mad.wide`, or a u64 register.",
            """
 @kernel(
     in_specs=(Tile(8, u32),), out_specs=(Tile(1, u32),), grid=(1,), block=(1,), arch="sm_80",
 )
 def row_of(X, Y):
     px, py = ptx.global_ptrs(X, Y)
     row, value = reg.scalar(u32), reg.scalar(u32)
     ptx.ld(u32, row, ptx.addr(px))
-    offset = row * 262144
+    offset = (row - 16384) * 262144  # the array begins with this row
     ptx.ld(u32, value, ptx.addr(px + offset))
     ptx.st(u32, ptx.addr(py), value)

 row_of(np.full(8, 16384, np.uint32))
""",
            checked=True,
        ),
        Rule(
            "read-only-load",
            "`ld.global.nc` of bytes that the kernel wrote",
            "`ld.global.nc` goes through a cache that does not see the writes of the same kernel.",
            "Load with `ld.global`.",
            """
 @kernel(out_specs=(Tile(32, u32), Tile(32, u32)), grid=(1,), block=(32,), arch="sm_80")
 def twice(X, Y):
     px, py = ptx.global_ptrs(X, Y)
     tid, x = reg.from_(ptx.special.tid.x(), u32), reg.scalar(u32)
     ptx.st(u32, ptx.addr(px + tid * 4), tid)
-    ptx.inst.ld.global_.nc.u32(x, ptx.addr(px + tid * 4))
+    ptx.inst.ld.global_.u32(x, ptx.addr(px + tid * 4))
     ptx.st(u32, ptx.addr(py + tid * 4), x + x)

 twice()
""",
            checked=True,
        ),
        Rule(
            "grid-dependency",
            "An access that needs `griddepcontrol.wait` first",
            "With programmatic dependent launch a grid may start once all CTAs of the grid before have executed "
            "`griddepcontrol.launch_dependents` or ended. The memory that the grid before accesses is free, and its "
            "writes are visible, only after `griddepcontrol.wait`.",
            "Execute `griddepcontrol.wait` before the access, in the same thread or in one that it synchronises with.",
            """
 @kernel(out_specs=(Tile(32, u32),), grid=(1,), block=(32,), arch="sm_90")
 def first(X):
     (px,), tid = ptx.global_ptrs(X), reg.from_(ptx.special.tid.x(), u32)
     ptx.griddepcontrol.launch_dependents()
     ptx.st(u32, ptx.addr(px + tid * 4), tid)

 @kernel(in_specs=(Tile(32, u32),), out_specs=(Tile(32, u32),), grid=(1,), block=(32,), arch="sm_90")
 def second(X, Y):
     px, py = ptx.global_ptrs(X, Y)
     tid, x = reg.from_(ptx.special.tid.x(), u32), reg.scalar(u32)
+    ptx.griddepcontrol.wait()
     ptx.inst.ld.global_.u32(x, ptx.addr(px + tid * 4))
     ptx.st(u32, ptx.addr(py + tid * 4), x + x)

 x, y = np.zeros(32, np.uint32), np.zeros(32, np.uint32)
 report = first.program().launch(x, grid=1, footprint=True)
 second.program().launch(x, y, grid=1, after=report.detail)
""",
            checked=True,
        ),
        Rule(
            "stack-overflow",
            "A call or `alloca` needs more local memory than a thread has",
            "Each call keeps its parameters, variables and saved registers on the thread's stack.",
            "End the recursion earlier, or replace it by a loop.",
            '''
 program = from_ptx("""
 .version 8.0
 .target sm_80
 .address_size 64
 .func down(.param .b32 n)
 {
     .reg .b32 %r<3>;
     .reg .pred %p;
     ld.param.u32 %r1, [n];
     setp.eq.u32 %p, %r1, 0;
     @%p ret;
-    add.u32 %r2, %r1, 1;
+    sub.u32 %r2, %r1, 1;
     call down, (%r2);
     ret;
 }
 .visible .entry start()
 {
     call down, (3);
     ret;
 }
 """, "start")
 program.launch(grid=1, block=1)
''',
        ),
        Rule(
            "call-target",
            "A call through a register that does not hold the address of a function",
            "The register of an indirect call must hold an address that `mov` took of a function.",
            "Take the address of a function with the prototype of the call.",
            '''
 program = from_ptx("""
 .version 8.0
 .target sm_80
 .address_size 64
 .func work() { ret; }
 .visible .entry start()
 {
     .reg .b64 %rd<2>;
-    mov.u64 %rd1, 4096;
+    mov.u64 %rd1, work;
     prototype: .callprototype _ ();
     call %rd1, prototype;
     ret;
 }
 """, "start")
 program.launch(grid=1, block=1)
''',
        ),
        Rule(
            "unresolved-call",
            "A call of a function without a body",
            "The module only declares the function: its body would come from another module when they are linked.",
            "Put the body into the module.",
            '''
 program = from_ptx("""
 .version 8.0
 .target sm_80
 .address_size 64
-.extern .func work();
+.func work() { ret; }
 .visible .entry start()
 {
     call work;
     ret;
 }
 """, "start")
 program.launch(grid=1, block=1)
''',
        ),
        Rule(
            "branch-index",
            "An index of `brx.idx` beyond its list of targets",
            "`brx.idx` jumps to the label whose number in `.branchtargets` is the index.",
            "Check the index before the branch, or add the missing labels.",
            '''
 program = from_ptx("""
 .version 8.0
 .target sm_80
 .address_size 64
 .visible .entry choose()
 {
     .reg .b32 %r<2>;
     mov.u32 %r1, %tid.x;
-    list: .branchtargets A, B;
+    list: .branchtargets A, B, C;
     brx.idx %r1, list;
     A: ret;
     B: ret;
     C: ret;
 }
 """)
 program.launch(grid=1, block=3)
''',
        ),
        Rule(
            "trap",
            "The program executed `trap`",
            "`trap` aborts the launch. Compilers write it where code must not be reached, and libraries after a "
            "failed check or a wait that took too long.",
            "The report names the line; find the condition that led there.",
            """
 @kernel(out_specs=(Tile(32, u32),), grid=(1,), block=(64,), arch="sm_80")
 def checked(Y):
     (py,) = ptx.global_ptrs(Y)
     tid = reg.from_(ptx.special.tid.x(), u32)
     with ptx.if_(tid >= 32):
-        ptx.inst.trap()
+        ptx.ret()
     ptx.st(u32, ptx.addr(py + tid * 4), tid)

 checked()
""",
        ),
        Rule(
            "assert",
            "An assertion of the program failed",
            "The program called `__assertfail`, as `assert` of CUDA C++ and `ptx.device_assert` do. The report has its "
            "message, file and line.",
            "The assertion says what must hold; find the thread that breaks it.",
            '''
 program = from_ptx("""
 .version 8.0
 .target sm_80
 .address_size 64
 .extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n, .param .b64 s);
 .global .align 1 .b8 text[6] = {105, 32, 60, 32, 51, 0};
 .visible .entry check()
 {
     .reg .b32 %r<2>;
     .reg .pred %p;
     mov.u32 %r1, %tid.x;
     setp.lt.u32 %p, %r1, 3;
     @%p ret;
     .reg .b64 %rd<2>;
     mov.u64 %rd1, text;
     cvta.global.u64 %rd1, %rd1;
     { .param .b64 m; .param .b64 f; .param .b32 l; .param .b64 n; .param .b64 s;
       st.param.b64 [m], %rd1; st.param.b64 [f], %rd1; st.param.b32 [l], 7; st.param.b64 [n], %rd1;
       st.param.b64 [s], 1;
       call __assertfail, (m, f, l, n, s); }
     ret;
 }
 """)
-program.launch(grid=1, block=4)
+program.launch(grid=1, block=3)
''',
        ),
        Rule(
            "invalid-free",
            "Memory is freed that was not allocated, or was freed before",
            "`free` and `delete` of a kernel take the address that `malloc` or `new` of a kernel returned, once; "
            "`cudaFree` takes that of an allocation of the host.",
            "Free each allocation once, by its first address.",
            '''
 program = from_ptx("""
 .version 8.0
 .target sm_80
 .address_size 64
 .extern .func (.param .b64 block) malloc(.param .b64 size);
 .extern .func free(.param .b64 block);
 .visible .entry twice()
 {
     .reg .b64 %rd<2>;
     .param .b64 size;
     .param .b64 made;
     st.param.b64 [size], 16;
     call (made), malloc, (size);
     ld.param.b64 %rd1, [made];
     .param .b64 block;
     st.param.b64 [block], %rd1;
     call free, (block);
-    st.param.b64 [block], %rd1;
-    call free, (block);
     ret;
 }
 """)
 program.launch(grid=1, block=1)
''',
        ),
        Rule(
            "breakpoint",
            "The program executed `brkpt`",
            "`brkpt` stops a thread for a debugger.",
            "Remove it.",
            """
 @kernel(out_specs=(Tile(32, u32),), grid=(1,), block=(32,), arch="sm_80")
 def stops(Y):
     (py,) = ptx.global_ptrs(Y)
     tid = reg.from_(ptx.special.tid.x(), u32)
-    ptx.inst.brkpt()
     ptx.st(u32, ptx.addr(py + tid * 4), tid)

 stops()
""",
        ),
    ),
)
