/* libcuda.so.1: functions of graphs and captures with arguments that `pyptx/virtual/calls.py` cannot describe. */
#include "driver.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

CALL cuThreadExchangeStreamCaptureMode(int32_t *mode) {
    if (!mode) return INVALID_VALUE;
    Message m;
    message_start(&m, CALL_cuThreadExchangeStreamCaptureMode);
    message_put(&m, mode, 4);
    if (message_exchange(&m)) message_take(&m, mode, 4);
    return message_end(&m);
}

CALL cuStreamEndCapture(uint64_t stream, uint64_t *graph) {
    if (!graph) return INVALID_VALUE;
    *graph = 0;
    Message m;
    message_start(&m, CALL_cuStreamEndCapture);
    message_put(&m, &stream, 8);
    if (message_exchange(&m)) message_take(&m, graph, 8);
    return message_end(&m);
}

/* The nodes stay until the thread asks again. */
CALL cuStreamGetCaptureInfo_v2(uint64_t stream, int32_t *state, uint64_t *number, uint64_t *graph,
                               const uint64_t **nodes, size_t *count) {
    static _Thread_local uint64_t *kept;
    if (!state) return INVALID_VALUE;
    Message m;
    message_start(&m, CALL_cuStreamGetCaptureInfo);
    message_put(&m, &stream, 8);
    if (message_exchange(&m)) {
        const unsigned char *data;
        message_take(&m, state, 4), message_take(&m, number, 8), message_take(&m, graph, 8);
        const size_t size = message_take_blob(&m, &data);
        free(kept);
        kept = malloc(size + 8);
        if (kept) memcpy(kept, data, size);
        if (nodes) *nodes = kept;
        if (count) *count = kept ? size / 8 : 0;
    }
    return message_end(&m);
}

CALL cuStreamGetCaptureInfo_v3(uint64_t stream, int32_t *state, uint64_t *number, uint64_t *graph,
                               const uint64_t **nodes, const void **edges, size_t *count) {
    if (edges) *edges = NULL; /* all are plain */
    return cuStreamGetCaptureInfo_v2(stream, state, number, graph, nodes, count);
}

CALL cuStreamGetCaptureInfo(uint64_t stream, int32_t *state, uint64_t *number) {
    return cuStreamGetCaptureInfo_v2(stream, state, number, NULL, NULL, NULL);
}

/* ---- lists of nodes */

enum { NODES, ROOTS, EDGES, DEPENDENCIES, DEPENDENTS };

/* As many as there is room for; all of them are counted where there is none. The nodes of an edge go to two lists. */
static int list(uint32_t what, uint64_t handle, uint64_t *first, uint64_t *second, size_t *count) {
    if (!count) return INVALID_VALUE;
    Message m;
    message_start(&m, CALL_graph_list);
    message_put(&m, &what, 4), message_put(&m, &handle, 8);
    if (message_exchange(&m)) {
        const unsigned char *data;
        const size_t width = what == EDGES ? 16 : 8, found = message_take_blob(&m, &data) / width;
        const size_t room = first ? *count : 0;
        for (size_t k = 0; k < room; ++k) {
            uint64_t pair[2] = {0, 0};
            if (k < found) memcpy(pair, data + k * width, width);
            first[k] = pair[0];
            if (second) second[k] = pair[1];
        }
        if (!first || found < room) *count = found;
    }
    return message_end(&m);
}

/* Data of edges: all are plain. */
static void clear_edges(void *edges, const size_t *count, int result) {
    if (edges && !result) memset(edges, 0, 8 * *count);
}

CALL cuGraphGetNodes(uint64_t graph, uint64_t *nodes, size_t *count) { return list(NODES, graph, nodes, NULL, count); }

CALL cuGraphGetRootNodes(uint64_t graph, uint64_t *nodes, size_t *count) {
    return list(ROOTS, graph, nodes, NULL, count);
}

CALL cuGraphGetEdges(uint64_t graph, uint64_t *from, uint64_t *to, size_t *count) {
    return !from == !to ? list(EDGES, graph, from, to, count) : INVALID_VALUE;
}

CALL cuGraphGetEdges_v2(uint64_t graph, uint64_t *from, uint64_t *to, void *edges, size_t *count) {
    const int result = cuGraphGetEdges(graph, from, to, count);
    return clear_edges(from ? edges : NULL, count, result), result;
}

CALL cuGraphNodeGetDependencies(uint64_t node, uint64_t *nodes, size_t *count) {
    return list(DEPENDENCIES, node, nodes, NULL, count);
}

CALL cuGraphNodeGetDependencies_v2(uint64_t node, uint64_t *nodes, void *edges, size_t *count) {
    const int result = cuGraphNodeGetDependencies(node, nodes, count);
    return clear_edges(nodes ? edges : NULL, count, result), result;
}

CALL cuGraphNodeGetDependentNodes(uint64_t node, uint64_t *nodes, size_t *count) {
    return list(DEPENDENTS, node, nodes, NULL, count);
}

CALL cuGraphNodeGetDependentNodes_v2(uint64_t node, uint64_t *nodes, void *edges, size_t *count) {
    const int result = cuGraphNodeGetDependentNodes(node, nodes, count);
    return clear_edges(nodes ? edges : NULL, count, result), result;
}

/* ---- kernel nodes */

/* The launch as the messages have it, behind the handles. */
static int put_launch(Message *m, const KernelNode *p, uint64_t function, const uint32_t cluster[3], uint32_t flags) {
    unsigned char *bytes;
    uint32_t size = 0;
    const int result = parameters_of(function, p->parameters, p->extra, &bytes, &size);
    if (!result) {
        message_put(m, &function, 8);
        message_put(m, p->grid, 12), message_put(m, p->block, 12), message_put(m, cluster, 12);
        message_put(m, &p->shared, 4), message_put(m, &flags, 4);
        message_put_blob(m, bytes, size);
    }
    free(bytes);
    return result;
}

static const uint32_t NO_CLUSTER[3] = {0, 0, 0};

/* The older structure ends before the handle of a kernel of a library. */
static uint64_t function_of(const KernelNode *p, int is_new) {
    return p->function || !is_new ? p->function : p->kernel;
}

static int add_kernel_node(uint64_t *node, uint64_t graph, const uint64_t *dependencies, size_t count,
                           const KernelNode *p, int is_new) {
    if (!node || !p || (count && !dependencies)) return INVALID_VALUE;
    Message m;
    message_start(&m, CALL_cuGraphAddKernelNode);
    message_put(&m, &graph, 8);
    message_put_blob(&m, dependencies, 8 * count), message_put(&m, &count, 8);
    const int result = put_launch(&m, p, function_of(p, is_new), NO_CLUSTER, 0);
    if (!result && message_exchange(&m)) message_take(&m, node, 8);
    const int ended = message_end(&m);
    return result ? result : ended;
}

static int set_kernel_node(uint32_t call, uint64_t executable, uint64_t node, const KernelNode *p, int is_new) {
    if (!p) return INVALID_VALUE;
    Message m;
    message_start(&m, call);
    if (call == CALL_cuGraphExecKernelNodeSetParams) message_put(&m, &executable, 8);
    message_put(&m, &node, 8);
    const int result = put_launch(&m, p, function_of(p, is_new), NO_CLUSTER, LAUNCH_KEEPS_ATTRIBUTES);
    if (!result) message_exchange(&m);
    const int ended = message_end(&m);
    return result ? result : ended;
}

CALL cuGraphAddKernelNode(uint64_t *node, uint64_t graph, const uint64_t *dependencies, size_t count,
                          const KernelNode *p) {
    return add_kernel_node(node, graph, dependencies, count, p, 0);
}

CALL cuGraphAddKernelNode_v2(uint64_t *node, uint64_t graph, const uint64_t *dependencies, size_t count,
                             const KernelNode *p) {
    return add_kernel_node(node, graph, dependencies, count, p, 1);
}

CALL cuGraphKernelNodeSetParams(uint64_t node, const KernelNode *p) {
    return set_kernel_node(CALL_cuGraphKernelNodeSetParams, 0, node, p, 0);
}

CALL cuGraphKernelNodeSetParams_v2(uint64_t node, const KernelNode *p) {
    return set_kernel_node(CALL_cuGraphKernelNodeSetParams, 0, node, p, 1);
}

CALL cuGraphExecKernelNodeSetParams(uint64_t executable, uint64_t node, const KernelNode *p) {
    return set_kernel_node(CALL_cuGraphExecKernelNodeSetParams, executable, node, p, 0);
}

CALL cuGraphExecKernelNodeSetParams_v2(uint64_t executable, uint64_t node, const KernelNode *p) {
    return set_kernel_node(CALL_cuGraphExecKernelNodeSetParams, executable, node, p, 1);
}

typedef struct { /* a launch as the device returns it */
    uint64_t function;
    uint32_t grid[3], block[3], cluster[3], shared, flags;
} Launch;
enum { LAUNCH_BYTES = 52 };

/* The parameters of a node: the program gets pointers to them, which are valid until it asks for the node again. */
typedef struct Parameters {
    struct Parameters *next;
    uint64_t node;
    unsigned char *bytes;
    void **pointers;
} Parameters;

static int kernel_node(uint64_t node, Launch *found, void ***pointers) {
    static Parameters *known;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    unsigned char *bytes = NULL;
    Message m;
    message_start(&m, CALL_cuGraphKernelNodeGetParams);
    message_put(&m, &node, 8);
    if (message_exchange(&m)) {
        const unsigned char *data;
        message_take(&m, found, LAUNCH_BYTES);
        const size_t size = message_take_blob(&m, &data);
        bytes = malloc(size + 1);
        if (bytes) memcpy(bytes, data, size);
    }
    int result = message_end(&m);
    const Layout *layout = result ? NULL : layout_of(found->function, &result);
    void **made = layout ? malloc(sizeof(void *) * (layout->count + 1)) : NULL;
    if (result || !bytes || !made) return free(bytes), free(made), result ? result : OUT_OF_MEMORY;
    for (uint32_t k = 0; k < layout->count; ++k) made[k] = bytes + layout->places[k][0];
    pthread_mutex_lock(&lock);
    Parameters *each = known;
    while (each && each->node != node) each = each->next;
    if (!each && (each = calloc(1, sizeof *each))) each->next = known, each->node = node, known = each;
    if (each) {
        free(each->bytes), free(each->pointers);
        each->bytes = bytes, each->pointers = made, *pointers = made;
    } else result = OUT_OF_MEMORY;
    pthread_mutex_unlock(&lock);
    return result;
}

CALL cuGraphKernelNodeGetParams(uint64_t node, KernelNode *p) {
    Launch found = {0};
    if (!p) return INVALID_VALUE;
    void **pointers = NULL;
    const int result = kernel_node(node, &found, &pointers);
    if (result) return result;
    p->function = found.function, p->shared = found.shared;
    memcpy(p->grid, found.grid, 12), memcpy(p->block, found.block, 12);
    p->parameters = pointers, p->extra = NULL;
    return 0;
}

CALL cuGraphKernelNodeGetParams_v2(uint64_t node, KernelNode *p) {
    const int result = cuGraphKernelNodeGetParams(node, p);
    if (!result) p->kernel = 0, p->context = 0;
    return result;
}

CALL cuGraphKernelNodeGetAttribute(uint64_t node, int32_t attribute, uint32_t *value) {
    Launch found = {0};
    void **pointers = NULL;
    const int result = value ? kernel_node(node, &found, &pointers) : INVALID_VALUE;
    if (result) return result;
    memset(value, 0, 64);
    if (attribute == ATTRIBUTE_CLUSTER) memcpy(value, found.cluster, 12);
    if (attribute == ATTRIBUTE_COOPERATIVE) value[0] = found.flags & LAUNCH_COOPERATIVE;
    return 0;
}

static int set_attributes(uint64_t node, const Launch *changed, void **pointers) {
    KernelNode p = {.function = changed->function, .shared = changed->shared, .parameters = pointers};
    memcpy(p.grid, changed->grid, 12), memcpy(p.block, changed->block, 12);
    Message m;
    message_start(&m, CALL_cuGraphKernelNodeSetParams);
    message_put(&m, &node, 8);
    const int result = put_launch(&m, &p, p.function, changed->cluster, changed->flags);
    if (!result) message_exchange(&m);
    const int ended = message_end(&m);
    return result ? result : ended;
}

CALL cuGraphKernelNodeSetAttribute(uint64_t node, int32_t attribute, const uint32_t *value) {
    Launch found = {0};
    void **pointers = NULL;
    const int result = value ? kernel_node(node, &found, &pointers) : INVALID_VALUE;
    if (result) return result;
    if (attribute == ATTRIBUTE_CLUSTER) memcpy(found.cluster, value, 12);
    if (attribute == ATTRIBUTE_COOPERATIVE)
        found.flags = (found.flags & ~(uint32_t)LAUNCH_COOPERATIVE) | (value[0] ? LAUNCH_COOPERATIVE : 0);
    return set_attributes(node, &found, pointers);
}

CALL cuGraphKernelNodeCopyAttributes(uint64_t to, uint64_t from) {
    Launch source = {0}, found = {0};
    void **pointers = NULL;
    int result = kernel_node(from, &source, &pointers);
    if (!result) result = kernel_node(to, &found, &pointers);
    if (result) return result;
    memcpy(found.cluster, source.cluster, 12), found.flags = source.flags;
    return set_attributes(to, &found, pointers);
}

/* ---- nodes of any kind */

enum { KERNEL, COPY, FILL, HOST, CHILD, EMPTY, WAIT, RECORD };
enum { COPY_PLACE = 16 }; /* of the copy in the parameters of its node, behind flags and a context */

CALL cuGraphAddNode(uint64_t *node, uint64_t graph, const uint64_t *dependencies, size_t count, GraphNode *p) {
    if (!p) return INVALID_VALUE;
    const void *given = &p->kernel;
    uint64_t number;
    memcpy(&number, given, 8);
    switch (p->kind) {
    case KERNEL: return cuGraphAddKernelNode_v2(node, graph, dependencies, count, given);
    case COPY: return cuGraphAddMemcpyNode(node, graph, dependencies, count, (const char *)given + COPY_PLACE, 0);
    case FILL: return cuGraphAddMemsetNode(node, graph, dependencies, count, given, 0);
    case HOST: return cuGraphAddHostNode(node, graph, dependencies, count, given);
    case CHILD: return cuGraphAddChildGraphNode(node, graph, dependencies, count, number);
    case EMPTY: return cuGraphAddEmptyNode(node, graph, dependencies, count);
    case WAIT: return cuGraphAddEventWaitNode(node, graph, dependencies, count, number);
    case RECORD: return cuGraphAddEventRecordNode(node, graph, dependencies, count, number);
    default: return pyptx_refuse("cuGraphAddNode");
    }
}

CALL cuGraphAddNode_v2(uint64_t *node, uint64_t graph, const uint64_t *dependencies, const void *edges, size_t count,
                       GraphNode *p) {
    return (void)edges, cuGraphAddNode(node, graph, dependencies, count, p);
}

CALL cuGraphNodeSetParams(uint64_t node, GraphNode *p) {
    if (!p) return INVALID_VALUE;
    const void *given = &p->kernel;
    uint64_t number;
    memcpy(&number, given, 8);
    switch (p->kind) {
    case KERNEL: return cuGraphKernelNodeSetParams_v2(node, given);
    case COPY: return cuGraphMemcpyNodeSetParams(node, (const char *)given + COPY_PLACE);
    case FILL: return cuGraphMemsetNodeSetParams(node, given);
    case HOST: return cuGraphHostNodeSetParams(node, given);
    case WAIT: return cuGraphEventWaitNodeSetEvent(node, number);
    case RECORD: return cuGraphEventRecordNodeSetEvent(node, number);
    default: return pyptx_refuse("cuGraphNodeSetParams");
    }
}

CALL cuGraphExecNodeSetParams(uint64_t executable, uint64_t node, GraphNode *p) {
    if (!p) return INVALID_VALUE;
    const void *given = &p->kernel;
    uint64_t number;
    memcpy(&number, given, 8);
    switch (p->kind) {
    case KERNEL: return cuGraphExecKernelNodeSetParams_v2(executable, node, given);
    case COPY: return cuGraphExecMemcpyNodeSetParams(executable, node, (const char *)given + COPY_PLACE, 0);
    case FILL: return cuGraphExecMemsetNodeSetParams(executable, node, given, 0);
    case HOST: return cuGraphExecHostNodeSetParams(executable, node, given);
    case CHILD: return cuGraphExecChildGraphNodeSetParams(executable, node, number);
    case WAIT: return cuGraphExecEventWaitNodeSetEvent(executable, node, number);
    case RECORD: return cuGraphExecEventRecordNodeSetEvent(executable, node, number);
    default: return pyptx_refuse("cuGraphExecNodeSetParams");
    }
}

/* ---- executable graphs */

CALL cuGraphInstantiate_v2(uint64_t *executable, uint64_t graph, uint64_t *node, char *log, size_t room) {
    if (node) *node = 0;
    if (log && room) *log = 0;
    return cuGraphInstantiateWithFlags(executable, graph, 0);
}

CALL cuGraphInstantiate(uint64_t *executable, uint64_t graph, uint64_t *node, char *log, size_t room) {
    return cuGraphInstantiate_v2(executable, graph, node, log, room);
}

CALL cuGraphInstantiateWithParams(uint64_t *executable, uint64_t graph, InstantiateParameters *p) {
    if (!p) return INVALID_VALUE;
    const int result = cuGraphInstantiateWithFlags(executable, graph, p->flags);
    p->node = 0, p->result = result != 0; /* 1: an error that the result of the call describes */
    return result;
}

CALL cuGraphExecUpdate_v2(uint64_t executable, uint64_t graph, UpdateResult *found) {
    if (!found) return INVALID_VALUE;
    Message m;
    message_start(&m, CALL_cuGraphExecUpdate);
    message_put(&m, &executable, 8), message_put(&m, &graph, 8);
    if (message_exchange(&m)) message_take(&m, found, sizeof *found);
    const int result = message_end(&m);
    return !result && found->result ? UPDATE_FAILED : result;
}

CALL cuGraphExecUpdate(uint64_t executable, uint64_t graph, uint64_t *node, int32_t *update) {
    UpdateResult found = {0};
    const int result = node && update ? cuGraphExecUpdate_v2(executable, graph, &found) : INVALID_VALUE;
    if (result && result != UPDATE_FAILED) return result;
    *node = found.node, *update = found.result;
    return result;
}
