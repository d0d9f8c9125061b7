// Programs that misuse the runtime. Each prints the results of its calls; a reset makes the device as new for the next.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <mutex>
#include <string>
#include <thread>
#define SHOW(call) show(cudaGetErrorName(call))

static std::mutex lock;
static void show(const char *text) {
    const std::lock_guard<std::mutex> guard(lock);
    printf(" %s", strncmp(text, "cuda", 4) ? text : text + 4);
}
static void show(int number) { show(std::to_string(number).c_str()); }

__global__ void fill(int *x, int value, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = value;
}
__global__ void forever(volatile int *flag) {
    while (!*flag) {
    }
}
__global__ void follow(int **pointers) { *pointers[threadIdx.x] = 1; }
#define NAME(name) #name
#define NAME_OF(name) NAME(name)
#define DRIVER(name) ((decltype(&name))dlsym(dlopen("libcuda.so.1", RTLD_NOW), NAME_OF(name)))
static int *memory(size_t bytes) {
    int *x = nullptr;
    const cudaError_t error = cudaMalloc(&x, bytes);
    if (error) SHOW(error);
    return x;
}
static void wrong_size() { // copies more than there is
    int *x = memory(64), host[32] = {};
    SHOW(cudaMemcpy(x, host, 128, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(host, x + 12, 64, cudaMemcpyDeviceToHost));
    SHOW(cudaMemset(x, 0, 65));
}
__constant__ int table[16];
static void symbol_and_pitch() { // a part beyond a variable, rows longer than their pitch
    int *x = memory(64), host[32] = {};
    SHOW(cudaMemcpyToSymbol(table, host, 64));
    SHOW(cudaMemcpyToSymbol(table, host, 68));
    SHOW(cudaMemcpyFromSymbol(host, table, 4, 1 << 20));
    SHOW(cudaMemcpy2D(x, 8, host, 16, 12, 1, cudaMemcpyHostToDevice));
    SHOW(cudaMemset2D(x, 8, 0, 9, 2));
}
static void wrong_direction() { // the kind of a copy that its addresses contradict
    int *x = memory(64), host[16] = {};
    SHOW(cudaMemset(x, 0, 64));
    SHOW(cudaMemcpy(host, x, 64, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpyAsync(x, host, 64, cudaMemcpyDeviceToHost, 0));
    SHOW(cudaMemcpy(x, host, 64, cudaMemcpyDeviceToDevice));
    SHOW(cudaMemcpy(x, host, 64, cudaMemcpyDefault));
    int *pinned;
    cudaMallocHost(&pinned, 64);
    SHOW(cudaMemcpy(pinned, x, 64, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpyAsync(x, pinned, 64, cudaMemcpyDeviceToHost, 0));
    SHOW(cudaMemcpy2D(pinned, 8, x, 8, 8, 8, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(host, x, 64, cudaMemcpyHostToHost));
    SHOW(cudaMemcpy(x, pinned, 64, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(pinned, 8, x, 8, 8, 8, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy2D(nullptr, 8, nullptr, 8, 0, 8, cudaMemcpyDeviceToHost));
}
static void calls_from_a_function() { // a function that a stream calls
    SHOW(cudaLaunchHostFunc(0, nullptr, nullptr));
    SHOW(cudaLaunchHostFunc(
        0, [](void *) { SHOW(cudaMemset(nullptr, 0, 4)); }, nullptr));
    SHOW(cudaDeviceSynchronize());
}
static void negative_size() { // a size that was negative
    int *x = memory(64), host[16] = {}, n = -4;
    SHOW(cudaMemcpy(x, host, (size_t)n, cudaMemcpyHostToDevice));
    SHOW(cudaMemset(x, 0, (size_t)n));
}
static void huge() { // more memory than any machine has
    memory((size_t)1 << 62);
    memory((size_t)-1);
    int *x;
    size_t pitch;
    SHOW(cudaMallocPitch(&x, &pitch, (size_t)1 << 40, (size_t)1 << 40));
    SHOW(cudaMallocHost(&x, (size_t)1 << 50));
}
static void freed() { // a kernel writes memory that was freed
    int *x = memory(4096);
    SHOW(cudaFree(x));
    fill<<<1, 32>>>(x, 1, 32);
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaFree(nullptr));
}
static void double_free() {
    int *x = memory(4096);
    SHOW(cudaFree(x));
    SHOW(cudaFree(x));
    SHOW(cudaFree((char *)memory(64) + 4));
    SHOW(cudaFreeHost(malloc(4)));
}
static void endless() { // nothing sets the flag
    int *flag = memory(4);
    cudaMemset(flag, 0, 4);
    forever<<<1, 1>>>(flag);
    SHOW(cudaDeviceSynchronize());
}
static void wild() { // pointers that were never set
    int **pointers = (int **)memory(32 * sizeof(int *));
    cudaMemset(pointers, 0xff, 32 * sizeof(int *));
    follow<<<1, 32>>>(pointers);
    SHOW(cudaDeviceSynchronize());
}
static void host_pointer() { // memory of the host as an argument
    int *x = (int *)malloc(4096);
    fill<<<1, 32>>>(x, 1, 32);
    SHOW(cudaDeviceSynchronize());
}
static void used_stream() { // a stream is destroyed while it is used, and used again
    cudaStream_t stream;
    int *x = memory(4096);
    SHOW(cudaStreamCreate(&stream));
    for (int i = 0; i < 4; i++) fill<<<8, 128, 0, stream>>>(x, i, 1024);
    SHOW(cudaStreamDestroy(stream));
    fill<<<8, 128, 0, stream>>>(x, 5, 1024);
    SHOW(cudaGetLastError());
    SHOW(cudaStreamDestroy(stream));
    SHOW(cudaDeviceSynchronize());
}
static void two_contexts() { // memory and events of one context after its end
    CUcontext one, two;
    CUdeviceptr x;
    CUevent event;
    CUstream stream;
    DRIVER(cuInit)(0);
    show(DRIVER(cuCtxCreate)(&one, nullptr, 0, 0));
    show(DRIVER(cuMemAlloc)(&x, 64));
    show(DRIVER(cuEventCreate)(&event, 0));
    show(DRIVER(cuCtxCreate)(&two, nullptr, 0, 0));
    show(DRIVER(cuStreamCreate)(&stream, 0));
    show(DRIVER(cuEventRecord)(event, stream));
    show(DRIVER(cuCtxDestroy)(one));
    show(DRIVER(cuMemsetD8)(x, 0, 64));
    show(DRIVER(cuCtxDestroy)(one));
    show(DRIVER(cuCtxSetCurrent)(one));
}
static void bad_launch() { // sizes of no launch
    int *x = memory(4096);
    fill<<<1, 1025>>>(x, 1, 4);
    SHOW(cudaGetLastError());
    fill<<<dim3(1, 70000), 32>>>(x, 1, 4);
    SHOW(cudaGetLastError());
    fill<<<1, 32, size_t(1) << 32>>>(x, 1, 4);
    SHOW(cudaGetLastError());
    fill<<<1, 32, 1 << 20>>>(x, 1, 4);
    SHOW(cudaGetLastError());
    void *nothing[] = {nullptr, nullptr, nullptr};
    SHOW(cudaLaunchKernel((const void *)fill, dim3(1), dim3(32), nothing, 0, nullptr));
    SHOW(cudaLaunchKernel((const void *)x, dim3(1), dim3(32), nothing, 0, nullptr));
    cudaLaunchAttribute recorded = {};
    recorded.id = cudaLaunchAttributeLaunchCompletionEvent;
    cudaLaunchConfig_t with_event = {dim3(1), dim3(32), 0, nullptr, &recorded, 1};
    SHOW(cudaLaunchKernelEx(&with_event, fill, x, 1, 4));
    SHOW(cudaEventCreate(&recorded.val.launchCompletionEvent.event));
    SHOW(cudaLaunchKernelEx(&with_event, fill, x, 1, 4));
}
static void many_threads() { // one of many threads writes beyond its memory
    std::thread threads[4];
    int *mine[4];
    for (auto &each : mine) each = memory(256);
    for (int k = 0; k < 4; k++)
        threads[k] = std::thread([x = mine[k], k] {
            for (int turn = 0; turn < 10; turn++) fill<<<1, 65>>>(x, turn, k == 2 && turn == 9 ? 65 : 64);
        });
    for (auto &each : threads) each.join();
    SHOW(cudaDeviceSynchronize());
}
static void after_a_fault() { // everything fails after a fault, until a reset
    int *x = memory(64), host[16];
    fill<<<1, 32>>>(x, 1, 32);
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaMemcpy(host, x, 64, cudaMemcpyDeviceToHost));
    memory(64);
    SHOW(cudaDeviceReset());
    x = memory(64);
    fill<<<1, 16>>>(x, 9, 16);
    SHOW(cudaMemcpy(host, x, 64, cudaMemcpyDeviceToHost));
    show(host[15]);
}

int main() {
    const struct {
        const char *name;
        void (*run)();
    } cases[] = {
        {"wrong_size", wrong_size},
        {"symbol_and_pitch", symbol_and_pitch},
        {"wrong_direction", wrong_direction},
        {"calls_from_a_function", calls_from_a_function},
        {"negative_size", negative_size},
        {"huge", huge},
        {"freed", freed},
        {"double_free", double_free},
        {"endless", endless},
        {"wild", wild},
        {"host_pointer", host_pointer},
        {"used_stream", used_stream},
        {"two_contexts", two_contexts},
        {"bad_launch", bad_launch},
        {"many_threads", many_threads},
        {"after_a_fault", after_a_fault},
    };
    for (const auto &each : cases) {
        fprintf(stderr, "case %s\n", each.name);
        printf("> %s", each.name);
        each.run();
        printf("\n");
        fflush(stdout);
        cudaDeviceReset();
    }
}
