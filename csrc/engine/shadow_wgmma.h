/* Shadows of wgmma, by pyptx/sim/semantics/wgmma_shadow.py. The record before that of an MMA is a `ShadowMmaArgs`. */
#ifndef PYPTX_ENGINE_SHADOW_WGMMA_H
#define PYPTX_ENGINE_SHADOW_WGMMA_H

#include <memory>

#include "shadow_panels.h"
#include "wgmma_mma.h"

namespace pyptx {
namespace {

constexpr int WARP_ROWS = ROWS / WARPS;

/* Keep the shadows of A in registers until the MMA takes effect. */
bool keep_fragment(Warp &w, Product &p) {
    const Form f(p.instr);
    const ShadowMmaArgs op(p.instr - 1);
    const int count = op.operands()[0].count, kind = kind_of(op.operands()[0].format);
    for (int r = 0; r < f.a_count(); ++r)
        for (int e = 0; e < count; ++e) {
            const ShadowCell *cell = cell_at(w, f.a()[r], e * 4 / count);
            if (!cell || !cell->lanes || cell->kind != kind) continue;
            if (!p.shadows) p.shadows = (ShadowCell **)calloc((size_t)(f.a_count() * count * WARPS), sizeof *p.shadows);
            if (!p.shadows) return false;
            ShadowCell *&kept = p.shadows[(r * count + e) * WARPS + w.index % WARPS];
            copy_cell(*cell, *(kept = w.machine->shadows->take()));
        }
    return true;
}

/* MMAs that take effect together, over the real numbers. Lines of panels are in the order of `Room`. */
class ShadowMma {
  public:
    ShadowMma(const Cta &cta, const Product *products, int count, int depth, const Room &room)
        : w_(*cta.warps), s_(*w_.machine->shadows), base_(cta.shared_start), products_(products), count_(count),
          depth_(depth), columns_(Form(products->instr).columns()), room_(room), op_(products[count - 1].instr - 1),
          format_(op_.type()), a_(matrices()[0]), b_(matrices()[1]) {
        a_.clear(ROWS, depth), b_.clear(columns_, depth);
        a_.take(0, ROWS, [&](int line, int k) { return room.a[line / PANEL * depth + k]; });
        for (int n = 0, k = 0; n < count; k += Form(products[n++].instr).depth()) take(products[n], k);
        if (Form(products->instr).a_type() != ELEMENT_TF32) return;
        a_.widen_bounds(0, ROWS);
        start_b();
        b_.widen_bounds(0, columns_);
    }
    ~ShadowMma() {
        for (int n = 0; n < count_; ++n)
            for (int k = 0; products_[n].shadows && k < kept_count(products_[n]); ++k)
                s_.give_back(products_[n].shadows[k]);
    }
    ShadowMma(const ShadowMma &) = delete;
    ShadowMma &operator=(const ShadowMma &) = delete;

    /* Compute D of a warp before the accumulator changes. */
    void multiply(const Warp &w, int warp) {
        const bool errs = a_.has_shadows || b_.has_shadows;
        const int line = WARP_ROWS * warp;
        results_.clear();
        results_.reserve((size_t)(columns_ / 2));
        for (int j = 0; j < columns_ / 8; ++j) {
            Sums sums;
            memset(&sums, 0, sizeof sums);
            const f32 *const size = size_of_b(j);
            if (b_.has_shadows) add([&](int half) { return a_.value(line + half); }, b_.value(8 * j), sums.value);
            else add([&](int half) { return a_.value(line + half); }, single_of_b(j), sums.value);
            if (errs) {
                const auto actual = [&](int half) { return a_.actual(line + half); };
                if (b_.has_shadows) add(actual, b_.actual(8 * j), sums.computed);
                else add(actual, single_of_b(j), sums.computed);
                const auto sizes = [&](int half) { return a_.size(line + half); };
                add([&](int half) { return a_.magnitude(line + half); }, size, sums.magnitude);
                add(sizes, b_.has_shadows ? b_.magnitude(8 * j) : size, sums.magnitude);
                if (a_.has_shadows) add([&](int half) { return a_.bound(line + half); }, size, sums.bound);
                if (b_.has_shadows) add(sizes, b_.bound(8 * j), sums.bound);
            } else {
                memcpy(sums.computed, sums.value, sizeof sums.value);
                add([&](int half) { return a_.size(line + half); }, size, sums.magnitude);
                for (auto &row : sums.magnitude) VECTORS ALL_LANES(l) row[l] *= 2;
            }
            for (int q = 0; q < 4; ++q)
                add_accumulator(w, 4 * j + q, {sums.value[q], sums.computed[q], sums.magnitude[q], sums.bound[q]});
        }
        EACH_ROW(a_.traced | b_.traced, e) {
            const bool whole = e == CONSTANTS; /* absolute values */
            for (int j = 0; j < columns_ / 8; ++j) {
                alignas(64) f32 errors[4][LANES] = {};
                if (a_.traced >> e & 1)
                    add([&](int half) { return a_.error((int)e, line + half); }, whole ? size_of_b(j) : single_of_b(j),
                        errors);
                if (b_.traced >> e & 1)
                    add([&](int half) { return whole ? a_.size(line + half) : a_.single(line + half); },
                        b_.error((int)e, 8 * j), errors);
                for (int q = 0; q < 4; ++q) {
                    f32 *const to = results_[(size_t)(4 * j + q)].cell->row((int)e);
                    VECTORS ALL_LANES(l) to[l] += errors[q][l];
                }
            }
        }
    }

    /* Give D of the warp its shadows, with the rounding errors. */
    void round(Warp &w) {
        ShadowCount &count = s_.counts[op_.number()];
        const u32 mask = w.mask;
        w.mask = FULL;
        s_.format = format_, s_.flags = op_.flags(), s_.line = op_.line();
        const int values = 4 / WIDTHS[format_]; /* in a register */
        for (size_t k = 0; k < results_.size(); k += (size_t)values) {
            ShadowWrite write{register_of((int)k), 4, {}};
            for (int e = 0; e < values; ++e) {
                ShadowResult &result = results_[k + (size_t)e];
                const int offset = e * WIDTHS[format_];
                alignas(64) f64 actual[LANES];
                decode(w, write.row, 4, offset, format_, actual);
                round_result(w, count, result, actual);
                write.cells[offset] = result.cell;
            }
            write_register(w, write);
        }
        s_.format = s_.flags = 0;
        w.mask = mask;
    }
    /* Count the endings of shadows of the operands. */
    void finish() { close(w_, op_.number()); }

  private:
    struct Sums { /* of the lower rows and the upper ones, each of even columns and odd ones: by lane */
        alignas(64) f64 value[4][LANES], computed[4][LANES];
        alignas(64) f32 magnitude[4][LANES], bound[4][LANES];
    };
    static ShadowMatrix *matrices() {
        static thread_local ShadowMatrix made[2];
        return made;
    }
    int kept_count(const Product &p) const {
        return Form(p.instr).a_count() * ShadowMmaArgs(p.instr - 1).operands()[0].count * WARPS;
    }
    /* The register of D that holds a result. */
    int32_t register_of(int k) const { return Form(products_->instr).d()[format_ == HOLDS_F32 ? k : k / 2]; }

    /* Operands */

    static int line_of(int line) { return line / PANEL * PANEL + PLACE_OF[line % PANEL]; }
    void start_b() {
        if (!b_.has_shadows) b_.take(0, columns_, [&](int line, int k) { return room_.b[line / PANEL * depth_ + k]; });
    }
    const f32 *single_of_b(int j) const { return b_.has_shadows ? b_.single(8 * j) : room_.b[j * depth_]; }
    const f32 *size_of_b(int j) {
        if (b_.has_shadows) return b_.size(8 * j);
        const f32 *const from = room_.b[j * depth_];
        for (int k = 0; k < PANEL * depth_; ++k) sizes_[k] = fabsf(from[k]);
        return sizes_;
    }
    /* Take the shadows of the operands of an MMA, from a position along K. */
    void take(const Product &p, int k0) {
        const Form f(p.instr);
        const f64 sign = f.negates() ? -1 : 1;
        const auto column_of = [&](int row, int k) { return k0 + (f.meta() < 0 ? k : expanded(p, f, row, k)); };
        const int count = ShadowMmaArgs(p.instr - 1).operands()[0].count;
        for (int number = 0; p.shadows && number < kept_count(p); ++number) {
            const ShadowCell *const cell = p.shadows[number];
            if (!cell) continue;
            const int warp = number % WARPS, e = number / WARPS % count, r = number / WARPS / count;
            size_t places[LANES];
            EACH_LANE(cell->lanes, l) {
                const int row = WARP_ROWS * warp + r % 2 * 8 + (int)l / 4, k = ((int)l % 4 + r / 2 * 4) * count + e;
                places[l] = a_.at(line_of(row), column_of(row, k));
            }
            a_.give(*cell, cell->lanes, places, sign);
        }
        for (int number = 0; f.a_type() == ELEMENT_TF32 && number < f.a_count() * WARPS; ++number) {
            const u32 known = p.shadows && p.shadows[number] ? p.shadows[number]->lanes : 0;
            const int warp = number % WARPS, r = number / WARPS;
            EACH_LANE(~known, l) {
                const int row = WARP_ROWS * warp + r % 2 * 8 + (int)l / 4, k = (int)l % 4 + r / 2 * 4;
                give_all_bits((const u8 *)(p.values + number * LANES + l),
                              [&](const ShadowLayout &plain, const u8 *slot) {
                                  a_.give(line_of(row), column_of(row, k), plain, slot, sign);
                              });
            }
        }
        Tile t;
        if (!f.a_count() && tile_of(p.a, f.mn_major_a(), t))
            take_shared(t, f.a_type(), ROWS, f.stored(),
                        [&](int row, int k, const ShadowLayout &layout, const u8 *slot) {
                            a_.give(line_of(row), column_of(row, k), layout, slot, sign);
                        });
        if (!tile_of(p.b, f.mn_major_b(), t)) return; /* the MMA reports it */
        take_shared(t, f.b_type(), columns_, f.depth(),
                    [&](int column, int k, const ShadowLayout &layout, const u8 *slot) {
                        start_b();
                        b_.give(line_of(column), k0 + k, layout, slot, 1);
                    });
    }
    /* Take the shadows of a matrix in shared memory. */
    template <class F> void take_shared(const Tile &t, int type, int lines, int depth, F give) {
        const int per = 128 / ELEMENT_BITS[type];
        const u32 row = t.row_bytes ? t.row_bytes : 16, step = t.row_bytes ? 16 : t.leading;
        const auto take = [&](u32 place, int line, int k) {
            take_chunk(s_, s_.memory, base_ + place, type, w_.machine->shared->data + base_ + place,
                       [&](int e, const ShadowLayout &layout, const u8 *slot) {
                           give(t.mn_major ? line + e : line, t.mn_major ? k : k + e, layout, slot);
                       });
        };
        if (s_.memory.is_empty() && type != ELEMENT_TF32) return;
        if (t.mn_major) {
            for (int k = 0; k < depth; ++k)
                for (int c = 0; c < lines / per; ++c) take(chunk_at(t, (u32)k, (u32)c), c * per, k);
            return;
        }
        for (int line = 0; line < lines; ++line)
            for (int c = 0; c < depth / per; ++c) {
                const u32 place = t.address + (u32)line / 8 * t.stride + (u32)line % 8 * row + (u32)c * step;
                take(place ^ t.flips(place), line, c * per);
            }
    }
    /* The column of a stored element of a sparse A. */
    static int expanded(const Product &p, const Form &f, int row, int k) {
        const int half = f.chunk() / 2, c = k / half;
        const u32 *const meta = p.values + (f.a_count() * WARPS + row / WARP_ROWS) * LANES;
        const s32 place = f.places()[row % WARP_ROWS * (f.depth() / f.chunk()) + c];
        int parts[2];
        stored_parts(meta[place / 8] >> 4 * (place % 8) & 15, f.chunk(), true, parts);
        return f.chunk() * c + parts[k % half];
    }

    /* Sums */

    /* Add the products of numbers of a warp's rows of A, by half, and of eight columns of B. */
    template <class A, class B, class T> void add(A of_a, const B *b, T (*to)[LANES]) const {
        for (int half = 0; half < 2; ++half) {
            alignas(64) T sum[PANEL][PANEL] = {};
            add_products(of_a(PANEL * half), b, depth_, sum[0], PANEL);
            for (int n = 0; n < PANEL; ++n)
                for (int odd = 0; odd < 2; ++odd) {
                    T *const some = to[2 * half + odd] + 4 * LINE_OF[n];
                    for (int k = 0; k < 4; ++k) some[k] += sum[n][4 * odd + k];
                }
        }
    }
    /* Add sums to the accumulator, as a result. */
    void add_accumulator(const Warp &w, int k, const ShadowSums &sums) {
        const bool adds = products_->adds;
        const int32_t at = register_of(k);
        const int offset = k * WIDTHS[format_] % 4;
        Operand held;
        decode(w, at, 4, offset, format_, held.own);
        VECTORS ALL_LANES(l) held.own[l] = adds ? held.own[l] : 0;
        exact(held);
        const ShadowCell *const cell = adds ? cell_at(w, at, offset) : nullptr;
        if (cell && cell->kind == format_ && cell->lanes) with_shadows(s_, cell, FULL, held);
        add_sums(s_, held, sums, a_.traced | b_.traced, (f32)place_of(format_), Form(products_->instr).depth(), count_,
                 results_.emplace_back());
        s_.give_back(held.made);
    }

    Warp &w_;
    ShadowValues &s_;
    const u64 base_;
    const Product *products_;
    const int count_, depth_, columns_;
    const Room &room_;
    const ShadowMmaArgs op_;
    const int format_;
    ShadowMatrix &a_, &b_;
    alignas(64) f32 sizes_[PANEL * MOST_DEPTH]; /* of eight columns of B */
    std::vector<ShadowResult> results_;         /* of a warp: by eight columns, then as in `Sums` */
};

} // namespace
} // namespace pyptx
#endif
