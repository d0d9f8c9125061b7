// Four programs, by name; with one more word each has one bug.
#include <cassert>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <cstring>

namespace cg = cooperative_groups;
static bool bug = false;

// Counts in shared memory; the bug: no barrier after the zeros.
template <int BINS, bool BUG> __global__ void histogram(const unsigned char *in, int n, unsigned *out) {
    __shared__ unsigned own[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) own[b] = 0;
    if (!BUG) __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        assert(in[i] < BINS);
        atomicAdd(&own[in[i]], 1u);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) atomicAdd(&out[b], own[b]);
    if (!blockIdx.x && !threadIdx.x) printf("> counted %d\n", BINS);
}

static int counts() {
    const int n = 5000;
    unsigned char *in;
    unsigned *out, found[64], sum = 0;
    cudaMallocManaged(&in, n);
    for (int i = 0; i < n; ++i) in[i] = i * 7 % 64;
    cudaMalloc(&out, sizeof found);
    cudaMemset(out, 0, sizeof found);
    auto *count = bug ? histogram<64, true> : histogram<64, false>;
    count<<<4, 128>>>(in, n, out);
    cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost);
    for (unsigned each : found) sum += each;
    return sum != n;
}

// A sum by a grid whose blocks wait for each other; the bug: one element too many.
template <bool BUG> __global__ void total(const int *x, int n, int *parts, int *out) {
    auto grid = cg::this_grid();
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    __shared__ int sums[8];
    int sum = 0;
    for (int i = grid.thread_rank(); i < n + BUG; i += grid.size()) sum += x[i];
    sum = cg::reduce(warp, sum, cg::plus<int>());
    if (!warp.thread_rank()) sums[warp.meta_group_rank()] = sum;
    block.sync();
    if (!block.thread_rank()) {
        int all = 0;
        for (int k = 0; k < warp.meta_group_size(); ++k) all += sums[k];
        parts[blockIdx.x] = all;
    }
    grid.sync();
    if (grid.thread_rank()) return;
    *out = 0;
    for (int k = 0; k < gridDim.x; ++k) *out += parts[k];
}

static int sums() {
    int n = 1000, *x, *parts, *out, found = 0;
    cudaMallocManaged(&x, 4 * n);
    for (int i = 0; i < n; ++i) x[i] = i;
    cudaMalloc(&parts, 64), cudaMalloc(&out, 4);
    void *given[] = {&x, &n, &parts, &out};
    cudaLaunchCooperativeKernel((void *)(bug ? total<true> : total<false>), 4, 256, given, 0, 0);
    cudaMemcpy(&found, out, 4, cudaMemcpyDeviceToHost);
    return found != 499500;
}

// Tiles in dynamic shared memory; the bug: it has no room for the padding of rows.
__constant__ float factor;
template <class T> __global__ void transpose(const T *in, T *out, int w, int h) {
    extern __shared__ unsigned char raw[];
    T *tile = reinterpret_cast<T *>(raw);
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < w && y + j < h) tile[(threadIdx.y + j) * 33 + threadIdx.x] = in[(y + j) * w + x] * (T)factor;
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < h && y + j < w) out[(y + j) * h + x] = tile[threadIdx.x * 33 + threadIdx.y + j];
}

static int tiles() {
    const int w = 70, h = 45;
    static double in[w * h], out[w * h];
    double *a, *b;
    const float three = 3;
    int wrong = 0;
    for (int i = 0; i < w * h; ++i) in[i] = i;
    cudaMemcpyToSymbol(factor, &three, 4);
    cudaMalloc(&a, sizeof in), cudaMalloc(&b, sizeof in);
    cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice);
    transpose<double><<<dim3(3, 2), dim3(32, 8), 32 * (33 - bug) * 8>>>(a, b, w, h);
    cudaMemcpy(out, b, sizeof in, cudaMemcpyDeviceToHost);
    for (int x = 0; x < w; ++x)
        for (int y = 0; y < h; ++y) wrong += out[x * h + y] != 3 * in[y * w + x];
    return wrong;
}

// Two buffers between two streams; the bug: the event that frees a buffer comes before its last use.
__global__ void scale(const float *a, float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = 2 * a[i];
}

static int buffers() {
    const int n = 1024, chunks = 4;
    float *in, *out, *a[2], *b[2];
    cudaStream_t copies, kernels;
    cudaEvent_t filled[2], freed[2];
    int wrong = 0;
    cudaMallocHost(&in, 4 * n * chunks), cudaMallocHost(&out, 4 * n * chunks);
    for (int i = 0; i < n * chunks; ++i) in[i] = i;
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking),
        cudaStreamCreateWithFlags(&kernels, cudaStreamNonBlocking);
    for (int k = 0; k < 2; ++k) {
        cudaMalloc(&a[k], 4 * n), cudaMalloc(&b[k], 4 * n);
        cudaEventCreate(&filled[k]), cudaEventCreate(&freed[k]);
    }
    for (int c = 0; c < chunks; ++c) {
        const int k = c % 2;
        cudaStreamWaitEvent(copies, freed[k]);
        cudaMemcpyAsync(a[k], in + c * n, 4 * n, cudaMemcpyHostToDevice, copies);
        cudaEventRecord(filled[k], copies);
        cudaStreamWaitEvent(kernels, filled[k]);
        if (bug) cudaEventRecord(freed[k], kernels);
        scale<<<8, 128, 0, kernels>>>(a[k], b[k], n);
        if (!bug) cudaEventRecord(freed[k], kernels);
        cudaMemcpyAsync(out + c * n, b[k], 4 * n, cudaMemcpyDeviceToHost, kernels);
    }
    cudaStreamSynchronize(kernels);
    for (int i = 0; i < n * chunks; ++i) wrong += out[i] != 2.0f * i;
    return wrong;
}

int main(int count, char **words) {
    bug = count > 2;
    const char *name = words[1];
    int (*const run)() = !strcmp(name, "counts")  ? counts
                         : !strcmp(name, "sums")  ? sums
                         : !strcmp(name, "tiles") ? tiles
                                                  : buffers;
    const int wrong = run();
    printf("> wrong %d\n", wrong > 0);
    return 0;
}
