/* An access compared with the epochs of earlier ones, as in pyptx/sim/accesses.py. */
#ifndef PYPTX_ENGINE_CONFLICTS_H
#define PYPTX_ENGINE_CONFLICTS_H

#include "history.h"

namespace pyptx {

/* An access being checked: of the lanes of a warp, of the async proxy for one lane, or of a warpgroup's MMA. */
struct Access {
    Races &r;
    Warp &w;
    WarpClock &clock;
    u32 lanes;
    Epoch epoch;
    int scope;
    bool write, engine;
    int proxy;      /* space whose proxy fences are needed: 0 shared, 1 global; -1 for none */
    const Row *row; /* the clock of all lanes; null if their clocks differ */
    bool whole;     /* an MMA, which does not belong to one thread */
    const Instr *instr;
    const u64 *at = nullptr; /* destination of a store or copy, for comparing the bytes that lanes write */
    const u8 (*rows)[ROW_OF_MATRIX] = nullptr; /* of a store of matrices */
    bool zeros = false;                        /* whether it writes zeros */
    const Site *site = nullptr;
    bool spread = false;               /* whether the lanes access different locations */
    const PendingCopy *copy = nullptr; /* source of a copy; null for a store */
    std::unique_ptr<Row> behind;       /* clock of the proxy fences that are ordered before this access */
    Epoch known = 0, known_fenced = 0; /* the last epochs found to be ordered, and fenced */
    Epoch floor;     /* accesses of threads to shared memory with an epoch below this are ordered before this access */
    Swizzle swizzle; /* of a read */
    bool matrix = false;     /* whether it is an operand of an MMA, which has the layout of a whole tile */
    Epoch known_swizzle = 0; /* the last epoch whose swizzle agrees with it everywhere */

    Access(Races &r, Warp &w, u32 lanes, Epoch epoch, int scope, bool write, bool engine, const Instr *instr)
        : r(r), w(w), clock(r.at(w).clock), lanes(lanes), epoch(epoch), scope(scope), write(write), engine(engine),
          proxy(-1), row(clock.common(lanes)), whole(false), instr(instr), floor(floor_at(clock.floor)) {}

    static Epoch floor_at(u32 time) { return ((Epoch)time + 1) << TIME_SHIFT; }
    /* Make it an MMA of a warpgroup, whose clock is given. */
    void belong_to_group(const Row &group) {
        whole = true, proxy = 0;
        row = &group, floor = floor_at(group.least(r.warps));
    }

    /* Continue with some lanes. */
    void turn_to(u32 some) {
        const Row *const mine = clock.common(some);
        if (mine != row || !mine) known = 0;
        lanes = some, row = mine;
    }
    /* The cell for reads: shared memory has two, for neighbouring warps or warpgroups. */
    int read_kind(bool in_shared) const { return READ + (in_shared & (whole ? w.index / WHOLE_GROUP : w.index) & 1); }
    /* Whether threads that the scope of the CTA does not include may access the memory. */
    bool has_scopes(const Shadow &shadow) const { return !shadow.in_shared() || r.cluster > 1; }
    bool atomic() const { return site && site->flags & ATOM; }
    /* Whether what a strong read finds is ordered before later accesses: the program tests the value. */
    bool observes() const { return !(site && site->flags & RELAXED); }
    const Row &row_of(int lane) const { return row ? *row : clock.of(lane); }
    /* The lane, or its thread, that accesses a byte of a line. */
    int lane_at(u32 byte) const { return engine || whole ? __builtin_ctz(lanes) : lane_of(resolved(epoch, byte)); }
    Epoch thread_at(u32 byte) const { return r.thread(w, lane_at(byte)); }
    /* The byte that a lane stores at an index; false if it stores nothing there. */
    bool byte_of(int lane, u64 index, u8 &byte) const {
        if (zeros) {
            byte = 0;
            return true;
        }
        const u64 within = index - at[lane];
        if (rows) {
            byte = rows[lane][within];
            return true;
        }
        if (copy) {
            byte = (s64)within < copy->read[lane] ? *cell(*w.machine->shared, copy->source[lane] + within) : 0;
            return true;
        }
        const u32 k = (u32)within / site->element;
        const s32 from = StoreArgs(instr).values()[k];
        if (from < 0) return false;
        byte = w.regs[from + lane * site->wide + within % site->element];
        return true;
    }
    bool has_values() const { return at || zeros; }
    bool changes(int lane, u64 index, u32 count) const {
        for (u32 k = 0; k < count; ++k) {
            u8 byte;
            if (byte_of(lane, index + k, byte) && byte != *cell(*w.machine->shared, index + k)) return true;
        }
        return false;
    }
    /* Whether lanes of a warp may exchange values through shared memory by volatile accesses, without a barrier. */
    bool exchanges(const Shadow &shadow, Epoch other, int kind) const {
        return site && site->flags & VOLATILE && spread && shadow.in_shared() && write == (kind >= READ) &&
               scope_of(other) == scope && !(other & (BY_ENGINE | BY_ATOM)) && warp_of(other) == r.number(w);
    }
    /* Whether a thread wrote, or an operation through the proxy of threads. */
    bool generic(Epoch other) const { return !(other & BY_ENGINE) || r.operations[operation_of(other)].generic; }
    bool pending(Epoch other) const { return other & BY_ENGINE && r.operations[operation_of(other)].end == PENDING; }
    bool alike(Epoch other, int lane, u64 index, u32 count) const;
    Epoch guesser(Epoch other, Epoch who, int kind) const;
    bool report(Rule rule, Epoch other, int lane, u64 index, int kind, bool sure);
    /* Whether all accesses of an epoch are ordered before all lanes, or each lane made its own. */
    bool fine(Epoch other, bool in_shared) { return other == known || (in_shared && other < floor) || orders(other); }
    /* Whether another access was of a smaller scope: what does not race with this one may race with it. */
    bool weaker(Epoch other) const { return !(other & BY_ENGINE) && scope_of(other) < scope; }
    bool orders(Epoch other);
    bool fenced_by_writer(Epoch other) const;
    bool fenced(Epoch other);
    bool suits(const Brief &held);
    void gather_fences();
    bool judge(const Shadow &shadow, const Cell *cells, const Cell &cell, int kind, u64 line, u32 first, u32 end);
    bool look(const Shadow &shadow, const Cell *cells, u64 line, u32 first, u32 end);
    bool agrees(int lane, u32 others);
    void set_swizzle(const Swizzle &other, bool of_matrix = false) {
        if (r.o.swizzles) swizzle = other, matrix = of_matrix, known_swizzle = 0;
    }
    bool matches_swizzle(const Cell *cells, u64 line, u32 first, u32 end);
    void keep(Shadow &shadow, const Cell &cell, u64 line, u32 first, u32 end);
    bool keeps_sum_of_warp(const Shadow &shadow, u64 line, u32 byte);
    void keep_sums(Shadow &shadow, const Cell &cell, u64 line, u32 first, u32 end);
    void keep_writes(Shadow &shadow, const Cell &cell, u64 line, u32 first, u32 end);
    bool keep(Displacements &kept, u64 line, u32 first, u32 end, const Displaced &one);
    bool has_read_sum(const Shadow &shadow, const Cell &strong, u64 line, u32 byte) const;
    bool crowded(Epoch other, u32 byte);
    void leave(Shadow &shadow, Cell *cells, u64 line, u32 first, u32 end, Epoch mine);
    bool range(Shadow &shadow, u64 first, u64 end, bool epochs);
    bool anywhere(u64 first, u64 size);
};

/* Reads of 16-byte chunks of shared memory by tensor cores: neighbours in a line together. */
class ChunkReader {
    Access &a;
    const int kind;
    Cell *cells = nullptr;
    u64 held = 0;
    u32 low = 0, high = 0;
    Epoch passed = 0; /* the last write of a whole line that is ordered before these reads */

  public:
    explicit ChunkReader(Access &a) : a(a), kind(a.read_kind(true)) {}

    bool flush() {
        if (high == low) return true;
        const Cell &written = cells[WRITTEN], &strong = cells[STRONG];
        const bool whole = written.form == SIMPLE && written.mask == FULL;
        const bool as_before = whole && written.a == passed && (!a.generic(written.a) || written.a == a.known_fenced) &&
                               strong.form == SIMPLE && !strong.a && !strong.b;
        if ((!as_before || a.r.shared.writes.of(held)) && !a.look(a.r.shared, cells, held, low, high)) return false;
        passed = whole ? written.a : passed;
        if (a.swizzle.known() && !(whole && written.a == a.known_swizzle) && !a.matches_swizzle(cells, held, low, high))
            return false;
        Cell &read = cells[kind];
        if (read.form == SIMPLE && read.a == a.epoch) read.mask |= words_of(low, high);
        else a.leave(a.r.shared, cells, held, low, high, a.epoch);
        return true;
    }
    /* Read chunks of one line. */
    bool read(u64 index, u32 size) {
        const u64 line = index & ~(u64)(LINE - 1);
        const u32 byte = (u32)(index - line);
        if (line == held && byte == high) high += size;
        else if (line == held && byte + size == low) low = byte;
        else {
            if (!flush()) return false;
            held = line, cells = a.r.shared.line(index), low = byte, high = byte + size;
        }
        return true;
    }
};

/* Whether lanes surely access different locations: aligned accesses of one size with different addresses. */
bool apart(const u64 *index, u32 lanes, u32 size);

/* Check an access of the lanes of a warp to `size` bytes each; `values` if the written values are available. */
bool touch(Races &r, Warp &w, const Instr *i, const Site &site, const Places &at, u32 lanes, u32 size, bool write,
           bool values);

} // namespace pyptx
#endif
