// Pipelines, barriers and atomics of libcu++; an argument plants the bug of that name.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

constexpr int TILE = 128, STAGES = 2, TILES = 6;

__global__ void staged(const int *in, int *out, bool waits) {
    extern __shared__ int room[];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    const auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int next = 0, sum = 0;
    for (int tile = 0; tile < TILES; tile++) {
        for (; next < TILES && next < tile + STAGES; next++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, room + next % STAGES * TILE, in + next * TILE, sizeof(int) * TILE, pipe);
            pipe.producer_commit();
        }
        if (waits) pipe.consumer_wait();
        sum += room[tile % STAGES * TILE + (threadIdx.x + 1) % TILE];
        if (!waits) pipe.consumer_wait();
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
    block.sync(); // the end of the pipeline orders only one lane of each warp
}

__global__ void exchanged(int *data, int *out, bool waits) {
    using Barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ Barrier full;
    if (!threadIdx.x) init(&full, blockDim.x);
    __syncthreads();
    data[threadIdx.x] = 2 * threadIdx.x;
    auto token = full.arrive();
    const int extra = threadIdx.x;
    if (waits) full.wait(std::move(token));
    out[threadIdx.x] = data[blockDim.x - 1 - threadIdx.x] + extra;
}

__device__ cuda::atomic<int, cuda::thread_scope_device> ticket;
__global__ void marked(int *seen) { seen[ticket.fetch_add(1, cuda::memory_order_relaxed)] = 1; }

int main(int count, char **words) {
    const char *bug = count > 1 ? words[1] : "";
    int *in, *out, *data, wrong = 0;
    cudaMallocManaged(&in, sizeof(int) * TILE * TILES);
    cudaMallocManaged(&out, sizeof(int) * TILE);
    cudaMallocManaged(&data, sizeof(int) * TILE);
    for (int i = 0; i < TILE * TILES; i++) in[i] = i;
    staged<<<1, TILE, STAGES * TILE * sizeof(int)>>>(in, out, strcmp(bug, "copy"));
    printf("> %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    for (int t = 0; t < TILE; t++) {
        int sum = 0;
        for (int tile = 0; tile < TILES; tile++) sum += tile * TILE + (t + 1) % TILE;
        wrong += out[t] != sum;
    }
    exchanged<<<1, TILE>>>(data, out, strcmp(bug, "barrier"));
    printf("> %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    for (int t = 0; t < TILE; t++) wrong += out[t] != (TILE - 1 - t) * 2 + t;
    memset(data, 0, sizeof(int) * TILE);
    marked<<<2, TILE / 2>>>(data);
    printf("> %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    for (int t = 0; t < TILE; t++) wrong += data[t] != 1;
    printf("> wrong %d\n", wrong);
}
