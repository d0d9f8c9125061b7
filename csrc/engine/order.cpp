/* The happens-before order of threads, as in pyptx/sim/order.py: clocks, releases and acquires. */
#include "barriers.h"
#include "conflicts.h"

namespace pyptx {

/* Clocks of threads */

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
        if (fences)
            for (auto &level : one.fenced)
                for (Fenced &lane : level) lane = {};
        if (released)
            for (auto &lane : one.unread) lane.clear();
        one.copying = -1;
    }
    const size_t slot = slot_of(cta);
    for (int k = 0; k < BARRIERS; ++k) named[slot * BARRIERS + k].clear(), meetings[slot * BARRIERS + k] = {};
    cluster_released[slot].clear(), cluster_done[slot].clear();
    for (size_t k = 0; k < (visits.empty() ? 0 : warps); ++k) visits[slot * warps + k] = {};
    for (int k = 0; k < cta.count / WHOLE_GROUP; ++k) of_groups[slot * (o.warps / WHOLE_GROUP) + k] = {};
    if (tensor) start_tensor_races(*tensor, *this, cta);
}

/* Record accesses of lanes to shared memory of other CTAs; false if one of those may not have started. */
bool Races::visit(const Warp &w, uint32_t lanes, const uint64_t *index) {
    if (visits.empty()) return true;
    bool started = true;
    EACH_LANE(lanes, l) {
        if (index[l] - w.cta->shared_start < (uint64_t)o.shared_stride || !shared.holds(index[l])) continue;
        const size_t slot = (index[l] - o.shared_start) / o.shared_stride;
        visits[slot * warps + column(w)].time[l] = time;
        bool known = w.cluster_waits[l] > 0;
        const Row &row = of_warps[slot_of(*w.cta) * o.warps + w.index].clock.of((int)l);
        const size_t first = (size_t)(m.ctas[slot].rank * o.warps);
        for (size_t k = first; k < first + (size_t)o.warps && !known; ++k)
            known = (row.of(k) && row.of(k) != FOREVER) || (k < row.part.size() && row.part[k]);
        started &= known;
    }
    return started;
}

/* Whether a lane that reaches a barrier could have come to its last phase: its warp took no part, or would be counted
 * twice. */
bool Races::may_meet_others(const Warp &w, int lane, const Meeting &meeting) {
    if (!meeting.before) return false;
    const auto known = [](const Row &row, size_t k) {
        return std::max(row.of(k), k < row.part.size() ? row.part[k] : 0);
    };
    const Row &row = at(w).clock.of(lane);
    const size_t first = (size_t)(w.cta->rank * o.warps);
    for (size_t k = 0; k < (size_t)o.warps; ++k)
        if (k != (size_t)w.index && meeting.before >> k & 1 &&
            known(row, first + k) < known(meeting.released, first + k))
            return true;
    return false;
}

/* Whether all visits to a CTA are ordered before one of its threads, now that they have ended. */
bool Races::left(const Cta &cta) {
    if (visits.empty()) return true;
    Row known;
    for (int k = 0; k < cta.count; ++k) at(cta.warps[k]).clock.release(FULL, known);
    const Visits *from = visits.data() + slot_of(cta) * warps;
    for (size_t k = 0; k < warps; ++k)
        for (int l = 0; l < LANES; ++l) {
            const uint32_t last = from[k].time[l];
            if (last > known.of(k) && !(k < known.part.size() && last <= known.part[k] && known.some[k] >> l & 1))
                return false;
        }
    return true;
}

/* Release the clocks of lanes into a row. */
void Races::release(const Warp &w, uint32_t lanes, Row &into) {
    at(w).clock.release(lanes, into);
    const size_t mine = column(w);
    if (w.state->live & ~lanes) {
        into.part[mine] = time;
        into.some[mine] |= lanes;
    } else {
        into.full[mine] = time;
    }
}

/* The clocks of a barrier, whose phases may have completed since. */
Object &Races::object(int32_t number, const Barrier &b) {
    Object &found = objects[number];
    if (found.phase != b.phase) {
        for (int remote = 0; remote < 2; ++remote) {
            found.done[remote].join(found.released[remote]);
            found.released[remote].clear();
        }
        found.phase = b.phase;
    }
    return found;
}

/* End an operation that completes at an mbarrier. */
void Races::end(int64_t number, Object &object, uint64_t barrier) {
    Operation &operation = operations[number];
    if (operation.end == PENDING) operation.end = time;
    bool remote = false;
    if (o.scopes) {
        const int64_t home = operation.starter_place(o.warps);
        for (int64_t k = 0; k < m.slots; ++k)
            if (m.ctas[k].place == home) remote = away(m.ctas[k], barrier);
    }
    object.released[remote].raise((size_t)operation.agent, operation.end);
}

/* Whether a row orders the access of an epoch of one lane. */
bool Races::over(const Row &row, Epoch epoch, Epoch who, const Cta &cta) const {
    uint32_t end = time_of(epoch);
    Epoch thread = epoch & THREAD;
    int32_t agent = -1;
    int64_t home = warp_of(epoch) / (int64_t)warps;
    if (epoch & BY_ENGINE) {
        const Operation &operation = operations[operation_of(epoch)];
        end = operation.end, home = operation.cluster;
        if (operation.thread < 0) agent = operation.agent;
        else thread = (Epoch)operation.thread;
        if (agent < 0 && thread == who && end < PENDING) return true;
    }
    const Row *const known = row_of_cluster(row, home, cta);
    if (!known) return false;
    if (agent >= 0) return end <= known->of((size_t)agent);
    const size_t column = (size_t)(warp_of(thread) % (int64_t)warps);
    if (end <= known->of(column)) return true;
    return column < known->part.size() && end <= known->part[column] && known->some[column] >> lane_of(thread) & 1;
}

/* The clock that a lane may release by its last fence, or by one ordered before it; false for none. */
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

/* Let a strong write of lanes release fences of others before a barrier: many counters rely on that. */
void Races::share_fences(Warp &w, uint32_t lanes, const Row *rows) {
    for (int level = 0; level < SCOPES; ++level) {
        if (rows[level].full.empty()) continue;
        const auto held = std::make_shared<const Row>(rows[level]);
        EACH_LANE(lanes, l) at(w).fenced[level][l] = {held, 0};
    }
}

/* Let a lane acquire a record, within the scopes. */
void Races::acquire(Warp &w, int lane, const Record &record, int scope) {
    const int64_t mine = w.cta->place, own = cluster_of(*w.cta);
    at(w).clock.change(1u << lane, warps, [&](Row &row) {
        for (const auto &[from, remote] : record) {
            const int needed = from.first == mine ? 1 : from.first / cluster == own ? 2 : 3;
            if (std::min(from.second, scope) < needed) continue;
            const auto found = remote->find(own);
            if (found == remote->end()) {
                row.join(remote);
                continue;
            }
            if (remote->size() > 1) {
                auto rest = std::make_shared<RemoteClocks>(*remote);
                rest->erase(own);
                row.join(std::shared_ptr<const RemoteClocks>(rest));
            }
            row.join(*found->second);
        }
    });
}

/* The clock in a row of a lane, that of its own cluster among the others. */
std::shared_ptr<const RemoteClocks> Races::remote_clocks_of(const Warp &w, const Row &row) const {
    auto made = row.remote ? std::make_shared<RemoteClocks>(*row.remote) : std::make_shared<RemoteClocks>();
    auto own = std::make_shared<Row>(row);
    own->remote.reset();
    (*made)[cluster_of(*w.cta)] = own;
    return made;
}

/* Order strong accesses, lane by lane: their writes release clocks, and their reads acquire them.
 */
bool Races::synchronise(Warp &w, const Site &site, const uint64_t *places, bool write, bool adds) {
    const bool releases = site.flags & RELEASES, acquires = site.flags & ACQUIRES;
    if (records.empty() && !(write && site.scope && (releases || fences))) return true;
    bool released_now = false;
    std::vector<LaterRelease> *const pending = site.flags & RELEASES_LATER ? &later[later_count++] : nullptr;
    EACH_LANE(w.mask, l) {
        const uint64_t index = places[l];
        if (!shared.holds(index) && !global.holds(index)) continue;
        const auto found = records.find(index);
        std::shared_ptr<const Record> record = found == records.end() ? nullptr : found->second;
        if (!site.scope) {
            if (write && record) records.erase(found);
            continue;
        }
        if (record && (!write || site.flags & ATOM)) { /* `red` does not get the value */
            if (acquires || (write && !o.scopes)) acquire(w, (int)l, *record, site.scope);
            at(w).unread[l][index] = {site.scope, record};
        }
        if (!write) continue;
        auto kept = record && adds && !pending ? std::make_shared<Record>(*record) : std::make_shared<Record>();
        auto add = [&](int scope, const std::shared_ptr<const RemoteClocks> &remote) {
            std::shared_ptr<const RemoteClocks> &held = (*kept)[{w.cta->place, scope}];
            held = held ? Row::merged(*held, *remote) : remote;
        };
        bool published[SCOPES + 1] = {};
        if (releases) {
            Row row;
            release(w, 1u << l, row);
            add(site.scope, remote_clocks_of(w, row));
            published[site.scope] = released_now = true;
        }
        for (int level = 0; fences && level < SCOPES; ++level) {
            const int scope = std::min(level + 1, (int)site.scope);
            Row row;
            if (published[scope] || !fenced_row(w, (int)l, level, row)) continue;
            add(scope, remote_clocks_of(w, row));
            published[scope] = true;
        }
        if (pending) pending->push_back({index, kept, adds});
        else if (kept->empty()) records.erase(index);
        else records[index] = kept, released = true;
    }
    return !released_now || tick();
}

/* Publish the clocks of an asynchronous release: with those that are there if it adds, or in their place. */
void Races::publish_later(int64_t number) {
    const auto found = later.find(number);
    if (found == later.end()) return;
    for (const LaterRelease &one : found->second) {
        auto kept = std::make_shared<Record>(*one.record);
        const auto held = records.find(one.index);
        if (one.adds && held != records.end())
            for (const auto &[key, remote] : *held->second) {
                std::shared_ptr<const RemoteClocks> &own = (*kept)[key];
                own = own ? Row::merged(*own, *remote) : remote;
            }
        if (kept->empty()) records.erase(one.index);
        else records[one.index] = kept, released = true;
    }
    later.erase(found);
}

/* Whether an epoch is of a strong access, and its scope and this one's include both threads. */
bool Races::both_strong(Epoch epoch, Epoch who, int scope) const {
    const int theirs = scope_of(epoch);
    if (!theirs) return false;
    const Epoch thread = epoch & BY_ENGINE ? (Epoch)operations[operation_of(epoch)].starter : epoch;
    const int64_t mine = warp_of(who) / o.warps, other = warp_of(thread) / o.warps;
    const int needed = mine == other ? 1 : mine / cluster == other / cluster ? 2 : 3;
    return std::min(theirs, scope) >= needed;
}

namespace {

/* Barriers in shared memory */

bool named_objects(Warp &w, const Instr *i, u64 *index, s32 *number) {
    u64 address[LANES];
    const AddressArgs op(i);
    addresses(w, op, address);
    Machine &m = *w.machine;
    EACH_LANE(w.mask, l) {
        if (!locate_one(w, op.space(), (int)l, address[l], 8, 8, 0, index[l])) return false;
        const Barrier *b = barrier_at(m, index[l]);
        number[l] = b ? (s32)(b - m.barriers.items) : -1;
    }
    return true;
}
bool all_there(u32 lanes, const s32 *number) {
    EACH_LANE(lanes, l)
        if (number[l] < 0) return false;
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
    const Epoch head = a.epoch;
    EACH_LANE(mask, l) {
        a.turn_to(1u << l), a.epoch = with_lane(head, (int)l);
        if (!a.range(r.shared, index[l], index[l] + 8, true)) return raced(w, i);
        if ((size_t)number[l] >= r.objects.size()) r.objects.resize(number[l] + 1);
        Object &object = r.objects[number[l]];
        for (int remote = 0; remote < 2; ++remote) object.released[remote].clear(), object.done[remote].clear();
        object.tied.clear();
        object.phase = 0;
        object.agent = r.agent_of_object(index[l]);
    }
    return next;
}

/* Let lanes use the objects that they name; false if that races. */
template <RaceEvent EVENT> bool use_objects(Warp &w, const Instr *i, u32 lanes, const u64 *index, const s32 *number) {
    Races &r = *w.machine->races;
    for (u32 left = lanes; left;) {
        u32 same = 0;
        const u64 one = index[__builtin_ctz(left)];
        EACH_LANE(left, l) same |= (u32)(index[l] == one) << l;
        if (!r.known_init(w, same, one)) return false;
        if (EVENT == ARRIVES || EVENT == TIES_COPIES) r.visit(w, same, index);
        left &= ~same;
        Object &object = r.object(number[__builtin_ctz(same)], w.machine->barriers.items[number[__builtin_ctz(same)]]);
        const bool remote = r.away(*w.cta, one),
                   excluded = site_of(w, i).flags & NAMES_CTA && r.is_in_other(*w.cta, one),
                   reaches = (!remote && !excluded) || EVENT == TIES_COPIES || site_of(w, i).scope >= CLUSTER_SCOPE;
        if ((EVENT == ARRIVES && !(site_of(w, i).flags & RELAXED) && reaches) || EVENT == TIES_COPIES)
            r.release(w, same, object.released[remote]);
        if (EVENT == TIES_COPIES) {
            const int64_t tied = r.begin(w, __builtin_ctz(same), -1, object.agent, r.cluster_of(*w.cta));
            object.tied.push_back(tied);
            for (Copies &copies : r.at(w).copies) {
                const u32 arriving = copies.lanes & same;
                u32 fresh = arriving;
                EACH_LANE(arriving, l) { /* those of an earlier object keep their operation */
                    const int64_t held = operation_of(copies.epoch[l]);
                    if (held == r.at(w).copying) continue;
                    fresh &= ~(1u << l);
                    if (object.tied.back() != held) object.tied.push_back(held);
                }
                r.replace_epochs(copies, fresh, Races::by(tied, 0), false);
                EACH_LANE(fresh, l) copies.epoch[l] = Races::by(tied, 0);
            }
        }
    }
    return true;
}

/* The row of the CTAs in which lanes name objects; -1 without one. */
template <RaceEvent EVENT> s32 ctas_of(const Instr *i) {
    return EVENT == ARRIVES ? ObjectArriveArgs(i).mask() : EVENT == USES_OBJECT ? ObjectBytesArgs(i).mask() : -1;
}

/* The same for objects at one offset in several CTAs of the cluster. */
template <RaceEvent EVENT> bool use_in_ctas(Warp &w, const Instr *i, u32 lanes, s32 ctas, const u64 *index) {
    Machine &m = *w.machine;
    for (int rank = 0; rank < m.shared->cluster; ++rank) {
        u64 there[LANES];
        s32 number[LANES];
        u32 some = 0;
        EACH_LANE(lanes, l) {
            const Cta *named = cta_at(w, index[l]);
            if (!(row<u32>(w, ctas)[l] >> rank & 1) || !named) continue;
            there[l] = w.cta->cluster[rank].shared_start + (index[l] - named->shared_start);
            const Barrier *b = barrier_at(m, there[l]);
            if (!b) return true; /* the instruction itself reports it */
            number[l] = (s32)(b - m.barriers.items);
            some |= 1u << l;
        }
        if (some && !use_objects<EVENT>(w, i, some, there, number)) return false;
    }
    return true;
}

template <RaceEvent EVENT> const Instr *objects_used(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    const u32 mask = w.mask;
    const s32 ctas = ctas_of<EVENT>(i);
    u64 index[LANES];
    s32 number[LANES];
    if (!named_objects(w, i, index, number) || (ctas < 0 && !all_there(mask, number))) return plain(w, i);
    if (!(ctas < 0 ? use_objects<EVENT>(w, i, mask, index, number) : use_in_ctas<EVENT>(w, i, mask, ctas, index)))
        return raced(w, i);
    if ((EVENT == ARRIVES || EVENT == TIES_COPIES) && !timely(r)) return raced(w, i);
    const Instr *next = plain(w, i);
    if (EVENT != AWAITS_OBJECT || !next) return next;
    u32 left = 0;
    EACH_LANE(mask, l) left |= (u32)!w.awaited[l] << l;
    while (left) {
        u32 same = 0;
        const s32 one = number[__builtin_ctz(left)];
        EACH_LANE(left, l) same |= (u32)(number[l] == one) << l;
        left &= ~same;
        const Object &object = r.object(one, w.machine->barriers.items[one]);
        r.at(w).clock.learn(same, r.warps, object.done[0]);
        if (r.o.scopes && site_of(w, i).scope >= CLUSTER_SCOPE) r.at(w).clock.learn(same, r.warps, object.done[1]);
    }
    return next;
}

/* Barriers */

const Instr *meets_cta(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    const u32 mask = w.mask, *numbers = row<u32>(w, BarrierArgs(i).number());
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
        Meeting &meeting = r.meetings[base + number];
        if (idle) {
            std::swap(meeting.released, named);
            named.clear();
            meeting.before = meeting.now, meeting.now = 0;
        }
        u32 &lanes = meeting.lanes[w.index];
        const u32 again = meeting.now >> w.index & 1 ? lanes : 0;
        if (again & same || r.may_meet_others(w, __builtin_ctz(same), meeting)) {
            r.found = {};
            r.found.rule = NOT_SURE;
            return raced(w, i);
        }
        lanes = again | same;
        meeting.now |= (u64)1 << w.index;
        r.release(w, same, named);
        if (!r.fences) continue;
        Row *fenced = r.fences_at(*w.cta, number);
        for (int level = 0; level < SCOPES; ++level) {
            if (idle) fenced[level] = {};
            if (BarrierArgs(i).kind() != BARRIER_ARRIVE)
                EACH_LANE(same, l) r.fenced_row(w, (int)l, level, fenced[level]);
        }
    }
    return timely(r) ? plain(w, i) : raced(w, i);
}

/* Order what lanes of a warp did before what each of them does next. */
void unite(Warp &w, u32 lanes) {
    Races &r = *w.machine->races;
    Row all;
    r.release(w, lanes, all);
    r.at(w).clock.unite(lanes, r.warps, all);
    if (!r.fences) return;
    Row fenced[SCOPES];
    for (int level = 0; level < SCOPES; ++level)
        EACH_LANE(lanes, l) r.fenced_row(w, (int)l, level, fenced[level]);
    r.share_fences(w, lanes, fenced);
}
const Instr *meets_warp(Warp &w, const Instr *i) {
    const u32 lanes = w.mask;
    const Instr *next = plain(w, i);
    if (!next) return next;
    unite(w, lanes);
    return timely(*w.machine->races) ? next : raced(w, i);
}
/* The lanes with one member mask meet, some of which may have waited for the others. */
const Instr *meets_lanes(Warp &w, const Instr *i) {
    const WarpState &s = *w.state;
    const u32 before = w.mask | s.parked;
    const Instr *next = plain(w, i);
    u32 left = before & ~s.parked;
    if (w.machine->stop.kind || !left) return next;
    const u32 *members = row<u32>(w, MembersArgs(i).mask());
    while (left) {
        const u32 mask = members[__builtin_ctz(left)];
        u32 same = 0;
        EACH_LANE(left, l) same |= (u32)(members[l] == mask) << l;
        left &= ~same;
        unite(w, same);
    }
    return timely(*w.machine->races) ? next : raced(w, i);
}

const Instr *arrives_cluster(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    Row &given = r.cluster_released[r.slot_of(*w.cta->cluster)];
    if (!(site_of(w, i).flags & RELAXED)) r.release(w, w.mask, given);
    else
        for (int level = 1; level < SCOPES; ++level)
            EACH_LANE(w.mask, l) r.fenced_row(w, (int)l, level, given);
    return timely(r) ? plain(w, i) : raced(w, i);
}
const Instr *awaits_cluster(Warp &w, const Instr *i) {
    const Instr *next = plain(w, i);
    if (next) race_cluster_released(w, w.mask);
    return next;
}

/* Fences */

/* Let later strong writes release the lanes' clocks, and acquire the clocks that strong reads observed. */
const Instr *fences(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    const int scope = site_of(w, i).scope;
    WarpRaces &mine = r.at(w);
    r.fences = true;
    EACH_LANE(w.mask, l)
        for (const auto &entry : mine.unread[l])
            r.acquire(w, (int)l, *entry.second.record, std::min(scope, entry.second.scope));
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
    auto &fences = r.at(w).clock.object_fences;
    EACH_LANE(w.mask, l) {
        const auto same = [&](const auto &f) { return f.lane == (int)l && f.arrivals == w.cluster_arrivals[l]; };
        const auto at = std::find_if(fences.begin(), fences.end(), same);
        if (at == fences.end()) fences.push_back({(int)l, r.time, w.cluster_arrivals[l]});
        else at->time = r.time;
    }
    return timely(r) ? plain(w, i) : raced(w, i);
}

} // namespace

/* Functions that the interpreter calls */

void race_start(Cta &cta) { cta.warps[0].machine->races->start(cta); }

void race_release_landed(Machine &m, int64_t number) { m.races->publish_later(number); }
void race_completed(Machine &m, uint64_t barrier) {
    Races &r = *m.races;
    const Barrier *b = barrier_at(m, barrier);
    if (!b) return;
    Object &object = r.object((s32)(b - m.barriers.items), *b);
    for (const int64_t number : object.tied) r.end(number, object, barrier);
    object.tied.clear();
    r.tick();
}

void race_released(Warp &w, uint32_t lanes, int barrier) {
    Races &r = *w.machine->races;
    WarpClock &clock = r.at(w).clock;
    clock.unite(lanes, r.warps, r.named[r.slot_of(*w.cta) * BARRIERS + barrier]);
    if (r.fences) r.share_fences(w, lanes, r.fences_at(*w.cta, (uint32_t)barrier));
}

/* Whether no copy of another CTA is on its way to the shared memory of a CTA. */
static bool all_arrived(const Machine &m, const Cta &cta) {
    for (int32_t n = 0; n < m.tracked.count; ++n) {
        const Transfer *t = m.tracked.items[n];
        if (t->warp->cta == &cta || t->landed || t->kind == LATER) continue;
        for (int k = 0; k < t->target_count; ++k)
            if (t->targets[k].cta == &cta && (t->kind != REMOTE || t->lanes >> k & 1)) return false;
    }
    return true;
}

bool race_left(Warp &w) {
    Races &r = *w.machine->races;
    if (!w.cta->exited || (r.left(*w.cta) && all_arrived(*w.machine, *w.cta))) return true;
    r.found.rule = NOT_SURE;
    return false;
}

void race_cluster_phase(Cta &first) {
    Races &r = *first.warps[0].machine->races;
    const size_t slot = r.slot_of(first);
    r.cluster_done[slot].join(r.cluster_released[slot]);
    r.cluster_released[slot].clear();
}
void race_cluster_released(Warp &w, uint32_t lanes) {
    Races &r = *w.machine->races;
    r.at(w).clock.learn(lanes, r.warps, r.cluster_done[r.slot_of(*w.cta->cluster)]);
}

Handler order_hook(RaceEvent event) {
    switch (event) {
    case TIES_COPIES: return objects_used<TIES_COPIES>;
    case MAKES_OBJECT: return makes_object;
    case USES_OBJECT: return objects_used<USES_OBJECT>;
    case ARRIVES: return objects_used<ARRIVES>;
    case AWAITS_OBJECT: return objects_used<AWAITS_OBJECT>;
    case MEETS_CTA: return meets_cta;
    case MEETS_WARP: return meets_warp;
    case MEETS_LANES: return meets_lanes;
    case ARRIVES_CLUSTER: return arrives_cluster;
    case AWAITS_CLUSTER: return awaits_cluster;
    case FENCES: return fences;
    case FENCES_PROXY: return fences_proxy;
    case FENCES_OBJECTS: return fences_objects;
    default: return nullptr;
    }
}

} // namespace pyptx
