/* Arrivals at mbarriers, as pyptx/sim/barriers.py defines them. */
#ifndef PYPTX_ENGINE_BARRIERS_H
#define PYPTX_ENGINE_BARRIERS_H

#include <stdlib.h>

#include "lanes.h"
#include "timeline.h"

namespace pyptx {

/* Lanes end mbarriers; false if other lanes may still use them. With race checking only. */
bool race_forgets(Warp &w, const uint64_t *index);

namespace {

template <class T> bool grow(T *&items, int32_t &room, int32_t wanted) {
    if (wanted <= room) return true;
    const int32_t more = wanted > 2 * room ? wanted + 15 : 2 * room;
    T *found = (T *)realloc(items, (size_t)more * sizeof *items);
    if (!found) return false;
    items = found, room = more;
    return true;
}

constexpr int64_t MOST_ARRIVALS = (1 << 20) - 1, MOST_TRANSACTIONS = (1 << 20) - 1;

/* The CTA of the cluster in whose shared memory an index lies; null for other memory. */
INLINE const Cta *cta_at(const Warp &w, u64 index) {
    const Shared &s = *w.machine->shared;
    for (int k = 0; k < s.cluster; ++k) {
        const Cta *one = w.cta->cluster + k;
        if (index >= one->shared_start && index < one->shared_start + s.shared_bytes) return one;
    }
    return nullptr;
}

INLINE void complete_phase(Machine &m, Barrier &b) {
    if (b.pending || b.bytes) return;
    ++b.phase;
    b.pending = b.expected;
    changed(m);
}
INLINE bool expect(Machine &m, Barrier &b, s64 amount) {
    const s64 total = b.bytes + amount;
    if (total > MOST_TRANSACTIONS || total < -MOST_TRANSACTIONS) return broke(m, BROKE_MBARRIER_TX);
    b.bytes = (s32)total;
    return true;
}
INLINE bool complete(Machine &m, u64 index, s64 amount) {
    Barrier *b = barrier_at(m, index);
    if (!b) return broke(m, BROKE_MBARRIER_UNINITIALIZED);
    if (!expect(m, *b, -amount)) return false;
    complete_phase(m, *b);
    note_change(m, *b, false);
    return true;
}
INLINE bool arrive(Machine &m, Barrier &b, s64 count, bool drop, bool hold) {
    if (count > b.pending) return broke(m, BROKE_MBARRIER_ARRIVE);
    if (b.seen < b.phase) return broke(m, BROKE_MBARRIER_LAPPED);
    if (drop) b.expected -= (s32)count;
    b.pending -= (s32)count;
    if (hold && !b.pending) return broke(m, BROKE_MBARRIER_ARRIVE);
    complete_phase(m, b);
    return true;
}

/* Whether an index is among those that threads wait for; always true for a negative count. */
INLINE bool awaited(const u64 *wanted, int count, u64 index) {
    if (count < 0) return true;
    for (int k = 0; k < count; ++k)
        if (wanted[k] == index) return true;
    return false;
}

} // namespace
} // namespace pyptx
#endif
