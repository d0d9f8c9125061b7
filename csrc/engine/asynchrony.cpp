/* Asynchronous operations: barriers in shared memory, copies, and the moments when they take effect.
 *
 * Built once for each level of the instruction set, as arithmetic.cpp is; what they do is defined in
 * pyptx/sim/barriers.py, pyptx/sim/asynchrony.py and in async_copy.py, bulk_copy.py, tensor_copy.py, mbarrier.py of
 * pyptx/sim/semantics. A launch that breaks one of their rules is handed over to them.
 */
#include "barriers.h"
#include "copies.h"
#include "halves.h"
#include "kibibytes.h"
#include "observers.h"
#include "races.h"
#include "schedule.h"
#include "shadow_places.h"
#include "timeline.h"
#include "random_schedule.h"

namespace pyptx {

bool LEVEL(advance_tensor_)(Machine &m, const uint64_t *wanted, int count, bool &moved);

namespace {

/* Barriers */

/* The indices of the objects that lanes name; in `row` whether it is one for all. */
INLINE bool objects(Warp &w, const Instr *i, Located &found) {
    const AddressArgs op(i);
    u64 at[LANES];
    addresses(w, op, at);
    const int lane = __builtin_ctz(w.mask);
    const u64 one = at[lane];
    u64 others = 0;
    if (w.mask == FULL)
        ALL_LANES(l) others |= at[l] ^ one; /* most often: without a choice for each lane */
    else
        ALL_LANES(l) others |= w.mask >> l & 1 ? at[l] ^ one : 0;
    if (others) return locate(w, i, op.space(), at, w.mask, 8, 8, 0, found) ? (found.row = false, true) : false;
    u64 index;
    found.row = true;
    if ((op.space() == GENERIC && one >> 32 == 2) || !locate_one(w, op.space(), lane, one, 8, 8, 0, index))
        return false;
    ALL_LANES(l) found.index[l] = index;
    return true;
}

/* Call `f` with each lane and the object that it names, or with those at one offset in each CTA of a row of masks,
 * until it returns false. */
template <class F> bool each_object(Warp &w, const Located &found, int32_t ctas, F f) {
    Machine &m = *w.machine;
    EACH_LANE(w.mask, l) {
        const u64 index = found.index[l];
        u32 ranks = ctas >= 0 ? row<u32>(w, ctas)[l] : 0;
        const Cta *named = ctas >= 0 ? cta_at(w, index) : nullptr;
        if (ctas >= 0 && (!ranks || (u64)ranks >> m.shared->cluster || !named)) return broke(m, BROKE_CLUSTER_RANK);
        do {
            const Cta &home = w.cta->cluster[ranks ? __builtin_ctz(ranks) : 0];
            if (named && home.exited) return broke(m, BROKE_EXITED_CTA);
            Barrier *b = barrier_at(m, named ? home.shared_start + (index - named->shared_start) : index);
            if (!b) return broke(m, BROKE_MBARRIER_UNINITIALIZED);
            if (!f((int)l, *b)) return false;
        } while (ranks &= ranks - 1);
    }
    return true;
}

const Instr *mbarrier_init(Warp &w, const Instr *i) {
    Machine &m = *w.machine;
    const Shared &s = *m.shared;
    Located found;
    if (!objects(w, i, found)) return refuse(w, i);
    const u32 *count = row<u32>(w, ObjectInitArgs(i).count());
    BarrierPool &pool = m.barriers;
    EACH_LANE(w.mask, l) {
        const u64 index = found.index[l];
        if (count[l] < 1 || count[l] > MOST_ARRIVALS) return refuse(w, i, BROKE_MBARRIER_COUNT);
        if (!cta_at(w, index)) return refuse(w, i);
        if (!all_have(s.state + index, 8, ALLOCATED | WRITABLE)) return refuse(w, i, BROKE_MBARRIER_LIVE);
        s32 number = pool.free;
        if (number >= 0) {
            pool.free = pool.items[number].next;
        } else {
            if (!grow(pool.items, pool.room, pool.count + 1)) return stop(w, i, STOP_LIMIT);
            number = pool.count++;
        }
        pool.items[number] = {0, (s32)count[l], (s32)count[l], 0, 0, -1};
        split(s.state, index, 8);
        memset(s.state + index, BARRIER, 8);
        memset(s.data + index, 0, 8);
        memcpy(s.data + index, &number, sizeof number);
        if (m.timeline) m.timeline->barrier_made(pool.items[number], index);
    }
    changed(m);
    return i + 1;
}
const Instr *mbarrier_inval(Warp &w, const Instr *i) {
    Machine &m = *w.machine;
    Located found;
    if (!objects(w, i, found)) return refuse(w, i);
    if (m.races && !race_forgets(w, found.index)) return stop(w, i, STOP_HANDOVER);
    EACH_LANE(w.mask, l) {
        Barrier *b = barrier_at(m, found.index[l]);
        if (!b) return refuse(w, i, BROKE_MBARRIER_UNINITIALIZED);
        b->next = m.barriers.free;
        m.barriers.free = (s32)(b - m.barriers.items);
        split(m.shared->state, found.index[l], 8);
        memset(m.shared->state + found.index[l], ALLOCATED | WRITABLE, 8);
    }
    return i + 1;
}
const Instr *mbarrier_tx(Warp &w, const Instr *i) {
    const ObjectBytesArgs op(i);
    Machine &m = *w.machine;
    Located found;
    if (!objects(w, i, found)) return refuse(w, i);
    const u32 *amount = row<u32>(w, op.bytes());
    const bool good = each_object(w, found, op.mask(), [&](int l, Barrier &b) {
        if (!expect(m, b, op.completes() ? -(s64)amount[l] : (s64)amount[l])) return false;
        if (op.completes()) complete_phase(m, b);
        note_change(m, b, true);
        return true;
    });
    if (!good) return refuse(w, i);
    changed(m);
    return i + 1;
}
const Instr *mbarrier_arrive(Warp &w, const Instr *i) {
    const ObjectArriveArgs op(i);
    Machine &m = *w.machine;
    Located found;
    if (!objects(w, i, found)) return refuse(w, i);
    u64 states[LANES] = {};
    const bool good = each_object(w, found, op.mask(), [&](int l, Barrier &b) {
        states[l] = (u64)(u32)b.pending << 32 | (u32)b.phase;
        if (op.bytes() >= 0 && !expect(m, b, row<u32>(w, op.bytes())[l])) return false;
        const s64 count = op.count() >= 0 ? row<u32>(w, op.count())[l] : 1;
        if (!arrive(m, b, count, op.drops(), op.holds())) return false;
        note_change(m, b, true);
        return true;
    });
    if (!good) return refuse(w, i);
    changed(m);
    if (op.state() >= 0) put<u64>(w, op.state(), [&](int l) { return states[l]; });
    return i + 1;
}
/* The object that all lanes name by addresses of 32 bits; false if they name several, or it needs the full check. */
INLINE bool one_object(const Warp &w, const Instr *i, u64 &index) {
    const AddressArgs op(i);
    if (!op.narrow()) return false;
    const u32 *from = row<u32>(w, op.address());
    const int lane = __builtin_ctz(w.mask);
    const u32 address = from[lane] + (u32)op.offset();
    return !(w.mask & ~lanes_at((const s32 *)from, (s32)from[lane])) &&
           locate_one(w, op.space(), lane, address, 8, 8, 0, index);
}

const Instr *mbarrier_wait(Warp &w, const Instr *i) {
    const ObjectWaitArgs op(i);
    Machine &m = *w.machine;
    u32 over = 0;
    u64 index;
    Located found;
    bool one = op.parity() >= 0 && one_object(w, i, index);
    if (!one) {
        if (!objects(w, i, found)) return refuse(w, i);
        one = op.parity() >= 0 && found.row, index = found.index[0];
    }
    const bool given_up = op.gives_up() && gives_up(m);
    if (one) {
        Barrier *b = barrier_at(m, index);
        if (!b) return refuse(w, i, BROKE_MBARRIER_UNINITIALIZED);
        const s32 *asked = row<s32>(w, op.parity());
        const s32 parity = b->phase & 1;
        const u32 here = lanes_at(asked, parity), past = lanes_at(asked, parity ^ 1);
        if (w.mask & ~(here | past)) return refuse(w, i, BROKE_MBARRIER_PARITY);
        over = given_up ? 0 : past & w.mask;
        if (over) b->seen = b->phase;
        ALL_LANES(l) w.awaited[l] = w.mask >> l & 1 ? (over >> l & 1 ? 0 : index) : w.awaited[l];
    } else {
        Barrier *b = nullptr;
        u64 last = 0;
        EACH_LANE(w.mask, l) {
            if (!b || found.index[l] != last) b = barrier_at(m, last = found.index[l]);
            if (!b) return refuse(w, i, BROKE_MBARRIER_UNINITIALIZED);
            u32 asked;
            if (op.parity() >= 0) {
                asked = row<u32>(w, op.parity())[l];
                if (asked > 1) return refuse(w, i, BROKE_MBARRIER_PARITY);
            } else {
                const s64 given = (u32)row<u64>(w, op.state())[l];
                if (given < b->phase - 1 || given > b->phase) return refuse(w, i, BROKE_MBARRIER_LAPPED);
                asked = given & 1;
            }
            const bool done = (u32)(b->phase & 1) != asked && !given_up;
            if (done) b->seen = b->phase;
            over |= (u32)done << l;
            w.awaited[l] = done ? 0 : found.index[l];
        }
    }
    w.awaits = true;
    if (!over) w.fuel = 0;
    if (op.done() >= 0) set_pred(w, op.done(), over);
    return i + 1;
}
const Instr *mbarrier_pending(Warp &w, const Instr *i) {
    const u64 *a = row<u64>(w, i->a);
    put<u32>(w, i->d, [=](int l) { return (u32)(a[l] >> 32); });
    return i + 1;
}

/* Copies of threads */

constexpr int32_t MOST_COPIES = 1 << 14,
                  MOST_TRANSFERS = 1 << 18; /* of a warp, of a thread of the engine, that no wait covers */

/* Let the arrivals come that no copy holds up. */
bool settle_arrivals(Warp &w) {
    CopyQueue &q = w.copies;
    int kept = 0;
    for (int k = 0; k < q.arrival_count; ++k) {
        PendingArrival &arrival = q.arrivals[k];
        u32 held = 0;
        for (int c = 0; c < q.count; ++c)
            if (q.items[c].number < arrival.after) held |= q.items[c].lanes;
        ALL_LANES(l) {
            if (!((arrival.lanes & ~held) >> l & 1)) continue;
            Barrier *b = barrier_at(*w.machine, arrival.barrier[l]);
            if (w.machine->races) race_completed(*w.machine, arrival.barrier[l]);
            if (!(b ? arrive(*w.machine, *b, 1, false, false) : broke(*w.machine, BROKE_MBARRIER_UNINITIALIZED))) {
                w.machine->broken.instr = arrival.instr;
                return false;
            }
            note_change(*w.machine, *b, false);
            changed(*w.machine);
        }
        arrival.lanes &= held;
        if (arrival.lanes) {
            if (kept != k) q.arrivals[kept] = arrival;
            ++kept;
        }
    }
    q.arrival_count = kept;
    return true;
}

/* Complete copies: for each, those of the lanes in `over`. */
template <class F> bool land_those(Warp &w, F over) {
    CopyQueue &q = w.copies;
    int kept = 0;
    for (int k = 0; k < q.count; ++k) {
        PendingCopy &copy = q.items[k];
        const u32 done = over(copy) & copy.lanes;
        if (done) {
            land_copy(*w.machine->shared, copy, done);
            if (w.machine->shadows) land_shadows(*w.machine, copy, done);
            note_completed(w, copy.instr, copy.began, WORK_COPY);
            changed(*w.machine);
            copy.lanes &= ~done;
        }
        if (copy.lanes) {
            if (kept != k) q.items[kept] = copy;
            ++kept;
        }
    }
    q.count = kept;
    return !q.arrival_count || settle_arrivals(w);
}

/* Let the copies of some lanes land whose group is at least `allowed` commits old, or all where that is negative. */
bool land(Warp &w, u32 lanes, int32_t allowed) {
    return land_those(w, [&](const PendingCopy &copy) {
        u32 done = lanes;
        if (allowed >= 0)
            ALL_LANES(l) done &= ~((u32)(copy.group[l] >= w.copies.committed[l] - allowed) << l);
        return done;
    });
}

const Instr *commit_copies(Warp &w, const Instr *i) {
    ALL_LANES(l) w.copies.committed[l] += w.mask >> l & 1;
    return i + 1;
}
const Instr *wait_copies(Warp &w, const Instr *i) {
    const CopyWaitArgs op(i);
    if (op.commits())
        ALL_LANES(l) w.copies.committed[l] += w.mask >> l & 1;
    return land(w, w.mask, op.allowed()) ? i + 1 : stop(w, i, STOP_HANDOVER);
}

const Instr *copy_async(Warp &w, const Instr *i) {
    const CopyAsyncArgs op(i);
    const Place &home = op.source();
    const u32 size = (u32)op.size();
    u64 to[LANES], from[LANES];
    Located target, source;
    addresses(w, op, to);
    addresses(w, home.address, home.narrow, offset_of(home), from);
    if (!locate(w, i, op.space(), to, w.mask, size, size, ALLOCATED | WRITABLE, target)) return stop(w, i, STOP_STEP);
    CopyQueue &q = w.copies;
    if (q.count >= MOST_COPIES || !grow(q.items, q.room, q.count + 1)) return stop(w, i, STOP_LIMIT);
    PendingCopy &copy = q.items[q.count];
    copy.lanes = w.mask, copy.size = (s32)size;
    u32 left = 0;
    ALL_LANES(l) {
        u32 amount = size;
        if (op.read() >= 0) amount = row<u32>(w, op.read())[l] < amount ? row<u32>(w, op.read())[l] : amount;
        if (op.ignored() >= 0 && *row<u32>(w, op.ignored()) >> l & 1) amount = 0;
        copy.read[l] = (int32_t)amount;
        copy.target[l] = target.index[l];
        copy.source[l] = 0;
        copy.group[l] = q.committed[l];
        left |= (u32)(amount > 0) << l;
    }
    left &= w.mask;
    while (left) { /* lanes that read the same number of bytes together */
        const int32_t amount = copy.read[__builtin_ctz(left)];
        u32 some = 0;
        ALL_LANES(l) some |= (u32)(copy.read[l] == amount) << l;
        some &= left;
        u64 part[LANES];
        memcpy(part, from, sizeof part);
        if (!locate(w, i, home.space, part, some, amount, size, ALLOCATED, source)) return stop(w, i, STOP_STEP);
        ALL_LANES(l)
            if (some >> l & 1) copy.source[l] = source.index[l];
        left &= ~some;
    }
    copy.number = q.issued++;
    copy.due = due(w);
    copy.instr = i, copy.began = began(*w.machine);
    ++q.count;
    if (w.machine->shared->early && !w.machine->races) land_last_copy(w); /* else once its conflicts are known */
    return i + 1;
}

const Instr *copy_arrive(Warp &w, const Instr *i) {
    Located found;
    if (!objects(w, i, found)) return refuse(w, i);
    CopyQueue &q = w.copies;
    if (q.arrival_count >= MOST_COPIES || !grow(q.arrivals, q.arrival_room, q.arrival_count + 1))
        return stop(w, i, STOP_LIMIT);
    PendingArrival &arrival = q.arrivals[q.arrival_count];
    arrival.instr = i, arrival.lanes = w.mask, arrival.after = q.issued;
    EACH_LANE(w.mask, l) {
        Barrier *b = barrier_at(*w.machine, found.index[l]);
        if (!b) return refuse(w, i, BROKE_MBARRIER_UNINITIALIZED);
        b->pending += !CopyArriveArgs(i).expected();
        note_change(*w.machine, *b, true);
        arrival.barrier[l] = found.index[l];
    }
    ++q.arrival_count;
    return settle_arrivals(w) ? i + 1 : refuse(w, i);
}

/* In this order: each uses the files before it. */
/* clang-format off */
#include "boxes.inl"
#include "shadow_transfers.inl"
#include "deliveries.inl"
#include "transfers.inl"
#include "clusters.inl"
/* clang-format on */

/* When */

/* Let the copies of threads land that hold up an arrival at a wanted barrier, or at any for a count below 0. */
bool advance_copies(Machine &m, const u64 *wanted, int count, bool &moved) {
    return each_warp(m, [&](Warp &w) {
        u32 lanes = 0;
        for (int a = 0; a < w.copies.arrival_count; ++a) {
            const PendingArrival &arrival = w.copies.arrivals[a];
            ALL_LANES(l)
                if (arrival.lanes >> l & 1 && awaited(wanted, count, arrival.barrier[l])) lanes |= 1u << l;
        }
        if (!lanes) return true;
        moved = true;
        return land(w, lanes, -1) || stop(w, nullptr, STOP_HANDOVER);
    });
}

bool advance_transfers(Machine &m, const u64 *wanted, int count, bool &moved) {
    TransferList &list = m.tracked;
    int kept = 0;
    bool good = true;
    for (int k = 0; k < list.count; ++k) {
        Transfer *t = list.items[k];
        bool chosen = count < 0;
        for (int n = 0; n < t->target_count && !chosen; ++n)
            chosen = !(t->kind == REMOTE && !(t->lanes >> n & 1)) && awaited(wanted, count, t->targets[n].barrier);
        if (!chosen || !good) {
            list.items[kept++] = t;
            continue;
        }
        moved = true;
        good = deliver(m, *t);
        discard(t);
    }
    list.count = kept;
    if (count >= 0 || moved || !good) return good;
    for (int k = 0; k < m.grouped.count && good; ++k) {
        if (m.grouped.items[k]->landed) continue;
        moved = true;
        good = deliver(m, *m.grouped.items[k]);
    }
    return good;
}

bool advance_stalled(Machine &m) {
    u64 wanted[1 << 12];
    int count = 0;
    each_warp(m, [&](const Warp &w) {
        u64 last = 0; /* most often all lanes wait for one */
        for (int l = 0; w.awaits && l < LANES; ++l) {
            const u64 index = w.awaited[l];
            if (index && index != last && count < (int)(sizeof wanted / sizeof *wanted) &&
                !awaited(wanted, count, index))
                wanted[count++] = index;
            last = index;
        }
        return true;
    });
    const auto advance = [&](int some, bool &moved) {
        return advance_copies(m, wanted, some, moved) && advance_transfers(m, wanted, some, moved) &&
               LEVEL(advance_tensor_)(m, wanted, some, moved);
    };
    bool moved = false;
    if (count && !advance(count, moved)) return false;
    return moved || (advance(-1, moved) && moved);
}

/* Let the copies take effect that are due. */
int64_t tick(Machine &m, int64_t now) {
    int64_t next = NEVER;
    const bool landed = each_warp(m, [&](Warp &w) {
        const bool good = land_those(w, [now](const PendingCopy &copy) { return copy.due <= now ? FULL : 0; });
        if (!good) stop(w, nullptr, STOP_HANDOVER);
        next = earliest_due(w.copies.items, w.copies.count, next);
        return good;
    });
    if (!landed) return NEVER;
    TransferList *const lists[] = {&m.tracked, &m.grouped};
    for (TransferList *list : lists) {
        int kept = 0;
        bool good = true;
        for (int k = 0; k < list->count; ++k) {
            Transfer *t = list->items[k];
            const bool lands = good && !t->landed && t->due <= now;
            if (lands) good = deliver(m, *t);
            if (lands && t->group < 0) {
                discard(t);
                continue;
            }
            list->items[kept++] = t;
            if (!t->landed && t->due < next) next = t->due;
        }
        list->count = kept;
        if (!good) return NEVER;
    }
    return next;
}

void finish(Machine &m, int64_t slot) {
    const Cta *first = m.ctas + slot;
    TransferList *const lists[] = {&m.tracked, &m.grouped};
    for (TransferList *list : lists) {
        int kept = 0;
        for (int k = 0; k < list->count; ++k) {
            Transfer *t = list->items[k];
            if (t->warp->cta->cluster != first) {
                list->items[kept++] = t;
                continue;
            }
            if ((list == &m.grouped || t->kind == LATER) && !m.stop.kind && !t->landed) deliver(m, *t);
            discard(t);
        }
        list->count = kept;
    }
}

const Instr *pass(Warp &, const Instr *i) { return i + 1; }

/* clang-format off */
const Entry entries[] = {
    {"handover", refuse}, {"pass", pass},
    {"mbarrier.init", mbarrier_init}, {"mbarrier.inval", mbarrier_inval}, {"mbarrier.tx", mbarrier_tx},
    {"mbarrier.arrive", mbarrier_arrive}, {"mbarrier.wait", mbarrier_wait}, {"mbarrier.pending_count", mbarrier_pending},
    {"cp.async", copy_async}, {"cp.async.commit_group", commit_copies}, {"cp.async.wait", wait_copies},
    {"cp.async.mbarrier.arrive", copy_arrive},
    TRANSFER_ENTRIES
    CLUSTER_ENTRIES
};
/* clang-format on */

} // namespace

extern const HandlerTable LEVEL(asynchrony_);
const HandlerTable LEVEL(asynchrony_) = {entries, sizeof entries / sizeof *entries};
extern const Units LEVEL(units_);
const Units LEVEL(units_) = {advance_stalled, finish};
extern const Tick LEVEL(tick_copies_);
const Tick LEVEL(tick_copies_) = tick;

} // namespace pyptx
