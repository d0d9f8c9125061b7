// Variables of every state space, with and without initial values.
struct alignas(32) Record {
    int number;
    double weight;
    const char *name;
    int (*apply)(int);
};
__device__ __noinline__ int plus_one(int x) { return x + 1; }
__device__ int zero;
__device__ float pi = 3.14159265f;
__device__ double euler = 2.718281828459045;
__device__ unsigned char bytes[] = {1, 2, 3, 255};
__device__ long long longs[2][3] = {{1, -2, 3}, {4, 5, 0x7fffffffffffffffll}};
__device__ int *pointer = &zero;
__device__ const char *words[] = {"alpha", "beta", "g\tam\"ma\n"};
__device__ Record record = {7, 0.5, "record", plus_one};
__device__ float *inside = (float *)&bytes[4];
__managed__ int managed = 9;
__constant__ int table[64] = {1, 1, 2, 3, 5, 8, 13};
__constant__ Record fixed = {1, 2.5, nullptr, nullptr};
__device__ volatile int flag;
__shared__ float4 tile[32];
namespace space {
__device__ int value = 4;
}
extern __shared__ __align__(128) unsigned char dynamic_shared[];

__global__ void k(float *out, int i) {
    __shared__ int block[8][9];
    __shared__ short2 pairs[16];
    float local[16];
    for (int j = 0; j < 16; j++) local[j] = out[j] * pi;
    block[i & 7][threadIdx.x % 9] = table[i] + fixed.number + managed + space::value;
    pairs[i & 15] = make_short2((short)i, 2);
    tile[threadIdx.x & 31] = make_float4(1, 2, 3, 4);
    dynamic_shared[threadIdx.x] = bytes[i];
    __syncthreads();
    flag = 1;
    out[0] = local[i & 15] + block[1][i & 7] + pairs[i & 7].x + tile[i & 31].y + dynamic_shared[i] + (float)euler;
    out[1] = (float)longs[1][i] + *pointer + words[i][1] + record.apply(i) + *inside + flag;
}
