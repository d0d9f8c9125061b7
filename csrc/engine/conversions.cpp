/* Conversions between floating-point types to nearest, and those of narrow formats.
 *
 * Built once for each level of the instruction set, as arithmetic.cpp is.
 */
#include "conversions.h"
#include "formats.h"

namespace pyptx {
namespace {

/* Narrow formats: an element of all lanes at a time, so that its format is looked up once */

template <class X, class F> INLINE void each_value(const u32 *code, X *x, F value) {
    ALL_LANES(l) x[l] = (X)value(code[l]);
}
#if defined(__F16C__)
/* Values of f16 and their codes, as the processor converts them. */
INLINE void decode_halves(const u32 *code, f32 *x) {
    u16 halves[LANES];
    ALL_LANES(l) halves[l] = (u16)code[l];
    for (int k = 0; k < LANES; k += CONVERTED) put_values(x + k, halves + k);
}
INLINE void encode_halves(const f32 *x, u32 *code) {
    u16 halves[LANES];
    for (int k = 0; k < LANES; k += CONVERTED) put_codes(halves + k, x + k);
    ALL_LANES(l) code[l] = halves[l];
}
#endif
template <class X> void decode_lanes(int format, const u32 *code, X *x) {
#if defined(__F16C__)
    if constexpr (sizeof(X) == 4)
        if (format == AS_F16) return decode_halves(code, x);
#endif
    switch (format) {
    case AS_E4M3: return each_value(code, x, decoded<3, 4, 0x7F>);
    case AS_E5M2: return each_value(code, x, decoded<2, 5, 0x7C>);
    case AS_E2M3: return each_value(code, x, decoded<3, 2, FULL>);
    case AS_E3M2: return each_value(code, x, decoded<2, 3, FULL>);
    case AS_E2M1: return each_value(code, x, decoded<1, 2, FULL>);
    case AS_UE5M3: return each_value(code, x, decoded<3, 5, 0xFF>);
    case AS_UE8M0: return each_value(code, x, ue8m0_value);
    case AS_S2F6: return each_value(code, x, [](u32 c) { return (s8)c / 64.0; });
    case AS_F16: return each_value(code, x, [](u32 c) { return F16::wide((u16)c); });
    default: return each_value(code, x, [](u32 c) { return BF16::wide((u16)c); });
    }
}
INLINE u32 ue8m0_of(f64 x, Round mode, int fit) { /* its sign is ignored */
    if (x != x) return 255;
    const u64 word = bits<u64>(fabs(x));
    s32 code = (s32)(word >> 52) - 1023 + 127;
    if (mode == RP && word << 12) ++code;
    if (code > 254) return fit & SATFINITE || mode == RZ ? 254 : 255;
    return code < 0 ? 0 : (u32)code;
}
INLINE u32 s2f6_of(f64 x, Round mode, int fit) {
    const f64 scaled = x != x ? 127 : mode == RN ? rint(x * 64) : trunc(x * 64), least = fit & RELU ? 0 : -128;
    return (u32)(s32)(scaled < least ? least : scaled > 127 ? 127 : scaled) & 255;
}
template <Round MODE, class X>
void encode_lanes(const Packing &p, const X *x, const u32 *random, int count, u32 *code) {
    const int fit = p.target == AS_UE5M3 ? RELU | SATFINITE : p.fit; /* it has no sign */
    const auto encode = [&](const Format &f, int fit, bool positive_zero) INLINED {
        const u32 minus_zero = positive_zero ? f.sign() : FULL;
        ALL_LANES(l) {
            u32 found;
            if constexpr (MODE == RN && sizeof(X) == 4) found = encode_nearest_as(f, x[l], fit);
            else found = encode_as<MODE>(f, x[l], fit, random[l], count);
            code[l] = found == minus_zero ? 0 : found;
        }
    };
    if constexpr (MODE == RN && sizeof(X) == 4) { /* most often: what is constant is folded */
        constexpr Format E4M3 = FORMATS[AS_E4M3], E5M2 = FORMATS[AS_E5M2];
#if defined(__F16C__)
        if (p.target == AS_F16 && fit == PLAIN && !p.positive_zero) return encode_halves(x, code);
#endif
        if (fit == SATFINITE && !p.positive_zero) {
            if (p.target == AS_E4M3) return encode(E4M3, SATFINITE, false);
            if (p.target == AS_E5M2) return encode(E5M2, SATFINITE, false);
        }
    }
    encode(FORMATS[p.target], fit, p.positive_zero);
}
/* `random`: of RS, `count` bits for each lane. */
template <class X> void narrow_lanes(const Packing &p, const X *x, const u32 *random, int count, u32 *code) {
    const Round mode = (Round)p.mode;
    switch (p.target) {
    case AS_UE8M0:
        ALL_LANES(l) code[l] = ue8m0_of(x[l], mode, p.fit);
        return;
    case AS_S2F6:
        ALL_LANES(l) code[l] = s2f6_of(x[l], mode, p.fit);
        return;
    default: break;
    }
    switch (mode) {
    case RN: encode_lanes<RN>(p, x, random, count, code); break;
    case RNA: encode_lanes<RNA>(p, x, random, count, code); break;
    case RS: encode_lanes<RS>(p, x, random, count, code); break;
    case RM: encode_lanes<RM>(p, x, random, count, code); break;
    case RP: encode_lanes<RP>(p, x, random, count, code); break;
    default: encode_lanes<RZ>(p, x, random, count, code); break;
    }
    if (p.target == AS_TF32)
        ALL_LANES(l) code[l] = x[l] != x[l] ? 0x7FFFFFFF : code[l] << 13;
}

/* The values of element `k` of the source: numbers of a narrow format, or of f32. */
template <class X> void source_lanes(Warp &w, const Packing &p, const s32 *sources, int k, X *x) {
    if (p.source == OF_SINGLES) {
        const f32 *a = row<f32>(w, sources[k]);
        const bool flushes = p.flushes & 1;
        ALL_LANES(l) x[l] = flushes ? flush(a[l]) : a[l];
        return;
    }
    u32 code[LANES];
    const int shift = p.origin_bits * (p.count - 1 - k);
    const u32 mask = (1u << p.origin_bits) - 1;
    const auto cut = [&](const auto *word) {
        ALL_LANES(l) code[l] = word[l] >> shift & mask;
    };
    if (p.origin_bytes == 1) cut(row<u8>(w, sources[0]));
    else if (p.origin_bytes == 2) cut(row<u16>(w, sources[0]));
    else cut(row<u32>(w, sources[0]));
    decode_lanes(p.origin, code, x);
}

/* Multiply by a power of two, or divide by it; with two scales the first element has the upper one. */
void scale_lanes(Warp &w, const Packing &p, int k, f64 *x) {
    const u8 *scale = w.regs + p.scale;
    const int at = p.scale_bytes > 1 && k == 0;
    ALL_LANES(l) {
        const f64 factor = ue8m0_value(scale[l * p.scale_bytes + at]);
        const f64 value = p.flushes & 2 && fabs(x[l]) < 0x1p-126 ? copysign(0.0, x[l]) : x[l];
        x[l] = p.source == OF_NARROW ? value * factor : value / factor;
    }
}

/* The random bits for element `k` of `count`, highest first, and their number. */
int random_lanes(Warp &w, const Packing &p, int k, u32 *bits_of) {
    const u32 *random = row<u32>(w, p.random);
    const bool bytes = p.target == AS_E2M1, upper = bytes ? k % 2 == 0 : k < p.count / 2;
    const int count = p.target == AS_F16 ? 13 : bytes ? 8 : 16, first = 16 * upper + (bytes && k < 2 ? 8 : 0);
    ALL_LANES(l) bits_of[l] = random[l] >> first & ((1u << count) - 1);
    return count;
}

template <class X> void narrow_all(Warp &w, const CvtPackedArgs &op, const Packing &p, u32 *t) {
    const s32 *sources = op.sources();
    u32 code[LANES], random[LANES] = {};
    X x[LANES];
    for (int k = 0; k < p.count; ++k) {
        source_lanes(w, p, sources, k, x);
        if constexpr (sizeof(X) == 8)
            if (p.scale >= 0) scale_lanes(w, p, k, x);
        narrow_lanes(p, x, random, p.random < 0 ? 0 : random_lanes(w, p, k, random), code);
        ALL_LANES(l) t[l] = (p.target_bits < 32 ? t[l] << p.target_bits : 0) | code[l];
    }
}

const Instr *cvt_packed(Warp &w, const Instr *i) {
    const CvtPackedArgs op(i);
    const Packing p = op.packing();
    u32 t[LANES] = {};
    const bool single =
        p.scale < 0 && p.mode == RN; /* the values are numbers of f32, and f32 is enough to round them */
    if (single && p.target != AS_BF16 && p.target != AS_TF32) narrow_all<f32>(w, op, p, t);
    else narrow_all<f64>(w, op, p, t);
    if (p.target_bytes == 1) put<u8>(w, op.d(), [&](int l) { return (u8)t[l]; });
    else if (p.target_bytes == 2) put<u16>(w, op.d(), [&](int l) { return (u16)t[l]; });
    else put<u32>(w, op.d(), [&](int l) { return t[l]; });
    return i + 1;
}

/* clang-format off */
const Entry entries[] = {
    CVT_FLOAT(Single, "f32", "rn", RN) CVT_FLOAT(Half<F16>, "f16", "rn", RN) CVT_FLOAT(Half<BF16>, "bf16", "rn", RN)
    CVT_FLOAT(Double, "f64", "rn", RN)
    {"cvt.rn.f16x2.f32", cvt_to_halves<F16, RN>}, {"cvt.rn.bf16x2.f32", cvt_to_halves<BF16, RN>},
    {"cvt.rn.tf32.f32", cvt_to_tf32<RN>}, {"cvt.rna.tf32.f32", cvt_to_tf32<RNA>}, {"cvt.packed", cvt_packed},
};
/* clang-format on */

} // namespace

extern const HandlerTable LEVEL(conversions_);
const HandlerTable LEVEL(conversions_) = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
