/* Data races, and writes that an engine may not see: what pyptx/sim/races.py, accesses.py and order.py define.
 *
 * Here time does not pass with every access, but whenever somebody tells others what was done: what is stamped with
 * the same time is told of together. What is found goes to Python, which has the definition find it again.
 */
#include "races.h"

#include <unordered_map>

#include "clocks.h"
#include "lanes.h"
#include "schedule.h"

namespace pyptx {

#define EACH_LANE(LANES_OF, L) \
    for (u32 left_ = (LANES_OF), L = 0; left_ ? (L = (u32)__builtin_ctz(left_), true) : false; left_ &= left_ - 1)

constexpr uint32_t PENDING = 0xFFFFFFFF; /* the end of an operation that is under way */
constexpr size_t MOST_COMMON = 1 << 16, MOST_COPIES = 64;
constexpr int WHOLE_GROUP = 4; /* warps */
constexpr uint8_t ATOM = 32, SWAPS = 64; /* flags of sites, too: atom, and one that compares and swaps */

namespace {

struct Operation {
    uint32_t end;
    int32_t agent;   /* column of the agent that brings order */
    int64_t thread;  /* who waits for it with its groups, as warp and lane of a stamp; -1 where it has an agent */
    int64_t cluster; /* of the agent */
    int64_t starter; /* thread that started it */
};

struct Object { /* an mbarrier */
    Row told, done;
    int32_t phase = 0;
    int32_t agent = 0;
    std::vector<int64_t> tied; /* copies of threads that it is told of */
};

struct Copies { /* cp.async of lanes that no wait has covered */
    uint32_t lanes;
    int32_t size, group[LANES];
    uint64_t target[LANES];
    Stamp stamp[LANES];
};

struct Store { /* of a bulk group */
    int lane, group;
    int64_t reading, writing;
    const Instr *instr;
    uint64_t from, to; /* the first bytes that it reads and writes */
};

struct Batch { /* products of a group of a warpgroup */
    int32_t group;
    int64_t operation;
};

struct Pass { /* an instruction of a warpgroup that not all of its warps have come to */
    Row known;
    int warps;
};

/* What was released at a place, by CTA and scope. */
using Record = std::map<std::pair<int64_t, int>, std::shared_ptr<const Far>>;

struct Fenced { /* what a lane may tell by a strong write: what it knew at its last fence, and did before */
    std::shared_ptr<const Row> row; /* null where it had no fence */
    uint32_t time = 0;              /* of its own accesses; 0 where `row` says that, too */
};

struct Unread { /* a record that a lane read and may acquire with a fence */
    int scope;
    std::shared_ptr<const Record> record;
};

constexpr int SCOPES = 3;

struct WarpRaces {
    WarpClock clock;
    Fenced fenced[SCOPES][LANES];
    std::map<uint64_t, Unread> unread[LANES];
    std::vector<Copies> copies;
    std::vector<Store> stores;
    int64_t copying = -1; /* the operation that its cp.async are until something ends them */
};

struct GroupRaces {
    std::vector<Pass> passes;
    int64_t first = 0; /* number of the first of them */
    std::vector<Batch> batches;
};

struct Visits { /* when each lane of a warp last accessed shared memory of a CTA that is not its own */
    uint32_t time[LANES] = {};
};

struct CommonWrite { /* lanes that wrote the same with one instruction, and whether other warps did before */
    Stamp stamp;
    uint32_t lanes;
    bool mixed;
};

} // namespace

struct Races {
    Machine &m;
    const RaceOptions o;
    const int64_t cluster;     /* CTAs */
    const size_t warps;        /* of a cluster */
    uint32_t time = 1;
    Shadow shared, global;
    std::vector<WarpRaces> of_warps; /* by slot */
    std::vector<GroupRaces> of_groups;
    std::vector<Row> named;                   /* barriers of CTAs, by slot */
    std::vector<Row> cluster_told, cluster_done; /* by slot of the first CTA */
    std::vector<Object> objects;              /* by number of the barrier */
    std::vector<Operation> operations;
    std::map<std::pair<int64_t, int64_t>, int32_t> agents;
    std::unordered_map<uint64_t, CommonWrite> common;
    std::unordered_map<uint64_t, std::shared_ptr<const Record>> records; /* by arena index */
    std::vector<Row> named_fences; /* what who came to a barrier of a CTA had fenced, by slot, barrier and scope */
    bool fences = false;           /* whether anybody executed one */
    bool forgot = false;
    std::vector<Visits> visits;    /* of other CTAs of the cluster to shared memory, by slot and warp of the cluster */
    Finding found{};
    std::map<std::pair<Stamp, uint64_t>, Finding> guesses; /* by thread and arena index: who reads, and may find out */

    Races(Machine &m, const RaceOptions &options)
        : m(m), o(options), cluster(m.shared->cluster), warps((size_t)(options.warps * m.shared->cluster)),
          of_warps(options.slots * options.warps), of_groups(options.slots * (options.warps / WHOLE_GROUP)),
          named(options.slots * BARRIERS), cluster_told(options.slots), cluster_done(options.slots),
          named_fences(options.slots * BARRIERS * SCOPES) {
        if (cluster > 1) visits.resize(options.slots * warps);
        shared.open(options.shared_start, options.slots * options.shared_stride, 2);
        global.open(m.shared->global.start, m.shared->global.extent, 1);
    }

    /* Who */

    size_t slot_of(const Cta &cta) const { return (size_t)(&cta - m.ctas); }
    WarpRaces &at(const Warp &w) { return of_warps[slot_of(*w.cta) * o.warps + w.index]; }
    int64_t first_warp(const Cta &cta) const { return (cta.place - cta.rank) * o.warps; }
    int64_t number(const Warp &w) const { return w.cta->place * o.warps + w.index; }
    size_t column(const Warp &w) const { return (size_t)(w.cta->rank * o.warps + w.index); }
    size_t column_of(Stamp stamp) const { return (size_t)(warp_of(stamp) % (int64_t)warps); }
    Stamp head(const Warp &w, int scope) const {
        return (Stamp)number(w) << WARP_SHIFT | (Stamp)scope << SCOPE_SHIFT | (Stamp)time << TIME_SHIFT;
    }
    Stamp thread(const Warp &w, int lane) const { return (Stamp)number(w) << WARP_SHIFT | (Stamp)lane << LANE_SHIFT; }
    int64_t cluster_of(const Cta &cta) const { return cta.place / cluster; }

    /* What was done up to now is told; what is done from now on is not. */
    bool tick() { return ++time < MOST_TIME; }

    int32_t agent(int64_t kind, int64_t which) {
        return agents.emplace(std::make_pair(kind, which), (int32_t)(warps + agents.size())).first->second;
    }
    int32_t agent_of_object(uint64_t index) {
        const uint64_t offset = index - o.shared_start;
        return agent((int64_t)(offset / o.shared_stride) % cluster, (int64_t)(offset % o.shared_stride));
    }
    int32_t agent_of_group(const Cta &cta, int group) { return agent(-1, cta.rank * (o.warps / WHOLE_GROUP) + group); }

    int64_t begin(const Warp &w, int lane, int64_t waits, int32_t agent, int64_t cluster) {
        operations.push_back({PENDING, agent, waits, cluster, (int64_t)thread(w, lane)});
        return (int64_t)operations.size() - 1;
    }
    static Stamp by(int64_t operation, int scope) {
        return BY_ENGINE | (Stamp)operation << LANE_SHIFT | (Stamp)scope << SCOPE_SHIFT;
    }

    void start(Cta &cta);
    void visit(const Warp &w, uint32_t lanes, const uint64_t *index);
    bool left(const Cta &cta);
    void tell(const Warp &w, uint32_t lanes, Row &into);
    Object &object(int32_t number, const Barrier &b);
    bool over(const Row &row, Stamp stamp, Stamp who, const Cta &cta) const;
    bool both_strong(Stamp stamp, Stamp who, int scope) const;
    bool known_init(Warp &w, u32 lanes, u64 index);
    Row *fences_at(const Cta &cta, uint32_t barrier) {
        return named_fences.data() + (slot_of(cta) * BARRIERS + barrier) * SCOPES;
    }
    bool fenced_row(const Warp &w, int lane, int level, Row &into) const;
    void share_fences(Warp &w, uint32_t lanes, const Row *shared);
    void acquire(Warp &w, int lane, const Record &record, int scope);
    std::shared_ptr<const Far> far_of(const Warp &w, const Row &row) const;
    bool synchronise(Warp &w, const Site &site, const Located &located, bool write, bool reads);
};

namespace {

/* An access under way: of the lanes of a warp, of an engine for one of them, or of a warpgroup's product. */
struct Access {
    Races &r;
    Warp &w;
    WarpClock &clock;
    u32 lanes;
    Stamp stamp;
    int scope;
    bool write, engine;
    int proxy;           /* space whose proxy fences are needed: 0 shared, 1 global; -1 for none */
    const Row *row;      /* what all lanes know; null where they know different things */
    bool whole;          /* a product: it is no thread's own */
    const Instr *instr;
    const u64 *at = nullptr; /* of a store: where the lanes write, which is looked at for what they write */
    const Site *site = nullptr;
    std::unique_ptr<Row> behind; /* what the proxy fences are known to follow that this access is known to follow */
    Stamp known = 0, known_fenced = 0; /* the last stamps that turned out to be in order, and behind a fence */

    Access(Races &r, Warp &w, u32 lanes, Stamp stamp, int scope, bool write, bool engine, const Instr *instr)
        : r(r), w(w), clock(r.at(w).clock), lanes(lanes), stamp(stamp), scope(scope), write(write), engine(engine),
          proxy(-1), row(clock.common(lanes)), whole(false), instr(instr) {}

    /* Go on for some lanes. */
    void turn_to(u32 some) {
        const Row *const mine = clock.common(some);
        if (mine != row || !mine) known = 0;
        lanes = some, row = mine;
    }
    bool atomic() const { return site && site->flags & ATOM; }
    const Row &row_of(int lane) const { return row ? *row : clock.of(lane); }
    /* What the stamps of threads in shared memory are below whose accesses are known to be over. */
    Stamp floor() const {
        return ((Stamp)(whole ? row->least(r.warps) : clock.floor) + 1) << TIME_SHIFT;
    }
    /* The bytes that a lane stores at an index; false where it stores nothing there. */
    bool byte_of(int lane, u64 index, u8 &byte) const {
        const u64 within = index - at[lane];
        const u32 k = (u32)within / site->element;
        const s32 from = instr->n == 1 ? instr->d : instr->extra[k];
        if (from < 0) return false;
        byte = w.regs[from + lane * site->wide + within % site->element];
        return true;
    }
    bool changes(int lane, u64 index, u32 count) const {
        for (u32 k = 0; k < count; ++k) {
            u8 byte;
            if (byte_of(lane, index + k, byte) && byte != *cell(*w.machine->shared, index + k)) return true;
        }
        return false;
    }
    Stamp guesser(Stamp other, Stamp who, int kind) const;
    bool report(Rule rule, Stamp other, int lane, u64 index, int kind, bool sure);
    bool fine(Stamp other, Stamp floor, bool in_shared);
    bool fenced(Stamp other);
    void gather_fences();
    bool judge(const Shadow &shadow, const Cell &cell, int kind, u64 line, u32 first, u32 end);
    bool look(const Shadow &shadow, const Cell *cells, u64 line, u32 first, u32 end, Stamp floor);
    void leave(Shadow &shadow, Cell *cells, u32 first, u32 end, Stamp mine) const;
    bool range(Shadow &shadow, u64 first, u64 end, bool stamps);
    bool anywhere(u64 first, u64 size);
};

bool Access::report(Rule rule, Stamp other, int lane, u64 index, int kind, bool sure) {
    Finding &f = r.found;
    f.rule = rule, f.sure = sure && !r.forgot;
    f.cta = w.cta->place, f.warp = w.index, f.lane = lane;
    f.block = w.state->place, f.step = instr ? instr->step : 0;
    f.index = (s64)index;
    f.writes = write, f.engine = engine, f.after_read = kind > 0;
    f.other_engine = (other & BY_ENGINE) != 0;
    Stamp who = other;
    if (f.other_engine) {
        const Operation &operation = r.operations[operation_of(other)];
        f.other_pending = operation.end == PENDING;
        who = (Stamp)operation.starter;
    }
    f.other_cta = warp_of(who) / r.o.warps, f.other_warp = warp_of(who) % r.o.warps, f.other_lane = lane_of(who);
    return false;
}

/* One more than the thread that read weakly what the other updates atomically; 0 where it is another race. Who goes on to
 * compare and swap there only guessed, and finds out. */
Stamp Access::guesser(Stamp other, Stamp who, int kind) const {
    if (other & BY_ENGINE || engine || whole) return 0;
    if (!write && !scope && other & BY_ATOM) return who + 1;
    return write && kind && scope && atomic() ? (other & THREAD) + 1 : 0;
}

/* Whether all lanes know that all accesses of a stamp are over, or each made its own. */
bool Access::fine(Stamp other, Stamp floor, bool in_shared) {
    if (other == known || (in_shared && other < floor)) return true;
    if (!(other & BY_ENGINE) && !engine && !whole && !((other ^ stamp) & (THREAD | PATTERNS)) && (stamp & PATTERNS) != IN_TABLE &&
        ((stamp & PATTERNS) || !(lanes & (lanes - 1))))
        return true;
    if (!row) return false;
    if (other & BY_ENGINE) {
        const Operation &operation = r.operations[operation_of(other)];
        if (operation.thread >= 0 || operation.cluster != r.cluster_of(*w.cta) || operation.end > row->of(operation.agent)) return false;
    } else {
        const s64 column = warp_of(other) - r.first_warp(*w.cta);
        if (column < 0 || column >= (s64)r.warps || time_of(other) > row->full[column]) return false;
    }
    known = other;
    return true;
}

/* Whether a proxy fence stands between a write of a thread and this access of an engine. */
bool Access::fenced(Stamp other) {
    if (other == known_fenced) return true;
    const s64 place = warp_of(other) / r.o.warps;
    const Cta *home = nullptr;
    for (s64 k = 0; k < w.machine->slots && !home; ++k)
        if (w.machine->ctas[k].place == place) home = w.machine->ctas + k;
    if (!home) return true;
    const u32 time = time_of(other);
    const WarpClock &theirs = r.at(home->warps[warp_of(other) % r.o.warps]).clock;
    if (theirs.all_fenced[proxy] >= time) {
        known_fenced = other;
        return true;
    }
    if ((other & PATTERNS) == ALONE && theirs.fences[proxy][lane_of(other)] >= time) return true;
    if (!behind) gather_fences();
    if (!r.over(*behind, other, 0, *w.cta) || ((other & PATTERNS) != ALONE && time > behind->of(r.column_of(other)))) return false;
    known_fenced = other;
    return true;
}

void Access::gather_fences() {
    behind = std::make_unique<Row>();
    behind->part.resize(r.warps), behind->some.resize(r.warps);
    const int lane = __builtin_ctz(lanes);
    const Row &mine = clock.of(lane);
    for (size_t k = 0; k < r.warps; ++k) {
        const Warp &one = w.cta->cluster[k / r.o.warps].warps[k % r.o.warps];
        const WarpClock &theirs = r.at(one).clock;
        const bool group = whole && one.cta == w.cta && one.index / WHOLE_GROUP == w.index / WHOLE_GROUP;
        const Row *joined = nullptr;
        for (int l = 0; l < LANES; ++l) {
            const u32 time = theirs.fences[proxy][l];
            if (!time) continue;
            const bool told = time <= mine.of(k) || (k < mine.part.size() && time <= mine.part[k] && mine.some[k] >> l & 1);
            if (!told && !group && !(&one == &w && l == lane)) continue;
            const Row *const row = theirs.fence_rows[proxy][l].get();
            if (row != joined) behind->join(*row), joined = row;
            behind->part[k] = std::max(behind->part[k], time);
            behind->some[k] |= 1u << l;
        }
    }
}

/* Hold each part of an access against the stamp that is there. */
bool Access::judge(const Shadow &shadow, const Cell &cell, int kind, u64 line, u32 first, u32 end) {
    const bool narrow = ((first | end) & 3) || cell.form == BY_BYTES || (stamp & PATTERNS) == 1 || (stamp & PATTERNS) == 2 ||
                        cell.form == BY_WORDS || (cell.a & PATTERNS) == 1 || (cell.a & PATTERNS) == 2 ||
                        (cell.b & PATTERNS) == 1 || (cell.b & PATTERNS) == 2;
    const u32 by = narrow ? 1 : 4;
    for (u32 byte = first; byte < end; byte += by) {
        const Stamp other = shadow.at(cell, byte);
        if (!other) continue;
        const u64 index = line + byte;
        const int lane = engine || whole ? __builtin_ctz(lanes) : lane_of(resolved(stamp, byte));
        const Stamp who = r.thread(w, lane);
        const bool own = !whole && !(other & BY_ENGINE) && (other & THREAD) == who;
        if (!own && !r.over(row_of(lane), other, who, *w.cta) && !(scope && r.both_strong(other, who, scope))) {
            if (kind || !at || changes(lane, index, by)) {
                bool sure = true;
                if (!kind && !engine && !whole) {
                    const auto held = r.common.find(index >> 2);
                    if (held != r.common.end() && held->second.stamp == other) {
                        if (warp_of(other) == r.number(w) && held->second.lanes >> lane & 1) continue;
                        sure = !held->second.mixed;
                    }
                }
                const Stamp guesser = r.o.guesses ? this->guesser(other, who, kind) : 0;
                report(RACE, other, lane, index, kind, sure);
                if (!guesser) return false;
                for (u32 k = 0; k < by; ++k) r.guesses.emplace(std::make_pair(guesser - 1, index + k), r.found);
                r.found.rule = NO_RULE;
                continue;
            }
            if (warp_of(other) != r.number(w) || other & BY_ENGINE) r.common[index >> 2] = {resolved(stamp, byte), 1u << lane, true};
        }
        if (!kind && proxy >= 0 && !(other & BY_ENGINE) && !fenced(other)) return report(PROXY_FENCE, other, lane, index, 0, true);
    }
    return true;
}

/* Hold a part of a line against its stamps. */
bool Access::look(const Shadow &shadow, const Cell *cells, u64 line, u32 first, u32 end, Stamp floor) {
    const bool in_shared = shadow.kinds == 3;
    const u32 some = words_of(first, end);
    for (int kind = 0; kind < (write ? shadow.kinds : 1); ++kind) {
        const Cell &c = cells[kind];
        if (c.form == SIMPLE) {
            const Stamp a = c.mask & some ? c.a : 0, b = ~c.mask & some ? c.b : 0;
            if ((!a || fine(a, floor, in_shared)) && (!b || fine(b, floor, in_shared))) {
                if (kind || proxy < 0) continue;
                if ((!a || a & BY_ENGINE || fenced(a)) && (!b || b & BY_ENGINE || fenced(b))) continue;
            }
        }
        if (!judge(shadow, c, kind, line, first, end)) return false;
    }
    return true;
}

void Access::leave(Shadow &shadow, Cell *cells, u32 first, u32 end, Stamp mine) const {
    if (write) shadow.set(cells[0], first, end, mine);
    else if (!scope || engine) shadow.set(cells[1 + (shadow.kinds == 3 ? w.index & 1 : 0)], first, end, mine);
}

/* Look at bytes that follow each other, and stamp them. Where lanes rise in them, the stamp has the first one. */
bool Access::range(Shadow &shadow, u64 first, u64 end, bool stamps) {
    const Stamp least = floor(), held = stamp, pattern = stamp & PATTERNS;
    u64 index = first;
    while (index < end) {
        const u64 line = index & ~(u64)(LINE - 1);
        const u32 low = (u32)(index - line), high = (u32)std::min<u64>(end - line, LINE);
        if (pattern) stamp = with_lane(held, lane_of(held) + (int)((s64)(line - first) >> (pattern - 1))) | pattern;
        Cell *cells = shadow.line(index);
        if (!look(shadow, cells, line, low, high, least)) return false;
        if (stamps) leave(shadow, cells, low, high, stamp);
        index = line + LINE;
    }
    stamp = held;
    return true;
}

/* The same in the space where it is, if that is looked after. */
bool Access::anywhere(u64 first, u64 size) {
    if (!size) return true;
    Shadow &shadow = r.shared.holds(first) ? r.shared : r.global;
    if (!shadow.holds(first)) return true;
    if (engine && proxy >= 0) {
        const int space = &shadow == &r.global;
        if (proxy != space) proxy = space, behind.reset(), known_fenced = 0;
    }
    return range(shadow, first, first + size, true);
}

INLINE const Instr *raced(Warp &w, const Instr *i) { return stop(w, i, STOP_HANDOVER); }
INLINE const Site &site_of(const Warp &w, const Instr *i) { return w.machine->races->o.sites[i - w.machine->races->o.code]; }
INLINE const Instr *plain(Warp &w, const Instr *i) {
    const Races &r = *w.machine->races;
    return r.o.plain[i - r.o.code](w, i);
}
INLINE bool timely(Races &r) { /* whether there is a time for what comes */
    if (r.tick()) return true;
    r.found.rule = NOT_SURE;
    return false;
}

/* Accesses of threads */

/* Stamp what lanes write, one after the other: lanes that write to one place must write the same. */
bool leave_stores(Access &a, const u64 *at, u32 size, bool weak) {
    Races &r = a.r;
    const Stamp mine = a.stamp;
    EACH_LANE(a.lanes, l) {
        const u64 first = at[l], end = first + size;
        Shadow &shadow = r.shared.holds(first) ? r.shared : r.global;
        if (!shadow.holds(first)) continue;
        for (u64 index = first; index < end;) {
            const u64 line = index & ~(u64)(LINE - 1);
            const u32 low = (u32)(index - line), high = (u32)std::min<u64>(end - line, LINE);
            Cell *cells = shadow.line(index);
            if (weak) {
                for (u32 byte = low; byte < high; ++byte) {
                    const Stamp there = shadow.at(cells[0], byte);
                    const int k = lane_of(there);
                    if ((there ^ mine) & HEAD || k == (int)l || !(a.lanes >> k & 1)) continue;
                    const u64 place = line + byte;
                    if (place < at[k] || place >= at[k] + size) continue;
                    u8 one, other;
                    if (!a.byte_of((int)l, place, one) || !a.byte_of(k, place, other)) continue;
                    if (one != other) return a.report(RACE, there, (int)l, place, 0, true);
                    CommonWrite &held = r.common[place >> 2];
                    if (held.stamp != there && held.stamp != with_lane(mine, (int)l)) held = {there, 1u << k, false};
                    held.stamp = with_lane(mine, (int)l);
                    held.lanes |= 1u << l;
                }
            }
            a.leave(shadow, cells, low, high, with_lane(mine, (int)l));
            index = line + LINE;
        }
    }
    if (r.common.size() > MOST_COMMON) r.common.clear(), r.forgot = true;
    return true;
}

/* Whether lanes surely access different places: aligned ones of one size that have different addresses. */
bool apart(const Located &at, u32 lanes, u32 size) {
    u64 seen[8] = {};
    EACH_LANE(lanes, l) {
        const u64 place = at.index[l] / size, hash = (place ^ place >> 5 ^ place >> 9 ^ place >> 14) & 511;
        if (seen[hash >> 6] >> (hash & 63) & 1) return false;
        seen[hash >> 6] |= 1ull << (hash & 63);
    }
    return true;
}

/* An access of the lanes of a warp to `size` bytes each; `values` where what they write can be told. */
bool touch(Races &r, Warp &w, const Instr *i, const Site &site, Located &at, u32 lanes, u32 size, bool write, bool values) {
    Access a(r, w, lanes, r.head(w, site.scope), site.scope, write, false, i);
    a.site = &site;
    if (values) a.at = at.index;
    if (a.atomic()) a.stamp |= BY_ATOM;
    const Stamp head = a.stamp;
    if (at.one && !write) { /* who comes last stays */
        Shadow &shadow = r.shared.holds(at.index[__builtin_ctz(lanes)]) ? r.shared : r.global;
        const u64 first = at.index[__builtin_ctz(lanes)];
        if (!shadow.holds(first)) return true;
        const int last = 31 - __builtin_clz(lanes);
        const Cell *cells = shadow.line(first);
        const u64 line = first & ~(u64)(LINE - 1);
        const u32 low = (u32)(first - line), high = low + size;
        bool plain = high <= LINE;
        if (plain) {
            const Cell &c = cells[0];
            const Stamp least = a.floor();
            const u32 some = words_of(low, high);
            const Stamp x = c.mask & some ? c.a : 0, y = ~c.mask & some ? c.b : 0;
            plain = c.form == SIMPLE && (!x || a.fine(x, least, shadow.kinds == 3)) && (!y || a.fine(y, least, shadow.kinds == 3));
        }
        if (plain) {
            a.leave(shadow, shadow.line(first), low, high, with_lane(head, last));
            return true;
        }
    }
    if (size <= 16 && !(size & (size - 1)) && !at.one && (!write || at.row || apart(at, lanes, size))) { /* lanes in a row together */
        for (int l = 0, end; l < LANES; l = end) {
            end = l + 1;
            if (!(lanes >> l & 1)) continue;
            while (end < LANES && lanes >> end & 1 && at.index[end] == at.index[end - 1] + size) ++end;
            Shadow &shadow = r.shared.holds(at.index[l]) ? r.shared : r.global;
            if (!shadow.holds(at.index[l])) continue;
            a.turn_to((FULL >> (LANES - (end - l))) << l);
            a.stamp = with_lane(head, l) | (end - l > 1 ? 1 + (Stamp)__builtin_ctz(size) : ALONE);
            if (!a.range(shadow, at.index[l], at.index[l] + (u64)size * (end - l), true)) return false;
        }
        return true;
    }
    EACH_LANE(lanes, l) {
        Shadow &shadow = r.shared.holds(at.index[l]) ? r.shared : r.global;
        if (!shadow.holds(at.index[l])) continue;
        a.turn_to(1u << l), a.stamp = with_lane(head, (int)l);
        if (!a.range(shadow, at.index[l], at.index[l] + size, !write)) return false;
    }
    if (!write) return true;
    a.turn_to(lanes), a.stamp = head;
    return leave_stores(a, at.index, size, values && !site.scope);
}

template <Deed DEED> const Instr *accesses(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    const Site &site = site_of(w, i);
    u64 address[LANES];
    Located at;
    addresses(w, i->a, i->e, i->imm, address);
    const bool rows = DEED == LOADS_ROWS || DEED == STORES_ROWS;
    const u32 lanes = rows ? (u32)i->c & w.mask : w.mask;
    const u32 size = rows ? (u32)i->b : DEED == UPDATES ? site.element : (u32)site.element * i->n;
    if (lanes && locate(w, i, i->f, address, lanes, size, size, ALLOCATED, at)) {
        if (rows) at.row = at.row && lanes == FULL;
        const bool write = DEED != LOADS && DEED != LOADS_ROWS;
        if (!touch(r, w, i, site, at, lanes, size, write, DEED == STORES)) return raced(w, i);
        r.visit(w, lanes, at.index);
        if (site.flags & SWAPS)
            EACH_LANE(lanes, l) for (u32 k = 0; k < size; ++k) r.guesses.erase({r.thread(w, (int)l), at.index[l] + k});
        if (!rows && !r.synchronise(w, site, at, write, DEED != STORES)) {
            r.found.rule = NOT_SURE;
            return raced(w, i);
        }
    }
    return plain(w, i);
}

/* Copies of threads */

void restamp(Races &r, const Copies &copies, u32 lanes, Stamp stamp, bool own) {
    EACH_LANE(lanes, l) {
        const Stamp fresh = own ? with_lane(stamp, (int)l) : stamp;
        for (u64 index = copies.target[l], end = index + copies.size; index < end; index += 4) {
            Cell &c = *r.shared.line(index);
            const u32 byte = (u32)(index & (LINE - 1));
            if (r.shared.at(c, byte) == copies.stamp[l]) r.shared.set(c, byte, byte + 4, fresh);
        }
    }
}

const Instr *copies(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    const u32 mask = w.mask;
    const Instr *next = plain(w, i);
    if (!next) return next;
    const PendingCopy &copy = w.copies.items[w.machine->shared->early ? w.copies.count : w.copies.count - 1];
    WarpRaces &mine = r.at(w);
    const Site &site = site_of(w, i);
    u32 left = 0;
    EACH_LANE(mask, l) left |= (u32)(copy.read[l] > 0) << l;
    while (left) {
        const s32 amount = copy.read[__builtin_ctz(left)];
        u32 some = 0;
        Located from;
        from.row = left == FULL, from.one = false;
        LANE {
            some |= (u32)(copy.read[l] == amount && left >> l & 1) << l;
            from.row = from.row && copy.source[l] == copy.source[0] + (u64)l * amount;
            from.index[l] = copy.source[l];
        }
        if (!touch(r, w, i, site, from, some, (u32)amount, false, false)) return raced(w, i);
        left &= ~some;
    }
    if (mine.copying < 0) mine.copying = r.begin(w, __builtin_ctz(mask), -1, 0, -1);
    const Stamp stamp = Races::by(mine.copying, 0) | (Stamp)r.time << TIME_SHIFT;
    Access a(r, w, mask, r.head(w, 0), 0, true, false, i);
    const Stamp head = a.stamp;
    EACH_LANE(mask, l) {
        a.turn_to(1u << l), a.stamp = with_lane(head, (int)l);
        if (!a.range(r.shared, copy.target[l], copy.target[l] + copy.size, false)) return raced(w, i);
    }
    if (mine.copies.size() >= MOST_COPIES) { /* those that an object has told of */
        size_t left_over = 0;
        for (Copies &one : mine.copies) {
            bool over = true;
            EACH_LANE(one.lanes, l) over &= r.operations[operation_of(one.stamp[l])].end != PENDING;
            if (!over) mine.copies[left_over++] = one;
        }
        mine.copies.resize(left_over);
    }
    mine.copies.emplace_back();
    Copies &kept = mine.copies.back();
    kept.lanes = mask, kept.size = copy.size;
    EACH_LANE(mask, l) {
        kept.group[l] = copy.group[l], kept.target[l] = copy.target[l], kept.stamp[l] = stamp;
        Cell *cells = r.shared.line(copy.target[l]);
        const u32 byte = (u32)(copy.target[l] & (LINE - 1));
        r.shared.set(cells[0], byte, byte + (u32)copy.size, stamp);
    }
    return next;
}

const Instr *awaits_copies(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    const u32 mask = w.mask;
    const Instr *next = plain(w, i);
    if (!next) return next;
    std::vector<Copies> &list = r.at(w).copies;
    const Stamp head = r.head(w, 0);
    size_t kept = 0;
    for (size_t k = 0; k < list.size(); ++k) {
        Copies &one = list[k];
        u32 done = 0;
        EACH_LANE(mask & one.lanes, l) done |= (u32)(one.group[l] < w.copies.committed[l] - i->imm) << l;
        restamp(r, one, done, head, true);
        one.lanes &= ~done;
        if (!one.lanes) continue;
        if (kept != k) list[kept] = one;
        ++kept;
    }
    list.resize(kept);
    return next;
}

/* Barriers in shared memory */

bool named_objects(Warp &w, const Instr *i, u64 *index, s32 *number) {
    u64 address[LANES];
    addresses(w, i->a, i->e, i->imm, address);
    Machine &m = *w.machine;
    EACH_LANE(w.mask, l) {
        if (!locate_one(w, i->f, (int)l, address[l], 8, 8, 0, index[l])) return false;
        const Barrier *b = barrier_at(m, index[l]);
        number[l] = b ? (s32)(b - m.barriers.items) : -1;
    }
    return true;
}
bool all_there(u32 lanes, const s32 *number) {
    EACH_LANE(lanes, l) if (number[l] < 0) return false;
    return true;
}

const Instr *makes_object(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    const u32 mask = w.mask;
    const Instr *next = plain(w, i);
    u64 index[LANES];
    s32 number[LANES];
    if (!next || !named_objects(w, i, index, number)) return next;
    Access a(r, w, mask, r.head(w, 0), 0, true, false, i);
    const Stamp head = a.stamp;
    EACH_LANE(mask, l) {
        a.turn_to(1u << l), a.stamp = with_lane(head, (int)l);
        if (!a.range(r.shared, index[l], index[l] + 8, true)) return raced(w, i);
        if ((size_t)number[l] >= r.objects.size()) r.objects.resize(number[l] + 1);
        Object &object = r.objects[number[l]];
        object.told.clear(), object.done.clear();
        object.tied.clear();
        object.phase = 0;
        object.agent = r.agent_of_object(index[l]);
    }
    return next;
}

template <Deed DEED> const Instr *objects_used(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    const u32 mask = w.mask;
    u64 index[LANES];
    s32 number[LANES];
    if (!named_objects(w, i, index, number) || !all_there(mask, number)) return plain(w, i);
    for (u32 left = mask; left;) {
        u32 same = 0;
        const u64 one = index[__builtin_ctz(left)];
        EACH_LANE(left, l) same |= (u32)(index[l] == one) << l;
        if (!r.known_init(w, same, one)) return raced(w, i);
        if (DEED == ARRIVES || DEED == TIES_COPIES) r.visit(w, same, index);
        left &= ~same;
        Object &object = r.object(number[__builtin_ctz(same)], w.machine->barriers.items[number[__builtin_ctz(same)]]);
        if ((DEED == ARRIVES && !(site_of(w, i).flags & RELAXED)) || DEED == TIES_COPIES) r.tell(w, same, object.told);
        if (DEED == TIES_COPIES) {
            const int64_t tied = r.begin(w, __builtin_ctz(same), -1, object.agent, r.cluster_of(*w.cta));
            object.tied.push_back(tied);
            for (Copies &copies : r.at(w).copies) {
                u32 fresh = copies.lanes & same;
                EACH_LANE(copies.lanes & same, l) { /* those of an earlier object keep their operation */
                    const int64_t held = operation_of(copies.stamp[l]);
                    if (held == r.at(w).copying) continue;
                    fresh &= ~(1u << l);
                    if (object.tied.back() != held) object.tied.push_back(held);
                }
                restamp(r, copies, fresh, Races::by(tied, 0), false);
                EACH_LANE(fresh, l) copies.stamp[l] = Races::by(tied, 0);
            }
        }
    }
    if ((DEED == ARRIVES || DEED == TIES_COPIES) && !timely(r)) return raced(w, i);
    const Instr *next = plain(w, i);
    if (DEED != AWAITS_OBJECT || !next) return next;
    u32 left = 0;
    EACH_LANE(mask, l) left |= (u32)!w.awaited[l] << l;
    while (left) {
        u32 same = 0;
        const s32 one = number[__builtin_ctz(left)];
        EACH_LANE(left, l) same |= (u32)(number[l] == one) << l;
        left &= ~same;
        r.at(w).clock.learn(same, r.warps, r.object(one, w.machine->barriers.items[one]).done);
    }
    return next;
}

/* Barriers */

const Instr *meets_cta(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    const u32 mask = w.mask, *numbers = row<u32>(w, i->a);
    const size_t base = r.slot_of(*w.cta) * BARRIERS;
    for (u32 left = mask; left;) {
        const u32 number = numbers[__builtin_ctz(left)];
        u32 same = 0;
        EACH_LANE(left, l) same |= (u32)(numbers[l] == number) << l;
        left &= ~same;
        if (number >= (u32)BARRIERS) continue;
        bool idle = w.cta->state->arrived[number] == 0;
        for (int k = 0; k < w.cta->count && idle; ++k) idle = !at_barrier(*w.cta->warps[k].state, (int)number);
        Row &named = r.named[base + number];
        if (idle) named.clear();
        r.tell(w, same, named);
        if (!r.fences) continue;
        Row *fenced = r.fences_at(*w.cta, number);
        for (int level = 0; level < SCOPES; ++level) {
            if (idle) fenced[level] = {};
            if (i->e != 1) EACH_LANE(same, l) r.fenced_row(w, (int)l, level, fenced[level]);
        }
    }
    return timely(r) ? plain(w, i) : raced(w, i);
}

const Instr *meets_warp(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    WarpState &s = *w.state;
    const u32 before = w.mask | s.parked;
    const Instr *next = plain(w, i);
    if (w.machine->stop.kind) return next;
    const u32 met = before & ~s.parked;
    if (!met) return next;
    Row all;
    r.tell(w, met, all);
    r.at(w).clock.unite(met, r.warps, all);
    if (r.fences) {
        Row fenced[SCOPES];
        for (int level = 0; level < SCOPES; ++level) EACH_LANE(met, l) r.fenced_row(w, (int)l, level, fenced[level]);
        r.share_fences(w, met, fenced);
    }
    return timely(r) ? next : raced(w, i);
}

const Instr *arrives_cluster(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    Row &told = r.cluster_told[r.slot_of(*w.cta->cluster)];
    if (!(site_of(w, i).flags & RELAXED)) r.tell(w, w.mask, told);
    else
        for (int level = 1; level < SCOPES; ++level) EACH_LANE(w.mask, l) r.fenced_row(w, (int)l, level, told);
    return timely(r) ? plain(w, i) : raced(w, i);
}
const Instr *awaits_cluster(Warp &w, const Instr *i) {
    const Instr *next = plain(w, i);
    if (next) race_cluster_released(w, w.mask);
    return next;
}

/* Fences */

/* What lanes did may be told by strong writes from now on; what strong reads found is known. */
const Instr *fences(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    const int scope = site_of(w, i).scope;
    WarpRaces &mine = r.at(w);
    r.fences = true;
    EACH_LANE(w.mask, l) for (const auto &entry : mine.unread[l]) r.acquire(w, (int)l, *entry.second.record, std::min(scope, entry.second.scope));
    std::map<const Row *, std::shared_ptr<const Row>> held;
    EACH_LANE(w.mask, l) {
        const Row &row = mine.clock.of((int)l);
        std::shared_ptr<const Row> &copy = held[&row];
        if (!copy) copy = std::make_shared<const Row>(row);
        for (int level = 0; level < scope; ++level) mine.fenced[level][l] = {copy, r.time};
    }
    return timely(r) ? plain(w, i) : raced(w, i);
}

const Instr *fences_proxy(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    const Site &site = site_of(w, i);
    WarpClock &clock = r.at(w).clock;
    if (site.flags & IN_SHARED) clock.fence_proxy(0, w.mask, r.time);
    if (site.flags & IN_GLOBAL) clock.fence_proxy(1, w.mask, r.time);
    return timely(r) ? plain(w, i) : raced(w, i);
}
const Instr *fences_objects(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    EACH_LANE(w.mask, l) r.at(w).clock.objects_fenced[l] = r.time;
    return timely(r) ? plain(w, i) : raced(w, i);
}

/* Engines */

const Instr *awaits_stores(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    const u32 mask = w.mask;
    const Instr *next = plain(w, i);
    if (!next) return next;
    std::vector<Store> &list = r.at(w).stores;
    size_t kept = 0;
    for (const Store &one : list) {
        const bool done = mask >> one.lane & 1 && (s64)one.group < (s64)w.bulk_groups[one.lane] - i->imm;
        if (done) {
            u32 &reading = r.operations[one.reading].end, &writing = r.operations[one.writing].end;
            if (reading == PENDING) reading = r.time;
            if (!i->n && writing == PENDING) writing = r.time;
        }
        if (!done || i->n) list[kept++] = one;
    }
    list.resize(kept);
    return timely(r) ? next : raced(w, i);
}

/* A tensor map in global memory that this kernel wrote: the definition knows its fences. */
const Instr *uses_map(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    const s32 *place = i->extra;
    const s64 offset = (s64)((u64)(u32)place[3] << 32 | (u32)place[2]);
    u64 address[LANES];
    addresses(w, place[0], place[1], offset, address);
    EACH_LANE(w.mask, l) {
        u64 index;
        if (!locate_one(w, place[4], (int)l, address[l], sizeof(TensorMap::bytes), 64, ALLOCATED, index) || !r.global.holds(index)) continue;
        const Cell &c = *r.global.line(index);
        if (!c.a && !c.b && c.form == SIMPLE) continue;
        r.found.rule = NOT_SURE;
        return raced(w, i);
    }
    return plain(w, i);
}

/* The 16-byte chunks of an operand of a product, line by line. */
bool follow(Access &a, u64 base, u64 descriptor, int extent, int depth_bytes, bool mn_major) {
    Races &r = a.r;
    const Stamp least = a.floor();
    const u32 address = (u32)(descriptor & 0x3FFF) << 4, leading = (u32)(descriptor >> 16 & 0x3FFF) << 4,
              stride = (u32)(descriptor >> 32 & 0x3FFF) << 4;
    constexpr u32 MASKS[] = {0, 0x380, 0x180, 0x080}, WIDTHS[] = {0, 128, 64, 32};
    const u32 flips = MASKS[descriptor >> 62], width = WIDTHS[descriptor >> 62];
    const u64 limit = a.w.machine->shared->shared_bytes;
    const int lines = mn_major ? depth_bytes / 2 : extent, chunks = (mn_major ? extent * 2 : depth_bytes) / 16;
    Cell *cells = nullptr;
    u64 held = 0;
    u32 low = 0, high = 0;
    const int reader = 1 + (a.w.index & 1);
    auto flush = [&]() {
        if (high == low) return true;
        const Cell &written = cells[0];
        const bool as_before = written.form == SIMPLE && written.mask == FULL && written.a == a.known &&
                               (written.a & BY_ENGINE || written.a == a.known_fenced);
        if (!as_before && !a.look(r.shared, cells, held, low, high, least)) return false;
        Cell &read = cells[reader];
        if (read.form == SIMPLE && read.a == a.stamp) read.mask |= words_of(low, high);
        else a.leave(r.shared, cells, low, high, a.stamp);
        return true;
    };
    for (int n = 0; n < lines; ++n) {
        const u32 first = address + (!mn_major ? n % 8 * (width ? width : 16) + n / 8 * stride
                                     : width   ? n % 8 * width + n / 8 * stride
                                               : n % 8 * 16 + n / 8 * leading);
        for (int k = 0; k < chunks; ++k) {
            u32 place = first + (!mn_major ? k * (width ? 16 : leading) : width ? k * 16 % width + k * 16 / width * leading : k * stride);
            place ^= (place & flips) >> 3;
            if ((u64)place + 16 > limit) return true; /* the product itself will say so */
            const u64 index = base + place, line = index & ~(u64)(LINE - 1);
            const u32 byte = (u32)(index - line);
            if (line == held && byte == high) high += 16;
            else if (line == held && byte + 16 == low) low = byte;
            else {
                if (!flush()) return false;
                held = line, cells = r.shared.line(index), low = byte, high = byte + 16;
            }
        }
    }
    return flush();
}

constexpr int BITS_OF_TYPE[] = {16, 16, 32, 8, 8, 8, 8, 1}; /* as in products.cpp */

const Instr *multiplies(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    const s64 before = w.products;
    const s32 batch = w.product_groups;
    const Instr *next = plain(w, i);
    if (!next || w.products == before) return next;
    const int number = w.index / WHOLE_GROUP;
    const size_t place = r.slot_of(*w.cta) * (r.o.warps / WHOLE_GROUP) + number;
    GroupRaces &group = r.of_groups[place];
    const size_t position = (size_t)(before - group.first);
    if (position >= group.passes.size()) group.passes.resize(position + 1);
    Pass &pass = group.passes[position];
    Row known;
    const WarpClock &clock = r.at(w).clock;
    if (const Row *all = clock.common(FULL)) known = *all;
    else {
        known = clock.of(0);
        for (int l = 1; l < LANES; ++l) known.meet(clock.of(l));
    }
    if (pass.warps++ == 0) pass.known = known;
    else pass.known.meet(known);
    if (pass.warps < WHOLE_GROUP) return next;
    const int32_t agent = r.agent_of_group(*w.cta, number);
    if (group.batches.empty() || group.batches.back().group != batch)
        group.batches.push_back({batch, r.begin(w.cta->warps[number * WHOLE_GROUP], 0, -1, agent, r.cluster_of(*w.cta))});
    Access a(r, w.cta->warps[number * WHOLE_GROUP], FULL, Races::by(group.batches.back().operation, 0), 0, false, true, i);
    a.whole = true, a.row = &pass.known, a.proxy = 0;
    const s32 *x = i->extra;
    const int depth = x[3], stored = x[9] >= 0 ? depth / 2 : depth, bits = BITS_OF_TYPE[x[0]];
    const u64 b = row<u64>(w, i->b)[0];
    bool good = follow(a, w.cta->shared_start, b, i->n, depth * bits / 8, i->f & 2);
    if (good && i->a >= 0) good = follow(a, w.cta->shared_start, row<u64>(w, i->a)[0], 64, stored * bits / 8, i->f & 1);
    if (position == 0) group.passes.erase(group.passes.begin()), ++group.first;
    return good ? next : raced(w, i);
}

const Instr *awaits_products(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    const Instr *next = plain(w, i);
    if (!next) return next;
    const int number = w.index / WHOLE_GROUP;
    GroupRaces &group = r.of_groups[r.slot_of(*w.cta) * (r.o.warps / WHOLE_GROUP) + number];
    const s64 limit = w.product_groups - i->imm;
    size_t kept = 0;
    for (const Batch &batch : group.batches) {
        if (batch.group < limit) r.operations[batch.operation].end = r.time;
        else group.batches[kept++] = batch;
    }
    group.batches.resize(kept);
    const int32_t agent = r.agent_of_group(*w.cta, number);
    for (int k = 0; k < WHOLE_GROUP; ++k)
        r.at(w.cta->warps[number * WHOLE_GROUP + k]).clock.change(FULL, r.warps, [&](Row &row) { row.raise(agent, r.time); });
    return timely(r) ? next : raced(w, i);
}

} // namespace

/* What threads know */

void Races::start(Cta &cta) {
    shared.clear(cta.shared_start, o.shared_stride);
    for (auto each = records.begin(); each != records.end();) {
        const bool gone = each->first >= cta.shared_start && each->first < cta.shared_start + o.shared_stride;
        each = gone ? records.erase(each) : std::next(each);
    }
    Row row;
    row.full.assign(warps + 8, 0), row.part.assign(warps, 0), row.some.assign(warps, 0);
    for (int k = 0; k < cta.count; ++k)
        if (!cta.warps[k].state->exists)
            for (int64_t rank = 0; rank < cluster; ++rank) row.full[rank * o.warps + k] = FOREVER;
    for (int k = 0; k < cta.count; ++k) {
        WarpRaces &one = at(cta.warps[k]);
        one.clock.start(row, warps);
        one.copies.clear(), one.stores.clear();
        for (auto &level : one.fenced)
            for (Fenced &lane : level) lane = {};
        for (auto &lane : one.unread) lane.clear();
        one.copying = -1;
    }
    const size_t slot = slot_of(cta);
    for (int k = 0; k < BARRIERS; ++k) named[slot * BARRIERS + k].clear();
    cluster_told[slot].clear(), cluster_done[slot].clear();
    for (size_t k = 0; k < (visits.empty() ? 0 : warps); ++k) visits[slot * warps + k] = {};
    for (int k = 0; k < cta.count / WHOLE_GROUP; ++k) of_groups[slot * (o.warps / WHOLE_GROUP) + k] = {};
}

/* Note which of the places that lanes access are shared memory of other CTAs. */
void Races::visit(const Warp &w, uint32_t lanes, const uint64_t *index) {
    if (visits.empty()) return;
    EACH_LANE(lanes, l) {
        if (index[l] - w.cta->shared_start < o.shared_stride || !shared.holds(index[l])) continue;
        const size_t slot = (index[l] - o.shared_start) / o.shared_stride;
        visits[slot * warps + column(w)].time[l] = time;
    }
}

/* Whether all visits to a CTA are known to be over to one of its threads, now that they have ended. */
bool Races::left(const Cta &cta) {
    if (visits.empty()) return true;
    Row known;
    for (int k = 0; k < cta.count; ++k) at(cta.warps[k]).clock.tell(FULL, known);
    const Visits *from = visits.data() + slot_of(cta) * warps;
    for (size_t k = 0; k < warps; ++k)
        for (int l = 0; l < LANES; ++l) {
            const uint32_t last = from[k].time[l];
            if (last > known.of(k) && !(k < known.part.size() && last <= known.part[k] && known.some[k] >> l & 1)) return false;
        }
    return true;
}

/* Let lanes tell what they did and know. */
void Races::tell(const Warp &w, uint32_t lanes, Row &into) {
    at(w).clock.tell(lanes, into);
    const size_t mine = column(w);
    if (w.state->live & ~lanes) {
        into.part[mine] = time;
        into.some[mine] |= lanes;
    } else {
        into.full[mine] = time;
    }
}

/* What is known of a barrier, whose phases may have gone by. */
Object &Races::object(int32_t number, const Barrier &b) {
    Object &found = objects[number];
    if (found.phase != b.phase) {
        found.done.join(found.told);
        found.told.clear();
        found.phase = b.phase;
    }
    return found;
}

/* Whether a row says that the access of a stamp of one lane is over. */
bool Races::over(const Row &row, Stamp stamp, Stamp who, const Cta &cta) const {
    uint32_t end = time_of(stamp);
    Stamp thread = stamp & THREAD;
    int32_t agent = -1;
    int64_t home = warp_of(stamp) / (int64_t)warps;
    if (stamp & BY_ENGINE) {
        const Operation &operation = operations[operation_of(stamp)];
        end = operation.end, home = operation.cluster;
        if (operation.thread < 0) agent = operation.agent;
        else thread = (Stamp)operation.thread;
        if (agent < 0 && thread == who && end < PENDING) return true;
    }
    const Row *known = &row;
    if (home != cluster_of(cta)) {
        if (!row.far) return false;
        const auto found = row.far->find(home);
        if (found == row.far->end()) return false;
        known = found->second.get();
    }
    if (agent >= 0) return end <= known->of((size_t)agent);
    const size_t column = (size_t)(warp_of(thread) % (int64_t)warps);
    if (end <= known->of(column)) return true;
    return column < known->part.size() && end <= known->part[column] && known->some[column] >> lane_of(thread) & 1;
}

/* What a lane may tell of the last fence that it executed, or knows of by a barrier; false for nothing. */
bool Races::fenced_row(const Warp &w, int lane, int level, Row &into) const {
    const Fenced &found = of_warps[slot_of(*w.cta) * o.warps + w.index].fenced[level][lane];
    if (!found.row) return false;
    into.join(*found.row);
    if (found.time) {
        const size_t mine = column(w);
        into.part[mine] = std::max(into.part[mine], found.time);
        into.some[mine] |= 1u << lane;
    }
    return true;
}

/* Let a strong write of lanes tell what others fenced before a barrier: many counters rely on that. */
void Races::share_fences(Warp &w, uint32_t lanes, const Row *rows) {
    for (int level = 0; level < SCOPES; ++level) {
        if (rows[level].full.empty()) continue;
        const auto held = std::make_shared<const Row>(rows[level]);
        EACH_LANE(lanes, l) at(w).fenced[level][l] = {held, 0};
    }
}

/* Let a lane know what a record tells, as far as the scopes reach. */
void Races::acquire(Warp &w, int lane, const Record &record, int scope) {
    const int64_t mine = w.cta->place, own = cluster_of(*w.cta);
    at(w).clock.change(1u << lane, warps, [&](Row &row) {
        for (const auto &[from, far] : record) {
            const int needed = from.first == mine ? 1 : from.first / cluster == own ? 2 : 3;
            if (std::min(from.second, scope) < needed) continue;
            const auto found = far->find(own);
            if (found == far->end()) {
                row.join(far);
                continue;
            }
            if (far->size() > 1) {
                auto rest = std::make_shared<Far>(*far);
                rest->erase(own);
                row.join(std::shared_ptr<const Far>(rest));
            }
            row.join(*found->second);
        }
    });
}

/* What a row of a lane knows, the own cluster among the others. */
std::shared_ptr<const Far> Races::far_of(const Warp &w, const Row &row) const {
    auto made = row.far ? std::make_shared<Far>(*row.far) : std::make_shared<Far>();
    auto own = std::make_shared<Row>(row);
    own->far.reset();
    (*made)[cluster_of(*w.cta)] = own;
    return made;
}

/* Let accesses bring order, in the order of the lanes: strong ones, whose writes tell what those who read them learn. */
bool Races::synchronise(Warp &w, const Site &site, const Located &located, bool write, bool reads) {
    const bool releases = site.flags & RELEASES, acquires = site.flags & ACQUIRES;
    if (records.empty() && !(write && site.scope && (releases || fences))) return true;
    bool told_now = false;
    EACH_LANE(w.mask, l) {
        const uint64_t index = located.index[l];
        if (!shared.holds(index) && !global.holds(index)) continue;
        const auto found = records.find(index);
        std::shared_ptr<const Record> record = found == records.end() ? nullptr : found->second;
        if (!site.scope) {
            if (write && record) records.erase(found);
            continue;
        }
        if (reads && record) {
            if (acquires || write) acquire(w, (int)l, *record, site.scope);
            at(w).unread[l][index] = {site.scope, record};
        }
        if (!write) continue;
        auto kept = record && reads ? std::make_shared<Record>(*record) : std::make_shared<Record>();
        auto add = [&](int scope, const std::shared_ptr<const Far> &far) {
            std::shared_ptr<const Far> &held = (*kept)[{w.cta->place, scope}];
            held = held ? Row::merged(*held, *far) : far;
        };
        bool told[SCOPES + 1] = {};
        if (releases) {
            Row row;
            tell(w, 1u << l, row);
            add(site.scope, far_of(w, row));
            told[site.scope] = told_now = true;
        }
        for (int level = 0; fences && level < SCOPES; ++level) {
            const int scope = std::min(level + 1, (int)site.scope);
            Row row;
            if (told[scope] || !fenced_row(w, (int)l, level, row)) continue;
            add(scope, far_of(w, row));
            told[scope] = true;
        }
        if (kept->empty()) records.erase(index);
        else records[index] = kept;
    }
    return !told_now || tick();
}

/* Whether a stamp is of a strong access whose scope, like this one's, includes both threads. */
bool Races::both_strong(Stamp stamp, Stamp who, int scope) const {
    const int theirs = scope_of(stamp);
    if (!theirs) return false;
    const Stamp thread = stamp & BY_ENGINE ? (Stamp)operations[operation_of(stamp)].starter : stamp;
    const int64_t mine = warp_of(who) / o.warps, other = warp_of(thread) / o.warps;
    const int needed = mine == other ? 1 : mine / cluster == other / cluster ? 2 : 3;
    return std::min(theirs, scope) >= needed;
}

/* Whether lanes know of the initialisation of a barrier. */
bool Races::known_init(Warp &w, u32 lanes, u64 index) {
    const Cell &c = *shared.line(index);
    const Stamp stamp = shared.at(c, (u32)(index & (LINE - 1)));
    WarpClock &clock = at(w).clock;
    if (!stamp || stamp < ((Stamp)clock.floor + 1) << TIME_SHIFT) return true;
    EACH_LANE(lanes, l) {
        const Stamp who = thread(w, (int)l);
        if ((!(stamp & BY_ENGINE) && (stamp & THREAD) == who) || over(clock.of((int)l), stamp, who, *w.cta)) continue;
        const int64_t column = warp_of(stamp) - first_warp(*w.cta);
        if (!(stamp & BY_ENGINE) && column >= 0 && column < (int64_t)warps) {
            const Warp &maker = w.cta->cluster[column / o.warps].warps[column % o.warps];
            if (at(maker).clock.objects_fenced[lane_of(stamp)] >= time_of(stamp) && w.cta->cluster->phase > 0 && w.cluster_waits[l] > 0)
                continue;
        }
        Access a(*this, w, 1u << l, stamp, 0, false, false, nullptr);
        return a.report(NO_INIT, stamp, (int)l, index, 0, true);
    }
    return true;
}

/* What the interpreter calls */

Races *new_races(Machine &m, const RaceOptions &options) { return new Races(m, options); }
void end_races(Races *races, Finding *into) {
    if (races->found.rule && races->m.stop.kind == STOP_HANDOVER) *into = races->found;
    else if (!races->m.stop.kind && !races->guesses.empty()) *into = races->guesses.begin()->second;
    delete races;
}
void race_start(Cta &cta) { cta.warps[0].machine->races->start(cta); }

bool race_transfer(Warp &w, Transfer &t) {
    Races &r = *w.machine->races;
    const int64_t own = r.cluster_of(*w.cta);
    const int scope = t.combine ? 3 : 0;
    const int lane = t.lane;
    s64 low = 0, high = 0;
    if (t.kind == BOX_IN || t.kind == BOX_OUT) {
        const s64 end = t.first + t.map.extents[0];
        low = (t.first < 0 ? -t.first : 0) * t.map.element;
        high = ((end < t.map.sizes[0] ? end : t.map.sizes[0]) - t.first) * t.map.element;
    }
    auto box = [&](Access &a) {
        for (int k = 0; k < t.row_count; ++k)
            if (t.rows[k] != OUTSIDE && low < high &&
                !a.anywhere(t.source + (u64)(t.rows[k] + t.first * t.map.element + low), (u64)(high - low)))
                return false;
        return true;
    };
    auto engine = [&](int one, int64_t operation, bool write, bool proxy) {
        Access a(r, w, 1u << one, Races::by(operation, write ? scope : 0), write ? scope : 0, write, true, t.instr);
        a.proxy = proxy ? 0 : -1;
        return a;
    };
    if (t.group >= 0) {
        const Stamp who = r.thread(w, lane);
        const int64_t reading = r.begin(w, lane, (int64_t)who, 0, own), writing = r.begin(w, lane, (int64_t)who, 0, own);
        Access reads = engine(lane, reading, false, true), writes = engine(lane, writing, true, true);
        const bool boxed = t.kind == BOX_OUT;
        const u64 from = boxed ? t.targets[0].place : t.source;
        const u64 to = boxed ? t.source + (u64)t.rows[0] + (u64)(t.first * t.map.element) : t.targets[0].place;
        /* The same copy by several lanes of a warp, none of which is elected, writes the same bytes: as one. */
        std::vector<Store> &stores = r.at(w).stores;
        const bool again = !t.combine && !stores.empty() && stores.back().instr == t.instr && stores.back().from == from &&
                           stores.back().to == to && r.operations[stores.back().writing].end == PENDING;
        const bool good = reads.anywhere(from, (u64)t.size) &&
                          (again || (boxed ? box(writes) : writes.anywhere(to, (u64)t.size)));
        const int64_t written = again ? stores.back().writing : writing;
        stores.push_back({lane, t.group, reading, written, t.instr, from, to});
        return good;
    }
    Machine &m = *w.machine;
    t.operation = (int64_t)r.operations.size();
    const bool remote = t.kind == REMOTE;
    for (int k = 0; k < t.target_count; ++k) {
        if (remote && !(t.lanes >> k & 1)) continue;
        const Target &target = t.targets[k];
        const int one = remote ? k : lane;
        if (!r.known_init(w, 1u << one, target.barrier)) return false;
        const Barrier *b = barrier_at(m, target.barrier);
        const int64_t operation = r.begin(w, one, -1, r.agent_of_object(target.barrier), own);
        Access a = engine(one, operation, true, !remote);
        if (!a.anywhere(target.place, (u64)t.size)) return false;
        if (b) t.targets[k].phase = b->phase;
    }
    if (remote) return true;
    Access a = engine(lane, t.operation, false, true);
    return t.kind == BOX_IN ? box(a) : a.anywhere(t.source, (u64)t.size);
}

bool race_in_phase(Machine &m, const Target &target) {
    const Barrier *b = barrier_at(m, target.barrier);
    if (!b || b->phase == target.phase) return true; /* where there is none the copy itself will say so */
    m.races->found.rule = WRONG_PHASE;
    return false;
}

bool race_landing(Machine &m, Transfer &t) {
    Races &r = *m.races;
    if (t.operation < 0) return true;
    int64_t operation = t.operation;
    for (int k = 0; k < t.target_count; ++k) {
        if (t.kind == REMOTE && !(t.lanes >> k & 1)) continue;
        const Target &target = t.targets[k];
        const Barrier *b = barrier_at(m, target.barrier);
        if (!b) return true; /* the copy itself will say so */
        if (!race_in_phase(m, target)) return false;
        Object &object = r.object((s32)(b - m.barriers.items), *b);
        r.operations[operation].end = r.time;
        object.told.raise((size_t)r.operations[operation].agent, r.time);
        ++operation;
    }
    return timely(r);
}

void race_told(Machine &m, uint64_t barrier) {
    Races &r = *m.races;
    const Barrier *b = barrier_at(m, barrier);
    if (!b) return;
    Object &object = r.object((s32)(b - m.barriers.items), *b);
    for (const int64_t number : object.tied) {
        Operation &operation = r.operations[number];
        if (operation.end == PENDING) operation.end = r.time;
        object.told.raise((size_t)operation.agent, operation.end);
    }
    object.tied.clear();
    r.tick();
}

void race_released(Warp &w, uint32_t lanes, int barrier) {
    Races &r = *w.machine->races;
    WarpClock &clock = r.at(w).clock;
    clock.unite(lanes, r.warps, r.named[r.slot_of(*w.cta) * BARRIERS + barrier]);
    if (r.fences) r.share_fences(w, lanes, r.fences_at(*w.cta, (uint32_t)barrier));
}

bool race_left(Warp &w) {
    Races &r = *w.machine->races;
    if (!w.cta->exited || r.left(*w.cta)) return true;
    r.found.rule = NOT_SURE;
    return false;
}

void race_cluster_phase(Cta &first) {
    Races &r = *first.warps[0].machine->races;
    const size_t slot = r.slot_of(first);
    r.cluster_done[slot].join(r.cluster_told[slot]);
    r.cluster_told[slot].clear();
}
void race_cluster_released(Warp &w, uint32_t lanes) {
    Races &r = *w.machine->races;
    r.at(w).clock.learn(lanes, r.warps, r.cluster_done[r.slot_of(*w.cta->cluster)]);
}

Handler watcher(Deed deed) {
    switch (deed) {
    case LOADS: return accesses<LOADS>;
    case STORES: return accesses<STORES>;
    case UPDATES: return accesses<UPDATES>;
    case LOADS_ROWS: return accesses<LOADS_ROWS>;
    case STORES_ROWS: return accesses<STORES_ROWS>;
    case COPIES: return copies;
    case AWAITS_COPIES: return awaits_copies;
    case TIES_COPIES: return objects_used<TIES_COPIES>;
    case AWAITS_STORES: return awaits_stores;
    case USES_MAP: return uses_map;
    case MAKES_OBJECT: return makes_object;
    case USES_OBJECT: return objects_used<USES_OBJECT>;
    case ARRIVES: return objects_used<ARRIVES>;
    case AWAITS_OBJECT: return objects_used<AWAITS_OBJECT>;
    case MEETS_CTA: return meets_cta;
    case MEETS_WARP: return meets_warp;
    case ARRIVES_CLUSTER: return arrives_cluster;
    case AWAITS_CLUSTER: return awaits_cluster;
    case FENCES: return fences;
    case FENCES_PROXY: return fences_proxy;
    case FENCES_OBJECTS: return fences_objects;
    case MULTIPLIES: return multiplies;
    case AWAITS_PRODUCTS: return awaits_products;
    default: return nullptr;
    }
}

} // namespace pyptx
