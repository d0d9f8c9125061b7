/* MMAs in tensor memory, as pyptx/sim/semantics/tcgen05_product.py defines them: sums in f64, to which D is added at
 * the end, rounded once. D is row-major: a vector holds columns of D, and each value of A is broadcast.
 */
#ifndef PYPTX_ENGINE_TENSOR_PRODUCTS_H
#define PYPTX_ENGINE_TENSOR_PRODUCTS_H

#include "matrices.h"
#include "tensor.h"

namespace pyptx {
namespace {

#if defined(__AVX512F__)
constexpr int WIDE = 8, ROWS_TOGETHER = 8, PANELS_TOGETHER = 2;
#elif defined(__AVX2__)
constexpr int WIDE = 4, ROWS_TOGETHER = 4, PANELS_TOGETHER = 1;
#else
constexpr int WIDE = 2, ROWS_TOGETHER = 2, PANELS_TOGETHER = 1;
#endif
constexpr int PER_PANEL = 8 / WIDE;
using Sums = f64 __attribute__((vector_size(8 * WIDE)));
using Singles = f32 __attribute__((vector_size(4 * WIDE)));
using Words = s32 __attribute__((vector_size(4 * WIDE)));

INLINE Sums repeated(f64 x) {
#if defined(__AVX512F__)
    return (Sums)_mm512_set1_pd(x);
#elif defined(__AVX2__)
    return (Sums)_mm256_set1_pd(x);
#else
    return Sums{x, x};
#endif
}
INLINE Sums fused(Sums a, Sums b, Sums c) { /* exact products: fused or not, the result is the same */
#if defined(__AVX512F__)
    return (Sums)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
#elif defined(__AVX2__)
    return (Sums)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#else
    return c + a * b;
#endif
}

constexpr int MOST_TENSOR_ROWS = 256, MOST_TENSOR_DEPTH = 96;

struct TensorRoom { /* panels of eight rows of A or columns of B: for each position along K, eight values */
    alignas(64) f64 a[MOST_TENSOR_ROWS * MOST_TENSOR_DEPTH];
    alignas(64) f64 b[MOST_TENSOR_ROWS * MOST_TENSOR_DEPTH];
};

/* The conversion of sums to D. */
struct Accumulator {
    int type;
    bool adds, saturates;
    f64 factor; /* by which D is multiplied before the sum is added */

    INLINE f64 held(u32 word) const {
        return type == SUM_F32 ? bits<f32>(word) : type == SUM_F16 ? (f64)wide_f16(word & 0xFFFF) : (f64)(s32)word;
    }
    INLINE u32 word_of(f64 x) const {
        if (type == SUM_F16) return encode_as(FORMATS[AS_F16], x, RN, 0, 0, 0);
        if (saturates) x = x < INT32_MIN ? INT32_MIN : x > INT32_MAX ? INT32_MAX : x;
        return (u32)(s64)x;
    }
    INLINE void put(u32 *d, Sums sum) const {
        if (type != SUM_F32) {
            for (int k = 0; k < WIDE; ++k) d[k] = word_of(adds ? sum[k] + held(d[k]) * factor : sum[k]);
            return;
        }
        if (adds) {
            Singles before;
            memcpy(&before, d, sizeof before);
            sum += __builtin_convertvector(before, Sums) * factor;
        }
        const Singles single = __builtin_convertvector(sum, Singles);
        const Words unordered = single != single;
        const Words word = ((Words)single & ~unordered) | (unordered & 0x7FFFFFFF);
        memcpy(d, &word, sizeof word);
    }
};

/* Compute some rows of D in `P` panels of columns. */
template <int P>
INLINE void sum_panels(u32 *d, const f64 *a, const f64 *b, int depth, u32 skipped, const Accumulator &to) {
    constexpr int V = P * PER_PANEL;
    Sums sum[ROWS_TOGETHER][V] = {};
    const size_t panel = (size_t)depth * 8;
    for (int k = 0; k < depth; ++k) {
        Sums right[V];
#pragma GCC unroll 8
        for (int v = 0; v < V; ++v)
            memcpy(&right[v], b + v / PER_PANEL * panel + 8 * k + v % PER_PANEL * WIDE, sizeof(Sums));
#pragma GCC unroll 8
        for (int r = 0; r < ROWS_TOGETHER; ++r) {
            const Sums left = repeated(a[8 * k + r]);
#pragma GCC unroll 8
            for (int v = 0; v < V; ++v) sum[r][v] = fused(left, right[v], sum[r][v]);
        }
    }
#pragma GCC unroll 8
    for (int r = 0; r < ROWS_TOGETHER; ++r) {
        if (skipped >> r & 1) continue;
#pragma GCC unroll 8
        for (int v = 0; v < V; ++v) to.put(d + r * TENSOR_PITCH + v * WIDE, sum[r][v]);
    }
}

/* Compute a rectangle of D; `skipped` is a bitmap of lanes that are not written. */
void sum_block(TensorMemory &t, const TensorBlock &block, int column, const TensorRoom &room, int depth,
               const u32 *skipped, const Accumulator &to) {
    const size_t panel = (size_t)depth * 8;
    for (int r = 0; r < block.rows; r += ROWS_TOGETHER) {
        const int lane = block.lane + r;
        const u32 some = skipped[lane / 32] >> lane % 32;
        const f64 *a = room.a + (block.row + r) / 8 * panel + (block.row + r) % 8;
        const f64 *b = room.b + block.column / 8 * panel;
        int c = 0;
        for (; c + 8 * PANELS_TOGETHER <= block.columns; c += 8 * PANELS_TOGETHER)
            sum_panels<PANELS_TOGETHER>(t.words[lane] + column + c, a, b + c / 8 * panel, depth, some, to);
        for (; c < block.columns; c += 8)
            sum_panels<1>(t.words[lane] + column + c, a, b + c / 8 * panel, depth, some, to);
    }
}

/* Put one chunk of each of eight rows into a panel, from position `k` along K. */
INLINE void put_columns(int type, const u8 *const from[8], int k, int depth, bool negates, f64 *panel) {
    f32 part[32][8];
    columns_of(type, from, part);
    const int per = 128 / ELEMENT_BITS[type], count = per < depth - k ? per : depth - k;
    for (int n = 0; n < count; ++n)
        for (int r = 0; r < 8; ++r) panel[8 * (k + n) + r] = negates ? -(f64)part[n][r] : (f64)part[n][r];
}

/* Read a matrix in shared memory. */
void take_shared(Source &s, const TensorMatrix &m, const s32 *places, int depth, bool negates, f64 *to) {
    const int per = 128 / ELEMENT_BITS[m.type];
    for (int byte = m.used; byte < 16; ++byte) ((u8 *)s.padding)[byte] = 0xFF;
    if (!m.mn_major) {
        for (int line = 0; line < m.lines; line += 8)
            for (int c = 0; c < m.chunks; ++c) {
                const u8 *from[8];
                for (int r = 0; r < 8; ++r) from[r] = s.chunk((u32)places[(line + r) * m.chunks + c]);
                put_columns(m.type, from, c * per, depth, negates, to + (size_t)line * depth);
            }
        return;
    }
    for (int k = 0; k < m.lines; ++k)
        for (int c = 0; c < m.chunks; ++c) {
            f32 x[32];
            widen(m.type, s.chunk((u32)places[k * m.chunks + c]), 16, x);
            for (int e = 0; e < per; ++e) {
                const int at = c * per + e;
                to[(size_t)(at / 8 * 8) * depth + 8 * k + at % 8] = negates ? -(f64)x[e] : (f64)x[e];
            }
        }
}

/* Read the rows of A for a rectangle of D from tensor memory; false if a word was never written. */
bool take_lanes(const Shared &s, const TensorMemory &t, const TensorMatrix &m, const TensorBlock &block, int depth,
                bool negates, f64 *to) {
    const int per = 128 / ELEMENT_BITS[m.type], last = m.column + 4 * m.chunks;
    if (!are_open(t, m.column, last)) return false;
    for (int r = 0; r < block.rows && s.need_known; ++r)
        if (!has_columns(t.known[block.a_lane + r], m.column, last)) return false;
    for (int line = 0; line < block.rows; line += 8)
        for (int c = 0; c < m.chunks; ++c) {
            const u8 *from[8];
            for (int r = 0; r < 8; ++r) from[r] = (const u8 *)(t.words[block.a_lane + line + r] + m.column + 4 * c);
            put_columns(m.type, from, c * per, depth, negates, to + (size_t)(block.row + line) * depth);
        }
    return true;
}

/* Read the code of a scale factor; false if the lanes that hold it differ, or one was never written. */
INLINE bool factor_at(const Shared &s, const TensorMemory &t, const TensorFactors &f, int row, int number, u32 &code) {
    const int per = f.extent / f.halves, groups = 4 / f.halves, byte = f.first + number;
    const int column = f.column + byte / 4 * f.wide + row % per / 32;
    for (int g = 0; g < groups; ++g) {
        const int lane = 32 * (row / per * groups + g) + row % per % 32;
        const u32 found = t.words[lane][column] >> byte % 4 * 8 & 255;
        if ((g && found != code) || (s.need_known && !has_columns(t.known[lane], column, column + 1))) return false;
        code = found;
    }
    return true;
}
bool has_factors(const TensorMemory &t, const TensorPlan &p, const TensorFactors &f) {
    for (int number = 0; number < p.factors; ++number) {
        const int first = f.column + (f.first + number) / 4 * f.wide;
        if (!are_open(t, first, first + f.used)) return false;
    }
    return true;
}
/* Multiply the rows of A, or the columns of B, by the scale factors that a CTA holds. */
bool scale_values(const Shared &s, const TensorMemory &t, const TensorPlan &p, const TensorFactors &f, f64 *values) {
    if (!has_factors(t, p, f)) return false;
    const int span = p.depth / p.factors;
    for (int row = 0; row < f.extent; ++row) {
        f64 *panel = values + (size_t)(row / 8 * 8) * p.depth + row % 8;
        for (int number = 0; number < p.factors; ++number) {
            u32 code = 0;
            if (!factor_at(s, t, f, row, number, code)) return false;
            const f64 factor = p.e4m3 ? E4M3_VALUES.of[code & 127] : ue8m0_value(code);
            for (int k = number * span; k < (number + 1) * span; ++k) panel[8 * k] *= factor;
        }
    }
    return true;
}
/* Whether both CTAs of a pair hold the same factors of B. */
bool same_factors(const Shared &s, const TensorMemory &t, const TensorMemory &other, const TensorPlan &p) {
    if (!has_factors(other, p, p.of_b)) return false;
    for (int row = 0; row < p.of_b.extent; ++row)
        for (int number = 0; number < p.factors; ++number) {
            u32 code = 0, same = 0;
            if (!factor_at(s, t, p.of_b, row, number, code) || !factor_at(s, other, p.of_b, row, number, same) ||
                code != same)
                return false;
        }
    return true;
}

/* Let an MMA take effect; `ctas`: the pair, or twice the own CTA. */
bool compute_product(Cta *const ctas[2], const TensorOperation &o) {
    const TensorPlan &p = *o.plan;
    Machine &m = *ctas[0]->warps[0].machine;
    const Shared &s = *m.shared;
    TensorRoom *room = room_of<TensorRoom>(m);
    if (!room) return false;
    const s32 *places = (const s32 *)(&p + 1), *of_b = places + (p.a.column < 0 ? p.a.lines * p.a.chunks : 0);
    for (int k = 0; k < p.ctas; ++k) {
        Source source = source_of(s, *ctas[k]);
        if (p.a.column < 0)
            take_shared(source, p.a, places, p.depth, p.negates, room->a + (size_t)k * p.a.extent * p.depth);
        Source other = source_of(s, *ctas[k]);
        take_shared(other, p.b, of_b, p.depth, false, room->b + (size_t)k * p.b.extent * p.depth);
        if (!source.good(s) || !other.good(s)) return false;
    }
    const auto scale_a = [&](int cta) {
        f64 *const own = room->a + (size_t)cta * p.a.extent * p.depth;
        return !p.factors || scale_values(s, *ctas[cta]->tensor, p, p.of_a, own);
    };
    for (int k = 0; k < p.ctas; ++k)
        if (p.a.column < 0 && !scale_a(k)) return false;
    if (p.factors && !scale_values(s, *ctas[0]->tensor, p, p.of_b, room->b)) return false;
    if (p.factors && p.ctas > 1 && !same_factors(s, *ctas[0]->tensor, *ctas[1]->tensor, p)) return false;
    const Accumulator to{p.sum, o.adds, p.saturates != 0, ldexp(1.0, -p.scale)};
    for (int k = 0; k < p.block_count; ++k) {
        const TensorBlock &block = p.blocks[k];
        TensorMemory &t = *ctas[block.cta]->tensor;
        if (!are_open(t, p.column, p.column + p.columns)) return false;
        for (int r = 0; o.adds && s.need_known && r < block.rows; ++r)
            if (!has_columns(t.known[block.lane + r], p.column, p.column + p.columns)) return false;
    }
    for (int k = 0; k < p.block_count; ++k) {
        const TensorBlock &block = p.blocks[k];
        TensorMemory &t = *ctas[block.cta]->tensor;
        if (p.a.column >= 0 && !(take_lanes(s, t, p.a, block, p.depth, p.negates, room->a) && scale_a(block.cta)))
            return false;
        const u32 *skipped = o.disabled + 4 * block.cta;
        sum_block(t, block, p.column, *room, p.depth, skipped, to);
        for (int lane = block.lane; lane < block.lane + block.rows; ++lane)
            if (!(skipped[lane / 32] >> lane % 32 & 1))
                set_columns(t.known[lane], p.column, p.column + p.columns, true);
    }
    return true;
}

} // namespace
} // namespace pyptx
#endif
