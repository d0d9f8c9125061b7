/* Graphs in the runtime, where arguments differ from those of the driver: kernels and variables are addresses in the
 * program, and copies have another structure. Part of runtime.c. */

/* ---- kernel nodes: the structure begins as that of the driver does */

enum { KERNEL_NODE_BYTES = offsetof(KernelNode, kernel) };

static int kernel_node(KernelNode *made, const KernelNode *given) {
    if (!given) return INVALID_VALUE;
    memset(made, 0, sizeof *made);
    memcpy(made, given, KERNEL_NODE_BYTES);
    return find_kernel((const void *)(uintptr_t)given->function, &made->function);
}

RUNTIME cudaGraphAddKernelNode(uint64_t *node, uint64_t graph, const uint64_t *dependencies, size_t count,
                               const KernelNode *p) {
    KernelNode made;
    const int result = kernel_node(&made, p);
    return note(result ? result : cuGraphAddKernelNode_v2(node, graph, dependencies, count, &made));
}

RUNTIME cudaGraphKernelNodeSetParams(uint64_t node, const KernelNode *p) {
    KernelNode made;
    const int result = kernel_node(&made, p);
    return note(result ? result : cuGraphKernelNodeSetParams_v2(node, &made));
}

RUNTIME cudaGraphExecKernelNodeSetParams(uint64_t executable, uint64_t node, const KernelNode *p) {
    KernelNode made;
    const int result = kernel_node(&made, p);
    return note(result ? result : cuGraphExecKernelNodeSetParams_v2(executable, node, &made));
}

RUNTIME cudaGraphKernelNodeGetParams(uint64_t node, KernelNode *p) {
    KernelNode found;
    int result = p ? prepare() : INVALID_VALUE;
    if (!result) result = cuGraphKernelNodeGetParams_v2(node, &found);
    if (result) return note(result);
    memcpy(p, &found, KERNEL_NODE_BYTES);
    pthread_mutex_lock(&lock);
    for (size_t k = 0; k < kernels.room; ++k) {
        const Entry *each = kernels.entries + k;
        if (each->key && each->found == contexts && each->handle == found.function)
            p->function = (uint64_t)(uintptr_t)each->key;
    }
    pthread_mutex_unlock(&lock);
    return 0;
}

/* ---- fills and copies */

RUNTIME cudaGraphAddMemsetNode(uint64_t *node, uint64_t graph, const uint64_t *dependencies, size_t count,
                               const void *fill) {
    const int result = prepare();
    return note(result ? result : cuGraphAddMemsetNode(node, graph, dependencies, count, fill, 0));
}

RUNTIME cudaGraphExecMemsetNodeSetParams(uint64_t executable, uint64_t node, const void *fill) {
    const int result = prepare();
    return note(result ? result : cuGraphExecMemsetNodeSetParams(executable, node, fill, 0));
}

static int slices(Slices *made, const SlicesOfRuntime *given) {
    if (!given) return INVALID_VALUE;
    const SideOfRuntime *sides[] = {&given->from, &given->to};
    Side *found[] = {&made->from, &made->to};
    memset(made, 0, sizeof *made);
    for (int k = 0; k < 2; ++k) {
        memcpy(found[k]->at, sides[k]->at, sizeof found[k]->at);
        const uint64_t kind = k ? kind_to(given->direction) : kind_from(given->direction);
        found[k]->kind = sides[k]->array ? 3 : kind, found[k]->array = sides[k]->array;
        found[k]->host = found[k]->device = sides[k]->pointer;
        found[k]->pitch = sides[k]->pitch, found[k]->rows = sides[k]->rows;
    }
    memcpy(made->sizes, given->sizes, sizeof made->sizes);
    return check_direction(given->direction);
}

static Slices plain(uint64_t to, uint64_t from, size_t bytes) {
    const Slices made = {.from = {.kind = 4, .device = from}, .to = {.kind = 4, .device = to}, .sizes = {bytes, 1, 1}};
    return made;
}

RUNTIME cudaMemcpy3D(const SlicesOfRuntime *p) {
    Slices made;
    const int result = slices(&made, p);
    return note(result ? result : cuMemcpy3D_v2(&made));
}

RUNTIME cudaMemcpy3DAsync(const SlicesOfRuntime *p, uint64_t stream) {
    Slices made;
    const int result = slices(&made, p);
    return note(result ? result : cuMemcpy3DAsync_v2(&made, stream));
}

RUNTIME cudaGraphAddMemcpyNode(uint64_t *node, uint64_t graph, const uint64_t *dependencies, size_t count,
                               const SlicesOfRuntime *p) {
    Slices made;
    const int result = slices(&made, p);
    return note(result ? result : cuGraphAddMemcpyNode(node, graph, dependencies, count, &made, 0));
}

RUNTIME cudaGraphMemcpyNodeSetParams(uint64_t node, const SlicesOfRuntime *p) {
    Slices made;
    const int result = slices(&made, p);
    return note(result ? result : cuGraphMemcpyNodeSetParams(node, &made));
}

RUNTIME cudaGraphExecMemcpyNodeSetParams(uint64_t executable, uint64_t node, const SlicesOfRuntime *p) {
    Slices made;
    const int result = slices(&made, p);
    return note(result ? result : cuGraphExecMemcpyNodeSetParams(executable, node, &made, 0));
}

RUNTIME cudaGraphMemcpyNodeGetParams(uint64_t node, SlicesOfRuntime *p) {
    Slices found;
    int result = p ? prepare() : INVALID_VALUE;
    if (!result) result = cuGraphMemcpyNodeGetParams(node, &found);
    if (result) return note(result);
    memset(p, 0, sizeof *p);
    const Side *sides[] = {&found.from, &found.to};
    SideOfRuntime *made[] = {&p->from, &p->to};
    for (int k = 0; k < 2; ++k) {
        made[k]->pointer = sides[k]->device, made[k]->rows = sides[k]->rows;
        made[k]->pitch = made[k]->width = sides[k]->pitch;
    }
    memcpy(p->sizes, found.sizes, sizeof p->sizes);
    p->direction = 4; /* by the addresses */
    return 0;
}

RUNTIME cudaGraphAddMemcpyNode1D(uint64_t *node, uint64_t graph, const uint64_t *dependencies, size_t count,
                                 uint64_t to, uint64_t from, size_t bytes, int direction) {
    const Slices made = plain(to, from, bytes);
    const int result = check_direction(direction);
    return note(result ? result : cuGraphAddMemcpyNode(node, graph, dependencies, count, &made, 0));
}

RUNTIME cudaGraphMemcpyNodeSetParams1D(uint64_t node, uint64_t to, uint64_t from, size_t bytes, int direction) {
    const Slices made = plain(to, from, bytes);
    const int result = check_direction(direction);
    return note(result ? result : cuGraphMemcpyNodeSetParams(node, &made));
}

RUNTIME cudaGraphExecMemcpyNodeSetParams1D(uint64_t executable, uint64_t node, uint64_t to, uint64_t from, size_t bytes,
                                           int direction) {
    const Slices made = plain(to, from, bytes);
    const int result = check_direction(direction);
    return note(result ? result : cuGraphExecMemcpyNodeSetParams(executable, node, &made, 0));
}

RUNTIME cudaGraphAddMemcpyNodeToSymbol(uint64_t *node, uint64_t graph, const uint64_t *dependencies, size_t count,
                                       const void *symbol, uint64_t from, size_t bytes, size_t offset, int direction) {
    uint64_t address = 0;
    const int result = part_of(symbol, bytes, offset, &address);
    return result ? note(result)
                  : cudaGraphAddMemcpyNode1D(node, graph, dependencies, count, address, from, bytes, direction);
}

RUNTIME cudaGraphAddMemcpyNodeFromSymbol(uint64_t *node, uint64_t graph, const uint64_t *dependencies, size_t count,
                                         uint64_t to, const void *symbol, size_t bytes, size_t offset, int direction) {
    uint64_t address = 0;
    const int result = part_of(symbol, bytes, offset, &address);
    return result ? note(result)
                  : cudaGraphAddMemcpyNode1D(node, graph, dependencies, count, to, address, bytes, direction);
}

RUNTIME cudaGraphMemcpyNodeSetParamsToSymbol(uint64_t node, const void *symbol, uint64_t from, size_t bytes,
                                             size_t offset, int direction) {
    uint64_t address = 0;
    const int result = part_of(symbol, bytes, offset, &address);
    return result ? note(result) : cudaGraphMemcpyNodeSetParams1D(node, address, from, bytes, direction);
}

RUNTIME cudaGraphMemcpyNodeSetParamsFromSymbol(uint64_t node, uint64_t to, const void *symbol, size_t bytes,
                                               size_t offset, int direction) {
    uint64_t address = 0;
    const int result = part_of(symbol, bytes, offset, &address);
    return result ? note(result) : cudaGraphMemcpyNodeSetParams1D(node, to, address, bytes, direction);
}

RUNTIME cudaGraphExecMemcpyNodeSetParamsToSymbol(uint64_t executable, uint64_t node, const void *symbol, uint64_t from,
                                                 size_t bytes, size_t offset, int direction) {
    uint64_t address = 0;
    const int result = part_of(symbol, bytes, offset, &address);
    return result ? note(result)
                  : cudaGraphExecMemcpyNodeSetParams1D(executable, node, address, from, bytes, direction);
}

RUNTIME cudaGraphExecMemcpyNodeSetParamsFromSymbol(uint64_t executable, uint64_t node, uint64_t to, const void *symbol,
                                                   size_t bytes, size_t offset, int direction) {
    uint64_t address = 0;
    const int result = part_of(symbol, bytes, offset, &address);
    return result ? note(result) : cudaGraphExecMemcpyNodeSetParams1D(executable, node, to, address, bytes, direction);
}

/* ---- nodes of any kind */

enum { KERNEL_NODE, COPY_NODE };

/* The same parameters for the driver. */
static int any_node(GraphNode *made, const GraphNode *given) {
    if (!given) return INVALID_VALUE;
    *made = *given;
    if (given->kind == KERNEL_NODE) return kernel_node(&made->kernel, &given->kernel);
    if (given->kind == COPY_NODE) {
        Slices copy;
        const int result = slices(&copy, (const SlicesOfRuntime *)(const void *)&given->all[2]);
        memcpy(&made->all[2], &copy, sizeof copy);
        return result;
    }
    return prepare();
}

RUNTIME cudaGraphAddNode(uint64_t *node, uint64_t graph, const uint64_t *dependencies, const void *edges, size_t count,
                         GraphNode *p) {
    GraphNode made;
    const int result = any_node(&made, p);
    return note(result ? result : cuGraphAddNode_v2(node, graph, dependencies, edges, count, &made));
}

RUNTIME cudaGraphNodeSetParams(uint64_t node, GraphNode *p) {
    GraphNode made;
    const int result = any_node(&made, p);
    return note(result ? result : cuGraphNodeSetParams(node, &made));
}

RUNTIME cudaGraphExecNodeSetParams(uint64_t executable, uint64_t node, GraphNode *p) {
    GraphNode made;
    const int result = any_node(&made, p);
    return note(result ? result : cuGraphExecNodeSetParams(executable, node, &made));
}
