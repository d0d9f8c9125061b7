/* States of large ranges of shared memory: the state of the first byte of a kibibyte has a bit for the whole kibibyte.
 *
 * Copies write tiles of many kibibytes again and again, and MMAs read them; with the bit they need not touch the states
 * of bytes that stay initialised. Shared memory of a CTA starts at a multiple of 1024 in the arena. Code that sets
 * states to anything else than initialised calls `split`, unless it sets those of whole kibibytes; code that marks the
 * first byte as initialised clears the bit, which costs time only.
 */
#ifndef PYPTX_ENGINE_KIBIBYTES_H
#define PYPTX_ENGINE_KIBIBYTES_H

#include "memory.h"

namespace pyptx {
namespace {

constexpr uint64_t KIBIBYTE = 1024;
constexpr uint8_t INITIALISED_STATE = ALLOCATED | INITIALISED | WRITABLE;
constexpr uint8_t WHOLE = 16; /* all bytes of the kibibyte have `INITIALISED_STATE` */
static_assert(!(WHOLE & (INITIALISED_STATE | BARRIER)), "the bit has another meaning");

/* Call `f` with the first byte and the size of the part of each kibibyte in a range until it returns false; returns
 * whether it never did. */
template <class F> inline bool each_kibibyte(uint64_t first, uint64_t size, F f) {
    const uint64_t end = first + size;
    for (uint64_t next; first < end; first = next) {
        next = (first | (KIBIBYTE - 1)) + 1;
        next = next < end ? next : end;
        if (!f(first, next - first)) return false;
    }
    return true;
}

/* Whether every byte of a range has all bits of `need`, which are some of `INITIALISED_STATE`; states: of arena indices
 * from a multiple of 1024 on. */
inline bool range_has(const uint8_t *states, uint64_t first, uint64_t size, uint8_t need) {
    return each_kibibyte(first, size, [=](uint64_t at, uint64_t some) {
        return states[at & ~(KIBIBYTE - 1)] & WHOLE || all_have(states + at, some, need);
    });
}

/* Mark a range of shared memory as initialised. */
inline void mark_range(uint8_t *states, uint64_t first, uint64_t size) {
    each_kibibyte(first, size, [=](uint64_t at, uint64_t some) {
        if (some == KIBIBYTE && states[at] & WHOLE) return true;
        memset(states + at, INITIALISED_STATE, some);
        if (some == KIBIBYTE) states[at] |= WHOLE;
        return true;
    });
}

/* Record that not all bytes of some kibibytes are initialised, before states in the range change. */
inline void split(uint8_t *states, uint64_t first, uint64_t size) {
    each_kibibyte(first, size, [=](uint64_t at, uint64_t) {
        uint8_t &state = states[at & ~(KIBIBYTE - 1)];
        if (state & WHOLE) state &= (uint8_t)~WHOLE;
        return true;
    });
}

} // namespace
} // namespace pyptx
#endif
