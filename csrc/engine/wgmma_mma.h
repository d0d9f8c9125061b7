/* Sums of wgmma, as pyptx/sim/semantics/wgmma.py defines them. Between MMAs, accumulators stay in rows of registers: a
 * row holds 4 columns of 8 rows of D. Products of floating-point types and sums of integers are exact in f32.
 */
#ifndef PYPTX_ENGINE_WGMMA_MMA_H
#define PYPTX_ENGINE_WGMMA_MMA_H

#include "units.h"
#include "wgmma_operands.h"

namespace pyptx {
namespace {

#if defined(__AVX2__) || defined(__FP_FAST_FMAF)
constexpr bool FUSES = true;
#else
constexpr bool FUSES = false; /* then a product that is exact in f32 is faster than one in f64 */
#endif
typedef f32 *SumRows[MOST_COLUMNS / 2]; /* the rows of registers that hold D of a warp, or what is added to it */

/* Whether all elements are zero, not finite, or of a magnitude such that products of them are exact in f32: they have
 * at most 11 significant bits. */
INLINE bool are_moderate(const f32 (*lines)[8], int count) {
    using Words = Vectors<u32>;
    constexpr u32 LEAST = (127 - 63) << 23, BEYOND = (127 + 63) << 23, INFINITE = 0x7F800000;
    Words good = Words{} - 1;
    for (int n = 0; n < count; ++n)
        for (int k = 0; k < 8; k += WIDTH<u32>) {
            const Words x = vector_at<Words>(lines[n] + k) & 0x7FFFFFFF;
            good &= (Words)(x - LEAST < BEYOND - LEAST) | (Words)(x == 0) | (Words)(x >= INFINITE);
        }
    u32 all = ~0u;
    for (int k = 0; k < WIDTH<u32>; ++k) all &= good[k];
    return all;
}

#if !defined(__AVX512F__)
/* A vector of 8 values holds the columns of a panel in one row; one of 4 values holds its even or its odd ones. */
constexpr int VECTOR = WIDTH<f32>, TOGETHER = 4, COLUMNS_TOGETHER = VECTOR == 4 ? 1 : 3;
constexpr int PARTS = VECTOR == 8 ? 1 : 2; /* of a panel's columns */
using Vector = Vectors<f32>;

/* A vector of D in rows of registers: a part of a panel's columns in a row. d: by register, see `_d_order` of wgmma.py
 */
INLINE Vector sums_at(f32 *const *d, int row, int part) {
    f32 *const *const registers = d + row / 8 * 2 + part;
    const int at = row % 8 * 4;
#if defined(__AVX2__)
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(registers[0] + at)), _mm_load_ps(registers[1] + at),
                                1);
#else
    return vector_at<Vector>(*registers + at);
#endif
}
INLINE void put_sums(f32 *const *d, int row, int part, Vector x) {
    f32 *const *const registers = d + row / 8 * 2 + part;
    for (int n = 0; n < 2 / PARTS; ++n)
        memcpy(registers[n] + row % 8 * 4, (const f32 *)&x + 4 * n, sizeof x / 2 * PARTS);
}

/* D of a warp: some of its rows from `row` on, `J` panels; `EXACT`: all products are exact in f32. */
template <int J, bool EXACT>
INLINE void sum_up(f32 *const *d, const f32 (*a)[8], const f32 (*const *b)[8], int depth, int row, bool adds) {
    Vector sum[J][PARTS][TOGETHER];
    const auto each = [&](auto visit) INLINED {
#pragma GCC unroll 8
        for (int j = 0; j < J; ++j)
#pragma GCC unroll 8
            for (int part = 0; part < PARTS; ++part)
#pragma GCC unroll 8
                for (int v = 0; v < TOGETHER; ++v) visit(d + 4 * j, row + v, part, sum[j][part][v]);
    };
    each([&](f32 *const *d, int row, int part, Vector &x) INLINED { x = adds ? sums_at(d, row, part) : Vector{}; });
    const f32(*lines[TOGETHER])[8];
    for (int v = 0; v < TOGETHER; ++v) lines[v] = a + (row + v) / 8 * depth;
    for (int k = 0; k < depth; ++k) {
        Vector right[J][PARTS];
#pragma GCC unroll 8
        for (int j = 0; j < J; ++j)
#pragma GCC unroll 8
            for (int part = 0; part < PARTS; ++part) right[j][part] = vector_at<Vector>(b[j][k] + VECTOR * part);
#pragma GCC unroll 8
        for (int v = 0; v < TOGETHER; ++v) {
            const Vector left = lines[v][k][PLACE_OF[(row + v) % 8]] - Vector{};
#pragma GCC unroll 8
            for (int j = 0; j < J; ++j)
#pragma GCC unroll 8
                for (int part = 0; part < PARTS; ++part) {
                    Vector &x = sum[j][part][v];
                    x = EXACT ? left * right[j][part] + x : fused(left, right[j][part], x);
                }
        }
    }
    each([&](f32 *const *d, int row, int part, Vector &x) INLINED { put_sums(d, row, part, canonical_nan(x)); });
}

template <int J, bool EXACT> void sum_columns(f32 *const *d, const Room &room, int warp, int j, int depth, bool adds) {
    const f32(*const a)[8] = room.a + 2 * warp * depth;
    const f32(*b[J])[8];
    for (int k = 0; k < J; ++k) b[k] = room.b + (j + k) * depth;
#pragma GCC unroll 4
    for (int row = 0; row < ROWS / WARPS; row += TOGETHER) sum_up<J, EXACT>(d + 4 * j, a, b, depth, row, adds);
}

template <bool EXACT> void sum_warp(f32 *const *d, const Room &room, int warp, int columns, int depth, bool adds) {
    constexpr int TWO = COLUMNS_TOGETHER < 2 ? 1 : 2;
    for (int j = 0, count; j < columns / 8; j += count) {
        const int left = columns / 8 - j;
        count = left < COLUMNS_TOGETHER ? left : COLUMNS_TOGETHER;
        if (COLUMNS_TOGETHER > 2 && left == COLUMNS_TOGETHER + 1) count = 2; /* and 2 more */
        const auto sum = count == 1   ? sum_columns<1, EXACT>
                         : count == 2 ? sum_columns<TWO, EXACT>
                                      : sum_columns<COLUMNS_TOGETHER, EXACT>;
        sum(d, room, warp, j, depth, adds);
    }
}
template <int W> void sum_warps(SumRows *d, const Room &room, int first, int columns, int depth, bool adds) {
    for (int w = 0; w < W; ++w) {
        const auto sum = room.exact ? sum_warp<!FUSES> : sum_warp<false>;
        sum(d[w], room, first + w, columns, depth, adds);
    }
}
#else
constexpr int PANEL_COLUMNS = 8;

INLINE __m512 joined(const f32 *low, const f32 *high) {
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm256_load_ps(low)), _mm256_load_ps(high), 1);
}
/* Pairs of values of two vectors, from one half of each of their lanes of 128 bits. */
INLINE __m512d low_pairs(__m512 a, __m512 b) { return _mm512_castps_pd(_mm512_maskz_unpacklo_ps(0xFFFF, a, b)); }
INLINE __m512d high_pairs(__m512 a, __m512 b) { return _mm512_castps_pd(_mm512_maskz_unpackhi_ps(0xFFFF, a, b)); }
/* Transpose the 4 x 4 values that four vectors have in each of their lanes. */
INLINE void transpose_lanes(__m512 x[4]) {
    const __m512d a = low_pairs(x[0], x[1]), b = high_pairs(x[0], x[1]);
    const __m512d c = low_pairs(x[2], x[3]), d = high_pairs(x[2], x[3]);
    x[0] = _mm512_castpd_ps(_mm512_maskz_unpacklo_pd(0xFF, a, c));
    x[1] = _mm512_castpd_ps(_mm512_maskz_unpackhi_pd(0xFF, a, c));
    x[2] = _mm512_castpd_ps(_mm512_maskz_unpacklo_pd(0xFF, b, d));
    x[3] = _mm512_castpd_ps(_mm512_maskz_unpackhi_pd(0xFF, b, d));
}

/* A panel of D of some warps: a vector holds a column in the 16 rows of a warp, in the order of `LINE_OF`. d: by
 * register, see `_d_order` of wgmma.py */
template <int W> void sum_panel(SumRows *d, const Room &room, int first, int j, int depth, bool adds) {
    __m512 sum[W][PANEL_COLUMNS]; /* even columns, then odd ones, as in registers */
    const auto each = [&](auto visit) INLINED {
#pragma GCC unroll 8
        for (int w = 0; w < W; ++w)
#pragma GCC unroll 8
            for (int part = 0; part < 2; ++part) visit(d[w][4 * j + part], d[w][4 * j + 2 + part], sum[w] + 4 * part);
    };
    each([&](const f32 *upper, const f32 *lower, __m512 *x) INLINED {
#pragma GCC unroll 8
        for (int n = 0; n < 4; ++n) x[n] = adds ? joined(upper + 8 * n, lower + 8 * n) : __m512{};
        transpose_lanes(x);
    });
    const f32(*const a)[8] = room.a + 2 * first * depth;
    const f32(*const b)[8] = room.b + j * depth;
    for (int k = 0; k < depth; ++k) {
        __m512 left[W];
#pragma GCC unroll 8
        for (int w = 0; w < W; ++w) left[w] = joined(a[2 * w * depth + k], a[(2 * w + 1) * depth + k]);
#pragma GCC unroll 8
        for (int n = 0; n < PANEL_COLUMNS; ++n) {
            const __m512 right = _mm512_set1_ps(b[k][n]);
#pragma GCC unroll 8
            for (int w = 0; w < W; ++w) sum[w][n] = _mm512_fmadd_ps(left[w], right, sum[w][n]);
        }
    }
    each([&](f32 *upper, f32 *lower, __m512 *x) INLINED {
        transpose_lanes(x);
#pragma GCC unroll 8
        for (int n = 0; n < 4; ++n) {
            const __m512 values = canonical_nan(x[n]);
            _mm256_store_ps(upper + 8 * n, _mm512_castps512_ps256(values));
            _mm256_store_ps(lower + 8 * n, _mm512_extractf32x8_ps(values, 1));
        }
    });
}
template <int W> void sum_warps(SumRows *d, const Room &room, int first, int columns, int depth, bool adds) {
    for (int j = 0; j < columns / PANEL_COLUMNS; ++j) sum_panel<W>(d, room, first, j, depth, adds);
}
#endif

INLINE u16 half_of(f32 a) { /* rounded to nearest even */
    const u32 x = bits<u32>(a), sign = x >> 16 & 0x8000, magnitude = x & 0x7FFFFFFF;
    if (magnitude > 0x7F800000) return 0x7FFF;
    if (magnitude >= 0x477FF000) return (u16)(sign | 0x7C00);
    if (magnitude < 0x38800000) return (u16)(sign | (u32)rintf(bits<f32>(magnitude) * 0x1p24f));
    return (u16)(sign | ((magnitude - 0x38000000 + 0xFFF + (magnitude >> 13 & 1)) >> 13));
}

/* Four columns of a panel are in one register: those of a warp's D in the order of `COLUMN_OF`, by row and half. */
template <int P>
void sum_panels_by_unit(Warp &w, const Form &f, const Panels &a, const Panels &b, int first_row, int j, bool adds) {
    alignas(64) f64 sum[UNIT_ROWS][8 * P];
    const bool halves = f.d_type() == SUM_F16;
    const auto each = [&](auto visit) {
        for (int p = 0; p < P; ++p)
            for (int r = 0; r < UNIT_ROWS; ++r)
                for (int n = 0; n < 8; ++n) {
                    const int row_ = first_row + r, pair = 2 * (j + p) + row_ / 8, lane = row_ % 8 * 4 + n % 4;
                    visit(row<u32>(w, f.d()[halves ? pair : 2 * pair + n / 4])[lane], n / 4 * 16, sum[r][8 * p + n]);
                }
    };
    each([&](u32 word, int shift, f64 &x) {
        x = !adds ? 0 : halves ? (f64)wide_f16(word >> shift & 0xFFFF) : (f64)bits<f32>(word);
    });
    sum_by_unit<P>(f.unit(), halves, a, b, sum);
    each([&](u32 &word, int shift, f64 x) {
        if (halves) word = (word & ~(0xFFFFu << shift)) | (u32)half_of((f32)x) << shift;
        else word = bits<u32>(canonical((f32)x));
    });
}

/* B as panels of a matrix unit. */
Panels panels_of_b(const Form &f, UnitRoom &room, int depth) {
    const Panels b{room.right, room.right_exponents, depth};
    for (int j = 0; j < f.columns() / 8; ++j)
        for (int k = 0; k < depth; ++k)
            for (int n = 0; n < 8; ++n) b.at(8 * j, k)[n] = room.b[j * depth + k][n];
    b.note(f.columns(), depth, f.unit().least_b, false);
    return b;
}

/* D of a warp as a matrix unit sums it. */
void sum_warp_by_unit(Warp &w, int warp, const Form &f, UnitRoom &room, const Panels &b, bool adds) {
    const Panels a{room.left, room.left_exponents, b.depth};
    for (int line = 0; line < ROWS / WARPS; ++line)
        for (int k = 0; k < a.depth; ++k) *a.at(line, k) = element(room.a, a.depth, ROWS / WARPS * warp + line, k);
    a.note(ROWS / WARPS, a.depth, f.unit().least_a, false);
    for (int j = 0, count; j < f.columns() / 8; j += count) {
        count = j + 2 <= f.columns() / 8 ? 2 : 1;
        for (int line = 0; line < ROWS / WARPS; line += UNIT_ROWS) {
            const auto sum = count == 2 ? sum_panels_by_unit<2> : sum_panels_by_unit<1>;
            sum(w, f, a.from(line, 0), b.from(8 * j, 0), line, j, adds);
        }
    }
}

/* Add sums to an accumulator that is not f32, or write them there. */
void accumulate(Warp &w, const Form &f, const f32 (*sum)[LANES], bool adds, bool saturates) {
    if (f.d_type() == SUM_F16) {
        for (int r = 0; r < f.d_count(); ++r) { /* the halves of a register are two columns */
            u32 *d = row<u32>(w, f.d()[r]);
            ALL_LANES(l) {
                f32 low = sum[2 * r][l], high = sum[2 * r + 1][l];
                if (adds) low += wide_f16(d[l] & 0xFFFF), high += wide_f16(d[l] >> 16);
                d[l] = half_of(low) | (u32)half_of(high) << 16;
            }
        }
        return;
    }
    for (int r = 0; r < f.d_count(); ++r) {
        u32 *d = row<u32>(w, f.d()[r]);
        ALL_LANES(l) {
            s64 x = (s64)sum[r][l] + (adds ? (s32)d[l] : 0);
            if (saturates) x = x < INT32_MIN ? INT32_MIN : x > INT32_MAX ? INT32_MAX : x;
            d[l] = (u32)x;
        }
    }
}

/* D of some warps from one on, in the order of K. */
template <int W> void sum_in_order(Warp *warps, int first, const Form &f, Room &room, int depth, bool adds) {
    const bool own = f.d_type() == SUM_F32; /* whether the registers of D hold the sums */
    SumRows d[W];
    for (int w = 0; w < W; ++w)
        for (int r = 0; r < f.columns() / 2; ++r) d[w][r] = own ? row<f32>(warps[first + w], f.d()[r]) : room.sum[w][r];
    sum_warps<W>(d, room, first, f.columns(), depth, own && adds);
    for (int w = 0; w < W && !own; ++w) accumulate(warps[first + w], f, room.sum[w], adds, f.saturates());
}

} // namespace
} // namespace pyptx
#endif
