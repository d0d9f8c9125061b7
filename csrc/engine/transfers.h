/* Pending copies and MMAs, as in pyptx/sim/asynchrony.py. */
#ifndef PYPTX_ENGINE_TRANSFERS_H
#define PYPTX_ENGINE_TRANSFERS_H

#include "engine.h"

namespace pyptx {

/* A tensor map and the bytes from which it was decoded. */
struct TensorMap : TensorMapFields {
    uint8_t bytes[128];

    int64_t row_bytes() const { return extents[0] * element; } /* in global memory */
};

constexpr int GROUP = 16; /* elements that have 16 bytes together, with padding */
constexpr int PADDED_BOX = 128;

enum TransferKind : uint8_t {
    LINEAR_IN,  /* bytes to shared memory */
    LINEAR_OUT, /* bytes of shared to global memory */
    BOX_IN,
    BOX_OUT,
    REMOTE,   /* from registers to shared memory of the cluster */
    LATER,    /* from registers to global memory, as an asynchronous release */
    RESPONSE, /* to a request for the work of a cluster that has not started */
};

struct Target {
    uint64_t place, barrier;
    const Cta *cta;
    int32_t phase; /* of the barrier at the start, for race checking */
};

using Combine = void (*)(uint8_t *to, const uint8_t *from);

struct Transfer {
    const Instr *instr;
    Warp *warp;
    int32_t lane, group; /* group: of its thread; -1 for one that completes at barriers */
    TransferKind kind;
    bool fetched, covered, landed;
    const Range *home; /* the allocation of a box that is loaded, if it was written before the launch */
    uint64_t source;
    int64_t size;
    Combine combine; /* null for a copy */
    int32_t element; /* bytes of the elements that it combines */
    int32_t target_count;
    Target *targets;
    TensorMap map;
    int64_t first, *rows; /* of a box: coordinate in dimension 0; offset of each row from the tensor, or OUTSIDE */
    int32_t row_count;
    uint32_t lanes;            /* for REMOTE and LATER: targets and content are by lane */
    uint8_t *content, *states; /* states are null where all bytes were written */
    int64_t due;
    int64_t began;     /* clock of its start, for the timeline */
    int64_t operation; /* number of the first target's, for race checking; of the release of a LATER one */

    /* Bytes at a target, with the padding between them. */
    int64_t room() const { return kind == BOX_IN ? row_count * map.inner_bytes : size; }
};

constexpr int64_t OUTSIDE = INT64_MIN;

constexpr int ELEMENT_BITS[] = {16, 16, 32, 8, 8, 8, 8, 1, 8, 8, 8, 8, 8, 8, 4}; /* with padding, by `ElementType` */

/* Tensor maps that the program writes (ranges.cpp): whether a CTA must execute an acquiring fence before it uses one.
 */
void wrote_map(Machine &m, uint64_t index);
bool is_stale_map(const Machine &m, uint64_t index, const Cta &cta);
void forget_maps(Machine &m);

/* A pending MMA of a warpgroup, see wgmma.cpp. */
struct Product {
    const Instr *instr;
    uint64_t a, b; /* descriptors */
    int32_t group;
    bool adds;
    int64_t due;      /* once all warps have begun it */
    uint32_t *values; /* of A, if it is in registers: by register, warp and lane */
    int64_t began;    /* clock of its start, for the timeline */
};

} // namespace pyptx
#endif
