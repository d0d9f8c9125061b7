// Programs with graphs and captures, each right or with one bug: `graphs right` or `graphs wrong` runs all of them.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define OK(call)                                                                                                       \
    do {                                                                                                               \
        const cudaError_t error = (call);                                                                              \
        if (error) printf("> %s: %s\n", #call, cudaGetErrorName(error)), exit(3);                                      \
    } while (0)

constexpr int N = 500;
__global__ void fill(int *x, int value) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) x[i] = value;
}
__global__ void scale(const int *x, int *y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) y[i] = 2 * x[i];
}
__global__ void add(const int *x, const int *y, int *sum) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) sum[i] = x[i] + y[i];
}
__device__ int bias = 3;

static cudaStream_t first, second;
static cudaEvent_t forked, joined;
static int *x, *y, *z, *host;

static cudaGraphExec_t instantiated(cudaGraph_t graph) {
    cudaGraphExec_t made;
    OK(cudaGraphInstantiate(&made, graph, 0));
    return made;
}
static cudaGraphExec_t end_capture() {
    cudaGraph_t graph;
    OK(cudaStreamEndCapture(first, &graph));
    cudaGraphExec_t made = instantiated(graph);
    OK(cudaGraphDestroy(graph));
    return made;
}
static int value(const int *of, int place = 1) {
    int found;
    OK(cudaMemcpy(&found, of + place, 4, cudaMemcpyDeviceToHost));
    return found;
}
static cudaGraphNode_t kernel(cudaGraph_t graph, void *function, void **arguments, cudaGraphNode_t *after, int count) {
    cudaKernelNodeParams params = {};
    params.func = function, params.gridDim = dim3(4), params.blockDim = dim3(128), params.kernelParams = arguments;
    cudaGraphNode_t node;
    OK(cudaGraphAddKernelNode(&node, graph, after, count, &params));
    return node;
}
static cudaGraphNode_t fill_node(cudaGraph_t graph, int *of, int number, cudaGraphNode_t *after = nullptr) {
    void *arguments[] = {&of, &number};
    return kernel(graph, (void *)fill, arguments, after, after ? 1 : 0);
}
static cudaGraphNode_t scale_node(cudaGraph_t graph, int *from, int *to, cudaGraphNode_t *after, int count = 1) {
    void *arguments[] = {&from, &to};
    return kernel(graph, (void *)scale, arguments, after, count);
}

static int captured(bool) { // a chain, launched again and again
    OK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    cudaStreamCaptureStatus status;
    unsigned long long number = 0;
    cudaGraph_t graph;
    const cudaGraphNode_t *last;
    size_t count;
    fill<<<4, 128, 0, first>>>(x, 5);
    OK(cudaStreamGetCaptureInfo(first, &status, &number, &graph, &last, nullptr, &count));
    if (status != cudaStreamCaptureStatusActive || !number || count != 1) return 0;
    scale<<<4, 128, 0, first>>>(x, y);
    OK(cudaMemcpyAsync(host, y, 4 * N, cudaMemcpyDeviceToHost, first));
    cudaGraphExec_t exec = end_capture();
    if (host[1]) return 0; // nothing ran yet
    for (int turn = 0; turn < 3; turn++) OK(cudaGraphLaunch(exec, first));
    OK(cudaStreamSynchronize(first));
    const int good = host[1] == 10;
    OK(cudaGraphExecDestroy(exec));
    return good;
}
static int fork_and_join(bool right) {
    OK(cudaStreamBeginCapture(first, cudaStreamCaptureModeThreadLocal));
    fill<<<4, 128, 0, first>>>(x, 1);
    OK(cudaEventRecord(forked, first));
    OK(cudaStreamWaitEvent(second, forked));
    cudaStreamCaptureStatus status;
    OK(cudaStreamIsCapturing(second, &status));
    if (status != cudaStreamCaptureStatusActive) return 0;
    scale<<<4, 128, 0, second>>>(x, y);
    OK(cudaEventRecord(joined, second));
    if (right) OK(cudaStreamWaitEvent(first, joined));
    add<<<4, 128, 0, first>>>(x, y, z);
    if (!right) OK(cudaStreamWaitEvent(first, joined));
    cudaGraphExec_t exec = end_capture();
    OK(cudaGraphLaunch(exec, first));
    OK(cudaStreamSynchronize(first));
    return !right || value(z) == 3;
}
static bool called;
static int explicit_nodes(bool right) { // every kind of node
    cudaGraph_t graph;
    OK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t zero, copy, both, to_host, call, symbol;
    cudaMemsetParams zeros = {};
    zeros.dst = x, zeros.value = 0x01010101, zeros.elementSize = 4, zeros.width = N, zeros.height = 1;
    OK(cudaGraphAddMemsetNode(&zero, graph, nullptr, 0, &zeros));
    OK(cudaGraphAddMemcpyNode1D(&copy, graph, &zero, 1, z, x, 4 * N, cudaMemcpyDeviceToDevice));
    OK(cudaGraphAddMemcpyNodeFromSymbol(&symbol, graph, right ? &copy : nullptr, right, z, bias, 4, 0,
                                        cudaMemcpyDeviceToDevice));
    cudaGraphNode_t ends[] = {copy, symbol};
    OK(cudaGraphAddEmptyNode(&both, graph, ends, 2));
    cudaMemcpy3DParms slices = {};
    slices.srcPtr = make_cudaPitchedPtr(z, 4 * N, N, 1), slices.dstPtr = make_cudaPitchedPtr(host, 4 * N, N, 1);
    slices.extent = make_cudaExtent(4 * N, 1, 1), slices.kind = cudaMemcpyDefault;
    OK(cudaGraphAddMemcpyNode(&to_host, graph, &both, 1, &slices));
    cudaHostNodeParams function = {[](void *data) { called = *(int *)data == 3; }, host};
    OK(cudaGraphAddHostNode(&call, graph, &to_host, 1, &function));
    cudaGraphNodeType kind;
    OK(cudaGraphNodeGetType(to_host, &kind));
    size_t nodes = 0, roots = 0, edges = 0, before = 0;
    OK(cudaGraphGetNodes(graph, nullptr, &nodes));
    OK(cudaGraphGetRootNodes(graph, nullptr, &roots));
    OK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
    cudaGraphNode_t found[4] = {};
    before = 4;
    OK(cudaGraphNodeGetDependencies(both, found, nullptr, &before));
    if (kind != cudaGraphNodeTypeMemcpy || nodes != 6 || before != 2 || found[1] != symbol) return 0;
    if (roots != (right ? 1 : 2) || edges != (right ? 6 : 5)) return 0;
    OK(cudaGraphLaunch(instantiated(graph), first));
    OK(cudaStreamSynchronize(first));
    return !right || (host[0] == 3 && host[1] == 0x01010101 && called);
}
static int changed_parameters(bool right) {
    cudaGraph_t graph;
    OK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t node = fill_node(graph, x, 1), other = scale_node(graph, x, y, &node);
    cudaGraphExec_t exec = instantiated(graph);
    OK(cudaGraphLaunch(exec, first));
    cudaKernelNodeParams params;
    OK(cudaGraphKernelNodeGetParams(node, &params));
    if (params.func != (void *)fill || params.gridDim.x != 4 || *(int *)params.kernelParams[1] != 1) return 0;
    int number = 7;
    params.kernelParams[1] = &number;
    OK(cudaGraphExecKernelNodeSetParams(exec, node, &params));
    OK(cudaGraphLaunch(exec, first));
    OK(cudaStreamSynchronize(first));
    if (value(y) != 14) return 0;
    params.gridDim.x = right ? 4 : 0;
    const cudaError_t error = cudaGraphExecKernelNodeSetParams(exec, other, &params);
    if (right ? error : !error) return 0; // a kernel node takes another kernel
    cudaGetLastError();
    OK(cudaGraphNodeSetEnabled(exec, other, 0));
    OK(cudaMemset(x, 0, 4 * N));
    OK(cudaDeviceSynchronize());
    OK(cudaGraphLaunch(exec, first));
    OK(cudaStreamSynchronize(first));
    return value(x) == 7;
}
static int whole_update(bool right) {
    cudaGraph_t graph, newer;
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphCreate(&newer, 0));
    cudaGraphNode_t node = fill_node(graph, x, 1), twin = fill_node(newer, x, 4);
    scale_node(graph, x, y, &node);
    scale_node(newer, x, y, right ? &twin : nullptr, right);
    cudaGraphExec_t exec = instantiated(graph);
    cudaGraphExecUpdateResultInfo info;
    const cudaError_t error = cudaGraphExecUpdate(exec, newer, &info);
    cudaGetLastError();
    const bool refused = info.result == cudaGraphExecUpdateErrorTopologyChanged;
    if (!right) return error == cudaErrorGraphExecUpdateFailure && refused;
    if (error) return 0;
    OK(cudaGraphLaunch(exec, first));
    OK(cudaStreamSynchronize(first));
    return value(y) == 8;
}
static int child(bool right) {
    cudaGraph_t inner, outer, clone;
    OK(cudaGraphCreate(&inner, 0));
    OK(cudaGraphCreate(&outer, 0));
    cudaGraphNode_t node = fill_node(inner, x, 6), inside;
    scale_node(inner, x, y, &node);
    OK(cudaGraphAddChildGraphNode(&inside, outer, nullptr, 0, inner));
    scale_node(outer, y, z, right ? &inside : nullptr, right);
    OK(cudaGraphClone(&clone, outer));
    OK(cudaGraphDestroy(inner));
    OK(cudaGraphDestroy(outer));
    OK(cudaGraphLaunch(instantiated(clone), first));
    OK(cudaStreamSynchronize(first));
    return !right || value(z) == 24;
}
static int unjoined(bool right) {
    OK(cudaStreamBeginCapture(first, cudaStreamCaptureModeRelaxed));
    OK(cudaEventRecord(forked, first));
    OK(cudaStreamWaitEvent(second, forked));
    fill<<<4, 128, 0, second>>>(x, 1);
    if (right) {
        OK(cudaEventRecord(joined, second));
        OK(cudaStreamWaitEvent(first, joined));
    }
    cudaGraph_t graph;
    const cudaError_t error = cudaStreamEndCapture(first, &graph);
    return right ? !error && graph : error == cudaErrorStreamCaptureUnjoined && !graph;
}
static int waited(bool right) { // the host waits for a stream that is captured
    OK(cudaStreamBeginCapture(first, cudaStreamCaptureModeRelaxed));
    fill<<<4, 128, 0, first>>>(x, 1);
    const cudaError_t error = cudaStreamSynchronize(right ? second : first);
    cudaGraph_t graph;
    const cudaError_t ended = cudaStreamEndCapture(first, &graph);
    return right ? !error && !ended
                 : error == cudaErrorStreamCaptureUnsupported && ended == cudaErrorStreamCaptureInvalidated;
}
static int allocated(bool right) {
    OK(cudaStreamBeginCapture(first, right ? cudaStreamCaptureModeRelaxed : cudaStreamCaptureModeGlobal));
    int *more;
    const cudaError_t error = cudaMalloc(&more, 64);
    cudaGraph_t graph;
    const cudaError_t ended = cudaStreamEndCapture(first, &graph);
    return right ? !error && !ended : error == cudaErrorStreamCaptureUnsupported && ended;
}
static int legacy(bool right) { // the default stream would wait for the captured one
    cudaStream_t blocking;
    OK(cudaStreamCreateWithFlags(&blocking, right ? cudaStreamNonBlocking : cudaStreamDefault));
    OK(cudaStreamBeginCapture(blocking, cudaStreamCaptureModeRelaxed));
    fill<<<4, 128>>>(x, 1);
    const cudaError_t error = cudaGetLastError();
    cudaGraph_t graph;
    const cudaError_t ended = cudaStreamEndCapture(blocking, &graph);
    return right ? !error && !ended : error == cudaErrorStreamCaptureImplicit && ended;
}
static int isolated(bool right) {
    OK(cudaEventRecord(forked, second));
    OK(cudaStreamBeginCapture(first, cudaStreamCaptureModeRelaxed));
    const cudaError_t error = cudaStreamWaitEvent(first, forked, right ? cudaEventWaitExternal : 0);
    cudaGraph_t graph;
    const cudaError_t ended = cudaStreamEndCapture(first, &graph);
    return right ? !error && !ended : error == cudaErrorStreamCaptureIsolation && ended;
}
static int destroyed(bool right) {
    cudaGraph_t graph;
    OK(cudaGraphCreate(&graph, 0));
    fill_node(graph, x, 1);
    if (!right) OK(cudaGraphDestroy(graph));
    cudaGraphExec_t exec;
    const cudaError_t error = cudaGraphInstantiate(&exec, graph, 0);
    return right ? !error : error == cudaErrorInvalidValue;
}
static int two_launches(bool right) { // launches of one executable graph wait for each other, those of two do not
    cudaGraph_t graph;
    OK(cudaGraphCreate(&graph, 0));
    fill_node(graph, x, 1);
    cudaGraphExec_t exec = instantiated(graph), other = right ? exec : instantiated(graph);
    OK(cudaGraphLaunch(exec, first));
    OK(cudaGraphLaunch(other, second));
    return 1;
}
static int read_early(bool right) {
    cudaGraph_t graph;
    cudaGraphNode_t copy;
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, host, x, 4 * N, cudaMemcpyDeviceToHost));
    OK(cudaGraphLaunch(instantiated(graph), first));
    if (right) OK(cudaStreamSynchronize(first));
    return host[3] != -5;
}
static int recorded(bool right) { // an event node lets work outside wait for a part of a graph
    cudaGraph_t graph;
    OK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t node = fill_node(graph, x, 2), event;
    OK(cudaGraphAddEventRecordNode(&event, graph, right ? &node : nullptr, right, forked));
    fill_node(graph, z, 2, &event);
    OK(cudaGraphLaunch(instantiated(graph), first));
    OK(cudaStreamWaitEvent(second, forked));
    scale<<<4, 128, 0, second>>>(x, y);
    OK(cudaStreamSynchronize(second));
    return !right || value(y) == 4;
}
static int cyclic(bool right) {
    cudaGraph_t graph;
    OK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t node = fill_node(graph, x, 1), other = fill_node(graph, y, 1);
    OK(cudaGraphAddDependencies(graph, &node, &other, nullptr, 1));
    if (!right) OK(cudaGraphAddDependencies(graph, &other, &node, nullptr, 1));
    cudaGraphExec_t exec;
    return (cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess) == right;
}

int main(int, char **words) {
    const bool right = !strcmp(words[1], "right");
    const struct {
        const char *name;
        int (*run)(bool);
    } cases[] = {
        {"captured", captured},         {"fork_and_join", fork_and_join},
        {"explicit", explicit_nodes},   {"changed_parameters", changed_parameters},
        {"whole_update", whole_update}, {"child", child},
        {"unjoined", unjoined},         {"waited", waited},
        {"allocated", allocated},       {"legacy", legacy},
        {"isolated", isolated},         {"destroyed", destroyed},
        {"two_launches", two_launches}, {"read_early", read_early},
        {"recorded", recorded},         {"cyclic", cyclic},
    };
    for (const auto &each : cases) {
        fprintf(stderr, "case %s\n", each.name);
        for (auto stream : {&first, &second}) OK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
        for (auto event : {&forked, &joined}) OK(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
        for (auto array : {&x, &y, &z}) {
            OK(cudaMalloc(array, 4 * N));
            OK(cudaMemset(*array, 0, 4 * N));
        }
        OK(cudaMallocHost(&host, 4 * N));
        memset(host, 0, 4 * N);
        OK(cudaDeviceSynchronize());
        const int good = each.run(right);
        cudaGetLastError();
        OK(cudaDeviceSynchronize());
        if (!good) printf("> %s failed\n", each.name);
        fflush(stdout);
    }
    printf("> done\n");
}
