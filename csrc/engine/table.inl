/* The names of the handlers; part of handlers.cpp. */

#define U1(NAME, D, A, F) {NAME, unary<D, A, F>},
#define B2(NAME, D, A, B, F) {NAME, binary<D, A, B, F>},
#define T3(NAME, D, A, B, C, F) {NAME, ternary<D, A, B, C, F>},
#define INTEGERS(X) X(u16) X(s16) X(u32) X(s32) X(u64) X(s64)
#define NARROW(X) X(u16) X(s16) X(u32) X(s32)
#define UNSIGNED(X) X(u16) X(u32) X(u64)
#define BYTES_TOO(X) X(u8) X(s8) INTEGERS(X)

#define ARITHMETIC(T) \
    B2("add." #T, T, T, T, add<T>) B2("sub." #T, T, T, T, sub<T>) B2("mul.lo." #T, T, T, T, mul_lo<T>) \
    B2("mul.hi." #T, T, T, T, mul_hi<T>) T3("mad.lo." #T, T, T, T, T, mad_lo<T>) \
    T3("mad.hi." #T, T, T, T, T, mad_hi<T>) T3("sad." #T, T, T, T, T, sad<T>) B2("div." #T, T, T, T, div_<T>) \
    B2("rem." #T, T, T, T, rem_<T>) B2("min." #T, T, T, T, min_<T>) B2("max." #T, T, T, T, max_<T>) \
    B2("shr." #T, T, T, u32, shr<T>) U1("abs." #T, T, T, abs_<T>) U1("neg." #T, T, T, neg<T>) \
    B2("add.sat." #T, T, T, T, add_sat<T>) B2("sub.sat." #T, T, T, T, sub_sat<T>)
#define WIDE(T) \
    B2("mul.wide." #T, Traits<T>::Wide, T, T, mul_wide<T>) \
    T3("mad.wide." #T, Traits<T>::Wide, T, T, Traits<T>::Wide, mad_wide<T>)
#define BITWISE(T) \
    B2("and." #T, T, T, T, and_<T>) B2("or." #T, T, T, T, or_<T>) B2("xor." #T, T, T, T, xor_<T>) \
    U1("not." #T, T, T, not_<T>) U1("cnot." #T, T, T, cnot<T>) B2("shl." #T, T, T, u32, shl<T>) \
    U1("mov." #T, T, T, copy<T>) {"selp." #T, selp<T>}, {"slct." #T ".s32", slct<T, s32>}, \
    {"slct." #T ".f32", slct<T, f32>}, {"from_pred." #T, from_pred<T>},
#define FIELDS(T) \
    T3("bfe." #T, T, T, u32, u32, bfe<T>) U1("bfind." #T, u32, T, SINGLE_ARG(bfind<T, false>)) \
    U1("bfind.shiftamt." #T, u32, T, SINGLE_ARG(bfind<T, true>))
#define SINGLE_ARG(...) __VA_ARGS__

#define COMPARE_ONE(CMP, C, T) {"setp." CMP "." #T, setp<C, T, false>},
#define COMPARE(T) \
    COMPARE_ONE("eq", EQ, T) COMPARE_ONE("ne", NE, T) COMPARE_ONE("lt", LT, T) COMPARE_ONE("le", LE, T) \
    COMPARE_ONE("gt", GT, T) COMPARE_ONE("ge", GE, T)
#define COMPARE_F(T) \
    COMPARE(T) COMPARE_ONE("equ", EQU, T) COMPARE_ONE("neu", NEU, T) COMPARE_ONE("ltu", LTU, T) \
    COMPARE_ONE("leu", LEU, T) COMPARE_ONE("gtu", GTU, T) COMPARE_ONE("geu", GEU, T) COMPARE_ONE("num", NUM, T) \
    COMPARE_ONE("nan", NANS, T)
#define COMPARE_FTZ(CMP, C) {"setp." CMP ".ftz.f32", setp<C, f32, true>},

#define FLAGGED1(NAME, F) \
    {NAME ".f32", unary<f32, f32, single1<F, NONE>>}, {NAME ".ftz.f32", unary<f32, f32, single1<F, FTZ>>}, \
    {NAME ".sat.f32", unary<f32, f32, single1<F, SAT>>}, {NAME ".ftz.sat.f32", unary<f32, f32, single1<F, FTZ | SAT>>},
#define FLAGGED2(NAME, F) \
    {NAME ".f32", binary<f32, f32, f32, single2<F, NONE>>}, {NAME ".ftz.f32", binary<f32, f32, f32, single2<F, FTZ>>}, \
    {NAME ".sat.f32", binary<f32, f32, f32, single2<F, SAT>>}, \
    {NAME ".ftz.sat.f32", binary<f32, f32, f32, single2<F, FTZ | SAT>>}, \
    {NAME ".f32x2", binary<u64, u64, u64, both2<single2<F, NONE>>>}, \
    {NAME ".ftz.f32x2", binary<u64, u64, u64, both2<single2<F, FTZ>>>},
#define FLAGGED3(NAME, F) \
    {NAME ".f32", ternary<f32, f32, f32, f32, single3<F, NONE>>}, \
    {NAME ".ftz.f32", ternary<f32, f32, f32, f32, single3<F, FTZ>>}, \
    {NAME ".sat.f32", ternary<f32, f32, f32, f32, single3<F, SAT>>}, \
    {NAME ".ftz.sat.f32", ternary<f32, f32, f32, f32, single3<F, FTZ | SAT>>}, \
    {NAME ".f32x2", ternary<u64, u64, u64, u64, both3<single3<F, NONE>>>}, \
    {NAME ".ftz.f32x2", ternary<u64, u64, u64, u64, both3<single3<F, FTZ>>>},
#define ROUNDED1(NAME, F) FLAGGED1(NAME ".rn", F<RN>) FLAGGED1(NAME ".rz", F<RZ>) FLAGGED1(NAME ".rm", F<RM>) FLAGGED1(NAME ".rp", F<RP>)
#define ROUNDED2(NAME, F) FLAGGED2(NAME ".rn", F<RN>) FLAGGED2(NAME ".rz", F<RZ>) FLAGGED2(NAME ".rm", F<RM>) FLAGGED2(NAME ".rp", F<RP>)
#define ROUNDED3(NAME, F) FLAGGED3(NAME ".rn", F<RN>) FLAGGED3(NAME ".rz", F<RZ>) FLAGGED3(NAME ".rm", F<RM>) FLAGGED3(NAME ".rp", F<RP>)
#define EXTREMUM(NAME, MAX, NAN_, ABS, XOR_) \
    FLAGGED2(NAME, SINGLE_ARG(extremum<f32, MAX, NAN_, ABS, XOR_>))
#define EXTREMA(NAME, MAX) \
    EXTREMUM(NAME, MAX, false, false, false) EXTREMUM(NAME ".NaN", MAX, true, false, false) \
    EXTREMUM(NAME ".xorsign.abs", MAX, false, true, true) EXTREMUM(NAME ".NaN.xorsign.abs", MAX, true, true, true)

#define HALVES(H, NAME, N) \
    {"add." NAME, half2<H, odd_sum, N>}, {"sub." NAME, half2<H, h_sub, N>}, {"mul." NAME, half2<H, mul_d, N>}, \
    {"fma." NAME, half3<H, h_fma, N>}, {"abs." NAME, half1<H, abs_d, N>}, {"neg." NAME, half1<H, neg_d, N>}, \
    {"min." NAME, half2<H, extremum<f64, false, false, false, false>, N>}, \
    {"max." NAME, half2<H, extremum<f64, true, false, false, false>, N>}, \
    {"min.NaN." NAME, half2<H, extremum<f64, false, true, false, false>, N>}, \
    {"max.NaN." NAME, half2<H, extremum<f64, true, true, false, false>, N>}, \
    {"min.xorsign.abs." NAME, half2<H, extremum<f64, false, false, true, true>, N>}, \
    {"max.xorsign.abs." NAME, half2<H, extremum<f64, true, false, true, true>, N>}, \
    {"min.NaN.xorsign.abs." NAME, half2<H, extremum<f64, false, true, true, true>, N>}, \
    {"max.NaN.xorsign.abs." NAME, half2<H, extremum<f64, true, true, true, true>, N>}, \
    {"tanh." NAME, half1<H, tanh, N>}, {"ex2." NAME, half1<H, exp2, N>},

#define INT_INT(D, A) \
    U1("cvt." #D "." #A, D, A, SINGLE_ARG(int_to_int<D, A, false>)) \
    U1("cvt.sat." #D "." #A, D, A, SINGLE_ARG(int_to_int<D, A, true>))
#define INT_FROM(D) INT_INT(D, u8) INT_INT(D, s8) INT_INT(D, u16) INT_INT(D, s16) INT_INT(D, u32) INT_INT(D, s32) INT_INT(D, u64) INT_INT(D, s64)
#define INT_OF_ROUND(D, NAME, R) \
    U1("cvt." NAME "." #D ".f32", D, f32, SINGLE_ARG(int_of_f32<D, R, false>)) \
    U1("cvt." NAME ".ftz." #D ".f32", D, f32, SINGLE_ARG(int_of_f32<D, R, true>)) \
    U1("cvt." NAME "." #D ".f64", D, f64, SINGLE_ARG(int_of_f64<D, R>)) \
    U1("cvt." NAME "." #D ".f16", D, u16, SINGLE_ARG(int_of_half<D, F16, R>)) \
    U1("cvt." NAME "." #D ".bf16", D, u16, SINGLE_ARG(int_of_half<D, BF16, R>))
#define INT_OF(D) INT_OF_ROUND(D, "rni", RNI) INT_OF_ROUND(D, "rzi", RZI) INT_OF_ROUND(D, "rmi", RMI) INT_OF_ROUND(D, "rpi", RPI)
#define OF_INT_ROUND(A, NAME, M) \
    U1("cvt." NAME ".f32." #A, f32, A, SINGLE_ARG(f32_of_int<A, M>)) \
    U1("cvt." NAME ".f64." #A, f64, A, SINGLE_ARG(f64_of_int<A, M>)) \
    U1("cvt." NAME ".f16." #A, u16, A, SINGLE_ARG(half_of_int<F16, A, M>)) \
    U1("cvt." NAME ".bf16." #A, u16, A, SINGLE_ARG(half_of_int<BF16, A, M>))
#define OF_INT(A) OF_INT_ROUND(A, "rn", RN) OF_INT_ROUND(A, "rz", RZ) OF_INT_ROUND(A, "rm", RM) OF_INT_ROUND(A, "rp", RP)
#define CVT_FLOAT(S, NAME, MODE, M) \
    {"cvt." MODE ".f32." NAME, cvt_to_f32<S, M>}, {"cvt." MODE ".f16." NAME, cvt_to_half<F16, S, M>}, \
    {"cvt." MODE ".bf16." NAME, cvt_to_half<BF16, S, M>}, {"cvt." MODE ".f64." NAME, cvt_to_f64<S>},
#define CVT_FLOATS(S, NAME) CVT_FLOAT(S, NAME, "rn", RN) CVT_FLOAT(S, NAME, "rz", RZ) CVT_FLOAT(S, NAME, "rm", RM) CVT_FLOAT(S, NAME, "rp", RP)

#define RESIZE(D, A) {"resize." #D "." #A, resize<D, A>},
#define MOVE_MEMORY(M, R) {"ld." #M "." #R, load<M, R>},
#define STORE_MEMORY(M, R) {"st." #M "." #R, store<M, R>},
#define ATOM(NAME, T, F) {"atom." NAME, atomic<T, F, F>},
#define ATOMS(BITS, T) \
    ATOM("add.u" BITS, T, a_add<T>) ATOM("and.b" BITS, T, a_and<T>) ATOM("or.b" BITS, T, a_or<T>) \
    ATOM("xor.b" BITS, T, a_xor<T>) ATOM("exch.b" BITS, T, a_exch<T>) ATOM("cas.b" BITS, T, a_cas<T>) \
    ATOM("min.u" BITS, T, a_min<T>) ATOM("max.u" BITS, T, a_max<T>) ATOM("min.s" BITS, T, a_mins<T>) \
    ATOM("max.s" BITS, T, a_maxs<T>)
#define MMA(D, A, B, C, EA, EB, EC, TO) {"mma." D "." A "." B "." C, mma<EA, EB, EC, TO>},
#define DP4(X, Y) T3("dp4a." #X "32." #Y "32", s32, u32, u32, s32, SINGLE_ARG(dp4a<X##8, Y##8>)) \
    T3("dp2a.lo." #X "32." #Y "32", s32, u32, u32, s32, SINGLE_ARG(dp2a<X##16, Y##8, false>)) \
    T3("dp2a.hi." #X "32." #Y "32", s32, u32, u32, s32, SINGLE_ARG(dp2a<X##16, Y##8, true>))
#define PACKED(NAME, T) \
    B2("add." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, add<T>>)) B2("sub." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, sub<T>>)) \
    B2("min." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, min_<T>>)) B2("max." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, max_<T>>)) \
    B2("add.sat." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, add_sat<T>>)) B2("sub.sat." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, sub_sat<T>>)) \
    B2("min.relu." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, min_relu<T>>)) B2("max.relu." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, max_relu<T>>))

const Entry entries[] = {
    INTEGERS(ARITHMETIC) NARROW(WIDE) UNSIGNED(BITWISE)
    FIELDS(u32) FIELDS(s32) FIELDS(u64) FIELDS(s64)
    B2("min.relu.s32", s32, s32, s32, min_relu<s32>) B2("max.relu.s32", s32, s32, s32, max_relu<s32>)
    T3("mad.hi.sat.s32", s32, s32, s32, s32, mad_hi_sat<s32>)
    U1("popc.u32", u32, u32, popc32) U1("popc.u64", u32, u64, popc64)
    U1("clz.u32", u32, u32, clz32) U1("clz.u64", u32, u64, clz64)
    U1("brev.u32", u32, u32, brev32) U1("brev.u64", u64, u64, brev64)
    {"bfi.u32", quaternary<u32, u32, u32, u32, u32, bfi<u32>>}, {"bfi.u64", quaternary<u64, u64, u64, u32, u32, bfi<u64>>},
    B2("szext.wrap.u32", u32, u32, u32, SINGLE_ARG(szext<false, u32>)) B2("szext.wrap.s32", s32, s32, u32, SINGLE_ARG(szext<false, s32>))
    B2("szext.clamp.u32", u32, u32, u32, SINGLE_ARG(szext<true, u32>)) B2("szext.clamp.s32", s32, s32, u32, SINGLE_ARG(szext<true, s32>))
    B2("bmsk.wrap", u32, u32, u32, bmsk<true>) B2("bmsk.clamp", u32, u32, u32, bmsk<false>)
    DP4(u, u) DP4(u, s) DP4(s, u) DP4(s, s)
    B2("mul24.lo.u32", u32, u32, u32, SINGLE_ARG(mul24<u32, false>)) B2("mul24.hi.u32", u32, u32, u32, SINGLE_ARG(mul24<u32, true>))
    B2("mul24.lo.s32", s32, s32, s32, SINGLE_ARG(mul24<s32, false>)) B2("mul24.hi.s32", s32, s32, s32, SINGLE_ARG(mul24<s32, true>))
    T3("mad24.lo.u32", u32, u32, u32, u32, SINGLE_ARG(mad24<u32, false>)) T3("mad24.hi.u32", u32, u32, u32, u32, SINGLE_ARG(mad24<u32, true>))
    T3("mad24.lo.s32", s32, s32, s32, s32, SINGLE_ARG(mad24<s32, false>)) T3("mad24.hi.s32", s32, s32, s32, s32, SINGLE_ARG(mad24<s32, true>))
    T3("mad24.hi.sat.s32", s32, s32, s32, s32, mad24_hi_sat<s32>)
    T3("shf.l.wrap", u32, u32, u32, u32, shf_l_wrap) T3("shf.r.wrap", u32, u32, u32, u32, shf_r_wrap)
    T3("shf.l.clamp", u32, u32, u32, u32, shf_l_clamp) T3("shf.r.clamp", u32, u32, u32, u32, shf_r_clamp)
    {"addc.u32", add_carry<u32, false>}, {"addc.u64", add_carry<u64, false>},
    {"subc.u32", add_carry<u32, true>}, {"subc.u64", add_carry<u64, true>},
    {"lop3", lop3}, {"prmt", prmt},
    PACKED("u16x2", u16) PACKED("s16x2", s16)
    {"and.pred", logic<AND>}, {"or.pred", logic<OR>}, {"xor.pred", logic<XOR>},
    {"mov.pred", mov_pred}, {"not.pred", not_pred}, {"negated.pred", not_pred},
    INTEGERS(COMPARE) COMPARE_F(f32) COMPARE_F(f64)
    COMPARE_FTZ("eq", EQ) COMPARE_FTZ("ne", NE) COMPARE_FTZ("lt", LT) COMPARE_FTZ("le", LE) COMPARE_FTZ("gt", GT)
    COMPARE_FTZ("ge", GE) COMPARE_FTZ("equ", EQU) COMPARE_FTZ("neu", NEU) COMPARE_FTZ("ltu", LTU) COMPARE_FTZ("leu", LEU)
    COMPARE_FTZ("gtu", GTU) COMPARE_FTZ("geu", GEU) COMPARE_FTZ("num", NUM) COMPARE_FTZ("nan", NANS)
    {"testp.finite.f32", testp<FINITE, f32>}, {"testp.infinite.f32", testp<INFINITE, f32>}, {"testp.number.f32", testp<NUMBER, f32>},
    {"testp.notanumber.f32", testp<NOTANUMBER, f32>}, {"testp.normal.f32", testp<NORMAL, f32>}, {"testp.subnormal.f32", testp<SUBNORMAL, f32>},
    {"testp.finite.f64", testp<FINITE, f64>}, {"testp.infinite.f64", testp<INFINITE, f64>}, {"testp.number.f64", testp<NUMBER, f64>},
    {"testp.notanumber.f64", testp<NOTANUMBER, f64>}, {"testp.normal.f64", testp<NORMAL, f64>}, {"testp.subnormal.f64", testp<SUBNORMAL, f64>},
    ROUNDED2("add", add_f) ROUNDED2("sub", sub_f) ROUNDED2("mul", mul_f) ROUNDED3("fma", fma_f)
    ROUNDED2("div", div_f) ROUNDED1("rcp", rcp_f) ROUNDED1("sqrt", sqrt_f)
    FLAGGED2("div.approx", div_approx) FLAGGED1("rsqrt", rsqrt_f) FLAGGED1("sin", sin_f) FLAGGED1("cos", cos_f)
    FLAGGED1("lg2", lg2_f) FLAGGED1("ex2", ex2_f) FLAGGED1("tanh", tanh_f) FLAGGED1("abs", abs_f) FLAGGED1("neg", neg_f)
    EXTREMA("min", false) EXTREMA("max", true)
    B2("copysign.f32", f32, f32, f32, copysign_f) B2("copysign.f64", f64, f64, f64, copysign_d)
    B2("add.f64", f64, f64, f64, add_d) B2("sub.f64", f64, f64, f64, sub_d) B2("mul.f64", f64, f64, f64, mul_d)
    B2("div.f64", f64, f64, f64, div_d) T3("fma.f64", f64, f64, f64, f64, fma_d) U1("rcp.f64", f64, f64, rcp_d)
    U1("sqrt.f64", f64, f64, sqrt_d) U1("abs.f64", f64, f64, abs_d) U1("neg.f64", f64, f64, neg_d)
    U1("rcp.approx.ftz.f64", f64, f64, upper_word<false>) U1("rsqrt.approx.ftz.f64", f64, f64, upper_word<true>)
    B2("min.f64", f64, f64, f64, SINGLE_ARG(extremum<f64, false, false, false, false>))
    B2("max.f64", f64, f64, f64, SINGLE_ARG(extremum<f64, true, false, false, false>))
    HALVES(F16, "f16", 1) HALVES(F16, "f16x2", 2) HALVES(BF16, "bf16", 1) HALVES(BF16, "bf16x2", 2)
    INT_FROM(u8) INT_FROM(s8) INT_FROM(u16) INT_FROM(s16) INT_FROM(u32) INT_FROM(s32) INT_FROM(u64) INT_FROM(s64)
    BYTES_TOO(INT_OF) BYTES_TOO(OF_INT)
    CVT_FLOATS(Single, "f32") CVT_FLOATS(Double, "f64") CVT_FLOATS(Half<F16>, "f16") CVT_FLOATS(Half<BF16>, "bf16")
    {"cvt.rn.f16x2.f32", cvt_to_halves<F16, RN>}, {"cvt.rz.f16x2.f32", cvt_to_halves<F16, RZ>},
    {"cvt.rn.bf16x2.f32", cvt_to_halves<BF16, RN>}, {"cvt.rz.bf16x2.f32", cvt_to_halves<BF16, RZ>},
    {"cvt.rn.tf32.f32", cvt_to_tf32<RN>}, {"cvt.rna.tf32.f32", cvt_to_tf32<RNA>}, {"cvt.rz.tf32.f32", cvt_to_tf32<RZ>},
    {"door", door}, {"block", block}, {"guard", guard}, {"unguard", unguard}, {"guard_apart", guard_apart}, {"check", check},
    {"mark", mark}, {"mark_as", mark_as}, {"next", next}, {"bra", bra}, {"brx", brx}, {"exit", leave_grid}, {"call", call}, {"ret", call_return},
    {"trap", trap}, {"members", members}, {"barrier", barrier},
    RESIZE(u8, u16) RESIZE(u8, u32) RESIZE(u8, u64) RESIZE(u16, u32) RESIZE(u16, u64) RESIZE(u32, u64)
    RESIZE(u16, u8) RESIZE(u32, u8) RESIZE(u64, u8) RESIZE(u32, u16) RESIZE(u64, u16) RESIZE(u64, u32)
    RESIZE(s16, s8) RESIZE(s32, s8) RESIZE(s64, s8) RESIZE(s32, s16) RESIZE(s64, s16) RESIZE(s64, s32)
    {"unpack.u16", unpack<u16>}, {"unpack.u32", unpack<u32>}, {"unpack.u64", unpack<u64>},
    {"pack.u16", pack<u16>}, {"pack.u32", pack<u32>}, {"pack.u64", pack<u64>},
    {"isspacep", isspacep},
    MOVE_MEMORY(u8, u8) MOVE_MEMORY(u8, u16) MOVE_MEMORY(u8, u32) MOVE_MEMORY(u8, u64) MOVE_MEMORY(s8, s16) MOVE_MEMORY(s8, s32)
    MOVE_MEMORY(s8, s64) MOVE_MEMORY(u16, u16) MOVE_MEMORY(u16, u32) MOVE_MEMORY(u16, u64) MOVE_MEMORY(s16, s32) MOVE_MEMORY(s16, s64)
    MOVE_MEMORY(u32, u32) MOVE_MEMORY(u32, u64) MOVE_MEMORY(s32, s64) MOVE_MEMORY(u64, u64)
    STORE_MEMORY(u8, u8) STORE_MEMORY(u8, u16) STORE_MEMORY(u8, u32) STORE_MEMORY(u8, u64) STORE_MEMORY(u16, u16) STORE_MEMORY(u16, u32)
    STORE_MEMORY(u16, u64) STORE_MEMORY(u32, u32) STORE_MEMORY(u32, u64) STORE_MEMORY(u64, u64)
    ATOMS("32", u32) ATOMS("64", u64) ATOM("cas.b16", u16, a_cas<u16>) ATOM("exch.b16", u16, a_exch<u16>)
    ATOM("inc.u32", u32, a_inc<u32>) ATOM("dec.u32", u32, a_dec<u32>)
    {"atom.add.f32", atomic<u32, a_addf, a_addf_flush>}, {"atom.add.f64", atomic<u64, a_addd, a_addd>},
    {"shfl.up", shfl<UP>}, {"shfl.down", shfl<DOWN>}, {"shfl.bfly", shfl<BFLY>}, {"shfl.idx", shfl<IDX>},
    {"vote.all", vote<ALL>}, {"vote.any", vote<ANY>}, {"vote.uni", vote<UNI>}, {"vote.ballot", vote<BALLOT>},
    {"match.any.b32", match<u32, false>}, {"match.any.b64", match<u64, false>},
    {"match.all.b32", match<u32, true>}, {"match.all.b64", match<u64, true>},
    {"activemask", activemask}, {"elect", elect},
    {"redux.add.u32", redux<u32, add<u32>>}, {"redux.min.u32", redux<u32, min_<u32>>}, {"redux.max.u32", redux<u32, max_<u32>>},
    {"redux.min.s32", redux<s32, min_<s32>>}, {"redux.max.s32", redux<s32, max_<s32>>},
    {"redux.and.b32", redux<u32, and_<u32>>}, {"redux.or.b32", redux<u32, or_<u32>>}, {"redux.xor.b32", redux<u32, xor_<u32>>},
    {"ldmatrix", matrix_access<false>}, {"stmatrix", matrix_access<true>}, {"movmatrix", movmatrix},
    MMA("f32", "f16", "f16", "f32", E16, E16, E32, TO_F32) MMA("f32", "bf16", "bf16", "f32", EB16, EB16, E32, TO_F32)
    MMA("f16", "f16", "f16", "f16", E16, E16, E16, TO_F16) MMA("f32", "f16", "f16", "f16", E16, E16, E16, TO_F32)
    MMA("f16", "f16", "f16", "f32", E16, E16, E32, TO_F16)
    MMA("f32", "tf32", "tf32", "f32", ETF32, ETF32, E32, TO_F32) MMA("f64", "f64", "f64", "f64", E64, E64, E64, TO_F64)
    MMA("s32", "s8", "s8", "s32", ES8, ES8, ES32, TO_S32) MMA("s32", "u8", "u8", "s32", EU8, EU8, ES32, TO_S32)
    MMA("s32", "s8", "u8", "s32", ES8, EU8, ES32, TO_S32) MMA("s32", "u8", "s8", "s32", EU8, ES8, ES32, TO_S32)
    MMA("f32", "e4m3", "e4m3", "f32", E4M3, E4M3, E32, TO_F32) MMA("f32", "e5m2", "e5m2", "f32", E5M2, E5M2, E32, TO_F32)
    MMA("f32", "e4m3", "e5m2", "f32", E4M3, E5M2, E32, TO_F32) MMA("f32", "e5m2", "e4m3", "f32", E5M2, E4M3, E32, TO_F32)
};
