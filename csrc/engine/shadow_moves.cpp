/* Shadows of instructions that move values between registers and lanes. */
#include "shadow_words.h"

namespace pyptx {
namespace {

const Instr *move(Warp &w, const Instr *i) {
    const ShadowMoveArgs op(i);
    begin(w, op.number());
    const Word word = word_of(w, op.sources(), op.sources_count(), op.size());
    write_word(w, op, word);
    return i + 1;
}

const Instr *select(Warp &w, const Instr *i) {
    const ShadowMoveArgs op(i);
    ShadowValues &s = *w.machine->shadows;
    begin(w, op.number());
    const Word first = word_of(w, op.sources(), op.sources_count(), op.size());
    const Word second = word_of(w, op.others(), op.others_count(), op.size());
    const u32 chosen = *row<u32>(w, op.predicate());
    Word word;
    word.bytes = op.size();
    ShadowWrite made{};
    bool good = true;
    for (int k = 0; k < word.bytes; ++k) {
        if (!first.at[k] && !second.at[k]) continue;
        ShadowCell *cell = made.cells[k] = s.take();
        if (first.at[k]) good = merge(*first.at[k], chosen & w.mask, *cell) && good;
        if (second.at[k]) good = merge(*second.at[k], ~chosen & w.mask, *cell) && good;
        word.at[k] = cell;
    }
    write_word(w, op, word);
    release(s, made);
    return good ? i + 1 : stop(w, i, STOP_LIMIT);
}

/* Registers that an instruction may write, while its records run on other contents. */
struct Contents {
    u8 held[4][LANES * 8];
    const ShadowPart *parts[4];
    int count = 0;
    Warp &w;
    explicit Contents(Warp &w) : w(w) {}
    void save(const ShadowPart &part) {
        parts[count] = &part;
        memcpy(held[count++], w.regs + part.row, (size_t)part.bytes * LANES);
    }
    void restore() {
        while (count) --count, memcpy(w.regs + parts[count]->row, held[count], (size_t)parts[count]->bytes * LANES);
    }
};
INLINE u64 raw_at(const Warp &w, const ShadowPart &part, int lane) {
    u64 raw = 0;
    memcpy(&raw, w.regs + part.row + lane * part.bytes, (size_t)part.bytes);
    return raw;
}
INLINE void set_raw(const Warp &w, const ShadowPart &part, int lane, u64 raw) {
    memcpy(w.regs + part.row + lane * part.bytes, &raw, (size_t)part.bytes);
}

/* `shfl`: the instruction itself, on the numbers of lanes, shows the source of each. */
const Instr *shuffle(Warp &w, const Instr *i) {
    const ShadowMoveArgs op(i);
    ShadowValues &s = *w.machine->shadows;
    begin(w, op.number());
    note_all(w, op.others(), op.others_count());
    ShadowWrite made{};
    const Word from = word_of(w, op.sources(), op.sources_count(), op.size());
    Word word;
    word.bytes = op.size();
    if (!from.is_empty() && op.sources()[0].row >= 0 && op.targets()[0].row >= 0) {
        const ShadowPart &source = op.sources()[0], &target = op.targets()[0];
        Contents contents(w);
        contents.save(source), contents.save(target);
        const u32 valid = op.predicate() >= 0 ? *row<u32>(w, op.predicate()) : 0;
        u32 *const numbers = row<u32>(w, source.row), *const found = row<u32>(w, target.row);
        ALL_LANES(l) numbers[l] = (u32)l;
        run_records(w, i, op.records());
        s32 lane[LANES];
        VECTORS ALL_LANES(l) lane[l] = (s32)(found[l] & (LANES - 1));
        contents.restore();
        if (op.predicate() >= 0) *row<u32>(w, op.predicate()) = valid;
        for (int k = 0; k < word.bytes; ++k) {
            const ShadowCell *cell = from.at[k];
            if (!cell) continue;
            ShadowCell *to = made.cells[k] = s.take();
            to->kind = cell->kind;
            trace(*to, cell->traced);
            const u32 held = cell->lanes;
            u32 lanes = 0;
            VECTORS ALL_LANES(l) {
                lanes |= (held >> lane[l] & 1) << l;
                to->value[l] = cell->value[lane[l]];
                to->magnitude[l] = cell->magnitude[lane[l]], to->bound[l] = cell->bound[lane[l]];
            }
            EACH_ROW(cell->traced, e) {
                const f32 *const from = cell->row((int)e);
                f32 *const errors = to->row((int)e);
                VECTORS ALL_LANES(l) errors[l] = from[lane[l]];
            }
            to->lanes = lanes;
            word.at[k] = to;
        }
    }
    write_word(w, op, word);
    release(s, made);
    return i + 1;
}

/* Integer instructions that move the bits of numbers: pyptx/sim/semantics/bit_shadow.py. */

constexpr u64 MARKS = 0x1B4D72C693A55E17ull;
INLINE u64 mask_of(int offset, int width) { return (width < 8 ? (1ull << 8 * width) - 1 : ~0ull) << 8 * offset; }

const Instr *bits_moved(Warp &w, const Instr *i) {
    const ShadowMoveArgs op(i);
    ShadowValues &s = *w.machine->shadows;
    begin(w, op.number());
    const ShadowPart &target = op.targets()[0];
    const int wanted = op.wanted();
    ShadowWrite made{target.row, target.bytes, {}};
    bool good = true;
    for (int place = 0; place < op.sources_count(); ++place) {
        const ShadowPart &source = op.sources()[place];
        if (source.row < 0) continue;
        const int size = op.size() < source.bytes ? op.size() : source.bytes;
        for (int offset = 0; offset < size; ++offset) {
            const ShadowCell *cell = cell_at(w, source.row, offset);
            if (!cell || !(cell->lanes & w.mask)) continue;
            const int width = KIND_BYTES[cell->kind];
            if (offset + width > size) {
                s.ended = true;
                continue;
            }
            const u64 mask = mask_of(offset, width);
            u64 results[3][LANES];
            Contents contents(w);
            contents.save(source);
            if (target.row >= 0) contents.save(target);
            u64 raw[LANES];
            ALL_LANES(l) raw[l] = raw_at(w, source, l);
            for (int variant = 0; variant < 3; ++variant) {
                ALL_LANES(l) {
                    const u64 filler = variant == 0 ? 0 : variant == 1 ? mask : MARKS << 8 * offset & mask;
                    set_raw(w, source, l, (raw[l] & ~mask) | filler);
                }
                run_records(w, i, op.records());
                ALL_LANES(l) results[variant][l] = raw_at(w, target, l);
            }
            ALL_LANES(l) set_raw(w, source, l, raw[l]);
            run_records(w, i, op.records());
            u64 actual[LANES];
            ALL_LANES(l) actual[l] = raw_at(w, target, l);
            contents.restore();
            u32 moved = 0;
            for (int to = 0; to + width <= wanted; ++to) {
                const int top = 8 * (to + width) - 1;
                const u64 body = mask_of(to, width) & ~(1ull << top);
                u32 here = 0;
                ALL_LANES(l)
                    here |= (u32)((results[0][l] & body) == 0 && (results[1][l] & body) == body &&
                                  (results[2][l] & body) == (MARKS << 8 * to & body))
                            << l;
                here &= cell->lanes;
                if (!here) continue;
                moved |= here;
                ShadowCell *&held = made.cells[to];
                if (!held) held = s.take();
                ShadowCell *given = s.take();
                copy_cell(*cell, *given);
                ALL_LANES(l) {
                    const bool low = results[0][l] >> top & 1, high = results[1][l] >> top & 1;
                    const bool minus = actual[l] >> top & 1;
                    const bool flips = low == high ? signbit(cell->value[l]) != minus : low;
                    if (!flips) continue;
                    given->value[l] = -given->value[l];
                    EACH_ERROR(cell->traced, e) given->row((int)e)[l] = -given->row((int)e)[l];
                }
                good = merge(*given, here, *held) && good;
                s.give_back(given);
            }
            u32 lost = 0;
            ALL_LANES(l) lost |= (u32)(results[0][l] != results[1][l]) << l;
            note_loss(w, *cell, lost & ~moved, source.row, source.bytes, offset);
        }
    }
    if (target.row >= 0) s.writes.push_back(made);
    return good ? i + 1 : stop(w, i, STOP_LIMIT);
}

/* Lanes in which a value and its shadow differ in sign or exponent. */
u32 decided_otherwise(const Warp &w, const ShadowPart &part) {
    u32 found = 0;
    for (int offset = 0; part.row >= 0 && offset < part.bytes; ++offset) {
        const ShadowCell *cell = cell_at(w, part.row, offset);
        if (!cell || !(cell->lanes & w.mask) || offset + KIND_BYTES[cell->kind] > part.bytes) continue;
        alignas(64) f64 actual[LANES];
        decode(w, part.row, part.bytes, offset, cell->kind, actual);
        EACH_LANE(cell->lanes &w.mask, l) {
            int own, other;
            frexp(actual[l], &own), frexp(cell->value[l], &other);
            found |= (u32)(own != other || signbit(actual[l]) != signbit(cell->value[l])) << l;
        }
    }
    return found;
}

/* Leave a register without shadows in the active lanes; registers that need cells take those of empty ones. */
void free_register(Warp &w, const ShadowPart &part) {
    for (int offset = 0; part.row >= 0 && offset < part.bytes; ++offset) {
        ShadowCell *&cell = cell_at(w, part.row, offset);
        if (!cell || (cell->lanes &= ~w.mask)) continue;
        w.machine->shadows->give_back(cell);
        cell = nullptr;
    }
}

/* An instruction that ends the shadows of its operands; with `power`, it reads their signs and exponents only. */
const Instr *restart(Warp &w, const Instr *i) {
    const ShadowMoveArgs op(i);
    ShadowCount &count = begin(w, op.number());
    if (op.flags() & SHADOW_POWER) {
        u32 others = 0;
        for (int k = 0; k < op.sources_count(); ++k) others |= decided_otherwise(w, op.sources()[k]);
        count.disagreements += __builtin_popcount(others);
    }
    if (op.flags() & SHADOW_LISTS) note_all(w, op.sources(), op.sources_count());
    for (int k = 0; k < op.targets_count(); ++k) free_register(w, op.targets()[k]);
    close(w, op.number());
    return i + 1;
}

/* An addition to the exponent of a number multiplies it by a power of two; `places`: which sources are added as they
 * are. */
const Instr *exponent(Warp &w, const Instr *i) {
    const ShadowMoveArgs op(i);
    ShadowValues &s = *w.machine->shadows;
    int live = -1, many = 0;
    for (int k = 0; k < op.sources_count(); ++k)
        for (int offset = 0; op.sources()[k].row >= 0 && offset < op.sources()[k].bytes; ++offset)
            if (lanes_of(cell_at(w, op.sources()[k].row, offset)) & w.mask) many += live != k, live = k;
    bool added = false;
    for (int k = 0; k < op.places_count(); ++k) added = added || op.places()[k] == live;
    const ShadowPart *source = live < 0 ? nullptr : op.sources() + live;
    const ShadowCell *cell = source ? cell_at(w, source->row, 0) : nullptr;
    for (int offset = 1; source && offset < source->bytes; ++offset)
        if (cell_at(w, source->row, offset) && cell_at(w, source->row, offset)->lanes) added = false;
    if (many != 1 || !added || !(lanes_of(cell) & w.mask) || KIND_BYTES[cell->kind] != op.wanted() ||
        source->bytes != op.wanted() || op.targets()[0].row < 0) {
        const Instr *next = restart(w, i);
        s.format = 0;
        return next;
    }
    begin(w, op.number());
    const ShadowPart &target = op.targets()[0];
    Contents contents(w);
    contents.save(target);
    u64 before[LANES], after[LANES];
    ALL_LANES(l) before[l] = raw_at(w, *source, l);
    run_records(w, i, op.records());
    ALL_LANES(l) after[l] = raw_at(w, target, l);
    contents.restore();
    const int kind = cell->kind, fraction = MANTISSA[kind], bits = 8 * op.wanted();
    const s64 most = (1ll << (bits - 1 - fraction)) - 1;
    ShadowWrite made{target.row, target.bytes, {}};
    ShadowCell *to = made.cells[0] = s.take();
    copy_cell(*cell, *to);
    u32 fits = 0;
    ALL_LANES(l) {
        const s64 change = (s64)((after[l] - before[l]) << (64 - bits)) >> (64 - bits), power = change >> fraction;
        const s64 exponent = (s64)(before[l] >> fraction) & most;
        const bool inside = exponent > 0 && exponent < most && exponent + power > 0 && exponent + power < most;
        const bool fitting = change == power * (1ll << fraction) && (inside || !change);
        fits |= (u32)fitting << l;
        if (!fitting) continue;
        const f64 factor = ldexp(1.0, (int)power);
        to->value[l] *= factor;
        to->magnitude[l] = (f32)(to->magnitude[l] * factor), to->bound[l] = (f32)(to->bound[l] * factor);
        EACH_ROW(to->traced, e) to->row((int)e)[l] = (f32)(to->row((int)e)[l] * factor);
    }
    note_loss(w, *cell, ~fits, source->row, source->bytes, 0);
    to->lanes &= fits;
    s.writes.push_back(made);
    return i + 1;
}

/* `prmt`: the instruction itself, on the numbers of bytes, shows where each byte comes from; bytes that repeat a sign
 * come from none. */
const Instr *permute(Warp &w, const Instr *i) {
    const ShadowMoveArgs op(i);
    ShadowValues &s = *w.machine->shadows;
    begin(w, op.number());
    note_all(w, op.others(), op.others_count());
    ShadowWrite made{op.targets()[0].row, op.targets()[0].bytes, {}};
    const Word from = word_of(w, op.sources(), op.sources_count(), op.size());
    bool good = true;
    if (!from.is_empty() && made.row >= 0) {
        Contents contents(w);
        contents.save(op.targets()[0]);
        u32 picked[2][LANES];
        for (int k = 0; k < op.sources_count(); ++k)
            if (op.sources()[k].row >= 0) contents.save(op.sources()[k]);
        for (int high = 0; high < 2; ++high) {
            for (int k = 0; k < op.sources_count(); ++k)
                if (op.sources()[k].row >= 0)
                    ALL_LANES(l)
                        set_raw(w, op.sources()[k], l, (k ? 0x07060504u : 0x03020100u) | (high ? 0x80808080u : 0));
            run_records(w, i, op.records());
            ALL_LANES(l) picked[high][l] = (u32)raw_at(w, op.targets()[0], l);
        }
        contents.restore();
        int parts[LANES] = {};
        for (int source = 0; source < from.bytes; ++source) {
            const ShadowCell *cell = from.at[source];
            if (!cell) continue;
            const int width = KIND_BYTES[cell->kind];
            u32 whole[4] = {};
            ALL_LANES(l) {
                if (!(cell->lanes >> l & 1)) continue;
                int taken[4];
                for (int k = 0; k < 4; ++k) {
                    const u32 low = picked[0][l] >> 8 * k & 0xFF, high = picked[1][l] >> 8 * k & 0xFF;
                    taken[k] = high == (low | 0x80) && low < 8 ? (int)low : -1;
                    if (taken[k] == -1) taken[k] = 8 + k; /* a sign, which is a part of a value, too */
                    parts[l] += taken[k] >= source && taken[k] < source + width;
                }
                for (int target = 0; target + width <= 4; ++target) {
                    bool in_order = true;
                    for (int k = 0; k < width; ++k) in_order = in_order && taken[target + k] == source + k;
                    if (in_order) whole[target] |= 1u << l, parts[l] -= width;
                }
            }
            for (int target = 0; target < 4; ++target) {
                if (!whole[target]) continue;
                if (!made.cells[target]) made.cells[target] = s.take();
                good = merge(*cell, whole[target], *made.cells[target]) && good;
            }
        }
        EACH_LANE(w.mask, l) s.ended |= parts[l] != 0;
    }
    if (made.row >= 0) s.writes.push_back(made);
    return good ? i + 1 : stop(w, i, STOP_LIMIT);
}

/* clang-format off */
const Entry entries[] = {
    {"shadow.move", move}, {"shadow.select", select}, {"shadow.shuffle", shuffle}, {"shadow.permute", permute},
    {"shadow.bits", bits_moved}, {"shadow.exponent", exponent}, {"shadow.restart", restart},
};
/* clang-format on */

} // namespace

extern const HandlerTable LEVEL(shadow_moves_);
const HandlerTable LEVEL(shadow_moves_) = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
