/* The shadows of a launch, with the contents of the arrays that it wrote, for the report.
 *
 * A value is close to its shadow: as numbers of float64, their bits differ by a small integer. So a page whose values
 * have one format can keep its contents. A kept value occupies the 8 bytes of the shadow's number and the byte of its
 * kind: first the value, then the difference.
 */
#ifndef PYPTX_ENGINE_SHADOW_CONTENTS_H
#define PYPTX_ENGINE_SHADOW_CONTENTS_H

#include <float.h>

#include <type_traits>

#include "shadow_operands.h"

namespace pyptx {
namespace {

/* A kept value of `W` bytes and the difference, in nine bytes. */
template <int W> struct PackedValue {
    static constexpr int ROOM = 9 - W;

    static s64 shortened(s64 difference) { return (s64)((u64)difference << (64 - 8 * ROOM)) >> (64 - 8 * ROOM); }
    static void store(const u8 *contents, s64 difference, u8 *slot, u8 &last) {
        u8 bytes[9];
        memcpy(bytes, contents, W), memcpy(bytes + W, &difference, ROOM);
        memcpy(slot, bytes, 8), last = bytes[8];
    }
    static s64 difference(const u8 *slot, u8 last) {
        u8 bytes[9];
        memcpy(bytes, slot, 8), bytes[8] = last;
        s64 found = 0;
        memcpy(&found, bytes + W, ROOM);
        return shortened(found);
    }
};

class ReportedShadows {
  public:
    static constexpr u64 PAGE = ShadowMemory::PAGE;

    ReportedShadows(u64 size, u64 fast, int rows) : memory_(size, fast, rows), formats_(size / PAGE + 2) {}

    /* The memory for a launch, which must end before a page keeps its contents. */
    ShadowMemory *launch_memory() { return &memory_; }
    /* The memory for writes from outside a launch; null after a page has kept its contents. */
    ShadowMemory *writable() { return has_kept_ ? nullptr : &memory_; }
    bool has_written(u64 first, u64 size) const { return memory_.has_written(first, size); }
    void release(u64 first) { memory_.release(first); }

    /* Whether a page keeps its contents. */
    bool keeps(u64 index) const { return formats_[index / PAGE]; }
    /* Let a page keep its contents; false if its values have several formats or are far from their shadows. */
    bool keep(u64 index, const u8 *contents) {
        if (keeps(index)) return true;
        const ShadowMemory::Page *const p = memory_.page(index);
        if (!p || !p->kinds[0] || KIND_BYTES[p->kinds[0]] != 1 << p->shift) return false;
        const int format = p->kinds[0];
        for (size_t k = 1; k < PAGE >> p->shift; ++k)
            if (p->kinds[k] != format) return false;
        const bool kept = with_width(format, [&](auto width) { return pack<width>(*p, format, contents); });
        if (kept) formats_[index / PAGE] = (u8)format, has_kept_ = true;
        return kept;
    }
    /* Read the contents of a page that keeps them. */
    void contents(u64 index, u8 *to) const {
        const ShadowMemory::Page &p = *memory_.page(index);
        with_width(formats_[index / PAGE], [&](auto width) {
            for (size_t k = 0; k < PAGE / width; ++k) memcpy(to + k * width, p.slots + k * (size_t)p.slot_bytes, width);
            return true;
        });
    }

    /* The format of a value; 0 without a shadow. */
    int kind(u64 index) const {
        const int format = formats_[index / PAGE];
        if (!format) return memory_.kind(index);
        return index % (u64)KIND_BYTES[format] ? 0 : format;
    }
    /* Read a `ShadowColumn` of values of `width` bytes that follow each other. */
    void column(u64 first, int64_t count, int width, int which, f64 *to) const {
        alignas(64) f64 values[PAGE]; /* of a page that keeps its contents */
        const ShadowMemory::Page *from = nullptr;
        for (u64 at = first, end = first + (u64)(count * width); at < end; at += (u64)width, ++to) {
            const int format = kind(at);
            *to = format;
            if (!format || which == COLUMN_KIND) continue;
            const ShadowMemory::Page &p = *memory_.page(at);
            f64 value, error = 0;
            f32 magnitude, bound;
            p.layout.load(p.slot(at), value, magnitude, bound, [&](int row, f32 given) {
                if (row == which - COLUMN_ROWS) error = given;
            });
            if (which == COLUMN_BOUND) *to = bound;
            if (which >= COLUMN_ROWS) *to = error;
            if (which != COLUMN_VALUE && which != COLUMN_MAGNITUDE) continue;
            if (keeps(at)) {
                if (from != &p) with_width(format, [&](auto width) { return unpack<width>(p, format, values); });
                from = &p, value = values[at % PAGE >> p.shift];
            }
            const f64 size = fabs(value);
            *to = which == COLUMN_VALUE ? value : magnitude > size && magnitude <= FLT_MAX ? magnitude : size;
        }
    }
    /* Add up the sizes of the errors of values of a format that follow each other, by row. */
    void add_sizes(u64 first, int64_t count, int format, f64 *sums) const {
        const u64 width = (u64)KIND_BYTES[format];
        for (u64 at = first, end = first + (u64)count * width; at < end; at += width) {
            if (kind(at) != format) continue;
            const ShadowMemory::Page &p = *memory_.page(at);
            f64 value;
            f32 magnitude, bound;
            p.layout.load(p.slot(at), value, magnitude, bound, [&](int row, f32 error) { sums[row] += fabsf(error); });
        }
    }

  private:
    ShadowMemory memory_;
    std::vector<u8> formats_; /* of the pages that keep their contents; 0 for others */
    bool has_kept_ = false;

    template <class F> static bool with_width(int format, F f) {
        switch (KIND_BYTES[format]) {
        case 1: return f(std::integral_constant<int, 1>());
        case 2: return f(std::integral_constant<int, 2>());
        case 4: return f(std::integral_constant<int, 4>());
        default: return f(std::integral_constant<int, 8>());
        }
    }
    template <int W> static bool pack(const ShadowMemory::Page &p, int format, const u8 *contents) {
        const size_t slot_bytes = (size_t)p.slot_bytes;
        s64 differences[PAGE / W], beyond = 0;
        for (size_t first = 0; first < PAGE / W; first += LANES) {
            alignas(64) f64 held[LANES];
            decode(contents + first * W, W, format, held);
            for (size_t l = 0; l < LANES; ++l) {
                u64 value;
                memcpy(&value, p.slots + (first + l) * slot_bytes, 8);
                const s64 difference = differences[first + l] = (s64)(value - bits<u64>(held[l]));
                beyond |= PackedValue<W>::shortened(difference) ^ difference;
            }
        }
        if (beyond) return false;
        for (size_t k = 0; k < PAGE / W; ++k)
            PackedValue<W>::store(contents + k * W, differences[k], p.slots + k * slot_bytes, p.kinds[k]);
        return true;
    }
    /* The numbers of the shadows of a page that keeps its contents. */
    template <int W> static bool unpack(const ShadowMemory::Page &p, int format, f64 *to) {
        alignas(64) u8 contents[LANES * W];
        for (size_t first = 0; first < PAGE / W; first += LANES) {
            const u8 *const slots = p.slots + first * (size_t)p.slot_bytes, *const last = p.kinds + first;
            for (size_t l = 0; l < LANES; ++l) memcpy(contents + l * W, slots + l * (size_t)p.slot_bytes, W);
            decode(contents, W, format, to + first);
            for (size_t l = 0; l < LANES; ++l)
                to[first + l] = bits<f64>(bits<u64>(to[first + l]) +
                                          (u64)PackedValue<W>::difference(slots + l * (size_t)p.slot_bytes, last[l]));
        }
        return true;
    }
};

} // namespace
} // namespace pyptx
#endif
