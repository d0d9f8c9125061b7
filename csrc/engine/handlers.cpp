/* The handlers: one per instruction form, each for the 32 lanes of a warp.
 *
 * This file is built once for each level of the instruction set (PYPTX_LEVEL names the build); nothing here may
 * have external linkage but the table, so that no function of one level is linked in for another. The build is
 * strict IEEE 754: -ffp-contract=off, no fast math. What a handler computes is defined in pyptx/sim/semantics.
 */
#include <float.h>
#include <math.h>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "lanes.h"
#include "schedule.h"

namespace pyptx {
namespace {

template <class D, class A, D (*F)(A)> const Instr *unary(Warp &w, const Instr *i) {
    const A *a = row<A>(w, i->a);
    put<D>(w, i->d, [=](int l) { return F(a[l]); });
    return i + 1;
}

template <class D, class A, class B, D (*F)(A, B)> const Instr *binary(Warp &w, const Instr *i) {
    const A *a = row<A>(w, i->a);
    const B *b = row<B>(w, i->b);
    put<D>(w, i->d, [=](int l) { return F(a[l], b[l]); });
    return i + 1;
}

template <class D, class A, class B, class C, D (*F)(A, B, C)> const Instr *ternary(Warp &w, const Instr *i) {
    const A *a = row<A>(w, i->a);
    const B *b = row<B>(w, i->b);
    const C *c = row<C>(w, i->c);
    put<D>(w, i->d, [=](int l) { return F(a[l], b[l], c[l]); });
    return i + 1;
}

template <class D, class A, class B, class C, class E, D (*F)(A, B, C, E)>
const Instr *quaternary(Warp &w, const Instr *i) {
    const A *a = row<A>(w, i->a);
    const B *b = row<B>(w, i->b);
    const C *c = row<C>(w, i->c);
    const E *e = row<E>(w, i->e);
    put<D>(w, i->d, [=](int l) { return F(a[l], b[l], c[l], e[l]); });
    return i + 1;
}

/* Types */

template <class T> struct Traits;
template <> struct Traits<u8> { using U = u8; using S = s8; using Wide = u16; static constexpr bool sign = false; };
template <> struct Traits<s8> { using U = u8; using S = s8; using Wide = s16; static constexpr bool sign = true; };
template <> struct Traits<u16> { using U = u16; using S = s16; using Wide = u32; static constexpr bool sign = false; };
template <> struct Traits<s16> { using U = u16; using S = s16; using Wide = s32; static constexpr bool sign = true; };
template <> struct Traits<u32> { using U = u32; using S = s32; using Wide = u64; static constexpr bool sign = false; };
template <> struct Traits<s32> { using U = u32; using S = s32; using Wide = s64; static constexpr bool sign = true; };
template <> struct Traits<u64> { using U = u64; using S = s64; using Wide = unsigned __int128; static constexpr bool sign = false; };
template <> struct Traits<s64> { using U = u64; using S = s64; using Wide = __int128; static constexpr bool sign = true; };

template <class T> constexpr int width() { return (int)sizeof(T) * 8; }
template <class T> constexpr T least() { return Traits<T>::sign ? (T)((typename Traits<T>::U)1 << (width<T>() - 1)) : (T)0; }
template <class T> constexpr T most() { return (T) ~(typename Traits<T>::U)least<T>(); }

/* Integers: they wrap, so arithmetic is unsigned */

template <class T> INLINE T add(T a, T b) { using U = typename Traits<T>::U; return (T)(U)((U)a + (U)b); }
template <class T> INLINE T sub(T a, T b) { using U = typename Traits<T>::U; return (T)(U)((U)a - (U)b); }
template <class T> INLINE T neg(T a) { using U = typename Traits<T>::U; return (T)(U)(0 - (U)a); }
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
template <class T> INLINE T cnot(T a) { return a == 0; }
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
INLINE u32 popc32(u32 a) { return (u32)__builtin_popcount(a); }
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
INLINE u64 reversed(u64 a) {
    a = (a >> 1 & 0x5555555555555555ull) | (a & 0x5555555555555555ull) << 1;
    a = (a >> 2 & 0x3333333333333333ull) | (a & 0x3333333333333333ull) << 2;
    a = (a >> 4 & 0x0F0F0F0F0F0F0F0Full) | (a & 0x0F0F0F0F0F0F0F0Full) << 4;
    return __builtin_bswap64(a);
}
INLINE u32 brev32(u32 a) { return (u32)(reversed(a) >> 32); }
INLINE u64 brev64(u64 a) { return reversed(a); }
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
    for (int k = 0; k < 32; k += width<T>())
        r |= (u32)(typename Traits<T>::U)F((T)(a >> k), (T)(b >> k)) << k;
    return r;
}

template <class T, bool SUB> const Instr *add_carry(Warp &w, const Instr *i) {
    /* e: carry in or -1; f: carry out or -1 */
    const T *a = row<T>(w, i->a), *b = row<T>(w, i->b);
    T t[LANES];
    u32 carry = i->e >= 0 ? *row<u32>(w, i->e) : 0, out = 0;
    LANE {
        const T in = carry >> l & 1;
        if (SUB) {
            t[l] = a[l] - b[l] - in;
            out |= (u32)(a[l] < b[l] || (a[l] == b[l] && in)) << l;
        } else {
            const T partial = a[l] + b[l];
            t[l] = partial + in;
            out |= (u32)(partial < a[l] || t[l] < partial) << l;
        }
    }
    put<T>(w, i->d, [&](int l) { return t[l]; });
    if (i->f >= 0) put_pred(w, i->f, [&](int l) { return out >> l & 1; });
    return i + 1;
}

const Instr *lop3(Warp &w, const Instr *i) { /* imm: table */
    const u32 *a = row<u32>(w, i->a), *b = row<u32>(w, i->b), *c = row<u32>(w, i->c);
    const int64_t table = i->imm;
    put<u32>(w, i->d, [=](int l) {
        u32 r = 0;
        for (int k = 0; k < 8; ++k) {
            const u32 one = (k & 4 ? a[l] : ~a[l]) & (k & 2 ? b[l] : ~b[l]) & (k & 1 ? c[l] : ~c[l]);
            r |= table >> k & 1 ? one : 0;
        }
        return r;
    });
    return i + 1;
}

const u8 PERMUTE_MODES[6][4][4] = {
    {{0, 1, 2, 3}, {1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6}}, {{0, 7, 6, 5}, {1, 0, 7, 6}, {2, 1, 0, 7}, {3, 2, 1, 0}},
    {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}}, {{0, 1, 2, 3}, {1, 1, 2, 3}, {2, 2, 2, 3}, {3, 3, 3, 3}},
    {{0, 0, 0, 0}, {0, 1, 1, 1}, {0, 1, 2, 2}, {0, 1, 2, 3}}, {{0, 1, 0, 1}, {2, 3, 2, 3}, {0, 1, 0, 1}, {2, 3, 2, 3}},
};

const Instr *prmt(Warp &w, const Instr *i) { /* imm: mode, -1 for nibbles */
    const u32 *a = row<u32>(w, i->a), *b = row<u32>(w, i->b), *c = row<u32>(w, i->c);
    const int64_t mode = i->imm;
    put<u32>(w, i->d, [=](int l) {
        const u64 source = (u64)b[l] << 32 | a[l];
        u32 r = 0;
        for (int k = 0; k < 4; ++k) {
            const u32 nibble = mode < 0 ? c[l] >> 4 * k & 15 : PERMUTE_MODES[mode][c[l] & 3][k];
            u32 byte = (u32)(source >> 8 * (nibble & 7)) & 255;
            if (nibble & 8) byte = byte & 128 ? 255 : 0;
            r |= byte << 8 * k;
        }
        return r;
    });
    return i + 1;
}

/* Predicates */

enum Logic { AND, OR, XOR };
template <Logic F> INLINE u32 combine(u32 a, u32 b) { return F == AND ? a & b : F == OR ? a | b : a ^ b; }
template <Logic F> const Instr *logic(Warp &w, const Instr *i) {
    set_pred(w, i->d, combine<F>(*row<u32>(w, i->a), *row<u32>(w, i->b)));
    return i + 1;
}
const Instr *mov_pred(Warp &w, const Instr *i) {
    set_pred(w, i->d, *row<u32>(w, i->a));
    return i + 1;
}
const Instr *not_pred(Warp &w, const Instr *i) {
    set_pred(w, i->d, ~*row<u32>(w, i->a));
    return i + 1;
}

/* Floating point */

INLINE f32 flush(f32 a) { return fabsf(a) < FLT_MIN ? copysignf(0.0f, a) : a; }
INLINE f32 canonical(f32 a) { return a == a ? a : bits<f32>((u32)0x7FFFFFFF); }
INLINE f32 saturated(f32 a) { return a > 0 ? (a < 1.0f ? a : 1.0f) : 0.0f; }
INLINE f64 saturated(f64 a) { return a > 0 ? (a < 1.0 ? a : 1.0) : 0.0; }

INLINE bool finite(f64 a) { return fabs(a) <= DBL_MAX; }

/* a + b rounded to odd: exact for every later rounding to at most 51 bits */
INLINE f64 odd_sum(f64 a, f64 b) {
    const f64 total = a + b, virtual_ = total - a, error = (a - (total - virtual_)) + (b - virtual_);
    const s64 word = bits<s64>(total);
    if (!(error != 0) || word & 1 || !finite(total)) return total;
    return bits<f64>(word + ((error > 0) == (total > 0) ? 1 : -1));
}

enum Round { RN, RZ, RM, RP, RNA };
enum Fit : int { PLAIN = 0, RELU = 1, SATFINITE = 2 };

/* The encoding of a float64 in a format of at most 32 bits; `MAN` bits of fraction. */
template <int MAN, int EXP, Round MODE> INLINE u32 encode(f64 x, int fit, u32 nan) {
    constexpr int BIAS = (1 << (EXP - 1)) - 1;
    constexpr u32 INF = ((1u << EXP) - 1) << MAN, SIGN = 1u << (MAN + EXP);
    const u64 word = bits<u64>(x);
    const bool negative = word >> 63;
    if (x != x) return nan;
    if (negative && fit & RELU) return 0;
    const f64 a = fabs(x);
    u32 code;
    if (a > DBL_MAX) {
        code = fit & SATFINITE ? INF - 1 : INF;
    } else {
        int e = (int)(word >> 52 & 0x7FF) - 1023;
        e = e < 1 - BIAS ? 1 - BIAS : e > BIAS + 1 ? BIAS + 1 : e;
        if (e == BIAS + 1) {
            code = MODE == RN || MODE == RNA || (MODE == RM && negative) || (MODE == RP && !negative) ? INF : INF - 1;
        } else {
            const f64 v = a * bits<f64>((u64)(1023 + MAN - e) << 52); /* below 2**(MAN + 1) */
            f64 q = MODE == RN ? (v + 4503599627370496.0) - 4503599627370496.0 : floor(v);
            if (MODE == RNA) q += v - q >= 0.5;
            if ((MODE == RM && negative) || (MODE == RP && !negative)) q += v != q;
            code = ((u32)(e + BIAS - 1) << MAN) + (u32)q;
        }
        if (code >= INF && fit & SATFINITE) code = INF - 1;
    }
    return code | (negative ? SIGN : 0);
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

template <Round MODE> INLINE f64 signed_zero(f64 total, f64 a, f64 b) {
    return MODE == RM && total == 0 && signbit(a) != signbit(b) ? -fabs(total) : total;
}

template <Round M> INLINE f32 add_f(f32 a, f32 b) {
    if (M == RN) return a + b;
    return to_f32<M>(signed_zero<M>(odd_sum(a, b), a, b));
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
/* Of two NaN the first goes on, made quiet; the compiler may swap operands, so that is spelled out. */
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
template <class T, bool MAX, bool NAN_, bool ABS, bool XOR_> INLINE T extremum(T a, T b) {
    const bool sign = signbit(a) != signbit(b);
    if (ABS) a = a < 0 || signbit(a) ? -a : a, b = b < 0 || signbit(b) ? -b : b;
    const bool sooner = MAX ? signbit(a) && !signbit(b) : signbit(b) && !signbit(a);
    const bool ahead = (MAX ? b > a : b < a) || (b == a && sooner);
    const bool nan = NAN_ ? b != b : a != a;
    T best = nan || (ahead && a == a) ? b : a;
    if (XOR_ && best == best) best = sign ? -fabs(best) : fabs(best);
    return best;
}
INLINE f32 copysign_f(f32 a, f32 b) { return copysignf(b, a); }
INLINE f64 copysign_d(f64 a, f64 b) { return copysign(b, a); }

enum Flags : int { NONE = 0, FTZ = 1, SAT = 2 };

template <int FLAGS> INLINE f32 in(f32 a) { return FLAGS & FTZ ? flush(a) : a; }
template <int FLAGS> INLINE f32 out(f32 a) {
    if (FLAGS & FTZ) a = flush(a);
    return FLAGS & SAT ? saturated(a) : canonical(a);
}
template <f32 (*F)(f32), int FLAGS> INLINE f32 single1(f32 a) { return out<FLAGS>(F(in<FLAGS>(a))); }
template <f32 (*F)(f32, f32), int FLAGS> INLINE f32 single2(f32 a, f32 b) { return out<FLAGS>(F(in<FLAGS>(a), in<FLAGS>(b))); }
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

/* Halves: computed in float64 and rounded once */

struct F16 {
    static constexpr f64 NORMAL = 0x1p-14;
    static constexpr u32 NORMAL_CODE = 1u << 10;
    static INLINE f32 wide(u16 h) {
        const f32 f = bits<f32>((u32)(h & 0x7FFF) << 13) * 0x1p112f;
        const u32 special = (h & 0x7FFF) >= 0x7C00 ? 0x7F800000u : 0;
        return bits<f32>(bits<u32>(f) | special | (u32)(h & 0x8000) << 16);
    }
    static INLINE f64 exact(u16 h) { /* a signalling NaN stays one */
        const u64 nan = (u64)(h & 0x8000) << 48 | 0x7FF0000000000000ull | (u64)(h & 0x3FF) << 42;
        return (h & 0x7FFF) > 0x7C00 ? bits<f64>(nan) : wide(h);
    }
    template <Round M> static INLINE u16 narrow(f64 x, int fit) { return (u16)encode<10, 5, M>(x, fit, 0x7FFF); }
};
struct BF16 {
    static constexpr f64 NORMAL = 0x1p-126;
    static constexpr u32 NORMAL_CODE = 1u << 7;
    static INLINE f32 wide(u16 h) { return bits<f32>((u32)h << 16); }
    static INLINE f64 exact(u16 h) { return wide(h); }
    template <Round M> static INLINE u16 narrow(f64 x, int fit) { return (u16)encode<7, 8, M>(x, fit, 0x7FFF); }
};

enum HalfFlags : int { H_FTZ = 1, H_SAT = 2, H_RELU = 4 };
template <class H> INLINE f64 half_in(u16 a, int flags) {
    const f64 x = H::wide(a);
    return flags & H_FTZ && fabs(x) < H::NORMAL ? copysign(0.0, x) : x;
}
template <class H> INLINE u16 half_out(f64 x, int flags) {
    if (flags & H_SAT) x = saturated(x);
    u16 code = H::template narrow<RN>(x, flags & H_RELU ? RELU : PLAIN);
    if (flags & H_FTZ && (code & 0x7FFF) < H::NORMAL_CODE) code &= 0x8000;
    return code;
}
INLINE f64 h_sub(f64 a, f64 b) { return odd_sum(a, -b); }
INLINE f64 h_fma(f64 a, f64 b, f64 c) { return odd_sum(a * b, c); }

/* imm: flags; the row holds `N` halves */
template <class H, f64 (*F)(f64), int N> const Instr *half1(Warp &w, const Instr *i) {
    const u16 *a = row<u16>(w, i->a);
    const int flags = (int)i->imm;
    u16 *d = row<u16>(w, i->d);
    for (int k = 0; k < LANES * N; ++k) {
        const u16 r = half_out<H>(F(half_in<H>(a[k], flags)), flags);
        d[k] = w.mask >> (k / N) & 1 ? r : d[k];
    }
    return i + 1;
}
template <class H, f64 (*F)(f64, f64), int N> const Instr *half2(Warp &w, const Instr *i) {
    const u16 *a = row<u16>(w, i->a), *b = row<u16>(w, i->b);
    const int flags = (int)i->imm;
    u16 *d = row<u16>(w, i->d);
    for (int k = 0; k < LANES * N; ++k) {
        const u16 r = half_out<H>(F(half_in<H>(a[k], flags), half_in<H>(b[k], flags)), flags);
        d[k] = w.mask >> (k / N) & 1 ? r : d[k];
    }
    return i + 1;
}
template <class H, f64 (*F)(f64, f64, f64), int N> const Instr *half3(Warp &w, const Instr *i) {
    const u16 *a = row<u16>(w, i->a), *b = row<u16>(w, i->b), *c = row<u16>(w, i->c);
    const int flags = (int)i->imm;
    u16 *d = row<u16>(w, i->d);
    for (int k = 0; k < LANES * N; ++k) {
        const u16 r = half_out<H>(F(half_in<H>(a[k], flags), half_in<H>(b[k], flags), half_in<H>(c[k], flags)), flags);
        d[k] = w.mask >> (k / N) & 1 ? r : d[k];
    }
    return i + 1;
}

/* Comparison: d the result, e its contrary or -1, c a predicate to combine with or -1, f: logic, imm: c negated */

enum Compare { EQ, NE, LT, LE, GT, GE, EQU, NEU, LTU, LEU, GTU, GEU, NUM, NANS };
template <Compare C, class T> INLINE bool compare(T a, T b) {
    const bool unordered = a != a || b != b;
    switch (C) {
    case EQ: return a == b;
    case NE: return a != b && !unordered;
    case LT: return a < b;
    case LE: return a <= b;
    case GT: return a > b;
    case GE: return a >= b;
    case EQU: return a == b || unordered;
    case NEU: return a != b || unordered;
    case LTU: return a < b || unordered;
    case LEU: return a <= b || unordered;
    case GTU: return a > b || unordered;
    case GEU: return a >= b || unordered;
    case NUM: return !unordered;
    default: return unordered;
    }
}
INLINE u32 with(const Warp &w, const Instr *i, u32 truth) {
    if (i->c < 0) return truth;
    const u32 c = pred_of(w, i->c, i->imm);
    return i->f == AND ? truth & c : i->f == OR ? truth | c : truth ^ c;
}
template <Compare C, class T, bool FLUSH> const Instr *setp(Warp &w, const Instr *i) {
    const T *a = row<T>(w, i->a), *b = row<T>(w, i->b);
    u32 word = 0;
    LANE {
        T x = a[l], y = b[l];
        if constexpr (FLUSH) x = flush(x), y = flush(y);
        word |= (u32)compare<C, T>(x, y) << l;
    }
    const u32 p = with(w, i, word), q = i->e >= 0 ? with(w, i, ~word) : 0;
    if (i->d >= 0) set_pred(w, i->d, p);
    if (i->e >= 0) set_pred(w, i->e, q);
    return i + 1;
}
template <class T> const Instr *selp(Warp &w, const Instr *i) {
    const T *a = row<T>(w, i->a), *b = row<T>(w, i->b);
    const u32 c = *row<u32>(w, i->c);
    put<T>(w, i->d, [=](int l) { return c >> l & 1 ? a[l] : b[l]; });
    return i + 1;
}
template <class T> const Instr *from_pred(Warp &w, const Instr *i) { /* imm: what a true predicate stands for */
    const u32 c = *row<u32>(w, i->a);
    const T yes = (T)i->imm;
    put<T>(w, i->d, [=](int l) { return c >> l & 1 ? yes : (T)0; });
    return i + 1;
}
template <class T, class C> const Instr *slct(Warp &w, const Instr *i) {
    const T *a = row<T>(w, i->a), *b = row<T>(w, i->b);
    const C *c = row<C>(w, i->c);
    put<T>(w, i->d, [=](int l) { return c[l] >= 0 ? a[l] : b[l]; });
    return i + 1;
}
enum Class { FINITE, INFINITE, NUMBER, NOTANUMBER, NORMAL, SUBNORMAL };
template <Class C, class T> const Instr *testp(Warp &w, const Instr *i) {
    const T *a = row<T>(w, i->a);
    const T tiny = sizeof(T) == 4 ? (T)FLT_MIN : (T)DBL_MIN, huge = sizeof(T) == 4 ? (T)FLT_MAX : (T)DBL_MAX;
    put_pred(w, i->d, [=](int l) {
        const T x = a[l] < 0 ? -a[l] : a[l];
        switch (C) {
        case FINITE: return x <= huge;
        case INFINITE: return x > huge;
        case NUMBER: return x == x;
        case NOTANUMBER: return x != x;
        case NORMAL: return (x <= huge && x >= tiny) || x == 0;
        default: return x < tiny && x != 0;
        }
    });
    return i + 1;
}

/* Conversion */

template <class D, class A, bool SATURATE> INLINE D int_to_int(A a) {
    if (!SATURATE) return (D)a;
    using W = __int128;
    const W low = least<D>(), high = most<D>(), x = a;
    return (D)(x < low ? low : x > high ? high : x);
}
enum Integral { RNI, RZI, RMI, RPI };
template <Integral R> INLINE f64 integral(f64 x) { return R == RNI ? rint(x) : R == RZI ? trunc(x) : R == RMI ? floor(x) : ceil(x); }
template <class D, bool WIDE, Integral R> INLINE D float_to_int(f64 x) { /* WIDE: NaN is the highest bit */
    const f64 r = integral<R>(x);
    using U = typename Traits<D>::U;
    if (r != r) return WIDE || sizeof(D) == 8 ? (D)((U)1 << (width<D>() - 1)) : (D)0;
    if (r <= (f64)least<D>()) return least<D>();
    if (r >= (f64)most<D>()) return most<D>();
    return (D)r;
}
template <class D, Integral R, bool FLUSH> INLINE D int_of_f32(f32 a) { return float_to_int<D, false, R>(FLUSH ? flush(a) : a); }
template <class D, Integral R> INLINE D int_of_f64(f64 a) { return float_to_int<D, true, R>(a); }
template <class D, class H, Integral R> INLINE D int_of_half(u16 a) { return float_to_int<D, false, R>(H::wide(a)); }

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
    const bool up = M == RP ? got < exact : false, down = M == RM ? got > exact : M == RZ ? (exact > 0 ? got > exact : false) : false;
    const bool toward = M == RZ && exact < 0 && got < exact;
    const s64 word = bits<s64>(near);
    if (up) return bits<f64>(word + (near > 0 ? 1 : -1));
    if (down) return bits<f64>(word + (near > 0 ? -1 : 1));
    if (toward) return bits<f64>(word - 1);
    return near;
}
template <class H, class A, Round M> INLINE u16 half_of_int(A a) { return H::template narrow<M>(odd_of<A>(a), PLAIN); }

/* float to float; f: flags (1 ftz, 2 sat, 4 relu, 8 satfinite), n: 1 + integral rounding, 0 for none */
enum CvtFlags : int { C_FTZ = 1, C_SAT = 2, C_RELU = 4, C_SATFINITE = 8 };
INLINE f64 cvt_value(f32 a, int flags) { return flags & C_FTZ ? flush(a) : a; }
INLINE f64 cvt_step(f64 x, int flags, int whole) {
    if (whole) {
        const f64 r = whole == 1 ? rint(x) : whole == 2 ? trunc(x) : whole == 3 ? floor(x) : ceil(x);
        x = copysign(r, x);
    }
    return flags & C_SAT ? saturated(x) : x;
}
INLINE int fit_of(int flags) { return (flags & C_RELU ? RELU : 0) | (flags & C_SATFINITE ? SATFINITE : 0); }
struct Single {
    using T = f32;
    static INLINE f64 value(f32 a, int flags) { return cvt_value(a, flags); }
};
struct Double {
    using T = f64;
    static INLINE f64 value(f64 a, int) { return a; }
};
template <class H> struct Half {
    using T = u16;
    static INLINE f64 value(u16 a, int) { return H::exact(a); }
};
template <class S, Round M> const Instr *cvt_to_f32(Warp &w, const Instr *i) {
    const auto *a = row<typename S::T>(w, i->a);
    const int flags = i->f, whole = i->n;
    put<f32>(w, i->d, [=](int l) {
        const f32 x = to_f32<M>(cvt_step(S::value(a[l], flags), flags, whole));
        return canonical(flags & C_FTZ ? flush(x) : x);
    });
    return i + 1;
}
template <class S> const Instr *cvt_to_f64(Warp &w, const Instr *i) {
    const auto *a = row<typename S::T>(w, i->a);
    const int flags = i->f, whole = i->n;
    put<f64>(w, i->d, [=](int l) { return cvt_step(S::value(a[l], flags), flags, whole); });
    return i + 1;
}
template <class H, class S, Round M> const Instr *cvt_to_half(Warp &w, const Instr *i) {
    const auto *a = row<typename S::T>(w, i->a);
    const int flags = i->f, whole = i->n;
    put<u16>(w, i->d, [=](int l) {
        return H::template narrow<M>(cvt_step(S::value(a[l], flags), flags, whole), fit_of(flags));
    });
    return i + 1;
}
template <class H, Round M> const Instr *cvt_to_halves(Warp &w, const Instr *i) { /* a is the upper half */
    const f32 *a = row<f32>(w, i->a), *b = row<f32>(w, i->b);
    const int flags = i->f;
    put<u32>(w, i->d, [=](int l) {
        const u32 high = H::template narrow<M>(cvt_value(a[l], flags), fit_of(flags));
        return high << 16 | H::template narrow<M>(cvt_value(b[l], flags), fit_of(flags));
    });
    return i + 1;
}
template <Round M> const Instr *cvt_to_tf32(Warp &w, const Instr *i) {
    const f32 *a = row<f32>(w, i->a);
    const int flags = i->f;
    put<u32>(w, i->d, [=](int l) {
        const f64 x = cvt_value(a[l], flags);
        return x != x ? 0x7FFFFFFFu : encode<10, 8, M>(x, fit_of(flags), 0) << 13;
    });
    return i + 1;
}

/* Control */

/* Before a barrier of the CTA: wait until those who are at lower blocks have come as far. d: its block */
const Instr *door(Warp &w, const Instr *i) {
    if (w.admitted) {
        w.admitted = false;
        return i + 1;
    }
    w.state->place = i->d;
    w.knocks = true;
    return nullptr;
}
const Instr *block(Warp &w, const Instr *i) { /* d: its number, n: its instructions */
    Machine &m = *w.machine;
    w.state->place = i->d;
    w.whole = w.mask;
    m.issues[i->d] += 1;
    m.lanes[i->d] += __builtin_popcount(w.mask);
    w.steps += i->n;
    return w.steps > m.shared->limit ? stop(w, i, STOP_STEPS) : i + 1;
}
const Instr *guard(Warp &w, const Instr *i) { /* a: predicate, f: negated, n: records that it holds back */
    w.mask = w.whole & pred_of(w, i->a, i->f);
    if (w.mask) return i + 1;
    w.mask = w.whole;
    return i + 1 + i->n;
}
const Instr *unguard(Warp &w, const Instr *i) {
    w.mask = w.whole;
    return i + 1;
}
const Instr *guard_apart(Warp &w, const Instr *i) { /* at an instruction where lanes part; d: the next block */
    const u32 taken = w.mask & pred_of(w, i->a, i->f);
    if (taken == w.mask) return i + 1;
    diverge(*w.state);
    go(*w.state, w.mask & ~taken, i->d);
    w.mask = w.whole = taken;
    return taken ? i + 1 : nullptr;
}
const Instr *check(Warp &w, const Instr *i) { /* a: tracked register, f: kind of stop */
    return w.machine->shared->need_known && w.mask & ~w.known[i->a] ? stop(w, i, (StopKind)i->f) : i + 1;
}
const Instr *mark(Warp &w, const Instr *i) {
    w.known[i->a] |= w.mask;
    return i + 1;
}
const Instr *mark_as(Warp &w, const Instr *i) { /* a: tracked target, b: tracked source */
    w.known[i->a] = (w.known[i->a] & ~w.mask) | (w.known[i->b] & w.mask);
    return i + 1;
}
const Instr *next(Warp &w, const Instr *i) { /* d: the block after this one */
    if (w.state->converged) return i + 1;
    go(*w.state, w.whole, i->d);
    return nullptr;
}
const Instr *bra(Warp &w, const Instr *i) { /* a: predicate or -1, f: negated, d: target, n: next block, e: polls */
    WarpState &s = *w.state;
    const u32 mask = w.mask, taken = i->a < 0 ? mask : mask & pred_of(w, i->a, i->f);
    if (s.converged) {
        if (!taken) return i + 1;
        if (taken == mask) {
            if (!turn(w, i, i->d, i->e)) return w.machine->shared->blocks[i->d];
            s.place = i->d;
            w.yields = true;
            return nullptr;
        }
        diverge(s);
    }
    const bool spent = taken && turn(w, i, i->d, i->e);
    go(s, taken, i->d);
    go(s, mask & ~taken, i->n);
    if (spent) s.yielded |= taken;
    return nullptr;
}
const Instr *brx(Warp &w, const Instr *i) { /* a: index, n: labels, extra: their blocks, e: polls */
    const u32 *index = row<u32>(w, i->a);
    LANE if (w.mask >> l & 1 && index[l] >= (u32)i->n) return stop(w, i, STOP_CONTROL);
    diverge(*w.state);
    for (int k = 0; k < i->n; ++k) {
        u32 going = 0;
        LANE going |= (u32)(index[l] == (u32)k) << l;
        going &= w.mask;
        if (!going) continue;
        if (turn(w, i, i->extra[k], i->e)) w.state->yielded |= going;
        go(*w.state, going, i->extra[k]);
    }
    return nullptr;
}
/* Bytes of arguments and results, for lanes; each: bytes, whether from a register, where, whether to one, where; what is
 * no register is local memory, counted from a frame. */
constexpr int MOVE_WORDS = 5;
INLINE bool move_bytes(Warp &w, u32 lanes, const s32 *move, int count, s64 from_frame, s64 to_frame, const u64 *frame) {
    const Shared &s = *w.machine->shared;
    const u64 stride = (s.local_bytes + 15) & ~15ull;
    for (; count; --count, move += MOVE_WORDS) {
        const u64 size = move[0];
        for (u32 left = lanes; left; left &= left - 1) {
            const int l = __builtin_ctz(left);
            const u64 base = w.local_start + l * stride;
            const u64 from = frame[l] + (u64)(from_frame + move[2]), to = frame[l] + (u64)(to_frame + move[4]);
            if (!(move[1] && move[3]) && s.local_bytes < size) return false;
            if ((!move[1] && from > s.local_bytes - size) || (!move[3] && to > s.local_bytes - size)) return false;
            u8 *target = move[3] ? w.regs + move[4] + l * size : s.data + base + to;
            memcpy(target, move[1] ? w.regs + move[2] + l * size : s.data + base + from, size);
            if (!move[3]) mark_bytes(s.state + base + to, size);
        }
    }
    return true;
}
/* d: first block of the function, a: row of frames, b: row that takes the site, c: its number, e: size of the own frame,
 * f: of the function's, n: moves of arguments in extra */
const Instr *call(Warp &w, const Instr *i) {
    WarpState &s = *w.state;
    u64 *frame = row<u64>(w, i->a);
    LANE if (w.mask >> l & 1 && frame[l] + (u64)i->e + (u64)i->f > w.machine->shared->local_bytes)
        return stop(w, i, STOP_HANDOVER);
    if (!move_bytes(w, w.mask, i->extra, i->n, 0, i->e, frame)) return stop(w, i, STOP_HANDOVER);
    u32 *site = row<u32>(w, i->b);
    LANE if (w.mask >> l & 1) frame[l] += (u64)i->e, site[l] = (u32)i->c;
    if (w.mask == s.live && s.converged) return w.machine->shared->blocks[i->d];
    diverge(s);
    go(s, w.mask, i->d);
    return nullptr;
}
/* a: row of frames, b: row of sites, n: sites in extra; each: number, block to go on at, frame to take off, moves of
 * results, and these */
const Instr *call_return(Warp &w, const Instr *i) {
    WarpState &s = *w.state;
    u64 *frame = row<u64>(w, i->a);
    const u32 *sites = row<u32>(w, i->b);
    const s32 *site = i->extra;
    for (int k = 0; k < i->n; ++k, site += 4 + MOVE_WORDS * site[3]) {
        u32 lanes = 0;
        LANE lanes |= (u32)(sites[l] == (u32)site[0]) << l;
        lanes &= w.mask;
        if (!lanes) continue;
        if (!move_bytes(w, lanes, site + 4, site[3], 0, -(s64)site[2], frame)) return stop(w, i, STOP_HANDOVER);
        LANE if (lanes >> l & 1) frame[l] -= (u64)site[2];
        if (lanes == s.live && s.converged) return w.machine->shared->blocks[site[1]];
        diverge(s);
        go(s, lanes, site[1]);
    }
    return nullptr;
}
const Instr *leave_grid(Warp &w, const Instr *i) { return leave(w, w.mask) ? nullptr : stop(w, i, STOP_CONTROL); }
const Instr *trap(Warp &w, const Instr *i) { return stop(w, i, STOP_STEP); }

const Instr *members(Warp &w, const Instr *i) { return gather(w, i, row<u32>(w, i->a)); }

/* a: number, b: count or -1, c: predicate or -1 (f of imm >> 8 negated), d: result or -1, e: kind, f: aligned, imm: reduction */
const Instr *barrier(Warp &w, const Instr *i) {
    WarpState &s = *w.state;
    CtaState &cta = *w.cta->state;
    const u32 mask = w.mask, *numbers = row<u32>(w, i->a), *counts = i->b >= 0 ? row<u32>(w, i->b) : nullptr;
    const int whole = LANES * w.cta->count;
    u32 used = 0;
    LANE {
        if (!(mask >> l & 1)) continue;
        const s32 wanted = counts ? (s32)counts[l] : 0;
        if (numbers[l] >= (u32)BARRIERS || wanted % LANES || wanted < 0) return stop(w, i, STOP_GATE);
        const s32 known = cta.wanted[numbers[l]];
        if (known >= 0 && (known ? known : whole) != (wanted ? wanted : whole)) return stop(w, i, STOP_GATE);
        used |= 1u << numbers[l];
    }
    LANE if (mask >> l & 1) {
        cta.wanted[numbers[l]] = counts ? (s32)counts[l] : 0;
        s.barrier[l] = (s8)numbers[l];
    }
    if (i->c >= 0) s.predicate = (s.predicate & ~mask) | (*row<u32>(w, i->c) & mask);
    s.arrives = i->e == 1 ? s.arrives | mask : s.arrives & ~mask;
    park(s, mask, s.place);
    for (int number = 0; number < BARRIERS; ++number)
        if (used >> number & 1 && !settle(w, number)) return stop(w, i, STOP_GATE);
    return nullptr;
}

/* Registers */

template <class D, class A> const Instr *resize(Warp &w, const Instr *i) {
    const A *a = row<A>(w, i->a);
    put<D>(w, i->d, [=](int l) { return (D)a[l]; });
    return i + 1;
}
template <class T> const Instr *unpack(Warp &w, const Instr *i) { /* extra: rows, -1 for a sink; n: how many */
    const T *a = row<T>(w, i->a);
    T t[LANES];
    LANE t[l] = a[l];
    const int step = width<T>() / i->n;
    for (int k = 0; k < i->n; ++k) {
        if (i->extra[k] < 0) continue;
        const int by = step * k;
        if (step == 8) put<u8>(w, i->extra[k], [&](int l) { return (u8)(t[l] >> by); });
        if (step == 16) put<u16>(w, i->extra[k], [&](int l) { return (u16)(t[l] >> by); });
        if (step == 32) put<u32>(w, i->extra[k], [&](int l) { return (u32)(t[l] >> by); });
    }
    return i + 1;
}
template <class T> const Instr *pack(Warp &w, const Instr *i) { /* extra: rows; n: how many */
    T t[LANES] = {};
    const int step = width<T>() / i->n;
    for (int k = 0; k < i->n; ++k) {
        const int by = step * k, at = i->extra[k];
        if (step == 8) LANE t[l] |= (T)((T)row<u8>(w, at)[l] << by);
        if (step == 16) LANE t[l] |= (T)((T)row<u16>(w, at)[l] << by);
        if (step == 32) LANE t[l] |= (T)((T)row<u32>(w, at)[l] << by);
    }
    put<T>(w, i->d, [&](int l) { return t[l]; });
    return i + 1;
}
const Instr *isspacep(Warp &w, const Instr *i) { /* imm: window, 0 for global; f: of the own CTA only */
    const u64 *a = row<u64>(w, i->a);
    const u64 want = (u64)i->imm;
    const bool own = i->f;
    const u64 rank = (u64)w.cta->rank;
    put_pred(w, i->d, [=](int l) {
        const u64 window = a[l] >> 32;
        if (!want) return window < 1 || window > 4;
        return window == want && !(own && (a[l] & 0xFFFFFFFF) >> RANK_SHIFT != rank);
    });
    return i + 1;
}

/* Memory: a: address, e: whether it has 32 bits, imm: offset, f: space, n: elements, d or extra: registers */

template <class M, class R> const Instr *load(Warp &w, const Instr *i) {
    u64 at[LANES];
    Located found;
    addresses(w, i->a, i->e, i->imm, at);
    const unsigned size = sizeof(M) * i->n;
    if (!locate(w, i->f, at, w.mask, size, size, (u8)(ALLOCATED | w.machine->shared->need_known), found))
        return stop(w, i, STOP_STEP);
    const u8 *data = w.machine->shared->data;
    if (found.row && i->n == 4 && i->extra[0] >= 0 && i->extra[1] >= 0 && i->extra[2] >= 0 && i->extra[3] >= 0) {
        const M *cells = (const M *)(data + found.index[0]);
        R *d0 = row<R>(w, i->extra[0]), *d1 = row<R>(w, i->extra[1]), *d2 = row<R>(w, i->extra[2]),
          *d3 = row<R>(w, i->extra[3]);
#pragma GCC ivdep
        LANE {
            d0[l] = (R)cells[4 * l], d1[l] = (R)cells[4 * l + 1];
            d2[l] = (R)cells[4 * l + 2], d3[l] = (R)cells[4 * l + 3];
        }
        return i + 1;
    }
    for (int k = 0; k < i->n; ++k) {
        const int32_t d = i->n == 1 ? i->d : i->extra[k];
        if (d < 0) continue;
        if (found.one) {
            M x;
            memcpy(&x, data + found.index[0] + k * sizeof(M), sizeof x);
            put<R>(w, d, [=](int) { return (R)x; });
            continue;
        }
        if (found.row) {
            const u8 *from = data + found.index[0] + k * sizeof(M);
            if (sizeof(M) == sizeof(R) && i->n == 1) {
                memcpy(row<R>(w, d), from, sizeof(M) * LANES);
            } else {
                const int step = i->n;
                const M *cells = (const M *)from;
                R *to = row<R>(w, d);
                LANE to[l] = (R)cells[l * step];
            }
            continue;
        }
        R t[LANES];
        LANE {
            M x;
            memcpy(&x, data + found.index[l] + k * sizeof(M), sizeof x);
            t[l] = (R)x;
        }
        put<R>(w, d, [&](int l) { return t[l]; });
    }
    return i + 1;
}

template <class M, class R> const Instr *store(Warp &w, const Instr *i) {
    u64 at[LANES];
    Located found;
    addresses(w, i->a, i->e, i->imm, at);
    const unsigned size = sizeof(M) * i->n;
    if (!locate(w, i->f, at, w.mask, size, size, ALLOCATED | WRITABLE, found)) return stop(w, i, STOP_STEP);
    const Shared &s = *w.machine->shared;
    changed(*w.machine);
    if (found.row && i->n == 4 && i->extra[0] >= 0 && i->extra[1] >= 0 && i->extra[2] >= 0 && i->extra[3] >= 0) {
        M *cells = (M *)(s.data + found.index[0]);
        const R *a = row<R>(w, i->extra[0]), *b = row<R>(w, i->extra[1]), *c = row<R>(w, i->extra[2]),
                *d = row<R>(w, i->extra[3]);
#pragma GCC ivdep
        LANE {
            cells[4 * l] = (M)a[l], cells[4 * l + 1] = (M)b[l];
            cells[4 * l + 2] = (M)c[l], cells[4 * l + 3] = (M)d[l];
        }
    } else for (int k = 0; k < i->n; ++k) {
        const int32_t from = i->n == 1 ? i->d : i->extra[k];
        if (from < 0) continue;
        const R *value = row<R>(w, from);
        if (found.row) {
            M *cells = (M *)(s.data + found.index[0]) + k;
            const int step = i->n;
            LANE cells[l * step] = (M)value[l];
            continue;
        }
        LANE {
            const M x = (M)value[l];
            if (w.mask >> l & 1) memcpy(s.data + found.index[l] + k * sizeof(M), &x, sizeof x);
        }
    }
    if (!found.marks) return i + 1;
    bool every = i->n == 1;
    if (!every) {
        every = true;
        for (int k = 0; k < i->n; ++k) every &= i->extra[k] >= 0;
    }
    if (found.row && every) {
        mark_bytes(s.state + found.index[0], size * LANES);
    } else {
        LANE if (w.mask >> l & 1) for (int k = 0; k < i->n; ++k)
            if (i->n == 1 || i->extra[k] >= 0) mark_bytes(s.state + found.index[l] + k * sizeof(M), sizeof(M));
    }
    return i + 1;
}

template <class T> INLINE T a_add(T o, T b, T) { return (T)(o + b); }
template <class T> INLINE T a_and(T o, T b, T) { return o & b; }
template <class T> INLINE T a_or(T o, T b, T) { return o | b; }
template <class T> INLINE T a_xor(T o, T b, T) { return o ^ b; }
template <class T> INLINE T a_exch(T, T b, T) { return b; }
template <class T> INLINE T a_cas(T o, T b, T c) { return o == b ? c : o; }
template <class T> INLINE T a_inc(T o, T b, T) { return o >= b ? 0 : o + 1; }
template <class T> INLINE T a_dec(T o, T b, T) { return o == 0 || o > b ? b : o - 1; }
template <class T> INLINE T a_min(T o, T b, T) { return (T)min_<typename Traits<T>::U>(o, b); }
template <class T> INLINE T a_max(T o, T b, T) { return (T)max_<typename Traits<T>::U>(o, b); }
template <class T> INLINE T a_mins(T o, T b, T) { using S = typename Traits<T>::S; return (T)min_<S>((S)o, (S)b); }
template <class T> INLINE T a_maxs(T o, T b, T) { using S = typename Traits<T>::S; return (T)max_<S>((S)o, (S)b); }
INLINE u32 a_addf(u32 o, u32 b, u32) { return bits<u32>(single2<add_f<RN>, NONE>(bits<f32>(o), bits<f32>(b))); }
INLINE u32 a_addf_flush(u32 o, u32 b, u32) { return bits<u32>(single2<add_f<RN>, FTZ>(bits<f32>(o), bits<f32>(b))); }
INLINE u64 a_addd(u64 o, u64 b, u64) { return bits<u64>(bits<f64>(o) + bits<f64>(b)); }

template <class T> bool in_global(const Warp &w, u64 index) {
    const Segment &g = w.machine->shared->global;
    return index >= g.start && index < g.start + g.extent;
}

/* d: result or -1, b and c: operands; F in shared memory, G in global memory */
template <class T, T (*F)(T, T, T), T (*G)(T, T, T)> const Instr *atomic(Warp &w, const Instr *i) {
    u64 at[LANES];
    Located found;
    addresses(w, i->a, i->e, i->imm, at);
    const u8 need = (u8)(ALLOCATED | WRITABLE | w.machine->shared->need_known);
    if (!locate(w, i->f, at, w.mask, sizeof(T), sizeof(T), need, found)) return stop(w, i, STOP_STEP);
    const Shared &s = *w.machine->shared;
    const T *b = row<T>(w, i->b), *c = i->c >= 0 ? row<T>(w, i->c) : b;
    T t[LANES] = {};
    LANE {
        if (!(w.mask >> l & 1)) continue;
        T *cell = (T *)(s.data + found.index[l]);
        const bool global = in_global<T>(w, found.index[l]);
        T old = __atomic_load_n(cell, __ATOMIC_SEQ_CST), fresh;
        if (s.parallel && global) {
            do {
                fresh = G(old, b[l], c[l]);
            } while (!__atomic_compare_exchange_n(cell, &old, fresh, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
        } else {
            fresh = global ? G(old, b[l], c[l]) : F(old, b[l], c[l]);
            *cell = fresh;
        }
        if (fresh != old) changed(*w.machine);
        if (found.marks) mark_bytes(s.state + found.index[l], sizeof(T));
        t[l] = old;
    }
    if (i->d >= 0) put<T>(w, i->d, [&](int l) { return t[l]; });
    return i + 1;
}

/* Lanes of a warp */

enum Shuffle { UP, DOWN, BFLY, IDX };
/* e: valid or -1, f: tracked d or -1, imm: members or -1 */
template <Shuffle MODE> const Instr *shfl(Warp &w, const Instr *i) {
    const u32 *m = i->imm >= 0 ? row<u32>(w, (int32_t)i->imm) : nullptr;
    const u32 *value = row<u32>(w, i->a), *b = row<u32>(w, i->b), *c = row<u32>(w, i->c);
    u32 t[LANES], inside[LANES], valid = 0, absent = 0;
    s32 from[LANES];
    LANE {
        const s32 distance = b[l] & 31, clamp = c[l] & 31, segment = c[l] >> 8 & 31;
        const s32 lowest = l & segment, highest = lowest | (clamp & ~segment);
        const s32 source = MODE == UP ? l - distance : MODE == DOWN ? l + distance : MODE == BFLY ? l ^ distance
                                                                    : lowest | (distance & ~segment);
        inside[l] = MODE == UP ? source >= highest : source <= highest;
        from[l] = inside[l] ? source : l;
    }
    LANE t[l] = value[from[l]];
    LANE valid |= inside[l] << l;
    u32 missing = ~w.mask;
    if (m) LANE missing |= ~m[l];
    if (missing) LANE absent |= (u32)!((m ? m[l] & w.mask : w.mask) >> from[l] & 1) << l;
    put<u32>(w, i->d, [&](int l) { return t[l]; });
    if (i->e >= 0) set_pred(w, i->e, valid);
    if (i->f >= 0) w.known[i->f] = (w.known[i->f] | w.mask) & ~(absent & w.mask);
    return i + 1;
}
enum Vote { ALL, ANY, UNI, BALLOT };
template <Vote MODE> const Instr *vote(Warp &w, const Instr *i) { /* a: predicate, b: members or -1 */
    const u32 p = *row<u32>(w, i->a) & w.mask, *m = i->b >= 0 ? row<u32>(w, i->b) : nullptr;
    u32 t[LANES], truth = 0;
    LANE {
        const u32 present = (m ? m[l] : FULL) & w.mask, yes = p & present;
        t[l] = yes;
        truth |= (u32)(MODE == ALL ? yes == present : MODE == ANY ? yes != 0 : yes == 0 || yes == present) << l;
    }
    if (MODE == BALLOT) put<u32>(w, i->d, [&](int l) { return t[l]; });
    else set_pred(w, i->d, truth);
    return i + 1;
}
template <class T, bool EVERY> const Instr *match(Warp &w, const Instr *i) { /* a: value, b: members, e: all or -1 */
    const T *a = row<T>(w, i->a);
    const u32 *m = row<u32>(w, i->b);
    u32 t[LANES], truth = 0;
    LANE {
        u32 equal = 0;
        for (int k = 0; k < LANES; ++k) equal |= (u32)(a[k] == a[l]) << k;
        const u32 present = m[l] & w.mask;
        equal &= present;
        truth |= (u32)(equal == present) << l;
        t[l] = EVERY ? (equal == present ? present : 0) : equal;
    }
    put<u32>(w, i->d, [&](int l) { return t[l]; });
    if (i->e >= 0) set_pred(w, i->e, truth);
    return i + 1;
}
const Instr *activemask(Warp &w, const Instr *i) {
    const u32 mask = w.mask;
    put<u32>(w, i->d, [=](int) { return mask; });
    return i + 1;
}
const Instr *elect(Warp &w, const Instr *i) { /* b: members, d: leader or -1, e: whether it is this lane, or -1 */
    const u32 *m = row<u32>(w, i->b);
    u32 t[LANES], truth = 0;
    LANE {
        const u32 present = m[l] & w.mask;
        t[l] = present ? (u32)__builtin_ctz(present) : 0;
        truth |= (u32)(present && t[l] == (u32)l) << l;
    }
    if (i->d >= 0) put<u32>(w, i->d, [&](int l) { return t[l]; });
    if (i->e >= 0) set_pred(w, i->e, truth);
    return i + 1;
}
template <class T, T (*F)(T, T)> const Instr *redux(Warp &w, const Instr *i) { /* a: value, b: members */
    const T *a = row<T>(w, i->a);
    const u32 *m = row<u32>(w, i->b);
    T t[LANES], found = 0;
    u32 last = 0;
    LANE {
        const u32 present = m[l] & w.mask;
        if (!present) {
            t[l] = 0;
            continue;
        }
        if (present != last) {
            found = a[__builtin_ctz(present)];
            for (u32 rest = present & (present - 1); rest; rest &= rest - 1) found = F(found, a[__builtin_ctz(rest)]);
            last = present;
        }
        t[l] = found;
    }
    put<T>(w, i->d, [&](int l) { return t[l]; });
    return i + 1;
}

#include "matrix.inl"

#include "table.inl"

} // namespace

extern const HandlerTable LEVEL(handlers_);
const HandlerTable LEVEL(handlers_) = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
