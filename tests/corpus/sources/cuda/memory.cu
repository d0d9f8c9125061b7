// Loads and stores of every order, scope, cache policy and width; fences and prefetches.
typedef unsigned u32;
typedef unsigned long long u64;

__global__ void hints(const float4 *in, float4 *out, const int *p) {
    out[0] = __ldg(in), out[1] = __ldca(in + 1), out[2] = __ldcg(in + 2), out[3] = __ldcs(in + 3), out[4] = __ldlu(in + 4), out[5] = __ldcv(in + 5);
    __stwb(out + 6, in[6]), __stcg(out + 7, in[7]), __stcs(out + 8, in[8]), __stwt(out + 9, in[9]);
    ((char2 *)out)[80] = __ldg((const char2 *)in + 9), ((short4 *)out)[81] = __ldcs((const short4 *)in + 9), ((double2 *)out)[82] = __ldcg((const double2 *)in);
    if (__isGlobal(p)) out[10].x = *p;
    if (__isShared(p) || __isLocal(p) || __isConstant(p)) out[11].y = *p;
}
__global__ void orders(int *p, u64 *q, double *d) {
    int v, w;
    asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p));
    asm volatile("ld.acquire.sys.global.u32 %0, [%1+4];" : "=r"(w) : "l"(p));
    asm volatile("st.release.cta.global.u32 [%0+8], %1;" ::"l"(p), "r"(v));
    asm volatile("st.relaxed.gpu.b32 [%0+12], %1;" ::"l"(p), "r"(w));
    asm volatile("ld.volatile.global.v2.u32 {%0, %1}, [%2];" : "=r"(v), "=r"(w) : "l"(p + 4));
    asm volatile("st.volatile.global.u64 [%0], %1;" ::"l"(q), "l"(q[1]));
    asm volatile("ld.weak.global.ca.u8 %0, [%1];" : "=r"(v) : "l"(p));
    asm volatile("ld.mmio.relaxed.sys.global.u32 %0, [%1];" : "=r"(w) : "l"(p));
    asm volatile("st.mmio.relaxed.sys.global.u32 [%0], %1;" ::"l"(p), "r"(v));
    asm volatile("fence.acq_rel.gpu;\n\tfence.sc.cta;\n\tmembar.gl;\n\tmembar.cta;\n\tmembar.sys;\n\tfence.proxy.alias;" ::: "memory");
    asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], %2;" : "=r"(v) : "l"(p), "r"(w));
    asm volatile("atom.relaxed.sys.global.cas.b64 %0, [%1], %2, %3;" : "=l"(q[2]) : "l"(q), "l"(q[3]), "l"(q[4]));
    asm volatile("atom.global.exch.b32 %0, [%1], %2;" : "=r"(v) : "l"(p), "r"(w));
    asm volatile("red.release.gpu.global.add.s32 [%0], 1;\n\tred.relaxed.cta.global.max.u64 [%1], 2;\n\tred.global.add.f64 [%2], 0d3FF0000000000000;" ::"l"(p), "l"(q), "l"(d));
    asm volatile("prefetch.global.L2 [%0];\n\tprefetch.global.L1 [%0];\n\tprefetchu.L1 [%0];\n\tprefetch.local.L1 [%1];" ::"l"(p), "l"(0ull));
    p[9] = v + w;
}
#if __CUDA_ARCH__ >= 800
__global__ void policies(float *p, float *out) {
    u64 a, b, c;
    asm("createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %0, 0.5;" : "=l"(a));
    asm("createpolicy.range.global.L2::evict_last.L2::evict_first.b64 %0, [%1], 4096, 65536;" : "=l"(b) : "l"(p));
    asm("createpolicy.cvt.L2.b64 %0, 0x10000000;" : "=l"(c));
    float x, y, z;
    asm volatile("ld.global.L1::evict_last.L2::cache_hint.L2::128B.f32 %0, [%1], %2;" : "=f"(x) : "l"(p), "l"(a));
    asm volatile("ld.global.nc.L1::no_allocate.L2::cache_hint.f32 %0, [%1], %2;" : "=f"(y) : "l"(p + 1), "l"(b));
    asm volatile("ld.global.L2::64B.b32 %0, [%1];" : "=f"(z) : "l"(p));
    asm volatile("st.global.L1::evict_first.L2::cache_hint.f32 [%0], %1, %2;" ::"l"(out), "f"(x + y + z), "l"(c));
    asm volatile("atom.global.add.L2::cache_hint.f32 %0, [%1], %2, %3;" : "=f"(x) : "l"(p), "f"(y), "l"(a));
    asm volatile("red.global.add.L2::cache_hint.f32 [%0], %1, %2;" ::"l"(p), "f"(y), "l"(a));
    asm volatile("prefetch.global.L2::evict_last [%0];\n\tapplypriority.global.L2::evict_normal [%0], 128;\n\tdiscard.global.L2 [%0], 128;" ::"l"(p));
    out[1] = x;
}
#endif
#if __CUDA_ARCH__ >= 900
__global__ void newer(float *p, u32 *q, u64 *big) {
    float a, b, c, d;
    asm volatile("multimem.ld_reduce.relaxed.sys.global.add.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "l"(p) : "memory");
    asm volatile("multimem.st.relaxed.sys.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(p), "f"(a), "f"(b), "f"(c), "f"(d) : "memory");
    asm volatile("multimem.red.release.sys.global.add.u32 [%0], 1;" ::"l"(q) : "memory");
    asm volatile("multimem.ld_reduce.weak.global.add.acc::f32.v2.bf16x2 {%0, %1}, [%2];" : "=r"(q[1]), "=r"(q[2]) : "l"(p));
    asm volatile("red.global.v2.f32.add [%0], {%1, %2};" ::"l"(p), "f"(a), "f"(b));
    asm volatile("atom.global.v4.f16x2.add.noftz {%0, %1, %2, %3}, [%4], {%0, %1, %2, %3};" : "+r"(q[4]), "+r"(q[5]), "+r"(q[6]), "+r"(q[7]) : "l"(p));
    asm volatile("{\n\t.reg .b128 x, y, z;\n\tmov.b128 x, {%0, %1};\n\tmov.b128 y, {%1, %0};\n\tatom.acq_rel.gpu.global.cas.b128 z, [%2], x, y;\n\tmov.b128 {%0, %1}, z;\n\t}"
                 : "+l"(big[1]), "+l"(big[2]) : "l"(big + 4) : "memory");

}
#endif
