// What other modules define and use: separate compilation.
extern __device__ float table[16];
extern __device__ int imported(int, float *);
extern __shared__ double scratch[];
__device__ int exported_counter = 7;
__constant__ float exported_weights[3] = {0.25f, 0.5f, 0.25f};
__device__ __noinline__ float exported(float x) { return x * exported_weights[1]; }
static __device__ __noinline__ float hidden(float x) { return x + 1.f; }
template <typename T> __device__ __noinline__ T twice(T x) { return x + x; }
__global__ void k(float *out, int n) {
    scratch[threadIdx.x] = n;
    __syncthreads();
    out[0] = exported(table[n]) + hidden(out[1]) + (float)scratch[n] + twice(n) + twice(out[2]);
    exported_counter += imported(n, out);
}
