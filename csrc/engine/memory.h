/* Addresses to arena bytes, with the checks of pyptx/sim/addresses.py and memory.py; included by each build of the
 * handlers. */
#ifndef PYPTX_ENGINE_MEMORY_H
#define PYPTX_ENGINE_MEMORY_H

#include <string.h>

#include "engine.h"

namespace pyptx {
namespace {

/* Stop at an instruction, and record the place in the machine. */
inline const Instr *stop(Warp &w, const Instr *i, StopKind kind) {
    Machine &m = *w.machine;
    const uint32_t mask = kind == STOP_STEP ? w.whole : w.mask;
    int64_t step = i ? i->step : 0;
    if (kind == STOP_HANDOVER && m.broken.kind) {
        kind = m.broken.kind;
        step = m.broken.instr || i ? (m.broken.instr ? m.broken.instr : i) - m.shared->code : 0;
    }
    m.stop = {kind, w.cta->place, 0, w.index, w.state->place, step, (int64_t)mask};
    return nullptr;
}

/* Stop at an instruction that breaks a rule: the recorded one or the given one. If none is, that is for the reference
 * engine to decide: it names the rule of a wrong address, and runs what exceeds the limits of this engine. */
inline const Instr *refuse(Warp &w, const Instr *i) { return stop(w, i, STOP_HANDOVER); }
inline const Instr *refuse(Warp &w, const Instr *i, StopKind rule) {
    broke(*w.machine, rule);
    return stop(w, i, STOP_HANDOVER);
}

inline uint64_t pattern(uint8_t byte) { return 0x0101010101010101ull * byte; }

/* Set some bytes, without a call for the sizes of one lane's access. */
inline void fill(uint8_t *bytes, uint8_t byte, uint64_t size) {
    const uint64_t word = pattern(byte);
    switch (size) {
    case 1: *bytes = byte; return;
    case 2: memcpy(bytes, &word, 2); return;
    case 4: memcpy(bytes, &word, 4); return;
    case 8: memcpy(bytes, &word, 8); return;
    case 16: memcpy(bytes, &word, 8), memcpy(bytes + 8, &word, 8); return;
    default: memset(bytes, byte, size);
    }
}

/* Whether every byte of a range of states has all bits of `need`. */
inline bool all_have(const uint8_t *state, uint64_t size, uint8_t need) {
    const uint64_t want = pattern(need);
    while (size >= 256) {
        uint64_t all = want;
        for (int k = 0; k < 256; k += 8) {
            uint64_t word;
            memcpy(&word, state + k, sizeof word);
            all &= word;
        }
        if (all != want) return false;
        state += 256, size -= 256;
    }
    while (size >= 8) {
        uint64_t word;
        memcpy(&word, state, 8);
        if ((word & want) != want) return false;
        state += 8, size -= 8;
    }
    if (size >= 4) {
        uint32_t word;
        memcpy(&word, state, 4);
        if ((word & (uint32_t)want) != (uint32_t)want) return false;
        state += 4, size -= 4;
    }
    for (; size; ++state, --size)
        if ((*state & need) != need) return false;
    return true;
}

/* Global memory */

inline bool in_global(const Shared &s, uint64_t index) { return index - s.global.start < s.global.extent; }

/* The allocation that holds a range of offsets; null for none. */
inline Range *range_at(const Shared &s, uint64_t first, uint64_t end) {
    Range *low = s.ranges;
    for (int64_t count = s.range_count; count > 1;) { /* the last that starts at `first` or before */
        const int64_t half = count / 2;
        if (low[half].first <= first) low += half;
        count -= half;
    }
    return s.range_count && first >= low->first && end <= low->end ? low : nullptr;
}

/* Whether bits from one on are set. */
inline bool all_set(const uint8_t *bits, uint64_t first, uint64_t count) {
    bits += first >> 3;
    const unsigned skew = first & 7;
    if (!skew && !(count & 7)) return all_have(bits, count >> 3, 0xFF);
    if (skew + count <= 8) return !(~*bits & ((1u << count) - 1) << skew);
    const unsigned beyond = (skew + count) & 7;
    const uint64_t whole = (skew + count - beyond - (skew ? 8 : 0)) >> 3;
    if (skew && (uint8_t) ~*bits++ >> skew) return false;
    return all_have(bits, whole, 0xFF) && (!beyond || !(~bits[whole] & ((1u << beyond) - 1)));
}

/* Set bits from one on, which other threads may do at the same time. */
inline void set_all(uint8_t *bits, uint64_t first, uint64_t count) {
    bits += first >> 3;
    const unsigned skew = first & 7;
    if (!skew && !(count & 7)) return fill(bits, 0xFF, count >> 3);
    const auto add = [](uint8_t *at, unsigned more) {
        if ((__atomic_load_n(at, __ATOMIC_RELAXED) & more) != more)
            __atomic_fetch_or(at, (uint8_t)more, __ATOMIC_RELAXED);
    };
    if (skew + count <= 8) return add(bits, ((1u << count) - 1) << skew);
    const unsigned beyond = (skew + count) & 7;
    const uint64_t whole = (skew + count - beyond - (skew ? 8 : 0)) >> 3;
    if (skew) add(bits++, 0xFFu << skew & 0xFF);
    memset(bits, 0xFF, whole);
    if (beyond) add(bits + whole, (1u << beyond) - 1);
}

/* Base pointer to which an arena index in an allocation is added. */
inline uint8_t *bytes_of(const Shared &s, const Range &range) { return range.bytes - (s.global.start + range.first); }

/* Pointer to the byte of a checked arena index; valid for as many bytes as were checked. */
inline uint8_t *cell(const Shared &s, uint64_t index) {
    if (!in_global(s, index)) return s.data + index;
    const uint64_t offset = index - s.global.start;
    const Range *home = range_at(s, offset, offset + 1);
    return (home ? bytes_of(s, *home) : s.data) + index;
}

/* Whether bytes of an allocation allow an access, apart from their own states: a write needs pages that were saved. */
inline bool opens(const Range &range, uint8_t need, uint64_t first, uint64_t size) {
    if (!(need & WRITABLE) || !range.writable || !range.restored) return !(need & WRITABLE) || range.writable;
    const uint8_t *saved = __atomic_load_n(&range.saved, __ATOMIC_ACQUIRE);
    const uint64_t page = first >> PAGE_BITS;
    const bool open = saved && all_set(saved, page, ((first + size - 1) >> PAGE_BITS) - page + 1);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return open;
}

/* The need of a check or a profile, which finds the bytes of an access that another record makes. */
constexpr uint8_t FIND = 0;

/* Record an access. Only those that read and write as one need bytes that are writable and initialised. */
inline void touch(const Shared &s, uint8_t need, uint64_t first, uint64_t size) {
    set_all(!(need & WRITABLE) ? s.reads : need & INITIALISED ? s.atomics : s.writes, first, size);
    for (uint64_t page = first >> PAGE_BITS; page <= (first + size - 1) >> PAGE_BITS; ++page)
        __atomic_store_n(s.pages + page, 1, __ATOMIC_RELAXED);
}

/* The same after saving the pages, if the program may write; the access is recorded where the launch wants that. */
inline bool permits(const Shared &s, Range &range, uint8_t need, uint64_t first, uint64_t size) {
    if (s.reads && need != FIND) touch(s, need, range.first + first, size);
    if (opens(range, need, first, size)) return true;
    if (range.writable) save_pages(s, range, first, size);
    return range.writable;
}

/* Whether every byte of a range of arena indices has all bits of `need`. */
inline bool has(const Shared &s, uint64_t index, uint64_t size, uint8_t need) {
    if (!size || !in_global(s, index)) return all_have(s.state + index, size, need);
    const uint64_t offset = index - s.global.start;
    Range *home = range_at(s, offset, offset + size);
    if (!home || !permits(s, *home, need, offset - home->first, size)) return false;
    return !home->written || !(need & INITIALISED) || all_set(home->written, offset - home->first, size);
}

/* Record that bytes from an arena index on were written. */
inline void mark_written(const Shared &s, uint64_t index, uint64_t size) {
    if (!in_global(s, index)) {
        fill(s.state + index, ALLOCATED | INITIALISED | WRITABLE, size);
        return;
    }
    const uint64_t offset = index - s.global.start;
    const Range *home = range_at(s, offset, offset + size);
    if (home && home->written) set_all(home->written, offset - home->first, size);
}

struct Located {
    uint8_t *bytes; /* base of the indices; null if lanes access several allocations or spaces */
    uint64_t index[LANES];
    bool marks;  /* whether writing must mark bytes as initialised */
    bool row;    /* whether all lanes are active and access consecutive elements */
    bool one;    /* whether all lanes access the same bytes */
    Range *home; /* the only allocation of global memory that they access */

    /* Record that bytes from one of the indices on were written. */
    void mark(const Shared &s, uint64_t at, uint64_t size) const {
        if (!marks) return;
        if (home) set_all(home->written, at - (s.global.start + home->first), size);
        else mark_written(s, at, size);
    }

    uint8_t *place(const Shared &s, int lane) const { return bytes ? bytes + index[lane] : cell(s, index[lane]); }
};

struct Span {
    uint64_t base, start, extent;
};

inline Span span_of(const Warp &w, int32_t space) {
    const Shared &s = *w.machine->shared;
    switch (space) {
    case SHARED: return {w.cta->base, w.cta->shared_start, s.shared_bytes};
    case LOCAL: return {0, 0, s.local_bytes};
    case CONSTANT: return {0, s.constant.start, s.constant.extent};
    case PARAM: return {0, s.param.start, s.param.extent};
    default: return {s.global.base, s.global.start, s.global.extent};
    }
}

/* The space of a generic address, whose window is subtracted from it. */
inline int32_t space_of(uint64_t &address) {
    const uint64_t window = address >> 32;
    if (window < 1 || window > 4) return GLOBAL;
    static const int32_t spaces[5] = {GLOBAL, CLUSTER, LOCAL, CONSTANT, PARAM};
    address -= window << 32;
    return spaces[window];
}

/* The CTA whose shared memory a cluster address refers to; null if it does not exist, or has ended. */
inline const Cta *home_of(const Warp &w, uint64_t address) {
    const uint64_t rank = address >> RANK_SHIFT;
    if (rank >= (uint64_t)w.machine->shared->cluster) return nullptr;
    const Cta *home = w.cta->cluster + rank;
    return home->exited ? nullptr : home;
}

/* The arena index of the access of one lane; false if a rule is broken. */
inline bool locate_one(const Warp &w, int32_t space, int lane, uint64_t address, uint64_t size, uint64_t align,
                       uint8_t need, uint64_t &index) {
    const Shared &s = *w.machine->shared;
    if (address & (align - 1)) return false;
    const int32_t own = space == GENERIC ? space_of(address) : space;
    Span span = span_of(w, own);
    if (own == CLUSTER) {
        const Cta *home = home_of(w, address);
        if (!home) return false;
        span = {home->base, home->shared_start, s.shared_bytes};
    }
    const uint64_t offset = address - span.base;
    if (span.extent < size || offset > span.extent - size) return false;
    index = offset + (own == LOCAL ? w.local_start + lane * ((s.local_bytes + 15) & ~15ull) : span.start);
    return has(s, index, size, need);
}

/* The same as `locate` below if lanes access several spaces or CTAs: lane by lane. */
inline bool locate_apart(const Warp &w, int32_t space, const uint64_t *address, uint32_t mask, unsigned size,
                         uint8_t need, Located &at) {
    at.bytes = nullptr, at.home = nullptr, at.marks = true, at.row = at.one = false;
    for (int l = 0, giver = __builtin_ctz(mask); l < LANES; ++l)
        if (!locate_one(w, space, mask >> l & 1 ? l : giver, address[l], size, 1, need, at.index[l])) return false;
    return true;
}

/* The allocation of global memory that a record last accessed. */
inline Range *&near_of(const Warp &w, const Instr *i) { return w.machine->near[(uintptr_t)i / sizeof(void *) % NEAR]; }

/* Whether bytes at the indices of all lanes have all bits of `need`; checked at once if lanes are consecutive or
 * access one location. */
template <class T> inline bool cells_have(const uint8_t *state, const uint64_t *index, unsigned size, uint8_t need) {
    const T want = (T)pattern(need);
    T lacking = 0;
    for (unsigned k = 0; k < size; k += sizeof(T))
        for (int l = 0; l < LANES; ++l) {
            T word;
            memcpy(&word, state + index[l] + k, sizeof word);
            lacking |= ~word & want;
        }
    return !lacking;
}
inline bool lanes_have(const uint8_t *state, const Located &at, unsigned size, uint8_t need) {
    if (at.row || at.one) return all_have(state + at.index[0], at.row ? size * LANES : size, need);
    if (size % 8 == 0) return cells_have<uint64_t>(state, at.index, size, need);
    if (size % 4 == 0) return cells_have<uint32_t>(state, at.index, size, need);
    return cells_have<uint8_t>(state, at.index, size, need);
}

/* Whether only one lane is set. */
inline bool alone(uint32_t mask) { return mask && !(mask & (mask - 1)); }

/* The only lane of an access, and the arena index of its bytes; -1 if a rule is broken. */
inline int locate_alone(const Warp &w, const Instr *i, unsigned size, uint8_t need, uint64_t &index) {
    const int l = __builtin_ctz(w.mask);
    const AddressArgs op(i);
    const uint8_t *from = w.regs + op.address();
    const uint64_t address = op.narrow() ? (uint32_t)(((const uint32_t *)from)[l] + (uint32_t)op.offset())
                                         : ((const uint64_t *)from)[l] + (uint64_t)op.offset();
    return locate_one(w, op.space(), l, address, size, size, need, index) ? l : -1;
}

/* Whether all lanes may access bytes of an allocation. */
inline bool permits_lanes(const Shared &s, Range &home, uint8_t need, unsigned size, const Located &at) {
    const uint64_t start = s.global.start + home.first;
    if (at.row || at.one) {
        if (!permits(s, home, need, at.index[0] - start, at.row ? size * LANES : size)) return false;
    } else if (s.reads || ((need & WRITABLE) && home.restored)) {
        uint64_t low = at.index[0], high = low;
        for (int l = 1; l < LANES; ++l) {
            low = at.index[l] < low ? at.index[l] : low;
            high = at.index[l] > high ? at.index[l] : high;
        }
        const bool open = !s.reads && opens(home, need, low - start, high + size - low);
        for (int l = 0; l < LANES && !open; ++l)
            if (!permits(s, home, need, at.index[l] - start, size)) return false;
    } else if (!opens(home, need, 0, size)) return false;
    if (!home.written || !(need & INITIALISED)) return true;
    if (at.row || at.one) return all_set(home.written, at.index[0] - start, at.row ? size * LANES : size);
    bool set = true;
    for (int l = 0; l < LANES; ++l) set &= all_set(home.written, at.index[l] - start, size);
    return set;
}

/* The rest of `locate` if all lanes access global memory. */
inline bool locate_global(Warp &w, const Instr *i, uint32_t mask, unsigned size, uint8_t need, Located &at) {
    const Shared &s = *w.machine->shared;
    const uint64_t first = at.index[__builtin_ctz(mask)] - s.global.start;
    Range *home = near_of(w, i);
    if (!home || first < home->first || first + size > home->end) {
        home = range_at(s, first, first + size);
        if (!home) return false;
        if (!s.reads) near_of(w, i) = home; /* so that no access is found quickly where each is recorded */
    }
    const uint64_t start = s.global.start + home->first, end = home->end - home->first - size;
    uint64_t outside = 0;
    for (int l = 0; l < LANES; ++l) outside |= (at.index[l] - start) | (end - (at.index[l] - start));
    if (outside >> 63) {
        at.bytes = nullptr, at.home = nullptr, at.row = at.one = false;
        for (int l = 0; l < LANES; ++l)
            if (!has(s, at.index[l], size, need)) return false;
        return true;
    }
    at.bytes = bytes_of(s, *home);
    at.home = home;
    at.marks = home->written;
    return permits_lanes(s, *home, need, size, at);
}

/* Bytes that the 32 lanes of a warp access consecutively, or all the same. */
struct Line {
    uint8_t *bytes;
    uint64_t index;
    Range *home; /* null if they are not in global memory */
    bool one;    /* whether all lanes access the same */

    /* Record that the bytes were written. */
    void mark(const Shared &s, uint64_t size) const {
        if (!home) memset(s.state + index, ALLOCATED | INITIALISED | WRITABLE, size);
        else if (home->written) set_all(home->written, index - (s.global.start + home->first), size);
    }

    /* Prefetch the bytes after these: usually the next warp accesses them. */
    void foresee(uint64_t size) const {
        for (uint64_t k = 0; home && k < size; k += 64) __builtin_prefetch(bytes + size + k);
    }
};

/* Find bytes quickly; false if they need the full check. */
inline bool find_line(const Warp &w, const Instr *i, int32_t space, uint64_t first, uint64_t bytes, uint8_t need,
                      Line &at) {
    if (space == GENERIC && first >= GLOBAL_BASE) space = GLOBAL;
    if (space == GENERIC || space == LOCAL || space == CLUSTER) return false;
    const Span span = span_of(w, space);
    const uint64_t offset = first - span.base;
    const Shared &s = *w.machine->shared;
    if (span.extent < bytes || offset > span.extent - bytes) return false;
    at.index = offset + span.start;
    if (space == GLOBAL) {
        Range *home = near_of(w, i);
        if (!home || offset < home->first || offset + bytes > home->end ||
            !opens(*home, need, offset - home->first, bytes))
            return false;
        at.bytes = bytes_of(s, *home) + at.index;
        at.home = home;
        return !home->written || !(need & INITIALISED) || all_set(home->written, offset - home->first, bytes);
    }
    at.bytes = s.data + at.index;
    at.home = nullptr;
    return all_have(s.state + at.index, bytes, need);
}

/* The arena indices of the accesses of lanes, each of `size` bytes; false if a rule is broken.
 *
 * `need` are the bits that the state of every byte must have; ALLOCATED is always checked.
 */
inline bool locate(Warp &w, const Instr *i, int32_t space, uint64_t *address, uint32_t mask, unsigned size,
                   unsigned align, uint8_t need, Located &at) {
    const Shared &s = *w.machine->shared;
    if (!mask) return true;
    const uint64_t one = address[__builtin_ctz(mask)];
    Line line{};
    uint64_t gaps = mask != FULL || (one | size) & (align - 1);
    for (int l = 0; l < LANES; ++l) gaps |= address[l] - (one + (uint64_t)l * size);
    if (!gaps && find_line(w, i, space, one, size * LANES, need, line)) {
        for (int l = 0; l < LANES; ++l) at.index[l] = line.index + (uint64_t)l * size;
        at.bytes = line.bytes - line.index;
        at.home = line.home;
        at.marks = !line.home || line.home->written;
        at.row = true, at.one = false;
        return true;
    }
    if (mask != FULL)
        for (int l = 0; l < LANES; ++l) address[l] = mask >> l & 1 ? address[l] : one;
    uint64_t bits = 0, differing = 0;
    for (int l = 0; l < LANES; ++l) bits |= address[l], differing |= address[l] ^ one;
    if (bits & (align - 1)) return false;
    if (space == GENERIC) {
        if (differing >> 32) {
            bool global = true;
            for (int l = 0; l < LANES; ++l) global &= address[l] >= GLOBAL_BASE;
            if (!global) return locate_apart(w, GENERIC, address, mask, size, need, at);
            space = GLOBAL;
        } else {
            uint64_t inside = one;
            space = space_of(inside);
            if (space != GLOBAL)
                for (int l = 0; l < LANES; ++l) address[l] -= one - inside;
        }
    }
    Span span = span_of(w, space);
    if (space == CLUSTER) {
        if (differing >> RANK_SHIFT) return locate_apart(w, CLUSTER, address, mask, size, need, at);
        const Cta *home = home_of(w, address[0]);
        if (!home) return false;
        span = {home->base, home->shared_start, s.shared_bytes};
    }
    if (span.extent < size) return false;
    /* Offsets in the space, none negative or beyond the last; both are below 2^63, or the sign differs. */
    const uint64_t last = span.extent - size;
    uint64_t beyond = 0, apart = 0;
    for (int l = 0; l < LANES; ++l) {
        const uint64_t offset = address[l] - span.base;
        beyond |= offset | (last - offset);
        apart |= address[l] - (address[0] + l * size);
        at.index[l] = offset + span.start;
    }
    if (beyond >> 63) return false;
    at.marks = true;
    at.row = !apart && mask == FULL && space != LOCAL;
    at.one = !differing && space != LOCAL;
    if (space == LOCAL) {
        const uint64_t stride = (s.local_bytes + 15) & ~15ull;
        const int giver = __builtin_ctz(mask); /* skip absent lanes: their local memory may be in another state */
        for (int l = 0; l < LANES; ++l) at.index[l] += w.local_start + (mask >> l & 1 ? l : giver) * stride;
    }
    at.bytes = s.data;
    at.home = nullptr;
    return space == GLOBAL ? locate_global(w, i, mask, size, need, at) : lanes_have(s.state, at, size, need);
}

/* Whether the 32 addresses in a row of registers are `step` apart. */
template <class T> inline bool steps_by(const T *from, T step) {
    T apart = 0;
    for (int l = 0; l < LANES; ++l) apart |= from[l] - (from[0] + (T)l * step);
    return !apart;
}

/* Find the bytes of an access quickly; false if they need the full check. */
inline __attribute__((always_inline)) bool locate_line(Warp &w, const Instr *i, unsigned size, uint8_t need, Line &at) {
    if (w.mask != FULL) return false;
    const AddressArgs op(i);
    uint64_t first;
    if (op.narrow()) {
        const uint32_t *from = (const uint32_t *)(w.regs + op.address());
        at.one = from[1] == from[0];
        if (at.one ? !steps_by<uint32_t>(from, 0) : !steps_by<uint32_t>(from, size)) return false;
        first = (uint32_t)(from[0] + (uint32_t)op.offset());
    } else {
        const uint64_t *from = (const uint64_t *)(w.regs + op.address());
        at.one = from[1] == from[0];
        if (at.one ? !steps_by<uint64_t>(from, 0) : !steps_by<uint64_t>(from, size)) return false;
        first = from[0] + (uint64_t)op.offset();
    }
    return !(first & (size - 1)) && find_line(w, i, op.space(), first, at.one ? size : size * LANES, need, at);
}

/* The live mbarrier object at an index of the arena; null if there is none. */
inline Barrier *barrier_at(Machine &m, uint64_t index) {
    const Shared &s = *m.shared;
    uint64_t word;
    memcpy(&word, s.state + index, 8);
    if (word != pattern(BARRIER)) return nullptr;
    int32_t number;
    memcpy(&number, s.data + index, sizeof number);
    return number >= 0 && number < m.barriers.count ? m.barriers.items + number : nullptr;
}

/* Addresses in registers of 64 or 32 bits, plus a constant that wraps at their width. */
inline void addresses(const Warp &w, int32_t row, bool narrow, int64_t offset, uint64_t *out) {
    if (narrow) {
        const uint32_t *from = (const uint32_t *)(w.regs + row);
        for (int l = 0; l < LANES; ++l) out[l] = (uint32_t)(from[l] + (uint32_t)offset);
    } else {
        const uint64_t *from = (const uint64_t *)(w.regs + row);
        for (int l = 0; l < LANES; ++l) out[l] = from[l] + (uint64_t)offset;
    }
}

inline void addresses(const Warp &w, const AddressArgs &op, uint64_t *out) {
    addresses(w, op.address(), op.narrow(), op.offset(), out);
}
inline int64_t offset_of(const Place &place) {
    return (int64_t)((uint64_t)(uint32_t)place.offset_high << 32 | (uint32_t)place.offset_low);
}

} // namespace
} // namespace pyptx
#endif
