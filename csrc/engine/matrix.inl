/* Matrices of a warp; part of handlers.cpp. */

/* a: address, e: narrow, imm: offset, f: space, n: registers, d: elements of a register, b: bytes of a row,
 * c: lanes that give addresses; extra: rows of the registers, then for each element of each register the lane
 * that gives its row and its byte in the row, 32 of each */
template <bool STORE> const Instr *matrix_access(Warp &w, const Instr *i) {
    u64 at[LANES];
    Located found;
    addresses(w, i->a, i->e, i->imm, at);
    const u32 givers = (u32)i->c & w.mask;
    const u8 need = STORE ? (u8)(ALLOCATED | WRITABLE) : (u8)(ALLOCATED | w.machine->shared->need_known);
    if (!givers || !locate(w, i->f, at, givers, i->b, i->b, need, found)) return stop(w, i, STOP_STEP);
    const Shared &s = *w.machine->shared;
    const int elements = i->d, size = 4 / elements;
    const int32_t *plan = i->extra + i->n;
    if (STORE) changed(*w.machine);
    for (int r = 0; r < i->n; ++r) {
        u32 t[LANES] = {};
        for (int e = 0; e < elements; ++e, plan += 2 * LANES) LANE {
                const u64 index = found.index[plan[l]] + (u64)plan[LANES + l];
                const int by = e * size * 8;
                if (!STORE) {
                    u32 x = 0;
                    memcpy(&x, s.data + index, size);
                    t[l] |= x << by;
                } else if (w.mask >> l & 1) {
                    const u32 x = row<u32>(w, i->extra[r])[l] >> by;
                    memcpy(s.data + index, &x, size);
                    mark_bytes(s.state + index, size);
                }
            }
        if (!STORE) put<u32>(w, i->extra[r], [&](int l) { return t[l]; });
    }
    return i + 1;
}

/* Elements of fragments, at a byte of the registers */
struct E16 { using Sum = f64; static INLINE f64 at(const u8 *p) { u16 x; memcpy(&x, p, 2); return F16::wide(x); } };
struct EB16 { using Sum = f64; static INLINE f64 at(const u8 *p) { u16 x; memcpy(&x, p, 2); return BF16::wide(x); } };
struct ETF32 { using Sum = f64; static INLINE f64 at(const u8 *p) { u32 x; memcpy(&x, p, 4); return bits<f32>(x & ~0x1FFFu); } };
struct E32 { using Sum = f64; static INLINE f64 at(const u8 *p) { f32 x; memcpy(&x, p, 4); return x; } };
struct E64 { using Sum = f64; static INLINE f64 at(const u8 *p) { f64 x; memcpy(&x, p, 8); return x; } };
struct E5M2 { using Sum = f64; static INLINE f64 at(const u8 *p) { return F16::wide((u16)(*p << 8)); } };
struct E4M3 {
    using Sum = f64;
    static INLINE f64 at(const u8 *p) {
        const u32 magnitude = *p & 0x7F;
        const f64 x = magnitude == 0x7F ? (f64)bits<f32>((u32)0x7FFFFFFF) : bits<f32>(magnitude << 20) * 0x1p120f;
        return *p & 0x80 ? -x : x;
    }
};
struct ES8 { using Sum = s64; static INLINE s64 at(const u8 *p) { return (s8)*p; } };
struct EU8 { using Sum = s64; static INLINE s64 at(const u8 *p) { return *p; } };
struct ES32 { using Sum = s64; static INLINE s64 at(const u8 *p) { s32 x; memcpy(&x, p, 4); return x; } };

enum Result { TO_F32, TO_F16, TO_S32, TO_F64 };

INLINE f64 multiply_add(f64 a, f64 b, f64 c) {
#ifdef __FMA__
    return __builtin_fma(a, b, c); /* the product is exact, so this is the same */
#else
    return a * b + c;
#endif
}
INLINE s64 multiply_add(s64 a, s64 b, s64 c) { return a * b + c; }

/* a, b, c: M, N, K; N is 8; d: saturate, e: registers of D; extra: byte of each element of A, B and C in the
 * registers, position of each element of D in them, and their rows */
template <class A, class B, class C, Result D> const Instr *mma(Warp &w, const Instr *i) {
    constexpr int N = 8, MOST = 16 * 64;
    using Sum = typename A::Sum;
    const int rows = i->a, depth = i->c;
    alignas(64) Sum left[MOST], right[64 * N], sum[16 * N];
    alignas(64) u8 result[16 * N * 8];
    const int32_t *at = i->extra;
    for (int k = 0; k < rows * depth; ++k) left[k] = A::at(w.regs + at[k]);
    at += rows * depth;
    for (int k = 0; k < depth * N; ++k) right[k] = B::at(w.regs + at[k]);
    at += depth * N;
    for (int m = 0; m < rows; ++m) {
        Sum total[N];
        for (int n = 0; n < N; ++n) total[n] = D == TO_F64 ? (Sum)C::at(w.regs + at[m * N + n]) : 0;
        for (int k = 0; k < depth; ++k) {
            const Sum x = left[m * depth + k];
            for (int n = 0; n < N; ++n) {
                if constexpr (D == TO_F64) total[n] = fma_d(x, right[k * N + n], total[n]);
                else total[n] = multiply_add(x, right[k * N + n], total[n]);
            }
        }
        for (int n = 0; n < N; ++n) sum[m * N + n] = D == TO_F64 ? total[n] : total[n] + C::at(w.regs + at[m * N + n]);
    }
    at += rows * N;
    for (int k = 0; k < rows * N; ++k) {
        if constexpr (D == TO_F32) ((f32 *)result)[at[k]] = canonical((f32)sum[k]);
        if constexpr (D == TO_F16) ((u16 *)result)[at[k]] = F16::narrow<RN>(sum[k], PLAIN);
        if constexpr (D == TO_F64) ((f64 *)result)[at[k]] = sum[k];
        if constexpr (D == TO_S32) {
            s64 x = sum[k];
            if (i->d) x = x < INT32_MIN ? INT32_MIN : x > INT32_MAX ? INT32_MAX : x;
            ((u32 *)result)[at[k]] = (u32)x;
        }
    }
    at += rows * N;
    for (int r = 0; r < i->e; ++r) {
        if (D == TO_F64) put<u64>(w, at[r], [&](int l) { return ((u64 *)result)[r * LANES + l]; });
        else put<u32>(w, at[r], [&](int l) { return ((u32 *)result)[r * LANES + l]; });
    }
    return i + 1;
}

const Instr *movmatrix(Warp &w, const Instr *i) {
    const u16 *a = row<u16>(w, i->a);
    u32 t[LANES];
    LANE {
        const int line = l / 4, column = l % 4 * 2; /* element (r, c) is half c % 2 of lane 4 r + c / 2 */
        t[l] = a[(4 * column + line / 2) * 2 + line % 2] | (u32)a[(4 * (column + 1) + line / 2) * 2 + line % 2] << 16;
    }
    put<u32>(w, i->d, [&](int l) { return t[l]; });
    return i + 1;
}
