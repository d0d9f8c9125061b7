// Programs with streams, each right or with one bug: `streams right` or `streams wrong` runs all of them.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define OK(call)                                                                                                       \
    do {                                                                                                               \
        const cudaError_t error = (call);                                                                              \
        if (error) printf("> %s: %s\n", #call, cudaGetErrorName(error)), exit(3);                                      \
    } while (0)

constexpr int N = 1000;
__global__ void fill(int *x, int value, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = value;
}
__global__ void scale(const int *x, int *y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = 2 * x[i];
}
__global__ void count(int *total, bool atomic) {
    if (atomic) atomicAdd(total, 1);
    else if (!threadIdx.x) *total += 1;
}
__global__ void strided(int *x, int first) { x[2 * threadIdx.x + first] = first; }

struct Two { // two streams and an event, as a program has them
    cudaStream_t first, second;
    cudaEvent_t event;
    Two(unsigned flags = cudaStreamNonBlocking) {
        OK(cudaStreamCreateWithFlags(&first, flags));
        OK(cudaStreamCreateWithFlags(&second, flags));
        OK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    }
    ~Two() {
        OK(cudaDeviceSynchronize());
        OK(cudaStreamDestroy(first));
        OK(cudaStreamDestroy(second));
        OK(cudaEventDestroy(event));
    }
};
static int *on_device(size_t n = N) {
    int *x;
    OK(cudaMalloc(&x, n * sizeof(int)));
    OK(cudaMemset(x, 0, n * sizeof(int)));
    OK(cudaDeviceSynchronize());
    return x;
}
static int *pinned(size_t n = N) {
    int *x;
    OK(cudaMallocHost(&x, n * sizeof(int)));
    memset(x, 0, n * sizeof(int));
    return x;
}

static int double_buffer(bool right) {
    Two two;
    cudaStream_t streams[] = {two.first, two.second};
    cudaEvent_t copied[2];
    for (auto &each : copied) OK(cudaEventCreateWithFlags(&each, cudaEventDisableTiming));
    int *host = pinned(2 * N), *x = on_device(2 * N), *y = on_device(2 * N), sum = 0;
    for (int turn = 0; turn < 6; turn++) {
        const int half = turn % 2;
        if (turn > 1 && (right || half)) OK(cudaEventSynchronize(copied[half])); // the bug: not for half 0
        for (int i = 0; i < N; i++) host[half * N + i] = turn;
        OK(cudaMemcpyAsync(x + half * N, host + half * N, 4 * N, cudaMemcpyHostToDevice, streams[half]));
        OK(cudaEventRecord(copied[half], streams[half]));
        scale<<<8, 128, 0, streams[half]>>>(x + half * N, y + half * N, N);
    }
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpy(&sum, y, 4, cudaMemcpyDeviceToHost));
    return sum == 8;
}
static int early_event(bool right) {
    Two two;
    int *x = on_device(), *y = on_device(), got;
    if (!right) OK(cudaEventRecord(two.event, two.first));
    fill<<<8, 128, 0, two.first>>>(x, 3, N);
    if (right) OK(cudaEventRecord(two.event, two.first));
    OK(cudaStreamWaitEvent(two.second, two.event));
    scale<<<8, 128, 0, two.second>>>(x, y, N);
    OK(cudaStreamSynchronize(two.second));
    OK(cudaMemcpyAsync(&got, y, 4, cudaMemcpyDeviceToHost, two.second));
    return got == 6;
}
static int other_event(bool right) {
    Two two;
    cudaEvent_t other;
    OK(cudaEventCreate(&other));
    int *x = on_device(), *y = on_device();
    OK(cudaEventRecord(other, two.first));
    fill<<<8, 128, 0, two.first>>>(x, 3, N);
    OK(cudaEventRecord(two.event, two.first));
    OK(cudaStreamWaitEvent(two.second, right ? two.event : other));
    OK(cudaMemcpyAsync(y, x, 4 * N, cudaMemcpyDeviceToDevice, two.second));
    return 1;
}
static int early_read(bool right) {
    Two two;
    int *x = on_device(), *host = pinned();
    fill<<<8, 128, 0, two.first>>>(x, 7, N);
    OK(cudaMemcpyAsync(host, x, 4 * N, cudaMemcpyDeviceToHost, two.first));
    if (right) OK(cudaStreamSynchronize(two.first));
    const int early = host[10];
    OK(cudaStreamSynchronize(two.first));
    return host[10] == 7 && (!right || early == 7);
}
static int polled(bool) { // queries and events that have completed are waits too
    Two two;
    int *x = on_device(), *host = pinned();
    fill<<<8, 128, 0, two.first>>>(x, 7, N);
    OK(cudaMemcpyAsync(host, x, 4 * N, cudaMemcpyDeviceToHost, two.first));
    OK(cudaEventRecord(two.event, two.first));
    while (cudaEventQuery(two.event) == cudaErrorNotReady) {}
    return host[10] == 7;
}
static int managed(bool right) {
    int *x;
    OK(cudaMallocManaged(&x, 4 * N));
    fill<<<8, 128>>>(x, 7, N);
    if (right) OK(cudaDeviceSynchronize());
    const int early = x[5];
    OK(cudaDeviceSynchronize());
    x[5] += early;
    return 1;
}
static int reused(bool right) {
    Two two;
    int *x = on_device(), *host = pinned(), got;
    host[0] = 5;
    OK(cudaMemcpyAsync(x, host, 4 * N, cudaMemcpyHostToDevice, two.first));
    const int read_too = host[0]; // both read
    if (right) OK(cudaStreamSynchronize(two.first));
    host[0] = 6;
    OK(cudaStreamSynchronize(two.first));
    OK(cudaMemcpy(&got, x, 4, cudaMemcpyDeviceToHost));
    return read_too == 5 && (!right || got == 5);
}
static int pageable(bool) { // copies of memory that is not pinned let it be used again at once
    Two two;
    int *x = on_device(), got = 0;
    int *host = (int *)calloc(N, 4);
    host[0] = 5;
    OK(cudaMemcpyAsync(x, host, 4 * N, cudaMemcpyHostToDevice, two.first));
    free(host);
    OK(cudaMemcpyAsync(&got, x, 4, cudaMemcpyDeviceToHost, two.first));
    return got == 5;
}
static int freed(bool right) {
    Two two;
    int *x, *y = on_device();
    OK(cudaMallocAsync(&x, 4 * N, two.first));
    fill<<<8, 128, 0, two.first>>>(x, 1, N);
    OK(cudaEventRecord(two.event, two.first));
    OK(cudaStreamWaitEvent(two.second, two.event));
    scale<<<8, 128, 0, two.second>>>(x, y, N);
    OK(cudaEventRecord(two.event, two.second));
    if (right) OK(cudaStreamWaitEvent(two.first, two.event));
    OK(cudaFreeAsync(x, two.first));
    return 1;
}
static int legacy(bool right) { // the default stream waits for streams that are not created as non-blocking
    Two two(right ? cudaStreamDefault : cudaStreamNonBlocking);
    int *x = on_device(), *y = on_device();
    fill<<<8, 128, 0, two.first>>>(x, 4, N);
    scale<<<8, 128>>>(x, y, N);
    OK(cudaMemsetAsync(y, 0, 4 * N, two.second));
    return 1;
}
static int per_thread(bool right) {
    Two two(cudaStreamDefault);
    int *x = on_device(), *y = on_device();
    fill<<<8, 128, 0, cudaStreamPerThread>>>(x, 4, N);
    if (right) {
        OK(cudaEventRecord(two.event, cudaStreamPerThread));
        OK(cudaStreamWaitEvent(two.first, two.event));
    }
    scale<<<8, 128, 0, two.first>>>(x, y, N);
    return 1;
}
static int parts(bool right) { // one stream for each part of an array
    Two two;
    int *x = on_device(), *y = on_device();
    const int half = N / 2;
    fill<<<8, 128, 0, two.first>>>(x, 1, half);
    fill<<<8, 128, 0, two.second>>>(x + half - !right, 2, half);
    strided<<<1, 100, 0, two.first>>>(y, 0);
    strided<<<1, 100, 0, two.second>>>(y, 1);
    return 1;
}
static int counters(bool right) {
    Two two;
    int *total = on_device(1), got;
    count<<<1, 64, 0, two.first>>>(total, right);
    count<<<1, 64, 0, two.second>>>(total, right);
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpy(&got, total, 4, cudaMemcpyDeviceToHost));
    return got == (right ? 128 : 2);
}
static int fork_and_join(bool right) {
    Two two;
    cudaEvent_t joined;
    OK(cudaEventCreate(&joined));
    int *x = on_device(2 * N), *y = on_device(2 * N);
    fill<<<8, 256, 0, two.first>>>(x, 1, 2 * N);
    OK(cudaEventRecord(two.event, two.first));
    OK(cudaStreamWaitEvent(two.second, two.event));
    scale<<<8, 128, 0, two.first>>>(x, y, N);
    scale<<<8, 128, 0, two.second>>>(x + N, y + N, N);
    OK(cudaEventRecord(joined, two.second));
    if (right) OK(cudaStreamWaitEvent(two.first, joined));
    scale<<<8, 256, 0, two.first>>>(y, x, 2 * N);
    return 1;
}
static std::atomic<int> called;
static int host_function(bool) { // the program learns of a function in a stream by its own means
    Two two;
    int *x = on_device(), *host = pinned();
    called = 0;
    fill<<<8, 128, 0, two.first>>>(x, 9, N);
    OK(cudaMemcpyAsync(host, x, 4 * N, cudaMemcpyDeviceToHost, two.first));
    OK(cudaLaunchHostFunc(two.first, [](void *data) { called = ((int *)data)[1]; }, host));
    while (!called) cudaStreamQuery(two.first);
    return host[0] == 9 && called == 9;
}
static int destroyed(bool right) {
    Two two;
    cudaEvent_t event;
    OK(cudaEventCreate(&event));
    if (!right) OK(cudaEventDestroy(event));
    const cudaError_t error = cudaEventRecord(event, two.first);
    if (right) OK(cudaEventDestroy(event));
    return right ? !error : error == cudaErrorInvalidResourceHandle;
}

int main(int, char **words) {
    const bool right = !strcmp(words[1], "right");
    const struct {
        const char *name;
        int (*run)(bool);
    } cases[] = {
        {"double_buffer", double_buffer}, {"early_event", early_event}, {"other_event", other_event},
        {"early_read", early_read},       {"managed", managed},         {"reused", reused},
        {"freed", freed},                 {"legacy", legacy},           {"per_thread", per_thread},
        {"parts", parts},                 {"counters", counters},       {"fork_and_join", fork_and_join},
        {"destroyed", destroyed},         {"polled", polled},           {"pageable", pageable},
        {"host_function", host_function},
    };
    for (const auto &each : cases) {
        fprintf(stderr, "case %s\n", each.name);
        const int good = each.run(right);
        OK(cudaDeviceSynchronize());
        if (!good) printf("> %s failed\n", each.name);
        fflush(stdout);
    }
    printf("> done\n");
}
