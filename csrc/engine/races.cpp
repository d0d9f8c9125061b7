/* Race checking of asynchronous copies and MMAs, as in pyptx/sim/races.py.
 *
 * An operation accesses memory from the instruction that starts it until a wait covers it.
 */
#include "conflicts.h"
#include "copies.h"

namespace pyptx {

/* The epoch of a pending copy of the same bytes to an index, other than those of `done` lanes; 0 for none. */
Epoch Races::equal_copy(const Cta &cta, const Copies &copies, u32 done, u64 index) const {
    for (int k = 0; k < cta.count; ++k)
        for (const Copies &other : of_warps[slot_of(cta) * o.warps + k].copies)
            EACH_LANE(&other == &copies ? other.lanes & ~done : other.lanes, l)
                if (index - other.target[l] < (u64)other.size &&
                    operations[operation_of(other.epoch[l])].end == PENDING)
                    return other.epoch[l];
    return 0;
}

/* Renew the epochs of copied bytes that have not been written since, or only with equal ones. */
void Races::replace_epochs(const Warp &w, const Copies &copies, u32 lanes, Epoch epoch, bool own) {
    EACH_LANE(lanes, l) {
        for (u64 index = copies.target[l], end = index + copies.size; index < end; index += 4) {
            Cell &c = *shared.line(index);
            const u32 byte = (u32)(index & (LINE - 1));
            if (shared.at(c, byte) != copies.epoch[l]) continue;
            const Epoch other = equal_copies ? equal_copy(*w.cta, copies, lanes, index) : 0;
            shared.set(c, byte, byte + 4, other ? other : own ? with_lane(epoch, (int)l) : epoch);
        }
    }
}

namespace {

/* Copies of threads */

const Instr *copies(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    const u32 mask = w.mask;
    const Instr *next = plain(w, i);
    if (!next) return next;
    const PendingCopy &copy = w.copies.items[w.copies.count - 1];
    WarpRaces &mine = r.at(w);
    const Site &site = site_of(w, i);
    u32 left = 0;
    EACH_LANE(mask, l) left |= (u32)(copy.read[l] > 0) << l;
    while (left) {
        const s32 amount = copy.read[__builtin_ctz(left)];
        u32 some = 0;
        bool in_row = left == FULL;
        ALL_LANES(l) {
            some |= (u32)(copy.read[l] == amount && left >> l & 1) << l;
            in_row = in_row && copy.source[l] == copy.source[0] + (u64)l * amount;
        }
        if (!touch(r, w, i, site, {copy.source, in_row, false}, some, (u32)amount, false, false)) return raced(w, i);
        left &= ~some;
    }
    if (mine.copying < 0) mine.copying = r.begin(w, __builtin_ctz(mask), -1, 0, -1);
    const Epoch epoch = Races::by(mine.copying, 0) | (Epoch)r.time << TIME_SHIFT;
    Access a(r, w, mask, r.head(w, 0), 0, true, false, i);
    const Epoch head = a.epoch;
    a.at = copy.target, a.copy = &copy;
    const bool meeting = !apart(copy.target, mask, (u32)copy.size);
    EACH_LANE(mask, l) {
        a.turn_to(1u << l), a.epoch = with_lane(head, (int)l);
        if (!a.range(r.shared, copy.target[l], copy.target[l] + copy.size, false)) return raced(w, i);
        if (meeting && !a.agrees((int)l, mask & ((1u << l) - 1))) return raced(w, i);
    }
    if (mine.copies.size() >= MOST_COPIES) { /* those completed at an object */
        size_t left_over = 0;
        for (Copies &one : mine.copies) {
            bool over = true;
            EACH_LANE(one.lanes, l) over &= r.operations[operation_of(one.epoch[l])].end != PENDING;
            if (!over) mine.copies[left_over++] = one;
        }
        mine.copies.resize(left_over);
    }
    mine.copies.emplace_back();
    Copies &kept = mine.copies.back();
    kept.lanes = mask, kept.size = copy.size, kept.instr = i;
    EACH_LANE(mask, l) {
        kept.source[l] = copy.source[l], kept.read[l] = copy.read[l];
        kept.group[l] = copy.group[l], kept.target[l] = copy.target[l], kept.epoch[l] = epoch;
        Cell *cells = r.shared.line(copy.target[l]);
        const u32 byte = (u32)(copy.target[l] & (LINE - 1));
        r.shared.set(cells[WRITTEN], byte, byte + (u32)copy.size, epoch);
    }
    if (w.machine->shared->early) land_last_copy(w);
    return next;
}

const Instr *awaits_copies(Warp &w, const Instr *i) {
    const CopyWaitArgs op(i);
    Races &r = *w.machine->races;
    const u32 mask = w.mask;
    const Instr *next = plain(w, i);
    if (!next) return next;
    std::vector<Copies> &list = r.at(w).copies;
    const Epoch head = r.head(w, 0);
    size_t kept = 0;
    for (size_t k = 0; k < list.size(); ++k) {
        Copies &one = list[k];
        u32 done = 0;
        const u32 started = mask & one.lanes;
        EACH_LANE(started, l) done |= (u32)(one.group[l] < w.copies.committed[l] - op.allowed()) << l;
        r.replace_epochs(w, one, done, head, true);
        one.lanes &= ~done;
        if (!one.lanes) continue;
        if (kept != k) list[kept] = one;
        ++kept;
    }
    list.resize(kept);
    return next;
}

/* Engines */

const Instr *awaits_stores(Warp &w, const Instr *i) {
    const BulkWaitArgs op(i);
    Races &r = *w.machine->races;
    const u32 mask = w.mask;
    const Instr *next = plain(w, i);
    if (!next) return next;
    std::vector<Store> &list = r.at(w).stores;
    size_t kept = 0;
    for (const Store &one : list) {
        const bool done = mask >> one.lane & 1 && (s64)one.group < (s64)w.bulk_groups[one.lane] - op.allowed();
        if (done) {
            u32 &reading = r.operations[one.reading].end, &writing = r.operations[one.writing].end;
            if (reading == PENDING) reading = r.time;
            if (!op.reads() && writing == PENDING) writing = r.time;
        }
        if (!done || op.reads()) list[kept++] = one;
    }
    list.resize(kept);
    return timely(r) ? next : raced(w, i);
}

/* Whether a release of tensor maps comes between a write of a thread and a lane of its cluster. */
bool map_released(Races &r, const Warp &w, int lane, Epoch epoch) {
    const int64_t cluster = r.cluster_of(*w.cta);
    if (epoch & BY_ENGINE || warp_of(epoch) / (s64)r.warps != cluster) return true;
    const Epoch who = r.thread(w, lane), writer = epoch & THREAD;
    const Row &mine = r.at(w).clock.of(lane);
    const auto comes_between = [&](const auto &found) {
        const auto &[thread, release] = found;
        if (warp_of(thread) / (s64)r.warps != cluster) return false;
        if (thread != who && !r.over(mine, thread | (Epoch)release.time << TIME_SHIFT, who, *w.cta)) return false;
        return thread == writer ? time_of(epoch) <= release.time : r.over(*release.known, epoch, thread, *w.cta);
    };
    const auto own = r.released_maps.find(writer);
    if (own != r.released_maps.end() && comes_between(*own)) return true;
    return std::any_of(r.released_maps.begin(), r.released_maps.end(), comes_between);
}

/* Whether a lane may use a tensor map in global memory. Each write of this kernel to it is ordered before the use, and
 * before an acquiring fence of the CTA; its thread, if of this cluster, has released it. */
bool may_use_map(Races &r, const Warp &w, int lane, u64 index) {
    const auto fence = r.fenced_maps.find({index, w.cta->place});
    const Epoch who = r.thread(w, lane);
    for (u64 at = index; at < index + sizeof(TensorMap::bytes); at += 4)
        for (const int kind : {WRITTEN, STRONG}) {
            const Epoch epoch = r.global.at(r.global.line(at)[kind], (u32)(at & (LINE - 1)));
            if (!epoch) continue;
            const bool own = !(epoch & BY_ENGINE) && (epoch & THREAD) == who;
            if (!own && !r.over(r.of_warps[r.slot_of(*w.cta) * r.o.warps + w.index].clock.of(lane), epoch, who, *w.cta))
                return false;
            if (fence == r.fenced_maps.end() || fence->second < time_of(epoch)) return false;
            if (!map_released(r, w, lane, epoch)) return false;
        }
    return true;
}
const Instr *uses_map(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    const Place &place = TensorBoxArgs(i).map();
    u64 address[LANES];
    addresses(w, place.address, place.narrow, offset_of(place), address);
    EACH_LANE(w.mask, l) {
        u64 index;
        if (!locate_one(w, place.space, (int)l, address[l], sizeof(TensorMap::bytes), 64, FIND, index) ||
            !r.global.holds(index) || may_use_map(r, w, (int)l, index))
            continue;
        r.found.rule = NOT_SURE; /* the reference engine reports it */
        return raced(w, i);
    }
    return plain(w, i);
}

/* The 16-byte chunks of an operand of an MMA, line by line. */
bool follow(Access &a, u64 base, u64 descriptor, int extent, int depth_bytes, bool mn_major) {
    ChunkReader reader(a);
    const u32 address = (u32)(descriptor & 0x3FFF) << 4, leading = (u32)(descriptor >> 16 & 0x3FFF) << 4,
              stride = (u32)(descriptor >> 32 & 0x3FFF) << 4;
    constexpr u32 MASKS[] = {0, 0x380, 0x180, 0x080}, WIDTHS[] = {0, 128, 64, 32};
    const u32 flips = MASKS[descriptor >> 62], width = WIDTHS[descriptor >> 62];
    const u32 start = pattern_start(descriptor);
    a.set_swizzle({(s32)flips, 3, (s32)start}, true);
    const u64 limit = a.w.machine->shared->shared_bytes;
    const int lines = mn_major ? depth_bytes / 2 : extent, chunks = (mn_major ? extent * 2 : depth_bytes) / 16;
    const u32 size = (u32)chunks * 16; /* where a swizzle only exchanges the chunks of a row */
    const bool aligned = !mn_major && size <= width && !(size & (size - 1)) && !(address % size) && !(stride % size);
    for (int n = 0; n < lines; ++n) {
        const u32 first = address + (!mn_major ? n % 8 * (width ? width : 16) + n / 8 * stride
                                     : width   ? n % 8 * width + n / 8 * stride
                                               : n % 8 * 16 + n / 8 * leading);
        if (aligned) {
            const u32 place = (first ^ (first & flips) >> 3) & ~(size - 1);
            if ((u64)place + size > limit) return true;
            if (!reader.read(base + place, size)) return false;
            continue;
        }
        for (int k = 0; k < chunks; ++k) {
            u32 place = first + (!mn_major ? k * (width ? 16 : leading)
                                 : width   ? k * 16 % width + k * 16 / width * leading
                                           : k * stride);
            place ^= ((place - start) & flips) >> 3;
            if ((u64)place + 16 > limit) return true; /* the MMA itself reports it */
            if (!reader.read(base + place, 16)) return false;
        }
    }
    return reader.flush();
}

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
        group.batches.push_back(
            {batch, r.begin(w.cta->warps[number * WHOLE_GROUP], 0, -1, agent, r.cluster_of(*w.cta))});
    Access a(r, w.cta->warps[number * WHOLE_GROUP], FULL, Races::by(group.batches.back().operation, 0), 0, false, true,
             i);
    a.belong_to_group(pass.known);
    const WgmmaArgs op(i);
    const int depth = op.depth(), stored = op.meta() >= 0 ? depth / 2 : depth, bits = ELEMENT_BITS[op.a_type()];
    const u64 start = w.cta->shared_start;
    bool good = follow(a, start, row<u64>(w, op.b_desc())[0], op.columns(), depth * bits / 8, op.mn_major_b());
    if (good && op.a_desc() >= 0)
        good = follow(a, start, row<u64>(w, op.a_desc())[0], 64, stored * bits / 8, op.mn_major_a());
    if (position == 0) group.passes.erase(group.passes.begin()), ++group.first;
    return good ? next : raced(w, i);
}

const Instr *awaits_products(Warp &w, const Instr *i) {
    Races &r = *w.machine->races;
    const Instr *next = plain(w, i);
    if (!next) return next;
    const int number = w.index / WHOLE_GROUP;
    GroupRaces &group = r.of_groups[r.slot_of(*w.cta) * (r.o.warps / WHOLE_GROUP) + number];
    const s64 limit = w.product_groups - WgmmaWaitArgs(i).allowed();
    size_t kept = 0;
    for (const Batch &batch : group.batches) {
        if (batch.group < limit) r.operations[batch.operation].end = r.time;
        else group.batches[kept++] = batch;
    }
    group.batches.resize(kept);
    const int32_t agent = r.agent_of_group(*w.cta, number);
    for (int k = 0; k < WHOLE_GROUP; ++k)
        r.at(w.cta->warps[number * WHOLE_GROUP + k]).clock.change(FULL, r.warps, [&](Row &row) {
            row.raise(agent, r.time);
        });
    return timely(r) ? next : raced(w, i);
}

} // namespace

/* Functions that the interpreter calls */

Races *new_races(Machine &m, const RaceOptions &options) {
    Races *made = new Races(m, options);
    if (options.tensor) made->tensor = new_tensor_races(*made);
    m.detector = made;
    return made;
}
const Instr *race_unsure(Warp &w, const Instr *i) { return unsure(w, i); }
void end_races(Races *races, Finding *into) {
    if (races->found.rule && races->m.stop.kind == STOP_HANDOVER) *into = races->found;
    else if (!races->m.stop.kind && !races->guesses.empty()) *into = races->guesses.begin()->second;
    delete races;
}

bool race_transfer(Warp &w, Transfer &t) {
    Races &r = *w.machine->races;
    if (t.kind == LATER) { /* the race_hook of the instruction has checked it */
        t.operation = r.later_count - 1;
        return true;
    }
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
        const Epoch who = r.thread(w, lane);
        const int64_t reading = r.begin(w, lane, (int64_t)who, 0, own),
                      writing = r.begin(w, lane, (int64_t)who, 0, own);
        Access reads = engine(lane, reading, false, true), writes = engine(lane, writing, true, true);
        const bool boxed = t.kind == BOX_OUT;
        if (boxed) reads.set_swizzle({(s32)t.map.line_mask, (s32)t.map.shift});
        const u64 from = boxed ? t.targets[0].place : t.source;
        const u64 to = boxed ? t.source + (u64)t.rows[0] + (u64)(t.first * t.map.element) : t.targets[0].place;
        /* The same copy by several lanes of a warp, none of them elected, writes the same bytes: count it as one. */
        std::vector<Store> &stores = r.at(w).stores;
        const bool again = !t.combine && !stores.empty() && stores.back().instr == t.instr &&
                           stores.back().from == from && stores.back().to == to &&
                           r.operations[stores.back().writing].end == PENDING;
        const auto runs = [&t](Access &a, u64 index) {
            return each_run(t, [&](int64_t first, int64_t size) { return a.anywhere(index + first, (u64)size); });
        };
        const bool good = runs(reads, from) && (again || (boxed ? box(writes) : runs(writes, to)));
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
        r.operations.back().generic = remote;
        if (t.kind == BOX_IN)
            r.operations.back().set_tile({(s32)t.map.line_mask, (s32)t.map.shift}, target.place, t.room());
        Access a = engine(one, operation, true, !remote);
        if (!a.anywhere(target.place, (u64)t.room())) return false;
        if (!b) continue;
        t.targets[k].phase = b->phase;
        r.cover_expectations(w, one, r.object((s32)(b - m.barriers.items), *b), false);
    }
    if (remote || t.kind == RESPONSE) return true;
    if (r.shared.holds(t.source) && t.targets[0].cta != w.cta) r.sent.emplace_back(w.cta->place, t.operation);
    Access a = engine(lane, t.operation, false, true);
    return t.kind == BOX_IN ? box(a) : a.anywhere(t.source, (u64)t.read_size());
}

bool race_in_phase(Machine &m, const Target &target) {
    const Barrier *b = barrier_at(m, target.barrier);
    if (!b || b->phase == target.phase) return true; /* if there is none, the copy itself reports it */
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
        if (!b) return true; /* the copy itself reports it */
        if (!race_in_phase(m, target)) return false;
        Object &object = r.object((s32)(b - m.barriers.items), *b);
        r.end(operation++, object, target.barrier);
    }
    return timely(r);
}

bool race_range(Warp &w, const Instr *i, int lane, u64 index, u64 size, bool write, bool zeros) {
    Races &r = *w.machine->races;
    Shadow &shadow = r.shared.holds(index) ? r.shared : r.global;
    if (!shadow.holds(index)) return true;
    Access a(r, w, 1u << lane, with_lane(r.head(w, 0), lane), 0, write, false, i);
    a.zeros = zeros;
    return a.range(shadow, index, index + size, true);
}
void race_map_acquired(Warp &w, u64 index) {
    Races &r = *w.machine->races;
    r.fenced_maps[{index, w.cta->place}] = r.time;
}

Handler race_hook(RaceEvent event) {
    switch (event) {
    case COPIES: return copies;
    case AWAITS_COPIES: return awaits_copies;
    case AWAITS_STORES: return awaits_stores;
    case USES_MAP: return uses_map;
    case MULTIPLIES: return multiplies;
    case AWAITS_PRODUCTS: return awaits_products;
    case AWAITS_TENSOR:
    case FENCES_TENSOR: return tensor_hook(event);
    default: return order_hook(event);
    }
}

} // namespace pyptx
