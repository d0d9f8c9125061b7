/* Numbers of 16 bits: their values, their arithmetic, rounded once, and handlers made of it; included by each build of
 * the handlers. */
#ifndef PYPTX_ENGINE_HALVES_H
#define PYPTX_ENGINE_HALVES_H

#if defined(__F16C__)
#include <immintrin.h>
#endif

#include "numbers.h"

namespace pyptx {
namespace {

/* Products are exact, and their sums rounded to odd; a sum of two halves has twice the bits of a half and two more: the
 * rounding to the half is the only one that counts. */
struct F16 {
    static constexpr u16 NORMAL_CODE = 1 << 10;
    static INLINE f32 wide(u16 h) { return decoded<10, 5, 0x7C00>(h); }
    static INLINE f64 exact(u16 h) { /* a signalling NaN stays one */
        const u64 nan = (u64)(h & 0x8000) << 48 | 0x7FF0000000000000ull | (u64)(h & 0x3FF) << 42;
        return (h & 0x7FFF) > 0x7C00 ? bits<f64>(nan) : wide(h);
    }
    template <Round M> static INLINE u16 narrow(f64 x, int fit) { return (u16)encode<10, 5, M>(x, fit, 0x7FFF); }
    template <Round M> static INLINE u16 narrow(f32 x, int fit) {
        return M == RN ? (u16)encode_nearest<10, 5>(x, fit, 0x7FFF) : narrow<M>((f64)x, fit);
    }
    static INLINE f32 product(f32 a, f32 b) { return a * b; }
    static INLINE f32 fused(f32 a, f32 b, f32 c) { return odd_sum(a * b, c); }
};
struct BF16 {
    static constexpr u16 NORMAL_CODE = 1 << 7;
    static INLINE f32 wide(u16 h) { return bits<f32>((u32)h << 16); }
    static INLINE f64 exact(u16 h) { return wide(h); }
    template <Round M> static INLINE u16 narrow(f64 x, int fit) { return (u16)encode<7, 8, M>(x, fit, 0x7FFF); }
    template <Round M> static INLINE u16 narrow(f32 x, int fit) {
        return M == RN ? (u16)encode_nearest<7, 8>(x, fit, 0x7FFF) : narrow<M>((f64)x, fit);
    }
    static INLINE f64 product(f32 a, f32 b) { return (f64)a * (f64)b; }
    static INLINE f64 fused(f32 a, f32 b, f32 c) { return odd_sum((f64)a * (f64)b, (f64)c); }
};

enum HalfFlags : int { H_FTZ = 1, H_SAT = 2, H_RELU = 4 };
template <class H> INLINE u16 flushed(u16 code, int flags) {
    const u16 least = flags & H_FTZ ? H::NORMAL_CODE : 0;
    return (code & 0x7FFF) < least ? code & 0x8000 : code;
}
template <class H> INLINE f32 half_in(u16 code, int flags) { return H::wide(flushed<H>(code, flags)); }
template <class H, class X> INLINE u16 half_out(X x, int flags) {
    const X fitted = flags & H_SAT ? saturated(x) : x;
    return flushed<H>(H::template narrow<RN>(fitted, flags & H_RELU ? RELU : PLAIN), flags);
}

INLINE f32 h_add(f32 a, f32 b) { return a + b; }
INLINE f32 h_sub(f32 a, f32 b) { return a - b; }
INLINE f32 h_min(f32 a, f32 b) { return extremum<f32, false, false, false, false>(a, b); }
INLINE f32 h_max(f32 a, f32 b) { return extremum<f32, true, false, false, false>(a, b); }

/* Operations on both halves of a word, or on one half; `one` computes that at a shift. Without a loop, whose lanes the
 * compiler would not join to vectors. */

template <class T, class F> INLINE T each_half(F one) {
    if constexpr (sizeof(T) == 2) return one(0);
    else return (T)one(0) | (T)one(16) << 16;
}
template <class H, auto F, class T> INLINE T halves1(T a, int flags) {
    return each_half<T>([=](int k) INLINED { return half_out<H>(F(half_in<H>((u16)(a >> k), flags)), flags); });
}
template <class H, auto F, class T> INLINE T halves2(T a, T b, int flags) {
    return each_half<T>([=](int k) INLINED {
        return half_out<H>(F(half_in<H>((u16)(a >> k), flags), half_in<H>((u16)(b >> k), flags)), flags);
    });
}
template <class H, auto F, class T> INLINE T plain_halves2(T a, T b) { return halves2<H, F, T>(a, b, 0); }
template <class H, class T> INLINE T halves_fma(T a, T b, T c, int flags) {
    return each_half<T>([=](int k) INLINED {
        const f32 x = half_in<H>((u16)(a >> k), flags), y = half_in<H>((u16)(b >> k), flags);
        return half_out<H>(H::fused(x, y, half_in<H>((u16)(c >> k), flags)), flags);
    });
}

/* imm: flags; without any, which is most common, a loop of its own */
template <class T, class F> INLINE const Instr *put_flagged(Warp &w, const Instr *i, F f) {
    const int flags = (int)i->imm;
    if (flags) put<T>(w, i->d, [=](int l) INLINED { return f(l, flags); });
    else put<T>(w, i->d, [=](int l) INLINED { return f(l, 0); });
    return i + 1;
}
template <class H, auto F, class T> const Instr *half1(Warp &w, const Instr *i) {
    const T *a = row<T>(w, i->a);
    return put_flagged<T>(w, i, [=](int l, int flags) INLINED { return halves1<H, F, T>(a[l], flags); });
}
#if defined(__F16C__)
/* Numbers that the processor converts at a time. */
#if defined(__AVX512BW__) && defined(__AVX512VL__)
constexpr int CONVERTED = 16;
INLINE void put_values(f32 *to, const u16 *codes) {
    _mm512_storeu_ps(to, _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)codes)));
}
INLINE void put_codes(u16 *to, const f32 *values) {
    const __m512 x = _mm512_loadu_ps(values);
    const __m256i codes = _mm512_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    const __mmask16 nan = _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q);
    _mm256_storeu_si256((__m256i *)to, _mm256_mask_blend_epi16(nan, codes, _mm256_set1_epi16(0x7FFF)));
}
#else
constexpr int CONVERTED = 8;
INLINE void put_values(f32 *to, const u16 *codes) {
    _mm256_storeu_ps(to, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)codes)));
}
INLINE void put_codes(u16 *to, const f32 *values) {
    const __m256 x = _mm256_loadu_ps(values);
    const __m128i codes = _mm256_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT);
    const __m256i nan = _mm256_castps_si256(_mm256_cmp_ps(x, x, _CMP_UNORD_Q));
    const __m128i halves = _mm_packs_epi32(_mm256_castsi256_si128(nan), _mm256_extracti128_si256(nan, 1));
    _mm_storeu_si128((__m128i *)to, _mm_blendv_epi8(codes, _mm_set1_epi16(0x7FFF), halves));
}
#endif
/* Write rows of f16 without flags. `f` computes one from three values. */
template <class T, class F>
INLINE const Instr *put_f16(Warp &w, const Instr *i, const T *a, const T *b, const T *c, F f) {
    T d[LANES];
#pragma GCC unroll 8
    for (int k = 0; k < LANES * (int)(sizeof(T) / 2); k += CONVERTED) {
        f32 x[3][CONVERTED], y[CONVERTED];
        put_values(x[0], (const u16 *)a + k), put_values(x[1], (const u16 *)b + k),
            put_values(x[2], (const u16 *)c + k);
        for (int l = 0; l < CONVERTED; ++l) y[l] = f(x[0][l], x[1][l], x[2][l]);
        put_codes((u16 *)d + k, y);
    }
    put<T>(w, i->d, [&](int l) INLINED { return d[l]; });
    return i + 1;
}
#endif
template <class H, auto F, class T> const Instr *half2(Warp &w, const Instr *i) {
    const T *a = row<T>(w, i->a), *b = row<T>(w, i->b);
#if defined(__F16C__)
    if constexpr (std::is_same<H, F16>())
        if (!i->imm) return put_f16<T>(w, i, a, b, a, [](f32 x, f32 y, f32) INLINED { return F(x, y); });
#endif
    return put_flagged<T>(w, i, [=](int l, int flags) INLINED { return halves2<H, F, T>(a[l], b[l], flags); });
}
#if defined(__FMA__)
/* A bf16 is the upper half of a single: a sum that is rounded to a single first is rounded right, unless that is the
 * middle of two bf16. Counts those in `middles`. */
INLINE u16 bf16_fma(u16 a, u16 b, u16 c, u32 &middles) {
    const u32 x = bits<u32>(__builtin_fmaf(BF16::wide(a), BF16::wide(b), BF16::wide(c)));
    middles += (x & 0xFFFF) == 0x8000;
    return (u16)((x & 0x7FFFFFFF) > 0x7F800000 ? 0x7FFF : (x + 0x7FFF + (x >> 16 & 1)) >> 16);
}
#endif
template <class H, class T> const Instr *half_fma(Warp &w, const Instr *i) {
    const T *a = row<T>(w, i->a), *b = row<T>(w, i->b), *c = row<T>(w, i->c);
#if defined(__FMA__)
    if (std::is_same<H, BF16>() && !i->imm) {
        T d[LANES];
        u32 middles = 0;
        ALL_LANES(l) {
            u32 here = 0;
            d[l] = each_half<T>(
                [&](int k) INLINED { return bf16_fma((u16)(a[l] >> k), (u16)(b[l] >> k), (u16)(c[l] >> k), here); });
            middles += here;
        }
        if (!middles) {
            put<T>(w, i->d, [&](int l) INLINED { return d[l]; });
            return i + 1;
        }
    }
#endif
#if defined(__F16C__)
    if constexpr (std::is_same<H, F16>())
        if (!i->imm) return put_f16<T>(w, i, a, b, c, F16::fused);
#endif
    return put_flagged<T>(w, i, [=](int l, int flags) INLINED { return halves_fma<H, T>(a[l], b[l], c[l], flags); });
}

} // namespace
} // namespace pyptx
#endif
