/* Race detection: which accesses conflict, and which writes are not visible to the async proxy. */
#include "conflicts.h"

namespace pyptx {
bool Access::report(Rule rule, Epoch other, int lane, u64 index, int kind, bool sure) {
    Finding &f = r.found;
    f.rule = rule, f.sure = sure && !r.forgot;
    f.cta = w.cta->place, f.warp = w.index, f.lane = lane;
    f.block = w.state->place, f.step = instr ? instr->step : 0;
    f.index = (s64)index;
    f.writes = write, f.engine = engine, f.after_read = kind >= READ;
    f.other_engine = (other & BY_ENGINE) != 0;
    Epoch who = other;
    if (f.other_engine) {
        const Operation &operation = r.operations[operation_of(other)];
        f.other_pending = operation.end == PENDING;
        who = (Epoch)operation.starter;
    }
    f.other_cta = warp_of(who) / r.o.warps, f.other_warp = warp_of(who) % r.o.warps, f.other_lane = lane_of(who);
    return false;
}

/* One more than the thread whose weak read conflicts with a strong write of the other; 0 for another race. A thread
 * that goes on to compare and swap there only guessed the value, and checks it. */
Epoch Access::guesser(Epoch other, Epoch who, int kind) const {
    if (other & BY_ENGINE || engine || whole) return 0;
    if (!write && !scope && kind == STRONG) return who + 1;
    return write && kind >= READ && scope ? (other & THREAD) + 1 : 0;
}

/* Whether the pending copies of an epoch copy the same bytes with the same instruction. */
bool Access::alike(Epoch other, int lane, u64 index, u32 count) const {
    if (!copy) return false;
    const Epoch starter = (Epoch)r.operations[operation_of(other)].starter;
    for (const Copies &theirs : r.of_warps[r.slot_of(*w.cta) * r.o.warps + warp_of(starter) % r.o.warps].copies) {
        if (theirs.instr != instr) continue;
        EACH_LANE(theirs.lanes, l) {
            const u64 within = index - theirs.target[l];
            if (theirs.epoch[l] != other || within >= (u64)theirs.size) continue;
            bool same = true;
            for (u32 k = 0; k < count && same; ++k) {
                u8 mine;
                same = byte_of(lane, index + k, mine) &&
                       mine == ((s64)(within + k) < theirs.read[l]
                                    ? *cell(*w.machine->shared, theirs.source[l] + within + k)
                                    : 0);
            }
            if (!same) continue;
            r.equal_copies = true;
            return true;
        }
    }
    return false;
}

bool Access::orders(Epoch other) {
    if (!(other & BY_ENGINE) && !engine && !whole && !((other ^ epoch) & (THREAD | PATTERNS)) &&
        (epoch & PATTERNS) != IN_TABLE && ((epoch & PATTERNS) || !(lanes & (lanes - 1))))
        return true;
    if (!row) return false;
    if (other & BY_ENGINE) {
        const Operation &operation = r.operations[operation_of(other)];
        const size_t column = operation.thread < 0 ? (size_t)operation.agent : r.column_of((Epoch)operation.thread);
        if (operation.cluster != r.cluster_of(*w.cta) || operation.end > row->of(column)) return false;
    } else {
        const Row *const theirs = r.row_of_cluster(*row, warp_of(other) / (s64)r.warps, *w.cta);
        if (!theirs || time_of(other) > theirs->of(r.column_of(other))) return false;
    }
    known = other;
    return true;
}

/* Whether the thread that wrote executed a proxy fence behind it, or its CTA has ended. */
bool Access::fenced_by_writer(Epoch other) const {
    const s64 place = warp_of(other) / r.o.warps;
    const Cta *home = nullptr;
    for (s64 k = 0; k < w.machine->slots && !home; ++k)
        if (w.machine->ctas[k].place == place) home = w.machine->ctas + k;
    if (!home) return true;
    const u32 time = time_of(other);
    const WarpClock &theirs = r.at(home->warps[warp_of(other) % r.o.warps]).clock;
    return theirs.all_fenced[proxy] >= time ||
           ((other & PATTERNS) == ALONE && theirs.fences[proxy][lane_of(other)] >= time);
}

/* Whether a proxy fence orders a write through the generic proxy before this access of the async proxy. */
bool Access::fenced(Epoch other) {
    if (other == known_fenced) return true;
    if (other & BY_ENGINE || !fenced_by_writer(other)) {
        if (!behind) gather_fences();
        if (!r.over(*behind, other, 0, *w.cta) ||
            ((other & PATTERNS) != ALONE && time_of(other) > behind->of(r.column_of(other))))
            return false;
    }
    known_fenced = other;
    return true;
}

void Access::gather_fences() {
    behind = std::make_unique<Row>();
    std::vector<LaneTime> times; /* of the fences themselves */
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
            const bool ordered = time <= mine.of(k) || time <= mine.of_lane(k, l);
            if (!ordered && !group && !(&one == &w && l == lane)) continue;
            const Row *const row = theirs.fence_rows[proxy][l].get();
            if (row != joined) behind->join(*row), joined = row;
            times.push_back({(u32)(k * LANES) + (u32)l, time});
        }
    }
    behind->join(times);
}

/* Compare each part of an access with its epoch. */
bool Access::judge(const Shadow &shadow, const Cell *cells, const Cell &cell, int kind, u64 line, u32 first, u32 end) {
    const bool narrow = ((first | end) & 3) || cell.form == BY_BYTES || (epoch & PATTERNS) == 1 ||
                        (epoch & PATTERNS) == 2 || cell.form == BY_WORDS || (cell.a & PATTERNS) == 1 ||
                        (cell.a & PATTERNS) == 2 || (cell.b & PATTERNS) == 1 || (cell.b & PATTERNS) == 2;
    const u32 by = narrow ? 1 : 4;
    for (u32 byte = first; byte < end; byte += by) {
        const Epoch other = shadow.at(cell, byte);
        if (!other) continue;
        const u64 index = line + byte;
        const int lane = lane_at(byte);
        const Epoch who = r.thread(w, lane);
        const bool own = !whole && !(other & BY_ENGINE) && (other & THREAD) == who;
        const bool over = own || r.over(row_of(lane), other, who, *w.cta),
                   exchange = !over && exchanges(shadow, other, kind),
                   strong = !over && !exchange && scope && r.both_strong(other, who, scope);
        if (strong && !write && kind == STRONG && observes()) r.observe(index, other, resolved(epoch, byte));
        if (!over && !strong && !(kind == STRONG && r.before(index, other, row_of(lane), who, *w.cta))) {
            const bool alone = !engine && warp_of(other) == r.number(w);
            if (kind >= (alone ? STRONG : READ) && !whole && !(other & BY_ENGINE) &&
                r.exchanged_since(other, row_of(lane), who, *w.cta))
                continue;
            const bool under_way = pending(other);
            if (kind != WRITTEN || !has_values() || scope ||
                (under_way ? !alike(other, lane, index, by) : changes(lane, index, by))) {
                bool sure = !exchange; /* the other may be relaxed, which the epoch does not have */
                const auto held = r.common.find(index >> 2);
                const bool common = held != r.common.end(), agreed = shadow.writes.of(line);
                if (kind == WRITTEN && !engine && !whole) {
                    const bool own_warp = warp_of(other) == r.number(w); /* `writes` keeps none of its equal writes */
                    if (common && held->second.epoch == other && own_warp && held->second.lanes >> lane & 1) continue;
                    if (!write && (agreed || own_warp))
                        sure = false; /* the thread may read a value that it wrote, too */
                } else if (kind >= READ && has_values() && !under_way && !changes(lane, index, by)) {
                    if (common || agreed || !((shadow.at(cells[WRITTEN], byte) ^ other) & THREAD)) sure = false;
                }
                const Epoch guesser = r.o.guesses ? this->guesser(other, who, kind) : 0;
                report(RACE, other, lane, index, kind, sure);
                if (!guesser) return false;
                for (u32 k = 0; k < by; ++k) r.guesses.emplace(std::make_pair(guesser - 1, index + k), r.found);
                r.found.rule = NO_RULE;
                continue;
            }
        }
        if (kind < READ && proxy >= 0 && generic(other) && !(write && r.is_address(index, other)) && !fenced(other))
            return report(PROXY_FENCE, other, lane, index, 0, true);
    }
    return true;
}

/* Compare a part of a line with its epochs. */
bool Access::look(const Shadow &shadow, const Cell *cells, u64 line, u32 first, u32 end) {
    const bool in_shared = shadow.in_shared();
    const u32 some = words_of(first, end);
    for (int kind = 0; kind < (write ? shadow.kinds : (int)READ); ++kind) {
        const Cell &c = cells[kind];
        const auto passes = [&](Epoch other) {
            return !other ||
                   (fine(other, in_shared) && (kind >= READ || proxy < 0 || !generic(other) || fenced(other)));
        };
        if (c.form == BY_WORDS && !((first | end) & 3)) {
            bool over = true;
            for (u32 word = first / 4; word < end / 4 && over; ++word) over = passes(shadow.stored(c, word));
            if (over) continue;
        }
        if (c.form == SIMPLE) {
            if (passes(c.mask & some ? c.a : 0) && passes(~c.mask & some ? c.b : 0)) continue;
        }
        if (!judge(shadow, cells, c, kind, line, first, end)) return false;
    }
    const auto clear = [&](const std::vector<Displaced> &kept, int kind) {
        for (const Displaced &one : kept) {
            const u32 low = std::max(first, one.first), high = std::min(end, one.end);
            if (low >= high || fine(one.epoch, in_shared)) continue;
            if (kind == STRONG && (scope ? r.both_strong(one.epoch, thread_at(low), scope)
                                         : one.read || has_read_sum(shadow, cells[STRONG], line, low)))
                continue;
            if (!judge(shadow, cells, {one.epoch, 0, FULL, SIMPLE, 0}, kind, line, low, high)) return false;
        }
        return true;
    };
    const std::vector<Displaced> *const reads = write ? shadow.reads.of(line) : nullptr;
    if (reads && !clear(*reads, READ)) return false;
    const std::vector<Displaced> *const writes = shadow.writes.of(line);
    if (writes && !clear(*writes, WRITTEN)) return false;
    const Displacements::List *const sums = shadow.sums.list_of(line);
    if (!sums) return true;
    const bool narrow = std::min(scope, sums->scope) < WIDEST && has_scopes(shadow);
    if ((!scope || narrow) && !clear(sums->items, STRONG)) return false;
    if (scope && !write && !engine && !whole && observes()) {
        const u32 by = ((first | end) & 3) || (epoch & PATTERNS) == 1 || (epoch & PATTERNS) == 2 ? 1 : 4;
        for (u32 byte = first; byte < end; byte += by)
            if (const Epoch other = shadow.at(cells[STRONG], byte))
                r.observe(line + byte, other, resolved(epoch, byte));
    }
    return true;
}

/* Whether a thread, or one ordered before it, has read the last strong write of a byte, and so the sum of all. */
bool Access::has_read_sum(const Shadow &shadow, const Cell &strong, u64 line, u32 byte) const {
    const Epoch last = shadow.at(strong, byte);
    return last && r.before(line + byte, last, row_of(lane_at(byte)), thread_at(byte), *w.cta);
}

/* Whether the tensor copies that wrote a part of a line of shared memory had a swizzle with the same effect there.
 * Memory that strong writes have written has no swizzle. */
bool Access::matches_swizzle(const Cell *cells, u64 line, u32 first, u32 end) {
    const Cell &written = cells[WRITTEN];
    if (written.form == SIMPLE && written.mask == FULL && written.a == known_swizzle) return true;
    bool good = true;
    r.shared.parts(written, first, end, [&](Epoch other, u32 low, u32 high) {
        if (!good || !(other & BY_ENGINE)) return;
        const Operation &copy = r.operations[operation_of(other)];
        const Swizzle &theirs = copy.swizzle;
        if (!theirs.known() || theirs == swizzle) {
            known_swizzle = other;
            return;
        }
        const u64 lines = matrix ? line | copy.lines : line;
        for (u32 byte = low; byte < high && good && !theirs.agrees(swizzle, lines); ++byte)
            if (!r.shared.at(cells[STRONG], byte))
                good = report(OTHER_SWIZZLE, other, __builtin_ctz(lanes), line + byte, 0, true);
    });
    return good;
}

/* Whether nothing orders an earlier read before this one. */
bool Access::crowded(Epoch other, u32 byte) {
    if (weaker(other)) return true;
    if (fine(other, false)) return false;
    return !r.over(row_of(lane_at(byte)), resolved(other, byte), thread_at(byte), *w.cta);
}

/* Keep the reads whose epochs this read replaces, unless they are ordered before it: then later writes that are
 * ordered after this one are ordered after them. A strong read orders no strong write, so weaker ones are kept. In
 * global memory note only that there are such reads where there are many: if that memory is written, the launch starts
 * again and keeps all of them. */
void Access::keep(Shadow &shadow, const Cell &cell, u64 line, u32 first, u32 end) {
    constexpr size_t MOST_OF_LINE = 256, MOST_LINES = 1 << 16, MOST = 1 << 24;
    const bool in_shared = shadow.in_shared();
    if (cell.form == SIMPLE) { /* usually all of them are */
        const u32 some = words_of(first, end);
        const auto over = [&](Epoch other) { return !other || (!weaker(other) && fine(other, in_shared)); };
        if (over(cell.mask & some ? cell.a : 0) && over(~cell.mask & some ? cell.b : 0)) return;
    }
    Displacements &reads = shadow.reads;
    shadow.parts(cell, first, end, [&](Epoch other, u32 low, u32 high) {
        if (!weaker(other) && fine(other, in_shared)) return;
        if (!in_shared && (!crowded(other, low) || shadow.crowd(line) & CROWD)) return;
        const bool full = keep(reads, line, first, end, {other, low, high});
        if (in_shared) return;
        shadow.crowd(line) |= KEPT_READS;
        if (!full) return;
        const std::vector<Displaced> &items = *reads.of(line);
        if (r.o.keeps ? reads.count <= MOST : items.size() < MOST_OF_LINE && reads.lines.size() < MOST_LINES) return;
        for (const Displaced &one : items) shadow.crowd(line) |= scope_of(one.epoch) ? STRONG_CROWD : WEAK_CROWD;
        shadow.forget(line, 0, LINE);
    });
}

/* Whether an unordered strong write of another lane of this warp to a byte of global memory is kept: then a read by any
 * lane meets one of another. */
bool Access::keeps_sum_of_warp(const Shadow &shadow, u64 line, u32 byte) {
    const std::vector<Displaced> *const items = shadow.sums.of(line);
    return items && std::any_of(items->begin(), items->end(), [&](const Displaced &one) {
               return one.first <= byte && byte < one.end && !(one.epoch & BY_ENGINE) &&
                      ((one.epoch ^ epoch) & THREAD) && warp_of(one.epoch) == r.number(w) && !fine(one.epoch, false);
           });
}

/* Keep the strong writes whose epochs this one replaces: a later weak access comes after all of them, and one of a
 * smaller scope, even of this thread, may race with a later strong access. A weak access that is ordered after an
 * atomic is ordered after those whose sum that reads. Global memory keeps two lanes of a warp. */
void Access::keep_sums(Shadow &shadow, const Cell &cell, u64 line, u32 first, u32 end) {
    constexpr size_t MOST = 1 << 22;
    const bool in_shared = shadow.in_shared();
    if (atomic() && !(r.o.narrow && has_scopes(shadow))) return shadow.forget_sums(line, first, end);
    if (atomic()) shadow.sums.read(line, first, end);
    if (whole) return;
    shadow.parts(cell, first, end, [&](Epoch other, u32 low, u32 high) {
        if (!weaker(other) && fine(other, in_shared)) return;
        const bool of_warp = !((other | epoch) & BY_ENGINE) && warp_of(other) == r.number(w);
        const bool replaced =
            of_warp && (!((other ^ epoch) & THREAD) || (!in_shared && keeps_sum_of_warp(shadow, line, low)));
        if ((replaced && !weaker(other)) || (!in_shared && shadow.crowd(line) & LOST_SUMS)) return;
        keep(shadow.sums, line, first, end, {other, low, high, atomic()});
        if (in_shared || shadow.sums.count <= MOST) return;
        shadow.crowd(line) |= LOST_SUMS;
        shadow.forget_sums(line, 0, LINE);
    });
}

/* Keep the weak writes of other warps that this one replaces by the same value, with nothing that orders the two: a
 * later access that is ordered after this one may not be ordered after them. */
void Access::keep_writes(Shadow &shadow, const Cell &cell, u64 line, u32 first, u32 end) {
    constexpr size_t MOST_OF_LINE = 64;
    const bool in_shared = shadow.in_shared();
    const std::vector<Displaced> *const held = shadow.writes.of(line);
    if (held && std::all_of(held->begin(), held->end(), [&](const Displaced &one) {
            return one.first < first || one.end > end || fine(one.epoch, in_shared);
        }))
        shadow.writes.forget(line, first, end);
    if (engine || whole) return;
    shadow.parts(cell, first, end, [&](Epoch other, u32 low, u32 high) {
        if (other & BY_ENGINE || warp_of(other) == r.number(w) || fine(other, in_shared)) return;
        const std::vector<Displaced> *const items = shadow.writes.of(line);
        if (!items || items->size() < MOST_OF_LINE) keep(shadow.writes, line, first, end, {other, low, high});
    });
}

/* Keep an access of a line of which this one accesses some bytes; return whether the list was full. */
bool Access::keep(Displacements &kept, u64 line, u32 first, u32 end, const Displaced &added) {
    Displacements::List &list = kept.lines[line];
    std::vector<Displaced> &items = list.items;
    items.push_back(added), ++kept.count;
    list.scope = std::min(list.scope, scope_of(added.epoch));
    if (items.size() < list.full) return false;
    std::sort(items.begin(), items.end());
    size_t left = 0;
    for (size_t k = 0; k < items.size(); ++k) {
        const Displaced &one = items[k];
        const bool replaced = k + 1 < items.size() && items[k + 1].replaces(one);
        const bool over = one.first >= first && one.end <= end && !weaker(one.epoch) && fine(one.epoch, false);
        if (!replaced && !over) items[left++] = one;
    }
    kept.count -= items.size() - left;
    items.resize(left);
    list.full = std::max<size_t>(16, 2 * left);
    return true;
}

void Access::leave(Shadow &shadow, Cell *cells, u64 line, u32 first, u32 end, Epoch mine) {
    const int kind = !write ? read_kind(shadow.in_shared()) : scope ? STRONG : WRITTEN;
    if (!write) keep(shadow, cells[kind], line, first, end);
    else shadow.forget(line, first, end);
    if (kind == STRONG) keep_sums(shadow, cells[kind], line, first, end);
    else if (write) shadow.forget_sums(line, first, end), keep_writes(shadow, cells[kind], line, first, end);
    shadow.set(cells[kind], first, end, mine);
}

/* Whether a line of global memory needs no cells for being accessed whole. */
bool Access::suits(const Brief &held) {
    if (write && scope) return false;
    if (held.written) {
        if (!fine(held.written, false)) return false;
        if (proxy >= 0 && generic(held.written) && !fenced(held.written)) return false;
    }
    return !write || !held.read || fine(held.read, false);
}

/* Compare consecutive bytes with their epochs, and epoch them. If lanes rise along them, the epoch has the first lane.
 */
bool Access::range(Shadow &shadow, u64 first, u64 end, bool epochs) {
    const Epoch held = epoch, pattern = epoch & PATTERNS;
    u64 index = first;
    while (index < end) {
        const u64 line = index & ~(u64)(LINE - 1);
        const u32 low = (u32)(index - line), high = (u32)std::min<u64>(end - line, LINE);
        if (pattern) epoch = with_lane(held, lane_of(held) + (int)((s64)(line - first) >> (pattern - 1))) | pattern;
        index = line + LINE;
        Brief *const brief = high - low == LINE ? shadow.brief(line) : nullptr;
        const int crowd = !scope ? CROWD : r.o.guesses && atomic() ? 0 : WEAK_CROWD;
        if (write && !shadow.in_shared() && shadow.crowd(line) & crowd) {
            r.found = {};
            r.found.rule = r.o.keeps ? NOT_SURE : CROWDED; /* the reference engine forgets none */
            return false;
        }
        if (!scope && !shadow.in_shared() && shadow.crowd(line) & LOST_SUMS) {
            r.found = {};
            r.found.rule = NOT_SURE;
            return false;
        }
        const bool crowds =
            brief && epochs && !write && brief->read && !(shadow.crowd(line) & CROWD) && crowded(brief->read, 0);
        if (brief && !(write && shadow.crowd(line) & KEPT_READS) && !(crowds && r.o.keeps) && suits(*brief)) {
            if (crowds) shadow.crowd(line) |= scope_of(brief->read) ? STRONG_CROWD : WEAK_CROWD;
            if (epochs) (write ? brief->written : brief->read) = epoch;
            continue;
        }
        Cell *cells = shadow.line(line);
        if (!look(shadow, cells, line, low, high)) return false;
        if (swizzle.known() && shadow.in_shared() && !matches_swizzle(cells, line, low, high)) return false;
        if (epochs) leave(shadow, cells, line, low, high, epoch);
    }
    epoch = held;
    return true;
}

/* Do the same in the space that holds the bytes, if that is checked. */
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

} // namespace pyptx
