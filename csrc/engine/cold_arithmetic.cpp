/* The arithmetic that no kernel spends its time in: other roundings, rare types, functions of the C library.
 *
 * Built once, for all levels of the instruction set.
 */
#include "conversions.h"

namespace pyptx {
namespace {

template <class T, bool SUB> const Instr *add_carry(Warp &w, const Instr *i) {
    /* e: carry in or -1; f: carry out or -1 */
    const T *a = row<T>(w, i->a), *b = row<T>(w, i->b);
    T t[LANES];
    u32 carry = i->e >= 0 ? *row<u32>(w, i->e) : 0, out = 0;
    ALL_LANES(l) {
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

/* clang-format off */
#define NARROW(X) X(u16) X(s16)
#define WORDS(X) X(u32) X(s32) X(u64) X(s64)
#define INTEGERS(X) NARROW(X) WORDS(X)
#define BYTES_TOO(X) X(u8) X(s8) INTEGERS(X)

#define SHORT(T) \
    B2("add." #T, T, T, T, add<T>) B2("sub." #T, T, T, T, sub<T>) B2("mul.lo." #T, T, T, T, mul_lo<T>) \
    B2("mul.hi." #T, T, T, T, mul_hi<T>) T3("mad.lo." #T, T, T, T, T, mad_lo<T>) B2("min." #T, T, T, T, min_<T>) \
    B2("max." #T, T, T, T, max_<T>) B2("shr." #T, T, T, u32, shr<T>) U1("abs." #T, T, T, abs_<T>) U1("neg." #T, T, T, neg<T>) \
    B2("mul.wide." #T, Traits<T>::Wide, T, T, mul_wide<T>) \
    T3("mad.wide." #T, Traits<T>::Wide, T, T, Traits<T>::Wide, mad_wide<T>)
#define ARITHMETIC(T) \
    T3("mad.hi." #T, T, T, T, T, mad_hi<T>) T3("sad." #T, T, T, T, T, sad<T>) B2("div." #T, T, T, T, div_<T>) \
    B2("rem." #T, T, T, T, rem_<T>) B2("add.sat." #T, T, T, T, add_sat<T>) B2("sub.sat." #T, T, T, T, sub_sat<T>)
#define SELECT(T) LANES1("cnot." #T, T, T, a == 0) LANES3("slct." #T ".s32", T, T, T, s32, c >= 0 ? a : b) \
    LANES3("slct." #T ".f32", T, T, T, f32, c >= 0 ? a : b)
#define FIND(T) U1("bfind." #T, u32, T, SINGLE_ARG(bfind<T, false>)) U1("bfind.shiftamt." #T, u32, T, SINGLE_ARG(bfind<T, true>))
#define PACKED(NAME, T) \
    B2("add." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, add<T>>)) B2("sub." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, sub<T>>)) \
    B2("min." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, min_<T>>)) B2("max." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, max_<T>>)) \
    B2("add.sat." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, add_sat<T>>)) B2("sub.sat." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, sub_sat<T>>)) \
    B2("min.relu." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, min_relu<T>>)) B2("max.relu." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, max_relu<T>>))

#define UNORDERED(T) \
    COMPARE_ONE("equ", EQU, T) COMPARE_ONE("neu", NEU, T) COMPARE_ONE("ltu", LTU, T) COMPARE_ONE("leu", LEU, T) \
    COMPARE_ONE("gtu", GTU, T) COMPARE_ONE("geu", GEU, T) COMPARE_ONE("num", NUM, T) COMPARE_ONE("nan", NANS, T)
#define COMPARE_FTZ(CMP, C) {"setp." CMP ".ftz.f32", setp<C, f32, true>},
#define TESTS(T) \
    {"testp.finite." #T, testp<FINITE, T>}, {"testp.infinite." #T, testp<INFINITE, T>}, {"testp.number." #T, testp<NUMBER, T>}, \
    {"testp.notanumber." #T, testp<NOTANUMBER, T>}, {"testp.normal." #T, testp<NORMAL, T>}, {"testp.subnormal." #T, testp<SUBNORMAL, T>},
#define DIRECTED(NAME, M) \
    FLAGGED2("add." NAME, add_f<M>) FLAGGED2("sub." NAME, sub_f<M>) FLAGGED2("mul." NAME, mul_f<M>) FLAGGED3("fma." NAME, fma_f<M>) \
    FLAGGED2("div." NAME, div_f<M>) FLAGGED1("rcp." NAME, rcp_f<M>) FLAGGED1("sqrt." NAME, sqrt_f<M>)
#define HALVES(H, NAME, T) \
    {"min.NaN." NAME, half2<H, extremum<f32, false, true, false, false>, T>}, \
    {"max.NaN." NAME, half2<H, extremum<f32, true, true, false, false>, T>}, \
    {"min.xorsign.abs." NAME, half2<H, extremum<f32, false, false, true, true>, T>}, \
    {"max.xorsign.abs." NAME, half2<H, extremum<f32, true, false, true, true>, T>}, \
    {"min.NaN.xorsign.abs." NAME, half2<H, extremum<f32, false, true, true, true>, T>}, \
    {"max.NaN.xorsign.abs." NAME, half2<H, extremum<f32, true, true, true, true>, T>},

#define BYTE_OF(A) INT_INT(u8, A) INT_INT(s8, A)
#define OF_BYTE(D) INT_INT(D, u8) INT_INT(D, s8)
#define SATURATED(D, A) U1("cvt.sat." #D "." #A, D, A, SINGLE_ARG(int_to_int<D, A, true>))
#define INT_OF_FLOAT(D, NAME, R) \
    U1("cvt." NAME ".ftz." #D ".f32", D, f32, SINGLE_ARG(int_of_f32<D, R, true>)) \
    U1("cvt." NAME "." #D ".f64", D, f64, SINGLE_ARG(int_of_f64<D, R>)) \
    U1("cvt." NAME "." #D ".f16", D, u16, SINGLE_ARG(int_of_half<D, F16, R>)) \
    U1("cvt." NAME "." #D ".bf16", D, u16, SINGLE_ARG(int_of_half<D, BF16, R>))
#define INT_OF_SINGLE(D, NAME, R) U1("cvt." NAME "." #D ".f32", D, f32, SINGLE_ARG(int_of_f32<D, R, false>))
#define INT_OF(D) \
    INT_OF_FLOAT(D, "rni", RNI) INT_OF_FLOAT(D, "rzi", RZI) INT_OF_FLOAT(D, "rmi", RMI) INT_OF_FLOAT(D, "rpi", RPI) \
    INT_OF_SINGLE(D, "rmi", RMI) INT_OF_SINGLE(D, "rpi", RPI)
#define WHOLE_OF_SINGLE(D) INT_OF_SINGLE(D, "rni", RNI) INT_OF_SINGLE(D, "rzi", RZI)
#define SINGLE_OF_INT(A, NAME, M) U1("cvt." NAME ".f32." #A, f32, A, SINGLE_ARG(f32_of_int<A, M>))
#define FLOAT_OF_INT(A, NAME, M) \
    U1("cvt." NAME ".f64." #A, f64, A, SINGLE_ARG(f64_of_int<A, M>)) \
    U1("cvt." NAME ".f16." #A, u16, A, SINGLE_ARG(half_of_int<F16, A, M>)) \
    U1("cvt." NAME ".bf16." #A, u16, A, SINGLE_ARG(half_of_int<BF16, A, M>))
#define OF_INT(A) \
    FLOAT_OF_INT(A, "rn", RN) FLOAT_OF_INT(A, "rz", RZ) FLOAT_OF_INT(A, "rm", RM) FLOAT_OF_INT(A, "rp", RP) \
    SINGLE_OF_INT(A, "rz", RZ) SINGLE_OF_INT(A, "rm", RM) SINGLE_OF_INT(A, "rp", RP)
#define NEAREST_OF_INT(A) SINGLE_OF_INT(A, "rn", RN)
#define CVT_DIRECTED(S, NAME) CVT_FLOAT(S, NAME, "rz", RZ) CVT_FLOAT(S, NAME, "rm", RM) CVT_FLOAT(S, NAME, "rp", RP)
#define SATURATED_FROM(D) SATURATED(D, u8) SATURATED(D, s8) SATURATED(D, u16) SATURATED(D, s16) SATURATED(D, u32) SATURATED(D, s32) \
    SATURATED(D, u64) SATURATED(D, s64)

const Entry entries[] = {
    NARROW(SHORT) NARROW(COMPARE) INTEGERS(ARITHMETIC) SELECT(u16) SELECT(u32) SELECT(u64) B2("mul.hi.u64", u64, u64, u64, mul_hi<u64>) B2("mul.hi.s64", s64, s64, s64, mul_hi<s64>)
    T3("bfe.u64", u64, u64, u32, u32, bfe<u64>) T3("bfe.s64", s64, s64, u32, u32, bfe<s64>) WORDS(FIND)
    {"bfi.u64", quaternary<u64, u64, u64, u32, u32, bfi<u64>>},
    B2("min.relu.s32", s32, s32, s32, min_relu<s32>) B2("max.relu.s32", s32, s32, s32, max_relu<s32>)
    T3("mad.hi.sat.s32", s32, s32, s32, s32, mad_hi_sat<s32>)
    U1("popc.u64", u32, u64, popc64)
    U1("clz.u64", u32, u64, clz64) U1("brev.u64", u64, u64, brev64)
    B2("szext.wrap.u32", u32, u32, u32, SINGLE_ARG(szext<false, u32>)) B2("szext.wrap.s32", s32, s32, u32, SINGLE_ARG(szext<false, s32>))
    B2("szext.clamp.u32", u32, u32, u32, SINGLE_ARG(szext<true, u32>)) B2("szext.clamp.s32", s32, s32, u32, SINGLE_ARG(szext<true, s32>))
    B2("bmsk.wrap.u32", u32, u32, u32, bmsk<true>) B2("bmsk.clamp.u32", u32, u32, u32, bmsk<false>)
    B2("mul24.lo.u32", u32, u32, u32, SINGLE_ARG(mul24<u32, false>)) B2("mul24.hi.u32", u32, u32, u32, SINGLE_ARG(mul24<u32, true>))
    B2("mul24.lo.s32", s32, s32, s32, SINGLE_ARG(mul24<s32, false>)) B2("mul24.hi.s32", s32, s32, s32, SINGLE_ARG(mul24<s32, true>))
    T3("mad24.lo.u32", u32, u32, u32, u32, SINGLE_ARG(mad24<u32, false>)) T3("mad24.hi.u32", u32, u32, u32, u32, SINGLE_ARG(mad24<u32, true>))
    T3("mad24.lo.s32", s32, s32, s32, s32, SINGLE_ARG(mad24<s32, false>)) T3("mad24.hi.s32", s32, s32, s32, s32, SINGLE_ARG(mad24<s32, true>))
    T3("mad24.hi.sat.s32", s32, s32, s32, s32, mad24_hi_sat<s32>)
    {"addc.u32", add_carry<u32, false>}, {"addc.u64", add_carry<u64, false>},
    {"subc.u32", add_carry<u32, true>}, {"subc.u64", add_carry<u64, true>},
    PACKED("u16x2", u16) PACKED("s16x2", s16)
    UNORDERED(f32) UNORDERED(f64)
    COMPARE_FTZ("eq", EQ) COMPARE_FTZ("ne", NE) COMPARE_FTZ("lt", LT) COMPARE_FTZ("le", LE) COMPARE_FTZ("gt", GT)
    COMPARE_FTZ("ge", GE) COMPARE_FTZ("equ", EQU) COMPARE_FTZ("neu", NEU) COMPARE_FTZ("ltu", LTU) COMPARE_FTZ("leu", LEU)
    COMPARE_FTZ("gtu", GTU) COMPARE_FTZ("geu", GEU) COMPARE_FTZ("num", NUM) COMPARE_FTZ("nan", NANS)
    TESTS(f32) TESTS(f64)
    DIRECTED("rz", RZ) DIRECTED("rm", RM) DIRECTED("rp", RP)
    FLAGGED1("sin", sin_f) FLAGGED1("cos", cos_f) FLAGGED1("lg2", lg2_f)
    EXTREMUM("min.xorsign.abs", false, false, true, true) EXTREMUM("min.NaN.xorsign.abs", false, true, true, true)
    EXTREMUM("max.xorsign.abs", true, false, true, true) EXTREMUM("max.NaN.xorsign.abs", true, true, true, true)
    LANES2("copysign.f32", f32, f32, f32, copysignf(b, a)) LANES2("copysign.f64", f64, f64, f64, copysign(b, a))
    U1("rcp.approx.ftz.f64", f64, f64, upper_word<false>) U1("rsqrt.approx.ftz.f64", f64, f64, upper_word<true>)
    HALVES(F16, "f16", u16) HALVES(F16, "f16x2", u32) HALVES(BF16, "bf16", u16) HALVES(BF16, "bf16x2", u32)
    BYTES_TOO(BYTE_OF) INTEGERS(OF_BYTE) BYTES_TOO(SATURATED_FROM)
    BYTES_TOO(INT_OF) NARROW(WHOLE_OF_SINGLE) WHOLE_OF_SINGLE(u8) WHOLE_OF_SINGLE(s8) WHOLE_OF_SINGLE(u64) WHOLE_OF_SINGLE(s64)
    BYTES_TOO(OF_INT) NARROW(NEAREST_OF_INT) NEAREST_OF_INT(u8) NEAREST_OF_INT(s8) NEAREST_OF_INT(u64) NEAREST_OF_INT(s64)
    CVT_DIRECTED(Single, "f32") CVT_DIRECTED(Double, "f64") CVT_DIRECTED(Half<F16>, "f16") CVT_DIRECTED(Half<BF16>, "bf16")
    {"cvt.rz.f16x2.f32", cvt_to_halves<F16, RZ>}, {"cvt.rz.bf16x2.f32", cvt_to_halves<BF16, RZ>}, {"cvt.rz.tf32.f32", cvt_to_tf32<RZ>},
};
/* clang-format on */

} // namespace

extern const HandlerTable cold_arithmetic;
const HandlerTable cold_arithmetic = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
