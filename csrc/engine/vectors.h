/* Vectors of a level of the instruction set, for sums of matrices. Included by the builds of the handlers that need
 * them.
 */
#ifndef PYPTX_ENGINE_VECTORS_H
#define PYPTX_ENGINE_VECTORS_H

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "lanes.h"

namespace pyptx {
namespace {

#if defined(__AVX512F__)
constexpr int VECTOR_BYTES = 64;
#elif defined(__AVX2__)
constexpr int VECTOR_BYTES = 32;
#else
constexpr int VECTOR_BYTES = 16;
#endif
template <class T> constexpr int WIDTH = VECTOR_BYTES / sizeof(T);
template <class T, int W> struct VectorOf { typedef T type __attribute__((vector_size(W * sizeof(T)))); };
template <class T, int W = WIDTH<T>> using Vectors = typename VectorOf<T, W>::type;

template <class V, class T> INLINE V vector_at(const T *p) {
    V x;
    memcpy(&x, p, sizeof x);
    return x;
}

/* a * b + c, rounded once, for elements of matrices: an f32 sum of theirs that f64 rounds is not near the middle of two
 * f32 (see `sum_in_order` of pyptx/sim/semantics/exact.py), and a product of theirs is exact in f64. */
template <class V> INLINE V fused(V a, V b, V c) {
    for (size_t k = 0; k < sizeof c / sizeof c[0]; ++k) {
#ifdef __FP_FAST_FMAF
        if (sizeof c[0] == sizeof(f32)) c[k] = __builtin_fmaf(a[k], b[k], c[k]);
        else
#endif
            c[k] = (f64)a[k] * (f64)b[k] + (f64)c[k];
    }
    return c;
}
#if defined(__AVX512F__)
INLINE Vectors<f32, 16> fused(Vectors<f32, 16> a, Vectors<f32, 16> b, Vectors<f32, 16> c) {
    return _mm512_fmadd_ps(a, b, c);
}
INLINE Vectors<f64, 8> fused(Vectors<f64, 8> a, Vectors<f64, 8> b, Vectors<f64, 8> c) {
    return _mm512_fmadd_pd(a, b, c);
}
#endif
#if defined(__AVX2__)
INLINE Vectors<f32, 8> fused(Vectors<f32, 8> a, Vectors<f32, 8> b, Vectors<f32, 8> c) {
    return _mm256_fmadd_ps(a, b, c);
}
INLINE Vectors<f64, 4> fused(Vectors<f64, 4> a, Vectors<f64, 4> b, Vectors<f64, 4> c) {
    return _mm256_fmadd_pd(a, b, c);
}
#endif

/* Replace each NaN by that of matrix units. */
template <class V> INLINE V canonical_nan(V x) {
    V nan;
    for (size_t k = 0; k < sizeof x / sizeof x[0]; ++k) nan[k] = bits<f32>((u32)0x7FFFFFFF);
    return x == x ? x : nan;
}

} // namespace
} // namespace pyptx
#endif
