; Kernels, device functions, address spaces, aggregates and atomics, straight from LLVM.
target datalayout = "e-p6:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@table = internal addrspace(4) constant [4 x float] [float 1.0, float 2.0, float 3.0, float 4.0], align 16
@counter = addrspace(1) global i64 42, align 8
@tile = internal addrspace(3) global [128 x float] undef, align 4
@dynamic = external addrspace(3) global [0 x i8], align 16
@handler = addrspace(1) global ptr @square, align 8
%pair = type { i32, double, [3 x i16] }
@record = addrspace(1) global %pair { i32 7, double 0.5, [3 x i16] [i16 1, i16 2, i16 3] }, align 8

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.sqrt.f32(float)
declare double @llvm.fabs.f64(double)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i64 @llvm.bswap.i64(i64)
declare i16 @llvm.umin.i16(i16, i16)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @external(i32, ptr)

define float @square(float %x) noinline {
  %y = fmul float %x, %x
  ret float %y
}

define %pair @moved(%pair %p, i32 %by) noinline {
  %n = extractvalue %pair %p, 0
  %m = add i32 %n, %by
  %q = insertvalue %pair %p, i32 %m, 0
  ret %pair %q
}

define ptx_kernel void @saxpy(i32 %n, float %a, ptr addrspace(1) noalias readonly align 16 %x, ptr addrspace(1) %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %o = mul i32 %b, %w
  %i = add i32 %o, %t
  %in = icmp slt i32 %i, %n
  br i1 %in, label %body, label %done
body:
  %j = sext i32 %i to i64
  %px = getelementptr float, ptr addrspace(1) %x, i64 %j
  %py = getelementptr float, ptr addrspace(1) %y, i64 %j
  %vx = load float, ptr addrspace(1) %px
  %vy = load float, ptr addrspace(1) %py
  %v = call float @llvm.fma.f32(float %a, float %vx, float %vy)
  store float %v, ptr addrspace(1) %py
  br label %done
done:
  ret void
}

define ptx_kernel void @calls(ptr %out, i32 %i, %pair %p) {
  %f = load ptr, ptr addrspace(1) @handler
  %x = load float, ptr %out
  %y = call float %f(float %x)
  %z = call float @square(float %y)
  store float %z, ptr %out
  %q = call %pair @moved(%pair %p, i32 %i)
  %d = extractvalue %pair %q, 1
  %o8 = getelementptr i8, ptr %out, i64 8
  store double %d, ptr %o8
  %local = alloca [16 x i32], align 16
  %at = getelementptr i32, ptr %local, i32 %i
  store i32 %i, ptr %at
  %e = call i32 @external(i32 %i, ptr %local)
  call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %local, i64 64, i1 false)
  ret void
}

define ptx_kernel void @memory(ptr addrspace(1) %g, i32 %i) {
  %s = getelementptr [128 x float], ptr addrspace(3) @tile, i32 0, i32 %i
  %c = getelementptr [4 x float], ptr addrspace(4) @table, i32 0, i32 %i
  %v = load float, ptr addrspace(4) %c
  store float %v, ptr addrspace(3) %s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %u = load volatile <4 x float>, ptr addrspace(1) %g, align 16
  %r = call float @llvm.sqrt.f32(float %v)
  %w = insertelement <4 x float> %u, float %r, i32 2
  store <4 x float> %w, ptr addrspace(1) %g, align 16
  %old = atomicrmw add ptr addrspace(1) @counter, i64 1 monotonic
  %swap = cmpxchg ptr addrspace(1) %g, i32 %i, i32 7 acq_rel monotonic
  %fa = atomicrmw fadd ptr addrspace(1) %g, float 1.5 syncscope("device") seq_cst
  %mx = atomicrmw umax ptr addrspace(3) @tile, i32 %i acquire
  fence syncscope("device") release
  %b = load i8, ptr addrspace(3) @dynamic
  %b16 = zext i8 %b to i16
  %m16 = call i16 @llvm.umin.i16(i16 %b16, i16 9)
  %g2 = getelementptr i16, ptr addrspace(1) %g, i64 3
  store i16 %m16, ptr addrspace(1) %g2
  ret void
}

define ptx_kernel void @integers(ptr addrspace(1) %g, i32 %a, i64 %b, i128 %c, i1 %d, double %e, half %h, bfloat %f) {
  %p = call i32 @llvm.ctpop.i32(i32 %a)
  %q0 = xor i32 %p, -1
  %q = call i32 @llvm.fshl.i32(i32 %a, i32 %p, i32 %q0)
  %r = call i64 @llvm.bswap.i64(i64 %b)
  %s = mul i128 %c, %c
  %t = select i1 %d, i64 %r, i64 %b
  %over = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %q)
  %sum = extractvalue { i32, i1 } %over, 0
  %o = extractvalue { i32, i1 } %over, 1
  %ob = zext i1 %o to i32
  %u = fptosi double %e to i64
  %abs = call double @llvm.fabs.f64(double %e)
  %v = fcmp ult double %abs, 3.0
  %w = sext i1 %v to i64
  %h2 = fadd half %h, 0xH3C00
  %hf = fpext half %h2 to float
  %ff = fpext bfloat %f to float
  %fs = fadd float %hf, %ff
  store i128 %s, ptr addrspace(1) %g, align 16
  %g1 = getelementptr i64, ptr addrspace(1) %g, i64 2
  %x = add i64 %t, %u
  %y = udiv i64 %x, %b
  %z = ashr i64 %y, %w
  store i64 %z, ptr addrspace(1) %g1
  %g2 = getelementptr i64, ptr addrspace(1) %g, i64 3
  store float %fs, ptr addrspace(1) %g2
  %g3 = getelementptr i64, ptr addrspace(1) %g, i64 4
  %both = add i32 %sum, %ob
  store i32 %both, ptr addrspace(1) %g3
  ret void
}

define ptx_kernel void @branches(ptr addrspace(1) %g, i32 %a) "nvvm.maxntid"="256,1,1" "nvvm.minctasm"="2" {
entry:
  switch i32 %a, label %other [ i32 0, label %zero
                                i32 1, label %one
                                i32 2, label %two
                                i32 3, label %one
                                i32 4, label %zero
                                i32 5, label %two ]
zero:
  br label %loop
one:
  store i32 1, ptr addrspace(1) %g
  br label %loop
two:
  store i32 2, ptr addrspace(1) %g
  ret void
loop:
  %i = phi i32 [ 0, %zero ], [ 1, %one ], [ %next, %loop ]
  %next = add i32 %i, 1
  %at = getelementptr i32, ptr addrspace(1) %g, i32 %i
  store volatile i32 %i, ptr addrspace(1) %at
  %more = icmp ult i32 %next, %a
  br i1 %more, label %loop, label %out
out:
  ret void
other:
  call void asm sideeffect "trap;", ""()
  unreachable
}
