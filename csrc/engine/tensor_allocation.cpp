/* Allocation of tensor memory, as pyptx/sim/semantics/tcgen05_alloc.py defines it. Built once for all levels of the
 * instruction set.
 */
#include "races.h"
#include "shadow_values.h"
#include "tensor_operands.h"

namespace pyptx {
namespace {

constexpr int GRANULE = 32;

/* Let a warp wait for columns, or for the warp of the other CTA of the pair. */
INLINE void wait(Warp &w) {
    park(*w.state, FULL, w.state->place);
    memset(w.state->barrier, TENSOR_MEMORY, sizeof w.state->barrier);
    changed(*w.machine);
}

INLINE bool share_multiprocessor(const Cta &a, const Cta &b, s64 crowd) {
    return a.place % MULTIPROCESSORS == b.place % MULTIPROCESSORS &&
           a.place / MULTIPROCESSORS / crowd == b.place / MULTIPROCESSORS / crowd;
}
INLINE bool holds_exclusively(const TensorMemory &t) {
    for (int k = 0; k < t.held_count; ++k)
        if (t.held[k].exclusive) return true;
    return false;
}
/* Find columns that no CTA on the multiprocessors of two CTAs holds; returns the first one, or -1. */
int free_columns(const Machine &m, const Cta &one, const Cta &other, int columns, bool exclusive) {
    u64 taken[TENSOR_WORDS] = {};
    for (s64 k = 0; k < m.slots; ++k) {
        const Cta &cta = m.ctas[k];
        const s64 crowd = m.shared->crowd;
        if (cta.place < 0) continue;
        if (!share_multiprocessor(cta, one, crowd) && !share_multiprocessor(cta, other, crowd)) continue;
        const TensorMemory &t = *cta.tensor;
        const bool asks = &cta == &one || &cta == &other;
        if (!asks && t.held_count && (exclusive || holds_exclusively(t))) return -1;
        for (int word = 0; word < TENSOR_WORDS; ++word) taken[word] |= t.open[word];
    }
    for (int base = 0; base + columns <= TENSOR_COLUMNS; base += exclusive ? GRANULE : columns)
        if (!any_columns(taken, base, base + columns)) return base;
    return -1;
}
/* Give a warp the columns that it wants; false if that races. */
bool take(const TensorRequest &wanted, int base) {
    Warp &w = *wanted.warp;
    TensorMemory &t = *w.cta->tensor;
    if (w.machine->races && !race_tensor_allocated(w, wanted.instr, wanted.target)) return false;
    set_columns(t.open, base, base + wanted.columns, true);
    t.held[t.held_count++] = {base, wanted.columns, &w, wanted.exclusive};
    t.smallest = wanted.columns;
    t.wanted.warp = nullptr;
    memcpy(w.machine->shared->data + wanted.target, &base, sizeof base);
    mark_bytes(w.machine->shared->state + wanted.target, sizeof base);
    if (w.machine->shadows) w.machine->shadows->memory.overwrite(wanted.target, sizeof base);
    changed(*w.machine);
    return true;
}

/* The CTA whose warp allocates together with one of a CTA: that itself where there are no pairs. */
INLINE Cta &partner(Cta &cta) { return cta.tensor->group == 2 ? cta.cluster[cta.rank ^ 1] : cta; }

enum Outcome { PENDING_REQUEST, SERVED, FAILED };

/* Give a CTA, or pair, the columns that its warps want, if they are free. */
Outcome serve(Cta &cta) {
    Cta &other = partner(cta);
    const TensorRequest mine = cta.tensor->wanted, others = other.tensor->wanted;
    if (!mine.warp || !others.warp) return PENDING_REQUEST;
    if (mine.columns != others.columns) {
        broke(*mine.warp->machine, BROKE_TENSOR_MEMORY_SIZE);
        return FAILED;
    }
    const int base = free_columns(*mine.warp->machine, cta, other, mine.columns, mine.exclusive);
    if (base < 0) return PENDING_REQUEST;
    return take(mine, base) && (&other == &cta || take(others, base)) ? SERVED : FAILED;
}
/* Serve the warps that wait for columns, after some were freed; false if one cannot be served. */
bool serve_waiting(Machine &m) {
    for (s64 k = 0; k < m.slots; ++k) {
        Cta &cta = m.ctas[k];
        if (cta.place < 0 || !cta.tensor->wanted.warp) continue;
        Warp *const warps[] = {cta.tensor->wanted.warp, partner(cta).tensor->wanted.warp};
        const Outcome outcome = serve(cta);
        if (outcome == FAILED) return false;
        for (int n = 0; n < (warps[0] == warps[1] ? 1 : 2) && outcome == SERVED; ++n) release(*warps[n]->state, FULL);
    }
    return true;
}

/* Whether a warp that holds columns may wait for ever for more: see `_need_end_of_wait`. */
bool may_wait_for_ever(const Warp &w, int columns, bool exclusive) {
    const TensorMemory &t = *w.cta->tensor;
    constexpr int GRANULES = TENSOR_COLUMNS / GRANULE;
    int steps[MOST_HELD], count = 0, total = 0; /* granules held after each allocation */
    for (int k = 0; k < t.held_count; ++k) {
        const Holding &held = t.held[k];
        if (held.warp != &w) continue;
        if (exclusive || held.exclusive) return true;
        steps[count++] = total += held.columns / GRANULE;
    }
    u64 taken = count ? 1ull << total : 0; /* bit n: some CTAs may hold n granules together */
    const s64 crowd = w.machine->shared->crowd;
    for (s64 ctas = 2; ctas <= crowd; ++ctas) {
        const u64 fewer = taken;
        for (int k = 0; k < count; ++k) taken |= fewer << steps[k];
        taken &= (2ull << GRANULES) - 1;
    }
    return crowd > 1 && taken >> (GRANULES + 1 - columns / GRANULE);
}

const Instr *allocate(Warp &w, const Instr *i) {
    const TensorAllocArgs op(i);
    TensorMemory &t = *w.cta->tensor;
    u32 columns;
    if (!uniform(w, op.count(), columns) || !joins(w, op.group())) return refuse(w, i);
    const bool legal = columns >= GRANULE && columns <= TENSOR_COLUMNS &&
                       !(op.exclusive() ? columns % GRANULE : columns & (columns - 1));
    u64 at[LANES], target;
    addresses(w, op, at);
    if (!legal) return refuse(w, i, BROKE_TENSOR_MEMORY_SIZE);
    if (t.relinquished) return refuse(w, i, BROKE_TENSOR_MEMORY_PERMIT);
    if ((int)columns > t.smallest) return refuse(w, i, BROKE_TENSOR_MEMORY_GROWTH);
    if (may_wait_for_ever(w, (int)columns, op.exclusive())) return refuse(w, i, BROKE_TENSOR_MEMORY_HOLD);
    if (t.wanted.warp) return stop(w, i, STOP_LIMIT); /* another warp of the CTA waits for columns */
    if (!locate_one(w, op.space(), 0, at[0], 4, 4, ALLOCATED | WRITABLE, target) || !cta_at(w, target))
        return refuse(w, i);
    const Cta &other = partner(*w.cta);
    Warp *const peer = &other == w.cta ? nullptr : other.tensor->wanted.warp;
    if (!peer && other.exited) return refuse(w, i, BROKE_EXITED_CTA);
    t.wanted = {&w, i, (s32)columns, -1, target, op.exclusive()};
    switch (serve(*w.cta)) {
    case FAILED: return refuse(w, i);
    case PENDING_REQUEST: wait(w); return nullptr;
    case SERVED: break;
    }
    if (peer) release(*peer->state, FULL);
    return i + 1;
}

INLINE int held_at(const TensorMemory &t, int base, int columns) {
    for (int k = 0; k < t.held_count; ++k)
        if (t.held[k].base == base && t.held[k].columns == columns) return k;
    return -1;
}
void give(TensorMemory &t, int base, int columns) {
    const int place = held_at(t, base, columns);
    memmove(t.held + place, t.held + place + 1, (--t.held_count - place) * sizeof *t.held);
    set_columns(t.open, base, base + columns, false);
    for (int lane = 0; lane < TENSOR_LANES; ++lane) set_columns(t.known[lane], base, base + columns, false);
    t.freeing.warp = nullptr;
}
const Instr *deallocate(Warp &w, const Instr *i) {
    const TensorFreeArgs op(i);
    TensorMemory &t = *w.cta->tensor;
    u32 columns, address;
    if (!uniform(w, op.count(), columns) || !uniform(w, op.taddr(), address) || !joins(w, op.group()))
        return refuse(w, i);
    const int base = column_of(address);
    const int place = held_at(t, base, (int)columns);
    if (lane_of(address) || t.freeing.warp || place < 0 || t.held[place].exclusive != op.exclusive())
        return refuse(w, i, BROKE_TENSOR_MEMORY_FREE);
    if (w.machine->races && !race_tensor_freed(w, i, base, (int)columns)) return refuse(w, i);
    if (op.group() == 2) {
        const Cta &peer = peer_of(w);
        const TensorRequest other = peer.tensor->freeing;
        if (!other.warp) {
            if (peer.exited) return refuse(w, i, BROKE_EXITED_CTA);
            t.freeing = {&w, i, (s32)columns, base, 0, false};
            wait(w);
            return nullptr;
        }
        if (other.base != base || other.columns != (s32)columns) return refuse(w, i, BROKE_TENSOR_MEMORY_FREE);
        give(*peer.tensor, base, (int)columns);
        release(*other.warp->state, FULL);
    }
    give(t, base, (int)columns);
    changed(*w.machine);
    return serve_waiting(*w.machine) ? i + 1 : refuse(w, i);
}
const Instr *relinquish(Warp &w, const Instr *i) {
    if (w.mask != FULL) return refuse(w, i, BROKE_ALIGNED);
    if (!joins(w, TensorRelinquishArgs(i).group())) return refuse(w, i);
    w.cta->tensor->relinquished = true;
    return i + 1;
}

const Entry entries[] = {
    {"tcgen05.alloc", allocate},
    {"tcgen05.dealloc", deallocate},
    {"tcgen05.relinquish_alloc_permit", relinquish},
};

} // namespace

extern const HandlerTable tensor_allocation;
const HandlerTable tensor_allocation = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
