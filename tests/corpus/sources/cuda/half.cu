// Arithmetic and conversions in half precision and bfloat16.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void halves(__half *h, __half2 *h2, float *f) {
    h[0] = __hfma(h[1], h[2], h[3]) + __hadd_sat(h[4], h[5]) - h[6] * h[7] + hsqrt(h[8]) / hexp2(h[9]);
    h2[0] = __hfma2_relu(h2[1], h2[2], h2[3]) + __hmul2_sat(h2[4], h2[5]) + __habs2(h2[6]) + __hneg2(h2[7]) + h2rcp(h2[8]);
    h2[9] = __lows2half2(h2[1], h2[2]) + __lowhigh2highlow(h2[3]) + __hgt2(h2[4], h2[5]) + h2trunc(h2[6]);
    h[10] = __hmax(h[11], h[12]) + __hmin(h[13], h[14]) + (__hle(h[15], h[16]) ? h[17] : h[18]);
    f[0] = __half2float(h[19]) + __low2float(h2[20]) + __half2int_rn(h[21]) + __half2ull_rz(h[22]) + __hisnan(h[23]);
    h[24] = __float2half_rz(f[1]), h[25] = __int2half_rn((int)f[2]), h2[13] = __floats2half2_rn(f[3], f[4]);
    h[28] = __shfl_xor_sync(~0u, h[29], 1);
    h2[15] = __ldg(h2 + 16);
}
#if __CUDA_ARCH__ >= 800
__global__ void brains(__nv_bfloat16 *b, __nv_bfloat162 *b2, float *f) {
    b[0] = __hfma(b[1], b[2], b[3]) + b[4] * b[5] - b[6];
    b2[0] = __hfma2(b2[1], b2[2], b2[3]) + __hmax2(b2[4], b2[5]) + __hneg2(b2[6]);
    f[0] = __bfloat162float(b[7]) + __low2float(b2[8]) + (__hlt(b[9], b[10]) ? 1.f : 2.f);
    b[11] = __float2bfloat16_rn(f[1]), b2[12] = __floats2bfloat162_rn(f[2], f[3]);
}
#endif
