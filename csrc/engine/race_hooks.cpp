/* Race checking of the most frequent operations: accesses of threads, and exchanges of values.
 *
 * Built once for each level of the instruction set (PYPTX_LEVEL names the build); only `race_hook` may have external
 * linkage, so that no function of one level is linked in for another. Whole warps at whole lines of global memory are
 * checked here; other accesses are located here and checked in conflicts.cpp.
 */
#include "lanes.h"
#include "races.h"

namespace pyptx {
namespace {

INLINE const Instr *own_of(Warp &w, const Instr *i) {
    const RaceDetector &o = *w.machine->detector;
    return o.own[i - o.code](w, i);
}
INLINE size_t place_of(const Warp &w) {
    return (size_t)((w.cta - w.machine->ctas) * w.machine->detector->warps_of_cta + w.index);
}

/* Epoch lines that no other thread writes, as a read does; false for other lines, which stay unchanged. */
template <bool WRITE> INLINE bool pass(const RaceDetector &o, Epoch epoch, u32 size, u64 index, bool constant) {
    const Epoch pattern = 1 + (Epoch)__builtin_ctz(size);
    const u64 offset = index - o.first_line;
    if (offset % LINE) return false;
    Brief *const lines = o.briefs + offset / LINE;
    const u8 *const crowds = o.crowds + offset / LINE;
    const u32 count = size * LANES / LINE, lanes = LINE / size;
    constexpr Epoch SAME = BY_ENGINE | THREAD | PATTERNS;
    bool good = true;
    for (u32 k = 0; k < count; ++k) {
        const Epoch mine = epoch | (Epoch)(k * lanes) << LANE_SHIFT | pattern, written = lines[k].written,
                    read = lines[k].read;
        good &= !written || (!constant && !((written ^ mine) & SAME));
        good &= !WRITE || !crowds[k];
        good &= !read || !((read ^ mine) & SAME) || (!WRITE && crowds[k] & WEAK_CROWD);
    }
    if (!good) return false;
    for (u32 k = 0; k < count; ++k) {
        const Epoch mine = epoch | (Epoch)(k * lanes) << LANE_SHIFT | pattern;
        (WRITE ? lines[k].written : lines[k].read) = mine;
    }
    return true;
}

/* The number of elements that each lane accesses. */
template <RaceEvent EVENT> INLINE u32 elements_of(const Instr *i) {
    return EVENT == LOADS ? (u32)LoadArgs(i).to_count() : EVENT == STORES ? (u32)StoreArgs(i).values_count() : 1;
}

/* The bytes of the rows that a warp stores, by the lanes that hold them. */
void gather_rows(Warp &w, const MatrixAccessArgs &op, u8 (*bytes)[ROW_OF_MATRIX]) {
    const s32 *plan = op.plan(), elements = op.elements(), *holders = op.holders();
    const size_t part = sizeof(u32) / (size_t)elements;
    for (int r = 0; r < op.registers_count(); ++r)
        for (int e = 0; e < elements; ++e, plan += 2 * LANES)
            ALL_LANES(l) {
                const u32 value = row<u32>(w, op.registers()[r])[l];
                memcpy(bytes[holders[plan[l]]] + plan[LANES + l], (const u8 *)&value + (size_t)e * part, part);
            }
}

/* Threads at scattered locations, or any other access that needs the full check. */
template <RaceEvent EVENT> COLD const Instr *accesses_apart(Warp &w, const Instr *i) {
    const Site &site = w.machine->detector->sites[i - w.machine->detector->code];
    const bool rows = EVENT == LOADS_ROWS || EVENT == STORES_ROWS;
    const MatrixAccessArgs op(i);
    const u32 lanes = rows ? (u32)op.givers() & w.mask : w.mask;
    const u32 size = rows ? (u32)op.row_bytes() : site.element * elements_of<EVENT>(i);
    u64 address[LANES];
    Located at;
    addresses(w, op, address);
    if (!lanes || !locate(w, i, op.space(), address, lanes, size, size, FIND, at)) return own_of(w, i);
    bool fine;
    if (rows) { /* a lane that holds a row accesses it, not the one that gives its address */
        u64 held[LANES];
        u32 holding = 0;
        const s32 *holders = op.holders();
        EACH_LANE(lanes, l) held[holders[l]] = at.index[l], holding |= 1u << holders[l];
        u8 bytes[LANES][ROW_OF_MATRIX];
        if (EVENT == STORES_ROWS) gather_rows(w, op, bytes);
        Places places{held, false, false, EVENT == STORES_ROWS ? bytes : nullptr};
        fine = race_accesses(w, i, EVENT, places, holding, size) &&
               (EVENT == STORES_ROWS || race_rows(w, i, at.index, lanes, size));
    } else fine = race_accesses(w, i, EVENT, Places{at.index, at.row && lanes == FULL, at.one}, lanes, size);
    if (!fine) return stop(w, i, STOP_HANDOVER);
    w.machine->detector->located = at.home ? &at : nullptr;
    const Instr *const next = own_of(w, i);
    w.machine->detector->located = nullptr;
    return next;
}
template <RaceEvent EVENT> const Instr *accesses(Warp &w, const Instr *i) {
    const RaceDetector &o = *w.machine->detector;
    const Site &site = o.sites[i - o.code];
    const u32 size = site.element * elements_of<EVENT>(i);
    const bool write = EVENT == STORES;
    Line found{};
    if (!site.scope && (size == 4 || size == 8 || size == 16) && !(write && o.released) &&
        locate_line(w, i, size, FIND, found) && found.home && !found.one) {
        const Epoch epoch = (Epoch)(w.cta->place * o.warps_of_cta + w.index) << WARP_SHIFT | (Epoch)o.time
                                                                                                 << TIME_SHIFT;
        if (pass<EVENT == STORES>(o, epoch, size, found.index, site.flags & READS_CONSTANT)) return own_of(w, i);
    }
    return accesses_apart<EVENT>(w, i);
}

/* The units of a matrix of `wmma`, which the lanes access one after the other. */
template <bool STORE> const Instr *accesses_units(Warp &w, const Instr *i) {
    const WmmaAccessArgs op(i);
    const s32 *spots = op.spots(), *registers = op.registers(), size = op.unit_bytes();
    const u8 wide = w.machine->detector->sites[i - w.machine->detector->code].wide;
    u64 base[LANES];
    addresses(w, op, base);
    for (int k = 0; k < op.registers_count() * wide / size; ++k, spots += 2 * LANES) {
        u64 address[LANES] = {};
        u8 bytes[LANES][ROW_OF_MATRIX];
        Located at;
        EACH_LANE(w.mask, l) {
            const u64 stride = op.stride() < 0 ? (u64)op.default_stride() : row<u32>(w, op.stride())[l];
            address[l] = base[l] + (u64)spots[l] * (stride * (u64)op.element_bits() / 8) +
                         (u64)spots[LANES + l] * (u64)op.element_bits() / 8;
            const s32 first = k * size % wide;
            if (STORE) memcpy(bytes[l], w.regs + registers[k * size / wide] + l * wide + first, (size_t)size);
        }
        if (!locate(w, i, op.space(), address, w.mask, size, size, FIND, at)) return own_of(w, i);
        const Places places{at.index, false, false, STORE ? bytes : nullptr};
        if (!race_accesses(w, i, STORE ? STORES_ROWS : LOADS_ROWS, places, w.mask, (u32)size))
            return stop(w, i, STOP_HANDOVER);
    }
    return own_of(w, i);
}

/* Order earlier reads of lanes before what follows in the lanes that exchange values with them. */
const Instr *exchanges(Warp &w, const Instr *i) {
    RaceDetector &o = *w.machine->detector;
    const WarpState &s = *w.state;
    const u32 before = w.mask | s.parked;
    const Instr *next = own_of(w, i);
    const u32 met = before & ~s.parked;
    if (w.machine->stop.kind || !met) return next;
    const u32 *members = row<u32>(w, MembersArgs(i).mask());
    for (u32 left = met; left;) {
        const u32 mask = members[__builtin_ctz(left)];
        u32 same = 0;
        ALL_LANES(l) same |= (u32)(members[l] == mask) << l;
        same &= left;
        left &= ~same;
        o.exchanges[place_of(w)].add(o.time, same);
    }
    return ++o.time < MOST_TIME ? next : race_unsure(w, i);
}

} // namespace

Handler LEVEL(race_hook_)(RaceEvent event) {
    switch (event) {
    case LOADS: return accesses<LOADS>;
    case STORES: return accesses<STORES>;
    case UPDATES: return accesses_apart<UPDATES>;
    case LOADS_ROWS: return accesses_apart<LOADS_ROWS>;
    case STORES_ROWS: return accesses_apart<STORES_ROWS>;
    case LOADS_UNITS: return accesses_units<false>;
    case STORES_UNITS: return accesses_units<true>;
    case EXCHANGES: return exchanges;
    default: return nullptr;
    }
}

} // namespace pyptx
