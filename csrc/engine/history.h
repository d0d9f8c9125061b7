/* The state of race checking in a launch: the accesses, and the clocks that order them.
 *
 * Time does not advance with every access, but whenever a thread releases its clock: accesses with the same time are
 * released together. A finding goes to Python, and the reference engine confirms it.
 */
#ifndef PYPTX_ENGINE_HISTORY_H
#define PYPTX_ENGINE_HISTORY_H

#include <unordered_map>

#include "clocks.h"
#include "lanes.h"
#include "races.h"
#include "schedule.h"

namespace pyptx {

constexpr uint32_t PENDING = 0xFFFFFFFF; /* the end of a pending operation */
constexpr size_t MOST_COPIES = 64;
constexpr int WHOLE_GROUP = 4;   /* warps */
constexpr int CLUSTER_SCOPE = 2; /* of sites */

/* The address bits that a tensor map or descriptor XORs into addresses of shared memory. */
struct Swizzle {
    int32_t line_mask = -1; /* -1 for an access without a swizzle mode, which agrees with every other */
    int32_t shift = 0;
    int32_t start = 0; /* of the pattern, from a multiple of its period */

    bool known() const { return line_mask >= 0; }
    uint64_t flips(uint64_t index) const { return ((index - (uint64_t)start) & (uint64_t)line_mask) >> shift; }
    bool agrees(const Swizzle &other, uint64_t index) const { return flips(index) == other.flips(index); }
    uint64_t linear(uint64_t index) const { return index ^ flips(index); }
    bool operator==(const Swizzle &o) const { return line_mask == o.line_mask && shift == o.shift && start == o.start; }
};

struct Operation {
    uint32_t end;
    int32_t agent;   /* column of the agent that orders it */
    int64_t thread;  /* thread that waits for its group, as warp and lane of an epoch; -1 if it has an agent */
    int64_t cluster; /* of the agent */
    int64_t starter; /* thread that started it */
    Swizzle swizzle; /* of what it writes */
    uint64_t lines;  /* bits that are set in any index of that */
    bool generic;    /* whether it writes through the generic proxy */

    void set_tile(const Swizzle &of, uint64_t first, int64_t size) { /* consecutive bytes */
        const uint64_t last = first + (uint64_t)size - 1;
        swizzle = of, lines = first | last;
        for (uint64_t below = first ^ last; below; below >>= 1) lines |= below;
    }
    int64_t starter_place(int64_t warps) const { return warp_of((Epoch)starter) / warps; } /* of its CTA */
};

struct Visits { /* when each lane of a warp last used an mbarrier, or accessed shared memory of another CTA */
    uint32_t time[LANES] = {};
};

struct Expectation { /* an expect_tx in the current phase of an mbarrier, as in pyptx/sim/object_uses.py */
    Epoch epoch;
    bool lacked_bytes;
};

struct Object { /* an mbarrier; rows for its own CTA and, if scopes are checked, for others */
    Row released[2], done[2];
    int32_t phase = 0;
    int32_t agent = 0;
    std::vector<int64_t> tied;         /* copies of threads that complete at it */
    std::vector<Visits> uses;          /* by warp of the cluster; empty for none */
    std::vector<Expectation> expected; /* those that no operation of the phase comes after */
};

struct Copies { /* cp.async of lanes that no wait has covered */
    uint32_t lanes;
    int32_t size, group[LANES];
    uint64_t target[LANES];
    Epoch epoch[LANES];
    const Instr *instr;
    uint64_t source[LANES];
    int32_t read[LANES];
};

struct Store { /* of a bulk group */
    int lane, group;
    int64_t reading, writing;
    const Instr *instr;
    uint64_t from, to; /* the first bytes that it reads and writes */
};

struct Batch { /* MMAs of a group of a warpgroup */
    int32_t group;
    int64_t operation;
};

struct Pass { /* an instruction of a warpgroup that not all of its warps have reached */
    Row known;
    int warps;
};

/* Clocks released at a location. */
struct Record {
    std::map<std::pair<int64_t, int>, std::shared_ptr<const RemoteClocks>> released; /* by CTA and scope */
    std::shared_ptr<const RemoteClocks> everywhere; /* those of all CTAs with the widest scope; null for none */
};

/* Join two clocks; null for nothing. */
inline std::shared_ptr<const RemoteClocks> joined(const std::shared_ptr<const RemoteClocks> &one,
                                                  const std::shared_ptr<const RemoteClocks> &other) {
    return one && other ? Row::merged(one, other) : one ? one : other;
}

/* Join two records; null for nothing. */
inline std::shared_ptr<const Record> joined(const std::shared_ptr<const Record> &one,
                                            const std::shared_ptr<const Record> &other) {
    if (!one || !other) return one ? one : other;
    auto made = std::make_shared<Record>(*one);
    for (const auto &[key, remote] : other->released) {
        std::shared_ptr<const RemoteClocks> &held = made->released[key];
        held = joined(held, remote);
    }
    made->everywhere = joined(one->everywhere, other->everywhere);
    return made;
}

struct MapRelease { /* of the tensor maps that a thread wrote, or others before it */
    uint32_t time;
    std::shared_ptr<const Row> known; /* its clock */
};

struct LaterRelease { /* of a lane, until it takes effect */
    uint64_t index;
    std::shared_ptr<const Record> record;
    bool adds;
};

struct Fenced {                     /* the clock that a strong write of a lane may release: at its last fence */
    std::shared_ptr<const Row> row; /* null without a fence */
    uint32_t time = 0;              /* of its own accesses; 0 if `row` includes that */
};

struct Unread { /* a record that a lane read and may acquire with a fence */
    int scope;
    std::shared_ptr<const Record> record;
};

struct ReleasedValue { /* of a location */
    uint64_t value;
    bool known;
    std::shared_ptr<const Record> record; /* what readers acquire; null for nothing */
    std::shared_ptr<const Record> own;    /* that of the atomic itself, if others may come before it; else null */
    Epoch written;                        /* 0 for the value before all writes */
    std::vector<Epoch> read;     /* the epochs of readers; its writer is one unless other atomics may come before it */
    std::vector<Epoch> included; /* the epochs of those that read a value which includes its atomic in any order */
    Handler atomic = nullptr;    /* the own handler of the atomic */
    uint64_t operand = 0;        /* of the atomic */
    uint64_t after = 0;          /* those that are ordered before it, a bit for each item */
};

struct ReleasedValues { /* of a location, the last ones in order */
    uint32_t size;
    std::vector<ReleasedValue> items;
};

constexpr int SCOPES = 3;

struct WarpRaces {
    WarpClock clock;
    Fenced fenced[SCOPES][LANES];
    std::map<uint64_t, Unread> unread[LANES];
    std::vector<Copies> copies;
    std::vector<Store> stores;
    int64_t copying = -1; /* the operation of its cp.async until a wait or an mbarrier ends them */
};

struct GroupRaces {
    std::vector<Pass> passes;
    int64_t first = 0; /* number of the first of them */
    std::vector<Batch> batches;
};

struct StrongWrite { /* a strong write that strong reads observed: it is ordered before later accesses of those threads
                      */
    Epoch write = 0;
    std::vector<Epoch> readers;
};

struct CommonWrite { /* lanes of a warp that wrote the same value with one instruction */
    Epoch epoch;
    uint32_t lanes;
};

struct SizedAtomic { /* of a program with atomics of several sizes */
    Epoch epoch;
    uint8_t size;
};

/* The warps of a barrier's phase so far, with the lanes of each, those of the phase before, and what that phase
 * released. */
struct Meeting {
    uint64_t now = 0, before = 0;
    uint32_t lanes[64] = {};
    Row released;
};

struct TensorRaces; /* tensor_races.cpp */

struct Races : RaceDetector {
    Machine &m;
    const RaceOptions o;
    const int64_t cluster; /* CTAs */
    const size_t warps;    /* of a cluster */
    Shadow shared, global;
    std::vector<WarpRaces> of_warps; /* by slot */
    std::vector<Exchanges> of_exchanges;
    std::vector<std::pair<int64_t, Exchanges>> ended; /* those of warps that have ended, with the number of the warp */
    std::vector<GroupRaces> of_groups;
    std::vector<Row> named;                          /* barriers of CTAs, by slot */
    std::vector<Meeting> meetings;                   /* the same barriers */
    std::vector<Row> cluster_released, cluster_done; /* by slot of the first CTA */
    std::vector<Object> objects;                     /* by number of the barrier */
    std::vector<Operation> operations;
    std::map<std::pair<int64_t, int64_t>, int32_t> agents;
    std::unordered_map<uint64_t, CommonWrite> common;
    std::unordered_map<uint64_t, SizedAtomic> atomics;                   /* the last ones, by arena index of the word */
    std::unordered_map<uint64_t, std::shared_ptr<const Record>> records; /* by arena index */
    std::unordered_map<uint64_t, ReleasedValues> values;                 /* of these locations */
    bool tests = false; /* whether the value of a strong read of the program only decides a branch */
    std::unordered_map<int64_t, std::vector<LaterRelease>> later; /* of asynchronous releases, by number */
    int64_t later_count = 0;
    std::vector<Row> named_fences; /* fenced clocks of arrivals at CTA barriers, by slot, barrier and scope */
    bool fences = false;           /* whether a thread executed one */
    bool forgot = false;
    bool equal_copies = false; /* whether several cp.async have copied the same bytes to one place */
    bool hasty = false; /* whether a phase of an mbarrier has completed before an expect_tx that nothing orders */
    std::unordered_map<uint64_t, StrongWrite> observed; /* by arena index of the word */
    std::vector<std::pair<int64_t, int64_t>> sent; /* copies from a CTA's shared memory to that of others: its place */
    std::vector<Visits> visits; /* of other CTAs of the cluster to shared memory, by slot and warp of the cluster */
    Finding found{};
    std::map<std::pair<Epoch, uint64_t>, Finding> guesses; /* by thread and arena index: reads checked later */
    std::shared_ptr<TensorRaces> tensor;                   /* null where the program uses no tensor memory */

    Races(Machine &m, const RaceOptions &options)
        : RaceDetector{}, m(m), o(options), cluster(m.shared->cluster),
          warps((size_t)(options.warps * m.shared->cluster)), of_warps(options.slots * options.warps),
          of_exchanges(options.slots * options.warps), of_groups(options.slots * (options.warps / WHOLE_GROUP)),
          named(options.slots * BARRIERS), meetings(options.slots * BARRIERS), cluster_released(options.slots),
          cluster_done(options.slots), named_fences(options.slots * BARRIERS * SCOPES) {
        if (cluster > 1) visits.resize(options.slots * warps);
        shared.open(options.shared_start, options.slots * options.shared_stride, true);
        global.open(m.shared->global.start, m.shared->global.extent, false);
        code = o.code, own = o.plain, sites = o.sites, warps_of_cta = o.warps;
        time = 1;
        briefs = global.briefs, first_line = global.start, crowds = global.crowds;
        exchanges = of_exchanges.data();
        const Instr *const last = m.shared->blocks[m.shared->block_count - 1]; /* a block lies behind each branch */
        tests = std::any_of(sites, sites + (last - code), [](const Site &site) { return site.deciding != 0; });
    }

    /* Who */

    /* Whether a write was that of an address by tcgen05.alloc, which copies may overwrite without a proxy fence. */
    bool is_address(uint64_t index, Epoch by) const {
        const auto found = addresses.find(index & ~(uint64_t)3);
        return found != addresses.end() && found->second == time_of(by);
    }
    size_t slot_of(const Cta &cta) const { return (size_t)(&cta - m.ctas); }
    WarpRaces &at(const Warp &w) { return of_warps[slot_of(*w.cta) * o.warps + w.index]; }
    bool exchanged_since(Epoch read, const Row &row, Epoch who, const Cta &cta) const;
    const Exchanges *exchanges_of(int64_t warp) const;
    void keep_exchanges(const Cta &cta);
    int64_t first_warp(const Cta &cta) const { return (cta.place - cta.rank) * o.warps; }
    int64_t number(const Warp &w) const { return w.cta->place * o.warps + w.index; }
    size_t column(const Warp &w) const { return (size_t)(w.cta->rank * o.warps + w.index); }
    size_t column_of(Epoch epoch) const { return (size_t)(warp_of(epoch) % (int64_t)warps); }
    Epoch head(const Warp &w, int scope) const {
        return (Epoch)number(w) << WARP_SHIFT | (Epoch)scope << SCOPE_SHIFT | (Epoch)time << TIME_SHIFT;
    }
    Epoch thread(const Warp &w, int lane) const { return (Epoch)number(w) << WARP_SHIFT | (Epoch)lane << LANE_SHIFT; }
    int64_t cluster_of(const Cta &cta) const { return cta.place / cluster; }

    /* Advance the time: earlier accesses are released, later ones are not. */
    bool tick() { return ++time < MOST_TIME; }

    std::map<std::pair<uint64_t, int64_t>, uint32_t> fenced_maps; /* when a CTA last acquired a tensor map */
    std::unordered_map<Epoch, MapRelease> released_maps;          /* the last of each thread */
    std::map<uint64_t, uint32_t> addresses; /* when tcgen05.alloc last wrote one, by arena index */

    int32_t agent(int64_t kind, int64_t which) {
        return agents.emplace(std::make_pair(kind, which), (int32_t)(warps + agents.size())).first->second;
    }
    int32_t agent_of_object(uint64_t index) {
        const uint64_t offset = index - o.shared_start;
        return agent((int64_t)(offset / o.shared_stride) % cluster, (int64_t)(offset % o.shared_stride));
    }
    int32_t agent_of_group(const Cta &cta, int group) { return agent(-1, cta.rank * (o.warps / WHOLE_GROUP) + group); }

    int64_t begin(const Warp &w, int lane, int64_t waits, int32_t agent, int64_t cluster) {
        operations.push_back({PENDING, agent, waits, cluster, (int64_t)thread(w, lane), {}, 0, false});
        return (int64_t)operations.size() - 1;
    }
    static Epoch by(int64_t operation, int scope) {
        return BY_ENGINE | (Epoch)operation << LANE_SHIFT | (Epoch)scope << SCOPE_SHIFT;
    }

    void start(Cta &cta);
    bool visit(const Warp &w, uint32_t lanes, const uint64_t *index);
    bool may_meet_others(const Warp &w, int lane, const Meeting &meeting);
    bool left(const Cta &cta);
    bool knows_copies(const Cta &cta);
    void release(const Warp &w, uint32_t lanes, Row &into, uint32_t others = 0);
    Object &object(int32_t number, const Barrier &b);
    void cover_expectations(const Warp &w, int lane, Object &object, bool arrives);
    bool is_in_other(const Cta &cta, uint64_t barrier) const {
        return barrier - cta.shared_start >= (uint64_t)o.shared_stride;
    }
    /* Whether an mbarrier is in another CTA, which needs a wider scope; false unless scopes are checked. */
    bool away(const Cta &cta, uint64_t barrier) const { return o.scopes && is_in_other(cta, barrier); }
    void end(int64_t operation, Object &object, uint64_t barrier);
    /* The row of a cluster in the clock of a CTA; null if it has none. */
    const Row *row_of_cluster(const Row &row, int64_t home, const Cta &cta) const {
        if (home == cluster_of(cta)) return &row;
        if (!row.remote) return nullptr;
        const auto found = row.remote->find(home);
        return found == row.remote->end() ? nullptr : found->second.get();
    }
    bool over(const Row &row, Epoch epoch, Epoch who, const Cta &cta) const;
    bool both_strong(Epoch epoch, Epoch who, int scope) const;
    void observe(uint64_t index, Epoch write, Epoch reader);
    bool before(uint64_t index, Epoch write, const Row &row, Epoch who, const Cta &cta) const;
    bool agrees_in_size(const Warp &w, const Site &site, const uint64_t *index, uint32_t lanes, uint32_t size);
    void found_out(Epoch who, uint64_t first, uint32_t size);
    bool changed(uint64_t first, uint32_t size);
    void replace_epochs(const Warp &w, const Copies &copies, uint32_t lanes, Epoch epoch, bool own);
    Epoch equal_copy(const Cta &cta, const Copies &copies, uint32_t done, uint64_t index) const;
    bool known_init(Warp &w, u32 lanes, u64 index);
    Row *fences_at(const Cta &cta, uint32_t barrier) {
        return named_fences.data() + (slot_of(cta) * BARRIERS + barrier) * SCOPES;
    }
    bool fenced_row(const Warp &w, int lane, int level, Row &into) const;
    void share_fences(Warp &w, uint32_t lanes, const Row *shared);
    void acquire(Warp &w, int lane, const Record &record, int scope);
    std::shared_ptr<const RemoteClocks> remote_clocks_of(const Warp &w, const Row &row) const;
    bool synchronise(Warp &w, const Instr *i, const Site &site, const uint64_t *places, bool write, bool adds);
    void complete_value(ReleasedValues &all, uint64_t index);
    std::shared_ptr<const Record> needed_by(Warp &w, const Instr *i, int lane, const ReleasedValues &all, size_t first,
                                            size_t last, uint64_t acquired, uint64_t certain, bool taken,
                                            uint64_t &needed);
    bool one_before(const Warp &w, int lane, const std::vector<Epoch> &epochs);
    bool written_before(const Warp &w, int lane, const ReleasedValue &value);
    void follow_write(const Warp &w, const Instr *i, int lane, uint64_t index, std::shared_ptr<const Record> own);
    bool decides(Warp &w, const Instr *i, int lane, uint64_t value);
    std::shared_ptr<const Record> acquired_by(Warp &w, const Instr *i, int lane, uint64_t index,
                                              std::shared_ptr<const Record> last);
    void keep_value(uint64_t index);
    void publish(uint64_t index, const std::shared_ptr<const Record> &own, bool adds);
    void publish_later(int64_t number);
};

inline const Instr *raced(Warp &w, const Instr *i) { return stop(w, i, STOP_HANDOVER); }
inline const Site &site_of(const Warp &w, const Instr *i) {
    return w.machine->races->o.sites[i - w.machine->races->o.code];
}
inline const Instr *plain(Warp &w, const Instr *i) {
    const Races &r = *w.machine->races;
    return r.o.plain[i - r.o.code](w, i);
}
inline const Instr *unsure(Warp &w, const Instr *i) {
    w.machine->races->found.rule = NOT_SURE;
    return raced(w, i);
}
inline bool timely(Races &r) { /* whether the time can advance */
    if (r.tick()) return true;
    r.found.rule = NOT_SURE;
    return false;
}

/* The handlers of operations that order accesses; null for others. */
Handler order_hook(RaceEvent event);

/* Tensor memory */
std::shared_ptr<TensorRaces> new_tensor_races(const Races &r);
void start_tensor_races(TensorRaces &t, const Races &r, const Cta &cta);
Handler tensor_hook(RaceEvent event);

} // namespace pyptx
#endif
