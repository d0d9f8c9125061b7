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
constexpr f64 STEP = 0x1p-24; /* part of its magnitude by which an operand changes to find a slope */

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
    static INLINE f64 of(const f64 *x) { return exp2(x[0]); }
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
    static INLINE int place(const f64 *x) {
        int best = 0;
        for (int k = 1; k < N; ++k) {
            const f64 a = x[k], b = x[best];
            const bool ahead =
                (MOST ? a > b : a < b) || (a == b && (MOST ? signbit(b) && !signbit(a) : signbit(a) && !signbit(b)));
            const bool nan = NAN_WINS ? a != a : b != b;
            if (nan || (ahead && b == b)) best = k;
        }
        return best;
    }
    static INLINE f64 of(const f64 *x) { return x[place(x)]; }
    static INLINE void slopes(const f64 *x, f64 r, f64 *s) {
        for (int k = 0; k < N; ++k) s[k] = 0;
        (void)r;
        s[place(x)] = 1;
    }
};

INLINE u32 any_other(const f64 *a, const f64 *b) { /* lanes of different numbers; NaN differs from all */
    u32 found = 0;
    ALL_LANES(l) found |= (u32) !(a[l] == b[l]) << l;
    return found;
}
INLINE bool all_zero(const f64 *a) {
    bool some = false;
    ALL_LANES(l) some |= a[l] != 0;
    return !some;
}
INLINE f64 times(f64 slope, f64 change) { return slope == 0 || change == 0 ? 0 : fabs(slope) * change; }
INLINE f64 change_of(f64 other, f64 value) { /* the absolute change; 0 where there is no number to compare with */
    return other == value || value != value || other != other ? 0 : fabs(other - value);
}

/* Add the change of a value by the changes of one operand. */
template <class F> INLINE void add_changes(const Given *in, int which, const f64 *changes, const f64 *value, f64 *to) {
    if (all_zero(changes)) return;
    ALL_LANES(l) {
        f64 x[F::N];
        for (int k = 0; k < F::N; ++k) x[k] = in[k].value[l];
        const f64 at = x[which];
        x[which] = at + changes[l];
        const f64 up = change_of(F::of(x), value[l]);
        x[which] = at - changes[l];
        const f64 down = change_of(F::of(x), value[l]);
        to[l] += up > down ? up : down;
    }
}

/* The value of a function with its shadow: without the rounding errors of the result. */
template <class F> void apply(const Given *in, ShadowCell &out, f64 *computed) {
    alignas(64) f64 slope[F::N][LANES];
    ALL_LANES(l) {
        f64 x[F::N], s[F::N], y[F::N];
        for (int k = 0; k < F::N; ++k) x[k] = in[k].value[l], y[k] = in[k].actual[l];
        const f64 value = F::of(x);
        F::slopes(x, value, s);
        out.value[l] = value;
        computed[l] = F::of(y);
        f64 magnitude = 0;
        for (int k = 0; k < F::N; ++k) slope[k][l] = s[k], magnitude += times(s[k], in[k].magnitude[l]);
        out.magnitude[l] = magnitude;
        if constexpr (F::LINEAR) {
            f64 constants = 0, bound = 0;
            for (int k = 0; k < F::N; ++k)
                constants += times(s[k], in[k].constants[l]), bound += times(s[k], in[k].bound[l]);
            out.constants[l] = value == value ? constants : 0, out.bound[l] = value == value ? bound : 0;
        }
    }
    if constexpr (!F::LINEAR) {
        ALL_LANES(l) out.constants[l] = out.bound[l] = 0;
        for (int k = 0; F::KINKED && k < F::N; ++k) { /* near a kink more than one operand counts */
            if (!k)
                ALL_LANES(l) out.magnitude[l] = 0;
            alignas(64) f64 step[LANES], changes[LANES] = {};
            ALL_LANES(l) step[l] = STEP * in[k].magnitude[l];
            add_changes<F>(in, k, step, out.value, changes);
            ALL_LANES(l) out.magnitude[l] += changes[l] / STEP;
        }
        for (int k = 0; k < F::N; ++k) {
            add_changes<F>(in, k, in[k].constants, out.value, out.constants);
            add_changes<F>(in, k, in[k].bound, out.value, out.bound);
        }
    }
    u64 traced = 0;
    for (int k = 0; k < F::N; ++k) traced |= in[k].cell ? in[k].cell->traced : 0;
    trace(out, traced);
    EACH_ERROR(traced, e) {
        f32 *to = out.errors((int)e);
        if constexpr (F::KINKED) {
            ALL_LANES(l) {
                f64 x[F::N];
                for (int k = 0; k < F::N; ++k) x[k] = in[k].value[l] + in[k].errors((int)e)[l];
                to[l] = (f32)(F::of(x) - out.value[l]);
            }
            continue;
        }
        for (int k = 0; k < F::N; ++k) {
            if (!in[k].cell || !(in[k].cell->traced >> e & 1)) continue;
            const f32 *from = in[k].cell->errors((int)e);
            ALL_LANES(l) to[l] += from[l] == 0 ? 0.0f : (f32)(slope[k][l] * from[l]);
        }
    }
}

using Apply = void (*)(const Given *, ShadowCell &, f64 *);
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

/* The sum with 1.5 times the first number whose last place is 1, of all active lanes: it rounds the other term. */
enum LargeConstant { NO_CONSTANT, ROUNDS, LEAVES };
LargeConstant large_constant(const Given *in, int format, u32 mask) {
    const f64 step = 1 / place_of(format);
    bool is[2] = {true, true};
    for (int k = 0; k < 2; ++k)
        EACH_LANE(mask, l) is[k] = is[k] && fabs(in[k].actual[l]) == 1.5 * step && fabs(in[k].value[l]) == 1.5 * step;
    if (is[0] == is[1]) return NO_CONSTANT;
    const Given &constant = in[is[0] ? 0 : 1], &other = in[is[0] ? 1 : 0];
    bool small = true, large = true, certain = true;
    EACH_LANE(mask, l)
        for (const f64 x : {fabs(other.actual[l]), fabs(other.value[l])}) {
            small = small && x <= step / 4;
            large = large && x >= step && x < 2 * step;
        }
    if (small) return ROUNDS;
    EACH_LANE(mask, l) certain = certain && constant.constants[l] == 0 && constant.bound[l] == 0;
    return certain && large ? LEAVES : NO_CONSTANT;
}

INLINE f64 clamped(f64 x, int flags) {
    if (flags & SHADOW_SAT) x = x > 0 ? (x < 1 ? x : 1) : 0;
    if (flags & SHADOW_RELU) x = x <= 0 ? 0 : x;
    return x;
}
INLINE f64 relative(f64 value, f64 exact) {
    const f64 error = fabs(value - exact) / fabs(exact);
    return error != error ? 0 : error;
}
/* Results whose relative error has grown a thousandfold. */
u32 grown(const Given *in, int operands, const ShadowCell &out, const f64 *computed) {
    u32 found = 0;
    ALL_LANES(l) {
        f64 before = 0;
        for (int k = 0; k < operands; ++k) {
            const f64 error = relative(in[k].actual[l], in[k].value[l]);
            before = error > before ? error : before;
        }
        found |= (u32)(before > 0 && relative(computed[l], out.value[l]) > GROWTH * before) << l;
    }
    return found;
}
/* Results that exceed float64; a division by zero is another matter. */
u32 exceeding(const Given *in, int operands, const ShadowCell &out, int function) {
    const bool divides = function == REAL_DIVIDE || function == REAL_RECIPROCAL || function == REAL_RSQRT;
    u32 found = 0;
    ALL_LANES(l) {
        bool good = !((divides || function == REAL_LOG2) && in[operands - 1].value[l] == 0);
        for (int k = 0; k < operands; ++k) good = good && finite(in[k].value[l]);
        found |= (u32)(good && isinf(out.value[l])) << l;
    }
    return found;
}

INLINE f64 rounded_as(int how, f64 x) {
    return how == RN ? rint(x) : how == RZ ? trunc(x) : how == RM ? floor(x) : ceil(x);
}
INLINE bool holds(int relation, f64 a, f64 b) { return relation >> (a < b ? 0 : a == b ? 1 : a > b ? 2 : 3) & 1; }

void clear_targets(Warp &w, const ShadowArgs &op) {
    for (int k = 0; k < op.targets_count(); ++k) clear_register(w, op.targets()[k]);
}

/* Read the operands of an instruction, value by value: the number of an element in each. */
struct Operands {
    Operand of[MOST_OPERANDS];
    Given in[MOST_OPERANDS];
    int count;
    explicit Operands(int count) : count(count) {}
    void read_all(Warp &w, const ShadowComputeArgs &op, int element) {
        const ShadowPart *parts = op.sources();
        for (int k = 0; k < count; ++k) {
            const ShadowOperand &operand = op.operands()[k];
            const int part = element / operand.count;
            read(w, parts[part < operand.parts ? part : 0], operand.format, element % operand.count, of[k]);
            in[k] = of[k];
            parts += operand.parts;
        }
    }
    void release(ShadowValues &s) {
        for (Operand &each : of)
            if (each.merged) s.give_back(each.merged), each.merged = nullptr;
    }
};

const Instr *compute(Warp &w, const Instr *i) {
    const ShadowComputeArgs op(i);
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
    if (function == REAL_COMPARE || !kind_of(target.format)) {
        const int elements = op.operands()[0].count * op.operands()[0].parts;
        for (int element = 0; element < elements; ++element) {
            given.read_all(w, op, element);
            ALL_LANES(l) {
                const Given *in = given.in;
                const bool differs =
                    function == REAL_COMPARE
                        ? holds(op.relation(), in[0].value[l], in[1].value[l]) !=
                              holds(op.relation(), in[0].actual[l], in[1].actual[l])
                        : !(rounded_as(op.relation(), in[0].value[l]) == rounded_as(op.relation(), in[0].actual[l]));
                disagreeing |= (u32)differs << l;
            }
        }
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
            ShadowResult result;
            ShadowCell &out = *(result.cell = s.take());
            if (shared) { /* the first operand has the highest values */
                const int from = op.operands_count() - 1 - element / op.operands()[0].count;
                const ShadowPart &source = op.sources()[from];
                read(w, source, op.operands()[from].format, element % op.operands()[0].count, given.of[0]);
                given.in[0] = given.of[0];
            } else {
                given.read_all(w, op, element);
            }
            function_(given.in, out, result.computed);
            exceeds |= exceeding(given.in, given.count, out, function);
            bool integral = flags & SHADOW_INTEGRAL;
            LargeConstant constant = NO_CONSTANT;
            if ((function == REAL_ADD || function == REAL_SUBTRACT) &&
                (target.format == HOLDS_F32 || target.format == HOLDS_F64))
                constant = large_constant(given.in, target.format, w.mask);
            if (integral || constant == ROUNDS) {
                integral = true;
                const int how = constant == ROUNDS ? RN : op.relation();
                ALL_LANES(l) {
                    out.value[l] = rounded_as(how, out.value[l]);
                    result.computed[l] = rounded_as(how, result.computed[l]);
                }
                disagreeing |= any_other(out.value, result.computed);
                memcpy(out.value, result.computed, sizeof out.value);
                ALL_LANES(l) out.magnitude[l] = fabs(out.value[l]), out.constants[l] = out.bound[l] = 0;
                out.traced = 0;
            }
            if (function == REAL_MINIMUM || function == REAL_MAXIMUM)
                ALL_LANES(l) {
                    int place = 0;
                    while (place + 1 < given.count && fabs(given.in[place].actual[l]) != fabs(result.computed[l]))
                        ++place;
                    if (fabs(given.in[place].actual[l]) != fabs(result.computed[l])) place = 0;
                    others |= (u32) !(fabs(given.in[place].value[l]) == fabs(out.value[l])) << l;
                }
            if (flags & (SHADOW_SAT | SHADOW_RELU)) {
                EACH_ERROR(out.traced, e) {
                    f32 *errors = out.errors((int)e);
                    ALL_LANES(l)
                        errors[l] = (f32)(clamped(out.value[l] + errors[l], flags) - clamped(out.value[l], flags));
                }
                ALL_LANES(l) {
                    out.value[l] = clamped(out.value[l], flags);
                    result.computed[l] = clamped(result.computed[l], flags);
                }
            }
            ALL_LANES(l) {
                const f64 least = fabs(out.value[l]);
                out.magnitude[l] = finite(out.magnitude[l]) && out.magnitude[l] > least ? out.magnitude[l] : least;
                if (constant == LEAVES) out.magnitude[l] = least;
            }
            if (!shared) {
                const u32 lanes = grown(given.in, given.count, out, result.computed) & w.mask;
                count.cancellations += __builtin_popcount(lanes);
            }
            if (integral) s.flags |= SHADOW_INTEGRAL;
            result.row = op.targets()[part].row, result.bytes = op.targets()[part].bytes;
            result.offset = k * WIDTHS[target.format];
            s.results.push_back(result);
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
    for (ShadowResult &result : s.results) {
        if (result.row < 0) {
            s.give_back(result.cell);
            continue;
        }
        alignas(64) f64 actual[LANES];
        decode(w, result.row, result.bytes, result.offset, s.format, actual);
        round_result(w, count, result, actual);
        if (s.writes.empty() || s.writes.back().row != result.row) s.writes.push_back({result.row, result.bytes, {}});
        s.writes.back().cells[result.offset] = result.cell;
    }
    bool good = true;
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
