/* Memory: loads, stores, atomic operations, and the matrices that lanes load and store together.
 *
 * Built once for each level of the instruction set (PYPTX_LEVEL names the build); nothing here may have external
 * linkage but the table, so that no function of one level is linked in for another.
 */
#include <type_traits>

#include "epochs.h"
#include "halves.h"
#include "kibibytes.h"

namespace pyptx {
namespace {

/* Do something for a number of elements that is a compile-time constant, if that is worth it. */
template <class M, class R, class F> INLINE void by_count(int n, F f) {
    constexpr bool often = sizeof(M) == sizeof(R) && sizeof(M) >= 4;
    if (n == 1) f(std::integral_constant<int, 1>());
    else if (often && n == 2) f(std::integral_constant<int, 2>());
    else if (often && n == 4) f(std::integral_constant<int, 4>());
    else f(n);
}
constexpr int MOST_ELEMENTS = 8;

/* Values without a register go to a sink; stores without a register are skipped. */
template <class M, class R, class N> INLINE void load_rows(Warp &w, const Instr *i, const Located &found, N n) {
    const LoadArgs op(i);
    const u8 *bytes = found.bytes;
    if (n == 1 && bytes && !found.row && !found.one && *op.to() >= 0) {
        put<R>(w, *op.to(), [&](int l) {
            M x;
            memcpy(&x, bytes + found.index[l], sizeof x);
            return (R)x;
        });
        return;
    }
    M block[LANES * MOST_ELEMENTS];
    const M *cells = found.row ? (const M *)(bytes + found.index[0]) : block;
    if (found.one) {
        ALL_LANES(l) memcpy(block + n * l, bytes + found.index[0], n * sizeof(M));
    } else if (!bytes) {
        ALL_LANES(l) memcpy(block + n * l, found.place(*w.machine->shared, l), n * sizeof(M));
    } else if (!found.row) {
        ALL_LANES(l) memcpy(block + n * l, bytes + found.index[l], n * sizeof(M));
    }
    R sink[LANES];
    R *d[MOST_ELEMENTS];
    for (int k = 0; k < n; ++k) {
        const int32_t at = op.to()[k];
        d[k] = at < 0 ? sink : row<R>(w, at);
    }
    if (w.mask != FULL) {
        const u32 mask = w.mask;
        for (int k = 0; k < n; ++k)
            ALL_LANES(l) d[k][l] = mask >> l & 1 ? (R)cells[n * l + k] : d[k][l];
    } else {
#pragma GCC ivdep
        ALL_LANES(l)
            for (int k = 0; k < n; ++k) d[k][l] = (R)cells[n * l + k];
    }
}
/* Find the bytes of all lanes, unless race checking has; false if a rule is broken. */
INLINE bool locate_lanes(Warp &w, const Instr *i, const AddressArgs &op, unsigned size, u8 need, Located &found) {
    const RaceDetector *const races = w.machine->detector;
    if (races && races->located) {
        found = *static_cast<const Located *>(races->located);
        return permits_lanes(*w.machine->shared, *found.home, need, size, found);
    }
    u64 at[LANES];
    addresses(w, op, at);
    return locate(w, i, op.space(), at, w.mask, size, size, need, found);
}
/* The state bits that the bytes of a load must have. */
INLINE u8 need_of(const Warp &w, const LoadArgs &op) {
    return (u8)(ALLOCATED | (op.checked() ? w.machine->shared->need_known : 0));
}
template <class M, class R> COLD const Instr *load_apart(Warp &w, const Instr *i) {
    const LoadArgs op(i);
    const u8 need = need_of(w, op);
    const unsigned size = sizeof(M) * op.to_count();
    if (alone(w.mask)) {
        u64 index;
        const int l = locate_alone(w, i, size, need, index);
        if (l < 0) return stop(w, i, STOP_STEP);
        const u8 *bytes = cell(*w.machine->shared, index);
        for (int k = 0; k < op.to_count(); ++k) {
            const int32_t to = op.to()[k];
            M x;
            memcpy(&x, bytes + k * sizeof(M), sizeof x);
            if (to >= 0) row<R>(w, to)[l] = (R)x;
        }
        return i + 1;
    }
    Located found;
    if (!locate_lanes(w, i, op, size, need, found)) return stop(w, i, STOP_STEP);
    if (w.mask) by_count<M, R>(op.to_count(), [&](auto n) { load_rows<M, R>(w, i, found, n); });
    return i + 1;
}
template <class M, class R> const Instr *load(Warp &w, const Instr *i) {
    const LoadArgs op(i);
    bool good = false;
    by_count<M, R>(op.to_count(), [&](auto n) {
        Line found{};
        good = locate_line(w, i, sizeof(M) * n, need_of(w, op), found);
        if (!good) return;
        R sink[LANES];
        R *d[MOST_ELEMENTS];
        for (int k = 0; k < n; ++k) {
            const int32_t at = op.to()[k];
            d[k] = at < 0 ? sink : row<R>(w, at);
        }
        const M *cells = (const M *)found.bytes;
        if (found.one) {
            for (int k = 0; k < n; ++k) {
                const R x = (R)cells[k];
                ALL_LANES(l) d[k][l] = x;
            }
            return;
        }
        found.foresee(LANES * sizeof(M) * n);
#pragma GCC ivdep
        ALL_LANES(l)
            for (int k = 0; k < n; ++k) d[k][l] = (R)cells[n * l + k];
    });
    return good ? i + 1 : load_apart<M, R>(w, i);
}

/* Whether each four lanes access consecutive elements, as those that store the result of an MMA do. */
INLINE bool in_fours(const u64 *index, u64 size) {
    u64 apart = 0;
    ALL_LANES(l) apart |= index[l] - (index[l & ~3] + (l & 3) * size);
    return !apart;
}
template <class M, class R, class N> INLINE void store_rows(Warp &w, const Instr *i, const Located &found, N n) {
    const StoreArgs op(i);
    const Shared &s = *w.machine->shared;
    M block[LANES * MOST_ELEMENTS];
    M *cells = found.row ? (M *)(found.bytes + found.index[0]) : block;
    const R *a[MOST_ELEMENTS];
    bool every = true;
    for (int k = 0; k < n; ++k) {
        const int32_t at = op.values()[k];
        every &= at >= 0;
        a[k] = at < 0 ? nullptr : row<R>(w, at);
    }
    if (!every) { /* element by element */
        for (int k = 0; k < n; ++k) {
            if (!a[k]) continue;
            ALL_LANES(l) {
                if (!(w.mask >> l & 1)) continue;
                const u64 index =
                    found.row || found.one ? found.index[0] + (found.row ? l * n * sizeof(M) : 0) : found.index[l];
                const M x = (M)a[k][l];
                memcpy(cell(s, index) + k * sizeof(M), &x, sizeof x);
                found.mark(s, index + k * sizeof(M), sizeof(M));
            }
        }
        return;
    }
#pragma GCC ivdep
    ALL_LANES(l)
        for (int k = 0; k < n; ++k) cells[n * l + k] = (M)a[k][l];
    if (found.row) {
        found.mark(s, found.index[0], sizeof(M) * n * LANES);
    } else if (found.one) { /* the highest lane wins */
        memcpy(found.bytes + found.index[0], block + n * (31 - __builtin_clz(w.mask)), n * sizeof(M));
        found.mark(s, found.index[0], n * sizeof(M));
    } else if (w.mask == FULL && found.bytes && in_fours(found.index, n * sizeof(M))) {
        for (int l = 0; l < LANES; l += 4) {
            memcpy(found.bytes + found.index[l], block + n * l, 4 * n * sizeof(M));
            found.mark(s, found.index[l], 4 * n * sizeof(M));
        }
    } else {
        ALL_LANES(l)
            if (w.mask >> l & 1) {
                memcpy(found.place(s, l), block + n * l, n * sizeof(M));
                found.mark(s, found.index[l], n * sizeof(M));
            }
    }
}
template <class M, class R> COLD const Instr *store_apart(Warp &w, const Instr *i) {
    const StoreArgs op(i);
    const unsigned size = sizeof(M) * op.values_count();
    if (alone(w.mask)) {
        u64 index;
        const int l = locate_alone(w, i, size, ALLOCATED | WRITABLE, index);
        if (l < 0) return stop(w, i, STOP_STEP);
        changed(*w.machine);
        const Shared &s = *w.machine->shared;
        u8 *bytes = cell(s, index);
        for (int k = 0; k < op.values_count(); ++k) {
            const int32_t from = op.values()[k];
            if (from < 0) continue;
            const M x = (M)row<R>(w, from)[l];
            memcpy(bytes + k * sizeof(M), &x, sizeof x);
            mark_written(s, index + k * sizeof(M), sizeof x);
        }
        return i + 1;
    }
    Located found;
    if (!locate_lanes(w, i, op, size, ALLOCATED | WRITABLE, found)) return stop(w, i, STOP_STEP);
    if (!w.mask) return i + 1;
    changed(*w.machine);
    by_count<M, R>(op.values_count(), [&](auto n) { store_rows<M, R>(w, i, found, n); });
    return i + 1;
}
template <class M, class R> const Instr *store(Warp &w, const Instr *i) {
    const StoreArgs op(i);
    bool good = false;
    by_count<M, R>(op.values_count(), [&](auto n) {
        Line found{};
        if (!locate_line(w, i, sizeof(M) * n, ALLOCATED | WRITABLE, found) || found.one) return;
        const R *a[MOST_ELEMENTS];
        for (int k = 0; k < n; ++k) {
            const int32_t at = op.values()[k];
            if (at < 0) return;
            a[k] = row<R>(w, at);
        }
        good = true;
        M *cells = (M *)found.bytes;
#pragma GCC ivdep
        ALL_LANES(l)
            for (int k = 0; k < n; ++k) cells[n * l + k] = (M)a[k][l];
        found.mark(*w.machine->shared, sizeof(M) * n * LANES);
        found.foresee(LANES * sizeof(M) * n);
        changed(*w.machine);
    });
    return good ? i + 1 : store_apart<M, R>(w, i);
}

/* Propagate undefined values of a register to shared and local memory; a store of one elsewhere is a fault. */
const Instr *forget(Warp &w, const Instr *i) {
    const ForgetArgs op(i);
    const Shared &s = *w.machine->shared;
    const u32 lanes = w.mask & ~w.known[op.source()];
    if (!lanes || !s.need_known) return i + 1;
    u64 at[LANES];
    addresses(w, op, at);
    for (u32 left = lanes; left; left &= left - 1) {
        const int l = __builtin_ctz(left);
        u64 index;
        if (!locate_one(w, op.space(), l, at[l], (u64)op.size(), 1, ALLOCATED, index) || in_global(s, index))
            return stop(w, i, STOP_STEP);
        split(s.state, index, (u64)op.size());
        for (int k = 0; k < op.size(); ++k) s.state[index + (u64)k] &= (u8)~INITIALISED;
    }
    return i + 1;
}

/* Before a load that may read unwritten bytes: mark the lanes whose registers get written bytes.
 */
const Instr *mark_loaded(Warp &w, const Instr *i) {
    const MarkLoadedArgs op(i);
    const int32_t *targets = op.targets(), *used = op.used(), size = op.size();
    const Shared &s = *w.machine->shared;
    u64 at[LANES];
    Located found;
    const unsigned all_bytes = (unsigned)(size * op.targets_count());
    addresses(w, op, at);
    if (!w.mask || !locate(w, i, op.space(), at, w.mask, all_bytes, all_bytes, ALLOCATED, found))
        return i + 1; /* the load reports it */
    for (int k = 0; k < op.targets_count(); ++k) {
        if (targets[k] < 0) continue;
        u32 written = 0;
        for (u32 left = w.mask; left; left &= left - 1) {
            const int l = __builtin_ctz(left);
            const u64 index = found.index[l] + (u64)(k * size);
            bool all = has(s, index, (u64)size, INITIALISED);
            if (!all) {
                all = true;
                for (int byte = 0; byte < size; ++byte)
                    if (used[k] >> byte & 1) all = all && has(s, index + (u64)byte, 1, INITIALISED);
            }
            written |= (u32)all << l;
        }
        u32 &known = w.known[targets[k]];
        known = (known & ~w.mask) | written;
    }
    return i + 1;
}

template <class T> INLINE T a_add(T o, T b, T) { return (T)(o + b); }
template <class T> INLINE T a_and(T o, T b, T) { return o & b; }
template <class T> INLINE T a_or(T o, T b, T) { return o | b; }
template <class T> INLINE T a_xor(T o, T b, T) { return o ^ b; }
template <class T> INLINE T a_exch(T, T b, T) { return b; }
template <class T> INLINE T a_cas(T o, T b, T c) { return o == b ? c : o; }
template <class T> INLINE T a_inc(T o, T b, T) { return o >= b ? 0 : o + 1; }
template <class T> INLINE T a_dec(T o, T b, T) { return o == 0 || o > b ? b : o - 1; }
template <class T> INLINE T a_min(T o, T b, T) { return (T)min_<typename Traits<T>::U>(o, b); }
template <class T> INLINE T a_max(T o, T b, T) { return (T)max_<typename Traits<T>::U>(o, b); }
template <class T> INLINE T a_mins(T o, T b, T) {
    using S = typename Traits<T>::S;
    return (T)min_<S>((S)o, (S)b);
}
template <class T> INLINE T a_maxs(T o, T b, T) {
    using S = typename Traits<T>::S;
    return (T)max_<S>((S)o, (S)b);
}
INLINE u32 a_addf(u32 o, u32 b, u32) { return bits<u32>(single2<add_f<RN>, NONE>(bits<f32>(o), bits<f32>(b))); }
INLINE u32 a_addf_flush(u32 o, u32 b, u32) { return bits<u32>(single2<add_f<RN>, FTZ>(bits<f32>(o), bits<f32>(b))); }
INLINE u64 a_addd(u64 o, u64 b, u64) { return bits<u64>(bits<f64>(o) + bits<f64>(b)); }

template <class H, f32 (*F)(f32, f32), class T> INLINE T a_halves(T o, T b, T) { return halves2<H, F, T>(o, b, 0); }

/* Whether n bytes, aligned to their size, may be updated. */
const Instr *reach(Warp &w, const Instr *i) {
    const ReachArgs op(i);
    u64 at[LANES];
    Located found;
    addresses(w, op, at);
    const u8 need = (u8)(ALLOCATED | WRITABLE | w.machine->shared->need_known);
    return locate(w, i, op.space(), at, w.mask, op.size(), op.size(), need, found) ? i + 1 : stop(w, i, STOP_STEP);
}

/* 128 bits: the rows of the upper words follow those of the lower ones. If another thread may do the same, the
 * reference engine runs it. */
template <bool SWAPS> const Instr *atomic_wide(Warp &w, const Instr *i) {
    constexpr int WORDS = 2, NEXT = LANES * sizeof(u64);
    const AtomicArgs op(i);
    u64 at[LANES];
    Located found;
    addresses(w, op, at);
    const Shared &s = *w.machine->shared;
    if (!locate(w, i, op.space(), at, w.mask, 16, 16, (u8)(ALLOCATED | WRITABLE | s.need_known), found))
        return stop(w, i, STOP_STEP);
    u64 t[WORDS][LANES] = {};
    for (u32 left = w.mask; left; left &= left - 1) {
        const int l = __builtin_ctz(left);
        if (s.parallel && in_global(s, found.index[l])) return stop(w, i, STOP_LIMIT);
        u64 old[WORDS], fresh[WORDS];
        memcpy(old, found.place(s, l), sizeof old);
        for (int k = 0; k < WORDS; ++k)
            t[k][l] = old[k], fresh[k] = row<u64>(w, (SWAPS ? op.other() : op.operand()) + k * NEXT)[l];
        if (SWAPS && (old[0] != row<u64>(w, op.operand())[l] || old[1] != row<u64>(w, op.operand() + NEXT)[l]))
            memcpy(fresh, old, sizeof old);
        if (memcmp(fresh, old, sizeof old)) changed(*w.machine);
        memcpy(found.place(s, l), fresh, sizeof fresh);
        found.mark(s, found.index[l], sizeof fresh);
    }
    for (int k = 0; op.result() >= 0 && k < WORDS; ++k)
        put<u64>(w, op.result() + k * NEXT, [&](int l) { return t[k][l]; });
    return i + 1;
}

/* F in shared memory, G in global memory */
template <class T, T (*F)(T, T, T), T (*G)(T, T, T)> const Instr *atomic(Warp &w, const Instr *i) {
    const AtomicArgs op(i);
    u64 at[LANES];
    Located found;
    addresses(w, op, at);
    const u8 need = (u8)(ALLOCATED | WRITABLE | w.machine->shared->need_known);
    if (!locate(w, i, op.space(), at, w.mask, sizeof(T), sizeof(T), need, found)) return stop(w, i, STOP_STEP);
    const Shared &s = *w.machine->shared;
    const T *b = row<T>(w, op.operand()), *c = op.other() >= 0 ? row<T>(w, op.other()) : b;
    T t[LANES] = {};
    ALL_LANES(l) {
        if (!(w.mask >> l & 1)) continue;
        T *place = (T *)found.place(s, l);
        const bool global = in_global(s, found.index[l]);
        T old = __atomic_load_n(place, __ATOMIC_SEQ_CST), fresh;
        if (s.parallel && global) {
            do {
                fresh = G(old, b[l], c[l]);
            } while (!__atomic_compare_exchange_n(place, &old, fresh, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
        } else {
            fresh = global ? G(old, b[l], c[l]) : F(old, b[l], c[l]);
            *place = fresh;
        }
        if (fresh != old) changed(*w.machine);
        found.mark(s, found.index[l], sizeof(T));
        t[l] = old;
    }
    if (op.result() >= 0) put<T>(w, op.result(), [&](int l) { return t[l]; });
    return i + 1;
}

/* Move the elements of registers and the bytes of rows: E is an element, `place` the start of each lane's row. */
template <class E, bool STORE>
void move_matrices(Warp &w, const MatrixAccessArgs &op, const Located &found, u8 *const *place) {
    constexpr int ELEMENTS = 4 / sizeof(E);
    u8 *state = w.machine->shared->state;
    const s32 *plan = op.plan(), *registers = op.registers();
    for (int r = 0; r < op.registers_count(); ++r) {
        u32 t[LANES] = {};
        for (int e = 0; e < ELEMENTS; ++e, plan += 2 * LANES) {
            const s32 *giver = plan, *within = plan + LANES;
            const int by = e * (int)sizeof(E) * 8;
            if (!STORE) {
                ALL_LANES(l) {
                    E x;
                    memcpy(&x, place[giver[l]] + within[l], sizeof x);
                    t[l] |= (u32)x << by;
                }
                continue;
            }
            const u32 *from = row<u32>(w, registers[r]);
            ALL_LANES(l)
                if (w.mask >> l & 1) {
                    const E x = (E)(from[l] >> by);
                    memcpy(place[giver[l]] + within[l], &x, sizeof x);
                    mark_bytes(state + found.index[giver[l]] + within[l], sizeof x);
                }
        }
        if (!STORE) put<u32>(w, registers[r], [&](int l) { return t[l]; });
    }
}

/* Propagate undefined values with the elements that `move_matrices` moved. */
template <class A, bool STORE> void mark_matrices(Warp &w, const A &op, const s32 *registers, const Located &found) {
    const Shared &s = *w.machine->shared;
    const s32 *plan = op.plan(), elements = op.elements();
    const u64 size = 4 / (u64)elements;
    for (int r = 0; r < op.registers_count(); ++r) {
        u32 undefined = 0;
        for (int e = 0; e < elements; ++e, plan += 2 * LANES)
            for (u32 left = registers[r] < 0 ? 0
                            : STORE          ? w.mask & ~w.known[registers[r]]
                                             : w.mask;
                 left; left &= left - 1) {
                const int l = __builtin_ctz(left);
                const u64 index = found.index[plan[l]] + (u64)plan[LANES + l];
                if (!STORE) undefined |= (u32)!has(s, index, size, INITIALISED) << l;
                if (STORE) split(s.state, index, size);
                for (u64 k = 0; STORE && k < size; ++k) s.state[index + k] &= (u8)~INITIALISED;
            }
        if (STORE || registers[r] < 0) continue;
        u32 &known = w.known[registers[r]];
        known = (known & ~w.mask) | (w.mask & ~undefined);
    }
}

template <class A, bool STORE> const Instr *matrix_access(Warp &w, const Instr *i) {
    const A op(i);
    u64 at[LANES];
    Located found;
    addresses(w, op, at);
    const u32 givers = (u32)op.givers() & w.mask;
    u8 need = ALLOCATED | WRITABLE;
    if constexpr (!STORE) need = (u8)(ALLOCATED | (op.checked() ? w.machine->shared->need_known : 0));
    if (!givers || !locate(w, i, op.space(), at, givers, op.row_bytes(), op.row_bytes(), need, found))
        return stop(w, i, STOP_STEP);
    if (STORE) changed(*w.machine);
    u8 *place[LANES];
    ALL_LANES(l) place[l] = found.place(*w.machine->shared, l);
    if (op.elements() == 1) move_matrices<u32, STORE>(w, op, found, place);
    else if (op.elements() == 2) move_matrices<u16, STORE>(w, op, found, place);
    else move_matrices<u8, STORE>(w, op, found, place);
    if constexpr (STORE) {
        if (op.sources_count()) mark_matrices<A, true>(w, op, op.sources(), found);
    } else {
        if (op.targets_count()) mark_matrices<A, false>(w, op, op.targets(), found);
    }
    return i + 1;
}

/* Elements of fewer than 8 bits, to a byte of the registers each; the padding of rows need not have been written. */
const Instr *load_packed(Warp &w, const Instr *i) {
    const LoadPackedMatrixArgs op(i);
    const Shared &s = *w.machine->shared;
    const u32 givers = (u32)op.givers() & w.mask, bits = (u32)op.bits();
    const u8 need = op.checked() ? s.need_known : 0;
    u64 at[LANES];
    Located found;
    addresses(w, op, at);
    if (!givers || !locate(w, i, op.space(), at, givers, op.row_bytes(), op.row_bytes(), ALLOCATED, found))
        return stop(w, i, STOP_STEP);
    for (u32 left = need ? givers : 0; left; left &= left - 1)
        if (!has(s, found.index[__builtin_ctz(left)], 2 * bits, need)) return stop(w, i, STOP_STEP);
    const s32 *plan = op.plan(), *registers = op.registers(), *targets = op.targets();
    for (int r = 0; r < op.registers_count(); ++r) {
        const bool follows = op.targets_count() && targets[r] >= 0;
        u32 t[LANES] = {}, undefined = 0;
        for (int e = 0; e < op.elements(); ++e, plan += 2 * LANES)
            for (u32 left = w.mask; left; left &= left - 1) {
                const int l = __builtin_ctz(left), giver = plan[l];
                const u32 byte = (u32)plan[LANES + l] / 8, bit = (u32)plan[LANES + l] % 8;
                u16 x;
                memcpy(&x, found.place(s, giver) + byte, sizeof x);
                t[l] |= (x >> bit & ((1u << bits) - 1)) << 8 * e;
                if (follows && !has(s, found.index[giver] + byte, bit + bits > 8 ? 2 : 1, INITIALISED))
                    undefined |= 1u << l;
            }
        put<u32>(w, registers[r], [&](int l) { return t[l]; });
        if (!follows) continue;
        u32 &known = w.known[targets[r]];
        known = (known & ~w.mask) | (w.mask & ~undefined);
    }
    return i + 1;
}

/* A matrix of `wmma`, line by line. */
template <class R, bool STORE> const Instr *wmma_access(Warp &w, const Instr *i) {
    const WmmaAccessArgs op(i);
    constexpr int MOST = 16;
    const Shared &s = *w.machine->shared;
    const s32 bits = op.element_bits(), *registers = op.registers(), *spots = op.spots(), size = op.unit_bytes();
    const int units = (int)sizeof(R) / size;
    const u32 *given = op.stride() < 0 ? nullptr : row<u32>(w, op.stride());
    if (!w.mask || op.registers_count() > MOST) return stop(w, i, STOP_STEP);
    u64 base[LANES];
    addresses(w, op, base);
    const int first = __builtin_ctz(w.mask);
    const u64 stride = given ? given[first] : (u64)op.default_stride(), line = stride * (u64)bits / 8;
    ALL_LANES(l)
        if (w.mask >> l & 1 && (base[l] != base[first] || (given && given[l] != given[first])))
            return stop(w, i, STOP_STEP);
    if (base[first] % (u64)op.address_align() || line % (u64)op.line_align()) return stop(w, i, STOP_STEP);
    const u8 need = STORE ? (u8)(ALLOCATED | WRITABLE) : (u8)(ALLOCATED | s.need_known);
    if (STORE) changed(*w.machine);
    R t[MOST][LANES] = {};
    for (int k = 0; k < op.registers_count() * units; ++k, spots += 2 * LANES) {
        u64 at[LANES];
        Located found;
        ALL_LANES(l) at[l] = base[first] + (u64)spots[l] * line + (u64)spots[LANES + l] * (u64)bits / 8;
        if (!locate(w, i, op.space(), at, w.mask, size, size, need, found)) return stop(w, i, STOP_STEP);
        const int r = k / units, by = k % units * size * 8;
        ALL_LANES(l) {
            if (!(w.mask >> l & 1)) continue;
            u8 *place = found.place(s, l);
            R x = STORE ? (R)(row<R>(w, registers[r])[l] >> by) : 0;
            memcpy(STORE ? place : (u8 *)&x, STORE ? (u8 *)&x : place, size);
            if (STORE) found.mark(s, found.index[l], size);
            else t[r][l] |= x << by;
        }
    }
    for (int r = 0; !STORE && r < op.registers_count(); ++r) put<R>(w, registers[r], [&](int l) { return t[r][l]; });
    return i + 1;
}

/* clang-format off */
#define MOVE_MEMORY(M, R) {"ld." #M "." #R, load<M, R>},
#define STORE_MEMORY(M, R) {"st." #M "." #R, store<M, R>},
#define ATOM(NAME, T, ...) {"atom." NAME, atomic<T, __VA_ARGS__, __VA_ARGS__>},
#define ATOM_HALVES(NAME, T, H) \
    ATOM("add." NAME, T, a_halves<H, h_add, T>) ATOM("min." NAME, T, a_halves<H, h_min, T>) \
    ATOM("max." NAME, T, a_halves<H, h_max, T>)
#define ATOMS(BITS, T) \
    ATOM("add.u" BITS, T, a_add<T>) ATOM("and.b" BITS, T, a_and<T>) ATOM("or.b" BITS, T, a_or<T>) \
    ATOM("xor.b" BITS, T, a_xor<T>) ATOM("exch.b" BITS, T, a_exch<T>) ATOM("cas.b" BITS, T, a_cas<T>) \
    ATOM("min.u" BITS, T, a_min<T>) ATOM("max.u" BITS, T, a_max<T>) ATOM("min.s" BITS, T, a_mins<T>) \
    ATOM("max.s" BITS, T, a_maxs<T>)

const Entry entries[] = {
    {"mark_loaded", mark_loaded},
    MOVE_MEMORY(u8, u8) MOVE_MEMORY(u8, u16) MOVE_MEMORY(u8, u32) MOVE_MEMORY(u8, u64) MOVE_MEMORY(s8, s16) MOVE_MEMORY(s8, s32)
    MOVE_MEMORY(s8, s64) MOVE_MEMORY(u16, u16) MOVE_MEMORY(u16, u32) MOVE_MEMORY(u16, u64) MOVE_MEMORY(s16, s32) MOVE_MEMORY(s16, s64)
    MOVE_MEMORY(u32, u32) MOVE_MEMORY(u32, u64) MOVE_MEMORY(s32, s64) MOVE_MEMORY(u64, u64)
    STORE_MEMORY(u8, u8) STORE_MEMORY(u8, u16) STORE_MEMORY(u8, u32) STORE_MEMORY(u8, u64) STORE_MEMORY(u16, u16) STORE_MEMORY(u16, u32)
    STORE_MEMORY(u16, u64) STORE_MEMORY(u32, u32) STORE_MEMORY(u32, u64) STORE_MEMORY(u64, u64)
    ATOMS("32", u32) ATOMS("64", u64) ATOM("cas.b16", u16, a_cas<u16>) ATOM("exch.b16", u16, a_exch<u16>)
    ATOM("inc.u32", u32, a_inc<u32>) ATOM("dec.u32", u32, a_dec<u32>)
    ATOM_HALVES("f16", u16, F16) ATOM_HALVES("f16x2", u32, F16) ATOM_HALVES("bf16", u16, BF16) ATOM_HALVES("bf16x2", u32, BF16)
    ATOM("add.noftz.f32", u32, a_addf) {"atom.cas.b128", atomic_wide<true>}, {"atom.exch.b128", atomic_wide<false>}, {"reach", reach},
    {"atom.add.f32", atomic<u32, a_addf, a_addf_flush>}, {"atom.add.f64", atomic<u64, a_addd, a_addd>},
    {"load.wmma.b32", wmma_access<u32, false>}, {"load.wmma.b64", wmma_access<u64, false>},
    {"store.wmma.b32", wmma_access<u32, true>}, {"store.wmma.b64", wmma_access<u64, true>}, {"forget", forget}, {"ldmatrix", matrix_access<LoadMatrixArgs, false>}, {"ldmatrix.packed", load_packed}, {"stmatrix", matrix_access<StoreMatrixArgs, true>},
};
/* clang-format on */

} // namespace

extern const HandlerTable LEVEL(accesses_);
const HandlerTable LEVEL(accesses_) = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
