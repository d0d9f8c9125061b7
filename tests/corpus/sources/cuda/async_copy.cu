// Copies in the background: cp.async, pipelines, mbarriers.
#include <cuda_pipeline.h>
typedef unsigned u32;

__global__ void pipelined(const float4 *in, float4 *out, int n) {
    __shared__ float4 stage[2][128];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&stage[0][t], in + t, 16);
    __pipeline_commit();
    for (int i = 1; i < n; i++) {
        __pipeline_memcpy_async(&stage[i & 1][t], in + i * 128 + t, 16, 8);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        out[(i - 1) * 128 + t] = stage[(i - 1) & 1][127 - t];
        __syncthreads();
    }
}
__global__ void assembled(const float *in, float *out, bool inside) {
    __shared__ __align__(128) float stage[256];
    __shared__ unsigned long long bar;
    u32 to = (u32)__cvta_generic_to_shared(stage + threadIdx.x), b = (u32)__cvta_generic_to_shared(&bar);
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(b), "r"(32));
    __syncthreads();
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %0, 0;\n\t@p cp.async.ca.shared.global.L2::128B [%1], [%2], 4;\n\t}"
                 ::"r"((int)inside), "r"(to), "l"(in) : "memory");
    asm volatile("cp.async.cg.shared.global.L2::256B [%0], [%1], 16, %2;" ::"r"(to), "l"(in + 4), "r"(inside ? 16 : 0));
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    asm volatile("cp.async.ca.shared.global.L2::cache_hint [%0], [%1], 8, %2;" ::"r"(to), "l"(in + 8), "l"(policy));
    asm volatile("cp.async.commit_group;\n\tcp.async.wait_group 1;\n\tcp.async.wait_all;" ::: "memory");
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(b));
    unsigned long long state;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(b));
    u32 done;
    do
        asm volatile("{\n\t.reg .pred done;\n\tmbarrier.test_wait.shared.b64 done, [%1], %2;\n\tselp.u32 %0, 1, 0, done;\n\t}"
                     : "=r"(done) : "r"(b), "l"(state) : "memory");
    while (!done);
    u32 pending;
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(b));
    out[threadIdx.x] = stage[255 - threadIdx.x] + pending;
}
