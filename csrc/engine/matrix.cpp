/* Matrix instructions of a warp: mma, ldmatrix, stmatrix, movmatrix.
 *
 * Built once for each level of the instruction set (PYPTX_LEVEL names the build). Only the table may have external
 * linkage: otherwise the linker could take a function of another level.
 */
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "halves.h"

namespace pyptx {
namespace {

/* Elements of fragments, at a byte of the registers */
template <class T> INLINE T loaded(const u8 *p) {
    T x;
    memcpy(&x, p, sizeof x);
    return x;
}
struct E16 {
    using Sum = f64;
    static INLINE f64 at(const u8 *p) { return F16::wide(loaded<u16>(p)); }
};
struct EB16 {
    using Sum = f64;
    static INLINE f64 at(const u8 *p) { return BF16::wide(loaded<u16>(p)); }
};
struct ETF32 {
    using Sum = f64;
    static INLINE f64 at(const u8 *p) { return bits<f32>(loaded<u32>(p) & ~0x1FFFu); }
};
struct E32 {
    using Sum = f64;
    static INLINE f64 at(const u8 *p) { return loaded<f32>(p); }
};
struct E64 {
    using Sum = f64;
    static INLINE f64 at(const u8 *p) { return loaded<f64>(p); }
};
struct E5M2 {
    using Sum = f64;
    static INLINE f64 at(const u8 *p) { return F16::wide((u16)(*p << 8)); }
};
struct E4M3 {
    using Sum = f64;
    static INLINE f64 at(const u8 *p) {
        const u32 magnitude = *p & 0x7F;
        const f64 x = magnitude == 0x7F ? (f64)bits<f32>((u32)0x7FFFFFFF) : bits<f32>(magnitude << 20) * 0x1p120f;
        return *p & 0x80 ? -x : x;
    }
};
struct ES8 {
    using Sum = s64;
    static INLINE s64 at(const u8 *p) { return (s8)*p; }
};
struct EU8 {
    using Sum = s64;
    static INLINE s64 at(const u8 *p) { return *p; }
};
struct ES32 {
    using Sum = s64;
    static INLINE s64 at(const u8 *p) {
        s32 x;
        memcpy(&x, p, 4);
        return x;
    }
};

template <class X, class Y> constexpr bool is_same = false;
template <class X> constexpr bool is_same<X, X> = true;

enum Result { TO_F32, TO_F16, TO_S32, TO_F64 };

INLINE f64 multiply_add(f64 a, f64 b, f64 c) {
#ifdef __FMA__
    return __builtin_fma(a, b, c); /* the product is exact, so this is the same */
#else
    return a * b + c;
#endif
}
INLINE s64 multiply_add(s64 a, s64 b, s64 c) { return a * b + c; }

#if defined(__AVX2__)
/* The most common products, of 16-bit elements with M of 16 and sums of f32: as those of any other, but with D and A in
 * the order of the registers: a quad of lanes has a row of D, and each of its lanes some columns of A. */
#if defined(__AVX512F__)
constexpr int WIDE = 8;
using Wide = __m512d;
INLINE Wide wide_at(const f64 *p) { return _mm512_load_pd(p); }
INLINE Wide four_at(const f64 *p) { return _mm512_maskz_broadcast_f64x4(0xFF, _mm256_load_pd(p)); }
INLINE Wide wide_fma(Wide a, Wide b, Wide c) { return _mm512_fmadd_pd(a, b, c); }
template <int Q> INLINE Wide of_quad(Wide a) { return _mm512_maskz_permutex_pd(0xFF, a, Q * 0x55); }
INLINE Wide wide_zero() { return _mm512_setzero_pd(); }
INLINE void wide_put(f64 *p, Wide a) { _mm512_store_pd(p, a); }
#else
constexpr int WIDE = 4;
using Wide = __m256d;
INLINE Wide wide_at(const f64 *p) { return _mm256_load_pd(p); }
INLINE Wide four_at(const f64 *p) { return _mm256_load_pd(p); }
INLINE Wide wide_fma(Wide a, Wide b, Wide c) { return _mm256_fmadd_pd(a, b, c); }
template <int Q> INLINE Wide of_quad(Wide a) { return _mm256_permute4x64_pd(a, Q * 0x55); }
INLINE Wide wide_zero() { return _mm256_setzero_pd(); }
INLINE void wide_put(f64 *p, Wide a) { _mm256_store_pd(p, a); }
#endif

template <int Q>
INLINE void quad_products(const f64 (*a)[LANES], const f64 (*b)[2][4], int half, int h, int at, Wide *sum) {
    for (int e = 0; e < 2; ++e) { /* a: by register and element, b: by k and parity of the column */
        const Wide left = of_quad<Q>(wide_at(a[(2 * h + half) * 2 + e] + at));
        for (int p = 0; p < 2; ++p) sum[p] = wide_fma(left, four_at(b[8 * h + 2 * Q + e][p]), sum[p]);
    }
}

/* The halves of 32 words. */
template <class A> INLINE void split_halves(const u8 *from, f64 *low, f64 *high) {
    for (int at = 0; at < LANES; at += 8) {
        const __m256i words = _mm256_loadu_si256((const __m256i *)(from + 4 * at));
        for (int e = 0; e < 2; ++e) {
            __m256 x;
            if (is_same<A, EB16>) {
                x = _mm256_castsi256_ps(e ? _mm256_and_si256(words, _mm256_set1_epi32((s32)0xFFFF0000))
                                          : _mm256_slli_epi32(words, 16));
            } else { /* as F16::wide */
                const __m256i half =
                    e ? _mm256_srli_epi32(words, 16) : _mm256_and_si256(words, _mm256_set1_epi32(0xFFFF));
                const __m256i magnitude = _mm256_and_si256(half, _mm256_set1_epi32(0x7FFF));
                const __m256 value =
                    _mm256_mul_ps(_mm256_castsi256_ps(_mm256_slli_epi32(magnitude, 13)), _mm256_set1_ps(0x1p112f));
                const __m256i special = _mm256_and_si256(_mm256_cmpgt_epi32(magnitude, _mm256_set1_epi32(0x7BFF)),
                                                         _mm256_set1_epi32(0x7F800000));
                const __m256i sign = _mm256_slli_epi32(_mm256_and_si256(half, _mm256_set1_epi32(0x8000)), 16);
                x = _mm256_or_ps(value, _mm256_castsi256_ps(_mm256_or_si256(special, sign)));
            }
            f64 *to = (e ? high : low) + at;
            _mm256_store_pd(to, _mm256_cvtps_pd(_mm256_castps256_ps128(x)));
            _mm256_store_pd(to + 4, _mm256_cvtps_pd(_mm256_extractf128_ps(x, 1)));
        }
    }
}

template <class A>
INLINE void mma_halves(Warp &w, const s32 *a_at, const s32 *b_at, const s32 *c_at, const s32 *d_at, int depth) {
    alignas(64) f64 a[8][LANES], right[4][LANES], b[16][2][4], sum[4][LANES];
    for (int r = 0; r < depth / 4; ++r)
        split_halves<A>(w.regs + a_at[r % 2 * 8 * depth + r / 2 * 8], a[2 * r], a[2 * r + 1]);
    for (int r = 0; r < depth / 8; ++r) split_halves<A>(w.regs + b_at[r * 64], right[2 * r], right[2 * r + 1]);
    for (int k = 0; k < depth; ++k)
        for (int n = 0; n < 8; ++n) b[k][n % 2][n / 2] = right[k / 8 * 2 + k % 2][4 * n + k % 8 / 2];
    for (int half = 0; half < 2; ++half)
        for (int at = 0; at < LANES; at += WIDE) {
            Wide part[2] = {wide_zero(), wide_zero()};
            for (int h = 0; h < depth / 8; ++h) {
                quad_products<0>(a, b, half, h, at, part);
                quad_products<1>(a, b, half, h, at, part);
                quad_products<2>(a, b, half, h, at, part);
                quad_products<3>(a, b, half, h, at, part);
            }
            for (int p = 0; p < 2; ++p) wide_put(sum[2 * half + p] + at, part[p]);
        }
    for (int r = 0; r < 4; ++r) {
        const f32 *c = (const f32 *)(w.regs + c_at[r / 2 * 64 + r % 2]);
        ALL_LANES(l) sum[r][l] += (f64)c[l];
    }
    for (int r = 0; r < 4; ++r) put<f32>(w, d_at[r], [&](int l) { return canonical((f32)sum[r][l]); });
}
#endif

/* MMAs with N = 8. */
template <class A, class B, class C, Result D> const Instr *mma(Warp &w, const Instr *i) {
    const MmaArgs op(i);
    constexpr int N = 8, MOST = 16 * 64;
    using Sum = typename A::Sum;
    const int rows = op.rows(), depth = op.depth();
    alignas(64) Sum left[MOST], right[64 * N], sum[16 * N];
    alignas(64) u8 result[16 * N * 8];
    const int32_t *a_at = op.a(), *b_at = op.b(), *c_at = op.c(), *order = op.order(), *d_at = op.d();
#if defined(__AVX2__)
    if constexpr (D == TO_F32 && is_same<A, B> && is_same<C, E32> && (is_same<A, E16> || is_same<A, EB16>))
        if (rows == 16 && (depth == 8 || depth == 16)) {
            mma_halves<A>(w, a_at, b_at, c_at, d_at, depth);
            return i + 1;
        }
#endif
    for (int k = 0; k < rows * depth; ++k) left[k] = A::at(w.regs + a_at[k]);
    for (int k = 0; k < depth * N; ++k) right[k] = B::at(w.regs + b_at[k]);
    for (int m = 0; m < rows; ++m) {
        Sum total[N];
        for (int n = 0; n < N; ++n) total[n] = D == TO_F64 ? (Sum)C::at(w.regs + c_at[m * N + n]) : 0;
        for (int k = 0; k < depth; ++k) {
            const Sum x = left[m * depth + k];
            for (int n = 0; n < N; ++n) {
                if constexpr (D == TO_F64) total[n] = fma_d(x, right[k * N + n], total[n]);
                else total[n] = multiply_add(x, right[k * N + n], total[n]);
            }
        }
        for (int n = 0; n < N; ++n)
            sum[m * N + n] = D == TO_F64 ? total[n] : total[n] + C::at(w.regs + c_at[m * N + n]);
    }
    for (int k = 0; k < rows * N; ++k) {
        if constexpr (D == TO_F32) ((f32 *)result)[order[k]] = canonical((f32)sum[k]);
        if constexpr (D == TO_F16) ((u16 *)result)[order[k]] = F16::narrow<RN>(sum[k], PLAIN);
        if constexpr (D == TO_F64) ((f64 *)result)[order[k]] = sum[k];
        if constexpr (D == TO_S32) {
            s64 x = sum[k];
            if (op.saturates()) x = x < INT32_MIN ? INT32_MIN : x > INT32_MAX ? INT32_MAX : x;
            ((u32 *)result)[order[k]] = (u32)x;
        }
    }
    for (int r = 0; r < op.d_count(); ++r) {
        if (D == TO_F64) put<u64>(w, d_at[r], [&](int l) { return ((u64 *)result)[r * LANES + l]; });
        else put<u32>(w, d_at[r], [&](int l) { return ((u32 *)result)[r * LANES + l]; });
    }
    return i + 1;
}

const Instr *movmatrix(Warp &w, const Instr *i) {
    const u16 *a = row<u16>(w, i->a);
    u32 t[LANES];
    ALL_LANES(l) {
        const int line = l / 4, column = l % 4 * 2; /* element (r, c) is half c % 2 of lane 4 r + c / 2 */
        t[l] = a[(4 * column + line / 2) * 2 + line % 2] | (u32)a[(4 * (column + 1) + line / 2) * 2 + line % 2] << 16;
    }
    put<u32>(w, i->d, [&](int l) { return t[l]; });
    return i + 1;
}

/* clang-format off */
#define MMA(D, A, B, C, EA, EB, EC, TO) {"mma." D "." A "." B "." C, mma<EA, EB, EC, TO>},

const Entry entries[] = {
    {"movmatrix", movmatrix},
    MMA("f32", "f16", "f16", "f32", E16, E16, E32, TO_F32) MMA("f32", "bf16", "bf16", "f32", EB16, EB16, E32, TO_F32)
    MMA("f16", "f16", "f16", "f16", E16, E16, E16, TO_F16) MMA("f32", "f16", "f16", "f16", E16, E16, E16, TO_F32)
    MMA("f16", "f16", "f16", "f32", E16, E16, E32, TO_F16)
    MMA("f32", "tf32", "tf32", "f32", ETF32, ETF32, E32, TO_F32) MMA("f64", "f64", "f64", "f64", E64, E64, E64, TO_F64)
    MMA("s32", "s8", "s8", "s32", ES8, ES8, ES32, TO_S32) MMA("s32", "u8", "u8", "s32", EU8, EU8, ES32, TO_S32)
    MMA("s32", "s8", "u8", "s32", ES8, EU8, ES32, TO_S32) MMA("s32", "u8", "s8", "s32", EU8, ES8, ES32, TO_S32)
    MMA("f32", "e4m3", "e4m3", "f32", E4M3, E4M3, E32, TO_F32) MMA("f32", "e5m2", "e5m2", "f32", E5M2, E5M2, E32, TO_F32)
    MMA("f32", "e4m3", "e5m2", "f32", E4M3, E5M2, E32, TO_F32) MMA("f32", "e5m2", "e4m3", "f32", E5M2, E4M3, E32, TO_F32)
};
/* clang-format on */

} // namespace

extern const HandlerTable LEVEL(matrix_);
const HandlerTable LEVEL(matrix_) = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
