// Functions of the program in streams, and work after them that reads what they write.
#include <atomic>
#include <cstdio>
#include <thread>
#include <unistd.h>

__global__ void twice(const int *x, int *y) { y[threadIdx.x] = 2 * x[threadIdx.x]; }

static int next = 0;

static void fill(void *data) {
    ++next;
    for (int i = 0; i < 32; ++i) ((int *)data)[i] = next * 100 + i;
}

static std::atomic<int> has_copied, has_begun, has_submitted;
static int *other;

static void fill_late(void *data) { // waits for another thread, which uses another stream
    has_begun = 1;
    while (!has_copied) usleep(100);
    usleep(2000); // that thread waits for the stream of this function meanwhile
    fill(data);
}

static void CUDART_CB filled(cudaStream_t, cudaError_t, void *data) { fill(data); }

static int wrong(const int *y, int round) {
    int count = 0;
    for (int i = 0; i < 32; ++i) count += y[i] != 2 * (round * 100 + i);
    return count;
}

int main(int count, char **) {
    const bool bug = count > 1;
    int *x, *y, round = 0;
    cudaStream_t first, second;
    cudaEvent_t ready;
    cudaMallocHost(&x, 128), cudaMallocHost(&y, 256);
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

    int counts[2] = {-1, -1};
    std::thread thread([&] {
        while (!has_begun || !has_submitted) usleep(100);
        cudaMemcpyAsync(other, counts, 8, cudaMemcpyHostToDevice, second);
        cudaStreamSynchronize(second);
        has_copied = 1;
        counts[0] = cudaStreamQuery(first);
        cudaStreamSynchronize(first);
        counts[1] = wrong(y, round + 1);
    });
    cudaMalloc(&other, 128);
    cudaLaunchHostFunc(first, fill_late, x);
    twice<<<1, 32, 0, first>>>(x, y);
    has_submitted = 1;
    cudaStreamSynchronize(first);
    thread.join();
    printf("> thread %d %d %d\n", wrong(y, ++round), counts[0], counts[1]);

    const int polled = next;
    cudaLaunchHostFunc(first, fill, x);
    while (((volatile int &)next) == polled) usleep(100);
    twice<<<1, 32, 0, second>>>(x, y); // ordered by what the function wrote
    cudaStreamSynchronize(second);
    printf("> polled %d\n", wrong(y, ++round));

    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
    for (int k = 0; k < 2; ++k) {
        cudaLaunchHostFunc(first, fill, x);
        twice<<<1, 32, 0, first>>>(x, y + 32 * k);
    }
    cudaStreamEndCapture(first, &graph);
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphLaunch(executable, first);
    cudaStreamSynchronize(first);
    round += 2;
    printf("> graph %d %d\n", wrong(y, round - 1), wrong(y + 32, round));

    cudaLaunchHostFunc(first, fill, x);
    if (bug) {
        twice<<<1, 32, 0, second>>>(x, y); // nothing orders it and the next launch
        twice<<<1, 32, 0, first>>>(x, y);
        cudaDeviceSynchronize();
    }
    return 0;
}
