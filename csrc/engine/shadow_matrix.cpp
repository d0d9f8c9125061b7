/* Shadows of `mma`: products and sums of matrices over the real numbers, by pyptx/sim/semantics/warp_matrix_shadow.py.
 */
#include "shadow_operands.h"

namespace pyptx {
namespace {

constexpr int MOST_A = 16 * 64, MOST_B = 64 * 8, MOST_D = 16 * 16, COLUMNS = 8, MOST_PARTS = 16;

/* A number that is read as tf32 and has no shadow is its own, with the bits that the MMA leaves out. */
void keep_all_bits(Warp &w, const ShadowPart &part, Operand &g) {
    const ShadowCell *const cell = part.row < 0 ? nullptr : cell_at(w, part.row, 0);
    const u32 known = cell && cell->kind == HOLDS_F32 ? cell->lanes : 0;
    if (part.row < 0 || !(w.mask & ~known)) return;
    if (!g.made) g.made = w.machine->shadows->take();
    alignas(64) f64 whole[LANES];
    decode(w, part.row, part.bytes, 0, HOLDS_F32, whole);
    ALL_LANES(l) {
        const bool own = !(known >> l & 1);
        g.made->value[l] = own ? whole[l] : g.value[l];
        g.made->magnitude[l] = own ? (f32)fabs(whole[l]) : g.magnitude[l];
        if (own) g.scales[1][l] = (f32)(place_of(HOLDS_TF32) * fabs(whole[l]));
    }
    g.value = g.made->value, g.magnitude = g.made->magnitude; /* the bounds are in `scales[1]` */
}

struct Matrix {
    Operand parts[MOST_PARTS]; /* by register and value */
    int count;
    bool errs; /* whether a shadow is other than the value */
    u64 traced;

    void read_all(Warp &w, const ShadowPart *from, const ShadowOperand &operand) {
        count = operand.count, errs = false, traced = 0;
        for (int k = 0; k < operand.parts * count; ++k) {
            read(w, from[k / count], operand.format, k % count, parts[k]);
            if (operand.format == HOLDS_TF32) keep_all_bits(w, from[k / count], parts[k]);
            errs |= parts[k].value != parts[k].actual || parts[k].bound != NO_ERRORS;
            traced |= parts[k].traced();
        }
    }
    void release(ShadowValues &s) {
        for (Operand &each : parts)
            if (each.made) s.give_back(each.made), each.made = nullptr;
    }
    const Operand &part(s32 place) const { return parts[(place >> 8) * count + (place & 7)]; }
    template <class F> void lay_out(const s32 *places, int size, f64 *to, F of) const {
        for (int k = 0; k < size; ++k) to[k] = of(part(places[k]), places[k] >> 3 & 31);
    }
};

/* The sizes of the matrices of an MMA; columns are a multiple of eight. */
struct Sizes {
    int rows, depth, columns;
};
/* Add a product of matrices. */
void add_product(const f64 *a, const f64 *b, const Sizes &sizes, f64 *to) {
    const int columns = sizes.columns;
    for (int m = 0; m < sizes.rows; ++m)
        for (int k = 0; k < sizes.depth; ++k) {
            const f64 x = a[m * sizes.depth + k];
            for (int first = 0; first < columns; first += COLUMNS)
                for (int n = first; n < first + COLUMNS; ++n) to[m * columns + n] += x * b[k * columns + n];
        }
}

struct Buffers { /* elements of A, their magnitudes, other numbers of A, and the same of B */
    alignas(64) f64 left[MOST_A], left_size[MOST_A], other[MOST_A];
    alignas(64) f64 right[MOST_B], right_size[MOST_B], actual[MOST_B];
};

const Instr *mma(Warp &w, const Instr *i) {
    const ShadowMmaArgs op(i);
    ShadowValues &s = *w.machine->shadows;
    begin(w, op.number());
    static thread_local Matrix a, b, c;
    static thread_local Buffers buffers;
    const ShadowOperand *operands = op.operands();
    const ShadowPart *parts = op.sources();
    for (int k = 0, at = 0; k < 3; ++k)
        for (int part = 0; part < operands[k].parts; ++part, ++at)
            note_losses(w, parts[at], kind_of(operands[k].format));
    a.read_all(w, parts, operands[0]);
    b.read_all(w, parts + operands[0].parts, operands[1]);
    c.read_all(w, parts + operands[0].parts + operands[1].parts, operands[2]);
    const Sizes sizes{op.rows(), op.depth(), op.columns()};
    const int of_a = sizes.rows * sizes.depth, of_b = sizes.depth * sizes.columns, size = sizes.rows * sizes.columns;
    const s32 *at_a = op.places(), *at_b = at_a + of_a, *at_c = at_b + of_b, *at_d = at_c + size;
    auto &[left, left_size, other, right, right_size, actual] = buffers;
    alignas(64) f64 value[MOST_D] = {}, computed[MOST_D] = {}, magnitude[MOST_D] = {}, bound[MOST_D] = {},
                    constants[MOST_D] = {};
    const auto value_of = [](const Operand &g, int l) { return g.value[l]; };
    const auto magnitude_of = [](const Operand &g, int l) { return (f64)g.magnitude[l]; };
    const auto bound_of = [](const Operand &g, int l) { return (f64)g.bound[l]; };
    const auto constant_of = [](const Operand &g, int l) { return (f64)g.row(CONSTANTS)[l]; };
    a.lay_out(at_a, of_a, left, value_of);
    b.lay_out(at_b, of_b, right, value_of);
    for (int k = 0; k < of_a; ++k) left_size[k] = fabs(left[k]);
    for (int k = 0; k < of_b; ++k) right_size[k] = fabs(right[k]);
    add_product(left, right, sizes, value);
    add_product(left_size, right_size, sizes, magnitude);
    if (a.errs || b.errs) {
        const auto actual_of = [](const Operand &g, int l) { return g.actual[l]; };
        a.lay_out(at_a, of_a, other, actual_of);
        b.lay_out(at_b, of_b, actual, actual_of);
        add_product(other, actual, sizes, computed);
        memset(magnitude, 0, sizeof magnitude);
        const auto add_spread = [&](auto spread, f64 *to) {
            b.lay_out(at_b, of_b, actual, spread);
            add_product(left_size, actual, sizes, to);
            a.lay_out(at_a, of_a, other, spread);
            add_product(other, right_size, sizes, to);
        };
        add_spread(magnitude_of, magnitude);
        add_spread(bound_of, bound);
        add_spread(constant_of, constants);
    } else {
        memcpy(computed, value, sizeof computed);
        for (int k = 0; k < size; ++k) magnitude[k] *= 2;
    }
    const f64 place = place_of(op.type());
    for (int k = 0; k < size; ++k) {
        const Operand &g = c.part(at_c[k]);
        const int l = at_c[k] >> 3 & 31;
        bound[k] += sizes.depth * place * magnitude[k] + g.bound[l];
        value[k] += g.value[l], computed[k] += g.actual[l], magnitude[k] += g.magnitude[l];
        constants[k] += constant_of(g, l);
        bound[k] += place * magnitude[k];
    }
    const u64 traced = a.traced | b.traced | c.traced;
    const int count = op.type() == HOLDS_F16 ? 2 : 1, first = (int)s.results.size();
    for (int part = 0; part < op.targets_count(); ++part)
        for (int k = 0; k < count; ++k) {
            s.results.emplace_back();
            ShadowResult &result = s.results.back();
            result.cell = s.take();
            trace(*result.cell, traced);
            result.row = op.targets()[part].row, result.bytes = op.targets()[part].bytes;
            result.offset = k * WIDTHS[op.type()];
        }
    const auto result_at = [&](s32 where) -> ShadowResult & {
        return s.results[(size_t)(first + (where >> 8) * count + (where & 7))];
    };
    for (int k = 0; k < size; ++k) {
        ShadowResult &result = result_at(at_d[k]);
        const int l = at_d[k] >> 3 & 31;
        result.cell->value[l] = value[k], result.computed[l] = computed[k];
        result.cell->magnitude[l] = (f32)magnitude[k], result.cell->bound[l] = (f32)bound[k];
        if (traced >> CONSTANTS & 1) result.cell->row(CONSTANTS)[l] = (f32)constants[k];
    }
    EACH_ERROR(traced, e) {
        alignas(64) f64 sum[MOST_D] = {};
        const auto error_of = [e](const Operand &g, int l) { return (f64)g.row((int)e)[l]; };
        if (a.traced >> e & 1) {
            a.lay_out(at_a, of_a, other, error_of);
            add_product(other, right, sizes, sum);
        }
        if (b.traced >> e & 1) {
            b.lay_out(at_b, of_b, other, error_of);
            add_product(left, other, sizes, sum);
        }
        for (int k = 0; k < size; ++k) {
            const f64 error = sum[k] + error_of(c.part(at_c[k]), at_c[k] >> 3 & 31);
            result_at(at_d[k]).cell->row((int)e)[at_d[k] >> 3 & 31] = (f32)error;
        }
    }
    a.release(s), b.release(s), c.release(s);
    s.format = op.type(), s.flags = op.flags(), s.line = op.line();
    return i + 1;
}

/* The shadows of A in registers are kept with the MMA, which computes when it takes effect (shadow_wgmma.h). */
const Instr *wgmma(Warp &w, const Instr *i) {
    const ShadowMmaArgs op(i);
    begin(w, op.number());
    for (int part = 0; part < op.sources_count(); ++part)
        note_losses(w, op.sources()[part], kind_of(op.operands()[0].format));
    close(w, op.number());
    return i + 1;
}

const Entry entries[] = {{"shadow.mma", mma}, {"shadow.wgmma", wgmma}};

} // namespace

extern const HandlerTable LEVEL(shadow_matrix_);
const HandlerTable LEVEL(shadow_matrix_) = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
