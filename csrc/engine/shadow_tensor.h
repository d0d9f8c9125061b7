/* Shadows of operations on tensor memory, by pyptx/sim/semantics/tcgen05_shadow.py. The record before that of an MMA is
 * a `ShadowMoveArgs`. An MMA whose scaled or sparse operands have shadows goes to the reference engine.
 */
#ifndef PYPTX_ENGINE_SHADOW_TENSOR_H
#define PYPTX_ENGINE_SHADOW_TENSOR_H

#include <memory>

#include "shadow_places.h"
#include "tcgen05_mma.h"

namespace pyptx {
namespace {

/* Give words of a lane of tensor memory the shadows of the chunks of shared memory that were copied to them. */
inline void copy_shadows(const Cta &cta, const TensorPlan &p, const s32 *chunks, int lane) {
    ShadowValues &s = *cta.warps[0].machine->shadows;
    const u64 target = tensor_index(cta, lane, p.column), size = sizeof(u32) * (u64)p.columns;
    s.tensor.overwrite(target, size);
    if (p.bits || s.memory.is_empty()) return;
    ShadowPieces taken;
    for (int c = 0; c < p.a.chunks; ++c) s.memory.take(cta.shared_start + (u32)chunks[c], 16, 16 * (u64)c, taken);
    s.tensor.place(taken, [=](u64 at, u64 bytes, u64 &to) {
        to = target + at;
        return at + bytes <= size;
    });
}

/* The format of elements of a matrix; none for those of less than a byte and for integers. */
INLINE int format_of(int type) {
    switch (type) {
    case ELEMENT_F16: return HOLDS_F16;
    case ELEMENT_BF16: return HOLDS_BF16;
    case ELEMENT_TF32: return HOLDS_TF32;
    case ELEMENT_E4M3: return HOLDS_E4M3;
    case ELEMENT_E5M2: return HOLDS_E5M2;
    default: return NO_SHADOW;
    }
}

/* A matrix with its shadows: for each position along K, the numbers of all lines. */
class ShadowMatrix {
  public:
    bool has_shadows;
    u64 traced;

    void clear() { has_shadows = false, traced = 0; }
    static size_t at(int line, int k) { return (size_t)k * PITCH + (size_t)line; }
    const f64 *value(int line, int k) const { return &value_[at(line, k)]; }
    const f64 *actual(int line, int k) const { return has_shadows ? &actual_[at(line, k)] : value(line, k); }
    const f32 *size(int line, int k) const { return &size_[at(line, k)]; }
    const f32 *magnitude(int line, int k) const { return has_shadows ? &magnitude_[at(line, k)] : size(line, k); }
    const f32 *bound(int line, int k) const { return &bound_[at(line, k)]; }
    const f32 *error(int e, int line, int k) const { return &errors_[(size_t)e][at(line, k)]; }

    /* Take numbers without shadows. */
    template <class T> void take(const PanelsOf<T> &from, int first, int lines, int depth) {
        value_.resize(SIZE), size_.resize(SIZE);
        for (int k = 0; k < depth; ++k)
            for (int line = first; line < first + lines; ++line) {
                const f64 x = *from.at(line, k);
                value_[at(line, k)] = x, size_[at(line, k)] = (f32)fabs(x);
            }
        for (int k = 0; k < depth && has_shadows; ++k) {
            const size_t start = at(first, k);
            memcpy(&actual_[start], &value_[start], sizeof(f64) * (size_t)lines);
            memcpy(&magnitude_[start], &size_[start], sizeof(f32) * (size_t)lines);
            memset(&bound_[start], 0, sizeof(f32) * (size_t)lines);
            EACH_ROW(traced, e) memset(&errors_[e][start], 0, sizeof(f32) * (size_t)lines);
        }
    }
    /* Give a number a shadow, times 1 or -1. */
    void give(int line, int k, const ShadowLayout &layout, const u8 *slot, f64 sign) {
        start();
        EACH_ROW(layout.traced & ~traced, e) errors_[e].assign(SIZE, 0);
        traced |= layout.traced;
        const size_t to = at(line, k);
        layout.load(slot, value_[to], magnitude_[to], bound_[to],
                    [&](int e, f32 error) { errors_[(size_t)e][to] = e == CONSTANTS ? error : (f32)sign * error; });
        value_[to] *= sign, size_[to] = (f32)fabs(value_[to]);
    }
    /* Add what an instruction that reads f32 as tf32 leaves out. */
    void widen_bounds(int first, int lines, int depth) {
        start();
        for (int k = 0; k < depth; ++k)
            for (size_t to = at(first, k); to < at(first + lines, k); ++to)
                bound_[to] += (f32)place_of(HOLDS_TF32) * size_[to];
    }

  private:
    static constexpr int PITCH = MOST_TENSOR_ROWS + LANES; /* lanes may be beyond the last line */
    static constexpr size_t SIZE = (size_t)PITCH * MOST_TENSOR_DEPTH;
    std::vector<f64> value_, actual_;
    std::vector<f32> size_, magnitude_, bound_, errors_[MOST_ROWS];

    void start() {
        if (has_shadows) return;
        has_shadows = true;
        actual_ = value_, magnitude_ = size_, bound_.assign(SIZE, 0);
    }
};

/* Add the products of a row and 32 columns: `of` and `with` return the numbers of these at a place along K. */
template <class T, class Of, class With> INLINE void add_row(int depth, Of of, With with, T *to) {
    alignas(64) T sum[LANES];
    memcpy(sum, to, sizeof sum);
    for (int k = 0; k < depth; ++k) {
        const T x = (T)of(k);
        const auto *const y = with(k);
        VECTORS ALL_LANES(l) sum[l] += x * (T)y[l];
    }
    memcpy(to, sum, sizeof sum);
}

/* An MMA over the real numbers. */
class ShadowTensorMma {
  public:
    ShadowTensorMma(Cta *const ctas[2], const TensorOperation &o)
        : ctas_{ctas[0], ctas[1]}, o_(o), p_(*o.plan), w_(ctas[0]->warps[0]), s_(*w_.machine->shadows),
          op_(o.instr - 1), format_(p_.sum == SUM_F16 ? HOLDS_F16 : HOLDS_F32) {
        matrices().a.clear(), matrices().b.clear();
    }
    ShadowTensorMma(const ShadowTensorMma &) = delete;
    ShadowTensorMma &operator=(const ShadowTensorMma &) = delete;

    /* Compute a rectangle of D before it changes; false if the engine does not follow the shadows of an operand. */
    template <class T> bool multiply(const TensorBlock &block, const PanelsOf<T> &left, const PanelsOf<T> &right) {
        if (p_.sum == SUM_S32) return true;
        ShadowMatrix &a = matrices().a, &b = matrices().b;
        if (!has_operands_) {
            b.take(right, 0, p_.ctas * p_.b.extent, p_.depth);
            take_shared(p_.b, chunks_of_a(p_), b, 1);
            finish(p_.b, 0, p_.ctas * p_.b.extent, b);
            if (p_.a.column < 0) {
                a.take(left, 0, p_.ctas * p_.a.extent, p_.depth);
                take_shared(p_.a, 0, a, p_.negates ? -1 : 1);
                finish(p_.a, 0, p_.ctas * p_.a.extent, a);
            }
            has_operands_ = true;
        }
        if (p_.a.column >= 0) {
            a.take(left, block.row, block.rows, p_.depth);
            take_tensor(block, a);
            finish(p_.a, block.row, block.rows, a);
        }
        if ((a.has_shadows || b.has_shadows) && (p_.factors || p_.metadata.chunk)) return false;
        if (has_factor_shadows()) return false;
        results_.clear();
        results_.reserve((size_t)(block.rows * ((block.columns + LANES - 1) / LANES)));
        for (int row = 0; row < block.rows; ++row)
            for (int c = 0; c < block.columns && !skips(block, row); c += LANES)
                if (!add_up(block, row, c)) return false;
        return true;
    }

    /* Give a rectangle of D its shadows, with the rounding errors. */
    void round(const TensorBlock &block) {
        const TensorMemory &t = *ctas_[block.cta]->tensor;
        ShadowCount &count = s_.counts[op_.number()];
        const u32 mask = w_.mask;
        s_.format = format_, s_.flags = op_.flags(), s_.line = op_.line();
        auto result = results_.begin();
        for (int row = 0; row < block.rows; ++row)
            for (int c = 0; c < block.columns && !skips(block, row); c += LANES) {
                u64 index[LANES];
                w_.mask = places(block, row, c, index);
                s_.tensor.overwrite(index[0], sizeof(u32) * (u64)__builtin_popcount(w_.mask));
                if (p_.sum == SUM_S32) continue;
                alignas(64) f64 actual[LANES];
                read_d(t, block, row, c, actual);
                round_result(w_, count, *result, actual);
                scatter(s_.tensor, index, w_.mask, 0, *result->cell);
                s_.give_back(result++->cell);
            }
        s_.format = s_.flags = 0;
        w_.mask = mask;
        close(w_, op_.number());
    }

  private:
    struct Matrices {
        ShadowMatrix a, b;
    };
    static Matrices &matrices() {
        static thread_local Matrices made;
        return made;
    }
    bool skips(const TensorBlock &block, int row) const {
        const int lane = block.lane + row;
        return o_.disabled[4 * block.cta + lane / 32] >> lane % 32 & 1;
    }
    /* The places of columns of a row of D; returns which of 32 there are. */
    u32 places(const TensorBlock &block, int row, int c, u64 *index) const {
        const u64 first = tensor_index(*ctas_[block.cta], block.lane + row, p_.column + c);
        ALL_LANES(l) index[l] = first + sizeof(u32) * (u64)l;
        return block.columns - c >= LANES ? FULL : (1u << (block.columns - c)) - 1;
    }
    void read_d(const TensorMemory &t, const TensorBlock &block, int row, int c, f64 *to) const {
        u32 words[LANES] = {};
        const int count = block.columns - c < LANES ? block.columns - c : LANES;
        memcpy(words, t.words[block.lane + row] + p_.column + c, sizeof(u32) * (size_t)count);
        decode(reinterpret_cast<const u8 *>(words), sizeof *words, format_, to);
    }

    /* Note and take the shadows of 16 bytes of memory; `f` gets the number of each element that has one. */
    template <class F> void take_chunk(ShadowMemory &memory, u64 index, int type, F f) {
        if (memory.is_empty()) return;
        const int format = format_of(type), kind = kind_of(format);
        s_.ended |= memory.has_cut(index, 16);
        if (!kind) s_.ended |= memory.any(index, index + 16);
        for (int e = 0; kind && e < 16 / WIDTHS[format]; ++e) {
            const u64 at = index + (u64)(e * WIDTHS[format]);
            if (memory.kind(at) != kind) continue;
            const ShadowMemory::Page &page = *memory.page(at);
            f(e, page.layout, page.slot(at));
        }
    }
    /* Take the shadows of a matrix in shared memory, whose places are from one of the plan on. */
    void take_shared(const TensorMatrix &m, int first, ShadowMatrix &to, f64 sign) {
        const s32 *const places = (const s32 *)(&p_ + 1) + first;
        const int per = 128 / ELEMENT_BITS[m.type];
        const bool of_b = &m == &p_.b;
        for (int cta = 0; cta < p_.ctas; ++cta)
            for (int line = 0; line < m.lines; ++line)
                for (int c = 0; c < m.chunks; ++c)
                    take_chunk(s_.memory, ctas_[cta]->shared_start + (u32)places[line * m.chunks + c], m.type,
                               [&](int e, const ShadowLayout &layout, const u8 *slot) {
                                   const int across = c * per + e - m.skipped;
                                   const int own = m.mn_major ? across : line, k = m.mn_major ? line : c * per + e;
                                   if (own < 0 || own >= m.extent) return;
                                   if (of_b && p_.zeroed[own / 32] >> own % 32 & 1) return;
                                   to.give(cta * m.extent + own, k, layout, slot, sign);
                               });
    }
    /* Take the shadows of the rows of A in tensor memory. */
    void take_tensor(const TensorBlock &block, ShadowMatrix &to) {
        const int per = 128 / ELEMENT_BITS[p_.a.type];
        for (int row = 0; row < block.rows; ++row) {
            const int lane = block.a_lane + (p_.shifted && row + 1 < block.rows ? row + 1 : row);
            for (int c = 0; c < p_.a.chunks; ++c)
                take_chunk(s_.tensor, tensor_index(*ctas_[block.cta], lane, p_.a.column + 4 * c), p_.a.type,
                           [&](int e, const ShadowLayout &layout, const u8 *slot) {
                               to.give(block.row + row, c * per + e, layout, slot, p_.negates ? -1 : 1);
                           });
        }
    }
    void finish(const TensorMatrix &m, int first, int lines, ShadowMatrix &to) const {
        if (m.type == ELEMENT_TF32) to.widen_bounds(first, lines, p_.depth);
    }
    /* Whether scale factors have shadows. */
    bool has_factor_shadows() const {
        if (s_.tensor.is_empty()) return false;
        for (int cta = 0; cta < p_.ctas; ++cta)
            for (const TensorFactors *f : {&p_.of_a, &p_.of_b})
                for (int number = 0; number < p_.factors; ++number) {
                    const int first = f->column + (f->first + number) / 4 * f->wide;
                    for (int lane = 0; lane < TENSOR_LANES; ++lane) {
                        const u64 at = tensor_index(*ctas_[cta], lane, first);
                        if (s_.tensor.any(at, at + sizeof(u32) * (u64)f->used)) return true;
                    }
                }
        return false;
    }

    /* Add the products of a row of A to D, for 32 columns; false if these have values of several formats. */
    bool add_up(const TensorBlock &block, int row, int c) {
        const ShadowMatrix &a = matrices().a, &b = matrices().b;
        const int line = block.row + row, column = block.column + c, depth = p_.depth;
        u64 index[LANES];
        const u32 lanes = places(block, row, c, index);
        Operand held;
        read_d(*ctas_[block.cta]->tensor, block, row, c, held.own);
        const f64 factor = o_.adds ? ldexp(1, -p_.scale) : 0;
        VECTORS ALL_LANES(l) held.own[l] = factor == 0 ? 0 : held.own[l] * factor;
        exact(held);
        ShadowCell *cell = nullptr;
        if (o_.adds && !gather(s_, s_.tensor, index, lanes, 0, cell)) return false;
        if (cell && p_.scale) scale(*cell);
        if (cell && cell->kind == format_) with_shadows(s_, cell, lanes, held);

        results_.emplace_back();
        ShadowResult &result = results_.back();
        ShadowCell &out = *(result.cell = s_.take());
        const bool errs = a.has_shadows || b.has_shadows;
        alignas(64) f64 value[LANES] = {}, computed[LANES] = {};
        alignas(64) f32 magnitude[LANES] = {}, bound[LANES] = {};
        const auto value_a = [&](int k) { return *a.value(line, k); };
        const auto value_b = [&](int k) { return b.value(column, k); };
        const auto size_a = [&](int k) { return *a.size(line, k); };
        const auto size_b = [&](int k) { return b.size(column, k); };
        add_row(depth, value_a, value_b, value);
        if (errs) {
            add_row(
                depth, [&](int k) { return *a.actual(line, k); }, [&](int k) { return b.actual(column, k); }, computed);
            add_row(
                depth, [&](int k) { return *a.magnitude(line, k); }, size_b, magnitude);
            add_row(
                depth, size_a, [&](int k) { return b.magnitude(column, k); }, magnitude);
            if (a.has_shadows)
                add_row(
                    depth, [&](int k) { return *a.bound(line, k); }, size_b, bound);
            if (b.has_shadows)
                add_row(
                    depth, size_a, [&](int k) { return b.bound(column, k); }, bound);
        } else {
            memcpy(computed, value, sizeof computed);
            add_row(
                depth, [&](int k) { return 2 * *a.size(line, k); }, size_b, magnitude);
        }
        trace(out, a.traced | b.traced | held.traced());
        const f32 place = (f32)place_of(format_), roundings = (f32)depth * place;
        VECTORS ALL_LANES(l) {
            out.value[l] = held.value[l] + value[l], result.computed[l] = held.actual[l] + computed[l];
            out.magnitude[l] = held.magnitude[l] + magnitude[l];
            out.bound[l] = held.bound[l] + bound[l] + roundings * magnitude[l] + place * out.magnitude[l];
        }
        EACH_ROW(out.traced, e) {
            f32 *const errors = out.row((int)e);
            memcpy(errors, held.row((int)e), sizeof(f32) * LANES);
            const auto of_a = [&](int k) { return *a.error((int)e, line, k); };
            const auto of_b = [&](int k) { return b.error((int)e, column, k); };
            const bool from_a = a.traced >> e & 1, from_b = b.traced >> e & 1;
            if (from_a && e == CONSTANTS) add_row(depth, of_a, size_b, errors);
            else if (from_a) add_row(depth, of_a, value_b, errors);
            if (from_b && e == CONSTANTS) add_row(depth, size_a, of_b, errors);
            else if (from_b) add_row(depth, value_a, of_b, errors);
        }
        s_.give_back(held.made), s_.give_back(cell);
        return true;
    }
    /* Divide what D held by the power of two of the MMA. */
    void scale(ShadowCell &cell) const {
        const f32 factor = ldexpf(1, -p_.scale);
        ALL_LANES(l) cell.value[l] *= factor, cell.magnitude[l] *= factor, cell.bound[l] *= factor;
        EACH_ROW(cell.traced, e) ALL_LANES(l) cell.row((int)e)[l] *= factor;
    }

    Cta *const ctas_[2];
    const TensorOperation &o_;
    const TensorPlan &p_;
    Warp &w_;
    ShadowValues &s_;
    const ShadowMoveArgs op_;
    const int format_;
    std::vector<ShadowResult> results_;
    bool has_operands_ = false;
};

} // namespace
} // namespace pyptx
#endif
