/* Operands of instructions on tensor memory; included by the builds of their handlers. */
#ifndef PYPTX_ENGINE_TENSOR_OPERANDS_H
#define PYPTX_ENGINE_TENSOR_OPERANDS_H

#include "barriers.h"
#include "schedule.h"
#include "tensor.h"

namespace pyptx {
namespace {

INLINE int lane_of(u32 address) { return (int)(address >> 16 & TENSOR_LANE_MASK); }
INLINE int column_of(u32 address) { return (int)(address & 0xFFFF); }

/* Record the `cta_group` of an instruction; false if it is illegal here. */
INLINE bool joins(const Warp &w, int group) {
    TensorMemory &t = *w.cta->tensor;
    if ((t.group && t.group != group) || (group == 2 && w.machine->shared->cluster % 2))
        return broke(*w.machine, BROKE_CTA_GROUP);
    t.group = group;
    return true;
}
/* An address in the first window represents the warp's own: see `_address` of tcgen05_transfer.py. */
INLINE u32 in_own_window(const Warp &w, const TensorTransferArgs &op, u32 address) {
    return lane_of(address) < LANES && !op.strict() ? address | (u32)(LANES * (w.index % 4)) << 16 : address;
}
/* Visit the lane and the first column of tensor memory of a register, for each lane of the warp in a mask. */
template <class F> INLINE void each_place(const TensorTransferArgs &op, u32 address, int number, u32 lanes, F visit) {
    EACH_LANE(lanes, l) {
        const u32 at = (u32)(op.lanes()[l] + op.places()[number]);
        visit((int)l, lane_of(address) + lane_of(at), column_of(address) + column_of(at));
    }
}
/* The other CTA of a pair. */
INLINE Cta &peer_of(const Warp &w) { return w.cta->cluster[w.cta->rank ^ 1]; }

/* Read an operand that must be the same in all 32 lanes; false if it is not, or if lanes are missing. */
INLINE bool uniform(const Warp &w, s32 at, u32 &value) {
    const u32 *a = row<u32>(w, at);
    u32 other = 0;
    ALL_LANES(l) other |= a[l] ^ a[0];
    value = a[0];
    return (w.mask == FULL && !other) || broke(*w.machine, w.mask == FULL ? BROKE_TCGEN05_OPERAND : BROKE_ALIGNED);
}

} // namespace
} // namespace pyptx
#endif
