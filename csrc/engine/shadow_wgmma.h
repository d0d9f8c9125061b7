/* Shadows of wgmma, by pyptx/sim/semantics/wgmma_shadow.py. A and B in shared memory are exact, or the launch goes to
 * the reference engine; A in registers and D have shadows. The record before that of an MMA is a `ShadowMmaArgs`.
 */
#ifndef PYPTX_ENGINE_SHADOW_WGMMA_H
#define PYPTX_ENGINE_SHADOW_WGMMA_H

#include <memory>

#include "shadow_operands.h"
#include "wgmma_mma.h"

namespace pyptx {
namespace {

constexpr int WARP_ROWS = ROWS / WARPS;

/* The chunks of a matrix lie between these places in shared memory. */
INLINE bool has_shadows(const Machine &m, const Cta &cta, u64 descriptor, bool mn_major, int type, int lines,
                        int depth) {
    Tile t;
    if (!tile_of(descriptor, mn_major, t)) return false; /* the MMA reports it */
    const int per = 128 / ELEMENT_BITS[type];
    u64 first = t.address, last;
    if (mn_major) {
        last = first;
        for (int k = 0; k < depth; k += 8)
            for (int c = 0; c < lines / per; ++c) {
                const u64 at = chunk_at(t, (u32)k, (u32)c);
                first = at < first ? at : first, last = at > last ? at : last;
            }
        last += 8 * 128;
    } else {
        const u32 row = t.row_bytes ? t.row_bytes : 16, step = t.row_bytes ? 16 : t.leading;
        last = first + 7ull * row + (lines / 8 - 1ull) * t.stride + (depth / per - 1ull) * step;
    }
    const u64 base = cta.shared_start;
    const u64 end = (last | 127) + 1 < m.shared->shared_bytes ? (last | 127) + 1 : m.shared->shared_bytes;
    return m.shadows->memory.any(base + (first & ~127ull), base + end);
}

/* Whether no element in shared memory has a shadow. */
bool are_exact(Machine &m, const Cta &cta, const Product *products, int count) {
    for (int n = 0; n < count; ++n) {
        const Form f(products[n].instr);
        if (has_shadows(m, cta, products[n].b, f.mn_major_b(), f.b_type(), f.columns(), f.depth())) return false;
        if (!f.a_count() && has_shadows(m, cta, products[n].a, f.mn_major_a(), f.a_type(), ROWS, f.depth()))
            return false;
    }
    return true;
}

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

/* MMAs that take effect together, over the real numbers. */
class ShadowMma {
  public:
    ShadowMma(Machine &m, const Product *products, int count, int depth, const Room &room)
        : s_(*m.shadows), products_(products), count_(count), depth_(depth), columns_(Form(products->instr).columns()),
          room_(room), op_(products[count - 1].instr - 1), b_((size_t)(depth * columns_)) {
        for (int n = 0; n < columns_; ++n)
            for (int k = 0; k < depth; ++k) b_[(size_t)(k * columns_ + n)] = element(room.b, depth, n, k);
    }
    ~ShadowMma() {
        for (int n = 0; n < count_; ++n) {
            const Form f(products_[n].instr);
            const int cells = f.a_count() * op_.operands()[0].count * WARPS;
            for (int k = 0; products_[n].shadows && k < cells; ++k) s_.give_back(products_[n].shadows[k]);
        }
    }
    ShadowMma(const ShadowMma &) = delete;
    ShadowMma &operator=(const ShadowMma &) = delete;

    /* Compute D of a warp before the accumulator changes. */
    void multiply(Warp &w, int warp) {
        const Form f(products_->instr);
        take_a(warp);
        const f64 place = place_of(HOLDS_F32);
        const int k_of_one = f.depth();
        product(value_, [&](int k, int row) { return a_[k][row].value; });
        if (exact_) computed_ = value_;
        else product(computed_, [&](int k, int row) { return a_[k][row].actual; });
        for (f64 &each : b_) each = fabs(each);
        product(magnitude_, [&](int k, int row) { return fabs(a_[k][row].value) + a_[k][row].magnitude; });
        if (!exact_) {
            product(bound_, [&](int k, int row) { return a_[k][row].bound; });
            product(constants_, [&](int k, int row) { return a_[k][row].constants; });
        }
        results_.resize((size_t)f.d_count());
        u64 traced = traced_;
        for (int r = 0; p().adds && r < f.d_count(); ++r)
            if (const ShadowCell *held = cell_at(w, f.d()[r], 0)) traced |= held->lanes ? held->traced : 0;
        for (int r = 0; r < f.d_count(); ++r) {
            ShadowResult &result = results_[(size_t)r];
            ShadowCell &out = *(result.cell = s_.take());
            trace(out, traced);
            const ShadowCell *held = p().adds ? cell_at(w, f.d()[r], 0) : nullptr;
            const f32 *actual = row<f32>(w, f.d()[r]);
            ALL_LANES(l) {
                const size_t at = place_in_d(r, l);
                const bool own = held && held->lanes >> l & 1 && held->kind == HOLDS_F32;
                const f64 before = p().adds ? (f64)actual[l] : 0;
                f64 bound = (exact_ ? 0 : bound_[at]) + k_of_one * place * magnitude_[at];
                out.value[l] = value_[at] + (own ? held->value[l] : before);
                out.constants[l] = (exact_ ? 0 : constants_[at]) + (own ? held->constants[l] : 0);
                out.magnitude[l] = magnitude_[at] + (own ? held->magnitude[l] : fabs(before));
                bound += own ? held->bound[l] : 0;
                out.bound[l] = bound + count_ * place * out.magnitude[l];
                result.computed[l] = computed_[at] + before;
                EACH_ERROR(own ? held->traced : 0, e) out.errors((int)e)[l] = held->errors((int)e)[l];
            }
        }
        for (int n = 0; n < columns_; ++n)
            for (int k = 0; k < depth_; ++k) b_[(size_t)(k * columns_ + n)] = element(room_.b, depth_, n, k);
        EACH_ERROR(traced_, e) {
            add_errors(warp, (int)e);
            for (int r = 0; r < f.d_count(); ++r) {
                f32 *errors = results_[(size_t)r].cell->errors((int)e);
                ALL_LANES(l) errors[l] += (f32)computed_[place_in_d(r, l)];
            }
        }
    }

    /* Give D of the warp its shadows, with the rounding errors. */
    void round(Warp &w) {
        const Form f(products_->instr);
        ShadowCount &count = s_.counts[op_.number()];
        const u32 mask = w.mask;
        w.mask = FULL;
        for (int r = 0; r < f.d_count(); ++r) {
            ShadowResult &result = results_[(size_t)r];
            alignas(64) f64 actual[LANES];
            decode(w, f.d()[r], 4, 0, HOLDS_F32, actual);
            s_.format = HOLDS_F32, s_.flags = op_.flags(), s_.line = op_.line();
            round_result(w, count, result, actual);
            ShadowWrite write{f.d()[r], 4, {result.cell}};
            write_register(w, write);
        }
        s_.format = s_.flags = 0;
        w.mask = mask;
    }

  private:
    struct Element {
        f64 actual, value, constants, magnitude, bound;
    };

    const Product &p() const { return *products_; }
    size_t place_in_d(int r, int lane) const {
        const int row = r / 2 % 2 * 8 + lane / 4, column = r / 4 * 8 + lane % 4 * 2 + r % 2;
        return (size_t)(row * columns_ + column);
    }
    template <class F> void product(std::vector<f64> &to, F of) {
        to.assign((size_t)(WARP_ROWS * columns_), 0);
        for (int row = 0; row < WARP_ROWS; ++row) {
            f64 *sum = to.data() + row * columns_;
            for (int k = 0; k < depth_; ++k) {
                const f64 x = of(k, row), *b = b_.data() + k * columns_;
                for (int n = 0; n < columns_; ++n) sum[n] += x * b[n];
            }
        }
    }
    /* Call `f` with each shadow of A of a warp: its cell and lane, and its place along K and row. */
    template <class F> void each_kept(int warp, F f) const {
        for (int n = 0, k0 = 0; n < count_; ++n) {
            const Form form(products_[n].instr);
            const int count = op_.operands()[0].count;
            for (int r = 0; products_[n].shadows && r < form.a_count(); ++r)
                for (int e = 0; e < count; ++e) {
                    const ShadowCell *cell = products_[n].shadows[(r * count + e) * WARPS + warp];
                    if (!cell) continue;
                    EACH_LANE(cell->lanes, l)
                        f(*cell, (int)l, k0 + (int)(l % 4) * count + e + r / 2 * 4 * count, (int)l / 4 + r % 2 * 8);
                }
            k0 += form.depth();
        }
    }
    void take_a(int warp) {
        for (int k = 0; k < depth_; ++k)
            for (int row = 0; row < WARP_ROWS; ++row) {
                const f64 x = element(room_.a, depth_, WARP_ROWS * warp + row, k);
                a_[k][row] = {x, x, 0, fabs(x), 0};
            }
        exact_ = true, traced_ = 0;
        each_kept(warp, [&](const ShadowCell &cell, int l, int k, int row) {
            Element &one = a_[k][row];
            one.value = cell.value[l], one.constants = cell.constants[l];
            one.magnitude = cell.magnitude[l], one.bound = cell.bound[l];
            exact_ = false, traced_ |= cell.traced;
        });
    }
    void add_errors(int warp, int e) {
        for (int k = 0; k < depth_; ++k)
            for (int row = 0; row < WARP_ROWS; ++row) a_[k][row].bound = 0;
        each_kept(warp, [&](const ShadowCell &cell, int l, int k, int row) {
            a_[k][row].bound = cell.traced >> e & 1 ? cell.errors(e)[l] : 0;
        });
        product(computed_, [&](int k, int row) { return a_[k][row].bound; });
    }

    ShadowValues &s_;
    const Product *products_;
    const int count_, depth_, columns_;
    const Room &room_;
    const ShadowMmaArgs op_;
    std::vector<f64> b_, value_, computed_, magnitude_, bound_, constants_;
    std::vector<ShadowResult> results_;
    Element a_[MOST_DEPTH][WARP_ROWS];
    bool exact_ = true;
    u64 traced_ = 0;
};

} // namespace
} // namespace pyptx
#endif
