// Separate compilation (-rdc=true) with parts.cu: functions, variables and names of one file alone.
#include <cstdio>
extern __device__ float scaled(float);
extern __device__ int counter;
extern __constant__ float factor;
static __device__ float own(float x) { return x + 1; }
template <class T> __device__ __noinline__ T shared_by_both(T x) { return x + 10; }

__global__ void main_kernel(float *p, int n) {
    __shared__ float tile[32];
    tile[threadIdx.x] = own(p[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x < n) p[threadIdx.x] = shared_by_both(scaled(tile[threadIdx.x ^ 1]));
    atomicAdd(&counter, 1);
}
int run_part(float *);

int main(int count, char **) {
    float *p;
    cudaMallocManaged(&p, 32 * sizeof *p);
    for (int i = 0; i < 32; ++i) p[i] = i;
    main_kernel<<<1, count > 1 ? 64 : 32>>>(p, 64);
    cudaDeviceSynchronize();
    printf("> %g %g\n", p[0], p[31]);
    const int counted = run_part(p);
    printf("> %g %d\n", p[0], counted);
}
