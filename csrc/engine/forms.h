/* Handlers made of functions of one lane, and the rows of tables that name them; included by each build of the
 * handlers. */
#ifndef PYPTX_ENGINE_FORMS_H
#define PYPTX_ENGINE_FORMS_H

#include "numbers.h"

namespace pyptx {
namespace {

/* These go on while the next record is one of their own: most often there are several. */

template <class D, class A, D (*F)(A)> const Instr *unary(Warp &w, const Instr *i) {
    do {
        const A *a = row<A>(w, i->a);
        put<D>(w, i->d, [=](int l) INLINED { return F(a[l]); });
    } while ((++i)->run == unary<D, A, F>);
    return i;
}

template <class D, class A, class B, D (*F)(A, B)> const Instr *binary(Warp &w, const Instr *i) {
    do {
        const A *a = row<A>(w, i->a);
        const B *b = row<B>(w, i->b);
        put<D>(w, i->d, [=](int l) INLINED { return F(a[l], b[l]); });
    } while ((++i)->run == binary<D, A, B, F>);
    return i;
}

#if defined(__AVX512F__)
constexpr size_t VECTOR = 64;
#elif defined(__AVX2__)
constexpr size_t VECTOR = 32;
#else
constexpr size_t VECTOR = 0;
#endif

/* Records up to `end` that add to one register: what it holds stays in vectors until the last. */
template <class D, class A, class B, D (*F)(A, B, D)> INLINE void add_up(Warp &w, const Instr *i, const Instr *end) {
    constexpr int WIDE = VECTOR / sizeof(D), COUNT = LANES / WIDE;
    D *const d = row<D>(w, i->d);
    D __attribute__((vector_size(VECTOR))) sum[COUNT];
    memcpy(sum, d, sizeof sum);
    for (; i != end; ++i) {
        const A *a = row<A>(w, i->a);
        const B *b = row<B>(w, i->b);
#pragma GCC unroll 8
        for (int k = 0; k < COUNT; ++k) {
            D t[WIDE];
            memcpy(t, &sum[k], VECTOR);
            for (int l = 0; l < WIDE; ++l) t[l] = F(a[k * WIDE + l], b[k * WIDE + l], t[l]);
            memcpy(&sum[k], t, VECTOR);
        }
    }
    memcpy(d, sum, sizeof sum);
}

template <class D, class A, class B, class C, D (*F)(A, B, C)> const Instr *ternary(Warp &w, const Instr *i) {
    do {
        if constexpr (VECTOR && WHOLE_WARPS && std::is_same<D, C>::value && sizeof(D) == 4) {
            const Instr *end = i + 1;
            if (i->c == i->d && w.mask == FULL)
                while (end->run == ternary<D, A, B, C, F> && end->d == i->d && end->c == i->d && end->a != i->d &&
                       end->b != i->d)
                    ++end;
            if (end - i > 1) {
                add_up<D, A, B, F>(w, i, end);
                i = end - 1;
                continue;
            }
        }
        const A *a = row<A>(w, i->a);
        const B *b = row<B>(w, i->b);
        const C *c = row<C>(w, i->c);
        put<D>(w, i->d, [=](int l) INLINED { return F(a[l], b[l], c[l]); });
    } while ((++i)->run == ternary<D, A, B, C, F>);
    return i;
}

template <class D, class A, class B, class C, class E, D (*F)(A, B, C, E)>
const Instr *quaternary(Warp &w, const Instr *i) {
    const A *a = row<A>(w, i->a);
    const B *b = row<B>(w, i->b);
    const C *c = row<C>(w, i->c);
    const E *e = row<E>(w, i->e);
    put<D>(w, i->d, [=](int l) INLINED { return F(a[l], b[l], c[l], e[l]); });
    return i + 1;
}

enum Logic { AND, OR, XOR };
template <Logic F> INLINE u32 combine(u32 a, u32 b) { return F == AND ? a & b : F == OR ? a | b : a ^ b; }

/* Comparison: d the result, e its contrary or -1, c a predicate to combine with or -1, f: logic, imm: c negated */

enum Compare { EQ, NE, LT, LE, GT, GE, EQU, NEU, LTU, LEU, GTU, GEU, NUM, NANS };
template <Compare C, class T> INLINE bool compare(T a, T b) {
    const bool unordered = a != a || b != b;
    switch (C) {
    case EQ: return a == b;
    case NE: return a != b && !unordered;
    case LT: return a < b;
    case LE: return a <= b;
    case GT: return a > b;
    case GE: return a >= b;
    case EQU: return a == b || unordered;
    case NEU: return a != b || unordered;
    case LTU: return a < b || unordered;
    case LEU: return a <= b || unordered;
    case GTU: return a > b || unordered;
    case GEU: return a >= b || unordered;
    case NUM: return !unordered;
    default: return unordered;
    }
}
INLINE u32 with(const Warp &w, const Instr *i, u32 truth) {
    if (i->c < 0) return truth;
    const u32 c = pred_of(w, i->c, i->imm);
    return i->f == AND ? truth & c : i->f == OR ? truth | c : truth ^ c;
}
template <Compare C, class T, bool FLUSH> const Instr *setp(Warp &w, const Instr *i) {
    const T *a = row<T>(w, i->a), *b = row<T>(w, i->b);
    u32 word = 0;
    ALL_LANES(l) {
        T x = a[l], y = b[l];
        if constexpr (FLUSH) x = flush(x), y = flush(y);
        word |= (u32)compare<C, T>(x, y) << l;
    }
    const u32 p = with(w, i, word), q = i->e >= 0 ? with(w, i, ~word) : 0;
    if (i->d >= 0) set_pred(w, i->d, p);
    if (i->e >= 0) set_pred(w, i->e, q);
    return i + 1;
}
template <class T> const Instr *selp(Warp &w, const Instr *i) {
    const T *a = row<T>(w, i->a), *b = row<T>(w, i->b);
    const u32 c = *row<u32>(w, i->c);
    put<T>(w, i->d, [=](int l) INLINED { return c >> l & 1 ? a[l] : b[l]; });
    return i + 1;
}
template <class T> const Instr *from_pred(Warp &w, const Instr *i) { /* imm: what a true predicate represents */
    const u32 c = *row<u32>(w, i->a);
    const T yes = (T)i->imm;
    put<T>(w, i->d, [=](int l) INLINED { return c >> l & 1 ? yes : (T)0; });
    return i + 1;
}
enum Class { FINITE, INFINITE, NUMBER, NOTANUMBER, NORMAL, SUBNORMAL };
template <Class C, class T> const Instr *testp(Warp &w, const Instr *i) {
    const T *a = row<T>(w, i->a);
    const T tiny = sizeof(T) == 4 ? (T)FLT_MIN : (T)DBL_MIN, huge = sizeof(T) == 4 ? (T)FLT_MAX : (T)DBL_MAX;
    put_pred(w, i->d, [=](int l) INLINED {
        const T x = a[l] < 0 ? -a[l] : a[l];
        switch (C) {
        case FINITE: return x <= huge;
        case INFINITE: return x > huge;
        case NUMBER: return x == x;
        case NOTANUMBER: return x != x;
        case NORMAL: return (x <= huge && x >= tiny) || x == 0;
        default: return x < tiny && x != 0;
        }
    });
    return i + 1;
}

} // namespace
} // namespace pyptx

/* clang-format off */
#define U1(NAME, D, A, F) {NAME, unary<D, A, F>},
#define B2(NAME, D, A, B, F) {NAME, binary<D, A, B, F>},
#define T3(NAME, D, A, B, C, F) {NAME, ternary<D, A, B, C, F>},
#define SINGLE_ARG(...) __VA_ARGS__

/* A handler in one line: an expression of the operands `a`, `b` and `c` of a lane. */
#define LANES1(NAME, D, A, ...)                                                                                        \
    {NAME, [](Warp &w, const Instr *i) -> const Instr * {                                                              \
         const A *as = row<A>(w, i->a);                                                                                \
         put<D>(w, i->d, [=](int l) INLINED {                                                                                  \
             const A a = as[l];                                                                                        \
             return (D)(__VA_ARGS__);                                                                                  \
         });                                                                                                           \
         return i + 1;                                                                                                 \
     }},
#define LANES2(NAME, D, A, B, ...)                                                                                     \
    {NAME, [](Warp &w, const Instr *i) -> const Instr * {                                                              \
         const A *as = row<A>(w, i->a);                                                                                \
         const B *bs = row<B>(w, i->b);                                                                                \
         put<D>(w, i->d, [=](int l) INLINED {                                                                                  \
             const A a = as[l];                                                                                        \
             const B b = bs[l];                                                                                        \
             return (D)(__VA_ARGS__);                                                                                  \
         });                                                                                                           \
         return i + 1;                                                                                                 \
     }},
#define LANES3(NAME, D, A, B, C, ...)                                                                                  \
    {NAME, [](Warp &w, const Instr *i) -> const Instr * {                                                              \
         const A *as = row<A>(w, i->a);                                                                                \
         const B *bs = row<B>(w, i->b);                                                                                \
         const C *cs = row<C>(w, i->c);                                                                                \
         put<D>(w, i->d, [=](int l) INLINED {                                                                                  \
             const A a = as[l];                                                                                        \
             const B b = bs[l];                                                                                        \
             const C c = cs[l];                                                                                        \
             return (D)(__VA_ARGS__);                                                                                  \
         });                                                                                                           \
         return i + 1;                                                                                                 \
     }},

#define COMPARE_ONE(CMP, C, T) {"setp." CMP "." #T, setp<C, T, false>},
#define COMPARE(T) \
    COMPARE_ONE("eq", EQ, T) COMPARE_ONE("ne", NE, T) COMPARE_ONE("lt", LT, T) COMPARE_ONE("le", LE, T) \
    COMPARE_ONE("gt", GT, T) COMPARE_ONE("ge", GE, T)

#define FLAGGED1(NAME, F) \
    {NAME ".f32", unary<f32, f32, single1<F, NONE>>}, {NAME ".ftz.f32", unary<f32, f32, single1<F, FTZ>>}, \
    {NAME ".sat.f32", unary<f32, f32, single1<F, SAT>>}, {NAME ".ftz.sat.f32", unary<f32, f32, single1<F, FTZ | SAT>>},
#define FLAGGED2(NAME, F) \
    {NAME ".f32", binary<f32, f32, f32, single2<F, NONE>>}, {NAME ".ftz.f32", binary<f32, f32, f32, single2<F, FTZ>>}, \
    {NAME ".sat.f32", binary<f32, f32, f32, single2<F, SAT>>}, \
    {NAME ".ftz.sat.f32", binary<f32, f32, f32, single2<F, FTZ | SAT>>}, \
    {NAME ".f32x2", binary<u64, u64, u64, both2<single2<F, NONE>>>}, \
    {NAME ".ftz.f32x2", binary<u64, u64, u64, both2<single2<F, FTZ>>>},
#define FLAGGED3(NAME, F) \
    {NAME ".f32", ternary<f32, f32, f32, f32, single3<F, NONE>>}, \
    {NAME ".ftz.f32", ternary<f32, f32, f32, f32, single3<F, FTZ>>}, \
    {NAME ".sat.f32", ternary<f32, f32, f32, f32, single3<F, SAT>>}, \
    {NAME ".ftz.sat.f32", ternary<f32, f32, f32, f32, single3<F, FTZ | SAT>>}, \
    {NAME ".f32x2", ternary<u64, u64, u64, u64, both3<single3<F, NONE>>>}, \
    {NAME ".ftz.f32x2", ternary<u64, u64, u64, u64, both3<single3<F, FTZ>>>},
#define EXTREMUM(NAME, MAX, NAN_, ABS, XOR_) \
    FLAGGED2(NAME, SINGLE_ARG(extremum<f32, MAX, NAN_, ABS, XOR_>))

#define INT_INT(D, A) U1("cvt." #D "." #A, D, A, SINGLE_ARG(int_to_int<D, A, false>))
/* clang-format on */
#endif
