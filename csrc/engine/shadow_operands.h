/* The operands of an instruction with their shadows; included by each build of the handlers. */
#ifndef PYPTX_ENGINE_SHADOW_OPERANDS_H
#define PYPTX_ENGINE_SHADOW_OPERANDS_H

#include "formats.h"
#include "halves.h"
#include "shadow_values.h"

namespace pyptx {
namespace {

alignas(64) const f32 NO_ERRORS[LANES] = {};

#define EACH_ROW(TRACED, K) \
    for (u64 left_ = (TRACED), K = 0; left_ ? (K = (u64)__builtin_ctzll(left_), true) : false; left_ &= left_ - 1)
#define EACH_ERROR(TRACED, K) EACH_ROW((TRACED) & ~(1ull << CONSTANTS), K)
/* Before a loop over lanes: its arrays are equal or do not overlap. */
#define VECTORS _Pragma("GCC ivdep")

/* Formats */

constexpr int WIDTHS[] = {0, 8, 4, 2, 2, 1, 1, 1, 1, 4, 1, 2, 4, 8, 1, 2, 4, 8}; /* by `ShadowFormat`, in bytes */
constexpr int MANTISSA[] = {0, 52, 23, 10, 7, 3, 2, 3, 2, 10}, BIAS[] = {0, 1023, 127, 15, 127, 7, 15, 1, 3, 127};
INLINE f64 place_of(int format) { return power_of(-MANTISSA[format]); }   /* the last place of 1 */
INLINE f64 smallest_of(int format) { return power_of(1 - BIAS[format]); } /* normal number */
INLINE int kind_of(int format) { return format == HOLDS_TF32 ? HOLDS_F32 : format > HOLDS_E3M2 ? 0 : format; }

template <class T, class F> INLINE void each_raw(const u8 *from, int stride, F decode, f64 *to) {
    if (stride == sizeof(T)) { /* vectors */
        T raw[LANES];
        memcpy(raw, from, sizeof raw);
        VECTORS ALL_LANES(l) to[l] = decode(raw[l]);
        return;
    }
    ALL_LANES(l) {
        T raw;
        memcpy(&raw, from + l * stride, sizeof raw);
        to[l] = decode(raw);
    }
}
/* Decode the values of lanes; `bytes` is the distance of two lanes. */
inline void decode(const u8 *from, int bytes, int format, f64 *to) {
    const auto same = [](auto raw) INLINED { return (f64)raw; };
    switch (format) {
    case HOLDS_F64: return each_raw<f64>(from, bytes, same, to);
    case HOLDS_F32: return each_raw<f32>(from, bytes, same, to);
    case HOLDS_F16:
        return each_raw<u16>(
            from, bytes, [](u16 raw) INLINED { return (f64)F16::wide(raw); }, to);
    case HOLDS_BF16:
        return each_raw<u16>(
            from, bytes, [](u16 raw) INLINED { return (f64)BF16::wide(raw); }, to);
    case HOLDS_E4M3:
        return each_raw<u8>(
            from, bytes, [](u8 raw) INLINED { return (f64)E4M3_VALUES.of[raw]; }, to);
    case HOLDS_E5M2:
        return each_raw<u8>(
            from, bytes, [](u8 raw) INLINED { return (f64)E5M2_VALUES.of[raw]; }, to);
    case HOLDS_E2M3:
        return each_raw<u8>(
            from, bytes, [](u8 raw) INLINED { return (f64)E2M3_VALUES.of[raw]; }, to);
    case HOLDS_E3M2:
        return each_raw<u8>(
            from, bytes, [](u8 raw) INLINED { return (f64)E3M2_VALUES.of[raw]; }, to);
    case HOLDS_TF32:
        return each_raw<u32>(
            from, bytes, [](u32 raw) INLINED { return (f64)bits<f32>(raw & ~0x1FFFu); }, to);
    case HOLDS_U8: return each_raw<u8>(from, bytes, same, to);
    case HOLDS_U16: return each_raw<u16>(from, bytes, same, to);
    case HOLDS_U32: return each_raw<u32>(from, bytes, same, to);
    case HOLDS_U64: return each_raw<u64>(from, bytes, same, to);
    case HOLDS_S8: return each_raw<s8>(from, bytes, same, to);
    case HOLDS_S16: return each_raw<s16>(from, bytes, same, to);
    case HOLDS_S32: return each_raw<s32>(from, bytes, same, to);
    default: return each_raw<s64>(from, bytes, same, to);
    }
}

/* The values at a byte of a register. */
INLINE void decode(const Warp &w, int32_t at, int bytes, int offset, int format, f64 *to) {
    if (format == HOLDS_F32 && bytes == (int)sizeof(f32)) { /* without a call: the most common one */
        const f32 *const from = row<f32>(w, at);
        VECTORS ALL_LANES(l) to[l] = from[l];
        return;
    }
    decode(w.regs + at + offset, bytes, format, to);
}

/* Cells */

INLINE ShadowCell *&cell_at(const Warp &w, int32_t at, int offset) { return w.shadows[at / LANES + offset]; }
INLINE u32 lanes_of(const ShadowCell *cell) { return cell ? cell->lanes : 0; }

/* The rows are short: a loop is faster than a call. */
INLINE void copy_row(const f32 *from, f32 *to) { VECTORS ALL_LANES(l) to[l] = from[l]; }
INLINE void copy_cell(const ShadowCell &from, ShadowCell &to) {
    to.lanes = from.lanes, to.kind = from.kind, to.traced = from.traced;
    VECTORS ALL_LANES(l) to.value[l] = from.value[l];
    copy_row(from.magnitude, to.magnitude), copy_row(from.bound, to.bound);
    EACH_ROW(from.traced, k) copy_row(from.row((int)k), to.row((int)k));
}
INLINE void trace(ShadowCell &cell, u64 traced) { /* give a cell further rows */
    EACH_ROW(traced & ~cell.traced, k) copy_row(NO_ERRORS, cell.row((int)k));
    cell.traced |= traced;
}
/* Replace some lanes of a cell; false if other lanes have another format. */
inline bool merge(const ShadowCell &from, u32 lanes, ShadowCell &to) {
    lanes &= from.lanes;
    if (!lanes) return true;
    if (!(to.lanes & ~lanes)) to.kind = from.kind;
    if (to.kind != from.kind) return false;
    trace(to, from.traced);
    to.lanes |= lanes;
    ALL_LANES(l) {
        const bool own = lanes >> l & 1;
        to.value[l] = own ? from.value[l] : to.value[l];
        to.magnitude[l] = own ? from.magnitude[l] : to.magnitude[l];
        to.bound[l] = own ? from.bound[l] : to.bound[l];
    }
    EACH_ROW(to.traced, k) {
        const f32 *given = from.traced >> k & 1 ? from.row((int)k) : NO_ERRORS;
        f32 *held = to.row((int)k);
        ALL_LANES(l) held[l] = lanes >> l & 1 ? given[l] : held[l];
    }
    return true;
}

/* Leave some bytes of a register without shadows in the active lanes. */
INLINE void clear_bytes(const Warp &w, int32_t row, int first, int end) {
    for (int offset = first; offset < end; ++offset)
        if (ShadowCell *cell = cell_at(w, row, offset)) cell->lanes &= ~w.mask;
}
inline void clear_register(const Warp &w, const ShadowPart &part) {
    if (part.row >= 0) clear_bytes(w, part.row, 0, part.bytes);
}
/* Give a byte of a register the shadows of a cell in the active lanes, and take the cell; false as `merge`. */
INLINE bool write_cell(Warp &w, int32_t row, int offset, ShadowCell *given) {
    ShadowValues &s = *w.machine->shadows;
    ShadowCell *&held = cell_at(w, row, offset);
    given->lanes &= w.mask;
    if (!held || !(held->lanes & ~w.mask)) {
        s.give_back(held);
        held = given;
        return true;
    }
    held->lanes &= ~w.mask;
    const bool good = merge(*given, FULL, *held);
    if (good) s.give_back(given);
    return good;
}
/* Give a register the shadows of a write in the active lanes, and take its cells; false as `merge`. */
inline bool write_register(Warp &w, ShadowWrite &write) {
    for (int offset = 0; offset < write.bytes; ++offset) {
        ShadowCell *const given = write.cells[offset];
        if (!given) clear_bytes(w, write.row, offset, offset + 1);
        else if (!write_cell(w, write.row, offset, given)) return false;
    }
    return true;
}

/* Endings */

/* Note if active lanes of a cell have shadows that are not the values themselves. */
inline void note_loss(Warp &w, const ShadowCell &cell, u32 lanes, const f64 *actual) {
    ShadowValues &s = *w.machine->shadows;
    lanes &= cell.lanes & w.mask;
    if (!lanes || s.ended) return;
    u32 lost = 0;
    ALL_LANES(l) {
        const bool same = cell.value[l] == actual[l] || (cell.value[l] != cell.value[l] && actual[l] != actual[l]);
        lost |= (u32)(!same || cell.bound[l] != 0) << l;
    }
    EACH_ROW(cell.traced, k) ALL_LANES(l) lost |= (u32)(cell.row((int)k)[l] != 0) << l;
    s.ended = lost & lanes;
}
inline void note_loss(Warp &w, const ShadowCell &cell, u32 lanes, int32_t at, int bytes, int offset) {
    if (!(lanes & cell.lanes & w.mask)) return;
    f64 actual[LANES];
    decode(w, at, bytes, offset, cell.kind, actual);
    note_loss(w, cell, lanes, actual);
}
/* The same for all shadows in a register, but for lanes that have some of a format. */
inline void note_losses(Warp &w, const ShadowPart &part, int kind) {
    if (part.row < 0) return;
    bool other = false; /* whether active lanes have a shadow of another format */
    for (int offset = 0; offset < part.bytes; ++offset) {
        const ShadowCell *cell = cell_at(w, part.row, offset);
        other |= cell && cell->kind != kind && cell->lanes & w.mask;
    }
    if (!other) return;
    u32 kept = 0;
    for (int offset = 0; kind && offset < part.bytes; ++offset) {
        const ShadowCell *cell = cell_at(w, part.row, offset);
        if (cell && cell->kind == kind) kept |= cell->lanes;
    }
    for (int offset = 0; offset < part.bytes; ++offset) {
        const ShadowCell *cell = cell_at(w, part.row, offset);
        if (!cell || !(cell->lanes & ~kept & w.mask)) continue;
        if (part.bytes > 8) w.machine->shadows->ended = true;
        else note_loss(w, *cell, ~kept, part.row, part.bytes, offset);
    }
}

/* Steps of an instruction */

INLINE ShadowCount &begin(Warp &w, int32_t number) {
    ShadowValues &s = *w.machine->shadows;
    ShadowCount &count = s.counts[number];
    s.ended = false;
    if (!count.first) count.first = ++s.started;
    return count;
}
INLINE void close(Warp &w, int32_t number) {
    ShadowValues &s = *w.machine->shadows;
    s.counts[number].restarts += s.ended;
    s.ended = false;
}

/* An operand: the values of the kernel, their shadows, and the scales and errors of these. */
struct Given {
    const f64 *actual, *value;
    const f32 *magnitude, *bound;
    const ShadowCell *cell; /* null without errors */
    u64 traced() const { return cell ? cell->traced : 0; }
    const f32 *row(int k) const { return traced() >> k & 1 ? cell->row(k) : NO_ERRORS; }
};
struct Operand : Given {
    alignas(64) f64 own[LANES];
    alignas(64) f32 scales[2][LANES];
    ShadowCell *made = nullptr; /* with the values of lanes that have no shadow */
};

inline void exact(Operand &g) {
    VECTORS ALL_LANES(l) g.scales[0][l] = (f32)fabs(g.own[l]);
    g.actual = g.value = g.own;
    g.magnitude = g.scales[0];
    g.bound = NO_ERRORS;
    g.cell = nullptr;
}

/* Fill the lanes of a cell that have no shadow. */
COLD const ShadowCell *with_exact_lanes(ShadowValues &s, const ShadowCell &cell, Operand &g) {
    if (!g.made) g.made = s.take();
    copy_cell(cell, *g.made);
    ALL_LANES(l) {
        const bool held = cell.lanes >> l & 1;
        g.made->value[l] = held ? cell.value[l] : g.actual[l];
        g.made->magnitude[l] = held ? cell.magnitude[l] : (f32)fabs(g.actual[l]);
        g.made->bound[l] = held ? cell.bound[l] : 0;
    }
    EACH_ROW(cell.traced, e) ALL_LANES(l) if (!(cell.lanes >> l & 1)) g.made->row((int)e)[l] = 0;
    return g.made;
}

/* Give the values of an operand the shadows of a cell, which some active lanes have. */
inline void with_shadows(ShadowValues &s, const ShadowCell *cell, u32 mask, Operand &g) {
    g.actual = g.own;
    if (mask & ~cell->lanes) cell = with_exact_lanes(s, *cell, g);
    g.value = cell->value, g.magnitude = cell->magnitude, g.bound = cell->bound;
    g.cell = cell;
}

/* The values in a part of an operand: number `k` of them. */
inline void read(Warp &w, const ShadowPart &part, int format, int k, Operand &g) {
    ShadowValues &s = *w.machine->shadows;
    const int width = WIDTHS[format], offset = k * width;
    if (part.row < 0) {
        const ShadowCell &literal = s.literal(part.literal + k);
        g.actual = g.value = literal.value, g.magnitude = literal.magnitude, g.bound = NO_ERRORS;
        g.cell = literal.traced ? &literal : nullptr;
    } else {
        decode(w, part.row, part.bytes, offset, format, g.own);
        const int kind = kind_of(format);
        const ShadowCell *cell = kind ? cell_at(w, part.row, offset) : nullptr;
        if (!cell || cell->kind != kind || !(cell->lanes & w.mask)) exact(g);
        else with_shadows(s, cell, w.mask, g);
    }
    if (format == HOLDS_TF32) {
        ALL_LANES(l) g.scales[1][l] = g.bound[l] + (f32)(place_of(HOLDS_TF32) * fabs(g.value[l]));
        g.bound = g.scales[1];
    }
}

/* Count an inexact result. */
INLINE void note_worst(ShadowCount &count, u32 lanes, const f64 *computed, const f64 *actual, f64 smallest) {
    f64 worst = count.worst;
    EACH_LANE(lanes, l) {
        const f64 exact = fabs(computed[l]), error = fabs(actual[l] - computed[l]);
        const f64 size = exact > smallest ? exact : smallest;
        if (error > worst * size) worst = error / size;
    }
    count.worst = worst;
}

/* Count the results of active lanes that are not usual: the largest rounding error of all so far, infinities, NaNs and
 * subnormal numbers. Return the number of lanes with a rounding error. */
COLD u64 note_special(const Warp &w, ShadowCount &count, const ShadowCell &out, const f64 *computed, const f64 *actual,
                      f64 smallest) {
    u32 differing = 0;
    EACH_LANE(w.mask, l) {
        const bool number = finite(actual[l] - computed[l]), whole = finite(computed[l]);
        const bool differs = whole && actual[l] != computed[l];
        differing |= (u32)(number && differs) << l;
        if (number && fabs(actual[l]) >= smallest) continue;
        count.overflows += whole && isinf(actual[l]);
        count.subnormal_losses += differs && finite(actual[l]) && fabs(actual[l]) < smallest;
        count.broken += whole && finite(out.value[l]) && !finite(actual[l]);
        count.rounded += differs && !number;
    }
    note_worst(count, differing, computed, actual, smallest);
    return (u64)__builtin_popcount(differing);
}

/* Add the rounding errors to a result, count them, and give it its format. */
inline void round_result(Warp &w, ShadowCount &count, ShadowResult &result, const f64 *actual) {
    const ShadowValues &s = *w.machine->shadows;
    const f64 smallest = smallest_of(s.format);
    const f64 unit = place_of(s.format) * (s.flags & SHADOW_APPROXIMATE ? 4 : 1);
    const f32 least = (f32)(smallest * (s.flags & SHADOW_FTZ ? 1 : place_of(s.format)));
    const bool integral = s.flags & SHADOW_INTEGRAL;
    ShadowCell &out = *result.cell;
    out.kind = kind_of(s.format), out.lanes = w.mask;
    alignas(64) f32 error[LANES];
    const f64 before = count.worst;
    const f64 *const computed = result.computed;
    u64 inexact = 0, special = 0, worse = 0; /* numbers of lanes */
    VECTORS ALL_LANES(l) {
        const f64 off = actual[l] - computed[l], size = fabs(out.value[l]), exact = fabs(computed[l]);
        const bool number = finite(off); /* that both are numbers, but for a difference that exceeds f64 */
        error[l] = number ? (f32)off : 0.0f;
        inexact += (u64)(number & (off != 0));
        special += (u64)((!number) | ((off != 0) & (fabs(actual[l]) < smallest)));
        worse += (u64)(number & (fabs(off) > before * (exact > smallest ? exact : smallest)));
        const f32 scale = out.magnitude[l], own = (f32)size;
        out.magnitude[l] = finite(scale) && scale > own ? scale : own;
        const f32 bound = out.bound[l] + (f32)(unit * ((finite(size) ? size : 0.0) + (f64)out.bound[l])) + least;
        out.bound[l] = integral ? 0.0f : bound;
    }
    if (special | worse) {
        inexact = note_special(w, count, out, computed, actual, smallest);
    } else if (w.mask != FULL) {
        u32 differing = 0;
        VECTORS ALL_LANES(l) differing |= (u32)(finite(actual[l] - computed[l]) && actual[l] != computed[l]) << l;
        inexact = (u64)__builtin_popcount(differing & w.mask);
    }
    if (inexact && s.line >= 0) {
        trace(out, 1ull << s.line);
        f32 *errors = out.row(s.line);
        VECTORS ALL_LANES(l) errors[l] += error[l];
    }
    count.results += __builtin_popcount(w.mask);
    count.rounded += (s64)inexact;
}

} // namespace
} // namespace pyptx
#endif
