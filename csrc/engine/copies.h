/* The effects of cp.async. */
#ifndef PYPTX_ENGINE_COPIES_H
#define PYPTX_ENGINE_COPIES_H

#include "shadow_values.h"
#include "kibibytes.h"
#include "timeline.h"

namespace pyptx {

/* The bytes of a copy of threads, for some lanes. */
inline void land_copy(const Shared &s, const PendingCopy &copy, u32 lanes) {
    ALL_LANES(l) {
        if (!(lanes >> l & 1)) continue;
        u8 *data = s.data + copy.target[l], *state = s.state + copy.target[l];
        const int read = copy.read[l];
        memcpy(data, cell(s, copy.source[l]), read);
        split(s.state, copy.target[l], (u64)copy.size);
        copy_states(s, copy.source[l], state, read);
        memset(data + read, 0, copy.size - read);
        mark_bytes(state + read, copy.size - read);
    }
}
/* Let the copy that was started last take effect. */
inline void land_last_copy(Warp &w) {
    const PendingCopy &copy = w.copies.items[--w.copies.count];
    land_copy(*w.machine->shared, copy, copy.lanes);
    if (w.machine->shadows) land_shadows(*w.machine, copy, copy.lanes);
    note_completed(w, copy.instr, copy.began, WORK_COPY);
}

} // namespace pyptx
#endif
