/* Structures of launches, nodes of graphs and results, for the driver and the runtime. */
#ifndef PYPTX_VIRTUAL_INTERFACE_H
#define PYPTX_VIRTUAL_INTERFACE_H

#include <stddef.h>
#include <stdint.h>

#define ALIAS(name, other) extern __typeof__(name) other __attribute__((visibility("default"), alias(#name)))

struct Result {
    int number;
    const char *name, *meaning;
};
typedef struct {
    uint32_t id, pad, numbers[16];
} Attribute;
enum { ATTRIBUTE_EVENT_OF_TRIGGER = 7, ATTRIBUTE_EVENT_OF_START = 12 };

/* Whether attributes of a launch name an event that it records. */
static inline int records_event(const Attribute *attributes, uint32_t count) {
    for (const Attribute *each = attributes; each && each < attributes + count; ++each)
        if ((each->id == ATTRIBUTE_EVENT_OF_TRIGGER || each->id == ATTRIBUTE_EVENT_OF_START) &&
            (each->numbers[0] || each->numbers[1]))
            return 1;
    return 0;
}

typedef struct {
    uint32_t grid[3], block[3], shared;
    uint64_t stream;
    const Attribute *attributes;
    uint32_t count;
} Configuration;
typedef struct {
    uint64_t function;
    uint32_t grid[3], block[3], shared;
    void **parameters, **extra;
    uint64_t kernel, context; /* not in the older structure */
} KernelNode;
typedef struct {
    int32_t kind, reserved[3];
    union {
        KernelNode kernel;
        uint64_t all[29];
    };
    uint64_t reserved_too;
} GraphNode;
typedef struct {
    uint64_t flags, stream, node;
    int32_t result;
} InstantiateParameters;
typedef struct {
    int32_t result;
    uint64_t node, from;
} UpdateResult;

#endif
