/* MMAs of warpgroups: wgmma, as pyptx/sim/semantics/wgmma.py defines it.
 *
 * Each warp records its MMAs in the log of its warpgroup. The four warps meet only at a wait, where the MMAs that it
 * covers are computed for all of them. Accumulators stay in rows of registers: a row holds 4 columns of 8 rows of D, so
 * a vector of A repeats each value four times and a vector of B repeats four values. Products of floating-point types
 * and sums of integers are exact in f32.
 *
 * Built once for each level of the instruction set, as arithmetic.cpp is.
 */
#include "matrices.h"
#include "schedule.h"
#include "timeline.h"
#include "random_schedule.h"
#include "units.h"

namespace pyptx {
namespace {

const Instr *refuse(Warp &w, const Instr *i) { return stop(w, i, STOP_HANDOVER); }

/* The operands of an MMA. A sparse A stores half of its columns. */
struct Form : WgmmaArgs {
    using WgmmaArgs::WgmmaArgs;
    int chunk() const { return a_type() == ELEMENT_TF32 ? 2 : 4; }
    int stored() const { return meta() < 0 ? depth() : depth() / 2; }
};
/* Matrices as f32 */

constexpr int ROWS = 64, WARPS = 4, MOST_DEPTH = 256, MOST_COLUMNS = 256;

struct Room {                                           /* k is the index along the depth */
    alignas(64) f32 a[WARPS][MOST_DEPTH][64];           /* rows 0-7 of a warp, each four times, then 8-15 */
    alignas(64) f32 b[MOST_COLUMNS / 8][MOST_DEPTH][8]; /* columns 0, 2, 4, 6, 1, 3, 5, 7 of each eight */
    alignas(64) f32 sum[MOST_COLUMNS / 2][LANES];       /* of a warp, where D is not f32 */
};
struct UnitRoom : Room { /* the matrices as panels, where a matrix unit sums them */
    alignas(64) f64 left[ROWS * MOST_DEPTH], right[MOST_COLUMNS * MOST_DEPTH];
    alignas(64) s32 left_exponents[ROWS * MOST_DEPTH], right_exponents[MOST_COLUMNS * MOST_DEPTH];
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

/* Eight values for each of up to 128 positions along K, from chunks of eight rows, in the order `order`; `covered`: the
 * chunks need no check. */
INLINE void take_rows(Source &s, const Tile &t, int type, u32 first_row, u32 chunk, const int *order, bool covered,
                      f32 (*to)[8]) {
    const u32 row = t.row_bytes ? t.row_bytes : 16, step = t.row_bytes ? 16 : t.leading;
    const u32 base = t.address + first_row / 8 * t.stride + chunk * step;
    u32 at[8];
    for (int r = 0; r < 8; ++r) {
        const u32 place = base + order[r] * row;
        at[r] = place ^ (place & t.line_mask) >> 3;
    }
    const u8 *from[8];
    if (covered)
        for (int r = 0; r < 8; ++r) from[r] = s.data + at[r];
    else
        for (int r = 0; r < 8; ++r) from[r] = s.chunk(at[r]);
    columns_of(type, from, to);
}

constexpr int IN_ORDER[8] = {0, 1, 2, 3, 4, 5, 6, 7};

INLINE void spread(const f32 *eight, f32 *to) { /* each value four times */
#if defined(__AVX512F__)
    const __m512 all = _mm512_castps256_ps512(_mm256_loadu_ps(eight));
    _mm512_store_ps(to, _mm512_maskz_permutexvar_ps(
                            0xFFFF, _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3), all));
    _mm512_store_ps(to + 16, _mm512_maskz_permutexvar_ps(
                                 0xFFFF, _mm512_setr_epi32(4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7), all));
    return;
#endif
    for (int r = 0; r < 8; ++r)
        for (int q = 0; q < 4; ++q) to[4 * r + q] = eight[r];
}

/* A in shared memory, from position `k0` along K. */
void take_a(Source &s, const Tile &t, int type, int depth, int k0, bool negate, Room &room) {
    const int per = 128 / ELEMENT_BITS[type];
    f32 part[128][8];
    if (!t.mn_major) {
        const bool covered = covers(s, t, ROWS, depth / per);
        for (int group = 0; group < 8; ++group)
            for (int c = 0; c < depth / per; ++c) {
                take_rows(s, t, type, 8 * group, c, IN_ORDER, covered, part);
                for (int k = 0; k < per; ++k) spread(part[k], room.a[group / 2][k0 + c * per + k] + group % 2 * 32);
            }
    } else {
        for (int k = 0; k < depth; ++k)
            for (int c = 0; c < ROWS / 8; ++c) {
                f32 x[8];
                widen_halves(type, s.chunk(chunk_at(t, k, c)), x);
                spread(x, room.a[c / 2][k0 + k] + c % 2 * 32);
            }
    }
    if (negate)
        for (int w = 0; w < WARPS; ++w)
            for (int k = 0; k < depth; ++k)
                for (int l = 0; l < 64; ++l) room.a[w][k0 + k][l] = -room.a[w][k0 + k][l];
}

/* A in registers. */
void take_a(const Product &p, const Form &f, int k0, bool negate, Room &room) {
    const int per = 32 / ELEMENT_BITS[f.a_type()];
    for (int number = 0; number < f.a_count(); ++number)
        for (int w = 0; w < WARPS; ++w)
            ALL_LANES(l) {
                f32 x[32];
                widen(f.a_type(), (const u8 *)(p.values + (number * WARPS + w) * LANES + l), 4, x);
                const int column = l % 4 * per + number / 2 * 4 * per, line = number % 2 * 32 + l / 4 * 4;
                for (int e = 0; e < per; ++e)
                    for (int q = 0; q < 4; ++q) room.a[w][k0 + column + e][line + q] = negate ? -x[e] : x[e];
            }
}

/* Put the stored columns of a sparse A, which start at position `from` along K, in their places; false if the
 * metadata is invalid. */
bool expand_a(const Product &p, const Form &f, int from, int k0, Room &room) {
    const int chunks = f.depth() / f.chunk();
    const u32 *meta = p.values + f.a_count() * WARPS * LANES;
    for (int w = 0; w < WARPS; ++w) {
        for (int k = 0; k < f.depth(); ++k) memset(room.a[w][k0 + k], 0, sizeof room.a[w][k0 + k]);
        for (int line = 0; line < 16; ++line)
            for (int c = 0; c < chunks; ++c) {
                const s32 place = f.places()[line * chunks + c];
                const u32 said = meta[w * LANES + place / 8] >> 4 * (place % 8) & 15;
                const int first = line / 8 * 32 + line % 8 * 4;
                int parts[2];
                if (!stored_parts(said, f.chunk(), true, parts)) return false;
                for (int n = 0; n < f.chunk() / 2; ++n)
                    memcpy(room.a[w][k0 + f.chunk() * c + parts[n]] + first,
                           room.a[w][from + f.chunk() / 2 * c + n] + first, 4 * sizeof(f32));
            }
    }
    return true;
}

void take_b(Source &s, const Tile &t, int type, int columns, int depth, int k0, Room &room) {
    const int per = 128 / ELEMENT_BITS[type];
    const bool covered = !t.mn_major && covers(s, t, columns, depth / per);
    for (int j = 0; j < columns / 8; ++j) {
        if (!t.mn_major) {
            for (int c = 0; c < depth / per; ++c)
                take_rows(s, t, type, 8 * j, c, COLUMN_OF, covered, room.b[j] + k0 + c * per);
        } else {
            for (int k = 0; k < depth; ++k) {
                f32 x[8];
                widen_halves(type, s.chunk(chunk_at(t, k, j)), x);
                for (int n = 0; n < 8; ++n) room.b[j][k0 + k][PLACE_OF[n]] = x[n];
            }
        }
    }
}

/* Sums */

#if defined(__AVX512F__)
constexpr int VECTOR = 16, TOGETHER = 4, COLUMNS_TOGETHER = 3;
using Vector = __m512;
INLINE Vector fetched(const f32 *p) { return _mm512_load_ps(p); }
INLINE void kept(f32 *p, Vector v) { _mm512_store_ps(p, v); }
INLINE Vector repeated(const f32 *p) { return _mm512_maskz_broadcast_f32x4(0xFFFF, _mm_load_ps(p)); }
INLINE Vector added(Vector a, Vector b, Vector c) { return _mm512_fmadd_ps(a, b, c); }
INLINE Vector canonical_nan(Vector v) {
    return _mm512_mask_mov_ps(v, _mm512_cmp_ps_mask(v, v, _CMP_UNORD_Q),
                              _mm512_castsi512_ps(_mm512_set1_epi32(0x7FFFFFFF)));
}
INLINE Vector nothing() { return _mm512_setzero_ps(); }
#elif defined(__AVX2__)
constexpr int VECTOR = 8, TOGETHER = 4, COLUMNS_TOGETHER = 1;
using Vector = __m256;
INLINE Vector fetched(const f32 *p) { return _mm256_load_ps(p); }
INLINE void kept(f32 *p, Vector v) { _mm256_store_ps(p, v); }
INLINE Vector repeated(const f32 *p) { return _mm256_broadcast_ps((const __m128 *)p); }
INLINE Vector added(Vector a, Vector b, Vector c) { return _mm256_fmadd_ps(a, b, c); }
INLINE Vector canonical_nan(Vector v) {
    return _mm256_blendv_ps(v, _mm256_castsi256_ps(_mm256_set1_epi32(0x7FFFFFFF)), _mm256_cmp_ps(v, v, _CMP_UNORD_Q));
}
INLINE Vector nothing() { return _mm256_setzero_ps(); }
#else
constexpr int VECTOR = 4, TOGETHER = 4, COLUMNS_TOGETHER = 1;
struct Vector {
    f32 x[4];
};
INLINE Vector fetched(const f32 *p) { return {{p[0], p[1], p[2], p[3]}}; }
INLINE void kept(f32 *p, Vector v) { memcpy(p, v.x, sizeof v.x); }
INLINE Vector repeated(const f32 *p) { return fetched(p); }
INLINE Vector added(Vector a, Vector b, Vector c) {
    for (int k = 0; k < 4; ++k) c.x[k] += a.x[k] * b.x[k];
    return c;
}
INLINE Vector canonical_nan(Vector v) {
    for (int k = 0; k < 4; ++k) v.x[k] = v.x[k] == v.x[k] ? v.x[k] : bits<f32>((u32)0x7FFFFFFF);
    return v;
}
INLINE Vector nothing() { return {}; }
#endif

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
                sum[j][p][v] =
                    adds ? fetched(d[4 * j + (at + v) / PARTS * 2 + p] + (at + v) % PARTS * VECTOR) : nothing();
    for (int k = 0; k < depth; ++k) {
        Vector left[TOGETHER];
#pragma GCC unroll 8
        for (int v = 0; v < TOGETHER; ++v) left[v] = fetched(a[k] + (at + v) * VECTOR);
#pragma GCC unroll 8
        for (int j = 0; j < J; ++j)
#pragma GCC unroll 8
            for (int p = 0; p < 2; ++p) {
                const Vector right = repeated(b[j][k] + 4 * p);
#pragma GCC unroll 8
                for (int v = 0; v < TOGETHER; ++v) sum[j][p][v] = added(left[v], right, sum[j][p][v]);
            }
    }
#pragma GCC unroll 8
    for (int j = 0; j < J; ++j)
#pragma GCC unroll 8
        for (int p = 0; p < 2; ++p)
#pragma GCC unroll 8
            for (int v = 0; v < TOGETHER; ++v)
                kept(d[4 * j + (at + v) / PARTS * 2 + p] + (at + v) % PARTS * VECTOR, canonical_nan(sum[j][p][v]));
}

template <int J> void sum_columns(f32 *const *d, const Room &room, int warp, int j, int depth, bool adds) {
    const f32(*b[J])[8];
    for (int k = 0; k < J; ++k) b[k] = room.b[j + k];
    for (int at = 0; at < 64 / VECTOR; at += TOGETHER) sum_up<J>(d + 4 * j, room.a[warp], b, depth, at, adds);
}

void sum_all(f32 *const (*d)[MOST_COLUMNS / 2], const Room &room, int first, int last, int columns, int depth,
             bool adds) {
    int j = 0;
    for (; j + COLUMNS_TOGETHER <= columns / 8; j += COLUMNS_TOGETHER)
        for (int w = first; w < last; ++w) sum_columns<COLUMNS_TOGETHER>(d[w], room, w, j, depth, adds);
    for (; j < columns / 8; ++j)
        for (int w = first; w < last; ++w) sum_columns<1>(d[w], room, w, j, depth, adds);
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

/* D of a warpgroup as a matrix unit sums it. */
void sum_all_by_unit(Warp *warps, const Form &f, UnitRoom &room, int depth, bool adds) {
    const int columns = f.columns();
    const Panels a{room.left, room.left_exponents, depth}, b{room.right, room.right_exponents, depth};
    for (int line = 0; line < ROWS; ++line)
        for (int k = 0; k < depth; ++k) *a.at(line, k) = room.a[line / 16][k][line % 16 * 4];
    for (int j = 0; j < columns / 8; ++j)
        for (int k = 0; k < depth; ++k)
            for (int n = 0; n < 8; ++n) b.at(8 * j, k)[n] = room.b[j][k][n];
    a.note(ROWS, depth, f.unit().least_a, false);
    b.note(columns, depth, f.unit().least_b, false);
    for (int j = 0, count; j < columns / 8; j += count) {
        count = j + 2 <= columns / 8 ? 2 : 1;
        for (int line = 0; line < ROWS; line += UNIT_ROWS) {
            const auto sum = count == 2 ? sum_panels_by_unit<2> : sum_panels_by_unit<1>;
            sum(warps[line / 16], f, a.from(line, 0), b.from(8 * j, 0), line % 16, j, adds);
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

/* Let MMAs of a warpgroup take effect, in order; consecutive ones on one accumulator together. */
bool compute(Cta &cta, int number, Product *products, int count) {
    Machine &m = *cta.warps[0].machine;
    const Shared &s = *m.shared;
    UnitRoom *const found = room_of<UnitRoom>(m);
    if (!found) return false;
    UnitRoom &room = *found;
    Warp *warps = cta.warps + WARPS * number;
    Source left = source_of(s, cta), right = left;
    for (int first = 0; first < count;) {
        const Form f(products[first].instr);
        const int columns = f.columns();
        int last = first, depth = 0;
        do {
            const Product &p = products[last];
            const Form here(p.instr);
            Tile a, b;
            if (!tile_of(p.b, here.mn_major_b(), b)) return false;
            take_b(right, b, here.b_type(), columns, here.depth(), depth, room);
            const int from = here.meta() < 0 ? depth : MOST_DEPTH - here.stored();
            if (here.a_count()) {
                take_a(p, here, from, here.negates(), room);
            } else {
                if (!tile_of(p.a, here.mn_major_a(), a)) return false;
                take_a(left, a, here.a_type(), here.stored(), from, here.negates(), room);
            }
            if (here.meta() >= 0 && !expand_a(p, here, from, depth, room)) return false;
            depth += here.depth();
            ++last;
            if (f.d_type() != SUM_F32 || last == count || !products[last].adds) break;
            const Form next(products[last].instr);
            if (next.key() != f.key() || next.shape() != f.shape() || depth + next.depth() + next.stored() > MOST_DEPTH)
                break;
        } while (true);
        if (!may_read(m, left, f.i) || !may_read(m, right, f.i)) return false;
        f32 *d[WARPS][MOST_COLUMNS / 2];
        if (f.unit().terms) {
            sum_all_by_unit(warps, f, room, depth, products[first].adds);
        } else if (f.d_type() == SUM_F32) {
            for (int w = 0; w < WARPS; ++w)
                for (int r = 0; r < f.d_count(); ++r) d[w][r] = row<f32>(warps[w], f.d()[r]);
            sum_all(d, room, 0, WARPS, columns, depth, products[first].adds);
        } else {
            for (int w = 0; w < WARPS; ++w) {
                for (int r = 0; r < columns / 2; ++r) d[w][r] = room.sum[r];
                sum_all(d, room, w, w + 1, columns, depth, false);
                accumulate(warps[w], f, room.sum, products[first].adds, f.saturates());
            }
        }
        first = last;
    }
    for (int k = 0; k < count; ++k) note_completed(*warps, products[k].instr, products[k].began, WORK_PRODUCT);
    changed(m);
    return true;
}

/* Drop the first MMAs of a log. */
void forget(Warpgroup &g, int count) {
    for (int k = 0; k < count; ++k) free(g.log[k].values);
    memmove(g.log, g.log + count, (g.count - count) * sizeof *g.log);
    g.count -= count;
    g.first += count;
}

/* Let the MMAs that are due take effect, and those before them. */
int64_t tick(Machine &m, int64_t now) {
    int64_t next = NEVER;
    for (int64_t k = 0; k < m.slots; ++k) {
        Cta &cta = m.ctas[k];
        for (int number = 0; cta.place >= 0 && number < cta.count / WARPS; ++number) {
            Warpgroup &g = cta.groups[number];
            int done = 0;
            for (int p = 0; p < g.count; ++p) done = g.log[p].due <= now ? p + 1 : done;
            if (done) {
                if (!compute(cta, number, g.log, done)) {
                    Warp &w = cta.warps[number * WARPS];
                    w.mask = w.whole;
                    stop(w, g.log[0].instr, STOP_HANDOVER);
                    return NEVER;
                }
                forget(g, done);
            }
            for (int p = 0; p < g.count; ++p) next = g.log[p].due < next ? g.log[p].due : next;
        }
    }
    return next;
}

/* Instructions */

/* Gather the lanes of a warp; returns whether the instruction continues. `after` is the handler's result if not. */
INLINE bool whole_warp(Warp &w, const Instr *i, const Instr *&after) {
    if (w.mask == FULL) return true;
    WarpState &s = *w.state;
    after = nullptr;
    if (s.live != FULL) {
        after = refuse(w, i);
        return false;
    }
    u32 here = w.mask;
    ALL_LANES(l)
        if (s.parked >> l & 1 && s.barrier[l] == WARPGROUP && s.key[l] == s.place) here |= 1u << l;
    if (here != FULL) {
        const u32 waiting = w.mask;
        park(s, waiting, s.place);
        ALL_LANES(l)
            if (waiting >> l & 1) s.barrier[l] = WARPGROUP;
        return false;
    }
    s.parked = 0;
    memset(s.barrier, -1, sizeof s.barrier);
    s.converged = 1;
    w.mask = w.whole = FULL;
    return true;
}

/* Wait for the other warps of the warpgroup at the same instruction, or one alike; returns whether this one was the
 * last. */
template <class F> INLINE bool whole_group(Warp &w, const Instr *i, const Instr *&after, F alike) {
    if (!whole_warp(w, i, after)) return false;
    after = nullptr;
    Warp *warps = w.cta->warps + w.index / WARPS * WARPS;
    WarpState &s = *w.state;
    int here = 1;
    for (int k = 0; k < WARPS; ++k) {
        const WarpState &o = *warps[k].state;
        if (warps + k == &w) continue;
        if (o.live != FULL) {
            after = refuse(w, i);
            return false;
        }
        here += o.parked == FULL && o.barrier[0] == PRODUCTS && (warps[k].meets == i || alike(warps[k].meets));
    }
    if (here == WARPS) return true;
    w.meets = i;
    const int32_t place = s.place;
    park(s, FULL, place);
    memset(s.barrier, PRODUCTS, sizeof s.barrier);
    return false;
}
INLINE bool whole_group(Warp &w, const Instr *i, const Instr *&after) {
    return whole_group(w, i, after, [](const Instr *) { return false; });
}
INLINE void release_group(Warp &w) {
    Warp *warps = w.cta->warps + w.index / WARPS * WARPS;
    for (int k = 0; k < WARPS; ++k)
        if (warps + k != &w) release(*warps[k].state, FULL);
    changed(*w.machine);
}

const Instr *product_fence(Warp &w, const Instr *i) {
    const Instr *after;
    if (!whole_warp(w, i, after)) return after;
    for (int k = 0; k < w.machine->shared->watched; ++k) w.watches[k].dirty = 0;
    return i + 1;
}
const Instr *product_commit(Warp &w, const Instr *i) {
    const Instr *after;
    if (!whole_warp(w, i, after)) return after;
    ++w.product_groups;
    return i + 1;
}
const Instr *product_wait(Warp &w, const Instr *i) {
    const Instr *after;
    if (!whole_group(w, i, after)) return after;
    Cta &cta = *w.cta;
    const int number = w.index / WARPS;
    Warpgroup &g = cta.groups[number];
    const s64 before = w.product_groups - WgmmaWaitArgs(i).allowed();
    for (int k = 0; k < WARPS; ++k) {
        Warp &one = cta.warps[number * WARPS + k];
        if (one.products != w.products || one.product_groups != w.product_groups) return refuse(w, i);
        for (int key = 0; key < w.machine->shared->watched; ++key)
            if (one.watches[key].busy < before) one.watches[key].busy = -1;
    }
    int done = 0;
    while (done < g.count && g.log[done].group < before) ++done;
    if (done) {
        if (!compute(cta, number, g.log, done)) return refuse(w, i);
        forget(g, done);
    }
    release_group(w);
    return i + 1;
}

/* Record accesses to registers of MMAs. */
const Instr *watch(Warp &w, const Instr *i) {
    const WatchArgs op(i);
    for (int k = 0; k < op.sets_count(); ++k) {
        Watch &one = w.watches[op.sets()[k]];
        one.dirty = 1;
        if (one.busy >= 0) return refuse(w, i);
    }
    return i + 1;
}

INLINE bool alike(const u64 *values) {
    u64 other = 0;
    ALL_LANES(l) other |= values[l] ^ values[0];
    return !other;
}

constexpr int32_t MOST_PRODUCTS = 1 << 18; /* of a warpgroup, that no wait covers */

const Instr *multiply(Warp &w, const Instr *i) {
    const Instr *after;
    if (!whole_warp(w, i, after)) return after;
    const Shared &s = *w.machine->shared;
    const Form f(i);
    const u32 scale = f.scale_d() >= 0 ? *row<u32>(w, f.scale_d()) : f.adds() ? FULL : 0;
    const u64 *a = f.a_desc() >= 0 ? row<u64>(w, f.a_desc()) : nullptr, *b = row<u64>(w, f.b_desc());
    if ((scale && scale != FULL) || (a && !alike(a)) || !alike(b)) return refuse(w, i);
    if (scale && s.need_known)
        for (int k = 0; k < f.followed_count(); ++k)
            if (w.known[f.followed()[k]] != FULL) return stop(w, i, STOP_STEP);
    if (w.watches[f.key()].dirty || (f.fragment() >= 0 && w.watches[f.fragment()].dirty)) return refuse(w, i);
    for (int k = 0; k < s.watched; ++k) {
        const Watch &one = w.watches[k];
        if (one.busy < 0 || f.relations()[k] == APART) continue;
        if (f.relations()[k] == SAME && (one.shape < 0 || one.shape == f.shape())) continue;
        if (f.relations()[k] == FRAGMENT && one.shape < 0) continue;
        return refuse(w, i);
    }
    Cta &cta = *w.cta;
    const int number = w.index / WARPS;
    Warpgroup &g = cta.groups[number];
    const s64 position = w.products - g.first;
    if (position < 0 || position > g.count || g.count >= MOST_PRODUCTS) return refuse(w, i);
    if (position == g.count) {
        if (g.count == g.room) {
            const int32_t room = g.room ? 2 * g.room : 16;
            Product *log = (Product *)realloc(g.log, room * sizeof *log);
            if (!log) return refuse(w, i);
            g.log = log, g.room = room;
        }
        Product &p = g.log[g.count];
        p = {i, a ? a[0] : 0, b[0], w.product_groups, scale != 0, NEVER, nullptr, began(*w.machine)};
        const int rows = f.a_count() + (f.meta() >= 0);
        if (rows && !(p.values = (u32 *)malloc(sizeof(u32) * rows * WARPS * LANES))) return refuse(w, i);
        ++g.count;
    }
    Product &p = g.log[position];
    if (p.instr != i || p.a != (a ? a[0] : 0) || p.b != b[0] || p.group != w.product_groups || p.adds != (scale != 0))
        return refuse(w, i);
    for (int k = 0; k < f.a_count(); ++k)
        memcpy(p.values + (k * WARPS + w.index % WARPS) * LANES, row<u32>(w, f.a()[k]), sizeof(u32) * LANES);
    if (f.meta() >= 0)
        memcpy(p.values + (f.a_count() * WARPS + w.index % WARPS) * LANES, row<u32>(w, f.meta()), sizeof(u32) * LANES);
    ++w.products;
    Watch &key = w.watches[f.key()];
    key.busy = w.product_groups, key.shape = f.shape();
    if (f.fragment() >= 0) w.watches[f.fragment()].busy = w.product_groups;
    if (!s.early && !s.random) return i + 1;
    int done = g.count;
    for (int k = 0; k < WARPS; ++k) {
        const s64 here = cta.warps[number * WARPS + k].products - g.first;
        done = here < done ? (int)here : done;
    }
    if (s.random) {
        if (done > position) p.due = due(w);
        return i + 1;
    }
    if (done > 0) {
        if (!compute(cta, number, g.log, done)) return refuse(w, i);
        forget(g, done);
    }
    return i + 1;
}

/* Registers that warpgroups pass to each other. */
const Instr *set_registers(Warp &w, const Instr *i) {
    const Instr *after;
    const SetRegistersArgs op(i);
    const auto alike = [&op, i](const Instr *other) {
        const SetRegistersArgs o(other);
        return other->run == i->run && o.count() == op.count() && o.more() == op.more();
    };
    if (!whole_group(w, i, after, alike)) return after;
    Cta &cta = *w.cta;
    if (w.machine->shared->registers < 0) {
        release_group(w);
        return i + 1;
    }
    constexpr int THREADS = WARPS * LANES;
    Warpgroup &g = cta.groups[w.index / WARPS];
    const int count = op.count();
    if (op.more() ? g.held > count : g.held < count) return refuse(w, i);
    const bool waits = op.more() && (count - g.held) * THREADS > cta.free_registers;
    if (waits) {
        g.wanted = count;
        Warp *warps = cta.warps + w.index / WARPS * WARPS;
        park(*w.state, FULL, w.state->place);
        for (int k = 0; k < WARPS; ++k) memset(warps[k].state->barrier, REGISTER_POOL, sizeof w.state->barrier);
        changed(*w.machine);
        return nullptr;
    }
    cta.free_registers += (g.held - count) * THREADS;
    g.held = count;
    release_group(w);
    for (int k = 0; k < cta.count / WARPS; ++k) { /* waiting warpgroups */
        Warpgroup &other = cta.groups[k];
        if (!other.wanted) continue;
        const int more = (other.wanted - other.held) * THREADS;
        if (more > cta.free_registers) break;
        cta.free_registers -= more;
        other.held = other.wanted, other.wanted = 0;
        for (int n = 0; n < WARPS; ++n) release(*cta.warps[k * WARPS + n].state, FULL);
    }
    return i + 1;
}

/* clang-format off */
const Entry entries[] = {
    {"wgmma.fence", product_fence}, {"wgmma.commit_group", product_commit}, {"wgmma.wait_group", product_wait},
    {"wgmma.mma_async", multiply}, {"watch", watch}, {"setmaxnreg", set_registers},
};
/* clang-format on */

} // namespace

extern const HandlerTable LEVEL(wgmma_);
const HandlerTable LEVEL(wgmma_) = {entries, sizeof entries / sizeof *entries};
extern const Tick LEVEL(tick_wgmma_);
const Tick LEVEL(tick_wgmma_) = tick;

} // namespace pyptx
