/* Allocation of tensor memory, as pyptx/sim/semantics/tcgen05_alloc.py defines it. Built once for all levels of the
 * instruction set.
 */
#include "races.h"
#include "tensor_operands.h"

namespace pyptx {
namespace {

INLINE void wait_for_peer(Warp &w) {
    park(*w.state, FULL, w.state->place);
    memset(w.state->barrier, TENSOR_MEMORY, sizeof w.state->barrier);
    changed(*w.machine);
}

constexpr int GRANULE = 32;

/* Find columns that are free in both CTAs; returns the first one, or -1. */
int free_columns(const TensorMemory &t, const TensorMemory &other, int columns, bool exclusive) {
    for (int base = 0; base + columns <= TENSOR_COLUMNS; base += exclusive ? GRANULE : columns)
        if (!any_columns(t.open, base, base + columns) && !any_columns(other.open, base, base + columns)) return base;
    return -1;
}
/* Give a warp the columns that it wants; false if that races. */
bool take(const TensorRequest &wanted, int base) {
    Warp &w = *wanted.warp;
    TensorMemory &t = *w.cta->tensor;
    const int columns = wanted.columns;
    const u64 target = wanted.target;
    if (w.machine->races && !race_tensor_allocated(w, wanted.instr, target)) return false;
    set_columns(t.open, base, base + columns, true);
    t.held[t.held_count][0] = base, t.held[t.held_count++][1] = columns;
    t.smallest = columns;
    t.wanted.warp = nullptr;
    memcpy(w.machine->shared->data + target, &base, sizeof base);
    mark_bytes(w.machine->shared->state + target, sizeof base);
    return true;
}
/* Whether a CTA outside the pair holds tensor memory of the same multiprocessor. */
bool contended(const Warp &w, int group) {
    const Machine &m = *w.machine;
    for (int64_t k = 0; k < m.slots; ++k) {
        const Cta &other = m.ctas[k];
        const bool own = &other == w.cta || (group == 2 && &other == &peer_of(w));
        if (own || other.place < 0 || !other.tensor->held_count) continue;
        if (other.place % MULTIPROCESSORS == w.cta->place % MULTIPROCESSORS) return true;
        if (group == 2 && other.place % MULTIPROCESSORS == peer_of(w).place % MULTIPROCESSORS) return true;
    }
    return false;
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
    if (!legal || t.wanted.warp || t.relinquished || (int)columns > t.smallest || contended(w, op.group()) ||
        !locate_one(w, op.space(), 0, at[0], 4, 4, ALLOCATED | WRITABLE, target) || !cta_at(w, target))
        return refuse(w, i);
    const TensorRequest mine{&w, i, (s32)columns, -1, target};
    if (op.group() == 1) {
        const int base = free_columns(t, t, (int)columns, op.exclusive());
        if (base < 0 || !take(mine, base)) return refuse(w, i);
        changed(*w.machine);
        return i + 1;
    }
    const Cta &peer = peer_of(w);
    const TensorRequest other = peer.tensor->wanted;
    if (!other.warp) {
        if (peer.exited) return refuse(w, i);
        t.wanted = mine;
        wait_for_peer(w);
        return nullptr;
    }
    const int base = free_columns(t, *peer.tensor, (int)columns, op.exclusive());
    if (base < 0 || other.columns != (s32)columns || !take(mine, base) || !take(other, base)) return refuse(w, i);
    release(*other.warp->state, FULL);
    changed(*w.machine);
    return i + 1;
}

INLINE int held_at(const TensorMemory &t, int base, int columns) {
    for (int k = 0; k < t.held_count; ++k)
        if (t.held[k][0] == base && t.held[k][1] == columns) return k;
    return -1;
}
void give(TensorMemory &t, int base, int columns) {
    const int place = held_at(t, base, columns);
    memmove(t.held[place], t.held[place + 1], (--t.held_count - place) * sizeof *t.held);
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
    if (lane_of(address) || t.freeing.warp || held_at(t, base, (int)columns) < 0) return refuse(w, i);
    if (w.machine->races && !race_tensor_freed(w, i, base, (int)columns)) return refuse(w, i);
    if (op.group() == 2) {
        const Cta &peer = peer_of(w);
        const TensorRequest other = peer.tensor->freeing;
        if (!other.warp) {
            if (peer.exited) return refuse(w, i);
            t.freeing = {&w, i, (s32)columns, base, 0};
            wait_for_peer(w);
            return nullptr;
        }
        if (other.base != base || other.columns != (s32)columns) return refuse(w, i);
        give(*peer.tensor, base, (int)columns);
        release(*other.warp->state, FULL);
    }
    give(t, base, (int)columns);
    changed(*w.machine);
    return i + 1;
}
const Instr *relinquish(Warp &w, const Instr *i) {
    if (w.mask != FULL || !joins(w, TensorRelinquishArgs(i).group())) return refuse(w, i);
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
