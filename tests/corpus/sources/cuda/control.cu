// Branches, loops, jump tables, and the attributes of kernels.
__global__ void __launch_bounds__(128, 4) choose(int *out, int which) {
    int x = out[threadIdx.x];
    switch (which) {
    case 0: x += 3; break;
    case 1: x *= x - 1; break;
    case 2: x = x / (which + 2); [[fallthrough]];
    case 3: x ^= 0x55; break;
    case 4: x = __popc(x); break;
    case 5: x <<= 3; break;
    case 9: x = -x; break;
    default: x = 0;
    }
    out[threadIdx.x] = x;
}
__global__ void __maxnreg__(64) search(const int *a, int n, int *where) {
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] == n) {
            *where = middle;
            return;
        }
        if (a[middle] < n) low = middle + 1;
        else high = middle;
    }
    for (int i = 0; i < n; i++) {
        if (a[i] < 0) continue;
        if (a[i] == 77) break;
#pragma unroll 1
        for (int j = i; j < n; j += 3)
            if (a[j] > a[i] && (a[j] & 1 || a[i] % 3 == 0)) where[j]++;
    }
}
struct Large {
    float values[900];
    char tail;
};
__global__ void by_value(const __grid_constant__ Large large, Large *out, int i) {
    out->values[i] = large.values[i + 1];
    const Large *address = &large;
    out->tail = (out->values[3] > 0 ? address->tail : large.tail);
}
__global__ void empty() {}
#if __CUDA_ARCH__ >= 900
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(256) in_clusters(unsigned *out) { out[0] = __clusterRelativeBlockRank(); }
#endif
