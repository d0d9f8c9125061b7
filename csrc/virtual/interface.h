/* Structures of a launch with attributes and of a result, for the driver and the runtime. */
#ifndef PYPTX_VIRTUAL_INTERFACE_H
#define PYPTX_VIRTUAL_INTERFACE_H

#include <stdint.h>

#define ALIAS(name, other) extern __typeof__(name) other __attribute__((visibility("default"), alias(#name)));

struct Result {
    int number;
    const char *name, *meaning;
};
typedef struct {
    uint32_t id, pad, numbers[16];
} Attribute;
typedef struct {
    uint32_t grid[3], block[3], shared;
    uint64_t stream;
    const Attribute *attributes;
    uint32_t count;
} Configuration;

#endif
