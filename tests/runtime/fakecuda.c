/* A CUDA driver without a GPU: it writes what it is asked to the file $FAKECUDA_LOG and holds memory on the host. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { unsigned id, pad, value[16]; } Attribute;
typedef struct {
    unsigned grid[3], block[3], shared;
    void *stream;
    Attribute *attributes;
    unsigned count;
} Config;

static int setting(const char *name, int otherwise) {
    const char *text = getenv(name);
    return text ? atoi(text) : otherwise;
}

static void note(const char *text) {
    FILE *file = fopen(getenv("FAKECUDA_LOG"), "a");
    if (file) { fputs(text, file); fclose(file); }
}

int cuInit(unsigned flags) { (void)flags; return setting("FAKECUDA_INIT", 0); }
int cuDriverGetVersion(int *version) { *version = setting("FAKECUDA_VERSION", 13000); return 0; }
int cuDeviceGetCount(int *count) { *count = setting("FAKECUDA_DEVICES", 1); return 0; }
int cuDeviceGet(int *device, int ordinal) { *device = ordinal; return ordinal < setting("FAKECUDA_DEVICES", 1) ? 0 : 101; }
int cuDeviceGetName(char *name, int size, int device) { (void)device; snprintf(name, size, "Fake GPU"); return 0; }
int cuDeviceGetAttribute(int *value, int which, int device) {
    int capability = setting(device ? "FAKECUDA_CAPABILITY_1" : "FAKECUDA_CAPABILITY", 90);
    *value = which == 75 ? capability / 10 : capability % 10;
    return 0;
}
int cuGetErrorName(int status, const char **text) { (void)status; *text = "CUDA_ERROR_FAKE"; return 0; }
int cuGetErrorString(int status, const char **text) { (void)status; *text = "a fake failure"; return 0; }
int cuDevicePrimaryCtxRetain(void **context, int device) { *context = (void *)(long)(100 + device); return 0; }
int cuCtxPushCurrent_v2(void *context) {
    char text[60];
    if ((long)context == 100) return 0;
    snprintf(text, sizeof text, "push %ld\n", (long)context);
    note(text);
    return 0;
}
int cuCtxGetCurrent(void **context) { *context = (void *)(long)(100 + setting("FAKECUDA_CURRENT", 0)); return 0; }
int cuCtxGetDevice(int *device) { *device = setting("FAKECUDA_CURRENT", 0); return *device < 0 ? 201 : 0; }
int cuPointerGetAttribute(void *value, int which, unsigned long long address) {
    *(int *)value = setting("FAKECUDA_POINTER_DEVICE", 0);
    return which == 9 && address ? 0 : 1;
}
int cuStreamSynchronize(void *stream) { (void)stream; note("synchronize\n"); return 0; }
int cuFuncGetAttribute(int *value, int which, void *function) {
    (void)function;
    *value = which == 0 ? setting("FAKECUDA_MAX_THREADS", 1024) : which == 1 ? setting("FAKECUDA_STATIC", 0) : 32;
    return 0;
}
int cuTensorMapReplaceAddress(void *map, void *address) {
    char text[100];
    snprintf(text, sizeof text, "replace%s at %llx\n", (unsigned long long)map % 64 ? " misaligned" : "",
             (unsigned long long)address);
    note(text);
    memcpy(map, &address, sizeof address);
    return 0;
}
int cuCtxPopCurrent_v2(void **context) { *context = 0; return 0; }
int cuStreamIsCapturing(void *stream, int *status) { (void)stream; *status = setting("FAKECUDA_CAPTURING", 0); return 0; }
int cuModuleLoadData(void **module, const void *image) {
    note(memcmp(image, "\177ELF", 4) ? "load other\n" : "load cubin\n");
    *module = (void *)1;
    return 0;
}
int cuModuleLoadDataEx(void **module, const void *image, unsigned count, int *names, void **values) {
    (void)image;
    note("load ptx\n");
    *module = (void *)1;
    if (!setting("FAKECUDA_JIT_FAILS", 0)) return 0;
    for (unsigned i = 0; i < count; i++)
        if (names[i] == 5) strcpy(values[i], "ptxas application ptx input, line 7; error   : Arguments mismatch");
    return 218;
}
int cuModuleGetFunction(void **function, void *module, const char *name) {
    char text[200];
    (void)module;
    snprintf(text, sizeof text, "function %s\n", name);
    note(text);
    *function = (void *)7;
    return 0;
}
int cuFuncSetAttribute(void *function, int which, int value) {
    char text[100];
    (void)function;
    snprintf(text, sizeof text, "attribute %d %d\n", which, value);
    note(text);
    return 0;
}
int cuMemAlloc_v2(unsigned long long *address, size_t size) { *address = (unsigned long long)malloc(size); note("alloc\n"); return 0; }
int cuMemFree_v2(unsigned long long address) { free((void *)address); note("free\n"); return 0; }
int cuMemcpyHtoD_v2(unsigned long long to, const void *from, size_t size) { memcpy((void *)to, from, size); return 0; }
int cuMemcpyDtoH_v2(void *to, unsigned long long from, size_t size) { memcpy(to, (void *)from, size); return 0; }
static void list(char *text, const char *what, int count, const void *values, int wide) {
    sprintf(text + strlen(text), " %s", what);
    for (int i = 0; i < count; i++)
        sprintf(text + strlen(text), " %lld", wide ? ((const long long *)values)[i] : (long long)((const int *)values)[i]);
}
static void map(void *map, const char *kind, int type, unsigned rank, void *address, const void *sizes, const void *strides,
                char *text) {
    sprintf(text, "map %s%s type %d rank %u at %llx", kind, (unsigned long long)map % 64 ? " misaligned" : "", type, rank,
            (unsigned long long)address);
    list(text, "sizes", rank, sizes, 1);
    list(text, "strides", rank - 1, strides, 1);
    memset(map, 0x5A, 128);
}
int cuTensorMapEncodeTiled(void *made, int type, unsigned rank, void *address, const void *sizes, const void *strides,
                           const void *box, const void *steps, int interleave, int swizzle, int promotion, int fill) {
    char text[600];
    map(made, "tiled", type, rank, address, sizes, strides, text);
    list(text, "box", rank, box, 0);
    list(text, "steps", rank, steps, 0);
    sprintf(text + strlen(text), " interleave %d swizzle %d promotion %d fill %d\n", interleave, swizzle, promotion, fill);
    note(text);
    return setting("FAKECUDA_MAP", 0);
}
int cuTensorMapEncodeIm2col(void *made, int type, unsigned rank, void *address, const void *sizes, const void *strides,
                            const void *lower, const void *upper, unsigned channels, unsigned pixels, const void *steps,
                            int interleave, int swizzle, int promotion, int fill) {
    char text[600];
    map(made, "im2col", type, rank, address, sizes, strides, text);
    list(text, "lower", rank - 2, lower, 0);
    list(text, "upper", rank - 2, upper, 0);
    sprintf(text + strlen(text), " channels %u pixels %u", channels, pixels);
    list(text, "steps", rank, steps, 0);
    sprintf(text + strlen(text), " interleave %d swizzle %d promotion %d fill %d\n", interleave, swizzle, promotion, fill);
    note(text);
    return 0;
}
int cuTensorMapEncodeIm2colWide(void *made, int type, unsigned rank, void *address, const void *sizes, const void *strides,
                                int lower, int upper, unsigned channels, unsigned pixels, const void *steps,
                                int interleave, int mode, int swizzle, int promotion, int fill) {
    char text[600];
    map(made, "wide", type, rank, address, sizes, strides, text);
    sprintf(text + strlen(text), " lower %d upper %d channels %u pixels %u mode %d", lower, upper, channels, pixels, mode);
    list(text, "steps", rank, steps, 0);
    sprintf(text + strlen(text), " interleave %d swizzle %d promotion %d fill %d\n", interleave, swizzle, promotion, fill);
    note(text);
    return 0;
}
int cuLaunchKernelEx(const Config *config, void *function, void **params, void **extra) {
    char text[800]; /* one line at once: threads launch side by side */
    const unsigned *grid = config->grid, *block = config->block;
    (void)extra;
    sprintf(text, "launch %ld grid %u %u %u block %u %u %u shared %u stream %ld attributes %u", (long)function,
            grid[0], grid[1], grid[2], block[0], block[1], block[2], config->shared, (long)config->stream, config->count);
    for (unsigned i = 0; i < config->count; i++) {
        const Attribute *found = &config->attributes[i];
        char *end = text + strlen(text);
        if (found->id == 4)
            sprintf(end, " id 4 cluster %u %u %u", found->value[0], found->value[1], found->value[2]);
        else
            sprintf(end, " id %u is %d", found->id, (int)found->value[0]);
    }
    sprintf(text + strlen(text), " first %llx second %x\n", *(unsigned long long *)params[0], *(unsigned *)params[1]);
    note(text);
    /* Act as a kernel: write the second parameter to the address in the first. */
    if (setting("FAKECUDA_RUNS", 0)) **(unsigned **)params[0] = *(unsigned *)params[1];
    return setting("FAKECUDA_LAUNCH", 0);
}
