// Atomic operations of every type and scope, and the loops where there is no instruction.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <typename T> __device__ T arithmetic(T *p, T v) {
    return atomicAdd(p, v) + atomicMin(p, v) + atomicMax(p, v) + atomicExch(p, v) + atomicCAS(p, v, v + 1);
}
template <typename T> __device__ T bits(T *p, T v) { return atomicAnd(p, v) ^ atomicOr(p, v) ^ atomicXor(p, v); }

__global__ void integers(int *i, unsigned *u, unsigned long long *ull, long long *ll) {
    *i += arithmetic(i, 3) + bits(i, 5) + atomicSub(i, 2);
    *u += arithmetic(u, 3u) + bits(u, 5u) + atomicInc(u, 9u) + atomicDec(u, 9u);
    *ull += arithmetic(ull, 3ull) + bits(ull, 5ull);
    *ll += atomicMin(ll, -3ll) + atomicMax(ll, -4ll) + atomicAnd(ll, 7ll);
}

__global__ void results_unused(int *i, float *f, double *d, unsigned long long *ull) {
    atomicAdd(i, 1), atomicMax(i, 2), atomicOr(i, 4), atomicExch(i, 0);
    atomicAdd(f, 1.f), atomicAdd(d, 1.0), atomicAdd(ull, 1ull);
}

__global__ void floats(float *f, double *d, __half *h, __half2 *h2, __nv_bfloat16 *b, __nv_bfloat162 *b2) {
    f[1] = atomicAdd(f, 1.5f) + atomicExch(f, 2.f);
    d[1] = atomicAdd(d, 2.5);
    h[1] = atomicAdd(h, __float2half(1.f));
    h2[1] = atomicAdd(h2, __float2half2_rn(1.f));
    b[1] = atomicAdd(b, __float2bfloat16(1.f));
    b2[1] = atomicAdd(b2, __float2bfloat162_rn(1.f));
#if __CUDA_ARCH__ >= 900
    float4 *f4 = (float4 *)f;
    f4[1] = atomicAdd(f4, make_float4(1, 2, 3, 4));
#endif
}

__global__ void scopes(int *p, unsigned short *s, double *d) {
    p[1] = atomicAdd_system(p, 1) + atomicAdd_block(p, 2) + atomicCAS_block(p, 3, 4) + atomicCAS_system(p, 5, 6);
    s[1] = atomicCAS(s, (unsigned short)1, (unsigned short)2);
    d[1] = atomicAdd_block(d, 1.0);
    __shared__ int shared[4];
    shared[threadIdx.x & 3] = 0;
    __syncthreads();
    atomicAdd(&shared[1], p[2]);
    p[3] = atomicMax(&shared[2], p[4]);
}

__global__ void by_order(int *p, unsigned long long *q) {
    int v = __nv_atomic_load_n(p, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_store_n(p + 1, v, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_SYSTEM);
    __nv_atomic_fetch_add(p + 2, v, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    q[1] = __nv_atomic_fetch_or(q, 3ull, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
    int expected = 3, desired = 4;
    __nv_atomic_compare_exchange(p + 3, &expected, &desired, true, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED,
                                 __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
}

__device__ double atomic_max(double *address, double value) {
    unsigned long long *bits = (unsigned long long *)address, old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, (unsigned long long)__double_as_longlong(fmax(value, __longlong_as_double(assumed))));
    } while (assumed != old);
    return __longlong_as_double(old);
}
__global__ void spin(double *d, int *lock) {
    while (atomicCAS(lock, 0, 1)) __nanosleep(20);
    d[1] = atomic_max(d, 3.0);
    __threadfence_system();
    atomicExch(lock, 0);
}
