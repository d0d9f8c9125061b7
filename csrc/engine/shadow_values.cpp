/* Shadows in memory. Built once for all levels of the instruction set. */
#include "shadow_values.h"

#include <algorithm>

namespace pyptx {

ShadowMemory::Slot *ShadowMemory::put(uint64_t index, int kind, uint64_t traced) {
    Page *&p = pages_[index / PAGE];
    const int bytes = KIND_BYTES[kind], shift = __builtin_ctz((unsigned)bytes);
    narrowest = std::min(narrowest, bytes), widest = std::max(widest, bytes);
    if (!p) {
        p = new Page{};
        p->shift = shift;
    }
    if (!p->slots || shift < p->shift) {
        Page finer{};
        finer.shift = std::min(shift, p->shift);
        finer.slots = static_cast<uint8_t *>(malloc((PAGE >> finer.shift) * slot_bytes_));
        if (!finer.slots) throw std::bad_alloc();
        for (uint64_t at = 0; p->slots && at < PAGE; ++at)
            if (p->kind[at]) memcpy(slot_of(finer, at), slot_of(*p, at), slot_bytes_);
        free(p->slots);
        p->shift = finer.shift, p->slots = finer.slots;
    }
    p->kind[index % PAGE] = (uint8_t)kind;
    p->traced |= traced;
    return slot_of(*p, index);
}

void ShadowMemory::overwrite(uint64_t index, uint64_t size) {
    memset(overwritten + index, 1, size);
    if (is_empty()) return;
    for (int width = 8; width > 1; width /= 2) {
        const uint64_t start = index & ~(uint64_t)(width - 1);
        if (size >= (uint64_t)width || width > widest || KIND_BYTES[kind(start)] != width) continue;
        Page &p = *pages_[start / PAGE];
        if (!slot_of(p, start)->is_exact()) {
            memset(p.cut + start % PAGE, 1, (size_t)width);
            has_cuts = true;
        }
        p.kind[start % PAGE] = 0;
    }
    for (uint64_t at = index, end = index + size; at < end;) {
        const uint64_t next = std::min(end, (at / PAGE + 1) * PAGE);
        if (Page *p = pages_[at / PAGE]) {
            memset(p->kind + at % PAGE, 0, next - at);
            if (has_cuts) memset(p->cut + at % PAGE, 0, next - at);
        }
        at = next;
    }
}

void ShadowMemory::forget(uint64_t first, uint64_t size) {
    for (uint64_t at = first, end = first + size; at < end;) {
        const uint64_t next = std::min(end, (at / PAGE + 1) * PAGE);
        if (Page *p = pages_[at / PAGE]) {
            memset(p->kind + at % PAGE, 0, next - at);
            memset(p->cut + at % PAGE, 0, next - at);
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
    for (uint64_t at = index; has_cuts && at < index + size; ++at) {
        const Page *p = page(at);
        if (p && p->cut[at % PAGE]) return true;
    }
    return false;
}

void ShadowMemory::copy(uint64_t source, uint64_t target, uint64_t size, uint64_t read) {
    overwrite(target, size);
    for (uint64_t at = 0; at < read && !is_empty();) {
        const int kind = this->kind(source + at), bytes = KIND_BYTES[kind];
        if (!bytes || at + (uint64_t)bytes > read) {
            ++at;
            continue;
        }
        Slot *to = put(target + at, kind, page(source + at)->traced);
        memcpy(to, slot(source + at), slot_bytes_);
        at += (uint64_t)bytes;
    }
}

bool ShadowMemory::any(uint64_t first, uint64_t end) const {
    for (uint64_t at = first; at < end;) {
        const uint64_t next = std::min(end, (at / PAGE + 1) * PAGE);
        const Page *p = page(at);
        if (p && std::any_of(p->kind + at % PAGE, p->kind + at % PAGE + (next - at), [](uint8_t kind) { return kind; }))
            return true;
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
        const int kind = p->kind[(first + k) % PAGE];
        if (kind && k + (uint64_t)KIND_BYTES[kind] <= size) {
            to.pieces.push_back({at + k, p->traced, kind});
            const auto *from = reinterpret_cast<const uint8_t *>(slot_of(*p, first + k));
            to.slots.insert(to.slots.end(), from, from + slot_bytes_);
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
