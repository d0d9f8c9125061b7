/* MMAs of warpgroups: wgmma, as pyptx/sim/semantics/wgmma.py defines it.
 *
 * Each warp records its MMAs in the log of its warpgroup. The four warps meet only at a wait, where the MMAs that it
 * covers are computed for all of them.
 *
 * Built once for each level of the instruction set, as arithmetic.cpp is.
 */
#include "random_schedule.h"
#include "schedule.h"
#include "shadow_wgmma.h"
#include "timeline.h"
#include "wgmma_undefined.h"

namespace pyptx {
namespace {

/* How many MMAs from the first one take effect together: those that add to its accumulator; and their depth. */
int together(const Product *products, int count, int &depth) {
    const Form f(products[0].instr);
    depth = f.depth();
    for (int k = 1; k < count; ++k) {
        const Form next(products[k].instr);
        if (f.d_type() != SUM_F32 || !products[k].adds || next.key() != f.key() || next.shape() != f.shape() ||
            depth + next.depth() + next.stored() > MOST_DEPTH)
            return k;
        depth += next.depth();
    }
    return count;
}

/* Let MMAs of a warpgroup take effect, in order; consecutive ones on one accumulator together. */
bool compute(Cta &cta, int number, Product *products, int count) {
    Machine &m = *cta.warps[0].machine;
    UnitRoom *const room = room_of<UnitRoom>(m);
    if (!room) return false;
    Warp *warps = cta.warps + WARPS * number;
    Source left = source_of(*m.shared, cta), right = left;
    for (int first = 0, some, depth; first < count; first += some) {
        const Product *const p = products + first;
        some = together(p, count - first, depth);
        for (int n = 0, k = 0, taken; n < some; k += taken * Form(p[n].instr).depth(), n += taken) {
            StopKind rule = take_b(right, p + n, some - n, k, depth, *room, taken);
            if (rule) return broke(m, rule, p[n].instr);
        }
        for (int n = 0, k = 0, taken; n < some; k += taken * Form(p[n].instr).depth(), n += taken) {
            StopKind rule = take_a(left, p + n, some - n, k, depth, *room, taken);
            if (rule) return broke(m, rule, p[n].instr);
        }
        const Form f(p->instr);
        if (!left.inside || !right.inside) return broke(m, BROKE_OUT_OF_BOUNDS, f.i);
        if (!f.follows() && !(left.good(*m.shared) && right.good(*m.shared))) return broke(m, STOP_UNDEFINED, f.i);
        room->exact =
            !FUSES && are_moderate(room->a, ROWS / 8 * depth) && are_moderate(room->b, f.columns() / 8 * depth);
        std::unique_ptr<ShadowMma> shadows;
        if (m.shadows) shadows.reset(new ShadowMma(cta, p, some, depth, *room));
        const Panels b = f.unit().terms ? panels_of_b(f, *room, depth) : Panels{};
        const bool alone = shadows || f.unit().terms;
        for (int w = 0; w < WARPS; w += alone ? 1 : WARPS_TOGETHER) {
            if (shadows) shadows->multiply(warps[w], w);
            if (f.unit().terms) sum_warp_by_unit(warps[w], w, f, *room, b, p->adds);
            else if (alone) sum_in_order<1>(warps, w, f, *room, depth, p->adds);
            else sum_in_order<WARPS_TOGETHER>(warps, w, f, *room, depth, p->adds);
            if (shadows) shadows->round(warps[w]);
        }
        if (shadows) shadows->finish();
        if (f.follows()) mark_undefined(warps, p, some, left, right);
    }
    for (int k = 0; k < count; ++k) note_completed(*warps, products[k].instr, products[k].began, WORK_PRODUCT);
    changed(m);
    return true;
}

/* Drop the first MMAs of a log. */
void forget(Warpgroup &g, int count) {
    for (int k = 0; k < count; ++k) free(g.log[k].values), free(g.log[k].shadows);
    memmove(g.log, g.log + count, (g.count - count) * sizeof *g.log);
    g.count -= count;
    g.first += count;
}

/* Let the MMAs that are due take effect, and those before them. */
int64_t tick(Machine &m, int64_t now) {
    int64_t next = NEVER;
    for (int64_t k = 0; k < m.slots; ++k) {
        Cta &cta = m.ctas[k];
        for (int number = 0; cta.place >= 0 && number < cta.count / WARPS; ++number) {
            Warpgroup &g = cta.groups[number];
            int done = 0;
            for (int p = 0; p < g.count; ++p) done = g.log[p].due <= now ? p + 1 : done;
            if (done) {
                if (!compute(cta, number, g.log, done)) {
                    Warp &w = cta.warps[number * WARPS];
                    w.mask = w.whole;
                    stop(w, g.log[0].instr, STOP_HANDOVER);
                    return NEVER;
                }
                forget(g, done);
            }
            for (int p = 0; p < g.count; ++p) next = g.log[p].due < next ? g.log[p].due : next;
        }
    }
    return next;
}

/* Instructions */

/* Gather the lanes of a warp; returns whether the instruction continues. `after` is the handler's result if not. */
INLINE bool whole_warp(Warp &w, const Instr *i, const Instr *&after) {
    if (w.mask == FULL) return true;
    WarpState &s = *w.state;
    after = nullptr;
    if (s.live != FULL) {
        after = refuse(w, i, BROKE_ALIGNED);
        return false;
    }
    u32 here = w.mask;
    ALL_LANES(l)
        if (s.parked >> l & 1 && s.barrier[l] == WARPGROUP && s.key[l] == s.place) here |= 1u << l;
    if (here != FULL) {
        const u32 waiting = w.mask;
        park(s, waiting, s.place);
        ALL_LANES(l)
            if (waiting >> l & 1) s.barrier[l] = WARPGROUP;
        return false;
    }
    s.parked = 0;
    memset(s.barrier, -1, sizeof s.barrier);
    s.converged = 1;
    w.mask = w.whole = FULL;
    return true;
}

/* Wait for the other warps of the warpgroup at the same instruction, or one alike; returns whether this one was the
 * last. */
template <class F> INLINE bool whole_group(Warp &w, const Instr *i, const Instr *&after, F alike) {
    if (!whole_warp(w, i, after)) return false;
    after = nullptr;
    Warp *warps = w.cta->warps + w.index / WARPS * WARPS;
    WarpState &s = *w.state;
    int here = 1;
    for (int k = 0; k < WARPS; ++k) {
        const WarpState &o = *warps[k].state;
        if (warps + k == &w) continue;
        if (o.live != FULL) {
            after = refuse(w, i, BROKE_ALIGNED);
            return false;
        }
        here += o.parked == FULL && o.barrier[0] == PRODUCTS && (warps[k].meets == i || alike(warps[k].meets));
    }
    if (here == WARPS) return true;
    w.meets = i;
    const int32_t place = s.place;
    park(s, FULL, place);
    memset(s.barrier, PRODUCTS, sizeof s.barrier);
    return false;
}
INLINE bool whole_group(Warp &w, const Instr *i, const Instr *&after) {
    return whole_group(w, i, after, [](const Instr *) { return false; });
}
INLINE void release_group(Warp &w) {
    Warp *warps = w.cta->warps + w.index / WARPS * WARPS;
    for (int k = 0; k < WARPS; ++k)
        if (warps + k != &w) release(*warps[k].state, FULL);
    changed(*w.machine);
}

const Instr *product_fence(Warp &w, const Instr *i) {
    const Instr *after;
    if (!whole_warp(w, i, after)) return after;
    for (int k = 0; k < w.machine->shared->watched; ++k) w.watches[k].dirty = 0;
    return i + 1;
}
const Instr *product_commit(Warp &w, const Instr *i) {
    const Instr *after;
    if (!whole_warp(w, i, after)) return after;
    ++w.product_groups;
    return i + 1;
}
const Instr *product_wait(Warp &w, const Instr *i) {
    const Instr *after;
    if (!whole_group(w, i, after)) return after;
    Cta &cta = *w.cta;
    const int number = w.index / WARPS;
    Warpgroup &g = cta.groups[number];
    const s64 before = w.product_groups - WgmmaWaitArgs(i).allowed();
    for (int k = 0; k < WARPS; ++k) {
        Warp &one = cta.warps[number * WARPS + k];
        if (one.products != w.products || one.product_groups != w.product_groups) return refuse(w, i, BROKE_ALIGNED);
        for (int key = 0; key < w.machine->shared->watched; ++key)
            if (one.watches[key].busy < before) one.watches[key].busy = -1;
    }
    int done = 0;
    while (done < g.count && g.log[done].group < before) ++done;
    if (done) {
        if (!compute(cta, number, g.log, done)) return refuse(w, i);
        forget(g, done);
    }
    release_group(w);
    return i + 1;
}

/* Record accesses to registers of MMAs. */
const Instr *watch(Warp &w, const Instr *i) {
    const WatchArgs op(i);
    for (int k = 0; k < op.sets_count(); ++k) {
        Watch &one = w.watches[op.sets()[k]];
        one.dirty = 1;
        if (one.busy >= 0) return refuse(w, i, BROKE_WGMMA_HAZARD);
    }
    return i + 1;
}

INLINE bool alike(const u64 *values) {
    u64 other = 0;
    ALL_LANES(l) other |= values[l] ^ values[0];
    return !other;
}

constexpr int32_t MOST_PRODUCTS = 1 << 18; /* of a warpgroup, that no wait covers */

const Instr *multiply(Warp &w, const Instr *i) {
    const Instr *after;
    if (!whole_warp(w, i, after)) return after;
    const Shared &s = *w.machine->shared;
    const Form f(i);
    const u32 scale = f.scale_d() >= 0 ? *row<u32>(w, f.scale_d()) : f.adds() ? FULL : 0;
    const u64 *a = f.a_desc() >= 0 ? row<u64>(w, f.a_desc()) : nullptr, *b = row<u64>(w, f.b_desc());
    if ((scale && scale != FULL) || (a && !alike(a)) || !alike(b)) return refuse(w, i, BROKE_WGMMA_OPERAND);
    if (s.need_known && !f.follows() &&
        (any_undefined(w, f.sources(), f.sources_count()) ||
         (scale && any_undefined(w, f.targets(), f.targets_count()))))
        return stop(w, i, STOP_UNDEFINED);
    if (w.watches[f.key()].dirty || (f.fragment() >= 0 && w.watches[f.fragment()].dirty))
        return refuse(w, i, BROKE_WGMMA_FENCE);
    for (int k = 0; k < s.watched; ++k) {
        const Watch &one = w.watches[k];
        if (one.busy < 0 || f.relations()[k] == APART) continue;
        if (f.relations()[k] == SAME && (one.shape < 0 || one.shape == f.shape())) continue;
        if (f.relations()[k] == FRAGMENT && one.shape < 0) continue;
        return refuse(w, i, BROKE_WGMMA_HAZARD);
    }
    Cta &cta = *w.cta;
    const int number = w.index / WARPS;
    Warpgroup &g = cta.groups[number];
    const s64 position = w.products - g.first;
    if (position < 0 || position > g.count || g.count >= MOST_PRODUCTS) return stop(w, i, STOP_LIMIT);
    if (position == g.count) {
        if (g.count == g.room) {
            const int32_t room = g.room ? 2 * g.room : 16;
            Product *log = (Product *)realloc(g.log, room * sizeof *log);
            if (!log) return stop(w, i, STOP_LIMIT);
            g.log = log, g.room = room;
        }
        Product &p = g.log[g.count];
        p = {i, a ? a[0] : 0, b[0], w.product_groups, scale != 0, NEVER, nullptr, nullptr, began(*w.machine)};
        const int words = f.values_count() + (f.follows() ? WARPS * f.undefined_words() : 0);
        if (words && !(p.values = (u32 *)malloc(sizeof(u32) * words))) return stop(w, i, STOP_LIMIT);
        ++g.count;
    }
    Product &p = g.log[position];
    if (p.instr != i || p.a != (a ? a[0] : 0) || p.b != b[0] || p.group != w.product_groups || p.adds != (scale != 0))
        return refuse(w, i, BROKE_WGMMA_OPERAND);
    for (int k = 0; k < f.a_count(); ++k)
        memcpy(p.values + (k * WARPS + w.index % WARPS) * LANES, row<u32>(w, f.a()[k]), sizeof(u32) * LANES);
    if (f.meta() >= 0)
        memcpy(p.values + (f.a_count() * WARPS + w.index % WARPS) * LANES, row<u32>(w, f.meta()), sizeof(u32) * LANES);
    if (f.follows()) note_undefined(w, f, undefined_of(p, f, w.index % WARPS), scale);
    if (w.machine->shadows && !keep_fragment(w, p)) return stop(w, i, STOP_LIMIT);
    ++w.products;
    Watch &key = w.watches[f.key()];
    key.busy = w.product_groups, key.shape = f.shape();
    if (f.fragment() >= 0) w.watches[f.fragment()].busy = w.product_groups;
    if (!s.early && !s.random) return i + 1;
    int done = g.count;
    for (int k = 0; k < WARPS; ++k) {
        const s64 here = cta.warps[number * WARPS + k].products - g.first;
        done = here < done ? (int)here : done;
    }
    if (s.random) {
        if (done > position) p.due = due(w);
        return i + 1;
    }
    if (done > 0) {
        if (!compute(cta, number, g.log, done)) return refuse(w, i);
        forget(g, done);
    }
    return i + 1;
}

/* Registers that warpgroups pass to each other. */
const Instr *set_registers(Warp &w, const Instr *i) {
    const Instr *after;
    const SetRegistersArgs op(i);
    const auto alike = [&op, i](const Instr *other) {
        const SetRegistersArgs o(other);
        return other->run == i->run && o.count() == op.count() && o.more() == op.more();
    };
    if (!whole_group(w, i, after, alike)) return after;
    Cta &cta = *w.cta;
    if (w.machine->shared->registers < 0) {
        release_group(w);
        return i + 1;
    }
    constexpr int THREADS = WARPS * LANES;
    Warpgroup &g = cta.groups[w.index / WARPS];
    const int count = op.count();
    if (op.more() ? g.held > count : g.held < count) return refuse(w, i, BROKE_SETMAXNREG);
    const bool waits = op.more() && (count - g.held) * THREADS > cta.free_registers;
    if (waits) {
        g.wanted = count;
        Warp *warps = cta.warps + w.index / WARPS * WARPS;
        park(*w.state, FULL, w.state->place);
        for (int k = 0; k < WARPS; ++k) memset(warps[k].state->barrier, REGISTER_POOL, sizeof w.state->barrier);
        changed(*w.machine);
        return nullptr;
    }
    cta.free_registers += (g.held - count) * THREADS;
    g.held = count;
    release_group(w);
    for (int k = 0; k < cta.count / WARPS; ++k) { /* waiting warpgroups */
        Warpgroup &other = cta.groups[k];
        if (!other.wanted) continue;
        const int more = (other.wanted - other.held) * THREADS;
        if (more > cta.free_registers) break;
        cta.free_registers -= more;
        other.held = other.wanted, other.wanted = 0;
        for (int n = 0; n < WARPS; ++n) release(*cta.warps[k * WARPS + n].state, FULL);
    }
    return i + 1;
}

/* clang-format off */
const Entry entries[] = {
    {"wgmma.fence", product_fence}, {"wgmma.commit_group", product_commit}, {"wgmma.wait_group", product_wait},
    {"wgmma.mma_async", multiply}, {"watch", watch}, {"setmaxnreg", set_registers},
};
/* clang-format on */

} // namespace

extern const HandlerTable LEVEL(wgmma_);
const HandlerTable LEVEL(wgmma_) = {entries, sizeof entries / sizeof *entries};
extern const Tick LEVEL(tick_wgmma_);
const Tick LEVEL(tick_wgmma_) = tick;

} // namespace pyptx
