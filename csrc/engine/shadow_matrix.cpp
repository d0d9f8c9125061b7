/* Shadows of `mma`: products and sums of matrices over the real numbers, by pyptx/sim/semantics/warp_matrix_shadow.py.
 */
#include "shadow_operands.h"

namespace pyptx {
namespace {

constexpr int MOST_ROWS = 16, MOST_DEPTH = 64, COLUMNS = 8, MOST_PARTS = 16;

struct Matrix {
    Operand parts[MOST_PARTS]; /* by register and value */
    int count;
    bool errs; /* whether a shadow is other than the value */
    u64 traced;

    void read_all(Warp &w, const ShadowPart *from, const ShadowOperand &operand) {
        count = operand.count, errs = false, traced = 0;
        for (int k = 0; k < operand.parts * count; ++k) {
            read(w, from[k / count], operand.format, k % count, parts[k]);
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

/* Add a product of matrices of so many rows, so many columns of the first and 8 of the second. */
void add_product(const f64 *a, const f64 *b, int rows, int depth, f64 *to) {
    for (int m = 0; m < rows; ++m)
        for (int k = 0; k < depth; ++k) {
            const f64 x = a[m * depth + k];
            for (int n = 0; n < COLUMNS; ++n) to[m * COLUMNS + n] += x * b[k * COLUMNS + n];
        }
}

struct Buffers { /* elements of A, their magnitudes, other numbers of A, and the same of B */
    alignas(64) f64 left[MOST_ROWS * MOST_DEPTH], left_size[MOST_ROWS * MOST_DEPTH], other[MOST_ROWS * MOST_DEPTH];
    alignas(64) f64 right[MOST_DEPTH * COLUMNS], right_size[MOST_DEPTH * COLUMNS], actual[MOST_DEPTH * COLUMNS];
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
    const int rows = op.rows(), depth = op.depth(), size = rows * COLUMNS;
    const s32 *at_a = op.places(), *at_b = at_a + rows * depth, *at_c = at_b + depth * COLUMNS, *at_d = at_c + size;
    auto &[left, left_size, other, right, right_size, actual] = buffers;
    constexpr int MOST = MOST_ROWS * COLUMNS;
    alignas(64) f64 value[MOST] = {}, computed[MOST] = {}, magnitude[MOST] = {}, bound[MOST] = {}, constants[MOST] = {};
    const auto value_of = [](const Operand &g, int l) { return g.value[l]; };
    const auto magnitude_of = [](const Operand &g, int l) { return (f64)g.magnitude[l]; };
    const auto bound_of = [](const Operand &g, int l) { return (f64)g.bound[l]; };
    const auto constant_of = [](const Operand &g, int l) { return (f64)g.row(CONSTANTS)[l]; };
    const int of_a = rows * depth, of_b = depth * COLUMNS;
    a.lay_out(at_a, of_a, left, value_of);
    b.lay_out(at_b, of_b, right, value_of);
    for (int k = 0; k < of_a; ++k) left_size[k] = fabs(left[k]);
    for (int k = 0; k < of_b; ++k) right_size[k] = fabs(right[k]);
    add_product(left, right, rows, depth, value);
    add_product(left_size, right_size, rows, depth, magnitude);
    if (a.errs || b.errs) {
        const auto actual_of = [](const Operand &g, int l) { return g.actual[l]; };
        a.lay_out(at_a, of_a, other, actual_of);
        b.lay_out(at_b, of_b, actual, actual_of);
        add_product(other, actual, rows, depth, computed);
        memset(magnitude, 0, sizeof magnitude);
        const auto add_spread = [&](auto spread, f64 *to) {
            b.lay_out(at_b, of_b, actual, spread);
            add_product(left_size, actual, rows, depth, to);
            a.lay_out(at_a, of_a, other, spread);
            add_product(other, right_size, rows, depth, to);
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
        bound[k] += depth * place * magnitude[k] + g.bound[l];
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
        alignas(64) f64 sum[MOST] = {};
        const auto error_of = [e](const Operand &g, int l) { return (f64)g.row((int)e)[l]; };
        if (a.traced >> e & 1) {
            a.lay_out(at_a, of_a, other, error_of);
            add_product(other, right, rows, depth, sum);
        }
        if (b.traced >> e & 1) {
            b.lay_out(at_b, of_b, other, error_of);
            add_product(left, other, rows, depth, sum);
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
