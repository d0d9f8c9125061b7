// Lists on the heap of kernels, made by one and freed by another; an argument names a bug.
#include <cstdio>
#include <cstring>

struct Item {
    int key;
    Item *next;
};
__device__ Item *heads[4];

__global__ void push(bool far) {
    Item *made = new Item[far ? 1 : 2];
    made[far].key = threadIdx.x;
    made->key = threadIdx.x;
    Item *seen, *old = heads[threadIdx.x % 4];
    do {
        seen = old, made->next = seen;
        __threadfence();
        old = (Item *)atomicCAS((unsigned long long *)&heads[threadIdx.x % 4], (unsigned long long)seen,
                                (unsigned long long)made);
    } while (old != seen);
}

__global__ void sum(int *sums, bool early, bool twice) {
    for (Item *p = heads[threadIdx.x], *next; p; p = next) {
        next = p->next;
        if (early) delete[] p;
        sums[threadIdx.x] += p->key;
        if (!early) delete[] p;
        if (twice && !next) delete[] p;
    }
    void *most = malloc(1 << 19), *beyond = malloc(1 << 20);
    if (threadIdx.x == 0) sums[0] += 1000 * (most != nullptr) + 100 * (beyond == nullptr);
    free(most), free(beyond);
}

int main(int, char **words) {
    const char *bug = words[1] ? words[1] : "";
    int *sums, found[4];
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20);
    cudaMalloc(&sums, 16), cudaMemset(sums, 0, 16);
    push<<<1, 40>>>(!strcmp(bug, "bounds"));
    sum<<<1, 4>>>(sums, !strcmp(bug, "freed"), !strcmp(bug, "twice"));
    printf("> %s\n", cudaGetErrorName(cudaMemcpy(found, sums, 16, cudaMemcpyDeviceToHost)));
    printf("> wrong %d\n", found[0] + found[1] + found[2] + found[3] - 1880);
    return 0;
}
