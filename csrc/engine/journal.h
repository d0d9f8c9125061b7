/* Pages of global memory as they were before a launch wrote to them, for a launch that runs again. */
#ifndef PYPTX_ENGINE_JOURNAL_H
#define PYPTX_ENGINE_JOURNAL_H

#include <string.h>

#include <memory>
#include <new>
#include <vector>

#include "engine.h"

namespace pyptx {

class Journal {
  public:
    /* Save the pages that hold bytes from an offset in an allocation on, unless they were saved. */
    void save(Range &range, uint64_t first, uint64_t size) {
        const uint64_t bytes = range.end - range.first;
        if (!range.saved) {
            bits.emplace_back(new uint8_t[(bytes >> (PAGE_BITS + 3)) + 1]());
            __atomic_store_n(&range.saved, bits.back().get(), __ATOMIC_RELEASE);
        }
        for (uint64_t page = first >> PAGE_BITS; page <= (first + size - 1) >> PAGE_BITS; ++page) {
            if (range.saved[page >> 3] >> (page & 7) & 1) continue; /* another thread was faster */
            const uint64_t start = page << PAGE_BITS, left = bytes - start;
            const uint64_t some = left < PAGE_BYTES ? left : PAGE_BYTES;
            keep(range.bytes + start, some);
            if (range.written) keep(range.written + start / 8, (some + 7) / 8);
            __atomic_fetch_or(range.saved + (page >> 3), (uint8_t)(1u << (page & 7)), __ATOMIC_RELEASE);
        }
    }

    bool empty() const { return pieces.empty(); }

    /* Write the pages back. */
    void restore() const {
        for (const Piece &piece : pieces) memcpy(piece.home, piece.copy, piece.size);
    }

  private:
    static constexpr uint64_t PAGE_BYTES = 1ull << PAGE_BITS, CHUNK = 1 << 20;

    struct Piece {
        uint8_t *home;
        const uint8_t *copy;
        uint64_t size;
    };

    void keep(uint8_t *home, uint64_t size) {
        if (room < size) {
            room = chunks.empty() ? 2 * PAGE_BYTES : CHUNK;
            chunks.emplace_back(new uint8_t[room]);
            next = chunks.back().get();
        }
        memcpy(next, home, size);
        pieces.push_back({home, next, size});
        next += size, room -= size;
    }

    std::vector<std::unique_ptr<uint8_t[]>> bits, chunks;
    std::vector<Piece> pieces;
    uint8_t *next = nullptr;
    uint64_t room = 0; /* bytes left of the last chunk */
};

} // namespace pyptx
#endif
