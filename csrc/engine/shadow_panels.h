/* Matrices with shadows, for MMAs, and sums of their products. Included by the builds of the handlers that need them.
 */
#ifndef PYPTX_ENGINE_SHADOW_PANELS_H
#define PYPTX_ENGINE_SHADOW_PANELS_H

#include "shadow_operands.h"
#include "vectors.h"

namespace pyptx {
namespace {

constexpr int PANEL = 8; /* lines of a panel, which has so many numbers for each position along K */

/* Add the products of a panel of rows and one of columns: `to` has the first of eight sums, and `pitch` numbers later
 * those of the next row. Numbers of B may be narrower. */
template <class T, class B> INLINE void add_products(const T *a, const B *b, int depth, T *to, int pitch) {
    constexpr int W = WIDTH < T >> PANEL ? PANEL : WIDTH<T>, V = PANEL / W, TOGETHER = PANEL / V;
    using Vector = Vectors<T, W>;
    for (int first = 0; first < PANEL; first += TOGETHER) {
        Vector sum[TOGETHER][V];
#pragma GCC unroll 8
        for (int r = 0; r < TOGETHER; ++r)
#pragma GCC unroll 8
            for (int v = 0; v < V; ++v) sum[r][v] = vector_at<Vector>(to + (first + r) * pitch + v * W);
        for (int k = 0; k < depth; ++k) {
            Vector columns[V];
#pragma GCC unroll 8
            for (int v = 0; v < V; ++v)
                columns[v] = __builtin_convertvector((vector_at<Vectors<B, W>>(b + PANEL * k + v * W)), Vector);
#pragma GCC unroll 8
            for (int r = 0; r < TOGETHER; ++r) {
                const Vector row = a[PANEL * k + first + r] - Vector{};
#pragma GCC unroll 8
                for (int v = 0; v < V; ++v) {
#if defined(__AVX2__)
                    sum[r][v] = fused(row, columns[v], sum[r][v]);
#else
                    sum[r][v] += row * columns[v];
#endif
                }
            }
        }
#pragma GCC unroll 8
        for (int r = 0; r < TOGETHER; ++r)
#pragma GCC unroll 8
            for (int v = 0; v < V; ++v) memcpy(to + (first + r) * pitch + v * W, &sum[r][v], sizeof(Vector));
    }
}

/* A matrix with its shadows, in panels. */
class ShadowMatrix {
  public:
    bool has_shadows = false;
    u64 traced = 0;

    /* Start a matrix of so many lines. */
    void clear(int lines, int depth) {
        has_shadows = false, traced = 0;
        count_ = (size_t)lines * (size_t)depth, depth_ = depth;
        if (value_.size() < count_) value_.resize(count_), single_.resize(count_), size_.resize(count_);
    }
    size_t at(int line, int k) const { return (size_t)(line / PANEL * depth_ + k) * PANEL + (size_t)(line % PANEL); }
    /* The numbers of panels from that of a line on. */
    const f64 *value(int line) const { return &value_[at(line, 0)]; }
    const f64 *actual(int line) const { return has_shadows ? &actual_[at(line, 0)] : value(line); }
    const f32 *single(int line) const { return &single_[at(line, 0)]; } /* the same, less exact */
    const f32 *size(int line) const { return &size_[at(line, 0)]; }
    const f32 *magnitude(int line) const { return has_shadows ? &magnitude_[at(line, 0)] : size(line); }
    const f32 *bound(int line) const { return &bound_[at(line, 0)]; }
    const f32 *error(int e, int line) const { return &errors_[(size_t)e][at(line, 0)]; }

    /* Take numbers without shadows: `from` returns those of eight lines at a position along K. */
    template <class F> void take(int first, int lines, F from) {
        for (int line = first; line < first + lines; line += PANEL)
            for (int k = 0; k < depth_; ++k) {
                const auto *const x = from(line, k);
                f64 *const value = &value_[at(line, k)];
                f32 *const single = &single_[at(line, k)], *const size = &size_[at(line, k)];
                for (int n = 0; n < PANEL; ++n) value[n] = x[n], single[n] = (f32)x[n];
                for (int n = 0; n < PANEL; ++n) size[n] = fabsf(single[n]);
            }
        if (!has_shadows) return;
        const size_t start = at(first, 0), count = (size_t)lines * (size_t)depth_;
        memcpy(&actual_[start], &value_[start], sizeof(f64) * count);
        memcpy(&magnitude_[start], &size_[start], sizeof(f32) * count);
        memset(&bound_[start], 0, sizeof(f32) * count);
        EACH_ROW(traced, e) memset(&errors_[e][start], 0, sizeof(f32) * count);
    }
    /* Give a number a shadow in memory, times a factor. */
    void give(int line, int k, const ShadowLayout &layout, const u8 *slot, f64 factor) {
        start();
        add_rows(layout.traced);
        const size_t to = at(line, k);
        const f32 scale = (f32)fabs(factor);
        layout.load(slot, value_[to], magnitude_[to], bound_[to],
                    [&](int e, f32 error) { errors_[(size_t)e][to] = error * (e == CONSTANTS ? scale : (f32)factor); });
        value_[to] *= factor, magnitude_[to] *= scale, bound_[to] *= scale;
        single_[to] = (f32)value_[to], size_[to] = fabsf(single_[to]);
    }
    /* Give numbers those of some lanes; `places` are theirs. */
    void give(const ShadowCell &cell, u32 lanes, const size_t *places, f64 factor) {
        start();
        add_rows(cell.traced);
        const f32 scale = (f32)fabs(factor);
        EACH_LANE(lanes, l) {
            const size_t to = places[l];
            value_[to] = cell.value[l] * factor, single_[to] = (f32)value_[to], size_[to] = fabsf(single_[to]);
            magnitude_[to] = cell.magnitude[l] * scale, bound_[to] = cell.bound[l] * scale;
        }
        EACH_ROW(cell.traced, e) {
            const f32 *const from = cell.row((int)e), times = e == CONSTANTS ? scale : (f32)factor;
            f32 *const errors = errors_[e].data();
            EACH_LANE(lanes, l) errors[places[l]] = from[l] * times;
        }
    }
    /* Add what an instruction that reads f32 as tf32 leaves out. */
    void widen_bounds(int first, int lines) {
        start();
        const size_t end = at(first, 0) + (size_t)lines * (size_t)depth_;
        for (size_t to = at(first, 0); to < end; ++to) bound_[to] += (f32)place_of(HOLDS_TF32) * size_[to];
    }

  private:
    size_t count_ = 0;
    int depth_ = 0;
    std::vector<f64> value_, actual_;
    std::vector<f32> single_, size_, magnitude_, bound_, errors_[MOST_ROWS];

    void add_rows(u64 rows) {
        EACH_ROW(rows & ~traced, e) errors_[e].assign(count_, 0);
        traced |= rows;
    }
    void start() {
        if (has_shadows) return;
        has_shadows = true;
        actual_.assign(value_.begin(), value_.begin() + (ptrdiff_t)count_);
        magnitude_.assign(size_.begin(), size_.begin() + (ptrdiff_t)count_);
        bound_.assign(count_, 0);
    }
};

/* Sums for the lanes of a result: of values, and of those that the kernel has, of magnitudes and of bounds. */
struct ShadowSums {
    const f64 *value, *computed;
    const f32 *magnitude, *bound;
};
/* Add sums of some products to a number of D, with the roundings of so many more sums: a result. */
inline void add_sums(ShadowValues &s, const Operand &held, const ShadowSums &sums, u64 traced, f32 place, int products,
                     int more, ShadowResult &result) {
    ShadowCell &out = *(result.cell = s.take());
    trace(out, traced | held.traced());
    const f32 roundings = (f32)products * place, last = (f32)more * place;
    VECTORS ALL_LANES(l) {
        out.value[l] = held.value[l] + sums.value[l];
        result.computed[l] = held.actual[l] + sums.computed[l];
        out.magnitude[l] = held.magnitude[l] + sums.magnitude[l];
        out.bound[l] = held.bound[l] + sums.bound[l] + roundings * sums.magnitude[l] + last * out.magnitude[l];
    }
    EACH_ROW(held.traced(), e) memcpy(out.row((int)e), held.row((int)e), sizeof(f32) * LANES);
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

/* Give a number of f32 that an MMA reads as tf32 a shadow with the bits that it leaves out. */
template <class F> void give_all_bits(const u8 *bytes, F f) {
    f32 x;
    memcpy(&x, bytes, sizeof x);
    if (!(bits<u32>(x) & 0x1FFF)) return;
    const ShadowLayout plain{0, false};
    u8 slot[16];
    plain.store(slot, x, fabsf(x), 0, [](int) { return 0.0f; });
    f(plain, slot);
}

/* Note and take the shadows of 16 bytes of memory; `f` gets the number of each element that has one. */
template <class F>
void take_chunk(ShadowValues &s, const ShadowMemory &memory, u64 index, int type, const u8 *bytes, F f) {
    if (type != ELEMENT_TF32 && !memory.page(index) && !memory.page(index + 15)) return;
    const int format = format_of(type), kind = kind_of(format);
    s.ended |= memory.has_cut(index, 16);
    if (!kind) s.ended |= memory.any(index, index + 16);
    for (int e = 0; kind && e < 16 / WIDTHS[format]; ++e) {
        const u64 at = index + (u64)(e * WIDTHS[format]);
        if (memory.kind(at) != kind) {
            if (format == HOLDS_TF32)
                give_all_bits(bytes + e * WIDTHS[format],
                              [&](const ShadowLayout &plain, const u8 *slot) { f(e, plain, slot); });
            continue;
        }
        const ShadowMemory::Page &page = *memory.page(at);
        f(e, page.layout, page.slot(at));
    }
}

} // namespace
} // namespace pyptx
#endif
