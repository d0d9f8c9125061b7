/* Declarations for the files of the driver. */
#ifndef PYPTX_VIRTUAL_DRIVER_H
#define PYPTX_VIRTUAL_DRIVER_H

#include "client.h"
#include "driver_numbers.h"
#include "interface.h"
#include "runtime_driver.h"

#define CALL __attribute__((visibility("default"))) int

enum {
    ATTRIBUTE_COOPERATIVE = 2,
    ATTRIBUTE_CLUSTER = 4,
    ATTRIBUTE_DEPENDENT = 6,
};
enum { LAUNCH_COOPERATIVE = 1, LAUNCH_DEPENDENT = 2, LAUNCH_KEEPS_ATTRIBUTES = 1 << 31 };

typedef struct { /* of a kernel: offsets and sizes of its parameters */
    uint32_t count, total, (*places)[2];
} Layout;

/* The bytes of the parameters of a launch, which the caller frees: from an address for each, or from a buffer that
 * `extra` names. */
int parameters_of(uint64_t function, void **parameters, void **extra, unsigned char **bytes, uint32_t *size);
const Layout *layout_of(uint64_t function, int *result);

#endif
