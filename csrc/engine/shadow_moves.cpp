/* Shadows of instructions that move values: between registers, lanes and memory. */
#include "shadow_operands.h"

namespace pyptx {
namespace {

/* The shadows among the bytes of an operand. The cells are those of registers, unless the word owns them. */
struct Word {
    const ShadowCell *at[WORD_BYTES] = {};
    int bytes = 0;
    bool is_empty() const {
        for (int k = 0; k < bytes; ++k)
            if (at[k]) return false;
        return true;
    }
};

const ShadowCell *literal_cell(ShadowValues &s, const ShadowLiteral &literal, ShadowWrite &owner) {
    ShadowCell *cell = s.take();
    cell->lanes = FULL, cell->kind = HOLDS_F32;
    if (literal.constant != 0) trace(*cell, 1ull << CONSTANTS);
    ALL_LANES(l) cell->value[l] = literal.actual, cell->magnitude[l] = (f32)fabs(literal.actual), cell->bound[l] = 0;
    if (literal.constant != 0)
        ALL_LANES(l) cell->row(CONSTANTS)[l] = (f32)literal.constant;
    for (ShadowCell *&slot : owner.cells)
        if (!slot) {
            slot = cell;
            break;
        }
    return cell;
}

/* Those of parts, so many bytes of each; a value of which only a part is read ends. `owner` gets the cells of literals.
 */
Word word_of(Warp &w, const ShadowPart *parts, int count, int size, ShadowWrite &owner) {
    ShadowValues &s = *w.machine->shadows;
    Word word;
    word.bytes = count * size;
    for (int part = 0; part < count; ++part) {
        if (parts[part].literal >= 0) word.at[part * size] = literal_cell(s, s.literals[parts[part].literal], owner);
        if (parts[part].row < 0) continue;
        for (int offset = 0; offset < size && offset < parts[part].bytes; ++offset) {
            const ShadowCell *cell = cell_at(w, parts[part].row, offset);
            if (!cell || !(cell->lanes & w.mask)) continue;
            if (offset + KIND_BYTES[cell->kind] > size) s.ended = true;
            else word.at[part * size + offset] = cell;
        }
    }
    return word;
}
void release(ShadowValues &s, ShadowWrite &owner) {
    for (ShadowCell *cell : owner.cells) s.give_back(cell);
}

/* Give the registers of an operand copies of the shadows of a word, `size` bytes of each part, when the step ends. */
void write_parts(Warp &w, const ShadowPart *parts, int count, int size, const Word &word) {
    ShadowValues &s = *w.machine->shadows;
    for (int part = 0; part < count; ++part) {
        if (parts[part].row < 0) continue;
        ShadowWrite write{parts[part].row, parts[part].bytes, {}};
        for (int offset = 0; offset < size && offset < parts[part].bytes; ++offset) {
            const ShadowCell *cell = word.at[part * size + offset];
            if (!cell) continue;
            if (offset + KIND_BYTES[cell->kind] > size) {
                s.ended |= (cell->lanes & w.mask) != 0;
                continue;
            }
            copy_cell(*cell, *(write.cells[offset] = s.take()));
        }
        s.writes.push_back(write);
    }
}
void write_word(Warp &w, const ShadowMoveArgs &op, const Word &word) {
    write_parts(w, op.targets(), op.targets_count(), op.wanted(), word);
}
void note_all(Warp &w, const ShadowPart *parts, int count) {
    for (int k = 0; k < count; ++k) note_losses(w, parts[k], 0);
}

const Instr *move(Warp &w, const Instr *i) {
    const ShadowMoveArgs op(i);
    begin(w, op.number());
    ShadowWrite owner{};
    const Word word = word_of(w, op.sources(), op.sources_count(), op.size(), owner);
    write_word(w, op, word);
    release(*w.machine->shadows, owner);
    return i + 1;
}

const Instr *select(Warp &w, const Instr *i) {
    const ShadowMoveArgs op(i);
    ShadowValues &s = *w.machine->shadows;
    begin(w, op.number());
    ShadowWrite owner{};
    const Word first = word_of(w, op.sources(), op.sources_count(), op.size(), owner);
    const Word second = word_of(w, op.others(), op.others_count(), op.size(), owner);
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
    release(s, owner);
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
void run_records(Warp &w, const Instr *i, int count) {
    for (const Instr *at = i + 1, *end = at + count; at && at < end;) at = at->run(w, at);
}
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
    ShadowWrite owner{}, made{};
    const Word from = word_of(w, op.sources(), op.sources_count(), op.size(), owner);
    Word word;
    word.bytes = op.size();
    if (!from.is_empty() && op.targets()[0].row >= 0) {
        const ShadowPart &source = op.sources()[0], &target = op.targets()[0];
        Contents contents(w);
        contents.save(source), contents.save(target);
        const u32 valid = op.predicate() >= 0 ? *row<u32>(w, op.predicate()) : 0;
        ALL_LANES(l) set_raw(w, source, l, (u64)l);
        run_records(w, i, op.records());
        int lane[LANES];
        ALL_LANES(l) lane[l] = (int)raw_at(w, target, l) & (LANES - 1);
        contents.restore();
        if (op.predicate() >= 0) *row<u32>(w, op.predicate()) = valid;
        for (int k = 0; k < word.bytes; ++k) {
            const ShadowCell *cell = from.at[k];
            if (!cell) continue;
            ShadowCell *to = made.cells[k] = s.take();
            to->kind = cell->kind;
            trace(*to, cell->traced);
            u32 lanes = 0;
            ALL_LANES(l) {
                lanes |= (cell->lanes >> lane[l] & 1) << l;
                to->value[l] = cell->value[lane[l]];
                to->magnitude[l] = cell->magnitude[lane[l]], to->bound[l] = cell->bound[lane[l]];
            }
            EACH_ROW(cell->traced, e) ALL_LANES(l) to->row((int)e)[l] = cell->row((int)e)[lane[l]];
            to->lanes = lanes;
            word.at[k] = to;
        }
    }
    write_word(w, op, word);
    release(s, owner);
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

/* An instruction that ends the shadows of its operands. */
const Instr *restart(Warp &w, const Instr *i) {
    const ShadowMoveArgs op(i);
    begin(w, op.number());
    if (op.flags() & SHADOW_LISTS) note_all(w, op.sources(), op.sources_count());
    for (int k = 0; k < op.targets_count(); ++k) clear_register(w, op.targets()[k]);
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
    ShadowWrite owner{}, made{op.targets()[0].row, op.targets()[0].bytes, {}};
    const Word from = word_of(w, op.sources(), op.sources_count(), op.size(), owner);
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
    release(s, owner);
    return good ? i + 1 : stop(w, i, STOP_LIMIT);
}

/* Memory */

/* The shadows at a byte behind each index; null for none. False if lanes have values of several formats. */
bool gather(ShadowValues &s, const u64 *index, u32 lanes, int offset, ShadowCell *&to) {
    to = nullptr;
    EACH_LANE(lanes, l) {
        const u64 at = index[l] + (u64)offset;
        const int kind = s.memory.kind(at);
        if (!kind) continue;
        if (!to) {
            to = s.take();
            to->kind = kind;
        }
        if (to->kind != kind) return false;
        const ShadowMemory::Page &page = *s.memory.page(at);
        trace(*to, page.layout.traced);
        to->lanes |= 1u << l;
        ShadowCell &cell = *to;
        EACH_ROW(cell.traced & ~page.layout.traced, e) cell.row((int)e)[l] = 0;
        page.layout.load(page.slot(at), cell.value[l], cell.magnitude[l], cell.bound[l],
                         [&](int row, f32 error) { cell.row(row)[l] = error; });
    }
    return true;
}
/* Give the bytes behind each index the shadows of a cell; the last of lanes with one index wins. */
void scatter(ShadowValues &s, const u64 *index, u32 lanes, int offset, const ShadowCell &cell) {
    EACH_LANE(lanes, l) {
        const u64 at = index[l] + (u64)offset;
        if (!(cell.lanes >> l & 1)) {
            s.memory.clear(at);
            continue;
        }
        const ShadowMemory::Page &page = s.memory.put(at, cell.kind, cell.traced);
        page.layout.store(page.slot(at), cell.value[l], cell.magnitude[l], cell.bound[l],
                          [&](int row) { return cell.traced >> row & 1 ? cell.row(row)[l] : 0; });
    }
}

bool places_of(Warp &w, const Instr *i, unsigned size, Located &at) {
    const AddressArgs op(i);
    u64 address[LANES];
    addresses(w, op, address);
    return w.mask && locate(w, i, op.space(), address, w.mask, size, 1, ALLOCATED, at);
}

/* Gather the shadows of values among some bytes behind each index, of which the first is byte `first` of a word; `made`
 * owns the cells. False if lanes have values of several formats. */
bool gather_word(Warp &w, const u64 *index, int bytes, int first, ShadowWrite *made, Word &word) {
    ShadowValues &s = *w.machine->shadows;
    for (int k = 0; k < bytes; k += s.memory.narrowest) {
        ShadowCell *&cell = made[(first + k) / 16].cells[(first + k) % 16];
        if (!gather(s, index, w.mask, k, cell)) return false;
        if (cell && k + KIND_BYTES[cell->kind] <= bytes) word.at[first + k] = cell;
    }
    return true;
}

const Instr *load(Warp &w, const Instr *i) {
    const ShadowMoveArgs op(i);
    ShadowValues &s = *w.machine->shadows;
    begin(w, op.number());
    const int bytes = op.size();
    Located at;
    ShadowWrite made[2] = {};
    Word word;
    word.bytes = bytes;
    bool good = true;
    if (!s.memory.is_empty() && places_of(w, i + 1, (unsigned)bytes, at)) {
        EACH_LANE(w.mask, l)
            s.ended |= s.memory.is_part(at.index[l], (u64)bytes) || s.memory.has_cut(at.index[l], (u64)bytes);
        good = gather_word(w, at.index, bytes, 0, made, word);
    }
    write_word(w, op, word);
    for (ShadowWrite &each : made) release(s, each);
    return good ? i + 1 : stop(w, i, STOP_LIMIT);
}

const Instr *store(Warp &w, const Instr *i) {
    const ShadowMoveArgs op(i);
    ShadowValues &s = *w.machine->shadows;
    begin(w, op.number());
    ShadowWrite owner{};
    const Word word = word_of(w, op.sources(), op.sources_count(), op.size(), owner);
    Located at;
    if (places_of(w, i + 1, (unsigned)word.bytes, at)) {
        EACH_LANE(w.mask, l)
            for (int part = 0; part < op.sources_count(); ++part)
                if (op.sources()[part].row >= 0 || op.sources()[part].bytes)
                    s.memory.overwrite(at.index[l] + (u64)(part * op.size()), (u64)op.size());
        for (int offset = 0; offset < word.bytes; ++offset)
            if (word.at[offset]) scatter(s, at.index, w.mask, offset, *word.at[offset]);
    }
    release(s, owner);
    close(w, op.number());
    return i + 1;
}

/* Indices of the rows of an `ldmatrix` or `stmatrix`; `size` bytes of each. */
bool rows_of(Warp &w, const Instr *i, Located &at) {
    const MatrixAccessArgs op(i);
    u64 address[LANES];
    addresses(w, op, address);
    const u32 givers = w.mask & (u32)op.givers();
    return givers && locate(w, i, op.space(), address, givers, (unsigned)op.row_bytes(), 1, ALLOCATED, at);
}

/* Call `f` with each element of the registers of an `ldmatrix` or `stmatrix`: its first byte among theirs, the indices
 * by lane, and its size. */
template <class F> void each_element(const MatrixAccessArgs &access, int registers, const Located &at, F f) {
    const int elements = access.elements(), bytes = 4 / elements;
    for (int k = 0; k < registers * elements; ++k) {
        const s32 *plan = access.plan() + k * 2 * LANES;
        u64 index[LANES];
        ALL_LANES(l) index[l] = at.index[plan[l]] + (u64)plan[LANES + l];
        f(k * bytes, index, bytes);
    }
}

const Instr *load_rows(Warp &w, const Instr *i) {
    const ShadowMoveArgs op(i);
    ShadowValues &s = *w.machine->shadows;
    begin(w, op.number());
    const MatrixAccessArgs access(i + 1);
    Located at;
    Word word;
    word.bytes = 4 * op.targets_count();
    ShadowWrite made[2] = {};
    bool good = true;
    if (!s.memory.is_empty() && rows_of(w, i + 1, at)) {
        each_element(access, op.targets_count(), at, [&](int first, const u64 *index, int bytes) {
            EACH_LANE(w.mask, l) s.ended |= s.memory.has_cut(index[l], (u64)bytes);
            good = good && gather_word(w, index, bytes, first, made, word);
        });
    }
    write_word(w, op, word);
    for (ShadowWrite &each : made) release(s, each);
    return good ? i + 1 : stop(w, i, STOP_LIMIT);
}

const Instr *store_rows(Warp &w, const Instr *i) {
    const ShadowMoveArgs op(i);
    ShadowValues &s = *w.machine->shadows;
    begin(w, op.number());
    const MatrixAccessArgs access(i + 1);
    ShadowWrite owner{};
    const Word word = word_of(w, op.sources(), op.sources_count(), 4, owner);
    Located at;
    if (rows_of(w, i + 1, at)) {
        each_element(access, op.sources_count(), at, [&](int first, const u64 *index, int bytes) {
            EACH_LANE(w.mask, l) s.memory.overwrite(index[l], (u64)bytes);
            for (int k = 0; k < bytes; ++k) {
                const ShadowCell *cell = word.at[first + k];
                if (cell && k + KIND_BYTES[cell->kind] <= bytes) scatter(s, index, w.mask, k, *cell);
            }
        });
    }
    release(s, owner);
    close(w, op.number());
    return i + 1;
}

/* clang-format off */
const Entry entries[] = {
    {"shadow.move", move}, {"shadow.select", select}, {"shadow.shuffle", shuffle}, {"shadow.permute", permute},
    {"shadow.bits", bits_moved}, {"shadow.exponent", exponent}, {"shadow.load", load}, {"shadow.store", store},
    {"shadow.load_rows", load_rows}, {"shadow.store_rows", store_rows}, {"shadow.restart", restart},
};
/* clang-format on */

} // namespace

extern const HandlerTable LEVEL(shadow_moves_);
const HandlerTable LEVEL(shadow_moves_) = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
