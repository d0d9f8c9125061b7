/* The shadows at places of memory, of the lanes of a warp; included by each build of the handlers. */
#ifndef PYPTX_ENGINE_SHADOW_PLACES_H
#define PYPTX_ENGINE_SHADOW_PLACES_H

#include "shadow_words.h"

namespace pyptx {
namespace {

/* The distance of values that all lanes have at equal distances in one page, with `offset` bytes before them; 0 for
 * others. */
INLINE u64 distance_of(const u64 *index, u32 lanes, int offset) {
    if (lanes != FULL) return 0;
    const u64 first = index[0], step = index[1] - first;
    if (step - 1 >= ShadowMemory::PAGE / LANES) return 0;
    u64 other = (first + (u64)offset) / ShadowMemory::PAGE ^ (index[LANES - 1] + (u64)offset) / ShadowMemory::PAGE;
    VECTORS ALL_LANES(l) other |= index[l] ^ (first + (u64)l * step);
    return other ? 0 : step;
}

/* Read the shadows of values at equal distances in a page; false if lanes have different formats. */
inline bool gather_run(ShadowValues &s, const ShadowMemory::Page &page, u64 first, u64 step, ShadowCell *&to) {
    const u64 unit = step >> page.shift;
    if ((first | step) & ((1u << page.shift) - 1)) return false;
    const u8 *const kinds = page.kinds + (first % ShadowMemory::PAGE >> page.shift);
    u32 other = 0;
    ALL_LANES(l) other |= (u32)(kinds[(u64)l * unit] ^ kinds[0]);
    if (other) return false;
    if (!kinds[0]) return true;
    ShadowCell &cell = *(to = s.take());
    cell.kind = kinds[0], cell.lanes = FULL, cell.traced = page.layout.traced;
    const u8 *slot = page.slot(first);
    const size_t stride = unit * (size_t)page.slot_bytes;
    if (page.layout.small) {
        for (int l = 0; l < LANES; ++l, slot += stride)
            page.layout.load(slot, cell.value[l], cell.magnitude[l], cell.bound[l],
                             [&](int row, f32 error) { cell.row(row)[l] = error; });
        return true;
    }
    const auto each = [&](size_t at, auto *numbers) INLINED {
        for (int l = 0; l < LANES; ++l) memcpy(numbers + l, slot + (size_t)l * stride + at, sizeof *numbers);
    };
    each(0, cell.value), each(8, cell.magnitude), each(12, cell.bound);
    size_t at = 16;
    EACH_ROW(cell.traced, e) each(at, cell.row((int)e)), at += sizeof(f32);
    return true;
}

/* The shadows at a byte behind each index; null for none. False if lanes have values of several formats. */
inline bool gather(ShadowValues &s, const ShadowMemory &memory, const u64 *index, u32 lanes, int offset,
                   ShadowCell *&to) {
    to = nullptr;
    if (const u64 step = distance_of(index, lanes, offset)) {
        const u64 first = index[0] + (u64)offset;
        const ShadowMemory::Page *const page = memory.page(first);
        if (!page || gather_run(s, *page, first, step, to)) return true;
    }
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
    /* Arrange the bytes behind the number in a slot. */
    void arrange(const ShadowLayout &layout) {
        bytes = 0, traced = layout.traced;
        memset(words, 0, sizeof words[0] * (size_t)(layout.size() / 8 + 1));
        add(magnitude, 2), add(bound, 2);
        if (traced >> CONSTANTS & 1) add(constants, 2);
        const u8(*from)[LANES] = parts;
        EACH_ERROR(traced, e) {
            if (rows >> e & 1) add(*from++, 1);
            else ++bytes;
        }
    }
    void store(const ShadowLayout &layout, u8 *to, f64 value, int l) {
        if (bytes < 0 || layout.traced != traced) arrange(layout);
        memcpy(to, &value, 8);
        const u64(*from)[LANES] = words;
        int left = bytes;
        for (to += 8; left >= 8; left -= 8, to += 8) memcpy(to, &(*from++)[l], 8);
        u64 rest = (*from)[l];
        if (left & 4) memcpy(to, &rest, 4), to += 4, rest >>= 32;
        if (left & 2) memcpy(to, &rest, 2), to += 2, rest >>= 16;
        if (left & 1) *to = (u8)rest;
    }

  private:
    alignas(64) u64 words[MOST_ROWS / 8 + 2][LANES];
    u64 traced;
    int bytes = -1; /* in `words`; negative before they are arranged */

    template <class T> INLINE void add(const T *numbers, int size) {
        const int shift = bytes % 8 * 8;
        u64 *const to = words[bytes / 8];
        VECTORS ALL_LANES(l) to[l] |= (u64)numbers[l] << shift;
        bytes += size;
    }
};

/* Give the bytes behind each index the shadows of a cell; the last of lanes with one index wins. `fill` writes the one
 * of a lane to its slot. */
template <class F>
void put_each(ShadowMemory &memory, const u64 *index, u32 lanes, int offset, const ShadowCell &cell, F fill) {
    const u64 step = cell.lanes == FULL ? distance_of(index, lanes, offset) : 0;
    const u64 first = index[__builtin_ctz(lanes)] + (u64)offset;
    if (step && !((first | step) & (u64)(KIND_BYTES[cell.kind] - 1))) {
        const ShadowMemory::Page &page = memory.put(first, cell.kind, cell.traced);
        const u64 unit = step >> page.shift;
        u8 *const kinds = page.kinds + (first % ShadowMemory::PAGE >> page.shift), *const slot = page.slot(first);
        ALL_LANES(l) kinds[(u64)l * unit] = (u8)cell.kind;
        ALL_LANES(l) fill(page.layout, slot + (u64)l * unit * (u64)page.slot_bytes, l);
        return;
    }
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
    SmallShadows shadows(cell);
    put_each(memory, index, lanes, offset, cell, [&](const ShadowLayout &layout, u8 *slot, int l) INLINED {
        if (layout.small && !(shadows.far >> l & 1)) shadows.store(layout, slot, cell.value[l], l);
        else one(layout, slot, l);
    });
}

} // namespace
} // namespace pyptx
#endif
