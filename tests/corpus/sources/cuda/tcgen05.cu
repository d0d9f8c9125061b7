// Tensor memory and the matrix instructions of data-center Blackwell.
typedef unsigned u32;
typedef unsigned long long u64;

__global__ void __launch_bounds__(128) one(float *out, u64 a, u64 b, u32 shape, u32 bar, u32 scales) {
    __shared__ u32 where;
    u32 slot = (u32)__cvta_generic_to_shared(&where), t, r[8];
    if (threadIdx.x < 32) {
        asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 128;" ::"r"(slot) : "memory");
        asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
    }
    asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
    __syncthreads();
    asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
    t = where;
    u32 elected;
    asm volatile("{\n\t.reg .pred p;\n\telect.sync _|p, 0xffffffff;\n\tselp.b32 %0, 1, 0, p;\n\t}" : "=r"(elected));
    if (threadIdx.x < 32 && elected) {
        asm volatile("tcgen05.cp.cta_group::1.128x256b [%0], %1;" ::"r"(t), "l"(a));
        asm volatile("tcgen05.cp.cta_group::1.32x128b.warpx4 [%0], %1;" ::"r"(scales), "l"(b));
        asm volatile("tcgen05.cp.cta_group::1.64x128b.warpx2::02_13.b8x16.b4x16_p64 [%0], %1;" ::"r"(t), "l"(b));
        for (u32 k = 0; k < 4; k++) {
            asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %4, 0;\n\ttcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;\n\t}"
                         ::"r"(t), "l"(a + k * 2), "l"(b + k * 2), "r"(shape), "r"(k));
            asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %4, 0;\n\ttcgen05.mma.cta_group::1.kind::tf32 [%0], [%1], %2, %3, p;\n\t}"
                         ::"r"(t), "r"(t + 64), "l"(b), "r"(shape), "r"(k));
        }
        asm volatile("{\n\t.reg .pred p;\n\tmov.pred p, 1;\n\ttcgen05.mma.cta_group::1.kind::f8f6f4 [%0], %1, %2, %3, {%4, %4, %4, %4}, p;\n\t}"
                     ::"r"(t), "l"(a), "l"(b), "r"(shape), "r"(0));
        asm volatile("{\n\t.reg .pred p;\n\tmov.pred p, 1;\n\ttcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.scale_vec::1X [%0], %1, %2, %3, [%4], [%5], p;\n\t}"
                     ::"r"(t), "l"(a), "l"(b), "r"(shape), "r"(scales), "r"(scales + 4));
        asm volatile("{\n\t.reg .pred p;\n\tmov.pred p, 1;\n\ttcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16 [%0], %1, %2, %3, [%4], [%5], p;\n\t}"
                     ::"r"(t), "l"(a), "l"(b), "r"(shape), "r"(scales), "r"(scales + 4));
        asm volatile("{\n\t.reg .pred p;\n\tmov.pred p, 0;\n\ttcgen05.mma.sp.cta_group::1.kind::f16 [%0], %1, %2, [%3], %4, p;\n\t}"
                     ::"r"(t), "l"(a), "l"(b), "r"(t + 96), "r"(shape));
        asm volatile("{\n\t.reg .pred p;\n\tmov.pred p, 1;\n\ttcgen05.mma.ws.cta_group::1.kind::f16.collector::b1::fill [%0], %1, %2, %3, p;\n\t}"
                     ::"r"(t), "l"(a), "l"(b), "r"(shape));
        asm volatile("tcgen05.shift.cta_group::1.down [%0];" ::"r"(t));
        asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(bar));
        asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%0], %1;" ::"r"(bar), "h"((short)3));
    }
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x8.b32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]), "=r"(r[4]), "=r"(r[5]), "=r"(r[6]), "=r"(r[7]) : "r"(t));
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
    for (int i = 0; i < 8; i++) out[threadIdx.x * 8 + i] = __uint_as_float(r[i]);
    asm volatile("tcgen05.ld.sync.aligned.16x256b.x1.pack::16b.b32 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(t));
    asm volatile("tcgen05.ld.sync.aligned.16x32bx2.x2.b32 {%0, %1}, [%2], 64;" : "=r"(r[4]), "=r"(r[5]) : "r"(t));
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
    asm volatile("tcgen05.st.sync.aligned.16x64b.x4.b32 [%0], {%1, %2, %3, %4};" ::"r"(t), "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[5]));
    asm volatile("tcgen05.st.sync.aligned.32x32b.x2.unpack::16b.b32 [%0 + 16], {%1, %2};" ::"r"(t), "r"(r[3]), "r"(r[4]));
    asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
    __syncthreads();
    if (threadIdx.x < 32) asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 128;" ::"r"(t));
}
__global__ void __cluster_dims__(2, 1, 1) two(u64 a, u64 b, u32 shape, u32 bar) {
    __shared__ u32 where;
    u32 slot = (u32)__cvta_generic_to_shared(&where);
    asm volatile("tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(slot), "r"(256) : "memory");
    asm volatile("{\n\t.reg .pred p;\n\tmov.pred p, 1;\n\ttcgen05.mma.cta_group::2.kind::f16.collector::a::use [%0], %1, %2, %3, {%4, %4, %4, %4, %4, %4, %4, %4}, p;\n\t}"
                 ::"r"(where), "l"(a), "l"(b), "r"(shape), "r"(0));
    asm volatile("{\n\t.reg .pred p;\n\tmov.pred p, 1;\n\ttcgen05.mma.cta_group::2.kind::mxf4.block_scale.block32 [%0], %1, %2, %3, [%4], [%4], p;\n\t}"
                 ::"r"(where), "l"(a), "l"(b), "r"(shape), "r"(where + 32));
    asm volatile("tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%0], %1;" ::"r"(bar), "h"((short)3));
    asm volatile("tcgen05.dealloc.cta_group::2.sync.aligned.b32 %0, %1;" ::"r"(where), "r"(256));
}
