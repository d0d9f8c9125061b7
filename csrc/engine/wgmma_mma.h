/* Sums of wgmma, as pyptx/sim/semantics/wgmma.py defines them. Accumulators stay in rows of registers: a row holds 4
 * columns of 8 rows of D, so a vector of A repeats each value four times and a vector of B repeats four values.
 * Products of floating-point types and sums of integers are exact in f32.
 */
#ifndef PYPTX_ENGINE_WGMMA_MMA_H
#define PYPTX_ENGINE_WGMMA_MMA_H

#include "matrices.h"
#include "units.h"

namespace pyptx {
namespace {

/* The operands of an MMA. A sparse A stores half of its columns. */
struct Form : WgmmaArgs {
    using WgmmaArgs::WgmmaArgs;
    int chunk() const { return a_type() == ELEMENT_TF32 ? 2 : 4; }
    int stored() const { return meta() < 0 ? depth() : depth() / 2; }
    int values_count() const { return (a_count() + (meta() >= 0)) * 4 * LANES; }
    int undefined_words() const { return 1 + d_count(); }
};
/* Matrices as f32 */

constexpr int ROWS = 64, WARPS = 4, MOST_DEPTH = 256, MOST_COLUMNS = 256;

/* A of one warp, which fits a first-level cache, and B of the warpgroup; k is the index along the depth. */
struct Room {
    alignas(64) f32 a[MOST_DEPTH][64];                   /* by k: rows 0-7, each four times, then 8-15 */
    alignas(64) f32 b[MOST_COLUMNS / 8 * MOST_DEPTH][8]; /* by eight columns and k: columns 0, 2, 4, 6, 1, 3, 5, 7 */
    alignas(64) f32 sum[MOST_COLUMNS / 2][LANES];        /* where D is not f32 */
};
struct UnitRoom : Room { /* the matrices as panels, where a matrix unit sums them */
    alignas(64) f64 left[ROWS / WARPS * MOST_DEPTH], right[MOST_COLUMNS * MOST_DEPTH];
    alignas(64) s32 left_exponents[ROWS / WARPS * MOST_DEPTH], right_exponents[MOST_COLUMNS * MOST_DEPTH];
};

constexpr int COLUMN_OF[8] = {0, 2, 4, 6, 1, 3, 5, 7};
constexpr int PLACE_OF[8] = {0, 4, 1, 5, 2, 6, 3, 7};

/* A matrix in shared memory: the locations of its 16-byte chunks. */
struct Tile {
    u32 address, leading, stride, line_mask, row_bytes;
    bool mn_major;
};

INLINE bool tile_of(u64 descriptor, bool mn_major, Tile &t) {
    constexpr u64 FIELDS = 0x3FFFull | 0x3FFFull << 16 | 0x3FFFull << 32 | 3ull << 62;
    if (descriptor & ~FIELDS) return false;
    t.address = (u32)(descriptor & 0x3FFF) << 4;
    t.leading = (u32)(descriptor >> 16 & 0x3FFF) << 4;
    t.stride = (u32)(descriptor >> 32 & 0x3FFF) << 4;
    t.mn_major = mn_major;
    const int swizzle = (int)(descriptor >> 62);
    constexpr u32 MASKS[] = {0, 0x380, 0x180, 0x080}, WIDTHS[] = {0, 128, 64, 32};
    t.line_mask = MASKS[swizzle], t.row_bytes = WIDTHS[swizzle];
    return true;
}
/* The location of a chunk of an MN-major matrix, by position along K and chunk. */
INLINE u32 chunk_at(const Tile &t, u32 line, u32 chunk) {
    u32 offset;
    if (!t.row_bytes) {
        offset = chunk * t.stride + line % 8 * 16 + line / 8 * t.leading;
    } else {
        const u32 block = chunk * 16 / t.row_bytes, within = chunk * 16 % t.row_bytes;
        offset = within + block * t.leading + line % 8 * t.row_bytes + line / 8 * t.stride;
    }
    const u32 place = t.address + offset;
    return place ^ (place & t.line_mask) >> 3;
}

/* Whether all bytes between the first and the last chunk of a K-major matrix may be read, if these are not many more.
 */
INLINE bool covers(Source &s, const Tile &t, u32 lines, u32 chunks) {
    const u32 row = t.row_bytes ? t.row_bytes : 16, step = t.row_bytes ? 16 : t.leading;
    const u64 last = t.address + 7ull * row + (lines / 8 - 1ull) * t.stride + (chunks - 1ull) * step;
    const u64 from = t.address & ~127u, until = (last | 127) + 1; /* a swizzle stays in a line of 128 bytes */
    return until - from <= 8ull * 16 * lines * chunks && s.covers(from, until);
}

/* The chunks of eight rows, in the order `order`; `covered`: they need no check. */
INLINE void find_rows(Source &s, const Tile &t, u32 first_row, u32 chunk, const int *order, bool covered,
                      const u8 *from[8]) {
    const u32 row = t.row_bytes ? t.row_bytes : 16, step = t.row_bytes ? 16 : t.leading;
    const u32 base = t.address + first_row / 8 * t.stride + chunk * step;
    u32 at[8];
    for (int r = 0; r < 8; ++r) {
        const u32 place = base + order[r] * row;
        at[r] = place ^ (place & t.line_mask) >> 3;
    }
    for (int r = 0; r < 8; ++r) from[r] = covered ? s.data + at[r] : s.chunk(at[r]);
}

/* Call a function with a type of elements, which is a constant in its builds for the most frequent ones. */
template <class F> INLINE void with_type(int type, F f) {
    if (type == ELEMENT_BF16) f(ELEMENT_BF16);
    else if (type == ELEMENT_F16) f(ELEMENT_F16);
    else f(type);
}

constexpr int IN_ORDER[8] = {0, 1, 2, 3, 4, 5, 6, 7};

INLINE void spread(const f32 *eight, f32 *to) { /* each value four times */
    for (int r = 0; r < 8; ++r)
        for (int q = 0; q < 4; ++q) to[4 * r + q] = eight[r];
}
/* Spread a chunk of each of eight rows of A: to a row of `to`, from `at`, for each position along K. */
INLINE void spread_rows(int type, const u8 *const from[8], f32 (*to)[64], int at) {
#if defined(__AVX512F__)
    if (ELEMENT_BITS[type] == 16) {
        const __m512i fours = _mm512_setr_epi32(0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12);
        for (int half = 0; half < 2; ++half) {
            const __m512i chunks = four_chunks(from + 4 * half);
            for (int pair = 0; pair < 4; ++pair) {
                const __m512i places = _mm512_add_epi32(fours, _mm512_set1_epi32(pair));
                const __m512i words = _mm512_maskz_permutexvar_epi32(0xFFFF, places, chunks);
                _mm512_store_ps(to[2 * pair] + at + 16 * half, upper_halves(type, _mm512_slli_epi32(words, 16)));
                _mm512_store_ps(to[2 * pair + 1] + at + 16 * half, upper_halves(type, words));
            }
        }
        return;
    }
#endif
    f32 part[128][8];
    columns_of(type, from, part);
    for (int k = 0; k < 128 / ELEMENT_BITS[type]; ++k) spread(part[k], to[k] + at);
}

/* Rows of A of a warp in shared memory: `a` starts at their place along K. */
INLINE void take_shared_a(Source &s, const Tile &t, int type, int depth, int warp, f32 (*a)[64]) {
    const int per = 128 / ELEMENT_BITS[type];
    if (!t.mn_major) {
        const bool covered = covers(s, t, ROWS, depth / per);
        with_type(type, [&](int type) INLINED {
            for (int half = 0; half < 2; ++half)
                for (int c = 0; c < depth / per; ++c) {
                    const u8 *from[8];
                    find_rows(s, t, 16 * warp + 8 * half, c, IN_ORDER, covered, from);
                    spread_rows(type, from, a + c * per, 32 * half);
                }
        });
        return;
    }
    for (int k = 0; k < depth; ++k)
        for (int half = 0; half < 2; ++half) {
            f32 x[8];
            widen_halves(type, s.chunk(chunk_at(t, k, 2 * warp + half)), x);
            spread(x, a[k] + 32 * half);
        }
}

/* The same in registers. */
INLINE void take_registers(const Product &p, const Form &f, int warp, f32 (*a)[64]) {
    const int per = 32 / ELEMENT_BITS[f.a_type()];
    for (int number = 0; number < f.a_count(); ++number)
        ALL_LANES(l) {
            f32 x[32];
            widen(f.a_type(), (const u8 *)(p.values + (number * WARPS + warp) * LANES + l), 4, x);
            const int column = l % 4 * per + number / 2 * 4 * per, line = number % 2 * 32 + l / 4 * 4;
            for (int e = 0; e < per; ++e)
                for (int q = 0; q < 4; ++q) a[column + e][line + q] = x[e];
        }
}

/* Put the stored columns of a sparse A in their places; false if the metadata is invalid. */
INLINE bool expand_a(const Product &p, const Form &f, int warp, const f32 (*stored)[64], f32 (*a)[64]) {
    const int chunks = f.depth() / f.chunk();
    const u32 *meta = p.values + (f.a_count() * WARPS + warp) * LANES;
    memset(a, 0, sizeof *a * f.depth());
    for (int line = 0; line < 16; ++line)
        for (int c = 0; c < chunks; ++c) {
            const s32 place = f.places()[line * chunks + c];
            const int first = line / 8 * 32 + line % 8 * 4;
            int parts[2];
            if (!stored_parts(meta[place / 8] >> 4 * (place % 8) & 15, f.chunk(), true, parts)) return false;
            for (int n = 0; n < f.chunk() / 2; ++n)
                memcpy(a[f.chunk() * c + parts[n]] + first, stored[f.chunk() / 2 * c + n] + first, 4 * sizeof(f32));
        }
    return true;
}

/* Take A of a warp, from position `k0` along K; return the rule that it breaks. */
StopKind take_a(Source &s, const Product &p, int warp, int k0, Room &room) {
    const Form f(p.instr);
    f32(*const stored)[64] = room.a + (f.meta() < 0 ? k0 : MOST_DEPTH - f.stored());
    Tile t;
    if (f.a_count()) take_registers(p, f, warp, stored);
    else if (tile_of(p.a, f.mn_major_a(), t)) take_shared_a(s, t, f.a_type(), f.stored(), warp, stored);
    else return BROKE_WGMMA_DESCRIPTOR;
    for (int k = 0; f.negates() && k < f.stored(); ++k)
        for (int l = 0; l < 64; ++l) stored[k][l] = -stored[k][l];
    return f.meta() < 0 || expand_a(p, f, warp, stored, room.a + k0) ? NO_STOP : BROKE_SPARSE_METADATA;
}

/* Take B, from position `k0` of `depth` ones along K; return the rule that it breaks. */
StopKind take_b(Source &s, const Product &p, int k0, int depth, Room &room) {
    const Form f(p.instr);
    const int type = f.b_type(), per = 128 / ELEMENT_BITS[type], chunks = f.depth() / per;
    Tile t;
    if (!tile_of(p.b, f.mn_major_b(), t)) return BROKE_WGMMA_DESCRIPTOR;
    const bool covered = !t.mn_major && covers(s, t, f.columns(), chunks);
    with_type(type, [&](int type) INLINED {
        for (int j = 0; j < f.columns() / 8; ++j) {
            f32(*const b)[8] = room.b + j * depth + k0;
            for (int c = 0; !t.mn_major && c < chunks; ++c) {
                const u8 *from[8];
                find_rows(s, t, 8 * j, c, COLUMN_OF, covered, from);
                columns_of(type, from, b + c * per);
            }
            for (int k = 0; t.mn_major && k < f.depth(); ++k) {
                f32 x[8];
                widen_halves(type, s.chunk(chunk_at(t, k, j)), x);
                for (int n = 0; n < 8; ++n) b[k][PLACE_OF[n]] = x[n];
            }
        }
    });
    return NO_STOP;
}

/* Sums */

constexpr int VECTOR = WIDTH<f32>, TOGETHER = 4, COLUMNS_TOGETHER = VECTOR == 16 ? 3 : 1;
using Vector = Vectors<f32>;
INLINE Vector repeated(const f32 *p) { /* four values */
#if defined(__AVX512F__)
    return _mm512_maskz_broadcast_f32x4(0xFFFF, _mm_load_ps(p));
#elif defined(__AVX2__)
    return _mm256_broadcast_ps((const __m128 *)p);
#else
    return vector_at<Vector>(p);
#endif
}

/* D of a warp: some vectors of its rows, `J` groups of eight columns. d: by register, see `_d_order` of wgmma.py */
template <int J>
INLINE void sum_up(f32 *const *d, const f32 (*a)[64], const f32 (*const *b)[8], int depth, int at, bool adds) {
    constexpr int PARTS = 32 / VECTOR;
    Vector sum[J][2][TOGETHER];
#pragma GCC unroll 8
    for (int j = 0; j < J; ++j)
#pragma GCC unroll 8
        for (int p = 0; p < 2; ++p)
#pragma GCC unroll 8
            for (int v = 0; v < TOGETHER; ++v)
                sum[j][p][v] = adds ? vector_at<Vector>(d[4 * j + (at + v) / PARTS * 2 + p] + (at + v) % PARTS * VECTOR)
                                    : Vector{};
    for (int k = 0; k < depth; ++k) {
        Vector left[TOGETHER];
#pragma GCC unroll 8
        for (int v = 0; v < TOGETHER; ++v) left[v] = vector_at<Vector>(a[k] + (at + v) * VECTOR);
#pragma GCC unroll 8
        for (int j = 0; j < J; ++j)
#pragma GCC unroll 8
            for (int p = 0; p < 2; ++p) {
                const Vector right = repeated(b[j][k] + 4 * p);
#pragma GCC unroll 8
                for (int v = 0; v < TOGETHER; ++v) sum[j][p][v] = fused(left[v], right, sum[j][p][v]);
            }
    }
#pragma GCC unroll 8
    for (int j = 0; j < J; ++j)
#pragma GCC unroll 8
        for (int p = 0; p < 2; ++p)
#pragma GCC unroll 8
            for (int v = 0; v < TOGETHER; ++v) {
                const Vector x = canonical_nan(sum[j][p][v]);
                memcpy(d[4 * j + (at + v) / PARTS * 2 + p] + (at + v) % PARTS * VECTOR, &x, sizeof x);
            }
}

template <int J> void sum_columns(f32 *const *d, const Room &room, int j, int depth, bool adds) {
    const f32(*b[J])[8];
    for (int k = 0; k < J; ++k) b[k] = room.b + (j + k) * depth;
    for (int at = 0; at < 64 / VECTOR; at += TOGETHER) sum_up<J>(d + 4 * j, room.a, b, depth, at, adds);
}

void sum_warp(f32 *const *d, const Room &room, int columns, int depth, bool adds) {
    for (int j = 0, count; j < columns / 8; j += count) {
        const int left = columns / 8 - j;
        count = left < COLUMNS_TOGETHER ? left : COLUMNS_TOGETHER;
        if (COLUMNS_TOGETHER > 2 && left == COLUMNS_TOGETHER + 1) count = 2; /* and 2 more */
        const auto sum = count == 1   ? sum_columns<1>
                         : count == 2 ? sum_columns < COLUMNS_TOGETHER < 2 ? 1 : 2 >
                                      : sum_columns<COLUMNS_TOGETHER>;
        sum(d, room, j, depth, adds);
    }
}

INLINE u16 half_of(f32 a) { /* rounded to nearest even */
    const u32 x = bits<u32>(a), sign = x >> 16 & 0x8000, magnitude = x & 0x7FFFFFFF;
    if (magnitude > 0x7F800000) return 0x7FFF;
    if (magnitude >= 0x477FF000) return (u16)(sign | 0x7C00);
    if (magnitude < 0x38800000) return (u16)(sign | (u32)rintf(bits<f32>(magnitude) * 0x1p24f));
    return (u16)(sign | ((magnitude - 0x38000000 + 0xFFF + (magnitude >> 13 & 1)) >> 13));
}

/* Four columns of a panel are in one register: those of a warp's D in the order of `COLUMN_OF`, by row and half. */
template <int P>
void sum_panels_by_unit(Warp &w, const Form &f, const Panels &a, const Panels &b, int first_row, int j, bool adds) {
    alignas(64) f64 sum[UNIT_ROWS][8 * P];
    const bool halves = f.d_type() == SUM_F16;
    const auto each = [&](auto visit) {
        for (int p = 0; p < P; ++p)
            for (int r = 0; r < UNIT_ROWS; ++r)
                for (int n = 0; n < 8; ++n) {
                    const int row_ = first_row + r, pair = 2 * (j + p) + row_ / 8, lane = row_ % 8 * 4 + n % 4;
                    visit(row<u32>(w, f.d()[halves ? pair : 2 * pair + n / 4])[lane], n / 4 * 16, sum[r][8 * p + n]);
                }
    };
    each([&](u32 word, int shift, f64 &x) {
        x = !adds ? 0 : halves ? (f64)wide_f16(word >> shift & 0xFFFF) : (f64)bits<f32>(word);
    });
    sum_by_unit<P>(f.unit(), halves, a, b, sum);
    each([&](u32 &word, int shift, f64 x) {
        if (halves) word = (word & ~(0xFFFFu << shift)) | (u32)half_of((f32)x) << shift;
        else word = bits<u32>(canonical((f32)x));
    });
}

/* B as panels of a matrix unit. */
Panels panels_of_b(const Form &f, UnitRoom &room, int depth) {
    const Panels b{room.right, room.right_exponents, depth};
    for (int j = 0; j < f.columns() / 8; ++j)
        for (int k = 0; k < depth; ++k)
            for (int n = 0; n < 8; ++n) b.at(8 * j, k)[n] = room.b[j * depth + k][n];
    b.note(f.columns(), depth, f.unit().least_b, false);
    return b;
}

/* D of a warp as a matrix unit sums it. */
void sum_warp_by_unit(Warp &w, const Form &f, UnitRoom &room, const Panels &b, bool adds) {
    const Panels a{room.left, room.left_exponents, b.depth};
    for (int line = 0; line < ROWS / WARPS; ++line)
        for (int k = 0; k < a.depth; ++k) *a.at(line, k) = room.a[k][line * 4];
    a.note(ROWS / WARPS, a.depth, f.unit().least_a, false);
    for (int j = 0, count; j < f.columns() / 8; j += count) {
        count = j + 2 <= f.columns() / 8 ? 2 : 1;
        for (int line = 0; line < ROWS / WARPS; line += UNIT_ROWS) {
            const auto sum = count == 2 ? sum_panels_by_unit<2> : sum_panels_by_unit<1>;
            sum(w, f, a.from(line, 0), b.from(8 * j, 0), line, j, adds);
        }
    }
}

/* Add sums to an accumulator that is not f32, or write them there. */
void accumulate(Warp &w, const Form &f, const f32 (*sum)[LANES], bool adds, bool saturates) {
    if (f.d_type() == SUM_F16) {
        for (int r = 0; r < f.d_count(); ++r) { /* the halves of a register are two columns */
            u32 *d = row<u32>(w, f.d()[r]);
            ALL_LANES(l) {
                f32 low = sum[2 * r][l], high = sum[2 * r + 1][l];
                if (adds) low += wide_f16(d[l] & 0xFFFF), high += wide_f16(d[l] >> 16);
                d[l] = half_of(low) | (u32)half_of(high) << 16;
            }
        }
        return;
    }
    for (int r = 0; r < f.d_count(); ++r) {
        u32 *d = row<u32>(w, f.d()[r]);
        ALL_LANES(l) {
            s64 x = (s64)sum[r][l] + (adds ? (s32)d[l] : 0);
            if (saturates) x = x < INT32_MIN ? INT32_MIN : x > INT32_MAX ? INT32_MAX : x;
            d[l] = (u32)x;
        }
    }
}

} // namespace
} // namespace pyptx
#endif
