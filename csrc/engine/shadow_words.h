/* The shadows among the bytes of operands; included by each build of the handlers. */
#ifndef PYPTX_ENGINE_SHADOW_WORDS_H
#define PYPTX_ENGINE_SHADOW_WORDS_H

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

/* The shadows of parts of `size` bytes; a value of which only a part is read ends. */
inline Word word_of(Warp &w, const ShadowPart *parts, int count, int size) {
    ShadowValues &s = *w.machine->shadows;
    Word word;
    word.bytes = count * size;
    for (int part = 0; part < count; ++part) {
        if (parts[part].literal >= 0) word.at[part * size] = &s.literal(parts[part].literal);
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
inline void release(ShadowValues &s, ShadowWrite &owner) {
    for (ShadowCell *cell : owner.cells) s.give_back(cell);
}

/* Give the registers of an operand copies of the shadows of a word, `size` bytes of each part, when the step ends. */
inline void write_parts(Warp &w, const ShadowPart *parts, int count, int size, const Word &word) {
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
inline void write_word(Warp &w, const ShadowMoveArgs &op, const Word &word) {
    write_parts(w, op.targets(), op.targets_count(), op.wanted(), word);
}
inline void note_all(Warp &w, const ShadowPart *parts, int count) {
    for (int k = 0; k < count; ++k) note_losses(w, parts[k], 0);
}

/* Run the records of an instruction; null if one of them stops. */
inline const Instr *run_records(Warp &w, const Instr *i, int count) {
    const Instr *at = i + 1;
    for (const Instr *const end = at + count; at && at < end;) at = at->run(w, at);
    return at;
}

} // namespace
} // namespace pyptx
#endif
