/* Barriers, mbarriers and fences as they are executed: how each changes the order of threads. */
#include "barriers.h"
#include "conflicts.h"

namespace pyptx {
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
        object.tied.clear(), object.uses.clear(), object.expected.clear();
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
        const s32 at = number[__builtin_ctz(same)];
        const Barrier &b = w.machine->barriers.items[at];
        Object &object = r.object(at, b);
        if (object.uses.empty()) object.uses.resize(r.warps);
        EACH_LANE(same, l) object.uses[r.column(w)].time[l] = r.time;
        if (r.hasty) {
            r.found = {};
            r.found.rule = NOT_SURE;
            return false;
        }
        if (EVENT == USES_OBJECT && !ObjectBytesArgs(i).completes()) {
            const bool lacked = b.bytes > 0;
            EACH_LANE(same, l) object.expected.push_back({with_lane(r.head(w, 0), (int)l), lacked});
        } else if (EVENT != AWAITS_OBJECT) {
            EACH_LANE(same, l) r.cover_expectations(w, (int)l, object, EVENT != USES_OBJECT);
        }
        const bool remote = r.away(*w.cta, one),
                   excluded = site_of(w, i).flags & NAMES_CTA && r.is_in_other(*w.cta, one),
                   reaches = (!remote && !excluded) || EVENT == TIES_COPIES || site_of(w, i).scope >= CLUSTER_SCOPE;
        const bool relaxed = EVENT == ARRIVES && site_of(w, i).flags & RELAXED;
        if (((EVENT == ARRIVES && reaches) || EVENT == TIES_COPIES) && !relaxed)
            r.release(w, same, object.released[remote]);
        else if (relaxed && reaches)
            EACH_LANE(same, l) r.fenced_row(w, (int)l, remote, object.released[remote]);
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
                r.replace_epochs(w, copies, fresh, Races::by(tied, 0), false);
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
        const int scope = site_of(w, i).scope;
        const bool from_away = r.o.scopes && scope >= CLUSTER_SCOPE;
        if (site_of(w, i).flags & RELAXED) { /* a later fence acquires it */
            Row released = object.done[0];
            if (from_away) released.join(object.done[1]);
            const auto record = std::make_shared<Record>();
            record->released[{w.cta->place, scope}] = r.remote_clocks_of(w, released);
            EACH_LANE(same, l) r.at(w).unread[l][index[l]] = {scope, record};
            continue;
        }
        r.at(w).clock.learn(same, r.warps, object.done[0]);
        if (from_away) r.at(w).clock.learn(same, r.warps, object.done[1]);
    }
    return next;
}

/* Whether the use of an mbarrier by other lanes is ordered before a lane. */
bool knows_uses(Races &r, const Warp &w, int lane, const Object &object) {
    const Row &row = r.at(w).clock.of(lane);
    for (size_t k = 0; k < object.uses.size(); ++k)
        for (int l = 0; l < LANES; ++l) {
            const uint32_t last = object.uses[k].time[l];
            const bool own = k == r.column(w) && l == lane;
            const Epoch use = (Epoch)(r.first_warp(*w.cta) + (s64)k) << WARP_SHIFT | (Epoch)l << LANE_SHIFT |
                              (Epoch)last << TIME_SHIFT;
            if (last > row.of(k) && !own && last > row.of_lane(k, l) &&
                !r.exchanged_since(use, row, r.thread(w, lane), *w.cta))
                return false;
        }
    return true;
}

/* Barriers */

/* The lanes of a warp that a barrier does not wait for: their accesses come before its phase, too. */
u32 exited(const Warp &w) { return w.state->exists & ~w.state->live; }

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
        r.release(w, same, named, exited(w));
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
    r.release(w, lanes, all, exited(w));
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
    if (!(site_of(w, i).flags & RELAXED)) r.release(w, w.mask, given, exited(w));
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
    if (!(site.flags & (IN_SHARED | IN_GLOBAL))) { /* of the proxy of tensor maps */
        const Row *row = nullptr;
        std::shared_ptr<const Row> known;
        EACH_LANE(w.mask, l) {
            if (row != &clock.of((int)l)) row = &clock.of((int)l), known = std::make_shared<const Row>(*row);
            r.released_maps[r.thread(w, (int)l)] = {r.time, known};
        }
    }
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

/* Whether no copy of another CTA is on its way to the shared memory of a CTA. */
bool all_arrived(const Machine &m, const Cta &cta) {
    for (int32_t n = 0; n < m.tracked.count; ++n) {
        const Transfer *t = m.tracked.items[n];
        if (t->warp->cta == &cta || t->landed || t->kind == LATER) continue;
        for (int k = 0; k < t->target_count; ++k)
            if (t->targets[k].cta == &cta && (t->kind != REMOTE || t->lanes >> k & 1)) return false;
    }
    return true;
}

} // namespace

/* Functions that the interpreter calls */

void race_start(Cta &cta) { cta.warps[0].machine->races->start(cta); }

/* The end of an object is a write that comes after its initialisation and all uses. */
bool race_forgets(Warp &w, const uint64_t *index) {
    Races &r = *w.machine->races;
    Access a(r, w, w.mask, r.head(w, 0), 0, true, false, nullptr);
    const Epoch head = a.epoch;
    EACH_LANE(w.mask, l) {
        const Barrier *b = barrier_at(*w.machine, index[l]);
        if (!b) continue;
        a.turn_to(1u << l), a.epoch = with_lane(head, (int)l);
        if (r.known_init(w, 1u << l, index[l])) {
            const u32 byte = (u32)(index[l] & (LINE - 1));
            r.shared.set(r.shared.line(index[l])[WRITTEN], byte, byte + 8, 0); /* a fence may order it, and no clock */
            if (knows_uses(r, w, (int)l, r.objects[b - w.machine->barriers.items]) &&
                a.range(r.shared, index[l], index[l] + 8, true))
                continue;
        }
        r.found = {};
        r.found.rule = NOT_SURE;
        return false;
    }
    return true;
}

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

bool race_left(Warp &w) {
    Races &r = *w.machine->races;
    if (w.cta->exited) r.keep_exchanges(*w.cta);
    if (!w.cta->exited || (r.left(*w.cta) && r.knows_copies(*w.cta) && all_arrived(*w.machine, *w.cta))) return true;
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
