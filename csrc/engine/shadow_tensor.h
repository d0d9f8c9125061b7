/* Shadows of operations on tensor memory, by pyptx/sim/semantics/tcgen05_shadow.py. The record before that of an MMA is
 * a `ShadowMoveArgs`.
 */
#ifndef PYPTX_ENGINE_SHADOW_TENSOR_H
#define PYPTX_ENGINE_SHADOW_TENSOR_H

#include <memory>

#include "shadow_panels.h"
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

/* An MMA over the real numbers. */
class ShadowTensorMma {
  public:
    ShadowTensorMma(Cta *const ctas[2], const TensorOperation &o)
        : ctas_{ctas[0], ctas[1]}, o_(o), p_(*o.plan), w_(ctas[0]->warps[0]), s_(*w_.machine->shadows),
          op_(o.instr - 1), format_(p_.sum == SUM_F16 ? HOLDS_F16 : HOLDS_F32), a_(matrices()[0]), b_(matrices()[1]) {
        a_.clear(p_.ctas * p_.a.extent, p_.depth), b_.clear(p_.ctas * p_.b.extent, p_.depth);
    }
    ShadowTensorMma(const ShadowTensorMma &) = delete;
    ShadowTensorMma &operator=(const ShadowTensorMma &) = delete;

    /* Compute a rectangle of D: eight rows before `sum` changes them, and their rounding errors behind it. False if
     * some of its values have several formats. */
    template <class T, class F>
    bool each_part(const TensorBlock &block, const PanelsOf<T> &left, const PanelsOf<T> &right, F sum) {
        take(block, left, right);
        TensorBlock part = block;
        part.rows = PANEL;
        for (; part.row < block.row + block.rows; part.row += PANEL, part.lane += PANEL) {
            if (!multiply(part)) return false;
            sum(part);
            round(part);
        }
        close(w_, op_.number());
        return true;
    }

  private:
    /* Take the operands of a rectangle of D; those in shared memory once. */
    template <class T> void take(const TensorBlock &block, const PanelsOf<T> &left, const PanelsOf<T> &right) {
        if (p_.sum == SUM_S32) return;
        const auto of_a = [&](int line, int k) { return left.at(line, k); };
        if (!has_operands_) {
            s_.ended |= has_factor_shadows();
            b_.take(0, p_.ctas * p_.b.extent, [&](int line, int k) { return right.at(line, k); });
            take_shared(p_.b, chunks_of_a(p_));
            finish(p_.b, 0, p_.ctas * p_.b.extent, b_);
            if (p_.a.column < 0) {
                a_.take(0, p_.ctas * p_.a.extent, of_a);
                take_shared(p_.a, 0);
                finish(p_.a, 0, p_.ctas * p_.a.extent, a_);
            }
            has_operands_ = true;
        }
        if (p_.a.column < 0) return;
        a_.take(block.row, block.rows, of_a);
        take_tensor(block);
        finish(p_.a, block.row, block.rows, a_);
    }

    /* Compute eight rows of D before they change; false if some of its values have several formats. */
    bool multiply(const TensorBlock &block) {
        results_.clear();
        if (p_.sum == SUM_S32) return true;
        results_.reserve((size_t)(PANEL * ((block.columns + LANES - 1) / LANES)));
        for (int c = 0; c < block.columns; c += LANES)
            if (!add_up(block, c)) return false;
        return true;
    }

    /* Give these rows their shadows, with the rounding errors. */
    void round(const TensorBlock &block) {
        const TensorMemory &t = *ctas_[block.cta]->tensor;
        ShadowCount &count = s_.counts[op_.number()];
        const u32 mask = w_.mask;
        s_.format = format_, s_.flags = op_.flags(), s_.line = op_.line();
        auto result = results_.begin();
        for (int c = 0; c < block.columns; c += LANES)
            for (int row = 0; row < PANEL; ++row) {
                if (skips(block, row)) continue;
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
    }

    static ShadowMatrix *matrices() {
        static thread_local ShadowMatrix made[2];
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

    /* Take the shadows of a matrix in shared memory, whose places are from one of the plan on. */
    void take_shared(const TensorMatrix &m, int first) {
        const s32 *const places = (const s32 *)(&p_ + 1) + first;
        const int per = 128 / ELEMENT_BITS[m.type];
        const bool of_b = &m == &p_.b;
        for (int cta = 0; cta < p_.ctas; ++cta)
            for (int line = 0; line < m.lines; ++line)
                for (int c = 0; c < m.chunks; ++c) {
                    const u64 index = ctas_[cta]->shared_start + (u32)places[line * m.chunks + c];
                    take_chunk(s_, s_.memory, index, m.type, w_.machine->shared->data + index,
                               [&](int e, const ShadowLayout &layout, const u8 *slot) {
                                   const int across = c * per + e - m.skipped;
                                   const int own = m.mn_major ? across : line, k = m.mn_major ? line : c * per + e;
                                   if (own < 0 || own >= m.extent) return;
                                   if (!of_b) give_a(cta, own, k, layout, slot);
                                   else if (!(p_.zeroed[own / 32] >> own % 32 & 1))
                                       give_b(cta * m.extent + own, k, layout, slot);
                               });
                }
    }
    /* Take the shadows of the rows of A in tensor memory. */
    void take_tensor(const TensorBlock &block) {
        const int per = 128 / ELEMENT_BITS[p_.a.type];
        for (int row = 0; row < block.rows; ++row) {
            const int lane = block.a_lane + (p_.shifted && row + 1 < block.rows ? row + 1 : row);
            const Cta &cta = *ctas_[block.cta];
            for (int c = 0; c < p_.a.chunks; ++c) {
                const int column = p_.a.column + 4 * c;
                take_chunk(s_, s_.tensor, tensor_index(cta, lane, column), p_.a.type,
                           (const u8 *)&cta.tensor->words[lane][column],
                           [&](int e, const ShadowLayout &layout, const u8 *slot) {
                               give_a(block.cta, (block.row + row) % p_.a.extent, c * per + e, layout, slot);
                           });
            }
        }
    }
    /* Give a stored element of a row of A that a CTA has a shadow. */
    void give_a(int cta, int row, int k, const ShadowLayout &layout, const u8 *slot) {
        if (p_.metadata.chunk) k = expanded(cta, row, k);
        const f64 factor = factor_of(p_.of_a, cta, row, k);
        a_.give(cta * p_.a.extent + row, k, layout, slot, p_.negates ? -factor : factor);
    }
    void give_b(int column, int k, const ShadowLayout &layout, const u8 *slot) {
        b_.give(column, k, layout, slot, factor_of(p_.of_b, 0, column, k));
    }
    /* The column of a stored element of a sparse A. */
    int expanded(int cta, int row, int k) const {
        const TensorMetadata &m = p_.metadata;
        const s32 *const places = (const s32 *)(&p_ + 1) + chunks_of_a(p_) + p_.b.lines * p_.b.chunks;
        const int half = m.chunk / 2, c = k / half;
        const s32 place = places[row * (p_.depth / m.chunk) + c];
        const u32 word = ctas_[cta]->tensor->words[place >> 14][place >> 5 & (TENSOR_COLUMNS - 1)];
        int parts[2];
        stored_parts(word >> place % 32 & 15, m.chunk, false, parts);
        return c * m.chunk + parts[k % half];
    }
    /* The scale factor of an element: 1 for none. */
    f64 factor_of(const TensorFactors &f, int cta, int row, int k) const {
        if (!p_.factors) return 1;
        u32 code = 0;
        bool known;
        factor_at(TensorReader{*w_.machine, o_.instr}, *ctas_[cta]->tensor, f, row, k / (p_.depth / p_.factors), code,
                  known);
        return p_.e4m3 ? E4M3_VALUES.of[code & 127] : ue8m0_value(code);
    }
    void finish(const TensorMatrix &m, int first, int lines, ShadowMatrix &to) const {
        if (m.type == ELEMENT_TF32) to.widen_bounds(first, lines);
    }
    /* Whether scale factors have shadows, which end here. */
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

    struct Sums { /* of eight rows and 32 columns */
        alignas(64) f64 value[PANEL][LANES], computed[PANEL][LANES];
        alignas(64) f32 magnitude[PANEL][LANES], bound[PANEL][LANES], errors[PANEL][LANES];
    };
    /* Add the products of eight rows of A and some columns of B, from one of their numbers each. */
    template <class T> void add(const T *a, const T *b, int columns, T (*to)[LANES]) const {
        for (int n = 0; n < columns; n += PANEL) add_products(a, b + n * p_.depth, p_.depth, &to[0][n], LANES);
    }

    /* Add the products to eight rows of D, for 32 columns; false if these have values of several formats. */
    bool add_up(const TensorBlock &block, int c) {
        const int line = block.row, column = block.column + c;
        const int columns = block.columns - c < LANES ? block.columns - c : LANES;
        Sums sums;
        memset(&sums, 0, sizeof sums);
        add(a_.value(line), b_.value(column), columns, sums.value);
        if (a_.has_shadows || b_.has_shadows) {
            add(a_.actual(line), b_.actual(column), columns, sums.computed);
            add(a_.magnitude(line), b_.size(column), columns, sums.magnitude);
            add(a_.size(line), b_.magnitude(column), columns, sums.magnitude);
            if (a_.has_shadows) add(a_.bound(line), b_.size(column), columns, sums.bound);
            if (b_.has_shadows) add(a_.size(line), b_.bound(column), columns, sums.bound);
        } else {
            memcpy(sums.computed, sums.value, sizeof sums.value);
            add(a_.size(line), b_.size(column), columns, sums.magnitude);
            for (auto &row : sums.magnitude) VECTORS ALL_LANES(l) row[l] *= 2;
        }
        ShadowResult *const made = results_.data() + results_.size();
        for (int row = 0; row < PANEL; ++row)
            if (!skips(block, row) && !add_held(block, row, c, sums)) return false;
        EACH_ROW(a_.traced | b_.traced, e) {
            memset(sums.errors, 0, sizeof sums.errors);
            const bool whole = e == CONSTANTS; /* absolute values */
            const auto of = [whole](const ShadowMatrix &m, int line) { return whole ? m.size(line) : m.single(line); };
            if (a_.traced >> e & 1) add(a_.error((int)e, line), of(b_, column), columns, sums.errors);
            if (b_.traced >> e & 1) add(of(a_, line), b_.error((int)e, column), columns, sums.errors);
            const ShadowResult *result = made;
            for (int row = 0; row < PANEL; ++row) {
                if (skips(block, row)) continue;
                f32 *const errors = result++->cell->row((int)e);
                VECTORS ALL_LANES(l) errors[l] += sums.errors[row][l];
            }
        }
        return true;
    }
    /* Add what a row of D holds to the sums, as a result; false if it has values of several formats. */
    bool add_held(const TensorBlock &block, int row, int c, const Sums &sums) {
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

        const ShadowSums own{sums.value[row], sums.computed[row], sums.magnitude[row], sums.bound[row]};
        add_sums(s_, held, own, a_.traced | b_.traced, (f32)place_of(format_), p_.depth, 1, results_.emplace_back());
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
    ShadowMatrix &a_, &b_;
    std::vector<ShadowResult> results_; /* of eight rows */
    bool has_operands_ = false;
};

} // namespace
} // namespace pyptx
#endif
