/* Parts of registers, and exchanges among the lanes of a warp.
 *
 * Built once for each level of the instruction set, as arithmetic.cpp is.
 */
#include "numbers.h"
#include "schedule.h"

namespace pyptx {
namespace {

/* Parts of registers */

template <class D, class A> const Instr *resize(Warp &w, const Instr *i) {
    const A *a = row<A>(w, i->a);
    put<D>(w, i->d, [=](int l) { return (D)a[l]; });
    return i + 1;
}
template <class T> const Instr *unpack(Warp &w, const Instr *i) {
    const UnpackArgs op(i);
    const s32 *parts = op.parts();
    const T *a = row<T>(w, op.a());
    T t[LANES];
    ALL_LANES(l) t[l] = a[l];
    const int step = width<T>() / op.parts_count();
    for (int k = 0; k < op.parts_count(); ++k) {
        if (parts[k] < 0) continue;
        const int by = step * k;
        if (step == 8) put<u8>(w, parts[k], [&](int l) { return (u8)(t[l] >> by); });
        if (step == 16) put<u16>(w, parts[k], [&](int l) { return (u16)(t[l] >> by); });
        if (step == 32) put<u32>(w, parts[k], [&](int l) { return (u32)(t[l] >> by); });
    }
    return i + 1;
}
template <class T> const Instr *pack(Warp &w, const Instr *i) {
    const PackArgs op(i);
    T t[LANES] = {};
    const int step = width<T>() / op.parts_count();
    for (int k = 0; k < op.parts_count(); ++k) {
        const int by = step * k, at = op.parts()[k];
        if (step == 8)
            ALL_LANES(l) t[l] |= (T)((T)row<u8>(w, at)[l] << by);
        if (step == 16)
            ALL_LANES(l) t[l] |= (T)((T)row<u16>(w, at)[l] << by);
        if (step == 32)
            ALL_LANES(l) t[l] |= (T)((T)row<u32>(w, at)[l] << by);
    }
    put<T>(w, op.d(), [&](int l) { return t[l]; });
    return i + 1;
}
const Instr *isspacep(Warp &w, const Instr *i) {
    const IsspacepArgs op(i);
    const u64 *a = row<u64>(w, op.a());
    const u64 want = (u64)op.window();
    const bool own = op.own();
    const u64 rank = (u64)w.cta->rank;
    put_pred(w, op.d(), [=](int l) {
        const u64 window = a[l] >> 32;
        if (!want) return window < 1 || window > 4;
        return window == want && !(own && (a[l] & 0xFFFFFFFF) >> RANK_SHIFT != rank);
    });
    return i + 1;
}

/* Lanes of a warp */

#if defined(__AVX512F__)
constexpr int TOGETHER = 16;
#else
constexpr int TOGETHER = 8;
#endif
using Words = s32 __attribute__((vector_size(4 * TOGETHER)));

/* The words of other lanes, for a group of lanes at once. */
INLINE void take(Words &to, const u32 *value, const Words &from) {
#if defined(__AVX512F__)
    to = (Words)_mm512_permutex2var_epi32(_mm512_loadu_si512(value), (__m512i)from, _mm512_loadu_si512(value + 16));
#elif defined(__AVX2__)
    const __m256i at = (__m256i)from; /* bits 0 to 2 select one of 8 words, bits 3 and 4 the group of 8 */
    const __m256 odd = _mm256_castsi256_ps(_mm256_slli_epi32(at, 28)),
                 high = _mm256_castsi256_ps(_mm256_slli_epi32(at, 27));
    __m256 part[4];
    for (int k = 0; k < 4; ++k)
        part[k] =
            _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(_mm256_loadu_si256((const __m256i *)(value + 8 * k)), at));
    const __m256 lower = _mm256_blendv_ps(part[0], part[1], odd), upper = _mm256_blendv_ps(part[2], part[3], odd);
    to = (Words)_mm256_blendv_ps(lower, upper, high);
#else
    for (int k = 0; k < TOGETHER; ++k) to[k] = (s32)value[from[k]];
#endif
}

enum Shuffle { UP, DOWN, BFLY, IDX };
template <Shuffle MODE, bool FIXED> const Instr *shfl(Warp &w, const Instr *i) {
    const ShuffleArgs op(i);
    const u32 *m = op.members() >= 0 ? row<u32>(w, op.members()) : nullptr;
    const u32 *value = row<u32>(w, op.a());
    u32 valid = 0, absent = 0;
    Words t[LANES / TOGETHER], from[LANES / TOGETHER], inside[LANES / TOGETHER];
    Words lane;
    for (int k = 0; k < TOGETHER; ++k) lane[k] = k;
    for (int k = 0; k < LANES / TOGETHER; ++k, lane += TOGETHER) {
        Words distance = Words{} + op.distance(), bounds = Words{} + op.bounds();
        if (!FIXED) {
            memcpy(&distance, row<u32>(w, op.distance()) + TOGETHER * k, sizeof distance);
            memcpy(&bounds, row<u32>(w, op.bounds()) + TOGETHER * k, sizeof bounds);
        }
        distance &= 31;
        const Words clamp = bounds & 31, segment = bounds >> 8 & 31;
        const Words lowest = lane & segment, highest = lowest | (clamp & ~segment);
        const Words source = MODE == UP     ? lane - distance
                             : MODE == DOWN ? lane + distance
                             : MODE == BFLY ? lane ^ distance
                                            : lowest | (distance & ~segment);
        inside[k] = MODE == UP ? source >= highest : source <= highest;
        from[k] = (source & inside[k]) | (lane & ~inside[k]);
        take(t[k], value, from[k]);
    }
    const auto of = [](const Words *words, int l) { return words[l / TOGETHER][l % TOGETHER]; };
    if (op.valid() >= 0)
        ALL_LANES(l) valid |= (u32)(of(inside, l) & 1) << l;
    u32 missing = ~w.mask;
    if (m)
        ALL_LANES(l) missing |= ~m[l];
    if (missing)
        ALL_LANES(l) absent |= (u32) !((m ? m[l] & w.mask : w.mask) >> of(from, l) & 1) << l;
    if (w.mask == FULL) memcpy(row<u32>(w, op.d()), t, sizeof t);
    else put<u32>(w, op.d(), [&](int l) { return (u32)of(t, l); });
    if (op.valid() >= 0) set_pred(w, op.valid(), valid);
    if (op.target() < 0) return i + 1;
    if (op.source() >= 0)
        ALL_LANES(l) absent |= (u32) !(w.known[op.source()] >> of(from, l) & 1) << l;
    u32 &known = w.known[op.target()];
    known = (known | w.mask) & ~(absent & w.mask);
    return i + 1;
}
enum Vote { ALL, ANY, UNI, BALLOT };
template <Vote MODE> const Instr *vote(Warp &w, const Instr *i) {
    const VoteArgs op(i);
    const u32 p = *row<u32>(w, op.a()) & w.mask, *m = op.members() >= 0 ? row<u32>(w, op.members()) : nullptr;
    u32 t[LANES], truth = 0;
    ALL_LANES(l) {
        const u32 present = (m ? m[l] : FULL) & w.mask, yes = p & present;
        t[l] = yes;
        truth |= (u32)(MODE == ALL ? yes == present : MODE == ANY ? yes != 0 : yes == 0 || yes == present) << l;
    }
    if (MODE == BALLOT) put<u32>(w, op.d(), [&](int l) { return t[l]; });
    else set_pred(w, op.d(), truth);
    return i + 1;
}
template <class T, bool EVERY> const Instr *match(Warp &w, const Instr *i) {
    const MatchArgs op(i);
    const T *a = row<T>(w, op.a());
    const u32 *m = row<u32>(w, op.members());
    u32 t[LANES], truth = 0;
    ALL_LANES(l) {
        u32 equal = 0;
        for (int k = 0; k < LANES; ++k) equal |= (u32)(a[k] == a[l]) << k;
        const u32 present = m[l] & w.mask;
        equal &= present;
        truth |= (u32)(equal == present) << l;
        t[l] = EVERY ? (equal == present ? present : 0) : equal;
    }
    put<u32>(w, op.d(), [&](int l) { return t[l]; });
    if (op.alike() >= 0) set_pred(w, op.alike(), truth);
    return i + 1;
}
const Instr *activemask(Warp &w, const Instr *i) {
    const u32 mask = w.mask;
    put<u32>(w, i->d, [=](int) { return mask; });
    return i + 1;
}
const Instr *elect(Warp &w, const Instr *i) {
    const ElectArgs op(i);
    const u32 *m = row<u32>(w, op.members());
    u32 t[LANES], truth = 0;
    ALL_LANES(l) {
        const u32 present = m[l] & w.mask;
        t[l] = present ? (u32)__builtin_ctz(present) : 0;
        truth |= (u32)(present && t[l] == (u32)l) << l;
    }
    if (op.leader() >= 0) put<u32>(w, op.leader(), [&](int l) { return t[l]; });
    if (op.elected() >= 0) set_pred(w, op.elected(), truth);
    return i + 1;
}
template <class T, T (*F)(T, T)> const Instr *redux(Warp &w, const Instr *i) {
    const ReduxArgs op(i);
    const T *a = row<T>(w, op.a());
    const u32 *m = row<u32>(w, op.members());
    T t[LANES], found = 0;
    u32 last = 0;
    ALL_LANES(l) {
        const u32 present = m[l] & w.mask;
        if (!present) {
            t[l] = 0;
            continue;
        }
        if (present != last) {
            found = a[__builtin_ctz(present)];
            for (u32 rest = present & (present - 1); rest; rest &= rest - 1) found = F(found, a[__builtin_ctz(rest)]);
            last = present;
        }
        t[l] = found;
    }
    put<T>(w, op.d(), [&](int l) { return t[l]; });
    return i + 1;
}

/* clang-format off */
#define RESIZE(D, A) {"resize." #D "." #A, resize<D, A>},
#define SHFL(NAME, MODE) {"shfl." NAME, shfl<MODE, false>}, {"shfl." NAME ".fixed", shfl<MODE, true>},

const Entry entries[] = {
    RESIZE(u8, u16) RESIZE(u8, u32) RESIZE(u8, u64) RESIZE(u16, u32) RESIZE(u16, u64) RESIZE(u32, u64)
    RESIZE(u16, u8) RESIZE(u32, u8) RESIZE(u64, u8) RESIZE(u32, u16) RESIZE(u64, u16) RESIZE(u64, u32)
    RESIZE(s16, s8) RESIZE(s32, s8) RESIZE(s64, s8) RESIZE(s32, s16) RESIZE(s64, s16) RESIZE(s64, s32)
    {"unpack.u16", unpack<u16>}, {"unpack.u32", unpack<u32>}, {"unpack.u64", unpack<u64>},
    {"pack.u16", pack<u16>}, {"pack.u32", pack<u32>}, {"pack.u64", pack<u64>},
    {"isspacep", isspacep},
    SHFL("up", UP) SHFL("down", DOWN) SHFL("bfly", BFLY) SHFL("idx", IDX)
    {"vote.all", vote<ALL>}, {"vote.any", vote<ANY>}, {"vote.uni", vote<UNI>}, {"vote.ballot", vote<BALLOT>},
    {"match.any.b32", match<u32, false>}, {"match.any.b64", match<u64, false>},
    {"match.all.b32", match<u32, true>}, {"match.all.b64", match<u64, true>},
    {"activemask", activemask}, {"elect", elect},
    {"redux.add.u32", redux<u32, add<u32>>}, {"redux.min.u32", redux<u32, min_<u32>>}, {"redux.max.u32", redux<u32, max_<u32>>},
    {"redux.min.s32", redux<s32, min_<s32>>}, {"redux.max.s32", redux<s32, max_<s32>>},
    {"redux.and.b32", redux<u32, and_<u32>>}, {"redux.or.b32", redux<u32, or_<u32>>}, {"redux.xor.b32", redux<u32, xor_<u32>>},
};
/* clang-format on */

} // namespace

extern const HandlerTable LEVEL(exchanges_);
const HandlerTable LEVEL(exchanges_) = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
