/* Shadows in memory. Built once for all levels of the instruction set. */
#include "shadow_values.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>

namespace pyptx {

const ShadowLayout::Parts ShadowLayout::PARTS;

namespace {

/* Copy a shadow to another layout, which has its rows. */
void convert(const uint8_t *from, const ShadowLayout &given, uint8_t *to, const ShadowLayout &wanted) {
    double value;
    float magnitude, bound, rows[MOST_ROWS];
    given.load(from, value, magnitude, bound, [&](int row, float error) { rows[row] = error; });
    wanted.store(to, value, magnitude, bound, [&](int row) { return given.traced >> row & 1 ? rows[row] : 0; });
}

/* Memory of pages that were dropped, for those of the next launch: the first access to new memory is slow. */
class Spares {
    static constexpr size_t MOST = 8 << 20;
    std::mutex lock_;
    std::unordered_map<size_t, std::vector<void *>> blocks_; /* by size */
    size_t held_ = 0;

  public:
    void *take(size_t size) {
        {
            const std::lock_guard<std::mutex> guard(lock_);
            std::vector<void *> &found = blocks_[size];
            if (!found.empty()) {
                void *block = found.back();
                found.pop_back();
                held_ -= size;
                return block;
            }
        }
        void *made = malloc(size);
        if (!made) throw std::bad_alloc();
        return made;
    }
    void give(void *block, size_t size) {
        {
            const std::lock_guard<std::mutex> guard(lock_);
            if (held_ + size <= MOST) {
                blocks_[size].push_back(block);
                held_ += size;
                return;
            }
        }
        free(block);
    }
};
Spares &spares() {
    static Spares *const found = new Spares; /* never destroyed: memory may be dropped at exit */
    return *found;
}

} // namespace

void ShadowMemory::drop(Page *&p) {
    if (!p) return;
    spares().give(p->kinds, p->size());
    free(p->cut);
    delete p;
    p = nullptr;
}

/* The page of an index, with room for a shadow there. */
ShadowMemory::Page &ShadowMemory::widened(uint64_t index, int kind, uint64_t traced) {
    Page *&p = pages_[index / PAGE];
    const int bytes = KIND_BYTES[kind], shift = __builtin_ctz((unsigned)bytes);
    narrowest = std::min(narrowest, bytes), widest = std::max(widest, bytes);
    Page finer{};
    finer.shift = p ? std::min(shift, p->shift) : shift;
    finer.layout = {p ? p->layout.traced | traced : traced, is_small(index)};
    finer.slot_bytes = finer.layout.size();
    const size_t slots = PAGE >> finer.shift;
    finer.kinds = static_cast<uint8_t *>(spares().take(finer.size()));
    memset(finer.kinds, 0, slots);
    finer.slots = finer.kinds + slots;
    if (!p) return *(p = new Page(finer));
    finer.cut = p->cut;
    for (uint64_t at = 0; at < PAGE; at += 1u << p->shift) {
        if (!p->kind(at)) continue;
        finer.kinds[at >> finer.shift] = (uint8_t)p->kind(at);
        convert(p->slot(at), p->layout, finer.slot(at), finer.layout);
    }
    spares().give(p->kinds, p->size());
    return *p = finer;
}

void ShadowMemory::mark_written(uint64_t index, uint64_t size) {
    if (size >= 64 && !((index | size) % 8)) {
        memset(written_ + index / 8, 0xFF, size / 8);
        return;
    }
    for (uint64_t at = index, end = index + size; at < end;) {
        const uint64_t some = std::min(end - at, 8 - at % 8);
        written_[at / 8] = (uint8_t)(written_[at / 8] | ((1u << some) - 1) << at % 8);
        at += some;
    }
}

bool ShadowMemory::has_written(uint64_t first, uint64_t size) const {
    for (uint64_t at = first; at < first + size;) {
        if (at % 8 == 0 && first + size - at >= 8) {
            if (written_[at / 8]) return true;
            at += 8;
        } else {
            if (written_[at / 8] >> at % 8 & 1) return true;
            ++at;
        }
    }
    return false;
}

void ShadowMemory::overwrite(uint64_t index, uint64_t size) {
    mark_written(index, size);
    if (is_empty()) return;
    for (int width = 8; width > 1; width /= 2) {
        const uint64_t start = index & ~(uint64_t)(width - 1);
        if (size >= (uint64_t)width || width > widest || KIND_BYTES[kind(start)] != width) continue;
        Page &p = *pages_[start / PAGE];
        double value;
        float magnitude, bound;
        p.layout.load(p.slot(start), value, magnitude, bound, [](int, float) {});
        if (bound != 0) {
            if (!p.cut) p.cut = static_cast<uint8_t *>(calloc(PAGE, 1));
            if (!p.cut) throw std::bad_alloc();
            memset(p.cut + start % PAGE, 1, (size_t)width);
            has_cuts_ = true;
        }
        p.kinds[start % PAGE >> p.shift] = 0;
    }
    forget(index, size);
}

void ShadowMemory::forget(uint64_t first, uint64_t size) {
    for (uint64_t at = first, end = first + size; at < end;) {
        const uint64_t next = std::min(end, (at / PAGE + 1) * PAGE);
        if (Page *p = pages_[at / PAGE]) {
            const uint64_t unit = 1ull << p->shift, from = (at % PAGE + unit - 1) >> p->shift;
            const uint64_t until = (next - at + at % PAGE + unit - 1) >> p->shift;
            if (until > from) memset(p->kinds + from, 0, until - from);
            if (p->cut) memset(p->cut + at % PAGE, 0, next - at);
        }
        at = next;
    }
}

bool ShadowMemory::is_part(uint64_t index, uint64_t size) const {
    for (int width = 8; width > 1; width /= 2)
        if (size < (uint64_t)width && width <= widest && KIND_BYTES[kind(index & ~(uint64_t)(width - 1))] == width)
            return true;
    return false;
}

bool ShadowMemory::has_cut(uint64_t index, uint64_t size) const {
    for (uint64_t at = index; has_cuts_ && at < index + size; ++at) {
        const Page *p = page(at);
        if (p && p->cut && p->cut[at % PAGE]) return true;
    }
    return false;
}

void ShadowMemory::move(const uint8_t *slot, const ShadowLayout &layout, int kind, uint64_t to) {
    const Page &p = put(to, kind, layout.traced);
    if (p.layout == layout) memcpy(p.slot(to), slot, (size_t)p.slot_bytes);
    else convert(slot, layout, p.slot(to), p.layout);
}

void ShadowMemory::copy(uint64_t source, uint64_t target, uint64_t size, uint64_t read) {
    overwrite(target, size);
    if (is_empty()) return;
    ShadowPieces taken;
    take(source, read, 0, taken);
    place(taken, [&](uint64_t at, uint64_t, uint64_t &to) {
        to = target + at;
        return true;
    });
}

bool ShadowMemory::any(uint64_t first, uint64_t end) const {
    for (uint64_t at = first; at < end;) {
        const uint64_t next = std::min(end, (at / PAGE + 1) * PAGE);
        if (const Page *p = page(at))
            for (uint64_t k = at; k < next; ++k)
                if (p->kind(k)) return true;
        at = next;
    }
    return false;
}

void ShadowMemory::take(uint64_t first, uint64_t size, uint64_t at, ShadowPieces &to) const {
    for (uint64_t k = 0; k < size;) {
        const Page *p = page(first + k);
        if (!p) {
            k += PAGE - (first + k) % PAGE;
            continue;
        }
        const int kind = p->kind(first + k);
        if (kind && k + (uint64_t)KIND_BYTES[kind] <= size) {
            if (to.pieces.empty() || !to.pieces.back().goes_on(at + k, p->layout, kind))
                to.pieces.push_back({at + k, p->layout, to.slots.size(), kind, 0});
            ++to.pieces.back().count;
            const uint8_t *from = p->slot(first + k);
            to.slots.insert(to.slots.end(), from, from + p->slot_bytes);
        }
        k += kind ? (uint64_t)KIND_BYTES[kind] : 1;
    }
}

void land_shadows(Machine &m, const PendingCopy &copy, uint32_t lanes) {
    for (; lanes; lanes &= lanes - 1) {
        const int l = __builtin_ctz(lanes);
        m.shadows->memory.copy(copy.source[l], copy.target[l], (uint64_t)copy.size, (uint64_t)copy.read[l]);
    }
}

} // namespace pyptx
