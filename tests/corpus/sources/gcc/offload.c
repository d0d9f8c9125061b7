/* OpenACC loops and routines, offloaded by GCC: gangs, workers, vectors, reductions, calls of every kind. */

#include <math.h>

struct record {
  int count;
  double weight;
  char name[7];
};

typedef int (*function)(int);

static int table[4] = {3, 1, 4, 1};
#pragma acc declare create(table)

#pragma acc routine seq
__attribute__((noinline)) static int twice(int x) { return 2 * x; }

#pragma acc routine seq
__attribute__((noinline)) static int thrice(int x) { return 3 * x; }

#pragma acc routine seq
__attribute__((noinline)) static int chosen(int which) { return (which ? twice : thrice)(which); }

#pragma acc routine seq
__attribute__((noinline)) static struct record made(int x) {
  struct record r = {x, x * 0.5, "record"};
  r.name[3] = (char)x;
  return r;
}

#pragma acc routine seq
__attribute__((noinline)) static int triangle(int n) { return n < 2 ? n : n + triangle(n - 1); }

#pragma acc routine seq
__attribute__((noinline)) static __int128 product(__int128 a, __int128 b) { return a * b + (a >> 5); }

#pragma acc routine seq
__attribute__((noinline)) static int answer(void) { return 42; }

#pragma acc routine vector
static void bent(int n, short *row) {
#pragma acc loop vector
  for (int i = 0; i < n; i++)
    row[i] = row[i] > 3 ? -row[i] : (short)(row[i] << 2);
}

void saxpy(int n, float a, const float *x, float *y) {
#pragma acc parallel loop gang worker vector copyin(x[0:n]) copy(y[0:n])
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

double dot(int n, const double *x, const double *y) {
  double sum = 0;
#pragma acc parallel loop reduction(+ : sum) copyin(x[0:n], y[0:n])
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

void bend(int n, short *rows) {
#pragma acc parallel loop gang copy(rows[0:n * n])
  for (int i = 0; i < n; i++)
    bent(n, rows + i * n);
}

void mixed(int n, const int *in, long long *out, float *roots) {
#pragma acc parallel loop copyin(in[0:n]) copy(out[0:n], roots[0:n])
  for (int i = 0; i < n; i++) {
    struct record r = made(in[i]);
    long long value = r.count + r.name[i & 3] + chosen(i & 1) + triangle(i & 7) + answer();
    switch (i % 6) {
    case 0: value += 3; break;
    case 1: value ^= 5; break;
    case 2: value /= i | 1; break;
    case 3: value = __builtin_popcountll(value); break;
    case 4: value = __builtin_clzll(value | 1); break;
    default: value = -value;
    }
    out[i] = (long long)product(value, i) + table[i & 3];
    roots[i] = sqrtf(fabsf(roots[i])) + (float)r.weight;
#pragma acc atomic update
    out[0] += 1;
  }
}
