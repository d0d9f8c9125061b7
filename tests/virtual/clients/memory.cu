// Memory that a program registers, pools, and sizes at the edges; an argument plants a bug of that name.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

__global__ void twice(int *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] *= 2;
}

static int wrong(const std::vector<int> &data, int zero) {
    int count = 0;
    for (int i = 0; i < (int)data.size(); ++i) count += data[i] != (i == zero ? 0 : 2 * i);
    return count;
}

static void registered(const char *bug) {
    const int n = 5000, zero = 2048;
    std::vector<int> data(n);
    for (int i = 0; i < n; ++i) data[i] = i;
    int *on_device = nullptr, *copy;
    printf("> register %d\n", cudaHostRegister(data.data(), 4 * n, cudaHostRegisterMapped));
    printf("> again %d\n", cudaHostRegister(data.data() + 10, 40, 0));
    cudaGetLastError();
    printf("> pointer %d\n", cudaHostGetDevicePointer(&on_device, data.data(), 0));
    twice<<<20, 256>>>(on_device, strcmp(bug, "bounds") ? n : n + 1);
    const int waited = cudaDeviceSynchronize();
    printf("> sync %d wrong %d\n", waited, wrong(data, -1));
    cudaPointerAttributes found;
    cudaPointerGetAttributes(&found, data.data() + 3);
    printf("> kind %d %d %d\n", found.type, found.devicePointer == on_device + 3, found.hostPointer == data.data() + 3);
    fflush(stdout);
    if (!fork()) {
        data[0] = 77;
        _exit(data[1] != 2);
    }
    int status = -1;
    wait(&status);
    printf("> child %d parent %d\n", status, data[0]);
    cudaMalloc(&copy, 4 * n);
    cudaMemcpyAsync(copy, data.data(), 4 * n, cudaMemcpyHostToDevice);
    if (!strcmp(bug, "wait")) data[3000] += 1;
    cudaMemsetAsync(data.data() + zero, 0, 4);
    printf("> unregister %d\n", cudaHostUnregister(data.data()));
    data.resize(100000);
    data.resize(n);
    printf("> after %d\n", wrong(data, zero));
    int local[4096];
    printf("> stack %d\n", cudaHostRegister(local, sizeof local, 0));
    printf("> missing %d %d\n", cudaHostUnregister(data.data()), cudaHostRegister((void *)0x1000, 4096, 0));
}

static void pools() {
    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location = {cudaMemLocationTypeDevice, 0};
    cudaMemPool_t pool;
    printf("> pool %d\n", cudaMemPoolCreate(&pool, &properties));
    int *a, *b;
    cudaMallocFromPoolAsync((void **)&a, 4000, pool, 0);
    cudaMallocFromPoolAsync((void **)&b, 2000, pool, 0);
    cudaMemsetAsync(a, 1, 4000, 0);
    cudaFreeAsync(b, 0);
    cudaStreamSynchronize(0);
    uint64_t used = 0, most = 0, keep = 1 << 20, kept = 0, reset = 0, after = 0;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &most);
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &reset);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &after);
    int follows = 0;
    cudaMemPoolGetAttribute(pool, cudaMemPoolReuseFollowEventDependencies, &follows);
    printf("> used %lu most %lu after %lu kept %d follows %d\n", used, most, after, kept == keep, follows);
    cudaMemPool_t current;
    cudaDeviceSetMemPool(0, pool);
    cudaDeviceGetMemPool(&current, 0);
    cudaFreeAsync(a, 0);
    printf("> current %d destroy %d\n", current == pool, cudaMemPoolDestroy(pool));
    cudaDeviceGetMemPool(&current, 0);
    printf("> gone %d %d\n", current != pool, cudaMemPoolTrimTo(pool, 0));
    cudaGetLastError();
    void *nothing = &pool;
    const int allocated = cudaMalloc(&nothing, 0);
    printf("> nothing %d %d %d\n", allocated, nothing == nullptr, cudaFree(nothing));
    twice<<<dim3(1u << 31), 1>>>(nullptr, 0);
    printf("> grid %d\n", cudaGetLastError());
}

int main(int count, char **words) {
    registered(count > 1 ? words[1] : "");
    if (count == 1) pools();
    return 0;
}
