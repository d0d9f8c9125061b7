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
    f64 of[256] = {};
    constexpr explicit Values(const Format &f) {
        for (u32 code = 0; code < 256; ++code) of[code] = f.value(code & ((1u << f.bits) - 1));
    }
};
constexpr Values E4M3_VALUES{FORMATS[AS_E4M3]}, E5M2_VALUES{FORMATS[AS_E5M2]}, E2M3_VALUES{FORMATS[AS_E2M3]},
    E3M2_VALUES{FORMATS[AS_E3M2]}, E2M1_VALUES{FORMATS[AS_E2M1]}, UE5M3_VALUES{FORMATS[AS_UE5M3]};

/* A power of two from its code in ue8m0. */
INLINE f64 ue8m0_value(u32 code) { return code == 255 ? (f64)NAN : power_of((s32)code - 127); }

/* A float64 in a format; of ROUNDING_RS `random` are its bits, `random_bits` many. */
inline u32 encode_as(const Format &f, f64 x, Round mode, int fit, u32 random, int random_bits) {
    if (x != x) return f.nan < 0 ? f.largest : (u32)f.nan;
    const bool negative = signbit(x), limited = fit & SATFINITE || f.infinity < 0;
    if (negative && fit & RELU) return 0;
    const f64 a = fabs(x);
    u32 code;
    if (a > DBL_MAX) {
        code = limited ? f.largest : (u32)f.infinity;
    } else {
        const s32 exponent = (s32)(bits<u64>(a) >> 52) - 1023;
        const s32 biased = exponent + f.bias > 1 ? exponent + f.bias : 1;
        const f64 v = a * power_of(f.mantissa + f.bias - biased), q = floor(v), rest = v - q;
        bool up = false;
        switch (mode) {
        case RN: up = rest > 0.5 || (rest == 0.5 && (u64)q & 1); break;
        case RNA: up = rest >= 0.5; break;
        case RS: up = floor(rest * power_of(random_bits)) + random >= power_of(random_bits); break;
        case RM: up = negative && rest != 0; break;
        case RP: up = !negative && rest != 0; break;
        default: break;
        }
        code = ((u32)(biased - 1) << f.mantissa) + (u32)q + up;
        if (code > f.largest) {
            const bool inward = mode == RZ || (mode == RM && !negative) || (mode == RP && negative);
            code = limited || inward ? f.largest : (u32)f.infinity;
        }
    }
    return negative ? code | f.sign() : code;
}

} // namespace
} // namespace pyptx
#endif
