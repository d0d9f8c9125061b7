/* The values that strong writes left at locations, as in pyptx/sim/released_values.py. */
#include "conflicts.h"
#include "levels.h"

#include <cstring>

namespace pyptx {
namespace {

constexpr size_t MOST_VALUES = 64, MOST_LOCATIONS = 1 << 16, MOST_READERS = 1024;

u64 content(const Machine &m, u64 index, u32 size) {
    u64 found = 0;
    memcpy(&found, cell(*m.shared, index), size);
    return found;
}

struct Combination { /* of an atomic that may come before or after others */
    const char *name;
    u64 (*of)(u64 held, u64 operand, u64 sign);
};

template <bool LARGER, bool SIGNED> u64 chosen(u64 held, u64 operand, u64 sign) {
    const u64 flip = SIGNED ? sign : 0;
    return ((held ^ flip) > (operand ^ flip)) == LARGER ? held : operand;
}

const Combination COMBINATIONS[] = {
    {"atom.add.u", [](u64 held, u64 operand, u64) { return held + operand; }},
    {"atom.and.b", [](u64 held, u64 operand, u64) { return held & operand; }},
    {"atom.or.b", [](u64 held, u64 operand, u64) { return held | operand; }},
    {"atom.xor.b", [](u64 held, u64 operand, u64) { return held ^ operand; }},
    {"atom.max.u", chosen<true, false>},
    {"atom.max.s", chosen<true, true>},
    {"atom.min.u", chosen<false, false>},
    {"atom.min.s", chosen<false, true>},
};

/* The combinations of the handlers that have one. */
const std::unordered_map<Handler, const Combination *> &combinations() {
    static const std::unordered_map<Handler, const Combination *> found = [] {
        std::unordered_map<Handler, const Combination *> made;
        size_t number = 0;
        while (const Entry *entry = level().entry(number++))
            for (const Combination &each : COMBINATIONS)
                if (!strncmp(entry->name, each.name, strlen(each.name))) made[entry->run] = &each;
        return made;
    }();
    return found;
}

/* The last of several values as it were without some atomics, a bit for each, and without those ordered after them. */
u64 undone(const ReleasedValues &all, size_t first, size_t last, u64 gone) {
    const u64 sign = (u64)1 << (8 * all.size - 1), bits = ~(u64)0 >> (64 - 8 * all.size);
    u64 held = all.items[first].value;
    for (size_t k = first + 1; k <= last; ++k) {
        const ReleasedValue &one = all.items[k];
        if (gone >> k & 1 || one.after & gone) gone |= (u64)1 << k;
        else held = combinations().at(one.atomic)->of(held, one.operand, sign) & bits;
    }
    return held;
}

/* The clocks that both include. */
std::shared_ptr<const RemoteClocks> met(const RemoteClocks &one, const RemoteClocks &other) {
    auto made = std::make_shared<RemoteClocks>();
    for (const auto &[cluster, row] : one) {
        const auto theirs = other.find(cluster);
        if (theirs == other.end()) continue;
        auto both = std::make_shared<Row>(*row);
        both->meet(*theirs->second);
        (*made)[cluster] = both;
    }
    return made;
}

/* The clocks that a reader acquires by either of two records. `needed` is the scope of the reader and a CTA. */
template <class Needed>
std::shared_ptr<const Record> met(const Record &one, const Record &other, const Needed &needed) {
    auto made = std::make_shared<Record>();
    for (const auto &[key, clocks] : one.released) {
        const int scope = needed(key.first);
        for (const auto &[theirs, others] : other.released) {
            const int wide = needed(theirs.first);
            if (key.second < scope || theirs.second < wide) continue;
            const auto both = met(*clocks, *others);
            auto &held = made->released[scope < wide ? theirs : key];
            held = joined(held, both);
            if ((scope < wide ? theirs : key).second >= SCOPES) made->everywhere = joined(made->everywhere, both);
        }
    }
    return made;
}

bool has(const std::vector<Epoch> &epochs, Epoch who) {
    return std::any_of(epochs.begin(), epochs.end(), [who](const Epoch epoch) { return (epoch & THREAD) == who; });
}

void note(std::vector<Epoch> &epochs, Epoch one) {
    if (epochs.size() < MOST_READERS && !has(epochs, one & THREAD)) epochs.push_back(one);
}

/* The latest time up to which accesses of some thread are ordered before a row; warps without threads do not count. */
u32 latest_of(const Row &row) {
    u32 found = 0;
    for (const u32 each : row.full)
        if (each != FOREVER) found = std::max(found, each);
    for (const LaneTime &each : row.lanes) found = std::max(found, each.time);
    if (row.remote)
        for (const auto &one : *row.remote) found = std::max(found, latest_of(*one.second));
    return found;
}

} // namespace

/* Whether one of several epochs is ordered before a lane. */
bool Races::one_before(const Warp &w, int lane, const std::vector<Epoch> &epochs) {
    const Epoch who = thread(w, lane);
    const Row &known = at(w).clock.of(lane);
    return has(epochs, who) || std::any_of(epochs.begin(), epochs.end(),
                                           [&](const Epoch epoch) { return over(known, epoch, who, *w.cta); });
}

/* Whether the write of a value is ordered before a lane: it has acquired what the write released. */
bool Races::written_before(const Warp &w, int lane, const ReleasedValue &value) {
    const Epoch who = thread(w, lane), written = value.written;
    return written && ((written & THREAD) == who || over(at(w).clock.of(lane), written, who, *w.cta));
}

/* A lane writes a value, and what its readers acquire has been published; the value follows. */
void Races::follow_write(const Warp &w, const Instr *i, int lane, u64 index, std::shared_ptr<const Record> own) {
    const Site &site = sites[i - code];
    const u32 size = site.element;
    const auto record = records.find(index);
    auto found = values.find(index);
    if (found != values.end() && found->second.size != size) {
        values.erase(found);
        return;
    }
    if (found == values.end()) {
        if (record == records.end() || values.size() >= MOST_LOCATIONS) return;
        found = values.emplace(index, ReleasedValues{size, {}}).first;
        found->second.items.push_back({content(m, index, size), true, nullptr, nullptr, 0, {}, {}});
    }
    std::vector<ReleasedValue> &items = found->second.items;
    const Epoch mine = with_lane(head(w, site.scope), lane);
    const ReleasedValue &last = items.back();
    const bool together = !last.known && !((mine ^ last.written) & HEAD); /* lanes of one instruction */
    if (!together) complete_value(found->second, index);
    ReleasedValue made{0, false, record == records.end() ? nullptr : record->second, nullptr, mine, {}, {}};
    if (site.flags & ACCUMULATES) {
        const int operand = AtomicArgs(i).operand();
        made.own = std::move(own);
        made.atomic = this->own[i - code];
        made.operand = size == 4 ? row<u32>(w, operand)[lane] : row<u64>(w, operand)[lane];
        size_t k = items.size();
        while (k && !one_before(w, lane, items[k - 1].read)) --k;
        made.after = k ? ~(u64)0 >> (64 - k) : 1;
        for (; k < items.size(); ++k)
            made.after |= (u64)(written_before(w, lane, items[k]) || one_before(w, lane, items[k].included)) << k;
    } else made.read.push_back(mine);
    items.push_back(std::move(made));
    if (items.size() <= MOST_VALUES) return;
    items.erase(items.begin());
    for (ReleasedValue &one : items) one.after >>= 1;
}

/* Complete the last value of a location before the next access; one that another lane's replaced stays unknown. */
void Races::complete_value(ReleasedValues &all, u64 index) {
    ReleasedValue &last = all.items.back();
    if (!last.known) last.known = true, last.value = content(m, index, all.size);
}

/* The guard of the branch after a read that a lane would find after reading a value. */
bool Races::decides(Warp &w, const Instr *i, int lane, u64 value) {
    const Site &site = sites[i - code];
    const s32 to = site.flags & ATOM ? AtomicArgs(i).result() : LoadArgs(i).to()[0];
    const u32 mask = w.mask;
    w.mask = 1u << lane;
    if (site.element == 4) row<u32>(w, to)[lane] = (u32)value;
    else row<u64>(w, to)[lane] = value;
    bool taken = false;
    for (u32 left = site.deciding; left; left &= left - 1) {
        const Instr *const next = i + 1 + __builtin_ctz(left);
        if (left & (left - 1)) own[next - code](w, next);
        else taken = *row<u32>(w, BranchArgs(next).predicate()) >> lane & 1;
    }
    w.mask = mask;
    return taken;
}

/* The record that a lane acquires when it reads the `last` value of a location as the earliest that takes the branch.
 * `acquired` are writes that are ordered before the lane, a bit for each item, and `certain` those that come before it
 * because a thread before it, or itself, has read a value that includes them. The other atomics after the `first` value
 * may come in another order: one without which the branch goes the same way may come after the read, and those after
 * the last value may come before it. If the branch does not go the same way without all of these, one of them comes
 * before the read: what all of them released is ordered. `needed` gets the place of the last value that the lane reads
 * in any order of the atomics, and those of later atomics that are before the read in any order. */
std::shared_ptr<const Record> Races::needed_by(Warp &w, const Instr *i, int lane, const ReleasedValues &all,
                                               size_t first, size_t last, u64 acquired, u64 certain, bool taken,
                                               u64 &needed) {
    const std::vector<ReleasedValue> &items = all.items;
    for (size_t k = first + 1; k <= last; ++k)
        if (!items[k].own) first = k;
    needed = (u64)1 << first;
    size_t end = last;
    while (end + 1 < items.size() && items[end + 1].own) ++end;
    u64 tested = 0;
    bool any = false, outcome = false; /* of that value: many places leave the same one */
    const auto leaves_out = [&](u64 places, size_t until) {
        if (!items[first].known) return false;
        const u64 value = undone(all, first, until, places);
        if (!any || value != tested) any = true, tested = value, outcome = decides(w, i, lane, value);
        return outcome == taken;
    };
    u64 spare = 0, before = 0;
    for (size_t k = first + 1; k <= last; ++k) {
        const u64 place = (u64)1 << k;
        if (acquired & place) continue;
        if (!(certain & place) && (leaves_out(place, last) || (end != last && leaves_out(place, end)))) spare |= place;
        else before |= place;
    }
    needed |= before;
    if (!spare) {
        needed = (u64)1 << last;
        return items[last].record;
    }
    std::shared_ptr<const Record> found = items[first].record;
    for (; before; before &= before - 1) found = joined(found, items[(size_t)__builtin_ctzll(before)].own);
    for (size_t k = last + 1; k <= end; ++k) spare |= (u64)1 << k;
    if (leaves_out(spare, end)) return found;
    const auto scope = [&](int64_t cta) {
        return cta == w.cta->place ? 1 : cta / cluster == cluster_of(*w.cta) ? 2 : SCOPES;
    };
    std::shared_ptr<const Record> common;
    for (u64 left = spare; left; left &= left - 1) {
        const std::shared_ptr<const Record> &own = items[(size_t)__builtin_ctzll(left)].own;
        common = common ? met(*common, *own, scope) : own;
    }
    return joined(found, common);
}

/* Note that a lane reads a location; return what it acquires. If the value only decides a branch, it may have read the
 * earliest value that no later write is ordered before, and with which the branch goes the same way. */
std::shared_ptr<const Record> Races::acquired_by(Warp &w, const Instr *i, int lane, u64 index,
                                                 std::shared_ptr<const Record> last) {
    const auto found = values.find(index);
    if (found == values.end()) return last;
    const Site &site = sites[i - code];
    ReleasedValues &all = found->second;
    std::vector<ReleasedValue> &items = all.items;
    complete_value(all, index);
    const u64 value = content(m, index, all.size);
    if (all.size != site.element || items.back().value != value) {
        values.erase(found);
        return last;
    }
    const Epoch who = thread(w, lane);
    const Epoch mine = with_lane(head(w, site.scope), lane);
    if (has(items.back().read, who)) return last;
    if (!site.deciding) {
        note(items.back().read, mine);
        return last;
    }
    const u32 latest = latest_of(at(w).clock.of(lane));
    /* Whether only other threads accessed a value, after all accesses that are ordered before the lane: many lanes that
     * wait at a barrier of the grid read the same values, and each would go through the readers before it. */
    const auto is_later = [&](const ReleasedValue &one) {
        const auto are_later = [&](const std::vector<Epoch> &epochs) {
            return (epochs.empty() || time_of(epochs.front()) > latest) && !has(epochs, who);
        };
        return time_of(one.written) > latest && (one.written & THREAD) != who && are_later(one.read) &&
               are_later(one.included);
    };
    size_t first = items.size() - 1;
    while (first && (is_later(items[first]) || !one_before(w, lane, items[first].read))) --first;
    if (first == items.size() - 1) {
        note(items.back().read, mine);
        return last;
    }
    const std::vector<uint8_t> registers(w.regs, w.regs + m.shared->register_bytes);
    const bool taken = decides(w, i, lane, value);
    u64 acquired = 0, certain = 0, needed = 0;
    size_t early = first;
    for (size_t k = first + 1; k < items.size(); ++k)
        if (is_later(items[k])) continue;
        else if (written_before(w, lane, items[k])) acquired |= (u64)1 << k, early = k;
        else if (one_before(w, lane, items[k].included)) certain |= (u64)1 << k, early = k;
    while (early < items.size() - 1 && !(items[early].known && decides(w, i, lane, items[early].value) == taken))
        ++early;
    last = needed_by(w, i, lane, all, first, early, acquired, certain, taken, needed);
    note(items[(size_t)__builtin_ctzll(needed)].read, mine);
    while (needed &= needed - 1) note(items[(size_t)__builtin_ctzll(needed)].included, mine);
    memcpy(w.regs, registers.data(), registers.size());
    return last;
}

/* A write that leaves a value as it is has released clocks. */
void Races::keep_value(u64 index) {
    const auto found = values.find(index);
    if (found == values.end()) return;
    complete_value(found->second, index);
    const auto record = records.find(index);
    found->second.items.back().record = record == records.end() ? nullptr : record->second;
}

} // namespace pyptx
