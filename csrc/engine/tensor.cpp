/* Tensor memory: tcgen05, as the files of that name in pyptx/sim/semantics define it.
 *
 * Python plans each operation from its descriptors and addresses, once for each set of them (`TensorPlan`). This file
 * schedules the operations and lets them take effect. A broken rule hands the launch over to the reference engine.
 *
 * Built once for each level of the instruction set, as arithmetic.cpp is.
 */
#include "tensor.h"

#include "tensor_operands.h"
#include "shadow_tensor.h"
#include "timeline.h"
#include "random_schedule.h"

namespace pyptx {

bool LEVEL(advance_tensor_)(Machine &m, const uint64_t *wanted, int count, bool &moved);

namespace {

/* The operations of a warp */

constexpr int32_t MOST_OPERATIONS = 1 << 16; /* pending, of a warp */

bool perform(Warp &w, const TensorOperation *o, int count);

/* Prepare a new operation at the end of the queue of a warp; null if there is no room. */
TensorOperation *begin(Warp &w, const Instr *i, TensorKind kind, int lane) {
    TensorQueue &q = w.operations;
    if (!q.trails && !(q.trails = (TensorTrail *)calloc(LANES, sizeof *q.trails))) return nullptr;
    if (q.count >= MOST_OPERATIONS || !grow(q.items, q.room, q.count + 1)) return nullptr;
    TensorOperation &o = q.items[q.count];
    memset((void *)&o, 0, sizeof o);
    o.instr = i, o.kind = kind, o.lane = (int8_t)lane, o.due = NEVER, o.began = began(*w.machine);
    return &o;
}
/* Queue the prepared operation; with the early schedule, let it take effect at once. */
bool started(Warp &w) {
    TensorQueue &q = w.operations;
    TensorOperation &o = q.items[q.count];
    o.number = ++w.machine->tensor_count;
    if (w.machine->races && !race_tensor_started(w, o)) return false;
    ++q.count;
    if (o.kind < TENSOR_COMMIT) {
        TensorTrail &trail = q.trails[o.lane];
        trail.loose = true, trail.pair |= o.pair;
        trail.last = o.kind, trail.number = o.number;
    }
    changed(*w.machine);
    if (!w.machine->shared->early) {
        o.due = due(w);
        for (int k = q.count - 2; k >= 0 && o.lane >= 0; --k) /* not before earlier operations of the thread */
            if (q.items[k].lane == o.lane && q.items[k].kind != TENSOR_COMMIT) {
                o.due = q.items[k].due > o.due ? q.items[k].due : o.due;
                break;
            }
        return true;
    }
    const TensorOperation now = o;
    --q.count;
    return perform(w, &now, 1);
}

/* Let the operations of a warp that `over` selects take effect, in order; MMAs that continue each other together. */
template <class F> bool perform_those(Warp &w, F over) {
    TensorQueue &q = w.operations;
    int kept = 0;
    bool good = true;
    for (int k = 0, next; k < q.count; k = next) {
        const TensorOperation *const o = q.items + k;
        next = k + 1;
        if (!good || !over(*o, k)) {
            q.items[kept++] = *o;
            continue;
        }
        while (!w.machine->shadows && next < q.count && continues(*o, next - k, q.items[next]) &&
               over(q.items[next], next))
            ++next;
        good = perform(w, o, next - k);
    }
    q.count = kept;
    if (good) return true;
    w.mask = w.whole;
    stop(w, nullptr, STOP_HANDOVER);
    return false;
}

/* Transfers */

INLINE bool reaches(const Warp &w, const TensorTransferArgs &op, u32 address) {
    const TensorMemory &t = *w.cta->tensor;
    Machine &m = *w.machine;
    const int lane = lane_of(address), low = LANES * (w.index % 4);
    if (lane < low || lane >= low + LANES || lane % op.height() || lane + op.height() > TENSOR_LANES)
        return broke(m, BROKE_TENSOR_MEMORY_LANE);
    for (int k = 0; k < op.spans_count(); k += 2) {
        const int first = column_of(address) + op.spans()[k];
        if (!are_open(t, first, first + op.spans()[k + 1])) return broke(m, BROKE_TENSOR_MEMORY_BOUNDS);
    }
    return true;
}
/* Offset of a location from the address of a transfer, in words. */
INLINE s64 words_of(s32 place) { return (s64)(place >> 16) * TENSOR_PITCH + (place & 0xFFFF); }

/* Whether all words that a load reads were written. */
bool are_known(const TensorMemory &t, const TensorTransferArgs &op, u32 address) {
    for (int k = 0; k < op.spans_count(); k += 2) {
        const int first = column_of(address) + op.spans()[k], last = first + op.spans()[k + 1];
        for (int lane = lane_of(address); lane < lane_of(address) + op.height(); ++lane)
            if (!has_columns(t.known[lane], first, last)) return false;
    }
    return true;
}
/* Mark the lanes of loaded registers whose words were written. */
void mark_loaded_words(Warp &w, const TensorLoadArgs &op, u32 address) {
    const TensorMemory &t = *w.cta->tensor;
    u32 all = FULL;
    for (int r = 0; r < op.targets_count(); ++r) {
        u32 known = 0;
        each_place(op, address, r, FULL, [&](int l, int lane, int column) {
            known |= (u32)has_columns(t.known[lane], column, column + 1 + op.packed()) << l;
        });
        all &= known;
        if (op.targets()[r] >= 0) w.known[op.targets()[r]] = known;
    }
    if (op.reduced() >= 0) w.known[op.reduced()] = all;
}

const Instr *load(Warp &w, const Instr *i) {
    const TensorLoadArgs op(i);
    const TensorMemory &t = *w.cta->tensor;
    u32 address;
    if (!uniform(w, op.taddr(), address) || !reaches(w, op, address = in_own_window(w, op, address)))
        return refuse(w, i);
    if (w.machine->shared->need_known && !op.follows() && !are_known(t, op, address)) return stop(w, i, STOP_UNDEFINED);
    if (w.machine->races && !race_tensor_moved(w, i, address, false)) return refuse(w, i);
    if (w.machine->shared->need_known && op.follows()) mark_loaded_words(w, op, address);
    const u32 *from[LANES];
    ALL_LANES(l) from[l] = t.words[lane_of(address)] + column_of(address) + words_of(op.lanes()[l]);
    for (int r = 0; r < op.registers_count(); ++r) {
        const s64 at = words_of(op.places()[r]);
        u32 *d = row<u32>(w, op.registers()[r]);
        if (op.packed())
            ALL_LANES(l) d[l] = (from[l][at] & 0xFFFF) | from[l][at + 1] << 16;
        else
            ALL_LANES(l) d[l] = from[l][at];
    }
    return i + 1;
}

/* The lanes in which a stored register is undefined. */
INLINE u32 undefined_lanes(const Warp &w, const TensorStoreArgs &op, int number) {
    const bool defined = !w.machine->shared->need_known || number >= op.sources_count() || op.sources()[number] < 0;
    return defined ? 0 : ~w.known[op.sources()[number]];
}
/* The values of a pending store: 32 of each register, then the lanes in which each is undefined. */
const Instr *store(Warp &w, const Instr *i) {
    const TensorStoreArgs op(i);
    const int count = op.registers_count();
    u32 address;
    if (!uniform(w, op.taddr(), address) || !reaches(w, op, address = in_own_window(w, op, address)))
        return refuse(w, i);
    for (int r = 0; r < count && !op.follows(); ++r)
        if (undefined_lanes(w, op, r)) return stop(w, i, STOP_UNDEFINED);
    TensorOperation *o = begin(w, i, TENSOR_STORE, -1);
    u32 *values = o ? (u32 *)malloc(sizeof(u32) * (LANES + 1) * count) : nullptr;
    if (!values) return stop(w, i, STOP_LIMIT);
    for (int r = 0; r < count; ++r) {
        memcpy(values + LANES * r, row<u32>(w, op.registers()[r]), sizeof(u32) * LANES);
        values[LANES * count + r] = undefined_lanes(w, op, r);
    }
    o->address = address, o->values = values;
    if (started(w)) return i + 1;
    free(values);
    return refuse(w, i);
}
bool perform_store(Warp &w, const TensorOperation &o) {
    const TensorTransferArgs op(o.instr);
    TensorMemory &t = *w.cta->tensor;
    u32 *to[LANES];
    ALL_LANES(l) to[l] = t.words[lane_of(o.address)] + column_of(o.address) + words_of(op.lanes()[l]);
    for (int r = 0; r < op.registers_count(); ++r) {
        const s64 at = words_of(op.places()[r]);
        const u32 *a = o.values + LANES * r;
        if (op.packed())
            ALL_LANES(l) to[l][at] = a[l] & 0xFFFF, to[l][at + 1] = a[l] >> 16;
        else
            ALL_LANES(l) to[l][at] = a[l];
    }
    for (int k = 0; k < op.spans_count(); k += 2) {
        const int first = column_of(o.address) + op.spans()[k];
        for (int lane = lane_of(o.address); lane < lane_of(o.address) + op.height(); ++lane)
            set_columns(t.known[lane], first, first + op.spans()[k + 1], true);
    }
    for (int r = 0; r < op.registers_count(); ++r)
        each_place(op, o.address, r, o.values[LANES * op.registers_count() + r], [&](int, int lane, int column) {
            set_columns(t.known[lane], column, column + 1 + op.packed(), false);
        });
    free(o.values);
    return true;
}
const Instr *wait_for_loads(Warp &w, const Instr *i) { return w.mask == FULL ? i + 1 : refuse(w, i, BROKE_ALIGNED); }
const Instr *wait_for_stores(Warp &w, const Instr *i) {
    if (w.mask != FULL) return refuse(w, i, BROKE_ALIGNED);
    return perform_those(w, [](const TensorOperation &o, int) { return o.kind == TENSOR_STORE; }) ? i + 1 : nullptr;
}

/* MMAs, copies and shifts */

/* The plan of an operation; null if the engine does not support it. */
const TensorPlan *plan_of(Machine &m, const Instr *i, s32 number, const TensorOperands &given) {
    if (!m.plans && !(m.plans = (PlannedOperation *)calloc(MOST_PLANS, sizeof *m.plans))) return nullptr;
    u64 hash = (uintptr_t)i, words[sizeof given / 8];
    memcpy(words, &given, sizeof words);
    for (const u64 word : words) hash = (hash ^ word) * 0x9E3779B97F4A7C15ull, hash ^= hash >> 29;
    PlannedOperation *found = m.plans + hash % MOST_PLANS;
    while (found->instr && (found->instr != i || memcmp(&found->given, &given, sizeof given)))
        found = found + 1 == m.plans + MOST_PLANS ? m.plans : found + 1;
    if (found->instr) return found->plan;
    if (m.plan_count >= MOST_PLANS / 2) return nullptr;
    ++m.plan_count;
    *found = {i, given, m.shared->plan(m.shared->context, number, given)};
    return found->plan;
}

/* Find the CTAs that an operation accesses; false if one has exited. */
INLINE bool ctas_of(Warp &w, const TensorOperation &o, Cta *ctas[2]) {
    ctas[0] = ctas[1] = w.cta;
    if (o.pair) ctas[0] = w.cta->cluster + (w.cta->rank & ~1), ctas[1] = ctas[0] + 1;
    return (!ctas[0]->exited && !ctas[1]->exited) || broke(*w.machine, BROKE_EXITED_CTA, o.instr);
}
/* Whether the tensor memory of the operands is allocated. */
bool has_room(Cta *const ctas[2], const TensorPlan &p) {
    for (int k = 0; k < 2; ++k) {
        const TensorMemory &t = *ctas[k]->tensor;
        if (!has_factors(t, p, p.of_a) || !has_factors(t, p, p.of_b)) return false;
        if (p.metadata.chunk && !are_open(t, p.metadata.column, p.metadata.column + p.metadata.columns)) return false;
    }
    for (int k = 0; k < p.block_count; ++k) {
        const TensorMemory &t = *ctas[p.blocks[k].cta]->tensor;
        if (!are_open(t, p.column, p.column + p.columns)) return false;
        if (p.a.column >= 0 && !are_open(t, p.a.column, p.a.column + 4 * p.a.chunks)) return false;
    }
    return true;
}
/* Whether all chunks of a matrix are inside shared memory. */
bool is_inside(const Shared &s, const s32 *places, int count) {
    for (int k = 0; k < count; ++k)
        if ((u64)(u32)places[k] + 16 > s.shared_bytes) return false;
    return true;
}

/* Record the use of a collector buffer; false if an MMA uses an operand that the buffer does not hold. */
bool collect(TensorTrail &trail, const TensorMultiplyArgs &op, const TensorPlan &p, u64 operand) {
    Collected &buffer = trail.collected[op.buffer()];
    const bool held = buffer.live && buffer.number == p.collected && buffer.operand == operand;
    if (!held && (op.use() == COLLECTOR_USE || op.use() == COLLECTOR_LASTUSE)) return false;
    buffer = {op.use() == COLLECTOR_FILL || op.use() == COLLECTOR_USE, p.collected, operand};
    return true;
}

const Instr *multiply(Warp &w, const Instr *i) {
    const TensorMultiplyArgs op(i);
    EACH_LANE(w.mask, l) {
        if (!joins(w, op.group())) return refuse(w, i);
        const auto given = [&](s32 at) { return at < 0 ? 0 : (u64)row<u32>(w, at)[l]; };
        const u64 a = op.a_narrow() ? given(op.a()) : row<u64>(w, op.a())[l], b = row<u64>(w, op.b())[l];
        const TensorPlan *plan =
            plan_of(*w.machine, i, op.plan(),
                    {given(op.d()), a, b, given(op.idesc()), given(op.scale_a()), given(op.scale_b()), given(op.meta()),
                     op.mask() < 0 ? 0 : row<u64>(w, op.mask())[l]});
        TensorOperation *o = plan ? begin(w, i, TENSOR_PRODUCT, (int)l) : nullptr;
        if (!o) return refuse(w, i);
        o->plan = plan, o->pair = op.group() == 2;
        o->adds = op.enable() < 0 ? op.adds() : *row<u32>(w, op.enable()) >> l & 1;
        for (int k = 0; k < op.disabled_count(); ++k) o->disabled[k] = row<u32>(w, op.disabled()[k])[l];
        Cta *ctas[2];
        ctas_of(w, *o, ctas);
        const int count = chunks_of_a(*plan) + plan->b.lines * plan->b.chunks;
        if (!has_room(ctas, *plan)) return refuse(w, i, BROKE_TENSOR_MEMORY_BOUNDS);
        if (!is_inside(*w.machine->shared, (const s32 *)(plan + 1), count)) return refuse(w, i, BROKE_OUT_OF_BOUNDS);
        if (!collect(w.operations.trails[l], op, *plan, op.buffer() ? b : a))
            return refuse(w, i, BROKE_TENSOR_COLLECTOR);
        if (!started(w)) return refuse(w, i);
    }
    return i + 1;
}

/* Commits */

const Instr *commit(Warp &w, const Instr *i) {
    const TensorCommitArgs op(i);
    const Shared &s = *w.machine->shared;
    u64 at[LANES];
    addresses(w, op, at);
    EACH_LANE(w.mask, l) {
        u64 index;
        if (!joins(w, op.group()) || !locate_one(w, op.space(), (int)l, at[l], 8, 8, 0, index)) return refuse(w, i);
        const Cta *named = cta_at(w, index);
        if (!named) return refuse(w, i);
        u32 ranks = 1u << named->rank;
        if (op.mask() >= 0) {
            ranks = op.mask_bytes() == 2 ? row<u16>(w, op.mask())[l] : row<u32>(w, op.mask())[l];
            if (!ranks || (u64)ranks >> s.cluster) return refuse(w, i, BROKE_CLUSTER_RANK);
        }
        TensorOperation *o = begin(w, i, TENSOR_COMMIT, (int)l);
        if (!o) return stop(w, i, STOP_LIMIT);
        for (u32 left = ranks; left; left &= left - 1) {
            const u64 object = w.cta->cluster[__builtin_ctz(left)].shared_start + (index - named->shared_start);
            if (!barrier_at(*w.machine, object)) return refuse(w, i, BROKE_MBARRIER_UNINITIALIZED);
            o->barriers[o->count++] = object;
        }
        if (!started(w)) return refuse(w, i);
    }
    return i + 1;
}

/* Arrive at the mbarriers of a commit. */
bool perform_commit(Warp &w, const TensorOperation &o) {
    Machine &m = *w.machine;
    TensorTrail &trail = w.operations.trails[o.lane];
    if (trail.loose && trail.number < o.number) {
        trail.loose = false, trail.covered = true, trail.count = 0;
        trail.over = trail.last, trail.before = trail.number;
    }
    u64 reached[sizeof o.barriers / sizeof *o.barriers];
    int count = 0;
    for (int k = 0; k < o.count; ++k) {
        const Cta *home = cta_at(w, o.barriers[k]);
        if (home->exited && w.cta->exited) continue; /* neither CTA needs the arrival */
        if (home->exited || !barrier_at(m, o.barriers[k]))
            return broke(m, home->exited ? BROKE_EXITED_CTA : BROKE_MBARRIER_UNINITIALIZED, o.instr);
        reached[count++] = o.barriers[k];
    }
    if (m.races && !race_tensor_arrived(w, o, reached, count)) return false;
    for (int k = 0; k < count; ++k) {
        Barrier *b = barrier_at(m, reached[k]);
        if (!trail.loose && trail.before < o.number && trail.count < (int)(sizeof trail.phase / sizeof *trail.phase)) {
            trail.barrier[trail.count] = (s32)(b - m.barriers.items);
            trail.phase[trail.count++] = b->phase;
        }
        if (!arrive(m, *b, 1, false, false)) return broke(m, m.broken.kind, o.instr);
        note_change(m, *b, false);
    }
    return true;
}

const Instr *copy(Warp &w, const Instr *i) {
    const TensorCopyArgs op(i);
    const Shared &s = *w.machine->shared;
    EACH_LANE(w.mask, l) {
        if (!joins(w, op.group())) return refuse(w, i);
        TensorOperands given{};
        given.d = row<u32>(w, op.taddr())[l], given.a = row<u64>(w, op.descriptor())[l];
        const TensorPlan *plan = plan_of(*w.machine, i, op.plan(), given);
        TensorOperation *o = plan ? begin(w, i, TENSOR_COPY, (int)l) : nullptr;
        if (!o) return refuse(w, i);
        o->plan = plan, o->pair = op.group() == 2;
        Cta *ctas[2];
        ctas_of(w, *o, ctas);
        for (const Cta *cta : ctas)
            if (!are_open(*cta->tensor, plan->column, plan->column + plan->columns))
                return refuse(w, i, BROKE_TENSOR_MEMORY_BOUNDS);
        if (!is_inside(s, (const s32 *)(plan + 1), plan->a.lines * plan->a.chunks))
            return refuse(w, i, BROKE_OUT_OF_BOUNDS);
        if (!started(w)) return refuse(w, i);
    }
    return i + 1;
}
/* Mark the words of a copy undefined whose bytes were never written. */
void forget_unwritten(TensorMemory &t, const TensorPlan &p, const Source &source, const s32 *places, const s32 *lanes) {
    const int bytes = p.bits ? p.bits / 2 : 4; /* of a word */
    for (int line = 0; line < p.a.lines; ++line)
        for (int word = 0; word < p.columns; ++word)
            if (source.lacks((u32)places[line * p.a.chunks + word / 4] + word % 4 * bytes, bytes))
                for (int n = 0; n < p.copies; ++n)
                    set_columns(t.known[lanes[line * p.copies + n]], p.column + word, p.column + word + 1, false);
}
bool perform_copy(Cta *const ctas[2], const TensorOperation &o) {
    const TensorPlan &p = *o.plan;
    Machine &m = *ctas[0]->warps[0].machine;
    const s32 *places = (const s32 *)(&p + 1), *lanes = places + p.a.lines * p.a.chunks;
    for (int k = 0; k < p.ctas; ++k) {
        TensorMemory &t = *ctas[k]->tensor;
        if (!are_open(t, p.column, p.column + p.columns)) return broke(m, BROKE_TENSOR_MEMORY_BOUNDS, o.instr);
        Source source = source_of(*m.shared, *ctas[k]);
        for (int byte = p.a.used; byte < 16; ++byte) ((u8 *)source.padding)[byte] = 0xFF;
        for (int line = 0; line < p.a.lines; ++line) {
            u8 bytes[32];
            for (int c = 0; c < p.a.chunks; ++c) {
                const u8 *from = source.chunk((u32)places[line * p.a.chunks + c]);
                for (int b = 0; b < 16; ++b)
                    bytes[16 * c + b] = (u8)(p.bits == 4   ? (from[b / 2] >> 4 * (b % 2) & 15) << 2
                                             : p.bits == 6 ? six_bits(from, b)
                                                           : from[b]);
            }
            for (int n = 0; n < p.copies; ++n) {
                const s32 lane = lanes[line * p.copies + n];
                memcpy(t.words[lane] + p.column, bytes, sizeof(u32) * p.columns);
                set_columns(t.known[lane], p.column, p.column + p.columns, true);
                if (m.shadows) copy_shadows(*ctas[k], p, places + line * p.a.chunks, lane);
            }
        }
        if (!source.inside) return broke(m, BROKE_OUT_OF_BOUNDS, o.instr);
        if (!source.good(*m.shared)) forget_unwritten(t, p, source, places, lanes);
    }
    return true;
}

const Instr *shift(Warp &w, const Instr *i) {
    const TensorShiftArgs op(i);
    EACH_LANE(w.mask, l) {
        const u32 address = row<u32>(w, op.taddr())[l];
        const int lane = lane_of(address), column = column_of(address);
        TensorOperation *o = joins(w, op.group()) ? begin(w, i, TENSOR_SHIFT, (int)l) : nullptr;
        if (!o) return refuse(w, i);
        if (lane % LANES || lane >= TENSOR_LANES) return refuse(w, i, BROKE_TENSOR_MEMORY_LANE);
        o->address = address, o->pair = op.group() == 2;
        Cta *ctas[2];
        ctas_of(w, *o, ctas);
        for (const Cta *cta : ctas)
            if (!are_open(*cta->tensor, column, column + SHIFTED_COLUMNS))
                return refuse(w, i, BROKE_TENSOR_MEMORY_BOUNDS);
        if (!started(w)) return refuse(w, i);
    }
    return i + 1;
}
bool perform_shift(Cta *const ctas[2], const TensorOperation &o) {
    const int first = lane_of(o.address), column = column_of(o.address);
    for (int k = 0; k < 1 + o.pair; ++k) {
        TensorMemory &t = *ctas[k]->tensor;
        if (!are_open(t, column, column + SHIFTED_COLUMNS))
            return broke(*ctas[k]->warps[0].machine, BROKE_TENSOR_MEMORY_BOUNDS, o.instr);
        for (int lane = first; lane < first + LANES - 1; ++lane) {
            memcpy(t.words[lane] + column, t.words[lane + 1] + column, sizeof(u32) * SHIFTED_COLUMNS);
            for (int c = column; c < column + SHIFTED_COLUMNS; ++c)
                set_columns(t.known[lane], c, c + 1, has_columns(t.known[lane + 1], c, c + 1));
            if (ShadowValues *const s = ctas[k]->warps[0].machine->shadows)
                s->tensor.copy(tensor_index(*ctas[k], lane + 1, column), tensor_index(*ctas[k], lane, column),
                               sizeof(u32) * SHIFTED_COLUMNS, sizeof(u32) * SHIFTED_COLUMNS);
        }
    }
    return true;
}

/* Scheduling */

bool compute_products(Cta *const ctas[2], const TensorOperation *o, int count) {
    const TensorPlan &p = *o->plan;
    std::unique_ptr<ShadowTensorMma> shadows;
    if (ctas[0]->warps[0].machine->shadows) shadows.reset(new ShadowTensorMma(ctas, *o));
    return p.unit.terms || p.factors ? compute_sums<f64>(ctas, o, count, shadows.get())
                                     : compute_sums<f32>(ctas, o, count, shadows.get());
}

/* Let an operation, or some MMAs that continue each other, take effect; false if that breaks a rule. */
bool perform(Warp &w, const TensorOperation *o, int count) {
    Cta *ctas[2];
    changed(*w.machine);
    if (o->kind == TENSOR_COMMIT) return perform_commit(w, *o);
    if (o->kind == TENSOR_STORE) return perform_store(w, *o);
    for (int k = 0; k < count; ++k) note_completed(w, o[k].instr, o[k].began, WORK_TENSOR);
    if (!ctas_of(w, *o, ctas)) return false;
    return o->kind == TENSOR_PRODUCT ? compute_products(ctas, o, count)
           : o->kind == TENSOR_COPY  ? perform_copy(ctas, *o)
                                     : perform_shift(ctas, *o);
}

/* The warps of a CTA and of the other one of its pair, which operations may access together. */
struct PairWarps {
    Cta *ctas[2];

    PairWarps(Cta &cta) : ctas{&cta, nullptr} {
        const int other = cta.rank ^ 1;
        if (other < cta.warps[0].machine->shared->cluster && cta.cluster[other].place >= 0)
            ctas[1] = cta.cluster + other;
    }
    bool comes_first() const { return !ctas[1] || ctas[0]->rank < ctas[1]->rank; }
    template <class F> void each(F visit) const {
        for (Cta *cta : ctas)
            for (int k = 0; cta && k < cta->count; ++k)
                if (cta->warps[k].operations.count) visit(cta->warps[k]);
    }
    /* Whether several threads have pending operations. */
    bool are_many() const {
        const Warp *first = nullptr;
        int lane = 0;
        bool many = false;
        each([&](const Warp &w) {
            for (int n = 0; n < w.operations.count; ++n) {
                const TensorOperation &o = w.operations.items[n];
                if (o.kind >= TENSOR_COMMIT) continue;
                many |= first && (first != &w || lane != o.lane);
                first = &w, lane = o.lane;
            }
        });
        return many;
    }
    /* Choose operations of other threads, too, behind which chosen ones are pipelined, and those before them. */
    void extend() const {
        for (bool more = true; more;) {
            int64_t last[2][TENSOR_COMMIT] = {}; /* number of the last chosen one, by CTA and kind */
            each([&](const Warp &w) {
                for (int n = 0; n < w.operations.count; ++n) {
                    const TensorOperation &o = w.operations.items[n];
                    for (int k = 0; k < 2 && o.chosen && o.kind < TENSOR_COMMIT; ++k)
                        if ((o.pair || ctas[k] == w.cta) && o.number > last[k][o.kind]) last[k][o.kind] = o.number;
                }
            });
            more = false;
            each([&](Warp &w) {
                TensorOperation *const items = w.operations.items;
                for (int n = w.operations.count - 1; n >= 0; --n) {
                    bool follows = false;
                    for (int k = 0; k < 2 && items[n].kind < TENSOR_COMMIT && !items[n].chosen; ++k)
                        for (int later = 0; later < TENSOR_COMMIT; ++later)
                            follows |= (items[n].pair || ctas[k] == w.cta) && last[k][later] > items[n].number &&
                                       are_pipelined(items[n].kind, (TensorKind)later);
                    for (int before = 0; before <= n && follows; ++before)
                        if (items[before].lane == items[n].lane && items[before].kind < TENSOR_COMMIT)
                            items[before].chosen = more = true;
                }
            });
        }
    }
    /* The warp whose chosen operation was started first; in `bound` the number of the first one of another warp. */
    Warp *first_chosen(int64_t &bound) const {
        Warp *found = nullptr;
        int64_t least = NEVER;
        bound = NEVER;
        each([&](Warp &w) {
            int64_t mine = NEVER;
            for (int n = w.operations.count - 1; n >= 0; --n)
                if (w.operations.items[n].chosen) mine = w.operations.items[n].number;
            if (mine < least) bound = least, least = mine, found = &w;
            else if (mine < bound) bound = mine;
        });
        return found;
    }
};

/* Let the chosen operations take effect, in the order in which they were started. */
bool perform_chosen(Machine &m) {
    for (int64_t k = 0; k < m.slots; ++k) {
        if (m.ctas[k].place < 0) continue;
        const PairWarps pair(m.ctas[k]);
        if (!pair.comes_first()) continue;
        if (pair.are_many()) pair.extend();
        int64_t bound;
        while (Warp *const w = pair.first_chosen(bound))
            if (!perform_those(*w, [bound](const TensorOperation &o, int) { return o.chosen && o.number < bound; }))
                return false;
    }
    return true;
}

int64_t tick(Machine &m, int64_t now) {
    int64_t next = NEVER;
    each_warp(m, [&](Warp &w) {
        for (int n = 0; n < w.operations.count; ++n) w.operations.items[n].chosen = w.operations.items[n].due <= now;
        return true;
    });
    if (!perform_chosen(m)) return NEVER;
    each_warp(m, [&](const Warp &w) {
        next = earliest_due(w.operations.items, w.operations.count, next);
        return true;
    });
    return next;
}

/* clang-format off */
const Entry entries[] = {
    {"tcgen05.ld", load}, {"tcgen05.st", store}, {"tcgen05.wait::ld", wait_for_loads}, {"tcgen05.wait::st", wait_for_stores},
    {"tcgen05.mma", multiply}, {"tcgen05.cp", copy}, {"tcgen05.shift", shift}, {"tcgen05.commit", commit},
};
/* clang-format on */

} // namespace

/* Let the operations of each thread take effect up to its first commit to an awaited mbarrier, or up to its first
 * commit if `count` is negative. No other commit arrives, because commits have no order. */
bool LEVEL(advance_tensor_)(Machine &m, const uint64_t *wanted, int count, bool &moved) {
    each_warp(m, [&](Warp &w) {
        const TensorQueue &q = w.operations;
        int last[LANES];
        u32 found = 0;
        for (int n = 0; n < q.count; ++n) {
            const TensorOperation &o = q.items[n];
            if (o.kind != TENSOR_COMMIT || found >> o.lane & 1) continue;
            for (int b = 0; b < o.count; ++b)
                if (awaited(wanted, count, o.barriers[b])) found |= 1u << o.lane, last[o.lane] = n;
        }
        moved |= found != 0;
        for (int n = 0; n < q.count; ++n) {
            TensorOperation &o = q.items[n];
            o.chosen = o.lane >= 0 && found >> o.lane & 1 &&
                       (n == last[o.lane] || (n < last[o.lane] && o.kind != TENSOR_COMMIT));
        }
        return true;
    });
    return perform_chosen(m);
}

extern const HandlerTable LEVEL(tensor_);
const HandlerTable LEVEL(tensor_) = {entries, sizeof entries / sizeof *entries};
extern const Tick LEVEL(tick_tensor_);
const Tick LEVEL(tick_tensor_) = tick;

} // namespace pyptx
