// Conversions to and from numbers of 8, 6 and 4 bits.
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

__global__ void eighths(__nv_fp8x2_storage_t *q, __nv_fp8_storage_t *r, float2 *f, __half2_raw *h, double *d) {
    q[0] = __nv_cvt_float2_to_fp8x2(f[0], __NV_SATFINITE, __NV_E4M3);
    q[1] = __nv_cvt_float2_to_fp8x2(f[1], __NV_SATFINITE, __NV_E5M2);
    q[2] = __nv_cvt_halfraw2_to_fp8x2(h[2], __NV_SATFINITE, __NV_E4M3);
    r[8] = __nv_cvt_float_to_fp8(f[3].x, __NV_NOSAT, __NV_E5M2);
    r[9] = __nv_cvt_double_to_fp8(d[3], __NV_SATFINITE, __NV_E4M3);
    h[4] = __nv_cvt_fp8x2_to_halfraw2(q[5], __NV_E4M3);
    h[5] = __nv_cvt_fp8x2_to_halfraw2(q[6], __NV_E5M2);
}
__global__ void smaller(__nv_fp6x2_storage_t *s, __nv_fp4x2_storage_t *q, float2 *f, __half2_raw *h, __nv_fp8x2_storage_t *e) {
    s[0] = __nv_cvt_float2_to_fp6x2(f[0], __NV_E2M3, cudaRoundNearest);
    s[1] = __nv_cvt_float2_to_fp6x2(f[1], __NV_E3M2, cudaRoundNearest);
    q[0] = __nv_cvt_float2_to_fp4x2(f[2], __NV_E2M1, cudaRoundNearest);
    h[0] = __nv_cvt_fp6x2_to_halfraw2(s[2], __NV_E3M2), h[1] = __nv_cvt_fp4x2_to_halfraw2(q[1], __NV_E2M1);
    e[0] = __nv_cvt_float2_to_e8m0x2(f[3], __NV_SATFINITE, cudaRoundPosInf);
    ((__nv_bfloat162_raw *)h)[4] = __nv_cvt_e8m0x2_to_bf162raw(e[1]);
}
