/* Race detection: accesses of threads to memory, and what a thread has observed of other threads' strong writes. */
#include "conflicts.h"

namespace pyptx {
namespace {

constexpr size_t MOST_COMMON = 1 << 16, MOST_READERS = 64;
constexpr int ROWS_OF_MATRIX = 8; /* of ldmatrix */

/* Epoch the stores of lanes, one after the other: lanes that write to one location must write the same value. */
bool leave_stores(Access &a, const u64 *at, u32 size, bool weak) {
    Races &r = a.r;
    const Epoch mine = a.epoch;
    const u32 lanes = a.lanes;
    EACH_LANE(lanes, l) {
        a.turn_to(1u << l), a.epoch = with_lane(mine, (int)l);
        const u64 first = at[l], end = first + size;
        Shadow &shadow = r.shared.holds(first) ? r.shared : r.global;
        if (!shadow.holds(first)) continue;
        for (u64 index = first; index < end;) {
            const u64 line = index & ~(u64)(LINE - 1);
            const u32 low = (u32)(index - line), high = (u32)std::min<u64>(end - line, LINE);
            Cell *cells = shadow.line(index);
            if (weak) {
                for (u32 byte = low; byte < high; ++byte) {
                    const Epoch there = shadow.at(cells[WRITTEN], byte);
                    const int k = lane_of(there);
                    if ((there ^ mine) & HEAD || k == (int)l || !(lanes >> k & 1)) continue;
                    const u64 place = line + byte;
                    if (place < at[k] || place >= at[k] + size) continue;
                    u8 one, other;
                    if (!a.byte_of((int)l, place, one) || !a.byte_of(k, place, other)) continue;
                    if (one != other) return a.report(RACE, there, (int)l, place, 0, true);
                    CommonWrite &held = r.common[place >> 2];
                    if (held.epoch != there && held.epoch != a.epoch) held = {there, 1u << k};
                    held.epoch = a.epoch;
                    held.lanes |= 1u << l;
                }
            }
            a.leave(shadow, cells, line, low, high, a.epoch);
            index = line + LINE;
        }
    }
    if (r.common.size() > MOST_COMMON) r.common.clear(), r.forgot = true;
    return true;
}

/* Weak accesses of lanes to COUNT words each, the lanes of one line together. Most of them conflict with no epoch. */
template <u32 COUNT> class Words {
    static constexpr Epoch WARP = BY_ENGINE | (THREAD & HEAD);

    Access &a;
    const Epoch head;
    u8 first[LANES];             /* word of each lane, in its line */
    u32 begin, end, touched = 0; /* of the current line: its lanes, and their words */

  public:
    explicit Words(Access &a) : a(a), head(a.epoch) { a.lanes = FULL; /* compare only clocks */ }

    /* Check and epoch what is surely fine; return the lanes that take the full check. */
    INLINE u32 check(Shadow &shadow, const u64 *index) {
        u32 left = 0;
        for (begin = 0; begin < LANES; begin = end) {
            const u64 line = index[begin] & ~(u64)(LINE - 1);
            const Before before = before_of(shadow, line);
            u32 differing = 0;
            touched = 0;
            for (end = begin; end < LANES && index[end] - line < LINE; ++end) {
                const u32 word = (u32)(index[end] - line) >> 2, words = ((1u << COUNT) - 1) << word;
                if (touched & words) break;
                touched |= words, first[end] = (u8)word;
                for (u32 k = word; k < word + COUNT; ++k) differing |= (before.own[k] ^ end) | (before.other[k] ^ end);
            }
            if (!differing && !(touched & ~before.words)) continue;
            if (!passes(shadow, line)) left |= (FULL >> (LANES - (end - begin))) << begin;
        }
        return left;
    }

  private:
    /* The words of a line that only lanes of this warp have accessed, the last time as now: the lanes by word, of such
     * accesses and of others. */
    struct Before {
        const u8 *own, *other;
        u32 words;
    };
    INLINE Before before_of(const Shadow &shadow, u64 line) const {
        static const u8 NO_LANES[LINE / 4] = {};
        const Before none{NO_LANES, NO_LANES, 0};
        if (shadow.in_shared() || !is_plain(shadow, line)) return none;
        const Cell *const cells = shadow.cells_of(line);
        if (!cells) return none;
        const Cell &strong = cells[STRONG], &mine = cells[a.write ? WRITTEN : READ],
                   &others = cells[a.write ? READ : WRITTEN];
        const u8 *const own = shadow.table(mine, head);
        if (!own || !is_empty(strong)) return none;
        if (is_empty(others)) return {own, own, mine.mask};
        const u8 *const table = (others.a ^ head) & WARP ? nullptr : shadow.table(others, others.a);
        return table ? Before{own, table, mine.mask & others.mask} : none;
    }
    static INLINE bool is_empty(const Cell &c) { return c.form == SIMPLE && !(c.a | c.b); }
    /* Whether the cells of a line have all of its accesses. */
    static INLINE bool is_plain(const Shadow &shadow, u64 line) {
        return shadow.holds(line) && !shadow.writes.of(line) && (shadow.in_shared() || !shadow.crowd(line));
    }
    INLINE bool passes(Shadow &shadow, u64 line) {
        const bool in_shared = shadow.in_shared();
        if (!is_plain(shadow, line)) return false;
        Cell *const cells = shadow.line(line), &mine = cells[a.write ? (int)WRITTEN : a.read_kind(in_shared)];
        for (int kind = 0; kind < (a.write ? shadow.kinds : (int)READ); ++kind) {
            const Cell &c = cells[kind];
            if (&c != &mine && !is_empty(c) && !lists_all(shadow, c) && !passes(shadow, c)) return false;
        }
        if (lists_all(shadow, mine)) {
            if (!((mine.a ^ head) & HEAD)) return true; /* it has just this access already */
        } else if (!passes(shadow, mine)) return false;
        if (u8 *const table = shadow.table(mine, head)) {
            each_word([&](u32 k, u32 l) INLINED { table[k] = (u8)l; });
            mine.mask |= touched;
        } else each_word([&](u32 k, u32 l) INLINED { shadow.set(mine, k * 4, k * 4 + 4, with_lane(head, (int)l)); });
        return true;
    }
    template <class F> INLINE void each_word(F visit) const {
        for (u32 l = begin, last = end; l < last; ++l)
            for (u32 k = 0; k < COUNT; ++k) visit(first[l] + k, l);
    }
    /* Whether each lane made its own epoch, and these are in a table. */
    INLINE bool lists_all(const Shadow &shadow, const Cell &c) const {
        const u8 *const table = shadow.table(c, c.a);
        if (!table || touched & ~c.mask || (c.a ^ head) & WARP) return false;
        u32 differing = 0;
        each_word([&](u32 k, u32 l) INLINED { differing |= table[k] ^ l; });
        return !differing;
    }
    /* Whether several lanes share a word of an epoch. */
    static INLINE bool narrow(Epoch epoch) { return (epoch & PATTERNS) == 1 || (epoch & PATTERNS) == 2; }
    /* Whether the epochs of the words are ordered before the lanes, or each lane made its own. */
    INLINE bool passes(const Shadow &shadow, const Cell &c) {
        const bool in_shared = shadow.in_shared();
        if (c.form == SIMPLE) {
            const u32 some = c.a ? c.mask & touched : 0, others = c.b ? ~c.mask & touched : 0;
            return (!some || all_own(shadow, c, c.a, some) || a.fine(c.a, in_shared)) &&
                   (!others || all_own(shadow, c, c.b, others) || a.fine(c.b, in_shared));
        }
        if (c.form != BY_WORDS) return false;
        bool good = true;
        each_word([&](u32 k, u32 l) INLINED {
            const Epoch other = shadow.stored(c, k);
            if (!other || (!((other ^ head) & WARP) && !narrow(other) && lane_of(resolved(other, k * 4)) == (int)l))
                return;
            good = good && a.fine(other & BY_ENGINE ? other : other & HEAD, in_shared);
        });
        return good;
    }
    INLINE bool all_own(const Shadow &shadow, const Cell &c, Epoch epoch, u32 some) const {
        if ((epoch ^ head) & WARP || narrow(epoch)) return false;
        u32 others = 0;
        if (const u8 *const table = (epoch & PATTERNS) == IN_TABLE ? shadow.table(c, epoch) : nullptr)
            each_word([&](u32 k, u32 l) INLINED { others |= (u32)(table[k] != l) << k; });
        else each_word([&](u32 k, u32 l) INLINED { others |= (u32)(lane_of(resolved(epoch, k * 4)) != (int)l) << k; });
        return !(others & some);
    }
};

/* The same for the lanes of a full warp that access `size` bytes each. */
COLD u32 check_words(Access &a, const u64 *index, u32 size) {
    Shadow &shadow = a.r.shared.holds(index[0]) ? a.r.shared : a.r.global;
    if (!shadow.sums.lines.empty() || (a.write && !shadow.reads.lines.empty())) return FULL;
    switch (size) {
    case 4: return Words<1>(a).check(shadow, index);
    case 8: return Words<2>(a).check(shadow, index);
    case 16: return Words<4>(a).check(shadow, index);
    default: return FULL;
    }
}

} // namespace

bool apart(const u64 *index, u32 lanes, u32 size) {
    u64 seen[8] = {}, falls = lanes != FULL;
    for (int l = 1; l < LANES; ++l) falls |= index[l] - index[l - 1] - size;
    if (!(falls >> 63) && lanes == FULL) return true;
    EACH_LANE(lanes, l) {
        const u64 place = index[l] / size, hash = (place ^ place >> 5 ^ place >> 9 ^ place >> 14) & 511;
        if (seen[hash >> 6] >> (hash & 63) & 1) return false;
        seen[hash >> 6] |= 1ull << (hash & 63);
    }
    return true;
}

/* Whether a lane copies the same bytes as other lanes with the same destination. */
bool Access::agrees(int lane, u32 others) {
    EACH_LANE(others, l) {
        const u64 low = std::max(at[lane], at[l]), high = std::min(at[lane], at[l]) + (u64)copy->size;
        r.equal_copies |= low < high;
        for (u64 index = low; index < high; ++index) {
            u8 mine = 0, theirs = 0;
            byte_of(lane, index, mine), byte_of((int)l, index, theirs);
            if (mine != theirs) return report(RACE, with_lane(epoch, (int)l), lane, index, 0, true);
        }
    }
    return true;
}

bool touch(Races &r, Warp &w, const Instr *i, const Site &site, const Places &at, u32 lanes, u32 size, bool write,
           bool values) {
    Access a(r, w, lanes, r.head(w, site.scope), site.scope, write, false, i);
    a.site = &site;
    if (values) a.at = at.index, a.rows = at.rows;
    a.spread = !at.one;
    if (a.atomic()) a.epoch |= BY_ATOM;
    const Epoch head = a.epoch;
    if (at.one && !write) { /* the last one stays */
        Shadow &shadow = r.shared.holds(at.index[__builtin_ctz(lanes)]) ? r.shared : r.global;
        const u64 first = at.index[__builtin_ctz(lanes)];
        if (!shadow.holds(first)) return true;
        const int last = 31 - __builtin_clz(lanes);
        if (lanes == 1u << last) a.epoch = with_lane(head, last); /* a thread does not race with itself */
        const Cell *cells = shadow.line(first);
        const u64 line = first & ~(u64)(LINE - 1);
        const u32 low = (u32)(first - line), high = low + size;
        bool plain = high <= LINE && shadow.sums.lines.empty() && !shadow.writes.of(line);
        if (plain) {
            const u32 some = words_of(low, high);
            for (int kind = WRITTEN; kind < READ && plain; ++kind) {
                const Cell &c = cells[kind];
                const Epoch x = c.mask & some ? c.a : 0, y = ~c.mask & some ? c.b : 0;
                plain =
                    c.form == SIMPLE && (!x || a.fine(x, shadow.in_shared())) && (!y || a.fine(y, shadow.in_shared()));
            }
        }
        if (plain) {
            const int other = __builtin_ctz(lanes); /* two lanes, one of which is not that of a later write */
            if (other != last) {
                a.turn_to(1u << other);
                a.leave(shadow, shadow.line(first), line, low, high, a.epoch = with_lane(head, other));
            }
            a.turn_to(1u << last);
            a.leave(shadow, shadow.line(first), line, low, high, a.epoch = with_lane(head, last));
            return true;
        }
    }
    if (size <= 16 && !(size & (size - 1)) && !at.one &&
        (!write || at.row || apart(at.index, lanes, size))) { /* lanes in a row together */
        if (!at.row && lanes == FULL && !site.scope && a.row) lanes = check_words(a, at.index, size);
        for (int l = 0, end; lanes && l < LANES; l = end) {
            end = l + 1;
            if (!(lanes >> l & 1)) continue;
            while (end < LANES && lanes >> end & 1 && at.index[end] == at.index[end - 1] + size) ++end;
            Shadow &shadow = r.shared.holds(at.index[l]) ? r.shared : r.global;
            if (!shadow.holds(at.index[l])) continue;
            a.turn_to((FULL >> (LANES - (end - l))) << l);
            a.epoch = with_lane(head, l) | (end - l > 1 ? 1 + (Epoch)__builtin_ctz(size) : ALONE);
            if (!a.range(shadow, at.index[l], at.index[l] + (u64)size * (end - l), true)) return false;
        }
        return true;
    }
    EACH_LANE(lanes, l) {
        Shadow &shadow = r.shared.holds(at.index[l]) ? r.shared : r.global;
        if (!shadow.holds(at.index[l])) continue;
        a.turn_to(1u << l), a.epoch = with_lane(head, (int)l);
        if (!a.range(shadow, at.index[l], at.index[l] + size, !write)) return false;
    }
    if (!write) return true;
    a.turn_to(lanes), a.epoch = head;
    return leave_stores(a, at.index, size, values && !site.scope);
}

void Races::observe(u64 index, Epoch write, Epoch reader) {
    StrongWrite &found = observed[index >> 2];
    if (found.write != write) found = {write, {}};
    for (Epoch &held : found.readers)
        if (!((held ^ reader) & THREAD)) {
            held = reader;
            return;
        }
    if (found.readers.size() < MOST_READERS) found.readers.push_back(reader);
}

/* Whether a strong write is ordered before an access because the thread, or one ordered before it, read it. */
bool Races::before(u64 index, Epoch write, const Row &row, Epoch who, const Cta &cta) const {
    const auto found = observed.find(index >> 2);
    if (found == observed.end() || found->second.write != write) return false;
    for (const Epoch reader : found->second.readers)
        if ((reader & THREAD) == who || over(row, reader, who, cta)) return true;
    return false;
}

/* A thread compares and swaps: its earlier read there was a guess. */
void Races::found_out(Epoch who, u64 first, u32 size) {
    Shadow &space = shared.holds(first) ? shared : global;
    if (!space.holds(first)) return;
    for (u64 index = first; index < first + size; ++index) {
        guesses.erase({who, index});
        const u32 byte = (u32)(index & (LINE - 1));
        Cell *cells = space.line(index);
        for (int kind = READ; kind < space.kinds; ++kind) {
            const Epoch held = space.at(cells[kind], byte);
            if (held && !(held & BY_ENGINE) && (held & THREAD) == who)
                space.set(cells[kind], byte & ~3u, (byte & ~3u) + 4, 0);
        }
        const auto kept = space.reads.lines.find(index & ~(u64)(LINE - 1));
        if (kept == space.reads.lines.end()) continue;
        for (Displaced &one : kept->second.items) /* a read of no bytes is ignored */
            if (!(one.epoch & (BY_ENGINE | PATTERNS)) && (one.epoch & THREAD) == who && one.first <= byte &&
                byte < one.end)
                one.end = one.first;
    }
}

/* Whether the program has written to a location that a lane reads as constant. */
bool Races::changed(u64 first, u32 size) {
    if (!global.holds(first)) return false;
    for (u64 index = first; index < first + size; ++index) {
        const Brief *const brief = global.brief(index);
        const Cell *const cells = brief ? nullptr : global.line(index);
        const u32 byte = (u32)(index & (LINE - 1));
        if (brief ? brief->written : global.at(cells[WRITTEN], byte) | global.at(cells[STRONG], byte)) return true;
    }
    return false;
}

/* Whether the last atomic on each word of lanes' atomics has their size, or is ordered before them. Atomics of a
 * program with several sizes have a site without the size of registers. */
bool Races::agrees_in_size(const Warp &w, const Site &site, const u64 *index, u32 lanes, u32 size) {
    bool good = true;
    EACH_LANE(lanes, l) {
        const Epoch mine = with_lane(head(w, site.scope), (int)l), who = mine & THREAD;
        const Row &row = of_warps[slot_of(*w.cta) * o.warps + w.index].clock.of((int)l);
        for (u64 at = index[l] & ~(u64)3; at < index[l] + size; at += 4) {
            SizedAtomic &last = atomics[at];
            good = good && (!last.epoch || last.size == site.element || (last.epoch & THREAD) == who ||
                            over(row, last.epoch, who, *w.cta));
            last = {mine, (u8)site.element};
        }
    }
    return good;
}

bool race_accesses(Warp &w, const Instr *i, RaceEvent event, const Places &at, uint32_t lanes, uint32_t size) {
    Races &r = *w.machine->races;
    const Site &site = site_of(w, i);
    const bool write = event != LOADS && event != LOADS_ROWS;
    if (site.flags & READS_CONSTANT)
        EACH_LANE(lanes, l)
            if (r.changed(at.index[l], size)) {
                r.found = {};
                r.found.rule = NOT_SURE;
                return false;
            }
    if (!touch(r, w, i, site, at, lanes, size, write, event == STORES || at.rows)) return false;
    if (event == UPDATES && !site.wide && !r.agrees_in_size(w, site, at.index, lanes, size)) {
        r.found = {};
        r.found.rule = NOT_SURE;
        return false;
    }
    if (!r.visit(w, lanes, at.index)) {
        r.found.rule = NOT_SURE;
        return false;
    }
    if (site.flags & SWAPS)
        EACH_LANE(lanes, l) r.found_out(r.thread(w, (int)l), at.index[l], size);
    if (event == LOADS_ROWS || event == STORES_ROWS) return true;
    for (u32 first = 0; first < size; first += site.element) { /* each element of a vector is an access of its own */
        u64 places[LANES];
        ALL_LANES(l) places[l] = at.index[l] + first;
        if (r.synchronise(w, i, site, places, write, event == UPDATES)) continue;
        r.found.rule = NOT_SURE;
        return false;
    }
    return true;
}

/* Without the swizzle of their tile, the rows of a matrix are a constant distance apart. If another swizzle makes them
 * so, and not that of the copies that wrote them, the addresses were computed with the wrong one. */
static bool steady(const u64 *index, const Swizzle &swizzle) {
    const u64 step = swizzle.linear(index[1]) - swizzle.linear(index[0]);
    for (int k = 2; k < ROWS_OF_MATRIX; ++k)
        if (swizzle.linear(index[k]) - swizzle.linear(index[k - 1]) != step) return false;
    return true;
}
bool race_rows(Warp &w, const Instr *i, const u64 *index, u32 lanes, u32 size) {
    Races &r = *w.machine->races;
    if (!r.o.swizzles || size != ROW_OF_MATRIX) return true;
    for (int first = 0; first < LANES; first += ROWS_OF_MATRIX) {
        if (~lanes >> first & ((1u << ROWS_OF_MATRIX) - 1)) continue;
        const Swizzle *theirs = nullptr;
        Epoch written = 0;
        bool alike = true;
        for (int l = first; l < first + ROWS_OF_MATRIX && alike; ++l) {
            if (!r.shared.holds(index[l])) return true;
            const Cell *cells = r.shared.line(index[l]);
            const u32 byte = (u32)(index[l] & (LINE - 1));
            written = r.shared.at(cells[WRITTEN], byte);
            if (!(written & BY_ENGINE) || r.shared.at(cells[STRONG], byte)) alike = false;
            else {
                const Swizzle &own = r.operations[operation_of(written)].swizzle;
                alike = own.known() && (!theirs || *theirs == own);
                theirs = &own;
            }
        }
        if (!alike || steady(index + first, *theirs)) continue;
        for (const Swizzle &other : {Swizzle{0, 3}, Swizzle{0x80, 3}, Swizzle{0x180, 3}, Swizzle{0x380, 3}})
            if (steady(index + first, other))
                return Access(r, w, lanes, r.head(w, 0), 0, false, false, i)
                    .report(OTHER_SWIZZLE, written, first, index[first], 0, true);
    }
    return true;
}

/* Whether the initialisation of a barrier is ordered before the lanes. */
bool Races::known_init(Warp &w, u32 lanes, u64 index) {
    const Cell &c = *shared.line(index);
    const Epoch epoch = shared.at(c, (u32)(index & (LINE - 1)));
    WarpClock &clock = at(w).clock;
    if (!epoch || epoch < ((Epoch)clock.floor + 1) << TIME_SHIFT) return true;
    EACH_LANE(lanes, l) {
        const Epoch who = thread(w, (int)l);
        if ((!(epoch & BY_ENGINE) && (epoch & THREAD) == who) || over(clock.of((int)l), epoch, who, *w.cta)) continue;
        const int64_t column = warp_of(epoch) - first_warp(*w.cta);
        if (!(epoch & BY_ENGINE) && column >= 0 && column < (int64_t)warps) {
            const auto &fences = at(w.cta->cluster[column / o.warps].warps[column % o.warps]).clock.object_fences;
            /* the maker's next arrival at the barrier of the cluster, which this lane has awaited */
            if (std::any_of(fences.begin(), fences.end(), [&](const auto &f) {
                    return f.lane == lane_of(epoch) && f.time >= time_of(epoch) && f.arrivals < w.cluster_waits[l];
                }))
                continue;
        }
        Access a(*this, w, 1u << l, epoch, 0, false, false, nullptr);
        return a.report(NO_INIT, epoch, (int)l, index, 0, true);
    }
    return true;
}

} // namespace pyptx
