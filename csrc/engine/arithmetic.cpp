/* The arithmetic that kernels spend their time in; the rest of it is in cold_arithmetic.cpp.
 *
 * Built once for each level of the instruction set (PYPTX_LEVEL names the build); nothing here may have external
 * linkage but the table, so that no function of one level is linked in for another.
 */
#include "forms.h"
#include "halves.h"
#include "vectors.h"

namespace pyptx {
namespace {

const Instr *lop3(Warp &w, const Instr *i) { /* imm: table, a bit for each value of (a, b, c) */
    const u32 *a = row<u32>(w, i->a), *b = row<u32>(w, i->b), *c = row<u32>(w, i->c);
    const u32 table = (u32)i->imm;
    u32 low[4], change[4]; /* by (a, b): the result for c = 0, and whether c = 1 changes it */
    for (int k = 0; k < 4; ++k) {
        low[k] = table >> 2 * k & 1 ? FULL : 0;
        change[k] = low[k] ^ (table >> (2 * k + 1) & 1 ? FULL : 0);
    }
    put<u32>(w, i->d, [=](int l) {
        const u32 r0 = low[0] ^ (c[l] & change[0]), r1 = low[1] ^ (c[l] & change[1]);
        const u32 r2 = low[2] ^ (c[l] & change[2]), r3 = low[3] ^ (c[l] & change[3]);
        const u32 without = r0 ^ (b[l] & (r0 ^ r1)), with = r2 ^ (b[l] & (r2 ^ r3));
        return without ^ (a[l] & (without ^ with));
    });
    return i + 1;
}

/* clang-format off */
const u8 PERMUTE_MODES[6][4][4] = {
    {{0, 1, 2, 3}, {1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6}}, {{0, 7, 6, 5}, {1, 0, 7, 6}, {2, 1, 0, 7}, {3, 2, 1, 0}},
    {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}}, {{0, 1, 2, 3}, {1, 1, 2, 3}, {2, 2, 2, 3}, {3, 3, 3, 3}},
    {{0, 0, 0, 0}, {0, 1, 1, 1}, {0, 1, 2, 2}, {0, 1, 2, 3}}, {{0, 1, 0, 1}, {2, 3, 2, 3}, {0, 1, 0, 1}, {2, 3, 2, 3}},
};
/* clang-format on */

/* A byte of a (0 to 3) or b (4 to 7), or eight times its sign. */
INLINE u32 permuted(u32 a, u32 b, u32 nibble) {
    const u32 byte = (nibble & 4 ? b : a) >> 8 * (nibble & 3) & 255;
    return nibble & 8 ? (byte & 128 ? 255 : 0) : byte;
}
const Instr *prmt(Warp &w, const Instr *i) { /* imm: mode, -1 for nibbles */
    const u32 *a = row<u32>(w, i->a), *b = row<u32>(w, i->b), *c = row<u32>(w, i->c);
    const int64_t mode = i->imm;
    u32 differing = 0;
    ALL_LANES(l) differing |= c[l] ^ c[0];
    if (mode < 0 && !(differing | (c[0] & 0x8888))) { /* the same bytes in each lane, as with a constant */
        const u32 *from[4];
        u32 shift[4];
        for (int k = 0; k < 4; ++k) from[k] = c[0] >> 4 * k & 4 ? b : a, shift[k] = 8 * (c[0] >> 4 * k & 3);
        put<u32>(w, i->d, [=](int l) {
            u32 r = 0;
            for (int k = 0; k < 4; ++k) r |= (from[k][l] >> shift[k] & 255) << 8 * k;
            return r;
        });
        return i + 1;
    }
    if (mode < 0) {
        put<u32>(w, i->d, [=](int l) {
            u32 r = 0;
            for (int k = 0; k < 4; ++k) r |= permuted(a[l], b[l], c[l] >> 4 * k & 15) << 8 * k;
            return r;
        });
        return i + 1;
    }
    put<u32>(w, i->d, [=](int l) {
        u32 r = 0;
        for (int k = 0; k < 4; ++k) r |= permuted(a[l], b[l], PERMUTE_MODES[mode][c[l] & 3][k]) << 8 * k;
        return r;
    });
    return i + 1;
}

#if defined(__AVX2__)
/* Sums of the products of two neighbours of 16 bits. */
INLINE Vectors<s32> sums_of_pairs(Vectors<s32> a, Vectors<s32> b) {
#if defined(__AVX512F__)
    return (Vectors<s32>)_mm512_madd_epi16((__m512i)a, (__m512i)b);
#else
    return (Vectors<s32>)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#endif
}
#endif
template <class X, class Y> const Instr *dot4(Warp &w, const Instr *i) {
    const u32 *a = row<u32>(w, i->a), *b = row<u32>(w, i->b);
    const s32 *c = row<s32>(w, i->c);
#if defined(__AVX2__) /* products of even and of odd bytes, as numbers of 16 bits */
    using Words = Vectors<s32>;
    const auto even = [](Words x, bool sign) INLINED {
        const Vectors<u16> raised = (Vectors<u16>)x << 8;
        return sign ? (Words)((Vectors<s16>)raised >> 8) : (Words)(raised >> 8);
    };
    const auto odd = [](Words x, bool sign)
                         INLINED { return sign ? (Words)((Vectors<s16>)x >> 8) : (Words)((Vectors<u16>)x >> 8); };
    constexpr bool S = Traits<X>::sign, T = Traits<Y>::sign;
    s32 d[LANES];
#pragma GCC unroll 4
    for (int k = 0; k < LANES; k += WIDTH<s32>) {
        const Words x = vector_at<Words>(a + k), y = vector_at<Words>(b + k);
        const Words products = sums_of_pairs(even(x, S), even(y, T)) + sums_of_pairs(odd(x, S), odd(y, T));
        const Words sums = vector_at<Words>(c + k) + products;
        memcpy(d + k, &sums, sizeof sums);
    }
    put<s32>(w, i->d, [&](int l) INLINED { return d[l]; });
#else
    put<s32>(w, i->d, [=](int l) INLINED { return dp4a<X, Y>(a[l], b[l], c[l]); });
#endif
    return i + 1;
}

/* Predicates */

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

/* Exponentials, by a polynomial whose error is below 2**-37.7 of the result */

/* clang-format off */
const f64 EXPONENTIAL[] = { /* the nearest to (2**x - 1) / x from -1/2 to 1/2, from the last to the first power */
    0x1.62bfe780fcb4ep-20, 0x1.00c090e73b1e4p-16, 0x1.43099b81c949cp-13, 0x1.5d877619d5d62p-10, 0x1.3b2ab6a0c1061p-7,
    0x1.c6b08da6a8c0fp-5, 0x1.ebfbdff85f5c3p-3, 0x1.62e42fef9cdd6p-1};
/* clang-format on */

/* a * b + c, rounded once or twice */
INLINE f64 added_product(f64 a, f64 b, f64 c) {
#if defined(__FMA__)
    return __builtin_fma(a, b, c);
#else
    return a * b + c;
#endif
}

/* 2**x is scale * (1 + rest). */
struct PowerOfTwo {
    f64 scale, rest;
    INLINE explicit PowerOfTwo(f64 x) { /* x from -1000 to 1000 */
        const f64 shifted = x + 0x1.8p52, fraction = x - (shifted - 0x1.8p52);
        scale = bits<f64>((bits<u64>(shifted) + 1023) << 52);
        f64 sum = EXPONENTIAL[0];
#pragma GCC unroll 16
        for (size_t k = 1; k < sizeof EXPONENTIAL / sizeof *EXPONENTIAL; ++k)
            sum = added_product(sum, fraction, EXPONENTIAL[k]);
        rest = sum * fraction;
    }
};
INLINE f64 near_ex2(f64 x) { /* of NaN as of the least */
    const PowerOfTwo power(x > -1000.0 ? (x < 1000.0 ? x : 1000.0) : -1000.0);
    return added_product(power.scale, power.rest, power.scale);
}
INLINE f64 near_tanh(f64 x) { /* (e - 1) / (e + 1), where e = exp(2 |x|) */
    const f64 exponent = fabs(x) * 0x1.71547652b82fep+1;
    const PowerOfTwo power(exponent < 100 ? exponent : 100);
    const f64 above = added_product(power.scale, power.rest, power.scale - 1), below = above + 2;
    return copysign(above / below, x);
}
/* A function of f32 by one whose error is below 2**-37 of the result, where all that is as near rounds to the same
 * f32; by the C library, which the definition is rounded from, for the few other lanes. */
template <f64 (*NEAR)(f64), f32 (*F)(f32), int FLAGS> const Instr *rounded(Warp &w, const Instr *i) {
    const f32 *a = row<f32>(w, i->a);
    f32 low[LANES], high[LANES];
    ALL_LANES(l) {
        const f64 result = NEAR(in<FLAGS>(a[l]));
        low[l] = (f32)(result * (1 - 0x1p-37)), high[l] = (f32)(result * (1 + 0x1p-37));
    }
    u32 ambiguous = 0;
    ALL_LANES(l) ambiguous |= (u32)(low[l] != high[l] || a[l] != a[l]) << l;
    ambiguous &= w.mask;
    EACH_LANE(ambiguous, l) low[l] = F(in<FLAGS>(a[l]));
    put<f32>(w, i->d, [&](int l) { return out<FLAGS>(low[l]); });
    return i + 1;
}

/* The values of a function of a half, by its code. */
template <class H, f64 (*F)(f64)> struct HalfTable {
    u16 of[1 << 16];
    HalfTable() {
        for (u32 code = 0; code < 1 << 16; ++code) of[code] = half_out<H>(F(half_in<H>((u16)code, 0)), 0);
    }
};
template <class H, f64 (*F)(f64), class T> const Instr *tabulated(Warp &w, const Instr *i) {
    static const HalfTable<H, F> table;
    const T *a = row<T>(w, i->a);
    return put_flagged<T>(w, i, [=](int l, int flags) {
        return each_half<T>([=](int k) { return flushed<H>(table.of[flushed<H>((u16)(a[l] >> k), flags)], flags); });
    });
}

/* clang-format off */
#define WORDS(X) X(u32) X(s32) X(u64) X(s64)
#define COMMON(T) \
    B2("add." #T, T, T, T, add<T>) B2("sub." #T, T, T, T, sub<T>) B2("mul.lo." #T, T, T, T, mul_lo<T>) \
    T3("mad.lo." #T, T, T, T, T, mad_lo<T>) B2("min." #T, T, T, T, min_<T>) B2("max." #T, T, T, T, max_<T>) \
    B2("shr." #T, T, T, u32, shr<T>) U1("abs." #T, T, T, abs_<T>) U1("neg." #T, T, T, neg<T>)
#define PRODUCTS(T) \
    B2("mul.wide." #T, Traits<T>::Wide, T, T, mul_wide<T>) B2("mul.hi." #T, T, T, T, mul_hi<T>) \
    T3("mad.wide." #T, Traits<T>::Wide, T, T, Traits<T>::Wide, mad_wide<T>)
#define BITWISE(T) \
    B2("and." #T, T, T, T, and_<T>) B2("or." #T, T, T, T, or_<T>) B2("xor." #T, T, T, T, xor_<T>) \
    U1("not." #T, T, T, not_<T>) B2("shl." #T, T, T, u32, shl<T>) U1("mov." #T, T, T, copy<T>) \
    {"selp." #T, selp<T>}, {"from_pred." #T, from_pred<T>},
#define HALVES(H, NAME, T) \
    {"add." NAME, half2<H, h_add, T>}, {"sub." NAME, half2<H, h_sub, T>}, {"mul." NAME, half2<H, H::product, T>}, \
    {"fma." NAME, half_fma<H, T>}, {"abs." NAME, half1<H, abs_f, T>}, {"neg." NAME, half1<H, neg_f, T>}, \
    {"min." NAME, half2<H, h_min, T>}, {"max." NAME, half2<H, h_max, T>}, \
    {"ex2." NAME, tabulated<H, exp2, T>}, {"tanh." NAME, tabulated<H, tanh, T>},
#define DP4(X, Y) {"dp4a." #X "32." #Y "32", dot4<X##8, Y##8>}, \
    T3("dp2a.lo." #X "32." #Y "32", s32, u32, u32, s32, SINGLE_ARG(dp2a<X##16, Y##8, false>)) \
    T3("dp2a.hi." #X "32." #Y "32", s32, u32, u32, s32, SINGLE_ARG(dp2a<X##16, Y##8, true>))
#define ROUNDED(NAME, NEAR, F) \
    {NAME ".f32", rounded<NEAR, F, NONE>}, {NAME ".ftz.f32", rounded<NEAR, F, FTZ>}, \
    {NAME ".sat.f32", rounded<NEAR, F, SAT>}, {NAME ".ftz.sat.f32", rounded<NEAR, F, FTZ | SAT>},
#define INT_FROM(D) INT_INT(D, u16) INT_INT(D, s16) INT_INT(D, u32) INT_INT(D, s32) INT_INT(D, u64) INT_INT(D, s64)
#define INT_OF(NAME, R) \
    U1("cvt." NAME ".u32.f32", u32, f32, SINGLE_ARG(int_of_f32<u32, R, false>)) \
    U1("cvt." NAME ".s32.f32", s32, f32, SINGLE_ARG(int_of_f32<s32, R, false>))

const Entry entries[] = {
    WORDS(COMMON) WORDS(COMPARE) BITWISE(u16) BITWISE(u32) BITWISE(u64) PRODUCTS(u32) PRODUCTS(s32)
    T3("bfe.u32", u32, u32, u32, u32, bfe<u32>) T3("bfe.s32", s32, s32, u32, u32, bfe<s32>)
    {"bfi.u32", quaternary<u32, u32, u32, u32, u32, bfi<u32>>},
    T3("shf.l.wrap.u32", u32, u32, u32, u32, shf_l_wrap) T3("shf.r.wrap.u32", u32, u32, u32, u32, shf_r_wrap)
    T3("shf.l.clamp.u32", u32, u32, u32, u32, shf_l_clamp) T3("shf.r.clamp.u32", u32, u32, u32, u32, shf_r_clamp)
    {"lop3", lop3}, {"prmt", prmt}, DP4(u, u) DP4(u, s) DP4(s, u) DP4(s, s)
    U1("popc.u32", u32, u32, popc32) U1("clz.u32", u32, u32, clz32) U1("brev.u32", u32, u32, brev32)
    {"and.pred", logic<AND>}, {"or.pred", logic<OR>}, {"xor.pred", logic<XOR>},
    {"mov.pred", mov_pred}, {"not.pred", not_pred}, {"negated.pred", not_pred},
    COMPARE(f32) COMPARE(f64)
    FLAGGED2("add.rn", add_f<RN>) FLAGGED2("sub.rn", sub_f<RN>) FLAGGED2("mul.rn", mul_f<RN>) FLAGGED3("fma.rn", fma_f<RN>)
    FLAGGED2("div.rn", div_f<RN>) FLAGGED1("rcp.rn", rcp_f<RN>) FLAGGED1("sqrt.rn", sqrt_f<RN>) FLAGGED2("div.approx", div_approx)
    ROUNDED("ex2", near_ex2, ex2_f) ROUNDED("tanh", near_tanh, tanh_f)
    FLAGGED1("rsqrt", rsqrt_f) FLAGGED1("abs", abs_f) FLAGGED1("neg", neg_f)
    EXTREMUM("min", false, false, false, false) EXTREMUM("min.NaN", false, true, false, false)
    EXTREMUM("max", true, false, false, false) EXTREMUM("max.NaN", true, true, false, false)
    B2("add.rn.f64", f64, f64, f64, add_d) B2("sub.rn.f64", f64, f64, f64, sub_d) B2("mul.rn.f64", f64, f64, f64, mul_d)
    B2("div.rn.f64", f64, f64, f64, div_d) T3("fma.rn.f64", f64, f64, f64, f64, fma_d) U1("rcp.rn.f64", f64, f64, rcp_d)
    U1("sqrt.rn.f64", f64, f64, sqrt_d) U1("abs.f64", f64, f64, abs_d) U1("neg.f64", f64, f64, neg_d)
    B2("min.f64", f64, f64, f64, SINGLE_ARG(extremum<f64, false, false, false, false>))
    B2("max.f64", f64, f64, f64, SINGLE_ARG(extremum<f64, true, false, false, false>))
    HALVES(F16, "f16", u16) HALVES(F16, "f16x2", u32) HALVES(BF16, "bf16", u16) HALVES(BF16, "bf16x2", u32)
    INT_FROM(u16) INT_FROM(s16) INT_FROM(u32) INT_FROM(s32) INT_FROM(u64) INT_FROM(s64)
    INT_OF("rni", RNI) INT_OF("rzi", RZI)
    U1("cvt.rn.f32.u32", f32, u32, SINGLE_ARG(f32_of_int<u32, RN>)) U1("cvt.rn.f32.s32", f32, s32, SINGLE_ARG(f32_of_int<s32, RN>))
};
/* clang-format on */

} // namespace

extern const HandlerTable LEVEL(arithmetic_);
const HandlerTable LEVEL(arithmetic_) = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
