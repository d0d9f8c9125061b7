/* Races in tensor memory, as in pyptx/sim/tensor_races.py: operations that may start while an earlier one on the same
 * location is pending, and missing fences. A location is some lanes of one column.
 *
 * The operations that a thread starts before one commit end together, and so do the loads, or stores, of a warp before
 * one wait: each of these has one operation of the race detector.
 */
#include <algorithm>
#include <utility>

#include "conflicts.h"
#include "tensor.h"

namespace pyptx {

namespace {

constexpr int BAND = 16, BANDS = TENSOR_LANES / BAND;

struct Use { /* how an operation accesses tensor memory */
    TensorAccess kind;
    int32_t shape; /* of an MMA */
    int32_t agent,
        fenced;    /* columns of the clock for operations of its kind, and for those that a fence has released */
    uint32_t time; /* of its start */
    int64_t operation;
    Epoch thread; /* of a warp the first */

    bool of_cores() const { return kind != ACCESS_LD && kind != ACCESS_ST; }
    bool operator==(const Use &o) const {
        return kind == o.kind && shape == o.shape && time == o.time && operation == o.operation && thread == o.thread;
    }
};

enum { WRITES, LOADS_OF_WARPS, LOADS_OF_OTHERS, READS_OF_CORES, ORDERS };

struct Uses { /* of a CTA's tensor memory, the last of each location, as positions; warps share two columns for loads */
    uint32_t last[ORDERS][BANDS][TENSOR_COLUMNS];
};

struct Batch { /* operations of the race detector that end together, each with the agent that orders it */
    std::vector<std::pair<int64_t, int32_t>> operations;

    void add(int64_t operation, int32_t agent) {
        const std::pair<int64_t, int32_t> one{operation, agent};
        if (std::find(operations.begin(), operations.end(), one) == operations.end()) operations.push_back(one);
    }
    /* Add those of another thread up to one of them. */
    void join(const Batch &other, int64_t last) {
        for (const auto &[operation, agent] : other.operations)
            if (operation <= last) add(operation, agent);
    }
};

struct Commit {     /* that has not arrived */
    int64_t number; /* as of its operation */
    bool over;      /* whether its operations have completed, with those of a later commit */
    Batch batch;
    Row known;
};

struct Thread {
    int64_t operation = -1; /* of what it starts; -1 for nothing */
    Batch batch;            /* what it started since its last commit, and what that is pipelined behind */
    std::vector<Commit> commits;
    bool unfenced = false; /* whether it started one since its last tcgen05.fence::before_thread_sync or commit */
    Row covered;           /* the ends of operations that have completed with a commit, by agent */
    std::shared_ptr<const Row> acquired; /* its clock at its last tcgen05.fence::after_thread_sync */
};

struct Box {
    const Cta *cta;
    int lane, lanes, column, columns;
};

constexpr int64_t TRANSFERS = -2, FENCED = -3, CORES = -4, FENCED_CORES = -5; /* kinds of agents; see `Races::agent` */

} // namespace

struct TensorRaces {
    std::vector<Use> uses;
    std::pair<uint32_t, const TensorPlan *> written;   /* the last MMA, and the position of its use */
    std::vector<Uses> of_ctas;                         /* by slot */
    std::vector<std::pair<int64_t, int64_t>> of_warps; /* operations of loads and of stores that no wait covers */
    std::vector<Thread> of_threads;

    explicit TensorRaces(const Races &r)
        : uses(1), of_ctas(r.o.slots), of_warps(r.o.slots * r.o.warps), of_threads(r.o.slots * r.o.warps * LANES) {}

    size_t place(const Races &r, const Warp &w) const { return r.slot_of(*w.cta) * r.o.warps + w.index; }
    Thread &at(const Races &r, const Warp &w, int lane) { return of_threads[place(r, w) * LANES + lane]; }
};

namespace {

int32_t agent_of(Races &r, const Warp &w, int64_t kind) { return r.agent(kind, (int64_t)r.column(w)); }
int32_t agent_of(Races &r, const Warp &w, int lane, int64_t kind = CORES) {
    return r.agent(kind, (int64_t)r.column(w) * LANES + lane);
}

/* Order a lane's operations of tensor cores before what it releases from now on. */
void fence_cores(Races &r, Warp &w, int lane) {
    if (!std::exchange(r.tensor->at(r, w, lane).unfenced, false)) return;
    const size_t agent = (size_t)agent_of(r, w, lane, FENCED_CORES);
    r.at(w).clock.change(1u << lane, r.warps, [&](Row &row) { row.raise(agent, r.time); });
}

/* An operation on tensor memory that a lane starts, compared with earlier ones. */
struct Started {
    Races &r;
    TensorRaces &t;
    Warp &w;
    const Instr *instr;
    int lane;
    Use use;
    uint32_t position = 0;

    Started(Warp &w, const Instr *i, int lane, TensorAccess kind)
        : r(*w.machine->races), t(*r.tensor), w(w), instr(i),
          lane(lane), use{kind, 0, -1, -1, r.time, -1, r.thread(w, lane)} {}

    void begin(int64_t &operation) {
        if (operation < 0) operation = r.begin(w, lane, -1, use.agent, r.cluster_of(*w.cta));
        use.operation = operation;
        if (!(t.uses.back() == use)) t.uses.push_back(use);
        position = (uint32_t)t.uses.size() - 1;
    }
    const Row &row() const { return r.at(w).clock.of(lane); }
    uint32_t end_of(const Use &earlier) const { return r.operations[earlier.operation].end; }
    bool known(const Use &earlier) const { return end_of(earlier) <= row().of((size_t)earlier.agent); }

    Thread &thread_of(Epoch thread) const {
        const int64_t warp = warp_of(thread);
        const Cta *cta = w.cta->cluster;
        while (cta->place != warp / r.o.warps) ++cta;
        return t.of_threads[(r.slot_of(*cta) * r.o.warps + (size_t)(warp % r.o.warps)) * LANES + lane_of(thread)];
    }
    /* An operation is pipelined behind one of another thread, which therefore ends before it. Later operations of that
     * thread do not. */
    void follow(const Use &earlier) {
        Thread &mine = t.at(r, w, lane), &other = thread_of(earlier.thread);
        if (other.operation == earlier.operation) other.operation = -1;
        mine.batch.join(other.batch, earlier.operation);
        for (const Commit &commit : other.commits) mine.batch.join(commit.batch, earlier.operation);
    }

    /* Whether two operations of tensor cores start in this order: from one thread, or from two that met. */
    bool in_order(const Use &earlier, const Row &mine) const {
        if (earlier.thread == use.thread) return true;
        const size_t column = r.column_of(earlier.thread);
        return earlier.time <= mine.of_lane(column, lane_of(earlier.thread));
    }
    /* Whether the hardware pipelines this operation behind an earlier one of another thread. */
    bool follows(const Use &earlier) const {
        return are_pipelined((TensorKind)(earlier.kind - ACCESS_MMA), (TensorKind)(use.kind - ACCESS_MMA));
    }
    bool report(Rule rule, const Use &earlier, const Box &box) {
        Access a(r, w, 1u << lane, 0, 0, use.kind != ACCESS_LD, use.of_cores(), instr);
        a.report(rule, Races::by(earlier.operation, 0), lane, (u64)box.lane << 16 | box.column, 0, true);
        r.found.access = use.kind, r.found.other_access = earlier.kind;
        return false;
    }
    bool unfinished(const Use &earlier, const Box &box) {
        const bool open = end_of(earlier) == PENDING;
        return report(earlier.of_cores()          ? NO_COMMIT
                      : !open                     ? RACE
                      : earlier.kind == ACCESS_LD ? NO_WAIT_LD
                                                  : NO_WAIT_ST,
                      earlier, box);
    }
    bool judge(const Use &earlier, const Box &box, bool both_write) {
        const Row *const acquired = t.at(r, w, lane).acquired.get();
        const bool needs_before = r.o.tensor_fences & RELEASES, needs_after = r.o.tensor_fences & ACQUIRES;
        const bool same = earlier.thread == use.thread;
        if (earlier.of_cores() && use.of_cores() && (same || follows(earlier)) && in_order(earlier, row())) {
            const bool differ = earlier.kind == ACCESS_MMA && use.kind == ACCESS_MMA && earlier.shape != use.shape;
            if (both_write && differ && !known(earlier)) return report(NO_PIPELINE, earlier, box);
            if (same) return true;
            if (end_of(earlier) == PENDING) follow(earlier);
            if (needs_before && earlier.time > row().of((size_t)earlier.fenced))
                return report(NO_TENSOR_FENCE, earlier, box);
            return !needs_after || (acquired && in_order(earlier, *acquired)) || report(NO_TENSOR_FENCE, earlier, box);
        }
        if (!known(earlier)) return unfinished(earlier, box);
        if (earlier.agent == use.agent) return true;
        const bool transferred = needs_before && !earlier.of_cores();
        const size_t released = (size_t)(transferred ? earlier.fenced : earlier.agent);
        if (transferred && end_of(earlier) > row().of(released)) return report(NO_TENSOR_FENCE, earlier, box);
        if (needs_after && (!acquired || acquired->of(released) < end_of(earlier)))
            return report(NO_TENSOR_FENCE, earlier, box);
        return true;
    }

    /* Call a function with each location's last use among some columns, once for consecutive equal ones. */
    template <class F> static bool each(const uint32_t *row, int first, int last, uint32_t mine, F judge) {
        uint32_t judged = mine;
        while (first < last) {
            const int end = first + 16 < last ? first + 16 : last;
            uint32_t others = 0;
            for (int c = first; c < end; ++c) others |= row[c] == mine ? 0 : row[c];
            for (int c = first; c < end && others; ++c) {
                if (!row[c] || row[c] == judged || row[c] == mine) continue;
                if (!judge(judged = row[c])) return false;
            }
            first = end;
        }
        return true;
    }
    /* Compare an access with earlier ones, and record it. */
    bool access(const Box &box, bool write) {
        Uses &found = t.of_ctas[r.slot_of(*box.cta)];
        const int first = box.lane / BAND, last = (box.lane + box.lanes + BAND - 1) / BAND;
        const int end = box.column + box.columns;
        for (int order = WRITES; order < (write ? ORDERS : 1); ++order)
            for (int band = first; band < last; ++band)
                if (!each(found.last[order][band], box.column, end, position,
                          [&](uint32_t earlier) { return judge(t.uses[earlier], box, write && order == WRITES); }))
                    return false;
        const int order = write ? WRITES : use.of_cores() ? READS_OF_CORES : LOADS_OF_WARPS + w.index / WHOLE_GROUP % 2;
        for (int band = first; band < last; ++band)
            std::fill(found.last[order][band] + box.column, found.last[order][band] + end, position);
        return true;
    }
    /* Check that accesses to columns that are freed have completed. */
    bool free(const Box &box) {
        Uses &found = t.of_ctas[r.slot_of(*box.cta)];
        for (auto &order : found.last)
            for (auto &row : order) {
                if (!each(row, box.column, box.column + box.columns, 0,
                          [&](uint32_t earlier) { return known(t.uses[earlier]) || unfinished(t.uses[earlier], box); }))
                    return false;
                std::fill(row + box.column, row + box.column + box.columns, 0);
            }
        return true;
    }
};

bool factors(Started &s, const Cta &cta, const TensorPlan &p, const TensorFactors &f) {
    for (int word = f.first / 4; word < (f.first + p.factors + 3) / 4 && p.factors; ++word)
        if (!s.access({&cta, 0, TENSOR_LANES, f.column + word * f.wide, f.used}, false)) return false;
    return true;
}

/* The accesses of an MMA, a copy or a shift. */
bool cores(Warp &w, const TensorOperation &o) {
    Started s(w, o.instr, o.lane,
              o.kind == TENSOR_PRODUCT ? ACCESS_MMA
              : o.kind == TENSOR_COPY  ? ACCESS_CP
                                       : ACCESS_SHIFT);
    Cta *const first = o.pair ? w.cta->cluster + (w.cta->rank & ~1) : w.cta;
    const int ctas = 1 + o.pair;
    s.use.agent = agent_of(s.r, w, o.lane), s.use.fenced = agent_of(s.r, w, o.lane, FENCED_CORES);
    s.use.shape = o.kind == TENSOR_PRODUCT ? o.plan->shape : 0;
    Thread &thread = s.t.at(s.r, w, o.lane);
    s.begin(thread.operation);
    thread.unfenced = true;
    thread.batch.add(s.use.operation, s.use.agent);
    if (o.kind == TENSOR_SHIFT) {
        const int lane = (int)(o.address >> 16 & TENSOR_LANE_MASK), column = (int)(o.address & 0xFFFF);
        for (int k = 0; k < ctas; ++k) {
            const Box box{first + k, lane, LANES, column, SHIFTED_COLUMNS};
            if (!s.access(box, false) || !s.access(box, true)) return false;
        }
        return true;
    }
    const TensorPlan &p = *o.plan;
    const int of_a = p.a.column < 0 || o.kind == TENSOR_COPY ? p.a.lines * p.a.chunks : 0;
    const int chunks = of_a + p.b.lines * p.b.chunks;
    const s32 *const places = (const s32 *)(&p + 1);
    Access a(s.r, w, 1u << o.lane, Races::by(s.use.operation, 0), 0, false, true, o.instr);
    a.proxy = 0;
    for (int k = 0; k < 2 * ctas; ++k) {
        const bool second = k & 1;
        const TensorMatrix &matrix = second ? p.b : p.a;
        a.set_swizzle({matrix.line_mask, matrix.shift, matrix.start}, true);
        ChunkReader reader(a);
        for (int n = second ? of_a : 0; n < (second ? chunks : of_a); ++n)
            if (!reader.read(first[k / 2].shared_start + (u32)places[n], 16)) return false;
        if (!reader.flush()) return false;
    }
    if (o.kind == TENSOR_COPY) {
        u32 bands = 0;
        for (int n = 0; n < p.a.lines * p.copies; ++n) bands |= 1u << places[chunks + n] / BAND;
        for (int k = 0; k < ctas; ++k)
            for (u32 left = bands; left; left &= left - 1)
                if (!s.access({first + k, __builtin_ctz(left) * BAND, BAND, p.column, p.columns}, true)) return false;
        return true;
    }
    for (int k = 0; k < p.block_count && p.a.column >= 0; ++k)
        if (!s.access({first + p.blocks[k].cta, p.blocks[k].a_lane, p.blocks[k].rows, p.a.column, 4 * p.a.chunks},
                      false))
            return false;
    const TensorMetadata &m = p.metadata;
    for (int k = 0; k < ctas && m.chunk; ++k)
        if (!s.access({first + k, m.lane, m.lanes, m.column, m.columns}, false)) return false;
    for (int k = 0; k < ctas; ++k)
        if (!factors(s, first[k], p, p.of_a) || !factors(s, first[k], p, p.of_b)) return false;
    const auto [before, other] = std::exchange(s.t.written, {s.position, &p});
    if (before == s.position && other->column == p.column && other->columns == p.columns &&
        other->block_count == p.block_count && !memcmp(other->blocks, p.blocks, sizeof p.blocks))
        return true; /* as the MMA before it */
    for (int k = 0; k < p.block_count; ++k)
        if (!s.access({first + p.blocks[k].cta, p.blocks[k].lane, p.blocks[k].rows, p.column, p.columns}, true))
            return false;
    return true;
}

const Instr *awaits_tensor(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    const Instr *next = plain(w, i);
    if (!next) return next;
    auto &[loads, stores] = r.tensor->of_warps[r.tensor->place(r, w)];
    int64_t &operation = TensorWaitArgs(i).stores() ? stores : loads;
    if (operation < 0) return next;
    const int32_t agent = agent_of(r, w, TRANSFERS);
    r.operations[operation].end = r.time;
    operation = -1;
    r.at(w).clock.change(FULL, r.warps, [&](Row &row) { row.raise((size_t)agent, r.time); });
    return timely(r) ? next : raced(w, i);
}

const Instr *fences_tensor(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    WarpClock &clock = r.at(w).clock;
    if (site_of(w, i).flags & RELEASES) {
        const int32_t agent = agent_of(r, w, TRANSFERS), fenced = agent_of(r, w, FENCED);
        clock.change(w.mask, r.warps, [&](Row &row) { row.raise((size_t)fenced, row.of((size_t)agent)); });
        EACH_LANE(w.mask, l) fence_cores(r, w, (int)l);
        return plain(w, i);
    }
    const Row *held = nullptr;
    std::shared_ptr<const Row> copy;
    EACH_LANE(w.mask, l) {
        const Row &row = clock.of((int)l);
        if (&row != held) copy = std::make_shared<const Row>(*(held = &row));
        r.tensor->at(r, w, (int)l).acquired = copy;
    }
    return plain(w, i);
}

} // namespace

std::shared_ptr<TensorRaces> new_tensor_races(const Races &r) { return std::make_shared<TensorRaces>(r); }

void start_tensor_races(TensorRaces &t, const Races &r, const Cta &cta) {
    memset(&t.of_ctas[r.slot_of(cta)], 0, sizeof(Uses));
    const size_t first = t.place(r, cta.warps[0]);
    for (int k = 0; k < cta.count; ++k) t.of_warps[first + k] = {-1, -1};
    for (int k = 0; k < cta.count * LANES; ++k) t.of_threads[first * LANES + k] = {};
}

Handler tensor_hook(RaceEvent event) {
    return event == AWAITS_TENSOR ? awaits_tensor : event == FENCES_TENSOR ? fences_tensor : nullptr;
}

/* Functions that the interpreter calls */

bool race_tensor_moved(Warp &w, const Instr *i, u32 address, bool write) {
    Started s(w, i, 0, write ? ACCESS_ST : ACCESS_LD);
    s.use.agent = agent_of(s.r, w, TRANSFERS), s.use.fenced = agent_of(s.r, w, FENCED);
    auto &[loads, stores] = s.t.of_warps[s.t.place(s.r, w)];
    s.begin(write ? stores : loads);
    const TensorTransferArgs op(i);
    for (int k = 0; k < op.spans_count(); k += 2)
        if (!s.access({w.cta, (int)(address >> 16 & TENSOR_LANE_MASK), op.height(),
                       (int)(address & 0xFFFF) + op.spans()[k], op.spans()[k + 1]},
                      write))
            return false;
    return true;
}

bool race_tensor_started(Warp &w, const TensorOperation &o) {
    Races &r = *w.machine->races;
    if (o.kind == TENSOR_STORE) return race_tensor_moved(w, o.instr, o.address, true);
    if (o.kind != TENSOR_COMMIT) return cores(w, o);
    for (int k = 0; k < o.count; ++k) {
        if (!r.known_init(w, 1u << o.lane, o.barriers[k])) return false;
        const Barrier *b = barrier_at(*w.machine, o.barriers[k]);
        if (b) r.cover_expectations(w, o.lane, r.object((s32)(b - w.machine->barriers.items), *b), true);
    }
    Thread &thread = r.tensor->at(r, w, o.lane);
    thread.commits.push_back({o.number, false, std::exchange(thread.batch, {}), {}});
    thread.operation = -1;
    fence_cores(r, w, o.lane);
    r.release(w, 1u << o.lane, thread.commits.back().known);
    return timely(r);
}

bool race_tensor_arrived(Warp &w, const TensorOperation &o, const uint64_t *barriers, int count) {
    Races &r = *w.machine->races;
    Thread &thread = r.tensor->at(r, w, o.lane);
    auto commit = thread.commits.begin();
    for (;; ++commit) { /* the operations of earlier commits have completed, too */
        if (!std::exchange(commit->over, true)) {
            for (const auto &[operation, agent] : commit->batch.operations) {
                uint32_t &end = r.operations[operation].end;
                if (end == PENDING) end = r.time;
                thread.covered.raise((size_t)agent, end);
            }
            commit->known.join(thread.covered);
            if (!timely(r)) return false;
        }
        if (commit->number == o.number) break;
    }
    for (int k = 0; k < count; ++k) {
        const Barrier &b = *barrier_at(*w.machine, barriers[k]);
        r.object((s32)(&b - w.machine->barriers.items), b).released[0].join(commit->known);
    }
    thread.commits.erase(commit);
    return true;
}

bool race_tensor_freed(Warp &w, const Instr *i, int base, int columns) {
    Started s(w, i, 0, ACCESS_DEALLOC);
    return s.free({w.cta, 0, TENSOR_LANES, base, columns});
}

bool race_tensor_allocated(Warp &w, const Instr *i, uint64_t index) {
    Races &r = *w.machine->races;
    Access a(r, w, 1, with_lane(r.head(w, 0), 0), 0, true, false, i);
    r.addresses[index] = r.time;
    if (a.range(r.shared, index, index + sizeof(u32), true)) return true;
    r.found.sure = 0; /* where the same value was there, it is no race */
    return false;
}

} // namespace pyptx
