// Device functions: calls, pointers, methods, recursion, structs by value, variable arguments.
struct Body {
    double mass;
    float3 at;
    short tags[5];
    char name;
};
typedef int (*Operation)(int, int);

__device__ __noinline__ int add(int a, int b) { return a + b; }
__device__ __noinline__ int sub(int a, int b) { return a - b; }
__device__ __noinline__ Body moved(Body body, float by) {
    body.at.x += by;
    body.tags[2]++;
    return body;
}
__device__ __noinline__ void swap(int *a, int *b) {
    int old = *a;
    *a = *b, *b = old;
}
__device__ __noinline__ bool even(unsigned n);
__device__ __noinline__ bool odd(unsigned n) { return n ? even(n - 1) : false; }
__device__ bool even(unsigned n) { return n ? odd(n - 1) : true; }
__device__ int depth(int n) { return n < 2 ? n : depth(n - 1) + depth(n - 2); }
__device__ Operation operations[] = {add, sub};
__device__ __noinline__ signed char narrow(unsigned short a, bool b, signed char c) { return b ? (signed char)a : c; }
__device__ __noinline__ float4 mixed(float4 a, double2 b, __int128 c) {
    return make_float4(a.x, (float)b.y, (float)(long long)c, a.w);
}

class Shape {
  public:
    __device__ virtual float area() const = 0;
    __device__ virtual ~Shape() {}
};
class Square : public Shape {
    float side;

  public:
    __device__ Square(float side) : side(side) {}
    __device__ float area() const override { return side * side; }
};
class Disc : public Shape {
    float radius;

  public:
    __device__ Disc(float radius) : radius(radius) {}
    __device__ float area() const override { return 3.14159f * radius * radius; }
};

__global__ void calls(int *out, Body *bodies, int which) {
    Operation operation = which < 0 ? add : operations[which & 1];
    out[0] = operation(out[1], out[2]);
    bodies[0] = moved(bodies[1], 1.5f);
    swap(out + 3, out + 4);
    out[5] = even(out[6]) + depth(out[7]) + narrow((unsigned short)out[8], out[9] > 0, (signed char)out[10]);
    int local[4] = {which, 1, 2, 3};
    swap(local + (which & 3), local + 1);
    out[11] = local[1] + local[which & 3];
    ((float4 *)out)[5] = mixed(((float4 *)out)[6], ((double2 *)out)[7], ((__int128 *)out)[8]);
}
__global__ void methods(float *out, bool square) {
    Shape *shape = square ? (Shape *)new Square(2.f) : (Shape *)new Disc(3.f);
    *out = shape->area();
    delete shape;
}
