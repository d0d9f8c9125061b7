/* Shadows of instructions that compute: their functions over the real numbers, of pyptx/sim/semantics.
 *
 * A function has its value and its slopes. Errors, constants, magnitudes and bounds grow with the slopes; constants and
 * bounds of a function that is not linear in each operand grow by what the whole change of the operand makes.
 */
#include "shadow_operands.h"

namespace pyptx {
namespace {

constexpr int MOST_OPERANDS = 4, MOST_VALUES = 16;
constexpr f64 GROWTH = 1024, LN2 = 0.693147180559945309417232121458;
constexpr f32 STRAIGHT = 0x1p-17f; /* changes of an exponent whose square has no part in a bound */
constexpr f64 STEP = 0x1p-24;      /* part of its magnitude by which an operand changes to find a slope */

/* a * b + c, rounded once where that is not slower. */
INLINE f64 multiplied_added(f64 a, f64 b, f64 c) {
#ifdef __FP_FAST_FMA
    return __builtin_fma(a, b, c);
#else
    return a * b + c;
#endif
}
/* 2 to the power of x within two last places, without a call and branches: loops over lanes stay vectors. */
INLINE f64 power_of_two(f64 x) {
    constexpr f64 LARGE = 0x1.8p52; /* a sum with it has an integer in its low bits */
    const f64 low = x > -1100 ? x : -1100, in = low < 1100 ? low : 1100;
    const f64 whole = (in + LARGE) - LARGE, half = (whole * 0.5 + LARGE) - LARGE, t = (in - whole) * LN2;
    const f64 t2 = t * t, t4 = t2 * t2; /* parts that do not wait for each other */
    const auto four = [=](f64 p, f64 q, f64 r, f64 s) INLINED {
        return multiplied_added(t2, multiplied_added(t, s, r), multiplied_added(t, q, p));
    };
    const f64 c = four(1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800);
    const f64 d = multiplied_added(t, 1.0 / 6227020800, 1.0 / 479001600);
    const f64 b = four(1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040);
    const f64 upper = multiplied_added(t4, multiplied_added(t4, d, c), b);
    const f64 sum = multiplied_added(t4, upper, four(1, 1, 0.5, 1.0 / 6));
    const f64 first = bits<f64>(bits<u64>(half + (LARGE + 1023)) << 52);
    const f64 second = bits<f64>(bits<u64>(whole - half + (LARGE + 1023)) << 52);
    return x != x ? x : sum * first * second;
}

/* Functions: `of` an operand of each, `slopes` after each, given the value. */

struct Add {
    static constexpr int N = 2;
    static constexpr bool LINEAR = true, KINKED = false;
    static INLINE f64 of(const f64 *x) { return x[0] + x[1]; }
    static INLINE void slopes(const f64 *, f64, f64 *s) { s[0] = s[1] = 1; }
};
struct Subtract {
    static constexpr int N = 2;
    static constexpr bool LINEAR = true, KINKED = false;
    static INLINE f64 of(const f64 *x) { return x[0] - x[1]; }
    static INLINE void slopes(const f64 *, f64, f64 *s) { s[0] = 1, s[1] = -1; }
};
struct Multiply {
    static constexpr int N = 2;
    static constexpr bool LINEAR = true, KINKED = false;
    static INLINE f64 of(const f64 *x) { return x[0] * x[1]; }
    static INLINE void slopes(const f64 *x, f64, f64 *s) { s[0] = x[1], s[1] = x[0]; }
};
struct Fma {
    static constexpr int N = 3;
    static constexpr bool LINEAR = true, KINKED = false;
    static INLINE f64 of(const f64 *x) { return x[0] * x[1] + x[2]; }
    static INLINE void slopes(const f64 *x, f64, f64 *s) { s[0] = x[1], s[1] = x[0], s[2] = 1; }
};
struct Negative {
    static constexpr int N = 1;
    static constexpr bool LINEAR = true, KINKED = false;
    static INLINE f64 of(const f64 *x) { return -x[0]; }
    static INLINE void slopes(const f64 *, f64, f64 *s) { s[0] = -1; }
};
struct Absolute {
    static constexpr int N = 1;
    static constexpr bool LINEAR = true, KINKED = false;
    static INLINE f64 of(const f64 *x) { return fabs(x[0]); }
    static INLINE void slopes(const f64 *x, f64, f64 *s) { s[0] = signbit(x[0]) ? -1 : 1; }
};
struct Convert {
    static constexpr int N = 1;
    static constexpr bool LINEAR = true, KINKED = false;
    static INLINE f64 of(const f64 *x) { return x[0]; }
    static INLINE void slopes(const f64 *, f64, f64 *s) { s[0] = 1; }
};
struct CopySign { /* of the first operand */
    static constexpr int N = 2;
    static constexpr bool LINEAR = false, KINKED = false;
    static INLINE f64 of(const f64 *x) { return copysign(x[1], x[0]); }
    static INLINE void slopes(const f64 *x, f64, f64 *s) { s[0] = 0, s[1] = signbit(x[0]) == signbit(x[1]) ? 1 : -1; }
};
struct Divide {
    static constexpr int N = 2;
    static constexpr bool LINEAR = false, KINKED = false;
    static INLINE f64 of(const f64 *x) { return x[0] / x[1]; }
    static INLINE void slopes(const f64 *x, f64 r, f64 *s) { s[0] = 1 / x[1], s[1] = -r / x[1]; }
};
struct Reciprocal {
    static constexpr int N = 1;
    static constexpr bool LINEAR = false, KINKED = false;
    static INLINE f64 of(const f64 *x) { return 1 / x[0]; }
    static INLINE void slopes(const f64 *, f64 r, f64 *s) { s[0] = -r * r; }
};
struct Sqrt {
    static constexpr int N = 1;
    static constexpr bool LINEAR = false, KINKED = false;
    static INLINE f64 of(const f64 *x) { return sqrt(x[0]); }
    static INLINE void slopes(const f64 *, f64 r, f64 *s) { s[0] = 0.5 / r; }
};
struct Rsqrt {
    static constexpr int N = 1;
    static constexpr bool LINEAR = false, KINKED = false;
    static INLINE f64 of(const f64 *x) { return 1 / sqrt(x[0]); }
    static INLINE void slopes(const f64 *x, f64 r, f64 *s) { s[0] = -0.5 * r / x[0]; }
};
struct Sin {
    static constexpr int N = 1;
    static constexpr bool LINEAR = false, KINKED = false;
    static INLINE f64 of(const f64 *x) { return sin(x[0]); }
    static INLINE void slopes(const f64 *x, f64, f64 *s) { s[0] = cos(x[0]); }
};
struct Cos {
    static constexpr int N = 1;
    static constexpr bool LINEAR = false, KINKED = false;
    static INLINE f64 of(const f64 *x) { return cos(x[0]); }
    static INLINE void slopes(const f64 *x, f64, f64 *s) { s[0] = -sin(x[0]); }
};
struct Log2 {
    static constexpr int N = 1;
    static constexpr bool LINEAR = false, KINKED = false;
    static INLINE f64 of(const f64 *x) { return log2(x[0]); }
    static INLINE void slopes(const f64 *x, f64, f64 *s) { s[0] = 1 / (LN2 * x[0]); }
};
struct Exp2 {
    static constexpr int N = 1;
    static constexpr bool LINEAR = false, KINKED = false;
    static INLINE f64 of(const f64 *x) { return power_of_two(x[0]); }
    static INLINE void slopes(const f64 *, f64 r, f64 *s) { s[0] = LN2 * r; }
};
struct Tanh {
    static constexpr int N = 1;
    static constexpr bool LINEAR = false, KINKED = false;
    static INLINE f64 of(const f64 *x) { return tanh(x[0]); }
    static INLINE void slopes(const f64 *, f64 r, f64 *s) { s[0] = 1 - r * r; }
};
template <bool MOST, bool NAN_WINS, int COUNT> struct Extremum {
    static constexpr int N = COUNT;
    static constexpr bool LINEAR = false, KINKED = true;
    static INLINE f64 of(const f64 *x) {
        const f64 best = one_of(x[1], x[0]);
        if constexpr (N > 2) return one_of(x[2], best);
        return best;
    }
    static INLINE f64 one_of(f64 a, f64 best) {
        const f64 chosen = (MOST ? order(a) > order(best) : order(a) < order(best)) ? a : best;
        const f64 number = NAN_WINS ? (a != a ? a : chosen) : (a != a ? best : chosen);
        return best != best ? (NAN_WINS ? best : a) : number;
    }
    static INLINE s64 order(f64 x) { /* of numbers, with a zero above the negative one */
        const s64 raw = bits<s64>(x);
        return raw ^ (s64)((u64)(raw >> 63) >> 1);
    }
    static INLINE void slopes(const f64 *, f64, f64 *) {} /* a kinked function has none */
};

/* Set the items of an array by their numbers, without a loop: one over lanes around it stays vectors. */
template <int N, class T, class F> INLINE void set_each(T *to, F of) {
    to[0] = of(0);
    if constexpr (N > 1) to[1] = of(1);
    if constexpr (N > 2) to[2] = of(2);
}

INLINE u32 any_other(const f64 *a, const f64 *b) { /* lanes of different numbers; NaN differs from all */
    u32 found = 0;
    ALL_LANES(l) found |= (u32) !(a[l] == b[l]) << l;
    return found;
}
INLINE bool all_zero(const f32 *a) {
    u32 some = 0;
    ALL_LANES(l) some |= bits<u32>(a[l]);
    return !(some << 1);
}
INLINE bool all_below(const f32 *a, f32 most) {
    u32 some = 0;
    ALL_LANES(l) some |= (u32) !(a[l] < most);
    return !some;
}
INLINE f32 times(f32 slope, f32 change) { return slope == 0 || change == 0 ? 0 : fabsf(slope) * change; }
INLINE f64 change_of(f64 other, f64 value) { /* the absolute change; 0 where there is no number to compare with */
    return (other == value) | (value != value) | (other != other) ? 0 : fabs(other - value);
}

template <class F> constexpr bool SUMS = false; /* a function of two terms */
template <> constexpr bool SUMS<Add> = true;
template <> constexpr bool SUMS<Subtract> = true;

template <class F> constexpr bool STEEPENS = false; /* whether the change upwards is always the larger one */
template <> constexpr bool STEEPENS<Exp2> = true;

/* Add how far a value moves if one operand moves by `size` times its change, divided by `size`. */
template <class F, int WHICH>
INLINE void add_changes(const f64 *const *operands, const f32 *changes, f64 size, const f64 *value, f32 *to) {
    if (all_zero(changes)) return;
    const f64 *of[F::N];
    set_each<F::N>(of, [&](int k) INLINED { return operands[k]; });
    VECTORS ALL_LANES(l) {
        f64 up[F::N], down[F::N];
        const f64 change = size * changes[l];
        set_each<F::N>(up, [&](int k) INLINED { return k == WHICH ? of[k][l] + change : of[k][l]; });
        set_each<F::N>(down, [&](int k) INLINED { return k == WHICH ? of[k][l] - change : of[k][l]; });
        const f64 one = change_of(F::of(up), value[l]);
        const f64 other = STEEPENS<F> ? 0 : change_of(F::of(down), value[l]);
        to[l] += (f32)((one > other ? one : other) / size);
    }
}
/* Add changes of operands, each times its slope. */
INLINE void add_linear(const f32 *slope, const f32 *changes, f32 *to) {
    VECTORS ALL_LANES(l) to[l] += times(slope[l], changes[l]);
}
/* Add what the changes of each operand make of a function that is not linear. */
template <class F, int K = 0>
INLINE void add_spreads(const Operand *in, const f64 *const *operands, const f32 (*slope)[LANES], ShadowCell &out) {
    if constexpr (K < F::N) {
        const Given &g = in[K];
        if (F::KINKED) add_changes<F, K>(operands, g.magnitude, STEP, out.value, out.magnitude);
        const auto add = [&](const f32 *changes, f32 *to) {
            if (STEEPENS<F> && all_below(changes, STRAIGHT)) add_linear(slope[K], changes, to);
            else add_changes<F, K>(operands, changes, 1, out.value, to);
        };
        if (g.bound != NO_ERRORS) add(g.bound, out.bound);
        if (g.traced() >> CONSTANTS & 1) add(g.row(CONSTANTS), out.row(CONSTANTS));
        add_spreads<F, K + 1>(in, operands, slope, out);
    }
}
/* The extremum of two numbers, if the lesser one is too far off in all lanes to count. */
template <class F> INLINE bool choose(const Operand *in, ShadowCell &out, f64 *computed) {
    const Operand &a = in[0], &b = in[1];
    const u64 traced = a.traced() | b.traced();
    const f32 *const changes[2] = {a.row(CONSTANTS), b.row(CONSTANTS)};
    alignas(64) f32 apart[LANES];
    alignas(64) u32 first[LANES]; /* all bits where the first one is the extremum */
    u32 near = 0;
    VECTORS ALL_LANES(l) {
        const f64 x[2] = {a.value[l], b.value[l]}, y[2] = {a.actual[l], b.actual[l]};
        apart[l] = (f32)fabs(x[0] - x[1]);
        computed[l] = F::of(y), out.value[l] = F::of(x);
        first[l] = -(u32)(out.value[l] == x[0]);
    }
    VECTORS ALL_LANES(l) {
        const f32 reach = 2 * (f32)STEP * (a.magnitude[l] + b.magnitude[l]) + (a.bound[l] + b.bound[l]);
        near |= (u32) !(apart[l] > 1.01f * (reach + (changes[0][l] + changes[1][l])));
    }
    EACH_ERROR(traced, e) {
        const f32 *const p = a.row((int)e), *const q = b.row((int)e);
        VECTORS ALL_LANES(l) near |= (u32) !(apart[l] > 1.01f * (fabsf(p[l]) + fabsf(q[l])));
    }
    if (near) return false;
    const auto take = [&](const f32 *p, const f32 *q, f32 *to) INLINED {
        VECTORS ALL_LANES(l) to[l] = bits<f32>((bits<u32>(p[l]) & first[l]) | (bits<u32>(q[l]) & ~first[l]));
    };
    take(a.magnitude, b.magnitude, out.magnitude), take(a.bound, b.bound, out.bound);
    EACH_ROW(traced, e) take(a.row((int)e), b.row((int)e), out.row((int)e));
    out.traced = traced;
    return true;
}
/* A sum below the error that float64 makes at its magnitude keeps a part of its magnitude and change by constants: in a
 * compensated sum, whose compensation is such a result, both would multiply at each step. */
INLINE void keep_part(ShadowCell &out) {
    constexpr f64 NEGLIGIBLE = 0x1p-45;
    constexpr f32 KEPT = 0x1p-13f;
    u32 cancelled = 0;
    VECTORS ALL_LANES(l) cancelled |= (u32)(fabs(out.value[l]) < NEGLIGIBLE * out.magnitude[l]) << l;
    EACH_LANE(cancelled, l) {
        out.magnitude[l] *= KEPT;
        if (out.traced >> CONSTANTS & 1) out.row(CONSTANTS)[l] *= KEPT;
    }
}
/* Compute the power of two of operands near others whose powers are known; false if one is too far off. */
INLINE bool powers_near(const f64 *known, const f64 *powers, const f64 *x, f64 *to) {
    u64 far = 0;
    VECTORS ALL_LANES(l) {
        const f64 change = x[l] - known[l], t = change * LN2;
        far |= (u64) !((fabs(change) < (f64)STRAIGHT) & (fabs(known[l]) < 1000));
        to[l] = powers[l] + powers[l] * (t + 0.5 * t * t);
    }
    return !far;
}
/* The value of a function with its shadow: without the rounding errors of the result. Return whether all lanes have
 * numbers. */
template <class F> bool apply(const Operand *in, ShadowCell &out, f64 *computed) {
    if constexpr (F::KINKED && F::N == 2)
        if (choose<F>(in, out, computed)) return true;
    alignas(64) f32 slope[F::N][LANES];
    const f64 *values[F::N], *actual[F::N];
    const f32 *sizes[F::N];
    set_each<F::N>(values, [&](int k) INLINED { return in[k].value; });
    set_each<F::N>(actual, [&](int k) INLINED { return in[k].actual; });
    set_each<F::N>(sizes, [&](int k) INLINED { return in[k].magnitude; });
    u64 traced = 0;
    bool exact = true;
    for (int k = 0; k < F::N; ++k) traced |= in[k].traced(), exact = exact && values[k] == actual[k];
    VECTORS ALL_LANES(l) {
        f64 x[F::N], s[F::N];
        set_each<F::N>(x, [&](int k) INLINED { return values[k][l]; });
        const f64 value = F::of(x);
        out.value[l] = value;
        if constexpr (F::KINKED) {
            out.magnitude[l] = 0; /* near a kink more than one operand counts */
        } else {
            F::slopes(x, value, s);
            f32 parts[F::N];
            set_each<F::N>(parts, [&](int k) INLINED {
                slope[k][l] = (f32)s[k];
                return times((f32)s[k], sizes[k][l]);
            });
            f32 magnitude = parts[0];
            if constexpr (F::N > 1) magnitude += parts[1];
            if constexpr (F::N > 2) magnitude += parts[2];
            out.magnitude[l] = magnitude;
        }
        out.bound[l] = 0;
    }
    if (exact) {
        memcpy(computed, out.value, sizeof out.value);
    } else if (!STEEPENS<F> || !powers_near(values[0], out.value, actual[0], computed)) {
        VECTORS ALL_LANES(l) {
            f64 y[F::N];
            set_each<F::N>(y, [&](int k) INLINED { return actual[k][l]; });
            computed[l] = F::of(y);
        }
    }
    trace(out, traced & 1ull << CONSTANTS);
    out.traced = traced; /* each row of errors is written below */
    u64 special = 0;
    VECTORS ALL_LANES(l) special |= (u64)!finite(out.value[l]);
    u32 none = 0; /* lanes with an infinity or NaN, which no change of an operand changes */
    if constexpr (F::LINEAR) {
        for (int k = 0; k < F::N; ++k) {
            if (in[k].bound != NO_ERRORS) add_linear(slope[k], in[k].bound, out.bound);
            if (in[k].traced() >> CONSTANTS & 1) add_linear(slope[k], in[k].row(CONSTANTS), out.row(CONSTANTS));
        }
        if (special) VECTORS ALL_LANES(l) none |= (u32)!finite(out.value[l]) << l;
        EACH_LANE(none, l) {
            out.bound[l] = 0;
            if (traced >> CONSTANTS & 1) out.row(CONSTANTS)[l] = 0;
        }
    } else {
        add_spreads<F>(in, values, slope, out);
    }
    if constexpr (SUMS<F>) keep_part(out);
    EACH_ERROR(traced, e) {
        f32 *to = out.row((int)e);
        if constexpr (F::KINKED) {
            const f32 *errors[F::N];
            set_each<F::N>(errors, [&](int k) INLINED { return in[k].row((int)e); });
            VECTORS ALL_LANES(l) {
                f64 x[F::N];
                set_each<F::N>(x, [&](int k) INLINED { return values[k][l] + errors[k][l]; });
                to[l] = (f32)(F::of(x) - out.value[l]);
            }
            continue;
        }
        bool adds = false;
        for (int k = 0; k < F::N; ++k) {
            if (!(in[k].traced() >> e & 1)) continue;
            const f32 *from = in[k].cell->row((int)e);
            VECTORS ALL_LANES(l) {
                const f32 error = from[l] == 0 ? 0.0f : slope[k][l] * from[l];
                to[l] = adds ? to[l] + error : error;
            }
            adds = true;
        }
        EACH_LANE(none, l) to[l] = 0;
    }
    return !special;
}

using Apply = bool (*)(const Operand *, ShadowCell &, f64 *);
Apply function_of(int function, int operands, bool nan) {
    switch (function) {
    case REAL_ADD: return apply<Add>;
    case REAL_SUBTRACT: return apply<Subtract>;
    case REAL_MULTIPLY: return apply<Multiply>;
    case REAL_FMA: return apply<Fma>;
    case REAL_DIVIDE: return apply<Divide>;
    case REAL_RECIPROCAL: return apply<Reciprocal>;
    case REAL_SQRT: return apply<Sqrt>;
    case REAL_RSQRT: return apply<Rsqrt>;
    case REAL_SIN: return apply<Sin>;
    case REAL_COS: return apply<Cos>;
    case REAL_LOG2: return apply<Log2>;
    case REAL_EXP2: return apply<Exp2>;
    case REAL_TANH: return apply<Tanh>;
    case REAL_ABSOLUTE: return apply<Absolute>;
    case REAL_NEGATIVE: return apply<Negative>;
    case REAL_COPYSIGN: return apply<CopySign>;
    case REAL_MINIMUM:
        if (operands == 3) return nan ? apply<Extremum<false, true, 3>> : apply<Extremum<false, false, 3>>;
        return nan ? apply<Extremum<false, true, 2>> : apply<Extremum<false, false, 2>>;
    case REAL_MAXIMUM:
        if (operands == 3) return nan ? apply<Extremum<true, true, 3>> : apply<Extremum<true, false, 3>>;
        return nan ? apply<Extremum<true, true, 2>> : apply<Extremum<true, false, 2>>;
    default: return apply<Convert>;
    }
}

/* A sum with a constant near 1.5 times the first number whose last place is 1 rounds the other term: all active lanes
   have the constant, and none has another term that is large. An exponential of nvcc adds 1.5 * 2^23 + 1. */
enum LargeConstant { NO_CONSTANT, ROUNDS, LEAVES };
constexpr f64 FROM_MIDDLE = 1024;
LargeConstant large_constant(const Operand *in, int operands, int format, u32 mask, const Given *&other) {
    const f64 step = 1 / place_of(format);
    const int first = __builtin_ctz(mask);
    const auto is_constant = [&](const Given &each) {
        const f64 x = each.actual[first];
        bool is = fabs(fabs(x) - 1.5 * step) <= FROM_MIDDLE && rint(x) == x;
        if (is)
            EACH_LANE(mask, l) is = is && each.actual[l] == x && each.value[l] == x;
        return is;
    };
    const bool product = operands == 3;
    const int place = product ? 2 : is_constant(in[1]) ? 1 : 0; /* of two, the first is a sum alike in all lanes */
    if (!is_constant(in[place])) return NO_CONSTANT;
    other = &in[product ? 0 : 1 - place];
    bool small = true, large = true, certain = true;
    EACH_LANE(mask, l) {
        certain = certain && in[place].bound[l] == 0;
        const f64 actual = product ? in[0].actual[l] * in[1].actual[l] : other->actual[l];
        const f64 value = product ? in[0].value[l] * in[1].value[l] : other->value[l];
        for (const f64 x : {fabs(actual), fabs(value)}) {
            small = small && x <= step / 4;
            large = large && x >= step && x < 2 * step;
        }
    }
    if (small) return ROUNDS;
    return !product && large && certain ? LEAVES : NO_CONSTANT;
}

INLINE f64 clamped(f64 x, int flags) {
    if (flags & SHADOW_SAT) x = x > 0 ? (x < 1 ? x : 1) : 0;
    if (flags & SHADOW_RELU) x = x <= 0 ? 0 : x;
    return x;
}
/* Results whose relative error has grown a thousandfold. */
u32 grown(const Operand *in, int operands, const ShadowCell &out, const f64 *computed) {
    bool exact = true;
    for (int k = 0; k < operands; ++k) exact = exact && in[k].value == in[k].actual;
    if (exact) return 0;
    u32 cancelled = 0; /* terms that cancel are needed: errors do not grow faster than magnitudes */
    VECTORS ALL_LANES(l) cancelled |= (u32) !(out.magnitude[l] <= (f32)(0.9 * GROWTH * fabs(out.value[l])));
    if (!cancelled) return 0;
    u32 erring = 0, found = FULL;
    alignas(64) f64 size[LANES], error[LANES];
    VECTORS ALL_LANES(l) {
        size[l] = fabs(out.value[l]), error[l] = fabs(computed[l] - out.value[l]);
        found &= ~((u32) !(finite(size[l]) & finite(error[l])) << l);
    }
    for (int k = 0; k < operands; ++k) {
        if (in[k].value == in[k].actual) continue;
        const f64 *const value = in[k].value, *const actual = in[k].actual;
        u32 some = 0, less = 0;
        VECTORS ALL_LANES(l) {
            const f64 before = fabs(actual[l] - value[l]);
            some |= (u32)(before > 0) << l;
            less |= (u32)(error[l] * fabs(value[l]) > GROWTH * before * size[l]) << l;
        }
        erring |= some, found &= less | ~some;
    }
    return erring & found;
}
/* Results that exceed float64; a division by zero is another matter. */
u32 exceeding(const Operand *in, int operands, const ShadowCell &out, int function) {
    u32 found = 0;
    VECTORS ALL_LANES(l) found |= (u32)(fabs(out.value[l]) > DBL_MAX) << l;
    const bool divides = function == REAL_DIVIDE || function == REAL_RECIPROCAL || function == REAL_RSQRT;
    u32 exceeds = 0;
    EACH_LANE(found, l) {
        bool good = !((divides || function == REAL_LOG2) && in[operands - 1].value[l] == 0);
        for (int k = 0; k < operands; ++k) good = good && finite(in[k].value[l]);
        exceeds |= (u32)good << l;
    }
    return exceeds;
}
/* Results that are not those of the operand which the kernel chose. */
u32 chosen_otherwise(const Operand *in, int operands, const ShadowCell &out, const f64 *computed) {
    alignas(64) f64 shadow[LANES]; /* of the first operand that has the result, or else of the first one */
    VECTORS ALL_LANES(l) shadow[l] = fabs(in[0].value[l]);
    for (int k = operands; k--;) {
        const f64 *const value = in[k].value, *const actual = in[k].actual;
        VECTORS ALL_LANES(l) shadow[l] = fabs(actual[l]) == fabs(computed[l]) ? fabs(value[l]) : shadow[l];
    }
    u32 others = 0;
    VECTORS ALL_LANES(l) others |= (u32) !(shadow[l] == fabs(out.value[l])) << l;
    return others;
}

INLINE f64 rounded_as(int how, f64 x) {
    return how == RN ? rint(x) : how == RZ ? trunc(x) : how == RM ? floor(x) : ceil(x);
}
/* The power of two to which a conversion to ue8m0 rounds. */
INLINE f64 power_at(int how, f64 x) {
    if (!finite(x)) return x;
    int exponent;
    const f64 mantissa = frexp(fabs(x), &exponent);
    const int power = x == 0 ? -127 : exponent - 1 + (how == RP && mantissa > 0.5);
    return power_of(power < -127 ? -127 : power > 127 ? 127 : power);
}
INLINE bool holds(int relation, f64 a, f64 b) { return relation >> (a < b ? 0 : a == b ? 1 : a > b ? 2 : 3) & 1; }

void clear_targets(Warp &w, const ShadowArgs &op) {
    for (int k = 0; k < op.targets_count(); ++k) clear_register(w, op.targets()[k]);
}

/* Read the operands of an instruction, value by value: the number of an element in each. */
struct Operands {
    Operand of[MOST_OPERANDS];
    int count;
    explicit Operands(int count) : count(count) {}
    void read_all(Warp &w, const ShadowComputeArgs &op, int element) {
        const ShadowPart *parts = op.sources();
        for (int k = 0; k < count; ++k) {
            const ShadowOperand &operand = op.operands()[k];
            const int part = element ? element / operand.count : 0; /* a division is slow */
            read(w, parts[part < operand.parts ? part : 0], operand.format, element - part * operand.count, of[k]);
            parts += operand.parts;
        }
    }
    void release(ShadowValues &s) {
        for (Operand &each : of)
            if (each.made) s.give_back(each.made), each.made = nullptr;
    }
};

/* `redux`, whose record follows: the extremum of the shadows of the members; its magnitude, bound and change by
 * constants are the largest. */
const Instr *reduce_lanes(Warp &w, const Instr *i) {
    const ShadowComputeArgs op(i);
    const ReduxArgs redux(i + 1);
    ShadowValues &s = *w.machine->shadows;
    ShadowCount &count = begin(w, op.number());
    const bool most = op.function() == REAL_MAXIMUM, absolute = redux.abs();
    const u32 *members = row<u32>(w, redux.members());
    Operand given;
    note_losses(w, op.sources()[0], op.target().format);
    read(w, op.sources()[0], op.target().format, 0, given);
    s.format = op.target().format, s.flags = op.flags(), s.line = op.line();
    s.results.emplace_back();
    ShadowResult &result = s.results.back();
    ShadowCell &out = *(result.cell = s.take());
    result.row = op.targets()[0].row, result.bytes = op.targets()[0].bytes, result.offset = 0;
    trace(out, given.traced());
    const auto size = [&](f64 x) { return absolute ? fabs(x) : x; };
    const auto extremum = [&](u32 present, auto of) { /* a NaN only if there is no number */
                                                      f64 best = NAN;
                                                      EACH_LANE(present, l) {
                                                          const f64 x = size(of(l));
                                                          if (!(most ? best >= x : best <= x) && x == x) best = x;
                                                      }
                                                      return best;
    };
    for (u32 left = w.mask; left;) {
        const u32 present = members[__builtin_ctz(left)] & w.mask;
        u32 to = 0; /* the lanes with the same members */
        EACH_LANE(left, l) to |= (u32)((members[l] & w.mask) == present) << l;
        left &= ~to;
        const f64 value = extremum(present, [&](int l) { return given.value[l]; });
        const f64 computed = extremum(present, [&](int l) { return given.actual[l]; });
        f32 magnitude = 0, bound = 0;
        int chosen = -1;
        EACH_LANE(present, l) {
            magnitude = fmaxf(magnitude, given.magnitude[l]), bound = fmaxf(bound, given.bound[l]);
            if (chosen < 0 && size(given.actual[l]) == computed) chosen = (int)l;
        }
        if (chosen >= 0 && size(given.value[chosen]) != value) {
            count.disagreements += __builtin_popcount(to);
            count.choices += __builtin_popcount(to);
        }
        EACH_LANE(to, l) {
            out.value[l] = value, result.computed[l] = computed;
            out.magnitude[l] = magnitude, out.bound[l] = bound;
        }
        EACH_ROW(out.traced, e) {
            const f32 *const errors = given.row((int)e);
            f64 change = 0;
            if (e == CONSTANTS)
                EACH_LANE(present, l) change = fmax(change, errors[l]);
            else change = extremum(present, [&](int l) { return given.value[l] + errors[l]; }) - value;
            EACH_LANE(to, l) out.row((int)e)[l] = (f32)change;
        }
    }
    s.give_back(given.made);
    return i + 1;
}

const Instr *compute(Warp &w, const Instr *i) {
    const ShadowComputeArgs op(i);
    if ((op.function() == REAL_MINIMUM || op.function() == REAL_MAXIMUM) && op.operands_count() == 1)
        return reduce_lanes(w, i);
    ShadowValues &s = *w.machine->shadows;
    ShadowCount &count = begin(w, op.number());
    const ShadowPart *parts = op.sources();
    for (int k = 0; k < op.operands_count(); ++k)
        for (int part = 0; part < op.operands()[k].parts; ++part)
            note_losses(w, *parts++, kind_of(op.operands()[k].format));
    const ShadowOperand &target = op.target();
    const int flags = op.flags(), function = op.function();
    const bool shared = function == REAL_CONVERT && op.operands_count() > 1; /* each operand has values of the result */
    Operands given(shared ? 1 : op.operands_count());
    s.format = target.format, s.flags = flags, s.line = op.line();
    u32 disagreeing = 0, others = 0, exceeds = 0;
    if (function == REAL_COMPARE) {
        const int elements = op.operands()[0].count * op.operands()[0].parts;
        for (int element = 0; element < elements; ++element) {
            given.read_all(w, op, element);
            const Operand *in = given.of;
            ALL_LANES(l)
                disagreeing |= (u32)(holds(op.relation(), in[0].value[l], in[1].value[l]) !=
                                     holds(op.relation(), in[0].actual[l], in[1].actual[l]))
                               << l;
        }
    } else if (!kind_of(target.format)) {
        const auto rounded = flags & SHADOW_POWER ? power_at : rounded_as;
        const ShadowPart *source = op.sources();
        for (int k = 0; k < op.operands_count(); ++k)
            for (int part = 0; part < op.operands()[k].parts; ++part, ++source)
                for (int element = 0; element < op.operands()[k].count; ++element) {
                    Operand &one = given.of[0];
                    read(w, *source, op.operands()[k].format, element, one);
                    ALL_LANES(l)
                        disagreeing |=
                            (u32) !(rounded(op.relation(), one.value[l]) == rounded(op.relation(), one.actual[l])) << l;
                }
    }
    if (function == REAL_COMPARE || !kind_of(target.format)) {
        given.release(s);
        count.disagreements += __builtin_popcount(disagreeing & w.mask);
        clear_targets(w, op);
        close(w, op.number());
        return i + 1;
    }
    const Apply function_ = function_of(function, op.operands_count(), flags & SHADOW_NAN);
    for (int part = 0; part < target.parts; ++part)
        for (int k = 0; k < target.count; ++k) {
            const int element = part * target.count + k;
            s.results.emplace_back();
            ShadowResult &result = s.results.back();
            ShadowCell &out = *(result.cell = s.take());
            if (shared) { /* the first operand has the highest values */
                const int from = op.operands_count() - 1 - element / op.operands()[0].count;
                const ShadowPart &source = op.sources()[from];
                read(w, source, op.operands()[from].format, element % op.operands()[0].count, given.of[0]);
            } else {
                given.read_all(w, op, element);
            }
            if (!function_(given.of, out, result.computed)) exceeds |= exceeding(given.of, given.count, out, function);
            bool integral = flags & SHADOW_INTEGRAL;
            LargeConstant constant = NO_CONSTANT;
            const Given *other = nullptr;
            if ((function == REAL_ADD || function == REAL_SUBTRACT || function == REAL_FMA) &&
                (target.format == HOLDS_F32 || target.format == HOLDS_F64))
                constant = large_constant(given.of, given.count, target.format, w.mask, other);
            if (integral || constant == ROUNDS) {
                integral = true;
                ALL_LANES(l) {
                    out.value[l] = rounded_as(op.relation(), out.value[l]);
                    result.computed[l] = rounded_as(op.relation(), result.computed[l]);
                }
                disagreeing |= any_other(out.value, result.computed);
                memcpy(out.value, result.computed, sizeof out.value);
                ALL_LANES(l) out.magnitude[l] = (f32)fabs(out.value[l]), out.bound[l] = 0;
                out.traced = 0;
            }
            if (function == REAL_MINIMUM || function == REAL_MAXIMUM)
                others |= chosen_otherwise(given.of, given.count, out, result.computed);
            if (flags & (SHADOW_SAT | SHADOW_RELU)) {
                EACH_ERROR(out.traced, e) {
                    f32 *errors = out.row((int)e);
                    ALL_LANES(l)
                        errors[l] = (f32)(clamped(out.value[l] + errors[l], flags) - clamped(out.value[l], flags));
                }
                ALL_LANES(l) {
                    out.value[l] = clamped(out.value[l], flags);
                    result.computed[l] = clamped(result.computed[l], flags);
                }
            }
            if (constant == LEAVES) { /* and the constant is exact, whatever its digits */
                ALL_LANES(l) out.magnitude[l] = (f32)fabs(out.value[l]);
                if (out.traced >> CONSTANTS & 1) memcpy(out.row(CONSTANTS), other->row(CONSTANTS), LANES * sizeof(f32));
            }
            if (!shared) {
                const u32 lanes = grown(given.of, given.count, out, result.computed) & w.mask;
                count.cancellations += __builtin_popcount(lanes);
            }
            if (integral) s.flags |= SHADOW_INTEGRAL;
            result.row = op.targets()[part].row, result.bytes = op.targets()[part].bytes;
            result.offset = k * WIDTHS[target.format];
        }
    given.release(s);
    count.disagreements += __builtin_popcount(disagreeing & w.mask) + __builtin_popcount(others & w.mask);
    count.choices += __builtin_popcount(others & w.mask);
    count.exceeds += exceeds != 0;
    return i + 1;
}

/* Add the rounding errors to the computed results, count them, and give registers their shadows. */
const Instr *finish(Warp &w, const Instr *i) {
    const ShadowFinishArgs op(i);
    ShadowValues &s = *w.machine->shadows;
    ShadowCount &count = s.counts[op.number()];
    bool good = true;
    for (size_t k = 0; k < s.results.size(); ++k) {
        ShadowResult &result = s.results[k];
        if (result.row < 0) {
            s.give_back(result.cell);
            continue;
        }
        alignas(64) f64 actual[LANES];
        decode(w, result.row, result.bytes, result.offset, s.format, actual);
        round_result(w, count, result, actual);
        const bool first = !k || s.results[k - 1].row != result.row;
        const bool last = k + 1 == s.results.size() || s.results[k + 1].row != result.row;
        if (first) clear_bytes(w, result.row, 0, result.offset);
        good = write_cell(w, result.row, result.offset, result.cell) && good;
        clear_bytes(w, result.row, result.offset + 1, last ? result.bytes : s.results[k + 1].offset);
    }
    for (ShadowWrite &write : s.writes) {
        ShadowCell *upper = write.bytes == 4 && !s.format ? write.cells[2] : nullptr;
        if (upper && !write.cells[0] && upper->kind == HOLDS_BF16 && upper->lanes & w.mask) { /* above zeros: an f32 */
            const u32 *raw = row<u32>(w, write.row);
            u32 whole = 0;
            ALL_LANES(l) whole |= (u32) !(raw[l] & 0xFFFF) << l;
            ShadowCell *both = write.cells[0] = s.take();
            copy_cell(*upper, *both);
            both->kind = HOLDS_F32;
            both->lanes &= whole;
        }
        good = write_register(w, write) && good;
    }
    s.writes.clear();
    s.results.clear();
    s.format = s.flags = 0;
    close(w, op.number());
    return good ? i + 1 : stop(w, i, STOP_LIMIT);
}

/* clang-format off */
const Entry entries[] = {
    {"shadow.compute", compute}, {"shadow.finish", finish},
};
/* clang-format on */

} // namespace

extern const HandlerTable LEVEL(shadow_compute_);
const HandlerTable LEVEL(shadow_compute_) = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
