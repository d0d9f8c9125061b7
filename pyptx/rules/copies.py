"""Rules of mbarriers and copies."""

from pyptx.rules.rule import Rule, Section

COPIES = Section(
    "mbarriers and copies",
    (
        Rule(
            "mbarrier-uninitialized",
            "An mbarrier is used before its `init` or after its `inval`",
            "There is no mbarrier at the address: `mbarrier.init` did not come first, the address is another one, or "
            "`mbarrier.inval` ended it.",
            "Initialise each mbarrier that the kernel uses, and execute a barrier of the CTA after the initialisation.",
            """
 @kernel(out_specs=(Tile(64, u32),), grid=(1,), block=(64,), arch="sm_90a")
 def meet(Y):
     (py,) = ptx.global_ptrs(Y)
     tid, bars = reg.from_(ptx.special.tid.x(), u32), smem.mbarrier(2)
     with ptx.if_(tid == 0):
         ptx.mbarrier.init(bars[0], 64)
+        ptx.mbarrier.init(bars[1], 64)
     ptx.bar.sync()
     for bar in bars:
         ptx.mbarrier.arrive(bar)
         ptx.mbarrier.wait(bar, 0)
     ptx.st(u32, ptx.addr(py + tid * 4), tid)

 meet()
""",
        ),
        Rule(
            "mbarrier-live",
            "An mbarrier is initialised twice",
            "`mbarrier.init` of memory that holds an mbarrier is undefined.",
            "Initialise it in one thread, once; `mbarrier.inval` ends an mbarrier before its memory is used again.",
            """
 @kernel(out_specs=(Tile(64, u32),), grid=(1,), block=(64,), arch="sm_90a")
 def meet(Y):
     (py,) = ptx.global_ptrs(Y)
     tid, bar = reg.from_(ptx.special.tid.x(), u32), smem.mbarrier(1)
-    ptx.mbarrier.init(bar[0], 64)
+    ptx.mbarrier.init(bar[0], 64, pred=tid == 0)
     ptx.bar.sync()
     ptx.mbarrier.arrive(bar[0])
     ptx.mbarrier.wait(bar[0], 0)
     ptx.st(u32, ptx.addr(py + tid * 4), tid)

 meet()
""",
        ),
        Rule(
            "mbarrier-access",
            "An instruction other than those of mbarriers accesses an mbarrier",
            "The contents of an mbarrier are opaque. A load, a store or a copy that reaches its 8 bytes is undefined.",
            "Correct the address; use `mbarrier.test_wait` to learn whether a phase is complete.",
            """
 @kernel(out_specs=(Tile(2, u32),), grid=(1,), block=(1,), arch="sm_90a")
 def clear(Y):
     (py,) = ptx.global_ptrs(Y)
     words, bar = smem.alloc(u32, 4), smem.mbarrier(1)
     ptx.mbarrier.init(bar[0], 1)
     for index in range(2):
-        smem.store(u32, ptx.addr(bar, index * 4), 0)
+        smem.store(u32, ptx.addr(words, index * 4), 0)
         ptx.st(u32, ptx.addr(py, index * 4), 0)

 clear()
""",
        ),
        Rule(
            "mbarrier-count",
            "An arrival count that an mbarrier cannot have",
            "`mbarrier.init` takes 1 to 1,048,575 arrivals.",
            "Count at least one arrival.",
            """
 @kernel(in_specs=(Tile(1, u32),), out_specs=(Tile(1, u32),), grid=(1,), block=(1,), arch="sm_90a")
 def meet(X, Y):
     px, py = ptx.global_ptrs(X, Y)
     count, bar = reg.scalar(u32), smem.mbarrier(1)
     ptx.ld(u32, count, ptx.addr(px))
     ptx.mbarrier.init(bar[0], count)
     ptx.st(u32, ptx.addr(py), count)

-meet(np.zeros(1, np.uint32))
+meet(np.ones(1, np.uint32))
""",
        ),
        Rule(
            "mbarrier-space",
            "An mbarrier outside shared memory",
            "A generic address names the mbarrier, and it is not in shared memory.",
            "Allocate mbarriers in shared memory: `smem.mbarrier(count)`.",
            """
 @kernel(out_specs=(Tile(2, u32),), grid=(1,), block=(1,), arch="sm_90a")
 def initialise(Y):
     (py,) = ptx.global_ptrs(Y)
     bar = smem.mbarrier(1)
     generic = reg.scalar(u64)
-    ptx.inst.mov.u64(generic, py)
+    ptx.inst.cvta.shared.u64(generic, reg.from_(bar, u64))
     ptx.inst.mbarrier.init.b64(ptx.addr(generic), 1)
     ptx.st(u32, ptx.addr(py, 4), 1)

 initialise(out=np.zeros(2, np.uint32))
""",
        ),
        Rule(
            "mbarrier-arrive",
            "More arrivals than the phase expects",
            "An arrival counts more than the phase has pending. The report lists the arrivals of the phase.",
            "Initialise the mbarrier with the number of all arrivals of a phase, or let fewer threads arrive.",
            """
 @kernel(out_specs=(Tile(32, u32),), grid=(1,), block=(32,), arch="sm_90a")
 def meet(Y):
     (py,) = ptx.global_ptrs(Y)
     tid, bar = reg.from_(ptx.special.tid.x(), u32), smem.mbarrier(1)
     with ptx.if_(tid == 0):
         ptx.mbarrier.init(bar[0], 32)
     ptx.bar.sync()
-    ptx.mbarrier.arrive(bar[0], count=3)
+    ptx.mbarrier.arrive(bar[0])
     ptx.mbarrier.wait(bar[0], 0)
     ptx.st(u32, ptx.addr(py + tid * 4), tid)

 meet()
""",
        ),
        Rule(
            "mbarrier-tx",
            "Bytes arrive in a phase that did not expect them, or too many are pending",
            "The bytes of a copy complete a phase after the one in which the copy started: the phase expected too few "
            "bytes, or a thread expected them after its arrival, so that the phase may complete first. A phase can have at "
            "most 1,048,575 bytes pending.",
            "Expect all bytes of the copies of a phase before its last arrival, or in it: `mbarrier.arrive.expect_tx`.",
            """
 @kernel(in_specs=(Tile(64, f32),), out_specs=(Tile(64, f32),), grid=(1,), block=(64,), arch="sm_90a")
 def copy(X, Y):
     px, py = ptx.global_ptrs(X, Y)
     tid, row, full = reg.from_(ptx.special.tid.x(), u32), smem.alloc(f32, 64), smem.mbarrier(1)
-    size = reg.scalar(u32, init=128)
+    size = reg.scalar(u32, init=256)
     with ptx.if_(tid == 0):
         ptx.mbarrier.init(full[0], 1)
         ptx.fence.mbarrier_init()
         ptx.mbarrier.arrive_expect_tx(full[0], size)
         for half in range(2):
             place = ptx.addr(row, 128 * half)
             ptx.cp.async_.bulk.load(place, ptx.addr(px, 128 * half), 128, mbar=full[0])
     ptx.bar.sync()
     ptx.mbarrier.wait(full[0], 0)
     ptx.st(f32, ptx.addr(py + tid * 4), row[tid])

 copy(np.ones(64, np.float32))
""",
            checked=True,
        ),
        Rule(
            "mbarrier-lapped",
            "A phase completed before a waiter observed it",
            "A thread arrives in a phase although no thread has waited for the one before, or waits with the state "
            "of an older phase. A wait by parity cannot distinguish phases that are two apart.",
            "Wait for each phase before an arrival in the next; for a ring of buffers, count the arrivals of the "
            "consumers on a second mbarrier.",
            """
 @kernel(out_specs=(Tile(32, u32),), grid=(1,), block=(32,), arch="sm_90a")
 def meet(Y):
     (py,) = ptx.global_ptrs(Y)
     tid, bar = reg.from_(ptx.special.tid.x(), u32), smem.mbarrier(1)
     with ptx.if_(tid == 0):
         ptx.mbarrier.init(bar[0], 32)
     ptx.bar.sync()
     for step in range(2):
         ptx.mbarrier.arrive(bar[0])
+        ptx.mbarrier.wait(bar[0], step)
     ptx.st(u32, ptx.addr(py + tid * 4), tid)

 meet()
""",
        ),
        Rule(
            "mbarrier-parity",
            "A wait with a parity other than 0 or 1",
            "`.parity` takes the phase modulo 2.",
            "Compute `phase & 1`.",
            """
 @kernel(out_specs=(Tile(1, u32),), grid=(1,), block=(1,), arch="sm_90a")
 def phases(Y):
     (py,) = ptx.global_ptrs(Y)
     bar, phase = smem.mbarrier(1), reg.scalar(u32, init=0)
     ptx.mbarrier.init(bar[0], 1)
     for _ in range(3):
         ptx.mbarrier.arrive(bar[0])
-        ptx.mbarrier.wait(bar[0], phase)
+        ptx.mbarrier.wait(bar[0], phase & 1)
         ptx.inst.add.u32(phase, phase, 1)
     ptx.st(u32, ptx.addr(py), phase)

 phases()
""",
        ),
        Rule(
            "mbarrier-cta",
            "A copy counts its bytes at an mbarrier of another CTA than its destination",
            "The CTA that receives the data must have the mbarrier.",
            "Give `mapa` the same rank for both.",
            """
 @kernel(out_specs=(Tile(8, u32),), grid=(2,), block=(4,), cluster=(2,), arch="sm_90a")
 def swap(Y):
     (py,) = ptx.global_ptrs(Y)
     tid, rank = reg.from_(ptx.special.tid.x(), u32), reg.from_(ptx.special.cluster_ctarank(), u32)
     mine, theirs, full = smem.alloc(u32, 4), smem.alloc(u32, 4), smem.mbarrier(1)
     mine[tid] = rank
     ptx.fence.proxy_async_shared_cta()
     with ptx.if_(tid == 0):
         ptx.mbarrier.init(full[0], 1)
         ptx.fence.mbarrier_init()
         ptx.mbarrier.arrive_expect_tx(full[0], 16)
     ptx.cluster.sync()
     there = ptx.cluster.map_shared_u32(theirs, rank ^ 1)
-    counted = ptx.cluster.map_shared_u32(full[0], rank)
+    counted = ptx.cluster.map_shared_u32(full[0], rank ^ 1)
     with ptx.if_(tid == 0):
         ptx.cp.async_.bulk.send(there, mine, 16, mbar=counted)
     ptx.mbarrier.wait(full[0], 0)
     ptx.st(u32, ptx.addr(py + rank * 16 + tid * 4), theirs[tid])
     ptx.cluster.sync()

 swap()
""",
        ),
        Rule(
            "mbarrier-init",
            "An mbarrier is used, and nothing orders its initialisation before",
            "Other threads, and the copies and MMAs that they start, may see the memory as it was before "
            "`mbarrier.init`. The thread that initialised it needs no fence: by the manual (`cp.async.bulk`, `st.async`, "
            '`tcgen05.commit`) an asynchronous operation "accesses its mbarrier operand using generic-proxy", so program '
            "order is enough.",
            "Put `fence.mbarrier_init` and a barrier of the CTA, or of the cluster, after the initialisation.",
            """
 @kernel(out_specs=(Tile(64, u32),), grid=(1,), block=(64,), arch="sm_90a")
 def meet(Y):
     (py,) = ptx.global_ptrs(Y)
     tid, bar = reg.from_(ptx.special.tid.x(), u32), smem.mbarrier(1)
     with ptx.if_(tid == 0):
         ptx.mbarrier.init(bar[0], 64)
+    ptx.bar.sync()
     ptx.mbarrier.arrive(bar[0])
     ptx.mbarrier.wait(bar[0], 0)
     ptx.st(u32, ptx.addr(py + tid * 4), tid)

 meet()
""",
            checked=True,
        ),
        Rule(
            "unfinished-copy",
            "A CTA ends while a bulk copy may still access its shared memory",
            "The shared memory of a CTA is free when its last thread exits. A store that is still pending then reads "
            "what the next CTA writes there, and a load writes into the memory of the next CTA.",
            "Wait for the copy before the last thread exits: for a store `wait_group(0, read=True)` is enough, for a load "
            "wait for its mbarrier. Some libraries leave out the wait for stores, since GPUs seem to keep the memory until "
            "then; `checks=()` or `--check none` runs their kernels.",
            """
 @kernel(out_specs=(Tile(4, u32),), grid=(1,), block=(1,), arch="sm_90a")
 def store(Y):
     (py,) = ptx.global_ptrs(Y)
     row = smem.alloc(u32, 4)
     for index in range(4):
         row[index] = index
     ptx.fence.proxy_async_shared_cta()
     ptx.cp.async_.bulk.store(ptx.addr(py), row, 16)
     ptx.cp.async_.bulk.commit_group()
+    ptx.cp.async_.bulk.wait_group(0, read=True)

 store()
""",
        ),
        Rule(
            "bulk-size",
            "A bulk copy whose size is not a multiple of 16 bytes",
            "Bulk copies move units of 16 bytes.",
            "Round the size up and pad the arrays, or copy the rest with loads and stores.",
            """
 @kernel(out_specs=(Tile(8, u32),), grid=(1,), block=(1,), arch="sm_90a")
 def store(Y):
     (py,) = ptx.global_ptrs(Y)
     row = smem.alloc(u32, 8)
     for index in range(8):
         row[index] = index
     ptx.fence.proxy_async_shared_cta()
-    size = reg.scalar(u32, init=24)
+    size = reg.scalar(u32, init=32)
     ptx.cp.async_.bulk.store(ptx.addr(py), row, size)
     ptx.cp.async_.bulk.commit_group()
     ptx.cp.async_.bulk.wait_group(0)

 store()
""",
        ),
        Rule(
            "tensor-coordinates",
            "A tensor copy that starts where it must not",
            "The coordinates of a tensor store must not be negative. Loads may start there and get zeros. Coordinate 0 of "
            "elements narrower than a byte begins a byte of the tensor; of the padded types `b4x16_p64` and `b6x16_p32` it "
            "is a multiple of 128.",
            "Guard the store or start it inside the tensor. Use even coordinates, or multiples of 128.",
            """
 @kernel(out_specs=(Tile(8, 8, f32),), grid=(1,), block=(1,), arch="sm_90a")
 def store(Y):
     box = smem.alloc(f32, (8, 8))
     for index in range(64):
         smem.store(f32, ptx.addr(box, 4 * index), float(index))
     ptx.fence.proxy_async_shared_cta()
-    row = reg.scalar(s32, init=-4)
+    row = reg.scalar(s32, init=0)
     ptx.cp.async_.bulk.tensor_2d.store(dst=Y.tma_desc(box=(8, 8)), src=box, coord=(0, row))
     ptx.cp.async_.bulk.commit_group()
     ptx.cp.async_.bulk.wait_group(0)

 store(out=np.zeros((8, 8), np.float32))
""",
        ),
        Rule(
            "tensor-map",
            "A tensor map that breaks the driver's rules or does not fit its instruction",
            "The 128 bytes do not encode a tensor map that the driver would make, or the map has another rank or mode "
            "than the copy that uses it.",
            "Make the map with the rank of the copy.",
            '''
 program = from_ptx("""
 .version 8.0
 .target sm_90a
 .address_size 64
 .visible .entry box(.param .align 64 .b8 map[128])
 {
     .reg .pred %p;
     .reg .b64 %rd1;
     .shared .align 8 .b64 full;
     .shared .align 128 .b32 tile[32];
     mov.b64 %rd1, map;
     cvta.param.u64 %rd1, %rd1;
     mbarrier.init.shared::cta.b64 [full], 1;
     fence.mbarrier_init.release.cluster;
     mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 128;
     cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
         [tile], [%rd1, {0, 0}], [full];
     WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p, [full], 0;
     @!%p bra WAIT;
     ret;
 }
 """)
-map_ = TensorMap.tiled("u32", sizes=(64,), box=(32,)).of(np.zeros(64, np.uint32))
+map_ = TensorMap.tiled("u32", sizes=(16, 4), box=(8, 4)).of(np.zeros((4, 16), np.uint32))
 program.launch(map_, grid=1, block=1)
''',
        ),
        Rule(
            "tensormap-proxy",
            "A copy uses a tensor map that the kernel changed without its fence",
            "Tensor maps are read through a proxy of their own. `fence.proxy.tensormap` makes a changed map visible "
            "there.",
            "Put `ptx.fence.proxy_tensormap_acquire(map)` between the change and the copy.",
            """
 @kernel(
     in_specs=(Tile(128, u8), Tile(4, 16, u32)), out_specs=(Tile(32, u32),), grid=(1,), block=(32,),
     arch="sm_90a", mutates=("M",),
 )
 def box(M, X, Y):
     pm, px, py = ptx.global_ptrs(M, X, Y)
     tid, full, tile = reg.from_(ptx.special.tid.x(), u32), smem.mbarrier(1), smem.alloc(u32, 32)
     with ptx.if_(tid == 0):
         ptx.mbarrier.init(full[0], 1)
         ptx.tensormap.replace("global_address", pm, px, space="global")
         ptx.inst.fence.proxy.tensormap__generic.release.gpu()
+        ptx.fence.proxy_tensormap_acquire(pm)
         ptx.fence.mbarrier_init()
         ptx.mbarrier.arrive_expect_tx(full[0], 128)
         ptx.cp.async_.bulk.tensor_2d(dst=tile, src=pm, coord=(0, 0), mbar=full[0])
     ptx.bar.sync()
     ptx.mbarrier.wait(full[0], 0)
     ptx.st(u32, ptx.addr(py + tid * 4), tile[tid])

 map_ = TensorMap.tiled("u32", sizes=(16, 4), box=(8, 4)).encode()
 box(np.frombuffer(map_, np.uint8).copy(), np.zeros((4, 16), np.uint32))
""",
        ),
        Rule(
            "swizzle-mismatch",
            "A tile is read with a swizzle that differs from that of the copy that wrote it",
            "The tensor map of a copy into shared memory has a swizzle, and the matrix descriptor or the tensor map of "
            "the operation that reads the tile has another: the operation finds other elements. For `ldmatrix` the "
            "addresses of the eight rows of a matrix count, which are a constant distance apart without the swizzle. A "
            "tile whose data are already swizzled in global memory may need two swizzles: turn the check off for it.",
            "Give both the same swizzle: allocate the tile with it, and pass the tile itself.",
            """
 @kernel(in_specs=(Tile(8, 64, bf16),), out_specs=(Tile(8, 64, bf16),), grid=(1,), block=(1,), arch="sm_90a")
 def copy(X, Y):
     tile, full = smem.alloc(bf16, (8, 64), "128B"), smem.mbarrier(1)
     place = reg.from_(tile, u32)
     ptx.mbarrier.init(full[0], 1)
     ptx.fence.mbarrier_init()
     ptx.mbarrier.arrive_expect_tx(full[0], 1024)
     source = X.tma_desc(box=(8, 64), swizzle="128B")
     ptx.cp.async_.bulk.tensor_2d(dst=ptx.addr(place), src=source, coord=(0, 0), mbar=full[0])
     ptx.mbarrier.wait(full[0], 0)
-    target = Y.tma_desc(box=(8, 64))
+    target = Y.tma_desc(box=(8, 64), swizzle="128B")
     ptx.cp.async_.bulk.tensor_2d.store(dst=target, src=ptx.addr(place), coord=(0, 0))
     ptx.cp.async_.bulk.commit_group()
     ptx.cp.async_.bulk.wait_group(0)

 copy(np.ones((8, 64), ml_dtypes.bfloat16))
""",
            checked=True,
        ),
    ),
)
