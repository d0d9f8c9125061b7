/* The shadows at places of memory, of the lanes of a warp; included by each build of the handlers. */
#ifndef PYPTX_ENGINE_SHADOW_PLACES_H
#define PYPTX_ENGINE_SHADOW_PLACES_H

#include "shadow_words.h"

namespace pyptx {
namespace {

/* The shadows at a byte behind each index; null for none. False if lanes have values of several formats. */
inline bool gather(ShadowValues &s, const ShadowMemory &memory, const u64 *index, u32 lanes, int offset,
                   ShadowCell *&to) {
    to = nullptr;
    EACH_LANE(lanes, l) {
        const u64 at = index[l] + (u64)offset;
        const int kind = memory.kind(at);
        if (!kind) continue;
        if (!to) {
            to = s.take();
            to->kind = kind;
        }
        if (to->kind != kind) return false;
        const ShadowMemory::Page &page = *memory.page(at);
        trace(*to, page.layout.traced);
        to->lanes |= 1u << l;
        ShadowCell &cell = *to;
        EACH_ROW(cell.traced & ~page.layout.traced, e) cell.row((int)e)[l] = 0;
        page.layout.load(page.slot(at), cell.value[l], cell.magnitude[l], cell.bound[l],
                         [&](int row, f32 error) { cell.row(row)[l] = error; });
    }
    return true;
}
/* The numbers of small shadows, of all lanes. */
struct SmallShadows {
    alignas(64) u16 magnitude[LANES], bound[LANES], constants[LANES];
    u8 parts[MOST_ROWS][LANES]; /* of the errors in `rows`, in order */
    u64 rows;
    u32 far; /* lanes with errors that exceed the bound */

    explicit SmallShadows(const ShadowCell &cell) : rows(cell.traced & ~(1ull << CONSTANTS)), far(0) {
        alignas(64) f32 per[LANES];
        alignas(64) s32 most[LANES] = {};
        const f32 *const changes = cell.traced >> CONSTANTS & 1 ? cell.row(CONSTANTS) : NO_ERRORS;
        VECTORS ALL_LANES(l) {
            magnitude[l] = ShadowLayout::rounded_up(cell.magnitude[l]);
            bound[l] = ShadowLayout::rounded_up(cell.bound[l]);
            constants[l] = ShadowLayout::rounded_up(changes[l]);
            per[l] = 1 / ShadowLayout::scale_of(bound[l]);
        }
        u8 *to = parts[0];
        EACH_ROW(rows, e) {
            const f32 *const errors = cell.row((int)e);
            VECTORS ALL_LANES(l) {
                const f32 ratio = errors[l] * per[l];
                const s32 part = ShadowLayout::part_of(ratio);
                most[l] = part > most[l] ? part : most[l];
                to[l] = ShadowLayout::byte_of(part, ratio);
            }
            to += LANES;
        }
        ALL_LANES(l) far |= (u32)(most[l] > ShadowLayout::MOST) << l;
    }
    void store(const ShadowLayout &layout, u8 *to, f64 value, int l) const {
        memcpy(to, &value, 8);
        memcpy(to + 8, &magnitude[l], 2);
        memcpy(to + 10, &bound[l], 2);
        to += 12;
        if (layout.traced >> CONSTANTS & 1) memcpy(to, &constants[l], 2), to += 2;
        const u8 *from = &parts[0][l];
        if (layout.traced >> 1 == rows >> 1) {
            for (u64 left = rows; left; left &= left - 1, from += LANES) *to++ = *from;
            return;
        }
        EACH_ERROR(layout.traced, e) {
            const bool held = rows >> e & 1;
            *to++ = held ? *from : 0;
            from += held ? LANES : 0;
        }
    }
};

/* Give the bytes behind each index the shadows of a cell; the last of lanes with one index wins. `fill` writes the one
 * of a lane to its slot. */
template <class F>
void put_each(ShadowMemory &memory, const u64 *index, u32 lanes, int offset, const ShadowCell &cell, F fill) {
    EACH_LANE(lanes, l) {
        const u64 at = index[l] + (u64)offset;
        if (!(cell.lanes >> l & 1)) {
            memory.clear(at);
            continue;
        }
        const ShadowMemory::Page &page = memory.put(at, cell.kind, cell.traced);
        fill(page.layout, page.slot(at), (int)l);
    }
}
inline void scatter(ShadowMemory &memory, const u64 *index, u32 lanes, int offset, const ShadowCell &cell) {
    const auto one = [&](const ShadowLayout &layout, u8 *slot, int l) INLINED {
        layout.store(slot, cell.value[l], cell.magnitude[l], cell.bound[l],
                     [&](int row) { return cell.traced >> row & 1 ? cell.row(row)[l] : 0; });
    };
    if (!memory.is_small(index[__builtin_ctz(lanes)])) return put_each(memory, index, lanes, offset, cell, one);
    const SmallShadows shadows(cell);
    put_each(memory, index, lanes, offset, cell, [&](const ShadowLayout &layout, u8 *slot, int l) INLINED {
        if (layout.small && !(shadows.far >> l & 1)) shadows.store(layout, slot, cell.value[l], l);
        else one(layout, slot, l);
    });
}

} // namespace
} // namespace pyptx
#endif
