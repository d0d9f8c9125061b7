// Sums and votes of a warp, a block and a grid.
__device__ unsigned int finished;

__device__ float sum_of_warp(float value) {
#pragma unroll
    for (int offset = 16; offset; offset >>= 1) value += __shfl_xor_sync(~0u, value, offset);
    return value;
}

__global__ void sum(const float *in, float *out, int n) {
    __shared__ float partial[32];
    __shared__ bool last;
    float total = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) total += in[i];
    total = sum_of_warp(total);
    if ((threadIdx.x & 31) == 0) partial[threadIdx.x >> 5] = total;
    __syncthreads();
    if (threadIdx.x < 32) {
        total = sum_of_warp(threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0.f);
        if (threadIdx.x == 0) {
            out[blockIdx.x] = total;
            __threadfence();
            last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
        }
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        for (unsigned int i = 1; i < gridDim.x; i++) total += ((volatile float *)out)[i];
        out[0] = total;
        finished = 0;
    }
}

__global__ void votes(const int *in, unsigned *out) {
    int value = in[threadIdx.x];
    unsigned active = __activemask();
    out[0] = __ballot_sync(active, value > 3);
    out[1] = __all_sync(active, value) + 2 * __any_sync(active, value);
    out[2] = __match_any_sync(active, value);
    int all;
    out[3] = __match_all_sync(active, value, &all) + all;
    out[4] = __syncthreads_count(value) + __syncthreads_and(value) + __syncthreads_or(value);
    out[5] = __shfl_sync(active, value, 3) + __shfl_up_sync(active, value, 1, 8) + __shfl_down_sync(active, value, 2);
    __syncwarp(active);
#if __CUDA_ARCH__ >= 800
    out[6] = __reduce_add_sync(active, value) + __reduce_max_sync(active, value) + __reduce_xor_sync(active, out[5]);
#endif
    long long wide = __shfl_xor_sync(active, (long long)value << 33, 4);
    double d = __shfl_sync(active, (double)value, 7);
    out[7] = (unsigned)(wide >> 3) + (unsigned)d;
}

__global__ void scan(int *data) {
    extern __shared__ int temp[];
    int i = threadIdx.x, n = blockDim.x;
    temp[i] = data[i];
    for (int step = 1; step < n; step *= 2) {
        __syncthreads();
        int left = i >= step ? temp[i - step] : 0;
        __syncthreads();
        temp[i] += left;
    }
    data[i] = temp[i];
}
