/* Checks of what registers hold: undefined values, sums that wrap, and addresses outside the array that they come from.
 *
 * Built once for each level of the instruction set, as arithmetic.cpp is.
 */
#include "numbers.h"
#include "schedule.h"

namespace pyptx {
namespace {

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
/* After an instruction under a predicate: where the predicate is undefined, the results are too. */
const Instr *mark_guarded(Warp &w, const Instr *i) {
    const MarkGuardedArgs op(i);
    for (int k = 0; k < op.targets_count(); ++k) w.known[op.targets()[k]] &= w.known[op.predicate()] | ~w.mask;
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
/* Addresses that were computed from the address of an array (`pyptx.sim.array_bounds`), except outside the shared
 * memory of its CTA or the local memory of its thread: the access itself reports that. If `first` is behind `last`,
 * the bytes between them are padding, which no access may touch. */
const Instr *arrays_check(Warp &w, const Instr *i) {
    const ArrayCheckArgs op(i);
    u64 address[LANES];
    addresses(w, op, address);
    const u32 lanes = w.mask & (u32)op.givers();
    const u64 first = (u64)op.first(), last = (u64)op.last(), size = (u64)op.size();
    const bool local = op.space() == LOCAL;
    const u64 bytes = local ? w.machine->shared->local_bytes : w.machine->shared->shared_bytes;
    const u64 offset = local ? 0xFFFFFFFF : (1u << RANK_SHIFT) - 1;
    const u64 *frame = op.frames() < 0 ? nullptr : row<u64>(w, op.frames());
    u32 outside = 0;
    ALL_LANES(l) {
        const u64 at = address[l] & offset, end = at + size, start = frame ? frame[l] : 0;
        const bool wrong = first > last ? at < first && end > last : at < start + first || end > start + last;
        outside |= (u32)(wrong && end <= bytes) << l;
    }
    return outside & lanes ? refuse(w, i, BROKE_ARRAY_BOUNDS) : i + 1;
}

/* clang-format off */
const Entry entries[] = {
    {"check", check}, {"mark", mark}, {"mark_as", mark_as}, {"mark_guarded", mark_guarded},
    {"spread", spread}, {"spread.parts", spread_parts}, {"spread.chosen", spread_chosen}, {"spread.absorbed", spread_absorbed},
    {"wraps.check", wraps_check}, {"wraps.keep", wraps_keep<ANY_READING>}, {"wraps.signed", wraps_keep<SIGNED_READING>},
    {"wraps.unsigned", wraps_keep<UNSIGNED_READING>}, {"wraps.sum", wraps_compute<WRAP_SUM>},
    {"wraps.difference", wraps_compute<WRAP_DIFFERENCE>}, {"wraps.product", wraps_compute<WRAP_PRODUCT>},
    {"wraps.shift", wraps_compute<WRAP_SHIFT>}, {"arrays.check", arrays_check},
};
/* clang-format on */

} // namespace

extern const HandlerTable LEVEL(register_checks_);
const HandlerTable LEVEL(register_checks_) = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
