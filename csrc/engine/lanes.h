/* Rows of 32 lanes, and how they are read and written; included by each build of the handlers. */
#ifndef PYPTX_ENGINE_LANES_H
#define PYPTX_ENGINE_LANES_H

#include <string.h>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include "memory.h"

/* The name of a table of this level of the instruction set. */
#define JOINED(HEAD, LEVEL) HEAD##LEVEL
#define JOIN(HEAD, LEVEL) JOINED(HEAD, LEVEL)
#define LEVEL(HEAD) JOIN(HEAD, PYPTX_LEVEL)

namespace pyptx {
namespace {

using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;
using s8 = int8_t;
using s16 = int16_t;
using s32 = int32_t;
using s64 = int64_t;
using f32 = float;
using f64 = double;

#define ALL_LANES(l) for (int l = 0; l < LANES; ++l)
/* The lanes of a mask, in rising order. */
#define EACH_LANE(LANES_OF, L) \
    for (u32 left_ = (LANES_OF), L = 0; left_ ? (L = (u32)__builtin_ctz(left_), true) : false; left_ &= left_ - 1)
#define INLINE inline __attribute__((always_inline))
#define COLD __attribute__((noinline))
/* For lambdas: a loop over lanes that contains a call is not vectorised. */
#define INLINED __attribute__((always_inline))

template <class T> INLINE T *row(const Warp &w, int32_t at) { return (T *)(w.regs + at); }

template <class To, class From> INLINE To bits(From x) {
    static_assert(sizeof(To) == sizeof(From), "sizes differ");
    To y;
    memcpy(&y, &x, sizeof y);
    return y;
}

/* Whether handlers have a loop of their own for warps whose lanes are all there: where there is one build for all
 * levels they are small instead. */
#ifdef PYPTX_LEVEL
constexpr bool WHOLE_WARPS = true;
#else
constexpr bool WHOLE_WARPS = false;
#endif

/* Write some lanes of a row. A blend and a whole store: the next load would wait for a masked store to retire. */
template <class D> INLINE void blend(D *d, const D *t, u32 mask) {
#if defined(__AVX512BW__) && defined(__AVX512VL__)
    if constexpr (sizeof(D) == 4 || sizeof(D) == 8) {
        constexpr int WIDE = 64 / sizeof(D);
#pragma GCC unroll 4
        for (int k = 0; k < LANES; k += WIDE) {
            const __m512i old = _mm512_loadu_si512(d + k), given = _mm512_loadu_si512(t + k);
            __m512i made = sizeof(D) == 4 ? _mm512_mask_blend_epi32((__mmask16)(mask >> k), old, given)
                                          : _mm512_mask_blend_epi64((__mmask8)(mask >> k), old, given);
            __asm__("" : "+v"(made)); /* or both become a masked store */
            _mm512_storeu_si512(d + k, made);
        }
        return;
    }
#endif
    ALL_LANES(l) d[l] = mask >> l & 1 ? t[l] : d[l];
}

/* Write lanes of a row; `f` computes one. */
template <class D, class F> INLINE void put(Warp &w, int32_t at, F f) {
    D *d = row<D>(w, at);
    if (WHOLE_WARPS && w.mask == FULL) {
#pragma GCC ivdep
        ALL_LANES(l) d[l] = f(l);
        return;
    }
    D t[LANES];
    ALL_LANES(l) t[l] = f(l);
    blend(d, t, w.mask);
}

template <class F> INLINE void put_pred(Warp &w, int32_t at, F f) {
    u32 word = 0;
    ALL_LANES(l) word |= (u32)f(l) << l;
    u32 &d = *row<u32>(w, at);
    d = (d & ~w.mask) | (word & w.mask);
}

INLINE u32 pred_of(const Warp &w, int32_t at, int64_t negated) { return *row<u32>(w, at) ^ (negated ? FULL : 0); }
INLINE void set_pred(Warp &w, int32_t at, u32 word) {
    u32 &d = *row<u32>(w, at);
    d = (d & ~w.mask) | (word & w.mask);
}

inline void mark_bytes(u8 *state, unsigned size) { memset(state, ALLOCATED | INITIALISED | WRITABLE, size); }

/* The states of bytes to where they are copied. */
inline void copy_states(const Shared &s, u64 index, u8 *state, u64 size) {
    if (has(s, index, size, INITIALISED)) return mark_bytes(state, (unsigned)size);
    for (u64 k = 0; k < size; ++k)
        state[k] = (u8)(ALLOCATED | WRITABLE | (has(s, index + k, 1, INITIALISED) ? INITIALISED : 0));
}

} // namespace
} // namespace pyptx
#endif
