"""Rules of threads and barriers."""

from pyptx.rules.rule import Rule, Section

THREADS = Section(
    "Threads and barriers",
    (
        Rule(
            "deadlock",
            "No thread can continue",
            "Every thread that has not exited waits at a barrier, for an mbarrier, for registers or for tensor memory. "
            "The report begins with the cause: what was expected and what came. The threads that wait only because "
            "of it follow under *therefore*.",
            "Compare the count, the bytes and the parity of the object that the first line names with the threads "
            "and copies that reach it.",
            """
 @kernel(in_specs=(Tile(64, f32),), out_specs=(Tile(64, f32),), grid=(1,), block=(64,), arch="sm_90a")
 def copy(X, Y):
     px, py = ptx.global_ptrs(X, Y)
     tid, row, full = reg.from_(ptx.special.tid.x(), u32), smem.alloc(f32, 64), smem.mbarrier(1)
-    size = reg.scalar(u32, init=512)
+    size = reg.scalar(u32, init=256)
     with ptx.if_(tid == 0):
         ptx.mbarrier.init(full[0], 1)
         ptx.fence.mbarrier_init()
         ptx.mbarrier.arrive_expect_tx(full[0], size)
         ptx.cp.async_.bulk.load(row, ptx.addr(px), 256, mbar=full[0])
     ptx.bar.sync()
     ptx.mbarrier.wait(full[0], 0)
     ptx.st(f32, ptx.addr(py + tid * 4), row[tid])

 copy(np.ones(64, np.float32))
""",
        ),
        Rule(
            "livelock",
            "Threads loop and nothing changes any more",
            "Threads go round in loops, and the state of the machine repeats. The report names the locations that "
            "they read and the values there.",
            "Write the value that the loop waits for, or end the loop.",
            """
 @kernel(in_specs=(Tile(1, u32),), out_specs=(Tile(1, u32),), grid=(2,), block=(1,), mutates=("X",))
 def flag(X, Y):
     px, py = ptx.global_ptrs(X, Y)
     cta, seen = reg.from_(ptx.special.ctaid.x(), u32), reg.scalar(u32)
     with ptx.if_(cta == 0):
-        ptx.inst.red.release.gpu.global_.add.u32(ptx.addr(py), 1)
+        ptx.inst.red.release.gpu.global_.add.u32(ptx.addr(px), 1)
     with ptx.else_(), ptx.loop("poll"):
         ptx.inst.ld.acquire.gpu.global_.u32(seen, ptx.addr(px))
         ptx.repeat_if(seen == 0)

 flag(np.zeros(1, np.uint32), out=np.zeros(1, np.uint32))
""",
        ),
        Rule(
            "max-steps",
            "The program did not end within `max_steps=` instructions",
            "The default is 2,000,000,000 warp instructions on the native engine and 20,000,000 steps on the NumPy "
            "engine. The report has the place of every warp.",
            "Pass a larger `max_steps=` if the program ends, or correct the loop that the report names.",
            """
 @kernel(out_specs=(Tile(1, u32),), grid=(1,), block=(1,), arch="sm_80")
 def halve(Y):
     (py,) = ptx.global_ptrs(Y)
     steps, n = reg.scalar(u32, init=0), reg.scalar(u32, init=1000)
     with ptx.loop("again"):
         ptx.inst.add.u32(steps, steps, 1)
-        ptx.inst.add.u32(n, n, 2)
+        ptx.inst.shr.u32(n, n, 1)
         ptx.repeat_if(n != 0)
     ptx.st(u32, ptx.addr(py), steps)

 halve.program().launch(np.zeros(1, np.uint32), grid=1, max_steps=10000)
""",
        ),
        Rule(
            "member-mask",
            "A lane is not in its own member mask, or a lane of a whole-warp instruction has exited",
            "The lanes that execute a `shfl`, `vote`, `match`, `redux` or `bar.warp.sync` must be in its mask. "
            "`ldmatrix`, `mma` and similar instructions need all 32 lanes of the warp.",
            "Make the mask from the lanes that execute the instruction, or let the whole warp execute it.",
            """
 @kernel(out_specs=(Tile(32, u32),), grid=(1,), block=(32,), arch="sm_80")
 def rotate(Y):
     (py,) = ptx.global_ptrs(Y)
     tid, next_ = reg.from_(ptx.special.tid.x(), u32), reg.scalar(u32)
-    ptx.inst.shfl.sync.idx.b32(next_, tid, (tid + 1) & 31, 31, 0x0000FFFF)
+    ptx.inst.shfl.sync.idx.b32(next_, tid, (tid + 1) & 31, 31, 0xFFFFFFFF)
     ptx.st(u32, ptx.addr(py + tid * 4), next_)

 rotate()
""",
        ),
        Rule(
            "aligned",
            "Only a part of a warp or warpgroup executes an instruction that needs all of it",
            "Instructions with `.aligned` are executed by all threads of a warp (of a warpgroup for `wgmma` and "
            "`setmaxnreg`) together. With race checking on, lanes must not exit while others of their warp wait at "
            "a `bar.sync` or `barrier.cluster.arrive.aligned`.",
            "Move the instruction out of the branch.",
            """
 @kernel(out_specs=(Tile(32, u32),), grid=(1,), block=(32,), arch="sm_80")
 def half(Y):
     (py,) = ptx.global_ptrs(Y)
     tid = reg.from_(ptx.special.tid.x(), u32)
-    with ptx.if_(tid < 16):
-        ptx.bar.sync()
+    ptx.bar.sync()
+    with ptx.if_(tid < 16):
         ptx.st(u32, ptx.addr(py + tid * 4), tid)

 half()
""",
            checked=True,
        ),
        Rule(
            "barrier-operand",
            "A barrier of the CTA with a wrong number or count",
            "A CTA has barriers 0 to 15, and the thread count of a barrier is a multiple of 32.",
            "Count whole warps.",
            """
 @kernel(out_specs=(Tile(64, u32),), grid=(1,), block=(64,), arch="sm_80")
 def meet(Y):
     (py,) = ptx.global_ptrs(Y)
     tid = reg.from_(ptx.special.tid.x(), u32)
-    count = reg.scalar(u32, init=50)
+    count = reg.scalar(u32, init=64)
     ptx.inst.barrier.sync(1, count)
     ptx.st(u32, ptx.addr(py + tid * 4), tid)

 meet()
""",
        ),
        Rule(
            "barrier-count",
            "Threads reach one barrier of the CTA with different counts",
            "All threads that take part in a phase of a barrier name the same thread count. Without a count it is "
            "that of the CTA.",
            "Give all of them one count.",
            """
 @kernel(out_specs=(Tile(64, u32),), grid=(1,), block=(64,), arch="sm_80")
 def hand_over(Y):
     (py,) = ptx.global_ptrs(Y)
     tid, word = reg.from_(ptx.special.tid.x(), u32), smem.alloc(u32, 1)
     with ptx.if_(tid < 32):
         word[0] = 7
-        ptx.bar.arrive(1, 96)
+        ptx.bar.arrive(1, 64)
     with ptx.else_():
         ptx.bar.sync(1, 64)
         ptx.st(u32, ptx.addr(py + tid * 4), word[0])

 hand_over()
""",
        ),
        Rule(
            "barrier-reduction",
            "A phase of a barrier of the CTA has a reduction and another instruction",
            "The threads of one phase all execute `bar.red`, or none does: PTX leaves open what happens otherwise.",
            "Let all of them reduce, or give the reduction a barrier of its own.",
            """
 @kernel(out_specs=(Tile(64, u32),), grid=(1,), block=(64,), arch="sm_80")
 def votes(Y):
     (py,) = ptx.global_ptrs(Y)
     tid, count = reg.from_(ptx.special.tid.x(), u32), reg.scalar(u32, init=0)
     with ptx.if_(tid < 32):
         ptx.inst.bar.red.popc.u32(count, 1, 64, tid < 7)
     with ptx.else_():
-        ptx.bar.sync(1, 64)
+        ptx.inst.bar.red.popc.u32(count, 1, 64, tid < 40)
     ptx.st(u32, ptx.addr(py + tid * 4), count)

 votes()
""",
        ),
        Rule(
            "barrier-groups",
            "A named barrier may count warps of different groups, or one warp twice",
            "A barrier counts threads and does not see which. A warp reached it after a phase in which other warps "
            "met without it, and nothing orders it after them: on a GPU it may be counted in their phase. Or a warp "
            "arrived (`bar.arrive`) again without having waited for the warps of its last phase: it may be counted "
            "twice.",
            "Give each group a barrier number of its own. A warp that arrives again waits first, at another barrier, "
            "for the warps that waited.",
            """
 @kernel(out_specs=(Tile(128, u32),), grid=(1,), block=(128,), arch="sm_80")
 def pairs(Y):
     (py,) = ptx.global_ptrs(Y)
     tid = reg.from_(ptx.special.tid.x(), u32)
     with ptx.if_(tid < 64):
         ptx.bar.sync(1, 64)
     with ptx.else_():
-        ptx.bar.sync(1, 64)
+        ptx.bar.sync(2, 64)
     ptx.st(u32, ptx.addr(py + tid * 4), tid)

 pairs()
""",
            checked=True,
        ),
        Rule(
            "cluster-barrier",
            "`barrier.cluster` out of turn",
            "A thread arrives once in each phase and then waits. It must not arrive twice, or wait before it "
            "arrives.",
            "Pair each `barrier.cluster.arrive` with one `barrier.cluster.wait`.",
            """
 @kernel(out_specs=(Tile(2, u32),), grid=(2,), block=(1,), cluster=(2,), arch="sm_90a")
 def meet(Y):
     (py,) = ptx.global_ptrs(Y)
     rank = reg.from_(ptx.special.cluster_ctarank(), u32)
-    ptx.inst.barrier.cluster.arrive()
     ptx.inst.barrier.cluster.arrive()
     ptx.inst.barrier.cluster.wait()
     ptx.st(u32, ptx.addr(py + rank * 4), rank)

 meet()
""",
        ),
        Rule(
            "cluster-rank",
            "The rank of a CTA that the cluster does not have",
            "`mapa`, multicast masks and masks of CTAs name CTAs of the cluster by rank, from 0 on. `mapa` may map "
            "another rank, as compilers do in front of a branch; no access may use the address.",
            "Compute the rank modulo the size of the cluster.",
            """
 @kernel(out_specs=(Tile(2, u32),), grid=(2,), block=(1,), cluster=(2,), arch="sm_90a")
 def neighbours(Y):
     (py,) = ptx.global_ptrs(Y)
     rank, word = reg.from_(ptx.special.cluster_ctarank(), u32), smem.alloc(u32, 1)
     word[0] = rank
     ptx.cluster.sync()
     value = reg.scalar(u32)
-    there = ptx.cluster.map_shared_u32(word, rank + 1)
+    there = ptx.cluster.map_shared_u32(word, rank ^ 1)
     ptx.inst.ld.shared__cluster.u32(value, ptx.addr(there))
     ptx.st(u32, ptx.addr(py + rank * 4), value)
     ptx.cluster.sync()

 neighbours()
""",
        ),
        Rule(
            "remote-cta",
            "A destination in the wrong CTA",
            "The manual requires the destination of the instruction in this CTA, or in another: a copy with "
            "`.shared::cta` writes the own CTA.",
            "Use the form of the instruction for the cluster, or an address of the right CTA.",
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
-    peer = rank
+    peer = rank ^ 1
     there, counted = (ptx.cluster.map_shared_u32(each, peer) for each in (theirs, full[0]))
     with ptx.if_(tid == 0):
         ptx.cp.async_.bulk.send(there, mine, 16, mbar=counted)
     ptx.mbarrier.wait(full[0], 0)
     ptx.st(u32, ptx.addr(py + rank * 16 + tid * 4), theirs[tid])
     ptx.cluster.sync()

 swap()
""",
        ),
        Rule(
            "exited-cta",
            "An access to shared memory of a CTA that has ended",
            "The shared memory of a CTA is free when its last thread exits. With race checking on, an access is also "
            "reported if nothing makes the other CTA wait for it, and so is a copy of another CTA that has not arrived.",
            "End all CTAs of a cluster that others access with `barrier.cluster`. Wait for the mbarrier of each copy that "
            "other CTAs send.",
            """
 @kernel(out_specs=(Tile(2, u32),), grid=(2,), block=(1,), cluster=(2,), arch="sm_90a")
 def neighbours(Y):
     (py,) = ptx.global_ptrs(Y)
     rank, word = reg.from_(ptx.special.cluster_ctarank(), u32), smem.alloc(u32, 1)
     word[0] = rank
     ptx.cluster.sync()
     value, there = reg.scalar(u32), ptx.cluster.map_shared_u32(word, rank ^ 1)
     ptx.inst.ld.shared__cluster.u32(value, ptx.addr(there))
     ptx.st(u32, ptx.addr(py + rank * 4), value)
+    ptx.cluster.sync()

 neighbours()
""",
            checked=True,
        ),
        Rule(
            "unstarted-cta",
            "An access to shared memory of a CTA that may not have started",
            "Nothing makes the thread wait until the other CTA of the cluster runs. Before that, its shared memory "
            "may belong to another CTA.",
            "Begin with `barrier.cluster`.",
            """
 @kernel(out_specs=(Tile(2, u32),), grid=(2,), block=(1,), cluster=(2,), arch="sm_90a")
 def send(Y):
     (py,) = ptx.global_ptrs(Y)
     rank, word = reg.from_(ptx.special.cluster_ctarank(), u32), smem.alloc(u32, 1)
     there = ptx.cluster.map_shared_u32(word, rank ^ 1)
+    ptx.cluster.sync()
     ptx.inst.st.shared__cluster.u32(ptx.addr(there), rank)
     ptx.cluster.sync()
     ptx.st(u32, ptx.addr(py + rank * 4), word[0])

 send()
""",
            checked=True,
        ),
        Rule(
            "setmaxnreg",
            "`setmaxnreg.inc` to fewer registers, or `.dec` to more",
            "The count of `.inc` is at least the number of registers that the warpgroup has, that of `.dec` at most. "
            "A kernel starts with the registers that its launch bounds leave each thread.",
            "Correct the count; `.dec` in some warpgroups frees the registers that `.inc` in others takes.",
            """
 @kernel(out_specs=(Tile(384, u32),), grid=(1,), block=(384,), arch="sm_90a")
 def roles(Y):
     (py,) = ptx.global_ptrs(Y)
     tid = reg.from_(ptx.special.tid.x(), u32)
     with ptx.if_(tid < 128):
-        ptx.setmaxnreg_dec(240)
+        ptx.setmaxnreg_dec(40)
     ptx.st(u32, ptx.addr(py + tid * 4), tid)

 roles()
""",
        ),
        Rule(
            "cancel-request",
            "A CTA requests a cluster after a request failed",
            "After `clusterlaunchcontrol.try_cancel` has failed, no cluster is left, and another request is undefined.",
            "Leave the loop when `is_canceled` is false.",
            """
 @kernel(out_specs=(Tile(6, u32),), grid=(6,), block=(1,), arch="sm_100a")
 def persistent(Y):
     (py,) = ptx.global_ptrs(Y)
     answer, full, response = smem.alloc(b128, 1), smem.mbarrier(1), reg.scalar(b128)
     cta, phase = reg.from_(ptx.special.ctaid.x(), u32), reg.scalar(u32, init=0)
     ptx.mbarrier.init(full[0], 1)
     ptx.fence.mbarrier_init()
     with ptx.loop("tiles"):
         ptx.mbarrier.arrive_expect_tx(full[0], 16)
         ptx.clusterlaunchcontrol.try_cancel(answer, full[0])
         ptx.st(u32, ptx.addr(py + cta * 4), cta)
         ptx.mbarrier.wait(full[0], phase)
         ptx.inst.xor.b32(phase, phase, 1)
         ptx.ld(b128, response, answer, space="shared")
         won = ptx.clusterlaunchcontrol.query_cancel.is_canceled(response)
         ptx.clusterlaunchcontrol.query_cancel.first_ctaid(response, "x", cta, pred=won)
         ptx.fence.proxy_async_shared_cta()
-        ptx.repeat_if(phase < 2)
+        ptx.repeat_if(won)

 persistent()
""",
        ),
        Rule(
            "cancel-response",
            "A query reads bytes that are not the response of a request, or a response that cancelled nothing",
            "`query_cancel` reads the 16 bytes that a completed request wrote. The coordinates of a cluster exist "
            "only where `is_canceled` is true; elsewhere they are undefined, and no instruction may use them.",
            "Wait for the mbarrier of the request, and use the coordinates only if `is_canceled` is true.",
            """
 @kernel(out_specs=(Tile(6, u32),), grid=(6,), block=(1,), arch="sm_100a")
 def persistent(Y):
     (py,) = ptx.global_ptrs(Y)
     answer, full, response = smem.alloc(b128, 1), smem.mbarrier(1), reg.scalar(b128)
     cta, phase = reg.from_(ptx.special.ctaid.x(), u32), reg.scalar(u32, init=0)
     ptx.mbarrier.init(full[0], 1)
     ptx.fence.mbarrier_init()
     ptx.st(u32, ptx.addr(py + cta * 4), cta)
     with ptx.loop("tiles"):
         ptx.mbarrier.arrive_expect_tx(full[0], 16)
         ptx.clusterlaunchcontrol.try_cancel(answer, full[0])
         ptx.mbarrier.wait(full[0], phase)
         ptx.inst.xor.b32(phase, phase, 1)
         ptx.ld(b128, response, answer, space="shared")
         won = ptx.clusterlaunchcontrol.query_cancel.is_canceled(response)
         ptx.clusterlaunchcontrol.query_cancel.first_ctaid(response, "x", cta)
-        ptx.st(u32, ptx.addr(py + cta * 4), cta)
+        ptx.st(u32, ptx.addr(py + cta * 4), cta, pred=won)
         ptx.fence.proxy_async_shared_cta()
         ptx.repeat_if(won)

 persistent()
""",
        ),
    ),
)
