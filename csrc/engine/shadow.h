/* Shadow memory: the last accesses of every byte, in few bytes for every line.
 *
 * A line of 128 bytes has a cell for its weak writes, one for its strong ones and one or two for its reads; a line of
 * global memory has cells only if two epochs do not suffice (`Brief`). Usually one or two epochs suffice for a cell:
 * one for the words named in `mask`, and one for the others. If lanes of a warp share a line in the order of their
 * numbers, the epoch has the number of bytes per lane; otherwise `lanes` has a table of them. All other accesses are
 * recorded word by word, or byte by byte if they access parts of words.
 */
#ifndef PYPTX_ENGINE_SHADOW_H
#define PYPTX_ENGINE_SHADOW_H

#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <new>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "epochs.h"

namespace pyptx {

inline uint32_t time_of(Epoch epoch) { return (uint32_t)(epoch >> TIME_SHIFT) & MOST_TIME; }
inline int64_t warp_of(Epoch epoch) { return (int64_t)(epoch >> WARP_SHIFT & ((1u << WARP_BITS) - 1)); }
inline int lane_of(Epoch epoch) { return (int)(epoch >> LANE_SHIFT & 31); }
inline int scope_of(Epoch epoch) { return (int)(epoch >> SCOPE_SHIFT & 3); }
inline int64_t operation_of(Epoch epoch) { return (int64_t)(epoch >> LANE_SHIFT & ((1u << 30) - 1)); }
inline Epoch with_lane(Epoch epoch, int lane) { return (epoch & HEAD) | (Epoch)(lane & 31) << LANE_SHIFT; }

/* The epoch of one lane, from an epoch of several lanes, at a byte of the line. */
inline Epoch resolved(Epoch epoch, uint32_t byte) {
    const Epoch pattern = epoch & PATTERNS;
    if (pattern == ALONE) return epoch;
    return with_lane(epoch, lane_of(epoch) + (int)(byte >> (pattern - 1)));
}

/* Bytes of a range of a line as words; partly accessed words count. */
inline uint32_t words_of(uint32_t first, uint32_t end) {
    const uint32_t low = first >> 2, high = (end + 3) >> 2;
    return (high - low == 32 ? FULL : (1u << (high - low)) - 1) << low;
}

enum Kind { WRITTEN, STRONG, READ }; /* cells of a line; those after READ are of reads, too */

enum Form : uint32_t {
    SIMPLE,
    BY_WORDS,
    BY_BYTES
}; /* SIMPLE: `a` and `b`, with a table where the pattern of `a` is that */

struct Cell {
    Epoch a, b;
    uint32_t mask;              /* words of `a` */
    uint32_t form : 2, at : 30; /* index of its table */
};

/* Tables of one size. */
template <class T, int COUNT> class Tables {
    static constexpr uint32_t CHUNK = 256;
    std::vector<T *> chunks;
    std::vector<uint32_t> unused;

  public:
    ~Tables() {
        for (T *chunk : chunks) free(chunk);
    }
    T *operator[](uint32_t at) const { return chunks[at / CHUNK] + at % CHUNK * COUNT; }
    uint32_t take() {
        if (unused.empty()) {
            const uint32_t first = (uint32_t)chunks.size() * CHUNK;
            T *chunk = static_cast<T *>(malloc(sizeof(T) * COUNT * CHUNK));
            if (!chunk) throw std::bad_alloc();
            chunks.push_back(chunk);
            for (uint32_t k = CHUNK; k--;) unused.push_back(first + k);
        }
        const uint32_t at = unused.back();
        unused.pop_back();
        return at;
    }
    void give(uint32_t at) { unused.push_back(at); }
};

constexpr int WIDEST = 3; /* the scope of the GPU and the system */

/* An access to some bytes of a line whose epoch that of another thread's access of the same kind has replaced, with
 * nothing that orders the two. */
struct Displaced {
    Epoch epoch;
    uint32_t first, end;
    bool read = false; /* whether an atomic has read the sum of a strong write */

    Epoch strength_and_thread() const { return epoch & ~((Epoch)MOST_TIME << TIME_SHIFT | BY_ATOM); }
    bool replaces(const Displaced &other) const {
        return strength_and_thread() == other.strength_and_thread() && first == other.first && end == other.end;
    }
    bool operator<(const Displaced &other) const {
        return std::make_tuple(strength_and_thread(), first, end, epoch) <
               std::make_tuple(other.strength_and_thread(), other.first, other.end, other.epoch);
    }
};

/* Such accesses of one kind: lists by line. Those that later ones of a list replace are dropped when it is full. */
struct Displacements {
    struct List {
        std::vector<Displaced> items;
        size_t full = 16;
        int scope = WIDEST; /* the narrowest of an access */
    };
    std::unordered_map<uint64_t, List> lines; /* by arena index */
    size_t count = 0;

    const List *list_of(uint64_t line) const {
        if (lines.empty()) return nullptr;
        const auto found = lines.find(line);
        return found == lines.end() ? nullptr : &found->second;
    }
    const std::vector<Displaced> *of(uint64_t line) const {
        const List *const found = list_of(line);
        return found ? &found->items : nullptr;
    }
    /* Note that an atomic reads the sum of those of bytes of a line. */
    void read(uint64_t line, uint32_t first, uint32_t end) {
        const auto found = lines.find(line);
        if (found == lines.end()) return;
        for (Displaced &one : found->second.items) one.read = one.read || (one.first >= first && one.end <= end);
    }
    /* Forget those of bytes of a line; return whether none is left. */
    bool forget(uint64_t line, uint32_t first, uint32_t end) {
        const auto found = lines.find(line);
        if (found == lines.end()) return true;
        std::vector<Displaced> &items = found->second.items;
        size_t left = 0;
        for (const Displaced &one : items)
            if (one.first < first || one.end > end) items[left++] = one;
        count -= items.size() - left;
        items.resize(left);
        if (!left) lines.erase(found);
        return !left;
    }
};

/* The epochs of a part of the arena. */
class Shadow {
    Tables<uint8_t, 32> lanes;
    Tables<Epoch, 32> words;
    Tables<Epoch, LINE> bytes;
    Tables<Cell, READ + 1> of_lines; /* of global memory */
    Cell *cells = nullptr;           /* of shared memory */

    void release(Cell &c) {
        if (c.form == BY_WORDS) words.give(c.at);
        else if (c.form == BY_BYTES) bytes.give(c.at);
        else if ((c.a & PATTERNS) == IN_TABLE) lanes.give(c.at);
    }
    Epoch word(const Cell &c, int k) const { /* as stored, except for tables of lanes */
        const Epoch found = c.mask >> k & 1 ? c.a : c.b;
        return (found & PATTERNS) == IN_TABLE ? with_lane(found, lanes[c.at][k]) : found;
    }
    void spread(Cell &c) { /* to words */
        const uint32_t at = words.take();
        Epoch *to = words[at];
        for (int k = 0; k < 32; ++k) to[k] = word(c, k);
        release(c);
        c.form = BY_WORDS, c.at = at;
    }
    void spread_bytes(Cell &c) {
        const uint32_t at = bytes.take();
        Epoch *to = bytes[at];
        for (uint32_t k = 0; k < LINE; ++k) to[k] = c.form == BY_WORDS ? words[c.at][k / 4] : word(c, (int)k / 4);
        release(c);
        c.form = BY_BYTES, c.at = at;
    }
    void set_lanes(Cell &c, uint32_t some, Epoch epoch) { /* in the table of `a`, whose head is the same */
        uint8_t *table = lanes[c.at];
        for (uint32_t left = some; left; left &= left - 1) {
            const int k = __builtin_ctz(left);
            table[k] = (uint8_t)lane_of(resolved(epoch, (uint32_t)k * 4));
        }
        c.mask |= some;
    }
    void set_words(Cell &c, uint32_t some, Epoch epoch) {
        if (c.form == SIMPLE) {
            if (c.a == epoch) {
                c.mask |= some;
                return;
            }
            const uint32_t kept = c.mask & ~some, others = c.b ? ~c.mask & ~some : 0, empty = ~c.mask & ~some & ~others;
            if (!kept) {
                if ((c.a & PATTERNS) == IN_TABLE) lanes.give(c.at);
                c.a = epoch, c.mask = some;
                if (!others) c.b = 0;
                return;
            }
            if (c.b == epoch && c.b) {
                c.mask = kept;
                return;
            }
            const bool listed = (c.a & PATTERNS) == IN_TABLE;
            if (!others && !empty && !listed) {
                c.b = c.a, c.a = epoch, c.mask = some;
                return;
            }
            if (!((c.a ^ epoch) & HEAD) && !(epoch & BY_ENGINE) &&
                ((epoch & PATTERNS) == ALONE || (epoch & PATTERNS) > 2)) {
                if (!listed && (c.a & PATTERNS) && (c.a & PATTERNS) <= 2) return spread(c), set_words(c, some, epoch);
                if (!listed) {
                    const Epoch held = c.a;
                    c.at = lanes.take();
                    c.a = (held & HEAD) | IN_TABLE;
                    set_lanes(c, kept, held);
                }
                set_lanes(c, some, epoch);
                return;
            }
            spread(c);
        }
        Epoch *to = words[c.at];
        for (uint32_t left = some; left; left &= left - 1) to[__builtin_ctz(left)] = epoch;
    }
    __attribute__((noinline)) void expand(Brief &held) { /* to cells */
        const uint32_t at = of_lines.take();
        Cell *to = of_lines[at];
        const auto all = [](Epoch epoch) { return Cell{epoch, 0, epoch ? FULL : 0, SIMPLE, 0}; };
        to[WRITTEN] = all(held.written), to[STRONG] = all(0), to[READ] = all(held.read);
        held.written = (Epoch)at << LANE_SHIFT | IN_CELLS;
    }

  public:
    uint64_t start = 0, stop = 0;
    int kinds = 0; /* cells of a line: for weak writes, for strong ones, then for reads */
    Brief *briefs = nullptr;
    uint8_t *crowds = nullptr; /* of the lines of global memory */
    Displacements reads, sums; /* `sums`: strong writes that do not read */
    Displacements writes;      /* weak ones that a write of the same value replaced */

    ~Shadow() { free(cells), free(briefs), free(crowds); }

    void open(uint64_t first, uint64_t size, bool shared) {
        start = first & ~(uint64_t)(LINE - 1), stop = first + size, kinds = READ + 1 + shared;
        const size_t lines = ((stop - start) >> LINE_SHIFT) + 1;
        if (shared) cells = static_cast<Cell *>(calloc(lines, sizeof(Cell) * kinds));
        else {
            briefs = static_cast<Brief *>(calloc(lines, sizeof(Brief)));
            crowds = static_cast<uint8_t *>(calloc(lines, 1));
        }
        if (!cells && !(briefs && crowds)) throw std::bad_alloc();
    }
    bool in_shared() const { return cells; } /* warps with two cells for reads */
    bool holds(uint64_t index) const { return index >= start && index < stop; }
    Cell *line(uint64_t index) {
        const uint64_t number = (index - start) >> LINE_SHIFT;
        if (cells) return cells + number * kinds;
        Brief &held = briefs[number];
        if ((held.written & PATTERNS) != IN_CELLS) expand(held);
        return of_lines[(uint32_t)(held.written >> LANE_SHIFT)];
    }
    /* The cells of a line of global memory; null if it has none. */
    const Cell *cells_of(uint64_t index) const {
        const Brief &held = briefs[(index - start) >> LINE_SHIFT];
        return (held.written & PATTERNS) == IN_CELLS ? of_lines[(uint32_t)(held.written >> LANE_SHIFT)] : nullptr;
    }
    /* The epochs of a line without cells; null if it has cells. */
    Brief *brief(uint64_t index) const {
        if (cells) return nullptr;
        Brief &held = briefs[(index - start) >> LINE_SHIFT];
        return (held.written & PATTERNS) == IN_CELLS ? nullptr : &held;
    }

    /* The epoch of a byte of a line. */
    Epoch at(const Cell &c, uint32_t byte) const {
        Epoch found;
        if (c.form == SIMPLE) found = word(c, (int)byte / 4);
        else found = c.form == BY_WORDS ? words[c.at][byte / 4] : bytes[c.at][byte];
        return found ? resolved(found, byte) : 0;
    }

    /* The epoch of a word of a line that is recorded word by word. */
    Epoch stored(const Cell &c, uint32_t word) const { return words[c.at][word]; }

    void set(Cell &c, uint32_t first, uint32_t end, Epoch epoch) {
        if (end - first == LINE) {
            release(c);
            c = {epoch, 0, FULL, SIMPLE, 0};
            return;
        }
        if (((first | end) & 3) && c.form != BY_BYTES) spread_bytes(c);
        if (c.form != BY_BYTES) return set_words(c, words_of(first, end), epoch);
        for (uint32_t k = first; k < end; ++k) bytes[c.at][k] = epoch;
    }

    /* The lanes by word of an epoch of a cell; null if it has no table with such a head. */
    uint8_t *table(const Cell &c, Epoch epoch) const {
        const bool listed = c.form == SIMPLE && (c.a & PATTERNS) == IN_TABLE && !((c.a ^ epoch) & HEAD);
        return listed ? lanes[c.at] : nullptr;
    }

    uint8_t &crowd(uint64_t index) const { return crowds[(index - start) >> LINE_SHIFT]; }
    /* The parts of some bytes of a line that have one epoch, of one thread or of lanes that rise. */
    template <class F> void parts(const Cell &c, uint32_t first, uint32_t end, F part) const {
        const uint32_t step = c.form == BY_BYTES ? 1 : 4;
        for (uint32_t low = first, high; low < end; low = high) {
            high = std::min((low & ~(step - 1)) + step, end);
            const Epoch epoch = c.form == SIMPLE ? word(c, (int)low / 4) : at(c, low);
            if (c.form == SIMPLE)
                while (high < end && word(c, (int)high / 4) == epoch) high = std::min(high + 4, end);
            if (epoch) part(epoch, low, high);
        }
    }
    /* Forget the displaced accesses to bytes of a line that are written: every later access comes after this one. */
    void forget(uint64_t line, uint32_t first, uint32_t end) {
        if (!reads.lines.empty() && reads.forget(line, first, end) && !in_shared()) crowd(line) &= (uint8_t)~KEPT_READS;
    }
    /* Forget the strong writes of bytes that are written weakly, or by an atomic that reads their sum. */
    void forget_sums(uint64_t line, uint32_t first, uint32_t end) {
        if (!sums.lines.empty()) sums.forget(line, first, end);
    }

    /* Remove all accesses to a range of whole lines of shared memory. */
    void clear(uint64_t first, uint64_t size) {
        for (uint64_t line = first; line < first + size; line += LINE)
            forget(line, 0, LINE), forget_sums(line, 0, LINE), writes.forget(line, 0, LINE);
        Cell *const from = line(first);
        const size_t count = (size_t)((size + LINE - 1) >> LINE_SHIFT) * kinds;
        for (size_t k = 0; k < count; ++k) release(from[k]);
        memset(static_cast<void *>(from), 0, count * sizeof *from);
    }
};

} // namespace pyptx
#endif
