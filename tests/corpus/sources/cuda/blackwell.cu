// What every Blackwell has: wide accesses, packed f32, three-input minima, work stealing.
typedef unsigned u32;
typedef unsigned long long u64;

__global__ void wide(const float *in, float *out, u64 policy) {
    float f[8];
    asm volatile("ld.global.nc.L1::no_allocate.L2::evict_last.L2::256B.v8.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
                 : "=f"(f[0]), "=f"(f[1]), "=f"(f[2]), "=f"(f[3]), "=f"(f[4]), "=f"(f[5]), "=f"(f[6]), "=f"(f[7]) : "l"(in));
    u64 w[4];
    asm volatile("ld.global.v4.b64 {%0, %1, %2, %3}, [%4+32];" : "=l"(w[0]), "=l"(w[1]), "=l"(w[2]), "=l"(w[3]) : "l"(in));
    asm("fma.rn.f32x2 %0, %1, %2, %3;" : "=l"(w[0]) : "l"(w[1]), "l"(w[2]), "l"(w[3]));
    asm("add.rz.ftz.f32x2 %0, %1, %2;" : "=l"(w[1]) : "l"(w[0]), "l"(w[2]));
    asm("mul.f32x2 %0, %1, %2;" : "=l"(w[2]) : "l"(w[0]), "l"(w[1]));
    asm("max.f32 %0, %1, %2, %3;" : "=f"(f[0]) : "f"(f[1]), "f"(f[2]), "f"(f[3]));
    asm("min.NaN.abs.f32 %0, %1, %2, %3;" : "=f"(f[1]) : "f"(f[4]), "f"(f[5]), "f"(f[6]));
    asm volatile("st.global.L2::evict_first.v8.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7};"
                 ::"f"(f[0]), "f"(f[1]), "f"(f[2]), "f"(f[3]), "f"(f[4]), "f"(f[5]), "f"(f[6]), "f"(f[7]), "l"(out) : "memory");
    asm volatile("st.global.L1::no_allocate.L2::cache_hint.v4.b64 [%4+64], {%0, %1, %2, %3}, %5;" ::"l"(w[0]), "l"(w[1]), "l"(w[2]), "l"(w[3]), "l"(out), "l"(policy) : "memory");
}
__global__ void __cluster_dims__(1, 1, 1) steal(int *out) {
    __shared__ __align__(16) u64 answer[2];
    __shared__ u64 bar;
    u32 to = (u32)__cvta_generic_to_shared(answer), b = (u32)__cvta_generic_to_shared(&bar);
    asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%0], [%1];" ::"r"(to), "r"(b) : "memory");
    u32 x, y, z, valid;
    asm volatile("{\n\t.reg .pred p;\n\t.reg .b128 handle;\n\tld.shared.b128 handle, [%4];\n\t"
                 "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, handle;\n\tselp.u32 %3, 1, 0, p;\n\t"
                 "@p clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%0, %1, %2, _}, handle;\n\t}"
                 : "=r"(x), "=r"(y), "=r"(z), "=r"(valid) : "r"(to) : "memory");
    out[0] = valid ? x + y + z : -1;
    asm volatile("fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;" ::: "memory");
}
