/* Shadows of instructions that access memory. */
#include "shadow_places.h"

namespace pyptx {
namespace {

bool places_of(Warp &w, const Instr *i, unsigned size, Located &at) {
    const AddressArgs op(i);
    u64 address[LANES];
    addresses(w, op, address);
    return w.mask && locate(w, i, op.space(), address, w.mask, size, 1, FIND, at);
}

/* Gather the shadows of values among some bytes behind each index, of which the first is byte `first` of a word; `made`
 * owns the cells. False if lanes have values of several formats. */
bool gather_word(Warp &w, const u64 *index, int bytes, int first, ShadowWrite *made, Word &word) {
    ShadowValues &s = *w.machine->shadows;
    for (int k = 0; k < bytes; k += s.memory.narrowest) {
        ShadowCell *&cell = made[(first + k) / 16].cells[(first + k) % 16];
        if (!gather(s, s.memory, index, w.mask, k, cell)) return false;
        if (cell && k + KIND_BYTES[cell->kind] <= bytes) word.at[first + k] = cell;
    }
    return true;
}

/* Whether some bytes behind each index may have shadows: often none have, as in the inputs of a launch. */
bool may_have(const ShadowMemory &memory, const Located &at, u32 lanes, int bytes) {
    u64 first = ~0ull, last = 0;
    EACH_LANE(lanes, l) {
        first = at.index[l] < first ? at.index[l] : first;
        last = at.index[l] > last ? at.index[l] : last;
    }
    return memory.may_have(first, last + (u64)bytes);
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
    if (!s.memory.is_empty() && places_of(w, i + 1, (unsigned)bytes, at) && may_have(s.memory, at, w.mask, bytes)) {
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
    const Word word = word_of(w, op.sources(), op.sources_count(), op.size());
    Located at;
    if (places_of(w, i + 1, (unsigned)word.bytes, at)) {
        bool whole = w.mask == FULL && !(at.index[0] % 8) && !(word.bytes * LANES % 8); /* one run of bytes */
        ALL_LANES(l) whole = whole && at.index[l] == at.index[0] + (u64)(l * word.bytes);
        for (int part = 0; part < op.sources_count(); ++part)
            whole = whole && (op.sources()[part].row >= 0 || op.sources()[part].bytes);
        if (whole) s.memory.overwrite(at.index[0], (u64)(word.bytes * LANES));
        else
            EACH_LANE(w.mask, l)
                for (int part = 0; part < op.sources_count(); ++part)
                    if (op.sources()[part].row >= 0 || op.sources()[part].bytes)
                        s.memory.overwrite(at.index[l] + (u64)(part * op.size()), (u64)op.size());
        for (int offset = 0; offset < word.bytes; ++offset)
            if (word.at[offset]) scatter(s.memory, at.index, w.mask, offset, *word.at[offset]);
    }
    close(w, op.number());
    return i + 1;
}

/* Indices of the rows of an `ldmatrix` or `stmatrix`; `size` bytes of each. */
bool rows_of(Warp &w, const Instr *i, Located &at) {
    const MatrixAccessArgs op(i);
    u64 address[LANES];
    addresses(w, op, address);
    const u32 givers = w.mask & (u32)op.givers();
    return givers && locate(w, i, op.space(), address, givers, (unsigned)op.row_bytes(), 1, FIND, at);
}

/* Call `f` with each register of an `ldmatrix` or `stmatrix` whose elements follow each other in memory, and with each
 * element of the others: its first byte among those of all registers, the indices by lane, and its size. */
template <class F> void each_unit(const MatrixAccessArgs &access, int registers, const Located &at, F f) {
    const int elements = access.elements(), bytes = 4 / elements;
    u64 index[4][LANES];
    for (int k = 0; k < registers; ++k) {
        bool whole = true;
        for (int e = 0; e < elements; ++e) {
            const s32 *plan = access.plan() + (k * elements + e) * 2 * LANES;
            ALL_LANES(l) index[e][l] = at.index[plan[l]] + (u64)plan[LANES + l];
            ALL_LANES(l) whole = whole && index[e][l] == index[0][l] + (u64)(e * bytes);
        }
        for (int e = 0; e < (whole ? 1 : elements); ++e) f(4 * k + e * bytes, index[e], whole ? 4 : bytes);
    }
}

/* Call `f` with each unit that a `wmma` accesses: its register, its byte there, and the indices by lane. */
template <class F> void each_wmma_unit(Warp &w, const Instr *i, int register_bytes, F f) {
    const WmmaAccessArgs op(i);
    const int size = op.unit_bytes(), units = register_bytes / size, first = w.mask ? __builtin_ctz(w.mask) : 0;
    u64 base[LANES];
    addresses(w, op, base);
    const u64 stride = op.stride() < 0 ? (u64)op.default_stride() : row<u32>(w, op.stride())[first];
    const s32 *spots = op.spots();
    for (int k = 0; w.mask && k < op.registers_count() * units; ++k, spots += 2 * LANES) {
        u64 at[LANES];
        Located found;
        ALL_LANES(l)
            at[l] = base[first] + ((u64)spots[l] * stride + (u64)spots[LANES + l]) * (u64)op.element_bits() / 8;
        if (!locate(w, i, op.space(), at, w.mask, (unsigned)size, 1, ALLOCATED, found)) return;
        f(k / units, k % units * size, found.index, size);
    }
}

const Instr *load_wmma(Warp &w, const Instr *i) {
    const ShadowMoveArgs op(i);
    ShadowValues &s = *w.machine->shadows;
    begin(w, op.number());
    bool good = true;
    const size_t before = s.writes.size();
    for (int r = 0; r < op.targets_count(); ++r) s.writes.push_back({op.targets()[r].row, op.targets()[r].bytes, {}});
    if (!s.memory.is_empty())
        each_wmma_unit(w, i + 1, op.size(), [&](int r, int byte, const u64 *index, int size) {
            EACH_LANE(w.mask, l)
                s.ended |= s.memory.is_part(index[l], (u64)size) || s.memory.has_cut(index[l], (u64)size);
            for (int k = 0; k < size && good; k += s.memory.narrowest) {
                ShadowCell *cell;
                good = gather(s, s.memory, index, w.mask, k, cell);
                if (cell && k + KIND_BYTES[cell->kind] <= size) s.writes[before + (size_t)r].cells[byte + k] = cell;
                else s.give_back(cell);
            }
        });
    return good ? i + 1 : stop(w, i, STOP_LIMIT);
}

const Instr *store_wmma(Warp &w, const Instr *i) {
    const ShadowMoveArgs op(i);
    ShadowValues &s = *w.machine->shadows;
    begin(w, op.number());
    each_wmma_unit(w, i + 1, op.size(), [&](int r, int byte, const u64 *index, int size) {
        EACH_LANE(w.mask, l) s.memory.overwrite(index[l], (u64)size);
        for (int k = 0; k < size; ++k) {
            const ShadowCell *const cell = cell_at(w, op.sources()[r].row, byte + k);
            if (!cell || !(cell->lanes & w.mask)) continue;
            if (k + KIND_BYTES[cell->kind] <= size) scatter(s.memory, index, w.mask, k, *cell);
            else s.ended = true;
        }
    });
    close(w, op.number());
    return i + 1;
}

/* `ldmatrix` and `stmatrix`; with a size, those of `wmma`. */
const Instr *load_rows(Warp &w, const Instr *i) {
    const ShadowMoveArgs op(i);
    if (op.size()) return load_wmma(w, i);
    ShadowValues &s = *w.machine->shadows;
    begin(w, op.number());
    const MatrixAccessArgs access(i + 1);
    Located at;
    Word word;
    word.bytes = 4 * op.targets_count();
    ShadowWrite made[2] = {};
    bool good = true;
    if (!s.memory.is_empty() && rows_of(w, i + 1, at)) {
        each_unit(access, op.targets_count(), at, [&](int first, const u64 *index, int bytes) {
            EACH_LANE(w.mask, l)
                s.ended |= s.memory.is_part(index[l], (u64)bytes) || s.memory.has_cut(index[l], (u64)bytes);
            good = good && gather_word(w, index, bytes, first, made, word);
        });
    }
    write_word(w, op, word);
    for (ShadowWrite &each : made) release(s, each);
    return good ? i + 1 : stop(w, i, STOP_LIMIT);
}

const Instr *store_rows(Warp &w, const Instr *i) {
    const ShadowMoveArgs op(i);
    if (op.size()) return store_wmma(w, i);
    ShadowValues &s = *w.machine->shadows;
    begin(w, op.number());
    const MatrixAccessArgs access(i + 1);
    const Word word = word_of(w, op.sources(), op.sources_count(), 4);
    Located at;
    if (rows_of(w, i + 1, at)) {
        each_unit(access, op.sources_count(), at, [&](int first, const u64 *index, int bytes) {
            EACH_LANE(w.mask, l) s.memory.overwrite(index[l], (u64)bytes);
            for (int k = 0; k < bytes; ++k) {
                const ShadowCell *cell = word.at[first + k];
                if (!cell) continue;
                if (k + KIND_BYTES[cell->kind] <= bytes) scatter(s.memory, index, w.mask, k, *cell);
                else s.ended |= (cell->lanes & w.mask) != 0;
            }
        });
    }
    close(w, op.number());
    return i + 1;
}

/* `atom` and `red`: the instruction itself runs between the reading of old shadows and the writing of new ones. */
const Instr *update(Warp &w, const Instr *i) {
    const ShadowUpdateArgs op(i);
    ShadowValues &s = *w.machine->shadows;
    ShadowCount &count = begin(w, op.number());
    const int format = op.target().format, elements = format ? op.target().count : 0;
    const u64 bytes = (u64)op.size();
    for (int k = 0; k < op.sources_count() && (format || op.flags() & SHADOW_LISTS); ++k)
        note_losses(w, op.sources()[k], format);
    Located at;
    if (!places_of(w, i + 1, (unsigned)bytes, at)) return run_records(w, i, op.records());
    if (!format || op.targets_count()) { /* the contents, or their copy in a register, have no shadows */
        EACH_LANE(w.mask, l) s.ended |= s.memory.any(at.index[l], at.index[l] + bytes);
        if (format) {
            const ShadowPart &source = op.sources()[0];
            s.ended |= format == HOLDS_F32 && source.literal >= 0;
            for (int k = 0; source.row >= 0 && k < source.bytes; ++k)
                s.ended |= (lanes_of(cell_at(w, source.row, k)) & w.mask) != 0;
        }
    }
    const u32 all = w.mask;
    u32 first[LANES], leaders = 0; /* of the lanes that update one place, the first */
    EACH_LANE(all, l) {
        first[l] = l;
        EACH_LANE(leaders, k)
            if (at.index[k] == at.index[l]) first[l] = k;
        leaders |= (u32)(first[l] == l) << l;
    }
    s.format = format, s.flags = op.flags(), s.line = op.line();
    ShadowResult results[2];
    bool good = true;
    for (int k = 0; k < elements; ++k) {
        const int offset = k * WIDTHS[format];
        alignas(64) u64 raw[LANES] = {};
        EACH_LANE(leaders, l) memcpy(&raw[l], at.place(*w.machine->shared, (int)l) + offset, (size_t)WIDTHS[format]);
        Operand given, old;
        read(w, op.sources()[0], format, k, given);
        decode(reinterpret_cast<const u8 *>(raw), sizeof *raw, format, old.own);
        exact(old);
        ShadowCell *held;
        good = gather(s, s.memory, at.index, leaders, offset, held) && good;
        if (held && held->kind == format) with_shadows(s, held, leaders, old);
        ShadowResult &result = results[k];
        ShadowCell &sum = *(result.cell = s.take());
        trace(sum, given.traced() | old.traced());
        ALL_LANES(l) {
            sum.value[l] = old.value[l], result.computed[l] = old.actual[l];
            sum.magnitude[l] = old.magnitude[l], sum.bound[l] = old.bound[l];
        }
        EACH_ROW(sum.traced, e) memcpy(sum.row((int)e), old.row((int)e), sizeof(f32) * LANES);
        f32 terms[LANES] = {};
        EACH_LANE(all, l) {
            const u32 to = first[l];
            sum.value[to] += given.value[l], result.computed[to] += given.actual[l];
            sum.magnitude[to] += given.magnitude[l], sum.bound[to] += given.bound[l];
            terms[to] += 1;
            for (u64 left = given.traced(); left; left &= left - 1) {
                const int e = __builtin_ctzll(left);
                sum.row(e)[to] += given.row(e)[l];
            }
        }
        ALL_LANES(l) sum.bound[l] += terms[l] * (f32)place_of(format) * sum.magnitude[l];
        s.give_back(given.made), s.give_back(old.made), s.give_back(held);
    }
    const Instr *const next = good ? run_records(w, i, op.records()) : stop(w, i, STOP_LIMIT);
    EACH_LANE(leaders, l) s.memory.overwrite(at.index[l], bytes);
    for (int k = 0; k < elements; ++k) {
        const int offset = k * WIDTHS[format];
        alignas(64) u64 raw[LANES] = {};
        EACH_LANE(leaders, l) memcpy(&raw[l], at.place(*w.machine->shared, (int)l) + offset, (size_t)WIDTHS[format]);
        alignas(64) f64 actual[LANES];
        decode(reinterpret_cast<const u8 *>(raw), sizeof *raw, format, actual);
        w.mask = leaders;
        round_result(w, count, results[k], actual);
        w.mask = all;
        scatter(s.memory, at.index, leaders, offset, *results[k].cell);
        s.give_back(results[k].cell);
    }
    for (int k = 0; k < op.targets_count(); ++k) clear_register(w, op.targets()[k]);
    s.format = s.flags = 0;
    close(w, op.number());
    return next;
}

/* A bulk reduction combines the shadows when it takes effect (shadow_transfers.inl). */
const Instr *reduce(Warp &w, const Instr *i) {
    begin(w, ShadowUpdateArgs(i).number());
    return i + 1;
}

const Entry entries[] = {
    {"shadow.load", load},           {"shadow.store", store},
    {"shadow.load_rows", load_rows}, {"shadow.store_rows", store_rows},
    {"shadow.update", update},       {"shadow.reduce", reduce},
};

} // namespace

extern const HandlerTable LEVEL(shadow_access_);
const HandlerTable LEVEL(shadow_access_) = {entries, sizeof entries / sizeof *entries};

} // namespace pyptx
