/* Formats of at most 16 bits, known by number: their values, and how a float64 is rounded to them; included by builds
 * of the handlers that need them. pyptx/sim/semantics/rounding.py defines them. */
#ifndef PYPTX_ENGINE_FORMATS_H
#define PYPTX_ENGINE_FORMATS_H

#include "numbers.h"

namespace pyptx {
namespace {

INLINE f64 power_of(s32 e) { return bits<f64>((u64)(e + 1023) << 52); }

struct Format {
    int bits, mantissa, bias;
    u32 largest;
    s32 infinity, nan; /* -1 for none */

    constexpr u32 sign() const { return 1u << (bits - 1); }
    constexpr s32 least() const { return 1 - bias; } /* exponent of a normal number */
    constexpr f64 value(u32 code) const {
        const u32 magnitude = code & (sign() - 1), field = magnitude >> mantissa;
        f64 x = (magnitude & ((1u << mantissa) - 1)) + (field ? 1u << mantissa : 0u);
        for (int k = (int)(field ? field : 1) - bias - mantissa; k; k += k < 0 ? 1 : -1) x = k < 0 ? x / 2 : x * 2;
        if (infinity >= 0 && magnitude == (u32)infinity) x = __builtin_inf();
        if (nan >= 0 && magnitude > (infinity >= 0 ? (u32)infinity : largest)) x = __builtin_nan("");
        return code & sign() ? -x : x;
    }
};
constexpr Format FORMATS[] = {
    /* by `FormatNumber` */
    {16, 10, 15, 0x7BFF, 0x7C00, 0x7FFF},
    {16, 7, 127, 0x7F7F, 0x7F80, 0x7FFF},
    {19, 10, 127, 0x3FBFF, 0x3FC00, 0x3FFFF},
    {8, 3, 7, 0x7E, -1, 0x7F},
    {8, 2, 15, 0x7B, 0x7C, 0x7F},
    {6, 3, 1, 0x1F, -1, -1},
    {6, 2, 3, 0x1F, -1, -1},
    {4, 1, 1, 0x07, -1, -1},
    {9, 3, 15, 0xFE, -1, 0xFF},
};
/* The values of the codes of a format; bits beyond its own count for nothing. */
struct Values {
    f32 of[256] = {};
    constexpr explicit Values(const Format &f) {
        for (u32 code = 0; code < 256; ++code) of[code] = (f32)f.value(code & ((1u << f.bits) - 1));
    }
};
constexpr Values E4M3_VALUES{FORMATS[AS_E4M3]}, E5M2_VALUES{FORMATS[AS_E5M2]}, E2M3_VALUES{FORMATS[AS_E2M3]},
    E3M2_VALUES{FORMATS[AS_E3M2]}, E2M1_VALUES{FORMATS[AS_E2M1]}, UE5M3_VALUES{FORMATS[AS_UE5M3]};

/* A power of two from its code in ue8m0. */
INLINE f64 ue8m0_value(u32 code) { return code == 255 ? (f64)NAN : power_of((s32)code - 127); }

/* A number in a format, from its magnitude's code, which may be above all numbers. */
INLINE u32 fitted_as(const Format &f, u32 code, bool negative, int fit, bool inward) {
    const u32 beyond = fit & SATFINITE || f.infinity < 0 ? f.largest : (u32)f.infinity;
    const u32 magnitude = chosen(code <= f.largest, code, chosen(inward, f.largest, beyond));
    return (magnitude | (negative ? f.sign() : 0)) & (fit & RELU ? (u32)negative - 1 : FULL);
}
/* A float32 in a format with fewer exponents, to nearest; `encode_nearest` of numbers.h for a format known by number.
 */
INLINE u32 encode_nearest_as(const Format &f, f32 x, int fit) {
    const u32 word = bits<u32>(x), magnitude = word & 0x7FFFFFFFu, rebias = (u32)(127 - f.bias) << 23;
    const int cut = 23 - f.mantissa;
    const u32 normal = (magnitude - rebias + (1u << (cut - 1)) - 1 + (magnitude >> cut & 1)) >> cut;
    const f32 quantum = bits<f32>((u32)(127 - f.bias + 1 + cut) << 23); /* the sum with it keeps a subnormal's bits */
    const u32 subnormal = bits<u32>(bits<f32>(magnitude) + quantum) - bits<u32>(quantum);
    const u32 code = chosen(magnitude < rebias + (1u << 23), subnormal, normal);
    return chosen(magnitude > 0x7F800000u, f.nan < 0 ? f.largest : (u32)f.nan,
                  fitted_as(f, code, word >> 31, fit, false));
}

/* A float64 in a format; of RS `random` are its bits, `random_bits` many. */
template <Round MODE> INLINE u32 encode_as(const Format &f, f64 x, int fit, u32 random = 0, int random_bits = 0) {
    const bool negative = bits<s64>(x) < 0;
    const f64 a = fabs(x);
    const s32 exponent = (s32)(bits<s64>(a) >> 52) - 1023, most = f.bias + 2; /* above every number of the format */
    const s32 bounded = exponent < f.least() ? f.least() : exponent > most ? most : exponent;
    const f64 scaled = a * power_of(f.mantissa - bounded), v = scaled < 0x1p24 ? scaled : 0x1p24;
    const f64 q = floor(v), rest = v - q;
    bool up = false;
    switch (MODE) {
    case RN: up = rest > 0.5 || (rest == 0.5 && (s32)q & 1); break;
    case RNA: up = rest >= 0.5; break;
    case RS: up = floor(rest * power_of(random_bits)) + random >= power_of(random_bits); break;
    case RM: up = negative && rest != 0; break;
    case RP: up = !negative && rest != 0; break;
    default: break;
    }
    const bool inward = MODE == RZ || (MODE == RM && !negative) || (MODE == RP && negative);
    const u32 code = ((u32)(bounded + f.bias - 1) << f.mantissa) + (u32)(s32)q + up;
    return chosen(x != x, f.nan < 0 ? f.largest : (u32)f.nan, fitted_as(f, code, negative, fit, inward & finite(a)));
}

} // namespace
} // namespace pyptx
#endif
