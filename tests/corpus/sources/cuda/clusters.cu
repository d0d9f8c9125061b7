// Clusters, distributed shared memory, bulk copies.
typedef unsigned u32;
typedef unsigned long long u64;

__device__ void wait(u32 bar, u32 parity) {
    asm volatile("{\n\t.reg .pred P1;\n\tLAB_WAIT:\n\t"
                 "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 P1, [%0], %1, 0x989680;\n\t@P1 bra DONE;\n\tbra LAB_WAIT;\n\tDONE:\n\t}"
                 ::"r"(bar), "r"(parity) : "memory");
}
__global__ void __cluster_dims__(4, 1, 1) exchange(const float *in, float *out) {
    __shared__ __align__(128) float mine[256];
    __shared__ u64 bar;
    u32 rank, size, there, at = (u32)__cvta_generic_to_shared(mine), b = (u32)__cvta_generic_to_shared(&bar);
    asm("mov.u32 %0, %%cluster_ctarank;\n\tmov.u32 %1, %%cluster_nctarank;" : "=r"(rank), "=r"(size));
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at), "r"((rank + 1) % size));
    mine[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\n\tfence.mbarrier_init.release.cluster;" ::"r"(b));
        asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], 1024;" ::"r"(b));
    }
    asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::: "memory");
    float value;
    asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(value) : "r"(there + threadIdx.x * 4));
    u32 theirs;
    asm("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(theirs) : "r"(b));
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.u32 [%0], {%1, %1, %1, %1}, [%2];" ::"r"(there), "r"(rank), "r"(theirs));
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" ::"r"(there), "r"(rank), "r"(theirs));
    asm volatile("atom.relaxed.cluster.shared::cluster.add.u32 %0, [%1], 1;" : "=r"(size) : "r"(there) : "memory");
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(theirs));
    u32 first;
    asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(first) : "r"(there));
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at), "l"(in), "r"(1024), "r"(b) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(there), "r"(at), "r"(theirs));
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 64, [%2], %3;" ::"r"(at), "l"(in), "r"(b), "h"((short)15));
    }
    wait(b, 0);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 1024;" ::"l"(out), "r"(at) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], 512;" ::"l"(out + 256), "r"(at) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16 [%0], [%1], 512;" ::"l"(out + 512), "r"(at) : "memory");
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], 4096;" ::"l"(in));
    asm volatile("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group.read 0;\n\tcp.async.bulk.wait_group 1;" ::: "memory");
    asm volatile("griddepcontrol.wait;\n\tgriddepcontrol.launch_dependents;" ::: "memory");
    out[threadIdx.x] = value + size + first;
}
