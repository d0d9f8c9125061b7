/* Pending copies and MMAs, as in pyptx/sim/asynchrony.py. */
#ifndef PYPTX_ENGINE_TRANSFERS_H
#define PYPTX_ENGINE_TRANSFERS_H

#include "engine.h"
#include "shadow_values.h"

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
    int64_t before, behind; /* bytes at the ends that are not read: they get undefined ones */
    uint32_t left_out;      /* bytes of each 16 that are not copied */
    Combine combine;        /* null for a copy */
    int32_t element;        /* bytes of the elements that it combines */
    int32_t target_count;
    Target *targets;
    TensorMap map;
    int64_t first, *rows; /* of a box: coordinate in dimension 0; offset of each row from the tensor, or OUTSIDE */
    int32_t row_count;
    uint32_t lanes;            /* for REMOTE and LATER: targets and content are by lane */
    uint8_t *content, *states; /* states are null where all bytes were written */
    ShadowPieces *shadows;     /* of the content; null before it is read, and without shadow values */
    int64_t due;
    int64_t began;     /* clock of its start, for the timeline */
    int64_t operation; /* number of the first target's, for race checking; of the release of a LATER one */

    /* Bytes at a target, with the padding between them. */
    int64_t read_size() const { return size - before - behind; }
    int64_t room() const { return kind == BOX_IN ? row_count * map.inner_bytes : size; }
};

/* Call `f` with the first byte and the size of each run of bytes that is copied, until it returns false. */
template <class F> bool each_run(const Transfer &t, F f) {
    if (!t.left_out) return f(0, t.size);
    const auto copied = [&](int64_t k) { return !(t.left_out >> k % 16 & 1); };
    for (int64_t k = 0; k < t.size; ++k) {
        if (!copied(k)) continue;
        const int64_t first = k;
        while (k < t.size && copied(k)) ++k;
        if (!f(first, k - first)) return false;
    }
    return true;
}

constexpr int64_t OUTSIDE = INT64_MIN;

constexpr int ELEMENT_BITS[] = {16, 16, 32, 8, 8, 8, 8, 1, 8, 8, 8, 8, 8, 8, 4}; /* with padding, by `ElementType` */

/* Tensor maps that the program writes (ranges.cpp): whether a CTA must execute an acquiring fence before it uses one.
 */
void wrote_map(Machine &m, uint64_t index);
bool is_stale_map(const Machine &m, uint64_t index, const Cta &cta);
void forget_maps(Machine &m);

/* Bytes from a multiple of a swizzle's period to the start of its pattern: the base offset of a matrix descriptor. */
inline uint32_t pattern_start(uint64_t descriptor) { return (uint32_t)(descriptor >> 49 & 7) << 7; }

/* A pending MMA of a warpgroup, see wgmma.cpp. */
struct Product {
    const Instr *instr;
    uint64_t a, b; /* descriptors */
    int32_t group;
    bool adds;
    int64_t due;          /* once all warps have begun it */
    uint32_t *values;     /* of A, if it is in registers: by register, warp and lane */
    ShadowCell **shadows; /* their shadows, by register, value and warp; null without */
    int64_t began;        /* clock of its start, for the timeline */
};

} // namespace pyptx
#endif
