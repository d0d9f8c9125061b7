/* Rarely used arithmetic: video instructions, float64 in directed roundings.
 *
 * Built once, for all levels of the instruction set.
 */
#include "forms.h"
#include "halves.h"

namespace pyptx {
namespace {

/* Conversions of integers */

/* `a` is put above `b`, `c` above both. */
const Instr *cvt_pack(Warp &w, const Instr *i) {
    const CvtPackArgs op(i);
    const s32 *a = row<s32>(w, op.a()), *b = row<s32>(w, op.b());
    const u32 *c = op.c() < 0 ? nullptr : row<u32>(w, op.c());
    const int width = op.bits();
    const s64 mask = ((s64)1 << width) - 1, low = op.is_signed() ? -((s64)1 << (width - 1)) : 0, high = low + mask;
    const auto clamped = [=](s32 x) { return (u32)((x < low ? low : x > high ? high : x) & mask); };
    put<u32>(w, op.d(), [=](int l) {
        const u32 both = clamped(a[l]) << width | clamped(b[l]);
        return both | (c && width < 16 ? c[l] << 2 * width : 0);
    });
    return i + 1;
}

/* Halves */

/* fma.oob: imm: flags; +0 if a or b is the NaN that represents an element outside a tensor */
template <class H, int N> const Instr *fma_oob(Warp &w, const Instr *i) {
    constexpr u16 OUTSIDE = 0x7FF7;
    const u16 *a = row<u16>(w, i->a), *b = row<u16>(w, i->b), *c = row<u16>(w, i->c);
    const int flags = (int)i->imm;
    u16 *d = row<u16>(w, i->d);
    for (int k = 0; k < LANES * N; ++k) {
        const bool outside = a[k] == OUTSIDE || b[k] == OUTSIDE;
        const u16 r = outside ? 0 : halves_fma<H, u16>(a[k], b[k], c[k], flags);
        d[k] = w.mask >> (k / N) & 1 ? r : d[k];
    }
    return i + 1;
}

/* Integers */

INLINE u32 fns(u32 mask, u32 base, s32 offset) {
    const int step = (offset > 0) - (offset < 0);
    s64 left = offset < 0 ? -(s64)offset - 1 : offset > 0 ? offset - 1 : 0;
    for (s64 at = base, k = 0; k < (step ? 32 : 1); ++k, at += step)
        if (at >= 0 && at < 32 && mask >> at & 1 && !left--) return (u32)at;
    return FULL;
}
template <bool HI> INLINE u64 clmad(u64 a, u64 b, u64 c) {
    for (int k = HI; k < 64; ++k)
        if (a >> k & 1) c ^= HI ? b >> (64 - k) : b << k;
    return c;
}
template <class T, T (*F)(T)> INLINE u32 packed1(u32 a) {
    u32 r = 0;
    for (int k = 0; k < 32; k += width<T>()) r |= (u32)(typename Traits<T>::U)F((T)(a >> k)) << k;
    return r;
}

/* The least or greatest value of the active members. */
template <f32 (*F)(f32, f32)> const Instr *redux(Warp &w, const Instr *i) {
    const ReduxArgs op(i);
    const f32 *a = row<f32>(w, op.a());
    const u32 *m = row<u32>(w, op.members());
    f32 t[LANES];
    ALL_LANES(l) {
        u32 present = m[l] & w.mask;
        t[l] = 0;
        for (bool first = true; present; present &= present - 1, first = false) {
            const f32 x = a[__builtin_ctz(present)], y = op.abs() ? fabsf(x) : x;
            t[l] = first ? y : F(t[l], y);
        }
        t[l] = canonical(t[l]);
    }
    put<f32>(w, op.d(), [&](int l) { return t[l]; });
    return i + 1;
}

/* Video instructions: numbers of parts of registers; pyptx/sim/semantics/video.py */

using Wide = __int128;
struct Part : VideoPart {
    s64 of(u64 word) const {
        const u64 high = word << (64 - bits - first);
        return is_signed ? (s64)high >> (64 - bits) : (s64)(high >> (64 - bits));
    }
    u32 put(Wide value, u32 into) const {
        const u32 mask = (u32)((((u64)1 << bits) - 1) << first);
        return (into & ~mask) | ((u32)value << first & mask);
    }
    Wide clamp(Wide value) const {
        const Wide low = is_signed ? -((Wide)1 << (bits - 1)) : 0, high = low + ((Wide)1 << bits) - 1;
        return value < low ? low : value > high ? high : value;
    }
};
Wide computed(int operation, int wraps, s64 a, s64 b) {
    const s64 amount = wraps ? b & 31 : b < 32 ? b : 32, sum = a + b;
    switch (operation) {
    case VADD: return sum;
    case VSUB: return a - b;
    case VABSDIFF: return a < b ? b - a : a - b;
    case VMIN: return a < b ? a : b;
    case VMAX: return a > b ? a : b;
    case VAVRG: return (sum + (sum >= 0)) >> 1;
    case VSHL: return (Wide)a * ((Wide)1 << amount);
    case VSHR: return a >> amount;
    case VEQ: return a == b;
    case VNE: return a != b;
    case VLT: return a < b;
    case VLE: return a <= b;
    case VGT: return a > b;
    default: return a >= b;
    }
}

const Instr *video(Warp &w, const Instr *i) {
    const VideoArgs op(i);
    const VideoScalar s = op.scalar();
    const Part a_part{op.a_part()}, b_part{op.b_part()}, c_part{op.c_part()}, d_part{op.d_part()};
    const u32 *a = row<u32>(w, op.a()), *b = row<u32>(w, op.b()), *c = op.c() < 0 ? nullptr : row<u32>(w, op.c());
    const Part whole{{0, 32, d_part.is_signed}};
    put<u32>(w, op.d(), [&](int l) {
        Wide value = computed(s.operation, s.wraps, a_part.of(a[l]), b_part.of(b[l]));
        if (s.saturates) value = d_part.clamp(value);
        if (!c) return (u32)value;
        const s64 other = c_part.of(c[l]), first = whole.of((u32)value);
        if (s.second == MERGED) return d_part.put(value, (u32)other);
        const int second = s.second == SECOND_ADD ? VADD : s.second == SECOND_MIN ? VMIN : VMAX;
        return (u32)computed(second, 0, first, other);
    });
    return i + 1;
}
const Instr *video_mad(Warp &w, const Instr *i) {
    const VideoMadArgs op(i);
    const Part a_part{op.a_part()}, b_part{op.b_part()}, c_part{op.c_part()}, d_part{op.d_part()};
    const u32 *a = row<u32>(w, op.a()), *b = row<u32>(w, op.b()), *c = row<u32>(w, op.c());
    put<u32>(w, op.d(), [&](int l) {
        const Wide product = (Wide)a_part.of(a[l]) * b_part.of(b[l]), added = c_part.of(c[l]);
        const Wide sum = (op.negated() ? -product : product) + (op.c_negated() ? -added : added) + op.plus_one();
        const Wide value = sum >> op.shift();
        return (u32)(op.saturates() ? d_part.clamp(value) : value);
    });
    return i + 1;
}
/* Combine the elements of a and then b that `picks_a` and `picks_b` select. */
const Instr *video_packed(Warp &w, const Instr *i) {
    const VideoPackedArgs op(i);
    const VideoPacked s = op.packed();
    const u32 *a = row<u32>(w, op.a()), *b = row<u32>(w, op.b()), *c = row<u32>(w, op.c());
    const int bits = 32 / s.count;
    put<u32>(w, op.d(), [&](int l) {
        const auto element = [&](s32 number, s32 is_signed) {
            return Part{{number % s.count * bits, bits, is_signed}}.of(number < s.count ? a[l] : b[l]);
        };
        u32 result = c[l];
        for (int k = 0; k < s.count; ++k) {
            if (!(s.chosen >> k & 1)) continue;
            const Part part{{k * bits, bits, s.d_signed}};
            Wide value = computed(s.operation, 0, element(s.picks_a[k], s.a_signed), element(s.picks_b[k], s.b_signed));
            if (s.saturates) value = part.clamp(value);
            result = s.adds ? result + (u32)value : part.put(value, result);
        }
        return result;
    });
    return i + 1;
}

/* A clock: it counts the instructions of the warp; imm: those of its block, b: shift */
const Instr *timer(Warp &w, const Instr *i) {
    const u64 now = (u64)(w.steps - i->imm + i->step + 1) >> i->b;
    put<u64>(w, i->d, [=](int) { return now; });
    return i + 1;
}

/* clang-format off */
#define ROUNDED(NAME, M) \
    B2("add." NAME ".f64", f64, f64, f64, add_to<M>) B2("sub." NAME ".f64", f64, f64, f64, sub_to<M>) \
    B2("mul." NAME ".f64", f64, f64, f64, mul_to<M>) B2("div." NAME ".f64", f64, f64, f64, div_to<M>) \
    T3("fma." NAME ".f64", f64, f64, f64, f64, fma_to<M>) U1("rcp." NAME ".f64", f64, f64, rcp_to<M>) \
    U1("sqrt." NAME ".f64", f64, f64, sqrt_to<M>)
#define PACKED_BYTES(NAME, T) \
    B2("add." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, add<T>>)) B2("sub." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, sub<T>>)) \
    B2("min." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, min_<T>>)) B2("max." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, max_<T>>)) \
    B2("add.sat." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, add_sat<T>>)) B2("sub.sat." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, sub_sat<T>>)) \
    B2("min.relu." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, min_relu<T>>)) B2("max.relu." NAME, u32, u32, u32, SINGLE_ARG(packed2<T, max_relu<T>>)) \
    U1("neg." NAME, u32, u32, SINGLE_ARG(packed1<T, neg<T>>))

const Entry entries[] = {
    ROUNDED("rz", RZ) ROUNDED("rm", RM) ROUNDED("rp", RP) U1("rsqrt.f64", f64, f64, rsqrt_d) U1("rsqrt.approx.f64", f64, f64, rsqrt_d)
    {"cvt.pack", cvt_pack},
    {"fma.oob.f16", fma_oob<F16, 1>}, {"fma.oob.f16x2", fma_oob<F16, 2>},
    {"fma.oob.bf16", fma_oob<BF16, 1>}, {"fma.oob.bf16x2", fma_oob<BF16, 2>},
    T3("fns.u32", u32, u32, u32, s32, fns) T3("clmad.lo.u64", u64, u64, u64, u64, clmad<false>) T3("clmad.hi.u64", u64, u64, u64, u64, clmad<true>)
    PACKED_BYTES("u8x4", u8) PACKED_BYTES("s8x4", s8)
    EXTREMUM("min.abs", false, false, true, false) EXTREMUM("min.NaN.abs", false, true, true, false)
    EXTREMUM("max.abs", true, false, true, false) EXTREMUM("max.NaN.abs", true, true, true, false)
    {"redux.min.f32", redux<extremum<f32, false, false, false, false>>}, {"redux.min.NaN.f32", redux<extremum<f32, false, true, false, false>>},
    {"redux.max.f32", redux<extremum<f32, true, false, false, false>>}, {"redux.max.NaN.f32", redux<extremum<f32, true, true, false, false>>},
    {"video", video}, {"video.mad", video_mad}, {"video.packed", video_packed},
    {"timer", timer},
};
/* clang-format on */

} // namespace

extern const HandlerTable cold_conversions;
const HandlerTable cold_conversions = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
