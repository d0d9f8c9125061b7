/* Sums of matrix units, as pyptx/sim/semantics/dot_add.py defines them: all columns of a vector at once, in f64, which
 * holds every product and every sum of aligned terms exactly. Included by the builds of the handlers that need them.
 */
#ifndef PYPTX_ENGINE_UNITS_H
#define PYPTX_ENGINE_UNITS_H

#include "vectors.h"

namespace pyptx {
namespace {

constexpr int REALS = WIDTH<f64>;
using Reals = Vectors<f64>;
using Longs = Vectors<s64>;
using Exponents = s32 __attribute__((vector_size(4 * REALS)));

#if defined(__AVX512F__)
using Wholes = u64 __attribute__((vector_size(64))); /* sums of integers, which wrap where a term is special */
INLINE Reals cut_off(Reals x) { return _mm512_maskz_roundscale_pd(0xFF, x, 0x0B); }
INLINE Reals to_nearest(Reals x) { return _mm512_maskz_roundscale_pd(0xFF, x, 0x08); }
INLINE Wholes whole_of(Reals x) { return (Wholes)_mm512_maskz_cvttpd_epi64(0xFF, x); }
INLINE Reals real_of(Wholes x) { return _mm512_maskz_cvtepi64_pd(0xFF, (__m512i)x); }
#else
using Wholes = Reals;
#if defined(__AVX2__)
INLINE Reals cut_off(Reals x) { return _mm256_round_pd(x, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC); }
INLINE Reals to_nearest(Reals x) { return _mm256_round_pd(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
#else
INLINE Reals cut_off(Reals x) { return Reals{__builtin_trunc(x[0]), __builtin_trunc(x[1])}; }
INLINE Reals to_nearest(Reals x) { return Reals{__builtin_rint(x[0]), __builtin_rint(x[1])}; }
#endif
INLINE Wholes whole_of(Reals x) { return cut_off(x); }
INLINE Reals real_of(Wholes x) { return x; }
#endif

template <class V> INLINE V larger(V a, V b) { return a > b ? a : b; }
INLINE Reals two_to(Longs exponent) { return (Reals)((exponent + 1023) << 52); }
INLINE Longs exponents_of(Reals x) { return ((Longs)x >> 52 & 0x7FF) - 1023; }
INLINE Reals magnitude_of(Reals x) { return (Reals)((Longs)x & INT64_MAX); }

/* Exponents of zeros, and of infinities and NaN, such that each is recognised in a sum of two. */
constexpr s32 OF_ZERO = -(1 << 20), OF_SPECIAL = 1 << 24, SPECIAL = 1 << 22;

INLINE s32 exponent_of(f64 x, s32 least) {
    const s32 field = (s32)(bits<u64>(x) >> 52 & 0x7FF), e = field - 1023;
    return x == 0 ? OF_ZERO : field == 0x7FF ? OF_SPECIAL : e < least ? least : e;
}

/* Panels of rows of A or columns of B, as many as a line of the cache holds: for each position along K, a value of
 * each. */
template <class T> struct PanelsOf {
    static constexpr int LINES = 64 / sizeof(T);
    T *values;
    s32 *exponents; /* exponents of the values, for units that sum them */
    int depth;      /* positions along K */
    int first = 0;  /* line */

    INLINE size_t place(int line, int k) const {
        line += first;
        return (size_t)(line / LINES * LINES) * depth + LINES * k + line % LINES;
    }
    INLINE T *at(int line, int k) const { return values + place(line, k); }
    PanelsOf from(int line, int k) const {
        return {values + LINES * k, exponents ? exponents + LINES * k : nullptr, depth, first + line};
    }

    /* Note the exponents of some values. Those of values of groups are zero: their scale factors have one. */
    void note(int lines, int count, s32 least, bool grouped) const {
        for (int line = 0; line < lines; line += LINES) {
            const T *x = at(line, 0);
            s32 *e = exponents + place(line, 0);
            for (int k = 0; k < LINES * count; ++k) {
                const s32 own = exponent_of(x[k], least);
                e[k] = grouped && own > OF_ZERO && own < OF_SPECIAL ? 0 : own;
            }
        }
    }
};
using Panels = PanelsOf<f64>;

/* The format to which a unit rounds a sum. */
struct Rounding {
    s32 least, fraction;
    f64 beyond;
    bool nearest;
};
INLINE Rounding rounding_of(const MatrixUnit &u, bool half) {
    return half ? Rounding{-14, 10, 0x1p16, true} : Rounding{-126, u.result, 0x1p128, false};
}

constexpr int UNIT_ROWS = 4; /* that are summed together */

/* Sum rows of D in `P` panels of columns; `d` has the addends, and then the sums. `half`: whether D is f16. */
template <int P> void sum_by_unit(const MatrixUnit &u, bool half, const Panels &a, const Panels &b, f64 (*d)[8 * P]) {
    constexpr int R = UNIT_ROWS, V = 8 * P / REALS, PER_PANEL = 8 / REALS;
    const Rounding to = rounding_of(u, half);
    s32 least = u.least_c;
    const auto column = [=](int v, int k) { return b.place(v / PER_PANEL * 8, k) + v % PER_PANEL * REALS; };
    for (int first = 0; first < a.depth; first += u.terms, least = to.least) {
        const int last = first + u.terms < a.depth ? first + u.terms : a.depth;
        Exponents most[R][V];
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r)
#pragma GCC unroll 8
            for (int v = 0; v < V; ++v) most[r][v] = Exponents{} + 2 * OF_ZERO;
        for (int k = first; k < last; ++k)
#pragma GCC unroll 8
            for (int v = 0; v < V; ++v) {
                const Exponents right = vector_at<Exponents>(b.exponents + column(v, k));
#pragma GCC unroll 8
                for (int r = 0; r < R; ++r) most[r][v] = larger(most[r][v], right + a.exponents[a.place(r, k)]);
            }
        Longs top[R][V], special{};
        Reals up[R][V], plain[R][V];
        Wholes sum[R][V];
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r)
#pragma GCC unroll 8
            for (int v = 0; v < V; ++v) {
                const Reals c = plain[r][v] = vector_at<Reals>(d[r] + v * REALS);
                const Longs products = __builtin_convertvector(most[r][v], Longs);
                const Longs own = c == 0 ? Longs{} + u.floor : larger(exponents_of(c), Longs{} + least);
                special |= products > SPECIAL;
                top[r][v] = larger(products, own);
                up[r][v] = two_to(u.fraction - top[r][v]);
                sum[r][v] = whole_of(c * up[r][v]);
            }
        s64 any = 0;
        for (int n = 0; n < REALS; ++n) any |= special[n];
        for (int k = first; k < last; k += u.group) {
            if (u.group == 1) {
                Reals right[V];
#pragma GCC unroll 8
                for (int v = 0; v < V; ++v) right[v] = vector_at<Reals>(b.values + column(v, k));
#pragma GCC unroll 8
                for (int r = 0; r < R; ++r) {
                    const f64 left = *a.at(r, k);
#pragma GCC unroll 8
                    for (int v = 0; v < V; ++v) sum[r][v] += whole_of(left * right[v] * up[r][v]);
                }
                continue;
            }
            for (int r = 0; r < R; ++r)
                for (int v = 0; v < V; ++v) {
                    Reals group{};
                    for (int n = k; n < k + u.group; ++n)
                        group += *a.at(r, n) * vector_at<Reals>(b.values + column(v, n));
                    sum[r][v] += whole_of(group * up[r][v]);
                }
        }
        if (any)
            for (int r = 0; r < R; ++r)
                for (int v = 0; v < V; ++v)
                    for (int k = first; k < last; ++k)
                        plain[r][v] += *a.at(r, k) * vector_at<Reals>(b.values + column(v, k));
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r)
#pragma GCC unroll 8
            for (int v = 0; v < V; ++v) {
                const Reals exact = (real_of(sum[r][v]) + 0.0) * two_to(top[r][v] - u.fraction); /* a zero is +0 */
                const Longs quantum = larger(exponents_of(exact), Longs{} + to.least) - to.fraction;
                const Reals scaled = exact * two_to(-quantum);
                const Reals made = (to.nearest ? to_nearest(scaled) : cut_off(scaled)) * two_to(quantum);
                const Reals infinite = (Reals)(((Longs)exact & INT64_MIN) | 0x7FF0000000000000);
                const Reals sum_of_finite = magnitude_of(made) < to.beyond ? made : infinite;
                const Reals found = magnitude_of(plain[r][v]) < (f64)INFINITY ? sum_of_finite : plain[r][v];
                memcpy(d[r] + v * REALS, &found, sizeof found);
            }
    }
}

} // namespace
} // namespace pyptx
#endif
