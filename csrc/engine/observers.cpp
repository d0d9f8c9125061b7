/* Counts of a profile: bytes, banks, sectors, waits and failed polls, by the rules of pyptx/sim/profile.py. Built once
 * for all levels of the instruction set.
 */
#include "observers.h"

#include <algorithm>

#include "lanes.h"
#include "timeline.h"

namespace pyptx {
namespace {

constexpr u64 BANKS = 32, WORD = 4, SECTOR = 32;
enum Moved { GLOBAL_BYTES, SHARED_BYTES, LOCAL_BYTES, NOWHERE };

INLINE const Instr *own_of(Warp &w, const Instr *i) {
    const Observers &o = *w.machine->observers;
    return o.own[i - o.code](w, i);
}
INLINE Tally &tally_of(const Machine &m, const Instr *i) { return m.observers->tallies[i - m.observers->code]; }

INLINE Moved space_at(const Machine &m, u64 index) {
    const Observers &o = *m.observers;
    if (in_global(*m.shared, index)) return GLOBAL_BYTES;
    if (index < o.shared_start) return NOWHERE;
    return index < o.shared_end ? SHARED_BYTES : LOCAL_BYTES;
}

/* Passes through the banks of shared memory. */
void count_banks(Tally &t, const u64 *offset, u64 size, u32 lanes) {
    const u64 words = std::max<u64>(size / WORD, 1), together = std::max<u64>(LANES / words, 1);
    for (u64 first = 0; first < LANES; first += together) {
        u64 found[BANKS][LANES], passes = 0, distinct = 0;
        u8 count[BANKS] = {};
        for (u64 l = first; l < first + together; ++l)
            for (u64 k = 0; lanes >> l & 1 && k < words; ++k) {
                const u64 word = offset[l] / WORD + k, bank = word % BANKS;
                u64 *const known = found[bank];
                if (std::find(known, known + count[bank], word) != known + count[bank]) continue;
                known[count[bank]++] = word;
                ++distinct;
                passes = std::max<u64>(passes, count[bank]);
            }
        t.wavefronts += (s64)passes;
        t.fewest_wavefronts += (s64)((distinct + BANKS - 1) / BANKS);
    }
}

/* Sectors of global memory. */
void count_sectors(Tally &t, const u64 *index, u64 size, u32 lanes) {
    u64 sorted[LANES];
    int count = 0;
    EACH_LANE(lanes, l) sorted[count++] = index[l];
    if (!std::is_sorted(sorted, sorted + count)) std::sort(sorted, sorted + count);
    u64 own = 0, touched = 0;
    for (int k = 0; k < count; ++k) {
        own += !k || sorted[k] != sorted[k - 1];
        touched += !k || sorted[k] / SECTOR != sorted[k - 1] / SECTOR;
    }
    t.sectors += (s64)touched;
    t.fewest_sectors += (s64)((own * size + SECTOR - 1) / SECTOR);
}

/* Lanes access `size` bytes each, at indices of the arena. */
void count_access(Warp &w, const Instr *i, const u64 *index, u32 lanes, u64 size, bool reads, bool writes) {
    Machine &m = *w.machine;
    Tally &t = tally_of(m, i);
    u32 by_space[NOWHERE + 1] = {};
    EACH_LANE(lanes, l) by_space[space_at(m, index[l])] |= 1u << l;
    for (int space = 0; space < NOWHERE; ++space) {
        const u32 here = by_space[space];
        if (!here) continue;
        const s64 bytes = (s64)size * __builtin_popcount(here);
        if (reads) t.read[space] += bytes;
        if (writes) t.written[space] += bytes;
        ++t.accesses[space];
        if (space == GLOBAL_BYTES) count_sectors(t, index, size, here);
        if (space != SHARED_BYTES) continue;
        u64 offset[LANES];
        ALL_LANES(l) offset[l] = index[l] - m.observers->shared_start;
        for (u32 left = here, own; left; left &= ~own) { /* each CTA has banks of its own */
            const u64 stride = m.observers->shared_stride, cta = offset[__builtin_ctz(left)] / stride;
            own = 0;
            EACH_LANE(left, l) own |= (u32)(offset[l] / stride == cta) << l;
            count_banks(t, offset, size, own);
        }
    }
}

/* The same at addresses; none if a rule is broken, which the instruction reports. */
INLINE void count_at(Warp &w, const Instr *i, int32_t space, u64 *address, u32 lanes, u64 size, u64 align, bool reads,
                     bool writes) {
    Located at;
    if (lanes && locate(w, i, space, address, lanes, (unsigned)size, (unsigned)align, FIND, at))
        count_access(w, i, at.index, lanes, size, reads, writes);
}

const Instr *accesses(Warp &w, const Instr *i) {
    const Observed &seen = w.machine->observers->observed[i - w.machine->observers->code];
    const AddressArgs op(i);
    u64 address[LANES];
    addresses(w, op, address);
    count_at(w, i, op.space(), address, w.mask, seen.size, seen.size, seen.reads, seen.writes);
    return own_of(w, i);
}
const Instr *rows(Warp &w, const Instr *i) {
    const Observed &seen = w.machine->observers->observed[i - w.machine->observers->code];
    const MatrixAccessArgs op(i);
    u64 address[LANES];
    addresses(w, op, address);
    const u64 size = (u64)op.row_bytes();
    count_at(w, i, op.space(), address, w.mask & (u32)op.givers(), size, size, seen.reads, seen.writes);
    return own_of(w, i);
}
/* `cp.async`: reads of the source, for each number of bytes the lanes that read it, and the write of all lanes. */
const Instr *copies(Warp &w, const Instr *i) {
    const CopyAsyncArgs op(i);
    u64 address[LANES];
    addresses(w, op, address);
    const u64 size = (u64)op.size();
    count_at(w, i, op.space(), address, w.mask, size, size, false, true);
    const Place &source = op.source();
    const u32 reading = w.mask & ~(op.ignored() >= 0 ? *row<u32>(w, op.ignored()) : 0);
    u64 amount[LANES];
    ALL_LANES(l) amount[l] = op.read() >= 0 ? std::min<u64>(row<u32>(w, op.read())[l], size) : size;
    for (u64 part = 1; part <= size; ++part) {
        u32 some = 0;
        ALL_LANES(l) some |= (u32)(amount[l] == part) << l;
        if (!(some & reading)) continue;
        addresses(w, source.address, source.narrow, offset_of(source), address);
        count_at(w, i, source.space, address, some & reading, part, size, true, false);
    }
    return own_of(w, i);
}
const Instr *remote(Warp &w, const Instr *i) {
    const Observed &seen = w.machine->observers->observed[i - w.machine->observers->code];
    const RemoteArgs op(i);
    const Place &target = op.target();
    u64 address[LANES];
    addresses(w, target.address, target.narrow, offset_of(target), address);
    count_at(w, i, target.space, address, w.mask, (u64)op.value_bytes(), (u64)op.align(), seen.reads, seen.writes);
    return own_of(w, i);
}

/* Count a wait if lanes that came here are parked afterwards. */
const Instr *gates(Warp &w, const Instr *i) {
    const u32 came = w.mask;
    const s32 place = w.state->place;
    const Instr *next = own_of(w, i);
    u32 waiting = came & w.state->parked;
    EACH_LANE(came &w.state->parked, l)
        if (w.state->key[l] != place) waiting &= ~(1u << l);
    if (w.machine->observers->tallies) tally_of(*w.machine, i).waits += waiting != 0;
    if (w.machine->timeline) w.machine->timeline->gated(w, -1);
    return next;
}
const Instr *barriers(Warp &w, const Instr *i) {
    const int64_t number = row<u32>(w, BarrierArgs(i).number())[__builtin_ctz(w.mask)];
    const Instr *next = gates(w, i);
    if (w.machine->timeline) w.machine->timeline->gated(w, number % BARRIERS);
    return next;
}
const Instr *exits(Warp &w, const Instr *i) {
    const Instr *next = own_of(w, i);
    if (w.machine->timeline) w.machine->timeline->left(w);
    return next;
}
const Instr *polls(Warp &w, const Instr *i) {
    const u32 came = w.mask;
    const Instr *next = own_of(w, i);
    u32 failed = 0;
    EACH_LANE(came, l) failed |= (u32)(w.awaited[l] != 0) << l;
    if (w.machine->observers->tallies) tally_of(*w.machine, i).polls += failed != 0;
    if (w.machine->timeline && !w.machine->stop.kind) w.machine->timeline->polled(w, i, came);
    return next;
}

} // namespace

void count_moved(Machine &m, const Instr *i, uint64_t index, int64_t size, bool write) {
    if (!size || !m.observers->tallies) return;
    Tally &t = tally_of(m, i);
    const bool shared = index >= m.observers->shared_start && index < m.observers->shared_end;
    (write ? t.written : t.read)[shared ? SHARED_BYTES : GLOBAL_BYTES] += size;
}

Handler observer(Observe kind) {
    switch (kind) {
    case OBSERVE_ACCESSES: return accesses;
    case OBSERVE_ROWS: return rows;
    case OBSERVE_COPIES: return copies;
    case OBSERVE_REMOTE: return remote;
    case OBSERVE_GATES: return gates;
    case OBSERVE_BARRIERS: return barriers;
    case OBSERVE_EXITS: return exits;
    case OBSERVE_POLLS: return polls;
    default: return nullptr;
    }
}

} // namespace pyptx
