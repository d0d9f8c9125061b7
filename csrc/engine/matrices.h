/* Matrices in shared memory as f32 or f64, for MMAs of warpgroups and in tensor memory: chunks of 16 bytes, their
 * elements, and the transposition of eight rows. Included by builds of the handlers that need them.
 */
#ifndef PYPTX_ENGINE_MATRICES_H
#define PYPTX_ENGINE_MATRICES_H

#include <stdlib.h>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "formats.h"
#include "kibibytes.h"
#include "transfers.h"

namespace pyptx {
namespace {

f32 value_of_e5m2(u32 code) {
    const f32 x = bits<f32>((code & 0x7F) << 21) * 0x1p112f;
    const f32 y = (code & 0x7F) >= 0x7C ? bits<f32>(bits<u32>(x) | 0x7F800000u) : x;
    return code & 0x80 ? -y : y;
}
f32 value_of_e4m3(u32 code) {
    const f32 x = (code & 0x7F) == 0x7F ? bits<f32>((u32)0x7FC00000) : bits<f32>((code & 0x7F) << 20) * 0x1p120f;
    return code & 0x80 ? -x : x;
}
INLINE f32 wide_f16(u32 h) {
    const f32 f = bits<f32>((h & 0x7FFF) << 13) * 0x1p112f;
    const u32 special = (h & 0x7FFF) >= 0x7C00 ? 0x7F800000u : 0;
    return bits<f32>(bits<u32>(f) | special | (h & 0x8000) << 16);
}

/* Eight elements of 16 bits. */
template <class T> INLINE void widen_halves(int type, const u8 *from, T *to) {
    u16 x[8];
    memcpy(x, from, sizeof x);
    for (int k = 0; k < 8; ++k) to[k] = type == ELEMENT_BF16 ? bits<f32>((u32)x[k] << 16) : wide_f16(x[k]);
}

/* One of several packed 6-bit elements. */
INLINE u32 six_bits(const u8 *from, int k) {
    const int at = 6 * k;
    return (from[at / 8] | (at % 8 > 2 ? from[at / 8 + 1] << 8 : 0)) >> at % 8 & 63;
}

/* The elements of some bytes; elements of 4 and 6 bits with padding need all 16 bytes of a chunk. */
INLINE void widen(int type, const u8 *from, int bytes, f32 *to) {
    switch (type) {
    case ELEMENT_F16:
        for (int k = 0; k < bytes / 2; ++k) {
            u16 x;
            memcpy(&x, from + 2 * k, 2);
            to[k] = wide_f16(x);
        }
        return;
    case ELEMENT_BF16:
        for (int k = 0; k < bytes / 2; ++k) {
            u16 x;
            memcpy(&x, from + 2 * k, 2);
            to[k] = bits<f32>((u32)x << 16);
        }
        return;
    case ELEMENT_TF32:
        for (int k = 0; k < bytes / 4; ++k) {
            u32 x;
            memcpy(&x, from + 4 * k, 4);
            to[k] = bits<f32>(x & 0xFFFFE000u);
        }
        return;
    case ELEMENT_E4M3:
        for (int k = 0; k < bytes; ++k) to[k] = value_of_e4m3(from[k]);
        return;
    case ELEMENT_E5M2:
        for (int k = 0; k < bytes; ++k) to[k] = value_of_e5m2(from[k]);
        return;
    case ELEMENT_S8:
        for (int k = 0; k < bytes; ++k) to[k] = (s8)from[k];
        return;
    case ELEMENT_U8:
        for (int k = 0; k < bytes; ++k) to[k] = from[k];
        return;
    case ELEMENT_E2M1:
        for (int k = 0; k < bytes; ++k) to[k] = E2M1_VALUES.of[from[k / 2] >> 4 * (k % 2) & 15];
        return;
    case ELEMENT_E2M3:
    case ELEMENT_E3M2:
        for (int k = 0; k < bytes; ++k)
            to[k] = (type == ELEMENT_E2M3 ? E2M3_VALUES : E3M2_VALUES).of[six_bits(from, k)];
        return;
    case ELEMENT_E2M1_BYTE:
        for (int k = 0; k < bytes; ++k) to[k] = E2M1_VALUES.of[from[k] >> 2 & 15];
        return;
    case ELEMENT_E2M3_BYTE:
        for (int k = 0; k < bytes; ++k) to[k] = E2M3_VALUES.of[from[k]];
        return;
    case ELEMENT_E3M2_BYTE:
        for (int k = 0; k < bytes; ++k) to[k] = E3M2_VALUES.of[from[k]];
        return;
    case ELEMENT_E2M1_PACKED:
        for (int k = 0; k < 2 * bytes; ++k) to[k] = E2M1_VALUES.of[from[k / 2] >> 4 * (k % 2) & 15];
        return;
    default:
        for (int k = 0; k < bytes * 8; ++k) to[k] = from[k / 8] >> (k % 8) & 1;
    }
}

/* The parts that are stored of a chunk of a sparse A, from four bits of metadata: one of two for a chunk of two
 * columns, else two of four; false if the bits are invalid. */
INLINE bool stored_parts(u32 code, int chunk, bool ordered, int parts[2]) {
    if (chunk == 2) {
        parts[0] = code == 14;
        return code == 4 || code == 14;
    }
    parts[0] = (int)(code & 3), parts[1] = (int)(code >> 2);
    return ordered ? parts[0] < parts[1] : parts[0] != parts[1];
}

/* A CTA's shared memory as the source of an MMA, and whether its bytes may be read. */
struct Source {
    const u8 *data, *state; /* from a multiple of 1024 in the arena on */
    u32 most;               /* last index at which a chunk may start */
    u64 seen;               /* the bits that the states of all bytes have */
    bool inside;
    bool needs_written;
    u64 padding[2] = {0, 0}; /* all ones in the bytes of a chunk that are not read */
    u32 first = 0, last = 0; /* bytes that may all be read */

    /* Whether all bytes from `from` to `until` may be read: then their chunks need no further check. */
    bool covers(u64 from, u64 until) {
        if (from >= first && until <= last) return true;
        if (!inside || until > (u64)most + 16) return false;
        if (needs_written && !range_has(state, from, until - from, INITIALISED)) return false;
        const bool meets = from <= last && until >= first;
        first = (u32)(meets && first < from ? first : from), last = (u32)(meets && last > until ? last : until);
        return true;
    }
    INLINE const u8 *chunk(u32 place) {
        static const u8 nothing[16] = {};
        if (!inside || place > most) {
            inside = false;
            return nothing;
        }
        u64 words[2];
        memcpy(words, state + place, 16);
        seen &= (words[0] | padding[0]) & (words[1] | padding[1]);
        return data + place;
    }
    /* Whether one of some bytes was never written. */
    bool lacks(u32 place, int bytes) const {
        for (int k = 0; k < bytes; ++k)
            if (!(state[place + k] & INITIALISED)) return true;
        return false;
    }
    /* Whether all chunks are inside and, if that is checked, written. */
    bool good(const Shared &s) const {
        return inside && (!s.need_known || (seen & pattern(INITIALISED)) == pattern(INITIALISED));
    }
};

/* Rows of A or columns of B that have an undefined element, by bit. */
struct LineSet {
    u64 words[4] = {};
    void add(int line) { words[line / 64] |= 1ull << line % 64; }
    void remove(int line) { words[line / 64] &= ~(1ull << line % 64); }
    bool has(int line) const { return words[line / 64] >> line % 64 & 1; }
    bool any() const { return words[0] | words[1] | words[2] | words[3]; }
};

INLINE Source source_of(const Shared &s, const Cta &cta) {
    return {s.data + cta.shared_start, s.state + cta.shared_start, (u32)s.shared_bytes - 16, ~0ull,
            s.shared_bytes >= 16,      s.need_known != 0};
}

#if defined(__AVX2__)
/* The elements of 16 bits in the upper halves of words. */
INLINE __m256 upper_halves(int type, __m256i words) {
    const __m256i x = _mm256_and_si256(words, _mm256_set1_epi32((int)0xFFFF0000));
    if (type == ELEMENT_BF16) return _mm256_castsi256_ps(x);
    const __m256i magnitude = _mm256_and_si256(_mm256_srli_epi32(x, 3), _mm256_set1_epi32(0x0FFFE000));
    const __m256 value = _mm256_mul_ps(_mm256_castsi256_ps(magnitude), _mm256_set1_ps(0x1p112f));
    const __m256i special = _mm256_and_si256(_mm256_cmpgt_epi32(magnitude, _mm256_set1_epi32((0x7C00 << 13) - 1)),
                                             _mm256_set1_epi32(0x7F800000));
    const __m256i sign = _mm256_and_si256(x, _mm256_set1_epi32((int)0x80000000));
    return _mm256_or_ps(value, _mm256_castsi256_ps(_mm256_or_si256(special, sign)));
}
/* A chunk of each of eight rows: their words, transposed. */
INLINE void words_of(const u8 *const from[8], __m256i words[4]) {
    const auto chunk = [=](int r) INLINED { return _mm_loadu_si128((const __m128i *)from[r]); };
    const auto two = [=](int r)
                         INLINED { return _mm256_inserti128_si256(_mm256_castsi128_si256(chunk(r)), chunk(r + 4), 1); };
    const __m256i a = two(0), b = two(1), c = two(2), d = two(3);
    const __m256i ab = _mm256_unpacklo_epi32(a, b), ba = _mm256_unpackhi_epi32(a, b);
    const __m256i cd = _mm256_unpacklo_epi32(c, d), dc = _mm256_unpackhi_epi32(c, d);
    words[0] = _mm256_unpacklo_epi64(ab, cd), words[1] = _mm256_unpackhi_epi64(ab, cd);
    words[2] = _mm256_unpacklo_epi64(ba, dc), words[3] = _mm256_unpackhi_epi64(ba, dc);
}
INLINE void put_eight(f32 *to, __m256 x) { _mm256_storeu_ps(to, x); }
INLINE void put_eight(f64 *to, __m256 x) {
#if defined(__AVX512F__)
    return _mm512_storeu_pd(to, _mm512_maskz_cvtps_pd(0xFF, x));
#endif
    _mm256_storeu_pd(to, _mm256_cvtps_pd(_mm256_castps256_ps128(x)));
    _mm256_storeu_pd(to + 4, _mm256_cvtps_pd(_mm256_extractf128_ps(x, 1)));
}
#endif

#if defined(__AVX512F__)
/* A chunk of each of four rows. */
INLINE __m512i four_chunks(const u8 *const from[4]) {
    const auto chunk = [=](int r) { return _mm_loadu_si128((const __m128i *)from[r]); };
    const __m512i two = _mm512_inserti32x4(_mm512_castsi128_si512(chunk(0)), chunk(1), 1);
    return _mm512_inserti32x4(_mm512_inserti32x4(two, chunk(2), 2), chunk(3), 3);
}
INLINE __m512 upper_halves(int type, __m512i words) {
    const __m512i x = _mm512_and_si512(words, _mm512_set1_epi32((int)0xFFFF0000));
    if (type == ELEMENT_BF16) return _mm512_castsi512_ps(x);
    const __m512i magnitude = _mm512_and_si512(_mm512_srli_epi32(x, 3), _mm512_set1_epi32(0x0FFFE000));
    const __m512 value = _mm512_mul_ps(_mm512_castsi512_ps(magnitude), _mm512_set1_ps(0x1p112f));
    const __m512i special =
        _mm512_maskz_set1_epi32(_mm512_cmpge_epi32_mask(magnitude, _mm512_set1_epi32(0x7C00 << 13)), 0x7F800000);
    const __m512i sign = _mm512_and_si512(x, _mm512_set1_epi32((int)0x80000000));
    return _mm512_castsi512_ps(_mm512_or_si512(_mm512_or_si512(_mm512_castps_si512(value), special), sign));
}
/* Elements of 16 bits of a chunk of each of eight rows: eight values of positions 2 `pair` and 2 `pair` + 1 along K. */
INLINE __m512 pair_of_columns(int type, __m512i first, __m512i last, int pair) {
    const __m512i rows = _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 0, 4, 8, 12, 16, 20, 24, 28);
    const __m512i shifts = _mm512_setr_epi32(16, 16, 16, 16, 16, 16, 16, 16, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m512i words = _mm512_permutex2var_epi32(first, _mm512_add_epi32(rows, _mm512_set1_epi32(pair)), last);
    return upper_halves(type, _mm512_sllv_epi32(words, shifts));
}
INLINE void put_pair(f32 (*to)[8], __m512 x) { _mm512_storeu_ps(to[0], x); }
template <class T, int W> INLINE void put_pair(T (*to)[W], __m512 x) {
    put_eight(to[0], _mm512_castps512_ps256(x)), put_eight(to[1], _mm512_extractf32x8_ps(x, 1));
}
#endif

/* Transpose a chunk of each of eight rows: `to` has eight values, of `W` ones, for each position along K. */
template <class T, int W> INLINE void columns_of(int type, const u8 *const from[8], T (*to)[W]) {
#if defined(__AVX512F__)
    if (ELEMENT_BITS[type] == 16) {
        const __m512i first = four_chunks(from), last = four_chunks(from + 4);
        for (int pair = 0; pair < 4; ++pair) put_pair(to + 2 * pair, pair_of_columns(type, first, last, pair));
        return;
    }
#elif defined(__AVX2__)
    if (ELEMENT_BITS[type] == 16) {
        __m256i words[4];
        words_of(from, words);
#pragma GCC unroll 4
        for (int n = 0; n < 4; ++n) {
            put_eight(to[2 * n], upper_halves(type, _mm256_slli_epi32(words[n], 16)));
            put_eight(to[2 * n + 1], upper_halves(type, words[n]));
        }
        return;
    }
#endif
    f32 x[128];
    const int count = 128 / ELEMENT_BITS[type];
    for (int r = 0; r < 8; ++r) {
        widen(type, from[r], 16, x);
        for (int k = 0; k < count; ++k) to[k][r] = x[k];
    }
}

/* Call a function with a type of elements, which is a constant in its builds for the most frequent ones. */
template <class F> INLINE void with_type(int type, F f) {
    if (type == ELEMENT_BF16) f(ELEMENT_BF16);
    else if (type == ELEMENT_F16) f(ELEMENT_F16);
    else f(type);
}

/* Scratch memory for one computation; null if there is none. */
template <class T> T *room_of(Machine &m) {
    if (m.scratch_room < sizeof(T)) {
        void *found = nullptr;
        if (posix_memalign(&found, 64, sizeof(T))) return nullptr;
        free(m.scratch);
        m.scratch = (u8 *)found, m.scratch_room = sizeof(T);
    }
    return (T *)m.scratch;
}

} // namespace
} // namespace pyptx
#endif
