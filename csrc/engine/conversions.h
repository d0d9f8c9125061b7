/* Conversions between floating-point types, and handlers made of them; included by builds that need them. */
#ifndef PYPTX_ENGINE_CONVERSIONS_H
#define PYPTX_ENGINE_CONVERSIONS_H

#include "forms.h"
#include "halves.h"

namespace pyptx {
namespace {

/* f: flags, n: 1 + rounding to an integral value, 0 for none */
enum CvtFlags : int { C_FTZ = 1, C_SAT = 2, C_RELU = 4, C_SATFINITE = 8 };
INLINE int fit_of(int flags) { return (flags & C_RELU ? RELU : 0) | (flags & C_SATFINITE ? SATFINITE : 0); }
INLINE f32 cvt_value(f32 a, int flags) { return flags & C_FTZ ? flush(a) : a; }
template <class X> INLINE X to_integral(X x, int whole) {
    const X r = whole == 1 ? rint(x) : whole == 2 ? trunc(x) : whole == 3 ? floor(x) : ceil(x);
    return copysign(r, x);
}

struct Single {
    using T = f32;
    static INLINE f32 value(f32 a, int flags) { return cvt_value(a, flags); }
    static INLINE f64 exact(f32 a, int flags) { return value(a, flags); }
};
struct Double {
    using T = f64;
    static INLINE f64 value(f64 a, int) { return a; }
    static INLINE f64 exact(f64 a, int) { return a; }
};
template <class H> struct Half {
    using T = u16;
    static INLINE f32 value(u16 a, int) { return H::wide(a); }
    static INLINE f64 exact(u16 a, int) { return H::exact(a); }
};

/* `value` of a lane's source, perhaps rounded to an integral value or saturated, and from that `result`. */
template <class D, class V, class F> const Instr *convert(Warp &w, const Instr *i, V value, F result) {
    const int flags = i->f, whole = i->n;
    const auto step = [=](auto x) { return result(flags & C_SAT ? saturated(x) : x); };
    if (whole) put<D>(w, i->d, [=](int l) { return step(to_integral(value(l), whole)); });
    else put<D>(w, i->d, [=](int l) { return step(value(l)); });
    return i + 1;
}
template <class S, Round M> const Instr *cvt_to_f32(Warp &w, const Instr *i) {
    const auto *a = row<typename S::T>(w, i->a);
    const int flags = i->f;
    return convert<f32>(
        w, i, [=](int l) { return S::value(a[l], flags); },
        [=](auto x) {
            const f32 r = to_f32<M>(x);
            return canonical(flags & C_FTZ ? flush(r) : r);
        });
}
template <class S> const Instr *cvt_to_f64(Warp &w, const Instr *i) {
    const auto *a = row<typename S::T>(w, i->a);
    const int flags = i->f;
    return convert<f64>(
        w, i, [=](int l) { return S::exact(a[l], flags); }, [](f64 x) { return x; });
}
template <class H, class S, Round M> const Instr *cvt_to_half(Warp &w, const Instr *i) {
    const auto *a = row<typename S::T>(w, i->a);
    const int flags = i->f;
    return convert<u16>(
        w, i, [=](int l) { return S::value(a[l], flags); },
        [=](auto x) { return H::template narrow<M>(x, fit_of(flags)); });
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
        const f32 x = cvt_value(a[l], flags);
        const u32 code = M == RN ? encode_nearest<10, 8>(x, fit_of(flags), 0) : encode<10, 8, M>(x, fit_of(flags), 0);
        return x != x ? 0x7FFFFFFFu : code << 13;
    });
    return i + 1;
}
template <class D, class H, Integral R> INLINE D int_of_half(u16 a) { return float_to_int<D, false, R>(H::wide(a)); }
template <class H, class A, Round M> INLINE u16 half_of_int(A a) { return H::template narrow<M>(odd_of<A>(a), PLAIN); }

} // namespace
} // namespace pyptx

/* clang-format off */
#define CVT_FLOAT(S, NAME, MODE, M) \
    {"cvt." MODE ".f32." NAME, cvt_to_f32<S, M>}, {"cvt." MODE ".f16." NAME, cvt_to_half<F16, S, M>}, \
    {"cvt." MODE ".bf16." NAME, cvt_to_half<BF16, S, M>}, {"cvt." MODE ".f64." NAME, cvt_to_f64<S>},
/* clang-format on */
#endif
