// Functions of the program in streams, and work behind them that reads what they write.
#include <cstdio>

__global__ void twice(const int *x, int *y) { y[threadIdx.x] = 2 * x[threadIdx.x]; }

static int next = 0;

static void fill(void *data) {
    ++next;
    for (int i = 0; i < 32; ++i) ((int *)data)[i] = next * 100 + i;
}
static void CUDART_CB filled(cudaStream_t, cudaError_t, void *data) { fill(data); }

static int wrong(const int *y, int round) {
    int count = 0;
    for (int i = 0; i < 32; ++i) count += y[i] != 2 * (round * 100 + i);
    return count;
}

int main() {
    int *x, *y, round = 0;
    cudaStream_t first, second;
    cudaEvent_t ready;
    cudaMallocHost(&x, 128), cudaMallocHost(&y, 128);
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking), cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    cudaEventCreate(&ready);

    cudaLaunchHostFunc(first, fill, x);
    twice<<<1, 32, 0, first>>>(x, y);
    cudaStreamSynchronize(first);
    printf("> same %d\n", wrong(y, ++round));

    cudaStreamAddCallback(first, filled, x, 0);
    cudaEventRecord(ready, first);
    cudaStreamWaitEvent(second, ready, 0);
    twice<<<1, 32, 0, second>>>(x, y);
    cudaStreamSynchronize(second);
    printf("> event %d\n", wrong(y, ++round));

    cudaLaunchHostFunc(cudaStreamLegacy, fill, x);
    cudaMemcpyAsync(y, x, 128, cudaMemcpyDefault, cudaStreamLegacy);
    twice<<<1, 32>>>(x, y);
    cudaDeviceSynchronize();
    printf("> default %d\n", wrong(y, ++round));
    return 0;
}
