// Matrix multiplication by warpgroups.
typedef unsigned u32;
typedef unsigned long long u64;

__device__ u64 descriptor(u32 address) { return (u64)((address & 0x3ffff) >> 4) | 1ull << 16 | 64ull << 32 | 1ull << 62; }

__global__ void __launch_bounds__(128) gemm(const u32 *in, float *out, u32 *halves, int steps) {
    extern __shared__ __align__(1024) unsigned char tiles[];
    u32 at = (u32)__cvta_generic_to_shared(tiles);
    u64 a = descriptor(at), b = descriptor(at + 8192);
    float d[16] = {};
    u32 h[4] = {}, r[4] = {in[0], in[1], in[2], in[3]};
    asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    for (int k = 0; k < steps; k++) {
        asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %18, 0;\n"
                     "wgmma.mma_async.sync.aligned.m64n32k16.f32.bf16.bf16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}, %16, %17, p, 1, 1, 0, 1;\n}"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]),
                       "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15])
                     : "l"(a + k * 2), "l"(b + k * 2), "r"(k));
        asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, %6, 1, -1, 1, 0;"
                     : "+r"(h[0]), "+r"(h[1]) : "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]), "l"(b));
    }
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e5m2 {%0, %1, %2, %3}, %4, %5, 1, 1, 1;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b));
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%0, %1, %2, %3}, %4, %5, 0, 1, -1;"
                 : "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]) : "l"(a), "l"(b));
    int *i = (int *)halves;
    asm volatile("{\n\t.reg .pred q;\n\tmov.pred q, 1;\n\twgmma.mma_async.sync.aligned.m64n8k32.s32.s8.u8.satfinite {%0, %1, %2, %3}, %4, %5, q;\n\t}"
                 : "+r"(i[8]), "+r"(i[9]), "+r"(i[10]), "+r"(i[11]) : "l"(a), "l"(b));
    asm volatile("wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, %6, 0, 1, 1, 1, 0, 0;"
                 : "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]) : "l"(a), "l"(b), "r"(in[4]));
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc {%0, %1, %2, %3}, %4, %5, 1;"
                 : "+r"(i[12]), "+r"(i[13]), "+r"(i[14]), "+r"(i[15]) : "l"(a), "l"(b));
    asm volatile("wgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 0;" ::: "memory");
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    for (int i = 0; i < 16; i++) out[threadIdx.x * 16 + i] = d[i];
    halves[threadIdx.x] = h[0] + h[1];
}
