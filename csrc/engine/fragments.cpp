/* MMAs of a warp, of any type: dense, sparse and with scale factors, summed in any order or like a matrix unit. The
 * most frequent ones are in matrix.cpp.
 *
 * Built once for each level of the instruction set (PYPTX_LEVEL names the build); nothing here may have external
 * linkage but the table, so that no function of one level is linked in for another.
 */
#include "formats.h"
#include "halves.h"
#include "units.h"

namespace pyptx {
namespace {

constexpr int MOST_A = 16 * 256, MOST_B = 8 * 256, MOST_D = 256, MOST_N = 32;

using Shape = MmaShape;

template <class T> INLINE T word_at(const u8 *regs, s32 bit) {
    T x;
    memcpy(&x, regs + bit / 8, sizeof x);
    return x;
}
template <class F> INLINE void each(const u8 *regs, const s32 *at, int count, f64 *to, F f) {
    for (int k = 0; k < count; ++k) to[k] = f(regs, at[k]);
}

/* The values of elements, from their bits in the registers. */
void unpack(int type, const u8 *regs, const s32 *at, int count, f64 *to) {
    const auto table = [&](const f32 *values, int skip) {
        each(regs, at, count, to,
             [=](const u8 *r, s32 bit) { return values[word_at<u8>(r, bit) >> (bit % 8 + skip)]; });
    };
    switch (type) {
    case T_F64: return each(regs, at, count, to, [](const u8 *r, s32 bit) { return word_at<f64>(r, bit); });
    case T_F32: return each(regs, at, count, to, [](const u8 *r, s32 bit) { return (f64)word_at<f32>(r, bit); });
    case T_TF32:
        return each(regs, at, count, to,
                    [](const u8 *r, s32 bit) { return (f64)bits<f32>(word_at<u32>(r, bit) & ~0x1FFFu); });
    case T_F16:
        return each(regs, at, count, to, [](const u8 *r, s32 bit) { return (f64)F16::wide(word_at<u16>(r, bit)); });
    case T_BF16:
        return each(regs, at, count, to, [](const u8 *r, s32 bit) { return (f64)BF16::wide(word_at<u16>(r, bit)); });
    case T_E4M3: return table(E4M3_VALUES.of, 0);
    case T_E5M2: return table(E5M2_VALUES.of, 0);
    case T_E2M3: return table(E2M3_VALUES.of, 0);
    case T_E3M2: return table(E3M2_VALUES.of, 0);
    case T_E2M1: return table(E2M1_VALUES.of, 0);
    case T_E2M1_BYTE: return table(E2M1_VALUES.of, 2);
    case T_S32: return each(regs, at, count, to, [](const u8 *r, s32 bit) { return (f64)word_at<s32>(r, bit); });
    case T_S8: return each(regs, at, count, to, [](const u8 *r, s32 bit) { return (f64)word_at<s8>(r, bit); });
    case T_U8: return each(regs, at, count, to, [](const u8 *r, s32 bit) { return (f64)word_at<u8>(r, bit); });
    case T_S4:
        return each(regs, at, count, to,
                    [](const u8 *r, s32 bit) { return (f64)(((word_at<u8>(r, bit) >> bit % 8 & 15) ^ 8) - 8); });
    case T_U4:
        return each(regs, at, count, to,
                    [](const u8 *r, s32 bit) { return (f64)(word_at<u8>(r, bit) >> bit % 8 & 15); });
    default:
        return each(regs, at, count, to,
                    [](const u8 *r, s32 bit) { return (f64)(word_at<u8>(r, bit) >> bit % 8 & 1); });
    }
}

/* The columns of a chunk that `bits` of metadata keep; false if the metadata is invalid. */
bool kept(const Shape &s, u32 bits, int *columns) {
    if (s.chunk == 2) {
        columns[0] = bits == 14;
        return bits == 4 || bits == 14;
    }
    const int wide = s.chunk == 8 ? 2 : 1, first = bits & 3, second = bits >> 2;
    for (int k = 0; k < wide; ++k) columns[k] = wide * first + k, columns[wide + k] = wide * second + k;
    return s.ordered ? first < second : first != second;
}

/* Put the stored columns of A in their places; false if the metadata is invalid. `places`: for each chunk of each
 * row, eight times the lane that has its metadata, plus the 4-bit index. */
bool expand(const Warp &w, const Shape &s, const s32 *places, f64 *a) {
    alignas(64) f64 stored[MOST_A / 2];
    memcpy(stored, a, sizeof(f64) * s.rows * s.stored);
    for (int k = 0; k < s.rows * s.depth; ++k) a[k] = 0;
    const u32 *meta = row<u32>(w, s.meta);
    const f64 *next = stored;
    for (int r = 0; r < s.rows; ++r)
        for (int c = 0; c < s.depth / s.chunk; ++c) {
            const s32 place = *places++;
            int columns[4] = {};
            if (!kept(s, meta[place / 8] >> 4 * (place % 8) & 15, columns) && w.mask == FULL) return false;
            for (int k = 0; k < s.chunk / 2; ++k) a[r * s.depth + c * s.chunk + columns[k]] = *next++;
        }
    return true;
}

/* Scale factors, and the exponents that a unit uses for them. */
struct Factors {
    alignas(64) f64 by_row[16 * 4], by_column[8 * 4];
    s32 row_exponents[16 * 4], column_exponents[8 * 4];
};
void take_factors(const Warp &w, const Shape &s, s32 least, Factors &to) {
    const u32 *scale[] = {row<u32>(w, s.scale_a), row<u32>(w, s.scale_b)};
    const u32 first_byte[] = {*row<u16>(w, s.byte_a) & 3u, *row<u16>(w, s.byte_b) & 3u};
    const u32 first_lane[] = {2 * (*row<u16>(w, s.thread_a) & 1u), *row<u16>(w, s.thread_b) & 3u};
    for (int side = 0; side < 2; ++side)
        for (int r = 0; r < (side ? s.columns : s.rows); ++r)
            for (int k = 0; k < s.scales; ++k) {
                const u32 lane = (side ? r * 4 : r % 8 * 4 + r / 8) + first_lane[side],
                          byte = first_byte[side] + (u32)k;
                const u32 code = byte < 4 ? scale[side][lane] >> 8 * byte & 255 : 0;
                const f64 x = s.scale_type ? E4M3_VALUES.of[code & 127] : ue8m0_value(code);
                (side ? to.by_column : to.by_row)[r * s.scales + k] = x;
                (side ? to.column_exponents : to.row_exponents)[r * s.scales + k] = exponent_of(x, least);
            }
}

/* Matrices as a unit takes them. */
struct UnitRoom {
    alignas(64) f64 a[MOST_A], b[MOST_B];
    alignas(64) s32 a_exponents[MOST_A], b_exponents[MOST_B];
};

/* D of one matrix, summed like a unit. */
void multiply_by_unit(const Shape &s, const MatrixUnit &u, const f64 *a, const f64 *b, const f64 *c, const Factors &f,
                      f64 *d) {
    UnitRoom room;
    const int columns = s.columns, depth = s.depth, block = s.scales ? depth / s.scales : depth;
    const Panels left{room.a, room.a_exponents, depth}, right{room.b, room.b_exponents, depth};
    for (int m = 0; m < s.rows; ++m)
        for (int k = 0; k < depth; ++k) *left.at(m, k) = a[m * depth + k];
    for (int k = 0; k < depth; ++k)
        for (int n = 0; n < columns; ++n) *right.at(n, k) = b[k * columns + n];
    left.note(s.rows, depth, u.least_a, u.group > 1);
    right.note(columns, depth, u.least_b, u.group > 1);
    const auto scale = [=](const Panels &to, int lines, const f64 *factors, const s32 *exponents) {
        for (int line = 0; line < lines; ++line)
            for (int k = 0; k < depth; ++k) {
                const int at = line * s.scales + k / block;
                *to.at(line, k) *= factors[at];
                to.exponents[to.place(line, k)] += exponents[at];
            }
    };
    if (s.scales) {
        scale(left, s.rows, f.by_row, f.row_exponents);
        scale(right, columns, f.by_column, f.column_exponents);
    }
    for (int m = 0; m < s.rows; m += UNIT_ROWS)
        for (int n = 0; n < columns; n += 8) {
            alignas(64) f64 sum[UNIT_ROWS][8];
            for (int r = 0; r < UNIT_ROWS; ++r) memcpy(sum[r], c + (m + r) * columns + n, sizeof sum[r]);
            sum_by_unit<1>(u, s.d_type == T_F16, left.from(m, 0), right.from(n, 0), sum);
            for (int r = 0; r < UNIT_ROWS; ++r) memcpy(d + (m + r) * columns + n, sum[r], sizeof sum[r]);
        }
}

/* D of one matrix. */
void multiply(const Shape &s, const f64 *a, const f64 *b, const f64 *c, f64 *d) {
    const int columns = s.columns, depth = s.depth;
    for (int m = 0; m < s.rows; ++m) {
        f64 total[MOST_N];
        for (int n = 0; n < columns; ++n) total[n] = s.sum == IN_ORDER ? c[m * columns + n] : 0;
        for (int k = 0; k < depth; ++k) {
            const f64 x = a[m * depth + k], *y = b + k * columns;
            if (s.sum == DIFFERING)
                for (int n = 0; n < columns; ++n) total[n] += x != y[n];
            else if (s.sum == IN_ORDER)
                for (int n = 0; n < columns; ++n) total[n] = fma_directed(x, y[n], total[n], (Round)s.mode);
            else
                for (int n = 0; n < columns; ++n) total[n] += x * y[n];
        }
        for (int n = 0; n < columns; ++n)
            d[m * columns + n] = s.sum == IN_ORDER ? total[n] : total[n] + c[m * columns + n];
    }
}

const Instr *product(Warp &w, const Instr *i) {
    const MmaGeneralArgs op(i);
    const Shape &s = op.shape();
    alignas(64) f64 a[MOST_A], b[MOST_B], c[MOST_D], d[MOST_D];
    const int a_size = s.rows * s.stored, b_size = s.depth * s.columns, d_size = s.rows * s.columns;
    const s32 *order = op.order(), *targets = op.d();
    Factors factors;
    if (s.scales) take_factors(w, s, op.unit().least_scale, factors);
    for (int k = 0; k < s.matrices; ++k) {
        unpack(s.a_type, w.regs, op.a() + k * a_size, a_size, a);
        unpack(s.b_type, w.regs, op.b() + k * b_size, b_size, b);
        unpack(s.c_type, w.regs, op.c() + k * d_size, d_size, c + k * d_size);
        if (s.meta >= 0 && !expand(w, s, op.places(), a)) return stop(w, i, STOP_STEP);
        if (s.scales && s.sum != BY_UNIT) {
            const int block = s.depth / s.scales;
            for (int e = 0; e < s.rows * s.depth; ++e)
                a[e] *= factors.by_row[e / s.depth * s.scales + e % s.depth / block];
            for (int e = 0; e < b_size; ++e)
                b[e] *= factors.by_column[e % s.columns * s.scales + e / s.columns / block];
        }
        if (s.sum == BY_UNIT) multiply_by_unit(s, op.unit(), a, b, c + k * d_size, factors, d + k * d_size);
        else multiply(s, a, b, c + k * d_size, d + k * d_size);
    }
    const int elements = s.matrices * d_size / (op.d_count() * LANES); /* of a register */
    for (int r = 0; r < op.d_count(); ++r, order += LANES * elements) {
        if (targets[r] < 0) continue;
        if (s.d_type == T_F64) {
            put<f64>(w, targets[r], [&](int l) { return d[order[l]]; });
        } else if (s.d_type == T_F32) {
            put<f32>(w, targets[r], [&](int l) { return canonical((f32)d[order[l]]); });
        } else if (s.d_type == T_S32) {
            put<u32>(w, targets[r], [&](int l) {
                s64 x = (s64)d[order[l]];
                if (s.saturates) x = x < INT32_MIN ? INT32_MIN : x > INT32_MAX ? INT32_MAX : x;
                return (u32)x;
            });
        } else {
            put<u32>(w, targets[r], [&](int l) {
                return F16::narrow<RN>(d[order[2 * l]], PLAIN) | (u32)F16::narrow<RN>(d[order[2 * l + 1]], PLAIN) << 16;
            });
        }
    }
    return i + 1;
}

/* Call `f` with the place of each element that a lane with an undefined register holds. */
template <class F>
INLINE void each_undefined(const Warp &w, const s32 *sources, int count, const s32 *at, int all, F f) {
    const int elements = count ? all / (count * LANES) : 0;
    for (int r = 0; r < count; ++r) {
        const u32 undefined = sources[r] < 0 ? 0 : ~w.known[sources[r]];
        for (int l = 0; undefined && l < LANES; ++l)
            for (int e = 0; undefined >> l & 1 && e < elements; ++e) f(at[(r * LANES + l) * elements + e]);
    }
}

/* Mark the lanes of D with defined elements: an element depends on its row of A, its column of B and itself in C. */
const Instr *spread_matrix(Warp &w, const Instr *i) {
    const SpreadMatrixArgs op(i);
    const int rows = op.rows(), columns = op.columns();
    bool by_row[MOST_D] = {}, by_column[MOST_D] = {}, by_place[MOST_D] = {};
    each_undefined(w, op.a(), op.a_count(), op.a_rows(), op.a_rows_count(), [&](int row_) { by_row[row_] = true; });
    each_undefined(w, op.b(), op.b_count(), op.b_columns(), op.b_columns_count(), [&](int n) { by_column[n] = true; });
    each_undefined(w, op.c(), op.c_count(), op.c_places(), op.c_places_count(), [&](int k) { by_place[k] = true; });
    const int registers = op.targets_count(), elements = op.d_places_count() / (registers * LANES);
    const s32 *place = op.d_places();
    for (int r = 0; r < registers; ++r) {
        u32 defined = FULL;
        ALL_LANES(l)
            for (int e = 0; e < elements; ++e, ++place) {
                const int line = *place / columns, column = line / rows * columns + *place % columns;
                if (by_row[line] || by_column[column] || by_place[*place]) defined &= ~(1u << l);
            }
        const s32 target = op.targets()[r];
        if (target >= 0) w.known[target] = (w.known[target] & ~w.mask) | (defined & w.mask);
    }
    return i + 1;
}

const Entry entries[] = {{"mma.general", product}, {"spread.matrix", spread_matrix}};

} // namespace

extern const HandlerTable LEVEL(fragments_);
const HandlerTable LEVEL(fragments_) = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
