// Functions of the math library, in both precisions and the fast variants.
template <typename T> __device__ T functions(T x, T y) {
    T s, c;
    sincos(x, &s, &c);
    return s + c + sin(y) + pow(x, y) + exp(x) + log(y) + tanh(x) + sqrt(y) + x / y + fmod(x, y) + cbrt(x) + erf(y);
}
__global__ void in_f64(double *a, double y) { a[threadIdx.x] = functions(a[threadIdx.x], y); }
__global__ void in_f32(float *a, float y) {
    float x = a[threadIdx.x];
    a[threadIdx.x] = sinf(x) + powf(x, y) + expf(x) + logf(y) + tanhf(x) + sqrtf(y) + x / y + fmodf(x, y) + lgammaf(x);
}
__global__ void approximate(float *a, float y) {
    float x = a[threadIdx.x];
    x = __sinf(x) + __cosf(x) + __expf(x) + __logf(x) + __powf(x, y) + __fdividef(x, y) + rsqrtf(x) + __tanf(y);
    a[threadIdx.x] = __saturatef(x) + __frcp_rn(x) + exp2f(y) + log2f(y) + copysignf(x, y);
}
__global__ void rounded(float *f, double *d) {
    float x = f[0], y = f[1], z = f[2];
    f[3] = __fadd_rz(x, y) + __fmul_ru(x, y) + __fmaf_rd(x, y, z) + __fsub_rn(x, y) + __fdiv_rz(x, y) + __fsqrt_ru(x);
    double u = d[0], v = d[1], w = d[2];
    d[3] = __dadd_rz(u, v) + __dmul_ru(u, v) + __fma_rd(u, v, w) + __dsub_rn(u, v) + __ddiv_rn(u, v) + __drcp_rn(u);
    d[4] = __dsqrt_rz(u) + floor(v) + ceil(w) + trunc(u) + rint(v) + nearbyint(w) + fmin(u, v) + fmax(v, w) + fabs(u);
    f[4] = floorf(x) + ceilf(y) + truncf(z) + rintf(x) + fminf(x, y) + fmaxf(y, z) + fabsf(x) + (isnan(x) ? y : z);
}
__global__ void conversions(const float *f, const double *d, int *i, long long *l, unsigned char *b) {
    i[0] = __float2int_rn(f[0]) + __float2int_rz(f[1]) + __float2uint_rd(f[2]) + __double2int_ru(d[0]) + (int)d[1];
    l[0] = __float2ll_rn(f[0]) + __double2ll_rz(d[0]) + (unsigned long long)d[2] + __double_as_longlong(d[3]);
    b[0] = (unsigned char)f[4], ((signed char *)b)[1] = (signed char)i[4], ((short *)b)[2] = (short)d[4];
    ((float *)i)[8] = __int2float_rz(i[3]) + __uint2float_ru(i[4]) + (float)l[3] + __double2float_rn(d[5]) + b[6];
    ((double *)l)[8] = __int2double_rn(i[5]) + __ll2double_rd(l[4]) + (double)f[6] + __hiloint2double(i[6], i[7]);
}
