/* The happens-before order of threads, as in pyptx/sim/order.py: clocks, releases and acquires. */
#include "barriers.h"
#include "conflicts.h"

namespace pyptx {

/* Clocks of threads */

void Races::start(Cta &cta) {
    shared.clear(cta.shared_start, o.shared_stride);
    const auto erase_own = [&](auto &by_index) {
        for (auto each = by_index.begin(); each != by_index.end();) {
            const bool own = each->first >= cta.shared_start && each->first < cta.shared_start + o.shared_stride;
            each = own ? by_index.erase(each) : std::next(each);
        }
    };
    erase_own(records), erase_own(values), erase_own(atomics);
    Row row;
    row.full.assign(warps + 8, 0);
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
            known = row.latest(k) && row.latest(k) != FOREVER;
        started &= known;
    }
    return started;
}

/* Whether a lane that reaches a barrier could have come to its last phase: its warp took no part, or would be counted
 * twice. */
bool Races::may_meet_others(const Warp &w, int lane, const Meeting &meeting) {
    if (!meeting.before) return false;
    const Row &row = at(w).clock.of(lane);
    const size_t first = (size_t)(w.cta->rank * o.warps);
    for (size_t k = 0; k < (size_t)o.warps; ++k)
        if (k != (size_t)w.index && meeting.before >> k & 1 &&
            row.latest(first + k) < meeting.released.latest(first + k))
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
            if (last > known.of(k) && last > known.of_lane(k, l)) return false;
        }
    return true;
}

/* Whether a thread of a CTA that ends is ordered after each copy of its shared memory to another CTA. Pending ones are
 * reported where they are dropped. */
bool Races::knows_copies(const Cta &cta) {
    if (sent.empty()) return true;
    Row known;
    for (int k = 0; k < cta.count; ++k) at(cta.warps[k]).clock.release(FULL, known);
    bool good = true;
    sent.erase(std::remove_if(sent.begin(), sent.end(),
                              [&](const auto &one) {
                                  if (one.first != cta.place) return false;
                                  const Operation &copy = operations[(size_t)one.second];
                                  good = good && (copy.end == PENDING || copy.end <= known.of((size_t)copy.agent));
                                  return true;
                              }),
               sent.end());
    return good;
}

/* Release the clocks of lanes into a row, and the accesses of other lanes of the warp. */
void Races::release(const Warp &w, uint32_t lanes, Row &into, uint32_t others) {
    at(w).clock.release(lanes, into);
    const uint32_t all = lanes | others;
    if (w.state->exists & ~all) into.raise_lanes(column(w), time, all);
    else into.raise(column(w), time);
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
        hasty |= !found.expected.empty();
        found.expected.clear();
    }
    return found;
}

/* A lane arrives at an mbarrier, or starts a copy or completes bytes: drop each expect_tx that is ordered before. */
void Races::cover_expectations(const Warp &w, int lane, Object &object, bool arrives) {
    std::vector<Expectation> &all = object.expected;
    if (all.empty()) return;
    const Epoch who = thread(w, lane);
    const Row &row = of_warps[slot_of(*w.cta) * o.warps + w.index].clock.of(lane);
    const auto covered = [&](const Expectation &e) {
        return (arrives || e.lacked_bytes) && ((e.epoch & THREAD) == who || over(row, e.epoch, who, *w.cta));
    };
    all.erase(std::remove_if(all.begin(), all.end(), covered), all.end());
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
    return end <= known->of(column) || end <= known->of_lane(column, lane_of(thread));
}

/* Warps that have ended, of which the exchanges are kept: the last ones with each remainder of their number. */
constexpr int64_t ENDED_WARPS = 1 << 14;

/* The exchanges of a warp; null where they are not kept. */
const Exchanges *Races::exchanges_of(int64_t warp) const {
    for (int64_t k = 0; k < m.slots; ++k)
        if (m.ctas[k].place == warp / o.warps) return &of_exchanges[(size_t)(k * o.warps + warp % o.warps)];
    const size_t place = (size_t)(warp % ENDED_WARPS);
    return place < ended.size() && ended[place].first == warp ? &ended[place].second : nullptr;
}

/* Keep the exchanges of a CTA that ends: its threads may have released what the others of their warps had read. */
void Races::keep_exchanges(const Cta &cta) {
    for (int k = 0; k < cta.count; ++k) {
        Exchanges &all = of_exchanges[slot_of(cta) * o.warps + k];
        if (!all.count) continue;
        const int64_t warp = number(cta.warps[k]);
        const size_t place = (size_t)(warp % ENDED_WARPS);
        if (place >= ended.size()) ended.resize(place + 1, {-1, {}});
        ended[place] = {warp, all};
        all.count = 0;
    }
}

/* Whether a thread exchanged values after a read, or a use of an mbarrier, with another that then accesses, or whose
 * exchange is ordered before that access. */
bool Races::exchanged_since(Epoch read, const Row &row, Epoch who, const Cta &cta) const {
    const int64_t warp = warp_of(read);
    const Exchanges *const all = exchanges_of(warp);
    for (uint32_t k = 0; all && k < std::min(all->count, all->KEPT); ++k) {
        const Exchange &one = all->last[(all->count - 1 - k) % all->KEPT];
        if (one.time < time_of(read)) break;
        if (!(one.lanes >> lane_of(read) & 1)) continue;
        for (u32 left = one.lanes; left; left &= left - 1) {
            const Epoch lane = (Epoch)warp << WARP_SHIFT | (Epoch)__builtin_ctz(left) << LANE_SHIFT;
            if (lane == who || over(row, lane | (Epoch)one.time << TIME_SHIFT, who, cta)) return true;
        }
    }
    return false;
}

/* The clock that a lane may release by its last fence, or by one ordered before it; false for none. */
bool Races::fenced_row(const Warp &w, int lane, int level, Row &into) const {
    const Fenced &found = of_warps[slot_of(*w.cta) * o.warps + w.index].fenced[level][lane];
    if (!found.row) return false;
    into.join(*found.row);
    if (found.time) into.raise_lanes(column(w), found.time, 1u << lane);
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
        const auto learn = [&](const std::shared_ptr<const RemoteClocks> &remote) {
            const auto found = remote->find(own);
            if (found == remote->end()) {
                row.join(remote);
                return;
            }
            if (remote->size() > 1) {
                auto rest = std::make_shared<RemoteClocks>(*remote);
                rest->erase(own);
                row.join(std::shared_ptr<const RemoteClocks>(rest));
            }
            row.join(*found->second);
        };
        const bool everywhere = scope >= SCOPES && record.everywhere;
        if (everywhere) learn(record.everywhere);
        for (const auto &[from, remote] : record.released) {
            const int needed = from.first == mine ? 1 : from.first / cluster == own ? 2 : 3;
            const bool learned = everywhere && from.second >= SCOPES;
            if (!learned && std::min(from.second, scope) >= needed) learn(remote);
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
bool Races::synchronise(Warp &w, const Instr *i, const Site &site, const uint64_t *places, bool write, bool adds) {
    const bool releases = site.flags & RELEASES, acquires = site.flags & ACQUIRES;
    if (records.empty() && values.empty() && !(write && site.scope && (releases || fences))) return true;
    bool released_now = false;
    std::vector<LaterRelease> *const pending = site.flags & RELEASES_LATER ? &later[later_count++] : nullptr;
    EACH_LANE(w.mask, l) {
        const uint64_t index = places[l];
        if (!shared.holds(index) && !global.holds(index)) continue;
        const auto found = records.find(index);
        std::shared_ptr<const Record> record = found == records.end() ? nullptr : found->second;
        if (!site.scope) {
            if (write && record) records.erase(found);
            if (write) values.erase(index);
            continue;
        }
        if (!values.empty() && (!write || site.deciding)) record = acquired_by(w, i, (int)l, index, record);
        if (record && !(site.flags & RELAXED) && (!write || site.flags & ATOM)) { /* `red` does not get the value */
            if (acquires || (write && !o.scopes)) acquire(w, (int)l, *record, site.scope);
            at(w).unread[l][index] = {site.scope, record};
        }
        if (!write) continue;
        auto own = std::make_shared<Record>();
        bool published[SCOPES + 1] = {};
        const auto add = [&](int scope, const Row &row) {
            const auto clocks = own->released[{w.cta->place, scope}] = remote_clocks_of(w, row);
            if (scope >= SCOPES) own->everywhere = clocks;
            published[scope] = true;
        };
        if (releases) {
            Row row;
            release(w, 1u << l, row);
            add(site.scope, row);
            released_now = true;
        }
        for (int level = 0; fences && level < SCOPES; ++level) {
            const int scope = std::min(level + 1, (int)site.scope);
            Row row;
            if (published[scope] || !fenced_row(w, (int)l, level, row)) continue;
            add(scope, row);
        }
        if (pending) pending->push_back({index, own, adds});
        else publish(index, own, adds);
        if (site.deciding) keep_value(index);
        else if (tests && !pending) follow_write(w, i, (int)l, index, own);
    }
    return !released_now || tick();
}

/* Publish clocks at a location: with those that are there if it adds, or in their place. */
void Races::publish(uint64_t index, const std::shared_ptr<const Record> &own, bool adds) {
    const auto held = records.find(index);
    if (adds && held != records.end()) held->second = own->released.empty() ? held->second : joined(held->second, own);
    else if (own->released.empty()) records.erase(index);
    else records[index] = own, released = true;
}

/* Publish the clocks of an asynchronous release. */
void Races::publish_later(int64_t number) {
    const auto found = later.find(number);
    if (found == later.end()) return;
    for (const LaterRelease &one : found->second) publish(one.index, one.record, one.adds);
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

} // namespace pyptx
