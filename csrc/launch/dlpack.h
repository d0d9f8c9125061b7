/* The part of DLPack 1.3's binary interface that a launch reads: a view of a tensor, and the table of functions
 * that a framework offers as `__dlpack_c_exchange_api__`. */
#ifndef PYPTX_DLPACK_H
#define PYPTX_DLPACK_H

#include <stdint.h>

enum { TYPE_COMPLEX = 5 };

typedef struct {
    uint8_t code;
    uint8_t bits;
    uint16_t lanes;
} TensorType;

typedef struct {
    void *data;
    int32_t device_type;
    int32_t device_id;
    int32_t rank;
    TensorType type;
    int64_t *shape;
    int64_t *strides; /* in elements; NULL means row-major */
    uint64_t byte_offset;
} TensorView;

typedef struct {
    uint32_t major;
    uint32_t minor;
    void *older;
    void *allocate;
    void *to_managed;
    void *from_managed;
    int (*view)(void *object, TensorView *out);
    int (*stream)(int32_t device_type, int32_t device_id, void **out);
} ExchangeTable;

#define EXCHANGE_CAPSULE "dlpack_exchange_api"

#endif
