/* Sums of wgmma, as pyptx/sim/semantics/wgmma.py defines them. Between MMAs, accumulators stay in rows of registers: a
 * row holds 4 columns of 8 rows of D. Products of floating-point types and sums of integers are exact in f32.
 */
#ifndef PYPTX_ENGINE_WGMMA_MMA_H
#define PYPTX_ENGINE_WGMMA_MMA_H

#include <tuple>

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
constexpr int WARPS_TOGETHER = 2; /* whose D is computed together: they load each value of B once */

/* Matrices by eight lines (rows of A, columns of B) and k, the index along the depth: lines 0, 2, 4, 6, 1, 3, 5, 7. */
struct Room {
    alignas(64) f32 a[ROWS / 8 * MOST_DEPTH][8];
    alignas(64) f32 b[MOST_COLUMNS / 8 * MOST_DEPTH][8];
    alignas(64) f32 stored[ROWS / 8 * MOST_DEPTH / 2][8];         /* the columns of a sparse A that are stored */
    alignas(64) f32 sum[WARPS_TOGETHER][MOST_COLUMNS / 2][LANES]; /* where D is not f32 */
    bool exact; /* whether all products are exact in f32, unless `FUSES` */
};
struct UnitRoom : Room { /* the matrices as panels, where a matrix unit sums them */
    alignas(64) f64 left[ROWS / WARPS * MOST_DEPTH], right[MOST_COLUMNS * MOST_DEPTH];
    alignas(64) s32 left_exponents[ROWS / WARPS * MOST_DEPTH], right_exponents[MOST_COLUMNS * MOST_DEPTH];
};

constexpr int LINE_OF[8] = {0, 2, 4, 6, 1, 3, 5, 7};
constexpr int PLACE_OF[8] = {0, 4, 1, 5, 2, 6, 3, 7};
template <class T> INLINE T &element(T (*lines)[8], int depth, int line, int k) {
    return lines[line / 8 * depth + k][PLACE_OF[line % 8]];
}

/* A matrix in shared memory: the locations of its 16-byte chunks. */
struct Tile {
    u32 address, leading, stride, line_mask, row_bytes;
    u32 start; /* of the swizzle's pattern, from a multiple of its period */
    bool mn_major;

    /* The bits of an address that the swizzle flips. */
    u32 flips(u32 place) const { return ((place - start) & line_mask) >> 3; }
};

INLINE bool tile_of(u64 descriptor, bool mn_major, Tile &t) {
    constexpr u64 FIELDS = 0x3FFFull | 0x3FFFull << 16 | 0x3FFFull << 32 | 7ull << 49 | 3ull << 62;
    if (descriptor & ~FIELDS) return false;
    t.address = (u32)(descriptor & 0x3FFF) << 4;
    t.leading = (u32)(descriptor >> 16 & 0x3FFF) << 4;
    t.stride = (u32)(descriptor >> 32 & 0x3FFF) << 4;
    t.mn_major = mn_major;
    const int swizzle = (int)(descriptor >> 62);
    constexpr u32 MASKS[] = {0, 0x380, 0x180, 0x080}, WIDTHS[] = {0, 128, 64, 32};
    t.line_mask = MASKS[swizzle], t.row_bytes = WIDTHS[swizzle];
    t.start = pattern_start(descriptor);
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
    return place ^ t.flips(place);
}

/* Whether all bytes between the first and the last chunk of a K-major matrix may be read, if these are not many more.
 */
INLINE bool covers(Source &s, const Tile &t, u32 lines, u32 chunks) {
    const u32 row = t.row_bytes ? t.row_bytes : 16, step = t.row_bytes ? 16 : t.leading;
    const u64 last = t.address + 7ull * row + (lines / 8 - 1ull) * t.stride + (chunks - 1ull) * step;
    const u64 from = t.address & ~127u, until = (last | 127) + 1; /* a swizzle stays in a line of 128 bytes */
    return until - from <= 8ull * 16 * lines * chunks && s.covers(from, until);
}

/* Eight rows of a K-major matrix, in the order of `LINE_OF`. */
struct EightRows {
    u32 place[8], step, flip[8]; /* of the first chunks, before the swizzle */
    bool steady;                 /* whether the swizzle flips the same bits of all chunks of a row */

    EightRows(const Tile &t, u32 first_row, u32 chunks) {
        const u32 row = t.row_bytes ? t.row_bytes : 16, base = t.address + first_row / 8 * t.stride;
        u32 furthest = 0; /* of the last chunks, in their lines of 128 bytes */
        step = t.row_bytes ? 16 : t.leading;
        for (int r = 0; r < 8; ++r) {
            place[r] = base + LINE_OF[r] * row, flip[r] = t.flips(place[r]);
            const u32 last = place[r] % 128 + (chunks - 1) * step;
            furthest = last > furthest ? last : furthest;
        }
        steady = !t.line_mask || furthest < 128;
    }
    /* The chunks at a position, which need no check. */
    INLINE void find(const Source &s, u32 chunk, const u8 *from[8]) const {
        for (int r = 0; r < 8; ++r) from[r] = s.data + ((place[r] + chunk * step) ^ flip[r]);
    }
    INLINE void check(Source &s, const Tile &t, u32 chunk, const u8 *from[8]) const {
        for (int r = 0; r < 8; ++r) {
            const u32 at = place[r] + chunk * step;
            from[r] = s.chunk(at ^ t.flips(at));
        }
    }
};

#if defined(__AVX512F__)
constexpr int BLOCK = 4; /* chunks of a row that one vector holds */

/* Whether vectors load blocks of each row. */
INLINE bool has_blocks(const Tile &t, int type) {
    return t.row_bytes >= 64 && t.address % 64 == 0 && ELEMENT_BITS[type] == 16;
}
/* A block of a row, its chunks in order. */
INLINE __m512i block_at(const Source &s, const Tile &t, u32 row, u32 chunk) {
    const u32 place = t.address + row / 8 * t.stride + row % 8 * t.row_bytes + chunk * 16;
    const u32 flip = t.flips(place);
    const __m512i in_order = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm512_maskz_permutexvar_epi64(0xFF, _mm512_xor_si512(in_order, _mm512_set1_epi64(flip / 8 & 6)),
                                          _mm512_loadu_si512(s.data + (place ^ (flip & 64))));
}
/* Blocks of four rows, in the order of `LINE_OF`: word `n` of each chunk and row. */
INLINE void four_blocks_at(const Source &s, const Tile &t, u32 row, const int *order, u32 chunk, __m512i words[4]) {
    const auto at = [&](int r) INLINED { return block_at(s, t, row + (u32)order[r], chunk); };
    const __m512i a = at(0), b = at(1), c = at(2), d = at(3);
    const __m512i ab = _mm512_maskz_unpacklo_epi32(0xFFFF, a, b), ba = _mm512_maskz_unpackhi_epi32(0xFFFF, a, b);
    const __m512i cd = _mm512_maskz_unpacklo_epi32(0xFFFF, c, d), dc = _mm512_maskz_unpackhi_epi32(0xFFFF, c, d);
    words[0] = _mm512_maskz_unpacklo_epi64(0xFF, ab, cd), words[1] = _mm512_maskz_unpackhi_epi64(0xFF, ab, cd);
    words[2] = _mm512_maskz_unpacklo_epi64(0xFF, ba, dc), words[3] = _mm512_maskz_unpackhi_epi64(0xFF, ba, dc);
}
/* A block of each of eight rows, transposed: `to` has eight values for each position along K. */
INLINE void columns_of_blocks(int type, const Source &s, const Tile &t, u32 row, u32 chunk, f32 (*to)[8]) {
    const __m512i both = _mm512_setr_epi64(0, 1, 8, 9, 0, 1, 8, 9);
    const __m512i shifts = _mm512_setr_epi32(16, 16, 16, 16, 16, 16, 16, 16, 0, 0, 0, 0, 0, 0, 0, 0);
    /* Upper halves of words: the first elements of eight rows, then the second ones. */
    const __m512i uppers =
        _mm512_setr_epi32(0 << 16, 2 << 16, 4 << 16, 6 << 16, 32 << 16, 34 << 16, 36 << 16, 38 << 16, 1 << 16, 3 << 16,
                          5 << 16, 7 << 16, 33 << 16, 35 << 16, 37 << 16, 39 << 16);
    __m512i first[4], last[4];
    four_blocks_at(s, t, row, LINE_OF, chunk, first), four_blocks_at(s, t, row, LINE_OF + 4, chunk, last);
#pragma GCC unroll 4
    for (int c = 0; c < BLOCK; ++c)
#pragma GCC unroll 4
        for (int n = 0; n < 4; ++n, to += 2) {
            if (type == ELEMENT_BF16) {
                const __m512i places = _mm512_add_epi32(uppers, _mm512_set1_epi32(8 * c << 16));
                put_pair(to,
                         _mm512_castsi512_ps(_mm512_maskz_permutex2var_epi16(0xAAAAAAAA, first[n], places, last[n])));
                continue;
            }
            const __m512i places = _mm512_add_epi64(both, _mm512_set1_epi64(2 * c));
            const __m512i words = _mm512_permutex2var_epi64(first[n], places, last[n]);
            put_pair(to, upper_halves(type, _mm512_maskz_sllv_epi32(0xFFFF, words, shifts)));
        }
}
#endif

/* Take `depth` positions along K of some lines in shared memory; `to` has places for `room` ones of each eight lines.
 */
INLINE void take_shared(Source &s, const Tile &t, int type, int lines, int depth, int room, f32 (*to)[8]) {
    const int per = 128 / ELEMENT_BITS[type], chunks = depth / per;
    const bool covered = !t.mn_major && covers(s, t, (u32)lines, (u32)chunks);
    with_type(type, [&](int type) INLINED {
        for (int line = 0; line < lines; line += 8, to += room) {
            if (t.mn_major) {
                for (int k = 0; k < depth; ++k) {
                    f32 x[8];
                    widen_halves(type, s.chunk(chunk_at(t, (u32)k, (u32)line / 8)), x);
                    for (int n = 0; n < 8; ++n) to[k][PLACE_OF[n]] = x[n];
                }
                continue;
            }
            int c = 0;
#if defined(__AVX512F__)
            for (; covered && has_blocks(t, type) && c + BLOCK <= chunks; c += BLOCK)
                columns_of_blocks(type, s, t, (u32)line, (u32)c, to + c * per);
#endif
            if (c == chunks) continue;
            const EightRows rows(t, (u32)line, (u32)chunks);
            const bool known = covered && rows.steady;
            for (const u8 *from[8]; c < chunks; ++c) {
                if (known) rows.find(s, (u32)c, from);
                else rows.check(s, t, (u32)c, from);
                columns_of(type, from, to + c * per);
            }
        }
    });
}

/* Take A in registers. */
INLINE void take_registers(const Product &p, const Form &f, int room, f32 (*to)[8]) {
    const int per = 32 / ELEMENT_BITS[f.a_type()];
    for (int number = 0; number < f.a_count(); ++number)
        for (int warp = 0; warp < WARPS; ++warp)
            ALL_LANES(l) {
                f32 x[32];
                widen(f.a_type(), (const u8 *)(p.values + (number * WARPS + warp) * LANES + l), 4, x);
                const int k = l % 4 * per + number / 2 * 4 * per, line = 16 * warp + number % 2 * 8 + l / 4;
                for (int e = 0; e < per; ++e) element(to, room, line, k + e) = x[e];
            }
}

/* Put the stored columns of a sparse A in their places; false if the metadata is invalid. */
INLINE bool expand_a(const Product &p, const Form &f, const f32 (*stored)[8], int room, f32 (*to)[8]) {
    const int chunks = f.depth() / f.chunk();
    for (int line = 0; line < ROWS; line += 8) memset(to + line / 8 * room, 0, sizeof *to * f.depth());
    for (int line = 0; line < ROWS; ++line) {
        const u32 *meta = p.values + (f.a_count() * WARPS + line / 16) * LANES;
        for (int c = 0; c < chunks; ++c) {
            const s32 place = f.places()[line % 16 * chunks + c];
            int parts[2];
            if (!stored_parts(meta[place / 8] >> 4 * (place % 8) & 15, f.chunk(), true, parts)) return false;
            for (int n = 0; n < f.chunk() / 2; ++n)
                element(to, room, line, f.chunk() * c + parts[n]) =
                    element(stored, f.stored(), line, f.chunk() / 2 * c + n);
        }
    }
    return true;
}

/* How many MMAs from the first one have matrices whose rows continue those of the one before. */
template <class D> int adjacent(const Product *products, int count, int row_bytes, D descriptor_of) {
    const auto kind = [](const Form &f) {
        return std::make_tuple(f.a_type(), f.b_type(), f.depth(), f.mn_major_a(), f.mn_major_b(), f.negates());
    };
    Tile first, next;
    if (!tile_of(descriptor_of(*products), false, first) || !first.row_bytes) return 1;
    for (int n = 1; n < count; ++n) {
        if (!tile_of(descriptor_of(products[n]), false, next) || next.address != first.address + (u32)(n * row_bytes) ||
            next.leading != first.leading || next.stride != first.stride || next.line_mask != first.line_mask ||
            next.start != first.start || kind(Form(products[n].instr)) != kind(Form(products->instr)))
            return n;
    }
    return count;
}

/* Take A of MMAs, from position `k` of `depth` ones along K: of the first one and those that continue its rows, whose
 * number goes to `taken`. Return the rule that it breaks. */
StopKind take_a(Source &s, const Product *p, int count, int k, int depth, Room &room, int &taken) {
    const Form f(p->instr);
    const bool sparse = f.meta() >= 0, plain = !f.a_count() && !sparse && !f.mn_major_a();
    const int row_bytes = f.depth() * ELEMENT_BITS[f.a_type()] / 8;
    taken = plain ? adjacent(p, count, row_bytes, [](const Product &one) { return one.a; }) : 1;
    f32(*const to)[8] = sparse ? room.stored : room.a + k;
    const int places = sparse ? f.stored() : depth;
    Tile t;
    if (f.a_count()) take_registers(*p, f, places, to);
    else if (tile_of(p->a, f.mn_major_a(), t)) take_shared(s, t, f.a_type(), ROWS, taken * f.stored(), places, to);
    else return BROKE_WGMMA_DESCRIPTOR;
    for (int j = 0; f.negates() && j < ROWS / 8; ++j)
        for (int n = 0; n < taken * f.stored(); ++n)
            for (f32 &x : to[j * places + n]) x = -x;
    return !sparse || expand_a(*p, f, room.stored, depth, room.a + k) ? NO_STOP : BROKE_SPARSE_METADATA;
}

/* The same for B. */
StopKind take_b(Source &s, const Product *p, int count, int k, int depth, Room &room, int &taken) {
    const Form f(p->instr);
    const int row_bytes = f.depth() * ELEMENT_BITS[f.b_type()] / 8;
    taken = f.mn_major_b() ? 1 : adjacent(p, count, row_bytes, [](const Product &one) { return one.b; });
    Tile t;
    if (!tile_of(p->b, f.mn_major_b(), t)) return BROKE_WGMMA_DESCRIPTOR;
    take_shared(s, t, f.b_type(), f.columns(), taken * f.depth(), depth, room.b + k);
    return NO_STOP;
}

/* Sums */

#if defined(__AVX2__) || defined(__FP_FAST_FMAF)
constexpr bool FUSES = true;
#else
constexpr bool FUSES = false; /* then a product that is exact in f32 is faster than one in f64 */
#endif
typedef f32 *SumRows[MOST_COLUMNS / 2]; /* the rows of registers that hold D of a warp, or what is added to it */

/* Whether all elements are zero, not finite, or of a magnitude such that products of them are exact in f32: they have
 * at most 11 significant bits. */
INLINE bool are_moderate(const f32 (*lines)[8], int count) {
    using Words = Vectors<u32>;
    constexpr u32 LEAST = (127 - 63) << 23, BEYOND = (127 + 63) << 23, INFINITE = 0x7F800000;
    Words good = Words{} - 1;
    for (int n = 0; n < count; ++n)
        for (int k = 0; k < 8; k += WIDTH<u32>) {
            const Words x = vector_at<Words>(lines[n] + k) & 0x7FFFFFFF;
            good &= (Words)(x - LEAST < BEYOND - LEAST) | (Words)(x == 0) | (Words)(x >= INFINITE);
        }
    u32 all = ~0u;
    for (int k = 0; k < WIDTH<u32>; ++k) all &= good[k];
    return all;
}

#if !defined(__AVX512F__)
/* A vector of 8 values holds the columns of a panel in one row; one of 4 values holds its even or its odd ones. */
constexpr int VECTOR = WIDTH<f32>, TOGETHER = 4, COLUMNS_TOGETHER = VECTOR == 4 ? 1 : 3;
constexpr int PARTS = VECTOR == 8 ? 1 : 2; /* of a panel's columns */
using Vector = Vectors<f32>;

/* A vector of D in rows of registers: a part of a panel's columns in a row. d: by register, see `_d_order` of wgmma.py
 */
INLINE Vector sums_at(f32 *const *d, int row, int part) {
    f32 *const *const registers = d + row / 8 * 2 + part;
    const int at = row % 8 * 4;
#if defined(__AVX2__)
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(registers[0] + at)), _mm_load_ps(registers[1] + at),
                                1);
#else
    return vector_at<Vector>(*registers + at);
#endif
}
INLINE void put_sums(f32 *const *d, int row, int part, Vector x) {
    f32 *const *const registers = d + row / 8 * 2 + part;
    for (int n = 0; n < 2 / PARTS; ++n)
        memcpy(registers[n] + row % 8 * 4, (const f32 *)&x + 4 * n, sizeof x / 2 * PARTS);
}

/* D of a warp: some of its rows from `row` on, `J` panels; `EXACT`: all products are exact in f32. */
template <int J, bool EXACT>
INLINE void sum_up(f32 *const *d, const f32 (*a)[8], const f32 (*const *b)[8], int depth, int row, bool adds) {
    Vector sum[J][PARTS][TOGETHER];
    const auto each = [&](auto visit) INLINED {
#pragma GCC unroll 8
        for (int j = 0; j < J; ++j)
#pragma GCC unroll 8
            for (int part = 0; part < PARTS; ++part)
#pragma GCC unroll 8
                for (int v = 0; v < TOGETHER; ++v) visit(d + 4 * j, row + v, part, sum[j][part][v]);
    };
    each([&](f32 *const *d, int row, int part, Vector &x) INLINED { x = adds ? sums_at(d, row, part) : Vector{}; });
    const f32(*lines[TOGETHER])[8];
    for (int v = 0; v < TOGETHER; ++v) lines[v] = a + (row + v) / 8 * depth;
    for (int k = 0; k < depth; ++k) {
        Vector right[J][PARTS];
#pragma GCC unroll 8
        for (int j = 0; j < J; ++j)
#pragma GCC unroll 8
            for (int part = 0; part < PARTS; ++part) right[j][part] = vector_at<Vector>(b[j][k] + VECTOR * part);
#pragma GCC unroll 8
        for (int v = 0; v < TOGETHER; ++v) {
            const Vector left = lines[v][k][PLACE_OF[(row + v) % 8]] - Vector{};
#pragma GCC unroll 8
            for (int j = 0; j < J; ++j)
#pragma GCC unroll 8
                for (int part = 0; part < PARTS; ++part) {
                    Vector &x = sum[j][part][v];
                    x = EXACT ? left * right[j][part] + x : fused(left, right[j][part], x);
                }
        }
    }
    each([&](f32 *const *d, int row, int part, Vector &x) INLINED { put_sums(d, row, part, canonical_nan(x)); });
}

template <int J, bool EXACT> void sum_columns(f32 *const *d, const Room &room, int warp, int j, int depth, bool adds) {
    const f32(*const a)[8] = room.a + 2 * warp * depth;
    const f32(*b[J])[8];
    for (int k = 0; k < J; ++k) b[k] = room.b + (j + k) * depth;
#pragma GCC unroll 4
    for (int row = 0; row < ROWS / WARPS; row += TOGETHER) sum_up<J, EXACT>(d + 4 * j, a, b, depth, row, adds);
}

template <bool EXACT> void sum_warp(f32 *const *d, const Room &room, int warp, int columns, int depth, bool adds) {
    constexpr int TWO = COLUMNS_TOGETHER < 2 ? 1 : 2;
    for (int j = 0, count; j < columns / 8; j += count) {
        const int left = columns / 8 - j;
        count = left < COLUMNS_TOGETHER ? left : COLUMNS_TOGETHER;
        if (COLUMNS_TOGETHER > 2 && left == COLUMNS_TOGETHER + 1) count = 2; /* and 2 more */
        const auto sum = count == 1   ? sum_columns<1, EXACT>
                         : count == 2 ? sum_columns<TWO, EXACT>
                                      : sum_columns<COLUMNS_TOGETHER, EXACT>;
        sum(d, room, warp, j, depth, adds);
    }
}
template <int W> void sum_warps(SumRows *d, const Room &room, int first, int columns, int depth, bool adds) {
    for (int w = 0; w < W; ++w) {
        const auto sum = room.exact ? sum_warp<!FUSES> : sum_warp<false>;
        sum(d[w], room, first + w, columns, depth, adds);
    }
}
#else
constexpr int PANEL_COLUMNS = 8;

INLINE __m512 joined(const f32 *low, const f32 *high) {
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm256_load_ps(low)), _mm256_load_ps(high), 1);
}
/* Pairs of values of two vectors, from one half of each of their lanes of 128 bits. */
INLINE __m512d low_pairs(__m512 a, __m512 b) { return _mm512_castps_pd(_mm512_maskz_unpacklo_ps(0xFFFF, a, b)); }
INLINE __m512d high_pairs(__m512 a, __m512 b) { return _mm512_castps_pd(_mm512_maskz_unpackhi_ps(0xFFFF, a, b)); }
/* Transpose the 4 x 4 values that four vectors have in each of their lanes. */
INLINE void transpose_lanes(__m512 x[4]) {
    const __m512d a = low_pairs(x[0], x[1]), b = high_pairs(x[0], x[1]);
    const __m512d c = low_pairs(x[2], x[3]), d = high_pairs(x[2], x[3]);
    x[0] = _mm512_castpd_ps(_mm512_maskz_unpacklo_pd(0xFF, a, c));
    x[1] = _mm512_castpd_ps(_mm512_maskz_unpackhi_pd(0xFF, a, c));
    x[2] = _mm512_castpd_ps(_mm512_maskz_unpacklo_pd(0xFF, b, d));
    x[3] = _mm512_castpd_ps(_mm512_maskz_unpackhi_pd(0xFF, b, d));
}

/* A panel of D of some warps: a vector holds a column in the 16 rows of a warp, in the order of `LINE_OF`. d: by
 * register, see `_d_order` of wgmma.py */
template <int W> void sum_panel(SumRows *d, const Room &room, int first, int j, int depth, bool adds) {
    __m512 sum[W][PANEL_COLUMNS]; /* even columns, then odd ones, as in registers */
    const auto each = [&](auto visit) INLINED {
#pragma GCC unroll 8
        for (int w = 0; w < W; ++w)
#pragma GCC unroll 8
            for (int part = 0; part < 2; ++part) visit(d[w][4 * j + part], d[w][4 * j + 2 + part], sum[w] + 4 * part);
    };
    each([&](const f32 *upper, const f32 *lower, __m512 *x) INLINED {
#pragma GCC unroll 8
        for (int n = 0; n < 4; ++n) x[n] = adds ? joined(upper + 8 * n, lower + 8 * n) : __m512{};
        transpose_lanes(x);
    });
    const f32(*const a)[8] = room.a + 2 * first * depth;
    const f32(*const b)[8] = room.b + j * depth;
    for (int k = 0; k < depth; ++k) {
        __m512 left[W];
#pragma GCC unroll 8
        for (int w = 0; w < W; ++w) left[w] = joined(a[2 * w * depth + k], a[(2 * w + 1) * depth + k]);
#pragma GCC unroll 8
        for (int n = 0; n < PANEL_COLUMNS; ++n) {
            const __m512 right = _mm512_set1_ps(b[k][n]);
#pragma GCC unroll 8
            for (int w = 0; w < W; ++w) sum[w][n] = _mm512_fmadd_ps(left[w], right, sum[w][n]);
        }
    }
    each([&](f32 *upper, f32 *lower, __m512 *x) INLINED {
        transpose_lanes(x);
#pragma GCC unroll 8
        for (int n = 0; n < 4; ++n) {
            const __m512 values = canonical_nan(x[n]);
            _mm256_store_ps(upper + 8 * n, _mm512_castps512_ps256(values));
            _mm256_store_ps(lower + 8 * n, _mm512_extractf32x8_ps(values, 1));
        }
    });
}
template <int W> void sum_warps(SumRows *d, const Room &room, int first, int columns, int depth, bool adds) {
    for (int j = 0; j < columns / PANEL_COLUMNS; ++j) sum_panel<W>(d, room, first, j, depth, adds);
}
#endif

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
void sum_warp_by_unit(Warp &w, int warp, const Form &f, UnitRoom &room, const Panels &b, bool adds) {
    const Panels a{room.left, room.left_exponents, b.depth};
    for (int line = 0; line < ROWS / WARPS; ++line)
        for (int k = 0; k < a.depth; ++k) *a.at(line, k) = element(room.a, a.depth, ROWS / WARPS * warp + line, k);
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

/* D of some warps from one on, in the order of K. */
template <int W> void sum_in_order(Warp *warps, int first, const Form &f, Room &room, int depth, bool adds) {
    const bool own = f.d_type() == SUM_F32; /* whether the registers of D hold the sums */
    SumRows d[W];
    for (int w = 0; w < W; ++w)
        for (int r = 0; r < f.columns() / 2; ++r) d[w][r] = own ? row<f32>(warps[first + w], f.d()[r]) : room.sum[w][r];
    sum_warps<W>(d, room, first, f.columns(), depth, own && adds);
    for (int w = 0; w < W && !own; ++w) accumulate(warps[first + w], f, room.sum[w], adds, f.saturates());
}

} // namespace
} // namespace pyptx
#endif
