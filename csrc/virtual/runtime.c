/* libcudart.so.13: the runtime of programs that nvcc compiled, over the driver beside it.
 *
 * Functions that only call the driver are generated. Here are the others: what compiled programs register, kernels
 * and variables by their address in the program, and the error of each thread.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interface.h"

#define API __attribute__((visibility("default")))
#define RUNTIME API int
enum {
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    INVALID_CONFIGURATION = 9,
    INVALID_PITCH = 12,
    INVALID_SYMBOL = 13,
    INVALID_DIRECTION = 21,
    MISSING_CONFIGURATION = 52,
    INVALID_FUNCTION = 98,
    NOT_FOUND = 500,
    NOT_READY = 600,
};
typedef struct {
    uint32_t x, y, z;
} Dim3;

static _Thread_local int last_error;
static _Thread_local unsigned current; /* the context that is current in the thread, by `contexts` */
static unsigned contexts = 1;

static int note(int result) {
    if (result && result != NOT_READY) last_error = result;
    return result;
}

#include "runtime_driver.h"

/* Make the context of the device current in the thread. */
static int prepare(void) {
    if (current == contexts) return 0;
    uint64_t context = 0;
    int result = cuInit(0);
    if (!result) result = cuCtxGetCurrent(&context);
    if (!result && !context && !(result = cuDevicePrimaryCtxRetain(&context, 0))) result = cuCtxSetCurrent(context);
    if (!result) current = contexts;
    return result;
}

/* Prepare for a call that names a device; the driver reports a device that there is not. */
static int prepare_device(int device) {
    int32_t found = 0;
    const int result = prepare();
    return result || !device ? result : cuDeviceGet(&found, device);
}

#define FORWARDS(call) \
    const int result = prepare(); \
    return note(result ? result : (call));
#define OF_THREAD(call) \
    pyptx_of_thread(1); \
    const int result = (call); \
    return pyptx_of_thread(0), result;
#define REFUSED(name) \
    RUNTIME name(void) { FORWARDS(pyptx_refuse(#name)) }

/* ---- what compiled programs register: code, and kernels and variables by an address in the program */

typedef struct Managed { /* a variable that the program reaches through a pointer, which this library sets */
    struct Managed *next;
    void **pointer;
    char *name;
} Managed;
typedef struct Code {
    Managed *managed;
    const void *image;
    uint64_t module;
    unsigned loaded; /* the contexts in which it was loaded */
    int result;
} Code;
typedef struct Entry {
    const void *key;
    Code *code;
    char *name;
    uint64_t handle;
    unsigned found;
} Entry;
typedef struct {
    Entry *entries;
    size_t count, room;
} Table;

static Table kernels, variables;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static Entry *slot_of(const Table *table, const void *key) {
    size_t at = ((uintptr_t)key >> 3) * 0x9E3779B97F4A7C15ull >> 20;
    while (table->room) {
        Entry *entry = table->entries + (at++ & (table->room - 1));
        if (entry->key == key || !entry->key) return entry;
    }
    return NULL;
}

static void add(Table *table, const void *key, Code *code, const char *name) {
    pthread_mutex_lock(&lock);
    if (2 * table->count >= table->room) {
        const Table old = *table;
        table->room = old.room ? 2 * old.room : 64;
        table->entries = calloc(table->room, sizeof(Entry));
        if (!table->entries) abort();
        for (size_t k = 0; k < old.room; ++k)
            if (old.entries[k].key) *slot_of(table, old.entries[k].key) = old.entries[k];
        free(old.entries);
    }
    Entry *entry = slot_of(table, key);
    table->count += !entry->key;
    *entry = (Entry){key, code, strdup(name), 0, 0};
    pthread_mutex_unlock(&lock);
}

static int load(Code *code) {
    if (code->loaded != contexts) {
        code->result = cuModuleLoadFatBinary(&code->module, code->image);
        code->loaded = contexts;
    }
    return code->result;
}

static int find_kernel(const void *key, uint64_t *function) {
    int result = prepare();
    if (result) return result;
    pthread_mutex_lock(&lock);
    Entry *entry = slot_of(&kernels, key);
    if (!entry || !entry->key) { /* the handle of a kernel of a library */
        result = cuKernelGetFunction(function, (uintptr_t)key) ? INVALID_FUNCTION : 0;
        pthread_mutex_unlock(&lock);
        return result;
    }
    if (entry->found != contexts) {
        result = load(entry->code);
        if (!result && (result = cuModuleGetFunction(&entry->handle, entry->code->module, entry->name)) == NOT_FOUND)
            result = INVALID_FUNCTION;
        if (!result) entry->found = contexts;
    }
    if (!result) *function = entry->handle;
    pthread_mutex_unlock(&lock);
    return result;
}

static int find_variable(const void *key, uint64_t *address, uint64_t *size) {
    int result = prepare();
    if (result) return result;
    pthread_mutex_lock(&lock);
    const Entry *entry = slot_of(&variables, key);
    if (!entry || !entry->key) result = INVALID_SYMBOL;
    else if (!(result = load(entry->code))) {
        result = cuModuleGetGlobal_v2(address, size, entry->code->module, entry->name);
        if (result == NOT_FOUND) result = INVALID_SYMBOL;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

API void **__cudaRegisterFatBinary(void *image) {
    Code *code = calloc(1, sizeof *code);
    if (!code) abort();
    code->image = image;
    return (void **)code;
}

API void __cudaRegisterFatBinaryEnd(void **code) { (void)code; }
API void __cudaUnregisterFatBinary(void **code) { (void)code; }

API void __cudaRegisterManagedVar(void **code, void **pointer, char *device, const char *name, int external,
                                  size_t size, int constant, int global) {
    (void)device, (void)external, (void)size, (void)constant, (void)global;
    Managed *made = calloc(1, sizeof *made);
    if (!made) abort();
    *made = (Managed){((Code *)code)->managed, pointer, strdup(name)};
    ((Code *)code)->managed = made;
}

/* Programs call it before each access to a managed variable. */
API char __cudaInitModule(void **handle) {
    Code *code = (Code *)handle;
    if (!code->managed || note(prepare())) return 1;
    pthread_mutex_lock(&lock);
    const int is_new = code->loaded != contexts || !*code->managed->pointer;
    for (Managed *each = code->managed; is_new && each && !note(load(code)); each = each->next) {
        uint64_t address = 0, size = 0;
        if (!note(cuModuleGetGlobal_v2(&address, &size, code->module, each->name)))
            *each->pointer = (void *)(uintptr_t)address;
    }
    pthread_mutex_unlock(&lock);
    return 1;
}

API void __cudaRegisterFunction(void **code, const char *key, char *device, const char *name, int limit, void *thread,
                                void *block, void *block_size, void *grid_size, int *warp) {
    (void)device, (void)limit, (void)thread, (void)block, (void)block_size, (void)grid_size, (void)warp;
    add(&kernels, key, (Code *)code, name);
}

API void __cudaRegisterVar(void **code, char *key, char *device, const char *name, int external, size_t size,
                           int constant, int global) {
    (void)device, (void)external, (void)size, (void)constant, (void)global;
    add(&variables, key, (Code *)code, name);
}

/* ---- launches */

typedef struct {
    Dim3 grid, block;
    size_t shared;
    uint64_t stream;
} Pushed;
static _Thread_local Pushed pushed[16];
static _Thread_local int depth;

API unsigned __cudaPushCallConfiguration(Dim3 grid, Dim3 block, size_t shared, uint64_t stream) {
    if (depth == 16) return OUT_OF_MEMORY;
    pushed[depth++] = (Pushed){grid, block, shared, stream};
    return 0;
}

RUNTIME __cudaPopCallConfiguration(Dim3 *grid, Dim3 *block, size_t *shared, void *stream) {
    if (!depth) return note(MISSING_CONFIGURATION);
    const Pushed *found = pushed + --depth;
    *grid = found->grid, *block = found->block, *shared = found->shared;
    memcpy(stream, &found->stream, 8);
    return 0;
}

static int launch(const void *kernel, Dim3 grid, Dim3 block, void **parameters, size_t shared, uint64_t stream,
                  const Attribute *attributes, uint32_t count) {
    uint64_t function = 0;
    const int result = find_kernel(kernel, &function);
    if (result) return note(result);
    int impossible = 0;
    if (!grid.x || !grid.y || !grid.z || grid.x > INT32_MAX || grid.y > 65535 || grid.z > 65535 || !block.x ||
        !block.y || !block.z || block.z > 64 || (uint64_t)block.x * block.y * block.z > 1024)
        impossible = 1; /* the device reports it, and more shared memory than it has */
    const uint32_t bytes = shared > UINT32_MAX ? UINT32_MAX : (uint32_t)shared;
    const Configuration c = {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, bytes, stream, attributes, count};
    const int launched = cuLaunchKernelEx(&c, function, parameters, NULL);
    return note(launched == INVALID_VALUE && impossible ? INVALID_CONFIGURATION : launched);
}

RUNTIME cudaLaunchKernel(const void *kernel, Dim3 grid, Dim3 block, void **parameters, size_t shared, uint64_t stream) {
    return launch(kernel, grid, block, parameters, shared, stream, NULL, 0);
}

RUNTIME cudaLaunchCooperativeKernel(const void *kernel, Dim3 grid, Dim3 block, void **parameters, size_t shared,
                                    uint64_t stream) {
    const Attribute cooperative = {2, 0, {1}};
    return launch(kernel, grid, block, parameters, shared, stream, &cooperative, 1);
}

typedef struct {
    Dim3 grid, block;
    size_t shared;
    uint64_t stream;
    const Attribute *attributes;
    uint32_t count;
} LaunchConfiguration;

RUNTIME cudaLaunchKernelExC(const LaunchConfiguration *c, const void *kernel, void **parameters) {
    if (!c) return note(INVALID_VALUE);
    if (records_event(c->attributes, c->count)) {
        FORWARDS(pyptx_refuse("cudaLaunchKernelExC with an event"))
    }
    return launch(kernel, c->grid, c->block, parameters, c->shared, c->stream, c->attributes, c->count);
}

/* A handle of a kernel is its address in the program. */
RUNTIME __cudaGetKernel(const void **handle, const void *kernel) { return *handle = kernel, 0; }
RUNTIME cudaGetKernel(const void **handle, const void *kernel) { return *handle = kernel, 0; }
RUNTIME __cudaLaunchKernel(const void *kernel, Dim3 grid, Dim3 block, void **parameters, size_t shared,
                           uint64_t stream) {
    return launch(kernel, grid, block, parameters, shared, stream, NULL, 0);
}

RUNTIME cudaGetFuncBySymbol(uint64_t *function, const void *kernel) {
    return note(function ? find_kernel(kernel, function) : INVALID_VALUE);
}

RUNTIME cudaFuncGetName(const char **name, const void *kernel) {
    uint64_t function = 0;
    const int result = find_kernel(kernel, &function);
    return note(result ? result : cuFuncGetName(name, function));
}

RUNTIME cudaFuncGetParamCount(const void *kernel, size_t *count) {
    uint64_t function = 0;
    const int result = find_kernel(kernel, &function);
    return note(result ? result : cuFuncGetParamCount(function, count));
}

RUNTIME cudaFuncGetParamInfo(const void *kernel, size_t index, size_t *offset, size_t *size) {
    uint64_t function = 0;
    const int result = find_kernel(kernel, &function);
    return note(result ? result : cuFuncGetParamInfo(function, index, offset, size));
}

typedef struct {
    size_t shared, constant, local;
    int threads, registers, ptx, binary, caches, dynamic, carveout, rest[23];
} FunctionAttributes;

RUNTIME cudaFuncGetAttributes(FunctionAttributes *found, const void *kernel) {
    uint64_t function = 0;
    int result = found ? find_kernel(kernel, &function) : INVALID_VALUE, value[10] = {0};
    for (int k = 0; k < 10 && !result; ++k) result = cuFuncGetAttribute(value + k, k, function);
    if (result) return note(result);
    memset(found, 0, sizeof *found);
    found->threads = value[0], found->shared = (size_t)value[1], found->constant = (size_t)value[2];
    found->local = (size_t)value[3], found->registers = value[4], found->ptx = value[5], found->binary = value[6];
    found->caches = value[7], found->dynamic = value[8], found->carveout = value[9];
    return 0;
}

RUNTIME cudaFuncSetAttribute(const void *kernel, int attribute, int value) {
    uint64_t function = 0;
    const int result = find_kernel(kernel, &function);
    return note(result ? result : cuFuncSetAttribute(function, attribute, value));
}

RUNTIME cudaKernelSetAttributeForDevice(const void *kernel, int attribute, int value, int device) {
    const int result = prepare_device(device);
    return result ? note(result) : cudaFuncSetAttribute(kernel, attribute, value);
}

RUNTIME cudaFuncSetCacheConfig(const void *kernel, int config) {
    uint64_t function = 0;
    const int result = find_kernel(kernel, &function);
    return note(result ? result : cuFuncSetCacheConfig(function, config));
}

RUNTIME cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel, int threads,
                                                               size_t shared, unsigned flags) {
    uint64_t function = 0;
    const int result = find_kernel(kernel, &function);
    return note(result
                    ? result
                    : cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, shared, flags));
}

RUNTIME cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel, int threads, size_t shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, kernel, threads, shared, 0);
}

RUNTIME cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared, const void *kernel, int blocks, int threads) {
    uint64_t function = 0;
    const int result = find_kernel(kernel, &function);
    return note(result ? result : cuOccupancyAvailableDynamicSMemPerBlock(shared, function, blocks, threads));
}

static int of_sizes(int (*ask)(int32_t *, uint64_t, const Configuration *), int *found, const void *kernel,
                    const LaunchConfiguration *c) {
    uint64_t function = 0;
    const int result = c && c->shared <= UINT32_MAX ? find_kernel(kernel, &function) : INVALID_VALUE;
    if (result) return note(result);
    const Configuration given = {{c->grid.x, c->grid.y, c->grid.z},
                                 {c->block.x, c->block.y, c->block.z},
                                 (uint32_t)c->shared,
                                 c->stream,
                                 c->attributes,
                                 c->count};
    return note(ask(found, function, &given));
}

RUNTIME cudaOccupancyMaxActiveClusters(int *clusters, const void *kernel, const LaunchConfiguration *c) {
    return of_sizes(cuOccupancyMaxActiveClusters, clusters, kernel, c);
}

RUNTIME cudaOccupancyMaxPotentialClusterSize(int *blocks, const void *kernel, const LaunchConfiguration *c) {
    return of_sizes(cuOccupancyMaxPotentialClusterSize, blocks, kernel, c);
}

/* ---- errors */

RUNTIME cudaGetLastError(void) {
    const int found = last_error;
    last_error = 0;
    return found;
}

RUNTIME cudaPeekAtLastError(void) { return last_error; }

/* ---- the device */

RUNTIME cudaRuntimeGetVersion(int *version) { return version ? *version = 13000, 0 : note(INVALID_VALUE); }
RUNTIME cudaGetDevice(int *device) { return device ? *device = 0, note(prepare()) : note(INVALID_VALUE); }
RUNTIME cudaSetDevice(int device) { return note(prepare_device(device)); }
RUNTIME cudaInitDevice(int device, unsigned flags, unsigned set) {
    return (void)flags, (void)set, cudaSetDevice(device);
}
RUNTIME cudaSetDeviceFlags(unsigned flags) { return flags & ~0x9Fu ? note(INVALID_VALUE) : 0; }
RUNTIME cudaGetDeviceFlags(unsigned *flags) { return flags ? *flags = 0, 0 : note(INVALID_VALUE); }
RUNTIME cudaChooseDevice(int *device, const void *properties) { return (void)properties, cudaGetDevice(device); }

RUNTIME cudaDeviceReset(void) {
    int result = prepare();
    if (!result) result = cuDevicePrimaryCtxReset_v2(0);
    last_error = 0;
    return ++contexts, note(result);
}

/* Properties that are attributes of the device too: the place and the size of each, and its number. */
static const struct {
    uint16_t place, size, attribute;
} PROPERTIES[] = {
    {296, 8, 8},   {304, 4, 12},  {308, 4, 10},  {312, 8, 11},  {320, 4, 1},   {324, 4, 2},  {328, 4, 3},
    {332, 4, 4},   {336, 4, 5},   {340, 4, 6},   {344, 4, 7},   {352, 8, 9},   {360, 4, 75}, {364, 4, 76},
    {368, 8, 14},  {376, 8, 51},  {384, 4, 16},  {388, 4, 18},  {392, 4, 19},  {552, 8, 30}, {560, 4, 31},
    {564, 4, 32},  {568, 4, 33},  {572, 4, 34},  {576, 4, 50},  {580, 4, 35},  {584, 4, 40}, {588, 4, 41},
    {592, 4, 37},  {596, 4, 38},  {604, 4, 39},  {608, 4, 78},  {612, 4, 79},  {616, 4, 80}, {624, 8, 81},
    {632, 4, 82},  {636, 4, 83},  {648, 4, 86},  {652, 4, 88},  {656, 4, 89},  {660, 4, 90}, {664, 4, 91},
    {668, 4, 95},  {672, 8, 97},  {684, 4, 101}, {688, 4, 106}, {696, 8, 111}, {704, 4, 99}, {720, 4, 115},
    {748, 4, 120}, {752, 4, 129},
};
enum { PROPERTIES_BYTES = 1008, MEMORY_PLACE = 288, UUID_PLACE = 256 };

RUNTIME cudaGetDeviceProperties(char *properties, int device) {
    if (!properties) return note(INVALID_VALUE);
    int result = prepare_device(device);
    memset(properties, 0, PROPERTIES_BYTES);
    if (!result) result = cuDeviceGetName(properties, 256, 0);
    if (!result) result = cuDeviceGetUuid_v2(properties + UUID_PLACE, 0);
    if (!result) result = cuDeviceTotalMem_v2((uint64_t *)(void *)(properties + MEMORY_PLACE), 0);
    for (size_t k = 0; k < sizeof PROPERTIES / sizeof *PROPERTIES && !result; ++k) {
        int32_t value = 0;
        result = cuDeviceGetAttribute(&value, PROPERTIES[k].attribute, 0);
        const uint64_t wide = (uint64_t)(int64_t)value;
        memcpy(properties + PROPERTIES[k].place, &wide, PROPERTIES[k].size);
    }
    return note(result);
}

/* ---- memory */

RUNTIME cudaMalloc(uint64_t *address, size_t bytes) {
    const int result = address ? prepare() : INVALID_VALUE;
    if (!result && !bytes) return *address = 0;
    return note(result ? result : cuMemAlloc_v2(address, bytes));
}

RUNTIME cudaMallocPitch(uint64_t *address, size_t *pitch, size_t width, size_t height) {
    const int result = prepare();
    return note(result ? result : cuMemAllocPitch_v2(address, pitch, width, height, 4));
}

typedef struct {
    uint64_t address;
    size_t pitch, width, rows;
} Slice;
typedef struct {
    size_t width, rows, slices;
} Extent;

RUNTIME cudaMalloc3D(Slice *made, Extent e) {
    int result = made ? prepare() : INVALID_VALUE;
    if (!result && __builtin_mul_overflow(e.rows, e.slices, &(size_t){0})) result = OUT_OF_MEMORY;
    if (result) return note(result);
    *made = (Slice){0, 0, e.width, e.rows};
    if (!e.width || !e.rows || !e.slices) return 0;
    return note(cuMemAllocPitch_v2(&made->address, &made->pitch, e.width, e.rows * e.slices, 4));
}

/* Fill slices: all rows at once, if the slices are filled to their last row. */
static int fill(const Slice *s, int value, Extent e, uint64_t stream, int in_stream) {
    int result = prepare();
    const int together = e.rows == s->rows && !__builtin_mul_overflow(e.rows, e.slices, &(size_t){0});
    const size_t steps = together ? e.slices != 0 : e.slices, rows = together ? e.rows * e.slices : e.rows;
    if (!result && (e.width > s->pitch || e.rows > s->rows)) result = INVALID_VALUE;
    for (size_t k = 0; k < steps && !result && e.width && e.rows; ++k) {
        const uint64_t to = s->address + k * s->pitch * s->rows;
        result = in_stream ? cuMemsetD2D8Async(to, s->pitch, (uint8_t)value, e.width, rows, stream)
                           : cuMemsetD2D8_v2(to, s->pitch, (uint8_t)value, e.width, rows);
    }
    return note(result);
}

RUNTIME cudaMemset3D(Slice to, int value, Extent extent) { return fill(&to, value, extent, 0, 0); }

RUNTIME cudaMemset3DAsync(Slice to, int value, Extent extent, uint64_t stream) {
    return fill(&to, value, extent, stream, 1);
}

static int check_direction(int direction) { return direction < 0 || direction > 4 ? INVALID_DIRECTION : prepare(); }

enum { WITHIN_HOST, TO_DEVICE, FROM_DEVICE, WITHIN_DEVICE };

/* The kinds of memory that a direction has, as the driver counts them: of the host, of the device, either. */
static uint64_t kind_to(int direction) {
    return direction == TO_DEVICE || direction == WITHIN_DEVICE ? 2 : direction > WITHIN_DEVICE ? 4 : 1;
}
static uint64_t kind_from(int direction) {
    return direction == FROM_DEVICE || direction == WITHIN_DEVICE ? 2 : direction > WITHIN_DEVICE ? 4 : 1;
}

static int copy_rows(uint64_t to, size_t to_pitch, uint64_t from, size_t from_pitch, size_t width, size_t height,
                     int direction, int in_stream, uint64_t stream);

/* The driver checks the addresses of a call for a direction. */
RUNTIME cudaMemcpy(uint64_t to, uint64_t from, size_t bytes, int direction) {
    const int result = check_direction(direction);
    if (result) return note(result);
    if (direction == WITHIN_HOST) return copy_rows(to, bytes, from, bytes, bytes, 1, direction, 0, 0);
    return note(direction == TO_DEVICE       ? cuMemcpyHtoD_v2(to, from, bytes)
                : direction == FROM_DEVICE   ? cuMemcpyDtoH_v2(to, from, bytes)
                : direction == WITHIN_DEVICE ? cuMemcpyDtoD_v2(to, from, bytes)
                                             : cuMemcpy(to, from, bytes));
}

RUNTIME cudaMemcpyAsync(uint64_t to, uint64_t from, size_t bytes, int direction, uint64_t stream) {
    const int result = check_direction(direction);
    if (result) return note(result);
    if (direction == WITHIN_HOST) return copy_rows(to, bytes, from, bytes, bytes, 1, direction, 1, stream);
    return note(direction == TO_DEVICE       ? cuMemcpyHtoDAsync_v2(to, from, bytes, stream)
                : direction == FROM_DEVICE   ? cuMemcpyDtoHAsync_v2(to, from, bytes, stream)
                : direction == WITHIN_DEVICE ? cuMemcpyDtoDAsync_v2(to, from, bytes, stream)
                                             : cuMemcpyAsync(to, from, bytes, stream));
}

/* Textures are refused; a description of their elements is a structure of the program. */
typedef struct {
    int bits[4], kind;
} ChannelDescription;

API ChannelDescription cudaCreateChannelDesc(int x, int y, int z, int w, int kind) {
    return (ChannelDescription){{x, y, z, w}, kind};
}

RUNTIME cudaFreeHost(uint64_t address) {
    const int result = prepare();
    return note(result || !address ? result : cuMemFreeHost(address));
}

RUNTIME cudaMemcpyPeer(uint64_t to, int to_device, uint64_t from, int from_device, size_t bytes) {
    const int result = prepare_device(to_device ? to_device : from_device);
    return result ? note(result) : cudaMemcpy(to, from, bytes, 3);
}

RUNTIME cudaMemcpyPeerAsync(uint64_t to, int to_device, uint64_t from, int from_device, size_t bytes, uint64_t stream) {
    const int result = prepare_device(to_device ? to_device : from_device);
    return result ? note(result) : cudaMemcpyAsync(to, from, bytes, 3, stream);
}

/* A copy of rows as the driver takes it. */
typedef struct {
    uint64_t from[2], from_kind, from_host, from_device, from_array, from_pitch;
    uint64_t to[2], to_kind, to_host, to_device, to_array, to_pitch, width, height;
} Rows;

static int copy_rows(uint64_t to, size_t to_pitch, uint64_t from, size_t from_pitch, size_t width, size_t height,
                     int direction, int in_stream, uint64_t stream) {
    const int result = check_direction(direction);
    if (result) return note(result);
    const int is_narrow = width > to_pitch || width > from_pitch; /* the driver reports that for two rows */
    const Rows rows = {.from_kind = kind_from(direction),
                       .from_host = from,
                       .from_device = from,
                       .from_pitch = from_pitch,
                       .to_kind = kind_to(direction),
                       .to_host = to,
                       .to_device = to,
                       .to_pitch = to_pitch,
                       .width = width,
                       .height = is_narrow && height < 2 ? 2 : height};
    const int copied = in_stream ? cuMemcpy2DAsync_v2(&rows, stream) : cuMemcpy2D_v2(&rows);
    return note(is_narrow && copied == INVALID_VALUE ? INVALID_PITCH : copied);
}

RUNTIME cudaMemcpy2D(uint64_t to, size_t to_pitch, uint64_t from, size_t from_pitch, size_t width, size_t height,
                     int direction) {
    return copy_rows(to, to_pitch, from, from_pitch, width, height, direction, 0, 0);
}

RUNTIME cudaMemcpy2DAsync(uint64_t to, size_t to_pitch, uint64_t from, size_t from_pitch, size_t width, size_t height,
                          int direction, uint64_t stream) {
    return copy_rows(to, to_pitch, from, from_pitch, width, height, direction, 1, stream);
}

/* The address of bytes of a variable of the device. */
static int part_of(const void *symbol, size_t bytes, size_t offset, uint64_t *address) {
    uint64_t size = 0;
    const int result = find_variable(symbol, address, &size);
    if (!result && (offset > size || bytes > size - offset)) { /* the driver reports such a copy */
        const size_t end = bytes > SIZE_MAX - offset ? SIZE_MAX : offset + bytes;
        return cuMemcpyAsync(*address, *address, end, 0);
    }
    *address += offset;
    return result;
}

RUNTIME cudaMemcpyToSymbol(const void *symbol, uint64_t from, size_t bytes, size_t offset, int direction) {
    uint64_t address = 0;
    const int result = part_of(symbol, bytes, offset, &address);
    return result ? note(result) : cudaMemcpy(address, from, bytes, direction);
}

RUNTIME cudaMemcpyFromSymbol(uint64_t to, const void *symbol, size_t bytes, size_t offset, int direction) {
    uint64_t address = 0;
    const int result = part_of(symbol, bytes, offset, &address);
    return result ? note(result) : cudaMemcpy(to, address, bytes, direction);
}

RUNTIME cudaMemcpyToSymbolAsync(const void *symbol, uint64_t from, size_t bytes, size_t offset, int direction,
                                uint64_t stream) {
    uint64_t address = 0;
    const int result = part_of(symbol, bytes, offset, &address);
    return result ? note(result) : cudaMemcpyAsync(address, from, bytes, direction, stream);
}

RUNTIME cudaMemcpyFromSymbolAsync(uint64_t to, const void *symbol, size_t bytes, size_t offset, int direction,
                                  uint64_t stream) {
    uint64_t address = 0;
    const int result = part_of(symbol, bytes, offset, &address);
    return result ? note(result) : cudaMemcpyAsync(to, address, bytes, direction, stream);
}

RUNTIME cudaGetSymbolAddress(uint64_t *address, const void *symbol) {
    return note(address ? part_of(symbol, 0, 0, address) : INVALID_VALUE);
}

RUNTIME cudaGetSymbolSize(size_t *size, const void *symbol) {
    uint64_t address = 0;
    return note(size ? find_variable(symbol, &address, size) : INVALID_VALUE);
}

typedef struct {
    int kind, device;
    uint64_t on_device, on_host, rest[8];
} PointerAttributes;
enum { UNREGISTERED, HOST, DEVICE, MANAGED };

RUNTIME cudaPointerGetAttributes(PointerAttributes *found, uint64_t address) {
    int result = found ? prepare() : INVALID_VALUE;
    if (result) return note(result);
    memset(found, 0, sizeof *found);
    found->kind = UNREGISTERED, found->device = -2, found->on_host = address;
    uint32_t kind = 0;
    uint8_t managed = 0;
    result = cuPointerGetAttribute(&kind, 2, address);
    if (result == INVALID_VALUE) return 0;
    if (!result) result = cuPointerGetAttribute(&managed, 8, address);
    if (result) return note(result);
    found->kind = managed ? MANAGED : (int)kind, found->device = 0, found->on_host = 0;
    result = cuPointerGetAttribute(&found->on_device, 3, address);
    if (!result && found->kind != DEVICE) result = cuPointerGetAttribute(&found->on_host, 4, address);
    return note(result);
}

/* ---- streams and events */

RUNTIME cudaStreamCreate(uint64_t *stream) {
    const int result = prepare();
    return note(result ? result : cuStreamCreate(stream, 0));
}

RUNTIME cudaEventCreate(uint64_t *event) {
    const int result = prepare();
    return note(result ? result : cuEventCreate(event, 0));
}

RUNTIME cudaGetDriverEntryPointByVersion(const char *name, void **function, unsigned version, uint64_t flags,
                                         int *status) {
    return note(cuGetProcAddress_v2(name, function, (int)version, flags, status));
}

RUNTIME cudaGetDriverEntryPoint(const char *name, void **function, uint64_t flags, int *status) {
    return cudaGetDriverEntryPointByVersion(name, function, 13000, flags, status);
}

/* Copies of slices of rows: as the driver takes them, and as programs give them. */
typedef struct {
    uint64_t at[3], level, kind, host, device, array, context, pitch, rows;
} Side;
typedef struct {
    Side from, to;
    uint64_t sizes[3];
} Slices;
typedef struct {
    uint64_t array, at[3], pointer, pitch, width, rows;
} SideOfRuntime;
typedef struct {
    SideOfRuntime from, to;
    uint64_t sizes[3];
    int32_t direction;
} SlicesOfRuntime;

#include "runtime_graphs.h"
#include "runtime_calls.h"

static const struct Result *find_result(int number) {
    for (size_t k = 0; k < sizeof RESULTS / sizeof *RESULTS; ++k)
        if (RESULTS[k].number == number) return RESULTS + k;
    return RESULTS + sizeof RESULTS / sizeof *RESULTS - 1;
}

API const char *cudaGetErrorName(int result) { return find_result(result)->name; }
API const char *cudaGetErrorString(int result) { return find_result(result)->meaning; }
