/* The operands of wgmma as matrices of f32: from shared memory, by descriptors, and from registers. */
#ifndef PYPTX_ENGINE_WGMMA_OPERANDS_H
#define PYPTX_ENGINE_WGMMA_OPERANDS_H

#include <tuple>

#include "matrices.h"

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

} // namespace
} // namespace pyptx
#endif
