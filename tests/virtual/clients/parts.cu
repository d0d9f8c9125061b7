__device__ int counter = 5;
__constant__ float factor = 3;
static __device__ float own(float x) { return x * factor; }
template <class T> __device__ __noinline__ T shared_by_both(T x) { return x + 10; }
__device__ float scaled(float x) { return own(x); }
__global__ void part_kernel(float *p) { p[0] = shared_by_both((float)counter); }

int run_part(float *p) {
    part_kernel<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    int found = 0;
    cudaMemcpyFromSymbol(&found, counter, sizeof found);
    return found;
}
