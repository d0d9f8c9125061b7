/* libcuda.so.1: the functions that `pyptx/virtual/calls.py` cannot describe; the others are generated. */
#define _GNU_SOURCE
#include "driver.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Name {
    const char *name;
    int version;
    void *function, *of_thread; /* the latter with a default stream for each thread */
};

enum { PER_THREAD_DEFAULT_STREAM = 2 };

static int refuse(const char *name) {
    Message m;
    message_start(&m, CALL_refused);
    message_put_blob(&m, name, strlen(name));
    message_exchange(&m);
    const int result = message_end(&m);
    return result ? result : NOT_SUPPORTED;
}

/* For the runtime. */
CALL pyptx_refuse(const char *name) { return refuse(name); }
__attribute__((visibility("default"))) void pyptx_of_thread(int is_of_thread) { per_thread = is_of_thread; }

/* Each is asked once. */
const Layout *layout_of(uint64_t function, int *result) {
    static struct Known {
        struct Known *next;
        uint64_t function;
        Layout layout;
    } * known;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    struct Known *found = known;
    while (found && found->function != function) found = found->next;
    pthread_mutex_unlock(&lock);
    if (found) return &found->layout;
    Message m;
    message_start(&m, CALL_parameters_of);
    message_put(&m, &function, 8);
    if (message_exchange(&m) && (found = calloc(1, sizeof *found))) {
        const unsigned char *data;
        const size_t size = message_take_blob(&m, &data);
        Layout *layout = &found->layout;
        found->function = function, layout->count = (uint32_t)(size / 8), layout->places = malloc(size + 8);
        if (layout->places) memcpy(layout->places, data, size);
        else layout->count = 0;
        for (uint32_t k = 0; k < layout->count; ++k) {
            const uint32_t end = layout->places[k][0] + layout->places[k][1];
            if (end > layout->total) layout->total = end;
        }
    }
    *result = message_end(&m);
    if (!found) return NULL;
    pthread_mutex_lock(&lock);
    found->next = known, known = found;
    pthread_mutex_unlock(&lock);
    return &found->layout;
}

static int gather(const Layout *layout, unsigned char *bytes, void **parameters, void **extra) {
    if (parameters) {
        for (uint32_t k = 0; k < layout->count; ++k) {
            if (!parameters[k]) return INVALID_VALUE;
            memcpy(bytes + layout->places[k][0], parameters[k], layout->places[k][1]);
        }
        return 0;
    }
    const void *buffer = NULL;
    size_t size = 0;
    for (; extra && extra[0]; extra += 2) {
        if (extra[0] == (void *)1) buffer = extra[1];
        else if (extra[0] == (void *)2) size = *(const size_t *)extra[1];
        else return INVALID_VALUE;
    }
    if (layout->total && (!buffer || size < layout->total)) return INVALID_VALUE;
    if (layout->total) memcpy(bytes, buffer, layout->total);
    return 0;
}

int parameters_of(uint64_t function, void **parameters, void **extra, unsigned char **bytes, uint32_t *size) {
    int result = 0;
    *bytes = NULL;
    const Layout *layout = layout_of(function, &result);
    if (!layout) return result ? result : OUT_OF_MEMORY;
    *size = layout->total;
    *bytes = calloc(1, layout->total + 1);
    return *bytes ? gather(layout, *bytes, parameters, extra) : OUT_OF_MEMORY;
}

static int launch(uint64_t function, const Configuration *c, void **parameters, void **extra) {
    unsigned char *bytes;
    uint32_t size = 0, cluster[3] = {0, 0, 0}, flags = 0;
    for (uint32_t k = 0; c->attributes && k < c->count; ++k) {
        const Attribute *each = c->attributes + k;
        if (each->id == ATTRIBUTE_CLUSTER) memcpy(cluster, each->numbers, sizeof cluster);
        if (each->id == ATTRIBUTE_COOPERATIVE && each->numbers[0]) flags |= LAUNCH_COOPERATIVE;
        if (each->id == ATTRIBUTE_DEPENDENT && each->numbers[0]) flags |= LAUNCH_DEPENDENT;
    }
    int result = parameters_of(function, parameters, extra, &bytes, &size);
    if (!result) {
        Message m;
        message_start(&m, CALL_launch);
        message_put(&m, &function, 8);
        message_put(&m, c->grid, 12), message_put(&m, c->block, 12), message_put(&m, cluster, 12);
        message_put(&m, &c->shared, 4), message_put(&m, &flags, 4), message_put(&m, &c->stream, 8);
        message_put_blob(&m, bytes, size);
        message_exchange(&m);
        result = message_end(&m);
    }
    free(bytes);
    return result;
}

CALL cuLaunchKernel(uint64_t function, uint32_t gx, uint32_t gy, uint32_t gz, uint32_t bx, uint32_t by, uint32_t bz,
                    uint32_t shared, uint64_t stream, void **parameters, void **extra) {
    const Configuration c = {{gx, gy, gz}, {bx, by, bz}, shared, stream, NULL, 0};
    return launch(function, &c, parameters, extra);
}

CALL cuLaunchCooperativeKernel(uint64_t function, uint32_t gx, uint32_t gy, uint32_t gz, uint32_t bx, uint32_t by,
                               uint32_t bz, uint32_t shared, uint64_t stream, void **parameters) {
    const Attribute cooperative = {ATTRIBUTE_COOPERATIVE, 0, {1}};
    const Configuration c = {{gx, gy, gz}, {bx, by, bz}, shared, stream, &cooperative, 1};
    return launch(function, &c, parameters, NULL);
}

CALL cuLaunchKernelEx(const Configuration *c, uint64_t function, void **parameters, void **extra) {
    if (!c) return INVALID_VALUE;
    if (records_event(c->attributes, c->count)) return refuse("cuLaunchKernelEx with an event");
    return launch(function, c, parameters, extra);
}

enum { MOST_RANK = 5, MAP_BYTES = 128 };

static int tensor_map(void *map, int32_t type, uint32_t rank, uint64_t address, const uint64_t *sizes,
                      const uint64_t *strides, const uint32_t *box, const uint32_t *steps, const int32_t *lower,
                      const int32_t *upper, uint32_t channels, uint32_t pixels, const int32_t choices[4]) {
    if (!map || !sizes || !steps || !rank || rank > MOST_RANK || (rank > 1 && !strides)) return INVALID_VALUE;
    if ((uintptr_t)map % 64 || (lower ? rank < 3 || !upper : !box)) return INVALID_VALUE;
    uint64_t all_sizes[MOST_RANK] = {0}, all_strides[MOST_RANK - 1] = {0};
    uint32_t all_box[MOST_RANK] = {0}, all_steps[MOST_RANK] = {0};
    int32_t corners[2][MOST_RANK - 2] = {{0}};
    memcpy(all_sizes, sizes, 8 * rank);
    if (rank > 1) memcpy(all_strides, strides, 8 * (rank - 1));
    if (!lower) memcpy(all_box, box, 4 * rank);
    memcpy(all_steps, steps, 4 * rank);
    if (lower) memcpy(corners[0], lower, 4 * (rank - 2)), memcpy(corners[1], upper, 4 * (rank - 2));
    Message m;
    message_start(&m, CALL_tensor_map);
    message_put(&m, &type, 4), message_put(&m, &rank, 4), message_put(&m, &address, 8);
    message_put(&m, all_sizes, sizeof all_sizes), message_put(&m, all_strides, sizeof all_strides);
    message_put(&m, all_box, sizeof all_box), message_put(&m, all_steps, sizeof all_steps);
    message_put(&m, corners, sizeof corners), message_put(&m, &channels, 4), message_put(&m, &pixels, 4);
    message_put(&m, choices, 16);
    if (message_exchange(&m)) message_take(&m, map, MAP_BYTES);
    return message_end(&m);
}

CALL cuTensorMapEncodeTiled(void *map, int32_t type, uint32_t rank, uint64_t address, const uint64_t *sizes,
                            const uint64_t *strides, const uint32_t *box, const uint32_t *steps, int32_t interleave,
                            int32_t swizzle, int32_t promotion, int32_t fill) {
    const int32_t choices[4] = {interleave, swizzle, promotion, fill};
    return tensor_map(map, type, rank, address, sizes, strides, box, steps, NULL, NULL, 0, 0, choices);
}

CALL cuTensorMapEncodeIm2col(void *map, int32_t type, uint32_t rank, uint64_t address, const uint64_t *sizes,
                             const uint64_t *strides, const int32_t *lower, const int32_t *upper, uint32_t channels,
                             uint32_t pixels, const uint32_t *steps, int32_t interleave, int32_t swizzle,
                             int32_t promotion, int32_t fill) {
    const int32_t choices[4] = {interleave, swizzle, promotion, fill};
    if (!lower) return INVALID_VALUE;
    return tensor_map(map, type, rank, address, sizes, strides, NULL, steps, lower, upper, channels, pixels, choices);
}

static int of_sizes(int call, int32_t *found, uint64_t function, const Configuration *c) {
    if (!found || !c) return INVALID_VALUE;
    uint32_t cluster[3] = {0, 0, 0};
    for (uint32_t k = 0; c->attributes && k < c->count; ++k)
        if (c->attributes[k].id == ATTRIBUTE_CLUSTER) memcpy(cluster, c->attributes[k].numbers, sizeof cluster);
    Message m;
    message_start(&m, call);
    message_put(&m, &function, 8);
    message_put(&m, c->grid, 12), message_put(&m, c->block, 12), message_put(&m, cluster, 12);
    message_put(&m, &c->shared, 4);
    if (message_exchange(&m)) message_take(&m, found, 4);
    return message_end(&m);
}

CALL cuOccupancyMaxActiveClusters(int32_t *clusters, uint64_t function, const Configuration *c) {
    return of_sizes(CALL_cuOccupancyMaxActiveClusters, clusters, function, c);
}

CALL cuOccupancyMaxPotentialClusterSize(int32_t *blocks, uint64_t function, const Configuration *c) {
    return of_sizes(CALL_cuOccupancyMaxPotentialClusterSize, blocks, function, c);
}

CALL cuMemRangeGetAttribute(void *data, size_t size, int32_t attribute, uint64_t address, size_t bytes) {
    if (!data || size % 4 || size / 4 > UINT32_MAX) return INVALID_VALUE;
    const uint32_t count = (uint32_t)(size / 4);
    Message m;
    message_start(&m, CALL_cuMemRangeGetAttribute);
    message_put(&m, &attribute, 4), message_put(&m, &address, 8), message_put(&m, &bytes, 8);
    message_put(&m, &count, 4);
    if (message_exchange(&m)) {
        const unsigned char *found;
        const size_t given = message_take_blob(&m, &found);
        memcpy(data, found, given < size ? given : size);
    }
    return message_end(&m);
}

CALL cuMemRangeGetAttributes(void **data, const size_t *sizes, const int32_t *attributes, size_t count,
                             uint64_t address, size_t bytes) {
    if (!data || !sizes || !attributes || !count) return INVALID_VALUE;
    int result = 0;
    for (size_t k = 0; k < count && !result; ++k)
        result = cuMemRangeGetAttribute(data[k], sizes[k], attributes[k], address, bytes);
    return result;
}

static int pointer_attribute(void *data, int32_t attribute, uint64_t address) {
    Message m;
    message_start(&m, CALL_pointer_attribute);
    message_put(&m, &attribute, 4), message_put(&m, &address, 8);
    if (message_exchange(&m)) {
        uint64_t value = 0;
        uint32_t size = 0;
        message_take(&m, &value, 8), message_take(&m, &size, 4);
        memcpy(data, &value, size);
    }
    return message_end(&m);
}

/* Attributes of a pool that are truth values or kinds have 4 bytes, numbers of bytes 8. */
static size_t size_of_pool_attribute(int32_t attribute) {
    return (attribute >= 4 && attribute <= 8) || attribute == 13 ? 8 : 4;
}

CALL cuMemPoolGetAttribute(uint64_t pool, int32_t attribute, void *value) {
    if (!value) return INVALID_VALUE;
    Message m;
    message_start(&m, CALL_cuMemPoolGetAttribute);
    message_put(&m, &pool, 8), message_put(&m, &attribute, 4);
    if (message_exchange(&m)) message_take(&m, value, size_of_pool_attribute(attribute));
    return message_end(&m);
}

CALL cuMemPoolSetAttribute(uint64_t pool, int32_t attribute, const void *value) {
    if (!value) return INVALID_VALUE;
    uint64_t number = 0;
    memcpy(&number, value, size_of_pool_attribute(attribute));
    Message m;
    message_start(&m, CALL_cuMemPoolSetAttribute);
    message_put(&m, &pool, 8), message_put(&m, &attribute, 4), message_put(&m, &number, 8);
    message_exchange(&m);
    return message_end(&m);
}

CALL cuPointerGetAttribute(void *data, int32_t attribute, uint64_t address) {
    return data ? pointer_attribute(data, attribute, address) : INVALID_VALUE;
}

/* Bytes of an attribute of an address: addresses and handles, truth values, numbers. */
static size_t size_of_attribute(int32_t attribute) {
    const uint32_t longs = 1u << 1 | 1u << 3 | 1u << 4 | 1u << 7 | 1u << 11 | 1u << 12 | 1u << 14 | 1u << 17;
    const uint32_t truths = 1u << 6 | 1u << 8 | 1u << 10 | 1u << 13 | 1u << 15;
    const uint32_t bit = attribute >= 0 && attribute < 32 ? 1u << attribute : 0;
    return bit & longs ? 8 : bit & truths ? 1 : 4;
}

/* Attributes that an address does not have are zero; the ordinal of its device is -2. */
CALL cuPointerGetAttributes(uint32_t count, const int32_t *attributes, void **data, uint64_t address) {
    if (!attributes || !data) return INVALID_VALUE;
    for (uint32_t k = 0; k < count; ++k) {
        if (!data[k]) return INVALID_VALUE;
        const int result = pointer_attribute(data[k], attributes[k], address);
        if (result && result != INVALID_VALUE) return result;
        if (result) memset(data[k], 0, size_of_attribute(attributes[k]));
        if (result && attributes[k] == 9) memcpy(data[k], &(int32_t){-2}, 4);
    }
    return 0;
}

/* The block with which most threads are resident, among the multiples of a warp. */
CALL cuOccupancyMaxPotentialBlockSizeWithFlags(int32_t *grid, int32_t *block, uint64_t function,
                                               size_t (*shared_of)(int), size_t shared, int32_t limit, uint32_t flags) {
    (void)flags;
    if (!grid || !block) return INVALID_VALUE;
    int32_t most = 0, processors = 0, best = 0;
    int result = cuFuncGetAttribute(&most, 0, function);
    if (!result) result = cuDeviceGetAttribute(&processors, 16, 0);
    if (result) return result;
    if (limit > 0 && limit < most) most = limit;
    *grid = *block = 0;
    for (int32_t threads = most < 32 ? most : most / 32 * 32; threads > 0; threads -= 32) {
        int32_t blocks = 0;
        result = cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads,
                                                             shared_of ? shared_of(threads) : shared);
        if (result) return result;
        if (blocks * threads > best) best = blocks * threads, *block = threads, *grid = blocks * processors;
    }
    return 0;
}

CALL cuOccupancyMaxPotentialBlockSize(int32_t *grid, int32_t *block, uint64_t function, size_t (*shared_of)(int),
                                      size_t shared, int32_t limit) {
    return cuOccupancyMaxPotentialBlockSizeWithFlags(grid, block, function, shared_of, shared, limit, 0);
}

/* Generated functions: one that sends its arguments, of which the pointers in `given` may not be null, and writes the
 * outputs of the reply, and one that is not built. */
#define SENDS(given, number, put, take) \
    if (!(given)) return INVALID_VALUE; \
    Message m; \
    message_start(&m, number); \
    put if (message_exchange(&m)) { take } \
    return message_end(&m);
#define OF_THREAD(call) \
    per_thread = 1; \
    const int result = (call); \
    return per_thread = 0, result;
#define REFUSED(name) \
    CALL name(void) { return refuse(#name); }
#include "driver_calls.h"
#include "driver_tables.h"

static const struct Result *find_result(int32_t result) {
    for (size_t k = 0; k < sizeof RESULTS / sizeof *RESULTS; ++k)
        if (RESULTS[k].number == result) return RESULTS + k;
    return NULL;
}

CALL cuGetErrorName(int32_t result, const char **text) {
    if (!text) return INVALID_VALUE;
    const struct Result *found = find_result(result);
    *text = found ? found->name : NULL;
    return found ? 0 : INVALID_VALUE;
}

CALL cuGetErrorString(int32_t result, const char **text) {
    if (!text) return INVALID_VALUE;
    const struct Result *found = find_result(result);
    *text = found ? found->meaning : NULL;
    return found ? 0 : INVALID_VALUE;
}

/* The newest form of a function that a program of this version may use. */
CALL cuGetProcAddress_v2(const char *name, void **function, int32_t version, uint64_t flags, int32_t *status) {
    if (!name || !function) return INVALID_VALUE;
    *function = NULL;
    int newer = 0;
    for (size_t k = 0; k < sizeof NAMES / sizeof *NAMES; ++k) {
        if (strcmp(NAMES[k].name, name)) continue;
        if (NAMES[k].version <= version)
            *function = flags & PER_THREAD_DEFAULT_STREAM ? NAMES[k].of_thread : NAMES[k].function;
        else newer = 1;
    }
    if (status) *status = *function ? 0 : newer ? 2 : 1;
    return *function || status ? 0 : NOT_FOUND;
}

CALL cuGetProcAddress(const char *name, void **function, int32_t version, uint64_t flags) {
    return cuGetProcAddress_v2(name, function, version, flags, NULL);
}

/* Tables without documentation, which a statically linked CUDA runtime needs: link with -cudart shared. */
CALL cuGetExportTable(const void **table, const void *id) {
    (void)id;
    if (table) *table = NULL;
    refuse("cuGetExportTable");
    return NOT_FOUND;
}
