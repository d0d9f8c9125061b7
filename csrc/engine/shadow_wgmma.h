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

/* Sums of products for the four registers of eight columns of D: of the lower rows and the upper ones, each of even
 * columns and odd ones. A has each row four times, B has even columns, then odd ones, as in `Room`. */
template <class T> INLINE void add_up(const T (*a)[64], const T (*b)[8], int depth, T (*to)[LANES]) {
    typedef T Vector __attribute__((vector_size(4 * sizeof(T)), aligned(4 * sizeof(T))));
    constexpr int PART = 4; /* vectors of a register at once */
    for (int first = 0; first < LANES / 4; first += PART) {
        Vector sum[4][PART] = {};
        for (int k = 0; k < depth; ++k) {
            const auto *columns = reinterpret_cast<const Vector *>(b[k]);
            for (int half = 0; half < 2; ++half) {
                const auto *rows = reinterpret_cast<const Vector *>(a[k] + 32 * half) + first;
                for (int v = 0; v < PART; ++v) {
                    sum[2 * half][v] += rows[v] * columns[0];
                    sum[2 * half + 1][v] += rows[v] * columns[1];
                }
            }
        }
        for (int r = 0; r < 4; ++r) memcpy(to[r] + 4 * first, sum[r], sizeof sum[r]);
    }
}

/* MMAs that take effect together, over the real numbers. */
class ShadowMma {
  public:
    ShadowMma(Machine &m, const Product *products, int count, int depth, const Room &room)
        : s_(*m.shadows), products_(products), count_(count), depth_(depth), columns_(Form(products->instr).columns()),
          room_(room), op_(products[count - 1].instr - 1) {}
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
        results_.resize((size_t)f.d_count());
        for (ShadowResult &result : results_) result.cell = s_.take();
        Matrices &m = matrices();
        for (int j = 0; j < columns_ / 8; ++j) {
            take_b(j);
            add_up(m.value, m.b, depth_, value_);
            add_up(m.size, m.b_size, depth_, scale_);
            if (!exact_) add_up(m.actual, m.b, depth_, computed_);
            for (int q = 0; q < 4; ++q) add_accumulator(w, f.d()[4 * j + q], results_[(size_t)(4 * j + q)], q);
        }
        if (exact_) return;
        spread(warp, [](const ShadowCell &cell, int l) { return cell.bound[l]; });
        each_sum(true, [](ShadowCell &out, const f32 *sum) { VECTORS ALL_LANES(l) out.bound[l] += sum[l]; });
        EACH_ROW(traced_, e) {
            spread(warp,
                   [e](const ShadowCell &cell, int l) { return cell.traced >> e & 1 ? cell.row((int)e)[l] : 0.0f; });
            each_sum(e == CONSTANTS, [e](ShadowCell &out, const f32 *sum) {
                f32 *to = out.row((int)e);
                VECTORS ALL_LANES(l) to[l] += sum[l];
            });
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
    struct Matrices { /* A of a warp, each row four times, and B of eight columns as in `Room` */
        alignas(64) f64 value[MOST_DEPTH][64], actual[MOST_DEPTH][64], b[MOST_DEPTH][8];
        alignas(64) f32 size[MOST_DEPTH][64], spread[MOST_DEPTH][64], b_size[MOST_DEPTH][8];
    };
    static Matrices &matrices() {
        static thread_local Matrices made;
        return made;
    }

    /* Add the accumulator to the sums of a register of D, and give it its scales. */
    void add_accumulator(const Warp &w, int32_t at, ShadowResult &result, int q) {
        const bool adds = products_->adds;
        const ShadowCell *held = adds ? cell_at(w, at, 0) : nullptr;
        if (held && (held->kind != HOLDS_F32 || !held->lanes)) held = nullptr;
        ShadowCell &out = *result.cell;
        trace(out, traced_ | (held ? held->traced : 0));
        const u32 own = held ? held->lanes : 0;
        const f32 *actual = row<f32>(w, at);
        const f32 place = (f32)place_of(HOLDS_F32), sums = (f32)count_ * place;
        const f32 roundings = (f32)Form(products_->instr).depth() * place;
        const f64 *const computed = exact_ ? value_[q] : computed_[q];
        alignas(64) f64 value[LANES];
        alignas(64) f32 magnitude[LANES], bound[LANES];
        VECTORS ALL_LANES(l) {
            const bool has = own >> l & 1;
            value[l] = adds ? (f64)actual[l] : 0;
            magnitude[l] = (f32)fabs(value[l]), bound[l] = 0;
            if (held) {
                out.value[l] = has ? held->value[l] : value[l];
                magnitude[l] = has ? held->magnitude[l] : magnitude[l];
                bound[l] = has ? held->bound[l] : 0;
            } else {
                out.value[l] = value[l];
            }
        }
        VECTORS ALL_LANES(l) {
            out.value[l] += value_[q][l];
            result.computed[l] = computed[l] + value[l];
            out.magnitude[l] = scale_[q][l] + magnitude[l];
            out.bound[l] = roundings * scale_[q][l] + bound[l] + sums * out.magnitude[l];
        }
        EACH_ROW(held ? held->traced : 0, e) {
            const f32 *from = held->row((int)e);
            f32 *to = out.row((int)e);
            VECTORS ALL_LANES(l) to[l] = own >> l & 1 ? from[l] : 0;
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
    template <class T> static void set(T (*a)[64], int k, int row, T x) {
        for (int n = 0; n < 4; ++n) a[k][row / 8 * 32 + row % 8 * 4 + n] = x;
    }
    /* The values of A and their magnitudes, twice: those of A and of B both change the product. */
    void take_a(int warp) {
        Matrices &m = matrices();
        for (int k = 0; k < depth_; ++k)
            for (int n = 0; n < 64; ++n) {
                const f32 x = element(room_.a, depth_, WARP_ROWS * warp + n / 32 * 8 + n % 32 / 4, k);
                m.value[k][n] = x, m.size[k][n] = 2 * fabsf(x);
            }
        traced_ = 0;
        bool first = true;
        each_kept(warp, [&](const ShadowCell &cell, int l, int k, int row) {
            if (first) memcpy(m.actual, m.value, sizeof m.value);
            first = false, traced_ |= cell.traced;
            set(m.value, k, row, cell.value[l]);
            set(m.size, k, row, (f32)fabs(cell.value[l]) + cell.magnitude[l]);
        });
        exact_ = first;
    }
    void take_b(int j) {
        Matrices &m = matrices();
        for (int k = 0; k < depth_; ++k)
            for (int n = 0; n < 8; ++n) {
                const f32 x = room_.b[j * depth_ + k][n];
                m.b[k][n] = x, m.b_size[k][n] = fabsf(x);
            }
    }
    /* A number of the shadows of A. */
    template <class F> void spread(int warp, F of) {
        Matrices &m = matrices();
        memset(m.spread, 0, sizeof m.spread);
        each_kept(warp, [&](const ShadowCell &cell, int l, int k, int row) { set(m.spread, k, row, of(cell, l)); });
    }

    /* Call `f` with the shadow of each register of D and the sum of products of that number with B, or with its
     * magnitudes. */
    template <class F> void each_sum(bool sizes, F f) {
        Matrices &m = matrices();
        for (int j = 0; j < columns_ / 8; ++j) {
            if (sizes) take_b(j);
            add_up(m.spread, sizes ? m.b_size : room_.b + j * depth_, depth_, scale_);
            for (int q = 0; q < 4; ++q) f(*results_[(size_t)(4 * j + q)].cell, scale_[q]);
        }
    }

    ShadowValues &s_;
    const Product *products_;
    const int count_, depth_, columns_;
    const Room &room_;
    const ShadowMmaArgs op_;
    std::vector<ShadowResult> results_;
    alignas(64) f64 value_[4][LANES], computed_[4][LANES]; /* of eight columns */
    alignas(64) f32 scale_[4][LANES];
    bool exact_ = true;
    u64 traced_ = 0;
};

} // namespace
} // namespace pyptx
#endif
