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
void Races::follow_write(const Warp &w, const Site &site, int lane, u64 index) {
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
        found->second.items.push_back({content(m, index, size), true, nullptr, {}});
    }
    std::vector<ReleasedValue> &items = found->second.items;
    const Epoch mine = with_lane(head(w, site.scope), lane);
    const ReleasedValue &last = items.back();
    const bool together = !last.known && !((mine ^ last.seen[0]) & HEAD); /* lanes of one instruction */
    if (!together) complete_value(found->second, index);
    items.push_back({0, false, record == records.end() ? nullptr : record->second, {mine}});
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

/* Note that a lane reads a location; return what it acquires. If the value only decides a branch, it may have read the
 * earliest value that no later write is ordered before, and with which the branch goes the same way. */
std::shared_ptr<const Record> Races::acquired_by(Warp &w, const Instr *i, int lane, u64 index,
                                                 std::shared_ptr<const Record> last) {
    const auto found = values.find(index);
    if (found == values.end()) return last;
    const Site &site = sites[i - code];
    std::vector<ReleasedValue> &items = found->second.items;
    complete_value(found->second, index);
    const u64 value = content(m, index, found->second.size);
    if (found->second.size != site.element || items.back().value != value) {
        values.erase(found);
        return last;
    }
    const Epoch who = thread(w, lane);
    std::vector<Epoch> &readers = items.back().seen;
    for (const Epoch reader : readers)
        if ((reader & THREAD) == who) return last;
    const Row &known = at(w).clock.of(lane);
    size_t first = items.size() - 1;
    const auto ordered = [&](const Epoch epoch) { return (epoch & THREAD) == who || over(known, epoch, who, *w.cta); };
    for (bool over = false; first && !over;) {
        --first;
        over = std::any_of(items[first].seen.begin(), items[first].seen.end(), ordered);
    }
    if (readers.size() < MOST_READERS) readers.push_back(with_lane(head(w, site.scope), lane));
    if (!site.deciding || first == items.size() - 1) return last;
    const std::vector<uint8_t> registers(w.regs, w.regs + m.shared->register_bytes);
    const bool taken = decides(w, i, lane, value);
    for (; first < items.size() - 1; ++first)
        if (items[first].known && decides(w, i, lane, items[first].value) == taken) {
            last = items[first].record;
            break;
        }
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
