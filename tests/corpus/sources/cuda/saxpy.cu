// A grid-stride loop, and the same with vectors.
extern "C" __global__ void saxpy(int n, float a, const float *__restrict__ x, float *__restrict__ y) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = a * x[i] + y[i];
}

extern "C" __global__ void saxpy4(int n, float a, const float4 *__restrict__ x, float4 *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 u = x[i], v = y[i];
    v.x += a * u.x, v.y += a * u.y, v.z += a * u.z, v.w += a * u.w;
    y[i] = v;
}

template <typename T> __global__ void scale(T *data, T by, long n) {
    long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
    if (i < n) data[i] *= by;
}
template __global__ void scale(double *, double, long);
template __global__ void scale(unsigned char *, unsigned char, long);
template __global__ void scale(short *, short, long);
template __global__ void scale(long long *, long long, long);
