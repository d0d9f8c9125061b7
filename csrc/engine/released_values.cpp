/* The values that strong writes left at locations, as in pyptx/sim/released_values.py. */
#include "conflicts.h"

namespace pyptx {
namespace {

constexpr size_t MOST_VALUES = 64, MOST_LOCATIONS = 1 << 16, MOST_READERS = 64;

u64 content(const Machine &m, u64 index, u32 size) {
    u64 found = 0;
    memcpy(&found, cell(*m.shared, index), size);
    return found;
}

} // namespace

/* A lane writes a value, and what its readers acquire has been published; the value follows. */
void Races::follow_write(const Warp &w, const Site &site, int lane, u64 index, std::shared_ptr<const Record> own) {
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
        found->second.items.push_back({content(m, index, size), true, nullptr, nullptr, {}});
    }
    std::vector<ReleasedValue> &items = found->second.items;
    const Epoch mine = with_lane(head(w, site.scope), lane);
    const ReleasedValue &last = items.back();
    const bool together = !last.known && !((mine ^ last.seen[0]) & HEAD); /* lanes of one instruction */
    if (!together) complete_value(found->second, index);
    items.push_back({0,
                     false,
                     record == records.end() ? nullptr : record->second,
                     site.flags & ACCUMULATES ? std::move(own) : nullptr,
                     {mine}});
    if (items.size() > MOST_VALUES) items.erase(items.begin());
}

/* Complete the last value of a location before the next access; one that another lane's replaced stays unknown. */
void Races::complete_value(ReleasedValues &all, u64 index) {
    ReleasedValue &last = all.items.back();
    if (!last.known) last.known = true, last.value = content(m, index, all.size);
}

/* The guard of the branch behind a read that a lane would find after reading a value. */
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
 * The atomics behind the `first` value may come in another order: one without which the branch goes the same way may
 * come after the read. */
std::shared_ptr<const Record> Races::needed_by(Warp &w, const Instr *i, int lane, const ReleasedValues &all,
                                               size_t first, size_t last, bool taken) {
    const std::vector<ReleasedValue> &items = all.items;
    for (size_t k = first + 1; k <= last; ++k)
        if (!items[k].own) first = k;
    std::vector<size_t> needed;
    for (size_t k = first + 1; k <= last; ++k) {
        const u64 change = items[k].value - items[k - 1].value;
        const u64 without = (items[last].value - change) & (~(u64)0 >> (64 - 8 * all.size));
        if (!items[k].known || !items[k - 1].known || decides(w, i, lane, without) != taken) needed.push_back(k);
    }
    if (needed.size() == last - first) return items[last].record;
    std::shared_ptr<const Record> found = items[first].record;
    for (const size_t k : needed) found = joined(found, items[k].own);
    return found;
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
    const Row &known = at(w).clock.of(lane);
    const auto ordered = [&](const Epoch epoch) { return (epoch & THREAD) == who || over(known, epoch, who, *w.cta); };
    const auto seen = [&](const ReleasedValue &one) { return std::any_of(one.seen.begin(), one.seen.end(), ordered); };
    const auto own = [&](const Epoch epoch) { return (epoch & THREAD) == who; };
    const auto note = [&](ReleasedValue &one) {
        if (std::none_of(one.seen.begin(), one.seen.end(), own) && one.seen.size() < MOST_READERS)
            one.seen.push_back(with_lane(head(w, site.scope), lane));
        return one.record;
    };
    if (std::any_of(items.back().seen.begin(), items.back().seen.end(), own)) return last;
    if (!site.deciding) {
        note(items.back());
        return last;
    }
    size_t first = items.size() - 1;
    while (first && !seen(items[first - 1])) --first;
    if (first) --first;
    if (first == items.size() - 1) return note(items.back());
    const std::vector<uint8_t> registers(w.regs, w.regs + m.shared->register_bytes);
    const bool taken = decides(w, i, lane, value);
    size_t early = first;
    while (early < items.size() - 1 && !(items[early].known && decides(w, i, lane, items[early].value) == taken))
        ++early;
    last = needed_by(w, i, lane, all, first, early, taken);
    note(items[early]);
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
