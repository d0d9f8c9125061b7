/* Tensor memory and its operations, as pyptx/sim/tensor_memory.py and pyptx/sim/tensor_cores.py keep them. */
#ifndef PYPTX_ENGINE_TENSOR_H
#define PYPTX_ENGINE_TENSOR_H

#include <stdlib.h>
#include <string.h>

#include "engine.h"

namespace pyptx {

/* Words from one lane to the next; the padding spreads the lanes over the sets of the cache. */
constexpr int TENSOR_PITCH = TENSOR_COLUMNS + 16;
constexpr int TENSOR_WORDS = TENSOR_COLUMNS / 64;                                   /* words of a bitmap of columns */
constexpr uint64_t TENSOR_BYTES = sizeof(uint32_t) * TENSOR_LANES * TENSOR_COLUMNS; /* of a CTA */
constexpr int MOST_HELD = TENSOR_COLUMNS / 32;
constexpr int MOST_PLANS = 1 << 14; /* a power of two */

struct TensorRequest { /* an allocation or release that waits for the other CTA of the pair */
    Warp *warp;        /* null for none */
    const Instr *instr;
    int32_t columns, base;
    uint64_t target; /* arena index to which the address is written */
    bool exclusive;
};

struct Holding { /* an allocation */
    int32_t base, columns;
    const Warp *warp;
    bool exclusive;
};

/* The tensor memory of a CTA and its allocations. */
struct TensorMemory {
    alignas(64) uint32_t words[TENSOR_LANES][TENSOR_PITCH];
    uint64_t known[TENSOR_LANES][TENSOR_WORDS]; /* bitmap of written words */
    uint64_t open[TENSOR_WORDS];                /* bitmap of allocated columns */
    Holding held[MOST_HELD];
    int32_t held_count, smallest, group; /* group: `cta_group` in use, 0 before the first */
    bool relinquished;
    TensorRequest wanted, freeing;

    void clear() {
        memset((void *)this, 0, sizeof *this);
        smallest = TENSOR_COLUMNS;
    }
};

/* The place of a word among the shadows of tensor memory. */
inline uint64_t tensor_index(const Cta &cta, int lane, int column) {
    const uint64_t slot = (uint64_t)(&cta - cta.warps[0].machine->ctas);
    return ((slot * TENSOR_LANES + (uint64_t)lane) * TENSOR_COLUMNS + (uint64_t)column) * sizeof(uint32_t);
}

/* The bits of a range of columns in one word of a bitmap. */
inline uint64_t bits_in(int word, int first, int last) {
    const int from = first - 64 * word, until = last - 64 * word;
    if (from >= 64 || until <= 0) return 0;
    const uint64_t above = from > 0 ? ~0ull << from : ~0ull;
    return until >= 64 ? above : above & ((1ull << until) - 1);
}
inline bool has_columns(const uint64_t *row, int first, int last) {
    for (int k = first / 64; k <= (last - 1) / 64; ++k)
        if (bits_in(k, first, last) & ~row[k]) return false;
    return true;
}
inline void set_columns(uint64_t *row, int first, int last, bool on) {
    for (int k = first / 64; k <= (last - 1) / 64; ++k) {
        const uint64_t some = bits_in(k, first, last);
        row[k] = on ? row[k] | some : row[k] & ~some;
    }
}
inline bool any_columns(const uint64_t *row, int first, int last) {
    for (int k = first / 64; k <= (last - 1) / 64; ++k)
        if (bits_in(k, first, last) & row[k]) return true;
    return false;
}
/* Whether a range of columns is legal and allocated. */
inline bool are_open(const TensorMemory &t, int first, int last) {
    return first >= 0 && last <= TENSOR_COLUMNS && has_columns(t.open, first, last);
}

/* The plan that Python made of an operation with some operands. */
struct PlannedOperation {
    const Instr *instr; /* null in an empty slot */
    TensorOperands given;
    TensorPlan *plan; /* null for an operation that the engine does not support */
};

enum TensorKind : uint8_t { TENSOR_PRODUCT, TENSOR_COPY, TENSOR_SHIFT, TENSOR_COMMIT, TENSOR_STORE };

/* Whether the hardware pipelines operations of a kind behind earlier ones of another, of any thread. */
inline bool are_pipelined(TensorKind earlier, TensorKind later) {
    switch (later) {
    case TENSOR_PRODUCT: return earlier < TENSOR_COMMIT;
    case TENSOR_COPY: return earlier == TENSOR_SHIFT;
    case TENSOR_SHIFT: return earlier == TENSOR_PRODUCT;
    default: return false;
    }
}

constexpr int SHIFTED_COLUMNS = 8;

/* A pending operation, or a commit that has not arrived. */
struct TensorOperation {
    const Instr *instr;
    int64_t due;
    TensorKind kind;
    int8_t lane; /* -1 for a store, which belongs to the warp */
    bool adds, pair;
    bool chosen;      /* whether it takes effect now */
    int64_t number;   /* of operations that were started before it */
    int32_t count;    /* of barriers */
    uint32_t address; /* of a shift or store */
    int64_t began;    /* clock of its start, for the timeline */
    union {
        struct {
            const TensorPlan *plan;
            uint32_t disabled[8];
        };
        uint64_t barriers[16];
        uint32_t *values;
    };
};

/* The operand that a thread's last MMA left in a collector buffer. */
struct Collected {
    bool live;
    int32_t number;   /* of its type and shape */
    uint64_t operand; /* descriptor or address */
};
constexpr int COLLECTORS = 5;

/* The operations of a thread that no thread has awaited. */
struct TensorTrail {
    bool loose;             /* whether one has no commit after it */
    bool covered;           /* whether one has a commit after it */
    bool pair;              /* whether they access both CTAs of a pair */
    TensorKind last, over;  /* kinds of the last one without a commit, and of the last one with one */
    int64_t number, before; /* the numbers of these */
    int32_t count, barrier[16], phase[16];
    Collected collected[COLLECTORS];
};

/* Whether a thread observed that the operations of a trail with a commit have completed. */
inline bool is_seen(const Machine &m, const TensorTrail &trail) {
    for (int n = 0; n < trail.count && trail.covered; ++n)
        if (m.barriers.items[trail.barrier[n]].seen > trail.phase[n]) return true;
    return false;
}
/* Whether a thread observed the end of an operation of another thread that is pipelined behind this one. */
inline bool is_followed(const Cta &cta, TensorKind kind, int64_t number) {
    const Machine &m = *cta.warps[0].machine;
    for (int k = cta.rank & ~1; k <= (cta.rank | 1) && k < m.shared->cluster; ++k) {
        const Cta &one = cta.cluster[k];
        for (int w = 0; one.place >= 0 && w < one.count; ++w)
            for (int l = 0; one.warps[w].operations.trails && l < LANES; ++l) {
                const TensorTrail &trail = one.warps[w].operations.trails[l];
                if ((&one == &cta || trail.pair) && trail.before > number && are_pipelined(kind, trail.over) &&
                    is_seen(m, trail))
                    return true;
            }
    }
    return false;
}

/* Whether a CTA may end: it holds no tensor memory, and no operation may still access its memory. */
inline bool tensor_over(const Cta &cta) {
    if (!cta.tensor) return true;
    Machine &m = *cta.warps[0].machine;
    if (cta.tensor->held_count) return broke(m, BROKE_TENSOR_MEMORY_LEAK);
    for (int k = 0; k < m.shared->cluster; ++k) {
        const Cta &one = cta.cluster[k];
        if (k / 2 != cta.rank / 2 || one.place < 0) continue;
        for (int number = 0; number < one.count; ++number) {
            const TensorQueue &q = one.warps[number].operations;
            for (int n = 0; n < q.count; ++n)
                if (q.items[n].kind < TENSOR_COMMIT && (&one == &cta || q.items[n].pair))
                    return broke(m, BROKE_TENSOR_UNFINISHED, q.items[n].instr);
            for (int l = 0; q.trails && l < LANES; ++l) {
                const TensorTrail &trail = q.trails[l];
                if (&one != &cta && !trail.pair) continue;
                if (!trail.loose && (!trail.covered || is_seen(m, trail))) continue;
                if (!is_followed(one, trail.loose ? trail.last : trail.over, trail.loose ? trail.number : trail.before))
                    return broke(m, BROKE_TENSOR_UNFINISHED);
            }
        }
    }
    return true;
}

/* Drop the operations of a warp. */
inline void clear(TensorQueue &q) {
    for (int k = 0; k < q.count; ++k)
        if (q.items[k].kind == TENSOR_STORE) free(q.items[k].values);
    q.count = 0;
    if (q.trails) memset(q.trails, 0, LANES * sizeof *q.trails);
}

} // namespace pyptx
#endif
