/* MMAs in tensor memory, as pyptx/sim/semantics/tcgen05_product.py defines them: sums in f32 in the order of K, sums in
 * f64 where elements have scale factors, or sums of a matrix unit. D is row-major: a vector holds columns of D, and
 * each value of A is broadcast.
 */
#ifndef PYPTX_ENGINE_TCGEN05_MMA_H
#define PYPTX_ENGINE_TCGEN05_MMA_H

#include "matrices.h"
#include "tensor.h"
#include "units.h"

namespace pyptx {
namespace {

/* Vectors of columns that are summed together, of each of some rows. */
constexpr int VECTORS_TOGETHER = VECTOR_BYTES == 64 ? 4 : 2;
constexpr int ROWS_TOGETHER = 4;

constexpr int MOST_TENSOR_ROWS = 256, MOST_TENSOR_DEPTH = 128;

struct TensorRoom {
    alignas(64) f64 a[MOST_TENSOR_ROWS * MOST_TENSOR_DEPTH];
    alignas(64) f64 b[MOST_TENSOR_ROWS * MOST_TENSOR_DEPTH];
    alignas(64) s32 a_exponents[MOST_TENSOR_ROWS * MOST_TENSOR_DEPTH]; /* where a unit sums */
    alignas(64) s32 b_exponents[MOST_TENSOR_ROWS * MOST_TENSOR_DEPTH];
};

/* The sums of some MMAs in order, and their conversion to D. */
struct Accumulator {
    int type, count, depth; /* depth: of each */
    bool adds, saturates;   /* adds: whether the first one adds D */
    f32 factor;             /* by which D is multiplied before it is added: a power of two */
    const MatrixUnit &unit;

    /* The word of a value of D, if the type of D is not f32. */
    INLINE u32 word_of(f64 x) const {
        if (type == SUM_F16) return encode_as<RN>(FORMATS[AS_F16], x, PLAIN);
        if (saturates) x = x < INT32_MIN ? INT32_MIN : x > INT32_MAX ? INT32_MAX : x;
        return (u32)(s64)x;
    }
    /* The same of a sum to which a word of D is added. */
    INLINE u32 added(f32 sum, u32 word) const {
        return type == SUM_F16 ? word_of(sum + wide_f16(word & 0xFFFF) * factor) : word_of((f64)sum + (f64)(s32)word);
    }
};

/* Compute some rows of D in `V` vectors of columns, which are `W` wide. */
template <class T, int W, int V>
INLINE void sum_vectors(u32 *d, const T *left, const T *const *right, u32 skipped, const Accumulator &to) {
    using Vector = Vectors<T, W>;
    using Words = Vectors<f32, W>;
    constexpr int LINES = PanelsOf<T>::LINES;
    constexpr bool ADDS_FIRST = sizeof(T) == sizeof(f32);
    const auto each = [=](auto visit) INLINED {
#pragma GCC unroll 8
        for (int r = 0; r < ROWS_TOGETHER; ++r)
#pragma GCC unroll 8
            for (int v = 0; v < V; ++v) visit(d + r * TENSOR_PITCH + v * W, r, v);
    };
    const int joined = to.type == SUM_F32 && ADDS_FIRST ? to.count : 1; /* MMAs that are one sum */
    for (int number = 0; number < to.count; number += joined) {
        const bool adds = to.adds || number;
        Vector sum[ROWS_TOGETHER][V];
        if (adds && ADDS_FIRST && to.type == SUM_F32)
            each([&](u32 *d, int r, int v)
                     INLINED { sum[r][v] = __builtin_convertvector(vector_at<Words>(d) * to.factor, Vector); });
        else each([&](u32 *, int r, int v) INLINED { sum[r][v] = Vector{}; });
        for (int k = number * to.depth; k < (number + joined) * to.depth; ++k) {
            Vector b[V];
#pragma GCC unroll 8
            for (int v = 0; v < V; ++v) b[v] = vector_at<Vector>(right[v] + LINES * k);
#pragma GCC unroll 8
            for (int r = 0; r < ROWS_TOGETHER; ++r) {
                const Vector a = left[LINES * k + r] - Vector{};
#pragma GCC unroll 8
                for (int v = 0; v < V; ++v) sum[r][v] = fused(a, b[v], sum[r][v]);
            }
        }
        each([&](u32 *d, int r, int v) INLINED {
            if (skipped >> r & 1) return;
            if (to.type != SUM_F32) {
                for (int k = 0; k < W; ++k) d[k] = adds ? to.added((f32)sum[r][v][k], d[k]) : to.word_of(sum[r][v][k]);
                return;
            }
            if (adds && !ADDS_FIRST) sum[r][v] += __builtin_convertvector(vector_at<Words>(d), Vector);
            const Words x = canonical_nan(__builtin_convertvector(sum[r][v], Words));
            memcpy(d, &x, sizeof x);
        });
    }
}
template <class T, int W, int V> void sum_rows(u32 *d, const PanelsOf<T> &a, const PanelsOf<T> &b, int row, int column,
                                               u32 skipped, const Accumulator &to) {
    const T *right[V];
    for (int v = 0; v < V; ++v) right[v] = b.at(column + v * W, 0);
    sum_vectors<T, W, V>(d, a.at(row, 0), right, skipped, to);
}

/* Compute some rows of D in `P` panels of columns as a matrix unit sums them. */
template <int P> void sum_panels_by_unit(u32 *d, const Panels &a, const Panels &b, u32 skipped, const Accumulator &to) {
    alignas(64) f64 sum[UNIT_ROWS][8 * P];
    const bool half = to.type == SUM_F16;
    for (int r = 0; r < UNIT_ROWS; ++r)
        for (int c = 0; c < 8 * P; ++c) {
            const u32 word = d[r * TENSOR_PITCH + c];
            sum[r][c] = !to.adds ? 0 : half ? (f64)wide_f16(word & 0xFFFF) : (f64)bits<f32>(word);
        }
    sum_by_unit<P>(to.unit, half, a, b, sum);
    for (int r = 0; r < UNIT_ROWS; ++r)
        for (int c = 0; c < 8 * P && !(skipped >> r & 1); ++c)
            d[r * TENSOR_PITCH + c] = half ? to.word_of(sum[r][c]) : bits<u32>(canonical((f32)sum[r][c]));
}

/* Compute a rectangle of D; `skipped` is a bitmap of lanes that are not written. */
template <class T> void sum_block(TensorMemory &t, const TensorBlock &block, int column, const PanelsOf<T> &a,
                                  const PanelsOf<T> &b, const u32 *skipped, const Accumulator &to) {
    constexpr int W = WIDTH < T >> 8 ? 8 : WIDTH<T>; /* of vectors that are not in line with the panels */
    for (int c = 0, width; c < block.columns; c += width) {
        const int first = block.column + c, most = block.columns - c;
        const bool wide = (b.first + first) % WIDTH<T> == 0 && most >= WIDTH<T> * VECTORS_TOGETHER;
        width = wide ? WIDTH<T> * VECTORS_TOGETHER : 8;
        const auto sum = wide ? sum_rows<T, WIDTH<T>, VECTORS_TOGETHER> : sum_rows<T, W, 8 / W>;
        for (int r = 0; r < block.rows; r += ROWS_TOGETHER) {
            const int lane = block.lane + r;
            sum(t.words[lane] + column + c, a, b, block.row + r, first, skipped[lane / 32] >> lane % 32, to);
        }
    }
}
/* The same as a matrix unit sums them. */
void sum_block_by_unit(TensorMemory &t, const TensorBlock &block, int column, const Panels &a, const Panels &b,
                       const u32 *skipped, const Accumulator &to) {
    for (int c = 0, width; c < block.columns; c += width) {
        width = c + 16 <= block.columns ? 16 : 8;
        const auto sum = width == 16 ? sum_panels_by_unit<2> : sum_panels_by_unit<1>;
        for (int r = 0; r < block.rows; r += UNIT_ROWS) {
            const int lane = block.lane + r;
            sum(t.words[lane] + column + c, a.from(block.row + r, 0), b.from(block.column + c, 0),
                skipped[lane / 32] >> lane % 32, to);
        }
    }
}

/* Whether chunks at some places need no check. */
INLINE bool covers(Source &s, const s32 *places, int count) {
    u32 first = UINT32_MAX, last = 0;
    for (int k = 0; k < count; ++k) {
        const u32 place = (u32)places[k];
        first = place < first ? place : first, last = place > last ? place : last;
    }
    return last - first <= 8 * 16 * (u32)count && s.covers(first, last + 16ull);
}

/* Read a matrix in shared memory. */
template <class T> void take_shared(Source &s, const TensorMatrix &m, const s32 *places, const PanelsOf<T> &to) {
    const int per = 128 / ELEMENT_BITS[m.type], together = per < 8 ? per : 8;
    for (int byte = m.used; byte < 16; ++byte) ((u8 *)s.padding)[byte] = 0xFF;
    if (!m.mn_major) {
        const bool covered = covers(s, places, m.lines * m.chunks);
        with_type(m.type, [&](int type) INLINED {
            for (int line = 0; line < m.lines; line += 8)
                for (int c = 0; c < m.chunks; ++c) {
                    const u8 *from[8];
                    for (int r = 0; r < 8; ++r) {
                        const u32 place = (u32)places[(line + r) * m.chunks + c];
                        from[r] = covered ? s.data + place : s.chunk(place);
                    }
                    columns_of(type, from, (T(*)[to.LINES])to.at(line, c * per));
                }
        });
        return;
    }
    for (int k = 0; k < m.lines; ++k)
        for (int c = 0; c < m.chunks; ++c) {
            f32 x[32];
            widen(m.type, s.chunk((u32)places[k * m.chunks + c]), 16, x);
            if (m.skipped) {
                for (int e = 0, line = c * per - m.skipped; e < per; ++e, ++line)
                    if (line >= 0 && line < m.extent) *to.at(line, k) = x[e];
                continue;
            }
            for (int e = 0; e < per; e += together) {
                T *const some = to.at(c * per + e, k);
                for (int n = 0; n < together; ++n) some[n] = x[e + n];
            }
        }
}

/* Add the lines of a matrix in shared memory that have an unwritten byte; `first`: the first one. */
void add_unwritten(const Source &s, const TensorMatrix &m, const s32 *places, int first, LineSet &found) {
    const int per = 128 / ELEMENT_BITS[m.type];
    for (int k = 0; k < m.lines; ++k)
        for (int c = 0; c < m.chunks; ++c) {
            const u32 place = (u32)places[k * m.chunks + c];
            if (!m.mn_major && s.lacks(place, m.used)) found.add(first + k);
            for (int e = 0, line = c * per - m.skipped; m.mn_major && e < per; ++e, ++line)
                if (line >= 0 && line < m.extent && s.lacks(place + e * 16 / per, 16 / per)) found.add(first + line);
        }
}

/* The MMA that reads operands. */
struct TensorReader {
    Machine &m;
    const Instr *instr;
    const Shared &shared = *m.shared;

    bool broke_bounds() const { return broke(m, BROKE_TENSOR_MEMORY_BOUNDS, instr); }
    /* Whether words of a lane of tensor memory were written, or that is not checked. */
    INLINE bool knows(const TensorMemory &t, int lane, int first, int last) const {
        return !shared.need_known || has_columns(t.known[lane], first, last);
    }
};

/* Read the rows of A for a rectangle of D from tensor memory. */
template <class T> bool take_lanes(const TensorReader &reader, const TensorMemory &t, const TensorPlan &p,
                                   const TensorBlock &block, const PanelsOf<T> &to, LineSet &undefined) {
    const TensorMatrix &m = p.a;
    const int per = 128 / ELEMENT_BITS[m.type], last = m.column + 4 * m.chunks;
    if (!are_open(t, m.column, last)) return reader.broke_bounds();
    const auto lane_of_row = [&](int row) {
        return block.a_lane + (p.shifted && row + 1 < block.rows ? row + 1 : row);
    };
    for (int row = 0; row < block.rows; ++row)
        if (!reader.knows(t, lane_of_row(row), m.column, last)) undefined.add(block.row + row);
    for (int line = 0; line < block.rows; line += 8)
        for (int c = 0; c < m.chunks; ++c) {
            const u8 *from[8];
            for (int r = 0; r < 8; ++r) from[r] = (const u8 *)(t.words[lane_of_row(line + r)] + m.column + 4 * c);
            columns_of(m.type, from, (T(*)[to.LINES])to.at(block.row + line, c * per));
        }
    return true;
}

/* Put the stored columns of a sparse A, which are the first, in their places by the metadata of a CTA; false if that is
 * invalid, or was never written. */
template <class T> bool expand(const TensorReader &reader, const TensorMemory &t, const TensorPlan &p,
                               const s32 *places, const PanelsOf<T> &values) {
    constexpr int LINES = PanelsOf<T>::LINES;
    const TensorMetadata &m = p.metadata;
    const int chunks = p.depth / m.chunk, half = m.chunk / 2, wide = m.chunk == 8 ? 2 : 1; /* wide: columns of a part */
    if (!are_open(t, m.column, m.column + m.columns)) return reader.broke_bounds();
    for (int row = 0; row < p.a.extent; ++row) {
        T *const at = values.at(row, 0);
        for (int c = chunks - 1; c >= 0; --c) {
            const s32 place = places[row * chunks + c];
            const int lane = place >> 14, column = place >> 5 & (TENSOR_COLUMNS - 1);
            int parts[2];
            if (!reader.knows(t, lane, column, column + 1))
                return broke(reader.m, BROKE_UNINITIALIZED_TENSOR_MEMORY, reader.instr);
            if (!stored_parts(t.words[lane][column] >> place % 32 & 15, m.chunk, false, parts))
                return broke(reader.m, BROKE_SPARSE_METADATA, reader.instr);
            T kept[4];
            for (int n = 0; n < half; ++n) kept[n] = at[LINES * (c * half + n)];
            for (int n = 0; n < m.chunk; ++n) at[LINES * (c * m.chunk + n)] = 0;
            for (int n = 0; n < half; ++n) at[LINES * (c * m.chunk + parts[n / wide] * wide + n % wide)] = kept[n];
        }
    }
    return true;
}

template <class T> void clear_columns(const TensorPlan &p, const PanelsOf<T> &b, int first, LineSet &undefined) {
    for (int column = 0; column < p.b.extent; ++column)
        if (p.zeroed[column / 32] >> column % 32 & 1) {
            undefined.remove(first + column);
            for (int k = 0; k < p.depth; ++k) *b.at(column, k) = 0;
        }
}

template <class T> void negate(const PanelsOf<T> &of, int lines, int depth) {
    for (int line = 0; line < lines; line += of.LINES) {
        T *const values = of.at(line, 0);
        for (int k = 0; k < of.LINES * depth; ++k) values[k] = -values[k];
    }
}

/* Read the code of a scale factor; `known`: whether all lanes that hold it have one. False if they differ. */
INLINE bool factor_at(const TensorReader &reader, const TensorMemory &t, const TensorFactors &f, int row, int number,
                      u32 &code, bool &known) {
    const int per = f.extent / f.halves, groups = 4 / f.halves, byte = f.first + number;
    const int column = f.column + byte / 4 * f.wide + row % per / 32;
    bool differ = false;
    known = true;
    for (int g = 0; g < groups; ++g) {
        const int lane = 32 * (row / per * groups + g) + row % per % 32;
        const u32 found = t.words[lane][column] >> byte % 4 * 8 & 255;
        known &= reader.knows(t, lane, column, column + 1);
        differ |= g && found != code;
        code = found;
    }
    return !known || !differ || broke(reader.m, BROKE_TENSOR_SCALE, reader.instr);
}
bool has_factors(const TensorMemory &t, const TensorPlan &p, const TensorFactors &f) {
    for (int number = 0; number < p.factors; ++number) {
        const int first = f.column + (f.first + number) / 4 * f.wide;
        if (!are_open(t, first, first + f.used)) return false;
    }
    return true;
}
/* Multiply the rows of A, or the columns of B, by the scale factors that a CTA holds; `first`: the first one. */
bool scale_values(const TensorReader &reader, const TensorMemory &t, const TensorPlan &p, const TensorFactors &f,
                  const Panels &values, int first, LineSet &undefined) {
    if (!has_factors(t, p, f)) return reader.broke_bounds();
    const int span = p.depth / p.factors;
    for (int row = 0; row < f.extent; ++row) {
        f64 *const at = values.at(row, 0);
        s32 *const exponents = values.exponents + (p.unit.terms ? values.place(row, 0) : 0);
        for (int number = 0; number < p.factors; ++number) {
            u32 code = 0;
            bool known;
            if (!factor_at(reader, t, f, row, number, code, known)) return false;
            if (!known) undefined.add(first + row);
            const f64 factor = p.e4m3 ? E4M3_VALUES.of[code & 127] : ue8m0_value(code);
            for (int k = number * span; k < (number + 1) * span; ++k) at[8 * k] *= factor;
            if (!p.unit.terms) continue;
            const s32 exponent = exponent_of(factor, p.unit.least_scale);
            for (int k = number * span; k < (number + 1) * span; ++k) exponents[8 * k] += exponent;
        }
    }
    return true;
}
/* Whether both CTAs of a pair hold the same factors of B. */
bool same_factors(const TensorReader &reader, const TensorMemory &t, const TensorMemory &other, const TensorPlan &p,
                  LineSet &undefined) {
    if (!has_factors(other, p, p.of_b)) return reader.broke_bounds();
    for (int row = 0; row < p.of_b.extent; ++row)
        for (int number = 0; number < p.factors; ++number) {
            u32 code = 0, same = 0;
            bool known, both;
            if (!factor_at(reader, t, p.of_b, row, number, code, known) ||
                !factor_at(reader, other, p.of_b, row, number, same, both))
                return false;
            if (!known || !both) undefined.add(row);
            else if (code != same) return broke(reader.m, BROKE_TENSOR_SCALE, reader.instr);
        }
    return true;
}

/* Whether an MMA continues `count` ones, of which one is given: it adds to the same D. */
bool continues(const TensorOperation &one, int count, const TensorOperation &next) {
    if (one.kind != TENSOR_PRODUCT || next.kind != TENSOR_PRODUCT || !next.adds || next.pair != one.pair) return false;
    const TensorPlan &p = *one.plan, &q = *next.plan;
    return (count + 1) * p.depth <= MOST_TENSOR_DEPTH && p.depth == q.depth && p.sum == q.sum &&
           p.saturates == q.saturates && p.scale == q.scale && p.column == q.column && p.columns == q.columns &&
           p.block_count == q.block_count && !memcmp(&p.unit, &q.unit, sizeof p.unit) &&
           !memcmp(p.blocks, q.blocks, sizeof p.blocks) && !memcmp(one.disabled, next.disabled, sizeof one.disabled);
}

/* The number of chunks that A has in shared memory. */
INLINE int chunks_of_a(const TensorPlan &p) { return p.a.column < 0 ? p.a.lines * p.a.chunks : 0; }

/* The matrices of some MMAs that take effect together. In f64, elements may have scale factors, or a unit sums them. */
template <class T> struct TensorSources {
    Cta *const *ctas; /* the pair, or twice the own CTA */
    TensorReader reader;
    PanelsOf<T> a, b;
    LineSet &rows, &columns; /* those that have an undefined element */

    /* Read what an MMA has in shared memory, from position `k` along K. */
    bool take(const TensorPlan &p, int k) const {
        const s32 *const places = (const s32 *)(&p + 1), *const of_b = places + chunks_of_a(p);
        for (int cta = 0; cta < p.ctas; ++cta) {
            Source left = source_of(reader.shared, *ctas[cta]), right = left;
            if (p.a.column < 0) take_shared(left, p.a, places, a.from(cta * p.a.extent, k));
            take_shared(right, p.b, of_b, b.from(cta * p.b.extent, k));
            if (!left.inside || !right.inside) return broke(reader.m, BROKE_OUT_OF_BOUNDS, reader.instr);
            if (!left.good(reader.shared)) add_unwritten(left, p.a, places, cta * p.a.extent, rows);
            if (!right.good(reader.shared)) add_unwritten(right, p.b, of_b, cta * p.b.extent, columns);
            clear_columns(p, b.from(cta * p.b.extent, k), cta * p.b.extent, columns);
            if (p.a.column < 0 && !convert_a(p, cta, k)) return false;
        }
        return convert_b(p, k);
    }
    /* Read the rows of A for a rectangle of D, where A is in tensor memory. */
    bool take(const TensorPlan &p, const TensorBlock &block, int k) const {
        if (p.a.column < 0) return true;
        return take_lanes(reader, *ctas[block.cta]->tensor, p, block, a.from(0, k), rows) && convert_a(p, block.cta, k);
    }

  private:
    bool convert_a(const TensorPlan &p, int cta, int k) const {
        const PanelsOf<T> own = a.from(cta * p.a.extent, k);
        const s32 *const places = (const s32 *)(&p + 1) + chunks_of_a(p) + p.b.lines * p.b.chunks;
        if (p.metadata.chunk && !expand(reader, *ctas[cta]->tensor, p, places, own)) return false;
        if (p.negates) negate(own, p.a.extent, p.depth);
        if constexpr (sizeof(T) == sizeof(f64)) {
            if (p.unit.terms) own.note(p.a.extent, p.depth, p.unit.least_a, p.unit.group > 1);
            return !p.factors || scale_values(reader, *ctas[cta]->tensor, p, p.of_a, own, cta * p.a.extent, rows);
        }
        return true;
    }
    bool convert_b(const TensorPlan &p, int k) const {
        if constexpr (sizeof(T) == sizeof(f64)) {
            const Panels all = b.from(0, k);
            if (p.unit.terms) all.note(p.ctas * p.b.extent, p.depth, p.unit.least_b, p.unit.group > 1);
            return !p.factors ||
                   (scale_values(reader, *ctas[0]->tensor, p, p.of_b, all, 0, columns) &&
                    (p.ctas == 1 || same_factors(reader, *ctas[0]->tensor, *ctas[1]->tensor, p, columns)));
        }
        return true;
    }
};

/* Compute D of some MMAs that continue each other; `ctas`: the pair, or twice the own CTA; `shadows`: the shadows of
 * one MMA, or null. */
template <class T, class Shadows>
bool compute_sums(Cta *const ctas[2], const TensorOperation *o, int count, Shadows *shadows) {
    const TensorPlan &p = *o->plan;
    Machine &m = *ctas[0]->warps[0].machine;
    TensorRoom *room = room_of<TensorRoom>(m);
    if (!room) return false;
    const TensorReader reader{m, o->instr};
    LineSet rows, columns;
    const TensorSources<T> sources{ctas,
                                   reader,
                                   {(T *)room->a, room->a_exponents, count * p.depth},
                                   {(T *)room->b, room->b_exponents, count * p.depth},
                                   rows,
                                   columns};
    for (int k = 0; k < count; ++k)
        if (!sources.take(*o[k].plan, k * p.depth)) return false;
    const auto skips = [&](int cta, int lane) { return o->disabled[4 * cta + lane / 32] >> lane % 32 & 1; };
    for (int k = 0; k < p.block_count; ++k)
        if (!are_open(*ctas[p.blocks[k].cta]->tensor, p.column, p.column + p.columns)) return reader.broke_bounds();
    const Accumulator to{p.sum, count, p.depth, o->adds, p.saturates != 0, ldexpf(1, -p.scale), p.unit};
    for (int k = 0; k < p.block_count; ++k) {
        const TensorBlock &block = p.blocks[k];
        TensorMemory &t = *ctas[block.cta]->tensor;
        for (int row = 0; row < block.rows && p.a.column >= 0; ++row) rows.remove(block.row + row);
        for (int n = 0; n < count; ++n)
            if (!sources.take(*o[n].plan, block, n * p.depth)) return false;
        const u32 *const disabled = o->disabled + 4 * block.cta;
        const auto sum = [&](const TensorBlock &part) {
            if constexpr (sizeof(T) == sizeof(f64))
                if (p.unit.terms) return sum_block_by_unit(t, part, p.column, sources.a, sources.b, disabled, to);
            sum_block(t, part, p.column, sources.a, sources.b, disabled, to);
        };
        if (!shadows) sum(block);
        else if (!shadows->each_part(block, sources.a, sources.b, sum)) return false;
        const bool adds = o->adds && m.shared->need_known; /* words of D that were undefined still are */
        for (int row = 0; row < block.rows; ++row) {
            const int lane = block.lane + row;
            if (skips(block.cta, lane)) continue;
            if (!adds) set_columns(t.known[lane], p.column, p.column + p.columns, true);
            if (rows.has(block.row + row)) set_columns(t.known[lane], p.column, p.column + p.columns, false);
            for (int c = 0; columns.any() && c < block.columns; ++c)
                if (columns.has(block.column + c)) set_columns(t.known[lane], p.column + c, p.column + c + 1, false);
        }
    }
    return true;
}

} // namespace
} // namespace pyptx
#endif
