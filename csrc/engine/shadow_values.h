/* Shadow values: the numbers without rounding of pyptx/sim/shadow, in registers and in memory.
 *
 * `Machine::shadows` is null without. With shadows, a record precedes those of each instruction that may read or write
 * a shadow: it reads the shadows of the operands. One that follows gives the results theirs (`shadow.finish`), because
 * rounding errors are known only then. Errors are propagated to first order. Errors,
 * magnitudes and bounds are numbers of single precision.
 */
#ifndef PYPTX_ENGINE_SHADOW_VALUES_H
#define PYPTX_ENGINE_SHADOW_VALUES_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <new>
#include <vector>

#include "engine.h"

namespace pyptx {

constexpr int KINDS = HOLDS_E3M2 + 1, MOST_ROWS = 64, WORD_BYTES = 32;
constexpr int KIND_BYTES[KINDS] = {0, 8, 4, 2, 2, 1, 1, 1, 1};
constexpr int CONSTANTS = 0; /* the row of changes by constants, which are absolute values; then come those of lines */

/* The shadows at one byte of a row of registers. Rows that are not `traced` are zero, whatever they hold. */
struct alignas(64) ShadowCell {
    uint32_t lanes;  /* those with a shadow */
    int kind;        /* format of the values: a `ShadowFormat` */
    uint64_t traced; /* rows that may be other than zero */
    alignas(64) double value[LANES];
    float magnitude[LANES], bound[LANES];

    float *row(int k) { return reinterpret_cast<float *>(this + 1) + k * LANES; }
    const float *row(int k) const { return reinterpret_cast<const float *>(this + 1) + k * LANES; }
};

/* How a page of memory holds its shadows. Rows that none of them has take no bytes. A shadow in shared or local memory
 * is as exact as in registers. One in global memory is small: the number, its magnitude, bound and change by constants
 * as bf16 that are not smaller, and the error of each line as a part of the bound in 8 bits. The sign of the bound says
 * that errors exceed it, by saturation: they are parts of 2 to the power of 15 bounds then. */
struct ShadowLayout {
    uint64_t traced;
    bool small;

    bool operator==(const ShadowLayout &other) const { return traced == other.traced && small == other.small; }
    int size() const { return place(MOST_ROWS); }
    int place(int row) const { /* of a row in a shadow */
        const uint64_t before = row < MOST_ROWS ? traced & ((1ull << row) - 1) : traced;
        const int rows = __builtin_popcountll(before);
        return small ? 12 + rows + (int)(before & 1) : 16 + 4 * rows;
    }
    /* Write a shadow; `row` returns the number in a row. */
    template <class F> void store(uint8_t *to, double value, float magnitude, float bound, F row) const {
        memcpy(to, &value, 8);
        if (!small) {
            memcpy(to + 8, &magnitude, 4);
            memcpy(to + 12, &bound, 4);
            to += 16;
            for (uint64_t left = traced; left; left &= left - 1, to += 4) {
                const float error = row(__builtin_ctzll(left));
                memcpy(to, &error, 4);
            }
            return;
        }
        const uint16_t scales[2] = {rounded_up(magnitude), rounded_up(bound)};
        memcpy(to + 8, scales, 4);
        to += 12;
        if (traced & 1) {
            const uint16_t constants = rounded_up(row(CONSTANTS));
            memcpy(to, &constants, 2);
            to += 2;
        }
        const float per = 1 / scale_of(scales[1]);
        if (store_parts(to, per, row) <= MOST) return;
        store_parts(to, per / FAR, row);
        to[-1 - 2 * (int)(traced & 1)] |= 0x80;
    }
    /* Read a shadow; `row` takes the number of a row and what is in it. */
    template <class F> void load(const uint8_t *from, double &value, float &magnitude, float &bound, F row) const {
        memcpy(&value, from, 8);
        if (!small) {
            memcpy(&magnitude, from + 8, 4);
            memcpy(&bound, from + 12, 4);
            from += 16;
            for (uint64_t left = traced; left; left &= left - 1, from += 4) {
                float error;
                memcpy(&error, from, 4);
                row(__builtin_ctzll(left), error);
            }
            return;
        }
        uint16_t scales[2], constants;
        memcpy(scales, from + 8, 4);
        magnitude = widened(scales[0]), bound = widened(scales[1] & 0x7FFF);
        from += 12;
        if (traced & 1) {
            memcpy(&constants, from, 2);
            row(CONSTANTS, widened(constants));
            from += 2;
        }
        const float scale = scale_of(scales[1] & 0x7FFF) * (scales[1] >> 15 ? FAR : 1);
        for (uint64_t left = traced & ~(uint64_t)1; left; left &= left - 1)
            row(__builtin_ctzll(left), PARTS.of[*from++] * scale);
    }

    /* The numbers of a small shadow. */
    static constexpr int32_t MOST = 127; /* the part that is the whole scale */
    static uint16_t rounded_up(float x) {
        uint32_t raw;
        memcpy(&raw, &x, sizeof raw);
        return (uint16_t)((raw + 0xFFFF) >> 16);
    }
    static float widened(uint16_t x) {
        const uint32_t raw = (uint32_t)x << 16;
        float found;
        memcpy(&found, &raw, sizeof found);
        return found;
    }
    static float scale_of(uint16_t bound) {
        const float scale = widened(bound);
        return (scale > 0) & (scale <= 0x1p127f) ? scale : 1;
    }
    /* The part that an error is of a scale; it may be larger than `MOST`. */
    static int32_t part_of(float ratio) {
        uint32_t raw;
        memcpy(&raw, &ratio, sizeof raw);
        const int32_t code = (int32_t)(((raw & 0x7FFFFFFF) + (1u << 19)) >> 20) - LEAST;
        return (code > 0) & (ratio == ratio) ? code : 0;
    }
    static uint8_t byte_of(int32_t part, float ratio) {
        uint32_t raw;
        memcpy(&raw, &ratio, sizeof raw);
        return (uint8_t)((uint32_t)(part < MOST ? part : MOST) | raw >> 31 << 7);
    }

  private:
    static constexpr int32_t LEAST = (127 << 3) - MOST;
    static constexpr float FAR = 0x1p15f;
    /* A sign, and four bits of exponent and three of fraction below the scale, or zero: by the bits. */
    struct Parts {
        float of[256];
        Parts() {
            for (int k = 0; k < 256; ++k) {
                const uint32_t raw = (uint32_t)((k & MOST) + LEAST) << 20 | (uint32_t)(k >> 7) << 31;
                memcpy(&of[k], &raw, 4);
                if (!(k & MOST)) of[k] = 0;
            }
        }
    };
    static const Parts PARTS;

    /* Write the errors of lines; return the largest part, which may be more than there is. */
    template <class F> int32_t store_parts(uint8_t *to, float per, F row) const {
        int32_t most = 0;
        for (uint64_t left = traced & ~(uint64_t)1; left; left &= left - 1) {
            const float ratio = row(__builtin_ctzll(left)) * per;
            const int32_t part = part_of(ratio);
            most = part > most ? part : most;
            *to++ = byte_of(part, ratio);
        }
        return most;
    }
};

/* Shadows of values on their way from memory to memory, with the place of each in what is copied. */
struct ShadowPieces {
    struct Piece { /* values that follow each other */
        uint64_t at;
        ShadowLayout layout;
        size_t slot; /* place of the first in `slots` */
        int kind, count;

        bool goes_on(uint64_t next, const ShadowLayout &given, int format) const {
            return kind == format && layout == given && next == at + (uint64_t)(count * KIND_BYTES[kind]);
        }
    };
    std::vector<Piece> pieces;
    std::vector<uint8_t> slots;
};

/* The shadows in the memory of a launch, by index of the arena. */
class ShadowMemory {
  public:
    static constexpr uint64_t PAGE = 1024;
    struct Page {
        ShadowLayout layout;
        int shift;      /* bytes of the narrowest value: a power of two */
        int slot_bytes; /* of a shadow */
        uint8_t *kinds, *slots;
        uint8_t *cut; /* whether each byte is left of a value that was overwritten in part; null for none */

        size_t size() const { return (PAGE >> shift) * (size_t)(1 + slot_bytes); } /* of both arrays */
        int kind(uint64_t index) const {
            const uint64_t at = index % PAGE;
            return at & ((1u << shift) - 1) ? 0 : kinds[at >> shift];
        }
        uint8_t *slot(uint64_t index) const { return slots + (index % PAGE >> shift) * (size_t)slot_bytes; }
    };

    const int rows;
    int narrowest = 8, widest = 0;

    /* Make the memory of an arena of `size` bytes, in which shared and local memory start at `fast`. */
    ShadowMemory(uint64_t size, uint64_t fast, int rows) : rows(rows), fast_(fast), pages_(size / PAGE + 2) {
        written_ = static_cast<uint8_t *>(calloc(size / 8 + 2, 1));
        if (!written_) throw std::bad_alloc();
    }
    ~ShadowMemory() {
        for (Page *&p : pages_) drop(p);
        free(written_);
    }
    ShadowMemory(const ShadowMemory &) = delete;
    ShadowMemory &operator=(const ShadowMemory &) = delete;

    bool is_empty() const { return !widest; }
    bool is_small(uint64_t index) const { return index < fast_; } /* whether shadows are small there */
    const Page *page(uint64_t index) const { return pages_[index / PAGE]; }
    int kind(uint64_t index) const {
        const Page *p = page(index);
        return p ? p->kind(index) : 0;
    }
    /* Whether bytes of a range may have shadows; always true for a large one. */
    bool may_have(uint64_t first, uint64_t end) const {
        if (end - first > 16 * PAGE) return true;
        for (uint64_t k = first / PAGE; k <= (end - 1) / PAGE; ++k)
            if (pages_[k]) return true;
        return false;
    }

    /* Leave no shadow of a value that starts at an index. */
    void clear(uint64_t index) {
        Page *p = pages_[index / PAGE];
        if (p && p->kind(index)) p->kinds[index % PAGE >> p->shift] = 0;
    }
    /* Give the value at an index a shadow; the caller fills the slot. */
    const Page &put(uint64_t index, int kind, uint64_t traced) {
        Page *p = pages_[index / PAGE];
        if (!p || (traced & ~p->layout.traced) || KIND_BYTES[kind] < 1 << p->shift) p = &widened(index, kind, traced);
        p->kinds[index % PAGE >> p->shift] = (uint8_t)kind;
        return *p;
    }
    /* Forget the shadows of values of which `size` bytes at an index are a part, which are overwritten. */
    void overwrite(uint64_t index, uint64_t size);
    /* Forget the shadows of a range that another CTA gets. */
    void forget(uint64_t first, uint64_t size);
    /* Free the pages from an index on. */
    void release(uint64_t first) {
        for (uint64_t k = (first + PAGE - 1) / PAGE; k < pages_.size(); ++k) drop(pages_[k]);
    }
    /* Whether the launch wrote a byte of a range. */
    bool has_written(uint64_t first, uint64_t size) const;
    /* Whether bytes are a part of a wider value with a shadow. */
    bool is_part(uint64_t index, uint64_t size) const;
    /* Whether bytes are left of a value with a shadow, whose other bytes were overwritten. */
    bool has_cut(uint64_t index, uint64_t size) const;
    /* Whether a value that starts in a range has a shadow. */
    bool any(uint64_t first, uint64_t end) const;
    /* Add the shadows of the values that lie whole in a range, as the bytes from `at` on of what is copied. */
    void take(uint64_t first, uint64_t size, uint64_t at, ShadowPieces &to) const;
    /* Put them where `f` says, which returns whether a value is copied whole. */
    template <class F> void place(const ShadowPieces &taken, F f) {
        for (const ShadowPieces::Piece &piece : taken.pieces) {
            const uint64_t width = (uint64_t)KIND_BYTES[piece.kind];
            const size_t slot_bytes = (size_t)piece.layout.size();
            const uint8_t *slot = taken.slots.data() + piece.slot;
            uint64_t at = piece.at, to;
            for (int k = 0; k < piece.count; ++k, at += width, slot += slot_bytes)
                if (f(at, width, to)) move(slot, piece.layout, piece.kind, to);
        }
    }
    /* Give `size` bytes that were overwritten the shadows of the first `read` bytes of others, which were copied there.
     */
    void copy(uint64_t source, uint64_t target, uint64_t size, uint64_t read);

  private:
    Page &widened(uint64_t index, int kind, uint64_t traced);
    void move(const uint8_t *slot, const ShadowLayout &layout, int kind, uint64_t to);
    void mark_written(uint64_t index, uint64_t size);
    static void drop(Page *&p);

    const uint64_t fast_;
    std::vector<Page *> pages_;
    uint8_t *written_; /* a bit of each byte */
    bool has_cuts_ = false;
};

/* A result on its way to registers. */
struct ShadowWrite {
    int32_t row, bytes; /* the register */
    ShadowCell *cells[16];
};
struct ShadowResult { /* a computed value, with the function of the operands of the kernel; it is rounded at the end */
    ShadowCell *cell;
    int32_t row, bytes, offset; /* its register and its byte there */
    alignas(64) double computed[LANES];
    ShadowResult() {} /* without zeros */
};

/* The shadows of a launch on one thread. */
struct ShadowValues {
    ShadowMemory &memory;
    ShadowMemory tensor; /* by `tensor_index` */
    ShadowCount *counts;
    const ShadowLiteral *literals;
    const size_t cells_of_a_warp;
    const int rows;
    std::vector<ShadowCell *> registers; /* by warp and byte of a row */
    std::vector<ShadowCell *> unused;
    std::vector<void *> allocated;
    std::vector<ShadowWrite> writes; /* of the current instruction */
    std::vector<ShadowResult> results;
    int format = 0, flags = 0, line = -1;    /* of the results */
    bool ended = false;                      /* whether the current instruction ends shadows of its operands */
    int64_t started = 0;                     /* instructions that have been executed */
    std::vector<ShadowCell *> literal_cells; /* null before the first use */

    ShadowValues(const ShadowLaunch &in, size_t warps, size_t warp_bytes, uint64_t tensor_bytes)
        : memory(*reinterpret_cast<ShadowMemory *>(in.memory)), tensor(tensor_bytes, 0, memory.rows), counts(in.counts),
          literals(in.literals), cells_of_a_warp(warp_bytes / LANES), rows(memory.rows),
          registers(warps * cells_of_a_warp) {}
    ~ShadowValues() {
        for (void *each : allocated) free(each);
    }

    ShadowCell *take() {
        if (unused.empty()) {
            const size_t size = (sizeof(ShadowCell) + sizeof(float) * LANES * (size_t)rows + 63) & ~(size_t)63;
            void *made = aligned_alloc(64, size);
            if (!made) throw std::bad_alloc();
            allocated.push_back(made);
            unused.push_back(static_cast<ShadowCell *>(made));
        }
        ShadowCell *cell = unused.back();
        unused.pop_back();
        cell->lanes = 0, cell->kind = 0, cell->traced = 0;
        return cell;
    }
    void give_back(ShadowCell *cell) {
        if (cell) unused.push_back(cell);
    }
    /* The shadow of a literal, in all lanes. */
    const ShadowCell &literal(int number) {
        if ((size_t)number >= literal_cells.size()) literal_cells.resize((size_t)number + 1);
        ShadowCell *&cell = literal_cells[(size_t)number];
        if (cell) return *cell;
        const ShadowLiteral &given = literals[number];
        cell = take();
        cell->lanes = ~0u, cell->kind = HOLDS_F32, cell->traced = (uint64_t)(given.constant != 0) << CONSTANTS;
        for (int l = 0; l < LANES; ++l) {
            cell->value[l] = given.actual, cell->magnitude[l] = (float)fabs(given.actual), cell->bound[l] = 0;
            if (cell->traced) cell->row(CONSTANTS)[l] = (float)given.constant;
        }
        return *cell;
    }
    void start(Warp *warps, int count) { /* of a CTA */
        for (int k = 0; k < count; ++k)
            for (size_t at = 0; at < cells_of_a_warp; ++at)
                if (ShadowCell *cell = warps[k].shadows[at]) cell->lanes = 0;
    }
};

/* Copy the shadows of a `cp.async` of some lanes. */
void land_shadows(Machine &m, const PendingCopy &copy, uint32_t lanes);

} // namespace pyptx
#endif
