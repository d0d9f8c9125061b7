/* Arithmetic of instructions on one lane, as pyptx/sim/semantics defines it; included by each build of the handlers.
 *
 * Strict IEEE 754: no contraction, no fast math.
 */
#ifndef PYPTX_ENGINE_NUMBERS_H
#define PYPTX_ENGINE_NUMBERS_H

#include <fenv.h>
#include <float.h>
#include <math.h>

#include <type_traits>

#include "lanes.h"

namespace pyptx {
namespace {

/* Types */

template <class Unsigned, class Signed, class Twice, bool SIGN> struct IntegerTraits {
    using U = Unsigned;
    using S = Signed;
    using Wide = Twice;
    static constexpr bool sign = SIGN;
};
template <class T> struct Traits;
template <> struct Traits<u8> : IntegerTraits<u8, s8, u16, false> {};
template <> struct Traits<s8> : IntegerTraits<u8, s8, s16, true> {};
template <> struct Traits<u16> : IntegerTraits<u16, s16, u32, false> {};
template <> struct Traits<s16> : IntegerTraits<u16, s16, s32, true> {};
template <> struct Traits<u32> : IntegerTraits<u32, s32, u64, false> {};
template <> struct Traits<s32> : IntegerTraits<u32, s32, s64, true> {};
template <> struct Traits<u64> : IntegerTraits<u64, s64, unsigned __int128, false> {};
template <> struct Traits<s64> : IntegerTraits<u64, s64, __int128, true> {};

template <class T> constexpr int width() { return (int)sizeof(T) * 8; }
template <class T> constexpr T least() {
    return Traits<T>::sign ? (T)((typename Traits<T>::U)1 << (width<T>() - 1)) : (T)0;
}
template <class T> constexpr T most() { return (T) ~(typename Traits<T>::U)least<T>(); }

/* Integers: they wrap, so arithmetic is unsigned */

template <class T> INLINE T add(T a, T b) {
    using U = typename Traits<T>::U;
    return (T)(U)((U)a + (U)b);
}
template <class T> INLINE T sub(T a, T b) {
    using U = typename Traits<T>::U;
    return (T)(U)((U)a - (U)b);
}
template <class T> INLINE T neg(T a) {
    using U = typename Traits<T>::U;
    return (T)(U)(0 - (U)a);
}
template <class T> INLINE T abs_(T a) { return a < 0 ? neg<T>(a) : a; }
template <class T> INLINE T min_(T a, T b) { return a < b ? a : b; }
template <class T> INLINE T max_(T a, T b) { return a > b ? a : b; }
template <class T> INLINE T min_relu(T a, T b) { return max_<T>(min_<T>(a, b), 0); }
template <class T> INLINE T max_relu(T a, T b) { return max_<T>(max_<T>(a, b), 0); }
template <class T> INLINE T add_sat(T a, T b) {
    T r;
    return __builtin_add_overflow(a, b, &r) ? (a < 0 ? least<T>() : most<T>()) : r;
}
template <class T> INLINE T sub_sat(T a, T b) {
    T r;
    return __builtin_sub_overflow(a, b, &r) ? (Traits<T>::sign && a >= 0 ? most<T>() : least<T>()) : r;
}
template <class T> INLINE T mul_lo(T a, T b) {
    using U = typename Traits<T>::U;
    return (T)(U)((u64)(U)a * (u64)(U)b);
}
template <class T> INLINE typename Traits<T>::Wide mul_wide(T a, T b) {
    using W = typename Traits<T>::Wide;
    return (W)a * (W)b;
}
template <class T> INLINE T mul_hi(T a, T b) { return (T)(mul_wide<T>(a, b) >> width<T>()); }
template <class T> INLINE T mad_lo(T a, T b, T c) { return add<T>(mul_lo<T>(a, b), c); }
template <class T> INLINE T mad_hi(T a, T b, T c) { return add<T>(mul_hi<T>(a, b), c); }
template <class T> INLINE T mad_hi_sat(T a, T b, T c) { return add_sat<T>(mul_hi<T>(a, b), c); }
template <class T> INLINE typename Traits<T>::Wide mad_wide(T a, T b, typename Traits<T>::Wide c) {
    return add<typename Traits<T>::Wide>(mul_wide<T>(a, b), c);
}
template <class T> INLINE T sad(T a, T b, T c) { return add<T>(c, a < b ? sub<T>(b, a) : sub<T>(a, b)); }
template <class T> INLINE typename Traits<T>::U magnitude(T a) {
    using U = typename Traits<T>::U;
    return a < 0 ? (U)(0 - (U)a) : (U)a;
}
template <class T> INLINE T div_(T a, T b) {
    using U = typename Traits<T>::U;
    if (b == 0) return (T) ~(U)0;
    const U q = magnitude<T>(a) / magnitude<T>(b);
    return (a < 0) != (b < 0) ? (T)(U)(0 - q) : (T)q;
}
template <class T> INLINE T rem_(T a, T b) {
    using U = typename Traits<T>::U;
    if (b == 0) return (T) ~(U)0;
    const U r = magnitude<T>(a) % magnitude<T>(b);
    return a < 0 ? (T)(U)(0 - r) : (T)r;
}
template <class T> INLINE T and_(T a, T b) { return a & b; }
template <class T> INLINE T or_(T a, T b) { return a | b; }
template <class T> INLINE T xor_(T a, T b) { return a ^ b; }
template <class T> INLINE T not_(T a) { return (T)~a; }
template <class T> INLINE T copy(T a) { return a; }
template <class T> INLINE T shl(T a, u32 n) { return n < (u32)width<T>() ? (T)((u64)a << (n & 63)) : (T)0; }
template <class T> INLINE T shr(T a, u32 n) {
    const u32 count = n < (u32)width<T>() ? n : width<T>() - 1;
    const T r = (T)(a >> count);
    return Traits<T>::sign || n < (u32)width<T>() ? r : (T)0;
}
INLINE u32 shf_l_wrap(u32 a, u32 b, u32 c) { return (u32)((((u64)b << 32 | a) << (c & 31)) >> 32); }
INLINE u32 shf_r_wrap(u32 a, u32 b, u32 c) { return (u32)(((u64)b << 32 | a) >> (c & 31)); }
INLINE u32 shf_l_clamp(u32 a, u32 b, u32 c) { return (u32)((((u64)b << 32 | a) << (c < 32 ? c : 32)) >> 32); }
INLINE u32 shf_r_clamp(u32 a, u32 b, u32 c) { return (u32)(((u64)b << 32 | a) >> (c < 32 ? c : 32)); }
INLINE u32 popc32(u32 a) { /* a vector has no instruction for it at every level */
    a -= a >> 1 & 0x55555555u;
    a = (a & 0x33333333u) + (a >> 2 & 0x33333333u);
    return ((a + (a >> 4)) & 0x0F0F0F0Fu) * 0x01010101u >> 24;
}
INLINE u32 popc64(u64 a) { return (u32)__builtin_popcountll(a); }
INLINE u32 clz32(u32 a) { return a ? (u32)__builtin_clz(a) : 32; }
INLINE u32 clz64(u64 a) { return a ? (u32)__builtin_clzll(a) : 64; }
template <class T, bool SHIFT> INLINE u32 bfind(T a) {
    using U = typename Traits<T>::U;
    const U x = a < 0 ? (U)~a : (U)a;
    if (!x) return FULL;
    const u32 position = 63 - (u32)__builtin_clzll((u64)x);
    return SHIFT ? width<T>() - 1 - position : position;
}
INLINE u32 brev32(u32 a) {
    a = (a >> 1 & 0x55555555u) | (a & 0x55555555u) << 1;
    a = (a >> 2 & 0x33333333u) | (a & 0x33333333u) << 2;
    a = (a >> 4 & 0x0F0F0F0Fu) | (a & 0x0F0F0F0Fu) << 4;
    a = (a >> 8 & 0x00FF00FFu) | (a & 0x00FF00FFu) << 8;
    return a >> 16 | a << 16;
}
INLINE u64 brev64(u64 a) { return (u64)brev32((u32)a) << 32 | brev32((u32)(a >> 32)); }
template <class T> INLINE T bfe(T a, u32 b, u32 c) {
    using U = typename Traits<T>::U;
    const int w = width<T>(), position = b & 255, length = c & 255;
    if (!length) return 0;
    const int last = (position + length < w ? position + length : w) - 1;
    const bool fill = Traits<T>::sign && ((U)a >> last & 1);
    const int have = position >= w ? 0 : (length < w - position ? length : w - position);
    const U ones = have >= w ? (U) ~(U)0 : (U)(((U)1 << have) - 1);
    const U field = have ? (U)((U)a >> position) & ones : 0;
    return (T)(fill ? field | (U)~ones : field);
}
template <class T> INLINE T bfi(T a, T b, u32 c, u32 d) {
    const u32 position = c & 255, length = d & 255;
    const T ones = length < (u32)width<T>() ? (T)(((T)1 << length) - 1) : (T) ~(T)0;
    const T mask = shl<T>(ones, position);
    return (b & ~mask) | (shl<T>(a, position) & mask);
}
template <bool CLAMP, class T> INLINE T szext(T a, u32 b) {
    if (CLAMP && b >= 32) return a;
    const u32 count = b & 31, high = FULL << count, x = (u32)a;
    const bool fill = Traits<T>::sign && count && (x >> ((count - 1) & 31) & 1);
    return (T)((x & ~high) | (fill ? high : 0));
}
template <bool WRAP> INLINE u32 bmsk(u32 a, u32 b) {
    const u64 start = WRAP ? a & 31 : a, count = WRAP ? b & 31 : b;
    const u64 end = (start < 32 ? start : 32) + count;
    const u32 from = start < 32 ? FULL << start : 0, to = end < 32 ? FULL << end : 0;
    return from & ~to;
}
template <class X, class Y> INLINE s32 dp4a(u32 a, u32 b, s32 c) {
    u32 total = (u32)c;
    for (int k = 0; k < 4; ++k) total += (u32)((s32)(X)(a >> 8 * k) * (s32)(Y)(b >> 8 * k));
    return (s32)total;
}
template <class X, class Y, bool HI> INLINE s32 dp2a(u32 a, u32 b, s32 c) {
    u32 total = (u32)c;
    for (int k = 0; k < 2; ++k) total += (u32)((s32)(X)(a >> 16 * k) * (s32)(Y)(b >> 8 * (k + 2 * HI)));
    return (s32)total;
}
template <class T, bool HI> INLINE T mul24(T a, T b) {
    const s64 x = Traits<T>::sign ? (s64)((s32)((u32)a << 8) >> 8) : (s64)((u32)a & 0xFFFFFF);
    const s64 y = Traits<T>::sign ? (s64)((s32)((u32)b << 8) >> 8) : (s64)((u32)b & 0xFFFFFF);
    return (T)(u32)(HI ? (x * y) >> 16 : x * y);
}
template <class T, bool HI> INLINE T mad24(T a, T b, T c) { return add<T>(mul24<T, HI>(a, b), c); }
template <class T> INLINE T mad24_hi_sat(T a, T b, T c) { return add_sat<T>(mul24<T, true>(a, b), c); }

/* Packed integers: the same on each part of a word */
template <class T, T (*F)(T, T)> INLINE u32 packed2(u32 a, u32 b) {
    u32 r = 0;
    for (int k = 0; k < 32; k += width<T>()) r |= (u32)(typename Traits<T>::U)F((T)(a >> k), (T)(b >> k)) << k;
    return r;
}

/* Floating point */

INLINE f32 flush(f32 a) { return fabsf(a) < FLT_MIN ? copysignf(0.0f, a) : a; }
INLINE f32 canonical(f32 a) { return a == a ? a : bits<f32>((u32)0x7FFFFFFF); }
INLINE f32 saturated(f32 a) { return a > 0 ? (a < 1.0f ? a : 1.0f) : 0.0f; }
INLINE f64 saturated(f64 a) { return a > 0 ? (a < 1.0 ? a : 1.0) : 0.0; }

/* Without a branch, which the compiler might make of a conditional expression. */
INLINE u32 chosen(bool first, u32 a, u32 b) { return b ^ ((a ^ b) & -(u32)first); }

INLINE bool finite(f32 a) { return fabsf(a) <= FLT_MAX; }
INLINE bool finite(f64 a) { return fabs(a) <= DBL_MAX; }

/* a + b rounded to odd: exact for every later rounding to two bits less */
template <class T> INLINE T odd_sum(T a, T b) {
    using Word = std::conditional_t<sizeof(T) == 4, s32, s64>;
    const T total = a + b, virtual_ = total - a, error = (a - (total - virtual_)) + (b - virtual_);
    const Word word = bits<Word>(total);
    const Word even = ~word & (error != 0) & finite(total), outward = (error > 0) == (total > 0);
    return bits<T>(word + even * (2 * outward - 1));
}
enum Fit : int { PLAIN = 0, RELU = 1, SATFINITE = 2 };

template <u32 INF, u32 SIGN> INLINE u32 fitted(u32 code, u32 negative, int fit) {
    const u32 most = fit & SATFINITE ? INF - 1 : INF, kept = fit & RELU ? negative - 1 : FULL;
    return ((code < most ? code : most) | negative * SIGN) & kept;
}
/* The encoding of a float64 in a format of at most 32 bits; `MAN` bits of fraction. No branches, not even those of
 * && and ||: loops over lanes become vectors. */
template <int MAN, int EXP, Round MODE> INLINE u32 encode(f64 x, int fit, u32 nan) {
    constexpr int BIAS = (1 << (EXP - 1)) - 1;
    constexpr u32 INF = ((1u << EXP) - 1) << MAN, SIGN = 1u << (MAN + EXP);
    constexpr bool NEAREST = MODE == RN || MODE == RNA;
    const bool negative = bits<s64>(x) < 0, away = MODE == RM ? negative : MODE == RP ? !negative : false;
    const f64 a = fabs(x);
    const int field = (int)(bits<s64>(a) >> 52) - 1023, e = field < 1 - BIAS ? 1 - BIAS : field > BIAS ? BIAS : field;
    const bool over = field > BIAS;
    const f64 v = over ? 0.0 : a * bits<f64>((s64)(1023 + MAN - e) << 52); /* below 2**(MAN + 1) */
    f64 q = MODE == RN ? (v + 4503599627370496.0) - 4503599627370496.0 : floor(v);
    if (MODE == RNA) q += v - q >= 0.5 ? 1.0 : 0.0;
    if (MODE == RM || MODE == RP) q += away && v != q ? 1.0 : 0.0;
    const u32 beyond = NEAREST || away || !finite(a) ? INF : INF - 1;
    u32 code = over ? beyond : ((u32)(e + BIAS - 1) << MAN) + (u32)(s32)q;
    code = fitted<INF, SIGN>(code, negative, fit);
    return x != x ? nan : code;
}
/* The same of a float32, to nearest. */
template <int MAN, int EXP> INLINE u32 encode_nearest(f32 x, int fit, u32 nan) {
    constexpr int BIAS = (1 << (EXP - 1)) - 1, CUT = 23 - MAN;
    constexpr u32 INF = ((1u << EXP) - 1) << MAN, SIGN = 1u << (MAN + EXP);
    constexpr u32 REBIAS = (u32)(127 - BIAS) << 23, LEAST = REBIAS + (1u << 23), OVER = (u32)(128 + BIAS) << 23;
    const u32 word = bits<u32>(x), magnitude = word & 0x7FFFFFFFu;
    u32 code = (magnitude - REBIAS + (1u << (CUT - 1)) - 1 + (magnitude >> CUT & 1)) >> CUT;
    if constexpr (EXP < 8) { /* the sum with `quantum` keeps the bits of a subnormal number */
        const f32 quantum = bits<f32>((u32)(127 - BIAS + 1 + CUT) << 23);
        const u32 subnormal = bits<u32>(bits<f32>(magnitude) + quantum) - bits<u32>(quantum);
        code = chosen(magnitude < LEAST, subnormal, chosen(magnitude >= OVER, INF, code));
    }
    code = fitted<INF, SIGN>(code, word >> 31, fit);
    return magnitude > 0x7F800000u ? nan : code;
}

/* The value of a code with fewer exponents than a float32; magnitudes from `BEYOND` on are infinity or NaN. Bits above
 * the sign do not count. */
template <int MAN, int EXP, u32 BEYOND> INLINE f32 decoded(u32 code) {
    constexpr u32 SIGN = 1u << (MAN + EXP), REBIAS = (u32)(128 - (1 << (EXP - 1))) << 23, LEAST = REBIAS + (1u << 23);
    const u32 magnitude = code & (SIGN - 1), word = (magnitude << (23 - MAN)) + REBIAS;
    /* a difference of normal numbers: processors multiply subnormal ones in microcode */
    const u32 subnormal = bits<u32>(bits<f32>(word + (1u << 23)) - bits<f32>(LEAST));
    const u32 normal = word + (magnitude >= BEYOND ? REBIAS : 0);
    return bits<f32>((magnitude < 1u << MAN ? subnormal : normal) | (code & SIGN) << (31 - MAN - EXP));
}

template <Round MODE> INLINE f32 to_f32(f64 x) {
    if (MODE == RN) return (f32)x;
    const f32 near = (f32)x;
    const f64 wide = near;
    if (MODE == RZ) return fabs(wide) > fabs(x) ? bits<f32>(bits<u32>(near) - 1) : near;
    const bool up = MODE == RP && wide < x, down = MODE == RM && wide > x;
    if (!(up || down)) return near;
    if (near == 0) return up ? bits<f32>((u32)1) : bits<f32>((u32)0x80000001u);
    return bits<f32>(bits<u32>(near) + ((near > 0) == up ? 1 : -1));
}

template <Round> INLINE f32 to_f32(f32 x) { return x; }

template <Round MODE> INLINE f64 signed_zero(f64 total, f64 a, f64 b) {
    return MODE == RM && total == 0 && signbit(a) != signbit(b) ? -fabs(total) : total;
}

template <Round M> INLINE f32 add_f(f32 a, f32 b) {
    if (M == RN) return a + b;
    return to_f32<M>(signed_zero<M>(odd_sum<f64>(a, b), a, b));
}
template <Round M> INLINE f32 sub_f(f32 a, f32 b) { return add_f<M>(a, -b); }
template <Round M> INLINE f32 mul_f(f32 a, f32 b) { return M == RN ? a * b : to_f32<M>((f64)a * (f64)b); }
template <Round M> INLINE f32 fma_f(f32 a, f32 b, f32 c) {
    if (M == RN) return __builtin_fmaf(a, b, c);
    const f64 product = (f64)a * (f64)b, addend = c;
    return to_f32<M>(signed_zero<M>(odd_sum(product, addend), product, addend));
}
template <Round M> INLINE f32 div_f(f32 a, f32 b) { return M == RN ? a / b : to_f32<M>((f64)a / (f64)b); }
template <Round M> INLINE f32 rcp_f(f32 a) { return div_f<M>(1.0f, a); }
template <Round M> INLINE f32 sqrt_f(f32 a) { return M == RN ? sqrtf(a) : to_f32<M>(sqrt((f64)a)); }
INLINE f32 div_approx(f32 a, f32 b) {
    const bool far = fabsf(b) > 0x1p126f && fabsf(b) <= FLT_MAX;
    if (!far || a != a) return a / b;
    return fabsf(a) > FLT_MAX ? bits<f32>((u32)0x7FFFFFFF) : copysignf(0.0f, a) * (b > 0 ? 1.0f : -1.0f);
}
INLINE f32 rsqrt_f(f32 a) { return (f32)(1 / sqrt((f64)a)); }
INLINE f32 sin_f(f32 a) { return (f32)sin((f64)a); }
INLINE f32 cos_f(f32 a) { return (f32)cos((f64)a); }
INLINE f32 lg2_f(f32 a) { return (f32)log2((f64)a); }
INLINE f32 ex2_f(f32 a) { return (f32)exp2((f64)a); }
INLINE f32 tanh_f(f32 a) { return (f32)tanh((f64)a); }
INLINE f32 abs_f(f32 a) { return fabsf(a); }
INLINE f32 neg_f(f32 a) { return -a; }
INLINE f64 abs_d(f64 a) { return fabs(a); }
INLINE f64 neg_d(f64 a) { return -a; }
/* The first of two NaN is the result, made quiet; written out because the compiler may swap operands. */
INLINE f64 quiet(f64 a) { return bits<f64>(bits<u64>(a) | (u64)1 << 51); }
INLINE f64 passed(f64 a, f64 b, f64 result) { return a != a ? quiet(a) : b != b ? quiet(b) : result; }
INLINE f64 add_d(f64 a, f64 b) { return passed(a, b, a + b); }
INLINE f64 sub_d(f64 a, f64 b) { return passed(a, b, a - b); }
INLINE f64 mul_d(f64 a, f64 b) { return passed(a, b, a * b); }
INLINE f64 div_d(f64 a, f64 b) { return passed(a, b, a / b); }
INLINE f64 rcp_d(f64 a) { return 1.0 / a; }
INLINE f64 sqrt_d(f64 a) { return sqrt(a); }
INLINE f64 fma_d(f64 a, f64 b, f64 c) {
    if (!(finite(a) && finite(b))) return add_d(mul_d(a, b), c);
    return finite(c) ? __builtin_fma(a, b, c) : c;
}
/* float64 rounded in other directions than to nearest, by the processor's rounding mode: volatile operands keep the
 * operation between the mode changes. */
template <class F> COLD f64 directed(Round mode, F f) {
    const int before = fegetround();
    fesetround(mode == RZ ? FE_TOWARDZERO : mode == RM ? FE_DOWNWARD : FE_UPWARD);
    const volatile f64 result = f();
    fesetround(before);
    return result;
}
INLINE f64 fma_directed(f64 a, f64 b, f64 c, Round mode) {
    if (mode == RN || !(finite(a) && finite(b) && finite(c))) return fma_d(a, b, c);
    const volatile f64 x = a, y = b, z = c;
    return directed(mode, [&] { return __builtin_fma(x, y, z); });
}
template <Round M> INLINE f64 add_to(f64 a, f64 b) { return fma_directed(a, 1, b, M); }
template <Round M> INLINE f64 sub_to(f64 a, f64 b) { return fma_directed(a, 1, -b, M); }
template <Round M> INLINE f64 mul_to(f64 a, f64 b) {
    return fma_directed(a, b, signbit(a) != signbit(b) ? -0.0 : 0.0, M);
}
template <Round M> INLINE f64 fma_to(f64 a, f64 b, f64 c) { return fma_directed(a, b, c, M); }
template <Round M> INLINE f64 div_to(f64 a, f64 b) {
    if (!(finite(a) && finite(b)) || a == 0 || b == 0) return div_d(a, b);
    const volatile f64 x = a, y = b;
    return directed(M, [&] { return x / y; });
}
template <Round M> INLINE f64 rcp_to(f64 a) { return div_to<M>(1.0, a); }
template <Round M> INLINE f64 sqrt_to(f64 a) {
    if (!finite(a) || !(a > 0)) return sqrt(a);
    const volatile f64 x = a;
    return directed(M, [&] { return sqrt(x); });
}
INLINE f64 rsqrt_d(f64 a) { return 1 / sqrt(a); }
/* .approx.ftz.f64: of the upper word, as an upper word */
INLINE f64 flush(f64 a) { return fabs(a) < DBL_MIN ? copysign(0.0, a) : a; }
template <bool ROOT> INLINE f64 upper_word(f64 a) {
    const u64 word = 0xFFFFFFFF00000000ull;
    const f64 x = a != a ? a : flush(bits<f64>(bits<u64>(a) & word));
    const f64 exact = 1 / (ROOT ? sqrt(x) : x);
    const u64 raw = bits<u64>(exact);
    const f64 result = flush(bits<f64>((finite(exact) ? raw + 0x80000000ull : raw) & word));
    return result == result ? result : bits<f64>((u64)0x7FFFFFFF00000000ull);
}
/* Without branches, as `encode`. */
template <class T, bool MAX, bool NAN_, bool ABS, bool XOR_> INLINE T extremum(T a, T b) {
    const bool sign = signbit(a) != signbit(b);
    if (ABS) a = fabs(a), b = fabs(b);
    const bool sooner = MAX ? signbit(a) & !signbit(b) : signbit(b) & !signbit(a);
    const bool ahead = (MAX ? b > a : b < a) | ((b == a) & sooner), nan = NAN_ ? b != b : a != a;
    const T best = nan | (ahead & (a == a)) ? b : a;
    return XOR_ && best == best ? (sign ? -fabs(best) : fabs(best)) : best;
}

enum Flags : int { NONE = 0, FTZ = 1, SAT = 2 };

template <int FLAGS> INLINE f32 in(f32 a) { return FLAGS & FTZ ? flush(a) : a; }
template <int FLAGS> INLINE f32 out(f32 a) {
    if (FLAGS & FTZ) a = flush(a);
    return FLAGS & SAT ? saturated(a) : canonical(a);
}
template <f32 (*F)(f32), int FLAGS> INLINE f32 single1(f32 a) { return out<FLAGS>(F(in<FLAGS>(a))); }
template <f32 (*F)(f32, f32), int FLAGS> INLINE f32 single2(f32 a, f32 b) {
    return out<FLAGS>(F(in<FLAGS>(a), in<FLAGS>(b)));
}
template <f32 (*F)(f32, f32, f32), int FLAGS> INLINE f32 single3(f32 a, f32 b, f32 c) {
    return out<FLAGS>(F(in<FLAGS>(a), in<FLAGS>(b), in<FLAGS>(c)));
}
template <f32 (*F)(f32, f32)> INLINE u64 both2(u64 a, u64 b) {
    return (u64)bits<u32>(F(bits<f32>((u32)a), bits<f32>((u32)b))) |
           (u64)bits<u32>(F(bits<f32>((u32)(a >> 32)), bits<f32>((u32)(b >> 32)))) << 32;
}
template <f32 (*F)(f32, f32, f32)> INLINE u64 both3(u64 a, u64 b, u64 c) {
    return (u64)bits<u32>(F(bits<f32>((u32)a), bits<f32>((u32)b), bits<f32>((u32)c))) |
           (u64)bits<u32>(F(bits<f32>((u32)(a >> 32)), bits<f32>((u32)(b >> 32)), bits<f32>((u32)(c >> 32)))) << 32;
}

/* Conversion */

template <class D, class A, bool SATURATE> INLINE D int_to_int(A a) {
    if (!SATURATE) return (D)a;
    using W = __int128;
    const W low = least<D>(), high = most<D>(), x = a;
    return (D)(x < low ? low : x > high ? high : x);
}
enum Integral { RNI, RZI, RMI, RPI };
template <Integral R> INLINE f64 integral(f64 x) {
    return R == RNI ? rint(x) : R == RZI ? trunc(x) : R == RMI ? floor(x) : ceil(x);
}
template <class D, bool WIDE, Integral R> INLINE D float_to_int(f64 x) { /* WIDE: NaN is the highest bit */
    const f64 r = integral<R>(x);
    using U = typename Traits<D>::U;
    if (r != r) return WIDE || sizeof(D) == 8 ? (D)((U)1 << (width<D>() - 1)) : (D)0;
    if (r <= (f64)least<D>()) return least<D>();
    if (r >= (f64)most<D>()) return most<D>();
    return (D)r;
}
template <class D, Integral R, bool FLUSH> INLINE D int_of_f32(f32 a) {
    return float_to_int<D, false, R>(FLUSH ? flush(a) : a);
}
template <class D, Integral R> INLINE D int_of_f64(f64 a) { return float_to_int<D, true, R>(a); }
/* An integer rounded to odd at 53 bits: exact for every later rounding. */
INLINE f64 odd_integer(u64 x) {
    if (x >> 53) {
        const int cut = 64 - 53 - __builtin_clzll(x);
        const u64 lost = x & (((u64)1 << cut) - 1);
        x = (x >> cut) << cut;
        if (lost) x |= (u64)1 << cut;
    }
    return (f64)x;
}
template <class A> INLINE f64 odd_of(A a) { return a < 0 ? -odd_integer((u64)magnitude<A>(a)) : odd_integer((u64)a); }
template <class A, Round M> INLINE f32 f32_of_int(A a) {
    if (M == RN) return (f32)a;
    return bits<f32>(encode<23, 8, M>(odd_of<A>(a), PLAIN, 0x7FFFFFFF));
}
template <class A, Round M> INLINE f64 f64_of_int(A a) {
    const f64 near = (f64)a;
    if (M == RN || sizeof(A) < 8) return near;
    const __int128 exact = a, got = (__int128)near;
    if (got == exact) return near;
    const bool up = M == RP ? got < exact : false, down = M == RM   ? got > exact
                                                          : M == RZ ? (exact > 0 ? got > exact : false)
                                                                    : false;
    const bool toward = M == RZ && exact < 0 && got < exact;
    const s64 word = bits<s64>(near);
    if (up) return bits<f64>(word + (near > 0 ? 1 : -1));
    if (down) return bits<f64>(word + (near > 0 ? -1 : 1));
    if (toward) return bits<f64>(word - 1);
    return near;
}

} // namespace
} // namespace pyptx
#endif
