/* Undefined values through wgmma, as pyptx/sim/semantics/wgmma_undefined.py defines them: an undefined element of A
 * makes its row of D undefined, one of B its column.
 */
#ifndef PYPTX_ENGINE_WGMMA_UNDEFINED_H
#define PYPTX_ENGINE_WGMMA_UNDEFINED_H

#include "wgmma_mma.h"

namespace pyptx {
namespace {

/* Whether a register of an operand is undefined in a lane of a warp. */
bool any_undefined(const Warp &w, const s32 *followed, int count) {
    for (int k = 0; k < count; ++k)
        if (followed[k] >= 0 && w.known[followed[k]] != FULL) return true;
    return false;
}

/* The undefined registers of a warp that executes an MMA: its rows of A, by bit, then the lanes of each register of D.
 */
u32 *undefined_of(const Product &p, const Form &f, int warp) {
    return p.values + f.values_count() + warp * f.undefined_words();
}
/* Record them; D is defined until the MMA takes effect. */
void note_undefined(Warp &w, const Form &f, u32 *found, bool adds) {
    memset(found, 0, sizeof *found * f.undefined_words());
    for (int number = 0; number < f.sources_count(); ++number) {
        if (f.sources()[number] < 0) continue;
        EACH_LANE(~w.known[f.sources()[number]], l) found[0] |= 1u << (number % 2 * 8 + l / 4);
    }
    for (int r = 0; r < f.targets_count(); ++r) {
        if (f.targets()[r] < 0) continue;
        u32 &known = w.known[f.targets()[r]];
        found[1 + r] = adds ? ~known : 0;
        known = FULL;
    }
}

/* Add the lines of a matrix in shared memory that have an unwritten byte. */
void add_unwritten(const Source &s, const Tile &t, int type, int lines, int depth, LineSet &found) {
    const u32 row = t.row_bytes ? t.row_bytes : 16, step = t.row_bytes ? 16 : t.leading;
    const int per = 128 / ELEMENT_BITS[type];
    for (int line = 0; line < lines && !t.mn_major; ++line)
        for (int c = 0; c < depth / per; ++c) {
            const u32 place = t.address + line / 8 * t.stride + line % 8 * row + c * step;
            if (s.lacks(place ^ t.flips(place), 16)) found.add(line);
        }
    for (int k = 0; k < depth && t.mn_major; ++k)
        for (int line = 0; line < lines; ++line)
            if (s.lacks(chunk_at(t, k, line / 8) + line % 8 * 2, 2)) found.add(line);
}

/* Mark the registers of D that depend on undefined elements of some MMAs that have taken effect together. */
void mark_undefined(Warp *warps, const Product *products, int count, const Source &left, const Source &right) {
    const Shared &s = *warps->machine->shared;
    LineSet rows, columns;
    for (int n = 0; n < count; ++n) {
        const Form f(products[n].instr);
        Tile t;
        if (!left.good(s) && !f.a_count() && tile_of(products[n].a, f.mn_major_a(), t))
            add_unwritten(left, t, f.a_type(), ROWS, f.stored(), rows);
        if (!right.good(s) && tile_of(products[n].b, f.mn_major_b(), t))
            add_unwritten(right, t, f.b_type(), f.columns(), f.depth(), columns);
    }
    const Form f(products->instr);
    const bool halves = f.d_type() == SUM_F16;
    for (int w = 0; w < WARPS; ++w) {
        u32 own = (u32)(rows.words[0] >> 16 * w & 0xFFFF);
        for (int n = 0; n < count; ++n) own |= undefined_of(products[n], f, w)[0];
        for (int r = 0; r < f.targets_count(); ++r) {
            if (f.targets()[r] < 0) continue;
            u32 &known = warps[w].known[f.targets()[r]];
            u32 bad = products->adds ? ~known : 0;
            for (int n = 0; n < count; ++n) bad |= undefined_of(products[n], f, w)[1 + r];
            const int pair = halves ? r : r / 2;
            ALL_LANES(l) {
                const int column = pair / 2 * 8 + l % 4 * 2;
                const bool first = columns.has(column), last = columns.has(column + 1);
                const bool here = halves ? first || last : r % 2 ? last : first;
                bad |= (u32)(here || (own >> (pair % 2 * 8 + l / 4) & 1)) << l;
            }
            known = ~bad;
        }
    }
}

} // namespace
} // namespace pyptx
#endif
