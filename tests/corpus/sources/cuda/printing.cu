// printf, assert, traps, clocks and the heap.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void print(int n, const char *name, double x) {
    printf("hello\n");
    int written = printf("%s: thread %d of %d says %f \"%c\" \t%lld\n", name, threadIdx.x, n, x, 'q', (long long)n << 40);
    if (written < 0) __trap();
}
__global__ void check(const int *a, int n) {
    int i = threadIdx.x;
    assert(i < n && "index");
    assert(a[i] >= 0);
    if (a[i] == 7) __brkpt();
}
__global__ void heap(int **out, size_t bytes) {
    int *p = (int *)malloc(bytes);
    if (!p) return;
    p[0] = 3;
    out[0] = p;
    free(out[1]);
    char *q = new char[bytes];
    q[1] = (char)bytes;
    delete[] q;
    int *r = (int *)alloca(bytes);
    r[threadIdx.x] = 1;
    out[2] = (int *)(long long)r[3];
}
__global__ void timed(long long *out) {
    long long start = clock64();
    unsigned tick = clock();
    __nanosleep(100);
    out[0] = clock64() - start + clock() - tick;
    __prof_trigger(3);
}
