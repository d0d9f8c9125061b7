/* MMAs in tensor memory, as pyptx/sim/semantics/tcgen05_product.py defines them: sums in f64, to which D is added at
 * the end, rounded once, or sums of a matrix unit. D is row-major: a vector holds columns of D, and each value of A is
 * broadcast.
 */
#ifndef PYPTX_ENGINE_TCGEN05_MMA_H
#define PYPTX_ENGINE_TCGEN05_MMA_H

#include "matrices.h"
#include "tensor.h"
#include "units.h"

namespace pyptx {
namespace {

#if defined(__AVX512F__)
constexpr int WIDE = 8, ROWS_TOGETHER = 4, PANELS_TOGETHER = 4;
using Sums = __m512d;
using Singles = __m256;
INLINE Sums zeros() { return _mm512_setzero_pd(); }
INLINE Sums fetched(const f64 *p) { return _mm512_load_pd(p); }
INLINE Sums repeated(f64 x) { return _mm512_set1_pd(x); }
INLINE Sums fused(Sums a, Sums b, Sums c) { return _mm512_fmadd_pd(a, b, c); }
INLINE Sums widened(const u32 *p) { return _mm512_maskz_cvtps_pd(0xFF, _mm256_loadu_ps((const f32 *)p)); }
INLINE Singles rounded(Sums x) { return _mm512_maskz_cvtpd_ps(0xFF, x); }
INLINE Singles canonical_nan(const u32 *p) {
    const __m256 x = _mm256_loadu_ps((const f32 *)p), nan = _mm256_castsi256_ps(_mm256_set1_epi32(0x7FFFFFFF));
    return _mm256_mask_mov_ps(x, _mm256_cmp_ps_mask(x, x, _CMP_UNORD_Q), nan);
}
INLINE void kept(u32 *p, Singles x) { _mm256_storeu_ps((f32 *)p, x); }
#elif defined(__AVX2__)
constexpr int WIDE = 4, ROWS_TOGETHER = 4, PANELS_TOGETHER = 1;
using Sums = __m256d;
using Singles = __m128;
INLINE Sums zeros() { return _mm256_setzero_pd(); }
INLINE Sums fetched(const f64 *p) { return _mm256_load_pd(p); }
INLINE Sums repeated(f64 x) { return _mm256_set1_pd(x); }
INLINE Sums fused(Sums a, Sums b, Sums c) { return _mm256_fmadd_pd(a, b, c); }
INLINE Sums widened(const u32 *p) { return _mm256_cvtps_pd(_mm_loadu_ps((const f32 *)p)); }
INLINE Singles rounded(Sums x) { return _mm256_cvtpd_ps(x); }
INLINE Singles canonical_nan(const u32 *p) {
    const __m128 x = _mm_loadu_ps((const f32 *)p);
    return _mm_blendv_ps(x, _mm_castsi128_ps(_mm_set1_epi32(0x7FFFFFFF)), _mm_cmpunord_ps(x, x));
}
INLINE void kept(u32 *p, Singles x) { _mm_storeu_ps((f32 *)p, x); }
#else
constexpr int WIDE = 2, ROWS_TOGETHER = 2, PANELS_TOGETHER = 1;
using Sums = f64 __attribute__((vector_size(16)));
using Singles = f32 __attribute__((vector_size(8)));
INLINE Sums zeros() { return Sums{}; }
INLINE Sums fetched(const f64 *p) { return Sums{p[0], p[1]}; }
INLINE Sums repeated(f64 x) { return Sums{x, x}; }
INLINE Sums fused(Sums a, Sums b, Sums c) { return c + a * b; } /* products are exact: the same as fused */
INLINE Sums widened(const u32 *p) { return Sums{bits<f32>(p[0]), bits<f32>(p[1])}; }
INLINE Singles rounded(Sums x) { return Singles{(f32)x[0], (f32)x[1]}; }
INLINE Singles canonical_nan(const u32 *p) {
    Singles x;
    memcpy(&x, p, sizeof x);
    for (int k = 0; k < WIDE; ++k) x[k] = x[k] == x[k] ? x[k] : bits<f32>((u32)0x7FFFFFFF);
    return x;
}
INLINE void kept(u32 *p, Singles x) { memcpy(p, &x, sizeof x); }
#endif
constexpr int PER_PANEL = 8 / WIDE;

constexpr int MOST_TENSOR_ROWS = 256, MOST_TENSOR_DEPTH = 128;

struct TensorRoom {
    alignas(64) f64 a[MOST_TENSOR_ROWS * MOST_TENSOR_DEPTH];
    alignas(64) f64 b[MOST_TENSOR_ROWS * MOST_TENSOR_DEPTH];
    alignas(64) s32 a_exponents[MOST_TENSOR_ROWS * MOST_TENSOR_DEPTH]; /* where a unit sums */
    alignas(64) s32 b_exponents[MOST_TENSOR_ROWS * MOST_TENSOR_DEPTH];
};

/* The conversion of sums to D, of some MMAs in order. */
struct Accumulator {
    int type, count, depth; /* depth: of each */
    bool adds, saturates;   /* adds: whether the first one adds D */
    f64 factor;             /* by which D is multiplied before the sum is added: a power of two */
    const MatrixUnit &unit;

    /* The value of a word of D, and the word of a sum, for types other than f32. */
    INLINE f64 held(u32 word) const { return type == SUM_F16 ? (f64)wide_f16(word & 0xFFFF) : (f64)(s32)word; }
    INLINE u32 word_of(f64 x) const {
        if (type == SUM_F16) return encode_as<RN>(FORMATS[AS_F16], x, PLAIN);
        if (saturates) x = x < INT32_MIN ? INT32_MIN : x > INT32_MAX ? INT32_MAX : x;
        return (u32)(s64)x;
    }
};

/* Compute some rows of D in `P` panels of columns. */
template <int P> INLINE void sum_panels(u32 *d, const Panels &a, const Panels &b, u32 skipped, const Accumulator &to) {
    constexpr int V = P * PER_PANEL;
    const auto each = [=](auto put) {
#pragma GCC unroll 8
        for (int r = 0; r < ROWS_TOGETHER; ++r)
#pragma GCC unroll 8
            for (int v = 0; v < V; ++v)
                if (!(skipped >> r & 1)) put(d + r * TENSOR_PITCH + v * WIDE, r, v);
    };
    for (int number = 0; number < to.count; ++number) {
        Sums sum[ROWS_TOGETHER][V];
#pragma GCC unroll 8
        for (int r = 0; r < ROWS_TOGETHER; ++r)
#pragma GCC unroll 8
            for (int v = 0; v < V; ++v) sum[r][v] = zeros();
        for (int k = number * to.depth; k < (number + 1) * to.depth; ++k) {
            Sums right[V];
#pragma GCC unroll 8
            for (int v = 0; v < V; ++v) right[v] = fetched(b.at(8 * (v / PER_PANEL), k) + v % PER_PANEL * WIDE);
#pragma GCC unroll 8
            for (int r = 0; r < ROWS_TOGETHER; ++r) {
                const Sums left = repeated(a.at(0, k)[r]);
#pragma GCC unroll 8
                for (int v = 0; v < V; ++v) sum[r][v] = fused(left, right[v], sum[r][v]);
            }
        }
        const bool more = to.adds || number;
        if (to.type != SUM_F32)
            each([&](u32 *d, int r, int v) {
                for (int k = 0; k < WIDE; ++k)
                    d[k] = to.word_of(more ? sum[r][v][k] + to.held(d[k]) * to.factor : sum[r][v][k]);
            });
        else if (!more) each([&](u32 *d, int r, int v) { kept(d, rounded(sum[r][v])); });
        else if (to.factor == 1) each([&](u32 *d, int r, int v) { kept(d, rounded(sum[r][v] + widened(d))); });
        else each([&](u32 *d, int r, int v) { kept(d, rounded(fused(widened(d), repeated(to.factor), sum[r][v]))); });
    }
    if (to.type == SUM_F32) each([](u32 *d, int, int) { kept(d, canonical_nan(d)); });
}

/* The same as a matrix unit sums them. */
template <int P> void sum_panels_by_unit(u32 *d, const Panels &a, const Panels &b, u32 skipped, const Accumulator &to) {
    alignas(64) f64 sum[UNIT_ROWS][8 * P];
    const bool half = to.type == SUM_F16;
    for (int r = 0; r < UNIT_ROWS; ++r)
        for (int c = 0; c < 8 * P; ++c) {
            const u32 word = d[r * TENSOR_PITCH + c];
            sum[r][c] = !to.adds ? 0 : half ? to.held(word) : (f64)bits<f32>(word);
        }
    sum_by_unit<P>(to.unit, half, a, b, sum);
    for (int r = 0; r < UNIT_ROWS; ++r)
        for (int c = 0; c < 8 * P && !(skipped >> r & 1); ++c)
            d[r * TENSOR_PITCH + c] = half ? to.word_of(sum[r][c]) : bits<u32>(canonical((f32)sum[r][c]));
}

/* Compute a rectangle of D; `skipped` is a bitmap of lanes that are not written. */
void sum_block(TensorMemory &t, const TensorBlock &block, int column, const Panels &a, const Panels &b,
               const u32 *skipped, const Accumulator &to) {
    for (int c = 0, width; c < block.columns; c += width) {
        width = c + 8 * PANELS_TOGETHER <= block.columns ? 8 * PANELS_TOGETHER : 8;
        const Panels right = b.from(block.column + c, 0);
        if (to.unit.terms) width = c + 16 <= block.columns ? 16 : 8;
        for (int r = 0; r < block.rows; r += to.unit.terms ? UNIT_ROWS : ROWS_TOGETHER) {
            const int lane = block.lane + r;
            const u32 some = skipped[lane / 32] >> lane % 32;
            const Panels left = a.from(block.row + r, 0);
            u32 *const d = t.words[lane] + column + c;
            if (to.unit.terms && width == 8) sum_panels_by_unit<1>(d, left, right, some, to);
            else if (to.unit.terms) sum_panels_by_unit<2>(d, left, right, some, to);
            else if (width == 8) sum_panels<1>(d, left, right, some, to);
            else sum_panels<PANELS_TOGETHER>(d, left, right, some, to);
        }
    }
}

/* Read a matrix in shared memory. */
void take_shared(Source &s, const TensorMatrix &m, const s32 *places, const Panels &to) {
    const int per = 128 / ELEMENT_BITS[m.type], together = per < 8 ? per : 8;
    for (int byte = m.used; byte < 16; ++byte) ((u8 *)s.padding)[byte] = 0xFF;
    if (!m.mn_major) {
        for (int line = 0; line < m.lines; line += 8)
            for (int c = 0; c < m.chunks; ++c) {
                const u8 *from[8];
                for (int r = 0; r < 8; ++r) from[r] = s.chunk((u32)places[(line + r) * m.chunks + c]);
                columns_of(m.type, from, (f64(*)[8])to.at(line, c * per));
            }
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
                f64 *const some = to.at(c * per + e, k);
                for (int n = 0; n < together; ++n) some[n] = x[e + n];
            }
        }
}

/* The MMA that reads operands. */
struct TensorReader {
    Machine &m;
    const Instr *instr;
    const Shared &shared = *m.shared;

    bool broke_bounds() const { return broke(m, BROKE_TENSOR_MEMORY_BOUNDS, instr); }
    /* Whether words of a lane of tensor memory were written, if that is checked. */
    INLINE bool may_read(const TensorMemory &t, int lane, int first, int last) const {
        return !shared.need_known || has_columns(t.known[lane], first, last) ||
               broke(m, BROKE_UNINITIALIZED_TENSOR_MEMORY, instr);
    }
};

/* Read the rows of A for a rectangle of D from tensor memory; false if a word was never written. */
bool take_lanes(const TensorReader &reader, const TensorMemory &t, const TensorPlan &p, const TensorBlock &block,
                const Panels &to) {
    const TensorMatrix &m = p.a;
    const int per = 128 / ELEMENT_BITS[m.type], last = m.column + 4 * m.chunks;
    if (!are_open(t, m.column, last)) return reader.broke_bounds();
    for (int r = 0; r < block.rows; ++r)
        if (!reader.may_read(t, block.a_lane + r, m.column, last)) return false;
    for (int line = 0; line < block.rows; line += 8)
        for (int c = 0; c < m.chunks; ++c) {
            const u8 *from[8];
            for (int r = 0; r < 8; ++r) {
                const int row = p.shifted && line + r + 1 < block.rows ? line + r + 1 : line + r;
                from[r] = (const u8 *)(t.words[block.a_lane + row] + m.column + 4 * c);
            }
            columns_of(m.type, from, (f64(*)[8])to.at(block.row + line, c * per));
        }
    return true;
}

/* Put the stored columns of a sparse A, which are the first, in their places by the metadata of a CTA; false if that is
 * invalid, or was never written. */
bool expand(const TensorReader &reader, const TensorMemory &t, const TensorPlan &p, const s32 *places,
            const Panels &values) {
    const TensorMetadata &m = p.metadata;
    const int chunks = p.depth / m.chunk, half = m.chunk / 2, wide = m.chunk == 8 ? 2 : 1; /* wide: columns of a part */
    if (!are_open(t, m.column, m.column + m.columns)) return reader.broke_bounds();
    for (int row = 0; row < p.a.extent; ++row) {
        f64 *const at = values.at(row, 0);
        for (int c = chunks - 1; c >= 0; --c) {
            const s32 place = places[row * chunks + c];
            const int lane = place >> 14, column = place >> 5 & (TENSOR_COLUMNS - 1);
            int parts[2];
            if (!reader.may_read(t, lane, column, column + 1)) return false;
            if (!stored_parts(t.words[lane][column] >> place % 32 & 15, m.chunk, false, parts))
                return broke(reader.m, BROKE_SPARSE_METADATA, reader.instr);
            f64 kept[4];
            for (int n = 0; n < half; ++n) kept[n] = at[8 * (c * half + n)];
            for (int n = 0; n < m.chunk; ++n) at[8 * (c * m.chunk + n)] = 0;
            for (int n = 0; n < half; ++n) at[8 * (c * m.chunk + parts[n / wide] * wide + n % wide)] = kept[n];
        }
    }
    return true;
}

void clear_columns(const TensorPlan &p, const Panels &b) {
    for (int column = 0; column < p.b.extent; ++column)
        if (p.zeroed[column / 32] >> column % 32 & 1)
            for (int k = 0; k < p.depth; ++k) *b.at(column, k) = 0;
}

void negate(const Panels &of, int lines, int depth) {
    for (int line = 0; line < lines; line += 8) {
        f64 *const values = of.at(line, 0);
        for (int k = 0; k < 8 * depth; ++k) values[k] = -values[k];
    }
}

/* Read the code of a scale factor; false if the lanes that hold it differ, or one was never written. */
INLINE bool factor_at(const TensorReader &reader, const TensorMemory &t, const TensorFactors &f, int row, int number,
                      u32 &code) {
    const int per = f.extent / f.halves, groups = 4 / f.halves, byte = f.first + number;
    const int column = f.column + byte / 4 * f.wide + row % per / 32;
    for (int g = 0; g < groups; ++g) {
        const int lane = 32 * (row / per * groups + g) + row % per % 32;
        const u32 found = t.words[lane][column] >> byte % 4 * 8 & 255;
        if (!reader.may_read(t, lane, column, column + 1)) return false;
        if (g && found != code) return broke(reader.m, BROKE_TENSOR_SCALE, reader.instr);
        code = found;
    }
    return true;
}
bool has_factors(const TensorMemory &t, const TensorPlan &p, const TensorFactors &f) {
    for (int number = 0; number < p.factors; ++number) {
        const int first = f.column + (f.first + number) / 4 * f.wide;
        if (!are_open(t, first, first + f.used)) return false;
    }
    return true;
}
/* Multiply the rows of A, or the columns of B, by the scale factors that a CTA holds. */
bool scale_values(const TensorReader &reader, const TensorMemory &t, const TensorPlan &p, const TensorFactors &f,
                  const Panels &values) {
    if (!has_factors(t, p, f)) return reader.broke_bounds();
    const int span = p.depth / p.factors;
    for (int row = 0; row < f.extent; ++row) {
        f64 *const at = values.at(row, 0);
        s32 *const exponents = values.exponents + (p.unit.terms ? values.place(row, 0) : 0);
        for (int number = 0; number < p.factors; ++number) {
            u32 code = 0;
            if (!factor_at(reader, t, f, row, number, code)) return false;
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
bool same_factors(const TensorReader &reader, const TensorMemory &t, const TensorMemory &other, const TensorPlan &p) {
    if (!has_factors(other, p, p.of_b)) return reader.broke_bounds();
    for (int row = 0; row < p.of_b.extent; ++row)
        for (int number = 0; number < p.factors; ++number) {
            u32 code = 0, same = 0;
            if (!factor_at(reader, t, p.of_b, row, number, code) ||
                !factor_at(reader, other, p.of_b, row, number, same))
                return false;
            if (code != same) return broke(reader.m, BROKE_TENSOR_SCALE, reader.instr);
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

/* The matrices of some MMAs that take effect together. */
struct TensorSources {
    Cta *const *ctas; /* the pair, or twice the own CTA */
    TensorReader reader;
    Panels a, b;

    /* Read what an MMA has in shared memory, from position `k` along K. */
    bool take(const TensorPlan &p, int k) const {
        const s32 *const places = (const s32 *)(&p + 1), *const of_b = places + chunks_of_a(p);
        for (int cta = 0; cta < p.ctas; ++cta) {
            Source left = source_of(reader.shared, *ctas[cta]), right = left;
            if (p.a.column < 0) take_shared(left, p.a, places, a.from(cta * p.a.extent, k));
            take_shared(right, p.b, of_b, b.from(cta * p.b.extent, k));
            if (!may_read(reader.m, left, reader.instr) || !may_read(reader.m, right, reader.instr)) return false;
            clear_columns(p, b.from(cta * p.b.extent, k));
            note(p, b.from(cta * p.b.extent, k), p.b.extent, p.unit.least_b);
            if (p.a.column < 0 && !convert_a(p, cta, k)) return false;
        }
        if (!p.factors) return true;
        return scale_values(reader, *ctas[0]->tensor, p, p.of_b, b.from(0, k)) &&
               (p.ctas == 1 || same_factors(reader, *ctas[0]->tensor, *ctas[1]->tensor, p));
    }
    /* Read the rows of A for a rectangle of D, where A is in tensor memory. */
    bool take(const TensorPlan &p, const TensorBlock &block, int k) const {
        if (p.a.column < 0) return true;
        return take_lanes(reader, *ctas[block.cta]->tensor, p, block, a.from(0, k)) && convert_a(p, block.cta, k);
    }

  private:
    static void note(const TensorPlan &p, const Panels &of, int lines, s32 least) {
        if (p.unit.terms) of.note(lines, p.depth, least, p.unit.group > 1);
    }
    bool convert_a(const TensorPlan &p, int cta, int k) const {
        const Panels own = a.from(cta * p.a.extent, k);
        const s32 *const places = (const s32 *)(&p + 1) + chunks_of_a(p) + p.b.lines * p.b.chunks;
        if (p.metadata.chunk && !expand(reader, *ctas[cta]->tensor, p, places, own)) return false;
        if (p.negates) negate(own, p.a.extent, p.depth);
        note(p, own, p.a.extent, p.unit.least_a);
        return !p.factors || scale_values(reader, *ctas[cta]->tensor, p, p.of_a, own);
    }
};

/* Let some MMAs that continue each other take effect; `ctas`: the pair, or twice the own CTA. */
bool compute_products(Cta *const ctas[2], const TensorOperation *o, int count) {
    const TensorPlan &p = *o->plan;
    Machine &m = *ctas[0]->warps[0].machine;
    TensorRoom *room = room_of<TensorRoom>(m);
    if (!room) return false;
    const TensorReader reader{m, o->instr};
    const TensorSources sources{
        ctas, reader, {room->a, room->a_exponents, count * p.depth}, {room->b, room->b_exponents, count * p.depth}};
    for (int k = 0; k < count; ++k)
        if (!sources.take(*o[k].plan, k * p.depth)) return false;
    const auto skips = [&](int cta, int lane) { return o->disabled[4 * cta + lane / 32] >> lane % 32 & 1; };
    for (int k = 0; k < p.block_count; ++k) {
        const TensorBlock &block = p.blocks[k];
        const TensorMemory &t = *ctas[block.cta]->tensor;
        if (!are_open(t, p.column, p.column + p.columns)) return reader.broke_bounds();
        for (int lane = block.lane; lane < block.lane + block.rows; ++lane) {
            const bool needed = o->adds || (count > 1 && skips(block.cta, lane));
            if (needed && !reader.may_read(t, lane, p.column, p.column + p.columns)) return false;
        }
    }
    const Accumulator to{p.sum, count, p.depth, o->adds, p.saturates != 0, ldexp(1.0, -p.scale), p.unit};
    for (int k = 0; k < p.block_count; ++k) {
        const TensorBlock &block = p.blocks[k];
        TensorMemory &t = *ctas[block.cta]->tensor;
        for (int n = 0; n < count; ++n)
            if (!sources.take(*o[n].plan, block, n * p.depth)) return false;
        sum_block(t, block, p.column, sources.a, sources.b, o->disabled + 4 * block.cta, to);
        for (int lane = block.lane; lane < block.lane + block.rows; ++lane)
            if (!skips(block.cta, lane)) set_columns(t.known[lane], p.column, p.column + p.columns, true);
    }
    return true;
}

} // namespace
} // namespace pyptx
#endif
