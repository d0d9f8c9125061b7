/* The arithmetic that kernels spend their time in; the rest of it is in uncommon.cpp.
 *
 * Built once for each level of the instruction set (PYPTX_LEVEL names the build); nothing here may have external
 * linkage but the table, so that no function of one level is linked in for another.
 */
#include "forms.h"

namespace pyptx {
namespace {

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

/* clang-format off */
const u8 PERMUTE_MODES[6][4][4] = {
    {{0, 1, 2, 3}, {1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6}}, {{0, 7, 6, 5}, {1, 0, 7, 6}, {2, 1, 0, 7}, {3, 2, 1, 0}},
    {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}}, {{0, 1, 2, 3}, {1, 1, 2, 3}, {2, 2, 2, 3}, {3, 3, 3, 3}},
    {{0, 0, 0, 0}, {0, 1, 1, 1}, {0, 1, 2, 2}, {0, 1, 2, 3}}, {{0, 1, 0, 1}, {2, 3, 2, 3}, {0, 1, 0, 1}, {2, 3, 2, 3}},
};
/* clang-format on */

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

/* 2 to the power of each lane: by a polynomial, whose error is below 2**-48 of the result, where all that is as near
 * rounds to the same f32; by the C library, which the definition is rounded from, for the few other lanes. */
template <int FLAGS> const Instr *ex2(Warp &w, const Instr *i) {
    /* clang-format off */
    static const f64 terms[] = { /* log(2)**k / k!, from the last */
        0x1.c3bd650fc2986p-36, 0x1.e8cac7351bb25p-32, 0x1.e4cf5158b8ecap-28, 0x1.b5253d395e7c4p-24,
        0x1.62c0223a5c824p-20, 0x1.ffcbfc588b0c7p-17, 0x1.430912f86c787p-13, 0x1.5d87fe78a6731p-10, 0x1.3b2ab6fba4e77p-7,
        0x1.c6b08d704a0c0p-5, 0x1.ebfbdff82c58fp-3, 0x1.62e42fefa39efp-1, 1.0};
    /* clang-format on */
    const f32 *a = row<f32>(w, i->a);
    f32 low[LANES], high[LANES];
    f64 fraction[LANES], scale[LANES], sum[LANES];
    ALL_LANES(l) {
        const f32 x = in<FLAGS>(a[l]);
        const f64 clamped = x > -200.0f ? (x < 200.0f ? x : 200.0f) : -200.0f; /* NaN is the last */
        const f64 shifted = clamped + 0x1.8p52;
        fraction[l] = clamped - (shifted - 0x1.8p52);
        scale[l] = bits<f64>((bits<u64>(shifted) + 1023) << 52);
        sum[l] = terms[0];
    }
    for (size_t k = 1; k < sizeof terms / sizeof *terms; ++k)
        ALL_LANES(l) sum[l] = sum[l] * fraction[l] + terms[k];
    ALL_LANES(l) {
        const f64 result = sum[l] * scale[l];
        low[l] = (f32)(result - result * 0x1p-48), high[l] = (f32)(result + result * 0x1p-48);
    }
    u32 near = 0;
    ALL_LANES(l) near |= (u32)(low[l] != high[l] || a[l] != a[l]) << l;
    for (near &= w.mask; near; near &= near - 1) {
        const int l = __builtin_ctz(near);
        low[l] = ex2_f(in<FLAGS>(a[l]));
    }
    put<f32>(w, i->d, [&](int l) { return out<FLAGS>(low[l]); });
    return i + 1;
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
#define HALVES(H, NAME, N) \
    {"add." NAME, half2<H, odd_sum, N>}, {"sub." NAME, half2<H, h_sub, N>}, {"mul." NAME, half2<H, mul_d, N>}, \
    {"fma." NAME, half3<H, h_fma, N>}, {"abs." NAME, half1<H, abs_d, N>}, {"neg." NAME, half1<H, neg_d, N>}, \
    {"min." NAME, half2<H, extremum<f64, false, false, false, false>, N>}, \
    {"max." NAME, half2<H, extremum<f64, true, false, false, false>, N>},
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
    {"lop3", lop3}, {"prmt", prmt},
    {"and.pred", logic<AND>}, {"or.pred", logic<OR>}, {"xor.pred", logic<XOR>},
    {"mov.pred", mov_pred}, {"not.pred", not_pred}, {"negated.pred", not_pred},
    COMPARE(f32) COMPARE(f64)
    FLAGGED2("add.rn", add_f<RN>) FLAGGED2("sub.rn", sub_f<RN>) FLAGGED2("mul.rn", mul_f<RN>) FLAGGED3("fma.rn", fma_f<RN>)
    FLAGGED2("div.rn", div_f<RN>) FLAGGED1("rcp.rn", rcp_f<RN>) FLAGGED1("sqrt.rn", sqrt_f<RN>) FLAGGED2("div.approx", div_approx)
    {"ex2.f32", ex2<NONE>}, {"ex2.ftz.f32", ex2<FTZ>}, {"ex2.sat.f32", ex2<SAT>}, {"ex2.ftz.sat.f32", ex2<FTZ | SAT>},
    FLAGGED1("rsqrt", rsqrt_f) FLAGGED1("abs", abs_f) FLAGGED1("neg", neg_f)
    EXTREMUM("min", false, false, false, false) EXTREMUM("min.NaN", false, true, false, false)
    EXTREMUM("max", true, false, false, false) EXTREMUM("max.NaN", true, true, false, false)
    B2("add.rn.f64", f64, f64, f64, add_d) B2("sub.rn.f64", f64, f64, f64, sub_d) B2("mul.rn.f64", f64, f64, f64, mul_d)
    B2("div.rn.f64", f64, f64, f64, div_d) T3("fma.rn.f64", f64, f64, f64, f64, fma_d) U1("rcp.rn.f64", f64, f64, rcp_d)
    U1("sqrt.rn.f64", f64, f64, sqrt_d) U1("abs.f64", f64, f64, abs_d) U1("neg.f64", f64, f64, neg_d)
    B2("min.f64", f64, f64, f64, SINGLE_ARG(extremum<f64, false, false, false, false>))
    B2("max.f64", f64, f64, f64, SINGLE_ARG(extremum<f64, true, false, false, false>))
    HALVES(F16, "f16", 1) HALVES(F16, "f16x2", 2) HALVES(BF16, "bf16", 1) HALVES(BF16, "bf16x2", 2)
    INT_FROM(u16) INT_FROM(s16) INT_FROM(u32) INT_FROM(s32) INT_FROM(u64) INT_FROM(s64)
    INT_OF("rni", RNI) INT_OF("rzi", RZI)
    U1("cvt.rn.f32.u32", f32, u32, SINGLE_ARG(f32_of_int<u32, RN>)) U1("cvt.rn.f32.s32", f32, s32, SINGLE_ARG(f32_of_int<s32, RN>))
    CVT_FLOAT(Single, "f32", "rn", RN) CVT_FLOAT(Half<F16>, "f16", "rn", RN) CVT_FLOAT(Half<BF16>, "bf16", "rn", RN)
    CVT_FLOAT(Double, "f64", "rn", RN)
    {"cvt.rn.f16x2.f32", cvt_to_halves<F16, RN>}, {"cvt.rn.bf16x2.f32", cvt_to_halves<BF16, RN>},
    {"cvt.rn.tf32.f32", cvt_to_tf32<RN>}, {"cvt.rna.tf32.f32", cvt_to_tf32<RNA>},
};
/* clang-format on */

} // namespace

extern const HandlerTable LEVEL(arithmetic_);
const HandlerTable LEVEL(arithmetic_) = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
