/* The part of the CUDA driver's binary interface that a launch uses. The addresses come from the library that
 * `pyptx.runtime.driver` opened; nothing here links to CUDA. */
#ifndef PYPTX_DRIVER_H
#define PYPTX_DRIVER_H

typedef struct {
    unsigned id;
    unsigned pad;
    unsigned value[16];
} LaunchAttribute;

typedef struct {
    unsigned grid[3];
    unsigned block[3];
    unsigned shared_bytes;
    void *stream;
    const LaunchAttribute *attributes;
    unsigned attribute_count;
} LaunchConfig;

typedef struct {
    int (*launch)(const LaunchConfig *config, void *function, void **params, void **extra);
    int (*current)(void **context);
    int (*push)(void *context);
    int (*pop)(void **context);
    int (*replace)(void *map, void *address); /* cuTensorMapReplaceAddress; NULL where the driver has none */
} Driver;

#endif
