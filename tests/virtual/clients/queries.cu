// Questions about kernels, libraries, streams and managed memory, and memory of three dimensions.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <vector>

static const char *PTX = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .global .align 4 .u32 step = 7;
.visible .entry one() { ret; }
.visible .entry add(.param .u64 out, .param .u8 small, .param .u32 more) {
    .reg .b32 %r<4>; .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [out]; ld.param.u32 %r1, [more]; ld.global.u32 %r2, [step];
    add.u32 %r3, %r1, %r2; st.global.u32 [%rd1], %r3; ret;
}
)";

struct Pair {
    char small;
    double wide;
};
__global__ void taker(Pair pair, short s, float *p) { p[0] = float(pair.wide) + s; }
__global__ void __cluster_dims__(2, 1, 1) paired(int *p) { p[0] = 1; }

// A function of the driver, of which headers of CUDA 13.0 do not have all.
template <class... T> static int driver(const char *name, T... arguments) {
    void *found = nullptr;
    cudaGetDriverEntryPointByVersion(name, &found, 13050, cudaEnableDefault, nullptr);
    return ((int (*)(T...))found)(arguments...);
}

static void functions() {
    const char *name = nullptr;
    size_t place = 0, bytes = 0, total = 0;
    int results[4] = {cudaFuncGetName(&name, (const void *)taker)};
    printf("> name %d %d\n", results[0], strstr(name, "taker") != nullptr);
    for (int k = 0; k < 4; ++k) {
        const int result = cudaFuncGetParamInfo((const void *)taker, k, &place, &bytes);
        if (!result) total = total * 100 + place + bytes;
        results[k] = result;
    }
    cudaGetLastError();
    printf("> parameters %d%d%d%d %zu\n", results[0], results[1], results[2], results[3], total);
    cudaFunction_t function;
    cudaGetFuncBySymbol(&function, (const void *)taker);
    const int counted = driver("cuFuncGetParamCount", function, &total);
    printf("> count %d %zu %d\n", counted, total, driver("cuFuncGetParamCount", function, nullptr));
}

static void libraries() {
    cudaLibrary_t library;
    cudaKernel_t add, all[3] = {};
    unsigned count = 0;
    size_t bytes = 0, parameters = 0;
    void *step = nullptr;
    int *out, seven = 0, missing;
    const int loaded = cudaLibraryLoadData(&library, PTX, nullptr, nullptr, 0, nullptr, nullptr, 0);
    cudaLibraryGetKernelCount(&count, library);
    cudaLibraryEnumerateKernels(all, 2, library);
    printf("> library %d %u %d\n", loaded, count, all[0] && all[1] && !all[2]);
    cudaLibraryGetGlobal(&step, &bytes, library, "step");
    cudaMemcpy(&seven, step, sizeof seven, cudaMemcpyDeviceToHost);
    printf("> variable %zu %d\n", bytes, seven);
    missing = cudaLibraryGetKernel(&add, library, "none");
    cudaLibraryGetKernel(&add, library, "add");
    driver("cuKernelGetParamCount", add, &parameters);
    cudaMalloc(&out, 4);
    unsigned char small = 1;
    unsigned more = 35;
    void *given[] = {&out, &small, &more};
    const int launched = cudaLaunchKernel((const void *)add, 1, 1, given, 0, 0);
    cudaMemcpy(&seven, out, 4, cudaMemcpyDeviceToHost);
    printf("> kernel %d %zu %d %d\n", missing, parameters, launched, seven);
    printf("> attribute %d %d\n",
           cudaKernelSetAttributeForDevice(add, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000, 0),
           cudaKernelSetAttributeForDevice(add, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000, 1));
    const int unloaded = cudaLibraryUnload(library);
    printf("> unloaded %d %d\n", unloaded, cudaLaunchKernel((const void *)add, 1, 1, given, 0, 0));
    cudaGetLastError();
}

static void clusters() {
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {4, 1, 1};
    config.gridDim = 16, config.blockDim = 1024;
    int all = 0, own = 0, largest = 0, more = 0, wrong;
    cudaOccupancyMaxActiveClusters(&own, (const void *)paired, &config);
    config.attrs = &attribute, config.numAttrs = 1;
    cudaOccupancyMaxActiveClusters(&all, (const void *)taker, &config);
    cudaOccupancyMaxPotentialClusterSize(&largest, (const void *)taker, &config);
    cudaFuncSetAttribute((const void *)taker, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    config.blockDim = 64;
    cudaOccupancyMaxPotentialClusterSize(&more, (const void *)taker, &config);
    attribute.val.clusterDim = {3, 1, 1};
    wrong = cudaOccupancyMaxActiveClusters(&all, (const void *)taker, &config);
    cudaGetLastError();
    printf("> clusters %d %d largest %d %d wrong %d\n", own, all, largest, more, wrong);
}

static void streams() {
    cudaStream_t a, b;
    cudaStreamCreate(&a), cudaStreamCreate(&b);
    cudaStreamAttrValue value = {}, found = {};
    cudaStreamGetAttribute(a, cudaLaunchAttributeSynchronizationPolicy, &found);
    const int before = found.syncPolicy;
    value.syncPolicy = cudaSyncPolicyBlockingSync;
    const int set = cudaStreamSetAttribute(a, cudaLaunchAttributeSynchronizationPolicy, &value);
    value.priority = -2;
    cudaStreamSetAttribute(a, cudaLaunchAttributePriority, &value);
    cudaStreamCopyAttributes(b, a);
    cudaStreamGetAttribute(b, cudaLaunchAttributeSynchronizationPolicy, &found);
    int priority = 0;
    cudaStreamGetPriority(b, &priority);
    value.syncPolicy = (cudaSynchronizationPolicy)9;
    const int refused = cudaStreamSetAttribute(a, cudaLaunchAttributeSynchronizationPolicy, &value);
    cudaGetLastError();
    printf("> stream %d %d %d %d %d\n", before, set, found.syncPolicy, priority, refused);
}

static int asked(const void *p, size_t bytes, cudaMemRangeAttribute attribute) {
    int found = -9;
    const int result = cudaMemRangeGetAttribute(&found, 4, attribute, p, bytes);
    return result ? 100 + result : found;
}

static void advice() {
    char *p;
    const size_t page = 4096, bytes = 8 * page;
    const cudaMemLocation device = {cudaMemLocationTypeDevice, 0}, host = {cudaMemLocationTypeHost, 0};
    cudaMallocManaged(&p, bytes);
    printf("> advice %d", asked(p, bytes, cudaMemRangeAttributePreferredLocation));
    cudaMemAdvise(p, bytes, cudaMemAdviseSetPreferredLocation, host);
    printf(" %d", asked(p, bytes, cudaMemRangeAttributePreferredLocation));
    cudaMemAdvise(p, page, cudaMemAdviseSetPreferredLocation, device);
    printf(" %d %d", asked(p, bytes, cudaMemRangeAttributePreferredLocation),
           asked(p, page, cudaMemRangeAttributePreferredLocation));
    cudaMemAdvise(p, bytes, cudaMemAdviseSetReadMostly, device);
    printf(" %d", asked(p, bytes, cudaMemRangeAttributeReadMostly));
    cudaMemAdvise(p + page, page, cudaMemAdviseUnsetReadMostly, device);
    printf(" %d %d\n", asked(p, bytes, cudaMemRangeAttributeReadMostly), asked(p, page, cudaMemRangeAttributeReadMostly));
    cudaMemAdvise(p, bytes, cudaMemAdviseSetAccessedBy, device);
    cudaMemPrefetchAsync(p, bytes, device, 0, 0);
    int by[3], type = 0, last = 0;
    void *data[] = {by, &last, &type};
    size_t sizes[] = {sizeof by, 4, 4};
    cudaMemRangeAttribute which[] = {cudaMemRangeAttributeAccessedBy, cudaMemRangeAttributeLastPrefetchLocation,
                                     cudaMemRangeAttributePreferredLocationType};
    const int result = cudaMemRangeGetAttributes(data, sizes, which, 3, p + 2 * page, page);
    printf("> attributes %d %d %d %d %d %d\n", result, by[0], by[1], by[2], last, type);
    printf("> outside %d\n", asked(p, bytes + 1, cudaMemRangeAttributeReadMostly));
    cudaGetLastError();
    cudaFree(p);
}

static void slices(bool broken) {
    cudaPitchedPtr made;
    const cudaExtent whole = make_cudaExtent(100, 5, 3);
    printf("> slices %d", cudaMalloc3D(&made, whole));
    printf(" %d %zu %zu", made.pitch >= 100, made.xsize, made.ysize);
    cudaMemset3D(made, 1, whole);
    cudaMemset3DAsync(made, 2, make_cudaExtent(50, 2, 3), 0);
    std::vector<unsigned char> rows(100 * 5 * 3);
    cudaMemcpy2D(rows.data(), 100, made.ptr, made.pitch, 100, 15, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int z = 0; z < 3; ++z)
        for (int y = 0; y < 5; ++y)
            for (int x = 0; x < 100; ++x) wrong += rows[(z * 5 + y) * 100 + x] != (x < 50 && y < 2 ? 2 : 1);
    printf(" wrong %d nothing %d\n", wrong, cudaMalloc3D(&made, make_cudaExtent(0, 5, 3)));
    if (broken) {
        cudaMalloc3D(&made, whole);
        printf("> broken %d\n", cudaMemset3D(made, 0, make_cudaExtent(100, 5, 4)));
    }
}

static void host_call(void *data) { ++*(int *)data; }

static void calls() {
    int count = 0;
    CUcontext context = nullptr, current = nullptr;
    CUgreenCtx green = (CUgreenCtx)1;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    driver("cuStreamGetCtx", stream, &context, &green);
    driver("cuCtxGetCurrent", &current);
    cudaLaunchHostFunc(stream, host_call, &count);
    cudaStreamSynchronize(stream);
    printf("> context %d %d called %d\n", context == current, green == nullptr, count);
}

int main(int count, char **) {
    functions(), libraries(), clusters(), streams(), advice(), calls(), slices(count > 1);
    return 0;
}
