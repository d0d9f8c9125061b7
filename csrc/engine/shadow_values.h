/* Shadow values: the numbers without rounding of pyptx/sim/shadow, in registers and in memory.
 *
 * `Machine::shadows` is null without. With shadows, a record precedes those of each instruction that may read or write
 * a shadow: it reads the shadows of the operands. One that follows gives the results theirs (`shadow.finish`), because
 * rounding errors are known only then. Errors are propagated to first order, so each is a number of single precision.
 */
#ifndef PYPTX_ENGINE_SHADOW_VALUES_H
#define PYPTX_ENGINE_SHADOW_VALUES_H

#include <stdlib.h>
#include <string.h>

#include <new>
#include <vector>

#include "engine.h"

namespace pyptx {

constexpr int KINDS = HOLDS_E3M2 + 1, MOST_ERRORS = 64, WORD_BYTES = 32;
constexpr int KIND_BYTES[KINDS] = {0, 8, 4, 2, 2, 1, 1, 1, 1};

/* The shadows at one byte of a row of registers. Rows of errors that are not `traced` are zero, whatever they hold. */
struct alignas(64) ShadowCell {
    uint32_t lanes;  /* those with a shadow */
    int kind;        /* format of the values: a `ShadowFormat` */
    uint64_t traced; /* rows of errors that may be other than zero */
    double value[LANES], constants[LANES], magnitude[LANES], bound[LANES];

    float *errors(int k) { return reinterpret_cast<float *>(this + 1) + k * LANES; }
    const float *errors(int k) const { return reinterpret_cast<const float *>(this + 1) + k * LANES; }
};

/* Shadows of values on their way from memory to memory, with the place of each in what is copied. */
struct ShadowPieces {
    struct Piece {
        uint64_t at, traced;
        int kind;
    };
    std::vector<Piece> pieces;
    std::vector<uint8_t> slots;
};

/* The shadows in the memory of a launch, by index of the arena. */
class ShadowMemory {
  public:
    static constexpr uint64_t PAGE = 256;
    struct Slot {
        double value, constants, magnitude, bound;
        float *errors() { return reinterpret_cast<float *>(this + 1); }
        bool is_exact() const { return bound == 0; }
    };
    struct Page {
        uint8_t kind[PAGE], cut[PAGE]; /* of the value that starts at a byte; whether it is left of one */
        int shift;                     /* bytes of a slot: a power of two */
        uint64_t traced;
        uint8_t *slots;
    };

    const int errors;
    uint8_t *const overwritten; /* of each byte, whether the launch wrote it */
    int narrowest = 8, widest = 0;
    bool has_cuts = false;

    ShadowMemory(uint64_t size, int errors, uint8_t *overwritten)
        : errors(errors), overwritten(overwritten), slot_bytes_((sizeof(Slot) + 4 * (size_t)errors + 7) & ~(size_t)7),
          pages_(size / PAGE + 2) {}
    ~ShadowMemory() {
        for (Page *p : pages_)
            if (p) free(p->slots), delete p;
    }
    ShadowMemory(const ShadowMemory &) = delete;
    ShadowMemory &operator=(const ShadowMemory &) = delete;

    bool is_empty() const { return !widest; }
    const Page *page(uint64_t index) const { return pages_[index / PAGE]; }
    int kind(uint64_t index) const {
        const Page *p = page(index);
        return p ? p->kind[index % PAGE] : 0;
    }
    Slot *slot(uint64_t index) const { return slot_of(*pages_[index / PAGE], index); }

    /* Leave no shadow of a value that starts at an index. */
    void clear(uint64_t index) {
        if (Page *p = pages_[index / PAGE]) p->kind[index % PAGE] = 0;
    }
    /* Room for the shadow of a value; the caller fills it. */
    Slot *put(uint64_t index, int kind, uint64_t traced);
    /* Forget the shadows of values of which `size` bytes at an index are a part, which are overwritten. */
    void overwrite(uint64_t index, uint64_t size);
    /* Forget the shadows of a range that another CTA gets. */
    void forget(uint64_t first, uint64_t size);
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
        for (size_t k = 0; k < taken.pieces.size(); ++k) {
            const ShadowPieces::Piece &piece = taken.pieces[k];
            uint64_t to;
            if (!f(piece.at, (uint64_t)KIND_BYTES[piece.kind], to)) continue;
            memcpy(put(to, piece.kind, piece.traced), taken.slots.data() + k * slot_bytes_, slot_bytes_);
        }
    }
    /* Give `size` bytes that were overwritten the shadows of the first `read` bytes of others, which were copied there.
     */
    void copy(uint64_t source, uint64_t target, uint64_t size, uint64_t read);

  private:
    Slot *slot_of(const Page &p, uint64_t index) const {
        return reinterpret_cast<Slot *>(p.slots + (index % PAGE >> p.shift) * slot_bytes_);
    }

    size_t slot_bytes_;
    std::vector<Page *> pages_;
};

/* A result on its way to registers. */
struct ShadowWrite {
    int32_t row, bytes; /* the register */
    ShadowCell *cells[16];
};
struct ShadowResult { /* a computed value, with the function of the operands of the kernel; it is rounded at the end */
    ShadowCell *cell;
    int32_t row, bytes, offset; /* its register and its byte there */
    double computed[LANES];
};

/* The shadows of a launch on one thread. */
struct ShadowValues {
    ShadowMemory &memory;
    ShadowCount *counts;
    const ShadowLiteral *literals;
    const size_t cells_of_a_warp;
    const int errors;
    std::vector<ShadowCell *> registers; /* by warp and byte of a row */
    std::vector<ShadowCell *> unused;
    std::vector<void *> allocated;
    std::vector<ShadowWrite> writes; /* of the current instruction */
    std::vector<ShadowResult> results;
    int format = 0, flags = 0, line = -1; /* of the results */
    bool ended = false;                   /* whether the current instruction ends shadows of its operands */
    int64_t started = 0;                  /* instructions that have been executed */

    ShadowValues(const ShadowLaunch &in, size_t warps, size_t warp_bytes)
        : memory(*reinterpret_cast<ShadowMemory *>(in.memory)), counts(in.counts), literals(in.literals),
          cells_of_a_warp(warp_bytes / LANES), errors(memory.errors), registers(warps * cells_of_a_warp) {}
    ~ShadowValues() {
        for (void *each : allocated) free(each);
    }

    ShadowCell *take() {
        if (unused.empty()) {
            const size_t size = (sizeof(ShadowCell) + sizeof(float) * LANES * (size_t)errors + 63) & ~(size_t)63;
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
