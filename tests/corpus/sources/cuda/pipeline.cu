// A matrix times a vector, one row for each CTA of 128 threads: tiles come by cp.async, some stages ahead of their use.
#include <cuda_pipeline.h>

template <int STAGES>
__global__ void rows_times_vector(const float4 *a, const float4 *x, float *y, int tiles) {
    __shared__ float4 of_a[STAGES][128], of_x[STAGES][128];
    int t = threadIdx.x, filled = 0, used = 0;
    a += (size_t)blockIdx.x * tiles * 128 + t;
    x += t;
#pragma unroll 1
    for (int tile = 0; tile < STAGES - 1; ++tile) {
        if (tile < tiles) {
            __pipeline_memcpy_async(&of_a[filled][t], a + tile * 128, 16);
            __pipeline_memcpy_async(&of_x[filled][t], x + tile * 128, 16);
        }
        __pipeline_commit();
        ++filled;
    }
    float sum = 0;
#pragma unroll 1
    for (int tile = 0; tile < tiles; ++tile) {
        if (tile + STAGES - 1 < tiles) {
            __pipeline_memcpy_async(&of_a[filled][t], a + (tile + STAGES - 1) * 128, 16);
            __pipeline_memcpy_async(&of_x[filled][t], x + (tile + STAGES - 1) * 128, 16);
        }
        __pipeline_commit();
        filled = filled == STAGES - 1 ? 0 : filled + 1;
        __pipeline_wait_prior(STAGES - 1);
        float4 left = of_a[used][t], right = of_x[used][t];
        sum += left.x * right.x + left.y * right.y + left.z * right.z + left.w * right.w;
        used = used == STAGES - 1 ? 0 : used + 1;
    }
    for (int lanes = 16; lanes; lanes /= 2)
        sum += __shfl_down_sync(~0u, sum, lanes);
    if (t % 32 == 0)
        atomicAdd(y + blockIdx.x, sum);
}

template __global__ void rows_times_vector<4>(const float4 *, const float4 *, float *, int);
