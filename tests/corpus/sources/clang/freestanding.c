// C without a runtime: structs by value, recursion, switches, jump tables, volatile, varargs, 128-bit numbers.
typedef struct { int a; double b; char c[7]; } Record;
typedef int v4 __attribute__((vector_size(16)));

int table[8] = {1, 2, 3};
static const char names[3][6] = {"one", "two", "three"};
extern int somewhere(Record r, int n, ...);

__attribute__((noinline)) static long gcd(long a, long b) { return b ? gcd(b, a % b) : a; }
__attribute__((noinline)) Record changed(Record r, short by, unsigned char flag, float f) {
    r.a += by, r.b *= f, r.c[flag & 3] = (char)flag;
    return r;
}
int choose(int n) {
    switch (n) {
    case 0: return table[1];
    case 1: return names[n][0];
    case 2: return somewhere((Record){1, 2, "x"}, 3, 4, 5.0, 6l);
    case 3: return (int)gcd(n, 12);
    case 4: return __builtin_popcount((unsigned)n);
    case 7: return changed((Record){n, n, "y"}, 1, 2, 3).a;
    default: return -1;
    }
}
v4 lanes(v4 a, v4 b) { return a * b + (a > b); }
unsigned __int128 product(unsigned long a, unsigned long b) { return (unsigned __int128)a * b; }
float loop(const float *x, volatile int *flag, int n) {
    float total = 0;
    while (!*flag) ;
    for (int i = 0; i < n; i++) total += x[i] / (x[i] + 1);
    return total;
}
