/* Control flow, parts of registers, and exchanges among the lanes of a warp.
 *
 * Built once for each level of the instruction set (PYPTX_LEVEL names the build); nothing here may have external
 * linkage but the table and `run_warp`, so that no function of one level is linked in for another.
 */
#include "numbers.h"
#include "schedule.h"
#include "timeline.h"
#include "random_schedule.h"

namespace pyptx {
namespace {

/* Control */

/* Before a barrier of the CTA: wait until the lanes at lower blocks have caught up. */
const Instr *door(Warp &w, const Instr *i) {
    if (w.admitted) {
        w.admitted = false;
        return i + 1;
    }
    w.state->place = BlockArgs(i).number();
    w.knocks = true;
    return nullptr;
}
COLD bool goes_on(Warp &w, const Instr *i) {
    const BlockArgs op(i);
    bool expired = false;
    if (wakes(w, op.steps(), expired)) return true;
    if (!expired) return false;
    w.machine->issues[op.number()] += 1;
    w.machine->lanes[op.number()] += __builtin_popcount(w.mask);
    stop(w, i, STOP_STEPS);
    return false;
}
const Instr *block(Warp &w, const Instr *i) {
    const BlockArgs op(i);
    Machine &m = *w.machine;
    w.state->place = op.number();
    w.whole = w.mask;
    if (w.steps + op.steps() > w.alarm && !goes_on(w, i)) return nullptr;
    m.issues[op.number()] += 1;
    m.lanes[op.number()] += __builtin_popcount(w.mask);
    w.steps += op.steps();
    return i + 1;
}
/* Before each instruction, for the timeline. */
const Instr *issue(Warp &w, const Instr *i) {
    w.machine->timeline->issue(w, i);
    return i + 1;
}
const Instr *guard(Warp &w, const Instr *i) {
    const GuardArgs op(i);
    w.mask = w.whole & pred_of(w, op.predicate(), op.negated());
    if (w.mask) return i + 1;
    w.mask = w.whole;
    return i + 1 + op.held();
}
const Instr *unguard(Warp &w, const Instr *i) {
    w.mask = w.whole;
    return i + 1;
}
const Instr *guard_apart(Warp &w, const Instr *i) { /* at an instruction where lanes diverge */
    const GuardApartArgs op(i);
    const u32 taken = w.mask & pred_of(w, op.predicate(), op.negated());
    if (taken == w.mask) return i + 1;
    diverge(*w.state);
    go(*w.state, w.mask & ~taken, op.next());
    w.mask = w.whole = taken;
    return taken ? i + 1 : nullptr;
}
const Instr *check(Warp &w, const Instr *i) {
    const CheckArgs op(i);
    return w.machine->shared->need_known && w.mask & ~w.known[op.source()] ? stop(w, i, op.kind()) : i + 1;
}
const Instr *mark(Warp &w, const Instr *i) {
    w.known[MarkArgs(i).target()] |= w.mask;
    return i + 1;
}
const Instr *mark_as(Warp &w, const Instr *i) {
    const MarkAsArgs op(i);
    u32 &known = w.known[op.target()];
    known = (known & ~w.mask) | (w.known[op.source()] & w.mask);
    return i + 1;
}
/* Before an instruction whose results are undefined where its sources are. */
INLINE u32 known_at(const Warp &w, s32 source) { return source < 0 ? FULL : w.known[source]; }
INLINE const Instr *poison(Warp &w, const SpreadArgs &op, u32 defined) {
    for (int k = 0; k < op.targets_count(); ++k) {
        u32 &known = w.known[op.targets()[k]];
        known = (known & ~w.mask) | (defined & w.mask);
    }
    return op.i + 1;
}
const Instr *spread(Warp &w, const Instr *i) {
    const SpreadArgs op(i);
    u32 defined = FULL;
    for (int k = 0; k < op.sources_count(); ++k) defined &= known_at(w, op.sources()[k]);
    return poison(w, op, defined);
}
const Instr *spread_parts(Warp &w, const Instr *i) { /* one defined source suffices */
    const SpreadArgs op(i);
    u32 defined = 0;
    for (int k = 0; k < op.sources_count(); ++k) defined |= known_at(w, op.sources()[k]);
    return poison(w, op, defined);
}
const Instr *spread_chosen(Warp &w, const Instr *i) { /* the two sources, then the predicate that chooses */
    const SpreadChosenArgs op(i);
    const u32 chosen = *row<u32>(w, op.predicate());
    const s32 *sources = op.sources();
    return poison(w, op,
                  known_at(w, sources[2]) & ((chosen & known_at(w, sources[0])) | (~chosen & known_at(w, sources[1]))));
}
/* Except where a defined source alone determines the result. */
template <class T> INLINE u32 lanes_of(const Warp &w, s32 at, s32 value) {
    const T *a = row<T>(w, at);
    u32 lanes = 0;
    ALL_LANES(l) lanes |= (u32)(a[l] == (T)(s64)value) << l;
    return lanes;
}
const Instr *spread_absorbed(Warp &w, const Instr *i) {
    const SpreadAbsorbedArgs op(i);
    u32 defined = FULL, absorbed = 0;
    for (int k = 0; k < op.sources_count(); ++k) {
        const u32 known = known_at(w, op.sources()[k]);
        defined &= known;
        const s32 at = k < op.rows_count() ? op.rows()[k] : -1;
        if (at < 0) continue;
        u32 holds = 0;
        if (op.bits() == 1) holds = pred_of(w, at, op.negated() >> k & 1) ^ (op.value() ? 0 : FULL);
        else if (op.bits() == 16) holds = lanes_of<u16>(w, at, op.value());
        else if (op.bits() == 32) holds = lanes_of<u32>(w, at, op.value());
        else if (op.bits() == 64) holds = lanes_of<u64>(w, at, op.value());
        absorbed |= known & holds;
    }
    return poison(w, op, defined | absorbed);
}
/* Address arithmetic (`pyptx.sim.wraps`). A row of flags has two words: the lanes whose exact value no signed 32 bits
 * hold, and those whose value no unsigned 32 bits hold. */
INLINE void put_flags(Warp &w, s32 target, u32 not_signed, u32 not_unsigned) {
    u32 *flags = row<u32>(w, target);
    flags[0] = (flags[0] & ~w.mask) | (not_signed & w.mask);
    flags[1] = (flags[1] & ~w.mask) | (not_unsigned & w.mask);
}
enum WrapReading { ANY_READING, SIGNED_READING, UNSIGNED_READING };
template <WrapReading reading> const Instr *wraps_keep(Warp &w, const Instr *i) {
    const WrapsKeepArgs op(i);
    u32 flags[2] = {0, 0};
    for (int k = 0; k < op.sources_count(); ++k) {
        const u32 *source = row<u32>(w, op.sources()[k]);
        flags[0] |= source[0];
        flags[1] |= source[1];
    }
    if (reading == SIGNED_READING) flags[1] = flags[0];
    if (reading == UNSIGNED_READING) flags[0] = flags[1];
    put_flags(w, op.target(), flags[0], flags[1]);
    return i + 1;
}
enum WrapKind { WRAP_SUM, WRAP_DIFFERENCE, WRAP_PRODUCT, WRAP_SHIFT };
template <WrapKind kind> INLINE f64 exactly(const f64 *a) { /* rounding is far beyond 32 bits */
    if (kind == WRAP_SUM) return a[0] + a[1];
    if (kind == WRAP_DIFFERENCE) return a[0] - a[1];
    if (kind == WRAP_SHIFT) return a[1] < 0 ? a[0] : a[0] * (a[1] > 63 ? 0x1p64 : (f64)((u64)1 << (int)a[1]));
    return a[0] * a[1] + a[2];
}
template <WrapKind kind> const Instr *wraps_compute(Warp &w, const Instr *i) {
    const WrapsComputeArgs op(i);
    const int count = op.operands_count();
    const u32 *operands[3] = {};
    u32 high = 0, flagged = 0, without[3][2] = {};
    for (int k = 0; k < count; ++k) {
        operands[k] = row<u32>(w, op.operands()[k]);
        ALL_LANES(l) high |= operands[k][l];
        if (op.flags()[k] < 0) continue;
        memcpy(without[k], row<u32>(w, op.flags()[k]), sizeof without[k]);
        flagged |= without[k][0] | without[k][1];
    }
    if (kind != WRAP_DIFFERENCE && kind != WRAP_SHIFT && !flagged && !(high >> 31)) { /* the usual case */
        u64 beyond = 0;
        ALL_LANES(l) {
            const u64 x = operands[0][l], y = operands[1][l];
            beyond |= kind == WRAP_SUM ? x + y : x * y + (count > 2 ? operands[2][l] : 0);
        }
        if (!(beyond >> 31)) {
            put_flags(w, op.target(), 0, 0);
            return i + 1;
        }
    }
    const int readings = high >> 31 || flagged ? 1 << count : 1; /* else both are the same */
    u32 fits[2] = {0, 0};
    EACH_LANE(w.mask, l)
        for (int chosen = 0; chosen < readings; ++chosen) {
            f64 a[3] = {};
            bool possible = true;
            for (int k = 0; k < count; ++k) {
                const int reading = chosen >> k & 1;
                possible = possible && !(without[k][reading] >> l & 1);
                a[k] = reading ? (f64)operands[k][l] : (f64)(s32)operands[k][l];
            }
            const f64 exact = exactly<kind>(a);
            fits[0] |= (u32)(possible && exact >= -0x1p31 && exact < 0x1p31) << l;
            fits[1] |= (u32)(possible && exact >= 0 && exact < 0x1p32) << l;
        }
    put_flags(w, op.target(), ~fits[0], ~fits[1]);
    return i + 1;
}
const Instr *wraps_check(Warp &w, const Instr *i) {
    const WrapsCheckArgs op(i);
    const u32 *flags = row<u32>(w, op.flags()), *size = op.size() < 0 ? nullptr : row<u32>(w, op.size());
    u32 lanes = FULL;
    for (int l = 0; size && l < LANES; ++l) lanes &= ~((u32)!size[l] << l);
    return (flags[0] | flags[1]) & w.mask & lanes ? refuse(w, i, BROKE_ADDRESS_WRAP) : i + 1;
}
/* Addresses that were computed from the address of a shared array (`pyptx.sim.array_bounds`), except outside the shared
 * memory of its CTA: the access itself reports that. */
const Instr *arrays_check(Warp &w, const Instr *i) {
    const ArrayCheckArgs op(i);
    u64 address[LANES];
    addresses(w, op, address);
    const u32 lanes = w.mask & (u32)op.givers();
    const u64 first = (u64)op.first(), last = (u64)op.last(), size = (u64)op.size();
    const u64 bytes = w.machine->shared->shared_bytes;
    u32 outside = 0;
    ALL_LANES(l) {
        const u64 at = address[l] & ((1u << RANK_SHIFT) - 1), end = at + size;
        outside |= (u32)((at < first || end > last) && end <= bytes) << l;
    }
    return outside & lanes ? refuse(w, i, BROKE_ARRAY_BOUNDS) : i + 1;
}
/* After an instruction under a predicate: where the predicate is undefined, the results are too. */
const Instr *mark_guarded(Warp &w, const Instr *i) {
    const MarkGuardedArgs op(i);
    for (int k = 0; k < op.targets_count(); ++k) w.known[op.targets()[k]] &= w.known[op.predicate()] | ~w.mask;
    return i + 1;
}
const Instr *next(Warp &w, const Instr *i) { /* the records of the block after this one follow */
    if (w.state->converged) return i[1].run == block ? block(w, i + 1) : i + 1;
    go(*w.state, w.whole, NextArgs(i).number());
    return nullptr;
}
const Instr *bra(Warp &w, const Instr *i) {
    const BranchArgs op(i);
    WarpState &s = *w.state;
    const u32 mask = w.mask, taken = op.predicate() < 0 ? mask : mask & pred_of(w, op.predicate(), op.negated());
    if (s.converged) {
        if (!taken) return i + 1;
        if (taken == mask) {
            if (!turn(w, i, op.target(), op.polls())) return w.machine->shared->blocks[op.target()];
            s.place = op.target();
            w.yields = true;
            return nullptr;
        }
        diverge(s);
    }
    const bool spent = taken && turn(w, i, op.target(), op.polls());
    if (taken) go(s, taken, op.target());
    if (taken != mask) go(s, mask & ~taken, op.next());
    if (spent) s.yielded |= taken;
    if (spent || mask != s.live || taken == mask || !taken) return nullptr;
    const bool jumps = op.target() < op.next(); /* all lanes are in one of two blocks: the lower one goes first */
    s.place = jumps ? op.target() : op.next();
    w.mask = jumps ? taken : mask & ~taken;
    return w.machine->shared->blocks[s.place];
}
const Instr *brx(Warp &w, const Instr *i) {
    const BranchTableArgs op(i);
    const u32 *index = row<u32>(w, op.index());
    ALL_LANES(l)
        if (w.mask >> l & 1 && index[l] >= (u32)op.blocks_count()) return stop(w, i, STOP_CONTROL);
    diverge(*w.state);
    for (int k = 0; k < op.blocks_count(); ++k) {
        u32 going = 0;
        ALL_LANES(l) going |= (u32)(index[l] == (u32)k) << l;
        going &= w.mask;
        if (!going) continue;
        if (turn(w, i, op.blocks()[k], op.polls())) w.state->yielded |= going;
        go(*w.state, going, op.blocks()[k]);
    }
    return nullptr;
}
const Instr *leave_grid(Warp &w, const Instr *i) {
    if (!leave(w, w.mask)) return refuse(w, i);
    return !w.machine->races || race_left(w) ? nullptr : stop(w, i, STOP_HANDOVER);
}
const Instr *trap(Warp &w, const Instr *i) { return stop(w, i, STOP_STEP); }

const Instr *members(Warp &w, const Instr *i) { return gather(w, i, row<u32>(w, MembersArgs(i).mask())); }
const Instr *members_all(Warp &w, const Instr *i) { /* the mask names all lanes */
    return w.mask == w.state->live && w.mask == w.state->exists ? i + 1 : members(w, i);
}

const Instr *barrier(Warp &w, const Instr *i) {
    const BarrierArgs op(i);
    WarpState &s = *w.state;
    CtaState &cta = *w.cta->state;
    const u32 mask = w.mask, *numbers = row<u32>(w, op.number());
    const u32 *counts = op.count() >= 0 ? row<u32>(w, op.count()) : nullptr;
    const int whole = LANES * w.cta->count;
    u32 used = 0;
    for (u32 left = mask; left;) { /* usually one barrier for all */
        const int first = __builtin_ctz(left);
        const u32 number = numbers[first];
        const s32 wanted = counts ? (s32)counts[first] : 0;
        const u32 alike = left & lanes_at((const s32 *)numbers, (s32)number) &
                          (counts ? lanes_at((const s32 *)counts, wanted) : FULL);
        if (number >= (u32)BARRIERS || wanted % LANES || wanted < 0) return stop(w, i, STOP_GATE);
        const s32 known = cta.wanted[number];
        if (known >= 0 && (known ? known : whole) != (wanted ? wanted : whole)) return stop(w, i, STOP_GATE);
        used |= 1u << number;
        left &= ~alike;
    }
    ALL_LANES(l)
        if (mask >> l & 1) s.barrier[l] = (s8)numbers[l];
    for (u32 left = used; left; left &= left - 1) {
        const int number = __builtin_ctz(left);
        const int last = 31 - __builtin_clz(mask & lanes_at((const s32 *)numbers, number));
        cta.wanted[number] = counts ? (s32)counts[last] : 0;
    }
    if (op.predicate() >= 0) s.predicate = (s.predicate & ~mask) | (*row<u32>(w, op.predicate()) & mask);
    s.arrives = op.kind() == BARRIER_ARRIVE ? s.arrives | mask : s.arrives & ~mask;
    park(s, mask, s.place);
    for (; used; used &= used - 1)
        if (!settle(w, __builtin_ctz(used))) return stop(w, i, STOP_GATE);
    return nullptr;
}

/* Registers */

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
    {"door", door}, {"block", block}, {"issue", issue}, {"guard", guard}, {"unguard", unguard}, {"guard_apart", guard_apart}, {"check", check},
    {"mark", mark}, {"mark_as", mark_as}, {"spread", spread}, {"spread.parts", spread_parts}, {"spread.chosen", spread_chosen},
    {"spread.absorbed", spread_absorbed}, {"mark_guarded", mark_guarded}, {"wraps.check", wraps_check},
    {"arrays.check", arrays_check},
    {"wraps.keep", wraps_keep<ANY_READING>}, {"wraps.signed", wraps_keep<SIGNED_READING>}, {"wraps.unsigned", wraps_keep<UNSIGNED_READING>},
    {"wraps.sum", wraps_compute<WRAP_SUM>}, {"wraps.difference", wraps_compute<WRAP_DIFFERENCE>},
    {"wraps.product", wraps_compute<WRAP_PRODUCT>}, {"wraps.shift", wraps_compute<WRAP_SHIFT>}, {"next", next}, {"bra", bra}, {"brx", brx}, {"exit", leave_grid},
    {"trap", trap}, {"members", members}, {"members.all", members_all}, {"barrier", barrier},
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

/* Run a warp until all its lanes have exited or wait, or its turn ends. */
Outcome LEVEL(run_warp_)(Warp &w) {
    WarpState &s = *w.state;
    bool ran = false;
    for (;;) {
        int32_t place = s.place;
        uint32_t mask = s.live;
        if (!mask) return ENDED;
        if (!s.converged) {
            uint32_t ready = s.live & ~s.parked & ~s.yielded;
            if (!ready) {
                s.yielded &= s.live;
                if (!(s.live & ~s.parked)) return ran ? YIELDED : WAITS;
                s.yielded = 0;
                if (ran) return YIELDED;
                ready = s.live & ~s.parked;
            }
            place = s.key[__builtin_ctz(ready)];
            mask = ready & lanes_at(s.key, place);
            if (mask != ready) {
                for (int l = 0; l < LANES; ++l) {
                    const int32_t key = ready >> l & 1 ? s.key[l] : INT32_MAX;
                    place = key < place ? key : place;
                }
                mask = ready & lanes_at(s.key, place);
            }
            s.place = place;
            if (mask == s.live) s.converged = 1;
        }
        w.mask = mask;
        ran = true;
        const Instr *i = w.machine->shared->blocks[place];
        while (i) i = i->run(w, i);
        if (w.machine->stop.kind) return STOPPED;
        if (w.knocks) {
            w.knocks = false;
            return KNOCKS;
        }
        if (w.yields) {
            w.yields = false;
            return YIELDED;
        }
    }
}

extern const HandlerTable LEVEL(control_);
const HandlerTable LEVEL(control_) = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
