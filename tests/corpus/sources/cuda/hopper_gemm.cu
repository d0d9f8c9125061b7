// A matrix product for Hopper in CUTLASS's manner: a warpgroup brings tiles by tensor copies into a ring of stages,
// two more multiply them by wgmma, each half of the rows; full and empty barriers hand the stages over.
typedef unsigned u32;
typedef unsigned long long u64;

struct alignas(64) TensorMap { u64 words[16]; };

constexpr int TILE_M = 128, TILE_N = 128, TILE_K = 64, STAGES = 4;
constexpr int BYTES_A = TILE_M * TILE_K * 2, BYTES_B = TILE_N * TILE_K * 2;

__device__ void barrier_init(u32 bar, u32 count) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(count)); }
__device__ void barrier_arrive(u32 bar) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(bar) : "memory"); }
__device__ void barrier_expect(u32 bar, u32 bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(bytes) : "memory");
}
__device__ void barrier_wait(u32 bar, u32 phase) {
    asm volatile("{\n.reg .pred       P1;\nLAB_WAIT:\nmbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n@P1 bra DONE;\nbra     LAB_WAIT;\nDONE:\n}"
                 ::"r"(bar), "r"(phase) : "memory");
}
__device__ void load(u32 to, const TensorMap *map, u32 bar, int x, int y) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];"
                 ::"r"(to), "l"(map), "r"(bar), "r"(x), "r"(y) : "memory");
}
__device__ u64 descriptor(u32 address) { return (u64)((address & 0x3ffff) >> 4) | 1ull << 16 | 64ull << 32 | 1ull << 62; }

__device__ void multiply(float (&d)[64], u64 a, u64 b, int scale) {
    asm volatile(
        "{\n.reg .pred p;\nsetp.ne.b32 p, %66, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 "
        "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
        "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
        "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, %64, %65, p, 1, 1, 0, 0;\n}"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]),
          "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31]),
          "+f"(d[32]), "+f"(d[33]), "+f"(d[34]), "+f"(d[35]), "+f"(d[36]), "+f"(d[37]), "+f"(d[38]), "+f"(d[39]), "+f"(d[40]), "+f"(d[41]), "+f"(d[42]), "+f"(d[43]), "+f"(d[44]), "+f"(d[45]), "+f"(d[46]), "+f"(d[47]),
          "+f"(d[48]), "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]), "+f"(d[55]), "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]), "+f"(d[60]), "+f"(d[61]), "+f"(d[62]), "+f"(d[63])
        : "l"(a), "l"(b), "r"(scale));
}

__global__ void __launch_bounds__(384)
hopper_gemm(const __grid_constant__ TensorMap of_a, const __grid_constant__ TensorMap of_b, float *out, int n, int k) {
    extern __shared__ __align__(1024) unsigned char tiles[];
    __shared__ u64 barriers[2 * STAGES];
    u32 a = (u32)__cvta_generic_to_shared(tiles), b = a + STAGES * BYTES_A;
    u32 full = (u32)__cvta_generic_to_shared(barriers), empty = full + STAGES * 8;
    int row = blockIdx.y * TILE_M, column = blockIdx.x * TILE_N;
    if (threadIdx.x == 0) {
        for (int stage = 0; stage < STAGES; stage++) barrier_init(full + stage * 8, 1), barrier_init(empty + stage * 8, 256);
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    }
    __syncthreads();
    u32 stage = 0, phase = 0;
    if (threadIdx.x < 128) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x == 0)
#pragma unroll 1
            for (int at = 0; at < k; at += TILE_K) {
                barrier_wait(empty + stage * 8, phase ^ 1);
                barrier_expect(full + stage * 8, BYTES_A + BYTES_B);
                load(a + stage * BYTES_A, &of_a, full + stage * 8, at, row);
                load(b + stage * BYTES_B, &of_b, full + stage * 8, at, column);
                if (++stage == STAGES) stage = 0, phase ^= 1;
            }
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
        float d[64] = {};
        int group = threadIdx.x / 128 - 1, thread = threadIdx.x % 128;
#pragma unroll 1
        for (int at = 0; at < k; at += TILE_K) {
            barrier_wait(full + stage * 8, phase);
            asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
            for (int inner = 0; inner < TILE_K / 16; inner++)
                multiply(d, descriptor(a + stage * BYTES_A + group * (BYTES_A / 2) + inner * 32), descriptor(b + stage * BYTES_B + inner * 32), 1);
            asm volatile("wgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 0;" ::: "memory");
            barrier_arrive(empty + stage * 8);
            if (++stage == STAGES) stage = 0, phase ^= 1;
        }
        float *to = out + (row + group * 64 + thread / 32 * 16 + thread % 32 / 4) * n + column + thread % 4 * 2;
#pragma unroll
        for (int i = 0; i < 16; i++) {
            *(float2 *)(to + i * 8) = make_float2(d[i * 4], d[i * 4 + 1]);
            *(float2 *)(to + 8 * n + i * 8) = make_float2(d[i * 4 + 2], d[i * 4 + 3]);
        }
    }
}
