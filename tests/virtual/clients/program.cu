// CUDA C++ with the runtime: prints a line for each part, and whether its result is right.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <cub/device/device_scan.cuh>
#include <cuda_runtime.h>
#include <vector>
namespace cg = cooperative_groups;
#define OK(call)                                                                                                       \
    do {                                                                                                               \
        const cudaError_t error = (call);                                                                              \
        if (error) return printf("> %s: %s\n", #call, cudaGetErrorName(error)), 1;                                     \
    } while (0)
#define SHOW(name, right) printf("> %s %d\n", name, int(right))

__device__ int counter = 5;
__constant__ float bias[4];
__global__ void saxpy(int n, float a, const float *x, float *y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i] + bias[i & 3], atomicAdd(&counter, 1);
}
__global__ void reduce(const float *x, float *out, int n) {
    extern __shared__ float parts[];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += x[i];
    for (int k = 16; k; k /= 2) sum += warp.shfl_down(sum, k);
    if (!warp.thread_rank()) parts[warp.meta_group_rank()] = sum;
    block.sync();
    if (!threadIdx.x) {
        float total = 0;
        for (int i = 0; i < blockDim.x / 32; i++) total += parts[i];
        atomicAdd(out, total);
    }
}
struct Node {
    int value;
    Node *next;
};
__global__ void walk(const Node *node, int *sum) {
    *sum = 0;
    for (; node; node = node->next) *sum += node->value;
}
__global__ void hello(int value) {
    if (threadIdx.x < 2) printf("> hello %d %d\n", threadIdx.x, value);
}
__global__ void tall(int *rows, size_t pitch) { ((int *)((char *)rows + blockIdx.x * pitch))[threadIdx.x] += 1; }
__global__ void everywhere(int *x) {
    auto grid = cg::this_grid();
    x[grid.thread_rank()] = grid.thread_rank();
    grid.sync();
    if (grid.thread_rank()) return;
    int sum = 0;
    for (int i = 0; i < grid.size(); i++) sum += x[i];
    x[0] = sum;
}
__managed__ int shared_number = 7;
__global__ void increase() { shared_number += 1; }
__global__ void broken(float *y, int n) { y[threadIdx.x + n - 3] = 1; }

int main(int count, char **) {
    const int n = 1000;
    cudaDeviceProp device;
    OK(cudaGetDeviceProperties(&device, 0));
    SHOW("device", device.major == 9 && device.warpSize == 32 && device.sharedMemPerBlockOptin == 232448);
    std::vector<float> host(n);
    for (int i = 0; i < n; i++) host[i] = i;
    float *x, *y, b[4] = {0.5f, 1, 2, 3};
    OK(cudaMalloc(&x, 4 * n));
    OK(cudaMalloc(&y, 4 * n));
    OK(cudaMemcpy(x, host.data(), 4 * n, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(y, x, 4 * n, cudaMemcpyDefault));
    OK(cudaMemcpyToSymbol(bias, b, sizeof b));
    cudaStream_t stream;
    cudaEvent_t start, end;
    OK(cudaStreamCreate(&stream));
    OK(cudaEventCreate(&start));
    OK(cudaEventCreate(&end));
    OK(cudaEventRecord(start, stream));
    for (int k = 0; k < 2; k++) saxpy<<<(n + 127) / 128, 128, 0, stream>>>(n, 2, x, y);
    OK(cudaGetLastError());
    OK(cudaEventRecord(end, stream));
    OK(cudaEventSynchronize(end));
    float time;
    int counted;
    OK(cudaEventElapsedTime(&time, start, end));
    OK(cudaMemcpy(host.data(), y, 4 * n, cudaMemcpyDeviceToHost));
    OK(cudaMemcpyFromSymbol(&counted, counter, 4));
    bool right = counted == 2 * n + 5 && time > 0;
    for (int i = 0; i < n; i++) right &= host[i] == 5.f * i + 2 * b[i & 3];
    SHOW("saxpy", right);

    float *managed, *total;
    OK(cudaMallocManaged(&managed, 4 * n));
    OK(cudaMallocManaged(&total, 4));
    for (int i = 0; i < n; i++) managed[i] = 1;
    *total = 0;
    reduce<<<4, 256, 8 * 4>>>(managed, total, n);
    OK(cudaDeviceSynchronize());
    SHOW("reduce", *total == n);

    Node *list;
    int *sum;
    OK(cudaMallocHost(&list, 3 * sizeof(Node)));
    OK(cudaMallocManaged(&sum, 4));
    for (int i = 0; i < 3; i++) list[i] = {i + 1, i < 2 ? list + i + 1 : nullptr};
    walk<<<1, 1>>>(list, sum);
    OK(cudaDeviceSynchronize());
    SHOW("walk", *sum == 6);

    int *rows, flat[4][5] = {};
    size_t pitch;
    OK(cudaMallocPitch(&rows, &pitch, 5 * 4, 4));
    OK(cudaMemcpy2D(rows, pitch, flat, 20, 20, 4, cudaMemcpyHostToDevice));
    tall<<<4, 5>>>(rows, pitch);
    OK(cudaMemcpy2D(flat, 20, rows, pitch, 20, 4, cudaMemcpyDeviceToHost));
    right = true;
    for (auto &row : flat)
        for (int value : row) right &= value == 1;
    SHOW("rows", right);

    std::vector<int> keys(n), found(n);
    for (int i = 0; i < n; i++) keys[i] = i * 7919 % 1009;
    int *in, *out;
    OK(cudaMalloc(&in, 4 * n));
    OK(cudaMalloc(&out, 4 * n));
    OK(cudaMemcpy(in, keys.data(), 4 * n, cudaMemcpyHostToDevice));
    void *room = nullptr;
    size_t bytes = 0;
    OK(cub::DeviceScan::InclusiveSum(room, bytes, in, out, n));
    OK(cudaMalloc(&room, bytes));
    OK(cub::DeviceScan::InclusiveSum(room, bytes, in, out, n));
    OK(cudaMemcpy(found.data(), out, 4 * n, cudaMemcpyDeviceToHost));
    right = true;
    for (int i = 0, sum = 0; i < n; i++) right &= found[i] == (sum += keys[i]);
    SHOW("scan", right);
    OK(cudaFree(room));

    int *all;
    OK(cudaMallocManaged(&all, 4 * 256));
    void *arguments[] = {&all};
    OK(cudaLaunchCooperativeKernel((void *)everywhere, 4, 64, arguments));
    OK(cudaDeviceSynchronize());
    SHOW("grid", all[0] == 255 * 128);
    shared_number += 1;
    increase<<<1, 1>>>();
    OK(cudaDeviceSynchronize());
    SHOW("managed", shared_number == 9);

    hello<<<1, 32>>>(42);
    OK(cudaDeviceSynchronize());
    int blocks = 0;
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, saxpy, 256, 0));
    SHOW("occupancy", blocks == 8);
    saxpy<<<1, 2000>>>(n, 1, x, y);
    SHOW("configuration", cudaGetLastError() == cudaErrorInvalidConfiguration && !cudaGetLastError());
    cudaPointerAttributes kind;
    OK(cudaPointerGetAttributes(&kind, managed));
    SHOW("pointer", kind.type == cudaMemoryTypeManaged);
    OK(cudaPointerGetAttributes(&kind, &n));
    SHOW("pointer", kind.type == cudaMemoryTypeUnregistered);
    if (count > 1) {
        broken<<<1, 64>>>(y, n);
        const cudaError_t error = cudaDeviceSynchronize();
        printf("> %s\n", cudaGetErrorName(error));
        OK(cudaDeviceReset());
        OK(cudaMallocManaged(&all, 4 * 256));
        everywhere<<<4, 64>>>(all);
        SHOW("not cooperative", cudaDeviceSynchronize() == cudaErrorLaunchFailure);
        OK(cudaDeviceReset());
        OK(cudaMalloc(&in, 4 * n));
        OK(cudaMalloc(&out, 4 * n - 4));
        OK(cudaMalloc(&room, bytes));
        OK(cudaMemset(in, 0, 4 * n));
        cub::DeviceScan::InclusiveSum(room, bytes, in, out, n);
        SHOW("one less", cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    }
    return 0;
}
