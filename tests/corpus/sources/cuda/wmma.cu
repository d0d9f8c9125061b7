// Matrix fragments of <mma.h>: every type and shape.
#include <mma.h>
using namespace nvcuda::wmma;

template <int M, int N, int K, typename T, typename U, typename A, typename B> __device__ void tile(const T *a, const T *b, U *c) {
    fragment<matrix_a, M, N, K, T, A> left;
    fragment<matrix_b, M, N, K, T, B> right;
    fragment<accumulator, M, N, K, U> sum;
    fill_fragment(sum, (U)0);
    for (int k = 0; k < 4; k++) {
        load_matrix_sync(left, a + k * K, 64);
        load_matrix_sync(right, b + k * K, 64);
        mma_sync(sum, left, right, sum);
    }
    store_matrix_sync(c, sum, 64, mem_row_major);
}
__global__ void halves(const __half *a, const __half *b, float *c, __half *d) {
    tile<16, 16, 16, __half, float, row_major, col_major>(a, b, c);
    tile<32, 8, 16, __half, float, col_major, col_major>(a, b, c + 512);
    tile<8, 32, 16, __half, __half, row_major, row_major>(a, b, d);
}
__global__ void bytes(const signed char *a, const unsigned char *b, int *c) {
    tile<16, 16, 16, signed char, int, row_major, col_major>(a, a, c);
    tile<8, 32, 16, unsigned char, int, row_major, col_major>(b, b, c + 512);
}
__global__ void narrow(const void *a, int *c) {
    fragment<matrix_a, 8, 8, 32, experimental::precision::s4, row_major> left;
    fragment<matrix_b, 8, 8, 32, experimental::precision::s4, col_major> right;
    fragment<accumulator, 8, 8, 32, int> sum;
    load_matrix_sync(left, a, 32), load_matrix_sync(right, a, 32), load_matrix_sync(sum, c, 8, mem_col_major);
    mma_sync(sum, left, right, sum);
    fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major> ones;
    fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major> others;
    fragment<accumulator, 8, 8, 128, int> count;
    fill_fragment(count, 0), load_matrix_sync(ones, a, 128), load_matrix_sync(others, a, 128);
    bmma_sync(count, ones, others, count);
    store_matrix_sync(c, sum, 8, mem_row_major), store_matrix_sync(c + 64, count, 8, mem_row_major);
}
#if __CUDA_ARCH__ >= 800
__global__ void newer(const __nv_bfloat16 *a, const double *d, const float *f, float *c, double *e) {
    tile<16, 16, 16, __nv_bfloat16, float, row_major, col_major>(a, a, c);
    tile<8, 8, 4, double, double, row_major, col_major>(d, d, e);
    fragment<matrix_a, 16, 16, 8, precision::tf32, row_major> left;
    fragment<matrix_b, 16, 16, 8, precision::tf32, col_major> right;
    fragment<accumulator, 16, 16, 8, float> sum;
    fill_fragment(sum, 0.f), load_matrix_sync(left, f, 8), load_matrix_sync(right, f, 8);
    for (int i = 0; i < left.num_elements; i++) left.x[i] = __float_to_tf32(left.x[i]);
    mma_sync(sum, left, right, sum);
    store_matrix_sync(c, sum, 16, mem_row_major);
}
#endif
